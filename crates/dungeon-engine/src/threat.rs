//! A monster's threat: the maximum harm that the monster can do to a body between two acts of the body, which is in one
//! round, or in two if the body is slow ([`rounds`]). The threat is an upper bound, for players who look ahead. Cells
//! that the player cannot see are assumed to be open to the monster.
use std::collections::BTreeSet;

use super::action::ActorId;
use super::ruleset::Ruleset;
use super::world::World;
use dungeon_model::dungeon::{
    AtZero, Attack, BURN, Footing, Hunt, Kind, Prey, Roam, Side, Stat, Through, TimedState,
};
use dungeon_model::space::geometry::{Direction, Point, Region};
use dungeon_model::space::rings::rings;
use dungeon_model::space::sight;

/// The maximum that a monster can take from a body in the next [`rounds`], if the body does not move, the terrain does not
/// change, and no other body gives the monster a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threat {
    /// The maximum number of points of life that the monster can take.
    pub life: i32,
    /// Another stat that the monster can steal or drain, with the maximum number of points; `None` if the monster takes
    /// no other stat.
    pub loot: Option<(Stat, i32)>,
}

/// Returns the cells where a monster can hurt the commanded body in the next [`rounds`], in reading order. Includes the
/// cells around a monster that explodes when it dies. If more than `MOST_LOOKS` lines of fire would have to be examined,
/// returns only the cells around a monster that explodes. `is_hidden` returns whether the player does not see a cell.
pub fn threatened(
    rules: &dyn Ruleset,
    world: &World,
    who: ActorId,
    is_hidden: impl Fn(Point) -> bool,
) -> Vec<Point> {
    let (kind, from) = (world.kind(who), world.body(who).at);
    let rounds = rounds(world, world.commanded());
    let acts = acts_left(rules, world, who, rounds);
    let touch = touch(world, who, world.commanded());
    let strikes = touch.is_some_and(|blow| blow.harm.iter().any(|harm| *harm > 0));
    let range = ThreatRange {
        world,
        who,
        target: from,
        is_hidden: &is_hidden,
    };
    let flees = only_flees(world, who, rounds);
    let reach = if !flees && shot(kind).is_some_and(|harm| harm > 0) {
        range.reach()
    } else {
        0
    };
    let mut cells = BTreeSet::new();
    let around = |p: Point| Direction::ALL.map(|way| p + way);
    if kind.bursts > 0 {
        cells.extend(around(from));
    }
    let moves = if flees { 0 } else { acts.saturating_sub(1) };
    let farthest = moves.saturating_mul(rules.steps_of_an_act(world, who));
    let looks = u64::from(farthest + reach + 1).pow(2) * u64::from(2 * reach + 1).pow(2);
    if acts > 0 && hunts_heroes(kind) && (strikes || reach > 0) && looks <= MOST_LOOKS {
        let stands = rings([from], |p| p == from || range.is_open(p));
        for stand in stands.zip(0..=farthest).flat_map(|(ring, _)| ring) {
            if strikes {
                cells.extend(around(stand));
            }
            let square = Region::around(stand, reach as i32);
            let hit = |p: &Point| !cells.contains(p) && range.has_line_to(stand, *p);
            let hits: Vec<Point> = square.points().filter(|p| reach > 0 && hit(p)).collect();
            cells.extend(hits);
        }
    }
    let size = world.size(world.body(who).level);
    cells.into_iter().filter(|p| size.contains(*p)).collect()
}

/// The maximum number of lines of fire that `threatened` examines.
const MOST_LOOKS: u64 = 1 << 18;

/// Returns the player's bodies that an explosion of the body `who` would hurt, each with the points of life that it
/// would lose. Other bodies that would die may also explode, and their explosions are included ([K-12]).
///
/// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
pub fn blast(world: &World, who: ActorId) -> Vec<(ActorId, i32)> {
    let hurt = explosions(world, vec![who], Vec::new(), &|_| true);
    let is_ours = |(whom, _): &(ActorId, i32)| world.body(*whom).side == Side::Ours;
    hurt.into_iter().filter(is_ours).collect()
}

/// Returns the bodies that explosions would hurt if an attack took these points of life from these bodies, each with the
/// points of life that the explosions take. Bodies that the attack kills are left out, and bodies that the explosions
/// kill may explode in turn ([K-12]). `is_known` returns whether the player knows of a body; others count as absent.
///
/// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
#[doc(hidden)]
pub fn set_off(
    world: &World,
    hits: &[(ActorId, i32)],
    is_known: &dyn Fn(ActorId) -> bool,
) -> Vec<(ActorId, i32)> {
    let dead = hits.iter().filter(|(whom, lost)| dies(world, *whom, *lost));
    let mut dead: Vec<ActorId> = dead.map(|(whom, _)| *whom).collect();
    dead.sort_unstable();
    explosions(world, dead, hits.to_vec(), is_known)
}

