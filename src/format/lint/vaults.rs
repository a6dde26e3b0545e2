//! Vaults: whether one comes in by each of their doors and to everything inside, and whether any level can take them.
use std::slice::from_ref;

use super::adjacency::near_misses;
use super::hero_reach::HeroReach;
use super::idle_things::{routeless_patrols, wordless_signs};
use super::level_view::LevelView;
use super::outcome_findings::judge_outcomes;
use super::outcomes::outcomes;
use super::reach_rules::{LevelOrder, ReachRules};
use super::reachability::sealed_off;
use crate::dungeon::{
    Dungeon, Feature, Fog, Footing, Level, Rim, Spawn, StatsId, Tile, TileId, Vault, builtin,
};
use crate::format::characters::in_quotes;
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::format::resolve::{LevelSourceMap, Resolved, SourceMap};
use crate::format::source::Source;
use crate::format::syntax::Integrity;
use crate::space::geometry::{Direction, Neighbours, Point, Size};
use crate::space::grid::Grid;

/// How many vaults are judged together, as levels of one dungeon: fewer than there are numbers of levels.
const TOGETHER: usize = 200;

/// Cells by which a map must be larger than a vault, across and down: its outermost ring, and one to go round the vault.
const ROOM: i32 = 4;

/// Judges what is drawn in vaults, each at its places in its own map; one that leaves something to chance in each of its
/// outcomes.
pub fn inside(source: &Source, resolved: &Resolved, findings: &mut Findings) {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    let rules = ReachRules {
        rim: Rim::Open,
        levels: LevelOrder::InTurn,
        us: "the doors of the vault",
        ..ReachRules::for_game(resolved)
    };
    let vaults = dungeon.vaults.iter().zip(&places.vaults);
    let (by_chance, certain): (Vec<_>, Vec<_>) =
        vaults.partition(|(vault, _)| vault.chance.is_some());
    for vaults in certain.chunks(TOGETHER) {
        let judged = JudgedVaults {
            source,
            vaults,
            rules,
        };
        judged.judge(&as_levels(dungeon, vaults), findings);
    }
    for vault in &by_chance {
        let judged = JudgedVaults {
            source,
            vaults: from_ref(vault),
            rules,
        };
        let drawn = as_levels(dungeon, judged.vaults);
        if let Some(outcomes) = outcomes(&drawn, by_chance.len()) {
            let judge = |drawn: &Resolved| {
                let mut findings = Findings::default();
                judged.judge(drawn, &mut findings);
                findings.finish()
            };
            judge_outcomes(source, &drawn, &outcomes, judge, findings);
        }
    }
}

/// Vaults that are judged together.
struct JudgedVaults<'a> {
    source: &'a Source,
    vaults: &'a [(&'a Vault, &'a LevelSourceMap)],
    rules: ReachRules,
}

impl JudgedVaults<'_> {
    /// Finds what is to be said of vaults as the levels of a dungeon, in which nothing is left to chance.
    fn judge(&self, drawn: &Resolved, findings: &mut Findings) {
        let drawn = entered(drawn, self.vaults);
        let views = LevelView::all(self.source, &drawn);
        for ((vault, _), view) in self.vaults.iter().zip(&views) {
            near_misses(view, findings);
            routeless_patrols(view, findings);
            wordless_signs(view, findings);
            doors(view, vault, self.rules.neighbours, findings);
        }
        // A vault of which a part could not be read may have ways there.
        if views.iter().all(LevelView::is_whole)
            && let Some(reach) = HeroReach::new(&drawn.dungeon, self.rules, &[])
        {
            let sealed = sealed_off(&views, reach).into_iter();
            // A fall, a teleport or a level of which nobody knows how it is made may lead there all the same.
            findings.extend(sealed.map(|found| found.severity(Severity::Warning)));
        }
    }
}

