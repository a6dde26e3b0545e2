//! The words for what the hero can never come to, once for each group of it, and which wall to open.
use super::keys::{Bearer, Key};
use super::locked::{Wanted, key_place};
use super::look::Look;
use super::lost::{Group, Lost, Root};
use super::manner::{FoePolicy, Gait, Things};
use super::pockets::Passage;
use super::reach::{Front, Reach};
use super::ways::Spot;
use crate::dungeon::{Amount, Feature, LevelId, Strewn};
use crate::format::diagnostic::{Code, Diagnostic, Severity};
use crate::format::source::Span;
use crate::space::geometry::Point;
use crate::space::path::{Cost, cheapest};

/// So many things of one group are pointed at; the rest is counted.
const SHOWN: usize = 4;

/// Whether to look for the walls that would have to go: each search may cross the whole map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Names them.
    Thinnest,
    /// Says only that there are some.
    Nothing,
}

/// What is wrong with one group: its items if it has any, else its stairs, else its monsters.
pub fn sealed(
    looks: &[Look<'_>],
    reach: &Reach<'_>,
    group: &Group,
    wanted: &Wanted,
    search: Search,
) -> Option<Diagnostic> {
    let code = code(group, reach.manner.foes);
    // What its own stairs lead to is left to them, unless it must be taken.
    let is_told = |level: LevelId| code == Code::UnreachableItem || level == group.root.level();
    let told = |(level, thing): &&(LevelId, Lost)| code_of(*thing) == code && is_told(*level);
    let mut things = group.things.iter().filter(told);
    let first = enclosed(looks, *things.next()?);
    let others: Vec<(LevelId, Lost)> = things.copied().collect();
    let with_it = match others.len() {
        0 => String::new(),
        1 => ", nor to one more in there".to_string(),
        count => format!(", nor to {count} more in there"),
    };
    let message = format!(
        "expected a way from {} to {}, found none{with_it}",
        reach.manner.us, first.called
    );
    let mut finding = Diagnostic::new(code, first.span, message);
    for thing in others.iter().take(SHOWN) {
        let Enclosed { name, span, .. } = enclosed(looks, *thing);
        finding = finding.label(span, format!("the {name} is in there too"));
    }
    let finding = judged(looks, finding, group, wanted, reach.manner.things);
    let finding = located(looks, finding, group, first.level);
    let root = looks[usize::from(group.root.level().0)];
    Some(match (group.root, search) {
        (Root::Level(_), _) => match on_the_ring(looks, reach, &root) {
            Some((look, stairs)) => moved_inwards(look, stairs, finding),
            None => finding.help(lead_there(looks, reach, &root)),
        },
        (Root::Pocket(spot), Search::Thinnest) => open(&root, reach, finding, spot),
        (Root::Pocket(_), Search::Nothing) => finding.help("open a wall between them"),
    })
}

/// The finding with its severity: an error where nobody can win without what is in there, or open a door.
fn judged(
    looks: &[Look<'_>],
    mut finding: Diagnostic,
    group: &Group,
    wanted: &Wanted,
    taken: Things,
) -> Diagnostic {
    let mut things = group.things.iter();
    let missed = things.find_map(|thing| wanted.get(&key_of(*thing)?));
    if let Some((key, door)) = missed {
        finding = awaited(looks, finding, *key, *door);
    }
    let is_needed =
        |thing: &(LevelId, Lost)| taken == Things::MustBeTaken && must_be_taken(looks, *thing);
    if looks[usize::from(group.root.level().0)].may_open_walls() {
        return finding.severity(Severity::Warning);
    }
    match missed.is_some() || group.things.iter().any(is_needed) {
        true => finding.severity(Severity::Error),
        false => finding,
    }
}

/// The finding with the stairs that lead to the level of its first thing, and with the hero.
fn located(
    looks: &[Look<'_>],
    mut finding: Diagnostic,
    group: &Group,
    level: LevelId,
) -> Diagnostic {
    let root = looks[usize::from(group.root.level().0)];
    let gate = group.stairs.filter(|_| level != root.id);
    if let Some(stairs) = gate {
        let text = "these stairs lead there, and no way leads to them";
        finding = finding.label(root.terrain(stairs), text);
    }
    let first = || looks.iter().find_map(|look| look.start);
    match root.start.or_else(first) {
        Some(start) => finding.label(start.span, start.label()),
        None => finding,
    }
}

/// The finding with the door that waits for a key in there, and with whoever has the key.
fn awaited(looks: &[Look<'_>], finding: Diagnostic, key: Key, door: Front) -> Diagnostic {
    let Look { level, dungeon, .. } = looks[usize::from(key.level.0)];
    let door = looks[usize::from(door.level.0)].terrain(door.at);
    let name = &dungeon.item(key.item).name;
    let finding = finding.label(door, format!("this door waits for the {name}"));
    let is_carried = match key.from {
        Bearer::Item(_) => false,
        Bearer::Body(_) => true,
        Bearer::Scatter(i) => matches!(level.scatters[i].what, Strewn::Body(..)),
    };
    if !is_carried {
        return finding;
    }
    let (span, place) = key_place(looks, key);
    finding.label(span, place)
}

/// What is most to be missed in a group.
fn code(group: &Group, foes: FoePolicy) -> Code {
    let codes = match foes {
        FoePolicy::MayStay => [Code::UnreachableItem, Code::UnreachableStairs],
        FoePolicy::MustDie | FoePolicy::MustBeShot => [Code::SealedMonster, Code::UnreachableItem],
    };
    let has = |code: &Code| {
        let mut things = group.things.iter();
        things.any(|(_, thing)| code_of(*thing) == *code)
    };
    let others = [Code::UnreachableStairs, Code::SealedMonster];
    let found = codes.into_iter().chain(others).find(has);
    found.unwrap_or(Code::SealedMonster)
}

fn code_of(thing: Lost) -> Code {
    match thing {
        Lost::Item(_) | Lost::Scatter(_) => Code::UnreachableItem,
        Lost::Stairs(_) => Code::UnreachableStairs,
        Lost::Monster(_) => Code::SealedMonster,
    }
}

/// Whether nobody can win without it.
fn must_be_taken(looks: &[Look<'_>], (level, thing): (LevelId, Lost)) -> bool {
    let Look { level, dungeon, .. } = looks[usize::from(level.0)];
    let item = match thing {
        Lost::Item(i) => level.items[i].1,
        Lost::Scatter(i) => match (level.scatters[i].what, level.scatters[i].amount) {
            (Strewn::Item(item), Amount::Count(_)) => item,
            _ => return false,
        },
        Lost::Stairs(_) | Lost::Monster(_) => return false,
    };
    dungeon.item(item).collectable
}

/// How a thing would be a key.
fn key_of((level, thing): (LevelId, Lost)) -> Option<(LevelId, Bearer)> {
    Some((
        level,
        match thing {
            Lost::Item(i) => Bearer::Item(i),
            Lost::Monster(i) => Bearer::Body(i),
            Lost::Scatter(i) => Bearer::Scatter(i),
            Lost::Stairs(_) => return None,
        },
    ))
}

/// Something out of reach, to be spoken of.
struct Enclosed<'a> {
    name: &'a str,
    called: String,
    span: Span,
    level: LevelId,
}

fn enclosed<'a>(looks: &[Look<'a>], (level, thing): (LevelId, Lost)) -> Enclosed<'a> {
    let look = looks[usize::from(level.0)];
    let dungeon = look.dungeon;
    let (name, at, span) = match thing {
        Lost::Item(i) => {
            let (p, item) = look.level.items[i];
            (&dungeon.item(item).name, Some(p), look.places.items[i].span)
        }
        Lost::Scatter(i) => {
            let name = match look.level.scatters[i].what {
                Strewn::Tile(tile) => &dungeon.tile(tile).name,
                Strewn::Item(item) => &dungeon.item(item).name,
                Strewn::Body(kind, _) => &dungeon.kind(kind).name,
            };
            (name, None, look.places.scatters[i])
        }
        Lost::Stairs(p) => {
            let tile = look.level.tiles.get(p).unwrap_or_default();
            (&dungeon.tile(tile).name, Some(p), look.terrain(p))
        }
        Lost::Monster(i) => {
            let spawn = &look.level.spawns[i];
            let span = look.places.spawns[i].span;
            (&dungeon.kind(spawn.kind).name, Some(spawn.at), span)
        }
    };
    let called = match at {
        Some(p) => format!("the {name} at {}", look.cell_called(p)),
        None => format!("the {name} scattered on {}", look.called()),
    };
    Enclosed {
        name,
        called,
        span,
        level,
    }
}

/// The stairs that would lead to a level if the hero could set foot on the ring where they stand.
fn on_the_ring<'l, 'a>(
    looks: &'l [Look<'a>],
    reach: &Reach<'_>,
    there: &Look<'_>,
) -> Option<(&'l Look<'a>, Point)> {
    let entered = looks.iter().filter(|look| reach.is_entered(look.id));
    let mut rims = entered.flat_map(|look| {
        let rim = look.level.tiles.size().rim();
        rim.map(move |p| (look, p))
    });
    rims.find(|(look, p)| {
        let tile = look.level.tiles.get(*p).map(|tile| look.dungeon.tile(tile));
        let feature = tile.map(|tile| tile.feature);
        matches!(feature, Some(Feature::Stairs(stairs)) if stairs.to == there.id)
    })
}

