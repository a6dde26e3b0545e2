//! The text of a file as one seed has decided it, without chance before the first turn.
use std::collections::BTreeSet;
use std::sync::Arc;

use super::begun_file::{BegunFile, JoinedEdit, seed_of};
use super::plain_level::PlainLevel;
use super::same_start::difference;
use super::settled_numbers::SettledNumbers;
use crate::analysis::file_analysis::{FileAnalysis, FileScope};
use crate::testing::tested_file::TestedFile;
use crate::testing::trial::Trial;
use dungeon_engine::chance::each_outcome;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::bare::Bare;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::canonical::format_text;
use dungeon_format::characters::in_quotes;
use dungeon_format::diagnostic::Severity;
use dungeon_format::file_parts::{FileParts, span};
use dungeon_format::keys;
use dungeon_format::mend::edited;
use dungeon_format::source::{Limits, Source, Span};
use dungeon_format::syntax::{Head, Statement};
use dungeon_format::untrusted::Untrusted;
use dungeon_lint::load::read;
use dungeon_model::dungeon::Dungeon;
use dungeon_play::replay::certificate::Certificate;

/// A file without chance before the first turn.
#[derive(Clone, Debug)]
pub struct BakedFile {
    /// The canonical text of the file.
    pub text: String,
    /// The dungeon of the text.
    pub dungeon: Arc<Dungeon>,
}

impl BakedFile {
    /// Returns the text with a first line that names its origin, and with a test that plays the keys of a certificate.
    ///
    /// # Errors
    ///
    /// The reason why the text cannot have the test, or the test fails.
    pub fn with_test(&self, origin: &str, certificate: &Certificate) -> Result<String, String> {
        let (seed, turns) = (certificate.recording.seed, certificate.turns);
        let keys = in_quotes(certificate.keys.text());
        let test = format!(
            "test \"seed {seed} can be won\" keys={keys} seed={seed} expect=won turns={turns}\n"
        );
        let (before, behind) = self.text.split_at(self.end_of_declarations());
        let text = format!("// {origin}\n{before}\n{test}{behind}");
        let name = Untrusted::from("baked.dng");
        let text = canonical(&name, text)?;
        let source = Source::from_text(name, text);
        let read = TestedFile::read(&source, &Limits::default());
        let errors = read
            .findings
            .iter()
            .find(|found| found.severity == Severity::Error);
        if let Some(error) = errors {
            return Err(error.message.to_string());
        }
        let (Some(dungeon), [test]) = (read.dungeon, read.tests.as_slice()) else {
            return Err("the text has no test".to_owned());
        };
        let trial = Trial {
            dungeon: &Arc::new(dungeon),
            test,
            seed,
            recording: None,
            frame: None,
        };
        match trial.play().shortfalls.first() {
            None => Ok(source.text),
            Some(first) => Err(format!(
                "the test expects {}, found {}",
                first.expected, first.found
            )),
        }
    }
}

impl BakedFile {
    /// Returns the byte after the line of the last declaration, before the first level. A test cannot follow the levels,
    /// because a `q` may end their records.
    fn end_of_declarations(&self) -> usize {
        let source = Source::from_text("baked.dng", self.text.as_str());
        let analysis = FileAnalysis::new(source);
        let parts = FileParts::new(analysis.source(), analysis.statements());
        let last = parts.levels.checked_sub(1);
        let last = last.map(|nth| span(&analysis.statements()[nth]).end);
        let source = analysis.source();
        let line = |byte| source.line_span(source.line_of(byte) + 1).start;
        last.map_or(0, |byte| line(byte) as usize)
    }
}

/// A file whose seeds can be written as files without chance.
pub struct ChanceFile {
    analysis: FileAnalysis,
    dungeon: Arc<Dungeon>,
}

impl std::fmt::Debug for ChanceFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ChanceFile")
            .field(&self.analysis.source().name)
            .finish()
    }
}

