//! The page after a game: the outcome in large letters, the game's statistics, the best results in its dungeon, and the
//! keys to continue. The page covers the final board.
use super::recorder::Recorder;
use crate::input::key::Key;
use crate::input::keymap::{Command, Keymap};
use crate::input::script::nearest_size;
use crate::input::show::{Pace, Show};
use crate::text::game_result::GameResult;
use crate::text::notices;
use crate::text::question::stands_at;
use crate::text::score::Score;
use crate::view::frame::{Frame, Style};
use crate::view::glyphs::Glyphs;
use crate::view::layout::is_too_small;
use crate::view::widgets::Window;
use crate::view::wrap::wrap;
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::Colour;
use dungeon_model::dungeon::grammar::lists::{joined, unbroken};
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::narrow::length;

/// The rows of a large letter.
const LETTER_ROWS: usize = 5;

/// The maximum number of best results shown.
const BEST_SHOWN: usize = 5;

/// The fewest columns of a map that does not show its whole level, and the columns between the map and the letters.
const MAP_COLUMNS: i32 = 20;
const MAP_GAP: usize = 2;

/// The keys that watch the replay (`WATCH`) and go back to the menu (`MENU`), unless they are bound to commands.
const WATCH: char = 'w';
const MENU: char = 'm';

/// The hint below the final board while the page is closed.
const BACK: &str = "Enter: show the result";

/// The best results in a dungeon that are known when a game ends there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestResults {
    /// The best results, best first, including the game's own if it is one of them.
    pub scores: Vec<Score>,
    /// The index of the game's own result in `scores`; `None` if it is not among them.
    pub own: Option<usize>,
    /// The reason that the game's own result is not saved; `None` if it is saved.
    pub unkept: Option<String>,
}

impl BestResults {
    /// Returns the heading of the list, which does not call lost games "best".
    fn heading(&self) -> String {
        match self.scores.first().and_then(Score::day) {
            Some(day) => format!("Daily game of {day}:"),
            None if self.scores.iter().any(Score::is_lost) => "Results so far:".to_owned(),
            None => "Best so far:".to_owned(),
        }
    }

    /// Returns at most `most` results as lines with their numbers. The flag of a line is true for the game's own
    /// result, which is always included.
    pub fn lines(&self, most: usize) -> Vec<(String, bool)> {
        let all = self.scores.iter().enumerate();
        let is_own = |nth: usize| self.own == Some(nth);
        let shown = all.filter(|(nth, _)| *nth < most || most > 0 && is_own(*nth));
        let line = |nth: usize, score: &Score| format!("{}. {}", nth + 1, score.describe());
        shown
            .map(|(nth, score)| (line(nth, score), is_own(nth)))
            .collect()
    }

    /// Returns the results as sentences for players who cannot see the page; empty if there are none.
    pub fn told(&self) -> Vec<String> {
        let own = |is_own: bool| if is_own { ", this game" } else { "" };
        let best = self.lines(BEST_SHOWN).into_iter();
        let mut lines: Vec<String> = best
            .map(|(line, is_own)| format!("{line}{}.", own(is_own)))
            .collect();
        if !lines.is_empty() {
            lines.insert(0, self.heading());
        }
        let why = self.unkept.as_ref();
        lines.extend(why.map(|why| format!("This result was not saved: {why}.")));
        lines
    }
}

/// The effect of a key on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKey {
    /// The page has handled the key.
    Taken,
    /// The caller must press this key in the game: it begins another game, leaves, or opens another page.
    Game(Key),
    /// The player watches the recording of the game.
    Watch,
    /// The player goes back to the menu.
    Menu,
}

/// Whether there is a menu to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuReturn {
    /// The game was chosen in a menu.
    Offered,
    /// The game was started without a menu.
    Absent,
}

/// The page after a game.
pub struct ResultScreen {
    result: GameResult,
    best: BestResults,
    keymap: Keymap,
    glyphs: Glyphs,
    menu: MenuReturn,
    has_replay: bool,
    /// Whether the player can take back the command with which the game was lost.
    can_undo: bool,
    size: Size,
    /// The size of the level on which the game ended; `None` if the page shows no map.
    level: Option<Size>,
    is_open: bool,
}

