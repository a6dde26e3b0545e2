//! The lines `goal` and `lose`: what wins and what loses (docs/format, "Goals").
use std::collections::{BTreeSet, HashSet};

use crate::dungeon::game_profile::Thing;
use crate::dungeon::{
    CauseEffect, Dungeon, Feature, ItemId, ItemKind, Kind, KindId, Level, LevelId, MarkedThing,
    Overlap, Scatter, ScatteredThing, Side, Tile, TileId, Vault,
};
use crate::format::characters::quoted;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::keys::{COVER, KILL, KeySpec, LEAVE, NOTHING, SURVIVE, TAKE, TURNS, WITHOUT};
use crate::format::resolve::records::classes::as_item;
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::Fields;
use crate::format::resolve::schema::glyphs::GlyphTable;
use crate::format::resolve::schema::goal_records::{GoalRecords, NamedGoal, first_of, lacking};
use crate::format::resolve::schema::source_map::Declaration;
use crate::format::source::{Span, Spanned};
use crate::format::syntax::{Integrity, KeyValue, Record};
use crate::space::geometry::Point;

/// The mend where chance may put there what is missing, and may not.
pub const LEFT_TO_CHANCE: &str =
    "marks may put it there, and chance may leave it out: draw one that is there in every game";

/// Reads a line `goal …`; a game with an end of its own takes none.
pub fn read_goal(cx: &mut ResolveContext<'_>, record: &Record) {
    if let Some(why) = cx.game.own_goal {
        let message = format!(
            "expected no goals in a file of {}, found some",
            cx.game.word
        );
        let finding = Diagnostic::new(Code::UnknownRecord, record.span, message);
        cx.report(finding.help(format!("{why}: leave the line out")));
        return;
    }
    let mut fields = Fields::new(cx.source, record);
    let take = fields.name_of(cx, &TAKE);
    let kill = fields.name_of(cx, &KILL);
    let cover = match cx.game.pushes {
        true => fields.glyph_of(cx, &COVER),
        false => None,
    };
    let survive = fields.whole(cx, &SURVIVE);
    let leave = fields.yes(cx, &LEAVE).filter(|leave| leave.value);
    let never = fields.yes(cx, &NOTHING).filter(|never| never.value);
    fields.finish(cx, "the goal");
    if names_nothing(cx, record, &[&TAKE, &LEAVE, &NOTHING]) {
        let message = "expected what wins behind `goal`, found nothing";
        let finding = Diagnostic::new(Code::BadValue, record.span, message);
        cx.report(finding.help("it reads, for example, `goal kill=D leave=yes`"));
        return;
    }
    let named = record
        .keys
        .iter()
        .find(|pair| cx.text(pair.key) != NOTHING.word && cx.text(pair.value.span) != "no");
    let another = named.map(|pair| pair.key.to(pair.value.span));
    let goals = &mut cx.goals;
    goals.never = goals.never.or(never.map(|never| never.span));
    goals.another = goals.another.or(another);
    goals.first.get_or_insert(record.span);
    match take {
        Some(said) if said.value == "yes" => goals.takes_all = true,
        Some(said) if said.value != "no" => {
            let named = goals.things.entry(said.value);
            named.or_insert(NamedGoal::said(said.span));
        }
        Some(_) | None => {}
    }
    goals.leave = leave.map(|leave| leave.span).or(goals.leave);
    if let Some(said) = cover {
        let named = goals.covered.entry(said.value);
        named.or_insert(NamedGoal::said(said.span));
    }
    if let Some(said) = kill {
        let named = goals.targets.entry(said.value);
        named.or_insert(NamedGoal::said(said.span));
    }
    once(cx, &SURVIVE, |goals| &mut goals.survive, survive);
}

