//! The film of an author's work in the README: an error is found, fixed, tested, proved and played, with the program
//! under test, in a terminal.
use std::fs;
use std::path::Path;
use std::time::Duration;

use dungeon::frames::{AnimatedSvg, Cell, Style};
use dungeon::geometry::{Size, at};
use dungeon::{Frame, Session};
use dungeon_model::dungeon::Colour;

use crate::pty::Played;

/// The dungeon as first written by its author.
const VAULT: &str = r#"title "The Vault"
item k "iron key" opens=iron

map
############
#@.k.#....$#
#....+..w..#
#....#.....#
############
end
+ 6 3 lokced=iron
w 9 3 health=4

test "to the gold" keys="lljlllllklll" expect=won
"#;

/// The typed commands, and the time to read each answer, in tenths of a second.
const LOOP: [(&str, u64); 5] = [
    ("cat vault.dng", 25),
    ("dungeon check vault.dng", 45),
    ("dungeon check --fix vault.dng", 20),
    ("dungeon test vault.dng", 25),
    ("dungeon prove vault.dng", 30),
];

/// The step before which the author clears the screen.
const CLEARED: usize = 2;

const SCREEN: Size = Size::new(80, 24);

/// The author's terminal, and the film of it.
#[derive(Default)]
struct Filmed {
    terminal: vt100::Parser,
    film: AnimatedSvg,
}

impl Filmed {
    /// Sends bytes to the terminal and shows the screen for this many milliseconds.
    fn show(&mut self, bytes: &[u8], stands: u64) {
        self.terminal.process(bytes);
        let screen = self.terminal.screen();
        let mut frame = Frame::new(SCREEN);
        for p in (0..SCREEN.height).flat_map(|y| (0..SCREEN.width).map(move |x| at(x, y))) {
            let cell = screen.cell(p.y as u16, p.x as u16);
            if let Some((cell, glyph)) =
                cell.and_then(|cell| Some((cell, cell.contents().chars().next()?)))
            {
                let style = Style {
                    ink: colour(cell.fgcolor()),
                    bold: cell.bold(),
                    dim: cell.dim(),
                    ..Style::PLAIN
                };
                frame.set(p, Cell::new(glyph, style));
            }
        }
        let (row, column) = screen.cursor_position();
        frame.cursor = Some(at(column.into(), row.into()));
        self.film.show(&frame, Duration::from_millis(stands));
    }

    /// Types a line at the prompt, key by key.
    fn type_out(&mut self, line: &str) {
        self.show(b"\x1b[1m$\x1b[m ", 500);
        for key in line.chars() {
            self.show(key.to_string().as_bytes(), 65);
        }
        self.show(b"\r\n", 150);
    }
}

/// Maps the sixteen terminal colors by number.
fn colour(colour: vt100::Color) -> Option<Colour> {
    match colour {
        vt100::Color::Idx(number) => Colour::NAMES.get(usize::from(number)).map(|named| named.1),
        _ => None,
    }
}

/// Runs a command in a terminal, in this folder. Returns its output.
fn answer(folder: &Path, line: &str) -> Vec<u8> {
    let folder = folder.display();
    let line = format!("cd '{folder}'; dungeon() {{ \"$0\" \"$@\"; }}; {line}");
    let program = Path::new(env!("CARGO_BIN_EXE_dungeon"));
    Played::by_shell(&line, program).ended().said
}

#[test]
fn the_picture_of_an_authors_loop_is_what_the_program_says_and_draws() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("vault.dng");
    fs::write(&file, VAULT).expect("a file");
    let mut author = Filmed::default();
    for (step, (line, stands)) in LOOP.into_iter().enumerate() {
        if step == CLEARED {
            author.show(b"\x1b[H\x1b[2J", 0);
        }
        author.type_out(line);
        author.show(&answer(home.path(), line), stands * 100);
    }
    author.type_out("dungeon vault.dng");
    let mended = fs::read_to_string(&file).expect("a file");
    assert_eq!(mended, VAULT.replace("lokced", "locked"));
    let mut game = Session::open(&file)
        .expect("a mended file")
        .with_size(SCREEN.width, SCREEN.height);
    for moment in game.film("lljlllllklll").expect("keys").shots {
        let stands = moment.stands.max(Duration::from_millis(300));
        author.film.show(&moment.frame, stands);
    }
    let drawn = author.film.to_svg();
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/loop.svg");
    if fs::read_to_string(kept).ok().as_ref() != Some(&drawn) {
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loop.svg");
        fs::write(&new, drawn).expect("a file");
        panic!(
            "the film differs from docs/loop.svg: look at {}, and keep it if it is right",
            new.display()
        );
    }
}
