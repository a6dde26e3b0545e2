//! The text of a dungeon, with the places of its parts, to be edited and read again.
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::analysis::file_analysis::{FileAnalysis, FileScope};
use dungeon_format::characters::quoted;
use dungeon_format::diagnostic::Severity;
use dungeon_format::mend::edited;
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source, Span};
use dungeon_format::untrusted::Untrusted;
use dungeon_lint::load::read;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_players::GameRecord;

/// Plays a dungeon once with each seed, and returns the games in the order of the seeds; `None` to stop. The games must
/// depend only on the dungeon and the seed.
pub type PlaySeeds<'a> = dyn Fn(&Arc<Dungeon>, &[u64]) -> Option<Vec<GameRecord>> + 'a;

/// Returns the seeds of these games, counted from a first seed. After the largest seed comes 0.
pub(super) fn seeds_from(first: u64, games: Range<u64>) -> Vec<u64> {
    games.map(|nth| first.wrapping_add(nth)).collect()
}

/// The text of a dungeon's own file, without the files that it includes.
///
/// ```
/// use dungeon::diagnostics::Source;
/// use dungeon::players::DungeonText;
///
/// let file = Source::from_text("a.dng", "hero health=8 // frail\nmap\n#####\n#@.$#\n#####\nend\n");
/// let text = DungeonText::new(file, Box::new(|own| own))?;
/// let doubled = text.changes().into_iter().find(|change| change.alteration.word() == "doubled").unwrap();
/// assert!(doubled.text.starts_with("hero health=16 // frail\n"));
/// # Ok::<(), Box<dungeon::Report>>(())
/// ```
pub struct DungeonText {
    /// The file without its included files.
    pub(super) own: Source,
    join: Box<dyn Fn(Source) -> Source>,
    /// The file with its included files.
    pub(super) analysis: FileAnalysis,
    pub(super) dungeon: Arc<Dungeon>,
}

impl fmt::Debug for DungeonText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DungeonText").field(&self.own.name).finish()
    }
}

/// An edit of a file's own text: the bytes to replace, and the new text.
pub(super) type Edit = (Span, String);

impl DungeonText {
    /// Reads the text of a file. `join` inserts included files into a text of the file, such as with
    /// `Source::with_includes`; a file without includes needs none.
    ///
    /// # Errors
    ///
    /// A report of all findings if one is an error.
    pub fn new(
        own: Source,
        join: Box<dyn Fn(Source) -> Source>,
    ) -> Result<DungeonText, Box<Report>> {
        let source = join(own.clone());
        match read(&source, &Limits::default()) {
            (Some(dungeon), _) => Ok(DungeonText {
                own,
                join,
                analysis: FileAnalysis::new(source),
                dungeon: Arc::new(dungeon),
            }),
            (None, found) => Err(Box::new(Report::new(source, found))),
        }
    }

    /// Whether the file includes others, whose numbers do not vary.
    pub fn has_includes(&self) -> bool {
        self.analysis.source().text != self.own.text
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &Untrusted {
        &self.own.name
    }

    /// Returns the dungeon of the text without edits.
    pub fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// Returns the text of the file without edits and without included files.
    pub fn text(&self) -> &str {
        &self.own.text
    }

    /// Returns the text after edits, which may be in any order. An edit inside an earlier one is dropped.
    pub(super) fn edited(&self, mut edits: Vec<Edit>) -> String {
        edits.sort_by_key(|(span, _)| (span.start, u32::MAX - span.end));
        let mut end = 0;
        edits.retain(|(span, _)| {
            let is_apart = span.start >= end;
            end = end.max(span.end);
            is_apart
        });
        edited(&self.own.text, edits)
    }

    /// Reads an edited text with its included files, and checks it.
    ///
    /// # Errors
    ///
    /// The message of the first error.
    pub fn read(&self, text: String) -> Result<Arc<Dungeon>, String> {
        let source = (self.join)(Source::from_text(self.own.name.clone(), text));
        let (dungeon, found) = read(&source, &Limits::default());
        dungeon.map(Arc::new).ok_or_else(|| {
            let mut errors = found.iter();
            let first = errors.find(|found| found.severity == Severity::Error);
            first.map_or_else(String::new, |found| found.message.to_string())
        })
    }

    /// Returns a span of the joined text as a span of the file's own text; `None` in an included file.
    pub(super) fn own_span(&self, span: Span) -> Option<Span> {
        self.analysis.source().own_span(span)
    }

    /// Returns the name of a thing, without an article.
    pub(super) fn name_of(&self, thing: Thing) -> String {
        match thing {
            Thing::Body(kind) => self.dungeon.kind(kind).name.clone(),
            Thing::Item(item) => self.dungeon.item(item).name.clone(),
            Thing::Tile(tile) => self.dungeon.tile(tile).name.clone(),
            Thing::Feature(feature) => feature.name().to_owned(),
        }
    }

    /// Returns the words that name a part of a file after a thing in it: " of \"Cellar\"". Empty for the only level.
    pub(super) fn within(&self, scope: FileScope) -> String {
        let number = |nth: u32| nth as usize;
        match scope {
            FileScope::Level(nth) if self.dungeon.levels.len() > 1 => {
                let level = self.dungeon.levels.get(number(nth));
                match level.map(|level| level.name.as_str()) {
                    Some(name) if !name.is_empty() => format!(" of {}", quoted(name)),
                    _ => format!(" of level {}", nth + 1),
                }
            }
            FileScope::Vault(nth) => match self.dungeon.vaults.get(number(nth)) {
                Some(vault) => format!(" of {}", quoted(&vault.name)),
                None => String::new(),
            },
            _ => String::new(),
        }
    }
}
