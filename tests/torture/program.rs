//! The program in separate processes: mutated files in every output format, and kills at random moments of saving.
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::mutation::mutated;
use super::process::{check_output, dungeon};
use super::{Ordeal, try_on};

/// Mutated files through `check` and `render` in every format.
pub const FORMATS: Ordeal = Ordeal {
    name: "formats",
    cost: 16,
    run: |config| {
        let home = tempfile::tempdir().expect("a folder");
        try_on(config, &mutated(), |bytes| print_all(home.path(), &bytes))
    },
};

/// A game that is killed repeatedly while it saves.
pub const KILLS: Ordeal = Ordeal {
    name: "kills",
    cost: 16,
    run: |config| {
        let home = tempfile::tempdir().expect("a folder");
        try_on(config, &(0..30_000u64), |delay| {
            die_saving(home.path(), Duration::from_micros(delay))
        })
    },
};

/// Two processes that play and save the same game at once.
pub const PAIRS: Ordeal = Ordeal {
    name: "pairs",
    cost: 16,
    run: |config| {
        let home = tempfile::tempdir().expect("a folder");
        let typed = "[.hjkl]{1,4}\nS\n";
        try_on(config, &(typed, typed), |typed| {
            save_twice(home.path(), typed)
        })
    },
};

/// Checks and renders a file in every format.
fn print_all(home: &Path, bytes: &[u8]) {
    let file = home.join("torture.dng");
    fs::write(&file, bytes).expect("a folder of the test");
    let file = file.to_str().expect("UTF-8");
    for format in ["human", "json", "github", "sarif"] {
        let arguments = ["check", "--format", format, file];
        check_output(
            &arguments,
            &dungeon(home, &arguments).output().expect("it runs"),
        );
    }
    for format in ["text", "styled", "ansi", "svg", "json", "cast"] {
        let arguments = ["render", file, "--keys", "ll.jj", "--format", format];
        check_output(
            &arguments,
            &dungeon(home, &arguments).output().expect("it runs"),
        );
    }
}

/// Resumes the saved game, if there is one, saves it, and kills the program after this delay. A saved game always
/// survives, in its latest or its previous state.
fn die_saving(home: &Path, delay: Duration) {
    let save = home.join("dungeon/saves/crypt.save");
    let before = turns(home, &save);
    let arguments: &[&str] = match before {
        None => &["--narrate", "dungeons/crypt.dng", "--seed", "1"],
        Some(_) => &["resume", "--narrate", "crypt"],
    };
    let mut game = dungeon(home, arguments)
        .stdin(Stdio::piped())
        .spawn()
        .expect("it runs");
    let typed = game.stdin.as_mut().expect("a pipe").write_all(b".\nS\n");
    // The program may have exited before it reads the input.
    drop(typed);
    let end = Instant::now() + delay;
    while Instant::now() < end {
        std::hint::spin_loop();
    }
    kill(&mut game);
    let after = turns(home, &save);
    let is_whole = match (before, after) {
        (None, None) => true,
        (None, Some(now)) => now <= 1,
        (Some(before), Some(now)) => now == before || now == before + 1,
        (Some(_), None) => false,
    };
    assert!(is_whole, "{before:?} turns were saved, and now {after:?}");
}

/// Resumes or begins the game in two processes, which both save. Both end by themselves, and the save is complete.
fn save_twice(home: &Path, (first, second): (String, String)) {
    let save = home.join("dungeon/saves/crypt.save");
    let arguments: &[&str] = if save.exists() {
        &["resume", "--narrate", "crypt"]
    } else {
        &["--narrate", "dungeons/crypt.dng", "--seed", "1"]
    };
    let begin = |typed: String| {
        let mut game = dungeon(home, arguments)
            .stdin(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut input = game.stdin.take().expect("a pipe");
        // The program may have exited before it reads the input.
        let _ = input.write_all(typed.as_bytes());
        game
    };
    let games = [first, second].map(begin);
    for game in games {
        check_output(arguments, &game.wait_with_output().expect("it was ours"));
    }
    let saves = fs::read_dir(home.join("dungeon/saves")).expect("a folder of saves");
    for file in saves.map(|file| file.expect("an entry").path()) {
        if file.extension().is_some_and(|end| end == "save") {
            turns(home, &file);
        }
    }
}

/// Kills a process immediately.
fn kill(process: &mut Child) {
    process.kill().expect("it is ours");
    process.wait().expect("it was ours");
}

/// Returns the number of turns in a save, by replaying it; `None` if there is no save.
fn turns(home: &Path, save: &Path) -> Option<u32> {
    if !save.exists() {
        return None;
    }
    let save = save.to_str().expect("UTF-8");
    let output = dungeon(home, &["render", "--replay", save, "--format", "json"])
        .output()
        .expect("it runs");
    assert!(
        output.status.success(),
        "a save cannot be replayed: {output:?}"
    );
    let state: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    Some(state["turn"].as_u64().expect("a number") as u32)
}
