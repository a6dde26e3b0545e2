//! The effects of terrain on bodies, in every game: doors and locks, boulders, slime, traps and the search for them,
//! signs, stairs and arrivals (E-15; docs/format, "Levels and stairs", "Doors and keys", "Traps").
use super::{combat, goals, sleep};
use crate::action::{Action, ActorId, Refusal, Verb};
use crate::body::Body;
use crate::chance::DrawPurpose;
use crate::ending::LossCause;
use crate::event::{AtTerrain, Event};
use crate::ground::CellLayers;
use crate::stage::Stage;
use crate::world::World;
use dungeon_ground::arrival::{Room, arrivals};
use dungeon_ground::passage::{Aim, Barrier, Lead, TilePassage};
use dungeon_model::dungeon::{
    ActingTerrain, Boulder, Feature, Guise, Harm, ItemId, ItemKind, LevelId, LockId, Pool, Rim,
    Side, Stair, Stairs, Through, Tile, TileId, Trap,
};
use dungeon_model::space::geometry::{Direction, Point, at};
use dungeon_model::space::narrow::count;

/// The verb that takes stairs down, for `Action::Do`; it is the same in every game ([E-15]).
///
/// ```
/// use dungeon::game::Refusal;
/// use dungeon::rule_parts::DESCEND;
/// use dungeon::{Action, Session};
///
/// let game = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?.game().clone();
/// assert_eq!(game.check(Action::Do(DESCEND)), Err(Refusal::NoStairsDown));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
pub const DESCEND: Verb = Verb(100);
/// The verb that takes stairs up, for `Action::Do`; it is the same in every game ([E-15]).
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
pub const ASCEND: Verb = Verb(101);

/// The differences between games in the rules for steps and arrivals.
#[derive(Clone, Copy, Debug)]
pub struct StepRules {
    /// The moment at which the game counts a round.
    pub count: RoundCount,
    /// Whether a hero who comes to an item of this kind takes it.
    pub takes: fn(&ItemKind) -> bool,
    /// Which bodies may stand on the outermost ring of cells.
    pub rim: Rim,
}

/// The moment at which a game counts a round. The rules need it to compute the round in which an alarm ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundCount {
    /// After the hero's action and before the monsters act.
    BeforeMonsters,
    /// After the monsters have acted.
    AfterMonsters,
}

/// The duration of an alarm in rounds of the monsters, including the round in which the alarm starts.
const ALARM: u32 = 10;
/// A search finds a hidden trap with a chance of 1 in `SEARCHES`.
const SEARCHES: u32 = 3;
/// The number of random cells to try before free cells are counted instead.
const GUESSES: u32 = 32;

/// Refuses a hero's step into a locked door if no key for the door is held. If a body is in the door, the step is
/// allowed, because it is an attack on the body.
///
/// # Errors
///
/// [`Refusal::Locked`] without a key for the door.
///
/// # Panics
///
/// If the world has no such body.
#[inline]
pub fn check_lock(world: &World, who: ActorId, to: Point) -> Result<(), Refusal> {
    check_lock_in(world, world.cell(world.body(who).level, to))
}

/// Checks a hero's step into a cell as [`check_lock`] does.
#[inline]
pub(super) fn check_lock_in(world: &World, cell: CellLayers) -> Result<(), Refusal> {
    match TilePassage::of(world.dungeon().tile(cell.tile)).lock() {
        Some(lock) if cell.body().is_none() => check_key(world, lock),
        _ => Ok(()),
    }
}

#[inline(never)] // keeps `check_lock_in` small, since few tiles have locks
fn check_key(world: &World, lock: LockId) -> Result<(), Refusal> {
    if world.opens(lock) {
        Ok(())
    } else {
        Err(Refusal::Locked)
    }
}

