//! Pages stay in plain English: none has a construction that docs/STYLE.md forbids.
use std::fs;
use std::path::Path;

/// The pages that are held to it.
const PAGES: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "docs/DECISIONS.md",
    "docs/GLOSSARY.md",
    "docs/PERFORMANCE.md",
    "docs/STYLE.md",
];

/// Phrases that have no noun for a subject, or are translated word by word.
const PHRASES: [&str; 16] = [
    "anybody",
    "come to be",
    "comes of it",
    "comes of what",
    "comes to be",
    "is had",
    "kept things",
    "machine player",
    "machine players",
    "nobody",
    "none where",
    "of which there",
    "so many",
    "somebody",
    "whoever",
    "whomever",
];

/// Phrases that a page shows as bad examples.
const EXAMPLES: [(&str, &str); 2] = [
    ("docs/STYLE.md", "comes of what"),
    ("docs/STYLE.md", "kept things"),
];

/// The phrases that a text has outside of fenced blocks.
fn found(text: &str) -> Vec<&'static str> {
    let prose: String = text.split("```").step_by(2).collect();
    let letters = prose
        .to_lowercase()
        .replace(|c: char| !c.is_alphanumeric(), " ");
    let words: Vec<&str> = letters.split_whitespace().collect();
    let words = format!(" {} ", words.join(" "));
    let is_there = |phrase: &&str| words.contains(&format!(" {phrase} "));
    PHRASES.into_iter().filter(is_there).collect()
}

#[test]
fn no_page_has_a_phrase_that_the_style_forbids() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in PAGES {
        let text = fs::read_to_string(root.join(page)).expect("a page");
        let mut phrases = found(&text);
        phrases.retain(|phrase| !EXAMPLES.contains(&(page, phrase)));
        assert!(phrases.is_empty(), "{page}: {phrases:?}");
    }
}

#[test]
fn the_check_itself_sees_a_phrase_across_lines() {
    assert_eq!(
        found("A level\nof which\nthere are two.\n```\nnobody\n```\n"),
        ["of which there"]
    );
}
