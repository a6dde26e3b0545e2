//! The lines `goal` and `lose`: what wins and what loses (docs/format, "Goals").
use crate::dungeon::game_profile::Thing;
use crate::dungeon::{
    Dungeon, Feature, ItemId, ItemKind, Kind, KindId, Level, MarkedThing, ScatteredThing, Side,
    Tile, TileId,
};
use crate::format::characters::quoted;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::keys::{COVER, KILL, LEAVE, SURVIVE, TAKE, TURNS, WITHOUT};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::Fields;
use crate::format::resolve::schema::glyphs::GlyphTable;
use crate::format::resolve::schema::goal_records::{CoverTarget, KillTarget};
use crate::format::resolve::schema::source_map::Declaration;
use crate::format::source::{Span, Spanned};
use crate::format::syntax::Record;

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
    let said = fields.says_more();
    let take = fields.yes(cx, &TAKE).is_some_and(|take| take.value);
    let kill = fields.name_of(cx, &KILL);
    let cover = match cx.game.pushes {
        true => fields.glyph_of(cx, &COVER),
        false => None,
    };
    let survive = fields.whole(cx, &SURVIVE);
    let leave = fields.yes(cx, &LEAVE).filter(|leave| leave.value);
    fields.finish(cx, "the goal");
    if !said {
        let message = "expected what wins behind `goal`, found nothing";
        let finding = Diagnostic::new(Code::BadValue, record.span, message);
        cx.report(finding.help("it reads, for example, `goal kill=D leave=yes`"));
        return;
    }
    let goals = &mut cx.goals;
    goals.first.get_or_insert(record.span);
    goals.take |= take;
    goals.survive = survive.map(|turns| turns.value as u32).or(goals.survive);
    goals.leave = leave.map(|leave| leave.span).or(goals.leave);
    goals.covered.extend(cover.map(|said| CoverTarget {
        said,
        is_found: false,
    }));
    goals.targets.extend(kill.map(|said| KillTarget {
        said,
        is_found: false,
    }));
}

/// Reads a line `lose …`.
pub fn read_loss(cx: &mut ResolveContext<'_>, record: &Record) {
    let mut fields = Fields::new(cx.source, record);
    let said = fields.says_more();
    let turns = fields.whole(cx, &TURNS);
    let without = fields.glyph_of(cx, &WITHOUT);
    fields.finish(cx, "what loses");
    if !said {
        let message = "expected what loses behind `lose`, found nothing";
        let finding = Diagnostic::new(Code::BadValue, record.span, message);
        cx.report(finding.help("it reads, for example, `lose turns=300`"));
    }
    let goals = &mut cx.goals;
    goals.turns = turns.map(|turns| turns.value as u32).or(goals.turns);
    goals.without = without.or(goals.without);
}

