//! The finding for each group of things out of the hero's reach, and which wall to open.
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use super::hero_reach::{ClosedDoor, HeroReach};
use super::key_rings::{AwaitedKeys, key_place};
use super::key_sources::LockKey;
use super::level_view::{HeroStart, LevelView, ThingOrigin};
use super::met_monsters::meet;
use super::pushes::pushed;
use super::reach_rules::{FoePolicy, ItemGoal, Mobility};
use super::unreachable::{GroupRoot, UnreachableGroup, UnreachableThing};
use super::ways::DungeonCell;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::source::Span;
use dungeon_ground::pockets::Passage;
use dungeon_ground::pushes::boulder;
use dungeon_model::dungeon::grammar::nouns::{with_article, with_determiner};
use dungeon_model::dungeon::{Dungeon, Feature, Goal, LevelId, builtin, tables_mut};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::path::{Cost, cheapest};

/// The end of the label for a thing that is out of the hero's reach together with the subject of a finding.
pub const IN_THERE_TOO: &str = "is out of reach too";

/// The maximum number of things of one group that a finding points at; the other things are only counted.
const SHOWN: usize = 4;

/// The cost of one step of the search for the thinnest wall, in looks (units of work).
const LOOKS_A_STEP: u64 = 2;

/// The maximum number of rounds of pushes in the check whether opening a wall is enough. After that, every boulder
/// counts as one that can be pushed away.
const MOST_PUSHES: usize = 8;

/// The number of looks (units of work) per cell of the map that must be left when a search for the thinnest wall
/// begins, so that enough remain for later checks.
const LEFT_FOR_MENDS: u64 = 24;

/// How to search for walls to remove. Each search may cross the whole map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallSearch {
    /// Search for the thinnest wall, check whether opening it is enough, and name its cells.
    Tried,
    /// Search for the thinnest wall and name its cells.
    Thinnest,
    /// Say only that a wall must be opened.
    Nothing,
}