/// The text of the page above its keys, and the size of the map at its right edge, `None` for no map.
#[derive(Default)]
struct PageLines {
    lines: Vec<(String, Style)>,
    map: Option<Size>,
}

impl ResultScreen {
    /// Opens the page for a recorder's game; `None` while that game goes on.
    pub fn new(recorder: &Recorder, best: BestResults, menu: MenuReturn) -> Option<ResultScreen> {
        let session = &recorder.session;
        let (world, keeps) = (session.seen_world(), session.game().world().dungeon());
        let has_map = keeps.settings().game.keeps;
        Some(ResultScreen {
            level: has_map.then(|| world.size(world.here())),
            result: GameResult::of(
                session.game(),
                session.seen_world(),
                session.latest_messages(),
            )?,
            best,
            keymap: session.screen().keymap.clone(),
            glyphs: session.screen().glyphs,
            menu,
            has_replay: true,
            can_undo: session.screen().can_undo_loss(),
            size: session.size(),
            is_open: true,
        })
    }

    /// Offers no replay, for a caller that cannot show one.
    #[must_use]
    pub fn without_replay(mut self) -> ResultScreen {
        self.has_replay = false;
        self
    }

    /// Whether the page hides the board and takes the keys; false on a screen that is too small for it.
    pub fn is_open(&self) -> bool {
        self.is_open && !is_too_small(self.size)
    }

    /// Handles a key of the player. The caller must carry out the returned effect.
    pub fn press(&mut self, key: Key, recorder: &Recorder) -> ResultKey {
        if let Key::Resize(size) = key {
            self.size = nearest_size(size);
        } else if is_too_small(self.size) {
            return ResultKey::Game(key);
        }
        if !self.is_open {
            return match (key, recorder.session.is_in_play()) {
                (Key::Enter, true) => {
                    self.is_open = true;
                    ResultKey::Taken
                }
                _ => ResultKey::Game(key),
            };
        }
        let key = match key {
            Key::Click(p) => self.key_at(p, recorder).unwrap_or(key),
            key => key,
        };
        match (key, self.keymap.meaning(key)) {
            (Key::Resize(_) | Key::Ctrl('c'), _) => ResultKey::Game(key),
            (Key::Hover(_) | Key::Click(_) | Key::Idle, _) => ResultKey::Taken,
            (Key::Esc | Key::Enter, _) => self.close(),
            (_, Some(Command::Restart | Command::NewGame | Command::Quit)) => ResultKey::Game(key),
            (_, Some(Command::Undo)) if self.can_undo => ResultKey::Game(key),
            (Key::Char(WATCH), _) if self.has_replay => ResultKey::Watch,
            (Key::Char(MENU), _) if self.menu == MenuReturn::Offered => ResultKey::Menu,
            (_, Some(Command::Help | Command::Messages | Command::Look | Command::Pack)) => {
                self.is_open = false;
                ResultKey::Game(key)
            }
            (_, Some(_)) => self.close(),
            (_, None) => ResultKey::Taken,
        }
    }

    fn close(&mut self) -> ResultKey {
        self.is_open = false;
        ResultKey::Taken
    }

    /// Draws the page, or the game's own screen if the page is closed.
    pub fn frame(&self, recorder: &Recorder) -> Frame {
        if self.is_open() {
            self.page(recorder)
        } else if is_too_small(self.size) || !recorder.session.is_in_play() {
            recorder.frame()
        } else {
            self.hint(recorder.frame())
        }
    }

    /// Shows the key that reopens the page on the bottom row of the final board, if that row is empty.
    fn hint(&self, mut board: Frame) -> Frame {
        let y = self.size.height - 1;
        let row = board.rows().nth(y.max(0) as usize);
        let is_empty = row.is_some_and(|row| row.iter().all(|cell| cell.glyph() == ' '));
        if is_empty && board.size() == self.size {
            board.write(at(0, y), BACK, Style::DIM);
        }
        board
    }

