//! Promise: everything that can happen is told in a sentence that says who, what and how much.
mod support;

use std::sync::Arc;

use dungeon::dungeon::{
    Attack, Door, Feature, Guise, Harm, ItemId, KindId, LevelId, LockId, Prey, Sight, Stair,
    Stairs, Stat, Tile, TileId, Trap, builtin,
};
use dungeon::engine::action::ActorId;
use dungeon::engine::event::{Event, Missile, Outcome};
use dungeon::engine::world::World;
use dungeon::space::geometry::{Direction, Point, at};
use dungeon::view::words::{Witnessed, tell, tell_opening};
use support::L;

/// The hero, an imp and a leech who want other things than blood, a lich who drops the key of the oak door,
/// and the cow.
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

const HERO: ActorId = ActorId(0);
const IMP: ActorId = ActorId(1);
const LEECH: ActorId = ActorId(2);
const LICH: ActorId = ActorId(3);
const IGOR: ActorId = ActorId(4);
const KEY: ItemId = ItemId(4);
const COW: ItemId = ItemId(5);
const BELOW: LevelId = LevelId(1);
const NAMELESS: LevelId = LevelId(2);

/// Where the hero stands, and where he comes to.
const HERE: Point = at(1, 1);
const THERE: Point = at(7, 1);

/// The hall with two levels below it, the second one without a name, and whatever `change` does to it.
fn world(change: impl Fn(&mut dungeon::Dungeon)) -> World {
    let mut dungeon = Arc::unwrap_or_clone(support::dungeon(HALL));
    dungeon.locks = vec!["bronze".to_owned()];
    dungeon.items[usize::from(KEY.0)].opens = Some(LockId(0));
    let lower = dungeon::dungeon::Level {
        name: "Lower halls".to_owned(),
        spawns: Vec::new(),
        ..dungeon.levels[0].clone()
    };
    let nameless = dungeon::dungeon::Level {
        name: String::new(),
        ..lower.clone()
    };
    dungeon.levels.extend([lower, nameless]);
    change(&mut dungeon);
    World::new(Arc::new(dungeon), 0)
}

/// The number of the nth tile that `change` adds.
fn added(nth: u16) -> TileId {
    TileId(support::dungeon(HALL).tiles.len() as u16 + nth)
}

/// What is told when these events happen.
fn told_of(mut world: World, events: &[Event]) -> Vec<String> {
    events.iter().for_each(|event| world.apply(event));
    tell(all_of(&world), events)
}

/// A world that is seen whole.
fn all_of(world: &World) -> Witnessed<'_> {
    let seen = &|_, _| true;
    Witnessed { world, seen }
}

/// What is told to a hero who sees no further than two steps.
fn told_in_fog(events: &[Event]) -> Vec<String> {
    let mut world = world(|dungeon| dungeon.kinds[kind(LICH)].says = "Come closer.".to_owned());
    events.iter().for_each(|event| world.apply(event));
    let hero = world.body(HERO).at;
    let seen = &|level, p: Point| level == L && p.chebyshev(hero) <= 2;
    let world = &world;
    tell(Witnessed { world, seen }, events)
}

fn told(events: &[Event]) -> Vec<String> {
    told_of(world(|_| {}), events)
}

/// The number of a kind, by its name's place in the file.
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

/// The hero opens a door like this one.
fn opened(door: Tile) -> Vec<String> {
    let tile = added(0);
    let mut world = world(|dungeon| dungeon.tiles.push(door.clone()));
    let key = Event::Taken {
        who: HERO,
        level: L,
        at: at(7, 2),
        item: KEY,
    };
    world.apply(&key);
    let (who, level, at) = (HERO, L, at(2, 1));
    let open = Event::Opened {
        who,
        level,
        at,
        tile,
    };
    told_of(world, &[open])
}

/// The hero springs a trap that says this and harms like that, and then these events follow.
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
        dungeon.tiles.extend(tiles);
    });
    let (who, level, at) = (HERO, L, HERE);
    let spring = Event::Sprung {
        who,
        level,
        at,
        tile,
    };
    let events: Vec<Event> = [spring].into_iter().chain(then.iter().copied()).collect();
    told_of(world, &events)
}

/// A blow that takes what this kind's attack takes.
fn struck(who: ActorId, attack: Attack, then: &[Event]) -> Vec<String> {
    let world = world(|dungeon| dungeon.kinds[kind(who)].attack = attack);
    let strike = Event::Struck { who, whom: HERO };
    let events: Vec<Event> = [strike].into_iter().chain(then.iter().copied()).collect();
    told_of(world, &events)
}

