//! Mutated recordings, key scripts and keys files: each is refused with reasons, or plays.
use std::sync::LazyLock;

use dungeon_format::source::Source;
use dungeon_play::input::key::Key;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::replay::recording::Recording;
use dungeon_play::replay::replay_screen::ReplayScreen;
use dungeon_play::view::glyphs::Glyphs;
use proptest::prelude::*;
use sha2::{Digest, Sha256};

use super::files::take_pictures;
use super::mutation::{mutate, mutation};
use super::{Ordeal, try_on};
use crate::corpus::{contents, recorded};

/// Truncated or changed recordings, half of them with a new seal.
pub const RECORDINGS: Ordeal = Ordeal {
    name: "recordings",
    cost: 1,
    run: |config| {
        let changes = prop::collection::vec(mutation(), 0..5);
        let cases = (
            any::<usize>(),
            changes,
            any::<bool>(),
            any::<usize>(),
            controls(),
        );
        try_on(
            config,
            &cases,
            |(which, changes, is_sealed, end, controls)| {
                let whole = TEXTS[which % TEXTS.len()].clone();
                let mut bytes = changes.into_iter().fold(whole, mutate);
                if end % 3 == 0 {
                    bytes.truncate(end % (bytes.len() + 1));
                }
                let text = String::from_utf8_lossy(&bytes).into_owned();
                replay(&if is_sealed { sealed(&text) } else { text }, &controls);
            },
        )
    },
};

/// Key scripts as text.
pub const KEY_SCRIPTS: Ordeal = Ordeal {
    name: "scripts",
    cost: 1,
    run: |config| {
        let text = prop_oneof!["[a-z<>, 0-9A-Z-]{0,60}", any::<String>()];
        try_on(config, &text, |text| {
            if let Ok(Script(keys)) = text.parse::<Script>() {
                let again: Script = Script(keys.clone())
                    .to_string()
                    .parse()
                    .expect("a written text can be read");
                assert_eq!(again.0, keys);
            }
        })
    },
};

/// Files of keys.
pub const KEYS_FILES: Ordeal = Ordeal {
    name: "keymaps",
    cost: 1,
    run: |config| {
        let cases = (any::<usize>(), prop::collection::vec(mutation(), 0..6));
        try_on(config, &cases, |(which, changes)| {
            let files = &*KEYS;
            let bytes = changes
                .into_iter()
                .fold(files[which % files.len()].clone(), mutate);
            let source = Source::from_bytes("keys.toml", bytes);
            if let Err(found) = KeysFile::read(&source) {
                assert!(!found.is_empty(), "refused without a message");
                assert!(
                    found
                        .iter()
                        .all(|found| source.text.get(found.span.range()).is_some())
                );
            }
        })
    },
};

/// Valid recordings: those of earlier versions, and one of each game.
static TEXTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let games = [
        ("crypt", "lljj.o"),
        ("horde", "b.ll"),
        ("arena", "hjkl"),
        ("battle", "<Tab> l. "),
    ];
    let mut texts = contents(&["fixtures/recordings"]);
    for (name, keys) in games {
        let recording = recorded(&format!("dungeons/{name}.dng"), 7, keys);
        texts.push(recording.to_text().into_bytes());
    }
    texts
});

/// Keys files, valid and invalid.
static KEYS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| contents(&["fixtures/keys"]));

/// Keys of a replay's viewer.
fn controls() -> impl Strategy<Value = Vec<Key>> {
    let keys: Vec<Key> = "hl,.[]+-?g0123456789%tnpf "
        .chars()
        .map(Key::Char)
        .collect();
    let named = vec![
        Key::Home,
        Key::End,
        Key::Left,
        Key::Right,
        Key::PageUp,
        Key::PageDown,
        Key::Enter,
        Key::Idle,
    ];
    prop::collection::vec(
        prop_oneof![prop::sample::select(keys), prop::sample::select(named)],
        0..12,
    )
}

/// Returns a text whose last line is its seal, whatever it contains.
fn sealed(text: &str) -> String {
    let Some((sealed, _)) = text
        .strip_suffix('\n')
        .and_then(|text| text.rsplit_once('\n'))
    else {
        return text.to_owned();
    };
    let body = format!("{sealed}\n");
    let seal: String = Sha256::digest(&body)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{body}{{\"outcome\":null,\"seal\":\"{seal}\"}}\n")
}

/// Reads a recording, and views it if it can be played.
fn replay(text: &str, controls: &[Key]) {
    let recording = match Recording::from_text(text) {
        Ok(recording) => recording,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let Ok(mut screen) = ReplayScreen::open(recording, Glyphs::default()) else {
        return;
    };
    for key in controls {
        if !screen.is_over() {
            screen.press(*key);
        }
    }
    take_pictures(&screen.frame());
}
