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
    let nothing = Section::default();
    for (nth, (level, name)) in file.dungeon.levels.iter().zip(&naming.levels).enumerate() {
        let section = rows.levels.get(nth).unwrap_or(&nothing);
        lines.push(format!("{name}: size {}", level.tiles.size()));
        lines.extend(row_lines(&format!("{name}: "), section));
        lines.extend(NamedBoard::of_level(&naming, level).lines(name, section));
    }
    for (vault, section) in file.dungeon.vaults.iter().zip(&rows.vaults) {
        let name = format!("vault {}", vault.name);
        lines.extend(row_lines(&format!("{name}: "), section));
        lines.extend(NamedBoard::of_vault(&naming, vault).lines(&name, section));
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
