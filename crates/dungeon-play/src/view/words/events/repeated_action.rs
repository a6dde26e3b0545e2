//! Repeated actions: several actions of one kind in a step become one sentence, in the place of the first action's
//! sentence.
use crate::view::words::terms::life;
use crate::view::words::terms::life::Wound;
use crate::view::words::terms::names::{BodyName, body_name, name, name_of_met};
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::Tone;
use dungeon_engine::action::ActorId;
use dungeon_model::dungeon::grammar::nouns::{capitalised, counted, plural, with_article};
use dungeon_model::dungeon::{LifeUnit, Stat};
use dungeon_model::space::geometry::Point;

/// A kind of action that is summed up: several actions of this kind, by bodies with the same name, become one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepeatedKind {
    /// A thief stole points of a stat from a victim.
    Loot { stat: Stat, whom: ActorId },
    /// An item of this name was eaten.
    Meal(String),
    /// A fence with this name was damaged.
    Tear(String, FenceDamage),
    /// A body rammed a victim, which has `left` life left. If anything else changes the life in between, the next ram
    /// starts a new sentence.
    Ram { whom: ActorId, left: i64 },
    /// A weapon's shot hit a victim, which has `left` life left. If anything else changes the life in between, the next
    /// hit starts a new sentence.
    Hit { whom: ActorId, left: i64 },
    /// A weapon's shot missed a victim.
    Miss { whom: ActorId },
    /// A body left slime with this name.
    Trail(String),
}

impl RepeatedKind {
    /// Returns the tone of a sentence about actions of this kind.
    pub fn tone(&self, world: Perception<'_>) -> Tone {
        match *self {
            RepeatedKind::Loot { whom, .. }
            | RepeatedKind::Ram { whom, .. }
            | RepeatedKind::Hit { whom, .. }
                if world.is_ours(whom) =>
            {
                Tone::Wound
            }
            _ => Tone::Plain,
        }
    }

    /// Returns the name of the actor.
    pub fn actor_name(&self, world: Perception<'_>, who: ActorId) -> BodyName {
        match self {
            RepeatedKind::Ram { whom, .. } => name_of_met(world, who, *whom),
            RepeatedKind::Loot { .. }
            | RepeatedKind::Meal(_)
            | RepeatedKind::Tear(..)
            | RepeatedKind::Hit { .. }
            | RepeatedKind::Miss { .. }
            | RepeatedKind::Trail(_) => body_name(world, who),
        }
    }
}

/// The result of an attack on a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenceDamage {
    /// The fence is weaker.
    Weakened,
    /// The fence is weaker, and the attacker is hurt.
    Hurt,
    /// The fence is weaker, and the attacker is dead.
    Fatal,
    /// The fence is gone.
    Broken,
}

/// All actions of one kind by bodies with the same name.
pub struct RepeatedAction {
    kind: RepeatedKind,
    /// The name of a single actor: "the hordling", "another enemy", "something".
    name: BodyName,
    actors: Vec<ActorId>,
    places: Vec<Point>,
    amount: i64,
    /// The number of actions.
    count: usize,
    /// The index of the sentence in the report.
    pub line: usize,
}

impl RepeatedAction {
    /// Makes an empty sum for a kind of action and an actor's name; `line` is the index of its sentence in the report.
    pub fn new(kind: RepeatedKind, name: BodyName, line: usize) -> RepeatedAction {
        RepeatedAction {
            kind,
            name,
            actors: Vec::new(),
            places: Vec::new(),
            amount: 0,
            count: 0,
            line,
        }
    }

    /// Whether an action of this kind, by a body with this name, belongs to this sum.
    pub fn counts(&self, kind: &RepeatedKind, name: &BodyName) -> bool {
        self.kind == *kind && self.name == *name
    }

    /// Whether the actor's name matches but `who` has not acted yet.
    pub fn is_by_another(&self, name: &BodyName, who: ActorId) -> bool {
        self.name == *name && !self.actors.contains(&who)
    }

    /// Whether the actions had no effect so far.
    pub fn is_without_effect(&self) -> bool {
        self.amount == 0
    }

