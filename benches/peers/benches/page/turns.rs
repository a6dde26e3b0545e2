//! Whole turns, compared with a bare loop that does the same: monsters in columns on a grid with walls, which sense by
//! distance, chase or wander, strike, and move if the cell is free. The loop has no events, checks, log or exchangeable
//! rules, so it is a limit rather than a game. Both sides start with the same walls and monsters.
use std::hint::black_box;

use dungeon_engine::action::Action;
use dungeon_engine::chance::mix;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{LevelId, Stat};
use dungeon_model::space::distances::Distances;
use dungeon_model::space::geometry::{Direction, Point, Size};
use dungeon_model::space::grid::Grid;
use dungeon_peers::game;

use super::ratios::{Claim, Table};

/// A distance from which every monster senses its prey.
const EVERYWHERE: u32 = 60_000;

/// The behavior of the monsters: from how many cells each half of them senses the hero, and whether the others keep a
/// direction (E-21) or draw one of four each turn.
#[derive(Clone, Copy)]
struct Mode {
    name: &'static str,
    near: [u32; 2],
    keeps_heading: bool,
}

const MODES: [Mode; 4] = [
    Mode {
        name: "wander",
        near: [2, 2],
        keeps_heading: false,
    },
    Mode {
        name: "wander straight on",
        near: [2, 2],
        keeps_heading: true,
    },
    Mode {
        name: "hunt",
        near: [EVERYWHERE, EVERYWHERE],
        keeps_heading: false,
    },
    Mode {
        name: "mixed",
        near: [2, EVERYWHERE],
        keeps_heading: false,
    },
];

const LEVEL: LevelId = LevelId(0);

/// Returns a dungeon with a number of monsters on an open map with a tenth of its cells blocked. The hero cannot be
/// killed, and a coin in a closed cell keeps the game going.
fn text(monsters: u32, mode: Mode, Size { width, height }: Size) -> String {
    let [near, far] = mode.near;
    let roam = if mode.keeps_heading {
        "wander"
    } else {
        "random"
    };
    let (x, y) = (width / 2, height / 2);
    let [few, many] = [monsters / 2, monsters - monsters / 2];
    format!(
        "kind a \"ape\" health=9 strength=0 sense=near:{near} hunt=greedy roam={roam}\n\
         kind b \"bear\" health=9 strength=0 sense=near:{far} hunt=greedy roam={roam}\n\
         hero health=2000000000 strength=0\nmap open {width} {height}\n@ {x} {y}\n$ 3 3\n\
         scatter # 100% in=2,2..4,2\nscatter # 100% in=2,3..4,3\nscatter # 100% in=2,4..4,4\n\
         scatter # 10%\nscatter a {few}\nscatter b {many}\n"
    )
}

/// Returns a dungeon with hunters that find paths from anywhere, on such a map.
fn hunters(monsters: u32, Size { width, height }: Size) -> String {
    let (x, y) = (width / 2, height / 2);
    format!(
        "kind d \"dog\" strength=0 sense=always hunt=path\nhero health=2000000000 strength=0\n\
         map open {width} {height}\n@ {x} {y}\n$ 3 3\nscatter # 100% in=2,2..4,2\nscatter # 100% in=2,3..4,3\n\
         scatter # 100% in=2,4..4,4\nscatter # 10%\nscatter d {monsters}\n"
    )
}

/// The random walk of a hero, the same for both sides.
struct Walk(u64);

impl Walk {
    fn way(&mut self) -> Direction {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Direction::ALL[(self.0 >> 61) as usize]
    }
}

/// Plays one of our turns: a command and its consequences.
fn turn(game: &mut Game, walk: &mut Walk) {
    game.step(Action::Step(walk.way()))
        .expect("walking is legal");
    black_box(game.events());
}

/// A cell of the bare loop: `FREE`, `WALL`, `HERO` or a monster's number from 0.
type Cell = u32;
const FREE: Cell = u32::MAX;
const WALL: Cell = u32::MAX - 1;
const HERO: Cell = u32::MAX - 2;

/// The heading of a monster without one.
const NO_HEADING: (i32, i32) = (0, 0);

/// A game reduced to a loop.
struct BareLoop {
    width: i32,
    cells: Vec<Cell>,
    turn: u64,
    keeps_heading: bool,
    hero: (i32, i32),
    hero_health: i32,
    // One column for each property of the monsters.
    at: Vec<(i32, i32)>,
    heading: Vec<(i32, i32)>,
    reach: Vec<i64>, // squared
    strength: Vec<i32>,
    health: Vec<i32>,
}

