//! The validated dungeon: plain data, without behavior. Kinds, tiles and items are in tables, and the cells and bodies
//! of a game refer to them by index. The crate `dungeon-format` ensures that every `Dungeon` is playable.
//!
//! Reading order: `ids` (numbers of table entries), `stats`, `timed_state` and `colour` (shared by bodies and items),
//! `kind` with `parts` and `choice` (bodies), `item` (items), `family` (items that look alike), `feature` (terrain with effects),
//! `goal` (winning and losing), `cause` (cause and effect), `settings` (fog, and the treatment of unreachable
//! monsters), `spawn` (placed bodies), `level` (tiles, and the things on them) with `level_chance` and `drawn_level`
//! (marks decided by chance), `vault` (small drawings for generated levels), `things` (a type for tiles, items and
//! bodies together), `what_may_come` (the kinds and items that a level may have, for any seed), `builtin` (declarations
//! that every file has), `game_profile` (the data that distinguish running games), `file_form` (the form of a game's
//! files), and `games` (both for each game). `grammar` has English words and sentence parts, and does not use the
//! modules above.
pub mod colour;
pub mod grammar;
pub mod ids;
pub mod parts;
pub mod stats;
pub mod timed_state;

pub mod feature;

pub mod choice;
pub mod goal;
pub mod item;

pub mod cause;
pub mod family;
pub mod kind;

pub mod settings;

pub mod spawn;

pub mod level_chance;

pub mod level;

pub mod drawn_level;

pub mod builtin;
pub mod vault;

mod what_may_come;

pub mod game_profile;

pub mod file_form;

mod things;

pub mod games;

pub use cause::{CauseEffect, CauseEvent, CauseRecord, Victims, opened_cells};
pub use choice::{Choice, Class};
pub use colour::Colour;
pub use family::Family;
pub use feature::{
    ActingTerrain, Boulder, Door, Feature, Fence, Guise, Harm, Pool, Push, Stair, Stairs, Trap,
};
pub use game_profile::{GameProfile, Settings};
pub use goal::{Goal, Loss};
pub use ids::{CauseId, FamilyId, ItemId, KindId, LevelId, LockId, StatsId, TileId, numbered};
pub use item::{
    AimedAct, BlowShape, FARTHEST_THROW, ItemKind, Keeping, LONGEST_RECHARGE, MOST_KEPT,
};
pub use kind::{
    AddressedAs, AtZero, Behaviour, BodyGlyph, Disguise, FARTHEST, Kind, LETTERS, LifeUnit,
    Offspring, Shot, Side, USUAL_SIGHT, Weapon,
};
pub use level::{
    Amount, Caves, CellSharing, Footing, Level, MOST_LIT, Overlap, Rim, Rooms, Scatter,
    ScatterExempt, ScatterOrigin, ScatterShare, ScatteredThing, Sight, TerrainGenerator, Tile,
};
pub use level_chance::{
    ChanceCell, ChanceMark, DrawScope, DrawSlot, LevelChance, MarkDraw, MarkOption, MarkedThing,
};
pub use parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};
pub use settings::{Fog, UnreachablePolicy};
pub use spawn::{PatrolRoute, Spawn, SpawnOwn};
pub use stats::{Spread, Stat, Stats};
pub use timed_state::{BURN, FLIGHT, LONGEST_STATE, StateGift, TimedState, TurnsLeft};
pub use vault::Vault;

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::Arc;

use crate::space::geometry::{Point, cell_at};
use game_profile::Thing;
use what_may_come::{WhatMayCome, with_brood};

/// A dungeon to play: its tables, and its levels. The crate `dungeon-format` guarantees that every id in a dungeon is
/// valid for the dungeon's own tables; code that plays the dungeon may panic on other ids. Clones share the tables, so
/// cloning takes time in proportion to the levels only.
///
/// ```
/// use dungeon::data::LevelId;
/// use dungeon::diagnostics::Source;
///
/// let text = "title \"The Cellar\"\nmap\n#####\n#@.$#\n#####\nend\n";
/// let cellar = dungeon::load_source(Source::from_text("cellar.dng", text))?;
/// assert_eq!(cellar.title(), "The Cellar");
/// assert_eq!(cellar.levels()[0].tiles.size().to_string(), "5x3");
/// let (_, gold) = cellar.levels()[0].items[0];
/// assert_eq!(cellar.item(gold).name, "gold");
/// assert_eq!(cellar.numbered_levels().next().unwrap().0, LevelId(0));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Dungeon(DungeonTables);