/// Performs a hero's step to a neighboring cell. If a closed door or slime is there, the hero opens the door or wipes
/// the slime away, and stays. Otherwise the hero pushes a boulder out of the way and walks to the cell, and the terrain
/// there has its effects. If the cell is not free, the hero bumps.
pub fn step(stage: &mut Stage<'_>, who: ActorId, to: Point, steps: StepRules) {
    let level = stage.body(who).level;
    if let Some(opened) = opened_by(stage, who, to) {
        open(stage, who, to, opened);
    } else if let Feature::Pool(pool) = stage.tile(level, to).feature {
        wipe(stage, who, to, pool);
    } else if let Some(push) = push(stage, who, to) {
        shove(stage, who, push);
        stage.walk(who, to);
        step_on(stage, who, steps);
    } else if stage.is_free_for(who, to) {
        stage.walk(who, to);
        step_on(stage, who, steps);
    } else {
        stage.emit(Event::Bumped { who, level, at: to });
    }
}

/// Makes a hero change places with a body on a neighboring cell. The terrain has its effects on both (M-5).
pub fn swap(stage: &mut Stage<'_>, who: ActorId, whom: ActorId, steps: StepRules) {
    let Body {
        level, at: from, ..
    } = *stage.body(who);
    let to = stage.body(whom).at;
    stage.emit(Event::Swapped {
        who,
        whom,
        level,
        from,
        to,
    });
    if let Some(acting) = acting_under(stage, whom) {
        hold_up(stage, whom, acting);
    }
    step_on(stage, who, steps);
}

/// A push of a boulder to the next cell. The cell `from` gets the tile `leaves`, and the cell `to` gets the tile
/// `becomes`.
struct BoulderPush {
    from: Point,
    to: Point,
    leaves: TileId,
    becomes: TileId,
}

/// Returns the push that happens when a hero steps to a cell; `None` if no boulder is there, or if the boulder cannot
/// move (T-1).
fn push(world: &World, who: ActorId, from: Point) -> Option<BoulderPush> {
    let Body {
        level, at: here, ..
    } = *world.body(who);
    let Feature::Boulder(Boulder { sort, leaves }) = world.tile(level, from).feature else {
        return None;
    };
    let to = from + here.toward(from)?;
    let behind = world.cell(level, to);
    let becomes = world.dungeon().pushed(sort, behind.tile)?;
    let is_empty = behind.item == ItemId::NONE && behind.body().is_none();
    let is_alone = world.body_at(level, from).is_none() && here.chebyshev(from) == 1;
    (is_empty && is_alone).then_some(BoulderPush {
        from,
        to,
        leaves,
        becomes,
    })
}

/// Moves a boulder. Does not move the hero who pushes the boulder.
fn shove(stage: &mut Stage<'_>, who: ActorId, push: BoulderPush) {
    let level = stage.body(who).level;
    let BoulderPush { from, to, .. } = push;
    let [tile, onto] = [from, to].map(|p| stage.cell(level, p).tile);
    stage.emit(Event::Pushed {
        who,
        level,
        from,
        to,
        tile,
        onto,
    });
    rebuild(stage, level, from, push.leaves);
    rebuild(stage, level, to, push.becomes);
}

/// Whether a hero's step to a cell does more than bump: the hero walks there, opens a door, pushes a boulder or wipes
/// slime away.
///
/// ```
/// use dungeon::Session;
/// use dungeon::geometry::at;
/// use dungeon::rule_parts::can_step;
///
/// let session = Session::from_text("map\n######\n#@+.$#\n######\nend\n")?;
/// let world = session.game().world();
/// assert!(can_step(world, world.commanded(), at(2, 1)), "the hero opens the door");
/// assert!(!can_step(world, world.commanded(), at(1, 0)));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn can_step(world: &World, who: ActorId, to: Point) -> bool {
    world.is_free_for(who, to) || can_clear(world, who, to)
}

/// Whether a hero's step to a cell that is not free opens a door, pushes a boulder or wipes slime away.
pub(super) fn can_clear(world: &World, who: ActorId, to: Point) -> bool {
    match TilePassage::of(world.tile(world.body(who).level, to)).barrier {
        Some(Barrier::Door(_)) => admits_hero(world, who, to),
        Some(Barrier::Boulder) => push(world, who, to).is_some(),
        Some(Barrier::Slime) => true,
        Some(Barrier::Fence) | None => false,
    }
}

