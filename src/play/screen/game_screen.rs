//! What a person sees of a session: the game as a scene, the pages of help and messages, and the questions.
use super::target_cursor::TargetCursor;
use super::target_preview::TargetPreview;
use super::travel_cursor::TravelCursor;
use crate::dungeon::Fog;
use crate::engine::event::Event;
use crate::engine::world::World;
use crate::play::input::key::Key;
use crate::play::input::keymap::{Command, Keymap};
use crate::play::input::script::nearest_size;
use crate::play::knowledge::fog::WorldTime;
use crate::play::text::help;
use crate::play::text::look;
use crate::play::text::messages::Messages;
use crate::play::text::notices;
use crate::play::text::page::Page;
use crate::play::text::question::{Question, QuestionWidth, stands_at};
use crate::play::travel::observed_game::ObservedGame;
use crate::space::geometry::{Direction, Point, Size};
use crate::view::frame::{Frame, Style};
use crate::view::glyphs::Glyphs;
use crate::view::layout::{is_too_small, told_columns};
use crate::view::preview::ControlScheme;
use crate::view::scene::{Board, Scene, Visibility};
use crate::view::words::bestiary;

/// What the keys are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // modes name themselves
pub enum InputMode {
    Play,
    Help(Page),
    Messages(Page),
    Look(Point),
    Travel(TravelCursor),
    Asking(Question),
}

/// Everything that a frame shows, of which the session changes what its keys mean to change.
#[derive(Clone)]
pub struct GameScreen {
    /// The seed of the game that is played.
    pub seed: u64,
    /// Columns and rows; keys mean what they do on such a screen.
    pub size: Size,
    /// Columns and rows of whoever watches, if that is not who plays: what is drawn is as large.
    pub watched: Option<Size>,
    /// The characters that it has.
    pub glyphs: Glyphs,
    /// What keys mean.
    pub keymap: Keymap,
    /// The game, and what is seen of it.
    pub live: ObservedGame,
    /// What is pointed at, in games whose player does that.
    pub pointer: Option<TargetCursor>,
    /// What was said.
    pub messages: Messages,
    /// What the keys are for.
    pub mode: InputMode,
    /// The last key.
    pub typed: String,
}

impl GameScreen {
    /// The screen at rest: what stands when every animation is over.
    pub fn frame(&self) -> Frame {
        self.frame_on(self.shown_size())
    }

    /// The same on a screen of another size, which nobody plays on.
    fn frame_on(&self, size: Size) -> Frame {
        let mut frame = match self.mode {
            InputMode::Asking(question) if is_too_small(size) => {
                let mut frame = Frame::new(size);
                let rooms =
                    [QuestionWidth::Scarce, QuestionWidth::Tiny].map(|room| question.words(room));
                let fits = |words: &&String| words.chars().count() as i32 <= size.width;
                let words = rooms.iter().find(fits).unwrap_or(&rooms[1]);
                let words = words.replace('\u{a0}', " ");
                frame.write(Point::default(), &words, Style::PLAIN);
                frame
            }
            _ if is_too_small(size) => self.scene_on(size, None),
            InputMode::Help(page) => self.page_on(size, page, GameScreen::help_on),
            InputMode::Messages(page) => self.page_on(size, page, GameScreen::history_on),
            InputMode::Play | InputMode::Look(_) | InputMode::Travel(_) | InputMode::Asking(_) => {
                self.scene_on(size, None)
            }
        };
        frame.turn = self.live.game.world().turn();
        frame
    }

    /// What stands in the log's newest place at rest: an answer, a question, what is looked at, or how it ended.
    pub fn newest(&self) -> Vec<String> {
        let recent = self.messages.recent(1);
        self.said(recent.last().map_or(&[], Vec::as_slice))
    }

    /// The scene at rest, or right after an event that is shown: then as the follower sees it, with nothing said yet
    /// that is still to be seen.
    pub fn scene(&self, shown: Option<Event>) -> Frame {
        self.scene_on(self.shown_size(), shown)
    }

    fn scene_on(&self, size: Size, shown: Option<Event>) -> Frame {
        self.staged(size, shown, |scene| scene.frame(size))
    }

    /// How large what is drawn is.
    pub fn shown_size(&self) -> Size {
        self.watched.unwrap_or(self.size)
    }

    /// The screen as who plays has it, whoever watches.
    pub fn played_frame(&self) -> Frame {
        self.frame_on(self.size)
    }

    /// A page whose text is laid out for so many columns.
    fn page_on(&self, size: Size, page: Page, text: fn(&GameScreen, Size) -> Vec<String>) -> Frame {
        let lines = text(self, size);
        if size == self.size {
            return page.frame(&lines, size);
        }
        let there = text(self, self.size).len();
        let page = page.elsewhere((there, self.size), (lines.len(), size));
        page.frame(&lines, size)
    }

