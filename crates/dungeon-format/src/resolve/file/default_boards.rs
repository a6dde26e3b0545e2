//! The board that a game profile provides for files without levels. Findings about this board point at the word after
//! `rules`.
use crate::resolve::level::draft::{Draft, DraftScatter};
use crate::resolve::level::layer::DraftThing;
use crate::resolve::map::map_text;
use crate::resolve::records::bodies_and_items::BodySpec;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::source_map::{LevelSourceMap, Origin};
use crate::source::Span;
use dungeon_model::dungeon::file_form::{DefaultBoard, DefaultScatter};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    Amount, Level, Scatter, ScatterOrigin, ScatterShare, ScatteredThing, Spread, builtin,
};
use dungeon_model::space::geometry::Size;

/// Makes the level of a file without levels; `rules_span` is the word after `rules`. Reports a board beyond the limits
/// and returns `None`.
pub fn default_board(
    cx: &mut Context<'_>,
    board: &DefaultBoard,
    rules_span: Span,
) -> Option<(Level, LevelSourceMap)> {
    let size = Size::new(board.side, board.side);
    let fits = cx.admits_map(size, rules_span)
        && cx.admits_cells(size, rules_span)
        && cx.admits(things(board), rules_span);
    let map = fits.then(|| map_text::blank(size))?;
    let mut draft = Draft::filled(size, builtin::FLOOR, builtin::FLOOR);
    if let Some(at) = board.hero {
        let hero = BodySpec::plain(cx, builtin::HERO);
        let hero = (Thing::Body(builtin::HERO), hero);
        draft.put_body(cx, DraftThing::new(at, hero, rules_span, Origin::Added));
    }
    let scatters = board.scatters.iter();
    draft.scatters = scatters
        .filter_map(|one| scatter(cx, one))
        .map(|scatter| DraftScatter {
            scatter,
            feature: None,
            span: rules_span,
        })
        .collect();
    Some(draft.finish(cx, String::new(), rules_span, &map))
}

/// Returns the number of bodies and items that scatters place on the board. Scatters with a percentage do not count,
/// because they only change terrain.
fn things(board: &DefaultBoard) -> usize {
    let counts = board.scatters.iter().map(|scatter| match scatter.amount {
        Amount::Count(count) => count as usize,
        Amount::Percent(_) | Amount::Between(..) => 0,
    });
    counts.sum::<usize>() + usize::from(board.hero.is_some())
}

/// Turns a scatter of a default board into a scatter of a level. `None` for a feature, which no default board scatters.
fn scatter(cx: &Context<'_>, scatter: &DefaultScatter) -> Option<Scatter> {
    let what = match scatter.what {
        Thing::Tile(tile) => ScatteredThing::Tile(tile),
        Thing::Item(item) => ScatteredThing::Item(item),
        Thing::Body(kind) => ScatteredThing::Body(kind, cx.tables.kind(kind).stats),
        Thing::Feature(_) => return None,
    };
    Some(Scatter {
        what,
        spread: match scatter.what {
            Thing::Body(kind) => cx.tables.kind(kind).spread,
            _ => Spread::default(),
        },
        amount: scatter.amount,
        within: scatter.within,
        away: scatter.away,
        from: ScatterOrigin::Hero,
        overlap: scatter.overlap,
        sharing: cx.game.sharing,
        exempt: cx.exempt,
        share: ScatterShare::Whole,
    })
}
