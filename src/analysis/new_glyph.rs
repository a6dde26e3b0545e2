//! Declarations of new glyphs: the sorts to choose from, and the line that declares one.
use super::file_analysis::{FileAnalysis, FileScope, span};
use dungeon_format::characters::{in_quotes, quoted};
use dungeon_format::keys::{KEYS, RecordKind};
use dungeon_format::parse::parse;
use dungeon_format::source::{Limits, Source};
use dungeon_format::syntax::{Head, Statement, Syntax};
use dungeon_model::space::narrow::count;

/// A sort of new thing that a file can declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSort {
    /// The sort in words: "a monster: wanderer".
    pub words: String,
    /// The keyword of the record that declares it.
    pub keyword: &'static str,
    /// The keys of that record.
    pub keys: String,
}

/// A line to insert into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLine {
    /// The byte before which to insert.
    pub at: u32,
    /// The text, with its line end.
    pub text: String,
}

/// Items and terrain to choose from: words, keyword and keys.
const THINGS: [(&str, &str, &str); 9] = [
    ("terrain: floor", "tile", "walk=yes see=yes"),
    ("terrain: wall", "tile", "walk=no see=no"),
    ("terrain: water or a chasm", "tile", "walk=no see=yes"),
    ("terrain: a hedge or a curtain", "tile", "walk=yes see=no"),
    ("an item: treasure", "item", "wealth=10"),
    ("an item: heals at once", "item", "health=8"),
    ("an item: heals when used", "item", "health=8 keep=yes"),
    ("an item: a key", "item", "opens=iron"),
    ("an item: a weapon", "item", "wear=strength:2"),
];

impl FileAnalysis {
    /// Returns the sorts of things that the file's game can declare.
    pub fn new_sorts(&self) -> Vec<NewSort> {
        let kinds = self.game().kind_words().into_iter().map(|word| NewSort {
            words: format!("a monster: {word}"),
            keyword: "kind",
            keys: format!("is={word}"),
        });
        let things = THINGS.into_iter().map(|(words, keyword, keys)| NewSort {
            words: words.to_owned(),
            keyword,
            keys: keys.to_owned(),
        });
        kinds.chain(things).filter(|sort| self.has(sort)).collect()
    }

    /// Whether the file's game has every key of a sort.
    fn has(&self, sort: &NewSort) -> bool {
        let kind = match sort.keyword {
            "kind" => RecordKind::Kind,
            "item" => RecordKind::Item,
            _ => RecordKind::Tile,
        };
        sort.keys.split(' ').all(|pair| {
            let word = pair.split('=').next().unwrap_or_default();
            let mut named = KEYS.iter().filter(|key| key.word == word);
            named.any(|key| key.stands_in(kind, self.games()))
        })
    }

    /// Returns the line that declares a glyph, or a sentence that says why the glyph cannot be declared.
    pub fn declaration(&self, sort: &NewSort, glyph: char, name: &str) -> Result<NewLine, String> {
        let shown = quoted(&glyph.to_string());
        if matches!(self.syntax(), Syntax::Classic(_)) {
            return Err("A file in the classic format has no declarations.".to_owned());
        }
        if !self.declarations(glyph).is_empty() {
            return Err(format!(
                "{shown} has a meaning already: choose another glyph."
            ));
        }
        let NewSort { keyword, keys, .. } = sort;
        let line = format!("{keyword} {glyph} {} {keys}\n", in_quotes(name));
        let (_, found) = parse(&Source::from_text("", line.as_str()), &Limits::default());
        match found.first() {
            Some(_) => Err(format!("{shown} cannot be a glyph: choose another one.")),
            None => Ok(self.placed_line(&line)),
        }
    }

    /// Places a line after the last declaration, or else before the first vault or level.
    fn placed_line(&self, line: &str) -> NewLine {
        let declares = |statement: &Statement| {
            matches!(statement, Statement::Record(record)
                if matches!(record.head.value, Head::Tile(_) | Head::Item(_) | Head::Kind(_) | Head::Class(..)))
        };
        let text = &self.source().text;
        let last = { self.own_statements() }
            .filter(|(nth, one)| declares(one) && self.scope(*nth) == FileScope::Whole)
            .last();
        if let Some((_, last)) = last {
            let end = self
                .source()
                .line_span(self.source().line_of(span(last).end))
                .end;
            let behind = &text[end as usize..];
            let at = end + count(behind.find('\n').map_or(behind.len(), |byte| byte + 1));
            let is_closed = text[..at as usize].ends_with('\n');
            let text = if is_closed {
                line.to_owned()
            } else {
                format!("\n{line}")
            };
            return NewLine { at, text };
        }
        let mut parts = self.own_statements();
        let first = parts.find(|(nth, _)| self.scope(*nth) != FileScope::Whole);
        let at = first.map_or(count(text.len()), |(_, one)| span(one).start);
        NewLine {
            at,
            text: line.to_owned(),
        }
    }
}
