//! Draws for new bodies and items. The seed draws numbers that the file gives as ranges, and things that the
//! file gives as a class.
use super::body::Body;
use super::chance::{Draw, DrawKey, DrawPurpose, birth_number};
use super::world::World;
use dungeon_model::dungeon::{CauseEffect, Choice, ItemId, KindId, LevelId, Spread, Stat, Stats};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The `DrawKey::nth` of the draw for an item's numbers. Smaller numbers are for the stats of bodies.
const OF_AN_ITEM: u32 = count(Stat::COUNT);

/// The `DrawKey::nth` of the draw for a drop, an offspring or a first gift. Greater numbers are for scatters.
const OF_A_CHOICE: u32 = 0;

/// The `DrawKey::nth` of the draw for the second gift in a step. The number is greater than all numbers for scatters.
/// The first gift uses `OF_A_CHOICE`.
const OF_A_SECOND_GIFT: u32 = 1 << 31;

impl World {
    /// Returns the starting stats of a body that is born on a level in the current round: the minimum `least`, plus a
    /// random part of `spread`. `birth` is the key of the draws.
    pub(super) fn starting_stats(
        &self,
        level: LevelId,
        birth: u32,
        least: Stats,
        spread: Spread,
    ) -> Stats {
        let mut stats = least;
        for (nth, most) in (0..).zip(spread.0).filter(|(_, most)| *most > 0) {
            let mut draw = self.draw_now(level, DrawPurpose::Numbers, birth, nth);
            let stat = &mut stats.0[nth as usize];
            *stat = stat.saturating_add_unsigned(draw.up_to(most));
        }
        stats
    }

    /// Whether a birth, a drop or a cause may still draw numbers, or draw from a class.
    pub(super) fn draws_numbers(&self) -> bool {
        let dungeon = self.dungeon();
        let is_drawn = |born: KindId| !dungeon.kind(born).spread.is_none();
        let is_ranged = |item: ItemId| !dungeon.item(item).spread.is_none();
        let mut effects = self.effects_to_come();
        let is_caused = effects.any(|effect| match effect {
            CauseEffect::Spawn { kind, .. } => kind.is_by_chance() || kind.all().any(is_drawn),
            CauseEffect::Give(item) => item.is_by_chance() || item.all().any(is_ranged),
            _ => false,
        });
        let mut kinds = { self.kinds_to_come().into_iter() }.map(|kind| dungeon.kind(kind));
        is_caused
            || kinds.any(|kind| {
                let brood = kind.spawns.as_ref().map(|offspring| &offspring.kind);
                brood.is_some_and(|brood| brood.is_by_chance() || brood.all().any(is_drawn))
                    || kind.drops.is_by_chance()
                    || kind.drops.all().any(is_ranged)
            })
    }

    /// Returns the thing that the seed chooses for a cell in the current round; `None` if the choice yields nothing on
    /// this level.
    pub fn chosen<T: Copy>(&self, level: LevelId, at: Point, choice: &Choice<T>) -> Option<T> {
        self.chosen_by(level, at, choice, OF_A_CHOICE)
    }

    /// Returns the thing that the seed chooses for a cell, as `chosen` does, with the draw `nth` of `class_draw`.
    fn chosen_by<T: Copy>(
        &self,
        level: LevelId,
        at: Point,
        choice: &Choice<T>,
        nth: u32,
    ) -> Option<T> {
        let draw = |options: &[(u32, T)]| {
            let mut draw = self.class_draw(level, at, nth);
            draw.weighted(options, |(weight, _)| *weight)
        };
        choice.on(level, draw)
    }

    /// Returns the random stream for choosing a thing of a class, for a cell in the current round. `nth` distinguishes
    /// several draws for the same cell and round.
    pub(super) fn class_draw(&self, level: LevelId, at: Point, nth: u32) -> Draw {
        let birth = birth_number(at, self.round());
        self.draw_now(level, DrawPurpose::Class, birth, nth)
    }

    /// Returns the item that goes on a cell when the file puts `item` there. If the file gives the item's numbers as
    /// ranges, returns the variant that the seed draws for the cell and the current round; otherwise returns `item`.
    ///
    /// # Panics
    ///
    /// If the dungeon has no such item.
    pub fn drawn_item(&self, level: LevelId, at: Point, item: ItemId) -> ItemId {
        self.variant(level, at, item, OF_AN_ITEM)
    }

    /// Returns the item that a disguised body looks like. If the file gives the item's numbers as ranges, returns a
    /// variant that depends only on the body's birth, so that the item keeps its looks.
    pub(super) fn feigned_item(&self, body: &Body, item: ItemId) -> ItemId {
        let key = DrawKey::of_level(body.level, DrawPurpose::Numbers, OF_AN_ITEM);
        self.variant_by(item, || self.chance.draw(key.by(body.birth).in_turn(0)))
    }

    /// Returns the gift of a cause to a hero at a cell; `None` if the choice yields nothing on this level. `before` is
    /// the number of earlier gifts of these items in the same step, so that each gift has its own draw.
    pub(super) fn gift(
        &self,
        level: LevelId,
        at: Point,
        choice: &Choice<ItemId>,
        before: u32,
    ) -> Option<ItemId> {
        let nth = before.checked_sub(1);
        let nth = nth.map_or(OF_A_CHOICE, |nth| OF_A_SECOND_GIFT.saturating_add(nth));
        let item = self.chosen_by(level, at, choice, nth)?;
        Some(self.variant(level, at, item, OF_AN_ITEM.saturating_add(before)))
    }

    /// Returns a random variant of an item whose numbers are ranges. Returns any other item unchanged.
    fn variant(&self, level: LevelId, at: Point, item: ItemId, nth: u32) -> ItemId {
        self.variant_by(item, || {
            let birth = birth_number(at, self.round());
            self.draw_now(level, DrawPurpose::Numbers, birth, nth)
        })
    }

    fn variant_by(&self, item: ItemId, draw: impl Fn() -> Draw) -> ItemId {
        let kind = self.item(item);
        if kind.variants == ItemId::NONE {
            return item;
        }
        let nth = draw().below(kind.spread.count()) as usize;
        ItemId::of(usize::from(kind.variants.0) + nth)
    }
}
