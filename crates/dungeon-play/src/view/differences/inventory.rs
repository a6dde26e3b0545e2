//! Everything that stands in one dungeon, a thing a line: text that other programs compare line by line.
use super::boards::NamedBoard;
use super::dungeons::ComparedFile;
use super::naming::Naming;
use super::rows::{FileRows, Section};

/// Returns the lines, without line ends: what the records say, and what stands on each level and in each vault. What
/// every file of the game has is left out.
pub fn inventory(file: ComparedFile<'_>) -> Vec<String> {
    let naming = Naming::new(file.dungeon);
    let rows = FileRows::new(file.source, &naming);
    let mut lines = row_lines("", &rows.whole);
    for (id, place) in &naming.boards {
        let (board, section) = (NamedBoard::of(&naming, *id), rows.of(*id));
        lines.push(format!("{place}: size {}", board.size()));
        lines.extend(row_lines(&format!("{place}: "), section));
        lines.extend(board.lines(place, section));
    }
    lines
}

/// A line for each record that says something.
fn row_lines(place: &str, section: &Section) -> Vec<String> {
    let lines = section.rows.iter().map(|row| {
        let line = match row.subject.as_str() {
            "" => row.facts.phrase(),
            subject => row.listed(subject),
        };
        format!("{place}{line}")
    });
    lines.collect()
}
