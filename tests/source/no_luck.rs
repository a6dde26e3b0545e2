//! The test suite is deterministic: properties use the fixed cases of `tests/cases`, and no test sleeps.
use std::fs;
use std::path::{Path, PathBuf};

/// Returns all Rust files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let found = paths.flat_map(|path| match path.is_dir() {
        true if path.ends_with("target") => Vec::new(),
        true => files(&path),
        false => vec![path],
    });
    found
        .filter(|path| path.extension().is_some_and(|ext| ext == "rs"))
        .collect()
}

/// Returns a sentence for each part of a test file that depends on luck or on the clock.
fn luck(text: &str) -> Vec<String> {
    let (properties, naps) = (concat!("proptest", "! {"), concat!("thread::", "sleep"));
    let mut lines = text.lines().peekable();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let is_dealt = lines.peek().is_some_and(|next| next.contains("cases::of("));
        if line.trim() == properties && !is_dealt {
            found.push("properties without `#![proptest_config(cases::of(…))]`".to_owned());
        }
        if line.contains(naps) {
            found.push(format!("it sleeps: {line}"));
        }
    }
    found
}

#[test]
fn no_test_leaves_anything_to_luck() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["tests", "src", "crates"]
        .map(|folder| files(&root.join(folder)))
        .concat();
    let mut blamed = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("text");
        let file = file.strip_prefix(root).expect("below the root").display();
        blamed.extend(luck(&text).iter().map(|luck| format!("{file}: {luck}")));
    }
    assert!(blamed.is_empty(), "{}", blamed.join("\n"));
}
