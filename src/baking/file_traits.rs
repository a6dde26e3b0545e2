//! The traits by which two baked files differ: the layout, the things met, and the way of winning.
use std::collections::{BTreeMap, HashMap};

use super::baked_file::{BakedFile, begun};
use dungeon_engine::action::Action;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{ItemId, LevelId, Side};

/// The traits of a baked file and of a line that wins it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileTraits {
    /// What is on each cell of all levels, in words.
    layout: Vec<u32>,
    /// The monsters of the visited levels and the items taken, by name, with their number.
    met: BTreeMap<String, u64>,
    /// The deeds of the line two by two, so that their order counts.
    way: BTreeMap<[String; 2], u64>,
}

/// Numbers for the contents of cells. Equal contents have equal numbers in all files.
#[derive(Debug, Default)]
pub(super) struct CellContents(HashMap<String, u32>);

impl FileTraits {
    /// Plays a winning line, and notes its deeds.
    pub(super) fn new(
        file: &BakedFile,
        seed: u64,
        line: &[Action],
        contents: &mut CellContents,
    ) -> FileTraits {
        let mut game = begun(&file.dungeon, seed);
        let mut traits = FileTraits {
            layout: contents.layout(&game),
            ..FileTraits::default()
        };
        let mut last = String::new();
        traits.visit(&game, game.world().here());
        for action in line {
            if game.step(*action).is_err() {
                break;
            }
            for event in game.events().to_vec() {
                if let Event::Travelled { who, to, .. } = event
                    && who == game.world().commanded()
                {
                    traits.visit(&game, to);
                }
                if let Event::Taken { item, .. } = event {
                    let name = game.world().item(item).name.clone();
                    *traits.met.entry(name).or_default() += 1;
                }
                if let Some(deed) = deed(&game, event) {
                    let pair = [std::mem::replace(&mut last, deed.clone()), deed];
                    *traits.way.entry(pair).or_default() += 1;
                }
            }
        }
        traits
    }

    /// Notes the monsters of a level that the hero enters.
    fn visit(&mut self, game: &Game, level: LevelId) {
        let world = game.world();
        for who in world.theirs(level) {
            let name = world.kind(who).name.clone();
            *self.met.entry(name).or_default() += 1;
        }
    }

    /// Returns how much two files differ, from 0 to 1: the mean of the shares of different cells among those that
    /// `varies` accepts, of different things met, and of different deeds.
    pub(super) fn distance(&self, other: &FileTraits, varying: &[usize]) -> f64 {
        let differ = |cell: &&usize| self.layout.get(**cell) != other.layout.get(**cell);
        let layout = varying.iter().filter(differ).count() as f64 / varying.len().max(1) as f64;
        (layout + apart(&self.met, &other.met) + apart(&self.way, &other.way)) / 3.0
    }
}

/// Returns the cells that are not the same in all files.
pub(super) fn varying_cells<'a>(all: impl Iterator<Item = &'a FileTraits> + Clone) -> Vec<usize> {
    let Some(first) = all.clone().next() else {
        return Vec::new();
    };
    let cells = 0..first.layout.len();
    let varies = |cell: &usize| {
        all.clone()
            .any(|one| one.layout.get(*cell) != first.layout.get(*cell))
    };
    cells.filter(varies).collect()
}

impl CellContents {
    /// Returns a number for the content of each cell of all levels.
    fn layout(&mut self, game: &Game) -> Vec<u32> {
        let world = game.world();
        let mut layout = Vec::new();
        for (id, _) in world.dungeon().numbered_levels() {
            for p in world.size(id).points() {
                let tile = world.tile(id, p);
                let item = world.item_at(id, p);
                let item = (item != ItemId::NONE).then(|| &world.item(item).name);
                let body = world.body_at(id, p).map(|who| &world.kind(who).name);
                let content = format!("{}{} {item:?} {body:?}", tile.glyph, tile.name);
                let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
                layout.push(*self.0.entry(content).or_insert(next));
            }
        }
        layout
    }
}

/// Returns a deed of a game in words: something taken, killed, opened or pushed, or a level entered.
fn deed(game: &Game, event: Event) -> Option<String> {
    let world = game.world();
    let name = |tile| world.dungeon().tile(tile).name.clone();
    match event {
        Event::Taken { item, .. } => Some(format!("take {}", world.item(item).name)),
        Event::Died { who, .. } if world.body(who).side == Side::Theirs => {
            Some(format!("kill {}", world.kind(who).name))
        }
        Event::Opened(at) => Some(format!("open {}", name(at.tile))),
        Event::Pushed { tile, .. } => Some(format!("push {}", name(tile))),
        Event::Travelled { who, to, .. } if who == world.commanded() => {
            Some(format!("enter {}", to.0))
        }
        _ => None,
    }
}

