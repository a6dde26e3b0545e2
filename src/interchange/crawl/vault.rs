//! Crawl maps as vaults: their doors, and their weight, depth and orientations.
use std::collections::BTreeMap;

use super::glyphs::CrawlGlyphs;
use crate::interchange::foreign::ForeignVault;

/// The four directions in which a way leads on, as differences of column and row: north, west, east, south.
const WAYS: [(isize, isize); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// The weight of a map without a `WEIGHT` line.
const USUAL_WEIGHT: u32 = 10;

/// The first and the last depth of each branch, counted in levels from the surface. A branch can begin on several
/// levels; the table has the usual ones.
const BRANCHES: &[(&str, u32, u32)] = &[
    ("D", 1, 15),
    ("Temple", 5, 5),
    ("Lair", 9, 13),
    ("Orc", 10, 11),
    ("Elf", 12, 14),
    ("Swamp", 12, 15),
    ("Shoals", 12, 15),
    ("Snake", 12, 15),
    ("Spider", 12, 15),
    ("Slime", 14, 18),
    ("Vaults", 14, 18),
    ("Crypt", 17, 19),
    ("Tomb", 20, 22),
    ("Depths", 16, 19),
    ("Zot", 20, 24),
    ("Hell", 20, 20),
    ("Dis", 21, 27),
    ("Geh", 21, 27),
    ("Coc", 21, 27),
    ("Tar", 21, 27),
    ("Abyss", 16, 22),
    ("Pan", 20, 20),
    ("Zig", 16, 27),
];

/// The lines of an entry that describe a vault's place.
#[derive(Clone, Debug, Default)]
pub struct VaultLines {
    orient: Option<String>,
    tags: Vec<String>,
    depth: Vec<String>,
    weight: Option<u32>,
}

/// The keys of a vault, with the reason for each part of the lines that they do not express.
pub type PartialVault = (ForeignVault, Vec<&'static str>);

impl VaultLines {
    /// Reads a line; ignores lines about something else.
    pub fn line(&mut self, key: &str, said: &str) {
        match key {
            "ORIENT" => self.orient = Some(said.to_owned()),
            "TAGS" => self.tags.extend(said.split_whitespace().map(str::to_owned)),
            "DEPTH" => self.depth.push(said.to_owned()),
            "WEIGHT" => {
                // `20 (D:2-4), 5` weighs 5 on other levels.
                let last = said.rsplit(',').next().unwrap_or(said);
                let digits = last.trim().split(|c: char| !c.is_ascii_digit()).next();
                self.weight = digits.and_then(|digits| digits.parse().ok());
            }
            _ => {}
        }
    }

    /// Whether the map is a whole level.
    pub fn is_level(&self) -> bool {
        self.orient.as_deref() == Some("encompass")
    }

    fn is_tagged(&self, tag: &str) -> bool {
        self.tags.iter().any(|known| known == tag)
    }

    /// Returns the keys of the vault. `usual_depth` is the file's `default-depth`.
    pub fn keys(&self, usual_depth: &str) -> PartialVault {
        let mut lost = Vec::new();
        let said = match self.depth.as_slice() {
            [] => usual_depth.to_owned(),
            said => said.join(", "),
        };
        let (depth, is_whole) = depth(&said);
        if !is_whole {
            lost.push("the depth leaves out levels: the vault may be on all levels from the first to the last");
        }
        let weight = self.weight.unwrap_or(USUAL_WEIGHT);
        if weight == 0 {
            lost.push("weight 0 becomes 1");
        }
        let mirrors = ["no_hmirror", "no_vmirror"].map(|tag| !self.is_tagged(tag));
        if mirrors[0] != mirrors[1] {
            lost.push("a vault that may be mirrored in one direction only is not mirrored");
        }
        let is_at_side = self
            .orient
            .as_deref()
            .is_some_and(|orient| orient != "float");
        if is_at_side {
            lost.push("the vault may be anywhere on its level");
        }
        let keys = ForeignVault {
            weight: weight.clamp(1, u32::from(u16::MAX)),
            depth,
            flips: mirrors[0] && mirrors[1],
            turns: !self.is_tagged("no_rotate"),
            secret_door: None,
        };
        (keys, lost)
    }
}

/// Returns the first and the last depth that a `DEPTH` line names, and whether they say all of it. `None` for a line
/// that names no known branch.
fn depth(said: &str) -> (Option<(u32, u32)>, bool) {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut is_whole = true;
    for part in said
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        match part.strip_prefix('!') {
            None => match range(part) {
                Some(range) => ranges.push(range),
                None => is_whole = false,
            },
            Some(_) => is_whole = false,
        }
    }
    ranges.sort_unstable();
    let Some(first) = ranges.first().map(|range| range.0) else {
        return (None, is_whole && said.trim().is_empty());
    };
    let mut last = first;
    for (from, to) in ranges {
        is_whole &= from <= last + 1;
        last = last.max(to);
    }
    (Some((first, last)), is_whole)
}

/// Reads a part of a `DEPTH` line, such as `D:4-7`, `Lair`, `Orc:$` or `3-9`.
fn range(part: &str) -> Option<(u32, u32)> {
    let (branch, levels) = match part.split_once(':') {
        Some((branch, levels)) => (branch.trim(), levels.trim()),
        None if part.starts_with(|c: char| c.is_ascii_digit()) => ("D", part),
        None => (part, "*"),
    };
    let (_, first, last) = BRANCHES
        .iter()
        .find(|(known, ..)| known.eq_ignore_ascii_case(branch))?;
    let level = |said: &str, usual: u32| match said.trim() {
        "" => Some(usual),
        "$" => Some(*last),
        digits => digits
            .parse::<u32>()
            .ok()
            .map(|nth| first.saturating_add(nth).saturating_sub(1)),
    };
    let (from, to) = match levels.split_once('-') {
        _ if levels == "*" => (*first, *last),
        Some((from, to)) => (level(from, *first)?, level(to, *last)?),
        None => (level(levels, *first)?, level(levels, *first)?),
    };
    let limits = |depth: u32| depth.clamp(1, 64);
    (from <= to).then_some((limits(from), limits(to)))
}

/// The doors of a vault.
#[derive(Debug, Default)]
pub struct VaultDoors {
    /// Cells that are drawn differently, with their glyphs: entries as open doors or floor, doors without a way on as
    /// walls.
    pub drawn: BTreeMap<(usize, usize), char>,
    /// Whether the vault has a door in every game.
    pub has_door: bool,
    /// Doors at which the drawing names no entry.
    pub chosen: Vec<(usize, usize)>,
    /// A door in the outer wall that looks like the wall, for a vault without any way in.
    pub secret: Option<(usize, usize)>,
    /// Doors and entries that lead nowhere.
    pub shut: usize,
}

/// The cells of a vault.
struct VaultCells<'a> {
    glyphs: &'a CrawlGlyphs,
    /// The only glyph of each group; `None` for a group that chance decides.
    certain: Vec<Option<char>>,
    /// Whether the cells of each group are always floor, or other terrain that bodies can enter; false for doors, since a
    /// door at the edge may become a wall.
    is_open: Vec<bool>,
    /// Whether each cell is outside of the vault.
    is_outside: Vec<Vec<bool>>,
}

