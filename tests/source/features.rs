//! Features only add code: `.ci/run` runs most tests with the program alone, and relies on this.
use crate::sources::sources;

#[test]
fn no_code_is_there_only_without_a_feature() {
    let mut found = Vec::new();
    for (file, text) in sources() {
        let is_alternative = |line: &&str| {
            let is_condition =
                line.contains("cfg(") || line.contains("cfg!(") || line.contains("cfg_attr(");
            is_condition && { line.split_once("not(") }
                .is_some_and(|(_, not)| not.contains("feature"))
        };
        let lines = text.lines().filter(is_alternative);
        found.extend(lines.map(|line| format!("{file}: {}", line.trim())));
    }
    // The one exception does nothing, and reads of plain files do not depend on it.
    assert_eq!(
        found,
        ["format/opened_file.rs: #[cfg(not(all(unix, feature = \"program\")))]"]
    );
}
