//! How bots play explore. Bots of other games share `go_on`.
use std::cmp::Reverse;

use super::errands::ExploreErrands;
use super::notes::Notes;
use super::ways::beside;
use crate::player_view::PlayerView;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::rulesets::explore::{BOLT_POWER, BOLT_PRICE, CAST};
use dungeon_model::dungeon::{
    AimedAct, Attack, BURN, BlowShape, Hunt, ItemId, ItemKind, Keeping, Stat, StateGift, TimedState,
};
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::narrow::count;
use dungeon_play::knowledge::known_ways::Errand;

/// The careful bot does not rest while a monster is within this many cells.
const NEAR: u32 = 7;

/// The maximum number of turns in a row that the careful bot waits for a monster to come.
const PATIENCE: u32 = 6;

/// Strikes harmful monsters next to the hero; otherwise goes on with the nearest errand.
pub fn greedy(notes: &mut Notes, view: &PlayerView<'_>, _legal: &[Action]) -> Action {
    if !view.pack().things().is_empty() {
        let foes: Vec<Foe> = foes(view);
        if let Some(action) = use_of_pack(notes, view, &foes) {
            return action;
        }
    }
    if !view.pack().things().is_empty()
        && let Some(action) = aim(view, &foes(view))
    {
        return action;
    }
    let mut foes = beside(view).filter(|(who, _)| view.strikes(*who));
    if let Some((_, way)) = foes.next() {
        return Action::Step(way);
    }
    go_on(&mut notes.errands, view)
}

/// Rests up to the starting health, lets monsters come, hides from shooters or charges them, and fights where few
/// monsters can reach the hero.
pub fn careful(notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    let foes = foes(view);
    if let Some(action) = use_of_pack(notes, view, &foes) {
        return action;
    }
    if let Some(action) = aim(view, &foes) {
        return action;
    }
    if let Some(action) = fight(notes, view, &foes) {
        return action;
    }
    if let Some(action) = charge_or_hide(notes, view, &foes, legal) {
        return action;
    }
    let is_near = |foe: &&Foe| foe.at.chebyshev(view.at()) <= NEAR;
    let is_alone = foes
        .iter()
        .filter(is_near)
        .all(|foe| !may_come(notes, view, foe));
    notes.hides &= view.life() < notes.full;
    let is_hurt = view.life() < notes.full;
    if is_alone && is_hurt && notes.rests < MOST_RESTS && !view.is_harmed_at(view.at()) {
        notes.rests += 1;
        return Action::Wait;
    }
    if let Some(action) = wait_for_attacker(notes, view, &foes) {
        return action;
    }
    notes.waited = 0;
    if view.only_time_is_left() {
        return Action::Wait;
    }
    let danger = Danger::new(view, &foes);
    let is_safe = |p: Point| !danger.is_at(view, p);
    let errands = &mut notes.errands;
    let safe = errands.here(view, is_safe);
    safe.unwrap_or_else(|| go_on(errands, view))
}

/// The maximum number of turns of rest in a game. Without a limit, a hero whose health does not come back would rest
/// forever.
const MOST_RESTS: u32 = 1_500;

/// Returns the next action of an errand; without errands, a step toward a monster. Waits if only time must pass.
pub fn go_on(errands: &mut ExploreErrands, view: &PlayerView<'_>) -> Action {
    if view.only_time_is_left() {
        return Action::Wait;
    }
    let action = errands.next(view);
    action
        .or_else(|| errands.hunt(view))
        .unwrap_or(Action::Wait)
}

/// The monsters in sight that can harm the hero.
fn foes(view: &PlayerView<'_>) -> Vec<Foe> {
    let foes = view.monsters().filter_map(|who| Foe::new(view, who));
    foes.collect()
}

