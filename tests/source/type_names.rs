//! Checks names: no two types share one, and the words, types and verbs of the glossary are in use.
use std::collections::BTreeMap;

use crate::sources::sources;

/// Names that two types may share, with the reasons.
const SHARED: [(&str, &str); 0] = [];

/// Returns the name of the type that a line declares outside of any block.
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

/// Returns the types of these files by name, each with the places of its declarations.
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

/// Returns the names of several types, one a line.
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

/// A row of the glossary: the word, and the types and functions that its cells quote.
struct GlossaryRow<'a> {
    word: &'a str,
    quoted: Vec<&'a str>,
}

/// Returns the rows of a page's tables, without their headers.
fn rows(page: &str) -> impl Iterator<Item = GlossaryRow<'_>> {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let rows = rows.filter_map(|line| {
        let (word, rest) = line.strip_prefix("| ")?.split_once(" |")?;
        let quoted = rest.split('`').skip(1).step_by(2).collect();
        Some(GlossaryRow { word, quoted })
    });
    rows.filter(|row| !["word", "verb"].contains(&row.word))
}

#[test]
fn every_type_of_the_glossary_exists() {
    let files = sources();
    let types = types(&files);
    let rows = rows(include_str!("../../docs/GLOSSARY.md"));
    let named = rows.flat_map(|row| row.quoted);
    let named: Vec<&str> = named
        .filter(|name| {
            name.starts_with(|c: char| c.is_uppercase()) && name.chars().all(char::is_alphanumeric)
        })
        .collect();
    assert!(named.len() > 50, "the glossary names too few types");
    let unknown = named.into_iter().filter(|name| !types.contains_key(name));
    assert_eq!(unknown.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn every_word_of_the_glossary_is_in_use() {
    let (words, verbs) = include_str!("../../docs/GLOSSARY.md")
        .split_once("## Verbs")
        .expect("words, then verbs");
    let files = sources();
    let pages = ["docs", "docs/format"]
        .into_iter()
        .flat_map(crate::corpus::paths);
    let pages = pages.filter(|path| {
        path.extension().is_some_and(|end| end == "md") && !path.ends_with("GLOSSARY.md")
    });
    let pages = pages.map(|path| std::fs::read_to_string(path).expect("a page"));
    let texts: Vec<String> = pages
        .chain(files.iter().map(|(_, text)| text.clone()))
        .map(|text| text.to_lowercase())
        .collect();
    let is_used = |word: &str| texts.iter().any(|text| text.contains(word));
    let unused = rows(words)
        .map(|row| row.word)
        .filter(|word| !is_used(word));
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0]);
    let is_function = |verb: &str| ["_", "("].map(|end| is_used(&format!("fn {verb}{end}")));
    let verbs = rows(verbs).flat_map(|row| row.word.split(", "));
    let unused = verbs.filter(|verb| is_function(verb) == [false; 2]);
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0]);
}