impl ChanceFile {
    /// Takes a text in which included files are already inserted, with its dungeon.
    ///
    /// # Errors
    ///
    /// The reason why no seed of the file can be written.
    pub fn new(source: Source, dungeon: Arc<Dungeon>) -> Result<ChanceFile, String> {
        let analysis = FileAnalysis::new(source);
        if analysis.statements().is_empty() {
            return Err("a file in the classic format has no chance".to_owned());
        }
        let is_map = |statement: &&Statement| matches!(statement, Statement::Map(_));
        let maps = analysis.statements().iter().filter(is_map).count();
        if maps < dungeon.levels().len() + dungeon.vaults().len() {
            return Err(
                "the boards of the game itself cannot be written: give each level a map, \
                such as `map open 20 10`"
                    .to_owned(),
            );
        }
        if !has_chance(&dungeon) {
            return Err(
                "every seed gives the same level: the file has no mark with alternatives, \
                no scatter, no generated map, no range of a number and no family of looks"
                    .to_owned(),
            );
        }
        Ok(ChanceFile { analysis, dungeon })
    }

    /// Returns the dungeon of the file.
    pub fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// Begins the game of a seed.
    pub fn begun(&self, seed: u64) -> Game {
        begun(&self.dungeon, seed)
    }

    /// Returns the file as a seed has decided it.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot express that.
    pub fn baked(&self, seed: u64) -> Result<BakedFile, String> {
        let game = self.begun(seed);
        let file = BegunFile::new(&self.analysis, &self.dungeon, &game);
        let levels = self.dungeon.numbered_levels();
        let levels = levels.map(|(id, _)| PlainLevel::read(&file, id));
        let levels = levels.collect::<Result<Vec<_>, String>>()?;
        let placed: Vec<_> = levels.iter().flat_map(PlainLevel::numbered).collect();
        let settled = SettledNumbers::new(&file, &placed);
        let mut edits = self.edits_of_the_whole(&file, seed);
        edits.extend(settled.edits());
        for level in levels {
            edits.extend(level.edits(&settled)?);
        }
        let name = &self.analysis.source().name;
        let text = without_gaps(&joined(&self.analysis.source().text, edits));
        let text = canonical(name, text)?;
        let (text, dungeon) = readable(name, text)?;
        let dungeon = Arc::new(dungeon);
        match difference([&game, &begun(&dungeon, seed)]) {
            Some(difference) => Err(difference),
            None if has_chance(&dungeon) => {
                Err("the seed would still decide how the file begins".to_owned())
            }
            None => Ok(BakedFile { text, dungeon }),
        }
    }

    /// Returns the edits of the lines that belong to no level: vaults, classes that nothing draws from any more, marks of
    /// chance, tests and includes are deleted, and looks are in the order of their items. Also deletes each `tune=`.
    fn edits_of_the_whole(&self, file: &BegunFile<'_>, seed: u64) -> Vec<JoinedEdit> {
        let statements = self.analysis.statements();
        let parts = FileParts::new(self.analysis.source(), statements);
        let vaults = parts.vault_spans(statements).into_iter();
        let mut edits: Vec<JoinedEdit> = vaults
            .map(|span| (file.deletion(span), String::new()))
            .collect();
        for (nth, statement) in statements.iter().enumerate() {
            let Statement::Record(record) = statement else {
                continue;
            };
            let is_whole = self.analysis.scope(nth) == FileScope::Whole;
            let is_gone = match record.head.value {
                Head::Test | Head::Include => true,
                Head::Class(..) => file.is_idle_class(nth),
                _ => is_whole && file.is_chance(nth),
            };
            // Numbers of a written file no longer vary.
            let source = self.analysis.source();
            let tuned = record.keys.iter();
            let tuned = tuned.filter(|pair| pair.word(source) == keys::TUNE.word);
            let tuned = tuned.map(|pair| source.deletion(pair.key.to(pair.value.span)));
            edits.extend(tuned.map(|gone| (gone, String::new())));
            if is_gone {
                edits.push((file.deletion(record.span), String::new()));
            } else if let Some(place) = seed_of(record) {
                edits.push((place, seed.to_string()));
            } else if record.head.value == Head::Family {
                edits.extend(file.looks_in_order(record));
            }
            let next = statements.get(nth + 1);
            let is_for_next = matches!(record.head.value, Head::Allow(_))
                && next.is_some_and(|next| edits.iter().any(|(gone, _)| *gone == span(next)));
            if is_for_next {
                edits.push((file.deletion(record.span), String::new()));
            }
        }
        edits
    }
}

