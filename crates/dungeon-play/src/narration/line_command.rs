//! A typed line as a command: a word, or else a script of keys. A line that looks like a mistyped word presses nothing.
use crate::input::key::Key;
use crate::input::keymap::{Command, Keymap};
use crate::input::script::Script;
use crate::view::words::{direction_called, runs};
use dungeon_format::spelling::nearest;
use dungeon_model::space::geometry::Direction;

/// Advice for a player whose line is not a command, as a sentence. The sentence is only meant to be shown, so the type
/// is not an enum.
pub type LineAdvice = String;

/// A command that a line stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineCommand {
    /// Reports the hero's stats and the enemies in view.
    Glance,
    /// Describes everything around the hero, or only the things in this direction or with this name.
    Look(String),
    /// Lists everything known of the level, or only the things with this name.
    List(String),
    /// Describes the walls around the hero.
    Walls,
    /// Shows the screen as text.
    Map,
    /// Shows the help: the goal, the words and the keys.
    Help,
    /// Lists the messages of the game so far.
    Messages,
    /// Describes the cells that the commanded unit can go to.
    Range,
    /// Lists the enemies that the commanded unit can shoot.
    Targets,
    /// Lists the cells from which the unit could shoot each enemy, or only each enemy with this name.
    Shots(String),
    /// Lists the enemies that would be near after each step.
    Steps,
    /// Moves the hero or a cursor by this number of steps in each of these directions.
    Walk(Vec<(u32, Direction)>),
    /// Goes to this place, or to the nearest thing with this name.
    Go(String),
    /// Rates a shot at this place, or at the nearest enemy with this name.
    Aim(String),
    /// Shoots at this place, or at the nearest enemy with this name.
    Shoot(String),
    /// Uses an item of the inventory, by letter or name.
    Use(String),
    /// Throws an item of the inventory, by letter or name, at a place: `acid at 3 east`, `acid`, `at 3 east`.
    Throw(String),
    /// Pulls the body at this place with a worn item.
    Pull(String),
    /// Presses a verb's key a number of times.
    Verb(u32, Key),
    /// Presses keys in order.
    Keys(Script),
}

impl LineCommand {
    /// Whether the command only asks, so that no time passes.
    pub fn is_question(&self) -> bool {
        matches!(
            self,
            LineCommand::Glance
                | LineCommand::Look(_)
                | LineCommand::List(_)
                | LineCommand::Walls
                | LineCommand::Map
                | LineCommand::Help
                | LineCommand::Messages
                | LineCommand::Range
                | LineCommand::Targets
                | LineCommand::Shots(_)
                | LineCommand::Steps
        )
    }
}

/// The words of line mode that are not verbs of the keymap.
const WORDS: [&str; 13] = [
    "look", "list", "walls", "map", "help", "messages", "range", "targets", "shots", "steps", "go",
    "shoot", "keys",
];

/// Other words for verbs, each with the verb's name in keys files.
const OTHER_NAMES: [(&str, &str); 2] = [("explore", "auto-explore"), ("inventory", "pack")];

/// The maximum number of repetitions of a verb or a step.
const MOST: u32 = 999;

/// The maximum number of bytes of a line that may be a mistyped word.
const LONGEST: usize = 30;

/// Parses a line as a command, given the verbs and keys of a game.
///
/// # Errors
/// Returns the expected command, as a sentence for the player.
pub fn read(line: &str, keymap: &Keymap) -> Result<LineCommand, LineAdvice> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(LineCommand::Glance);
    }
    if let Some(order) = by_word(line, keymap)? {
        return Ok(order);
    }
    if let Some(runs) = distance(line) {
        return counted(&runs).map(|()| LineCommand::Walk(runs));
    }
    if let Some(verb) = verb(line, keymap)? {
        return Ok(verb);
    }
    if let Some(why) = miscount_text(line, keymap) {
        return Err(why);
    }
    let script: Script = line.parse().map_err(|error| format!("{error}."))?;
    match misspelling_text(line, &script, keymap) {
        Some(why) => Err(why),
        None => Ok(LineCommand::Keys(script)),
    }
}

