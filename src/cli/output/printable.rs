//! Makes text safe for a terminal: only printable characters and line feeds are left.
use dungeon_format::characters::{Fault, fault};
use dungeon_format::untrusted::Untrusted;

/// Escapes every unprintable character of a text, except line feeds.
pub fn lines(text: &str) -> String {
    let mut lines = text
        .split('\n')
        .map(|line| Untrusted::from(line).to_string());
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |text, line| text + "\n" + &line)
}

/// Escapes the characters of a diff that no valid file has, so that the diff of a valid file can be applied: leaves tabs,
/// wide characters and both forms of line ends.
pub fn diff(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for whole in text.split_inclusive('\n') {
        let line = whole.strip_suffix("\r\n").unwrap_or(whole);
        for c in line.chars() {
            match fault(c) {
                Some(Fault::Control) if c != '\n' => {
                    safe += &Untrusted::from(c.to_string()).to_string();
                }
                _ => safe.push(c),
            }
        }
        safe += &whole[line.len()..];
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_keeps_every_character_of_a_valid_file_and_escapes_all_others() {
        let valid = "-\u{d6}gre \u{9f8d}\u{1f479}\t\u{a0}\r\n+a\n b";
        assert_eq!(diff(valid), valid);
        assert_eq!(
            diff("+\u{1b}[m\r!\u{202e}x\r\n\r"),
            "+\\x1b[m\\r!\\u{202e}x\r\n\\r"
        );
        assert_eq!(diff(""), "");
    }

    #[test]
    fn lines_stay_lines_and_nothing_else_passes() {
        assert_eq!(lines("a\n\u{1b}[m\tb\r\n\nü\n"), "a\n\\x1b[m\\tb\\r\n\nü\n");
        assert_eq!(lines(""), "");
    }
}