/// The tables of a [`Dungeon`], which dereferences to them. Only `dungeon-format` and `dungeon-lint` change the tables,
/// and they keep the dungeon playable. [`seal`] and [`tables_mut`] are functions instead of methods, so that the facade
/// does not export them.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct DungeonTables {
    /// The title for the menu and the screen, in one line; may be empty.
    pub title: String,
    /// The author, in one line; may be empty.
    pub author: String,
    /// One line about the dungeon for the menu; may be empty.
    pub about: String,
    /// Whether the file has the classic format. Such a file is shown with `--window book` by default.
    pub is_classic: bool,
    /// The game and its parameters.
    pub settings: Settings,
    /// The seed that the file fixes for all games (X-10); `None` if games may have different seeds.
    pub seed: Option<u64>,
    /// The fog of levels that do not set their own fog.
    pub fog: Fog,
    /// The milliseconds without a command after which monsters act by themselves, on levels that do not set their own
    /// tempo: 20 to 3600000 in files. `None` if monsters wait for a command.
    pub tempo: Option<NonZeroU32>,
    /// The goals that replace the game's own condition for winning, each at most once, in the order of `Goal`; may be
    /// empty.
    pub goals: Vec<Goal>,
    /// The conditions for losing in addition to the game's own condition, each at most once; may be empty.
    pub losses: Vec<Loss>,
    /// The causes: first the causes of the whole file, then the causes of the levels, each in file order.
    pub causes: Arc<Vec<CauseRecord>>,
    /// The locks by `LockId`: the words of `locked=` and `opens=`.
    pub locks: Arc<Vec<String>>,
    /// The lock of the doors around every way out, in a file whose goal is to leave; `None` without such doors.
    pub exit_lock: Option<LockId>,
    /// The tiles by `TileId`, beginning with the tiles of `builtin`.
    pub tiles: Arc<Vec<Tile>>,
    /// The kinds by `KindId`, beginning with the kinds of `builtin`.
    pub kinds: Arc<Vec<Kind>>,
    /// The items by `ItemId`; number 0 means no item.
    pub items: Arc<Vec<ItemKind>>,
    /// The families of items with unknown looks (X-19), in file order; may be empty.
    pub families: Arc<Vec<Family>>,
    /// Every sort of boulder with every terrain that it can be pushed onto, in ascending order; empty without boulders.
    pub pushes: Arc<Vec<Push>>,
    /// The levels by `LevelId`; at least one, at most 64 in files.
    pub levels: Arc<Vec<Level>>,
    /// The vaults in file order, at most 256 in files; may be empty.
    pub vaults: Arc<Vec<Vault>>,
    /// The original dungeon, if this is a copy in which a game has decided the random marks; otherwise `None`.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub drawn_from: Option<Arc<Dungeon>>,
}

impl DungeonTables {
    /// Creates tables with this game and these levels, and with the default for every other field.
    pub fn new(settings: Settings, levels: Vec<Level>) -> DungeonTables {
        DungeonTables {
            title: String::new(),
            author: String::new(),
            about: String::new(),
            is_classic: false,
            settings,
            seed: None,
            fog: Fog::default(),
            tempo: None,
            goals: Vec::new(),
            losses: Vec::new(),
            causes: Arc::default(),
            locks: Arc::default(),
            exit_lock: None,
            tiles: Arc::default(),
            kinds: Arc::default(),
            items: Arc::default(),
            families: Arc::default(),
            pushes: Arc::default(),
            levels: Arc::new(levels),
            vaults: Arc::default(),
            drawn_from: None,
        }
    }
}

/// Makes a dungeon from tables, which the caller must have checked.
pub fn seal(tables: DungeonTables) -> Dungeon {
    Dungeon(tables)
}

/// Gives access to the tables of a dungeon. Callers must keep every id valid for its tables.
pub fn tables_mut(dungeon: &mut Dungeon) -> &mut DungeonTables {
    &mut dungeon.0
}

impl Deref for Dungeon {
    type Target = DungeonTables;

    fn deref(&self) -> &DungeonTables {
        &self.0
    }
}

/// The shortest tempo in milliseconds. Players could not follow a faster one.
pub const FASTEST: u32 = 20;

/// The longest tempo in milliseconds, which is an hour.
pub const SLOWEST: u32 = 3_600_000;

/// Whether a number of milliseconds is a valid tempo, or 0, which stands for no tempo.
pub fn is_tempo(milliseconds: u32) -> bool {
    milliseconds == 0 || (FASTEST..=SLOWEST).contains(&milliseconds)
}