/// The finding for a group. The subject is the group's items; without items, its stairs; without both, its monsters. In
/// games where monsters must die, monsters come first.
pub fn sealed(
    views: &[LevelView<'_>],
    reach: &HeroReach<'_>,
    group: &UnreachableGroup,
    wanted: &AwaitedKeys,
    search: WallSearch,
) -> Option<Diagnostic> {
    let code = code(group, reach.rules.foes);
    // If the finding is about items, also list items beyond the stairs of the group; otherwise, only list things on the
    // group's own level.
    let is_listed_at =
        |level: LevelId| code == Code::UnreachableItem || level == group.root.level();
    let is_listed = |(level, thing): &&(LevelId, UnreachableThing)| {
        code_of(*thing) == code && is_listed_at(*level)
    };
    let mut things = group.things.iter().filter(is_listed);
    let first = *things.next()?;
    let (span, name, at) = mention(views, first);
    let (name, view) = (with_article(name), views[usize::from(first.0.0)]);
    let described = match at {
        Some(p) => format!("{name} at {}", view.cell_called(p)),
        None => format!("{name} scattered on {}", view.name()),
    };
    let others: Vec<(LevelId, UnreachableThing)> = things.copied().collect();
    let with_it = match others.len() {
        0 => String::new(),
        1 => " and 1 more thing in the same area".to_string(),
        count => format!(" and {count} more things in the same area"),
    };
    let message = format!(
        "expected a way from {} to {described}{with_it}, found none",
        reach.rules.us
    );
    let mut finding = Diagnostic::new(code, span, message);
    for thing in others.iter().take(SHOWN) {
        let (span, name, _) = mention(views, *thing);
        finding = finding.label(span, format!("{} {IN_THERE_TOO}", with_article(name)));
    }
    let finding = with_severity(views, finding, group, wanted, reach.rules.things);
    let finding = located(views, finding, group, first.0);
    let root = views[usize::from(group.root.level().0)];
    Some(match (group.root, search) {
        (GroupRoot::Level(_), _) => match on_the_ring(views, reach, &root) {
            Some((view, stairs)) => moved_inwards(view, stairs, finding),
            None => finding.help(lead_there(views, reach, &root)),
        },
        (GroupRoot::Pocket(cell), WallSearch::Tried | WallSearch::Thinnest) => {
            open(&root, reach, finding, cell, group, search)
        }
        (GroupRoot::Pocket(_), WallSearch::Nothing) => finding.help("open a wall between the two"),
    })
}

/// Sets the severity of a finding: an error if the group holds something that must be taken, or the key that a door
/// waits for.
fn with_severity(
    views: &[LevelView<'_>],
    mut finding: Diagnostic,
    group: &UnreachableGroup,
    wanted: &AwaitedKeys,
    taken: ItemGoal,
) -> Diagnostic {
    let mut things = group.things.iter();
    let missed = things.find_map(|(level, thing)| match thing {
        UnreachableThing::Placed(from) => wanted.get(&(*level, *from)),
        _ => None,
    });
    if let Some((key, door)) = missed {
        finding = awaited(views, finding, *key, *door);
    }
    let is_needed = |thing: &(LevelId, UnreachableThing)| {
        taken == ItemGoal::MustBeTaken && must_be_taken(views, *thing)
    };
    if views[usize::from(group.root.level().0)].may_open_walls() {
        return finding.severity(Severity::Warning);
    }
    if missed.is_some() && wanted.are_needed || group.things.iter().any(is_needed) {
        finding.severity(Severity::Error)
    } else {
        finding
    }
}

/// Adds labels for the stairs that lead to the level of the group's first thing, and for the hero.
fn located(
    views: &[LevelView<'_>],
    finding: Diagnostic,
    group: &UnreachableGroup,
    level: LevelId,
) -> Diagnostic {
    let root = views[usize::from(group.root.level().0)];
    let gate = group.stairs.filter(|_| level != root.id);
    let gate = gate.map(|stairs| root.terrain(stairs));
    let finding = finding.label_if(gate, "these stairs lead there, but cannot be reached");
    let first = || views.iter().find_map(|view| view.start);
    let start = root.start.or_else(first);
    let label = start.map_or_else(String::new, HeroStart::label);
    finding.label_if(start.map(|start| start.span), label)
}

/// Adds labels for the door that waits for a key of the group, and for the body that carries the key.
fn awaited(
    views: &[LevelView<'_>],
    finding: Diagnostic,
    key: LockKey,
    door: ClosedDoor,
) -> Diagnostic {
    let dungeon = views[usize::from(key.level.0)].dungeon;
    let door = views[usize::from(door.level.0)].terrain(door.at);
    let name = with_article(&dungeon.item(key.item).name);
    let finding = finding.label(door, format!("this door needs {name}"));
    let (_, thing, _) = views[usize::from(key.level.0)].placed(key.from);
    if thing.is_none_or(|thing| thing.body().is_none()) {
        return finding;
    }
    let (span, place) = key_place(views, key);
    finding.label(span, place)
}

/// The code of the finding for a group's most important things.
fn code(group: &UnreachableGroup, foes: FoePolicy) -> Code {
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

fn code_of(thing: UnreachableThing) -> Code {
    match thing {
        UnreachableThing::Placed(ThingOrigin::Body(_)) => Code::SealedMonster,
        UnreachableThing::Placed(_) => Code::UnreachableItem,
        UnreachableThing::Stairs(_) | UnreachableThing::Exit(_) => Code::UnreachableStairs,
    }
}

/// Whether the game cannot be won without taking a thing.
fn must_be_taken(views: &[LevelView<'_>], (level, thing): (LevelId, UnreachableThing)) -> bool {
    let view = views[usize::from(level.0)];
    let UnreachableThing::Placed(from) = thing else {
        return false;
    };
    let is_certain = match from {
        ThingOrigin::Scatter(nth) => view.level.scatters[nth].amount.is_certain(),
        _ => true,
    };
    let (_, thing, _) = view.placed(from);
    is_certain && thing.is_some_and(|thing| view.dungeon.is_about(Goal::Take, thing))
}

/// The place of a thing in the text, its name, and its cell. The cell is `None` for a scatter.
fn mention<'a>(
    views: &[LevelView<'a>],
    (level, thing): (LevelId, UnreachableThing),
) -> (Span, &'a str, Option<Point>) {
    let view = views[usize::from(level.0)];
    match thing {
        UnreachableThing::Stairs(p) | UnreachableThing::Exit(p) => {
            (view.terrain(p), view.terrain_name(p), Some(p))
        }
        UnreachableThing::Placed(from) => {
            let (span, thing, at) = view.placed(from);
            let name = thing.map_or("", |thing| view.dungeon.name_of(thing));
            (span, name, at)
        }
    }
}

/// The stairs that lead to a level and stand on the rim, where the hero cannot step.
fn on_the_ring<'l, 'a>(
    views: &'l [LevelView<'a>],
    reach: &HeroReach<'_>,
    there: &LevelView<'_>,
) -> Option<(&'l LevelView<'a>, Point)> {
    let entered = views.iter().filter(|view| reach.is_entered(view.id));
    let mut rims = entered.flat_map(|view| {
        let rim = view.level.tiles.size().rim();
        rim.map(move |p| (view, p))
    });
    rims.find(|(view, p)| {
        let feature = view.tile(*p).map(|tile| tile.feature);
        matches!(feature, Some(Feature::Stairs(stairs)) if stairs.to == there.id)
    })
}

/// Adds the help text about stairs that only monsters can reach.
fn moved_inwards(view: &LevelView<'_>, stairs: Point, finding: Diagnostic) -> Diagnostic {
    let name = with_article(view.terrain_name(stairs));
    finding
        .label(view.terrain(stairs), "these stairs lead there")
        .help(format!(
            "move {name} at {} inward: the hero cannot enter the outermost ring",
            view.cell_called(stairs)
        ))
}

/// The help text about a level that nothing leads to.
fn lead_there(views: &[LevelView<'_>], reach: &HeroReach<'_>, there: &LevelView<'_>) -> String {
    let neighbour = |step: i16| {
        let index = usize::try_from(i16::from(there.id.0) + step).ok()?;
        views.get(index).filter(|view| reach.is_entered(view.id))
    };
    let level = there.name();
    if let Some(above) = neighbour(-1) {
        return format!("nothing leads to {level}: {}", above.with_stairs('>'));
    }
    if let Some(below) = neighbour(1) {
        return format!("nothing leads to {level}: {}", below.with_stairs('<'));
    }
    match there.level.name.as_str() {
        "" => format!(
            "nothing leads to {level}: give it a name, and draw stairs with that name as `to=`"
        ),
        _ => {
            format!(
                "nothing leads to {level}: draw stairs with `to={level}` where the hero can reach them"
            )
        }
    }
}

/// Adds the help that names the walls to open. The help becomes a mechanical fix if opening a single drawn wall is
/// enough. If opening was not tried or is not enough, the help only says where the walls are.
fn open(
    view: &LevelView<'_>,
    reach: &HeroReach<'_>,
    finding: Diagnostic,
    from: DungeonCell,
    group: &UnreachableGroup,
    search: WallSearch,
) -> Diagnostic {
    let walls = thinnest_wall(view, reach, from, finding.code);
    let (Some(first), Some(last)) = (walls.first().copied(), walls.last().copied()) else {
        return finding.help("open a wall between the two");
    };
    let passage = reach.level(view.id).pockets.passage(first);
    let name = with_determiner("this", view.terrain_name(first));
    let no_wall = match passage {
        _ if walls.len() > 1 => None,
        Passage::Stepwise(_) => Some((
            format!("no step leads onto {name} from the hero's side"),
            "draw a way around it, or let the hero in with `enter=`",
        )),
        Passage::Carrier => Some((
            format!("{name} carries the hero away at each step onto it"),
            "draw a way around it, or give it `once=yes`",
        )),
        _ => None,
    };
    if let Some((label, help)) = no_wall {
        return finding.label(view.terrain(first), label).help(help);
    }
    let place = |p: Point| match view.chance_mark(p) {
        None => p.to_string(),
        Some(mark) => format!("{p} (the mark `{mark}`)"),
    };
    let (start, end) = (place(first), place(last));
    let (wall, open) = match walls.len() {
        1 => (format!("the thinnest wall is at {start}"), "open it"),
        2 => (
            format!("the thinnest wall is at {start} and {end}"),
            "open both",
        ),
        count => (
            format!("the thinnest wall is {count} cells thick, from {start} to {end}"),
            "open them",
        ),
    };
    if search != WallSearch::Tried {
        return finding.help(wall);
    }
    if !is_enough(reach, (from, group), &walls, finding.code) {
        return finding.help(format!("{wall}; opening it is not enough"));
    }
    let finding = finding.help(format!("{wall}: {open}"));
    let cell = view.drawn_cell(first);
    match (cell, view.tile(from.1)) {
        (Some(cell), Some(floor)) if walls.len() == 1 => finding.suggest(
            cell,
            match floor.feature {
                Feature::Plain => floor.glyph,
                _ => '.',
            },
        ),
        _ => finding,
    }
}

/// Whether the hero reaches the root of a group (or a monster there) and every thing of the group with a fixed cell,
/// once these walls are floor. Boulders count as walls until the hero reaches a cell from which one can be pushed away.
fn is_enough(
    reach: &HeroReach<'_>,
    ((id, from), group): (DungeonCell, &UnreachableGroup),
    walls: &[Point],
    code: Code,
) -> bool {
    let mut dungeon = reach.dungeon.clone();
    let levels = Arc::make_mut(&mut tables_mut(&mut dungeon).levels);
    let tiles = &mut levels[usize::from(id.0)].tiles;
    walls.iter().for_each(|p| tiles.set(*p, builtin::FLOOR));
    let is_missed = |opened: &HeroReach<'_>, (id, thing): &(LevelId, UnreachableThing)| {
        let cell = thing.fixed_cell(&dungeon.levels[usize::from(id.0)]);
        cell.is_some_and(|cell| !opened.is_reached((*id, cell)))
    };
    let mut fixed = boulders(&dungeon);
    for round in 0.. {
        let walled = with_walls(&dungeon, &fixed);
        let mut opened = reach.search_in(&walled);
        meet(&mut opened);
        let level = opened.level(id);
        let is_met = || level.is_met(from, Mobility::Slanting);
        if (level.is_reached(from) || code == Code::SealedMonster && is_met())
            && !group.things.iter().any(|thing| is_missed(&opened, thing))
        {
            return true;
        }
        let before = fixed.len();
        if round < MOST_PUSHES {
            unfix(&dungeon, &opened, &mut fixed);
        } else {
            fixed.clear();
        }
        if fixed.len() == before {
            break;
        }
    }
    false
}

/// Returns the cells of all boulders.
fn boulders(dungeon: &Dungeon) -> HashSet<DungeonCell> {
    let mut cells = HashSet::new();
    if dungeon.pushes.is_empty() {
        return cells;
    }
    for (id, level) in dungeon.numbered_levels() {
        let is_boulder = |p: &Point| {
            let tile = level.tiles.get(*p);
            tile.is_some_and(|tile| boulder(dungeon, tile).is_some())
        };
        let found = level.tiles.size().points().filter(is_boulder);
        cells.extend(found.map(|p| (id, p)));
    }
    cells
}

/// Returns a dungeon with walls on some cells.
fn with_walls(dungeon: &Dungeon, cells: &HashSet<DungeonCell>) -> Dungeon {
    let mut walled = dungeon.clone();
    let levels = Arc::make_mut(&mut tables_mut(&mut walled).levels);
    for (id, p) in cells {
        levels[usize::from(id.0)].tiles.set(*p, builtin::WALL);
    }
    walled
}

/// Removes the boulders that a hero may push away from the cells in reach, and all boulders of levels where boulders
/// may appear anywhere.
fn unfix(dungeon: &Dungeon, reach: &HeroReach<'_>, fixed: &mut HashSet<DungeonCell>) {
    for (id, drawn) in dungeon.numbered_levels() {
        let level = reach.level(id);
        // Boulders are not pushed onto items (T-1), and the hero removes items only from cells in reach.
        let items = drawn.items.iter().map(|(p, _)| *p);
        let items: HashSet<Point> = items.filter(|p| !level.is_reached(*p)).collect();
        let is_fixed = |p| fixed.contains(&(id, p)) || items.contains(&p);
        let pushed = pushed(dungeon, id, |p| level.is_stood_on(p), is_fixed);
        fixed.retain(|(level, p)| {
            let may_leave = pushed.as_ref().is_none_or(|pushed| pushed.left.contains(p));
            *level != id || !may_leave
        });
    }
}

/// Returns the obstacles between the hero and a cell, on the path with the fewest obstacles, ordered from the hero's
/// side. Obstacles are walls, and traps that carry the hero elsewhere. Never opens a rim that the hero cannot enter.
/// Empty if the meter has too few looks (units of work) left, since findings matter more than fixes.
fn thinnest_wall(
    view: &LevelView<'_>,
    reach: &HeroReach<'_>,
    (id, from): DungeonCell,
    code: Code,
) -> Vec<Point> {
    let level = reach.level(id);
    let size = view.level.tiles.size();
    if reach.meter.left() < LEFT_FOR_MENDS * size.area() as u64 {
        return Vec::new();
    }
    let looks = Cell::new(0);
    let cost = |p| {
        looks.set(looks.get() + LOOKS_A_STEP);
        match level.pockets.passage(p) {
            Passage::Solid if !reach.rules.is_the_heros(size, p) => Cost::Never,
            Passage::Stepwise(_) if level.is_stood_on(p) => Cost::Free,
            Passage::Solid | Passage::Window | Passage::Carrier | Passage::Stepwise(_) => Cost::One,
            Passage::Floor | Passage::Way | Passage::Locked => Cost::Free,
        }
    };
    let is_shot_at = reach.rules.foes == FoePolicy::MustBeShot && code == Code::SealedMonster;
    let is_heros_side =
        |p| level.is_stood_on(p) || is_shot_at && level.is_met(p, Mobility::Slanting);
    let walls = cheapest(reach.rules.neighbours, size, from, is_heros_side, cost);
    reach.meter.settle(looks.get());
    let mut walls = walls.unwrap_or_default();
    walls.reverse();
    walls
}
