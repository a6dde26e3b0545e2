//! The glyphs of a Crawl map after all glyph lines of its entry have been applied in order.
//!
//! Cells that chance always decides together or in the same way form a group. A line changes groups, so a drawing of
//! any size costs as much as its glyphs. Names apply to the glyphs that remain after all changes.
use std::collections::{BTreeMap, BTreeSet};

use super::legend::{BundledMeaning, NameSort, of_glyph, of_name};
use super::lines::{CountedGlyphs, GlyphChange, NamesWithWeights, WeightedGlyphs};
use crate::interchange::drawn_chances::greatest_common_divisor;
use crate::interchange::foreign::{ForeignChance, ForeignDraw, ForeignFile, ForeignThing};
use crate::interchange::text_rows::NumberedRow;
use dungeon_model::space::narrow::count;

/// The maximum number of cells with separate marks in a map. Beyond it, counted cells are drawn independently.
const MOST_SEPARATE: usize = 200;

/// The reason for a change that is not exact.
type Inexact = &'static str;

const APART: Inexact =
    "its cells are drawn independently here, since earlier lines change its glyphs by chance";

/// Cells with the same glyph, or with the same chances.
#[derive(Clone, Debug)]
struct GlyphGroup {
    /// The glyphs that the cells may have, with weights.
    outcomes: WeightedGlyphs,
    /// Whether all cells share one draw.
    is_same: bool,
    /// The number of the shuffle in which the group trades places.
    shuffle: Option<u32>,
    /// The last line that changes the group, from 1.
    line: Option<usize>,
    /// The glyph that the map draws.
    drawn: char,
    /// The number of cells.
    cells: usize,
}

/// The things that `KFEAT`, `KITEM` and `KMONS` put on the cells of a glyph, from the lowest to the highest.
#[derive(Clone, Debug, Default)]
struct NamedGlyph {
    layers: [Option<ThingDraw>; 3],
}

/// Alternatives with their weights, and whether all cells share one draw.
type ThingDraw = (Vec<(ForeignThing, u64)>, bool);

/// A reason for something that is not exact, with its line from 1.
pub type LineNote = (Option<usize>, String);

/// The content of the cells of a group.
#[derive(Clone, Debug)]
pub enum GroupContent {
    /// Things by their index in the file.
    Certain(Vec<u32>),
    /// A thing that stands for a chance.
    ByChance(u32),
}

/// The glyphs of a map while the lines of its entry are applied.
#[derive(Debug)]
pub struct CrawlGlyphs {
    /// The group of each cell, row by row.
    pub rows: Vec<Vec<u32>>,
    groups: Vec<GlyphGroup>,
    named: BTreeMap<char, NamedGlyph>,
    shuffles: u32,
    separate: usize,
    /// Groups that hold an entry or a door at a cell where no way leads on.
    pub shut: BTreeSet<u32>,
    /// Groups whose entries become doors.
    pub entered: BTreeSet<u32>,
}

impl CrawlGlyphs {
    /// Makes the glyphs of a map as drawn, before any change.
    pub fn of(rows: &[NumberedRow]) -> CrawlGlyphs {
        let mut known: BTreeMap<char, u32> = BTreeMap::new();
        let mut groups: Vec<GlyphGroup> = Vec::new();
        let rows = rows.iter().map(|(_, row)| {
            let row = row.iter().map(|glyph| {
                let group = *known.entry(*glyph).or_insert_with(|| {
                    groups.push(GlyphGroup::new(*glyph));
                    count(groups.len() - 1)
                });
                groups[group as usize].cells += 1;
                group
            });
            row.collect()
        });
        CrawlGlyphs {
            rows: rows.collect(),
            groups,
            named: BTreeMap::new(),
            shuffles: 0,
            separate: 0,
            shut: BTreeSet::new(),
            entered: BTreeSet::new(),
        }
    }