impl Dungeon {
    /// Returns the title for the menu and the screen, in one line; may be empty.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the author, in one line; may be empty.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// Returns one line about the dungeon for the menu; may be empty.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the game and its parameters.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the seed that the file fixes for all games ([X-10]); `None` if games may have different seeds.
    ///
    /// [X-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-10
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns the fog of levels that do not set their own fog. `Level::fog` is the fog in effect on a level.
    pub fn fog(&self) -> Fog {
        self.fog
    }

    /// Returns the milliseconds without a command after which monsters act by themselves, on levels that do not set
    /// their own tempo: 20 to 3600000 in files. `None` if monsters wait for a command. `Level::tempo` is the tempo in
    /// effect on a level.
    pub fn tempo(&self) -> Option<NonZeroU32> {
        self.tempo
    }

    /// Returns the goals that replace the game's own condition for winning, each at most once, in the order of `Goal`;
    /// may be empty.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// Returns the conditions for losing in addition to the game's own condition, each at most once; may be empty.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Returns the causes by `CauseId`; may be empty.
    pub fn causes(&self) -> &[CauseRecord] {
        &self.causes
    }

    /// Returns the locks by `LockId`: the words of `locked=` and `opens=`.
    pub fn locks(&self) -> &[String] {
        &self.locks
    }

    /// Returns the tiles by `TileId`.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the kinds by `KindId`.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Returns the items by `ItemId`; number 0 means no item.
    pub fn items(&self) -> &[ItemKind] {
        &self.items
    }

    /// Returns the families of items with unknown looks ([X-19]), in file order; may be empty.
    ///
    /// [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// Returns the levels by `LevelId`: at least one, at most 64 in files.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Returns the vaults in file order, at most 256 in files; may be empty.
    pub fn vaults(&self) -> &[Vault] {
        &self.vaults
    }

    /// Returns the vaults that the seed may build into a level, each with its number in `vaults`.
    pub fn vaults_for(&self, level: LevelId) -> impl Iterator<Item = (usize, &Vault)> {
        let nth = usize::from(level.0);
        let wanted = self.levels.get(nth).map_or(0, |level| level.vaults);
        let vaults = self.vaults.iter().enumerate().filter(move |_| wanted > 0);
        vaults.filter(move |(_, vault)| vault.is_of_depth(nth))
    }

    /// Returns every level with its id, in order.
    pub fn numbered_levels(&self) -> impl Iterator<Item = (LevelId, &Level)> {
        numbered(&self.levels, LevelId::of)
    }

    /// Returns every sort of boulder with every terrain that it can be pushed onto, in ascending order; empty without
    /// boulders.
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Returns the tile that a cell gets when a boulder of this sort is pushed onto its terrain `onto`; `None` if the
    /// boulder cannot be pushed there.
    pub fn pushed(&self, sort: TileId, onto: TileId) -> Option<TileId> {
        let key = |push: &Push| (push.sort, push.onto);
        let nth = self.pushes.binary_search_by_key(&(sort, onto), key).ok()?;
        Some(self.pushes[nth].becomes)
    }

    /// Returns the tile with this id.
    ///
    /// # Panics
    ///
    /// If the dungeon has no tile with this id.
    pub fn tile(&self, id: TileId) -> &Tile {
        &self.tiles[usize::from(id.0)]
    }

