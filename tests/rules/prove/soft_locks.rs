//! Dead ends of tiny games with few states, compared with the judge's: none is missed, and each is the nearest.
use crate::cases;
use std::collections::BTreeMap;

use dungeon_players::{Budget, Verdict, prove};

use super::levels::{self, TinyLevel};
use super::oracle::{Clock, SoftLock, Truth, judge, soft_lock};
use super::{games, levels_tried, read};
use crate::support::begun;

/// The steps of the prover, enough for a search of few states.
const STEPS: u64 = 200_000;

/// Returns the maximum number of states of the judge: few if few games are tried, so that the whole suite is quick.
fn most_states() -> usize {
    match games(0) {
        0 => 150,
        _ => 600,
    }
}

#[test]
fn the_nearest_dead_end_of_a_tiny_game_is_found_and_no_other_is_nearer() {
    check_nearest(levels::level, &["explore", "arena"]);
}

#[test]
fn the_nearest_dead_end_of_a_tiny_game_with_goals_is_found_and_no_other_is_nearer() {
    check_nearest(levels::goal_level, &["arena"]);
}

#[test]
fn the_nearest_dead_end_of_a_tiny_game_whose_ground_acts_is_found_and_no_other_is_nearer() {
    check_nearest(levels::acting_level, &["arena"]);
}

/// Asserts that the nearest dead end of each of these levels is the judge's, and that these games have some.
fn check_nearest(level_of: fn(u64) -> TinyLevel, games_with_any: &[&str]) {
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for nth in levels_tried(240) {
        let level = level_of(nth);
        // With endless health the judge is exact, even if monsters hurt the hero.
        let text = level.rich.as_ref().unwrap_or(&level.text);
        let Some(dungeon) = read(text).filter(|_| !level.is_chancy) else {
            continue;
        };
        let game = begun(dungeon.clone(), level.seed);
        let period = level.period;
        let clock = match level.rich {
            Some(_) => Clock::Endless { period },
            None => Clock::Rounds { period },
        };
        let truth = soft_lock(&game, clock, most_states());
        let word = dungeon.settings().game.word;
        if truth == SoftLock::TooMany {
            *counts.entry((word, "of too many states")).or_default() += 1;
            continue;
        }
        let proof = prove(&dungeon, level.seed, &Budget::of_steps(STEPS));
        if !matches!(proof.verdict, Verdict::Winnable(_)) {
            *counts.entry((word, "lost")).or_default() += 1;
            continue;
        }
        let place = format!("level {nth}, seed {}:\n{text}", level.seed);
        let lengths: Vec<usize> = { proof.dead_ends.iter() }
            .map(|end| end.actions.len())
            .collect();
        assert!(lengths.is_sorted(), "{lengths:?} {place}");
        let is = match truth {
            SoftLock::Nearest(length) => {
                assert_eq!(lengths.first(), Some(&length), "{place}");
                "with dead ends"
            }
            _ => {
                assert_eq!(proof.dead_ends, [], "{place}");
                "without dead ends"
            }
        };
        *counts.entry((word, is)).or_default() += 1;
    }
    for ((word, is), count) in &counts {
        println!("{word:8} {is:18} {count}");
    }
    for word in games_with_any {
        let is_met = counts.contains_key(&(word, "with dead ends"));
        assert!(is_met || !cases::is_long(), "{counts:?}");
    }
}

#[test]
fn nobody_wins_after_a_dead_end_of_a_slow_battle_or_pasture() {
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for nth in levels_tried(60) {
        let level = levels::slow_level(nth);
        let Some(dungeon) = read(&level.text) else {
            continue;
        };
        let all = counts.entry(dungeon.settings().game.word).or_default();
        all.0 += 1;
        let proof = prove(&dungeon, level.seed, &Budget::of_steps(20_000));
        for end in &proof.dead_ends {
            let mut game = begun(dungeon.clone(), level.seed);
            for action in &end.actions {
                game.step(*action).expect("it is allowed");
            }
            // The turn does not count as part of the state, so that more positions and purses are tried: a win is a
            // win.
            let truth = judge(&game, Clock::Rounds { period: 1 }, 10 * most_states());
            let is_won = matches!(truth, Truth::Wins(_));
            let place = format!("level {nth}, seed {}:\n{}", level.seed, level.text);
            assert!(!is_won, "{end:?} is won by {truth:?}, {place}");
            all.1 += 1;
        }
    }
    for (word, (games, ends)) in &counts {
        println!("{word:8} {games} games, {ends} dead ends");
    }
    let all_met = counts.values().all(|(_, ends)| *ends > 0);
    assert!(all_met || !cases::is_long(), "{counts:?}");
}