/// Whether a hero on a longer route can walk over a cell. The cell must be free, or must have no body and a closed door
/// that the hero can open (K-3).
pub fn admits_hero(world: &World, who: ActorId, to: Point) -> bool {
    let is_empty = || world.body_at(world.body(who).level, to).is_none();
    world.is_free_for(who, to) || opened_by(world, who, to).is_some() && is_empty()
}

/// Moves a hero to the next cell of a longer route. The hero opens a closed door there and walks on. `admits_hero` must
/// be `true` for the cell. The terrain has no effect on the hero (K-13).
pub fn walk_unharmed(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    if let Some(opened) = opened_by(stage, who, to) {
        open(stage, who, to, opened);
    }
    stage.walk(who, to);
}

/// Moves a hero to a level: to the entrance, or to the nearest cell with room if the entrance has no room. If the level
/// has no entrance, the hero goes to its first cell with room.
pub fn enter(stage: &mut Stage<'_>, who: ActorId, level: LevelId, steps: StepRules) {
    let at = arrival(stage, level, stage.entrance(level), steps);
    arrive(stage, who, level, at, steps);
}

/// Performs a monster's step to a cell that is free for the monster. The monster opens a door there, or walks to the
/// cell. Traps do not spring, but slowing terrain slows the monster.
#[inline]
pub fn pass(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    match opened_by(stage, who, to) {
        Some(opened) => open(stage, who, to, opened),
        None => stage.walk(who, to),
    }
    // A cheap test comes first: the function runs for every step of every monster, and most dungeons have no terrain
    // that acts on bodies.
    if stage.has_acting_terrain()
        && let Some(acting) = acting_under(stage, who)
        && stage.body(who).at == to
    {
        hold_up(stage, who, acting);
    }
}

/// Returns the terrain under a body if the terrain acts on bodies; `None` for other terrain, and for a body that passes
/// walls.
pub(super) fn acting_under(world: &World, who: ActorId) -> Option<ActingTerrain> {
    let body = world.body(who);
    let acting = world.tile(body.level, body.at).acting()?;
    (body.through != Through::Walls).then_some(acting)
}

/// Makes a body that has stepped onto slowing terrain lose its next act (T-4).
fn hold_up(stage: &mut Stage<'_>, who: ActorId, acting: ActingTerrain) {
    if acting.is_slow {
        stage.emit(Event::Slowed(stage.under(who)));
    }
}

/// Takes life from the bodies that stand on harmful terrain of the current level: first from heroes, then from monsters
/// in their order ([T-3]). Takes no time in a dungeon without terrain that acts on bodies.
///
/// [T-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3
pub fn harm_bodies(stage: &mut Stage<'_>) {
    if !stage.has_acting_terrain() {
        return;
    }
    let level = stage.here();
    let ours = stage.ours().filter(|who| stage.body(*who).level == level);
    let harmed = ours.chain(stage.theirs(level));
    let harmed: Vec<(ActorId, i32)> = harmed
        .filter_map(|who| Some((who, harm_to(stage, who)?)))
        .collect();
    for (who, harm) in harmed {
        // A body earlier in the list may have burst and killed this body.
        if stage.body(who).alive {
            let on = stage.under(who);
            stage.emit(Event::Harmed(on));
            combat::wound(stage, who, harm, LossCause::Terrain(on.tile));
        }
    }
}

/// Returns the points of life that the terrain under a body takes in a round; `None` if the terrain does not harm the
/// body.
fn harm_to(world: &World, who: ActorId) -> Option<i32> {
    let acting = acting_under(world, who)?;
    let harms = match world.body(who).side {
        Side::Ours => acting.harm > 0,
        Side::Theirs => acting.harms_monsters(),
    };
    harms.then_some(acting.harm)
}

/// Makes a hero wipe slime away from a neighboring cell. The hero does not move.
fn wipe(stage: &mut Stage<'_>, who: ActorId, at: Point, pool: Pool) {
    let on = stage.at_terrain(who, at);
    stage.emit(Event::Wiped(on));
    rebuild(stage, on.level, at, pool.cleared);
}

