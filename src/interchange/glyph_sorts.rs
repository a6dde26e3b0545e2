//! Which glyphs of a dungeon's text are terrain, of which a cell has one, and which are things that lie on it.
use std::collections::{BTreeMap, BTreeSet};

use dungeon_format::parse::parse;
use dungeon_format::source::{Limits, Source, Span};
use dungeon_format::syntax::{Head, Statement, Syntax};
use dungeon_model::dungeon::game_profile::{GameProfile, Thing};
use dungeon_model::dungeon::games;

/// What a glyph brings to its cell, which has room for one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stands {
    /// What the cell is made of: floor, a wall, a door.
    Terrain,
    /// Something that lies there.
    Item,
    /// Something that stands there: the hero, a monster, a boulder.
    Body,
}

/// The sorts of glyphs, by the lines before the first level.
#[derive(Debug, Default)]
pub struct GlyphSorts {
    declared: BTreeMap<char, Stands>,
    /// Terrain that cannot be entered.
    closed: BTreeSet<char>,
    /// Terrain of the game, without a declaration.
    built_in: Vec<char>,
    /// The game that the lines name.
    pub named_game: Option<&'static GameProfile>,
    /// Whether a line says what wins.
    pub has_goal: bool,
    /// Whether a line says that leaving wins.
    pub has_way_out: bool,
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
        let text = |span: Span| head.get(span.range()).unwrap_or_default();
        let mut marks = Vec::new();
        for statement in &modern.statements {
            let Statement::Record(record) = statement else {
                continue;
            };
            match &record.head.value {
                Head::Tile(glyph) => {
                    // Boulders lie on the floor that is drawn.
                    let stands = if text(record.span).contains("push=yes") {
                        Stands::Body
                    } else {
                        Stands::Terrain
                    };
                    sorts.declared.insert(glyph.value, stands);
                    if text(record.span).contains("walk=no") {
                        sorts.closed.insert(glyph.value);
                    }
                }
                Head::Item(glyph) => {
                    sorts.declared.insert(glyph.value, Stands::Item);
                }
                Head::Kind(glyph) | Head::Class(glyph, _) => {
                    sorts.declared.insert(glyph.value, Stands::Body);
                }
                Head::Mark(glyph, all) => marks.push((glyph.value, all)),
                Head::Rules(game) => sorts.named_game = games::named(&game.value),
                Head::Goal => {
                    sorts.has_goal = true;
                    sorts.has_way_out |= text(record.span).contains("leave=yes");
                }
                Head::Title => sorts.has_title = true,
                _ => {}
            }
        }
        let is_terrain = |thing| matches!(thing, Thing::Tile(_) | Thing::Feature(_));
        let built_in = sorts.game().glyphs().into_iter();
        let built_in = built_in.filter(|(_, thing)| is_terrain(*thing));
        sorts.built_in = built_in.map(|(glyph, _)| glyph).collect();
        for (mark, all) in marks {
            let mut outcomes = all.glyphs().map(|glyph| sorts.stands(glyph.value));
            let other = outcomes.find(|stands| *stands != Stands::Terrain);
            sorts
                .declared
                .insert(mark, other.unwrap_or(Stands::Terrain));
        }
        sorts
    }

    /// The game that the lines name, or the usual one.
    pub fn game(&self) -> &'static GameProfile {
        self.named_game.unwrap_or(games::DEFAULT)
    }

    /// Whether a line gives a glyph its meaning.
    pub fn declares(&self, glyph: char) -> bool {
        self.declared.contains_key(&glyph)
    }

    /// The glyphs that the lines give a meaning.
    pub fn declared_glyphs(&self) -> impl Iterator<Item = char> {
        self.declared.keys().copied()
    }

    /// Whether a glyph is terrain that cannot be entered.
    pub fn is_closed(&self, glyph: char) -> bool {
        glyph == '+' && !self.declares('+') || self.closed.contains(&glyph)
    }

    /// What a glyph brings to its cell.
    pub fn stands(&self, glyph: char) -> Stands {
        let declared = self.declared.get(&glyph).copied();
        declared.unwrap_or(match glyph {
            '@' => Stands::Body,
            _ if self.built_in.contains(&glyph) => Stands::Terrain,
            _ => Stands::Item,
        })
    }
}
