//! A screen stored in a file: the printed form of a frame, with a header and each row between bars.
use std::fmt;

use dungeon_play::input::script::parse_size;
use dungeon_play::view::frame::Frame;

/// The text of a frame, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameText {
    lines: Vec<String>,
}

/// A line of a comparison between two frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameLine {
    /// A line of both frames.
    Same(String),
    /// A line that only the expected frame has.
    Expected(String),
    /// A line that only the found frame has.
    Found(String),
}

/// Prints the line with the prefix of a diff.
impl fmt::Display for FrameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameLine::Same(line) => write!(f, "  {line}"),
            FrameLine::Expected(line) => write!(f, "- {line}"),
            FrameLine::Found(line) => write!(f, "+ {line}"),
        }
    }
}

impl FrameText {
    /// Returns the text of a frame.
    pub fn of(frame: &Frame) -> FrameText {
        let text = frame.to_string();
        FrameText {
            lines: text.lines().map(str::to_owned).collect(),
        }
    }

    /// Parses the text of a frame; `None` for any other text.
    pub fn read(text: &str) -> Option<FrameText> {
        let (header, rows) = text.split_once('\n')?;
        let header = header.trim_end_matches('\r');
        let (size, turn) = header.split_once(" turn ")?;
        let size = parse_size(size).ok()?;
        turn.parse::<u32>().ok()?;
        let rows: Vec<&str> = rows.lines().collect();
        let is_row = |row: &&str| {
            let inner = row.strip_prefix('|').and_then(|row| row.strip_suffix('|'));
            inner.is_some_and(|inner| inner.chars().count() == size.width as usize)
        };
        let is_whole = rows.len() == size.height as usize && rows.iter().all(is_row);
        let lines = std::iter::once(header).chain(rows);
        is_whole.then(|| FrameText {
            lines: lines.map(str::to_owned).collect(),
        })
    }

    /// Returns the text as a file stores it.
    pub fn to_text(&self) -> String {
        self.lines.iter().map(|line| line.clone() + "\n").collect()
    }

    /// Compares this frame, which a test expects, with the frame that was found, line by line.
    pub fn compare(&self, found: &FrameText) -> Vec<FrameLine> {
        let rows = self.lines.len().max(found.lines.len());
        let mut lines = Vec::with_capacity(rows);
        for nth in 0..rows {
            match (self.lines.get(nth), found.lines.get(nth)) {
                (Some(expected), Some(found)) if expected == found => {
                    lines.push(FrameLine::Same(found.clone()));
                }
                (expected, found) => {
                    lines.extend(expected.cloned().map(FrameLine::Expected));
                    lines.extend(found.cloned().map(FrameLine::Found));
                }
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_play::session::session::Session;

    #[test]
    fn the_text_of_a_frame_is_known_from_any_other() {
        let game = Session::from_text("map\n####\n#@$#\n####\nend\n").expect("a dungeon");
        let frame = FrameText::of(&game.with_size(30, 8).frame());
        let text = frame.to_text();
        assert!(text.starts_with("30x8 turn 0\n|"), "{text}");
        assert_eq!(FrameText::read(&text), Some(frame));
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(FrameText::read(&crlf), FrameText::read(&text));
        for other in [
            "",
            "30x8 turn 0\n",
            "map\n####\nend\n",
            &text.replace("turn 0", "turn x"),
            &text.replace("30x8", "30x9"),
            &text.replace("30x8", "31x8"),
            &(text.clone() + "more\n"),
        ] {
            assert_eq!(FrameText::read(other), None, "{other}");
        }
    }

    #[test]
    fn frames_are_compared_line_by_line() {
        let frame = |lines: &[&str]| FrameText {
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        };
        let compared = frame(&["a", "b"]).compare(&frame(&["a", "c", "d"]));
        let expected = [
            FrameLine::Same("a".into()),
            FrameLine::Expected("b".into()),
            FrameLine::Found("c".into()),
            FrameLine::Found("d".into()),
        ];
        assert_eq!(compared, expected);
    }
}
