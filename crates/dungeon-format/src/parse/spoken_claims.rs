//! Reads a test's expectations in everyday spelling, such as `expect won turns<=40 winrate greedy 20%..60%`, to suggest
//! how a file writes them.
use super::recovery::{Parsed, absent};
use super::token::{self, TextEnd};
use crate::keys::{self, RecordKind, ValueShape};
use crate::syntax::Value;
use crate::test_case::NumberBounds;

/// Returns the claims at the start of a line, and their spelling in a file; `None` without a claim.
pub fn spoken_claims(input: &str) -> Option<(&str, String)> {
    let mut rest = input;
    let mut claims: Vec<String> = Vec::new();
    while let Ok((behind, claim)) = spoken_claim(rest.trim_start_matches(' ')) {
        claims.push(claim);
        rest = behind;
    }
    let said = &input[..input.len() - rest.len()];
    (!claims.is_empty()).then(|| (said, claims.join(" ")))
}

/// Reads one claim: a key of tests, and its value after spaces or a comparison.
fn spoken_claim(input: &str) -> Parsed<&str, String> {
    let is_letter = |c: char| c.is_ascii_lowercase();
    let length = input.find(|c| !is_letter(c)).unwrap_or(input.len());
    let (word, behind) = input.split_at(length);
    let behind = behind.trim_start_matches(' ');
    let key = keys::lone_key(word, RecordKind::Test.keyword().unwrap_or_default());
    let key = key.filter(|key| key.records().any(|record| record == RecordKind::Test));
    let Some(key) = key else { return absent() };
    let (behind, said) = match key.shape {
        ValueShape::Bounds { .. } => compared(behind)?,
        ValueShape::OneOf(words) => bare(behind, |word| words.contains(&word))?,
        ValueShape::Cell => bare(behind, |word| {
            matches!(token::shape(word), Value::Point(..))
        })?,
        ValueShape::Text => quoted_text(behind)?,
        ValueShape::BotAndShare => {
            let (behind, bot) = bare(behind, |word| !word.is_empty() && !word.contains('='))?;
            let is_share = |word: &str| NumberBounds::read(word, "%").is_some();
            let (behind, share) = bare(behind.trim_start_matches(' '), is_share)?;
            (behind, format!("{bot}:{share}"))
        }
        _ => return absent(),
    };
    Ok((behind, format!("{word}={said}")))
}

/// Reads a comparison, such as `<=40` or `> 3`, as bounds.
fn compared(input: &str) -> Parsed<&str, String> {
    let is_sign = |c: char| matches!(c, '<' | '>' | '=');
    let length = input.find(|c| !is_sign(c)).unwrap_or(input.len());
    let (sign, behind) = input.split_at(length);
    let number = behind.trim_start_matches(' ');
    let digits = token::bare(number);
    match NumberBounds::compared(sign, digits) {
        Some(bounds) => Ok((&number[digits.len()..], bounds.to_string())),
        None => absent(),
    }
}

/// Reads a word without quotes as the value of the key, if `is_value` accepts the word.
fn bare(input: &str, is_value: impl Fn(&str) -> bool) -> Parsed<&str, String> {
    let word = token::bare(input);
    if is_value(word) {
        Ok((&input[word.len()..], word.to_owned()))
    } else {
        absent()
    }
}

/// Reads a text with its quotes.
fn quoted_text(input: &str) -> Parsed<&str, String> {
    let Some(inside) = input.strip_prefix('"') else {
        return absent();
    };
    match token::inside_text(inside)? {
        (behind, (_, TextEnd::Closed)) => {
            Ok((behind, input[..input.len() - behind.len()].to_owned()))
        }
        _ => absent(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_told_as_a_file_writes_it() {
        let mended = |said: &str| spoken_claims(said).map(|(_, mend)| mend);
        for (said, written) in [
            ("expect won turns<=40", "expect=won turns=..40"),
            ("turns < 40", "turns=..39"),
            ("health>=10", "health=10.."),
            ("health > 10", "health=11.."),
            ("turns==7", "turns=7"),
            ("at 5,3 winnable yes", "at=5,3 winnable=yes"),
            ("winrate greedy 20%..60%", "winrate=greedy:20%..60%"),
            (
                "keys \"ll\\\"\" says \"a b\"",
                "keys=\"ll\\\"\" says=\"a b\"",
            ),
        ] {
            assert_eq!(mended(said).as_deref(), Some(written), "{said}");
        }
        for said in [
            "expect",
            "expect win",
            "turns<=x",
            "turns<=4x",
            "damage<=4",
            "at 5",
            "says \"a",
        ] {
            assert_eq!(mended(said), None, "{said}");
        }
        let (said, _) = spoken_claims("turns<=4 // few").expect("a claim");
        assert_eq!(said, "turns<=4", "a remark is no claim");
    }
}
