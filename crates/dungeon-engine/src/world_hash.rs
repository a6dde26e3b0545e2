//! Two hashes of a world: the checksum that verifies recordings, and the state hash that searches use. Recordings store
//! checksums, so the data that enter the checksum, and their order, never change.
use std::sync::Arc;

use super::action::ActorId;
use super::body::Body;
use super::chance::mix;
use super::ground::Ground;
use super::world::World;
use dungeon_model::space::narrow::halves;

impl World {
    /// Returns a 64-bit hash of the whole state except the monsters' memories. The hash is the same on every machine.
    /// Takes time in proportion to the number of bodies, not to the size of the map.
    pub fn checksum(&self) -> u64 {
        let mut sum = mix(self.chance.0 ^ mix(self.edits_hash));
        let mut add = |word: u64| sum = mix(sum ^ word);
        add(u64::from(self.turn) << 32 | u64::from(self.commanded.0));
        add(u64::from(self.idled) << 32 | u64::from(self.turn_idled));
        self.held.iter().for_each(|item| add(u64::from(item.0)));
        self.levels.iter().for_each(|level| add(level.alarm.into()));
        add(self.outcome().map_or(0, |outcome| outcome as u64));
        self.bodies.iter().for_each(|body| add_body(body, &mut add));
        self.add_counters(&mut add);
        self.pack.things().iter().for_each(|thing| {
            let letter = u64::from(u32::from(thing.letter)) << 48;
            add(letter | u64::from(thing.item.0) << 32 | u64::from(thing.count));
        });
        let worn = self.pack.worn().iter();
        worn.for_each(|item| add(u64::from(item.0)));
        for one in self.pack.recharging() {
            add(1 << 63 | u64::from(one.item.0) << 32 | u64::from(one.ready));
        }
        self.add_spent_causes(&mut add);
        self.add_looks(&mut add);
        self.add_states(&mut add);
        // The seed of generated terrain stands for the terrain. Until `Event::Reseeded`, it is the game's seed.
        if let Some(seed) = self.made_by.filter(|seed| *seed != self.chance.0) {
            add(seed);
        }
        sum
    }

    /// Returns a hash of the state that decides how the game continues, without the seed, the turn, dead bodies and the
    /// monsters' memories. The order of held keys and of the items in the pack has no effect. An alarm and a recharging
    /// item count only by their numbers of remaining rounds and turns.
    pub(super) fn state_hash(&self) -> u64 {
        let mut sum = mix(self.edits_hash);
        let mut add = |word: u64| sum = mix(sum ^ word);
        add(u64::from(self.commanded.0));
        add(self.made_by.map_or(0, mix));
        let held = self.held.iter();
        let keys = held.fold(0, |all: u64, item| mix(item.0.into()).wrapping_add(all));
        add(self.pack.things().iter().fold(keys, |all, thing| {
            mix(u64::from(thing.item.0) << 32 | u64::from(thing.count)).wrapping_add(all)
        }));
        let worn = self.pack.worn().iter();
        worn.for_each(|item| add(u64::from(item.0)));
        for (item, left) in self.recharging() {
            add(1 << 63 | u64::from(item.0) << 32 | u64::from(left));
        }
        let left = |alarm: u32| alarm.saturating_sub(self.round());
        self.levels
            .iter()
            .for_each(|level| add(left(level.alarm).into()));
        add(self.outcome().map_or(0, |outcome| outcome as u64));
        // The number of bodies is hashed only if more bodies can be born, because births stop when there are too many
        // bodies, including dead bodies.
        if self.dungeon.kinds.iter().any(|kind| kind.spawns.is_some()) || self.may_be_invaded() {
            add(self.bodies.len() as u64);
        }
        add(self.living_bodies());
        self.add_counters(&mut add);
        self.add_spent_causes(&mut add);
        self.add_looks(&mut add);
        self.add_states(&mut add);
        sum
    }

