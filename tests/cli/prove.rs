//! `dungeon prove` says whether games can be won, shows winning keys, and never guesses.
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const HALL: &str = "map\n######\n#@..$#\n######\nend\n";

/// A hall whose seed places a wall before the gold.
const SHUT: &str = "\
map
#########
#@......#
#########
end
scatter # 1 in=4,2..4,2
scatter $ 1 in=8,2..8,2
";

/// A hall that about half of the seeds block.
const PERHAPS: &str = "\
map
#########
#@......#
#########
end
scatter # 50% in=4,2..4,2
scatter $ 1 in=8,2..8,2
";

/// A folder with these files, in which the program runs.
struct Place(TempDir);

impl Place {
    fn with(files: &[(&str, &str)]) -> Place {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        Place(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
        command.args(arguments).current_dir(self.0.path());
        command.env_remove("NO_COLOR").stdin(Stdio::null());
        command.output().expect("the program")
    }

    fn prove(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(&[&["prove"], arguments].concat());
        (code(&output), out(&output))
    }

    fn answers(&self, arguments: &[&str]) -> Vec<Value> {
        let (_, text) = self.prove(&[&["--format", "json"], arguments].concat());
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code, no signal")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8 is printed")
}

fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8 is printed")
}

#[test]
fn a_game_that_can_be_won_is_shown_by_keys_that_render_plays() {
    let place = Place::with(&[("hall.dng", HALL)]);
    let (exit, said) = place.prove(&["hall.dng"]);
    assert_eq!(
        (exit, said.as_str()),
        (
            0,
            "hall.dng, seed 0: WINNABLE in 3 turns with 3 keys:\nlll\n"
        )
    );
    let keys = said.lines().nth(1).expect("the keys");
    let shown = out(&place.run(&["render", "hall.dng", "--keys", keys, "--format", "json"]));
    let state: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(state["outcome"], "won");
}

/// A battle that cannot be won after two wasted shots, although the game goes on without a message.
const SHOTS: &str = "\
rules tactics
hero ammo=2 health=9
kind s \"shade\" health=6 hunt=stand attack=none
map
##########
#@......s#
#........#
##########
end
";

#[test]
fn a_dead_end_is_a_warning_with_the_keys_that_lead_there() {
    let place = Place::with(&[("shots.dng", SHOTS)]);
    let (exit, said) = place.prove(&["shots.dng"]);
    assert_eq!(exit, 0);
    insta::assert_snapshot!(said);
    let answers = place.answers(&["shots.dng"]);
    let trap = &answers[0]["traps"][0];
    assert_eq!((&trap["x"], &trap["y"]), (&9.into(), &2.into()));
    let keys = trap["keys"].as_str().expect("keys");
    let shown = out(&place.run(&["render", "shots.dng", "--keys", keys, "--format", "json"]));
    let state: Value = serde_json::from_str(&shown).expect("JSON");
    assert!(state["outcome"].is_null(), "the game goes on: {state}");
}

#[test]
fn every_seed_has_a_line_of_json_the_same_on_any_number_of_threads() {
    let place = Place::with(&[("hall.dng", HALL), ("perhaps.dng", PERHAPS)]);
    let answers = |threads| {
        let files = [
            "--seeds",
            "0..19",
            "--threads",
            threads,
            "hall.dng",
            "perhaps.dng",
        ];
        let mut answers = place.answers(&files);
        for answer in &mut answers {
            let answer = answer.as_object_mut().expect("an object");
            assert!(
                answer
                    .remove("seconds")
                    .is_some_and(|time| time.is_number())
            );
            answer.remove("first_win_seconds");
        }
        answers
    };
    let one = answers("1");
    assert_eq!(one, answers("3"));
    let seeds = one
        .iter()
        .map(|answer| answer["seed"].as_u64().expect("a seed"));
    assert!(seeds.eq((0..20).chain(0..20)));
    let verdicts = one[20..].iter().map(|answer| answer["verdict"].as_str());
    let (shut, open): (Vec<_>, Vec<_>) = verdicts.partition(|word| *word == Some("unwinnable"));
    assert!(shut.len() > 3 && open.len() > 3);
    assert!(open.iter().all(|word| *word == Some("winnable")));
    let hall = &one[0];
    assert_eq!((&hall["keys"], &hall["turns"]), (&"lll".into(), &3.into()));
    assert!(hall["steps"].is_u64() && hall["traps"].as_array().is_some_and(Vec::is_empty));
    let shut = one.iter().find(|answer| answer["verdict"] == "unwinnable");
    let shut = shut.expect("an unwinnable seed");
    assert!(
        shut["reason"]
            .as_str()
            .is_some_and(|why| why.contains("gold at 8,2"))
    );
    assert!(shut["mend"].is_string() && shut.get("keys").is_none());
    let change = serde_json::json!({"level": 1, "x": 4, "y": 2, "from": "wall", "to": "floor"});
    let mends = serde_json::json!([{"changes": [change], "proved": true}]);
    assert_eq!(shut["mends"], mends);
}

