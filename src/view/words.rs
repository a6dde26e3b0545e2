//! What happened, in words. Upkeep (E-3) and what monsters do to nobody are not voiced.
use crate::dungeon::{ItemId, LevelId, Stat};
use crate::engine::action::ActorId;
use crate::engine::event::{Event, Outcome};
use crate::engine::world::World;
use crate::space::geometry::Point;

/// The events of one step as sentences, in order. The world is the one after them.
pub fn tell(world: &World, events: &[Event]) -> Vec<String> {
    let mut teller = Teller {
        world,
        deed: Deed::Nothing,
        said: Vec::new(),
    };
    events.iter().for_each(|event| teller.hear(*event));
    teller.finish();
    teller.said
}

/// What is being done: the events that follow say what came of it.
enum Deed {
    Nothing,
    Strike {
        who: ActorId,
        whom: ActorId,
        harm: i64,
    },
    Shot {
        who: ActorId,
        whom: ActorId,
        harm: i64,
    },
    Spell {
        who: ActorId,
        price: i64,
    },
    Flight {
        who: ActorId,
    },
    Taking {
        who: ActorId,
        item: ItemId,
        gains: Vec<(Stat, i32)>,
    },
}

struct Teller<'a> {
    world: &'a World,
    deed: Deed,
    said: Vec<String>,
}

impl Teller<'_> {
    fn hear(&mut self, event: Event) {
        let harm = 0;
        match event {
            Event::Struck { who, whom } => self.begin(Deed::Strike { who, whom, harm }),
            Event::Shot { who, whom } => self.begin(Deed::Shot { who, whom, harm }),
            Event::Cast { who, .. } => self.begin(Deed::Spell { who, price: 0 }),
            Event::Taken { who, item, .. } => {
                let gains = Vec::new();
                self.begin(Deed::Taking { who, item, gains });
            }
            // An arrow's wound follows its flight, so only a spell's story goes on here.
            Event::Flew { who, .. } if matches!(self.deed, Deed::Spell { .. }) => {
                self.begin(Deed::Flight { who });
            }
            Event::Changed { who, stat, by } => self.change(who, stat, by),
            Event::Died { who, .. } => {
                self.finish();
                if !self.is_you(who) {
                    self.say(&format!("{} dies.", name(self.world, who)));
                }
            }
            Event::Bumped { who, level, at } => {
                self.finish();
                if self.is_you(who) {
                    self.say(&format!(
                        "You bump into {}.",
                        obstacle(self.world, level, at)
                    ));
                }
            }
            Event::TurnBegan { .. } => self.finish(),
            Event::Ended(outcome) => {
                self.finish();
                let end = ending(self.world, outcome);
                self.say(&end);
            }
            Event::Flew { .. }
            | Event::Born { .. }
            | Event::Moved { .. }
            | Event::Placed { .. }
            | Event::Rebuilt { .. }
            | Event::Commanded { .. } => {}
        }
    }

    /// A number changed: by the deed under way, or by upkeep, which is not voiced.
    fn change(&mut self, who: ActorId, stat: Stat, by: i32) {
        let is_health = stat == Stat::Health;
        match &mut self.deed {
            Deed::Strike { whom, harm, .. } | Deed::Shot { whom, harm, .. }
                if *whom == who && is_health =>
            {
                *harm -= i64::from(by);
            }
            Deed::Spell { who: caster, price } if *caster == who && is_health => {
                *price -= i64::from(by);
            }
            Deed::Taking {
                who: taker, gains, ..
            } if *taker == who => gains.push((stat, by)),
            Deed::Flight { who: caster } if is_health => {
                let bolt = format!("{} bolt", possessive(self.world, *caster));
                let hit = outcome_of(self.world, &bolt, "hits", who, -i64::from(by));
                self.say(&hit);
            }
            _ => {}
        }
    }

    fn begin(&mut self, deed: Deed) {
        self.finish();
        self.deed = deed;
    }

    /// Says what the deed under way came to.
    fn finish(&mut self) {
        let world = self.world;
        let sentence = match std::mem::replace(&mut self.deed, Deed::Nothing) {
            Deed::Nothing | Deed::Flight { .. } => return,
            Deed::Strike { who, whom, harm } => {
                let verb = if self.is_you(who) { "hit" } else { "hits" };
                outcome_of(world, &name(world, who), verb, whom, harm)
            }
            Deed::Shot { who, whom, harm } => {
                let arrow = format!("{} arrow", possessive(world, who));
                outcome_of(world, &arrow, "hits", whom, harm)
            }
            Deed::Spell { who, price } => spell(world, who, price),
            Deed::Taking { who, item, gains } => taking(world, who, item, &gains),
        };
        self.say(&sentence);
    }

    fn is_you(&self, who: ActorId) -> bool {
        self.world.commanded() == who
    }

    fn say(&mut self, sentence: &str) {
        self.said.push(capitalised(sentence));
    }
}

