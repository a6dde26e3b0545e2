//! `dungeon simulate --format jsonl` and `--merge`: parts of a run merge into the result of the whole run, or all
//! reasons against it are reported.
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::cases;
use proptest::prelude::*;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_dungeon");

/// A small level in which some games are won, some lost to one of two wolves, and some cut off.
const WOLVES: &str = "\
item a \"coin\" wealth=1
item b \"coin\" wealth=2
kind v \"wolf\" is=wanderer strength=9
kind w \"wolf\" is=wanderer strength=14
map
###############
#@.a..v....b.$#
#...#....w....#
###############
end
";

/// A folder with the dungeon `wolves.dng`.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a folder"));
        place.write("wolves.dng", WOLVES);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.arg("simulate").args(words.split(' '));
        command.current_dir(self.0.path());
        command
    }

    /// Returns the standard output of a successful run.
    fn printed(&self, words: &str) -> String {
        let output = self.command(words).output().expect("the program runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (told.as_ref(), output.status.code()),
            ("", Some(0)),
            "{words}"
        );
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Returns the message of a failed merge, without the name of the program, and its exit code.
    fn complaint(&self, words: &str) -> (String, Option<i32>) {
        let Output {
            status,
            stdout,
            stderr,
        } = self.command(words).output().expect("the program runs");
        assert_eq!(stdout, b"", "a table despite problems");
        let told = String::from_utf8(stderr).expect("UTF-8");
        (told.replace("dungeon: ", ""), status.code())
    }
}

/// Replaces the version of the program, which changes with every release.
fn versionless(text: &str) -> String {
    text.replace(env!("CARGO_PKG_VERSION"), "[version]")
}

#[test]
fn a_line_holds_all_that_is_counted_of_a_game() {
    let place = Place::new();
    let lines =
        place.printed("--bot greedy,random --seeds 5..6 --most 30 --format jsonl wolves.dng");
    insta::assert_snapshot!("a_line_a_game", versionless(&lines));
}

#[test]
fn the_lines_are_the_same_on_any_number_of_threads() {
    let place = Place::new();
    let lines = |threads: u32| {
        let words = "--bot careful,greedy --seeds 3..60 --most 90 --format jsonl";
        place.printed(&format!("{words} --threads {threads} wolves.dng arena-10"))
    };
    let one = lines(1);
    assert_eq!(one.lines().count(), 2 * 2 * 58);
    assert_eq!(one, lines(2));
    assert_eq!(one, lines(7));
}

/// Parts of a run: the cuts between its seeds, whether each part plays all bots at once, and the order of the files.
fn parts() -> impl Strategy<Value = (Vec<u64>, Vec<bool>, Vec<prop::sample::Index>)> {
    let cuts = prop::collection::btree_set(1..40_u64, 0..5);
    cuts.prop_flat_map(|cuts| {
        let cuts: Vec<u64> = [0].into_iter().chain(cuts).chain([40]).collect();
        let parts = cuts.len() - 1;
        let orders = prop::collection::vec(any::<prop::sample::Index>(), 2 * parts);
        (
            Just(cuts),
            prop::collection::vec(any::<bool>(), parts),
            orders,
        )
    })
}

proptest! {
    #![proptest_config(cases::of(32))]

    #[test]
    fn games_played_in_any_parts_are_one_run((cuts, joint, order) in parts()) {
        let place = Place::new();
        let dungeons = "--most 60 wolves.dng arena-10";
        let mut shards = Vec::new();
        for (nth, (ends, is_joint)) in cuts.windows(2).zip(joint).enumerate() {
            let bots: &[&str] = if is_joint || nth == 0 { &["greedy,random"] } else { &["random", "greedy"] };
            for bots in bots {
                let seeds = format!("{}..{}", ends[0], ends[1] - 1);
                let words = format!("--bot {bots} --seeds {seeds} --format jsonl {dungeons}");
                let shard = format!("{}.jsonl", shards.len());
                place.write(&shard, &place.printed(&words));
                shards.push(shard);
            }
        }
        for (nth, other) in order.iter().take(shards.len()).enumerate() {
            let other = other.index(shards.len());
            shards.swap(nth, other);
        }
        for format in ["human", "json", "html"] {
            let run = format!("--bot greedy,random --games 40 --format {format} {dungeons}");
            let merged = format!("--merge --format {format} {}", shards.join(" "));
            prop_assert_eq!(place.printed(&merged), place.printed(&run), "{}", merged);
        }
    }
}

