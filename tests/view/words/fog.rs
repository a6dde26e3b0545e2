//! A body out of sight has no name in messages, and an event out of sight has no message.
use super::*;
use dungeon_model::dungeon::{Prey, tables_mut};
use std::sync::Arc;

/// Returns the messages to a hero with a view of two steps.
fn told_in_fog(events: &[Event]) -> Vec<String> {
    let mut world = world(|dungeon| {
        let kinds = Arc::make_mut(&mut tables_mut(dungeon).kinds);
        kinds[kind(LICH)].says = "Come closer.".to_owned();
        kinds[kind(LEECH)].prey = Prey::Foes;
    });
    events.iter().for_each(|event| world.apply(event));
    let hero = world.body(HERO).at;
    let seen = &|level, p: Point| level == L && p.chebyshev(hero) <= 2;
    let world = &world;
    tell(
        Perception {
            world,
            seen,
            place: None,
        },
        events,
    )
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
        Event::Felled {
            who: HERO,
            by: Blame::Body(LICH),
        },
        lost_to(LICH),
    ];
    assert_eq!(
        told_in_fog(&fatal)[1],
        "You died before the first turn, killed by something."
    );
}

#[test]
fn what_happens_out_of_view_to_others_alone_is_not_told() {
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
    let opened = |who| {
        Event::Opened(AtTerrain {
            who,
            level,
            at: far,
            tile: builtin::DOOR,
        })
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
        &[Event::Spoke { who: LICH }],
        &[
            Event::Struck {
                who: LICH,
                whom: LEECH,
            },
            health(LEECH, -3),
        ],
        &[
            Event::Shot {
                who: LICH,
                whom: LEECH,
            },
            health(LEECH, -3),
        ],
    ] {
        assert_eq!(told_in_fog(unseen), [""; 0], "{unseen:?}");
        assert_ne!(told(unseen), [""; 0], "{unseen:?}");
    }
    let lost = [
        Event::Joined { who: LEECH },
        Event::Died {
            who: LEECH,
            level,
            at: far,
        },
    ];
    assert_eq!(told_in_fog(&lost), ["The leech dies out of your sight."]);
    let struck = [
        Event::Struck {
            who: LICH,
            whom: IMP,
        },
        health(IMP, -3),
    ];
    assert_eq!(told_in_fog(&struck), ["Something hits the imp for 3."]);
    assert_eq!(told_in_fog(&[born(at(2, 2))]), ["A wanderer appears."]);
    assert_eq!(told_in_fog(&[placed(at(2, 2))]), ["A bronze key appears."]);
    assert_eq!(told_in_fog(&[opened(HERO)]), ["You open the door."]);
    let near = Event::Opened(AtTerrain {
        who,
        level,
        at: at(2, 2),
        tile: builtin::DOOR,
    });
    assert_eq!(told_in_fog(&[near]), ["Something opens the door."]);
    let burst = Event::Burst {
        who,
        level,
        at: far,
    };
    assert_eq!(
        told_in_fog(&[burst, health(HERO, -3)]),
        ["Something explodes: you lose 3 health."]
    );
}
