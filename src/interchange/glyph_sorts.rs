//! Sorts of glyphs: terrain, items and bodies. A cell has room for one glyph of each sort.
use std::collections::{BTreeMap, BTreeSet};

use dungeon_format::parse::parse;
use dungeon_format::source::{Limits, Source, Span};
use dungeon_format::syntax::{Head, Statement, Syntax};
use dungeon_model::dungeon::game_profile::{GameProfile, Thing};
use dungeon_model::dungeon::games;

/// The part of a cell that a glyph fills. A cell has room for one glyph of each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlyphRole {
    /// Terrain: floor, a wall, a door.
    Terrain,
    /// Something that lies on the terrain.
    Item,
    /// Something that occupies the cell: the hero, a monster, a boulder.
    Body,
}

/// Facts about glyphs, the game and the goal from the lines before the first level.
#[derive(Debug, Default)]
pub struct GlyphSorts {
    declared: BTreeMap<char, GlyphRole>,
    /// Terrain that cannot be entered.
    closed: BTreeSet<char>,
    /// Terrain that the game provides without a declaration.
    built_in: Vec<char>,
    /// The game that the lines name.
    pub named_game: Option<&'static GameProfile>,
    /// Whether a line declares a goal.
    pub has_goal: bool,
    /// Whether a line declares that leaving the dungeon wins.
    pub has_way_out: bool,
    /// Whether a line gives a title.
    pub has_title: bool,
}

impl GlyphSorts {
    /// Reads the lines before the first level. Ignores syntax errors, because the whole text is checked later.
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
                    // Boulders lie on terrain that is drawn separately.
                    let role = if text(record.span).contains("push=yes") {
                        GlyphRole::Body
                    } else {
                        GlyphRole::Terrain
                    };
                    sorts.declared.insert(glyph.value, role);
                    if text(record.span).contains("walk=no") {
                        sorts.closed.insert(glyph.value);
                    }
                }
                Head::Item(glyph) => {
                    sorts.declared.insert(glyph.value, GlyphRole::Item);
                }
                Head::Kind(glyph) | Head::Class(glyph, _) => {
                    sorts.declared.insert(glyph.value, GlyphRole::Body);
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
            let mut outcomes = all.glyphs().map(|glyph| sorts.role(glyph.value));
            let other = outcomes.find(|role| *role != GlyphRole::Terrain);
            sorts
                .declared
                .insert(mark, other.unwrap_or(GlyphRole::Terrain));
        }
        sorts
    }

    /// Returns the game that the lines name, or the default game.
    pub fn game(&self) -> &'static GameProfile {
        self.named_game.unwrap_or(games::DEFAULT)
    }

    /// Whether a line declares the glyph.
    pub fn declares(&self, glyph: char) -> bool {
        self.declared.contains_key(&glyph)
    }

    /// Returns the glyphs that the lines declare.
    pub fn declared_glyphs(&self) -> impl Iterator<Item = char> {
        self.declared.keys().copied()
    }

    /// Whether the glyph is terrain that cannot be entered.
    pub fn is_closed(&self, glyph: char) -> bool {
        glyph == '+' && !self.declares('+') || self.closed.contains(&glyph)
    }

    /// Returns the part of a cell that a glyph fills.
    pub fn role(&self, glyph: char) -> GlyphRole {
        let declared = self.declared.get(&glyph).copied();
        declared.unwrap_or(match glyph {
            '@' => GlyphRole::Body,
            _ if self.built_in.contains(&glyph) => GlyphRole::Terrain,
            _ => GlyphRole::Item,
        })
    }
}
