//! The start of a pay period, which siege calls a season: the herd's yield, the arriving bodies, and the things that
//! they trample (S-2, S-3).
use crate::view::words::terms::perception::Perception;
use dungeon_engine::action::ActorId;
use dungeon_engine::event::Event;
use dungeon_engine::ruleset_face::PeriodForecast;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::lists::{counted_list, preceded};
use dungeon_model::dungeon::grammar::nouns::{counted, plural};

/// A pay period that begins. Its events are the last events of a step.
pub struct Period {
    number: u32,
    year: Option<u32>,
    herd: u32,
    pay: i64,
    newcomers: Vec<ActorId>,
    trampled: Vec<String>,
}

impl Period {
    /// Makes the period with this `number` and a herd of `herd` animals that pay. If the period begins a year, `year`
    /// is its number. Both numbers are counted from 0.
    pub fn new(number: u32, year: Option<u32>, herd: u32) -> Period {
        Period {
            number,
            year,
            herd,
            pay: 0,
            newcomers: Vec::new(),
            trampled: Vec::new(),
        }
    }

    /// Adds a change of the player's gold.
    pub fn pay(&mut self, by: i32) {
        self.pay += i64::from(by);
    }

    /// Returns whether an event belongs to the period, and if so, adds the event. Leaves out everything that the player
    /// does not see.
    pub fn absorb(&mut self, world: Perception<'_>, event: Event) -> bool {
        let (level, at) = match event {
            Event::Born { level, at, .. }
            | Event::Died { level, at, .. }
            | Event::Removed { level, at, .. }
            | Event::Rebuilt { level, at, .. } => (level, at),
            _ => return false,
        };
        if !(world.seen)(level, at) {
            return true;
        }
        match event {
            Event::Born { who, .. } => self.newcomers.push(who),
            // A body that arrived in this period and was trampled at once is left out.
            Event::Died { who, .. } if self.newcomers.contains(&who) => {
                self.newcomers.retain(|other| *other != who);
            }
            Event::Died { who, .. } => {
                self.trampled.push(world.kind(who).name.clone());
            }
            // The tile is no longer there, but only fences can be trampled.
            Event::Rebuilt { .. } => self.trampled.push("fence".to_owned()),
            Event::Removed { item, .. } => {
                self.trampled.push(world.item(item).name.clone());
            }
            _ => {}
        }
        true
    }

    /// Returns the sentences: "year 2 begins with season 5: your 9 cows bring 90 gold.", "2 hordlings arrive."
    pub fn sentences(&self, world: Perception<'_>) -> Vec<String> {
        let terms = world.dungeon().settings.game.terms.period;
        let begins = match self.year {
            None | Some(0) => terms.begins.to_owned(), // the first year begins with the game
            Some(year) => terms
                .begins_a_year
                .replace("{year}", &(year + 1).to_string()),
        };
        let number = self.number.saturating_add(1).to_string();
        let begins = begins.replace("{number}", &number);
        let mut sentences = vec![format!("{begins}: {}.", self.yield_of(world))];
        sentences.extend(self.arrival(world));
        sentences
    }

    /// Returns the yield: "your 9 cows bring 90 gold".
    fn yield_of(&self, world: Perception<'_>) -> String {
        let (_, name) = herd(&world);
        let gold = match self.pay {
            0 => "nothing".to_owned(),
            pay => format!("{pay} gold"),
        };
        match self.herd {
            0 => format!("you have {}", counted(0, &name)),
            1 => format!("your {name} brings {gold}"),
            n => format!("your {n} {} bring {gold}", plural(&name)),
        }
    }

    /// Returns the arrivals: "8 hordlings arrive, trampling 2 fences and a hordling."; `None` if no arrival is in view.
    fn arrival(&self, world: Perception<'_>) -> Option<String> {
        let first = self.newcomers.first()?;
        let (count, name) = (self.newcomers.len(), &world.kind(*first).name);
        let arrive = if count == 1 { "arrives" } else { "arrive" };
        let comers = counted(count as i64, name);
        let trampled = preceded(", trampling ", &counted_list(&self.trampled));
        Some(format!("{comers} {arrive}{trampled}."))
    }
}

/// Returns the text about the next period: "Next: +$100, 2 hordlings, strength 1".
pub fn next_period(world: &World, next: PeriodForecast) -> String {
    let strength = match next.strength {
        1 => "1".to_owned(),
        most => format!("1-{most}"),
    };
    let text = world.dungeon().settings.game.terms.period.next;
    text.replace("{number}", &next.number.to_string())
        .replace("{pay}", &next.pay.to_string())
        .replace("{newcomers}", &next.newcomers.to_string())
        .replace("{strength}", &strength)
}

/// Returns the number of herd animals on all levels, and the name of one animal without an article; "animal" if they
/// have several names.
pub fn herd(world: &World) -> (i64, String) {
    let dungeon = world.dungeon();
    let lying = dungeon
        .numbered_levels()
        .flat_map(|(level, _)| world.herd(level).iter().map(move |at| (level, *at)));
    let mut names: Vec<&str> = lying
        .map(|(level, at)| world.item(world.item_at(level, at)).name.as_str())
        .collect();
    let count = names.len() as i64;
    names.dedup();
    let name = match names.as_slice() {
        [] => dungeon
            .items
            .iter()
            .find(|item| item.herd)
            .map(|item| item.name.as_str()),
        [name] => Some(*name),
        _ => None,
    };
    (count, name.unwrap_or("animal").to_owned())
}
