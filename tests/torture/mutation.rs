//! Changes to the bytes of files.
use std::sync::LazyLock;

use proptest::prelude::*;

use crate::corpus::{contents, named};

/// Playable dungeons: many of them remain playable after a few mutations.
pub static SOUND: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| contents(&["fixtures/ok", "fixtures/scenes", "dungeons"]));

/// Playable dungeons of siege.
pub static SIEGES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| named("fixtures/ok", "siege"));

/// Files with errors.
pub static BROKEN: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| contents(&["fixtures/err"]));

/// A change of a file; places and lengths are reduced modulo the available bytes.
#[derive(Clone, Debug)]
pub enum Mutation {
    Replace(usize, u8),
    Insert(usize, Vec<u8>),
    Delete(usize, usize),
    Repeat(usize, usize),
    Graft(usize, usize, usize),
}

/// Returns a change that uses words of the format.
pub fn mutation() -> impl Strategy<Value = Mutation> {
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
        " zzz=1",
        "\n  glyph=A",
        "says=\u{201e}Hm\u{201c} ",
        "shuffle 1 2\n",
        "end foo=3\n",
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

/// Returns the bytes after a change.
pub fn mutate(mut bytes: Vec<u8>, mutation: Mutation) -> Vec<u8> {
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

/// Returns a file with a few changes.
pub fn mutated() -> impl Strategy<Value = Vec<u8>> {
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
