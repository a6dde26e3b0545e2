//! Answers requests about one open file, by converting results of `analysis` to types of the protocol.
use crate::cli::output::errors::ErrorText;
use std::path::Path;

use lsp_types::{
    CodeLens, Command, CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentHighlight,
    DocumentHighlightKind, DocumentSymbol, Documentation, FoldingRange, FoldingRangeKind, Hover,
    HoverContents, Location, MarkupContent, MarkupKind, Position, PrepareRenameResponse,
    SemanticToken, SymbolKind, TextEdit,
};
use serde_json::Value;

use super::buffers::Buffer;
use super::include_buffers::IncludeBuffers;
use super::positions::{ColumnUnit, Positions};
use crate::analysis::completion::{Completion, Suggestion, SuggestionSort};
use crate::analysis::file_analysis::{FileAnalysis, FileScope};
use crate::analysis::named_things::NamedThing;
use crate::analysis::outline::{LensCommand, OutlineEntry, OutlineSort};
use crate::analysis::rename::RenameError;
use crate::analysis::token_paint::TokenSort;
use dungeon_format::canonical::format_text;
use dungeon_format::source::{Limits, Span};
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::narrow::count;

/// An open file with its analysis.
#[derive(Debug)]
pub struct OpenFile {
    buffer: Buffer,
    files: IncludeBuffers,
    analysis: FileAnalysis,
    unit: ColumnUnit,
}

impl OpenFile {
    /// Analyzes a file with its includes.
    pub fn new(buffer: Buffer, files: IncludeBuffers, unit: ColumnUnit) -> OpenFile {
        let limits = Limits::default();
        OpenFile {
            analysis: FileAnalysis::new(files.join(buffer.source(&limits), &limits)),
            buffer,
            files,
            unit,
        }
    }

    /// Returns the version of the text.
    pub fn version(&self) -> i32 {
        self.buffer.version
    }

    /// Returns the name of the file in messages.
    pub fn name(&self) -> Untrusted {
        self.buffer.name().into()
    }

