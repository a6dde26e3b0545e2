//! What bodies do to each other and leave behind, in every game: attacks, deaths, meals and births (docs/format,
//! "Kinds").
use std::collections::VecDeque;

use crate::action::{ActorId, Refusal};
use crate::chance::{Draw, DrawPurpose};
use crate::ending::Blame;
use crate::event::{Event, Missile};
use crate::stage::Stage;
use crate::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{
    Attack, Choice, Feature, ItemId, LevelId, Offspring, Pool, Prey, Stat, TileId, Weapon, builtin,
};
use dungeon_model::space::geometry::Direction::{self, *};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::rings::rings;
use dungeon_model::space::sight;

/// Where `spawns` looks for room: 8 9 6 3 2 1 4 7, once round from the north.
const ROUND: [Direction; 8] = [
    North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
];

/// The number of bodies, dead ones included, above which no more are born in a world.
pub const CROWDED: usize = 1_000_000;

/// Whether a body may attack another: the attacker's kind has an attack, and the other body is adjacent, for a ram in
/// the same row or column ([A-3]).
///
/// ```
/// use dungeon::Session;
/// use dungeon::game::ActorId;
/// use dungeon::rule_parts::check_attack;
///
/// let session = Session::from_text("map\n#######\n#@w.w$#\n#######\nend\n")?;
/// let (world, [hero, near, far]) = (session.game().world(), [0, 1, 2].map(ActorId));
/// assert!(check_attack(world, near, hero).is_ok());
/// assert!(check_attack(world, far, hero).is_err());
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// # Errors
///
/// [`Refusal::UnknownHere`] for a kind that attacks nobody, [`Refusal::OutOfReach`] for a body that is not adjacent.
///
/// # Panics
///
/// If the world has no such body.
///
/// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
pub fn check_attack(world: &World, who: ActorId, whom: ActorId) -> Result<(), Refusal> {
    let (here, there) = (world.body(who).at, world.body(whom).at);
    let steps = match world.kind(who).attack {
        Attack::None => return Err(Refusal::UnknownHere),
        Attack::Ram => here.manhattan(there),
        _ => here.chebyshev(there),
    };
    match steps {
        1 => Ok(()),
        _ => Err(Refusal::OutOfReach),
    }
}

/// Carries out the attack of the attacker's kind on another body.
pub fn attack(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    match stage.kind(who).attack {
        Attack::Melee => {
            stage.emit(Event::Struck { who, whom });
            let strength = stage.body(who).stat(Stat::Strength);
            wound(stage, whom, strength, who);
        }
        Attack::Steal(most) => steal(stage, who, whom, Stat::Wealth, most),
        Attack::Drain(most) => steal(stage, who, whom, Stat::Manna, most),
        Attack::Burst(harm) => burst(stage, who, harm),
        Attack::Ram => ram(stage, who, whom),
        Attack::None => {}
    }
}

/// Whether a body may shoot another: only one with a weapon or arrows, and only along a clear line: a weapon's is
/// [K-11]'s, an arrow's one of sight ([E-22], [E-23]).
///
/// # Errors
///
/// [`Refusal::UnknownHere`] for a kind that does not shoot, [`Refusal::OutOfReach`] for a weapon that does not carry so
/// far, [`Refusal::NoClearShot`] where something stands between.
///
/// # Panics
///
/// If the world has no such body.
///
/// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
/// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
/// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
pub fn check_shot(world: &World, who: ActorId, whom: ActorId) -> Result<(), Refusal> {
    let body = world.body(who);
    if world.kind(who).weapon.is_some() {
        return check_fire(world, who, world.body(whom).at);
    }
    let shot = world.kind(who).shot().ok_or(Refusal::UnknownHere)?;
    let target = world.body(whom).at;
    if world.has_line(body.level, body.at, target, shot.reach) {
        Ok(())
    } else {
        Err(Refusal::NoClearShot)
    }
}

/// K-11: whether a cell is in reach of a body's weapon, and nothing stands between.
///
/// # Errors
///
/// [`Refusal::UnknownHere`] without a weapon, [`Refusal::OutOfReach`] and [`Refusal::NoClearShot`].
pub fn check_fire(world: &World, who: ActorId, at: Point) -> Result<(), Refusal> {
    let weapon = world.kind(who).weapon.ok_or(Refusal::UnknownHere)?;
    match world.is_in_fire(who, at) {
        true => Ok(()),
        false if weapon.reach < world.body(who).at.chebyshev(at) => Err(Refusal::OutOfReach),
        false => Err(Refusal::NoClearShot),
    }
}

/// Shoots at another body with what it has: an arrow always wounds ([E-22]), a weapon by chance ([K-11]). Acts of one
/// body in one turn have numbers of their own.
///
/// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
/// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
pub fn shoot(stage: &mut Stage<'_>, who: ActorId, whom: ActorId, nth: u32) {
    let at = stage.body(whom).at;
    if let Some(weapon) = stage.kind(who).weapon {
        stage.emit(Event::Shot { who, whom });
        fly(stage, who, at, Missile::Shot);
        if let Some(damage) = aimed(stage, who, at, weapon, nth) {
            wound(stage, whom, damage, who);
        }
    } else if let Some(shot) = stage.kind(who).shot() {
        stage.emit(Event::Shot { who, whom });
        fly(stage, who, at, Missile::Arrow);
        wound(stage, whom, shot.damage, who);
    }
}

