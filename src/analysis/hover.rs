//! Hover texts: the meaning of a word or a glyph, taken from the table of keys and from the game's own words.
use super::file_analysis::{FileAnalysis, FileScope, GlyphOrigin};
use super::named_things::{NamedThing, touches};
use dungeon_format::diagnostic::Code;
use dungeon_format::keys::{KEYS, KeySpec, RecordKind, ValueShape};
use dungeon_format::parse::shape_of_keyword;
use dungeon_format::source::Span;
use dungeon_format::syntax::{Head, MapForm, Statement};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::games;

/// The maximum number of lines or names in a text.
const LISTED: usize = 8;

/// The hover text for a place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoverText {
    /// The place that the text is about.
    pub about: Span,
    /// The text, as Markdown.
    pub markdown: String,
}

impl FileAnalysis {
    /// Returns the hover text at a byte; `None` if there is nothing to explain.
    pub fn hover(&self, byte: u32) -> Option<HoverText> {
        if let Some(cell) = self.cell_at(byte) {
            let told = self.cell_portrait(cell.row, cell.at.x);
            let said = self.glyph_text(cell.glyph.glyph, cell.glyph.origin, told.is_none());
            let here = told.map(|(p, told)| format!("{p}: {}", escaped(&told.join(" "))));
            let parts = [Some(said), here].into_iter().flatten();
            return Some(HoverText {
                about: cell.glyph.span,
                markdown: parts.collect::<Vec<_>>().join("\n\n"),
            });
        }
        if let Some((thing, about)) = self.named_at(byte) {
            let markdown = self.named_text(&thing)?;
            return Some(HoverText { about, markdown });
        }
        let nth = self.statement_at(byte)?;
        for (pair, spec) in self.keys(nth) {
            if touches(pair.key.to(pair.value.span), byte) {
                return Some(HoverText {
                    about: pair.key,
                    markdown: key_text(spec?),
                });
            }
        }
        self.head_hover(nth, byte)
    }

    /// Returns the hover text of the word that begins a statement, or of the game or code that follows it.
    fn head_hover(&self, nth: usize, byte: u32) -> Option<HoverText> {
        let (about, markdown) = match self.statements().get(nth)? {
            Statement::Map(map) if touches(map.head, byte) => (map.head, map_text(&map.form)),
            Statement::Map(_) => return None,
            Statement::Record(record) => match &record.head.value {
                Head::Rules(word) if touches(word.span, byte) => {
                    (word.span, rules_text(&word.value)?)
                }
                Head::Allow(code) if touches(code.span, byte) => {
                    (code.span, code_text(Code::from_name(&code.value)?))
                }
                _ if touches(record.head.span, byte) => {
                    let word = self.source().slice(record.head.span);
                    (record.head.span, keyword_text(word)?)
                }
                _ => return None,
            },
        };
        Some(HoverText { about, markdown })
    }

    fn named_text(&self, thing: &NamedThing) -> Option<String> {
        Some(match thing {
            NamedThing::Glyph(glyph, origin) => self.glyph_text(*glyph, *origin, true),
            NamedThing::Level(level) => {
                let (_, nth) = self.levels().find(|(number, _)| number == level)?;
                let line = self.source().slice(self.begins_with(nth));
                format!("level {}\n\n{}", level + 1, fenced(&[line]))
            }
            NamedThing::Lock(name) => {
                let places = self.declared_at(thing);
                let opening = self.lines_of(&places);
                if opening.is_empty() {
                    format!("the lock {}: nothing opens it", code_span(name))
                } else {
                    format!(
                        "the lock {}, opened by\n\n{}",
                        code_span(name),
                        fenced(&opening)
                    )
                }
            }
            NamedThing::Family(name) => {
                let declared = self.lines_of(&self.declared_at(thing));
                let name = code_span(name);
                if declared.is_empty() {
                    format!("the family {name}, which no line declares")
                } else {
                    format!("the family {name}\n\n{}", fenced(&declared))
                }
            }
            NamedThing::File(path) => format!("the file {}", code_span(path)),
        })
    }