    /// Adds an action of a body on a cell.
    pub fn add(&mut self, who: ActorId, at: Point, amount: i64) {
        if !self.actors.contains(&who) {
            self.actors.push(who);
        }
        if !self.places.contains(&at) {
            self.places.push(at);
        }
        self.amount = self.amount.saturating_add(amount);
        self.count += 1;
        if let RepeatedKind::Ram { left, .. } | RepeatedKind::Hit { left, .. } = &mut self.kind {
            *left -= amount;
        }
    }

    /// Returns the sentence: "The hordling steals a coin from you.", "Hordlings weaken 2 fences."
    pub fn sentence(&self, world: Perception<'_>) -> String {
        let (subject, many) = self.subject();
        let (s, is) = if many { ("", "are") } else { ("s", "is") };
        let predicate = match &self.kind {
            RepeatedKind::Loot { stat, whom } => {
                let verb = if *stat == Stat::Manna {
                    "drain"
                } else {
                    "steal"
                };
                let loot = life::loot(&world, *stat, self.amount);
                format!("{verb}{s} {loot} from {}", name(world, *whom))
            }
            RepeatedKind::Meal(meal) => {
                let meal = counted(self.amount, meal);
                format!("eat{s} {meal}{}", world.places(&self.places))
            }
            RepeatedKind::Tear(fence, damage) => {
                let fence = format!("{}{}", self.places_of(fence), world.places(&self.places));
                match damage {
                    FenceDamage::Weakened => format!("weaken{s} {fence}"),
                    FenceDamage::Hurt => format!("weaken{s} {fence} and {is} hurt"),
                    FenceDamage::Fatal => format!("die{s} tearing at {fence}"),
                    FenceDamage::Broken => format!("break{s} {fence}"),
                }
            }
            RepeatedKind::Ram { whom, left } => {
                let victim = name(world, *whom);
                format!(
                    "ram{s} {victim}{}",
                    self.outcome_of_ram(world, *whom, *left, s)
                )
            }
            RepeatedKind::Hit { whom, left } => {
                let wound = self.wound(*whom, *left, self.count);
                let outcome = match wound.harm {
                    1.. => wound.describe(&world),
                    _ => " to no effect".to_owned(),
                };
                format!("hit{s} {}{}{outcome}", name(world, *whom), self.times())
            }
            RepeatedKind::Miss { whom } => {
                let miss = if many { "miss" } else { "misses" };
                format!("{miss} {}{}", name(world, *whom), self.times())
            }
            RepeatedKind::Trail(trail) => format!("leave{s} {trail}"),
        };
        capitalised(&format!("{subject} {predicate}."))
    }

    /// Returns the subject, and whether it is plural. Only names with an article have a plural: "Igor" and "something"
    /// stay as they are. Rammers are counted, since they die.
    fn subject(&self) -> (String, bool) {
        match (self.actors.len(), self.name.common(), &self.kind) {
            (n @ 2.., Some(kind), RepeatedKind::Ram { .. }) => (counted(n as i64, kind), true),
            (2.., Some(kind), _) => (plural(kind), true),
            _ => (self.name.to_string(), false),
        }
    }

    /// Returns the result: " (1 life left)", " for 5 and dies". Where lives are counted, the rammer's death is implied.
    fn outcome_of_ram(&self, world: Perception<'_>, whom: ActorId, left: i64, s: &str) -> String {
        let wound = self.wound(whom, left, self.actors.len());
        match world.kind(whom).life_unit {
            _ if self.amount <= 0 => " to no effect".to_owned(),
            LifeUnit::Lives => wound.describe(&world),
            LifeUnit::Points => format!("{} and die{s}", wound.describe(&world)),
        }
    }

    /// Returns the wound of all actions together, dealt in `blows` hits.
    fn wound(&self, whom: ActorId, left: i64, blows: usize) -> Wound {
        Wound {
            whom,
            harm: self.amount,
            left,
            blows,
        }
    }

    /// Returns "", " twice" or " 3 times".
    fn times(&self) -> String {
        match self.count {
            0 | 1 => String::new(),
            2 => " twice".to_owned(),
            n => format!(" {n} times"),
        }
    }

    /// Returns the damaged fences: "the fence", "2 fences".
    fn places_of(&self, name: &str) -> String {
        match self.places.len() {
            0 | 1 => with_article(name),
            n => counted(n as i64, name),
        }
    }
}