/// The finding with stairs that only monsters can come to.
fn moved_inwards(look: &Look<'_>, stairs: Point, finding: Diagnostic) -> Diagnostic {
    let name = look.terrain_name(stairs);
    finding
        .label(look.terrain(stairs), "these stairs lead there")
        .help(format!(
            "the hero cannot set foot on the outermost ring: move the {name} at {} inwards",
            look.cell_called(stairs)
        ))
}

/// The mend for a level that nothing leads to.
fn lead_there(looks: &[Look<'_>], reach: &Reach<'_>, there: &Look<'_>) -> String {
    let neighbour = |step: i16| {
        let index = usize::try_from(i16::from(there.id.0) + step).ok()?;
        looks.get(index).filter(|look| reach.is_entered(look.id))
    };
    let called = there.called();
    if let Some(above) = neighbour(-1) {
        return format!("nothing leads to {called}: {}", above.with_stairs('>'));
    }
    if let Some(below) = neighbour(1) {
        return format!("nothing leads to {called}: {}", below.with_stairs('<'));
    }
    match there.level.name.as_str() {
        "" => format!(
            "nothing leads to {called}: give it a name, and draw stairs with `to=` that name"
        ),
        _ => format!(
            "nothing leads to {called}: draw stairs with `to={called}` where the hero comes"
        ),
    }
}

/// The finding with what would have to go; a single drawn wall is a mechanical fix.
fn open(look: &Look<'_>, reach: &Reach<'_>, finding: Diagnostic, from: Spot) -> Diagnostic {
    let walls = thinnest(look, reach, from, finding.code);
    let (Some(first), Some(last)) = (walls.first().copied(), walls.last().copied()) else {
        return finding.help("open a wall between them");
    };
    let is_trap = reach.level(look.id).pockets.passage(first) == Passage::OneWay;
    if walls.len() == 1 && is_trap {
        let name = look.terrain_name(first);
        return finding
            .label(
                look.terrain(first),
                format!("this {name} carries him off whenever he walks here"),
            )
            .help("draw a way round it, or give it `once=yes`");
    }
    let finding = finding.help(match walls.len() {
        1 => format!("the thinnest wall is at {first}: open it"),
        2 => format!("the thinnest wall is at {first} and {last}: open both"),
        count => {
            format!("the thinnest wall is {count} cells thick, from {first} to {last}: open them")
        }
    });
    let cell = look.cell(first).filter(|cell| cell.start < cell.end);
    let floor = look
        .level
        .tiles
        .get(from.1)
        .map(|tile| look.dungeon.tile(tile));
    match (cell, floor) {
        (Some(cell), Some(floor)) if walls.len() == 1 => finding.fix(
            cell,
            match floor.feature {
                Feature::Plain => floor.glyph,
                _ => '.',
            },
        ),
        _ => finding,
    }
}

/// The fewest walls, and traps that carry the hero off, between him and a cell, his side first; a rim that is not his is
/// never opened.
fn thinnest(look: &Look<'_>, reach: &Reach<'_>, (id, from): Spot, code: Code) -> Vec<Point> {
    let level = reach.level(id);
    let size = look.level.tiles.size();
    let cost = |p| match level.pockets.passage(p) {
        Passage::Solid if !reach.manner.is_the_heros(size, p) => Cost::Never,
        Passage::Solid | Passage::Window | Passage::OneWay => Cost::One,
        Passage::Floor | Passage::Way | Passage::Locked => Cost::Free,
    };
    let is_shot_at = reach.manner.foes == FoePolicy::MustBeShot && code == Code::SealedMonster;
    let is_his = |p| level.is_reached(p) || is_shot_at && level.is_met(p, Gait::Slanting);
    let walls = cheapest(reach.manner.neighbours, size, from, is_his, cost);
    let mut walls = walls.unwrap_or_default();
    walls.reverse();
    walls
}
