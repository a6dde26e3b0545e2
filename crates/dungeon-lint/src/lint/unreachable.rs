//! Everything out of the hero's reach, in groups. A single fix would open a group to the hero, including everything
//! that the group's ways lead to.
use std::collections::{HashMap, HashSet};

use super::hero_reach::{HeroReach, LevelNode};
use super::level_view::ThingOrigin;
use super::reach_rules::{FoePolicy, Mobility};
use super::ways::{Arrival, DungeonCell, scattered_ways};
use dungeon_ground::passage::Lead;
use dungeon_model::dungeon::{Dungeon, Goal, ItemId, KindId, Level, LevelId, Side, Through};
use dungeon_model::space::geometry::{Point, Region};

/// The place that a fix must open to bring a group into reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupRoot {
    /// The pocket around this cell, on a level that the hero enters.
    Pocket(DungeonCell),
    /// A whole level, including its sealed-off parts.
    Level(LevelId),
}

impl GroupRoot {
    pub fn level(self) -> LevelId {
        match self {
            GroupRoot::Pocket((level, _)) | GroupRoot::Level(level) => level,
        }
    }
}

/// A thing out of the hero's reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreachableThing {
    /// An item, a monster, or the thing of a scatter.
    Placed(ThingOrigin),
    /// Stairs at this cell.
    Stairs(Point),
    /// A way out on this cell, if a goal needs one.
    Exit(Point),
}

impl UnreachableThing {
    /// Returns the cell of an item, of stairs or of a way out; `None` for things that the seed places, and for
    /// monsters, which may come to meet the hero.
    pub fn fixed_cell(self, level: &Level) -> Option<Point> {
        match self {
            UnreachableThing::Placed(ThingOrigin::Item(nth)) => Some(level.items[nth].0),
            UnreachableThing::Stairs(p) | UnreachableThing::Exit(p) => Some(p),
            UnreachableThing::Placed(_) => None,
        }
    }
}

/// Things out of reach that one fix would bring into reach together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachableGroup {
    /// The place to which a new way must lead.
    pub root: GroupRoot,
    /// The first stairs that can be reached from the root by steps alone.
    pub stairs: Option<Point>,
    /// The things at the root and beyond its ways, first the things on the root's level.
    pub things: Vec<(LevelId, UnreachableThing)>,
}

/// The root (the place that a fix must open) from which a flood reached a node.
#[derive(Clone, Copy, Debug)]
struct RootMark {
    root: usize,
    /// Whether steps alone lead from the root to the node.
    is_near: bool,
}

/// The nodes that floods from roots have reached.
#[derive(Debug, Default)]
struct RootFlood {
    levels: HashMap<LevelId, Vec<Option<RootMark>>>, // by node
    regions: HashSet<(LevelId, Region)>,
}

impl RootFlood {
    fn get(&self, (level, node): LevelNode) -> Option<RootMark> {
        self.levels.get(&level)?[node as usize]
    }

    /// Floods from a node over everything that it leads to, except nodes reached before.
    fn flood(&mut self, reach: &mut HeroReach<'_>, from: LevelNode, root: usize) {
        let (mut near, mut far) = (vec![from], Vec::new());
        let mut is_near = true;
        loop {
            while let Some((id, node)) = near.pop() {
                let level = reach.level(id);
                let sources = self.levels.entry(id);
                let sources = sources.or_insert_with(|| vec![None; level.pockets.count()]);
                let source = &mut sources[node as usize];
                if source.is_none() && level.is_unreached(node) {
                    *source = Some(RootMark { root, is_near });
                    let beside = level.pockets.beside(node).0.into_iter();
                    near.extend(beside.map(|node| (id, node)));
                    far.extend(ways(reach, (id, node)));
                }
            }
            let Some(end) = far.pop() else { return };
            is_near = false;
            if let Some((id, region)) = end.region()
                && (region.from == region.to || self.regions.insert((id, region)))
            {
                let nodes = reach.level(id).pockets.within(region).into_iter();
                near.extend(nodes.map(|node| (id, node)));
            }
        }
    }
}

