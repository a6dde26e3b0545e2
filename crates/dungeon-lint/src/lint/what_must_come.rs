//! Whether a sort of thing is present when a game begins. The answer holds for every seed.
use std::mem::discriminant;

use dungeon_ground::vault_places::most_blocked;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    Amount, CauseEffect, CauseEvent, Choice, Dungeon, Footing, KindId, Level, LevelId, MarkedThing,
    Overlap, Scatter, ScatterOrigin, ScatterShare, ScatteredThing, TileId, Vault, builtin,
};
use dungeon_model::space::geometry::{Point, Region, Size, at};

/// Whether a sort of thing is present when a game begins, on any level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatMustCome {
    /// Whether every game has at least one thing of the sort.
    pub is_certain: bool,
    /// The parts of the file that may add or remove things of the sort, in the order of levels.
    pub by_chance: Vec<ChanceSource>,
}

/// A part of a file that leaves the presence of a thing to chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChanceSource {
    /// The marks of a level that have alternatives.
    Marks(LevelId),
    /// A scatter of a level, by its number.
    Scatter(LevelId, usize),
    /// A scatter of a level, by its number, that may replace the thing with something else.
    Replacement(LevelId, usize),
    /// A vault, by its number.
    Vault(usize),
}

/// The exponent of the largest share of games that counts as zero: 1 in 2⁶⁴, less than one game of all seeds.
const NEGLIGIBLE: u32 = 64;

/// The maximum number of pairs of a drawn thing and a scatter that are compared per level.
const MOST_LOOKS: usize = 1 << 16;

/// The minimum distance of a vault from the edge of the map, in cells: the outermost ring, and a free cell around the
/// vault.
const MARGIN: i32 = 2;

/// Returns whether a thing that `is_meant` accepts is present when a game begins, and which parts of the file leave its
/// presence to chance.
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
    let levels = || dungeon.numbered_levels();
    let is_built = |vault: &&Vault| {
        vault.is_needed && levels().any(|(id, level)| vault.may_be_built(id, level))
    };
    let mut built = dungeon.vaults.iter().filter(is_built);
    all.is_certain |= built.any(|vault| always_holds(vault, &is_meant));
    all.by_chance.sort_unstable();
    all.by_chance.dedup();
    all
}

/// Whether a cause brings a monster of these kinds in the first turn, before any goal is judged.
pub fn is_brought_at_once(dungeon: &Dungeon, is_meant: impl Fn(KindId) -> bool) -> bool {
    let first = { dungeon.causes.iter() }.filter(|cause| cause.event == CauseEvent::Turn(1));
    let is_all_meant = |kind: &Choice<KindId>| kind.all().all(&is_meant);
    let mut effects = first.flat_map(|cause| &cause.effects);
    effects.any(|effect| matches!(effect, CauseEffect::Spawn { kind, .. } if is_all_meant(kind)))
}

/// Counts the matching things of a level.
struct LevelCount<'a, F> {
    dungeon: &'a Dungeon,
    level: &'a Level,
    is_meant: &'a F,
}

