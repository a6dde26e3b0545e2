//! The monsters next to the hero.
use crate::player_view::PlayerView;
use dungeon_engine::action::ActorId;
use dungeon_model::space::geometry::Direction;

/// Returns the monsters in sight next to the hero, with their directions.
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
