//! How a modern record begins: its first word, and the glyphs or the word that belong to it.
use super::lines::Line;
use super::reader::Reader;
use super::rows::{report_odd_blanks, wide_glyph};
use super::shape::{self, Shape};
use super::token;
use crate::dungeon::games::{ALL, DEFAULT};
use crate::format::characters::{Fault, fault, quoted};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::games;
use crate::format::keys::{self, RecordKind};
use crate::format::source::{Span, Spanned};
use crate::format::spelling::nearest;
use crate::format::syntax::Head;

/// A line taken apart as far as its first word.
#[derive(Clone, Copy)]
pub struct Begun<'s> {
    pub line: Line<'s>,
    pub word: &'s str,
}

impl Begun<'_> {
    /// Where the word stands.
    pub fn span(&self) -> Span {
        Span::new(self.line.start, self.line.start + self.word.len())
    }
}

/// The head of a keyword's record with the glyphs or the word that belong to it, and how much of the
/// line that was.
pub fn head(reader: &mut Reader<'_>, begun: Begun<'_>, shape: &Shape) -> Option<(Head, usize)> {
    let mut read = begun.word.len();
    let mut glyphs = Vec::new();
    for _ in 0..shape.glyphs {
        let (word, span) = next_word(reader, begun.line, read);
        glyphs.push(Spanned {
            value: glyph(reader, word, span, shape)?,
            span,
        });
        read = span.end as usize - begun.line.start;
    }
    let head = match (shape.keyword, glyphs.as_slice()) {
        ("title", _) => Head::Title,
        ("author", _) => Head::Author,
        ("about", _) => Head::About,
        ("level", _) => Head::Level,
        ("seed", _) => Head::Seed,
        ("hero", _) => Head::Hero,
        ("test", _) => Head::Test,
        ("tile", [glyph]) => Head::Tile(*glyph),
        ("item", [glyph]) => Head::Item(*glyph),
        ("kind", [glyph]) => Head::Kind(*glyph),
        ("scatter", [glyph]) => Head::Scatter(*glyph),
        ("mark", [new, glyph]) => Head::Mark(*new, *glyph),
        _ => {
            let (word, span) = next_word(reader, begun.line, read);
            read = span.end as usize - begun.line.start;
            Head::Rules(rules_word(reader, word, span)?)
        }
    };
    Some((head, read))
}

/// The next word of a line behind its byte `read`; empty at its end.
pub fn next_word<'s>(reader: &mut Reader<'_>, line: Line<'s>, read: usize) -> (&'s str, Span) {
    let rest = &line.text[read..];
    let inked = rest.trim_start();
    let gap = &rest[..rest.len() - inked.len()];
    report_odd_blanks(reader, gap, line.start + read);
    let start = line.start + read + gap.len();
    let word = token::bare(inked);
    (word, Span::new(start, start + word.len()))
}

fn glyph(reader: &mut Reader<'_>, word: &str, span: Span, shape: &Shape) -> Option<char> {
    let mut characters = word.chars();
    match (characters.next(), characters.as_str()) {
        (Some(glyph), "") => is_glyph(reader, glyph, span).then_some(glyph),
        (first, _) => {
            let found = match first {
                None => "nothing".to_string(),
                Some(_) => quoted(word),
            };
            let keyword = shape.keyword;
            let message = format!(
                "expected a glyph (one character, then a blank) behind `{keyword}`, found {found}"
            );
            let found = Diagnostic::new(Code::BadValue, span, message)
                .help(format!("it reads, for example, `{}`", shape.example));
            reader.report_senseless(found, span);
            None
        }
    }
}

/// Whether a character can be a glyph; if not, that is reported.
pub fn is_glyph(reader: &mut Reader<'_>, glyph: char, span: Span) -> bool {
    match fault(glyph) {
        None => true,
        Some(Fault::Control) => false, // the scan of the whole text has told
        Some(_) => {
            reader.report(wide_glyph(span, glyph));
            false
        }
    }
}

