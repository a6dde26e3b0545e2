//! Which sentences events become. Upkeep (E-3), idle rounds, and what monsters do to nobody are not voiced.
use super::names::{
    capitalised, doing, name, one_like, possessive, terrain, trap, with_article,
    with_indefinite_article,
};
use super::sentences::{self, Effect};
use super::witnessed::Witnessed;
use crate::dungeon::{ItemId, LevelId, Stat, TileId};
use crate::engine::action::ActorId;
use crate::engine::event::Event;
use crate::space::geometry::Point;

/// The events before the first turn: what was put into the dungeon is there to be seen, and not told.
pub fn tell_opening(world: Witnessed<'_>, events: &[Event]) -> Vec<String> {
    let is_placement = |event: &Event| {
        matches!(
            event,
            Event::Born { .. } | Event::Placed { .. } | Event::Rebuilt { .. }
        )
    };
    let told = events.iter().filter(|event| !is_placement(event)).copied();
    tell(world, &told.collect::<Vec<_>>())
}

/// The events of one step as sentences, in order. The world is the one after them; who is not seen has no name in
/// them, and what happens out of view to nobody but others is left out.
pub fn tell(world: Witnessed<'_>, events: &[Event]) -> Vec<String> {
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
        fallen: None,
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
        loot: i64,
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
    Trap {
        who: ActorId,
        tile: TileId,
        harm: i64,
    },
    Burst {
        who: ActorId,
    },
}

struct Teller<'a> {
    world: Witnessed<'a>,
    deed: Deed,
    /// The hero's health after the events heard so far.
    health: i64,
    /// What took it below one: "a ghost".
    bane: String,
    /// Who died last.
    fallen: Option<ActorId>,
    said: Vec<String>,
}

