//! Whether a game can be won: cheap disproofs first, then searches that spend more and more.
use std::cell::Cell;
use std::sync::Arc;

use super::bot_game::{play_again_after_losses, play_out};
use super::bots::hit_and_run::HitAndRun;
use super::bots::styles::{Careful, Greedy};
use super::boxes::{self, BoxesEnd};
use super::domains;
use super::domains::lost_lines::{self, LostLines};
use super::domains::spared_health::SparedHealth;
use super::domains::states::{self, OpenDoors, States};
use super::mended;
use super::player::Player;
use super::search::budget::{Budget, Meter};
use super::search::domain::SearchEnd;
use super::search::exhaustive::{self, Exhaustion, StateSpace};
use super::search::shorten::{shorten, wins};
use super::search::state_graph::StateGraph;
use super::verdict::{DeadEnd, Disproof, MendSet, Proof, Reason, Verdict};
use dungeon_engine::action::Action;
use dungeon_engine::body::Body;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::ground::CellLayers;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Dungeon, Goal, LevelChance, LevelId};

/// Each attempt at a win may spend the remaining budget divided by its number in this list: the first attempt 1/4, the
/// second 1/2, the third all of the budget.
const ATTEMPTS: [u64; 3] = [4, 2, 1];

/// A search through all states may spend 1/`EXHAUSTION` of the remaining budget.
const EXHAUSTION: u64 = 4;

/// A search through all states may spend only 1/`TIMED_EXHAUSTION` of the remaining budget if the turn is part of a
/// state (`States::Timed`). Such a search ends only if every game ends soon.
const TIMED_EXHAUSTION: u64 = 32;

/// Each phase of the search for dead ends may spend 1/`DEAD_ENDS` of the remaining budget.
const DEAD_ENDS: u64 = 4;

/// The number of steps of a lone hero that take about a tenth of a second. A search for dead ends through all states
/// may take this many steps, or as many as the proof has taken before, if that is more.
const FEW_STATES: u64 = 30_000;

/// A bot may spend 1/`BOT` of the remaining budget on its game.
const BOT: u64 = 8;

/// Planners may spend 1/`REPLAYS` of the remaining budget on playing the game again after each loss.
const REPLAYS: u64 = 2;

/// The maximum number of steps of the attempt that looks for a better line than a bot's.
const SHORT_ATTEMPT: u64 = 100_000;

/// The maximum number of steps spent on fights with long rests.
const LONGEST_FIGHT: u64 = 1_000_000;

/// The maximum number of steps spent on shortening a winning line.
const SHORTENING: u64 = 200_000;

/// Decides whether the game of a dungeon with a seed can be won, within a budget.
///
/// ```
/// use dungeon::players::{Budget, Verdict, prove};
///
/// let text = "map\n#####\n#@.$#\n#####\nend\n";
/// let file = dungeon::diagnostics::Source::from_text("a.dng", text);
/// let dungeon = dungeon::load_source(file)?.into();
/// let proof = prove(&dungeon, 7, &Budget::of_steps(1_000));
/// assert!(matches!(proof.verdict, Verdict::Winnable(actions) if actions.len() == 2));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn prove(dungeon: &Arc<Dungeon>, seed: u64, budget: &Budget<'_>) -> Proof {
    let meter = &Meter::new(budget);
    match begin(dungeon, seed, meter) {
        Some(game) => proved(&game, meter),
        None => unknown(meter),
    }
}

/// Decides, within a budget, whether a game can be won from its current state. The game may have custom rules and
/// custom monster minds. In that case, knowledge about maps proves nothing, and a game is unwinnable only if all its
/// states were tried. Such a proof relies on `Monster::draws`, `Ruleset::draws` and `Ruleset::phase`.
///
/// ```
/// use dungeon::game::ActorId;
/// use dungeon::minds::View;
/// use dungeon::players::{Budget, Verdict, prove_game};
/// use dungeon::{Game, Monster, rules};
///
/// /// A guard that never moves or attacks.
/// struct Asleep;
///
/// impl Monster for Asleep {
///     fn can_attack(&self, _: &mut View<'_>) -> Option<ActorId> {
///         None
///     }
///
///     fn draws(&self) -> bool {
///         false
///     }
/// }
///
/// let file = "kind w \"guard\" health=99 strength=99\nmap\n#######\n#@.w.$#\n#.....#\n#######\nend\n";
/// let file = dungeon::diagnostics::Source::from_text("a.dng", file);
/// let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
/// let rules = rules::rules_for(&dungeon);
/// let game = Game::new(dungeon, rules, |_| Box::new(Asleep), 7);
/// let proof = prove_game(&game, &Budget::of_steps(10_000));
/// assert!(matches!(proof.verdict, Verdict::Winnable(_)));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn prove_game(game: &Game, budget: &Budget<'_>) -> Proof {
    let meter = &Meter::new(budget);
    // Clone the game first: later clones share the cells of this clone.
    let game = game.clone();
    if meter.set_aside(cell_bytes(&game) + game.bytes()) {
        proved(&game, meter)
    } else {
        unknown(meter)
    }
}

