//! What the hero can never come to, in groups: a group is what one mend would give him, with everything that
//! its own ways lead to.
use super::manner::{FoePolicy, Gait};
use super::pieces::{Piece, Pieces, Root, is_out_of_reach};
use super::reach::Reach;
use super::ways::Spot;
use crate::dungeon::{KindId, Level, LevelId, Side, Strewn, Through};
use crate::space::geometry::Point;

/// Something out of reach, by its number in the lists of its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
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
    /// Where a way to all of it would have to lead.
    pub root: Root,
    /// The first stairs there.
    pub stairs: Option<Point>,
    /// What is there and behind it, the root's level first.
    pub things: Vec<(LevelId, Lost)>,
}

/// The pieces of floor that hold things which the hero can never come to.
pub fn lost(reach: &mut Reach<'_>) -> Pieces {
    let mut pieces = Pieces::default();
    let dungeon = reach.dungeon;
    // What is walled off first, and then the levels that it does not lead to.
    for is_entered in [true, false] {
        for (id, level) in (0..=u8::MAX).map(LevelId).zip(&dungeon.levels) {
            if reach.is_entered(id) != is_entered {
                continue;
            }
            for (thing, p) in things(reach, id, level) {
                let root = match p {
                    _ if !is_entered => Root::Level(id),
                    Some(p) if is_lost(reach, (id, p), thing) => Root::Pocket((id, p)),
                    _ => continue,
                };
                pieces.ask(reach, root);
            }
        }
    }
    pieces
}

/// Everything out of reach, by what would mend it.
pub fn groups(reach: &mut Reach<'_>, pieces: &Pieces) -> Vec<Group> {
    let begin = |piece: &Piece| Group {
        root: piece.root,
        stairs: None,
        things: Vec::new(),
    };
    let mut groups: Vec<Group> = pieces.list.iter().map(begin).collect();
    let sources = sources(&pieces.list);
    let dungeon = reach.dungeon;
    for (id, level) in (0..=u8::MAX).map(LevelId).zip(&dungeon.levels) {
        if !pieces.knows(id) {
            continue;
        }
        for (thing, p) in things(reach, id, level) {
            let piece = match p {
                Some(p) if is_lost(reach, (id, p), thing) => pieces.at((id, p)),
                Some(_) => None,
                None => pieces.whole(id),
            };
            let Some(piece) = piece else { continue };
            let group = &mut groups[sources[piece]];
            group.things.push((id, thing));
            if let (Lost::Stairs(p), true) = (thing, sources[piece] == piece) {
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

/// For each piece a piece that leads to it, over however many others, and that none leads to but such as it leads
/// to itself: one mend there gives both.
fn sources(pieces: &[Piece]) -> Vec<usize> {
    // What is left last by a search in depth is led to by nothing that is left earlier, except in a circle.
    let mut left = Vec::new();
    let mut seen = vec![false; pieces.len()];
    for start in 0..pieces.len() {
        visit(pieces, start, &mut seen, |piece| left.push(piece));
    }
    let mut sources = vec![0; pieces.len()];
    let mut seen = vec![false; pieces.len()];
    for source in left.into_iter().rev() {
        visit(pieces, source, &mut seen, |piece| sources[piece] = source);
    }
    sources
}

/// Visits everything that a piece leads to and that nobody has seen, in depth, and tells each when it is left.
fn visit(pieces: &[Piece], start: usize, seen: &mut [bool], mut leave: impl FnMut(usize)) {
    if seen[start] {
        return;
    }
    seen[start] = true;
    let mut path = vec![(start, 0)];
    while let Some((piece, nth)) = path.last_mut() {
        let Some(next) = pieces[*piece].leads.get(*nth).copied() else {
            leave(*piece);
            path.pop();
            continue;
        };
        *nth += 1;
        if !seen[next] {
            seen[next] = true;
            path.push((next, 0));
        }
    }
}

/// Whether a thing whose cell is floor is out of reach.
fn is_lost(reach: &Reach<'_>, spot: Spot, thing: Lost) -> bool {
    let Some(field) = reach.field(spot.0) else {
        return !reach.is_entered(spot.0);
    };
    is_out_of_reach(field, spot.1) && !is_met(reach, spot, thing)
}

/// Whether a thing is a monster who comes together with the hero.
fn is_met(reach: &Reach<'_>, spot: Spot, thing: Lost) -> bool {
    let Lost::Monster(nth) = thing else {
        return false;
    };
    let spawn = &reach.dungeon.levels[usize::from(spot.0.0)].spawns[nth];
    let gait = match reach.manner.foes {
        FoePolicy::MayStay | FoePolicy::MustBeShot => Gait::Slanting,
        FoePolicy::MustDie => Gait::of(reach.dungeon.kind(spawn.kind)),
    };
    reach.is_met(spot, gait)
}

/// What of a level the hero should be able to come to; without a place where the seed decides.
fn things(reach: &mut Reach<'_>, id: LevelId, level: &Level) -> Vec<(Lost, Option<Point>)> {
    let dungeon = reach.dungeon;
    let items = level.items.iter().enumerate();
    let items = items.map(|(i, (p, _))| (Lost::Item(i), Some(*p)));
    let mut things: Vec<(Lost, Option<Point>)> = items.collect();
    let is_wanted = |i: usize, what| match what {
        Strewn::Item(item) if dungeon.item(item).collectable => true,
        _ => reach.keys.is_strewn(id, i),
    };
    let scatters = level.scatters.iter().enumerate();
    let scatters =
        scatters.filter(|(i, scatter)| !scatter.amount.is_zero() && is_wanted(*i, scatter.what));
    things.extend(scatters.map(|(i, _)| (Lost::Scatter(i), None)));
    let stairs = reach.ways.stairs(id).iter();
    things.extend(stairs.map(|(p, _)| (Lost::Stairs(*p), Some(*p))));
    let is_entered = reach.is_entered(id);
    let is_sealable = |kind: KindId| {
        let kind = dungeon.kind(kind);
        kind.side == Side::Theirs && (!is_entered || kind.through < Through::Walls)
    };
    let spawns = level.spawns.iter().enumerate();
    let monsters = spawns.filter(|(_, spawn)| is_sealable(spawn.kind));
    things.extend(monsters.map(|(i, spawn)| (Lost::Monster(i), Some(spawn.at))));
    things
}
