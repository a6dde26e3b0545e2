//! Vaults: whether one comes in by each of their doors and to everything inside, and whether any level can take them.
use super::adjacency::near_misses;
use super::hero_reach::HeroReach;
use super::idle_things::{routeless_patrols, wordless_signs};
use super::level_view::LevelView;
use super::reach_rules::{LevelOrder, ReachRules};
use super::reachability::sealed_off;
use crate::dungeon::{
    Dungeon, Feature, Fog, Footing, Level, Rim, Spawn, StatsId, Tile, TileId, Vault, builtin,
};
use crate::format::characters::in_quotes;
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::format::keys::VAULTS;
use crate::format::resolve::{LevelSourceMap, Resolved, SourceMap};
use crate::format::source::{Source, Span};
use crate::format::syntax::Integrity;
use crate::space::geometry::{Direction, Neighbours, Point, Size};
use crate::space::grid::Grid;

/// How many vaults are judged together, as levels of one dungeon: fewer than there are numbers of levels.
const TOGETHER: usize = 200;

/// Cells by which a map must be larger than a vault, across and down: its outermost ring, and one to go round the vault.
const ROOM: i32 = 4;

/// Judges what is drawn in vaults, each at its places in its own map.
pub fn inside(source: &Source, resolved: &Resolved, findings: &mut Findings) {
    let Resolved { dungeon, places } = resolved;
    let rules = ReachRules {
        rim: Rim::Open,
        levels: LevelOrder::InTurn,
        us: "the doors of the vault",
        ..ReachRules::for_game(resolved)
    };
    let chunks = dungeon.vaults.chunks(TOGETHER);
    for (vaults, places) in chunks.zip(places.vaults.chunks(TOGETHER)) {
        let drawn = as_levels(dungeon, vaults, places);
        let views = LevelView::all(source, &drawn);
        for (vault, view) in vaults.iter().zip(&views) {
            near_misses(view, findings);
            routeless_patrols(view, findings);
            wordless_signs(view, findings);
            blind_doors(view, vault, rules.neighbours, findings);
        }
        // A vault of which a part could not be read may have ways there.
        if !views.iter().all(LevelView::is_whole) {
            continue;
        }
        if let Some(reach) = HeroReach::new(&drawn.dungeon, rules, &[]) {
            let sealed = sealed_off(&views, reach).into_iter();
            // A fall, a teleport or a level of which nobody knows how it is made may lead there all the same.
            findings.extend(sealed.map(|found| found.severity(Severity::Warning)));
        }
    }
}

/// Vaults as the levels of a dungeon, of which the hero begins wherever one may come in. Whatever leads anywhere else, or
/// needs a key, is floor there: what is out of reach then is so in every level.
fn as_levels(dungeon: &Dungeon, vaults: &[Vault], places: &[LevelSourceMap]) -> Resolved {
    let tiles: Vec<Tile> = dungeon.tiles.iter().map(opened).collect();
    let levels = vaults.iter().map(|vault| as_level(&tiles, vault));
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
        tiles,
        kinds: dungeon.kinds.clone(),
        items: dungeon.items.clone(),
        pushes: dungeon.pushes.clone(),
        causes: Vec::new(),
        vaults: Vec::new(),
        drawn_from: None,
    };
    let places = SourceMap {
        levels: places.to_vec(),
        ..SourceMap::default()
    };
    Resolved { dungeon, places }
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

fn as_level(tiles: &[Tile], vault: &Vault) -> Level {
    let size = vault.tiles.size();
    let mut terrain = Grid::filled(size, builtin::ROCK);
    for (tile, part) in terrain.cells_mut().iter_mut().zip(vault.tiles.cells()) {
        *tile = part.unwrap_or(builtin::ROCK);
    }
    let is_floor = |tile: TileId| tiles[usize::from(tile.0)].footing <= Footing::Openers;
    let is_outside = |p: Point| vault.tiles.get(p).flatten().is_none();
    let comes_in = |p: &Point| {
        let is_at_the_rim = || Direction::ALL.into_iter().any(|way| is_outside(*p + way));
        vault.tiles.get(*p).flatten().is_some_and(is_floor) && is_at_the_rim()
    };
    let comers = size.points().filter(comes_in).map(|at| Spawn {
        at,
        stats: StatsId(0),
        kind: builtin::HERO,
        own: None,
    });
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
        spawns: vault.spawns.iter().cloned().chain(comers).collect(),
        stats: vault.stats.clone(),
        spreads: vault.spreads.clone(),
        scatters: Vec::new(),
        chance: None,
    }
}

/// Reports doors of a vault behind which no floor of it is.
fn blind_doors(
    view: &LevelView<'_>,
    vault: &Vault,
    neighbours: Neighbours,
    findings: &mut Findings,
) {
    let leads_on = |p: Point| {
        let tile = vault.tiles.get(p).flatten();
        tile.is_some_and(|tile| {
            let tile = view.dungeon.tile(tile);
            tile.footing <= Footing::Openers || matches!(tile.feature, Feature::Boulder(_))
        })
    };
    for (p, _) in &vault.entries {
        let leads_in = neighbours
            .directions()
            .iter()
            .any(|way| leads_on(*p + *way));
        if !leads_in {
            let message = format!(
                "expected floor behind each door of the vault {}, found none behind that at {p}",
                in_quotes(&vault.name)
            );
            let finding = Diagnostic::new(Code::BadVault, view.terrain(*p), message);
            findings.push(finding.help("draw a `.` behind it, or a `#` in its place"));
        }
    }
}

/// Reports vaults that no level can take, but for those that another file declares, and levels that can take none.
pub fn idle(source: &Source, resolved: &Resolved, findings: &mut Findings) {
    let Resolved { dungeon, places } = resolved;
    for (vault, place) in dungeon.vaults.iter().zip(&places.vaults) {
        let mut levels = dungeon.levels.iter().enumerate();
        let is_taken = levels.any(|(nth, level)| {
            level.vaults > 0 && vault.is_of_depth(nth) && fits(vault, level.tiles.size())
        });
        let is_included = source.file(place.head.start) > 0;
        if !is_taken && !is_included && place.map == Integrity::Whole {
            findings.push(untaken(source, dungeon, vault, place));
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
fn untaken(
    source: &Source,
    dungeon: &Dungeon,
    vault: &Vault,
    place: &LevelSourceMap,
) -> Diagnostic {
    let name = in_quotes(&vault.name);
    if dungeon.levels.iter().all(|level| level.vaults == 0) {
        let message = format!("expected a level that takes the vault {name}, found none");
        let finding = Diagnostic::new(Code::IdleVault, place.head, message);
        let edit = only_size(source).map(|size| (size, " vaults=yes".to_string()));
        let help = "write `vaults=yes` behind `map caves W H` or `map rooms W H`";
        return finding.help(help).fix_if(edit);
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

/// The place behind the size of the only map that the seed makes and that says nothing of vaults; none where there are
/// several or none.
fn only_size(source: &Source) -> Option<Span> {
    let lines = 1..=source.line_of(source.text.len() as u32);
    let mut made = lines.filter_map(|line| {
        let line = source.line_span(line);
        let words: Vec<Span> = source.words(line).take(4).collect();
        let said: Vec<&str> = words.iter().map(|word| source.slice(*word)).collect();
        let is_made = matches!(said.as_slice(), ["map", "caves" | "rooms", _, _]);
        let is_silent = !source.slice(line).contains(VAULTS.word);
        (is_made && is_silent).then(|| Span {
            start: words[3].end,
            ..words[3]
        })
    });
    made.next().filter(|_| made.next().is_none())
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
