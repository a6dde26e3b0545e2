//! A random bot in random tactics battles. After every action the world must satisfy the rules, and the displayed
//! ranges must equal ranges computed from scratch.
//!
//! The suite plays few games; `BOT_GAMES=10000 cargo test --release --test rules bots::tactics -- --nocapture` plays
//! many and prints statistics.
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use super::mirrored_game::MirroredGame;
use crate::scenario::L;
use crate::scenario::dice::Dice;
use crate::scenario::tactics::pointing;
use crate::scenario::unit_options::UnitOptions;
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::tactics::{END_TURN, NEXT_UNIT, PREVIOUS_UNIT};
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Dungeon, Feature, Side, Stat};
use dungeon_model::space::geometry::{Direction, Point, at};

/// The number of actions after which a game is abandoned.
const LONGEST: usize = 150;

/// Kinds and items that authors may add to the five ghosts.
const CAST: &str = "item k \"key\" opens=iron
kind w \"wolf\" is=wanderer strength=2
kind h \"haunt\" is=ghost strength=1 drops=o
kind a \"archer\" is=patrol shot=1 ap=1
kind b \"bomb\" is=green attack=burst:2 bursts=3
kind m \"mother\" is=lilac spawns=f:7
kind f \"flea\" is=green speed=3 range=2 bursts=1 health=1
kind d \"doorman\" is=blue through=doors ap=3 accuracy=90 damage=1
kind p \"phantom\" is=red through=walls range=3
";

const GHOSTS: [char; 5] = ['G', 'B', 'L', 'E', 'R'];

const OTHERS: [char; 8] = ['w', 'h', 'a', 'b', 'm', 'd', 'p', 'f'];

/// Glyphs to scatter, each with the keys of its record.
const THINGS: [(char, &str); 11] = [
    ('o', ""),
    ('*', ""),
    ('~', ""),
    ('~', ""),
    ('+', ""),
    ('+', " locked=iron"),
    ('^', ""),
    ('^', " hidden=yes trap=dart damage=9"),
    ('^', " trap=teleport"),
    ('^', " trap=alarm once=yes"),
    ('?', " says=\"Beware.\""),
];

/// A random file: one to five units and their enemies, on a board of any shape.
fn drawn(dice: &mut Dice, others: &[char]) -> String {
    let (width, height) = (2 + dice.below(20), 2 + dice.below(12));
    let mut text = format!(
        "rules tactics{}\n{CAST}map open {width} {height}\nscatter # {}%\n",
        dice.one_of(&["", "", " fog=3"]),
        dice.one_of(&[0, 5, 15, 25, 40]),
    );
    for unit in 0..1 + dice.below(5) {
        let number = |dice: &mut Dice, key, all: &[usize]| format!(" {key}={}", dice.one_of(all));
        text += &format!("scatter @ 1 name=\"Unit {unit}\"");
        text += &number(dice, "range", &[0, 1, 3, 10, 200]);
        text += &number(dice, "ap", &[1, 2, 2, 5]);
        text += &number(dice, "health", &[1, 8, 20]);
        text += &number(dice, "ammo", &[0, 3, 30]);
        text += &number(dice, "reach", &[1, 4, 8, 200]);
        text += &number(dice, "accuracy", &[0, 70, 100]);
        text += dice.one_of(&["\n", " damage=5\n", " damage=0..12\n"]);
    }
    text += "scatter * 1\nscatter k 1\n";
    let crowd = dice.one_of(&[0, 1, 3, 12]);
    for _ in 0..crowd {
        let all = [&GHOSTS, others].concat();
        text += &format!("scatter {} 1\n", dice.one_of(&all));
    }
    for _ in 0..dice.below(9) {
        let (thing, keys) = dice.one_of(&THINGS);
        text += &format!("scatter {thing} {}{keys}\n", 1 + dice.below(6));
    }
    text
}

/// Tries an action and checks its effects.
fn step(mirrored: &mut MirroredGame, action: Action) {
    let mut again = mirrored.game.clone();
    let before = (mirrored.game.checksum(), mirrored.game.world().turn());
    let found = mirrored.game.step(action);
    let after = (mirrored.game.checksum(), mirrored.game.world().turn());
    if let Err(refusal) = found {
        assert_eq!(before, after, "{action:?}: {refusal}");
        return;
    }
    let passed = u32::from(action == Action::Do(END_TURN));
    assert_eq!(after.1, before.1 + passed, "{action:?}");
    assert_eq!(again.step(action), Ok(()));
    assert_eq!(again.events(), mirrored.game.events());
    assert_eq!(again.checksum(), after.0);
    mirrored.follow();
    assert_possible(mirrored.game.world());
}

