//! Each finding about a keys file has a code, and an invalid file that shows it.
use std::collections::BTreeSet;
use std::path::Path;

use crate::corpus::golden::{assert_golden, input};
use crate::corpus::paths;
use dungeon_format::{Code, Limits, Report, Source};
use dungeon_play::input::keys_file::{KeysFile, LARGEST};

/// The codes that dungeon files and keys files share.
const SHARED: [Code; 2] = [Code::FileTooLarge, Code::NotUtf8];

/// Whether a keys file may raise a code.
pub fn may_raise(code: Code) -> bool {
    Code::OF_KEYS_FILES.contains(&code) || SHARED.contains(&code)
}

fn name(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str());
    name.expect("a name in UTF-8")
}

fn report(path: &Path) -> Report {
    let limits = Limits {
        file: match name(path) {
            "file-too-large.toml" => 80,
            _ => LARGEST,
        },
        ..Limits::default()
    };
    let source = Source::read(name(path), &input(path)[..], &limits).expect("bytes can be read");
    let diagnostics = KeysFile::read(&source).expect_err("a wrong file of keys");
    Report {
        source,
        diagnostics,
    }
}

#[test]
fn every_wrong_file_of_keys_reports_as_its_golden_file_says() {
    assert_golden(paths("fixtures/keys"), |path| report(path).to_string());
}

#[test]
fn every_wrong_file_of_keys_raises_its_own_code_and_every_code_has_one() {
    let mut shown = BTreeSet::new();
    for path in paths("fixtures/keys") {
        let report = report(&path);
        let codes = report.diagnostics.iter().map(|found| found.code);
        let codes: Vec<Code> = codes.collect::<BTreeSet<Code>>().into_iter().collect();
        let &[code] = codes.as_slice() else {
            panic!("expected one code, found {codes:?}\n{report}");
        };
        assert!(name(&path).starts_with(code.name()), "{report}");
        assert!(may_raise(code), "{report}");
        shown.insert(code);
    }
    let all = Code::OF_KEYS_FILES.iter().chain(&SHARED).copied();
    assert_eq!(shown, all.collect());
}
