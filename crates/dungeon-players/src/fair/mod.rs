//! Whether a player who sees only what the hero sees can win in every world that looks the same.
//!
//! The input is a game at its start. A world is one result of the file's random placements. All worlds that look the
//! same as the game at the start count (`worlds`), with every possible later random result. The output is a verdict: a
//! policy that wins in all of these worlds, or a choice that no policy makes safely.
//!
//! A **belief** is the set of states that the game can be in after everything that the player has seen (`look`).
//! Actions and chance lead from belief to belief (`belief_graph`). A **policy** is a rule that chooses each action by
//! what the player has seen so far. A policy wins if no random result loses the game, and a win stays possible from
//! every state of the belief (`solved_beliefs`). So a hero may search for a hidden trap until it is found, but only
//! where searching tells the worlds apart. The policy is played by the real rules before a game is called winnable
//! (`policy_play`).
//!
//! A bot or a plain line of play is a policy, too. If such a policy wins in all worlds with all random results, no
//! beliefs are needed.
mod look;

mod belief_graph;
mod watched_player;
mod worlds;

mod solved_beliefs;

mod policy_play;

use std::sync::Arc;

use self::belief_graph::BeliefGraph;
use self::look::Onlooker;
use self::policy_play::PolicyPlayer;
use self::solved_beliefs::{Allowed, SolvedBeliefs};
use self::watched_player::{SeenChoices, WatchedPlayer};
use self::worlds::LookAlikes;
use crate::bot_game::play_out;
use crate::bots::styles::{Careful, Greedy};
use crate::domains;
use crate::domains::spared_health::SparedHealth;
use crate::domains::states::States;
use crate::player::Player;
use crate::prove::{self, begin, is_won_at_once, known_with_mends, unknown, won_quickly};
use crate::search::budget::{Budget, Meter, ProofLimit};
use crate::search::shorten::wins;
use crate::verdict::{CoinFlip, Proof, Verdict};
use dungeon_engine::action::Action;
use dungeon_engine::chance::each_outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Dungeon, Fog};

/// Each policy that needs no beliefs may spend 1/`POLICY` of the remaining budget.
const POLICY: u64 = 8;

/// The maximum number of steps for each policy that needs no beliefs.
const MOST_STEPS: u64 = 1 << 18;

/// The search of all beliefs may spend 1/`BELIEFS` of the remaining budget.
const BELIEFS: u64 = 2;

/// The maximum number of combinations of random results while a policy that needs no beliefs is played.
const MOST_GAMES: usize = 1 << 12;

/// The limits up to which health, manna and wealth are counted, as multiples of the hero's amounts at the start. They
/// are tried one after another.
const HEALTHS: [i32; 3] = [1, 3, 9];

/// The maximum number of steps spent on finding the risky choice that a patient player can avoid by waiting.
const FLIP: u64 = 100_000;

/// The seeds of further random results with which a policy is played, in addition to the random results of the game's
/// own seed.
const LUCKS: std::ops::Range<u64> = 1..4;

/// Decides whether a player who sees only what the hero sees can be sure to win the game of a dungeon with a seed: in
/// every world that looks the same, whatever the file leaves to chance, and whatever random results follow. The player
/// may wait for a random result that comes sooner or later, such as finding a hidden trap by searching.
///
/// ```
/// use dungeon::players::{Budget, Verdict, prove_fair};
///
/// let text = "rules explore fog=yes\nmap\n#######\n#@...$#\n#######\nend\n";
/// let file = dungeon::diagnostics::Source::from_text("a.dng", text);
/// let dungeon = dungeon::load_source(file)?.into();
/// let proof = prove_fair(&dungeon, 7, &Budget::of_steps(1_000));
/// assert!(matches!(proof.verdict, Verdict::Winnable(_)));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn prove_fair(dungeon: &Arc<Dungeon>, seed: u64, budget: &Budget<'_>) -> Proof {
    let meter = &Meter::new(budget);
    let Some(game) = begin(dungeon, seed, meter) else {
        return unknown(meter);
    };
    let answer = match known_with_mends(&game, meter) {
        Some(verdict) => FairAnswer::of(verdict),
        None => decide(&game, seed, meter),
    };
    let is_winnable = matches!(answer.verdict, Verdict::Winnable(_));
    let is_unknown = matches!(answer.verdict, Verdict::Unknown(_));
    Proof {
        is_won_at_once: is_winnable && is_won_at_once(&game),
        verdict: answer.verdict,
        coin_flip: answer.coin_flip,
        stopped_by: meter
            .stopped_by()
            .or(answer.stopped_by)
            .or(is_unknown.then_some(ProofLimit::Worlds)),
        ..unknown(meter)
    }
}