    fn positions(&self) -> Positions<'_> {
        Positions {
            source: self.analysis.source(),
            unit: self.unit,
            has_mark: self.buffer.has_mark(),
        }
    }

    fn location(&self, span: Span) -> Option<Location> {
        let source = self.analysis.source();
        Some(Location {
            uri: self.files.uri(source, source.place(span.start).name)?,
            range: self.positions().range(span),
        })
    }

    /// Returns the explanation of the word at a position.
    pub fn hover(&self, position: Position) -> Option<Hover> {
        let told = self.analysis.hover(self.positions().byte(position))?;
        Some(Hover {
            contents: HoverContents::Markup(markdown(told.markdown)),
            range: Some(self.positions().range(told.about)),
        })
    }

    /// Returns the completions at a position.
    pub fn completion(&self, position: Position) -> Vec<CompletionItem> {
        let completion = self.analysis.completion(self.positions().byte(position));
        let range = self.positions().range(completion.typed);
        let files = if completion.wants_file {
            self.files_beside()
        } else {
            Vec::new()
        };
        let Completion { suggestions, .. } = completion;
        let items = suggestions.into_iter().chain(files).enumerate();
        items
            .map(|(nth, one)| completion_item(nth, one, range))
            .collect()
    }

    /// Returns the other dungeon files in the same folder as suggestions, in quotes.
    fn files_beside(&self) -> Vec<Suggestion> {
        let folder = self.buffer.path.as_deref().and_then(Path::parent);
        let entries = folder.and_then(|folder| folder.read_dir().ok());
        let names = entries.into_iter().flatten().filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let is_self = self.buffer.path.as_deref()?.file_name()? == name.as_str();
            (name.ends_with(".dng") && !is_self).then(|| format!("\"{name}\""))
        });
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        let files = names.into_iter().map(|text| Suggestion {
            text,
            sort: SuggestionSort::File,
            detail: String::new(),
            meaning: String::new(),
        });
        files.collect()
    }

    /// Returns the places where the thing named at a position is declared.
    pub fn definitions(&self, position: Position) -> Vec<Location> {
        match self.analysis.named_at(self.positions().byte(position)) {
            Some((NamedThing::File(path), _)) => {
                let start = lsp_types::Range::default();
                let file = self.files.included(&path);
                file.map(|uri| Location::new(uri, start))
                    .into_iter()
                    .collect()
            }
            Some((thing, _)) => self.declarations(&thing),
            None => Vec::new(),
        }
    }

    /// Returns the thing named at a position; `None` if there is none.
    pub fn named(&self, position: Position) -> Option<NamedThing> {
        let named = self.analysis.named_at(self.positions().byte(position));
        named.map(|(thing, _)| thing)
    }

    /// Returns the glyph that is declared at one of these places, in this file or in an include. `None` if no place
    /// declares a glyph.
    pub fn declared_at(&self, places: &[Location]) -> Option<NamedThing> {
        let glyphs = self.analysis.own_glyphs(FileScope::Whole);
        let mut things = glyphs.map(|(glyph, origin)| NamedThing::Glyph(glyph, origin));
        things.find(|thing| {
            let declared = self.declarations(thing);
            declared.iter().any(|place| places.contains(place))
        })
    }

    /// Returns the declarations of a thing.
    pub fn declarations(&self, thing: &NamedThing) -> Vec<Location> {
        let spans = self.analysis.declared_at(thing).into_iter();
        spans.filter_map(|span| self.location(span)).collect()
    }

    /// Returns all references to a thing, including its declarations.
    pub fn references(&self, thing: &NamedThing) -> Vec<Location> {
        let spans = self.analysis.named_in(thing).into_iter();
        spans.filter_map(|span| self.location(span)).collect()
    }

    /// Returns the references in this file to the thing named at a position.
    pub fn highlights(&self, position: Position) -> Vec<DocumentHighlight> {
        let here = self.named(position).map(|thing| self.references(&thing));
        let here = here.into_iter().flatten();
        let here = here.filter(|place| place.uri == self.buffer.uri);
        let highlight = |place: Location| DocumentHighlight {
            range: place.range,
            kind: Some(DocumentHighlightKind::TEXT),
        };
        here.map(highlight).collect()
    }

    /// Returns the range of the renameable glyph at a position.
    ///
    /// # Errors
    ///
    /// Returns the reason that nothing can be renamed.
    pub fn prepare_rename(&self, position: Position) -> Result<PrepareRenameResponse, RenameError> {
        let (_, span) = self.analysis.renameable(self.positions().byte(position))?;
        Ok(PrepareRenameResponse::Range(self.positions().range(span)))
    }

    /// Returns the renameable glyph at a position.
    ///
    /// # Errors
    ///
    /// Returns the reason that nothing can be renamed.
    pub fn renameable(&self, position: Position) -> Result<NamedThing, RenameError> {
        let renameable = self.analysis.renameable(self.positions().byte(position));
        renameable.map(|(thing, _)| thing)
    }

    /// Returns the places where a rename replaces a glyph.
    ///
    /// # Errors
    ///
    /// Returns the reason that the new character is not allowed.
    pub fn renamed(&self, thing: &NamedThing, new: &str) -> Result<Vec<Location>, RenameError> {
        let spans = self.analysis.renamed(thing, new)?.into_iter();
        Ok(spans.filter_map(|span| self.location(span)).collect())
    }

    /// Returns the outline of the file.
    pub fn symbols(&self) -> Vec<DocumentSymbol> {
        let entries = self.analysis.outline();
        entries
            .into_iter()
            .map(|entry| self.symbol(entry))
            .collect()
    }

    fn symbol(&self, entry: OutlineEntry) -> DocumentSymbol {
        let parts = entry.parts.into_iter();
        let parts: Vec<DocumentSymbol> = parts.map(|part| self.symbol(part)).collect();
        #[allow(deprecated)] // the struct has no constructor that omits this field
        DocumentSymbol {
            // The protocol does not allow empty names.
            name: match entry.name.trim() {
                "" => "—".to_owned(),
                name => name.to_owned(),
            },
            detail: None,
            kind: match entry.sort {
                OutlineSort::Level => SymbolKind::MODULE,
                OutlineSort::Map => SymbolKind::ARRAY,
                OutlineSort::Kind => SymbolKind::CLASS,
                OutlineSort::Item => SymbolKind::OBJECT,
                OutlineSort::Tile => SymbolKind::STRUCT,
                OutlineSort::Mark => SymbolKind::CONSTANT,
                OutlineSort::Placed => SymbolKind::VARIABLE,
                OutlineSort::Cause => SymbolKind::EVENT,
                OutlineSort::Test => SymbolKind::METHOD,
                OutlineSort::Setting => SymbolKind::PROPERTY,
            },
            tags: None,
            deprecated: None,
            range: self.positions().range(entry.whole),
            selection_range: self.positions().range(entry.head),
            children: (!parts.is_empty()).then_some(parts),
        }
    }

    /// Returns the ranges of lines that an editor can fold.
    pub fn folds(&self) -> Vec<FoldingRange> {
        let folds = self.analysis.folds().into_iter();
        let folds = folds.map(|span| self.positions().range(span));
        let folds = folds.filter(|range| range.start.line < range.end.line);
        folds
            .map(|range| FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line,
                kind: Some(FoldingRangeKind::Region),
                ..FoldingRange::default()
            })
            .collect()
    }

    /// Returns code lenses, which run commands in the editor's terminal. Their arguments are the path of the file and,
    /// for a test, its name.
    pub fn lenses(&self) -> Vec<CodeLens> {
        // Commands can only run on a file on the disk.
        let Some(path) = self.buffer.path.as_deref().and_then(Path::to_str) else {
            return Vec::new();
        };
        let lenses = self.analysis.lenses().into_iter().map(|lens| {
            let (title, command, name) = match lens.run {
                LensCommand::Play => ("play", "dungeon.play", None),
                LensCommand::Prove => ("prove", "dungeon.prove", None),
                LensCommand::Test(name) => ("run test", "dungeon.test", Some(name)),
            };
            let arguments = [Some(path.to_owned()), name].into_iter().flatten();
            let arguments = arguments.map(Value::String).collect();
            CodeLens {
                range: self.positions().range(lens.head),
                command: Some(Command::new(
                    title.to_owned(),
                    command.to_owned(),
                    Some(arguments),
                )),
                data: None,
            }
        });
        lenses.collect()
    }

    /// Returns the edit that formats the file; empty if the file is already formatted.
    ///
    /// # Errors
    ///
    /// Returns a message with the first syntax error, which prevents formatting.
    pub fn formatted(&self) -> Result<Vec<TextEdit>, ErrorText> {
        let limits = Limits::default();
        let source = self.buffer.source(&limits);
        let text = format_text(&source, &limits).map_err(|found| {
            let found = found.first();
            found.map_or_else(String::new, |found| {
                let line = source.line_of(found.span.start);
                format!("fix line {line} first: {}", found.message)
            })
        })?;
        let Some((span, new)) = changed_lines(&source.text, &text) else {
            return Ok(Vec::new());
        };
        let positions = Positions {
            source: &source,
            ..self.positions()
        };
        Ok(vec![TextEdit::new(positions.range(span), new.to_owned())])
    }

    /// Returns the semantic tokens of a part of the file; `None` means the whole file.
    pub fn tokens(&self, part: Option<lsp_types::Range>) -> Vec<SemanticToken> {
        let source = self.analysis.source();
        let within = match part {
            None => Span::new(0, source.text.len()),
            Some(part) => {
                let [start, end] = [part.start, part.end].map(|place| self.positions().byte(place));
                Span {
                    start,
                    end: end.max(start),
                }
            }
        };
        let mut last = Position::default();
        let painted = self.analysis.painted(within).into_iter();
        painted
            .map(|(span, sort)| {
                let start = self.positions().position(span.start);
                let delta_start = if start.line == last.line {
                    start.character - last.character
                } else {
                    start.character
                };
                let token = SemanticToken {
                    delta_line: start.line - last.line,
                    delta_start,
                    length: self.unit.count(source.slice(span)),
                    token_type: sort_number(sort),
                    token_modifiers_bitset: 0,
                };
                last = start;
                token
            })
            .collect()
    }
}

