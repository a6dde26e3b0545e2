//! Runs `dungeon check --fix` as a user or a script would.
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Two slips with sure fixes, one of which hides the other, and a wall that only the author can fix.
const SLIPS: &str = "\
titel \"The cellar\"
hero helth=40
map
#########
#@..#..$#
#...#...#
#########
end
";

fn check(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dungeon"))
        .arg("check")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn home_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(home.path().join(name), text).expect("a file");
    }
    home
}

#[test]
fn bytes_that_are_no_text_are_kept_and_programs_get_the_rest() {
    let home = home_with(&[("a.dng", SLIPS)]);
    let latin = b"titel \"Caf\xe9\"\n";
    fs::write(home.path().join("latin.dng"), latin).expect("a file");
    check(home.path(), &["--fix", "latin.dng"]);
    assert_eq!(
        fs::read(home.path().join("latin.dng")).expect("a file"),
        latin
    );
    let done = check(home.path(), &["--fix", "--format", "json", "a.dng"]);
    let lines: Vec<serde_json::Value> = text(&done.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["fix"]["sure"], false);
    assert_eq!(lines[0]["fix"]["replacement"], ".");
}