    /// The cell of the level that stands at a point of the screen at rest, if one does.
    pub fn cell_at(&self, p: Point) -> Option<Point> {
        self.staged(self.size, None, |scene| scene.cell_at(self.size, p))
    }

    /// Whether the button that ends the turn stands at a point of the screen at rest.
    pub fn button_at(&self, p: Point) -> bool {
        self.staged(self.size, None, |scene| scene.button_at(self.size, p))
    }

    /// What can be done when the game is over, if a point of the screen at rest is on its words.
    pub fn afterwards_at(&self, p: Point) -> Option<Command> {
        self.live.game.outcome()?;
        let frame = self.played_frame();
        let mut choices = notices::afterwards(&self.keymap).into_iter();
        let chosen = choices.find(|(_, words)| stands_at(&frame, words, p));
        chosen.map(|(command, _)| command)
    }

    /// Points at a cell, which is then in view.
    pub fn point_at(&mut self, cell: Point) {
        let follow = self.staged(self.size, None, |scene| scene.followed_at(self.size, cell));
        if let Some(pointer) = &mut self.pointer {
            (pointer.cursor, pointer.follow) = (cell, follow);
        }
    }

    /// Is as large as that, or as near to it as screens can be. What a board larger than the screen shows then depends on what
    /// is pointed at alone, not on how it was scrolled before: a recording knows only the screen that its game began on.
    pub fn resize(&mut self, size: Size) {
        self.size = nearest_size(size);
        if let Some(pointer) = &mut self.pointer {
            let cursor = pointer.cursor;
            pointer.follow = cursor;
            self.point_at(cursor);
        }
    }

    /// Points at the next cell in a direction, if the map has one.
    pub fn move_cursor(&mut self, way: Direction) {
        if let Some(pointer) = self.pointer {
            self.point_at(look::moved(self.live.game.world(), pointer.cursor, way));
        }
    }

    /// The mouse went over the screen; that ends no animation.
    pub fn hover(&mut self, over: Point) {
        if self.mode != InputMode::Play || is_too_small(self.size) {
            return;
        }
        if let Some(cell) = self.cell_at(over) {
            self.point_at(cell);
        }
    }

    /// Turns the page that is shown, or closes it.
    pub fn turn_page(&mut self, key: Key) {
        let turned = |page: Page, lines: Vec<String>| page.turned(lines.len(), self.size, key);
        let mode = match self.mode {
            InputMode::Help(page) => turned(page, self.help()).map(InputMode::Help),
            InputMode::Messages(page) => turned(page, self.history()).map(InputMode::Messages),
            other => Some(other),
        };
        self.mode = mode.unwrap_or(InputMode::Play);
    }

