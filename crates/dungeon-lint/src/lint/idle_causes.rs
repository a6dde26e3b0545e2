//! Causes that can never happen, causes that open doors where there are none, and targets that no boulder can ever
//! cover.
use std::collections::{BTreeSet, HashSet};

use super::level_view::LevelView;
use super::pushes::pushed;
use super::ways::DungeonCell;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::keys::{WHEN_INTO, WHEN_OPEN, WHEN_TILE};
use dungeon_format::resolve::{CausePlace, Resolved};
use dungeon_format::source::{Source, Span};
use dungeon_ground::pushes::{PushedCells, boulder};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, Dungeon, Feature, Footing, Goal, KindId, LevelId, Side,
    TileId, Victims,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// Reports causes that can never happen. `may_happen` says, by `CauseId`, which causes the hero's reach allows; `None`
/// if that is unknown.
pub fn idle_causes(
    source: &Source,
    resolved: &Resolved,
    may_happen: Option<&[bool]>,
    findings: &mut Findings,
) {
    let dungeon = &resolved.dungeon;
    if dungeon.causes.is_empty() {
        return;
    }
    let causes = dungeon.causes.iter().zip(&resolved.places.causes);
    let may_come = MayCome::new(dungeon);
    for (nth, (cause, place)) in causes.enumerate() {
        let is_out_of_reach = may_happen.is_some_and(|may_happen| !may_happen[nth]);
        if let Some(lack) = lack(&may_come, cause, is_out_of_reach) {
            let message = format!("expected {lack}, found none: this cause never triggers");
            let finding = Diagnostic::new(Code::IdleCause, place.event, message);
            findings.push(finding.help("name another one, or remove the line"));
        }
        findings.extend(no_doors(source, &may_come, cause, place));
    }
}

/// Reports, for each level, the first target onto which no boulder of the level can ever be pushed. Reports nothing if
/// a cause can win the game instead.
pub fn uncoverable(views: &[LevelView<'_>], findings: &mut Findings) {
    for view in views {
        let dungeon = view.dungeon;
        let mut effects = dungeon.causes.iter().flat_map(|cause| &cause.effects);
        if !dungeon.goals.contains(&Goal::Cover) || effects.any(|it| *it == CauseEffect::Win) {
            return;
        }
        let mut tiles = view.level.tiles.cells().iter();
        if !tiles.any(|tile| boulder(dungeon, *tile).is_some()) {
            continue;
        }
        let Some(PushedCells { onto, .. }) = pushed(dungeon, view.id, |_| true, |_| false) else {
            continue;
        };
        let shifting = dungeon.shifting_cells();
        let is_bare = |p: &Point| {
            let tile = view.level.tiles.get(*p);
            let is_target = tile.is_some_and(|tile| dungeon.tile(tile).is_target);
            is_target && tile.is_some_and(|tile| boulder(dungeon, tile).is_none())
        };
        let is_lost =
            |p: &Point| is_bare(p) && !onto.contains(p) && !shifting.contains(&(view.id, *p));
        if let Some(p) = view.level.tiles.size().points().find(is_lost) {
            let target = with_article(view.terrain_name(p));
            let place = view.cell_called(p);
            let message = format!(
                "expected a boulder that can be pushed onto {target} at {place}, found none"
            );
            let finding = Diagnostic::new(Code::NoGoal, view.terrain(p), message);
            let finding = finding.severity(Severity::Warning);
            findings.push(finding.help("move the target or a boulder away from the walls"));
        }
    }
}

/// Returns the missing condition of a cause in words; `None` if the dungeon can meet every condition of the cause.
fn lack(
    may_come: &MayCome<'_>,
    cause: &CauseRecord,
    is_out_of_reach: bool,
) -> Option<&'static str> {
    let (lack, is_lacking) = match &cause.event {
        CauseEvent::Step(_) | CauseEvent::Leave(_) => {
            ("a cell that the hero can reach", is_out_of_reach)
        }
        CauseEvent::Take(_) | CauseEvent::TakeAt(_) => (
            "an item that this event names, where the hero can reach it",
            is_out_of_reach,
        ),
        CauseEvent::Push(_) if may_come.dungeon.pushes.is_empty() => ("a boulder to push", true),
        CauseEvent::Push(cells) => (
            "a boulder that can be pushed there",
            !may_come.can_be_pushed_onto(cause.heard_on(), cells),
        ),
        CauseEvent::Opened(cells) => ("a door there", !may_come.has_door(cause.heard_on(), cells)),
        CauseEvent::Kill(victims) | CauseEvent::AllDead(victims) => (
            "a monster that this event names",
            !may_come.has_victim(cause, victims),
        ),
        CauseEvent::Turn(_) => return None,
    };
    is_lacking.then_some(lack)
}

