//! `drawn!`: a text whose rows are written on separate source lines, indented like the surrounding code.

/// Strips a literal of its empty first line and its common indentation. A closing quote on a line of its own ends the
/// text with a newline. The text is a constant, so `drawn!` can be used wherever a literal can.
macro_rules! drawn {
    ($literal:literal) => {{
        const BYTES: [u8; crate::drawn::length($literal)] = crate::drawn::unindented($literal);
        const TEXT: &str = match core::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("the indentation must consist of spaces"),
        };
        TEXT
    }};
}

/// Returns the length of a literal's text in bytes.
pub const fn length(literal: &str) -> usize {
    unindent(literal, &mut [])
}

/// Returns the bytes of a literal's text; `N` is its `length`.
pub const fn unindented<const N: usize>(literal: &str) -> [u8; N] {
    let mut text = [0; N];
    unindent(literal, &mut text);
    text
}

/// Writes as much of a literal's text as fits, and returns the length of all of it in bytes.
const fn unindent(literal: &str, text: &mut [u8]) -> usize {
    let bytes = literal.as_bytes();
    assert!(bytes[0] == b'\n', "a drawing begins below its quote");
    let indentation = indentation(bytes);
    let (mut count, mut column, mut nth) = (0, 0, 1);
    while nth < bytes.len() {
        let byte = bytes[nth];
        if byte == b'\n' || column >= indentation {
            if count < text.len() {
                text[count] = byte;
            }
            count += 1;
        }
        column = if byte == b'\n' { 0 } else { column + 1 };
        nth += 1;
    }
    count
}

/// Returns the smallest indentation among lines that are not blank.
const fn indentation(bytes: &[u8]) -> usize {
    let (mut fewest, mut blanks, mut is_before) = (usize::MAX, 0, true);
    let mut nth = 1;
    while nth < bytes.len() {
        match bytes[nth] {
            b'\n' => (blanks, is_before) = (0, true),
            b' ' if is_before => blanks += 1,
            _ => {
                if is_before && blanks < fewest {
                    fewest = blanks;
                }
                is_before = false;
            }
        }
        nth += 1;
    }
    fewest
}
