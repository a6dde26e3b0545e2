//! What the hero can never come to: one flood from where he starts, one more over what it left out.
use super::look::Look;
use crate::dungeon::{Amount, Footing, Overlap, Side, Strewn};
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::format::source::Span;
use crate::space::geometry::Point;
use crate::space::grid::Grid;
use crate::space::path::{Cost, cheapest, flood, reached};

/// For so many sealed places of a level the thinnest wall is sought: each search may cross the whole map.
const SEARCHES: usize = 8;

/// So many things of one sealed place are pointed at; the rest is counted.
const SHOWN: usize = 4;

/// Reports items and walking monsters that no way leads to, once for each sealed place.
pub fn out_of_reach(look: &Look<'_>, findings: &mut Findings) {
    if !look.is_whole() {
        return;
    }
    let starts = starts(look);
    let Some(start) = starts.first().copied() else {
        return;
    };
    let seen = reached(look.level.tiles.size(), starts, |p| look.is_floor(p));
    let mut pockets = Pockets::of(look, seen);
    for number in 0..pockets.list.len() {
        let search = number < SEARCHES;
        if let Some(finding) = sealed(look, &pockets, number, start, search) {
            findings.push(finding);
        }
    }
    strewn_out_of_reach(look, &mut pockets, findings);
}

/// Where the hero may stand when the game begins: one cell, or all that a scatter may choose.
fn starts(look: &Look<'_>) -> Vec<Point> {
    if let Some((hero, _)) = look.hero() {
        return vec![hero];
    }
    let is_hero = |what: Strewn| matches!(what, Strewn::Body(kind, _) if look.dungeon.kind(kind).side == Side::Ours);
    let scatter = look
        .level
        .scatters
        .iter()
        .find(|scatter| is_hero(scatter.what));
    let cells = scatter.map(|scatter| scatter.within.points().filter(|p| look.is_floor(*p)));
    cells.into_iter().flatten().collect()
}

/// The floor that the hero cannot come to, as far as anything is there.
struct Pockets {
    /// 0: not seen; `REACHED`: the hero comes here; others: the number of the pocket and 1.
    of: Grid<u32>,
    list: Vec<Pocket>,
}

/// One connected piece of floor without a way to the hero, and what is in it.
#[derive(Default)]
struct Pocket {
    items: Vec<usize>,
    monsters: Vec<usize>,
}

const REACHED: u32 = u32::MAX;

impl Pockets {
    fn of(look: &Look<'_>, seen: Grid<bool>) -> Pockets {
        let mut pockets = Pockets {
            of: Grid::filled(seen.size(), 0),
            list: Vec::new(),
        };
        for (cell, seen) in pockets.of.cells_mut().iter_mut().zip(seen.cells()) {
            *cell = if *seen { REACHED } else { 0 };
        }
        for (i, (p, _)) in look.level.items.iter().enumerate() {
            if let Some(pocket) = pockets.at(look, *p) {
                pocket.items.push(i);
            }
        }
        for (i, spawn) in look.level.spawns.iter().enumerate() {
            let kind = look.dungeon.kind(spawn.kind);
            if kind.side == Side::Theirs
                && !kind.drifts
                && let Some(pocket) = pockets.at(look, spawn.at)
            {
                pocket.monsters.push(i);
            }
        }
        pockets
    }

    /// The pocket that a cell lies in, flooded when it is first asked for; none where the hero comes.
    fn at(&mut self, look: &Look<'_>, p: Point) -> Option<&mut Pocket> {
        if self.of.get(p)? == 0 {
            self.list.push(Pocket::default());
            self.flood(look, p, self.list.len() as u32);
        }
        match self.of.get(p)? {
            REACHED => None,
            number => self.list.get_mut(number as usize - 1),
        }
    }

    fn flood(&mut self, look: &Look<'_>, from: Point, number: u32) {
        flood([from], |p| match self.of.get_mut(p) {
            Some(cell) if *cell == 0 && look.is_floor(p) => {
                *cell = number;
                true
            }
            _ => false,
        });
    }
}