/// Decides whether a game can be won. Then tries map changes that may make it winnable, or looks for dead ends.
fn proved(game: &Game, meter: &Meter<'_>) -> Proof {
    let expert = domains::expert_for(game);
    let mut verdict = decide(game, meter);
    let dead_ends = match &mut verdict {
        Verdict::Winnable(line) => {
            meter.tell_win();
            dead_ends(game, expert, line, meter)
        }
        Verdict::Unwinnable(disproof) => {
            let sets = (expert.mends)(game, meter);
            disproof.mends = mended::tried(game, sets, meter, decide);
            if let Reason::TooFewTurns { enough, .. } | Reason::TooStrong { enough, .. } =
                &mut disproof.reason
            {
                *enough = mended::turns_that_win(game, meter, |game, meter| {
                    won_quickly(game, expert, meter)
                });
            }
            Vec::new()
        }
        Verdict::Goalless | Verdict::Unfair | Verdict::Unknown(_) => Vec::new(),
    };
    Proof {
        is_won_at_once: matches!(verdict, Verdict::Winnable(_)) && is_won_at_once(game),
        verdict,
        dead_ends,
        ..unknown(meter)
    }
}

/// Decides whether a game can be won. The disproof of an unwinnable game contains no map changes yet.
pub fn decide(game: &Game, meter: &Meter<'_>) -> Verdict {
    let expert = domains::expert_for(game);
    let boxes = |end| after_boxes(game, end, expert, meter);
    let known = known_at_once(game, meter)
        .or_else(|| boxes(boxes::cover_targets(game, meter)))
        .or_else(|| won_quickly(game, expert, meter))
        .or_else(|| outlasted(game, expert, meter))
        .or_else(|| boxes(boxes::clear_way(game, meter)));
    known.unwrap_or_else(|| search(game, expert, meter))
}

/// The bytes of the cells that all clones of a game share.
fn cell_bytes(game: &Game) -> usize {
    let levels = game.world().dungeon().levels.iter();
    let areas = levels.map(|level| level.tiles.size().area());
    areas.sum::<usize>() * size_of::<CellLayers>()
}

/// Begins a game that shares its cells with all clones; `None` if it would take more memory than is allowed.
pub fn begin(dungeon: &Arc<Dungeon>, seed: u64, meter: &Meter<'_>) -> Option<Game> {
    let areas = || dungeon.levels.iter().map(|level| level.tiles.size().area());
    let by_chance =
        |chance: &Option<Arc<LevelChance>>| chance.as_ref().map_or(0, |chance| chance.cells.len());
    let in_vaults = |level: LevelId| {
        let vaults = dungeon.vaults_for(level);
        let bodies = vaults.map(|(_, vault)| vault.spawns.len() + by_chance(&vault.chance));
        bodies.sum::<usize>()
    };
    let levels = dungeon.numbered_levels();
    let bodies =
        levels.map(|(id, level)| level.spawns.len() + by_chance(&level.chance) + in_vaults(id));
    // While terrain is generated, it takes the memory of its cells twice (see `docs/format`).
    let making = 2 * areas().max().unwrap_or(0);
    let cells = 2 * areas().sum::<usize>() + making;
    if !meter
        .set_aside(cells * size_of::<CellLayers>() + 2 * bodies.sum::<usize>() * size_of::<Body>())
    {
        return None;
    }
    let rules = rulesets::pick(dungeon);
    let game = Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed).clone();
    let is_small_enough = meter.set_aside(cell_bytes(&game) + game.bytes());
    // Let the caller's function measure how long the generation of the game took.
    meter.goes_on();
    is_small_enough.then_some(game)
}

