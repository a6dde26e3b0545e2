//! Files of this project for tests, such as fixtures, pages and shipped dungeons, and helpers that load them.
#![allow(dead_code)] // each test file uses its part

pub mod canonical;
pub mod cases;
pub mod golden;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::read;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::replay::recording::{KeyCause, Recording};
use dungeon_play::session::session::Session;
use dungeon_play::view::ansi::ColourDepth;
use dungeon_play::view::frame::{Cell, Frame};

/// Returns the path of a folder of this project.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns the files of a folder, sorted by name.
pub fn paths(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    assert!(!files.is_empty(), "nothing to try in {name}");
    files
}

/// Returns the content of all files in some folders; for golden files, their inputs.
pub fn contents(folders: &[&str]) -> Vec<Vec<u8>> {
    let paths = folders.iter().flat_map(|name| paths(name));
    paths.map(|path| golden::input(&path)).collect()
}

/// Returns the content of the files in a folder whose names have this prefix.
pub fn named(folder: &str, beginning: &str) -> Vec<Vec<u8>> {
    let is_named = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(beginning))
    };
    let paths = paths(folder).into_iter().filter(is_named);
    let files: Vec<_> = paths.map(|path| golden::input(&path)).collect();
    assert!(
        !files.is_empty(),
        "no file in {folder} begins with {beginning}"
    );
    files
}

/// Returns a session of the scene with this name.
pub fn scene(name: &str) -> Session {
    let path = folder("fixtures/scenes").join(format!("{name}.dng"));
    Session::open(path).expect("a fixture without errors")
}

/// Returns the pages of the format guide, by name.
pub fn guide() -> Vec<(String, String)> {
    let grammar = folder("docs/GRAMMAR.md");
    let pages = paths("docs/format")
        .into_iter()
        .chain([grammar])
        .map(|path| {
            let name = path.file_stem().expect("the name of a page");
            let text = fs::read_to_string(&path).expect("a page that can be read");
            (name.to_string_lossy().into_owned(), text)
        });
    pages.collect()
}

/// Returns the last frame of a scene after a script of keys, on a screen of this size.
pub fn seen(name: &str, size: (i32, i32), keys: &str) -> Frame {
    shown(scene(name), size, keys)
}

/// Returns the last frame of a session after a script of keys, on a screen of this size.
pub fn shown(session: Session, size: (i32, i32), keys: &str) -> Frame {
    let mut session = session.with_size(size.0, size.1);
    session.press(keys).expect("a script");
    session.frame()
}

/// Returns a frame as shown by a terminal without colors.
pub fn without_colour(frame: &Frame) -> Frame {
    let mut mono = frame.clone();
    for p in frame.size().points() {
        let cell = frame.get(p);
        let style = ColourDepth::Mono.limit(cell.style());
        mono.set(p, Cell::new(cell.glyph(), style));
    }
    mono
}

/// Returns the rows of a frame, without trailing spaces.
pub fn rows(frame: &Frame) -> Vec<String> {
    frame.lines().collect()
}

/// Returns the recording of a game of the dungeon in this file, on a screen of 80×24.
pub fn recorded(path: &str, seed: u64, keys: &str) -> Recording {
    let text = fs::read_to_string(folder(path)).expect("a file");
    recorded_of(&Source::from_text(path, text), seed, keys)
}

/// Returns the recording of a game of a dungeon in memory, played to the end of its last journey.
pub fn recorded_of(source: &Source, seed: u64, keys: &str) -> Recording {
    let (dungeon, _) = read(source, &Limits::default());
    let session = Session::new(Arc::new(dungeon.expect("a sound dungeon"))).with_seed(seed);
    let mut recorder = Recorder::new(session, source);
    let Script(keys) = keys.parse().expect("a script");
    keys.into_iter().for_each(|key| recorder.press(key));
    while recorder.is_under_way() {
        recorder.go_on();
    }
    recorder.recording()
}

/// Returns the recording of a game in an older format, in which a journey is the single key that began it.
pub fn recorded_by_keys(path: &str, seed: u64, keys: &str) -> Recording {
    let text = fs::read_to_string(folder(path)).expect("a file");
    let source = Source::from_text(path, text);
    let (dungeon, _) = read(&source, &Limits::default());
    let mut session = Session::new(Arc::new(dungeon.expect("a sound dungeon"))).with_seed(seed);
    let mut recording = Recording::begin(&session, &source);
    let Script(keys) = keys.parse().expect("a script");
    for key in keys {
        let is_over = session.outcome().is_some() || session.leaving().is_some();
        let was_asking = session.is_asking();
        session.press_key(key);
        if !is_over && !was_asking && !session.is_asking() {
            recording.add(&[key], &session, KeyCause::Pressed);
        }
    }
    recording
}
