//! Commands that a person can copy into a shell.

/// The text as one word of a shell's command line.
pub fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stays_one_word_in_the_shell() {
        assert_eq!(quoted("a/b-1.dng"), "a/b-1.dng");
        assert_eq!(quoted("<Esc>;'x"), r"'<Esc>;'\''x'");
        assert_eq!(quoted(""), "''");
    }
}