/// Returns the action that uses an inventory item: equips a stronger item than the one in its slot, or an equally
/// strong one with wider blows, uses an item that raises strength for good, tries an unknown item, uses an item that
/// gives a helpful state in a dangerous fight, or uses the best healing item before a blow that may kill. `None` if there is no such item.
fn use_of_pack(notes: &Notes, view: &PlayerView<'_>, foes: &[Foe]) -> Option<Action> {
    let pack = view.pack();
    let items = pack
        .things()
        .iter()
        .map(|thing| (thing.item, view.packed(thing.item)));
    let worth = |item: &ItemKind| (item.worn_strength(), item.blow_shape() != BlowShape::Single);
    let better = items.clone().filter(|(_, item)| {
        let worn = pack.worn().iter().map(|worn| view.packed(*worn));
        let mut rivals = worn.filter(|worn| worn.slot == item.slot);
        worth(item) > rivals.next().map_or((0, false), worth)
    });
    if let Some((item, _)) = better.max_by_key(|(_, item)| worth(item)) {
        return Some(Action::Use(item));
    }
    let used = items.filter(|(id, item)| item.keeping == Keeping::ToUse && pack.ready(*id) > 0);
    let is_tonic = |item: &ItemKind| {
        let is_plain = item.gives.0.iter().all(|by| *by >= 0) && harm_of_state(item) == 0;
        item.gives[Stat::Strength] > 0 && is_plain
    };
    if let Some((item, _)) = used.clone().find(|(_, item)| is_tonic(item)) {
        return Some(Action::Use(item));
    }
    if let Some(item) = untried(notes, view) {
        return Some(Action::Use(item));
    }
    let harm = foes.iter().filter(|foe| foe.attacks(view));
    let harm = harm.fold(0, |sum: i32, foe| sum.saturating_add(foe.harm));
    if let Some((item, _)) = used
        .clone()
        .find(|(_, item)| is_needed(item, view, foes, harm))
    {
        return Some(Action::Use(item));
    }
    let room = view.most_life().saturating_sub(view.life());
    // A charm is there again later, so it is used as soon as nothing of it is wasted.
    let is_free = |item: &ItemKind| {
        let gives = item.gives[Stat::Health];
        let is_plain = item.gives.0.iter().all(|by| *by >= 0) && harm_of_state(item) == 0;
        item.recharge > 0 && gives > 0 && gives <= room && is_plain
    };
    if let Some((item, _)) = used.clone().find(|(_, item)| is_free(item)) {
        return Some(Action::Use(item));
    }
    let heals = |item: &ItemKind| {
        item.gives[Stat::Health]
            .min(room)
            .saturating_sub(harm_of_state(item))
    };
    let (item, best) = used
        .filter(|(_, item)| heals(item) > 0)
        .max_by_key(|(_, item)| heals(item))?;
    // Wait another round only if healing now would waste part of the health that the item gives.
    let rounds = if best.gives[Stat::Health] > room {
        1
    } else {
        2
    };
    let is_in_danger = harm > 0 && view.life() <= harm.saturating_mul(rounds);
    is_in_danger.then_some(Action::Use(item))
}

/// The life that the state of an item takes in all from the body that gets it.
fn harm_of_state(item: &ItemKind) -> i32 {
    match item.state {
        Some(StateGift {
            state: TimedState::Burning,
            turns,
        }) => BURN * i32::from(turns),
        Some(StateGift { state, .. }) if !state.is_helpful() => 1,
        _ => 0,
    }
}

/// Whether an item gives a helpful state that the hero does not have, in a fight that may cost half of the hero's life,
/// or for a charm, which is there again later, a quarter. The monsters that attack take `harm` points of life per turn.
fn is_needed(item: &ItemKind, view: &PlayerView<'_>, foes: &[Foe], harm: i32) -> bool {
    let Some(StateGift { state, .. }) = item.state.filter(|gift| gift.state.is_helpful()) else {
        return false;
    };
    let blows = foes.iter().filter(|foe| foe.attacks(view));
    let blows = blows.fold(0, |sum: i32, foe| sum.saturating_add(foe.blows(view)));
    let share = if item.recharge > 0 { 4 } else { 2 };
    let cost = harm.saturating_mul(blows).saturating_mul(share);
    cost >= view.life() && !view.states_of(view.commanded()).has(state)
}

