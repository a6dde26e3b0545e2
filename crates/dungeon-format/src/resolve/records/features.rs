//! The records of doors, stairs, traps and signs. Their tiles are chosen later, since a tile depends on the floor
//! around the feature and, for stairs, on other levels.
use std::sync::Arc;

use super::boulders::boulder_sort;
use super::traps::TrapSpec;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{AT, COLOUR, GLYPH, LOCKED, NAME, RecordKind, SAYS, STAIRS_TO};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::source_map::{Origin, SourceRef};
use crate::source::{Span, Spanned};
use crate::syntax::KeyValue;
use dungeon_model::dungeon::game_profile::{FeatureKind, Thing};
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    Colour, Door, Feature, Footing, Guise, LockId, Stair, Tile, TileId, Trap, builtin,
};
use dungeon_model::space::geometry::Point;

/// A door, stairs, a trap or a sign as its record, mark or scatter describes it.
#[derive(Clone, Debug)]
pub struct FeatureSpec {
    /// The sort of feature that the glyph stands for.
    pub kind: FeatureKind,
    /// The data of the feature, apart from name, appearance and message.
    pub data: FeatureData,
    looks: Looks,
}

/// The data of a feature, by its sort.
#[derive(Clone, Debug)]
pub enum FeatureData {
    /// An open door or a sign, which needs no other data.
    Stands,
    /// A closed door with its lock; `None` for a door that opens without a key.
    Door(Option<Spanned<LockId>>),
    /// Stairs with their target.
    Stairs(StairsSpec),
    /// A trap with its effect.
    Trap(TrapSpec),
}

/// The direction and the target of stairs, as the file names them.
#[derive(Clone, Debug)]
pub struct StairsSpec {
    /// Whether the stairs lead up or down.
    pub way: Stair,
    /// The name of the target level; `None` for the next level in that direction.
    pub to: Option<Spanned<String>>,
    /// The cell on the target level, unread because the level's map may follow later in the file; `None` without `at=`.
    pub at: Option<KeyValue>,
}

/// The name, the appearance and the message of a feature, which replace those of the built-in tile. A part that is
/// `None` replaces nothing.
#[derive(Clone, Debug, Default)]
struct Looks {
    name: Option<String>,
    glyph: Option<char>,
    colour: Option<Colour>,
    says: Option<String>,
}

/// A feature with its place on an unfinished level.
#[derive(Clone, Debug)]
pub struct PlacedFeature {
    /// The feature with its keys.
    pub spec: Arc<FeatureSpec>,
    /// The floor below the feature.
    pub floor: TileId,
    /// The place in the file that puts the feature on the level.
    pub place: SourceRef,
    /// The record that describes or adds the feature; `None` without one.
    pub record: Option<Span>,
}

impl PlacedFeature {
    /// Makes a feature at a place in the file, without a record.
    pub fn new(spec: Arc<FeatureSpec>, floor: TileId, span: Span, origin: Origin) -> PlacedFeature {
        let thing = Thing::Feature(spec.kind);
        PlacedFeature {
            spec,
            floor,
            place: SourceRef {
                span,
                origin,
                thing,
            },
            record: None,
        }
    }
}

impl FeatureSpec {
    /// Makes a door, stairs, a trap or a sign as drawn, without keys from a record.
    pub fn plain(kind: FeatureKind) -> FeatureSpec {
        let data = match kind {
            FeatureKind::Door => FeatureData::Door(None),
            FeatureKind::OpenDoor | FeatureKind::Sign => FeatureData::Stands,
            FeatureKind::Trap => FeatureData::Trap(TrapSpec::default()),
            FeatureKind::Stairs(way) => FeatureData::Stairs(StairsSpec {
                way,
                to: None,
                at: None,
            }),
        };
        FeatureSpec {
            kind,
            data,
            looks: Looks::default(),
        }
    }

    /// Returns the name of the feature for messages, without an article: "door".
    pub fn name(&self) -> &str {
        self.looks.name.as_deref().unwrap_or(self.kind.name())
    }