/// Reports what wins, a goal or a line `when`, in a file where nothing is to win.
pub fn check_never(cx: &mut ResolveContext<'_>, winning_cause: Option<Span>) {
    let (Some(never), Some(wins)) = (cx.goals.never, cx.goals.another.or(winning_cause)) else {
        return;
    };
    let message = "expected nothing that wins in a file with `goal none=yes`, found something";
    let finding = Diagnostic::new(Code::BadValue, wins, message);
    let finding = finding.label(never, "nothing wins, as is said here");
    cx.report(finding.help("leave one of the two out"));
}

/// Whether a record could be read and names nothing: it is bare, or says `no` to each key, of those that can.
fn names_nothing(cx: &ResolveContext<'_>, record: &Record, deniable: &[&KeySpec]) -> bool {
    let is_denied = |pair: &KeyValue| {
        let mut keys = deniable.iter();
        keys.any(|key| key.word == cx.text(pair.key)) && cx.text(pair.value.span) == "no"
    };
    let is_bare = record.numbers.is_empty() && record.text.is_none();
    record.integrity == Integrity::Whole && is_bare && record.keys.iter().all(is_denied)
}

/// Keeps what a key says that counts once in a file; said again it is reported.
fn once<T: Copy>(
    cx: &mut ResolveContext<'_>,
    key: &KeySpec,
    place: impl Fn(&mut GoalRecords) -> &mut Option<Spanned<T>>,
    said: Option<Spanned<T>>,
) {
    let place = place(&mut cx.goals);
    match (*place, said) {
        (_, None) => {}
        (None, said) => *place = said,
        (Some(first), Some(again)) => {
            let message = format!("expected `{}=` once in a file, found it again", key.word);
            let finding = Diagnostic::new(Code::DuplicateKey, again.span, message)
                .label(first.span, "first given here");
            cx.report(finding.help("keep the one that you mean"));
        }
    }
}

/// Reads a line `lose …`.
pub fn read_loss(cx: &mut ResolveContext<'_>, record: &Record) {
    let mut fields = Fields::new(cx.source, record);
    let turns = fields.whole(cx, &TURNS);
    let without = fields.glyph_of(cx, &WITHOUT);
    fields.finish(cx, "what loses");
    if names_nothing(cx, record, &[]) {
        let message = "expected what loses behind `lose`, found nothing";
        let finding = Diagnostic::new(Code::BadValue, record.span, message);
        cx.report(finding.help("it reads, for example, `lose turns=300`"));
    }
    once(cx, &TURNS, |goals| &mut goals.turns, turns);
    once(cx, &WITHOUT, |goals| &mut goals.without, without);
}

/// Once the lines are read, and before anything is declared: what the game brings need not be taken where no goal says
/// so.
pub fn settle_builtin_items(cx: &mut ResolveContext<'_>) {
    if !cx.goals.is_said() {
        return;
    }
    let is_taken = cx.goals.takes_all;
    for number in 1..cx.tables.items.rows.len() as u16 {
        let item = cx.tables.item(ItemId(number)).clone();
        let collectable = is_taken && item.opens.is_none();
        cx.tables.items.replace(
            number,
            ItemKind {
                collectable,
                ..item
            },
        );
    }
}

/// Once all is declared: the kinds that are wanted by their glyphs, the items that are to be taken, and the item that is
/// vital.
pub fn link_goals(cx: &mut ResolveContext<'_>, glyphs: &GlyphTable, declared: &mut [Declaration]) {
    for (said, span) in lacking(&cx.goals.targets) {
        let Some(glyph) = only_character(&said) else {
            continue;
        };
        let members = glyphs.members(glyph, declared);
        for thing in glyphs.use_thing(glyph, declared).into_iter().chain(members) {
            if let Thing::Body(kind) = thing {
                want(cx, kind, &said, span);
            }
        }
    }
    link_things(cx, glyphs, declared);
    if let Some(glyph) = cx.goals.without {
        let members = glyphs.members(glyph.value, declared);
        let thing = glyphs.use_thing(glyph.value, declared);
        let items: Vec<ItemId> = { thing.into_iter().chain(members) }
            .filter_map(as_item)
            .collect();
        match items.as_slice() {
            [_, ..] => items.into_iter().for_each(|item| make_vital(cx, item)),
            _ if glyphs.doubtful.contains(&glyph.value) => {}
            _ => {
                cx.goals.without = None;
                let found = glyphs.found(glyph.value);
                let message = format!("expected the glyph of an item, found {found}");
                let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
                cx.report(finding.help("declare it before the first level: `item k \"relic\"`"));
            }
        }
    }
}

