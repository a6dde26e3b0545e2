//! A listener attached to a game on a screen hears the same words as line mode.
use std::sync::Arc;

use dungeon::Session;
use dungeon_format::source::Source;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::narration::{KeyListener, LineInterface, Narrator};

use crate::SHIPPED;
use crate::dice::Dice;

fn shipped(name: &str, seed: u64) -> Session {
    let path = format!("{}/dungeons/{name}.dng", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a shipped dungeon");
    let source = Source::from_text(name, text);
    let dungeon = dungeon::load_source(source).expect("a sound dungeon");
    Session::seeded(Arc::new(dungeon), seed).asking_first()
}

/// Plays these keys in both modes, and compares the words after each key.
fn compare(name: &str, seed: u64, keys: &[Key]) {
    let (mut heard, mut lined) = (shipped(name, seed), shipped(name, seed));
    heard.tell_places_to_listeners();
    let mut listener = KeyListener::default();
    let mut narrator = Narrator::new(&mut lined);
    let opening = narrator.opening();
    let idle = "Time stands still here";
    let opening = opening.into_iter().skip(1);
    let opening: Vec<String> = opening.filter(|line| !line.starts_with(idle)).collect();
    assert_eq!(listener.hear(&heard), opening, "{name}");
    for (nth, key) in keys.iter().enumerate() {
        if heard.game().world().outcome().is_some() {
            return;
        }
        // During a question, line mode accepts only answers.
        let is_asked = heard.is_asking();
        let key = if is_asked { Key::Char('n') } else { *key };
        Show::press(&mut heard, key);
        let mut told = listener.hear(&heard);
        while heard.is_under_way() {
            heard.go_on();
            told.extend(listener.hear(&heard));
        }
        let line = if is_asked {
            key.to_string()
        } else {
            format!("keys {key}")
        };
        let mut lines = narrator.answer(&line);
        lines.retain(|line| !line.starts_with(idle));
        if heard.game().world().outcome().is_some() {
            lines.truncate(told.len());
        }
        assert_eq!(told, lines, "{name}, seed {seed}, key {nth}: {key}");
    }
}

#[test]
fn a_listener_hears_the_words_of_line_mode() {
    let mut dice = Dice::new(7);
    let script: Script = "hjklyubnoooo..xhl;<Tab><Tab><Enter><Esc>"
        .parse()
        .expect("keys");
    for (name, seed) in SHIPPED.into_iter().zip(1..) {
        let keys: Vec<Key> = (0..90).map(|_| dice.one(&script.0)).collect();
        compare(name, seed, &keys);
    }
}
