//! Which characters a file may hold where, and how the others are shown without ever being printed raw.
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::OnceLock;

use dungeon_model::space::narrow::count;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_width::UnicodeWidthChar;

/// Why a character is no glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A control, format (bidi among them) or zero-width character: an error wherever it stands.
    Control,
    /// A tab: an error in maps.
    Tab,
    /// A blank other than U+0020: an error outside texts.
    OddBlank,
    /// More than one column wide, or of unknown width because Unicode has no such character yet: an error in maps and
    /// as a glyph.
    Wide,
}

/// What keeps this character from being a glyph; none for a glyph and for U+0020. `parse` reports every fault where it
/// matters, so that later stages pass over such characters in silence. The general categories and widths are those of
/// Unicode 18; private-use characters are glyphs, since terminals draw them one column wide.
pub fn fault(c: char) -> Option<Fault> {
    match c {
        ' '..='~' => None,
        '\t' => Some(Fault::Tab),
        _ if is_common_glyph(c) => None,
        _ => fault_by_category(c),
    }
}

/// For each 256 characters of the first plane that were asked about: a bit for each of them that is a glyph.
static GLYPHS: [OnceLock<[u64; 4]>; 256] = [const { OnceLock::new() }; 256];

/// Whether a character of the first plane is a glyph: the answer for nearly all characters beyond ASCII that maps are
/// drawn with, ten times as fast as a search in Unicode's tables.
fn is_common_glyph(c: char) -> bool {
    let code = u32::from(c);
    let Some(block) = GLYPHS.get(code as usize >> 8) else {
        return false;
    };
    let block = block.get_or_init(|| glyphs_of_block(code & !0xff));
    block[code as usize >> 6 & 3] >> (code & 63) & 1 == 1
}

/// Returns a bit for each of the 256 characters from `first` on that is a glyph.
fn glyphs_of_block(first: u32) -> [u64; 4] {
    std::array::from_fn(|word| {
        let start = first + 64 * count(word);
        let is_glyph =
            |bit: &u32| char::from_u32(start + bit).is_some_and(|c| fault_by_category(c).is_none());
        (0..64).filter(is_glyph).map(|bit| 1 << bit).sum()
    })
}

fn fault_by_category(c: char) -> Option<Fault> {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, SpaceSeparator, Unassigned,
    };
    match (c.general_category(), c.width()) {
        (Control | Format | LineSeparator | ParagraphSeparator, _) => Some(Fault::Control),
        (SpaceSeparator, _) => Some(Fault::OddBlank),
        (_, Some(0)) => Some(Fault::Control),
        // Two fillers of Hangul have a width, and leave no trace.
        _ if matches!(c, '\u{115f}' | '\u{3164}') => Some(Fault::Control),
        (Unassigned, _) => Some(Fault::Wide),
        (_, Some(1)) => None,
        _ => Some(Fault::Wide),
    }
}

/// How many bytes `first_byte` looks at before it decides anything: few enough for a record's line, and enough for a
/// processor to compare many at once.
const BLOCK: usize = 32;

/// The place of the first byte that is one of those looked for, counted from 0. `is_it` must be cheap and without
/// branches, for it is asked of bytes behind the first one, too.
pub fn first_byte(bytes: &[u8], is_it: impl Fn(u8) -> bool) -> Option<usize> {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let in_block = |block: &[u8; BLOCK]| block.iter().fold(false, |any, byte| any | is_it(*byte));
    let passed = blocks.iter().position(in_block).unwrap_or(blocks.len()) * BLOCK;
    let here = bytes[passed..].iter().position(|byte| is_it(*byte))?;
    Some(passed + here)
}

/// Whether a text is of blanks and visible ASCII characters alone, none of which has a fault.
pub fn is_plain_ascii(text: &str) -> bool {
    first_byte(text.as_bytes(), |byte| {
        byte.wrapping_sub(b' ') > b'~' - b' '
    })
    .is_none()
}

/// Whether a text can be printed anywhere as it stands: one line of characters that are one plain column wide each.
pub fn is_printable(text: &str) -> bool {
    text.chars().all(|c| fault(c).is_none())
}

/// The text with every character that is not one plain column wide written as an escape, `\n` and `\u{202e}` alike: one
/// line, safe to print anywhere. Outside of this folder [`Untrusted`](super::untrusted::Untrusted) does this.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if is_printable(text) {
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
    format!("`{}`", shortened(text, 40))
}

/// What `quoted` says of a text; of an empty one the word "nothing", without backticks.
pub fn quoted_or_nothing(text: &str) -> String {
    match text {
        "" => "nothing".to_string(),
        _ => quoted(text),
    }
}

/// At most so many characters of a text, with `…` where the text was cut. Nothing is escaped.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((cut, _)) => Cow::Owned(format!("{}…", &text[..cut])),
    }
}

/// A text as a file holds it, between quotes, with `"` and `\` escaped.
pub fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A name as a file holds it behind a key: bare where it is one ASCII letter or more and nothing else, else between
/// quotes.
pub fn as_value(name: &str) -> String {
    if !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic()) {
        name.to_string()
    } else {
        in_quotes(name)
    }
}

/// Returns the only character of a text; `None` for an empty text and for a longer one.
pub fn only_char(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let first = characters.next()?;
    characters.next().is_none().then_some(first)
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
pub(super) fn push_clean(cleaned: &mut String, c: char) {
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
    fn a_glyph_is_no_control_format_or_unassigned_character_of_unicode() {
        use GeneralCategory::*;
        for c in '\0'..=char::MAX {
            let category = c.general_category();
            let expected = match category {
                Control if c == '\t' => Some(Fault::Tab),
                Control | Format | LineSeparator | ParagraphSeparator => Some(Fault::Control),
                SpaceSeparator if c != ' ' => Some(Fault::OddBlank),
                _ => continue,
            };
            assert_eq!(fault(c), expected, "U+{:04X}", u32::from(c));
        }
        for c in '\u{80}'..=char::MAX {
            assert_eq!(fault(c), fault_by_category(c), "U+{:04X}", u32::from(c));
        }
        let odd = ['\u{378}', '\u{fffe}', '\u{115f}', '\u{fe0f}', '\u{e000}'].map(fault);
        use Fault::{Control as Unseen, Wide};
        let expected = [Some(Wide), Some(Wide), Some(Unseen), Some(Unseen), None];
        assert_eq!(odd, expected);
        let tables = [
            unicode_properties::UNICODE_VERSION.0,
            unicode_width::UNICODE_VERSION.0.into(),
        ];
        assert_eq!(tables, [18, 18], "the version that `fault` names");
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
