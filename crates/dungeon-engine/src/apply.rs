//! How a `World` starts, and how each `Event` changes it. No other module changes a world.
use std::sync::Arc;

use super::action::ActorId;
use super::body::{Body, Pause, origin};
use super::chance::{Chance, birth_number, mix};
use super::dealt_looks::masked;
use super::ending::LossCause;
use super::event::{AtTerrain, Event};
use super::ground::{CellLayers, Ground, Revisions, Terrain, set_listed};
use super::level_draw::{drawn, is_decided_by_seed};
use super::level_gen::{DrawnVault, LevelPlans, MOST_PLANNED, is_stairs, make};
use super::pack::Pack;
use super::statistics::Statistics;
use super::vaults::LevelVaults;
use super::world::World;
use dungeon_ground::passage::has_treads;
use dungeon_model::dungeon::{
    AimedAct, Dungeon, Feature, Goal, Guise, ItemId, Kind, KindId, Level, LevelId, Prey, Side,
    Spread, Stats, Through, Tile, TileId, TimedState,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The part of a game's start that the seed does not decide, kept for the next games of the dungeon. Empty at first.
#[derive(Default)]
pub(super) struct StartPlans {
    levels: LevelPlans,
    /// The tables of the dungeon, without levels and bodies.
    tables: Option<World>,
    /// The world before any scatter; `None` if the seed decides more of it than the numbers of bodies.
    start: Option<World>,
}

impl World {
    /// Creates the world of a dungeon at turn 0, before any scatter. The first hero is commanded. The seed, which can
    /// be any number, decides random marks and generated maps ([X-13]).
    ///
    /// [X-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-13
    ///
    /// # Panics
    ///
    /// If an item or body of a level is not in the dungeon's tables.
    pub fn new(dungeon: Arc<Dungeon>, seed: u64) -> World {
        World::planned(dungeon, seed, &mut StartPlans::default())
    }

    /// Creates the world as `new` does. `plans` must be empty, or come from an earlier game of the dungeon.
    fn planned(dungeon: Arc<Dungeon>, seed: u64, plans: &mut StartPlans) -> World {
        let dungeon = drawn(dungeon, Chance(seed));
        let tables = plans.tables.get_or_insert_with(|| World::empty(&dungeon));
        let made = dungeon.numbered_levels().map(|(id, _)| {
            let made = make(&dungeon, id, Chance(seed), &mut plans.levels);
            let mut ground = Ground::from_tiles(&made.tiles);
            if made.has_stairs {
                ground.list_stairs(&tables.stairs);
            }
            (ground, made.vaults)
        });
        let (levels, vaults): (Vec<Ground>, Vec<Vec<DrawnVault<'_>>>) = made.unzip();
        let mut world = World {
            chance: Chance(seed),
            made_by: (is_decided_by_seed(&dungeon) || { dungeon.levels.iter() }
                .any(|level| level.generator.is_some()))
            .then_some(seed),
            guise: masked(&dungeon, &[]),
            levels,
            vaults: level_vaults(&vaults),
            dungeon: Arc::clone(&dungeon),
            ..tables.clone()
        };
        for (id, level) in dungeon.numbered_levels() {
            world.lay_out_level(&dungeon, id, level, &vaults[usize::from(id.0)]);
        }
        world.add_spawns(&dungeon);
        world.add_vault_spawns(&dungeon, &vaults);
        if let Some(first) = world.ours.first() {
            world.commanded = *first;
        }
        world
    }

    /// Makes this the world of another game of its dungeon, as `new` does, in less time. `plans` must be empty, or come
    /// from an earlier game of the dungeon.
    pub(super) fn restart(&mut self, seed: u64, plans: &mut StartPlans) {
        if let Some(start) = &plans.start {
            self.copy_from(start);
            self.chance = Chance(seed);
            return self.draw_spawns_again();
        }
        *self = World::planned(Arc::clone(&self.dungeon), seed, plans);
        if self.is_start_of_every_seed() {
            plans.start = Some(self.clone());
        }
    }

    /// Draws the numbers again of the bodies to which the file gives ranges.
    fn draw_spawns_again(&mut self) {
        let dungeon = Arc::clone(&self.dungeon);
        for nth in 0..self.bodies.len() {
            let body = &self.bodies[nth];
            let Some((id, spawn)) = body.spawn() else {
                continue;
            };
            let level = &dungeon.levels[usize::from(id.0)];
            let spawn = &level.spawns[spawn];
            let spread = level.spread_of(spawn);
            if !spread.is_none() {
                let stats = self.starting_stats(id, body.birth, level.stats_of(spawn), spread);
                self.bodies[nth].stats = stats;
            }
        }
    }

    /// Whether games with other seeds begin with the same levels, items and bodies, except for numbers of bodies. The
    /// world must be a new one. False for a large dungeon, of which a copy takes much memory.
    fn is_start_of_every_seed(&self) -> bool {
        let cells = { self.levels.iter() }.map(|level| level.cells.size().area());
        let is_fixed = |level: &Level| {
            let mut items = level.items.iter();
            items.all(|(_, item)| self.dungeon.item(*item).variants == ItemId::NONE)
        };
        cells.sum::<usize>() <= MOST_PLANNED
            && self.made_by.is_none()
            && self.dungeon.levels.iter().all(is_fixed)
    }

    /// Creates a world with the tables of a dungeon that are the same for every seed, and without levels and bodies.
    fn empty(dungeon: &Arc<Dungeon>) -> World {
        World {
            terrain: dungeon.tiles.iter().map(Terrain::new).collect(),
            hides_traps: dungeon.tiles.iter().any(is_hidden),
            stairs: dungeon.tiles.iter().map(is_stairs).collect(),
            has_acting_terrain: dungeon.has_acting_terrain(),
            has_treads: has_treads(dungeon),
            has_herd: dungeon.items.iter().any(|item| item.herd),
            gives_wealth: dungeon
                .drawn_from
                .as_ref()
                .unwrap_or(dungeon)
                .gives_wealth(),
            has_sleepers: dungeon.kinds.iter().any(|kind| kind.is_asleep),
            has_disguises: dungeon.kinds.iter().any(|kind| kind.looks.is_some()),
            has_allies: dungeon.kinds.iter().any(Kind::is_ally),
            has_leaders: dungeon.has_leaders(),
            has_speeds: dungeon.kinds.iter().any(|kind| !kind.acts_once_a_round()),
            cycle: cycle(&dungeon.kinds),
            chance: Chance(0),
            made_by: None,
            turn: 0,
            idled: 0,
            turn_idled: 0,
            commanded: ActorId::WORLD,
            ending: None,
            fall: LossCause::default(),
            held: Vec::new(),
            pack: Pack::default(),
            known: Vec::new(),
            guise: None,
            counters: Vec::new(),
            happened: Vec::new(),
            bodies: Vec::new(),
            ours: Vec::new(),
            states: Vec::new(),
            followers: Vec::new(),
            levels: Vec::new(),
            vaults: Arc::default(),
            edits_hash: 0,
            ledger: Statistics::default(),
            dungeon: Arc::clone(dungeon),
        }
    }

    /// Counts a level's uncovered targets, and places the items of the level and of its vaults.
    fn lay_out_level(
        &mut self,
        dungeon: &Dungeon,
        id: LevelId,
        level: &Level,
        vaults: &[DrawnVault<'_>],
    ) {
        if dungeon.goals.contains(&Goal::Cover) {
            let uncovered = self.cells_that(id, |cell| is_uncovered(dungeon.tile(cell.tile)));
            self.ground_mut(id).uncovered = count(uncovered.len());
        }
        for &(at, item) in &level.items {
            self.lay_out(id, at, item);
        }
        for (placed, vault) in vaults {
            for (p, item) in &vault.items {
                self.lay_out(id, placed.cell(vault, *p), *item);
            }
        }
    }

    /// Adds the bodies that the levels of the file contain: the heroes first, then the monsters.
    fn add_spawns(&mut self, dungeon: &Dungeon) {
        for side in [Side::Ours, Side::Theirs] {
            for (id, level) in dungeon.numbered_levels() {
                for (spawn, body) in (0..).zip(&level.spawns) {
                    if dungeon.kind(body.kind).side == side {
                        let numbers = (level.stats_of(body), level.spread_of(body));
                        self.add_body(body.kind, id, body.at, numbers, spawn);
                    }
                }
            }
        }
    }

    /// Adds the bodies of the vaults. Their `Body::origin` indices continue after the indices of the level's own
    /// spawns.
    fn add_vault_spawns(&mut self, dungeon: &Dungeon, vaults: &[Vec<DrawnVault<'_>>]) {
        for (id, level) in dungeon.numbered_levels() {
            let mut spawn = count(level.spawns.len());
            for (placed, vault) in &vaults[usize::from(id.0)] {
                for body in &vault.spawns {
                    let numbers = (vault.stats_of(body), vault.spread_of(body));
                    self.add_body(body.kind, id, placed.cell(vault, body.at), numbers, spawn);
                    spawn += 1;
                }
            }
        }
    }

    /// Changes the world in the way that an event describes. Rules change a world only by events.
    ///
    /// ```
    /// use dungeon::data::Stat;
    /// use dungeon::{Event, Session};
    ///
    /// let session = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
    /// let mut world = session.game().world().clone();
    /// let who = world.commanded();
    /// let before = world.life_of(who);
    /// world.apply(&Event::Changed { who, stat: Stat::Health, by: -3 });
    /// assert_eq!(world.life_of(who), before - 3);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the event names a body or level that the world does not have.
    #[inline]
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Moved {
                who,
                level,
                from,
                to,
            } => self.move_body(who, (level, from), (level, to)),
            _ => self.apply_rare(event),
        }
    }

    /// Applies all events except `Moved`.
    fn apply_rare(&mut self, event: &Event) {
        match *event {
            Event::Swapped {
                who,
                whom,
                level,
                from,
                to,
            } => self.swap_bodies((who, whom), level, (from, to)),
            Event::Joined { who } => self.add_follower(who),
            Event::Travelled {
                who,
                from,
                left,
                to,
                at,
            } => {
                self.move_body(who, (from, left), (to, at));
                if self.bodies[who.0 as usize].side == Side::Ours {
                    self.ledger.farthest = self.ledger.farthest.max(to.0);
                }
            }
            Event::Changed { who, stat, by } => {
                let body = self.body_mut(who);
                body.stats[stat] = body.stats[stat].saturating_add(by);
                let (side, kind) = (body.side, body.kind);
                let is_told = side == Side::Ours || self.dungeon.kind(kind).prey.is_hostile();
                if by < 0 && is_told && self.dungeon.kind(kind).life == stat {
                    self.ledger.count_wound(side, by);
                }
            }
            Event::Slowed(on) => self.body_mut(on.who).pause = Pause::Slowed,
            Event::Woke { who, .. } | Event::Delayed { who } => {
                self.body_mut(who).pause = Pause::None;
            }
            Event::Lagged { who } => self.body_mut(who).pause = Pause::Slowed,
            Event::Hurried { who } => self.set_acted(who),
            Event::StateBegan {
                who, state, turns, ..
            }
            | Event::StatePassed {
                who,
                state,
                left: turns,
            } => self.change_state(who, state, turns),
            Event::Died { who, level, at } => self.remove_body(who, level, at),
            Event::Born {
                who,
                kind,
                level,
                at,
            } => {
                assert_eq!(who.0 as usize, self.bodies.len(), "{event:?}");
                let &Kind { stats, spread, .. } = self.dungeon.kind(kind);
                self.add_body(kind, level, at, (stats, spread), u32::MAX);
            }
            Event::Taken {
                level, at, item, ..
            } => {
                self.remove_item(level, at, item);
                self.keep(item);
            }
            Event::Given { item, .. } => self.keep(item),
            Event::Caused { cause } => self.spend(cause),
            Event::Used { item, .. } => self.use_item(item),
            Event::Recharged { item, .. } => self.pack.renew(item),
            Event::Thrown { item, .. } => {
                if self.dungeon.item(item).aimed_act() == Some(AimedAct::Throw) {
                    self.pack.take_out(item);
                }
            }
            Event::Identified { item, .. } => self.identify(item),
            Event::Worn { item, .. } => {
                let before = self.worn_instead_of(item);
                self.pack.wear(item, before);
            }
            Event::Eaten {
                level, at, item, ..
            }
            | Event::Removed { level, at, item } => self.remove_item(level, at, item),
            Event::Placed { level, at, item } => {
                let before = self.place_item(level, at, item);
                self.list_herd_at(level, at, before, item);
            }
            Event::Rebuilt { level, at, tile } => self.rebuild(level, at, tile),
            Event::Alarmed { level, until } => {
                self.ground_mut(level).alarm = until;
            }
            Event::Commanded { who } => self.commanded = who,
            Event::TurnBegan { turn } => {
                (self.turn, self.turn_idled) = (turn, self.idled);
                self.ledger.turns = turn;
                self.begin_acts();
                self.drop_dead_from_rosters();
            }
            Event::Idled => {
                self.idled = self.idled.saturating_add(1);
                self.drop_dead_from_rosters();
            }
            Event::Counted { counter, by } => {
                let counter = usize::from(counter);
                if counter >= self.counters.len() {
                    self.counters.resize(counter + 1, 0);
                }
                self.counters[counter] = self.counters[counter].saturating_add(by);
            }
            Event::Reseeded { seed } => self.chance = Chance(seed),
            Event::Felled { by, .. } => self.fall = self.cause_of(by),
            Event::Ended { ending, turn } => {
                (self.ending, self.ledger.turns) = (Some(ending), turn)
            }
            Event::Shot { who, .. } | Event::Fired(AtTerrain { who, .. }) => {
                let side = self.body(who).side;
                self.ledger.count_shot(side);
            }
            Event::Missed { who, .. } => {
                let side = self.body(who).side;
                self.ledger.count_miss(side);
            }
            Event::Moved { .. } => self.apply(event),
            Event::Said(_)
            | Event::Bumped { .. }
            | Event::Read { .. }
            | Event::Opened { .. }
            | Event::Sprung { .. }
            | Event::Found { .. }
            | Event::Built { .. }
            | Event::Torn { .. }
            | Event::Slimed { .. }
            | Event::Wiped { .. }
            | Event::Pushed { .. }
            | Event::Shifted { .. }
            | Event::Harmed { .. }
            | Event::Burned { .. }
            | Event::Bought { .. }
            | Event::PeriodBegan { .. }
            | Event::Spoke { .. }
            | Event::Burst { .. }
            | Event::Struck { .. }
            | Event::Stomped { .. }
            | Event::Rammed { .. }
            | Event::Cleared { .. }
            | Event::Left { .. }
            | Event::Cast { .. }
            | Event::Flew { .. } => {}
        }
    }

    /// Applies an event as `apply` does, but does not put the list of stairs into order and does not update the list of
    /// herd; call `list_again` afterward. Without this function, a million scattered items would shift a sorted list a
    /// million times.
    ///
    /// # Panics
    ///
    /// If the event names a body or level that the world does not have.
    pub(super) fn apply_unlisted(&mut self, event: &Event) {
        match *event {
            Event::Placed { level, at, item } => drop(self.place_item(level, at, item)),
            Event::Rebuilt { level, at, tile } => {
                if self.is_stairs(tile) {
                    self.ground_mut(level).stairs.push(at);
                }
                self.build(level, at, tile);
            }
            _ => self.apply(event),
        }
    }

    /// Puts a level's list of stairs into order, and rebuilds its list of cells with herd items, after events that
    /// `apply_unlisted` applied.
    pub(super) fn list_again(&mut self, level: LevelId) {
        let mut stairs = std::mem::take(&mut self.ground_mut(level).stairs);
        stairs.retain(|p| self.is_stairs(self.cell(level, *p).tile));
        stairs.sort_unstable();
        stairs.dedup();
        self.ground_mut(level).stairs = stairs;
        if self.has_herd {
            let dungeon = Arc::clone(&self.dungeon);
            let is_herd = |cell: CellLayers| dungeon.item(cell.item).herd;
            self.ground_mut(level).herd = self.cells_that(level, is_herd);
        }
    }

    /// Returns a level for modification.
    #[inline]
    fn ground_mut(&mut self, level: LevelId) -> &mut Ground {
        let ground = &mut self.levels[usize::from(level.0)];
        if ground.as_opened.is_some() {
            ground.as_opened = None;
        }
        ground
    }

    /// Returns a body for modification, except of its level.
    #[inline]
    fn body_mut(&mut self, who: ActorId) -> &mut Body {
        self.ground_mut(self.body(who).level);
        &mut self.bodies[who.0 as usize]
    }

    #[inline]
    fn edit_cell(&mut self, level: LevelId, p: Point, edit: impl FnOnce(&mut CellLayers)) {
        self.ground_mut(level).cells.edit(p, edit);
    }

    /// Moves a body between cells, perhaps of different levels. Only heroes and their allies change levels.
    #[inline]
    fn move_body(&mut self, who: ActorId, from: (LevelId, Point), to: (LevelId, Point)) {
        let body = &mut self.bodies[who.0 as usize];
        assert_eq!((body.level, body.at), from, "{who:?} is elsewhere");
        let is_hunted = body.side == Side::Ours || body.follows();
        assert!(from.0 == to.0 || is_hunted, "{who:?} left its level");
        (body.level, body.at) = to;
        let side = body.side;
        if is_hunted {
            self.bump_revision(from.0, |revisions| &mut revisions.ours);
            self.bump_revision(to.0, |revisions| &mut revisions.ours);
        }
        if from.0 != to.0 && side == Side::Theirs {
            let roster = &mut self.ground_mut(from.0).roster;
            roster.retain(|other| *other != who);
            insert_by_number(&mut self.ground_mut(to.0).roster, who);
        }
        self.edit_cell(from.0, from.1, |cell| cell.body = 0);
        self.stand(who, to);
    }

    /// Exchanges the places of two bodies on a level: the first goes from the first cell to the second.
    fn swap_bodies(
        &mut self,
        (who, whom): (ActorId, ActorId),
        level: LevelId,
        (from, to): (Point, Point),
    ) {
        assert_eq!((self.body(who).at, self.body(whom).at), (from, to));
        for (who, at) in [(who, to), (whom, from)] {
            self.body_mut(who).at = at;
            self.edit_cell(level, at, |cell| cell.body = who.0 + 1);
        }
        self.bump_revision(level, |revisions| &mut revisions.ours);
    }

    /// Changes the turns that a state of a body has left. Floods toward prey restart when the prey appears or vanishes.
    fn change_state(&mut self, who: ActorId, state: TimedState, turns: u8) {
        let had_state = self.has_state(who, state);
        self.set_state(who, state, turns);
        if state == TimedState::Unseen && had_state != (turns > 0) {
            let level = self.body(who).level;
            self.bump_revision(level, |revisions| &mut revisions.ours);
        }
    }

    /// Removes an item that is used up from the pack, or lets it recharge from the end of this turn on.
    fn use_item(&mut self, item: ItemId) {
        match self.dungeon.item(item).recharge {
            0 => self.pack.take_out(item),
            turns => {
                let ready = self.turn.saturating_add(1).saturating_add(turns);
                self.pack.spend(item, ready);
            }
        }
    }

    /// Makes an ally follow the hero from now on.
    fn add_follower(&mut self, who: ActorId) {
        let body = self.body_mut(who);
        body.prey = Prey::Foes;
        let level = body.level;
        insert_by_number(&mut self.followers, who);
        self.bump_revision(level, |revisions| &mut revisions.ours);
    }

    /// Writes a body's number into the cell that it enters.
    #[inline]
    fn stand(&mut self, who: ActorId, (level, at): (LevelId, Point)) {
        let mut is_inside = false;
        self.edit_cell(level, at, |cell| {
            is_inside = true;
            // Checked in release builds too: rules may be third-party code, and the cell is in cache.
            assert_eq!(cell.body, 0, "two bodies on one cell");
            cell.body = who.0 + 1;
        });
        assert!(is_inside, "a body outside the map");
    }

    /// Places an item of the file. If the file gives the item's numbers as ranges, places the variant that the seed
    /// draws.
    fn lay_out(&mut self, level: LevelId, at: Point, item: ItemId) {
        let drawn = self.drawn_item(level, at, item);
        self.set_item(level, at, drawn);
        if drawn != item {
            self.edits_hash ^= edit_hash(level, at, HashedLayer::Item, drawn.0);
        }
    }

    fn add_body(
        &mut self,
        kind: KindId,
        level: LevelId,
        at: Point,
        (least, spread): (Stats, Spread),
        spawn: u32,
    ) {
        let who = ActorId::of(self.bodies.len());
        let birth = birth_number(at, self.round());
        let stats = self.starting_stats(level, birth, least, spread);
        let &Kind {
            side,
            through,
            prey,
            is_asleep,
            looks,
            ..
        } = self.dungeon.kind(kind);
        let pause = match looks {
            Some(_) => Pause::Disguised,
            None if is_asleep => Pause::Asleep,
            None => Pause::None,
        };
        // An ally hunts foes only after it has joined.
        let prey = if prey == Prey::Foes { Prey::None } else { prey };
        self.bodies.push(Body {
            at,
            stats,
            kind,
            level,
            side,
            alive: true,
            pause,
            through,
            prey,
            origin: if spawn == u32::MAX {
                spawn
            } else {
                origin(level, spawn)
            },
            birth,
        });
        self.stand(who, (level, at));
        match side {
            Side::Ours => {
                self.ours.push(who);
                self.bump_revision(level, |revisions| &mut revisions.ours);
            }
            Side::Theirs => self.ground_mut(level).roster.push(who),
        }
    }

    fn remove_body(&mut self, who: ActorId, level: LevelId, at: Point) {
        assert!(self.body(who).alive, "{who:?} died twice");
        let body = self.body_mut(who);
        body.alive = false;
        let (side, follows) = (body.side, body.follows());
        if follows {
            self.followers.retain(|follower| *follower != who);
        }
        if side == Side::Ours || follows {
            self.bump_revision(level, |revisions| &mut revisions.ours);
        }
        self.end_states(who);
        self.edit_cell(level, at, |cell| cell.body = 0);
        self.ground_mut(level).dead_in_roster += 1;
    }

    /// Counts an item that a hero received, and stores the item. An item that can be used or worn goes into the pack. A
    /// key, or a vital item that does not go into the pack, goes into the list of held items.
    fn keep(&mut self, item: ItemId) {
        self.ledger.items = self.ledger.items.saturating_add(1);
        let kind = self.dungeon.item(item);
        if kind.opens.is_some() || kind.is_vital && !kind.is_kept() {
            self.held.push(item);
        }
        if kind.is_kept() {
            self.pack.put(item);
        }
    }

    fn remove_item(&mut self, level: LevelId, at: Point, item: ItemId) {
        assert_eq!(self.item_at(level, at), item, "another item lies at {at}");
        self.edits_hash ^= edit_hash(level, at, HashedLayer::Item, item.0);
        self.set_item(level, at, ItemId::NONE);
    }

    fn set_item(&mut self, level: LevelId, at: Point, item: ItemId) {
        let before = self.change_item(level, at, item);
        self.list_herd_at(level, at, before, item);
    }

    /// Places the item described by an event, and returns the item that was on the cell before.
    fn place_item(&mut self, level: LevelId, at: Point, item: ItemId) -> ItemId {
        let before = self.change_item(level, at, item);
        self.edits_hash ^= edit_hash(level, at, HashedLayer::Item, before.0);
        self.edits_hash ^= edit_hash(level, at, HashedLayer::Item, item.0);
        before
    }

    /// Changes the item of a cell, and returns the item that was on the cell before.
    fn change_item(&mut self, level: LevelId, at: Point, item: ItemId) -> ItemId {
        let before = self.item_at(level, at);
        let (old, new) = (self.dungeon.item(before), self.dungeon.item(item));
        let ground = &mut self.levels[usize::from(level.0)];
        let count = |count: u32, old: bool, new: bool| count + u32::from(new) - u32::from(old);
        ground.collectables = count(ground.collectables, old.collectable, new.collectable);
        ground.vital = count(ground.vital, old.is_vital, new.is_vital);
        if old.herd != new.herd {
            self.bump_revision(level, |revisions| &mut revisions.herd);
        }
        self.edit_cell(level, at, |cell| cell.item = item);
        before
    }

    fn list_herd_at(&mut self, level: LevelId, at: Point, before: ItemId, now: ItemId) {
        let is_herd = self.dungeon.item(now).herd;
        if is_herd != self.dungeon.item(before).herd {
            set_listed(&mut self.ground_mut(level).herd, at, is_herd);
        }
    }

    fn rebuild(&mut self, level: LevelId, at: Point, tile: TileId) {
        let is_stairs = self.is_stairs(tile);
        set_listed(&mut self.ground_mut(level).stairs, at, is_stairs);
        self.build(level, at, tile);
    }

    /// Changes the terrain of a cell, but does not update the list of stairs.
    fn build(&mut self, level: LevelId, at: Point, tile: TileId) {
        assert!(self.size(level).contains(at), "terrain outside the map");
        let before = self.cell(level, at).tile;
        self.edits_hash ^= edit_hash(level, at, HashedLayer::Tile, before.0);
        self.edits_hash ^= edit_hash(level, at, HashedLayer::Tile, tile.0);
        let [old, new] = [before, tile].map(|tile| self.dungeon.tile(tile));
        let ground = &mut self.levels[usize::from(level.0)];
        ground.uncovered =
            ground.uncovered + u32::from(is_uncovered(new)) - u32::from(is_uncovered(old));
        let [old, new] = [before, tile].map(|tile| self.terrain[usize::from(tile.0)]);
        let revisions = &mut ground.revisions;
        for (through, revisions) in Through::ALL.into_iter().zip(revisions) {
            let is_as_open = old.theirs.admits(through) == new.theirs.admits(through);
            if !is_as_open || old.tread != new.tread {
                revisions.footing = revisions.footing.wrapping_add(1);
            }
        }
        self.edit_cell(level, at, |cell| cell.tile = tile);
    }

    /// Increments the counter `what` of a level for every `Through`. Hunters then recompute the floods that depend on
    /// this counter.
    fn bump_revision(&mut self, level: LevelId, what: fn(&mut Revisions) -> &mut u32) {
        for revisions in &mut self.ground_mut(level).revisions {
            let count = what(revisions);
            *count = count.wrapping_add(1);
        }
    }

    /// Returns the cells of a level whose layers satisfy a predicate, in reading order.
    pub(super) fn cells_that(
        &self,
        level: LevelId,
        fits: impl Fn(CellLayers) -> bool,
    ) -> Vec<Point> {
        self.ground(level).cells_that(fits)
    }

    fn is_stairs(&self, tile: TileId) -> bool {
        self.stairs[usize::from(tile.0)]
    }

    fn drop_dead_from_rosters(&mut self) {
        let bodies = &self.bodies;
        for ground in self
            .levels
            .iter_mut()
            .filter(|ground| ground.dead_in_roster > 0)
        {
            ground.roster.retain(|who| bodies[who.0 as usize].alive);
            ground.dead_in_roster = 0; // a body died, so `as_opened` is `None` already
        }
    }
}

/// Returns the placed vaults of each level, with the routes and words of their bodies; empty if no level has vaults.
fn level_vaults(vaults: &[Vec<DrawnVault<'_>>]) -> Arc<[LevelVaults]> {
    if vaults.iter().all(Vec::is_empty) {
        return Arc::default();
    }
    let own = |(placed, vault): &DrawnVault<'_>| {
        let spawns = vault.spawns.iter();
        spawns
            .map(|spawn| placed.own(vault, spawn))
            .collect::<Vec<_>>()
    };
    let levels = vaults.iter().map(|vaults| LevelVaults {
        own: vaults.iter().flat_map(own).collect(),
        placed: vaults.iter().map(|(placed, _)| *placed).collect(),
    });
    levels.collect()
}

/// Whether the tile is a target for a boulder (`Goal::Cover`) and has none.
fn is_uncovered(tile: &Tile) -> bool {
    tile.is_target && !matches!(tile.feature, Feature::Boulder(_))
}

/// Returns the number of rounds after which the acts and births of these kinds repeat: the least common multiple of all
/// `Offspring::every`, and of 2 if any kind has an odd speed. If this number does not fit `u32`, returns a number that
/// no game reaches.
fn cycle(kinds: &[Kind]) -> u32 {
    let of_births = |kind: &Kind| { kind.spawns.as_ref() }.map_or(1, |offspring| offspring.every);
    // Other kinds act alike in all rounds.
    let is_odd = |kind: &&Kind| kind.spawns.is_some() || !kind.speed.is_multiple_of(2);
    let kinds = kinds.iter().filter(is_odd);
    let mut periods = kinds.flat_map(|kind| [1 + kind.speed % 2, of_births(kind)]);
    let together = periods.try_fold(1, |all: u32, period| {
        (all / common_divisor(all, period)).checked_mul(period)
    });
    together.unwrap_or(u32::MAX)
}

/// Returns the greatest common divisor of two numbers that are not 0.
fn common_divisor(one: u32, other: u32) -> u32 {
    match one % other {
        0 => other,
        rest => common_divisor(other, rest),
    }
}

/// Inserts a body into a list in the order of numbers, so that the list depends only on the bodies in it.
fn insert_by_number(list: &mut Vec<ActorId>, who: ActorId) {
    let place = list.partition_point(|other| *other < who);
    list.insert(place, who);
}

fn is_hidden(tile: &Tile) -> bool {
    matches!(tile.feature, Feature::Trap(trap) if trap.guise != Guise::Plain)
}

/// The layer of a cell that an edit changed.
#[derive(Clone, Copy)]
enum HashedLayer {
    Item = 1,
    Tile = 2,
}

/// Returns a hash of a value in one layer of a cell. `ItemId::NONE` hashes to 0, so an item that is placed and then
/// taken leaves the combined hash unchanged.
fn edit_hash(level: LevelId, p: Point, layer: HashedLayer, value: u16) -> u64 {
    if matches!(layer, HashedLayer::Item) && value == ItemId::NONE.0 {
        return 0;
    }
    let place = u64::from(p.y as u32) << 32 | u64::from(p.x as u32);
    mix(place ^ mix(u64::from(level.0) << 32 | (layer as u64) << 16 | u64::from(value)))
}
