//! The `Stage` on which rules resolve actions. A stage dereferences to its world. Each emitted event is applied and
//! logged at once, so later code already sees the change.
use std::borrow::Cow;
use std::ops::Deref;

use super::action::ActorId;
use super::body::Body;
use super::ending::{Blame, GameEnd, LossCause};
use super::event::{AtTerrain, Event};
use super::kept_text::kept;
use super::world::World;
use dungeon_model::dungeon::{
    AtZero, Choice, ItemId, KindId, LevelId, Side, Stat, StateGift, Stats, TileId,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The world, and the log of the events of the current step. Rules change the world by emitting events on a stage.
///
/// ```
/// use dungeon::data::Stat;
/// use dungeon::game::GameEnd;
/// use dungeon::rules::Stage;
///
/// /// Tires the hero after the monsters have acted. The next line already sees the change.
/// fn tire(stage: &mut Stage<'_>) {
///     let hero = stage.commanded();
///     stage.change(hero, Stat::Health, -1);
///     if stage.life_of(hero) <= 0 {
///         stage.end(GameEnd::Lost(stage.fall()));
///     }
/// }
/// # use dungeon::game::Action;
/// # use dungeon::rules::{Explore, Ruleset};
/// # struct Tired;
/// # impl Ruleset for Tired {
/// #     fn base(&self) -> &dyn Ruleset { &Explore }
/// #     fn after_monsters(&self, stage: &mut Stage<'_>) {
/// #         self.base().after_monsters(stage);
/// #         tire(stage);
/// #     }
/// # }
/// # let file = "hero health=2\nmap\n#####\n#@.$#\n#####\nend\n";
/// # let dungeon = std::sync::Arc::new(dungeon::load_text(file)?);
/// # let rules = std::sync::Arc::new(Tired);
/// # let mut game = dungeon::Game::new(dungeon, rules, dungeon::minds::mind_for, 7);
/// # assert!(game.step(Action::Wait).is_ok() && game.outcome().is_none());
/// # assert!(game.step(Action::Wait).is_ok());
/// # assert_eq!(game.outcome(), Some(dungeon::Outcome::Lost));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub struct Stage<'a> {
    world: &'a mut World,
    log: &'a mut Vec<Event>,
    /// The index in the log of the first event that `hear` has not returned yet.
    unheard: usize,
    /// The items that were given by causes in this step; `None` until `give` needs the list for the first time.
    gifts: Option<Vec<ItemId>>,
    act: MonsterAct,
    /// Whether the game is still before its first turn.
    is_opening: bool,
}

/// Omits the cells of the world.
impl std::fmt::Debug for Stage<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage")
            .field("world", &self.world)
            .field("events", &self.log)
            .field("act", &self.act)
            .finish_non_exhaustive()
    }
}

/// The act of a monster in which an action happens. A monster may have several acts per turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MonsterAct {
    /// The number of the act among the monster's acts of this turn, from 0. Draws use this number as a key ([X-3]).
    ///
    /// [X-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-3
    pub nth: u32,
    /// The cell where the body stood when the act began.
    pub from: Point,
}

impl Deref for Stage<'_> {
    type Target = World;
    fn deref(&self) -> &World {
        self.world
    }
}

