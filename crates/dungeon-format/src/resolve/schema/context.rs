//! The context that all steps of resolving share: the source, the limits, the tables, and the list of findings.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::boulder_records::BoulderRecords;
use super::goal_records::GoalRecords;
use super::tables::Tables;
use super::variants::Variants;
use crate::diagnostic::{Allowances, Code, Diagnostic, Findings};
use crate::source::{Limits, Source, Span};
use crate::test_case::TestCase;
use dungeon_model::dungeon::{
    GameProfile, ItemId, ItemKind, Kind, KindId, LockId, MOST_KEPT, ScatterExempt, Settings,
    Spread, Tile, TileId, games,
};
use dungeon_model::space::geometry::Size;

/// The places of old spellings, each with the current spelling; no two places touch.
pub type Respellings = BTreeMap<Span, String>;

/// One file being resolved.
#[derive(Debug)]
pub struct Context<'a> {
    /// The text of the file.
    pub source: &'a Source,
    /// The limits of a file.
    pub limits: &'a Limits,
    /// The game of the file; `games::DEFAULT` until the `rules` line is known.
    pub game: &'static GameProfile,
    /// The tiles, kinds, items and locks that the file declares or uses so far.
    pub tables: Tables,
    /// The cells that scatters of solid tiles never change.
    pub exempt: ScatterExempt,
    /// The goals and losses from the lines `goal` and `lose`.
    pub goals: GoalRecords,
    /// Kinds and items that were made from other kinds and items.
    pub variants: Variants,
    /// What the tile records of the file say about boulders.
    pub boulders: BoulderRecords,
    /// The tests without faults, in reading order.
    pub tests: Vec<TestCase>,
    /// The number of the current level, from 1; for a vault, the first level that may have it.
    pub level: u32,
    /// The last level that may have the current vault; `level` outside vaults.
    pub deepest: u32,
    /// Whether the file places a hero outside the rows of classic maps, where an `@` is a wall.
    pub has_hero: bool,
    /// All findings so far.
    pub findings: Findings,
    /// The old spellings that can be replaced only if the meaning of the file's glyphs is known; `None` unless a caller
    /// asks for them.
    pub respellings: Option<Respellings>,
    reported: HashSet<(Code, Span)>,
    /// The code and place of each finding that `add_news` has added.
    found_before: HashSet<(Code, Span)>,
    /// The names of the tables that were reported as full.
    full: HashSet<&'static str>,
    /// What has been counted so far, for each limit; 0 if missing.
    counts: HashMap<Counted, usize>,
    /// The exceeded limits that were reported.
    told: HashSet<Counted>,
    /// The number of item variants that ranges produce.
    drawn_items: usize,
    /// The number of different items for the inventory.
    kept: usize,
}

