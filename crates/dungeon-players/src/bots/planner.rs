//! The bot that plans ahead.
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

/// The number of futures to try for each action. The time that the planner takes is proportional to this number.
const FUTURES: u64 = 2;

/// The maximum number of actions in a future: about the length of a fight.
const DEPTH: u32 = 12;

/// A future ends after more than this many actions in a row with no dangerous monster near. A monster that chases a
/// hero who stepped out of sight usually arrives sooner.
const CALM: u32 = 3;

/// An action is tried no further once its worth per future is lower than the best action's worth by more than this: a
/// fifth of `LIFE`, about the difference that luck makes in one fight.
const BEHIND: f64 = 60.0;

/// The maximum number of actions to try apart from the careful bot's action.
const TRIED: usize = 8;

/// The planner plans ahead if a dangerous monster is within this many cells.
const NEAR: u32 = 8;

/// The weights that rate a future, as dimensionless numbers: `LIFE` for all life of our bodies at its start, `HARM` for
/// all life of the monsters, and `THING` for one item.
const LIFE: f64 = 300.0;
const HARM: f64 = 100.0;
const THING: f64 = 20.0;

/// The minimum advantage, per future, that another action needs over the careful bot's action.
const DOUBT: f64 = 2.0;

/// After `STALLED` deviations from the careful bot in a row without progress, the planner follows that bot for
/// `FOLLOWED` actions near dangerous monsters. Otherwise a hero and a monster that wait for each other would wait
/// forever.
const STALLED: u32 = 24;
const FOLLOWED: u32 = 12;

/// A bot that acts like a careful and patient bot. If a dangerous monster is near, the planner first tries the careful
/// bot's steps in imagined games, whose luck differs from the real game's. If these steps cost life, the planner tries
/// the other actions, too. In games whose player chooses cells, the planner weighs probabilities instead, and imagines
/// nothing.
///
/// [`Planner::omniscient`] looks at the real game's own future instead. That is cheating, as the name says.
#[derive(Debug, Default)]
pub struct Planner {
    is_omniscient: bool,
    luck: u64,
    thoughts: u64,
    /// The number of deviations from the careful bot since the last progress.
    stalled: u32,
    /// The number of actions for which the planner still follows the careful bot. Only actions near dangerous monsters
    /// count.
    follows: u32,
    /// The hero's level, keys and wealth at the last progress.
    mark: (LevelId, ItemCount),
    /// The monsters in sight before the last action.
    seen: Vec<ActorId>,
    game: Option<(PlayStyles, Notes)>,
    legal: Vec<Action>,
    /// The notes of imagined games, kept so that their allocated memory can be reused.
    imagined: Notes,
    steps: u64,
}

impl Planner {
    /// Creates a planner that knows hidden things and the decisions of chance.
    pub fn omniscient() -> Planner {
        Planner {
            is_omniscient: true,
            ..Planner::default()
        }
    }

    /// Plays an action in one imagined future, and adds the results to `tried`.
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

/// An imagined game, and the memory for its futures.
struct Thought {
    styles: PlayStyles,
    start: SeenGame,
    game: SeenGame,
    notes: Notes,
}

/// An action being tried, and its results.
struct TriedAction<'a> {
    action: Action,
    /// The notes before the action.
    notes: &'a Notes,
    /// The sum of the action's worth over all futures so far.
    worth: f64,
    /// Whether our bodies have less life at the end of any future than at its start.
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
        // Only actions near dangerous monsters count. A rest far from monsters brings the careful bot no closer to its
        // goal.
        self.follows = self.follows.saturating_sub(u32::from(is_tense));
        self.stalled += u32::from(best != usual);
        best
    }

    fn steps_in_thought(&self) -> u64 {
        self.steps
    }
}

impl Planner {
    /// Returns `usual`, the careful bot's action, if none of its futures costs life; otherwise the action with the
    /// highest worth.
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

    /// Returns the action with the highest worth, if that beats the worth of the careful bot's action, `usual`, by more
    /// than `DOUBT` per future.
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
            // Drop actions whose worth is far below the best.
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

    /// The number of futures to try for each action: 1 if the planner knows the real future.
    fn futures(&self) -> u64 {
        if self.is_omniscient { 1 } else { FUTURES }
    }

    /// Checks whether the last actions made progress, and whether to follow the careful bot for a while.
    fn look_for_progress(&mut self, view: &PlayerView<'_>) {
        let mark = (view.level(), things(view));
        // In fog, other monsters come into sight at each corner, so only a death counts.
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

    /// The actions worth a try, apart from the careful bot's action, `usual`; a random selection if there are too many.
    fn tried(&self, view: &PlayerView<'_>, legal: &[Action], usual: Action) -> Vec<Action> {
        let leads = |action: &&Action| match action {
            Action::Step(way) => {
                let to = view.at() + *way;
                view.is_open(to) || view.body_at(to).is_some()
            }
            Action::Idle => false,
            Action::Throw(item, at) => view.would_hit(*item, *at),
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

/// The number of keys and the wealth, which taking items raises.
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

/// Whether planning ahead helps in a game. It does not where a player chooses cells: luck decides the results of many
/// actions, and the best of a few futures is mostly just the luckiest one. It does not where wealth is life, either:
/// every price looks like a wound, and the gain comes more than a dozen steps later.
pub fn plans_ahead(view: &PlayerView<'_>) -> bool {
    let kind = view.kind(view.commanded());
    !view.points() && kind.is_none_or(|kind| kind.life != Stat::Wealth)
}

/// Whether a dangerous monster is near, in games where planning ahead helps.
fn is_tense(view: &PlayerView<'_>) -> bool {
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
    plans_ahead(view) && view.monsters().any(|who| is_near(who) && harms(who))
}

/// The improvement between two moments of a game, as a dimensionless number. A win counts only if the whole game is
/// known: an imagined game lacks unknown enemies, so a player who knows little would win it too easily.
fn change(from: &World, to: &World, knows_all: bool) -> f64 {
    let theirs = |world: &World| -> f64 {
        let life = world
            .foes(from.here())
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

/// The life of all our bodies, plus the life that using inventory items can give.
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
