//! The `test` lines of a file, run without the program: the values that each key checks, and the reports of failed
//! tests.
use std::path::Path;
use std::sync::Arc;

use dungeon::testing::frame_text::{FrameLine, FrameText};
use dungeon::testing::tested_file::TestedFile;
use dungeon::testing::trial::{Trial, TrialResult};
use dungeon::testing::whole_game::{USUAL_GAMES, WinAnswer, play_by_bot};
use dungeon_format::canonical::format_text;
use dungeon_format::test_case::{TestCase, TestClaim, TestedBot};
use dungeon_format::{Limits, Report, Source};
use dungeon_model::dungeon::Dungeon;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::session::session::Session;
use dungeon_players::Budget;

use crate::corpus::{folder, guide, paths};

const HALL: &str = "
hero health=20 strength=5
kind r \"rat\" is=wanderer health=3 strength=4

map
##########
#@.r..$..#
#........#
##########
end
";

/// Returns a file's dungeon and tests; panics if the file has errors.
fn opened(source: &Source) -> (Arc<Dungeon>, Vec<TestCase>) {
    let file = TestedFile::read(source, &Limits::default());
    let report = || Report {
        source: source.clone(),
        diagnostics: file.findings.clone(),
    };
    let dungeon = file.dungeon.unwrap_or_else(|| panic!("{}", report()));
    (Arc::new(dungeon), file.tests)
}

/// Returns the hall with one test.
fn hall(test: &str) -> (Arc<Dungeon>, TestCase) {
    let text = format!("{HALL}test \"it\" {test}\n");
    let (dungeon, mut tests) = opened(&Source::from_text("hall.dng", text));
    (dungeon, tests.remove(0))
}

/// Returns the result of the game with this seed.
fn played(test: &str, seed: u64) -> TrialResult {
    let (dungeon, test) = hall(test);
    Trial {
        dungeon: &dungeon,
        test: &test,
        seed,
        recording: None,
        frame: None,
    }
    .play()
}

/// Returns the failed expectations, such as "turns=..4: 6 turns".
fn shortfalls(test: &str) -> Vec<String> {
    let result = played(test, 0);
    let told = result.shortfalls.iter();
    told.map(|shortfall| format!("{}: {}", shortfall.expected, shortfall.found))
        .collect()
}

#[track_caller]
fn passes(test: &str) {
    assert_eq!(shortfalls(test), [""; 0], "{test}");
}

#[test]
fn tests_press_keys_from_the_beginning_or_none() {
    passes("at=2,2 turns=0");
    passes("keys=\"\" at=2,2 health=20");
    passes("keys=\"j l <Esc>\" at=3,3 turns=2..2");
}

#[test]
fn tests_play_with_their_seed_or_with_that_of_the_file() {
    let draws = "test \"it\" keys=\"o\"\n";
    let text = format!("seed 5\nmap caves 40 20\nscatter @ 1\nscatter $ 3\n{draws}");
    let (dungeon, tests) = opened(&Source::from_text("cave.dng", text));
    let play = |seed| {
        let trial = Trial {
            dungeon: &dungeon,
            test: &tests[0],
            seed,
            recording: None,
            frame: None,
        };
        trial.play().seed
    };
    assert_eq!((dungeon.seed(), play(7)), (Some(5), 7));
    let (_, test) = hall("seed=7 expect=won");
    assert_eq!(test.seeds, Some((7, 7)));
}

#[test]
fn tests_of_several_seeds_name_the_first_and_the_last() {
    let (_, test) = hall("seeds=1..100 expect=won");
    assert_eq!(test.seeds, Some((1, 100)));
    for seed in 1..=20 {
        assert_eq!(played("keys=\"llllllll\" expect=won", seed).seed, seed);
    }
}

#[test]
fn tests_expect_an_end() {
    passes("keys=\"llllll\" expect=won");
    passes("keys=\"l\" expect=unfinished");
    assert_eq!(
        shortfalls("keys=\"l\" expect=lost"),
        ["expect=lost: a game that is unfinished"]
    );
    assert_eq!(
        shortfalls("keys=\"llllll\" expect=draw"),
        ["expect=draw: a game that is won"]
    );
}

#[test]
fn tests_bound_the_turns_with_both_ends_included() {
    for bounds in ["6", "6..9", "..6", "6.."] {
        passes(&format!("keys=\"llllll\" turns={bounds}"));
    }
    assert_eq!(
        shortfalls("keys=\"llllll\" turns=..5"),
        ["turns=..5: 6 turns"]
    );
    assert_eq!(shortfalls("keys=\"l\" turns=2.."), ["turns=2..: 1 turn"]);
}

#[test]
fn tests_bound_the_numbers_of_whom_one_commands() {
    passes("health=20 strength=5 wealth=0 ammo=0");
    passes("keys=\"llllll\" wealth=10");
    assert_eq!(
        shortfalls("keys=\"llllll\" wealth=11.. health=..3"),
        ["wealth=11..: wealth=10", "health=..3: health=18"]
    );
}

