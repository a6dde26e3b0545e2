//! Syntax highlighting: the sort of each token of a file, and of each cell of a map by its meaning.
use std::collections::HashMap;

use super::file_analysis::{FileAnalysis, GlyphOrigin, span};
use dungeon_format::source::Span;
use dungeon_format::syntax::{Head, KeyValue, Map, MapForm, Record, Statement, Syntax, Value};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Feature, Footing};
use dungeon_model::space::narrow::count;

/// The sort of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenSort {
    /// A comment up to the end of its line.
    Comment,
    /// A word that begins a record, or ends a map.
    Keyword,
    /// A key before its `=`.
    Property,
    /// A quoted string.
    String,
    /// A number or a place.
    Number,
    /// Any other word.
    EnumMember,
    /// Terrain that can be entered.
    Floor,
    /// Terrain that cannot be entered, and scenery of a map in the classic format.
    Wall,
    /// A hero or a monster.
    Body,
    /// An item on the map or in a record.
    Item,
    /// Terrain with a function, such as a door or stairs.
    Feature,
}

impl TokenSort {
    /// Every sort, with the name of its token type. The types for cells are our own; the other types are defined by the
    /// language server protocol.
    pub const NAMES: [(TokenSort, &'static str); 11] = [
        (TokenSort::Comment, "comment"),
        (TokenSort::Keyword, "keyword"),
        (TokenSort::Property, "property"),
        (TokenSort::String, "string"),
        (TokenSort::Number, "number"),
        (TokenSort::EnumMember, "enumMember"),
        (TokenSort::Floor, "floor"),
        (TokenSort::Wall, "wall"),
        (TokenSort::Body, "body"),
        (TokenSort::Item, "item"),
        (TokenSort::Feature, "feature"),
    ];
}

/// The tokens of a part of a file, while they are collected.
struct PaintedTokens<'a> {
    analysis: &'a FileAnalysis,
    within: Span,
    tokens: Vec<(Span, TokenSort)>,
    /// The rows of maps, in which there are no comments.
    rows: Vec<Span>,
}

impl FileAnalysis {
    /// Returns the tokens of the file itself, without its includes, that touch a span. The tokens are in text order,
    /// and each token is on one line.
    pub fn painted(&self, within: Span) -> Vec<(Span, TokenSort)> {
        let mut painted = PaintedTokens {
            analysis: self,
            within,
            tokens: Vec::new(),
            rows: Vec::new(),
        };
        painted.add_classic();
        let touches = |span: Span| span.start <= within.end && span.end >= within.start;
        for (nth, statement) in self.statements().iter().enumerate() {
            let here = span(statement);
            if touches(here) && self.source().is_own(here.start) {
                painted.add_statement(nth, statement);
            }
        }
        painted.tokens.sort_by_key(|(span, _)| *span);
        painted.with_comments()
    }
}

