//! The effect of a key on a session: a turn of the game, an answer to a question, a turned page, or a moved cursor. All
//! input and output of a session passes through this module.
use std::time::Duration;

use super::active_journey::ActiveJourney;
use super::session::{Doubt, Session};
use super::{actions, commands, cursor_keys};
use crate::input::key::Key;
use crate::input::keymap::Command;
use crate::input::script::{KeyError, Script};
use crate::input::show::{Pace, Show};
use crate::screen::game_screen::InputMode;
use crate::screen::target_cursor::TargetCursor;
use crate::screen::throw_cursor::ThrowCursor;
use crate::text::question::{Answer, Leaving, Question};
use crate::text::{journey_notices, notices};
use crate::travel::left_to_player::{identifies_nothing, raises_nothing};
use crate::view::frame::Frame;
use crate::view::layout::is_too_small;
use dungeon_engine::action::Action;
use dungeon_model::dungeon::{Feature, Footing, ItemId, Keeping, Stat, builtin};
use dungeon_model::space::geometry::Point;

impl Session {
    /// Presses keys, written as `llj.<Esc><C-c><Up><resize 60x20>`; an empty text presses no key.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = dungeon::Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// game.press("l <Right>")?;
    /// assert_eq!(game.turn(), 2);
    /// let error = game.press("ll<Ecs>").unwrap_err();
    /// assert!(error.to_string().ends_with("did you mean <Esc>?"));
    /// assert_eq!(game.turn(), 2, "no key was pressed");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`KeyError`] if the script is invalid. In that case no key is pressed.
    pub fn press(&mut self, keys: &str) -> Result<(), KeyError> {
        let Script(keys) = keys.parse()?;
        keys.into_iter().for_each(|key| self.press_key(key));
        Ok(())
    }

    /// Finishes a running animation ([X-9]), then handles the key. A journey that the key begins is completed at once.
    ///
    /// ```
    /// use dungeon::{Key, Session};
    ///
    /// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// game.press_key(Key::Right);
    /// assert_eq!(game.turn(), 1);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// [X-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-9
    pub fn press_key(&mut self, key: Key) {
        Show::press(self, key);
        self.finish_journey();
    }

    /// Completes the journey in progress.
    fn finish_journey(&mut self) {
        while self.is_under_way() {
            self.go_on();
        }
    }

    fn execute(&mut self, key: Key) {
        let keys = self.parted(key);
        if keys != [key] {
            return keys.into_iter().for_each(|key| self.execute(key));
        }
        self.screen.messages.await_key();
        (self.allowed, self.is_held_back, self.is_taken_back) = (None, false, false);
        self.cursor_keys = None;
        if !matches!(key, Key::Resize(_)) {
            self.journey = None;
        }
        if self.leaving.is_some() {
            return;
        }
        if let Key::Hover(over) = key {
            return self.screen.hover(over);
        }
        self.screen.observed.finish_animation();
        self.take_hint(key);
        match (key, self.screen.mode) {
            (Key::Resize(size), _) => self.screen.resize(size),
            (Key::Ctrl('c'), InputMode::Asking(Question::Leave | Question::LeaveUnplayed)) => {
                self.leaving = Some(Leaving::Save);
            }
            (Key::Ctrl('c'), _) => self.quit(),
            (_, InputMode::Asking(question)) => self.answer(question, key),
            // On a screen that is too small for the game, keys take no actions.
            _ if is_too_small(self.screen.size) => self.press_too_small(key),
            (Key::Idle, InputMode::Play) => actions::idle(&mut self.screen),
            (_, InputMode::Play) => {
                self.play(key);
                self.note_cursor_keys(None);
            }
            (_, InputMode::Look(_) | InputMode::Travel(_) | InputMode::Throw(_)) => {
                let before = self.screen.mode;
                let journey = cursor_keys::press(&mut self.screen, key);
                self.begin_journey(journey);
                if let InputMode::Throw(before) = before {
                    self.note_cursor_keys(Some(before));
                }
            }
            (_, InputMode::Pack(_)) => self.press_in_pack(key),
            (_, InputMode::Help(_) | InputMode::Messages(_)) => self.screen.turn_page(key),
        }
    }

