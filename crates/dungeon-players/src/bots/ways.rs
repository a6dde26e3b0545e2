//! The cells beside the hero.
use crate::player_view::PlayerView;
use dungeon_engine::action::ActorId;
use dungeon_model::space::geometry::{Direction, Point};

/// Returns the way from the hero to a cell beside him; `None` for any other cell.
pub fn way_to(view: &PlayerView<'_>, to: Point) -> Option<Direction> {
    let mut ways = view.neighbours().directions().iter().copied();
    ways.find(|way| view.at() + *way == to)
}

/// Returns the monsters in sight that the hero can step at now.
pub fn beside<'a>(view: &PlayerView<'a>) -> impl Iterator<Item = (ActorId, Direction)> + use<'a> {
    let view = *view;
    let ways = view.neighbours().directions().iter();
    ways.filter_map(move |way| {
        let who = view.body_at(view.at() + *way)?;
        view.monsters()
            .any(|other| other == who)
            .then_some((who, *way))
    })
}
