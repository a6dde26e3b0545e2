//! The whole way from a file to a playable dungeon: `load` and `read`.
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use crate::lint::lint;
use dungeon_format::allow::allowances;
use dungeon_format::diagnostic::{Allowances, Code, Diagnostic, Findings, Severity};
use dungeon_format::include_folder::IncludeFolders;
use dungeon_format::meter::LookMeter;
use dungeon_format::parse::parse_but_for;
use dungeon_format::report::Report;
use dungeon_format::resolve::resolve_but_for;
use dungeon_format::source::{Limits, Source};
use dungeon_format::syntax::Syntax;
use dungeon_format::test_case::TestCase;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::dungeon::Dungeon;

/// The reason why a file gave no dungeon. Prints every finding with its place.
///
/// ```
/// use dungeon::{LoadError, Session};
///
/// match Session::from_text("map\n####\n#@o#\n####\nend\n") {
///     Err(LoadError::Report(report)) => assert!(report.to_string().contains("found `o`")),
///     Err(other) => panic!("only files can be unreadable: {other}"),
///     Ok(_) => panic!("nothing is called `o`"),
/// }
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file could not be read at all.
    #[error("cannot read {name}: {error}")]
    Io {
        /// The file's name as the caller gave it.
        name: Untrusted,
        /// The operating system's reason.
        #[source]
        error: io::Error,
    },
    /// The file was read, but has errors.
    #[error(transparent)]
    Report(#[from] Box<Report>),
}

/// Prints as `Display` does, since a failing `unwrap` and a `main` that returns an error print by `Debug`.
impl std::fmt::Debug for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Parses, resolves and lints a source. Returns the dungeon (`None` if a finding is an error) and every finding in file
/// order, warnings included: at most twenty per code, plus one that counts the rest.
///
/// ```
/// use dungeon::diagnostics::{Code, Limits, Source};
///
/// let text = "kind r \"rat\" is=wanderer\nmap\n#####\n#@.$#\n#####\nend\n";
/// let source = Source::from_text("a.dng", text);
/// let (dungeon, findings) = dungeon::read(&source, &Limits::default());
/// assert!(dungeon.is_some(), "warnings do not stop it");
/// assert_eq!(findings[0].code, Code::UnusedDeclaration);
/// ```
pub fn read(source: &Source, limits: &Limits) -> (Option<Dungeon>, Vec<Diagnostic>) {
    read_while(source, limits, &|| true).unwrap_or_default()
}

/// Reads a source as [`read`] does, but stops as soon as `goes_on` returns false. Calls `goes_on` about once per
/// millisecond. Returns `None` if stopped.
pub fn read_while(
    source: &Source,
    limits: &Limits,
    goes_on: &dyn Fn() -> bool,
) -> Option<(Option<Dungeon>, Vec<Diagnostic>)> {
    let meter = LookMeter::new(source, limits, goes_on);
    let read = understand(source, limits, &meter, |allowances| {
        parse_but_for(source, limits, allowances)
    });
    (!meter.is_given_up()).then_some(read)
}

/// Reads a source without the lints, which take most of the time of [`read`]. Suits sources that are known to be sound
/// or only need to be displayed. Returns `None` if parsing or resolving finds an error.
pub fn read_sound(source: &Source, limits: &Limits) -> Option<Dungeon> {
    let (syntax, spelling) = parse_but_for(source, limits, &Rc::default());
    let (resolved, found) = resolve_but_for(source, &syntax, limits, &Rc::default());
    let mut found = spelling.iter().chain(&found);
    let has_errors = found.any(|found| found.severity == Severity::Error);
    resolved
        .filter(|_| !has_errors)
        .map(|resolved| resolved.dungeon)
}

/// Returns the valid `test` lines of a source, in file order. [`read`] reports the invalid ones.
pub fn tests_of(source: &Source, limits: &Limits) -> Vec<TestCase> {
    let (syntax, _) = parse_but_for(source, limits, &Rc::default());
    let (resolved, _) = resolve_but_for(source, &syntax, limits, &Rc::default());
    resolved.map_or(Vec::new(), |resolved| Arc::unwrap_or_clone(resolved.tests))
}

/// Whether a source has no map, so that it can only be a part of files that include it.
pub fn lacks_a_map(source: &Source, limits: &Limits) -> bool {
    let (syntax, _) = parse_but_for(source, limits, &Rc::default());
    let (_, found) = resolve_but_for(source, &syntax, limits, &Rc::default());
    found.iter().any(|found| found.code == Code::NoMap)
}