fn open(stage: &mut Stage<'_>, who: ActorId, at: Point, opened: TileId) {
    let on = stage.at_terrain(who, at);
    stage.emit(Event::Opened(on));
    rebuild(stage, on.level, at, opened);
}

/// Takes the item at a cell of the hero's level, if the game's `StepRules::takes` allows items of its kind.
pub fn take(stage: &mut Stage<'_>, who: ActorId, at: Point, steps: StepRules) {
    let level = stage.body(who).level;
    if (steps.takes)(stage.item(stage.item_at(level, at))) {
        stage.take(who, at);
    }
}

/// Searches the eight cells around a hero for hidden traps, with a separate draw for each cell.
pub fn search(stage: &mut Stage<'_>, who: ActorId) {
    if stage.hides_traps() {
        Direction::ALL
            .into_iter()
            .for_each(|way| search_cell(stage, who, way));
    }
}

/// Searches a neighboring cell. Finds a hidden trap there with a chance of 1 in `SEARCHES`.
fn search_cell(stage: &mut Stage<'_>, who: ActorId, way: Direction) {
    let (level, at) = (stage.body(who).level, stage.body(who).at + way);
    let Feature::Trap(Trap {
        guise: Guise::Hidden(found),
        ..
    }) = stage.tile(level, at).feature
    else {
        return;
    };
    if stage
        .draw(DrawPurpose::Search, who, way as u32)
        .once_in(SEARCHES)
    {
        stage.emit(Event::Found(stage.at_terrain(who, at)));
        rebuild(stage, level, at, found);
    }
}

/// Checks that a verb takes stairs or a way out, and that a body stands on stairs or a way out in this direction
/// ([E-15]).
///
/// # Errors
///
/// [`Refusal::NoStairsDown`] or [`Refusal::NoStairsUp`] without stairs or a way out in the verb's direction;
/// [`Refusal::NotDone`] on a way out if leaving would not win yet; [`Refusal::UnknownHere`] for any other verb.
///
/// # Panics
///
/// If the world has no such body.
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
#[inline]
pub fn check_stairs(world: &World, who: ActorId, verb: Verb) -> Result<(), Refusal> {
    let (way, refusal) = stairs_of_verb(verb).ok_or(Refusal::UnknownHere)?;
    let body = world.body(who);
    match TilePassage::of(world.tile(body.level, body.at)).lead {
        Some(Lead::Stairs(stairs)) if stairs.way == way => Ok(()),
        Some(Lead::Exit(exit)) if exit == way => goals::check_exit(world),
        _ => Err(refusal),
    }
}

/// Whether an action takes the stairs, or the way out, of a tile ([E-15]).
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
pub fn is_done_on(action: Action, tile: &Tile) -> bool {
    let Action::Do(verb) = action else {
        return false;
    };
    let way = stairs_of_verb(verb).map(|(way, _)| way);
    way.is_some() && way == TilePassage::of(tile).taken_by()
}

/// Returns the action that takes stairs in this direction.
pub fn taking(way: Stair) -> Action {
    Action::Do(match way {
        Stair::Down => DESCEND,
        Stair::Up => ASCEND,
    })
}

/// Returns the direction of the stairs that a hero takes with this verb, and the refusal for a hero who is not on such
/// stairs; `None` for a verb that does not take stairs.
fn stairs_of_verb(verb: Verb) -> Option<(Stair, Refusal)> {
    match verb {
        DESCEND => Some((Stair::Down, Refusal::NoStairsDown)),
        ASCEND => Some((Stair::Up, Refusal::NoStairsUp)),
        _ => None,
    }
}

/// Returns the stairs under a body; `None` unless there are stairs in this direction (E-15).
fn stairs(world: &World, who: ActorId, way: Stair) -> Option<Stairs> {
    let body = world.body(who);
    let stairs = TilePassage::of(world.tile(body.level, body.at)).stairs();
    stairs.filter(|stairs| stairs.way == way)
}

