//! The screen of a session: the game as a scene, pages such as help and messages, cursors and questions.
use super::target_cursor::TargetCursor;
use super::target_preview::TargetPreview;
use super::throw_cursor::{self, ThrowCursor};
use super::travel_cursor::TravelCursor;
use crate::input::key::Key;
use crate::input::keymap::{Command, Keymap};
use crate::input::script::nearest_size;
use crate::knowledge::fog::WorldTime;
use crate::text::messages::{LogMark, Messages};
use crate::text::pack_menu::{self, PackLine};
use crate::text::page::Page;
use crate::text::question::{Question, QuestionWidth, stands_at};
use crate::text::{help, legend, look, notices, standing};
use crate::travel::auto_explore::PassedMonsters;
use crate::travel::history::History;
use crate::travel::journey::Journey;
use crate::travel::observed_game::ObservedGame;
use crate::view::countdown::Countdown;
use crate::view::frame::Frame;
use crate::view::glyphs::Glyphs;
use crate::view::layout::{cell_text_columns, is_too_small};
use crate::view::log::{LogLine, LoggedTurn};
use crate::view::preview::ControlScheme;
use crate::view::scene::{Board, Lighting, Scene, Visibility, notice};
use crate::view::status_bar::StatusBar;
use crate::view::window_style::WindowStyle;
use crate::view::words::{TurnLimit, bestiary, leave_task, progress_text, with_article};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Fog, ItemId};
use dungeon_model::space::geometry::{Direction, Point, Region, Size};
use dungeon_model::space::narrow::length;
use dungeon_model::space::sight;

/// The screen's mode, which determines the meaning of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMode {
    /// Keys play the game.
    Play,
    /// Keys turn the pages of the help, open at this position.
    Help(Page),
    /// Keys turn the pages of all messages, open at this position.
    Messages(Page),
    /// Keys use items of the inventory, open at this position.
    Pack(Page),
    /// Keys move a cursor, now on this cell of the level; the cell is described.
    Look(Point),
    /// Keys move a cursor that chooses the destination of a journey.
    Travel(TravelCursor),
    /// Keys move a cursor that chooses the cell at which an item is thrown.
    Throw(ThrowCursor),
    /// Keys answer a question.
    Asking(Question),
}

/// A risky journey that begins if the player agrees.
#[derive(Clone)]
pub struct OfferedJourney {
    /// The journey, without a step.
    pub journey: Journey,
    /// The key that closes the cursor with which the destination was chosen, if any.
    pub closing: Option<Key>,
    /// The question to the player.
    pub question: Question,
}

/// The parts of a screen, besides the game, that go back with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenMark {
    /// The log before the command.
    pub log: LogMark,
    /// The target cursor before the command.
    pub target_cursor: Option<TargetCursor>,
}

/// The state that every frame of the session is drawn from. Keys change the state; drawing never changes it.
#[derive(Clone)]
pub struct GameScreen {
    /// The seed of the current game.
    pub seed: u64,
    /// The size of the player's screen in columns and rows. Mouse keys refer to cells of this screen.
    pub size: Size,
    /// The size of the viewer's screen in columns and rows, which can differ from the player's when a replay is
    /// watched. Frames have this size. `None` if the player is the viewer.
    pub watched: Option<Size>,
    /// The characters that the screen can show.
    pub glyphs: Glyphs,
    /// The style of the window. Mouse keys refer to cells of this window.
    pub window: WindowStyle,
    /// The command of each key.
    pub keymap: Keymap,
    /// How terrain in view is lit.
    pub lighting: Lighting,
    /// The game, with its player's sight and knowledge.
    pub observed: ObservedGame,
    /// The target cursor of games played by pointing; `None` in other games.
    pub target_cursor: Option<TargetCursor>,
    /// The log of the game.
    pub messages: Messages,
    /// The commands that the player can take back; `None` in dungeons without `undo=yes`.
    pub history: Option<History<ScreenMark>>,
    /// The current mode.
    pub mode: InputMode,
    /// The journey that an open question is about.
    pub offer: Option<OfferedJourney>,
    /// The monsters that the player has agreed to pass while exploring.
    pub passed: PassedMonsters,
    /// The last key of the game as scripts write it; empty before the first.
    pub typed: String,
    /// The bar over the frame, which stays while the player plays on, until it is removed; `None` for no bar.
    pub bar: Option<StatusBar>,
}

