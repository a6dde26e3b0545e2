//! The depths: a recorded win and a recorded loss replay as recorded, also with today's file; no layout prevents a win;
//! games differ on every floor, and none meets everything.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use crate::support::dungeon;
use dungeon_engine::action::Action;
use dungeon_engine::body::Body;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Dungeon, ItemId, LevelId};
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::Recording;
use dungeon_play::session::session::Session;
use dungeon_players::{Budget, Careful, Player, PlayerView, SeenGame, Verdict, play, prove_layout};

const DEPTHS: &str = include_str!("../../../dungeons/depths.dng");

/// Replays a recording to its end, with today's file or with the text inside the recording.
#[track_caller]
fn replayed(text: &str, is_of_today: bool) -> Session {
    let recording = Recording::from_text(text).expect("a recording");
    let mut session = if is_of_today {
        recording.begun_in(dungeon(DEPTHS))
    } else {
        recording.session().expect("a sound dungeon")
    };
    let mut playback = Playback::begin(recording, &session).expect("the recorded dungeon");
    playback.finish(&mut session).expect("the recorded game");
    session
}

#[track_caller]
fn assert_ends(session: &Session, end: &str) {
    assert_eq!(session.messages().last().map(String::as_str), Some(end));
}

#[test]
fn the_ember_is_brought_home_as_it_was_recorded() {
    let won = include_str!("../../../fixtures/recordings/depths-gear-won.rec");
    let won = replayed(won, true);
    assert_ends(&won, "You escaped on turn 2166.");
    let told = won.messages().join(" ");
    for part in [
        "turns out to be a vial of quicksilver",
        "You pull the bone slinger 3 cells with the boat hook.",
        "You are unseen for 15 turns.",
        "The hound mother wakes up.",
        "An eye opens, as wide as your lamp.",
    ] {
        assert!(told.contains(part), "{part}");
    }
}

#[test]
fn the_wyrm_kills_as_it_was_recorded() {
    let lost = include_str!("../../../fixtures/recordings/depths-gear-lost.rec");
    let end = "You died on turn 955, killed by a furnace wyrm.";
    assert_ends(&replayed(lost, true), end);
}

#[test]
fn games_of_the_depths_before_gear_changed_play_go_as_they_were_recorded() {
    let won = include_str!("../../../fixtures/recordings/depths-sleepers-won.rec");
    assert_ends(&replayed(won, false), "You escaped on turn 997.");
    let lost = include_str!("../../../fixtures/recordings/depths-sleepers-lost.rec");
    let end = "You died on turn 680, killed by a furnace wyrm.";
    assert_ends(&replayed(lost, false), end);
}

#[test]
fn games_of_the_depths_before_monsters_slept_go_as_they_were_recorded() {
    let won = include_str!("../../../fixtures/recordings/depths-alms-won.rec");
    assert_ends(&replayed(won, false), "You escaped on turn 1659.");
    let lost = include_str!("../../../fixtures/recordings/depths-alms-lost.rec");
    let end = "You died on turn 884, killed by a furnace wyrm.";
    assert_ends(&replayed(lost, false), end);
}

#[test]
fn games_of_the_depths_before_vials_were_unknown_go_as_they_were_recorded() {
    let won = include_str!("../../../fixtures/recordings/depths-won.rec");
    assert_ends(&replayed(won, false), "You escaped on turn 1167.");
    let lost = include_str!("../../../fixtures/recordings/depths-lost.rec");
    let end = "You died on turn 992, killed by a furnace wyrm.";
    assert_ends(&replayed(lost, false), end);
}

/// Returns the verdict on the layout of a seed, and asserts that the check of it was complete.
fn layout(dungeon: &Arc<Dungeon>, seed: u64) -> Verdict {
    let proof = prove_layout(dungeon, seed, &Budget::of_steps(1_000_000));
    assert!(proof.stopped_by.is_none(), "seed {seed}");
    proof.verdict
}

#[test]
fn no_layout_of_the_depths_stands_in_the_way_of_a_win() {
    let depths = dungeon(DEPTHS);
    for seed in 0..200 {
        let verdict = layout(&depths, seed);
        assert!(
            matches!(verdict, Verdict::Unknown(_)),
            "seed {seed}: {verdict:?}"
        );
    }
}

/// The causes of the depths spawn monsters, drop bars and ring alarms: none of them opens a way to an ember behind
/// walls.
#[test]
fn the_causes_of_the_depths_hide_no_layout_that_cannot_be_won() {
    let walls = "scatter # 1 in=51,10..51,10\nscatter # 1 in=39,8..39,8\n";
    let shut = dungeon(&format!("{DEPTHS}{walls}"));
    for seed in 0..20 {
        let verdict = layout(&shut, seed);
        assert!(
            matches!(verdict, Verdict::Unwinnable(_)),
            "seed {seed}: {verdict:?}"
        );
    }
}

