//! The context of resolving, which every step has at hand: the source, the limits, the tables, and the list of
//! findings.
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

/// Spans of older spellings, each with its present spelling; no two spans touch.
pub type Respellings = BTreeMap<Span, String>;

/// One file being resolved.
#[derive(Debug)]
pub struct Context<'a> {
    /// The text of the file.
    pub source: &'a Source,
    /// How much a file may hold.
    pub limits: &'a Limits,
    /// The game of the file; `games::DEFAULT` until the `rules` line is known.
    pub game: &'static GameProfile,
    /// The tiles, kinds, items and locks that the file declares or uses so far.
    pub tables: Tables,
    /// Which cells the file's scatters of solid tiles leave as they are.
    pub exempt: ScatterExempt,
    /// What the lines `goal` and `lose` say.
    pub goals: GoalRecords,
    /// Which kinds and items are others with numbers, looks or words of their own.
    pub variants: Variants,
    /// What tiles say of boulders.
    pub boulders: BoulderRecords,
    /// The lines `test` that are right, in the order in which they were read.
    pub tests: Vec<TestCase>,
    /// The number of the level that is being read, counted from 1; of a vault that of the first on which it may be.
    pub level: u32,
    /// The last level on which a vault that is being read may be; else the same level.
    pub deepest: u32,
    /// Whether the file puts a hero anywhere but in the rows of a classic map, where an `@` is a wall.
    pub has_hero: bool,
    /// Everything found wrong with the file so far.
    pub findings: Findings,
    /// Older spellings whose present ones depend on the meaning of glyphs; `None` unless a caller asks for them.
    pub respellings: Option<Respellings>,
    reported: HashSet<(Code, Span)>,
    /// What `once_more` found.
    found_before: HashSet<(Code, Span)>,
    /// The tables that are full.
    full: HashSet<&'static str>,
    /// The counts so far; those that are missing are 0.
    counts: HashMap<Counted, usize>,
    /// The limits that were reported as passed.
    told: HashSet<Counted>,
    /// How many items the seed chooses from, where the numbers of items are ranges.
    drawn_items: usize,
    /// How many different things are kept.
    kept: usize,
}

impl<'a> Context<'a> {
    /// An empty context for one file of so many records, whose lines `allow` are known. Where `parse` stopped at the
    /// limit, that was reported.
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

    /// Makes another game the file's, with that game's published tables, before anything is declared.
    pub fn play_by(&mut self, game: &'static GameProfile) {
        self.game = game;
        self.set(&Settings::published(game));
    }

    /// Takes the tables of a game with these parameters, before anything is declared.
    pub fn set(&mut self, settings: &Settings) {
        self.tables = Tables::new(settings);
        self.exempt = settings.exempt();
    }

    /// The tables, which are handed on with the levels: nothing more is declared.
    pub fn take_tables(&mut self) -> Tables {
        let blank = Tables::new(&Settings::published(self.game));
        std::mem::replace(&mut self.tables, blank)
    }