    /// Applies one change of a line.
    ///
    /// # Errors
    /// Returns the reason that the change is not expressed exactly. A change is ignored only if its glyphs cannot be
    /// drawn independently.
    pub fn apply(&mut self, line: usize, change: GlyphChange) -> Result<(), Inexact> {
        match change {
            GlyphChange::Unsupported(why) => Err(why),
            GlyphChange::OtherMap(glyphs) => {
                let glyphs = glyphs.into_iter().collect();
                let _ = self.substitute(line, &glyphs, &vec![('.', 1)], false);
                Err("another map belongs here: drawn as floor")
            }
            GlyphChange::Names {
                glyphs,
                sort,
                names,
                is_same,
            } => {
                for glyph in glyphs {
                    self.name(glyph, sort, &names, is_same);
                }
                if names.is_cut {
                    Err("only its names are imported")
                } else {
                    Ok(())
                }
            }
            GlyphChange::Shuffle(blocks) => self.shuffle_blocks(line, blocks),
            GlyphChange::Subst {
                glyphs,
                into,
                is_same,
            } => {
                let glyphs: BTreeSet<char> = glyphs.into_iter().collect();
                self.substitute(line, &glyphs, &into, is_same)
            }
            GlyphChange::Counted { glyphs, into } => {
                let glyphs: BTreeSet<char> = glyphs.into_iter().collect();
                self.count(line, &glyphs, &into)
            }
        }
    }

    /// Returns the indexes of the groups that have, or may have, one of the glyphs.
    fn with(&self, glyphs: &BTreeSet<char>) -> Vec<usize> {
        let has = |group: &GlyphGroup| {
            group
                .outcomes
                .iter()
                .any(|(glyph, _)| glyphs.contains(glyph))
        };
        (0..self.groups.len())
            .filter(|nth| has(&self.groups[*nth]))
            .collect()
    }

    fn substitute(
        &mut self,
        line: usize,
        glyphs: &BTreeSet<char>,
        into: &WeightedGlyphs,
        is_same: bool,
    ) -> Result<(), Inexact> {
        let changed = self.with(glyphs);
        let is_draw = into.iter().any(|(glyph, _)| *glyph != into[0].0);
        let is_exact = if !is_draw {
            true
        } else if is_same {
            self.join(&changed)
        } else {
            // Cells that share an earlier draw would share this one, too.
            !changed.iter().any(|nth| self.groups[*nth].shares_draw())
        };
        for nth in changed {
            let group = &mut self.groups[nth];
            if is_draw {
                let is_certain = group.outcomes.len() == 1;
                group.is_same = is_same && (is_certain || group.is_same);
            }
            group.replace(glyphs, into);
            group.line = Some(line);
        }
        if is_exact { Ok(()) } else { Err(APART) }
    }

    /// Joins groups into the first one, if their cells can share one draw. Returns whether they do.
    fn join(&mut self, groups: &[usize]) -> bool {
        let certain = |nth: &usize| self.groups[*nth].outcomes.len() == 1;
        match groups {
            [] => true,
            [one] => certain(one) || self.groups[*one].is_same || self.groups[*one].cells == 1,
            [first, rest @ ..] => {
                let is_free = |nth: &usize| certain(nth) && self.groups[*nth].shuffle.is_none();
                if !groups.iter().all(is_free) {
                    return false;
                }
                for row in &mut self.rows {
                    for group in row
                        .iter_mut()
                        .filter(|group| rest.contains(&(**group as usize)))
                    {
                        *group = count(*first);
                    }
                }
                for nth in rest {
                    self.groups[*first].cells += self.groups[*nth].cells;
                    self.groups[*nth].outcomes.clear();
                    self.groups[*nth].cells = 0;
                }
                true
            }
        }
    }