#[test]
fn one_bumps_into_what_hides_and_cannot_pass_what_does_not() {
    let at_tile = |sight| {
        let stops = Tile {
            name: "deep water".to_owned(),
            sight,
            ..builtin::tiles()[2].clone()
        };
        let world = world(|dungeon| {
            dungeon.tiles.push(stops.clone());
            dungeon.levels[0].tiles.set(THERE, added(0));
        });
        let (who, level, at) = (HERO, L, THERE);
        told_of(world, &[Event::Bumped { who, level, at }])
    };
    assert_eq!(at_tile(Sight::Clear), ["You cannot pass the deep water."]);
    assert_eq!(at_tile(Sight::Blocked), ["You bump into the deep water."]);
}

#[test]
fn stairs_are_told_with_the_name_of_the_level_they_lead_to() {
    let by = |way, to| {
        let stairs = Tile {
            feature: Feature::Stairs(Stairs { way, to, at: None }),
            ..builtin::tiles()[1].clone()
        };
        let world = world(|dungeon| {
            dungeon.tiles.push(stairs.clone());
            dungeon.levels[0].tiles.set(HERE, added(0));
        });
        told_of(world, &[travel(to)])
    };
    assert_eq!(by(Stair::Down, BELOW), ["You climb down to Lower halls."]);
    assert_eq!(by(Stair::Up, NAMELESS), ["You climb up to level 3."]);
    assert_eq!(told(&[travel(BELOW)]), ["You come to Lower halls."]);
    let mut vault = world(|dungeon| dungeon.levels[1].name = "The vault".to_owned());
    vault.apply(&travel(BELOW));
    let said = tell(all_of(&vault), &[travel(BELOW)]);
    assert_eq!(said, ["You come to the vault."]);
}

#[test]
fn a_sprung_trap_says_its_own_words_or_a_sentence_by_its_kind() {
    let dart = Harm::Dart(3);
    let wound = [health(HERO, -3)];
    assert_eq!(sprung("", dart, &wound), ["A dart hits you for 3."]);
    assert_eq!(
        sprung("It hisses.", dart, &wound),
        ["It hisses. You lose 3 health."]
    );
    let pit = Harm::Pit(3);
    assert_eq!(sprung("", pit, &wound), ["You fall into a pit: -3 health."]);
    let fall = [travel(BELOW)];
    assert_eq!(
        sprung("", pit, &fall),
        ["You fall through a pit to Lower halls."]
    );
    assert_eq!(
        sprung("The floor gives.", pit, &fall),
        ["The floor gives. You fall to Lower halls."]
    );
    let whisk = [travel(L)];
    let teleport = Harm::Teleport(None);
    assert_eq!(sprung("", teleport, &whisk), ["You are whisked away."]);
    assert_eq!(sprung("Whoosh!", teleport, &whisk), ["Whoosh!"]);
    let bells = [Event::Alarmed {
        level: L,
        until: 10,
    }];
    assert_eq!(
        sprung("", Harm::Alarm, &bells),
        ["An alarm rings for all to hear."]
    );
    assert_eq!(sprung("Bells!", Harm::Alarm, &bells), ["Bells!"]);
    assert_eq!(
        told(&bells),
        ["An alarm rings for all to hear."],
        "by whatever means"
    );
}

#[test]
fn who_finds_no_room_where_he_was_to_go_is_told_so() {
    let stay = Event::Bumped {
        who: HERO,
        level: L,
        at: HERE,
    };
    let no_room = "There is no room for you there.";
    assert_eq!(sprung("", Harm::Pit(3), &[stay]), [no_room]);
    assert_eq!(told(&[stay]), [no_room], "on stairs");
}

#[test]
fn signs_doors_and_found_traps_are_told() {
    let door = builtin::tiles()[4].clone();
    assert_eq!(opened(door.clone()), ["You open the door."]);
    let opened_by = |lock, name: &str, says: &str| {
        let feature = Feature::Door(Door {
            lock,
            opened: builtin::OPEN_DOOR,
        });
        opened(Tile {
            name: name.to_owned(),
            says: says.to_owned(),
            feature,
            ..door.clone()
        })
    };
    assert_eq!(
        opened_by(Some(LockId(0)), "oak door", "It groans."),
        ["You unlock the oak door with the bronze key.", "It groans."]
    );
    let (who, level, at, tile) = (HERO, L, HERE, added(0));
    let sign = Tile {
        says: "Beware.".to_owned(),
        ..builtin::tiles()[7].clone()
    };
    let with_sign = world(|dungeon| dungeon.tiles.push(sign.clone()));
    let read = Event::Read {
        who,
        level,
        at,
        tile,
    };
    assert_eq!(told_of(with_sign, &[read]), ["Beware."]);
    let found = Event::Found {
        who,
        level,
        at,
        tile,
    };
    let hidden = sprung("", Harm::Alarm, &[found]);
    assert_eq!(hidden, ["You find a rusty trap."], "not a floor");
}

