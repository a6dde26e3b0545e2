//! `dungeon render`: its output and its exit codes.
use std::io::Write;
use std::process::{Command, Output, Stdio};

use dungeon::frames::AnimatedSvg;
use dungeon_play::session::session::Session;
use serde_json::Value;

/// Returns the path of a scene's file.
fn scene(name: &str) -> String {
    format!("{}/fixtures/scenes/{name}.dng", env!("CARGO_MANIFEST_DIR"))
}

fn render(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command.arg("render").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    render(arguments).output().expect("the program runs")
}

/// Returns the standard output of a successful run without complaints.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the exit code and standard error of a run that printed nothing else.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), told)
}

/// Runs `render` with a file on its standard input.
fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = render(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(input).expect("it is read");
    drop(pipe);
    child.wait_with_output().expect("it ends")
}

fn json_lines(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("an object a line")
}

#[test]
fn keys_can_come_from_a_file() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("render_cli");
    std::fs::create_dir_all(&folder).expect("a folder");
    let named = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let (hurry, good) = (scene("hurry"), named("good.txt", "<idle 3>l\n<idle>l\n"));
    assert_eq!(
        printed(&[&hurry, "--keys-from", &good]),
        printed(&[&hurry, "--keys", "<idle 3>l<idle>l"])
    );
    let wrong = named("wrong.txt", "ll<idl>");
    let (code, told) = refused(&[&hurry, "--keys-from", &wrong]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("wrong.txt: key script, character 3:"),
        "{told}"
    );
    assert!(told.ends_with("did you mean <idle>?\n"), "{told}");
    let (code, told) = refused(&[&hurry, "--keys-from", "no/such.txt"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("cannot read no/such.txt"), "{told}");
    let both = [&hurry, "--keys", "l", "--keys-from", &good];
    assert_eq!(refused(&both).0, Some(2));
}

#[test]
fn tempo_lets_any_file_be_played_in_real_time_or_in_none() {
    let told = |arguments: &[&str]| {
        let last = json_lines(&printed(&[arguments, &["--format", "json"]].concat()));
        let last = last.last().expect("a line").clone();
        (last["turn"].clone(), last["checksum"].clone())
    };
    let (hall, hurry) = (scene("hall"), scene("hurry"));
    let still = told(&[&hall]);
    assert_eq!(
        told(&[&hall, "--keys", "<idle 3>"]),
        still,
        "time is paused"
    );
    let run = told(&[&hall, "--keys", "<idle 3>", "--tempo", "500"]);
    assert_ne!(run, still);
    let stopped = told(&[&hurry, "--keys", "<idle 3>", "--tempo", "0"]);
    assert_eq!(stopped, told(&[&hurry]), "and in a file that has one");
    for wrong in ["19", "3600001", "-1", "fast"] {
        let (code, told) = refused(&[&hall, &format!("--tempo={wrong}")]);
        assert_eq!(code, Some(2), "{wrong}");
        assert!(told.contains("milliseconds from 20 to 3600000"), "{told}");
    }
    let (code, told) = refused(&["wizards", "--tempo", "500"]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("--tempo: tactics waits for the player"),
        "{told}"
    );
}

#[test]
fn keys_from_a_file_without_an_end_are_refused_with_the_limit_and_in_little_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let sparse = folder.path().join("sparse");
    let file = std::fs::File::create(&sparse).expect("a file");
    file.set_len(2 << 30).expect("a file");
    let lines = [
        format!("exec \"$0\" render \"$1\" --keys-from {}", sparse.display()),
        "exec \"$0\" render \"$1\" --keys-from /dev/zero".to_owned(),
        // The writer of the pipe exits once the pipe has no reader.
        format!(
            "cd {} && mkfifo pipe && {{ cat /dev/zero > pipe 2> /dev/null & \
             exec \"$0\" render \"$1\" --keys-from pipe; }}",
            folder.path().display()
        ),
    ];
    for line in lines {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v 1000000; {line}")]);
        command.args([env!("CARGO_BIN_EXE_dungeon"), &scene("hall")]);
        let output = command.output().expect("a shell");
        assert_eq!(output.status.code(), Some(2), "{line}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.starts_with("dungeon: cannot read "), "{told}");
        let limit = "it is larger than any game's keys (more than 256 MiB)\n";
        assert!(told.ends_with(limit), "{told}");
    }
}

