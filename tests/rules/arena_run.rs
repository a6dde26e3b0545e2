//! Runs of boards, and arena with what authors put on them: births, arrows, ghosts, stairs, idle rounds, fog. A
//! picture, keys, and what happened; points are 1-based, `s` is a statue, which does nothing.
use crate::scenario::arena::{STATUE, board, enemies, lives, tells, with};
use crate::scenario::{bound, dungeon, game, place, presses, tell};
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::LevelId;
use dungeon_play::input::show::Show;
use dungeon_play::session::session::Session;

/// A run of boards with these rows, each named by its number.
fn run(before: &str, boards: &[&str]) -> String {
    let (rules, kinds) = before.split_once('\n').unwrap_or((before, ""));
    let mut text = format!("{rules}\n{STATUE}{kinds}\n");
    for (nth, rows) in (1..).zip(boards) {
        let (rows, records) = rows.split_once("\n\n").unwrap_or((rows, ""));
        text += &format!("level \"{nth}\"\nmap\n{}\nend\n{records}\n", rows.trim());
    }
    text
}

/// The number of the board that the hero is on.
fn here(game: &Game) -> u8 {
    game.world().here().0 + 1
}

// ---- one board after another -----------------------------------------------------------------------------

#[test]
fn a2_where_a_board_has_no_enemy_left_he_comes_to_the_next_and_keeps_his_lives() {
    let text = run("rules arena", &["@%", "..@.s"]);
    tells(
        &text,
        ".ll",
        &[
            ".: enemy rams hero, enemy dies, hero Health -1, level 1 cleared, hero travels to 2 3,1",
            "l: hero to 4,1",
            "l: hero stomps statue, statue dies, hero to 5,1, Won",
        ],
    );
    let mut game = game(&text, 0);
    presses(&mut game, ".ll");
    assert_eq!((lives(&game), game.world().turn()), (2, 3));
}

#[test]
fn a2_it_is_won_only_when_every_board_is_clear() {
    let mut game = game(&run("rules arena", &["@s", "@s", "@s"]), 0);
    for board in 1..=3 {
        assert_eq!((here(&game), game.outcome()), (board, None));
        presses(&mut game, "l");
    }
    assert_eq!((here(&game), game.outcome()), (3, Some(Outcome::Won)));
    let cleared = game.events().iter();
    let mut cleared = cleared.filter(|event| matches!(event, Event::Cleared { .. }));
    assert_eq!(cleared.next(), None, "the end says so");
}

#[test]
fn a2_the_enemies_of_other_boards_sleep() {
    let mut game = game(&run("rules arena", &["@......s", "@.%.."]), 0);
    presses(&mut game, "......");
    assert_eq!(
        game.world()
            .body(game.world().theirs(LevelId(1)).next().expect("one"))
            .at
            .x,
        2
    );
}

#[test]
fn a2_a_board_without_enemies_is_passed_over() {
    tells(
        &run("rules arena", &["@s", "@..", "@s"]),
        "l",
        &[
            "l: hero stomps statue, statue dies, hero to 2,1, level 1 cleared, hero travels to 3 1,1",
        ],
    );
    // Even the first one, before the first command.
    let game = game(&run("rules arena", &["@..", ".@s"]), 0);
    assert_eq!(tell(&game), "level 1 cleared, hero travels to 2 2,1");
    assert_eq!((place(&game, 0), game.world().turn()), ((2, 1), 0));
}

#[test]
fn a2_a_run_on_which_no_enemy_found_room_is_won_before_it_begins() {
    for boards in [
        ["@\n\nscatter % 1"].as_slice(),
        &["@\n\nscatter % 1", "@..\n\nscatter % 1 away=2"],
    ] {
        let mut game = game(&run("rules arena", boards), 0);
        assert_eq!(
            (tell(&game).as_str(), game.outcome()),
            ("Won", Some(Outcome::Won))
        );
        assert_eq!(game.step(Action::Wait), Err(Refusal::GameOver));
    }
}

#[test]
fn a2_behind_the_last_board_comes_the_first_that_has_enemies() {
    let text = run(
        "rules arena",
        &["@>s\n\n> 2 1 to=\"3\"", "@..\n...", "@s", "@s\n\nq"],
    );
    tells(
        &text,
        "l>llll",
        &[
            "l: hero to 2,1",
            ">: hero travels to 3 1,1",
            "l: hero stomps statue, statue dies, hero to 2,1, level 3 cleared, hero travels to 4 1,1",
            "l: hero stomps statue, statue dies, hero to 2,1, level 4 cleared, hero travels to 1 1,1",
            "l: hero to 2,1",
            "l: hero stomps statue, statue dies, hero to 3,1, Won",
        ],
    );
}

