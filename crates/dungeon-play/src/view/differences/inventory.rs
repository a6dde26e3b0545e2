//! The full contents of one dungeon, one thing per line: a text that other programs can compare line by line.
use super::boards::NamedBoard;
use super::dungeons::ComparedFile;
use super::naming::Naming;
use super::rows::{FileRows, Section};

/// Returns the lines, without line ends: the records, and the cells of each level and vault. Omits the game's built-in
/// things.
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

/// Returns a line for each record.
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
