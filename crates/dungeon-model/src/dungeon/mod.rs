//! The validated dungeon: plain data, no behaviour, no text. Kinds, tiles and items are tables; everything in play is
//! an index into one of them. A `Dungeon` that exists is playable (`format` sees to it).
//!
//! To be read in this order: `ids` (numbers of table entries), `stats` and `colour` (what bodies and items share), `kind`
//! with `parts` and `choice` (what bodies are), `item` (what lies about), `feature` (what terrain does), `goal` (what wins and
//! loses), `cause` (what comes of what), `settings` (fog, and monsters that are shut off), `spawn` (bodies), `level` (tiles,
//! and what stands on them) with `level_chance` and `drawn_level` (what chance decides of that), `vault` (pieces of levels),
//! `things` (tiles, items and bodies as one sort of thing), `what_may_come` (the kinds and items of a level, however the seed
//! falls), `builtin` (what every file has without declaring it), `game_profile` (the data that tells one game from another), and `games` (a profile for each game). `grammar` is
//! English for names, and knows none of these.
pub mod colour;
pub mod grammar;
pub mod ids;
pub mod parts;
pub mod stats;

pub mod feature;

pub mod choice;
pub mod goal;
pub mod item;

pub mod cause;
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

mod things;

pub mod games;

pub use cause::{CauseEffect, CauseEvent, CauseRecord, Victims, opened_cells};
pub use choice::{Choice, Class};
pub use colour::Colour;
pub use feature::{
    ActingTerrain, Boulder, Door, Feature, Fence, Guise, Harm, Pool, Push, Stair, Stairs, Trap,
};
pub use game_profile::{GameProfile, Settings};
pub use goal::{Goal, Loss};
pub use ids::{CauseId, ItemId, KindId, LevelId, LockId, StatsId, TileId, numbered};
pub use item::{ItemKind, Keeping, MOST_KEPT};
pub use kind::{
    AddressedAs, AtZero, Behaviour, BodyGlyph, FARTHEST, Kind, LETTERS, LifeUnit, Offspring, Shot,
    Side, USUAL_SIGHT, Weapon,
};
pub use level::{
    Amount, Caves, CellSharing, Footing, Level, MOST_LIT, Overlap, Rim, Rooms, Scatter,
    ScatterExempt, ScatterShare, ScatteredThing, Sight, TerrainGenerator, Tile,
};
pub use level_chance::{
    ChanceCell, ChanceMark, DrawSlot, LevelChance, MarkDraw, MarkOption, MarkedThing,
};
pub use parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};
pub use settings::{Fog, UnreachablePolicy};
pub use spawn::{PatrolRoute, Spawn, SpawnOwn};
pub use stats::{Spread, Stat, Stats};
pub use vault::Vault;

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::Arc;

use crate::space::geometry::{Point, cell_at};
use game_profile::Thing;
use what_may_come::{WhatMayCome, with_brood};

/// A whole game to play: tables of what there is, and the levels made of it. Every number in a dungeon must be one of
/// its own tables: what plays the dungeon may panic on any other. `format` makes no such dungeon. Clones share the tables,
/// so a clone costs in proportion to the levels.
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
pub struct Dungeon(DungeonTables);

