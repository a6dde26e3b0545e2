//! The places of cells and things in the text of a file, for findings about a game in play.
use super::parse::parse;
use super::resolve::{LevelSourceMap, Resolved, resolve};
use super::source::{Limits, Source, Span};
use dungeon_model::dungeon::{CauseId, ItemId, Level, LevelId, ScatteredThing, TileId};
use dungeon_model::space::geometry::Point;

/// The places in a text of a dungeon's cells and of the things on them.
#[derive(Clone, Debug)]
pub struct CellPlaces<'a> {
    source: &'a Source,
    resolved: Resolved,
}

impl<'a> CellPlaces<'a> {
    /// Parses a text, so that the places of its cells can be looked up; `None` if the text has no usable map.
    pub fn new(source: &'a Source) -> Option<CellPlaces<'a>> {
        let limits = Limits::default();
        let (resolved, _) = resolve(source, &parse(source, &limits).0, &limits);
        resolved.map(|resolved| CellPlaces { source, resolved })
    }

    /// Returns the place of an item at a cell: its record, its character, or its scatter.
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

    /// Returns the place of a cell of a vault's own map: the record of its terrain if there is one, otherwise its
    /// character.
    pub fn vault_cell(&self, vault: usize, at: Point) -> Span {
        self.written(&self.resolved.places.vaults[vault], at)
    }

    /// Returns the place of an item of a vault, at a cell of the vault's map: its record or its character.
    pub fn vault_item(&self, vault: usize, at: Point) -> Span {
        let items = &self.resolved.dungeon.vaults[vault].items;
        match items.iter().position(|(p, _)| *p == at) {
            Some(nth) => self.resolved.places.vaults[vault].items[nth].span,
            None => self.vault_cell(vault, at),
        }
    }

    /// Returns the place of a cause's record.
    pub fn cause(&self, cause: CauseId) -> Span {
        self.resolved.places.causes[usize::from(cause.0)].record
    }

    /// Returns the place of the number of turns after which the game is lost; `None` without such a number.
    pub fn turn_limit(&self) -> Option<Span> {
        self.resolved.places.goals.turns
    }

    /// Returns the place of the terrain at a cell: its record, its character, or its scatter.
    pub fn terrain(&self, level: LevelId, at: Point, tile: TileId) -> Span {
        if self.by_chance(level, at).is_some() || self.level(level).0.tiles.get(at) == Some(tile) {
            return self.cell(level, at);
        }
        self.scatter(level, at, |what| what == ScatteredThing::Tile(tile))
            .unwrap_or_else(|| self.cell(level, at))
    }

    /// Returns the place of a cell: the record of its terrain, its character, or the head of the level.
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

    /// Returns the place of a cell that chance decides; `None` for any other cell.
    fn by_chance(&self, level: LevelId, at: Point) -> Option<Span> {
        let (table, places) = self.level(level);
        let mut cells = table.chance.as_ref()?.cells.iter();
        let nth = cells.position(|cell| cell.at == at)?;
        places.drawn.as_ref()?.cells.get(nth).copied()
    }

    /// Returns the last scatter that may have put a thing at a cell.
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