#[test]
fn a_dungeon_with_several_names_is_one_dungeon_by_its_text() {
    let place = Place::new();
    let run = "--bot greedy,random --most 60";
    let shard = |name: &str, seeds: &str, file: &str| {
        let words = format!("{run} --seeds {seeds} --format jsonl {file} arena-10");
        place.write(name, &place.printed(&words));
    };
    let absolute = place.path("wolves.dng");
    shard("plain.jsonl", "0..4", "wolves.dng");
    shard("dotted.jsonl", "5..9", "./wolves.dng");
    shard("long.jsonl", "10..14", absolute.to_str().expect("UTF-8"));
    shard("away.jsonl", "15..19", "wolves.dng");
    let away = fs::read_to_string(place.path("away.jsonl")).expect("a shard");
    let away = away.replace("\"wolves.dng\"", "\"/another/machine/wolves.dng\"");
    place.write("away.jsonl", &away);
    let table = |file: &str| place.printed(&format!("{run} --games 20 {file} arena-10"));
    for (shards, shown) in [
        ("plain dotted long away", "wolves.dng"),
        ("away long plain dotted", "wolves.dng"),
        ("dotted plain away long", "./wolves.dng"),
    ] {
        let shards = shards.replace(' ', ".jsonl ") + ".jsonl";
        let merged = place.printed(&format!("--merge {shards}"));
        assert_eq!(merged, table(shown), "{shards}");
    }
}

#[test]
fn the_text_of_a_dungeon_may_be_found_after_its_first_games() {
    let place = Place::new();
    let games = |seeds: &str| {
        let words = format!("--bot careful --seeds {seeds} --format jsonl wolves.dng");
        place.printed(&words)
    };
    let elsewhere = |name: &str| games("0..4").replace("\"wolves.dng\"", &format!("\"{name}\""));
    let run = place.printed("--bot careful --games 10 wolves.dng");
    place.write("late.jsonl", &games("5..9"));
    for name in ["gone.dng", "<stdin>", "late.jsonl"] {
        place.write("early.jsonl", &elsewhere(name));
        assert_eq!(
            place.printed("--merge early.jsonl late.jsonl"),
            run,
            "{name}"
        );
    }
    let broken = elsewhere("gone.dng").replace("\"id\":", "\"id\":9");
    place.write("early.jsonl", &broken);
    let (told, exit) = place.complaint("--merge early.jsonl late.jsonl");
    assert_eq!(
        (told.as_str(), exit),
        (
            "early.jsonl:1: `met` of a game does not fit gone.dng: a line was changed after the game; play the games of gone.dng again\n",
            Some(1)
        )
    );
}

#[test]
fn files_of_one_text_in_one_run_stay_apart_and_games_of_one_text_count_once() {
    let place = Place::new();
    place.write("copy.dng", WOLVES);
    let shard = |name: &str, words: &str| {
        let words = format!("--bot greedy --format jsonl --seeds {words}");
        place.write(name, &place.printed(&words));
    };
    shard("low.jsonl", "0..4 wolves.dng copy.dng");
    shard("high.jsonl", "5..9 ./wolves.dng ./copy.dng");
    let run = place.printed("--bot greedy --games 10 wolves.dng copy.dng");
    assert_eq!(place.printed("--merge low.jsonl high.jsonl"), run);
    shard("one.jsonl", "0..4 wolves.dng");
    shard("other.jsonl", "2..4 ./wolves.dng");
    let (told, exit) = place.complaint("--merge one.jsonl other.jsonl");
    assert_eq!(
        (told.as_str(), exit),
        (
            "other.jsonl:1: wolves.dng, greedy: seeds 2..4 are in one.jsonl:3, too; leave out one of the two\n",
            Some(1)
        )
    );
}

#[test]
fn two_texts_under_one_name_are_refused() {
    let place = Place::new();
    let run = "--bot greedy --format jsonl --seeds";
    place.write(
        "old.jsonl",
        &place.printed(&format!("{run} 0..4 wolves.dng")),
    );
    place.write("wolves.dng", &WOLVES.replace("strength=14", "strength=13"));
    place.write(
        "new.jsonl",
        &place.printed(&format!("{run} 5..9 wolves.dng")),
    );
    for (shards, expected) in [
        (
            "new.jsonl old.jsonl",
            "old.jsonl:1: wolves.dng has changed since this game: merge with the text that was played, or play the game again (and 4 more lines)\n",
        ),
        (
            "old.jsonl new.jsonl",
            "old.jsonl:1: wolves.dng has changed since this game: merge with the text that was played, or play the game again\n\
             new.jsonl:1: wolves.dng had another text at old.jsonl:1: leave out the games of one text, or play them again (and 4 more lines)\n",
        ),
    ] {
        let (told, exit) = place.complaint(&format!("--merge {shards}"));
        assert_eq!((told.as_str(), exit), (expected, Some(1)));
    }
}