fn rules_word(reader: &mut Reader<'_>, word: &str, span: Span) -> Option<Spanned<String>> {
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic());
    if is_word {
        return Some(Spanned {
            value: word.to_string(),
            span,
        });
    }
    let found = match word {
        "" => "nothing".to_string(),
        _ => quoted(word),
    };
    let message = format!("expected the name of a rule set behind `rules`, found {found}");
    let found = Diagnostic::new(Code::BadValue, span, message);
    let Ok((_, key)) = token::key(word) else {
        let found = found.help(format!("there are {}", games::lines()));
        reader.report_senseless(found, span);
        return None;
    };
    if let Some(game) = games::WORDS.into_iter().find(|game| *game == key) {
        let help = format!("the game's name stands alone: `rules {game}`");
        reader.report_senseless(found.help(help).fix(span, game), span);
        return Some(Spanned {
            value: game.to_string(),
            span,
        });
    }
    // Whose parameter it is, is known, or it is one of every game, of which the default one is played without a word.
    let theirs = keys::only_game(RecordKind::Rules, key);
    let game = theirs.unwrap_or(DEFAULT.word);
    let help = format!("the game's name comes first: `rules {game} {key}=…`");
    let start = Span::new(span.start as usize, span.start as usize);
    let found = found.help(help).fix(start, format!("{game} "));
    reader.report_senseless(found, span);
    // Then the rest can be read as what it is meant for.
    theirs.map(|game| Spanned {
        value: game.to_string(),
        span: start,
    })
}

/// What to say of a line that begins no record.
pub fn unknown(begun: Begun<'_>) -> Diagnostic {
    let (word, line) = (begun.word, begun.line);
    let message = format!(
        "expected a keyword, or a glyph and a blank, found {}",
        quoted(word)
    );
    let found = Diagnostic::new(Code::UnknownRecord, begun.span(), message);
    let glyph_length = word.chars().next().map_or(0, char::len_utf8);
    let glued = &word[glyph_length..];
    let keywords = shape::KEYWORDS.iter().map(|shape| shape.keyword);
    if word == "end" {
        return found.help("an `end` closes a `map`, and here is none to close");
    }
    if token::starts_number(glued) && !word.starts_with(|c: char| c.is_ascii_digit()) {
        let gap = Span::new(line.start + glyph_length, line.start + glyph_length);
        return found.help("a blank stands behind the glyph").fix(gap, " ");
    }
    if line.text.starts_with('#') || line.text.contains("##") {
        return Diagnostic {
            span: line.span(),
            ..found
        }
        .help("rows of a map stand between a line `map` and a line `end`");
    }
    if let Some(game) = games::WORDS.iter().find(|game| **game == word) {
        let start = Span::new(line.start, line.start);
        return found
            .help(format!("a line `rules {game}` says which game it is"))
            .fix(start, "rules ");
    }
    let parameter = token::key(word).map_or(word, |(_, key)| key);
    // Without its `=` a parameter may be meant for a thing of that name, or for an everyday word.
    let is_everyday = matches!(word, "gold" | "turn");
    let is_thing = parameter == word && (is_everyday || drawn_as(word).is_some());
    if let Some(game) = keys::only_game(RecordKind::Rules, parameter).filter(|_| !is_thing) {
        return found.help(format!(
            "it belongs on the line of the game: `rules {game} {parameter}=…`"
        ));
    }
    let candidates = keywords.chain(["map"]);
    match nearest(word, candidates).filter(|_| word.is_ascii()) {
        Some(keyword) => found.did_you_mean(begun.span(), keyword),
        None => found.help(
            drawn_as(word)
                .unwrap_or("begin remarks with `//`; indent a line that continues the one above"),
        ),
    }
}

/// How a thing is written that has a glyph and no keyword.
fn drawn_as(word: &str) -> Option<&'static str> {
    Some(match word {
        "door" => "a door is written with its glyph, such as `+ 12 4 locked=bronze`",
        "trap" => "a trap is written with its glyph, such as `^ 12 4 trap=pit`",
        "stairs" | "stair" => "stairs are written with their glyph, such as `> 12 4 to=\"Cellar\"`",
        "sign" => "a sign is written with its glyph, such as `? 12 4 \"Beware.\"`",
        "wall" => "a wall is written with its glyph, such as `# 12 4`",
        _ => {
            let hints = ALL.into_iter().flat_map(|game| game.glyph_hints);
            return hints
                .copied()
                .find(|(own, _)| *own == word)
                .map(|(_, hint)| hint);
        }
    })
}
