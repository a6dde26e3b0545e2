//! The documentation is correct: every complete file in the format guide loads without findings, every file named in
//! ARCHITECTURE.md exists, and the library's front page shows an example of each name.
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source};
use dungeon_play::session::session::Session;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::corpus::guide;
use crate::sources::sources;

#[test]
fn every_file_in_the_guide_checks_clean() {
    let pages = guide();
    let files = |(name, page): &(String, String)| {
        let blocks = page.split("```dng\n").skip(1);
        let files = blocks.filter_map(|rest| rest.split("```").next());
        let files = files.map(|text| (name.clone(), text.to_string()));
        files.collect::<Vec<_>>()
    };
    let files: Vec<(String, String)> = pages.iter().flat_map(files).collect();
    assert!(files.len() >= 30, "the guide has too few examples");
    for (page, text) in files {
        let source = Source::from_text(format!("docs/format/{page}.md"), text.clone());
        let (dungeon, diagnostics) = dungeon_lint::read(&source, &Limits::default());
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

/// Nouns for things whose number changes often, so that pages must not state it.
const COUNTED: [&str; 10] = [
    "crates",
    "decisions",
    "diagnostics",
    "codes",
    "fixtures",
    "modules",
    "programs",
    "rooms",
    "tests",
    "types",
];

/// Whether the word is a number of three or more.
fn is_many(word: &str) -> bool {
    let words = "three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
                 eighteen nineteen twenty thirty forty fifty sixty hundred thousand";
    let digits = word.replace([',', '.'], "");
    words.split(' ').any(|many| many == word) || digits.parse().is_ok_and(|n: u64| n > 2)
}

/// Returns the phrases of a text that count such things: "the 472 decisions", "sixty small tests", "3 of the 5 crates".
fn counts(text: &str) -> Vec<String> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
        })
        .collect();
    let phrases = words.windows(3).filter(|phrase| {
        let is_counted = COUNTED.contains(&phrase[2].as_str());
        is_counted && phrase[..2].iter().any(|word| is_many(word))
    });
    phrases.map(|phrase| phrase.join(" ")).collect()
}

#[test]
fn no_page_counts_what_the_project_has() {
    let pages = ["README.md", "ARCHITECTURE.md"]
        .map(str::to_owned)
        .into_iter();
    let docs = ["docs", "docs/format"]
        .into_iter()
        .flat_map(crate::corpus::paths);
    let docs = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    for path in pages.map(|page| crate::corpus::folder(&page)).chain(docs) {
        let text = std::fs::read_to_string(&path).expect("a page");
        let found = counts(&text);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn the_guide_quotes_the_check_as_it_speaks() {
    let guide = include_str!("../../docs/format/first-dungeon.md");
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
    let (_, diagnostics) = dungeon_lint::read(&source, &Limits::default());
    let said = Report {
        source,
        diagnostics,
    }
    .to_string();
    assert!(
        said.starts_with(quoted.expect("the guide quotes a report")),
        "{said}"
    );
}

#[test]
fn the_guide_shows_fog_as_it_is_played() {
    let guide = include_str!("../../docs/format/play.md");
    let chapter = guide.split("## Fog\n").nth(1).expect("a chapter on fog");
    let block = |mark: &str| {
        let rest = chapter.split(mark).nth(1);
        rest.and_then(|rest| rest.split("\n```").next())
            .expect("a block")
    };
    let (file, shown) = (block("```dng\n"), block("```text\n"));
    let source = Source::from_text("vault.dng", format!("{file}\n"));
    let (dungeon, _) = dungeon_lint::read(&source, &Limits::default());
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
    assert!(named.len() > 10, "the page names too few files: {named:?}");
    let sources = sources();
    // A file of a member crate is named with or without its crate: `engine/rulesets/terrain.rs`, `rulesets/terrain.rs`.
    let is_there = |name: &str| {
        let mut files = sources.iter().map(|(file, _)| file.as_str());
        root.join(name).is_file()
            || files.any(|file| {
                file == name || file.split_once('/').is_some_and(|(_, rest)| rest == name)
            })
    };
    // Every folder has a `mod.rs`.
    let lacking: Vec<_> = named
        .into_iter()
        .filter(|name| *name != "mod.rs" && !is_there(name))
        .collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}

#[test]
fn no_drawing_of_the_pages_of_reference_is_taken_for_rust() {
    let rules = include_str!("../../docs/RULES.md").to_string();
    let guide = guide().into_iter().map(|(_, page)| page);
    for page in guide.chain([rules]) {
        let fences = page
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("```"));
        let opening: Vec<&str> = fences.step_by(2).collect();
        let known = |language: &&str| ["dng", "text", "sh", "ebnf"].contains(language);
        assert!(opening.iter().all(known), "{opening:?}");
        // Four spaces after an empty line also begin a code block.
        let mut lines = page.split("\n\n").filter(|text| text.starts_with("    "));
        assert_eq!(lines.next(), None);
    }
}

/// Returns the link definitions of a page: labels and targets.
fn definitions(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = page.lines().filter_map(|line| line.strip_prefix('['));
    lines.filter_map(|line| line.split_once("]: "))
}

/// Returns the anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.replace(|c: char| !c.is_alphanumeric() && c != '-', "")
}

