//! Which characters a file may hold where, and how the others are shown without ever being printed raw.
use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

/// Why a character is no glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A control, bidi or zero-width character: an error wherever it stands.
    Control,
    /// A tab: an error in maps.
    Tab,
    /// A blank other than U+0020: an error outside texts.
    OddBlank,
    /// More than one column wide: an error in maps and as a glyph.
    Wide,
}

/// What keeps this character from being a glyph; none for a glyph and for U+0020. `parse` reports every fault where it
/// matters, so that later stages pass over such characters in silence.
pub fn fault(c: char) -> Option<Fault> {
    match c {
        ' '..='~' => None,
        '\t' => Some(Fault::Tab),
        _ if is_invisible(c) => Some(Fault::Control),
        _ if c.is_whitespace() => Some(Fault::OddBlank),
        _ => match c.width() {
            Some(1) => None,
            Some(0) => Some(Fault::Control),
            _ => Some(Fault::Wide),
        },
    }
}

/// The text with every character that is not one plain column wide written as an escape, `\n` and `\u{202e}` alike: one
/// line, safe to print anywhere.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| fault(c).is_none()) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    for c in text.chars() {
        push_clean(&mut cleaned, c);
    }
    Cow::Owned(cleaned)
}

/// At most forty characters of a text between backticks, with `…` where the text was cut, for quoting it in a sentence.
/// Nothing is escaped.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => format!("`{text}`"),
        Some((cut, _)) => format!("`{}…`", &text[..cut]),
    }
}

/// A text as a file holds it, between quotes, with `"` and `\` escaped.
pub fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A name as a file holds it behind a key: bare where it is one ASCII letter or more and nothing else, else between
/// quotes.
pub fn as_value(name: &str) -> String {
    match !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic()) {
        true => name.to_string(),
        false => in_quotes(name),
    }
}

/// `a`, `b` and `c`, in backquotes and with the given word before the last.
pub fn listed<S: AsRef<str>>(words: &[S], last_word: &str) -> String {
    let quoted: Vec<String> = words
        .iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [all @ .., last] => format!("{} {last_word} {last}", all.join(", ")),
    }
}

/// Appends a character as `clean` writes it: itself, `\t`, `\x1b` or `\u{202e}`.
pub fn push_clean(cleaned: &mut String, c: char) {
    let written = match c {
        _ if fault(c).is_none() => {
            cleaned.push(c);
            return;
        }
        '\t' => write!(cleaned, "\\t"),
        '\n' => write!(cleaned, "\\n"),
        '\r' => write!(cleaned, "\\r"),
        '\0'..='\x7f' => write!(cleaned, "\\x{:02x}", u32::from(c)),
        _ => write!(cleaned, "\\u{{{:x}}}", u32::from(c)),
    };
    debug_assert!(written.is_ok(), "a string takes whatever is written to it");
}

/// Controls, bidi marks and overrides, and characters that leave no trace on the screen.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_character_has_its_fault() {
        let faults = [
            'a', '░', '\t', '\u{1b}', '\u{202e}', '\u{200b}', '\u{a0}', '世', '\u{301}',
        ]
        .map(fault);
        use Fault::*;
        let expected = [
            None,
            None,
            Some(Tab),
            Some(Control),
            Some(Control),
            Some(Control),
        ];
        assert_eq!(faults[..6], expected);
        assert_eq!(faults[6..], [Some(OddBlank), Some(Wide), Some(Control)]);
    }

    #[test]
    fn what_is_written_in_quotes_escapes_quotes_and_backslashes() {
        assert_eq!(in_quotes(r#"The "Pit" \o/"#), r#""The \"Pit\" \\o/""#);
        assert_eq!(as_value("bronze"), "bronze");
        assert_eq!(as_value("no. 2"), "\"no. 2\"");
        assert_eq!(as_value(""), "\"\"");
    }

    #[test]
    fn clean_text_holds_no_faulty_character_and_leaves_the_rest_alone() {
        assert_eq!(
            clean("a\u{1b}[2J\t\u{202e}世é"),
            "a\\x1b[2J\\t\\u{202e}\\u{4e16}é"
        );
        assert!(matches!(clean("plain ░"), Cow::Borrowed(_)));
    }
}
