//! Which sentences events become. Upkeep (E-3), idle rounds, and what monsters do to nobody are not voiced.
use super::action_result;
use super::damage_tracker::DamageTracker;
use super::ending::ending;
use super::obstacle;
use super::pending_action::{PendingAction, booty};
use super::repeated_action::{FenceDamage, RepeatedKind};
use super::sentences::{self, ShotResult, TrapEffect};
use super::turn_report::TurnReport;
use crate::dungeon::{Feature, ItemId, LevelId, Stat, TileId};
use crate::engine::action::ActorId;
use crate::engine::event::{Event, Missile};
use crate::space::geometry::Point;
use crate::view::words::grammar::nouns::{with_article, with_indefinite_article};
use crate::view::words::terms::boards;
use crate::view::words::terms::names::{doing, name, possessive, trap};
use crate::view::words::terms::perception::Perception;

/// Who hears the events of a step one by one, and says what they come to.
pub struct TurnNarrator<'a> {
    world: Perception<'a>,
    pending: PendingAction,
    damage: DamageTracker<'a>,
    /// Who died, and has dropped nothing yet.
    fallen: Vec<ActorId>,
    /// Which of the sentences is the first of a season that begins.
    season: Option<usize>,
    report: TurnReport,
}

impl<'a> TurnNarrator<'a> {
    /// Before the first of these events; the world is the one after them.
    pub fn before(world: Perception<'a>, events: &[Event]) -> TurnNarrator<'a> {
        TurnNarrator {
            world,
            pending: PendingAction::Nothing,
            damage: DamageTracker::before(world, events),
            fallen: Vec::new(),
            season: None,
            report: TurnReport::default(),
        }
    }

    /// The next event; behind it come the later ones.
    pub fn hear(&mut self, event: Event, later: &[Event]) {
        if let PendingAction::Season(season) = &mut self.pending
            && season.hears(self.world, event)
        {
            return;
        }
        if !self.world.sees_place_of(event) {
            return self.interrupt();
        }
        if let Some(mut action) = PendingAction::begun_by(event) {
            self.begin(&mut action);
            if matches!(action, PendingAction::Season(_)) {
                self.season = Some(self.report.said.len());
            }
            self.pending = action;
        }
        self.voice(event, later);
    }

    /// Behind the last event: all sentences, those of a season that begins as a part of their own.
    pub fn told(mut self) -> Vec<Vec<String>> {
        self.finish();
        let mut said = self.report.said;
        let season = self.season.map(|first| said.split_off(first));
        let mut parts: Vec<Vec<String>> = [Some(said), season].into_iter().flatten().collect();
        for part in &mut parts {
            part.retain(|sentence| !sentence.is_empty());
        }
        parts
    }
}

impl TurnNarrator<'_> {
    /// What an event says, or adds to the deed under way.
    fn voice(&mut self, event: Event, later: &[Event]) {
        match event {
            Event::Rammed { who, whom } => {
                let wound = self.damage.wound(whom, 0);
                action_result::ram(&mut self.report, self.world, who, wound);
            }
            Event::Cleared { level } => self.say(&boards::clearing(level)),
            Event::Flew { who, missile, .. } => self.fly(who, missile),
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
                if self.world.is_ours(who) {
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
                let meal = RepeatedKind::Meal(self.world.item(item).name.clone());
                self.report.count(self.world, meal, (who, at), 1);
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
                self.say(&ending(self.world, outcome, &self.damage.bane));
            }
            Event::Built { who, tile, .. } => {
                self.tell(sentences::building(self.world, who, tile));
            }
            Event::Rebuilt { tile, .. } => self.rebuild(tile),
            Event::Missed { who, .. } => self.miss(who),
            Event::Slimed { who, at, tile, .. } => {
                self.finish();
                let trail = RepeatedKind::Trail(self.world.dungeon().tile(tile).name.clone());
                self.report.count(self.world, trail, (who, at), 1);
            }
            Event::Wiped { who, tile, .. } => self.tell(sentences::wiping(self.world, who, tile)),
            Event::Commanded { who } => self.follow(who, later),
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
            | Event::Stomped { .. }
            | Event::Fired { .. } => {}
            // What is seen anyway.
            Event::Moved { .. } => {}
        }
    }