#[test]
fn tests_say_where_one_must_stand() {
    passes("keys=\"jl\" at=3,3");
    assert_eq!(shortfalls("keys=\"jl\" at=2,3"), ["at=2,3: at=3,3"]);
}

#[test]
fn tests_say_what_must_have_been_told_in_its_order() {
    passes("keys=\"lll\" says=\"The rat hits you\" says=\"You hit\" says=\"The rat dies\"");
    assert_eq!(
        shortfalls("keys=\"lll\" says=\"The rat dies\" says=\"The rat hits you\" says=\"Boo\""),
        ["says=\"The rat hits you\": no such message after \"The rat dies\""]
    );
    assert_eq!(
        shortfalls("says=\"Boo\""),
        ["says=\"Boo\": no such message"]
    );
}

#[test]
fn what_was_told_is_heard_once_whatever_is_pressed_behind_it() {
    for key in [
        "<Esc>",
        "?",
        "<hover 3,3>",
        "<resize 80x24>",
        ";",
        "Q",
        "M",
        "i",
        "Z",
    ] {
        let test = format!("keys=\"l{key}\" says=\"The rat hits\" says=\"The rat hits\"");
        assert_eq!(shortfalls(&test).len(), 1, "{key}");
    }
}

#[test]
fn tests_hear_hints_and_what_a_journey_tells() {
    passes("keys=\"k\" says=\"wall\"");
    passes("keys=\"llloo\" says=\"The rat dies\" says=\"You take the gold\" expect=won");
}

#[test]
fn tests_compare_the_last_screen() {
    let (dungeon, test) = hall("keys=\"j\" frame=\"hall.snap\"");
    let judged = |frame: Option<&FrameText>| {
        let trial = Trial {
            dungeon: &dungeon,
            test: &test,
            seed: 0,
            recording: None,
            frame,
        };
        trial.play()
    };
    let first = judged(None);
    assert!(first.shortfalls[0].found.starts_with("no such file yet"));
    let kept = first.frame.expect("a screen");
    assert!(judged(Some(&kept)).shortfalls.is_empty());
    let other = FrameText::read(&kept.to_text().replace('@', "&")).expect("a screen");
    let result = judged(Some(&other));
    assert_eq!(result.shortfalls[0].found, "another screen");
    let is_other = |line: &&FrameLine| !matches!(line, FrameLine::Same(_));
    let lines: Vec<&FrameLine> = result.difference.iter().filter(is_other).collect();
    assert!(
        matches!(lines.as_slice(), [FrameLine::Expected(was), FrameLine::Found(is)]
            if was.contains('&') && is.contains('@')),
        "{lines:?}"
    );
    assert!(result.moment.is_none(), "the difference shows it");
}

#[test]
fn tests_play_recordings_that_must_go_as_they_were_recorded() {
    let (dungeon, test) = hall("replay=\"hall.rec\" turns=3");
    let source = Source::from_text("hall.dng", HALL);
    let mut recorder = Recorder::new(Session::seeded(Arc::clone(&dungeon), 9), &source);
    for key in [Key::Char('l'); 3] {
        recorder.press(key);
    }
    let recording = recorder.recording();
    let play = |dungeon: &Arc<Dungeon>| {
        let trial = Trial {
            dungeon,
            test: &test,
            seed: 0,
            recording: Some(&recording),
            frame: None,
        };
        trial.play()
    };
    let same = play(&dungeon);
    assert!(same.shortfalls.is_empty() && same.seed == 9);
    let tougher = HALL.replace("strength=4", "strength=9");
    let (other, _) = opened(&Source::from_text("hall.dng", tougher));
    let found = play(&other).shortfalls;
    assert_eq!(found[0].expected, "the recorded game");
    assert!(
        found[0].found.starts_with("a different game at turn"),
        "{found:?}"
    );
}

#[test]
fn tests_ask_whether_a_game_can_be_won() {
    let answer = |text: &str| {
        let source = Source::from_text("hall.dng", text);
        let (dungeon, _) = opened(&source);
        WinAnswer::find(&source, &dungeon, 0, &Budget::of_steps(100_000))
    };
    let won = answer(HALL);
    assert_eq!(won.shortfall(true), None);
    let found = won.shortfall(false).expect("it can be won");
    assert!(
        found.starts_with("a win in 6 turns, with the keys "),
        "{found}"
    );
    let lost = answer(&format!("{HALL}\nscatter # 1 in=8,2..8,2\n").replace("$..#", "#$.#"));
    assert!(matches!(lost, WinAnswer::Winnable(..)), "around the corner");
    let walled = HALL.replace("#........#\n#####", "##########\n#####");
    let lost = answer(
        &walled
            .replace(".r..$", ".r.p$")
            .replace("kind r", "lose turns=2\nkind r"),
    );
    assert_eq!(lost.shortfall(false), None, "{lost:?}");
    assert!(
        lost.shortfall(true)
            .expect("no win")
            .starts_with("no way to win")
    );
    let unknown = WinAnswer::Unknown;
    assert!(unknown.shortfall(true).is_some() && unknown.shortfall(false).is_some());
}

