//! The conversion of a step's events into sentences. Leaves out upkeep (E-3), idle rounds, and actions of monsters
//! against each other.
use super::damage_tracker::DamageTracker;
use super::ending::{caused_win, ending};
use super::pending_action::{PendingAction, PendingBlow, stolen_stat};
use super::repeated_action::{FenceDamage, RepeatedKind};
use super::sentences::{self, ShotResult, TrapEffect};
use super::turn_report::TurnReport;
use super::{action_result, obstacle};
use crate::view::words::terms::boards;
use crate::view::words::terms::names::{doing, name, possessive, trap};
use crate::view::words::terms::perception::Perception;
use crate::view::words::terms::states;
use crate::view::words::tone::{Sentence, Tone};
use dungeon_engine::action::ActorId;
use dungeon_engine::ending::{Blame, GameEnd, LossCause};
use dungeon_engine::event::{AtTerrain, Event, Missile};
use dungeon_model::dungeon::grammar::lists::enumerate_groups;
use dungeon_model::dungeon::grammar::nouns::{
    be, capitalised, several, with_article, with_indefinite_article,
};
use dungeon_model::dungeon::{
    CauseEffect, CauseId, Feature, ItemId, LevelId, Stat, TileId, TimedState,
};
use dungeon_model::space::geometry::Point;

/// Takes the events of a step one by one and turns them into sentences.
pub struct TurnNarrator<'a> {
    world: Perception<'a>,
    pending: PendingAction,
    damage: DamageTracker<'a>,
    /// The bodies that died in this step and have not dropped an item yet.
    fallen: Vec<ActorId>,
    /// The index of the first sentence of a pay period that begins in this step.
    period: Option<usize>,
    /// Whether a sentence about the terrain changes of the last cause is still due.
    shifts: Shifts,
    /// Whether a cause that wins the game has happened.
    is_win_caused: bool,
    /// The body that last killed one of the player's bodies.
    slayer: Option<ActorId>,
    /// The cell where the last step of one of the player's bodies began.
    came_from: Option<Point>,
    /// The names of removed items, if the events that follow at once remove others.
    removed: Vec<String>,
    /// The first of the bodies that wake right now, one after the other; `None` while other things happen.
    woken: Option<ActorId>,
    report: TurnReport,
}

/// Whether the terrain changes of a cause have been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shifts {
    Told,
    Untold,
}