impl<F: Fn(Thing) -> bool> LevelCount<'_, F> {
    /// Returns the minimum number of matching things on a level, and the parts of the file that may add or remove more
    /// of them.
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

    /// All matching things that are drawn or recorded.
    fn drawn(&self) -> impl Iterator<Item = (Point, Thing)> {
        let all = self.level.things();
        all.filter(|(_, thing)| (self.is_meant)(*thing))
    }

    /// Whether at least one of these things stands where no scatter replaces it. Returns false after `MOST_LOOKS`
    /// comparisons.
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

    /// Whether a scatter may replace matching things with other things.
    fn replaces(&self, scatter: &Scatter) -> bool {
        scatter.overlap == Overlap::Replace && !scatter.amount.is_zero() && !self.puts(scatter)
    }

    /// Whether the thing of a scatter matches.
    fn puts(&self, scatter: &Scatter) -> bool {
        (self.is_meant)(scatter.what.thing())
    }

    /// Whether any scatter of a group may place a matching thing.
    fn may_put(&self, group: &[Scatter]) -> bool {
        let mut group = group.iter();
        group.any(|one| self.puts(one) && !one.amount.is_zero())
    }

    /// The minimum number of matching things that a group of scatters places if there is room.
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
            // All things of the group may land on one cell.
            Overlap::Replace => least.min(1),
        }
    }

    /// Whether a scattered hero may start, or a cell of `from=` is, so near that no cell of this scatter's region keeps
    /// the scatter's minimum distance. Checks only one start, near the middle of the region. Stairs count as far away.
    fn may_be_too_far(&self, scatter: &Scatter) -> bool {
        let Some(away) = scatter.away else {
            return false;
        };
        let origin = match scatter.from {
            ScatterOrigin::Hero => {
                let mut scatters = self.level.scatters.iter();
                let heroes = scatters.find(|one| self.dungeon.is_ours(one.what.thing()));
                heroes.map(|heroes| heroes.within)
            }
            ScatterOrigin::Cell(p) => Some(Region { from: p, to: p }),
            ScatterOrigin::Stairs(_) => None,
        };
        origin.is_some_and(|of_hero| {
            let own = scatter.within;
            let farthest = |first: i32, last: i32, least: i32, most: i32| {
                let middle = i32::midpoint(first, last).clamp(least, most);
                (middle - first).max(last - middle)
            };
            let across = farthest(own.from.x, own.to.x, of_hero.from.x, of_hero.to.x);
            let down = farthest(own.from.y, own.to.y, of_hero.from.y, of_hero.to.y);
            i64::from(away) >= i64::from(across) + i64::from(down)
        })
    }

    /// The maximum number of matching things that a group of scatters may replace with something else.
    fn replaced_by(&self, group: &[Scatter]) -> usize {
        let replacing = group.iter().filter(|one| self.replaces(one));
        replacing.map(Scatter::most).max().unwrap_or(0)
    }

    /// Whether a scatter with a percentage per free cell leaves the thing out in a negligible share of games. Counts
    /// only cells that stay free regardless of the other things placed.
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

    /// The numbers of the level's vaults with a matching thing.
    fn vaults(&self, id: LevelId) -> Vec<usize> {
        let vaults = self.dungeon.vaults_for(id).filter(|(_, vault)| {
            let mut all = vault.all_things();
            all.any(self.is_meant)
        });
        vaults.map(|(nth, _)| nth).collect()
    }

    /// Whether at least one vault that always has a matching thing is certainly built in. True if every vault of the
    /// level fits regardless of the vaults built in before it, and if the level builds in more vaults than it has
    /// vaults that may lack a matching thing.
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
        let is_sure = |(nth, vault): &&(usize, &Vault)| {
            !vault.is_once && holders.contains(nth) && always_holds(vault, self.is_meant)
        };
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
        // If records wall off parts of the level, it is unknown where vaults fit.
        let is_bare =
            recorded.iter().all(|tile| is_floor(tile)) && heroes.all(|hero| is_whole(&hero.within));
        let fits = |vault: &Vault| {
            let others = vaults
                .iter()
                .filter(|(_, other)| !std::ptr::eq(*other, vault));
            let mut blocked: Vec<i64> = others
                .map(|(_, other)| most_blocked(other.within, vault.within))
                .collect();
            blocked.sort_unstable_by(|one, other| other.cmp(one));
            let blocked: i64 = blocked.iter().take(built.saturating_sub(1)).sum();
            let size = vault.within.size();
            let taken = i64::from(size.width + 2) * i64::from(size.height + 2);
            places(map, size) > blocked + taken * recorded.len() as i64
        };
        built + sure > vaults.len() && is_bare && vaults.iter().all(|(_, vault)| fits(vault))
    }
}

/// Whether a vault has a thing that `is_meant` accepts wherever it is built.
fn always_holds(vault: &Vault, is_meant: &impl Fn(Thing) -> bool) -> bool {
    let is_marked = |thing: &MarkedThing| is_meant(thing.thing());
    let mut chance = vault.chance.iter();
    vault.things().any(is_meant) || chance.any(|chance| chance.always_puts(is_marked))
}

/// Whether at most 1 of 2⁶⁴ games leaves all these cells empty if each is filled with a probability of `percent`.
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

/// The number of places for a vault of this size on an empty map.
fn places(map: Size, vault: Size) -> i64 {
    let across = (map.width - 2 * MARGIN - vault.width + 1).max(0);
    let down = (map.height - 2 * MARGIN - vault.height + 1).max(0);
    i64::from(across) * i64::from(down)
}
