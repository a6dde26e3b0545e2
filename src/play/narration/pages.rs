//! The pages of a game as lines: what can be typed, and what was said.
use super::eye::Eye;
use crate::play::keymap::Entry;

/// So many of the last messages are told at once.
const LATEST: usize = 100;

/// What the words of line mode are: what one types, and what that does.
const WORDS: [(&str, &str); 8] = [
    ("an empty line", "how you stand, and who is near"),
    (
        "look",
        "everything around you; `look east` and `look rat` tell less",
    ),
    (
        "list",
        "all that you know of this level, the nearest first; `list door` only the doors",
    ),
    (
        "3 east, 2 north",
        "the steps that a distance is told in; they stop when somebody comes into view or up to you, or hurts you",
    ),
    (
        "keys lok",
        "press these keys, even if they look like a word",
    ),
    (
        "go 3 east, 2 north",
        "go to the cell that is there; `go door` to the nearest thing that is called so",
    ),
    ("map", "the screen as it would be drawn"),
    ("messages", "what was said before"),
];

/// The same for games whose player points.
const POINTING: [(&str, &str); 2] = [
    (
        "shoot blue ghost",
        "shoot at the nearest one; `aim blue ghost` only tells what a shot is worth",
    ),
    (
        "range, targets",
        "where the wizard can go, and whom he can shoot at",
    ),
];

/// The goal, what can be typed as words, then every verb with its keys.
pub fn help(eye: Eye<'_>) -> Vec<String> {
    let screen = eye.screen;
    let mut lines = vec![screen.about(), HOW.to_owned()];
    let words = WORDS.iter().chain(match screen.pointer {
        Some(_) => POINTING.as_slice(),
        None => &[],
    });
    lines.extend(words.map(|(word, help)| format!("{word}: {help}.")));
    for group in &screen.keymap.groups {
        let runs = group.chunk_by(|a, b| a.help == b.help);
        lines.extend(runs.filter_map(verbs));
    }
    lines
}

/// How one types here.
const HOW: &str = "Type a word and press Enter, or keys as they would be pressed: `lll` is three times `l`, and \
    `<Enter> <Esc> <Tab> <Space>` are those keys. A number before a verb does it so many times: `3 wait`.";

/// "walk: north-west 7 y, north 8 k": no full stop, which would read as one more key.
fn verbs(entries: &[Entry]) -> Option<String> {
    let told = entries.iter().filter_map(|entry| {
        let keys: Vec<String> = entry
            .keys
            .iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        let typed: Vec<&String> = keys.iter().filter(|key| !is_mouse(key)).collect();
        let typed: Vec<&str> = typed.into_iter().map(String::as_str).collect();
        (!typed.is_empty()).then(|| format!("{} {}", entry.name, typed.join(" ")))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("{}: {}", entries[0].help, told.join(", ")))
}

/// Nobody types what the mouse does.
fn is_mouse(key: &str) -> bool {
    ["<click", "<hover", "<mouse", "<wheel"]
        .iter()
        .any(|mouse| key.starts_with(mouse))
}

/// What was said last, the oldest of it first.
pub fn messages(eye: Eye<'_>) -> Vec<String> {
    let all = eye.screen.messages.folded(i32::MAX);
    let older = all.len().saturating_sub(LATEST);
    let mut lines = match older {
        0 => Vec::new(),
        n => vec![format!("The last {LATEST} of {} messages:", n + LATEST)],
    };
    lines.extend(all.into_iter().skip(older));
    lines
}

/// The screen as it would be drawn, without styles.
pub fn map(eye: Eye<'_>) -> Vec<String> {
    let picture = eye.screen.frame().plain();
    picture
        .lines()
        .map(|row| row.trim_end().to_owned())
        .collect()
}
