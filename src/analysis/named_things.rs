//! The named things of a file, with their declarations and uses: glyphs, levels, locks, families and included
//! files.
use super::file_analysis::{FileAnalysis, FileScope, GlyphOrigin, span};
use super::glyph_uses::{GlyphUse, names_level};
use dungeon_format::keys;
use dungeon_format::source::{Span, Spanned};
use dungeon_format::syntax::{Head, MapForm, Statement, Value};
use dungeon_model::space::geometry::{Point, cell_at};

/// A thing that a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedThing {
    /// The thing that a glyph stands for, with the source of its meaning.
    Glyph(char, GlyphOrigin),
    /// A level, counted from 0.
    Level(u32),
    /// A lock, by its name.
    Lock(String),
    /// A family of items, by its name.
    Family(String),
    /// An included file, by the path in the record.
    File(String),
}

/// A cell of a drawn map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnCell {
    /// The glyph drawn there.
    pub glyph: GlyphUse,
    /// The part of the file that the map belongs to.
    pub scope: FileScope,
    /// The cell's column and row in the drawing, from 0.
    pub at: Point,
    /// The span of the cell's row.
    pub row: Span,
}

/// Whether a byte is in a span or right after it.
pub fn touches(span: Span, byte: u32) -> bool {
    (span.start..=span.end).contains(&byte)
}

impl FileAnalysis {
    /// Returns the thing that is named at a byte, with the span of the name.
    pub fn named_at(&self, byte: u32) -> Option<(NamedThing, Span)> {
        if let Some(cell) = self.cell_at(byte) {
            let GlyphUse {
                glyph,
                span,
                origin,
            } = cell.glyph;
            return Some((NamedThing::Glyph(glyph, origin), span));
        }
        let nth = self.statement_at(byte)?;
        let names = self.names(nth);
        let within = |at: Span| at.start <= byte && byte < at.end;
        let found = names.iter().find(|(_, at)| within(*at));
        let found = found.or_else(|| names.iter().find(|(_, at)| touches(*at, byte)));
        found.cloned()
    }

    /// Returns the cell of a drawn map at a byte; `None` for a blank, and for an unmarked cell of a map in the classic
    /// format.
    pub fn cell_at(&self, byte: u32) -> Option<DrawnCell> {
        let nth = self.statement_at(byte)?;
        let rows = self.rows(nth);
        let behind = rows.partition_point(|row| row.start <= byte);
        let y = behind.checked_sub(1)?;
        let row = rows[y];
        let text = self.source().slice(row);
        let before = (byte - row.start) as usize;
        let glyph = text.get(before..)?.chars().next()?;
        let x = text[..before].chars().count();
        let origin = self.cell_origin(nth, glyph)?;
        let start = byte as usize;
        Some(DrawnCell {
            glyph: GlyphUse {
                glyph,
                span: Span::new(start, start + glyph.len_utf8()),
                origin,
            },
            scope: self.scope(nth),
            at: cell_at(x, y),
            row,
        })
    }

    /// Returns the source of a cell's meaning; `None` for a blank, and for an unmarked cell of a map in the classic
    /// format.
    pub fn cell_origin(&self, map: usize, glyph: char) -> Option<GlyphOrigin> {
        let is_pasted = matches!(
            self.statements().get(map),
            Some(Statement::Map(map)) if matches!(map.form, MapForm::Pasted { .. })
        );
        match self.origin(self.scope(map), glyph) {
            _ if glyph == ' ' => None,
            GlyphOrigin::Marked(scope) => Some(GlyphOrigin::Marked(scope)),
            _ if is_pasted => None,
            origin => Some(origin),
        }
    }

    /// Returns every thing that a record names, with the span of the name.
    fn names(&self, nth: usize) -> Vec<(NamedThing, Span)> {
        let uses = self.glyph_uses(nth).into_iter();
        let glyphs = uses.map(|one| (NamedThing::Glyph(one.glyph, one.origin), one.span));
        let mut names: Vec<(NamedThing, Span)> = glyphs.collect();
        for (pair, spec) in self.keys(nth) {
            let span = pair.value.span;
            match spec {
                Some(spec) if names_level(spec) => {
                    let said = spoken(&pair.value.value);
                    names.extend(
                        self.level_named(&said)
                            .map(|at| (NamedThing::Level(at), span)),
                    );
                }
                Some(spec) if *spec == keys::LOCKED || *spec == keys::OPENS => {
                    names.push((NamedThing::Lock(spoken(&pair.value.value)), span));
                }
                Some(spec) if *spec == keys::FAMILY => {
                    names.push((NamedThing::Family(spoken(&pair.value.value)), span));
                }
                _ => {}
            }
        }
        let record = self.record(nth);
        let text = record.and_then(|record| Some((record, record.text.as_ref()?)));
        match (text, self.scope(nth)) {
            (Some((record, text)), _) if record.head.value == Head::Include => {
                names.push((NamedThing::File(text.value.clone()), text.span));
            }
            (Some((record, text)), _) if record.head.value == Head::Family => {
                names.push((NamedThing::Family(text.value.clone()), text.span));
            }
            (Some((record, text)), FileScope::Level(level)) if record.head.value == Head::Level => {
                names.push((NamedThing::Level(level), text.span));
            }
            _ => {}
        }
        names
    }

