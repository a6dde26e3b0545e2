//! A level as the lints see it, with its places in the text, and its names in sentences.
use dungeon_format::characters::in_quotes;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::resolve::{LevelSourceMap, Resolved, SourceRef};
use dungeon_format::source::{Source, Span};
use dungeon_format::syntax::Integrity;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::game_profile::{Heroes, Thing};
use dungeon_model::dungeon::{
    AddressedAs, Dungeon, Footing, Level, LevelId, Overlap, Scatter, ScatterOrigin, Side, Spawn,
    Tile, builtin,
};
use dungeon_model::space::geometry::Point;

/// The origin of a thing that a level has or may get, by its index in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThingOrigin {
    /// An item lying on the level: index in `Level::items`.
    Item(usize),
    /// A body standing on the level, or its offspring: index in `Level::spawns`.
    Body(usize),
    /// A thing that the seed places: index in `Level::scatters`.
    Scatter(usize),
    /// A thing in a vault that may be on the level: index in `Dungeon::vaults`.
    Vault(usize),
}

/// A level together with its places in the text.
#[derive(Clone, Copy, Debug)]
pub struct LevelView<'a> {
    /// The text of the whole file.
    pub source: &'a Source,
    /// The dungeon, for its tables of tiles, items and kinds.
    pub dungeon: &'a Dungeon,
    pub id: LevelId,
    /// The level's terrain, things, bodies and scatters.
    pub level: &'a Level,
    /// The places of the level's parts in the text.
    pub places: &'a LevelSourceMap,
    /// The places of the vaults' parts in the text.
    pub vaults: &'a [LevelSourceMap],
    /// The cell where the hero begins or arrives; `None` if chance decides.
    pub start: Option<HeroStart>,
}

