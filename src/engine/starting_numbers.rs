//! The numbers that bodies and items begin with where the file says a range: the seed draws them once for each.
use super::chance::{DrawPurpose, birth_number};
use super::world::World;
use crate::dungeon::{ItemId, LevelId, Spread, Stat, Stats};
use crate::space::geometry::Point;

/// The `DrawKey::nth` of the draw of an item; those below are of the stats of bodies.
const OF_AN_ITEM: u32 = Stat::COUNT as u32;

impl World {
    /// Returns the numbers of a body of this birth that comes to be now on a level.
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

    /// Whether somebody lives or may be born who bears bodies or drops an item whose numbers the seed draws.
    pub(super) fn draws_numbers(&self) -> bool {
        let dungeon = self.dungeon();
        let mut kinds = { self.kinds_to_come().into_iter() }.map(|kind| dungeon.kind(kind));
        kinds.any(|kind| {
            let born = kind.spawns.map(|offspring| dungeon.kind(offspring.kind));
            born.is_some_and(|born| !born.spread.is_none())
                || dungeon.item(kind.drops).variants != ItemId::NONE
        })
    }

    /// Returns the item that comes to lie on a cell where the file puts this one now: itself, or of an item whose numbers
    /// are ranges the variant that the seed chooses for that cell and round.
    ///
    /// # Panics
    ///
    /// If the dungeon has no such item.
    pub fn drawn_item(&self, level: LevelId, at: Point, item: ItemId) -> ItemId {
        let kind = self.item(item);
        if kind.variants == ItemId::NONE {
            return item;
        }
        let birth = birth_number(at, self.round());
        let mut draw = self.draw_now(level, DrawPurpose::Numbers, birth, OF_AN_ITEM);
        ItemId(kind.variants.0 + draw.below(kind.spread.count()) as u16)
    }
}