impl VaultDoors {
    /// Finds the doors of a vault, and marks the groups whose doors come by chance.
    pub fn find(glyphs: &mut CrawlGlyphs) -> VaultDoors {
        let outcomes = glyphs.outcomes();
        let cells = VaultCells::of(glyphs);
        let mut doors = VaultDoors::default();
        let (mut shut, mut entered) = (Vec::new(), BTreeMap::new());
        for (x, y) in cells.all() {
            let group = glyphs.rows[y][x];
            let is_rim = cells.ways_out((x, y)).next().is_some();
            let leads_in = is_rim && cells.leads_in((x, y));
            match cells.certain[group as usize] {
                Some('@') => {
                    doors
                        .drawn
                        .insert((x, y), if leads_in { '\'' } else { '.' });
                    doors.has_door |= leads_in;
                    doors.shut += usize::from(is_rim && !leads_in);
                }
                Some(glyph) if is_rim && glyphs.is_terrain(glyph) && glyphs.is_door(glyph) => {
                    doors.has_door |= leads_in;
                    if !leads_in {
                        doors.drawn.insert((x, y), '#');
                        doors.shut += 1;
                    }
                }
                _ => {
                    let mut may_be = outcomes[group as usize].iter();
                    let is_entry = outcomes[group as usize].contains(&'@');
                    if is_entry {
                        *entered.entry(group).or_insert(true) &= leads_in;
                    }
                    if is_rim && !leads_in && may_be.any(|glyph| glyphs.is_door(*glyph)) {
                        shut.push(group);
                    }
                }
            }
        }
        if !doors.has_door {
            doors.chosen = cells.chosen();
            doors.secret = Some(cells.secret())
                .filter(|_| doors.chosen.is_empty())
                .flatten();
            doors.has_door = !doors.chosen.is_empty() || doors.secret.is_some();
            doors
                .drawn
                .extend(doors.chosen.iter().map(|cell| (*cell, '\'')));
        }
        doors.shut += shut.len();
        let mut marked = (
            std::mem::take(&mut glyphs.shut),
            std::mem::take(&mut glyphs.entered),
        );
        for group in shut {
            glyphs.mark_partners(group, &mut marked.0);
        }
        let mut closed = std::collections::BTreeSet::new();
        for (group, leads_in) in entered {
            glyphs.mark_partners(group, if leads_in { &mut marked.1 } else { &mut closed });
        }
        marked.1.retain(|group| !closed.contains(group));
        (glyphs.shut, glyphs.entered) = marked;
        doors
    }
}

