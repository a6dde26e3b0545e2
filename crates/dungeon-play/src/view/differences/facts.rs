//! Facts: the labels and values of things, which a comparison uses.
use dungeon_model::dungeon::grammar::lists::joined;

/// The labels and values of a thing, with each label only once: ("health", "24"). A label that is a key of the file
/// format ends with `=`: ("slow=", "yes").
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Facts(Vec<(String, String)>);

impl Facts {
    /// Adds a value. If the label exists already, appends the value to its values.
    pub fn add(&mut self, label: &str, value: &str) {
        match self.0.iter_mut().find(|fact| fact.0 == label) {
            Some((_, values)) => *values += &format!(" {value}"),
            None => self.0.push((label.to_owned(), value.to_owned())),
        }
    }

    /// Removes the first fact and returns it as a phrase; empty if there are no facts.
    pub fn take_first(&mut self) -> String {
        if self.0.is_empty() {
            String::new()
        } else {
            phrase(&self.0.remove(0))
        }
    }

    /// Adds the facts of keys, except for keys whose word is already a label.
    pub fn add_keys_of(&mut self, said: &Facts) {
        let own = said.0.iter().filter(|(label, _)| {
            let word = label.strip_suffix('=');
            word.is_some_and(|word| self.0.iter().all(|fact| fact.0 != word))
        });
        let own: Vec<_> = own.cloned().collect();
        self.0.extend(own);
    }

    /// Returns the value of a label; `None` if the label is missing.
    pub fn get(&self, label: &str) -> Option<&str> {
        let fact = self.0.iter().find(|fact| fact.0 == label);
        fact.map(|(_, value)| value.as_str())
    }

    pub fn remove(&mut self, label: &str) {
        self.0.retain(|fact| fact.0 != label);
    }

    /// Returns the facts that `other` does not have.
    pub fn without(&self, other: &Facts) -> Facts {
        let own = self.0.iter().filter(|fact| !other.0.contains(fact));
        Facts(own.cloned().collect())
    }

    /// Returns the differences as phrases: "health 24 → 30", "now locked=bronze", "no longer slow=yes".
    pub fn changes_to(&self, new: &Facts) -> Vec<String> {
        let kept = self.0.iter().filter_map(|old| match new.get(&old.0) {
            None => Some(format!("no longer {}", phrase(old))),
            Some(new) => (new != old.1).then(|| {
                let label = old.0.trim_end_matches('=');
                format!("{label} {} → {new}", old.1).trim_start().to_owned()
            }),
        });
        let added = new.0.iter().filter(|fact| self.get(&fact.0).is_none());
        let added = added.map(|new| format!("now {}", phrase(new)));
        kept.chain(added).collect()
    }

    /// Returns all facts as one phrase: "health 24, strength 3". Omits zeros.
    pub fn phrase(&self) -> String {
        let said = self.0.iter().filter(|fact| fact.1 != "0");
        joined(said.map(phrase), ", ")
    }

    /// Returns a name followed by all facts, such as "rat (health 9)"; only the name if there are no facts.
    pub fn named(&self, name: &str) -> String {
        match self.phrase() {
            said if said.is_empty() => name.to_owned(),
            said => format!("{name} ({said})"),
        }
    }
}

/// Returns a fact as a phrase: "health 24". A fact with a key of the file format is spelled as in files: "slow=yes".
fn phrase((label, value): &(String, String)) -> String {
    if label.is_empty() || label.ends_with('=') {
        format!("{label}{value}")
    } else {
        format!("{label} {value}")
    }
}
