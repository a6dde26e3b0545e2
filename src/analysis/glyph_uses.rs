//! The glyphs that a record names, and the keys that the record may have.
use super::file_analysis::{FileAnalysis, FileScope, GlyphOrigin};
use dungeon_format::keys::{self, KEYS, KeySpec, RecordKind, ValueShape};
use dungeon_format::source::{Span, Spanned};
use dungeon_format::syntax::{Head, KeyValue, Map, MapForm, Record, Statement};
use dungeon_model::space::narrow::count;

/// A glyph that a record or a map names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlyphUse {
    /// The character that is named.
    pub glyph: char,
    /// The place of the character.
    pub span: Span,
    /// The source of the glyph's meaning at that place.
    pub origin: GlyphOrigin,
}

impl FileAnalysis {
    /// Returns the glyphs that a statement names, in order of place. Leaves out the rows of a map.
    pub fn glyph_uses(&self, nth: usize) -> Vec<GlyphUse> {
        let Some(record) = self.record(nth) else {
            return Vec::new();
        };
        let scope = self.scope(nth);
        let mut uses = self.head_uses(record, scope);
        for pair in &record.keys {
            uses.extend(self.value_use(nth, record, pair));
        }
        uses
    }

    fn head_uses(&self, record: &Record, scope: FileScope) -> Vec<GlyphUse> {
        let is = |glyph: Spanned<char>, origin| GlyphUse {
            glyph: glyph.value,
            span: glyph.span,
            origin,
        };
        let plain = |glyph: Spanned<char>| is(glyph, self.plain_origin(glyph.value));
        let placed = |glyph: Spanned<char>| is(glyph, self.origin(scope, glyph.value));
        match &record.head.value {
            Head::Tile(glyph) | Head::Item(glyph) | Head::Kind(glyph) => {
                vec![is(*glyph, GlyphOrigin::Declared)]
            }
            Head::Class(new, all) => {
                let first = is(*new, GlyphOrigin::Declared);
                std::iter::once(first)
                    .chain(all.glyphs().map(plain))
                    .collect()
            }
            Head::Mark(new, all) => {
                let first = is(*new, GlyphOrigin::Marked(scope));
                std::iter::once(first)
                    .chain(all.glyphs().map(plain))
                    .collect()
            }
            Head::Scatter(glyph) => vec![placed(*glyph)],
            Head::Shuffle(all) => all.iter().copied().map(placed).collect(),
            Head::Glyph('q') if record.numbers.is_empty() => Vec::new(),
            Head::Glyph(glyph) => {
                let (value, span) = (*glyph, record.head.span);
                vec![placed(Spanned { value, span })]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the glyph that the value of a key names.
    fn value_use(&self, nth: usize, record: &Record, pair: &KeyValue) -> Option<GlyphUse> {
        let spec = self.key_spec(record, self.scope(nth), pair)?;
        let said = self.source().slice(pair.value.span);
        let mut characters = said.chars();
        let glyph = characters.next()?;
        let is_alone = characters.as_str().is_empty();
        let (start, end) = (pair.value.span.start, count(glyph.len_utf8()));
        let span = Span {
            start,
            end: start + end,
        };
        let origin = match spec.shape {
            ValueShape::Glyph if *spec == keys::GLYPH => return None,
            ValueShape::GlyphAndNumber { .. } if characters.as_str().starts_with(':') => {
                self.plain_origin(glyph)
            }
            ValueShape::BuiltInKind if is_alone => self.plain_origin(glyph),
            ValueShape::Glyph if is_alone && *spec == keys::COVER => self.any_origin(glyph),
            ValueShape::Glyph if is_alone && *spec == keys::WITH => {
                self.origin(self.scope(nth), glyph)
            }
            ValueShape::Glyph if is_alone => self.plain_origin(glyph),
            ValueShape::Point | ValueShape::Cells if is_alone => {
                self.origin(self.pointed_scope(nth, record, spec), glyph)
            }
            ValueShape::Name if is_alone && names_things(spec) => {
                match self.origin(self.scope(nth), glyph) {
                    GlyphOrigin::Unknown => self.any_origin(glyph),
                    known => known,
                }
            }
            _ => return None,
        };
        Some(GlyphUse {
            glyph,
            span,
            origin,
        })
    }

    /// Returns the source of a glyph's meaning in a record before the levels. This is a declaration or a mark of the
    /// whole file, or else the first mark in any part.
    fn any_origin(&self, glyph: char) -> GlyphOrigin {
        match self.origin(FileScope::Whole, glyph) {
            GlyphOrigin::BuiltIn | GlyphOrigin::Unknown => {
                let marked = self.marked_scopes(glyph).next();
                marked.map_or(self.plain_origin(glyph), GlyphOrigin::Marked)
            }
            known => known,
        }
    }

    /// Returns the part of the file whose map a key refers to. `at=` of stairs refers to the level that they lead to,
    /// and the event of a cause to the level in `level=`.
    pub(super) fn pointed_scope(&self, nth: usize, record: &Record, spec: &KeySpec) -> FileScope {
        if EVENT_CELLS.contains(&spec) {
            let mut keys = record.keys.iter();
            let on = keys.find(|pair| self.source().slice(pair.key) == keys::WHEN_LEVEL.word);
            let named = on.and_then(|on| self.level_named(&on.value.value.to_string()));
            return named.map_or(self.scope(nth), FileScope::Level);
        }
        let (FileScope::Level(here), true) = (self.scope(nth), *spec == keys::AT) else {
            return self.scope(nth);
        };
        let to = record
            .keys
            .iter()
            .find(|pair| self.source().slice(pair.key) == keys::STAIRS_TO.word);
        let named = to.and_then(|to| self.level_named(&to.value.value.to_string()));
        let is_up = matches!(record.head.value, Head::Glyph('<'));
        FileScope::Level(match named {
            Some(level) => level,
            None if is_up => here.saturating_sub(1),
            None => here + 1,
        })
    }

    /// Returns the level with this name, which may be in quotes.
    pub fn level_named(&self, said: &str) -> Option<u32> {
        let name = said.trim_matches('"');
        let mut levels = self.levels();
        let named = levels.find(|(_, nth)| {
            let text = self.record(*nth).and_then(|record| record.text.as_ref());
            text.is_some_and(|text| text.value == name)
        });
        named.map(|(level, _)| level)
    }

    /// Returns the kinds of a record, which determine its keys.
    pub fn record_kinds(&self, record: &Record, scope: FileScope) -> Vec<RecordKind> {
        let with_placed = |first: Option<RecordKind>, origin, glyph| {
            let placed = self.placed_kinds(origin, glyph);
            first.into_iter().chain(placed).collect::<Vec<_>>()
        };
        match &record.head.value {
            Head::Level => vec![RecordKind::Level],
            Head::Vault => vec![RecordKind::Vault],
            Head::Hero => vec![RecordKind::Hero],
            Head::Goal => vec![RecordKind::Goal],
            Head::Lose => vec![RecordKind::Lose],
            Head::When => vec![RecordKind::When],
            Head::Test => vec![RecordKind::Test],
            Head::Rules(_) => vec![RecordKind::Rules],
            Head::Tile(_) => vec![RecordKind::Tile],
            Head::Item(_) => vec![RecordKind::Item],
            Head::Family => vec![RecordKind::Family],
            Head::Kind(_) => vec![RecordKind::Kind],
            Head::Class(..) => vec![RecordKind::Class],
            Head::Scatter(glyph) => {
                let origin = self.origin(scope, glyph.value);
                with_placed(Some(RecordKind::Scatter), origin, glyph.value)
            }
            Head::Mark(_, all) => {
                let mut kinds = vec![RecordKind::Mark];
                for glyph in all.glyphs() {
                    kinds.extend(self.placed_kinds(self.plain_origin(glyph.value), glyph.value));
                }
                kinds
            }
            Head::Glyph(glyph) => with_placed(None, self.origin(scope, *glyph), *glyph),
            _ => Vec::new(),
        }
    }

    /// Returns the table row of a record's key; `None` if the record cannot have it.
    pub fn key_spec(
        &self,
        record: &Record,
        scope: FileScope,
        pair: &KeyValue,
    ) -> Option<&'static KeySpec> {
        let word = pair.word(self.source());
        self.spec_among(&self.record_kinds(record, scope), word)
    }

    /// Returns the table row of a generated map's key; `None` if the map cannot have it.
    pub fn map_key_spec(&self, map: &Map, pair: &KeyValue) -> Option<&'static KeySpec> {
        let MapForm::Made { how, .. } = &map.form else {
            return None;
        };
        self.spec_among(&made_kinds(&how.value), pair.word(self.source()))
    }

    /// Returns the table row of a key in records of some kinds: the row for the file's game if there is one, otherwise
    /// for any game.
    fn spec_among(&self, kinds: &[RecordKind], word: &str) -> Option<&'static KeySpec> {
        let among = |games| {
            let mut named = KEYS.iter().filter(|key| key.word == word);
            named.find(|key| kinds.iter().any(|kind| key.stands_in(*kind, games)))
        };
        let found = among(self.games()).or_else(|| among(keys::GameSet::EVERY));
        found.copied()
    }

