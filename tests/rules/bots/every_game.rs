//! A bot that presses random keys in every dungeon of the project and restarts after each game: no panic, no two bodies
//! on a cell, and no kind of monster whose attempts are all refused.
//!
//! The suite presses few keys; `BOT_KEYS=10000 cargo test --release --test rules bots::every_game -- --nocapture`
//! presses many and prints the kinds with refused attempts.
use dungeon_model::dungeon::tables_mut;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::corpus::paths;
use crate::scenario::dice::Dice;
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::ruleset::Ruleset;
use dungeon_engine::world::World;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::{Dungeon, Side, Stat, StatsId};
use dungeon_play::input::key::Key;
use dungeon_play::session::session::Session;

/// The number of attempts of a kind, and the number of refused ones.
#[derive(Clone, Copy, Default)]
struct Attempts {
    all: u64,
    refused: u64,
}

/// The rules of a dungeon, which also count the attempts of its monsters.
struct CountingRules {
    rules: Arc<dyn Ruleset>,
    attempts: Mutex<BTreeMap<String, Attempts>>,
}

impl Ruleset for CountingRules {
    fn base(&self) -> &dyn Ruleset {
        &*self.rules
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        let answer = self.rules.check(world, who, action);
        if who != world.commanded() && action != Action::Wait {
            let name = world.kind(who).name.clone();
            let mut attempts = self.attempts.lock().expect("no thread panicked");
            let entry = attempts.entry(name).or_default();
            entry.all += 1;
            entry.refused += u64::from(answer.is_err());
        }
        answer
    }
}

impl Dice {
    /// Returns mostly steps, often in the last direction; else the game's own actions, stairs, searches and idle
    /// rounds.
    fn key(&mut self, last: Key, actions: &str) -> Key {
        let of = |keys: &str, n: usize| Key::Char(keys.as_bytes()[n] as char);
        match self.below(20) {
            0..6 => last,
            6..15 => of("12346789", self.below(8)),
            15 => of(actions, self.below(actions.len())),
            16 => of("><", self.below(2)),
            17 | 18 => Key::Char('.'),
            _ => Key::Idle,
        }
    }
}

fn keys() -> usize {
    let asked = std::env::var("BOT_KEYS").ok();
    asked.and_then(|keys| keys.parse().ok()).unwrap_or(300)
}

fn dungeon(path: &Path) -> Arc<Dungeon> {
    let text = std::fs::read(path).expect("it can be read");
    let source = Source::from_bytes("bot.dng", text);
    let (dungeon, found) = dungeon_lint::read(&source, &Limits::default());
    Arc::new(dungeon.unwrap_or_else(|| panic!("{}: {found:?}", path.display())))
}

/// Returns a copy of a dungeon whose hero cannot be killed, so that games are long.
fn endless(dungeon: &Arc<Dungeon>) -> Arc<Dungeon> {
    let mut dungeon = Dungeon::clone(dungeon);
    tables_mut(&mut dungeon).settings.set("gold", i32::MAX / 2);
    tables_mut(&mut dungeon).settings.set("goal", i32::MAX);
    let sides: Vec<Side> = dungeon.kinds().iter().map(|kind| kind.side).collect();
    for level in Arc::make_mut(&mut tables_mut(&mut dungeon).levels) {
        for spawn in &mut level.spawns {
            if sides[usize::from(spawn.kind.0)] == Side::Ours {
                let mut stats = level.stats[spawn.stats.0 as usize];
                stats[Stat::Health] = i32::MAX;
                spawn.stats = StatsId(level.stats.len() as u32);
                level.stats.push(stats);
            }
        }
    }
    Arc::new(dungeon)
}

fn assert_one_body_a_cell(world: &World) {
    let standing = world.bodies().iter().filter(|body| body.alive).count();
    let levels = world.dungeon().numbered_levels().map(|(level, _)| level);
    let cells = levels.flat_map(|level| world.size(level).points().map(move |p| (level, p)));
    let taken = cells.filter(|(level, p)| world.body_at(*level, *p).is_some());
    assert_eq!(standing, taken.count());
}

/// Plays this many keys. Returns the number of keys that passed a turn, and the attempts by kind.
fn play(dungeon: Arc<Dungeon>, keys: usize, seed: u64) -> (u64, BTreeMap<String, Attempts>) {
    // Excludes keys of the interface, which would leave the game.
    let actions = match dungeon.settings().game.word {
        "explore" => "qweadzxc",
        "siege" => "cfs",
        "arena" => ".",
        "tactics" => " f",
        other => panic!("no keys for {other}"),
    };
    let rules = Arc::new(CountingRules {
        rules: rulesets::pick(&dungeon),
        attempts: Mutex::default(),
    });
    let watched = Arc::clone(&rules);
    let mut session = Session::with(dungeon, rules, monsters::mind_for).with_seed(seed);
    let (mut dice, mut key, mut turns) = (Dice::of_state(seed | 1), Key::Char('5'), 0);
    for nth in 0..keys {
        key = dice.key(key, actions);
        let before = session.game().world().round();
        session.press_key(key);
        let world = session.game().world();
        turns += u64::from(world.round().saturating_sub(before));
        if nth.is_multiple_of(10) {
            assert_one_body_a_cell(world);
        }
        if session.outcome().is_some() {
            session.press_key(Key::Char('N'));
        }
    }
    let attempts = watched.attempts.lock().expect("no thread panicked").clone();
    (turns, attempts)
}

#[test]
fn a_player_without_a_plan_is_endured_everywhere_and_no_kind_only_wishes_the_impossible() {
    let mut futile = Vec::new();
    for folder in ["dungeons", "fixtures/ok", "fixtures/scenes"] {
        for path in paths(folder) {
            let mortal = dungeon(&path);
            let (turns, _) = play(Arc::clone(&mortal), keys(), 7);
            assert!(turns > 0, "{}: no key did anything", path.display());
            let (turns, attempts) = play(endless(&mortal), keys(), 11);
            for (name, Attempts { all, refused }) in attempts {
                if refused > 0 {
                    let file = path.file_name().unwrap_or_default().display();
                    println!(
                        "{file}: {name}: {refused} of {all} attempts refused in {turns} turns"
                    );
                }
                if all >= 20 && all == refused {
                    futile.push((path.clone(), name));
                }
            }
        }
    }
    assert!(futile.is_empty(), "{futile:?}");
}
