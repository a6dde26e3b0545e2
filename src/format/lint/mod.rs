//! x
use super::diagnostic::Diagnostic;
use super::resolve::Resolved;
use super::source::Source;
pub fn lint(_: &Source, _: &Resolved) -> Vec<Diagnostic> {
    vec![]
}