    /// What somebody makes of that scene.
    fn staged<T>(&self, size: Size, shown: Option<Event>, show: impl FnOnce(&Scene<'_>) -> T) -> T {
        let moment = match shown {
            Some(_) => WorldTime::Flight,
            None => WorldTime::Rest,
        };
        let world = self.live.world(moment);
        let light = |p| self.live.light(moment, p);
        let turns = self.messages.recent(size.height as usize);
        let (older, last): (&[Vec<String>], &[String]) = match turns.as_slice() {
            [older @ .., last] => (older, last),
            [] => (&[], &[]),
        };
        let latest = match moment {
            WorldTime::Flight => Vec::new(),
            WorldTime::Rest => self.said(last),
        };
        let outlook = self.outlook(moment, size);
        let rules = self.live.game.rules();
        let statistics = match world.outcome() {
            Some(_) => rules.statistics(world),
            None => Vec::new(),
        };
        let mut scene = Scene {
            board: self.board(world, &light, shown),
            readings: &rules.readings(world),
            control: ControlScheme::of(rules),
            plan: outlook.as_ref().map(TargetPreview::plan),
            statistics: &statistics,
            rim: rules.rim(),
            typed: &self.typed,
            older,
            latest: &latest,
        };
        self.scroll(&mut scene, size, shown);
        if scene.tells_all(size) {
            return show(&scene);
        }
        let short = self.said_in_short(&latest, QuestionWidth::Scarce);
        scene.latest = &short;
        if scene.tells_all(size) {
            return show(&scene);
        }
        let tiny = self.said_in_short(&latest, QuestionWidth::Tiny);
        scene.latest = &tiny;
        show(&scene)
    }

    /// Scrolls a board that is scrolled for who plays: on another screen what he points at is in view as well, and who does
    /// something is seen doing it on all of them.
    fn scroll(&self, scene: &mut Scene<'_>, size: Size, shown: Option<Event>) {
        let Some(pointer) = self.pointer else { return };
        let is_elsewhere = size != self.size && scene.board.follow.is_some();
        let pointed_at = is_elsewhere.then_some(pointer.cursor);
        for at in [pointed_at, shown.and_then(place)].into_iter().flatten() {
            scene.board.follow = Some(scene.followed_at(size, at));
        }
    }

    /// The level of that scene, as far as it is known by this light.
    fn board<'a>(
        &self,
        world: &'a World,
        light: &'a dyn Fn(Point) -> Visibility,
        shown: Option<Event>,
    ) -> Board<'a> {
        let (missile, burst) = match shown {
            Some(Event::Flew { over, missile, .. }) => (Some((over, missile)), None),
            Some(Event::Burst { at, .. }) => (None, Some(at)),
            _ => (None, None),
        };
        let pointer = match self.mode {
            InputMode::Look(at) | InputMode::Travel(TravelCursor { at, .. }) => Some(at),
            _ => None,
        };
        Board {
            world,
            light,
            glyphs: self.glyphs,
            missile,
            burst,
            pointer,
            follow: match pointer {
                None => self.pointer.map(|pointer| pointer.follow),
                // What is looked at is in view.
                Some(_) => None,
            },
        }
    }

    /// K-5: nothing of it while something is animated, nor while the player looks at something else. It is told as a screen of
    /// this size has room for.
    pub fn outlook(&self, moment: WorldTime, size: Size) -> Option<TargetPreview> {
        match (moment, self.mode) {
            (WorldTime::Flight, _)
            | (
                _,
                InputMode::Look(_)
                | InputMode::Travel(_)
                | InputMode::Help(_)
                | InputMode::Messages(_),
            ) => None,
            (WorldTime::Rest, InputMode::Play | InputMode::Asking(_)) => {
                let pointer = self.pointer.as_ref()?;
                let world = self.live.game.world();
                let columns = told_columns(size, world.size(world.here()));
                TargetPreview::of(&self.live, &self.keymap, pointer, columns)
            }
        }
    }

    /// What stands in the log's newest place while nothing flies.
    fn said(&self, last: &[String]) -> Vec<String> {
        let mut said = match self.mode {
            InputMode::Asking(question) => return vec![question.words(QuestionWidth::Ample)],
            InputMode::Look(at) => {
                let mut said = vec![self.named(at)];
                if self.live.chart().hero() == at {
                    said.push(look::HINT.to_owned());
                }
                return said;
            }
            InputMode::Travel(cursor) => {
                let way = cursor.said(self.live.chart(), &self.keymap);
                return vec![self.named(cursor.at), way];
            }
            InputMode::Play | InputMode::Help(_) | InputMode::Messages(_) => last.to_vec(),
        };
        if self.live.game.outcome().is_some() {
            said.push(notices::epilogue(self.seed, &self.keymap));
        }
        said
    }

    /// Everything that is known of a cell.
    fn named(&self, p: Point) -> String {
        look::said(
            self.live.game.world(),
            p,
            self.live.light(WorldTime::Rest, p),
        )
    }

    /// The same where the log has no room for all of it: a question keeps its answers, and a look what it is for.
    fn said_in_short(&self, said: &[String], room: QuestionWidth) -> Vec<String> {
        match self.mode {
            InputMode::Asking(question) => vec![question.words(room)],
            InputMode::Travel(cursor) => vec![cursor.said_in_short(self.live.chart(), room)],
            InputMode::Look(_) => said.iter().take(1).cloned().collect(),
            InputMode::Play | InputMode::Help(_) | InputMode::Messages(_) => said.to_vec(),
        }
    }

    /// All messages, as wide as the screen.
    pub fn history(&self) -> Vec<String> {
        self.history_on(self.size)
    }

    fn history_on(&self, size: Size) -> Vec<String> {
        let lines = self.messages.folded(size.width).into_iter();
        lines.map(|line| self.glyphs.spelled(&line)).collect()
    }

    /// The help, as wide as the screen, and as long as its pages if that can be.
    pub fn help(&self) -> Vec<String> {
        self.help_on(self.size)
    }

    fn help_on(&self, size: Size) -> Vec<String> {
        let room = Size::new(size.width, Page::rows(size) as i32);
        help::lines(&self.about(), &self.keymap, room)
    }

    /// What the game is about: what wins and what loses, what is seen, how one points, whether time runs.
    pub fn about(&self) -> String {
        let (rules, dungeon) = (self.live.game.rules(), self.live.game.world().dungeon());
        let terms = &dungeon.settings.game.terms;
        let mut about = vec![rules.goal()];
        if dungeon.fog != Fog::Lifted {
            about.push(terms.fog.to_owned());
        }
        if rules.pointing().is_some() {
            about.push(terms.pointing.to_owned());
            if dungeon.fog == Fog::Lifted {
                about.push(bestiary(self.live.game.world()));
            }
        }
        about.extend(dungeon.tempo.map(notices::tempo));
        about.join(" ")
    }
}

/// Where an event that is shown happens.
fn place(event: Event) -> Option<Point> {
    match event {
        Event::Flew { over, .. } => Some(over),
        Event::Moved { to, .. } => Some(to),
        Event::Burst { at, .. } => Some(at),
        _ => None,
    }
}
