//! Groups the outcomes of chance that no lint can tell apart. A sign keeps only the differences that some lint looks
//! at, so outcomes with equal signs are judged once.
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use super::key_sources::CarriedKeys;
use super::no_way_out;
use super::outcomes::{ChanceOutcome, LevelOutcome, awaited};
use super::reach_rules::{Mobility, ReachRules};
use dungeon_format::resolve::{DrawnPlaces, Resolved};
use dungeon_ground::pockets::Passage;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    ChanceCell, Dungeon, Feature, Footing, ItemId, KindId, LevelChance, LockId, MarkedThing, Side,
    Tile, TileId, builtin,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The sign of one level in an outcome. Levels with the same number look the same to the lints in question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LevelSign {
    /// For lints that look at this level alone.
    pub own: u32,
    /// For the search of the hero's reach, without things that only have to be reachable.
    pub reach: u32,
}

/// The equivalence class of a thing on a cell: lints treat things of one class alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ThingClass {
    /// Terrain without a feature: its footing, whether a goal wants it covered, whether it is the game's own floor.
    Ground(Footing, bool, bool),
    /// Terrain without a feature: its passage, its footing, whether a goal wants it covered.
    Passage(Passage, Footing, bool),
    /// Terrain in a class of its own.
    Tile(TileId),
    /// An item: whether it is of the herd, whether it is collectable, the lock that it opens.
    ItemLike(bool, bool, Option<LockId>),
    Item(ItemId),
    Foe,
    Body(KindId),
}

/// The properties of a cell with a mark that chance decides.
#[derive(Clone, Copy, Debug)]
struct CellClass {
    /// The terrain before chance puts anything there.
    ground: OptionClasses,
    /// Whether a cause may change its terrain, so the exact tile matters.
    is_shifting: bool,
    /// Whether a hero may start beside it, so the exact body matters.
    is_near_hero: bool,
}

/// The class numbers of an option of a mark; `None` for options that lints ignore.
#[derive(Clone, Copy, Debug, Default)]
struct OptionClasses {
    own: Option<u32>,
    reach: Option<u32>,
    is_body: bool,
    /// Flags for bodies that affect the hero's reach from any cell: `IS_AGILE`, `IS_FOE`.
    bits: u8,
}

/// The level has a body that passes where the hero cannot.
const IS_AGILE: u8 = 1;
/// The level has a foe.
const IS_FOE: u8 = 1 << 1;

/// The signs of the levels of a dungeon.
pub struct OutcomeSigns<'a> {
    levels: Vec<Option<LevelSigns<'a>>>,
}

struct LevelSigns<'a> {
    chance: &'a LevelChance,
    /// Indexed by mark, draw, option, and whether the cell is on a rim that no body enters.
    options: Vec<Vec<Vec<[OptionClasses; 2]>>>,
    cells: Vec<CellClass>,
    own: ValueNumbers<Vec<u64>>,
    reach: ValueNumbers<Vec<u64>>,
}

/// Numbers of values, in the order of their first use.
struct ValueNumbers<T>(HashMap<T, u32>);

impl<T> Default for ValueNumbers<T> {
    fn default() -> Self {
        ValueNumbers(HashMap::new())
    }
}

impl<T: Eq + Hash> ValueNumbers<T> {
    fn of(&mut self, value: T) -> u32 {
        let next = count(self.0.len());
        *self.0.entry(value).or_insert(next)
    }
}

