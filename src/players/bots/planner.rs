//! The player that thinks ahead.
use super::notes::Notes;
use super::styles::{PlayStyles, styles_of};
use crate::dungeon::{LevelId, Stat};
use crate::engine::action::Action;
use crate::engine::chance::mix;
use crate::engine::event::Outcome;
use crate::engine::world::World;
use crate::players::player::Player;
use crate::players::player_view::PlayerView;
use crate::players::seen_game::SeenGame;

/// How many futures each action is tried in: each costs as much as the first.
const FUTURES: u64 = 2;

/// How many actions of a future are looked at: about those of a fight.
const DEPTH: u32 = 12;

/// How many actions are tried where there are more.
const TRIED: usize = 8;

/// How near somebody who harms must be to be worth a thought, in cells.
const NEAR: u32 = 8;

/// What of a future counts, in no unit: all life that ours have when they think, all that the monsters have, a thing.
const LIFE: f64 = 300.0;
const HARM: f64 = 100.0;
const THING: f64 = 20.0;

/// What an action must be worth more to be taken in place of what a careful player does.
const DOUBT: f64 = 2.0;

/// How often in a row a planner does otherwise than a careful player while nothing comes of it, and for how many actions
/// it then does as he does: two that wait for each other would wait for ever.
const STALLED: u32 = 24;
const FOLLOWED: u32 = 12;

/// A player that does what a careful and patient one does, but where somebody is near tries each action out in games
/// that it imagines, with other luck than the real one, a careful player's steps ahead.
///
/// By [`Planner::omniscient`] it looks at the real game's own future instead: that is cheating, and its name says so.
#[derive(Debug, Default)]
pub struct Planner {
    is_omniscient: bool,
    luck: u64,
    thoughts: u64,
    /// How often it did otherwise than a careful player since something came of it.
    stalled: u32,
    /// For how many actions it does as he does.
    follows: u32,
    /// What was so when something came of it last.
    mark: (LevelId, usize, ItemCount),
    game: Option<(PlayStyles, Notes)>,
    legal: Vec<Action>,
    steps: u64,
}

impl Planner {
    /// A planner that knows what is hidden, and what chance will decide.
    pub fn omniscient() -> Planner {
        Planner {
            is_omniscient: true,
            ..Planner::default()
        }
    }

    /// The steps of games that were taken in thought so far.
    pub(crate) fn steps_in_thought(&self) -> u64 {
        self.steps
    }

    /// Returns what an action leads to, as the mean over some futures.
    fn worth(
        &mut self,
        start: &SeenGame,
        thought: &mut SeenGame,
        action: Action,
        (styles, notes): (PlayStyles, &Notes),
    ) -> f64 {
        let knows_all = self.is_omniscient || start.view().is_complete();
        let futures = if self.is_omniscient { 1 } else { FUTURES };
        let mut sum = 0.0;
        for nth in 0..futures {
            thought.copy_from(start);
            if !self.is_omniscient {
                thought.reseed(mix(self.luck ^ mix(self.thoughts) ^ nth));
            }
            let mut notes = notes.clone();
            let mut next = action;
            for _ in 0..DEPTH {
                self.steps += 1;
                if thought.step(next).is_err() && thought.step(Action::Wait).is_err() {
                    break;
                }
                thought.legal_actions(&mut self.legal);
                if self.legal.is_empty() {
                    break;
                }
                next = (styles.careful)(&mut notes, &thought.view(), &self.legal);
            }
            sum += change(start.game().world(), thought.game().world(), knows_all);
        }
        sum / futures as f64
    }
}

impl Player for Planner {
    fn begin(&mut self, view: &PlayerView<'_>, luck: u64) {
        self.game = Some((styles_of(view), patient(view)));
        (self.luck, self.thoughts) = (luck, 0);
        (self.stalled, self.follows) = (0, 0);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let game = self.game.take();
        let (styles, mut notes) = game.unwrap_or_else(|| (styles_of(view), patient(view)));
        let before = notes.clone();
        let usual = (styles.careful)(&mut notes, view, legal);
        self.look_for_progress(view);
        let best = match is_tense(view) && self.follows == 0 {
            true => self.think(view, legal, usual, (styles, &before, &notes)),
            false => usual,
        };
        self.game = Some((styles, notes));
        self.follows = self.follows.saturating_sub(1);
        self.stalled += u32::from(best != usual);
        best
    }
}