/// Once the lines are read, and before anything is declared: what the game brings need not be taken where no goal says
/// so.
pub fn settle_builtin_items(cx: &mut ResolveContext<'_>) {
    if !cx.goals.is_said() {
        return;
    }
    let is_taken = cx.goals.take;
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

/// Once all is declared: the kinds that are wanted by their glyphs or names, and the item that is vital.
pub fn link_goals(cx: &mut ResolveContext<'_>, glyphs: &GlyphTable, declared: &mut [Declaration]) {
    let said = cx.goals.targets.iter().map(|target| target.said.clone());
    for said in said.collect::<Vec<_>>() {
        if let Some(glyph) = only_character(&said.value)
            && let Some(Thing::Body(kind)) = glyphs.use_thing(glyph, declared)
        {
            want(cx, kind, &said);
        }
    }
    for number in 0..cx.tables.kinds.rows.len() as u16 {
        let name = cx.tables.kind(KindId(number)).name.clone();
        let is_named = name.chars().count() > 1 && cx.goals.wants(&name);
        if is_named {
            mark_wanted(cx, KindId(number));
        }
    }
    if let Some(glyph) = cx.goals.without {
        match glyphs.use_thing(glyph.value, declared) {
            Some(Thing::Item(item)) => {
                let own = cx.tables.item(item).clone();
                let own = ItemKind {
                    is_vital: true,
                    ..own
                };
                cx.tables.items.replace(item.0, own);
            }
            _ if glyphs.doubtful.contains(&glyph.value) => {}
            _ => {
                cx.goals.without = None;
                let found = quoted(&glyph.value.to_string());
                let message = format!("expected the glyph of an item, found {found}");
                let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
                cx.report(finding.help("declare it before the first level: `item k \"relic\"`"));
            }
        }
    }
}

/// Makes a kind wanted that a glyph names, unless it is the hero's.
fn want(cx: &mut ResolveContext<'_>, kind: KindId, said: &Spanned<String>) {
    cx.goals.wants(&said.value);
    if cx.tables.kind(kind).side == Side::Ours {
        let message = "expected a monster to kill, found the hero";
        let finding = Diagnostic::new(Code::BadValue, said.span, message);
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
    let lacking = cx.goals.targets.iter().filter(|target| !target.is_found);
    let lacking: Vec<Spanned<String>> = lacking.map(|target| target.said.clone()).collect();
    let is_lacking = !lacking.is_empty();
    for said in lacking {
        let found = quoted(&said.value);
        let message = format!("expected the glyph of a kind or a mark, or a name, found {found}");
        let finding = Diagnostic::new(Code::BadValue, said.span, message);
        cx.report(finding.help("nobody in this file is called so: draw one, or name another"));
    }
    let uncovered = check_cover(cx);
    let wanted = cx.goals.targets.first().map(|target| target.said.span);
    let missing = [
        (
            wanted.filter(|_| !is_lacking && !has_body(dungeon, |kind| kind.is_wanted)),
            "expected somebody to kill, found none",
            "draw one, or leave the goal out",
        ),
        (
            uncovered.filter(|_| !has_tile(dungeon, |tile| tile.is_target)),
            "expected something to cover, found none",
            "draw one, or leave the goal out",
        ),
        (
            cx.goals
                .leave
                .filter(|_| !has_tile(dungeon, |tile| matches!(tile.feature, Feature::Exit(_)))),
            "expected a way out, found none",
            "draw a `>` on the last level, or a `<` on the first",
        ),
        (
            cx.goals
                .without
                .map(|glyph| glyph.span)
                .filter(|_| !has_vital(dungeon)),
            "expected such an item, found none: the game would be lost at once",
            "draw one, or leave the line out",
        ),
    ];
    for (place, message, help) in missing {
        if let Some(place) = place {
            missing_goal(cx, place, message, help);
        }
    }
}

fn missing_goal(cx: &mut ResolveContext<'_>, place: Span, message: &str, help: &str) {
    cx.report(Diagnostic::new(Code::NoGoal, place, message).help(help));
}

/// Whether a body of such a kind is there from the start, is scattered, or may be born.
fn has_body(dungeon: &Dungeon, is_meant: impl Fn(&Kind) -> bool) -> bool {
    let is_meant = |kind: KindId| is_meant(dungeon.kind(kind));
    dungeon.levels.iter().any(|level| {
        let mut scatters = level.scatters.iter();
        level.spawns.iter().any(|spawn| is_meant(spawn.kind))
            || scatters.any(|scatter| match scatter.what {
                ScatteredThing::Body(kind, _) => is_meant(kind) && !scatter.amount.is_zero(),
                _ => false,
            })
            || always_puts(
                level,
                |thing| matches!(thing, MarkedThing::Body(spawn) if is_meant(spawn.kind)),
            )
    })
}

/// Whether a mark of a level puts such a thing down in every game.
fn always_puts(level: &Level, is_meant: impl Fn(&MarkedThing) -> bool) -> bool {
    { level.chance.iter() }.any(|chance| chance.always_puts(&is_meant))
}

/// Whether such a tile is there, or is scattered.
fn has_tile(dungeon: &Dungeon, is_meant: impl Fn(&Tile) -> bool) -> bool {
    let is_meant = |tile: TileId| is_meant(dungeon.tile(tile));
    dungeon.levels.iter().any(|level| {
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
    let lacking = cx.goals.covered.iter().filter(|target| !target.is_found);
    let lacking: Vec<Spanned<char>> = lacking.map(|target| target.said).collect();
    for said in &lacking {
        let found = quoted(&said.value.to_string());
        let message = format!("expected the glyph of a declared tile or of a mark, found {found}");
        let finding = Diagnostic::new(Code::BadValue, said.span, message);
        cx.report(finding.help("declare it before the first level: `tile T \"target\"`"));
    }
    let first = cx.goals.covered.first().map(|target| target.said.span);
    let is_said_otherwise = |span: &Span| cx.is_reported(Code::BadValue, *span);
    first.filter(|span| lacking.is_empty() && !is_said_otherwise(span))
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
    lies || has_body(dungeon, |kind| kind.drops.all().any(is_vital))
}