#[test]
fn a_monster_opens_a_door_without_its_words() {
    let (who, level, at, tile) = (IMP, L, at(2, 1), builtin::DOOR);
    let open = Event::Opened {
        who,
        level,
        at,
        tile,
    };
    assert_eq!(told(&[open]), ["The imp opens the door."]);
}

#[test]
fn thieves_and_leeches_are_told_by_what_they_take() {
    let takes = |stat, by| Event::Changed {
        who: HERO,
        stat,
        by,
    };
    let steal = Attack::Steal(5);
    assert_eq!(
        struck(IMP, steal, &[takes(Stat::Wealth, -3)]),
        ["The imp steals 3 wealth from you."]
    );
    assert_eq!(struck(IMP, steal, &[]), ["The imp finds nothing to steal."]);
    let drain = Attack::Drain(5);
    assert_eq!(
        struck(LEECH, drain, &[takes(Stat::Manna, -2)]),
        ["The leech drains 2 manna from you."]
    );
    assert_eq!(
        struck(LEECH, drain, &[]),
        ["The leech finds no manna to drain."]
    );
    assert_eq!(
        struck(IMP, Attack::Melee, &[health(HERO, -3)]),
        ["The imp hits you for 3."]
    );
}

#[test]
fn a_burst_hits_everybody_and_its_own_death_goes_without_saying() {
    let burst = |who| Event::Burst {
        who,
        level: L,
        at: at(3, 1),
    };
    let dead = |who, x| Event::Died {
        who,
        level: L,
        at: at(x, 1),
    };
    let events = [
        burst(IMP),
        dead(IMP, 3),
        health(HERO, -5),
        health(LEECH, -5),
        dead(LEECH, 4),
    ];
    assert_eq!(
        told(&events),
        [
            "The imp bursts.",
            "The blast hits you for 5.",
            "The blast hits the leech for 5.",
            "The leech dies."
        ]
    );
}

#[test]
fn what_a_monster_says_is_told_with_its_name() {
    let says = |words: &str, prey, who| {
        let world = world(|dungeon| {
            dungeon.kinds[kind(who)].says = words.to_owned();
            dungeon.kinds[kind(who)].prey = prey;
        });
        told_of(world, &[Event::Spoke { who }])
    };
    assert_eq!(
        says("It whispers your name.", Prey::Hero, LICH),
        ["The lich notices you. It whispers your name."]
    );
    assert_eq!(
        says("Master!", Prey::Hero, IGOR),
        ["Igor notices you. Master!"]
    );
    assert_eq!(
        says("It howls.", Prey::Nearest, IMP),
        ["The imp stirs. It howls."]
    );
    assert_eq!(
        says("The lich raises its hand.", Prey::Hero, LICH),
        ["The lich raises its hand."]
    );
}

#[test]
fn births_drops_and_lost_cows_are_told_in_play_and_not_before_it() {
    let born = Event::Born {
        who: ActorId(5),
        kind: KindId(1),
        level: L,
        at: at(2, 2),
    };
    let (level, at) = (L, at(8, 2));
    let eaten = Event::Eaten {
        who: IGOR,
        level,
        at,
        item: COW,
    };
    let placed = Event::Placed {
        level,
        at,
        item: KEY,
    };
    let dead = Event::Died {
        who: LICH,
        level,
        at: dungeon::space::geometry::at(5, 1),
    };
    assert_eq!(told(&[born]), ["A wanderer appears."]);
    assert_eq!(told(&[eaten]), ["Igor eats the cow."]);
    assert_eq!(told(&[placed]), ["A bronze key appears."]);
    let dropping = || world(|dungeon| dungeon.kinds[kind(LICH)].drops = KEY);
    assert_eq!(
        told_of(dropping(), &[dead, placed]),
        ["The lich dies.", "The lich drops the bronze key."]
    );
    let mut opened = dropping();
    opened.apply(&born);
    opened.apply(&placed);
    assert_eq!(tell_opening(all_of(&opened), &[born, placed]), [""; 0]);
}