/// Asserts the invariants of every battle.
fn assert_possible(world: &World) {
    assert_judged(world);
    assert_everybody_has_a_place(world);
    assert_numbers(world);
}

/// Asserts that an outcome is justified (K-14), and that the commanded unit of an unfinished battle is alive.
fn assert_judged(world: &World) {
    let had_ghosts = world.bodies().iter().any(|body| body.side == Side::Theirs);
    let is_left = |side| {
        world
            .bodies()
            .iter()
            .any(|body| body.side == side && body.alive)
    };
    let is_won = if had_ghosts {
        !is_left(Side::Theirs)
    } else {
        world.collectables() == 0
    };
    let expected = match (is_won, is_left(Side::Ours)) {
        (true, true) => Some(Outcome::Won),
        (true, false) => Some(Outcome::Drawn),
        (false, false) => Some(Outcome::Lost),
        (false, true) => None,
    };
    assert_eq!(world.outcome(), expected);
    let commanded = world.body(world.commanded());
    assert!(expected.is_some() || commanded.alive && commanded.side == Side::Ours);
}

/// Asserts that each living body has a cell of its own, on ground that its kind may enter.
fn assert_everybody_has_a_place(world: &World) {
    let mut taken = BTreeSet::new();
    let alive = world.bodies().iter().filter(|body| body.alive);
    for body in alive {
        assert!(taken.insert(body.at), "two at {}", body.at);
        assert!(
            world.tile(L, body.at).footing.admits(body.through),
            "{}",
            body.at
        );
    }
    let mut cells = world.size(L).points();
    assert!(cells.all(|p| world.body_at(L, p).is_some() == taken.contains(&p)));
}

/// Asserts that no unit has more points than a turn gives or negative ammo, and that every living body has health left.
fn assert_numbers(world: &World) {
    for who in world.ours() {
        let unit = world.body(who);
        let points = world.kind(who).points as i32;
        assert!((0..=points).contains(&unit.stat(Stat::Ap)) && unit.stat(Stat::Ammo) >= 0);
    }
    let mut alive = (0..)
        .map(ActorId)
        .zip(world.bodies())
        .filter(|(_, body)| body.alive);
    assert!(alive.all(|(who, _)| world.life_of(who) > 0));
}

/// Asserts that the displayed ranges, routes and forecasts are current (K-1, K-4, K-5).
fn assert_nothing_is_stale(game: &Game, dice: &mut Dice) {
    let (world, shown, now) = (game.world(), pointing(game), UnitOptions::new(game.world()));
    let range = now.range();
    assert_eq!(shown.range(world), range);
    let fire = now.fire();
    assert_eq!(shown.fire(world), fire);
    assert_eq!(shown.targets(world), now.targets(&fire));
    let here = world.body(world.commanded()).at;
    let is_slime = |p: &Point| matches!(world.tile(L, *p).feature, Feature::Pool(_));
    let slime = world.size(L).points().find(is_slime);
    for to in [
        slime.unwrap_or(here),
        any_cell(world, dice),
        range.get(dice.below(400)).copied().unwrap_or(here),
    ] {
        let route = shown.route(world, to);
        let leads_there = range.contains(&to) && to != here;
        assert_eq!(!route.is_empty(), leads_there, "{to}");
        assert_eq!(game.check(Action::Go(to)).is_ok(), leads_there, "{to}");
        if leads_there {
            let froms = [here].into_iter().chain(route.iter().copied());
            let costs = froms
                .zip(&route)
                .map(|(a, b)| match (a.chebyshev(*b), a.manhattan(*b)) {
                    (1, straight) => [10, 14][straight as usize - 1],
                    far => panic!("{far:?} in one step"),
                });
            assert_eq!(Some(costs.sum()), now.cost(to), "{to}");
        }
        assert_eq!(shown.forecast(world, to), now.forecast(to, &fire), "{to}");
    }
}

fn any_cell(world: &World, dice: &mut Dice) -> Point {
    let size = world.size(L);
    let (x, y) = (
        dice.below(size.width as usize),
        dice.below(size.height as usize),
    );
    at(x as i32, y as i32)
}

