//! Renaming a glyph: replaces its character throughout the file.
use super::file_analysis::{FileAnalysis, GlyphOrigin};
use super::named_things::NamedThing;
use dungeon_format::characters::{Fault, fault, quoted_or_nothing};
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::source::{Limits, Source, Span};
use dungeon_format::untrusted::Untrusted;
use dungeon_lint::load::read;

/// The reason that a glyph cannot be renamed.
#[derive(Debug, thiserror::Error)]
pub enum RenameError {
    #[error("only glyphs can be renamed")]
    NoGlyph,
    #[error("`{0}` is built in: a `tile`, an `item`, a `kind` or a `mark` can be renamed")]
    BuiltIn(char),
    #[error("`{0}` has no meaning yet")]
    Unknown(char),
    #[error("a glyph is one character, found {}", quoted_or_nothing(.0))]
    NoCharacter(String),
    #[error("a glyph is one column wide")]
    Wide,
    #[error("a glyph is a visible character")]
    Unseen,
    #[error("`{new}` is the hero in every dungeon of {game}")]
    Hero { new: char, game: &'static str },
    #[error("`{new}` is taken: line {line} {how} it")]
    Taken {
        new: char,
        line: usize,
        how: &'static str,
    },
    #[error("with `{new}` the file would have an error: {found}")]
    Wrong { new: char, found: Untrusted },
}

impl FileAnalysis {
    /// Returns the glyph at a byte, with the place of its character.
    ///
    /// # Errors
    ///
    /// Returns the reason that nothing can be renamed at the byte.
    pub fn renameable(&self, byte: u32) -> Result<(NamedThing, Span), RenameError> {
        match self.named_at(byte) {
            Some((NamedThing::Glyph(glyph, GlyphOrigin::BuiltIn), _)) => {
                Err(RenameError::BuiltIn(glyph))
            }
            Some((NamedThing::Glyph(glyph, GlyphOrigin::Unknown), _)) => {
                Err(RenameError::Unknown(glyph))
            }
            Some((thing @ NamedThing::Glyph(..), span)) => Ok((thing, span)),
            _ => Err(RenameError::NoGlyph),
        }
    }

    /// Returns the places where the new character replaces the glyph.
    ///
    /// # Errors
    ///
    /// Returns the reason that the new character cannot be used.
    pub fn renamed(&self, thing: &NamedThing, new: &str) -> Result<Vec<Span>, RenameError> {
        let new = self.free_glyph(new)?;
        let places = self.named_in(thing);
        let mut text = self.source().text.clone();
        for place in places.iter().rev() {
            text.replace_range(place.range(), new.encode_utf8(&mut [0; 4]));
        }
        // The new character must not change the meaning of the text: it could split a word, open a quote or end a map.
        let before = errors(&self.source().text);
        let worse = errors(&text).into_iter().find(|found| {
            let is_it = |other: &&Diagnostic| other.code == found.code;
            !before.iter().any(|other| is_it(&other))
        });
        match worse {
            Some(found) => Err(RenameError::Wrong {
                new,
                found: found.message,
            }),
            None => Ok(places),
        }
    }

    /// Parses the new character, which the file must neither name nor draw.
    fn free_glyph(&self, said: &str) -> Result<char, RenameError> {
        let mut characters = said.chars();
        let (Some(new), "") = (characters.next(), characters.as_str()) else {
            return Err(RenameError::NoCharacter(said.to_owned()));
        };
        match fault(new) {
            None if new != ' ' => {}
            Some(Fault::Wide) => return Err(RenameError::Wide),
            _ => return Err(RenameError::Unseen),
        }
        if self.game().form().reserved.contains(&new) {
            let game = self.game().word;
            return Err(RenameError::Hero { new, game });
        }
        let taken = |how, line| Err(RenameError::Taken { new, line, how });
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

/// Returns the errors of a text, and its warnings about odd rows.
fn errors(text: &str) -> Vec<Diagnostic> {
    let source = Source::from_text("", text);
    let (_, found) = read(&source, &Limits::default());
    let is_error =
        |found: &Diagnostic| found.severity == Severity::Error || found.code == Code::OddRow;
    found.into_iter().filter(is_error).collect()
}
