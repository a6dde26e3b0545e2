//! Storms of signals on a pseudo-terminal, at any moment of a game: the program continues or dies by one of them,
//! restores the terminal, and has saved the played turns.
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use proptest::prelude::*;
use proptest::test_runner::Config;
use rustix::process::{Pid, Signal, kill_process};

use super::process::{program, replayed, saved, unfinished};
use super::{Ordeal, try_on};
use crate::corpus::recorded;
use crate::pty::{DEADLY, PATIENCE, Played, sized};

/// Games in storms.
pub const STORMS: Ordeal = Ordeal {
    name: "storms",
    cost: 32,
    run: |config| {
        let config = Config {
            max_shrink_iters: 8,
            ..config
        };
        try_on(config, &storm(), endure)
    },
};

/// The place where the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The screen of a separate terminal, where nothing could continue a stopped program.
    Screen,
    /// The screen, as a job of a shell that continues it at once whenever it stops.
    Job,
    /// A game in line mode.
    Lines,
}

/// An event during the game.
#[derive(Clone, Debug)]
enum Blow {
    Keys(String),
    /// A signal that ends no game.
    Harmless(Signal),
    /// A stop by SIGSTOP, and a continuation.
    Halt,
    Resize(u16, u16),
}

/// The way in which the game ends.
#[derive(Clone, Debug)]
enum End {
    /// Deadly signals in quick succession.
    Deadly(Vec<Signal>),
    /// The player leaves.
    Leave,
    /// An end by SIGKILL.
    Kill,
}

#[derive(Clone, Debug)]
struct Storm {
    game: usize,
    stage: Stage,
    /// Whether the storm begins only after the first frame.
    is_awaited: bool,
    /// The events, each followed by a pause in microseconds.
    blows: Vec<(Blow, u16)>,
    end: End,
}

/// The games, and a text on their first screen.
const GAMES: [(&str, &str); 4] = [
    ("crypt", "Health"),
    ("wizards", "####"),
    ("horde", "......"),
    ("arena", "@"),
];

/// The exit code of a shell's job that was stopped by SIGTSTP.
const STOPPED: u32 = 128 + 20;

/// Returns the deadly signals, and one that not every system has.
fn deadly() -> impl Iterator<Item = (Signal, &'static str)> {
    DEADLY.into_iter().chain([(Signal::IO, "I/O possible")])
}

fn storm() -> impl Strategy<Value = Storm> {
    let harmless = vec![
        Signal::WINCH,
        Signal::CONT,
        Signal::TSTP,
        Signal::TTIN,
        Signal::TTOU,
        Signal::URG,
        Signal::CHILD,
        Signal::PIPE,
        Signal::XFSZ,
    ];
    let blow = prop_oneof![
        4 => "[hjklubno.?]{1,6}".prop_map(Blow::Keys),
        4 => prop::sample::select(harmless).prop_map(Blow::Harmless),
        1 => Just(Blow::Halt),
        2 => (1..140u16, 1..60u16).prop_map(|(width, height)| Blow::Resize(width, height)),
    ];
    let blows = prop::collection::vec((blow, 0..8000u16), 0..16);
    let deadly = prop::collection::vec(
        prop::sample::select(deadly().map(|deadly| deadly.0).collect::<Vec<_>>()),
        1..5,
    );
    let end = prop_oneof![
        5 => deadly.prop_map(End::Deadly),
        2 => Just(End::Leave),
        1 => Just(End::Kill),
    ];
    let stage = prop::sample::select(vec![Stage::Screen, Stage::Screen, Stage::Job, Stage::Lines]);
    let storms = (0..GAMES.len(), stage, 0..4u8, blows, end);
    storms.prop_map(|(game, stage, haste, blows, end)| Storm {
        game,
        stage,
        is_awaited: haste > 0,
        blows,
        end,
    })
}

/// Makes a shell run the program as a separate job, and continue it whenever it stops. Disables core files.
const SHELL: &str = "ulimit -c 0; set -m; \"$0\" \"$@\"; code=$?
    while kill -0 %1 2>&-; do fg %1 >/dev/null; code=$?; done; exit $code";

/// Begins a game that replaces an old recording, during the storm.
fn endure(storm: Storm) {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    let old = recorded("dungeons/crypt.dng", 3, "..");
    let film = home.join("film");
    fs::write(&film, old.to_text()).expect("a folder of the test");
    let (game, sight) = GAMES[storm.game];
    let mut played = begun(home, &storm, game);
    // The process group of a job is known only once it has the terminal.
    let is_awaited =
        storm.is_awaited || storm.stage == Stage::Job || matches!(storm.end, End::Leave);
    if is_awaited {
        played = played.until(if storm.stage == Stage::Lines {
            "> "
        } else {
            sight
        });
    }
    let pid = match storm.stage {
        Stage::Job => played.pty.master.process_group_leader(),
        Stage::Screen | Stage::Lines => played.child.process_id().map(|pid| pid as i32),
    };
    let pid = pid.and_then(Pid::from_raw).expect("a process that runs");
    // The process may have ended; this is checked below.
    let send = |signal| {
        let _ = kill_process(pid, signal);
    };
    for (blow, pause) in &storm.blows {
        played = match blow {
            Blow::Keys(keys) if storm.stage == Stage::Lines => {
                played.press(&format!("keys {keys}\n"))
            }
            Blow::Keys(keys) => played.press(keys),
            // If a job has not left the terminal, a noninteractive shell keeps the job's terminal modes.
            Blow::Harmless(Signal::TTIN | Signal::TTOU) | Blow::Halt
                if storm.stage == Stage::Job =>
            {
                played
            }
            // Before the program has started, these signals would kill the process that becomes it.
            Blow::Harmless(Signal::PIPE | Signal::XFSZ) if !is_awaited => played,
            Blow::Harmless(signal) => {
                send(*signal);
                played
            }
            Blow::Halt => {
                send(Signal::STOP);
                send(Signal::CONT);
                played
            }
            Blow::Resize(width, height) => played.resize(sized(*width, *height)),
        };
        played = read_for(played, Duration::from_micros((*pause).into()));
    }
    match &storm.end {
        End::Kill => {
            send(Signal::KILL);
            gone(played);
        }
        End::Leave if storm.stage == Stage::Lines => left(played, "\n\x04"),
        End::Leave if storm.stage == Stage::Screen => left(played, "\x03\x03"),
        // The shell reads input that is typed while the job is stopped.
        End::Leave => died(played, &storm, &[Signal::TERM], send),
        End::Deadly(signals) => died(played, &storm, signals, send),
    }
    check(home, &storm, is_awaited);
}