#[test]
fn the_last_frame_is_the_librarys() {
    let mut session = Session::open(scene("hall"))
        .expect("a fixture")
        .with_size(60, 20);
    session.press("llj.<Esc>").expect("a script");
    let file = scene("hall");
    let common = [file.as_str(), "--keys", "llj.<Esc>", "--size", "60x20"];
    let with = |more: &[&str]| printed(&[&common[..], more].concat());
    assert_eq!(with(&[]), format!("{}\n", session.frame()));
    assert_eq!(with(&["--last", "--format", "text"]), with(&[]));
    assert_eq!(
        with(&["--format", "styled"]),
        format!("{}\n", session.frame().with_styles())
    );
    assert_eq!(with(&["--format", "svg"]), session.frame().to_svg());
    let mut film = AnimatedSvg::default();
    let mut again = Session::open(scene("hall"))
        .expect("a fixture")
        .with_size(60, 20);
    for moment in again.film("llj.<Esc>").expect("a script").shots {
        film.show(&moment.frame, moment.stands);
    }
    assert_eq!(with(&["--format", "svg", "--changes"]), film.to_svg());
    let ansi = with(&["--format", "ansi"]);
    assert!(ansi.contains("\u{1b}[") && ansi.lines().count() == 20);
}

#[test]
fn json_has_the_fields_of_the_issue_in_their_order() {
    let lines = printed(&[
        &scene("cell"),
        "--keys",
        "l",
        "--size",
        "30x8",
        "--format",
        "json",
    ]);
    insta::assert_snapshot!(lines);
}

