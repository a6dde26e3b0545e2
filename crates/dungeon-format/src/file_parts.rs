//! The parts of a modern file: the declarations, the vaults and the levels.
use std::ops::Range;

use super::source::{Source, Span};
use super::syntax::{Head, Record, Statement};

/// The parts of a file, as indexes of statements.
#[derive(Clone, Debug)]
pub struct FileParts {
    /// Each vault with its map, marks and records, in file order.
    pub vaults: Vec<Range<usize>>,
    /// The index of the statement that begins the first level; the number of statements if there is no level.
    pub levels: usize,
}

impl FileParts {
    /// Divides the statements of a file. A vault consists of its line, the next map, and the marks and records after
    /// that map; a declaration or an included file ends the vault. A map outside a vault begins the first level.
    pub fn new(source: &Source, statements: &[Statement]) -> FileParts {
        let mut vaults: Vec<Range<usize>> = Vec::new();
        let mut nth = 0;
        while let Some(statement) = statements.get(nth) {
            if is_headed(statement, &Head::Vault) {
                let end = nth + vault_length(source, &statements[nth..]);
                vaults.push(nth..end);
                nth = end;
            } else if begins_a_level(statement) {
                break;
            } else {
                nth += 1;
            }
        }
        FileParts {
            vaults,
            levels: nth,
        }
    }

    /// Whether a statement belongs to a vault.
    pub fn is_of_a_vault(&self, nth: usize) -> bool {
        let behind = self.vaults.partition_point(|vault| vault.end <= nth);
        let vault = self.vaults.get(behind);
        vault.is_some_and(|vault| vault.contains(&nth))
    }

    /// Returns the span of each vault, from its line to its last mark or record.
    pub fn vault_spans(&self, statements: &[Statement]) -> Vec<Span> {
        let vaults = self.vaults.iter();
        let span = |vault: &Range<usize>| {
            span(&statements[vault.start]).to(span(&statements[vault.end - 1]))
        };
        vaults.map(span).collect()
    }

    /// Returns the records before the first level and outside vaults.
    pub fn before<'a>(&self, statements: &'a [Statement]) -> Vec<&'a Record> {
        let before = statements[..self.levels].iter().enumerate();
        let before = before.filter(|(nth, _)| !self.is_of_a_vault(*nth));
        before.filter_map(|(_, one)| as_record(one)).collect()
    }
}

/// Returns the number of statements of the vault that begins with the first statement.
fn vault_length(source: &Source, statements: &[Statement]) -> usize {
    let file = |statement: &Statement| source.file(span(statement).start);
    let mut has_map = false;
    let goes_on = |statement: &&Statement| match statement {
        _ if file(statement) != file(&statements[0]) => false,
        Statement::Map(_) => !std::mem::replace(&mut has_map, true),
        Statement::Record(record) => matches!(
            record.head.value,
            Head::Mark(..) | Head::Shuffle(_) | Head::Glyph(_) | Head::Scatter(_) | Head::Allow(_)
        ),
    };
    1 + statements[1..].iter().take_while(goes_on).count()
}

/// Returns the span of a statement.
pub fn span(statement: &Statement) -> Span {
    match statement {
        Statement::Record(record) => record.span,
        Statement::Map(map) => map.span,
    }
}

/// Whether a statement is a record with this head.
pub fn is_headed(statement: &Statement, head: &Head) -> bool {
    as_record(statement).is_some_and(|record| record.head.value == *head)
}

/// Whether a statement begins a level: a `level` line, or a map.
fn begins_a_level(statement: &Statement) -> bool {
    matches!(statement, Statement::Map(_)) || is_headed(statement, &Head::Level)
}

/// Returns the record of a statement; `None` for a map.
pub fn as_record(statement: &Statement) -> Option<&Record> {
    match statement {
        Statement::Record(record) => Some(record),
        Statement::Map(_) => None,
    }
}
