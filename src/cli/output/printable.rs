//! Makes text safe for a terminal: only printable characters and line feeds are left.
use dungeon_format::untrusted::Untrusted;

/// Escapes every unprintable character of a text, except line feeds.
pub fn lines(text: &str) -> String {
    let mut lines = text
        .split('\n')
        .map(|line| Untrusted::from(line).to_string());
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |text, line| text + "\n" + &line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_lines_and_nothing_else_passes() {
        assert_eq!(lines("a\n\u{1b}[m\tb\r\n\nü\n"), "a\n\\x1b[m\\tb\\r\n\nü\n");
        assert_eq!(lines(""), "");
    }
}
