//! Two states of a level, or of a vault: which cells are changed, and what became of the bodies and items on them.
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;

use super::change::{Change, ChangedPart, cells_text, rectangles};
use super::facts::Facts;
use super::naming::Naming;
use super::nearest_pairs::{Placed, paired};
use super::record_facts::{BodyNumbers, mark_texts};
use super::tables::PairedTables;
use super::thing_facts::{deeds, own_numbers, tile_facts};
use crate::view::words::{capitalised, several};
use dungeon_model::dungeon::{
    Feature, Footing, ItemId, Level, LevelChance, Side, Spawn, TileId, Vault, builtin,
};
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::grid::Grid;

/// The terrain of a level, or of a vault.
#[derive(Clone, Copy, Debug)]
enum BoardTiles<'a> {
    Level(&'a Grid<TileId>),
    Vault(&'a Grid<Option<TileId>>),
}

/// A level or a vault with the names of its things.
#[derive(Clone, Copy, Debug)]
pub struct NamedBoard<'a> {
    naming: &'a Naming<'a>,
    tiles: BoardTiles<'a>,
    items: &'a [(Point, ItemId)],
    spawns: &'a [Spawn],
    numbers: BodyNumbers<'a>,
    chance: Option<&'a LevelChance>,
}

impl<'a> NamedBoard<'a> {
    /// A level of a dungeon.
    pub fn of_level(naming: &'a Naming<'a>, level: &'a Level) -> NamedBoard<'a> {
        NamedBoard {
            naming,
            tiles: BoardTiles::Level(&level.tiles),
            items: &level.items,
            spawns: &level.spawns,
            numbers: BodyNumbers {
                stats: &level.stats,
                spreads: &level.spreads,
            },
            chance: level.chance.as_deref(),
        }
    }

    /// A vault of a dungeon.
    pub fn of_vault(naming: &'a Naming<'a>, vault: &'a Vault) -> NamedBoard<'a> {
        NamedBoard {
            naming,
            tiles: BoardTiles::Vault(&vault.tiles),
            items: &vault.items,
            spawns: &vault.spawns,
            numbers: BodyNumbers {
                stats: &vault.stats,
                spreads: &vault.spreads,
            },
            chance: vault.chance.as_deref(),
        }
    }

    /// The columns and rows.
    pub fn size(&self) -> Size {
        match self.tiles {
            BoardTiles::Level(tiles) => tiles.size(),
            BoardTiles::Vault(tiles) => tiles.size(),
        }
    }

    /// The terrain of a cell; none outside, and where a vault has no part.
    fn tile(&self, p: Point) -> Option<TileId> {
        match self.tiles {
            BoardTiles::Level(tiles) => tiles.get(p),
            BoardTiles::Vault(tiles) => tiles.get(p).flatten(),
        }
    }

    /// The glyph of the terrain of a cell; a blank where there is none.
    pub fn terrain_glyph(&self, p: Point) -> char {
        let tile = self.tile(p);
        tile.map_or(' ', |tile| self.naming.dungeon.tile(tile).glyph)
    }

    /// The glyphs of what stands on cells, each with its cell, those of bodies last.
    pub fn thing_glyphs(&self) -> impl Iterator<Item = (Point, char)> {
        let dungeon = self.naming.dungeon;
        let chance = self.chance.into_iter().flat_map(|chance| {
            let cells = chance.cells.iter();
            cells.map(|cell| (cell.at, chance.marks[cell.mark as usize].glyph))
        });
        let items = self.items.iter();
        let items = items.map(|(p, item)| (*p, dungeon.item(*item).glyph));
        let bodies = self.spawns.iter().map(|spawn| {
            let (stats, _) = self.numbers.nth(spawn.stats.0);
            (spawn.at, dungeon.kind(spawn.kind).glyph_of(&stats))
        });
        chance.chain(items).chain(bodies)
    }

    /// Everything on the board, a line each, in the place of this name: its terrain row by row, then what stands there.
    pub fn lines(&self, place: &str) -> Vec<String> {
        let Size { width, height } = self.size();
        let rows = (0..height).map(|y| {
            let glyphs = (0..width).map(|x| self.terrain_glyph(at(x, y)));
            format!("{place}: {}", glyphs.collect::<String>().trim_end())
        });
        let items = self.items.iter();
        let items = items.map(|(p, item)| format!("{place}: {} at {p}", self.naming.item(*item)));
        let bodies = self.spawns.iter().map(|spawn| {
            let (name, facts) = (self.naming.kind(spawn.kind), self.body_facts(spawn));
            format!("{place}: {name} at {} ({})", spawn.at, facts.phrase())
        });
        let chance = self.chance.into_iter().flat_map(|chance| {
            let texts = mark_texts(self.naming, self.numbers, chance);
            let cells = chance.cells.iter();
            let lines = cells.map(|cell| {
                let text = &texts[cell.mark as usize];
                format!("{place}: chance of {text} at {}", cell.at)
            });
            lines.collect::<Vec<_>>()
        });
        rows.chain(items).chain(bodies).chain(chance).collect()
    }

    /// The name of a tile; of none, where a vault has no part, "nothing".
    fn tile_name(&self, tile: Option<TileId>) -> &'a str {
        tile.map_or("nothing", |tile| self.naming.tile(tile))
    }

    /// What a body has of its own, as its kind does not have it.
    fn own_sum(&self, spawn: &Spawn) -> u64 {
        let kind = self.naming.dungeon.kind(spawn.kind);
        let (stats, spread) = self.numbers.nth(spawn.stats.0);
        let is_usual = (stats, spread) == (kind.stats, kind.spread);
        let mut hasher = DefaultHasher::new();
        (!is_usual).then_some((stats, spread)).hash(&mut hasher);
        spawn.says().hash(&mut hasher);
        if let Some(route) = spawn.route() {
            // A route begins where its body stands, which is told of the body.
            route.get(1..).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn body_facts(&self, spawn: &Spawn) -> Facts {
        let (stats, spread) = self.numbers.nth(spawn.stats.0);
        let mut facts = Facts::default();
        facts.numbers(&stats, spread);
        facts.quoted("says", spawn.says().unwrap_or_default());
        if let Some(route) = spawn.route() {
            facts.abbreviated("walks to", route[route.len() - 1].to_string(), &route);
        }
        facts
    }

    /// A body's name, with the numbers that it has of its own.
    fn body_name(&self, spawn: &Spawn) -> String {
        let (stats, spread) = self.numbers.nth(spawn.stats.0);
        let kind = self.naming.kind(spawn.kind);
        match own_numbers(&stats, spread, self.naming.dungeon.kind(spawn.kind)) {
            own if own.is_empty() => kind.to_owned(),
            own => format!("{kind} with {own}"),
        }
    }

    /// Whether a hero stands on the board.
    fn is_heros(&self, spawn: &Spawn) -> bool {
        self.naming.dungeon.kind(spawn.kind).side == Side::Ours
    }
}

/// Two boards that are compared, with their place in the findings.
struct BoardPair<'a> {
    before: &'a NamedBoard<'a>,
    after: &'a NamedBoard<'a>,
    tables: &'a PairedTables,
    place: &'a str,
    nth: usize,
    /// How far a cell of the first board lies from where it was, in the second.
    shift: Point,
    changes: Vec<Change>,
}

/// What is changed on a board; `nth` is the number of the pair.
pub fn board_changes(
    before: &NamedBoard<'_>,
    after: &NamedBoard<'_>,
    tables: &PairedTables,
    place: &str,
    nth: usize,
) -> Vec<Change> {
    let mut pair = BoardPair {
        before,
        after,
        tables,
        place,
        nth,
        shift: shift(before, after, tables),
        changes: Vec::new(),
    };
    pair.compare_sizes();
    pair.compare_terrain();
    pair.compare_chance();
    pair.compare_items();
    pair.compare_bodies();
    pair.changes
}

/// How far a map of another size lies from where it was: rows and columns are added at the corner at which the most cells
/// stay what they are.
fn shift(before: &NamedBoard<'_>, after: &NamedBoard<'_>, tables: &PairedTables) -> Point {
    let (old, new) = (before.size(), after.size());
    let (right, down) = (new.width - old.width, new.height - old.height);
    let corners = [at(0, 0), at(right, 0), at(0, down), at(right, down)];
    if (right, down) == (0, 0) {
        return at(0, 0);
    }
    let class = |tile: TileId| tables.tiles.class(usize::from(tile.0));
    let class_after = |tile: TileId| tables.tiles.class_after(usize::from(tile.0));
    let stays = |shift: &Point| {
        let cells = old.points().filter(|p| {
            let now = after.tile(moved(*p, *shift)).map(class_after);
            now.is_some() && before.tile(*p).map(class) == now
        });
        cells.count()
    };
    // Of corners that are as good the first counts, at which every place keeps its numbers.
    let best = corners.into_iter().rev().max_by_key(stays);
    best.unwrap_or_default()
}

fn moved(p: Point, by: Point) -> Point {
    at(p.x + by.x, p.y + by.y)
}

impl BoardPair<'_> {
    /// Adds a change of cells, in ascending order, those of the first board by their own places.
    fn tell(&mut self, part: ChangedPart, text: String, before: &[Point], after: &[Point]) {
        self.changes.push(Change {
            board: Some(self.nth),
            before: rectangles(before),
            after: rectangles(after),
            ..Change::of(self.place.to_owned(), part, text)
        });
    }

    /// The cells of the second board as places of the first.
    fn unmoved(&self, cells: &[Point]) -> Vec<Point> {
        let back = at(-self.shift.x, -self.shift.y);
        cells.iter().map(|p| moved(*p, back)).collect()
    }

    fn compare_sizes(&mut self) {
        let (old, new) = (self.before.size(), self.after.size());
        if old == new {
            return;
        }
        let mut text = format!("size {old} → {new}");
        if self.shift.y != 0 {
            text += ", changed at the top";
        }
        if self.shift.x != 0 {
            text += ", changed at the left";
        }
        self.tell(ChangedPart::Level, text, &[], &[]);
    }

    fn compare_terrain(&mut self) {
        let mut groups: BTreeMap<(Option<TileId>, Option<TileId>), Vec<Point>> = BTreeMap::new();
        let tiles = &self.tables.tiles;
        let back = at(-self.shift.x, -self.shift.y);
        let old_size = self.before.size();
        for p in self.after.size().points() {
            let from = moved(p, back);
            let (old, new) = (self.before.tile(from), self.after.tile(p));
            let was = old.map(|tile| tiles.class(usize::from(tile.0)));
            let is = new.map(|tile| tiles.class_after(usize::from(tile.0)));
            if was != is && old_size.contains(from) {
                groups.entry((old, new)).or_default().push(p);
            }
        }
        for ((old, new), cells) in groups {
            if let Some(text) = self.terrain_text(old, new, &cells) {
                let before = self.unmoved(&cells);
                self.tell(ChangedPart::Terrain, text, &before, &cells);
            }
        }
    }

    /// What became of cells: "3 cells of wall opened at 3,4..5,4"; none where nothing that is said of the terrain differs.
    fn terrain_text(
        &self,
        old: Option<TileId>,
        new: Option<TileId>,
        cells: &[Point],
    ) -> Option<String> {
        let names = [self.before.tile_name(old), self.after.tile_name(new)];
        let place = cells_text(cells);
        if let (Some(old), Some(new)) = (old, new) {
            let (was, is) = (self.before.naming, self.after.naming);
            let (old_tile, new_tile) = (was.dungeon.tile(old), is.dungeon.tile(new));
            if (&old_tile.name, old_tile.glyph) == (&new_tile.name, new_tile.glyph) {
                let facts = tile_facts(was, old, old_tile);
                let phrases = facts.changes_to(&tile_facts(is, new, new_tile));
                let text = format!("{} at {place} {}", names[1], phrases.join(", "));
                return (!phrases.is_empty()).then_some(text);
            }
            if old_tile.glyph == new_tile.glyph
                && discriminant(&old_tile.feature) == discriminant(&new_tile.feature)
            {
                // A door that is locked now has another name, and is the same door.
                let phrases = deeds(was, old, old_tile).changes_to(&deeds(is, new, new_tile));
                if !phrases.is_empty() {
                    return Some(format!("{} at {place} {}", names[0], phrases.join(", ")));
                }
            }
            let was_solid = old_tile.footing >= Footing::Drifters;
            let is_floor = new == builtin::FLOOR || new == builtin::CLASSIC_FLOOR;
            if was_solid && old_tile.feature == Feature::Plain && is_floor {
                let text = match cells.len() {
                    1 => format!("1 cell of {} opened at {place}", names[0]),
                    n => format!("{n} cells of {} opened at {place}", names[0]),
                };
                return Some(text);
            }
        }
        Some(match cells.len() {
            1 => format!("{} at {place} became {}", names[0], names[1]),
            n => format!("{n} cells of {} became {} at {place}", names[0], names[1]),
        })
    }

    fn compare_chance(&mut self) {
        let texts = |board: &NamedBoard<'_>| {
            let chance = board.chance;
            chance.map_or_else(Vec::new, |chance| {
                mark_texts(board.naming, board.numbers, chance)
            })
        };
        let [old, new] = [texts(self.before), texts(self.after)];
        let cells = |board: &NamedBoard<'_>, shift: Point| -> BTreeMap<Point, u32> {
            let cells = board
                .chance
                .into_iter()
                .flat_map(|chance| chance.cells.iter());
            cells
                .map(|cell| (moved(cell.at, shift), cell.mark))
                .collect()
        };
        let [was, is] = [
            cells(self.before, self.shift),
            cells(self.after, Point::default()),
        ];
        let mut groups: BTreeMap<(Option<&str>, Option<&str>), Vec<Point>> = BTreeMap::new();
        let all: BTreeSet<Point> = was.keys().chain(is.keys()).copied().collect();
        for p in all {
            let old = was.get(&p).map(|mark| old[*mark as usize].as_str());
            let new = is.get(&p).map(|mark| new[*mark as usize].as_str());
            if old != new {
                groups.entry((old, new)).or_default().push(p);
            }
        }
        let told: Vec<_> = groups
            .into_iter()
            .map(|((old, new), cells)| (chance_text(old, new, &cells), cells))
            .collect();
        for (text, cells) in told {
            let before = self.unmoved(&cells);
            self.tell(ChangedPart::Chance, text, &before, &cells);
        }
    }

    fn compare_items(&mut self) {
        let (was, is) = (self.before, self.after);
        let place = |p: Point, class: u32| Placed {
            at: p,
            class,
            own: 0,
        };
        let old = was.items.iter().map(|(p, item)| {
            let class = self.tables.items.class(usize::from(item.0));
            place(moved(*p, self.shift), class)
        });
        let old: Vec<Placed> = old.collect();
        let new = is.items.iter();
        let new =
            new.map(|(p, item)| place(*p, self.tables.items.class_after(usize::from(item.0))));
        let new: Vec<Placed> = new.collect();
        let compared = paired(&old, &new);
        for (one, other) in &compared.pairs {
            if old[*one].at != new[*other].at {
                let (from, to) = (was.items[*one].0, is.items[*other].0);
                let name = is.naming.item(is.items[*other].1);
                let text = format!("{name} at {from} moved to {to}");
                self.tell(ChangedPart::Thing, text, &[from], &[to]);
            }
        }
        let gone = compared.removed.iter();
        let gone = gone.map(|nth| (was.items[*nth].0, was.naming.item(was.items[*nth].1)));
        let gone: Vec<_> = gone.map(|(p, name)| (p, name.to_owned())).collect();
        let come = compared.added.iter();
        let come = come.map(|nth| (is.items[*nth].0, is.naming.item(is.items[*nth].1)));
        let come: Vec<_> = come.map(|(p, name)| (p, name.to_owned())).collect();
        self.tell_gone_and_come(ChangedPart::Thing, gone, come);
    }

    fn compare_bodies(&mut self) {
        let (was, is) = (self.before, self.after);
        let kinds = &self.tables.kinds;
        let old = was.spawns.iter().map(|spawn| Placed {
            at: moved(spawn.at, self.shift),
            class: kinds.class(usize::from(spawn.kind.0)),
            own: was.own_sum(spawn),
        });
        let old: Vec<Placed> = old.collect();
        let new = is.spawns.iter().map(|spawn| Placed {
            at: spawn.at,
            class: kinds.class_after(usize::from(spawn.kind.0)),
            own: is.own_sum(spawn),
        });
        let new: Vec<Placed> = new.collect();
        let compared = paired(&old, &new);
        let told = self.changes.len();
        for (one, other) in &compared.pairs {
            let is_moved = old[*one].at != new[*other].at;
            let is_changed = old[*one].own != new[*other].own;
            if is_moved || is_changed {
                self.tell_body(
                    &was.spawns[*one],
                    &is.spawns[*other],
                    (is_moved, is_changed),
                );
            }
        }
        let gone = compared.removed.iter().map(|nth| &was.spawns[*nth]);
        let gone: Vec<_> = gone.map(|spawn| (spawn.at, was.body_name(spawn))).collect();
        let come = compared.added.iter().map(|nth| &is.spawns[*nth]);
        let come: Vec<_> = come.map(|spawn| (spawn.at, is.body_name(spawn))).collect();
        self.tell_gone_and_come(ChangedPart::Body, gone, come);
        let is_in_order = compared.pairs.is_sorted_by_key(|(_, other)| *other);
        if self.changes.len() == told && !is_in_order {
            let text = "bodies act in another order".to_owned();
            self.tell(ChangedPart::Order, text, &[], &[]);
        }
    }

    fn tell_body(&mut self, old: &Spawn, new: &Spawn, (is_moved, is_changed): (bool, bool)) {
        let mut phrases = Vec::new();
        if is_moved {
            phrases.push(format!("moved to {}", new.at));
        }
        if is_changed {
            let facts = self.before.body_facts(old);
            phrases.extend(facts.changes_to(&self.after.body_facts(new)));
        }
        if phrases.is_empty() {
            return; // its own numbers are those that its kind has now
        }
        let name = self.after.naming.kind(new.kind);
        let text = format!("{name} at {} {}", old.at, phrases.join(", "));
        self.tell(ChangedPart::Body, text, &[old.at], &[new.at]);
    }

    /// Tells what is there no longer and what is there now: of one cell together, of others by their names.
    fn tell_gone_and_come(
        &mut self,
        part: ChangedPart,
        gone: Vec<(Point, String)>,
        come: Vec<(Point, String)>,
    ) {
        let mut there: HashMap<Point, String> = come.iter().cloned().collect();
        let mut groups: BTreeMap<(String, bool), Vec<Point>> = BTreeMap::new();
        for (p, name) in gone {
            let now = moved(p, self.shift);
            match there.remove(&now) {
                Some(other) => {
                    let text = format!("{name} at {now} became {other}");
                    self.tell(part, text, &[p], &[now]);
                }
                None => groups.entry((name, false)).or_default().push(p),
            }
        }
        for (p, name) in come {
            if there.contains_key(&p) {
                groups.entry((name, true)).or_default().push(p);
            }
        }
        for ((name, is_new), mut cells) in groups {
            cells.sort_unstable();
            let what = match cells.len() {
                1 => name,
                n => several(n, &name),
            };
            let place = cells_text(&cells);
            match is_new {
                true => self.tell(part, format!("{what} added at {place}"), &[], &cells),
                false => self.tell(part, format!("{what} gone from {place}"), &cells, &[]),
            }
        }
    }
}

/// What chance has to do with cells now.
fn chance_text(old: Option<&str>, new: Option<&str>, cells: &[Point]) -> String {
    let place = cells_text(cells);
    match (old, new) {
        (Some(old), Some(new)) => format!("chance of {old} at {place} became {new}"),
        (None, Some(new)) => format!("chance of {new} added at {place}"),
        (Some(old), None) => format!("chance of {old} gone from {place}"),
        (None, None) => capitalised(&place),
    }
}

/// Whether a hero is among the bodies that stand elsewhere, are gone or are new.
pub fn is_hero_moved(before: &NamedBoard<'_>, after: &NamedBoard<'_>) -> bool {
    let heroes = |board: &NamedBoard<'_>| -> Vec<Point> {
        let heroes = board.spawns.iter().filter(|spawn| board.is_heros(spawn));
        heroes.map(|spawn| spawn.at).collect()
    };
    heroes(before) != heroes(after)
}
