//! The kinds and tiles that can still appear in a game: all that are present, and all that these can lead to. The
//! answers do not depend on what the player can still reach.
use super::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::step::Tread;
use dungeon_model::dungeon::{CauseEffect, Feature, KindId, TileId, builtin};

#[doc(hidden)]
impl World {
    /// Returns the kinds of all living monsters, and all kinds that may still be spawned by monsters or causes, in
    /// ascending order. Does not contain kinds that only the rules spawn; `Ruleset::draws` accounts for such kinds.
    pub fn kinds_to_come(&self) -> Vec<KindId> {
        let levels = self.dungeon.numbered_levels().map(|(level, _)| level);
        let living = levels.flat_map(|level| self.theirs(level));
        let mut kinds = Closure::new(self.dungeon.kinds.len());
        let effects = self.effects_to_come();
        effects.for_each(|effect| {
            if let CauseEffect::Spawn { kind, .. } = effect {
                kind.all().for_each(|kind| kinds.add(kind.0));
            }
        });
        living.for_each(|who| kinds.add(self.body(who).kind.0));
        kinds.close(|kind, kinds| {
            let offspring = self.dungeon.kind(KindId(kind)).spawns.iter();
            let born = offspring.flat_map(|offspring| offspring.kind.all());
            born.for_each(|born| kinds.add(born.0));
        });
        kinds.into_ids(KindId::of).collect()
    }

    /// Returns the tiles on all levels, and all tiles that may replace them, in ascending order. Does not contain tiles
    /// that only the rules place.
    pub fn tiles_to_come(&self) -> Vec<TileId> {
        let mut tiles = Closure::new(self.dungeon.tiles.len());
        for level in &self.levels {
            let cells = level.cells.cells();
            cells.iter().for_each(|cell| tiles.add(cell.tile.0));
        }
        for kind in self.kinds_to_come() {
            let trail = self.dungeon.kind(kind).trail;
            trail.into_iter().for_each(|tile| tiles.add(tile.0));
        }
        tiles.add(builtin::FLOOR.0);
        self.effects_to_come().for_each(|effect| {
            if let CauseEffect::Tile { into, .. } = effect {
                tiles.add(into.0);
            }
        });
        tiles.close(|id, tiles| {
            let tile = self.dungeon.tile(TileId(id));
            let after = TilePassage::of(tile).after();
            after.for_each(|tile| tiles.add(tile.0));
            if let Feature::Boulder(boulder) = tile.feature {
                tiles.add(boulder.sort.0);
                // Boulders are added for only one tile of each sort, because a file may have thousands of floors.
                if boulder.sort.0 == id {
                    let pushes = self.dungeon.pushes_of(boulder.sort).iter();
                    pushes.for_each(|push| tiles.add(push.becomes.0));
                }
            }
        });
        tiles.into_ids(TileId::of).collect()
    }

    /// Whether any terrain that exists or may still appear can harm monsters, so that monsters may die where no hero
    /// can reach them ([T-3]).
    ///
    /// [T-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3
    pub fn may_harm_monsters(&self) -> bool {
        self.may_act(|passage| passage.harms_monsters)
    }

    /// Whether any terrain that exists or may still appear can be entered from some sides only ([T-5]). Bolts and
    /// dropped items ignore the side.
    ///
    /// [T-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5
    pub fn may_lead_one_way(&self) -> bool {
        self.may_act(|passage| passage.tread != Tread::PLAIN)
    }

    fn may_act(&self, does: impl Fn(TilePassage) -> bool) -> bool {
        let passage = |tile: TileId| TilePassage::of(self.dungeon.tile(tile));
        let mut tiles = self.tiles_to_come().into_iter();
        self.has_acting_terrain && tiles.any(|tile| does(passage(tile)))
    }
}

/// A set of numbers below a bound, to be closed under a relation.
struct Closure {
    is_in: Vec<bool>,
    open: Vec<u16>,
}

impl Closure {
    fn new(bound: usize) -> Closure {
        Closure {
            is_in: vec![false; bound],
            open: Vec::new(),
        }
    }

    fn add(&mut self, number: u16) {
        if !std::mem::replace(&mut self.is_in[usize::from(number)], true) {
            self.open.push(number);
        }
    }

    /// Calls `add_what_comes_of` for each number of the set, including the numbers that these calls add, until no new
    /// number appears.
    fn close(&mut self, add_what_comes_of: impl Fn(u16, &mut Closure)) {
        while let Some(number) = self.open.pop() {
            add_what_comes_of(number, self);
        }
    }

    /// Returns the numbers as ids of a table, in ascending order.
    fn into_ids<T>(self, of: impl Fn(usize) -> T) -> impl Iterator<Item = T> {
        let numbers = self.is_in.into_iter().enumerate();
        let numbers = numbers.filter(|(_, is_in)| *is_in);
        numbers.map(move |(number, _)| of(number))
    }
}
