//! Unified diffs of a file before and after a command's changes.
use similar::TextDiff;

use dungeon_format::untrusted::Untrusted;

/// Returns the changes from one text of a file to another as a unified diff; empty if there are none. The texts
/// are not escaped: `printable::diff` makes the diff safe for a terminal.
pub fn unified_diff(name: &Untrusted, before: &str, after: &str) -> String {
    let name = name.to_string();
    let diff = TextDiff::from_lines(before, after);
    let mut diff = diff.unified_diff();
    diff.header(&name, &name).to_string()
}
