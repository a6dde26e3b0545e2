//! Findings about characters that are not glyphs, and about look-alikes of spaces.
use super::located::Located;
use super::mistake::Mistake;
use super::reader::Reader;
use crate::characters::{Fault, fault};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Makes the finding about `count` adjacent spaces other than U+0020; `first` is the first of them.
pub fn odd_blank(span: Span, first: char, count: usize) -> Diagnostic {
    let found = Mistake::OddBlank(first).at(span);
    found.fix(span, " ".repeat(count))
}

/// Returns the ASCII characters of a text in full-width forms, such as `#` for `\u{ff03}`; `None` for any other text.
pub fn half_width(text: &str) -> Option<String> {
    let plain = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        _ => None,
    };
    text.chars().map(plain).collect()
}

/// Reports spaces between tokens that are neither U+0020 nor tabs.
pub fn report_odd_blanks(gap: Located<'_>) {
    if gap.text().is_ascii() {
        return;
    }
    for (offset, c) in gap.text().char_indices() {
        if fault(c) == Some(Fault::OddBlank) {
            let at = gap.start() + offset;
            let found = odd_blank(Span::new(at, at + c.len_utf8()), c, 1);
            gap.file.report(found);
        }
    }
}

/// Whether a character can be a glyph; reports it if not.
pub fn is_glyph(file: &Reader<'_>, glyph: char, span: Span) -> bool {
    match fault(glyph) {
        None => true,
        Some(Fault::Control) => false, // the scan of the whole text has reported it
        Some(_) => {
            let edit = half_width(file.source.slice(span)).map(|plain| (span, plain));
            file.report(Mistake::WideGlyph(glyph).at(span).fix_if(edit));
            false
        }
    }
}
