//! The standard of comparison for `dungeon check`: the least that a program must do to check a file of `big_map`,
//! written by hand for such files only. It knows one level, the glyphs of `big_map`, and no faults except a few; it
//! reports only that a file is bad.
use std::collections::VecDeque;

/// The meaning of a byte of a map.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// An impassable cell.
    Wall,
    /// Room for a body or an item.
    Floor,
    /// A byte that such maps never have.
    Bad,
}

/// A record of a level.
pub struct Record {
    /// The glyph at its start.
    pub letter: u8,
    /// Its cell in reading order, from 0.
    pub at: u32,
    /// The remaining `count` numbers, in file order.
    pub numbers: [i32; 3],
    /// How many of `numbers` are used.
    pub count: u8,
}

/// A parsed file.
pub struct Level {
    /// The columns of the map.
    pub width: usize,
    /// The cells in reading order.
    pub cells: Vec<Cell>,
    /// The records in file order.
    pub records: Vec<Record>,
}

/// Parses a file: looks up every byte of the map in a table, and splits every record into its letter, place and
/// numbers. `None` if anything is wrong.
pub fn read(bytes: &[u8]) -> Option<Level> {
    let is_classic = bytes.first()?.is_ascii_digit();
    let (mut table, floor) = ([Cell::Bad; 256], if is_classic { b' ' } else { b'.' });
    table[usize::from(floor)] = Cell::Floor;
    table[usize::from(b'#')] = Cell::Wall;
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let mut level = Level {
        width: 0,
        cells: Vec::with_capacity(bytes.len()),
        records: Vec::new(),
    };
    if is_classic {
        let (width, rest) = number(lines.next()?)?;
        let (height, _) = number(rest)?;
        for _ in 0..height {
            row(&mut level, &table, lines.next()?)?;
        }
        if level.width != width as usize {
            return None;
        }
    } else {
        lines.find(|line| *line == b"map")?;
        loop {
            match lines.next()? {
                b"end" => break,
                line => row(&mut level, &table, line)?,
            }
        }
    }
    for line in lines {
        match line {
            b"" | b"q" => {}
            line => {
                let record = record(line, level.width)?;
                level.records.push(record);
            }
        }
    }
    Some(level)
}

fn row(level: &mut Level, table: &[Cell; 256], line: &[u8]) -> Option<()> {
    if level.width == 0 {
        level.width = line.len();
    }
    let first = level.cells.len();
    level
        .cells
        .extend(line.iter().map(|byte| table[usize::from(*byte)]));
    let is_good = line.len() == level.width && !level.cells[first..].contains(&Cell::Bad);
    is_good.then_some(())
}

fn record(line: &[u8], width: usize) -> Option<Record> {
    let (letter, rest) = line.split_first()?;
    let (x, rest) = number(rest)?;
    let (y, mut rest) = number(rest)?;
    let mut record = Record {
        letter: *letter,
        at: (y as u32 - 1) * width as u32 + x as u32 - 1,
        numbers: [0; 3],
        count: 0,
    };
    while !rest.is_empty() {
        let word = rest.strip_prefix(b" ")?;
        // The name of a key is skipped; its number follows.
        let keys: [&[u8]; 3] = [b"health=", b"wealth=", b"strength="];
        let word = keys
            .iter()
            .find_map(|key| word.strip_prefix(*key))
            .unwrap_or(word);
        let (value, behind) = number(word)?;
        *record.numbers.get_mut(usize::from(record.count))? = value;
        record.count += 1;
        rest = behind;
    }
    Some(record)
}

/// Parses a number after blanks, and returns it with the remaining bytes.
fn number(bytes: &[u8]) -> Option<(i32, &[u8])> {
    let mut at = 0;
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    let start = at;
    let mut value = 0_i32;
    while let Some(digit) = bytes.get(at).filter(|byte| byte.is_ascii_digit()) {
        value = value
            .checked_mul(10)?
            .checked_add(i32::from(digit - b'0'))?;
        at += 1;
    }
    (at > start).then_some((value, &bytes[at..]))
}

/// Whether the hero can reach every record's cell by steps to eight neighbors, and all of these cells differ. The edge
/// must be wall.
pub fn is_sound(level: &Level) -> bool {
    let Some(hero) = level
        .records
        .iter()
        .find(|record| matches!(record.letter, b'h' | b'@'))
    else {
        return false;
    };
    let width = level.width;
    // A cell is marked when it enters the queue, so it enters only once.
    let mut is_reached = vec![false; level.cells.len()];
    let mut queue = VecDeque::from([hero.at]);
    is_reached[hero.at as usize] = true;
    while let Some(at) = queue.pop_front() {
        let at = at as usize;
        let (above, below) = (at - width, at + width);
        let near = [
            above - 1,
            above,
            above + 1,
            at - 1,
            at + 1,
            below - 1,
            below,
            below + 1,
        ];
        for near in near {
            if level.cells[near] == Cell::Floor && !is_reached[near] {
                is_reached[near] = true;
                queue.push_back(near as u32);
            }
        }
    }
    let mut is_taken = vec![false; level.cells.len()];
    level.records.iter().all(|record| {
        let at = record.at as usize;
        level.cells.get(at) == Some(&Cell::Floor)
            && is_reached[at]
            && !std::mem::replace(&mut is_taken[at], true)
    })
}