    /// The text of a span; empty for a span outside.
    pub fn text(&self, span: Span) -> &'a str {
        self.source.slice(span)
    }

    /// Records the present spelling of a span, if a caller asks for respellings.
    pub fn respell(&mut self, span: Span, present: impl Into<String>) {
        if let Some(respellings) = &mut self.respellings {
            respellings.insert(span, present.into());
        }
    }

    /// Notes a finding.
    pub fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Notes a finding unless its code was noted for the same place: a mark drawn a hundred times has one mistake.
    pub fn report_once(&mut self, finding: Diagnostic) {
        if self.reported.insert((finding.code, finding.span)) {
            self.findings.push(finding);
        }
    }

    /// Runs `read`, and returns its findings apart from those noted so far.
    pub fn apart<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (T, Findings) {
        let likewise = self.findings.likewise();
        let others = std::mem::replace(&mut self.findings, likewise);
        let read = read(self);
        (read, std::mem::replace(&mut self.findings, others))
    }

    /// Does what is done once more for each level: of what it finds, nothing is noted a second time. `place` adds what is
    /// of one level.
    pub fn once_more<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> T,
        place: impl Fn(Diagnostic) -> Diagnostic,
    ) -> T {
        let (read, found) = self.apart(read);
        for finding in found.finish() {
            if self.found_before.insert((finding.code, finding.span)) {
                self.findings.push(place(finding));
            }
        }
        read
    }

    /// Whether `report_once` noted a finding of this code for this place; a caller whose words are costly asks first.
    pub fn is_reported(&self, code: Code, span: Span) -> bool {
        self.reported.contains(&(code, span))
    }

    /// Adds to a count, and returns whether its limit holds. Reports each limit once.
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
                "all levels count together, made ones too: make a file of each part",
            ),
            Counted::Work => (
                limits.work,
                "steps to make",
                "make maps smaller, or give scatters smaller regions with `in=`",
            ),
        };
        if so_far > most && self.told.insert(counted) {
            let of_what = match counted {
                Counted::Work => "levels that take ",
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

    /// Counts bodies, items or records; returns whether the limit holds.
    pub fn admits(&mut self, count: usize, span: Span) -> bool {
        self.count(Counted::Entities, count, span)
    }

    /// Counts points of routes as `admits` counts bodies: sixteen an entity, which is more than anybody draws.
    pub fn admits_route(&mut self, points: usize, span: Span) -> bool {
        self.count(Counted::RoutePoints, points, span)
    }

    /// Counts cells that causes name; returns whether the limit holds.
    pub fn admits_caused_cells(&mut self, cells: usize, span: Span) -> bool {
        self.count(Counted::CausedCells, cells, span)
    }

    /// Counts the cells of one more map, and the work of laying its floor, before anything is allocated for it;
    /// returns whether the limits hold.
    pub fn admits_cells(&mut self, size: Size, span: Span) -> bool {
        self.count(Counted::Cells, size.area(), span)
            && self.admits_work(size.area().saturating_mul(STEPS_A_CELL), span)
    }

    /// Counts the steps of work that making the levels takes when a game begins; returns whether the limit holds.
    pub fn admits_work(&mut self, steps: usize, span: Span) -> bool {
        self.count(Counted::Work, steps, span)
    }

    /// Whether a passed limit left something out: a missing thing may be among that.
    pub fn has_left_out(&self) -> bool {
        let left_out = [Counted::Entities, Counted::Cells, Counted::Work];
        left_out.iter().any(|counted| self.told.contains(counted))
    }

    /// Whether a map of this size is within the limits; reports one that is not. `parse` has checked the written
    /// maps.
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

    /// The number of a tile; `otherwise` when there are too many, which is reported once.
    pub fn tile(&mut self, tile: Tile, span: Span, otherwise: TileId) -> TileId {
        self.tile_if_room(tile, span).unwrap_or(otherwise)
    }

    /// The number of a tile; none when there are too many, which is reported once.
    pub fn tile_if_room(&mut self, tile: Tile, span: Span) -> Option<TileId> {
        let number = self.tables.tiles.number(tile);
        self.or_full(number, "tiles", span).map(TileId)
    }

    /// The number of a tile that differs from another one in looks, words or what a goal wants of it, as `tile` gives it.
    pub fn variant(&mut self, tile: Tile, span: Span, base: TileId) -> TileId {
        let id = self.tile(tile, span, base);
        if id != base {
            self.boulders.changed.entry(id).or_insert(base);
        }
        id
    }

    /// The number of a tile that names itself by its number, as `tile` gives it; `otherwise` when there are
    /// too many, which is reported once.
    pub fn tile_naming_itself(
        &mut self,
        tile: impl Fn(TileId) -> Tile,
        span: Span,
        otherwise: TileId,
    ) -> TileId {
        let number = self.tables.tiles.number_naming_itself(|n| tile(TileId(n)));
        TileId(self.or_full(number, "tiles", span).unwrap_or(otherwise.0))
    }

    /// The number of an item; `otherwise` when there are too many, or too many that are kept, which is reported once.
    pub fn item(&mut self, mut item: ItemKind, span: Span, otherwise: ItemId) -> ItemId {
        let mut variants = if item.spread.is_none() {
            0
        } else {
            item.spread.count() as usize
        };
        if variants > MOST_VARIANTS {
            let message = format!(
                "expected ranges of an item that come to at most {MOST_VARIANTS} different ones, found {variants}"
            );
            let finding = Diagnostic::new(Code::Limit, span, message);
            self.report_once(finding.help("make a range narrower, or write one number"));
            (item.spread, variants) = (Spread::default(), 0);
        }
        let (rows, is_kept) = (self.tables.items.rows.len(), item.is_kept());
        let number = self.tables.items.number(item);
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

    /// Counts further kinds of things that are kept; the first for which the pack has no letter is reported.
    fn count_kept(&mut self, kinds: usize, span: Span) {
        let fitted = self.kept <= MOST_KEPT;
        self.kept += kinds;
        if fitted && self.kept > MOST_KEPT {
            let message =
                format!("expected at most {MOST_KEPT} different things that are kept, found more");
            let finding = Diagnostic::new(Code::Limit, span, message);
            self.report(finding.help(match kinds {
                1 => "each has a letter of its own in the pack: let some give at once what they give",
                _ => "each number of a range is a thing of its own in the pack: write a narrower range",
            }));
        }
    }

    /// Whether an item that is no key must be taken, where nothing else is said of it.
    pub fn counts_items(&self) -> bool {
        if self.goals.is_said() {
            self.goals.takes_all
        } else {
            self.game.taking.counts()
        }
    }

    /// The number of a kind; `otherwise` when there are too many, which is reported once.
    pub fn kind(&mut self, kind: Kind, span: Span, otherwise: KindId) -> KindId {
        let number = self.tables.kinds.number(kind);
        let id = KindId(self.or_full(number, "kinds", span).unwrap_or(otherwise.0));
        self.variants.add_kind(id, otherwise);
        id
    }

    /// The number of a kind of its own, whatever others are like; `otherwise` when there are too many, which is
    /// reported once.
    pub fn declared_kind(&mut self, kind: Kind, span: Span, otherwise: KindId) -> KindId {
        let number = self.tables.kinds.push(kind);
        KindId(self.or_full(number, "kinds", span).unwrap_or(otherwise.0))
    }

    /// The lock of this name, which `opens=` and `locked=` share; none when there are too many, which is reported
    /// once.
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
                _ => finding.help(
                    "each number of a range of an item is an item here: write narrower ranges",
                ),
            });
        }
        number
    }
}

/// The counts that have limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counted {
    Entities,
    RoutePoints,
    CausedCells,
    Cells,
    Work,
}

/// The steps of work that each cell of a map takes, drawn or made: memory for it, and its tile (docs/format, "Limits").
const STEPS_A_CELL: usize = 5;

/// The most cells that the causes of a file name together: a step may change all of them a hundred times, and keeps an
/// event of each change.
const CAUSED_CELLS: usize = 1 << 15;
/// How many different numbers the ranges of an item come to at most: so sixteen such items fill a table.
const MOST_VARIANTS: usize = 1 << 12;

/// How many entries a table holds.
const FULL: usize = u16::MAX as usize + 1;
