//! Which sentences events become. Upkeep (E-3), idle rounds, and what monsters do to nobody are not voiced.
use super::boards;
use super::deed::{Deed, booty};
use super::ending::{Bane, ending};
use super::life::{self, Wound};
use super::names::{
    doing, name, name_of_met, possessive, trap, with_article, with_indefinite_article,
};
use super::obstacle;
use super::sentences::{self, Effect};
use super::story::Story;
use super::tally::{Rent, Sort};
use super::witnessed::Witnessed;
use crate::dungeon::{Feature, ItemId, LevelId, Stat, TileId};
use crate::engine::action::ActorId;
use crate::engine::event::Event;
use crate::space::geometry::Point;

/// Who hears the events of a step one by one, and says what they come to.
pub struct Teller<'a> {
    world: Witnessed<'a>,
    deed: Deed,
    /// The hero's health, or what he lives by, after the events heard so far.
    life: i64,
    /// What spent it.
    bane: Bane,
    /// Who died last.
    fallen: Option<ActorId>,
    /// Which of the sentences is the first of a season that begins.
    season: Option<usize>,
    story: Story,
}

impl<'a> Teller<'a> {
    /// Before the first of these events; the world is the one after them.
    pub fn before(world: Witnessed<'a>, events: &[Event]) -> Teller<'a> {
        let you = world.commanded();
        let life = world.kind(you).life;
        let changes = events.iter().filter_map(|event| match event {
            Event::Changed { who, stat, by } if (*who, *stat) == (you, life) => {
                Some(i64::from(*by))
            }
            _ => None,
        });
        Teller {
            world,
            deed: Deed::Nothing,
            life: i64::from(world.life_of(you)) - changes.sum::<i64>(),
            bane: Bane::Unknown,
            fallen: None,
            season: None,
            story: Story::default(),
        }
    }

    /// The next event; behind it come the later ones.
    pub fn hear(&mut self, event: Event, later: &[Event]) {
        if let Deed::Season(season) = &mut self.deed
            && season.hears(self.world, event)
        {
            return;
        }
        if !self.world.sees_place_of(event) {
            return self.interrupt();
        }
        if let Some(deed) = Deed::begun_by(event) {
            self.finish();
            if matches!(deed, Deed::Season(_)) {
                self.season = Some(self.story.said.len());
            }
            self.deed = deed;
        }
        self.voice(event, later);
    }

    /// Behind the last event: all sentences, those of a season that begins as a part of their own.
    pub fn told(mut self) -> Vec<Vec<String>> {
        self.finish();
        let mut said = self.story.said;
        match self.season {
            Some(first) => {
                let season = said.split_off(first);
                vec![said, season]
            }
            None => vec![said],
        }
    }
}

impl Teller<'_> {
    /// What an event says, or adds to the deed under way.
    fn voice(&mut self, event: Event, later: &[Event]) {
        match event {
            Event::Burst { who, .. } if self.world.sees(who) => {
                self.say(&format!("{} bursts.", name(self.world, who)));
            }
            Event::Rammed { who, whom } => self.ram(who, whom, 0),
            Event::Cleared { level } => self.say(&boards::clearing(level)),
            Event::Flew { who, .. } => self.fly(who),
            Event::Changed { who, stat, by } => self.change(who, stat, by),
            Event::Died { who, .. } => self.die(who),
            Event::Bumped { who, level, at } => self.bump(who, (level, at), later),
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
            Event::Eaten { who, at, item, .. } => {
                self.finish();
                let meal = Sort::Meal(self.world.item(item).name.clone());
                self.story.count(self.world, meal, (who, at), 1);
            }
            Event::Born { who, kind, .. } => self.tell(sentences::birth(self.world, who, kind)),
            Event::Placed { item, .. } => self.place(item),
            Event::Removed { item, .. } => {
                let thing = with_article(&self.world.item(item).name);
                self.tell(format!("{thing} is gone."));
            }
            Event::TurnBegan { .. } | Event::Idled => self.finish(),
            Event::Ended(outcome) => {
                self.finish();
                self.say(&ending(self.world, outcome, &self.bane));
            }
            Event::Built { who, tile, .. } => {
                self.tell(sentences::building(self.world, who, tile));
            }
            Event::Rebuilt { tile, .. } => self.rebuild(tile),
            // Deeds that have begun say later what came of them.
            Event::Struck { .. }
            | Event::Shot { .. }
            | Event::Cast { .. }
            | Event::Taken { .. }
            | Event::Sprung { .. }
            | Event::Burst { .. }
            | Event::Bought { .. }
            | Event::Torn { .. }
            | Event::SeasonBegan { .. }
            | Event::Stomped { .. } => {}
            Event::Moved { .. }
            | Event::Commanded { .. }
            | Event::Fired { .. }
            | Event::Missed { .. }
            | Event::Slimed { .. }
            | Event::Wiped { .. } => {}
        }
    }

