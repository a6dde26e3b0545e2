//! Numbers with which a bot wins as often as the user wants.
use std::cell::Cell;
use std::sync::Arc;

use dungeon::balance::tune_words::{WantedWins, conclusion, trial_note};
use dungeon::diagnostics::Source;
use dungeon::players::{DungeonText, TuneEnd, TuneGoal, TuneTrial, tune};
use dungeon_players::{Budget, SeenGame, Verdict, play, prove};
use serde_json::{Value, json};
use similar::TextDiff;

use crate::answers::seed_of;
use crate::reading::unplayable;
use crate::request::WantedTuning;

/// Searches as `dungeon tune` does, on one thread, and returns the change with the trials on the way. `progress` is called
/// with the number of games played.
pub fn tuned(wanted: WantedTuning, progress: &dyn Fn(u64)) -> Result<Value, String> {
    let seed = seed_of(&wanted.seed)?;
    let source = Source::from_text(wanted.name, wanted.text);
    let file_name = source.name.to_string();
    let text = DungeonText::new(source, Box::new(|own| own));
    let text = text.map_err(|report| unplayable(&report.diagnostics))?;
    let games = Cell::new(0);
    let [from, to] = wanted.wanted;
    let goal = TuneGoal {
        from,
        to,
        play: &|dungeon, seeds| {
            let game = |seed: &u64| {
                games.set(games.get() + 1);
                progress(games.get());
                let mut begun = SeenGame::begin(Arc::clone(dungeon), *seed);
                play(&mut begun, &mut *wanted.bot.player(), wanted.most)
            };
            Some(seeds.iter().map(game).collect())
        },
    };
    let is_lost = |dungeon: &_, seed, steps| {
        let proof = prove(dungeon, seed, &Budget::of_steps(steps));
        matches!(proof.verdict, Verdict::Unwinnable(_))
    };
    let found = tune(
        &text,
        &[goal],
        seed,
        wanted.games,
        &|dungeon, seeds, steps| {
            let lost = seeds.iter().copied();
            let lost = lost.filter(|seed| is_lost(dungeon, *seed, steps));
            Some(lost.collect())
        },
        &|_| {},
    );
    let found = found.ok_or_else(|| sentence(text.why_untunable()))?;
    let words = WantedWins {
        bot: wanted.bot.name(),
        shares: wanted.wanted,
    };
    let diff = TextDiff::from_lines(text.text(), &found.text);
    let diff = diff
        .unified_diff()
        .header(&file_name, &file_name)
        .to_string();
    Ok(json!({
        "sentence": conclusion(&found, &[words]).trim_end(),
        "reached": found.end == TuneEnd::Reached,
        "changed": found.changed.len(),
        "diff": diff,
        "text": found.text,
        "trials": found.trials.iter().map(trial).collect::<Vec<_>>(),
    }))
}

/// Returns a clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect::<String>() + "."
}

/// Returns a trial of one bot, with its wins and a note, or the reason of its refusal.
fn trial(trial: &TuneTrial) -> Value {
    let TuneTrial { step, result, .. } = trial;
    match result {
        Err(refused) => json!({ "step": step, "refused": refused }),
        Ok(wins) => {
            let wins = wins.first().copied().unwrap_or_default();
            let interval = wins.interval();
            json!({
                "step": step,
                "games": wins.games,
                "share": wins.share(),
                "interval": [interval.from, interval.to],
                "note": trial_note(trial),
            })
        }
    }
}