    /// Returns the kind with this id.
    ///
    /// # Panics
    ///
    /// If the dungeon has no kind with this id.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[usize::from(id.0)]
    }

    /// Returns the declared item of which `item` is a variant ([X-14]); `None` for an item that is no variant.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub fn variant_of(&self, item: ItemId) -> Option<ItemId> {
        let plans = self.numbered_items();
        let mut plans = plans.filter(|(_, kind)| kind.variants != ItemId::NONE);
        let is_its = |(plan, _): &(ItemId, &ItemKind)| self.is_variant(item, *plan);
        let (plan, _) = plans.find(is_its)?;
        (plan != item).then_some(plan)
    }

    /// Whether `item` is the item `of`, or a variant of it ([X-14]).
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub fn is_variant(&self, item: ItemId, of: ItemId) -> bool {
        let ItemKind {
            variants, spread, ..
        } = self.item(of);
        let first = u32::from(variants.0);
        let is_one = || (first..first + spread.count()).contains(&u32::from(item.0));
        item == of || *variants != ItemId::NONE && is_one()
    }

    /// Whether an item is a kind of a family ([X-19]). In a game, such a kind never lies anywhere: its look does.
    ///
    /// [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    #[doc(hidden)]
    pub fn is_hidden(&self, item: ItemId) -> bool {
        let mut kinds = self.families.iter().flat_map(|family| &family.kinds);
        kinds.any(|kind| *kind == item)
    }

    /// Returns the first tile with this name; `None` if the dungeon has none. Several tiles can share a name, such as a
    /// wall and a wall on the edge of a map, which not even ghosts enter, or a boulder on different floors.
    ///
    /// ```
    /// let pool = "tile ~ \"water\" walk=no see=yes\nmap\n######\n#@.$~#\n######\nend\n";
    /// let dungeon = dungeon::load_text(pool)?;
    /// let water = dungeon.tile_named("water").expect("it is declared");
    /// assert_eq!(dungeon.tile(water).glyph, '~');
    /// assert_eq!(dungeon.tile_named("lava"), None);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn tile_named(&self, name: &str) -> Option<TileId> {
        let mut tiles = self.numbered_tiles();
        tiles.find(|(_, tile)| tile.name == name).map(|(id, _)| id)
    }

    /// Returns the first kind with this name; `None` if the dungeon has none.
    ///
    /// ```
    /// let dungeon = dungeon::load_text("map\n#####\n#@.$#\n#####\nend\n")?;
    /// let wanderer = dungeon.kind_named("wanderer").expect("it is built in");
    /// assert_eq!(dungeon.kind(wanderer).glyph, 'w');
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        let mut kinds = self.numbered_kinds();
        kinds.find(|(_, kind)| kind.name == name).map(|(id, _)| id)
    }

    /// Returns the first item with this name; `None` if the dungeon has none.
    ///
    /// ```
    /// let dungeon = dungeon::load_text("map\n#####\n#@.$#\n#####\nend\n")?;
    /// let gold = dungeon.item_named("gold").expect("it is built in");
    /// assert_eq!(dungeon.item(gold).glyph, '$');
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn item_named(&self, name: &str) -> Option<ItemId> {
        let mut items = self.numbered_items().skip(1); // the first is the blank
        items.find(|(_, item)| item.name == name).map(|(id, _)| id)
    }

    /// Returns the item with this id; number 0 is the blank.
    ///
    /// # Panics
    ///
    /// If the dungeon has no item with this id.
    pub fn item(&self, id: ItemId) -> &ItemKind {
        &self.items[usize::from(id.0)]
    }
}

#[doc(hidden)]
impl Dungeon {
    /// Whether the file has the classic format.
    pub fn is_classic(&self) -> bool {
        self.is_classic
    }

    /// Returns the vaults that the seed may build into at least one level.
    pub fn taken_vaults(&self) -> impl Iterator<Item = &Vault> {
        let vaults = self.vaults.iter();
        vaults.filter(|vault| vault.is_taken_by(&self.levels))
    }

    /// Returns the kinds and the items that may appear on a level.
    pub fn may_come(&self, level: LevelId) -> WhatMayCome {
        let here = &self.levels[usize::from(level.0)];
        let vaults = self.vaults_for(level).map(|(_, vault)| vault);
        let causes = self.causes.iter();
        let causes = causes.filter(|cause| cause.level.is_none_or(|own| own == level));
        WhatMayCome::of(here, vaults, causes, &self.kinds)
    }

    /// Iterates over the acts at a distance for which the dungeon has items, each once.
    #[doc(hidden)]
    pub fn aimed_acts(&self) -> impl Iterator<Item = AimedAct> {
        let acts = [AimedAct::Throw, AimedAct::Shoot, AimedAct::Pull].into_iter();
        let has = |act| self.items.iter().any(|item| item.aimed_act() == Some(act));
        acts.filter(move |act| has(*act))
    }

    /// Whether the dungeon has items with which a hero can pull bodies ([P-8]).
    ///
    /// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
    #[doc(hidden)]
    pub fn may_pull(&self) -> bool {
        self.aimed_acts().any(|act| act == AimedAct::Pull)
    }

    /// Whether any item that may appear on some level changes the wealth of its taker.
    #[doc(hidden)]
    pub fn gives_wealth(&self) -> bool {
        let gives = |item: &ItemKind| {
            item.gives[Stat::Wealth] != 0 || item.spread.0[Stat::Wealth as usize] != 0
        };
        let mut levels = self.numbered_levels();
        let may_come = |level| self.may_come(level).items.into_iter();
        self.items.iter().any(gives)
            && levels.any(|(level, _)| may_come(level).any(|id| gives(self.item(id))))
    }