impl VaultCells<'_> {
    fn of(glyphs: &CrawlGlyphs) -> VaultCells<'_> {
        let outcomes = glyphs.outcomes();
        let certain = outcomes.iter().enumerate().map(|(nth, all)| {
            let only = all.first().copied().filter(|_| all.len() == 1);
            only.filter(|_| !glyphs.is_by_chance(dungeon_model::space::narrow::count(nth)))
        });
        let is_open = outcomes.iter().map(|all| {
            { all.iter() }.all(|glyph| glyphs.is_open(*glyph) && !glyphs.is_door(*glyph))
        });
        let rows = glyphs.rows.iter().map(|row| vec![false; row.len()]);
        let mut cells = VaultCells {
            glyphs,
            certain: certain.collect(),
            is_open: is_open.collect(),
            is_outside: rows.collect(),
        };
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (x, y) in cells.all().collect::<Vec<_>>() {
            if WAYS.iter().any(|way| !cells.is_drawn(step((x, y), *way))) {
                open.push((x, y));
            }
        }
        while let Some((x, y)) = open.pop() {
            let group = cells.glyphs.rows[y][x];
            if cells.certain[group as usize] == Some(' ') && !cells.is_outside[y][x] {
                cells.is_outside[y][x] = true;
                let around = WAYS.iter().filter_map(|way| step((x, y), *way));
                open.extend(around.filter(|cell| cells.is_drawn(Some(*cell))));
            }
        }
        cells
    }

    /// Iterates over all cells in reading order.
    fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let rows = self.glyphs.rows.iter().enumerate();
        rows.flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)))
    }

    fn is_drawn(&self, cell: Option<(usize, usize)>) -> bool {
        cell.is_some_and(|(x, y)| self.glyphs.rows.get(y).is_some_and(|row| x < row.len()))
    }

    fn is_part(&self, cell: Option<(usize, usize)>) -> bool {
        self.is_drawn(cell) && cell.is_some_and(|(x, y)| !self.is_outside[y][x])
    }

    /// Iterates over the directions that lead out of the vault; nothing for a cell inside.
    fn ways_out(&self, cell: (usize, usize)) -> impl Iterator<Item = usize> {
        let is_part = self.is_part(Some(cell));
        let leads_out = move |way: &usize| is_part && !self.is_part(step(cell, WAYS[*way]));
        (0..WAYS.len()).filter(leads_out)
    }

    /// Whether a cell beside this one can always be entered.
    fn leads_in(&self, cell: (usize, usize)) -> bool {
        let beside = WAYS.iter().filter_map(|way| step(cell, *way));
        let mut inside = beside.filter(|cell| self.is_part(Some(*cell)));
        inside.any(|(x, y)| self.is_open[self.glyphs.rows[y][x] as usize])
    }

    /// Returns doors for a vault that draws none: in the middle of the floor at each side. Prefers plain floor to other
    /// open terrain, and that to cells that chance decides.
    fn chosen(&self) -> Vec<(usize, usize)> {
        let sort = |(x, y): (usize, usize)| {
            let group = self.glyphs.rows[y][x] as usize;
            match self.certain[group] {
                Some('.') => 0,
                Some(glyph) if self.glyphs.is_terrain(glyph) => 1,
                None => 2,
                Some(_) => 3,
            }
        };
        let is_open = |(x, y): (usize, usize)| self.is_open[self.glyphs.rows[y][x] as usize];
        let at_rim = self
            .all()
            .filter(|cell| self.ways_out(*cell).next().is_some());
        let fit = at_rim.filter(|cell| is_open(*cell) && self.leads_in(*cell));
        let fit: Vec<(usize, usize)> = fit.collect();
        let best = fit.iter().map(|cell| sort(*cell)).min();
        let sides = (0..WAYS.len()).filter_map(|way| {
            let is_at_side = |cell: &&(usize, usize)| self.ways_out(**cell).next() == Some(way);
            let side = fit.iter().filter(|cell| Some(sort(**cell)) == best);
            let side: Vec<&(usize, usize)> = side.filter(is_at_side).collect();
            side.get(side.len() / 2).map(|cell| **cell)
        });
        sides.collect()
    }

    /// Returns a cell of the outer wall that is next to floor, in the middle of all such cells.
    fn secret(&self) -> Option<(usize, usize)> {
        let is_wall = |(x, y): (usize, usize)| {
            let glyph = self.certain[self.glyphs.rows[y][x] as usize];
            glyph.is_some_and(|glyph| self.glyphs.is_wall(glyph))
        };
        let at_rim = self
            .all()
            .filter(|cell| self.ways_out(*cell).next().is_some());
        let fit = at_rim.filter(|cell| is_wall(*cell) && self.leads_in(*cell));
        let fit: Vec<(usize, usize)> = fit.collect();
        fit.get(fit.len() / 2).copied()
    }
}

fn step((x, y): (usize, usize), (dx, dy): (isize, isize)) -> Option<(usize, usize)> {
    Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_counted_from_the_surface() {
        assert_eq!(depth("D:4-7"), (Some((4, 7)), true));
        assert_eq!(depth("D:12-, Depths"), (Some((12, 19)), true));
        assert_eq!(depth("Lair:2-3, Lair:$"), (Some((10, 13)), false));
        assert_eq!(depth("D, !D:3-6"), (Some((1, 15)), false));
        assert_eq!(depth(""), (None, true));
        assert_eq!(depth("Nowhere"), (None, false));
        assert_eq!(depth("3-9"), (Some((3, 9)), true));
        assert_eq!(depth("D:9-4"), (None, false));
    }
}
