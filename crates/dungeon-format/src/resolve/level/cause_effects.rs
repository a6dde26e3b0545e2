//! The effect keys of a `when` record.
use super::cause_reader::{CauseGlyphs, CauseReader, no_place, on_the_ring};
use super::pieces::Piece;
use crate::keys::{
    KeySpec, ValueShape, WHEN_ALARM, WHEN_AT, WHEN_GIVE, WHEN_INTO, WHEN_LOSE, WHEN_MOVE,
    WHEN_OPEN, WHEN_SPAWN, WHEN_TILE, WHEN_WAKE, WHEN_WIN,
};
use crate::resolve::records::boulders::laid;
use crate::resolve::records::features::FeatureSpec;
use crate::resolve::records::named_glyphs::{ITEM, MONSTER, SLEEPER, TERRAIN};
use crate::source::Spanned;
use crate::syntax::{KeyValue, Value};
use dungeon_model::dungeon::{CauseEffect, Choice, ItemId, Kind, KindId, Victims, builtin};
use dungeon_model::space::geometry::Point;
use std::sync::Arc;

/// The keys that name effects.
pub static EFFECTS: [&KeySpec; 11] = [
    &WHEN_TILE,
    &WHEN_INTO,
    &WHEN_OPEN,
    &WHEN_SPAWN,
    &WHEN_AT,
    &WHEN_GIVE,
    &WHEN_MOVE,
    &WHEN_ALARM,
    &WHEN_WAKE,
    &WHEN_WIN,
    &WHEN_LOSE,
];

impl CauseReader<'_, '_, '_> {
    /// Whether the record has this effect key, with any value but `no`: `win=no` has no effect.
    pub fn says_effect(&self, key: &KeySpec) -> bool {
        let is_no = |pair: &KeyValue| {
            let is_word = matches!(key.shape, ValueShape::OneOf(_));
            is_word && matches!(&pair.value.value, Value::Word(word) if word == "no")
        };
        self.fields.get(key).is_some_and(|pair| !is_no(pair))
    }

    /// Reads `tile=` and `into=`, which replace terrain. Returns the feature that `into=` names, if any, because a
    /// door, stairs, a trap or a sign has no tile yet.
    pub fn tile_effect(&mut self) -> Option<Arc<FeatureSpec>> {
        let cells = self.inner_cells(&WHEN_TILE);
        let glyph = TERRAIN.glyph(&mut self.fields, &WHEN_INTO)?;
        let (into, feature) = match self.only_piece(&WHEN_INTO, glyph, &TERRAIN)?.0 {
            Piece::Tile(tile) => {
                let floor = match self.glyphs {
                    CauseGlyphs::Level(_, _, floor) => floor,
                    CauseGlyphs::File(..) => builtin::FLOOR,
                };
                (laid(self.fields.cx, tile, floor, glyph.span), None)
            }
            Piece::Feature(feature) => (builtin::FLOOR, Some(feature)),
            Piece::Item(..) | Piece::Body(..) => return None,
        };
        let cells = cells?;
        self.effects.push(CauseEffect::Tile { cells, into });
        feature
    }

    /// Reads all effects except effects on terrain, in the order in which they happen in play.
    pub fn other_effects(&mut self) {
        let doors = self.cells(&WHEN_OPEN);
        self.effects.extend(doors.map(CauseEffect::Open));
        let cells = self.inner_cells(&WHEN_AT);
        let kind = self.newborn();
        if let (Some(kind), Some(cells)) = (kind, cells) {
            self.effects.push(CauseEffect::Spawn { kind, cells });
        }
        if let Some(glyph) = ITEM.glyph(&mut self.fields, &WHEN_GIVE) {
            let gift = self.gift(glyph);
            self.effects.extend(gift.map(CauseEffect::Give));
        }
        let to = self.destination();
        self.effects.extend(to.map(CauseEffect::Move));
        self.worded(&WHEN_ALARM, CauseEffect::Alarm);
        let woken = self.woken();
        self.effects.extend(woken.map(CauseEffect::Wake));
        self.worded(&WHEN_WIN, CauseEffect::Win);
        self.worded(&WHEN_LOSE, CauseEffect::Lose);
    }

    /// Adds the effect of a key if its value is `yes`.
    fn worded(&mut self, key: &'static KeySpec, effect: CauseEffect) {
        if self.fields.yes(key).is_some_and(|said| said.value) {
            self.effects.push(effect);
        }
    }

    /// Reads the monsters that `wake=` wakes: the monsters that a mark draws, or all monsters of a kind or class.
    fn woken(&mut self) -> Option<Victims> {
        if let Some(cells) = self.marked_cells(&WHEN_WAKE)? {
            return Some(Victims::DrawnAt(cells));
        }
        let glyph = SLEEPER.glyph(&mut self.fields, &WHEN_WAKE)?;
        let kinds = self.such(&WHEN_WAKE, glyph, &SLEEPER)?;
        Some(Victims::Kinds(kinds))
    }

    /// Reads the item that `give=` gives to the hero. If `give=` names a class, returns the choice among the items of
    /// the class.
    fn gift(&mut self, glyph: Spanned<char>) -> Option<Choice<ItemId>> {
        if let Some(choice) = self.chosen(glyph, &ITEM) {
            return Some(choice);
        }
        match self.only_piece(&WHEN_GIVE, glyph, &ITEM)?.0 {
            Piece::Item(_, item) => Some(Choice::Always(item)),
            _ => None,
        }
    }

    /// Reads the kind of monster that `spawn=` creates. If a mark sets stats or a message for the monster, this is a
    /// new kind. A class gives a choice of kinds.
    fn newborn(&mut self) -> Option<Choice<KindId>> {
        let glyph = MONSTER.glyph(&mut self.fields, &WHEN_SPAWN)?;
        if let Some(choice) = self.chosen(glyph, &MONSTER) {
            return Some(choice);
        }
        let (Piece::Body(_, spec), _) = self.only_piece(&WHEN_SPAWN, glyph, &MONSTER)? else {
            return None;
        };
        let own = self.fields.cx.tables.kind(spec.kind).clone();
        let says = spec.says.as_deref().unwrap_or(&own.says).to_string();
        let own = Kind {
            stats: spec.numbers.least,
            spread: spec.numbers.spread,
            says,
            ..own
        };
        Some(Choice::Always(
            self.fields.cx.kind(own, glyph.span, spec.kind),
        ))
    }

    /// Reads the cell that `move=` takes the hero to.
    fn destination(&mut self) -> Option<Point> {
        let pair = self.fields.value(&WHEN_MOVE)?;
        let CauseGlyphs::Level(_, map, _) = self.glyphs else {
            no_place(self.fields.cx, pair);
            return None;
        };
        let to = map.named(self.fields.cx, pair, "this level")?;
        if !self.fields.cx.game.rim.is_played_on() && !map.size.contains_inside_rim(to.value) {
            on_the_ring(self.fields.cx, &WHEN_MOVE, to.span);
            return None;
        }
        Some(to.value)
    }
}
