//! The `allow` lines of a file: which warnings they silence, and where (docs/format, "Warnings that are meant").
use super::characters::quoted_or_nothing;
use super::diagnostic::{Allowances, Code, Diagnostic, Extent};
use super::file_parts::span;
use super::source::{Source, Span, Spanned};
use super::spelling::nearest;
use super::syntax::{Head, Integrity, Record, Statement, Syntax};

/// Returns the warnings that a file allows, and findings about wrong `allow` lines.
pub fn allowances(source: &Source, syntax: &Syntax) -> (Allowances, Vec<Diagnostic>) {
    let (mut allowances, mut mistakes) = (Allowances::default(), Vec::new());
    let Syntax::Modern(file) = syntax else {
        return (allowances, mistakes);
    };
    let mut parts: Option<Vec<(Extent, Span)>> = None; // of the current run of `allow` lines
    for (nth, statement) in file.statements.iter().enumerate() {
        let Some((record, said)) = as_allow(statement) else {
            parts = None;
            continue;
        };
        match code(said) {
            Ok(_) if record.integrity == Integrity::Broken => {}
            Ok(code) => {
                let new = || parts_meant(source, &file.statements, nth);
                for part in parts.get_or_insert_with(new) {
                    allowances.add(code, record.span, *part);
                }
            }
            Err(mistake) => mistakes.push(*mistake),
        }
    }
    (allowances, mistakes)
}

/// Returns the record and the code word of an `allow` line; `None` for any other statement.
fn as_allow(statement: &Statement) -> Option<(&Record, &Spanned<String>)> {
    match statement {
        Statement::Record(record) => match &record.head.value {
            Head::Allow(said) => Some((record, said)),
            _ => None,
        },
        Statement::Map(_) => None,
    }
}

/// Returns `Extent::Level` for a statement that begins a level, and `Extent::Vault` for one that begins a vault:
/// `allow` lines right after that statement apply to the whole level or vault. `None` for any other statement.
fn block(statement: &Statement) -> Option<Extent> {
    match statement {
        Statement::Record(record) if record.head.value == Head::Level => Some(Extent::Level),
        Statement::Record(record) if record.head.value == Head::Vault => Some(Extent::Vault),
        _ => None,
    }
}

/// Returns the warning code that an `allow` line names. Fails with a finding if no code has this name, or if the code
/// can't be allowed, such as an error.
fn code(said: &Spanned<String>) -> Result<Code, Box<Diagnostic>> {
    let named = Code::from_name(&said.value);
    if let Some(code) = named.filter(|code| code.may_be_allowed()) {
        return Ok(code);
    }
    let found = quoted_or_nothing(&said.value);
    let why = match named {
        Some(_) => ", which can't be allowed",
        None => "",
    };
    let message = format!("expected the code of a warning after `allow`, found {found}{why}");
    let mistake = Diagnostic::new(Code::BadValue, said.span, message);
    let codes = Code::ALL.iter();
    let codes = codes.filter(|code| code.may_be_allowed());
    let mistake = match nearest(&said.value, codes.map(|code| code.name())) {
        Some(name) => mistake.did_you_mean(said.span, name),
        None if named.is_some() => mistake.help("only warnings can be allowed"),
        None => mistake
            .help("write the code that a warning shows in brackets, such as `sealed-monster`"),
    };
    Err(Box::new(mistake))
}

/// Returns the parts of the text in which the `allow` line `statements[nth]` silences warnings. A line at the top of an
/// included file covers all lines of that file; they are in several parts if the file itself includes other files.
fn parts_meant(source: &Source, statements: &[Statement], nth: usize) -> Vec<(Extent, Span)> {
    match source.below_top_allow(span(&statements[nth]).start) {
        Some(lines) => lines
            .into_iter()
            .map(|lines| (Extent::Included, lines))
            .collect(),
        None => vec![part_meant(source, statements, nth)],
    }
}

/// Returns the part of the text in which the `allow` line `statements[nth]` silences warnings. A line at the top covers
/// the whole file. A line right after a `level` or `vault` line covers that level or vault. Any other line covers the
/// next record or map.
fn part_meant(source: &Source, statements: &[Statement], nth: usize) -> (Extent, Span) {
    let is_other = |statement: &&Statement| as_allow(statement).is_none();
    let before = statements[..nth].iter().rev().find(is_other);
    let called = before.and_then(block);
    let end = source.text.len();
    let mut behind = statements[nth..].iter();
    match (before, called) {
        (None, _) => (Extent::File, Span::new(0, end)),
        (Some(first), Some(extent)) => {
            let next = behind.find(|statement| block(statement).is_some());
            let end = next.map_or(end, |next| span(next).start as usize);
            (extent, Span::new(span(first).start as usize, end))
        }
        (Some(_), None) => {
            let next = behind.find(is_other).map(span);
            (Extent::Statement, next.unwrap_or(Span::new(end, end)))
        }
    }
}
