//! No file and no key makes the program panic or hang, or puts two bodies on a cell.
//!
//! The suite tries few; `PROPTEST_RNG_SEED=7 PROPTEST_CASES=100000 cargo test --release --test rules torture` tries
//! many.
use std::sync::{Arc, LazyLock};

use crate::cases;
use crate::corpus::{contents, named};
use dungeon::dungeon::LevelId;
use dungeon::format;
use dungeon::format::source::{Limits, Source};
use dungeon::play::input::key::Key;
use dungeon::play::session::session::Session;
use proptest::prelude::*;

/// Dungeons that can be played: mutated a little, many of them still can.
static SOUND: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| contents(&["fixtures/ok", "fixtures/scenes", "dungeons"]));

/// Those for siege.
static SIEGES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| named("fixtures/ok", "siege"));

/// Files that say something wrong.
static BROKEN: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| contents(&["fixtures/err"]));

/// A change to a file; places and lengths are fractions of what is there.
#[derive(Clone, Debug)]
enum Mutation {
    Replace(usize, u8),
    Insert(usize, Vec<u8>),
    Delete(usize, usize),
    Repeat(usize, usize),
    Graft(usize, usize, usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let token = prop::sample::select(vec![
        "\n",
        " ",
        "\t",
        "\r",
        "\"",
        "=",
        "@",
        "q",
        "map\n",
        "end\n",
        "//",
        "-1",
        "99999999999999999999",
        "0",
        "1,1",
        "2..1",
        "scatter ",
        "mark ",
        "via=",
        "in=1,1..9,9",
        "\u{202e}",
        "\u{1b}[2J",
        "\u{ff0a}",
        "<<<<<<< x\n",
        "h 1 1 ",
        "100%",
        "\u{0}",
        "level \"x\"\n",
        "> 3 2 ",
        "+ 4 2 ",
        "^ 3 3 hidden=yes\n",
        "mark p ^ trap=teleport ",
        "to=",
        "at=2,2",
        "rules siege\n",
        "season=1 ",
        "year=1 ",
        "gold=-1 ",
        "turn=2147483647 ",
        "goal=2147483647 ",
        "C 2 2\n",
        "% 3 3\n",
        "3 4 2\n",
        "is=hordling ",
        "strength=26 ",
        "speed=20 ",
        "through=walls ",
    ]);
    prop_oneof![
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Mutation::Replace(at, byte)),
        (any::<usize>(), token).prop_map(|(at, token)| Mutation::Insert(at, token.into())),
        (any::<usize>(), 0..40usize).prop_map(|(at, length)| Mutation::Delete(at, length)),
        (any::<usize>(), 0..80usize).prop_map(|(at, length)| Mutation::Repeat(at, length)),
        (any::<usize>(), any::<usize>(), 0..80usize)
            .prop_map(|(at, from, length)| Mutation::Graft(at, from, length)),
    ]
}

fn mutate(mut bytes: Vec<u8>, mutation: Mutation) -> Vec<u8> {
    let place = |at: usize, bytes: &[u8]| at % (bytes.len() + 1);
    match mutation {
        Mutation::Replace(at, byte) => {
            let at = place(at, &bytes);
            if let Some(old) = bytes.get_mut(at) {
                *old = byte;
            }
        }
        Mutation::Insert(at, token) => {
            let at = place(at, &bytes);
            bytes.splice(at..at, token);
        }
        Mutation::Delete(at, length) => {
            let at = place(at, &bytes);
            bytes.drain(at..bytes.len().min(at + length));
        }
        Mutation::Repeat(at, length) => {
            let at = place(at, &bytes);
            let copy = bytes[at..bytes.len().min(at + length)].to_vec();
            bytes.splice(at..at, copy);
        }
        Mutation::Graft(at, from, length) => {
            let at = place(at, &bytes);
            let other = &BROKEN[from % BROKEN.len()];
            let from = place(from, other);
            let graft = other[from..other.len().min(from + length)].to_vec();
            bytes.splice(at..at, graft);
        }
    }
    bytes
}

fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let few = (
        any::<prop::sample::Index>(),
        prop::collection::vec(mutation(), 1..3),
    )
        .prop_map(|(file, mutations)| mutations.into_iter().fold(file.get(&SOUND).clone(), mutate));
    let many = (
        any::<prop::sample::Index>(),
        prop::collection::vec(mutation(), 1..8),
    )
        .prop_map(|(file, mutations)| {
            mutations
                .into_iter()
                .fold(file.get(&BROKEN).clone(), mutate)
        });
    prop_oneof![2 => few, 1 => many]
}

fn keys() -> impl Strategy<Value = Vec<Key>> {
    let key = prop_oneof![
        8 => prop::sample::select("123456789hjklyubn.qweadzxcfs".chars().map(Key::Char).collect::<Vec<_>>()),
        2 => prop::sample::select("?;MRN<> \u{e9}".chars().map(Key::Char).collect::<Vec<_>>()),
        1 => prop::sample::select(vec![Key::Esc, Key::Enter, Key::Up, Key::Down, Key::PageUp, Key::Tab]),
    ];
    prop::collection::vec(key, 50)
}

/// Reads, checks, and plays what can be played.
fn endure(bytes: Vec<u8>, keys: &[Key]) {
    // Small limits, so that a mutated `map open 4000 4000` does not cost the time of thousands of cases.
    let limits = Limits {
        cells: 1 << 14,
        entities: 1 << 12,
        ..Limits::default()
    };
    let source = Source::from_bytes("torture.dng", bytes);
    let (dungeon, diagnostics) = format::read(&source, &limits);
    for finding in &diagnostics {
        let whole = source.text.get(finding.span.range());
        assert!(whole.is_some(), "{finding:?} points outside");
    }
    let Some(dungeon) = dungeon else {
        return assert!(!diagnostics.is_empty(), "refused without a word");
    };
    let mut session = Session::new(Arc::new(dungeon)).seed(7).size(40, 12);
    for key in keys {
        session.press_key(*key);
        let world = session.game().world();
        let standing = world.bodies().iter().filter(|body| body.alive).count();
        let cells = (0..world.dungeon().levels.len())
            .map(|level| LevelId(level as u8))
            .flat_map(|level| world.size(level).points().map(move |p| (level, p)))
            .filter(|(level, p)| world.body_at(*level, *p).is_some())
            .count();
        assert_eq!(standing, cells, "one body a cell");
    }
    session.frame();
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn random_bytes_are_endured(bytes in prop::collection::vec(any::<u8>(), 0..600), keys in keys()) {
        endure(bytes, &keys);
    }

    #[test]
    fn random_characters_of_the_format_are_endured(text in "[ -~\n]{0,400}|[0-9 #hwgp*=$q\n+-]{0,300}", keys in keys()) {
        endure(text.into(), &keys);
    }

    #[test]
    fn mutated_sieges_are_endured(which in any::<usize>(), mutations in prop::collection::vec(mutation(), 1..6), keys in keys()) {
        let sound = SIEGES[which % SIEGES.len()].clone();
        endure(mutations.into_iter().fold(sound, mutate), &keys);
    }

    #[test]
    fn mutated_fixtures_are_endured(bytes in mutated(), keys in keys()) {
        endure(bytes, &keys);
    }
}