/// Whether a body dies if it loses these points of life.
fn dies(world: &World, whom: ActorId, lost: i32) -> bool {
    lost >= world.life_of(whom) && world.kind(whom).at_zero == AtZero::Dies
}

/// Returns the points of life that each body loses by the explosions of these dead bodies and of those that die of them.
/// `lost` are the points that bodies have lost before. Bodies that are not known count as absent.
fn explosions(
    world: &World,
    mut dead: Vec<ActorId>,
    mut lost: Vec<(ActorId, i32)>,
    is_known: &dyn Fn(ActorId) -> bool,
) -> Vec<(ActorId, i32)> {
    let mut hurt: Vec<(ActorId, i32)> = Vec::new();
    let mut next = 0;
    while let Some(bursting) = dead.get(next).copied() {
        next += 1;
        let (body, harm) = (world.body(bursting), world.kind(bursting).bursts);
        let around = Direction::ALL.iter().map(|way| body.at + *way);
        for whom in around.filter_map(|p| world.body_at(body.level, p)) {
            if harm <= 0 || dead.contains(&whom) || !is_known(whom) {
                continue;
            }
            let harm = world.warded_harm(whom, harm);
            add(&mut hurt, whom, harm);
            if dies(world, whom, add(&mut lost, whom, harm)) {
                dead.push(whom);
            }
        }
    }
    hurt.sort_unstable();
    hurt
}

/// Adds points of life to the sum of a body, and returns the sum.
fn add(sums: &mut Vec<(ActorId, i32)>, whom: ActorId, life: i32) -> i32 {
    if let Some((_, sum)) = sums.iter_mut().find(|(who, _)| *who == whom) {
        *sum = sum.saturating_add(life);
        return *sum;
    }
    sums.push((whom, life));
    life
}

/// The damage of one attack.
#[derive(Clone, Copy)]
struct Blow {
    /// The damage of the attack, and of the explosion with which the attacker dies in it. A ward halves each by itself.
    harm: [i32; 2],
    /// Whether the attacker dies in the attack.
    is_last: bool,
}

impl Threat {
    /// Computes the threat of a monster to a body on its level. `is_hidden` returns whether the player does not see a
    /// cell.
    #[doc(hidden)]
    pub fn new(
        rules: &dyn Ruleset,
        world: &World,
        who: ActorId,
        whom: ActorId,
        is_hidden: impl Fn(Point) -> bool,
    ) -> Threat {
        let kind = world.kind(who);
        let rounds = rounds(world, whom);
        let acts = acts_left(rules, world, who, rounds);
        let (touch, shot) = (touch(world, who, whom), shot(kind));
        let flees = only_flees(world, who, rounds);
        let shot = shot.filter(|_| !flees);
        let steps = acts.saturating_mul(rules.steps_of_an_act(world, who));
        let fire = burnt_out(world, who, whom, steps, rounds);
        if !hunts_heroes(kind) || acts == 0 || (touch.is_none() && shot.is_none()) {
            return Threat {
                life: fire,
                loot: None,
            };
        }
        let range = ThreatRange {
            world,
            who,
            target: world.body(whom).at,
            is_hidden: &is_hidden,
        };
        let steps = rules.steps_of_an_act(world, who).max(1);
        let [beside, in_fire] = range.acts_before(if flees { 1 } else { acts }, steps);
        // A monster that does not sense its target has to come beside it by chance.
        let is_hidden = world.is_hidden_from(whom, world.body(who).at);
        let is_sensed = !is_hidden || !lasts(world, whom, TimedState::Unseen, rounds);
        let in_fire = if is_sensed { in_fire } else { beside };
        // In each act after the monster is in position, it strikes or shoots once.
        let mut threat = Threat {
            life: fire,
            loot: None,
        };
        for nth in 0..acts {
            let shot = shot.filter(|_| in_fire.is_some_and(|first| first <= nth));
            let touch = touch.filter(|_| beside.is_some_and(|first| first <= nth));
            let lasting = touch.filter(|blow| !blow.is_last || nth + 1 == acts);
            let warded = |harm: i32| warded_harm(world, whom, harm, rounds);
            let [blow, burst] = lasting.map_or([0; 2], |blow| blow.harm.map(warded));
            let harm = blow.saturating_add(burst).max(warded(shot.unwrap_or(0)));
            threat.life = threat.life.saturating_add(harm);
        }
        let hits = beside.is_some() && touch.is_some() || in_fire.is_some() && shot.is_some();
        let ignites = hits
            && kind
                .state
                .is_some_and(|gift| gift.state == TimedState::Burning);
        if ignites && !world.has_state(whom, TimedState::Burning) {
            let burn = warded_harm(world, whom, BURN, rounds).saturating_mul(rounds as i32);
            threat.life = threat.life.saturating_add(burn);
        }
        let thefts = beside.map_or(0, |first| acts - first);
        threat.loot = loot(world, who, whom, thefts);
        threat
    }
}

