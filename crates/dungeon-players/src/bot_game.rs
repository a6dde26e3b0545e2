//! Games that bots play for a proof: once from the start, or again from an earlier moment after each loss.
use super::bots::planner::{Planner, plans_ahead};
use super::domains::spared_health::SparedHealth;
use super::player::Player;
use super::search::budget::Meter;
use super::search::seen_states::SeenStates;
use super::seen_game::SeenGame;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::LevelId;

/// The maximum number of actions in a bot's game.
const LONGEST_GAME: usize = 10_000;

/// The number of consecutive actions without a new state after which a bot's game is given up.
const LONGEST_IDLE: u32 = 200;

/// The maximum number of points of a game from which it can be played again.
const MOST_POINTS: usize = 256;

/// A game that a bot plays, and the line so far.
pub struct BotGame {
    played: SeenGame,
    pub line: Vec<Action>,
}

impl BotGame {
    /// Begins a game in its current state, as if the bot saw it for the first time.
    pub fn new(game: Game) -> BotGame {
        BotGame {
            played: SeenGame::new(game),
            line: Vec::new(),
        }
    }

    /// Returns the game's outcome after the line; `None` if the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.played.game().outcome()
    }

    pub fn is_won(&self) -> bool {
        self.outcome() == Some(Outcome::Won)
    }

    /// Returns the game's turn after the line.
    pub fn turn(&self) -> u32 {
        self.played.game().world().turn()
    }

    /// Plays on with a player that draws its random choices from `luck`, until the game or the budget ends, or the
    /// player makes no progress: no new state, with recovered stats counted as `health` says. Calls `watch` after each
    /// action.
    fn play_on(
        &mut self,
        player: &mut dyn Player,
        health: SparedHealth,
        luck: u64,
        meter: &Meter<'_>,
        mut watch: impl FnMut(&BotGame),
    ) {
        let mut legal = Vec::new();
        let mut seen = SeenStates::default();
        let mut idle = 0;
        player.begin(&self.played.view(), luck);
        while self.line.len() < LONGEST_GAME && idle < LONGEST_IDLE {
            meter.weigh(self.played.game());
            self.played.legal_actions(&mut legal);
            if legal.is_empty() {
                break;
            }
            let thought = player.steps_in_thought();
            let action = player.choose(&self.played.view(), &legal);
            let cost = 1 + player.steps_in_thought() - thought;
            let is_paid = (0..cost).all(|_| meter.pay());
            if !is_paid || self.played.step(action).is_err() {
                break;
            }
            self.line.push(action);
            let mut state = self.played.game().clone();
            health.spare(&mut state);
            idle = if seen.insert(health.key(&state)) {
                0
            } else {
                idle + 1
            };
            watch(self);
        }
    }

    fn progress_point(&self) -> ProgressPoint {
        ProgressPoint {
            played: self.played.clone(),
            length: self.line.len(),
        }
    }

    /// Goes back to a moment of this game.
    fn go_back(&mut self, point: &ProgressPoint) {
        self.played.copy_from(&point.played);
        self.line.truncate(point.length);
    }

    /// The bytes of a moment of this game, about.
    fn bytes(&self) -> usize {
        2 * self.played.game().bytes()
    }

    /// The level, and the number of things left to take: a change of either is progress.
    fn progress(&self) -> (LevelId, u32) {
        let world = self.played.game().world();
        (world.here(), world.collectables())
    }
}

/// Plays a game with a player, until the game or the budget ends, or the player makes no progress: no new state, with
/// recovered stats counted as `health` says.
pub fn play_out(
    game: &Game,
    player: &mut dyn Player,
    health: SparedHealth,
    meter: &Meter<'_>,
) -> BotGame {
    let mut played = BotGame::new(game.clone());
    played.play_on(player, health, 0, meter, |_| ());
    played
}

/// A moment of a game from which it can be played again.
struct ProgressPoint {
    played: SeenGame,
    /// The number of actions before it.
    length: usize,
}

/// Plays a game with planners, with other luck after each loss, from a moment of the last try: every second time from
/// its latest progress, every fourth time from one moment further back, every eighth time from three further back, and so
/// on. Planners that know the future take turns with others. Returns a won game; `None` if the budget ends first, or if
/// a planner met no danger, so that further tries would be the same.
///
/// To return to a moment of progress and to explore from there is the idea of Go-Explore (Ecoffet, Huizinga, Lehman,
/// Stanley and Clune, 2021).
pub fn play_again_after_losses(game: &Game, meter: &Meter<'_>) -> Option<BotGame> {
    let health = SparedHealth::twice(game);
    let mut game = BotGame::new(game.clone());
    if !plans_ahead(&game.played.view()) {
        return None;
    }
    let mut points = vec![game.progress_point()];
    for luck in 0_u64.. {
        let mut planner = match luck % 2 {
            0 => Planner::omniscient(),
            _ => Planner::default(),
        };
        let mut reached = game.progress();
        game.play_on(&mut planner, health, luck, meter, |now| {
            let is_progress = now.progress() != reached && now.outcome().is_none();
            let bytes = (points.len() + 1) * now.bytes();
            if is_progress && points.len() < MOST_POINTS && meter.fits_beside(bytes) {
                reached = now.progress();
                points.push(now.progress_point());
            }
        });
        if game.is_won() {
            return Some(game);
        }
        if planner.steps_in_thought() == 0 || !meter.pay() {
            return None;
        }
        let back = (1 << (luck + 1).trailing_zeros().min(16)) - 1;
        points.truncate(points.len().saturating_sub(back).max(1));
        game.go_back(points.last()?);
    }
    None
}
