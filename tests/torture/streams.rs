//! Standard streams that are closed, full, slow, or whose other end closes: each command ends by itself with an exit
//! code that its help lists, prints its usual output as far as it is read, and leaves no half-written file.
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Output;
use std::thread::{self, JoinHandle};
use std::time::{Duration, UNIX_EPOCH};

use proptest::prelude::*;
use proptest::test_runner::Config;

use super::process::{by_shell, check_output, ended, replayed, saved, unfinished};
use super::{Ordeal, try_on};
use crate::corpus::recorded;

/// Commands with streams of every sort.
pub const STREAMS: Ordeal = Ordeal {
    name: "streams",
    cost: 16,
    run: |config| {
        let home = tempfile::tempdir().expect("a folder");
        let usual = RefCell::new(BTreeMap::new());
        let config = Config {
            max_shrink_iters: 64,
            ..config
        };
        let cases = (0..COMMANDS.len(), feed(), sink(), sink());
        try_on(config, &cases, |(which, feed, out, err)| {
            let streams = Streams { feed, out, err };
            endure(home.path(), which, &streams, &usual);
        })
    },
};

/// The source of standard input.
#[derive(Clone, Debug)]
enum Feed {
    /// Pieces of this many bytes.
    Pieces(usize),
    /// An immediate end.
    Nothing,
    Closed,
    /// A folder, from which no byte can be read.
    Folder,
}

/// The destination of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sink {
    Reader,
    /// A reader that takes this many bytes at once, and begins after the program has received all its input.
    SlowReader(usize),
    /// A reader that closes after this many bytes.
    LeavingReader(usize),
    Closed,
    /// A full device, which accepts no byte.
    Full,
}

#[derive(Clone, Debug)]
struct Streams {
    feed: Feed,
    out: Sink,
    err: Sink,
}

fn feed() -> impl Strategy<Value = Feed> {
    prop_oneof![
        6 => (1..4096usize).prop_map(Feed::Pieces),
        1 => Just(Feed::Nothing),
        2 => Just(Feed::Closed),
        1 => Just(Feed::Folder),
    ]
}

fn sink() -> impl Strategy<Value = Sink> {
    let bytes = || prop_oneof![Just(0usize), 1..200usize, 200..90_000usize];
    prop_oneof![
        3 => Just(Sink::Reader),
        2 => (1..512usize).prop_map(Sink::SlowReader),
        3 => bytes().prop_map(Sink::LeavingReader),
        2 => Just(Sink::Closed),
        1 => Just(Sink::Full),
    ]
}

/// The commands, and their input.
const COMMANDS: &[(&[&str], &str)] = &[
    (
        &[
            "--narrate",
            "crypt",
            "--seed",
            "1",
            "--record",
            FILM,
            "--keys-to",
            KEYS,
        ],
        LINES,
    ),
    (
        &["--narrate", "battle", "--seed", "1", "--record", FILM],
        LINES,
    ),
    (
        &["--narrate", "horde", "--seed", "1", "--record", FILM],
        LINES,
    ),
    (
        &["--narrate", "arena", "--seed", "1", "--record", FILM],
        LINES,
    ),
    (
        &["resume", "--narrate", "--record", FILM, "--keys-to", KEYS],
        LINES,
    ),
    (&["resume", "--narrate", "no-such-save"], LINES),
    (&["--narrate", "--seed", "1"], "1\n.\n"),
    (&["crypt"], LINES),
    (&["replay", GAME], ""),
    (&["replay", "-"], DUNGEON),
    (&["render", "crypt", "--keys", SCRIPT, "--every"], ""),
    (
        &[
            "render", "crypt", "--keys", SCRIPT, "--every", "--format", "styled",
        ],
        "",
    ),
    (
        &[
            "render", "crypt", "--keys", SCRIPT, "--every", "--format", "json",
        ],
        "",
    ),
    (&["render", "battle", "--keys", SCRIPT, "--changes"], ""),
    (
        &[
            "render",
            "battle",
            "--keys",
            SCRIPT,
            "--changes",
            "--format",
            "ansi",
        ],
        "",
    ),
    (
        &[
            "render",
            "battle",
            "--keys",
            SCRIPT,
            "--changes",
            "--format",
            "json",
        ],
        "",
    ),
    (
        &["render", "arena", "--keys", SCRIPT, "--format", "cast"],
        "",
    ),
    (&["render", "crypt", "--format", "svg"], ""),
    (&["render", "-", "--keys", "l"], DUNGEON),
    (&["render", "--replay", GAME, "--format", "cast"], ""),
    (&["render", "--replay", GAME], ""),
    (
        &[
            "render",
            "--replay",
            "fixtures/recordings/drifting.rec",
            "--every",
        ],
        "",
    ),
    (&["check", "-"], DUNGEON),
    (
        &[
            "check",
            "--format",
            "sarif",
            "-",
            "fixtures/err",
            "dungeons/crypt.dng",
        ],
        "rules chess\n",
    ),
    (
        &["check", "--format", "json", "-"],
        "rules chess\nmap\n###\n",
    ),
    (&["saves"], ""),
    (&["saves", "--format", "json"], ""),
    (&["keys"], ""),
    (&["keys", "--keymap", "/dev/stdin"], "look = \"v\"\n"),
    (&["man", "play"], ""),
    (&["explain"], ""),
    (&["completions", "bash"], ""),
    (&["--help"], ""),
    (&["chekc"], ""),
];

