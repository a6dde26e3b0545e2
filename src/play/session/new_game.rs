//! What the games of a session begin from, and how their screens look then.
use std::sync::Arc;

use crate::dungeon::{Dungeon, Kind};
use crate::engine::game::Game;
use crate::engine::monster::Monster;
use crate::engine::ruleset::Ruleset;
use crate::play::input::keymap::{Keymap, Rebinding};
use crate::play::screen::game_screen::{GameScreen, InputMode};
use crate::play::screen::target_cursor::TargetCursor;
use crate::play::text::messages::Messages;
use crate::play::text::notices;
use crate::play::travel::observed_game::ObservedGame;
use crate::space::geometry::Size;
use crate::view::glyphs::Glyphs;
use crate::view::preview::ControlScheme;

/// How the minds of a game are made.
pub type MindFactory = Arc<dyn Fn(&Kind) -> Box<dyn Monster> + Send + Sync>;

/// All that a game begins with but its seed.
#[derive(Clone)]
pub struct GameFactory {
    /// What is played.
    pub dungeon: Arc<Dungeon>,
    /// By which rules.
    pub rules: Arc<dyn Ruleset>,
    /// Against which minds.
    pub mind_for: MindFactory,
}

impl GameFactory {
    /// A screen of 80×24 on which a game begins.
    pub fn screen(&self, seed: u64) -> GameScreen {
        let game = self.game(seed);
        let mut screen = GameScreen {
            seed,
            size: Size::new(80, 24),
            watched: None,
            glyphs: Glyphs::default(),
            keymap: self.keymap(&Rebinding::default()),
            pointer: pointer(&game),
            live: ObservedGame::of(game),
            messages: Messages::default(),
            mode: InputMode::Play,
            typed: String::new(),
        };
        welcome(&mut screen);
        screen
    }

    /// Begins a game on a screen that another one was played on.
    pub fn begin(&self, screen: &mut GameScreen, seed: u64) {
        let game = self.game(seed);
        screen.seed = seed;
        screen.pointer = pointer(&game);
        screen.live = ObservedGame::of(game);
        screen.mode = InputMode::Play;
        screen.typed.clear();
        welcome(screen);
        screen.resize(screen.size);
    }

    /// What keys mean to whoever has these of his own.
    pub fn keymap(&self, rebinding: &Rebinding) -> Keymap {
        let control = ControlScheme::of(&*self.rules);
        Keymap::rebound(self.rules.bindings(), control, rebinding)
    }

    fn game(&self, seed: u64) -> Game {
        let (dungeon, rules) = (Arc::clone(&self.dungeon), Arc::clone(&self.rules));
        Game::new(dungeon, rules, &*self.mind_for, seed)
    }
}

/// Says what is said before the first key, and nothing else.
pub fn welcome(screen: &mut GameScreen) {
    let welcome = notices::welcome(screen.live.game.world(), &screen.keymap);
    screen.messages = Messages::default();
    let said = [welcome].into_iter().chain(screen.live.opening());
    screen.messages.add(said);
}

/// What a new game's player points at, if he does that.
fn pointer(game: &Game) -> Option<TargetCursor> {
    game.rules()
        .pointing()
        .map(|_| TargetCursor::of(game.world()))
}
