//! Line-based interfaces: a narrated game, and the list of dungeons to choose from.
use crate::text::menu::MenuItem;
use dungeon_format::spelling::nearest;
use dungeon_model::dungeon::grammar::lists::preceded;
use dungeon_model::dungeon::grammar::nouns::caseless;

/// An interface that takes lines and answers in lines.
///
/// ```
/// use dungeon::narration::LineInterface;
///
/// /// Says everything once more, until nothing is said.
/// struct Echo(bool);
///
/// impl LineInterface for Echo {
///     fn opening(&mut self) -> Vec<String> {
///         vec!["Say something.".to_owned()]
///     }
///
///     fn answer(&mut self, line: &str) -> Vec<String> {
///         self.0 = line.is_empty();
///         vec![line.to_owned()]
///     }
///
///     fn is_over(&self) -> bool {
///         self.0
///     }
/// }
/// assert_eq!(Echo(false).answer("hello"), ["hello"]);
/// ```
pub trait LineInterface {
    /// Returns the lines told before the first input, without line ends.
    fn opening(&mut self) -> Vec<String>;

    /// Returns the answer to a line, as lines in order. Neither the line nor the answer contains line ends.
    fn answer(&mut self, line: &str) -> Vec<String>;

    /// Returns the lines to tell when something outside the game has changed, such as the dungeon's file; empty by
    /// default.
    fn wake(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the interface takes no more lines.
    fn is_over(&self) -> bool;
}

/// A numbered list to choose from.
pub struct LineMenu {
    title: String,
    choices: Vec<MenuItem>,
    chosen: Option<usize>,
    is_over: bool,
}

impl LineMenu {
    /// Makes a list of these choices, with nothing chosen yet.
    pub fn new(title: &str, choices: Vec<MenuItem>) -> LineMenu {
        LineMenu {
            title: title.to_owned(),
            choices,
            chosen: None,
            is_over: false,
        }
    }

    /// Returns the index of the choice, from 0; `None` if nothing was chosen.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    fn choose(&mut self, index: usize) -> Vec<String> {
        (self.chosen, self.is_over) = (Some(index), true);
        Vec::new()
    }

    /// Returns the choice whose title contains these words, if there is exactly one.
    fn unique_match(&self, words: &str) -> Option<usize> {
        let words = caseless(words);
        let has_words = |choice: &MenuItem| caseless(&choice.title).contains(&words);
        let mut with = (0..).zip(&self.choices).filter(|(_, one)| has_words(one));
        let (first, second) = (with.next(), with.next());
        first.filter(|_| second.is_none()).map(|(index, _)| index)
    }

    /// Returns the answer to a line that is not a choice, with a suggestion.
    fn wrong_choice(&self, line: &str) -> Vec<String> {
        let last = self.choices.len();
        let titles = self.choices.iter().map(|choice| choice.title.as_str());
        let meant = nearest(line, titles).map(|near| format!("; did you mean `{near}`?"));
        let meant = meant.unwrap_or_default();
        vec![format!(
            "Expected a number from 1 to {last}, a title, or `quit`; found `{line}`{meant}"
        )]
    }
}

impl LineInterface for LineMenu {
    fn opening(&mut self) -> Vec<String> {
        let numbered = (1..).zip(&self.choices).map(|(number, choice)| {
            let about = preceded(": ", &choice.about);
            let best = match choice.best.as_str() {
                "" => String::new(),
                best => format!(" Best: {best}."),
            };
            format!("{number}. {}{about}{best}", choice.title)
        });
        let mut lines = vec![self.title.clone()];
        lines.extend(numbered);
        lines.push("Type a number or a title; `quit` leaves.".to_owned());
        lines
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        let (line, count) = (line.trim(), self.choices.len());
        if line.is_empty() {
            return self.opening();
        }
        if ["quit", "q", "Q", "<Esc>"].contains(&line) {
            self.is_over = true;
            return Vec::new();
        }
        let by_number = line.parse().ok().filter(|n| (1..=count).contains(n));
        let is_meant = |choice: &MenuItem| choice.title.eq_ignore_ascii_case(line);
        let by_title = self.choices.iter().position(is_meant);
        let by_title = by_title.or_else(|| self.unique_match(line));
        match by_number.map(|n| n - 1).or(by_title) {
            Some(index) => self.choose(index),
            None => self.wrong_choice(line),
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