impl<'a> Context<'a> {
    /// Makes an empty context for a file with `records` records and its `allow` lines. If the file has more records
    /// than allowed, `parse` has already reported that.
    pub fn new(
        source: &'a Source,
        limits: &'a Limits,
        records: usize,
        allowances: &Rc<Allowances>,
    ) -> Context<'a> {
        let is_told = records >= limits.entities;
        Context {
            told: is_told.then_some(Counted::Entities).into_iter().collect(),
            source,
            limits,
            game: games::DEFAULT,
            tables: Tables::new(&Settings::published(games::DEFAULT)),
            exempt: ScatterExempt::default(),
            goals: GoalRecords::default(),
            variants: Variants::default(),
            boulders: BoulderRecords::default(),
            tests: Vec::new(),
            level: 1,
            deepest: 1,
            has_hero: true,
            findings: Findings::but_for(allowances),
            respellings: None,
            reported: HashSet::new(),
            found_before: HashSet::new(),
            full: HashSet::new(),
            counts: HashMap::new(),
            drawn_items: 0,
            kept: 0,
        }
    }

    /// Sets the game of the file, and its tables with the default parameters. Call this before any declaration.
    pub fn play_by(&mut self, game: &'static GameProfile) {
        self.game = game;
        self.set(&Settings::published(game));
    }

    /// Sets the tables for the parameters of a game. Call it before any declaration.
    pub fn set(&mut self, settings: &Settings) {
        self.tables = Tables::new(settings);
        self.exempt = settings.exempt();
    }

    /// Returns the finished tables, and replaces them with the built-in ones. Call this after all declarations.
    pub fn take_tables(&mut self) -> Tables {
        let blank = Tables::new(&Settings::published(self.game));
        std::mem::replace(&mut self.tables, blank)
    }

    /// Returns the text of a span; empty for a span outside the source.
    pub fn text(&self, span: Span) -> &'a str {
        self.source.slice(span)
    }

    /// Records the current spelling of a span, if a caller asks for respellings.
    pub fn respell(&mut self, span: Span, present: impl Into<String>) {
        if let Some(respellings) = &mut self.respellings {
            respellings.insert(span, present.into());
        }
    }

    /// Adds a finding.
    pub fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Adds a finding unless `report_once` added one with this code and place before: a faulty mark may be drawn a
    /// hundred times, but gets one finding.
    pub fn report_once(&mut self, finding: Diagnostic) {
        if self.reported.insert((finding.code, finding.span)) {
            self.findings.push(finding);
        }
    }

    /// Takes the findings so far out of the context, and starts an empty list for the next findings.
    pub fn set_apart(&mut self) -> Findings {
        let likewise = self.findings.likewise();
        std::mem::replace(&mut self.findings, likewise)
    }

    /// Runs `read`, which is repeated for each level, but adds each of its findings only once. `place` adds labels that
    /// name the level.
    pub fn once_more<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> T,
        place: impl Fn(Diagnostic) -> Diagnostic,
    ) -> T {
        let others = self.set_apart();
        let read = read(self);
        self.add_news(others, place);
        read
    }

    /// Appends the findings since the call of `set_apart` to `others`, the earlier findings which that call returned.
    /// Skips findings that an earlier call appended. `place` adds labels that name the level.
    pub fn add_news(&mut self, others: Findings, place: impl Fn(Diagnostic) -> Diagnostic) {
        let found = std::mem::replace(&mut self.findings, others);
        for finding in found.finish() {
            if self.found_before.insert((finding.code, finding.span)) {
                self.findings.push(place(finding));
            }
        }
    }

    /// Whether `report_once` added a finding with this code and place. Call it first if a message is costly to build.
    pub fn is_reported(&self, code: Code, span: Span) -> bool {
        self.reported.contains(&(code, span))
    }

    /// Adds to a count, and returns whether it is still within its limit. Reports each exceeded limit once.
    fn count(&mut self, counted: Counted, more: usize, span: Span) -> bool {
        let count = self.counts.entry(counted).or_default();
        *count = count.saturating_add(more);
        let so_far = *count;
        let limits = self.limits;
        let (most, what, help) = match counted {
            Counted::Entities => (limits.entities, "bodies, items and records in a file", ""),
            Counted::RoutePoints => (
                limits.entities.saturating_mul(16),
                "route points in a file",
                "",
            ),
            Counted::CausedCells => (CAUSED_CELLS, "cells in the causes of a file", ""),
            Counted::Cells => (
                limits.all_cells,
                "cells in the maps of a file",
                "all levels count together, including generated ones: split the file",
            ),
            Counted::Work => (
                limits.work,
                "steps of work",
                "make maps smaller, or give scatters smaller regions with `in=`",
            ),
        };
        if so_far > most && self.told.insert(counted) {
            let of_what = match counted {
                Counted::Work => "levels that need ",
                _ => "",
            };
            let message = format!("expected {of_what}at most {most} {what}, found");
            self.report(match help {
                "" => Diagnostic::new(Code::Limit, span, format!("{message} more")),
                help => {
                    let message = format!("{message} {so_far} up to here");
                    Diagnostic::new(Code::Limit, span, message).help(help)
                }
            });
        }
        so_far <= most
    }

    /// Counts bodies, items or records. Returns whether there are not too many.
    pub fn admits(&mut self, count: usize, span: Span) -> bool {
        self.count(Counted::Entities, count, span)
    }

    /// Counts points of routes. Returns whether they are within the limit of 16 points per entity that a file may have.
    pub fn admits_route(&mut self, points: usize, span: Span) -> bool {
        self.count(Counted::RoutePoints, points, span)
    }

    /// Counts cells that causes name. Returns whether there are not too many.
    pub fn admits_caused_cells(&mut self, cells: usize, span: Span) -> bool {
        self.count(Counted::CausedCells, cells, span)
    }

    /// Counts the cells of a map, and the work of filling them. Returns whether both are within the limits. Call this
    /// before allocating memory for the map.
    pub fn admits_cells(&mut self, size: Size, span: Span) -> bool {
        self.count(Counted::Cells, size.area(), span)
            && self.admits_work(size.area().saturating_mul(STEPS_A_CELL), span)
    }

    /// Counts steps of work at the start of a game. Returns whether there are not too many.
    pub fn admits_work(&mut self, steps: usize, span: Span) -> bool {
        self.count(Counted::Work, steps, span)
    }

    /// Whether things were dropped because of an exceeded limit. If so, a thing that seems missing may be one of them.
    pub fn has_left_out(&self) -> bool {
        let left_out = [Counted::Entities, Counted::Cells, Counted::Work];
        left_out.iter().any(|counted| self.told.contains(counted))
    }

    /// Whether a map of this size is within the limits; reports a larger one. Only for default boards, since `parse`
    /// checks the maps of files.
    pub fn admits_map(&mut self, size: Size, span: Span) -> bool {
        let most = self.limits;
        let longest = size.width.max(size.height) as usize;
        let fits = longest <= most.side as usize && size.area() <= most.cells;
        if !fits {
            let (cells, side) = (most.cells, most.side);
            let message = format!(
                "expected a map of at most {cells} cells and sides of {side}, found {} by {}",
                size.width, size.height
            );
            self.report(Diagnostic::new(Code::Limit, span, message));
        }
        fits
    }

    /// Returns the id of a tile, adding a new tile to the table. If the table is full, reports this once and returns
    /// `otherwise`.
    pub fn tile(&mut self, tile: Tile, span: Span, otherwise: TileId) -> TileId {
        self.tile_if_room(tile, span).unwrap_or(otherwise)
    }

    /// Returns the id of a tile, adding a new tile to the table. If the table is full, reports this once and returns
    /// `None`.
    pub fn tile_if_room(&mut self, tile: Tile, span: Span) -> Option<TileId> {
        let number = self.tables.tiles.number(tile);
        self.or_full(number, "tiles", span).map(TileId)
    }

    /// Returns the id of a tile made from `base`, with another name, appearance or message, or as a target of a goal.
    /// Returns `base` if the table is full.
    pub fn variant(&mut self, tile: Tile, span: Span, base: TileId) -> TileId {
        let id = self.tile(tile, span, base);
        if id != base {
            self.boulders.changed.entry(id).or_insert(base);
        }
        id
    }

    /// Returns the id of a tile that contains its own id; `tile` makes the tile for an id. If the table is full,
    /// reports this once and returns `otherwise`.
    pub fn tile_naming_itself(
        &mut self,
        tile: impl Fn(TileId) -> Tile,
        span: Span,
        otherwise: TileId,
    ) -> TileId {
        let number = self.tables.tiles.number_naming_itself(|n| tile(TileId(n)));
        TileId(self.or_full(number, "tiles", span).unwrap_or(otherwise.0))
    }

    /// Returns the id of an item, adding a new item to the table. If the table is full, reports this once and returns
    /// `otherwise`. Also reports a full inventory once.
    pub fn item(&mut self, mut item: ItemKind, span: Span, otherwise: ItemId) -> ItemId {
        let mut variants = if item.spread.is_none() {
            0
        } else {
            item.spread.count() as usize
        };
        if variants > MOST_VARIANTS {
            let message = format!(
                "expected at most {MOST_VARIANTS} variants from the ranges of an item, found {variants}"
            );
            let finding = Diagnostic::new(Code::Limit, span, message);
            self.report_once(finding.help("narrow a range, or write a single number"));
            (item.spread, variants) = (Spread::default(), 0);
        }
        let (rows, is_kept) = (self.tables.items.rows.len(), item.is_kept());
        let is_of_family = item.family.is_some();
        let number = self.tables.items.number(item);
        if is_of_family && otherwise != ItemId::NONE && number != Some(otherwise.0) {
            self.refuse_change(span);
            return otherwise;
        }
        if self.tables.items.rows.len() > rows {
            self.drawn_items += variants;
            if is_kept {
                self.count_kept(variants.max(1), span);
            }
        }
        let has_room = |number: &u16| usize::from(*number) + self.drawn_items < FULL;
        let number = number.filter(has_room);
        let id = ItemId(self.or_full(number, "items", span).unwrap_or(otherwise.0));
        self.variants.add_item(id, otherwise);
        id
    }

    /// Reports a record or a mark that changes an item of a family, whose things must all be the same.
    fn refuse_change(&mut self, span: Span) {
        let message =
            "expected an item with `family=` as it is declared, found other keys or a goal";
        let finding = Diagnostic::new(Code::BadValue, span, message);
        let help = "all items of a kind are equal: declare another item of the family";
        self.report_once(finding.help(help));
    }

    /// Counts rows that are added to the table of items later. Returns whether the table has room; reports once if not.
    pub fn admits_items(&mut self, count: usize, span: Span) -> bool {
        self.drawn_items += count;
        let has_room = self.tables.items.rows.len() + self.drawn_items < FULL;
        self.or_full(has_room.then_some(0), "items", span).is_some()
    }

    /// Counts additional kinds of items for the inventory. Reports the first kind for which no inventory letter is
    /// left.
    fn count_kept(&mut self, kinds: usize, span: Span) {
        let fitted = self.kept <= MOST_KEPT;
        self.kept += kinds;
        if fitted && self.kept > MOST_KEPT {
            let message = format!(
                "expected at most {MOST_KEPT} different items for the inventory, found more"
            );
            let finding = Diagnostic::new(Code::Limit, span, message);
            self.report(finding.help(match kinds {
                1 => "each item takes a letter of the inventory: remove `keep=yes` or `wear=` from some",
                _ => "each number of a range makes another item with its own letter: narrow the range",
            }));
        }
    }

    /// Whether the hero must take an item that is not a key, unless the file says otherwise.
    pub fn counts_items(&self) -> bool {
        if self.goals.is_said() {
            self.goals.takes_all
        } else {
            self.game.taking.counts()
        }
    }

    /// Returns the id of a kind, adding a new kind to the table. If the table is full, reports this once and returns
    /// `otherwise`.
    pub fn kind(&mut self, kind: Kind, span: Span, otherwise: KindId) -> KindId {
        let number = self.tables.kinds.number(kind);
        let id = KindId(self.or_full(number, "kinds", span).unwrap_or(otherwise.0));
        self.variants.add_kind(id, otherwise);
        id
    }

    /// Adds a declared kind, even if an equal one exists, and returns its id. If the table is full, reports this once
    /// and returns `otherwise`.
    pub fn declared_kind(&mut self, kind: Kind, span: Span, otherwise: KindId) -> KindId {
        let number = self.tables.kinds.push(kind);
        KindId(self.or_full(number, "kinds", span).unwrap_or(otherwise.0))
    }

    /// Returns the id of the lock with a name, as given in `opens=` and `locked=`. If the table is full, reports this
    /// once and returns `None`.
    pub fn lock(&mut self, name: String, span: Span) -> Option<LockId> {
        let number = self.tables.locks.number(name);
        self.or_full(number, "locks", span).map(LockId)
    }

    fn or_full(&mut self, number: Option<u16>, what: &'static str, span: Span) -> Option<u16> {
        if number.is_none() && self.full.insert(what) {
            let message = format!("expected at most {FULL} different {what} in a file, found more");
            let finding = Diagnostic::new(Code::Limit, span, message);
            self.report(match self.drawn_items {
                0 => finding,
                _ => finding
                    .help("each number of an item's range counts as an item: narrow the ranges"),
            });
        }
        number
    }
}

/// The things whose number is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counted {
    Entities,
    RoutePoints,
    CausedCells,
    Cells,
    Work,
}

/// The steps of work charged for each cell of a map, for allocating its memory and setting its tile (docs/format,
/// "Limits").
const STEPS_A_CELL: usize = 5;

/// The maximum number of cells that all causes of a file name together. A step may change each of these cells a hundred
/// times, and stores an event per change.
const CAUSED_CELLS: usize = 1 << 15;
/// The maximum number of variants from the ranges of one item. Sixteen items with this many variants fill the table of
/// items.
const MOST_VARIANTS: usize = 1 << 12;

/// The number of entries in a full table.
const FULL: usize = u16::MAX as usize + 1;
