//! The hero's reach on one level: the cells that the hero can get to, as marks on the nodes of the level's pockets.
use std::collections::HashSet;

use super::reach_rules::Mobility;
use dungeon_ground::pockets::{Node, Passage, Pockets};
use dungeon_model::space::disjoint_sets::DisjointSets;
use dungeon_model::space::geometry::{Neighbours, Point, Region};
use dungeon_model::space::narrow::count;

/// The mark of a node that the hero walks onto. A locked door gets the mark if the hero walks up to it.
pub const WALKED: u8 = 1;
/// The mark of a node that the hero reaches without walking onto it: a trap on which the hero arrives by other means
/// and stays, or a one-way cell next to the hero, whose items the hero can take.
pub const LANDED: u8 = 1 << 1;
/// The mark of a locked door that the hero opens.
pub const UNLOCKED: u8 = 1 << 2;
/// The mark of a node from which a monster can walk to the hero. Traps do not carry monsters off.
pub const MET: u8 = 1 << 3;
/// The mark of a node from which a monster can get to the hero by diagonal steps that the hero cannot take, or on which
/// a monster can be hit by the hero's shots.
pub const MET_DIAGONALLY: u8 = 1 << 4;

/// A level's pockets and the hero's reach in them.
#[derive(Debug)]
pub struct LevelReach<'a> {
    /// The level's nodes; a single node until the hero enters the level.
    pub pockets: Pockets<'a>,
    /// Whether the hero enters the level.
    pub is_entered: bool,
    /// The number of floor pockets that the hero has reached so far.
    pub grown: usize,
    marks: Vec<u8>,
}

impl<'a> LevelReach<'a> {
    /// Creates a level that the hero has not entered.
    pub fn new(pockets: Pockets<'a>) -> LevelReach<'a> {
        LevelReach {
            marks: vec![0; pockets.count()],
            pockets,
            is_entered: false,
            grown: 0,
        }
    }

    /// Lets the hero enter the level on some cell of a region. Splits a drawn level into its pockets.
    pub fn enter(&mut self, is_drawn: bool, region: Region) {
        self.is_entered = true;
        if is_drawn {
            self.pockets.split(region);
            self.marks = vec![0; self.pockets.count()];
        }
    }

    /// Marks a node. Returns whether the mark is new.
    pub fn mark(&mut self, node: Node, mark: u8) -> bool {
        let marks = &mut self.marks[node as usize];
        let is_news = *marks & mark == 0;
        *marks |= mark;
        is_news
    }

    /// Returns how a node lets the hero through at present; unlocked doors count as floor.
    pub fn kind(&self, node: Node) -> Passage {
        if self.has(node, UNLOCKED) {
            Passage::Floor
        } else {
            self.pockets.kind(node)
        }
    }

    /// Whether a node has any of these marks.
    pub fn has(&self, node: Node, marks: u8) -> bool {
        self.marks[node as usize] & marks != 0
    }

    /// Whether the hero can reach a node.
    pub fn is_reached_node(&self, node: Node) -> bool {
        self.has(node, WALKED | LANDED) && self.kind(node) != Passage::Locked
    }

    /// Whether the hero can reach a cell.
    pub fn is_reached(&self, p: Point) -> bool {
        let node = self.pockets.node(p);
        node.is_some_and(|node| self.is_reached_node(node))
    }

    /// Whether the hero can stand on a cell, and not only touch it.
    pub fn is_stood_on(&self, p: Point) -> bool {
        let node = self
            .pockets
            .node(p)
            .filter(|node| self.is_reached_node(*node));
        node.is_some_and(|node| {
            self.has(node, WALKED) || !matches!(self.kind(node), Passage::Stepwise(_))
        })
    }

    /// Whether the hero can reach any cell of a region.
    pub fn is_reached_within(&self, region: Region) -> bool {
        let mut parts = self.pockets.parts(region);
        parts.any(|(node, _)| self.is_reached_node(node))
    }

    /// Returns the node of a cell if the cell is floor, a door or a trap, and out of the hero's reach. Otherwise
    /// returns `None`.
    pub fn unreached(&self, p: Point) -> Option<Node> {
        let node = self.pockets.node(p);
        node.filter(|node| self.is_unreached(*node))
    }

    /// Whether a node is floor, a door or a trap, and out of the hero's reach.
    pub fn is_unreached(&self, node: Node) -> bool {
        self.kind(node) != Passage::Window && !self.is_reached_node(node)
    }

    /// Whether the hero and a monster of this mobility that starts on a node can meet.
    pub fn is_met_node(&self, node: Node, mobility: Mobility) -> bool {
        let marks = match mobility {
            Mobility::Stands => 0,
            Mobility::Straight => MET,
            Mobility::Slanting => MET | MET_DIAGONALLY,
        };
        self.is_reached_node(node) || self.has(node, marks)
    }

    /// Whether the hero and a monster of this mobility that starts on a cell can meet.
    pub fn is_met(&self, p: Point, mobility: Mobility) -> bool {
        let node = self.pockets.node(p);
        node.is_some_and(|node| self.is_met_node(node, mobility))
    }

    /// Whether monsters may walk on a node, but no monster is known to come from there to the hero.
    pub fn is_hidden(&self, node: Node) -> bool {
        let is_closed = matches!(self.pockets.kind(node), Passage::Locked | Passage::Window);
        self.marks[node as usize] == 0 && !is_closed
    }

    /// Marks all open nodes that are connected to a source by open nodes, with steps in eight directions, as
    /// [`MET_DIAGONALLY`].
    pub fn mark_diagonally(
        &mut self,
        is_open: impl Fn(&Self, Node) -> bool,
        is_source: impl Fn(&Self, Node) -> bool,
    ) {
        let mut sets = DisjointSets::new(self.pockets.count());
        let mut near = Vec::new();
        self.pockets.touching(Neighbours::Eight, |a, b| {
            match (is_open(self, a), is_open(self, b)) {
                (true, true) => drop(sets.union(a, b)),
                (true, false) if is_source(self, b) => near.push(a),
                (false, true) if is_source(self, a) => near.push(b),
                _ => {}
            }
        });
        let near: HashSet<Option<Node>> = near.iter().map(|node| sets.find(*node)).collect();
        for node in 0..count(self.pockets.count()) {
            if is_open(self, node) && near.contains(&sets.find(node)) {
                self.mark(node, MET_DIAGONALLY);
            }
        }
    }
}