#[test]
fn x2_every_prints_a_line_before_the_first_key_and_one_after_each() {
    let text = printed(&[
        &scene("gallery"),
        "--keys",
        "lpd?<Esc>",
        "--every",
        "--format",
        "json",
    ]);
    let lines = json_lines(&text);
    assert_eq!(lines.len(), 6);
    let turns: Vec<_> = lines.iter().map(|line| line["turn"].clone()).collect();
    assert_eq!(turns, [0, 1, 1, 2, 2, 2]);
    assert_eq!(
        lines[1]["checksum"], lines[2]["checksum"],
        "an unbound key changes nothing"
    );
    assert_eq!(
        lines[3]["checksum"], lines[5]["checksum"],
        "the help changes nothing"
    );
    assert_ne!(lines[0]["checksum"], lines[1]["checksum"]);
    assert_eq!(
        lines[0]["messages"][0],
        "You enter \"The Gallery\". Press ? for the keys."
    );
    assert_eq!(lines[2]["messages"][0], "p does nothing; ? shows the keys.");
    assert_eq!(lines[4]["messages"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_classic_file_in_real_time_says_so_in_one_row_of_the_books_window() {
    let file = "dungeons/classic.dng";
    let text = printed(&[file, "--tempo", "500", "--size", "80x24"]);
    let told = "… Dungeon map read OK; time runs. Press ? for the keys.";
    assert!(text.contains(told), "{text}");
}

#[test]
fn json_tells_how_the_game_ended() {
    let outcome = |keys| {
        let text = printed(&[&scene("cell"), "--keys", keys, "--format", "json"]);
        json_lines(&text)[0]["outcome"].clone()
    };
    assert_eq!(
        [outcome("l"), outcome("ll"), outcome("...")],
        [Value::Null, "won".into(), "lost".into()]
    );
}

#[test]
fn x10_the_seed_beats_the_files() {
    let checksum = |more: &[&str]| {
        let file = scene("cell");
        let text = printed(&[&[file.as_str(), "--format", "json"], more].concat());
        json_lines(&text)[0]["checksum"].clone()
    };
    assert_eq!(checksum(&[]), checksum(&["--seed", "7"]));
    assert_ne!(checksum(&[]), checksum(&["--seed", "8"]));
}

#[test]
fn changes_are_the_films() {
    let mut session = Session::open(scene("gallery")).expect("a fixture");
    let film = session.film("5p").expect("a script");
    let text = printed(&[&scene("gallery"), "--keys", "5p", "--changes"]);
    assert_eq!(text, format!("{}\n", film.only_changes()));
    let json = printed(&[
        &scene("gallery"),
        "--keys",
        "p?zz?",
        "--changes",
        "--format",
        "json",
    ]);
    assert_eq!(json_lines(&json).len(), 4, "opening, hint, help, back");
}

#[test]
fn standard_input_is_a_file_too() {
    let text = std::fs::read(scene("hall")).expect("a fixture");
    let output = with_input(&["-", "--keys", "l"], &text);
    let expected = printed(&[&scene("hall"), "--keys", "l"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let keys = "lh".repeat(2_000);
    let mut child = render(&[&scene("hall"), "--keys", &keys, "--every"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn json_of_siege_tells_gold_letters_cows_fences_and_the_turns_left() {
    let arguments = |keys| {
        [
            scene("yard"),
            "--keys".into(),
            keys,
            "--format".into(),
            "json".into(),
        ]
    };
    let line = |keys: &str| {
        let arguments = arguments(keys.to_owned());
        let text = printed(&arguments.each_ref().map(String::as_str));
        json_lines(&text).remove(0)
    };
    let before = line("");
    assert_eq!(before["hero"]["wealth"], 50);
    assert_eq!(before["turns_left"], 140);
    let bodies = |line: &Value| {
        let told = line["bodies"].as_array().cloned().unwrap_or_default();
        let told = told.iter().map(|body| {
            assert_eq!(body["name"], "hordling");
            assert_eq!(
                body["health"], body["strength"],
                "its health is its strength"
            );
            format!("{} {}", body["symbol"], body["strength"])
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(bodies(&before), ["\"Z\" 26", "\"C\" 3"]);
    let cow = |x, y| serde_json::json!({ "symbol": "%", "name": "cow", "x": x, "y": y });
    assert_eq!(before["items"], serde_json::json!([cow(7, 4), cow(11, 6)]));
    assert_eq!(before["map"][1], "....12345...", "on every screen");
    let shown = before["frame"][1].as_str().unwrap_or_default();
    assert!(shown.starts_with("....┆░▒▓█..."), "{shown}");
    // A hit costs one strength; the hordling steals one coin.
    let after = line("l");
    assert_eq!(bodies(&after), ["\"Z\" 26", "\"B\" 2"]);
    assert_eq!(
        (&after["hero"]["wealth"], &after["turns_left"]),
        (&49.into(), &139.into())
    );
    assert_eq!(after["map"][3], "...@B.%.....");
}

#[test]
fn json_counts_no_turns_down_where_the_rules_count_none() {
    let text = printed(&[&scene("cell"), "--format", "json"]);
    assert!(json_lines(&text)[0].get("turns_left").is_none(), "{text}");
}

#[test]
fn glyphs_are_unicode_everywhere_unless_ascii_is_asked_for() {
    let yard = scene("yard");
    let printed = |arguments: &[&str]| {
        let mut command = render(&[&yard]);
        command.args(arguments).env("LC_ALL", "C");
        String::from_utf8(command.output().expect("the program runs").stdout).expect("UTF-8")
    };
    let usual = printed(&[]);
    assert!(usual.contains("..┆░▒▓█"), "{usual}");
    assert_eq!(printed(&["--glyphs", "auto"]), usual);
    let unicode = printed(&["--glyphs", "unicode"]);
    assert!(unicode.contains("··┆░▒▓█"), "{unicode}");
    let ascii = printed(&["--glyphs", "ascii"]);
    assert!(ascii.is_ascii() && ascii.contains("12345"), "{ascii}");
    let json = printed(&["--glyphs", "ascii", "--format", "json"]);
    assert!(json.is_ascii(), "the frame is the screen: {json}");
}

#[test]
fn window_is_the_books_or_below_the_map_where_it_is_asked_for() {
    let hall = scene("hall");
    let drawn = |window: &str| printed(&[&hall, "--size", "110x34", "--window", window]);
    assert!(drawn("beside").contains("In sight") && drawn("auto") == drawn("beside"));
    assert!(drawn("below").contains("|In sight: "));
    assert!(drawn("book").contains("| +------------------+        +----"));
}
