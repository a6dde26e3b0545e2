//! Turns the characters of a map into cells and the things on them.
use super::draft::Draft;
use super::layer::DraftThing;
use super::legend::Legend;
use super::pieces::Piece;
use crate::characters::fault;
use crate::resolve::map::map_text::{LevelMap, MapStyle};
use crate::resolve::records::boulders::laid;
use crate::resolve::records::features::PlacedFeature;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::source_map::Origin;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::{Tile, TileId, builtin};
use dungeon_model::space::geometry::{Point, cell_at};

/// Makes the draft of a level from its map.
pub fn draw(cx: &mut Context<'_>, map: &LevelMap, legend: &mut Legend<'_>) -> Draft {
    match map.style {
        MapStyle::Drawn => drawn(cx, map, legend),
        MapStyle::Pasted => pasted(cx, map, Some(legend)),
        MapStyle::Open => open(cx, map),
    }
}

/// Makes the draft of a classic map: a space is floor, and all other characters are solid and look as drawn (E-1).
pub fn classic(cx: &mut Context<'_>, map: &LevelMap) -> Draft {
    pasted(cx, map, None)
}

fn drawn(cx: &mut Context<'_>, map: &LevelMap, legend: &mut Legend<'_>) -> Draft {
    let mut draft = Draft::filled(map.size, builtin::ROCK, builtin::FLOOR);
    let known = PlainTiles::new(builtin::ROCK);
    draw_rows(cx, map, &mut draft, known, |cx, draft, cell| {
        put(cx, map, legend, draft, cell, builtin::FLOOR)
    });
    draft
}

fn pasted(cx: &mut Context<'_>, map: &LevelMap, mut legend: Option<&mut Legend<'_>>) -> Draft {
    let floor = builtin::CLASSIC_FLOOR;
    let mut draft = Draft::filled(map.size, floor, floor);
    let known = PlainTiles::new(floor);
    draw_rows(cx, map, &mut draft, known, |cx, draft, cell| {
        let (p, glyph, span) = cell;
        match legend.as_deref_mut() {
            Some(legend) if legend.is_marked(glyph) => put(cx, map, legend, draft, cell, floor),
            _ => {
                let tile = scenery(cx, glyph, span);
                draft.tiles.set(p, tile);
                Some(tile)
            }
        }
    });
    draft
}

/// The number of cells that are filled between two checks for unknown characters.
const BLOCK: usize = 32;

/// The number of slots for characters beyond ASCII. The code of a character selects its slot, which holds one character
/// at a time.
const OTHERS: usize = 64;

/// A cache of the tiles of characters that are plain terrain: all of ASCII, and some other characters.
struct PlainTiles {
    tiles: [TileId; 256],
    is_unknown: [bool; 256],
    others: [Option<(char, TileId)>; OTHERS],
}

impl PlainTiles {
    /// Makes a cache that knows only the tile of the space.
    fn new(blank: TileId) -> PlainTiles {
        let mut plain = PlainTiles {
            tiles: [blank; 256],
            is_unknown: [true; 256],
            others: [None; OTHERS],
        };
        plain.learn(' ', blank);
        plain
    }

    /// Fills cells up to the first character that is unknown or not ASCII. Returns the number of filled cells; later
    /// cells may hold anything and must be filled later.
    fn fill(&self, cells: &mut [TileId], characters: &[u8]) -> usize {
        let mut filled = 0;
        let blocks = cells.as_chunks_mut::<BLOCK>().0.iter_mut();
        for (cells, characters) in blocks.zip(characters.as_chunks::<BLOCK>().0) {
            let mut has_unknown = false;
            for (cell, character) in cells.iter_mut().zip(characters) {
                *cell = self.tiles[usize::from(*character)];
                has_unknown |= self.is_unknown[usize::from(*character)];
            }
            if has_unknown {
                break;
            }
            filled += BLOCK;
        }
        for (cell, character) in cells.iter_mut().zip(characters).skip(filled) {
            if self.is_unknown[usize::from(*character)] {
                break;
            }
            *cell = self.tiles[usize::from(*character)];
            filled += 1;
        }
        filled
    }

    fn get(&self, glyph: char) -> Option<TileId> {
        let (known, tile) = self.others[glyph as usize % OTHERS]?;
        (known == glyph).then_some(tile)
    }

    fn learn(&mut self, glyph: char, tile: TileId) {
        if glyph.is_ascii() {
            self.tiles[glyph as usize] = tile;
            self.is_unknown[glyph as usize] = false;
        } else {
            self.others[glyph as usize % OTHERS] = Some((glyph, tile))
        }
    }
}

