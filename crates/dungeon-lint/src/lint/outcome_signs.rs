//! Groups the outcomes of chance that no lint can tell apart. The sign of an outcome is a summary in a few numbers,
//! which keeps only the differences that some lint looks at, so outcomes with equal signs are judged once. The sign of
//! an outcome is computed from the sign of its base, in time proportional to the changes of the outcome.
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::mem;
use std::rc::Rc;

use super::key_sources::CarriedKeys;
use super::no_way_out;
use super::number_set::NumberSet;
use super::outcomes::{BaseOutcome, ChanceOutcome, awaited};
use super::reach_rules::{Mobility, ReachRules};
use dungeon_format::resolve::{DrawnPlaces, Resolved};
use dungeon_ground::passage::{Barrier, TilePassage};
use dungeon_ground::pockets::{Node, Passage};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    ChanceCell, ChanceMark, Dungeon, Feature, Footing, ItemId, KindId, LevelChance, LockId,
    MarkDraw, MarkOption, MarkedThing, Side, Tile, TileId, builtin,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The sign of an outcome: a number for each group of lints. The lints of a group cannot tell outcomes with the same
/// number apart.
#[derive(Clone, Debug)]
pub struct OutcomeSign {
    /// By level: an ID. Outcomes with equal IDs look the same to lints of this level alone.
    pub levels: Vec<u32>,
    /// The numbers in `levels`, combined into one number.
    pub own: u32,
    /// The number for the search of the hero's reach (the cells that the hero can get to): one search serves all
    /// outcomes with the same number. Ignores things that the hero has to reach but that do not change where the hero
    /// can go.
    pub reach: u32,
}

/// The sign of one level in an outcome: three numbers, at the indexes `OWN`, `TERRAIN` and `THINGS`.
type LevelSign = [u32; PARTS];

/// The number of parts of a level's sign. Each part is one number.
const PARTS: usize = 3;
/// The index, in a level's sign, of the part for lints that look at a single level.
const OWN: usize = 0;
/// The index, in a level's sign, of the part for the terrain that the hero's reach depends on.
const TERRAIN: usize = 1;
/// The index, in a level's sign, of the part for the things that the hero's reach depends on.
const THINGS: usize = 2;
/// The index of one more set, which no sign contains: the things of the part `THINGS`, each with the node of its cell.
const PLACED: usize = PARTS;

/// A class of things that lints treat alike on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ThingClass {
    /// In the `OWN` part: terrain without a feature. The fields are its footing, whether a goal requires it to be
    /// covered, and whether it is the game's own floor.
    Ground(Footing, bool, bool),
    /// In the `TERRAIN` part: terrain without a feature. The fields are its passage, its footing, and whether a goal
    /// requires it to be covered.
    Passage(Passage, Footing, bool),
    /// Any other terrain; each tile is a separate class.
    Tile(TileId),
    /// An item. The fields are whether it belongs to the herd, whether it is collectable, and the lock that it opens.
    ItemLike(bool, bool, Option<LockId>),
    Item(ItemId),
    Foe,
    /// A body that can pass terrain that the hero cannot pass.
    Agile,
    Body(KindId),
}

/// How precisely lints must know the place of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SignPlace {
    Cell,
    /// The node (connected area) of the cell; the cell itself if its node is not known.
    Node,
    Level,
}

/// A class of things at a place. Each part of a level's sign is the ID of a set of these entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SignEntry {
    part: usize,
    place: SignPlace,
    class: u32,
}

/// A cell with a mark that chance decides.
#[derive(Debug)]
struct SignCell {
    /// The node (connected area) of the cell while the level has the terrain `LevelSigns::terrain`. Things of one class
    /// on one node are alike.
    node: Option<Node>,
    /// The entries for the terrain that the cell has before chance places anything.
    ground: Vec<SignEntry>,
    /// For each part of a level's sign: whether the exact thing matters, and not only its class. The exact thing
    /// matters for tiles that a cause may change, and for bodies that a hero may start next to.
    is_exact: [bool; PARTS],
}

