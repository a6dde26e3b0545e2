//! The grammar of docs/GRAMMAR.md matches the parsers: both use the same names.
use std::collections::BTreeSet;
use std::path::Path;

/// Terminals that the page explains below the grammar.
const TERMINALS: [&str; 8] = [
    "character",
    "space",
    "digit",
    "letter",
    "small_letter",
    "key_letter",
    "CR",
    "LF",
];

/// Returns the name and the body of each production, without comments.
fn productions() -> Vec<(String, String)> {
    let page = include_str!("../../../docs/GRAMMAR.md");
    let grammar = page.split("```ebnf\n").nth(1).expect("a grammar");
    let grammar = grammar.split("```").next().expect("an end");
    let mut bare = String::new();
    for piece in grammar.split("(*") {
        bare.push_str(piece.split_once("*)").map_or(piece, |(_, behind)| behind));
    }
    // A comment leaves spaces after the semicolon before it.
    let bare: String = bare
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    let rules = bare.split(" ;").filter(|rule| !rule.trim().is_empty());
    let rules = rules.map(|rule| rule.split_once(" = ").expect("a name and a body"));
    rules
        .map(|(name, body)| (name.trim().to_string(), body.to_string()))
        .collect()
}

/// Returns the words of a production outside of quotes.
fn names_in(body: &str) -> BTreeSet<String> {
    let mut outside = String::new();
    let mut quote = None;
    for c in body.chars() {
        match quote {
            Some(open) if open == c => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None => outside.push(c),
        }
    }
    let words = outside.split(|c: char| !c.is_ascii_alphabetic() && c != '_');
    words
        .filter(|word| !word.is_empty())
        .map(str::to_string)
        .collect()
}

#[test]
fn every_production_is_a_parser_of_that_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/dungeon-format/src/parse");
    let files = std::fs::read_dir(folder).expect("the folder of the parsers");
    let source: String = files
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("a text"))
        .collect();
    for (name, _) in productions() {
        let is_there = ["(", "<"]
            .iter()
            .any(|open| source.contains(&format!("fn {name}{open}")));
        assert!(is_there, "no parser `{name}`");
        assert!(
            source.contains(&format!("`{name} = ")),
            "the parser `{name}` quotes no production"
        );
    }
}

#[test]
fn every_name_in_the_grammar_is_explained_and_used() {
    let productions = productions();
    let mut unused: BTreeSet<&str> = productions.iter().map(|(name, _)| name.as_str()).collect();
    unused.remove("file");
    for (name, body) in &productions {
        for word in names_in(body) {
            let is_known = TERMINALS.contains(&word.as_str())
                || productions.iter().any(|(name, _)| *name == word);
            assert!(is_known, "`{word}` of `{name}` is not explained");
            unused.remove(word.as_str());
        }
    }
    assert!(unused.is_empty(), "not used by any production: {unused:?}");
}
