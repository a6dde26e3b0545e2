//! `dungeon simulate`: its output, its exit codes, and results that do not depend on threads.
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn simulate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command.arg("simulate").args(arguments);
    command.output().expect("the program runs")
}

/// Returns the standard output of a successful run without complaints.
fn printed(arguments: &[&str]) -> String {
    let output = simulate(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Writes a file with this name and text. Returns its path.
fn written(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulate_cli");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

/// A small arena with random draws, whose file no other test changes.
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

/// A wolf with this strength on the way to the gold of a hero with health 6.
fn wolf(strength: u32) -> String {
    format!(
        "kind w \"wolf\" is=wanderer strength={strength}\nhero health=6\nmap\n##########\n#@..w..w$#\n##########\nend\n"
    )
}

#[test]
fn what_decides_a_game_is_told_for_people_programs_and_browsers_on_any_number_of_threads() {
    let path = written(
        "hangs.dng",
        &wolf(3).replace("health=6", "health=9 // <brave>"),
    );
    let asked = ["--sensitivity", "--games", "60", "--bot", "greedy", &path];
    let text = printed(&asked).replace(&path, "hangs.dng");
    insta::assert_snapshot!(text, @"
    hangs.dng: greedy wins 100.0 % (94.0..100.0) of 60 games, at most 3000 actions each; changes in points
                                            line  halved                 doubled                removed
      wolf strength                            1  0.0 (−6.0..+6.0)       −100.0 (−100.0..−91.5) 0.0 (−6.0..+6.0)
      hero health                              2  −100.0 (−100.0..−91.5) 0.0 (−6.0..+6.0)       0.0 (−6.0..+6.0)
      wolf health                              1  0.0 (−6.0..+6.0)       −100.0 (−100.0..−91.5) —
      gold                                     5  —                      —                      refused
      wolf                                     5  —                      —                      0.0 (−6.0..+6.0)
      refused: gold removed: expected at least one item, found none
    ");
    let with = |more: &[&str]| printed(&[&asked[..], more].concat());
    assert_eq!(text, with(&["--threads", "7"]).replace(&path, "hangs.dng"));
    let rows = with(&["--format", "json"]).replace(&path, "hangs.dng");
    insta::assert_snapshot!(rows.lines().next().unwrap_or_default(), @r#"{"file":"hangs.dng","bot":"greedy","omniscient":false,"games":60,"most":3000,"won":60,"what":"wolf strength","line":1,"alteration":"halved","values":["3","2"],"met":true,"change":0.0,"interval":[-0.0602,0.0602],"refused":null}"#);
    let page = with(&["--format", "html"]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(
        page.matches("<rect").count() > 4 && !page.contains("<brave>"),
        "{page}"
    );
    for (format, told) in [("svg", "choose `--format"), ("jsonl", "choose `--format")] {
        let output = simulate(&[&asked[..], &["--format", format]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(told));
    }
}

#[test]
fn what_an_edit_changed_is_told_for_people_and_for_programs_on_any_number_of_threads() {
    let (old, new) = (written("old.dng", &wolf(2)), written("new.dng", &wolf(3)));
    let bots = ["--games", "200", "--bot", "greedy,careful"];
    let asked = [&[&new[..], "--against", &old], &bots[..]].concat();
    let text = printed(&asked)
        .replace(&new, "new.dng")
        .replace(&old, "old.dng");
    insta::assert_snapshot!(text, @"
    new.dng against old.dng: 200 games per bot and version, with the same seeds, at most 3000 actions each
      greedy: 100.0 % → 0.0 %, −100.0 points (−100.0..−97.3)
        turns: median 11 → 5; where both games ended, −6.0 on average (−6.0..−6.0)
        lost to wolf: 0.0 % → 100.0 %, +100.0 points (+97.3..+100.0)
      careful: 100.0 % → 100.0 %, 0.0 points (−1.9..+1.9)
        turns: median 9 → 9; where both games ended, 0.0 on average (0.0..0.0)
    ");
    let lines =
        |threads| printed(&[&asked[..], &["--format", "json", "--threads", threads]].concat());
    assert_eq!(lines("1"), lines("3"));
    let rows: Vec<serde_json::Value> = lines("2")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let greedy = &rows[0];
    assert_eq!(greedy["won"], serde_json::json!([200, 0]));
    assert_eq!(
        (&greedy["change"], &rows[1]["change"]),
        (&(-1.0).into(), &0.0.into())
    );
    assert_eq!(greedy["losses"][0]["games"], serde_json::json!([0, 200]));
}

#[test]
fn a_change_outside_of_what_is_expected_ends_with_1_and_an_uncertain_one_is_told() {
    let (old, new) = (
        written("before.dng", &wolf(2)),
        written("after.dng", &wolf(3)),
    );
    let judged = |bot: &str, games: &str, expected: &str| {
        let asked = [
            &new,
            "--against",
            &old,
            "--bot",
            bot,
            "--games",
            games,
            "--expect-change",
            expected,
        ];
        let output = simulate(&asked);
        let told = String::from_utf8_lossy(&output.stderr).replace(&new, "after.dng");
        (output.status.code(), told)
    };
    assert_eq!(judged("careful", "200", "-5..5"), (Some(0), String::new()));
    let outside = "dungeon: after.dng: the wins of greedy change by −100.0 points (−100.0..−97.3), expected -5 to 5 points\n";
    assert_eq!(
        judged("greedy", "200", "-5..5"),
        (Some(1), outside.to_owned())
    );
    let open = "dungeon: after.dng: the wins of careful change by 0.0 points (−27.8..+27.8), too uncertain for -5 to 100 points: raise `--games`\n";
    assert_eq!(judged("careful", "10", "-5.."), (Some(0), open.to_owned()));
}

#[test]
fn a_file_is_compared_with_its_older_version_in_git_with_its_includes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulate_cli/repository");
    // A previous run may have left this folder.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("levels")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    let kinds = wolf(2);
    let (kinds, map) = kinds.split_once("hero").expect("two parts");
    write("wolf.dng", kinds);
    write(
        "levels/a.dng",
        &format!("include \"../wolf.dng\"\nhero{map}"),
    );
    let git = |arguments: &str| {
        let mut command = Command::new("git");
        command
            .args(["-c", "user.name=a", "-c", "user.email=a@b", "-C"])
            .arg(&folder);
        command
            .args(arguments.split(' '))
            .stdout(Stdio::null())
            .status()
            .map(|status| assert!(status.success()))
    };
    let in_folder = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
        let some = [
            "simulate",
            "levels/a.dng",
            "--include",
            ".",
            "--games",
            "50",
            "--bot",
            "greedy",
        ];
        let output = command
            .current_dir(&folder)
            .args(some)
            .args(arguments)
            .output()
            .expect("the program runs");
        (
            output.status.code(),
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8")),
        )
    };
    let (code, [_, told]) = in_folder(&["-", "--against", "HEAD"]);
    let expected =
        "dungeon: standard input has no revision `HEAD`: name a file, or compare with a file";
    assert_eq!(code, Some(2));
    assert!(told.starts_with(expected), "{told}");
    if git("init --quiet").is_err() {
        let (code, [_, told]) = in_folder(&["--against", "HEAD"]);
        assert_eq!(code, Some(2));
        assert!(told.starts_with("dungeon: cannot run git: "), "{told}");
        return;
    }
    for arguments in ["add .", "commit --quiet --message first"] {
        git(arguments).expect("git runs");
    }
    write("wolf.dng", &kinds.replace("strength=2", "strength=3"));
    let (code, [text, told]) = in_folder(&["--against", "HEAD"]);
    assert_eq!((code, told.as_str()), (Some(0), ""));
    assert!(
        text.starts_with("levels/a.dng against HEAD:levels/a.dng: 50 games"),
        "{text}"
    );
    assert!(
        text.contains("  greedy: 100.0 % → 0.0 %, −100.0 points"),
        "{text}"
    );
    let (code, [_, told]) = in_folder(&["--against", "HEAD~7"]);
    let expected = "dungeon: `HEAD~7` is neither a file nor a revision of a git repository that has levels/a.dng\n";
    assert_eq!((code, told.as_str()), (Some(2), expected));
    write(
        "levels/b.dng",
        &format!("include \"../wolf.dng\"\nhero{map}"),
    );
    let (code, [text, told]) = in_folder(&["levels/b.dng", "--against", "HEAD"]);
    let expected = "dungeon: levels/b.dng is new: nothing to compare\n";
    assert_eq!((code, told.as_str()), (Some(0), expected));
    assert!(
        text.starts_with("levels/a.dng against HEAD:levels/a.dng: 50 games"),
        "{text}"
    );
    let (code, [_, told]) = in_folder(&["levels/none.dng", "--against", "HEAD"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("levels/none.dng"), "{told}");
}

/// Two levels: a wolf guards the gold of the second, and embers lie on the way to its stairs.
const STAIRS: &str = "hero health=5\nkind w \"wolf\" is=wanderer strength=9\ntile % \"embers\" harm=1\n\
    level \"Hall\"\nmap\n######\n#@%%>#\n######\nend\nlevel \"<Den>\"\nmap\n########\n#<..w.$#\n########\nend\n";

#[test]
fn a_level_has_the_games_that_reached_it_and_what_it_cost_them() {
    let path = written("stairs.dng", STAIRS);
    let asked = ["--games", "20", "--bot", "greedy", &path];
    let text = printed(&asked);
    let curve: Vec<&str> = text
        .lines()
        .filter(|line| line.ends_with(char::is_numeric) || line.contains("level"))
        .collect();
    insta::assert_snapshot!(curve.join("\n"), @"
      greedy               0.0 % (0.0..16.1)         100.0    0.0   5, 5, 5
      greedy: lost to wolf 20
      greedy, by level
        level                  reached                         lost  turns life lost
         1 Hall                100.0 % ####################   0.0 %    4.0       2.0
         2 <Den>               100.0 % #################### 100.0 %    1.0       9.0
    ");
    let row = printed(&[&asked[..], &["--format", "json"]].concat());
    let row: serde_json::Value = serde_json::from_str(&row).expect("JSON");
    let level = |nth: usize, field: &str| row["levels"][nth][field].clone();
    assert_eq!(
        [
            level(0, "reached"),
            level(1, "reached"),
            level(0, "lost"),
            level(1, "lost")
        ],
        [20, 20, 0, 20].map(serde_json::Value::from)
    );
    assert_eq!(level(0, "mean_life_lost"), 2.0);
    let picture = printed(&[&asked[..], &["--format", "svg"]].concat());
    insta::assert_snapshot!(picture.replace(&path, "stairs.dng"));
    let page = printed(&[&asked[..], &["--format", "html"]].concat());
    assert!(
        page.contains("&lt;Den&gt;")
            && !page.contains("<Den>")
            && page.contains("games that reach each level")
    );
}

/// Three levels: a wolf may stand in the way to the second, and no hero passes that of the second.
const STEEPER: &str = "hero health=5\nkind w \"wolf\" is=wanderer strength=9 health=30 sense=always hunt=path\n\
    level \"Hall\"\nmap\n#######\n#@.1.>#\n#######\nend\nmark 1 w 60%\n\
    level \"The long gallery of the forefathers\"\nmap\n#######\n#<.w.>#\n#######\nend\n\
    level \"Den\"\nmap\n######\n#<..$#\n######\nend\n";

#[test]
fn bars_show_the_share_of_games_that_reach_each_level_in_80_columns() {
    let path = written("steeper.dng", STEEPER);
    let text = printed(&["--games", "20", "--bot", "greedy", &path]);
    let table = text.split_once("  greedy, by level\n");
    let (_, table) = table.expect("a table of levels");
    let lines = table.lines().take(4).map(|line| {
        assert_eq!(line.chars().count(), 80, "{line}");
        line.to_owned() + "\n"
    });
    insta::assert_snapshot!(lines.collect::<String>(), @"
    level                  reached                         lost  turns life lost
     1 Hall                100.0 % ####################  65.0 %    2.4       5.9
     2 The long gallery o…  35.0 % #######.............  35.0 %    1.0       9.0
     3 Den                   0.0 % ....................   0.0 %      -         -
    ");
}
