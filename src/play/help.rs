//! The help: what the game is about, then the live keymap as text. Keys that mean the same in eight
//! directions are drawn as a compass.
use super::keymap::{Command, Entry, Keymap};
use super::keys::Key;
use crate::engine::action::Action;
use crate::space::geometry::Direction;
use crate::view::widgets::wrap;

/// The compass by rows; none is the middle.
const COMPASS: [[Option<Direction>; 3]; 3] = [
    [
        Some(Direction::NorthWest),
        Some(Direction::North),
        Some(Direction::NorthEast),
    ],
    [Some(Direction::West), None, Some(Direction::East)],
    [
        Some(Direction::SouthWest),
        Some(Direction::South),
        Some(Direction::SouthEast),
    ],
];

/// The goal, then the keys: lines of at most so many columns where keys allow it, an empty one between groups.
pub fn lines(goal: &str, keymap: &Keymap, columns: i32) -> Vec<String> {
    let goal = wrap(goal, columns.max(1) as usize);
    let phrases: Vec<Vec<Phrase<'_>>> = keymap.groups.iter().map(|group| phrases(group)).collect();
    let width = key_columns(phrases.iter().flatten());
    let keys = phrases.iter().map(|group| described(group, width, columns));
    let groups = [goal].into_iter().chain(keys);
    let groups: Vec<Vec<String>> = groups.filter(|lines| !lines.is_empty()).collect();
    groups.join(&String::new())
}

/// A group's lines; its words begin behind so many columns of keys.
fn described(group: &[Phrase<'_>], width: usize, columns: i32) -> Vec<String> {
    let mut lines = Vec::new();
    for phrase in group {
        match phrase {
            Phrase::Compass(help, ways) => {
                lines.extend(wrap(help, columns.max(1) as usize));
                lines.extend(compass(ways, columns));
            }
            Phrase::Keys(help, keys) => {
                let keys = spelled(keys);
                let line = format!("{keys:<width$} {help}");
                match line.chars().count() as i32 <= columns {
                    true => lines.push(line),
                    false => {
                        lines.extend(wrap(&keys, columns.max(1) as usize));
                        let words = wrap(help, (columns - 3).max(1) as usize);
                        lines.extend(words.iter().map(|words| format!("   {words}")));
                    }
                }
            }
        }
    }
    lines
}

/// The width of the keys, so that all words stand below one another; keys that are much longer stick out.
fn key_columns<'a>(phrases: impl Iterator<Item = &'a Phrase<'a>>) -> usize {
    let widths = phrases.map(|phrase| match phrase {
        Phrase::Compass(..) => 0,
        Phrase::Keys(_, keys) => spelled(keys).chars().count(),
    });
    widths.max().unwrap_or(0).clamp(14, 18)
}

/// A heading of the help.
enum Phrase<'a> {
    /// The same in several directions.
    Compass(&'a str, Vec<(Direction, &'a Entry)>),
    Keys(&'a str, Vec<Key>),
}

/// The entries of a group; neighbours that say the same become one, a compass if they have a direction.
fn phrases(group: &[Entry]) -> Vec<Phrase<'_>> {
    let is_same = |a: &Entry, b: &Entry| a.help == b.help && way(a).is_some() == way(b).is_some();
    let runs = group.chunk_by(is_same);
    runs.filter_map(|run| match run {
        [first, _, ..] if way(first).is_some() => {
            let ways = run.iter().filter_map(|entry| Some((way(entry)?, entry)));
            Some(Phrase::Compass(first.help, ways.collect()))
        }
        [first, ..] => {
            let keys = run.iter().flat_map(|entry| entry.keys.iter().flatten());
            let keys: Vec<Key> = keys.copied().collect();
            (!keys.is_empty()).then_some(Phrase::Keys(first.help, keys))
        }
        [] => None,
    })
    .collect()
}

