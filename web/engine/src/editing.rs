//! Answers an editor's questions about a text: findings, highlighting, completion and hover texts. The answers are
//! those of `dungeon check` and `dungeon lsp`.
use std::cell::OnceCell;

use dungeon::analysis::completion::SuggestionSort;
use dungeon::analysis::file_analysis::FileAnalysis;
use dungeon::analysis::token_paint::TokenSort;
use dungeon::diagnostics::{Limits, Source, Span, Summary, format_text};
use dungeon::testing::tested_file::TestedFile;
use dungeon_model::wire;
use serde_json::{Value, json};

use crate::offsets::Offsets;
use crate::reading::{findings, playable};

/// A text and its analysis.
pub struct Editing {
    source: Source,
    pub(crate) offsets: Offsets,
    pub(crate) analysis: FileAnalysis,
    /// The findings and the dungeon; empty until they are needed.
    file: OnceCell<TestedFile>,
}

impl Editing {
    /// Analyzes a text.
    pub fn new(name: String, text: String) -> Editing {
        let offsets = Offsets::new(&text);
        let source = Source::from_text(name, text);
        Editing {
            offsets,
            analysis: FileAnalysis::new(source.clone()),
            file: OnceCell::new(),
            source,
        }
    }

    fn file(&self) -> &TestedFile {
        let read = || TestedFile::read(&self.source, &Limits::default());
        self.file.get_or_init(read)
    }

    /// Whether this is the analysis of a file with this name and text.
    pub fn is_of(&self, name: &str, text: &str) -> bool {
        self.source.text == text && self.source.name.raw() == name
    }

    /// Returns the findings of the text, and whether it can be played.
    pub fn check(&self) -> Value {
        let file = self.file();
        json!({
            "findings": findings(&self.source, &self.offsets, &file.findings),
            "summary": Summary::count(&file.findings).to_string(),
            "playable": file.dungeon.is_some(),
            "title": file.dungeon.as_ref().map(|dungeon| dungeon.title().to_owned()),
        })
    }

    /// Returns the compiled dungeon of the text.
    pub fn compile(&self) -> Result<Value, String> {
        let dungeon = playable(self.file())?;
        Ok(json!({ "dungeon": wire::write(dungeon, &self.source.text) }))
    }

    /// Returns the tokens of a part of the text, each with its distance from the end of the one before (the first: from
    /// the start of the text), its length and the name of its sort. Short numbers compress well.
    pub fn paint(&self, from: u32, to: u32) -> Value {
        let [start, end] = [from, to].map(|unit| self.offsets.byte(unit) as usize);
        let painted = self.analysis.painted(Span::new(start, end)).into_iter();
        let mut end = 0;
        let pieces = painted.map(|(span, sort)| {
            let range = self.offsets.range(span);
            let mut names = TokenSort::NAMES.iter();
            let name = names.find(|(named, _)| *named == sort);
            let gap = i64::from(range.from) - i64::from(end);
            end = range.to;
            (
                gap,
                range.to - range.from,
                name.map_or("", |(_, name)| *name),
            )
        });
        json!({ "pieces": pieces.collect::<Vec<_>>() })
    }

    /// Returns the suggestions at a position.
    pub fn complete(&self, at: u32) -> Value {
        let completion = self.analysis.completion(self.offsets.byte(at));
        let range = self.offsets.range(completion.typed);
        let suggestions = completion.suggestions.into_iter().map(|one| {
            json!({
                "text": one.text,
                "sort": match one.sort {
                    SuggestionSort::Keyword => "keyword",
                    SuggestionSort::Key => "property",
                    SuggestionSort::Word => "enum",
                    SuggestionSort::Glyph => "constant",
                    SuggestionSort::Name => "variable",
                    SuggestionSort::File => "text",
                },
                "detail": one.detail,
                "meaning": one.meaning,
            })
        });
        json!({ "from": range.from, "to": range.to, "suggestions": suggestions.collect::<Vec<_>>() })
    }

    /// Returns the hover text at a position.
    pub fn hover(&self, at: u32) -> Value {
        match self.analysis.hover(self.offsets.byte(at)) {
            Some(told) => {
                let range = self.offsets.range(told.about);
                json!({ "from": range.from, "to": range.to, "markdown": told.markdown })
            }
            None => Value::Null,
        }
    }

    /// Returns the text in canonical form.
    pub fn format(&self) -> Result<Value, String> {
        let formatted = format_text(&self.source, &Limits::default());
        let text = formatted.map_err(|found| {
            let first = found.first();
            first.map_or_else(String::new, |found| {
                let line = self.source.line_of(found.span.start);
                format!("Fix line {line} first: {}.", found.message)
            })
        })?;
        Ok(json!({ "text": text }))
    }
}
