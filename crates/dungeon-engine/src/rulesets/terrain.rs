//! What terrain does to a body that comes upon it, for every game: doors and locks, traps and how they are found,
//! signs, stairs, and arriving (E-15; docs/format, "Levels and stairs", "Doors and keys", "Traps").
use super::{combat, goals};
use crate::action::{Action, ActorId, Refusal, Verb};
use crate::body::Body;
use crate::chance::DrawPurpose;
use crate::ending::LossCause;
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_ground::arrival::{Room, arrivals};
use dungeon_ground::passage::{Aim, Lead, TilePassage};
use dungeon_model::dungeon::{
    ActingTerrain, Boulder, Feature, Guise, Harm, ItemId, ItemKind, LevelId, Pool, Rim, Side,
    Stair, Stairs, Through, Tile, TileId, Trap,
};
use dungeon_model::space::geometry::{Direction, Point, at};
use dungeon_model::space::narrow::count;

/// Takes stairs down, with `Action::Do`, in every game ([E-15]).
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
/// Takes stairs up, with `Action::Do`, in every game ([E-15]).
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
pub const ASCEND: Verb = Verb(101);

/// The differences between games where the ground does something to a hero.
#[derive(Clone, Copy, Debug)]
pub struct StepRules {
    /// When a round is counted.
    pub count: RoundCount,
    /// Whether a hero takes an item of this kind from the cell that the hero comes to.
    pub takes: fn(&ItemKind) -> bool,
    /// What the outermost ring is.
    pub rim: Rim,
}

/// When a game counts a round: what lasts for some of them must know which one the monsters have next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundCount {
    /// Between the hero's command and the monsters' acts.
    BeforeMonsters,
    /// When the hero and the monsters have acted.
    AfterMonsters,
}

/// In how many rounds of the monsters an alarm rings, the one in which it begins included.
const ALARM: u32 = 10;
/// The number of searches of which one finds a hidden trap, as a rule.
const SEARCHES: u32 = 3;
/// How often a random cell is guessed before the free ones are counted.
const GUESSES: u32 = 32;

/// Refuses a step at a locked door whose key is not held, unless a body stands in the door.
///
/// # Errors
///
/// [`Refusal::Locked`].
///
/// # Panics
///
/// If the world has no such body.
pub fn check_lock(world: &World, who: ActorId, to: Point) -> Result<(), Refusal> {
    let level = world.body(who).level;
    match TilePassage::of(world.tile(level, to)).lock() {
        Some(lock) if !world.opens(lock) && world.body_at(level, to).is_none() => {
            Err(Refusal::Locked)
        }
        _ => Ok(()),
    }
}

/// A hero's step: opens the door there and stays, else goes there and meets what the ground does, else bumps.
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

/// A boulder that is pushed, and what becomes of the cell behind it.
struct BoulderPush {
    from: Point,
    to: Point,
    leaves: TileId,
    becomes: TileId,
}

/// T-1: the push that a hero's step at a cell is, if a boulder lies there and gives way.
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

/// Pushes a boulder out of the way of a hero.
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

/// Whether a hero's step to a cell comes to anything: he goes there, opens the door there, pushes what lies there, or
/// wipes slime away.
///
/// ```
/// use dungeon::Session;
/// use dungeon::geometry::at;
/// use dungeon::rule_parts::can_step;
///
/// let session = Session::from_text("map\n######\n#@+.$#\n######\nend\n")?;
/// let world = session.game().world();
/// assert!(can_step(world, world.commanded(), at(2, 1)), "it opens the door");
/// assert!(!can_step(world, world.commanded(), at(1, 0)));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn can_step(world: &World, who: ActorId, to: Point) -> bool {
    let level = world.body(who).level;
    admits_hero(world, who, to)
        || push(world, who, to).is_some()
        || matches!(world.tile(level, to).feature, Feature::Pool(_))
}

/// Whether a hero on his way can come to a cell, through its door if need be, unless somebody stands in that (K-3).
pub fn admits_hero(world: &World, who: ActorId, to: Point) -> bool {
    let is_empty = || world.body_at(world.body(who).level, to).is_none();
    world.is_free_for(who, to) || opened_by(world, who, to).is_some() && is_empty()
}

/// A hero's step on his way to somewhere else, to a cell that lets him in: no ground does anything to him (K-13).
pub fn walk_unharmed(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    if let Some(opened) = opened_by(stage, who, to) {
        open(stage, who, to, opened);
    }
    stage.walk(who, to);
}

/// Brings a body to where a level begins.
pub fn enter(stage: &mut Stage<'_>, who: ActorId, level: LevelId, steps: StepRules) {
    let at = arrival(stage, level, stage.entrance(level), steps);
    arrive(stage, who, level, at, steps);
}

/// A monster's step to a cell that is free for it: it opens the door there or goes there; no trap springs.
#[inline]
pub fn pass(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    match opened_by(stage, who, to) {
        Some(opened) => open(stage, who, to, opened),
        None => stage.walk(who, to),
    }
    // Asked first: most dungeons have no such terrain, and every step of every monster asks.
    if stage.has_acting_terrain()
        && let Some(acting) = acting_under(stage, who)
        && stage.body(who).at == to
    {
        hold_up(stage, who, acting);
    }
}

