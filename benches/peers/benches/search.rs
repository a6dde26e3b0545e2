//! A search for a win beside the bare loop under it: as many steps, each in a clone of the game, with nothing thought.
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use dungeon::players::{Budget, Verdict, prove};
use dungeon::{Action, Dungeon, Game, Session};
use dungeon_peers::ratios::{Claim, Table};

/// The most steps of a search: what is proved with fewer is proved whole.
const STEPS: u64 = 100_000;

/// The shipped dungeons, and what a profile says that their searches are spent on.
const FILES: [(&str, &str); 12] = [
    ("tutorial", EXPLORE),
    ("classic", EXPLORE),
    ("crypt", EXPLORE),
    ("gallery", EXPLORE),
    ("arena", ARENA),
    ("arena-10", ARENA),
    ("arena-run", ARENA),
    ("siege-small", SIEGE),
    ("raiders", SIEGE),
    ("horde", SIEGE),
    ("wizards", TACTICS),
    ("battle", TACTICS),
];
const EXPLORE: &str = "the fields of ways to what is wanted, and what a state costs; more steps shorten the line that \
                       wins than find it";
const ARENA: &str = "what a state costs, and the table of states that were seen";
const SIEGE: &str = "the ways of each act of hunting and meeting";
const TACTICS: &str = "the forecast of each shot, and the range of each unit";

/// Does as many steps as a search did, down its line of play and again from the start, each after a clone.
fn bare(start: &Game, line: &[Action], steps: u64) {
    let (mut game, mut next) = (start.clone(), start.clone());
    let mut actions = line.iter();
    for _ in 0..steps {
        next.clone_from(&game);
        match actions.next() {
            Some(action) if next.step(*action).is_ok() => std::mem::swap(&mut game, &mut next),
            _ => {
                game.clone_from(start);
                actions = line.iter();
            }
        }
    }
    black_box(game.checksum());
}

fn main() {
    let mut table = Table::new("search");
    for (name, limits) in FILES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../dungeons/{name}.dng"));
        let dungeon: Arc<Dungeon> = Arc::new(dungeon::load(path).expect("a shipped dungeon"));
        let seed = dungeon.seed().unwrap_or(0);
        let start = Session::seeded(Arc::clone(&dungeon), seed).game().clone();
        let proof = prove(&dungeon, seed, &Budget::of_steps(STEPS));
        let (end, line) = match &proof.verdict {
            Verdict::Winnable(line) => ("proved", line),
            Verdict::Unknown(line) => ("not proved so soon", line),
            other => panic!("{name}: {other:?}"),
        };
        let claim = Claim {
            what: format!("{name}: {} steps of search, {end}", proof.steps),
            peer: "clone, step".to_owned(),
            goal: 0.35,
            limits: limits.to_owned(),
        };
        table.row(
            claim,
            || {
                black_box(prove(&dungeon, seed, &Budget::of_steps(STEPS)));
            },
            || bare(&start, line, proof.steps),
        );
    }
}