/// A verdict, and the risky choice that makes the game unfair, or that a patient player can avoid by waiting for a
/// lucky random result.
struct FairAnswer {
    verdict: Verdict,
    coin_flip: Option<CoinFlip>,
    /// The limit that ended the search of all beliefs, if it was not the number of worlds.
    stopped_by: Option<ProofLimit>,
}

impl FairAnswer {
    fn of(verdict: Verdict) -> FairAnswer {
        FairAnswer {
            verdict,
            coin_flip: None,
            stopped_by: None,
        }
    }
}

/// Tries policies from the cheapest to the most expensive one.
fn decide(game: &Game, seed: u64, meter: &Meter<'_>) -> FairAnswer {
    let expert = domains::expert_for(game);
    let Some(LookAlikes { games }) = LookAlikes::of(game.world().dungeon(), seed, meter) else {
        return FairAnswer::of(Verdict::Unknown(bot_line(game, meter)));
    };
    // With a single world and without chance, a line of play is a policy.
    let is_single = games.len() == 1 && !game.is_left_to_chance();
    if is_single {
        return FairAnswer::of(prove::decide(game, meter));
    }
    let line = won_quickly(game, expert, meter);
    let mut nearest = Vec::new();
    if let Some(Verdict::Winnable(line)) = line {
        if wins_everywhere(&games, meter, |game| {
            wins(&mut game.clone(), &line, meter).is_some()
        }) {
            return FairAnswer::of(Verdict::Winnable(line));
        }
        nearest = line;
    }
    if let Some(line) = bot_policy(&games, meter) {
        return FairAnswer::of(Verdict::Winnable(line));
    }
    let share = meter.left() / BELIEFS;
    let end = meter.spent() + share;
    meter.limit(share);
    by_beliefs(&games, end, meter).unwrap_or_else(|| {
        let stopped_by = (meter.spent() >= end).then_some(ProofLimit::Budget);
        if nearest.is_empty() {
            nearest = bot_line(game, meter);
        }
        FairAnswer {
            stopped_by,
            ..FairAnswer::of(Verdict::Unknown(nearest))
        }
    })
}

/// The line of the careful bot.
fn bot_line(game: &Game, meter: &Meter<'_>) -> Vec<Action> {
    meter.limit(meter.left());
    let mut bot = Careful::default();
    play_out(game, &mut bot, SparedHealth::twice(game), meter).line
}

/// Whether a policy wins in all worlds with all random results. Returns false if the budget ends first.
fn wins_everywhere(games: &[Game], meter: &Meter<'_>, wins: impl Fn(&Game) -> bool) -> bool {
    meter.limit(u64::min(meter.left() / POLICY, MOST_STEPS));
    let is_won = |game| each_outcome(MOST_GAMES, || wins(game).then_some(())).is_some();
    games.iter().all(is_won)
}

/// Returns the line that a bot plays in the game's own world, if the bot wins in all worlds with all random results,
/// and chooses only by what it sees.
fn bot_policy(games: &[Game], meter: &Meter<'_>) -> Option<Vec<Action>> {
    let bots: [fn() -> Box<dyn Player>; 2] = [
        || Box::new(Careful::default()),
        || Box::new(Greedy::default()),
    ];
    bots.into_iter().find_map(|bot| {
        let choices = SeenChoices::new(games[0].world());
        let play = |game: &Game| {
            let mut player = WatchedPlayer::new(bot(), &choices);
            play_out(game, &mut player, SparedHealth::twice(game), meter)
        };
        let wins = wins_everywhere(games, meter, |game| {
            play(game).is_won() && choices.are_alike()
        });
        wins.then(|| play(&games[0]))
            .filter(|played| played.is_won())
            .map(|played| played.line)
    })
}

