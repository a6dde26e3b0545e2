//! Players on boards of arena: one without a plan, on boards that chance has drawn, and one who stomps whoever comes
//! near, on the published one. After every turn the world is what the rules say it can be.
//!
//! The suite plays few games; `BOT_GAMES=10000 cargo test --release --test bots arena -- --nocapture` plays many and
//! prints how they went.
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use crate::support::arena::{enemies, lives};
use crate::support::dice::Dice;
use dungeon::dungeon::{Dungeon, LevelId, Stat};
use dungeon::engine::action::{Action, ActorId, Refusal};
use dungeon::engine::event::{Event, Outcome};
use dungeon::engine::game::Game;
use dungeon::engine::world::World;
use dungeon::space::geometry::{Direction, Neighbours, Point};
use dungeon::{monsters, rulesets};

/// A game that nobody ends by then is left.
const LONGEST: u32 = 1000;

/// Everybody and everything that boards of chance are strewn with.
const CAST: &str = "hero health=6
item h \"heart\" health=1
item k \"key\" opens=iron
kind w \"wolf\" is=wanderer strength=1
kind g \"ghost\" is=ghost strength=1 drops=h
kind a \"archer\" is=patrol shot=1
kind z \"zealot\" sense=always hunt=path attack=ram strength=2
kind b \"bomb\" is=enemy attack=burst:1
kind m \"mother\" is=enemy spawns=%:9 speed=1
kind f \"flea\" is=enemy speed=4
kind t \"thief\" is=wanderer attack=steal:3 through=doors
";

/// What its rules may say.
const OPTIONS: [&str; 6] = [
    " quirk=diagonal",
    " reachable=yes",
    " tempo=500",
    " fog=3",
    " sight=2",
    " lives=1",
];

/// What is strewn, with the keys of its record.
const THINGS: [(char, &str); 19] = [
    ('%', ""),
    ('%', ""),
    ('%', ""),
    ('w', ""),
    ('g', ""),
    ('a', ""),
    ('z', ""),
    ('b', ""),
    ('m', ""),
    ('f', ""),
    ('t', ""),
    ('h', ""),
    ('k', ""),
    ('+', ""),
    ('+', " locked=iron"),
    ('^', ""),
    ('^', " hidden=yes trap=pit"),
    ('^', " trap=teleport"),
    ('^', " trap=alarm once=yes"),
];

/// A file that chance has written: one to four boards of any shape, with anybody on them.
fn drawn(dice: &mut Dice) -> String {
    let mut text = "rules arena".to_owned();
    for option in OPTIONS {
        text += dice.one_of(&["", "", option]);
    }
    text += &format!("\n{CAST}");
    let boards = dice.one_of(&[1, 1, 2, 3, 4]);
    for nth in 0..boards {
        let (width, height) = (1 + dice.below(22), 1 + dice.below(14));
        text += &format!("level \"Board {nth}\"\nmap open {width} {height}\n");
        let (x, y) = (1 + dice.below(width), 1 + dice.below(height));
        // Only the first board may leave it to the seed where he is.
        text += &match dice.below(4) {
            0 if nth == 0 => "scatter @ 1\n".to_owned(),
            _ => format!("@ {x} {y}\n"),
        };
        // Some key opens every lock, and somebody wants to be stomped.
        text += &format!(
            "scatter k 1\nscatter % 1\nscatter # {}%\n",
            dice.one_of(&[0, 10, 20, 30, 45, 60])
        );
        for _ in 0..dice.below(7) {
            let (thing, keys) = dice.one_of(&THINGS);
            let overlap = dice.one_of(&["", "", " overlap=yes"]);
            let away = dice.one_of(&["", " away=1", " away=4"]);
            text += &format!(
                "scatter {thing} {}{overlap}{away}{keys}\n",
                1 + dice.below(6)
            );
        }
        if nth > 0 {
            text += dice.one_of(&["", "scatter < 1\n"]);
        }
        if nth + 1 < boards {
            text += dice.one_of(&["", "scatter > 1\n"]);
        }
    }
    text
}

/// One game, and a world that is told its events and nothing else.
struct Watched {
    game: Game,
    mirror: World,
}

