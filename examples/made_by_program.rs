//! Generates a thousand mazes, builds a dungeon from each without a file, and checks the dungeon. Run with `cargo run
//! --example made_by_program`.
use dungeon::data::DungeonBuilder;
use dungeon::geometry::{Direction, Grid, Point, Size, at};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The size of a maze. Its sides are odd, so that every second cell is a room of the maze and the edge is rock.
const SIZE: Size = Size {
    width: 31,
    height: 15,
};

/// The directions from a room of the maze to its neighbors.
const WAYS: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];

/// Returns a maze in which every room can be reached, and the room that was carved last.
fn carve(seed: u64) -> (Grid<char>, Point) {
    let mut maze = Grid::filled(SIZE, '#');
    let mut trail = vec![at(1, 1)];
    let mut last = at(1, 1);
    maze.set(last, '.');
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    while let Some(&room) = trail.last() {
        let rock = |way: &Direction| maze.get(room + *way + *way) == Some('#');
        let ways: Vec<Direction> = WAYS.into_iter().filter(rock).collect();
        if ways.is_empty() {
            trail.pop();
            continue;
        }
        let way = ways[dice.random_range(..ways.len())];
        last = room + way + way;
        maze.set(room + way, '.');
        maze.set(last, '.');
        trail.push(last);
    }
    (maze, last)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for seed in 1..=1_000 {
        let (maze, end) = carve(seed);
        let builder = DungeonBuilder::new()
            .title(&format!("Maze {seed}"))
            .rules("explore")
            .key("fog", 6)
            .kind('r', "rat")
            .key("health", 2)
            .key("roam", "wander")
            .level("Maze")
            .map_of(&maze)
            .glyph('@', at(1, 1))
            .key("health", 20)
            .glyph('$', end)
            .scatter('r')
            .number(3);
        let (dungeon, report) = builder.build_with_report();
        if dungeon.is_none() || !report.diagnostics.is_empty() {
            return Err(report.into());
        }
        if seed == 1 {
            print!("{}", report.source.text);
        }
    }
    // A maze with a blocked path is reported, with the place in the generated text.
    let (mut maze, end) = carve(1);
    for way in WAYS {
        maze.set(end + way, '#');
    }
    let walled = DungeonBuilder::new()
        .map_of(&maze)
        .glyph('@', at(1, 1))
        .glyph('$', end);
    let report = walled
        .build()
        .err()
        .ok_or("a walled maze must be rejected")?;
    println!("\n{report}");
    Ok(())
}
