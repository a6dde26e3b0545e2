//! Watches the choices of a player. If the player has seen the same in two games, it must choose the same in both;
//! otherwise it uses facts that it has not seen.
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::look::Onlooker;
use crate::player::Player;
use crate::player_view::PlayerView;
use dungeon_engine::action::Action;
use dungeon_engine::chance::mix;
use dungeon_engine::world::World;

/// The choices of a player in all games so far, by everything that the player had seen before each choice.
pub struct SeenChoices {
    onlooker: Onlooker,
    by_history: RefCell<HashMap<u64, Action>>,
    differ: Cell<bool>,
}

impl SeenChoices {
    /// Creates an empty list of choices for games of a world's dungeon.
    pub fn new(world: &World) -> SeenChoices {
        SeenChoices {
            onlooker: Onlooker::new(world),
            by_history: RefCell::default(),
            differ: Cell::default(),
        }
    }

    /// Whether the player made equal choices whenever it had seen the same.
    pub fn are_alike(&self) -> bool {
        !self.differ.get()
    }
}

/// A player in one game.
pub struct WatchedPlayer<'a> {
    player: Box<dyn Player>,
    choices: &'a SeenChoices,
    history: u64,
}

impl<'a> WatchedPlayer<'a> {
    /// Creates a player that records its choices in `choices`.
    pub fn new(player: Box<dyn Player>, choices: &'a SeenChoices) -> WatchedPlayer<'a> {
        WatchedPlayer {
            player,
            choices,
            history: 0,
        }
    }
}

impl Player for WatchedPlayer<'_> {
    fn begin(&mut self, view: &PlayerView<'_>, luck: u64) {
        self.player.begin(view, luck);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let action = self.player.choose(view, legal);
        self.history = mix(self.history ^ self.choices.onlooker.view(view.map));
        let mut known = self.choices.by_history.borrow_mut();
        let before = *known.entry(self.history).or_insert(action);
        self.choices
            .differ
            .set(self.choices.differ.get() || before != action);
        action
    }

    fn steps_in_thought(&self) -> u64 {
        self.player.steps_in_thought()
    }
}