impl Watched {
    fn new(dungeon: &Arc<Dungeon>, seed: u64) -> Watched {
        let rules = rulesets::pick(dungeon);
        let game = Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed);
        let mirror = World::new(Arc::clone(dungeon), seed);
        let mut watched = Watched { game, mirror };
        watched.follow();
        watched
    }

    /// Tries an action, and looks at what it did.
    fn step(&mut self, action: Action) {
        let (sum, turn, round) = self.clock();
        let (lives, at) = (lives(&self.game), self.hero());
        match self.game.step(action) {
            Err(refusal) => {
                assert_ne!(action, Action::Wait, "{refusal}");
                assert_eq!(self.clock(), (sum, turn, round), "{action:?}");
                return;
            }
            Ok(()) if action == Action::Idle => assert_eq!(self.clock().1, turn),
            Ok(()) => assert_eq!(self.clock().1, turn + 1),
        }
        assert_eq!(self.clock().2, round + 1);
        self.assert_lives(lives);
        self.assert_way(action, at);
        assert_the_dead_rest(self.game.events());
        self.follow();
    }

    fn clock(&self) -> (u64, u32, u32) {
        let world = self.game.world();
        (self.game.checksum(), world.turn(), world.round())
    }

    fn hero(&self) -> (LevelId, Point) {
        let hero = self.game.world().body(self.game.world().commanded());
        (hero.level, hero.at)
    }

    /// Lives come from what he takes, and from nothing else.
    fn assert_lives(&self, before: i32) {
        let taken = self.game.events().iter().map(|event| match event {
            Event::Taken { item, .. } => self.game.world().item(*item).gives[Stat::Health],
            _ => 0,
        });
        assert!(lives(&self.game) <= before + taken.sum::<i32>());
    }

    /// He went one cell along the row or the column, if he went at all, or far.
    fn assert_way(&self, action: Action, (board, from): (LevelId, Point)) {
        let hero = self.game.world().commanded();
        let moves = self
            .game
            .events()
            .iter()
            .filter(|event| matches!(event, Event::Moved { who, .. } if *who == hero));
        let moves: Vec<_> = moves.collect();
        match (action, moves.as_slice()) {
            (_, []) => {}
            (
                Action::Step(way),
                [
                    Event::Moved {
                        level,
                        from: left,
                        to,
                        ..
                    },
                ],
            ) => {
                assert_eq!((*level, *left, *to), (board, from, from + way));
                assert_eq!(from.manhattan(*to), 1);
            }
            (action, moves) => panic!("{action:?}: {moves:?}"),
        }
    }

    /// The mirror follows, and both are as the rules say.
    fn follow(&mut self) {
        self.game
            .events()
            .iter()
            .for_each(|event| self.mirror.apply(event));
        let world = self.game.world();
        assert_eq!(self.mirror.checksum(), world.checksum());
        assert_judged(&self.game);
        for (board, _) in world.dungeon().numbered_levels() {
            assert_one_body_a_cell(world, board);
        }
    }
}

/// Who plays on has lives, and enemies where he is; how it ended is what is so.
fn assert_judged(game: &Game) {
    let world = game.world();
    let (lives, left) = (lives(game), enemies(world));
    match world.outcome() {
        None => assert!(lives > 0 && world.theirs(world.here()).next().is_some()),
        Some(Outcome::Won) => assert!(lives > 0 && left == 0, "{lives} {left}"),
        Some(Outcome::Lost) => assert!(lives <= 0, "{lives}"),
        Some(Outcome::Drawn) => panic!("nobody draws"),
    }
}

/// Nobody does anything once he has died.
fn assert_the_dead_rest(events: &[Event]) {
    let mut dead = BTreeSet::new();
    for event in events {
        match *event {
            Event::Died { who, .. } => assert!(dead.insert(who), "{who:?} died twice"),
            Event::Moved { who, .. }
            | Event::Rammed { who, .. }
            | Event::Struck { who, .. }
            | Event::Shot { who, .. }
            | Event::Opened { who, .. }
            | Event::Spoke { who } => assert!(!dead.contains(&who), "{event:?}"),
            _ => {}
        }
    }
}

fn assert_one_body_a_cell(world: &World, board: LevelId) {
    let ours = world.ours().filter(|who| world.body(*who).level == board);
    let standing: Vec<ActorId> = ours.chain(world.theirs(board)).collect();
    for who in &standing {
        assert_eq!(world.body_at(board, world.body(*who).at), Some(*who));
    }
    let cells = world.size(board).points();
    let taken = cells.filter(|p| world.body_at(board, *p).is_some());
    assert_eq!(taken.count(), standing.len());
}

/// What a player without a plan tries: whatever is bound, more often steps than not, and what nobody can do here.
fn any(game: &Game, dice: &mut Dice) -> Action {
    let bindings = game.rules().bindings().iter().copied().flatten();
    let bound: Vec<Action> = bindings.map(|binding| binding.action).collect();
    match dice.below(12) {
        0 => Action::Idle,
        1 => Action::Step(dice.one_of(&Direction::ALL)),
        _ => dice.one_of(&bound),
    }
}

