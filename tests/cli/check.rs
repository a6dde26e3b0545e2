//! Runs `dungeon check` and `dungeon explain` as a user or a script would.
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use dungeon_format::Code;
use serde_json::Value;

const CLEAN: &str = "\
level
map
#######
#@...$#
#######
end
";
const SEVEN: &str = "\
titel \"The crypt\"
item b \"bread\" helth=5
hero health=40 health=50
seed 7 8
level
map
#######
#@.X.$#
#\t....#
#######
end
$ 9 2
";

fn dungeon(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command
        .args(arguments)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    dungeon(arguments).output().expect("the program starts")
}

/// Starts the program with a pipe at each end.
fn start(arguments: &[&str]) -> Child {
    dungeon(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("the program reads");
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code, no signal")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8 is printed")
}

/// Writes a file into the build's folder for tests. Returns its path.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("the folder can be written");
    path.to_string_lossy().into_owned()
}

fn json(arguments: &[&str], input: &str) -> Vec<Value> {
    let arguments = [&["check", "-", "--format", "json"], arguments].concat();
    let output = with_input(&arguments, input.as_bytes());
    let lines = out(&output);
    let parsed = lines.lines().map(serde_json::from_str);
    parsed.collect::<Result<_, _>>().expect("each line is JSON")
}

#[test]
fn seven_mistakes_are_seven_findings_in_file_order_at_the_right_columns() {
    let places: Vec<(String, u64, u64)> = json(&[], SEVEN)
        .iter()
        .map(|found| {
            let number = |key: &str| found[key].as_u64().expect("a number");
            let code = found["code"].as_str().expect("a code");
            (code.to_string(), number("line"), number("column"))
        })
        .collect();
    let expected = [
        ("unknown-record", 1, 1),
        ("unknown-key", 2, 16),
        ("duplicate-key", 3, 16),
        ("extra-number", 4, 8),
        ("unknown-glyph", 8, 4),
        ("tab-in-map", 9, 2),
        ("out-of-bounds", 12, 3),
    ];
    let expected = expected.map(|(code, line, column)| (code.to_string(), line, column));
    assert_eq!(places, expected);
    let human = out(&with_input(&["check", "-"], SEVEN.as_bytes()));
    let headings = human.lines().filter(|line| line.starts_with("error["));
    assert_eq!(headings.count(), 7);
    assert_eq!(human.lines().last(), Some("<stdin>: 7 errors"));
}

