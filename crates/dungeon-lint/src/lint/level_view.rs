//! A level as the lints see it: its tables, its places in the text, and how sentences speak of them.
use dungeon_format::characters::in_quotes;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::resolve::{LevelSourceMap, Resolved, SourceRef};
use dungeon_format::source::{Source, Span};
use dungeon_format::syntax::Integrity;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::game_profile::{Heroes, Thing};
use dungeon_model::dungeon::{
    AddressedAs, Dungeon, Footing, Level, LevelId, Overlap, Scatter, Side, Spawn, Tile, builtin,
};
use dungeon_model::space::geometry::Point;

/// Something that a level begins with or may get, by its number in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThingOrigin {
    /// An item that lies on the level: number in `Level::items`.
    Item(usize),
    /// A body that stands there, or one that is born of it: number in `Level::spawns`.
    Body(usize),
    /// What the seed puts down: number in `Level::scatters`.
    Scatter(usize),
    /// What a vault that may be on the level holds: number in `Dungeon::vaults`.
    Vault(usize),
}

/// A level together with its places in the text.
#[derive(Clone, Copy, Debug)]
pub struct LevelView<'a> {
    /// The text of the whole file.
    pub source: &'a Source,
    /// The dungeon, for what tiles, items and kinds are.
    pub dungeon: &'a Dungeon,
    /// The level's number in the dungeon.
    pub id: LevelId,
    /// The level's terrain, things, bodies and scatters.
    pub level: &'a Level,
    /// Where the parts of the level stand in the text.
    pub places: &'a LevelSourceMap,
    /// Where the parts of the dungeon's vaults stand in the text.
    pub vaults: &'a [LevelSourceMap],
    /// Where the hero begins or comes in, if that is known from the start.
    pub start: Option<HeroStart>,
}

impl<'a> LevelView<'a> {
    /// Every level of a dungeon, in file order.
    pub fn all(source: &'a Source, resolved: &'a Resolved) -> Vec<LevelView<'a>> {
        let levels = 0..resolved.dungeon.levels.len();
        levels
            .map(|nth| LevelView::of(source, resolved, nth))
            .collect()
    }

    /// The level of a dungeon with this number.
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

    /// Where all heroes begin or come in that are not scattered; those that are too many are told already.
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

    /// What sentences call the level: `"Lower halls"`, or `level 2` if it has no name.
    pub fn name(&self) -> String {
        match self.level.name.as_str() {
            "" => format!("level {}", u16::from(self.id.0) + 1),
            name => in_quotes(name),
        }
    }

    /// How to put stairs on the level, as a mend says it.
    pub fn with_stairs(&self, glyph: char) -> String {
        match self.level.generator {
            None => format!("draw a `{glyph}` in {}", self.name()),
            Some(_) => format!("write `scatter {glyph} 1` in {}", self.name()),
        }
    }

    /// What sentences call a cell: `3,4`, and where there are several levels also which one it is on.
    pub fn cell_called(&self, p: Point) -> String {
        match self.dungeon.levels.len() {
            1 => format!("{p}"),
            _ => format!("{p} of {}", self.name()),
        }
    }

    /// Whether the map was read to its end, so that what it lacks is really missing.
    pub fn is_whole(&self) -> bool {
        self.places.map == Integrity::Whole
    }

    /// Whether the seed makes the terrain of a cell: perhaps it is floor.
    pub fn is_made(&self, p: Point) -> bool {
        self.level.generator.is_some() && self.level.tiles.get(p) == Some(builtin::ROCK)
    }

    /// The terrain that is drawn at a cell; `None` outside the map.
    pub fn tile(&self, p: Point) -> Option<&'a Tile> {
        Some(self.dungeon.tile(self.level.tiles.get(p)?))
    }

    /// Which bodies can stand at a cell: none outside the map, any where the seed makes the terrain.
    pub fn footing(&self, p: Point) -> Footing {
        if self.is_made(p) {
            return Footing::Anyone;
        }
        self.tile(p).map_or(Footing::Nobody, |tile| tile.footing)
    }

    /// Whether a hero can stand at a cell.
    pub fn is_floor(&self, p: Point) -> bool {
        self.footing(p) == Footing::Anyone
    }

    /// Whether the terrain of a cell harms monsters (T-3).
    pub fn harms_monsters(&self, p: Point) -> bool {
        self.tile(p)
            .is_some_and(|tile| TilePassage::of(tile).harms_monsters)
    }

    /// The character of a cell; empty where a row ends before it, none in a map that is not drawn.
    pub fn cell(&self, p: Point) -> Option<Span> {
        self.places.rows.cell(self.source, p)
    }

    /// The character of a cell; `None` where a row ends before it, or in a map that is not drawn.
    pub fn drawn_cell(&self, p: Point) -> Option<Span> {
        self.cell(p).filter(|cell| cell.start < cell.end)
    }

    /// The mark of a cell that chance has a say in.
    pub fn chance_mark(&self, p: Point) -> Option<char> {
        let cell = self.cell(p)?;
        let drawn = self.places.drawn.as_ref()?;
        let is_by_chance = drawn.cells.contains(&cell);
        let glyph = self.source.slice(cell).chars().next();
        glyph.filter(|_| is_by_chance)
    }

    /// Where the terrain of a cell is written: its record if it has one, else its character, else the level's head.
    pub fn terrain(&self, p: Point) -> Span {
        let features = &self.places.features;
        let written = features.binary_search_by_key(&p, |(at, _)| *at);
        let written = written.map(|index| features[index].1.span);
        written
            .ok()
            .or_else(|| self.drawn_cell(p))
            .unwrap_or(self.places.head)
    }

    /// What the terrain of a cell is called.
    pub fn terrain_name(&self, p: Point) -> &'a str {
        self.tile(p).map_or("", |tile| tile.name.as_str())
    }

    /// Where something stands in the text, what it is, and its cell; `None` for what chance decides.
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

    /// Whether the seed may turn walls into floor, so that what is out of reach is not certain.
    pub fn may_open_walls(&self) -> bool {
        let is_floor = |tile| self.dungeon.tile(tile).footing == Footing::Anyone;
        let scatters = self.level.scatters.iter();
        let mut replacing = scatters.filter(|scatter| scatter.overlap == Overlap::Replace);
        replacing.any(|scatter| scatter.what.thing().tile().is_some_and(is_floor))
    }
}

/// The kind of hero that begins or comes in at a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entrant {
    /// The only hero, when the game begins.
    Hero,
    /// The only hero, when the level's turn comes.
    Latecomer,
    /// One of several heroes (K-1).
    Unit,
}

/// Where a level begins for the hero.
#[derive(Clone, Copy, Debug)]
pub struct HeroStart {
    /// The cell of the start.
    pub at: Point,
    /// Where the start is written.
    pub span: Span,
    comer: Entrant,
}

impl HeroStart {
    /// The hero as sentences call him: "the hero", "the unit".
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

    /// What to say of the place that is pointed at.
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

/// How much of a file's text could be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comprehension {
    /// All of it, but for mistakes that leave no hole.
    Full,
    /// Not all: a way or a thing may be missing only because of a mistake that was reported.
    Partial,
}

/// Errors that leave no hole in the dungeon, since what was meant is known.
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
    /// Judges a text by what parsing and resolving found wrong.
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
