//! Checks of the whole text before parsing: invalid UTF-8, forbidden characters, and merge conflicts.
use super::lines::line;
use super::located::Located;
use super::mistake::Mistake;
use super::reader::Reader;
use crate::characters::{Fault, fault, first_byte};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Runs all checks of this module. Returns the lines of merge conflicts to drop, so that only one side is read.
pub fn scan(reader: &Reader<'_>) -> Vec<Span> {
    not_utf8(reader);
    invisible(reader);
    conflicts(reader)
}

fn not_utf8(reader: &Reader<'_>) {
    let Some(first) = reader.source.not_utf8.first() else {
        return;
    };
    let places = reader.source.not_utf8.len();
    reader.report(Mistake::NotUtf8(places).at(*first));
}

/// Reports control, bidi and zero-width characters. Adjacent characters share a finding.
fn invisible(reader: &Reader<'_>) {
    let text = reader.source.text.as_str();
    // Compare with `|` and not `||`, because the compiler can turn independent comparisons into SIMD.
    let is_plain = |byte: u8| {
        (byte.wrapping_sub(b' ') <= b'~' - b' ')
            | (byte == b'\n')
            | (byte == b'\r')
            | (byte == b'\t')
    };
    let mut at = 0;
    while let Some(skipped) = first_byte(&text.as_bytes()[at..], |byte| !is_plain(byte)) {
        let start = at + skipped;
        let run = text[start..].chars().take_while(|c| is_misplaced(*c));
        let end = start + run.map(char::len_utf8).sum::<usize>();
        if end > start {
            reader.report_lazily(Code::ControlCharacter, Span::new(start, end), |span| {
                misplaced(text, span)
            });
            at = end;
        } else {
            // Skip all characters beyond ASCII at once, because a map may be drawn with them.
            let others = text[start..].chars();
            let others = others.take_while(|c| !c.is_ascii() && !is_misplaced(*c));
            at = start + others.map(char::len_utf8).sum::<usize>();
        }
    }
}

/// Reports the places where a row, text or word given by a program contains a line end.
pub fn line_ends(reader: &Reader<'_>, places: &[Span]) {
    for place in places {
        reader.report_lazily(Code::ControlCharacter, *place, |span| {
            misplaced(&reader.source.text, span)
        });
    }
}

fn is_misplaced(c: char) -> bool {
    !matches!(c, '\n' | '\r') && fault(c) == Some(Fault::Control)
}

fn misplaced(text: &str, span: Span) -> Diagnostic {
    let first = text[span.range()].chars().next().unwrap_or('\0');
    if is_accent(first) {
        Mistake::Accent(first).at(span).suggest(span, "")
    } else {
        Mistake::Invisible(first).at(span).fix(span, "")
    }
}

/// Whether a character is an accent that combines with the letter before it.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{34e}' | '\u{350}'..='\u{36f}')
}

/// Reports merge conflicts. Keeps the first side; drops the markers and the other sides.
fn conflicts(reader: &Reader<'_>) -> Vec<Span> {
    let text = reader.source.text.as_str();
    if !holds_a_mark(text.as_bytes()) {
        return Vec::new();
    }
    let mut cuts = Vec::new();
    let mut open: Option<Conflict<'_>> = None;
    let mut rest = Located::whole(reader);
    while let Ok((after, line)) = line(rest) {
        rest = after;
        match (mark(line.text()), &mut open) {
            (Some('<'), _) => {
                drop_unfinished(&mut cuts, open.take());
                open = Some(Conflict {
                    line,
                    whole: line.until(after),
                    parted: None,
                });
            }
            (Some('=' | '|'), Some(conflict)) if conflict.parted.is_none() => {
                conflict.parted = Some(line);
            }
            (Some('>'), Some(conflict)) => {
                if let Some(parted) = conflict.parted {
                    cuts.push(conflict.whole);
                    cuts.push(parted.until(after));
                    let (start, end) = (conflict.line.span(), Some(line.span()));
                    reader.report_lazily(Code::MergeConflict, start, |start| {
                        Mistake::MergeConflict(end).at(start)
                    });
                    open = None;
                }
            }
            (Some('>'), None) if names_branch(line) => {
                cuts.push(line.until(after));
                reader.report(Mistake::MergeConflict(None).at(line.span()));
            }
            _ => {}
        }
    }
    drop_unfinished(&mut cuts, open);
    cuts
}

/// Whether the text contains seven `<` or `>` in a row.
fn holds_a_mark(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = first_byte(rest, |byte| (byte == b'<') | (byte == b'>')) {
        let same = rest[at..].iter().take_while(|byte| **byte == rest[at]);
        let count = same.count();
        if count >= 7 {
            return true;
        }
        rest = &rest[at + count..];
    }
    false
}

/// A merge conflict whose end has not been found.
struct Conflict<'a> {
    /// The line of the first marker.
    line: Located<'a>,
    /// The line of the first marker, with its line end.
    whole: Span,
    /// The line of the marker between the first side and the second; `None` until it is found.
    parted: Option<Located<'a>>,
}

/// Reports the first marker of a merge conflict without an end, and drops its line, if the marker names a branch.
/// Without a name, it may be a row of a map.
fn drop_unfinished(cuts: &mut Vec<Span>, open: Option<Conflict<'_>>) {
    if let Some(left) = open.filter(|left| names_branch(left.line)) {
        cuts.push(left.whole);
        let found = Mistake::MergeConflict(None).at(left.line.span());
        left.line.file.report(found);
    }
}

/// Whether a marker has a name after its seven characters and a space.
fn names_branch(line: Located<'_>) -> bool {
    line.text().len() > 8
}

/// Returns the character that a conflict marker repeats seven times, followed by a space or the end of the line; `None`
/// for any other line.
fn mark(line: &str) -> Option<char> {
    let first = line.chars().next().filter(|c| "<=|>".contains(*c))?;
    let rest = line.trim_start_matches(first);
    let is_mark = line.len() - rest.len() == 7 && (rest.is_empty() || rest.starts_with(' '));
    is_mark.then_some(first)
}
