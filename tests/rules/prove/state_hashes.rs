//! Without random draws, two games with the same state hash are equivalent: equal actions always have equal outcomes,
//! regardless of turn, seed and history.
use std::collections::HashMap;

use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Dungeon, Feature, Guise, TileId};

use super::levels;
use super::{levels_tried, read};
use crate::corpus;
use crate::scenario::dice::Dice;
use crate::support::begun;

/// The number of steps for which two games with the same hash are compared.
const FOLLOWED: usize = 40;

/// Returns the observable state of a game: every cell, body and key, and the outcome. A hidden trap counts as found.
fn told(game: &Game) -> Vec<u64> {
    let world = game.world();
    let dungeon: &Dungeon = world.dungeon();
    let mut told = vec![game.outcome().map_or(0, |outcome| outcome as u64)];
    for (level, _) in dungeon.numbered_levels() {
        told.push(world.is_alarmed(level).into());
        for p in world.size(level).points() {
            let cell = world.cell(level, p);
            let tile = found(dungeon, cell.tile);
            told.push(u64::from(tile.0) << 16 | u64::from(cell.item.0));
        }
    }
    let mut held: Vec<u64> = world.held().iter().map(|item| item.0.into()).collect();
    held.sort_unstable();
    told.extend(held);
    told.push(world.commanded().0.into());
    for body in world.bodies().iter().filter(|body| body.alive) {
        told.extend([u64::from(body.kind.0), body.level.0.into()]);
        told.extend([body.at.x as u64, body.at.y as u64]);
        told.extend([body.pause as u64, body.follows().into()]);
        told.extend(body.stats.0.map(|stat| stat as u64));
    }
    told
}

/// Returns a tile as it is after a search has found it.
fn found(dungeon: &Dungeon, tile: TileId) -> TileId {
    match dungeon.tile(tile).feature {
        Feature::Trap(trap) => match trap.guise {
            Guise::Hidden(found) => found,
            Guise::Plain => tile,
        },
        _ => tile,
    }
}

fn hides_traps(game: &Game) -> bool {
    game.world().hides_traps()
}

/// Asserts that two games with the same hash continue alike.
fn follow(one: &Game, other: &Game, dice: &mut Dice, place: &dyn Fn() -> String) {
    assert_eq!(told(one), told(other), "equal hashes: {}", place());
    let (mut one, mut other) = (one.clone(), other.clone());
    let (mut listed, mut also) = (Vec::new(), Vec::new());
    for _ in 0..FOLLOWED {
        list(&one, &mut listed);
        list(&other, &mut also);
        assert_eq!(listed, also, "{}", place());
        if listed.is_empty() {
            return;
        }
        let action = dice.one_of(&listed);
        one.step(action).expect("it is legal");
        other.step(action).expect("it is legal");
        assert_eq!(told(&one), told(&other), "after {action:?}: {}", place());
        if !hides_traps(&one) {
            assert_eq!(one.state_hash(), other.state_hash(), "{}", place());
        }
    }
}

fn list(game: &Game, out: &mut Vec<Action>) {
    game.legal_actions(out);
    if game.check(Action::Idle).is_ok() {
        out.push(Action::Idle);
    }
}

/// Plays random walks in a game, with several seeds; if two walks reach the same hash, their games must continue alike.
/// Returns the number of such pairs with different checksums.
fn wander(begin: &Game, dice: &mut Dice, place: &dyn Fn() -> String) -> usize {
    let mut known: HashMap<u64, Game> = HashMap::new();
    let mut met = 0;
    let mut listed = Vec::new();
    for walk in 0..6 {
        let mut game = begin.clone();
        if walk > 0 {
            game.reseed(walk);
        }
        for _ in 0..50 {
            let other = known
                .entry(game.state_hash())
                .or_insert_with(|| game.clone());
            if other.checksum() != game.checksum() {
                met += 1;
                if met % 8 == 1 {
                    follow(other, &game, dice, place);
                }
            }
            list(&game, &mut listed);
            if listed.is_empty() {
                break;
            }
            // Few choices, so that walks meet.
            let action = listed[dice.below(listed.len().min(5))];
            game.step(action).expect("it is legal");
        }
    }
    met
}

#[test]
fn tiny_games_of_one_state_hash_are_one_where_nothing_is_left_to_chance() {
    let mut met = [0; 2];
    let plain = levels_tried(160).map(|nth| (nth, levels::level(nth)));
    let accompanied = levels_tried(80).map(|nth| (nth, levels::company_level(nth)));
    for (nth, level) in plain.chain(accompanied) {
        let Some(dungeon) = read(&level.text) else {
            continue;
        };
        let game = begun(dungeon, level.seed);
        let place = || format!("level {nth}, seed {}:\n{}", level.seed, level.text);
        if game.is_left_to_chance() {
            assert!(
                level.is_chancy,
                "the level is not marked as random: {}",
                place()
            );
            continue;
        }
        met[usize::from(level.is_peopled)] += wander(&game, &mut Dice::new(nth), &place);
    }
    println!("{met:?} states were met at several times");
    assert!(met.iter().all(|met| *met > 100), "{met:?}");
}

#[test]
fn games_of_files_are_one_by_their_state_hash_where_nothing_is_left_to_chance() {
    let mut tried = 0;
    for folder in ["fixtures/ok", "fixtures/scenes", "dungeons"] {
        for path in corpus::paths(folder) {
            let bytes = std::fs::read(&path).expect("a file");
            let Some(dungeon) = String::from_utf8(bytes).ok().and_then(|text| read(&text)) else {
                continue;
            };
            let game = begun(dungeon, 1);
            if !game.is_left_to_chance() {
                tried += 1;
                wander(&game, &mut Dice::new(tried), &|| path.display().to_string());
                println!("{}", path.display());
            }
        }
    }
    assert!(tried > 3, "{tried}");
}
