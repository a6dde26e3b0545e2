//! `dungeon tune`: its output, its edits, its exit codes, and results that do not depend on threads.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Rats that are too strong for a greedy bot until their numbers change.
const RATS: &str = "hero health=20 strength=4\nkind r \"rat\" is=wanderer   health=9 strength=6 // fierce\n\
    map\n########\n#@.....#\n#.....$#\n########\nend\nscatter r 2\n";

fn written(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tune_cli");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn tune(path: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    let usual = ["--bot", "greedy", "--games", "512"];
    command.arg("tune").arg(path).args(usual).args(more);
    command.output().expect("the program runs")
}

fn text(bytes: &[u8], path: &Path) -> String {
    String::from_utf8_lossy(bytes).replace(&path.display().to_string(), "rats.dng")
}

#[test]
fn the_change_is_printed_on_any_number_of_threads_and_written_only_when_asked() {
    let path = written("rats.dng", RATS);
    let asked = ["--expect", "50%..90%"];
    let first = tune(&path, &asked);
    assert_eq!(first.status.code(), Some(0));
    let printed = text(&first.stdout, &path);
    insta::assert_snapshot!(printed, @r#"
    rats.dng: wanted wins: greedy 50 % to 90 %
       1 as it is                             greedy 0.0 % (0.0..1.5) of 256
       2 all -100 %                           greedy 100.0 % (98.5..100.0) of 256
       3 all -50 %                            greedy 88.3 % (83.8..91.7) of 256
       4 all -25 %                            greedy 88.3 % (83.8..91.7) of 256
       5 all -15 %                            greedy 71.5 % (65.7..76.7) of 256
    Reached with 1 changed number: greedy 66.0 % (60.0..71.5) of 256 new games.
    --- rats.dng
    +++ rats.dng
    @@ -1,5 +1,5 @@
     hero health=20 strength=4
    -kind r "rat" is=wanderer   health=9 strength=6 // fierce
    +kind r "rat" is=wanderer   health=8 strength=6 // fierce
     map
     ########
     #@.....#
    "#);
    let threads = tune(&path, &[&asked[..], &["--threads", "7"]].concat());
    assert_eq!(text(&threads.stdout, &path), printed);
    assert_eq!(fs::read_to_string(&path).expect("the file"), RATS);
    let made = tune(&path, &[&asked[..], &["--write"]].concat());
    assert_eq!(text(&made.stdout, &path), printed);
    assert_eq!(
        text(&made.stderr, &path),
        "dungeon: rats.dng: changed 1 number\n"
    );
    let now = fs::read_to_string(&path).expect("the file");
    let changed = RATS
        .lines()
        .zip(now.lines())
        .filter(|(old, new)| old != new);
    let changed: Vec<(&str, &str)> = changed.collect();
    assert_eq!(changed.len(), 1, "{now}");
    let again = tune(&path, &asked);
    assert!(text(&again.stdout, &path).contains("The file reaches the range as it is"));
}

#[test]
fn several_bots_and_programs_are_answered_too() {
    let path = written("bots.dng", RATS);
    let asked = ["--expect", "50%..,random:..90%", "--format", "json"];
    let output = tune(&path, &asked);
    let row: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&row["end"], output.status.code()),
        (&"reached".into(), Some(0))
    );
    let bots = row["wins"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|wins| &wins["bot"]);
    assert!(bots.eq(["greedy", "random"]));
    assert!(
        row["diff"]
            .as_str()
            .is_some_and(|diff| diff.contains("\n+"))
    );
    assert_eq!(row["trials"][0]["step"], "as it is");
    assert_eq!(row["unwinnable"], 0);
}

