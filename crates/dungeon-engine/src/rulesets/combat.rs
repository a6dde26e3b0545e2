//! Attacks, deaths, meals and births, in every game (docs/format, "Kinds").
use std::collections::VecDeque;

use crate::action::{ActorId, Refusal};
use crate::chance::{Draw, DrawPurpose};
use crate::ending::Blame;
use crate::event::{AtTerrain, Event, Missile};
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

/// The order in which births (`spawns=`) look for a free neighboring cell: clockwise from the north, which is 8 9 6 3 2
/// 1 4 7 on a keypad.
const CLOCKWISE: [Direction; 8] = [
    North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
];

/// The number of bodies, including dead ones, at which births and spawns by causes stop.
pub const CROWDED: usize = 1_000_000;

/// Checks that a body can attack a target: the body's kind must have an attack, and the target must be adjacent. For a
/// ram, the target must be in the same row or column ([A-3]).
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
/// [`Refusal::UnknownHere`] for a kind without an attack; [`Refusal::OutOfReach`] for a target that is not adjacent, or
/// that cannot be rammed.
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

/// Makes a body attack a target, with the attack that the body's kind has. The target gets the state that the kind gives
/// ([B-1]).
///
/// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
pub fn attack(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    match stage.kind(who).attack {
        Attack::Melee => {
            stage.emit(Event::Struck { who, whom });
            let strength = stage.body(who).stat(Stat::Strength);
            wound(stage, whom, strength.max(0), who);
        }
        Attack::Steal(most) => steal(stage, who, whom, Stat::Wealth, most),
        Attack::Drain(most) => steal(stage, who, whom, Stat::Manna, most),
        Attack::Burst(harm) => burst(stage, who, harm),
        Attack::Ram => ram(stage, who, whom),
        Attack::None => {}
    }
    give_state(stage, who, whom);
}

/// Gives the body that a blow or a shot has hit the state of the attacker's kind, if the body lives.
fn give_state(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let gift = stage.kind(who).state;
    if gift.is_some() && stage.body(whom).alive {
        stage.grant(whom, gift);
    }
}

/// Checks that a body can shoot at a target, with its weapon or else with arrows. For a weapon, the target must be in
/// reach with a clear line of fire ([K-11]). For an arrow, the target must be in a line of sight ([E-22], [E-23]).
///
/// # Errors
///
/// [`Refusal::UnknownHere`] for a kind that does not shoot; [`Refusal::OutOfReach`] for a target beyond the weapon's
/// reach; [`Refusal::NoClearShot`] for a blocked line, or for a target beyond an arrow's range.
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

/// Checks that a cell is in reach of a body's weapon, with a clear line (K-11).
///
/// # Errors
///
/// [`Refusal::UnknownHere`] for a body without a weapon; [`Refusal::OutOfReach`] for a cell beyond the weapon's reach;
/// [`Refusal::NoClearShot`] for a blocked line.
pub fn check_fire(world: &World, who: ActorId, at: Point) -> Result<(), Refusal> {
    let weapon = world.kind(who).weapon.ok_or(Refusal::UnknownHere)?;
    match world.is_in_fire(who, at) {
        true => Ok(()),
        false if weapon.reach < world.body(who).at.chebyshev(at) => Err(Refusal::OutOfReach),
        false => Err(Refusal::NoClearShot),
    }
}

/// Makes a body shoot at another body: with its weapon, which may miss ([K-11]), or else with an arrow, which always
/// hits ([E-22]). `nth` is the number of the body's act in the turn, so that each shot has its own random draw.
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
            give_state(stage, who, whom);
        }
    } else if let Some(shot) = stage.kind(who).shot() {
        stage.emit(Event::Shot { who, whom });
        fly(stage, who, at, Missile::Arrow);
        wound(stage, whom, shot.damage, who);
        give_state(stage, who, whom);
    }
}

/// Makes a body shoot at the slime on a cell. A hit removes the slime (K-12). Does nothing if the body has no weapon,
/// or if the cell has no slime.
pub fn shoot_slime(stage: &mut Stage<'_>, who: ActorId, at: Point, nth: u32) {
    let on = stage.at_terrain(who, at);
    let (Some(weapon), Feature::Pool(Pool { cleared: tile })) =
        (stage.kind(who).weapon, stage.tile(on.level, at).feature)
    else {
        return;
    };
    stage.emit(Event::Fired(on));
    fly(stage, who, at, Missile::Shot);
    if aimed(stage, who, at, weapon, nth).is_some() {
        let level = on.level;
        stage.emit(Event::Rebuilt { level, at, tile });
    }
}

/// Emits an `Event::Flew` for each cell of a missile's flight, without the shooter's cell and with the target's cell.
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

/// Draws whether a shot at a cell hits, and returns its damage (K-11). A miss emits `Event::Missed` and returns `None`.
fn aimed(stage: &mut Stage<'_>, who: ActorId, at: Point, weapon: Weapon, nth: u32) -> Option<i32> {
    let chance = weapon.chance(stage.body(who).at.chebyshev(at));
    let mut draw = stage.draw(DrawPurpose::Aim, who, nth);
    if !draw.happens(chance) {
        let level = stage.body(who).level;
        stage.emit(Event::Missed { who, level, at });
        return None;
    }
    Some(damage(&mut draw, weapon))
}

