//! Checks whether a file contains a target for each goal and loss, whatever chance decides. A goal without a target is
//! met at once, or never.
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::boulders::is_floor;
use crate::characters::quoted;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::goal_records::{first_of, lacking};
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::Span;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    CauseEffect, CauseRecord, Dungeon, Feature, Goal, ItemId, KindId, Level, LevelId, MarkedThing,
    Overlap, Scatter, ScatteredThing, Side, Tile, TileId, Vault, tables_mut,
};
use dungeon_model::space::geometry::Point;

/// The help text of the finding about a target that marks may place, but not in every game.
pub const LEFT_TO_CHANCE: &str =
    "draw one that is in every game: chance can leave out the things of marks";

/// Makes the goals of `take=NAME` want what such items come from (G-2): the monsters that may drop one, and the causes
/// that give one.
pub fn want_sources(cx: &Context<'_>, dungeon: &mut Dungeon) {
    if !cx.goals.names_items() {
        return;
    }
    let is_named = |item: ItemId| dungeon.item(item).collectable;
    let mut bearers = kinds_to_come(dungeon);
    bearers.retain(|kind| {
        let kind = dungeon.kind(*kind);
        kind.side == Side::Theirs && kind.drops.all().any(is_named)
    });
    let gives = |effect: &CauseEffect| matches!(effect, CauseEffect::Give(item) if item.all().any(is_named));
    let causes = dungeon.numbered_causes();
    let givers = causes.filter(|(_, cause)| cause.effects.iter().any(gives));
    let givers: Vec<usize> = givers.map(|(cause, _)| usize::from(cause.0)).collect();
    let tables = tables_mut(dungeon);
    for kind in &bearers {
        Arc::make_mut(&mut tables.kinds)[usize::from(kind.0)].is_wanted = true;
    }
    for cause in givers {
        Arc::make_mut(&mut tables.causes)[cause].is_wanted = true;
    }
    if !bearers.is_empty() && !tables.goals.contains(&Goal::Kill) {
        tables.goals.push(Goal::Kill);
        tables.goals.sort_unstable();
    }
}

/// Reports goals with unknown names, and goals and losses without a target in the file. A target that a broken record
/// may have placed does not count as missing. `head` is the place of the first level.
pub fn check_goals(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    dungeon: &Dungeon,
    unknowns: Unknowns,
    head: Option<Span>,
) {
    let wanted = check_kill(cx, glyphs, dungeon);
    let uncovered = check_cover(cx, glyphs, dungeon);
    let may_come = WantedByChance::of(dungeon);
    let takes = cx.goals.takes() && !cx.has_left_out();
    let missing = [
        (
            Code::NothingToCollect,
            head.filter(|_| {
                takes && !unknowns.items && !unknowns.enemies && !has_thing_to_take(dungeon)
            }),
            "expected something to take, found nothing",
            may_come.thing,
            "draw an item to take, or remove `take=`",
        ),
        (
            Code::NoGoal,
            wanted.filter(|_| !unknowns.enemies && !has_wanted(dungeon)),
            "expected a monster to kill, found none",
            may_come.wanted,
            "draw one, or remove the goal",
        ),
        (
            Code::NoGoal,
            uncovered.filter(|_| !unknowns.terrain && !has_tile(dungeon, |tile| tile.is_target)),
            "expected a cell to cover, found none",
            may_come.target,
            "draw one, or remove the goal",
        ),
        (
            Code::NoGoal,
            cx.goals.leave.filter(|_| {
                let is_exit = |tile: &Tile| matches!(tile.feature, Feature::Exit(_));
                !unknowns.terrain && !has_tile(dungeon, is_exit)
            }),
            "expected a way out, found none",
            may_come.exit,
            "draw a `>` on the last level, or a `<` on the first",
        ),
        (
            Code::NoGoal,
            cx.goals
                .without
                .map(|glyph| glyph.span)
                .filter(|_| !unknowns.items && !unknowns.enemies && !has_vital(dungeon)),
            "expected the thing of `without=` in the dungeon, found none: the game would be lost at once",
            may_come.vital,
            "draw one, or remove the line",
        ),
    ];
    for (code, place, message, may_come, help) in missing {
        if let Some(place) = place {
            let help = if may_come { LEFT_TO_CHANCE } else { help };
            cx.report(Diagnostic::new(code, place, message).help(help));
        }
    }
    check_boulders(cx, dungeon);
    check_exits(cx, dungeon);
}

