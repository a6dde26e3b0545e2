//! Map changes that the reader accepts when an author makes them in the text.
use super::verdict::{Mend, Verdict};
use dungeon_engine::world::World;
use dungeon_format::places::CellPlaces;
use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::read_sound;

/// Drops the changes of a verdict after which the file would be refused, such as a change of the only cell with a glyph
/// that some record names. Changes of cells that the map does not draw are kept.
pub fn drop_refused_mends(verdict: &mut Verdict, world: &World, source: &Source) {
    if let Verdict::Unwinnable(disproof) = verdict
        && let Some(places) = CellPlaces::new(source)
    {
        disproof.mends.retain(|set| {
            let edited = edited(&set.changes, world, source, &places);
            read_sound(&edited, &Limits::default()).is_some()
        });
    }
}

/// Returns the text with other glyphs in its maps. Leaves out changes of cells that the map does not draw, and of glyphs by
/// others of another length.
fn edited(changes: &[Mend], world: &World, source: &Source, places: &CellPlaces<'_>) -> Source {
    let dungeon = world.dungeon();
    let drawn_from = dungeon.drawn_from.as_ref().unwrap_or(dungeon);
    let mut edited = source.clone();
    for mend in changes {
        let cell = places.cell(mend.level, mend.at);
        let drawn = source.slice(cell).chars().next().map_or(0, char::len_utf8);
        let glyph = dungeon.tile(mend.to).glyph;
        if mend.is_drawn(drawn_from)
            && world.vault_cell(mend.level, mend.at).is_none()
            && cell.range().len() == drawn
            && glyph.len_utf8() == drawn
        {
            let glyph = glyph.to_string();
            edited.text.replace_range(cell.range(), &glyph);
        }
    }
    edited
}
