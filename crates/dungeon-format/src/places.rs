//! Where in a file's text the parts of its dungeon stand, for who finds something out by playing and not by reading.
use super::parse::parse;
use super::resolve::{LevelSourceMap, Resolved, resolve};
use super::source::{Limits, Source, Span};
use dungeon_model::dungeon::{ItemId, Level, LevelId, ScatteredThing, TileId};
use dungeon_model::space::geometry::Point;

/// Where in a text the cells of a dungeon stand.
#[derive(Clone, Debug)]
pub struct CellPlaces<'a> {
    source: &'a Source,
    resolved: Resolved,
}

impl<'a> CellPlaces<'a> {
    /// Reads a text again for its places; `None` for a text that is no dungeon at all.
    pub fn new(source: &'a Source) -> Option<CellPlaces<'a>> {
        let limits = Limits::default();
        let (resolved, _) = resolve(source, &parse(source, &limits).0, &limits);
        resolved.map(|resolved| CellPlaces { source, resolved })
    }

    /// Where an item at a cell is written: its record or its character; for one that is scattered, the scatter.
    pub fn item(&self, level: LevelId, at: Point, item: ItemId) -> Span {
        let (table, places) = self.level(level);
        if let Some(cell) = self.by_chance(level, at) {
            return cell;
        }
        let index = table
            .items
            .iter()
            .position(|(p, id)| (*p, *id) == (at, item));
        match index {
            Some(index) => places.items[index].span,
            None => self
                .scatter(level, at, |what| what == ScatteredThing::Item(item))
                .unwrap_or_else(|| self.cell(level, at)),
        }
    }

    /// Where a cell of a vault's own map is written: the record of its terrain if there is one, else its character.
    pub fn vault_cell(&self, vault: usize, at: Point) -> Span {
        self.written(&self.resolved.places.vaults[vault], at)
    }

    /// Where an item of a vault is written, at a cell of its own map: its record or its character.
    pub fn vault_item(&self, vault: usize, at: Point) -> Span {
        let items = &self.resolved.dungeon.vaults[vault].items;
        match items.iter().position(|(p, _)| *p == at) {
            Some(nth) => self.resolved.places.vaults[vault].items[nth].span,
            None => self.vault_cell(vault, at),
        }
    }

    /// Where the terrain of a cell is written: its record or its character; for one that is scattered, the scatter.
    pub fn terrain(&self, level: LevelId, at: Point, tile: TileId) -> Span {
        if self.by_chance(level, at).is_some() || self.level(level).0.tiles.get(at) == Some(tile) {
            return self.cell(level, at);
        }
        self.scatter(level, at, |what| what == ScatteredThing::Tile(tile))
            .unwrap_or_else(|| self.cell(level, at))
    }

    /// Where a cell is written: the record of its terrain if there is one, else its character, else the level's head.
    pub fn cell(&self, level: LevelId, at: Point) -> Span {
        if let Some(cell) = self.by_chance(level, at) {
            return cell;
        }
        self.written(self.level(level).1, at)
    }

    fn written(&self, places: &LevelSourceMap, at: Point) -> Span {
        let record = places.features.binary_search_by_key(&at, |(p, _)| *p);
        if let Ok(index) = record {
            return places.features[index].1.span;
        }
        let drawn = places.rows.cell(self.source, at);
        drawn
            .filter(|cell| cell.start < cell.end)
            .unwrap_or(places.head)
    }

    /// Where a cell is drawn or recorded that chance has a say in; none for any other.
    fn by_chance(&self, level: LevelId, at: Point) -> Option<Span> {
        let (table, places) = self.level(level);
        let mut cells = table.chance.as_ref()?.cells.iter();
        let nth = cells.position(|cell| cell.at == at)?;
        places.drawn.as_ref()?.cells.get(nth).copied()
    }

    /// The last scatter that may have put something of a sort at a cell.
    fn scatter(
        &self,
        level: LevelId,
        at: Point,
        is_it: impl Fn(ScatteredThing) -> bool,
    ) -> Option<Span> {
        let (table, places) = self.level(level);
        let scatters = table.scatters.iter().zip(&places.scatters).rev();
        let mut fitting =
            scatters.filter(|(scatter, _)| scatter.within.contains(at) && is_it(scatter.what));
        fitting.next().map(|(_, span)| *span)
    }

    fn level(&self, level: LevelId) -> (&Level, &LevelSourceMap) {
        let nth = usize::from(level.0);
        (
            &self.resolved.dungeon.levels[nth],
            &self.resolved.places.levels[nth],
        )
    }
}
