//! What the hero can never come to, in groups: a group is what one mend would give him, with everything that
//! its own ways lead to.
use std::collections::HashMap;

use super::field::{Field, Passage};
use super::reach::Reach;
use super::ways::{Arrival, Spot, is_none};
use crate::dungeon::{KindId, Level, LevelId, Side, Strewn, Through};
use crate::space::geometry::{Point, Region};
use crate::space::grid::Grid;
use crate::space::path::flood;

/// Something out of reach, by its number in the lists of its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// In `Level::items`.
    Item(usize),
    /// In `Level::scatters`, which puts down what the hero wants.
    Scatter(usize),
    /// At this cell.
    Stairs(Point),
    /// In `Level::spawns`.
    Monster(usize),
}

/// Out of reach together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Where a way to all of it would have to lead: a cell, or any of a level that nothing leads to.
    pub root: Root,
    /// What is there and behind it.
    pub things: Vec<(LevelId, Thing)>,
}

/// Where a group begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A piece of floor on a level that the hero comes to.
    Pocket(Spot),
    /// A whole level.
    Level(LevelId),
}

impl Root {
    /// Its level.
    pub fn level(self) -> LevelId {
        match self {
            Root::Pocket((level, _)) | Root::Level(level) => level,
        }
    }
}

/// Every cell that is out of reach, as far as anything is there.
#[derive(Debug)]
pub struct Lost {
    grounds: HashMap<LevelId, Ground>,
    groups: Vec<Owner>,
    regions: HashMap<(LevelId, Region), u32>,
}

#[derive(Debug)]
enum Ground {
    /// The numbers of the groups that cells belong to, 0 for none.
    Pockets(Grid<u32>),
    /// Nobody comes here: all of it is one group's.
    Whole(u32),
}

#[derive(Debug)]
struct Owner {
    root: Root,
    master: Option<u32>, // a later group whose ways lead here
}

impl Lost {
    /// Gathers what is out of reach.
    pub fn of(reach: &mut Reach<'_>) -> Lost {
        let mut lost = Lost {
            grounds: HashMap::new(),
            groups: Vec::new(),
            regions: HashMap::new(),
        };
        let dungeon = reach.dungeon;
        let levels = || (0..).map(LevelId).zip(&dungeon.levels);
        for (id, level) in levels()
            .filter(|(id, _)| reach.is_entered(*id))
            .collect::<Vec<_>>()
        {
            for (thing, p) in things(reach, id, level) {
                if let Some(p) = p
                    && is_lost(reach, (id, p), thing)
                    && lost.owner((id, p)).is_none()
                {
                    lost.begin(reach, Root::Pocket((id, p)));
                }
            }
        }
        for (id, level) in levels() {
            if !reach.is_entered(id)
                && !lost.grounds.contains_key(&id)
                && !things(reach, id, level).is_empty()
            {
                lost.begin(reach, Root::Level(id));
            }
        }
        lost
    }

    /// Everything out of reach, by what would mend it.
    pub fn groups(&self, reach: &mut Reach<'_>) -> Vec<Group> {
        let begin = |owner: &Owner| Group {
            root: owner.root,
            things: Vec::new(),
        };
        let mut groups: Vec<Group> = self.groups.iter().map(begin).collect();
        let masters = self.masters();
        let dungeon = reach.dungeon;
        for (id, level) in (0..).map(LevelId).zip(&dungeon.levels) {
            if !self.grounds.contains_key(&id) {
                continue;
            }
            for (thing, p) in things(reach, id, level) {
                let spot = (id, p.unwrap_or_default());
                let is_here = match p {
                    Some(_) => is_lost(reach, spot, thing),
                    None => matches!(self.grounds.get(&id), Some(Ground::Whole(_))),
                };
                let owner = self.owner(spot).filter(|_| is_here);
                if let Some(owner) = owner {
                    groups[masters[owner as usize - 1] as usize - 1]
                        .things
                        .push((id, thing));
                }
            }
        }
        for group in &mut groups {
            let root = group.root.level();
            group.things.sort_by_key(|(level, _)| *level != root);
        }
        groups.retain(|group| !group.things.is_empty());
        groups
    }

    /// Whether a cell belongs to a group.
    pub fn holds(&self, spot: Spot) -> bool {
        self.owner(spot).is_some()
    }

    /// Begins a group at a place that belongs to none, and follows its ways.
    pub fn begin(&mut self, reach: &mut Reach<'_>, root: Root) {
        self.groups.push(Owner { root, master: None });
        let number = self.groups.len() as u32;
        let mut work = Vec::new();
        match root {
            Root::Pocket(spot) => self.take(reach, spot, number, &mut work),
            Root::Level(level) => self.take_level(reach, level, number, &mut work),
        }
        while let Some(arrival) = work.pop() {
            match arrival {
                Arrival::At(level, p) => self.take(reach, (level, p), number, &mut work),
                Arrival::Within(level, region) => {
                    match self.regions.insert((level, region), number) {
                        Some(owner) => self.subdue(owner, number),
                        None => {
                            let cells = region.points();
                            cells.for_each(|p| self.take(reach, (level, p), number, &mut work));
                        }
                    }
                }
                Arrival::Nowhere => {}
            }
        }
    }