/// The terrain under a body, if it acts on that body.
fn acting_under(world: &World, who: ActorId) -> Option<ActingTerrain> {
    let body = world.body(who);
    let acting = world.tile(body.level, body.at).acting()?;
    (body.through != Through::Walls).then_some(acting)
}

/// T-4: a body that has stepped onto terrain which holds it up loses its next act.
fn hold_up(stage: &mut Stage<'_>, who: ActorId, acting: ActingTerrain) {
    if acting.is_slow {
        let (level, at) = (stage.body(who).level, stage.body(who).at);
        let tile = stage.cell(level, at).tile;
        stage.emit(Event::Slowed {
            who,
            level,
            at,
            tile,
        });
    }
}

/// Takes life from everybody of the level that is awake who stands on terrain that harms: first from heroes, then from
/// monsters in their order ([T-3]). A dungeon without such terrain costs nothing.
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
        let Body { at, alive, .. } = *stage.body(who);
        // One that was harmed before may have burst, and killed this one.
        if alive {
            let tile = stage.cell(level, at).tile;
            stage.emit(Event::Harmed {
                who,
                level,
                at,
                tile,
            });
            combat::wound(stage, who, harm, LossCause::Terrain(tile));
        }
    }
}

/// What a round on the terrain under a body takes from its life, if anything.
fn harm_to(world: &World, who: ActorId) -> Option<i32> {
    let acting = acting_under(world, who)?;
    let harms = match world.body(who).side {
        Side::Ours => acting.harm > 0,
        Side::Theirs => acting.harms_monsters(),
    };
    harms.then_some(acting.harm)
}

/// Wipes slime away, which takes a hero one step at it.
fn wipe(stage: &mut Stage<'_>, who: ActorId, at: Point, pool: Pool) {
    let level = stage.body(who).level;
    let tile = stage.cell(level, at).tile;
    stage.emit(Event::Wiped {
        who,
        level,
        at,
        tile,
    });
    rebuild(stage, level, at, pool.cleared);
}

fn open(stage: &mut Stage<'_>, who: ActorId, at: Point, opened: TileId) {
    let level = stage.body(who).level;
    let tile = stage.cell(level, at).tile;
    stage.emit(Event::Opened {
        who,
        level,
        at,
        tile,
    });
    rebuild(stage, level, at, opened);
}

/// Lets a hero take the item at a cell of the hero's level, if the game's step rules say that heroes take such items.
pub fn take(stage: &mut Stage<'_>, who: ActorId, at: Point, steps: StepRules) {
    let level = stage.body(who).level;
    if (steps.takes)(stage.item(stage.item_at(level, at))) {
        stage.take(who, at);
    }
}

/// Looks for hidden traps on the eight cells around; each has a chance of its own.
pub fn search(stage: &mut Stage<'_>, who: ActorId) {
    if stage.hides_traps() {
        Direction::ALL
            .into_iter()
            .for_each(|way| search_cell(stage, who, way));
    }
}

/// Perhaps finds a hidden trap on a neighbouring cell.
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
        .below(SEARCHES)
        == 0
    {
        let tile = stage.cell(level, at).tile;
        stage.emit(Event::Found {
            who,
            level,
            at,
            tile,
        });
        rebuild(stage, level, at, found);
    }
}

/// Whether a verb takes stairs, and such are under the body ([E-15]).
///
/// # Errors
///
/// [`Refusal::NoStairsDown`] or [`Refusal::NoStairsUp`], and [`Refusal::UnknownHere`] for any
/// other verb.
///
/// # Panics
///
/// If the world has no such body.
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
pub fn check_stairs(world: &World, who: ActorId, verb: Verb) -> Result<(), Refusal> {
    let (way, refusal) = stairs_of_verb(verb).ok_or(Refusal::UnknownHere)?;
    if let Some(exit) = goals::check_exit(world, who, way) {
        return exit;
    }
    stairs(world, who, way).map(|_| ()).ok_or(refusal)
}

/// Whether an action takes such stairs ([E-15]).
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
pub fn is_done_on(action: Action, tile: &Tile) -> bool {
    let Action::Do(verb) = action else {
        return false;
    };
    let way = stairs_of_verb(verb).map(|(way, _)| way);
    way.is_some() && way == TilePassage::of(tile).taken_by()
}

/// Which stairs a verb takes, and why it may not.
fn stairs_of_verb(verb: Verb) -> Option<(Stair, Refusal)> {
    match verb {
        DESCEND => Some((Stair::Down, Refusal::NoStairsDown)),
        ASCEND => Some((Stair::Up, Refusal::NoStairsUp)),
        _ => None,
    }
}

