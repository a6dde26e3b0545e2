//! Verdicts on random tiny levels of all games, compared with the judge's: never wrong, and seldom missing.
use std::collections::BTreeMap;

use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_players::{Budget, Proof, Verdict, prove};

use super::levels::{self, TinyLevel};
use super::oracle::{Clock, Truth, judge};
use super::{games, levels_tried, read};
use crate::support::begun;

/// Returns the maximum number of states of the judge, and the steps of the prover: few if few games are tried, so that
/// the whole suite is quick.
pub fn efforts() -> (usize, u64) {
    match games(0) {
        0 => (400, 4_000),
        _ => (30_000, 400_000),
    }
}

/// Returns the judge's result for a game of this level.
pub fn truth(level: &TinyLevel, game: &Game, most_states: usize) -> Truth {
    let period = level.period;
    let everything = Clock::Everything;
    match &level.rich {
        // A hero with endless health wins every winnable level. If nothing hurts or hurries the real hero, it can rest
        // to full health and win, too. Otherwise the real game is judged, and only its wins are certain.
        Some(rich) if !level.is_chancy => {
            let rich = read(rich).expect("only numbers differ");
            let still = judge(
                &begun(rich, level.seed),
                Clock::Endless { period },
                most_states,
            );
            match still {
                Truth::Wins(_) if level.is_peopled || level.is_hurried => {
                    let healing = Clock::Healing { most: 25, period };
                    match judge(game, healing, most_states) {
                        Truth::NoneWins => Truth::TooMany,
                        truth => truth,
                    }
                }
                truth => truth,
            }
        }
        None if !level.is_chancy => judge(game, Clock::Rounds { period }, most_states),
        _ => judge(game, everything, most_states),
    }
}

/// Whether a line of play wins a game.
fn wins(game: &Game, line: &[Action]) -> bool {
    let mut game = game.clone();
    line.iter().all(|action| game.step(*action).is_ok()) && game.outcome() == Some(Outcome::Won)
}

/// Returns the judge's result for the state after a line of play.
fn truth_after(level: &TinyLevel, game: &Game, line: &[Action], most_states: usize) -> Truth {
    let period = level.period;
    let (game, clock) = match &level.rich {
        _ if level.is_chancy => (game.clone(), Clock::Everything),
        Some(rich) if !level.is_peopled && !level.is_hurried => {
            let rich = read(rich).expect("only numbers differ");
            (begun(rich, level.seed), Clock::Endless { period })
        }
        Some(_) => (game.clone(), Clock::Healing { most: 25, period }),
        None => (game.clone(), Clock::Rounds { period }),
    };
    let mut after = game;
    for action in line {
        let played = after.step(*action);
        played.unwrap_or_else(|refusal| panic!("{refusal} in {line:?} of\n{}", level.text));
    }
    judge(&after, clock, most_states)
}

/// Panics if a dead end can still be won. Returns the number of dead ends confirmed by the judge, and the number of all
/// dead ends.
fn check_dead_ends(
    level: &TinyLevel,
    game: &Game,
    proof: &Proof,
    most_states: usize,
) -> (usize, usize) {
    let mut seen = 0;
    for end in &proof.dead_ends {
        let truth = truth_after(level, game, &end.actions, most_states);
        let is_won = matches!(truth, Truth::Wins(_));
        let place = format!("seed {}:\n{}", level.seed, level.text);
        assert!(!is_won, "{end:?} is won by {truth:?}, {place}");
        seen += usize::from(truth == Truth::NoneWins);
    }
    (seen, proof.dead_ends.len())
}

#[test]
fn no_verdict_on_a_tiny_level_is_wrong_and_few_are_missing() {
    check_verdicts(levels::level, 300);
}

#[test]
fn no_verdict_on_a_tiny_level_with_goals_of_its_own_is_wrong() {
    check_verdicts(levels::goal_level, 240);
}

#[test]
fn no_verdict_on_a_tiny_level_with_causes_is_wrong() {
    check_verdicts(levels::cause_level, 240);
}

#[test]
fn no_verdict_on_a_tiny_level_whose_ground_acts_is_wrong() {
    check_verdicts(levels::acting_level, 160);
}

#[test]
fn no_verdict_on_a_tiny_level_with_kept_things_is_wrong() {
    check_verdicts(levels::kept_level, 200);
}

#[test]
fn no_verdict_on_a_tiny_level_with_timed_states_is_wrong() {
    check_verdicts(levels::states_level, 240);
}

#[test]
fn no_verdict_on_a_tiny_level_with_packs_is_wrong() {
    check_verdicts(levels::led_level, 240);
}

#[test]
fn no_verdict_on_a_tiny_level_with_charms_is_wrong() {
    check_verdicts(levels::charm_level, 160);
}

#[test]
fn no_verdict_on_a_tiny_level_with_bows_and_hooks_is_wrong() {
    check_verdicts(levels::reach_level, 240);
}

#[test]
fn no_verdict_on_a_tiny_level_that_combines_aims_charms_states_and_packs_is_wrong() {
    check_verdicts(levels::combined_level, 160);
}

