//! Runs `dungeon test` as a user or a script would.
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use insta::assert_snapshot;
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

/// A folder with the dungeon `hall.dng`.
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

    /// Returns the output of `dungeon test` for the dungeon, and the exit code.
    fn test(&self, options: &[&str]) -> (String, i32) {
        let output = self.run(&[&["test", "hall.dng"], options].concat());
        let said = String::from_utf8(output.stdout).expect("text");
        let errors = String::from_utf8(output.stderr).expect("text");
        (said + &errors, output.status.code().expect("an exit code"))
    }
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
    assert_eq!(code, 1, "the other test fails");
    assert!(
        said.contains("  pass  a (frame=\"a.snap\" written)\n"),
        "{said}"
    );
    assert!(
        !home.path().join("b.snap").exists(),
        "there is another error"
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
        said.contains("expected  the recorded game\n        found     a different game"),
        "{said}"
    );
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
