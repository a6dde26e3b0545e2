//! The names of saves and checkpoints: how they end, how they are read, and how one is made of a dungeon's name.
use std::path::Path;

use dungeon_format::characters::fault;

/// How the names of saves end.
pub const EXTENSION: &str = "save";

/// How the names of checkpoints end.
pub const CHECKPOINT_EXTENSION: &str = "checkpoint";

/// Characters of a name; file systems have room for 255 bytes.
const LONGEST: usize = 60;

/// The name of the save in this file, such as `crypt`, or of the checkpoint, such as `crypt.checkpoint`; none if the file
/// is neither.
pub fn name_of(path: &Path) -> Option<String> {
    let name = match path.extension()?.to_str()? {
        EXTENSION => path.file_stem()?,
        CHECKPOINT_EXTENSION => path.file_name()?,
        _ => return None,
    };
    let name = name.to_string_lossy();
    (!name.starts_with('.')).then(|| name.into_owned())
}

/// Whether a file is a checkpoint by its name.
pub fn is_checkpoint(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end == CHECKPOINT_EXTENSION)
}

/// What the saves of a dungeon are called: its file's name without the end, in characters that are printed as they
/// stand.
pub fn stem(dungeon: &str) -> String {
    let name = Path::new(dungeon).file_stem().unwrap_or_default();
    let name = name.to_string_lossy();
    let plain = |c: char| match c {
        c if (c.is_alphanumeric() && fault(c).is_none()) || "._-".contains(c) => c,
        _ => '-',
    };
    let name: String = name.chars().take(LONGEST).map(plain).collect();
    match name.trim_matches(['.', '-']) {
        "" => "dungeon".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves_are_called_as_their_dungeons_in_words_that_any_shell_takes() {
        let stems = [
            ("dungeons/crypt.dng", "crypt"),
            ("crypt", "crypt"),
            ("<stdin>", "stdin"),
            ("my cave (2).dng", "my-cave--2"),
            ("-rf.dng", "rf"),
            (".dng", "dng"),
            ("..", "dungeon"),
            ("", "dungeon"),
            ("höhle.v2.dng", "höhle.v2"),
            ("地牢2.dng", "2"),
            ("地牢.dng", "dungeon"),
            ("a\u{1b}[31m.dng", "a--31m"),
        ];
        for (dungeon, expected) in stems {
            assert_eq!(stem(dungeon), expected, "{dungeon:?}");
        }
        let long = stem(&"x".repeat(300));
        assert_eq!(long.len(), LONGEST);
    }

    #[test]
    fn hidden_files_and_those_of_another_kind_are_no_saves() {
        let names = [
            "crypt.save",
            ".crypt.save",
            "crypt.save.tmp",
            "crypt",
            ".save",
            ".crypt.checkpoint",
        ];
        let called = names.map(|name| name_of(Path::new(name)));
        let crypt = Some("crypt".to_owned());
        assert_eq!(called, [crypt, None, None, None, None, None]);
        let checkpoint = name_of(Path::new("crypt.checkpoint"));
        assert_eq!(checkpoint.as_deref(), Some("crypt.checkpoint"));
    }
}
