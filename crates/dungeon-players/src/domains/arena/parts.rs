//! The parts of arena's boards that no way ever joins, even with everything opened, wiped away and sprung. The hero can
//! neither stomp an enemy in another part nor be attacked by it.

use crate::domains::walked_parts::walked_parts;
use crate::search::budget::Meter;
use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_ground::arrival::{Room, arrivals_among};
use dungeon_ground::future::{TileFuture, becoming, futures};
use dungeon_ground::passage::{Aim, TilePassage, WayEnd};
use dungeon_ground::pockets::Pockets;
use dungeon_model::dungeon::{
    CauseEffect, Footing, Goal, Hunt, Kind, LevelId, Roam, Side, Through, builtin,
};
use dungeon_model::space::geometry::{Neighbours, Point};
use dungeon_model::space::narrow::count;

/// The maximum number of cells that may carry the hero elsewhere. With more such cells, the search never concludes that
/// an enemy is shut off.
const MOST_WAYS: usize = 1_000;

/// A movement that several bodies share: the board, the terrain that they pass, and whether they step diagonally.
type BoardMovement = (LevelId, Through, bool);

/// The parts of a board between which bodies that share a movement never walk.
struct MovedParts {
    through: Through,
    slantwise: bool,
    parts: Pockets<'static>,
    /// By part: the hero's parts that overlap the part or are next to it. There the hero can meet its bodies.
    touched: Vec<Vec<u32>>,
}

/// The parts of the boards that the hero and the enemies can ever reach.
pub struct BoardParts<'a> {
    meter: &'a Meter<'a>,
    futures: Vec<TileFuture>, // by TileId
    /// The hero's parts of each board, by `LevelId`. The number of a part in the whole game is its number on the board
    /// plus `before`.
    boards: Vec<Pockets<'static>>,
    before: Vec<u32>,
    /// The cells that may carry a hero elsewhere, each with its part.
    ways: Vec<(u32, LevelId, Point)>,
    /// By `LevelId`, and for each movement on that board: the parts of the board, and for each of them the hero's parts
    /// that it touches.
    theirs: Vec<Vec<MovedParts>>,
    /// By `KindId`: whether bodies of the kind may ever step diagonally.
    slantwise: Vec<bool>,
    /// For each of the hero's parts: whether each part can be reached from it; empty if not computed yet.
    ours: Vec<Vec<bool>>,
    /// By the hero's part and `LevelId`: whether no enemy can be shut off there; empty if not computed yet.
    safe: Vec<Vec<bool>>,
    /// Whether no enemy can become shut off after the start.
    is_fixed: bool,
    has_births: bool,
}

