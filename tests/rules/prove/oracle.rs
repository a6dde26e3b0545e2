//! A judge of tiny games that shares no code with the players: it plays every line, breadth first, and identifies a
//! state by all facts about the world instead of a hash.
use std::collections::{HashMap, HashSet, VecDeque};

use dungeon_engine::action::{Action, ActorId, Verb};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{
    CauseEvent, CauseId, CauseRecord, Dungeon, Goal, ItemId, Loss, Side, Stat,
};
use dungeon_model::space::geometry::Direction;

/// The result of the judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// A shortest winning line.
    Wins(Vec<Action>),
    /// All states were visited and none wins. Certain if the clock identifies states exactly.
    NoneWins,
    /// The game has more states than the judge visits.
    TooMany,
}

/// The parts of a game's time and of the hero's stats that distinguish its states.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The round as far as speeds and births tell rounds apart, and nothing of the hero's health, manna and wealth.
    /// Exact for a hero with unlimited health, such as one who is alone in a dungeon and can rest for as long as
    /// needed.
    Endless { period: u32 },
    /// The turn as far as healing, speeds and births tell turns apart, and health and manna up to `most`; more counts
    /// as `most`. Not exact, since `most` may be too little, but a win is a win.
    Healing { most: i32, period: u32 },
    /// The round as far as speeds and births tell rounds apart. Exact in games without healing and random draws.
    Rounds { period: u32 },
    /// The turn, the idle rounds and every birth. Exact if the game depends on nothing else.
    Everything,
}

/// A game with the end of its alarms, which the world does not show.
#[derive(Clone)]
struct Watched {
    game: Game,
    alarms: Vec<u32>,
}

impl Watched {
    fn watch(&mut self) {
        for event in self.game.events() {
            if let Event::Alarmed { level, until } = *event {
                self.alarms[usize::from(level.0)] = until;
            }
        }
    }
}

/// Plays every line of a game, up to this many states.
pub fn judge(game: &Game, clock: Clock, most_states: usize) -> Truth {
    let verbs = verbs_of(game);
    let alarms = vec![0; game.world().dungeon().levels().len()];
    let mut start = Watched {
        game: game.clone(),
        alarms,
    };
    start.watch();
    match game.outcome() {
        Some(Outcome::Won) => return Truth::Wins(Vec::new()),
        Some(_) => return Truth::NoneWins,
        None => {}
    }
    let mut seen = HashSet::from([key(&start, clock)]);
    let mut lines: Vec<(usize, Option<Action>)> = vec![(0, None)];
    let mut open = VecDeque::from([(0, start)]);
    while let Some((nth, state)) = open.pop_front() {
        for action in actions(&state.game, &verbs) {
            let mut next = state.clone();
            next.game.step(action).expect("it was checked");
            next.watch();
            match next.game.outcome() {
                Some(Outcome::Won) => return Truth::Wins(line(&lines, nth, action)),
                Some(_) => {}
                None if seen.insert(key(&next, clock)) => {
                    if seen.len() > most_states {
                        return Truth::TooMany;
                    }
                    open.push_back((lines.len(), next));
                    lines.push((nth, Some(action)));
                }
                None => {}
            }
        }
    }
    Truth::NoneWins
}

/// The judge's result about dead ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoftLock {
    /// None: wherever a game can no longer be won, it is over soon.
    Nowhere,
    /// The number of actions in the shortest line that makes a win impossible. The game does not end within twenty
    /// rounds of waiting after it.
    Nearest(usize),
    /// The game has more states than the judge visits.
    TooMany,
}

