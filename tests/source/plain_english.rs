//! Pages, comments and messages are in plain English: they contain no phrase that docs/STYLE.md forbids.
use std::fs;
use std::path::Path;

use crate::comments::comments;
use crate::sources::{code, rust_files, sources, tests_and_benches};

/// Phrases without a noun as subject, or translated word by word.
const PHRASES: [&str; 27] = [
    "anybody",
    "behind the other",
    "by and by",
    "by which it",
    "by who",
    "come to be",
    "comes of it",
    "comes of what",
    "comes to be",
    "he",
    "him",
    "himself",
    "his",
    "is called so",
    "is had",
    "it is told of",
    "kept things",
    "machine player",
    "machine players",
    "nobody",
    "none where",
    "of which there",
    "so many",
    "somebody",
    "who is so called",
    "whoever",
    "whomever",
];

/// Exceptions: the beginning of a file's path, and the phrase.
const ALLOWED: [(&str, &str); 4] = [
    // Bad examples.
    ("docs/STYLE.md", "comes of what"),
    ("docs/STYLE.md", "his"),
    ("docs/STYLE.md", "kept things"),
    ("tests/source/plain_english.rs", "of which there"),
];

/// Calls whose text literals are messages of a failed test.
const FAILURES: [&str; 3] = ["assert", ".expect(", "panic!("];

/// Returns the phrases that a text has outside of code.
fn found(text: &str) -> Vec<&'static str> {
    let unfenced: String = text.split("```").step_by(2).collect();
    let prose: String = unfenced.split('`').step_by(2).collect();
    let letters = prose
        .to_lowercase()
        .replace(|c: char| !c.is_alphanumeric(), " ");
    let words: Vec<&str> = letters.split_whitespace().collect();
    let words = format!(" {} ", words.join(" "));
    let is_there = |phrase: &&str| words.contains(&format!(" {phrase} "));
    PHRASES.into_iter().filter(is_there).collect()
}

/// Returns a line for each phrase that a text of a file has and may not have.
fn faults(file: &str, text: &str) -> Vec<String> {
    let is_allowed = |phrase: &str| {
        let mut allowed = ALLOWED.iter();
        allowed.any(|(start, known)| file.starts_with(start) && *known == phrase)
    };
    let phrases = found(text).into_iter();
    let phrases = phrases.filter(|phrase| !is_allowed(phrase));
    let start: String = text.chars().take(100).collect();
    phrases
        .map(|phrase| format!("{file}: {phrase:?} in {start:?}"))
        .collect()
}

/// Returns a code with simple quotes inside of its text literals, so that double quotes only delimit them.
fn delimited(code: &str) -> String {
    code.replace("'\"'", "").replace("\\\"", "'")
}

/// Returns the text literals of a source, without its comments and tests.
fn literals(text: &str) -> Vec<String> {
    let code = delimited(&code(text));
    let literals = code.split('"').skip(1).step_by(2);
    literals.map(str::to_owned).collect()
}

/// Returns the text literals of several words in statements that can fail a test.
fn messages(text: &str) -> Vec<String> {
    let lines = text.lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    let code = delimited(&code.collect::<Vec<_>>().join("\n"));
    let (mut statement, mut found) = (String::new(), Vec::new());
    for (nth, piece) in code.split('"').enumerate() {
        if nth % 2 == 1 {
            let is_message = FAILURES.iter().any(|call| statement.contains(call));
            found.extend((is_message && piece.contains(' ')).then(|| piece.to_owned()));
        } else if let Some((_, begun)) = piece.rsplit_once(';') {
            statement = begun.to_owned();
        } else {
            statement += piece;
        }
    }
    found
}

fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["", "docs", "docs/format", "docs/diagnostics", "python"].into_iter();
    let entries = folders.flat_map(|folder| fs::read_dir(root.join(folder)).expect("a folder"));
    let paths = entries.flatten().map(|entry| entry.path());
    let pages = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let named = pages.map(|path| {
        let name = path.strip_prefix(root).expect("a page of the project");
        let text = fs::read_to_string(&path).expect("a page");
        (name.display().to_string(), text)
    });
    named.collect()
}

#[test]
fn no_page_has_a_phrase_that_the_style_forbids() {
    let pages = pages().into_iter();
    let found: Vec<String> = pages
        .flat_map(|(name, text)| faults(&name, &text))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_comment_and_no_message_has_a_phrase_that_the_style_forbids() {
    let of_file = |(file, text): (String, String)| {
        let comments = comments(&text)
            .into_iter()
            .map(|comment| comment.text.join(" "));
        let literals = if ["tests/", "benches/"]
            .iter()
            .any(|test| file.starts_with(test))
        {
            Vec::new()
        } else {
            literals(&text)
        };
        let literals = literals.into_iter().chain(messages(&text));
        let texts: Vec<String> = comments.chain(literals).collect();
        let found = texts.iter().flat_map(|text| faults(&file, text));
        found.collect::<Vec<_>>()
    };
    let besides = ["examples", "python/src", "web/engine/src"].into_iter();
    let files = sources().into_iter().chain(besides.flat_map(rust_files));
    let files = files.chain(tests_and_benches());
    let found: Vec<String> = files.flat_map(of_file).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_check_itself_sees_a_phrase_across_lines() {
    assert_eq!(
        found("A level\nof which\nthere are two, `nobody`.\n```\nnobody\n```\n"),
        ["of which there"]
    );
    assert_eq!(
        literals("/// \"a\"\nf('\"', \"b \\\"c\\\"\");\n"),
        ["b 'c'"]
    );
    assert_eq!(
        messages("f(\"a b\"); assert!(c,\n\"d \\\"e\\\"\"); g(\"h i\").expect(\"j k\");\n"),
        ["d 'e'", "j k"]
    );
}
