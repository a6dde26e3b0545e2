//! Computes a lower bound on the bytes that draw the crypt's first frame, in any order. Each cell that is not blank is
//! written once and has one successor; the cheapest assignment of all successors costs no more than the best order.
//! Everything between two cells may be overwritten here, which a real order cannot always do.
use dungeon::ColourDepth;
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_play::session::session::Session;
use dungeon_play::view::frame::{Cell, Frame, Style};

const WIDTH: i32 = 80;
const DEPTH: ColourDepth = ColourDepth::Ansi16;

/// The bytes that begin and end a synchronized frame and clear the screen.
const AROUND: i32 = 16 + 9;

/// A cost above that of any move.
const NEVER: i32 = 1_000_000;

/// A cell to write: its place, the cursor's place afterwards, and the pen.
struct Stop {
    begin: Point,
    end: Point,
    /// `None` for both ends, where the pen is the terminal's own or does not matter.
    pen: Option<Style>,
}

fn main() {
    let crypt = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dungeons/crypt.dng");
    let session = Session::open(crypt)
        .expect("shipped and sound")
        .with_seed(7);
    let frame = session.with_size(WIDTH, 24).frame();
    let stops = stops(&frame);
    let cost = |from: usize, to: usize| {
        if from == to {
            NEVER
        } else {
            bytes_between(&stops[from], &stops[to])
        }
    };
    let costs: Vec<Vec<i32>> = (0..stops.len())
        .map(|from| (0..stops.len()).map(|to| cost(from, to)).collect())
        .collect();
    let (glyphs, between) = (stops.len() as i32 - 1, cheapest(&costs));
    println!("{glyphs} cells, {between} bytes between them, {AROUND} around");
    println!("no order is below {} bytes", glyphs + between + AROUND);
}

/// Returns all cells that are not blank, after one stop that stands for both ends: from the first cell, to the cursor's
/// place.
fn stops(frame: &Frame) -> Vec<Stop> {
    let mut stops = vec![Stop {
        begin: frame.cursor.unwrap_or_default(),
        end: Point::default(),
        pen: None,
    }];
    for (row, y) in frame.rows().zip(0..) {
        let written = row.iter().zip(0..).filter(|(cell, _)| cell.glyph() != ' ');
        stops.extend(written.map(|(cell, x)| Stop {
            begin: at(x, y),
            end: at(x + 1, y),
            pen: Some(cell.style()),
        }));
    }
    stops
}

/// Returns the bytes that move the cursor and change the pen from one stop to another.
fn bytes_between(from: &Stop, to: &Stop) -> i32 {
    moves(from.end, to.begin) + change(from.pen, to.pen)
}

fn moves(from: Point, to: Point) -> i32 {
    let absolute = match (to.x, to.y) {
        (0, 0) => 3,
        (0, y) => 3 + digits(y + 1),
        (x, y) => 4 + digits(y + 1) + digits(x + 1),
    };
    if from.x >= WIDTH {
        return absolute;
    }
    let down = match to.y - from.y {
        up @ ..0 => (-2 * up).min(counted(-up)),
        down => down.min(counted(down)),
    };
    let way = (to.x - from.x).abs();
    let across = way.min(counted(way));
    let returned = 1 + to.x.min(counted(to.x));
    absolute.min(down + across.min(returned))
}

/// Returns the length of a move with a count.
fn counted(steps: i32) -> i32 {
    3 + if steps == 1 { 0 } else { digits(steps) }
}

fn digits(number: i32) -> i32 {
    number.to_string().len() as i32
}

/// Returns the length of a change of the pen, measured in a row of two cells.
fn change(from: Option<Style>, to: Option<Style>) -> i32 {
    let (from, Some(to)) = (from.unwrap_or_default(), to) else {
        return 0;
    };
    if from == to {
        return 0;
    }
    let mut row = Frame::new(Size::new(2, 1));
    row.set(at(0, 0), Cell::new('@', from));
    row.set(at(1, 0), Cell::new('@', to));
    let painted = row.to_ansi(DEPTH);
    painted.split('@').nth(1).map_or(0, str::len) as i32
}

/// Returns the minimum total cost of an assignment, one entry in each row and column, by the Hungarian method: adds one
/// row at a time, each along the cheapest augmenting path.
fn cheapest(costs: &[Vec<i32>]) -> i32 {
    let size = costs.len();
    // Column `size` holds the row that is being added.
    let mut rows = vec![0; size];
    let mut columns = vec![0; size + 1];
    let mut owner: Vec<Option<usize>> = vec![None; size + 1];
    for new in 0..size {
        owner[size] = Some(new);
        let mut column = size;
        let mut is_seen = vec![false; size + 1];
        let mut slack = vec![(NEVER * 2, size); size];
        while let Some(row) = owner[column] {
            is_seen[column] = true;
            for to in (0..size).filter(|to| !is_seen[*to]) {
                let spare = costs[row][to] - rows[row] - columns[to];
                slack[to] = slack[to].min((spare, column));
            }
            let unseen = (0..size).filter(|to| !is_seen[*to]);
            let next = unseen
                .min_by_key(|to| slack[*to].0)
                .expect("a cell is free");
            let by = slack[next].0;
            for to in 0..=size {
                match (is_seen[to], owner[to]) {
                    (true, Some(row)) => {
                        rows[row] += by;
                        columns[to] -= by;
                    }
                    _ if to < size => slack[to].0 -= by,
                    _ => (),
                }
            }
            column = next;
        }
        while column != size {
            let before = slack[column].1;
            owner[column] = owner[before];
            column = before;
        }
    }
    let chosen = owner[..size].iter().zip(0..);
    chosen
        .map(|(row, column)| row.map_or(0, |row| costs[row][column]))
        .sum()
}
