//! `dungeon generate`: its choice, the files that it writes, its exit codes, and results that do not depend on threads.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A larder with an ogre, a rat or nothing behind one of three doors.
const LARDER: &str = "title \"The larder\"\nhero health=20\n\
    kind r \"rat\" is=wanderer health=3..5 strength=2\n\
    kind o \"ogre\" health=30..40 strength=5 sense=within:8 hunt=path roam=wander\n\
    item b \"bread\" health=8\n\n\
    map\n\
    ########################\n\
    #@.....#.......#.......#\n\
    #......+.......+.......#\n\
    #......#...1...#...o...#\n\
    ####2#######3#######4###\n\
    #......#.......#.......#\n\
    #......+.......+......$#\n\
    #......#.......#.......#\n\
    ########################\n\
    end\n\
    mark 1 o|r|.\nmark 2 +\nmark 3 #\nmark 4 +\nshuffle 2 3 4\n\
    // Rats anywhere.\n\
    scatter r 3..6 min-distance=5\nscatter b 1..3\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("generate_cli")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn run(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command
        .current_dir(folder)
        .args(words)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_chosen_seeds_are_written_as_files_that_pass_check_fmt_and_their_own_test() {
    let folder = folder("files");
    fs::write(folder.join("larder.dng"), LARDER).expect("a file");
    let asked = [
        "generate",
        "larder.dng",
        "-n",
        "2",
        "--seeds",
        "0..24",
        "--games",
        "60",
    ];
    let asked = [
        &asked[..],
        &["--expect", "greedy:..60%", "--bake", "levels"],
    ]
    .concat();
    let first = run(&folder, &asked);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    let printed = text(&first.stdout);
    assert!(
        printed.starts_with("larder.dng: wanted wins: greedy 0 % to 60 %\nseed "),
        "{printed}"
    );
    let mut names: Vec<String> = fs::read_dir(folder.join("levels"))
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
    for name in &names {
        assert!(
            printed.contains(&format!("  file: levels/{name}\n")),
            "{printed}"
        );
        let path = format!("levels/{name}");
        let checked = run(&folder, &["check", &path]);
        assert_eq!(text(&checked.stdout), format!("{path}: no problems\n"));
        assert_eq!(
            run(&folder, &["fmt", "--check", &path]).status.code(),
            Some(0)
        );
        let tested = run(&folder, &["test", &path]);
        assert!(
            text(&tested.stdout).contains("1 test: 1 passed"),
            "{}",
            text(&tested.stdout)
        );
        let written = fs::read_to_string(folder.join(&path)).expect("the file");
        assert!(
            !written.contains("scatter") && !written.contains("shuffle"),
            "{written}"
        );
    }
    let written = |name: &String| fs::read(folder.join("levels").join(name)).expect("the file");
    let before: Vec<Vec<u8>> = names.iter().map(written).collect();
    let again = run(&folder, &[&asked[..], &["--threads", "5"]].concat());
    assert_eq!(text(&again.stdout), printed);
    assert_eq!(names.iter().map(written).collect::<Vec<_>>(), before);
    fs::write(folder.join("levels").join(&names[1]), "mine").expect("a file");
    fs::remove_file(folder.join("levels").join(&names[0])).expect("the file");
    let refused = run(&folder, &asked);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        text(&refused.stderr),
        format!(
            "dungeon: cannot write levels/{}: the file already exists; wrote none of the 2 files\n",
            names[1]
        )
    );
    assert!(
        !folder.join("levels").join(&names[0]).exists(),
        "nothing is half written"
    );
}