    fn bump(&mut self, who: ActorId, (level, at): (LevelId, Point), later: &[Event]) {
        self.finish();
        if !self.world.is_ours(who) {
            return;
        }
        let body = self.world.body(who);
        let sentence = match (body.level, body.at) == (level, at) {
            // He was to go elsewhere, and all of it is taken.
            true => format!("there is no room for {} there.", name(self.world, who)),
            false => obstacle::bump(self.world, level, at, later),
        };
        self.say(&sentence);
    }

    /// What a fence became that is being torn at.
    fn rebuild(&mut self, became: TileId) {
        if let PendingAction::Tear { damage, .. } = &mut self.pending {
            *damage = match self.world.dungeon().tile(became).feature {
                Feature::Fence(_) => FenceDamage::Weakened,
                _ => FenceDamage::Broken,
            };
        }
    }

    /// By a trap, to the next board, or else by what he stood on.
    fn travel(&mut self, who: ActorId, from: (LevelId, Point), to: LevelId) {
        match self.pending {
            PendingAction::Trap { tile, .. } => self.spring(who, tile, TrapEffect::Travel(to)),
            PendingAction::Clearing => self.tell(sentences::arrival(self.world, who, to)),
            _ => self.tell(sentences::journey(self.world, who, from, to)),
        }
    }

    fn alarm(&mut self) {
        match self.pending {
            PendingAction::Trap { who, tile, .. } => self.spring(who, tile, TrapEffect::Alarm),
            _ => self.tell(sentences::ALARM.to_owned()),
        }
    }

    /// What the trap under way came to.
    fn spring(&mut self, who: ActorId, tile: TileId, effect: TrapEffect) {
        self.pending = PendingAction::Nothing;
        let sentence = sentences::trap(self.world, who, tile, effect);
        self.say(&sentence);
    }