/// The signs of the outcomes of a dungeon.
pub struct OutcomeSigns<'a> {
    levels: Vec<Option<LevelSigns<'a>>>,
    /// The signs of the levels in the first outcome. Any other outcome is identified by its differences from these
    /// signs.
    first: Option<Vec<LevelSign>>,
    own: HashMap<Vec<u64>, u32>,
    reach: HashMap<Vec<u64>, u32>,
    /// The base of the last outcome, and the signs of its levels. Most levels of the next outcome have the same sign.
    base: Option<(Rc<BaseOutcome>, Vec<LevelSign>)>,
    /// A base in which more floor would not change the hero's reach (`is_open`).
    open: Option<Rc<BaseOutcome>>,
}

struct LevelSigns<'a> {
    chance: &'a LevelChance,
    /// How each tile lets the hero through, and whether every body can stand there.
    tiles: Vec<(Passage, bool)>,
    /// The entries that each option adds to the level's sign, indexed by mark, draw, option, and whether the cell is on
    /// a rim that no body enters.
    options: Vec<Vec<Vec<[Vec<SignEntry>; 2]>>>,
    cells: Vec<SignCell>,
    /// The `TERRAIN` part of the level's sign to which the nodes in `cells` belong; `None` before any are known.
    terrain: Option<u32>,
    numbers: [SetNumbers; PARTS + 1],
}

/// Assigns numbers to sets of entries (`SignEntry`), such that only equal sets have equal numbers. A set is stored as
/// its difference from the first set.
#[derive(Default)]
struct SetNumbers {
    /// The entries in the last base outcome, sorted; an entry of several cells is repeated.
    base: Option<Vec<u64>>,
    /// The entries that are in the base or in the first set, but not in both of them.
    moved: Vec<u64>,
    known: HashMap<Vec<u64>, u32>,
}

impl SetNumbers {
    fn rebase(&mut self, mut base: Vec<u64>) {
        base.sort_unstable();
        if let Some(mut before) = self.base.replace(base.clone()) {
            before.dedup();
            base.dedup();
            self.moved = odd([mem::take(&mut self.moved), before, base].concat());
        }
    }

    /// Returns the number of the set that results if these entries are added to the base (true) or removed from it
    /// (false).
    fn of(&mut self, mut changes: Vec<(u64, bool)>) -> u32 {
        changes.sort_unstable();
        let base = self.base.as_deref().unwrap_or_default();
        let flips = changes.chunk_by(|one, other| one.0 == other.0);
        let flips = flips.filter(|alike| {
            let (entry, _) = alike[0];
            let first = base.partition_point(|other| *other < entry);
            let before = base[first..].partition_point(|other| *other == entry);
            let removed = alike.partition_point(|(_, is_added)| !is_added);
            (before > 0) != (before + alike.len() - removed > removed)
        });
        let flips = flips.map(|alike| alike[0].0);
        let all = self.moved.iter().copied().chain(flips);
        number(&mut self.known, odd(all.collect()))
    }
}

/// Returns the numbers that occur an odd number of times in a list.
fn odd(mut all: Vec<u64>) -> Vec<u64> {
    all.sort_unstable();
    let alike = all.chunk_by(|one, other| one == other);
    let odd = alike.filter(|alike| alike.len() % 2 == 1);
    odd.map(|alike| alike[0]).collect()
}

/// Returns the number of a value; a new value gets the next free number.
fn number<T: Eq + Hash>(known: &mut HashMap<T, u32>, value: T) -> u32 {
    let next = count(known.len());
    *known.entry(value).or_insert(next)
}

