//! What the hero can come to in a whole dungeon, through doors, pits, teleports and stairs and with every key
//! that he can get: each level is flooded once, and a locked door is flooded from when its key is found.
//! Where chance or a fight decides, what may be counts as what is: only what is told as out of reach is certain.
use std::collections::HashSet;
use std::mem;

use super::field::{Field, Passage};
use super::keys::{Bearer, Keys};
use super::manner::{Gait, Manner};
use super::ways::{Arrival, Spot, Ways, starts, strewn_ways};
use crate::dungeon::{Dungeon, Feature, LevelId, LockId, Overlap, TileId};
use crate::space::geometry::{Neighbours, Point, Region};
use crate::space::path::flood;

/// Everything that the hero can come to.
#[derive(Debug)]
pub struct Reach<'a> {
    /// The dungeon.
    pub dungeon: &'a Dungeon,
    /// How the hero goes about.
    pub manner: Manner,
    /// Its ways that are not walked.
    pub ways: Ways<'a>,
    /// Its keys.
    pub keys: Keys,
    grounds: Vec<Ground>,
    locks: Vec<Lock>,
    chances: Vec<Chance>,
    work: Vec<Arrival>,
    everywhere: HashSet<(LevelId, Region)>,
    found: Vec<usize>,
    mode: Mode,
}

/// A level as the search knows it.
#[derive(Debug)]
enum Ground {
    /// Nobody came here yet.
    Unseen,
    /// Its cells; and how often more of them were reached.
    Drawn(Field, usize),
    /// Made by the seed, all of its floor connected.
    Made,
}

/// What the search knows of a lock.
#[derive(Clone, Debug, Default)]
struct Lock {
    is_held: bool,
    waiting: Vec<Spot>,
}

/// Something that the seed puts down, and that nobody came to yet.
#[derive(Clone, Copy, Debug)]
struct Chance {
    level: LevelId,
    within: Region,
    overlap: Overlap,
    what: Find,
    checked: usize,
}

#[derive(Clone, Copy, Debug)]
enum Find {
    Key(usize),
    Way(TileId),
}

/// How the search treats locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Only keys that were found open them.
    Honest,
    /// Every door that is met is opened.
    Supposing,
}

/// A locked door that the hero can stand before and never open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Front {
    /// Its level.
    pub level: LevelId,
    /// Its cell.
    pub at: Point,
    /// Its lock.
    pub lock: LockId,
}

