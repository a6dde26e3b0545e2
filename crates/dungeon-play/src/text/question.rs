//! The questions before the player leaves or abandons a game, and before an action that players may regret. Answers are
//! typed or clicked (E-14).
use crate::input::key::Key;
use crate::view::frame::Frame;
use crate::view::words::{joined, number_of, unbroken};
use dungeon_engine::action::ActorId;
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::length;

/// The fate of an unfinished game when its player leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The game is saved, to be resumed later.
    Save,
    /// The game is abandoned.
    Discard,
}

/// A question to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to leave a game in progress, and whether to save it.
    Leave,
    /// Whether to leave a game in which nothing has happened yet.
    LeaveUnplayed,
    /// Whether to abandon the game and restart it.
    Restart,
    /// Whether to abandon the game for a new one.
    NewGame,
    /// Whether to take an action that costs health.
    Pay {
        /// The health that the action costs, in points.
        price: i32,
        /// The health that the hero has, in points.
        left: i32,
    },
    /// Whether to step onto a visible trap.
    Trap,
    /// Whether to travel over a visible trap, the only known way.
    CrossTrap,
    /// Whether to travel over harmful ground, the only known way.
    CrossHarm,
    /// Whether to explore past this monster, which can hit or shoot the hero or is in the way.
    PassMonster(ActorId),
    /// Whether to rest for manna alone, in a game with a turn limit.
    RestForManna {
        /// The turns that the rest takes, by estimate.
        turns: u32,
    },
    /// Whether to use an item that would change nothing now.
    UseInVain,
    /// Whether to end a turn with most action points unspent.
    Unspent {
        /// The action points left.
        points: u32,
    },
}

/// The effect of the player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Closes the question; the game goes on.
    PlayOn,
    /// Leaves the session.
    Leave(Leaving),
    /// Restarts the game.
    Restart,
    /// Begins a new game.
    NewGame,
    /// Takes the action in question.
    GoAhead,
}

/// The width available for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionWidth {
    /// Room for full sentences.
    Ample,
    /// Room for only one line of 40 columns.
    Scarce,
    /// Very little room: the question shows only the letters of the answers, which players need for answering.
    Tiny,
}

/// A possible answer: its letter, its words in a long and a short form, and its effect.
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
const PLAY_ON: AnswerChoice = ('n', "n: keep playing", "n: no", Answer::PlayOn);
const RESTART: AnswerChoice = ('y', "y: restart", "y: restart", Answer::Restart);
const PAY: AnswerChoice = ('y', "y: do it", "y: do it", Answer::GoAhead);
const STEP: AnswerChoice = ('y', "y: step onto it", "y: step", Answer::GoAhead);
const CROSS: AnswerChoice = ('y', "y: cross it", "y: cross", Answer::GoAhead);
const PASS: AnswerChoice = ('y', "y: go on", "y: go on", Answer::GoAhead);
const USE: AnswerChoice = ('y', "y: use it", "y: use", Answer::GoAhead);
const BACK: AnswerChoice = ('n', "n: back", "n: back", Answer::PlayOn);
const REST: AnswerChoice = ('y', "y: rest", "y: rest", Answer::GoAhead);
const END_TURN: AnswerChoice = ('y', "y: end the turn", "y: end", Answer::GoAhead);
const NEW_GAME: AnswerChoice = ('y', "y: new game", "y: new", Answer::NewGame);

impl Question {
    /// Returns the answer for a key, or for a click on an answer's words in the frame; `None` for other keys and cells.
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

    /// Returns the question and its answers on one line; no-break spaces keep each answer's words together. `name`
    /// returns the name of a monster with its article.
    pub fn words(self, room: QuestionWidth, name: &dyn Fn(ActorId) -> String) -> String {
        let choices = self.choices();
        let asked = self.asked(room, name);
        let answers: Vec<String> = match room {
            QuestionWidth::Ample => choices.iter().map(|choice| unbroken(choice.1)).collect(),
            QuestionWidth::Scarce => choices.iter().map(|choice| unbroken(choice.2)).collect(),
            QuestionWidth::Tiny => {
                let letters = choices.iter().map(|choice| String::from(choice.0));
                return format!("{asked} {}", joined(letters, "/"));
            }
        };
        format!("{asked} {}", answers.join(", "))
    }