/// Where a command goes.
fn way(entry: &Entry) -> Option<Direction> {
    match entry.command {
        Command::Act(Action::Step(way) | Action::DoToward(_, way)) | Command::Point(way) => {
            Some(way)
        }
        _ => None,
    }
}

/// The first keys of all directions as three rows, beside them the second ones, and so on while there is room.
fn compass(ways: &[(Direction, &Entry)], columns: i32) -> Vec<String> {
    let layers = ways.iter().map(|(_, entry)| entry.keys.len()).max();
    let mut blocks: Vec<[String; 3]> = Vec::new();
    for nth in 0..layers.unwrap_or(0) {
        let layer = layer(ways, nth);
        let width = |rows: &[String; 3]| rows[0].chars().count();
        match blocks.last_mut() {
            Some(block) if width(block) + width(&layer) <= columns.max(0) as usize => {
                for (row, more) in block.iter_mut().zip(&layer) {
                    row.push_str(more);
                }
            }
            _ => blocks.push(layer),
        }
    }
    let rows = blocks.into_iter().flatten();
    rows.map(|row| row.trim_end().to_owned()).collect()
}

/// Three rows of equal width.
fn layer(ways: &[(Direction, &Entry)], nth: usize) -> [String; 3] {
    let text = |wanted: Option<Direction>| {
        let entry = ways.iter().find(|(way, _)| Some(*way) == wanted);
        let key = entry.and_then(|(_, entry)| entry.keys.get(nth).copied().flatten());
        key.map_or_else(String::new, Key::shown)
    };
    let texts = COMPASS.map(|row| row.map(text));
    let width = texts
        .iter()
        .flatten()
        .map(|text| text.chars().count())
        .max();
    let width = width.unwrap_or(0);
    texts.map(|[a, b, c]| format!("   {a:<width$} {b:<width$} {c:<width$}"))
}

/// Keys with blanks between them.
pub fn spelled(keys: &[Key]) -> String {
    let texts: Vec<String> = keys.iter().copied().map(Key::shown).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ruleset::{Binding, Ruleset};
    use crate::rulesets::explore::Explore;
    use crate::rulesets::tactics::Tactics;
    use crate::view::layout::SMALLEST;

    const NORTH: Binding = Binding {
        name: "north",
        keys: "k <Up>",
        action: Action::Step(Direction::North),
        help: "walk",
    };
    const WEST: Binding = Binding {
        name: "west",
        keys: "h <Left>",
        action: Action::Step(Direction::West),
        help: "walk",
    };
    const WAIT: Binding = Binding {
        name: "wait",
        keys: ". M",
        action: Action::Wait,
        help: "wait a turn",
    };

    #[test]
    fn x8_help_says_what_the_live_keymap_says_and_nothing_else() {
        let search = Binding {
            name: "search",
            keys: "s",
            ..WAIT
        };
        let keymap = Keymap::of(&[&[NORTH, WEST], &[WAIT, search]]);
        let lines = lines("Find the way out.", &keymap, 40);
        let expected = [
            "Find the way out.",
            "",
            "walk",
            "     k            <Up>",
            "   h       <Left>",
            "",
            "",
            ". M s           wait a turn",
        ];
        assert_eq!(lines[..expected.len()], expected);
        let messages = "read all messages again";
        assert!(
            !lines.iter().any(|line| line.contains(messages)),
            "the rules have taken its only key"
        );
    }

    #[test]
    fn x8_help_is_cut_off_on_no_screen_that_is_large_enough() {
        for columns in [SMALLEST.width, 40, 80] {
            let explore = lines(&Explore.goal(), &Keymap::of(Explore.bindings()), columns);
            let keymap = Keymap::of_pointing(Tactics.bindings());
            for line in explore
                .into_iter()
                .chain(lines(&Tactics.goal(), &keymap, columns))
            {
                let length = line.chars().count() as i32;
                assert!(length <= columns, "{columns}: {line}");
            }
        }
    }
}
