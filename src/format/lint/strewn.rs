//! Scatters that may put down where the hero cannot come what he wants, or whom he must meet.
use super::keys::Bearer;
use super::locked::Wanted;
use super::look::Look;
use super::lost::{Root, Unreachable};
use super::manner::{FoePolicy, Gait, Things};
use super::pockets::Passage;
use super::reach::Reach;
use crate::dungeon::{Amount, Overlap, Scatter, Side, Strewn, Through, UnreachablePolicy};
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::format::source::Span;
use crate::space::geometry::Point;

/// What of a scatter the hero should be able to come to.
#[derive(Clone, Copy)]
struct Aim<'a> {
    code: Code,
    name: &'a str,
    /// How far it comes toward him.
    gait: Gait,
    /// Whether it must be taken: nobody wins without it.
    is_needed: bool,
}

/// Reports scatters of a level that may put something down out of reach: an error where they can do nothing
/// else and it must be taken, or a door waits for it. SourceMap that were spoken of already are no further news.
pub fn out_of_reach(
    looks: &[Look<'_>],
    look: &Look<'_>,
    reach: &mut Reach<'_>,
    unreachable: &mut Unreachable,
    wanted: &Wanted,
    findings: &mut Findings,
) {
    let heroes: Vec<Point> = look.starts().map(|start| start.at).collect();
    for (nth, (scatter, span)) in look.scatters().enumerate() {
        if scatter.amount.is_zero() || scatter.overlap == Overlap::Replace {
            continue;
        }
        let Some(aim) = aim(look, reach, scatter) else {
            continue;
        };
        let Some((p, all)) = first_lost((look, &heroes), reach, unreachable, (scatter, aim.gait))
        else {
            continue;
        };
        if all == Cells::SomeLost && is_mended_by_rolls(reach, aim) {
            continue;
        }
        let mut finding = may_land((look, reach), span, aim, (p, all));
        let missed = wanted.get(&(look.id, Bearer::Scatter(nth)));
        if let Some((_, door)) = missed {
            let door = looks[usize::from(door.level.0)].terrain(door.at);
            finding = finding.label(door, format!("this door waits for the {}", aim.name));
        }
        let is_needed = aim.is_needed && matches!(scatter.amount, Amount::Count(_));
        if all == Cells::AllLost && (is_needed || missed.is_some()) && !look.may_open_walls() {
            finding = finding.severity(Severity::Error);
        }
        findings.push(finding);
        unreachable.ask(reach, Root::Pocket((look.id, p)));
    }
}

/// What the hero wants of a scatter; none if he can do without.
fn aim<'a>(look: &Look<'a>, reach: &Reach<'_>, scatter: &Scatter) -> Option<Aim<'a>> {
    match scatter.what {
        Strewn::Tile(_) => None,
        Strewn::Item(item) => {
            let item = look.dungeon.item(item);
            (item.collectable || item.opens.is_some()).then_some(Aim {
                code: Code::UnreachableItem,
                name: &item.name,
                gait: Gait::Stands,
                is_needed: item.collectable && reach.manner.things == Things::MustBeTaken,
            })
        }
        Strewn::Body(kind, _) => {
            let kind = look.dungeon.kind(kind);
            let must_die = reach.manner.foes != FoePolicy::MayStay;
            let is_held = kind.side == Side::Theirs && kind.through < Through::Walls;
            (must_die && is_held).then_some(Aim {
                code: Code::SealedMonster,
                name: &kind.name,
                gait: match reach.manner.foes {
                    FoePolicy::MustBeShot => Gait::Slanting,
                    FoePolicy::MayStay | FoePolicy::MustDie => Gait::of(kind),
                },
                is_needed: false,
            })
        }
    }
}

/// whether what is scattered is scattered anew until every monster can be reached.
fn is_mended_by_rolls(reach: &Reach<'_>, aim: Aim<'_>) -> bool {
    aim.code == Code::SealedMonster && reach.manner.unreachable == UnreachablePolicy::Rerolled
}

fn may_land(
    (look, reach): (&Look<'_>, &Reach<'_>),
    span: Span,
    aim: Aim<'_>,
    (p, all): (Point, Cells),
) -> Diagnostic {
    let message = format!(
        "expected a scatter only where {} can come, found that the {} may land at {}",
        reach.manner.us,
        aim.name,
        look.cell_called(p)
    );
    let finding = Diagnostic::new(aim.code, span, message);
    let finding = match look.cell(p).filter(|cell| cell.start < cell.end) {
        Some(cell) => finding.label(cell, "no way leads here"),
        None => finding,
    };
    let may_be_rolled = reach.manner.foes == FoePolicy::MustDie
        && aim.code == Code::SealedMonster
        && all == Cells::SomeLost;
    finding.help(match may_be_rolled {
        true => "open a wall, give the scatter a region with `in=`, or let `rules arena reachable=yes` see to it",
        false => "open a wall, or give the scatter a region with `in=`",
    })
}

/// How much of a scatter's floor is out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cells {
    SomeLost,
    AllLost,
}

/// The first cell that a scatter may take and that nobody spoke of, and whether any of the others can be reached; of
/// things and of monsters of such a gait.
fn first_lost(
    (look, heroes): (&Look<'_>, &[Point]),
    reach: &Reach<'_>,
    unreachable: &Unreachable,
    (scatter, gait): (&Scatter, Gait),
) -> Option<(Point, Cells)> {
    let level = Some(reach.level(look.id)).filter(|level| level.is_entered)?;
    let may_take = |p: &Point| {
        let is_far = |hero: &Point| scatter.away.is_none_or(|away| hero.manhattan(*p) > away);
        heroes.iter().all(is_far) && look.is_floor(*p)
    };
    let is_lost = |p: &Point| {
        let is_unmet = level.pockets.passage(*p) != Passage::Solid && !level.is_met(*p, gait);
        is_unmet && may_take(p) && !unreachable.knows(reach, (look.id, *p))
    };
    let first = scatter.within.points().find(is_lost)?;
    let is_met = |p: Point| level.is_met(p, gait) && may_take(&p);
    let cells = match scatter.within.points().any(is_met) {
        true => Cells::SomeLost,
        false => Cells::AllLost,
    };
    Some((first, cells))
}