/// A proof that has decided nothing, with the costs on the meter so far.
pub fn unknown(meter: &Meter<'_>) -> Proof {
    Proof {
        verdict: Verdict::Unknown(Vec::new()),
        dead_ends: Vec::new(),
        is_won_at_once: false,
        coin_flip: None,
        steps: meter.spent(),
        memory: meter.most_bytes(),
        stopped_by: meter.stopped_by(),
    }
}

/// Whether a player who only waits wins on the first turn; with several heroes, each of them waits.
pub fn is_won_at_once(game: &Game) -> bool {
    let mut waited = game.clone();
    for _ in 0..game.world().ours().count() {
        let is_over = waited.outcome().is_some() || waited.world().turn() > 0;
        if is_over || waited.step(Action::Wait).is_err() {
            break;
        }
    }
    waited.outcome() == Some(Outcome::Won)
}

/// The verdict on a game without playing it; `None` if nothing is known.
fn known_at_once(game: &Game, meter: &Meter<'_>) -> Option<Verdict> {
    match game.outcome() {
        Some(Outcome::Won) => Some(Verdict::Winnable(Vec::new())),
        Some(_) => Some(Verdict::Unwinnable(all_tried(1))),
        None if is_goalless(game) => Some(Verdict::Goalless),
        None => {
            let reason = domains::disproof(game, meter)?;
            Some(Verdict::Unwinnable(for_reason(reason)))
        }
    }
}

/// Returns the verdict on a game without playing it, with mends that were not tried; `None` if nothing is known.
pub fn known_with_mends(game: &Game, meter: &Meter<'_>) -> Option<Verdict> {
    let mut verdict = known_at_once(game, meter)?;
    if let Verdict::Unwinnable(disproof) = &mut verdict {
        let sets = (domains::expert_for(game).mends)(game, meter).into_iter();
        let untried = |changes| MendSet {
            changes,
            is_proved: false,
        };
        disproof.mends = sets.map(untried).collect();
    }
    Some(verdict)
}

/// Whether the file says that its game cannot be won. True only for rules of files, since custom rules may have a win.
fn is_goalless(game: &Game) -> bool {
    game.is_as_written() && game.world().dungeon().goals.contains(&Goal::Never)
}

/// Decides quickly whether the generated map of a seed makes the game unwinnable, even without monsters and harm. Does
/// not search for a win.
///
/// ```
/// use dungeon::players::{Budget, Verdict, prove_layout};
///
/// let text = "map\n########\n#@...$.#\n########\nend\nscatter # 1 in=4,2..4,2\n";
/// let file = dungeon::diagnostics::Source::from_text("a.dng", text);
/// let dungeon = dungeon::load_source(file)?.into();
/// let proof = prove_layout(&dungeon, 7, &Budget::of_steps(1_000));
/// assert!(matches!(proof.verdict, Verdict::Unwinnable(_)));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn prove_layout(dungeon: &Arc<Dungeon>, seed: u64, budget: &Budget<'_>) -> Proof {
    layout(dungeon, seed, &Meter::new(budget))
}

fn layout(dungeon: &Arc<Dungeon>, seed: u64, meter: &Meter<'_>) -> Proof {
    let mut proof = unknown(meter);
    if let Some(game) = begin(dungeon, seed, meter) {
        let verdict = known_with_mends(&game, meter);
        proof.verdict = verdict.unwrap_or(proof.verdict);
    }
    (proof.memory, proof.stopped_by) = (meter.most_bytes(), meter.stopped_by());
    proof
}

/// Returns the verdict on a game after a search over its boxes. If the game goes on after its puzzles, searches for a
/// win from there. `None` if neither a win nor a disproof is found.
fn after_boxes(
    game: &Game,
    end: BoxesEnd,
    expert: domains::Expert,
    meter: &Meter<'_>,
) -> Option<Verdict> {
    match end {
        BoxesEnd::Won(line) => {
            meter.tell_win();
            Some(Verdict::Winnable(line))
        }
        BoxesEnd::Never(states) => Some(Verdict::Unwinnable(all_tried(states))),
        BoxesEnd::Solved(after, mut line) => {
            meter.limit(meter.left() / ATTEMPTS[0]);
            let attempt = (expert.attempt)(&after, 0, meter);
            let SearchEnd::Won(turn) = attempt.end else {
                return None;
            };
            line.extend(attempt.actions);
            Some(Verdict::Winnable(shortened(game, line, turn, meter)))
        }
        BoxesEnd::Unknown => None,
    }
}