/// One floor of a game: its terrain, its vaults, and the names of the three items nearest to the arrival cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Floor {
    terrain: Vec<u16>,
    vaults: BTreeSet<String>,
    finds: Vec<String>,
}

fn floor(world: &World, level: LevelId) -> Floor {
    let points: Vec<_> = world.size(level).points().collect();
    let arrivals = points.iter().copied();
    let mut arrivals = arrivals.filter(|p| world.tile(level, *p).glyph == '<');
    let hero = world.body(world.commanded());
    let from = if level == hero.level {
        Some(hero.at)
    } else {
        arrivals.next()
    };
    let from = from.expect("the hero arrives somewhere");
    let lie = |p: &_| world.item_at(level, *p) != ItemId::NONE;
    let mut items: Vec<_> = points.iter().copied().filter(lie).collect();
    items.sort_by_key(|p| (p.chebyshev(from), *p));
    let name = |p| world.item(world.item_at(level, p)).name.clone();
    let built = points.iter().filter_map(|p| world.vault_cell(level, *p));
    Floor {
        terrain: points
            .iter()
            .map(|p| world.cell(level, *p).tile.0)
            .collect(),
        vaults: { built.map(|(number, _)| world.dungeon().vaults()[number].name.clone()) }
            .collect(),
        finds: items.into_iter().take(3).map(name).collect(),
    }
}

/// Returns the percentage of pairs that are equal.
fn shared<T: Ord>(all: impl Iterator<Item = T>) -> f64 {
    let mut groups: BTreeMap<T, u32> = BTreeMap::new();
    all.for_each(|one| *groups.entry(one).or_default() += 1);
    let pairs = |count: u32| f64::from(count) * f64::from(count - 1);
    let games: u32 = groups.values().sum();
    100.0 * groups.values().map(|count| pairs(*count)).sum::<f64>() / pairs(games)
}

#[test]
fn two_games_of_the_depths_rarely_share_a_floor() {
    let depths = dungeon(DEPTHS);
    let games: Vec<Session> = (0..100)
        .map(|seed| Session::seeded(Arc::clone(&depths), seed))
        .collect();
    let mut table = String::from(
        "of 100 games: layouts; pairs that share terrain, vaults, first finds, all three, in percent\n",
    );
    for (level, drawn) in depths.numbered_levels() {
        let floors = games.iter().map(|game| floor(game.game().world(), level));
        let floors: Vec<Floor> = floors.collect();
        let layouts: BTreeSet<&Vec<u16>> = floors.iter().map(|floor| &floor.terrain).collect();
        let layouts = layouts.len();
        let shares = [
            shared(floors.iter().map(|floor| &floor.terrain)),
            shared(floors.iter().map(|floor| &floor.vaults)),
            shared(floors.iter().map(|floor| &floor.finds)),
            shared(floors.iter()),
        ];
        let [terrain, vaults, finds, all] = shares.map(|share| format!("{share:6.1}"));
        writeln!(
            table,
            "{:18}{layouts:9}{terrain}{vaults}{finds}{all}",
            drawn.name
        )
        .expect("memory");
    }
    insta::assert_snapshot!(table, @r"
    of 100 games: layouts; pairs that share terrain, vaults, first finds, all three, in percent
    The Frost Gate          100   0.0 100.0   4.2   0.0
    The Cellars             100   0.0   8.7   0.5   0.0
    The Kennels             100   0.0   1.6   0.8   0.0
    The Mushroom Cave       100   0.0   2.7   0.4   0.0
    The Foundry             100   0.0 100.0   1.5   0.0
    The Sunless Mere        100   0.0   2.1   0.2   0.0
    The Warrens             100   0.0   1.8   0.2   0.0
    The Barrows             100   0.0   0.8   0.1   0.0
    The Hearth Below        100   0.0 100.0   1.0   0.0
    ");
}

/// The names that the file declares with a word.
fn declared(word: &str) -> BTreeSet<&'static str> {
    let lines = DEPTHS.lines().filter(|line| line.starts_with(word));
    lines.filter_map(|line| line.split('"').nth(1)).collect()
}

/// The careful bot, and the items that were in its sight.
#[derive(Default)]
struct Watcher {
    bot: Careful,
    seen: BTreeSet<ItemId>,
}

