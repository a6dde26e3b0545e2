//! Undo in files with `undo=yes`: a session with undone commands equals the session without them, and its
//! recording reaches the same checksums.
use crate::cases;
use crate::corpus::scene;
use dungeon::recordings::{Playback, Recorder};
use dungeon::session::{Script, Show};
use dungeon::{Key, Outcome, Session};
use dungeon_format::source::Source;
use dungeon_play::replay::result_screen::{BestResults, MenuReturn, ResultKey, ResultScreen};
use proptest::prelude::*;

/// A puzzle: push the box onto the goal. The gold adds log lines, and the ghost random draws.
const BOXES: &str = concat!(
    "title \"The Last Box\"\n",
    "rules explore undo=yes\n",
    "goal cover=T\n",
    "tile T \"goal\" colour=green\n",
    "tile B \"box\" push=yes colour=yellow\n",
    "map\n",
    "##########\n",
    "#@.B..T..#\n",
    "#...$....#\n",
    "#........#\n",
    "#.......w#\n",
    "##########\n",
    "end\n",
);

/// A duel that is soon lost: the enemy stomps a hero that steps beside it.
const LOST: &str = "rules arena lives=1 undo=yes\nmap\n.....\n@.%..\n.....\nend\n";

const TACTICS: &str = concat!(
    "rules tactics undo=yes\n",
    "map\n",
    "##########\n",
    "#@......G#\n",
    "#@.......#\n",
    "##########\n",
    "end\n",
);

/// Bolts, whose flights are animated, at monsters that come nearer.
const BOLTS: &str = concat!(
    "rules explore undo=yes\n",
    "hero health=90 manna=90\n",
    "map\n",
    "##########\n",
    "#@...w...#\n",
    "#.....w..#\n",
    "#.w....$.#\n",
    "##########\n",
    "end\n",
);

fn session(text: &str) -> Session {
    Session::from_text(text).expect("a sound dungeon")
}

fn pressed(text: &str, keys: &str) -> Session {
    let mut session = session(text);
    session.press(keys).expect("a script");
    session
}

/// Returns a recorded game of a text, played by these keys.
fn recorded(text: &str, keys: &str) -> Recorder {
    let mut recorder = Recorder::new(session(text), &Source::from_text("game.dng", text));
    let Script(keys) = keys.parse().expect("a script");
    for key in keys {
        recorder.press(key);
        while recorder.is_under_way() {
            recorder.go_on();
        }
    }
    recorder
}

/// Replays the recording, with a check of each checksum.
fn replayed(recorder: &Recorder) -> Session {
    let recording = recorder.recording();
    let mut session = recording.session().expect("a sound dungeon");
    let playback = Playback::begin(recording, &session);
    let mut playback = playback.expect("the same opening");
    playback.finish(&mut session).expect("the same checksums");
    session
}

#[test]
fn x18_undo_goes_back_command_by_command_to_the_beginning() {
    let mut game = session(BOXES);
    let opening = game.checksum();
    game.press("lljl").expect("keys");
    assert_eq!(game.turn(), 4);
    for left in (0..4).rev() {
        game.press("<BS>").expect("a key");
        assert_eq!(game.turn(), left);
    }
    assert_eq!(
        game.latest_messages(),
        ["You take back your last command (east)."]
    );
    assert_eq!(game.checksum(), opening);
    game.press("<BS>").expect("a key");
    assert_eq!(game.latest_messages(), ["Nothing to take back."]);
    assert_eq!(game.checksum(), opening);
}

#[test]
fn x18_undo_is_refused_in_words_where_the_file_does_not_have_it() {
    let mut hall = scene("hall");
    hall.press("l").expect("a key");
    let before = hall.checksum();
    hall.press("<BS>").expect("a key");
    let told = ["You can't take back commands in this dungeon."];
    assert_eq!(hall.latest_messages(), told);
    assert_eq!(hall.checksum(), before);
}

#[test]
fn x18_chance_falls_the_same_after_an_undo() {
    let straight = pressed(BOXES, "....");
    let again = pressed(BOXES, "..<BS><BS>....");
    assert_eq!(again.checksum(), straight.checksum());
}

#[test]
fn x18_an_undo_takes_back_the_idle_rounds_after_the_command() {
    let timed = BOXES.replace("undo=yes", "undo=yes tempo=200");
    let mut game = pressed(&timed, "<idle><idle>");
    let before = game.checksum();
    game.press("<BS>").expect("a key");
    assert_eq!(game.latest_messages(), ["Nothing to take back."]);
    game.press("l<idle><idle><idle><BS>").expect("keys");
    assert_eq!(game.checksum(), before);
}

#[test]
fn x18_each_step_of_a_journey_is_taken_back_alone() {
    let mut game = recorded(BOXES, "o");
    let turn = game.session.turn();
    assert!(turn > 1, "a journey of several steps");
    game.press(Key::Backspace);
    assert_eq!(game.session.turn(), turn - 1);
    assert_eq!(replayed(&game).checksum(), game.session.checksum());
}

