//! Hunters with `hunt=path` on a map of 400×400: one shared flood, compared with a search by each. Every measured turn
//! is the first one of a game, with hunters all over the map and a hero who has just moved, so that paths are long and
//! nothing is cached.
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::monster::{Memory, Monster};
use dungeon_engine::monster_view::{Sighting, View};
use dungeon_engine::world::World;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::{Dungeon, Footing, Kind, LevelId};
use dungeon_model::space::distances::Distances;
use dungeon_model::space::geometry::{Direction, Point, Size, at};
use dungeon_model::space::grid::Grid;

const SIDE: i32 = 400;

/// Returns a map with a tenth of its cells blocked.
fn open() -> String {
    format!("map open {SIDE} {SIDE}\n@ 200 200\n$ 202 200\nscatter # 10% away=3\n")
}

/// Returns a map with walls in every second row, each with one gap at alternating ends: the longest path possible.
fn maze() -> String {
    let rows = (0..SIDE).map(|y| {
        let row = (0..SIDE).map(|x| match (x, y) {
            (199, 199) => '@',
            (201, 199) => '$',
            (0 | 399, _) | (_, 0 | 399) => '#',
            (x, y) if y % 2 == 0 && x != if y % 4 == 0 { 1 } else { SIDE - 2 } => '#',
            _ => '.',
        });
        row.collect::<String>()
    });
    format!("map\n{}\nend\n", rows.collect::<Vec<_>>().join("\n"))
}

/// Returns a dungeon with a hero who cannot die, and this many hunters.
fn dungeon(level: &str, hunters: u32) -> Arc<Dungeon> {
    let text = format!(
        "kind H \"hunter\" strength=0 sense=always hunt=path\nhero health=2000000000\n\
         {level}scatter H {hunters}\n"
    );
    let source = Source::from_text("bench", text);
    let (dungeon, diagnostics) = dungeon_lint::read(&source, &Limits::default());
    Arc::new(dungeon.unwrap_or_else(|| panic!("{diagnostics:?}")))
}

fn game(dungeon: &Arc<Dungeon>, mind_for: impl Fn(&Kind) -> Box<dyn Monster>) -> Game {
    Game::new(Arc::clone(dungeon), rulesets::pick(dungeon), mind_for, 7)
}

/// A hunter that searches alone, until it has found the hero.
struct Loner {
    open: Grid<bool>,
}

impl Loner {
    fn new(world: &World) -> Loner {
        let mut open = Grid::filled(Size::new(SIDE, SIDE), false);
        for p in open.size().points() {
            open.set(p, world.tile(LevelId(0), p).footing == Footing::Anyone);
        }
        Loner { open }
    }
}

impl Monster for Loner {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.knows(|_, _| true)
    }

    fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        thread_local! {
            static SEARCH: RefCell<Distances> = RefCell::default();
        }
        SEARCH.with_borrow_mut(|search| {
            let here = view.at();
            search.begin(self.open.size(), [prey.at]);
            let is_open = |p: Point| self.open.get(p) == Some(true);
            let Some(steps) = search.to(here, is_open) else {
                return Action::Wait;
            };
            let nearer = |way: &Direction| {
                let left = search.known(here + *way);
                left.is_some_and(|left| left < steps) && view.is_free(here + *way)
            };
            let way = Direction::ALL.into_iter().find(nearer);
            way.map_or(Action::Wait, Action::Step)
        })
    }
}

/// Returns the time of a number of first turns. Each turn is undone while the clock is stopped.
fn first_turns(original: &Game, turns: u64) -> Duration {
    let mut copy = original.clone();
    let mut spent = Duration::ZERO;
    for _ in 0..turns {
        copy.clone_from(original);
        let begun = Instant::now();
        copy.step(Action::Step(Direction::West))
            .expect("walking is legal");
        spent += begun.elapsed();
    }
    spent
}

fn hunters(criterion: &mut Criterion) {
    for (name, level) in [("open", open()), ("maze", maze())] {
        let mut group = criterion.benchmark_group(format!("a turn on a map that is {name}"));
        group.sample_size(10);
        for hunters in [0, 10, 100, 1000] {
            let dungeon = dungeon(&level, hunters);
            let shared = game(&dungeon, monsters::mind_for);
            assert_eq!(shared.world().bodies().len(), 1 + hunters as usize);
            assert!(shared.world().is_valid(LevelId(0), at(198, 199)));
            group.bench_function(BenchmarkId::new("one flood for all", hunters), |bencher| {
                bencher.iter_custom(|turns| first_turns(&shared, turns))
            });
            let alone = game(&dungeon, |kind| match kind.name.as_str() {
                "hunter" => Box::new(Loner::new(shared.world())),
                _ => monsters::mind_for(kind),
            });
            group.bench_function(BenchmarkId::new("a search for each", hunters), |bencher| {
                bencher.iter_custom(|turns| first_turns(&alone, turns))
            });
        }
        group.finish();
    }
}

criterion_group!(benches, hunters);
criterion_main!(benches);
