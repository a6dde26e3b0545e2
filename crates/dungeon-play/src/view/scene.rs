//! `Scene`: a world as a frame, with the level, the gauges, the prompt and the log.
use std::borrow::Cow;
use std::fmt::Write as _;

pub use super::board::{Board, Lighting, Visibility};
use super::countdown::Countdown;
use super::frame::{Cell, Frame, Style};
use super::layout::{
    BOX, GaugeLayout, Layout, LayoutNeeds, LogHistory, SMALLEST, is_too_small, rows_above,
    verdict_columns,
};
use super::log::{Log, LogLine, LoggedTurn, join};
use super::overlay::{PreviewOverlay, field_style};
use super::panel::Panel;
use super::preview::{ControlScheme, OverlayMode, PreviewView};
use super::side_panel::SidePanel;
use super::squad;
use super::widgets::{Gauge, Prompt, StyledLine, Window, area, draw_text};
use super::words::{
    brief_states, capitalised, joined, level_name, next_period, place_in_run,
    terrain_with_strength, with_indefinite_article,
};
use super::wrap::{WrappedLines, columns_of, wrap};
use dungeon_engine::event::Outcome;
use dungeon_engine::ruleset_face::{PeriodForecast, Reading};
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::LevelOrder;
use dungeon_model::dungeon::{Feature, ItemId, ItemKind, Rim};
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::narrow::length;

/// The contents of a frame of a game.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The current level, as the player knows it.
    pub board: Board<'a>,
    /// The life that each body started with, by `ActorId`. It corresponds to the full length of a monster's life bar.
    pub born_with: &'a [i32],
    /// The numbers of the gauges, in display order.
    pub readings: &'a [Reading],
    /// What the next pay period brings; `None` in games without periods, and when the game is over.
    pub next_period: Option<PeriodForecast>,
    /// The way that the player controls the game.
    pub control: ControlScheme,
    /// The preview of the cell that the player points at; `None` in games played by keys, and during an animation
    /// (K-5).
    pub preview: Option<PreviewView<'a>>,
    /// The statistics of a finished game; empty for a game without statistics (K-14).
    pub statistics: &'a [Reading],
    /// Sentences for the panel beside the map: the progress and the goal. Empty if the screen has no panel there.
    pub notes: &'a [String],
    /// The last key in the notation of key scripts, which the prompt shows; may be empty.
    pub typed: &'a str,
    /// The messages of earlier turns, with the newest turn last.
    pub older: &'a [LoggedTurn<'a>],
    /// The messages of the last turn in order and in whole sentences; may be empty.
    pub latest: &'a [LogLine<'a>],
}

/// Returns the frame for a screen that is too small for a game: a notice with both sizes.
pub fn too_small(size: Size) -> Frame {
    let forms = [
        format!("Needs {SMALLEST}, has {size}."),
        format!("Needs {SMALLEST}."),
        SMALLEST.to_string(),
        "!".to_owned(),
    ];
    notice(size, &forms)
}

/// Returns a screen with the first form of a text that fits without breaking a word, or else with the last form.
pub fn notice(size: Size, forms: &[String]) -> Frame {
    let columns = size.width.max(1) as usize;
    let breaks_no_word = |form: &str| {
        let mut words = form.split(' ');
        words.all(|word| word.chars().count() <= columns)
    };
    let fits =
        |form: &&String| breaks_no_word(form) && length(wrap(form, columns).len()) <= size.height;
    let form = forms.iter().find(fits).or(forms.last());
    let lines = form.map_or_else(Vec::new, |form| wrap(form, columns));
    let mut frame = Frame::new(size);
    for (y, line) in (0..size.height).zip(&lines) {
        frame.write(at(0, y), line, Style::PLAIN);
    }
    frame
}

