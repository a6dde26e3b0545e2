//! Bytes to the terminal, and the time they take to find, beside ratatui with its termion backend: the same
//! frames of the same walks, 80×24. Bytes are counted and printed; times are criterion's.
use std::cell::Cell as Counter;
use std::hint::black_box;
use std::io::{self, Write};
use std::rc::Rc;

use criterion::Criterion;
use dungeon::ColourDepth;
use dungeon::dungeon::Colour;
use dungeon::play::session::session::Session;
use dungeon::space::geometry::{Point, Size, at};
use dungeon::terminal::ScreenWriter;
use dungeon::view::frame::{Cell, Frame, Style};
use dungeon_peers::{area, buffer, cursor};
use ratatui::backend::{Backend, TermionBackend};
use ratatui::{Terminal, TerminalOptions, Viewport};

const SIZE: Size = Size {
    width: 80,
    height: 24,
};

/// Counts what is written.
#[derive(Clone, Default)]
struct Scale(Rc<Counter<usize>>);

impl Scale {
    /// The count, which begins anew.
    fn take(&self) -> usize {
        self.0.take()
    }
}

impl Write for Scale {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A name and the frames of a walk, each after one key.
struct Walk {
    name: &'static str,
    frames: Vec<Frame>,
}

impl Walk {
    /// The same without any style.
    fn plain(&self) -> Walk {
        let plain = |frame: &Frame| {
            let mut plain = frame.clone();
            for (row, y) in frame.rows().zip(0..) {
                for (cell, x) in row.iter().zip(0..) {
                    plain.set(at(x, y), Cell::new(cell.glyph(), Style::PLAIN));
                }
            }
            plain
        };
        Walk {
            name: self.name,
            frames: self.frames.iter().map(plain).collect(),
        }
    }
}

fn main() {
    println!(
        "Bytes to an 80×24 terminal: of the first frame, and of a step on average over a walk."
    );
    println!(
        "`cells`: ratatui's backend given the changed cells, without what its Terminal does around them.\n"
    );
    println!("| walk | styles | | ours | ratatui | ratio | cells | ratio |");
    println!("|---|---|---|---|---|---|---|---|");
    for walk in [bare(), real()] {
        report(&walk.plain(), ColourDepth::Mono, "none");
        report(&walk, ColourDepth::Mono, "bold and dim");
        report(&walk, ColourDepth::Ansi16, "16 colours");
    }
    println!();
    time();
}

/// A bold bright hero on open floor, all eight ways and back.
fn bare() -> Walk {
    let mut p = at(40, 12);
    let there = [
        "llll", "jj", "nnn", "hhhhhh", "bb", "kkk", "yyyy", "uuu", "l", "j",
    ];
    let keys = there.concat();
    let mut frames = vec![on_dots(p)];
    for key in keys.chars() {
        let (x, y) = match key {
            'h' => (-1, 0),
            'j' => (0, 1),
            'k' => (0, -1),
            'l' => (1, 0),
            'y' => (-1, -1),
            'u' => (1, -1),
            'b' => (-1, 1),
            _ => (1, 1),
        };
        p = at(p.x + x, p.y + y);
        frames.push(on_dots(p));
    }
    Walk {
        name: "`@` on dots",
        frames,
    }
}

fn on_dots(hero: Point) -> Frame {
    let mut frame = Frame::new(SIZE);
    for y in 0..SIZE.height {
        frame.write(at(0, y), &".".repeat(80), Style::PLAIN);
    }
    let style = Style {
        ink: Some(Colour::BrightWhite),
        ..Style::BOLD
    };
    frame.set(hero, Cell::new('@', style));
    frame.cursor = Some(hero);
    frame
}

/// A whole game of the shipped crypt, with map, gauges and log; keys that change nothing are no steps.
fn real() -> Walk {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let keys = std::fs::read_to_string(format!("{root}/fixtures/crypt-seed-7.keys"));
    let keys: dungeon::play::input::script::Script = keys.expect("shipped").parse().expect("keys");
    let mut session = Session::open(format!("{root}/dungeons/crypt.dng"))
        .expect("shipped and sound")
        .seed(7)
        .size(SIZE.width, SIZE.height);
    let mut frames = vec![session.frame()];
    for key in keys.0 {
        session.press_key(key);
        let frame = session.frame();
        if frames.last() != Some(&frame) {
            frames.push(frame);
        }
    }
    Walk {
        name: "the crypt, played to its end",
        frames,
    }
}

fn report(walk: &Walk, depth: ColourDepth, styles: &str) {
    let ours = ours(&walk.frames, depth);
    let theirs = theirs(&walk.frames, depth);
    let cells = their_cells(&walk.frames, depth);
    let name = walk.name;
    let row = |what: &str, of: fn(&[usize]) -> f64| {
        let [ours, theirs, cells] = [&ours, &theirs, &cells].map(|bytes| of(bytes));
        let (first, second) = (ours / theirs, ours / cells);
        println!(
            "| {name} | {styles} | {what} | {ours:.1} | {theirs:.1} | {first:.2} | {cells:.1} | {second:.2} |"
        );
    };
    row("first frame", |bytes| bytes[0] as f64);
    row("a step", |bytes| {
        let steps = &bytes[1..];
        steps.iter().sum::<usize>() as f64 / steps.len() as f64
    });
}

/// Bytes of each frame.
fn ours(frames: &[Frame], depth: ColourDepth) -> Vec<usize> {
    let scale = Scale::default();
    let mut screen = ScreenWriter::new(scale.clone(), depth, SIZE);
    let drawn = frames.iter().map(|frame| {
        screen.draw(frame).expect("in memory");
        scale.take()
    });
    drawn.collect()
}

fn theirs(frames: &[Frame], depth: ColourDepth) -> Vec<usize> {
    let scale = Scale::default();
    let viewport = Viewport::Fixed(area(&frames[0]));
    let backend = TermionBackend::new(scale.clone());
    let mut terminal =
        Terminal::with_options(backend, TerminalOptions { viewport }).expect("in memory");
    terminal.backend_mut().clear().expect("in memory");
    let drawn = frames.iter().map(|frame| {
        let picture = buffer(frame, depth);
        let draw = |theirs: &mut ratatui::Frame| {
            theirs.buffer_mut().clone_from(&picture);
            if let Some(p) = cursor(frame) {
                theirs.set_cursor_position(p);
            }
        };
        terminal.draw(draw).expect("in memory");
        scale.take()
    });
    drawn.collect()
}

fn their_cells(frames: &[Frame], depth: ColourDepth) -> Vec<usize> {
    let scale = Scale::default();
    let mut backend = TermionBackend::new(scale.clone());
    let mut shown = ratatui::buffer::Buffer::empty(area(&frames[0]));
    let drawn = frames.iter().map(|frame| {
        let next = buffer(frame, depth);
        backend
            .draw(shown.diff(&next).into_iter())
            .expect("in memory");
        shown = next;
        scale.take()
    });
    drawn.collect()
}

/// From one step of the real game to the next, and back.
fn time() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut walk = real().frames.into_iter();
    let (Some(before), Some(after)) = (walk.next(), walk.next()) else {
        panic!("a walk has steps");
    };
    let [old, new] = [&before, &after].map(|frame| buffer(frame, ColourDepth::Ansi16));
    let mut diffs = criterion.benchmark_group("diff 80x24");
    diffs.bench_function("ours", |bencher| {
        bencher.iter(|| black_box(&after).diff(&before).count());
    });
    diffs.bench_function("ratatui", |bencher| {
        bencher.iter(|| black_box(&old).diff(&new).len());
    });
    diffs.finish();
    let mut draws = criterion.benchmark_group("two steps drawn 80x24");
    let mut screen = ScreenWriter::new(io::sink(), ColourDepth::Ansi16, SIZE);
    draws.bench_function("ours", |bencher| {
        bencher.iter(|| {
            screen.draw(&before).expect("a sink");
            screen.draw(&after).expect("a sink");
        });
    });
    let mut backend = TermionBackend::new(io::sink());
    draws.bench_function("ratatui", |bencher| {
        bencher.iter(|| {
            backend.draw(new.diff(&old).into_iter()).expect("a sink");
            backend.draw(old.diff(&new).into_iter()).expect("a sink");
        });
    });
    draws.finish();
    criterion.final_summary();
}