/// K-12: shoots at slime, which goes when it is hit.
pub fn shoot_slime(stage: &mut Stage<'_>, who: ActorId, at: Point, nth: u32) {
    let level = stage.body(who).level;
    let tile = stage.cell(level, at).tile;
    let (Some(weapon), Feature::Pool(Pool { cleared })) =
        (stage.kind(who).weapon, stage.tile(level, at).feature)
    else {
        return;
    };
    stage.emit(Event::Fired {
        who,
        level,
        at,
        tile,
    });
    fly(stage, who, at, Missile::Shot);
    if aimed(stage, who, at, weapon, nth).is_some() {
        stage.emit(Event::Rebuilt {
            level,
            at,
            tile: cleared,
        });
    }
}

/// Emits the flight of a missile over every cell of the line, the last one included.
fn fly(stage: &mut Stage<'_>, who: ActorId, to: Point, missile: Missile) {
    let (level, from) = (stage.body(who).level, stage.body(who).at);
    for over in sight::line(from, to) {
        stage.emit(Event::Flew {
            who,
            level,
            over,
            missile,
        });
    }
}

/// The damage of a shot at a cell (K-11); none, and `Event::Missed`, for a shot that misses.
fn aimed(stage: &mut Stage<'_>, who: ActorId, at: Point, weapon: Weapon, nth: u32) -> Option<i32> {
    let chance = weapon.chance(stage.body(who).at.chebyshev(at));
    let mut draw = stage.draw(DrawPurpose::Aim, who, nth);
    if draw.below(100) >= chance {
        let level = stage.body(who).level;
        stage.emit(Event::Missed { who, level, at });
        return None;
    }
    Some(damage(&mut draw, weapon))
}

/// The damage of a hit: every number from the least to the most has the same chance.
fn damage(draw: &mut Draw, weapon: Weapon) -> i32 {
    let (least, most) = weapon.damage;
    let more = draw.below(most.abs_diff(least).saturating_add(1));
    least.saturating_add_unsigned(more)
}

/// K-12: leaves slime on the plain floor cell where a body's move began, if its kind does such things: nothing of an
/// author's is lost under it. A move that begins with the opening of a door leaves that cell with a later step.
#[inline]
pub fn trail(stage: &mut Stage<'_>, who: ActorId, at: Point) {
    if let Some(tile) = stage.kind(who).trail.filter(|_| stage.act().from == at) {
        leave_slime(stage, who, at, tile);
    }
}

fn leave_slime(stage: &mut Stage<'_>, who: ActorId, at: Point, tile: TileId) {
    let level = stage.body(who).level;
    let cell = stage.cell(level, at);
    if cell.tile == builtin::FLOOR && cell.item == ItemId::NONE && cell.body().is_none() {
        stage.emit(Event::Slimed {
            who,
            level,
            at,
            tile,
        });
        stage.emit(Event::Rebuilt { level, at, tile });
    }
}

/// Takes life from a body that has some; `blame` says what does it. If the body dies of that, its death has its
/// consequences.
pub fn wound(stage: &mut Stage<'_>, whom: ActorId, by: i32, blame: impl Into<Blame>) {
    stage.wound(whom, by, blame);
    if !stage.body(whom).alive {
        handle_deaths(stage, [whom]);
    }
}

/// Carries out what follows deaths, one after the other: what a kind drops is laid down, and a kind that bursts hurts
/// everybody around. Those who die of a burst come behind all others, so that a chain of any length ends (K-12).
fn handle_deaths(stage: &mut Stage<'_>, dead: impl IntoIterator<Item = ActorId>) {
    let mut dead = VecDeque::from_iter(dead);
    while let Some(who) = dead.pop_front() {
        leave(stage, who);
        let harm = stage.kind(who).bursts;
        if harm > 0 {
            let (level, at) = (stage.body(who).level, stage.body(who).at);
            stage.emit(Event::Burst { who, level, at });
            dead.extend(hurt_around(stage, who, harm));
        }
    }
}

/// Takes life from everybody around a body that bursts, friend or foe. Returns the bodies that died.
fn hurt_around(stage: &mut Stage<'_>, who: ActorId, harm: i32) -> Vec<ActorId> {
    let (level, at) = (stage.body(who).level, stage.body(who).at);
    let mut dead = Vec::new();
    for way in Direction::ALL {
        if let Some(whom) = stage.body_at(level, at + way) {
            stage.wound(whom, harm, who);
            if !stage.body(whom).alive {
                dead.push(whom);
            }
        }
    }
    dead
}