    /// Whether any item or attack may give a state.
    #[doc(hidden)]
    pub fn may_give(&self, state: TimedState) -> bool {
        self.state_gifts().any(|gift| gift.state == state)
    }

    /// Whether any body may get a state of any sort: from an item, an attack, or the death of its leader.
    #[doc(hidden)]
    pub fn gives_states(&self) -> bool {
        self.has_leaders() || self.state_gifts().next().is_some()
    }

    /// Whether bodies of any kind follow a leader ([M-8]).
    ///
    /// [M-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-8
    #[doc(hidden)]
    pub fn has_leaders(&self) -> bool {
        self.kinds.iter().any(|kind| kind.follows.is_some())
    }

    fn state_gifts(&self) -> impl Iterator<Item = StateGift> {
        let items = self.items.iter().filter_map(|item| item.state);
        items.chain(self.kinds.iter().filter_map(|kind| kind.state))
    }

    /// Returns the name of a thing in sentences, without an article.
    pub fn name_of(&self, thing: Thing) -> &str {
        match thing {
            Thing::Tile(tile) => &self.tile(tile).name,
            Thing::Item(item) => &self.item(item).name,
            Thing::Body(kind) => &self.kind(kind).name,
            Thing::Feature(kind) => kind.name(),
        }
    }

    /// Whether a thing is one of the player's bodies.
    pub fn is_ours(&self, thing: Thing) -> bool {
        thing
            .body()
            .is_some_and(|kind| self.kind(kind).side == Side::Ours)
    }

    /// Whether a thing is one of the player's enemies.
    pub fn is_theirs(&self, thing: Thing) -> bool {
        thing
            .body()
            .is_some_and(|kind| self.kind(kind).side == Side::Theirs)
    }

    /// Whether a goal concerns a thing: an item to take, a monster to kill, a tile to cover, or a tile for leaving.
    /// `false` for every `Thing::Feature`.
    pub fn is_about(&self, goal: Goal, thing: Thing) -> bool {
        match (goal, thing) {
            (Goal::Take, Thing::Item(item)) => self.item(item).collectable,
            (Goal::Kill, Thing::Body(kind)) => self.kind(kind).is_wanted,
            (Goal::Cover, Thing::Tile(tile)) => self.tile(tile).is_target,
            (Goal::Leave, Thing::Tile(tile)) => {
                matches!(self.tile(tile).feature, Feature::Exit(_))
            }
            _ => false,
        }
    }

    /// Whether the levels draw exactly one thing that `is_meant` accepts, and no chance, birth or cause can add one.
    pub fn has_just_one(&self, is_meant: &dyn Fn(Thing) -> bool) -> bool {
        let mut drawn = 0;
        let mut is_added = false;
        for level in self.levels.iter() {
            level
                .things()
                .for_each(|(_, thing)| drawn += u32::from(is_meant(thing)));
            level
                .scattered()
                .for_each(|thing| is_added |= is_meant(thing));
            for marked in level.chance.iter().flat_map(|chance| chance.things()) {
                is_added |= is_meant(marked.thing());
            }
        }
        for vault in self.taken_vaults() {
            vault
                .all_things()
                .for_each(|thing| is_added |= is_meant(thing));
        }
        for brood in self.kinds.iter().flat_map(|kind| &kind.spawns) {
            is_added |= brood.kind.all().any(|kind| is_meant(Thing::Body(kind)));
        }
        for effect in self.causes.iter().flat_map(|cause| &cause.effects) {
            is_added |= effect.things().into_iter().any(is_meant);
        }
        drawn == 1 && !is_added
    }

    /// Returns the drawn terrain of a cell; `None` outside the map.
    pub fn tile_at(&self, (level, p): (LevelId, Point)) -> Option<&Tile> {
        let level = self.levels.get(usize::from(level.0))?;
        Some(self.tile(level.tiles.get(p)?))
    }

    /// Returns these kinds and the kinds of their offspring, over all generations.
    pub fn with_brood(&self, kinds: impl IntoIterator<Item = KindId>) -> BTreeSet<KindId> {
        with_brood(&self.kinds, kinds)
    }

    /// Returns the locks whose key may appear somewhere in the dungeon.
    pub fn opened_locks(&self) -> BTreeSet<LockId> {
        let levels = self.numbered_levels().map(|(level, _)| level);
        levels
            .flat_map(|level| self.opened_locks_on(level))
            .collect()
    }

