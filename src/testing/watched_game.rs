//! The state that a test's claims check after each key: one number for each claim, and the messages.
use super::frame_text::FrameText;
use dungeon_engine::event::Outcome;
use dungeon_format::source::Spanned;
use dungeon_format::test_case::{ExpectedEnd, TestClaim};
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::Point;
use dungeon_play::session::session::Session;
use dungeon_play::view::words;

/// A game that a test plays, as its claims see it.
#[derive(Clone, Debug)]
pub struct WatchedGame<'a> {
    claims: &'a [Spanned<TestClaim>],
    /// The number that each claim checks.
    numbers: Vec<WatchedNumber>,
    /// The number of claimed messages that have appeared so far. They must appear in order.
    told: usize,
}

/// The number that a claim checks, and whether the claim holds.
#[derive(Clone, Copy, Debug)]
struct WatchedNumber {
    value: i64,
    holds: bool,
    has_held: bool,
    /// The number of keys after which the claim last stopped holding. For a claim that has never held, the number of
    /// keys after which its number last changed. `None` if the claim fails from the start.
    ceased: Option<usize>,
}

/// A failed claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// The claim, as written in the file.
    pub expected: String,
    /// The actual result, as a phrase.
    pub found: String,
    /// The number of keys pressed when the claim began to fail.
    pub keys: usize,
}

impl<'a> WatchedGame<'a> {
    /// Returns the state before the first key.
    pub fn new(claims: &'a [Spanned<TestClaim>], session: &Session) -> WatchedGame<'a> {
        let numbers = claims.iter().map(|claim| {
            let value = value(&claim.value, session);
            let holds = holds(&claim.value, value);
            WatchedNumber {
                value,
                holds,
                has_held: holds,
                ceased: None,
            }
        });
        let mut game = WatchedGame {
            numbers: numbers.collect(),
            told: 0,
            claims,
        };
        game.hear(session);
        game
    }

    /// Records the current state, which is the state after this number of keys.
    pub fn note(&mut self, session: &Session, keys: usize) {
        for (claim, number) in self.claims.iter().zip(&mut self.numbers) {
            let value = value(&claim.value, session);
            if value == number.value {
                continue;
            }
            let holds = holds(&claim.value, value);
            if !holds && (number.holds || !number.has_held) {
                number.ceased = Some(keys);
            }
            *number = WatchedNumber {
                value,
                holds,
                has_held: number.has_held || holds,
                ceased: number.ceased,
            };
        }
        self.hear(session);
    }

    /// Looks for the next claimed messages among the answers to the last key.
    fn hear(&mut self, session: &Session) {
        let told = self.told;
        let mut texts = texts(self.claims).skip(told).peekable();
        for message in session.latest_messages() {
            let mut rest = message.as_str();
            while let Some(at) = texts
                .peek()
                .and_then(|text| Some((rest.find(*text)?, text.len())))
            {
                rest = &rest[at.0 + at.1..];
                self.told += 1;
                texts.next();
            }
        }
    }

    /// Returns the failing claims after the last key, in the order of the test. `keys` is the total number of keys.
    /// Leaves out claims about frames, which are compared separately.
    pub fn shortfalls(&self, session: &Session, keys: usize) -> Vec<Shortfall> {
        let mut said = 0;
        let mut all = Vec::new();
        for (claim, number) in self.claims.iter().zip(&self.numbers) {
            let value = number.value;
            let (holds, found) = match &claim.value {
                TestClaim::End(_) => (number.holds, format!("a game that is {}", end_words(value))),
                TestClaim::Turns(_) => (number.holds, words::number_of(value, "turn")),
                TestClaim::Number(stat, _) => (number.holds, format!("{}={value}", stat.word())),
                TestClaim::At(_) => (number.holds, format!("at={}", place(session))),
                TestClaim::Says(_) => {
                    said += 1;
                    if said > self.told + 1 {
                        continue; // nothing after the missing message was looked for
                    }
                    (said <= self.told, self.unheard())
                }
                TestClaim::Frame(_) | TestClaim::Winnable(_) | TestClaim::WinRate(..) => continue,
            };
            if !holds {
                all.push(Shortfall {
                    expected: claim.value.to_string(),
                    found,
                    keys: number.ceased.unwrap_or(keys),
                });
            }
        }
        all
    }

    fn unheard(&self) -> String {
        match self
            .told
            .checked_sub(1)
            .and_then(|last| texts(self.claims).nth(last))
        {
            None => "no such message".to_owned(),
            Some(last) => format!("no such message after \"{last}\""),
        }
    }
}

/// Returns the failure of a claim about a frame; `None` if the expected frame was found.
pub fn frame_shortfall(
    path: &str,
    expected: Option<&FrameText>,
    found: &FrameText,
    keys: usize,
) -> Option<Shortfall> {
    let found = match expected {
        Some(expected) if expected == found => return None,
        Some(_) => "another screen",
        None => "no such file yet: `dungeon test --bless` writes it",
    };
    Some(Shortfall {
        expected: TestClaim::Frame(path.to_owned()).to_string(),
        found: found.to_owned(),
        keys,
    })
}

/// Returns the claimed messages, in order.
fn texts(claims: &[Spanned<TestClaim>]) -> impl Iterator<Item = &str> {
    claims.iter().filter_map(|claim| match &claim.value {
        TestClaim::Says(text) => Some(text.as_str()),
        _ => None,
    })
}

/// Whether a claim holds for this value of its number.
fn holds(claim: &TestClaim, value: i64) -> bool {
    match claim {
        TestClaim::End(end) => value == end_number(*end),
        TestClaim::Turns(bounds) | TestClaim::Number(_, bounds) => bounds.contain(value),
        TestClaim::At(cell) => value == packed(*cell),
        _ => false,
    }
}

/// Returns the number that a claim checks; 0 for a claim that checks no number.
fn value(claim: &TestClaim, session: &Session) -> i64 {
    match claim {
        TestClaim::End(_) => end_number(end(session)),
        TestClaim::Turns(_) => session.turns_played().into(),
        TestClaim::Number(stat, _) => number(*stat, session).into(),
        TestClaim::At(_) => packed(place(session)),
        _ => 0,
    }
}

/// Packs a cell into one number.
fn packed(cell: Point) -> i64 {
    i64::from(cell.x) << 32 | i64::from(cell.y)
}

/// Returns the end of a session's game.
fn end(session: &Session) -> ExpectedEnd {
    match session.outcome() {
        Some(Outcome::Won) => ExpectedEnd::Won,
        Some(Outcome::Lost) => ExpectedEnd::Lost,
        Some(Outcome::Drawn) => ExpectedEnd::Draw,
        None => ExpectedEnd::Unfinished,
    }
}

/// Returns the end of a game as a number.
fn end_number(end: ExpectedEnd) -> i64 {
    let ends = (0..).zip(ExpectedEnd::ALL);
    let mut same = ends.filter(|(_, other)| *other == end);
    same.next().map_or(0, |(number, _)| number)
}

fn end_words(number: i64) -> &'static str {
    let mut ends = ExpectedEnd::ALL.into_iter();
    match ends.find(|end| end_number(*end) == number) {
        Some(ExpectedEnd::Draw) => "a draw",
        end => end.unwrap_or(ExpectedEnd::Unfinished).word(),
    }
}

/// Returns a stat of the commanded body.
fn number(stat: Stat, session: &Session) -> i32 {
    let world = session.game().world();
    world.body(world.commanded()).stats[stat]
}

/// Returns the cell of the commanded body.
fn place(session: &Session) -> Point {
    let world = session.game().world();
    world.body(world.commanded()).at
}
