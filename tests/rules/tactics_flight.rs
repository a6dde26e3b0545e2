//! Promise: a ghost that senses and flees minds every wizard, not only the nearest one (K-12).
use crate::scenario::{game, place};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::Event;
use dungeon_engine::rulesets::tactics::END_TURN;
use dungeon_model::space::geometry::Point;

/// Where the ghost, who is the body behind so many wizards, stands after each of some turns.
fn stands(text: &str, wizards: u32, turns: usize) -> Vec<(i32, i32)> {
    let mut game = game(text, 0);
    let mut turn = || {
        game.step(Action::Do(END_TURN)).expect("a turn");
        place(&game, wizards)
    };
    (0..turns).map(|_| turn()).collect()
}

#[test]
fn k12_a_lilac_ghost_flees_from_a_wizard_it_sees_though_a_hidden_one_is_nearer() {
    let text = drawn! {r#"
        rules tactics
        map
        ###################
        #.L.......1.......#
        #.#...............#
        #.#...............#
        #2#...............#
        ###################
        end
        mark 1 @ name="Seen"
        mark 2 @ name="Hidden"
    "#};
    let mut game = game(text, 0);
    game.step(Action::Do(END_TURN)).expect("a turn");
    let is_its_step = |event: &&Event| {
        matches!(
            event,
            Event::Moved {
                who: ActorId(2),
                ..
            }
        )
    };
    let first = game.events().iter().find(is_its_step);
    let Some(Event::Moved { to, .. }) = first else {
        panic!("it stands: {:?}", game.events());
    };
    assert_eq!(to.x, 1, "out of sight of whom it sees");
}

#[test]
fn k12_a_lilac_ghost_between_two_wizards_gets_away_from_both() {
    let text = drawn! {r#"
        rules tactics
        map
        .............
        .............
        .............
        .1...L...2...
        .............
        .............
        .............
        end
        mark 1 @ name="A"
        mark 2 @ name="B"
    "#};
    let game = game(text, 0);
    let wizards: Vec<Point> = [0, 1].map(|who| game.world().body(ActorId(who)).at).into();
    let room = |(x, y): (i32, i32)| {
        let p = Point { x: x - 1, y: y - 1 };
        let far = wizards.iter().map(|wizard| wizard.euclid_squared(p));
        far.min().expect("two wizards")
    };
    let stands = stands(text, 2, 4);
    let rooms: Vec<u64> = stands.iter().map(|p| room(*p)).collect();
    assert!(rooms.is_sorted() && rooms[0] > room((6, 4)), "{stands:?}");
    assert_eq!(stands[2], stands[3], "and there it stays");
}
