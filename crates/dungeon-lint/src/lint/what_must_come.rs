//! Whether something stands or lies somewhere when a game begins, however the seed falls: one answer for all chance.
use std::mem::discriminant;

use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    Amount, CauseEffect, CauseEvent, Choice, Dungeon, Footing, KindId, Level, LevelId, MarkedThing,
    Overlap, Scatter, ScatterShare, ScatteredThing, TileId, Vault, builtin,
};
use dungeon_model::space::geometry::{Point, Region, Size, at};

/// What is there of some sort of thing when a game begins, on all levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatMustCome {
    /// Whether at least one is there in every game.
    pub is_certain: bool,
    /// What may put one there or take one away, in the order of levels.
    pub by_chance: Vec<ChanceSource>,
}

/// A part of a file by which chance decides whether something is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChanceSource {
    /// Marks of a level, with alternatives.
    Marks(LevelId),
    /// A scatter of a level, by its number.
    Scatter(LevelId, usize),
    /// A scatter of a level, by its number, that may put something else in its place.
    Replacement(LevelId, usize),
    /// A vault, by its number.
    Vault(usize),
}

/// A share of games of one to two to this power is less than one game of all seeds: it counts as none.
const NEGLIGIBLE: u32 = 64;

/// The most pairs of a drawn thing and a scatter that are compared for a level.
const MOST_LOOKS: usize = 1 << 16;

/// Cells on each side of a vault and the ring round its map that no other vault and no record may take.
const MARGIN: i32 = 2;

/// Whether something that is meant is there when a game begins, and what chance has to do with it.
pub fn must_come(dungeon: &Dungeon, is_meant: impl Fn(Thing) -> bool) -> WhatMustCome {
    let mut all = WhatMustCome::default();
    for (id, level) in dungeon.numbered_levels() {
        let (least, by_chance) = LevelCount {
            dungeon,
            level,
            is_meant: &is_meant,
        }
        .count(id);
        all.is_certain |= least > 0;
        all.by_chance.extend(by_chance);
    }
    all.by_chance.sort_unstable();
    all.by_chance.dedup();
    all
}

/// Whether a cause brings some monster of these kinds before anything is judged: in the first turn.
pub fn is_brought_at_once(dungeon: &Dungeon, is_meant: impl Fn(KindId) -> bool) -> bool {
    let first = { dungeon.causes.iter() }.filter(|cause| cause.event == CauseEvent::Turn(1));
    let is_all_meant = |kind: &Choice<KindId>| kind.all().all(&is_meant);
    let mut effects = first.flat_map(|cause| &cause.effects);
    effects.any(|effect| matches!(effect, CauseEffect::Spawn { kind, .. } if is_all_meant(kind)))
}

/// The count of the things of a level that are meant.
struct LevelCount<'a, F> {
    dungeon: &'a Dungeon,
    level: &'a Level,
    is_meant: &'a F,
}

