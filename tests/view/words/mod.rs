//! Every event has a sentence with its actor, its effect and its amount.
mod actions;
mod arena;
mod battles;
mod explosions;
mod fog;
mod people;
mod siege;
mod skirmish;
mod tactics;
mod terrain;

use dungeon_model::dungeon::tables_mut;
use std::sync::Arc;

use crate::support;
use dungeon_engine::action::ActorId;
use dungeon_engine::ending::{Blame, GameEnd, LossCause};
use dungeon_engine::event::{AtTerrain, Event, Missile};
use dungeon_engine::world::World;
use dungeon_model::dungeon::{
    Attack, Door, Feature, Guise, Harm, ItemId, KindId, LevelId, LockId, Prey, Sight, Stair,
    Stairs, Stat, Tile, TileId, Trap, builtin,
};
use dungeon_model::space::geometry::{Direction, Point, at};
use dungeon_play::view::words::{Perception, tell, tell_opening};

/// The hero, four wanderers, a bronze key and a cow.
const HALL: &str = r#"
item k "bronze key"
item c "cow"
kind i "imp"   is=wanderer
kind l "leech" is=wanderer
kind L "lich"  is=wanderer
kind I "Igor"  is=wanderer
level "Upper halls"
map
##########
#@.ilLI.$#
#......kc#
##########
end
"#;

/// The ghosts of tactics with fixed numbers, so that no message depends on the numbers of the game.
const GHOSTS: &str = "
kind G \"grey ghost\"  is=grey  health=6
kind B \"blue ghost\"  is=blue  health=8 damage=1..4 reach=6
kind L \"lilac ghost\" is=lilac health=6
kind E \"green ghost\" is=green health=4 bursts=6
kind R \"red ghost\"   is=red   health=8 damage=1..4 reach=6";

/// The first level, which is the only one of most of these dungeons.
const L: LevelId = LevelId(0);

const HERO: ActorId = ActorId(0);
const IMP: ActorId = ActorId(1);
const LEECH: ActorId = ActorId(2);
const LICH: ActorId = ActorId(3);
const IGOR: ActorId = ActorId(4);
const KEY: ItemId = ItemId(4);
const COW: ItemId = ItemId(5);
const BELOW: LevelId = LevelId(1);
const NAMELESS: LevelId = LevelId(2);

/// The hero's cell, and the hero's destination.
const HERE: Point = at(1, 1);
const THERE: Point = at(7, 1);

/// Returns the hall with two levels below it, the second one without a name, after `change`.
fn world(change: impl Fn(&mut dungeon::Dungeon)) -> World {
    let mut dungeon = Arc::unwrap_or_clone(support::dungeon(HALL));
    *Arc::make_mut(&mut tables_mut(&mut dungeon).locks) = vec!["bronze".to_owned()];
    Arc::make_mut(&mut tables_mut(&mut dungeon).items)[usize::from(KEY.0)].opens = Some(LockId(0));
    let mut lower = dungeon.levels()[0].clone();
    lower.name = "Lower halls".to_owned();
    lower.spawns.clear();
    let mut nameless = lower.clone();
    nameless.name.clear();
    Arc::make_mut(&mut tables_mut(&mut dungeon).levels).extend([lower, nameless]);
    change(&mut dungeon);
    World::new(Arc::new(dungeon), 0)
}

/// Returns the id of the nth tile that `change` adds.
fn added(nth: u16) -> TileId {
    TileId(support::dungeon(HALL).tiles().len() as u16 + nth)
}

/// Returns the messages about these events.
fn told_of(mut world: World, events: &[Event]) -> Vec<String> {
    events.iter().for_each(|event| world.apply(event));
    tell(all_of(&world), events)
}

/// Returns a complete view of a world.
fn all_of(world: &World) -> Perception<'_> {
    let seen = &|_, _| true;
    Perception {
        world,
        seen,
        place: None,
    }
}

fn told(events: &[Event]) -> Vec<String> {
    told_of(world(|_| {}), events)
}

/// Returns the end of a game lost to this body.
fn lost_to(who: ActorId) -> Event {
    lost(LossCause::Monster(KindId(kind(who) as u16)))
}

/// Returns the end of a game lost before the first turn.
fn lost(cause: LossCause) -> Event {
    Event::Ended {
        ending: GameEnd::Lost(cause),
        turn: 0,
    }
}

/// Returns the index of a body's kind.
fn kind(who: ActorId) -> usize {
    3 + who.0 as usize
}

fn health(who: ActorId, by: i32) -> Event {
    let stat = Stat::Health;
    Event::Changed { who, stat, by }
}

fn travel(to: LevelId) -> Event {
    Event::Travelled {
        who: HERO,
        from: L,
        left: HERE,
        to,
        at: THERE,
    }
}

/// The hero springs a trap with these words and this harm, followed by these events.
fn sprung(says: &str, harm: Harm, then: &[Event]) -> Vec<String> {
    let tile = added(0);
    let trap = |guise, name: &str| Tile {
        name: name.to_owned(),
        says: says.to_owned(),
        feature: Feature::Trap(Trap {
            harm,
            guise,
            sprung: added(1),
        }),
        ..builtin::tiles()[6].clone()
    };
    let world = world(|dungeon| {
        let hidden = Guise::Hidden(added(1));
        let tiles = [trap(hidden, "floor"), trap(Guise::Plain, "rusty trap")];
        Arc::make_mut(&mut tables_mut(dungeon).tiles).extend(tiles);
    });
    let (who, level, at) = (HERO, L, HERE);
    let spring = Event::Sprung(AtTerrain {
        who,
        level,
        at,
        tile,
    });
    let events: Vec<Event> = [spring].into_iter().chain(then.iter().copied()).collect();
    told_of(world, &events)
}
