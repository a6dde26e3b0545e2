//! What is playable but probably not meant, and what nobody could ever win: looks at whole levels, each
//! in time proportional to its size.
mod look;

mod crowd;
mod edge;
mod reach;
mod room;

use super::diagnostic::{Code, Diagnostic, Findings};
use super::resolve::{Declaration, Resolved, Use};
use super::source::Source;
use look::Look;

/// Everything about how a dungeon plays that its author probably did not mean, in file order.
pub fn lint(source: &Source, resolved: &Resolved) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let dungeon = &resolved.dungeon;
    for (level, places) in dungeon.levels.iter().zip(&resolved.places.levels) {
        let look = Look {
            source,
            dungeon,
            level,
            places,
        };
        edge::open_edge(&look, &mut findings);
        crowd::near_misses(&look, &mut findings);
        crowd::hero_in_reach(&look, &mut findings);
        room::too_few_cells(&look, &mut findings);
        reach::out_of_reach(&look, &mut findings);
    }
    let unused = |declaration: &&Declaration| declaration.use_ == Use::Unused;
    findings.extend(
        resolved
            .places
            .declarations
            .iter()
            .filter(unused)
            .map(unused_declaration),
    );
    findings.finish()
}

fn unused_declaration(declaration: &Declaration) -> Diagnostic {
    let Declaration {
        glyph, head, span, ..
    } = declaration;
    let message = match *head {
        "mark" => format!("expected the mark `{glyph}` somewhere in its level, found it nowhere"),
        head => format!("expected the {head} `{glyph}` in some level, found it in none"),
    };
    Diagnostic::new(Code::UnusedDeclaration, *span, message).help(format!(
        "draw a `{glyph}`, write a record for it, or delete this line"
    ))
}