#[test]
fn a_key_is_taken_like_anything_else() {
    let (who, level, at, item) = (HERO, L, at(7, 2), KEY);
    let taken = Event::Taken {
        who,
        level,
        at,
        item,
    };
    assert_eq!(told(&[taken]), ["You take the bronze key."]);
}

#[test]
fn idle_rounds_are_silent_but_what_happens_in_them_is_not() {
    let strike = Event::Struck {
        who: IMP,
        whom: HERO,
    };
    let wound = health(HERO, -3);
    assert_eq!(told(&[Event::Idled]), [""; 0]);
    assert_eq!(
        told(&[Event::Idled, strike, wound]),
        ["The imp hits you for 3."]
    );
}

#[test]
fn deaths_name_traps_and_blasts() {
    let lost = Event::Ended(Outcome::Lost);
    let wound = health(HERO, -40);
    let last = |said: Vec<String>| said.last().cloned().unwrap_or_default();
    for harm in [Harm::Dart(40), Harm::Pit(40)] {
        assert_eq!(
            last(sprung("", harm, &[wound, lost])),
            "You have died after 0 turns, killed by a rusty trap."
        );
    }
    let burst = Event::Burst {
        who: IMP,
        level: L,
        at: at(3, 1),
    };
    assert_eq!(
        last(told(&[burst, wound, lost])),
        "You have died after 0 turns, killed by an imp."
    );
}

#[test]
fn who_is_not_seen_has_no_name() {
    assert_eq!(
        told_in_fog(&[
            Event::Shot {
                who: LICH,
                whom: HERO
            },
            health(HERO, -2)
        ]),
        ["Something's arrow hits you for 2."]
    );
    let far = [
        Event::Cast {
            who: HERO,
            toward: Direction::East,
        },
        Event::Flew {
            who: HERO,
            level: L,
            over: at(4, 1),
            missile: Missile::Bolt(Direction::East),
        },
        health(LEECH, -4),
    ];
    assert_eq!(
        told_in_fog(&far),
        ["You cast a bolt.", "Your bolt hits something for 4."]
    );
    assert_eq!(
        told_in_fog(&[Event::Spoke { who: LICH }]),
        ["Something notices you. Come closer."]
    );
    let near = [
        Event::Struck {
            who: IMP,
            whom: HERO,
        },
        health(HERO, -2),
    ];
    assert_eq!(told_in_fog(&near), ["The imp hits you for 2."]);
    let fatal = [
        Event::Shot {
            who: LICH,
            whom: HERO,
        },
        health(HERO, -90),
        Event::Ended(Outcome::Lost),
    ];
    assert_eq!(
        told_in_fog(&fatal)[1],
        "You have died after 0 turns, killed by something."
    );
}

#[test]
fn what_happens_out_of_view_to_nobody_but_others_is_not_told() {
    let (who, level) = (LICH, L);
    let far = at(5, 1);
    let born = |at| Event::Born {
        who: ActorId(5),
        kind: KindId(1),
        level,
        at,
    };
    let placed = |at| Event::Placed {
        level,
        at,
        item: KEY,
    };
    let eaten = Event::Eaten {
        who,
        level,
        at: at(8, 2),
        item: COW,
    };
    let opened = |who| Event::Opened {
        who,
        level,
        at: far,
        tile: builtin::DOOR,
    };
    for unseen in [
        &[Event::Died {
            who,
            level,
            at: far,
        }][..],
        &[
            Event::Burst {
                who,
                level,
                at: far,
            },
            Event::Died {
                who,
                level,
                at: far,
            },
            health(IGOR, -3),
        ],
        &[born(at(7, 1))],
        &[placed(at(5, 2))],
        &[eaten],
        &[opened(LICH)],
    ] {
        assert_eq!(told_in_fog(unseen), [""; 0], "{unseen:?}");
        assert_ne!(told(unseen), [""; 0], "{unseen:?}");
    }
    assert_eq!(told_in_fog(&[born(at(2, 2))]), ["A wanderer appears."]);
    assert_eq!(told_in_fog(&[placed(at(2, 2))]), ["A bronze key appears."]);
    assert_eq!(told_in_fog(&[opened(HERO)]), ["You open the door."]);
    let near = Event::Opened {
        who,
        level,
        at: at(2, 2),
        tile: builtin::DOOR,
    };
    assert_eq!(told_in_fog(&[near]), ["Something opens the door."]);
    let burst = Event::Burst {
        who,
        level,
        at: far,
    };
    assert_eq!(
        told_in_fog(&[burst, health(HERO, -3)]),
        ["The blast hits you for 3."]
    );
}