/// Starts the program in its terminal, or a shell that runs it.
fn begun(home: &Path, storm: &Storm, game: &str) -> Played {
    let film = home.join("film");
    let mut arguments = vec![game, "--seed", "7", "--record"];
    arguments.extend(film.to_str());
    if storm.stage == Stage::Lines {
        arguments.push("--narrate");
    }
    let mut command = match storm.stage {
        Stage::Job => {
            let mut command = CommandBuilder::new("bash");
            command.args(["--norc", "-c", SHELL]);
            command.arg(program());
            command
        }
        Stage::Screen | Stage::Lines => {
            let mut command = CommandBuilder::new("sh");
            command.args(["-c", "ulimit -c 0; exec \"$0\" \"$@\""]);
            command.arg(program());
            command
        }
    };
    command.args(arguments);
    command.env("XDG_STATE_HOME", home);
    command.env("XDG_CONFIG_HOME", home.join("config"));
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    Played::with(command, sized(80, 24))
}

/// Reads the output for this duration.
fn read_for(mut played: Played, time: Duration) -> Played {
    let end = Instant::now() + time;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let Ok(bytes) = played.output.recv_timeout(left) else {
            return played;
        };
        played.said.extend(&bytes);
        played.parser.process(&bytes);
    }
}

/// Waits for the end of a killed program, or of its shell; the terminal need not be restored then.
fn gone(mut played: Played) {
    let deadline = Instant::now() + PATIENCE;
    while played.child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < deadline, "still running");
        // A shell prints that its job was killed, and this output must be read.
        played = read_for(played, Duration::from_millis(5));
    }
}

/// Leaves the game by these keys, and asserts that it ends normally. A stop may drop keys along with the mouse reports,
/// so they are typed again until they work.
fn left(mut played: Played, keys: &str) {
    let deadline = Instant::now() + PATIENCE;
    while played.child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < deadline, "still running");
        played = read_for(played.press(keys), Duration::from_millis(200));
    }
    let ended = played.ended();
    // At the end the terminal is in its normal mode, in which Ctrl-C is a signal.
    let is_interrupted = ended.status.signal() == Some("Interrupt");
    assert!(
        ended.status.success() || is_interrupted,
        "{:?}:\n{}",
        ended.status,
        ended.screen.contents()
    );
}

/// Sends the signals, and asserts that the program dies by one of them.
fn died(played: Played, storm: &Storm, signals: &[Signal], send: impl Fn(Signal)) {
    signals.iter().for_each(|signal| send(*signal));
    let ended = played.ended();
    let is_so = |signal: &&Signal| {
        let code = 128 + signal.as_raw() as u32;
        let words = deadly().find(|deadly| deadly.0 == **signal);
        match storm.stage {
            Stage::Job => code == ended.status.exit_code(),
            Stage::Screen | Stage::Lines => {
                let by = ended.status.signal().unwrap_or_default();
                words.is_some_and(|(_, words)| by.starts_with(words))
            }
        }
    };
    // If a continued job ends before its shell looks, the shell reports the exit code of the stop.
    let is_lost = storm.stage == Stage::Job && ended.status.exit_code() == STOPPED;
    let is_so = is_lost || signals.iter().any(|signal| is_so(&signal));
    assert!(is_so, "{:?}:\n{}", ended.status, ended.screen.contents());
}

/// Asserts that every existing file can be played, and that none is missing.
fn check(home: &Path, storm: &Storm, is_awaited: bool) {
    let saves = saved(home);
    let film = replayed(&home.join("film"));
    if matches!(storm.end, End::Kill) {
        return;
    }
    let litter = unfinished(home);
    assert!(litter.is_empty(), "{litter:?}");
    let is_old = film.seed == 3;
    // Before the program has taken the terminal, a signal ends it without a recording.
    assert!(!is_old || !is_awaited, "it was not recorded");
    if !is_old && film.outcome.is_none() && !film.moves.is_empty() {
        assert!(
            saves.iter().any(|(_, save)| *save == film),
            "it was not saved"
        );
    }
    assert!(
        saves
            .iter()
            .all(|(path, _)| path.extension().is_some_and(|end| end == "save")),
        "a checkpoint is left"
    );
}
