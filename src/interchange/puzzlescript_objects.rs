//! The objects of a PuzzleScript file, the characters that put them on cells, and their collision layers.
use std::collections::HashMap;

use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignThing, Remark, RemarkPlace};
use super::puzzlescript_sections::{ScriptSection, SectionLine};
use dungeon_format::characters::quoted;
use dungeon_format::source::Source;
use dungeon_format::spelling::nearest;

/// The maximum number of objects that all names together stand for, which bounds the memory of the legend.
const MOST_MEMBERS: usize = 1 << 20;

/// The maximum number of objects that a character puts on a cell.
const MOST_ON_CELL: usize = 64;

/// The maximum number of names of an object that a legend can match.
const MOST_NAMES: usize = 32;

/// The maximum number of unknown names that are reported with their column and a similar name.
const MOST_HINTS: usize = 50;

/// A declared object, which can be on cells.
#[derive(Debug, Default)]
struct ScriptObject {
    /// The name, then up to 31 names of groups that the object belongs to.
    names: Vec<String>,
    /// The collision layer; `None` if no layer has the object.
    layer: Option<usize>,
}

/// The meaning of a name or a character.
#[derive(Clone, Debug)]
enum ScriptName {
    /// All of these objects on one cell.
    All(Vec<u32>),
    /// One of these objects.
    OneOf(Vec<u32>),
}

impl ScriptName {
    fn members(&self) -> &[u32] {
        match self {
            ScriptName::All(members) | ScriptName::OneOf(members) => members,
        }
    }
}

/// The objects of a file with their names, characters and collision layers.
#[derive(Debug, Default)]
pub struct ScriptObjects {
    objects: Vec<ScriptObject>,
    names: HashMap<String, ScriptName>,
    layers: Vec<String>,
    is_case_sensitive: bool,
    members: usize,
    hints: usize,
}

impl ScriptObjects {
    /// Reads the sections about objects. Adds remarks about wrong lines to the file.
    ///
    /// # Errors
    /// Returns a fault if the names stand for more than a million objects together.
    pub fn read(
        source: &Source,
        lines: &[SectionLine<'_>],
        file: &mut ForeignFile,
    ) -> Result<ScriptObjects, Vec<ImportFault>> {
        let mut objects = ScriptObjects::default();
        let is_case_sensitive = |line: &SectionLine<'_>| {
            let word = line.text.split_whitespace().next();
            line.section == ScriptSection::Prelude
                && word.is_some_and(|word| word.eq_ignore_ascii_case("case_sensitive"))
        };
        objects.is_case_sensitive = lines.iter().any(is_case_sensitive);
        let of = |section| {
            let lines = lines.iter();
            lines.filter(move |line| line.section == section && !line.is_heading)
        };
        objects.read_objects(of(ScriptSection::Objects));
        for line in of(ScriptSection::Legend) {
            objects.read_legend(line, file);
            objects.check_members(source, line.line)?;
        }
        for line in of(ScriptSection::CollisionLayers) {
            objects.read_layer(line, file);
            objects.check_members(source, line.line)?;
        }
        Ok(objects)
    }

    fn check_members(&self, source: &Source, line: usize) -> Result<(), Vec<ImportFault>> {
        if self.members <= MOST_MEMBERS {
            return Ok(());
        }
        let why = format!("expected names for at most {MOST_MEMBERS} objects together, found more");
        Err(vec![ImportFault::at(&source.name, (line, 1), why)])
    }

    fn key(&self, name: &str) -> String {
        if self.is_case_sensitive {
            name.to_owned()
        } else {
            name.to_lowercase()
        }
    }