/// Shows the text of the stairs or the way out under a body, and takes the stairs or the way out ([E-15]).
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
pub fn take_stairs(stage: &mut Stage<'_>, who: ActorId, verb: Verb, steps: StepRules) {
    let way = stairs_of_verb(verb).map(|(way, _)| way);
    let Some(stairs) = way.and_then(|way| stairs(stage, who, way)) else {
        read(stage, who);
        return goals::leave(stage, who);
    };
    read(stage, who);
    let Body { level, at, .. } = *stage.body(who);
    let back = || stage.sent_back(stairs.to, level, at);
    let to = stairs.at.or_else(back);
    let near = stage.followers().iter().copied();
    let near = near.filter(|ally| is_beside(stage.body(*ally), level, at));
    let company: Vec<ActorId> = near.collect();
    let to = arrival(stage, stairs.to, to, steps);
    arrive(stage, who, stairs.to, to, steps);
    if to.is_some() {
        bring(stage, &company, who, steps);
    }
}

/// Whether a body is on a neighboring cell of a cell.
fn is_beside(body: &Body, level: LevelId, at: Point) -> bool {
    body.level == level && body.at.chebyshev(at) == 1
}

/// Moves allies to the cells with room that are nearest to their leader (M-3). Allies without room stay.
fn bring(stage: &mut Stage<'_>, company: &[ActorId], leader: ActorId, steps: StepRules) {
    let Body { level, at, .. } = *stage.body(leader);
    for ally in company {
        if let Some(to) = arrival(stage, level, Some(at), steps) {
            stage.travel(*ally, level, to);
        }
    }
}

/// Returns the cell with room that is nearest to `to`, or the level's first cell with room if `to` is `None` (E-15).
/// `None` if no cell has room.
fn arrival(world: &World, level: LevelId, to: Option<Point>, steps: StepRules) -> Option<Point> {
    let room = |p| Room::from(has_room(world, level, p, steps));
    let first = arrivals(world.size(level), to, room).next();
    first.map(|cell| cell.at)
}

/// Moves a body to a cell with room. The body takes the item there and reads a sign, but springs no trap (E-15). If
/// `free` is `None`, the body stays on its cell and bumps.
fn arrive(
    stage: &mut Stage<'_>,
    who: ActorId,
    level: LevelId,
    free: Option<Point>,
    steps: StepRules,
) {
    match free {
        Some(at) => {
            stage.travel(who, level, at);
            take(stage, who, at, steps);
            if matches!(
                stage.tile(level, at).feature,
                Feature::Plain | Feature::Acting(_)
            ) {
                read(stage, who);
            }
        }
        None => {
            let (level, at) = (stage.body(who).level, stage.body(who).at);
            stage.emit(Event::Bumped { who, level, at });
        }
    }
}

/// Applies the terrain that a hero has just walked onto: shows its text, slows the hero, or springs its trap.
pub fn step_on(stage: &mut Stage<'_>, who: ActorId, steps: StepRules) {
    let (level, at) = (stage.body(who).level, stage.body(who).at);
    match stage.tile(level, at).feature {
        Feature::Plain => read(stage, who),
        Feature::Acting(acting) => {
            read(stage, who);
            hold_up(stage, who, acting);
        }
        Feature::Trap(trap) => spring(stage, who, trap, steps),
        // Doors, stairs and ways out show their text when they are opened or taken.
        Feature::Door(_)
        | Feature::Stairs(_)
        | Feature::Exit(_)
        | Feature::Fence(_)
        | Feature::Pool(_)
        | Feature::Boulder(_) => {}
    }
}

/// Shows the text of the terrain under a body, if the terrain has a text.
fn read(stage: &mut Stage<'_>, who: ActorId) {
    let on = stage.under(who);
    if !stage.dungeon().tile(on.tile).says.is_empty() {
        stage.emit(Event::Read(on));
    }
}