#[test]
fn programs_get_a_row_per_seed_and_one_for_the_search() {
    let folder = folder("rows");
    fs::write(folder.join("larder.dng"), LARDER).expect("a file");
    let asked = [
        "generate",
        "larder.dng",
        "-n",
        "3",
        "--seeds",
        "0..15",
        "--games",
        "20",
    ];
    let output = run(&folder, &[&asked[..], &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows: Vec<serde_json::Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rows.len(), 4);
    for row in &rows[..3] {
        assert_eq!(row["levels"][0].as_array().map(Vec::len), Some(9));
        assert_eq!(row["wins"][0]["bot"], "careful");
        assert_eq!(row["wins"][0]["games"], 20);
        let path = folder.join("one.dng");
        fs::write(&path, row["text"].as_str().expect("a text")).expect("a file");
        assert_eq!(run(&folder, &["test", "one.dng"]).status.code(), Some(0));
        assert!((0.0..=1.0).contains(&row["apart"].as_f64().expect("a number")));
    }
    assert_eq!(
        (&rows[3]["end"], &rows[3]["chosen"]),
        (&"found".into(), &3.into())
    );
}

#[test]
fn what_does_not_work_is_told_with_its_exit_code() {
    let folder = folder("faults");
    fs::write(folder.join("larder.dng"), LARDER).expect("a file");
    fs::write(folder.join("plain.dng"), "map\n#####\n#@.$#\n#####\nend\n").expect("a file");
    fs::write(folder.join("wrong.dng"), "map\n#####\n#@.%#\n#####\nend\n").expect("a file");
    let cases: [(&[&str], i32, &str); 7] = [
        (
            &[
                "larder.dng",
                "--seeds",
                "999999999999999999..1000000000000000000",
            ],
            2,
            "`--seeds 999999999999999999..1000000000000000000`: a file can name seeds up to 999999999999999999: choose \
             from lower seeds",
        ),
        (
            &["plain.dng"],
            2,
            "plain.dng: every seed gives the same level",
        ),
        (&["wrong.dng"], 1, "unknown-glyph"),
        (&["none.dng"], 2, "none.dng"),
        (
            &["larder.dng", "--bake", "plain.dng"],
            2,
            "plain.dng is not a folder",
        ),
        (
            &[
                "larder.dng",
                "--expect",
                "99%..100%",
                "--bot",
                "random",
                "--seeds",
                "0..3",
            ],
            1,
            "",
        ),
        (&["larder.dng", "--budget", "1k", "--seeds", "0..99"], 3, ""),
    ];
    for (words, code, message) in cases {
        let output = run(&folder, &[&["generate", "--games", "20"], words].concat());
        assert_eq!(
            output.status.code(),
            Some(code),
            "{words:?}: {}",
            text(&output.stderr)
        );
        assert!(
            text(&output.stderr).contains(message),
            "{}",
            text(&output.stderr)
        );
    }
    let cut = run(&folder, &["generate", "larder.dng", "--budget", "1"]);
    let told = "The search was ended early.\nNo seed was judged: give it more time.\n\
                A budget without a unit counts actions: write `60s` for seconds.\n";
    assert!(text(&cut.stdout).ends_with(told), "{}", text(&cut.stdout));
    let few = run(
        &folder,
        &[
            "generate",
            "larder.dng",
            "--expect",
            "random:99%..",
            "--seeds",
            "0..3",
        ],
    );
    let few = text(&few.stdout);
    assert!(
        few.ends_with(
            "Chose 0 of 0 seeds that fit, of 4 judged: 4 out of the range, 0 without a proof, 0 that cannot be written.\n"
        ),
        "{few}"
    );
}

#[test]
fn marks_for_tuning_do_not_keep_a_seed_from_being_written() {
    let folder = folder("tuned");
    let file = LARDER
        .replace("min-distance=5", "min-distance=5 tune=2..8")
        .replace("mark 1 o|r|.", "mark 1 o 50% tune=20..90");
    fs::write(folder.join("larder.dng"), file).expect("a file");
    let asked = ["generate", "larder.dng", "-n", "1", "--seeds", "0..9"];
    let asked = [
        &asked[..],
        &["--games", "20", "--expect", "greedy:0%..100%"],
    ]
    .concat();
    let output = run(&folder, &asked);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.contains(" 0 that cannot be written"), "{printed}");
}
