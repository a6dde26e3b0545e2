//! One game, and what is found out about it.
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
use dungeon_players::{Budget, Proof, Verdict, proof_findings, prove, prove_fair, prove_layout};

/// What all searches of a run tell, and are told.
#[derive(Default)]
pub struct SearchWatch {
    /// The steps that were taken so far.
    pub steps: AtomicU64,
    /// Whether nobody wants any more answers.
    pub is_over: AtomicBool,
}

/// A game whose dungeon and seed are known, and what the answer may cost.
pub struct GameQuestion<'a> {
    /// The text of the dungeon.
    pub source: &'a Source,
    /// The dungeon that the text says.
    pub dungeon: &'a Arc<Dungeon>,
    /// The seed of the game.
    pub seed: u64,
    /// The most steps or time.
    pub budget: BudgetOption,
    /// The most bytes of memory.
    pub memory: usize,
    /// What is asked of the game.
    pub scope: ProofScope,
}

/// What is asked of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofScope {
    /// Whether it can be won.
    Game,
    /// Whether a player can win it who sees only what the hero sees.
    Fair,
    /// Whether the map alone keeps anybody from winning it.
    Layout,
}

/// What was found out about a game.
pub struct GameAnswer {
    /// The seed of the game.
    pub seed: u64,
    /// Whether the map alone was looked at, and to the end.
    pub is_layout: bool,
    /// What was found out.
    pub proof: Proof,
    /// The game that was won.
    pub certificate: Option<Certificate>,
    /// The keys of the line of play that came nearest to a win; empty where the game was won, and where none was tried.
    pub nearest: PackedKeys,
    /// The keys that lead to each dead end of the proof, in their order.
    pub ways_to_dead_ends: Vec<String>,
    /// The numbers of the state that `nearest` leads to, as the panel shows them.
    pub reached: Vec<Reading>,
    /// The findings, at their places in the text.
    pub findings: Vec<Diagnostic>,
    /// How long it took.
    pub time: Duration,
}

impl GameQuestion<'_> {
    /// Finds out what can be found out; a search ends early when nobody wants its answer.
    pub fn answer(&self, watch: &SearchWatch) -> GameAnswer {
        let begun = Instant::now();
        let told = AtomicU64::new(0);
        let made = OnceLock::new();
        let goes_on = |spent| {
            let before = told.swap(spent, Ordering::Relaxed);
            watch.steps.fetch_add(spent - before, Ordering::Relaxed);
            let elapsed = begun.elapsed();
            // What was found is played in a game that is made anew, which takes as long as this one did.
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
        };
        let mut proof = match self.scope {
            ProofScope::Game => prove(self.dungeon, self.seed, &budget),
            ProofScope::Fair => prove_fair(self.dungeon, self.seed, &budget),
            ProofScope::Layout => prove_layout(self.dungeon, self.seed, &budget),
        };
        let nothing = (PackedKeys::default(), Vec::new());
        let (certificate, (nearest, reached)) = match &proof.verdict {
            Verdict::Winnable(line) => {
                let certificate = Certificate::new(self.source, self.seed, line);
                // What no keys can do is no proof for a person.
                if certificate.is_none() {
                    proof.verdict = Verdict::Unknown(line.clone());
                }
                (certificate, nothing)
            }
            Verdict::Unknown(line) if !line.is_empty() => (None, self.typed(line)),
            Verdict::Unknown(_) => (None, nothing),
            Verdict::Unwinnable(_) | Verdict::Goalless => (None, nothing),
        };
        let dead_ends = proof.dead_ends.iter();
        let ways = dead_ends.map(|end| self.typed(&end.actions).0.text().to_owned());
        let ways_to_dead_ends: Vec<String> = ways.collect();
        GameAnswer {
            seed: self.seed,
            is_layout: self.scope == ProofScope::Layout && !proof.is_cut_short,
            certificate,
            nearest,
            reached,
            findings: self.findings(&proof, &ways_to_dead_ends),
            ways_to_dead_ends,
            proof,
            time: begun.elapsed(),
        }
    }

    /// The findings of a proof; most have none, and then nothing is read again.
    fn findings(&self, proof: &Proof, ways_to_dead_ends: &[String]) -> Vec<Diagnostic> {
        let is_unwinnable = matches!(proof.verdict, Verdict::Unwinnable(_));
        if proof.dead_ends.is_empty() && !proof.is_won_at_once && !is_unwinnable {
            return Vec::new();
        }
        let rules = rulesets::pick(self.dungeon);
        let game = Game::new(
            Arc::clone(self.dungeon),
            rules,
            monsters::mind_for,
            self.seed,
        );
        proof_findings(proof, &game, self.source, ways_to_dead_ends)
    }

    /// The keys of a line of play, as far as keys ask for it, and the numbers of the state that they lead to.
    fn typed(&self, line: &[Action]) -> (PackedKeys, Vec<Reading>) {
        let mut session = Session::seeded(Arc::clone(self.dungeon), self.seed);
        let keys = session.act(line);
        let game = session.game();
        (keys, game.rules().face().readings(game.world()))
    }
}

impl GameAnswer {
    /// The exit code that the answer asks for.
    pub fn exit(&self) -> Exit {
        match self.proof.verdict {
            Verdict::Winnable(_) | Verdict::Goalless => Exit::Clean,
            Verdict::Unwinnable(_) => Exit::Errors,
            Verdict::Unknown(_) if self.is_layout => Exit::Clean,
            Verdict::Unknown(_) => Exit::Unknown,
        }
    }
}