fn by_word(line: &str, keymap: &Keymap) -> Result<Option<LineCommand>, LineAdvice> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let word = word.to_lowercase();
    let alone = |order: LineCommand| match rest {
        "" => Ok(Some(order)),
        _ => Err(format!("Expected nothing after `{word}`, found `{rest}`.")),
    };
    let toward = |order: fn(String) -> LineCommand, example: &str| match rest {
        "" => Err(format!(
            "Expected a place after `{word}`, such as `{word} {example}`."
        )),
        _ => Ok(Some(order(rest.to_owned()))),
    };
    match word.as_str() {
        "look" => Ok(Some(LineCommand::Look(rest.to_owned()))),
        "list" => Ok(Some(LineCommand::List(rest.to_owned()))),
        "map" => alone(LineCommand::Map),
        "help" => alone(LineCommand::Help),
        "messages" => alone(LineCommand::Messages),
        "range" => alone(LineCommand::Range),
        "targets" => alone(LineCommand::Targets),
        "shots" => Ok(Some(LineCommand::Shots(rest.to_owned()))),
        "steps" => alone(LineCommand::Steps),
        "walls" => alone(LineCommand::Walls),
        "go" => toward(LineCommand::Go, "3 east, 2 north"),
        "shoot" => toward(LineCommand::Shoot, "2 west"),
        "use" | "equip" | "wear" | "wield" | "drink" if !rest.is_empty() => {
            Ok(Some(LineCommand::Use(rest.to_owned())))
        }
        "pull" if !rest.is_empty() => Ok(Some(LineCommand::Pull(rest.to_owned()))),
        "throw" if !rest.is_empty() => Ok(Some(LineCommand::Throw(rest.to_owned()))),
        "aim" if !rest.is_empty() => Ok(Some(LineCommand::Aim(rest.to_owned()))),
        "keys" => {
            let script: Script = rest.parse().map_err(|error| format!("{error}."))?;
            Ok(Some(LineCommand::Keys(script)))
        }
        _ => {
            // In line mode, the look key describes the surroundings and opens no cursor.
            let is_look = keymap
                .keys_of(Command::Look)
                .any(|key| key.to_string() == line);
            Ok(is_look.then(|| LineCommand::Look(String::new())))
        }
    }
}

/// Parses a distance: "5 east, 2 north", "east 5, north 2"; `None` if the text is not a distance.
pub fn distance(text: &str) -> Option<Vec<(u32, Direction)>> {
    runs(text).or_else(|| {
        let mut runs: Vec<(u32, Direction)> = Vec::new();
        let mut is_counted = true;
        for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
            match (direction_called(word), runs.last_mut()) {
                (Some(way), _) => {
                    runs.push((1, way));
                    is_counted = false;
                }
                (None, Some((count, _))) if !is_counted => {
                    *count = word.parse().ok()?;
                    is_counted = true;
                }
                _ => return None,
            }
        }
        (!runs.is_empty()).then_some(runs)
    })
}

/// Parses a verb with an optional count: "wait", "3 wait", "wait 3", "wait 3 times", "end turn".
fn verb(line: &str, keymap: &Keymap) -> Result<Option<LineCommand>, LineAdvice> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (count, words) = split_count(&words);
    let Some(name) = verb_named(words, keymap) else {
        return Ok(None);
    };
    let count = count.unwrap_or(1);
    counted(&[(count, Direction::North)])?;
    let mut entries = keymap.entries.iter();
    let key = entries
        .find(|entry| entry.name == name)
        .and_then(|entry| entry.keys.iter().flatten().next());
    match key {
        Some(key) => Ok(Some(LineCommand::Verb(count, *key))),
        None => Err(format!("`{name}` has no key in this game.")),
    }
}

/// Splits a line into its count, before or after the words, and the words.
fn split_count<'a>(words: &'a [&'a str]) -> (Option<u32>, &'a [&'a str]) {
    let number = |word: &str| word.parse::<u32>().ok();
    match words {
        [first, rest @ ..] if !rest.is_empty() && number(first).is_some() => (number(first), rest),
        [rest @ .., last] if !rest.is_empty() && number(last).is_some() => (number(last), rest),
        [rest @ .., last, "times" | "turns"] if !rest.is_empty() && number(last).is_some() => {
            (number(last), rest)
        }
        all => (None, all),
    }
}

/// Finds a verb by its full name, ignoring hyphens, or by its first word if that is unique, such as "build" for
/// `build-fence`.
fn verb_named(words: &[&str], keymap: &Keymap) -> Option<&'static str> {
    let mut typed = words.join("-").to_lowercase();
    if let Some((_, name)) = OTHER_NAMES.iter().find(|(other, _)| *other == typed) {
        typed = (*name).to_owned();
    }
    let names = || keymap.entries.iter().map(|entry| entry.name);
    let plain = |name: &str| name.replace('-', "");
    let beginning = |name: &&str| name.split('-').next() == Some(typed.as_str());
    let (first, second) = (names().find(beginning), names().filter(beginning).nth(1));
    names()
        .find(|name| plain(name) == plain(&typed))
        .or(first.filter(|_| second.is_none()))
}

