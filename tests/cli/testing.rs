//! The program `dungeon test` as a person or a script meets it.
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use insta::assert_snapshot;
use serde_json::Value;
use tempfile::TempDir;

const HALL: &str = "\
title \"The hall\"
hero health=20 strength=5
kind r \"rat\" is=wanderer health=3 strength=4

map
##########
#@.r..$..#
#........#
##########
end
";

/// A folder with one dungeon in it, which is called `hall.dng`.
struct Home(TempDir);

impl Home {
    fn with(tests: &str) -> Home {
        let home = Home(tempfile::tempdir().expect("a folder"));
        home.write("hall.dng", &format!("{HALL}{tests}"));
        home
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("a file")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_dungeon"))
            .args(arguments)
            .current_dir(self.path())
            .stdin(Stdio::null())
            .output()
            .expect("the program starts")
    }

    /// What `dungeon test` says of the dungeon, and its exit code.
    fn test(&self, options: &[&str]) -> (String, i32) {
        let output = self.run(&[&["test", "hall.dng"], options].concat());
        let said = String::from_utf8(output.stdout).expect("text");
        let errors = String::from_utf8(output.stderr).expect("text");
        (said + &errors, output.status.code().expect("an exit code"))
    }
}

#[test]
fn a_line_a_test_and_below_a_failure_what_was_seen() {
    let home = Home::with(
        "test \"to the gold\" keys=\"llllll\" expect=won
test \"unharmed\" keys=\"lll\" health=18..
test \"any luck\" seeds=1..20 keys=\"llllll\" expect=won
test \"winnable\" winnable=yes
",
    );
    let (said, code) = home.test(&[]);
    assert_eq!(code, 1);
    assert_snapshot!(said);
}

#[test]
fn all_is_well_with_the_exit_code_0() {
    let home = Home::with("test \"to the gold\" keys=\"llllll\" expect=won turns=..6\n");
    let (said, code) = home.test(&[]);
    assert_eq!(
        (said.as_str(), code),
        ("hall.dng\n  pass  to the gold\n\n1 test: 1 passed\n", 0)
    );
}

#[test]
fn no_test_to_run_is_wrong_usage() {
    let home = Home::with("");
    let (said, code) = home.test(&[]);
    assert_eq!(code, 2);
    assert!(
        said.ends_with("expected a line `test` in a file, found none\n"),
        "{said}"
    );
    let home = Home::with("test \"a\" expect=unfinished\n");
    let (said, code) = home.test(&["--name", "b"]);
    assert_eq!(code, 2);
    assert!(said.contains("contains `b`, found none"), "{said}");
    assert_eq!(home.test(&["--name", "a"]).1, 0);
}

