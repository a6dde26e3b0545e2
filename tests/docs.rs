//! Every complete file in the authors' guide loads and raises no finding.
use dungeon::format;
use dungeon::format::report::Report;
use dungeon::format::source::{Limits, Source};

#[test]
fn every_file_in_the_guide_checks_clean() {
    let guide = include_str!("../docs/FORMAT.md");
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