impl<'a> LevelView<'a> {
    /// Returns every level of a dungeon, in file order.
    pub fn all(source: &'a Source, resolved: &'a Resolved) -> Vec<LevelView<'a>> {
        let levels = 0..resolved.dungeon.levels.len();
        levels
            .map(|nth| LevelView::of(source, resolved, nth))
            .collect()
    }

    /// Returns the level of a dungeon with this number.
    pub fn of(source: &'a Source, resolved: &'a Resolved, nth: usize) -> LevelView<'a> {
        let dungeon = &resolved.dungeon;
        let (level, places) = (&dungeon.levels[nth], &resolved.places.levels[nth]);
        LevelView {
            source,
            dungeon,
            id: LevelId::of(nth),
            level,
            places,
            vaults: &resolved.places.vaults,
            start: start(dungeon, level, places),
        }
    }

    /// Returns the drawn cells that the minimum distance of a scatter counts from, sorted by row. Leaves out scattered
    /// heroes and scattered stairs.
    pub fn origin(&self, scatter: &Scatter) -> Vec<Point> {
        let mut cells: Vec<Point> = match scatter.from {
            ScatterOrigin::Hero => self.starts().map(|start| start.at).collect(),
            ScatterOrigin::Cell(p) => vec![p],
            ScatterOrigin::Stairs(way) => {
                let leads = |tile: &Tile| TilePassage::of(tile).taken_by() == Some(way);
                let cells = self.dungeon.cells_of(self.level, leads).into_iter();
                cells.map(|(p, _)| p).collect()
            }
        };
        cells.sort_unstable_by_key(|cell| cell.y);
        cells
    }

    /// The starts of all heroes that are not scattered. Leaves out heroes over the limit, which are an error already.
    pub fn starts(&self) -> impl Iterator<Item = HeroStart> {
        let is_another = |spawn: &Spawn| {
            let is_ours = self.dungeon.kind(spawn.kind).side == Side::Ours;
            is_ours && self.start.is_none_or(|first| first.at != spawn.at)
        };
        let others = self.spawns().filter(move |(spawn, _)| is_another(spawn));
        let first = self.start.filter(|start| start.comer == Entrant::Unit);
        let others = others.filter_map(move |(spawn, place)| {
            let (at, span) = (spawn.at, place.span);
            Some(HeroStart { at, span, ..first? })
        });
        let all = self.start.into_iter().chain(others);
        let most = match self.dungeon.settings.game.heroes {
            Heroes::Several(most) => most,
            Heroes::One | Heroes::OneEach => 1,
        };
        all.take(most)
    }

    /// The level's name in sentences: `"Lower halls"`, or `level 2` if it has no name.
    pub fn name(&self) -> String {
        match self.level.name.as_str() {
            "" => format!("level {}", u16::from(self.id.0) + 1),
            name => in_quotes(name),
        }
    }

    /// The advice for putting stairs on the level.
    pub fn with_stairs(&self, glyph: char) -> String {
        match self.level.generator {
            None => format!("draw the glyph `{glyph}` in {}", self.name()),
            Some(_) => format!("write `scatter {glyph} 1` in {}", self.name()),
        }
    }

    /// A cell's name in sentences: `3,4`, with its level if there are several.
    pub fn cell_called(&self, p: Point) -> String {
        match self.dungeon.levels.len() {
            1 => format!("{p}"),
            _ => format!("{p} of {}", self.name()),
        }
    }

    /// Whether the map was read to its end, so that things missing from it are really missing.
    pub fn is_whole(&self) -> bool {
        self.places.map == Integrity::Whole
    }

    /// Whether the seed generates the terrain of a cell, so that the cell may become floor.
    pub fn is_made(&self, p: Point) -> bool {
        self.level.generator.is_some() && self.level.tiles.get(p) == Some(builtin::ROCK)
    }

    /// The drawn terrain of a cell; `None` outside the map.
    pub fn tile(&self, p: Point) -> Option<&'a Tile> {
        Some(self.dungeon.tile(self.level.tiles.get(p)?))
    }

    /// The bodies that can stand on a cell: no bodies outside the map, and any body where the seed generates the
    /// terrain.
    pub fn footing(&self, p: Point) -> Footing {
        if self.is_made(p) {
            return Footing::Anyone;
        }
        self.tile(p).map_or(Footing::Nobody, |tile| tile.footing)
    }

    /// Whether a hero can stand on a cell.
    pub fn is_floor(&self, p: Point) -> bool {
        self.footing(p) == Footing::Anyone
    }

    /// Whether the terrain of a cell harms monsters (T-3).
    pub fn harms_monsters(&self, p: Point) -> bool {
        self.tile(p)
            .is_some_and(|tile| TilePassage::of(tile).harms_monsters)
    }

    /// The place of a cell's character in the text. An empty span where the row ends before the cell; `None` in a map
    /// that is not drawn.
    pub fn cell(&self, p: Point) -> Option<Span> {
        self.places.rows.cell(self.source, p)
    }

    /// The place of a cell's character in the text; `None` where the row ends before the cell, or in a map that is not
    /// drawn.
    pub fn drawn_cell(&self, p: Point) -> Option<Span> {
        self.cell(p).filter(|cell| cell.start < cell.end)
    }

    /// The mark of a cell that chance decides; `None` for other cells.
    pub fn chance_mark(&self, p: Point) -> Option<char> {
        let cell = self.cell(p)?;
        let drawn = self.places.drawn.as_ref()?;
        let is_by_chance = drawn.cells.contains(&cell);
        let glyph = self.source.slice(cell).chars().next();
        glyph.filter(|_| is_by_chance)
    }

    /// The place of a cell's terrain in the text: its record if it has one, else its character, else the level's first
    /// line.
    pub fn terrain(&self, p: Point) -> Span {
        let features = &self.places.features;
        let written = features.binary_search_by_key(&p, |(at, _)| *at);
        let written = written.map(|index| features[index].1.span);
        written
            .ok()
            .or_else(|| self.drawn_cell(p))
            .unwrap_or(self.places.head)
    }

    /// The name of a cell's terrain.
    pub fn terrain_name(&self, p: Point) -> &'a str {
        self.tile(p).map_or("", |tile| tile.name.as_str())
    }

    /// Returns the place of a thing in the text, the thing, and its cell. The thing or the cell is `None` if chance
    /// decides it.
    pub fn placed(&self, from: ThingOrigin) -> (Span, Option<Thing>, Option<Point>) {
        let LevelView { level, places, .. } = self;
        match from {
            ThingOrigin::Item(nth) => {
                let (p, item) = level.items[nth];
                (places.items[nth].span, Some(Thing::Item(item)), Some(p))
            }
            ThingOrigin::Body(nth) => {
                let spawn = &level.spawns[nth];
                let thing = Thing::Body(spawn.kind);
                (places.spawns[nth].span, Some(thing), Some(spawn.at))
            }
            ThingOrigin::Scatter(nth) => {
                let thing = level.scatters[nth].what.thing();
                (places.scatters[nth], Some(thing), None)
            }
            ThingOrigin::Vault(nth) => (self.vaults[nth].head, None, None),
        }
    }

    /// All bodies with their places in the text.
    pub fn spawns(&self) -> impl Iterator<Item = (&'a Spawn, &'a SourceRef)> + Clone {
        self.level.spawns.iter().zip(&self.places.spawns)
    }

    /// All scatters with their places in the text.
    pub fn scatters(&self) -> impl Iterator<Item = (&'a Scatter, Span)> {
        self.level
            .scatters
            .iter()
            .zip(self.places.scatters.iter().copied())
    }

    /// Whether the seed may turn walls into floor, so that nothing is certainly out of the hero's reach.
    pub fn may_open_walls(&self) -> bool {
        let is_floor = |tile| self.dungeon.tile(tile).footing == Footing::Anyone;
        let scatters = self.level.scatters.iter();
        let mut replacing = scatters.filter(|scatter| scatter.overlap == Overlap::Replace);
        replacing.any(|scatter| scatter.what.thing().tile().is_some_and(is_floor))
    }
}