/// Wins fights that take long rests between the blows; `None` if the bots did not lose, or if no win is found.
fn outlasted(game: &Game, expert: domains::Expert, meter: &Meter<'_>) -> Option<Verdict> {
    if !States::recovers(game) {
        return None;
    }
    meter.limit(u64::min(meter.left() / BOT, LONGEST_FIGHT));
    let line = (expert.outlast)(game, meter)?;
    meter.tell_win();
    let mut played = game.clone();
    let taken = wins(&mut played, &line, meter)?;
    let turn = played.world().turn();
    Some(Verdict::Winnable(shortened(
        game,
        line[..taken].to_vec(),
        turn,
        meter,
    )))
}

/// Plays the game with bots, which take a few thousand steps each, until one of them wins. If a bot has lost although
/// the hero recovers health, one more bot wins fights by rest. A short attempt of the expert then looks for a line with
/// fewer turns. Returns the better line, shortened; `None` if no bot wins.
pub fn won_quickly(game: &Game, expert: domains::Expert, meter: &Meter<'_>) -> Option<Verdict> {
    let is_lost = Cell::new(false);
    let play = |bot: &mut dyn Player, health: SparedHealth| {
        meter.limit(meter.left() / BOT);
        let played = play_out(game, bot, health, meter);
        is_lost.set(is_lost.get() || played.outcome() == Some(Outcome::Lost));
        played.is_won().then_some(played)
    };
    let rested = || {
        let may_rest = is_lost.get() && States::recovers(game);
        let mut bot = may_rest.then(|| HitAndRun::new(game.world()))??;
        play(&mut bot, SparedHealth::Exact)
    };
    let health = SparedHealth::twice(game);
    let won = play(&mut Careful::default(), health)
        .or_else(|| play(&mut Greedy::default(), health))
        .or_else(rested)?;
    meter.tell_win();
    meter.limit(u64::min(meter.left() / ATTEMPTS[0], SHORT_ATTEMPT));
    let attempt = (expert.attempt)(game, 0, meter);
    let (line, turn) = match attempt.end {
        SearchEnd::Won(turn) if turn <= won.turn() => (attempt.actions, turn),
        _ => (won.line.clone(), won.turn()),
    };
    Some(Verdict::Winnable(shortened(game, line, turn, meter)))
}

/// Searches for a win until the budget ends or nothing is left to try. Alternates between attempts of the expert and
/// searches through all states of the game. Budget that one search leaves unused goes to the next.
fn search(game: &Game, expert: domains::Expert, meter: &Meter<'_>) -> Verdict {
    let mut best = Vec::new();
    let mut exhaustion = Exhaustion::Spent;
    for nth in 0.. {
        let share = ATTEMPTS.get(nth as usize).copied().unwrap_or(1);
        meter.limit(meter.left() / share);
        let attempt = (expert.attempt)(game, nth, meter);
        if let SearchEnd::Won(turn) = attempt.end {
            meter.tell_win();
            return Verdict::Winnable(shortened(game, attempt.actions, turn, meter));
        }
        // An attempt that gave up at once has no line of play.
        if !attempt.actions.is_empty() {
            best = attempt.actions;
        }
        let is_last = nth as usize + 1 >= ATTEMPTS.len()
            && (attempt.end != SearchEnd::Thinned || meter.stopped_by().is_some());
        if nth == 0 || is_last && exhaustion == Exhaustion::Spent {
            let share = if is_last {
                1
            } else {
                share_of_all_states(game)
            };
            exhaustion = exhaust(game, share, meter);
        }
        if nth == 0 && exhaustion == Exhaustion::Spent {
            meter.limit(meter.left() / REPLAYS);
            if let Some(won) = play_again_after_losses(game, meter) {
                meter.tell_win();
                let turn = won.turn();
                return Verdict::Winnable(shortened(game, won.line, turn, meter));
            }
        }
        match exhaustion {
            Exhaustion::Won(line) => return Verdict::Winnable(line),
            Exhaustion::NoneWins(states) => return Verdict::Unwinnable(all_tried(states)),
            Exhaustion::Spent | Exhaustion::Full if is_last => break,
            Exhaustion::Spent | Exhaustion::Full => {}
        }
    }
    Verdict::Unknown(best)
}