    /// Something lies there now: dropped by who died last, if it is what he carried.
    fn place(&mut self, item: ItemId) {
        if matches!(self.pending, PendingAction::Purchase { item: bought, .. } if bought == item) {
            return self.finish();
        }
        let thing = &self.world.item(item).name;
        let carries = |who: &ActorId| self.world.kind(*who).drops == item;
        let sentence = match self.fallen.iter().position(carries) {
            Some(nth) => {
                let who = self.fallen.remove(nth);
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
        if is_life && self.pending.has_blasted(who) {
            self.resume();
        }
        if is_life && self.world.is_ours(who) {
            let culprit = || self.pending.culprit(self.world);
            self.damage.suffer(who, by, culprit);
        }
        let taken = -i64::from(by);
        match &mut self.pending {
            PendingAction::Strike {
                who: thief,
                whom,
                loot,
                ..
            } if *whom == who && booty(self.world, *thief) == Some(stat) => *loot += taken,
            PendingAction::Strike { whom, harm, .. }
            | PendingAction::Shot { whom, harm, .. }
            | PendingAction::Ram { whom, harm, .. }
            | PendingAction::Trap {
                who: whom, harm, ..
            } if *whom == who && is_life => *harm += taken,
            PendingAction::Tear {
                who: tearer,
                damage,
                ..
            } if *tearer == who && is_life => *damage = FenceDamage::Hurt,
            PendingAction::Purchase { price, .. } => *price += taken,
            PendingAction::Season(season) => season.pay(by),
            PendingAction::Burst { blast, .. } if is_life => {
                blast.hurt(self.damage.wound(who, taken))
            }
            PendingAction::Spell { who: caster, price } if *caster == who && is_life => {
                *price += taken;
            }
            PendingAction::Taking {
                who: taker, gains, ..
            } if *taker == who => gains.push((stat, by)),
            PendingAction::Flight { who: caster, hits } if is_life => {
                *hits += 1;
                let bolt = format!("{} bolt hits", possessive(self.world, *caster));
                let hit = sentences::hit(self.world, &bolt, self.damage.wound(who, taken));
                self.say(&hit);
            }
            _ => {}
        }
    }

    /// A bolt is on its way, or goes on after what it did. A shot's wound follows its flight, so its story goes on.
    fn fly(&mut self, who: ActorId, missile: Missile) {
        match self.pending {
            PendingAction::Spell { price, .. } => {
                self.pending = PendingAction::Flight { who, hits: 0 };
                self.say(&sentences::spell(self.world, who, price));
            }
            PendingAction::Nothing | PendingAction::Burst { .. }
                if matches!(missile, Missile::Bolt(_)) =>
            {
                self.finish();
                self.pending = PendingAction::Flight { who, hits: 1 };
            }
            _ => {}
        }
    }

    /// The shot under way missed.
    fn miss(&mut self, who: ActorId) {
        match &mut self.pending {
            PendingAction::Fire { aim, .. } => *aim = ShotResult::Missed,
            PendingAction::Shot { whom, .. } => {
                let whom = *whom;
                self.pending = PendingAction::Nothing;
                let at = self.world.body(whom).at;
                let miss = RepeatedKind::Miss { whom };
                self.report.count(self.world, miss, (who, at), 1);
            }
            _ => {}
        }
    }

    /// The player commands another one: a word is due only if the one before is dead, and only to the last of several.
    fn follow(&mut self, who: ActorId, later: &[Event]) {
        let is_commanded = |event: &Event| matches!(event, Event::Commanded { .. });
        let is_forced = self.fallen.iter().any(|fallen| self.world.is_ours(*fallen));
        if is_forced && !later.iter().any(is_commanded) {
            self.tell(format!("{} goes on.", name(self.world, who)));
        }
    }

    fn die(&mut self, who: ActorId) {
        self.fallen.push(who);
        let lives_by_strength = self.world.kind(who).life == Stat::Strength;
        match &mut self.pending {
            // Whoever bursts or rams is gone by that.
            PendingAction::Burst { blast, .. } if blast.who == who => return,
            PendingAction::Burst { blast, .. } => return blast.kill(who),
            PendingAction::Ram { who: doer, .. } if *doer == who => return,
            PendingAction::Stomp { whom, .. } if *whom == who => return self.finish(),
            PendingAction::Tear {
                who: tearer,
                damage,
                ..
            } if *tearer == who => {
                *damage = FenceDamage::Fatal;
                return;
            }
            // Of whom nothing but strength was, a blow that ends it says no number.
            PendingAction::Strike {
                who: slayer, whom, ..
            } if *whom == who && lives_by_strength => {
                let slaying = sentences::slaying(self.world, *slayer, who);
                self.pending = PendingAction::Nothing;
                return self.say(&slaying);
            }
            PendingAction::Strike {
                who: slayer, whom, ..
            }
            | PendingAction::Shot {
                who: slayer, whom, ..
            } if *whom == who && is_put_short(self.world, *slayer, who) => {
                let killing = sentences::killing(self.world, *slayer, who);
                self.pending = PendingAction::Nothing;
                return self.say(&killing);
            }
            // A bolt flies on after it has killed.
            PendingAction::Flight { .. } => {}
            _ => self.finish(),
        }
        if !self.world.is_you(who) && self.world.sees(who) {
            self.say(&format!("{} dies.", name(self.world, who)));
        }
    }

    /// Another deed begins. Who explodes in the midst of a ram, since that kills him, has not done with it.
    fn begin(&mut self, action: &mut PendingAction) {
        match (&self.pending, action) {
            (PendingAction::Ram { who, whom, .. }, PendingAction::Burst { blast, rammed })
                if *who == blast.who =>
            {
                *rammed = Some(*whom);
                self.pending = PendingAction::Nothing;
                self.report.retract();
            }
            _ => self.finish(),
        }
    }

    /// Says what the deed under way came to, if it is not a ram: whoever rams leaves what it has before the wound is
    /// dealt.
    fn interrupt(&mut self) {
        if !matches!(self.pending, PendingAction::Ram { .. }) {
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
        let action = std::mem::take(&mut self.pending);
        action_result::finish(&mut self.report, self.world, &self.damage, action);
    }

    /// The explosion is over: what follows it is the wound of the ram that it interrupted.
    fn resume(&mut self) {
        let ram = self.pending.interrupted();
        self.finish();
        self.pending = ram;
    }

    fn say(&mut self, sentence: &str) {
        self.report.say(sentence);
    }
}

/// Whether a death is said in one sentence with the deed that dealt it: one of the player's people dealt it or died.
fn is_put_short(world: Perception<'_>, slayer: ActorId, whom: ActorId) -> bool {
    world.is_one_of_us(whom) || world.is_one_of_us(slayer)
}
