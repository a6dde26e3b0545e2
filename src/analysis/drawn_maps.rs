//! Drawn maps for a program that paints them: the rows, the glyphs to paint with, and the cells that records name.
use std::collections::BTreeSet;

use super::file_analysis::{FileAnalysis, FileScope, GlyphOrigin};
use super::token_paint::{TokenSort, glyph_sort};
use dungeon_format::keys::ValueShape;
use dungeon_format::source::Span;
use dungeon_format::syntax::{Classic, Head, MapForm, Number, Record, Statement, Syntax, Value};
use dungeon_model::dungeon::colour::Colour;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::space::narrow::count;

/// A map that is drawn in the file itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnMap {
    /// The level or vault of the map.
    pub scope: FileScope,
    /// The name of the level or vault.
    pub name: String,
    /// The line that begins the map.
    pub head: Span,
    /// The rows from top to bottom.
    pub rows: Vec<Span>,
    /// The width and the height in the header; `None` for a map that ends with `end`.
    pub size: Option<(Span, Span)>,
    /// The glyphs that can be drawn. Glyphs that the file declares or the map shows come first.
    pub palette: Vec<PaletteGlyph>,
    /// The cells of this map that records name. The corners of a region are one group.
    pub named: Vec<Vec<NamedCell>>,
}

/// A glyph to draw with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteGlyph {
    /// One column wide.
    pub glyph: char,
    /// The names of everything that the glyph may stand for; empty if errors hide them.
    pub name: String,
    /// The color that the file or the game gives to the thing.
    pub colour: Option<Colour>,
    /// The sort of the thing; `None` if it is unknown.
    pub sort: Option<TokenSort>,
    /// Whether the file declares the glyph or the map shows it.
    pub is_used: bool,
}

/// The place of a column and a row, counted from 1, by which a record names a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedCell {
    /// The place of the column.
    pub column: Span,
    /// The place of the row.
    pub row: Span,
}

impl FileAnalysis {
    /// Returns the drawn maps of the file, without those of included files.
    pub fn drawn_maps(&self) -> Vec<DrawnMap> {
        if let Syntax::Classic(file) = self.syntax() {
            return vec![self.classic_map(file)];
        }
        let all = self.own_statements();
        all.filter_map(|(nth, _)| self.drawn_map(nth)).collect()
    }

    fn drawn_map(&self, nth: usize) -> Option<DrawnMap> {
        let Statement::Map(map) = &self.statements()[nth] else {
            return None;
        };
        let size = match &map.form {
            MapForm::Made { .. } => return None,
            MapForm::Drawn(_) => None,
            MapForm::Pasted { width, height, .. } => Some((width.span, height.span)),
        };
        let scope = self.scope(nth);
        let heads = (0..=nth).find(|nth| self.scope(*nth) == scope);
        Some(DrawnMap {
            scope,
            name: self.scope_name(scope, heads.unwrap_or(nth)),
            head: self.begins_with(nth),
            rows: self.rows(nth).to_vec(),
            size,
            palette: self.palette(nth, size.is_some()),
            named: self.named_cells(scope),
        })
    }

    /// Returns the map of a classic file, in which a blank is floor and everything else is scenery.
    fn classic_map(&self, file: &Classic) -> DrawnMap {
        let head = file.size.map_or(0, |(width, _)| width.span.start);
        let named = file.records.iter().flat_map(|record| {
            let numbers: Vec<_> = record.numbers.iter().map(|n| n.span).collect();
            // Only patrols have more than five numbers: the cells of their route follow.
            let route = numbers.get(5..).unwrap_or_default().chunks_exact(2);
            let route = route.filter(|_| record.letter.value == 'p');
            let cells = numbers.chunks_exact(2).take(1).chain(route);
            cells
                .map(|pair| {
                    vec![NamedCell {
                        column: pair[0],
                        row: pair[1],
                    }]
                })
                .collect::<Vec<_>>()
        });
        DrawnMap {
            scope: FileScope::Level(0),
            name: self.scope_name(FileScope::Level(0), usize::MAX),
            head: self.source().line_span(self.source().line_of(head)),
            rows: file.rows.clone(),
            size: file.size.map(|(width, height)| (width.span, height.span)),
            palette: self.scenery().to_vec(),
            named: named.collect(),
        }
    }

    /// Returns the glyphs of a map in the classic format that need no mark.
    fn scenery(&self) -> [PaletteGlyph; 2] {
        [(' ', '.'), ('#', '#')].map(|(glyph, meant)| PaletteGlyph {
            glyph,
            ..self.palette_glyph(meant, GlyphOrigin::BuiltIn, true)
        })
    }