/// More bytes than any of the commands prints.
const ENDLESS: usize = 1 << 24;

/// Placeholders for the files of a case.
const FILM: &str = "FILM";
const KEYS: &str = "KEYS";
const GAME: &str = "GAME";

const LINES: &str =
    "l\nlook\nkeys jjll\n3 wait\nmap\nlist\no\nhelp\nwalls\nkeys hhkk?<Esc>..\nlook\nmap\n";
const SCRIPT: &str = "lljj.o..hhkk<resize 100x30>llll....?<Esc>jjjj....hhhh....";
const DUNGEON: &str = "title \"Cell\"\nlevel\nmap\n#####\n#@.$#\n#####\nend\n";

/// Runs a command normally, once, and then with these streams.
fn endure(
    home: &Path,
    which: usize,
    streams: &Streams,
    usual: &RefCell<BTreeMap<(usize, bool), Output>>,
) {
    let has_input = matches!(streams.feed, Feed::Pieces(_));
    let feed = if has_input {
        Feed::Pieces(4096)
    } else {
        Feed::Nothing
    };
    let as_usual = usual
        .borrow_mut()
        .entry((which, has_input))
        .or_insert_with(|| {
            let streams = Streams {
                feed,
                out: Sink::Reader,
                err: Sink::Reader,
            };
            let output = run(home, which, &streams);
            check_output(COMMANDS[which].0, &output);
            output
        })
        .clone();
    let output = run(home, which, streams);
    let what = (COMMANDS[which].0, streams);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{what:?}: {said}");
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "{what:?}: {output:?}");
    if matches!(streams.feed, Feed::Folder) {
        // The input cannot be read: other tests check the message.
        return check_files(home, which, streams);
    }
    let is_mute = as_usual.stdout.is_empty();
    match &streams.out {
        Sink::Reader | Sink::SlowReader(_) => {
            assert_eq!(text(&output.stdout), text(&as_usual.stdout), "{what:?}");
            assert_eq!(code, as_usual.status.code(), "{what:?}");
        }
        Sink::Closed => assert_eq!(code, as_usual.status.code(), "{what:?}"),
        Sink::LeavingReader(_) => {
            assert!(as_usual.stdout.starts_with(&output.stdout), "{what:?}");
            assert!(
                code == Some(0) || code == as_usual.status.code(),
                "{what:?}: {code:?}"
            );
        }
        Sink::Full => {
            let expected = if is_mute {
                as_usual.status.code()
            } else {
                Some(2)
            };
            assert_eq!(code, expected, "{what:?}: {said}");
        }
    }
    let is_heard = matches!(streams.err, Sink::Reader | Sink::SlowReader(_));
    if is_heard && streams.out == Sink::Full && !is_mute {
        assert!(said.contains("No space left on device"), "{what:?}: {said}");
    }
    let is_usual = !matches!(streams.out, Sink::LeavingReader(_) | Sink::Full);
    if is_heard && is_usual {
        assert_eq!(said, text(&as_usual.stderr), "{what:?}");
    }
    check_files(home, which, streams);
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Asserts that the files of a command are complete, and that a game was recorded.
fn check_files(home: &Path, which: usize, streams: &Streams) {
    let (arguments, _) = COMMANDS[which];
    let litter = unfinished(home);
    assert!(litter.is_empty(), "{arguments:?}, {streams:?}: {litter:?}");
    let saves = saved(home);
    if !arguments.contains(&FILM) {
        return;
    }
    let film = replayed(&home.join(FILM));
    if film.outcome.is_none() && !film.moves.is_empty() {
        assert!(
            saves.iter().any(|(_, save)| *save == film),
            "{arguments:?}, {streams:?}: not saved"
        );
    }
}