impl Planner {
    fn think(
        &mut self,
        view: &PlayerView<'_>,
        legal: &[Action],
        usual: Action,
        (styles, before, after): (PlayStyles, &Notes, &Notes),
    ) -> Action {
        self.thoughts += 1;
        let start = match self.is_omniscient {
            true => SeenGame::foreseen(view),
            false => SeenGame::imagined(view, self.luck),
        };
        let mut thought = start.clone();
        let worth = self.worth(&start, &mut thought, usual, (styles, after));
        let mut best = (worth + DOUBT, usual);
        for action in self.tried(view, legal, usual) {
            let worth = self.worth(&start, &mut thought, action, (styles, before));
            if worth > best.0 {
                best = (worth, action);
            }
        }
        best.1
    }

    /// Notes whether something came of what was done, and whether it is time to do as a careful player does.
    fn look_for_progress(&mut self, view: &PlayerView<'_>) {
        let mark = (view.level(), view.monsters().count(), things(view));
        if self.mark != mark {
            (self.mark, self.stalled) = (mark, 0);
        }
        if self.stalled >= STALLED {
            (self.stalled, self.follows) = (0, FOLLOWED);
        }
    }

    /// The actions beside the usual one that are worth a try: where there are too many, some that chance picks.
    fn tried(&self, view: &PlayerView<'_>, legal: &[Action], usual: Action) -> Vec<Action> {
        let leads = |action: &&Action| match action {
            Action::Step(way) => {
                let to = view.at() + *way;
                view.is_open(to) || view.body_at(to).is_some()
            }
            Action::Idle => false,
            _ => true,
        };
        let all = legal.iter().filter(|action| **action != usual);
        let mut all: Vec<Action> = all.filter(leads).copied().collect();
        if all.len() > TRIED {
            let is_walk = |action: &Action| matches!(action, Action::Go(_) | Action::DoToward(..));
            let key = |nth: usize| mix(self.luck ^ mix(self.thoughts) ^ nth as u64);
            let mut keyed: Vec<_> = (0..)
                .zip(all)
                .map(|(nth, a)| (is_walk(&a), key(nth), a))
                .collect();
            keyed.sort_by_key(|(is_walk, key, _)| (*is_walk, *key));
            all = keyed.into_iter().map(|(.., action)| action).collect();
            all.truncate(TRIED);
        }
        all
    }
}

/// The keys that are held and the wealth: what taking things adds to.
type ItemCount = (usize, i32);

fn things(view: &PlayerView<'_>) -> ItemCount {
    (view.held().len(), view.stat(Stat::Wealth))
}

fn patient(view: &PlayerView<'_>) -> Notes {
    Notes {
        is_patient: true,
        ..Notes::begin(view)
    }
}

/// Whether somebody who harms is near, in a game where looking ahead helps: not where a player points at cells. There
/// actions are many and their luck is large, and of a few futures each the best of them is mostly the luckiest. Nor where
/// wealth is life: whatever is paid for looks like a wound, and what it brings lies beyond a dozen steps.
fn is_tense(view: &PlayerView<'_>) -> bool {
    let lives_on_wealth =
        { view.kind(view.commanded()) }.is_some_and(|kind| kind.life == Stat::Wealth);
    let harms = |who| {
        let shoots = view
            .kind(who)
            .is_some_and(|kind| kind.shot().is_some() || kind.weapon.is_some());
        shoots || view.strikes(who)
    };
    let is_near = |who| {
        view.body(who)
            .is_some_and(|body| body.at.chebyshev(view.at()) <= NEAR)
    };
    !view.points() && !lives_on_wealth && view.monsters().any(|who| is_near(who) && harms(who))
}

/// What has become better between two moments of a game, in no unit. A win counts only for who knows all of the game:
/// where enemies are unknown none are in the thought, and it would be won by knowing little.
fn change(from: &World, to: &World, knows_all: bool) -> f64 {
    let ours = |world: &World| -> f64 {
        let life = world.ours().map(|who| f64::from(world.life_of(who).max(0)));
        life.sum()
    };
    let theirs = |world: &World| -> f64 {
        let life = world
            .theirs(from.here())
            .map(|who| f64::from(world.life_of(who).max(0)));
        life.sum()
    };
    let end = match to.outcome() {
        Some(Outcome::Won) if knows_all => LIFE,
        Some(Outcome::Won) => 0.0,
        Some(Outcome::Lost) => -10.0 * LIFE,
        Some(Outcome::Drawn) => -5.0 * LIFE,
        None => 0.0,
    };
    let things = f64::from(from.collectables()) - f64::from(to.collectables());
    let (before, foes) = (ours(from).max(1.0), theirs(from).max(1.0));
    let life = LIFE * (ours(to) - before) / before;
    end + life + HARM * (foes - theirs(to)) / foes + THING * things
}