/// Returns the points of life that a body beside a burning monster can lose if the fire kills the monster in the next
/// rounds and it explodes ([B-4]). The monster moves up to `steps` cells before that. 0 if the fire does not kill it.
///
/// [B-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-4
fn burnt_out(world: &World, who: ActorId, whom: ActorId, steps: u32, rounds: u32) -> i32 {
    let (kind, body) = (world.kind(who), world.body(who));
    let moves = { kind.behaviour.parts() }
        .is_none_or(|parts| (parts.hunt, parts.roam) != (Hunt::Stand, Roam::Stand));
    let farthest = if moves { steps.saturating_add(1) } else { 1 };
    let is_near = body.at.chebyshev(world.body(whom).at) <= farthest;
    let is_quenched = !moves
        && world
            .tile(body.level, body.at)
            .acting()
            .is_some_and(|acting| acting.quenches);
    let burns = world.has_state(who, TimedState::Burning) && !is_quenched;
    let burn = warded_harm(world, who, BURN, rounds).saturating_mul(rounds as i32);
    if kind.bursts > 0 && is_near && burns && dies(world, who, burn) {
        warded_harm(world, whom, kind.bursts, rounds)
    } else {
        0
    }
}

/// Whether monsters of a kind ever hunt heroes.
fn hunts_heroes(kind: &Kind) -> bool {
    matches!(kind.prey, Prey::Hero | Prey::Nearest)
}

/// Whether a monster surely comes no nearer and does not shoot, because it flees from the hero (B-7). A monster that
/// flees from an ally may come nearer to the hero, and so may one that does not sense the hero.
fn only_flees(world: &World, who: ActorId, rounds: u32) -> bool {
    let is_from_hero =
        !world.has_allies() && !world.has_state(world.commanded(), TimedState::Unseen);
    lasts(world, who, TimedState::Fleeing, rounds) && is_from_hero
}

/// Returns the number of rounds in which monsters act before a body can act twice: 2 if the body loses an act because it
/// is slow ([B-3]), otherwise 1.
///
/// [B-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-3
pub fn rounds(world: &World, who: ActorId) -> u32 {
    let is_slow = world.has_state(who, TimedState::Slow);
    // A hasted body loses the second act of the same turn.
    let is_hasted = world.has_state(who, TimedState::Haste) && !world.has_acted(who);
    if is_slow && !is_hasted { 2 } else { 1 }
}

/// Returns the number of acts that a monster has in the next rounds.
fn acts_left(rules: &dyn Ruleset, world: &World, who: ActorId, rounds: u32) -> u32 {
    let acts = (1..=rounds).map(|nth| rules.acts_in(world, who, nth));
    let acts = acts.fold(0, u32::saturating_add);
    match (
        world.body(who).is_slowed(),
        lasts(world, who, TimedState::Slow, rounds),
    ) {
        (false, false) => acts,
        (true, false) => acts.saturating_sub(1),
        (is_lost, true) => (acts + u32::from(!is_lost)) / 2,
    }
}

/// Returns the harm that a blow does to a body in the next rounds: the whole harm if a ward may end before that.
fn warded_harm(world: &World, whom: ActorId, harm: i32, rounds: u32) -> i32 {
    if lasts(world, whom, TimedState::Warded, rounds) {
        world.warded_harm(whom, harm)
    } else {
        harm
    }
}

/// Whether a body has a state in all of the next rounds.
fn lasts(world: &World, who: ActorId, state: TimedState, rounds: u32) -> bool {
    u32::from(world.states_of(who)[state]) >= rounds
}

/// Returns the damage of a monster's attack on a neighboring body; `None` for a monster that does not attack.
fn touch(world: &World, who: ActorId, whom: ActorId) -> Option<Blow> {
    let (kind, strength) = (world.kind(who), world.body(who).stat(Stat::Strength));
    let (harm, is_last) = match kind.attack {
        Attack::Melee => (strength, false),
        Attack::Ram => (strength.max(0), true),
        Attack::Burst(harm) => (harm, true),
        Attack::Steal(most) if world.kind(whom).life == Stat::Wealth => (most, false),
        Attack::Drain(most) if world.kind(whom).life == Stat::Manna => (most, false),
        Attack::Steal(_) | Attack::Drain(_) => (0, false),
        Attack::None => return None,
    };
    let burst = if is_last { kind.bursts.max(0) } else { 0 };
    Some(Blow {
        harm: [harm, burst],
        is_last,
    })
}

