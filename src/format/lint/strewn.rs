//! Scatters that may put down where the hero cannot come what he wants.
use super::field::Passage;
use super::keys::Bearer;
use super::locked::Wanted;
use super::look::Look;
use super::pieces::{Pieces, Root};
use super::reach::Reach;
use crate::dungeon::{Amount, Overlap, Scatter, Strewn};
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::format::source::Span;
use crate::space::geometry::Point;

/// Reports scatters of a level that may put something down out of reach: an error where they can do nothing
/// else. Places that were spoken of already are no further news.
pub fn out_of_reach(
    looks: &[Look<'_>],
    look: &Look<'_>,
    reach: &mut Reach<'_>,
    pieces: &mut Pieces,
    wanted: &Wanted,
    findings: &mut Findings,
) {
    for (nth, (scatter, span)) in look.scatters().enumerate() {
        let Strewn::Item(item) = scatter.what else {
            continue;
        };
        let kind = look.dungeon.item(item);
        if scatter.amount.is_zero()
            || scatter.overlap == Overlap::Replace
            || !(kind.collectable || kind.opens.is_some())
        {
            continue;
        }
        let Some((p, all)) = first_lost(look, reach, pieces, scatter) else {
            continue;
        };
        let mut finding = may_land(look, span, &kind.name, p);
        let missed = wanted.get(&(look.id, Bearer::Scatter(nth)));
        if let Some((_, door)) = missed {
            let door = looks[usize::from(door.level.0)].terrain(door.at);
            finding = finding.label(door, format!("this door waits for the {}", kind.name));
        }
        let is_needed = kind.collectable && matches!(scatter.amount, Amount::Count(_));
        if all == Cells::AllLost && (is_needed || missed.is_some()) && !look.may_open_walls() {
            finding = finding.severity(Severity::Error);
        }
        findings.push(finding);
        pieces.ask(reach, Root::Pocket((look.id, p)));
    }
}

fn may_land(look: &Look<'_>, span: Span, name: &str, p: Point) -> Diagnostic {
    let message = format!(
        "expected a scatter only where the hero can come, found that the {name} may land at {}",
        look.cell_called(p)
    );
    let finding = Diagnostic::new(Code::UnreachableItem, span, message);
    let finding = match look.cell(p).filter(|cell| cell.start < cell.end) {
        Some(cell) => finding.label(cell, "no way leads here"),
        None => finding,
    };
    finding.help("open a wall, or give the scatter a region with `in=`")
}

/// How much of a scatter's floor is out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cells {
    SomeLost,
    AllLost,
}

/// The first cell that a scatter may take and that nobody spoke of, and whether any of the others can be reached.
fn first_lost(
    look: &Look<'_>,
    reach: &Reach<'_>,
    pieces: &Pieces,
    scatter: &Scatter,
) -> Option<(Point, Cells)> {
    let field = reach.field(look.id)?;
    let floor = |p: &Point| look.is_floor(*p) && field.passage(*p) != Passage::Solid;
    let is_lost =
        |p: &Point| floor(p) && !field.is_reached(*p) && pieces.at((look.id, *p)).is_none();
    let first = scatter.within.points().find(is_lost)?;
    let is_any_reached = scatter.within.points().any(|p| field.is_reached(p));
    Some((
        first,
        match is_any_reached {
            true => Cells::SomeLost,
            false => Cells::AllLost,
        },
    ))
}