/// Springs the trap under a hero.
fn spring(stage: &mut Stage<'_>, who: ActorId, trap: Trap, steps: StepRules) {
    let on = stage.under(who);
    let (level, here) = (on.level, on.at);
    let tile = match trap.guise {
        Guise::Plain => on.tile,
        Guise::Hidden(found) => found,
    };
    stage.emit(Event::Sprung(AtTerrain { tile, ..on }));
    rebuild(stage, level, here, trap.sprung);
    let end = Lead::of_trap(trap.harm);
    let end = end.and_then(|lead| lead.end(stage.dungeon(), level, Some(here)));
    match (end, trap.harm) {
        (Some(end), _) => {
            let at = match end.aim {
                Aim::Cell(to) => arrival(stage, end.level, Some(to), steps),
                Aim::Anywhere | Aim::Back => any_free_cell(stage, who, steps),
            };
            arrive(stage, who, end.level, at, steps);
        }
        (None, Harm::Dart(damage) | Harm::Pit(damage)) => {
            stage.wound(who, damage, LossCause::Terrain(tile));
        }
        (None, Harm::Alarm) => ring(stage, level, steps),
        (None, Harm::Teleport(_)) => {}
    }
}

/// Starts an alarm on a level. The alarm lasts for `ALARM` rounds of the monsters.
pub fn ring(stage: &mut Stage<'_>, level: LevelId, steps: StepRules) {
    let next = match steps.count {
        RoundCount::BeforeMonsters => stage.round().saturating_add(1),
        RoundCount::AfterMonsters => stage.round(),
    };
    let until = next.saturating_add(ALARM);
    stage.emit(Event::Alarmed { level, until });
    sleep::wake_level(stage, level);
}

/// Moves a body to a cell, or to the nearest cell with room. The body takes the item there and reads a sign. If the
/// body is already on the cell, nothing happens.
pub fn carry(stage: &mut Stage<'_>, who: ActorId, level: LevelId, at: Point, steps: StepRules) {
    if (stage.body(who).level, stage.body(who).at) != (level, at) {
        let free = arrival(stage, level, Some(at), steps);
        arrive(stage, who, level, free, steps);
    }
}

/// Whether a hero can arrive at a cell: the cell is vacant and open to heroes. Some games close the outermost ring to
/// heroes, even if monsters walk there (E-1, S-10).
fn has_room(world: &World, level: LevelId, p: Point, steps: StepRules) -> bool {
    let is_allowed = steps.rim.is_the_heros() || world.size(level).contains_inside_rim(p);
    is_allowed && world.is_vacant(level, p)
}

/// Draws a cell with room on the body's level; all such cells are equally likely. `None` if no cell has room. First
/// tries random cells, to avoid a scan of the whole map. If all tries fail because the map is nearly full, counts the
/// cells with room and draws one of these cells.
fn any_free_cell(world: &World, who: ActorId, steps: StepRules) -> Option<Point> {
    let level = world.body(who).level;
    let size = world.size(level);
    let mut draw = world.draw(DrawPurpose::Teleport, who, 0);
    let has_room = |p: &Point| has_room(world, level, *p, steps);
    let guesses = draw.guesses(GUESSES);
    let mut guess = || {
        let (x, y) = (size.width as u32, size.height as u32);
        at(draw.below(x) as i32, draw.below(y) as i32)
    };
    if let Some(p) = (0..guesses).map(|_| guess()).find(has_room) {
        return Some(p);
    }
    let cells = size.points().filter(has_room).count();
    let nth = draw.below(count(cells)) as usize;
    size.points().filter(has_room).nth(nth)
}

/// Returns the open tile of the closed door at a cell; `None` if no closed door is there, or if this body cannot open
/// the door. Heroes need a key for a locked door. Monsters that pass walls open no doors, and all other monsters cannot
/// stand on the footing of a locked door.
#[inline]
fn opened_by(world: &World, who: ActorId, to: Point) -> Option<TileId> {
    let body = world.body(who);
    let may_open = body.side == Side::Ours || body.through == Through::Doors;
    if !may_open || world.is_valid(body.level, to) {
        return None; // fast path for every step of every monster: a closed door is never floor
    }
    let passage = TilePassage::of(world.tile(body.level, to));
    let opens = passage.lock().is_none_or(|lock| world.opens(lock));
    passage.opened().filter(|_| opens)
}

fn rebuild(stage: &mut Stage<'_>, level: LevelId, at: Point, tile: TileId) {
    if stage.cell(level, at).tile != tile {
        stage.emit(Event::Rebuilt { level, at, tile });
    }
}
