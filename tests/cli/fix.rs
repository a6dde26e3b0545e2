//! The program `dungeon check --fix` as a person or a script meets it.
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Two slips that are sure, one of which the other one hides, and a wall that is the author's own business.
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

fn read(home: &tempfile::TempDir, name: &str) -> String {
    fs::read_to_string(home.path().join(name)).expect("a file")
}

#[test]
fn sure_edits_are_made_and_the_rest_is_reported() {
    let home = home_with(&[("a.dng", SLIPS)]);
    let done = check(home.path(), &["--fix", "a.dng"]);
    let mended = SLIPS.replace("titel", "title").replace("helth", "health");
    assert_eq!(read(&home, "a.dng"), mended);
    assert_eq!(text(&done.stderr), "dungeon: a.dng: 2 edits made\n");
    let said = text(&done.stdout);
    assert!(said.contains("[unreachable-item]"), "{said}");
    assert!(said.ends_with("a.dng: 1 error\n"), "{said}");
    assert_eq!(done.status.code(), Some(1));
    // Nothing is left that is sure.
    let again = check(home.path(), &["--fix", "a.dng"]);
    assert_eq!(text(&again.stderr), "");
    assert_eq!(read(&home, "a.dng"), mended);
}

#[test]
fn a_dry_run_prints_a_diff_and_writes_nothing() {
    let home = home_with(&[
        ("a.dng", SLIPS),
        ("b.dng", "level\nmap\n####\n#@$#\n####\nend\n"),
    ]);
    let done = check(home.path(), &["--fix", "--dry-run", "a.dng", "b.dng"]);
    assert_eq!(read(&home, "a.dng"), SLIPS);
    let diff = "\
--- a.dng
+++ a.dng
@@ -1,5 +1,5 @@
-titel \"The cellar\"
-hero helth=40
+title \"The cellar\"
+hero health=40
 map
 #########
 #@..#..$#
";
    assert_eq!(text(&done.stdout), diff);
    assert_eq!(done.status.code(), Some(1));
    let clean = check(home.path(), &["--fix", "--dry-run", "b.dng"]);
    assert_eq!(
        (text(&clean.stdout), clean.status.code()),
        (String::new(), Some(0))
    );
    assert_eq!(
        check(home.path(), &["--dry-run", "a.dng"]).status.code(),
        Some(2)
    );
    assert_eq!(check(home.path(), &["--fix", "-"]).status.code(), Some(2));
}

#[test]
fn edits_of_included_files_are_left_to_those() {
    let part = "item b \"bread\" helth=5\n";
    let whole = "include \"part.dng\"\ntitel \"x\"\nlevel\nmap\n#####\n#@b$#\n#####\nend\n";
    let home = home_with(&[("part.dng", part), ("a.dng", whole)]);
    let done = check(home.path(), &["--fix", "a.dng"]);
    assert_eq!(read(&home, "a.dng"), whole.replace("titel", "title"));
    assert_eq!(read(&home, "part.dng"), part);
    assert!(text(&done.stdout).contains("part.dng:1:16"), "{done:?}");
    assert_eq!(done.status.code(), Some(1));
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