#[test]
fn sarif_is_one_document_with_rules() {
    let wrong = file("sarif wrong.dng", SEVEN);
    let clean = file("sarif_clean.dng", CLEAN);
    let output = out(&run(&["check", &wrong, &clean, "--format", "sarif"]));
    let document: Value = serde_json::from_str(&output).expect("one document");
    assert_eq!(document["version"], "2.1.0");
    let run = &document["runs"][0];
    assert_eq!(run["newlineSequences"][2], "\r");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let ids: Vec<&str> = rules
        .iter()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    let codes = Code::OF_DUNGEONS.iter().map(|code| code.name());
    assert_eq!(ids, codes.collect::<Vec<_>>(), "keys files are not checked");
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 7);
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
        assert!(uri.ends_with("sarif%20wrong.dng"));
        assert_eq!(uri.starts_with("file:///"), wrong.starts_with('/'));
        assert!(place["region"]["startLine"].as_u64() >= Some(1));
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_the_command_line_names_is_read() {
    let home = tempfile::tempdir().expect("a folder");
    let pipe = home.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let to = pipe.clone();
    let writer = std::thread::spawn(move || fs::write(to, CLEAN));
    let output = run(&["check", pipe.to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 0, "{output:?}");
    assert!(writer.join().is_ok_and(|written| written.is_ok()));
}

#[test]
fn a_file_that_cannot_be_read_is_told_to_programs_too() {
    let clean = file("sarif_read.dng", CLEAN);
    let output = run(&["check", &clean, "no, where.dng", "--format", "sarif"]);
    assert_eq!(code(&output), 2);
    let document: Value = serde_json::from_str(&out(&output)).expect("one document");
    let invocation = &document["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let told = &invocation["toolExecutionNotifications"][0];
    let why = "cannot read no, where.dng: No such file or directory";
    assert_eq!(
        (&told["level"], &told["message"]["text"]),
        (&"error".into(), &why.into())
    );
    let place = &told["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(place, "no%2C%20where.dng");
    let read = run(&["check", &clean, "--format", "sarif"]);
    let document: Value = serde_json::from_str(&out(&read)).expect("one document");
    let invocation = &document["runs"][0]["invocations"][0];
    assert_eq!(
        (code(&read), &invocation["executionSuccessful"]),
        (0, &true.into())
    );
    let output = run(&["check", "no, where.dng", "--format", "github"]);
    assert_eq!(
        out(&output),
        format!("::error file=no%2C where.dng::{why}\n")
    );
}

#[test]
fn nothing_is_printed_raw_in_any_format() {
    let text = "title \"\u{1b}[31m\u{202e}世\u{200b}\"\nkind 世 \"x\"\n\u{1b}]0;x\u{7}\nlevel\nmap\n#\t世\u{1b}#\nend\n";
    let name = file("odd\u{202e}世 name.dng", text);
    for format in ["human", "json", "github", "sarif"] {
        let output = run(&["check", &name, "--format", format]);
        let printed = out(&output);
        assert_eq!(code(&output), 1);
        assert!(printed.len() > 300, "{format} prints something");
        let is_raw = |c: char| c != '\n' && dungeon_format::characters::fault(c).is_some();
        assert!(!printed.contains(is_raw), "{format}: {printed:?}");
    }
    let missing = run(&["check", "\u{1b}[31m\u{202e}.dng"]);
    assert!(!String::from_utf8_lossy(&missing.stderr).contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn a_pipe_and_no_color_get_no_escape_byte() {
    for no_color in [None, Some("1")] {
        let mut command = dungeon(&["check", &file("piped.dng", SEVEN)]);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let output = command.output().expect("the program starts");
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
    }
}

/// Returns the raw output of the program in a terminal.
fn in_a_terminal(no_color: Option<&str>, arguments: &[&str]) -> String {
    let pty = portable_pty::native_pty_system()
        .openpty(portable_pty::PtySize::default())
        .expect("a terminal");
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args(arguments);
    command.env_remove("NO_COLOR");
    if let Some(value) = no_color {
        command.env("NO_COLOR", value);
    }
    let mut reader = pty.master.try_clone_reader().expect("its output");
    let mut child = pty
        .slave
        .spawn_command(command)
        .expect("the program starts");
    drop(pty.slave);
    let mut printed = Vec::new();
    // A closed terminal reports an error instead of the end of the file.
    let _ = std::io::Read::read_to_end(&mut reader, &mut printed);
    child.wait().expect("the program ends");
    String::from_utf8_lossy(&printed).into_owned()
}

#[test]
fn a_terminal_gets_colour_unless_it_is_refused() {
    let file = file("terminal.dng", SEVEN);
    assert!(in_a_terminal(None, &["check", &file]).contains("\u{1b}["));
    let plain = in_a_terminal(Some("1"), &["check", &file]);
    assert!(plain.contains("unknown-glyph") && !plain.contains('\u{1b}'));
}

#[test]
fn a_long_line_makes_a_short_report() {
    for line in [
        "x".repeat(1 << 20),
        format!("title \"{}\" 5", "a ".repeat(1 << 19)),
        "w 3 4 ".repeat(1 << 17),
    ] {
        let output = with_input(&["check", "-"], line.as_bytes());
        assert_eq!(code(&output), 1);
        assert!(output.stdout.len() < 4_000, "{} bytes", output.stdout.len());
    }
}

#[test]
fn a_file_over_64_mib_gets_a_clear_word() {
    let output = with_input(&["check", "-"], &vec![b'#'; (64 << 20) + 1]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).starts_with(
        "error[file-too-large]: expected a file of at most 67108864 bytes, found more"
    ));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in [&["check", "-"][..], &["explain"]] {
        let mut child = start(arguments);
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe");
        // `explain` may have exited already.
        let _ = stdin.write_all(SEVEN.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.code().is_some(), "no signal");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn explain_shows_a_page_lists_all_and_guesses_slips() {
    let page = run(&["explain", "short-row"]);
    assert_eq!(code(&page), 0);
    let page = out(&page);
    assert!(
        page.starts_with("# short-row\n") && page.contains("Wrong:") && page.contains("Fixed:")
    );
    let list = out(&run(&["explain"]));
    assert_eq!(list.lines().count(), Code::ALL.len());
    assert!(Code::ALL.iter().all(|code| list.contains(code.name())));
    let keys = out(&run(&["explain", "unknown-verb"]));
    assert!(keys.contains("Wrong:\n\n    wset = \"a\"\n"), "{keys}");
    let slip = run(&["explain", "shrot-row"]);
    assert_eq!(code(&slip), 2);
    assert!(String::from_utf8_lossy(&slip.stderr).contains("did you mean `short-row`?"));
}