/// Draws all rows of a map. `put` places the thing that a character stands for. If it is plain terrain, `put` returns
/// the tile, and most later cells with that character use this tile without calling `put`.
fn draw_rows(
    cx: &mut Context<'_>,
    map: &LevelMap,
    draft: &mut Draft,
    mut known: PlainTiles,
    mut put: impl FnMut(&mut Context<'_>, &mut Draft, (Point, char, Span)) -> Option<TileId>,
) {
    let width = map.size.width.max(0) as usize;
    for (y, row) in map
        .rows
        .0
        .iter()
        .take(map.size.height.max(0) as usize)
        .enumerate()
    {
        let text = cx.text(*row);
        let (mut x, mut read) = (0, 0);
        loop {
            let cells = &mut draft.tiles.cells_mut()[y * width + x..(y + 1) * width];
            let filled = known.fill(cells, &text.as_bytes()[read..]);
            (x, read) = (x + filled, read + filled);
            let Some(glyph) = text[read..].chars().next().filter(|_| x < width) else {
                break;
            };
            let p = cell_at(x, y);
            let start = row.start as usize + read;
            (x, read) = (x + 1, read + glyph.len_utf8());
            match known.get(glyph) {
                Some(tile) => draft.tiles.set(p, tile),
                None => {
                    let span = Span::new(start, start + glyph.len_utf8());
                    let tile = put(cx, draft, (p, glyph, span));
                    tile.into_iter().for_each(|tile| known.learn(glyph, tile));
                }
            }
        }
    }
}

/// Makes a level without a drawing: all floor, or all rock for a generator to dig. The outermost ring is wall on a
/// generated map, and in games where bodies cannot stand there.
fn open(cx: &Context<'_>, map: &LevelMap) -> Draft {
    let ground = match map.generator {
        Some(_) => builtin::ROCK,
        None => builtin::FLOOR,
    };
    let mut draft = Draft::filled(map.size, ground, builtin::FLOOR);
    let is_played_on = cx.game.rim.is_played_on() && map.generator.is_none();
    if !is_played_on {
        for p in map.size.rim() {
            draft.tiles.set(p, builtin::WALL);
        }
    }
    draft
}

/// Returns the tile of a classic map's character.
fn scenery(cx: &mut Context<'_>, glyph: char, span: Span) -> TileId {
    match glyph {
        ' ' => builtin::CLASSIC_FLOOR,
        '#' => builtin::WALL,
        // `parse` has reported the character, which probably stands for a space.
        _ if fault(glyph).is_some() => builtin::CLASSIC_FLOOR,
        _ => {
            let tile = Tile {
                glyph,
                ..cx.tables.tile(builtin::WALL).clone()
            };
            cx.tile(tile, span, builtin::WALL)
        }
    }
}

/// Places the things that a drawn character stands for. Returns the tile if the character is plain terrain.
fn put(
    cx: &mut Context<'_>,
    map: &LevelMap,
    legend: &mut Legend<'_>,
    draft: &mut Draft,
    (p, glyph, span): (Point, char, Span),
    floor: TileId,
) -> Option<TileId> {
    // An unreadable character becomes terrain that causes no further finding: floor, or wall on an outermost ring where
    // the hero cannot stand.
    let admits_hero = map.rim(cx).is_the_heros() || map.size.contains_inside_rim(p);
    let unread = if admits_hero { floor } else { builtin::WALL };
    if fault(glyph).is_some() {
        draft.tiles.set(p, unread);
        return None;
    }
    let is_by_chance = legend.is_by_chance(cx, glyph);
    draft.choices.add(legend.offer(glyph), p);
    if is_by_chance {
        draft.tiles.set(p, floor);
        draft.put_mark(cx, (glyph, p, span), |is_known| {
            legend.drawn_with(glyph, is_known)
        });
        return None;
    }
    let is_marked = legend.is_marked(glyph);
    let origin = if is_marked {
        Origin::Described
    } else {
        Origin::Drawn
    };
    let glyph = Spanned::new(glyph, span);
    let pieces = legend.pieces(cx, glyph);
    if let [Piece::Tile(tile)] = pieces.as_slice() {
        let tile = laid(cx, *tile, floor, span);
        draft.tiles.set(p, tile);
        return Some(tile);
    }
    draft
        .tiles
        .set(p, if pieces.is_empty() { unread } else { floor });
    for piece in pieces {
        put_down(cx, draft, p, piece, span, origin);
    }
    None
}

/// Places one of the things of a drawn character.
fn put_down(
    cx: &mut Context<'_>,
    draft: &mut Draft,
    at: Point,
    piece: Piece,
    span: Span,
    origin: Origin,
) {
    let thing = piece.thing();
    match piece {
        Piece::Tile(tile) => {
            let tile = laid(cx, tile, draft.floor, span);
            draft.tiles.set(at, tile);
        }
        Piece::Item(_, id) => {
            draft.put_item(cx, DraftThing::new(at, (thing, id), span, origin));
        }
        Piece::Body(_, spec) => {
            draft.put_body(cx, DraftThing::new(at, (thing, spec), span, origin));
        }
        Piece::Feature(feature) => {
            let feature = PlacedFeature::new(feature, draft.floor, span, origin);
            draft.put_feature(cx, at, feature);
        }
    }
}
