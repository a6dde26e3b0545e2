//! What bodies do to each other and leave behind: attacks, deaths, meals and births (FORMAT.md, "Kinds"). Rule
//! sets share it.
use crate::dungeon::{Attack, Brood, ItemId, LevelId, Prey, Stat};
use crate::engine::action::{ActorId, Refusal};
use crate::engine::event::{Event, Missile};
use crate::engine::stage::Stage;
use crate::engine::world::World;
use crate::space::geometry::Direction::{self, *};
use crate::space::geometry::Point;
use crate::space::rings::rings;
use crate::space::sight;

/// Where `spawns` looks for room: 8 9 6 3 2 1 4 7, once round from the north.
const ROUND: [Direction; 8] = [
    North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
];

/// Nobody is born into a world that has had so many bodies.
const CROWDED: usize = 1_000_000;

/// Whether a body may attack another: its kind does such things, and the other one is adjacent, for a ram in its row or
/// column.
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

/// Does to another what the attacker's kind does.
pub fn attack(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    match stage.kind(who).attack {
        Attack::Melee => {
            stage.emit(Event::Struck { who, whom });
            let strength = stage.body(who).stat(Stat::Strength);
            wound(stage, whom, strength);
        }
        Attack::Steal(most) => rob(stage, who, whom, Stat::Wealth, most),
        Attack::Drain(most) => rob(stage, who, whom, Stat::Manna, most),
        Attack::Burst(harm) => burst(stage, who, harm),
        Attack::Ram => ram(stage, who, whom),
        Attack::None => {}
    }
}

/// E-22: only who has arrows, and only along a line of sight (E-23).
pub fn check_shot(world: &World, who: ActorId, whom: ActorId) -> Result<(), Refusal> {
    let body = world.body(who);
    let shot = world.kind(who).shot().ok_or(Refusal::UnknownHere)?;
    let target = world.body(whom).at;
    if world.has_line(body.level, body.at, target, shot.reach) {
        Ok(())
    } else {
        Err(Refusal::NoClearShot)
    }
}

/// E-22: the arrow flies along the line, and always wounds.
pub fn shoot(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let Some(shot) = stage.kind(who).shot() else {
        return;
    };
    let (level, from, to) = (
        stage.body(who).level,
        stage.body(who).at,
        stage.body(whom).at,
    );
    stage.emit(Event::Shot { who, whom });
    for over in sight::line(from, to) {
        stage.emit(Event::Flew {
            who,
            level,
            over,
            missile: Missile::Arrow,
        });
    }
    wound(stage, whom, shot.damage);
}

/// Takes life from a body that has some; if it dies of that, it leaves what its kind drops.
pub fn wound(stage: &mut Stage<'_>, whom: ActorId, by: i32) {
    stage.wound(whom, by);
    if !stage.body(whom).alive {
        leave(stage, whom);
    }
}

/// Lets a body that has come upon an item of the herd eat it, if such is its prey.
#[inline]
pub fn graze(stage: &mut Stage<'_>, who: ActorId) {
    // Asked first, since it is what most monsters do not.
    if stage.kind(who).prey != Prey::Hero {
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
pub fn breed(stage: &mut Stage<'_>) {
    let round = stage.round();
    let is_due = |brood: &Brood| round.is_multiple_of(brood.every);
    let mut broods = stage.dungeon().kinds.iter().filter_map(|kind| kind.spawns);
    if !broods.any(|brood| is_due(&brood)) {
        return;
    }
    let level = stage.here();
    let births = stage.theirs(level).filter_map(|who| {
        let brood = stage.kind(who).spawns.filter(is_due)?;
        Some((brood.kind, stage.body(who).at))
    });
    for (kind, beside) in births.collect::<Vec<_>>() {
        let mut near = ROUND.into_iter().map(|way| beside + way);
        let room = near.find(|p| stage.is_vacant(level, *p));
        if let Some(at) = room.filter(|_| stage.bodies().len() < CROWDED) {
            stage.bear(kind, level, at);
        }
    }
}

/// Takes up to so much of a number, and never what is not there, unless the victim lives by it (S-22).
fn rob(stage: &mut Stage<'_>, who: ActorId, whom: ActorId, stat: Stat, most: i32) {
    stage.emit(Event::Struck { who, whom });
    if stage.kind(whom).life == stat {
        return wound(stage, whom, most);
    }
    let there = stage.body(whom).stat(stat);
    stage.change(whom, stat, -most.min(there).max(0));
}

/// Dies, and takes health from everybody around, friend or foe.
fn burst(stage: &mut Stage<'_>, who: ActorId, harm: i32) {
    let (level, at) = (stage.body(who).level, stage.body(who).at);
    stage.emit(Event::Burst { who, level, at });
    stage.kill(who);
    for way in Direction::ALL {
        if let Some(whom) = stage.body_at(level, at + way) {
            wound(stage, whom, harm);
        }
    }
    leave(stage, who);
}

/// dies of it, and takes its strength from the other's life.
fn ram(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let strength = stage.body(who).stat(Stat::Strength);
    stage.emit(Event::Rammed { who, whom });
    kill(stage, who);
    wound(stage, whom, strength);
}

/// Removes a body that is alive, and lays down what its kind drops.
pub fn kill(stage: &mut Stage<'_>, who: ActorId) {
    stage.kill(who);
    leave(stage, who);
}

/// Lays down what a body drops that has just died.
fn leave(stage: &mut Stage<'_>, who: ActorId) {
    let item = stage.kind(who).drops;
    if item == ItemId::NONE {
        return;
    }
    let (level, from) = (stage.body(who).level, stage.body(who).at);
    if let Some(at) = resting_place(stage, level, from) {
        stage.emit(Event::Placed { level, at, item });
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