#[test]
fn an_expectation_judges_the_games_of_a_merge() {
    let place = Place::new();
    place.write(
        "a.jsonl",
        &place.printed("--bot careful --seeds 0..9 --format jsonl arena-10"),
    );
    let output = place
        .command("--merge --expect ..5% a.jsonl")
        .output()
        .expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("careful wins 100.0 % (72.2..100.0), expected 0 % to 5 %"),
        "{told}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn every_reason_why_games_are_not_of_one_run_is_told_at_once() {
    let place = Place::new();
    let lines = |bots: &str, seeds: &str, more: &str| {
        let words = format!("--bot {bots} --seeds {seeds} --format jsonl");
        place.printed(&format!("{words} {more} wolves.dng arena-10"))
    };
    let (low, high) = (
        lines("greedy,careful", "0..4", "--most 50"),
        lines("greedy,careful", "5..9", "--most 50"),
    );
    let torn = &high[..high.len() - 100];
    let cut: String = low
        .lines()
        .skip(1)
        .take(8)
        .map(|line| format!("{line}\n"))
        .collect();
    let other_text = |line: &str| line.replace("\"dungeon\":\"", "\"dungeon\":\"0");
    place.write("low.jsonl", &low);
    place.write("again.jsonl", &low);
    place.write("torn.jsonl", torn);
    place.write("cut.jsonl", &cut);
    place.write("other-bots.jsonl", &lines("random", "5..9", "--most 50"));
    place.write(
        "other-limit.jsonl",
        &lines("greedy,careful", "5..9", "--most 49"),
    );
    place.write("other-text.jsonl", &other_text(&high));
    place.write(
        "other-version.jsonl",
        &high.replace("\"version\":\"", "\"version\":\"9."),
    );
    place.write(
        "later-version.jsonl",
        "{\"version\":\"99.0.0\",\"new\":true}\n",
    );
    place.write(
        "broken.jsonl",
        &format!(
            "{}\n\nsome text\n{{\"seed\":1}}\n",
            high.lines()
                .next()
                .expect("a line")
                .replace("wolf", "fox")
                .replace("\"id\":", "\"id\":9")
        ),
    );
    let moved = "\"file\":\"gone.dng\",\"dungeon\":\"0";
    place.write(
        "moved.jsonl",
        &high.replace("\"file\":\"wolves.dng\",\"dungeon\":\"", moved),
    );
    place.write("empty.jsonl", "");
    let mut told = String::new();
    for shards in [
        "low.jsonl torn.jsonl",
        "cut.jsonl",
        "low.jsonl cut.jsonl again.jsonl",
        "low.jsonl other-bots.jsonl",
        "low.jsonl other-limit.jsonl",
        "low.jsonl other-text.jsonl other-version.jsonl",
        "later-version.jsonl broken.jsonl",
        "low.jsonl moved.jsonl",
        "low.jsonl empty.jsonl none.jsonl",
        "--seeds 2..5 low.jsonl",
    ] {
        let (complaint, exit) = place.complaint(&format!("--merge {shards}"));
        let exit = exit.expect("an exit code");
        told += &format!("$ --merge {shards}\n{complaint}exit code {exit}\n\n");
    }
    insta::assert_snapshot!("every_reason", versionless(&told));
}

#[test]
fn the_command_that_a_merge_advises_completes_the_run() {
    let place = Place::new();
    let run = "--bot random,greedy --most 70 wolves.dng";
    let lines = place.printed(&format!("{run} --seeds 0..9 --format jsonl"));
    let some: String = lines
        .lines()
        .take(13)
        .map(|line| format!("{line}\n"))
        .collect();
    place.write("some.jsonl", &some);
    let (complaint, exit) = place.complaint("--merge some.jsonl");
    assert_eq!(exit, Some(1));
    let advised = complaint.split('`').nth(1).expect("a command");
    let rest = place.printed(
        advised
            .strip_prefix("dungeon simulate ")
            .expect("this command"),
    );
    place.write("rest.jsonl", &rest);
    let merged = place.printed("--merge rest.jsonl some.jsonl");
    assert_eq!(merged, place.printed(&format!("{run} --games 10")));
}