impl Teller<'_> {
    fn hear(&mut self, event: Event) {
        let (harm, loot) = (0, 0);
        match event {
            _ if !self.is_seen(event) => self.finish(),
            Event::Struck { who, whom } => self.begin(Deed::Strike {
                who,
                whom,
                harm,
                loot,
            }),
            Event::Shot { who, whom } => self.begin(Deed::Shot { who, whom, harm }),
            Event::Cast { who, .. } => self.begin(Deed::Spell { who, price: 0 }),
            Event::Taken { who, item, .. } => {
                let gains = Vec::new();
                self.begin(Deed::Taking { who, item, gains });
            }
            Event::Sprung { who, tile, .. } => self.begin(Deed::Trap { who, tile, harm }),
            Event::Burst { who, .. } => {
                self.begin(Deed::Burst { who });
                if self.world.sees(who) {
                    self.say(&format!("{} bursts.", name(self.world, who)));
                }
            }
            Event::Flew { who, .. } => self.fly(who),
            Event::Changed { who, stat, by } => self.change(who, stat, by),
            Event::Died { who, .. } => self.die(who),
            Event::Bumped { who, level, at } => self.bump(who, level, at),
            Event::Travelled {
                who,
                from,
                left,
                to,
                ..
            } => self.travel(who, (from, left), to),
            Event::Alarmed { .. } => self.alarm(),
            Event::Read { tile, .. } => self.tell(self.world.dungeon().tile(tile).says.clone()),
            Event::Opened { who, tile, .. } => {
                let world = self.world;
                let tile = world.dungeon().tile(tile);
                self.tell(sentences::opening(world, who, tile));
                if self.is_you(who) {
                    self.say(&tile.says);
                }
            }
            Event::Found { who, tile, .. } => {
                let trap = with_indefinite_article(trap(&self.world, tile));
                self.tell(format!("{} {trap}.", doing(self.world, who, "find")));
            }
            Event::Spoke { who } => self.tell(sentences::speech(self.world, who)),
            Event::Eaten { who, item, .. } => {
                let item = with_article(&self.world.item(item).name);
                self.tell(format!("{} {item}.", doing(self.world, who, "eat")));
            }
            Event::Born { kind, .. } => {
                let kind = with_indefinite_article(&self.world.dungeon().kind(kind).name);
                self.tell(format!("{kind} appears."));
            }
            Event::Placed { item, .. } => self.place(item),
            Event::TurnBegan { .. } | Event::Idled => self.finish(),
            Event::Ended(outcome) => {
                self.finish();
                let end = sentences::ending(self.world, outcome, &self.bane);
                self.say(&end);
            }
            Event::Built { .. }
            | Event::Torn { .. }
            | Event::Bought { .. }
            | Event::SeasonBegan { .. }
            | Event::Moved { .. }
            | Event::Rebuilt { .. }
            | Event::Commanded { .. } => {}
        }
    }

    /// Whether what happens at one place, and to nobody else, happens in view.
    fn is_seen(&self, event: Event) -> bool {
        match event {
            Event::Opened { who, .. } if self.world.is_you(who) => true,
            Event::Opened { level, at, .. }
            | Event::Eaten { level, at, .. }
            | Event::Born { level, at, .. }
            | Event::Placed { level, at, .. } => (self.world.seen)(level, at),
            _ => true,
        }
    }

    fn bump(&mut self, who: ActorId, level: LevelId, at: Point) {
        self.finish();
        if !self.is_you(who) {
            return;
        }
        let body = self.world.body(who);
        match (body.level, body.at) == (level, at) {
            // He was to go elsewhere, and all of it is taken.
            true => self.say("there is no room for you there."),
            false => {
                let obstacle = with_article(terrain(&self.world, level, at));
                // Nobody bumps into water.
                let tries = match self.world.lets_sight(level, at) {
                    true => "cannot pass",
                    false => "bump into",
                };
                self.say(&format!("you {tries} {obstacle}."));
            }
        }
    }

    /// By a trap, or else by what he stood on.
    fn travel(&mut self, who: ActorId, from: (LevelId, Point), to: LevelId) {
        match self.deed {
            Deed::Trap { tile, .. } => self.spring(who, tile, Effect::Travel(to)),
            _ => self.tell(sentences::journey(self.world, who, from, to)),
        }
    }

    fn alarm(&mut self) {
        match self.deed {
            Deed::Trap { who, tile, .. } => self.spring(who, tile, Effect::Alarm),
            _ => self.tell(sentences::ALARM.to_owned()),
        }
    }

    /// What the trap under way came to.
    fn spring(&mut self, who: ActorId, tile: TileId, effect: Effect) {
        self.deed = Deed::Nothing;
        let sentence = sentences::trap(self.world, who, tile, effect);
        self.say(&sentence);
    }

    /// Something lies there now: dropped by who died last, if it is what he carried.
    fn place(&mut self, item: ItemId) {
        let thing = &self.world.item(item).name;
        let carries = |who: &ActorId| self.world.kind(*who).drops == item;
        match self.fallen.filter(carries) {
            Some(who) => {
                let drops = doing(self.world, who, "drop");
                self.tell(format!("{drops} {}.", with_article(thing)));
            }
            None => self.tell(format!("{} appears.", with_indefinite_article(thing))),
        }
    }

    /// A number changed: by the deed under way, or by upkeep, which is not voiced.
    fn change(&mut self, who: ActorId, stat: Stat, by: i32) {
        let is_health = stat == Stat::Health;
        if is_health && self.is_you(who) {
            self.suffer(by);
        }
        match &mut self.deed {
            Deed::Strike { whom, harm, .. }
            | Deed::Shot { whom, harm, .. }
            | Deed::Trap {
                who: whom, harm, ..
            } if *whom == who && is_health => *harm -= i64::from(by),
            Deed::Strike { whom, loot, .. } if *whom == who => *loot -= i64::from(by),
            Deed::Burst { .. } if is_health && self.world.sees(who) => {
                let hit = sentences::hit(self.world, "the blast", who, -i64::from(by));
                self.say(&hit);
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
                let hit = sentences::hit(self.world, &bolt, who, -i64::from(by));
                self.say(&hit);
            }
            _ => {}
        }
    }

    /// A bolt is on its way. An arrow's wound follows its flight, so its story goes on as a shot.
    fn fly(&mut self, who: ActorId) {
        if let Deed::Spell { price, .. } = self.deed {
            self.deed = Deed::Flight { who, hits: 0 };
            self.say(&sentences::spell(self.world, who, price));
        }
    }

    fn die(&mut self, who: ActorId) {
        self.fallen = Some(who);
        match self.deed {
            // Whoever bursts is gone by that.
            Deed::Burst { who: burst } if burst == who => return,
            // A bolt flies on after it has killed, and a blast hits everybody.
            Deed::Flight { .. } | Deed::Burst { .. } => {}
            _ => self.finish(),
        }
        if !self.is_you(who) && self.world.sees(who) {
            self.say(&format!("{} dies.", name(self.world, who)));
        }
    }

    fn begin(&mut self, deed: Deed) {
        self.finish();
        self.deed = deed;
    }

    /// Says what needs no other event.
    fn tell(&mut self, sentence: String) {
        self.finish();
        self.say(&sentence);
    }

    /// Says what the deed under way came to.
    fn finish(&mut self) {
        let world = self.world;
        let sentence = match std::mem::replace(&mut self.deed, Deed::Nothing) {
            Deed::Nothing | Deed::Flight { hits: 1.., .. } | Deed::Burst { .. } => return,
            Deed::Flight { who, .. } => sentences::in_vain(world, who),
            Deed::Strike {
                who,
                whom,
                harm,
                loot,
            } => sentences::strike(world, who, whom, harm, loot),
            Deed::Shot { who, whom, harm } => {
                let arrow = format!("{} arrow", possessive(world, who));
                sentences::hit(world, &arrow, whom, harm)
            }
            Deed::Spell { who, price } => {
                self.say(&sentences::spell(world, who, price));
                sentences::in_vain(world, who)
            }
            Deed::Taking { who, item, gains } => sentences::taking(world, who, item, &gains),
            Deed::Trap { who, tile, harm } => {
                return self.spring(who, tile, Effect::Harm(harm));
            }
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
            Deed::Strike { who, .. } | Deed::Shot { who, .. } | Deed::Burst { who } => {
                return one_like(self.world, *who);
            }
            Deed::Trap { tile, .. } => trap(&self.world, *tile),
            // There is "a crown" but no "a gold" or "a bread".
            Deed::Taking { item, .. } => return with_article(&self.world.item(*item).name),
        };
        with_indefinite_article(name)
    }

    fn is_you(&self, who: ActorId) -> bool {
        self.world.is_you(who)
    }

    fn say(&mut self, sentence: &str) {
        if !sentence.is_empty() {
            self.said.push(capitalised(sentence));
        }
    }
}