/// The tables of a [`Dungeon`], which reads as they do. They are changed by `dungeon-format` and `dungeon-lint` alone, which
/// see to it that a dungeon can be played: [`seal`] and [`tables_mut`] are no methods, so that the facade does not show them.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DungeonTables {
    /// The title for the menu and the screen, one line; may be empty.
    pub title: String,
    /// The author, one line; may be empty.
    pub author: String,
    /// One line about the dungeon for the menu; may be empty.
    pub about: String,
    /// Whether the file is of the classic format, so that the screen is the book's by default.
    pub is_classic: bool,
    /// Which game is played, and its parameters.
    pub settings: Settings,
    /// The seed that the file pins (X-10); none where each game may have another.
    pub seed: Option<u64>,
    /// How much the player sees of a level that says nothing of it.
    pub fog: Fog,
    /// Milliseconds without a command after which the monsters run by themselves on a level that says nothing of it, 20
    /// to 3600000 in files; none: they wait for a command.
    pub tempo: Option<NonZeroU32>,
    /// What wins the game in place of its rules' own end, each at most once, in the order of `Goal`; may be empty.
    pub goals: Vec<Goal>,
    /// What loses the game beside its rules' own end, each at most once; may be empty.
    pub losses: Vec<Loss>,
    /// What comes of what, in file order; those of the whole file first.
    pub causes: Arc<Vec<CauseRecord>>,
    /// The locks by `LockId`, each as the word of `locked=` and `opens=`.
    pub locks: Arc<Vec<String>>,
    /// The tiles by `TileId`; the first ones are `builtin`'s.
    pub tiles: Arc<Vec<Tile>>,
    /// The kinds by `KindId`; the first ones are `builtin`'s.
    pub kinds: Arc<Vec<Kind>>,
    /// The items by `ItemId`; number 0 means no item.
    pub items: Arc<Vec<ItemKind>>,
    /// Where boulders may be pushed, and what becomes of that, in ascending order; empty without boulders.
    pub pushes: Arc<Vec<Push>>,
    /// The levels by `LevelId`; at least one, at most 64 in files.
    pub levels: Vec<Level>,
    /// The vaults in file order, at most 256 in files; may be empty.
    pub vaults: Arc<Vec<Vault>>,
    /// The dungeon of the file, for one whose levels are those of a game, where chance has decided of them; else none.
    pub drawn_from: Option<Arc<Dungeon>>,
}

/// Makes a dungeon of tables whose numbers are checked.
pub fn seal(tables: DungeonTables) -> Dungeon {
    Dungeon(tables)
}

/// Opens the tables of a dungeon, for changes after which every number is still one of its own tables.
pub fn tables_mut(dungeon: &mut Dungeon) -> &mut DungeonTables {
    &mut dungeon.0
}

impl Deref for Dungeon {
    type Target = DungeonTables;

    fn deref(&self) -> &DungeonTables {
        &self.0
    }
}

/// The shortest tempo beside none, in milliseconds: below that a person sees a blur.
pub const FASTEST: u32 = 20;

/// The longest tempo, in milliseconds: an hour.
pub const SLOWEST: u32 = 3_600_000;

/// Whether so many milliseconds are a tempo, or 0 for none.
pub fn is_tempo(milliseconds: u32) -> bool {
    milliseconds == 0 || (FASTEST..=SLOWEST).contains(&milliseconds)
}

impl Dungeon {
    /// The title for the menu and the screen, one line; may be empty.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The author, one line; may be empty.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// One line about the dungeon for the menu; may be empty.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Which game is played, and its parameters.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seed that the file pins ([X-10]); none where each game may have another.
    ///
    /// [X-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-10
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// How much the player sees of a level that says nothing of it; `Level::fog` is what counts.
    pub fn fog(&self) -> Fog {
        self.fog
    }

    /// Milliseconds without a command after which the monsters run by themselves on a level that says nothing of it, 20
    /// to 3600000 in files; none: they wait for a command. `Level::tempo` is what counts.
    pub fn tempo(&self) -> Option<NonZeroU32> {
        self.tempo
    }

    /// What wins the game in place of its rules' own end, each at most once, in the order of `Goal`; may be empty.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// What loses the game beside its rules' own end, each at most once; may be empty.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// What comes of what, by `CauseId`; may be empty.
    pub fn causes(&self) -> &[CauseRecord] {
        &self.causes
    }

    /// The locks by `LockId`, each as the word of `locked=` and `opens=`.
    pub fn locks(&self) -> &[String] {
        &self.locks
    }

    /// The tiles by `TileId`.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The kinds by `KindId`.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The items by `ItemId`; number 0 means no item.
    pub fn items(&self) -> &[ItemKind] {
        &self.items
    }

    /// The levels by `LevelId`; at least one, at most 64 in files.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The vaults in file order, at most 256 in files; may be empty.
    pub fn vaults(&self) -> &[Vault] {
        &self.vaults
    }