    /// Returns the sum of the hashes of all living bodies. Hashes only the bodies of levels that were changed since the
    /// opening.
    fn living_bodies(&self) -> u64 {
        let mut sum: u64 = 0;
        let mut add = |who: &ActorId| {
            let body = self.body(*who);
            if body.alive {
                sum = sum.wrapping_add(living_body(who.0.into(), body));
            }
        };
        let is_still = |level: &Ground| level.as_opened.is_some();
        let changed = self.levels.iter().filter(|level| !is_still(level));
        changed.flat_map(|level| &level.roster).for_each(&mut add);
        let ours = self.ours.iter();
        ours.filter(|who| !is_still(self.ground(self.body(**who).level)))
            .for_each(add);
        let still = self
            .levels
            .iter()
            .filter_map(|level| level.as_opened.as_deref());
        sum = still.fold(sum, |sum, level| sum.wrapping_add(*level));
        debug_assert_eq!(
            sum,
            self.sums_of_levels()
                .iter()
                .fold(0, |sum: u64, level| sum.wrapping_add(*level))
        );
        sum
    }

    /// Returns for each level the sum of the hashes of its living bodies.
    fn sums_of_levels(&self) -> Vec<u64> {
        let mut sums = vec![0_u64; self.levels.len()];
        for (who, body) in (0..).zip(&self.bodies).filter(|(_, body)| body.alive) {
            let sum = &mut sums[usize::from(body.level.0)];
            *sum = sum.wrapping_add(living_body(who, body));
        }
        sums
    }

    /// Notes that all levels are as the opening left them, so that clones and hashes skip levels that no event has
    /// changed since. Does nothing in a game of one level, which changes with the first step.
    pub(super) fn note_opening(&mut self) {
        if self.levels.len() == 1 {
            return;
        }
        let sums = self.sums_of_levels();
        for (level, sum) in self.levels.iter_mut().zip(sums) {
            level.as_opened = Some(Arc::new(sum));
        }
    }

    /// Hashes the one-time causes that have happened; adds nothing if there are none.
    fn add_spent_causes(&self, add: &mut impl FnMut(u64)) {
        self.happened.iter().for_each(|bits| add(*bits));
    }

    /// Hashes the counters. A counter that is 0 hashes like a missing one.
    fn add_counters(&self, add: &mut impl FnMut(u64)) {
        for (counter, count) in (0_u64..).zip(&self.counters) {
            if *count != 0 {
                add(counter << 32 | u64::from(*count as u32));
            }
        }
    }
}

/// The first sum of each body's hash: any number that no other word equals.
const BODY: u64 = 0xE703_7ED1_A0B4_28DB;

/// Returns the hash of a living body. Bodies are hashed apart and then added, so that a processor hashes several of
/// them at once: a search hashes each body of each state.
fn living_body(who: u64, body: &Body) -> u64 {
    let pair = |high: i32, low: i32| u64::from(high as u32) << 32 | u64::from(low as u32);
    let named = who << 32 | u64::from(body.kind.0) << 16 | u64::from(body.level.0) << 8;
    let [a, b, c, d, e, f] = body.stats.0;
    let sum = fold(
        BODY,
        pair(body.at.x, body.at.y),
        named | u64::from(body.follows()) << 2 | body.pause as u64,
    );
    fold(fold(sum, pair(a, b), pair(c, d)), pair(e, f), 0)
}

/// Mixes two words into a hash: the two halves of a product of 128 bits, combined.
#[inline]
pub(super) fn fold(sum: u64, one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ 0xA076_1D64_78BD_642F) * u128::from(other ^ sum);
    let [high, low] = halves(product);
    high ^ low
}

fn add_body(body: &Body, add: &mut impl FnMut(u64)) {
    add(u64::from(body.at.x as u32) << 32 | u64::from(body.at.y as u32));
    // Bodies that neither sleep nor follow have the same checksums as in earlier versions.
    let flags = u64::from(body.follows()) << 3 | (body.pause as u64) << 1 | u64::from(body.alive);
    add(u64::from(body.kind.0) << 16 | u64::from(body.level.0) << 8 | flags);
    // Points and ammo are hashed only if they are not 0, so that games without them have the same checksums as in
    // earlier versions.
    let [.., points, ammo] = body.stats.0;
    let pairs = if (points, ammo) == (0, 0) { 2 } else { 3 };
    let pairs = body.stats.0.chunks(2).take(pairs);
    pairs.for_each(|pair| add(u64::from(pair[0] as u32) << 32 | u64::from(pair[1] as u32)));
}
