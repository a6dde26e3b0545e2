//! Short tactics battles: rows, orders and events. Points are 1-based.
use std::fmt::Write;
use std::sync::Arc;

use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::ruleset_face::Pointing;
use dungeon_engine::rulesets::tactics::{END_TURN, NEXT_UNIT, PREVIOUS_UNIT};
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Side, Stat};
use dungeon_model::space::geometry::{Point, at};

use super::{L, dungeon, game, tell};

/// Ghosts with fixed numbers, independent of the game's own.
pub const COUNTED: &str = "kind B \"blue ghost\" is=blue health=8
kind E \"green ghost\" is=green health=4 bursts=6
kind G \"grey ghost\" is=grey health=6";

/// A board with these rows.
pub fn battle(rows: &str) -> String {
    with("", rows, "")
}

/// A board with these declarations before its rows and these records after them.
pub fn with(declared: &str, rows: &str, records: &str) -> String {
    let (declared, records) = (declared.trim(), records.trim());
    format!(
        "rules tactics\n{declared}\nmap\n{}\nend\n{records}\n",
        rows.trim()
    )
}

/// Returns the pointing interface of a game.
pub fn pointing(game: &Game) -> &dyn Pointing {
    game.rules()
        .face()
        .pointing()
        .expect("tactics has a pointing interface")
}

/// Parses an order: `go 5,4`, `shoot 8,3`, `command 2,2`, `next`, `back`, `end`.
pub fn parse_action(game: &Game, asked: &str) -> Action {
    let (what, place) = asked.split_once(' ').unwrap_or((asked, ""));
    let point = || {
        let (x, y) = place.split_once(',').expect("a place");
        at(number(x) - 1, number(y) - 1)
    };
    let body = |p: Point| game.world().body_at(L, p);
    match what {
        "go" => Action::Go(point()),
        "shoot" => body(point()).map_or(Action::ShootAt(point()), Action::Shoot),
        "command" => Action::Command(body(point()).expect("a unit there")),
        "next" => Action::Do(NEXT_UNIT),
        "back" => Action::Do(PREVIOUS_UNIT),
        "end" => Action::Do(END_TURN),
        other => panic!("unknown order {other:?}"),
    }
}

fn number(text: &str) -> i32 {
    text.trim().parse().expect("a number")
}

/// Executes one order.
pub fn act(game: &mut Game, asked: &str) -> Result<(), Refusal> {
    let action = parse_action(game, asked);
    game.step(action)
}

/// Executes orders separated by `;`, which must all be allowed.
#[track_caller]
pub fn acts(game: &mut Game, asked: &str) {
    for asked in asked.split(';').map(str::trim) {
        act(game, asked).unwrap_or_else(|refusal| panic!("{asked}: {refusal}"));
    }
}

/// Returns a battle with this seed after these orders.
#[track_caller]
pub fn after(text: &str, seed: u64, asked: &str) -> Game {
    let mut game = game(text, seed);
    acts(&mut game, asked);
    game
}

/// Asserts the events of each order, with seed 0.
#[track_caller]
pub fn tells(text: &str, asked: &str, told: &[&str]) {
    tells_by(0, text, asked, told);
}

/// Asserts the events of each order, with this seed.
#[track_caller]
pub fn tells_by(seed: u64, text: &str, asked: &str, told: &[&str]) {
    let mut game = game(text, seed);
    let mut story = String::new();
    for asked in asked.split(';').map(str::trim) {
        let events = match act(&mut game, asked) {
            Ok(()) => tell(&game),
            Err(refusal) => refusal.to_string(),
        };
        writeln!(story, "{asked}: {events}").expect("strings can be written");
    }
    assert_eq!(story.lines().collect::<Vec<_>>(), told);
}

/// Asserts that an action is refused with this sentence, and has no effect and no event.
#[track_caller]
pub fn refuses(game: &mut Game, action: Action, sentence: &str) {
    let before = (game.checksum(), game.world().turn());
    let refusal = game.step(action).expect_err("a refusal");
    assert_eq!(refusal.to_string(), sentence);
    assert_eq!(game.check(action), Err(refusal));
    let after = (game.checksum(), game.world().turn());
    assert_eq!(before, after);
    assert!(game.events().is_empty());
}

/// Games of one text with the seeds `0..seeds`.
pub fn games(text: &str, seeds: u64) -> impl Iterator<Item = Game> {
    let dungeon = dungeon(text);
    let rules = rulesets::pick(&dungeon);
    (0..seeds).map(move |seed| {
        let (dungeon, rules) = (Arc::clone(&dungeon), Arc::clone(&rules));
        Game::new(dungeon, rules, monsters::mind_for, seed)
    })
}

/// Returns the share of games that satisfy a predicate.
pub fn share(text: &str, seeds: u64, mut is_so: impl FnMut(Game) -> bool) -> f64 {
    let count = games(text, seeds).filter_map(|game| is_so(game).then_some(()));
    count.count() as f64 / seeds as f64
}

/// Returns the first seed whose game satisfies a predicate.
#[track_caller]
pub fn seed_where(text: &str, mut is_so: impl FnMut(Game) -> bool) -> u64 {
    let mut seeds = (0..).zip(games(text, 10_000));
    let found = seeds.find_map(|(seed, game)| is_so(game).then_some(seed));
    found.expect("a seed that satisfies the predicate")
}

/// Returns the first seed with which these orders cause events with these words.
#[track_caller]
pub fn seed_telling(text: &str, asked: &str, words: &str) -> u64 {
    seed_where(text, |mut game| {
        acts(&mut game, asked);
        tell(&game).contains(words)
    })
}

/// Converts points to the 1-based pairs of tests.
pub fn told(points: &[Point]) -> Vec<(i32, i32)> {
    points.iter().map(|p| (p.x + 1, p.y + 1)).collect()
}

/// Returns a stat of a unit or ghost.
pub fn stat(game: &Game, who: u32, stat: Stat) -> i32 {
    game.world().body(ActorId(who)).stat(stat)
}

/// Whether a body is alive.
pub fn lives(game: &Game, who: u32) -> bool {
    game.world().body(ActorId(who)).alive
}

/// Returns the name of the commanded unit.
pub fn commanded(game: &Game) -> &str {
    let world = game.world();
    &world.kind(world.commanded()).name
}

/// Returns the cells that bodies of one side stepped onto in the last step, in order.
pub fn walked(game: &Game, side: Side) -> Vec<(i32, i32)> {
    let world = game.world();
    let steps = game.events().iter().filter_map(|event| match *event {
        Event::Moved { who, to, .. } if world.body(who).side == side => Some(to),
        _ => None,
    });
    told(&steps.collect::<Vec<_>>())
}
