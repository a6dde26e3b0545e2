//! A file with its tests. Checks the keys of tests, because the crate that parses files does not know scripts of keys.
use dungeon_format::diagnostic::{Code, Diagnostic};
use dungeon_format::source::{Limits, Source, Span, Spanned};
use dungeon_format::test_case::{TestCase, TestPlay};
use dungeon_lint::load::{read_while, tests_of};
use dungeon_model::dungeon::Dungeon;
use dungeon_play::input::script::KeyRuns;

/// A parsed file, as `dungeon check` and `dungeon test` use it.
#[derive(Clone, Debug, Default)]
pub struct TestedFile {
    /// The dungeon; `None` if a finding is an error.
    pub dungeon: Option<Dungeon>,
    /// The tests whose records have no errors, in file order.
    pub tests: Vec<TestCase>,
    /// All diagnostics of the file, in file order.
    pub findings: Vec<Diagnostic>,
}

impl TestedFile {
    /// Reads a source with its tests, and checks their keys.
    pub fn read(source: &Source, limits: &Limits) -> TestedFile {
        TestedFile::read_while(source, limits, &|| true).unwrap_or_default()
    }

    /// Reads a source as long as `goes_on`, which is called about every millisecond, returns true. Returns `None` as
    /// soon as `goes_on` returns false.
    pub fn read_while(
        source: &Source,
        limits: &Limits,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<TestedFile> {
        let (mut dungeon, mut findings) = read_while(source, limits, goes_on)?;
        // Most files have no tests, and are not parsed a second time.
        let is_tested = source.text.contains("test")
            && source
                .text
                .split(['\n', '\r'])
                .any(|line| line.starts_with("test"));
        let tests = if is_tested {
            tests_of(source, limits)
        } else {
            Vec::new()
        };
        let wrong = tests.iter().filter_map(|test| match &test.play {
            TestPlay::Keys(keys) => misspelt(source, keys),
            TestPlay::Recording(_) => None,
        });
        let before = findings.len();
        findings.extend(wrong);
        if findings.len() > before {
            dungeon = None;
            findings.sort_by_key(|found| (found.span.start, found.code));
        }
        Some(TestedFile {
            dungeon,
            tests,
            findings,
        })
    }
}

/// Returns a diagnostic about the first misspelt key.
fn misspelt(source: &Source, keys: &Spanned<String>) -> Option<Diagnostic> {
    let wrong = KeyRuns::new(&keys.value).find_map(Result::err)?;
    let written = source.slice(keys.span);
    // With escapes, the position in the file is uncertain, so the whole text is marked.
    let is_plain = written.len() == keys.value.len() + 2;
    let before = keys.value.chars().take(wrong.at - 1);
    let at = keys.span.start as usize + 1 + before.map(char::len_utf8).sum::<usize>();
    let span = if is_plain {
        Span::new(at, keys.span.end as usize - 1)
    } else {
        keys.span
    };
    Some(Diagnostic::new(Code::BadValue, span, wrong.what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_none_is_told_at_its_place() {
        let text = "map\n#####\n#@.$#\n#####\nend\ntest \"a\" keys=\"ll<Ecs>\" expect=won\n";
        let source = Source::from_text("a.dng", text);
        let file = TestedFile::read(&source, &Limits::default());
        assert!(file.dungeon.is_none());
        assert_eq!(file.findings.len(), 1);
        assert_eq!(source.slice(file.findings[0].span), "<Ecs>");
        assert!(
            file.findings[0]
                .message
                .raw()
                .ends_with("did you mean <Esc>?")
        );
        let mended = Source::from_text("a.dng", text.replace("<Ecs>", "<Esc>"));
        let file = TestedFile::read(&mended, &Limits::default());
        assert!(file.dungeon.is_some() && file.findings.is_empty());
        assert_eq!(file.tests.len(), 1);
    }
}