/// Runs the stages after parsing. `parsed` parses the source: it returns the syntax and the parser's findings, except
/// findings that the given `allow` lines silence. The first call gets no `allow` lines. If there are some, and too many
/// findings for the limit per code, `parsed` is called again with these lines, so that silenced findings take no place
/// of others.
pub(super) fn understand(
    source: &Source,
    limits: &Limits,
    meter: &LookMeter<'_>,
    parsed: impl Fn(&Rc<Allowances>) -> (Syntax, Vec<Diagnostic>),
) -> (Option<Dungeon>, Vec<Diagnostic>) {
    let (syntax, mut spelling) = parsed(&Rc::default());
    if !meter.asks() {
        return (None, Vec::new());
    }
    let (allowances, mistakes) = allowances(source, &syntax);
    let allowances = Rc::new(allowances);
    let known: Vec<Diagnostic> = spelling.iter().chain(&mistakes).cloned().collect();
    let (dungeon, others) = resolve_and_lint(source, syntax, limits, &known, &allowances, meter);
    if !allowances.is_empty() && spelling.iter().any(|found| found.unlisted > 0) {
        (_, spelling) = parsed(&allowances);
    }
    let mut found = Findings::but_for(&allowances);
    found.extend(spelling.into_iter().chain(mistakes).chain(others));
    let found = found.finish();
    let has_errors = found.iter().any(|found| found.severity == Severity::Error);
    let mut all = Findings::default();
    all.extend(found);
    if !has_errors && !meter.is_spent() {
        // Report unused `allow` lines only after a complete check without errors: otherwise, the finding that a line
        // silences may be missing. Skip the lines of included files, which may serve other files.
        let is_own = |found: &Diagnostic| source.file(found.span.start) == 0;
        all.extend(allowances.unused().filter(is_own).map(|found| {
            let line = source.deletion(found.span);
            found.fix(line, "")
        }));
    }
    (dungeon.filter(|_| !has_errors), all.finish())
}

/// Reads the file at `path` with the default limits, and the files of its folder that it includes. Drops warnings;
/// [`read`] and `dungeon check` report them.
///
/// ```
/// match dungeon::load("no-such-file.dng") {
///     Ok(dungeon) => println!("{} has {} levels", dungeon.title(), dungeon.levels().len()),
///     Err(error) => assert!(error.to_string().contains("no-such-file.dng")),
/// }
/// ```
///
/// # Errors
///
/// [`LoadError::Io`] if the file cannot be read; [`LoadError::Report`] if its text has errors.
pub fn load(path: impl AsRef<Path>) -> Result<Dungeon, LoadError> {
    let path = path.as_ref();
    let limits = Limits::default();
    let source = Source::open(path, &limits).map_err(|error| LoadError::Io {
        name: path.into(),
        error,
    })?;
    load_source(source.with_includes(&IncludeFolders::of(path, &[]), &limits))
}

/// Reads a source that is already in memory, with the default limits. Drops warnings; [`read`] reports them.
///
/// ```
/// use dungeon::diagnostics::Source;
///
/// let drawn = "map\n#####\n#@.$#\n#####\nend\n";
/// assert!(dungeon::load_source(Source::from_text("drawn", drawn)).is_ok());
/// let without_hero = drawn.replace('@', ".");
/// let error = dungeon::load_source(Source::from_text("drawn", without_hero)).unwrap_err();
/// assert!(error.to_string().contains("error[no-hero]"));
/// ```
///
/// # Errors
///
/// [`LoadError::Report`] if the source has errors.
pub fn load_source(source: Source) -> Result<Dungeon, LoadError> {
    match read(&source, &Limits::default()) {
        (Some(dungeon), _) => Ok(dungeon),
        (None, diagnostics) => Err(Box::new(Report::new(source, diagnostics)).into()),
    }
}

/// Reads a dungeon from a text, with `<text>` as its file name, like [`load_source`]. This function stands in for
/// `FromStr`, which the crate of [`Dungeon`] cannot implement, because reading comes after it.
///
/// ```
/// let dungeon = dungeon::load_text("map\n#####\n#@.$#\n#####\nend\n")?;
/// assert_eq!(dungeon.levels().len(), 1);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// # Errors
///
/// [`LoadError::Report`] if the text has errors.
pub fn load_text(text: impl Into<String>) -> Result<Dungeon, LoadError> {
    load_source(Source::from_text("<text>", text))
}

/// Resolves the meaning of a file, then lints the dungeon. Dungeons with errors are linted too, so that one run reports
/// everything.
fn resolve_and_lint(
    source: &Source,
    syntax: Syntax,
    limits: &Limits,
    spelling: &[Diagnostic],
    allowances: &Rc<Allowances>,
    meter: &LookMeter<'_>,
) -> (Option<Dungeon>, Vec<Diagnostic>) {
    let (resolved, mut found) = resolve_but_for(source, &syntax, limits, allowances);
    drop(syntax); // the lints need its memory
    let Some(resolved) = resolved else {
        return (None, found);
    };
    // Skip the lints if the header of a map cuts off rows: the missing rows would cause further findings.
    let is_cut_short = |found: &Diagnostic| found.code == Code::RowsLeftOver;
    if !spelling.iter().any(is_cut_short) && meter.asks() {
        let known: Vec<Diagnostic> = spelling.iter().chain(&found).cloned().collect();
        found.extend(lint(source, &resolved, &known, allowances, meter));
    }
    (Some(resolved.dungeon), found)
}