/// The targets of goals that marks may place by chance, but not in every game.
struct WantedByChance {
    thing: bool,
    wanted: bool,
    target: bool,
    exit: bool,
    vital: bool,
}

impl WantedByChance {
    fn of(dungeon: &Dungeon) -> WantedByChance {
        let chances = dungeon.levels.iter().flat_map(|level| &level.chance);
        let tiles = chances.clone().flat_map(|chance| chance.tiles());
        let tiles: Vec<&Tile> = tiles.map(|tile| dungeon.tile(tile)).collect();
        let (items, kinds): (Vec<_>, Vec<_>) = chances.map(|chance| chance.perhaps()).unzip();
        let kinds = dungeon.with_brood(kinds.concat());
        let kinds = || kinds.iter().map(|kind| dungeon.kind(*kind));
        let dropped = kinds().flat_map(|kind| kind.drops.all());
        let items: Vec<ItemId> = items.concat().into_iter().chain(dropped).collect();
        let items = || items.iter().map(|item| dungeon.item(*item));
        WantedByChance {
            thing: items().any(|item| item.collectable),
            wanted: kinds().any(|kind| kind.is_wanted),
            target: tiles.iter().any(|tile| tile.is_target),
            exit: tiles
                .iter()
                .any(|tile| matches!(tile.feature, Feature::Exit(_))),
            vital: items().any(|item| item.is_vital) || kinds().any(|kind| kind.is_vital),
        }
    }
}

fn missing_goal(cx: &mut Context<'_>, place: Span, message: &str, help: &str) {
    cx.report(Diagnostic::new(Code::NoGoal, place, message).help(help));
}

/// Returns the kinds of all bodies that are drawn on a level, drawn in a vault or scattered; a kind may repeat.
fn kinds_there(dungeon: &Dungeon) -> impl Iterator<Item = KindId> {
    let in_vaults = dungeon.taken_vaults().flat_map(Vault::all_kinds);
    let on_levels = dungeon.levels.iter().flat_map(|level| {
        let drawn = level.spawns.iter().map(|spawn| spawn.kind);
        let scatters = level.used_scatters();
        drawn.chain(scatters.filter_map(|(_, scatter)| scatter.what.thing().body()))
    });
    in_vaults.chain(on_levels)
}

/// Returns the kinds of the bodies that are spawned by causes (C-1).
fn kinds_caused(dungeon: &Dungeon) -> impl Iterator<Item = KindId> {
    let effects = dungeon.causes.iter().flat_map(|cause| &cause.effects);
    let brought = effects.filter_map(|effect| match effect {
        CauseEffect::Spawn { kind, .. } => Some(kind.all()),
        _ => None,
    });
    brought.flatten()
}

/// Returns the kinds of all bodies that may appear on some level.
fn kinds_to_come(dungeon: &Dungeon) -> BTreeSet<KindId> {
    let levels = dungeon.numbered_levels();
    levels
        .flat_map(|(level, _)| dungeon.may_come(level).kinds)
        .collect()
}

/// Whether a monster to kill is drawn, scattered or spawned, or placed by a mark in every game (G-2).
fn has_wanted(dungeon: &Dungeon) -> bool {
    let bears_wanted = |kinds: Vec<KindId>| {
        let kinds = dungeon.with_brood(kinds);
        kinds.iter().any(|kind| dungeon.kind(*kind).is_wanted)
    };
    let is_marked = |thing: &MarkedThing| matches!(thing, MarkedThing::Body(spawn) if bears_wanted(vec![spawn.kind]));
    let mut chances = dungeon.levels.iter().flat_map(|level| &level.chance);
    bears_wanted(kinds_there(dungeon).chain(kinds_caused(dungeon)).collect())
        || chances.any(|chance| chance.always_puts(is_marked))
}

