//! Floor on the outermost ring: it looks like a way out, and nobody can ever step on it (E-1).
use super::look::Look;
use crate::format::diagnostic::{Code, Diagnostic, Findings};

/// Reports floor on the rim, once a level.
pub fn open_edge(look: &Look<'_>, findings: &mut Findings) {
    let floor = &look.places.floor_on_rim;
    let (Some(first), true) = (floor.first(), look.is_whole()) else {
        return;
    };
    let span = look.cell(*first).unwrap_or(look.places.head);
    let message = match floor.len() {
        1 => format!(
            "expected walls all round the map, found floor on its outermost ring at {first}"
        ),
        count => format!(
            "expected walls all round the map, found floor on its outermost ring, {count} cells of it"
        ),
    };
    let finding = Diagnostic::new(Code::OpenEdge, span, message)
        .help("nobody ever steps on the outermost ring: draw a wall there");
    findings.push(match floor.len() {
        1 if span.start < span.end => finding.fix(span, "#"),
        _ => finding,
    });
}