    /// Applies an `NSUBST`, which turns a fixed number of cells into each alternative. The cells become groups of their
    /// own, which are shuffled.
    fn count(
        &mut self,
        line: usize,
        glyphs: &BTreeSet<char>,
        into: &[CountedGlyphs],
    ) -> Result<(), Inexact> {
        let changed = self.with(glyphs);
        let all: usize = changed.iter().map(|nth| self.groups[*nth].cells).sum();
        let mut parts: Vec<(usize, &CountedGlyphs)> = Vec::new();
        let mut left = all;
        for part in into {
            let cells = part.count.unwrap_or(left).min(left);
            left -= cells;
            parts.push((cells, part));
        }
        parts.retain(|(cells, _)| *cells > 0);
        match parts.as_slice() {
            [] => return Ok(()),
            [(_, only)] if left == 0 => {
                return self.substitute(line, glyphs, &only.into, only.is_same);
            }
            _ => {}
        }
        let is_plain = |nth: &usize| {
            self.groups[*nth].outcomes.len() == 1 && self.groups[*nth].shuffle.is_none()
        };
        let is_plain = changed.iter().all(is_plain);
        if !is_plain || self.separate + all > MOST_SEPARATE {
            self.mix(line, &changed, glyphs, &parts, left);
            return Err(if is_plain {
                "too many cells: each is drawn independently here"
            } else {
                APART
            });
        }
        let shares = |(cells, part): &(usize, &CountedGlyphs)| {
            *cells > 1 && part.is_same && part.into.len() > 1
        };
        let is_exact = !parts.iter().any(shares);
        self.separate(line, &changed, &parts);
        if is_exact {
            Ok(())
        } else {
            Err("its counted cells are drawn independently here")
        }
    }

    /// Gives each cell of some groups a group of its own, and shuffles these groups. Cells beyond the counted ones keep
    /// their glyphs.
    fn separate(&mut self, line: usize, changed: &[usize], parts: &[(usize, &CountedGlyphs)]) {
        let counted = parts
            .iter()
            .flat_map(|(cells, part)| std::iter::repeat_n(&part.into, *cells));
        let mut counted = counted.cloned();
        let shuffle = self.shuffles;
        self.shuffles += 1;
        for group in self.rows.iter_mut().flatten() {
            let old = *group as usize;
            if changed.contains(&old) {
                let outcomes = counted.next();
                let outcomes = outcomes.unwrap_or_else(|| self.groups[old].outcomes.clone());
                *group = count(self.groups.len());
                self.separate += 1;
                self.groups.push(GlyphGroup {
                    outcomes: reduced(outcomes),
                    shuffle: Some(shuffle),
                    line: Some(line),
                    cells: 1,
                    ..GlyphGroup::new(self.groups[old].drawn)
                });
            }
        }
        for nth in changed {
            self.groups[*nth].outcomes.clear();
            self.groups[*nth].cells = 0;
        }
    }

    /// Draws each cell of an `NSUBST` independently, with the share that each part has of the cells.
    fn mix(
        &mut self,
        line: usize,
        changed: &[usize],
        glyphs: &BTreeSet<char>,
        parts: &[(usize, &CountedGlyphs)],
        left: usize,
    ) {
        for nth in changed {
            let mut mixed: WeightedGlyphs = Vec::new();
            for (cells, part) in parts {
                let all: u64 = part.into.iter().map(|(_, weight)| weight).sum();
                mixed.extend(part.into.iter().map(|(glyph, weight)| {
                    (
                        *glyph,
                        (*cells as u64)
                            .saturating_mul(1_000 * weight / all.max(1))
                            .max(1),
                    )
                }));
            }
            let group = &mut self.groups[*nth];
            let own = group
                .outcomes
                .iter()
                .find(|(glyph, _)| glyphs.contains(glyph));
            mixed.extend(
                own.filter(|_| left > 0)
                    .map(|(glyph, _)| (*glyph, left as u64 * 1_000)),
            );
            group.replace(glyphs, &mixed);
            group.is_same = false;
            group.line = Some(line);
        }
    }

    /// Shuffles blocks of glyphs: the first glyphs of all blocks trade places, and so on, in the same way.
    fn shuffle_blocks(&mut self, line: usize, blocks: Vec<Vec<char>>) -> Result<(), Inexact> {
        let columns = (0..blocks.first().map_or(0, Vec::len)).map(|nth| {
            let glyphs: Vec<char> = blocks.iter().map(|block| block[nth]).collect();
            glyphs
        });
        let is_drawn =
            |glyphs: &Vec<char>| !self.with(&glyphs.iter().copied().collect()).is_empty();
        let drawn: Vec<Vec<char>> = columns.filter(is_drawn).collect();
        match drawn.as_slice() {
            [] => Ok(()),
            [glyphs] => self.shuffle(line, glyphs.iter().copied().collect()),
            _ => Err("it swaps whole blocks: drawn as in the map"),
        }
    }

