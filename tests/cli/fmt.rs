//! Runs `dungeon fmt` as a user or a script would.
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const UNTIDY: &str = "hero  strength=5   health=40 // strong\nmap\n####\n#@$#\n####\nend\n";
const TIDY: &str = "hero health=40 strength=5 // strong\nmap\n####\n#@$#\n####\nend\n";
const WRONG: &str = "seed   x\nmap\n####\n#@$#\n####\nend\n";

fn fmt(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dungeon"))
        .arg("fmt")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that reads no input may have closed its pipe.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

#[test]
fn a_file_is_written_anew_where_that_changes_it() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("a.dng");
    fs::write(&file, UNTIDY).expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
    let checked = fmt(&["--check", name(&file)], "");
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(text(&checked.stdout), format!("{}\n", name(&file)));
    assert_eq!(read(&file), UNTIDY);
    let written = fmt(&[name(&file)], "");
    assert_eq!(written.status.code(), Some(0));
    assert_eq!(text(&written.stdout) + &text(&written.stderr), "");
    assert_eq!(read(&file), TIDY);
    let mode = fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let before = fs::metadata(&file).expect("a file").modified().ok();
    assert_eq!(fmt(&["--check", name(&file)], "").status.code(), Some(0));
    assert_eq!(fmt(&[name(&file)], "").status.code(), Some(0));
    let after = fs::metadata(&file).expect("a file").modified().ok();
    assert_eq!(before, after, "a canonical file is not rewritten");
    assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 1);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let done = fmt(&["--stdin"], UNTIDY);
    assert_eq!(
        (done.status.code(), text(&done.stdout)),
        (Some(0), TIDY.into())
    );
    assert_eq!(
        text(&fmt(&["-"], UNTIDY).stdout),
        TIDY,
        "as all commands know it"
    );
    let kept = "// \ttab and \u{e9}\r\n";
    assert_eq!(text(&fmt(&["--stdin"], kept).stdout), kept);
    let wrong = fmt(&["--stdin"], WRONG);
    assert_eq!(
        (wrong.status.code(), text(&wrong.stdout)),
        (Some(1), String::new())
    );
    let checked = fmt(&["--stdin", "--check"], UNTIDY);
    assert_eq!(
        (checked.status.code(), text(&checked.stdout)),
        (Some(1), String::new())
    );
    assert_eq!(fmt(&["--stdin", "--check"], TIDY).status.code(), Some(0));
    assert_eq!(fmt(&[], "").status.code(), Some(2));
    assert_eq!(fmt(&["--stdin", "a.dng"], "").status.code(), Some(2));
}

#[test]
fn a_byte_order_mark_and_a_link_stay_what_they_are() {
    let home = tempfile::tempdir().expect("a folder");
    let [file, link] = ["a.dng", "link.dng"].map(|name| home.path().join(name));
    fs::write(&file, format!("\u{feff}{UNTIDY}")).expect("a file");
    symlink(&file, &link).expect("a link");
    assert_eq!(fmt(&[name(&link)], "").status.code(), Some(0));
    assert_eq!(read(&file), format!("\u{feff}{TIDY}"));
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
}

#[test]
fn shipped_dungeons_and_those_to_begin_with_are_in_their_canonical_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "dungeons",
        "crates/dungeon-model/src/dungeon/games/skeletons",
    ];
    let files = folders.map(|folder| fs::read_dir(root.join(folder)).expect("a folder"));
    let files: Vec<_> = { files.into_iter().flatten() }
        .map(|file| file.expect("an entry").path())
        .collect();
    let names: Vec<&str> = files.iter().map(|file| name(file)).collect();
    let checked = fmt(&[&["--check"], names.as_slice()].concat(), "");
    assert_eq!(text(&checked.stdout), "");
    assert_eq!(checked.status.code(), Some(0));
}
