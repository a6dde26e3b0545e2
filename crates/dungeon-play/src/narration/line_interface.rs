//! Interfaces of lines: a narrated game, and the list of dungeons that is offered before one.
use crate::text::menu::MenuItem;
use dungeon_format::spelling::nearest;

/// An interface that hears lines and answers in lines.
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
    /// The lines that are told before the first line is heard, each without its line end.
    fn opening(&mut self) -> Vec<String>;

    /// The answer to a line, which is given without its line end: lines in order, without line ends.
    fn answer(&mut self, line: &str) -> Vec<String>;

    /// What is told unasked when something has changed outside of the game; by default nothing, and no line is.
    fn wake(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Whether no more lines are wanted.
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
    /// A list of these choices, of which none is chosen yet.
    pub fn new(title: &str, choices: Vec<MenuItem>) -> LineMenu {
        LineMenu {
            title: title.to_owned(),
            choices,
            chosen: None,
            is_over: false,
        }
    }

    /// The choice that was made, counted from 0; none as long as nothing is chosen.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    fn choose(&mut self, index: usize) -> Vec<String> {
        (self.chosen, self.is_over) = (Some(index), true);
        Vec::new()
    }

    /// The choice with these words in its title, if there is exactly one.
    fn only_one_with(&self, words: &str) -> Option<usize> {
        let words = words.to_lowercase();
        let has_words = |choice: &MenuItem| choice.title.to_lowercase().contains(&words);
        let mut with = (0..).zip(&self.choices).filter(|(_, one)| has_words(one));
        let (first, second) = (with.next(), with.next());
        first.filter(|_| second.is_none()).map(|(index, _)| index)
    }

    /// The answer to a line that is no choice, with the title that may have been meant.
    fn wrong(&self, line: &str) -> Vec<String> {
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
            let about = match choice.about.as_str() {
                "" => String::new(),
                about => format!(": {about}"),
            };
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
        let by_title = by_title.or_else(|| self.only_one_with(line));
        match by_number.map(|n| n - 1).or(by_title) {
            Some(index) => self.choose(index),
            None => self.wrong(line),
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
