//! Runs of boards, and arenas with features that authors add: births, arrows, ghosts, stairs, idle rounds, fog.
//! Each test draws a map, presses keys and compares the events. Points are 1-based; `s` is a statue, which does
//! nothing.
use crate::scenario::arena::{STATUE, board, enemies, tells, with};
use crate::scenario::{bound, dungeon, game, presses, tell};
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_play::input::show::Show;
use dungeon_play::session::session::Session;

/// Returns a run of boards with these rows; each board is named by its number.
fn run(before: &str, boards: &[&str]) -> String {
    let (rules, kinds) = before.split_once('\n').unwrap_or((before, ""));
    let mut text = format!("{rules}\n{STATUE}{kinds}\n");
    for (nth, rows) in (1..).zip(boards) {
        let (rows, records) = rows.split_once("\n\n").unwrap_or((rows, ""));
        text += &format!("level \"{nth}\"\nmap\n{}\nend\n{records}\n", rows.trim());
    }
    text
}

/// Returns the number of the hero's board, from 1.
fn here(game: &Game) -> u8 {
    game.world().here().0 + 1
}

// ---- one board after another -----------------------------------------------------------------------------

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
    // The stairs keys are bound only if the file has stairs.
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

// ---- features that authors add ----------------------------------------------------------------------------

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
    let mut session =
        Session::with(dungeon, rules, dungeon_engine::monsters::mind_for).with_seed(1);
    let before = session.game().checksum();
    session.press("<C-c>").expect("a script");
    assert!(!session.is_over());
    session.press("<C-c>").expect("a script");
    assert!(session.is_over());
    assert_eq!(session.game().checksum(), before);
}