/// The ends of a node's ways. If the hero never enters the node's level, also the ends of the ways scattered on that
/// level.
fn ways(reach: &mut HeroReach<'_>, (id, node): LevelNode) -> Vec<Arrival> {
    let mut ways = reach.ends((id, node));
    if !reach.is_entered(id) {
        let dungeon = reach.dungeon;
        let scattered = scattered_ways(dungeon, &dungeon.levels[usize::from(id.0)]);
        ways.extend(scattered.filter_map(|(_, tile)| reach.ways.arrival_by(tile, id, None)));
    }
    ways
}

/// The node of an unreachable cell; `None` for walls and for cells that the hero reaches.
fn place(reach: &HeroReach<'_>, (level, p): DungeonCell) -> Option<LevelNode> {
    Some((level, reach.level(level).unreached(p)?))
}

/// The roots of everything out of the hero's reach, and all nodes that they lead to.
#[derive(Debug, Default)]
pub struct UnreachablePlaces {
    /// The roots with their nodes, in the order of exploration. No root leads to a later one.
    roots: Vec<(GroupRoot, LevelNode)>,
    known: RootFlood,
}

impl UnreachablePlaces {
    /// Explores from everything that the hero needs but cannot reach.
    pub fn new(reach: &mut HeroReach<'_>) -> UnreachablePlaces {
        let mut unreachable = UnreachablePlaces::default();
        let dungeon = reach.dungeon;
        // Sealed-off places come first, then levels that cannot be reached even from those places.
        for is_entered in [true, false] {
            for (id, level) in dungeon.numbered_levels() {
                if reach.is_entered(id) != is_entered {
                    continue;
                }
                for (thing, p) in things(reach, id, level) {
                    match p {
                        _ if !is_entered => unreachable.explore_from(reach, GroupRoot::Level(id)),
                        Some(p) if is_lost(reach, (id, p), thing) => {
                            unreachable.explore_from(reach, GroupRoot::Pocket((id, p)));
                        }
                        _ => {}
                    }
                }
            }
        }
        unreachable
    }

    /// Whether a node is in one of these places.
    pub fn knows(&self, reach: &HeroReach<'_>, (level, node): LevelNode) -> bool {
        reach.level(level).is_unreached(node) && self.known.get((level, node)).is_some()
    }

    /// Explores a place and everything that it leads to.
    pub fn explore_from(&mut self, reach: &mut HeroReach<'_>, root: GroupRoot) {
        let place = match root {
            GroupRoot::Pocket(cell) => place(reach, cell),
            GroupRoot::Level(level) => Some((level, 0)),
        };
        if let Some(place) = place.filter(|place| self.known.get(*place).is_none()) {
            self.known.flood(reach, place, self.roots.len());
            self.roots.push((root, place));
        }
    }