/// A file without a goal is no error and does not stop the proof of a folder.
#[test]
fn a_file_without_a_goal_has_nothing_to_prove() {
    let walk = "goal none=yes\nmap\n######\n#@$..#\n######\nend\n";
    let place = Place::with(&[("walk.dng", walk), ("hall.dng", HALL)]);
    for scope in [&[][..], &["--layout"], &["--fair"]] {
        let (exit, said) = place.prove(&[scope, &["walk.dng"]].concat());
        let expected = "walk.dng, seed 0: no goal (`goal none=yes`), so nothing to prove\n";
        assert_eq!((exit, said.as_str()), (0, expected), "{scope:?}");
    }
    let (exit, said) = place.prove(&["--seeds", "0..3", "walk.dng", "hall.dng"]);
    assert_eq!(exit, 0);
    assert!(said.starts_with("walk.dng, seeds 0..3 (share; 95 % interval): 4 without a goal (100.0 %; 51.0..100.0)\nhall.dng"));
    let answer = &place.answers(&["walk.dng"])[0];
    assert_eq!(
        (&answer["verdict"], &answer["steps"]),
        (&"goalless".into(), &0.into())
    );
    assert!(answer.get("keys").is_none() && answer.get("reason").is_none());
}

#[test]
fn a_certificate_is_a_recording_that_render_and_replay_take() {
    let place = Place::with(&[("hall.dng", HALL)]);
    let (exit, _) = place.prove(&["hall.dng", "--seeds", "4..5", "--certificate", "proofs"]);
    assert_eq!(exit, 0);
    for name in ["proofs/hall-4.rec", "proofs/hall-5.rec"] {
        let shown = place.run(&["render", "--replay", name, "--format", "json"]);
        let state: Value = serde_json::from_str(&out(&shown)).expect("JSON");
        assert_eq!((code(&shown), &state["outcome"]), (0, &"won".into()));
    }
    fs::create_dir(place.path("other")).expect("a folder");
    fs::write(place.path("other/hall.dng"), HALL).expect("a file");
    let refused = place.run(&[
        "prove",
        "hall.dng",
        "other/hall.dng",
        "--certificate",
        "two",
    ]);
    assert_eq!(code(&refused), 2);
    assert!(complaint(&refused).contains("prove them one at a time"));
    assert!(!place.path("two").exists());
    fs::write(place.path("taken"), "a file").expect("a file");
    let refused = place.run(&["prove", "hall.dng", "--certificate", "taken"]);
    assert_eq!(code(&refused), 2);
    assert!(complaint(&refused).starts_with("dungeon: cannot record in taken/hall-0.rec: "));
}

#[test]
fn a_certificate_replaces_an_older_recording_and_nothing_else() {
    let place = Place::with(&[("hall.dng", HALL)]);
    let keep = ["hall.dng", "--seeds", "4..5", "--certificate", "proofs"];
    assert_eq!([place.prove(&keep).0, place.prove(&keep).0], [0, 0]);
    fs::write(place.path("proofs/hall-5.rec"), "notes\n").expect("a file");
    let refused = place.run(&[&["prove"], &keep[..]].concat());
    assert_eq!((code(&refused), out(&refused)), (2, String::new()));
    let why = complaint(&refused);
    assert!(
        why.starts_with("dungeon: cannot record in proofs/hall-5.rec: "),
        "{why}"
    );
    let kept = fs::read_to_string(place.path("proofs/hall-5.rec"));
    assert_eq!(kept.ok().as_deref(), Some("notes\n"));
}