    /// Returns the meaning of a glyph with the records that declare it. If `with_portrait` is true, or if the glyph
    /// stands for several things, includes a portrait of each thing.
    fn glyph_text(&self, glyph: char, origin: GlyphOrigin, with_portrait: bool) -> String {
        let how = match origin {
            GlyphOrigin::Marked(FileScope::Whole) => "a mark of the whole file",
            GlyphOrigin::Marked(FileScope::Vault(_)) => "a mark of this vault",
            GlyphOrigin::Marked(FileScope::Level(_)) => "a mark of this level",
            GlyphOrigin::Declared => "declared",
            GlyphOrigin::BuiltIn => "built in",
            GlyphOrigin::Unknown => "has no meaning",
        };
        let mut parts = vec![format!("{} · {how}", code_span(&glyph.to_string()))];
        let things = self.things(origin, glyph);
        if with_portrait || things.len() > 1 {
            let told = things.iter().map(|thing| self.portrait(*thing).join(" "));
            let told = told.filter(|told| !told.is_empty());
            parts.extend(told.map(|told| escaped(&told)));
        }
        let records = self.origin_records(origin, glyph);
        let spans: Vec<Span> = records.iter().map(|nth| self.begins_with(*nth)).collect();
        let lines = self.lines_of(&spans);
        if !lines.is_empty() {
            parts.push(fenced(&lines));
        }
        parts.join("\n\n")
    }

    /// Returns the lines in which the spans begin: at most `LISTED` lines, and only one of equal neighboring lines.
    fn lines_of(&self, spans: &[Span]) -> Vec<&str> {
        let mut lines: Vec<&str> = Vec::new();
        for span in spans {
            let line = self.source().line_span(self.source().line_of(span.start));
            let text = self.source().slice(line);
            if lines.len() < LISTED && lines.last() != Some(&text) {
                lines.push(text);
            }
        }
        lines
    }

    /// Returns the names of everything that a glyph may stand for, separated by commas; empty if errors hide them.
    pub fn glyph_name(&self, origin: GlyphOrigin, glyph: char) -> String {
        let Some(resolved) = self.resolved() else {
            return String::new();
        };
        let dungeon = &resolved.dungeon;
        let names = self
            .things(origin, glyph)
            .into_iter()
            .filter_map(|thing| match thing {
                Thing::Tile(id) => dungeon
                    .tiles
                    .get(usize::from(id.0))
                    .map(|tile| tile.name.as_str()),
                Thing::Item(id) => dungeon
                    .items
                    .get(usize::from(id.0))
                    .map(|item| item.name.as_str()),
                Thing::Body(id) => dungeon
                    .kinds
                    .get(usize::from(id.0))
                    .map(|kind| kind.name.as_str()),
                Thing::Feature(feature) => Some(feature.name()),
            });
        names.take(LISTED).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the meaning of a key, such as "`sense=` when it notices its prey", and the key's possible values.
pub fn key_text(spec: &KeySpec) -> String {
    let mut parts = vec![format!("**{}=** {}", spec.word, spec.description())];
    let values = values_text(spec.shape);
    if !values.is_empty() {
        parts.push(values);
    }
    if !spec.usual.is_empty() {
        parts.push(format!("Usually: {}", spec.usual));
    }
    parts.join("\n\n")
}

/// Returns the possible values of a key.
fn values_text(shape: ValueShape) -> String {
    let words = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| code_span(word)).collect();
        words.join(" ")
    };
    let between = |least: i64, most: i64| format!("from {least} to {most}");
    match shape {
        ValueShape::Number { least, most, unit } => {
            format!("A number {} {unit}", between(least, most))
                .trim_end()
                .to_owned()
        }
        ValueShape::Percent { step, most } => {
            format!("A multiple of {step}% from 0% to {most}%")
        }
        ValueShape::Range { least, most } => {
            format!("A number {}, or two such as `2..6`", between(least, most))
        }
        ValueShape::Sight { least, most } => {
            format!("`yes`, `no` or a number of cells {}", between(least, most))
        }
        ValueShape::YesOrCount { least, most } => {
            format!("`yes`, `no` or a number {}", between(least, most))
        }
        ValueShape::GlyphAndNumber { .. } => "A glyph and a number, such as `r:30`".to_owned(),
        ValueShape::OneOf(all) | ValueShape::Word(_, all) | ValueShape::Part(_, all) => words(all),
        ValueShape::BuiltInKind => "The word of a built-in kind, or a glyph".to_owned(),
        ValueShape::Directions => "Directions, such as `n,ne`".to_owned(),
        ValueShape::Colour => "A colour, such as `bright-red`".to_owned(),
        ValueShape::Glyph => "A glyph".to_owned(),
        ValueShape::Text => "A text in quotes".to_owned(),
        ValueShape::Name => "A name".to_owned(),
        ValueShape::Point => "A point such as `3,4`, or a glyph drawn once in the level".to_owned(),
        ValueShape::Cells => "A point such as `3,4`, or a glyph drawn in the level".to_owned(),
        ValueShape::Bounds { .. } => "A number, or bounds such as `..40` and `10..`".to_owned(),
        ValueShape::Cell => "A point such as `3,4`".to_owned(),
        ValueShape::BotAndShare => "A bot and a share, such as `greedy:20%..60%`".to_owned(),
        ValueShape::TuneMarks => {
            "Numbers of this record with their bounds, such as `health:4..9`, `2..6` or `w*1..5`"
                .to_owned()
        }
        ValueShape::Region => "Two corners, such as `2,2..19,8`".to_owned(),
    }
}

