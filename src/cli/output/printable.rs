//! The last defence of a terminal: whatever is printed holds printable characters and line feeds only.
use dungeon_format::untrusted::Untrusted;

/// Returns a text of several lines with every character but its line feeds printable.
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
