//! Bots and the prover: whether a game can be won, and the results of many games. These answers take a long time, so
//! the page asks for them in a worker.
use std::sync::Arc;

use dungeon::diagnostics::Source;
use dungeon::recordings::Certificate;
use dungeon::{ColourDepth, Dungeon, Session};
use dungeon_play::view::words::loss_name;
use dungeon_players::heat_map::{MapPaint, heat_maps};
use dungeon_players::{
    Budget, Player, Proof, ProofLimit, SeenGame, Tally, Verdict, play_many, proof_findings,
    prove as prove_game, prove_fair, prove_layout,
};
use serde_json::{Value, json};

use crate::answers::{Answer, Answers, read, seed_of, written};
use crate::cells::Cells;
use crate::offsets::Offsets;
use crate::reading::{dungeon_of, findings};
use crate::request::{Bot, PlayersRequest, Scope};
use crate::tuning::tuned;

/// The maximum memory of a proof, in bytes. Browsers stop a page that takes more.
const MEMORY: usize = 512 << 20;

/// The bots of the worker.
#[derive(Default)]
pub struct Players {
    simulation: Option<Simulation>,
}

impl Answers for Players {
    fn answer(&mut self, request: &str, progress: &(dyn Fn(u64) + Sync)) -> Answer {
        let answer = match read(request)? {
            PlayersRequest::Prove {
                name,
                text,
                seed,
                scope,
                steps,
            } => prove(name, text, seed_of(&seed)?, scope, steps, progress),
            PlayersRequest::Simulate {
                name,
                text,
                seed,
                bots,
                most,
            } => {
                let simulation = Simulation::begin(name, text, seed_of(&seed)?, &bots, most)?;
                Ok(self.simulation.insert(simulation).tell())
            }
            PlayersRequest::PlayGames { games } => Ok(self.simulation()?.play(games)),
            PlayersRequest::Tune(wanted) => tuned(wanted, progress),
            PlayersRequest::HeatMaps => Ok(self.simulation()?.heat_maps()),
        };
        answer.map(|answer| written(&answer))
    }
}

impl Players {
    fn simulation(&mut self) -> Result<&mut Simulation, String> {
        let simulation = self.simulation.as_mut();
        simulation.ok_or("No simulation has started yet.".into())
    }
}