/// Returns an item whose kind the player does not know, if trying it is as safe as it can be: the hero has the
/// life of the start, and no monster is in sight.
fn untried(notes: &Notes, view: &PlayerView<'_>) -> Option<ItemId> {
    let is_safe =
        view.life() >= notes.full.min(view.most_life()) && view.monsters().next().is_none();
    let mut things = view.pack().things().iter().map(|thing| thing.item);
    things.find(|item| is_safe && view.is_unknown(*item))
}

/// A shot with a worn bow, a throw or a pull. Throws a harmful inventory item at the nearest monster that is awake and
/// that one blow would not kill, or that shoots from afar: the item that kills with the least damage to spare, or else
/// the most harmful one. `None` without such an item or monster.
fn aim(view: &PlayerView<'_>, foes: &[Foe]) -> Option<Action> {
    let worn = |act| move |item: &&ItemId| view.packed(**item).aimed_act() == Some(act);
    let mut far: Vec<&Foe> = { foes.iter() }
        .filter(|foe| foe.at.chebyshev(view.at()) > 1)
        .collect();
    far.sort_by_key(|foe| (foe.at.chebyshev(view.at()), foe.at.y, foe.at.x));
    let hits = |item: ItemId| {
        let mut far = far.iter();
        far.find(|foe| view.thrown_at(item, foe.at) == Some(foe.who) && !foe.is_let_lie(view))
            .copied()
    };
    let worn_items = view.pack().worn();
    let bow = worn_items.iter().find(worn(AimedAct::Shoot)).copied();
    let bow = bow.filter(|_| view.stat(Stat::Strength) > 0);
    if let Some((bow, foe)) = bow.and_then(|bow| Some((bow, hits(bow)?))) {
        return Some(Action::Throw(bow, foe.at));
    }
    throw(view, foes).or_else(|| {
        let hook = *worn_items.iter().find(worn(AimedAct::Pull))?;
        let foe = hits(hook).filter(|foe| foe.keeps_away)?;
        view.would_pull(hook, foe.at)
            .then_some(Action::Throw(hook, foe.at))
    })
}

/// The throw of `aim`.
fn throw(view: &PlayerView<'_>, foes: &[Foe]) -> Option<Action> {
    let things = view.pack().things().iter().map(|thing| thing.item);
    let harm = |item: ItemId| {
        let item = view.packed(item);
        let at_once = item.gives[Stat::Health].saturating_neg();
        at_once.saturating_add(harm_of_state(item))
    };
    let missiles = things.filter(|item| view.packed(*item).throw_reach > 0 && harm(*item) > 0);
    let mut missiles: Vec<ItemId> = missiles.collect();
    missiles.sort_by_key(|item| harm(*item));
    let is_worth_it = |foe: &&Foe| {
        let is_awake = view.body(foe.who).is_some_and(|body| !body.is_asleep());
        let is_far_shooter = foe.reach > 0 && foe.at.chebyshev(view.at()) > 1;
        is_awake && (is_far_shooter || foe.life > view.stat(Stat::Strength))
    };
    let mut targets: Vec<&Foe> = foes.iter().filter(is_worth_it).collect();
    targets.sort_by_key(|foe| (foe.at.chebyshev(view.at()), foe.at.y, foe.at.x));
    targets.into_iter().find_map(|foe| {
        let at = foe.at;
        let is_new = |item: ItemId| {
            let item = view.packed(item);
            let states = view.states_of(foe.who);
            item.gives[Stat::Health] < 0 || item.state.is_none_or(|gift| !states.has(gift.state))
        };
        let hits = |item: &&ItemId| is_new(**item) && view.thrown_at(**item, at) == Some(foe.who);
        let mut hitting = missiles.iter().filter(hits);
        let kills = |item: &&ItemId| harm(**item) >= foe.life;
        let best = hitting
            .clone()
            .find(kills)
            .or_else(|| hitting.next_back())?;
        Some(Action::Throw(*best, at))
    })
}

