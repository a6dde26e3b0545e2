//! The characters that a file may hold, and the escapes that show all other characters.
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::{LazyLock, OnceLock};

use dungeon_model::space::narrow::count;

/// The reason why a character can't be a glyph, which is the character of a thing in a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A control, format (including bidi) or zero-width character: an error everywhere.
    Control,
    /// A tab: an error in maps.
    Tab,
    /// A space other than U+0020: an error outside texts.
    OddBlank,
    /// Wider than one column, or of unknown width because Unicode does not define it yet: an error in maps and as a
    /// glyph.
    Wide,
}

/// Returns the reason why a character is not a glyph; `None` for glyphs and U+0020. `parse` reports every fault, so
/// later stages skip such characters silently. Categories and widths follow Unicode 18. Private-use characters are
/// glyphs, because terminals draw them one column wide.
pub fn fault(c: char) -> Option<Fault> {
    match c {
        ' '..='~' => None,
        '\t' => Some(Fault::Tab),
        _ if is_common_glyph(c) => None,
        _ => fault_by_category(c),
    }
}

/// One bit for each character of the first Unicode plane: whether the character is a glyph. Each block of 256
/// characters is computed on its first use.
static GLYPHS: [OnceLock<[u64; 4]>; 256] = [const { OnceLock::new() }; 256];

/// Whether a character below U+10000 is a glyph. Uses a cache, which is faster than a search in the runs.
fn is_common_glyph(c: char) -> bool {
    let code = u32::from(c);
    let Some(block) = GLYPHS.get(code as usize >> 8) else {
        return false;
    };
    let block = block.get_or_init(|| glyphs_of_block(code & !0xff));
    block[code as usize >> 6 & 3] >> (code & 63) & 1 == 1
}

/// Returns one bit for each of the 256 characters from `first` on: 1 for a glyph.
fn glyphs_of_block(first: u32) -> [u64; 4] {
    std::array::from_fn(|word| {
        let start = first + 64 * count(word);
        let is_glyph =
            |bit: &u32| char::from_u32(start + bit).is_some_and(|c| fault_by_category(c).is_none());
        (0..64).filter(is_glyph).map(|bit| 1 << bit).sum()
    })
}

/// The runs of characters with the same fault, in ascending order: the first character times four, plus the index of the
/// fault in `RUN_FAULTS`.
static RUNS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut runs = Vec::with_capacity(PACKED_RUNS.len());
    let (mut first, mut number, mut shift) = (0, 0, 0);
    for byte in PACKED_RUNS {
        number |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            first += number >> 2;
            runs.push(first << 2 | number & 3);
            (number, shift) = (0, 0);
        }
    }
    runs
});

/// `RUNS` as the build script writes them from Unicode's tables: the length of the run before times four, plus the index,
/// in groups of seven bits, the lowest first. Without the lengths, `engine.wasm` would be 2 kB larger.
static PACKED_RUNS: &[u8] = &include!(concat!(env!("OUT_DIR"), "/faults.rs"));

const RUN_FAULTS: [Option<Fault>; 4] = [
    None,
    Some(Fault::Control),
    Some(Fault::OddBlank),
    Some(Fault::Wide),
];

/// Returns the fault of a character by its category and width alone: U+0020 is an odd blank, and a tab is a control
/// character.
fn fault_by_category(c: char) -> Option<Fault> {
    let next = RUNS.partition_point(|run| run >> 2 <= u32::from(c));
    RUN_FAULTS[RUNS[next - 1] as usize & 3]
}

/// The number of bytes that `first_byte` compares at once: small enough for the line of a record, and large enough for
/// SIMD.
const BLOCK: usize = 32;

/// Returns the index of the first matching byte; `None` without a match. `is_it` must be cheap and without branches,
/// because it is also called for some bytes after the match.
pub fn first_byte(bytes: &[u8], is_it: impl Fn(u8) -> bool) -> Option<usize> {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let in_block = |block: &[u8; BLOCK]| block.iter().fold(false, |any, byte| any | is_it(*byte));
    let passed = blocks.iter().position(in_block).unwrap_or(blocks.len()) * BLOCK;
    let here = bytes[passed..].iter().position(|byte| is_it(*byte))?;
    Some(passed + here)
}

/// Whether a text contains only spaces and visible ASCII characters.
pub fn is_plain_ascii(text: &str) -> bool {
    first_byte(text.as_bytes(), |byte| {
        byte.wrapping_sub(b' ') > b'~' - b' '
    })
    .is_none()
}

/// Whether a text is one line of characters that are one column wide.
pub fn is_printable(text: &str) -> bool {
    text.chars().all(|c| fault(c).is_none())
}

/// Escapes every character that is not one column wide, such as `\n` and `\u{202e}`, so that the text is safe to print
/// on one line. Outside this crate, use [`Untrusted`](super::untrusted::Untrusted).
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

/// Returns the first 40 characters of a text in backticks, with `…` if it was cut. Escapes nothing.
pub fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text, 40))
}

/// Returns the first 40 characters of a text in backticks, with `…` if it was cut; the word "nothing", without
/// backticks, for an empty text. Escapes nothing.
pub fn quoted_or_nothing(text: &str) -> String {
    match text {
        "" => "nothing".to_string(),
        _ => quoted(text),
    }
}

/// Returns the first `most` characters of a text, with `…` if it was cut. Escapes nothing.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((cut, _)) => Cow::Owned(format!("{}…", &text[..cut])),
    }
}

/// Returns a text as a dungeon file writes it: in quotes, with `"` and `\` escaped.
pub fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a name as the value of a key: bare if it consists of ASCII letters, otherwise in quotes.
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

/// Lists words in backticks, such as "`a`, `b` and `c`". `last_word` comes before the last word of the list, here
/// "and".
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

/// Appends a character that is one column wide as it is, and any other character as an escape such as `\t`, `\x1b` or
/// `\u{202e}`.
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
    use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
    use unicode_width::UnicodeWidthChar;

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
                Unassigned if c.width() != Some(0) => Some(Fault::Wide),
                _ if c.width() == Some(2) && !matches!(c, '\u{115f}' | '\u{3164}') => {
                    Some(Fault::Wide)
                }
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
