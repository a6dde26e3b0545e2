//! `include` of files on a disk: the allowed folders, the findings of `check`, and recordings that contain all included
//! text.
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const RAT: &str = "kind r \"rat\" is=wanderer\n";
const ROOM: &str = "level\nmap\n##########\n#@...r..$#\n##########\nend\n";

/// A folder `home` with a dungeon that includes `path`, beside a folder `away` with a bestiary.
fn place(path: &str) -> TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = place.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("can be made");
        fs::write(file, text).expect("can be written");
    };
    write("away/beasts.dng", RAT);
    write("home/below/beasts.dng", "include \"../rat.dng\"\n");
    write("home/rat.dng", RAT);
    write(
        "home/wrong.dng",
        "// wrong\nkind r \"rat\" is=wanderer helth=3\n",
    );
    write("home/main.dng", &format!("include \"{path}\"\n{ROOM}"));
    let away = place.path().join("away");
    symlink(away.join("beasts.dng"), place.path().join("home/link.dng")).expect("a link");
    symlink(away, place.path().join("home/linked")).expect("a link");
    place
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dungeon"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn files_of_the_dungeons_own_folder_are_included_wherever_one_stands() {
    for path in ["rat.dng", "below/beasts.dng", "below/../rat.dng"] {
        let place = place(path);
        for (folder, file) in [
            ("home", "main.dng"),
            (".", "home/main.dng"),
            ("away", "../home/main.dng"),
        ] {
            let output = run(
                &place.path().join(folder),
                &["check", "--deny", "warnings", file],
            );
            assert!(output.status.success(), "{path} {file}: {}", said(&output));
        }
    }
}

#[test]
fn nothing_outside_of_the_folder_is_read_unless_it_is_named() {
    let absolute = tempfile::tempdir().expect("a folder");
    let file = absolute.path().join("beasts.dng");
    fs::write(&file, RAT).expect("can be written");
    let absolute = file.to_str().expect("a name in UTF-8");
    let outside = [
        "../away/beasts.dng",
        "link.dng",
        "linked/beasts.dng",
        "below/../../away/beasts.dng",
    ];
    for path in outside
        .into_iter()
        .chain([absolute, "/dev/zero", "no.dng", "below"])
    {
        let place = place(path);
        let output = run(&place.path().join("home"), &["check", "main.dng"]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        assert!(
            said(&output).contains("error[bad-include]"),
            "{}",
            said(&output)
        );
        if outside.contains(&path) {
            let output = run(
                &place.path().join("home"),
                &["check", "--include", "../away", "main.dng"],
            );
            assert!(output.status.success(), "{path}: {}", said(&output));
        }
    }
}

/// The messages do not reveal which files exist outside the folder.
#[test]
fn what_lies_outside_and_what_is_nowhere_is_told_in_the_same_words() {
    let told = |path: &str| {
        let place = place(path);
        let told = said(&run(&place.path().join("home"), &["check", "main.dng"]));
        told.replace(path, "PATH").replace('^', "")
    };
    let there = told("../away/beasts.dng");
    assert!(there.contains("error[bad-include]"), "{there}");
    for path in [
        "../away/no.dng",
        "../no/no.dng",
        "linked/no.dng",
        "link.dng",
        "../away",
        "no.dng",
    ] {
        assert_eq!(told(path), there, "{path}");
    }
}

#[test]
fn a_file_that_includes_itself_is_told_so() {
    for path in ["main.dng", "below/../main.dng"] {
        let place = place(path);
        for (folder, file) in [("home", "main.dng"), (".", "home/main.dng")] {
            let found = said(&run(&place.path().join(folder), &["check", file]));
            assert!(found.contains("includes itself"), "{found}");
        }
    }
}

#[test]
fn findings_for_programs_name_the_file_and_the_chain() {
    let place = place("wrong.dng");
    let home = place.path().join("home");
    let json = said(&run(&home, &["check", "--format", "json", "main.dng"]));
    let finding: Value =
        serde_json::from_str(json.lines().next().expect("a finding")).expect("JSON");
    assert_eq!(
        (&finding["file"], &finding["line"]),
        (&"wrong.dng".into(), &2.into())
    );
    assert_eq!(
        finding["included_by"],
        serde_json::json!([{ "file": "main.dng", "line": 1 }])
    );
    let sarif: Value = serde_json::from_str(&said(&run(
        &home,
        &["check", "--format", "sarif", "main.dng"],
    )))
    .expect("JSON");
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "wrong.dng");
    assert_eq!(place["region"]["startLine"], 2);
    let github = said(&run(&home, &["check", "--format", "github", "main.dng"]));
    assert!(
        github.starts_with("::error file=wrong.dng,line=2,"),
        "{github}"
    );
}