    /// Notes the plain keys that move the cursor for throws, which was at `before`, to its new place, if a player who is
    /// asked first may have moved it otherwise than a script would.
    fn note_cursor_keys(&mut self, before: Option<ThrowCursor>) {
        if let (InputMode::Throw(now), true) = (self.screen.mode, self.asks_first) {
            let known_map = self.screen.observed.known_map();
            self.cursor_keys = now.plain_keys(before, known_map, &self.plain);
        }
    }

    /// Uses or equips the inventory item for a key; any other key turns the page or closes it.
    fn press_in_pack(&mut self, key: Key) {
        let Some(item) = self.screen.packed_thing(key) else {
            return self.screen.turn_page(key);
        };
        let is_vain = || {
            let world = self.seen_world();
            let thing = world.item(item);
            let raises_nothing = thing.state.is_none() && raises_nothing(world, thing.gives);
            let is_vain = raises_nothing || identifies_nothing(world, item);
            thing.keeping == Keeping::ToUse && is_vain
        };
        let action = Action::Use(item);
        if self.asks_first && self.game().check(action).is_ok() && is_vain() {
            self.doubt = Some(Doubt {
                key,
                plain: self.plain(key),
                command: Command::Act(action),
            });
            return self.ask(Question::UseInVain);
        }
        self.screen.mode = InputMode::Play;
        if !actions::refuse_if_over(&mut self.screen) {
            let journey = actions::act(&mut self.screen, Action::Use(item));
            self.begin_journey(journey);
        }
    }

    fn play(&mut self, key: Key) {
        let plain = self.plain(key);
        let typed = std::mem::replace(&mut self.screen.typed, key.to_string());
        let clicked = match key {
            Key::Click(p) => self.screen.end_choice_at(p),
            _ => None,
        };
        let is_heard =
            |command: &Command| self.strides || !matches!(command, Command::Rest | Command::Run(_));
        let meaning = clicked.or_else(|| self.screen.keymap.meaning(key));
        match meaning.filter(is_heard) {
            Some(Command::Restart) if self.would_lose_game() => self.ask(Question::Restart),
            Some(Command::Restart) => self.restart(),
            Some(Command::NewGame) if self.would_lose_game() => self.ask(Question::NewGame),
            Some(Command::NewGame) => self.new_game(),
            Some(Command::Undo) => self.is_taken_back = actions::take_back(&mut self.screen),
            Some(Command::Quit) => self.quit(),
            Some(Command::Back) => self.undo_or_quit(),
            // The program around the session handles saving. If the command gets here, there is no place to save to.
            Some(Command::Save) => self.say(notices::UNSAVED),
            Some(command) => {
                if let Some(question) = self.question_before(command, key) {
                    self.doubt = Some(Doubt {
                        key,
                        plain,
                        command,
                    });
                    return self.ask(question);
                }
                if let Some(wall) = self.wall_ahead(command) {
                    self.is_held_back = true;
                    return self.say(wall);
                }
                let journey = commands::execute(&mut self.screen, command, key);
                self.begin_journey(journey.map(|journey| journey.after_typing(typed)));
            }
            None => self.say(notices::unbound_key_text(key, &self.screen.keymap)),
        }
    }