/// Returns a winning line without its needless actions, as far as `SHORTENING` steps allow. `turn` is the game's turn
/// after the win.
fn shortened(game: &Game, line: Vec<Action>, turn: u32, meter: &Meter<'_>) -> Vec<Action> {
    meter.limit(SHORTENING);
    shorten(game, line, turn, meter)
}

/// Returns a divisor: between two attempts, a search through all states may spend the remaining budget divided by this
/// number.
fn share_of_all_states(game: &Game) -> u64 {
    match States::of(game) {
        States::Timed => TIMED_EXHAUSTION,
        States::Timeless | States::Endless | States::Recovering => EXHAUSTION,
    }
}

/// Searches through all states of a game, with the remaining budget divided by `share`. Where closed doors make no
/// difference, looks at the states with open doors first. If a line wins only with unlimited health, searches again
/// with health counted to the point, so that the hero rests where it helps.
fn exhaust(game: &Game, share: u64, meter: &Meter<'_>) -> Exhaustion {
    let exact = [States::of(game), States::Recovering];
    let eased = exact.map(|states| OpenDoors::of(game, states));
    for doors in eased.iter().flatten() {
        let exhaustion = played(game, doors, share, meter, |line| {
            states::with_doors_opened(game, &line)
        });
        if let Some(exhaustion) = exhaustion {
            return exhaustion;
        }
    }
    let mut exact = exact.iter();
    let exhaustion = exact.find_map(|states| played(game, states, share, meter, |line| line));
    exhaustion.unwrap_or(Exhaustion::Full)
}

/// Searches through all states of a space. Adapts a winning line with `real`, and plays it in the real game. `None` if
/// the adapted line does not win there.
fn played(
    game: &Game,
    space: &impl StateSpace,
    share: u64,
    meter: &Meter<'_>,
    real: impl FnOnce(Vec<Action>) -> Vec<Action>,
) -> Option<Exhaustion> {
    meter.limit(meter.left() / share);
    let exhaustion = exhaustive::search(game, space, meter);
    let Exhaustion::Won(line) = exhaustion else {
        return Some(exhaustion);
    };
    // The search may have spent its share of the budget. This reserve pays for playing the line in the real game.
    meter.limit(SHORTENING);
    let line = real(line);
    let wins = wins(&mut game.clone(), &line, meter);
    wins.map(|taken| Exhaustion::Won(line[..taken].to_vec()))
}

/// The positions where a player can unknowingly lose a game that this line wins. Finds all of them if the game has few
/// states; otherwise uses the dead ends of the game's expert.
fn dead_ends(
    game: &Game,
    expert: domains::Expert,
    line: &[Action],
    meter: &Meter<'_>,
) -> Vec<DeadEnd> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    if let Some(all) = dead_ends_of_all_states(game, meter) {
        return all;
    }
    meter.limit(meter.left() / DEAD_ENDS);
    (expert.dead_ends)(game, line, meter)
}

/// The dead ends among all states of a game; `None` if there are too many states, or if the turn is part of a state,
/// since the search would then end only if every game ends soon.
fn dead_ends_of_all_states(game: &Game, meter: &Meter<'_>) -> Option<Vec<DeadEnd>> {
    let states = States::of(game);
    if states == States::Timed {
        return None;
    }
    let few = lost_lines::in_time(game, FEW_STATES);
    meter.limit(u64::min(meter.left() / DEAD_ENDS, meter.spent().max(few)));
    let graph = StateGraph::new(game, &states, meter, |_| 0)?;
    meter.limit(meter.left() / DEAD_ENDS);
    let mut lost = LostLines::new(game);
    for last in graph.losing_moves() {
        if lost.are_enough() || meter.left() == 0 {
            break;
        }
        lost.add(graph.line(last), meter, |after| {
            let reason = domains::disproof(after, meter);
            let of_states = || Reason::AllTried {
                states: graph.states_after(last),
            };
            let is_there = graph.is_after(last, after, &states);
            is_there.then(|| reason.unwrap_or_else(of_states))
        });
    }
    Some(lost.into_dead_ends())
}

/// The disproof for a game whose states were all tried, without a win.
fn all_tried(states: u64) -> Disproof {
    for_reason(Reason::AllTried { states })
}

/// Makes a disproof with this reason and without map changes.
fn for_reason(reason: Reason) -> Disproof {
    Disproof {
        reason,
        mends: Vec::new(),
    }
}
