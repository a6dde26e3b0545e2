//! A judge of tiny games that knows nothing of machine players: it plays every line, nearest first, and knows a state
//! again by all that can be asked of the world, word for word and not by a hash.
use std::collections::{HashMap, HashSet, VecDeque};

use dungeon_engine::action::{Action, ActorId, Verb};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{
    CauseEvent, CauseId, CauseRecord, Dungeon, Goal, ItemId, Loss, Side, Stat,
};
use dungeon_model::space::geometry::Direction;

/// What the judge found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// This line wins; none is shorter.
    Wins(Vec<Action>),
    /// All states were seen, and none wins: for certain, if the clock is one for which the states are exact.
    NoneWins,
    /// More states than the judge looks at.
    TooMany,
}

/// What of a game's time and of its hero's strength tells its states apart.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The round as far as speeds and births tell rounds apart, and nothing of the hero's health, manna and wealth.
    /// Exact for a hero with unlimited health, such as one who is alone in a dungeon and can rest for as long as needed.
    Endless { period: u32 },
    /// Turns as far as healing, speeds and births tell them apart, and health and manna up to this much: more count as
    /// so much. Not exact, since that much may be too little; but what wins, wins.
    Healing { most: i32, period: u32 },
    /// The round as far as speeds and births tell rounds apart. Exact where nothing heals and chance decides nothing.
    Rounds { period: u32 },
    /// The turn, the idle rounds and every birth: exact wherever the game hangs on nothing else.
    Everything,
}

/// A game with what cannot be asked of it: when its alarms end.
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

/// Plays every line of a game, at most so many states.
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

/// What the judge found of dead ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoftLock {
    /// None: wherever a game can no longer be won, it is over soon.
    Nowhere,
    /// The number of actions of the shortest line that makes a win impossible. A player who waits after this line is not
    /// told so for twenty rounds.
    Nearest(usize),
    /// More states than the judge looks at.
    TooMany,
}

/// Looks for the nearest dead end in all states of a game, if they are at most so many.
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
    // Of each action: the state before and after it; none where it wins.
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
    // A state can be won from which an action wins, or leads to one that can be won: until no more is found.
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

/// Whether nothing ends a game for twenty rounds after a line, if nothing is done.
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

/// The actions to a state, and one more.
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

/// The verbs that a game knows: those that the keys of its help ask for. A verb without a key is none of a player.
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

/// Everything that a game's rules allow next, asked one by one: every way, body and cell.
pub fn actions(game: &Game, verbs: &[Action]) -> Vec<Action> {
    let world = game.world();
    let mut all = vec![Action::Wait, Action::Idle];
    all.extend(Direction::ALL.map(Action::Step));
    all.extend_from_slice(verbs);
    let items = 0..world.dungeon().items().len() as u16;
    all.extend(items.clone().map(|item| Action::Use(ItemId(item))));
    for item in items.map(ItemId) {
        if world.pack().contains(item) && world.item(item).throw_reach > 0 {
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
    // A bolt is of use only where somebody is whom it may hit.
    let is_empty = world.bodies().len() == 1;
    let is_bolt = |action: &Action| matches!(action, Action::DoToward(Verb(0), _));
    all.retain(|action| !(is_empty && is_bolt(action)) && game.check(*action).is_ok());
    all
}

/// All that decides how a game goes on in which no alarm ever rings, word for word.
pub fn words_of(game: &Game, clock: Clock) -> Vec<u32> {
    let game = game.clone();
    let alarms = vec![0; game.world().dungeon().levels().len()];
    key(&Watched { game, alarms }, clock)
}

/// All that decides how the game goes on, word for word.
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
            let is_worn = world.pack().worn() == Some(thing.item);
            [thing.item.0.into(), thing.count, is_worn.into()]
        })
        .collect();
    kept.sort_unstable();
    key.push(kept.len() as u32);
    key.extend(kept.concat());
    for kind in dungeon.families().iter().flat_map(|family| &family.kinds) {
        let look = dungeon.item(*kind).variants;
        key.push(u32::from(look.0) << 1 | u32::from(world.is_unknown(look)));
    }
    key.push(world.commanded().0);
    for (who, body) in (0..).zip(world.bodies()).filter(|(_, body)| body.alive) {
        key.extend([who, body.kind.0.into(), body.level.0.into()]);
        let mood = u32::from(body.follows()) << 2 | body.pause as u32;
        key.extend([body.at.x as u32, body.at.y as u32, mood]);
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

/// The turn, where what wins or loses counts turns, until it has counted the last of them.
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

/// Which causes have come about, and the turn as far as those count it that have not.
fn causes(world: &World) -> Vec<u32> {
    let causes = (0..).map(CauseId).zip(world.dungeon().causes());
    let state = |(id, cause): (CauseId, &CauseRecord)| match cause.event {
        _ if world.is_spent(id) => 1,
        CauseEvent::Turn(turns) => 2 + world.turn().min(turns),
        _ => 0,
    };
    causes.map(state).collect()
}

/// What the monsters remember, which only a game's `Debug` tells; nothing where nobody walks a route, roams by a
/// heading or retreats: then memories tell only whether somebody has spoken.
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