impl<'a> TurnNarrator<'a> {
    /// Makes a narrator in the state before these events; `world` is the state after all of them.
    pub fn before(world: Perception<'a>, events: &[Event]) -> TurnNarrator<'a> {
        TurnNarrator {
            world,
            pending: PendingAction::Nothing,
            damage: DamageTracker::before(world, events),
            fallen: Vec::new(),
            period: None,
            shifts: Shifts::Told,
            is_win_caused: false,
            slayer: None,
            came_from: None,
            removed: Vec::new(),
            woken: None,
            report: TurnReport::default(),
        }
    }

    /// Takes the next event; `later` holds the events after it.
    pub fn add_event(&mut self, event: Event, later: &[Event]) {
        if let Event::Moved { who, from, .. } = event {
            self.record_pull(who);
            return self.record_step(who, from); // fast path for every step of every monster
        }
        match event {
            Event::Woke { who, .. } => _ = self.woken.get_or_insert(who),
            _ => self.woken = None,
        }
        if let PendingAction::Period(period) = &mut self.pending
            && period.absorb(self.world, event)
        {
            return;
        }
        if !self.world.sees_place_of(event) {
            if !self.wakes_by_pending(later) {
                self.interrupt();
            }
            return;
        }
        if let Some(mut action) = PendingAction::begun_by(event) {
            self.begin(&mut action);
            if matches!(action, PendingAction::Period(_)) {
                self.period = Some(self.report.sentences.len());
            }
            self.pending = action;
        }
        self.narrate(event, later);
    }

    /// Returns all sentences after the last event; the sentences of a new pay period form a second paragraph.
    pub fn into_paragraphs(mut self) -> Vec<Vec<Sentence>> {
        self.finish();
        let mut sentences = self.report.sentences;
        let period = self.period.map(|first| sentences.split_off(first));
        let mut parts: Vec<Vec<Sentence>> =
            [Some(sentences), period].into_iter().flatten().collect();
        for part in &mut parts {
            part.retain(|sentence| !sentence.text.is_empty());
        }
        parts
    }
}

impl TurnNarrator<'_> {
    /// Adds the sentence for an event, or adds the event to the pending action.
    fn narrate(&mut self, event: Event, later: &[Event]) {
        match event {
            Event::Rammed { who, whom } => {
                let wound = self.damage.wound(whom, 0);
                action_result::ram(&mut self.report, self.world, who, wound);
            }
            Event::Cleared { level } => self.say(&boards::clearing(&self.world, level)),
            Event::Flew { who, missile, .. } => self.fly(who, missile),
            Event::Changed { who, stat, by } => self.change(who, stat, by),
            Event::Died { who, .. } => self.die(who),
            Event::Bumped { who, level, at } => self.bump(who, level, at, later),
            Event::Travelled { who, .. } if !self.world.is_ours(who) => self.tell_alone(event),
            Event::Travelled {
                who,
                from,
                left,
                to,
                ..
            } => self.travel(who, (from, left), to),
            Event::Alarmed { .. } => self.alarm(),
            Event::Placed { item, .. } => self.place(item),
            Event::Rebuilt { tile, .. } => self.rebuild(tile),
            Event::Missed { who, .. } => self.miss(who),
            Event::Commanded { who } => self.announce_command(who, later),
            Event::TurnBegan { .. } | Event::Idled => self.finish(),
            Event::Said(sentence) => {
                self.finish();
                self.say(sentence);
            }
            Event::Felled { who, by } => self.record_killer(who, by),
            Event::Ended { ending: end, .. } => {
                self.finish();
                let sentence = match end {
                    GameEnd::Won if self.is_win_caused => caused_win(self.world),
                    end => ending(self.world, end, self.slayer),
                };
                self.say(&sentence);
            }
            Event::Eaten { .. } | Event::Slimed { .. } => self.count(event),
            Event::Removed { item, .. } => self.remove(item, later),
            Event::StateBegan {
                state: TimedState::Fleeing,
                ..
            } => self.scatter(later),
            Event::Read { .. }
            | Event::Identified { .. }
            | Event::Recharged { .. }
            | Event::Opened { .. }
            | Event::Found { .. }
            | Event::Spoke { .. }
            | Event::Joined { .. }
            | Event::Born { .. }
            | Event::Built { .. }
            | Event::Left { .. }
            | Event::Slowed { .. }
            | Event::StateBegan { .. }
            | Event::StatePassed { left: 0, .. }
            | Event::Pushed { .. }
            | Event::Wiped { .. }
            | Event::Thrown { whom: None, .. } => self.tell_alone(event),
            Event::Woke { who, .. } => self.wake(who, later),
            Event::Caused { cause } => self.begin_cause(cause),
            Event::Shifted { level, at, tile } => self.shift(level, at, tile, later),
            // Actions that have begun get their sentence once their results are known.
            Event::Struck { .. }
            | Event::Shot { .. }
            | Event::Cast { .. }
            | Event::Taken { .. }
            | Event::Given { .. }
            | Event::Used { .. }
            | Event::Thrown { .. }
            | Event::Worn { .. }
            | Event::Sprung { .. }
            | Event::Burst { .. }
            | Event::Bought { .. }
            | Event::Torn { .. }
            | Event::Harmed { .. }
            | Event::Burned { .. }
            | Event::PeriodBegan { .. }
            | Event::Stomped { .. }
            | Event::Fired { .. } => {}
            // A step needs no sentence: the screen shows it, and the narration tells its direction. A counter is
            // internal to its rule set.
            Event::Moved { .. } => {}
            Event::Swapped { who, from, .. } => {
                self.record_step(who, from);
                self.tell_alone(event);
            }
            // The gauges show the turns that a state has left.
            Event::StatePassed { .. }
            | Event::Delayed { .. }
            | Event::Lagged { .. }
            | Event::Hurried { .. }
            | Event::Counted { .. }
            | Event::Reseeded { .. } => {}
        }
    }