/// The finding for a cause that opens doors where there are none.
fn no_doors(
    source: &Source,
    may_come: &MayCome<'_>,
    cause: &CauseRecord,
    place: &CausePlace,
) -> Option<Diagnostic> {
    let cells = cause.effects.iter().find_map(|effect| match effect {
        CauseEffect::Open(cells) => Some(cells),
        _ => None,
    })?;
    let span = place
        .doors
        .filter(|_| !may_come.has_door(cause.level, cells))?;
    let message = "expected a door that can be opened at this place, found none";
    let help = "name a door, or turn a wall into floor with `tile=` and `into=.`";
    let finding = Diagnostic::new(Code::IdleCause, span, message).help(help);
    let key = span.start.saturating_sub(count(WHEN_OPEN.word.len() + 1));
    let whole = Span { start: key, ..span };
    let opens_walls =
        has_walls_alone(may_come.dungeon, cause, cells) && cause.made_tiles().next().is_none();
    Some(finding.fix_if(opens_walls.then(|| {
        let cells = source.slice(span);
        (
            whole,
            format!("{}={cells} {}=.", WHEN_TILE.word, WHEN_INTO.word),
        )
    })))
}

/// Whether all these cells of a cause's level are walls.
fn has_walls_alone(dungeon: &Dungeon, cause: &CauseRecord, cells: &[Point]) -> bool {
    let Some(level) = cause.level else {
        return false;
    };
    let tiles = &dungeon.levels[usize::from(level.0)].tiles;
    let is_wall = |tile| dungeon.tile(tile).footing == Footing::Drifters;
    let mut cells = cells.iter();
    cells.all(|p| tiles.get(*p).is_some_and(is_wall))
}

/// The things of a dungeon that some cause may wait for or open. Collected once for all causes.
struct MayCome<'a> {
    dungeon: &'a Dungeon,
    /// The kinds that may appear on each level.
    kinds: Vec<BTreeSet<KindId>>,
    /// The cells where monsters start.
    foes: HashSet<DungeonCell>,
    /// The cells where some cause makes a door.
    doors: HashSet<DungeonCell>,
    /// By level: whether the seed may put a door on the level.
    is_strewn: Vec<bool>,
}

impl<'a> MayCome<'a> {
    fn new(dungeon: &'a Dungeon) -> MayCome<'a> {
        let levels = || dungeon.numbered_levels();
        let foes = levels().flat_map(|(id, level)| {
            let foes = level.spawns.iter();
            let foes = foes.filter(|spawn| dungeon.kind(spawn.kind).side == Side::Theirs);
            foes.map(move |spawn| (id, spawn.at))
        });
        let is_strewn = levels().map(|(_, level)| {
            let mut scattered = level.scattered().filter_map(Thing::tile);
            level.generator.is_some() || scattered.any(|tile| is_door(dungeon, tile))
        });
        let made = dungeon.causes.iter().flat_map(CauseRecord::made_tiles);
        let doors = made.filter(|(_, into)| is_door(dungeon, *into));
        MayCome {
            dungeon,
            kinds: levels().map(|(id, _)| dungeon.may_come(id).kinds).collect(),
            foes: foes.collect(),
            doors: doors.map(|(cell, _)| cell).collect(),
            is_strewn: is_strewn.collect(),
        }
    }

    /// Whether one of these cells of a level is a closed door, or may become one.
    fn has_door(&self, level: Option<LevelId>, cells: &[Point]) -> bool {
        let Some(level) = level else {
            return false;
        };
        let tiles = &self.dungeon.levels[usize::from(level.0)].tiles;
        let is_drawn = |p: Point| tiles.get(p).is_some_and(|tile| is_door(self.dungeon, tile));
        self.is_strewn[usize::from(level.0)]
            || cells
                .iter()
                .any(|p| is_drawn(*p) || self.doors.contains(&(level, *p)))
    }

    /// Whether a boulder of a level may ever be pushed onto one of these cells.
    fn can_be_pushed_onto(&self, level: Option<LevelId>, cells: &[Point]) -> bool {
        let pushed = level.and_then(|level| pushed(self.dungeon, level, |_| true, |_| false));
        pushed.is_none_or(|pushed| cells.iter().any(|p| pushed.onto.contains(p)))
    }

    /// Whether one of these victims may ever be on the level of the event.
    fn has_victim(&self, cause: &CauseRecord, victims: &Victims) -> bool {
        let levels = self.dungeon.numbered_levels().map(|(id, _)| id);
        let mut levels = levels.filter(|id| cause.heard_on().is_none_or(|own| own == *id));
        match victims {
            Victims::Kinds(kinds) => levels.any(|id| {
                let there = &self.kinds[usize::from(id.0)];
                kinds.iter().any(|kind| there.contains(kind))
            }),
            Victims::DrawnAt(cells) => {
                levels.any(|id| cells.iter().any(|p| self.foes.contains(&(id, *p))))
            }
        }
    }
}

fn is_door(dungeon: &Dungeon, tile: TileId) -> bool {
    matches!(dungeon.tile(tile).feature, Feature::Door(_))
}
