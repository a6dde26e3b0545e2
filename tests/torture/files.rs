//! Mutated files: each is read, checked, and played if it is valid; the last screen is drawn in every form.
use dungeon_format::characters::fault;
use dungeon_format::report::{Paint, Report};
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::LevelId;
use dungeon_play::input::key::Key;
use dungeon_play::session::session::Session;
use dungeon_play::session::state_json::StateLine;
use dungeon_play::view::ColourDepth;
use dungeon_play::view::frame::Frame;
use proptest::prelude::*;
use std::sync::Arc;

use crate::corpus::canonical::check_canonical;

use super::mutation::{SIEGES, mutate, mutated, mutation};
use super::{Ordeal, try_on};

/// Files of random bytes.
pub const BYTES: Ordeal = Ordeal {
    name: "bytes",
    cost: 1,
    run: |config| {
        let bytes = prop::collection::vec(any::<u8>(), 0..600);
        try_on(config, &(bytes, keys()), endure)
    },
};

/// Random characters of the format.
pub const CHARACTERS: Ordeal = Ordeal {
    name: "characters",
    cost: 1,
    run: |config| {
        let text = "[ -~\n]{0,400}|[0-9 #hwgp*=$q\n+-]{0,300}".prop_map(String::into_bytes);
        try_on(config, &(text, keys()), endure)
    },
};

/// Mutated fixtures of siege.
pub const SIEGES_ORDEAL: Ordeal = Ordeal {
    name: "sieges",
    cost: 1,
    run: |config| {
        let changed = (any::<usize>(), prop::collection::vec(mutation(), 1..6));
        let changed = changed.prop_map(|(which, changes)| {
            let sound = SIEGES[which % SIEGES.len()].clone();
            changes.into_iter().fold(sound, mutate)
        });
        try_on(config, &(changed, keys()), endure)
    },
};

/// Mutated dungeons and fixtures of every game.
pub const FIXTURES: Ordeal = Ordeal {
    name: "fixtures",
    cost: 1,
    run: |config| try_on(config, &(mutated(), keys()), endure),
};

fn keys() -> impl Strategy<Value = Vec<Key>> {
    let key = prop_oneof![
        8 => prop::sample::select("123456789hjklyubn.qweadzxcfs".chars().map(Key::Char).collect::<Vec<_>>()),
        2 => prop::sample::select("?;MRN<> \u{e9}".chars().map(Key::Char).collect::<Vec<_>>()),
        1 => prop::sample::select(vec![Key::Esc, Key::Enter, Key::Up, Key::Down, Key::PageUp, Key::Tab]),
    ];
    prop::collection::vec(key, 50)
}

/// Reads and checks a file, and plays it if it is valid.
fn endure((bytes, keys): (Vec<u8>, Vec<Key>)) {
    // Small limits, so that a mutated `map open 4000 4000` does not take the time of thousands of cases.
    let limits = Limits {
        cells: 1 << 14,
        entities: 1 << 12,
        ..Limits::default()
    };
    let source = Source::from_bytes("torture.dng", bytes);
    check_canonical(&source, &limits);
    let (dungeon, diagnostics) = dungeon_lint::read(&source, &limits);
    for finding in &diagnostics {
        let whole = source.text.get(finding.span.range());
        assert!(whole.is_some(), "{finding:?} points outside");
    }
    let is_silent = diagnostics.is_empty();
    let report = Report {
        source,
        diagnostics,
    };
    for paint in [Paint::Plain, Paint::Coloured] {
        assert_eq!(report.render(paint).is_empty(), is_silent);
    }
    let Some(dungeon) = dungeon else {
        return assert!(!is_silent, "refused without a message");
    };
    let mut session = Session::new(Arc::new(dungeon))
        .with_seed(7)
        .with_size(40, 12);
    for key in keys {
        session.press_key(key);
        check_bodies(&session);
    }
    take_pictures(&session.frame());
    serde_json::to_string(&StateLine::new(&session)).expect("a state is JSON");
}

/// Asserts that no cell of any level holds two bodies.
fn check_bodies(session: &Session) {
    let world = session.game().world();
    let standing = world.bodies().iter().filter(|body| body.alive).count();
    let cells = (0..world.dungeon().levels().len())
        .map(|level| LevelId(level as u8))
        .flat_map(|level| world.size(level).points().map(move |p| (level, p)))
        .filter(|(level, p)| world.body_at(*level, *p).is_some())
        .count();
    assert_eq!(standing, cells, "one body a cell");
}

/// Draws a frame in every form, and asserts that each row has the frame's width and no control character.
pub fn take_pictures(frame: &Frame) {
    let width = frame.size().width as usize;
    for row in frame.lines() {
        assert!(
            row.chars().count() <= width,
            "{row:?} is wider than the screen"
        );
        assert!(
            row.chars().all(|c| fault(c).is_none()),
            "{row:?} contains a control character"
        );
    }
    use ColourDepth::*;
    for depth in [Mono, Ansi16, Ansi256, True] {
        frame.to_ansi(depth);
    }
    frame.to_svg();
    frame.with_styles().to_string();
}