impl<'a> OutcomeSigns<'a> {
    /// Prepares the signs of a dungeon, or of vaults. `terrain` holds the tiles that lints of a single level look at.
    pub fn new(
        resolved: &'a Resolved,
        (terrain, rules): (&'a [Tile], ReachRules),
        carried: &CarriedKeys,
        is_vault: bool,
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
            item_place: SignPlace::Cell,
            is_ground_told: true,
            numbers: HashMap::new(),
        };
        let shifting = dungeon.shifting_cells();
        let levels = dungeon.numbered_levels().zip(&resolved.places.levels);
        let levels = levels.map(|((id, level), places)| {
            let (chance, drawn) = (level.chance.as_deref()?, places.drawn.as_deref()?);
            classes.passages = rules.passages(dungeon, id);
            classes.item_place = if level.scatters.is_empty() {
                SignPlace::Level
            } else {
                // A scatter needs free cells, so the exact cell of an item matters.
                SignPlace::Cell
            };
            let size = level.tiles.size();
            let mut cells = chance.cells.iter();
            classes.is_ground_told = is_vault
                || !level.scatters.is_empty()
                || cells.any(|cell| size.rim().any(|p| p == cell.at));
            let is_ours = |kind: KindId| dungeon.kind(kind).side == Side::Ours;
            let drawn_heroes = level.spawns.iter().filter(|spawn| is_ours(spawn.kind));
            let heroes = level.entrance.into_iter();
            let heroes: Vec<Point> = heroes.chain(drawn_heroes.map(|hero| hero.at)).collect();
            let has_heroes = chance.perhaps().1.into_iter().any(is_ours);
            let of_cell = |cell: &ChanceCell| {
                let tile = level.tiles.get(cell.at).unwrap_or_default();
                let mut heroes = heroes.iter();
                let is_near_hero = has_heroes || heroes.any(|hero| hero.chebyshev(cell.at) <= 1);
                SignCell {
                    node: None,
                    ground: classes.of_tile(tile, false),
                    is_exact: [is_near_hero, shifting.contains(&(id, cell.at)), false],
                }
            };
            let cells = chance.cells.iter().map(of_cell).collect();
            let tiles = dungeon.tiles.iter();
            let has_room = tiles.map(|tile| tile.footing == Footing::Anyone);
            Some(LevelSigns {
                chance,
                cells,
                options: classes.of_marks(chance, drawn),
                tiles: classes.passages.iter().copied().zip(has_room).collect(),
                terrain: None,
                numbers: Default::default(),
            })
        });
        OutcomeSigns {
            levels: levels.collect(),
            first: None,
            own: HashMap::new(),
            reach: HashMap::new(),
            base: None,
            open: None,
        }
    }

    /// Records the nodes of the chance cells in a base, by level. An empty list records nothing for its level.
    pub fn place(&mut self, base: &Rc<BaseOutcome>, nodes: Vec<Vec<Option<Node>>>, is_open: bool) {
        let is_first = { self.levels.iter().flatten() }.all(|signs| signs.terrain.is_none());
        self.open = (is_first && is_open)
            .then(|| Rc::clone(base))
            .or(self.open.take());
        for (nth, (signs, nodes)) in self.levels.iter_mut().zip(nodes).enumerate() {
            let signs = signs.as_mut().filter(|signs| signs.terrain.is_none());
            if let Some(signs) = signs.filter(|_| !nodes.is_empty()) {
                for (cell, node) in signs.cells.iter_mut().zip(nodes) {
                    cell.node = node;
                }
                signs.rebase(base, nth);
                signs.terrain = Some(signs.numbers[TERRAIN].of(Vec::new()));
            }
        }
        self.base = None;
    }

    pub fn of(&mut self, outcome: &ChanceOutcome) -> OutcomeSign {
        let base = &outcome.base;
        let is_as_open = self.is_as_open(outcome);
        let is_known = |(known, _): &&(_, _)| Rc::ptr_eq(known, base);
        let mut signs = match self.base.as_ref().filter(is_known) {
            Some((_, signs)) => signs.clone(),
            None => {
                let of_level = |(nth, signs): (usize, &mut Option<LevelSigns<'_>>)| {
                    signs.as_mut().map_or_else(LevelSign::default, |signs| {
                        signs.rebase(base, nth);
                        signs.of(base, &[], false)
                    })
                };
                let signs: Vec<_> = { self.levels.iter_mut() }
                    .enumerate()
                    .map(of_level)
                    .collect();
                self.base = Some((Rc::clone(base), signs.clone()));
                signs
            }
        };
        let changed = outcome
            .changes
            .chunk_by(|(one, _), (other, _)| base.slots[*one].0 == base.slots[*other].0);
        for here in changed {
            let nth = base.slots[here[0].0].0;
            if let Some(level) = &mut self.levels[nth] {
                signs[nth] = level.of(base, here, is_as_open);
            }
        }
        let first = self.first.get_or_insert_with(|| signs.clone());
        let changes = |parts: &[usize]| {
            let mut changes = Vec::new();
            for (nth, (first, sign)) in first.iter().zip(&signs).enumerate() {
                let parts = parts.iter().filter(|part| first[**part] != sign[**part]);
                changes.extend(parts.map(|part| at_cell(PARTS * nth + part, sign[*part])));
            }
            changes
        };
        OutcomeSign {
            own: number(&mut self.own, changes(&[OWN])),
            reach: number(&mut self.reach, changes(&[TERRAIN, THINGS])),
            levels: signs.iter().map(|sign| sign[OWN]).collect(),
        }
    }

