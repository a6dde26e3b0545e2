//! What has been said of a step so far: sentences in order, some of which grow while more of their sort is counted.
use super::tally::{Sort, Tally};
use crate::engine::action::ActorId;
use crate::space::geometry::Point;
use crate::view::words::terms::names::capitalised;
use crate::view::words::terms::witnessed::Witnessed;

/// The sentences of one step.
#[derive(Default)]
pub struct Story {
    /// In order, each with a large first letter; an empty one is none.
    pub said: Vec<String>,
    tallies: Vec<Tally>,
    /// What those are called who were trodden on: "the enemy".
    stomped: Vec<String>,
    /// What those are called who exploded.
    exploded: Vec<String>,
}

impl Story {
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
        if let Some(tally) = self.tallies.pop_if(|tally| tally.is_vain()) {
            self.said[tally.line].clear();
        }
    }

    /// What somebody of this name is called who explodes: the second one is "another green ghost".
    pub fn name_exploding(&mut self, name: String) -> String {
        let told = match name.strip_prefix("the ") {
            Some(kind) if self.exploded.contains(&name) => format!("another {kind}"),
            _ => name.clone(),
        };
        self.exploded.push(name);
        told
    }

    /// One more deed of a sort that is summed up: by somebody, at a place, of some amount.
    pub fn count(
        &mut self,
        world: Witnessed<'_>,
        sort: Sort,
        (who, at): (ActorId, Point),
        amount: i64,
    ) {
        let name = sort.doer(world, who);
        let name = match name.strip_prefix("the ") {
            // Whoever was trodden on does nothing more: it is one of the others.
            Some(kind) if self.stomped.contains(&name) => format!("another {kind}"),
            _ => name,
        };
        let mut tallies = self.tallies.iter();
        let another = another_told(world, &name);
        let is_known = |tally: &Tally| {
            let is_other = |name: &String| tally.counts(&sort, name);
            is_other(&name) || another.as_ref().is_some_and(is_other)
        };
        let known = tallies.position(is_known);
        let nth = known.unwrap_or_else(|| {
            let is_second = self
                .tallies
                .iter()
                .any(|tally| tally.is_by_another(&name, who));
            let name = another.filter(|_| is_second).unwrap_or(name);
            self.tallies.push(Tally::of(sort, name, self.said.len()));
            self.said.push(String::new());
            self.tallies.len() - 1
        });
        let tally = &mut self.tallies[nth];
        tally.add(who, at, amount);
        self.said[tally.line] = tally.sentence(world);
    }
}

/// What a second one of a name is called where nobody sees that it is another: "another hordling".
fn another_told(world: Witnessed<'_>, name: &str) -> Option<String> {
    let kind = name
        .strip_prefix("the ")
        .filter(|_| world.place.is_some())?;
    Some(format!("another {kind}"))
}