impl BareLoop {
    /// Copies the walls and bodies of a game that has just begun.
    fn like(game: &Game, mode: Mode) -> BareLoop {
        let world = game.world();
        let size = world.size(LEVEL);
        let is_wall = |p: Point| !world.is_valid(LEVEL, p);
        let cell = |p: Point| if is_wall(p) { WALL } else { FREE };
        let mut cells: Vec<Cell> = size.points().map(cell).collect();
        let index = |p: Point| (p.y * size.width + p.x) as usize;
        let hero = world.body(world.commanded());
        cells[index(hero.at)] = HERO;
        let theirs: Vec<_> = world.theirs(LEVEL).map(|who| world.body(who)).collect();
        for (nth, body) in (0..).zip(&theirs) {
            cells[index(body.at)] = nth;
        }
        let half = theirs.len() / 2;
        let near = |nth: usize| i64::from(mode.near[usize::from(nth >= half)]);
        BareLoop {
            width: size.width,
            cells,
            turn: 0,
            keeps_heading: mode.keeps_heading,
            hero: (hero.at.x, hero.at.y),
            hero_health: hero.stat(Stat::Health),
            at: theirs.iter().map(|body| (body.at.x, body.at.y)).collect(),
            heading: vec![NO_HEADING; theirs.len()],
            // Our monsters sense a prey that is nearer than this many cells, with distances rounded up.
            reach: (0..theirs.len())
                .map(|nth| (near(nth) - 1) * (near(nth) - 1))
                .collect(),
            strength: theirs
                .iter()
                .map(|body| body.stat(Stat::Strength))
                .collect(),
            health: theirs.iter().map(|body| body.stat(Stat::Health)).collect(),
        }
    }

    #[inline]
    fn index(&self, (x, y): (i32, i32)) -> usize {
        (y * self.width + x) as usize
    }

    /// Moves the hero to a free cell, or strikes the monster there. Then every monster acts.
    fn turn(&mut self, way: Direction) {
        self.turn += 1;
        let to = (self.hero.0 + way.dx(), self.hero.1 + way.dy());
        let (here, there) = (self.index(self.hero), self.index(to));
        match self.cells[there] {
            FREE => {
                self.cells[here] = FREE;
                self.cells[there] = HERO;
                self.hero = to;
            }
            WALL => {}
            whom => self.health[whom as usize] -= 0,
        }
        for nth in 0..self.at.len() {
            self.act(nth);
        }
    }

    #[inline]
    fn act(&mut self, nth: usize) {
        let (x, y) = self.at[nth];
        let (dx, dy) = (self.hero.0 - x, self.hero.1 - y);
        if dx.abs().max(dy.abs()) == 1 {
            self.hero_health -= self.strength[nth];
            return;
        }
        let squared = i64::from(dx) * i64::from(dx) + i64::from(dy) * i64::from(dy);
        if squared <= self.reach[nth] {
            let (sx, sy) = (dx.signum(), dy.signum());
            if self.is_free((x + sx, y + sy)) {
                self.go(nth, (sx, sy));
                return;
            }
        }
        if self.keeps_heading {
            self.wander(nth)
        } else {
            self.stray(nth)
        }
    }

    /// Returns one of four directions, if the cell there is free.
    #[inline]
    fn stray(&mut self, nth: usize) {
        const FOUR: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        let (x, y) = self.at[nth];
        let way = FOUR[(self.chance(nth) >> 30) as usize];
        if self.is_free((x + way.0, y + way.1)) {
            self.go(nth, way);
        }
    }

    /// Keeps a monster's direction, or follows a wall. If both are blocked, draws one of nine, like our rules (E-21).
    #[inline]
    fn wander(&mut self, nth: usize) {
        let (x, y) = self.at[nth];
        let (dx, dy) = self.heading[nth];
        if (dx, dy) != NO_HEADING {
            for way in [(dx, dy), (dx, 0), (0, dy)] {
                if way == (0, 0) {
                    self.heading[nth] = NO_HEADING;
                    return;
                }
                if self.is_free((x + way.0, y + way.1)) {
                    self.heading[nth] = way;
                    self.go(nth, way);
                    return;
                }
            }
        }
        let key = (self.chance(nth) * 9 >> 32) as i32;
        let way = (key % 3 - 1, key / 3 - 1);
        if way == NO_HEADING {
            self.heading[nth] = NO_HEADING;
        } else if self.is_free((x + way.0, y + way.1)) {
            self.heading[nth] = way;
            self.go(nth, way);
        }
    }

    /// Returns 32 random bits: our hash of keys, applied to the turn and the monster.
    #[inline]
    fn chance(&self, nth: usize) -> u64 {
        mix(self.turn << 32 | nth as u64) >> 32
    }

