//! Reads a text: its dungeon, or its faults.
use std::sync::Arc;

use dungeon::diagnostics::{Diagnostic, Limits, Source, Summary};
use dungeon::testing::tested_file::TestedFile;
use dungeon::{Dungeon, Report};
use serde_json::{Value, json};

use crate::offsets::Offsets;

/// Returns the dungeon of a text. The error counts the findings.
pub fn dungeon_of(source: &Source) -> Result<Arc<Dungeon>, String> {
    let file = TestedFile::read(source, &Limits::default());
    Ok(Arc::new(playable(&file)?.clone()))
}

/// Returns the dungeon of a file. The error counts the findings.
pub fn playable(file: &TestedFile) -> Result<&Dungeon, String> {
    let dungeon = file.dungeon.as_ref();
    dungeon.ok_or_else(|| unplayable(&file.findings))
}

/// Returns the error for a text with these findings.
pub fn unplayable(found: &[Diagnostic]) -> String {
    format!("The text cannot be played yet: {}.", Summary::count(found))
}

/// Returns the most columns and the most rows of a dungeon's levels.
pub fn largest_map(dungeon: &Dungeon) -> (i32, i32) {
    let sizes = dungeon.levels().iter().map(|level| level.tiles.size());
    sizes.fold((0, 0), |(width, height), size| {
        (width.max(size.width), height.max(size.height))
    })
}

/// Returns the errors in the dungeon of a recording, one on each line. Leaves out excerpts of the text: the code that
/// draws excerpts would make the module 3 % larger.
pub fn faults_of(report: &Report) -> String {
    let faults = report.diagnostics.iter().map(|found| {
        let line = report.source.place(found.span.start).line;
        format!("\nLine {line}: {}.", found.message)
    });
    format!(
        "The recorded dungeon has errors.{}",
        faults.collect::<String>()
    )
}

/// Returns findings with their places and fixes.
pub fn findings(source: &Source, offsets: &Offsets, found: &[Diagnostic]) -> Vec<Value> {
    let finding = |found: &Diagnostic| {
        let range = offsets.range(found.span);
        let place = source.place(found.span.start);
        let labels = found.labels.iter().map(|label| {
            let at = source.place(label.span.start);
            let range = offsets.range(label.span);
            json!({
                "from": range.from, "to": range.to, "line": at.line, "column": at.column,
                "text": label.text.to_string(),
            })
        });
        let fix = found.fix.as_ref().map(|fix| {
            let range = offsets.range(fix.span);
            json!({
                "from": range.from, "to": range.to, "insert": fix.replacement, "sure": fix.is_sure,
            })
        });
        json!({
            "from": range.from, "to": range.to, "line": place.line, "column": place.column,
            "severity": found.severity.word(),
            "code": found.code.name(),
            "message": found.message.to_string(),
            "help": found.help.as_ref().map(ToString::to_string),
            "labels": labels.collect::<Vec<_>>(),
            "fix": fix,
        })
    };
    found.iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_recorded_dungeon_is_a_line_each() {
        let source = Source::from_text("a.dng", "map\n#####\n#@o$#\n#####\nend\nhero\n");
        let diagnostics = TestedFile::read(&source, &Limits::default()).findings;
        let report = Report {
            source,
            diagnostics,
        };
        assert_eq!(
            faults_of(&report),
            "The recorded dungeon has errors.\n\
             Line 3: expected a glyph with a meaning, found `o`.\n\
             Line 6: expected `hero` before the first level, found it inside one."
        );
    }
}