/// The items that are to be taken by their glyphs or names, a key among them; what is none is reported.
fn link_things(cx: &mut ResolveContext<'_>, glyphs: &GlyphTable, declared: &mut [Declaration]) {
    for (said, span) in lacking(&cx.goals.things) {
        let glyph = only_character(&said);
        let things = glyph.into_iter().flat_map(|glyph| {
            let members = glyphs.members(glyph, declared);
            glyphs.use_thing(glyph, declared).into_iter().chain(members)
        });
        let mut items: Vec<ItemId> = things.filter_map(as_item).collect();
        // A lone character is a name only where it is no glyph of an item.
        if items.is_empty() {
            let numbers = (1..cx.tables.items.rows.len() as u16).map(ItemId);
            items.extend(numbers.filter(|item| cx.tables.item(*item).name == said));
        }
        if items.is_empty() && glyph.is_none_or(|glyph| !glyphs.doubtful.contains(&glyph)) {
            let found = glyph.map_or_else(|| quoted(&said), |glyph| glyphs.found(glyph));
            let message = format!("expected the glyph or the name of an item, found {found}");
            let finding = Diagnostic::new(Code::BadValue, span, message);
            let help = "declare it before the first level, such as `item k \"relic\"`; `take=yes` means everything";
            cx.report(finding.help(help));
            // One mistake, one message.
            cx.goals.things.remove(&said);
        }
        for item in items {
            let own = ItemKind {
                collectable: true,
                ..cx.tables.item(item).clone()
            };
            cx.tables.items.replace(item.0, own);
        }
    }
}

fn make_vital(cx: &mut ResolveContext<'_>, item: ItemId) {
    let own = cx.tables.item(item).clone();
    let own = ItemKind {
        is_vital: true,
        ..own
    };
    cx.tables.items.replace(item.0, own);
}

/// Once all levels are read: a kind is wanted that is called as a goal says, and none for the name of another that it was
/// made of. A lone character is a name only where it is no glyph.
pub fn want_by_names(cx: &mut ResolveContext<'_>) {
    let said = cx.goals.targets.iter();
    let names = said.filter(|(said, named)| only_character(said).is_none() || !named.is_found);
    let names: HashSet<String> = names.map(|(said, _)| said.clone()).collect();
    for number in 0..cx.tables.kinds.rows.len() as u16 {
        let kind = cx.tables.kind(KindId(number));
        if kind.side == Side::Theirs && names.contains(&kind.name) {
            let name = kind.name.clone();
            cx.goals.wants(&name);
            mark_wanted(cx, KindId(number));
        }
    }
}

/// Makes a kind wanted that a glyph names, unless it is the hero's.
fn want(cx: &mut ResolveContext<'_>, kind: KindId, said: &str, span: Span) {
    cx.goals.wants(said);
    if cx.tables.kind(kind).side == Side::Ours {
        let message = "expected a monster to kill, found the hero";
        let finding = Diagnostic::new(Code::BadValue, span, message);
        cx.report(finding.help("name the glyph of a kind or of a mark, or a name in quotes"));
        return;
    }
    mark_wanted(cx, kind);
}

fn mark_wanted(cx: &mut ResolveContext<'_>, kind: KindId) {
    let own = cx.tables.kind(kind).clone();
    if own.side == Side::Theirs {
        let own = Kind {
            is_wanted: true,
            ..own
        };
        cx.tables.kinds.replace(kind.0, own);
    }
}