#[test]
fn a_range_out_of_reach_and_a_budget_that_ends_the_search_are_said_plainly() {
    let path = written("out.dng", &RATS.replace("health=9", "health=900"));
    let output = tune(&path, &["--expect", "40%..60%"]);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout, &path);
    let told = "Out of reach: the easiest values, half the monsters' numbers and twice the food, are not enough. \
                Nearest: greedy 0.0 %";
    assert!(printed.contains(told), "{printed}");
    let output = tune(&path, &["--expect", "40%..60%", "--budget", "100"]);
    assert_eq!(output.status.code(), Some(3));
    let printed = text(&output.stdout, &path);
    let told = "The search was ended before its first trial: give it more time.\n\
                A budget without a unit counts actions: write `60s` for seconds.\n";
    assert!(printed.contains(told), "{printed}");
    let output = tune(&path, &["--expect", "40%..60%", "--write"]);
    let told = "not changed, since its wins are not confirmed";
    assert!(text(&output.stderr, &path).contains(told));
    let kept = fs::read_to_string(&path).expect("the file");
    assert_eq!(kept, RATS.replace("health=9", "health=900"));
}

#[test]
fn a_file_without_chance_stays_as_it_is_and_the_largest_seed_is_followed_by_0() {
    let always = RATS
        .replace("health=20", "health=900")
        .replace("scatter r 2", "scatter r 2 in=7,3..7,3");
    let path = written("always.dng", &always);
    let asked = ["--expect", "40%..60%", "--seed", "18446744073709551615"];
    let output = tune(&path, &asked);
    let printed = text(&output.stdout, &path);
    assert!(
        printed.contains("greedy 100.0 % (98.5..100.0) of 256"),
        "{printed}"
    );
    assert!(!printed.contains("@@"), "{printed}");
}

#[test]
fn a_file_is_named_as_other_commands_name_it() {
    for (more, told) in [
        (&[][..], "crypt.dng: wanted wins"),
        (&["--format", "json"], r#"{"file":"crypt.dng","#),
    ] {
        let asked = [&["--expect", "..5%", "--budget", "10"], more].concat();
        let output = tune(Path::new("crypt"), &asked);
        let printed = text(&output.stdout, Path::new("nowhere"));
        assert!(printed.starts_with(told), "{printed}");
    }
}

#[test]
fn the_diff_has_the_characters_and_line_ends_of_the_file() {
    let named = RATS.replace("\"rat\"", "\"\u{d6}gre \u{9f8d}\u{1f479}\"");
    let path = written("named.dng", &named.replace('\n', "\r\n"));
    let output = tune(&path, &["--expect", "50%..90%"]);
    let printed = text(&output.stdout, &path);
    let kind = "kind r \"\u{d6}gre \u{9f8d}\u{1f479}\" is=wanderer   health=";
    let [old, new] = ["\n-", "\n+"].map(|sign| {
        let (_, line) = printed
            .split_once(&format!("{sign}{kind}"))
            .expect("a line");
        let (rest, _) = line.split_once('\n').expect("its end");
        rest
    });
    assert_eq!(old, "9 strength=6 // fierce\r");
    assert_eq!(new, "8 strength=6 // fierce\r");
}

#[test]
fn wrong_words_and_files_without_numbers_are_refused() {
    let path = written("plain.dng", "map\n#####\n#@.$#\n#####\nend\n");
    for (asked, told) in [
        (&["--expect", "40%..60%"][..], "nothing varies"),
        (&["--expect", "60%..40%"], "expected a share such as"),
        (
            &["--expect", "0%..0%"],
            "`--expect`: no number of games up to 1000000 can confirm a range as narrow as 0 % to 0 %: widen it",
        ),
        (
            &["--expect", "50%..51%"],
            "cannot confirm a range as narrow as 50 % to 51 %: widen it, or permit 68000 games",
        ),
        (
            &["--expect", "wizard:..5%"],
            "expected a bot (random, greedy, careful, planner), found `wizard`",
        ),
        (&["--expect", "random:..5%"], "remove `--bot`"),
        (&["--expect", "..5%,greedy:..3%"], "names greedy twice"),
        (
            &["--expect", "..5%", "--budget", "soon"],
            "expected steps such as",
        ),
    ] {
        let output = tune(&path, asked);
        assert_eq!(output.status.code(), Some(2), "{asked:?}");
        assert!(
            text(&output.stderr, &path).contains(told),
            "{}",
            text(&output.stderr, &path)
        );
    }
    let output = tune(Path::new("crypt"), &["--expect", "..5%", "--write"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("`--write` needs a file"));
}