/// Vaults as the levels of a dungeon. Whatever leads anywhere else, or needs a key, is floor there: what is out of reach then
/// is so in every level.
fn as_levels(dungeon: &Dungeon, vaults: &[(&Vault, &LevelSourceMap)]) -> Resolved {
    let levels = vaults.iter().map(|(vault, _)| as_level(vault));
    let dungeon = Dungeon {
        title: String::new(),
        author: String::new(),
        about: String::new(),
        settings: dungeon.settings.clone(),
        seed: None,
        fog: Fog::default(),
        tempo: None,
        goals: dungeon.goals.clone(),
        losses: Vec::new(),
        locks: dungeon.locks.clone(),
        levels: levels.collect(),
        tiles: dungeon.tiles.iter().map(opened).collect(),
        kinds: dungeon.kinds.clone(),
        items: dungeon.items.clone(),
        pushes: dungeon.pushes.clone(),
        causes: Vec::new(),
        vaults: Vec::new(),
        drawn_from: None,
    };
    let places = SourceMap {
        levels: vaults.iter().map(|(_, places)| (*places).clone()).collect(),
        ..SourceMap::default()
    };
    Resolved {
        dungeon,
        places,
        tests: Vec::new(),
    }
}

/// Terrain with its locks open, and without what traps do.
fn opened(tile: &Tile) -> Tile {
    match tile.feature {
        Feature::Door(_) => Tile {
            footing: Footing::Anyone,
            feature: Feature::Plain,
            ..tile.clone()
        },
        Feature::Trap(_) => Tile {
            feature: Feature::Plain,
            ..tile.clone()
        },
        _ => tile.clone(),
    }
}

/// Vaults as levels in each of which a hero begins wherever one may come in.
fn entered(drawn: &Resolved, vaults: &[(&Vault, &LevelSourceMap)]) -> Resolved {
    let mut entered = drawn.clone();
    let Dungeon { levels, tiles, .. } = &mut entered.dungeon;
    for (level, (vault, _)) in levels.iter_mut().zip(vaults) {
        let is_floor = |tile: TileId| tiles[usize::from(tile.0)].footing <= Footing::Openers;
        let is_part = |p: Point| vault.tiles.get(p).flatten().is_some();
        let comes_in = |p: &Point| {
            let is_at_the_rim = || Direction::ALL.into_iter().any(|way| !is_part(*p + way));
            is_part(*p) && level.tiles.get(*p).is_some_and(is_floor) && is_at_the_rim()
        };
        let cells = level.tiles.size().points().filter(comes_in);
        let comers = cells.map(|at| Spawn {
            at,
            stats: StatsId(0),
            kind: builtin::HERO,
            own: None,
        });
        let comers: Vec<Spawn> = comers.collect();
        level.spawns.extend(comers);
    }
    entered
}

fn as_level(vault: &Vault) -> Level {
    let mut terrain = Grid::filled(vault.tiles.size(), builtin::ROCK);
    for (tile, part) in terrain.cells_mut().iter_mut().zip(vault.tiles.cells()) {
        *tile = part.unwrap_or(builtin::ROCK);
    }
    Level {
        name: vault.name.clone(),
        fog: Fog::default(),
        is_dark: false,
        tempo: None,
        tiles: terrain,
        generator: None,
        vaults: 0,
        entrance: None,
        items: vault.items.clone(),
        spawns: vault.spawns.clone(),
        stats: vault.stats.clone(),
        spreads: vault.spreads.clone(),
        scatters: Vec::new(),
        chance: vault.chance.clone(),
    }
}

