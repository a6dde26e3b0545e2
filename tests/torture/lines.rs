//! Narrated games: lines of words and of keys, several keys a line, restarts and resizes, in every game. Each line is
//! answered.
use dungeon_play::input::script::Script;
use dungeon_play::narration::{LineInterface, Narrator};
use proptest::prelude::*;

use super::keys::{keys, sizes};
use super::{Ordeal, playable, try_on};

/// Scripts of lines.
pub const NARRATION: Ordeal = Ordeal {
    name: "lines",
    cost: 1,
    run: |config| {
        let lines = prop::collection::vec(line(), 1..12);
        let scripts = (any::<usize>(), any::<u64>(), sizes(), lines);
        try_on(config, &scripts, |(which, seed, size, lines)| {
            narrate(which, seed, size, &lines)
        })
    },
};

/// Returns a typed line.
fn line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "",
        "look",
        "look east",
        "look rat",
        "list",
        "list door",
        "list west",
        "list fence",
        "walls",
        "map",
        "messages",
        "help",
        "?",
        "steps",
        "range",
        "targets",
        "shots",
        "shots red",
        "explore",
        "o",
        "wait",
        "3 wait",
        "go door",
        "go up",
        "go sign",
        "go 3 east",
        "go 1 west, 2 south",
        "aim",
        "aim ghost",
        "shoot",
        "shoot 1",
        "shoot ghost north",
        "end turn",
        "buy",
        "build",
        "build north",
        "restart",
        "new-game",
        "yes",
        "no",
        "y",
        "n",
        "save",
        "quit",
        "back",
        "<Esc>",
        "R",
        "Ry",
        "keys Ryl",
        "keys Rl",
        "keys NyNy",
        "RyRy.",
        "keys Qn",
        "keys Qy",
        "keys S",
    ]);
    let words = words.prop_map(str::to_owned);
    let ways = prop::sample::select(vec![
        "east",
        "west",
        "north",
        "south",
        "northeast",
        "southwest",
    ]);
    let walk = (1..9u32, ways.clone(), 0..4u32, ways);
    let walk =
        walk.prop_map(|(first, way, second, other)| format!("{first} {way}, {second} {other}"));
    let keys =
        prop_oneof![keys(1..6), keys(1..40)].prop_map(|keys| format!("keys {}", Script(keys)));
    let bare = "[hjklyubn.o<>RNyqSx?;_0-9]{1,8}";
    prop_oneof![4 => words, 2 => walk, 3 => keys, 2 => bare, 1 => "\\PC{0,40}", 1 => any::<String>()]
}

/// Types the lines until the game is over.
fn narrate(which: usize, seed: u64, size: (i32, i32), lines: &[String]) {
    let (_, mut session) = playable(which, seed, size);
    let mut narrator = Narrator::new(&mut session);
    assert!(!narrator.opening().is_empty());
    for line in lines {
        if narrator.is_over() {
            break;
        }
        let answer = narrator.answer(line);
        assert!(
            !answer.is_empty() || narrator.is_over(),
            "{line:?} is not answered"
        );
    }
}