/// Runs a command in a fresh home folder with an old recording and a save of it.
fn run(home: &Path, which: usize, streams: &Streams) -> Output {
    let saves = home.join("dungeon/saves");
    for entry in fs::read_dir(home).expect("a folder of the test") {
        let path = entry.expect("an entry").path();
        let removed = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
        removed.expect("a file of the test");
    }
    fs::create_dir_all(&saves).expect("a folder of the test");
    let game = recorded("dungeons/crypt.dng", 7, "lljj.o").to_text();
    for path in [home.join(GAME), saves.join("crypt.save")] {
        fs::write(&path, &game).expect("a folder of the test");
        let file = File::options()
            .write(true)
            .open(&path)
            .expect("it was written");
        let then = UNIX_EPOCH + Duration::from_secs(86_400);
        file.set_modified(then).expect("a file of the test");
    }
    let (arguments, typed) = COMMANDS[which];
    let places = [FILM, KEYS, GAME].map(|name| (name, home.join(name).display().to_string()));
    let named = |word: &&'static str| {
        let place = places.iter().find(|(name, _)| name == word);
        place.map_or(*word, |(_, path)| path)
    };
    let arguments: Vec<&str> = arguments.iter().map(named).collect();
    let feed = match streams.feed {
        Feed::Pieces(_) | Feed::Nothing => "",
        Feed::Closed => "<&-",
        Feed::Folder => "<.",
    };
    let [out, err] = [(&streams.out, 1), (&streams.err, 2)].map(|(sink, number)| match sink {
        Sink::Closed => format!("{number}>&-"),
        Sink::Full => format!("{number}>/dev/full"),
        Sink::Reader | Sink::SlowReader(_) | Sink::LeavingReader(_) => String::new(),
    });
    let line = format!("exec \"$0\" \"$@\" {feed} {out} {err}");
    let mut child = by_shell(&line, home, &arguments).spawn().expect("a shell");
    let mut input = child.stdin.take().expect("a pipe");
    let pieces = match streams.feed {
        Feed::Pieces(length) => typed.as_bytes().chunks(length),
        Feed::Nothing | Feed::Closed | Feed::Folder => [].chunks(1),
    };
    for piece in pieces {
        // A pipe buffers all of it. The program may have exited, or may never read.
        let _ = input.write_all(piece);
    }
    drop(input);
    let out = child.stdout.take().map(|out| read(out, &streams.out));
    let err = child.stderr.take().map(|err| read(err, &streams.err));
    let Output { status, .. } = ended(child, &(arguments, streams));
    let [stdout, stderr] =
        [out, err].map(|reader| reader.expect("a pipe").join().expect("a reader"));
    Output {
        status,
        stdout,
        stderr,
    }
}

/// Reads an output as its sink does; the thread returns the bytes.
fn read(mut pipe: impl Read + Send + 'static, sink: &Sink) -> JoinHandle<Vec<u8>> {
    let (most, at_once) = match *sink {
        Sink::LeavingReader(most) => (most, most.max(1)),
        Sink::SlowReader(at_once) => (usize::MAX, at_once),
        Sink::Reader | Sink::Closed | Sink::Full => (usize::MAX, 1 << 16),
    };
    thread::spawn(move || {
        let (mut bytes, mut piece) = (Vec::new(), vec![0; at_once]);
        while bytes.len() < most {
            let room = at_once.min(most - bytes.len());
            match pipe.read(&mut piece[..room]) {
                Ok(count @ 1..) => bytes.extend(&piece[..count]),
                _ => break,
            }
            assert!(bytes.len() < ENDLESS, "an endless output");
        }
        bytes
    })
}
