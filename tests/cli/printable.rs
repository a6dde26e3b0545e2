//! No foreign text can send control sequences to a terminal: every kind of input contains escape sequences, C1
//! controls, bidi marks and the like, and every output escapes them as printable characters.
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::pty::{Played, sized};
use dungeon::recordings::Recorder;
use dungeon::{Key, Session};
use dungeon_format::Source;
use dungeon_format::characters::fault;
use portable_pty::CommandBuilder;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// Text as hostile as a file name can be: an ESC sequence and a C1 sequence, DEL, bidi marks, a tab, a line end
/// followed by text, and format characters that have a width.
const HOSTILE: &str =
    "z\u{1b}]0;own\u{7}\u{9b}7m\u{7f}\u{202e}\u{2066}\t\r\nINJECTED\u{fff9}\u{600}\u{13430}";

/// Hostile text without line ends, which would split the lines of files.
const HOSTILE_LINE: &str =
    "z\u{1b}]0;own\u{7}\u{9b}7m\u{7f}\u{202e}\u{2066}\u{fff9}\u{600}\u{13430}";

/// Invisible keys without names; a player may press them.
const HOSTILE_KEYS: &str = "\u{202e}\u{2066}\u{fff9}\u{600}\u{13430}";

/// A cell whose texts contain spaces and characters that no frame shows.
const CELL: &str = "\
title \"The\tPit\u{a0}世\"
author \"A\u{a0}世\"
level \"Low\tHall\u{a0}世\"
map
#######
#@?..$#
#######
end
? 3 2 \"Hush\tnow\u{a0}世\"
";

/// The home folder of a test, with files that have hostile names.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    /// Runs the program here, with a line of narration for each of its keys on standard input.
    fn run<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Output {
        self.run_with(&[], arguments, b"l\n.\nlook\n")
    }

    fn run_with<A: AsRef<OsStr>>(
        &self,
        environment: Environment,
        arguments: &[A],
        input: &[u8],
    ) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
        command
            .current_dir(self.0.path())
            .env("XDG_STATE_HOME", self.path("state"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .envs(environment.iter().copied())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A command that reads no input may have closed its pipe.
        let _ = stdin.write_all(input);
        drop(stdin);
        child.wait_with_output().expect("the program")
    }
}

/// Asserts that an output has only printable characters and line ends, that foreign text begins no line, and that the
/// output contains `seen`.
#[track_caller]
fn is_printable(what: &str, output: &[u8], seen: &str) {
    let text = std::str::from_utf8(output).unwrap_or_else(|why| panic!("{what}: {why}"));
    let odd =
        |c: char| c != '\n' && (c.is_control() || fault(c).is_some() || HOSTILE_KEYS.contains(c));
    let odd: Vec<char> = text.chars().filter(|c| odd(*c)).collect();
    assert!(odd.is_empty(), "{what}: {odd:?} in\n{text:?}");
    let is_injected = |line: &str| line.trim_start().starts_with("INJECTED");
    assert!(!text.lines().any(is_injected), "{what}:\n{text}");
    assert!(text.contains(seen), "{what}: no {seen} in\n{text}");
}

#[track_caller]
fn both_printable(what: &str, output: &Output, seen: &str) {
    is_printable(what, &[&output.stdout[..], &output.stderr].concat(), seen);
}

/// Returns the output without the sequences `ESC [ … m`, which set colors and attributes.
fn without_sgr(output: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(output);
    let mut pieces = text.split("\x1b[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let numbers = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match numbers.strip_prefix('m') {
            Some(rest) => plain.push_str(rest),
            None => plain.push_str(&format!("\x1b[{piece}")),
        }
    }
    plain.into_bytes()
}

/// The beginning of `HOSTILE` in printed form.
const SEEN: &str = r"z\x1b]0;own\x07\u{9b}7m\x7f\u{202e}\u{2066}";

/// The beginning of `HOSTILE` in JSON.
const IN_JSON: &str = r"z\u001b]0;own\u0007\u009b7m\u007f\u202e\u2066";

