//! `dungeon simulate`: what it prints, how it ends, and that threads change nothing.
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

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
fn what_people_read_is_a_table_what_killed_and_maps() {
    let text = printed(&["--games", "12", "--most", "400", ARENA]);
    insta::assert_snapshot!(text);
}

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
fn json_is_a_line_a_file_and_bot_with_what_the_numbers_come_from() {
    let text = printed(&[
        "--games", "6", "--bot", "greedy", "--format", "json", ARENA, "wizards",
    ]);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    let [arena, wizards] = &lines[..] else {
        panic!("{text}")
    };
    assert_eq!(arena["file"], "arena-10.dng");
    assert_eq!(
        (&arena["bot"], &arena["games"], &arena["omniscient"]),
        (&"greedy".into(), &6.into(), &false.into())
    );
    let sum: u64 = ["won", "lost", "unfinished"]
        .iter()
        .filter_map(|key| arena[key].as_u64())
        .sum();
    assert_eq!(sum, 6);
    let losses = arena["losses"].as_array().expect("a list");
    let lost: u64 = losses
        .iter()
        .filter_map(|loss| loss["count"].as_u64())
        .sum();
    assert_eq!(Some(lost), arena["lost"].as_u64());
    let is_to_an_enemy = |loss: &serde_json::Value| {
        (&loss["cause"], &loss["by"]) == (&"monster".into(), &"enemy".into())
            && loss["x"].as_i64() >= Some(1)
    };
    assert!(losses.iter().all(is_to_an_enemy));
    assert_eq!(wizards["win_rate"], 1.0);
    assert!(wizards["interval"][0].as_f64() < Some(1.0) && wizards["interval"][1] == 1.0);
}

#[test]
fn an_expectation_fails_only_where_the_whole_interval_lies_outside() {
    let expect = |share: &str| {
        let output = simulate(&["--games", "8", "--bot", "careful", "--expect", share, ARENA]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), told)
    };
    assert_eq!(expect("50%..100%"), (Some(0), String::new()));
    let (code, told) = expect("..5%");
    assert_eq!(code, Some(1));
    assert!(
        told.contains("careful wins") && told.contains("not 0 % to 5 %"),
        "{told}"
    );
    let (code, told) = expect("0..90");
    assert_eq!(code, Some(0), "it may be so: {told}");
    assert!(told.contains("more --games would tell"), "{told}");
}

#[test]
fn only_the_planner_can_cheat_and_says_so() {
    let output = simulate(&["--omniscient", ARENA]);
    assert_eq!(output.status.code(), Some(2));
    let some = [
        "--games",
        "1",
        "--most",
        "12",
        "--bot",
        "planner,greedy",
        "--omniscient",
    ];
    let text = printed(&[&some[..], &[ARENA]].concat());
    assert!(
        text.contains("planner (omniscient)") && text.contains("\n  greedy "),
        "{text}"
    );
    let text = printed(&[&some[..], &["--format", "json", ARENA]].concat());
    assert!(
        text.contains("\"bot\":\"planner (omniscient)\",\"omniscient\":true"),
        "{text}"
    );
    assert!(
        text.contains("\"bot\":\"greedy\",\"omniscient\":false"),
        "{text}"
    );
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
fn things_and_monsters_of_one_name_are_told_of_as_one() {
    let text = "item a \"coin\" wealth=1\nitem b \"coin\" wealth=2\nitem c \"coin\" wealth=3\nkind v \"wolf\" is=wanderer strength=3\n\
                kind w \"wolf\" is=wanderer strength=4\nmap\n##############################\n#c...................@ab..vw$#\n##############################\nend\n";
    let path = written("one_name.dng", text);
    let some = [
        "--games", "2", "--most", "8", "--bot", "greedy", "--format", "json",
    ];
    let output = simulate(&[&some[..], &[path.as_str()]].concat());
    let line: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(line["taken"]["coin"], 4, "{line}");
    assert_eq!(line["never_taken"], serde_json::json!(["gold"]));
    let wounds = line["wounds"].as_array().expect("a list");
    assert_eq!(wounds.len(), 1, "{line}");
    assert_eq!(wounds[0]["by"], "wolf");
    assert_eq!(line["harmless"].as_array().map(Vec::len), Some(0));
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
    let told = "250 by 200 cells: no map of more than 40000 is drawn\n";
    assert!(text.ends_with(told), "{text}");
    let page = simulate(&[&asked[..], &["--format", "html"]].concat());
    let page = String::from_utf8(page.stdout).expect("UTF-8");
    assert!(page.contains(told.trim()) && page.contains("No film: a level has more than 20000"));
    assert!(page.len() < 20_000, "{}", page.len());
}