impl GameScreen {
    /// Draws the screen at rest, as it is after any running animation.
    pub fn frame(&self) -> Frame {
        self.under_bar(self.frame_on(self.shown_size()))
    }

    /// Draws the bar over a frame. The cells of the frame do not move, so that mouse clicks and recordings refer to the
    /// same cells with and without the bar.
    fn under_bar(&self, mut frame: Frame) -> Frame {
        if let Some(bar) = &self.bar {
            bar.draw(&mut frame, self.glyphs);
        }
        frame
    }

    /// Draws the screen at rest at a size other than the player's, for a viewer's terminal.
    fn frame_on(&self, size: Size) -> Frame {
        let mut frame = match self.mode {
            InputMode::Asking(question) if is_too_small(size) => {
                let forms = [QuestionWidth::Scarce, QuestionWidth::Tiny];
                notice(size, &forms.map(|room| self.question_words(question, room)))
            }
            _ if is_too_small(size) => self.scene_on(size, None),
            InputMode::Help(page) => self.page_on(size, page, GameScreen::help_on),
            InputMode::Messages(page) => self.page_on(size, page, GameScreen::history_on),
            InputMode::Pack(page) => self.page_on(size, page, GameScreen::pack_on),
            InputMode::Play
            | InputMode::Look(_)
            | InputMode::Travel(_)
            | InputMode::Throw(_)
            | InputMode::Asking(_) => self.scene_on(size, None),
        };
        frame.turn = self.observed.seen_world().turn();
        frame
    }

    /// Returns the newest messages at rest, in order, not wrapped: a question, the description of the cell under a
    /// cursor, or the last turn's messages. After the end of the game, the keys to continue follow the last turn's
    /// messages.
    pub fn newest(&self) -> Vec<String> {
        let last = self.messages.recent(1).last().copied();
        let lines = self.latest_lines(last).into_iter();
        lines.map(|line| line.text.into_owned()).collect()
    }

    /// Draws the scene at rest, or right after an event shown by an animation. During an animation, draws the
    /// animation's world without the newest messages, which would give away the rest of the step.
    pub fn scene(&self, shown: Option<Event>) -> Frame {
        self.under_bar(self.scene_on(self.shown_size(), shown))
    }

    fn scene_on(&self, size: Size, shown: Option<Event>) -> Frame {
        self.with_scene(size, shown, |scene| scene.frame(size))
    }

    /// Draws the part of the level around the hero, as far as the player knows it, on a frame of this size.
    pub fn known_map(&self, size: Size) -> Frame {
        self.with_scene(self.size, None, |scene| scene.known_map(size))
    }

    /// Returns the size of drawn frames: the size of the viewer's screen if there is one, otherwise of the player's.
    pub fn shown_size(&self) -> Size {
        self.watched.unwrap_or(self.size)
    }

    /// Draws the screen at rest at the size of the player's screen, even if a viewer's screen has another size.
    pub fn played_frame(&self) -> Frame {
        self.frame_on(self.size)
    }

    /// Draws a page of text. The text wraps differently at a viewer's size; the page then shows about the same part
    /// that the player reads.
    fn page_on(&self, size: Size, page: Page, text: fn(&GameScreen, Size) -> Vec<String>) -> Frame {
        let lines = text(self, size);
        if size == self.size {
            return page.frame(&lines, size);
        }
        let there = text(self, self.size).len();
        let page = page.elsewhere((there, self.size), (lines.len(), size));
        page.frame(&lines, size)
    }