/// Draws the damage of a hit. All numbers in the weapon's range are equally likely.
fn damage(draw: &mut Draw, weapon: Weapon) -> i32 {
    let (least, most) = weapon.damage;
    let more = draw.below(most.abs_diff(least).saturating_add(1));
    least.saturating_add_unsigned(more)
}

/// Leaves slime on the cell where a body's walk began, if the body's kind leaves a trail (K-12). `at` is the cell where
/// the current step began; later steps of the walk leave no slime. Only plain floor without an item or a body gets
/// slime, so slime never replaces anything that an author has placed. A body that opens a door has not left its cell,
/// and leaves slime with a later step.
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
        let on = stage.at_terrain(who, at);
        stage.emit(Event::Slimed(AtTerrain { tile, ..on }));
        stage.emit(Event::Rebuilt { level, at, tile });
    }
}

/// Takes `by` points of life from a body. If the body dies, handles the consequences of its death. `blame` is the cause
/// of the wound.
pub fn wound(stage: &mut Stage<'_>, whom: ActorId, by: i32, blame: impl Into<Blame>) {
    stage.wound(whom, by, blame);
    if !stage.body(whom).alive {
        handle_deaths(stage, [whom]);
    }
}

/// Handles the consequences of deaths, one body after another: each body drops its item, and a body of a kind that
/// bursts hurts all bodies around it. Bodies that a burst kills join the end of the queue. Each body dies only once, so
/// a chain of bursts always ends (K-12).
fn handle_deaths(stage: &mut Stage<'_>, dead: impl IntoIterator<Item = ActorId>) {
    let mut dead = VecDeque::from_iter(dead);
    while let Some(who) = dead.pop_front() {
        drop_item(stage, who);
        let harm = stage.kind(who).bursts;
        if harm > 0 {
            let (level, at) = (stage.body(who).level, stage.body(who).at);
            stage.emit(Event::Burst { who, level, at });
            dead.extend(hurt_around(stage, who, harm));
        }
    }
}

/// Takes life from every body around a body that bursts, both friends and enemies. Returns the bodies that died.
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

/// Lets a body eat the herd item on its cell, if the body hunts the herd.
#[inline]
pub fn eat_herd_here(stage: &mut Stage<'_>, who: ActorId) {
    // A cheap test comes first, because most monsters do not hunt the herd.
    if matches!(stage.body(who).prey, Prey::Herd | Prey::Nearest) {
        eat(stage, who);
    }
}

/// Lets a body eat the item on its cell, if it is a herd item.
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

/// Spawns the offspring of the monsters on the current level. A monster gives birth in each round whose number is a
/// multiple of `Offspring::every`. The newborn is placed on the first neighboring cell, clockwise from the north, that
/// is vacant and does not harm monsters. Visits no bodies in a round without births.
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
        let is_due = |offspring: &&Offspring| is_due(offspring) && !stage.body(who).is_asleep();
        kind.spawns.as_ref().filter(is_due)?;
        Some((stage.body(who).kind, stage.body(who).at))
    });
    for (parent, beside) in births.collect::<Vec<_>>() {
        let mut near = CLOCKWISE.into_iter().map(|way| beside + way);
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

/// Takes up to `most` points of a stat from a target, but no more points than the target has. If the stat is the
/// target's life, wounds the target by `most` instead (S-22).
fn steal(stage: &mut Stage<'_>, who: ActorId, whom: ActorId, stat: Stat, most: i32) {
    stage.emit(Event::Struck { who, whom });
    if stage.kind(whom).life == stat {
        return wound(stage, whom, most, who);
    }
    let there = stage.body(whom).stat(stat);
    stage.change(whom, stat, -most.min(there).max(0));
}

/// Makes a body burst: it dies, and takes `harm` points of life from every body around it, both friends and enemies.
fn burst(stage: &mut Stage<'_>, who: ActorId, harm: i32) {
    let (level, at) = (stage.body(who).level, stage.body(who).at);
    stage.emit(Event::Burst { who, level, at });
    stage.kill(who, who);
    let dead = hurt_around(stage, who, harm);
    handle_deaths(stage, dead.into_iter().chain([who]));
}

/// Makes a body ram a target: the body dies, and takes its strength from the target's life (A-3).
fn ram(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let strength = stage.body(who).stat(Stat::Strength);
    stage.emit(Event::Rammed { who, whom });
    kill(stage, who, who);
    // The attacker's own burst may have killed the target already.
    if stage.body(whom).alive {
        wound(stage, whom, strength, who);
    }
}

/// Kills a living body, and handles the consequences of its death. `blame` is the cause.
pub fn kill(stage: &mut Stage<'_>, who: ActorId, blame: impl Into<Blame>) {
    stage.kill(who, blame);
    handle_deaths(stage, [who]);
}

/// Places the item that a dead body drops on the nearest cell that can have it.
fn drop_item(stage: &mut Stage<'_>, who: ActorId) {
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

/// Returns the floor cell without an item that is the fewest steps away from `from`. Of several such cells, returns the
/// cell nearest to the hero, then the first in reading order. If `from` is in a wall, steps count from the nearest
/// floor cells. `None` if every cell within reach has an item.
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
