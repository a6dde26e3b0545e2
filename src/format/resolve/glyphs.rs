//! What each character stands for: the rule set's own glyphs, and the file's declarations above them.
use std::collections::{BTreeSet, HashMap};

use super::desk::Desk;
use super::places::{Declaration, Fit, Thing, Use};
use crate::dungeon::{Stair, builtin};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::{Span, Spanned};

/// The glyphs that a file can use outside its marks.
#[derive(Debug)]
pub struct Glyphs {
    meanings: HashMap<char, Meaning>,
    /// Glyphs that something which was reported may have given a meaning: they are not called unknown.
    pub doubtful: BTreeSet<char>,
}

/// What one glyph stands for, and which entry of `declared` says so.
#[derive(Clone, Copy, Debug)]
struct Meaning {
    thing: Thing,
    declared: Option<usize>,
}

/// What explore knows without a declaration (FORMAT.md, "Reference").
impl Default for Glyphs {
    fn default() -> Glyphs {
        let own = [
            (' ', Thing::Tile(builtin::ROCK)),
            ('.', Thing::Tile(builtin::FLOOR)),
            ('#', Thing::Tile(builtin::WALL)),
            ('@', Thing::Body(builtin::HERO)),
            ('h', Thing::Body(builtin::HERO)),
            ('w', Thing::Body(builtin::WANDERER)),
            ('g', Thing::Body(builtin::GHOST)),
            ('p', Thing::Body(builtin::PATROL)),
            ('*', Thing::Item(builtin::HERB)),
            ('=', Thing::Item(builtin::RING)),
            ('$', Thing::Item(builtin::GOLD)),
            ('+', Thing::Fitting(Fit::Door)),
            ('\'', Thing::Fitting(Fit::OpenDoor)),
            ('>', Thing::Fitting(Fit::Stairs(Stair::Down))),
            ('<', Thing::Fitting(Fit::Stairs(Stair::Up))),
            ('^', Thing::Fitting(Fit::Trap)),
            ('?', Thing::Fitting(Fit::Sign)),
        ];
        let meaning = |(glyph, thing)| {
            (
                glyph,
                Meaning {
                    thing,
                    declared: None,
                },
            )
        };
        Glyphs {
            meanings: own.map(meaning).into(),
            doubtful: BTreeSet::new(),
        }
    }
}

impl Glyphs {
    /// What a glyph stands for.
    pub fn thing(&self, glyph: char) -> Option<Thing> {
        self.meanings.get(&glyph).map(|meaning| meaning.thing)
    }

    /// What a glyph stands for, which counts as a use of its declaration.
    pub fn use_thing(&self, glyph: char, declared: &mut [Declaration]) -> Option<Thing> {
        let meaning = self.meanings.get(&glyph)?;
        if let Some(declaration) = meaning.declared.and_then(|index| declared.get_mut(index)) {
            declaration.use_ = Use::Used;
        }
        Some(meaning.thing)
    }

    /// Gives a glyph its meaning for the whole file, or reports that it has one already.
    pub fn declare(
        &mut self,
        desk: &mut Desk<'_>,
        declared: &mut Vec<Declaration>,
        declaration: Declaration,
        glyph: Spanned<char>,
        thing: Thing,
    ) {
        if is_reserved(glyph.value) {
            reserved(desk, glyph);
            return;
        }
        let first = self
            .meanings
            .get(&glyph.value)
            .and_then(|meaning| declared.get(meaning.declared?));
        if let Some(first) = first {
            duplicate(desk, glyph, first.span);
            return;
        }
        let meaning = Meaning {
            thing,
            declared: Some(declared.len()),
        };
        self.meanings.insert(glyph.value, meaning);
        declared.push(declaration);
    }
}

/// Whether a glyph always means the same in explore: the blank, `@` and `h`.
pub fn is_reserved(glyph: char) -> bool {
    matches!(glyph, ' ' | '@' | 'h')
}

/// Reports that a glyph which always means the same was declared.
pub fn reserved(desk: &mut Desk<'_>, glyph: Spanned<char>) {
    let message = format!(
        "expected another glyph: `{}` is the hero in every dungeon of explore",
        glyph.value
    );
    desk.report(
        Diagnostic::new(Code::DuplicateGlyph, glyph.span, message)
            .help("choose a glyph other than the blank, `@` and `h`"),
    );
}

/// Reports a second meaning for a glyph.
pub fn duplicate(desk: &mut Desk<'_>, glyph: Spanned<char>, first: Span) {
    let message = format!("expected one meaning for `{}`, found a second", glyph.value);
    desk.report(
        Diagnostic::new(Code::DuplicateGlyph, glyph.span, message)
            .label(first, "it gets its first one here")
            .help("choose another glyph for one of them"),
    );
}
