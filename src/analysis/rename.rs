//! Another character for a glyph, wherever it stands.
use super::file_analysis::{FileAnalysis, GlyphOrigin};
use super::named_things::NamedThing;
use dungeon_format::characters::{Fault, fault, quoted};
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::source::{Limits, Source, Span};
use dungeon_lint::load::read;

impl FileAnalysis {
    /// The glyph at a byte that can be given another character, and where it stands.
    ///
    /// # Errors
    ///
    /// Why there is none, in half a sentence.
    pub fn renameable(&self, byte: u32) -> Result<(NamedThing, Span), String> {
        match self.named_at(byte) {
            Some((NamedThing::Glyph(glyph, GlyphOrigin::BuiltIn), _)) => Err(format!(
                "`{glyph}` is built in: a `tile`, an `item`, a `kind` or a `mark` can be renamed"
            )),
            Some((NamedThing::Glyph(glyph, GlyphOrigin::Unknown), _)) => {
                Err(format!("`{glyph}` stands for nothing yet"))
            }
            Some((thing @ NamedThing::Glyph(..), span)) => Ok((thing, span)),
            _ => Err("only glyphs can be renamed".to_owned()),
        }
    }

    /// Where the character of a glyph is to be replaced by another one.
    ///
    /// # Errors
    ///
    /// Why the other character cannot be taken, in half a sentence.
    pub fn renamed(&self, thing: &NamedThing, new: &str) -> Result<Vec<Span>, String> {
        let new = self.free_glyph(new)?;
        let places = self.named_in(thing);
        let mut text = self.source().text.clone();
        for place in places.iter().rev() {
            text.replace_range(place.range(), new.encode_utf8(&mut [0; 4]));
        }
        // What stands there must read as before: a glyph may part words, begin a text or end a map.
        let before = errors(&self.source().text);
        let worse = errors(&text).into_iter().find(|found| {
            let is_it = |other: &&Diagnostic| other.code == found.code;
            !before.iter().any(|other| is_it(&other))
        });
        match worse {
            Some(found) => Err(format!(
                "with `{new}` the file would be wrong: {}",
                found.message
            )),
            None => Ok(places),
        }
    }

    /// A character that nothing in the file is drawn or called with.
    fn free_glyph(&self, said: &str) -> Result<char, String> {
        let mut characters = said.chars();
        let (Some(new), "") = (characters.next(), characters.as_str()) else {
            return Err(format!(
                "a glyph is one character, and {} is not",
                quoted(said)
            ));
        };
        match fault(new) {
            None if new != ' ' => {}
            Some(Fault::Wide) => return Err("a glyph is one column wide".to_owned()),
            _ => return Err("a glyph is a character that can be seen".to_owned()),
        }
        if self.game().reserved.contains(&new) {
            return Err(format!(
                "`{new}` is the hero in every dungeon of {}",
                self.game().word
            ));
        }
        let taken = |how: &str, line: usize| Err(format!("`{new}` is taken: line {line} {how} it"));
        for nth in 0..self.statements().len() {
            let line = |byte: u32| self.source().place(byte).line;
            let uses = self.glyph_uses(nth);
            if let Some(one) = uses.iter().find(|one| one.glyph == new) {
                return taken("names", line(one.span.start));
            }
            let mut rows = self.rows(nth).iter();
            if let Some(row) = rows.find(|row| self.source().slice(**row).contains(new)) {
                return taken("draws", line(row.start));
            }
        }
        Ok(new)
    }
}

/// The errors of a text by itself, of each code one at least.
fn errors(text: &str) -> Vec<Diagnostic> {
    let source = Source::from_text("", text);
    let (_, found) = read(&source, &Limits::default());
    let is_error =
        |found: &Diagnostic| found.severity == Severity::Error || found.code == Code::OddRow;
    found.into_iter().filter(is_error).collect()
}