impl Player for Watcher {
    fn begin(&mut self, view: &PlayerView<'_>, luck: u64) {
        self.bot.begin(view, luck);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let cells = view.size().points();
        self.seen.extend(cells.map(|p| view.item_id(p)));
        self.bot.choose(view, legal)
    }
}

#[test]
fn a_game_of_median_length_meets_at_most_three_fifths_of_the_monsters_and_of_the_items() {
    let depths = dungeon(DEPTHS);
    let (kinds, items) = (declared("kind "), declared("item "));
    // Of each game: its turns, the monsters of the floors that it visits, and the items that the hero sees.
    let mut games: Vec<(u32, usize, usize)> = (0..60)
        .map(|seed| {
            let mut played = SeenGame::begin(Arc::clone(&depths), seed);
            let mut watcher = Watcher::default();
            let game = play(&mut played, &mut watcher, 3_000);
            let met = game.met.iter().map(|kind| &*depths.kind(*kind).name);
            let met = met.filter(|name| kinds.contains(name)).count();
            let world = played.game().world();
            let seen = watcher.seen.iter().filter(|item| **item != ItemId::NONE);
            let seen = seen.map(|item| &*world.item(world.kind_of(*item)).name);
            let seen: BTreeSet<&str> = seen.filter(|name| items.contains(name)).collect();
            (game.turns, met, seen.len())
        })
        .collect();
    games.sort_unstable();
    let median = &games[18..42];
    let share = |counts: usize, of: usize| 100 * counts / (of * median.len());
    let shares = (
        share(median.iter().map(|game| game.1).sum(), kinds.len()),
        share(median.iter().map(|game| game.2).sum(), items.len()),
    );
    assert!(shares.0 <= 60 && shares.1 <= 60, "{shares:?} percent");
}

/// The bodies of a kind at the start of a game.
fn bodies<'a>(world: &'a World, name: &'a str) -> impl Iterator<Item = &'a Body> {
    let bodies = world.bodies().iter();
    bodies.filter(move |body| world.dungeon().kind(body.kind).name == name)
}

#[test]
fn m3_a_captive_waits_in_a_locked_cell_of_one_of_the_first_floors_and_its_jailer_is_in_the_game() {
    let depths = dungeon(DEPTHS);
    let mut floors = BTreeSet::new();
    for seed in 0..100 {
        let game = Session::seeded(Arc::clone(&depths), seed);
        let world = game.game().world();
        let captives: Vec<&Body> = bodies(world, "pit fighter").collect();
        let [captive] = captives[..] else {
            panic!("seed {seed}: {} captives", captives.len());
        };
        floors.insert(captive.level.0);
        let near = world.size(captive.level).points();
        let near = near.filter(|p| p.chebyshev(captive.at) <= 2);
        let mut doors = near.map(|p| world.tile(captive.level, p));
        assert!(doors.any(|tile| tile.name == "cell door"), "seed {seed}");
        assert_eq!(bodies(world, "turnkey").count(), 1, "seed {seed}");
    }
    assert_eq!(floors, BTreeSet::from([1, 2]));
}

#[test]
fn m1_the_wyrm_and_all_hounds_of_the_depths_begin_asleep() {
    let depths = dungeon(DEPTHS);
    for seed in 0..20 {
        let game = Session::seeded(Arc::clone(&depths), seed);
        let world = game.game().world();
        let names = ["furnace wyrm", "ice hound", "hound mother", "hound whelp"];
        for body in names.iter().flat_map(|name| bodies(world, name)) {
            assert!(body.is_asleep(), "seed {seed}: {:?}", body.at);
        }
        assert_eq!(bodies(world, "furnace wyrm").count(), 1);
    }
}

#[test]
fn a_vault_that_is_built_once_is_in_a_game_of_the_depths_at_most_once() {
    let depths = dungeon(DEPTHS);
    let once: BTreeSet<&str> = { depths.vaults().iter() }
        .filter(|vault| vault.is_once)
        .map(|vault| vault.name.as_str())
        .collect();
    assert!(once.contains("a niche of alms"), "{once:?}");
    let mut built: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..200 {
        let game = Session::seeded(Arc::clone(&depths), seed);
        let levels = depths.numbered_levels();
        let floors = levels.map(|(level, _)| floor(game.game().world(), level));
        let floors: Vec<Floor> = floors.collect();
        for name in &once {
            let count = floors
                .iter()
                .filter(|floor| floor.vaults.contains(*name))
                .count();
            assert!(count <= 1, "seed {seed}: {name} {count} times");
            *built.entry(name).or_default() += count;
        }
    }
    assert!(built.values().all(|count| *count >= 20), "{built:?}");
}