/// A harmful monster, as the player sees it.
#[derive(Clone, Copy, Debug)]
struct Foe {
    who: ActorId,
    at: Point,
    life: i32,
    /// The range of the monster's arrows; 0 if it does not shoot.
    reach: u32,
    /// The life that the monster takes per turn, by melee or shots.
    harm: i32,
    /// The speed of the monster, in acts per two turns.
    speed: u32,
    /// Whether the monster is warded.
    is_warded: bool,
    /// Whether the monster shoots or flees, so that the hero must come to it.
    keeps_away: bool,
}

impl Foe {
    fn new(view: &PlayerView<'_>, who: ActorId) -> Option<Foe> {
        let (body, kind) = (view.body(who)?, view.kind(who)?);
        let shot = kind.shot().filter(|shot| shot.damage > 0);
        if shot.is_none() && !view.strikes(who) {
            return None;
        }
        let blow = match kind.attack {
            Attack::Melee | Attack::Ram => body.stat(Stat::Strength),
            Attack::Burst(by) => by,
            _ => 0,
        };
        let states = view.states_of(who);
        let speed = match (states.has(TimedState::Haste), states.has(TimedState::Slow)) {
            (true, _) => kind.speed.saturating_mul(2),
            (_, true) => kind.speed.div_ceil(2),
            _ => kind.speed,
        };
        let times = i32::try_from(speed).unwrap_or(i32::MAX);
        let own = view.states_of(view.commanded());
        let harm = shot.map_or(blow, |shot| shot.damage.max(blow));
        let harm = if own.has(TimedState::Warded) {
            harm.saturating_add(1).div_euclid(2)
        } else {
            harm
        };
        let ignites = kind
            .state
            .is_some_and(|gift| gift.state == TimedState::Burning);
        let harm = harm.saturating_add(if ignites { BURN } else { 0 });
        // Shots at a hero who cannot be sensed from afar never come, and fleeing monsters do not shoot.
        let is_beside = body.at.chebyshev(view.at()) <= 1;
        let is_sensed = is_beside || !own.has(TimedState::Unseen);
        let shoots = is_sensed && !states.has(TimedState::Fleeing);
        let parts = kind.behaviour.parts();
        let flees = states.has(TimedState::Fleeing)
            || parts.is_some_and(|parts| matches!(parts.hunt, Hunt::Flee | Hunt::Skirmish));
        Some(Foe {
            who,
            at: body.at,
            life: view.life_of(who)?,
            reach: shot.filter(|_| shoots).map_or(0, |shot| shot.reach),
            harm: harm.saturating_mul(times).div_euclid(2).max(harm),
            speed,
            is_warded: states.has(TimedState::Warded),
            keeps_away: shot.is_some() || flees,
        })
    }

    /// Whether the monster can shoot at a cell from its place.
    fn shoots_at(&self, view: &PlayerView<'_>, p: Point) -> bool {
        self.reach > 0
            && self.at.chebyshev(p) <= self.reach
            && view.has_line(self.at, p, self.reach)
    }

    /// Whether the monster can attack the hero from its place.
    fn attacks(&self, view: &PlayerView<'_>) -> bool {
        self.at.chebyshev(view.at()) <= 1 || self.shoots_at(view, view.at())
    }

    /// Whether the monster sleeps, and shots that wake it would not kill it on its way to the hero.
    fn is_let_lie(&self, view: &PlayerView<'_>) -> bool {
        let is_asleep = view.body(self.who).is_some_and(|body| body.is_asleep());
        let steps = i32::try_from(self.at.chebyshev(view.at())).unwrap_or(i32::MAX);
        let speed = i32::try_from(self.speed).unwrap_or(i32::MAX).max(1);
        is_asleep && self.blows(view) > steps.saturating_mul(2) / speed
    }