/// How games of one sort went.
#[derive(Default)]
struct Courses {
    won: usize,
    lost: usize,
    turns: Vec<u32>,
}

impl Courses {
    fn add(&mut self, game: &Game) {
        self.won += usize::from(game.outcome() == Some(Outcome::Won));
        self.lost += usize::from(game.outcome() == Some(Outcome::Lost));
        self.turns.push(game.world().turn());
    }

    fn print(&mut self, name: &str, began: Instant) {
        self.turns.sort_unstable();
        let games = self.turns.len();
        println!(
            "{name}: {games} games, {} won, {} lost, {} unfinished; turns {} (median), {} (most); {:.1?}",
            self.won,
            self.lost,
            games - self.won - self.lost,
            self.turns[games / 2],
            self.turns[games - 1],
            began.elapsed(),
        );
    }
}

/// Plays games of a text to their ends, or as long as games are let last.
fn play(dungeon: &Arc<Dungeon>, seed: u64, mut next: impl FnMut(&Game) -> Action) -> Game {
    let mut watched = Watched::new(dungeon, seed);
    while watched.game.outcome().is_none() && watched.game.world().round() < LONGEST {
        let action = next(&watched.game);
        watched.step(action);
    }
    let mut game = watched.game;
    if game.outcome().is_some() {
        assert_eq!(game.step(Action::Wait), Err(Refusal::GameOver));
    }
    game
}

/// How many games are asked for, or else so many.
fn games(usual: u64) -> u64 {
    let asked = std::env::var("BOT_GAMES").ok();
    asked.and_then(|games| games.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_player_without_a_plan_meets_only_what_the_rules_know_on_boards_of_chance() {
    let (began, mut courses) = (Instant::now(), Courses::default());
    for seed in 0..games(120) {
        let mut dice = Dice::of(seed);
        let dungeon = crate::support::dungeon(&drawn(&mut dice));
        courses.add(&play(&dungeon, seed, |game| any(game, &mut dice)));
    }
    courses.print("boards of chance", began);
    assert!(courses.won > 0 && courses.lost > 0);
}

#[test]
fn a_player_without_a_plan_meets_only_what_the_rules_know_on_the_published_board() {
    let dungeon = crate::support::dungeon("rules arena\n");
    let (began, mut courses) = (Instant::now(), Courses::default());
    for seed in 0..games(30) {
        let mut dice = Dice::of(seed);
        let game = play(&dungeon, seed, |game| any(game, &mut dice));
        assert_eq!(game.refused_wishes(), 0, "enemies know what they may do");
        courses.add(&game);
    }
    courses.print("the published board", began);
    assert!(courses.lost > 0);
}

/// Stomps who is beside him, lets come who is near, and goes to the nearest one otherwise, or when waiting was in vain.
fn greedy(game: &Game, waited: &mut u32) -> Action {
    let world = game.world();
    let (board, here) = (world.here(), world.body(world.commanded()).at);
    let is_enemy = |p: Point| world.body_at(board, p).is_some();
    let near = world
        .theirs(board)
        .map(|who| world.body(who).at.manhattan(here));
    let ways = Neighbours::Four.directions().iter().copied();
    if let Some(way) = ways.clone().find(|way| is_enemy(here + *way)) {
        *waited = 0;
        return Action::Step(way);
    }
    if near.min() == Some(2) && *waited < 4 {
        *waited += 1;
        return Action::Wait;
    }
    *waited = 0;
    let mut seen = BTreeSet::from([here]);
    let mut edge: VecDeque<(Point, Option<Direction>)> = VecDeque::from([(here, None)]);
    while let Some((p, first)) = edge.pop_front() {
        for way in ways.clone() {
            let (to, first) = (p + way, first.unwrap_or(way));
            if world.is_valid(board, to) && seen.insert(to) {
                if is_enemy(to) {
                    return Action::Step(first);
                }
                edge.push_back((to, Some(first)));
            }
        }
    }
    Action::Wait
}

#[test]
fn a_player_with_a_plan_wins_the_published_board_more_often_than_not() {
    for rules in ["rules arena\n", "rules arena reachable=yes\n"] {
        let dungeon = crate::support::dungeon(rules);
        let (began, mut courses) = (Instant::now(), Courses::default());
        for seed in 0..games(30) {
            let mut waited = 0;
            courses.add(&play(&dungeon, seed, |game| greedy(game, &mut waited)));
        }
        courses.print(&format!("{} with a plan", rules.trim()), began);
        assert!(courses.won * 2 > courses.turns.len());
    }
}