/// The farewell names commands that play and show the same game, with the options for its folders.
#[test]
fn the_farewell_says_how_to_play_what_includes_files_of_another_folder() {
    let place = place("../away/beasts.dng");
    let home = place.path().join("home");
    let play = |folder: &Path, arguments: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dungeon"));
        let child = child
            .args(arguments)
            .current_dir(folder)
            .env("XDG_STATE_HOME", &home);
        let child = child
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = child.spawn().expect("the program runs");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"l\nq\n").expect("it listens");
        drop(input);
        said(&child.wait_with_output().expect("the program ends"))
    };
    let told = play(
        &home,
        &[
            "--narrate",
            "--include",
            "../away",
            "--seed",
            "7",
            "main.dng",
        ],
    );
    let again = "Play again:     dungeon --include ../away main.dng --seed 7\n";
    assert!(told.contains(again), "{told}");
    let shown = told
        .lines()
        .find_map(|line| line.strip_prefix("Watch again:    dungeon "));
    let shown: Vec<&str> = shown.expect("a command").split(' ').collect();
    assert!(run(&home, &shown).status.success(), "{shown:?}");
    let resumed = play(&home, &["resume", "--narrate", "main"]);
    let lost = "The includes of main.dng are not here: add `--include DIR`.\n";
    assert!(resumed.contains(lost), "{resumed}");
    let resumed = play(
        &home,
        &["resume", "--narrate", "--include", "../away", "main"],
    );
    let again = "Play again:     dungeon --include ../away main.dng --seed 7\n";
    assert!(resumed.contains(again), "{resumed}");
}

#[test]
fn a_recording_needs_no_second_file() {
    let place = place("below/beasts.dng");
    let home = place.path().join("home");
    let record = ["render", "main.dng", "--seed", "7", "--keys", "ll"];
    let seen = run(&home, &record);
    assert!(
        seen.status.success(),
        "{}",
        String::from_utf8_lossy(&seen.stderr)
    );
    let recorded = run(&home, &["prove", "--certificate", "wins", "main.dng"]);
    assert!(recorded.status.success(), "{}", said(&recorded));
    for file in ["rat.dng", "below/beasts.dng", "main.dng"] {
        fs::remove_file(home.join(file)).expect("it was there");
    }
    let mut files = fs::read_dir(home.join("wins")).expect("certificates");
    let file = files.next().expect("one").expect("a file").path();
    let replayed = run(
        &home,
        &["render", "--replay", file.to_str().expect("UTF-8")],
    );
    assert!(
        replayed.status.success(),
        "{}",
        String::from_utf8_lossy(&replayed.stderr)
    );
    assert!(said(&replayed).contains("won"), "{}", said(&replayed));
}

/// A folder in which `a.dng` includes `parts/more.dng`, and this includes `parts/kinds.dng`; `b.dng` includes a whole
/// dungeon, and `alone.dng` nothing.
fn parts() -> TempDir {
    let place = tempfile::tempdir().expect("a folder");
    fs::create_dir(place.path().join("parts")).expect("a folder");
    for (name, text) in [
        ("parts/kinds.dng", RAT.to_owned()),
        ("parts/more.dng", "include \"kinds.dng\"\n".to_owned()),
        (
            "a.dng",
            format!(
                "include \"parts/more.dng\"\n{ROOM}test \"idle\" keys=\".\" expect=unfinished\n"
            ),
        ),
        ("b.dng", format!("include \"alone.dng\"\n{ROOM}")),
        ("alone.dng", format!("{RAT}{ROOM}")),
        ("unused.dng", RAT.to_owned()),
    ] {
        fs::write(place.path().join(name), text).expect("can be written");
    }
    place
}

#[test]
fn a_break_in_an_included_file_is_found_in_the_files_that_include_it() {
    let place = parts();
    let checked = |files: &[&str]| {
        let output = run(
            place.path(),
            &[&["check", "--dependents", "--format", "json"], files].concat(),
        );
        let all = said(&output);
        let named = all.lines().filter_map(|line| {
            let row: Value = serde_json::from_str(line).expect("JSON");
            Some(row["file"].as_str()?.to_owned() + ": " + row["code"].as_str()?)
        });
        (named.collect::<Vec<_>>(), output.status.code())
    };
    let sound = (Vec::new(), Some(0));
    for files in [
        &["parts/kinds.dng"][..],
        &["parts/more.dng", "parts/kinds.dng", "a.dng", "./a.dng"],
        &["alone.dng"],
    ] {
        assert_eq!(checked(files), sound, "{files:?}");
    }
    assert_eq!(
        checked(&["unused.dng"]),
        (vec!["unused.dng: no-map".to_owned()], Some(1))
    );
    fs::write(
        place.path().join("parts/kinds.dng"),
        RAT.replace(" r ", " q "),
    )
    .expect("can be written");
    fs::write(place.path().join("alone.dng"), ROOM.replace('r', ".")).expect("can be written");
    for files in [&["parts/kinds.dng"][..], &["parts/more.dng", "a.dng"]] {
        let (named, exit) = checked(files);
        assert_eq!(exit, Some(1), "{files:?}");
        assert!(
            named.contains(&"a.dng: unknown-glyph".to_owned()),
            "{named:?}"
        );
    }
    let (named, exit) = checked(&["alone.dng"]);
    assert_eq!(
        (named, exit),
        (vec!["b.dng: unknown-glyph".to_owned()], Some(1))
    );
}

#[test]
fn the_tests_of_the_files_that_include_a_file_run() {
    let place = parts();
    let tested = |option: &str| {
        let output = run(
            place.path(),
            &["test", "--allow-none", option, "parts/kinds.dng"],
        );
        (said(&output), output.status.code())
    };
    let (told, exit) = tested("--dependents");
    assert!(told.contains("idle") && exit == Some(0), "{told}");
    assert_eq!(tested("--threads=1").1, Some(1));
    fs::write(
        place.path().join("parts/kinds.dng"),
        RAT.replace(" r ", " q "),
    )
    .expect("can be written");
    assert_eq!(tested("--dependents").1, Some(1));
}
