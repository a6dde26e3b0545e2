//! The report of a step: sentences in order. Some sentences sum up actions of one kind and change with each further
//! action.
use super::repeated_action::{RepeatedAction, RepeatedKind};
use crate::view::words::terms::names::BodyName;
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::{Sentence, Tone};
use dungeon_engine::action::ActorId;
use dungeon_model::dungeon::grammar::nouns::capitalised;
use dungeon_model::space::geometry::Point;

/// The sentences of one step.
#[derive(Default)]
pub struct TurnReport {
    /// The sentences in order, capitalized; an empty sentence is a gap.
    pub sentences: Vec<Sentence>,
    repeated: Vec<RepeatedAction>,
    /// The names of the bodies that were stomped on: "the enemy".
    stomped: Vec<BodyName>,
    /// The bodies that exploded, with their names.
    exploded: Vec<(ActorId, BodyName)>,
}

impl TurnReport {
    /// Adds a sentence with a tone; ignores an empty sentence.
    pub fn say(&mut self, tone: Tone, sentence: &str) {
        if !sentence.is_empty() {
            self.sentences
                .push(Sentence::new(tone, capitalised(sentence)));
        }
    }

    /// Adds a sentence about a stomped body with this name.
    pub fn say_stomped(&mut self, name: BodyName, sentence: &str) {
        self.say(Tone::Kill, sentence);
        self.stomped.push(name);
    }

    /// Removes the newest sentence that sums up actions, if these actions had no effect yet. Leaves a gap.
    pub fn retract(&mut self) {
        if let Some(action) = self.repeated.pop_if(|action| action.is_without_effect()) {
            self.sentences[action.line].text.clear();
        }
    }

    /// Returns the name for an exploding body. The second body named "the green ghost" becomes "another green ghost".
    pub fn name_exploding(&mut self, who: ActorId, name: BodyName) -> BodyName {
        let is_other = |(other, known): &(ActorId, BodyName)| *other != who && *known == name;
        let another = name
            .another()
            .filter(|_| self.exploded.iter().any(is_other));
        self.exploded.push((who, name.clone()));
        another.unwrap_or(name)
    }

    /// Counts one more action of a kind by a body, on a cell.
    pub fn count(
        &mut self,
        world: Perception<'_>,
        kind: RepeatedKind,
        (who, at): (ActorId, Point),
        amount: i64,
    ) {
        let name = kind.actor_name(world, who);
        // A stomped body is dead, so the actor is another body with that name.
        let other = name.another().filter(|_| self.stomped.contains(&name));
        let name = other.unwrap_or(name);
        let mut repeated = self.repeated.iter();
        let another = name.another();
        let is_known = |action: &RepeatedAction| {
            let is_other = |name: &BodyName| action.counts(&kind, name);
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