    /// The number of blows that kill the monster.
    fn blows(&self, view: &PlayerView<'_>) -> i32 {
        let strength = view.stat(Stat::Strength).max(1);
        let strength = if self.is_warded {
            strength.saturating_add(1).div_euclid(2)
        } else {
            strength
        };
        self.life.saturating_add(strength - 1) / strength
    }
}

/// The cells that the careful bot avoids.
struct Danger {
    beside: CellSet,
    shooters: Vec<Foe>,
}

impl Danger {
    fn new(view: &PlayerView<'_>, foes: &[Foe]) -> Danger {
        let mut beside = CellSet::new(view.size());
        // Remembered monsters count, too: otherwise the hero would step back and forth around corners forever.
        let remembered = view.remembered().filter(|(who, _)| view.map.strikes(*who));
        let places = foes
            .iter()
            .map(|foe| foe.at)
            .chain(remembered.map(|(_, at)| at));
        for at in places {
            let around = Direction::ALL.map(|way| at + way);
            let cells = around.into_iter().chain([at]);
            for p in cells.filter(|p| view.size().contains(*p)) {
                beside.insert(p);
            }
        }
        let shooters = foes.iter().filter(|foe| foe.reach > 0).copied();
        Danger {
            beside,
            shooters: shooters.collect(),
        }
    }

    fn is_at(&self, view: &PlayerView<'_>, p: Point) -> bool {
        let mut shooters = self.shooters.iter();
        self.beside.contains(p) || shooters.any(|foe| foe.shoots_at(view, p))
    }
}

/// Strikes the weakest adjacent monster, or casts a bolt at it. With several adjacent monsters, first steps back to a
/// cell where fewer monsters can reach the hero.
fn fight(notes: &mut Notes, view: &PlayerView<'_>, foes: &[Foe]) -> Option<Action> {
    let near: Vec<(Foe, Direction)> = beside(view)
        .filter_map(|(who, way)| Some((*foes.iter().find(|foe| foe.who == who)?, way)))
        .collect();
    let (foe, way) = *near.iter().min_by_key(|(foe, _)| {
        let hits = view.blow_hits(foe.who);
        (Reverse(hits), foe.blows(view), -foe.harm)
    })?;
    if near.len() > 1
        && notes.backed < count(near.len())
        && let Some(back) = step_to_narrower_cell(view, foes, near.len())
    {
        notes.backed += 1;
        return Some(Action::Step(back));
    }
    notes.backed = 0;
    let saves_blows = foe.life > view.stat(Stat::Strength);
    if saves_blows
        && view.stat(Stat::Manna) >= BOLT_PRICE
        && BOLT_POWER[0] > view.stat(Stat::Strength)
    {
        return Some(Action::DoToward(CAST, way));
    }
    Some(Action::Step(way))
}

/// A step to a cell with fewer adjacent monsters and fewer open neighbors.
fn step_to_narrower_cell(view: &PlayerView<'_>, foes: &[Foe], now: usize) -> Option<Direction> {
    let room = |p: Point| {
        Direction::ALL
            .iter()
            .filter(|way| view.is_open(p + **way))
            .count()
    };
    let here = room(view.at());
    let ways = view.neighbours().directions().iter().copied();
    let free = ways.filter(|way| {
        let to = view.at() + *way;
        view.is_open(to) && view.body_at(to).is_none()
    });
    let better = free.filter(|way| {
        let to = view.at() + *way;
        let beside = foes.iter().filter(|foe| foe.at.chebyshev(to) <= 1).count();
        beside < now && room(to) < here
    });
    better.min_by_key(|way| room(view.at() + *way))
}