    /// Reads the objects: a line of names, a line of colors, and up to five rows of a picture.
    fn read_objects<'a>(&mut self, lines: impl Iterator<Item = &'a SectionLine<'a>>) {
        // The lines since the name; `None` before a name.
        let mut since_name: Option<usize> = None;
        for line in lines {
            let text = line.text.trim();
            let is_picture = text.chars().all(|c| c == '.' || c.is_ascii_digit());
            since_name = match since_name {
                _ if text.is_empty() && since_name != Some(0) => None,
                Some(0) if text.is_empty() => Some(0),
                Some(nth) if nth == 0 || nth <= 5 && is_picture => Some(nth + 1),
                _ => {
                    self.add_object(text);
                    Some(0)
                }
            };
        }
    }

    fn add_object(&mut self, text: &str) {
        let Ok(nth) = u32::try_from(self.objects.len()) else {
            return;
        };
        let names = text.split_whitespace();
        let name = names.clone().next().unwrap_or_default();
        for name in names {
            let key = self.key(name);
            self.names.insert(key, ScriptName::All(vec![nth]));
        }
        self.objects.push(ScriptObject {
            names: vec![name.to_owned()],
            layer: None,
        });
    }

    /// Returns the meaning of a name. Reports an unknown name.
    fn named(
        &mut self,
        name: &str,
        line: &SectionLine<'_>,
        file: &mut ForeignFile,
    ) -> Option<ScriptName> {
        if self.members > MOST_MEMBERS {
            return None;
        }
        let key = self.key(name);
        if let Some(known) = self.names.get(&key) {
            self.members += known.members().len();
            return Some(known.clone());
        }
        let mut why = format!(
            "expected the name of an object, found {}: ignored",
            quoted(name)
        );
        let mut place = RemarkPlace::Line(line.line);
        self.hints += 1;
        if self.hints <= MOST_HINTS {
            let names = self.names.keys().map(String::as_str);
            if let Some(near) = nearest(&key, names) {
                why += &format!("; did you mean {}?", quoted(near));
            }
            let said = line.text.find('=').map_or(0, |equals| equals + 1);
            let byte = line.text[said..].find(name).map_or(0, |byte| said + byte);
            let column = 1 + line.text[..byte].chars().count();
            place = RemarkPlace::Position(line.line, column);
        }
        file.remarks.push(Remark::loss(place, why));
        None
    }

    /// Reads a line of the legend, such as `@ = Crate and Target` or `Solid = Wall or Crate`.
    fn read_legend(&mut self, line: &SectionLine<'_>, file: &mut ForeignFile) {
        let text = line.text.trim();
        if text.is_empty() {
            return;
        }
        let Some((name, said)) = split_legend(text) else {
            let what = format!(
                "expected a line such as `# = Wall`, found {}: ignored",
                quoted(text)
            );
            file.remarks
                .push(Remark::loss(RemarkPlace::Line(line.line), what));
            return;
        };
        let mut members = Vec::new();
        let joint = said.split_whitespace().nth(1).unwrap_or_default();
        let mut is_one_of = joint.eq_ignore_ascii_case("or");
        for (nth, word) in said.split_whitespace().enumerate() {
            let is_joint = ["and", "or"]
                .iter()
                .any(|joint| word.eq_ignore_ascii_case(joint));
            if nth % 2 == 1 && is_joint {
                continue;
            }
            let Some(meaning) = self.named(word, line, file) else {
                continue;
            };
            is_one_of |= matches!(meaning, ScriptName::OneOf(_));
            members.extend_from_slice(meaning.members());
        }
        members.sort_unstable();
        members.dedup();
        if members.is_empty() {
            return;
        }
        if is_one_of || members.len() == 1 {
            for member in &members {
                let names = &mut self.objects[*member as usize].names;
                if names.len() < MOST_NAMES {
                    names.push(name.to_owned());
                }
            }
        } else if members.len() > MOST_ON_CELL {
            let what =
                format!("expected at most {MOST_ON_CELL} objects on a cell, found more: ignored");
            file.remarks
                .push(Remark::loss(RemarkPlace::Line(line.line), what));
            return;
        }
        let key = self.key(name);
        let meaning = if is_one_of {
            ScriptName::OneOf(members)
        } else {
            ScriptName::All(members)
        };
        self.names.insert(key, meaning);
    }

    /// Reads a line of names that share a collision layer.
    fn read_layer(&mut self, line: &SectionLine<'_>, file: &mut ForeignFile) {
        let text = line.text.trim();
        if text.is_empty() {
            return;
        }
        let nth = self.layers.len();
        self.layers.push(text.to_owned());
        let names = text.split(|c: char| c == ',' || c.is_whitespace());
        for name in names.filter(|name| !name.is_empty()) {
            let meaning = self.named(name, line, file);
            for member in meaning.iter().flat_map(|meaning| meaning.members()) {
                self.objects[*member as usize].layer = Some(nth);
            }
        }
    }
}

impl ScriptObjects {
    /// Returns the objects that a character puts on a cell. `None` for a character that the file does not know, or that
    /// stands for one of several objects.
    pub fn on_cell(&self, character: char) -> Option<&[u32]> {
        match self
            .names
            .get(&self.key(character.encode_utf8(&mut [0; 4])))
        {
            Some(ScriptName::All(members)) => Some(members),
            _ => None,
        }
    }

    /// Returns the background of a cell with these objects: one of them, or else the background of all cells.
    pub fn base(&self, cell: &[u32]) -> ForeignThing {
        let own = cell.iter().find(|object| self.is("background", **object));
        let all = self.names.get("background");
        let object = own.or_else(|| all?.members().first());
        match object {
            Some(object) => self.thing(*object),
            None => ForeignThing {
                certain: Some('.'),
                ..ForeignThing::drawn('.')
            },
        }
    }

    /// Returns the objects above the background of a cell, from the lowest collision layer to the highest.
    pub fn above(&self, cell: &[u32]) -> Vec<(usize, ForeignThing)> {
        let base = cell.iter().find(|object| self.is("background", **object));
        let mut above: Vec<(usize, u32)> = { cell.iter() }
            .filter(|object| Some(*object) != base)
            .map(|object| {
                let layer = self.objects[*object as usize].layer;
                (layer.unwrap_or(self.layers.len()), *object)
            })
            .collect();
        above.sort_unstable();
        let above = above.into_iter();
        above
            .map(|(layer, object)| (layer, self.thing(object)))
            .collect()
    }

    /// Returns the line that declares a collision layer; empty for objects that no layer has.
    pub fn layer_name(&self, nth: usize) -> &str {
        self.layers.get(nth).map_or("", String::as_str)
    }

    /// Whether an object is the one, or one of those, with a name that the language itself knows.
    fn is(&self, name: &str, object: u32) -> bool {
        match self.names.get(name) {
            Some(ScriptName::All(members)) => members.first() == Some(&object),
            Some(ScriptName::OneOf(members)) => members.contains(&object),
            None => false,
        }
    }

    fn thing(&self, object: u32) -> ForeignThing {
        let mut names = Vec::new();
        for name in &self.objects[object as usize].names {
            names.extend([name.clone(), name.to_lowercase()]);
        }
        names.dedup();
        let certain = if self.is("player", object) {
            Some('@')
        } else if self.is("background", object) {
            Some('.')
        } else {
            None
        };
        ForeignThing {
            names,
            is_object: true,
            certain,
            ..ForeignThing::default()
        }
    }
}

/// Splits a line of the legend at its `=`. `None` if it has none, or if there is not one word before it.
fn split_legend(text: &str) -> Option<(&str, &str)> {
    let (name, said) = text.split_once('=')?;
    let name = name.trim();
    let is_word = !name.is_empty() && !name.contains(char::is_whitespace);
    is_word.then_some((name, said))
}
