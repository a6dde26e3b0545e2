//! The floors of ARCHITECTURE.md inside each crate: groups of `mod` lines separated by blank lines are floors, and a
//! file imports only from lower floors, in its folder and above. Cargo checks the crates. Code below the program's
//! floors must not access anything outside the process.
use std::collections::{BTreeMap, BTreeSet};

use crate::sources::sources_by_crate;

/// The path of a module in its crate, such as `["engine", "world"]`; empty for the crate itself.
type Module = Vec<String>;

/// For every module with submodules: the floor of each submodule, 0 at the bottom.
type Floors = BTreeMap<Module, BTreeMap<String, usize>>;

#[test]
fn no_file_imports_from_its_own_floor_or_above() {
    let climbs = crates().into_iter().flat_map(|(name, files)| {
        let floors: Floors = { files.iter() }
            .map(|(module, text)| (module.clone(), floors_of(text)))
            .collect();
        let imported = files.iter().flat_map(|(module, text)| {
            let paths = imports(module, text).into_iter();
            paths.map(move |path| (module, path))
        });
        let climbs = imported.filter_map(|(module, path)| climb(&floors, module, &path));
        climbs
            .map(|climb| format!("{name}: {climb}"))
            .collect::<Vec<_>>()
    });
    let climbs: Vec<String> = climbs.collect();
    assert!(
        climbs.is_empty(),
        "imports that go up:\n{}",
        climbs.join("\n")
    );
}

/// The folders of the program, compiled with the feature `program`; only they may access the machine.
const PROGRAM: [&str; 2] = ["terminal", "cli"];

/// Paths of the standard library that access the machine: environment, files, processes, network, threads, standard
/// streams and clocks. Longer paths with one of these beginnings count, too.
const MACHINE: [&str; 11] = [
    "env",
    "fs",
    "net",
    "os",
    "process",
    "thread",
    "io::stdin",
    "io::stdout",
    "io::stderr",
    "time::Instant",
    "time::SystemTime",
];

/// The exceptions for the library: the module, the path, and the reason.
const EXCEPTIONS: [(&str, &str, &str); 3] = [
    (
        "format::opened_file",
        "fs",
        "opens the file that `Session::open` and `format::load` are given the path of, and those that it includes",
    ),
    (
        "format::opened_file",
        "os::unix::fs::FileTypeExt",
        "says what stands there in place of a file",
    ),
    (
        "format::opened_file",
        "os::unix::fs::OpenOptionsExt",
        "opens a file without waiting for a pipe",
    ),
];

#[test]
fn the_library_asks_no_clock_no_environment_and_no_file_but_a_dungeon() {
    let asked = crates().into_iter().flat_map(|(name, files)| {
        let library = files.into_iter().filter(|(module, _)| {
            let is_program = |floor: &String| PROGRAM.contains(&floor.as_str());
            !(name.is_empty() && module.first().is_some_and(is_program))
        });
        let asked = library.flat_map(|(module, text)| {
            let place = [name.clone()].into_iter().chain(module);
            let place = place.collect::<Vec<_>>().join("::");
            let asked = asks_the_machine(&text).into_iter();
            asked
                .map(move |path| (place.clone(), path))
                .collect::<Vec<_>>()
        });
        asked.collect::<Vec<_>>()
    });
    let asked: Vec<(String, String)> = asked.collect();
    let exceptions = EXCEPTIONS.map(|(module, path, _)| (module.to_owned(), path.to_owned()));
    assert_eq!(asked, exceptions, "left: found, right: the exceptions");
}

/// Returns the paths of `MACHINE` that a file uses through `std::`, sorted, without its tests.
fn asks_the_machine(text: &str) -> BTreeSet<String> {
    let program = text.split("#[cfg(test)]").next().unwrap_or("");
    let code = without_comments(program);
    let mut found = Vec::new();
    for (start, root) in code.match_indices("std::") {
        trees(&code[start + root.len()..], Vec::new(), &mut found);
    }
    let paths = found.iter().map(|path| path.join("::"));
    paths
        .filter(|path| {
            MACHINE.iter().any(|asks| {
                let rest = path.strip_prefix(asks);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            })
        })
        .collect()
}

