//! The player that thinks ahead.
use super::notes::Notes;
use super::styles::{PlayStyles, styles_of};
use crate::player::Player;
use crate::player_view::PlayerView;
use crate::seen_game::SeenGame;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::chance::mix;
use dungeon_engine::event::Outcome;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Keeping, LevelId, Stat};

/// How many futures each action is tried in: each costs as much as the first.
const FUTURES: u64 = 2;

/// How many actions of a future are looked at: about those of a fight.
const DEPTH: u32 = 12;

/// For how many actions in a row nobody who harms may be near before a future is over: as many as a hero who has stepped
/// out of sight needs to be met again.
const CALM: u32 = 3;

/// How much less than the best an action must have been worth in a first future not to be tried in another one: a fifth
/// of `LIFE`, about what the luck of one fight is worth.
const BEHIND: f64 = 60.0;

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
/// near somebody who harms it then does as he does: two that wait for each other would wait for ever.
const STALLED: u32 = 24;
const FOLLOWED: u32 = 12;

/// A player that does what a careful and patient one does, but where somebody is near first tries that out in games that
/// it imagines, with other luck than the real one, a careful player's steps ahead; and where it costs life, each other
/// action, too. In a game whose player points at cells it weighs chances instead, and imagines nothing.
///
/// By [`Planner::omniscient`] it looks at the real game's own future instead: that is cheating, and its name says so.
#[derive(Debug, Default)]
pub struct Planner {
    is_omniscient: bool,
    luck: u64,
    thoughts: u64,
    /// How often it did otherwise than a careful player since something came of it.
    stalled: u32,
    /// For how many actions near somebody who harms it does as he does.
    follows: u32,
    /// What was so when something came of it last.
    mark: (LevelId, ItemCount),
    /// The monsters that were in sight before the last action.
    seen: Vec<ActorId>,
    game: Option<(PlayStyles, Notes)>,
    legal: Vec<Action>,
    /// The notes of imagined games, for the working memory in them.
    imagined: Notes,
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

    /// Tries an action in one future.
    fn try_out(&mut self, thought: &mut Thought, tried: &mut TriedAction<'_>, nth: u64) {
        let Thought {
            styles,
            start,
            game,
            notes,
        } = thought;
        game.copy_from(start);
        notes.copy_from(tried.notes);
        if !self.is_omniscient {
            game.reseed(mix(self.luck ^ mix(self.thoughts) ^ nth));
        }
        let (mut next, mut calm) = (tried.action, 0);
        for _ in 0..DEPTH {
            self.steps += 1;
            if game.step(next).is_err() && game.step(Action::Wait).is_err() {
                break;
            }
            game.legal_actions(&mut self.legal);
            calm = if is_tense(&game.view()) { 0 } else { calm + 1 };
            if self.legal.is_empty() || calm > CALM {
                break;
            }
            next = (styles.planned)(notes, &game.view(), &self.legal);
        }
        let knows_all = self.is_omniscient || start.view().is_complete();
        let (from, to) = (start.game().world(), game.game().world());
        tried.worth += change(from, to, knows_all);
        tried.hurts |= life_of_ours(to) < life_of_ours(from);
    }
}

/// A game that is imagined, and the memory for its futures.
struct Thought {
    styles: PlayStyles,
    start: SeenGame,
    game: SeenGame,
    notes: Notes,
}

/// An action that is tried, and what has come of it.
struct TriedAction<'a> {
    action: Action,
    /// What is noted before it is taken.
    notes: &'a Notes,
    /// What it was worth in all futures so far together.
    worth: f64,
    /// Whether ours have less life at the end of any.
    hurts: bool,
}

impl TriedAction<'_> {
    fn new(action: Action, notes: &Notes) -> TriedAction<'_> {
        TriedAction {
            action,
            notes,
            worth: 0.0,
            hurts: false,
        }
    }
}

