//! A frame as JSON: the characters of each row, and the styles of cells that are not plain.
use dungeon::Frame;
use dungeon::data::Colour;
use dungeon::frames::Style;
use serde::Serialize;

/// A frame for the page.
#[derive(Debug, Serialize)]
pub struct Cells {
    columns: i32,
    rows: i32,
    turn: u32,
    /// The column and row of the cursor, from 0.
    cursor: Option<(i32, i32)>,
    lines: Vec<String>,
    /// The runs of equally styled cells in each row: the number of cells, and their classes.
    runs: Vec<Vec<(u32, String)>>,
}

impl Cells {
    /// Converts a frame.
    pub fn new(frame: &Frame) -> Cells {
        let size = frame.size();
        let (mut lines, mut runs) = (Vec::new(), Vec::new());
        for row in frame.rows() {
            lines.push(row.iter().map(|cell| cell.glyph()).collect());
            let mut styles: Vec<(u32, Style)> = Vec::new();
            for style in row.iter().map(|cell| cell.style()) {
                match styles.last_mut() {
                    Some((count, last)) if *last == style => *count += 1,
                    _ => styles.push((1, style)),
                }
            }
            let named = styles.into_iter();
            runs.push(
                named
                    .map(|(count, style)| (count, classes(style)))
                    .collect(),
            );
        }
        Cells {
            columns: size.width,
            rows: size.height,
            turn: frame.turn,
            cursor: frame.cursor.map(|p| (p.x, p.y)),
            lines,
            runs,
        }
    }
}

/// Returns the classes of a style in the page's style sheet; empty for plain cells.
fn classes(style: Style) -> String {
    let flags = [
        (style.bold, "bold"),
        (style.dim, "dim"),
        (style.reverse, "reverse"),
    ];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set);
    let flags = flags.map(|(_, name)| name.to_owned());
    let all = { style.ink.into_iter().map(|ink| colour_class("ink", ink)) }
        .chain(style.paper.map(|paper| colour_class("paper", paper)))
        .chain(flags);
    all.collect::<Vec<_>>().join(" ")
}

/// Returns the class of a color as ink or paper, such as `ink-bright-red`.
pub fn colour_class(prefix: &str, colour: Colour) -> String {
    let mut names = Colour::NAMES.iter();
    let name = names.find(|(_, named)| *named == colour);
    let name = name.map_or("", |(name, _)| *name);
    format!("{prefix}-{}", name.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use dungeon::geometry::{Size, at};

    use super::*;

    #[test]
    fn a_row_is_its_characters_and_runs_of_one_style() {
        let mut frame = Frame::new(Size::new(4, 1));
        let red = Style {
            ink: Some(Colour::BrightRed),
            ..Style::BOLD
        };
        frame.write(at(1, 0), "ab", red);
        let cells = Cells::new(&frame);
        assert_eq!(cells.lines, [" ab "]);
        let plain = (1, String::new());
        let styled = (2, "ink-bright-red bold".to_owned());
        assert_eq!(cells.runs, [[plain.clone(), styled, plain]]);
    }
}
