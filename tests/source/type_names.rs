//! One word, one thing: no two types of the crate share a name, and the glossary names types that are there.
use std::collections::BTreeMap;

use crate::sources::sources;

/// Names that two types share, each with the reason.
const SHARED: [(&str, &str); 0] = [];

/// The name of the type that a line declares outside of any block.
fn declared(line: &str) -> Option<&str> {
    let line = line
        .strip_prefix("pub(crate) ")
        .or(line.strip_prefix("pub(super) "))
        .or(line.strip_prefix("pub "))
        .unwrap_or(line);
    let name = ["struct ", "enum ", "trait ", "type ", "union "]
        .iter()
        .find_map(|word| line.strip_prefix(word))?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

/// The types of these files by name, each with the places where one is declared.
pub fn types(files: &[(String, String)]) -> BTreeMap<&str, Vec<String>> {
    let mut types: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (file, text) in files {
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(name) = declared(line) {
                types
                    .entry(name)
                    .or_default()
                    .push(format!("{file}:{number}"));
            }
        }
    }
    types
}

/// The names that stand for several types, as one line each.
fn shared(files: &[(String, String)]) -> Vec<String> {
    let is_allowed = |name: &str| SHARED.iter().any(|(allowed, _)| *allowed == name);
    types(files)
        .into_iter()
        .filter(|(name, places)| places.len() > 1 && !is_allowed(name))
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect()
}

#[test]
fn no_two_types_share_a_name() {
    let shared = shared(&sources());
    assert!(shared.is_empty(), "{}", shared.join("\n"));
}

#[test]
fn the_check_itself_sees_two_types_of_a_name() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let files = [
        file("a.rs", "struct Line;\npub enum Word {}\n"),
        file(
            "b.rs",
            "pub(crate) struct Line<'a>(&'a str);\n    struct Word;\n",
        ),
    ];
    assert_eq!(shared(&files), ["Line: a.rs:1, b.rs:1"]);
}

#[test]
fn every_type_of_the_glossary_is_in_the_file_that_it_names() {
    let page = include_str!("../../docs/GLOSSARY.md");
    let files = sources();
    let types = types(&files);
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 100, "the glossary has lost its rows");
    for row in rows {
        let [_, name, file, ..] = row[..] else {
            panic!("{row:?}")
        };
        let (name, file) = (name.trim_matches('`'), file.trim_matches('`'));
        let places = types.get(name).map(Vec::as_slice).unwrap_or_default();
        let is_there = places
            .iter()
            .any(|place| place.starts_with(&format!("{file}:")));
        assert!(is_there, "{name} is not in {file}, but in {places:?}");
    }
}
