//! An explosion and all its victims in one sentence (K-12).
use super::sentences::loss_in_list;
use crate::view::words::terms::life::Wound;
use crate::view::words::terms::names::{BodyName, body_name, doing};
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::Tone;
use dungeon_engine::action::ActorId;
use dungeon_model::dungeon::grammar::nouns::counted;

/// An explosion in progress, with the bodies it has hurt so far. A body that explodes in its attack may explode once more
/// when it dies, which is one explosion for readers.
pub struct Explosion {
    /// The body that exploded.
    pub who: ActorId,
    /// The victims, each with the sum of its wounds.
    hurt: Vec<Wound>,
    /// The bodies hurt since the body last exploded.
    struck: Vec<ActorId>,
    dead: Vec<ActorId>,
}

impl Explosion {
    /// Makes an explosion without victims.
    pub fn new(who: ActorId) -> Explosion {
        Explosion {
            who,
            hurt: Vec::new(),
            struck: Vec::new(),
            dead: Vec::new(),
        }
    }

    /// Adds a wound dealt by the explosion.
    pub fn hurt(&mut self, wound: Wound) {
        self.struck.push(wound.whom);
        let mut others = self.hurt.iter_mut();
        match others.find(|other| other.whom == wound.whom) {
            Some(other) => {
                let harm = other.harm + wound.harm;
                *other = Wound { harm, ..wound };
            }
            None => self.hurt.push(wound),
        }
    }

    /// Whether the explosion has already hurt a body. A body that explodes once hurts each body once.
    pub fn has_hurt(&self, whom: ActorId) -> bool {
        self.struck.contains(&whom)
    }

    /// Records that the body explodes once more.
    pub fn repeat(&mut self) {
        self.struck.clear();
    }

    /// Records that a body died of its wound.
    pub fn kill(&mut self, who: ActorId) {
        self.dead.push(who);
    }

    /// Returns the tone. A wound of the player's bodies takes precedence over a dead enemy.
    pub fn tone(&self, world: Perception<'_>) -> Tone {
        let hurts_us = self.hurt.iter().any(|wound| world.is_ours(wound.whom));
        match (hurts_us, self.dead.is_empty()) {
            (true, _) => Tone::Wound,
            (false, false) => Tone::Kill,
            (false, true) => Tone::Plain,
        }
    }

    /// Returns the sentence: "the green ghost explodes: Andy loses 6 (12 left), the grey ghost dies."; `name` is the
    /// exploding body. `None` if nothing of the explosion was seen.
    pub fn sentence(&self, world: Perception<'_>, name: &BodyName) -> Option<String> {
        let clauses = self.clauses(world, name);
        match clauses.as_slice() {
            [] if !world.sees(self.who) => None,
            [] => Some(format!("{name} explodes.")),
            clauses => Some(format!("{name} explodes: {}.", clauses.join(", "))),
        }
    }

    /// Returns clauses about the victims in view, with one clause for equal outcomes. Leaves out victims that explode
    /// themselves, since they get a separate sentence.
    fn clauses(&self, world: Perception<'_>, exploding: &BodyName) -> Vec<String> {
        let mut fates: Vec<VictimOutcome> = Vec::new();
        for wound in self.hurt.iter().filter(|wound| world.sees(wound.whom)) {
            let is_dead = self.dead.contains(&wound.whom) && !world.is_you(wound.whom);
            if is_dead && world.kind(wound.whom).bursts > 0 {
                continue;
            }
            let fate = VictimOutcome {
                name: body_name(world, wound.whom),
                wound: (!is_dead).then_some(*wound),
                count: 1,
            };
            let alike = fates.iter_mut().find(|other| other.is_like(world, &fate));
            match alike {
                Some(other) => other.count += 1,
                None => fates.push(fate),
            }
        }
        let clauses = fates.iter().map(|fate| fate.clause(world, exploding));
        clauses.collect()
    }
}

/// The outcome for one victim, or for several victims with the same outcome.
struct VictimOutcome {
    /// The name of the victims: "the grey ghost".
    name: BodyName,
    /// The wound of one victim; `None` if it died.
    wound: Option<Wound>,
    count: usize,
}

impl VictimOutcome {
    /// Whether one clause can describe both outcomes. Proper names have no plural, and the player's wounded bodies are
    /// described one by one.
    fn is_like(&self, world: Perception<'_>, other: &VictimOutcome) -> bool {
        let is_told_alike = match (&self.wound, &other.wound) {
            (Some(a), Some(b)) => a.harm == b.harm && !world.is_ours(a.whom),
            (None, None) => true,
            _ => false,
        };
        is_told_alike && self.name == other.name && self.name.common().is_some()
    }

    /// Returns the clause: "the grey ghost dies", "another green ghost loses 6", "2 blue ghosts lose 6".
    fn clause(&self, world: Perception<'_>, exploding: &BodyName) -> String {
        let subject = match (self.name.common(), self.name.another()) {
            (Some(kind), _) if self.count > 1 => counted(self.count as i64, kind),
            (_, Some(another)) if self.name == *exploding => another.to_string(),
            _ => self.name.to_string(),
        };
        match (self.wound, self.count) {
            (Some(wound), 1) if world.is_you(wound.whom) => {
                loss_in_list(world, &doing(world, wound.whom, "lose"), wound)
            }
            (Some(wound), 1) => loss_in_list(world, &format!("{subject} loses"), wound),
            (Some(wound), _) => loss_in_list(world, &format!("{subject} lose"), wound),
            (None, 1) => format!("{subject} dies"),
            (None, _) => format!("{subject} die"),
        }
    }
}
