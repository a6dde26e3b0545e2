//! Which glyphs of a dungeon's text are terrain, of which a cell has one, and which are things that lie on it.
use std::collections::BTreeMap;

use crate::format::parse::parse;
use crate::format::source::{Limits, Source};
use crate::format::syntax::{Head, Statement, Syntax};

/// What is terrain in every game without a declaration, a blank among it.
const BUILT_IN: &str = " .#+'<>^?";

/// The sorts of glyphs, by the lines before the first level.
#[derive(Debug, Default)]
pub struct GlyphSorts {
    declared: BTreeMap<char, bool>,
    /// The game that the lines name.
    pub game: Option<String>,
    /// Whether a line says what wins.
    pub has_goal: bool,
    /// Whether a line says what the file is called.
    pub has_title: bool,
}

impl GlyphSorts {
    /// Reads the lines; what is wrong with them is told of the whole text.
    pub fn of(head: &str) -> GlyphSorts {
        let (syntax, _) = parse(&Source::from_text("", head), &Limits::default());
        let mut sorts = GlyphSorts::default();
        let Syntax::Modern(modern) = syntax else {
            return sorts;
        };
        let mut marks = Vec::new();
        for statement in &modern.statements {
            let Statement::Record(record) = statement else {
                continue;
            };
            match &record.head.value {
                Head::Tile(glyph) => {
                    // Boulders lie on the floor that is drawn.
                    let text = head.get(record.span.range()).unwrap_or_default();
                    sorts
                        .declared
                        .insert(glyph.value, !text.contains("push=yes"));
                }
                Head::Item(glyph) | Head::Kind(glyph) | Head::Class(glyph, _) => {
                    sorts.declared.insert(glyph.value, false);
                }
                Head::Mark(glyph, all) => marks.push((glyph.value, all)),
                Head::Rules(game) => sorts.game = Some(game.value.clone()),
                Head::Goal => sorts.has_goal = true,
                Head::Title => sorts.has_title = true,
                _ => {}
            }
        }
        for (mark, all) in marks {
            let is_terrain = all.glyphs().all(|glyph| sorts.is_terrain(glyph.value));
            sorts.declared.insert(mark, is_terrain);
        }
        sorts
    }

    /// Whether a line gives a glyph its meaning.
    pub fn declares(&self, glyph: char) -> bool {
        self.declared.contains_key(&glyph)
    }

    /// A glyph that the lines give a meaning.
    pub fn declared_glyph(&self) -> Option<char> {
        self.declared.keys().next().copied()
    }

    /// Whether a glyph is terrain, or what is built into it.
    pub fn is_terrain(&self, glyph: char) -> bool {
        let declared = self.declared.get(&glyph).copied();
        declared.unwrap_or_else(|| match self.game.as_deref() {
            // Fences of siege, slime of tactics.
            Some("siege") => BUILT_IN.contains(glyph) || ('1'..='5').contains(&glyph),
            Some("tactics") => BUILT_IN.contains(glyph) || glyph == '~',
            _ => BUILT_IN.contains(glyph),
        })
    }
}