/// "the ghost hits you for 2."
fn outcome_of(world: &World, subject: &str, verb: &str, whom: ActorId, harm: i64) -> String {
    let whom = name(world, whom);
    match harm {
        1.. => format!("{subject} {verb} {whom} for {harm}."),
        _ => format!("{subject} {verb} {whom} without harm."),
    }
}

/// E-13: only a price in health is worth words; the gauge shows the manna.
fn spell(world: &World, who: ActorId, price: i64) -> String {
    let is_you = world.commanded() == who;
    let caster = name(world, who);
    let verb = if is_you { "cast" } else { "casts" };
    match price {
        1.. if is_you => format!("{caster} {verb} a bolt; it costs you {price} health."),
        _ => format!("{caster} {verb} a bolt."),
    }
}

/// "you take the bread: +5 health, -2 manna." and what the item says.
fn taking(world: &World, who: ActorId, item: ItemId, gains: &[(Stat, i32)]) -> String {
    let verb = if world.commanded() == who {
        "take"
    } else {
        "takes"
    };
    let item = world.item(item);
    let taker = name(world, who);
    let mut sentence = format!("{taker} {verb} {}", with_article(&item.name));
    for (nth, (stat, by)) in gains.iter().filter(|(_, by)| *by != 0).enumerate() {
        let mark = if nth == 0 { ":" } else { "," };
        sentence.push_str(&format!("{mark} {by:+} {}", word(*stat)));
    }
    sentence.push('.');
    if !item.says.is_empty() {
        sentence.push(' ');
        sentence.push_str(&item.says);
    }
    sentence
}

fn ending(world: &World, outcome: Outcome) -> String {
    let turns = match world.turn() {
        1 => "1 turn".to_owned(),
        n => format!("{n} turns"),
    };
    let health = world.body(world.commanded()).stat(Stat::Health);
    match outcome {
        Outcome::Won => format!("You have won in {turns}."),
        Outcome::Lost if health <= 0 => format!("You have died after {turns}."),
        Outcome::Lost => format!("You have lost after {turns}."),
        Outcome::Drawn => format!("It is a draw after {turns}."),
    }
}

/// What stands in the way; the rim of a level is a wall, whatever is drawn there (E-1).
fn obstacle(world: &World, level: LevelId, at: Point) -> String {
    match world.size(level).contains_inside_rim(at) {
        true => with_article(&world.tile(level, at).name),
        false => "the outer wall".to_owned(),
    }
}

/// "you", "the ghost", "Andy": in the middle of a sentence.
pub fn name(world: &World, who: ActorId) -> String {
    match world.commanded() == who {
        true => "you".to_owned(),
        false => with_article(&world.kind(who).name),
    }
}

fn possessive(world: &World, who: ActorId) -> String {
    match world.commanded() == who {
        true => "your".to_owned(),
        false => format!("{}'s", name(world, who)),
    }
}

/// "the ghost", but "Andy": a name with a capital is somebody's own.
pub fn with_article(name: &str) -> String {
    match name.chars().next() {
        Some(first) if first.is_uppercase() => name.to_owned(),
        _ => format!("the {name}"),
    }
}

/// "a ghost", "an archer", "Andy".
pub fn with_indefinite_article(name: &str) -> String {
    match name.chars().next() {
        Some(first) if first.is_uppercase() => name.to_owned(),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// The text with its first letter large.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A stat's name in the middle of a sentence.
pub fn word(stat: Stat) -> &'static str {
    match stat {
        Stat::Health => "health",
        Stat::Strength => "strength",
        Stat::Manna => "manna",
        Stat::Wealth => "wealth",
    }
}