/// Searches all states of a game for the nearest dead end, up to this many states.
pub fn soft_lock(game: &Game, clock: Clock, most_states: usize) -> SoftLock {
    if game.outcome().is_some() {
        return SoftLock::Nowhere;
    }
    let verbs = verbs_of(game);
    let alarms = vec![0; game.world().dungeon().levels().len()];
    let mut start = Watched {
        game: game.clone(),
        alarms,
    };
    start.watch();
    let mut numbers = HashMap::from([(key(&start, clock), 0)]);
    let mut lines: Vec<(usize, Option<Action>)> = vec![(0, None)];
    // Each action with the states before and after it; `None` if the action wins.
    let mut all: Vec<(usize, Action, Option<usize>)> = Vec::new();
    let mut open = VecDeque::from([(0, start)]);
    while let Some((nth, state)) = open.pop_front() {
        for action in actions(&state.game, &verbs) {
            let mut next = state.clone();
            next.game.step(action).expect("it was checked");
            next.watch();
            match next.game.outcome() {
                Some(Outcome::Won) => all.push((nth, action, None)),
                Some(_) => {}
                None => {
                    let to = *numbers.entry(key(&next, clock)).or_insert(lines.len());
                    all.push((nth, action, Some(to)));
                    if to == lines.len() {
                        lines.push((nth, Some(action)));
                        open.push_back((to, next));
                    }
                    if lines.len() > most_states {
                        return SoftLock::TooMany;
                    }
                }
            }
        }
    }
    // A state is winnable if an action wins or leads to a winnable state; this repeats until no more are found.
    let mut is_winnable = vec![false; lines.len()];
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for (from, _, to) in &all {
            if !is_winnable[*from] && to.is_none_or(|to| is_winnable[to]) {
                (is_winnable[*from], is_changed) = (true, true);
            }
        }
    }
    let is_lost = |to: Option<usize>| to.is_some_and(|to| !is_winnable[to]);
    let last = all
        .iter()
        .filter(|(from, _, to)| is_winnable[*from] && is_lost(*to));
    let ends = last.map(|(from, action, _)| line(&lines, *from, *action));
    let lengths = ends
        .filter(|line| lingers(game, line))
        .map(|line| line.len());
    lengths.min().map_or(SoftLock::Nowhere, SoftLock::Nearest)
}

/// Whether a game goes on for twenty rounds of waiting after a line.
fn lingers(game: &Game, line: &[Action]) -> bool {
    let mut game = game.clone();
    for action in line {
        game.step(*action).expect("it was checked");
    }
    let pass = match game.rules().face().pointing() {
        Some(rules) => rules.end_of_turn(),
        None => Action::Wait,
    };
    (0..20).all(|_| game.step(pass).is_ok() && game.outcome().is_none())
}

/// Returns the actions that lead to a state, and one more.
fn line(lines: &[(usize, Option<Action>)], nth: usize, last: Action) -> Vec<Action> {
    let mut actions = vec![last];
    let mut at = nth;
    while let (parent, Some(action)) = lines[at] {
        actions.push(action);
        at = parent;
    }
    actions.reverse();
    actions
}

/// Returns the verbs of a game: those bound to keys in its help. A player cannot use a verb without a key.
pub fn verbs_of(game: &Game) -> Vec<Action> {
    let bindings = game.rules().face().bindings().iter();
    let asked: Vec<Action> = bindings.map(|binding| binding.action).collect();
    let is_verb = |action: &Action| matches!(action, Action::Do(_) | Action::DoToward(..));
    let mut verbs: Vec<Action> = Vec::new();
    for verb in asked.into_iter().filter(is_verb) {
        if !verbs.contains(&verb) {
            verbs.push(verb);
        }
    }
    verbs
}

/// Returns all actions that the rules allow next, by asking about every direction, body and cell.
pub fn actions(game: &Game, verbs: &[Action]) -> Vec<Action> {
    let world = game.world();
    let mut all = vec![Action::Wait, Action::Idle];
    all.extend(Direction::ALL.map(Action::Step));
    all.extend_from_slice(verbs);
    let items = 0..world.dungeon().items().len() as u16;
    all.extend(items.clone().map(|item| Action::Use(ItemId(item))));
    for item in items.map(ItemId) {
        if world.pack().contains(item) && world.item(item).aim_reach() > 0 {
            let cells = world.size(world.here()).points();
            all.extend(cells.map(|p| Action::Throw(item, p)));
        }
    }
    if game.rules().face().pointing().is_some() {
        for who in (0..world.bodies().len() as u32).map(ActorId) {
            all.extend([
                Action::Attack(who),
                Action::Shoot(who),
                Action::Command(who),
            ]);
        }
        for p in world.size(world.here()).points() {
            all.extend([Action::Go(p), Action::ShootAt(p)]);
        }
    }
    // A bolt is useful only if there is a body that it may hit.
    let is_empty = world.bodies().len() == 1;
    let is_bolt = |action: &Action| matches!(action, Action::DoToward(Verb(0), _));
    all.retain(|action| !(is_empty && is_bolt(action)) && game.check(*action).is_ok());
    all
}

/// Returns all facts that decide the rest of a game in which no alarm ever rings.
pub fn words_of(game: &Game, clock: Clock) -> Vec<u32> {
    let game = game.clone();
    let alarms = vec![0; game.world().dungeon().levels().len()];
    key(&Watched { game, alarms }, clock)
}