    /// Returns the contents of the page as lines for players who cannot see it, without the last turn's messages, which
    /// are narrated in any case.
    pub fn told(&self) -> Vec<String> {
        let mut lines = self.result.facts.clone();
        lines.extend(self.best.told());
        let offers = self.offers().into_iter().map(|(_, words)| words);
        lines.push(format!("{}.", joined(offers, ", ")));
        lines
    }

    /// Returns the timer of the game; `None` while the page is open.
    pub fn pace(&self, recorder: &Recorder) -> Option<Pace> {
        recorder.pace().filter(|_| !self.is_open())
    }

    /// Returns the keys offered on the page, each with its help text.
    fn offers(&self) -> Vec<(Key, String)> {
        let commands = notices::end_choices(&self.keymap, self.can_undo).into_iter();
        let mut offers: Vec<(Key, String)> = commands
            .filter_map(|(command, words)| Some((self.keymap.first_key(command)?, words)))
            .collect();
        let own = [
            Some((WATCH, "watch the replay")).filter(|_| self.has_replay),
            Some((MENU, "menu")).filter(|_| self.menu == MenuReturn::Offered),
        ];
        let at = offers.len().min(2);
        let own = own.into_iter().flatten();
        let own = own.map(|(key, word)| (Key::Char(key), format!("{key}: {word}")));
        offers.splice(at..at, own);
        offers.push((Key::Enter, "Enter: show the board".to_owned()));
        offers
    }

    /// Returns the key offered at a point of the page; `None` if no offer is at that point.
    fn key_at(&self, p: Point, recorder: &Recorder) -> Option<Key> {
        let page = self.page(recorder);
        let mut offers = self.offers().into_iter();
        let found = offers.find(|(_, words)| stands_at(&page, words, p));
        found.map(|(key, _)| key)
    }

    fn page(&self, recorder: &Recorder) -> Frame {
        let mut frame = Frame::new(self.size);
        frame.turn = self.result.score.turns;
        let Size { width, height } = self.size;
        Window(self.size.region()).draw(&mut frame, self.glyphs);
        if !self.result.title.is_empty() {
            let room = (width - 6).max(0) as usize;
            let title = format!(" {} ", self.glyphs.cut(&self.result.title, room));
            frame.write(at(2, 0), &title, Style::BOLD);
        }
        let columns = (width - 4).max(1) as usize;
        let offers = self.offers().into_iter();
        let offers = joined(offers.map(|(_, words)| unbroken(&words)), ", ");
        let offers = wrap(&offers, columns);
        let foot = (height - 1 - length(offers.len())).max(1);
        for (y, line) in (foot..height - 1).zip(&offers) {
            let line = line.replace('\u{a0}', " ");
            frame.write(at(2, y), &line, Style::BOLD);
        }
        let rows = (foot - 1).max(0) as usize;
        let PageLines { lines, map } = self.lines(columns, rows);
        let map = map.filter(|map| map.height < foot);
        for (y, (line, style)) in (1..foot).zip(lines) {
            frame.write(at(2, y), &self.glyphs.cut(&line, columns), style);
        }
        if let Some(size) = map {
            let map = recorder.session.screen().known_map(size);
            let left = width - 2 - size.width;
            for (y, row) in (1..).zip(map.rows()) {
                let cells = (left..).zip(row);
                cells.for_each(|(x, cell)| frame.set(at(x, y), *cell));
            }
        }
        frame
    }

    /// Returns the lines of the page above its keys, at most `rows`, in the largest of the page's forms that fits. If none
    /// fits, the last line ends with an ellipsis. The map gets the rows that are left.
    fn lines(&self, columns: usize, rows: usize) -> PageLines {
        let mut page = PageLines::default();
        for form in PageForm::ALL {
            page = self.lines_in(form, columns, rows);
            if page.lines.len() <= rows {
                break;
            }
        }
        if page.lines.len() > rows {
            page.lines.truncate(rows);
            if let Some((line, _)) = page.lines.last_mut() {
                let cut = format!("{line} {}", self.glyphs.ellipsis());
                *line = self.glyphs.cut(&cut, columns).into_owned();
            }
        }
        page
    }

