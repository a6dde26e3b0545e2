//! The pages keep their word: every complete file in the authors' guide loads and raises no finding, and every
//! file that ARCHITECTURE.md names is there.
use std::path::Path;
use std::sync::Arc;

use dungeon::format;
use dungeon::format::report::Report;
use dungeon::format::source::{Limits, Source};
use dungeon::play::session::session::Session;

#[test]
fn every_file_in_the_guide_checks_clean() {
    let guide = include_str!("../../docs/FORMAT.md");
    let files: Vec<&str> = guide
        .split("```dng\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(files.len() >= 8, "the guide has lost its examples");
    for text in files {
        let source = Source::from_text("docs/FORMAT.md", text);
        let (dungeon, diagnostics) = format::read(&source, &Limits::default());
        assert!(
            dungeon.is_some() && diagnostics.is_empty(),
            "{text}\n{}",
            Report {
                source,
                diagnostics
            }
        );
    }
}

#[test]
fn the_guide_quotes_the_check_as_it_speaks() {
    let guide = include_str!("../../docs/FORMAT.md");
    let cellar = guide
        .split("```dng\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let wrong =
        cellar
            .expect("the guide begins with a file")
            .replacen("#@..#....#", "#@..#..o.#", 1);
    let quoted = guide
        .split("```text\n")
        .nth(1)
        .and_then(|rest| rest.split("\n```").next());
    let source = Source::from_text("cellar.dng", wrong);
    let (_, diagnostics) = format::read(&source, &Limits::default());
    let said = Report {
        source,
        diagnostics,
    }
    .to_string();
    assert!(
        said.starts_with(quoted.expect("then it quotes a report")),
        "{said}"
    );
}

#[test]
fn the_guide_shows_fog_as_it_is_played() {
    let guide = include_str!("../../docs/FORMAT.md");
    let chapter = guide.split("## Fog\n").nth(1).expect("a chapter on fog");
    let block = |mark: &str| {
        let rest = chapter.split(mark).nth(1);
        rest.and_then(|rest| rest.split("\n```").next())
            .expect("a block")
    };
    let (file, shown) = (block("```dng\n"), block("```text\n"));
    let source = Source::from_text("vault.dng", format!("{file}\n"));
    let (dungeon, _) = format::read(&source, &Limits::default());
    let mut session = Session::new(Arc::new(dungeon.expect("a sound file")));
    let [near, far] = ["lllll", "hhhhn"].map(|keys| {
        assert!(chapter.contains(&format!("`{keys}`")), "{keys}");
        session.press(keys).expect("a script");
        session.frame().lines().take(6).collect::<Vec<_>>()
    });
    let played: Vec<String> = near
        .iter()
        .zip(&far)
        .map(|(near, far)| format!("{near}   {far}"))
        .collect();
    assert_eq!(played.join("\n"), shown);
}

#[test]
fn every_file_that_the_architecture_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let quoted = include_str!("../../ARCHITECTURE.md")
        .split('`')
        .skip(1)
        .step_by(2);
    let named: Vec<&str> = quoted
        .filter(|text| [".rs", ".md"].iter().any(|end| text.ends_with(end)))
        .collect();
    assert!(named.len() > 10, "the page has lost its files: {named:?}");
    let is_there = |name: &str| root.join(name).is_file() || root.join("src").join(name).is_file();
    // Every folder has a `mod.rs`.
    let lacking: Vec<_> = named
        .into_iter()
        .filter(|name| *name != "mod.rs" && !is_there(name))
        .collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}