/// Reports doors of a vault behind which no floor of it is, and a vault of which chance leaves no door.
fn doors(view: &LevelView<'_>, vault: &Vault, neighbours: Neighbours, findings: &mut Findings) {
    let tile = |p: Point| {
        let is_part = vault.tiles.get(p).flatten().is_some();
        view.level.tiles.get(p).filter(|_| is_part)
    };
    let leads_on = |p: Point| {
        tile(p).is_some_and(|tile| {
            let tile = view.dungeon.tile(tile);
            tile.footing <= Footing::Openers || matches!(tile.feature, Feature::Boulder(_))
        })
    };
    let entries: Vec<Point> = vault.entries_with(&view.level.tiles).collect();
    if entries.is_empty() && !vault.chance_doors.is_empty() {
        let message = format!(
            "expected a door of the vault {} in every game, by which one comes in, found none",
            in_quotes(&vault.name)
        );
        let finding = Diagnostic::new(Code::BadVault, view.places.head, message);
        findings.push(finding.help("draw one that is always there"));
    }
    for p in entries {
        let leads_in = neighbours.directions().iter().any(|way| leads_on(p + *way));
        if !leads_in {
            let message = format!(
                "expected floor behind each door of the vault {}, found none behind that at {p}",
                in_quotes(&vault.name)
            );
            let finding = Diagnostic::new(Code::BadVault, view.terrain(p), message);
            findings.push(finding.help("draw a `.` behind it, or a `#` in its place"));
        }
    }
}

/// Reports vaults that no level can take, but for those that another file declares, and levels that can take none.
pub fn idle(source: &Source, resolved: &Resolved, findings: &mut Findings) {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    for (vault, place) in dungeon.vaults.iter().zip(&places.vaults) {
        let mut levels = dungeon.levels.iter().enumerate();
        let is_taken = levels.any(|(nth, level)| {
            level.vaults > 0 && vault.is_of_depth(nth) && fits(vault, level.tiles.size())
        });
        let is_included = source.file(place.head.start) > 0;
        if !is_taken && !is_included && place.map == Integrity::Whole {
            findings.push(untaken(dungeon, vault, place));
        }
    }
    for (nth, (level, place)) in dungeon.levels.iter().zip(&places.levels).enumerate() {
        let mut vaults = dungeon.vaults.iter();
        let takes_one =
            vaults.any(|vault| vault.is_of_depth(nth) && fits(vault, level.tiles.size()));
        if level.vaults > 0 && !takes_one {
            let message = "expected a vault that fits into this level, found none";
            let finding = Diagnostic::new(Code::IdleVault, place.head, message);
            findings.push(finding.help(match dungeon.vaults.is_empty() {
                true => "write `vault \"name\"` before the first level, and its map, or leave `vaults=` out",
                false => "make the map larger, or say of a vault by `depth=` that it may be here",
            }));
        }
    }
}

/// What to say of a vault that no level can take.
fn untaken(dungeon: &Dungeon, vault: &Vault, place: &LevelSourceMap) -> Diagnostic {
    let name = in_quotes(&vault.name);
    if dungeon.levels.iter().all(|level| level.vaults == 0) {
        let message = format!("expected a level that takes the vault {name}, found none");
        let finding = Diagnostic::new(Code::IdleVault, place.head, message);
        return finding.help("write `vaults=yes` behind `map caves W H` or `map rooms W H`");
    }
    let message = format!("expected a level into which the vault {name} fits, found none");
    let size = extent(vault);
    let (first, last) = vault.depth;
    let finding = Diagnostic::new(Code::IdleVault, place.head, message);
    finding.help(format!(
        "it needs a map of at least {} by {} that takes vaults, as one of the levels {first} to {last}",
        size.width + ROOM,
        size.height + ROOM
    ))
}

/// Whether a vault has room on a map of this size.
fn fits(vault: &Vault, map: Size) -> bool {
    let size = extent(vault);
    let has_room =
        |width: i32, height: i32| width + ROOM <= map.width && height + ROOM <= map.height;
    has_room(size.width, size.height) || vault.turns && has_room(size.height, size.width)
}

fn extent(vault: &Vault) -> Size {
    let (from, to) = (vault.within.from, vault.within.to);
    Size::new(to.x - from.x + 1, to.y - from.y + 1)
}