impl<'a> Reach<'a> {
    /// Searches from where the hero may start; none if he starts nowhere.
    pub fn of(dungeon: &'a Dungeon, manner: Manner) -> Option<Reach<'a>> {
        let keys = Keys::of(dungeon, manner);
        let mut reach = Reach {
            dungeon,
            manner,
            ways: Ways::of(dungeon, manner),
            grounds: dungeon.levels.iter().map(|_| Ground::Unseen).collect(),
            locks: vec![Lock::default(); dungeon.locks.len()],
            chances: chances(dungeon, &keys),
            work: starts(dungeon, manner.levels),
            everywhere: HashSet::new(),
            found: Vec::new(),
            mode: Mode::Honest,
            keys,
        };
        if reach.work.is_empty() {
            return None;
        }
        reach.run();
        Some(reach)
    }

    /// Whether the hero can come to a level at all.
    pub fn is_entered(&self, level: LevelId) -> bool {
        !matches!(self.ground(level), Ground::Unseen)
    }

    /// Whether the hero can come to a cell.
    pub fn is_reached(&self, (level, p): Spot) -> bool {
        match self.ground(level) {
            Ground::Unseen => false,
            Ground::Drawn(field, _) => field.is_reached(p),
            Ground::Made => true,
        }
    }

    /// Whether the hero and a monster of this gait that starts at a cell can come together.
    pub fn is_met(&self, (level, p): Spot, gait: Gait) -> bool {
        match self.ground(level) {
            Ground::Unseen => false,
            Ground::Drawn(field, _) => field.is_met(p, gait),
            Ground::Made => true,
        }
    }

    /// The cells of a level that is drawn and that the hero can come to.
    pub fn field(&self, level: LevelId) -> Option<&Field> {
        match self.ground(level) {
            Ground::Drawn(field, _) => Some(field),
            Ground::Unseen | Ground::Made => None,
        }
    }

    /// The same, to be marked.
    pub fn field_mut(&mut self, level: LevelId) -> Option<&mut Field> {
        match self.grounds.get_mut(usize::from(level.0)) {
            Some(Ground::Drawn(field, _)) => Some(field),
            _ => None,
        }
    }

    /// The locked doors that he can stand before and never open, in reading order of the levels.
    pub fn fronts(&self) -> Vec<Front> {
        let waiting = (0..=u16::MAX)
            .map(LockId)
            .zip(&self.locks)
            .flat_map(|(lock, state)| {
                let doors = state.waiting.iter();
                doors.map(move |&(level, at)| Front { level, at, lock })
            });
        let mut fronts: Vec<Front> = waiting.collect();
        fronts.sort();
        fronts
    }

    /// Goes on as if this door, and all that are locked behind it, stood open. The numbers in `keys.list` of the
    /// keys that are found there; what was found behind an earlier one is not found again.
    pub fn suppose_open(&mut self, front: Front) -> Vec<usize> {
        self.mode = Mode::Supposing;
        self.found.clear();
        self.open((front.level, front.at));
        self.run();
        mem::take(&mut self.found)
    }

    /// Where everything leads that stands on a level or is scattered there.
    pub fn ways_out(&mut self, level: LevelId) -> Vec<Arrival> {
        let Some(ground) = self.dungeon.levels.get(usize::from(level.0)) else {
            return Vec::new();
        };
        let mut ways = Vec::new();
        for (p, tile) in ground.tiles.size().points().zip(ground.tiles.cells()) {
            if self.dungeon.tile(*tile).feature != Feature::Plain {
                ways.extend(self.ways.behind((level, p)));
            }
        }
        for (_, tile) in strewn_ways(self.dungeon, ground) {
            ways.extend(self.ways.behind_strewn(level, tile));
        }
        ways
    }

    fn ground(&self, level: LevelId) -> &Ground {
        let ground = self.grounds.get(usize::from(level.0));
        ground.unwrap_or(&Ground::Unseen)
    }

    fn run(&mut self) {
        loop {
            while let Some(arrival) = self.work.pop() {
                self.arrive(arrival);
            }
            if !self.take_chances() {
                return;
            }
        }
    }

    fn arrive(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::At(level, p) => {
                self.enter(level);
                self.stand((level, p));
            }
            Arrival::Within(level, region) => {
                self.enter(level);
                // Teleports are many, and a level is large.
                if self.everywhere.insert((level, region)) {
                    region.points().for_each(|p| self.stand((level, p)));
                }
            }
            Arrival::Nowhere => {}
        }
    }

    /// The first visit to a level.
    fn enter(&mut self, level: LevelId) {
        if self.is_entered(level) {
            return;
        }
        let index = usize::from(level.0);
        let drifting = self.keys.drifting(level).to_vec();
        if self.dungeon.levels[index].maker.is_some() {
            self.grounds[index] = Ground::Made;
            self.roam(level);
        } else {
            let mut field = Field::of(self.dungeon, level, self.manner);
            let spots = self.keys.spots().filter(|(there, _)| *there == level);
            spots.for_each(|(_, p)| field.note(p));
            self.grounds[index] = Ground::Drawn(field, 0);
        }
        drifting.into_iter().for_each(|key| self.gain(key));
    }

    /// Finds everything on a made level.
    fn roam(&mut self, level: LevelId) {
        let spots: Vec<Spot> = self.keys.spots().filter(|spot| spot.0 == level).collect();
        for spot in spots {
            self.collect(spot, |_| true);
        }
        let ways = self.ways_out(level);
        self.work.extend(ways);
    }

    /// The hero arrives on a cell: no trap is sprung.
    fn stand(&mut self, (level, p): Spot) {
        let Some(field) = self.field_mut(level) else {
            return;
        };
        match field.passage(p) {
            Passage::Open | Passage::Noted => self.walk(level, [p]),
            Passage::OneWay if field.land(p) => {
                self.collect((level, p), |_| true);
                self.walk(level, around(p, self.manner.neighbours));
            }
            Passage::OneWay | Passage::Locked | Passage::Solid => {}
        }
    }

    /// Floods from cells that the hero walks onto.
    fn walk(&mut self, level: LevelId, from: impl IntoIterator<Item = Point>) {
        let Some(Ground::Drawn(field, grown)) = self.grounds.get_mut(usize::from(level.0)) else {
            return;
        };
        let mut notes = Vec::new();
        flood(self.manner.neighbours, from, |p| {
            let walks_on = field.walk(p, &mut notes);
            *grown += usize::from(walks_on);
            walks_on
        });
        for p in notes {
            self.look_up((level, p));
        }
    }