    /// Adds the sentence for an event that needs no other event.
    fn tell_alone(&mut self, event: Event) {
        let world = self.world;
        let dungeon = world.dungeon();
        let sentence = match event {
            Event::Read(on) => dungeon.tile(on.tile).says.clone(),
            Event::Identified { item, .. } => sentences::discovery(world, item),
            Event::Recharged { item, .. } => sentences::recharging(world, item),
            Event::Opened(on) => sentences::opening(world, on.who, dungeon.tile(on.tile)),
            Event::Found(on) => {
                let trap = with_indefinite_article(trap(&world, on.tile));
                format!("{} {trap}.", doing(world, on.who, "find"))
            }
            Event::Left { who, .. } => format!("{}.", doing(world, who, "leave")),
            Event::Spoke { who } => sentences::speech(world, who),
            Event::Joined { who } => sentences::joining(world, who),
            Event::Travelled { who, .. } => format!("{} you.", doing(world, who, "follow")),
            Event::Swapped { who, whom, .. } => sentences::swap(world, who, whom),
            Event::Thrown { who, item, .. } => sentences::aimed_at_nothing(world, who, item),
            Event::Born { who, kind, .. } => sentences::birth(world, who, kind),
            Event::Built(on) => sentences::building(world, on.who, on.tile),
            Event::Wiped(on) => sentences::wiping(world, on.who, on.tile),
            Event::Slowed(on) => self.slowing(on.who, on.level, on.tile),
            Event::StateBegan { who, state, turns } => states::beginning(world, who, state, turns),
            Event::StatePassed { who, state, .. } => states::end(world, who, state),
            Event::Pushed {
                who, tile, onto, ..
            } => sentences::push(world, who, tile, onto),
            _ => return,
        };
        self.finish();
        self.say_in(tone_alone(event), &sentence);
        if let Event::Opened(on) = event
            && world.is_ours(on.who)
        {
            self.say(&dungeon.tile(on.tile).says);
        }
    }

    /// Adds the sentence for a body that wakes or shows itself.
    fn wake(&mut self, who: ActorId, later: &[Event]) {
        if !self.wakes_by_pending(later) {
            self.finish();
        }
        self.say_in(Tone::Warning, &sentences::waking(self.world, who));
    }

    /// Whether the pending action wakes bodies right now: its victim, and after that the bodies that the victim leads.
    /// The wound or the pull follows, and belongs to the action.
    fn wakes_by_pending(&self, later: &[Event]) -> bool {
        let is_waking = |event: &&Event| matches!(event, Event::Woke { .. });
        match later.iter().find(|event| !is_waking(event)) {
            Some(Event::Changed { who, .. }) => self.woken == Some(*who),
            Some(Event::Moved { who, .. }) => {
                let pending = &self.pending;
                self.woken == Some(*who)
                    && matches!(pending, PendingAction::Aim { whom, .. } if whom == who)
            }
            _ => false,
        }
    }

    /// Adds one sentence for all bodies that flee after the death of their leader (M-10).
    fn scatter(&mut self, later: &[Event]) {
        let flees = |event: &&Event| {
            let state = TimedState::Fleeing;
            matches!(event, Event::StateBegan { state: begun, .. } if *begun == state)
        };
        let mut others = later.iter().take_while(flees);
        if !others.any(|event| self.world.sees_place_of(*event)) {
            self.finish();
            self.say("The pack scatters.");
        }
    }

