//! The source of all crates, as text.
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the project's crates, by the names that pages use: `""` for the root, `engine` for `crates/dungeon-engine`.
fn crates() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let members = fs::read_dir(root.join("crates")).expect("crates can be listed");
    let members = members.flatten().map(|member| member.path());
    let named = members.filter_map(|path| {
        let name = path
            .file_name()?
            .to_str()?
            .strip_prefix("dungeon-")?
            .to_owned();
        Some((name, path.join("src")))
    });
    let mut all: Vec<(String, PathBuf)> =
        named.chain([(String::new(), root.join("src"))]).collect();
    all.sort();
    all
}

/// Returns every source file with its text, named by its crate and its path below the crate's `src`, such as
/// `engine/world.rs` or `engine/rulesets/terrain.rs`; files of the root crate have no prefix: `cli/mod.rs`.
pub fn sources() -> Vec<(String, String)> {
    let named = crates().into_iter().flat_map(|(name, folder)| {
        let prefix = if name.is_empty() { name } else { name + "/" };
        let files = sources_below(&folder).into_iter();
        files.map(move |(file, text)| (format!("{prefix}{file}"), text))
    });
    named.collect()
}

/// Returns the project's crates, each with its name and its source files by their paths below its `src`.
pub fn sources_by_crate() -> Vec<(String, Vec<(String, String)>)> {
    let crates = crates().into_iter();
    crates
        .map(|(name, folder)| (name, sources_below(&folder)))
        .collect()
}

/// Returns every Rust file below a folder of the project, by its path below that folder, with its text.
pub fn rust_files(folder: &str) -> Vec<(String, String)> {
    sources_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

/// Returns every Rust file of the tests and benches, by its path in the project, with its text.
pub fn tests_and_benches() -> Vec<(String, String)> {
    let files = ["tests", "benches"].into_iter().flat_map(|folder| {
        let files = rust_files(folder).into_iter();
        files.map(move |(file, text)| (format!("{folder}/{file}"), text))
    });
    files.collect()
}

fn sources_below(root: &Path) -> Vec<(String, String)> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
            match entry.path() {
                path if path.ends_with("target") => {}
                path if path.is_dir() => below(&path, found),
                path if path.extension().is_some_and(|end| end == "rs") => found.push(path),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    below(root, &mut found);
    found.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root).expect("a path below src");
        let name = name.to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("sources are UTF-8"))
    };
    found.into_iter().map(read).collect()
}

/// Returns the code of a file without its tests and comments.
pub fn code(text: &str) -> String {
    let is_test = |line: &&str| ["#[cfg(test)]", "#![cfg(test)]"].contains(&line.trim());
    let program = text.lines().take_while(|line| !is_test(line));
    let code = program.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}