impl PaintedTokens<'_> {
    fn add(&mut self, span: Span, sort: TokenSort) {
        if span.start < span.end {
            self.tokens.push((span, sort));
        }
    }

    fn add_classic(&mut self) {
        let Syntax::Classic(file) = self.analysis.syntax() else {
            return;
        };
        for number in file
            .size
            .iter()
            .flat_map(|(width, height)| [width.span, height.span])
        {
            self.add(number, TokenSort::Number);
        }
        for row in &file.rows {
            self.add_row(*row, |glyph| (glyph != ' ').then_some(TokenSort::Wall));
        }
        for record in &file.records {
            let sort = self.glyph_sort(GlyphOrigin::BuiltIn, record.letter.value);
            self.add(record.letter.span, sort.unwrap_or(TokenSort::Keyword));
            for number in &record.numbers {
                self.add(number.span, TokenSort::Number);
            }
        }
        self.add(file.end.unwrap_or_default(), TokenSort::Keyword);
    }

    fn add_statement(&mut self, nth: usize, statement: &Statement) {
        let glyphs = self.tokens.len();
        for one in self.analysis.glyph_uses(nth) {
            let sort = self.glyph_sort(one.origin, one.glyph);
            self.add(one.span, sort.unwrap_or(TokenSort::EnumMember));
        }
        match statement {
            Statement::Record(record) => self.add_record(record, glyphs),
            Statement::Map(map) => self.add_map(nth, map),
        }
    }

    fn add_record(&mut self, record: &Record, glyphs: usize) {
        match &record.head.value {
            Head::Glyph('q') => self.add(record.head.span, TokenSort::Keyword),
            Head::Glyph(_) => {}
            head => {
                self.add(record.head.span, TokenSort::Keyword);
                if let Head::Rules(word) | Head::Allow(word) = head {
                    self.add(word.span, TokenSort::EnumMember);
                }
            }
        }
        for number in &record.numbers {
            self.add(number.span, TokenSort::Number);
        }
        if let Some(text) = &record.text {
            self.add(text.span, TokenSort::String);
        }
        self.add_keys(&record.keys, glyphs);
    }

    /// Adds keys and their values. Skips values that are already among the tokens from index `glyphs` on.
    fn add_keys(&mut self, keys: &[KeyValue], glyphs: usize) {
        for pair in keys {
            self.add(pair.key, TokenSort::Property);
            let span = pair.value.span;
            // Glyphs already have a token, which shows the sort of thing that they stand for.
            let mut painted = self.tokens[glyphs..].iter();
            let is_painted = painted.any(|(one, _)| one.start == span.start);
            match pair.value.value {
                _ if is_painted => {}
                Value::Text(_) => self.add(span, TokenSort::String),
                Value::Word(_) | Value::Tagged(..) => self.add(span, TokenSort::EnumMember),
                _ => self.add(span, TokenSort::Number),
            }
        }
    }

    fn add_map(&mut self, nth: usize, map: &Map) {
        let word = Span::new(
            map.head.start as usize,
            map.head.start as usize + "map".len(),
        );
        self.add(word, TokenSort::Keyword);
        match &map.form {
            MapForm::Made {
                how,
                width,
                height,
                keys,
            } => {
                self.add(how.span, TokenSort::EnumMember);
                self.add(width.span, TokenSort::Number);
                self.add(height.span, TokenSort::Number);
                self.add_keys(keys, self.tokens.len());
            }
            MapForm::Pasted { width, height, .. } => {
                self.add(width.span, TokenSort::Number);
                self.add(height.span, TokenSort::Number);
            }
            MapForm::Drawn(_) => self.add_end(map),
        }
        let mut sorts: HashMap<char, Option<TokenSort>> = HashMap::new();
        let analysis = self.analysis;
        for row in analysis.rows(nth) {
            if row.start <= self.within.end && row.end >= self.within.start {
                self.add_row(*row, |glyph| {
                    *sorts
                        .entry(glyph)
                        .or_insert_with(|| cell_sort(analysis, nth, glyph))
                });
            }
        }
    }

    /// Adds the word that ends a drawn map.
    fn add_end(&mut self, map: &Map) {
        let source = self.analysis.source();
        let line = source.line_span(source.line_of(map.span.end.saturating_sub(1)));
        let text = source.slice(line);
        let word = text.trim_start();
        if word.starts_with("end") && line.start > map.head.end {
            let start = line.start as usize + text.len() - word.len();
            self.add(Span::new(start, start + "end".len()), TokenSort::Keyword);
        }
    }

    /// Adds the cells of a row. Neighboring cells of one sort become one token.
    fn add_row(&mut self, row: Span, mut sort: impl FnMut(char) -> Option<TokenSort>) {
        self.rows.push(row);
        let mut open: Option<(Span, TokenSort)> = None;
        for (byte, glyph) in self.analysis.source().slice(row).char_indices() {
            let start = row.start as usize + byte;
            let cell = Span::new(start, start + glyph.len_utf8());
            match (&mut open, sort(glyph)) {
                (Some((run, before)), Some(now)) if *before == now => *run = run.to(cell),
                (_, now) => {
                    self.tokens.extend(open.take());
                    open = now.map(|now| (cell, now));
                }
            }
        }
        self.tokens.extend(open);
    }

    fn glyph_sort(&self, origin: GlyphOrigin, glyph: char) -> Option<TokenSort> {
        glyph_sort(self.analysis, origin, glyph)
    }

    /// Returns the tokens together with the comments.
    fn with_comments(mut self) -> Vec<(Span, TokenSort)> {
        let source = self.analysis.source();
        let (mut next, mut comments) = (0, Vec::new());
        let mut rows = self.rows.iter().peekable();
        let lines = source.line_of(self.within.start)..=source.line_of(self.within.end);
        for line in lines.map(|number| source.line_span(number)) {
            let mut last = line.start;
            while let Some((token, _)) = self
                .tokens
                .get(next)
                .filter(|(token, _)| token.start <= line.end)
            {
                last = last.max(token.end);
                next += 1;
            }
            while rows.next_if(|row| row.start < line.start).is_some() {}
            if rows.peek().is_some_and(|row| row.start == line.start) || !source.is_own(line.start)
            {
                continue;
            }
            let rest = source.slice(Span {
                start: last,
                ..line
            });
            let behind = rest.match_indices("//").map(|(byte, _)| byte);
            let mut behind =
                behind.filter(|byte| !rest[..*byte].ends_with(|c: char| !c.is_whitespace()));
            if let Some(byte) = behind.next() {
                let start = last + count(byte);
                comments.push((Span { start, ..line }, TokenSort::Comment));
            }
        }
        self.tokens.extend(comments);
        self.tokens.sort_by_key(|(span, _)| *span);
        self.tokens
    }
}

/// Returns the sort of a map's cell; `None` for a blank. An unmarked cell of a map in the classic format is scenery.
fn cell_sort(analysis: &FileAnalysis, map: usize, glyph: char) -> Option<TokenSort> {
    match analysis.cell_origin(map, glyph) {
        Some(origin) => glyph_sort(analysis, origin, glyph),
        None => (glyph != ' ').then_some(TokenSort::Wall),
    }
}

/// Returns the sort of the first thing that a glyph stands for; `None` if the glyph has no known meaning.
pub(super) fn glyph_sort(
    analysis: &FileAnalysis,
    origin: GlyphOrigin,
    glyph: char,
) -> Option<TokenSort> {
    match analysis.things(origin, glyph).first() {
        Some(Thing::Body(_)) => Some(TokenSort::Body),
        Some(Thing::Item(_)) => Some(TokenSort::Item),
        Some(Thing::Feature(_)) => Some(TokenSort::Feature),
        Some(Thing::Tile(id)) => {
            let resolved = analysis.resolved();
            let tile = resolved.and_then(|all| all.dungeon.tiles.get(usize::from(id.0)));
            Some(match tile.map(|tile| (tile.feature, tile.footing)) {
                None => match glyph {
                    '#' => TokenSort::Wall,
                    _ => TokenSort::Floor,
                },
                Some((Feature::Plain, Footing::Anyone)) => TokenSort::Floor,
                Some((Feature::Plain, _)) => TokenSort::Wall,
                Some(_) => TokenSort::Feature,
            })
        }
        None => {
            let record = analysis.origin_records(origin, glyph).first();
            match &analysis.record(*record?)?.head.value {
                Head::Kind(_) | Head::Class(..) => Some(TokenSort::Body),
                Head::Item(_) => Some(TokenSort::Item),
                Head::Tile(_) => Some(TokenSort::Floor),
                _ => None,
            }
        }
    }
}