/// Returns all facts that decide the rest of the game.
fn key(state: &Watched, clock: Clock) -> Vec<u32> {
    let world = state.game.world();
    let dungeon: &Dungeon = world.dungeon();
    let mut key = Vec::new();
    for (level, _) in dungeon.numbered_levels() {
        for p in world.size(level).points() {
            let cell = world.cell(level, p);
            key.push(u32::from(cell.tile.0) << 16 | u32::from(cell.item.0));
        }
        let left = state.alarms[usize::from(level.0)].saturating_sub(world.round());
        key.push(left);
    }
    let mut held: Vec<u32> = world.held().iter().map(|item| item.0.into()).collect();
    held.sort_unstable();
    key.push(held.len() as u32);
    key.extend(held);
    let mut kept: Vec<[u32; 3]> = { world.pack().things().iter() }
        .map(|thing| {
            let is_worn = world.pack().is_worn(thing.item);
            [thing.item.0.into(), thing.count, is_worn.into()]
        })
        .collect();
    kept.sort_unstable();
    key.push(kept.len() as u32);
    key.extend(kept.concat());
    let recharging: Vec<[u32; 2]> = { world.recharging() }
        .map(|(item, turns)| [item.0.into(), turns])
        .collect();
    key.push(recharging.len() as u32);
    key.extend(recharging.concat());
    for kind in dungeon.families().iter().flat_map(|family| &family.kinds) {
        let look = dungeon.item(*kind).variants;
        key.push(u32::from(look.0) << 1 | u32::from(world.is_unknown(look)));
    }
    key.push(world.commanded().0);
    for (who, body) in (0..).zip(world.bodies()).filter(|(_, body)| body.alive) {
        key.extend([who, body.kind.0.into(), body.level.0.into()]);
        let mood = u32::from(body.follows()) << 2 | body.pause as u32;
        key.extend([body.at.x as u32, body.at.y as u32, mood]);
        let states = world.states_of(ActorId(who));
        key.extend(states.0.map(u32::from));
        key.push(world.has_acted(ActorId(who)).into());
        let is_ours = body.side == Side::Ours;
        key.extend(Stat::ALL.map(|stat| {
            let value = body.stat(stat);
            let heals = matches!(stat, Stat::Health | Stat::Manna | Stat::Wealth);
            match clock {
                Clock::Endless { .. } if is_ours && heals => 0,
                Clock::Healing { most, .. } if is_ours && heals => value.min(most) as u32,
                _ => value as u32,
            }
        }));
        if matches!(clock, Clock::Everything) {
            key.push(body.birth);
        }
    }
    key.push(world.bodies().len() as u32);
    match clock {
        Clock::Healing { period, .. } => key.extend([world.turn() % 21, world.round() % period]),
        Clock::Endless { period } | Clock::Rounds { period } => key.push(world.round() % period),
        Clock::Everything => key.extend([world.turn(), world.round()]),
    }
    key.extend(counted_turn(world));
    key.extend(causes(world));
    key.push(world.left_of(Goal::Take));
    key.extend(memories(&state.game));
    key
}

/// Returns the turn, at most one more than the last turn that goals and losses count; `None` if they count none.
fn counted_turn(world: &World) -> Option<u32> {
    let dungeon = world.dungeon();
    let goals = dungeon.goals().iter().filter_map(|goal| match goal {
        Goal::Survive(turns) => Some(*turns),
        _ => None,
    });
    let losses = dungeon.losses().iter().filter_map(|loss| match loss {
        Loss::Turns(turns) => Some(*turns),
        _ => None,
    });
    let last = goals.chain(losses).max()?;
    Some(world.turn().min(last + 1))
}

/// Returns the causes that have occurred, and the turn as far as the others count it.
fn causes(world: &World) -> Vec<u32> {
    let causes = (0..).map(CauseId).zip(world.dungeon().causes());
    let state = |(id, cause): (CauseId, &CauseRecord)| match cause.event {
        _ if world.is_spent(id) => 1,
        CauseEvent::Turn(turns) => 2 + world.turn().min(turns),
        _ => 0,
    };
    causes.map(state).collect()
}

/// Returns the memories of the monsters, which only a game's `Debug` shows; empty if all kinds have `roam=stand`,
/// because then the memories only store whether a monster has spoken.
fn memories(game: &Game) -> Vec<u32> {
    let kinds = game.world().dungeon().kinds();
    let keeps = |who: &dungeon_engine::body::Body| {
        let parts = kinds[usize::from(who.kind.0)].behaviour.parts();
        parts.is_some_and(|parts| parts.roam != dungeon_model::dungeon::Roam::Stand)
    };
    if !game.world().bodies().iter().any(keeps) {
        return Vec::new();
    }
    let told = format!("{:?}", game.clone());
    let memories = told.split_once("memories: ").expect("a game tells them").1;
    memories.bytes().map(u32::from).collect()
}