/// Returns the advice for a verb or a direction followed by a word that is not a number, such as "wait three"; `None`
/// for other lines.
fn miscount_text(line: &str, keymap: &Keymap) -> Option<String> {
    let words: Vec<&str> = line
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let is_way = |word: &str| direction_called(word).is_some();
    let is_meant = |words: &[&str]| match words {
        [way] if is_way(way) => true,
        words => verb_named(words, keymap).is_some(),
    };
    let splits = (1..words.len()).rev().flat_map(|n| {
        let (front, back) = (words.split_at(n), words.split_at(words.len() - n));
        [
            (front.0.to_vec(), front.1.to_vec()),
            (back.1.to_vec(), back.0.to_vec()),
        ]
    });
    let is_number = |word: &&str| word.parse::<u32>().is_ok();
    let numbers = words.iter().copied().partition(|word| !is_number(word));
    let mut splits = std::iter::once(numbers).chain(splits);
    let (meant, other) = splits.find(|(meant, other)| is_meant(meant) && !other.is_empty())?;
    let (meant, other) = (meant.join(" "), other.join(" "));
    Some(format!(
        "Expected a number with `{meant}`, as in `3 {meant}` or `{meant} 3`, found `{other}`."
    ))
}

fn counted(runs: &[(u32, Direction)]) -> Result<(), LineAdvice> {
    match runs.iter().find(|(count, _)| !(1..=MOST).contains(count)) {
        Some((count, _)) => Err(format!(
            "Expected a number from 1 to {MOST}, found {count}."
        )),
        None => Ok(()),
    }
}