fn only_character(word: &str) -> Option<char> {
    let mut characters = word.chars();
    let first = characters.next()?;
    characters.next().is_none().then_some(first)
}

/// Reports goals that name nobody, and those for which a whole file has nothing: with them a game would be over, or
/// could never be.
pub fn check_goals(cx: &mut ResolveContext<'_>, dungeon: &Dungeon) {
    let nobody = lacking(&cx.goals.targets);
    let is_lacking = !nobody.is_empty();
    for (said, span) in nobody {
        let found = quoted(&said);
        let message = format!("expected the glyph of a kind or a mark, or a name, found {found}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        cx.report(finding.help("nobody in this file is called so: draw one, or name another"));
    }
    let uncovered = check_cover(cx);
    let wanted = first_of(&cx.goals.targets);
    let may_come = WantedByChance::of(dungeon);
    let missing = [
        (
            wanted.filter(|_| !is_lacking && !has_wanted(dungeon)),
            "expected somebody to kill, found none",
            may_come.wanted,
            "draw one, or leave the goal out",
        ),
        (
            uncovered.filter(|_| !has_tile(dungeon, |tile| tile.is_target)),
            "expected something to cover, found none",
            may_come.target,
            "draw one, or leave the goal out",
        ),
        (
            cx.goals
                .leave
                .filter(|_| !has_tile(dungeon, |tile| matches!(tile.feature, Feature::Exit(_)))),
            "expected a way out, found none",
            may_come.exit,
            "draw a `>` on the last level, or a `<` on the first",
        ),
        (
            cx.goals
                .without
                .map(|glyph| glyph.span)
                .filter(|_| !has_vital(dungeon)),
            "expected such an item, found none: the game would be lost at once",
            may_come.vital,
            "draw one, or leave the line out",
        ),
    ];
    for (place, message, may_come, help) in missing {
        if let Some(place) = place {
            missing_goal(
                cx,
                place,
                message,
                if may_come { LEFT_TO_CHANCE } else { help },
            );
        }
    }
    check_boulders(cx, dungeon);
}

/// What goals want and marks may put somewhere, which chance may leave out.
struct WantedByChance {
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
        let mut items = items.concat().into_iter().chain(dropped);
        WantedByChance {
            wanted: kinds().any(|kind| kind.is_wanted),
            target: tiles.iter().any(|tile| tile.is_target),
            exit: tiles
                .iter()
                .any(|tile| matches!(tile.feature, Feature::Exit(_))),
            vital: items.any(|item| dungeon.item(item).is_vital),
        }
    }
}

fn missing_goal(cx: &mut ResolveContext<'_>, place: Span, message: &str, help: &str) {
    cx.report(Diagnostic::new(Code::NoGoal, place, message).help(help));
}

/// The kinds of which a body is there from the start, may be in a vault, or is scattered; a kind may come more than once.
fn kinds_there(dungeon: &Dungeon) -> impl Iterator<Item = KindId> {
    let in_vaults = dungeon.taken_vaults().flat_map(Vault::all_kinds);
    let on_levels = dungeon.levels.iter().flat_map(|level| {
        let drawn = level.spawns.iter().map(|spawn| spawn.kind);
        let scatters = level.scatters.iter();
        let scatters = scatters.filter(|scatter| !scatter.amount.is_zero());
        drawn.chain(scatters.filter_map(|scatter| match scatter.what {
            ScatteredThing::Body(kind, _) => Some(kind),
            _ => None,
        }))
    });
    in_vaults.chain(on_levels)
}

/// The kinds of which a body may be born of a cause (C-1).
fn kinds_caused(dungeon: &Dungeon) -> impl Iterator<Item = KindId> {
    let effects = dungeon.causes.iter().flat_map(|cause| &cause.effects);
    let brought = effects.filter_map(|effect| match effect {
        CauseEffect::Spawn { kind, .. } => Some(kind.all()),
        _ => None,
    });
    brought.flatten()
}

