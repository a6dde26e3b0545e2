//! Mazes that a program carves, a thousand of them, each built and checked without a file. `cargo run --example
//! made_by_program`
use dungeon::Dungeon;
use dungeon::chance::{Chance, DrawKey, DrawPurpose};
use dungeon::data::LevelId;
use dungeon::geometry::{Direction, Grid, Point, Size, at};

/// Odd, so that every second cell is a room of the maze and the rim is rock.
const SIZE: Size = Size {
    width: 31,
    height: 15,
};

/// The ways from one room of a maze to the next.
const WAYS: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];

/// A maze in which every room can be reached, and the room that was carved last.
fn carve(seed: u64) -> (Grid<char>, Point) {
    let mut maze = Grid::filled(SIZE, '#');
    let mut trail = vec![at(1, 1)];
    let mut last = at(1, 1);
    maze.set(last, '.');
    let mut draws = 0..;
    while let (Some(&room), Some(nth)) = (trail.last(), draws.next()) {
        let rock = |way: &Direction| maze.get(room + *way + *way) == Some('#');
        let ways: Vec<Direction> = WAYS.into_iter().filter(rock).collect();
        let Some(count) = u32::try_from(ways.len()).ok().filter(|count| *count > 0) else {
            trail.pop();
            continue;
        };
        let way = ways[luck(seed, nth, count)];
        last = room + way + way;
        maze.set(room + way, '.');
        maze.set(last, '.');
        trail.push(last);
    }
    (maze, last)
}

/// A number below `count`, the same for a seed and a draw on every machine.
fn luck(seed: u64, nth: u32, count: u32) -> usize {
    let occasion = DrawKey {
        level: LevelId(0),
        purpose: DrawPurpose::Search,
        turn: nth,
        actor: 0,
        nth: 0,
    };
    Chance(seed).draw(occasion).below(count) as usize
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for seed in 1..=1_000 {
        let (maze, end) = carve(seed);
        let builder = Dungeon::builder()
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
    // A maze whose way is walled up is found out, with the place in the listing.
    let (mut maze, end) = carve(1);
    for way in WAYS {
        maze.set(end + way, '#');
    }
    let walled = Dungeon::builder()
        .map_of(&maze)
        .glyph('@', at(1, 1))
        .glyph('$', end);
    let report = walled.build().err().ok_or("a maze that nobody can win")?;
    println!("\n{report}");
    Ok(())
}