    /// Returns the locks whose key may appear on a level.
    pub fn opened_locks_on(&self, level: LevelId) -> BTreeSet<LockId> {
        let items = self.may_come(level).items.into_iter();
        items.filter_map(|item| self.item(item).opens).collect()
    }

    /// Returns every kind with its id, in order.
    pub fn numbered_kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        numbered(&self.kinds, KindId::of)
    }

    /// Returns every item with its id, in order. The first item is the blank.
    pub fn numbered_items(&self) -> impl Iterator<Item = (ItemId, &ItemKind)> {
        numbered(&self.items, ItemId::of)
    }

    /// Returns every tile with its id, in order.
    pub fn numbered_tiles(&self) -> impl Iterator<Item = (TileId, &Tile)> {
        numbered(&self.tiles, TileId::of)
    }

    /// Returns every cause with its id, in file order.
    pub fn numbered_causes(&self) -> impl Iterator<Item = (CauseId, &CauseRecord)> {
        numbered(&self.causes, CauseId::of)
    }

    /// Returns the possible pushes of boulders of this sort.
    pub fn pushes_of(&self, sort: TileId) -> &[Push] {
        let first = self.pushes.partition_point(|push| push.sort < sort);
        let end = self.pushes.partition_point(|push| push.sort <= sort);
        &self.pushes[first..end]
    }

    /// Whether any terrain harms, slows or restricts bodies (`Feature::Acting`).
    pub fn has_acting_terrain(&self) -> bool {
        let mut tiles = self.tiles.iter();
        tiles.any(|tile| tile.acting().is_some())
    }

    /// Returns, by `TileId`, whether a boulder pushed onto the tile fills it, so that floor remains.
    pub fn filled_tiles(&self) -> Vec<bool> {
        let mut filled = vec![false; self.tiles.len()];
        for push in self.pushes.iter() {
            filled[usize::from(push.onto.0)] = self.tile(push.onto).footing != Footing::Anyone;
        }
        filled
    }

    /// Returns the dungeon with this tempo, in milliseconds, on all levels. With 0, monsters wait for commands. A
    /// dungeon whose game refuses `tempo=` stays unchanged.
    #[must_use]
    pub fn at_tempo(mut self, milliseconds: u32) -> Dungeon {
        if self.settings.game.timeless.is_none() {
            self.0.tempo = NonZeroU32::new(milliseconds);
            for level in Arc::make_mut(&mut self.0.levels) {
                level.tempo = self.0.tempo;
            }
        }
        self
    }

    /// Whether any cause may help the player. If so, something can be possible that is impossible on the levels as
    /// drawn.
    pub fn may_help_by_causes(&self) -> bool {
        self.causes.iter().any(CauseRecord::may_help)
    }

    /// Whether any cause may change the terrain of a level.
    pub fn shifts_terrain(&self, level: LevelId) -> bool {
        let mut causes = self.causes.iter();
        causes.any(|cause| cause.level == Some(level) && cause.shifts_terrain())
    }

    /// Returns the cells whose terrain any cause may change.
    pub fn shifting_cells(&self) -> HashSet<(LevelId, Point)> {
        let levels = self.causes.iter();
        let effects = levels.filter_map(|cause| Some((cause.level?, &cause.effects)));
        let cells = effects.flat_map(|(level, effects)| {
            let cells = effects.iter().flat_map(|effect| match effect {
                CauseEffect::Tile { cells, .. } | CauseEffect::Open(cells) => cells.as_slice(),
                _ => &[],
            });
            cells.map(move |p| (level, *p))
        });
        cells.collect()
    }

    /// Returns the cells of a level whose tile `is_meant` accepts, each with its tile, in reading order. Calls
    /// `is_meant` once per tile of the dungeon, and reads the cells only if it accepts a tile.
    pub fn cells_of(
        &self,
        level: &Level,
        is_meant: impl Fn(&Tile) -> bool,
    ) -> Vec<(Point, TileId)> {
        let are_meant: Vec<bool> = self.tiles.iter().map(is_meant).collect();
        if !are_meant.contains(&true) {
            return Vec::new();
        }
        let width = level.tiles.size().width.max(1) as usize;
        let cells = level.tiles.cells().iter().enumerate();
        let meant = cells.filter(|(_, tile)| are_meant.get(usize::from(tile.0)) == Some(&true));
        let placed = meant.map(|(nth, tile)| (cell_at(nth % width, nth / width), *tile));
        placed.collect()
    }
}