/// Returns the advice for a line that looks like a mistyped word, whose letters must not act as keys; `None` for a
/// script. Step keys and a repeated key always count as keys.
fn misspelling_text(line: &str, script: &Script, keymap: &Keymap) -> Option<String> {
    let is_wordy = |c: char| c.is_alphanumeric() || c == '-' || c == ' ';
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let is_word = letters >= 3 && line.len() <= LONGEST && line.chars().all(is_wordy);
    let Script(keys) = script;
    let is_step = |key: &Key| "hjklyubn".contains(key.to_string().as_str());
    let is_repeated = keys.windows(2).all(|pair| pair[0] == pair[1]);
    if !is_word || is_repeated || keys.iter().all(is_step) {
        return None;
    }
    let names = keymap.entries.iter().map(|entry| entry.name);
    let directions = Direction::ALL
        .into_iter()
        .map(crate::view::words::direction);
    let others = OTHER_NAMES.map(|(other, _)| other);
    let known = names.chain(WORDS).chain(others).chain(directions);
    let first = line.split(' ').next().unwrap_or(line);
    let is_part = |name: &&str| name.split('-').any(|part| part.eq_ignore_ascii_case(line));
    let part = known.clone().find(is_part);
    let whole = || nearest(&line.replace(' ', "-"), known.clone());
    let near = part.or_else(whole).or_else(|| match first.len() {
        ..3 => None,
        _ => nearest(first, known),
    });
    let unbound = keys.iter().find(|key| keymap.meaning(**key).is_none());
    match (near, unbound) {
        (Some(near), _) => Some(format!(
            "`{line}` is not a command; did you mean `{near}`? To press these keys, type `keys {line}`."
        )),
        (None, Some(key)) => Some(format!(
            "Expected a command or keys, found `{line}`: {key} is not a key of this game. Type `help` for the commands."
        )),
        (None, None) => Some(format!(
            "`{line}` is not a command. To press these keys, type `keys {line}`."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_engine::ruleset::Ruleset;
    use dungeon_engine::rulesets::explore::Explore;
    use dungeon_engine::rulesets::tactics::Tactics;

    fn order(line: &str) -> Result<LineCommand, String> {
        read(line, &Keymap::new(Explore.face().bindings()))
    }

    fn keys(text: &str) -> Result<LineCommand, String> {
        Ok(LineCommand::Keys(text.parse().expect("a script")))
    }

    #[test]
    fn a_word_is_a_word_and_all_else_a_script() {
        assert_eq!(order(""), Ok(LineCommand::Glance));
        assert_eq!(order("look"), Ok(LineCommand::Look(String::new())));
        assert_eq!(
            order(" Look  iron key "),
            Ok(LineCommand::Look("iron key".to_owned()))
        );
        assert_eq!(order(";"), Ok(LineCommand::Look(String::new())));
        assert_eq!(order(";l"), keys(";l"));
        assert_eq!(order("lll"), keys("lll"));
        assert_eq!(order("l"), keys("l"));
        assert_eq!(order("keys look"), keys("look"));
        assert_eq!(
            order("5 east, 2 north"),
            Ok(LineCommand::Walk(vec![
                (5, Direction::East),
                (2, Direction::North)
            ]))
        );
        assert_eq!(order("3 wait"), Ok(LineCommand::Verb(3, Key::Char('5'))));
        for line in ["wait 3", "wait 3 times", "Wait  3 turns"] {
            assert_eq!(order(line), order("3 wait"), "{line}");
        }
        assert_eq!(order("east 5, north 2"), order("5 east, 2 north"));
        assert_eq!(order("east 4"), order("4 east"));
        assert_eq!(
            order("cast north east"),
            Ok(LineCommand::Verb(1, Key::Char('e')))
        );
        assert_eq!(order("explore"), Ok(LineCommand::Verb(1, Key::Char('o'))));
        assert_eq!(order("inventory"), order("pack"));
        assert_eq!(order("inventory"), Ok(LineCommand::Verb(1, Key::Char('i'))));
        for line in [
            "use iron helm",
            "equip iron helm",
            "Wear  iron helm",
            "wield iron helm",
        ] {
            let helm = LineCommand::Use("iron helm".to_owned());
            assert_eq!(order(line), Ok(helm), "{line}");
        }
        assert_eq!(order("quit"), Ok(LineCommand::Verb(1, Key::Char('Q'))));
        let tactics = Keymap::with_pointing(Tactics.face().bindings());
        assert_eq!(
            read("end turn", &tactics),
            Ok(LineCommand::Verb(1, Key::Char(' ')))
        );
        assert_eq!(
            read("aim", &tactics),
            Ok(LineCommand::Verb(1, Key::Char('f')))
        );
        let aim = Ok(LineCommand::Aim("blue ghost".to_owned()));
        assert_eq!(read("aim blue ghost", &tactics), aim);
    }

    #[test]
    fn what_looks_like_a_word_and_is_none_presses_nothing() {
        let nearly =
            "`nrth` is not a command; did you mean `north`? To press these keys, type `keys nrth`.";
        assert_eq!(order("nrth"), Err(nearly.to_owned()));
        let none = "Expected a command or keys, found `say hello`: s is not a key of this game. Type `help` for the commands.";
        assert_eq!(order("say hello"), Err(none.to_owned()));
        // As keys, these letters would fire two bolts and take a step.
        let keys_only = "`xyq` is not a command. To press these keys, type `keys xyq`.";
        assert_eq!(order("xyq"), Err(keys_only.to_owned()));
        assert_eq!(order("keys xyq"), keys("xyq"));
        assert_eq!(order("qqq"), keys("qqq"));
        assert_eq!(order("hhkkyy"), keys("hhkkyy"));
        assert_eq!(
            order("0 wait"),
            Err("Expected a number from 1 to 999, found 0.".to_owned())
        );
        assert_eq!(
            order("1000 east"),
            Err("Expected a number from 1 to 999, found 1000.".to_owned())
        );
        for line in ["wait three", "three wait", "wait -3", "3 wait 3"] {
            let why = order(line).expect_err(line);
            assert!(why.contains("as in `3 wait` or `wait 3`"), "{line}: {why}");
        }
        let ways = order("east 4 4").expect_err("no distance");
        assert!(ways.contains("`3 east` or `east 3`, found `4 4`"), "{ways}");
        let after = "Expected nothing after `map`, found `of it`.";
        assert_eq!(order("map of it"), Err(after.to_owned()));
        assert!(order("<Ecs>").is_err_and(|why| why.contains("character 1")));
    }
}