    /// Returns the question without its answers.
    fn asked(self, room: QuestionWidth, name: &dyn Fn(ActorId) -> String) -> String {
        let asked = match (self, room) {
            (Question::Leave | Question::LeaveUnplayed, _) => "Quit?",
            (Question::Restart, QuestionWidth::Ample) => "Abandon this game and restart it?",
            (Question::NewGame, QuestionWidth::Ample) => "Abandon this game for a new one?",
            (Question::Restart, _) => "Restart?",
            (Question::NewGame, _) => "New game?",
            (Question::Pay { price, left }, QuestionWidth::Ample) => {
                return format!("This costs {price} of your {left} health. Do it?");
            }
            (Question::Pay { price, .. }, QuestionWidth::Scarce) => {
                return format!("Costs {price} health.");
            }
            (Question::Pay { price, .. }, QuestionWidth::Tiny) => return format!("-{price}?"),
            (Question::Trap, QuestionWidth::Ample) => "That is a trap. Step onto it?",
            (Question::Trap, _) => "Trap. Step?",
            (Question::CrossTrap, QuestionWidth::Ample) => {
                "The only way leads over a trap. Cross it?"
            }
            (Question::CrossTrap, _) => "Cross the trap?",
            (Question::CrossHarm, QuestionWidth::Ample) => {
                "The only way leads over harmful ground. Cross it?"
            }
            (Question::CrossHarm, _) => "Cross the harm?",
            (Question::PassMonster(who), QuestionWidth::Ample) => {
                return format!("The way on leads past {}. Explore anyway?", name(who));
            }
            (Question::PassMonster(who), QuestionWidth::Scarce) => {
                return format!("Past {}?", name(who));
            }
            (Question::PassMonster(_), QuestionWidth::Tiny) => "Go on?",
            (Question::RestForManna { turns }, QuestionWidth::Ample) => {
                return format!("Rest about {turns} turns for manna?");
            }
            (Question::RestForManna { .. }, _) => "Rest for manna?",
            (Question::UseInVain, QuestionWidth::Ample) => "It would change nothing now. Use it?",
            (Question::UseInVain, _) => "No need. Use it?",
            (Question::Unspent { points }, QuestionWidth::Ample) => {
                return format!(
                    "{} unspent. End the turn?",
                    number_of(points.into(), "point")
                );
            }
            (Question::Unspent { points }, QuestionWidth::Scarce) => {
                return format!("{} left. End?", number_of(points.into(), "point"));
            }
            (Question::Unspent { .. }, QuestionWidth::Tiny) => "End turn?",
        };
        asked.to_owned()
    }

    fn choices(self) -> &'static [AnswerChoice] {
        match self {
            Question::Leave => &[SAVE, DISCARD, PLAY_ON],
            Question::LeaveUnplayed => &[QUIT, PLAY_ON],
            Question::Restart => &[RESTART, PLAY_ON],
            Question::NewGame => &[NEW_GAME, PLAY_ON],
            Question::Pay { .. } => &[PAY, PLAY_ON],
            Question::Trap => &[STEP, PLAY_ON],
            Question::CrossTrap | Question::CrossHarm => &[CROSS, PLAY_ON],
            Question::PassMonster(_) => &[PASS, PLAY_ON],
            Question::RestForManna { .. } => &[REST, PLAY_ON],
            Question::UseInVain => &[USE, BACK],
            Question::Unspent { .. } => &[END_TURN, PLAY_ON],
        }
    }
}

/// Whether a point of a frame is on these words, which must be in one row.
pub fn stands_at(frame: &Frame, words: &str, p: Point) -> bool {
    let words: Vec<char> = words.chars().collect();
    let Some(row) = frame.rows().nth(p.y.max(0) as usize) else {
        return false;
    };
    let mut places = (0..).zip(row.windows(words.len().max(1)));
    places.any(|(x, cells)| {
        let is_on = (x..x + length(words.len())).contains(&p.x);
        is_on
            && cells
                .iter()
                .map(|cell| cell.glyph())
                .eq(words.iter().copied())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::frame::Style;
    use dungeon_model::space::geometry::{Size, at};

    const ALL: [Question; 12] = [
        Question::Leave,
        Question::LeaveUnplayed,
        Question::Restart,
        Question::NewGame,
        Question::Pay {
            price: 16,
            left: 1000,
        },
        Question::Trap,
        Question::CrossTrap,
        Question::CrossHarm,
        Question::PassMonster(ActorId(0)),
        Question::RestForManna { turns: 1000 },
        Question::UseInVain,
        Question::Unspent { points: 140 },
    ];

    #[test]
    fn a_question_fits_and_every_answer_can_be_clicked_on_where_it_stands() {
        for question in ALL {
            for (room, columns) in [
                (QuestionWidth::Ample, 80),
                (QuestionWidth::Scarce, 40),
                (QuestionWidth::Tiny, 20),
            ] {
                let words = question.words(room, &|_| "the rat".to_owned());
                let words = words.replace('\u{a0}', " ");
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
