//! The lines `allow` of a file: which warnings it means, and where (docs/format, "Warnings that are meant").
use std::cell::Cell;

use super::characters::quoted_or_nothing;
use super::diagnostic::{Allowance, Code, Diagnostic};
use super::source::{Source, Span, Spanned};
use super::spelling::nearest;
use super::syntax::{Head, Integrity, Record, Statement, Syntax};

/// What the lines of a file allow, and what is wrong with them.
pub fn allowances(source: &Source, syntax: &Syntax) -> (Vec<Allowance>, Vec<Diagnostic>) {
    let Syntax::Modern(file) = syntax else {
        return (Vec::new(), Vec::new());
    };
    let (mut allowances, mut mistakes) = (Vec::new(), Vec::new());
    for (nth, statement) in file.statements.iter().enumerate() {
        let Some((record, said)) = as_allow(statement) else {
            continue;
        };
        match code(said) {
            Ok(_) if record.integrity == Integrity::Broken => {}
            Ok(code) => {
                let (scope, called) = scope(source, &file.statements, nth);
                allowances.push(Allowance {
                    code,
                    line: record.span,
                    scope,
                    called,
                    is_used: Cell::new(false),
                });
            }
            Err(mistake) => mistakes.push(*mistake),
        }
    }
    (allowances, mistakes)
}

/// A statement as a line `allow`, with the word behind it.
fn as_allow(statement: &Statement) -> Option<(&Record, &Spanned<String>)> {
    match statement {
        Statement::Record(record) => match &record.head.value {
            Head::Allow(said) => Some((record, said)),
            _ => None,
        },
        Statement::Map(_) => None,
    }
}

fn is_level(statement: &Statement) -> bool {
    matches!(statement, Statement::Record(record) if record.head.value == Head::Level)
}

fn span(statement: &Statement) -> Span {
    match statement {
        Statement::Record(record) => record.span,
        Statement::Map(map) => map.span,
    }
}

/// The code that a word names, which must be that of a warning.
fn code(said: &Spanned<String>) -> Result<Code, Box<Diagnostic>> {
    let named = Code::from_name(&said.value);
    if let Some(code) = named.filter(|code| code.may_be_allowed()) {
        return Ok(code);
    }
    let found = quoted_or_nothing(&said.value);
    let why = match named {
        Some(_) => ", which cannot be allowed",
        None => "",
    };
    let message = format!("expected the code of a warning behind `allow`, found {found}{why}");
    let mistake = Diagnostic::new(Code::BadValue, said.span, message);
    let codes = Code::OF_DUNGEONS.iter();
    let codes = codes.filter(|code| code.may_be_allowed());
    let mistake = match nearest(&said.value, codes.map(|code| code.name())) {
        Some(name) => mistake.did_you_mean(said.span, name),
        None if named.is_some() => mistake.help("only warnings of `dungeon check` can be allowed"),
        None => mistake.help("a warning says its code in brackets, such as `sealed-monster`"),
    };
    Err(Box::new(mistake))
}

/// The part of the text that the nth statement speaks of: the whole file at its top, a level behind its line, else the
/// record or the map right behind it.
fn scope(source: &Source, statements: &[Statement], nth: usize) -> (Span, &'static str) {
    let is_other = |statement: &&Statement| as_allow(statement).is_none();
    let before = statements[..nth].iter().rev().find(is_other);
    let end = source.text.len();
    let mut behind = statements[nth..].iter();
    match before {
        None => (Span::new(0, end), "in this file"),
        Some(level) if is_level(level) => {
            let next = behind.find(|statement| is_level(statement));
            let end = next.map_or(end, |next| span(next).start as usize);
            let start = span(level).start as usize;
            (Span::new(start, end), "on this level")
        }
        Some(_) => {
            let next = behind.find(is_other).map(span);
            let scope = next.unwrap_or(Span::new(end, end));
            (scope, "of what stands right behind it")
        }
    }
}
