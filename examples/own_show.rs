//! A `Show` for a terminal, without a dungeon or rules. Tests use it to try the limits of `terminal::run`.
//!
//! | key | effect |
//! |---|---|
//! | `f`, `F` | a short or a long animation |
//! | `g`, `G` | a short or a long journey |
//! | `w` | fills the screen |
//! | `b` | rings the bell |
//! | `m` | takes the mouse, or gives it back |
//! | `l` | works until a deadly signal arrives |
//! | `p`, `t` | panics, in this thread or in another one |
//! | `a` | panics where unwinding is impossible |
//! | `k` | aborts |
//! | `o` | overflows the stack |
//!
//! However the program ends, the terminal must be as it was before. If the program ends without `q`, the number of keys
//! is saved in the file that the argument names, except after a fault such as a stack overflow. After the argument
//! `--lines`, the show is played in lines.
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use dungeon::frames::{Cell, Style};
use dungeon::geometry::{Direction, Point, Size, at};
use dungeon::narration::LineInterface;
use dungeon::session::Show;
use dungeon::{Frame, Key, terminal};

/// A walker on an endless floor.
#[derive(Default)]
struct Walk {
    size: Size,
    hero: Point,
    /// The keys, the latest first.
    keys: Vec<Key>,
    /// The number of keys, which the emergency save reads.
    count: Arc<AtomicUsize>,
    /// Whether a deadly signal has arrived.
    is_ending: Arc<AtomicBool>,
    /// The steps left in the journey.
    steps: u32,
    /// The frames left in the animation.
    sparks: u32,
    warnings: u32,
    is_full: bool,
    wants_mouse: bool,
    is_over: bool,
}

impl Walk {
    /// Works until a deadly signal has arrived. Prints directly, because the terminal loop waits for this call.
    fn work(&self) {
        eprint!("At work.");
        while !self.is_ending.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Show for Walk {
    fn press(&mut self, key: Key) {
        self.sparks = 0;
        match key {
            Key::Resize(size) => return self.size = size,
            Key::Char('q') => self.is_over = true,
            Key::Char('p') => panic!("pressed p"),
            Key::Char('a') => abort(),
            Key::Char('k') => std::process::abort(),
            Key::Char('o') => self.warnings += overflow(1),
            Key::Char('w') => self.is_full = true,
            Key::Char('b') => self.warnings += 1,
            Key::Char('l') => self.work(),
            // A panic in another thread does not end the show.
            Key::Char('t') => drop(thread::spawn(|| panic!("pressed t")).join()),
            Key::Char('g') => self.steps = 3,
            Key::Char('G') => self.steps = 100_000,
            Key::Char('m') => self.wants_mouse = !self.wants_mouse,
            Key::Char('f') => self.sparks = 3,
            Key::Char('F') => self.sparks = 100_000,
            Key::Up => self.hero = self.hero + Direction::North,
            Key::Down => self.hero = self.hero + Direction::South,
            Key::Left => self.hero = self.hero + Direction::West,
            Key::Right => self.hero = self.hero + Direction::East,
            _ => {}
        }
        self.keys.insert(0, key);
        self.count.store(self.keys.len(), Ordering::SeqCst);
    }

    fn frame(&self) -> Frame {
        let mut frame = Frame::new(self.size);
        let size = format!("{}x{}", self.size.width, self.size.height);
        write(
            &mut frame,
            0,
            &format!("{size}; f F flash, g G journey, m mouse, p t a panic, q quits"),
        );
        write(&mut frame, 1, &format!("{:?}", self.keys));
        if self.is_under_way() {
            write(&mut frame, 2, &format!("{} steps to go", self.steps));
        }
        let hero = at(self.hero.x, self.hero.y.saturating_add(3));
        let style = Style {
            bold: true,
            ..Style::default()
        };
        frame.set(hero, Cell::new('@', style));
        frame.cursor = Some(hero);
        if self.is_full {
            let row = "w".repeat(self.size.width as usize);
            (0..self.size.height).for_each(|y| write(&mut frame, y, &row));
        }
        frame
    }

    fn animate(&mut self) -> Option<Frame> {
        self.sparks = self.sparks.checked_sub(1)?;
        let mut frame = self.frame();
        write(&mut frame, 2, &format!("spark {}", self.sparks));
        Some(frame)
    }

    fn is_under_way(&self) -> bool {
        self.steps > 0
    }

    fn go_on(&mut self) {
        self.steps -= 1;
        self.hero = self.hero + Direction::East;
        if self.steps == 0 {
            self.press(Key::Char('!'));
        }
    }

    fn stop(&mut self) {
        self.steps = 0;
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn wants_mouse(&self) -> bool {
        self.wants_mouse
    }

    fn warnings(&self) -> u32 {
        self.warnings
    }
}

impl LineInterface for Walk {
    fn opening(&mut self) -> Vec<String> {
        vec!["Type keys.".to_owned()]
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        line.chars().for_each(|key| self.press(Key::Char(key)));
        vec![format!("{:?}", self.keys)]
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

fn write(frame: &mut Frame, y: i32, text: &str) {
    for (x, glyph) in (0..).zip(text.chars()) {
        frame.set(at(x, y), Cell::new(glyph, Style::default()));
    }
}

/// Recurses until the stack overflows.
fn overflow(depth: u32) -> u32 {
    let room = [depth; 1000];
    match depth {
        0 => 0,
        _ => overflow(std::hint::black_box(depth + 1)) + std::hint::black_box(room)[7],
    }
}

/// Panics where unwinding is impossible, as in a program built with `panic = "abort"`.
extern "C" fn abort() {
    panic!("pressed a")
}

fn append(file: &OsStr, line: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(file)?;
    writeln!(file, "{line}")
}

fn main() -> std::process::ExitCode {
    let mut walk = Walk::default();
    let count = Arc::clone(&walk.count);
    let is_ending = Arc::clone(&walk.is_ending);
    let mut arguments = std::env::args_os().skip(1).peekable();
    let is_in_lines = arguments.next_if(|first| first == "--lines").is_some();
    let file = arguments.next();
    let keep = move || {
        // The terminal drops control characters from these lines, so the bell never rings.
        let line = format!("Kept up to key {}.\x07", count.load(Ordering::SeqCst));
        let written = file.as_ref().map(|file| append(file, &line));
        match written {
            Some(Err(error)) => vec![format!("Not kept: {error}.")],
            _ => vec![line],
        }
    };
    let hooks = terminal::SaveHooks {
        emergency_save: Arc::new(keep),
        // Checkpoints are not needed for such a short show.
        checkpoint: Arc::new(|| {}),
        is_ending,
    };
    let ended = if is_in_lines {
        terminal::LineLoop::open(terminal::InputSource::Stdin, Some(hooks), None)
            .and_then(|mut lines| lines.run(&mut walk))
    } else {
        let options = terminal::Options {
            save_hooks: Some(hooks),
            bell: true,
            // A test of pauses may be slow.
            patience: Duration::from_secs(600),
            ..terminal::Options::default()
        };
        terminal::run(&mut walk, &options)
    };
    match ended {
        Ok(()) => {
            println!("Until next time.");
            std::process::ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::from(2)
        }
    }
}