    /// Returns the question to ask before a command; `None` if the command needs no question.
    fn question_before(&self, command: Command, key: Key) -> Option<Question> {
        let game = self.game();
        let pointing = game.rules().face().pointing();
        let action = match (command, key) {
            (Command::Act(action), _) => action,
            (Command::Choose, Key::Click(p)) if self.screen.button_at(p) => pointing?.end_of_turn(),
            _ => return None,
        };
        if !self.asks_first || game.check(action).is_err() {
            return None;
        }
        if let Action::Step(way) = action {
            let known_map = self.screen.observed.known_map();
            let end = known_map.step(known_map.hero(), way)?;
            let is_free = known_map.body(end).is_none();
            return (is_free && known_map.has_trap(end)).then_some(Question::Trap);
        }
        let (world, hero) = (game.world(), game.world().commanded());
        let price = game.rules().face().price_in_life(world, action);
        if price > 0 {
            let left = world.life_of(hero);
            return Some(Question::Pay { price, left });
        }
        let is_end = pointing.is_some_and(|rules| rules.end_of_turn() == action);
        let units = world.ours().map(|who| {
            let left = world.body(who).stat(Stat::Ap).max(0) as u32;
            (left, world.kind(who).points)
        });
        let (points, all) = units.fold((0, 0), |(sum, all), (left, full)| (sum + left, all + full));
        (is_end && points >= 2 && 2 * points >= all).then_some(Question::Unspent { points })
    }

    /// Returns the message for a step into a visible wall, which would only waste a turn; `None` for all other
    /// commands, and in dungeons where such a step counts as a turn.
    fn wall_ahead(&self, command: Command) -> Option<String> {
        let (Command::Act(action @ Action::Step(way)), true) = (command, self.asks_first) else {
            return None;
        };
        let known_map = self.screen.observed.known_map();
        let (world, p) = (known_map.world(), known_map.hero() + way);
        let here = world.here();
        let is_in_sight = world.size(here).contains(p) && known_map.sees(p);
        if !is_in_sight || self.game().check(action).is_err() {
            return None;
        }
        let tile = world.tile(here, p);
        let is_solid = matches!(tile.footing, Footing::Drifters | Footing::Nobody);
        // A disguised monster may look like a wall.
        let is_empty = self.game().world().body_at(here, p).is_none();
        let is_bare = is_empty && world.item_at(here, p) == ItemId::NONE;
        let is_wall = is_solid && is_bare && tile.feature == Feature::Plain && tile.says.is_empty();
        let mut cells = world.size(here).points();
        let counts = |p: Point| world.cell(here, p).tile == builtin::CLASSIC_FLOOR;
        (is_wall && !cells.any(counts)).then(|| journey_notices::wall_text(world, p))
    }

    /// Carries out the command that the player has confirmed.
    fn go_ahead(&mut self) {
        self.screen.mode = match self.asked_over {
            InputMode::Pack(_) => InputMode::Play,
            mode => mode,
        };
        if let Some(offer) = self.screen.offer.take() {
            self.screen.mode = InputMode::Play;
            if let Some(passed) = offer.journey.passed_monsters() {
                self.screen.passed = passed.clone();
            }
            let journey = ActiveJourney::begin(&mut self.screen, offer.journey, offer.closing);
            return self.begin_journey(Some(journey));
        }
        let Some(doubt) = self.doubt.take() else {
            return;
        };
        self.allowed = doubt.plain;
        let journey = commands::execute(&mut self.screen, doubt.command, doubt.key);
        self.begin_journey(journey);
    }

    /// Removes the hint from the screen. Resizes and idle rounds keep the hint, because they are not keys of the
    /// player. The answer to a question may bring the hint back.
    fn take_hint(&mut self, key: Key) {
        let is_by_itself = matches!(key, Key::Resize(_) | Key::Idle);
        if !is_by_itself && !matches!(self.screen.mode, InputMode::Asking(_)) {
            self.hidden = self.screen.messages.take_hint();
        }
    }

    /// Takes the first step of a journey, if there is one. Asks about a journey that is offered instead.
    fn begin_journey(&mut self, journey: Option<ActiveJourney>) {
        if let Some(offer) = &self.screen.offer {
            return self.ask(offer.question);
        }
        self.journey = journey;
        if let Some(journey) = &mut self.journey {
            journey.take_step(&mut self.screen);
        }
    }

    /// Undoes the newest choice of the target cursor; without a choice, asks whether to leave.
    fn undo_or_quit(&mut self) {
        let goes_on = self.outcome().is_none();
        let is_undone = self
            .screen
            .target_cursor
            .as_mut()
            .is_some_and(TargetCursor::undo_choice);
        if !(goes_on && is_undone) {
            self.quit();
        }
    }

