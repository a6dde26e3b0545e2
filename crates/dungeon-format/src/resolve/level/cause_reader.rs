//! The values of the keys of a `when` record: cells, and things by their glyphs.
use super::legend::Legend;
use super::pieces::{Piece, plain};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::KeySpec;
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::classes::choice;
use crate::resolve::records::named_glyphs::GlyphSort;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, only_glyph};
use crate::resolve::schema::glyphs::GlyphTable;
use crate::source::{Span, Spanned};
use crate::syntax::{KeyValue, Value};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{CauseEffect, Choice, TileId};
use dungeon_model::space::geometry::Point;

/// The part of a file in which a cause looks up its glyphs.
pub enum CauseGlyphs<'a, 'g> {
    /// A level, with its map and its usual floor.
    Level(&'a mut Legend<'g>, &'a LevelMap, TileId),
    /// The declarations of the file, for a cause before the first level; such a cause cannot name cells.
    File(&'a GlyphTable),
}

/// A `when` record while it is read: its keys, its glyphs, and the effects so far.
pub struct CauseReader<'r, 's, 'g> {
    pub glyphs: CauseGlyphs<'r, 'g>,
    pub fields: Fields<'r, 's>,
    pub effects: Vec<CauseEffect>,
    /// Whether the event may happen on another level (`level=`).
    pub hears: bool,
    /// The key that names cells of another level.
    pub far: Option<KeyValue>,
}

impl CauseReader<'_, '_, '_> {
    /// Reads the cells that the value of a key names. Reports a wrong value, and returns `None` for it and without the
    /// key.
    pub fn cells(&mut self, key: &'static KeySpec) -> Option<Vec<Point>> {
        let pair = self.fields.value(key)?;
        match self.glyphs {
            CauseGlyphs::Level(_, map, _) => {
                Some(map.cells_named(self.fields.cx, pair, "this level")?.value)
            }
            CauseGlyphs::File(..) => {
                no_place(self.fields.cx, pair);
                None
            }
        }
    }

    /// Reads the cells that the value of a key names, without cells of the outermost ring if bodies cannot enter it. If
    /// no cells are left, reports that and returns `None`.
    pub fn inner_cells(&mut self, key: &'static KeySpec) -> Option<Vec<Point>> {
        let span = self.fields.get(key)?.value.span;
        let mut cells = self.cells(key)?;
        if let CauseGlyphs::Level(_, map, _) = self.glyphs
            && !self.fields.cx.game.rim.is_played_on()
        {
            cells.retain(|p| map.size.contains_inside_rim(*p));
        }
        if cells.is_empty() {
            on_the_ring(self.fields.cx, key, span);
            return None;
        }
        Some(cells)
    }

    /// Reads the cells of a key that names a point or a mark of the level; `Some(None)` for any other value. `None`
    /// without the key, or if the cells are wrong, which is reported.
    pub fn marked_cells(&mut self, key: &'static KeySpec) -> Option<Option<Vec<Point>>> {
        let value = &self.fields.get(key)?.value;
        let is_place = match (&self.glyphs, &value.value) {
            (_, Value::Point(..)) => true,
            (CauseGlyphs::Level(legend, ..), _) => only_glyph(self.fields.cx.text(value.span))
                .is_some_and(|glyph| legend.is_marked(glyph)),
            (CauseGlyphs::File(..), _) => false,
        };
        if is_place {
            Some(Some(self.cells(key)?))
        } else {
            Some(None)
        }
    }

    /// Reads the glyph or the name of a key. The second value is the glyph; `None` for a name.
    pub fn glyph_or_name(
        &mut self,
        key: &'static KeySpec,
    ) -> Option<(Spanned<String>, Option<Spanned<char>>)> {
        let said = self.fields.name_of(key)?;
        let span = said.span;
        let glyph = only_glyph(&said.value).map(|value| Spanned::new(value, span));
        Some((said, glyph))
    }

    /// Returns the piece that a glyph stands for, and the value that `sort.pick` returns for its thing. Reports a glyph
    /// with several things, and a glyph whose thing `sort.pick` rejects.
    pub fn only_piece<T>(
        &mut self,
        key: &KeySpec,
        glyph: Spanned<char>,
        sort: &GlyphSort<T>,
    ) -> Option<(Piece, T)> {
        let is_class = self.glyphs.is_class(glyph.value);
        let mut pieces = match &mut self.glyphs {
            CauseGlyphs::Level(legend, ..) => {
                let pieces = legend.pieces(self.fields.cx, glyph);
                if pieces.is_empty() {
                    return None; // the legend reports it
                }
                pieces
            }
            CauseGlyphs::File(table) => {
                let thing = table.use_thing(glyph.value);
                let piece = thing.map(|thing| plain(self.fields.cx, thing));
                piece.into_iter().collect()
            }
        };
        let piece = pieces.pop().filter(|_| !is_class);
        if !is_class && !pieces.is_empty() {
            several_things(self.fields.cx, glyph, sort.what);
            return None;
        }
        let thing = piece.as_ref().map(Piece::thing);
        let one = thing.and_then(|thing| (sort.pick)(self.fields.cx, thing));
        if one.is_none() {
            sort.refuse(self.fields.cx, self.glyphs.table(), key, glyph, thing);
        }
        piece.zip(one)
    }

