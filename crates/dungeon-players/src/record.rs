//! The record of one game that a player played to its end.
use std::collections::{BTreeMap, BTreeSet};

use super::player::Player;
use super::seen_game::SeenGame;
use dungeon_engine::action::Action;
use dungeon_engine::chance::mix;
use dungeon_engine::ending::{GameEnd, LossCause};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, KindId, LevelId, Side};
use dungeon_model::space::geometry::Point;

/// The maximum number of parts into which a life curve divides the turns.
const PARTS: usize = 64;

/// The record of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameRecord {
    /// The result of the game; `None` if the limit of actions ended the game.
    pub outcome: Option<Outcome>,
    /// The turns that were played ([X-16]).
    ///
    /// https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-16
    pub turns: u32,
    /// The actions of the player.
    pub actions: Vec<Action>,
    /// The number of refused choices. Each of them became a wait.
    pub refused: u32,
    /// The cause of a lost or drawn game, and the cell where our last body died, or else the hero's final cell; `None`
    /// for other games.
    pub loss: Option<(LossCause, LevelId, Point)>,
    /// For each cause: the number of times it hurt our bodies, and the life points that it took.
    pub wounds: BTreeMap<LossCause, (u64, u64)>,
    /// The kinds of monsters that were in view, that hurt our bodies, or that our bodies struck or shot.
    pub met: Vec<KindId>,
    /// The number of items taken, by item.
    pub taken: BTreeMap<ItemId, u64>,
    /// The number of actions that the commanded body spent on each cell.
    pub visits: BTreeMap<(LevelId, Point), u64>,
    /// The life of our bodies over the turns.
    pub life: LifeCurve,
    /// What each visited level cost.
    pub levels: BTreeMap<LevelId, LevelCost>,
}

/// What a level cost in one or many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCost {
    /// The number of games that reached the level.
    pub games: u64,
    /// The turns that began while the commanded body was there.
    pub turns: u64,
    /// The life points that our bodies lost there.
    pub life: u64,
}

impl LevelCost {
    /// Adds the cost in other games.
    pub(super) fn merge(&mut self, other: LevelCost) {
        self.games += other.games;
        self.turns += other.turns;
        self.life = self.life.saturating_add(other.life);
    }
}

/// Life over the turns of one or many games, as sums over parts of equal length. A curve has at most 64 parts. The
/// length of the parts doubles when needed, so that any two curves can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LifeCurve {
    /// The base-2 logarithm of the length of a part in turns.
    doublings: u32,
    /// For each part: the sum of life values, and the number of values.
    parts: Vec<(i64, u64)>,
}

impl GameRecord {
    /// Whether the game was won.
    pub fn is_won(&self) -> bool {
        self.outcome == Some(Outcome::Won)
    }
}

impl LifeCurve {
    /// Adds the total life of our bodies at the end of a turn.
    fn add(&mut self, turn: u32, life: i64) {
        while (turn >> self.doublings) as usize >= PARTS {
            self.coarsen();
        }
        let part = (turn >> self.doublings) as usize;
        if part >= self.parts.len() {
            self.parts.resize(part + 1, (0, 0));
        }
        let (sum, count) = &mut self.parts[part];
        (*sum, *count) = (sum.saturating_add(life), *count + 1);
    }

    /// Adds another curve to this one.
    pub fn merge(&mut self, other: &LifeCurve) {
        let mut other = other.clone();
        while self.doublings < other.doublings {
            self.coarsen();
        }
        while other.doublings < self.doublings {
            other.coarsen();
        }
        let length = self.parts.len().max(other.parts.len());
        self.parts.resize(length, (0, 0));
        for (own, (sum, count)) in self.parts.iter_mut().zip(other.parts) {
            *own = (own.0.saturating_add(sum), own.1 + count);
        }
    }

    /// Returns the length of a part in turns, and for each part the sum of life values and the number of values.
    #[doc(hidden)]
    pub fn parts(&self) -> (u32, &[(i64, u64)]) {
        (1 << self.doublings, &self.parts)
    }

