//! An explosion and whom it hurts: one sentence, however many they are (K-12).
use super::sentences::loss_in_list;
use crate::engine::action::ActorId;
use crate::view::words::grammar::nouns::counted;
use crate::view::words::terms::life::Wound;
use crate::view::words::terms::names::{doing, name};
use crate::view::words::terms::perception::Perception;

/// An explosion.
pub struct Explosion {
    /// Who blew up.
    pub who: ActorId,
    hurt: Vec<Wound>,
    dead: Vec<ActorId>,
}

impl Explosion {
    /// It has hurt nobody yet.
    pub fn of(who: ActorId) -> Explosion {
        Explosion {
            who,
            hurt: Vec::new(),
            dead: Vec::new(),
        }
    }

    /// Hurts somebody.
    pub fn hurt(&mut self, wound: Wound) {
        self.hurt.push(wound);
    }

    /// Whether it has hurt somebody; it does so but once.
    pub fn has_hurt(&self, whom: ActorId) -> bool {
        self.hurt.iter().any(|wound| wound.whom == whom)
    }

    /// Somebody whom it hurt died of it.
    pub fn kill(&mut self, who: ActorId) {
        self.dead.push(who);
    }

    /// "the green ghost explodes: Andy loses 6 (12 left), the grey ghost dies."; what it is called who blew up,
    /// the caller knows. None where nothing of it was seen.
    pub fn sentence(&self, world: Perception<'_>, name: &str) -> Option<String> {
        let clauses = self.clauses(world, name);
        match clauses.as_slice() {
            [] if !world.sees(self.who) => None,
            [] => Some(format!("{name} explodes.")),
            clauses => Some(format!("{name} explodes: {}.", clauses.join(", "))),
        }
    }

    /// What became of those who were seen; who explodes of it in turn has a sentence of his own.
    fn clauses(&self, world: Perception<'_>, exploding: &str) -> Vec<String> {
        let mut fates: Vec<VictimOutcome> = Vec::new();
        for wound in self.hurt.iter().filter(|wound| world.sees(wound.whom)) {
            let is_dead = self.dead.contains(&wound.whom) && !world.is_you(wound.whom);
            if is_dead && world.kind(wound.whom).bursts > 0 {
                continue;
            }
            let fate = VictimOutcome {
                name: name(world, wound.whom),
                wound: (!is_dead).then_some(*wound),
                count: 1,
            };
            let alike = fates.iter_mut().find(|other| other.is_like(world, &fate));
            match alike {
                Some(other) => other.count += 1,
                None => fates.push(fate),
            }
        }
        let told = fates.iter().map(|fate| fate.clause(world, exploding));
        told.collect()
    }
}

/// What became of one, or of several alike.
struct VictimOutcome {
    /// As one of them is called: "the grey ghost".
    name: String,
    /// None: death.
    wound: Option<Wound>,
    count: usize,
}

impl VictimOutcome {
    /// Whether one sentence can tell of both. Names of one's own have no plural, and of ours each one counts.
    fn is_like(&self, world: Perception<'_>, other: &VictimOutcome) -> bool {
        let is_told_alike = match (&self.wound, &other.wound) {
            (Some(a), Some(b)) => a.harm == b.harm && !world.is_ours(a.whom),
            (None, None) => true,
            _ => false,
        };
        is_told_alike && self.name == other.name && self.name.starts_with("the ")
    }

    /// "the grey ghost dies", "another green ghost loses 6", "2 blue ghosts lose 6"
    fn clause(&self, world: Perception<'_>, exploding: &str) -> String {
        let kind = self.name.strip_prefix("the ");
        let subject = match (kind, self.count) {
            (Some(kind), 2..) => counted(self.count as i64, kind),
            (Some(kind), _) if self.name == exploding => format!("another {kind}"),
            _ => self.name.clone(),
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
