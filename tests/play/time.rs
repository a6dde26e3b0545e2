//! In real time the monsters act when no command comes; keys and idle rounds alone determine the game, so that
//! replaying them gives the same game (docs/format, `tempo=`).
use std::time::Duration;

use crate::corpus::scene;
use crate::{cases, support};
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::session::session::Session;
use dungeon_play::view::frame::Style;
use dungeon_play::view::window_style::WindowStyle;
use proptest::prelude::*;

const EVERY: Duration = Duration::from_millis(200);

fn pressed(name: &str, keys: &str) -> Session {
    let mut session = scene(name);
    session.press(keys).expect("a script");
    session
}

/// Plays like a terminal with a simulated clock: each key comes after this many milliseconds. Returns all keys,
/// including idle rounds.
fn played(session: &mut Session, hands: &[(u64, Key)]) -> Script {
    let mut keys = Vec::new();
    let mut press = |session: &mut Session, key| {
        session.press_key(key);
        keys.push(key);
    };
    let mut waited = Duration::ZERO;
    for (pause, key) in hands {
        for _ in 0..*pause {
            match session.pace() {
                Some(pace) if waited >= pace.every => {
                    press(session, Key::Idle);
                    waited = Duration::ZERO;
                }
                Some(_) => waited += Duration::from_millis(1),
                None => {}
            }
        }
        let round = session.game().world().round();
        press(session, *key);
        if session.game().world().round() != round {
            waited = Duration::ZERO;
        }
    }
    Script(keys)
}

#[test]
fn tempo_keys_and_idle_rounds_that_are_pressed_again_play_the_same_game() {
    let hands = [
        (950, 'l'),
        (10, 'p'),
        (250, '?'),
        (5000, 'j'),
        (100, '\u{1b}'),
        (150, '6'),
        (1300, 'e'),
        (700, '.'),
    ];
    let hands = hands.map(|(pause, c)| match c {
        '\u{1b}' => (pause, Key::Esc),
        c => (pause, Key::Char(c)),
    });
    let mut live = scene("hurry");
    let script = played(&mut live, &hands);
    let text = script.to_string();
    assert_eq!(text, "<idle 4>lp<idle>?j<Esc><idle>6<idle 6>e<idle 3>.");
    let again = pressed("hurry", &text);
    assert_eq!(again.checksum(), live.checksum());
    assert_eq!(again.frame(), live.frame());
    assert_eq!(again.messages(), live.messages());
    let without = pressed("hurry", "l6e.");
    assert_ne!(without.checksum(), live.checksum(), "idle rounds count");
}

#[test]
fn tempo_moves_the_monsters_and_not_the_turn() {
    let mut session = scene("hurry");
    let before = session.frame().to_string();
    assert!(before.contains("#@..#....") && before.contains("#...#.g.."));
    session.press("<idle>").expect("a script");
    let after = session.frame().to_string();
    assert!(after.contains("#@..#g...") && after.contains("#...#...."));
    assert_eq!(session.turn(), 0);
    session.press("<idle 3>").expect("a script");
    assert_eq!(session.latest_messages(), [""; 0]);
    session.press("<idle>").expect("a script");
    assert_eq!(session.latest_messages(), ["The ghost hits you for 2."]);
}

#[test]
fn tempo_is_how_long_a_session_waits_while_its_map_is_seen() {
    let pace = |keys: &str| pressed("hurry", keys).pace().map(|pace| pace.every);
    for keys in ["", "l", "p", "?<Esc>", "<Esc>n", "i"] {
        assert_eq!(pace(keys), Some(EVERY), "{keys}");
    }
    for keys in [
        "?",
        "M",
        ";",
        "<Esc>",
        "<Esc>y",
        "<resize 20x5>",
        "<idle 99>",
    ] {
        assert_eq!(pace(keys), None, "{keys}");
    }
    assert_eq!(pressed("hall", "").pace(), None, "no tempo");
}

#[test]
fn tempo_of_another_level_is_told_on_the_way_there() {
    let text = "level \"Calm\"\nmap\n#####\n#@>.#\n#####\nend\nlevel \"Haste\" tempo=500\nmap\n#####\n#<$.#\n#####\nend\n";
    let mut session = Session::new(support::dungeon(text));
    session.press("l>").expect("a script");
    let told = "You climb down to Haste. Time runs here: the monsters won't wait for you.";
    assert_eq!(session.latest_messages().join(" "), told);
    session.press("<lt>").expect("a script");
    let told = "You climb up to Calm. Time stands still here until you act.";
    assert_eq!(session.latest_messages().join(" "), told);
}