#[test]
fn a_path_of_every_command_is_printed_in_one_line() {
    let home = Home::new();
    let in_no_folder = format!("{HOSTILE}/file");
    let rows: [(&[&str], &str); 15] = [
        (&["check", HOSTILE], SEEN),
        (&["play", HOSTILE], SEEN),
        (&[HOSTILE], SEEN),
        (&["render", HOSTILE], SEEN),
        (&["render", "crypt", "--keymap", HOSTILE], SEEN),
        (&["render", "crypt", "--keys-from", HOSTILE], SEEN),
        (&["render", "--replay", HOSTILE], SEEN),
        (&["replay", HOSTILE], SEEN),
        (&["resume", HOSTILE], "no saved game"),
        (&["keys", HOSTILE], SEEN),
        (&["keys", "--keymap", HOSTILE], SEEN),
        (&["crypt", "--narrate", "--record", &in_no_folder], SEEN),
        (&["crypt", "--narrate", "--keys-to", &in_no_folder], SEEN),
        (&["crypt", "--narrate", "--keymap", &in_no_folder], SEEN),
        (
            &["keys", "no-such-game\u{1b}]0;own\u{7}"],
            r"\x1b]0;own\x07",
        ),
    ];
    for (arguments, seen) in rows {
        let output = home.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        both_printable(&format!("{arguments:?}"), &output, seen);
    }
}