    /// Returns the value of `sort.pick` for the thing of a glyph, or for each thing of a class. Reports a glyph if
    /// `sort.pick` rejects its thing.
    pub fn such<T>(
        &mut self,
        key: &KeySpec,
        glyph: Spanned<char>,
        sort: &GlyphSort<T>,
    ) -> Option<Vec<T>> {
        let members = self.glyphs.members(self.fields.cx, glyph);
        let such = all_such(&members, |thing| (sort.pick)(self.fields.cx, thing));
        such.or_else(|| Some(vec![self.only_piece(key, glyph, sort)?.1]))
    }

    /// Returns the choice among the things of a class. `None` for a glyph that is no class, or if `sort.pick` rejects a
    /// thing of the class.
    pub fn chosen<T>(&mut self, glyph: Spanned<char>, sort: &GlyphSort<T>) -> Option<Choice<T>> {
        let members = self.glyphs.members(self.fields.cx, glyph);
        let pick = |thing| (sort.pick)(self.fields.cx, thing);
        all_such(&members, pick)?;
        self.glyphs.choice(self.fields.cx.level, glyph.value, pick)
    }
}

impl CauseGlyphs<'_, '_> {
    /// Whether a glyph stands for a thing or a class in the whole file.
    pub fn is_known(&self, glyph: char) -> bool {
        let table = self.table();
        table.thing(glyph).is_some() || table.classes.contains_key(&glyph)
    }

    /// Returns the glyphs of the file.
    fn table(&self) -> &GlyphTable {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.glyphs(),
            CauseGlyphs::File(table) => table,
        }
    }

    /// Whether a glyph is a class and no mark redefines it.
    fn is_class(&self, glyph: char) -> bool {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.is_class(glyph),
            CauseGlyphs::File(table) => table.classes.contains_key(&glyph),
        }
    }

    /// Returns the choice among the things of a class. `None` if `pick` rejects a thing of the class, or if the glyph
    /// is no class.
    fn choice<T>(
        &self,
        level: u32,
        glyph: char,
        pick: impl Fn(Thing) -> Option<T>,
    ) -> Option<Choice<T>> {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.choice(level, glyph, pick),
            CauseGlyphs::File(table) => choice(table, glyph, None, pick),
        }
    }

    /// Returns the things of a class on the level; for a cause of the whole file, its things on all levels. Empty for a
    /// glyph that is no class.
    fn members(&mut self, cx: &mut Context<'_>, glyph: Spanned<char>) -> Vec<Thing> {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.members(cx, glyph),
            CauseGlyphs::File(table) => table.members(glyph.value),
        }
    }
}

/// Reports a cell in a cause of the whole file.
pub fn no_place(cx: &mut Context<'_>, pair: &KeyValue) {
    let key = cx.text(pair.key);
    let message = format!("expected no cell before the first level, found `{key}=`");
    let finding = Diagnostic::new(Code::BadValue, pair.key.to(pair.value.span), message);
    cx.report(finding.help("move the line below the map of a level"));
}

/// Reports a key that names only cells of the outermost ring.
pub fn on_the_ring(cx: &mut Context<'_>, key: &KeySpec, span: Span) {
    let message = format!(
        "expected a cell inside the perimeter for `{}=`, found only the map's outermost ring",
        key.word
    );
    let finding = Diagnostic::new(Code::OnPerimeter, span, message);
    cx.report(finding.help("no body can enter the outermost ring: name another cell"));
}

/// Reports a mark with several things, whether chance chooses one or the mark places all of them.
fn several_things(cx: &mut Context<'_>, glyph: Spanned<char>, what: &str) {
    let mark = glyph.value;
    let message =
        format!("expected the glyph of {what}, found `{mark}`, which stands for several things");
    let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
    let help = "name a glyph of one thing, or a class of monsters or of items: `class u w*3|g`";
    cx.report_once(finding.help(help));
}

/// Returns the result of `pick` for each thing; `None` without things, or if `pick` rejects one of them.
fn all_such<T>(members: &[Thing], pick: impl Fn(Thing) -> Option<T>) -> Option<Vec<T>> {
    let such: Option<Vec<T>> = members.iter().copied().map(pick).collect();
    such.filter(|such| !such.is_empty())
}