/// The kinds of everybody who is there, may be there by chance, or may be born.
fn kinds_to_come(dungeon: &Dungeon) -> BTreeSet<KindId> {
    let levels = dungeon.numbered_levels();
    levels
        .flat_map(|(level, _)| dungeon.may_come(level).kinds)
        .collect()
}

/// Whether somebody who is to be killed is there from the start, is scattered, or may be born (G-2).
fn has_wanted(dungeon: &Dungeon) -> bool {
    let bears_wanted = |kinds: Vec<KindId>| {
        let kinds = dungeon.with_brood(kinds);
        kinds.iter().any(|kind| dungeon.kind(*kind).is_wanted)
    };
    bears_wanted(kinds_there(dungeon).chain(kinds_caused(dungeon)).collect())
        || always_puts_body(dungeon, |kind| bears_wanted(vec![kind]))
}

/// Whether a mark of some level puts such a body down in every game.
fn always_puts_body(dungeon: &Dungeon, is_meant: impl Fn(KindId) -> bool) -> bool {
    let is_meant = |thing: &MarkedThing| match thing {
        MarkedThing::Body(spawn) => is_meant(spawn.kind),
        MarkedThing::Tile { .. } | MarkedThing::Item(_) => false,
    };
    { dungeon.levels.iter() }.any(|level| always_puts(level, is_meant))
}

/// Whether a mark of a level puts such a thing down in every game.
fn always_puts(level: &Level, is_meant: impl Fn(&MarkedThing) -> bool) -> bool {
    { level.chance.iter() }.any(|chance| chance.always_puts(&is_meant))
}

/// Whether such a tile is there, or is scattered.
fn has_tile(dungeon: &Dungeon, is_meant: impl Fn(&Tile) -> bool) -> bool {
    let is_meant = |tile: TileId| is_meant(dungeon.tile(tile));
    let is_in_a_vault = dungeon
        .taken_vaults()
        .flat_map(Vault::all_tiles)
        .any(is_meant);
    is_in_a_vault
        || dungeon.levels.iter().any(|level| {
            let mut scatters = level.scatters.iter();
            let mut cells = level.tiles.cells().iter();
            cells.any(|tile| is_meant(*tile))
                || scatters.any(|scatter| match scatter.what {
                    ScatteredThing::Tile(tile) => is_meant(tile) && !scatter.amount.is_zero(),
                    _ => false,
                })
                || always_puts(
                    level,
                    |thing| matches!(thing, MarkedThing::Tile { tile, .. } if is_meant(*tile)),
                )
        })
}