    /// Returns the cell of the level drawn at a point of the screen at rest; `None` if there is none.
    pub fn cell_at(&self, p: Point) -> Option<Point> {
        self.with_scene(self.size, None, |scene| scene.cell_at(self.size, p))
    }

    /// Returns the cell of the level drawn at a point of the screen at rest, and the region of the board; `None` if
    /// there is no cell.
    pub fn map_cell(&self, p: Point) -> Option<(Point, Region)> {
        self.with_scene(self.size, None, |scene| {
            let cell = scene.cell_at(self.size, p)?;
            Some((cell, scene.board_area(self.size)))
        })
    }

    /// Whether the button that ends the turn is at a point of the screen at rest.
    pub fn button_at(&self, p: Point) -> bool {
        self.with_scene(self.size, None, |scene| scene.button_at(self.size, p))
    }

    /// Returns the command offered at a point of the screen after the game; `None` during the game, and at points
    /// without an offer.
    pub fn end_choice_at(&self, p: Point) -> Option<Command> {
        self.observed.game.outcome()?;
        let frame = self.played_frame();
        // A recording keeps the click, and in a replay other keys move the offers: an undo must stay the same there.
        let mut choices = notices::end_choices(&self.keymap, false).into_iter();
        let chosen = choices.find(|(_, words)| stands_at(&frame, words, p));
        chosen.map(|(command, _)| command)
    }

    /// Returns the parts of the screen that go back with a command whose log begins at `log`.
    pub fn mark(&self, log: LogMark) -> ScreenMark {
        ScreenMark {
            log,
            target_cursor: self.target_cursor,
        }
    }

    /// Adds a step that was taken to the history, with the mark of the screen before it.
    pub fn remember(&mut self, action: Action, before: ScreenMark) {
        if let Some(history) = &mut self.history {
            history.add(action, before, &self.observed);
        }
    }

    /// Whether the player can take back the command with which the game was lost.
    pub fn can_undo_loss(&self) -> bool {
        let is_lost = self.observed.game.outcome() == Some(Outcome::Lost);
        is_lost && self.history.as_ref().is_some_and(History::has_command)
    }

    /// Moves the target cursor to a cell, and scrolls the board until the cell is in view.
    pub fn point_at(&mut self, cell: Point) {
        let follow = self.with_scene(self.size, None, |scene| scene.followed_at(self.size, cell));
        if let Some(target_cursor) = &mut self.target_cursor {
            (target_cursor.cell, target_cursor.follow) = (cell, follow);
        }
    }

    /// Resizes the screen to the nearest valid size. Recomputes the scroll position from the target cursor, because a
    /// recording stores only the size at the start of the game and a resumed game must show the same picture.
    pub fn resize(&mut self, size: Size) {
        self.size = nearest_size(size);
        if let Some(target_cursor) = &mut self.target_cursor {
            let cursor = target_cursor.cell;
            target_cursor.follow = cursor;
            self.point_at(cursor);
        }
    }

    /// Moves the target cursor to the next cell in a direction, unless that leaves the map.
    pub fn move_cursor(&mut self, way: Direction) {
        if let Some(target_cursor) = self.target_cursor {
            self.point_at(look::next_cell(
                self.observed.seen_world(),
                target_cursor.cell,
                way,
            ));
        }
    }

    /// Moves the target cursor to the cell under the mouse; a running animation continues.
    pub fn hover(&mut self, over: Point) {
        if self.mode != InputMode::Play || is_too_small(self.size) {
            return;
        }
        if let Some(cell) = self.cell_at(over) {
            self.point_at(cell);
        }
    }

