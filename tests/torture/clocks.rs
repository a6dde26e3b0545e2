//! Clock changes between games: `resume` continues the game that was saved last, and every save is listed. Durations
//! during a game use a monotonic clock (`Instant`); the wall clock only dates the saves.
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use proptest::test_runner::Config;

use super::process::{check_output, dungeon, ended, replayed, saved};
use super::{Ordeal, try_on};

/// Games that are saved and resumed while the clock jumps.
pub const CLOCKS: Ordeal = Ordeal {
    name: "clocks",
    cost: 32,
    run: |config| {
        let config = Config {
            max_shrink_iters: 64,
            ..config
        };
        let games = prop::collection::vec((act(), jump()), 1..8);
        try_on(config, &games, |games| play(&games))
    },
};

/// An action of the player between two jumps of the clock.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// Begins one of the games, and saves it.
    Begin(usize),
    /// Resumes the game that was saved last.
    GoOn,
    /// Resumes one of the saves by its name.
    GoOnWith(usize),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        2 => (0..GAMES.len()).prop_map(Act::Begin),
        2 => Just(Act::GoOn),
        1 => any::<usize>().prop_map(Act::GoOnWith),
    ]
}

const GAMES: [&str; 3] = ["crypt", "tutorial", "arena"];

const SECONDS_OF_A_YEAR: i64 = 31_556_952;

/// Returns the jump of the clock in seconds: a little, years, or as far as from now to 1970, 2038 or 9999.
fn jump() -> impl Strategy<Value = i64> {
    let years = [0, 1, 12, 56, 7973].map(|years| years * SECONDS_OF_A_YEAR);
    let far = (prop::sample::select(years.to_vec()), -100..100i64);
    let far = far.prop_map(|(years, seconds)| years + seconds);
    let forth = prop_oneof![Just(0), 1..100i64, 1..100_000i64, far];
    (forth, any::<bool>()).prop_map(|(seconds, is_back)| if is_back { -seconds } else { seconds })
}

/// Plays games with jumps between them, and checks the saves after each.
fn play(games: &[(Act, i64)]) {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    // The saves, the latest at the end.
    let mut order: Vec<PathBuf> = Vec::new();
    for (act, jump) in games {
        let before: Vec<_> = saved(home);
        let named = |which: usize| {
            let name = order[which % order.len()].file_stem().expect("a name");
            name.to_string_lossy().into_owned()
        };
        let arguments = match *act {
            Act::GoOn if !order.is_empty() => vec!["resume".to_owned()],
            Act::GoOnWith(which) if !order.is_empty() => vec!["resume".to_owned(), named(which)],
            Act::GoOn => vec![GAMES[0].to_owned()],
            Act::Begin(which) | Act::GoOnWith(which) => vec![GAMES[which % GAMES.len()].to_owned()],
        };
        let is_new = arguments[0] != "resume";
        let expected = match arguments.get(1) {
            Some(name) => order
                .iter()
                .find(|path| path.file_stem() == Some(name.as_ref()))
                .cloned(),
            None => order.last().cloned().filter(|_| !is_new),
        };
        let output = typed(home, &arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        let after = saved(home);
        let changed: Vec<_> = after.iter().filter(|save| !before.contains(save)).collect();
        let [(path, recording)] = changed[..] else {
            panic!("{arguments:?} changed {} saves: {output:?}", changed.len());
        };
        if let Some(expected) = expected {
            assert_eq!(*path, expected, "{arguments:?} went on with another save");
        }
        assert_eq!(replayed(path), *recording);
        order.retain(|other| other != path);
        order.push(path.clone());
        if !set_forth(&order, *jump) {
            // The file system does not support this time.
            return;
        }
        list(home, &order);
    }
}

/// Plays a turn and saves in line mode.
fn typed(home: &Path, arguments: &[String]) -> Output {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let arguments = [&arguments[..], &["--narrate"]].concat();
    let mut command = dungeon(home, &arguments);
    let mut child = command
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    // The exit code below shows errors.
    let _ = input.write_all(b".\nS\n");
    drop(input);
    ended(child, &arguments)
}

/// Asserts that all saves are listed, as text and as JSON.
fn list(home: &Path, saves: &[PathBuf]) {
    for format in ["human", "json"] {
        let arguments = ["saves", "--format", format];
        let output = dungeon(home, &arguments).output().expect("it runs");
        check_output(&arguments, &output);
        let listing = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{listing}");
        let rows = listing.lines().filter(|line| !line.starts_with("Folder: "));
        assert_eq!(rows.count(), saves.len(), "{listing}");
    }
}

/// Ages the saves as if the clock had moved forward by this many seconds since they were written. Returns whether the
/// file system supports such times.
fn set_forth(saves: &[PathBuf], seconds: i64) -> bool {
    saves.iter().all(|path| {
        let file = File::options()
            .write(true)
            .open(path)
            .expect("a file of the test");
        let time = |file: &File| {
            file.metadata()
                .and_then(|about| about.modified())
                .expect("a time")
        };
        let Some(aged) = shifted(time(&file), -seconds) else {
            return false;
        };
        file.set_modified(aged).is_ok() && time(&file) == aged
    })
}

fn shifted(time: SystemTime, seconds: i64) -> Option<SystemTime> {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 {
        time.checked_sub(distance)
    } else {
        time.checked_add(distance)
    }
}
