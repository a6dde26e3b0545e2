//! Bots that play by the narrated lines alone, and know only what the help says of a game.
use std::collections::BTreeMap;

use crate::reader::{bare, places_of, somebody};
use dungeon_play::narration::{LineInterface, Narrator};

/// A bot that knows only the narrated lines, and the last answer.
pub struct Bot<'a> {
    narrator: Narrator<'a>,
    heard: Vec<String>,
    /// The last reported place of the nearest body of each name.
    near: BTreeMap<String, (i32, i32)>,
    /// All lines that the bot typed and read, in order.
    pub story: Vec<String>,
}

impl<'a> Bot<'a> {
    pub fn playing(mut narrator: Narrator<'a>) -> Bot<'a> {
        let mut bot = Bot {
            heard: narrator.opening(),
            narrator,
            near: BTreeMap::new(),
            story: Vec::new(),
        };
        bot.understand();
        bot
    }

    fn say(&mut self, line: &str) {
        self.heard = self.narrator.answer(line);
        self.story.push(format!("> {line}"));
        self.understand();
    }

    fn understand(&mut self) {
        self.story.extend(self.heard.iter().cloned());
        for line in &self.heard {
            let Some((name, places)) = somebody(line.trim_end_matches('.')) else {
                continue;
            };
            let name = name.to_lowercase();
            let bare = bare(&name)
                .trim_end_matches("ies")
                .trim_end_matches(['s', 'y'])
                .to_owned();
            let distance = |(x, y): &(i32, i32)| (x.abs().max(y.abs()), x.abs() + y.abs());
            match places_of(&places).into_iter().min_by_key(distance) {
                Some(place) => self.near.insert(bare, place),
                None => self.near.remove(&bare),
            };
        }
    }

    fn has_heard(&self, words: &str) -> bool {
        self.heard.iter().any(|line| line.contains(words))
    }

    fn is_over(&self) -> bool {
        self.has_heard("R: again")
    }

    /// Returns the offset from the hero to the nearest body, if it is within this distance.
    fn nearest(&self, within: i32) -> Option<(i32, i32)> {
        let far = |(x, y): &(i32, i32)| x.abs().max(y.abs());
        let nearest = self.near.values().copied().min_by_key(far);
        nearest.filter(|place| far(place) <= within)
    }

    /// Explores, and attacks bodies beside the hero; for a monster nearby it waits three lines, then approaches it.
    pub fn explores(&mut self, lines: u32) {
        let mut waited = 0;
        for _ in 0..lines {
            match self.nearest(6) {
                _ if self.is_over() => return,
                Some((x, y)) if x.abs().max(y.abs()) == 1 || waited == 3 => {
                    waited = 0;
                    self.say(toward(x, y));
                }
                Some(_) => {
                    waited += 1;
                    self.say("wait");
                }
                None => self.explores_on(),
            }
        }
    }

    fn explores_on(&mut self) {
        self.say("explore");
        if self.heard.len() > 1 || self.is_over() {
            return;
        }
        match self.nearest(99) {
            Some((x, y)) => self.say(toward(x, y)),
            None => self.say("descend"),
        }
    }

    /// Waits for enemies and stomps each that is adjacent; walks to those that do not come.
    pub fn stomps(&mut self, lines: u32) {
        for _ in 0..lines {
            match self.nearest(1) {
                _ if self.is_over() => return,
                Some((x, y)) if x == 0 || y == 0 => self.say(toward(x, y)),
                _ if self.has_heard("Turn ") => self.goes_to_the_nearest(),
                _ => self.say("wait"),
            }
        }
    }

    fn goes_to_the_nearest(&mut self) {
        self.say("list enem");
        let listed = self.heard.iter().find_map(|line| line.split_once(": "));
        let place = listed.and_then(|(_, places)| places.split(';').next());
        let place = place.unwrap_or("here").trim_end_matches('.').to_owned();
        self.say(&format!("go {place}"));
        if self.heard.len() == 1 {
            self.say(place.split([' ', ',']).nth(1).unwrap_or("wait"));
        }
    }

    /// Sends each wizard to the nearest crystals.
    pub fn gathers(&mut self, turns: u32) {
        for _ in 0..turns {
            for _ in 0..3 {
                for _ in 0..2 {
                    self.say("go crystal");
                    if self.is_over() {
                        return;
                    }
                }
                self.say("next unit");
            }
            self.say("end turn");
        }
    }
}

/// Returns the direction of an offset.
fn toward(x: i32, y: i32) -> &'static str {
    match (x.signum(), y.signum()) {
        (0, -1) => "north",
        (0, 1) => "south",
        (1, 0) => "east",
        (-1, 0) => "west",
        (1, -1) => "northeast",
        (-1, -1) => "northwest",
        (1, 1) => "southeast",
        (-1, 1) => "southwest",
        _ => "wait",
    }
}