/// Searches all beliefs. Returns `None` if the search does not cover the game, or if the step count reaches `end` or
/// memory runs out before an answer is found.
fn by_beliefs(games: &[Game], end: u64, meter: &Meter<'_>) -> Option<FairAnswer> {
    let game = &games[0];
    let levels = &game.world().dungeon().levels;
    let is_foggy = levels.iter().any(|level| level.fog != Fog::Lifted);
    // The search does not cover games in which players point at cells, if there is fog: players can point at cells that
    // they only remember. It does not cover usable items that look the same, either.
    let points = is_foggy && game.rules().face().pointing().is_some();
    if points || !Onlooker::new(game.world()).can_tell_items(game.world()) {
        return None;
    }
    if !States::recovers(game) {
        return solve(games, SparedHealth::Exact, end, meter)?.answer;
    }
    let endless = solve(games, SparedHealth::Endless, end, meter)?;
    if endless.answer.is_some() || !endless.is_fair {
        return endless.answer;
    }
    let healths = HEALTHS.map(|factor| SparedHealth::times(game, factor));
    for health in healths {
        let solved = solve(games, health, end, meter)?;
        if solved.answer.is_some() {
            return solved.answer;
        }
    }
    None
}

/// The result of a search of all beliefs.
struct Solution {
    /// Whether some policy wins in the games with health counted as `SparedHealth` says.
    is_fair: bool,
    /// The answer for the real games; `None` if this way of counting health leaves it open.
    answer: Option<FairAnswer>,
}

/// Searches all beliefs, with health counted as `health` says. Returns `None` if the budget or the memory ends first.
fn solve(games: &[Game], health: SparedHealth, end: u64, meter: &Meter<'_>) -> Option<Solution> {
    let graph = BeliefGraph::of(games, health, meter)?;
    let is_endless = health == SparedHealth::Endless;
    let allowed = if is_endless {
        Allowed::Free
    } else {
        Allowed::Any
    };
    let solved = SolvedBeliefs::of(&graph, allowed, meter)?;
    if solved.is_fair() {
        let line = played(games, &solved, health, meter)?;
        let coin_flip = if solved.is_sure() {
            None
        } else if is_endless {
            let counted = SparedHealth::times(&games[0], 1);
            coin_flip(games, counted, end, meter)
        } else {
            solved.coin_flip(meter).filter(|flip| flip.action.is_some())
        };
        return Some(Solution {
            is_fair: true,
            answer: Some(FairAnswer {
                coin_flip,
                ..FairAnswer::of(Verdict::Winnable(line))
            }),
        });
    }
    let solved = match allowed {
        Allowed::Free => SolvedBeliefs::of(&graph, Allowed::Any, meter)?,
        Allowed::Any => solved,
    };
    let is_certain = !solved.is_fair() && !graph.is_lowered;
    let flip = is_certain.then(|| solved.coin_flip(meter));
    Some(Solution {
        is_fair: solved.is_fair(),
        answer: match flip {
            Some(flip) => Some(FairAnswer {
                coin_flip: Some(flip?),
                ..FairAnswer::of(Verdict::Unfair)
            }),
            None => None,
        },
    })
}

/// Returns the risky choice that a patient player can avoid by waiting; `None` if there is no such choice, or if the
/// search takes too long.
fn coin_flip(
    games: &[Game],
    health: SparedHealth,
    end: u64,
    meter: &Meter<'_>,
) -> Option<CoinFlip> {
    let left = end.saturating_sub(meter.spent());
    meter.limit(u64::min(left, FLIP));
    let graph = BeliefGraph::of(games, health, meter);
    let flip = graph.and_then(|graph| {
        let solved = SolvedBeliefs::of(&graph, Allowed::Any, meter)?;
        solved.coin_flip(meter)
    });
    meter.limit(end.saturating_sub(meter.spent()));
    flip.filter(|flip| flip.action.is_some())
}

/// Plays a policy by the real rules in all worlds, with the random results of the game's seed and of some other seeds.
/// Returns the line in the real world; `None` if the policy does not win everywhere, or if the budget ends.
fn played(
    games: &[Game],
    solved: &SolvedBeliefs<'_>,
    health: SparedHealth,
    meter: &Meter<'_>,
) -> Option<Vec<Action>> {
    for game in games {
        for luck in LUCKS {
            let mut game = game.clone();
            game.reseed(luck);
            PolicyPlayer::new(solved).win(&game, health, meter)?;
        }
    }
    PolicyPlayer::new(solved).win(&games[0], health, meter)
}