/// Whether the seed decides anything that the file leaves open before the first turn. Rules without actions open the
/// game, because those of siege let hordlings come on the first turn of a season.
fn has_chance(dungeon: &Arc<Dungeon>) -> bool {
    let open = || {
        let rules = Arc::new(Bare);
        Some(Game::new(Arc::clone(dungeon), rules, monsters::mind_for, 0))
    };
    each_outcome(1, open).is_none()
}

/// Begins the game of a dungeon with a seed.
pub(super) fn begun(dungeon: &Arc<Dungeon>, seed: u64) -> Game {
    let rules = rulesets::pick(dungeon);
    Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed)
}

/// Returns a text after edits, which may be in any order. An edit inside an earlier one is dropped.
fn joined(text: &str, mut edits: Vec<JoinedEdit>) -> String {
    edits.sort_by_key(|(span, _)| (span.start, u32::MAX - span.end));
    let mut end = 0;
    edits.retain(|(Span { start, end: last }, _)| {
        let is_apart = *start >= end;
        end = end.max(*last);
        is_apart
    });
    edited(text, edits)
}

/// Joins several empty lines outside of maps to one.
fn without_gaps(text: &str) -> String {
    let (mut joined, mut is_in_map, mut is_gap) = (String::new(), false, true);
    for line in text.lines() {
        let is_empty = line.trim().is_empty() && !is_in_map;
        if is_empty && is_gap {
            continue;
        }
        is_gap = is_empty;
        match line.trim_end() {
            "map" => is_in_map = true,
            "end" => is_in_map = false,
            _ => {}
        }
        joined += line;
        joined.push('\n');
    }
    joined
}

/// Returns the canonical form of a text.
fn canonical(name: &Untrusted, text: String) -> Result<String, String> {
    let source = Source::from_text(name.clone(), text);
    format_text(&source, &Limits::default()).map_err(|found| {
        let first = found.first().map(|found| found.message.to_string());
        format!(
            "the written file has an error: {}",
            first.unwrap_or_default()
        )
    })
}

/// Reads a text. Allows its warnings, such as those about unused declarations, since a seed rarely needs all of them.
fn readable(name: &Untrusted, text: String) -> Result<(String, Dungeon), String> {
    let source = Source::from_text(name.clone(), text);
    let (dungeon, found) = read(&source, &Limits::default());
    let Some(dungeon) = dungeon else {
        let mut errors = found.iter();
        let first = errors.find(|found| found.severity == Severity::Error);
        let first = first.map(|found| {
            let (line, _) = source.line_column(found.span.start);
            let said = source.slice(source.line_span(line)).trim_end();
            format!("{} (`{said}`)", found.message)
        });
        return Err(format!(
            "the written file would have an error: {}",
            first.unwrap_or_default()
        ));
    };
    let codes = found.iter().map(|found| found.code);
    let codes = codes.filter(|code| code.may_be_allowed());
    let allowed: BTreeSet<String> = codes.map(|code| format!("allow {code}\n")).collect();
    if allowed.is_empty() {
        return Ok((source.text, dungeon));
    }
    let allowed: String = allowed.into_iter().collect();
    let allowed = canonical(name, allowed + &source.text)?;
    let (dungeon, _) = read(
        &Source::from_text(name.clone(), allowed.as_str()),
        &Limits::default(),
    );
    let dungeon = dungeon.ok_or("the written file would have an error")?;
    Ok((allowed, dungeon))
}