    /// Adds the sentence for removed items once all of them are known: "The long sword and the axe are gone."
    fn remove(&mut self, item: ItemId, later: &[Event]) {
        self.removed.push(self.world.item(item).name.clone());
        let mut others = later
            .iter()
            .take_while(|event| matches!(event, Event::Removed { .. }));
        if others.any(|event| self.world.sees_place_of(*event)) {
            return;
        }
        self.finish();
        let removed = std::mem::take(&mut self.removed);
        let list = enumerate_groups(&removed, |count, name| match count {
            1 => with_article(name),
            n => several(n, name),
        });
        let are = if removed.len() == 1 {
            be(&removed[0])
        } else {
            "are"
        };
        self.say(&format!("{} {are} gone.", capitalised(&list)));
    }

    /// Counts a cell over which a body is pulled.
    fn record_pull(&mut self, moved: ActorId) {
        if let PendingAction::Aim { whom, cells, .. } = &mut self.pending
            && *whom == moved
        {
            *cells += 1;
        }
    }

    /// Records the cell where a step of one of the player's bodies began.
    fn record_step(&mut self, who: ActorId, from: Point) {
        if self.world.is_ours(who) {
            self.came_from = Some(from);
        }
    }

    /// Returns the sentence for the player stepping onto ground that slows; empty if the step began on such ground.
    fn slowing(&self, who: ActorId, level: LevelId, tile: TileId) -> String {
        let world = self.world;
        let is_slow = |p: Point| {
            let acting = world.tile(level, p).acting();
            acting.is_some_and(|acting| acting.is_slow)
        };
        if world.is_ours(who) && !self.came_from.is_some_and(is_slow) {
            sentences::slowing(world, who, tile)
        } else {
            String::new()
        }
    }

    /// Counts an event of a kind that is summed up: a meal, or a trail left by a body.
    fn count(&mut self, event: Event) {
        let (kind, doer) = match event {
            Event::Eaten { who, at, item, .. } => {
                let meal = self.world.item(item).name.clone();
                (RepeatedKind::Meal(meal), (who, at))
            }
            Event::Slimed(on) => {
                let trail = self.world.dungeon().tile(on.tile).name.clone();
                (RepeatedKind::Trail(trail), (on.who, on.at))
            }
            _ => return,
        };
        self.finish();
        self.report.count(self.world, kind, doer, 1);
    }

    /// Adds the text of a cause that happens.
    fn begin_cause(&mut self, cause: CauseId) {
        self.finish();
        let cause = &self.world.dungeon().causes[usize::from(cause.0)];
        self.shifts = if cause.says.is_empty() {
            Shifts::Untold
        } else {
            Shifts::Told
        };
        self.is_win_caused |= cause.effects.contains(&CauseEffect::Win);
        let says = cause.says.clone();
        self.say(&says);
    }

    /// Adds one sentence about the terrain changes of a cause that has no text. The sentence is about the first visible
    /// cell, or about the sound from the last cell if no cell is visible.
    fn shift(&mut self, level: LevelId, at: Point, tile: TileId, later: &[Event]) {
        let became = later.iter().find_map(|event| match event {
            Event::Rebuilt { tile, .. } => Some(*tile),
            _ => None,
        });
        let is_last = !matches!(later.get(1), Some(Event::Shifted { .. }));
        let Some(became) = became.filter(|_| self.shifts == Shifts::Untold) else {
            return;
        };
        if (self.world.seen)(level, at) {
            self.shifts = Shifts::Told;
            self.add_sentence(sentences::shift(self.world, at, tile, became));
        } else if is_last {
            self.shifts = Shifts::Told;
            self.add_sentence(sentences::unseen_shift(&self.world, tile, became));
        }
    }

    fn bump(&mut self, who: ActorId, level: LevelId, at: Point, later: &[Event]) {
        self.finish();
        if !self.world.is_ours(who) {
            return;
        }
        let body = self.world.body(who);
        let sentence = if (body.level, body.at) == (level, at) {
            // The cause would have moved the body, but every cell at the destination is taken.
            format!("{} no room there.", doing(self.world, who, "find"))
        } else {
            obstacle::bump(self.world, level, at, later)
        };
        self.say(&sentence);
    }