    /// Creates a curve from the output of [`LifeCurve::parts`]. Returns `None` for a length that is not a power of two,
    /// and for more than 64 parts or 2³¹ turns.
    #[doc(hidden)]
    pub fn from_parts(length: u32, parts: Vec<(i64, u64)>) -> Option<LifeCurve> {
        let is_short = parts.len() <= PARTS && parts.len() as u64 * u64::from(length) <= 1 << 31;
        (is_short && length.is_power_of_two()).then(|| LifeCurve {
            doublings: length.trailing_zeros(),
            parts,
        })
    }

    /// Returns the first turn of each part and the mean life in it, for parts with data.
    pub fn means(&self) -> impl Iterator<Item = (u32, f64)> {
        let begins = (0..).step_by(1 << self.doublings);
        let parts = begins.zip(&self.parts).filter(|(_, part)| part.1 > 0);
        parts.map(|(turn, (sum, count))| (turn, *sum as f64 / *count as f64))
    }

    fn coarsen(&mut self) {
        self.doublings += 1;
        let pairs = self.parts.chunks(2);
        let add = |a: (i64, u64), b: &(i64, u64)| (a.0.saturating_add(b.0), a.1 + b.1);
        self.parts = pairs.map(|pair| pair.iter().fold((0, 0), add)).collect();
    }
}

/// Plays a game with a player to its end, or for at most `most` actions.
pub fn play(played: &mut SeenGame, player: &mut (impl Player + ?Sized), most: u32) -> GameRecord {
    let mut chronicle = Chronicle::new(played);
    // A player gets only the upper half of a mix of the seed: from a whole mix, the seed and all decisions of chance
    // could be computed.
    let luck = mix(played.game().world().seed() ^ 0x706C_6179_6572) >> 32;
    player.begin(&played.view(), luck);
    let mut legal = Vec::new();
    for _ in 0..most {
        played.legal_actions(&mut legal);
        if legal.is_empty() {
            break;
        }
        let mut action = player.choose(&played.view(), &legal);
        if played.step(action).is_err() {
            chronicle.record.refused += 1;
            action = Action::Wait;
            if played.step(action).is_err() {
                break;
            }
        }
        chronicle.add(action, played);
    }
    chronicle.finish(played)
}

/// The record of a game in progress.
struct Chronicle {
    record: GameRecord,
    /// The turn at which the record begins.
    first: u32,
    /// The last turn for which the life of our bodies was recorded. A turn of many actions is recorded once.
    latest: u32,
    /// The cause to which the next wound will be attributed: the last event of this action that can hurt.
    cause: LossCause,
    /// The cell where a body of the player's side died most recently.
    fallen: Option<(LevelId, Point)>,
    /// The level of the commanded body and the turn after the last action.
    before: (LevelId, u32),
    /// The kinds of monsters that were met.
    met: BTreeSet<KindId>,
}

impl Chronicle {
    fn new(played: &SeenGame) -> Chronicle {
        let world = played.game().world();
        let mut record = GameRecord {
            outcome: None,
            turns: 0,
            actions: Vec::new(),
            refused: 0,
            loss: None,
            wounds: BTreeMap::new(),
            met: Vec::new(),
            taken: BTreeMap::new(),
            visits: BTreeMap::new(),
            life: LifeCurve::default(),
            levels: BTreeMap::new(),
        };
        record.life.add(0, life_of_ours(world));
        let mut chronicle = Chronicle {
            record,
            first: world.turn(),
            latest: 0,
            cause: LossCause::OwnDeed,
            fallen: None,
            before: (world.body(world.commanded()).level, world.turn()),
            met: BTreeSet::new(),
        };
        chronicle.visit(world);
        chronicle.look(played);
        chronicle
    }

    /// Adds the results of the last step.
    fn add(&mut self, action: Action, played: &SeenGame) {
        let world = played.game().world();
        self.record.actions.push(action);
        self.cause = LossCause::OwnDeed;
        for event in played.game().events() {
            self.read(event, world);
        }
        let (level, turn) = self.before;
        self.cost(level).turns += u64::from(world.turn().saturating_sub(turn));
        self.visit(world);
        self.look(played);
        let turn = world.turn() - self.first;
        if turn > self.latest {
            self.latest = turn;
            self.record.life.add(turn, life_of_ours(world));
        }
    }

