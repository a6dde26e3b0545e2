//! The winning lines of proofs: no longer than a bot's game, and without steps that only pass a turn.
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Dungeon;
use dungeon_players::{Budget, Careful, Greedy, Player, SeenGame, Verdict, prove};
use std::sync::Arc;

use super::levels::{self, TinyLevel};
use super::{levels_tried, read};
use crate::support::begun;

/// The maximum number of actions in a bot's game, fewer than the prover allows.
const LONGEST_GAME: usize = 3_000;

/// Returns the turns that the careful bot, or else the greedy bot, takes to win; `None` if neither wins.
fn turns_of_bots(game: &Game) -> Option<u32> {
    let bots: [&mut dyn Player; 2] = [&mut Careful::default(), &mut Greedy::default()];
    bots.into_iter().find_map(|bot| {
        let mut played = SeenGame::new(game.clone());
        let mut legal = Vec::new();
        bot.begin(&played.view(), 0);
        for _ in 0..LONGEST_GAME {
            played.legal_actions(&mut legal);
            if legal.is_empty() {
                break;
            }
            let action = bot.choose(&played.view(), &legal);
            played.step(action).expect("it is legal");
        }
        let is_won = played.game().outcome() == Some(Outcome::Won);
        is_won.then(|| played.game().world().turn())
    })
}

/// Panics if a bot wins the game in fewer turns than the proof's line takes. Returns whether a bot wins.
fn check_turns(dungeon: &Arc<Dungeon>, seed: u64, place: &str) -> bool {
    let game = begun(dungeon.clone(), seed);
    let Some(of_bot) = turns_of_bots(&game) else {
        return false;
    };
    let verdict = prove(dungeon, seed, &Budget::of_steps(1_000_000)).verdict;
    let Verdict::Winnable(line) = verdict else {
        panic!("{verdict:?}, but a bot wins {place}");
    };
    let mut game = game;
    for action in line {
        game.step(action).expect("it is legal");
    }
    let turns = game.world().turn();
    assert!(
        turns <= of_bot,
        "{turns} turns, a bot takes {of_bot}: {place}"
    );
    true
}

#[test]
fn a_line_takes_no_more_turns_than_the_game_of_a_bot_that_wins() {
    let mut won = 0;
    for level_of in [levels::level, levels::goal_level, levels::kept_level] {
        for nth in levels_tried(60) {
            let TinyLevel { text, seed, .. } = level_of(nth);
            if let Some(dungeon) = read(&text) {
                won += usize::from(check_turns(&dungeon, seed, &text));
            }
        }
    }
    assert!(won > 0, "no bot wins any level");
    let tutorial = read(include_str!("../../../dungeons/tutorial.dng")).expect("a sound dungeon");
    let is_won = check_turns(&tutorial, 0, "the tutorial");
    assert!(is_won, "a bot wins the tutorial");
}

#[test]
fn a_line_waits_where_a_step_would_only_bump_into_a_wall() {
    let mut waits = 0;
    for nth in levels_tried(120) {
        let (text, _) = levels::ember_level(nth);
        let Some(dungeon) = read(&text) else {
            continue;
        };
        let Verdict::Winnable(line) = prove(&dungeon, nth, &Budget::of_steps(400_000)).verdict
        else {
            continue;
        };
        let mut game = begun(dungeon, nth);
        for action in &line {
            let mut waited = game.clone();
            game.step(*action).expect("it is legal");
            if *action == Action::Wait {
                waits += 1;
            } else if waited.step(Action::Wait).is_ok() && waited.outcome().is_none() {
                let is_idle = waited.state_hash() == game.state_hash();
                assert!(!is_idle, "{action:?} is a wait in {line:?} of\n{text}");
            }
        }
    }
    assert!(waits > 0, "no line waits");
}