#[test]
fn a_closed_pipe_ends_the_command_quietly_with_what_it_has_found_out() {
    let place = Place::with(&[("shut.dng", SHUT)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args(["prove", "--format", "json", "--seeds", "0..999", "shut.dng"]);
    command.current_dir(place.path(""));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((code(&output), complaint(&output).as_str()), (1, ""));
}

#[test]
fn shipped_dungeons_are_won_by_recordings_that_render_plays() {
    let place = Place::with(&[]);
    // No file here has one of these names, so they mean shipped dungeons. The other dungeons take too long for a test;
    // CI proves them.
    let names = [
        "arena",
        "arena-10",
        "classic",
        "crypt",
        "gallery",
        "siege-small",
        "tutorial",
        "wizards",
    ];
    let (exit, said) = place.prove(&[&names[..], &["--certificate", "."]].concat());
    assert_eq!(exit, 0, "{said}");
    for name in names {
        let seed = if name == "gallery" { 1 } else { 0 };
        let recording = format!("{name}-{seed}.rec");
        let shown = place.run(&["render", "--replay", &recording, "--format", "json"]);
        let state: Value = serde_json::from_str(&out(&shown)).expect("JSON");
        assert_eq!(
            (code(&shown), &state["outcome"]),
            (0, &"won".into()),
            "{name}"
        );
    }
}

#[test]
fn json_names_the_limit_that_stopped_a_search_and_the_memory_to_give() {
    let place = Place::with(&[("hall.dng", HALL)]);
    let stopped = |options: &[&str]| {
        let answer = place.answers(options)[0].clone();
        (answer["stopped"].clone(), answer["memory"].clone())
    };
    let budget = stopped(&["--budget", "1", "hall.dng"]);
    assert_eq!(budget, ("budget".into(), Value::Null));
    let memory = stopped(&["--memory", "200k", "--threads", "1", "arena-run"]);
    assert_eq!(memory, ("memory".into(), (400 << 10).into()));
    assert_eq!(stopped(&["hall.dng"]), (Value::Null, Value::Null));
    let (exit, said) = place.prove(&["--memory", "200k", "--threads", "1", "arena-run"]);
    assert_eq!(exit, 3);
    assert!(
        said.ends_with("\nThe memory is full. Allow more with `--memory 409600`.\n"),
        "{said}"
    );
}

/// A level whose only rat the seed may leave out.
const RAT: &str = "goal kill=r\nkind r \"rat\" health=1 strength=0\nmap\n######\n#@...#\n######\nend\nscatter r 50%\n";

#[test]
fn json_has_each_finding_the_time_of_the_first_win_and_what_was_asked() {
    let place = Place::with(&[("rat.dng", RAT), ("hall.dng", HALL)]);
    let answers = place.answers(&["--seeds", "0..9", "rat.dng"]);
    let is_at_once = |answer: &&Value| answer["won_at_once"] == true;
    let at_once = answers.iter().find(is_at_once).expect("one in two seeds");
    let finding = &at_once["findings"][0];
    assert_eq!(finding["code"], "won-at-once");
    assert_eq!(
        (&finding["line"], &finding["column"]),
        (&5.into(), &2.into())
    );
    assert!(finding["message"].is_string() && finding["help"].is_string());
    let hall = &place.answers(&["--shortest", "--solutions", "9", "hall.dng"])[0];
    assert_eq!((&hall["turns"], &hall["at_least"]), (&3.into(), &3.into()));
    assert_eq!(
        (&hall["solutions"], &hall["all_solutions"]),
        (&1.into(), &true.into())
    );
    let seconds = |field: &str| hall[field].as_f64().expect("a time");
    assert!(seconds("first_win_seconds") <= seconds("seconds"));
    let plain = &place.answers(&["hall.dng"])[0];
    assert!(plain.get("at_least").is_none() && plain.get("solutions").is_none());
}

#[test]
fn json_has_a_line_for_each_file_that_is_not_proved() {
    let place = Place::with(&[
        ("hall.dng", HALL),
        ("wrong.dng", "map\n####\n#@o#\n####\nend\n"),
    ]);
    let verdicts = |arguments: &[&str]| {
        let answers = place.answers(arguments);
        let words = answers.iter().map(|answer| {
            assert!(answer["reason"].is_string() || answer["verdict"] == "winnable");
            let words =
                ["file", "verdict"].map(|field| answer[field].as_str().expect("a word").to_owned());
            words.join(" ")
        });
        words.collect::<Vec<_>>()
    };
    let files = ["nowhere.dng", "wrong.dng", "hall.dng", "gone.dng"];
    let expected = [
        "nowhere.dng refused",
        "wrong.dng refused",
        "hall.dng winnable",
        "gone.dng refused",
    ];
    assert_eq!(verdicts(&files), expected);
    let slow = place.answers(&["--budget", "0.0001ms", "hall.dng"]);
    assert_eq!(
        (&slow[0]["verdict"], &slow[0]["stopped"]),
        (&"unknown".into(), &"budget".into())
    );
}

#[test]
fn json_lists_all_losing_pushes_whether_or_not_the_file_allows_them() {
    let puzzle = |allow: &str| {
        format!(
            "rules arena\ngoal cover=T\ntile T \"goal\"\ntile B \"box\" push=yes\nlevel \"Yard\"\n{allow}map\n\
             ########\n#@.....#\n#..B...#\n#....T.#\n########\nend\n"
        )
    };
    let [told, allowed] = ["", "allow dead-end\n"].map(puzzle);
    let place = Place::with(&[("told.dng", &told), ("allowed.dng", &allowed)]);
    let answers = place.answers(&["told.dng", "allowed.dng"]);
    let counts = answers.iter().map(|answer| {
        ["traps", "findings"].map(|field| answer[field].as_array().expect("a list").len())
    });
    assert_eq!(counts.collect::<Vec<_>>(), [[5, 1], [5, 0]]);
}