    /// Reports a feature on the outermost ring. Call this only in games where bodies cannot stand there (E-1).
    pub fn on_the_rim(&self, cx: &mut Context<'_>, p: Point, span: Span) {
        let message = format!(
            "expected the {} inside the perimeter, found {p}, on the map's outermost ring",
            self.name()
        );
        let finding = Diagnostic::new(Code::OnPerimeter, span, message);
        cx.report(finding.help(
            "no body can enter the outermost ring: draw a `#` there, or draw the map one cell larger",
        ));
    }

    /// Reads the keys and the text of the record, mark or scatter. Reports keys and text that the feature cannot have.
    pub fn read(mut self, map: &LevelMap, fields: &mut Fields<'_, '_>) -> FeatureSpec {
        fields.record = RecordKind::of_feature(self.kind);
        let what = match &mut self.data {
            FeatureData::Stands => with_article(self.kind.name()),
            FeatureData::Door(lock) => {
                let word = fields.name_of(&LOCKED);
                let given = word.and_then(|word| {
                    let value = fields.cx.lock(word.value, word.span)?;
                    let span = word.span;
                    Some(Spanned::new(value, span))
                });
                *lock = given.or(*lock);
                "the door".to_string()
            }
            FeatureData::Stairs(stairs) => {
                stairs.to = fields.name_of(&STAIRS_TO).or(stairs.to.take());
                stairs.at = fields.value(&AT).cloned().or(stairs.at.take());
                "the stairs".to_string()
            }
            FeatureData::Trap(trap) => {
                trap.read(map, fields);
                with_article(trap.name())
            }
        };
        let looks = &mut self.looks;
        looks.read(fields);
        if let Some(says) = fields.text_or(&SAYS) {
            looks.says = Some(says.value);
        }
        fields.finish(&what);
        self
    }

    /// Returns the tile of the feature on `floor`. `stairs` is the linked target of stairs; stairs without it become
    /// plain floor. Reports a full table of tiles at `span`.
    pub fn tile(
        &self,
        cx: &mut Context<'_>,
        floor: TileId,
        stairs: Option<Feature>,
        span: Span,
    ) -> TileId {
        let base = match &self.data {
            FeatureData::Door(lock) => return self.door(cx, lock.map(|lock| lock.value), span),
            FeatureData::Trap(trap) => return self.trap(cx, trap, floor, span),
            FeatureData::Stairs(_) => match stairs {
                Some(Feature::Stairs(stairs)) => builtin::stairs(stairs),
                Some(Feature::Exit(way)) => builtin::exit(way),
                _ => return floor,
            },
            FeatureData::Stands if self.kind == FeatureKind::Sign => {
                cx.tables.tile(builtin::SIGN).clone()
            }
            FeatureData::Stands => cx.tables.tile(builtin::OPEN_DOOR).clone(),
        };
        cx.tile(self.looks.over(base), span, floor)
    }

    /// Returns the tile of a closed door. The tile names the tile that replaces it when the door opens: an open door
    /// with the same name and color, and without a message.
    fn door(&self, cx: &mut Context<'_>, lock: Option<LockId>, span: Span) -> TileId {
        let opened = cx.tables.tile(builtin::OPEN_DOOR).clone();
        let own = Looks {
            glyph: None,
            says: None,
            ..self.looks.clone()
        };
        let opened = cx.tile(own.over(opened), span, builtin::OPEN_DOOR);
        let plain = cx.tables.tile(builtin::DOOR).clone();
        let closed = match lock {
            None => plain,
            Some(_) => Tile {
                name: "locked door".to_string(),
                footing: Footing::Drifters,
                ..plain
            },
        };
        let closed = Tile {
            feature: Feature::Door(Door { lock, opened }),
            ..closed
        };
        cx.tile(self.looks.over(closed), span, builtin::DOOR)
    }