/// Lets a body that has come upon an item of the herd eat it, if its kind hunts the herd.
#[inline]
pub fn eat_herd_here(stage: &mut Stage<'_>, who: ActorId) {
    // Asked first, since it is what most monsters do not.
    if stage.body(who).prey != Prey::Hero {
        eat(stage, who);
    }
}

/// Lets a body eat what it has come upon, if that is an item of the herd.
pub fn eat(stage: &mut Stage<'_>, who: ActorId) {
    let (level, at) = (stage.body(who).level, stage.body(who).at);
    let item = stage.item_at(level, at);
    if stage.item(item).herd {
        stage.emit(Event::Eaten {
            who,
            level,
            at,
            item,
        });
    }
}

/// In every round that its kind's `spawns` divides, each monster that is awake bears one on its first free
/// neighbour. Dungeons without such kinds, and rounds that none of them divides, look at no body.
pub fn spawn_offspring(stage: &mut Stage<'_>) {
    let round = stage.round();
    let is_due = |offspring: &Offspring| round.is_multiple_of(offspring.every);
    let kinds = stage.dungeon().kinds.iter();
    let mut broods = kinds.filter_map(|kind| kind.spawns.as_ref());
    if !broods.any(is_due) {
        return;
    }
    let level = stage.here();
    let births = stage.theirs(level).filter_map(|who| {
        let kind = stage.kind(who);
        kind.spawns.as_ref().filter(|offspring| is_due(offspring))?;
        Some((stage.body(who).kind, stage.body(who).at))
    });
    for (parent, beside) in births.collect::<Vec<_>>() {
        let mut near = ROUND.into_iter().map(|way| beside + way);
        let harms = |p: Point| TilePassage::of(stage.tile(level, p)).harms_monsters;
        let room = near.find(|p| stage.is_vacant(level, *p) && !harms(*p));
        let Some(at) = room.filter(|_| stage.bodies().len() < CROWDED) else {
            continue;
        };
        let offspring = stage.dungeon().kind(parent).spawns.as_ref();
        let kind = offspring.and_then(|offspring| stage.chosen(level, at, &offspring.kind));
        if let Some(kind) = kind {
            stage.spawn(kind, level, at);
        }
    }
}

/// Takes up to `most` of a number, and no more than there is; a number that is the victim's life is wounded (S-22).
fn steal(stage: &mut Stage<'_>, who: ActorId, whom: ActorId, stat: Stat, most: i32) {
    stage.emit(Event::Struck { who, whom });
    if stage.kind(whom).life == stat {
        return wound(stage, whom, most, who);
    }
    let there = stage.body(whom).stat(stat);
    stage.change(whom, stat, -most.min(there).max(0));
}

/// A body bursts: it dies, and takes health from everybody around, friend or foe.
fn burst(stage: &mut Stage<'_>, who: ActorId, harm: i32) {
    let (level, at) = (stage.body(who).level, stage.body(who).at);
    stage.emit(Event::Burst { who, level, at });
    stage.kill(who, who);
    let dead = hurt_around(stage, who, harm);
    handle_deaths(stage, dead.into_iter().chain([who]));
}

/// A-3: a body throws itself at another: it dies, and takes its strength from the other's life.
fn ram(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let strength = stage.body(who).stat(Stat::Strength);
    stage.emit(Event::Rammed { who, whom });
    kill(stage, who, who);
    // The rammer's own explosion may have killed the other body.
    if stage.body(whom).alive {
        wound(stage, whom, strength, who);
    }
}

/// Removes a body that is alive; `blame` says what kills it. Its death has its consequences.
pub fn kill(stage: &mut Stage<'_>, who: ActorId, blame: impl Into<Blame>) {
    stage.kill(who, blame);
    handle_deaths(stage, [who]);
}

/// Lays down what a body drops that has just died.
fn leave(stage: &mut Stage<'_>, who: ActorId) {
    let drops = &stage.kind(who).drops;
    if *drops == Choice::Always(ItemId::NONE) {
        return;
    }
    let (level, from) = (stage.body(who).level, stage.body(who).at);
    let Some(at) = resting_place(stage, level, from) else {
        return;
    };
    let item = stage.chosen(level, at, &stage.kind(who).drops);
    if let Some(item) = item {
        stage.lay(level, at, item);
    }
}

/// The valid cell without an item that is the fewest steps away; of equals the one nearest to the hero, then the
/// first in reading order. From within a wall the steps begin on whatever floor is next to it.
fn resting_place(world: &World, level: LevelId, from: Point) -> Option<Point> {
    let size = world.size(level);
    let is_floor = |p: Point| world.is_valid(level, p);
    let floors = rings([from], |p| size.contains(p)).find_map(|mut ring| {
        ring.retain(|p| is_floor(*p));
        (!ring.is_empty()).then_some(ring)
    })?;
    let hero = world.body(world.commanded()).at;
    rings(floors, is_floor).find_map(|ring| {
        let bare = ring
            .into_iter()
            .filter(|p| world.item_at(level, *p) == ItemId::NONE);
        bare.min_by_key(|p| p.euclid_squared(hero))
    })
}
