//! What the hero can never come to: one flood from where he starts, one more over what it left out.
use super::look::Look;
use crate::dungeon::{Amount, Feature, Footing, Overlap, Side, Strewn, Through, Tile};
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::format::source::Span;
use crate::space::geometry::Point;
use crate::space::grid::Grid;
use crate::space::path::{Cost, cheapest, flood};

/// For so many sealed places of a level the thinnest wall is sought: each search may cross the whole map.
const SEARCHES: usize = 8;

/// So many things of one sealed place are pointed at; the rest is counted.
const SHOWN: usize = 4;

/// Reports items and walking monsters that no way leads to, once for each sealed place.
pub fn out_of_reach(look: &Look<'_>, findings: &mut Findings) {
    // All floor of a made level hangs together.
    if !look.is_whole() || look.level.maker.is_some() {
        return;
    }
    let starts = starts(look);
    let Some(start) = starts.first().copied() else {
        return;
    };
    let mut pockets = Pockets::of(look, starts);
    for (nth, pocket) in pockets.list.iter().enumerate() {
        let Some((finding, inside)) = sealed(look, pocket) else {
            continue;
        };
        let is_pocket = |p| pockets.of.get(p) == Some(number(nth));
        let walls = match nth < SEARCHES {
            true => thinnest(look, start, is_pocket),
            false => None,
        };
        findings.push(match walls {
            Some(walls) => opened(look, finding, &walls, inside),
            None => finding.help("open a wall between them"),
        });
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
    /// `UNSEEN` floor, `SOLID`, or `REACHED`: the hero comes here; others: the `number` of the pocket.
    of: Grid<u32>,
    list: Vec<Pocket>,
}

/// One connected piece of floor without a way to the hero, and what is in it.
#[derive(Default)]
struct Pocket {
    items: Vec<usize>,
    monsters: Vec<usize>,
}

const UNSEEN: u32 = 0;
const REACHED: u32 = u32::MAX;
const SOLID: u32 = u32::MAX - 1;

/// What the cells of a pocket hold; `UNSEEN` is none.
fn number(nth: usize) -> u32 {
    nth as u32 + 1
}

impl Pockets {
    fn of(look: &Look<'_>, starts: Vec<Point>) -> Pockets {
        let tiles = &look.level.tiles;
        let mut pockets = Pockets {
            of: Grid::filled(tiles.size(), UNSEEN),
            list: Vec::new(),
        };
        // One look into a short table a cell: maps are large, and the flood asks each cell three times.
        // A door opens, sooner or later.
        let is_door = |tile: &Tile| matches!(tile.feature, Feature::Door(_));
        let is_solid = |tile: &Tile| tile.footing != Footing::Anyone && !is_door(tile);
        let solid: Vec<bool> = look.dungeon.tiles.iter().map(is_solid).collect();
        for (cell, tile) in pockets.of.cells_mut().iter_mut().zip(tiles.cells()) {
            if solid.get(usize::from(tile.0)) != Some(&false) {
                *cell = SOLID;
            }
        }
        pockets.flood(starts, REACHED);
        for (i, (p, _)) in look.level.items.iter().enumerate() {
            if let Some(pocket) = pockets.at(*p) {
                pocket.items.push(i);
            }
        }
        for (i, spawn) in look.level.spawns.iter().enumerate() {
            let kind = look.dungeon.kind(spawn.kind);
            if kind.side == Side::Theirs
                && kind.through < Through::Walls
                && let Some(pocket) = pockets.at(spawn.at)
            {
                pocket.monsters.push(i);
            }
        }
        pockets
    }

    /// The pocket that a cell lies in, flooded when it is first asked for; none where the hero comes.
    fn at(&mut self, p: Point) -> Option<&mut Pocket> {
        if self.of.get(p)? == UNSEEN {
            self.flood([p], number(self.list.len()));
            self.list.push(Pocket::default());
        }
        match self.of.get(p)? {
            REACHED | SOLID => None,
            number => self.list.get_mut(number as usize - 1),
        }
    }

    fn flood(&mut self, from: impl IntoIterator<Item = Point>, number: u32) {
        flood(from, |p| match self.of.get_mut(p) {
            Some(cell) if *cell == UNSEEN => {
                *cell = number;
                true
            }
            _ => false,
        });
    }
}

/// What is wrong with one pocket: its items if it has any, else its monsters. Also the cell of the first.
fn sealed(look: &Look<'_>, pocket: &Pocket) -> Option<(Diagnostic, Point)> {
    let (code, things) = match pocket.items.as_slice() {
        [] => (Code::SealedMonster, monsters(look, pocket)),
        _ => (Code::UnreachableItem, items(look, pocket)),
    };
    let (first, others) = things.split_first()?;
    let with_it = match others.len() {
        0 => String::new(),
        1 => ", nor to one more in there".to_string(),
        count => format!(", nor to {count} more in there"),
    };
    let Enclosed { at, name, span } = first;
    let message =
        format!("expected a way from the hero to the {name} at {at}, found none{with_it}");
    let mut finding = Diagnostic::new(code, *span, message);
    if code == Code::UnreachableItem && !look.may_open_walls() {
        finding = finding.severity(Severity::Error);
    }
    for Enclosed { name, span, .. } in others.iter().take(SHOWN) {
        finding = finding.label(*span, format!("the {name} is in there too"));
    }
    if let Some((_, hero)) = look.hero() {
        finding = finding.label(hero, "the hero starts here");
    }
    Some((finding, *at))
}

/// Something in a pocket, to be spoken of.
struct Enclosed<'a> {
    at: Point,
    name: &'a str,
    span: Span,
}

fn items<'a>(look: &Look<'a>, pocket: &Pocket) -> Vec<Enclosed<'a>> {
    let enclosed = |i: &usize| {
        let (at, id) = *look.level.items.get(*i)?;
        Some(Enclosed {
            at,
            name: &look.dungeon.item(id).name,
            span: look.places.items.get(*i)?.span,
        })
    };
    pocket.items.iter().filter_map(enclosed).collect()
}

fn monsters<'a>(look: &Look<'a>, pocket: &Pocket) -> Vec<Enclosed<'a>> {
    let enclosed = |i: &usize| {
        let spawn = look.level.spawns.get(*i)?;
        Some(Enclosed {
            at: spawn.at,
            name: &look.dungeon.kind(spawn.kind).name,
            span: look.places.spawns.get(*i)?.span,
        })
    };
    pocket.monsters.iter().filter_map(enclosed).collect()
}

/// The fewest walls between the hero and a goal; the rim is never opened.
fn thinnest(look: &Look<'_>, start: Point, goal: impl Fn(Point) -> bool) -> Option<Vec<Point>> {
    let walls = cheapest(look.level.tiles.size(), start, goal, |p| {
        match look.footing(p) {
            Footing::Anyone => Cost::Free,
            Footing::Openers | Footing::Drifters => Cost::One,
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
        let is_lost = |p: &Point| pockets.of.get(*p) == Some(UNSEEN);
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
        pockets.flood([lost], REACHED);
    }
}