    /// Returns the tile of a trap. The tile of a hidden trap looks like `floor`, and names the tile that replaces it
    /// once the trap is found.
    fn trap(&self, cx: &mut Context<'_>, trap: &TrapSpec, floor: TileId, span: Span) -> TileId {
        let base = cx.tables.tile(builtin::TRAP).clone();
        let seen = |sprung| {
            let named = Tile {
                name: trap.name().to_string(),
                feature: Feature::Trap(Trap {
                    harm: trap.harm,
                    guise: Guise::Plain,
                    sprung,
                }),
                ..base.clone()
            };
            self.looks.over(named)
        };
        let seen = if trap.springs_once {
            cx.tile(seen(floor), span, builtin::TRAP)
        } else if seen(builtin::TRAP) == base {
            builtin::TRAP
        } else {
            cx.tile_naming_itself(seen, span, builtin::TRAP)
        };
        if !trap.is_hidden {
            return seen;
        }
        let sprung = if trap.springs_once { floor } else { seen };
        let unseen = Tile {
            feature: Feature::Trap(Trap {
                harm: trap.harm,
                guise: Guise::Hidden(seen),
                sprung,
            }),
            says: self.looks.says.clone().unwrap_or_default(),
            ..cx.tables.tile(floor).clone()
        };
        cx.tile(unseen, span, floor)
    }
}

/// Reads the name, the appearance and the message that a record or a mark gives to terrain without a feature or to a
/// boulder. Returns the resulting tile. Reports a message for terrain that bodies cannot walk on.
pub fn terrain(fields: &mut Fields<'_, '_>, base: TileId) -> TileId {
    let plain = fields.cx.tables.tile(base).clone();
    let what = with_article(&plain.name);
    fields.record = RecordKind::Terrain;
    let mut looks = Looks::default();
    looks.read(fields);
    if plain.footing == Footing::Anyone {
        looks.says = fields.text_or(&SAYS).map(|says| says.value);
    } else if let Some(text) = fields.text() {
        let message = format!("expected no text for {what}, found one");
        let finding = Diagnostic::new(Code::BadValue, text.span, message);
        fields.report(
            finding.help(
                "move it to a sign, `?`, or to floor: a text shows when the hero steps on it",
            ),
        );
    }
    let span = fields.span;
    fields.finish(&what);
    let tile = looks.over(plain);
    match tile.feature {
        Feature::Boulder(boulder) if tile != *fields.cx.tables.tile(base) => {
            let sort = boulder_sort(fields.cx, &tile, span, base);
            if sort != base {
                let changed = &mut fields.cx.boulders.changed;
                changed.entry(sort).or_insert(boulder.sort);
            }
            sort
        }
        _ => fields.cx.variant(tile, span, base),
    }
}

impl Looks {
    fn read(&mut self, fields: &mut Fields<'_, '_>) {
        let name = fields.words(&NAME).map(|name| name.value);
        self.name = name.or(self.name.take());
        let glyph = fields.glyph_of(&GLYPH).map(|glyph| glyph.value);
        self.glyph = glyph.or(self.glyph);
        fields.set(&COLOUR, &mut self.colour);
    }

    /// Returns a tile with the name, the appearance and the message that are set here; parts that are `None` stay as
    /// they are.
    fn over(&self, tile: Tile) -> Tile {
        Tile {
            name: self.name.clone().unwrap_or(tile.name),
            glyph: self.glyph.unwrap_or(tile.glyph),
            fine: tile.fine.filter(|_| self.glyph.is_none()),
            colour: self.colour.or(tile.colour),
            says: self.says.clone().unwrap_or(tile.says),
            ..tile
        }
    }
}

/// Adds the lock of a door to the list, unless the last door in the list has the same lock.
pub fn note_lock(locks: &mut Vec<Spanned<LockId>>, feature: &FeatureSpec) {
    if let FeatureData::Door(Some(lock)) = feature.data
        && locks.last() != Some(&lock)
    {
        locks.push(lock);
    }
}