#[test]
fn no_verdict_on_a_lane_whose_causes_draw_anew_each_round_is_wrong() {
    check_verdicts(levels::fateful_level, 60);
}

#[test]
fn no_verdict_on_a_tiny_level_of_causes_amid_ground_that_acts_is_wrong() {
    check_verdicts(levels::mixed_level, 200);
}

#[test]
fn no_verdict_on_a_tiny_vault_that_causes_change_is_wrong() {
    check_verdicts(levels::shifting_level, 240);
}

#[test]
fn no_verdict_on_a_tiny_level_with_faults_of_authors_is_wrong() {
    check_verdicts(levels::faulty_level, 300);
}

#[test]
fn no_verdict_on_a_tiny_level_whose_goal_is_dropped_or_given_is_wrong() {
    check_verdicts(levels::sourced_level, 240);
}

#[test]
fn no_verdict_on_tiny_levels_whose_causes_hear_of_another_level_is_wrong() {
    check_verdicts(levels::heard_level, 240);
}

#[test]
fn no_verdict_on_a_tiny_vault_with_sleepers_allies_and_neutral_monsters_is_wrong() {
    check_verdicts(levels::company_level, 80);
}

#[test]
fn every_tiny_level_of_embers_is_decided_as_the_judge_decides_it() {
    let mut counts = [0; 3];
    for nth in levels_tried(400) {
        let (text, most) = levels::ember_level(nth);
        let Some(dungeon) = read(&text) else {
            counts[2] += 1;
            continue;
        };
        let game = begun(dungeon.clone(), nth);
        // A hero alone casts no bolts, so manna beyond the health's maximum makes no difference.
        let truth = judge(&game, Clock::Healing { most, period: 1 }, 100_000);
        let place = format!("level {nth}:\n{text}");
        match prove(&dungeon, nth, &Budget::of_steps(400_000)).verdict {
            Verdict::Winnable(line) => {
                assert!(wins(&game, &line), "{line:?} does not win {place}");
                assert!(matches!(truth, Truth::Wins(_)), "{truth:?} {place}");
                counts[0] += 1;
            }
            Verdict::Unwinnable(disproof) => {
                assert_eq!(truth, Truth::NoneWins, "{disproof:?} {place}");
                counts[1] += 1;
            }
            other => panic!("{other:?}, but {truth:?} {place}"),
        }
    }
    println!(
        "{} won, {} lost, {} refused",
        counts[0], counts[1], counts[2]
    );
    assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
}

/// Asserts that the verdicts on these levels, and their dead ends, agree with the judge.
pub fn check_verdicts(level_of: fn(u64) -> TinyLevel, usual: u64) {
    let (most_states, steps) = efforts();
    let mut counts: BTreeMap<(&str, &str, String), u32> = BTreeMap::new();
    let mut dead_ends: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut undecided, mut refused) = (String::new(), String::new());
    for nth in levels_tried(usual) {
        let level = level_of(nth);
        let Some(dungeon) = read(&level.text) else {
            *counts.entry(("refused", "", String::new())).or_default() += 1;
            refused = level.text;
            continue;
        };
        let game = begun(dungeon.clone(), level.seed);
        let proof = prove(&dungeon, level.seed, &Budget::of_steps(steps));
        assert!(proof.steps <= steps, "{} steps", proof.steps);
        let truth = truth(&level, &game, most_states);
        let place = format!("level {nth}, seed {}:\n{}", level.seed, level.text);
        let said = match &proof.verdict {
            Verdict::Winnable(line) => {
                assert!(wins(&game, line), "{line:?} does not win {place}");
                "winnable".to_owned()
            }
            Verdict::Unwinnable(disproof) => {
                let is_won = matches!(truth, Truth::Wins(_));
                assert!(!is_won, "{disproof:?}, but {truth:?} wins {place}");
                let reason = format!("{:?}", disproof.reason);
                let name = reason.split(' ').next();
                name.unwrap_or_default().to_owned()
            }
            _ => "unknown".to_owned(),
        };
        let is = match truth {
            Truth::Wins(_) => "won",
            Truth::NoneWins => {
                assert_ne!(said, "winnable", "the judge is wrong about {place}");
                "lost"
            }
            Truth::TooMany => "open",
        };
        let (seen, ends) = check_dead_ends(&level, &game, &proof, most_states);
        if (is, said.as_str()) == ("lost", "unknown") {
            undecided = place;
        }
        let word = dungeon.settings().game.word;
        let all = dead_ends.entry(word).or_default();
        *all = (all.0 + seen, all.1 + ends);
        *counts.entry((word, is, said)).or_default() += 1;
    }
    println!("a level that is refused:\n{refused}");
    println!("a level without a win that was not recognized:\n{undecided}");
    for (word, (seen, ends)) in &dead_ends {
        println!("{word:8} {ends} dead ends, {seen} of which the judge has seen to be dead");
    }
    for ((word, is, said), count) in &counts {
        println!("{word:8} {is:8} {said:10} {count}");
    }
}