/// The stairs that a body stands on, if they look that way (E-15).
fn stairs(world: &World, who: ActorId, way: Stair) -> Option<Stairs> {
    let body = world.body(who);
    let stairs = TilePassage::of(world.tile(body.level, body.at)).stairs();
    stairs.filter(|stairs| stairs.way == way)
}

/// Takes the stairs that a body stands on, whose words are told first ([E-15]).
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
    let at = arrival(stage, stairs.to, to, steps);
    arrive(stage, who, stairs.to, at, steps);
}

/// E-15: the cell with room that is nearest to one, or the first of a level; none if no cell has room.
fn arrival(world: &World, level: LevelId, to: Option<Point>, steps: StepRules) -> Option<Point> {
    let room = |p| Room::from(has_room(world, level, p, steps));
    let first = arrivals(world.size(level), to, room).next();
    first.map(|cell| cell.at)
}

/// E-15: a body comes to a cell with room, takes what lies there and reads what stands there, but no trap springs. Without such
/// a cell it stays, and bumps.
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

/// What the ground does to a hero who has walked onto it.
pub fn step_on(stage: &mut Stage<'_>, who: ActorId, steps: StepRules) {
    let (level, at) = (stage.body(who).level, stage.body(who).at);
    match stage.tile(level, at).feature {
        Feature::Plain => read(stage, who),
        Feature::Acting(acting) => {
            read(stage, who);
            hold_up(stage, who, acting);
        }
        Feature::Trap(trap) => spring(stage, who, trap, steps),
        // Their words are told when they are opened and taken.
        Feature::Door(_)
        | Feature::Stairs(_)
        | Feature::Exit(_)
        | Feature::Fence(_)
        | Feature::Pool(_)
        | Feature::Boulder(_) => {}
    }
}

/// Tells the words of the terrain under a body, if it has any.
fn read(stage: &mut Stage<'_>, who: ActorId) {
    let (level, at) = (stage.body(who).level, stage.body(who).at);
    if !stage.tile(level, at).says.is_empty() {
        let tile = stage.cell(level, at).tile;
        stage.emit(Event::Read {
            who,
            level,
            at,
            tile,
        });
    }
}

/// Springs the trap under a body.
fn spring(stage: &mut Stage<'_>, who: ActorId, trap: Trap, steps: StepRules) {
    let (level, here) = (stage.body(who).level, stage.body(who).at);
    let tile = match trap.guise {
        Guise::Plain => stage.cell(level, here).tile,
        Guise::Hidden(found) => found,
    };
    stage.emit(Event::Sprung {
        who,
        level,
        at: here,
        tile,
    });
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

/// Rings an alarm on a level.
pub fn ring(stage: &mut Stage<'_>, level: LevelId, steps: StepRules) {
    let next = match steps.count {
        RoundCount::BeforeMonsters => stage.round().saturating_add(1),
        RoundCount::AfterMonsters => stage.round(),
    };
    let until = next.saturating_add(ALARM);
    stage.emit(Event::Alarmed { level, until });
}

/// Brings a body to a cell or the nearest free one, as who arrives; a body that is there stays.
pub fn carry(stage: &mut Stage<'_>, who: ActorId, level: LevelId, at: Point, steps: StepRules) {
    if (stage.body(who).level, stage.body(who).at) != (level, at) {
        let free = arrival(stage, level, Some(at), steps);
        arrive(stage, who, level, free, steps);
    }
}

/// Whether a hero can come to a cell: in some games the outermost ring is no place of his, even where monsters walk on
/// it (E-1, S-10).
fn has_room(world: &World, level: LevelId, p: Point, steps: StepRules) -> bool {
    let is_his = steps.rim.is_the_heros() || world.size(level).contains_inside_rim(p);
    is_his && world.is_vacant(level, p)
}

/// A cell of a body's level that has room for him, every one alike. Guessing finds it without a look at the whole map,
/// unless the map is nearly full; then the free ones are counted, which is as even.
fn any_free_cell(world: &World, who: ActorId, steps: StepRules) -> Option<Point> {
    let level = world.body(who).level;
    let size = world.size(level);
    let mut draw = world.draw(DrawPurpose::Teleport, who, 0);
    let has_room = |p: &Point| has_room(world, level, *p, steps);
    let mut guess = || {
        let (x, y) = (size.width as u32, size.height as u32);
        at(draw.below(x) as i32, draw.below(y) as i32)
    };
    if let Some(p) = (0..GUESSES).map(|_| guess()).find(has_room) {
        return Some(p);
    }
    let cells = size.points().filter(has_room).count();
    let nth = draw.below(count(cells)) as usize;
    size.points().filter(has_room).nth(nth)
}

/// What the door there becomes that this body opens: monsters that pass walls need not, and a lock, which stops all others,
/// wants its key.
#[inline]
fn opened_by(world: &World, who: ActorId, to: Point) -> Option<TileId> {
    let body = world.body(who);
    let may_open = body.side == Side::Ours || body.through == Through::Doors;
    if !may_open || world.is_valid(body.level, to) {
        return None; // before a look at the tile: every step of every monster asks, and no closed door is floor
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