    /// The vaults that the seed may build into a level, each with its number in `vaults`.
    pub fn vaults_for(&self, level: LevelId) -> impl Iterator<Item = (usize, &Vault)> {
        let nth = usize::from(level.0);
        let wanted = self.levels.get(nth).map_or(0, |level| level.vaults);
        let vaults = self.vaults.iter().enumerate().filter(move |_| wanted > 0);
        vaults.filter(move |(_, vault)| vault.is_of_depth(nth))
    }

    /// Every level with its number, in order.
    pub fn numbered_levels(&self) -> impl Iterator<Item = (LevelId, &Level)> {
        numbered(&self.levels, LevelId::of)
    }

    /// The terrain that boulders may be pushed onto, with the tile that it becomes, in ascending order; empty without
    /// boulders.
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Returns the tile that a cell of this terrain becomes when a boulder of this sort is pushed there; `None` where
    /// no push is possible.
    pub fn pushed(&self, sort: TileId, onto: TileId) -> Option<TileId> {
        let key = |push: &Push| (push.sort, push.onto);
        let nth = self.pushes.binary_search_by_key(&(sort, onto), key).ok()?;
        Some(self.pushes[nth].becomes)
    }

    /// The tile with this number.
    ///
    /// # Panics
    ///
    /// If the dungeon has no tile of this number.
    pub fn tile(&self, id: TileId) -> &Tile {
        &self.tiles[usize::from(id.0)]
    }

    /// The kind with this number.
    ///
    /// # Panics
    ///
    /// If the dungeon has no kind of this number.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[usize::from(id.0)]
    }

    /// Returns the item of the file that the seed chose this variant of ([X-14]); `None` for every other item.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub fn variant_of(&self, item: ItemId) -> Option<ItemId> {
        let plans = self.numbered_items();
        let mut plans = plans.filter(|(_, kind)| kind.variants != ItemId::NONE);
        let is_its = |(plan, _): &(ItemId, &ItemKind)| self.is_variant(item, *plan);
        let (plan, _) = plans.find(is_its)?;
        (plan != item).then_some(plan)
    }

    /// Whether an item is `of`, or a variant of it that the seed chooses ([X-14]).
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

    /// The item with this number; number 0 is a blank.
    ///
    /// # Panics
    ///
    /// If the dungeon has no item of this number.
    pub fn item(&self, id: ItemId) -> &ItemKind {
        &self.items[usize::from(id.0)]
    }
}

#[doc(hidden)]
impl Dungeon {
    /// Whether the file is of the classic format.
    pub fn is_classic(&self) -> bool {
        self.is_classic
    }

    /// The vaults that the seed may build into some level.
    pub fn taken_vaults(&self) -> impl Iterator<Item = &Vault> {
        let vaults = self.vaults.iter();
        vaults.filter(|vault| vault.is_taken_by(&self.levels))
    }

    /// The kinds and the items that may come to be on a level.
    pub fn may_come(&self, level: LevelId) -> WhatMayCome {
        let here = &self.levels[usize::from(level.0)];
        let vaults = self.vaults_for(level).map(|(_, vault)| vault);
        let causes = self.causes.iter();
        let causes = causes.filter(|cause| cause.level.is_none_or(|own| own == level));
        WhatMayCome::of(here, vaults, causes, &self.kinds)
    }

    /// What sentences call a thing, without an article.
    pub fn name_of(&self, thing: Thing) -> &str {
        match thing {
            Thing::Tile(tile) => &self.tile(tile).name,
            Thing::Item(item) => &self.item(item).name,
            Thing::Body(kind) => &self.kind(kind).name,
            Thing::Feature(kind) => kind.name(),
        }
    }

    /// Whether a thing is a body of the player's.
    pub fn is_ours(&self, thing: Thing) -> bool {
        thing
            .body()
            .is_some_and(|kind| self.kind(kind).side == Side::Ours)
    }