    fn lines_in(&self, form: PageForm, columns: usize, rows: usize) -> PageLines {
        let style = outcome_style(self.result.outcome);
        let gap = form.has_gaps.then(|| (String::new(), Style::PLAIN));
        let ink = self.glyphs.pick('█', '#');
        let words = self.words();
        let letters = words.into_iter().map(|words| large(words, ink));
        let mut fitting = letters.filter(|(taken, _)| form.has_large_letters && *taken <= columns);
        let (heading, beside) = match fitting.next() {
            Some((taken, rows)) => (rows.map(|row| (row, style)).into(), columns - taken),
            None => (vec![(spaced(words[0]), style.reversed())], 0),
        };
        let mut lines = Vec::new();
        lines.extend(gap.clone());
        let mut words = wrap(&self.result.last_words, columns);
        if words.len() > form.last_words {
            // The ellipsis and a space precede the first line.
            words = wrap(&self.result.last_words, columns.saturating_sub(2).max(1));
        }
        let skipped = words.len().saturating_sub(form.last_words);
        let told = words.into_iter().skip(skipped).enumerate();
        lines.extend(told.map(|(nth, line)| match (nth, skipped) {
            (0, 1..) => (format!("{} {line}", self.glyphs.ellipsis()), Style::BOLD),
            _ => (line, Style::BOLD),
        }));
        lines.extend(gap.clone());
        for fact in &self.result.facts {
            let fact = wrap(&self.glyphs.spelled(fact), columns).into_iter();
            lines.extend(fact.map(|line| (line, Style::PLAIN)));
        }
        let best = self.best.lines(form.best);
        let why = self.best.unkept.as_ref();
        let why = why.map(|why| format!("This result was not saved: {why}."));
        if !best.is_empty() || why.is_some() {
            lines.extend(gap);
        }
        if !best.is_empty() {
            lines.push((self.best.heading(), Style::BOLD));
        }
        lines.extend(best.into_iter().map(|(line, is_own)| {
            if is_own {
                (format!("> {line}"), Style::BOLD)
            } else {
                (format!("  {line}"), Style::PLAIN)
            }
        }));
        let why = why.iter().flat_map(|why| wrap(why, columns));
        lines.extend(why.map(|why| (why, Style::PLAIN)));
        let free = rows.saturating_sub(lines.len());
        let map = self.map_size(form, beside, free);
        let height = map.map_or(0, |map| map.height.max(0) as usize);
        let mut all = heading;
        all.resize(all.len().max(height), (String::new(), Style::PLAIN));
        all.extend(lines);
        PageLines { lines: all, map }
    }

    /// Returns the size of the map beside the large letters, where `columns` columns are free. The map takes the `rows`
    /// rows that the text below leaves free, and at least the rows of the form. `None` if there is no map.
    fn map_size(&self, form: PageForm, columns: usize, rows: usize) -> Option<Size> {
        let level = self.level?;
        let width = level.width.min(length(columns.saturating_sub(MAP_GAP)));
        let height = level.height.min(length(rows.max(form.map)));
        (form.map > 0 && width >= level.width.min(MAP_COLUMNS)).then_some(Size::new(width, height))
    }

    /// Returns the result in capitals, in a long and a short form.
    fn words(&self) -> [&'static str; 2] {
        match self.result.outcome {
            Outcome::Won => ["YOU WON", "WON"],
            Outcome::Lost => ["YOU LOST", "LOST"],
            Outcome::Drawn => ["A DRAW", "DRAW"],
        }
    }
}

/// A form of the page with more or less text, for screens of different sizes.
#[derive(Clone, Copy)]
struct PageForm {
    has_large_letters: bool,
    has_gaps: bool,
    /// The maximum number of lines of the last turn's messages; earlier lines are left out.
    last_words: usize,
    /// The maximum number of best results.
    best: usize,
    /// The minimum number of rows of the map beside the large letters; 0 for no map.
    map: usize,
}