    /// Returns the keys of a statement, each with its table row; `None` for an unknown key.
    pub fn keys(&self, nth: usize) -> Vec<(&KeyValue, Option<&'static KeySpec>)> {
        match self.statements().get(nth) {
            Some(Statement::Record(record)) => {
                let kinds = self.record_kinds(record, self.scope(nth));
                let keys = record.keys.iter();
                keys.map(|pair| {
                    let word = pair.word(self.source());
                    (pair, self.spec_among(&kinds, word))
                })
                .collect()
            }
            Some(Statement::Map(map)) => match &map.form {
                MapForm::Made { keys, .. } => {
                    let keys = keys.iter();
                    keys.map(|pair| (pair, self.map_key_spec(map, pair)))
                        .collect()
                }
                _ => Vec::new(),
            },
            None => Vec::new(),
        }
    }
}

/// Returns the kinds of a generated map, which determine its keys.
pub fn made_kinds(how: &str) -> Vec<RecordKind> {
    match how {
        "caves" => vec![RecordKind::Caves],
        "rooms" => vec![RecordKind::Rooms],
        _ => Vec::new(),
    }
}

/// The keys whose cells are on the level where the event of a cause happens.
const EVENT_CELLS: [&KeySpec; 4] = [
    &keys::WHEN_STEP,
    &keys::WHEN_LEAVE,
    &keys::WHEN_PUSH,
    &keys::WHEN_OPENED,
];

/// Whether the value of a key is the name of a level.
pub fn names_level(spec: &KeySpec) -> bool {
    [&keys::STAIRS_TO, &keys::WHEN_LEVEL].contains(&spec)
}

/// Whether the value of a key is a thing, given by its glyph or name.
pub fn names_things(spec: &KeySpec) -> bool {
    let all = [
        &keys::TAKE,
        &keys::KILL,
        &keys::WHEN_TAKE,
        &keys::WHEN_KILL,
        &keys::WHEN_ALL_DEAD,
    ];
    all.contains(&spec)
}