    /// Whether an outcome and its base differ only in floor that the outcome adds, and that does not change the hero's
    /// reach.
    fn is_as_open(&self, ChanceOutcome { base, changes }: &ChanceOutcome) -> bool {
        let is_open = |open: &Rc<BaseOutcome>| Rc::ptr_eq(open, base);
        let signs = |nth: usize| self.levels[base.slots[nth].0].as_ref();
        let opens =
            |change: &(usize, u32)| signs(change.0).is_some_and(|signs| signs.opens(base, *change));
        self.open.as_ref().is_some_and(is_open) && changes.iter().all(opens)
    }

    /// Whether the sets contain all chance cells. There is a set for each level.
    pub fn are_all_cells(&self, sets: &[NumberSet]) -> bool {
        let cells =
            |signs: &Option<LevelSigns<'_>>| signs.as_ref().map_or(0, |signs| signs.cells.len());
        sets.len() == self.levels.len() && { self.levels.iter().zip(sets) }
            .all(|(signs, set)| set.len() == cells(signs))
    }

    /// Returns the things of an outcome that `is_meant` accepts, each as three numbers: level, cell and thing.
    /// `is_meant` gets the level, the cell and the thing.
    pub fn things(
        &self,
        outcome: &ChanceOutcome,
        mut is_meant: impl FnMut((usize, usize), &MarkedThing) -> bool,
    ) -> Vec<u32> {
        let mut things = Vec::new();
        for (level, signs) in self.levels.iter().enumerate() {
            let Some(signs) = signs else { continue };
            let (meanings, picks) = outcome.of_level(level);
            signs.chance.visit_drawn(meanings, &picks, |nth, numbers| {
                let Some(thing) = &signs.chance.option(numbers).puts else {
                    return;
                };
                if is_meant((level, nth), thing) {
                    things.extend([count(level), count(nth), exact(thing)]);
                }
            });
        }
        things
    }
}

/// Returns a number that identifies a thing. This number is greater than the number of every class.
fn exact(thing: &MarkedThing) -> u32 {
    match thing {
        MarkedThing::Tile { tile, .. } => 1 << 30 | u32::from(tile.0),
        MarkedThing::Item(item) => 1 << 30 | 1 << 16 | u32::from(item.0),
        MarkedThing::Body(spawn) => 1 << 30 | 2 << 16 | u32::from(spawn.kind.0),
    }
}

/// A class on a cell, packed into one number.
fn at_cell(nth: usize, class: u32) -> u64 {
    (nth as u64) << 32 | u64::from(class)
}

