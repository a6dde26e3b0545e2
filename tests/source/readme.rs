//! The README: its two commands come first, every other command prints what the README shows, its tests pass, its
//! pictures match the program's output, and it is short.
use std::fs;
use std::path::Path;

use crate::shown;
use dungeon_play::session::session::Session;

mod every_seed;
mod example;

const README: &str = include_str!("../../README.md");

/// The picture of the browser page, a screenshot that no frame can reproduce.
const PHOTOGRAPH: &str = "docs/web.png";

/// A picture of the README: its file in `docs`, the dungeon, seed, columns and rows, and the keys. After a change to
/// the screen: `dungeon render dungeons/FILE --seed N --size WxH --keys KEYS --format svg > docs/NAME.svg`, and look at
/// it.
struct Picture {
    name: &'static str,
    dungeon: &'static str,
    seed: u64,
    size: (i32, i32),
    keys: String,
}

fn pictures() -> [Picture; 5] {
    let file = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fixtures")
            .join(name);
        fs::read_to_string(path)
            .expect("a fixture of keys")
            .replace('\n', "")
    };
    let begin = |name: &str, bytes: usize| file(name)[..bytes].to_owned();
    [
        Picture {
            name: "crypt",
            dungeon: "crypt.dng",
            seed: 7,
            size: (80, 24),
            keys: begin("crypt-seed-7.keys", 775),
        },
        Picture {
            name: "panel",
            dungeon: "crypt.dng",
            seed: 7,
            size: (100, 30),
            keys: begin("crypt-seed-7.keys", 775),
        },
        Picture {
            name: "siege",
            dungeon: "raiders.dng",
            seed: 12,
            size: (80, 24),
            keys: begin("raiders-seed-12.keys", 150),
        },
        Picture {
            name: "arena",
            dungeon: "arena.dng",
            seed: 5,
            size: (40, 24),
            keys: begin("arena-seed-5.keys", 20),
        },
        Picture {
            name: "tactics",
            dungeon: "battle.dng",
            seed: 4,
            size: (80, 24),
            keys: begin("battle-won-seed-4.keys", 397),
        },
    ]
}

#[test]
fn the_pictures_are_what_the_program_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for picture in pictures() {
        let Picture {
            name,
            dungeon,
            seed,
            size,
            keys,
        } = picture;
        let mut session = Session::open(root.join("dungeons").join(dungeon))
            .expect("shipped and sound")
            .with_seed(seed)
            .with_size(size.0, size.1);
        session.press(&keys).expect("these are keys");
        let file = format!("docs/{name}.svg");
        assert!(README.contains(&format!("]({file})")), "{file}");
        let kept = fs::read_to_string(root.join(&file)).expect("a picture");
        assert_eq!(
            kept.trim_end(),
            session.frame().to_svg().trim_end(),
            "{file}"
        );
    }
}

/// Returns the fenced blocks of the README in this language.
fn blocks(language: &str) -> Vec<&'static str> {
    shown::blocks(README, language)
}

#[test]
fn one_command_plays_and_one_passes_the_tests() {
    assert_eq!(
        blocks("sh"),
        ["cargo run -- dungeons/crypt.dng", "cargo test"]
    );
}

#[cfg(feature = "program")]
#[test]
fn what_is_shown_at_a_shell_is_what_the_program_prints() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    fs::create_dir_all(&folder).expect("a folder");
    let [quarry] = blocks("dng")[..] else {
        panic!("the README has one file")
    };
    fs::write(folder.join("quarry.dng"), format!("{quarry}\n")).expect("the file is written");
    for (command, lines) in shown::commands(README) {
        if command.starts_with("cargo ") {
            let ci = include_str!("../../.ci/run");
            assert!(ci.contains(command), "CI runs `{command}`");
        } else {
            shown::assert_prints(&folder, command, lines);
        }
    }
}

#[test]
fn the_tests_are_those_that_pass_here() {
    assert_eq!(
        blocks("rust"),
        [
            include_str!("readme/example.rs").trim_end(),
            include_str!("readme/every_seed.rs").trim_end()
        ]
    );
}

/// Returns the number of words outside of fenced blocks and link definitions.
fn words(page: &str) -> usize {
    let prose = page.split("```").step_by(2).flat_map(str::lines);
    let prose = prose.filter(|line| !line.starts_with('[') || !line.contains("]: "));
    prose.map(|line| line.split_whitespace().count()).sum()
}

#[test]
fn the_readme_has_at_most_a_thousand_words_outside_of_code() {
    assert!(words(README) <= 1000, "{} words", words(README));
    assert_eq!(words("Two words.\n```sh\nno word\n```\n[link]: to\n"), 2);
}

/// The address of the published package's files: links there work from every page that shows the README.
const PACKAGE: &str = "https://docs.rs/crate/dungeon/latest/source/";

/// The address of the member crates' packages.
const MEMBER: &str = "https://docs.rs/crate/dungeon-";

/// Returns the link definitions in the last lines of the README: names and targets.
fn links() -> Vec<(&'static str, &'static str)> {
    let lines = README.lines().filter(|line| line.starts_with('['));
    lines
        .filter_map(|line| line[1..].split_once("]: "))
        .collect()
}

#[test]
fn every_page_that_the_readme_leads_to_is_in_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = include_str!("../../Cargo.toml");
    for (name, to) in links() {
        if let Some((member, file)) = to.strip_prefix(MEMBER).and_then(|to| to.split_once('/')) {
            let file = file
                .strip_prefix("latest/source/")
                .expect("a file of a member");
            let path = format!("crates/dungeon-{member}/{file}");
            assert!(root.join(&path).exists(), "{name}: {path}");
            continue;
        }
        let file = to.strip_prefix(PACKAGE).expect("a file of the package");
        assert!(root.join(file).exists(), "{name}: {file}");
        let folder = file.rsplit_once('/').map(|(folder, _)| folder);
        let is_packed = match folder {
            None => manifest.contains(&format!("\"/{file}\"")),
            Some(folder) if folder.starts_with("src") => manifest.contains("\"/src\""),
            Some(folder) => manifest.contains(&format!("\"/{folder}/*.md\"")),
        };
        assert!(is_packed, "{file} is not in the package");
    }
}

#[test]
fn the_readme_leads_nowhere_but_to_the_package_and_to_its_pictures() {
    let mut targets = README
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    assert!(targets.all(|to| PHOTOGRAPH == to || to.starts_with("docs/") && to.ends_with(".svg")));
    for (name, _) in links() {
        assert_eq!(README.matches(&format!("[{name}]: ")).count(), 1);
        assert!(
            README.matches(&format!("[{name}]")).count() > 1,
            "{name} is not used"
        );
    }
    for page in README.match_indices(".md]") {
        let name = README[..page.0].rsplit('[').next().unwrap_or_default();
        let name = format!("{name}.md");
        assert!(
            links().iter().any(|(link, _)| *link == name),
            "{name} has no target"
        );
    }
}