impl<F: Fn(Thing) -> bool> LevelCount<'_, F> {
    /// Returns how many are there at least, and what chance decides of others.
    fn count(&self, id: LevelId) -> (usize, Vec<ChanceSource>) {
        let level = self.level;
        let mut by_chance = Vec::new();
        let drawn: Vec<(Point, Thing)> = self.drawn().collect();
        if self.is_left_alone(&drawn) {
            return (1, by_chance);
        }
        let mut least = drawn.len();
        if let Some(chance) = &level.chance {
            let is_meant = |thing: &MarkedThing| (self.is_meant)(thing.thing());
            match chance.always_puts(is_meant) {
                true => least += 1,
                false if chance.things().any(is_meant) => by_chance.push(ChanceSource::Marks(id)),
                false => {}
            }
        }
        let is_first = |scatter: &Scatter| !matches!(scatter.share, ScatterShare::Further { .. });
        let mut nth = 0;
        for group in level.scatters.chunk_by(|_, next| !is_first(next)) {
            let (sure, replaced) = (self.least_of(group), self.replaced_by(group));
            if (1..=replaced).contains(&least) {
                by_chance.push(ChanceSource::Replacement(id, nth));
            }
            if sure == 0 && self.may_put(group) {
                by_chance.push(ChanceSource::Scatter(id, nth));
            }
            least = least.saturating_sub(replaced).saturating_add(sure);
            nth += group.len();
        }
        let vaults = self.vaults(id);
        if self.is_built_in(id, &vaults) {
            least += 1;
        }
        by_chance.extend(vaults.into_iter().map(ChanceSource::Vault));
        (least, by_chance)
    }

    /// Everything that is drawn or recorded and meant.
    fn drawn(&self) -> impl Iterator<Item = (Point, Thing)> {
        let all = self.level.things();
        all.filter(|(_, thing)| (self.is_meant)(*thing))
    }

    /// Whether one of these is where no scatter puts anything in its place, as far as a few looks tell.
    fn is_left_alone(&self, drawn: &[(Point, Thing)]) -> bool {
        let scatters = self.level.scatters.iter();
        let replacing: Vec<&Scatter> = scatters.filter(|one| self.replaces(one)).collect();
        let looked_at = drawn.iter().take(MOST_LOOKS / replacing.len().max(1) + 1);
        let is_hit = |(p, thing): &(Point, Thing)| {
            let mut replacing = replacing.iter();
            let is_alike = |one: &Scatter| discriminant(&one.what.thing()) == discriminant(thing);
            replacing.any(|one| is_alike(one) && one.within.contains(*p))
        };
        looked_at.into_iter().any(|one| !is_hit(one))
    }

    /// Whether a scatter may put something that is not meant in the place of what is.
    fn replaces(&self, scatter: &Scatter) -> bool {
        scatter.overlap == Overlap::Replace && !scatter.amount.is_zero() && !self.puts(scatter)
    }

    /// Whether the thing of a scatter is accepted.
    fn puts(&self, scatter: &Scatter) -> bool {
        (self.is_meant)(scatter.what.thing())
    }

    /// Whether a scatter, or one of those that each thing is drawn of, puts down something that is meant.
    fn may_put(&self, group: &[Scatter]) -> bool {
        let mut group = group.iter();
        group.any(|one| self.puts(one) && !one.amount.is_zero())
    }

    /// Returns how many of what is meant these scatters put down at least, where there is room.
    fn least_of(&self, group: &[Scatter]) -> usize {
        let first = &group[0];
        if self.may_be_too_far(first) || !group.iter().all(|one| self.puts(one)) {
            return 0;
        }
        let amount = match first.share {
            ScatterShare::First { amount, .. } => amount,
            ScatterShare::Whole | ScatterShare::Further { .. } => first.amount,
        };
        let least = match amount {
            Amount::Count(least) | Amount::Between(least, _) => least as usize,
            Amount::Percent(percent) => usize::from(self.is_nearly_certain(first, percent)),
        };
        match first.overlap {
            Overlap::Avoid => least,
            // All of them may hit one cell.
            Overlap::Replace => least.min(1),
        }
    }

    /// Whether no cell of a scatter's region is as far from a scattered hero as it keeps away where he begins in the middle.
    fn may_be_too_far(&self, scatter: &Scatter) -> bool {
        let Some(away) = scatter.away else {
            return false;
        };
        let mut scatters = self.level.scatters.iter();
        let heroes = scatters.find(|one| self.dungeon.is_ours(one.what.thing()));
        heroes.is_some_and(|hero| {
            let (own, his) = (scatter.within, hero.within);
            let farthest = |first: i32, last: i32, least: i32, most: i32| {
                let middle = i32::midpoint(first, last).clamp(least, most);
                (middle - first).max(last - middle)
            };
            let across = farthest(own.from.x, own.to.x, his.from.x, his.to.x);
            let down = farthest(own.from.y, own.to.y, his.from.y, his.to.y);
            i64::from(away) >= i64::from(across) + i64::from(down)
        })
    }

    /// Returns how many of what is meant these scatters may replace by something else.
    fn replaced_by(&self, group: &[Scatter]) -> usize {
        let replacing = group.iter().filter(|one| self.replaces(one));
        replacing.map(Scatter::most).max().unwrap_or(0)
    }

    /// Whether a chance for each free cell leaves all of them out in fewer than one of all seeds: where so many are free
    /// whatever else comes to be.
    fn is_nearly_certain(&self, scatter: &Scatter, percent: u32) -> bool {
        let level = self.level;
        if percent >= 100 {
            return true;
        }
        if level.generator.is_some() || scatter.away.is_some() {
            return false;
        }
        let is_free = |tile: TileId| match scatter.what {
            ScatteredThing::Tile(_) => matches!(tile, builtin::FLOOR | builtin::CLASSIC_FLOOR),
            ScatteredThing::Item(_) | ScatteredThing::Body(..) => {
                self.dungeon.tile(tile).footing == Footing::Anyone
            }
        };
        let cells = level.tiles.size().points().zip(level.tiles.cells());
        let free = cells.filter(|(p, tile)| scatter.within.contains(*p) && is_free(**tile));
        let taken = level.items.len() + level.spawns.len();
        let by_chance = level.chance.as_ref().map_or(0, |chance| chance.cells.len());
        let others = level.scatters.iter().filter(|other| *other != scatter);
        let scattered = others.map(Scatter::most);
        let taken = scattered.fold(taken + by_chance, usize::saturating_add);
        leaves_all_out_rarely(free.count().saturating_sub(taken), percent)
    }

    /// The vaults of the level in which something is meant.
    fn vaults(&self, id: LevelId) -> Vec<usize> {
        let vaults = self.dungeon.vaults_for(id).filter(|(_, vault)| {
            let mut all = vault.all_things();
            all.any(self.is_meant)
        });
        vaults.map(|(nth, _)| nth).collect()
    }

    /// Whether one of these vaults is built in for certain, with something that is meant: where all vaults of the level fit
    /// whatever is built in before, and so many are built in that not all of these are left out.
    fn is_built_in(&self, id: LevelId, holders: &[usize]) -> bool {
        let map = self.level.tiles.size();
        let may_fit = |(_, vault): &(usize, &Vault)| {
            let size = vault.within.size();
            let turned = Size::new(size.height, size.width);
            places(map, size) > 0 || vault.turns && places(map, turned) > 0
        };
        let vaults = self.dungeon.vaults_for(id).filter(may_fit);
        let vaults: Vec<(usize, &Vault)> = vaults.collect();
        let built = vaults.len().min(self.level.vaults as usize);
        let is_sure =
            |(nth, vault): &&(usize, &Vault)| holders.contains(nth) && self.always_holds(vault);
        let sure = vaults.iter().filter(is_sure).count();
        let scatters = self.level.scatters.iter();
        let mut heroes = scatters.filter(|one| self.dungeon.is_ours(one.what.thing()));
        let inside = [at(1, 1), at(map.width - 2, map.height - 2)];
        let is_whole = |region: &Region| inside.iter().all(|p| region.contains(*p));
        let is_rock = |(p, tile): (Point, &TileId)| {
            let is_shut = self.dungeon.tile(*tile).footing == Footing::Nobody;
            *tile == builtin::ROCK || is_shut && !map.contains_inside_rim(p)
        };
        let is_floor = |tile: &TileId| self.dungeon.tile(*tile).footing == Footing::Anyone;
        let cells = map.points().zip(self.level.tiles.cells());
        let recorded: Vec<&TileId> = { cells.filter(|cell| !is_rock(*cell)) }
            .map(|(_, tile)| tile)
            .collect();
        // Where records wall off parts of the level, there is no telling where vaults fit.
        let is_bare =
            recorded.iter().all(|tile| is_floor(tile)) && heroes.all(|hero| is_whole(&hero.within));
        let fits = |vault: &Vault| {
            let others = vaults
                .iter()
                .filter(|(_, other)| !std::ptr::eq(*other, vault));
            let mut blocked: Vec<i64> = others
                .map(|(_, other)| blocked(other.within, vault.within))
                .collect();
            blocked.sort_unstable_by(|one, other| other.cmp(one));
            let blocked: i64 = blocked.iter().take(built.saturating_sub(1)).sum();
            let size = vault.within.size();
            let taken = i64::from(size.width + 2) * i64::from(size.height + 2);
            places(map, size) > blocked + taken * recorded.len() as i64
        };
        built + sure > vaults.len() && is_bare && vaults.iter().all(|(_, vault)| fits(vault))
    }

    /// Whether a vault holds something that is meant wherever it is built in.
    fn always_holds(&self, vault: &Vault) -> bool {
        let is_meant = |thing: &MarkedThing| (self.is_meant)(thing.thing());
        let mut chance = vault.chance.iter();
        vault.things().any(self.is_meant) || chance.any(|chance| chance.always_puts(is_meant))
    }
}

/// Whether no more than one of 2⁶⁴ games has nothing on any of so many cells, of which each has something by a chance of
/// `percent`.
fn leaves_all_out_rarely(cells: usize, percent: u32) -> bool {
    const WHOLE: u128 = 1 << 120;
    let mut share = WHOLE;
    for _ in 0..cells {
        share = share * u128::from(100 - percent) / 100;
        if share <= WHOLE >> NEGLIGIBLE {
            return true;
        }
    }
    false
}

/// How many places a vault of this size has on an empty map.
fn places(map: Size, vault: Size) -> i64 {
    let across = (map.width - 2 * MARGIN - vault.width + 1).max(0);
    let down = (map.height - 2 * MARGIN - vault.height + 1).max(0);
    i64::from(across) * i64::from(down)
}

/// How many of the places of a vault another one takes at most, however it lies.
fn blocked(other: Region, vault: Region) -> i64 {
    let sides = |region: Region| [region.size().width, region.size().height].map(i64::from);
    let ([wide, high], [width, height]) = (sides(other), sides(vault));
    let upright = (wide + width + 1) * (high + height + 1);
    upright.max((high + width + 1) * (wide + height + 1))
}