impl<'a> BoardParts<'a> {
    /// Splits the boards of a world into parts. Returns `None` if the dungeon is too complex for certain claims about
    /// shut-off enemies (`is_certain`), or if the budget ends.
    pub fn new(world: &World, meter: &'a Meter<'a>) -> Option<BoardParts<'a>> {
        let dungeon = world.dungeon();
        let futures = futures(dungeon);
        if !is_certain(world, &futures) {
            return None;
        }
        let mut parts = BoardParts {
            meter,
            futures,
            boards: Vec::new(),
            before: Vec::new(),
            ways: Vec::new(),
            theirs: dungeon.levels.iter().map(|_| Vec::new()).collect(),
            slantwise: dungeon.kinds.iter().map(steps_slantwise).collect(),
            ours: Vec::new(),
            safe: Vec::new(),
            is_fixed: false,
            has_births: dungeon.kinds.iter().any(|kind| kind.spawns.is_some())
                || world.may_be_invaded(),
        };
        let levels = dungeon.levels.iter();
        let area: usize = levels.map(|level| level.tiles.size().area()).sum();
        // The numbers per cell: one for the hero's parts, and for each of two movements one for its parts and up to
        // five for touched parts.
        let numbers = 1 + 2 * (1 + 5);
        if !meter.fits_beside(numbers * size_of::<u32>() * area) {
            return None;
        }
        parts.add_boards(world);
        let steps_straight = |kind: &Kind| kind.side == Side::Ours || !steps_slantwise(kind);
        let is_one_board = parts.boards.len() == 1 && parts.ways.is_empty();
        let mut kinds = world.bodies().iter().map(|body| dungeon.kind(body.kind));
        parts.is_fixed = is_one_board && !parts.has_births && kinds.all(steps_straight);
        let is_known = parts.ways.len() <= MOST_WAYS && !meter.is_stopped();
        is_known.then_some(parts)
    }

    /// Splits all boards into the hero's parts, and finds the cells that may carry the hero elsewhere.
    fn add_boards(&mut self, world: &World) {
        let hero = world.body(world.commanded()).through;
        let levels = || world.dungeon().numbered_levels().map(|(level, _)| level);
        let mut before = 0;
        for level in levels() {
            let board = self.walked(world, (level, hero, false));
            self.before.push(before);
            before += count(board.count());
            self.boards.push(board);
        }
        self.ours = vec![Vec::new(); before as usize];
        self.safe = vec![Vec::new(); before as usize];
        for level in levels() {
            for p in world.size(level).points() {
                let part = self.part(level, p);
                if let Some(part) = part.filter(|_| self.future(world, level, p).carries) {
                    self.ways.push((part, level, p));
                }
            }
        }
    }

    /// Whether no enemy can become shut off after the start, so that no later check is needed.
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// Returns the cells of a board that may carry a hero elsewhere.
    pub fn ways_elsewhere(&self, level: LevelId) -> impl Iterator<Item = Point> {
        let ways = self.ways.iter().filter(move |(_, of, _)| *of == level);
        ways.map(|(_, _, p)| *p)
    }

    /// Returns the cells of enemies that must die and are shut off for good.
    pub fn shut_off(&mut self, world: &World) -> Vec<(LevelId, Point)> {
        let Some(hero) = self.hero(world) else {
            return Vec::new();
        };
        let levels = world.dungeon().numbered_levels();
        let mut shut_off: Vec<ActorId> =
            levels.flat_map(|(level, _)| world.theirs(level)).collect();
        shut_off.retain(|who| must_die(world, *who) && self.is_shut_off(world, hero, *who));
        let bodies = shut_off.into_iter().map(|who| world.body(who));
        bodies.map(|body| (body.level, body.at)).collect()
    }

    /// Whether an enemy that must die is shut off for good.
    pub fn has_shut_off(&mut self, world: &World) -> bool {
        let Some(hero) = self.hero(world) else {
            return false;
        };
        if self.safe[hero as usize].is_empty() {
            let levels = world.dungeon().numbered_levels();
            let is_safe = |(level, _)| self.is_safe(world, hero, level);
            self.safe[hero as usize] = levels.map(is_safe).collect();
        }
        let mut levels = world.dungeon().numbered_levels().map(|(level, _)| level);
        levels.any(|level| {
            if self.safe[hero as usize][usize::from(level.0)] {
                return false;
            }
            let mut theirs = world.theirs(level);
            theirs.any(|who| must_die(world, who) && self.is_shut_off(world, hero, who))
        })
    }

    /// The number of the hero's part; `None` if the hero is in no part. Also stores the parts that the hero can reach
    /// from there in `ours`.
    fn hero(&mut self, world: &World) -> Option<u32> {
        let hero = world.body(world.commanded());
        let part = self.part(hero.level, hero.at)?;
        if self.ours[part as usize].is_empty() {
            self.ours[part as usize] = self.reached(world, part);
        }
        Some(part)
    }

    /// Whether an enemy is shut off for good from a hero in the part `hero`.
    fn is_shut_off(&mut self, world: &World, hero: u32, who: ActorId) -> bool {
        let body = world.body(who);
        let slantwise = self.slantwise[usize::from(body.kind.0)];
        let nth = self.moved_parts(world, (body.level, body.through, slantwise));
        let MovedParts { parts, touched, .. } = &self.theirs[usize::from(body.level.0)][nth];
        // A body on a cell where it could not walk has no part: nothing is claimed about it.
        let part = parts.node(body.at);
        let touched = part.map(|part| &touched[part as usize]);
        let ours = &self.ours[hero as usize];
        let is_apart = |touched: &Vec<u32>| {
            // A list that the budget cut short proves nothing.
            self.meter.look(1 + touched.len()) && !touched.iter().any(|part| ours[*part as usize])
        };
        touched.is_some_and(is_apart)
    }

    /// Whether no enemy on a level can be shut off from a hero in the part `hero`, wherever it stands: each part in
    /// which a kind of enemy can walk touches a part that the hero can reach.
    fn is_safe(&mut self, world: &World, hero: u32, level: LevelId) -> bool {
        let dungeon = world.dungeon();
        let kinds = dungeon.kinds.iter().zip(0_usize..);
        let mut enemies = kinds.filter(|(kind, _)| kind.side == Side::Theirs);
        enemies.all(|(kind, id)| {
            let movement = (level, kind.through, self.slantwise[id]);
            let nth = self.moved_parts(world, movement);
            let touched = &self.theirs[usize::from(level.0)][nth].touched;
            let ours = &self.ours[hero as usize];
            let is_met = |touched: &Vec<u32>| touched.iter().any(|part| ours[*part as usize]);
            self.meter.look(touched.len()) && touched.iter().all(is_met)
        })
    }

    /// Returns the index of a movement in the list of its level. Computes its parts if they are not there.
    fn moved_parts(&mut self, world: &World, movement: BoardMovement) -> usize {
        let (level, through, slantwise) = movement;
        let nth = usize::from(level.0);
        let is_same = |of: &MovedParts| (of.through, of.slantwise) == (through, slantwise);
        let known = self.theirs[nth].iter().position(is_same);
        known.unwrap_or_else(|| {
            let (parts, touched) = self.meeting(world, movement);
            self.theirs[nth].push(MovedParts {
                through,
                slantwise,
                parts,
                touched,
            });
            self.theirs[nth].len() - 1
        })
    }

    fn future(&self, world: &World, level: LevelId, p: Point) -> TileFuture {
        self.futures[usize::from(world.cell(level, p).tile.0)]
    }

    /// The number of a cell's part in the whole game; `None` if the hero never walks there.
    fn part(&self, level: LevelId, p: Point) -> Option<u32> {
        let nth = usize::from(level.0);
        Some(self.before[nth] + self.boards[nth].node(p)?)
    }

    /// Splits a board into the parts between which bodies that share a movement never walk.
    fn walked(
        &self,
        world: &World,
        (level, through, slantwise): BoardMovement,
    ) -> Pockets<'static> {
        let neighbours = if slantwise {
            Neighbours::Eight
        } else {
            Neighbours::Four
        };
        let lets_in = |p| self.future(world, level, p).least.admits(through);
        walked_parts(world.size(level), neighbours, lets_in, self.meter)
    }

    /// Divides a board into parts for a movement: a body with this movement never leaves its part. For each part,
    /// returns the hero's parts in which the hero can meet such a body, because they contain a cell of the body's part
    /// or a cell next to it.
    fn meeting(&self, world: &World, movement: BoardMovement) -> (Pockets<'static>, Vec<Vec<u32>>) {
        let theirs = self.walked(world, movement);
        let mut touched = vec![Vec::new(); theirs.count()];
        let beside = Neighbours::Four.directions();
        for p in world.size(movement.0).points() {
            if let Some(part) = theirs.node(p).filter(|_| self.meter.look(1)) {
                let near = beside.iter().map(|way| p + *way).chain([p]);
                touched[part as usize].extend(near.filter_map(|near| self.part(movement.0, near)));
            }
        }
        for touched in &mut touched {
            touched.sort_unstable();
            touched.dedup();
        }
        (theirs, touched)
    }

    /// The parts that a hero can ever reach from a part: over cells that may carry the hero elsewhere and, in a game of
    /// several boards, from the start of each board.
    fn reached(&self, world: &World, from: u32) -> Vec<bool> {
        let mut reached = vec![false; self.ours.len()];
        let mut work = vec![from];
        if self.boards.len() > 1 {
            for (level, _) in world.dungeon().numbered_levels() {
                work.extend(self.landings(world, level, world.entrance(level), 0));
            }
        }
        while let Some(part) = work.pop() {
            if !std::mem::replace(&mut reached[part as usize], true)
                && self.meter.look(1 + self.ways.len())
            {
                let ways = self.ways.iter().filter(|(of, ..)| *of == part);
                work.extend(ways.flat_map(|(_, level, p)| self.carried(world, *level, *p)));
            }
        }
        reached
    }

    /// The parts where a hero who steps onto a cell may land, if the cell's tile or a tile that may replace it carries
    /// the hero off.
    fn carried(&self, world: &World, level: LevelId, p: Point) -> Vec<u32> {
        let dungeon = world.dungeon();
        let mut parts = Vec::new();
        for tile in becoming(dungeon, world.cell(level, p).tile) {
            let lead = TilePassage::of(dungeon.tile(tile)).lead;
            let end = lead.and_then(|lead| lead.end(dungeon, level, Some(p)));
            if let Some(WayEnd { level: to, aim }) = end {
                let at = match aim {
                    Aim::Cell(at) => Some(at),
                    Aim::Back | Aim::Anywhere => None,
                };
                // On the same board, the hero's own body occupies a cell, too.
                parts.extend(self.landings(world, to, at, usize::from(to == level)));
            }
        }
        parts
    }

    /// The parts where a hero sent to a cell may land. Enemies and other heroes may occupy cells, so the hero lands
    /// near that cell, at most as many cells away as there are enemies and other heroes on that board. Returns all
    /// parts of the board if the cell is unknown, or if newborn monsters may fill the board.
    fn landings(
        &self,
        world: &World,
        level: LevelId,
        at: Option<Point>,
        heroes: usize,
    ) -> Vec<u32> {
        let board = &self.boards[usize::from(level.0)];
        let before = self.before[usize::from(level.0)];
        let Some(at) = at.filter(|_| !self.has_births) else {
            self.meter.look(board.count());
            return (before..before + count(board.count())).collect();
        };
        let bodies = world.theirs(level).count() + heroes;
        let room = |p: Point| {
            if !self.meter.look(1) {
                return Room::Yes; // out of budget: ends the list
            }
            let future = self.future(world, level, p);
            match (future.least, future.greatest) {
                (_, Footing::Anyone) => Room::Yes,
                (Footing::Anyone, _) => Room::Perhaps,
                _ => Room::No,
            }
        };
        let cells = arrivals_among(bodies, world.size(level), Some(at), room);
        let parts = cells.filter_map(|cell| self.part(level, cell.at));
        let mut parts: Vec<u32> = parts.collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

/// Whether the dungeon is simple enough for certain claims about shut-off enemies.
fn is_certain(world: &World, futures: &[TileFuture]) -> bool {
    let dungeon = world.dungeon();
    // In a file with goals of its own, a game can be won while a shut-off enemy lives, unless a goal needs monsters
    // dead. On terrain that harms monsters, the enemy may die without the hero. A push may open any wall of boulders.
    let may_live = !dungeon.goals.is_empty() && !dungeon.goals.contains(&Goal::Kill);
    if may_live || world.may_harm_monsters() || !dungeon.pushes.is_empty() {
        return false;
    }
    // A cause may open a way, crush an enemy, move the hero, or win. Monsters that a cause brings are treated like
    // newborn ones, and a gift opens no wall.
    let may_help = |effect: &CauseEffect| match effect {
        CauseEffect::Tile { .. }
        | CauseEffect::Open(_)
        | CauseEffect::Move(_)
        | CauseEffect::Win => true,
        CauseEffect::Spawn { .. }
        | CauseEffect::Give(_)
        | CauseEffect::Alarm
        | CauseEffect::Wake(_)
        | CauseEffect::Lose => false,
    };
    if world.effects_to_come().any(may_help) {
        return false;
    }
    // A burst kills through walls, and floor that carries the hero off may appear anywhere.
    let floor = futures[usize::from(builtin::FLOOR.0)];
    !dungeon.kinds.iter().any(Kind::can_burst) && !floor.carries && world.ours().count() == 1
}

/// Whether the game cannot be won while this enemy lives. In files with goals, true only for enemies that a goal
/// requires to be killed; in other files, true for every enemy.
fn must_die(world: &World, who: ActorId) -> bool {
    world.dungeon().goals.is_empty() || world.kind(who).is_wanted
}

/// Whether bodies of a kind may ever step diagonally.
fn steps_slantwise(kind: &Kind) -> bool {
    kind.behaviour.parts().is_some_and(|parts| {
        let hunts_straight = matches!(parts.hunt, Hunt::Axis | Hunt::Stand);
        let roams_straight = matches!(parts.roam, Roam::Random | Roam::Stand);
        !(hunts_straight && roams_straight)
    })
}
