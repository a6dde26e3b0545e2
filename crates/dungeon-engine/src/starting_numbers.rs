//! Draws for new bodies and items: their numbers where the file has ranges, and their kind where the file has a
//! class.
use super::chance::{Draw, DrawPurpose, birth_number};
use super::world::World;
use dungeon_model::dungeon::{CauseEffect, Choice, ItemId, KindId, LevelId, Spread, Stat, Stats};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The `DrawKey::nth` of an item's draw; the numbers below it are for the stats of bodies.
const OF_AN_ITEM: u32 = count(Stat::COUNT);

/// The `DrawKey::nth` of a drop or offspring; the numbers above it are for scatters.
const OF_A_CHOICE: u32 = 0;

/// The `DrawKey::nth` of the second gift in a step, above those of scatters; the first gift uses `OF_A_CHOICE`.
const OF_A_SECOND_GIFT: u32 = 1 << 31;

impl World {
    /// Returns the stats of a body with this birth number, born now on a level.
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

    /// Whether a birth, a drop or a cause may still draw numbers or a kind.
    pub(super) fn draws_numbers(&self) -> bool {
        let dungeon = self.dungeon();
        let is_drawn = |born: KindId| !dungeon.kind(born).spread.is_none();
        let is_ranged = |item: ItemId| dungeon.item(item).variants != ItemId::NONE;
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

    /// Returns the random choice for a cell and the current round; `None` if the choice is nothing.
    pub fn chosen<T: Copy>(&self, level: LevelId, at: Point, choice: &Choice<T>) -> Option<T> {
        choice.on(level, |n| self.class_draw(level, at, OF_A_CHOICE).below(n))
    }

    /// Returns the random stream that chooses one of several things for a cell now; `nth` distinguishes several such
    /// draws.
    pub(super) fn class_draw(&self, level: LevelId, at: Point, nth: u32) -> Draw {
        let birth = birth_number(at, self.round());
        self.draw_now(level, DrawPurpose::Class, birth, nth)
    }

    /// Returns the item to place on a cell now for an item of the file: the item itself, or, if its numbers are ranges,
    /// the variant that the seed draws for this cell and round.
    ///
    /// # Panics
    ///
    /// If the dungeon has no such item.
    pub fn drawn_item(&self, level: LevelId, at: Point, item: ItemId) -> ItemId {
        self.variant(level, at, item, OF_AN_ITEM)
    }

    /// Returns the gift of a cause to a hero at a cell; `None` for nothing. `before` is the number of earlier gifts of
    /// these items in the same step, so that each gift has its own draw.
    pub(super) fn gift(
        &self,
        level: LevelId,
        at: Point,
        choice: &Choice<ItemId>,
        before: u32,
    ) -> Option<ItemId> {
        let nth = before.checked_sub(1);
        let nth = nth.map_or(OF_A_CHOICE, |nth| OF_A_SECOND_GIFT.saturating_add(nth));
        let item = choice.on(level, |n| self.class_draw(level, at, nth).below(n))?;
        Some(self.variant(level, at, item, OF_AN_ITEM.saturating_add(before)))
    }

    /// Draws one variant of an item within its ranges; returns the item itself if it has no ranges.
    fn variant(&self, level: LevelId, at: Point, item: ItemId, nth: u32) -> ItemId {
        let kind = self.item(item);
        if kind.variants == ItemId::NONE {
            return item;
        }
        let birth = birth_number(at, self.round());
        let mut draw = self.draw_now(level, DrawPurpose::Numbers, birth, nth);
        let nth = draw.below(kind.spread.count()) as usize;
        ItemId::of(usize::from(kind.variants.0) + nth)
    }
}
