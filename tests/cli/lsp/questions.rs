//! Sends every request of an editor about every fixture and about damaged files: none panics, and every position in an
//! answer lies in the text.

use dungeon::analysis::file_analysis::FileAnalysis;
use dungeon::analysis::named_things::NamedThing;
use dungeon_format::source::{Source, Span};
use proptest::prelude::*;

use crate::{cases, corpus};

/// Sends all requests at some positions of a text.
fn ask(text: &str, places: impl Fn(usize) -> bool) {
    let analysis = FileAnalysis::new(Source::from_text("asked.dng", text));
    let text = &analysis.source().text;
    let is_in_text = |span: Span| text.get(span.range()).is_some();
    let mut last = 0;
    for (span, _) in analysis.painted(Span::new(0, text.len())) {
        assert!(
            is_in_text(span) && !analysis.source().slice(span).contains('\n'),
            "{span:?}"
        );
        assert!(
            last <= span.start,
            "tokens overlap or are out of order: {span:?}"
        );
        last = span.end;
    }
    assert!(analysis.folds().into_iter().all(is_in_text));
    assert!(
        analysis
            .lenses()
            .into_iter()
            .all(|lens| is_in_text(lens.head))
    );
    for entry in analysis.outline() {
        assert!(is_in_text(entry.whole) && is_in_text(entry.head));
    }
    for map in analysis.drawn_maps() {
        let cells = map.named.iter().flatten();
        for span in cells.flat_map(|cell| [cell.column, cell.row]) {
            assert!(analysis.source().slice(span).parse::<i64>().is_ok());
        }
        assert!(map.rows.into_iter().chain([map.head]).all(is_in_text));
    }
    for sort in analysis.new_sorts() {
        if let Ok(line) = analysis.declaration(&sort, 'Ω', "new thing") {
            assert!(text.is_char_boundary(line.at as usize), "{line:?}");
        }
    }
    for byte in (0..=text.len()).filter(|byte| text.is_char_boundary(*byte) && places(*byte)) {
        let byte = byte as u32;
        if let Some(told) = analysis.hover(byte) {
            assert!(is_in_text(told.about) && !told.markdown.is_empty());
        }
        let completion = analysis.completion(byte);
        assert!(is_in_text(completion.typed), "{byte}: {completion:?}");
        let Some((thing, span)) = analysis.named_at(byte) else {
            continue;
        };
        assert!(is_in_text(span));
        let (declared, named) = (analysis.declared_at(&thing), analysis.named_in(&thing));
        assert!(
            named.contains(&span),
            "{thing:?} is not named where it is: {named:?}"
        );
        assert!(named.iter().chain(&declared).all(|span| is_in_text(*span)));
        if let Ok((NamedThing::Glyph(glyph, _), _)) = analysis.renameable(byte) {
            let is_it = |span: &Span| analysis.source().slice(*span) == glyph.to_string();
            assert!(named.iter().all(is_it), "only the character is replaced");
        }
    }
}

/// Returns the fixtures and shipped dungeons that are UTF-8, except huge ones.
fn texts() -> Vec<String> {
    let folders = ["fixtures/err", "fixtures/ok", "dungeons"].into_iter();
    let paths = folders.flat_map(corpus::paths);
    let texts = paths.filter_map(|path| String::from_utf8(corpus::golden::input(&path)).ok());
    texts.filter(|text| text.len() < 20_000).collect()
}

#[test]
fn every_question_about_every_fixture_has_an_answer_in_its_text() {
    let every = if cases::is_long() { 23 } else { 91 };
    for (nth, text) in texts().into_iter().enumerate() {
        ask(&text, |byte| (byte + nth) % every == 0);
    }
}

proptest! {
    #![proptest_config(cases::of(64))]

    #[test]
    fn no_question_about_a_broken_file_panics(
        nth in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..40, "[a-zA-Z0-9=\"#@.|~\n\t𝄞 ]{0,5}"), 1..6),
        step in 1_usize..40,
    ) {
        let texts = texts();
        let mut text = texts[nth.index(texts.len())].clone();
        for (at, length, piece) in &cuts {
            let boundary = |mut byte: usize| {
                while !text.is_char_boundary(byte) {
                    byte -= 1;
                }
                byte
            };
            let start = boundary(at.index(text.len() + 1));
            let end = boundary((start + length).min(text.len())).max(start);
            text.replace_range(start..end, piece);
        }
        ask(&text, |byte| byte % (step * 7) == 0);
    }
}
