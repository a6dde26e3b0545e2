//! Findings that are mended: the edits of which their authors are almost surely glad, made all at once.
use super::diagnostic::{Diagnostic, Fix};
use super::source::Source;

/// A text in which edits were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MendedText {
    /// The text of the source's own file, without what it includes.
    pub text: String,
    /// How many edits were made.
    pub edits: usize,
}

/// Makes each sure edit of the findings that touches none before it; the others may be made once the text is read anew.
/// `own` is the text of the source's own file: edits of included files are left out. None where there is nothing to do.
pub fn mend(own: &str, source: &Source, found: &[Diagnostic]) -> Option<MendedText> {
    let fixes = found.iter().filter_map(|found| found.fix.as_ref());
    let own_edits = fixes.filter(|fix| fix.is_sure).filter_map(|fix| {
        let span = source.own_span(fix.span)?;
        let fix = Fix {
            span,
            ..fix.clone()
        };
        own.get(fix.span.range()).is_some().then_some(fix)
    });
    let mut fixes: Vec<Fix> = own_edits.collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    fixes.dedup();
    let mut text = String::with_capacity(own.len());
    let (mut copied, mut edits) = (0, 0);
    for fix in fixes {
        let place = fix.span.range();
        if edits > 0 && place.start <= copied {
            continue;
        }
        text.push_str(&own[copied..place.start]);
        text.push_str(&fix.replacement);
        copied = place.end;
        edits += 1;
    }
    text.push_str(&own[copied..]);
    (edits > 0 && text != own).then_some(MendedText { text, edits })
}
