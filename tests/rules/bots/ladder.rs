//! The shipped bots: the better one wins more often, each repeats its game exactly, and no choice is refused.
//!
//! The suite plays few games; `BOT_GAMES=1000 cargo test --release --test rules bots::ladder -- --nocapture` plays
//! many, and prints the confidence intervals of the win rates.
use std::sync::Arc;

use dungeon_engine::body::Body;
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::{Dungeon, Side};
use dungeon_players::{
    Careful, GameRecord, Greedy, Planner, Player, Random, SeenGame, Tally, play,
};

/// The number of actions after which a game is abandoned.
const LONGEST: u32 = 3_000;

type MakePlayer = fn() -> Box<dyn Player>;

const RANDOM: MakePlayer = || Box::new(Random::default());
const GREEDY: MakePlayer = || Box::new(Greedy::default());
const CAREFUL: MakePlayer = || Box::new(Careful::default());
const PLANNER: MakePlayer = || Box::new(Planner::default());

fn shipped(name: &str) -> Arc<Dungeon> {
    let path = crate::corpus::folder("dungeons").join(name);
    let source = Source::open(&path, &Limits::default()).expect("shipped");
    let (dungeon, _) = dungeon_lint::read(&source, &Limits::default());
    Arc::new(dungeon.expect("sound"))
}

fn record(dungeon: &Arc<Dungeon>, player: MakePlayer, seed: u64) -> GameRecord {
    let mut played = SeenGame::begin(Arc::clone(dungeon), seed);
    play(&mut played, &mut *player(), LONGEST)
}

/// Plays `BOT_GAMES` games of a bot, or `few` by default.
fn tally(file: &str, player: MakePlayer, few: u64) -> Tally {
    let asked = std::env::var("BOT_GAMES").ok();
    let games = asked.and_then(|games| games.parse().ok()).unwrap_or(few);
    let (dungeon, mut tally) = (shipped(file), Tally::default());
    for seed in 0..games {
        tally.add(seed, &record(&dungeon, player, seed));
    }
    println!("{file}: {:?} of {games}, {:?}", tally.won, tally.interval());
    tally
}

/// Asserts that the second bot wins more often, with confidence intervals that do not overlap.
#[track_caller]
fn assert_better(file: &str, [worse, better]: [MakePlayer; 2], few: u64) {
    let [worse, better] = [worse, better].map(|player| tally(file, player, few));
    assert!(worse.interval().to < better.interval().from, "{file}");
    assert_eq!((worse.refused, better.refused), (0, 0), "{file}");
}

#[test]
fn who_is_careful_wins_more_often_than_who_is_greedy() {
    assert_better("arena-10.dng", [GREEDY, CAREFUL], 16);
    assert_better("siege-small.dng", [RANDOM, CAREFUL], 6);
    // More games take minutes without compiler optimization.
    if std::env::var_os("BOT_GAMES").is_some() {
        for siege in ["siege-small.dng", "raiders.dng", "horde.dng"] {
            assert_better(siege, [RANDOM, GREEDY], 0);
            assert_better(siege, [GREEDY, CAREFUL], 0);
        }
        assert_better("battle.dng", [GREEDY, CAREFUL], 0);
        assert_better("crypt.dng", [GREEDY, CAREFUL], 0);
        assert_better("crypt.dng", [CAREFUL, PLANNER], 0);
        assert_better("battle.dng", [CAREFUL, PLANNER], 0);
    }
}

#[test]
fn who_is_greedy_wins_more_often_than_who_has_no_plan() {
    assert_better("classic.dng", [RANDOM, GREEDY], 6);
}

/// In the crypt, which has fog and a health maximum, the careful bot and the planner finish their games: a hero at full
/// health stops hiding, and a monster out of sight is still remembered.
#[test]
fn nobody_waits_for_ever_in_the_fog() {
    let crypt = shipped("crypt.dng");
    for (player, seeds) in [(CAREFUL, vec![0, 1, 2, 9]), (PLANNER, vec![18])] {
        for seed in seeds {
            let record = record(&crypt, player, seed);
            assert!(record.outcome.is_some(), "seed {seed}: {}", record.turns);
        }
    }
}

#[test]
fn every_player_plays_the_same_game_again() {
    let arena = shipped("arena-10.dng");
    for player in [RANDOM, GREEDY, CAREFUL, PLANNER] {
        assert_eq!(record(&arena, player, 3), record(&arena, player, 3));
    }
}

#[test]
fn no_choice_of_any_player_is_refused_in_any_shipped_dungeon() {
    for file in crate::corpus::paths("dungeons") {
        let name = file
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        for player in [RANDOM, GREEDY, CAREFUL] {
            let mut played = SeenGame::begin(shipped(&name), 1);
            let record = play(&mut played, &mut *player(), 40);
            assert_eq!(record.refused, 0, "{name}");
        }
    }
}

#[test]
fn tallies_add_up_in_any_order_and_any_groups() {
    let arena = shipped("arena-10.dng");
    let of = |seed: u64| {
        let mut tally = Tally::default();
        tally.add(seed, &record(&arena, GREEDY, seed));
        tally
    };
    let sum = |seeds: &[u64]| {
        let mut all = Tally::default();
        seeds.iter().for_each(|seed| all.merge(of(*seed)));
        all
    };
    let whole = sum(&[0, 1, 2, 3, 4, 5]);
    let mut halves = sum(&[5, 3, 1]);
    halves.merge(sum(&[4, 2, 0]));
    assert_eq!(whole, halves);
    assert_eq!(whole.games, 6);
    assert_eq!(whole.won + whole.lost + whole.unfinished, 6);
    let losses: u64 = whole.losses.values().sum();
    assert_eq!(losses, whole.lost, "each lost game has a cause and a place");
}

#[test]
fn who_falls_in_a_game_that_goes_on_has_lost_no_game() {
    let battle = shipped("battle.dng");
    let (mut tally, mut fallen) = (Tally::default(), 0);
    for seed in 0..12 {
        let mut played = SeenGame::begin(Arc::clone(&battle), seed);
        let record = play(&mut played, &mut *GREEDY(), 60);
        let is_fallen = |body: &Body| body.side == Side::Ours && !body.alive;
        let has_fallen = played.game().world().bodies().iter().any(is_fallen);
        fallen += u64::from(record.outcome.is_none() && has_fallen);
        tally.add(seed, &record);
    }
    assert!(fallen > 0, "a wizard fell while the others continued");
    let losses: u64 = tally.losses.values().sum();
    assert_eq!(losses, tally.lost);
}

#[test]
fn no_number_of_a_file_is_too_large_for_a_player() {
    let most = i32::MAX;
    let text = format!(
        "rules explore\nhero health={most} strength=1\n\
         kind w \"giant\" is=wanderer strength={most} health={most} speed=2\n\
         kind a \"archer\" is=patrol strength=1 health={most} sight=9 shot={most}\n\
         map\n###########\n#@..w.....#\n#......a.a#\n#........$#\n###########\nend\n"
    );
    let dungeon = crate::scenario::dungeon(&text);
    for player in [RANDOM, GREEDY, CAREFUL, PLANNER] {
        let mut played = SeenGame::begin(Arc::clone(&dungeon), 1);
        let record = play(&mut played, &mut *player(), 12);
        assert_eq!(record.refused, 0);
    }
}
