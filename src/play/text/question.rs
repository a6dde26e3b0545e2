//! What is asked before a game is given up, and the answers: typed, or clicked on (E-14).
use crate::play::input::key::Key;
use crate::space::geometry::Point;
use crate::view::frame::Frame;

/// How a game is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// It is to be played on another time, if it is unfinished.
    Save,
    /// It is given up.
    Discard,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether a game that was begun is left, and how.
    Leave,
    /// Whether a game is left in which nothing has happened yet.
    LeaveUnplayed,
    /// Whether it is given up for the same game from its beginning.
    Restart,
    /// Whether it is given up for another one.
    NewGame,
}

/// What an answer asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To play on.
    PlayOn,
    /// To leave.
    Leave(Leaving),
    /// The same game from its beginning.
    Restart,
    /// Another game.
    NewGame,
}

/// How much room a question has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionWidth {
    /// For every word.
    Ample,
    /// For a line of forty columns.
    Scarce,
    /// For hardly anything: nobody can answer who does not see how.
    Tiny,
}

/// An answer: its key, what it is called where there is room, and where there is little.
type AnswerChoice = (char, &'static str, &'static str, Answer);

const SAVE: AnswerChoice = (
    'y',
    "y: save and quit",
    "y: save",
    Answer::Leave(Leaving::Save),
);
const DISCARD: AnswerChoice = (
    'd',
    "d: quit without saving",
    "d: discard",
    Answer::Leave(Leaving::Discard),
);
const QUIT: AnswerChoice = ('y', "y: quit", "y: quit", Answer::Leave(Leaving::Discard));
const PLAY_ON: AnswerChoice = ('n', "n: play on", "n: no", Answer::PlayOn);
const RESTART: AnswerChoice = ('y', "y: start again", "y: again", Answer::Restart);
const NEW_GAME: AnswerChoice = ('y', "y: a new game", "y: new", Answer::NewGame);

impl Question {
    /// What a key, or a click on the words of an answer where they stand, answers; none if it is none.
    pub fn answer(self, key: Key, frame: &Frame) -> Option<Answer> {
        let mut choices = self.choices().iter();
        let chosen = match key {
            Key::Esc => return Some(Answer::PlayOn),
            Key::Char(c) => choices.find(|choice| choice.0 == c.to_ascii_lowercase()),
            Key::Click(p) => choices.find(|choice| {
                let words = [choice.1, choice.2];
                words.iter().any(|words| stands_at(frame, words, p))
            }),
            _ => None,
        };
        chosen.map(|choice| choice.3)
    }

    /// The question with its answers, each of which stays on one line.
    pub fn words(self, room: QuestionWidth) -> String {
        let choices = self.choices();
        let asked = match (self, room) {
            (Question::Leave | Question::LeaveUnplayed, _) => "Quit?",
            (Question::Restart, QuestionWidth::Ample) => "Give this game up and start again?",
            (Question::NewGame, QuestionWidth::Ample) => "Give this game up for a new one?",
            (Question::Restart, _) => "Start again?",
            (Question::NewGame, _) => "New game?",
        };
        let answers: Vec<String> = match room {
            QuestionWidth::Ample => choices.iter().map(|choice| unbroken(choice.1)).collect(),
            QuestionWidth::Scarce => choices.iter().map(|choice| unbroken(choice.2)).collect(),
            QuestionWidth::Tiny => {
                let letters: Vec<String> = choices.iter().map(|choice| choice.0.into()).collect();
                return format!("{asked} {}", letters.join("/"));
            }
        };
        format!("{asked} {}", answers.join(", "))
    }

    fn choices(self) -> &'static [AnswerChoice] {
        match self {
            Question::Leave => &[SAVE, DISCARD, PLAY_ON],
            Question::LeaveUnplayed => &[QUIT, PLAY_ON],
            Question::Restart => &[RESTART, PLAY_ON],
            Question::NewGame => &[NEW_GAME, PLAY_ON],
        }
    }
}

/// Whether a point of a frame is on these words.
pub fn stands_at(frame: &Frame, words: &str, p: Point) -> bool {
    let words: Vec<char> = words.chars().collect();
    let Some(row) = frame.rows().nth(p.y.max(0) as usize) else {
        return false;
    };
    let mut places = (0..).zip(row.windows(words.len().max(1)));
    places.any(|(x, cells)| {
        let is_on = (x..x + words.len() as i32).contains(&p.x);
        is_on
            && cells
                .iter()
                .map(|cell| cell.glyph())
                .eq(words.iter().copied())
    })
}

/// The words with blanks at which no line is broken.
fn unbroken(words: &str) -> String {
    words.replace(' ', "\u{a0}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::{Size, at};
    use crate::view::frame::Style;

    const ALL: [Question; 4] = [
        Question::Leave,
        Question::LeaveUnplayed,
        Question::Restart,
        Question::NewGame,
    ];

    #[test]
    fn a_question_fits_and_every_answer_can_be_clicked_on_where_it_stands() {
        for question in ALL {
            for (room, columns) in [
                (QuestionWidth::Ample, 80),
                (QuestionWidth::Scarce, 40),
                (QuestionWidth::Tiny, 20),
            ] {
                let words = question.words(room).replace('\u{a0}', " ");
                assert!(words.len() <= columns, "{words}");
                let mut frame = Frame::new(Size::new(80, 3));
                frame.write(at(0, 1), &words, Style::PLAIN);
                let click = |y| {
                    let clicks = (0..80).map(|x| question.answer(Key::Click(at(x, y)), &frame));
                    let mut answers: Vec<Answer> = clicks.flatten().collect();
                    answers.dedup();
                    answers
                };
                let all: Vec<Answer> = question.choices().iter().map(|choice| choice.3).collect();
                if room != QuestionWidth::Tiny {
                    assert_eq!(click(1), all, "{words}");
                }
                assert_eq!(click(0), []);
            }
        }
    }

    #[test]
    fn e14_letters_answer_in_either_case_and_esc_plays_on() {
        let frame = Frame::new(Size::new(1, 1));
        let answers = |keys: &str| -> Vec<Option<Answer>> {
            let keys = keys.chars().map(Key::Char);
            keys.map(|key| Question::Leave.answer(key, &frame))
                .collect()
        };
        let (save, discard) = (
            Answer::Leave(Leaving::Save),
            Answer::Leave(Leaving::Discard),
        );
        let expected = [save, discard, Answer::PlayOn].map(Some);
        assert_eq!(answers("ydn"), expected);
        assert_eq!(answers("YDN"), expected);
        assert_eq!(answers("qx "), [None; 3]);
        assert_eq!(
            Question::Leave.answer(Key::Esc, &frame),
            Some(Answer::PlayOn)
        );
    }
}