    /// Returns everything out of the hero's reach, in groups. A single fix would open a group.
    pub fn groups(&self, reach: &mut HeroReach<'_>) -> Vec<UnreachableGroup> {
        // A root may lead to earlier roots, but to no later one: the last root that leads to a node gets it.
        let mut sources = RootFlood::default();
        for (number, (_, place)) in self.roots.iter().enumerate().rev() {
            sources.flood(reach, *place, number);
        }
        let begin = |(root, _): &(GroupRoot, LevelNode)| UnreachableGroup {
            root: *root,
            stairs: None,
            things: Vec::new(),
        };
        let mut groups: Vec<UnreachableGroup> = self.roots.iter().map(begin).collect();
        let dungeon = reach.dungeon;
        let levels = dungeon.numbered_levels();
        for (id, level) in levels.filter(|(id, _)| sources.levels.contains_key(id)) {
            for (thing, p) in things(reach, id, level) {
                let place = match p {
                    Some(p) if is_lost(reach, (id, p), thing) => place(reach, (id, p)),
                    Some(_) => None,
                    None => (!reach.is_entered(id)).then_some((id, 0)),
                };
                let Some(source) = place.and_then(|place| sources.get(place)) else {
                    continue;
                };
                let group = &mut groups[source.root];
                group.things.push((id, thing));
                if let (UnreachableThing::Stairs(p), true) = (thing, source.is_near) {
                    group.stairs.get_or_insert(p);
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
}

/// Whether a thing on this cell is out of the hero's reach.
fn is_lost(reach: &HeroReach<'_>, cell: DungeonCell, thing: UnreachableThing) -> bool {
    place(reach, cell).is_some() && !is_met(reach, cell, thing)
}

/// Whether a thing is a monster that can meet the hero.
fn is_met(reach: &HeroReach<'_>, cell: DungeonCell, thing: UnreachableThing) -> bool {
    let UnreachableThing::Placed(ThingOrigin::Body(nth)) = thing else {
        return false;
    };
    let spawn = &reach.dungeon.levels[usize::from(cell.0.0)].spawns[nth];
    let mobility = match reach.rules.foes {
        FoePolicy::MayStay | FoePolicy::MustBeShot => Mobility::Slanting,
        FoePolicy::MustDie => Mobility::for_kind(reach.dungeon.kind(spawn.kind)),
    };
    reach.level(cell.0).is_met(cell.1, mobility)
}

/// Whether an item is worth reporting when the item is out of the hero's reach. In files with goals, an item is worth
/// reporting only if it must be taken, opens a lock, or loses the game when absent.
fn is_of_use(dungeon: &Dungeon, item: ItemId) -> bool {
    let item = dungeon.item(item);
    dungeon.goals.is_empty() || item.collectable || item.opens.is_some() || item.is_vital
}

/// The things of a level that the hero should be able to reach, with their cells. The cell is `None` if the seed
/// decides.
fn things(
    reach: &mut HeroReach<'_>,
    id: LevelId,
    level: &Level,
) -> Vec<(UnreachableThing, Option<Point>)> {
    let dungeon = reach.dungeon;
    let placed = UnreachableThing::Placed;
    let items = level.items.iter().enumerate();
    let items = items.filter(|(_, (_, item))| is_of_use(dungeon, *item));
    let items = items.map(|(i, (p, _))| (placed(ThingOrigin::Item(i)), Some(*p)));
    let mut things: Vec<(UnreachableThing, Option<Point>)> = items.collect();
    let is_wanted =
        |i: usize, thing| dungeon.is_about(Goal::Take, thing) || reach.keys.is_scattered(id, i);
    let scatters = level.used_scatters();
    let scatters = scatters.filter(|(i, scatter)| is_wanted(*i, scatter.what.thing()));
    things.extend(scatters.map(|(i, _)| (placed(ThingOrigin::Scatter(i)), None)));
    let leads = reach.ways.leads(id);
    let is_stairs = |(_, lead): &&(Point, Lead)| matches!(lead, Lead::Stairs(_));
    let stairs = leads.iter().filter(is_stairs);
    things.extend(stairs.map(|(p, _)| (UnreachableThing::Stairs(*p), Some(*p))));
    if dungeon.goals.contains(&Goal::Leave) {
        let exits = leads
            .iter()
            .filter(|(_, lead)| matches!(lead, Lead::Exit(_)));
        things.extend(exits.map(|(p, _)| (UnreachableThing::Exit(*p), Some(*p))));
    }
    let is_entered = reach.is_entered(id);
    let is_sealable = |kind: KindId| {
        let kind = dungeon.kind(kind);
        kind.side == Side::Theirs && (!is_entered || kind.through < Through::Walls)
    };
    let spawns = level.spawns.iter().enumerate();
    let monsters = spawns.filter(|(_, spawn)| is_sealable(spawn.kind));
    things.extend(monsters.map(|(i, spawn)| (placed(ThingOrigin::Body(i)), Some(spawn.at))));
    things
}
