//! The comparison of two versions of a level or a vault: changed cells, and changes of the bodies and items on them.
use std::collections::{BTreeMap, HashMap, HashSet};

use super::change::{Change, cells_text, rectangles};
use super::facts::Facts;
use super::naming::{BoardId, Naming};
use super::pairs::{Placed, paired_nearest};
use super::rows::Section;
use crate::view::words::several;
use dungeon_model::dungeon::{
    ItemId, ItemKind, LevelChance, Side, Spawn, Spread, Stat, Stats, TileId,
};
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::grid::Grid;

/// The terrain of a level or a vault.
#[derive(Clone, Copy, Debug)]
enum BoardTiles<'a> {
    Level(&'a Grid<TileId>),
    Vault(&'a Grid<Option<TileId>>),
}

/// A level or a vault with the names of its bodies, items and tiles.
#[derive(Clone, Copy, Debug)]
pub struct NamedBoard<'a> {
    naming: &'a Naming<'a>,
    tiles: BoardTiles<'a>,
    entrance: Option<Point>,
    items: &'a [(Point, ItemId)],
    spawns: &'a [Spawn],
    stats: &'a [Stats],
    spreads: &'a [Spread],
    chance: Option<&'a LevelChance>,
}

impl<'a> NamedBoard<'a> {
    /// Returns a level or a vault together with its names.
    pub fn of(naming: &'a Naming<'a>, id: BoardId) -> NamedBoard<'a> {
        match id {
            BoardId::Level(nth) => {
                let level = &naming.dungeon.levels[nth];
                NamedBoard {
                    naming,
                    tiles: BoardTiles::Level(&level.tiles),
                    entrance: level.entrance,
                    items: &level.items,
                    spawns: &level.spawns,
                    stats: &level.stats,
                    spreads: &level.spreads,
                    chance: level.chance.as_deref(),
                }
            }
            BoardId::Vault(nth) => {
                let vault = &naming.dungeon.vaults[nth];
                NamedBoard {
                    naming,
                    tiles: BoardTiles::Vault(&vault.tiles),
                    entrance: None,
                    items: &vault.items,
                    spawns: &vault.spawns,
                    stats: &vault.stats,
                    spreads: &vault.spreads,
                    chance: vault.chance.as_deref(),
                }
            }
        }
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> Size {
        match self.tiles {
            BoardTiles::Level(tiles) => tiles.size(),
            BoardTiles::Vault(tiles) => tiles.size(),
        }
    }

    /// Returns the terrain of a cell; `None` outside the board and in gaps of a vault.
    fn tile(&self, p: Point) -> Option<TileId> {
        match self.tiles {
            BoardTiles::Level(tiles) => tiles.get(p),
            BoardTiles::Vault(tiles) => tiles.get(p).flatten(),
        }
    }

    /// Returns the glyph of a cell's terrain; a space if there is no terrain.
    pub fn terrain_glyph(&self, p: Point) -> char {
        let tile = self.tile(p);
        tile.map_or(' ', |tile| self.naming.dungeon.tile(tile).glyph)
    }

