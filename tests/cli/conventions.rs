//! Command-line conventions: the program reads the user's keys from the XDG folders, prints files for shells and `man`,
//! and exits quietly when its output is not read.
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::pty::{Played, sized};
use portable_pty::CommandBuilder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_dungeon");
const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

/// Returns an empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let name = format!("manners-{name}-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Returns a settings folder that holds this file of keys.
fn settings(name: &str, keys: &[u8]) -> PathBuf {
    let folder = folder(name);
    fs::create_dir(folder.join("dungeon")).expect("a folder");
    fs::write(folder.join("dungeon/keys.toml"), keys).expect("a file");
    folder
}

fn dungeon(settings: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.env("XDG_CONFIG_HOME", settings).args(arguments);
    command.output().expect("the program")
}

fn printed(arguments: &[&str]) -> String {
    let output = dungeon(&folder("nothing"), arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

#[test]
fn a_person_s_keys_are_read_where_xdg_says() {
    let home = folder("home");
    fs::create_dir_all(home.join(".config/dungeon")).expect("a folder");
    fs::write(home.join(".config/dungeon/keys.toml"), "look = \"v\"\n").expect("a file");
    let elsewhere = settings("elsewhere", b"look = \"w\"\n");
    let look = |config: Option<&str>| {
        let mut command = Command::new(PROGRAM);
        command.args(["keys", "explore"]).env("HOME", &home);
        match config {
            None => command.env_remove("XDG_CONFIG_HOME"),
            Some(config) => command.env("XDG_CONFIG_HOME", config),
        };
        // A relative `XDG_CONFIG_HOME` would be found from this folder.
        command.current_dir(elsewhere.parent().expect("a folder"));
        let printed = command.output().expect("the program").stdout;
        let printed = String::from_utf8(printed).expect("UTF-8");
        let line = printed.lines().find(|line| line.starts_with("look = "));
        line.map(str::to_owned)
    };
    let relative = elsewhere.file_name().and_then(|name| name.to_str());
    assert_eq!(look(None).as_deref(), Some("look = \"v\""));
    assert_eq!(look(Some("")).as_deref(), Some("look = \"v\""));
    assert_eq!(look(relative).as_deref(), Some("look = \"v\""));
    assert_eq!(look(elsewhere.to_str()).as_deref(), Some("look = \"w\""));
    let empty = folder("empty");
    assert_eq!(look(empty.to_str()).as_deref(), Some("look = \";\""));
}

#[test]
fn a_file_of_keys_with_mistakes_ends_the_command_before_a_game_begins() {
    let settings = settings("mistaken", b"wset = \"a\"\nlook = 5\n");
    for arguments in [&["crypt"][..], &["play", "crypt"], &["keys"]] {
        let said = complaint(&dungeon(&settings, arguments));
        for (place, what) in [
            (
                "keys.toml:1:1",
                "error[unknown-verb]: expected a verb, found `wset`",
            ),
            (
                "keys.toml:2:8",
                "error[bad-keys]: expected keys in quotes, found a number",
            ),
        ] {
            assert!(said.contains(place) && said.contains(what), "{said}");
        }
        assert!(said.ends_with("keys.toml: 2 errors\n"), "{said}");
    }
    let missing = dungeon(&folder("missing"), &["keys", "--keymap", "no-such.toml"]);
    assert!(complaint(&missing).starts_with("dungeon: cannot read no-such.toml: "));
    let odd = folder("odd");
    fs::create_dir_all(odd.join("dungeon/keys.toml")).expect("a folder");
    let said = complaint(&dungeon(&odd, &["crypt"]));
    assert!(said.starts_with("dungeon: cannot read "), "{said}");
    assert!(
        said.ends_with(
            "/keys.toml: Is a directory; use `--keymap /dev/null` for the default keys\n"
        ),
        "{said}"
    );
    let way_out = dungeon(&odd, &["keys", "--keymap", "/dev/null"]);
    assert_eq!(text(&way_out.stdout), printed(&["keys"]));
}

#[test]
fn where_no_file_of_keys_can_be_the_default_keys_hold() {
    let settings = folder("file");
    fs::write(settings.join("dungeon"), "another program's").expect("a file");
    let keys = dungeon(&settings, &["keys"]);
    assert_eq!((keys.status.code(), text(&keys.stderr)), (Some(0), ""));
    assert_eq!(text(&keys.stdout), printed(&["keys"]));
}

#[test]
fn render_is_the_same_whatever_keys_a_person_has() {
    let settings = settings("render", b"west = \"l\"\neast = \"h\"\nwset = \"a\"\n");
    let plain = printed(&["render", "crypt", "--keys", "ll"]);
    let rendered = dungeon(&settings, &["render", "crypt", "--keys", "ll"]);
    assert_eq!(String::from_utf8(rendered.stdout).expect("UTF-8"), plain);
    let file = settings.join("east.toml");
    fs::write(&file, "east = \"h\"\n").expect("a file");
    let file = file.to_str().expect("UTF-8");
    let own = printed(&["render", "crypt", "--keys", "hh", "--keymap", file]);
    assert_eq!(own, plain);
}

#[test]
fn the_printed_keys_are_a_file_of_keys() {
    let all = printed(&["keys"]);
    let file = folder("printed").join("keys.toml");
    fs::write(&file, &all).expect("a file");
    let file = file.to_str().expect("UTF-8");
    assert_eq!(printed(&["keys", "--keymap", file]), all);
    let siege = printed(&["keys", "siege"]);
    assert!(siege.contains("\n[siege]\n") && siege.contains("\nbuy-cow = \"c\"\n"));
    assert_eq!(printed(&["keys", "horde.dng"]), siege);
    let lost = dungeon(&folder("lost"), &["keys", "chess"]);
    assert!(
        complaint(&lost)
            .contains("expected a game (explore, siege, arena, tactics) or a dungeon file")
    );
}

#[test]
fn a_game_is_played_by_one_s_own_keys_and_recorded_in_those_of_everybody() {
    let settings = settings(
        "played",
        b"east = \"e\"\nhelp = \"H\"\n[explore]\ncast-north-east = \"l\"\n",
    );
    let mut command = CommandBuilder::new(PROGRAM);
    command.args(["crypt", "--seed", "7", "--glyphs", "ascii"]);
    command.env("XDG_CONFIG_HOME", settings);
    let played = Played::with(command, sized(80, 24))
        .until("Press H for the keys.")
        .press("ee?")
        .until("? does nothing; H shows the keys.")
        .press("H")
        .until("q w l")
        .press("\x1b")
        .until("Turn 2")
        .press("\x03")
        .until("Quit?");
    let ended = played.press("d").ended();
    assert_eq!(ended.status.exit_code(), 0);
    let screen = ended.screen.contents();
    assert!(screen.contains("--keys '66?<Esc>'"), "{screen}");
}

#[test]
fn every_shell_gets_the_options_their_values_and_shipped_dungeons() {
    for shell in SHELLS {
        let script = printed(&["completions", shell]);
        assert_eq!(
            printed(&["completions", shell]),
            script,
            "the same every time"
        );
        for word in ["render", "esc-delay", "glyphs"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The completions of other shells have no words for arguments without an option, and no file names beside these
        // words.
        let knows_codes = ["bash", "zsh"].contains(&shell);
        assert_eq!(script.contains("short-row"), knows_codes, "{shell}");
        assert_eq!(script.contains("crypt.dng"), shell == "bash", "{shell}");
        // The test skips shells that are not installed.
        let check = Command::new(shell)
            .arg("-n")
            // Avoids a warning about a locale that is not installed.
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut check) = check.and_then(|child| {
            if ["bash", "zsh", "fish"].contains(&shell) {
                Ok(child)
            } else {
                Err(std::io::ErrorKind::Unsupported.into())
            }
        }) else {
            continue;
        };
        let mut input = check.stdin.take().expect("a pipe");
        input.write_all(script.as_bytes()).expect("a shell");
        drop(input);
        let said = check.wait_with_output().expect("a shell");
        assert!(said.status.success() && said.stderr.is_empty(), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page_which_the_main_page_lists() {
    let main = printed(&["man"]);
    let commands = [
        "play",
        "resume",
        "saves",
        "check",
        "render",
        "replay",
        "explain",
        "keys",
        "completions",
        "man",
    ];
    for command in commands {
        assert!(main.contains(&format!("dungeon\\-{command}(1)")), "{main}");
        let page = printed(&["man", command]);
        assert_eq!(printed(&["man", command]), page, "the same every time");
        for heading in ["NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES", "EXIT CODES"] {
            let line = [format!(".SH {heading}"), format!(".SH \"{heading}\"")];
            assert!(
                page.lines().any(|l| line.contains(&l.to_owned())),
                "{command}: {heading}"
            );
        }
        assert!(page.is_ascii(), "{command}: not ASCII");
        let title = format!(".TH dungeon-{command} 1");
        let shown = page.replace('\\', "");
        assert!(
            shown.to_lowercase().contains(&title.to_lowercase()),
            "{page}"
        );
    }
    let unknown = dungeon(&folder("man"), &["man", "rendr"]);
    let said = "dungeon: unknown command `rendr`; did you mean `render`?\n";
    assert_eq!(complaint(&unknown), said);
}

#[test]
fn a_mistyped_command_is_mended() {
    for (typed, meant) in [
        ("chekc", "check"),
        ("completion", "completions"),
        ("kyes", "keys"),
    ] {
        let said = complaint(&dungeon(&folder(typed), &[typed]));
        assert!(
            said.contains(&format!("did you mean `dungeon {meant}`?")),
            "{said}"
        );
        let said = complaint(&dungeon(&folder(typed), &[typed, "crypt.dng"]));
        assert!(
            said.contains(&format!("did you mean `dungeon {meant}`?")),
            "{said}"
        );
    }
    let version = printed(&["--version"]);
    assert_eq!(
        version,
        concat!("dungeon ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn who_stops_reading_ends_it_quietly() {
    for arguments in [
        &["keys"][..],
        &["man"],
        &["completions", "zsh"],
        &["explain"],
        &["--help"],
    ] {
        let mut command = Command::new(PROGRAM);
        command
            .env("XDG_CONFIG_HOME", folder("quiet"))
            .args(arguments);
        let pipes = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the program");
        drop(child.stdout.take());
        let ended = child.wait_with_output().expect("the program");
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
        assert!(ended.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn who_prints_to_a_full_disk_is_told() {
    for arguments in [
        &["keys"][..],
        &["man"],
        &["explain"],
        &["--help"],
        &["play", "-h"],
        &["--version"],
    ] {
        let full = File::options().write(true).open("/dev/full");
        let mut command = Command::new(PROGRAM);
        command
            .env("XDG_CONFIG_HOME", folder("full"))
            .args(arguments)
            .stdout(full.expect("a device"));
        let ended = command.output().expect("the program");
        let said = text(&ended.stderr);
        assert!(said.contains("cannot write to standard output: "), "{said}");
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
    }
}