    /// Records the damage to the fence under attack.
    fn rebuild(&mut self, became: TileId) {
        if let PendingAction::Tear(_, damage) = &mut self.pending {
            *damage = match self.world.dungeon().tile(became).feature {
                Feature::Fence(_) => FenceDamage::Weakened,
                _ => FenceDamage::Broken,
            };
        }
    }

    /// Adds the sentence for a body that changes place: through a trap, to the next board, by stairs, or by a cause.
    fn travel(&mut self, who: ActorId, from: (LevelId, Point), to: LevelId) {
        match self.pending {
            PendingAction::Trap(on, _) => self.spring(who, on.tile, TrapEffect::Travel(to)),
            PendingAction::Clearing => self.add_sentence(sentences::arrival(self.world, who, to)),
            _ => self.add_sentence(sentences::journey(self.world, who, from, to)),
        }
        if let Some(time) = sentences::time_there(&self.world, from.0, to) {
            self.say(time);
        }
        if from.0 != to {
            self.tell_left_behind(from.0);
        }
    }

    /// Adds the sentences about allies that follow the hero but are still on the level that the hero has left.
    fn tell_left_behind(&mut self, left: LevelId) {
        let world = self.world.world;
        let bodies = world.theirs(left);
        for ally in bodies.filter(|who| world.body(*who).follows()) {
            let name = with_article(&world.kind(ally).name);
            self.say(&format!("{name} stays behind."));
        }
    }

    fn alarm(&mut self) {
        match self.pending {
            PendingAction::Trap(on, _) => self.spring(on.who, on.tile, TrapEffect::Alarm),
            _ => {
                self.finish();
                self.say_in(Tone::Warning, sentences::ALARM);
            }
        }
    }

    /// Adds the result of the pending trap.
    fn spring(&mut self, who: ActorId, tile: TileId, effect: TrapEffect) {
        self.pending = PendingAction::Nothing;
        let sentence = sentences::trap(self.world, who, tile, effect);
        self.say_in(Tone::Warning, &sentence);
    }

