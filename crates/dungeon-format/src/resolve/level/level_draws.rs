//! The cells of an unfinished level that chance decides.
use std::collections::HashMap;
use std::sync::Arc;

use super::mark_draws::{MarkedDraw, MarkedScope};
use super::pieces::Piece;
use super::placement::{DraftTerrain, Occupant, can_hold_thing};
use super::rim;
use crate::characters::quoted;
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::records::boulders::laid;
use crate::resolve::records::features::FeatureSpec;
use crate::resolve::records::route::{RouteSpec, cells, walk};
use crate::resolve::records::stats::DraftNumbers;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::source_map::DrawnPlaces;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::{
    ChanceCell, ChanceMark, DrawScope, LevelChance, MarkDraw, MarkOption, MarkedThing, PatrolRoute,
    Spawn, SpawnOwn, StatsId, Through, TileId,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// Marks that trade places (`shuffle`), or a single mark, each with its options.
pub type MarkGroup = Vec<(char, Vec<MarkedDraw>)>;

/// The decisions of an unfinished level that are left to chance.
#[derive(Debug, Default)]
pub struct LevelDraws {
    chance: LevelChance,
    /// What each option puts on a cell: `pieces[mark][draw][option]`, with the indexes of `LevelChance::marks`, of the
    /// mark's draws and of the draw's options. `None` for an option that leaves the cell empty.
    pieces: Vec<Vec<Vec<Option<Piece>>>>,
    /// The record of each draw in the text: `records[mark][draw]`, with the same indexes as `pieces`.
    records: Vec<Vec<Span>>,
    /// The place of each cell in the text.
    spans: Vec<Span>,
    numbers: HashMap<char, u32>,
    places: HashMap<Point, usize>,
}

impl LevelDraws {
    /// Whether chance decides no cell.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Returns the place in the text and the mark of a cell that chance decides; `None` for other cells.
    pub fn at(&self, p: Point) -> Option<(Span, char)> {
        let nth = *self.places.get(&p)?;
        let mark = self.chance.cells[nth].mark as usize;
        Some((self.spans[nth], self.chance.marks[mark].glyph))
    }

    /// Iterates over the cells that chance decides.
    pub fn cells(&self) -> impl Iterator<Item = Point> {
        self.chance.cells.iter().map(|cell| cell.at)
    }

    /// Returns the options of all cells. Doors, stairs and traps among them are floor until `link` is called.
    pub fn chance(&self) -> &LevelChance {
        &self.chance
    }

    /// Adds a cell with a mark, and the numbers of items and bodies placed before it. `groups` returns the group of marks
    /// that trade places with this mark (`shuffle`), including the mark itself, and the groups of the marks that decide
    /// them (`with=`), except groups of marks that its argument accepts.
    pub fn put(
        &mut self,
        cx: &mut Context<'_>,
        (glyph, at, span): (char, Point, Span),
        [items_before, spawns_before]: [usize; 2],
        floor: TileId,
        groups: impl FnOnce(&dyn Fn(char) -> bool) -> Vec<MarkGroup>,
    ) {
        if !self.numbers.contains_key(&glyph) {
            let groups = groups(&|mark| self.numbers.contains_key(&mark));
            self.add_groups(cx, groups, floor);
        }
        self.places.insert(at, self.spans.len());
        self.spans.push(span);
        self.chance.cells.push(ChanceCell {
            at,
            mark: self.numbers[&glyph],
            is_closed: false,
            items_before: count(items_before),
            spawns_before: count(spawns_before),
            routes: Vec::new(),
        });
    }

    /// Adds groups of new marks.
    fn add_groups(&mut self, cx: &mut Context<'_>, groups: Vec<MarkGroup>, floor: TileId) {
        for group in &groups {
            let first = count(self.numbers.len());
            let numbers = first..first + count(group.len());
            let marks = group.iter().map(|(mark, _)| *mark);
            self.numbers.extend(marks.zip(numbers.clone()));
            if group.len() > 1 {
                self.chance.shuffles.push(numbers.collect());
            }
        }
        let first = self.chance.marks.len();
        for (mark, draws) in groups.into_iter().flatten() {
            self.add_mark(cx, mark, draws, floor);
        }
        for mark in first..self.chance.marks.len() {
            for draw in 0..self.chance.marks[mark].draws.len() {
                let DrawScope::With([other, nth]) = self.chance.marks[mark].draws[draw].scope
                else {
                    continue;
                };
                let decider = &mut self.chance.marks[other as usize].draws[nth as usize];
                if let DrawScope::Mark(followers) = &mut decider.scope {
                    followers.push([count(mark), count(draw)]);
                }
            }
        }
    }

    fn add_mark(
        &mut self,
        cx: &mut Context<'_>,
        glyph: char,
        draws: Vec<MarkedDraw>,
        floor: TileId,
    ) {
        self.records
            .push(draws.iter().map(|draw| draw.span).collect());
        let mut pieces = Vec::with_capacity(draws.len());
        let mut chance = Vec::with_capacity(draws.len());
        for draw in draws {
            let options = draw.options.iter().map(|option| MarkOption {
                glyph: option.glyph,
                weight: option.weight,
                puts: option
                    .piece
                    .as_ref()
                    .map(|piece| thing(cx, piece, floor, draw.span)),
            });
            chance.push(MarkDraw {
                scope: match draw.scope {
                    MarkedScope::Cell => DrawScope::Cell,
                    MarkedScope::Mark | MarkedScope::Follows(_) => DrawScope::Mark(Vec::new()),
                    MarkedScope::With(mark, nth) => {
                        DrawScope::With([self.numbers[&mark], count(nth)])
                    }
                },
                options: options.collect(),
            });
            let options = draw.options.into_iter();
            pieces.push(options.map(|option| option.piece).collect());
        }
        self.pieces.push(pieces);
        self.chance.marks.push(ChanceMark {
            glyph,
            draws: chance,
        });
    }

    /// Replaces the floor of all options that are doors, stairs, traps or signs with the tile that `tile` returns. Such
    /// an option stays floor if `tile` returns `None`.
    pub fn link(
        &mut self,
        cx: &mut Context<'_>,
        mut tile: impl FnMut(&mut Context<'_>, &FeatureSpec, Span) -> Option<TileId>,
    ) {
        for (numbers, piece) in all(&self.pieces) {
            let Some(Piece::Feature(feature)) = piece else {
                continue;
            };
            let [mark, draw, option] = numbers;
            let Some(made) = tile(cx, feature, self.records[mark][draw]) else {
                continue;
            };
            let option = &mut self.chance.marks[mark].draws[draw].options[option];
            option.puts = Some(MarkedThing::Tile {
                tile: made,
                closed: made,
            });
        }
    }

    /// Sets the stats and the routes of bodies, makes the outermost ring impassable where it must be (E-1), and reports
    /// things that cannot be on their cells. Returns the options and their places in the text; `None` if chance decides
    /// no cell.
    pub fn finish(
        mut self,
        cx: &mut Context<'_>,
        ground: &DraftTerrain<'_>,
        head: Span,
        mut numbers: impl FnMut(DraftNumbers) -> StatsId,
    ) -> Option<(Arc<LevelChance>, Arc<DrawnPlaces>)> {
        if self.is_empty() {
            return None;
        }
        for ([mark, draw, option], piece) in all(&self.pieces) {
            let Some(Piece::Body(_, spec)) = piece else {
                continue;
            };
            let option = &mut self.chance.marks[mark].draws[draw].options[option];
            if let Some(MarkedThing::Body(spawn)) = &mut option.puts {
                spawn.stats = numbers(spec.numbers);
            }
        }
        self.close_rim(cx, ground, head);
        for (mark, pieces) in self.pieces.iter().enumerate() {
            self.check_mark(cx, mark, pieces);
        }
        for nth in 0..self.chance.cells.len() {
            self.check_cell(cx, ground, nth);
        }
        let base = |piece: &Option<Piece>| Some(piece.as_ref()?.thing());
        let bases = |draw: Vec<Option<Piece>>| draw.iter().map(base).collect();
        let things = self.pieces.into_iter();
        let things = things.map(|mark| mark.into_iter().map(bases).collect());
        let places = DrawnPlaces {
            cells: self.spans,
            things: things.collect(),
        };
        Some((Arc::new(self.chance), Arc::new(places)))
    }

    /// Replaces tiles that chance may put on the outermost ring, in games where bodies cannot stand there, with tiles
    /// that look the same and hold no body (E-1).
    fn close_rim(&mut self, cx: &mut Context<'_>, ground: &DraftTerrain<'_>, head: Span) {
        if ground.map.rim(cx).is_played_on() {
            return;
        }
        let size = ground.tiles.size();
        for cell in &mut self.chance.cells {
            cell.is_closed = !size.contains_inside_rim(cell.at);
        }
        if !self.chance.cells.iter().any(|cell| cell.is_closed) {
            return;
        }
        let draws = self
            .chance
            .marks
            .iter_mut()
            .flat_map(|mark| &mut mark.draws);
        for option in draws.flat_map(|draw| &mut draw.options) {
            if let Some(MarkedThing::Tile { tile, closed }) = &mut option.puts {
                *closed = rim::closed(cx, *tile, head);
            }
        }
    }

    /// Reports things of a mark if another mark of the same glyph may put solid terrain on their cell.
    fn check_mark(&self, cx: &mut Context<'_>, mark: usize, pieces: &[Vec<Option<Piece>>]) {
        let draws = &self.chance.marks[mark].draws;
        for (draw, options) in pieces.iter().enumerate() {
            let others = draws.iter().enumerate().filter(|(nth, _)| *nth != draw);
            let tiles = others.flat_map(|(_, other)| &other.options);
            let tiles = tiles.filter_map(|option| match option.puts {
                Some(MarkedThing::Tile { tile, .. }) => Some(tile),
                _ => None,
            });
            let tiles: Vec<TileId> = tiles.collect();
            let things = options.iter().flatten().filter_map(occupant);
            for thing in things.collect::<Vec<Occupant>>() {
                let Some(solid) = { tiles.iter() }
                    .map(|tile| cx.tables.tile(*tile))
                    .find(|tile| !can_hold_thing(cx, tile, thing))
                else {
                    continue;
                };
                let message = format!(
                    "expected floor under {}, found {} from another mark of {}",
                    thing.name(cx),
                    solid.name,
                    quoted(&self.chance.marks[mark].glyph.to_string()),
                );
                let finding = Diagnostic::new(Code::InWall, self.records[mark][draw], message);
                cx.report_once(finding.help("make them alternatives of one mark: `w|#`"));
            }
        }
    }

    /// Reports things that chance may put on the cell with the index `nth`, but that cannot be there. Stores the routes
    /// that start there.
    fn check_cell(&mut self, cx: &mut Context<'_>, ground: &DraftTerrain<'_>, nth: usize) {
        let (at, span) = (self.chance.cells[nth].at, self.spans[nth]);
        let mark = self.chance.cells[nth].mark;
        let mut routes = Vec::new();
        for mark in self.shuffled_with(mark) {
            for ([draw, option], piece) in of_mark(&self.pieces[mark as usize]) {
                let Some(piece) = piece else { continue };
                let is_held = match occupant(piece) {
                    Some(thing) => ground.can_hold(cx, at, span, thing),
                    None => self.is_inside(cx, nth, piece),
                };
                if !is_held {
                    return; // one finding per cell
                }
                let Piece::Body(_, spec) = piece else {
                    continue;
                };
                let start = Spanned::new(at, span);
                let walked = spec.route.as_deref().and_then(|route| {
                    let through = cx.tables.kind(spec.kind).through;
                    self.walk(cx, through, ground, start, route)
                });
                let numbers = [mark, count(draw), count(option)];
                routes.extend(walked.map(|route| (numbers, route)));
            }
        }
        self.chance.cells[nth].routes = routes;
    }

    /// Returns whether terrain can be on a cell, and reports a door, stairs, a trap or a sign on the outermost ring, in
    /// games where bodies cannot stand there (E-1).
    fn is_inside(&self, cx: &mut Context<'_>, nth: usize, piece: &Piece) -> bool {
        let Piece::Feature(feature) = piece else {
            return true;
        };
        let cell = &self.chance.cells[nth];
        if cell.is_closed {
            feature.on_the_rim(cx, cell.at, self.spans[nth]);
        }
        !cell.is_closed
    }

    /// Returns the cells of a route from `route::walk`. Also reports a cell where chance may block the route.
    pub fn walk(
        &self,
        cx: &mut Context<'_>,
        through: Through,
        ground: &DraftTerrain<'_>,
        start: Spanned<Point>,
        route: &RouteSpec,
    ) -> Option<PatrolRoute> {
        let rows = &ground.map.rows;
        let walked = walk(cx, through, ground.tiles, rows, start, route)?;
        if self.is_empty() {
            return Some(walked);
        }
        let limit = cx.limits.route;
        let mut on_it = cells(route, start.value, limit).filter(|p| *p != start.value);
        let blocked = on_it.find_map(|p| Some((p, self.blocks(cx, p, through)?)));
        let Some((at, name)) = blocked else {
            return Some(walked);
        };
        let (cell, mark) = self.at(at)?;
        let message = format!(
            "expected floor all along the route, found `{mark}` at {at}, which may become {name}"
        );
        let finding = Diagnostic::new(Code::RouteBlocked, start.span, message);
        let finding = finding.label(cell, "the route passes here");
        cx.report_once(finding.help("lead the route around it, or let the mark become floor only"));
        None
    }

    /// Returns the marks that trade places with a mark (`shuffle`), including this mark, in ascending order.
    fn shuffled_with(&self, mark: u32) -> Vec<u32> {
        let mut groups = self.chance.shuffles.iter();
        let group = groups.find(|group| group.contains(&mark));
        group.cloned().unwrap_or_else(|| vec![mark])
    }

    /// If chance may put terrain on a cell that a body with the passage `through` cannot enter, returns the name of
    /// that terrain; otherwise `None`.
    fn blocks(&self, cx: &Context<'_>, p: Point, through: Through) -> Option<String> {
        let cell = &self.chance.cells[*self.places.get(&p)?];
        let mut tiles = self.chance.tiles_at(cell).map(|tile| cx.tables.tile(tile));
        let solid = tiles.find(|tile| !tile.footing.admits(through))?;
        Some(solid.name.clone())
    }
}

/// Iterates over all options, each with three indexes: its mark, its draw in the mark, and its place in the draw.
fn all(pieces: &[Vec<Vec<Option<Piece>>>]) -> impl Iterator<Item = ([usize; 3], &Option<Piece>)> {
    let marks = pieces.iter().enumerate();
    marks.flat_map(|(mark, draws)| {
        of_mark(draws).map(move |([draw, option], piece)| ([mark, draw, option], piece))
    })
}

/// Iterates over the options of a mark, each with two indexes: its draw, and its place in the draw.
fn of_mark(draws: &[Vec<Option<Piece>>]) -> impl Iterator<Item = ([usize; 2], &Option<Piece>)> {
    let draws = draws.iter().enumerate();
    draws.flat_map(|(draw, options)| {
        { options.iter().enumerate() }.map(move |(option, piece)| ([draw, option], piece))
    })
}

/// Returns the item or body of a piece, which needs a cell that can hold it; `None` for terrain.
fn occupant(piece: &Piece) -> Option<Occupant> {
    match piece {
        Piece::Tile(_) | Piece::Feature(_) => None,
        Piece::Item(_, item) => Some(Occupant::Item(*item)),
        Piece::Body(_, spec) => Some(Occupant::Body(spec.kind)),
    }
}

/// Converts a piece to the thing that a mark places. Doors, stairs, traps and signs are floor until all levels are
/// known.
fn thing(cx: &mut Context<'_>, piece: &Piece, floor: TileId, span: Span) -> MarkedThing {
    match piece {
        Piece::Tile(tile) => {
            let tile = laid(cx, *tile, floor, span);
            MarkedThing::Tile { tile, closed: tile }
        }
        Piece::Feature(_) => MarkedThing::Tile {
            tile: floor,
            closed: floor,
        },
        Piece::Item(_, item) => MarkedThing::Item(*item),
        Piece::Body(_, spec) => {
            let says = spec.says.clone();
            MarkedThing::Body(Spawn {
                at: Point::default(),
                stats: StatsId(0),
                kind: spec.kind,
                own: says.map(|says| {
                    Box::new(SpawnOwn {
                        route: None,
                        says: Some(says),
                    })
                }),
            })
        }
    }
}
