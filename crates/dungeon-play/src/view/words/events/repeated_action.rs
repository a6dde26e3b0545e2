//! Actions that are done over and over: several of one kind in a step are told as one sentence, which stands where the
//! first of them was told.
use crate::view::words::terms::life;
use crate::view::words::terms::life::Wound;
use crate::view::words::terms::names::{BodyName, body_name, name, name_of_met};
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::Tone;
use dungeon_engine::action::ActorId;
use dungeon_model::dungeon::grammar::nouns::{capitalised, counted, plural, with_article};
use dungeon_model::dungeon::{LifeUnit, Stat};
use dungeon_model::space::geometry::Point;

/// A kind of action that is summed up: several actions of one kind, by bodies of one name, are told as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepeatedKind {
    /// A thief took some of a number from a victim.
    Loot { stat: Stat, whom: ActorId },
    /// An item of this name was eaten.
    Meal(String),
    /// A fence of this name was torn at.
    Tear(String, FenceDamage),
    /// A body rammed a victim who has so much life left: once the life has changed by anything else, the next ram is
    /// told anew.
    Ram { whom: ActorId, left: i64 },
    /// A shot of a weapon hit a victim who has so much life left: once the life has changed by anything else, the next
    /// hit is told anew.
    Hit { whom: ActorId, left: i64 },
    /// A shot of a weapon missed a victim.
    Miss { whom: ActorId },
    /// Slime of this name was left behind.
    Trail(String),
}

impl RepeatedKind {
    /// What a sentence about such actions means to the player.
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

    /// The name of a body that acts so.
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

/// The damage of tearing at a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenceDamage {
    /// The fence is weaker.
    Weakened,
    /// The fence is weaker, and the body that tore at the fence is hurt.
    Hurt,
    /// The fence is weaker, and the body that tore at the fence is dead.
    Fatal,
    /// The fence is gone.
    Broken,
}

/// All actions of one kind by bodies of one name.
pub struct RepeatedAction {
    kind: RepeatedKind,
    /// The name of the actors when there is one: "the hordling", "another enemy", "something".
    name: BodyName,
    actors: Vec<ActorId>,
    places: Vec<Point>,
    amount: i64,
    /// How many actions were added.
    count: usize,
    /// The number of the sentence in the report, counted from 0.
    pub line: usize,
}

impl RepeatedAction {
    /// A kind of action by bodies of a name, of which none is added yet; the sentence is number `line` of the report.
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

    /// Whether an action of this kind, by a body of this name, belongs here.
    pub fn counts(&self, kind: &RepeatedKind, name: &BodyName) -> bool {
        self.kind == *kind && self.name == *name
    }

    /// Whether another body of that name acted so.
    pub fn is_by_another(&self, name: &BodyName, who: ActorId) -> bool {
        self.name == *name && !self.actors.contains(&who)
    }

    /// Whether the actions came to nothing so far.
    pub fn is_without_effect(&self) -> bool {
        self.amount == 0
    }

    /// Adds an action of a body on a cell, of some amount.
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

    /// "The hordling steals a coin from you.", "Hordlings weaken 2 fences."
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
                    _ => " without harm".to_owned(),
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

    /// The subject of the sentence, and whether it is a plural. Only names with an article are told by their plural:
    /// "Igor" and "something" stay as they are. Rammers, which are gone for good, are counted.
    fn subject(&self) -> (String, bool) {
        match (self.actors.len(), self.name.common(), &self.kind) {
            (n @ 2.., Some(kind), RepeatedKind::Ram { .. }) => (counted(n as i64, kind), true),
            (2.., Some(kind), _) => (plural(kind), true),
            _ => (self.name.to_string(), false),
        }
    }

    /// ": 1 life left", " for 5 and dies": where lives are at stake, the rammer's death goes without saying.
    fn outcome_of_ram(&self, world: Perception<'_>, whom: ActorId, left: i64, s: &str) -> String {
        let wound = self.wound(whom, left, self.actors.len());
        match world.kind(whom).life_unit {
            _ if self.amount <= 0 => " without harm".to_owned(),
            LifeUnit::Lives => wound.describe(&world),
            LifeUnit::Points => format!("{} and die{s}", wound.describe(&world)),
        }
    }

    /// The wounds of all actions together, dealt by so many blows.
    fn wound(&self, whom: ActorId, left: i64, blows: usize) -> Wound {
        Wound {
            whom,
            harm: self.amount,
            left,
            blows,
        }
    }

    /// "", " twice", " 3 times"
    fn times(&self) -> String {
        match self.count {
            0 | 1 => String::new(),
            2 => " twice".to_owned(),
            n => format!(" {n} times"),
        }
    }

    /// "the fence", "2 fences"
    fn places_of(&self, name: &str) -> String {
        match self.places.len() {
            0 | 1 => with_article(name),
            n => counted(n as i64, name),
        }
    }
}