impl<'a> Stage<'a> {
    pub(super) fn new(world: &'a mut World, log: &'a mut Vec<Event>) -> Stage<'a> {
        Stage {
            world,
            unheard: log.len(),
            log,
            gifts: None,
            act: MonsterAct::default(),
            is_opening: false,
        }
    }

    /// Marks the stage as the stage of the opening, before the first turn.
    pub(super) fn for_opening(self) -> Stage<'a> {
        Stage {
            is_opening: true,
            ..self
        }
    }

    /// Sets the monster act that this stage resolves.
    pub(super) fn for_act(self, act: MonsterAct) -> Stage<'a> {
        Stage { act, ..self }
    }

    /// Returns the monster act that the stage is currently resolving; all zeros for a player action.
    pub fn act(&self) -> MonsterAct {
        self.act
    }

    /// Applies an event to the world, and logs it.
    ///
    /// # Panics
    ///
    /// If the event names a body or level that the world does not have, if it puts two bodies on one cell or a body
    /// outside the map, if it moves a body from a cell where the body does not stand, if it kills a dead body, if it
    /// takes an item from a cell without this item, or if it changes terrain outside the map.
    #[inline]
    pub fn emit(&mut self, event: Event) {
        self.world.apply(&event);
        self.log.push(event);
    }

    /// Returns the first event of this stage that was not returned yet; `None` after the last event.
    pub(crate) fn hear(&mut self) -> Option<Event> {
        let event = *self.log.get(self.unheard)?;
        self.unheard += 1;
        Some(event)
    }

    /// Returns all events that `hear` has not returned yet. Later calls of `hear` still return them.
    pub(crate) fn unheard(&self) -> &[Event] {
        self.log.get(self.unheard..).unwrap_or_default()
    }

    /// Applies an event and logs it, but does not update the lists of stairs and herd; call `list_again` afterward.
    /// Faster than `emit` for millions of events in a row.
    pub(super) fn emit_unlisted(&mut self, event: Event) {
        self.world.apply_unlisted(&event);
        self.log.push(event);
    }

    /// Reserves room in the log for `count` more events.
    pub(super) fn expect_events(&mut self, count: usize) {
        self.log.reserve(count);
    }

    /// Rebuilds a level's list of stairs and its list of cells with herd items, after events that `emit_unlisted`
    /// applied.
    pub(super) fn list_again(&mut self, level: LevelId) {
        self.world.list_again(level);
    }

    /// Returns the fields for an event about a body and the terrain of a cell on the body's level.
    pub(crate) fn at_terrain(&self, who: ActorId, at: Point) -> AtTerrain {
        let level = self.body(who).level;
        let tile = self.cell(level, at).tile;
        AtTerrain {
            who,
            level,
            at,
            tile,
        }
    }

    /// Returns the fields for an event about a body and the terrain under this body.
    pub(crate) fn under(&self, who: ActorId) -> AtTerrain {
        self.at_terrain(who, self.body(who).at)
    }

    /// Moves a body to a neighboring cell that is free for the body.
    ///
    /// # Panics
    ///
    /// If the world has no such body, or the cell is outside the map or occupied.
    #[inline]
    pub fn walk(&mut self, who: ActorId, to: Point) {
        let (level, from) = (self.body(who).level, self.body(who).at);
        self.emit(Event::Moved {
            who,
            level,
            from,
            to,
        });
    }

    /// Moves a body to any vacant cell, perhaps on another level ([E-15]).
    ///
    /// # Panics
    ///
    /// If the world has no such body or level, if the cell is outside the map or occupied, or if a monster would leave
    /// its level.
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    pub fn travel(&mut self, who: ActorId, to: LevelId, at: Point) {
        let (from, left) = (self.body(who).level, self.body(who).at);
        self.emit(Event::Travelled {
            who,
            from,
            left,
            to,
            at,
        });
    }

    /// Adds a number to a stat of a body, saturating. A gain stops at the maximum of the body's kind ([X-11]). A change
    /// of 0 emits no event.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    ///
    /// [X-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-11
    pub fn change(&mut self, who: ActorId, stat: Stat, by: i32) {
        self.change_by(who, stat, by, LossCause::Rules);
    }

    /// Adds a number to a stat of a body as `change` does. `blame` is the cause to report if the body loses its last
    /// life.
    pub(crate) fn change_by(&mut self, who: ActorId, stat: Stat, by: i32, blame: impl Into<Blame>) {
        let by = self.room_for(who, stat, by);
        if by != 0 {
            self.alter(who, stat, by, blame.into());
        }
    }

    /// Changes a stat. If this takes the last life of one of the player's bodies, also emits `Event::Felled` with the
    /// cause.
    fn alter(&mut self, who: ActorId, stat: Stat, by: i32, by_whom: Blame) {
        let was_spent = self.has_spent_life(who);
        self.emit(Event::Changed { who, stat, by });
        if by < 0 && !was_spent && self.body(who).side == Side::Ours && self.has_spent_life(who) {
            self.emit(Event::Felled { who, by: by_whom });
        }
    }

    /// Reduces a gain so that the stat does not exceed the maximum of the body's kind. Returns a loss unchanged.
    fn room_for(&self, who: ActorId, stat: Stat, by: i32) -> i32 {
        if by <= 0 {
            return by;
        }
        let room = self.kind(who).most[stat].saturating_sub(self.body(who).stat(stat));
        by.min(room.max(0))
    }

    /// Makes a body take the item at a point of its level, if an item is there, and adds the stats that the item gives
    /// at once. If the item belongs to a choice, the others are removed ([X-22]).
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    ///
    /// [X-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-22
    pub fn take(&mut self, who: ActorId, at: Point) {
        let level = self.body(who).level;
        let item = self.item_at(level, at);
        if item == ItemId::NONE {
            return;
        }
        self.find_out_at_once(who, item);
        let rivals = self.rivals(level, at);
        self.emit(Event::Taken {
            who,
            level,
            at,
            item,
        });
        self.receive(who, item);
        for (at, item) in rivals {
            self.emit(Event::Removed { level, at, item });
        }
    }

    /// Gives a body a new item, and adds the stats that the item gives at once. If there are several options, the seed
    /// chooses one. Several gifts in one step are chosen independently ([X-15]).
    ///
    /// [X-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-15
    pub(crate) fn give(&mut self, who: ActorId, level: LevelId, choice: &Choice<ItemId>) {
        let given = self.gifts.get_or_insert_with(|| {
            let log = self.log.iter();
            let items = log.filter_map(|event| match event {
                Event::Given { item, .. } => Some(*item),
                _ => None,
            });
            items.collect()
        });
        let dungeon = self.world.dungeon();
        let is_like = |item: &&ItemId| choice.all().any(|one| dungeon.is_variant(**item, one));
        let before = count(given.iter().filter(is_like).count());
        let Some(item) = self.gift(level, self.body(who).at, choice, before) else {
            return;
        };
        self.find_out_at_once(who, item);
        self.emit(Event::Given { who, item });
        self.gifts.iter_mut().for_each(|gifts| gifts.push(item));
        self.receive(who, item);
    }

    /// Adds what an item gives at once to a body that has received it.
    fn receive(&mut self, who: ActorId, item: ItemId) {
        self.add(who, item, self.item(item).gives_at_once());
        self.grant(who, self.item(item).state_at_once());
        if !self.item(item).is_kept() {
            self.work_on_pack(who, item);
        }
    }

    /// Makes the kind of an item known if the item is not kept, so that it works as soon as it is received ([X-19]).
    ///
    /// [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    fn find_out_at_once(&mut self, who: ActorId, item: ItemId) {
        if !self.item(item).is_kept() {
            self.find_out(who, item);
        }
    }

    /// Makes the kind of an item known ([X-19]), unless it is known.
    ///
    /// [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    pub fn find_out(&mut self, who: ActorId, item: ItemId) {
        if self.is_unknown(item) {
            self.emit(Event::Identified { who, item });
        }
    }

    /// Makes all kinds in the inventory known if an item that works does so ([X-20]).
    ///
    /// [X-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-20
    fn work_on_pack(&mut self, who: ActorId, item: ItemId) {
        if self.item(item).identifies {
            let carried: Vec<ItemId> = self
                .pack()
                .things()
                .iter()
                .map(|thing| thing.item)
                .collect();
            carried
                .into_iter()
                .for_each(|item| self.find_out(who, item));
        }
    }

    /// Uses up an item from the pack, and adds the stats that the item gives ([P-2]).
    ///
    /// # Panics
    ///
    /// If the world has no such body, or the pack has no such item.
    ///
    /// [P-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-2
    pub fn use_up(&mut self, who: ActorId, item: ItemId) {
        self.find_out(who, item);
        self.emit(Event::Used { who, item });
        self.add(who, item, self.item(item).gives);
        self.grant(who, self.item(item).state);
        self.work_on_pack(who, item);
    }

    /// Equips an item from the pack, instead of the item of the same slot that was equipped before ([P-3]).
    ///
    /// # Panics
    ///
    /// If the world has no such body, or the pack has no such item.
    ///
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    pub fn wear(&mut self, who: ActorId, item: ItemId) {
        let before = self.worn_instead_of(item);
        let before = before.map_or(0, |item| self.item(item).worn_strength());
        self.find_out(who, item);
        self.emit(Event::Worn { who, item });
        let by = self.item(item).worn_strength().saturating_sub(before);
        self.change(who, Stat::Strength, by);
        self.work_on_pack(who, item);
    }

    fn add(&mut self, who: ActorId, item: ItemId, gives: Stats) {
        let blame = LossCause::Item(self.kind_of(item));
        for stat in Stat::ALL {
            self.change_by(who, stat, gives[stat], blame);
        }
    }

    /// Gives a body the state of an item, if the item has any. A state that would end later stays ([B-1]).
    ///
    /// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
    pub(crate) fn grant(&mut self, who: ActorId, gift: Option<StateGift>) {
        let Some(StateGift { state, turns }) = gift else {
            return;
        };
        let ended = state.opposite();
        if let Some(state) = ended.filter(|state| self.has_state(who, *state)) {
            let left = 0;
            self.emit(Event::StatePassed { who, state, left });
        }
        if self.states_of(who)[state] < turns {
            self.emit(Event::StateBegan { who, state, turns });
        }
    }

    /// Places an item of the file on a cell, and replaces the item that is there, if any. If the file gives the item's
    /// numbers as ranges, the seed draws these numbers ([X-14]).
    ///
    /// # Panics
    ///
    /// If the dungeon has no such item, or if the world has no such level.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub fn lay(&mut self, level: LevelId, at: Point, item: ItemId) {
        let item = self.drawn_item(level, at, item);
        self.emit(Event::Placed { level, at, item });
    }

    /// Takes `by` points of life from a body, saturating, or half of that if it is warded ([B-6]). A negative number
    /// heals, up to the maximum of the body's kind. A body with 0 points of life or less dies, if its kind dies at zero. `blame` is the cause of the wound.
    /// The rules handle the drops of a dead body.
    ///
    /// [B-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-6
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn wound(&mut self, whom: ActorId, by: i32, blame: impl Into<Blame>) {
        if by > 0 {
            self.wake(whom);
        }
        let by = self.warded_harm(whom, by);
        let life = self.kind(whom).life;
        let by = self.room_for(whom, life, by.saturating_neg());
        self.alter(whom, life, by, blame.into());
        if self.body(whom).stat(life) <= 0 && self.kind(whom).at_zero == AtZero::Dies {
            self.kill(whom, LossCause::Rules);
        }
    }

    /// Wakes a body if it sleeps or is disguised, and the sleepers that it leads ([M-1], [M-7], [M-9]).
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    ///
    /// [M-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-1
    /// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
    /// [M-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-9
    pub fn wake(&mut self, who: ActorId) {
        let &Body { level, at, .. } = self.body(who);
        if self.body(who).is_asleep() {
            self.emit(Event::Woke { who, level, at });
            self.wake_led_by(who);
        }
    }

    /// Wakes the sleepers that a body leads which has just woken ([M-9]).
    ///
    /// [M-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-9
    fn wake_led_by(&mut self, leader: ActorId) {
        let sleepers = self.led_by(leader).filter(|who| {
            let body = self.body(*who);
            body.is_asleep() && !body.is_disguised()
        });
        for who in sleepers.collect::<Vec<_>>() {
            self.wake(who);
        }
    }

    /// Kills a living body. `blame` is the cause of death, unless the body has already lost its last life for another
    /// cause.
    ///
    /// # Panics
    ///
    /// If the world has no such body, or the body is already dead.
    pub fn kill(&mut self, who: ActorId, blame: impl Into<Blame>) {
        let &Body {
            level, at, side, ..
        } = self.body(who);
        if self.body(who).is_disguised() {
            self.wake(who);
        }
        if side == Side::Ours && !self.has_spent_life(who) {
            let by = blame.into();
            self.emit(Event::Felled { who, by });
        }
        self.emit(Event::Died { who, level, at });
    }

    /// Spawns a body on an empty cell, and returns its number.
    ///
    /// ```
    /// use dungeon::data::{KindId, LevelId};
    /// use dungeon::geometry::Point;
    /// use dungeon::rules::Stage;
    ///
    /// /// Spawns a monster, which wounds the hero at once.
    /// fn ambush(stage: &mut Stage<'_>, kind: KindId, level: LevelId, at: Point) {
    ///     if stage.is_vacant(level, at) {
    ///         let who = stage.spawn(kind, level, at);
    ///         assert_eq!(stage.body(who).at, at, "it is there already");
    ///         stage.wound(stage.commanded(), 1, who);
    ///     }
    /// }
    /// # use dungeon::game::ActorId;
    /// # use dungeon::rules::{Explore, Ruleset};
    /// # struct Ambush;
    /// # impl Ruleset for Ambush {
    /// #     fn base(&self) -> &dyn Ruleset { &Explore }
    /// #     fn opening(&self, stage: &mut Stage<'_>) {
    /// #         let kind = stage.dungeon().kind_named("wanderer").expect("it is built in");
    /// #         ambush(stage, kind, LevelId(0), dungeon::geometry::at(2, 1));
    /// #     }
    /// # }
    /// # let file = "hero health=9\nmap\n#####\n#@.$#\n#####\nend\n";
    /// # let dungeon = std::sync::Arc::new(dungeon::load_text(file)?);
    /// # let rules = std::sync::Arc::new(Ambush);
    /// # let game = dungeon::Game::new(dungeon, rules, dungeon::minds::mind_for, 7);
    /// # assert_eq!((game.world().bodies().len(), game.world().life_of(ActorId(0))), (2, 8));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the dungeon has no such kind, if the world has no such level, or if the cell is outside the map or occupied.
    pub fn spawn(&mut self, kind: KindId, level: LevelId, at: Point) -> ActorId {
        let who = ActorId::of(self.bodies().len());
        self.emit(Event::Born {
            who,
            kind,
            level,
            at,
        });
        who
    }

    /// Counts a turn. Must be called exactly once per turn, because draws depend on the number of the turn.
    pub fn count_turn(&mut self) {
        let turn = self.turn().saturating_add(1);
        self.emit(Event::TurnBegan { turn });
    }

    /// Adds a number to a counter of the rule set, saturating. Adding 0 emits no event.
    ///
    /// ```
    /// use dungeon::rules::Stage;
    ///
    /// /// The number of a counter that this rule set uses.
    /// const HEAT: u8 = 0;
    ///
    /// /// Warms the hero up, and tells the player when the hero gets too warm.
    /// fn warm_up(stage: &mut Stage<'_>) {
    ///     stage.count(HEAT, 2);
    ///     if stage.counter(HEAT) == 4 {
    ///         stage.say("You begin to sweat.");
    ///     }
    /// }
    /// # use dungeon::rules::{Explore, Ruleset};
    /// # struct Sauna;
    /// # impl Ruleset for Sauna {
    /// #     fn base(&self) -> &dyn Ruleset { &Explore }
    /// #     fn after_monsters(&self, stage: &mut Stage<'_>) {
    /// #         self.base().after_monsters(stage);
    /// #         warm_up(stage);
    /// #     }
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let dungeon = std::sync::Arc::new(dungeon::load_text("map\n#####\n#@.$#\n#####\nend\n")?);
    /// # let rules = std::sync::Arc::new(Sauna);
    /// # let mut game = dungeon::Session::with(dungeon, rules, dungeon::minds::mind_for);
    /// # game.press("..")?;
    /// # assert_eq!(game.latest_messages().last().map(String::as_str), Some("You begin to sweat."));
    /// # Ok(())
    /// # }
    /// ```
    pub fn count(&mut self, counter: u8, by: i32) {
        if by != 0 {
            self.emit(Event::Counted { counter, by });
        }
    }

    /// Tells the player a complete sentence. Each wording that is not a constant is stored until the program ends.
    ///
    /// ```
    /// use dungeon::game::ActorId;
    /// use dungeon::rules::Stage;
    ///
    /// fn greet(stage: &mut Stage<'_>, whom: ActorId) {
    ///     stage.say(format!("You nod to the {}.", stage.kind(whom).name));
    /// }
    /// # use dungeon::rules::{Explore, Ruleset};
    /// # struct Polite;
    /// # impl Ruleset for Polite {
    /// #     fn base(&self) -> &dyn Ruleset { &Explore }
    /// #     fn before_monsters(&self, stage: &mut Stage<'_>) {
    /// #         self.base().before_monsters(stage);
    /// #         greet(stage, ActorId(1));
    /// #     }
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let dungeon = std::sync::Arc::new(dungeon::load_text("map\n######\n#@.w$#\n######\nend\n")?);
    /// # let mut game = dungeon::Session::with(dungeon, std::sync::Arc::new(Polite), dungeon::minds::mind_for);
    /// # game.press(".")?;
    /// # assert!(game.messages().contains(&"You nod to the wanderer.".to_owned()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn say(&mut self, sentence: impl Into<Cow<'static, str>>) {
        self.emit(Event::Said(kept(sentence.into())));
    }

    /// Replaces the terrain of cells, a few or a whole level, with tiles of the file. Bodies and items stay, also where
    /// they could not have come; the rules decide what becomes of them. A cell that has its tile already emits no
    /// event.
    ///
    /// ```
    /// use dungeon::rules::Stage;
    ///
    /// /// Floods all floor of the hero's level, except around the hero.
    /// fn flood(stage: &mut Stage<'_>) {
    ///     let (level, hero) = (stage.here(), stage.body(stage.commanded()).at);
    ///     let named = |name| stage.dungeon().tile_named(name).expect("the file declares it");
    ///     let (floor, water) = (named("floor"), named("water"));
    ///     let cells = stage.size(level).points();
    ///     let floor = cells.filter(|p| stage.cell(level, *p).tile == floor && p.chebyshev(hero) > 1);
    ///     let flooded: Vec<_> = floor.map(|p| (p, water)).collect();
    ///     stage.rebuild(level, flooded);
    /// }
    /// # use dungeon::rules::{Explore, Ruleset};
    /// # struct Tide;
    /// # impl Ruleset for Tide {
    /// #     fn base(&self) -> &dyn Ruleset { &Explore }
    /// #     fn opening(&self, stage: &mut Stage<'_>) { flood(stage) }
    /// # }
    /// # let file = "tile ~ \"water\" walk=no see=yes\nmap\n########\n#@....$#\n########\nend\n";
    /// # let dungeon = std::sync::Arc::new(dungeon::load_text(file)?);
    /// # let game = dungeon::Game::new(dungeon, std::sync::Arc::new(Tide), dungeon::minds::mind_for, 7);
    /// # assert_eq!(dungeon::Frame::of(&game).lines().nth(1).as_deref(), Some("#@.~~~$#"));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the world has no such level, if a cell is outside its map, or if the dungeon has no such tile.
    pub fn rebuild(&mut self, level: LevelId, cells: impl IntoIterator<Item = (Point, TileId)>) {
        for (at, tile) in cells {
            let is_inside = self.size(level).contains(at);
            if !is_inside || self.cell(level, at).tile != tile {
                self.emit(Event::Rebuilt { level, at, tile });
            }
        }
    }

    /// Ends the game, unless it has ended already.
    pub fn end(&mut self, ending: GameEnd) {
        if self.outcome().is_none() {
            let turn = self.turn_under_way();
            self.emit(Event::Ended { ending, turn });
        }
    }

    /// Returns the number of the current turn, from 1; 0 in the opening. A step of the game begins in a turn that is
    /// not counted yet. When the commanded body loses an act, the step includes another turn ([T-4]).
    ///
    /// [T-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-4
    fn turn_under_way(&self) -> u32 {
        let hero = self.commanded();
        let mut log = self.log.iter().rev();
        let is_counted = log.find_map(|event| match *event {
            Event::TurnBegan { .. } => Some(true),
            Event::Delayed { who } if who == hero => Some(false),
            _ => None,
        });
        if is_counted.unwrap_or(self.is_opening) {
            self.turn()
        } else {
            self.turn().saturating_add(1)
        }
    }
}
