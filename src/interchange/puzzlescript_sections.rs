//! The lines of a PuzzleScript file by section, without comments.
use std::borrow::Cow;

use super::fault::ImportFault;
use super::text_rows::lines;
use dungeon_format::source::Source;

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptSection {
    /// The lines above the first section.
    Prelude,
    /// The names and looks of objects.
    Objects,
    /// Characters and names for combinations of objects.
    Legend,
    /// Sounds, which are not imported.
    Sounds,
    /// The collision layers from the lowest to the highest. A cell holds one object of each layer.
    CollisionLayers,
    /// The rules of the game.
    Rules,
    /// The goal of each level.
    WinConditions,
    /// The levels and the messages between them.
    Levels,
}

/// The sections in the order of a file, with their names.
const SECTIONS: [(ScriptSection, &str); 7] = [
    (ScriptSection::Objects, "OBJECTS"),
    (ScriptSection::Legend, "LEGEND"),
    (ScriptSection::Sounds, "SOUNDS"),
    (ScriptSection::CollisionLayers, "COLLISIONLAYERS"),
    (ScriptSection::Rules, "RULES"),
    (ScriptSection::WinConditions, "WINCONDITIONS"),
    (ScriptSection::Levels, "LEVELS"),
];

impl ScriptSection {
    /// Returns the name of the section in a file.
    pub fn name(self) -> &'static str {
        let known = SECTIONS.iter().find(|(section, _)| *section == self);
        known.map_or("", |(_, name)| name)
    }

    /// Whether a line begins a level or says something between levels.
    fn is_message(self, text: &str) -> bool {
        let word = text.split_whitespace().next();
        self == ScriptSection::Levels
            && word.is_some_and(|word| word.eq_ignore_ascii_case("message"))
    }
}

/// A line of a file.
#[derive(Debug)]
pub struct SectionLine<'a> {
    /// The section of the line.
    pub section: ScriptSection,
    /// Whether the line is the name of its section, or a row of `=`.
    pub is_heading: bool,
    /// The number of the line, from 1.
    pub line: usize,
    /// The text, with blanks in place of comments.
    pub text: Cow<'a, str>,
}

impl SectionLine<'_> {
    /// Returns the text of a message between levels; `None` for other lines.
    pub fn message(&self) -> Option<&str> {
        let text = self.text.trim();
        let is_message = self.section.is_message(text);
        is_message.then(|| text["message".len()..].trim())
    }
}

/// Splits a file into lines with their sections.
///
/// # Errors
/// Returns a fault for a file that is too large, or for places that are not UTF-8.
pub fn sections(source: &Source) -> Result<Vec<SectionLine<'_>>, Vec<ImportFault>> {
    let mut section = ScriptSection::Prelude;
    let mut depth = 0_usize;
    let lines = lines(source)?.into_iter().enumerate();
    let read = lines.map(|(nth, text)| {
        let is_message = depth == 0 && section.is_message(text);
        let text = if is_message {
            Cow::Borrowed(text)
        } else {
            without_comments(text, &mut depth)
        };
        let said = text.trim();
        let named = SECTIONS
            .iter()
            .find(|(_, name)| said.eq_ignore_ascii_case(name));
        if let Some((named, _)) = named {
            section = *named;
        }
        let is_bar = !said.is_empty() && said.chars().all(|c| c == '=');
        SectionLine {
            section,
            is_heading: named.is_some() || is_bar,
            line: nth + 1,
            text,
        }
    });
    Ok(read.collect())
}

/// Replaces comments, which nest and may span lines, by blanks. `depth` counts the open comments.
fn without_comments<'a>(text: &'a str, depth: &mut usize) -> Cow<'a, str> {
    if *depth == 0 && !text.contains('(') {
        return Cow::Borrowed(text);
    }
    let letter = |c: char| match c {
        '(' => {
            *depth += 1;
            ' '
        }
        ')' if *depth > 0 => {
            *depth -= 1;
            ' '
        }
        _ if *depth > 0 => ' ',
        _ => c,
    };
    Cow::Owned(text.chars().map(letter).collect())
}
