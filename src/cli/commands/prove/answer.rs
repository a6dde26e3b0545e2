//! One game to prove, and the answer.
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::cli::options::amounts::BudgetOption;
use crate::cli::output::exit::Exit;
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::ruleset_face::Reading;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::diagnostic::Diagnostic;
use dungeon_format::source::Source;
use dungeon_model::dungeon::Dungeon;
use dungeon_play::input::packed_keys::PackedKeys;
use dungeon_play::replay::certificate::Certificate;
use dungeon_play::session::session::Session;
use dungeon_players::{
    Budget, Proof, Solutions, Verdict, dead_end_findings, different_wins, drop_refused_mends,
    proof_findings, prove, prove_fair, prove_layout, shortest_win,
};

/// State shared by all searches of a run.
#[derive(Default)]
pub struct SearchWatch {
    /// The number of search steps so far.
    pub steps: AtomicU64,
    /// Set to true to stop the searches.
    pub is_over: AtomicBool,
}

/// A game to prove, with the budget for the answer.
pub struct GameQuestion<'a> {
    /// The dungeon's text.
    pub source: &'a Source,
    /// The dungeon read from the text.
    pub dungeon: &'a Arc<Dungeon>,
    /// The seed of the game.
    pub seed: u64,
    /// The limit of steps or time.
    pub budget: BudgetOption,
    /// The memory limit in bytes.
    pub memory: usize,
    /// The question to answer.
    pub scope: ProofScope,
    /// Whether to look for a win in the fewest turns.
    pub wants_shortest: bool,
    /// The maximum number of essentially different wins to count; `None` to count none.
    pub solutions: Option<u16>,
}

/// The question about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofScope {
    /// Whether the game can be won.
    Game,
    /// Whether a player who sees only what the hero sees can win in every world that looks the same.
    Fair,
    /// Whether the map alone makes a win impossible.
    Layout,
}

/// The answer about a game.
pub struct GameAnswer {
    /// The dungeon of the game, for the names in it.
    pub dungeon: Arc<Dungeon>,
    /// The seed of the game.
    pub seed: u64,
    /// Whether only the map was searched, and the search was complete.
    pub is_layout: bool,
    /// The verdict and its evidence.
    pub proof: Proof,
    /// A turn before which no line wins; `None` without a win, or if the user did not ask.
    pub at_least: Option<u32>,
    /// The essentially different wins; `None` without a win, or if the user did not ask.
    pub solutions: Option<Solutions>,
    /// The time until the first winning line was found; `None` if none was.
    pub first_win: Option<Duration>,
    /// A recording of the win; `None` if the game was not won.
    pub certificate: Option<Certificate>,
    /// The keys of the actions that came closest to a win. Empty if the game was won or the search found no actions.
    pub nearest: PackedKeys,
    /// The keys that lead to each dead end of the proof, in the order of `proof.dead_ends`.
    pub ways_to_dead_ends: Vec<String>,
    /// A finding for each dead end of the proof, whether or not the file allows it.
    pub dead_ends: Vec<Diagnostic>,
    /// The statistics after `nearest`, as the panel shows them.
    pub reached: Vec<Reading>,
    /// The findings, with their spans in the text.
    pub findings: Vec<Diagnostic>,
    /// The time the search took.
    pub time: Duration,
}