/// What is wrong with one pocket: its items if it has any, else its monsters.
fn sealed(
    look: &Look<'_>,
    pockets: &Pockets,
    number: usize,
    start: Point,
    search: bool,
) -> Option<Diagnostic> {
    let pocket = pockets.list.get(number)?;
    let item = |i: &usize| {
        let (p, id) = look.level.items.get(*i)?;
        let name = look.dungeon.item(*id).name.as_str();
        Some((*p, name, look.places.items.get(*i)?.span))
    };
    let monster = |i: &usize| {
        let spawn = look.level.spawns.get(*i)?;
        let name = look.dungeon.kind(spawn.kind).name.as_str();
        Some((spawn.at, name, look.places.spawns.get(*i)?.span))
    };
    let (code, things): (Code, Vec<(Point, &str, Span)>) = match pocket.items.is_empty() {
        false => (
            Code::UnreachableItem,
            pocket.items.iter().filter_map(item).collect(),
        ),
        true => (
            Code::SealedMonster,
            pocket.monsters.iter().filter_map(monster).collect(),
        ),
    };
    let ((at, name, span), others) = things.split_first()?;
    let with_it = match others.len() {
        0 => String::new(),
        1 => ", nor to one more in there".to_string(),
        count => format!(", nor to {count} more in there"),
    };
    let message =
        format!("expected a way from the hero to the {name} at {at}, found none{with_it}");
    let mut finding = Diagnostic::new(code, *span, message);
    if code == Code::UnreachableItem && !look.may_open_walls() {
        finding = finding.severity(Severity::Error);
    }
    for (_, name, span) in others.iter().take(SHOWN) {
        finding = finding.label(*span, format!("the {name} is in there too"));
    }
    if let Some((_, hero)) = look.hero() {
        finding = finding.label(hero, "the hero starts here");
    }
    let inside = number as u32 + 1;
    let walls = match search {
        true => thinnest(look, start, |p| pockets.of.get(p) == Some(inside)),
        false => None,
    };
    Some(match walls {
        Some(walls) => opened(look, finding, &walls, *at),
        None => finding.help("open a wall between them"),
    })
}

/// The fewest walls between the hero and a goal; the rim is never opened.
fn thinnest(look: &Look<'_>, start: Point, goal: impl Fn(Point) -> bool) -> Option<Vec<Point>> {
    let walls = cheapest(look.level.tiles.size(), start, goal, |p| {
        match look.footing(p) {
            Footing::Anyone => Cost::Free,
            Footing::Drifters => Cost::One,
            Footing::Nobody => Cost::Never,
        }
    });
    walls.filter(|walls| !walls.is_empty())
}

/// The finding with the walls that would have to go; a single drawn one is a mechanical fix.
fn opened(look: &Look<'_>, finding: Diagnostic, walls: &[Point], inside: Point) -> Diagnostic {
    let (Some(first), Some(last)) = (walls.first(), walls.last()) else {
        return finding;
    };
    let help = match walls.len() {
        1 => format!("the thinnest wall is at {first}: open it"),
        2 => format!("the thinnest wall is at {first} and {last}: open both"),
        count => {
            format!("the thinnest wall is {count} cells thick, from {first} to {last}: open them")
        }
    };
    let finding = finding.help(help);
    let cell = look.cell(*first).filter(|cell| cell.start < cell.end);
    let floor = look
        .level
        .tiles
        .get(inside)
        .map(|tile| look.dungeon.tile(tile).glyph);
    match (cell, floor) {
        (Some(cell), Some(floor)) if walls.len() == 1 => finding.fix(cell, floor),
        _ => finding,
    }
}

/// Warns of scatters that may put a collectable where the hero cannot come. Pockets that were spoken of
/// already are no further news.
fn strewn_out_of_reach(look: &Look<'_>, pockets: &mut Pockets, findings: &mut Findings) {
    for (scatter, span) in look.scatters() {
        let Strewn::Item(item) = scatter.what else {
            continue;
        };
        let is_none = matches!(scatter.amount, Amount::Count(0) | Amount::Percent(0));
        if is_none || scatter.overlap == Overlap::Replace || !look.dungeon.item(item).collectable {
            continue;
        }
        let is_lost = |p: &Point| pockets.of.get(*p) == Some(0) && look.is_floor(*p);
        let Some(lost) = scatter.within.points().find(is_lost) else {
            continue;
        };
        let name = &look.dungeon.item(item).name;
        let message = format!(
            "expected a scatter only where the hero can come, found that the {name} may land at {lost}"
        );
        let finding = Diagnostic::new(Code::UnreachableItem, span, message);
        let finding = match look.cell(lost).filter(|cell| cell.start < cell.end) {
            Some(cell) => finding.label(cell, "no way leads here"),
            None => finding,
        };
        findings.push(finding.help("open a wall, or give the scatter a region with `in=`"));
        pockets.flood(look, lost, REACHED);
    }
}