/// The pages link to each other by file, and on the single page of the library's reference by heading.
#[test]
fn every_link_of_the_guide_leads_to_a_heading() {
    let pages = guide();
    let mut headings = BTreeSet::new();
    for (name, page) in &pages {
        headings.insert((name.clone(), String::new()));
        let text = page.split("```").step_by(2).flat_map(str::lines);
        let named = text.filter(|line| line.starts_with('#'));
        headings
            .extend(named.map(|line| (name.clone(), anchor(line.trim_start_matches(['#', ' '])))));
    }
    let is_there =
        |(page, heading): (&str, &str)| headings.contains(&(page.into(), heading.into()));
    let lib = include_str!("../../src/lib.rs");
    for (name, page) in &pages {
        for (_, rest) in page
            .match_indices("](")
            .map(|(at, _)| page.split_at(at + 2))
        {
            let link = rest.split(')').next().unwrap_or_default();
            let heading = link.strip_prefix('#');
            assert!(
                heading.is_some_and(|heading| is_there((name, heading))),
                "{name}: {link}"
            );
        }
        for (label, link) in definitions(page) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let file = Path::new(file)
                .file_stem()
                .map(|name| name.to_string_lossy());
            let file = file.unwrap_or_default();
            assert!(is_there((&file, heading)), "{name}: {link}");
            let here = format!("[{label}]: #");
            assert!(
                lib.contains(&here),
                "the library's page does not define {here}"
            );
        }
    }
    let known = lib
        .lines()
        .filter_map(|line| line.trim().strip_prefix("/// ["));
    for (label, heading) in known.filter_map(|line| line.split_once("]: #")) {
        let is_heading = headings.iter().any(|(_, known)| known == heading);
        assert!(is_heading, "[{label}] leads nowhere");
    }
}

#[test]
fn every_name_of_the_library_s_front_page_has_an_example() {
    let files = sources();
    let lib = files.iter().find(|(file, _)| file == "lib.rs");
    let lib = lib.map_or("", |(_, text)| text);
    let lists = lib.split("pub use self::").skip(1);
    let lists = lists.filter_map(|list| list.split(';').next());
    let names = lists.flat_map(|list| list.split([':', '{', '}', ',', ' ', '\n']));
    let names: Vec<&str> = names
        .filter(|word| !word.is_empty() && !lib.contains(&format!("pub mod {word} {{")))
        .collect();
    assert!(names.len() >= 20, "{names:?}");
    let lacking = names.into_iter().filter(|name| {
        let begins = ["struct", "enum", "trait", "fn"].map(|word| format!("pub {word} {name}"));
        !files
            .iter()
            .any(|(_, text)| is_shown_by_an_example(text, &begins))
    });
    assert_eq!(lacking.collect::<Vec<_>>(), [""; 0]);
}

/// Whether a text declares a name with one of these beginnings, with an example in the comment above.
fn is_shown_by_an_example(text: &str, begins: &[String]) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let declared = lines.iter().position(|line| {
        let rests = begins
            .iter()
            .filter_map(|begin| line.strip_prefix(begin.as_str()));
        let mut ends = rests.filter_map(|rest| rest.chars().next());
        ends.any(|end| !end.is_alphanumeric() && end != '_')
    });
    declared.is_some_and(|at| {
        let above = lines[..at].iter().rev();
        let mut above = above.take_while(|line| line.starts_with("///") || line.starts_with("#["));
        above.any(|line| line.starts_with("/// ```"))
    })
}