impl GameQuestion<'_> {
    /// Searches for the answer. Stops early if `watch.is_over` becomes true.
    pub fn answer(&self, watch: &SearchWatch) -> GameAnswer {
        let begun = Instant::now();
        let told = AtomicU64::new(0);
        let (made, first_win) = (OnceLock::new(), OnceLock::new());
        let goes_on = |spent| {
            let before = told.swap(spent, Ordering::Relaxed);
            watch.steps.fetch_add(spent - before, Ordering::Relaxed);
            let elapsed = begun.elapsed();
            // A win is replayed in a new game, which takes as long to create as this game did.
            let end = *made.get_or_init(|| elapsed);
            let is_late = matches!(self.budget, BudgetOption::Time(time) if elapsed + end >= time);
            !is_late && !watch.is_over.load(Ordering::Relaxed)
        };
        let budget = Budget {
            steps: match self.budget {
                BudgetOption::Steps(steps) => steps,
                BudgetOption::Time(_) => u64::MAX,
            },
            memory: self.memory,
            goes_on: &goes_on,
            on_win: &|| {
                first_win.get_or_init(|| begun.elapsed());
            },
        };
        let mut proof = match self.scope {
            ProofScope::Game => prove(self.dungeon, self.seed, &budget),
            ProofScope::Fair => prove_fair(self.dungeon, self.seed, &budget),
            ProofScope::Layout => prove_layout(self.dungeon, self.seed, &budget),
        };
        let (at_least, solutions) = self.extras(&mut proof, &budget);
        let nothing = (PackedKeys::default(), Vec::new());
        let (certificate, (nearest, reached)) = match &proof.verdict {
            Verdict::Winnable(line) => {
                let certificate = Certificate::new(self.source, self.seed, line);
                // A player cannot repeat a win that has no keys, so it proves nothing.
                if certificate.is_none() {
                    proof.verdict = Verdict::Unknown(line.clone());
                }
                (certificate, nothing)
            }
            Verdict::Unknown(line) if !line.is_empty() => (None, self.typed(line)),
            Verdict::Unknown(_) => (None, nothing),
            Verdict::Unwinnable(_) | Verdict::Unfair | Verdict::Goalless => (None, nothing),
        };
        let dead_ends = proof.dead_ends.iter();
        let ways = dead_ends.map(|end| self.typed(&end.actions).0.text().to_owned());
        let ways_to_dead_ends: Vec<String> = ways.collect();
        let (findings, dead_ends) = self.findings(&mut proof, &ways_to_dead_ends);
        GameAnswer {
            dungeon: Arc::clone(self.dungeon),
            seed: self.seed,
            is_layout: self.scope == ProofScope::Layout && proof.stopped_by.is_none(),
            at_least,
            solutions,
            first_win: first_win.get().copied(),
            certificate,
            nearest,
            reached,
            findings,
            dead_ends,
            ways_to_dead_ends,
            proof,
            time: begun.elapsed(),
        }
    }

    /// Looks for a win in the fewest turns, and for essentially different wins, with what the proof left of the budget.
    /// Returns a turn before which no line wins, and the wins.
    fn extras(&self, proof: &mut Proof, budget: &Budget<'_>) -> (Option<u32>, Option<Solutions>) {
        let Verdict::Winnable(line) = &mut proof.verdict else {
            return (None, None);
        };
        if !self.wants_shortest && self.solutions.is_none() {
            return (None, None);
        }
        let game = Session::seeded(Arc::clone(self.dungeon), self.seed);
        let game = game.game().clone();
        let mut steps = proof.steps;
        let shortest = self.wants_shortest.then(|| {
            let spent = steps;
            let left = Budget {
                steps: budget.steps.saturating_sub(spent),
                goes_on: &|steps| (budget.goes_on)(spent + steps),
                ..*budget
            };
            shortest_win(&game, line, &left)
        });
        let shortest = shortest.flatten();
        if let Some(shortest) = &shortest {
            steps += shortest.steps;
            // A line with idle rounds has no keys.
            if Certificate::new(self.source, self.seed, &shortest.actions).is_some() {
                line.clone_from(&shortest.actions);
            }
        }
        let solutions = self.solutions.map(|most| {
            let left = Budget {
                steps: budget.steps.saturating_sub(steps),
                goes_on: &|more| (budget.goes_on)(steps + more),
                ..*budget
            };
            different_wins(&game, usize::from(most), &left)
        });
        proof.steps = steps + solutions.as_ref().map_or(0, |found| found.steps);
        (shortest.map(|found| found.at_least), solutions)
    }

    /// Returns the findings of a proof, and one for each dead end. Most proofs have no findings; for these, no game is
    /// created.
    fn findings(&self, proof: &mut Proof, ways: &[String]) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let is_unwinnable = matches!(proof.verdict, Verdict::Unwinnable(_));
        let is_told = is_unwinnable || proof.coin_flip.is_some();
        if proof.dead_ends.is_empty() && !proof.is_won_at_once && !is_told {
            return (Vec::new(), Vec::new());
        }
        let rules = rulesets::pick(self.dungeon);
        let game = Game::new(
            Arc::clone(self.dungeon),
            rules,
            monsters::mind_for,
            self.seed,
        );
        drop_refused_mends(&mut proof.verdict, game.world(), self.source);
        let all = proof_findings(proof, &game, self.source, ways);
        (all, dead_end_findings(proof, &game, self.source, ways))
    }

    /// Returns the keys of a line of play, up to the first action without keys, and the statistics after them.
    fn typed(&self, line: &[Action]) -> (PackedKeys, Vec<Reading>) {
        let mut session = Session::seeded(Arc::clone(self.dungeon), self.seed);
        let keys = session.act(line);
        let game = session.game();
        (keys, game.rules().face().readings(game.world()))
    }
}

impl GameAnswer {
    /// Returns the exit code for this answer.
    pub fn exit(&self) -> Exit {
        match self.proof.verdict {
            Verdict::Winnable(_) | Verdict::Goalless => Exit::Clean,
            Verdict::Unwinnable(_) | Verdict::Unfair => Exit::Errors,
            Verdict::Unknown(_) if self.is_layout => Exit::Clean,
            Verdict::Unknown(_) => Exit::Unknown,
        }
    }
}
