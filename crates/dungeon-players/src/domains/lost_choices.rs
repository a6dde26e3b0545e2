//! Games that are lost whatever the hero takes of the choices between items ([X-22]).
//!
//! Of the items of a choice that vanish, the hero takes at most one. So the game is lost if it is lost in each game in
//! which all but one of them are missing from now on.
//!
//! https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-22
use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{CauseEvent, ItemId, LevelId, Stat};
use dungeon_model::space::geometry::Point;

/// The maximum number of ways to choose that are tried. Items of further choices count as all taken.
const MOST_WAYS: usize = 64;

/// A choice between items.
struct OpenChoice {
    level: LevelId,
    /// The items that vanish when the hero takes another one, with their cells.
    items: Vec<(Point, ItemId)>,
    /// The indices in `items` of the items that may matter, at least two.
    options: Vec<usize>,
}

/// Returns a choice that loses the game whatever the hero takes, by `is_lost`; `None` if there is none, or if the
/// budget ends.
pub fn lost_choice(
    game: &Game,
    is_lost: impl Fn(&Game) -> bool,
    meter: &Meter<'_>,
) -> Option<Reason> {
    let choices = open_choices(game.world(), meter)?;
    let first = choices.first()?;
    let alone = choices.iter().map(std::slice::from_ref);
    let mut ways = 1;
    let few = choices.iter().take_while(|choice| {
        ways *= choice.options.len();
        ways <= MOST_WAYS
    });
    let together = &choices[..few.count()];
    let mut tried = alone.chain((together.len() > 1).then_some(together));
    let lost = tried.find(|choices| is_lost_with_all(game.clone(), choices, &is_lost, meter))?;
    let OpenChoice { level, items, .. } = lost.first().unwrap_or(first);
    let (at, _) = *items.first()?;
    Some(Reason::ChoiceLoses { level: *level, at })
}

/// Whether a game is lost for each way to take one item of each choice.
fn is_lost_with_all(
    game: Game,
    choices: &[OpenChoice],
    is_lost: &impl Fn(&Game) -> bool,
    meter: &Meter<'_>,
) -> bool {
    let Some((choice, others)) = choices.split_first() else {
        return meter.goes_on() && is_lost(&game);
    };
    choice.options.iter().all(|option| {
        let mut without = game.clone();
        let level = choice.level;
        for (nth, (at, item)) in (0..).zip(choice.items.iter().copied()) {
            if nth != *option {
                without.suppose(Event::Removed { level, at, item });
            }
        }
        is_lost_with_all(without, others, is_lost, meter)
    })
}

/// Returns the choices with several items that may matter; `None` if the budget ends.
fn open_choices(world: &World, meter: &Meter<'_>) -> Option<Vec<OpenChoice>> {
    let mut open = Vec::new();
    for (level, _) in world.dungeon().numbered_levels() {
        for cells in world.choices(level) {
            meter.look(cells.len() * cells.len()).then_some(())?;
            let items = removed(world, level, &cells);
            let matters = |nth: &usize| may_matter(world, level, items[*nth]);
            let options: Vec<usize> = (0..items.len()).filter(matters).collect();
            // Monsters hunt the herd: without it, they would go to other places.
            let has_herd = items.iter().any(|(_, item)| world.item(*item).herd);
            if options.len() > 1 && options.len() <= MOST_WAYS && !has_herd {
                open.push(OpenChoice {
                    level,
                    items,
                    options,
                });
            }
        }
    }
    Some(open)
}

/// Returns the items on the cells of a choice that vanish when the hero takes another one.
fn removed(world: &World, level: LevelId, cells: &[Point]) -> Vec<(Point, ItemId)> {
    let mut removed: Vec<(Point, ItemId)> = { cells.iter() }
        .flat_map(|p| world.rivals(level, *p))
        .collect();
    removed.sort_unstable_by_key(|(p, _)| (p.y, p.x));
    removed.dedup();
    removed
}

/// Whether an item on a cell may help to win: it is a key, it changes the hero, or a cause waits for it.
fn may_matter(world: &World, level: LevelId, (at, item): (Point, ItemId)) -> bool {
    let kind = world.item(item);
    let mut causes = world.causes_to_come();
    let is_awaited = causes.any(|(_, cause)| {
        cause.heard_on().is_none_or(|own| own == level)
            && match &cause.event {
                CauseEvent::Take(items) => {
                    { items.iter() }.any(|of| world.dungeon().is_variant(item, *of))
                }
                CauseEvent::TakeAt(cells) => cells.contains(&at),
                _ => false,
            }
    });
    let changes = || Stat::ALL.into_iter().any(|stat| kind.gives[stat] != 0);
    kind.opens.is_some() || is_awaited || kind.is_kept() || kind.state.is_some() || changes()
}