/// Returns a random action, more often than not a legal one.
fn any(game: &Game, dice: &mut Dice) -> Action {
    let world = game.world();
    let range = pointing(game).range(world);
    let targets = pointing(game).targets(world);
    let somebody = ActorId(dice.below(world.bodies().len() + 1) as u32);
    match dice.below(16) {
        0..5 if !range.is_empty() => Action::Go(dice.one_of(&range)),
        5..9 if !targets.is_empty() => {
            let target = dice.one_of(&targets).at;
            Action::Shoot(world.body_at(L, target).expect("a target"))
        }
        9 => pointing(game)
            .pointed(world, any_cell(world, dice))
            .unwrap_or(Action::Idle),
        10 => Action::ShootAt(any_cell(world, dice)),
        11 => Action::Command(somebody),
        12 => Action::Do(dice.one_of(&[NEXT_UNIT, PREVIOUS_UNIT])),
        13 => dice.one_of(&[
            Action::Shoot(somebody),
            Action::Attack(somebody),
            Action::Step(Direction::East),
            Action::Wait,
            Action::Idle,
            Action::Go(at(-1, 3)),
        ]),
        _ => Action::Do(END_TURN),
    }
}

/// Statistics of the games of one sort.
#[derive(Default)]
struct Courses {
    outcomes: Vec<Option<Outcome>>,
    refused: u64,
    shots: u32,
    slimed: usize,
}

impl Courses {
    fn count(&self, outcome: Option<Outcome>) -> usize {
        self.outcomes
            .iter()
            .filter(|other| **other == outcome)
            .count()
    }

    fn print(&self, name: &str, began: Instant) {
        let [won, lost, drawn, unfinished] = [
            Some(Outcome::Won),
            Some(Outcome::Lost),
            Some(Outcome::Drawn),
            None,
        ]
        .map(|outcome| self.count(outcome));
        println!(
            "{name}: {won} won, {lost} lost, {drawn} drawn, {unfinished} unfinished; {} shots, {} slimed, {:.1?}",
            self.shots,
            self.slimed,
            began.elapsed(),
        );
    }

    /// Plays a game to its end or to the action limit.
    fn play(&mut self, dungeon: &Arc<Dungeon>, seed: u64, dice: &mut Dice) {
        let mut mirrored = MirroredGame::new(dungeon, seed);
        assert_possible(mirrored.game.world());
        for _ in 0..LONGEST {
            assert_nothing_is_stale(&mirrored.game, dice);
            if mirrored.game.outcome().is_some() {
                break;
            }
            let action = any(&mirrored.game, dice);
            step(&mut mirrored, action);
            let slimed = |event: &&Event| matches!(event, Event::Slimed { .. });
            self.slimed += mirrored.game.events().iter().filter(slimed).count();
        }
        let mut game = mirrored.game;
        if game.outcome().is_some() {
            assert_eq!(game.step(Action::Do(END_TURN)), Err(Refusal::GameOver));
        }
        self.outcomes.push(game.outcome());
        self.refused += game.refused_wishes();
        self.shots += game.world().ledger().shots;
    }
}

/// Returns the number of games to play: `BOT_GAMES`, or the usual number.
fn games(usual: u64) -> u64 {
    let asked = std::env::var("BOT_GAMES").ok();
    asked.and_then(|games| games.parse().ok()).unwrap_or(usual)
}

/// Plays battles of the five ghosts and these other glyphs, with the seeds from `first` on.
fn battles(first: u64, usual: u64, others: &[char]) -> Courses {
    let mut courses = Courses::default();
    for seed in first..first + games(usual) {
        let mut dice = Dice::new(seed);
        let dungeon = crate::scenario::dungeon(&drawn(&mut dice, others));
        courses.play(&dungeon, seed, &mut dice);
    }
    courses
}

#[test]
fn k5_what_lies_over_the_board_is_never_stale_in_battles_of_the_five_ghosts() {
    let began = Instant::now();
    let courses = battles(1, 60, &[]);
    courses.print("five ghosts", began);
    assert_eq!(courses.refused, 0, "the rules refused a ghost's action");
    assert!(courses.count(Some(Outcome::Won)) > 0 && courses.count(Some(Outcome::Lost)) > 0);
    assert!(courses.shots > 0 && courses.slimed > 0);
}

#[test]
fn k5_overlays_are_never_stale_in_a_fight() {
    let began = Instant::now();
    let courses = battles(1_000_000, 60, &OTHERS);
    courses.print("everybody", began);
    assert!(courses.count(Some(Outcome::Won)) > 0 && courses.count(Some(Outcome::Lost)) > 0);
}