/// Whether an item to take is drawn, scattered, dropped by a monster that must be killed for it, given by a cause, or
/// placed by a mark in every game (G-2).
fn has_thing_to_take(dungeon: &Dungeon) -> bool {
    let bears_one = |kind: KindId| {
        let kind = dungeon.kind(kind);
        kind.is_wanted && kind.drops.all().any(|item| dungeon.item(item).collectable)
    };
    let is_one = |thing: Thing| match thing {
        Thing::Body(kind) => bears_one(kind),
        thing => dungeon.is_about(Goal::Take, thing),
    };
    dungeon.causes.iter().any(|cause| cause.is_wanted) || has(dungeon, is_one)
}

/// Whether a thing that `is_meant` accepts is drawn, scattered, placed by a mark in every game, or part of a vault that
/// may be built.
fn has(dungeon: &Dungeon, is_meant: impl Fn(Thing) -> bool) -> bool {
    let is_stored = |vault: &Vault| vault.all_things().any(&is_meant);
    let is_on = |level: &Level| {
        let mut scattered = level.used_scatters().map(|(_, one)| one.what.thing());
        level.things().any(|(_, thing)| is_meant(thing)) || scattered.any(&is_meant)
    };
    let is_marked = |thing: &MarkedThing| is_meant(thing.thing());
    let mut chances = dungeon.levels.iter().flat_map(|level| &level.chance);
    dungeon.taken_vaults().any(is_stored)
        || dungeon.levels.iter().any(is_on)
        || chances.any(|chance| chance.always_puts(is_marked))
}

/// Whether `has` is true for a tile that `is_meant` accepts.
fn has_tile(dungeon: &Dungeon, is_meant: impl Fn(&Tile) -> bool) -> bool {
    has(
        dungeon,
        |thing| matches!(thing, Thing::Tile(tile) if is_meant(dungeon.tile(tile))),
    )
}

/// Reports names and glyphs of `kill=` that no monster has. Returns the place of the first `kill=`; `None` without one,
/// or after a report.
fn check_kill(cx: &mut Context<'_>, glyphs: &GlyphTable, dungeon: &Dungeon) -> Option<Span> {
    let is_monster =
        |thing| matches!(thing, Thing::Body(kind) if dungeon.kind(kind).side == Side::Theirs);
    let unmatched = lacking(&cx.goals.targets);
    let is_lacking = !unmatched.is_empty();
    for (said, span) in unmatched {
        let kinds = kinds_to_come(dungeon).into_iter();
        let names = kinds.map(|kind| &dungeon.kind(kind).name);
        let meant = glyphs.meant_by(cx.game, &said, is_monster, names);
        let finding = no_such_monster(&said, span, meant);
        cx.report(match said.as_str() {
            "yes" => finding
                .help("write `kill=all` for every monster")
                .fix(span, "all"),
            _ => finding,
        });
    }
    cx.goals.kill_place().filter(|_| !is_lacking)
}

/// Makes the finding about a name or a glyph that no monster has.
pub fn no_such_monster(said: &str, span: Span, meant: Option<String>) -> Diagnostic {
    let found = quoted(said);
    let message = format!("expected the glyph of a kind or a mark, or a name, found {found}");
    let finding = Diagnostic::new(Code::BadValue, span, message);
    let help = "nothing here has that name: draw such a monster, or use another name";
    finding.did_you_mean_or(span, meant, help)
}

