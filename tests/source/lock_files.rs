//! The lock files of the separate packages in this repository list the dependencies of this package; otherwise
//! `--locked` refuses them.
use std::fs;
use std::path::Path;

use toml::de::{DeTable, DeValue};

/// Returns the dependencies of `dungeon` in a lock file.
fn locked(path: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&path).expect("a lock file");
    let lock = DeTable::parse(&text).expect("a lock file is TOML");
    let packages = lock.get_ref()["package"].get_ref().as_array();
    let own = packages
        .expect("a list of packages")
        .iter()
        .find(|package| package.get_ref()["name"].get_ref().as_str() == Some("dungeon"));
    let crates = &own.expect("the package `dungeon`").get_ref()["dependencies"];
    let names = crates.get_ref().as_array().expect("a list of names").iter();
    // A version follows if the file has several packages with that name.
    names
        .filter_map(|name| name.get_ref().as_str()?.split(' ').next())
        .map(String::from)
        .collect()
}

/// Returns the dependencies of the crate in the manifest, on Unix, with these features.
fn declared(features: &[&str]) -> Vec<String> {
    let manifest = DeTable::parse(include_str!("../../Cargo.toml")).expect("a manifest is TOML");
    let everywhere = &manifest.get_ref()["dependencies"];
    let unix = &manifest.get_ref()["target"].get_ref()["cfg(unix)"];
    let tables = [everywhere, &unix.get_ref()["dependencies"]];
    let crates = tables
        .into_iter()
        .filter_map(|table| table.get_ref().as_table())
        .flatten();
    let all = &manifest.get_ref()["features"];
    let of_features = features.iter().flat_map(|feature| {
        let words = all.get_ref()[*feature].get_ref().as_array();
        words.expect("a list").iter()
    });
    let of_features: Vec<String> = of_features
        .filter_map(|word| word.get_ref().as_str().map(str::to_owned))
        .collect();
    let mut names: Vec<String> = crates
        .filter(|(name, wanted)| {
            !is_optional(wanted.get_ref())
                || of_features.contains(&format!("dep:{}", name.get_ref()))
        })
        .map(|(name, _)| name.get_ref().to_string())
        .collect();
    names.sort();
    names
}

fn is_optional(wanted: &DeValue) -> bool {
    let optional = wanted
        .get("optional")
        .map(|value| value.get_ref().as_bool());
    optional == Some(Some(true))
}

#[test]
fn packages_beside_this_one_lock_what_it_depends_on() {
    for package in ["benches/peers", "tests/fuzz"] {
        let path = format!("{package}/Cargo.lock");
        assert_eq!(locked(&path), declared(&["program", "players"]), "{path}");
    }
    let libraries = [
        ("examples/snapshot-tests", &[][..]),
        ("python", &["players"]),
        ("web/engine", &["players"]),
    ];
    for (package, features) in libraries {
        let path = format!("{package}/Cargo.lock");
        assert_eq!(locked(&path), declared(features), "{path}");
    }
}