/// Reacts to monsters' fire: charges the shooter if the hero can survive the charge, otherwise hides.
fn charge_or_hide(
    notes: &mut Notes,
    view: &PlayerView<'_>,
    foes: &[Foe],
    legal: &[Action],
) -> Option<Action> {
    let fire = |p: Point| -> i32 {
        let shooters = foes.iter().filter(|foe| foe.shoots_at(view, p));
        shooters.fold(0, |sum, foe| sum.saturating_add(foe.harm))
    };
    let here = fire(view.at());
    if here == 0 {
        return None;
    }
    let shooters = foes.iter().filter(|foe| foe.shoots_at(view, view.at()));
    let shooter = *shooters.min_by_key(|foe| foe.at.chebyshev(view.at()))?;
    let far = shooter.at.chebyshev(view.at()) as i32;
    if let Some(bolt) = bolt_at(view, shooter.at).filter(|action| legal.contains(action)) {
        return Some(bolt);
    }
    let price = here.saturating_mul(shooter.blows(view).saturating_add(far - 1));
    let is_dark = |p: Point| fire(p) == 0 && view.body_at(p).is_none();
    let margin = if notes.is_fully_rested(view) { 1 } else { 2 };
    let ways = &mut notes.errands.ways;
    let free = |p| view.is_open(p) && view.body_at(p).is_none();
    let hide = ways.over(view.map, free).errand(is_dark);
    let run_price = hide.map_or(i32::MAX, |hide| here.saturating_mul(hide.steps as i32 - 1));
    if far > 2 && price.saturating_mul(margin) > view.life() && run_price < price {
        // The need to hide shows that the hero came with too little life, so a patient bot will rest longer from now
        // on.
        if !notes.hides && notes.is_patient {
            notes.full = notes.full.saturating_add(here.saturating_mul(2));
            notes.full = notes.full.min(view.most_life());
        }
        notes.hides = true;
        notes.has_hidden = true;
        return hide.map(Errand::action);
    }
    let mut search = ways.over(view.map, |p| view.is_open(p));
    search.errand(|p| p == shooter.at).map(Errand::action)
}

/// A bolt at a monster at most two cells away in a straight line, if the hero has the manna for it.
fn bolt_at(view: &PlayerView<'_>, at: Point) -> Option<Action> {
    let far = at.chebyshev(view.at());
    let way = view.at().toward(at)?;
    let mut p = view.at();
    let line = (0..far).all(|_| {
        p = p + way;
        p == at || view.is_open(p)
    });
    let is_straight = line && p == at;
    let is_near = (1..=2).contains(&far);
    (is_straight && is_near && view.stat(Stat::Manna) >= BOLT_PRICE)
        .then_some(Action::DoToward(CAST, way))
}

/// Whether a monster may soon reach the hero.
fn may_come(notes: &mut Notes, view: &PlayerView<'_>, foe: &Foe) -> bool {
    let ways = &mut notes.errands.ways;
    let mut search = ways.over(view.map, |p| p == foe.at || view.is_open(p));
    let mut is_coming = || search.nearest(NEAR, |p| p == foe.at).is_some();
    let is_awake = view.body(foe.who).is_some_and(|body| !body.is_asleep());
    is_awake && foe.speed > 0 && foe.reach == 0 && is_coming()
}

/// Waits for a monster two steps away, to strike the first blow. Gives up after `PATIENCE` turns.
fn wait_for_attacker(notes: &mut Notes, view: &PlayerView<'_>, foes: &[Foe]) -> Option<Action> {
    let is_awake = |who| view.body(who).is_some_and(|body| !body.is_asleep());
    let is_here =
        |foe: &&Foe| foe.reach == 0 && foe.at.chebyshev(view.at()) == 2 && is_awake(foe.who);
    foes.iter().find(is_here)?;
    if notes.waited >= PATIENCE {
        return None;
    }
    notes.waited += 1;
    Some(Action::Wait)
}