    /// Adds the sentence for an item that appears: bought, dropped by a dead body that carried such an item, or new.
    fn place(&mut self, item: ItemId) {
        if matches!(self.pending, PendingAction::Purchase { item: bought, .. } if bought == item) {
            return self.finish();
        }
        let thing = &self.world.item(item).name;
        let dungeon = self.world.dungeon();
        let carries = |who: &ActorId| {
            let mut dropped = self.world.kind(*who).drops.all();
            let family = dungeon.item(item).family;
            let looks_alike = |of| family.is_some() && dungeon.item(of).family == family;
            dropped.any(|of| dungeon.is_variant(item, of) || looks_alike(of))
        };
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

    /// Handles a change of a body's stat. The change belongs to the pending action, or to upkeep, which is left out.
    fn change(&mut self, who: ActorId, stat: Stat, by: i32) {
        let is_life = stat == self.world.kind(who).life;
        if is_life && self.pending.has_exploded_at(who) {
            self.resume();
        }
        if is_life && self.world.is_ours(who) {
            self.damage.add_damage(who, by);
        }
        if let PendingAction::Flight { who: caster, hits } = &mut self.pending
            && is_life
        {
            *hits += 1;
            let bolt = format!("{} bolt hits", possessive(self.world, *caster));
            let wound = self.damage.wound(who, -i64::from(by));
            self.say(&sentences::hit(self.world, &bolt, wound));
        } else {
            self.add_to_pending(who, stat, by, is_life);
        }
    }

    /// Adds a change to the pending action if the action caused it. An attack wounds only once; later losses of its
    /// victim, such as upkeep, are not part of the attack.
    fn add_to_pending(&mut self, who: ActorId, stat: Stat, by: i32, is_life: bool) {
        let taken = -i64::from(by);
        match &mut self.pending {
            PendingAction::Strike(blow, loot)
                if blow.whom == who && stolen_stat(self.world, blow.who) == Some(stat) =>
            {
                *loot += taken
            }
            PendingAction::Strike(PendingBlow { whom, harm, .. }, _)
            | PendingAction::Shot(PendingBlow { whom, harm, .. })
            | PendingAction::Ram(PendingBlow { whom, harm, .. })
            | PendingAction::Trap(AtTerrain { who: whom, .. }, harm)
            | PendingAction::Harm(AtTerrain { who: whom, .. }, harm)
            | PendingAction::Burn(whom, harm)
                if *whom == who && is_life && harm.is_none() =>
            {
                *harm = Some(taken)
            }
            PendingAction::Tear(on, damage) if on.who == who && is_life => {
                *damage = FenceDamage::Hurt
            }
            PendingAction::Purchase { price, .. } => *price += taken,
            PendingAction::Period(period) => period.pay(by),
            PendingAction::Burst { explosion, .. } if is_life => {
                explosion.hurt(self.damage.wound(who, taken));
            }
            PendingAction::Spell { who: caster, price } if *caster == who && is_life => {
                *price += taken;
            }
            // Each stat changes once; later changes of the target are not part of the act.
            PendingAction::Aim { whom, changes, .. }
                if *whom == who && changes.iter().all(|(other, _)| *other != stat) =>
            {
                changes.push((stat, by));
            }
            PendingAction::Taking {
                who: taker,
                item,
                deed,
                gains,
            } if *taker == who => {
                // A change of a stat that the item does not affect, or has already changed, is upkeep, which may
                // directly follow a gift.
                let is_new = gains.iter().all(|(other, _)| *other != stat);
                if is_new && deed.gives(self.world.item(*item), stat) {
                    gains.push((stat, by));
                }
            }
            _ => {}
        }
    }

    /// Records that a bolt starts, or continues after a hit. Other shots cause wounds only after their flight, so their
    /// action stays pending.
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

    /// Records that the pending shot missed.
    fn miss(&mut self, who: ActorId) {
        match &mut self.pending {
            PendingAction::Fire(_, result) => *result = ShotResult::Missed,
            PendingAction::Shot(blow) => {
                let whom = blow.whom;
                self.pending = PendingAction::Nothing;
                let at = self.world.body(whom).at;
                let miss = RepeatedKind::Miss { whom };
                self.report.count(self.world, miss, (who, at), 1);
            }
            _ => {}
        }
    }

    /// Adds a sentence about the newly commanded unit if the previous unit is dead. If several units die in a row, the
    /// sentence is only about the last new unit.
    fn announce_command(&mut self, who: ActorId, later: &[Event]) {
        let is_commanded = |event: &Event| matches!(event, Event::Commanded { .. });
        let is_forced = self.fallen.iter().any(|fallen| self.world.is_ours(*fallen));
        if is_forced && !later.iter().any(is_commanded) {
            self.add_sentence(format!("you now command {}.", name(self.world, who)));
        }
    }

    /// Records the killer of a body, and adds the sentence for a body crushed by terrain.
    fn record_killer(&mut self, who: ActorId, by: Blame) {
        self.slayer = match by {
            Blame::Body(slayer) => Some(slayer),
            Blame::Cause(_) => None,
        };
        if let Blame::Cause(LossCause::Caught(tile)) = by {
            self.add_sentence(sentences::caught(self.world, who, tile));
        }
    }

    fn die(&mut self, who: ActorId) {
        self.fallen.push(who);
        if self.is_death_in_pending(who) || self.world.is_you(who) {
            return;
        }
        let tone = self.tone_of_death(who);
        if self.world.sees(who) {
            self.say_in(tone, &format!("{} dies.", name(self.world, who)));
        } else if self.world.body(who).follows() {
            let lost = with_article(&self.world.kind(who).name);
            self.say_in(tone, &format!("{lost} dies out of your sight."));
        }
    }

    /// Returns the tone of a body's death.
    fn tone_of_death(&self, who: ActorId) -> Tone {
        if self.world.is_ours(who) || self.world.body(who).follows() {
            Tone::Wound
        } else {
            Tone::Kill
        }
    }

    /// Passes a death to the pending action. Returns whether the action's sentence includes the death. If it does not,
    /// finishes the action, unless the action is a bolt, which continues its flight.
    fn is_death_in_pending(&mut self, who: ActorId) -> bool {
        match &mut self.pending {
            // A body that bursts or rams always dies from that.
            PendingAction::Burst { explosion, .. } if explosion.who == who => true,
            PendingAction::Burst { explosion, .. } => {
                explosion.kill(who);
                true
            }
            PendingAction::Ram(blow) if blow.who == who => true,
            PendingAction::Stomp { whom, .. } if *whom == who => {
                self.finish();
                true
            }
            PendingAction::Tear(on, damage) if on.who == who => {
                *damage = FenceDamage::Fatal;
                true
            }
            PendingAction::Strike(blow, _) | PendingAction::Shot(blow) if blow.whom == who => {
                let slayer = blow.who;
                self.is_told_with_death(slayer, who)
            }
            PendingAction::Flight { .. } => false,
            _ => {
                self.finish();
                false
            }
        }
    }

    /// Ends the pending melee attack or shot that killed a body. Returns whether one sentence describes both the attack
    /// and the death.
    fn is_told_with_death(&mut self, slayer: ActorId, who: ActorId) -> bool {
        let is_strike = matches!(self.pending, PendingAction::Strike(..));
        // The death of a body whose life is its strength is told without a number.
        let sentence = match self.world.kind(who).life {
            Stat::Strength if is_strike => sentences::slaying(self.world, slayer, who),
            _ if is_one_sentence(self.world, slayer, who) => {
                sentences::killing(self.world, slayer, who)
            }
            _ => {
                self.finish();
                return false;
            }
        };
        self.pending = PendingAction::Nothing;
        let tone = self.tone_of_death(who);
        self.say_in(tone, &sentence);
        true
    }

    /// Finishes the pending action before another one begins. A ram is not over if the rammer explodes, and an explosion
    /// is not over if the same body explodes once more.
    fn begin(&mut self, action: &mut PendingAction) {
        match (&mut self.pending, action) {
            (PendingAction::Burst { explosion, .. }, next)
                if next.is_explosion_of(explosion.who) =>
            {
                explosion.repeat();
                *next = std::mem::take(&mut self.pending);
            }
            (PendingAction::Ram(blow), PendingAction::Burst { explosion, rammed })
                if blow.who == explosion.who =>
            {
                *rammed = Some(blow.whom);
                self.pending = PendingAction::Nothing;
                self.report.retract();
            }
            _ => self.finish(),
        }
    }

    /// Finishes the pending action unless it is a ram: a rammer drops its items before the wound is dealt.
    fn interrupt(&mut self) {
        if !matches!(self.pending, PendingAction::Ram(_)) {
            self.finish();
        }
    }

    /// Finishes the pending action, then adds a sentence that needs no other event.
    fn add_sentence(&mut self, sentence: String) {
        self.finish();
        self.say(&sentence);
    }

    /// Adds the result of the pending action.
    fn finish(&mut self) {
        let action = std::mem::take(&mut self.pending);
        action_result::finish(&mut self.report, self.world, &self.damage, action);
    }

    /// Finishes the pending explosion. Then resumes the ram that the explosion interrupted, since the wound of the ram
    /// follows.
    fn resume(&mut self) {
        let ram = self.pending.interrupted();
        self.finish();
        self.pending = ram;
    }

    fn say(&mut self, sentence: &str) {
        self.say_in(Tone::Plain, sentence);
    }

    fn say_in(&mut self, tone: Tone, sentence: &str) {
        self.report.say(tone, sentence);
    }
}

/// Whether a death shares one sentence with the attack: if one of the player's named units is the killer or the victim.
fn is_one_sentence(world: Perception<'_>, slayer: ActorId, whom: ActorId) -> bool {
    world.is_one_of_us(whom) || world.is_one_of_us(slayer)
}

/// Returns the tone of an event that needs no other event.
fn tone_alone(event: Event) -> Tone {
    match event {
        Event::Found { .. } | Event::Identified { .. } => Tone::Find,
        Event::Spoke { .. } => Tone::Warning,
        _ => Tone::Plain,
    }
}
