//! `dungeon simulate`: what it prints, how it ends, and that threads change nothing.
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn simulate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command.arg("simulate").args(arguments);
    command.output().expect("the program runs")
}

/// Standard output of a run that went well and complained about nothing.
fn printed(arguments: &[&str]) -> String {
    let output = simulate(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The path of a file of such a name with such a text.
fn written(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulate_cli");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

/// A small battle against chance, whose file is in no test's way.
const ARENA: &str = "arena-10";

#[test]
fn the_same_seed_gives_the_same_numbers_on_any_number_of_threads() {
    let lines = |threads: &str, bots: &str, games: &str| {
        let some = ["--most", "40", "--seed", "5", "--format", "json"];
        let asked = ["--threads", threads, "--bot", bots, "--games", games, ARENA];
        printed(&[&some[..], &asked].concat())
    };
    for (bots, games) in [("random,greedy,careful", "40"), ("planner", "2")] {
        let one = lines("1", bots, games);
        assert_eq!(one, lines("2", bots, games));
        assert_eq!(one, lines("7", bots, games));
    }
}

#[test]
fn a_page_needs_nothing_else_and_holds_no_text_of_a_file_as_markup() {
    let text = "kind w \"<script>w\" is=wanderer strength=50\nlevel \"</script><b>\"\nmap\n######\n#@.w$#\n######\nend\n";
    let path = written("a<b>&.dng", text);
    let page = printed(&[
        "--games",
        "3",
        "--bot",
        "greedy,careful",
        "--format",
        "html",
        &path,
    ]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(page.contains("a&lt;b&gt;&amp;.dng") && page.contains("&lt;/script&gt;&lt;b&gt;"));
    assert!(!page.contains("<script>w") && !page.contains("</script><b>"));
    let links = page.replace("http://www.w3.org/2000/svg", "");
    assert!(
        !links.contains("http") && !links.contains(" src="),
        "nothing is loaded"
    );
    assert!(page.contains("<svg") && page.contains("class=\"film\""));
}

#[test]
fn a_closed_pipe_does_not_hide_an_expectation_that_failed() {
    let child = Command::new(env!("CARGO_BIN_EXE_dungeon"))
        .args([
            "simulate", "--games", "8", "--bot", "careful", "--expect", "..5%", ARENA,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn a_level_too_large_for_a_picture_has_a_sentence_in_its_place() {
    let row = |first: &str| format!("#{first}{}#\n", ".".repeat(248 - first.len()));
    let (rim, rows) = ("#".repeat(250) + "\n", row("@$") + &row("").repeat(197));
    let path = written("plain.dng", &format!("map\n{rim}{rows}{rim}end\n"));
    let asked = ["--games", "1", "--bot", "greedy", "--color", "never", &path];
    let output = simulate(&asked);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let told = "250x200 cells: too large to draw (at most 40000)\n";
    assert!(text.ends_with(told), "{text}");
    let page = simulate(&[&asked[..], &["--format", "html"]].concat());
    let page = String::from_utf8(page.stdout).expect("UTF-8");
    assert!(page.contains(told.trim()) && page.contains("No film: a level has more than 20000"));
    assert!(page.len() < 20_000, "{}", page.len());
}