/// Returns the span from the first to the last line of `before` that differs from `after`, and the text that replaces
/// this span; `None` if the texts are equal.
fn changed_lines<'t>(before: &str, after: &'t str) -> Option<(Span, &'t str)> {
    if before == after {
        return None;
    }
    let same_bytes = |(one, other): &(&str, &str)| one == other;
    let pairs = before
        .split_inclusive('\n')
        .zip(after.split_inclusive('\n'));
    let first: usize = pairs
        .take_while(same_bytes)
        .map(|(line, _)| line.len())
        .sum();
    let (rest_before, rest_after) = (&before[first..], &after[first..]);
    let lines = |text: &'_ str| {
        text.split_inclusive('\n')
            .rev()
            .map(str::len)
            .collect::<Vec<_>>()
    };
    let mut last = 0;
    for (one, other) in lines(rest_before).into_iter().zip(lines(rest_after)) {
        let tail = |text: &str, length: usize| text.len() - last - length..text.len() - last;
        if rest_before[tail(rest_before, one)] != rest_after[tail(rest_after, other)] {
            break;
        }
        last += one;
    }
    let span = Span::new(first, before.len() - last);
    Some((span, &rest_after[..rest_after.len() - last]))
}

/// Returns the index of a kind of token in the legend that the server announces.
fn sort_number(sort: TokenSort) -> u32 {
    let mut sorts = TokenSort::NAMES.iter();
    count(sorts.position(|(one, _)| *one == sort).unwrap_or(0))
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

fn completion_item(nth: usize, one: Suggestion, range: lsp_types::Range) -> CompletionItem {
    CompletionItem {
        kind: Some(match one.sort {
            SuggestionSort::Keyword => CompletionItemKind::KEYWORD,
            SuggestionSort::Key => CompletionItemKind::PROPERTY,
            SuggestionSort::Word => CompletionItemKind::ENUM_MEMBER,
            SuggestionSort::Glyph => CompletionItemKind::CONSTANT,
            SuggestionSort::Name => CompletionItemKind::REFERENCE,
            SuggestionSort::File => CompletionItemKind::FILE,
        }),
        detail: Some(one.detail).filter(|detail| !detail.is_empty()),
        documentation: Some(one.meaning)
            .filter(|meaning| !meaning.is_empty())
            .map(|meaning| Documentation::MarkupContent(markdown(meaning))),
        // Keep the order of the table; editors would sort alphabetically.
        sort_text: Some(format!("{nth:05}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
            range,
            one.text.clone(),
        ))),
        label: one.text,
        ..CompletionItem::default()
    }
}
