//! Sokoban collections in XML (`.slc`): `SokobanLevels` with a `Level` for each puzzle and an `L` for each row.
use super::fault::ImportFault;
use super::foreign::{Remark, RemarkPlace};
use super::xml_tree::{FromXml, XmlElement, XmlReading, read_xml};
use dungeon_format::source::Source;

/// Elements that are read. All others are skipped.
const KNOWN: &[&str] = &[
    "SokobanLevels",
    "Title",
    "Description",
    "Email",
    "Url",
    "LevelCollection",
    "Level",
    "L",
];

/// The puzzles of a file, and texts about them.
#[derive(Debug, Default)]
pub struct SlcFile {
    /// The title; empty if there is none.
    pub title: String,
    /// The holder of the copyright; empty if there is none.
    pub author: String,
    /// The other texts about the collection.
    pub remarks: Vec<Remark>,
    /// The puzzles in file order.
    pub puzzles: Vec<SlcPuzzle>,
}

/// A puzzle of a collection.
#[derive(Debug)]
pub struct SlcPuzzle {
    /// The name; empty if there is none.
    pub name: String,
    /// Line and column of the element, from 1.
    pub place: (usize, usize),
    /// The rows as text, each with its line and column from 1.
    pub rows: Vec<(usize, usize, String)>,
    /// The copyright, if it is not that of the collection, and declared sides that the drawing contradicts.
    pub remarks: Vec<Remark>,
}

/// Reads a collection.
///
/// # Errors
/// Returns the first error of the XML.
pub fn read(source: &Source) -> Result<SlcFile, Vec<ImportFault>> {
    read_xml(source, KNOWN)
}

impl FromXml for SlcFile {
    const NAME: &'static str = "SokobanLevels";

    fn from_xml(element: &XmlElement, reading: &mut XmlReading<'_>) -> SlcFile {
        let mut file = SlcFile::default();
        for child in &element.children {
            let said = one_line(&child.text);
            match child.name.as_str() {
                "Title" => file.title = said,
                "LevelCollection" => {
                    let author = child.attribute("Copyright").unwrap_or_default();
                    if file.author.is_empty() {
                        file.author = one_line(author);
                    }
                    let puzzles = child.named("Level");
                    let read = puzzles.map(|puzzle| SlcPuzzle::of(puzzle, author, reading));
                    file.puzzles.extend(read);
                }
                name if !said.is_empty() => {
                    let (line, _) = reading.place(child);
                    let text = format!("{name}: {said}");
                    file.remarks.push(Remark::of_line(line, text));
                }
                _ => {}
            }
        }
        file
    }
}

impl SlcPuzzle {
    fn of(element: &XmlElement, author: &str, reading: &XmlReading<'_>) -> SlcPuzzle {
        let place = reading.place(element);
        let rows: Vec<(usize, usize, String)> = { element.named("L") }
            .map(|row| {
                let (line, column) = reading.place_inside(row);
                (line, column, row.text.trim_end().to_owned())
            })
            .collect();
        let mut remarks = Vec::new();
        let own = element.attribute("Copyright");
        if let Some(own) = own.filter(|own| *own != author) {
            remarks.push(Remark::of_line(place.0, format!("Copyright: {own}")));
        }
        let declared = element.attribute("Height");
        if let Some(height) = declared.filter(|said| *said != rows.len().to_string()) {
            let drawn = rows.len();
            let what =
                format!("the level declares {height} rows, the drawing has {drawn}: read as drawn");
            remarks.push(Remark::loss(RemarkPlace::Position(place.0, place.1), what));
        }
        let name = element.attribute("Id").unwrap_or_default();
        SlcPuzzle {
            name: one_line(name),
            place,
            rows,
            remarks,
        }
    }
}

/// Returns a text with single blanks in place of line ends.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
