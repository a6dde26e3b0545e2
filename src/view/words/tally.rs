//! What monsters do over and over is summed up: many deeds of one sort in a step are one sentence, which stands where
//! the first of them was told.
use super::life;
use super::names::{capitalised, counted, name, plural, with_article};
use super::witnessed::Witnessed;
use crate::dungeon::Stat;
use crate::engine::action::ActorId;
use crate::space::geometry::Point;

/// A sort of deed; several of it by bodies of one name are told as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A thief took some of a number from a victim.
    Loot { stat: Stat, whom: ActorId },
    /// A thing of this name was eaten.
    Meal(String),
    /// Something of this name was torn at.
    Tear(String, Rent),
}

/// What came of tearing at something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rent {
    /// It is weaker.
    Weakened,
    /// It is weaker, and whoever tore at it is hurt.
    Hurt,
    /// It is weaker, and whoever tore at it is dead.
    Fatal,
    /// It is gone.
    Broken,
}

/// All deeds of one sort by bodies of one name.
pub struct Tally {
    sort: Sort,
    /// As they are called when there is one: "the hordling", "something".
    name: String,
    doers: Vec<ActorId>,
    places: Vec<Point>,
    amount: i64,
    /// Which of the sentences it is.
    pub line: usize,
}

impl Tally {
    /// The first deed: of a sort, by somebody, at a place, of some amount. Its sentence is the `line`th.
    pub fn of(sort: Sort, name: String, line: usize) -> Tally {
        Tally {
            sort,
            name,
            doers: Vec::new(),
            places: Vec::new(),
            amount: 0,
            line,
        }
    }

    /// Whether a deed of this sort, by somebody of this name, belongs here.
    pub fn counts(&self, sort: &Sort, name: &str) -> bool {
        self.sort == *sort && self.name == name
    }

    /// One more.
    pub fn add(&mut self, who: ActorId, at: Point, amount: i64) {
        if !self.doers.contains(&who) {
            self.doers.push(who);
        }
        if !self.places.contains(&at) {
            self.places.push(at);
        }
        self.amount = self.amount.saturating_add(amount);
    }

    /// "The hordling steals a coin from you.", "Hordlings weaken 2 fences."
    pub fn sentence(&self, world: Witnessed<'_>) -> String {
        // Only what has an article is told by its plural: "Igor" and "something" stay as they are.
        let (subject, many) = match (self.doers.as_slice(), self.name.strip_prefix("the ")) {
            ([_, _, ..], Some(kind)) => (plural(kind), true),
            _ => (self.name.clone(), false),
        };
        let (s, is) = if many { ("", "are") } else { ("s", "is") };
        let deed = match &self.sort {
            Sort::Loot { stat, whom } => {
                let verb = if *stat == Stat::Manna {
                    "drain"
                } else {
                    "steal"
                };
                let loot = life::loot(&world, *stat, self.amount);
                format!("{verb}{s} {loot} from {}", name(world, *whom))
            }
            Sort::Meal(meal) => format!("eat{s} {}", counted(self.amount, meal)),
            Sort::Tear(fence, rent) => {
                let fence = self.places_of(fence);
                match rent {
                    Rent::Weakened => format!("weaken{s} {fence}"),
                    Rent::Hurt => format!("weaken{s} {fence} and {is} hurt"),
                    Rent::Fatal => format!("die{s} tearing at {fence}"),
                    Rent::Broken => format!("break{s} {fence}"),
                }
            }
        };
        capitalised(&format!("{subject} {deed}."))
    }

    /// "the fence", "2 fences"
    fn places_of(&self, name: &str) -> String {
        match self.places.len() {
            0 | 1 => with_article(name),
            n => counted(n as i64, name),
        }
    }
}