/// Returns the maximum number of points of life that a single shot takes; `None` for a kind that does not shoot.
fn shot(kind: &Kind) -> Option<i32> {
    let hunt = kind.behaviour.parts()?.hunt;
    match (hunt, kind.weapon) {
        (Hunt::Shoot(_) | Hunt::Skirmish, Some(weapon)) => Some(weapon.damage.1),
        _ => kind.shot().map(|shot| shot.damage),
    }
}

/// Returns the stat that a monster steals or drains, and the maximum number of points that it takes in `thefts`
/// attacks. `None` if the monster takes nothing, or if the stat is the victim's life.
fn loot(world: &World, who: ActorId, whom: ActorId, thefts: u32) -> Option<(Stat, i32)> {
    let (stat, most) = match world.kind(who).attack {
        Attack::Steal(most) => (Stat::Wealth, most),
        Attack::Drain(most) => (Stat::Manna, most),
        _ => return None,
    };
    let there = world.body(whom).stat(stat).max(0);
    let taken = most.saturating_mul(thefts as i32).min(there);
    (taken > 0 && world.kind(whom).life != stat).then_some((stat, taken))
}

/// The cells that a monster can move to, and the lines of fire from these cells to its target.
struct ThreatRange<'a> {
    world: &'a World,
    who: ActorId,
    target: Point,
    is_hidden: &'a dyn Fn(Point) -> bool,
}

impl ThreatRange<'_> {
    /// Returns two numbers: how many acts the monster needs to get next to its target, and how many acts it needs to
    /// get its target into a line of fire. A number is `None` if no act would be left after that. The monster has
    /// `acts` acts, of up to `steps` steps each.
    fn acts_before(&self, acts: u32, steps: u32) -> [Option<u32>; 2] {
        let from = self.world.body(self.who).at;
        let mut found = [None, None];
        let farthest = (acts - 1).saturating_mul(steps);
        let reach = self.reach().max(1);
        if from.chebyshev(self.target) > farthest.saturating_add(reach) {
            return found;
        }
        let cells = rings([from], |p| p == from || self.is_open(p));
        for (ring, walked) in cells.zip(0..=farthest) {
            let spent = walked.div_ceil(steps);
            let beside = |p: &Point| p.chebyshev(self.target) == 1;
            let in_fire = |p: &Point| self.has_line(*p);
            if found[0].is_none() && ring.iter().any(beside) {
                found[0] = Some(spent);
            }
            if found[1].is_none() && ring.iter().any(in_fire) {
                found[1] = Some(spent);
            }
            // Later rings change nothing if both numbers are known, or if a monster without shots is next to its
            // target.
            if found.iter().all(Option::is_some) || found[0].is_some() && reach == 1 {
                break;
            }
        }
        found
    }

    /// Returns the reach of the monster's shots, in cells; 0 if it does not shoot.
    fn reach(&self) -> u32 {
        let kind = self.world.kind(self.who);
        match (shot(kind), kind.weapon) {
            (None, _) => 0,
            (_, Some(weapon)) => weapon.reach,
            _ => kind.shot().map_or(0, |shot| shot.reach),
        }
    }

    /// Whether the monster may be able to move onto a cell next turn. Ignores bodies and closed doors on the cell,
    /// because bodies may leave and doors may open before that.
    fn is_open(&self, p: Point) -> bool {
        let body = self.world.body(self.who);
        if !self.world.size(body.level).contains(p) {
            return false;
        }
        match self.world.tile(body.level, p).footing {
            _ if (self.is_hidden)(p) => true,
            Footing::Anyone | Footing::Slime | Footing::Openers => true,
            Footing::Drifters => body.through == Through::Walls,
            Footing::Nobody => false,
        }
    }

    /// Whether the monster could shoot its target from a cell, ignoring other bodies.
    fn has_line(&self, from: Point) -> bool {
        self.has_line_to(from, self.target)
    }

    /// Whether the monster could shoot from one cell at another, ignoring other bodies.
    fn has_line_to(&self, from: Point, to: Point) -> bool {
        let level = self.world.body(self.who).level;
        let is_clear = |p: Point| p == to || (self.is_hidden)(p) || self.world.lets_sight(level, p);
        sight::sees(from, to, self.reach(), |_| true, is_clear).is_some()
    }
}
