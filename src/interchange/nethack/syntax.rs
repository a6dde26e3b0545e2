//! The syntax of NetHack's level language: levels, statements and values, each statement with its line.
use crate::interchange::fault::FaultText;

/// First words of lines in NetHack's `.des` files that Crawl never uses. The last ones are Lua of version 3.7.
const NETHACK: &[&str] = &[
    "MAZE",
    "LEVEL",
    "GEOMETRY",
    "NON_DIGGABLE",
    "NON_PASSWALL",
    "STAIR",
    "BRANCH",
    "REGION",
    "ROOM",
    "NOMAP",
    "INIT_MAP",
    "RANDOM_MONSTERS",
    "RANDOM_OBJECTS",
    "RANDOM_PLACES",
    "TELEPORT_REGION",
    "MAZEWALK",
    "des.level_init",
    "des.level_flags",
    "des.map",
    "des.room",
];

/// Returns the first word of a line if only NetHack's `.des` files have it.
pub fn nethack_word(line: &str) -> Option<&str> {
    let word = line.trim().split([':', '(', ' ']).next()?;
    NETHACK.contains(&word).then_some(word)
}

/// Whether a line begins a level, such as `MAZE:"cave",' '`. No line of Crawl's files does.
pub fn begins_level(line: &str) -> bool {
    let said = line
        .strip_prefix("MAZE")
        .or_else(|| line.strip_prefix("LEVEL"));
    let name = said.and_then(|said| said.trim_start().strip_prefix(':'));
    name.is_some_and(|name| name.trim_start().starts_with('"'))
}

/// A level of a file: the statements after a `MAZE` or `LEVEL` line.
#[derive(Debug, Default)]
pub struct DesLevel {
    /// The name; empty if it is missing.
    pub name: String,
    /// The line that begins the level, from 1.
    pub line: usize,
    /// The character that fills a `MAZE`; `None` for a `LEVEL`.
    pub filling: Option<char>,
    /// The statements in file order.
    pub body: Vec<DesStatement>,
    /// Statements that cannot be parsed, each with its line and column from 1. They are skipped.
    pub mistakes: Vec<(usize, usize, FaultText)>,
}

/// A statement with its place in the file.
#[derive(Clone, Debug)]
pub struct DesStatement {
    /// The first line of the statement, from 1.
    pub line: usize,
    /// The text of the statement without its block, on one line.
    pub text: String,
    /// The meaning of the statement.
    pub act: DesAct,
}

impl DesStatement {
    /// Returns the first 200 characters of the text, for remarks.
    pub fn shown(&self) -> String {
        self.text.chars().take(200).collect()
    }
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum DesAct {
    /// A keyword with its arguments, such as `TRAP:"pit",(3,4)`, and the block of a room or a container.
    Command {
        word: String,
        arguments: Vec<DesValue>,
        block: Option<Vec<DesStatement>>,
    },
    /// The rows between `MAP` and `ENDMAP`.
    Map(Vec<String>),
    /// A variable and its value.
    Let(String, DesValue),
    /// `IF`, or a condition before a statement.
    If {
        test: DesTest,
        then: Vec<DesStatement>,
        otherwise: Vec<DesStatement>,
    },
    /// `SWITCH` with its cases; `None` is the default.
    Switch {
        value: DesValue,
        cases: Vec<(Option<i64>, Vec<DesStatement>)>,
    },
    /// `LOOP`.
    Loop(DesValue, Vec<DesStatement>),
    /// `FOR` with its variable, first and last number.
    For {
        name: String,
        ends: (DesValue, DesValue),
        body: Vec<DesStatement>,
    },
    /// `FUNCTION` with its name and the names of its parameters.
    Function {
        name: String,
        parameters: Vec<String>,
        body: Vec<DesStatement>,
    },
    /// A call of a function.
    Call(String, Vec<DesValue>),
    /// `BREAK`, which ends a case.
    Break,
    /// `EXIT`, which ends the level.
    Exit,
}

/// A condition in brackets.
#[derive(Clone, Debug)]
pub enum DesTest {
    /// A chance in percent, such as `[50%]`.
    Percent(u32),
    /// A comparison of numbers, such as `[$a < 2]`.
    Compare(DesValue, String, DesValue),
}

/// A value as written.
#[derive(Clone, Debug, PartialEq)]
pub enum DesValue {
    Number(i64),
    Percent(u32),
    /// Dice, such as `2d6`.
    Dice(i64, i64),
    Text(String),
    Character(char),
    /// A word, such as `random`.
    Word(String),
    /// A variable with its `$`, or a register such as `place`, and its index.
    Variable(String, Option<Box<DesValue>>),
    /// Values in parentheses.
    Group(Vec<DesValue>),
    /// Values in braces.
    List(Vec<DesValue>),
    /// A word with arguments, such as `rndcoord(…)` or `fillrect (…)`.
    Call(String, Vec<DesValue>),
    /// A value with a name, such as `quantity:3`.
    Named(String, Box<DesValue>),
    /// Two values with an operator between them.
    Pair(Box<DesValue>, char, Box<DesValue>),
}

impl DesValue {
    /// Returns the word; `None` for another value.
    pub fn word(&self) -> Option<&str> {
        match self {
            DesValue::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether the value is this word.
    pub fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }
}