impl Scene<'_> {
    /// Draws the scene on a screen of any size.
    pub fn frame(&self, size: Size) -> Frame {
        let world = self.board.world;
        let mut frame = if is_too_small(size) {
            too_small(size)
        } else {
            Frame::new(size)
        };
        frame.turn = world.turn();
        if is_too_small(size) {
            return frame;
        }
        let layout = self.layout(size);
        if layout.rim > 0 {
            Window(layout.window()).draw(&mut frame, self.board.glyphs);
        }
        self.followed_board()
            .draw(&mut frame, layout.board, layout.rim);
        let (numbers, has_name) = match layout.gauges {
            GaugeLayout::Rows(rows) => self.numbers_line(width(rows)),
            GaugeLayout::Panel(_) => (StyledLine::default(), true),
            GaugeLayout::Drawn { .. } | GaugeLayout::Line(_) => (StyledLine::default(), false),
        };
        if layout.rim > 0 {
            self.draw_titles(&mut frame, &layout, has_name);
        }
        self.draw_preview(&mut frame, &layout);
        if let Some(panel) = self.panel(size, &layout) {
            panel.draw(&mut frame);
        }
        let told = self.with_longer_log(size, layout);
        if told != layout {
            told.text_below_board()
                .points()
                .for_each(|p| frame.set(p, Cell::default()));
        }
        match told.gauges {
            GaugeLayout::Drawn {
                first,
                step,
                prompt,
            } => self.draw_boxes(&mut frame, first, step, prompt),
            GaugeLayout::Panel(place) => {
                self.side_panel(&self.panel_places())
                    .draw(&mut frame, place);
            }
            GaugeLayout::Line(line) => self.draw_status(&mut frame, &told, line),
            GaugeLayout::Rows(rows) => self.draw_rows(&mut frame, rows, numbers),
        }
        if let (Some(at), Some(outcome)) = (layout.verdict, world.outcome()) {
            frame.write(at, verdict_word(outcome), Style::STRONG);
        }
        let log = Log {
            older: match layout.history {
                LogHistory::Kept => self.older,
                LogHistory::Dropped => &[],
            },
            latest: self.latest,
            glyphs: self.board.glyphs,
        };
        log.draw(&mut frame, told.log);
        frame
    }

    /// Returns the layout with a log that has room for all messages of the last turn if possible. The cell in focus
    /// stays uncovered.
    fn with_longer_log(&self, size: Size, layout: Layout) -> Layout {
        if self.board.world.outcome().is_some() || self.preview.is_some() {
            return layout;
        }
        let columns = width(layout.log).max(1);
        let rows = WrappedLines::new(&self.latest_text(), columns).count();
        let board = self.followed_board();
        let focus = board.screen_of(layout.board, layout.rim, board.focus());
        let covered_from = focus.map_or(0, |focus| focus.y + 1);
        layout.with_log_rows(length(rows), covered_from.max(size.height / 2))
    }

    fn side_panel<'a>(&'a self, surroundings: &'a [String]) -> SidePanel<'a> {
        SidePanel {
            board: &self.board,
            born_with: self.born_with,
            readings: self.readings,
            clock: self.clock(),
            surroundings,
            notes: self.notes,
            control: self.control,
        }
    }

    /// Draws the line of numbers into the first of the rows, then the things in sight and the inventory if there are
    /// rows.
    fn draw_rows(&self, frame: &mut Frame, rows: Region, numbers: StyledLine) {
        let columns = width(rows);
        let panel = self.side_panel(&[]);
        let mut line = numbers;
        for (y, nth) in (rows.from.y..=rows.to.y).zip(0..) {
            match nth {
                0 => {}
                1 => panel.write_sight(&mut line, columns),
                _ => panel.write_pack(&mut line, columns),
            }
            let place = area(at(rows.from.x, y), length(columns), 1);
            line.draw(frame, place, self.board.glyphs);
            line.truncate(0);
        }
    }

    /// Draws the status line. Texts about the place that do not fit move to an empty row above or below the line; without
    /// such a row, the first of them is cut. A row below the line has all of these texts, so that none of them moves when
    /// a number gets longer.
    fn draw_status(&self, frame: &mut Frame, layout: &Layout, line: Region) {
        let (size, glyphs) = (frame.size(), self.board.glyphs);
        let (spare, room) = match self.board.rim {
            Rim::Open => (Some(line.from.y - 1).filter(|y| *y >= 0), width(line)),
            Rim::Heroless if line.from.y + 1 < layout.log.from.y => (Some(line.from.y + 1), 0),
            Rim::Heroless | Rim::Closed => (None, width(line)),
        };
        let Status { mut whole, rest } = self.status(size, room);
        let text = rest.join(GAP);
        let Some(y) = spare else {
            if !rest.is_empty() && whole.columns() + STUB <= width(line) {
                whole.push(format_args!("{GAP}{text}"), Style::PLAIN);
            }
            return whole.draw(frame, line, glyphs);
        };
        whole.draw(frame, line, glyphs);
        let from = match self.board.rim {
            Rim::Open => line.from.x.min(size.width - columns_of(&text)).max(0),
            Rim::Heroless | Rim::Closed => line.from.x,
        };
        let row = area(at(from, y), size.width - from, 1);
        draw_text(frame, row, &text, Style::PLAIN, glyphs);
    }

    /// Whether the log on a screen of this size has room for all messages of the last turn.
    pub fn has_room_for_latest(&self, size: Size) -> bool {
        if is_too_small(size) {
            return true;
        }
        let text = self.latest_text();
        let Region { from, to } = self.with_longer_log(size, self.layout(size)).log;
        let (columns, rows) = (to.x - from.x + 1, to.y - from.y + 1);
        let mut lines = WrappedLines::new(&text, columns.max(1) as usize);
        lines.nth(rows.max(0) as usize).is_none()
    }

    /// Returns the cell of the level drawn at a point of a screen of this size; `None` outside the board, under the
    /// statistics, and on a screen that is too small.
    pub fn cell_at(&self, size: Size, screen: Point) -> Option<Point> {
        if is_too_small(size) {
            return None;
        }
        let layout = self.layout(size);
        match self.panel(size, &layout) {
            Some(panel) if panel.place().contains(screen) => None,
            _ => self
                .followed_board()
                .cell_at(layout.board, layout.rim, screen),
        }
    }

    /// Draws the part of the level around the hero, as far as the player knows it, on a frame of this size.
    pub fn known_map(&self, size: Size) -> Frame {
        let mut frame = Frame::new(size);
        self.board.draw(&mut frame, size.region(), 0);
        frame.cursor = None;
        frame
    }

    /// Returns the region of a screen of this size that shows cells of the level. The screen must not be too small.
    pub fn board_area(&self, size: Size) -> Region {
        self.layout(size).board
    }

    /// Returns the cell for `Board::follow` while the player points at `pointed`.
    pub fn followed_at(&self, size: Size, pointed: Point) -> Point {
        if is_too_small(size) {
            return pointed;
        }
        let layout = self.layout(size);
        self.followed_board()
            .followed_at(layout.board, layout.rim, pointed)
    }

    /// Returns the board. The board follows the cell that the player points at, unless `Board::follow` is set.
    fn followed_board(&self) -> Board<'_> {
        let cursor = self.preview.map(|preview| preview.cursor);
        Board {
            follow: self.board.follow.or(cursor),
            ..self.board
        }
    }

    fn layout(&self, size: Size) -> Layout {
        let world = self.board.world;
        let outcome = world.outcome();
        let is_centred = self.control == ControlScheme::Keys && self.board.rim == Rim::Open;
        let line = if is_centred {
            let room = (size.width - verdict_columns(outcome)) as usize;
            let Status { whole, rest } = self.status(size, room);
            match rows_above(size, world.size(world.here())) {
                0 => whole.columns() + columns_with_gaps(&rest),
                _ => whole.columns(),
            }
        } else {
            0
        };
        let latest = if is_centred || outcome.is_some() {
            self.latest_text()
        } else {
            Cow::default()
        };
        let needs = LayoutNeeds {
            window: self.board.window,
            control: self.control,
            rim: self.board.rim,
            boxes: length(self.readings.len()) + 1,
            rows: 2 + i32::from(world.dungeon().items.iter().any(ItemKind::is_kept)),
            line: length(line),
            latest: &latest,
            outcome,
        };
        Layout::new(size, world.size(world.here()), &needs)
    }

    /// Returns the messages of the last turn, joined into one text.
    fn latest_text(&self) -> Cow<'_, str> {
        match self.latest {
            [message] => Cow::Borrowed(&*message.text),
            messages => {
                let mut text = String::new();
                join(
                    &mut text,
                    messages.iter().map(|message| Cow::Borrowed(&*message.text)),
                );
                Cow::Owned(text)
            }
        }
    }

    /// Draws the overlay and its name, the text about the cell pointed at, and the button (K-5).
    fn draw_preview(&self, frame: &mut Frame, layout: &Layout) {
        let (Some(preview), glyphs) = (&self.preview, self.board.glyphs) else {
            return;
        };
        let overlay = PreviewOverlay {
            board: &self.followed_board(),
            area: layout.board,
            rim: layout.rim,
            preview,
        };
        overlay.draw(frame);
        let style = field_style(preview.overlay).unwrap_or_default();
        if let Some(at) = layout.verdict {
            frame.write(at, overlay_word(preview.overlay), style);
        }
        if let Some(line) = layout.cell_text {
            let log = Log {
                older: &[],
                latest: &[preview.cell_text.into()],
                glyphs,
            };
            log.draw(frame, line);
        }
        if let Some((place, label)) = self.button(layout) {
            let _ = write!(frame.writer(place, Style::REVERSE), " {label} ");
        }
    }

    /// Returns the region of the button at the end of the text about the cell pointed at, with the longest label that
    /// fits; `None` if no label fits.
    fn button(&self, layout: &Layout) -> Option<(Region, &str)> {
        let (preview, text) = (self.preview.as_ref()?, layout.cell_text?);
        let Region { from, to } = text;
        let columns = (to.x - from.x + 1) as usize;
        let mut rows = WrappedLines::new(preview.cell_text, columns);
        let last = rows.nth((to.y - from.y) as usize);
        let taken = from.x + last.map_or(0, |row| length(row.chars().count()));
        let place = |label: &str| {
            let columns = columns_of(label) + 2;
            area(at(to.x + 1 - columns, to.y), columns, 1)
        };
        let labels = [preview.button.full, preview.button.brief].into_iter();
        let mut labels = labels.filter(|label| !label.is_empty());
        let label = labels.find(|label| place(label).from.x > taken)?;
        Some((place(label), label))
    }

    /// Whether the button is at a point of a screen of this size.
    pub fn button_at(&self, size: Size, screen: Point) -> bool {
        if is_too_small(size) {
            return false;
        }
        let layout = self.layout(size);
        let button = self.button(&layout);
        button.is_some_and(|(place, _)| place.contains(screen))
    }

    /// Returns the panel with the statistics of a finished game. The panel may cover the board, but not the line below
    /// the board (K-14).
    fn panel(&self, size: Size, layout: &Layout) -> Option<Panel<'_>> {
        let outcome = self.board.world.outcome()?;
        let board = layout.board;
        let width = match layout.gauges {
            GaugeLayout::Panel(panel) => panel.from.x - 1,
            GaugeLayout::Drawn { .. } | GaugeLayout::Line(_) | GaugeLayout::Rows(_) => size.width,
        };
        let panel = Panel {
            title: match outcome {
                Outcome::Won => " WON ",
                Outcome::Lost => " LOST ",
                Outcome::Drawn => " DRAW ",
            },
            readings: self.statistics,
            glyphs: self.board.glyphs,
            room: area(at(0, 0), width, board.to.y + 1),
            middle: i32::midpoint(board.from.y, board.to.y + 1),
        };
        (!self.statistics.is_empty()).then_some(panel)
    }

    /// Draws the name of the level into the frame's top row, unless the screen has it elsewhere, and the hero's worn item
    /// at the end of this row if the name leaves room. A name that is longer than the frame goes on beside it.
    fn draw_titles(&self, frame: &mut Frame, layout: &Layout, has_name: bool) {
        let Region { from, to } = layout.window();
        let worn = self.worn_text(layout).unwrap_or_default();
        let room = to.x - from.x - 5 - columns_of(&worn);
        let name = (!has_name).then(|| self.level_title(room.max(0) as usize));
        let name = name.flatten().unwrap_or_default();
        let right = match layout.gauges {
            GaugeLayout::Panel(panel) => panel.from.x - 1,
            _ => frame.size().width,
        };
        let room = (right - from.x - 4).max(0);
        let name = self.board.glyphs.cut(&name, room as usize);
        if !name.is_empty() {
            let line = area(at(from.x + 2, from.y), room + 2, 1);
            let _ = write!(frame.writer(line, Style::PLAIN), " {name} ");
        }
        let begin = to.x - 1 - columns_of(&worn);
        let taken = if name.is_empty() {
            0
        } else {
            columns_of(&name) + 4
        };
        if begin > from.x + taken {
            frame.write(at(begin, from.y), &worn, Style::PLAIN);
        }
    }

    /// Returns the hero's worn items as the frame shows them; `None` if nothing is worn, or if the inventory is shown.
    fn worn_text(&self, layout: &Layout) -> Option<String> {
        if matches!(layout.gauges, GaugeLayout::Rows(rows) if rows.to.y - rows.from.y == 2) {
            return None;
        }
        let world = self.board.world;
        let worn = world.pack().worn().iter();
        let worn = joined(worn.map(|item| world.item(*item).name.as_str()), ", ");
        (!worn.is_empty()).then(|| self.board.glyphs.spelled(&format!(" gear: {worn} ")))
    }

    /// Returns the name of the level with its number, such as "The nave (2 of 5)" or "Level 2 of 5", or only the name if
    /// both do not fit into `room` columns. `None` in a dungeon with one level.
    fn level_title(&self, room: usize) -> Option<String> {
        const NUMBERS: usize = 16; // bytes that most numbers of levels need
        let world = self.board.world;
        let (name, levels) = (self.level_name()?, world.dungeon().levels.len());
        let number = usize::from(world.here().0) + 1;
        let mut placed = String::with_capacity(name.len() + NUMBERS);
        // Writing to a string never fails.
        let _ = if world.dungeon().levels[number - 1].name.is_empty() {
            write!(placed, "{name} of {levels}")
        } else {
            write!(placed, "{name} ({number} of {levels})")
        };
        Some(if placed.chars().count() <= room {
            placed
        } else {
            name.into_owned()
        })
    }

    /// Returns the name of the level; `None` in a dungeon with one level.
    fn level_name(&self) -> Option<Cow<'_, str>> {
        let world = self.board.world;
        let levels = &world.dungeon().levels;
        let level = levels.get(usize::from(world.here().0))?;
        Some(
            match level
                .name
                .starts_with(|first: char| first.is_ascii_uppercase())
            {
                _ if levels.len() == 1 => return None,
                // An author's capitalized name stays unchanged.
                true => Cow::Borrowed(&level.name),
                false => Cow::Owned(capitalised(&level_name(world, world.here()))),
            },
        )
    }

    fn draw_boxes(&self, frame: &mut Frame, first: Point, step: i32, at_prompt: Point) {
        let mut x = first.x;
        for reading in self.readings {
            Gauge::new(reading).draw(frame, area(at(x, first.y), BOX, 3), self.board.glyphs);
            x += step;
        }
        let prompt = Prompt {
            label: "Direction",
            text: self.typed,
        };
        prompt.draw(frame, area(at_prompt, BOX, 3), self.board.glyphs);
    }

    /// Returns the status line of at most `room` columns if possible: the numbers, then as many texts about the place as
    /// fit, and the texts that do not fit.
    fn status(&self, size: Size, room: usize) -> Status {
        if self.control == ControlScheme::Pointing {
            let room = match self.layout(size).gauges {
                GaugeLayout::Line(line) => width(line),
                _ => room,
            };
            let whole =
                squad::status_line(self.board.world, self.readings, self.board.glyphs, room);
            return Status {
                whole,
                rest: Vec::new(),
            };
        }
        let limited = Countdown::of(self.board.world).and_then(|_| self.clock());
        let mut whole = StyledLine::with_room(room);
        self.write_readings(&mut whole, self.readings.len(), true, limited);
        let mut rest = if self.board.rim.is_played_on() {
            self.surroundings()
        } else {
            Vec::new()
        };
        let fits = |count: &usize| whole.columns() + columns_with_gaps(&rest[..*count]) <= room;
        let fitting = (1..=rest.len()).take_while(fits).count();
        for text in rest.drain(..fitting) {
            whole.push(format_args!("{GAP}{text}"), Style::PLAIN);
        }
        Status { whole, rest }
    }

    /// Returns the numbers, followed by the name of the level if both fit into `room` columns, and whether they do.
    fn numbers_line(&self, room: usize) -> (StyledLine, bool) {
        let mut line = StyledLine::with_room(room);
        self.write_numbers(&mut line, room);
        let left = room.saturating_sub(line.columns() + GAP.len());
        let name = self.level_title(left);
        let name = name.filter(|name| name.chars().count() <= left);
        if let Some(name) = &name {
            line.push(format_args!("{GAP}{name}"), Style::PLAIN);
        }
        (line, name.is_some())
    }

    /// Writes the numbers and the clock into a line of `room` columns. If they are too long, shortens the clock's label;
    /// then leaves out the clock of a game without a turn limit; then the last numbers, since turns left matter more.
    /// Before it leaves out a number of a hero in a timed state, it tries to leave out the maximums.
    fn write_numbers(&self, line: &mut StyledLine, room: usize) {
        let (all, clock) = (self.readings.len(), self.clock());
        let short = clock.map(|clock| Reading {
            label: "T",
            ..clock
        });
        let limited = Countdown::of(self.board.world).and(short);
        let world = self.board.world;
        let is_plain = brief_states(world, world.commanded()).is_empty();
        let fewer = (1..=all)
            .rev()
            .flat_map(|count| [(count, true, limited), (count, is_plain, limited)]);
        let whole = [(all, true, clock), (all, true, short)];
        for (count, has_most, clock) in whole.into_iter().chain(fewer) {
            line.truncate(0);
            self.write_readings(line, count, has_most, clock);
            if line.columns() <= room {
                break;
            }
        }
    }

    /// Adds the first `count` readings, with their maximums if `has_most`, and a clock to a line, with gaps between them.
    fn write_readings(
        &self,
        line: &mut StyledLine,
        count: usize,
        has_most: bool,
        clock: Option<Reading>,
    ) {
        for (nth, reading) in (1..).zip(&self.readings[..count]) {
            let most = reading.most.filter(|_| has_most);
            let gauge = Gauge::new(&Reading { most, ..*reading });
            gauge.write(line, self.board.glyphs);
            if nth < count || clock.is_some() {
                // The gap between numbers with signs is smaller (S-30).
                line.push(if gauge.has_sign() { " " } else { GAP }, Style::BOLD);
            }
        }
        if let Some(clock) = &clock {
            let (gauge, countdown) = (Gauge::new(clock), Countdown::of(self.board.world));
            let style = countdown.and_then(Countdown::style).unwrap_or(Style::BOLD);
            line.push(gauge.label(), Style::BOLD);
            line.push(gauge.figure(self.board.glyphs), style);
        }
    }

    /// Returns the turn, with its limit if there is one. `None` without a turn limit in games whose numbers have a
    /// clock, and on boards.
    fn clock(&self) -> Option<Reading> {
        let world = self.board.world;
        let limit = Countdown::of(world).map(Countdown::limit);
        (limit.is_some() || self.board.rim == Rim::Closed).then(|| Reading {
            most: limit.map(i64::from),
            ..Reading::points("Turn", i64::from(world.turn()))
        })
    }

    /// Returns the first texts of the side panel: the dungeon's title and the name of the level; on a map whose rim is
    /// played on, all texts about the hero's place.
    fn panel_places(&self) -> Vec<String> {
        let title = self.board.world.dungeon().title().to_owned();
        let more = if self.board.rim.is_played_on() {
            self.surroundings()
        } else {
            self.level_title(usize::MAX).into_iter().collect()
        };
        [title].into_iter().chain(more).collect()
    }

    /// Returns texts about the hero's place. The first is the name of the level, such as "The stable" or "Level 2". In
    /// a run of levels, it is "Board 2 of 5", followed by the level's name if it has one. The last texts are the thing
    /// underfoot and the next pay period.
    fn surroundings(&self) -> Vec<String> {
        let world = self.board.world;
        let number = place_in_run(world)
            .filter(|_| world.dungeon().settings.game.levels == LevelOrder::InTurn);
        let level = &world.dungeon().levels[usize::from(world.here().0)];
        let is_named_by_number = number.is_some() && level.name.is_empty();
        let name = self.level_name().filter(|_| !is_named_by_number);
        let number = number.as_deref().map(capitalised);
        let next = self.next_period.map(|next| next_period(world, next));
        [number, name.map(Cow::into_owned), underfoot(world), next]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// The minimum number of columns of a cut text that is worth showing.
const STUB: usize = 10;

/// The gap between the parts of a status line.
const GAP: &str = "  ";

/// The status line, and the texts for which it has no room.
struct Status {
    whole: StyledLine,
    rest: Vec<String>,
}

/// Returns the number of columns of a region.
fn width(area: Region) -> usize {
    (area.to.x - area.from.x + 1).max(0) as usize
}

/// Returns the number of columns of texts with a gap before each.
fn columns_with_gaps(texts: &[String]) -> usize {
    let columns = texts.iter().map(|text| GAP.len() + text.chars().count());
    columns.sum()
}

/// Returns the thing under the hero, whose glyph the hero covers: "on a cow", "on a fence, strength 2 of 5".
fn underfoot(world: &World) -> Option<String> {
    let (here, at) = (world.here(), world.body(world.commanded()).at);
    let item = world.item_at(here, at);
    let hidden = match world.tile(here, at).feature {
        _ if item != ItemId::NONE => world.item(item).name.clone(),
        Feature::Fence(_) => terrain_with_strength(world, here, at, world.cell(here, at).tile),
        _ => return None,
    };
    Some(format!("on {}", with_indefinite_article(&hidden)))
}

/// Returns the name of an overlay, six columns wide like the longest verdict; empty without an overlay.
fn overlay_word(overlay: OverlayMode) -> &'static str {
    match overlay {
        OverlayMode::None => "",
        OverlayMode::Move => " move ",
        OverlayMode::Attack => "attack",
        OverlayMode::Threat => "threat",
    }
}

/// Returns the word for the outcome of a game (S-30).
fn verdict_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => " WIN ",
        Outcome::Lost => " LOSE ",
        Outcome::Drawn => " DRAW ",
    }
}