#[test]
fn an_argument_that_is_not_understood_is_printed_in_one_line() {
    let home = Home::new();
    let flag = format!("--{HOSTILE}");
    let rows: [(&[&str], &str); 14] = [
        (&[&flag], SEEN),
        (&["render", &flag], SEEN),
        (&["render", "crypt", &flag, "x"], SEEN),
        (&["render", "crypt", "--size", HOSTILE], SEEN),
        (&["render", "crypt", "--seed", HOSTILE], SEEN),
        (&["render", "crypt", "--keys", HOSTILE], SEEN),
        (&["check", "--format", HOSTILE, "x"], SEEN),
        (&["replay", "x", "--speed", HOSTILE], SEEN),
        (&["completions", HOSTILE], SEEN),
        (&["help", HOSTILE], SEEN),
        (&["explain", HOSTILE], SEEN),
        (&["man", HOSTILE], SEEN),
        (&["chekc\u{1b}", "x", "y"], r"chekc\x1b"),
        (&["--keys\u{1b}]0;own\u{7}"], r"\x1b]0;own\x07"),
    ];
    for (arguments, seen) in rows {
        let output = home.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        both_printable(&format!("{arguments:?}"), &output, seen);
    }
    for arguments in [&["--help"][..], &["--bad"], &["render"], &["man"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
        let output = command.arg0(HOSTILE).args(arguments).output();
        both_printable("the program's own name", &output.expect("the program"), "");
    }
}

#[test]
fn a_dungeon_file_with_hostile_text_is_reported_in_every_format() {
    let home = Home::new();
    let drawn = CELL.replace("#@?..$#", "#@?.\u{1b}\u{fff9}$#");
    let statements = format!(
        "title \"{HOSTILE_LINE}\"\nabout \"{HOSTILE_LINE}\"\n// {HOSTILE_LINE}\nfrob{HOSTILE_LINE} 3\n\
         kind r \"{HOSTILE_LINE}\" is={HOSTILE_LINE}\nlevel \"{HOSTILE_LINE}\"\n"
    );
    let nul = b"title \"a\0b\"\nfrob\0 3\n\xff\xfe\n";
    let classic =
        format!("7 3 {HOSTILE_LINE}\n#######\n#  \u{1b}\u{600} #\n#######\nh 2 2 {HOSTILE_LINE}\n");
    for (nth, content) in [
        drawn.as_bytes(),
        statements.as_bytes(),
        nul,
        classic.as_bytes(),
        CELL.as_bytes(),
    ]
    .into_iter()
    .enumerate()
    {
        let file = home.file(&format!("{nth}{HOSTILE}"), content);
        let file = file.to_str().expect("UTF-8");
        for (format, seen) in [
            ("human", SEEN),
            ("json", if nth < 4 { IN_JSON } else { "" }),
            (
                "github",
                if nth < 4 {
                    r"z\x1b]0;own\x07\u{9b}7m"
                } else {
                    ""
                },
            ),
            ("sarif", if nth < 4 { "z%1B%5D0%3Bown" } else { "" }),
        ] {
            let output = home.run(&["check", "--format", format, file]);
            both_printable(&format!("{nth} {format}"), &output, seen);
        }
        for arguments in [&["render", file][..], &[file, "--narrate"], &["keys", file]] {
            both_printable(&format!("{arguments:?}"), &home.run(arguments), "");
        }
    }
}

#[test]
fn a_coloured_report_sets_colours_and_nothing_else() {
    let home = Home::new();
    let file = home.file(HOSTILE, format!("frob{HOSTILE_LINE} 3\n"));
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args([OsStr::new("check"), file.as_os_str()]);
    command.env_remove("NO_COLOR");
    let said = Played::with(command, sized(200, 60)).ended().said;
    let lines = String::from_utf8_lossy(&said).replace("\r\n", "\n");
    assert!(lines.contains("\x1b["), "no colour: {lines:?}");
    is_printable("coloured", &without_sgr(lines.as_bytes()), SEEN);
}

#[test]
fn keys_and_texts_that_cannot_be_seen_are_no_part_of_a_frame() {
    let home = Home::new();
    let file = home.file(HOSTILE, CELL);
    let file = file.to_str().expect("UTF-8");
    let keys = format!("l{HOSTILE_KEYS}?");
    for format in ["text", "styled", "ansi", "svg", "json", "cast"] {
        let every: &[&str] = match format {
            "cast" => &[],
            _ => &["--every"],
        };
        let arguments = [
            &["render", file, "--format", format, "--keys", &keys],
            every,
        ]
        .concat();
        let output = home.run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{format}");
        let shown = match format {
            "ansi" => without_sgr(&output.stdout),
            _ => output.stdout.clone(),
        };
        let seen = match format {
            "svg" => "",
            "cast" => r#""title":"The Pit\u00a0\u4e16""#,
            _ => "Hush now ?",
        };
        is_printable(format, &shown, seen);
        both_printable(
            format,
            &Output {
                stdout: Vec::new(),
                ..output
            },
            "",
        );
    }
    let keys = home.file("keys", HOSTILE_LINE);
    let keys = keys.to_str().expect("UTF-8");
    let output = home.run(&["render", file, "--keys-from", keys]);
    both_printable("a file of keys that are none", &output, "U+001B");
    let named = home.file("named", format!("<{HOSTILE_LINE}>"));
    let named = named.to_str().expect("UTF-8");
    let output = home.run(&["render", file, "--keys-from", named]);
    both_printable("a key of no name", &output, r"<z\x1b]0;own");
}

#[test]
fn a_game_in_lines_its_farewell_and_its_files_are_printed_in_lines() {
    let home = Home::new();
    home.file(HOSTILE, CELL);
    let keys = format!("{HOSTILE}.keys");
    let recording = format!("{HOSTILE}.rec");
    let arguments = [
        HOSTILE,
        "--narrate",
        "--keys-to",
        &keys,
        "--record",
        &recording,
    ];
    let output = home.run_with(
        &[],
        &arguments,
        format!("l\nkeys {HOSTILE_KEYS}\n{HOSTILE_LINE}\n").as_bytes(),
    );
    both_printable("narration", &output, r"Hush now \u{4e16}");
    both_printable("farewell", &output, r"\033]0;own\007\302\2337m\177");
    both_printable("saves", &home.run(&["saves"]), r"The Pit\u{a0}\u{4e16}");
    both_printable(
        "saves",
        &home.run(&["saves", "--format", "json"]),
        r"The Pit\u00a0\u4e16",
    );
    fs::remove_file(home.path(HOSTILE)).expect("a file");
    both_printable(
        "resume",
        &home.run(&["resume", "--narrate"]),
        "is no longer here",
    );
    both_printable(
        "render",
        &home.run(&["render", "--replay", &recording, "--every"]),
        "Hush now ?",
    );
}

#[test]
fn a_screen_of_a_terminal_and_its_farewell_obey_no_text_from_outside() {
    let home = Home::new();
    let file = home.file(HOSTILE, CELL);
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args([file.as_os_str(), OsStr::new("--seed"), OsStr::new("1")]);
    command.env("XDG_STATE_HOME", home.path("state"));
    let played = Played::with(command, sized(80, 24)).until("Health");
    let played = played.press("l").until("Hush now ?");
    let played = played.press("\u{fff9}").until("does nothing; ?");
    let ended = played.press("\x03").until("Quit?").press("y").ended();
    let said = String::from_utf8_lossy(&ended.said);
    let odd = [
        '\u{9b}', '\u{7f}', '\u{7}', '\t', '\u{202e}', '\u{2066}', '\u{fff9}', '\u{600}',
    ];
    assert!(
        !said.contains(odd) && !said.contains("\x1b]0;own"),
        "{said:?}"
    );
    let contents = ended.screen.contents();
    assert!(contents.contains(r"\033]0;own\007"), "{contents}");
}

#[test]
fn the_last_words_of_a_game_and_of_a_replay_are_printed_in_lines() {
    let home = Home::new();
    let on_screen = |arguments: &[&OsStr]| {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
        command.args(arguments);
        command.env("XDG_STATE_HOME", home.path("state"));
        Played::with(command, sized(80, 24))
    };
    let near = "level\nmap\n####\n#@$#\n####\nend\n$ 3 2 \"Gone\u{a0}世\"\n";
    let near = home.file("near.dng", near);
    let won = on_screen(&[near.as_os_str()]).until("Health").press("l");
    let ended = won.until("You won").press("Q").ended();
    let contents = ended.screen.contents();
    assert!(contents.contains(r"Gone\u{a0}\u{4e16}"), "{contents}");
    let film = home.file("film.rec", recorded(HOSTILE));
    let arguments = ["replay", "--speed", "max"].map(OsStr::new);
    let seen = on_screen(&[&arguments[..], &[film.as_os_str()]].concat()).until("the end");
    let ended = seen.press("q").ended();
    let contents = ended.screen.contents();
    assert!(contents.contains(&format!("Replayed {SEEN}")), "{contents}");
}

/// Returns a recording of one step in the cell.
fn recorded(name: &str) -> String {
    let session = Session::from_text(CELL).expect("a sound dungeon");
    let mut recorder = Recorder::new(session, &Source::from_text(name, CELL));
    dungeon_play::input::show::Show::press(&mut recorder, Key::Char('l'));
    recorder.recording().to_text()
}

/// Returns the recording with changed fields, by line from 0, and a new seal.
fn sealed_with(changes: &[(usize, &str, Value)]) -> String {
    let text = recorded("cell.dng");
    let lines = text.lines().map(serde_json::from_str);
    let mut lines: Vec<Map<String, Value>> = lines.map(|line| line.expect("an object")).collect();
    for (nth, field, value) in changes {
        lines[*nth].insert((*field).to_owned(), value.clone());
    }
    let foot = lines.pop().expect("a last line");
    let lines = lines
        .into_iter()
        .map(|line| format!("{}\n", Value::Object(line)));
    let text: String = lines.collect();
    let digest = Sha256::digest(&text);
    let seal: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    // The reader recognizes the last line by its beginning.
    format!(
        "{text}{{\"outcome\":{},\"seal\":\"{seal}\"}}\n",
        foot["outcome"]
    )
}

#[test]
fn every_field_of_a_recording_is_printed_in_one_line() {
    let home = Home::new();
    let nul = format!("{HOSTILE}\0");
    let rows = [
        (0, "program", SEEN),
        (0, "name", ""),
        (0, "digest", "its dungeon does not match its digest"),
        (0, "size", r"z\x1b]0;own"),
        (0, "opening", r"z\x1b]0;own"),
        (0, "seed", "invalid type"),
        (0, "text", "its dungeon does not match its digest"),
        (0, nul.as_str(), SEEN),
        (1, "keys", "U+001B"),
        (1, "state", r"z\x1b]0;own"),
        (1, "turn", "invalid type"),
        (1, nul.as_str(), SEEN),
        (2, "outcome", r"z\x1b]0;own"),
    ];
    for (nth, field, seen) in rows {
        let mut changes = vec![(nth, field, nul.as_str().into())];
        if field == "program" {
            // A report of a drift names the program version.
            changes.push((0, "opening", "0123456789abcdef".into()));
        }
        let text = sealed_with(&changes);
        let file = home.file(&format!("{HOSTILE}.rec"), &text);
        let file = file.to_str().expect("UTF-8");
        let what = format!("{field:?} of line {nth}");
        for format in ["text", "json"] {
            let output = home.run(&["render", "--replay", file, "--format", format]);
            both_printable(&what, &output, seen);
        }
        both_printable(&what, &home.run(&["replay", file]), "");
        both_printable(&what, &home.run(&["resume", "--narrate", file]), seen);
        both_printable(
            &what,
            &home.run(&["crypt", "--narrate", "--record", file]),
            "",
        );
        home.file(&format!("state/dungeon/saves/{HOSTILE}.save"), &text);
        both_printable(&what, &home.run(&["saves"]), SEEN);
        both_printable(&what, &home.run(&["saves", "--format", "json"]), IN_JSON);
        both_printable(&what, &home.run(&["resume", "--narrate"]), "");
        both_printable(&what, &home.run(&["resume", "other"]), SEEN);
    }
    let newer = sealed_with(&[(0, "recording", 9.into())]).replace("0.1.0", r"z\u001b]0;own");
    let newer = home.file("newer.rec", newer);
    let output = home.run(&[Path::new("render"), Path::new("--replay"), &newer]);
    both_printable(
        "a newer recording",
        &output,
        r"recorded by dungeon z\x1b]0;own",
    );
    let broken = home.file("broken.rec", HOSTILE);
    let output = home.run(&[Path::new("replay"), &broken]);
    both_printable("no recording", &output, "expected a recorded game");
}

#[test]
fn a_file_of_keys_is_reported_and_listed_in_printable_characters() {
    let home = Home::new();
    for (content, seen) in [
        (format!("\"{HOSTILE_KEYS}\" = \"x\"\n"), r"\u{202e}"),
        (format!("look = \"{HOSTILE_LINE}\"\n"), r"\u{9b}"),
        ("look = \"\\u001B]0;own\\u009B\"\n".to_owned(), "U+001B"),
        (format!("look = \"<{HOSTILE_KEYS}>\"\n"), r"\u{202e}"),
        (format!("[\"{HOSTILE_KEYS}\"]\nlook = 5\n"), r"\u{202e}"),
        (format!("{HOSTILE_LINE}\n"), r"\x1b]0;own"),
        ("look = \"a\0b\"\n".to_owned(), r"\x00"),
    ] {
        let file = home.file(&format!("{HOSTILE}.toml"), &content);
        let file = file.to_str().expect("UTF-8");
        for arguments in [
            &["keys", "--keymap", file][..],
            &["render", "crypt", "--keymap", file],
        ] {
            let output = home.run(arguments);
            assert_eq!(output.status.code(), Some(2), "{content:?}");
            both_printable(&format!("{content:?}"), &output, seen);
        }
    }
    let file = home.file("sound.toml", format!("look = \"{HOSTILE_KEYS}世\"\n"));
    let listed = home.run(&[Path::new("keys"), Path::new("--keymap"), &file]);
    both_printable(
        "the listing",
        &listed,
        r#"look = "\U0000202E \U00002066 \U0000FFF9"#,
    );
    let again = home.file("again.toml", &listed.stdout);
    let again = home.run(&[Path::new("keys"), Path::new("--keymap"), &again]);
    assert_eq!(again.stdout, listed.stdout);
    let shown = [
        Path::new("render"),
        Path::new("crypt"),
        Path::new("--keymap"),
        &file,
    ];
    let shown = home.run(&[&shown[..], &[Path::new("--keys"), Path::new("?<Space>")]].concat());
    both_printable("the help", &shown, "look around");
}

/// Variables of the environment and their values.
type Environment<'a> = &'a [(&'a str, &'a OsStr)];

#[test]
fn no_value_of_the_environment_is_printed_as_it_stands() {
    let home = Home::new();
    let state = home.path(HOSTILE);
    let (hostile, state) = (OsStr::new(HOSTILE), state.as_os_str());
    home.file(&format!("{HOSTILE}/dungeon/saves/bad.save"), "x");
    home.file(&format!("{HOSTILE}/dungeon/keys.toml"), "frob = 5\n");
    let rows: [(Environment, &[&str], &str); 8] = [
        (&[("XDG_STATE_HOME", state)], &["saves"], SEEN),
        (
            &[("XDG_STATE_HOME", state)],
            &["saves", "--format", "json"],
            IN_JSON,
        ),
        (&[("XDG_STATE_HOME", state)], &["resume"], SEEN),
        (
            &[("XDG_STATE_HOME", state)],
            &["crypt", "--narrate"],
            "dungeon resume crypt",
        ),
        (&[("XDG_CONFIG_HOME", state)], &["keys"], SEEN),
        (
            &[("HOME", state), ("XDG_CONFIG_HOME", OsStr::new(""))],
            &["keys"],
            "",
        ),
        (
            &[
                ("TERM", hostile),
                ("NO_COLOR", hostile),
                ("LC_ALL", hostile),
            ],
            &["crypt"],
            "",
        ),
        (&[("LANG", hostile), ("COLUMNS", hostile)], &["--help"], ""),
    ];
    for (environment, arguments, seen) in rows {
        let output = home.run_with(environment, arguments, b"l\n");
        both_printable(&format!("{arguments:?}"), &output, seen);
    }
}

#[test]
fn pages_and_scripts_are_printable_too() {
    let home = Home::new();
    for command in [
        "", "play", "resume", "saves", "check", "render", "replay", "keys",
    ] {
        let arguments = ["man", command];
        let arguments = &arguments[..if command.is_empty() { 1 } else { 2 }];
        both_printable(command, &home.run(arguments), ".SH");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        both_printable(shell, &home.run(&["completions", shell]), "dungeon");
    }
    both_printable("explain", &home.run(&["explain"]), "control-character");
}
