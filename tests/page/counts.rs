//! Counts of the benches and of `docs/PERFORMANCE.md`, which are the same on every machine: the steps of searches,
//! bytes to the terminal, and the game whose frame's allocations are counted. `benches/peers` and the test of the page
//! include this file.
use std::cell::Cell as Counter;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use dungeon::terminal::ScreenWriter;
use dungeon::{ColourDepth, Dungeon};
use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::read_sound;
use dungeon_model::dungeon::Colour;
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_play::input::script::Script;
use dungeon_play::session::session::Session;
use dungeon_play::view::frame::{Cell, Frame, Style};
use dungeon_players::{Budget, Proof, Verdict, prove};

/// The maximum number of steps of a search.
pub const STEPS: u64 = 30_000;

/// The size of the terminal, for byte counts and for the frame whose allocations are counted.
pub const SIZE: Size = Size {
    width: 80,
    height: 24,
};

/// The label of the page's row with the allocations of a frame of [`crypt`] after these keys.
pub const ALLOCATIONS: &str = "allocations of a frame of the crypt, 80×24";

/// Keys that fill the log with several turns.
pub const KEYS: &str = "llllllll";

/// Returns the root of this repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().find(|root| root.join("dungeons").is_dir());
    root.expect("a package of this repository").to_owned()
}

/// A search for a win of a bundled dungeon.
pub struct Search {
    /// The dungeon's name, without `.dng`.
    pub name: String,
    pub dungeon: Arc<Dungeon>,
    pub seed: u64,
}

impl Search {
    /// One search for each bundled dungeon, by name, with the dungeon's own seed.
    pub fn all() -> Vec<Search> {
        let entries = fs::read_dir(root().join("dungeons")).expect("the bundled dungeons");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
        paths.sort();
        let search = |path: PathBuf| {
            let name = path.file_stem().expect("a file").to_string_lossy();
            let source = Source::open(&path, &Limits::default()).expect("a bundled dungeon");
            let dungeon = read_sound(&source, &Limits::default()).expect("a bundled dungeon");
            let dungeon = Arc::new(dungeon);
            Search {
                name: name.into_owned(),
                seed: dungeon.seed().unwrap_or(0),
                dungeon,
            }
        };
        paths.into_iter().map(search).collect()
    }

    pub fn run(&self) -> Proof {
        prove(&self.dungeon, self.seed, &Budget::of_steps(STEPS))
    }

    /// Returns the first cell of the page's row.
    pub fn row(&self, proof: &Proof) -> String {
        let end = match proof.verdict {
            Verdict::Winnable(_) => ", proved",
            _ => "",
        };
        format!("{}: {} steps of search{end}", self.name, proof.steps)
    }
}

/// Returns the crypt at its beginning, with the seed of its fixture.
pub fn crypt() -> Session {
    let session = Session::open(root().join("dungeons/crypt.dng")).expect("a bundled dungeon");
    session.with_seed(7).with_size(SIZE.width, SIZE.height)
}

/// The frames of a walk, each after one key, in one color depth.
pub struct Walk {
    pub name: String,
    pub depth: ColourDepth,
    pub frames: Vec<Frame>,
}

impl Walk {
    /// Returns two walks, each without styles, without colors, and in 16 colors.
    pub fn all() -> Vec<Walk> {
        let walks = [
            ("`@` on dots", bare()),
            ("the crypt, a whole game", whole_game()),
        ];
        let dressed = walks.into_iter().flat_map(|(name, frames)| {
            let plain = frames.iter().map(without_styles).collect();
            let kinds = [
                ("no styles", ColourDepth::Mono, plain),
                ("no colours", ColourDepth::Mono, frames.clone()),
                ("16 colours", ColourDepth::Ansi16, frames),
            ];
            kinds.map(|(styles, depth, frames)| Walk {
                name: format!("{name}, {styles}"),
                depth,
                frames,
            })
        });
        dressed.collect()
    }

    /// Returns the bytes of each frame.
    pub fn bytes(&self) -> Vec<usize> {
        let scale = Scale::default();
        let mut screen = ScreenWriter::new(scale.clone(), self.depth, SIZE);
        let drawn = self.frames.iter().map(|frame| {
            screen.draw(frame).expect("in memory");
            scale.take()
        });
        drawn.collect()
    }

    /// Returns the labels of the page's rows and their values for these bytes.
    pub fn rows(&self, bytes: &[usize]) -> [(String, f64); 2] {
        let steps = &bytes[1..];
        let average = steps.iter().sum::<usize>() as f64 / steps.len() as f64;
        [
            (format!("bytes a step, {}", self.name), average),
            (
                format!("bytes of the first frame, {}", self.name),
                bytes[0] as f64,
            ),
        ]
    }
}

/// A writer that counts bytes.
#[derive(Clone, Default)]
pub struct Scale(Rc<Counter<usize>>);

impl Scale {
    /// Returns the count and resets it.
    pub fn take(&self) -> usize {
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

/// A bold bright hero on open floor, which walks in all eight directions and back.
fn bare() -> Vec<Frame> {
    let mut p = at(40, 12);
    let mut frames = vec![on_dots(p)];
    for key in "lllljjnnnhhhhhhbbkkkyyyyuuulj".chars() {
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
    frames
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

/// A whole game of the crypt before it had decisions, so that measurements stay comparable. With map, gauges and log,
/// without keys that change nothing.
fn whole_game() -> Vec<Frame> {
    let keys = fs::read_to_string(root().join("fixtures/page/crypt-seed-7.keys"));
    let keys: Script = keys.expect("a fixture").parse().expect("keys");
    let session = Session::open(root().join("fixtures/page/crypt.dng")).expect("a fixture");
    let mut session = session.with_seed(7).with_size(SIZE.width, SIZE.height);
    let mut frames = vec![session.frame()];
    for key in keys.0 {
        session.press_key(key);
        let frame = session.frame();
        if frames.last() != Some(&frame) {
            frames.push(frame);
        }
    }
    frames
}

fn without_styles(frame: &Frame) -> Frame {
    let mut plain = frame.clone();
    for (row, y) in frame.rows().zip(0..) {
        for (cell, x) in row.iter().zip(0..) {
            plain.set(at(x, y), Cell::new(cell.glyph(), Style::PLAIN));
        }
    }
    plain
}