    /// Asks whether to leave an unfinished game (E-14); leaves a finished game at once.
    fn quit(&mut self) {
        match (self.outcome(), self.is_begun()) {
            (Some(_), _) => self.leaving = Some(Leaving::Discard),
            (None, true) => self.ask(Question::Leave),
            (None, false) => self.ask(Question::LeaveUnplayed),
        }
    }

    /// Whether a new game would replace an unfinished game, so that the player must be asked.
    fn would_lose_game(&self) -> bool {
        self.outcome().is_none() && self.is_begun()
    }

    fn ask(&mut self, question: Question) {
        if !matches!(self.screen.mode, InputMode::Asking(_)) {
            self.asked_over = self.screen.mode;
        }
        self.screen.mode = InputMode::Asking(question);
    }

    fn answer(&mut self, question: Question, key: Key) {
        // Pressing the key twice confirms the end of a turn; a bolt needs a different key.
        let is_meant = matches!(question, Question::Unspent { .. })
            && self.doubt.is_some_and(|doubt| doubt.key == key);
        match question.answer(key, &self.screen.played_frame()) {
            _ if is_meant => self.go_ahead(),
            Some(Answer::GoAhead) => self.go_ahead(),
            Some(Answer::PlayOn) => {
                self.screen.offer = None;
                self.screen.mode = self.asked_over;
                self.screen.messages.put_hint(self.hidden.take());
            }
            Some(Answer::Leave(leaving)) => self.leaving = Some(leaving),
            Some(Answer::Restart) => self.restart(),
            Some(Answer::NewGame) => self.new_game(),
            None => {}
        }
    }

    fn press_too_small(&mut self, key: Key) {
        if matches!(
            self.screen.keymap.meaning(key),
            Some(Command::Quit | Command::Back)
        ) {
            self.quit();
        }
    }
}

impl Show for Session {
    /// Completes the journey in progress before the key, so that the key applies to the screen where the journey ends.
    /// A resize does not complete a journey, but stops it if the screen becomes too small to show it.
    fn press(&mut self, key: Key) {
        if !matches!(key, Key::Resize(_)) {
            self.finish_journey();
        }
        self.execute(key);
        if is_too_small(self.screen.size) {
            self.stop();
        }
    }

    fn frame(&self) -> Frame {
        self.screen.frame()
    }

    fn animate(&mut self) -> Option<Frame> {
        let shown = self.next_shown()?;
        Some(self.screen.scene(Some(shown)))
    }

    fn is_over(&self) -> bool {
        self.leaving.is_some()
    }

    /// Whether the player points at cells ([K-4]). Other games need no mouse reports.
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    fn wants_mouse(&self) -> bool {
        self.factory.rules.face().pointing().is_some()
    }

    fn is_under_way(&self) -> bool {
        self.journey
            .as_ref()
            .is_some_and(ActiveJourney::is_under_way)
    }

    fn go_on(&mut self) {
        if let Some(journey) = self
            .journey
            .as_mut()
            .filter(|journey| journey.is_under_way())
        {
            journey.go_on(&mut self.screen);
        }
    }

    /// Ends the journey and shows it as single steps, since a recording contains only these.
    fn stop(&mut self) {
        if self.is_under_way() {
            self.retell_as_steps();
        }
    }

    fn warnings(&self) -> u32 {
        self.screen.messages.warnings
    }

    /// Returns the timer in real time (docs/format, `tempo=`); `None` while a page, a question or a journey stops time,
    /// or if time does not pass under the rules.
    fn pace(&self) -> Option<Pace> {
        let tempo = self.screen.observed.seen_world().level_here().tempo?;
        let may_run = self.is_heard() && !self.is_under_way();
        let runs = may_run && self.screen.observed.game.check(Action::Idle).is_ok();
        runs.then(|| Pace {
            every: Duration::from_millis(tempo.get().into()),
            round: self.screen.observed.seen_world().round(),
        })
    }
}
