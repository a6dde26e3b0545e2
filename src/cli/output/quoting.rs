//! Quotes words for commands that a player can copy into a shell.
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use dungeon_format::characters::is_printable;
use dungeon_play::replay::recording::Recording;
use dungeon_play::text::day::Day;

/// Quotes a path or a name as an operand of a command. A word that looks like an option gets `./` in front.
pub fn path_operand(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    // A lone `-` is standard input.
    match path.as_os_str().as_bytes() {
        [b'-', _, ..] => quoted(Path::new(".").join(path)),
        _ => quoted(path),
    }
}

/// Formats an option with its value: `--keys lj`, or `--keys=-l` if the value looks like an option.
pub fn option(name: &str, value: impl AsRef<OsStr>) -> String {
    let value = value.as_ref();
    let between = match value.as_bytes() {
        [b'-', ..] => '=',
        _ => ' ',
    };
    format!("{name}{between}{}", quoted(value))
}

/// Converts a path to the path of a URI: bytes that a URI cannot hold are percent-encoded.
pub fn percent_encoded(path: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encoded = path.iter().map(|byte| match *byte {
        byte if is_plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    encoded.collect()
}

/// Returns the command that starts the same game again: `dungeon crypt --seed 7`, or `dungeon daily crypt --date
/// 2026-11-28` for a daily game. `file` is the shell words that name the dungeon.
pub fn play_command(file: &str, recording: &Recording) -> String {
    match Day::of_seed(recording.seed) {
        Some(day) if recording.tempo.is_none() => format!("dungeon daily {file} --date {day}"),
        _ => format!("dungeon {file} {}", game_options(recording)),
    }
}

/// Returns the options that start the same game again: `--seed 7`, or `--seed 7 --tempo 500`.
pub fn game_options(recording: &Recording) -> String {
    let seed = format!("--seed {}", recording.seed);
    match recording.tempo {
        Some(tempo) => format!("{seed} --tempo {tempo}"),
        None => seed,
    }
}

/// Quotes text as one shell word. Unprintable text is written in `$'…'`, which bash, zsh, ksh and newer POSIX shells
/// understand.
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    match word.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(is_plain) => text.to_owned(),
        Some(text) if is_printable(text) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => format!(
            "$'{}'",
            word.as_bytes().iter().map(spelt).collect::<String>()
        ),
    }
}

/// Returns a byte as written inside `$'…'`.
fn spelt(byte: &u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_word_stays_one_word_in_the_shell() {
        assert_eq!(quoted("a/b-1.dng"), "a/b-1.dng");
        assert_eq!(quoted("<Esc>;'x"), r"'<Esc>;'\''x'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's \x1b1"), r"$'it\'s \0331'");
    }

    #[test]
    fn no_file_or_value_is_read_as_an_option() {
        let files = ["-x.dng", "--help", "-", "x/-y", "./-x", "-a b"].map(path_operand);
        assert_eq!(
            files,
            ["./-x.dng", "./--help", "-", "x/-y", "./-x", "'./-a b'"]
        );
        let values = ["lj", "-l", "--seed", ""].map(|keys| option("--keys", keys));
        let expected = ["--keys lj", "--keys=-l", "--keys=--seed", "--keys ''"];
        assert_eq!(values, expected);
    }

    #[test]
    fn what_is_printed_of_a_word_is_read_as_that_word() {
        let words = [
            "x y",
            "it's",
            "$HOME `x`",
            "\x1b[31m\n7\\",
            "地牢.dng",
            "e\u{301}\u{202e}",
        ];
        let words = words.map(OsStr::new).into_iter();
        for word in words.chain([OsStr::from_bytes(b"caf\xe9'.dng")]) {
            let word_in_shell = quoted(word);
            assert!(is_printable(&word_in_shell), "{word_in_shell}");
            let script = format!("printf %s {word_in_shell}");
            let read = Command::new("bash").args(["-c", &script]).output();
            assert_eq!(
                read.expect("a shell").stdout,
                word.as_bytes(),
                "{word_in_shell}"
            );
        }
    }
}