/// Returns the share of things that two lists do not have in common, from 0 to 1.
fn apart<T: Ord>(one: &BTreeMap<T, u64>, other: &BTreeMap<T, u64>) -> f64 {
    let count = |list: &BTreeMap<T, u64>, thing: &T| list.get(thing).copied().unwrap_or_default();
    let [mut shared, mut all] = [0, 0];
    for (thing, number) in one {
        let there = count(other, thing);
        shared += there.min(*number);
        all += there.max(*number);
    }
    let only_there = other.iter().filter(|(thing, _)| !one.contains_key(thing));
    all += only_there.map(|(_, number)| number).sum::<u64>();
    match all {
        0 => 0.0,
        all => 1.0 - shared as f64 / all as f64,
    }
}

/// Returns the indexes of at most `wanted` files that differ most from one another, in the order of their choice, each
/// with its distance from the nearest chosen one. Of equally good files, takes the first.
pub(super) fn most_different(all: &[&FileTraits], wanted: usize) -> Vec<(usize, f64)> {
    let varying = varying_cells(all.iter().copied());
    let from = |one: usize| -> Vec<f64> {
        let distances = all.iter().map(|other| all[one].distance(other, &varying));
        distances.collect()
    };
    let sums = (0..all.len()).map(|one| from(one).iter().sum::<f64>());
    let first = farthest(sums);
    let mut chosen: Vec<usize> = first.into_iter().collect();
    let mut nearest = first.map_or_else(Vec::new, from);
    while chosen.len() < wanted.min(all.len()) {
        let left = nearest.iter().enumerate();
        let left = left.map(|(nth, distance)| {
            if chosen.contains(&nth) {
                -1.0
            } else {
                *distance
            }
        });
        let Some(next) = farthest(left) else {
            break;
        };
        for (known, new) in nearest.iter_mut().zip(from(next)) {
            *known = known.min(new);
        }
        chosen.push(next);
    }
    chosen.truncate(wanted);
    let apart = |one: &usize| {
        let others = chosen.iter().filter(|other| *other != one);
        let distances = others.map(|other| all[*one].distance(all[*other], &varying));
        distances.fold(1.0, f64::min)
    };
    chosen.iter().map(|one| (*one, apart(one))).collect()
}

/// Returns the index of the largest number, the first of equal ones.
fn farthest(numbers: impl Iterator<Item = f64>) -> Option<usize> {
    let largest = numbers
        .enumerate()
        .reduce(|best, next| if next.1 > best.1 { next } else { best });
    largest.map(|(nth, _)| nth)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(layout: &[u32], met: &[(&str, u64)]) -> FileTraits {
        FileTraits {
            layout: layout.to_vec(),
            met: met
                .iter()
                .map(|(name, number)| ((*name).to_owned(), *number))
                .collect(),
            way: BTreeMap::new(),
        }
    }

    #[test]
    fn a_file_is_no_different_from_itself_and_wholly_different_things_are_one_apart() {
        let one = traits(&[1, 2, 3], &[("rat", 2)]);
        let other = traits(&[1, 5, 6], &[("ogre", 1)]);
        let varying = varying_cells([&one, &other].into_iter());
        assert_eq!(varying, [1, 2]);
        assert_eq!(one.distance(&one, &varying), 0.0);
        // Layout and things met differ wholly; neither game has deeds.
        assert!((one.distance(&other, &varying) - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(
            apart(&one.met, &traits(&[], &[("rat", 1), ("bat", 1)]).met),
            1.0 - 1.0 / 3.0
        );
    }

    #[test]
    fn the_chosen_files_are_far_apart_and_no_pair_of_others_is_farther() {
        let all: Vec<FileTraits> = [[0, 0], [0, 1], [9, 9], [0, 2], [9, 8]]
            .iter()
            .map(|layout| traits(layout, &[]))
            .collect();
        let all: Vec<&FileTraits> = all.iter().collect();
        let chosen: Vec<usize> = most_different(&all, 2)
            .into_iter()
            .map(|one| one.0)
            .collect();
        let varying = varying_cells(all.iter().copied());
        let of = |a: usize, b: usize| all[a].distance(all[b], &varying);
        let best = (0..5).flat_map(|a| (0..5).map(move |b| (a, b)));
        let best = best.map(|(a, b)| of(a, b)).fold(0.0, f64::max);
        assert_eq!(of(chosen[0], chosen[1]), best);
        assert_eq!(most_different(&all, 9).len(), 5);
        assert!(most_different(&[], 3).is_empty());
    }
}