#[test]
fn tempo_begins_anew_with_each_round_and_with_nothing_else() {
    let mut session = scene("hurry");
    let mut last = session.pace().map(|pace| pace.round);
    let table = [
        ("p", false),
        ("i", false),
        ("<resize 60x20>", false),
        ("?<Esc>", false),
        ("l", true),
        ("<idle>", true),
        (">", false),
    ];
    for (keys, begins) in table {
        session.press(keys).expect("a script");
        let now = session.pace().map(|pace| pace.round);
        assert_eq!(now != last, begins, "{keys}");
        last = now;
    }
}

#[test]
fn idle_rounds_leave_pages_questions_and_ends_as_they_are() {
    for keys in [
        "?",
        "Mj",
        ";l",
        "<Esc>",
        "<resize 20x5>",
        "<Esc>y",
        "<idle 99>",
    ] {
        let mut session = pressed("hurry", keys);
        let (frame, sum) = (session.frame(), session.checksum());
        session.press("<idle>").expect("a script");
        assert_eq!(session.frame(), frame, "{keys}");
        assert_eq!(session.checksum(), sum, "{keys}");
        assert_eq!(session.latest_messages(), [""; 0], "{keys}");
    }
}

#[test]
fn idle_rounds_are_not_what_was_typed_and_keep_what_was_said() {
    let mut session = pressed("hurry", "p<idle>").window(WindowStyle::Book);
    let frame = session.frame();
    assert!(frame.to_string().contains("Direction  p"), "{frame}");
    let log = frame.lines().position(|row| row.contains("p does nothing"));
    let first = frame.get(at(22, log.expect("what was said") as i32));
    assert_eq!(first.style(), Style::PLAIN, "older messages are faint");
    session.press("<idle>").expect("a script");
    assert_eq!(session.latest_messages(), [""; 0]);
}

#[test]
fn x2_an_idle_round_without_tempo_is_refused() {
    let mut session = scene("hall");
    let before = session.checksum();
    session.press("<idle>").expect("a script");
    let said = session.latest_messages();
    assert_eq!(said, ["Time stands still until you act."]);
    assert_eq!(session.checksum(), before);
}

#[test]
fn x9_an_idle_round_completes_an_animation_like_any_key() {
    let mut hasty = scene("hurry");
    let mut patient = scene("hurry");
    for key in [Key::Char('d'), Key::Idle, Key::Idle] {
        hasty.press_key(key);
        patient.press_key(key);
        while patient.animate().is_some() {}
        assert_eq!(hasty.frame(), patient.frame());
    }
    assert!(hasty.animate().is_none());
}

#[test]
fn the_first_sentence_and_the_help_say_that_time_runs() {
    let welcome = "You enter \"The Burning Mill\", where time runs. Press ? for the keys.";
    assert_eq!(scene("hurry").messages()[0], welcome);
    let said = pressed("hurry", "?").frame().to_string();
    assert!(said.contains("press no key for 200 ms."), "{said}");
    assert!(!pressed("hall", "?").frame().to_string().contains(" ms."));
}

#[test]
fn the_guides_mill_burns_as_it_says() {
    let guide = include_str!("../../docs/format/play.md");
    let chapter = guide.split("\n## Time\n").nth(1).expect("the chapter");
    let file = chapter.split("```dng\n").nth(1).expect("its file");
    let file = file.split("```").next().unwrap_or_default();
    let mut session = Session::new(support::dungeon(file));
    let every = session.pace().map(|pace| pace.every);
    assert_eq!(every, Some(Duration::from_millis(800)));
    session.press("<idle 5>").expect("a script");
    assert_eq!(session.turn(), 0);
    assert_eq!(session.latest_messages(), ["The ghost hits you for 2."]);
    let one_by_one = "<idle><idle><idle><idle><idle>";
    let mut again = Session::new(support::dungeon(file));
    again.press(one_by_one).expect("a script");
    assert_eq!(again.checksum(), session.checksum());
}

proptest! {
    #![proptest_config(cases::of(48))]

    #[test]
    fn x3_whatever_the_hands_do_their_script_plays_the_same_game(
        hands in proptest::collection::vec((0..900u64, hand()), 0..25), seed: u32,
    ) {
        let mut live = scene("hurry").with_seed(seed.into());
        let script = played(&mut live, &hands);
        let mut again = scene("hurry").with_seed(seed.into());
        again.press(&script.to_string()).expect("a script");
        prop_assert_eq!(again.checksum(), live.checksum());
        prop_assert_eq!(again.frame(), live.frame());
    }
}

fn hand() -> impl Strategy<Value = Key> {
    let letters = "hjklyubn.qweadzxc?;MRp>";
    let letters: Vec<Key> = letters.chars().map(Key::Char).collect();
    let resized = Key::Resize(dungeon_model::space::geometry::Size::new(70, 20));
    prop_oneof![
        20 => proptest::sample::select(letters),
        2 => Just(Key::Esc),
        1 => Just(Key::Paste),
        1 => Just(resized),
    ]
}