impl<'a> OutcomeSigns<'a> {
    /// Prepares the signs of a dungeon. `terrain` has the tiles as lints of a single level see them.
    pub fn new(
        resolved: &'a Resolved,
        terrain: &'a [Tile],
        rules: ReachRules,
        carried: &CarriedKeys,
    ) -> OutcomeSigns<'a> {
        let dungeon = &resolved.dungeon;
        let mut classes = ThingClasses {
            dungeon,
            terrain,
            rules,
            carried,
            awaited: awaited(dungeon),
            are_items_told: no_way_out::is_asked(dungeon, rules),
            passages: Vec::new(),
            numbers: ValueNumbers::default(),
        };
        let shifting = dungeon.shifting_cells();
        let levels = dungeon.numbered_levels().zip(&resolved.places.levels);
        let levels = levels.map(|((id, level), places)| {
            let (chance, drawn) = (level.chance.as_deref()?, places.drawn.as_deref()?);
            classes.passages = rules.passages(dungeon, id);
            let is_ours = |kind: KindId| dungeon.kind(kind).side == Side::Ours;
            let drawn_heroes = level.spawns.iter().filter(|spawn| is_ours(spawn.kind));
            let heroes = level.entrance.into_iter();
            let heroes: Vec<Point> = heroes.chain(drawn_heroes.map(|hero| hero.at)).collect();
            let has_heroes = chance.perhaps().1.into_iter().any(is_ours);
            let of_cell = |cell: &ChanceCell| {
                let tile = level.tiles.get(cell.at).unwrap_or_default();
                let mut heroes = heroes.iter();
                CellClass {
                    ground: classes.of_tile(tile, false),
                    is_shifting: shifting.contains(&(id, cell.at)),
                    is_near_hero: has_heroes || heroes.any(|hero| hero.chebyshev(cell.at) <= 1),
                }
            };
            let cells = chance.cells.iter().map(of_cell).collect();
            Some(LevelSigns {
                chance,
                cells,
                options: classes.of_marks(chance, drawn),
                own: ValueNumbers::default(),
                reach: ValueNumbers::default(),
            })
        });
        OutcomeSigns {
            levels: levels.collect(),
        }
    }

    /// Returns the signs of all levels in an outcome.
    pub fn of(&mut self, outcome: &ChanceOutcome) -> Vec<LevelSign> {
        let levels = self.levels.iter_mut().zip(outcome);
        let sign = |(signs, outcome): (&mut Option<LevelSigns<'_>>, _)| {
            { signs.as_mut() }.map_or_else(LevelSign::default, |signs| signs.of(outcome))
        };
        levels.map(sign).collect()
    }

    /// Returns the things of an outcome that `is_meant` accepts, each as one number of level, cell and thing.
    /// `is_meant` gets the level and the cell, the thing, and whether the reach depends on it.
    pub fn things(
        &self,
        outcome: &ChanceOutcome,
        mut is_meant: impl FnMut((usize, usize), &MarkedThing, bool) -> bool,
    ) -> Vec<u32> {
        let mut things = Vec::new();
        for (level, (signs, decided)) in self.levels.iter().zip(outcome).enumerate() {
            let Some(signs) = signs else { continue };
            let LevelOutcome { meanings, picks } = decided;
            signs.chance.visit_drawn(meanings, picks, |nth, numbers| {
                let Some(thing) = &signs.chance.option(numbers).puts else {
                    return;
                };
                let classes = signs.classes(nth, numbers);
                if is_meant((level, nth), thing, classes.reach.is_some()) {
                    things.extend([count(level), count(nth), exact(thing)]);
                }
            });
        }
        things
    }
}

/// The number of a thing among all things, above those of classes.
fn exact(thing: &MarkedThing) -> u32 {
    match thing {
        MarkedThing::Tile { tile, .. } => 1 << 30 | u32::from(tile.0),
        MarkedThing::Item(item) => 1 << 30 | 1 << 16 | u32::from(item.0),
        MarkedThing::Body(spawn) => 1 << 30 | 2 << 16 | u32::from(spawn.kind.0),
    }
}

/// A class at a cell, in one number.
fn at_cell(nth: usize, class: u32) -> u64 {
    (nth as u64) << 32 | u64::from(class)
}

impl LevelSigns<'_> {
    fn classes(&self, nth: usize, [mark, draw, option]: [u32; 3]) -> OptionClasses {
        let is_closed = usize::from(self.chance.cells[nth].is_closed);
        self.options[mark as usize][draw as usize][option as usize][is_closed]
    }

    fn of(&mut self, LevelOutcome { meanings, picks }: &LevelOutcome) -> LevelSign {
        let (mut own, mut reach, mut bits) = (Vec::new(), Vec::new(), 0);
        self.chance.visit_drawn(meanings, picks, |nth, numbers| {
            let (here, cell) = (self.classes(nth, numbers), self.cells[nth]);
            bits |= here.bits;
            let exact = || self.chance.option(numbers).puts.as_ref().map(exact);
            let (mut as_own, mut as_reach) = (here.own, here.reach);
            match here.is_body {
                true if cell.is_near_hero => as_own = exact(),
                false if cell.is_shifting && as_reach.is_some() => as_reach = exact(),
                _ => {}
            }
            let told = as_own.filter(|_| as_own != cell.ground.own);
            own.extend(told.map(|class| at_cell(nth, class)));
            let told = as_reach.filter(|_| as_reach != cell.ground.reach);
            reach.extend(told.map(|class| at_cell(nth, class)));
        });
        reach.push(at_cell(self.cells.len(), u32::from(bits)));
        LevelSign {
            own: self.own.of(own),
            reach: self.reach.of(reach),
        }
    }
}

