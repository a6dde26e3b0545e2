//! What happened, in words. Upkeep (E-3) and what monsters do to nobody are not voiced.
use crate::dungeon::{ItemId, LevelId, Stat, TileId};
use crate::engine::action::ActorId;
use crate::engine::event::{Event, Outcome};
use crate::engine::world::World;
use crate::space::geometry::Point;

/// The events of one step as sentences, in order. The world is the one after them.
pub fn tell(world: &World, events: &[Event]) -> Vec<String> {
    let you = world.commanded();
    let changes = events.iter().filter_map(|event| match event {
        Event::Changed {
            who,
            stat: Stat::Health,
            by,
        } if *who == you => Some(i64::from(*by)),
        _ => None,
    });
    let mut teller = Teller {
        world,
        deed: Deed::Nothing,
        health: i64::from(world.body(you).stat(Stat::Health)) - changes.sum::<i64>(),
        bane: String::new(),
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
        hits: u32,
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
    /// The hero's health after the events heard so far.
    health: i64,
    /// What took it below one: "a ghost".
    bane: String,
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
            Event::Flew { who, .. } => self.fly(who),
            Event::Changed { who, stat, by } => self.change(who, stat, by),
            Event::Died { who, .. } => self.die(who),
            Event::Bumped { who, level, at } => {
                self.finish();
                if self.is_you(who) {
                    self.say(&format!(
                        "You bump into {}.",
                        with_article(terrain(self.world, level, at))
                    ));
                }
            }
            Event::TurnBegan { .. } => self.finish(),
            Event::Ended(outcome) => {
                self.finish();
                let end = ending(self.world, outcome, &self.bane);
                self.say(&end);
            }
            Event::Travelled { .. }
            | Event::Read { .. }
            | Event::Opened { .. }
            | Event::Sprung { .. }
            | Event::Found { .. }
            | Event::Alarmed { .. }
            | Event::Spoke { .. }
            | Event::Burst { .. }
            | Event::Eaten { .. }
            | Event::Idled
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
        if is_health && self.is_you(who) {
            self.suffer(by);
        }
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
            Deed::Flight { who: caster, hits } if is_health => {
                *hits += 1;
                let bolt = format!("{} bolt", possessive(self.world, *caster));
                let hit = outcome_of(self.world, &bolt, "hits", who, -i64::from(by));
                self.say(&hit);
            }
            _ => {}
        }
    }

    /// A bolt is on its way. An arrow's wound follows its flight, so its story goes on as a shot.
    fn fly(&mut self, who: ActorId) {
        if let Deed::Spell { price, .. } = self.deed {
            self.deed = Deed::Flight { who, hits: 0 };
            self.say(&spell(self.world, who, price));
        }
    }

    fn die(&mut self, who: ActorId) {
        // A bolt flies on after it has killed.
        if !matches!(self.deed, Deed::Flight { .. }) {
            self.finish();
        }
        if !self.is_you(who) {
            self.say(&format!("{} dies.", name(self.world, who)));
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
            Deed::Nothing | Deed::Flight { hits: 1.., .. } => return,
            Deed::Flight { who, .. } => in_vain(world, who),
            Deed::Strike { who, whom, harm } => {
                let verb = if self.is_you(who) { "hit" } else { "hits" };
                outcome_of(world, &name(world, who), verb, whom, harm)
            }
            Deed::Shot { who, whom, harm } => {
                let arrow = format!("{} arrow", possessive(world, who));
                outcome_of(world, &arrow, "hits", whom, harm)
            }
            Deed::Spell { who, price } => {
                self.say(&spell(world, who, price));
                in_vain(world, who)
            }
            Deed::Taking { who, item, gains } => taking(world, who, item, &gains),
        };
        self.say(&sentence);
    }

    /// The hero's health changed. Who takes it below one is to blame; what comes later only finds him dead.
    fn suffer(&mut self, by: i32) {
        let before = self.health;
        self.health += i64::from(by);
        if before > 0 && self.health <= 0 {
            self.bane = self.culprit();
        }
    }

    /// Whose deed is under way: "a ghost", "the gold".
    fn culprit(&self) -> String {
        let name = match &self.deed {
            Deed::Nothing => return String::new(),
            Deed::Spell { .. } | Deed::Flight { .. } => return "your own magic".to_owned(),
            Deed::Strike { who, .. } | Deed::Shot { who, .. } => &self.world.kind(*who).name,
            // There is "a crown" but no "a gold" or "a bread".
            Deed::Taking { item, .. } => return with_article(&self.world.item(*item).name),
        };
        with_indefinite_article(name)
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

/// A bolt that met nobody.
fn in_vain(world: &World, who: ActorId) -> String {
    format!("{} bolt hits nobody.", possessive(world, who))
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

/// The last sentence of a game; `bane` is what killed the hero.
fn ending(world: &World, outcome: Outcome, bane: &str) -> String {
    let turns = match world.turn() {
        1 => "1 turn".to_owned(),
        n => format!("{n} turns"),
    };
    let health = world.body(world.commanded()).stat(Stat::Health);
    match outcome {
        Outcome::Won => format!("You have won in {turns}."),
        Outcome::Lost if health <= 0 && bane.is_empty() => format!("You have died after {turns}."),
        Outcome::Lost if health <= 0 => format!("You have died after {turns}, killed by {bane}."),
        Outcome::Lost => format!("You have lost after {turns}."),
        Outcome::Drawn => format!("It is a draw after {turns}."),
    }
}

/// What the terrain of a cell is called; the rim of a level is a wall, whatever is drawn there (E-1).
pub fn terrain(world: &World, level: LevelId, at: Point) -> &str {
    terrain_as(world, level, at, world.cell(level, at).tile)
}

/// The same of a cell that has, or had, this tile.
pub fn terrain_as(world: &World, level: LevelId, at: Point, tile: TileId) -> &str {
    match world.size(level).contains_inside_rim(at) {
        true => &world.dungeon().tile(tile).name,
        false => "outer wall",
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