    /// Returns the name of a cell's terrain; "nothing" if there is no terrain.
    fn terrain_name(&self, p: Point) -> &'a str {
        let name = |tile: TileId| self.naming.tiles[usize::from(tile.0)].as_str();
        self.tile(p).map_or("nothing", name)
    }

    /// Iterates over the glyphs on top of the terrain, each with its cell: marks of cells that the seed decides, then
    /// items, then bodies.
    pub fn thing_glyphs(&self) -> impl Iterator<Item = (Point, char)> {
        let dungeon = self.naming.dungeon;
        let items = self.items.iter();
        let items = items.map(|(p, item)| (*p, dungeon.item(*item).glyph));
        let bodies = self.spawns.iter().map(|spawn| {
            let stats = &self.stats[spawn.stats.0 as usize];
            (spawn.at, dungeon.kind(spawn.kind).glyph_of(stats))
        });
        self.drawn_cells().chain(items).chain(bodies)
    }

    /// Iterates over the cells that the seed decides, each with the glyph of its mark.
    fn drawn_cells(&self) -> impl Iterator<Item = (Point, char)> {
        let cells = |chance: &'a LevelChance| {
            let glyph = |mark: u32| chance.marks[mark as usize].glyph;
            let cells = chance.cells.iter();
            cells.map(move |cell| (cell.at, glyph(cell.mark)))
        };
        self.chance.into_iter().flat_map(cells)
    }

    /// Returns the rows of terrain, the records about terrain and the things on cells, one per line, each prefixed with
    /// `place`.
    pub fn lines(&self, place: &str, section: &Section) -> Vec<String> {
        let Size { width, height } = self.size();
        let rows = (0..height).map(|y| {
            let glyphs = (0..width).map(|x| self.terrain_glyph(at(x, y)));
            glyphs.collect::<String>().trim_end().to_owned()
        });
        let taken: HashSet<Point> = self.thing_glyphs().map(|(p, _)| p).collect();
        let said = section.cells.iter().filter(|(p, _)| !taken.contains(p));
        let said = said.map(|(p, facts)| {
            let name = self.terrain_name(*p);
            facts.named(&format!("{name} at {p}"))
        });
        let things = self.things(section).into_iter();
        let things = things.flat_map(|(_, things)| things).map(|thing| {
            let Placed { at, name, .. } = &thing;
            thing.facts.named(&format!("{name} at {at}"))
        });
        let lines = rows.chain(said).chain(things);
        lines.map(|line| format!("{place}: {line}")).collect()
    }

    /// Returns the things on cells, by part of the game. The facts of a thing are its numbers and the records about its
    /// cell.
    fn things(&self, section: &Section) -> [(&'static str, Vec<Placed>); 4] {
        let dungeon = self.naming.dungeon;
        let placed = |at: Point, name: &str, usual: Facts, mut facts: Facts| {
            if let Some(said) = section.cells.get(&at) {
                facts.add_keys_of(said);
            }
            Placed {
                at,
                name: name.to_owned(),
                own: facts.without(&usual),
                facts,
            }
        };
        let bare = |at: Point, name: &str| placed(at, name, Facts::default(), Facts::default());
        let drawn = self.drawn_cells();
        let drawn = drawn.map(|(p, glyph)| bare(p, &format!("place of `{glyph}`")));
        let is_hero = |spawn: &Spawn| dungeon.kind(spawn.kind).side == Side::Ours;
        let mut heroes = self.spawns.iter().filter(|spawn| is_hero(spawn));
        let entrance = self.entrance.filter(|p| heroes.all(|hero| hero.at != *p));
        // An item with other numbers than usual is an additional entry of the table. The first entry with the same name
        // has the usual numbers.
        let mut firsts: HashMap<&str, &ItemKind> = HashMap::new();
        for (name, item) in self.naming.items.iter().zip(dungeon.items.iter()) {
            firsts.entry(name).or_insert(item);
        }
        let items = self.items.iter().map(|(p, id)| {
            let (item, name) = (dungeon.item(*id), &self.naming.items[usize::from(id.0)]);
            let usual = firsts[name.as_str()];
            let numbers = |item: &ItemKind| numbers(&item.gives, item.spread);
            placed(*p, name, numbers(usual), numbers(item))
        });
        let bodies = self.spawns.iter().map(|spawn| {
            let (kind, nth) = (dungeon.kind(spawn.kind), spawn.stats.0 as usize);
            let spread = self.spreads.get(nth).copied().unwrap_or_default();
            let name = &self.naming.kinds[usize::from(spawn.kind.0)];
            let usual = numbers(&kind.stats, kind.spread);
            placed(spawn.at, name, usual, numbers(&self.stats[nth], spread))
        });
        let entrance = entrance.map(|p| bare(p, "entrance"));
        [
            ("chance", drawn.collect()),
            ("level", entrance.into_iter().collect()),
            ("thing", items.collect()),
            ("body", bodies.collect()),
        ]
    }
}

