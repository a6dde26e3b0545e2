//! A search for a win, compared with the bare game under it: the same number of steps without any search, in one game or
//! each in a clone of its own.
use std::hint::black_box;
use std::sync::Arc;

use dungeon::{Action, Game, Session};
use dungeon_players::{Proof, Verdict};

use super::counts;
use super::ratios::{Claim, Table};

const EXPLORE: &str = "the fields of distances to the goals, and the cost of a state; shortening the winning line \
                       takes more search steps than finding it";
const ARENA: &str = "the cost of a state, and the table of states that were seen";
const SIEGE: &str = "finding the path for each act of hunting and meeting";
const TACTICS: &str = "the forecast of each shot, and the range of each unit";

/// Returns the profile of a search in a bundled dungeon.
fn limits(name: &str) -> &'static str {
    match name {
        "arena" | "arena-10" | "arena-run" => ARENA,
        "siege-small" | "raiders" | "horde" => SIEGE,
        "wizards" | "battle" => TACTICS,
        _ => EXPLORE,
    }
}

/// Returns the line of play that a search found, even an incomplete one; empty for other answers.
fn line(proof: &Proof) -> &[Action] {
    match &proof.verdict {
        Verdict::Winnable(line) | Verdict::Unknown(line) => line,
        _ => &[],
    }
}

/// Takes as many steps as a search did, along its line of play, and starts again at its end.
fn bare(start: &Game, line: &[Action], steps: u64) {
    let mut game = start.clone();
    let mut actions = line.iter();
    for _ in 0..steps {
        let done = actions.next().map(|action| game.step(*action).is_ok());
        if done != Some(true) {
            game.clone_from(start);
            actions = line.iter();
        }
    }
    black_box(game.checksum());
}

/// Takes as many steps as a search did, each in a clone of the game, as every search does that keeps its states.
fn cloned(start: &Game, line: &[Action], steps: u64) {
    let (mut game, mut next) = (start.clone(), start.clone());
    let mut actions = line.iter();
    for _ in 0..steps {
        next.clone_from(&game);
        let done = actions.next().map(|action| next.step(*action).is_ok());
        if done == Some(true) {
            std::mem::swap(&mut game, &mut next);
        } else {
            game.clone_from(start);
            actions = line.iter();
        }
    }
    black_box(game.checksum());
}

pub fn measure(table: &mut Table) {
    for search in counts::Search::all() {
        let session = Session::seeded(Arc::clone(&search.dungeon), search.seed);
        let start = session.game().clone();
        let proof = search.run();
        for (peer, steps) in [
            (
                "as many steps in one game",
                bare as fn(&Game, &[Action], u64),
            ),
            ("as many clones, each with a step", cloned),
        ] {
            let claim = Claim {
                what: search.row(&proof),
                peer: peer.to_owned(),
                goal: 0.35,
                limits: limits(&search.name).to_owned(),
            };
            table.row(
                claim,
                || drop(black_box(search.run())),
                || steps(&start, line(&proof), proof.steps),
            );
        }
    }
}