    /// Returns the places where a thing is declared, in order; for a lock, these are the items that open it.
    pub fn declared_at(&self, thing: &NamedThing) -> Vec<Span> {
        match thing {
            NamedThing::Glyph(glyph, origin) => {
                let records = self.origin_records(*origin, *glyph).iter();
                let first = |nth: &usize| {
                    let uses = self.glyph_uses(*nth);
                    uses.first().map(|first| first.span)
                };
                records.filter_map(first).collect()
            }
            NamedThing::Level(level) => {
                let mut levels = self.levels();
                let begins = levels.find(|(number, _)| number == level);
                begins
                    .map(|(_, nth)| self.begins_with(nth))
                    .into_iter()
                    .collect()
            }
            NamedThing::Lock(_) => self.key_values(thing, keys::OPENS.word),
            NamedThing::Family(name) => {
                let texts = self.families().filter(|text| text.value == *name);
                texts.map(|text| text.span).collect()
            }
            NamedThing::File(_) => Vec::new(),
        }
    }

    /// Returns the names of the file's families, with their places, in order.
    pub fn families(&self) -> impl Iterator<Item = &Spanned<String>> {
        let records = (0..self.statements().len()).filter_map(|nth| self.record(nth));
        let families = records.filter(|record| record.head.value == Head::Family);
        families.filter_map(|record| record.text.as_ref())
    }

    /// Returns the span of a statement's first line.
    pub fn begins_with(&self, nth: usize) -> Span {
        let whole = span(&self.statements()[nth]);
        let line = self.source().line_span(self.source().line_of(whole.start));
        Span {
            end: whole.end.min(line.end),
            ..whole
        }
    }

    /// Returns the values that name a thing, of all keys with this word.
    fn key_values(&self, thing: &NamedThing, word: &str) -> Vec<Span> {
        let all = (0..self.statements().len()).flat_map(|nth| {
            let pairs = self.keys(nth).into_iter();
            let pairs = pairs.filter(|(pair, _)| self.source().slice(pair.key) == word);
            let spans: Vec<Span> = pairs.map(|(pair, _)| pair.value.span).collect();
            let names = self.names(nth);
            let is_it = move |at: &Span| names.iter().any(|(one, span)| one == thing && span == at);
            spans.into_iter().filter(is_it).collect::<Vec<Span>>()
        });
        all.collect()
    }

    /// Returns all uses of a thing in order, including its declarations and the cells drawn with its glyph.
    pub fn named_in(&self, thing: &NamedThing) -> Vec<Span> {
        let nameless = self.nameless_head(thing);
        let mut places = Vec::new();
        for nth in 0..self.statements().len() {
            match (thing, &self.statements()[nth]) {
                (NamedThing::Glyph(glyph, origin), Statement::Map(_)) => {
                    if self.cell_origin(nth, *glyph) == Some(*origin) {
                        self.add_cells(nth, *glyph, &mut places);
                    }
                }
                _ if nameless == Some(nth) => places.push(self.begins_with(nth)),
                _ => {
                    let names = self.names(nth).into_iter();
                    places.extend(names.filter(|(one, _)| one == thing).map(|(_, at)| at));
                }
            }
        }
        places
    }

    /// Returns the statement that begins a level without a name; `None` for a level that has a name, and for other
    /// things.
    fn nameless_head(&self, thing: &NamedThing) -> Option<usize> {
        let NamedThing::Level(level) = thing else {
            return None;
        };
        let (_, head) = self.levels().find(|(number, _)| number == level)?;
        let named = self.record(head).and_then(|record| record.text.as_ref());
        named.is_none().then_some(head)
    }

    fn add_cells(&self, map: usize, glyph: char, places: &mut Vec<Span>) {
        for row in self.rows(map) {
            let cells = self.source().slice(*row).match_indices(glyph);
            places.extend(cells.map(|(byte, cell)| {
                let start = row.start as usize + byte;
                Span::new(start, start + cell.len())
            }));
        }
    }
}

/// Returns the name in a value, without quotes.
fn spoken(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}