    fn shuffle(&mut self, line: usize, glyphs: BTreeSet<char>) -> Result<(), Inexact> {
        let changed = self.with(&glyphs);
        if glyphs.len() < 2 || changed.is_empty() {
            return Ok(());
        }
        let is_plain = |nth: &usize| {
            self.groups[*nth].outcomes.len() == 1 && self.groups[*nth].shuffle.is_none()
        };
        let is_one_each = changed.len() == self.certain_glyphs(&changed).len();
        if !changed.iter().all(is_plain) || !is_one_each {
            let into: WeightedGlyphs = glyphs.iter().map(|glyph| (*glyph, 1)).collect();
            for nth in changed {
                self.groups[nth].replace(&glyphs, &into);
                self.groups[nth].line = Some(line);
            }
            return Err(APART);
        }
        let present = self.certain_glyphs(&changed);
        if changed.len() == 1 {
            // One drawn glyph may become any of the others, for all its cells.
            let group = &mut self.groups[changed[0]];
            group.outcomes = glyphs.iter().map(|glyph| (*glyph, 1)).collect();
            (group.is_same, group.line) = (true, Some(line));
            return Ok(());
        }
        let absent = glyphs
            .difference(&present)
            .map(|glyph| GlyphGroup::new(*glyph));
        let absent: Vec<GlyphGroup> = absent.collect();
        let first_absent = self.groups.len();
        self.groups.extend(absent);
        for nth in changed.into_iter().chain(first_absent..self.groups.len()) {
            (self.groups[nth].shuffle, self.groups[nth].line) = (Some(self.shuffles), Some(line));
        }
        self.shuffles += 1;
        Ok(())
    }

    fn certain_glyphs(&self, groups: &[usize]) -> BTreeSet<char> {
        let outcomes = groups.iter().flat_map(|nth| &self.groups[*nth].outcomes);
        outcomes.map(|(glyph, _)| *glyph).collect()
    }

    /// Gives a glyph the names that a line lists. A later line about the same glyph replaces an earlier one.
    fn name(&mut self, glyph: char, sort: NameSort, names: &NamesWithWeights, is_same: bool) {
        let things = names.all.iter().map(|(name, weight)| {
            let meaning = match name.as_str() {
                "nothing" => Some(BundledMeaning::BuiltIn('.')),
                name => of_name(sort, name),
            };
            let thing = match name.strip_suffix(" mimic") {
                Some(like) => mimic(glyph, meant(glyph, of_name(sort, like))),
                None => ForeignThing {
                    is_object: sort != NameSort::Tile,
                    ..meant(glyph, meaning)
                },
            };
            let thing = ForeignThing {
                names: vec![name.clone()],
                ..thing
            };
            let thing = if name == "nothing" {
                meant('.', meaning)
            } else {
                thing
            };
            (thing, u64::from(*weight))
        });
        let layer = match sort {
            NameSort::Tile => 0,
            NameSort::Item => 1,
            NameSort::Kind => 2,
        };
        self.named.entry(glyph).or_default().layers[layer] = Some((things.collect(), is_same));
    }

    /// Returns the draws that decide the cells of a glyph, from the lowest layer to the highest; at least one.
    fn draws(&self, glyph: char) -> Vec<ThingDraw> {
        let Some(named) = self.named.get(&glyph) else {
            let meaning = if glyph == '@' {
                Some(BundledMeaning::BuiltIn('.'))
            } else {
                of_glyph(glyph)
            };
            return vec![(vec![(meant(glyph, meaning), 1)], false)];
        };
        let is_bare =
            |draw: &&ThingDraw| draw.0.iter().all(|(thing, _)| thing.certain == Some('.'));
        let draws: Vec<&ThingDraw> = named.layers.iter().flatten().collect();
        let full = draws.iter().filter(|draw| !is_bare(draw));
        let full: Vec<ThingDraw> = full.map(|draw| (*draw).clone()).collect();
        if full.is_empty() {
            draws.into_iter().take(1).cloned().collect()
        } else {
            full
        }
    }

