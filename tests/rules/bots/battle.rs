//! Four players of the shipped battle: a random one, a hasty one, a careful beginner and one that weighs its moves.
//! Each wins as often as the battle's design intends, and almost every game ends.
//!
//! The suite plays few games; `BOT_GAMES=1000 cargo test --release --test rules bots::battle -- --nocapture` plays many
//! and prints statistics.
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::scenario::wizards::{Mind, haste, next, sense, thought, whim};
use dungeon_engine::action::ActorId;
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::{Dungeon, Side, Stat};

/// The number of turns after which a game is abandoned.
const LONGEST: u32 = 200;

/// An upper bound on the actions of a turn.
const BUSIEST: u32 = 100;

/// Statistics of several games.
#[derive(Default)]
struct Tale {
    won: u64,
    /// Seeds of unfinished games.
    left: Vec<u64>,
    /// The lengths of finished games in turns, sorted.
    turns: Vec<u32>,
    /// The number of games with a turn in which no wizard had a shot left.
    dry: u64,
    /// The number of wizards killed, by killer.
    killers: BTreeMap<String, u64>,
    /// Totals over all games: shots, hits, health gained, health lost, items, shots left and wizards left.
    sums: [i64; 7],
}

impl Tale {
    fn median(&self) -> u32 {
        self.turns[self.turns.len() / 2]
    }
}

impl fmt::Display for Tale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [shortest, longest] = [self.turns.first(), self.turns.last()];
        let [shots, hits, given, taken, items, ammo, wizards] = self.sums;
        writeln!(f, "{} won, never ended: {:?}", self.won, self.left)?;
        writeln!(f, "  turns {shortest:?}, {}, {longest:?}", self.median())?;
        writeln!(
            f,
            "  out of ammo {}, killed by {:?}",
            self.dry, self.killers
        )?;
        writeln!(
            f,
            "  shots {shots}, hits {hits}, given {given}, taken {taken}, items {items}"
        )?;
        write!(f, "  left: shots {ammo}, wizards {wizards}")
    }
}

fn battle() -> Arc<Dungeon> {
    let path = crate::corpus::folder("dungeons").join("battle.dng");
    let source = Source::open(&path, &Limits::default()).expect("shipped");
    let (dungeon, found) = dungeon_lint::read(&source, &Limits::default());
    assert!(found.is_empty());
    Arc::new(dungeon.expect("sound"))
}

/// Plays `BOT_GAMES` games, or `few` by default, with the seeds from 0 on.
fn play(name: &str, mind: Mind, few: u64) -> (Tale, u64) {
    let asked = std::env::var("BOT_GAMES").ok();
    let games = asked.and_then(|games| games.parse().ok()).unwrap_or(few);
    let dungeon = battle();
    let mut tale = Tale::default();
    for seed in 0..games {
        play_one(&dungeon, mind, seed, &mut tale);
    }
    tale.turns.sort_unstable();
    println!("{name}, {games} games: {tale}");
    (tale, games)
}

fn play_one(dungeon: &Arc<Dungeon>, mind: Mind, seed: u64, tale: &mut Tale) {
    let rules = rulesets::pick(dungeon);
    let mut game = Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed);
    let (mut is_dry, mut actions) = (false, 0);
    while game.outcome().is_none() && game.world().turn() < LONGEST {
        let action = next(&game, mind);
        let turn = game.world().turn();
        game.step(action).expect("players choose legal actions");
        actions = if game.world().turn() == turn {
            actions + 1
        } else {
            0
        };
        assert!(
            actions < BUSIEST,
            "seed {seed}, turn {turn}: {action:?} without end"
        );
        count_deaths(&game, tale);
        let world = game.world();
        let ammo = |who| world.body(who).stat(Stat::Ammo);
        is_dry |= world.ours().all(|who| ammo(who) == 0);
    }
    let (world, outcome) = (game.world(), game.outcome());
    tale.dry += u64::from(is_dry && world.ours().next().is_some());
    match outcome {
        None => tale.left.push(seed),
        Some(_) => tale.turns.push(world.turn()),
    }
    tale.won += u64::from(outcome == Some(Outcome::Won));
    let ledger = world.ledger();
    let counts = [
        ledger.shots,
        ledger.hits(),
        ledger.given,
        ledger.taken,
        ledger.items,
    ];
    let ammo: i32 = world
        .ours()
        .map(|who| world.body(who).stat(Stat::Ammo))
        .sum();
    let counts = counts.into_iter().map(i64::from);
    let counts = counts.chain([ammo.into(), world.ours().count() as i64]);
    tale.sums
        .iter_mut()
        .zip(counts)
        .for_each(|(sum, count)| *sum += count);
}

/// Counts each death for the body that last shot or exploded before it.
fn count_deaths(game: &Game, tale: &mut Tale) {
    let world = game.world();
    let mut last: Option<ActorId> = None;
    for event in game.events() {
        match *event {
            Event::Shot { who, .. } | Event::Burst { who, .. } => last = Some(who),
            Event::Died { who, .. } if world.body(who).side == Side::Ours => {
                let by = last.map_or("nobody".to_owned(), |by| world.kind(by).name.clone());
                *tale.killers.entry(by).or_default() += 1;
            }
            _ => {}
        }
    }
}

/// Asserts the percentage of wins, and that at least 99 % of the games end.
#[track_caller]
fn wins(name: &str, mind: Mind, few: u64, percent: RangeInclusive<u64>) -> Tale {
    let (tale, games) = play(name, mind, few);
    let won = tale.won * 100 / games;
    assert!(percent.contains(&won), "{name} wins {won} of 100");
    let is_rare = tale.left.len() as u64 * 100 <= games;
    assert!(is_rare, "{name} never ends {:?}", tale.left);
    tale
}

#[test]
fn battle_is_lost_by_who_acts_on_a_whim() {
    wins("whim", whim, 40, 0..=5);
}

#[test]
fn battle_is_mostly_lost_by_who_runs_and_shoots() {
    let tale = wins("haste", haste, 40, 5..=25);
    assert!(tale.median() < 10);
}

#[test]
fn battle_is_won_about_half_the_time_by_a_beginner_who_looks() {
    let tale = wins("sense", sense, 40, 40..=70);
    assert!((10..=25).contains(&tale.median()));
}

#[test]
fn battle_is_mostly_won_by_who_thinks() {
    let tale = wins("thought", thought, 10, 80..=100);
    assert!((10..=25).contains(&tale.median()));
}