    /// Everything that hangs together with a cell becomes the group's.
    fn take(&mut self, reach: &mut Reach<'_>, spot: Spot, number: u32, work: &mut Vec<Arrival>) {
        let (level, p) = spot;
        if let Some(owner) = self.owner(spot) {
            self.subdue(owner, number);
            return;
        }
        if !reach.is_entered(level) {
            self.take_level(reach, level, number, work);
            return;
        }
        let Some(field) = reach.field(level) else {
            return;
        };
        let size = reach.dungeon.levels[usize::from(level.0)].tiles.size();
        let ground = self.grounds.entry(level);
        let ground = ground.or_insert_with(|| Ground::Pockets(Grid::filled(size, 0)));
        let Ground::Pockets(owners) = ground else {
            return;
        };
        let mut notes = Vec::new();
        flood([p], |p| match owners.get_mut(p) {
            Some(owner) if *owner == 0 && is_floor_out_of_reach(field, p) => {
                *owner = number;
                if field.passage(p) != Passage::Open {
                    notes.push(p);
                }
                true
            }
            _ => false,
        });
        work.extend(
            notes
                .into_iter()
                .filter_map(|p| reach.ways.behind((level, p))),
        );
    }

    /// A level that nobody comes to becomes the group's, whatever is walled off in it.
    fn take_level(
        &mut self,
        reach: &mut Reach<'_>,
        level: LevelId,
        number: u32,
        work: &mut Vec<Arrival>,
    ) {
        if let Some(Ground::Whole(owner)) = self.grounds.get(&level) {
            self.subdue(*owner, number);
            return;
        }
        self.grounds.insert(level, Ground::Whole(number));
        work.extend(reach.ways_out(level));
    }

    /// The ways of a group lead to another one.
    fn subdue(&mut self, mut owner: u32, number: u32) {
        while owner != number {
            let master = &mut self.groups[owner as usize - 1].master;
            match master.replace(number) {
                Some(next) => owner = next,
                None => return,
            }
        }
    }

    /// For each group the one whose mend would give it, too: a later one, or itself.
    fn masters(&self) -> Vec<u32> {
        let mut masters: Vec<u32> = (1..=self.groups.len() as u32).collect();
        for (i, group) in self.groups.iter().enumerate().rev() {
            if let Some(master) = group.master {
                masters[i] = masters[master as usize - 1];
            }
        }
        masters
    }

    fn owner(&self, (level, p): Spot) -> Option<u32> {
        match self.grounds.get(&level)? {
            Ground::Pockets(owners) => owners.get(p).filter(|owner| *owner != 0),
            Ground::Whole(owner) => Some(*owner),
        }
    }
}

fn is_floor_out_of_reach(field: &Field, p: Point) -> bool {
    field.passage(p) != Passage::Solid && !field.is_reached(p)
}

/// Whether a thing whose cell is floor is out of reach.
fn is_lost(reach: &Reach<'_>, spot: Spot, thing: Thing) -> bool {
    let Some(field) = reach.field(spot.0) else {
        return !reach.is_entered(spot.0);
    };
    is_floor_out_of_reach(field, spot.1)
        && !(matches!(thing, Thing::Monster(_)) && reach.is_met(spot))
}

/// What of a level the hero should be able to come to; without a place where the seed decides.
fn things(reach: &mut Reach<'_>, id: LevelId, level: &Level) -> Vec<(Thing, Option<Point>)> {
    let dungeon = reach.dungeon;
    let items = level.items.iter().enumerate();
    let items = items.map(|(i, (p, _))| (Thing::Item(i), Some(*p)));
    let mut things: Vec<(Thing, Option<Point>)> = items.collect();
    let is_wanted = |i: usize, what| match what {
        Strewn::Item(item) if dungeon.item(item).collectable => true,
        _ => reach.keys.is_strewn(id, i),
    };
    let scatters = level.scatters.iter().enumerate();
    let scatters = scatters.filter(|(i, scatter)| !is_none(scatter) && is_wanted(*i, scatter.what));
    things.extend(scatters.map(|(i, _)| (Thing::Scatter(i), None)));
    let stairs = reach.ways.stairs(id).iter();
    things.extend(stairs.map(|(p, _)| (Thing::Stairs(*p), Some(*p))));
    let is_entered = reach.is_entered(id);
    let is_sealable = |kind: KindId| {
        let kind = dungeon.kind(kind);
        kind.side == Side::Theirs && (!is_entered || kind.through < Through::Walls)
    };
    let spawns = level.spawns.iter().enumerate();
    let monsters = spawns.filter(|(_, spawn)| is_sealable(spawn.kind));
    things.extend(monsters.map(|(i, spawn)| (Thing::Monster(i), Some(spawn.at))));
    things
}
