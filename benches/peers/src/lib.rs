//! Code shared by the benches and programs of this package: random numbers for generated maps, games of a text, and a
//! frame's cells in a buffer of ratatui.
pub mod big_map;
pub mod hand_loop;

use std::sync::Arc;

use dungeon::ColourDepth;
use dungeon_engine::game::Game;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::Colour;
use dungeon_play::view::frame::{Frame, Style};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style as TheirStyle};

/// Returns random numbers, the same in every run (SplitMix64).
pub fn noise(nth: u64) -> u64 {
    let x = nth.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Returns a game of a dungeon's text, which must be sound.
pub fn game(text: &str) -> Game {
    let source = Source::from_text("bench", text);
    let (dungeon, diagnostics) = dungeon_lint::read(&source, &Limits::default());
    let dungeon = Arc::new(dungeon.unwrap_or_else(|| panic!("{diagnostics:?}")));
    let rules = rulesets::pick(&dungeon);
    Game::new(dungeon, rules, monsters::mind_for, 7)
}

/// Returns the frame's cells with colors of this depth.
pub fn buffer(frame: &Frame, depth: ColourDepth) -> Buffer {
    let mut buffer = Buffer::empty(area(frame));
    fill(&mut buffer, frame, depth);
    buffer
}

/// Writes the frame's cells into a buffer of the same size, with colors of this depth.
pub fn fill(buffer: &mut Buffer, frame: &Frame, depth: ColourDepth) {
    for (row, y) in frame.rows().zip(0..) {
        for (cell, x) in row.iter().zip(0..) {
            let theirs = &mut buffer[(x, y)];
            theirs.reset();
            theirs.set_char(cell.glyph());
            theirs.set_style(style(depth.limit(cell.style())));
        }
    }
}

/// Returns the area of a screen as large as the frame.
pub fn area(frame: &Frame) -> Rect {
    let side = |cells: i32| u16::try_from(cells).expect("a screen");
    Rect::new(0, 0, side(frame.size().width), side(frame.size().height))
}

/// Returns the position of the frame's cursor.
pub fn cursor(frame: &Frame) -> Option<Position> {
    let p = frame.cursor?;
    Some(Position::new(
        u16::try_from(p.x).ok()?,
        u16::try_from(p.y).ok()?,
    ))
}

fn style(style: Style) -> TheirStyle {
    let colour = |colour: Option<Colour>| colour.map_or(Color::Reset, color);
    let mut modifiers = Modifier::empty();
    modifiers.set(Modifier::BOLD, style.bold);
    modifiers.set(Modifier::DIM, style.dim);
    modifiers.set(Modifier::REVERSED, style.reverse);
    TheirStyle::new()
        .fg(colour(style.ink))
        .bg(colour(style.paper))
        .add_modifier(modifiers)
}

fn color(colour: Colour) -> Color {
    match colour {
        Colour::Black => Color::Black,
        Colour::Red => Color::Red,
        Colour::Green => Color::Green,
        Colour::Yellow => Color::Yellow,
        Colour::Blue => Color::Blue,
        Colour::Magenta => Color::Magenta,
        Colour::Cyan => Color::Cyan,
        Colour::White => Color::Gray,
        Colour::Grey => Color::DarkGray,
        Colour::BrightRed => Color::LightRed,
        Colour::BrightGreen => Color::LightGreen,
        Colour::BrightYellow => Color::LightYellow,
        Colour::BrightBlue => Color::LightBlue,
        Colour::BrightMagenta => Color::LightMagenta,
        Colour::BrightCyan => Color::LightCyan,
        Colour::BrightWhite => Color::White,
    }
}
