//! Messages about attacks, taken items, speech and dropped things.
use super::*;
use dungeon_model::dungeon::{Choice, tables_mut};
use std::sync::Arc;

/// Returns the messages about a hit by a kind with this attack, followed by these events.
fn struck(who: ActorId, attack: Attack, then: &[Event]) -> Vec<String> {
    let world =
        world(|dungeon| Arc::make_mut(&mut tables_mut(dungeon).kinds)[kind(who)].attack = attack);
    let strike = Event::Struck { who, whom: HERO };
    let events: Vec<Event> = [strike].into_iter().chain(then.iter().copied()).collect();
    told_of(world, &events)
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
fn what_is_lost_after_a_blow_is_none_of_its_doing() {
    let upkeep = [health(HERO, -1), health(HERO, -5)];
    assert_eq!(
        struck(IMP, Attack::Melee, &upkeep),
        ["The imp hits you for 1."]
    );
}

#[test]
fn a_sentence_of_the_rules_stands_where_it_was_said() {
    let blow = [
        health(HERO, -1),
        Event::Said("It is cold."),
        Event::Counted { counter: 0, by: 1 },
    ];
    assert_eq!(
        struck(IMP, Attack::Melee, &blow),
        ["The imp hits you for 1.", "It is cold."]
    );
}

#[test]
fn what_monsters_do_again_and_again_in_a_turn_is_summed_up_where_it_began() {
    let mut world = world(|dungeon| {
        Arc::make_mut(&mut tables_mut(dungeon).kinds)[kind(IMP)].attack = Attack::Steal(5);
        Arc::make_mut(&mut tables_mut(dungeon).kinds)[kind(LEECH)] =
            dungeon.kinds()[kind(IMP)].clone();
    });
    let theft = |who, by| {
        let stat = Stat::Wealth;
        let loot = Event::Changed {
            who: HERO,
            stat,
            by,
        };
        [Event::Struck { who, whom: HERO }, loot]
    };
    let bumped = Event::Bumped {
        who: HERO,
        level: L,
        at: at(1, 0),
    };
    let events = [&theft(IMP, -3)[..], &[bumped], &theft(IMP, -2)].concat();
    events.iter().for_each(|event| world.apply(event));
    let bump = "You bump into the outer wall.";
    assert_eq!(
        tell(all_of(&world), &events),
        ["The imp steals 5 wealth from you.", bump]
    );
    let both = [events, theft(LEECH, -1).to_vec()].concat();
    assert_eq!(
        tell(all_of(&world), &both),
        ["Imps steal 6 wealth from you.", bump]
    );
    let unseen = &|_, _| false;
    let world = Perception {
        world: &world,
        seen: unseen,
        place: None,
    };
    assert_eq!(
        tell(world, &both),
        ["Something steals 6 wealth from you.", bump]
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
        ["The imp explodes: you lose 5 health, the leech dies."]
    );
    // A body whose attack is an explosion may explode once more when it dies.
    let twice = [
        burst(IMP),
        dead(IMP, 3),
        health(HERO, -5),
        burst(IMP),
        health(HERO, -4),
    ];
    assert_eq!(told(&twice), ["The imp explodes: you lose 9 health."]);
    let another = [
        burst(IMP),
        dead(IMP, 3),
        burst(LEECH),
        dead(LEECH, 4),
        burst(IMP),
    ];
    assert_eq!(
        told(&another),
        [
            "The imp explodes.",
            "The leech explodes.",
            "The imp explodes."
        ]
    );
}

#[test]
fn what_a_monster_says_is_told_with_its_name() {
    let says = |words: &str, prey, who| {
        let world = world(|dungeon| {
            Arc::make_mut(&mut tables_mut(dungeon).kinds)[kind(who)].says = words.to_owned();
            Arc::make_mut(&mut tables_mut(dungeon).kinds)[kind(who)].prey = prey;
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
        at: dungeon_model::space::geometry::at(5, 1),
    };
    assert_eq!(told(&[born]), ["A wanderer appears."]);
    assert_eq!(told(&[eaten]), ["Igor eats a cow."]);
    assert_eq!(told(&[placed]), ["A bronze key appears."]);
    let dropping = || {
        world(|dungeon| {
            Arc::make_mut(&mut tables_mut(dungeon).kinds)[kind(LICH)].drops = Choice::Always(KEY)
        })
    };
    assert_eq!(
        told_of(dropping(), &[dead, placed]),
        ["The lich dies.", "The lich drops the bronze key."]
    );
    let mut opened = dropping();
    opened.apply(&born);
    opened.apply(&placed);
    assert!(tell_opening(all_of(&opened), &[born, placed]).is_empty());
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
    let wound = health(HERO, -40);
    let last = |said: Vec<String>| said.last().cloned().unwrap_or_default();
    for harm in [Harm::Dart(40), Harm::Pit(40)] {
        let trap = lost(LossCause::Terrain(added(0)));
        assert_eq!(
            last(sprung("", harm, &[wound, trap])),
            "You died before the first turn, killed by a rusty trap."
        );
    }
    let burst = Event::Burst {
        who: IMP,
        level: L,
        at: at(3, 1),
    };
    let felled = Event::Felled {
        who: HERO,
        by: Blame::Body(IMP),
    };
    assert_eq!(
        last(told(&[burst, wound, felled, lost_to(IMP)])),
        "You died before the first turn, killed by an imp."
    );
}
