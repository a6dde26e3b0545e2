//! Arena rules for the hero and for the end of a game: each test draws a map, presses keys and compares the
//! events. Points are 1-based; `s` is a statue, which does nothing.
use crate::scenario::arena::{board, lives, tells, with};
use crate::scenario::{bound, game, place, presses};
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::game::Game;
use dungeon_model::space::geometry::Direction::*;

// ---- steps -----------------------------------------------------------------------------------------------

#[test]
fn a3_he_steps_in_four_directions_by_digits_and_letters_and_arrows() {
    let text = board(drawn! {"
        s....
        .....
        ..@..
        ....."});
    for (keys, arrow, to) in [
        ("8k", "<Up>", (3, 2)),
        ("2j", "<Down>", (3, 4)),
        ("4h", "<Left>", (2, 3)),
        ("6l", "<Right>", (4, 3)),
    ] {
        for key in keys.chars() {
            let mut game = game(&text, 0);
            let action = bound(&game, key);
            presses(&mut game, &key.to_string());
            assert_eq!((place(&game, 0), game.world().turn()), (to, 1), "{key}");
            let mut bindings = game.rules().face().bindings().iter();
            let arrow = bindings.find(|binding| binding.keys.split(' ').any(|key| key == arrow));
            assert_eq!(arrow.map(|binding| binding.action), action, "{key}");
        }
    }
}

#[test]
fn a3_no_key_leads_along_a_diagonal() {
    let game = game(&board("@..\n.s."), 0);
    assert!("7913yubn".chars().all(|key| bound(&game, key).is_none()));
}

/// Asserts that an action is refused, changes nothing, and lets no monster act.
#[track_caller]
fn costs_nothing(game: &mut Game, action: Action, refusal: Refusal) {
    let before = (game.checksum(), game.world().turn(), game.events().len());
    assert_eq!(game.check(action), Err(refusal));
    assert_eq!(game.step(action), Err(refusal));
    let after = (game.checksum(), game.world().turn(), game.events().len());
    assert_eq!(before, after);
}

#[test]
fn a3_a_step_into_a_wall_is_refused_and_costs_nothing() {
    for wall in ["#", " "] {
        let rows = format!("@{wall}..\n.%..");
        costs_nothing(
            &mut game(&board(&rows), 0),
            Action::Step(East),
            Refusal::Blocked,
        );
    }
}

#[test]
fn a3_a_step_over_any_edge_is_refused_and_costs_nothing() {
    for (rows, ways) in [
        ("@.%", [North, West, South].as_slice()),
        ("%.@", &[North, East, South]),
        ("%..\n.@.", &[South]),
        (".@.\n..%", &[North]),
    ] {
        for way in ways {
            let game = &mut game(&board(rows), 0);
            costs_nothing(game, Action::Step(*way), Refusal::Blocked);
        }
    }
}

#[test]
fn a3_a_diagonal_step_is_refused_even_onto_an_enemy() {
    for way in [NorthEast, SouthEast, SouthWest, NorthWest] {
        let game = &mut game(
            &board(drawn! {"
                %.%
                .@.
                %.%"}),
            0,
        );
        costs_nothing(game, Action::Step(way), Refusal::UnknownHere);
    }
}

#[test]
fn a3_nothing_else_is_done_here() {
    let game = &mut game(&board("@s"), 0);
    let enemy = game
        .world()
        .theirs(crate::scenario::L)
        .next()
        .expect("an enemy");
    for action in [Action::Attack(enemy), Action::Shoot(enemy)] {
        costs_nothing(game, action, Refusal::UnknownHere);
    }
    costs_nothing(game, Action::Idle, Refusal::NoHurry);
}

// ---- doors and things ------------------------------------------------------------------------------------

#[test]
fn a3_a_locked_door_without_its_key_is_refused_and_costs_nothing() {
    let iron = "rules arena\nitem k \"key\" opens=iron";
    let text = with(iron, "@D.%\nk...") + "mark D + locked=iron\n";
    costs_nothing(&mut game(&text, 0), Action::Step(East), Refusal::Locked);
    tells(
        &text.replace("D.%", "D.s"),
        "ljkll",
        &[
            "l: It is locked, and you don't have the key.",
            "j: takes key 1,2, hero to 1,2",
            "k: hero to 1,1",
            "l: hero opens 2,1, open door built 2,1",
            "l: hero to 2,1",
        ],
    );
}

// ---- lives -----------------------------------------------------------------------------------------------

#[test]
fn a3_three_lives_unless_the_file_says_how_many() {
    for (rules, record, count) in [
        ("rules arena", "", 3),
        ("rules arena lives=5", "", 5),
        ("rules arena lives=5\nhero health=2", "", 2),
        ("rules arena lives=5\nhero health=2", "@ 1 1 4\n", 4),
        ("rules arena lives=5", "@ 1 1 health=6\n", 6),
    ] {
        let text = with(rules, "@.s") + record;
        assert_eq!(lives(&game(&text, 0)), count, "{rules} {record}");
    }
}

#[test]
fn a3_he_has_nothing_but_lives() {
    let game = game("rules arena\n", 0);
    let hero = game.world().body(game.world().commanded());
    assert_eq!(
        hero.stats,
        dungeon_model::dungeon::Stats::classic([3, 0, 0, 0])
    );
}
