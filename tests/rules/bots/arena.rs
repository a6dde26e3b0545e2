//! Bots on arena boards: a random bot on random boards, and on the published board a bot that stomps every enemy that
//! approaches. After every turn the world must satisfy the rules.
//!
//! The suite plays few games; `BOT_GAMES=10000 cargo test --release --test rules bots::arena -- --nocapture` plays many
//! and prints statistics.
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use super::mirrored_game::MirroredGame;
use crate::scenario::arena::{enemies, lives};
use crate::scenario::dice::Dice;
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Dungeon, LevelId, Stat};
use dungeon_model::space::geometry::{Direction, Neighbours, Point};

/// The number of rounds after which a game is abandoned.
const LONGEST: u32 = 1000;

/// The kinds and items of random boards.
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

/// Options for the `rules` line.
const OPTIONS: [&str; 6] = [
    " quirk=diagonal",
    " reachable=yes",
    " tempo=500",
    " fog=3",
    " sight=2",
    " lives=1",
];

/// Glyphs to scatter, each with the keys of its record.
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

/// A random file: one to four boards of any shape, with any kinds and items.
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
        // Only the first board may leave the hero's cell to the seed.
        text += &match dice.below(4) {
            0 if nth == 0 => "scatter @ 1\n".to_owned(),
            _ => format!("@ {x} {y}\n"),
        };
        // A key opens every lock, and at least one enemy must be stomped.
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

/// Tries an action and checks its effects.
fn step(mirrored: &mut MirroredGame, action: Action) {
    let before = clock(&mirrored.game);
    let (lives, at) = (lives(&mirrored.game), hero(&mirrored.game));
    let tried = mirrored.game.step(action);
    let (sum, turn, round) = clock(&mirrored.game);
    match tried {
        Err(refusal) => {
            assert_ne!(action, Action::Wait, "{refusal}");
            assert_eq!((sum, turn, round), before, "{action:?}");
            return;
        }
        Ok(()) if action == Action::Idle => assert_eq!(turn, before.1),
        Ok(()) => assert_eq!(turn, before.1 + 1),
    }
    assert_eq!(round, before.2 + 1);
    assert_lives(&mirrored.game, lives);
    assert_way(&mirrored.game, action, at);
    mirrored.follow();
    assert_possible(&mirrored.game);
}

/// Returns the checksum, the turn and the round.
fn clock(game: &Game) -> (u64, u32, u32) {
    let world = game.world();
    (game.checksum(), world.turn(), world.round())
}

/// Returns the hero's board and cell.
fn hero(game: &Game) -> (LevelId, Point) {
    let hero = game.world().body(game.world().commanded());
    (hero.level, hero.at)
}

/// Asserts that lives come only from items that the hero takes.
fn assert_lives(game: &Game, before: i32) {
    let taken = game.events().iter().map(|event| match event {
        Event::Taken { item, .. } => game.world().item(*item).gives[Stat::Health],
        _ => 0,
    });
    assert!(lives(game) <= before + taken.sum::<i32>());
}

/// Asserts that the hero stayed, or went one cell along its row or column.
fn assert_way(game: &Game, action: Action, (board, from): (LevelId, Point)) {
    let hero = game.world().commanded();
    let is_his = |event: &&Event| matches!(event, Event::Moved { who, .. } if *who == hero);
    let moves: Vec<_> = game.events().iter().filter(is_his).collect();
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

/// Asserts the invariants of every board.
fn assert_possible(game: &Game) {
    assert_judged(game);
    for (board, _) in game.world().dungeon().numbered_levels() {
        assert_one_body_a_cell(game.world(), board);
    }
}

/// Asserts that the hero of an unfinished game has lives and enemies on its board, and that an outcome is justified.
fn assert_judged(game: &Game) {
    let world = game.world();
    let (lives, left) = (lives(game), enemies(world));
    match world.outcome() {
        None => assert!(lives > 0 && world.theirs(world.here()).next().is_some()),
        Some(Outcome::Won) => assert!(lives > 0 && left == 0, "{lives} {left}"),
        Some(Outcome::Lost) => assert!(lives <= 0, "{lives}"),
        Some(Outcome::Drawn) => panic!("a game cannot end in a draw"),
    }
}

/// Asserts that each body of a board has a cell of its own, and that no other cell is occupied.
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

/// Returns a random action: any bound action, mostly steps, and some that the rules refuse.
fn any(game: &Game, dice: &mut Dice) -> Action {
    let bindings = game.rules().face().bindings().iter();
    let bound: Vec<Action> = bindings.map(|binding| binding.action).collect();
    match dice.below(12) {
        0 => Action::Idle,
        1 => Action::Step(dice.one_of(&Direction::ALL)),
        _ => dice.one_of(&bound),
    }
}

/// Statistics of the games of one sort.
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

/// Plays a game to its end or to the round limit.
fn play(dungeon: &Arc<Dungeon>, seed: u64, mut next: impl FnMut(&Game) -> Action) -> Game {
    let mut mirrored = MirroredGame::new(dungeon, seed);
    assert_possible(&mirrored.game);
    while mirrored.game.outcome().is_none() && mirrored.game.world().round() < LONGEST {
        let action = next(&mirrored.game);
        step(&mut mirrored, action);
    }
    let mut game = mirrored.game;
    if game.outcome().is_some() {
        assert_eq!(game.step(Action::Wait), Err(Refusal::GameOver));
    }
    game
}

/// Returns the number of games to play: `BOT_GAMES`, or the usual number.
fn games(usual: u64) -> u64 {
    let asked = std::env::var("BOT_GAMES").ok();
    asked.and_then(|games| games.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_player_without_a_plan_meets_only_what_the_rules_know_on_boards_of_chance() {
    let (began, mut courses) = (Instant::now(), Courses::default());
    for seed in 0..games(120) {
        let mut dice = Dice::new(seed);
        let dungeon = crate::scenario::dungeon(&drawn(&mut dice));
        courses.add(&play(&dungeon, seed, |game| any(game, &mut dice)));
    }
    courses.print("boards of chance", began);
    assert!(courses.won > 0 && courses.lost > 0);
}

#[test]
fn a_player_without_a_plan_meets_only_what_the_rules_know_on_the_published_board() {
    let dungeon = crate::scenario::dungeon("rules arena\n");
    let (began, mut courses) = (Instant::now(), Courses::default());
    for seed in 0..games(30) {
        let mut dice = Dice::new(seed);
        let game = play(&dungeon, seed, |game| any(game, &mut dice));
        assert_eq!(
            game.refused_wishes(),
            0,
            "the rules refused an enemy's action"
        );
        courses.add(&game);
    }
    courses.print("the published board", began);
    assert!(courses.lost > 0);
}

/// Stomps an adjacent enemy, waits up to four turns for one at distance 2, and otherwise walks to the nearest one.
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
        let dungeon = crate::scenario::dungeon(rules);
        let (began, mut courses) = (Instant::now(), Courses::default());
        for seed in 0..games(30) {
            let mut waited = 0;
            courses.add(&play(&dungeon, seed, |game| greedy(game, &mut waited)));
        }
        courses.print(&format!("{} with a plan", rules.trim()), began);
        assert!(courses.won * 2 > courses.turns.len());
    }
}
