//! Sessions of tactics: the display of the cell under the cursor, and input by keys or by mouse (K-4).
use std::sync::Arc;

use dungeon_model::space::geometry::{Point, at};
use dungeon_play::input::key::Key;
use dungeon_play::session::session::Session;
use dungeon_play::view::preview::OverlayMode;

/// Returns the line about the cell under the cursor.
pub fn told(session: &Session) -> String {
    let preview = session.outlook().expect("a game with pointing");
    preview.view().cell_text.to_owned()
}

/// Returns the cell under the cursor, from 1.
pub fn cursor(session: &Session) -> (i32, i32) {
    let p = session.outlook().expect("a game").view().cursor;
    (p.x + 1, p.y + 1)
}

/// Returns the overlay of the board.
pub fn overlay(session: &Session) -> OverlayMode {
    session.outlook().expect("a game").view().overlay
}

/// Returns the cell under aim, from 0.
pub fn aimed(session: &Session) -> Option<Point> {
    session.outlook().expect("a game").view().aimed
}

/// Returns the screen with its styles.
pub fn seen(session: &Session) -> String {
    session.frame().with_styles().to_string()
}

/// Returns the name of the commanded unit.
pub fn unit(session: &Session) -> String {
    let world = session.game().world();
    world.kind(world.commanded()).name.clone()
}

/// Returns the point of the screen that shows a cell of the level, both from 0. Looks for the map's corner, which no
/// cursor hides at the beginning.
pub fn on_screen(session: &Session, p: Point) -> Point {
    let world = session.game().world();
    let frame = Session::new(Arc::clone(world.dungeon())).frame();
    let width = world.size(world.here()).width as usize;
    let top = "#".repeat(width);
    let found = frame.lines().zip(0..).find_map(|(row, y)| {
        let byte = row.find(&top)?;
        Some(at(row[..byte].chars().count() as i32, y))
    });
    let corner = found.unwrap_or_else(|| panic!("no map in\n{}", session.frame()));
    at(corner.x + p.x, corner.y + p.y)
}

/// Returns the first point of the screen that shows a character, from 0.
pub fn shown_at(session: &Session, glyph: char) -> Option<Point> {
    let frame = session.frame();
    let column = |row: String| row.chars().position(|c| c == glyph);
    let mut found = frame.lines().zip(0..);
    found.find_map(|(row, y)| Some(at(column(row)? as i32, y)))
}

/// Clicks the cell of the level in this column and row, from 1.
pub fn click(session: &mut Session, x: i32, y: i32) {
    let p = on_screen(session, at(x - 1, y - 1));
    session.press_key(Key::Click(p));
}

/// Moves the cursor there by its keys, and presses Enter.
pub fn choose(session: &mut Session, x: i32, y: i32) {
    point(session, x, y);
    session.press_key(Key::Enter);
}

/// Moves the cursor there by its keys.
pub fn point(session: &mut Session, x: i32, y: i32) {
    loop {
        let (cx, cy) = cursor(session);
        session.press_key(match ((x - cx).signum(), (y - cy).signum()) {
            (0, 0) => return,
            (-1, -1) => Key::Char('y'),
            (0, -1) => Key::Up,
            (1, -1) => Key::Char('9'),
            (-1, 0) => Key::Char('4'),
            (1, 0) => Key::Char('l'),
            (-1, 1) => Key::End,
            (0, 1) => Key::Char('j'),
            _ => Key::PageDown,
        });
    }
}

/// A hall with two wizards, a ghost behind a wall, and one out of reach.
pub const HALL: &str = r#"
rules tactics
level
map
####################
#...........#......#
#.A.........#......#
#...........#..G...#
#...........~......#
#.D.........#......#
#..........L#......#
####################
end
mark A @ name="Andy" glyph=A
mark D @ name="Danny" glyph=D range=3
mark G G health=6
mark L G health=30
"#;
