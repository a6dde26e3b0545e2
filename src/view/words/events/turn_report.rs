//! What has been said of a step so far: sentences in order, some of which grow while more of their sort is counted.
use super::repeated_action::{RepeatedAction, RepeatedKind};
use crate::engine::action::ActorId;
use crate::space::geometry::Point;
use crate::view::words::grammar::nouns::capitalised;
use crate::view::words::terms::perception::Perception;

/// The sentences of one step.
#[derive(Default)]
pub struct TurnReport {
    /// In order, each with a large first letter; an empty one is none.
    pub said: Vec<String>,
    repeated: Vec<RepeatedAction>,
    /// What those are called who were trodden on: "the enemy".
    stomped: Vec<String>,
    /// What those are called who exploded.
    exploded: Vec<String>,
}

impl TurnReport {
    /// Says a sentence; an empty one is none.
    pub fn say(&mut self, sentence: &str) {
        if !sentence.is_empty() {
            self.said.push(capitalised(sentence));
        }
    }

    /// Says that somebody of this name was trodden on.
    pub fn say_stomped(&mut self, name: String, sentence: &str) {
        self.say(sentence);
        self.stomped.push(name);
    }

    /// Takes back the sentence of the last sort that was begun, if nothing came of it yet: its place stays empty.
    pub fn retract(&mut self) {
        if let Some(action) = self.repeated.pop_if(|action| action.is_vain()) {
            self.said[action.line].clear();
        }
    }

    /// What somebody of this name is called who explodes: the second one is "another green ghost".
    pub fn name_exploding(&mut self, name: String) -> String {
        let told = match name.strip_prefix("the ") {
            Some(noun) if self.exploded.contains(&name) => format!("another {noun}"),
            _ => name.clone(),
        };
        self.exploded.push(name);
        told
    }

    /// One more deed of a sort that is summed up: by somebody, at a place, of some amount.
    pub fn count(
        &mut self,
        world: Perception<'_>,
        kind: RepeatedKind,
        (who, at): (ActorId, Point),
        amount: i64,
    ) {
        let name = kind.doer(world, who);
        let name = match name.strip_prefix("the ") {
            // Whoever was trodden on does nothing more: it is one of the others.
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
            self.repeated
                .push(RepeatedAction::of(kind, name, self.said.len()));
            self.said.push(String::new());
            self.repeated.len() - 1
        });
        let action = &mut self.repeated[nth];
        action.add(who, at, amount);
        self.said[action.line] = action.sentence(world);
    }
}

/// What a second one of a name is called where nobody sees that it is another: "another hordling".
fn another_told(world: Perception<'_>, name: &str) -> Option<String> {
    let kind = name
        .strip_prefix("the ")
        .filter(|_| world.place.is_some())?;
    Some(format!("another {kind}"))
}