    /// Returns the groups of the same shuffle, or the group alone.
    fn partners(&self, group: u32) -> Vec<usize> {
        let shuffle = self.groups[group as usize].shuffle;
        match shuffle {
            None => vec![group as usize],
            Some(_) => (0..self.groups.len())
                .filter(|nth| self.groups[*nth].shuffle == shuffle)
                .collect(),
        }
    }

    /// Returns all glyphs that the cells of each group may have, also by trading places.
    pub fn outcomes(&self) -> Vec<BTreeSet<char>> {
        let mut shuffled: BTreeMap<u32, BTreeSet<char>> = BTreeMap::new();
        for group in &self.groups {
            if let Some(shuffle) = group.shuffle {
                let glyphs = group.outcomes.iter().map(|(glyph, _)| *glyph);
                shuffled.entry(shuffle).or_default().extend(glyphs);
            }
        }
        let all = self.groups.iter().map(|group| match group.shuffle {
            Some(shuffle) => shuffled[&shuffle].clone(),
            None => group.outcomes.iter().map(|(glyph, _)| *glyph).collect(),
        });
        all.collect()
    }

    /// Whether a glyph always stands for cells that can be entered.
    pub fn is_open(&self, glyph: char) -> bool {
        let draws = self.draws(glyph);
        let mut things = draws.iter().flat_map(|(things, _)| things);
        things.all(|(thing, _)| meaning_of(thing).is_none_or(BundledMeaning::is_open))
    }

    /// Whether a glyph always stands for one sort of terrain and nothing else.
    pub fn is_terrain(&self, glyph: char) -> bool {
        match self.draws(glyph).as_slice() {
            [(things, _)] => {
                things.len() == 1
                    && meaning_of(&things[0].0).is_some_and(BundledMeaning::is_terrain)
            }
            _ => false,
        }
    }

    /// Whether a glyph always stands for a wall.
    pub fn is_wall(&self, glyph: char) -> bool {
        let draws = self.draws(glyph);
        let mut things = draws.iter().flat_map(|(things, _)| things);
        things.all(|(thing, _)| thing.certain == Some('#'))
    }

    /// Whether a glyph may stand for a door.
    pub fn is_door(&self, glyph: char) -> bool {
        let draws = self.draws(glyph);
        let mut things = draws.iter().flat_map(|(things, _)| things);
        things.any(|(thing, _)| thing.certain == Some('+'))
    }

