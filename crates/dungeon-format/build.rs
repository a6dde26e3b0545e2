//! Writes `faults.rs`: the runs of characters with the same fault, for `characters::fault`. Unicode's own tables are five
//! times as large, and are needed only here.
use std::path::Path;
use std::{env, fs, io};

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_width::UnicodeWidthChar;

/// The faults, as in `characters::RUN_FAULTS`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunFault {
    None,
    Control,
    OddBlank,
    Wide,
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut last = None;
    let (mut runs, mut begun) = (Vec::new(), 0);
    for c in '\0'..=char::MAX {
        let fault = fault(c);
        if last.replace(fault) != Some(fault) {
            push_varint(&mut runs, (u32::from(c) - begun) << 2 | fault as u32);
            begun = u32::from(c);
        }
    }
    let folder = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&folder).join("faults.rs"), format!("{runs:?}"))
}

/// Writes a number in groups of seven bits, the lowest first. The last group has no high bit.
fn push_varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Returns the fault of a character by its category and its width alone.
fn fault(c: char) -> RunFault {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, SpaceSeparator, Unassigned,
    };
    match (c.general_category(), c.width()) {
        (Control | Format | LineSeparator | ParagraphSeparator, _) => RunFault::Control,
        (SpaceSeparator, _) => RunFault::OddBlank,
        (_, Some(0)) => RunFault::Control,
        // Two Hangul fillers have a width but are invisible.
        _ if matches!(c, '\u{115f}' | '\u{3164}') => RunFault::Control,
        (Unassigned, _) => RunFault::Wide,
        (_, Some(1)) => RunFault::None,
        _ => RunFault::Wide,
    }
}
