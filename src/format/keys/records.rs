//! The records as docs/FORMAT.md lists them under "Reference"; their keys are those of the table of keys.
use super::spec::{GameSet, KeySpec, RecordKind};
use super::table::KEYS;

/// One row of a reference table: a record, or several that are read alike.
#[derive(Debug)]
pub struct RecordRow {
    /// What is written before the keys, in Markdown.
    pub written: &'static str,
    /// The sort of record and the games whose keys are listed behind it; none for a record without keys, and for one
    /// that takes the keys of another thing.
    pub keys: Option<(RecordKind, GameSet)>,
    /// What is written behind the keys, in Markdown.
    pub further: &'static str,
    /// What the record is for, in Markdown.
    pub meaning: &'static str,
}

impl RecordRow {
    /// The keys that are listed behind the record, in the order of the table.
    pub fn own_keys(&self) -> impl Iterator<Item = &'static KeySpec> {
        let takes = |key: &&KeySpec| {
            self.keys
                .is_some_and(|(record, games)| key.stands_in(record, games))
        };
        KEYS.iter().copied().filter(takes)
    }
}

const fn row(
    written: &'static str,
    keys: Option<(RecordKind, GameSet)>,
    further: &'static str,
    meaning: &'static str,
) -> RecordRow {
    RecordRow {
        written,
        keys,
        further,
        meaning,
    }
}

const fn every(record: RecordKind) -> Option<(RecordKind, GameSet)> {
    Some((record, GameSet::EVERY))
}

const fn rules(games: GameSet) -> Option<(RecordKind, GameSet)> {
    Some((RecordKind::Rules, games))
}

/// What stands before the first level.
pub static BEFORE_THE_LEVELS: &[RecordRow] = &[
    row(
        "`title \"…\"` `author \"…\"` `about \"…\"`",
        None,
        "",
        "for the menu and the screen",
    ),
    row(
        "`rules explore`",
        rules(GameSet::EXPLORE),
        "",
        "which game; explore if you say nothing",
    ),
    row(
        "`rules siege`",
        rules(GameSet::SIEGE),
        "",
        "[siege](#siege)",
    ),
    row(
        "`rules arena`",
        rules(GameSet::ARENA),
        "",
        "[arena](#arena)",
    ),
    row(
        "`rules tactics`",
        rules(GameSet::TACTICS),
        "",
        "[tactics](#tactics)",
    ),
    row("`seed N`", None, "", "pins chance for this file"),
    row(
        "`hero`",
        every(RecordKind::Hero),
        "",
        "what a drawn `@` is worth; in siege it takes no health, manna or wealth, in arena nothing but health, in tactics what [units](#tactics) have",
    ),
    row(
        "`tile GLYPH \"name\"`",
        every(RecordKind::Tile),
        "",
        "terrain of your own",
    ),
    row(
        "`item GLYPH \"name\"`",
        every(RecordKind::Item),
        "",
        "a thing of your own; `ammo=` is for units",
    ),
    row(
        "`kind GLYPH \"name\"`",
        every(RecordKind::Kind),
        "",
        "a monster of your own, put together from [parts](#kinds-monsters-by-composition); hordlings are siege's, and have no health; enemies are arena's; the colours are ghosts of tactics, for all games",
    ),
];

/// What makes a level.
pub static OF_A_LEVEL: &[RecordRow] = &[
    row(
        "`level [\"name\"]`",
        None,
        "",
        "begins one; may be left out for the first, and in siege and arena altogether",
    ),
    row(
        "`map` … `end`",
        None,
        "",
        "drawn: blank is rock, `.` floor, `#` wall; a row that must read `end` is drawn `end.`",
    ),
    row(
        "`map W H` and H rows",
        None,
        "",
        "a pasted classic map: blank is floor, everything else scenery, unless a `mark` says more",
    ),
    row(
        "`map open W H`",
        None,
        "",
        "floor, walled in; in siege, arena and tactics floor to the edge",
    ),
    row(
        "`map caves W H`",
        every(RecordKind::Caves),
        "",
        "caves, made by the seed",
    ),
    row(
        "`map rooms W H`",
        every(RecordKind::Rooms),
        "",
        "rooms, made by the seed",
    ),
];

/// What stands behind the map of a level.
pub static BEHIND_THE_MAP: &[RecordRow] = &[
    row(
        "`@ x y [health strength manna]`",
        Some((
            RecordKind::PlacedHero,
            GameSet::EXPLORE.or(GameSet::SIEGE).or(GameSet::ARENA),
        )),
        "",
        "the hero; `h` likewise; in siege a place alone, in arena `@ x y [lives]`",
    ),
    row(
        "`@ x y`",
        Some((RecordKind::PlacedHero, GameSet::TACTICS)),
        "",
        "a unit of tactics",
    ),
    row(
        "`w x y [health strength]`",
        every(RecordKind::PlacedMonster),
        ", `g …`, any kind",
        "a monster; `C x y [strength]` a hordling",
    ),
    row(
        "`p x y [health strength [n x1 y1 …]] [via=POINT …]`",
        None,
        "",
        "a patrol, and any kind that walks a route",
    ),
    row(
        "`* x y [health wealth manna]`",
        every(RecordKind::PlacedItem),
        ", `= …`, `$ …`, any item",
        "a thing; in arena `* x y [lives]`, in tactics `* x y [health ammo]`",
    ),
    row(
        "`# x y`",
        every(RecordKind::Terrain),
        ", any terrain",
        "terrain, in place of what was there: a wall here; `3 x y` a fence",
    ),
    row(
        "`+ x y`",
        every(RecordKind::Door),
        ", `' x y`",
        "a door, closed or open; only a closed one is `locked=`",
    ),
    row("`> x y`", every(RecordKind::Stairs), ", `< …`", "stairs"),
    row("`^ x y`", every(RecordKind::Trap), "", "a trap"),
    row("`? x y \"…\"`", every(RecordKind::Sign), "", "a sign"),
    row(
        "`mark NEW GLYPH [keys] [\"text\"]`",
        None,
        "",
        "each drawn NEW is a GLYPH with these; several marks of one NEW stack",
    ),
    row(
        "`scatter GLYPH n` or `n%`",
        every(RecordKind::Scatter),
        " `[keys] [\"text\"]`",
        "placed by the seed",
    ),
    row("`q`", None, "", "alone: ends the level's records"),
];