#[test]
fn a_run_that_is_killed_leaves_whole_lines_whose_seeds_count_up() {
    let place = Place::new();
    let mut command = place.command("--bot greedy --games 1000000 --format jsonl wolves.dng");
    let mut run = command
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut pipe = BufReader::new(run.stdout.take().expect("a pipe"));
    let mut text = String::new();
    for _ in 0..5 {
        pipe.read_line(&mut text).expect("a line");
    }
    run.kill().expect("it still runs");
    pipe.read_to_string(&mut text).expect("UTF-8");
    run.wait().expect("it ended");
    assert!(text.ends_with("}\n"), "{text}");
    let seeds = text.lines().map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).expect("a whole line");
        game["seed"].as_u64().expect("a seed")
    });
    let games = text.lines().count() as u64;
    assert_eq!(
        seeds.collect::<Vec<u64>>(),
        (0..games).collect::<Vec<u64>>()
    );
    place.write("some.jsonl", &text);
    let (told, exit) = place.complaint("--merge some.jsonl");
    let last = games - 1;
    let missing =
        format!("some.jsonl:{games}: wolves.dng, greedy: seeds {games}..999999 are missing");
    assert!(told.starts_with(&missing), "{told}, after seed {last}");
    assert_eq!(exit, Some(1));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let place = Place::new();
    place.write(
        "a.jsonl",
        &place.printed("--bot greedy --games 1 --format jsonl wolves.dng"),
    );
    for (words, reason) in [
        (
            "--merge --format jsonl a.jsonl",
            "choose another `--format` than `jsonl`",
        ),
        ("--merge a.jsonl a.jsonl", "a.jsonl is given twice"),
        (
            "--merge --games 4 a.jsonl",
            "'--merge' cannot be used with '--games <N>'",
        ),
        (
            "--seeds 0..4 --games 4 wolves.dng",
            "'--seeds <A..B>' cannot be used with '--games <N>'",
        ),
        (
            "--format jsonl --expect 1.. wolves.dng",
            "give `--expect` to `--merge`",
        ),
        (
            "--format jsonl --bot greedy,greedy wolves.dng",
            "`--bot greedy` is given twice",
        ),
        (
            "--format jsonl wolves.dng wolves.dng",
            "wolves.dng is given twice",
        ),
        (
            "--format jsonl --seed 18446744073709551615 wolves.dng",
            "the greatest seed is 18446744073709551615",
        ),
    ] {
        let (told, exit) = place.complaint(words);
        assert!(told.contains(reason) && exit == Some(2), "{words}: {told}");
    }
}

/// Stands in for Slurm: runs the tasks of an array, or a wrapped command, right away.
const SBATCH: &str = r#"#!/bin/sh
for word; do
  shift
  case $word in
    --array=*) last=${word#*-*-*-};;
    --wrap=*) exec sh -c "${word#--wrap=}";;
    --*) ;;
    *) break;;
  esac
done
nth=0
while [ "$nth" -le "$last" ]; do
  SLURM_ARRAY_TASK_ID=$nth SLURM_CPUS_PER_TASK=2 sh "$word" "$@" || exit
  nth=$((nth + 1))
done
echo 7
"#;

/// Stands in for the training of a learner: tells a result that depends on rate and seed, and fails without `ready`.
const TRAINER: &str = r#"#!/bin/sh
echo "$*" >>trained
[ "$4 $6" != "1 0.2" ] || [ -e ready ] || exit 137
echo "$2: $(($4 + 2)) of 20 test games won, 0.0% (95 %: 0.0% to 16.1%), after 1 steps in 1 s of CPU time"
"#;

/// Returns a command that runs a script of `examples` in this folder, with stand-ins for Slurm and for Python.
fn slurm_command(place: &Place, script: &str, words: &str) -> Command {
    let programs = place.path("bin");
    fs::create_dir_all(&programs).expect("a folder");
    for (name, text) in [("sbatch", SBATCH), ("python3", TRAINER)] {
        fs::write(programs.join(name), text).expect("a program");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(programs.join(name), mode).expect("a program that runs");
    }
    let found = Path::new(PROGRAM).parent().expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{}:{path}", programs.display(), found.display());
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut command = Command::new("sh");
    command.arg(examples.join(script)).args(words.split(' '));
    command.current_dir(place.0.path()).env("PATH", path);
    command.env("FOLDER", "my games");
    command
}

/// Returns a command that runs `examples/slurm_array.sh` in this folder: 3 tasks of 4 games.
fn array_command(place: &Place) -> Command {
    let words = "--bot greedy,random wolves.dng arena-10";
    let mut command = slurm_command(place, "slurm_array.sh", words);
    command.envs([("TASKS", "3"), ("GAMES", "4")]);
    command
}

