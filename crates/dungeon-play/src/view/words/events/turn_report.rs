//! The report of a step: sentences in order, some of which grow while more of their kind is counted.
use super::repeated_action::{RepeatedAction, RepeatedKind};
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::{Sentence, Tone};
use dungeon_engine::action::ActorId;
use dungeon_model::dungeon::grammar::nouns::capitalised;
use dungeon_model::space::geometry::Point;

/// The sentences of one step.
#[derive(Default)]
pub struct TurnReport {
    /// The sentences in order, each with a large first letter; an empty one is none.
    pub sentences: Vec<Sentence>,
    repeated: Vec<RepeatedAction>,
    /// The names of the bodies that were stomped: "the enemy".
    stomped: Vec<String>,
    /// The names of the bodies that exploded.
    exploded: Vec<String>,
}

impl TurnReport {
    /// Adds a sentence of a tone; an empty one is left out.
    pub fn say(&mut self, tone: Tone, sentence: &str) {
        if !sentence.is_empty() {
            self.sentences
                .push(Sentence::new(tone, capitalised(sentence)));
        }
    }

    /// Adds a sentence about a stomped body of this name.
    pub fn say_stomped(&mut self, name: String, sentence: &str) {
        self.say(Tone::Kill, sentence);
        self.stomped.push(name);
    }

    /// Takes back the sentence of the last kind that was begun, if nothing came of the action yet: the place stays
    /// empty.
    pub fn retract(&mut self) {
        if let Some(action) = self.repeated.pop_if(|action| action.is_without_effect()) {
            self.sentences[action.line].text.clear();
        }
    }

    /// The name of a body that explodes: the second "the green ghost" is "another green ghost".
    pub fn name_exploding(&mut self, name: String) -> String {
        let distinct = match name.strip_prefix("the ") {
            Some(noun) if self.exploded.contains(&name) => format!("another {noun}"),
            _ => name.clone(),
        };
        self.exploded.push(name);
        distinct
    }

    /// Counts one more action of a kind: by a body, on a cell, of some amount.
    pub fn count(
        &mut self,
        world: Perception<'_>,
        kind: RepeatedKind,
        (who, at): (ActorId, Point),
        amount: i64,
    ) {
        let name = kind.actor_name(world, who);
        let name = match name.strip_prefix("the ") {
            // A stomped body does nothing more: the actor is one of the others of that name.
            Some(noun) if self.stomped.contains(&name) => format!("another {noun}"),
            _ => name,
        };
        let mut repeated = self.repeated.iter();
        let another = another_told(world, &name);
        let is_known = |action: &RepeatedAction| {
            let is_other = |name: &String| action.counts(&kind, name);
            is_other(&name) || another.as_ref().is_some_and(is_other)
        };
        let known = repeated.position(is_known);
        let nth = known.unwrap_or_else(|| {
            let is_second = self
                .repeated
                .iter()
                .any(|action| action.is_by_another(&name, who));
            let name = another.filter(|_| is_second).unwrap_or(name);
            let tone = kind.tone(world);
            self.repeated
                .push(RepeatedAction::new(kind, name, self.sentences.len()));
            self.sentences.push(Sentence::new(tone, ""));
            self.repeated.len() - 1
        });
        let action = &mut self.repeated[nth];
        action.add(who, at, amount);
        self.sentences[action.line].text = action.sentence(world);
    }
}

/// The name of a second body where the listener cannot see that it is another: "another hordling".
fn another_told(world: Perception<'_>, name: &str) -> Option<String> {
    let kind = name
        .strip_prefix("the ")
        .filter(|_| world.place.is_some())?;
    Some(format!("another {kind}"))
}