impl LevelSigns<'_> {
    /// Returns the sign of this level in the outcome that differs from the current base by `changes`. If `is_as_open`,
    /// the terrain counts as unchanged.
    fn of(&mut self, base: &BaseOutcome, changes: &[(usize, u32)], is_as_open: bool) -> LevelSign {
        let mut parts: [Vec<(u64, bool)>; PARTS + 1] = Default::default();
        for (nth, option) in changes {
            let (level, slot) = base.slots[*nth];
            let meanings = &base.meanings[level];
            self.chance
                .visit_cells(meanings, slot, |cell, [mark, draw]| {
                    for (option, is_added) in [(base.picks[*nth], false), (*option, true)] {
                        self.entries(cell, [mark, draw, option], |part, entry| {
                            parts[part].push((entry, is_added))
                        });
                    }
                });
        }
        let [own, mut terrain, things, placed] = parts;
        terrain.retain(|_| !is_as_open);
        let terrain = self.numbers[TERRAIN].of(terrain);
        let things = if self.terrain == Some(terrain) {
            self.numbers[PLACED].of(placed)
        } else {
            self.numbers[THINGS].of(things)
        };
        [self.numbers[OWN].of(own), terrain, things]
    }

    fn rebase(&mut self, base: &BaseOutcome, level: usize) {
        let (meanings, picks) = base.of_level(level);
        let mut parts: [Vec<u64>; PARTS + 1] = Default::default();
        self.chance.visit_drawn(meanings, picks, |cell, numbers| {
            self.entries(cell, numbers, |part, entry| parts[part].push(entry));
        });
        for (numbers, part) in self.numbers.iter_mut().zip(parts) {
            numbers.rebase(part);
        }
    }

    /// Visits the entries that an option on a cell adds to the level's sign, each with its part of the sign.
    fn entries(&self, nth: usize, numbers: [u32; 3], mut visit: impl FnMut(usize, u64)) {
        let [mark, draw, option] = numbers.map(|number| number as usize);
        let cell = &self.cells[nth];
        let is_closed = usize::from(self.chance.cells[nth].is_closed);
        for entry in &self.options[mark][draw][option][is_closed] {
            let mut entry = *entry;
            if cell.is_exact[entry.part] {
                let thing = self.chance.option(numbers).puts.as_ref();
                entry.class = thing.map_or(entry.class, exact);
            }
            if cell.ground.contains(&entry) {
                continue;
            }
            let place = |node: Option<Node>| match (entry.place, node) {
                (SignPlace::Level, _) => self.cells.len(),
                (SignPlace::Node, Some(node)) => self.cells.len() + 1 + node as usize,
                (SignPlace::Node, None) | (SignPlace::Cell, _) => nth,
            };
            visit(entry.part, at_cell(place(None), entry.class));
            if entry.part == THINGS {
                visit(PLACED, at_cell(place(cell.node), entry.class));
            }
        }
    }

    /// Whether another option for a draw only opens cells, all with known nodes: it turns solid cells into floor, or
    /// keeps floor with room for bodies.
    fn opens(&self, base: &BaseOutcome, (nth, option): (usize, u32)) -> bool {
        let (level, slot) = base.slots[nth];
        let tile = |[mark, draw]: [u32; 2], option: u32| {
            let puts = self.chance.option([mark, draw, option]).puts.as_ref();
            let tile = puts.and_then(|thing| thing.thing().tile());
            tile.map_or((Passage::Floor, true), |tile| {
                self.tiles[usize::from(tile.0)]
            })
        };
        let opens = |draw| match (tile(draw, base.picks[nth]), tile(draw, option)) {
            ((Passage::Solid, _), (Passage::Floor | Passage::Way, _)) => true,
            ((Passage::Floor, _), (Passage::Floor | Passage::Way, has_room)) => has_room,
            _ => false,
        };
        let mut are_known = { self.chance.joint(slot) }.all(opens);
        if are_known {
            let meanings = &base.meanings[level];
            self.chance.visit_cells(meanings, slot, |cell, _| {
                are_known &= self.cells[cell].node.is_some();
            });
        }
        are_known
    }
}

/// Finds the class of each thing of a dungeon, as the lints of one level need it.
struct ThingClasses<'a> {
    dungeon: &'a Dungeon,
    terrain: &'a [Tile],
    rules: ReachRules,
    carried: &'a CarriedKeys,
    awaited: BTreeSet<ItemId>,
    /// Whether lints need the cells of collectable things even if the hero reaches these things.
    are_items_told: bool,
    passages: Vec<Passage>,
    /// How precisely lints of a single level must know the places of items.
    item_place: SignPlace,
    /// Whether lints of a single level look at floor, walls and doors without a lock.
    is_ground_told: bool,
    numbers: HashMap<ThingClass, u32>,
}

