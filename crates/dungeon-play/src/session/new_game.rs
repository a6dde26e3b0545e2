//! The beginning of each game of a session, and its first screen.
use std::sync::Arc;

use crate::input::keymap::{Keymap, Rebinding};
use crate::screen::game_screen::{GameScreen, InputMode, ScreenMark};
use crate::screen::target_cursor::TargetCursor;
use crate::text::messages::Messages;
use crate::text::{notices, standing};
use crate::travel::auto_explore::PassedMonsters;
use crate::travel::history::History;
use crate::travel::observed_game::ObservedGame;
use crate::view::glyphs::Glyphs;
use crate::view::preview::ControlScheme;
use crate::view::scene::Lighting;
use crate::view::window_style::WindowStyle;
use crate::view::words::{Sentence, Tone};
use dungeon_engine::game::Game;
use dungeon_engine::monster::Monster;
use dungeon_engine::ruleset::Ruleset;
use dungeon_model::dungeon::settings::Fog;
use dungeon_model::dungeon::{Dungeon, Kind, LevelId};
use dungeon_model::space::geometry::{Point, Size};

/// A function that makes the mind of a monster of the given kind.
pub type MindFactory = Arc<dyn Fn(&Kind) -> Box<dyn Monster> + Send + Sync>;

/// The cell where the hero begins a game, if it is not the hero's cell in the file.
pub type StartCell = (LevelId, Point);

/// Everything needed to begin a game except its seed and starting cell.
#[derive(Clone)]
pub struct GameFactory {
    /// The dungeon to play.
    pub dungeon: Arc<Dungeon>,
    /// The rules of the game.
    pub rules: Arc<dyn Ruleset>,
    /// The function that makes the monsters' minds.
    pub mind_for: MindFactory,
}

/// Whether a dungeon has cells that the player does not see at first, or an item to take. Only files of explore, whose
/// help is not shortened, can use an item that they don't declare.
fn has_something_to_explore(dungeon: &Dungeon) -> bool {
    let mut declared = dungeon.items().iter().skip(dungeon.settings.game.own_items);
    let mut levels = dungeon.levels.iter();
    declared.any(|item| !item.herd) || levels.any(|level| level.is_dark || level.fog != Fog::Lifted)
}

impl GameFactory {
    /// Begins a game with a seed, on a new screen of 80×24 cells.
    pub fn screen(&self, seed: u64) -> GameScreen {
        let (game, _) = self.game(seed, None);
        let mut screen = GameScreen {
            seed,
            size: Size::new(80, 24),
            watched: None,
            glyphs: Glyphs::default(),
            window: WindowStyle::usual(&self.dungeon),
            lighting: Lighting::Even,
            keymap: self.keymap(&Rebinding::default()),
            target_cursor: target_cursor(&game),
            observed: ObservedGame::new(game),
            messages: Messages::default(),
            history: None,
            mode: InputMode::Play,
            offer: None,
            passed: PassedMonsters::default(),
            typed: String::new(),
            bar: None,
        };
        screen.history = self.history(&screen);
        welcome(&mut screen);
        screen
    }

    /// Begins a game on the previous game's screen, keeping the screen's size, glyphs, keymap and bar. Returns `start`
    /// if the hero begins on that cell; `None` if the hero begins on the cell in the file.
    pub fn begin(
        &self,
        screen: &mut GameScreen,
        seed: u64,
        start: Option<StartCell>,
    ) -> Option<StartCell> {
        let (game, start) = self.game(seed, start);
        screen.seed = seed;
        screen.target_cursor = target_cursor(&game);
        screen.observed = ObservedGame::new(game);
        screen.history = self.history(screen);
        screen.mode = InputMode::Play;
        screen.passed = PassedMonsters::default();
        screen.typed.clear();
        welcome(screen);
        screen.resize(screen.size);
        start
    }

    /// Begins the history of a screen's game; `None` if its player cannot take back commands.
    fn history(&self, screen: &GameScreen) -> Option<History<ScreenMark>> {
        let has_undo = self.dungeon.settings.has_undo();
        has_undo.then(|| History::begin(&screen.observed))
    }

    /// Returns the keymap of the game with a player's own keys. It has no throws in a dungeon without items to throw.
    /// Its help omits undo in a dungeon without it, and rest in a game where rest heals nothing, and then also
    /// auto-explore if there is nothing to explore.
    pub fn keymap(&self, rebinding: &Rebinding) -> Keymap {
        let control = ControlScheme::for_rules(&*self.rules);
        let mut keymap = Keymap::with_rebinding(self.rules.face().bindings(), control, rebinding);
        if !standing::aims_things(&self.dungeon) {
            keymap = keymap.without_throws();
        }
        if !self.dungeon.settings.has_undo() {
            keymap = keymap.without_undo_in_help();
        }
        if self.dungeon.settings.game.recovers {
            return keymap;
        }
        keymap.without_rest_in_help(has_something_to_explore(&self.dungeon))
    }

    fn game(&self, seed: u64, start: Option<StartCell>) -> (Game, Option<StartCell>) {
        let (dungeon, rules) = (Arc::clone(&self.dungeon), Arc::clone(&self.rules));
        let mut game = Game::new(dungeon, rules, &*self.mind_for, seed);
        let opening = game.hero_place();
        let start = start.filter(|&(level, at)| game.begin_at(level, at));
        (game, start.filter(|start| opening != Some(*start)))
    }
}

/// Replaces the log with the messages of a new game.
pub fn welcome(screen: &mut GameScreen) {
    let world = screen.observed.seen_world();
    let read = notices::read_text(world.dungeon());
    let welcome = notices::welcome_text(world, &screen.keymap);
    screen.messages = Messages::default();
    // The welcome comes last, so that a log with a single row, as in the classic window, shows it.
    let told = read.into_iter().chain([welcome]);
    let told = told.map(|text| Sentence::new(Tone::Plain, text));
    let messages = told.chain(screen.observed.opening());
    screen.messages.add_turn(messages);
}

/// Returns the target cursor of a new game; `None` in games not played by pointing.
fn target_cursor(game: &Game) -> Option<TargetCursor> {
    let pointing = game.rules().face().pointing();
    pointing.map(|_| TargetCursor::new(game.world()))
}