    /// Turns the open page, or closes it.
    pub fn turn_page(&mut self, key: Key) {
        let turned = |page: Page, lines: Vec<String>| page.turned(lines.len(), self.size, key);
        let mode = match self.mode {
            InputMode::Help(page) => turned(page, self.help()).map(InputMode::Help),
            InputMode::Messages(page) => {
                turned(page, self.history_on(self.size)).map(InputMode::Messages)
            }
            InputMode::Pack(page) => turned(page, self.pack_on(self.size)).map(InputMode::Pack),
            other => Some(other),
        };
        self.mode = mode.unwrap_or(InputMode::Play);
    }

    /// Whether a page of text is open that is longer than the screen.
    pub fn has_more_text(&self) -> bool {
        let lines = match self.mode {
            InputMode::Help(_) => self.help(),
            InputMode::Messages(_) => self.history_on(self.size),
            InputMode::Pack(_) => self.pack_on(self.size),
            _ => return false,
        };
        Page::last(lines.len(), self.size) > 0
    }

    /// Builds the scene for a screen of this size and passes it to `show`. Shortens messages that do not fit.
    fn with_scene<T>(
        &self,
        size: Size,
        shown: Option<Event>,
        show: impl FnOnce(&Scene<'_>) -> T,
    ) -> T {
        let moment = match shown {
            Some(_) => WorldTime::Flight,
            None => WorldTime::Rest,
        };
        let world = self.observed.world(moment);
        let visibility = |p| self.observed.visibility(moment, p);
        let turns = self.messages.recent(size.height as usize);
        let (older, last) = match turns.as_slice() {
            [older @ .., last] => (older, Some(*last)),
            [] => (&[][..], None),
        };
        let latest = match moment {
            WorldTime::Flight => Vec::new(),
            WorldTime::Rest => self.latest_lines(last),
        };
        let preview = self.target_preview(moment, size);
        let rules = self.observed.game.rules();
        let statistics = match world.outcome() {
            Some(_) => rules.face().statistics(world),
            None => Vec::new(),
        };
        let trail = self.trail();
        let mut scene = Scene {
            board: Board {
                trail: &trail,
                ..self.board(world, &visibility, shown)
            },
            notes: &self.notes(world, size),
            born_with: self.observed.born_with(),
            readings: &rules.face().readings(world),
            next_period: (world.outcome().is_none())
                .then(|| rules.face().next_period(world))
                .flatten(),
            control: ControlScheme::for_rules(rules),
            preview: preview.as_ref().map(TargetPreview::view),
            statistics: &statistics,
            typed: &self.typed,
            older,
            latest: &latest,
        };
        self.scroll(&mut scene, size, shown);
        if scene.has_room_for_latest(size) {
            return show(&scene);
        }
        let short = self.short_lines(&latest, QuestionWidth::Scarce);
        scene.latest = &short;
        if scene.has_room_for_latest(size) {
            return show(&scene);
        }
        let tiny = self.short_lines(&latest, QuestionWidth::Tiny);
        scene.latest = &tiny;
        show(&scene)
    }

    /// Returns the sentences for the panel beside the map: the progress toward the goal, then the goal; empty if a
    /// screen of this size has no panel there.
    fn notes(&self, world: &World, size: Size) -> Vec<String> {
        if !self.window.has_panel(size) {
            return Vec::new();
        }
        let rules = self.observed.game.rules().face().goal();
        let sentences = standing::goal_sentences(rules, world.dungeon(), TurnLimit::Omitted);
        // The goal's full text follows.
        let progress = progress_text(world).into_iter();
        let progress = progress.filter(|told| *told != leave_task(world.dungeon()));
        let mut progress: Vec<String> = progress.collect();
        if Countdown::of(world).is_some_and(|left| left.style().is_some()) {
            // Move the last sentence, about the turns left, to the front: the panel colors its first sentence.
            progress.rotate_right(1);
        }
        progress.into_iter().chain(sentences).collect()
    }

    /// Returns the cells of the route to the travel cursor, in walking order, the cells on the path of a bolt to the
    /// monster under the look cursor, or those on the path of the item to throw. Empty without a cursor or a route.
    fn trail(&self) -> Vec<Point> {
        match self.mode {
            InputMode::Travel(cursor) => cursor.route(self.observed.known_map()),
            InputMode::Throw(cursor) => cursor.flight(self.observed.known_map()),
            InputMode::Look(at) => look::bolt_trail(self.observed.known_map(), &self.keymap, at),
            _ => Vec::new(),
        }
    }

    /// Scrolls a board that is larger than the screen. Keeps the cell of an animated event in view, and at a viewer's
    /// size also the player's cursor.
    fn scroll(&self, scene: &mut Scene<'_>, size: Size, shown: Option<Event>) {
        let Some(target_cursor) = self.target_cursor else {
            return;
        };
        let is_elsewhere = size != self.size && scene.board.follow.is_some();
        let pointed_at = is_elsewhere.then_some(target_cursor.cell);
        for at in [pointed_at, shown.and_then(place)].into_iter().flatten() {
            scene.board.follow = Some(scene.followed_at(size, at));
        }
    }

    /// Builds the board of the scene: the current level of a world as far as its cells are visible.
    fn board<'a>(
        &self,
        world: &'a World,
        visibility: &'a dyn Fn(Point) -> Visibility,
        shown: Option<Event>,
    ) -> Board<'a> {
        let (missile, burst) = match shown {
            Some(Event::Flew { over, missile, .. }) => (Some((over, missile)), None),
            Some(Event::Burst { at, .. }) => (None, Some(at)),
            _ => (None, None),
        };
        let cursor = match self.mode {
            InputMode::Look(at)
            | InputMode::Travel(TravelCursor { at, .. })
            | InputMode::Throw(ThrowCursor { at, .. }) => Some(at),
            _ => None,
        };
        Board {
            world,
            visibility,
            glyphs: self.glyphs,
            window: self.window,
            lighting: self.lighting,
            rim: self.observed.game.rules().rim(),
            missile,
            facing: shown.and_then(|event| self.facing(world, event)),
            trail: &[],
            burst,
            cursor,
            follow: match cursor {
                None => self.target_cursor.map(|target_cursor| target_cursor.follow),
                // Without its own scroll position, the board keeps the cursor in view.
                Some(_) => None,
            },
        }
    }

    /// Returns the body that walks or shoots in an event and the direction it faces; `None` for other events, and in
    /// games not played by pointing, where facing means nothing.
    fn facing(&self, world: &World, shown: Event) -> Option<(ActorId, Direction)> {
        self.observed.game.rules().face().pointing()?;
        let way = |from: Point, to: Point| from.toward(sight::line(from, to).next()?);
        match shown {
            Event::Moved { who, from, to, .. } => Some((who, way(from, to)?)),
            Event::Flew { who, over, .. } => Some((who, way(world.body(who).at, over)?)),
            _ => None,
        }
    }

    /// Returns the preview of the target cursor (K-5), with text that fits a screen of this size. `None` in games not
    /// played by pointing, after the end, during an animation, and while the player looks around, chooses a destination
    /// or reads a page.
    pub fn target_preview(&self, moment: WorldTime, size: Size) -> Option<TargetPreview> {
        match (moment, self.mode) {
            (WorldTime::Flight, _)
            | (
                _,
                InputMode::Look(_)
                | InputMode::Travel(_)
                | InputMode::Throw(_)
                | InputMode::Help(_)
                | InputMode::Messages(_)
                | InputMode::Pack(_),
            ) => None,
            (WorldTime::Rest, InputMode::Play | InputMode::Asking(_)) => {
                let target_cursor = self.target_cursor.as_ref()?;
                let world = self.observed.seen_world();
                let columns = cell_text_columns(size, world.size(world.here()), self.window);
                TargetPreview::new(&self.observed, &self.keymap, target_cursor, columns)
            }
        }
    }

    /// Returns the newest lines of the log at rest; `last` holds the messages of the last turn.
    fn latest_lines<'a>(&self, last: Option<LoggedTurn<'a>>) -> Vec<LogLine<'a>> {
        let mut lines: Vec<LogLine<'a>> = match self.mode {
            InputMode::Asking(question) => {
                return vec![self.question_words(question, QuestionWidth::Ample).into()];
            }
            InputMode::Look(at) => {
                let mut lines: Vec<LogLine<'a>> = vec![self.describe_cell(at).into()];
                let danger = look::describe_danger(self.observed.known_map(), at);
                lines.extend(danger.map(|[full, _]| full.into()));
                let blow = look::describe_blow(self.observed.known_map(), at);
                lines.extend(blow.map(Into::into));
                let bolt = look::describe_bolt(self.observed.known_map(), &self.keymap, at);
                lines.extend(bolt.map(Into::into));
                let aims = throw_cursor::describe_worn(self.observed.known_map(), &self.keymap, at);
                lines.extend(aims.into_iter().map(Into::into));
                if self.observed.known_map().hero() == at {
                    lines.push(look::HINT.into());
                }
                return lines;
            }
            InputMode::Travel(cursor) => {
                let way = cursor.describe(self.observed.known_map(), &self.keymap);
                return vec![self.hint_or_cell(cursor.at).into(), way.into()];
            }
            InputMode::Throw(cursor) => {
                let effect = cursor.describe(self.observed.known_map(), &self.keymap);
                let is_aimed = cursor.at != self.observed.known_map().hero();
                let first = if is_aimed {
                    self.describe_cell(cursor.at)
                } else {
                    self.hint_or_cell(cursor.at)
                };
                return vec![first.into(), effect.into()];
            }
            InputMode::Play | InputMode::Help(_) | InputMode::Messages(_) | InputMode::Pack(_) => {
                last.into_iter().flat_map(LoggedTurn::lines).collect()
            }
        };
        if self.observed.game.outcome().is_some() {
            lines.push(self.epilogue().into());
        }
        lines
    }

    /// Returns the seed, and the keys to continue after the game.
    pub fn epilogue(&self) -> String {
        notices::epilogue_text(self.seed, &self.keymap, self.can_undo_loss())
    }

    fn question_words(&self, question: Question, room: QuestionWidth) -> String {
        let world = self.observed.seen_world();
        question.words(room, &|who| with_article(&world.kind(who).name))
    }

    /// Returns the hint about a cursor if there is one, and otherwise describes its cell.
    fn hint_or_cell(&self, p: Point) -> String {
        let hint = self.messages.shown_hint();
        hint.map_or_else(|| self.describe_cell(p), str::to_owned)
    }

    /// Describes everything that the player knows of a cell.
    fn describe_cell(&self, p: Point) -> String {
        look::describe(
            self.observed.seen_world(),
            p,
            self.observed.visibility(WorldTime::Rest, p),
        )
    }

    /// Shortens the newest lines for a log without room for all of them: a question keeps its answers, and the
    /// description of a cell keeps its name and, if there is room, the danger of the monster there.
    fn short_lines<'a>(&self, lines: &[LogLine<'a>], room: QuestionWidth) -> Vec<LogLine<'a>> {
        match self.mode {
            InputMode::Asking(question) => vec![self.question_words(question, room).into()],
            InputMode::Travel(cursor) => {
                let way = cursor.describe_in_short(self.observed.known_map(), room);
                vec![way.into()]
            }
            InputMode::Throw(cursor) => {
                let throw = cursor.describe_in_short(self.observed.known_map(), &self.keymap, room);
                vec![throw.into()]
            }
            InputMode::Look(at) => {
                let danger = look::describe_danger(self.observed.known_map(), at);
                let short = danger.map(|[_, short]| short.into());
                let short = short.filter(|_| room == QuestionWidth::Scarce);
                lines.iter().take(1).cloned().chain(short).collect()
            }
            InputMode::Play | InputMode::Help(_) | InputMode::Messages(_) | InputMode::Pack(_) => {
                lines.to_vec()
            }
        }
    }

    /// Returns all messages as lines wrapped to a screen's width, oldest first, with repeats folded to `×3`.
    fn history_on(&self, size: Size) -> Vec<String> {
        let lines = self.messages.folded(size.width).into_iter();
        lines.map(|line| self.glyphs.spelled(&line)).collect()
    }

    fn pack_lines(&self, size: Size) -> Vec<PackLine> {
        let rules = self.observed.game.rules();
        pack_menu::lines(self.observed.seen_world(), rules, size.width)
    }

    fn pack_on(&self, size: Size) -> Vec<String> {
        self.pack_lines(size)
            .into_iter()
            .map(|line| self.glyphs.spelled(&line.text))
            .collect()
    }

    /// Returns the item for a key in the open inventory, by its letter or a click on its line; `None` for other keys.
    pub fn packed_thing(&self, key: Key) -> Option<ItemId> {
        let InputMode::Pack(page) = self.mode else {
            return None;
        };
        let world = self.observed.seen_world();
        match key {
            Key::Char(letter) => pack_menu::by_letter(world, letter),
            Key::Click(p) => {
                let lines = self.pack_lines(self.size);
                let line = page.line_at(lines.len(), self.size, p)?;
                lines[line].item
            }
            _ => None,
        }
    }

    /// Returns the help as lines wrapped to the screen's width, with empty lines between groups of keys. Leaves out the
    /// empty lines, or sets short lines in two columns, if the help then fits on one page. The legend follows the keys.
    /// No entry is torn apart at the end of a page.
    pub fn help(&self) -> Vec<String> {
        self.help_on(self.size)
    }

    fn help_on(&self, size: Size) -> Vec<String> {
        let is_told = self.observed.game.rules().face().pointing().is_some();
        let legend = if is_told {
            Vec::new()
        } else {
            legend::entries(self.observed.known_map(), size.width)
        };
        let room = Size::new(size.width, length(Page::rows(size)));
        help::lines(&self.about(), &self.keymap, &legend, room)
    }

    /// Returns the help's introduction in whole sentences, not wrapped: a description of the dungeon, the goal of the
    /// game, the effect of fog, the use of the pointer, and whether time runs.
    pub fn about(&self) -> String {
        let (rules, dungeon) = (
            self.observed.game.rules(),
            self.observed.seen_world().dungeon(),
        );
        let terms = &dungeon.settings.game.terms;
        let story = Some(dungeon.about.clone()).filter(|about| !about.is_empty());
        let goal = standing::goal_text(rules.face().goal(), dungeon);
        let mut about: Vec<String> = story.into_iter().chain([goal]).collect();
        let level = self.observed.seen_world().level_here();
        if level.fog != Fog::Lifted {
            about.push(terms.fog.to_owned());
        }
        if level.is_dark {
            about.push(notices::DARK.to_owned());
        }
        if !terms.bolt.is_empty() {
            about.push(terms.bolt.to_owned());
        }
        if standing::keeps_things(dungeon) {
            about.push(notices::pack_text(&self.keymap));
        }
        if standing::aims_things(dungeon) {
            about.push(notices::throw_text(dungeon, &self.keymap));
        }
        if rules.face().pointing().is_some() {
            about.push(terms.pointing.to_owned());
            if level.fog == Fog::Lifted {
                about.push(bestiary(self.observed.seen_world()));
            }
        }
        about.extend(level.tempo.map(notices::tempo_text));
        about.join(" ")
    }
}

/// Returns the cell of an event; `None` for events without one.
fn place(event: Event) -> Option<Point> {
    match event {
        Event::Flew { over, .. } => Some(over),
        Event::Moved { to, .. } | Event::Swapped { to, .. } => Some(to),
        Event::Burst { at, .. } => Some(at),
        _ => None,
    }
}