#[test]
fn a3_what_he_takes_where_he_comes_to_may_be_his_end() {
    let thorns = run(
        "rules arena lives=2\nitem t \"thorns\" health=-2",
        &["@s", ".@s\n\nt 2 1"],
    );
    let mut game = game(&thorns, 0);
    presses(&mut game, "l");
    assert_eq!((place(&game, 0), lives(&game)), ((2, 1), 0));
    assert_eq!(game.outcome(), Some(Outcome::Lost));
}

#[test]
fn a2_stairs_and_pits_lead_to_boards_whose_enemies_act_at_once() {
    let text = run("rules arena", &["@>.s", "<..%@"]);
    tells(
        &text,
        "l>",
        &["l: hero to 2,1", ">: hero travels to 2 1,1, enemy to 3,1"],
    );
    tells(
        &run("rules arena", &["@^.s\n\n^ 2 1 trap=pit damage=1", "...%@"]),
        "l",
        &["l: hero to 2,1, springs pit 2,1, hero travels to 2 2,1, enemy to 3,1"],
    );
    // Keys for stairs are bound only where there are any.
    assert!(bound(&game(&text, 0), '>').is_some());
    assert!(bound(&game(&board("@s"), 0), '>').is_none());
}

#[test]
fn a2_sixty_four_boards_are_one_run() {
    let boards = vec!["@s"; 64];
    let mut game = game(&run("rules arena", &boards), 0);
    presses(&mut game, &"l".repeat(64));
    assert_eq!((here(&game), game.outcome()), (64, Some(Outcome::Won)));
}

#[test]
fn a2_enemies_are_counted_on_this_board_and_lives_are_kept() {
    let mut game = game(&run("rules arena", &["@%s", "@sss"]), 0);
    let readings = |game: &Game| {
        let readings = game.rules().face().readings(game.world()).into_iter();
        readings
            .map(|reading| format!("{} {}", reading.label, reading.value))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(readings(&game), "Lives 3, Enemies 2");
    presses(&mut game, ".");
    assert_eq!(readings(&game), "Lives 2, Enemies 1");
    presses(&mut game, "ll");
    assert_eq!(readings(&game), "Lives 2, Enemies 3");
    assert_eq!(enemies(game.world()), 3);
}

// ---- what authors add ------------------------------------------------------------------------------------

#[test]
fn a3_hidden_traps_are_found_by_waiting() {
    let mut game = game(&(board("@^.......s") + "^ 2 1 damage=1 hidden=yes\n"), 0);
    let found = (0..40).any(|_| {
        presses(&mut game, ".");
        tell(&game).contains("finds 2,1")
    });
    assert!(found && lives(&game) == 3);
}

#[test]
fn a3_an_idle_round_is_the_enemies_and_counts_no_turn() {
    let text = with("rules arena tempo=500", "@..%s");
    tells(
        &text,
        "~~~",
        &[
            "~: idles, enemy to 3,1",
            "~: idles, enemy to 2,1",
            "~: idles, enemy rams hero, enemy dies, hero Health -1",
        ],
    );
    let mut game = game(&text, 0);
    presses(&mut game, "~~~.");
    assert_eq!((game.world().turn(), game.world().round()), (1, 4));
    // An idle round takes nothing, and can end the game or a board.
    let heart = "rules arena tempo=500\nitem h \"heart\" health=1";
    tells(
        &(with(heart, "@h%") + "h 1 1\n"),
        "~",
        &["~: idles, enemy to 2,1"],
    );
    tells(
        &run("rules arena tempo=500", &["@%", "@s"]),
        "~",
        &[
            "~: idles, enemy rams hero, enemy dies, hero Health -1, level 1 cleared, hero travels to 2 1,1",
        ],
    );
    tells(
        &with("rules arena tempo=500 lives=1", "@%"),
        "~",
        &["~: idles, enemy rams hero, enemy dies, hero Health -1, Lost"],
    );
}

#[test]
fn a3_in_fog_the_rules_are_the_same() {
    let rows = drawn! {"
        @..#.%
        ...#..
        .....s"};
    let (clear, foggy) = (board(rows), with("rules arena fog=2", rows));
    let checksums = |text: &str| {
        let mut game = game(text, 3);
        presses(&mut game, "..jl..");
        game.checksum()
    };
    assert_eq!(checksums(&clear), checksums(&foggy));
}

#[test]
fn a6_ctrl_c_asks_once_and_quits() {
    let dungeon = dungeon("rules arena\n");
    let rules = dungeon_engine::rulesets::pick(&dungeon);
    let mut session = Session::with(dungeon, rules, dungeon_engine::monsters::mind_for).seed(1);
    let before = session.game().checksum();
    session.press("<C-c>").expect("a script");
    assert!(!session.is_over());
    session.press("<C-c>").expect("a script");
    assert!(session.is_over());
    assert_eq!(session.game().checksum(), before);
}