    /// Adds the things of all groups to a file. Returns the content of each group, the chances of the map, and reasons
    /// for what is not exact, each with the line of the last change.
    pub fn contents(
        &self,
        file: &mut ForeignFile,
    ) -> (Vec<GroupContent>, Vec<ForeignChance>, Vec<LineNote>) {
        let (mut contents, mut chances, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        for (nth, group) in self.groups.iter().enumerate() {
            let draws = self.group_draws(count(nth), &mut remarks);
            let is_certain = draws.iter().all(|(things, _)| things.len() == 1);
            if group.outcomes.is_empty() || is_certain && group.shuffle.is_none() {
                let things = draws.into_iter().flat_map(|(things, _)| things);
                let things = things.map(|(thing, _)| file.thing(thing)).collect();
                contents.push(GroupContent::Certain(things));
                continue;
            }
            let draws = draws.into_iter().map(|(things, is_same)| ForeignDraw {
                alternatives: { things.into_iter() }
                    .map(|(thing, weight)| {
                        (file.thing(thing), u32::try_from(weight).unwrap_or(u32::MAX))
                    })
                    .collect(),
                is_same,
            });
            let chance = ForeignChance {
                character: group.drawn,
                draws: draws.collect(),
                shuffle: group.shuffle,
                line: group.line,
            };
            let stands_for = ForeignThing {
                chance: Some(count(chances.len())),
                ..ForeignThing::drawn(group.drawn)
            };
            contents.push(GroupContent::ByChance(file.thing(stands_for)));
            chances.push(chance);
        }
        (contents, chances, remarks)
    }

    /// Returns the draws that decide the cells of a group.
    fn group_draws(&self, nth: u32, remarks: &mut Vec<LineNote>) -> Vec<ThingDraw> {
        let group = &self.groups[nth as usize];
        let fitted = |thing: ForeignThing| self.fitted(nth, thing);
        if let [(glyph, _)] = group.outcomes.as_slice() {
            let draws = self.draws(*glyph).into_iter();
            let fit = |(thing, weight)| (fitted(thing), weight);
            return draws
                .map(|(things, same)| (things.into_iter().map(fit).collect(), same))
                .collect();
        }
        let mut mixed: Vec<(ForeignThing, u64)> = Vec::new();
        for (glyph, weight) in &group.outcomes {
            let mut draws = self.draws(*glyph);
            // A cell of a mark has one draw, so only the highest layer can come by chance.
            let (things, _) = draws.pop().unwrap_or_default();
            if !draws.is_empty() {
                let what = format!(
                    "`{glyph}` puts several things on a cell: by chance, only the last of them is drawn"
                );
                remarks.push((group.line, what));
            }
            if group.is_same && group.cells > 1 && things.len() > 1 {
                let what = format!(
                    "all cells of `{}` share one draw, also of the names of `{glyph}`",
                    group.drawn
                );
                remarks.push((group.line, what));
            }
            let all: u64 = things.iter().map(|(_, weight)| *weight).sum();
            // All names of one glyph share its weight. Shares must be whole numbers.
            mixed.extend(things.into_iter().map(|(thing, share)| {
                let share = weight.saturating_mul(share.saturating_mul(1_000)) / all.max(1);
                (fitted(thing), share.max(1))
            }));
        }
        vec![(mixed, group.is_same)]
    }

    /// Returns a thing as it is drawn in a group: an entry of a vault becomes an open door, and a door that leads
    /// nowhere becomes a wall.
    fn fitted(&self, group: u32, thing: ForeignThing) -> ForeignThing {
        let is_entry = thing.character == Some('@') && thing.names.is_empty();
        let certain = match thing.certain {
            Some('.') if is_entry && self.entered.contains(&group) => Some('\''),
            Some('+') if self.shut.contains(&group) => Some('#'),
            certain => certain,
        };
        ForeignThing { certain, ..thing }
    }

    /// Returns the cell where the hero begins a level, and whether chance decides what is on the cell. The cell is the
    /// first entry, else the first stairs up, stairs down or portal, else the first floor. Column and row count from 0.
    /// `None` if no cell is certain to be floor.
    pub fn start(&self) -> Option<((usize, usize), bool)> {
        let outcomes = self.outcomes();
        let is_open: Vec<bool> = { outcomes.iter() }
            .map(|all| all.iter().all(|glyph| self.is_open(*glyph)))
            .collect();
        let order = |group: u32| match self.groups[group as usize].outcomes.as_slice() {
            _ if !is_open[group as usize] => None,
            _ if self.is_by_chance(group) => Some(7),
            [('@', _)] => Some(0),
            [('{' | '[' | '(', _)] => Some(1),
            [('<', _)] => Some(2),
            [('>' | '}' | ']' | ')', _)] => Some(3),
            [(glyph, _)] if self.is_portal(*glyph) => Some(4),
            [('.', _)] => Some(5),
            [(glyph, _)] if self.is_terrain(*glyph) => Some(6),
            _ => Some(7),
        };
        let rows = self.rows.iter().enumerate();
        let cells =
            rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, group)| (*group, x, y)));
        let cells = cells.filter_map(|(group, x, y)| Some((order(group)?, y, x)));
        cells.min().map(|(order, y, x)| ((x, y), order == 7))
    }

    fn is_portal(&self, glyph: char) -> bool {
        let named = self
            .named
            .get(&glyph)
            .and_then(|named| named.layers[0].as_ref());
        let mut names = named
            .into_iter()
            .flat_map(|(things, _)| things)
            .flat_map(|(thing, _)| &thing.names);
        names.any(|name| name.starts_with("exit_"))
    }

    /// Marks the groups that trade places with a group, or the group alone.
    pub fn mark_partners(&self, group: u32, set: &mut BTreeSet<u32>) {
        set.extend(self.partners(group).into_iter().map(count));
    }

    /// Whether chance decides the cells of a group, by lines about glyphs or by names of its only glyph.
    pub fn is_by_chance(&self, group: u32) -> bool {
        let group = &self.groups[group as usize];
        let has_names = match group.outcomes.as_slice() {
            [(glyph, _)] => self
                .draws(*glyph)
                .iter()
                .any(|(things, _)| things.len() > 1),
            outcomes => outcomes.len() > 1,
        };
        group.shuffle.is_some() || has_names
    }
}