/// Reports what is to be covered and is no glyph of terrain. Returns where the first `cover=` stands, unless that was
/// reported.
fn check_cover(cx: &mut ResolveContext<'_>) -> Option<Span> {
    let nothing = lacking(&cx.goals.covered);
    let is_lacking = !nothing.is_empty();
    for (said, span) in nothing {
        let found = quoted(&said.to_string());
        let message = format!("expected the glyph of a declared tile or of a mark, found {found}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        cx.report(finding.help("declare it before the first level: `tile T \"target\"`"));
    }
    let first = first_of(&cx.goals.covered);
    let is_said_otherwise = |span: &Span| cx.is_reported(Code::BadValue, *span);
    first.filter(|span| !is_lacking && !is_said_otherwise(span))
}

/// Reports levels with fewer boulders, whatever chance and causes bring, than cells that each want one (G-2): none comes from
/// another level. What is missing may be what was wrong; and a cause that wins needs no goal.
fn check_boulders(cx: &mut ResolveContext<'_>, dungeon: &Dungeon) {
    let Some(first) = first_of(&cx.goals.covered).filter(|_| !cx.findings.has_errors()) else {
        return;
    };
    let mut causes = dungeon.causes.iter();
    if causes.any(|cause| cause.effects.contains(&CauseEffect::Win)) {
        return;
    }
    for (id, level) in dungeon.numbered_levels() {
        let Some(boulders) = most_boulders(dungeon, (id, level)) else {
            continue;
        };
        let targets = fewest_targets(dungeon, (id, level));
        if boulders < targets {
            let place = match dungeon.levels.len() {
                1 => String::new(),
                _ => format!(" on level {}", u32::from(id.0) + 1),
            };
            let message = format!(
                "expected as many boulders as cells to cover{place}, {targets}, found {boulders}"
            );
            let help = "draw more boulders, or fewer cells to cover";
            missing_goal(cx, first, &message, help);
        }
    }
}

fn is_boulder(dungeon: &Dungeon, tile: TileId) -> bool {
    matches!(dungeon.tile(tile).feature, Feature::Boulder(_))
}

/// How many cells of a level are to be covered at least, whatever the seed decides and causes change: those drawn, unless
/// other terrain may come in their place.
fn fewest_targets(dungeon: &Dungeon, (id, level): (LevelId, &Level)) -> usize {
    let replaces = |scatter: &Scatter| {
        matches!(scatter.what, ScatteredThing::Tile(_)) && scatter.overlap == Overlap::Replace
    };
    if level.scatters.iter().any(replaces) {
        return 0;
    }
    let cells = level.tiles.size().points().zip(level.tiles.cells());
    let targets = cells.filter(|(_, tile)| dungeon.tile(**tile).is_target);
    let chance: HashSet<Point> = chance_cells(level).map(|(p, _)| p).collect();
    let stays = |p: Point| !chance.contains(&p) && !dungeon.may_shift(id, p);
    targets.filter(|(p, _)| stays(*p)).count()
}

/// How many boulders a level ever has at most, whatever the seed decides and causes bring; none where there is no telling,
/// since somebody may leave them behind or a cause may bring them again and again.
fn most_boulders(dungeon: &Dungeon, (id, level): (LevelId, &Level)) -> Option<usize> {
    let is_boulder = |tile: TileId| is_boulder(dungeon, tile);
    let leaves_boulders = |kind: KindId| dungeon.kind(kind).trail.is_some_and(is_boulder);
    if kinds_to_come(dungeon).into_iter().any(leaves_boulders) {
        return None;
    }
    let drawn = level.tiles.cells().iter().filter(|tile| is_boulder(**tile));
    let by_chance = chance_cells(level).filter(|(_, tiles)| tiles.iter().copied().any(is_boulder));
    let scattered = level.scatters.iter().map(|scatter| match scatter.what {
        ScatteredThing::Tile(tile) if is_boulder(tile) => scatter.most(),
        _ => 0,
    });
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

/// The cells that chance has a say in, each with all terrain that it may put there.
fn chance_cells(level: &Level) -> impl Iterator<Item = (Point, Vec<TileId>)> {
    level.chance.iter().flat_map(|chance| {
        let cells = chance.cells.iter();
        cells.map(|cell| (cell.at, chance.tiles_at(cell).collect()))
    })
}

/// Whether an item lies there, is scattered or is dropped without which the game is lost.
fn has_vital(dungeon: &Dungeon) -> bool {
    let is_vital = |item: ItemId| dungeon.item(item).is_vital;
    let lies = dungeon.levels.iter().any(|level| {
        let mut scatters = level.scatters.iter();
        level.items.iter().any(|(_, item)| is_vital(*item))
            || scatters.any(|scatter| match scatter.what {
                ScatteredThing::Item(item) => is_vital(item) && !scatter.amount.is_zero(),
                _ => false,
            })
            || always_puts(
                level,
                |thing| matches!(thing, MarkedThing::Item(item) if is_vital(*item)),
            )
    });
    let drops = |kind: KindId| dungeon.kind(kind).drops.all().any(is_vital);
    let mut in_vaults = dungeon.taken_vaults().flat_map(Vault::all_items);
    lies || in_vaults.any(is_vital)
        || kinds_there(dungeon).any(drops)
        || always_puts_body(dungeon, drops)
}