impl Player for Planner {
    fn begin(&mut self, view: &PlayerView<'_>, luck: u64) {
        self.game = Some((styles_of(view), patient(view)));
        self.imagined = Notes::default();
        (self.luck, self.thoughts) = (luck, 0);
        (self.stalled, self.follows) = (0, 0);
        self.seen.clear();
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let game = self.game.take();
        let (styles, mut notes) = game.unwrap_or_else(|| (styles_of(view), patient(view)));
        let before = notes.clone();
        let usual = (styles.planned)(&mut notes, view, legal);
        self.look_for_progress(view);
        let is_tense = is_tense(view);
        let best = if is_tense && self.follows == 0 {
            self.think(view, legal, usual, styles, &before, &notes)
        } else {
            usual
        };
        self.game = Some((styles, notes));
        // A rest where nobody is near leaves the careful player's way as far from its end as it was.
        self.follows = self.follows.saturating_sub(u32::from(is_tense));
        self.stalled += u32::from(best != usual);
        best
    }
}

impl Planner {
    /// Returns the usual action where no future of it hurts, and else the one that is worth most.
    fn think(
        &mut self,
        view: &PlayerView<'_>,
        legal: &[Action],
        usual: Action,
        styles: PlayStyles,
        before: &Notes,
        after: &Notes,
    ) -> Action {
        self.thoughts += 1;
        let start = if self.is_omniscient {
            SeenGame::foreseen(view)
        } else {
            SeenGame::imagined(view, self.luck)
        };
        let mut thought = Thought {
            styles,
            game: start.clone(),
            notes: std::mem::take(&mut self.imagined),
            start,
        };
        let mut first = TriedAction::new(usual, after);
        for nth in 0..self.futures() {
            self.try_out(&mut thought, &mut first, nth);
        }
        let mut best = usual;
        if first.hurts {
            let others = self.tried(view, legal, usual).into_iter();
            let others = others.map(|action| TriedAction::new(action, before));
            let better = self.best_above(&first, others.collect(), &mut thought);
            best = better.unwrap_or(usual);
        }
        self.imagined = thought.notes;
        best
    }

    /// Returns the one of some actions that is worth most, if that is more than a usual one is.
    fn best_above(
        &mut self,
        usual: &TriedAction<'_>,
        mut others: Vec<TriedAction<'_>>,
        thought: &mut Thought,
    ) -> Option<Action> {
        for nth in 0..self.futures() {
            for tried in &mut others {
                self.try_out(thought, tried, nth);
            }
            // What is far behind is given up.
            let worths = others.iter().map(|tried| tried.worth);
            let least = worths.fold(f64::MIN, f64::max) - BEHIND * (nth + 1) as f64;
            others.retain(|tried| tried.worth >= least);
        }
        let mut best = (usual.worth + DOUBT * self.futures() as f64, None);
        for tried in others {
            if tried.worth > best.0 {
                best = (tried.worth, Some(tried.action));
            }
        }
        best.1
    }

    /// How many futures an action has: the real one is one.
    fn futures(&self) -> u64 {
        if self.is_omniscient { 1 } else { FUTURES }
    }

    /// Notes whether something came of what was done, and whether it is time to do as a careful player does.
    fn look_for_progress(&mut self, view: &PlayerView<'_>) {
        let mark = (view.level(), things(view));
        // In fog the monsters in sight are others at each corner: only a death tells.
        let has_died = |who: &ActorId| !view.map.world().body(*who).alive;
        if self.mark != mark || self.seen.iter().any(has_died) {
            (self.mark, self.stalled) = (mark, 0);
        }
        self.seen.clear();
        self.seen.extend(view.monsters());
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
    let (before, foes) = (life_of_ours(from).max(1.0), theirs(from).max(1.0));
    let life = LIFE * (life_of_ours(to) - before) / before;
    end + life + HARM * (foes - theirs(to)) / foes + THING * things
}

/// The life of all bodies of ours together, and that which things give that are kept.
fn life_of_ours(world: &World) -> f64 {
    let life = world.ours().map(|who| f64::from(world.life_of(who).max(0)));
    let kept = world.pack().things().iter().map(|thing| {
        let item = world.item(thing.item);
        let gift = item.gives[world.kind(world.commanded()).life];
        match item.keeping {
            Keeping::ToUse => f64::from(gift.max(0)) * f64::from(thing.count),
            _ => 0.0,
        }
    });
    life.sum::<f64>() + kept.sum::<f64>()
}