/// Returns standard output, standard error and exit code of a command.
fn ended(command: &mut Command) -> (String, String, Option<i32>) {
    let output = command.output().expect("a shell");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn a_slurm_array_ends_in_the_table_of_one_run() {
    let place = Place::new();
    let run = place.printed("--bot greedy,random --games 12 wolves.dng arena-10");
    let output = array_command(&place).output().expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), run);
    // The tasks run one by one, in any order, as on separate machines.
    fs::remove_file(place.path("my games/1.jsonl")).expect("a shard");
    for task in ["2", "1"] {
        let task = array_command(&place)
            .env("SLURM_ARRAY_TASK_ID", task)
            .status();
        assert!(task.expect("a shell").success());
    }
    fs::rename(place.path("my games"), place.path("games")).expect("a folder");
    let merged = place.printed("--merge --seeds 0..11 games/2.jsonl games/0.jsonl games/1.jsonl");
    assert_eq!(merged, run);
}

#[test]
fn a_slurm_array_plays_again_only_what_is_missing_and_refuses_other_games() {
    let place = Place::new();
    let run = place.printed("--bot greedy,random --games 12 wolves.dng arena-10");
    let whole = (run, String::new(), Some(0));
    assert_eq!(ended(&mut array_command(&place)), whole);
    let kept = place.path("my games/0.jsonl");
    let played = || {
        fs::metadata(&kept)
            .and_then(|kept| kept.modified())
            .expect("a shard")
    };
    let before = played();
    let stopped = place.path("my games/1.jsonl");
    fs::rename(&stopped, place.path("my games/1.jsonl.part")).expect("a shard");
    assert_eq!(ended(&mut array_command(&place)), whole);
    assert_eq!(played(), before, "a whole shard is played again");
    let (_, told, exit) = ended(array_command(&place).env("MERGE", "--expect 99%.. --format json"));
    assert!(
        told.contains("expected 99 % to 100 %") && exit == Some(1),
        "{told}"
    );
    for (name, value, expected) in [
        (
            "GAMES",
            "5",
            "my games holds the games of other arguments: choose another FOLDER\n",
        ),
        (
            "TASKS",
            "0",
            "expected whole numbers of at least 1 for TASKS and GAMES, found 0\n",
        ),
    ] {
        let (_, told, exit) = ended(array_command(&place).env(name, value));
        assert_eq!((told.as_str(), exit), (expected, Some(2)));
    }
    let (_, told, exit) = ended(&mut slurm_command(&place, "slurm_array.sh", "gone.dng"));
    let expected = "dungeon: cannot read gone.dng: No such file or directory\n";
    assert_eq!((told.as_str(), exit), (expected, Some(2)));
}

#[test]
fn a_slurm_sweep_trains_each_rate_and_seed_and_sorts_the_results() {
    let place = Place::new();
    let sweep = || {
        let mut command = slurm_command(&place, "slurm_train.sh", "arena");
        command.envs([("RATES", "0.1 0.2"), ("LEARNERS", "2")]);
        ended(&mut command)
    };
    let trained = || fs::read_to_string(place.path("trained")).expect("a list");
    // The stand-in for Slurm stops at the task that fails.
    let (_, _, exit) = sweep();
    assert_eq!((trained().lines().count(), exit), (4, Some(137)));
    place.write("ready", "");
    let (told, errors, exit) = sweep();
    assert_eq!(trained().lines().count(), 5, "only the missing learner");
    assert_eq!((errors.as_str(), exit), ("", Some(0)));
    let result = |rate: &str, seed: u32| {
        let won = seed + 2;
        format!(
            "rate {rate}, seed {seed}: {won} of 20 test games won, 0.0% (95 %: 0.0% to 16.1%), after 1 steps in 1 s of CPU time\n"
        )
    };
    let sorted = [("0.1", 0), ("0.2", 0), ("0.1", 1), ("0.2", 1)];
    let sorted: String = sorted
        .iter()
        .map(|(rate, seed)| result(rate, *seed))
        .collect();
    assert_eq!(told, sorted + "4 of 4 learners are done\n");
}

#[test]
fn a_line_makes_the_program_wait_for_nothing_and_print_no_other_file() {
    let place = Place::new();
    let games = place.printed("--games 1 --bot greedy --format jsonl wolves.dng");
    place.write("secret", "a secret\n");
    let pipe = place.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("the command runs").success());
    for (name, told) in [
        ("pipe", "it is a pipe, not a file"),
        ("-", "came from standard input"),
        ("secret", "has changed since this game"),
    ] {
        let games = games.replace("\"wolves.dng\"", &format!("\"{name}\""));
        place.write("games.jsonl", &games);
        let (said, _) = place.complaint("--merge games.jsonl");
        assert!(said.contains(told), "{name}: {said}");
        assert!(!said.contains("a secret"), "{said}");
    }
}