#[test]
fn tests_ask_how_often_a_machine_player_wins() {
    let (dungeon, test) = hall("winrate=greedy:90%..");
    let TestClaim::WinRate(bot, share) = test.claims[0].value else {
        panic!("{:?}", test.claims);
    };
    let tally = play_by_bot(bot, &dungeon, 0..40);
    assert_eq!((bot, tally.games), (TestedBot::Greedy, 40));
    assert!(share.contain_share(tally.win_rate() * 100.0));
    assert_eq!(USUAL_GAMES, 1000, "docs/format/tests.md says so");
}

#[test]
fn the_moment_of_a_failure_is_the_key_at_which_it_came_about() {
    let result = played("keys=\"lllll\" health=19..", 0);
    let moment = result.moment.expect("a failure");
    let (key, before) = moment.before.as_ref().expect("a key");
    assert_eq!((moment.nth, moment.of, *key), (1, 5, Key::Char('l')));
    assert!(before.plain().contains("Health 20") && moment.after.plain().contains("Health 16"));
    let last = moment.messages.last().map(String::as_str);
    assert_eq!(last, Some("The rat hits you for 4."));
    let never = played("keys=\"jj\" at=9,3", 0).moment.expect("a failure");
    assert_eq!(never.nth, 1, "the step to the current cell");
    let still = played("keys=\"..\" at=9,3", 0).moment.expect("a failure");
    assert_eq!(still.nth, 2, "nothing changed: the last key");
}

#[test]
fn keys_behind_the_end_and_behind_leaving_do_no_harm() {
    passes("keys=\"llllllllllll\" expect=won turns=6");
    passes("keys=\"lQylll\" turns=1");
    passes("keys=\"llllllR\" turns=0 expect=unfinished");
}

/// Asserts that all tests of a text pass, and returns their number. Expectations about bots are left to `tests/cli`.
fn every_test_holds(source: &Source) -> usize {
    let (dungeon, tests) = opened(source);
    for test in &tests {
        let own = dungeon.seed().unwrap_or(0);
        let (first, last) = test.seeds.unwrap_or((own, own));
        let told: Vec<String> = (first..=last)
            .filter_map(|seed| failure(source, &dungeon, test, seed))
            .collect();
        let [name, line] = [&test.name, source.slice(test.span)];
        assert!(
            told.is_empty(),
            "{}: {name}: {line}\n{}",
            source.name,
            told.join("\n")
        );
    }
    tests.len()
}

/// Returns the failure of a test's game, if any.
fn failure(source: &Source, dungeon: &Arc<Dungeon>, test: &TestCase, seed: u64) -> Option<String> {
    for claim in &test.claims {
        if let TestClaim::Winnable(is_winnable) = claim.value {
            // The program's budget is a hundred times larger; this one keeps scenarios small.
            let answer = WinAnswer::find(source, dungeon, seed, &Budget::of_steps(100_000));
            return answer.shortfall(is_winnable);
        }
    }
    let trial = Trial {
        dungeon,
        test,
        seed,
        recording: None,
        frame: None,
    };
    let result = trial.play();
    let moment = result.moment?;
    Some(format!(
        "seed {seed}: {:?}\n{}",
        result.shortfalls,
        moment.after.plain()
    ))
}

#[test]
fn the_tests_of_the_guide_hold() {
    let pages = guide();
    let (_, page) = pages
        .iter()
        .find(|(name, _)| name == "tests")
        .expect("a page");
    let files = page.split("```dng\n").skip(1);
    let files = files.filter_map(|rest| rest.split("```").next());
    let tests = files.map(|text| every_test_holds(&Source::from_text("guide.dng", text)));
    // The second file, about `tune=`, has no test.
    assert_eq!(tests.collect::<Vec<usize>>(), [6, 0]);
}

#[test]
fn every_scenario_holds() {
    let files: Vec<_> = paths("tests/scenarios").into_iter().collect();
    assert!(!files.is_empty());
    for path in files {
        let source = Source::open(Path::new(&path), &Limits::default()).expect("a scenario");
        assert!(every_test_holds(&source) > 0, "{}", source.name);
    }
}

#[test]
fn scenarios_and_shipped_dungeons_have_no_finding_and_are_canonical() {
    let files = ["tests/scenarios", "dungeons"].into_iter().flat_map(paths);
    let limits = Limits::default();
    let mut wrong = Vec::new();
    for path in files {
        let source = Source::open(&path, &limits).expect("a file that can be read");
        let diagnostics = TestedFile::read(&source, &limits).findings;
        if format_text(&source, &limits).as_ref() != Ok(&source.text) {
            wrong.push(format!("`dungeon fmt` changes {}", source.name));
        }
        let report = Report {
            source,
            diagnostics,
        };
        if !report.diagnostics.is_empty() {
            wrong.push(report.to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn scenarios_are_where_the_commands_are_told_to_look() {
    let script = std::fs::read_to_string(folder(".ci").join("run")).expect("the script of CI");
    for step in [
        "check --deny warnings dungeons/*.dng tests/scenarios/*.dng\n",
        "test tests/scenarios/*.dng\n",
        "fmt --check dungeons/*.dng tests/scenarios/*.dng\n",
    ] {
        assert!(script.contains(step), "{step}");
    }
}