    fn visit(&mut self, world: &World) {
        let hero = world.body(world.commanded());
        *self.record.visits.entry((hero.level, hero.at)).or_default() += 1;
        self.before = (hero.level, world.turn());
        self.cost(hero.level).games = 1;
    }

    /// Notes the kinds of monsters in view.
    fn look(&mut self, played: &SeenGame) {
        let world = played.game().world();
        let mut foes = world.foes(world.here());
        if foes.any(|who| !self.met.contains(&world.body(who).kind)) {
            let in_view = played.known_map().in_view().into_iter();
            self.met.extend(in_view.map(|who| world.body(who).kind));
        }
    }

    fn cost(&mut self, level: LevelId) -> &mut LevelCost {
        self.record.levels.entry(level).or_default()
    }

    fn read(&mut self, event: &Event, world: &World) {
        let kind = |who| LossCause::Monster(world.body(who).kind);
        if let Event::Struck { who, whom } | Event::Shot { who, whom } = *event
            && world.body(who).side == Side::Ours
            && world.is_foe(whom)
        {
            self.met.insert(world.body(whom).kind);
        }
        match *event {
            Event::Struck { who, .. }
            | Event::Shot { who, .. }
            | Event::Rammed { who, .. }
            | Event::Burst { who, .. } => self.cause = kind(who),
            Event::Sprung(on) | Event::Harmed(on) => self.cause = LossCause::Terrain(on.tile),
            Event::Taken { who, item, .. } => {
                let item = world.kind_of(item);
                self.cause = LossCause::Item(item);
                if world.body(who).side == Side::Ours {
                    *self.record.taken.entry(item).or_default() += 1;
                }
            }
            Event::Used { item, .. } => self.cause = LossCause::Item(world.kind_of(item)),
            Event::Burned { .. } => self.cause = LossCause::Burning,
            Event::Cast { .. } => self.cause = LossCause::Magic,
            Event::Built { .. } | Event::Bought { .. } => self.cause = LossCause::OwnDeed,
            Event::Changed { who, stat, by } if by < 0 && world.body(who).side == Side::Ours => {
                let is_life = world.kind(who).life == stat;
                let by = if is_life { by } else { 0 };
                self.wound(by);
                self.cost(world.body(who).level).life += u64::from(by.unsigned_abs());
            }
            Event::Died { who, level, at } if world.body(who).side == Side::Ours => {
                self.fallen = Some((level, at));
            }
            _ => {}
        }
    }

    /// Counts a wound. `by` is the change of life, which is negative, or 0 if another stat was lost. The loss of
    /// another stat counts only if the player did not spend it.
    fn wound(&mut self, by: i32) {
        if matches!(self.cause, LossCause::OwnDeed | LossCause::Magic) && by == 0 {
            return;
        }
        if let LossCause::Monster(kind) = self.cause {
            self.met.insert(kind);
        }
        let (times, points) = self.record.wounds.entry(self.cause).or_default();
        *times += 1;
        *points += u64::from(by.unsigned_abs());
    }

    fn finish(mut self, played: &SeenGame) -> GameRecord {
        let world = played.game().world();
        let hero = world.body(world.commanded());
        self.record.outcome = world.outcome();
        self.record.turns = world.ledger().turns;
        let died_at = self.fallen.filter(|_| world.ours().next().is_none());
        let (level, at) = died_at.unwrap_or((hero.level, hero.at));
        let cause = world.ending().and_then(GameEnd::loss);
        self.record.loss = cause.map(|cause| (cause, level, at));
        self.record.met = self.met.into_iter().collect();
        self.record
    }
}

/// The total life of our bodies.
fn life_of_ours(world: &World) -> i64 {
    world.ours().map(|who| i64::from(world.life_of(who))).sum()
}