/// The classes of all things of a dungeon, on one of its levels.
struct ThingClasses<'a> {
    dungeon: &'a Dungeon,
    terrain: &'a [Tile],
    rules: ReachRules,
    carried: &'a CarriedKeys,
    awaited: BTreeSet<ItemId>,
    /// Whether the cells of collectable things matter even if the hero reaches them.
    are_items_told: bool,
    passages: Vec<Passage>,
    numbers: ValueNumbers<ThingClass>,
}

impl ThingClasses<'_> {
    fn of_marks(
        &mut self,
        chance: &LevelChance,
        places: &DrawnPlaces,
    ) -> Vec<Vec<Vec<[OptionClasses; 2]>>> {
        let mut marks = Vec::new();
        for (mark, things) in chance.marks.iter().zip(&places.things) {
            let mut draws = Vec::new();
            for (draw, things) in mark.draws.iter().zip(things) {
                let options = draw.options.iter().zip(things);
                let options = options.map(|(option, thing)| match option.puts.as_ref() {
                    None => [OptionClasses::default(); 2],
                    Some(MarkedThing::Tile { tile, closed }) => {
                        let is_feature = matches!(thing, Some(Thing::Feature(_)));
                        [*tile, *closed].map(|tile| self.of_tile(tile, is_feature))
                    }
                    Some(MarkedThing::Item(item)) => [self.of_item(*item); 2],
                    Some(MarkedThing::Body(spawn)) => [self.of_body(spawn.kind); 2],
                });
                draws.push(options.collect());
            }
            marks.push(draws);
        }
        marks
    }

    fn of_tile(&mut self, id: TileId, is_feature: bool) -> OptionClasses {
        let tile = &self.dungeon.tiles[usize::from(id.0)];
        let is_alone =
            self.terrain[usize::from(id.0)].feature != Feature::Plain || id == builtin::ROCK;
        let is_free = matches!(id, builtin::FLOOR | builtin::CLASSIC_FLOOR);
        let own = match is_alone || is_feature {
            true => ThingClass::Tile(id),
            false => ThingClass::Ground(tile.footing, tile.is_target, is_free),
        };
        let passage = self.passages[usize::from(id.0)];
        let reach = match is_alone {
            true => ThingClass::Tile(id),
            false => {
                ThingClass::Passage(passage, tile.footing.min(Footing::Drifters), tile.is_target)
            }
        };
        OptionClasses {
            own: Some(self.numbers.of(own)),
            reach: Some(self.numbers.of(reach)),
            ..OptionClasses::default()
        }
    }

    fn of_item(&mut self, id: ItemId) -> OptionClasses {
        let item = self.dungeon.item(id);
        let own = ThingClass::ItemLike(item.herd, item.collectable, item.opens);
        let is_told = item.opens.is_some()
            || self.awaited.contains(&id)
            || self.are_items_told && item.collectable;
        OptionClasses {
            own: Some(self.numbers.of(own)),
            reach: is_told.then(|| self.numbers.of(ThingClass::Item(id))),
            ..OptionClasses::default()
        }
    }

    fn of_body(&mut self, id: KindId) -> OptionClasses {
        let kind = self.dungeon.kind(id);
        let class = self.numbers.of(ThingClass::Body(id));
        let is_told = kind.side == Side::Ours || !self.carried.of(id).items.is_empty();
        let is_agile = self.rules.is_less_mobile_than(Mobility::for_kind(kind));
        let bit = |is_so: bool, bit: u8| if is_so { bit } else { 0 };
        OptionClasses {
            own: Some(match is_told {
                true => class,
                false => self.numbers.of(ThingClass::Foe),
            }),
            reach: is_told.then_some(class),
            is_body: true,
            bits: bit(is_agile, IS_AGILE) | bit(kind.side == Side::Theirs, IS_FOE),
        }
    }
}
