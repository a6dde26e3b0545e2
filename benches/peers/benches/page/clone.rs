//! The inner step of a search, compared with plain data: clone a game, take a random step, drop it. Also compares
//! random actions of battle with those of the other games.
use std::hint::black_box;

use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_model::space::geometry::{Direction, at};
use dungeon_peers::game;

use super::ratios::{Claim, Table};

/// Columns and rows of the map with ten monsters.
const MAP: (i32, i32) = (80, 50);
/// The number of steps that a hero may take, including waiting.
const STEPS: u32 = 9;

/// Random numbers by xorshift, for our side and the peers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// Returns a game with ten monsters of the book on 80×50, some turns after its start, whose hero does not die.
fn explore() -> Game {
    let (width, height) = MAP;
    let mut game = game(&format!(
        "hero health=2000000000\nmap open {width} {height}\n@ 40 25\n$ 2 2\nscatter # 10%\n\
         scatter w 4 strength=0\nscatter g 3 strength=0\nscatter p 3 strength=0\n"
    ));
    (0..3).for_each(|_| game.step(Action::Wait).expect("a hero may wait"));
    game
}

/// Clones a game, takes a random step of the hero, and drops the clone: one node of a search.
fn node(root: &Game, dice: &mut Dice) {
    let mut game = root.clone();
    let action = match Direction::ALL.get(dice.below(STEPS) as usize) {
        Some(way) => Action::Step(*way),
        None => Action::Wait,
    };
    let _ = black_box(game.step(action)); // a step into a wall is a node, too
}

/// The numbers of a game in columns, whose memory is copied as a whole.
#[derive(Clone)]
struct Columns {
    cells: Vec<u64>, // the number of the body on a cell, from 1, with a tile and an item
    at: Vec<(i32, i32)>,
    #[allow(dead_code)] // copied, as a game's are
    stats: Vec<[i32; 6]>,
    #[allow(dead_code)] // copied, as a game's are
    kinds: Vec<u16>,
    headings: Vec<(i32, i32)>,
    turn: u32,
}

/// The bit of a cell that marks a wall.
const WALL: u64 = 1 << 32;

impl Columns {
    fn of(game: &Game) -> Columns {
        let world = game.world();
        let here = world.here();
        let cell = |p| {
            let wall = if world.is_valid(here, p) { 0 } else { WALL };
            wall | world.body_at(here, p).map_or(0, |who| u64::from(who.0) + 1)
        };
        let bodies = world.bodies();
        Columns {
            cells: world.size(here).points().map(cell).collect(),
            at: bodies.iter().map(|body| (body.at.x, body.at.y)).collect(),
            stats: bodies.iter().map(|body| body.stats.0).collect(),
            kinds: bodies.iter().map(|body| body.kind.0).collect(),
            headings: vec![(0, 0); bodies.len()],
            turn: world.turn(),
        }
    }

    /// Plays a turn without rules, events or senses. Each body keeps its direction, or picks another one if it is
    /// blocked.
    fn step(&mut self, hero: u32, dice: &mut Dice) {
        self.headings[0] = (hero as i32 % 3 - 1, hero as i32 / 3 - 1);
        for who in 0..self.at.len() {
            if !self.go(who) && who > 0 {
                let way = dice.below(STEPS) as i32;
                self.headings[who] = (way % 3 - 1, way / 3 - 1);
                self.go(who);
            }
        }
        self.turn += 1;
    }

    fn go(&mut self, who: usize) -> bool {
        let ((x, y), (dx, dy)) = (self.at[who], self.headings[who]);
        let cell = |(x, y): (i32, i32)| (y * MAP.0 + x) as usize;
        let to = (x + dx, y + dy);
        let is_free = (dx, dy) != (0, 0) && self.cells[cell(to)] == 0;
        if is_free {
            self.cells[cell((x, y))] = 0;
            self.cells[cell(to)] = who as u64 + 1;
            self.at[who] = to;
        }
        is_free
    }
}

/// A game in which random actions are taken repeatedly.
struct RandomPlayer {
    root: Game,
    game: Game,
    actions: Vec<Action>,
    dice: Dice,
}

impl RandomPlayer {
    fn new(file: &str) -> RandomPlayer {
        let path = format!("{}/../../dungeons/{file}", env!("CARGO_MANIFEST_DIR"));
        let root = game(&std::fs::read_to_string(path).expect("a bundled dungeon"));
        let bindings = root.rules().face().bindings().iter();
        RandomPlayer {
            actions: bindings.map(|binding| binding.action).collect(),
            game: root.clone(),
            root,
            dice: Dice(77),
        }
    }

    /// Returns a random action. In games with pointing, three of four actions point at a nearby cell; all others are
    /// keys.
    fn action(&mut self) -> Action {
        let (world, dice) = (self.game.world(), &mut self.dice);
        if let Some(pointing) = self.game.rules().face().pointing()
            && dice.below(4) > 0
        {
            let here = world.body(world.commanded()).at;
            let mut near = |middle: i32| middle - 10 + dice.below(21) as i32;
            if let Some(action) = pointing.pointed(world, at(near(here.x), near(here.y))) {
                return action;
            }
        }
        self.actions[dice.below(self.actions.len() as u32) as usize]
    }

    fn act(&mut self) {
        let action = self.action();
        let _ = black_box(self.game.step(action)); // a refused action counts, too
        if self.game.outcome().is_some() {
            self.game.clone_from(&self.root);
        }
    }
}

fn claim(what: &str, peer: &str, goal: f64, limits: &str) -> Claim {
    Claim {
        what: what.to_owned(),
        peer: peer.to_owned(),
        goal,
        limits: limits.to_owned(),
    }
}

pub fn measure(table: &mut Table) {
    let root = explore();
    let columns = Columns::of(&root);
    table.row(
        claim(
            "a clone with 10 monsters on 80×50, dropped again",
            "the same numbers in columns, each copied whole",
            1.0,
            "six small lists and five reference counts",
        ),
        || drop(black_box(black_box(&root).clone())),
        || drop(black_box(black_box(&columns).clone())),
    );
    let (mut ours, mut theirs) = (Dice(99), Dice(99));
    table.row(
        claim(
            "a search node: clone, random step, drop; 10 monsters on 80×50",
            "columns, and a loop without rules, events or senses",
            0.67,
            "the turn; the peer only moves the bodies",
        ),
        || node(&root, &mut ours),
        || {
            let mut plain = black_box(&columns).clone();
            plain.step(theirs.below(STEPS), &mut theirs);
            black_box(plain);
        },
    );
    for (file, name, goal) in [
        ("siege-small.dng", "siege", 0.6),
        ("arena.dng", "arena", 0.6),
        ("crypt.dng", "explore", 0.6),
    ] {
        let (mut battle, mut other) = (RandomPlayer::new("battle.dng"), RandomPlayer::new(file));
        table.row(
            claim(
                "a random action of battle, refused ones too",
                &format!("one of {name}"),
                goal,
                "the ghosts' turns: up to six steps in each of two actions",
            ),
            || battle.act(),
            || other.act(),
        );
    }
}