/// Searches for a win within a number of steps.
fn prove(
    name: String,
    text: String,
    seed: u64,
    scope: Scope,
    steps: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Value, String> {
    let offsets = Offsets::new(&text);
    let source = Source::from_text(name, text);
    let dungeon = dungeon_of(&source)?;
    let goes_on = |spent| {
        progress(spent);
        true
    };
    let budget = Budget {
        steps,
        memory: MEMORY,
        goes_on: &goes_on,
        on_win: &|| (),
    };
    let proof = match scope {
        Scope::Game => prove_game(&dungeon, seed, &budget),
        Scope::Fair => prove_fair(&dungeon, seed, &budget),
        Scope::Layout => prove_layout(&dungeon, seed, &budget),
    };
    let certificate = match &proof.verdict {
        Verdict::Winnable(line) => Certificate::new(&source, seed, line),
        _ => None,
    };
    let is_layout = scope == Scope::Layout && proof.stopped_by.is_none();
    let (word, sentence) = verdict(&proof, certificate.as_ref(), is_layout);
    let typed = |line: &[_]| {
        let mut session = Session::seeded(Arc::clone(&dungeon), seed);
        session.act(line).text().to_owned()
    };
    let ends = proof.dead_ends.iter();
    let ways: Vec<String> = ends.map(|end| typed(&end.actions)).collect();
    let start = Session::seeded(Arc::clone(&dungeon), seed);
    let found = proof_findings(&proof, start.game(), &source, &ways);
    Ok(json!({
        "verdict": word,
        "sentence": sentence,
        "steps": proof.steps,
        "keys": certificate.as_ref().map(|won| won.keys.text().to_owned()),
        "recording": certificate.as_ref().map(|won| won.recording.to_text()),
        "findings": findings(&source, &offsets, &found),
    }))
}

/// Returns a verdict as a word for the page, and as a sentence.
fn verdict(
    proof: &Proof,
    certificate: Option<&Certificate>,
    is_layout: bool,
) -> (&'static str, String) {
    match (&proof.verdict, certificate) {
        (Verdict::Winnable(_), Some(won)) => (
            "winnable",
            format!(
                "Winnable in {} turns, with {} keys.",
                won.turns,
                won.keys.len()
            ),
        ),
        (Verdict::Unwinnable(_), _) => ("unwinnable", "Unwinnable: no keys win this game.".into()),
        (Verdict::Unfair, _) => (
            "unfair",
            "Unfair: no player who sees only what the hero sees can be sure to win.".into(),
        ),
        (Verdict::Goalless, _) => (
            "goalless",
            "The file has no goal, so there is nothing to prove.".into(),
        ),
        _ if is_layout => ("open", "Nothing on the map prevents a win.".into()),
        _ => {
            let advice = match proof.stopped_by {
                Some(ProofLimit::Budget) => "More steps may help.",
                Some(ProofLimit::Memory) => "The search needs more memory than the page gives it.",
                Some(ProofLimit::Worlds) => "Too many worlds look the same to the hero.",
                None => "Nothing is left to try.",
            };
            (
                "unknown",
                format!("Unknown: found neither a win nor a proof that there is none. {advice}"),
            )
        }
    }
}

/// The games that some bots have played in one dungeon.
struct Simulation {
    dungeon: Arc<Dungeon>,
    seed: u64,
    most: u32,
    bots: Vec<(&'static str, Box<dyn Player>, Tally)>,
}

impl Simulation {
    /// Starts a simulation without games.
    fn begin(
        name: String,
        text: String,
        seed: u64,
        bots: &[Bot],
        most: u32,
    ) -> Result<Simulation, String> {
        let dungeon = dungeon_of(&Source::from_text(name, text))?;
        let bots = { bots.iter() }.map(|bot| (bot.name(), bot.player(), Tally::default()));
        Ok(Simulation {
            bots: bots.collect(),
            dungeon,
            seed,
            most,
        })
    }

    /// Plays more games with each bot, on the next seeds.
    fn play(&mut self, games: u32) -> Value {
        for (_, player, tally) in &mut self.bots {
            let first = self.seed.wrapping_add(tally.games);
            let seeds = (0..u64::from(games)).map(|nth| first.wrapping_add(nth));
            tally.merge(play_many(&self.dungeon, seeds, self.most, &mut **player));
        }
        self.tell()
    }

    /// Returns the results so far.
    fn tell(&self) -> Value {
        let bots = self.bots.iter().map(|(name, _, tally)| {
            let interval = tally.interval();
            let causes = tally.loss_causes().into_iter().take(6);
            let causes = causes.map(|(cause, count)| (loss_name(&self.dungeon, cause), count));
            let turns = [10, 50, 90].map(|percent| tally.quantile(percent));
            json!({
                "bot": name,
                "games": tally.games,
                "won": tally.won,
                "lost": tally.lost,
                "open": tally.unfinished,
                "rate": tally.win_rate(),
                "from": interval.from,
                "to": interval.to,
                "turns": turns,
                "lost_to": causes.collect::<Vec<_>>(),
            })
        });
        json!({ "bots": bots.collect::<Vec<_>>() })
    }

    /// Returns the maps of the levels, with the places where the last bot went and where it died.
    fn heat_maps(&self) -> Value {
        let first = SeenGame::begin(Arc::clone(&self.dungeon), self.seed);
        let paint = MapPaint::Coloured(ColourDepth::Ansi16);
        let Some((name, _, tally)) = self.bots.last() else {
            return Value::Null;
        };
        let maps = heat_maps(first.game().world(), tally);
        let maps = maps.filter(|map| map.is_visited() && map.is_drawn());
        let maps = maps.map(|map| {
            let level = &self.dungeon.levels()[usize::from(map.level.0)];
            json!({
                "level": if level.name.is_empty() { format!("Level {}", map.level.0 + 1) } else { level.name.clone() },
                "unvisited": map.unvisited,
                "cells": map.open,
                "frame": Cells::new(&map.frame(paint)),
                "visits": map.visit_ranges(),
                "deaths": map.death_ranges(),
            })
        });
        json!({ "bot": name, "maps": maps.collect::<Vec<_>>() })
    }
}