impl PageForm {
    /// Every form, largest first. The last turn's messages are cut only if they do not fit without large letters
    /// and best results.
    const ALL: [PageForm; 12] = [
        PageForm::new(true, true, usize::MAX, BEST_SHOWN).with_map(9),
        PageForm::new(true, true, usize::MAX, 2).with_map(7),
        PageForm::new(true, true, usize::MAX, BEST_SHOWN).with_map(LETTER_ROWS),
        PageForm::new(true, true, usize::MAX, 2).with_map(LETTER_ROWS),
        PageForm::new(true, false, usize::MAX, 1).with_map(LETTER_ROWS),
        PageForm::new(false, false, usize::MAX, 1),
        PageForm::new(false, false, usize::MAX, 0),
        PageForm::new(true, true, 4, BEST_SHOWN).with_map(LETTER_ROWS),
        PageForm::new(true, true, 3, 2).with_map(LETTER_ROWS),
        PageForm::new(true, false, 2, 1).with_map(LETTER_ROWS),
        PageForm::new(false, false, 3, 1),
        PageForm::new(false, false, 2, 0),
    ];

    const fn new(has_large_letters: bool, has_gaps: bool, last_words: usize, best: usize) -> Self {
        PageForm {
            has_large_letters,
            has_gaps,
            last_words,
            best,
            map: 0,
        }
    }

    const fn with_map(self, rows: usize) -> Self {
        PageForm { map: rows, ..self }
    }
}

/// Returns the style of an outcome; color is never the only sign, since words name the outcome too.
fn outcome_style(outcome: Outcome) -> Style {
    let ink = match outcome {
        Outcome::Won => Colour::Green,
        Outcome::Lost => Colour::Red,
        Outcome::Drawn => Colour::Yellow,
    };
    Style::BOLD.inked(ink)
}

/// Returns words with spaces between their letters: `Y O U   W O N`.
fn spaced(words: &str) -> String {
    format!(" {} ", joined(words.chars().map(String::from), " "))
}

/// Returns words in large letters drawn with `ink`: the number of columns, and the rows.
fn large(words: &str, ink: char) -> (usize, [String; LETTER_ROWS]) {
    let row = |nth: usize| {
        let letters = words
            .chars()
            .map(|letter| LETTERS_LARGE.iter().find(|(of, _)| *of == letter));
        let parts: Vec<String> = letters
            .map(|letter| {
                letter.map_or("  ".to_owned(), |(_, rows)| {
                    rows[nth].replace('#', &ink.to_string())
                })
            })
            .collect();
        parts.join(" ").trim_end().to_owned()
    };
    let rows = std::array::from_fn(row);
    let columns = rows.iter().map(|row: &String| row.chars().count()).max();
    (columns.unwrap_or(0), rows)
}

/// The large letters of the results.
const LETTERS_LARGE: [(char, [&str; LETTER_ROWS]); 11] = [
    ('A', [" ## ", "#  #", "####", "#  #", "#  #"]),
    ('D', ["### ", "#  #", "#  #", "#  #", "### "]),
    ('L', ["#   ", "#   ", "#   ", "#   ", "####"]),
    ('N', ["#   #", "##  #", "# # #", "#  ##", "#   #"]),
    ('O', [" ## ", "#  #", "#  #", "#  #", " ## "]),
    ('R', ["### ", "#  #", "### ", "# # ", "#  #"]),
    ('S', [" ###", "#   ", " ## ", "   #", "### "]),
    ('T', ["#####", "  #  ", "  #  ", "  #  ", "  #  "]),
    ('U', ["#  #", "#  #", "#  #", "#  #", " ## "]),
    ('Y', ["#   #", " # # ", "  #  ", "  #  ", "  #  "]),
    ('W', ["#   #", "#   #", "# # #", "## ##", "#   #"]),
];
