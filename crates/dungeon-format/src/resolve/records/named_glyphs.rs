//! Keys whose value is the glyph of a thing: `drops=k`, `fills=~`, `give=$`.
use super::classes::monster;
use super::stats::thing_name;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::KeySpec;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, glyph_said, not_expected};
use crate::resolve::schema::glyphs::GlyphTable;
use crate::source::Spanned;
use dungeon_model::dungeon::file_form::GlyphExamples;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    Disguise, Feature, Footing, GameProfile, ItemId, KindId, Tile, TileId,
};

/// A sort of things, such as items, whose glyphs a key accepts as its value.
pub struct GlyphSort<T> {
    /// The name of the sort in messages: "an item".
    pub what: &'static str,
    /// The keyword that declares a thing of this sort, and the keys that the declaration needs, for help texts.
    pub declare: [&'static str; 2],
    /// Returns the built-in glyphs of the sort in a game, as examples for help texts.
    pub known: fn(&GameProfile) -> GlyphExamples,
    /// Returns the value for a thing of this sort, such as the thing's id; `None` for other things.
    pub pick: fn(&Context<'_>, Thing) -> Option<T>,
}

/// Items that lie on a cell until the hero takes them.
pub const ITEM: GlyphSort<ItemId> = GlyphSort {
    what: "an item",
    declare: ["item", ""],
    known: |game| game.form().items,
    pick: |_, thing| thing.item(),
};

/// Monsters: all bodies except heroes.
pub const MONSTER: GlyphSort<KindId> = GlyphSort {
    what: "a monster",
    declare: ["kind", ""],
    known: |game| game.form().monsters,
    pick: monster,
};

/// Monsters that can lead others: all except allies, which follow the hero themselves.
pub const LEADER: GlyphSort<KindId> = GlyphSort {
    what: "a monster that can lead",
    declare: ["kind", ""],
    known: |game| game.form().monsters,
    pick: |cx, thing| monster(cx, thing).filter(|kind| !cx.tables.kind(*kind).is_ally()),
};

/// Monsters that `wake=` affects: those that begin asleep, and allies.
pub const SLEEPER: GlyphSort<KindId> = GlyphSort {
    what: "a monster that sleeps, or of an ally,",
    declare: ["kind", " is=wanderer asleep=yes"],
    known: |_| GlyphExamples {
        one: 'o',
        all: "kinds with `asleep=yes` or `side=hero` wake",
    },
    pick: |cx, thing| {
        let can_wake = |kind: &KindId| {
            let kind = cx.tables.kind(*kind);
            kind.is_asleep || kind.is_ally()
        };
        monster(cx, thing).filter(can_wake)
    },
};

/// Things whose loss can lose the game (`lose without=`): items and allies.
pub const VITAL: GlyphSort<Thing> = GlyphSort {
    what: "an item or an ally",
    declare: ["item", ""],
    known: |game| game.form().items,
    pick: |cx, thing| match thing {
        Thing::Item(_) => Some(thing),
        Thing::Body(kind) => cx.tables.kind(kind).is_ally().then_some(thing),
        _ => None,
    },
};

/// Terrain, with doors, stairs, traps and signs.
pub const TERRAIN: GlyphSort<()> = GlyphSort {
    what: "terrain",
    declare: ["tile", ""],
    known: |game| game.form().terrain,
    pick: |_, thing| matches!(thing, Thing::Tile(_) | Thing::Feature(_)).then_some(()),
};

/// Terrain that a monster can leave on the cells it passes.
pub const TRAIL: GlyphSort<TileId> = GlyphSort {
    what: "terrain",
    declare: ["tile", " walk=slime"],
    known: |game| game.form().terrain,
    pick: |_, thing| thing.tile(),
};

/// Things that a monster can look like: items, and terrain that is the same wherever its glyph stands.
pub const DISGUISE: GlyphSort<Disguise> = GlyphSort {
    what: "an item or of terrain",
    declare: ["item", ""],
    known: |game| game.form().items,
    pick: |_, thing| match thing {
        Thing::Item(item) => Some(Disguise::Item(item)),
        Thing::Tile(tile) => Some(Disguise::Tile(tile)),
        Thing::Body(_) | Thing::Feature(_) => None,
    },
};

/// Terrain that a boulder can fill and turn into floor.
pub const FILLABLE: GlyphSort<TileId> = GlyphSort {
    what: "terrain that blocks bodies",
    declare: ["tile", " walk=no see=yes"],
    known: |_| GlyphExamples {
        one: '~',
        all: "boulders fill terrain with `walk=no`, such as water",
    },
    pick: |cx, thing| {
        let tile = thing.tile();
        tile.filter(|tile| is_fillable(cx.tables.tile(*tile)))
    },
};

impl<T> GlyphSort<T> {
    /// Reads the glyph of a key, whatever the glyph means. Reports a value that is not a single character.
    pub fn glyph(
        &self,
        fields: &mut Fields<'_, '_>,
        key: &'static KeySpec,
    ) -> Option<Spanned<char>> {
        let pair = fields.value(key)?;
        let glyph = glyph_said(fields.cx, pair);
        if glyph.is_none() {
            let (what, one) = (self.what, (self.known)(fields.cx.game).one);
            let expected = format!("the glyph of {what}, such as `{one}`,");
            let finding = not_expected(fields.cx, pair, &expected);
            fields.report_once(finding.help("write its glyph, a single character"));
        }
        Some(Spanned::new(glyph?, pair.value.span))
    }

    /// Reports a glyph that means another sort of thing, or nothing. Returns `false` without a report for a glyph that
    /// a broken record may have declared.
    pub fn refuse(
        &self,
        cx: &mut Context<'_>,
        glyphs: &GlyphTable,
        key: &KeySpec,
        glyph: Spanned<char>,
        thing: Option<Thing>,
    ) -> bool {
        let Spanned { value: found, span } = glyph;
        let found_thing = match thing {
            Some(thing) => Some(thing_name(cx, thing)),
            None if glyphs.doubtful.contains(&found) => return false,
            None if glyphs.classes.contains_key(&found) => Some("a class".to_string()),
            None => None,
        };
        let ([declare, with], known) = (self.declare, (self.known)(cx.game).all);
        let expected = format!("expected the glyph of {} for `{}=`", self.what, key.word);
        let meant = glyphs.meant(cx.game, found, |thing| (self.pick)(cx, thing).is_some());
        cx.report_once(match found_thing {
            Some(found_thing) => {
                let message = format!("{expected}, found `{found}`, which is {found_thing}");
                let help = format!("{known}; declare more with `{declare}`");
                Diagnostic::new(Code::BadValue, span, message).did_you_mean_or(span, meant, help)
            }
            None => {
                let message = format!("{expected}, found `{found}`, which has no meaning");
                let help = format!(
                    "declare it before the first level: `{declare} {found} \"name\"{with}`"
                );
                Diagnostic::new(Code::UnknownGlyph, span, message).perhaps_meant(span, meant, help)
            }
        });
        true
    }
}

/// Whether boulders can fill a tile: no body walks on it, and it has no feature.
pub fn is_fillable(tile: &Tile) -> bool {
    tile.footing == Footing::Drifters && tile.feature == Feature::Plain
}
