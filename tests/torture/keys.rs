//! Key scripts with keyboard, mouse, paste and resize events, on every dungeon. A recording of the game replays to the
//! same state.
use dungeon_model::space::geometry::{Size, at};
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::replay::recording::Recording;
use dungeon_play::session::session::Session;
use proptest::prelude::*;

use super::files::take_pictures;
use super::{Ordeal, playable, try_on};

/// Random key scripts, recorded and replayed.
pub const SCRIPTS: Ordeal = Ordeal {
    name: "keys",
    cost: 1,
    run: |config| {
        let scripts = (any::<usize>(), any::<u64>(), sizes(), keys(1..120));
        try_on(config, &scripts, |(which, seed, size, keys)| {
            play(which, seed, size, &keys)
        })
    },
};

/// Returns screen sizes, most of them like those of terminals.
pub fn sizes() -> impl Strategy<Value = (i32, i32)> {
    prop_oneof![
        4 => Just((80, 24)),
        3 => (20..140i32, 8..60i32),
        2 => (1..20i32, 1..12i32),
        1 => (1..=1000i32, 1..=1000i32),
    ]
}

/// Returns this many events of a keyboard, a mouse or a terminal.
pub fn keys(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Key>> {
    let cell = || (0..90i32, 0..30i32).prop_map(|(x, y)| at(x, y));
    let named = vec![
        Key::Esc,
        Key::Enter,
        Key::Tab,
        Key::BackTab,
        Key::Backspace,
        Key::Insert,
        Key::Delete,
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Home,
        Key::End,
        Key::PageUp,
        Key::PageDown,
        Key::MouseBack,
        Key::MouseForward,
        Key::WheelUp,
        Key::WheelDown,
        Key::Paste,
        Key::Idle,
    ];
    let usual: Vec<char> = "hjklyubn.123456789oqweadzxcfsgBt ".chars().collect();
    let rare: Vec<char> = "?;MRNQSiy_m<>'\u{e9}\u{4e16}\u{fff9}".chars().collect();
    let key = prop_oneof![
        20 => prop::sample::select(usual).prop_map(Key::Char),
        5 => prop::sample::select(rare).prop_map(Key::Char),
        4 => prop::sample::select(named),
        1 => prop::char::range('a', 'z').prop_map(Key::Ctrl),
        1 => any::<char>().prop_map(Key::Char),
        1 => any::<char>().prop_map(Key::Alt),
        1 => (1..=20u8).prop_map(Key::F),
        2 => cell().prop_map(Key::Click),
        2 => cell().prop_map(Key::Hover),
        1 => sizes().prop_map(|(width, height)| Key::Resize(Size::new(width, height))),
    ];
    prop::collection::vec(key, count)
}

/// Plays the keys like a terminal, with journeys that continue or stop, and replays the recording.
fn play(which: usize, seed: u64, size: (i32, i32), keys: &[Key]) {
    let (source, session) = playable(which, seed, size);
    let mut recorder = Recorder::new(session, source);
    for (nth, key) in keys.iter().enumerate() {
        if recorder.is_over() {
            break;
        }
        recorder.press(*key);
        // A terminal shows a few steps of a journey before the next key arrives.
        for _ in 0..nth % 5 {
            if recorder.is_under_way() {
                recorder.go_on();
            }
        }
    }
    take_pictures(&recorder.frame());
    let recording = recorder.recording();
    let text = recording.to_text();
    let read = Recording::from_text(&text).expect("a written text can be read");
    assert_eq!(read, recording);
    let mut again: Session = read.session().expect("the dungeon is sound");
    assert_eq!(again.checksum(), recording.opening, "the same opening");
    for key in read.keys().iter() {
        again.press_key(key);
    }
    assert_eq!(
        again.checksum(),
        recording.state(),
        "the same state in the end"
    );
}