    /// Whether a thing is a body of the player's foes.
    pub fn is_theirs(&self, thing: Thing) -> bool {
        thing
            .body()
            .is_some_and(|kind| self.kind(kind).side == Side::Theirs)
    }

    /// Whether a goal is about a thing; no goal is about a feature before it is a tile.
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

    /// The terrain that is drawn at a cell; `None` outside the map.
    pub fn tile_at(&self, (level, p): (LevelId, Point)) -> Option<&Tile> {
        let level = self.levels.get(usize::from(level.0))?;
        Some(self.tile(level.tiles.get(p)?))
    }

    /// Kinds with all that may be born of them.
    pub fn with_brood(&self, kinds: impl IntoIterator<Item = KindId>) -> BTreeSet<KindId> {
        with_brood(&self.kinds, kinds)
    }

    /// The locks that have a key somewhere in the dungeon.
    pub fn opened_locks(&self) -> BTreeSet<LockId> {
        let levels = self.numbered_levels().map(|(level, _)| level);
        levels
            .flat_map(|level| self.opened_locks_on(level))
            .collect()
    }

    /// The locks that have a key on a level.
    pub fn opened_locks_on(&self, level: LevelId) -> BTreeSet<LockId> {
        let items = self.may_come(level).items.into_iter();
        items.filter_map(|item| self.item(item).opens).collect()
    }

    /// Every kind with its number, in order.
    pub fn numbered_kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        numbered(&self.kinds, KindId::of)
    }

    /// Every item with its number, in order; the first one is the blank.
    pub fn numbered_items(&self) -> impl Iterator<Item = (ItemId, &ItemKind)> {
        numbered(&self.items, ItemId::of)
    }

    /// Every tile with its number, in order.
    pub fn numbered_tiles(&self) -> impl Iterator<Item = (TileId, &Tile)> {
        numbered(&self.tiles, TileId::of)
    }

    /// Every cause with its number, in file order.
    pub fn numbered_causes(&self) -> impl Iterator<Item = (CauseId, &CauseRecord)> {
        numbered(&self.causes, CauseId::of)
    }

    /// Where boulders of this sort may be pushed.
    pub fn pushes_of(&self, sort: TileId) -> &[Push] {
        let first = self.pushes.partition_point(|push| push.sort < sort);
        let end = self.pushes.partition_point(|push| push.sort <= sort);
        &self.pushes[first..end]
    }

    /// Whether any terrain acts on bodies.
    pub fn has_acting_terrain(&self) -> bool {
        let mut tiles = self.tiles.iter();
        tiles.any(|tile| tile.acting().is_some())
    }

    /// By `TileId`: whether some boulder may fill such terrain, so that floor is left there.
    pub fn filled_tiles(&self) -> Vec<bool> {
        let mut filled = vec![false; self.tiles.len()];
        for push in self.pushes.iter() {
            filled[usize::from(push.onto.0)] = self.tile(push.onto).footing != Footing::Anyone;
        }
        filled
    }

    /// Returns the dungeon with one tempo on all levels: the monsters run by themselves whenever no command came for so many
    /// milliseconds, and with 0 they wait. A game in which time never runs stays as it is.
    #[must_use]
    pub fn at_tempo(mut self, milliseconds: u32) -> Dungeon {
        if self.settings.game.timeless.is_none() {
            self.0.tempo = NonZeroU32::new(milliseconds);
            for level in &mut self.0.levels {
                level.tempo = self.0.tempo;
            }
        }
        self
    }

    /// Whether a cause may help a player, so that nothing is impossible for what is drawn alone.
    pub fn may_help_by_causes(&self) -> bool {
        self.causes.iter().any(CauseRecord::may_help)
    }

    /// Whether a cause may change the terrain of a level.
    pub fn shifts_terrain(&self, level: LevelId) -> bool {
        let mut causes = self.causes.iter();
        causes.any(|cause| cause.level == Some(level) && cause.shifts_terrain())
    }

    /// The cells whose terrain a cause may change.
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

    /// The cells of a level whose tiles are meant, in reading order. A level is looked at only where there is such a tile.
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