/// The sort of hero that starts on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entrant {
    /// The only hero, at the beginning of the game.
    Hero,
    /// The only hero, who comes to this level after clearing the levels before it.
    Latecomer,
    /// One of several heroes (K-1).
    Unit,
}

/// The start of a hero on a level.
#[derive(Clone, Copy, Debug)]
pub struct HeroStart {
    /// The cell of the start.
    pub at: Point,
    /// The start's place in the text.
    pub span: Span,
    comer: Entrant,
}

impl HeroStart {
    /// The hero's name in sentences: "the hero", "the unit".
    pub fn hero_noun(self) -> &'static str {
        match self.comer {
            Entrant::Hero | Entrant::Latecomer => "the hero",
            Entrant::Unit => "the unit",
        }
    }

    /// The start as a clause: "the hero starts", "the hero comes in", "a unit starts".
    pub fn name(self) -> &'static str {
        match self.comer {
            Entrant::Hero => "the hero starts",
            Entrant::Latecomer => "the hero comes in",
            Entrant::Unit => "a unit starts",
        }
    }

    /// The label for the start's place.
    pub fn label(self) -> String {
        format!("{} here", self.name())
    }
}

fn start(dungeon: &Dungeon, level: &Level, places: &LevelSourceMap) -> Option<HeroStart> {
    let (at, span) = level.entrance.zip(places.entrance)?;
    let mut kinds = level.spawns.iter().map(|spawn| dungeon.kind(spawn.kind));
    let hero = kinds.find(|kind| kind.side == Side::Ours);
    let comer = match hero.map(|hero| hero.addressed_as) {
        Some(AddressedAs::You) => Entrant::Hero,
        Some(AddressedAs::ByName) => Entrant::Unit,
        None => Entrant::Latecomer,
    };
    Some(HeroStart { at, span, comer })
}

/// Whether all of a file's text could be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comprehension {
    /// The whole text was understood; any mistakes leave no gap in the dungeon.
    Full,
    /// Part of the text could not be understood: a way or a thing may be missing only because of a reported mistake.
    Partial,
}

/// Errors that leave no gap in the dungeon, since the meaning is clear.
const HARMLESS: [Code; 12] = [
    Code::CellTaken,
    Code::DeadHero,
    Code::DeadMonster,
    Code::InWall,
    Code::ManyHeroes,
    Code::NoEnemies,
    Code::NoGoal,
    Code::NoSuchKey,
    Code::NothingToCollect,
    Code::RouteBlocked,
    Code::RouteGap,
    Code::RouteTooLong,
];

impl Comprehension {
    /// Judges a text by the findings of parsing and resolving.
    pub fn count(findings: &[Diagnostic]) -> Comprehension {
        let is_hole = |found: &Diagnostic| {
            found.severity == Severity::Error && !HARMLESS.contains(&found.code)
        };
        if findings.iter().any(is_hole) {
            Comprehension::Partial
        } else {
            Comprehension::Full
        }
    }
}
