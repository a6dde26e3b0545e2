//! `drawn!`: a text whose rows stand below one another in the source, indented like the code around it.

/// The text of a literal without its empty first line and without the indentation that its lines share. A quote that
/// closes on a line of its own ends the text with a newline. The text is a constant, so `drawn!` stands wherever a
/// literal can.
macro_rules! drawn {
    ($literal:literal) => {{
        const BYTES: [u8; crate::drawn::length($literal)] = crate::drawn::unindented($literal);
        const TEXT: &str = match core::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("the indentation is not of blanks"),
        };
        TEXT
    }};
}

/// How many bytes the text of a literal has.
pub const fn length(literal: &str) -> usize {
    unindent(literal, &mut [])
}

/// The bytes of the text of a literal; `N` is its `length`.
pub const fn unindented<const N: usize>(literal: &str) -> [u8; N] {
    let mut text = [0; N];
    unindent(literal, &mut text);
    text
}

/// Writes as much of the text of a literal as there is room for, and counts the bytes of all of it.
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

/// The fewest blanks before a line that has more than blanks.
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
