//! The source of the crate, as text.
use std::fs;
use std::path::{Path, PathBuf};

/// Every source file, by its path below `src`, with its text.
pub fn sources() -> Vec<(String, String)> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("src can be listed").flatten() {
            match entry.path() {
                path if path.is_dir() => below(&path, found),
                path if path.extension().is_some_and(|end| end == "rs") => found.push(path),
                _ => {}
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    below(&root, &mut found);
    found.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("a path below src");
        let name = name.to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("sources are UTF-8"))
    };
    found.into_iter().map(read).collect()
}

/// The code of a file without its tests and comments.
pub fn code(text: &str) -> String {
    let is_test = |line: &&str| ["#[cfg(test)]", "#![cfg(test)]"].contains(&line.trim());
    let program = text.lines().take_while(|line| !is_test(line));
    let code = program.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}