    fn bump(&mut self, who: ActorId, (level, at): (LevelId, Point), later: &[Event]) {
        self.finish();
        if !self.is_you(who) {
            return;
        }
        let body = self.world.body(who);
        let sentence = match (body.level, body.at) == (level, at) {
            // He was to go elsewhere, and all of it is taken.
            true => "there is no room for you there.".to_owned(),
            false => obstacle::bump(self.world, level, at, later),
        };
        self.say(&sentence);
    }

    /// What a fence became that is being torn at.
    fn rebuild(&mut self, became: TileId) {
        if let Deed::Tear { rent, .. } = &mut self.deed {
            *rent = match self.world.dungeon().tile(became).feature {
                Feature::Fence(_) => Rent::Weakened,
                _ => Rent::Broken,
            };
        }
    }

    /// By a trap, to the next board, or else by what he stood on.
    fn travel(&mut self, who: ActorId, from: (LevelId, Point), to: LevelId) {
        match self.deed {
            Deed::Trap { tile, .. } => self.spring(who, tile, Effect::Travel(to)),
            Deed::Clearing => self.tell(sentences::arrival(self.world, who, to)),
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
        if matches!(self.deed, Deed::Purchase { item: bought, .. } if bought == item) {
            return self.finish();
        }
        let thing = &self.world.item(item).name;
        let carries = |who: &ActorId| self.world.kind(*who).drops == item;
        let sentence = match self.fallen.filter(carries) {
            Some(who) => {
                let drops = doing(self.world, who, "drop");
                format!("{drops} {}.", with_article(thing))
            }
            None => format!("{} appears.", with_indefinite_article(thing)),
        };
        self.interrupt();
        self.say(&sentence);
    }

    /// A number changed: by the deed under way, or by upkeep, which is not voiced.
    fn change(&mut self, who: ActorId, stat: Stat, by: i32) {
        let is_life = stat == self.world.kind(who).life;
        if is_life && self.is_you(who) {
            self.suffer(by);
        }
        let taken = -i64::from(by);
        match &mut self.deed {
            Deed::Strike {
                who: thief,
                whom,
                loot,
                ..
            } if *whom == who && booty(self.world, *thief) == Some(stat) => *loot += taken,
            Deed::Strike { whom, harm, .. }
            | Deed::Shot { whom, harm, .. }
            | Deed::Ram { whom, harm, .. }
            | Deed::Trap {
                who: whom, harm, ..
            } if *whom == who && is_life => *harm += taken,
            Deed::Tear {
                who: tearer, rent, ..
            } if *tearer == who && is_life => *rent = Rent::Hurt,
            Deed::Purchase { price, .. } => *price += taken,
            Deed::Season(season) => season.pay(by),
            Deed::Burst { .. } if is_life && self.world.sees(who) => {
                let wound = self.wound(who, taken);
                let hit = sentences::hit(self.world, "the blast hits", wound);
                self.say(&hit);
            }
            Deed::Spell { who: caster, price } if *caster == who && is_life => {
                *price += taken;
            }
            Deed::Taking {
                who: taker, gains, ..
            } if *taker == who => gains.push((stat, by)),
            Deed::Flight { who: caster, hits } if is_life => {
                *hits += 1;
                let bolt = format!("{} bolt hits", possessive(self.world, *caster));
                let hit = sentences::hit(self.world, &bolt, self.wound(who, taken));
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
        let lives_by_strength = self.world.kind(who).life == Stat::Strength;
        match &mut self.deed {
            // Whoever bursts or rams is gone by that.
            Deed::Burst { who: doer } | Deed::Ram { who: doer, .. } if *doer == who => return,
            Deed::Stomp { whom, .. } if *whom == who => return self.finish(),
            Deed::Tear {
                who: tearer, rent, ..
            } if *tearer == who => {
                *rent = Rent::Fatal;
                return;
            }
            // Of whom nothing but strength was, a blow that ends it says no number.
            Deed::Strike {
                who: slayer, whom, ..
            } if *whom == who && lives_by_strength => {
                let slaying = sentences::slaying(self.world, *slayer, who);
                self.deed = Deed::Nothing;
                return self.say(&slaying);
            }
            // A bolt flies on after it has killed, and a blast hits everybody.
            Deed::Flight { .. } | Deed::Burst { .. } => {}
            _ => self.finish(),
        }
        if !self.is_you(who) && self.world.sees(who) {
            self.say(&format!("{} dies.", name(self.world, who)));
        }
    }

    /// A ram that has taken so much so far: its sentence stands before what the rammer drops, and grows.
    fn ram(&mut self, who: ActorId, whom: ActorId, harm: i64) {
        let at = self.world.body(who).at;
        // Of others nobody keeps count.
        let left = match self.is_you(whom) {
            true => self.life + harm,
            false => 0,
        };
        let ram = Sort::Ram { whom, left };
        self.story.count(self.world, ram, (who, at), harm);
    }

    /// Says what the deed under way came to, if it is not a ram: whoever rams leaves what it has before the wound is
    /// dealt.
    fn interrupt(&mut self) {
        if !matches!(self.deed, Deed::Ram { .. }) {
            self.finish();
        }
    }

    /// Says what needs no other event.
    fn tell(&mut self, sentence: String) {
        self.finish();
        self.say(&sentence);
    }

    /// Says what the deed under way came to.
    fn finish(&mut self) {
        let world = self.world;
        let sentence = match std::mem::take(&mut self.deed) {
            Deed::Nothing
            | Deed::Flight { hits: 1.., .. }
            | Deed::Burst { .. }
            | Deed::Clearing => return,
            Deed::Flight { who, .. } => sentences::in_vain(world, who),
            Deed::Strike {
                who,
                whom,
                harm,
                loot,
            } => match booty(world, who) {
                Some(stat) if loot > 0 => {
                    let at = world.body(whom).at;
                    let theft = Sort::Loot { stat, whom };
                    return self.story.count(world, theft, (who, at), loot);
                }
                _ => sentences::strike(world, who, self.wound(whom, harm)),
            },
            Deed::Shot { who, whom, harm } => {
                let arrow = format!("{} arrow hits", possessive(world, who));
                sentences::hit(world, &arrow, self.wound(whom, harm))
            }
            Deed::Ram { who, whom, harm } => {
                return self.ram(who, whom, harm);
            }
            Deed::Stomp { who, whom } => {
                let name = name_of_met(world, whom, who);
                let sentence = sentences::stomp(world, who, whom);
                return self.story.say_stomped(name, &sentence);
            }
            Deed::Spell { who, price } => {
                self.say(&sentences::spell(world, who, price));
                sentences::in_vain(world, who)
            }
            Deed::Taking { who, item, gains } => sentences::taking(world, who, item, &gains),
            Deed::Trap { who, tile, harm } => {
                return self.spring(who, tile, Effect::Harm(self.wound(who, harm)));
            }
            Deed::Purchase { who, item, price } => sentences::purchase(world, who, item, price),
            Deed::Tear {
                who,
                at,
                tile,
                rent,
            } => {
                let fence = world.dungeon().tile(tile).name.clone();
                let tear = Sort::Tear(fence, rent);
                return self.story.count(world, tear, (who, at), 1);
            }
            Deed::Season(season) => {
                let sentences = season.sentences(world);
                return sentences.iter().for_each(|sentence| self.say(sentence));
            }
        };
        self.say(&sentence);
    }

    /// A wound that has just been dealt.
    fn wound(&self, whom: ActorId, harm: i64) -> Wound {
        Wound {
            whom,
            harm,
            left: self.life,
            blows: 1,
        }
    }

    /// What the hero lives by changed. Who spends it is to blame; what comes later only finds him dead.
    fn suffer(&mut self, by: i32) {
        let life = self.world.kind(self.world.commanded()).life;
        let was_spent = life::is_spent(life, self.life);
        self.life += i64::from(by);
        if !was_spent && life::is_spent(life, self.life) {
            self.bane = self.deed.culprit(self.world);
        }
    }

    fn is_you(&self, who: ActorId) -> bool {
        self.world.is_you(who)
    }

    fn say(&mut self, sentence: &str) {
        self.story.say(sentence);
    }
}