/// Returns an example of a record that begins with the keyword, and the keys that such a record may have.
pub fn keyword_text(word: &str) -> Option<String> {
    let shape = shape_of_keyword(word)?;
    let example = format!("**{word}** reads, for example, `{}`", shape.example);
    let keys = keys_text(|kind| kind.keyword() == Some(word));
    Some([example, keys].join("\n\n").trim_end().to_owned())
}

fn map_text(form: &MapForm) -> String {
    let said = match form {
        MapForm::Drawn(rows) => format!("**map** drawn in {} rows, up to `end`", rows.len()),
        MapForm::Pasted { .. } => {
            "**map** of the published form: a blank is floor, everything else scenery".to_owned()
        }
        MapForm::Made { how, .. } => format!("**map** {}", code_span(&how.value)),
    };
    let kinds = match form {
        MapForm::Made { how, .. } => super::glyph_uses::made_kinds(&how.value),
        _ => Vec::new(),
    };
    let keys = keys_text(|kind| kinds.contains(&kind));
    [said, keys].join("\n\n").trim_end().to_owned()
}

fn rules_text(game: &str) -> Option<String> {
    let game = games::named(game)?;
    let parameters = game.parameters.iter();
    let said = parameters.map(|one| format!("* `{}=` {}", one.key, one.meaning));
    let said: Vec<String> = said.collect();
    Some(
        format!("the game **{}**\n\n{}", game.word, said.join("\n"))
            .trim_end()
            .to_owned(),
    )
}

/// Returns the page about a diagnostic's code.
pub fn code_text(code: Code) -> String {
    code.page().trim().to_owned()
}

/// Returns the keys of some records, each once.
fn keys_text(is_meant: impl Fn(RecordKind) -> bool) -> String {
    let here = KEYS.iter().filter(|key| key.records().any(&is_meant));
    let mut words: Vec<String> = Vec::new();
    for key in here {
        let word = format!("`{}=`", key.word);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Returns lines of a dungeon's file as a code block.
fn fenced(lines: &[&str]) -> String {
    let fence = "````";
    format!("{fence}dungeon\n{}\n{fence}", lines.join("\n"))
}

/// Escapes a text, so that Markdown shows it unchanged.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '.' | ',' | ':' | ';' | '\'' | '%' | '-' | '+')
        {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Returns a text as a code span, even if it contains backticks.
fn code_span(text: &str) -> String {
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}