impl GlyphGroup {
    fn new(glyph: char) -> GlyphGroup {
        GlyphGroup {
            outcomes: vec![(glyph, 1)],
            is_same: false,
            shuffle: None,
            line: None,
            drawn: glyph,
            cells: 0,
        }
    }

    /// Whether several cells share a draw with several outcomes.
    fn shares_draw(&self) -> bool {
        self.is_same && self.cells > 1 && self.outcomes.len() > 1
    }

    /// Replaces each of some glyphs by a choice.
    fn replace(&mut self, glyphs: &BTreeSet<char>, into: &WeightedGlyphs) {
        let all: u64 = into.iter().map(|(_, weight)| *weight).sum();
        let mut replaced: WeightedGlyphs = Vec::new();
        for (glyph, weight) in &self.outcomes {
            if glyphs.contains(glyph) {
                replaced.extend(
                    into.iter()
                        .map(|(into, share)| (*into, weight.saturating_mul(*share))),
                );
            } else {
                replaced.push((*glyph, weight.saturating_mul(all)));
            }
        }
        self.outcomes = reduced(replaced);
    }
}

/// Adds up the weights of equal glyphs, and makes the weights as small as possible.
fn reduced(glyphs: WeightedGlyphs) -> WeightedGlyphs {
    let mut sums: BTreeMap<char, u64> = BTreeMap::new();
    for (glyph, weight) in glyphs {
        let sum = sums.entry(glyph).or_default();
        *sum = sum.saturating_add(weight);
    }
    let common = sums
        .values()
        .copied()
        .fold(0, greatest_common_divisor)
        .max(1);
    let most = sums.values().copied().max().unwrap_or(1) / common;
    let excess = most / 1_000_000 + 1;
    let small = |(glyph, weight): (char, u64)| (glyph, (weight / common / excess).max(1));
    sums.into_iter().map(small).collect()
}

/// Returns the thing of a glyph with a bundled meaning.
fn meant(glyph: char, meaning: Option<BundledMeaning<'_>>) -> ForeignThing {
    let (certain, declaration) = match meaning {
        Some(BundledMeaning::BuiltIn(glyph)) => (Some(glyph), None),
        Some(BundledMeaning::Declared(line)) => (None, Some(line.to_owned())),
        None => (None, None),
    };
    ForeignThing {
        certain,
        declaration,
        ..ForeignThing::drawn(glyph)
    }
}

/// The glyphs of doors, stairs, traps, signs and floor, which a monster cannot look like.
const FEATURES: &str = "+'<>^?.";

/// Returns a monster that looks like a thing, or the thing itself if no monster can look like it.
fn mimic(glyph: char, like: ForeignThing) -> ForeignThing {
    if like
        .certain
        .is_some_and(|certain| FEATURES.contains(certain))
        || meaning_of(&like).is_none()
    {
        return like;
    }
    ForeignThing {
        declaration: Some(MIMIC.to_owned()),
        looks: Some(Box::new(like)),
        is_object: true,
        ..ForeignThing::drawn(glyph)
    }
}

/// The declaration of a mimic. Its own glyph is that of Crawl's mimics.
const MIMIC: &str = "kind m \"mimic\" health=20 strength=5";

fn meaning_of(thing: &ForeignThing) -> Option<BundledMeaning<'_>> {
    let declared = thing.declaration.as_deref().map(BundledMeaning::Declared);
    declared.or(thing.certain.map(BundledMeaning::BuiltIn))
}
