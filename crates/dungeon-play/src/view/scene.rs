//! `Scene`: a world as a frame, with the level, the gauges, the prompt and the log.
use std::borrow::Cow;
use std::fmt::Write as _;

pub use super::board::{Board, Lighting, Visibility};
use super::countdown::Countdown;
use super::frame::{Frame, Style};
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
use super::widgets::{Gauge, Prompt, StyledText, Window, area, draw_pieces};
use super::words::{
    capitalised, level_name, place_in_run, terrain_with_strength, with_indefinite_article,
};
use super::wrap::{WrappedLines, columns_of, wrap};
use dungeon_engine::event::Outcome;
use dungeon_engine::ruleset_face::Reading;
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
        if layout.rim > 0 {
            self.draw_level_name(&mut frame, &layout);
            self.draw_worn(&mut frame, &layout);
        }
        self.draw_preview(&mut frame, &layout);
        if let Some(panel) = self.panel(size, &layout) {
            panel.draw(&mut frame);
        }
        match layout.gauges {
            GaugeLayout::Drawn {
                first,
                step,
                prompt,
            } => self.draw_boxes(&mut frame, first, step, prompt),
            GaugeLayout::Panel(place) => {
                self.side_panel(&layout, &self.panel_places())
                    .draw(&mut frame, place);
            }
            GaugeLayout::Line(line) => self.draw_status(&mut frame, &layout, line),
            GaugeLayout::Rows(rows) => self.draw_rows(&mut frame, &layout, rows),
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
        log.draw(&mut frame, layout.log);
        frame
    }

    fn side_panel<'a>(&'a self, layout: &Layout, surroundings: &'a [String]) -> SidePanel<'a> {
        SidePanel {
            board: &self.board,
            shown: (layout.board, layout.rim),
            born_with: self.born_with,
            readings: self.readings,
            clock: self.clock(),
            surroundings,
            notes: self.notes,
            control: self.control,
        }
    }

    /// Draws the numbers into the first of the rows, then the things in sight and the inventory if there are rows.
    fn draw_rows(&self, frame: &mut Frame, layout: &Layout, rows: Region) {
        let columns = width(rows);
        let panel = self.side_panel(layout, &[]);
        let lines = (rows.from.y..=rows.to.y).zip([
            self.numbers(columns),
            panel.sight_line(columns),
            panel.pack_line(columns),
        ]);
        for (y, pieces) in lines {
            let line = area(at(rows.from.x, y), length(columns), 1);
            draw_pieces(frame, line, &pieces, self.board.glyphs);
        }
    }

    /// Draws the status line. Texts about the place that do not fit move to an empty row above or below the line; without
    /// such a row, the first of them is cut.
    fn draw_status(&self, frame: &mut Frame, layout: &Layout, line: Region) {
        let (size, glyphs) = (frame.size(), self.board.glyphs);
        let Status { whole, rest } = self.status(size, width(line));
        let spare = match self.board.rim {
            Rim::Open => Some(line.from.y - 1).filter(|y| *y >= 0),
            Rim::Heroless => Some(line.from.y + 1).filter(|y| *y < layout.log.from.y),
            Rim::Closed => None,
        };
        let Some(y) = spare else {
            let has_room = columns(&whole) + STUB <= width(line);
            let cut = if has_room { rest } else { Vec::new() };
            return draw_pieces(frame, line, &[whole, cut].concat(), glyphs);
        };
        draw_pieces(frame, line, &whole, glyphs);
        let text: String = rest.into_iter().map(|(text, _)| text).collect();
        let text = text.trim_start().to_owned();
        let from = match self.board.rim {
            Rim::Open => line.from.x.min(size.width - columns_of(&text)).max(0),
            Rim::Heroless | Rim::Closed => line.from.x,
        };
        let row = area(at(from, y), size.width - from, 1);
        draw_pieces(frame, row, &[(text, Style::PLAIN)], glyphs);
    }

    /// Whether the log on a screen of this size has room for all messages of the last turn.
    pub fn has_room_for_latest(&self, size: Size) -> bool {
        if is_too_small(size) {
            return true;
        }
        let text = self.latest_text();
        let Region { from, to } = self.layout(size).log;
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
                0 => columns(&whole) + columns(&rest),
                _ => columns(&whole),
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

    /// Draws the name of the level into the frame's top row, if the dungeon has several levels.
    /// A name that is longer than the frame goes on beside it.
    fn draw_level_name(&self, frame: &mut Frame, layout: &Layout) {
        let window = layout.window();
        let right = match layout.gauges {
            GaugeLayout::Panel(panel) => panel.from.x - 1,
            _ => frame.size().width,
        };
        let room = right - window.from.x - 4;
        let Some(name) = self.level_title(layout).filter(|_| room > 0) else {
            return;
        };
        let name = self.board.glyphs.cut(&name, room as usize);
        let line = area(at(window.from.x + 2, window.from.y), room + 2, 1);
        let _ = write!(frame.writer(line, Style::PLAIN), " {name} ");
    }

    /// Draws the hero's worn item at the end of the frame's top row, if the level's name leaves room.
    fn draw_worn(&self, frame: &mut Frame, layout: &Layout) {
        let Some(text) = self.worn_text(layout) else {
            return;
        };
        let window = layout.window();
        let columns = columns_of(&text);
        let name = self
            .level_title(layout)
            .map_or(0, |name| columns_of(&name) + 4);
        let from = window.to.x - 1 - columns;
        if from > window.from.x + name {
            frame.write(at(from, window.from.y), &text, Style::PLAIN);
        }
    }

    /// Returns the hero's worn item as the frame shows it; `None` if nothing is worn, or if the inventory is shown.
    fn worn_text(&self, layout: &Layout) -> Option<String> {
        if matches!(layout.gauges, GaugeLayout::Rows(rows) if rows.to.y - rows.from.y == 2) {
            return None;
        }
        let world = self.board.world;
        let worn = &world.item(world.pack().worn()?).name;
        Some(self.board.glyphs.spelled(&format!(" gear: {worn} ")))
    }

    /// Returns the name of the level with its number, such as "The nave (2 of 5)" or "Level 2 of 5". If the worn item
    /// leaves no room for the number, returns only the name. `None` in a dungeon with one level.
    fn level_title(&self, layout: &Layout) -> Option<String> {
        let window = layout.window();
        let world = self.board.world;
        let (name, levels) = (self.level_name()?, world.dungeon().levels.len());
        let number = usize::from(world.here().0) + 1;
        let placed = if world.dungeon().levels[number - 1].name.is_empty() {
            format!("{name} of {levels}")
        } else {
            format!("{name} ({number} of {levels})")
        };
        let worn = self.worn_text(layout);
        let worn = worn.map_or(0, |text| columns_of(&text));
        let room = window.to.x - window.from.x - 5 - worn;
        Some(if columns_of(&placed) <= room {
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
        let mut whole = self.number_pieces(self.readings, limited);
        let places = if self.board.rim.is_played_on() {
            self.surroundings()
        } else {
            Vec::new()
        };
        let mut rest: Vec<StyledText> = places
            .into_iter()
            .map(|text| (format!("  {text}"), Style::PLAIN))
            .collect();
        let mut taken = columns(&whole);
        let is_fitting = |(text, _): &&StyledText| {
            taken += text.chars().count();
            taken <= room
        };
        let fitting = rest.iter().take_while(is_fitting).count();
        whole.extend(rest.drain(..fitting));
        Status { whole, rest }
    }

    /// Returns the numbers and the clock on one line of `room` columns. Leaves out the clock of a game without a turn
    /// limit if the line is too long; otherwise the last numbers, since the turns left matter more.
    fn numbers(&self, room: usize) -> Vec<StyledText> {
        let is_limited = Countdown::of(self.board.world).is_some();
        let all = self.number_pieces(self.readings, self.clock());
        if columns(&all) <= room {
            return all;
        }
        if !is_limited {
            return self.number_pieces(self.readings, None);
        }
        let fewer = (1..self.readings.len()).rev();
        let mut shorter =
            fewer.map(|count| self.number_pieces(&self.readings[..count], self.clock()));
        shorter
            .find(|pieces| columns(pieces) <= room)
            .unwrap_or(all)
    }

    /// Returns readings and a clock with gaps between them.
    fn number_pieces(
        &self,
        readings: &[Reading],
        clock: Option<[StyledText; 2]>,
    ) -> Vec<StyledText> {
        let mut pieces = Vec::new();
        for gauge in readings.iter().map(Gauge::new) {
            pieces.extend(gauge.pieces(self.board.glyphs));
            // The gap between numbers with signs is smaller (S-30).
            let gap = if gauge.has_sign() { " " } else { "  " };
            pieces.push((gap.to_owned(), Style::BOLD));
        }
        match clock {
            Some(clock) => pieces.extend(clock),
            None => _ = pieces.pop(),
        }
        pieces
    }

    /// Returns the clock as label and figure: `Turn 57`, or `Turn 57/3000` with a turn limit, in the color of a warning
    /// if few turns are left. `None` without a turn limit in games whose numbers have a clock, and on boards.
    fn clock(&self) -> Option<[StyledText; 2]> {
        let world = self.board.world;
        let turn = world.turn();
        let (figure, style) = match Countdown::of(world) {
            Some(left) => (format!("{turn}/{}", left.limit()), left.style()),
            None if self.board.rim == Rim::Closed => (turn.to_string(), None),
            None => return None,
        };
        let label = ("Turn ".to_owned(), Style::BOLD);
        Some([label, (figure, style.unwrap_or(Style::BOLD))])
    }

    /// Returns the first texts of the side panel: the dungeon's title, and the texts that a frame around the map would
    /// show.
    fn panel_places(&self) -> Vec<String> {
        let title = self.board.world.dungeon().title().to_owned();
        let more = if self.board.rim.is_played_on() {
            self.surroundings()
        } else {
            Vec::new()
        };
        [title].into_iter().chain(more).collect()
    }

    /// Returns texts about the hero's place. The first is the name of the level, such as "The stable" or "Level 2". In
    /// a run of levels, it is "Board 2 of 5", followed by the level's name if it has one. The last text is the thing
    /// underfoot.
    fn surroundings(&self) -> Vec<String> {
        let world = self.board.world;
        let number = place_in_run(world)
            .filter(|_| world.dungeon().settings.game.levels == LevelOrder::InTurn);
        let level = &world.dungeon().levels[usize::from(world.here().0)];
        let is_named_by_number = number.is_some() && level.name.is_empty();
        let name = self.level_name().filter(|_| !is_named_by_number);
        let number = number.as_deref().map(capitalised);
        [number, name.map(Cow::into_owned), underfoot(world)]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// The minimum number of columns of a cut text that is worth showing.
const STUB: usize = 10;

/// The status line, and the texts for which it has no room.
struct Status {
    whole: Vec<StyledText>,
    /// Each text has a gap before it.
    rest: Vec<StyledText>,
}

/// Returns the number of columns of a region.
fn width(area: Region) -> usize {
    (area.to.x - area.from.x + 1).max(0) as usize
}

fn columns(pieces: &[StyledText]) -> usize {
    pieces.iter().map(|(text, _)| text.chars().count()).sum()
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