/// Returns the numbers of a body or an item: "4", or "4..9" for the range that the seed draws from.
fn numbers(least: &Stats, spread: Spread) -> Facts {
    let mut facts = Facts::default();
    let most = spread.most(*least);
    for stat in Stat::ALL {
        let value = match (least[stat], most[stat]) {
            (from, to) if from == to => from.to_string(),
            (from, to) => format!("{from}..{to}"),
        };
        facts.add(stat.word(), &value);
    }
    facts
}

/// Two boards under comparison, and the changes found so far.
struct BoardPair<'a> {
    before: &'a NamedBoard<'a>,
    after: &'a NamedBoard<'a>,
    place: &'a str,
    nth: usize,
    /// The offset from a cell of the first board to the same cell of the second board.
    shift: Point,
    changes: Vec<Change>,
}

/// Returns the changes between two versions of a board; `nth` is the index of the pair in `Differences::boards`.
pub fn board_changes(
    [before, after]: &[NamedBoard<'_>; 2],
    sections: [&Section; 2],
    place: &str,
    nth: usize,
) -> Vec<Change> {
    let mut pair = BoardPair {
        before,
        after,
        place,
        nth,
        shift: shift(before, after),
        changes: Vec::new(),
    };
    pair.compare_sizes();
    pair.compare_terrain(sections.map(|section| &section.cells));
    let [old, new] = [(before, sections[0]), (after, sections[1])];
    for ((part, old), (_, new)) in old.0.things(old.1).into_iter().zip(new.0.things(new.1)) {
        pair.compare_things(part, old, &new);
    }
    pair.changes
}

/// Returns the offset by which the cells of a resized map moved. Assumes that rows and columns were added or removed at
/// the corner for which the most cells keep their terrain.
fn shift(before: &NamedBoard<'_>, after: &NamedBoard<'_>) -> Point {
    let (old, new) = (before.size(), after.size());
    let (right, down) = (new.width - old.width, new.height - old.height);
    let corners = [at(0, 0), at(right, 0), at(0, down), at(right, down)];
    if (right, down) == (0, 0) {
        return at(0, 0);
    }
    let stays = |shift: &Point| {
        let cells = old.points().filter(|p| {
            let now = moved(*p, *shift);
            new.contains(now) && before.terrain_name(*p) == after.terrain_name(now)
        });
        cells.count()
    };
    // `max_by_key` returns the last maximum, so the offset 0, with which no cell moves, is preferred in a tie.
    let best = corners.into_iter().rev().max_by_key(stays);
    best.unwrap_or_default()
}

fn moved(p: Point, by: Point) -> Point {
    at(p.x + by.x, p.y + by.y)
}

impl BoardPair<'_> {
    /// Adds a change with its cells in ascending order: `before` in coordinates of the first board, and `after` in
    /// coordinates of the second board.
    fn push_change(&mut self, part: &'static str, text: String, before: &[Point], after: &[Point]) {
        self.changes.push(Change {
            board: Some(self.nth),
            before: rectangles(before),
            after: rectangles(after),
            ..Change::of(self.place, part, text)
        });
    }

    /// Converts a cell of the second board to the coordinates of the first board.
    fn unmoved(&self, p: Point) -> Point {
        moved(p, at(-self.shift.x, -self.shift.y))
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
        self.push_change("level", text, &[], &[]);
    }

    /// Reports changed terrain, and changed records about terrain with the same appearance.
    fn compare_terrain(&mut self, said: [&BTreeMap<Point, Facts>; 2]) {
        let (before, after) = (self.before, self.after);
        let taken = [before, after]
            .map(|board| -> HashSet<Point> { board.thing_glyphs().map(|(p, _)| p).collect() });
        let nothing = Facts::default();
        let mut groups: BTreeMap<(&str, &str, Vec<String>), Vec<Point>> = BTreeMap::new();
        for p in after.size().points() {
            let from = self.unmoved(p);
            if !before.size().contains(from) {
                continue;
            }
            let (old, new) = (before.terrain_name(from), after.terrain_name(p));
            let is_alike = old == new || before.terrain_glyph(from) == after.terrain_glyph(p);
            let phrases = if is_alike && !taken[0].contains(&from) && !taken[1].contains(&p) {
                let facts = [(said[0], from), (said[1], p)];
                let [was, is] = facts.map(|(said, p)| said.get(&p).unwrap_or(&nothing));
                was.changes_to(is)
            } else {
                Vec::new()
            };
            if old != new || !phrases.is_empty() {
                groups.entry((old, new, phrases)).or_default().push(p);
            }
        }
        for ((old, new, phrases), cells) in groups {
            let place = cells_text(&cells);
            let text = match (phrases.as_slice(), cells.len()) {
                ([], 1) => format!("{old} at {place} became {new}"),
                ([], n) => format!("{n} cells of {old} became {new} at {place}"),
                (phrases, _) => format!("{old} at {place} {}", phrases.join(", ")),
            };
            let before: Vec<Point> = cells.iter().map(|p| self.unmoved(*p)).collect();
            self.push_change("terrain", text, &before, &cells);
        }
    }

    fn compare_things(&mut self, part: &'static str, mut old: Vec<Placed>, new: &[Placed]) {
        for thing in &mut old {
            thing.at = moved(thing.at, self.shift);
        }
        let told = self.changes.len();
        let compared = paired_nearest(&old, new);
        for (one, other) in &compared.pairs {
            self.compare_thing(part, &old[*one], &new[*other]);
        }
        let gone = compared.removed.iter().map(|nth| &old[*nth]);
        let come = compared.added.iter().map(|nth| &new[*nth]);
        self.push_gone_and_new(part, gone.collect(), come.collect());
        let is_in_order = compared.pairs.is_sorted_by_key(|(_, other)| *other);
        if part == "body" && self.changes.len() == told && !is_in_order {
            let text = "bodies act in another order".to_owned();
            self.push_change("order", text, &[], &[]);
        }
    }

    fn compare_thing(&mut self, part: &'static str, old: &Placed, new: &Placed) {
        let mut phrases = Vec::new();
        if old.at != new.at {
            phrases.push(format!("moved to {}", new.at));
        }
        // If the kind's own numbers changed, the kind's record reports that.
        if old.own != new.own {
            phrases.extend(old.facts.changes_to(&new.facts));
        }
        if !phrases.is_empty() {
            let at = self.unmoved(old.at);
            let text = format!("{} at {at} {}", new.name, phrases.join(", "));
            self.push_change(part, text, &[at], &[new.at]);
        }
    }

    /// Reports removed and added things. A removed and an added thing on the same cell become one change; all other
    /// things are grouped by name.
    fn push_gone_and_new(&mut self, part: &'static str, gone: Vec<&Placed>, come: Vec<&Placed>) {
        let mut there: HashMap<Point, &Placed> =
            { come.iter() }.map(|thing| (thing.at, *thing)).collect();
        let mut groups: BTreeMap<(String, bool), Vec<Point>> = BTreeMap::new();
        for thing in gone {
            let (now, name) = (thing.at, thing.own.named(&thing.name));
            match there.remove(&now) {
                Some(other) => {
                    let text = format!("{name} at {now} became {}", other.own.named(&other.name));
                    self.push_change(part, text, &[self.unmoved(now)], &[now]);
                }
                None => groups
                    .entry((name, false))
                    .or_default()
                    .push(self.unmoved(now)),
            }
        }
        for thing in come
            .into_iter()
            .filter(|thing| there.contains_key(&thing.at))
        {
            let name = thing.own.named(&thing.name);
            groups.entry((name, true)).or_default().push(thing.at);
        }
        for ((name, is_new), mut cells) in groups {
            cells.sort_unstable();
            let what = match cells.len() {
                1 => name,
                n => several(n, &name),
            };
            let place = cells_text(&cells);
            if is_new {
                self.push_change(part, format!("{what} added at {place}"), &[], &cells)
            } else {
                self.push_change(part, format!("{what} gone from {place}"), &cells, &[])
            }
        }
    }
}
