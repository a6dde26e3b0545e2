//! The dungeons that come with the program, inside it: what the menu offers, and what a name finds that no
//! file has.
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::format::source::{Limits, Source};

/// Names and texts, in the menu's order.
pub const SHIPPED: [(&str, &str); 2] = [
    ("crypt.dng", include_str!("../../dungeons/crypt.dng")),
    ("classic.dng", include_str!("../../dungeons/classic.dng")),
];

/// Reads what the person named: `-` is standard input, a path that leads nowhere may still be the name of a
/// shipped dungeon.
pub fn open(path: &Path, limits: &Limits) -> io::Result<Source> {
    if path == Path::new("-") {
        return Source::read("<stdin>", io::stdin().lock(), limits);
    }
    let shipped = SHIPPED.iter().find(|(name, _)| Path::new(name) == path);
    match (Source::open(path, limits), shipped) {
        (Err(error), Some((name, text))) if error.kind() == ErrorKind::NotFound => {
            Ok(Source::from_text(*name, *text))
        }
        (result, _) => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::load::read;

    #[test]
    fn every_shipped_dungeon_can_be_played() {
        for (name, text) in SHIPPED {
            let source = Source::from_text(name, text);
            let (dungeon, found) = read(&source, &Limits::default());
            let found: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
            assert!(dungeon.is_some(), "{name}: {found:?}");
        }
    }
}