    fn palette(&self, map: usize, is_pasted: bool) -> Vec<PaletteGlyph> {
        let rows = self.rows(map).iter();
        let drawn: BTreeSet<char> = rows
            .flat_map(|row| self.source().slice(*row).chars())
            .collect();
        let scope = self.scope(map);
        let own = self.own_glyphs(scope).map(|(glyph, _)| glyph);
        let built_in = self.game().glyphs().into_iter().map(|(glyph, _)| glyph);
        let mut seen = BTreeSet::new();
        let all = own.chain(built_in).filter(|glyph| seen.insert(*glyph));
        let all = all.filter_map(|glyph| {
            let origin = self.origin(scope, glyph);
            let is_marked = matches!(origin, GlyphOrigin::Marked(_));
            let is_used = origin != GlyphOrigin::BuiltIn || drawn.contains(&glyph);
            (is_marked || !is_pasted).then(|| self.palette_glyph(glyph, origin, is_used))
        });
        let scenery = self.scenery().into_iter().filter(|_| is_pasted);
        let mut palette: Vec<PaletteGlyph> = scenery.chain(all).collect();
        // Terrain of every game, then the file's own glyphs and those in the map, then the others.
        palette.sort_by_key(|one| match (one.glyph, one.is_used) {
            (' ' | '.' | '#', _) => 0,
            (_, true) => 1,
            _ => 2,
        });
        palette
    }

    fn palette_glyph(&self, glyph: char, origin: GlyphOrigin, is_used: bool) -> PaletteGlyph {
        let mut name = self.glyph_name(origin, glyph);
        let thing = self.things(origin, glyph).into_iter().next();
        if name.is_empty() {
            let mut records = self.origin_records(origin, glyph).iter();
            let declared = records.find_map(|nth| self.record(*nth)?.text.as_ref());
            name = declared.map_or_else(String::new, |text| text.value.clone());
        }
        PaletteGlyph {
            glyph,
            name,
            colour: thing.and_then(|thing| self.colour(thing)),
            sort: glyph_sort(self, origin, glyph),
            is_used,
        }
    }

    fn colour(&self, thing: Thing) -> Option<Colour> {
        let dungeon = &self.resolved()?.dungeon;
        match thing {
            Thing::Tile(id) => dungeon.tiles.get(usize::from(id.0))?.colour,
            Thing::Item(id) => dungeon.items.get(usize::from(id.0))?.colour,
            Thing::Body(id) => dungeon.kinds.get(usize::from(id.0))?.colour,
            Thing::Feature(_) => None,
        }
    }

    /// Returns the cells that records name on the map of a level or a vault.
    fn named_cells(&self, scope: FileScope) -> Vec<Vec<NamedCell>> {
        let mut named = Vec::new();
        for (nth, statement) in self.own_statements() {
            let Statement::Record(record) = statement else {
                continue;
            };
            if let (Head::Glyph(_), [x, y, ..]) = (&record.head.value, record.numbers.as_slice())
                && matches!((x.value, y.value), (Number::Int(_), Number::Int(_)))
                && self.scope(nth) == scope
            {
                named.push(vec![NamedCell {
                    column: x.span,
                    row: y.span,
                }]);
            }
            named.extend(self.cells_in_keys(nth, record, scope));
        }
        named
    }

    fn cells_in_keys(&self, nth: usize, record: &Record, scope: FileScope) -> Vec<Vec<NamedCell>> {
        let keys = self.keys(nth).into_iter().filter_map(|(pair, spec)| {
            let spec = spec?;
            let is_place = match spec.shape {
                ValueShape::Point | ValueShape::Cells => {
                    matches!(pair.value.value, Value::Point(..))
                }
                ValueShape::Region => matches!(pair.value.value, Value::Region(_)),
                _ => false,
            };
            let is_here = is_place && self.pointed_scope(nth, record, spec) == scope;
            is_here.then(|| self.cells_in(pair.value.span))
        });
        keys.collect()
    }

    /// Returns the cells in a value such as `3,4` or `3,4..9,8`.
    fn cells_in(&self, value: Span) -> Vec<NamedCell> {
        let text = self.source().slice(value);
        let mut numbers = Vec::new();
        let mut from = value.start;
        for word in text.split([',', '.']) {
            let span = Span {
                start: from,
                end: from + count(word.len()),
            };
            from = span.end + 1;
            numbers.extend((!word.is_empty()).then_some(span));
        }
        let pairs = numbers.chunks_exact(2);
        pairs
            .map(|pair| NamedCell {
                column: pair[0],
                row: pair[1],
            })
            .collect()
    }
}
