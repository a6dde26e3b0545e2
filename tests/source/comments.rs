//! Comments stand alone: each can be read in rustdoc without the item above it.
use crate::sources::{sources, tests_and_benches};

/// First words of comments without a subject of their own.
const SUBJECTS: [&str; 17] = [
    "It",
    "He",
    "She",
    "They",
    "This",
    "These",
    "Those",
    "Whoever",
    "Whomever",
    "Nobody",
    "Somebody",
    "Everybody",
    "Anybody",
    "Whose",
    "Whom",
    "Who",
    "Whatever",
];

/// A comment of a file: its first line number, its sign, and its lines.
pub struct Comment<'a> {
    line: usize,
    sign: &'static str,
    pub text: Vec<&'a str>,
}

/// Returns the comments on lines of their own; an example in a comment ends it.
pub fn comments(text: &str) -> Vec<Comment<'_>> {
    let mut found: Vec<Comment<'_>> = Vec::new();
    let mut is_open = false;
    let mut is_example = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let sign = ["///", "//!", "//"]
            .into_iter()
            .find(|sign| line.starts_with(sign));
        let Some(sign) = sign else {
            (is_open, is_example) = (false, false);
            continue;
        };
        let said = line[sign.len()..].trim();
        if said.starts_with("```") {
            is_example = !is_example;
        }
        if is_example || said.starts_with("```") {
            continue;
        }
        match found.last_mut().filter(|last| is_open && last.sign == sign) {
            Some(last) => last.text.push(said),
            None => found.push(Comment {
                line: number,
                sign,
                text: vec![said],
            }),
        }
        is_open = true;
    }
    found
}

/// Returns the reason why a comment cannot stand alone; `None` for a good comment.
fn fault(comment: &Comment<'_>) -> Option<&'static str> {
    let text = comment.text.join(" ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let first = words.first()?.trim_end_matches([',', '.', ':', ';']);
    if SUBJECTS.contains(&first) {
        return Some("begins with a pronoun");
    }
    if text.starts_with("The same") {
        return Some("says what is the same as elsewhere");
    }
    (comment.sign == "///" && words.len() <= 2 && !text.contains('`')).then_some("says nothing")
}

/// Returns the faults of a file's comments, one a line. Leaves out comments of the command line without a final period:
/// `--help` prints them as descriptions of options and values.
fn faults(file: &str, text: &str) -> Vec<String> {
    let is_help = |comment: &&Comment<'_>| {
        let last = comment.text.last().is_some_and(|line| line.ends_with('.'));
        file.starts_with("cli/") && !last
    };
    comments(text)
        .iter()
        .filter(|comment| !is_help(comment))
        .filter_map(|comment| {
            let fault = fault(comment)?;
            Some(format!(
                "{file}:{}: {fault}: {}",
                comment.line,
                comment.text.join(" ")
            ))
        })
        .collect()
}

#[test]
fn every_comment_can_be_read_alone() {
    let files = sources().into_iter().chain(tests_and_benches());
    let found: Vec<String> = files
        .flat_map(|(file, text)| faults(&file, &text))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