impl ThingClasses<'_> {
    fn entry(&mut self, part: usize, place: SignPlace, class: ThingClass) -> SignEntry {
        let class = number(&mut self.numbers, class);
        SignEntry { part, place, class }
    }

    fn of_marks(
        &mut self,
        chance: &LevelChance,
        places: &DrawnPlaces,
    ) -> Vec<Vec<Vec<[Vec<SignEntry>; 2]>>> {
        let mut of_option = |(option, thing): (&MarkOption, &Option<Thing>)| match &option.puts {
            None => [Vec::new(), Vec::new()],
            Some(MarkedThing::Tile { tile, closed }) => {
                let is_feature = matches!(thing, Some(Thing::Feature(_)));
                [*tile, *closed].map(|tile| self.of_tile(tile, is_feature))
            }
            Some(MarkedThing::Item(item)) => [(); 2].map(|()| self.of_item(*item)),
            Some(MarkedThing::Body(spawn)) => [(); 2].map(|()| self.of_body(spawn.kind)),
        };
        let mut of_draw = |(draw, things): (&MarkDraw, &Vec<_>)| {
            let options = draw.options.iter().zip(things);
            options.map(&mut of_option).collect()
        };
        let of_mark = |(mark, things): (&ChanceMark, &Vec<_>)| {
            let draws = mark.draws.iter().zip(things);
            draws.map(&mut of_draw).collect()
        };
        let marks = chance.marks.iter().zip(&places.things);
        marks.map(of_mark).collect()
    }

    fn of_tile(&mut self, id: TileId, is_feature: bool) -> Vec<SignEntry> {
        let tile = &self.dungeon.tiles[usize::from(id.0)];
        let is_alone =
            self.terrain[usize::from(id.0)].feature != Feature::Plain || id == builtin::ROCK;
        let is_free = matches!(id, builtin::FLOOR | builtin::CLASSIC_FLOOR);
        let own = if is_alone || is_feature {
            ThingClass::Tile(id)
        } else {
            ThingClass::Ground(tile.footing, tile.is_target, is_free)
        };
        let passage = self.passages[usize::from(id.0)];
        let footing = tile.footing.min(Footing::Drifters);
        let reach = if is_alone {
            ThingClass::Tile(id)
        } else {
            ThingClass::Passage(passage, footing, tile.is_target)
        };
        let mut entries = vec![self.entry(TERRAIN, SignPlace::Cell, reach)];
        let is_door = TilePassage::of(tile).barrier == Some(Barrier::Door(None));
        if self.is_ground_told || (is_alone || is_feature) && !is_door {
            entries.push(self.entry(OWN, SignPlace::Cell, own));
        }
        entries
    }

    fn of_item(&mut self, id: ItemId) -> Vec<SignEntry> {
        let item = self.dungeon.item(id);
        let own = ThingClass::ItemLike(item.herd, item.collectable, item.opens);
        let is_told = item.opens.is_some()
            || self.awaited.contains(&id)
            || self.are_items_told && item.collectable;
        let mut entries = vec![self.entry(OWN, self.item_place, own)];
        if is_told {
            entries.push(self.entry(THINGS, SignPlace::Node, ThingClass::Item(id)));
        }
        entries
    }

    fn of_body(&mut self, id: KindId) -> Vec<SignEntry> {
        let kind = self.dungeon.kind(id);
        let is_ours = kind.side == Side::Ours;
        let is_told = is_ours || !self.carried.of(id).items.is_empty();
        let class = if is_told {
            ThingClass::Body(id)
        } else {
            ThingClass::Foe
        };
        let place = if is_ours {
            SignPlace::Cell
        } else {
            SignPlace::Node
        };
        let is_agile = self.rules.is_less_mobile_than(Mobility::for_kind(kind));
        let things = [
            (is_told, place, class),
            (is_agile, SignPlace::Level, ThingClass::Agile),
            (!is_ours, SignPlace::Level, ThingClass::Foe),
        ];
        let mut entries = vec![self.entry(OWN, SignPlace::Cell, class)];
        for (_, place, class) in things.into_iter().filter(|(is_so, ..)| *is_so) {
            entries.push(self.entry(THINGS, place, class));
        }
        entries
    }
}