#[test]
fn errors_of_a_file_are_told_as_check_tells_them_and_others_are_run() {
    let home = Home::with("test \"a\" keys=\"l<Ecs>\" expect=won\ntest \"b\" expect=wun\n");
    home.write("good.dng", &format!("{HALL}test \"c\" turns=0\n"));
    let output = home.run(&["test", "hall.dng", "good.dng", "missing.dng"]);
    let errors = String::from_utf8(output.stderr).expect("text");
    let checked = home.run(&["check", "hall.dng"]);
    let checked = String::from_utf8(checked.stdout).expect("text");
    let report = checked.rsplit_once("\n\n").expect("a report").0;
    assert!(errors.starts_with(report), "{errors}\n{checked}");
    assert_eq!(report.matches("error[").count(), 2, "{report}");
    assert!(errors.contains("cannot read missing.dng"), "{errors}");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("  pass  c\n"), "{said}");
    assert!(
        said.ends_with("1 test: 1 passed; not run: 1 file with errors\n"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn screens_are_blessed_and_compared() {
    let tests = "test \"a\" keys=\"j\" frame=\"a.snap\"\ntest \"b\" keys=\"l\" frame=\"b.snap\" expect=won\n";
    let home = Home::with(tests);
    let (said, code) = home.test(&[]);
    assert_eq!(code, 1);
    assert!(
        said.contains("no such file yet: `dungeon test --bless` writes it"),
        "{said}"
    );
    let (said, code) = home.test(&["--bless"]);
    assert_eq!(code, 1, "the other one is not won");
    assert!(
        said.contains("  pass  a (frame=\"a.snap\" written)\n"),
        "{said}"
    );
    assert!(
        !home.path().join("b.snap").exists(),
        "something else is wrong with it"
    );
    assert!(home.read("a.snap").starts_with("80x24 turn 1\n|"));
    assert_eq!(home.test(&["--name", "a"]).1, 0);
    home.write(
        "hall.dng",
        &format!("{}{tests}", HALL.replace("@.r", "@rr")),
    );
    let (said, code) = home.test(&["--name", "a"]);
    assert_eq!(code, 1);
    assert_snapshot!(said);
    assert_eq!(home.test(&["--name", "a", "--bless"]).1, 0);
    assert_eq!(home.test(&["--name", "a"]).1, 0);
}

#[test]
fn no_other_file_is_written_over_and_two_tests_do_not_share_a_screen() {
    let home = Home::with("test \"a\" frame=\"hall.dng\"\n");
    let before = home.read("hall.dng");
    let (said, code) = home.test(&["--bless"]);
    assert_eq!(code, 1);
    assert!(said.contains("a file that is no screen"), "{said}");
    assert_eq!(home.read("hall.dng"), before);
    let home = Home::with("test \"a\" frame=\"a.snap\"\ntest \"b\" keys=\"j\" frame=\"a.snap\"\n");
    let (said, code) = home.test(&["--bless"]);
    assert_eq!(code, 1);
    assert!(said.contains("which another test has written"), "{said}");
    assert_eq!(home.test(&["--name", "a"]).1, 0);
}

#[test]
fn recordings_are_played_again() {
    let home = Home::with("test \"again\" replay=\"hall.rec\" expect=won\n");
    let (said, code) = home.test(&[]);
    assert_eq!(code, 1);
    assert!(
        said.contains("expected  the recording\n        found     no such file"),
        "{said}"
    );
    let proved = home.run(&["prove", "--certificate", ".", "hall.dng"]);
    assert!(proved.status.success());
    fs::rename(home.path().join("hall-0.rec"), home.path().join("hall.rec")).expect("a recording");
    let (said, code) = home.test(&[]);
    assert_eq!(code, 0, "{said}");
    let tougher = home.read("hall.dng").replace("strength=5", "strength=2");
    home.write("hall.dng", &tougher);
    let (said, code) = home.test(&[]);
    assert_eq!(code, 1);
    assert!(
        said.contains("expected  the recorded game\n        found     another one"),
        "{said}"
    );
}

#[test]
fn programs_get_an_object_a_line() {
    let home =
        Home::with("test \"a\" turns=0\ntest \"b\" seeds=3..5 keys=\"l\" at=9,9 health=20\n");
    let (said, code) = home.test(&["--format", "json"]);
    assert_eq!(code, 1);
    let lines: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!((lines.len(), &lines[0]["status"]), (2, &"passed".into()));
    let failed = &lines[1];
    assert_eq!(failed["status"], "failed");
    assert_eq!(failed["line"], 12);
    assert_eq!(
        (&failed["games"], failed["failed"].to_string()),
        (&3.into(), "[3,4,5]".into())
    );
    assert_eq!(failed["shortfalls"][0]["expected"], "at=9,9");
    assert_eq!(failed["shortfalls"][1]["found"], "health=16");
    assert_eq!(failed["moment"]["key"], "l");
    assert!(
        failed["moment"]["after"][1]
            .as_str()
            .expect("a row")
            .contains(".@r")
    );
}

#[test]
fn servers_get_one_document_of_junit() {
    let home = Home::with("test \"a & <b>\" turns=0\ntest \"c\" keys=\"j\" says=\"<&\\\"\"\n");
    home.write("wrong.dng", "map\nend\n");
    let files = ["hall.dng", "wrong.dng", "nowhere.dng"];
    let output = home.run(&[&["test", "--format", "junit"], &files[..2]].concat());
    assert_eq!(output.status.code(), Some(1));
    let output = home.run(&[&["test", "--format", "junit"], &files[..]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(String::from_utf8(output.stdout).expect("text"));
}

#[test]
fn what_is_printed_is_the_same_on_any_number_of_threads() {
    let home = Home::with(
        "test \"a\" seeds=0..40 keys=\"lljjhk\" says=\"You take\"
test \"b\" winrate=random:101%..
test \"c\" winrate=random:..1%
test \"d\" seeds=0..3 winnable=no
"
        .replace("101%", "100%")
        .as_str(),
    );
    let one = home.test(&["--threads", "1"]);
    assert_eq!(one.1, 1);
    assert_eq!(home.test(&["--threads", "4"]), one);
    assert!(
        one.0
            .contains("41 of 41 games: seed 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …"),
        "{}",
        one.0
    );
}

#[test]
fn a_budget_that_ends_before_fails_the_test() {
    let home = Home::with("test \"a\" winnable=yes\n");
    let (said, code) = home.test(&["--budget", "1"]);
    assert_eq!(code, 1);
    assert!(said.contains("no answer within the budget"), "{said}");
}

#[test]
fn a_dungeon_from_standard_input_has_no_files() {
    let home = Home::with("test \"a\" frame=\"a.snap\"\n");
    let file = fs::File::open(home.path().join("hall.dng")).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_dungeon"))
        .args(["test", "-", "--bless"])
        .current_dir(home.path())
        .stdin(file)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(
        said.contains("a dungeon that comes from no folder"),
        "{said}"
    );
    assert!(!home.path().join("a.snap").exists());
}

#[test]
fn every_scenario_of_this_project_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let output = Command::new(env!("CARGO_BIN_EXE_dungeon"))
        .arg("test")
        .args(&files)
        .output()
        .expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("text");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{said}{errors}");
}

#[test]
fn the_bots_of_tests_are_those_of_simulations() {
    use dungeon_format::test_case::TestedBot;
    let home = Home::with("");
    let help = home.run(&["simulate", "--help"]);
    let help = String::from_utf8(help.stdout).expect("text");
    for bot in TestedBot::ALL {
        assert!(help.contains(&format!("- {}:", bot.word())), "{help}");
    }
}