/// Returns the project's crates by name, each with its source files as modules and texts; `mod.rs` and `lib.rs` stand
/// for their folder.
fn crates() -> Vec<(String, Vec<(Module, String)>)> {
    let module = |file: &str| -> Module {
        let path = file.trim_end_matches(".rs").split('/');
        let mut module: Module = path.map(str::to_owned).collect();
        module.pop_if(|name| name == "mod" || name == "lib");
        module
    };
    let crates = sources_by_crate().into_iter().map(|(name, files)| {
        let files = files.into_iter().filter(|(file, _)| file != "main.rs");
        (
            name,
            files.map(|(file, text)| (module(&file), text)).collect(),
        )
    });
    crates.collect()
}

/// Returns the floors of a file's groups of `mod` lines; `mod tests { … }` does not count.
fn floors_of(text: &str) -> BTreeMap<String, usize> {
    let mut floors = BTreeMap::new();
    let mut floor = 0;
    let mut group_is_empty = true;
    for line in text.lines().map(str::trim) {
        let declared = line
            .strip_prefix("pub ")
            .unwrap_or(line)
            .strip_prefix("mod ")
            .and_then(|m| m.strip_suffix(';'));
        match declared {
            Some(name) => {
                floors.insert(name.to_string(), floor);
                group_is_empty = false;
            }
            None if line.is_empty() && !group_is_empty => {
                floor += 1;
                group_is_empty = true;
            }
            None => {}
        }
    }
    floors
}

/// Returns the full paths that a file names by `crate::` and `super::`.
fn imports(module: &Module, text: &str) -> Vec<Module> {
    let code = without_comments(text);
    let mut found = Vec::new();
    for (start, root) in code
        .match_indices("crate::")
        .map(|(i, _)| (i + 7, Vec::new()))
    {
        trees(&code[start..], root, &mut found);
    }
    let parent = module[..module.len().saturating_sub(1)].to_vec();
    for (start, _) in code.match_indices("super::") {
        let rest = &code[start + 7..];
        // In a file's own tests `super` is the file.
        if !rest.starts_with('*') && !code[..start].ends_with("super::") {
            trees(rest, parent.clone(), &mut found);
        }
    }
    found
}

/// Returns a file's text without the comments after `//`.
fn without_comments(text: &str) -> String {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    code.collect::<Vec<_>>().join("\n")
}

/// Reads a use-tree, `a::{b, c::d}`, and appends each of its paths to `found`. Returns the rest of the text.
fn trees<'a>(text: &'a str, mut path: Module, found: &mut Vec<Module>) -> &'a str {
    let mut rest = text.trim_start();
    loop {
        if let Some(inner) = rest.strip_prefix('{') {
            rest = inner;
            while !rest.is_empty() && !rest.starts_with('}') {
                rest = trees(rest, path.clone(), found).trim_start();
                rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
            }
            return rest.strip_prefix('}').unwrap_or(rest);
        }
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        if end == 0 {
            return &rest[rest.chars().next().map_or(0, char::len_utf8)..];
        }
        path.push(rest[..end].to_string());
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(more) => rest = more,
            None => {
                found.push(path);
                return rest;
            }
        }
    }
}

/// Returns the reason why `module` may not use `path`; `None` if it may.
fn climb(floors: &Floors, module: &Module, path: &Module) -> Option<String> {
    let depth = (0..path.len())
        .take_while(|&i| {
            floors
                .get(&path[..i])
                .is_some_and(|f| f.contains_key(&path[i]))
        })
        .count();
    let target = &path[..depth];
    if target.starts_with(module) {
        return None;
    }
    let shared = module
        .iter()
        .zip(target)
        .take_while(|(a, b)| a == b)
        .count();
    let floor = |of: &[String]| {
        floors
            .get(&of[..shared])
            .and_then(|f| f.get(of.get(shared)?))
            .copied()
    };
    match (floor(module), floor(target)) {
        (Some(own), Some(other)) if other < own => None,
        _ => Some(format!("{} names {}", module.join("::"), path.join("::"))),
    }
}