    #[inline]
    fn is_free(&self, p: (i32, i32)) -> bool {
        self.cells[self.index(p)] == FREE
    }

    #[inline]
    fn go(&mut self, nth: usize, (dx, dy): (i32, i32)) {
        let (x, y) = self.at[nth];
        let (here, there) = (self.index((x, y)), self.index((x + dx, y + dy)));
        self.cells[here] = FREE;
        self.cells[there] = nth as u32;
        self.at[nth] = (x + dx, y + dy);
    }
}

/// Numbers of monsters with their maps: equally crowded from 100 on 80×50 to 10,000, and then the most that a map can
/// hold.
const GROWTH: [(u32, Size); 5] = [
    (10, Size::new(80, 50)),
    (100, Size::new(80, 50)),
    (1_000, Size::new(253, 158)),
    (10_000, Size::new(800, 500)),
    (100_000, Size::new(4096, 4096)),
];

fn claim(what: String, peer: &str, goal: f64, limits: &str) -> Claim {
    Claim {
        what,
        peer: peer.to_owned(),
        goal,
        limits: limits.to_owned(),
    }
}

/// Compares our turns with the bare loop on the same map.
fn beside_the_loop(table: &mut Table, monsters: u32, size: Size, mode: Mode, goal: f64) {
    let mut ours = game(&text(monsters, mode, size));
    let mut bare = BareLoop::like(&ours, mode);
    let (mut walk, mut other_walk) = (Walk(88_172), Walk(88_172));
    let what = format!("a turn, {monsters} monsters on {size}, {}", mode.name);
    table.row(
        claim(
            what,
            "a bare loop",
            goal,
            "590 to 680 instructions per monster: half for the loop with its view, the event and both cells, a third for \
             the mind, a tenth for the draw, a tenth for checking a step a second time",
        ),
        || turn(&mut ours, &mut walk),
        || bare.turn(other_walk.way()),
    );
    black_box(bare.hero_health);
}

/// Compares the time of a monster's act in a huge game with its time in a game of a hundred monsters.
fn beside_a_hundred(table: &mut Table, monsters: u32, size: Size, mode: Mode) {
    let mut huge = game(&text(monsters, mode, size));
    let mut small = game(&text(100, mode, Size::new(80, 50)));
    let (mut walk, mut other_walk) = (Walk(88_172), Walk(88_172));
    let what = format!("a turn, {monsters} monsters on {size}, {}", mode.name);
    table.row(
        claim(
            what,
            "as many turns of 100",
            0.5,
            "half of the time is reading cells ahead: the three rows around a monster are in three pages of memory, \
             and neither the caches nor the TLB can hold all these pages; with huge pages, the time is a quarter less",
        ),
        || turn(&mut huge, &mut walk),
        || (0..monsters / 100).for_each(|_| turn(&mut small, &mut other_walk)),
    );
}

/// Compares turns of hunters with `hunt=path`, all over a huge map, and one flood a turn to the farthest of them.
fn beside_a_flood(table: &mut Table, monsters: u32, size: Size) {
    let mut ours = game(&hunters(monsters, size));
    let world = ours.world();
    let mut open = Grid::filled(size, false);
    for p in size.points() {
        open.set(p, world.is_valid(LEVEL, p));
    }
    let theirs = world.theirs(LEVEL).map(|who| world.body(who).at);
    let theirs: Vec<Point> = theirs.collect();
    let mut hero = world.body(world.commanded()).at;
    let mut flood = Distances::default();
    let (mut walk, mut other_walk) = (Walk(88_172), Walk(88_172));
    let what = format!("a turn, {monsters} hunters by path on {size}");
    table.row(
        claim(
            what,
            "a flood a turn",
            10.0,
            "the flood itself: each of 17 million cells is written once a turn",
        ),
        || turn(&mut ours, &mut walk),
        || {
            let to = hero + other_walk.way();
            if open.get(to) == Some(true) {
                hero = to;
            }
            flood.begin(size, [hero]);
            for p in &theirs {
                black_box(flood.to(*p, |p| open.get(p) == Some(true)));
            }
        },
    );
}

pub fn measure(table: &mut Table) {
    for (monsters, size) in GROWTH {
        for mode in MODES {
            beside_the_loop(
                table,
                monsters,
                size,
                mode,
                if monsters == 10 { 2.0 } else { 1.0 },
            );
        }
    }
    for mode in MODES {
        beside_a_hundred(table, 100_000, Size::new(4096, 4096), mode);
    }
    for monsters in [100, 1_000, 100_000] {
        beside_a_flood(table, monsters, Size::new(4096, 4096));
    }
}