    /// What a cell that the hero walks onto, or a locked door before him, has in store.
    fn look_up(&mut self, spot: Spot) {
        let Some(passage) = self.field(spot.0).map(|field| field.passage(spot.1)) else {
            return;
        };
        if passage == Passage::Locked {
            self.stop_before(spot);
            return;
        }
        self.collect(spot, |_| true);
        let arrival = self.ways.behind(spot);
        if passage == Passage::OneWay {
            self.meet(spot);
            if arrival == Some(Arrival::Nowhere) {
                self.stand(spot);
            }
        }
        self.work.extend(arrival);
    }

    fn stop_before(&mut self, (level, p): Spot) {
        let tile = self.dungeon.levels[usize::from(level.0)].tiles.get(p);
        let feature = tile.map(|tile| self.dungeon.tile(tile).feature);
        let Some(Feature::Door(door)) = feature else {
            return;
        };
        let lock = door
            .lock
            .and_then(|lock| self.locks.get_mut(usize::from(lock.0)));
        match lock {
            Some(lock) if !lock.is_held && self.mode == Mode::Honest => {
                lock.waiting.push((level, p))
            }
            _ => self.open((level, p)),
        }
    }

    fn open(&mut self, (level, p): Spot) {
        if let Some(field) = self.field_mut(level) {
            field.unlock(p);
            self.work.push(Arrival::At(level, p));
        }
    }

    /// Monsters walk over what carries heroes off: those behind it can come to him.
    fn meet(&mut self, (level, p): Spot) {
        let neighbours = self.manner.neighbours;
        let Some(field) = self.field_mut(level) else {
            return;
        };
        let mut notes = Vec::new();
        flood(neighbours, around(p, neighbours), |p| {
            field.meet(p, &mut notes)
        });
        for p in notes {
            self.collect((level, p), |from| matches!(from, Bearer::Body(_)));
        }
    }

    fn collect(&mut self, spot: Spot, is_had: impl Fn(Bearer) -> bool) {
        let had = |key: &usize| is_had(self.keys.list[*key].from);
        let keys: Vec<usize> = self.keys.at(spot).iter().copied().filter(had).collect();
        keys.into_iter().for_each(|key| self.gain(key));
    }

    fn gain(&mut self, key: usize) {
        self.found.push(key);
        let lock = self.keys.list[key].lock;
        if self.mode == Mode::Supposing {
            return;
        }
        if let Some(lock) = self.locks.get_mut(usize::from(lock.0)) {
            lock.is_held = true;
            let doors = mem::take(&mut lock.waiting);
            doors.into_iter().for_each(|door| self.open(door));
        }
    }

    /// Comes to what the seed may have put where the hero comes: whether that was anything.
    fn take_chances(&mut self) -> bool {
        let mut left = mem::take(&mut self.chances);
        let had: Vec<Chance> = left
            .extract_if(.., |chance| self.may_find(chance))
            .collect();
        self.chances = left;
        for Chance { level, what, .. } in &had {
            match *what {
                Find::Key(key) => self.gain(key),
                Find::Way(tile) => {
                    let arrival = self.ways.behind_strewn(*level, tile);
                    self.work.extend(arrival);
                }
            }
        }
        !had.is_empty()
    }

    fn may_find(&self, chance: &mut Chance) -> bool {
        match self.ground(chance.level) {
            Ground::Unseen => false,
            Ground::Made => true,
            Ground::Drawn(..) if chance.overlap == Overlap::Replace => true,
            Ground::Drawn(_, grown) if *grown == chance.checked => false,
            Ground::Drawn(field, grown) => {
                chance.checked = *grown;
                chance.within.points().any(|p| field.is_reached(p))
            }
        }
    }
}

/// The cells that steps lead to.
fn around(p: Point, neighbours: Neighbours) -> impl Iterator<Item = Point> {
    neighbours.directions().iter().map(move |way| p + *way)
}

/// What the seed puts down that changes what the hero can come to.
fn chances(dungeon: &Dungeon, keys: &Keys) -> Vec<Chance> {
    let chance = |level: LevelId, nth: usize, what| {
        let scatter = &dungeon.levels[usize::from(level.0)].scatters[nth];
        Chance {
            level,
            within: scatter.within,
            overlap: scatter.overlap,
            what,
            checked: 0,
        }
    };
    let mut chances = Vec::new();
    for (i, key) in keys.list.iter().enumerate() {
        if let Bearer::Scatter(nth) = key.from {
            chances.push(chance(key.level, nth, Find::Key(i)));
        }
    }
    for (id, level) in (0..=u8::MAX).map(LevelId).zip(&dungeon.levels) {
        let ways = strewn_ways(dungeon, level);
        chances.extend(ways.map(|(nth, tile)| chance(id, nth, Find::Way(tile))));
    }
    chances
}