/// Reports glyphs of `cover=` that are not floor. Returns the place of the first `cover=`; `None` without one, or after
/// a report.
fn check_cover(cx: &mut Context<'_>, glyphs: &GlyphTable, dungeon: &Dungeon) -> Option<Span> {
    let is_floor = |thing| matches!(thing, Thing::Tile(tile) if is_floor(dungeon.tile(tile)));
    let unmatched = lacking(&cx.goals.covered);
    let is_lacking = !unmatched.is_empty();
    for (said, span) in unmatched {
        let found = quoted(&said.to_string());
        let message = format!("expected the glyph of a declared tile or a mark, found {found}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        let meant = glyphs.meant(cx.game, said, is_floor);
        let help = "declare it before the first level: `tile T \"target\"`";
        cx.report(finding.perhaps_meant(span, meant, help.to_string()));
    }
    let first = first_of(&cx.goals.covered);
    let is_said_otherwise = |span: &Span| cx.is_reported(Code::BadValue, *span);
    first.filter(|span| !is_lacking && !is_said_otherwise(span))
}

/// Reports levels that can never have as many boulders as cells that must be covered (G-2). Boulders cannot move
/// between levels. Skips files with errors, since a wrong record may be the missing boulder, and files where a cause
/// wins.
fn check_boulders(cx: &mut Context<'_>, dungeon: &Dungeon) {
    let Some(first) = first_of(&cx.goals.covered).filter(|_| !cx.findings.has_errors()) else {
        return;
    };
    let mut causes = dungeon.causes.iter();
    if causes.any(|cause| cause.effects.contains(&CauseEffect::Win)) {
        return;
    }
    for (id, level) in dungeon.numbered_levels() {
        let Some(boulders) = most_boulders(dungeon, id, level) else {
            continue;
        };
        let targets = fewest_targets(dungeon, id, level);
        if boulders < targets {
            let place = match dungeon.levels.len() {
                1 => String::new(),
                _ => format!(" on level {}", u32::from(id.0) + 1),
            };
            let message = format!(
                "expected one boulder per cell to cover{place} ({targets}), found {boulders}"
            );
            let help = "draw more boulders, or remove cells to cover";
            missing_goal(cx, first, &message, help);
        }
    }
}

/// Warns of a battle with fewer ways out than units, each of which must stand on one (K-15). Skips files where chance or
/// a cause may add one.
fn check_exits(cx: &mut Context<'_>, dungeon: &Dungeon) {
    let Some(place) = cx.goals.leave.filter(|_| cx.game.heroes.is_several()) else {
        return;
    };
    let is_exit = |tile: &TileId| matches!(dungeon.tile(*tile).feature, Feature::Exit(_));
    let mut made = dungeon.causes.iter().flat_map(CauseRecord::made_tiles);
    let (mut exits, mut units) = (0_usize, 0_usize);
    for level in dungeon.levels.iter() {
        let things = || {
            level
                .used_scatters()
                .map(|(_, one)| (one, one.what.thing()))
        };
        let scattered = things().filter(|(_, thing)| thing.tile().is_some_and(|it| is_exit(&it)));
        let by_chance = chance_cells(level).filter(|(_, tiles)| tiles.iter().any(is_exit));
        let drawn = level.tiles.cells().iter().filter(|tile| is_exit(tile));
        exits = scattered.map(|(one, _)| one.most()).fold(
            exits.saturating_add(drawn.count() + by_chance.count()),
            usize::saturating_add,
        );
        let ours = level.spawns.iter();
        let ours = ours.filter(|spawn| dungeon.kind(spawn.kind).side == Side::Ours);
        let thrown = things().filter(|(_, thing)| dungeon.is_ours(*thing));
        let thrown = thrown.map(|(one, _)| one.most());
        units = thrown.fold(units.saturating_add(ours.count()), usize::saturating_add);
    }
    if exits == 0 || exits >= units || made.any(|(_, into)| is_exit(&into)) {
        return;
    }
    let message = format!("expected a way out for each unit ({units}), found {exits}");
    let finding = Diagnostic::new(Code::NoGoal, place, message).severity(Severity::Warning);
    cx.report(finding.help("draw another `>` or `<` per unit: each unit must stand on one"));
}

fn is_boulder(dungeon: &Dungeon, tile: TileId) -> bool {
    matches!(dungeon.tile(tile).feature, Feature::Boulder(_))
}

/// Returns how many cells of a level boulders must cover at least (G-2): the drawn ones that neither chance nor a cause
/// changes. 0 if a scatter of terrain may replace them.
fn fewest_targets(dungeon: &Dungeon, id: LevelId, level: &Level) -> usize {
    let replaces = |scatter: &Scatter| {
        matches!(scatter.what, ScatteredThing::Tile(_)) && scatter.overlap == Overlap::Replace
    };
    if level.scatters.iter().any(replaces) {
        return 0;
    }
    let cells = level.tiles.size().points().zip(level.tiles.cells());
    let targets = cells.filter(|(_, tile)| dungeon.tile(**tile).is_target);
    let chance: HashSet<Point> = chance_cells(level).map(|(p, _)| p).collect();
    let shifting = dungeon.shifting_cells();
    let stays = |p: Point| !chance.contains(&p) && !shifting.contains(&(id, p));
    targets.filter(|(p, _)| stays(*p)).count()
}

/// Returns the maximum number of boulders that a level can ever have. `None` if there is no limit, since a monster
/// leaves boulders behind or a repeated cause makes them.
fn most_boulders(dungeon: &Dungeon, id: LevelId, level: &Level) -> Option<usize> {
    let is_boulder = |tile: TileId| is_boulder(dungeon, tile);
    let leaves_boulders = |kind: KindId| dungeon.kind(kind).trail.is_some_and(is_boulder);
    if kinds_to_come(dungeon).into_iter().any(leaves_boulders) {
        return None;
    }
    let drawn = level.tiles.cells().iter().filter(|tile| is_boulder(**tile));
    let by_chance = chance_cells(level).filter(|(_, tiles)| tiles.iter().copied().any(is_boulder));
    let scatters = level.scatters.iter();
    let scatters = scatters.filter(|one| one.what.thing().tile().is_some_and(is_boulder));
    let scattered = scatters.map(Scatter::most);
    let in_vaults = dungeon.vaults_for(id).map(|(_, vault)| {
        let cells = vault.tiles.cells().iter().flatten();
        let cells = cells.filter(|tile| is_boulder(**tile)).count();
        let is_by_chance = vault
            .chance
            .iter()
            .flat_map(|chance| chance.tiles())
            .any(is_boulder);
        let cells_by_chance = vault.chance.as_ref().map_or(0, |chance| chance.cells.len());
        cells + if is_by_chance { cells_by_chance } else { 0 }
    });
    let causes = dungeon
        .causes
        .iter()
        .filter(|cause| cause.level == Some(id));
    let effects = causes.flat_map(|cause| cause.effects.iter().map(|effect| (cause.again, effect)));
    let caused = effects.map(|(again, effect)| match effect {
        CauseEffect::Tile { cells, into } if is_boulder(*into) => (!again).then_some(cells.len()),
        _ => Some(0),
    });
    let caused = caused.collect::<Option<Vec<usize>>>()?;
    let others = scattered.chain(in_vaults).chain(caused);
    Some(others.fold(drawn.count() + by_chance.count(), usize::saturating_add))
}

/// Returns the cells of a level that chance decides, each with all terrain that may appear there.
fn chance_cells(level: &Level) -> impl Iterator<Item = (Point, Vec<TileId>)> {
    level.chance.iter().flat_map(|chance| {
        let cells = chance.cells.iter();
        cells.map(|cell| (cell.at, chance.tiles_at(cell).collect()))
    })
}

/// Whether a thing whose loss ends the game may appear: a vital item, on a level or as the drop of a body, or a vital
/// ally.
fn has_vital(dungeon: &Dungeon) -> bool {
    let is_vital = |item: ItemId| dungeon.item(item).is_vital;
    has(dungeon, |thing| match thing {
        Thing::Item(item) => is_vital(item),
        Thing::Body(kind) => {
            let kind = dungeon.kind(kind);
            kind.is_vital || kind.drops.all().any(is_vital)
        }
        Thing::Tile(_) | Thing::Feature(_) => false,
    })
}