#[test]
fn x18_a_lost_game_goes_on_before_the_command_that_lost_it() {
    let mut game = recorded(LOST, "l");
    assert_eq!(game.session.outcome(), Some(Outcome::Lost));
    let epilogue = game.session.log_lines().concat();
    assert!(
        epilogue.replace('\u{a0}', " ").contains("<BS>: undo"),
        "{epilogue}"
    );
    let page = ResultScreen::new(&game, BestResults::default(), MenuReturn::Absent);
    let mut page = page.expect("the game is over");
    assert!(page.frame(&game).to_string().contains("<BS>: undo"));
    assert_eq!(
        page.press(Key::Backspace, &game),
        ResultKey::Game(Key::Backspace)
    );
    game.press(Key::Backspace);
    assert_eq!((game.session.outcome(), game.session.turn()), (None, 0));
    assert_eq!(game.recording().outcome, None);
    game.press(Key::Char('.'));
    let replayed = replayed(&game);
    assert_eq!(replayed.checksum(), game.session.checksum());
    assert_eq!(replayed.outcome(), game.session.outcome());
}

#[test]
fn x18_a_won_game_stays_won() {
    let mut game = pressed(BOXES, "lllll");
    assert_eq!(game.outcome(), Some(Outcome::Won));
    assert!(!game.log_lines().concat().contains("undo"));
    game.press("<BS>").expect("a key");
    assert_eq!(game.outcome(), Some(Outcome::Won));
    assert_eq!(game.latest_messages(), ["The game is over."]);
}

#[test]
fn x18_a_new_game_has_nothing_to_take_back() {
    let mut game = pressed(BOXES, "llRy");
    assert_eq!(game.turn(), 0);
    game.press("<BS>").expect("a key");
    assert_eq!(game.latest_messages(), ["Nothing to take back."]);
}

#[test]
fn x18_a_player_s_commands_far_back_can_be_taken_back() {
    let mut game = session(&BOXES.replace("w#", ".#"));
    let mut sums = Vec::new();
    for nth in 0..600 {
        sums.push(game.checksum());
        game.press(["j", "k"][nth % 2]).expect("a key");
    }
    for sum in sums.into_iter().rev() {
        game.press("<BS>").expect("a key");
        assert_eq!(game.checksum(), sum);
    }
}

#[test]
fn the_screen_says_what_was_taken_back_and_the_help_names_the_key() {
    let game = pressed(BOXES, "lll<BS>").with_size(60, 14);
    insta::assert_snapshot!(game.frame());
    let help = pressed(BOXES, "").screen_help();
    assert!(help.contains("take back your last command"), "{help}");
    assert!(!scene("hall").screen_help().contains("take back"));
}

/// Returns the help of a session as text.
trait Help {
    fn screen_help(self) -> String;
}

impl Help for Session {
    fn screen_help(mut self) -> String {
        self.press("?").expect("a key");
        self.frame().to_string()
    }
}

/// Commands, and `u` for undo.
fn keys(commands: &'static str) -> impl Strategy<Value = String> {
    let commands: Vec<char> = commands.chars().collect();
    let key = prop_oneof![3 => prop::sample::select(commands), 1 => Just('u')];
    let keys = prop::collection::vec(key, 1..80);
    keys.prop_map(|keys| keys.into_iter().collect())
}

/// Returns the keys without the undone commands. A refused key is not a command, and is removed with the command before
/// it.
fn left_of(text: &str, keys: &str) -> String {
    let (mut left, mut game) = (String::new(), session(text));
    let mut commands = Vec::new();
    for key in keys.chars() {
        if key != 'u' {
            let before = game.checksum();
            game.press(&key.to_string()).expect("a key");
            if game.checksum() != before {
                commands.push(left.len());
            }
            left.push(key);
        } else if game.outcome() != Some(Outcome::Won)
            && let Some(last) = commands.pop()
        {
            left.truncate(last);
            game = pressed(text, &left);
        }
    }
    left
}

/// Asserts that a game with undos equals the game without the undone commands: checksum, screen, log and replay.
fn compare(text: &str, keys: &str) {
    let left = left_of(text, keys);
    let mut straight = pressed(text, &left);
    let mut game = recorded(text, &keys.replace('u', "<BS>"));
    assert_eq!(game.session.checksum(), straight.checksum(), "{left}");
    assert_eq!(replayed(&game).checksum(), straight.checksum(), "{left}");
    // Opening a page removes the hint.
    straight.press("?<Esc>").expect("keys");
    [Key::Char('?'), Key::Esc]
        .into_iter()
        .for_each(|key| game.press(key));
    let [shown, expected] = [&game.session, &straight].map(|game| game.frame().to_string());
    assert_eq!(shown, expected, "{left}");
    assert_eq!(game.session.messages(), straight.messages(), "{left}");
}

proptest! {
    #![proptest_config(cases::of(64))]

    #[test]
    fn x18_keys_with_undos_play_like_the_keys_that_are_left(keys in keys("hjklybn.")) {
        compare(BOXES, &keys);
    }

    #[test]
    fn x18_an_undo_of_a_lost_game_is_an_undo_like_any_other(keys in keys("hjkl.")) {
        compare(&LOST.replace("lives=1", "lives=2"), &keys);
    }

    #[test]
    fn x18_bolts_go_back_with_all_that_moved_meanwhile(keys in keys("hjkldda.")) {
        compare(BOLTS, &keys);
    }

    #[test]
    fn x18_commands_to_units_go_back_one_by_one(keys in keys("hjkl5 ")) {
        compare(TACTICS, &keys);
    }
}

#[test]
fn x18_in_tactics_the_cursor_goes_back_with_the_command() {
    let straight = pressed(TACTICS, "lll");
    let again = pressed(TACTICS, "lll<Enter><BS>");
    assert_eq!(again.checksum(), straight.checksum());
    assert_eq!(again.pointed_at(), straight.pointed_at());
}
