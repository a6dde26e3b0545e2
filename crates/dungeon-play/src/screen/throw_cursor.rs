//! The cursor for aiming an item of the inventory at a cell: throwing it (P-4), or shooting or pulling with it (P-7,
//! P-8).
use super::travel_cursor::next_of;
use crate::input::key::Key;
use crate::input::keymap::{Command, Cycle, Keymap};
use crate::knowledge::known_map::KnownMap;
use crate::text::question::QuestionWidth;
use crate::text::{journey_notices, look};
use crate::view::words::{aim_effect, capitalised, number_of, preceded, with_article};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::rulesets::throwing;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::nouns::verb;
use dungeon_model::dungeon::{AimedAct, ItemId, Prey, Stat, StateGift};
use dungeon_model::space::geometry::Point;

/// A cursor on a cell, with the item to aim at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrowCursor {
    /// The cell under the cursor.
    pub at: Point,
    /// The item, which is in the inventory.
    pub item: ItemId,
}

impl ThrowCursor {
    /// Makes a cursor for the first item that can be aimed now, on its nearest target, or else on the hero; `None` if no
    /// item of the inventory can. For a player with notes, items that have a target come first, and of those worn items,
    /// then harmful, unknown and helpful ones.
    pub fn first(known_map: KnownMap<'_>) -> Option<ThrowCursor> {
        let (world, hero) = (known_map.world(), known_map.hero());
        let cursors = aimed(world).map(|item| ThrowCursor { at: hero, item });
        let mut cursors = cursors.map(|cursor| cursor.at_first_target(known_map));
        if known_map.notes.is_none() {
            return cursors.next();
        }
        cursors.min_by_key(|cursor| {
            let ranks = [
                !world.pack().is_worn(cursor.item),
                is_boon(world, cursor.item),
                world.is_unknown(cursor.item),
            ];
            (cursor.at == hero, ranks)
        })
    }

    /// Returns the keys of a player without notes, in the default keymap, that move the cursor `from` here, or open it
    /// here if there is none; `None` if there are no such keys.
    pub fn plain_keys(
        self,
        from: Option<ThrowCursor>,
        known_map: KnownMap<'_>,
        plain: &Keymap,
    ) -> Option<Vec<Key>> {
        let known_map = KnownMap {
            notes: None,
            ..known_map
        };
        let (open, mut now) = (plain.letter(Command::Throw)?, from);
        let mut keys = Vec::new();
        for _ in aimed(known_map.world()) {
            if now.is_some_and(|now| now.item == self.item) {
                break;
            }
            now = match now {
                Some(now) => Some(now.next_item(known_map)),
                None => ThrowCursor::first(known_map),
            };
            keys.push(open);
        }
        let now = now.filter(|now| now.item == self.item)?;
        keys.extend(plain.moves(now.at, self.at)?);
        Some(keys)
    }

    /// Chooses the next item of the inventory that can be aimed now. A cursor that was moved stays on its cell.
    #[must_use]
    pub fn next_item(self, known_map: KnownMap<'_>) -> ThrowCursor {
        let items: Vec<ItemId> = aimed(known_map.world()).collect();
        let item = next_of(&items, self.item, Cycle::Next).unwrap_or(self.item);
        let is_unmoved = self == self.at_first_target(known_map);
        let next = ThrowCursor { item, ..self };
        if is_unmoved {
            next.at_first_target(known_map)
        } else {
            next
        }
    }

    /// Moves the cursor to the next or previous target by distance, wrapping around; stays without a target.
    #[must_use]
    pub fn next_target(self, known_map: KnownMap<'_>, cycle: Cycle) -> ThrowCursor {
        let targets = self.targets(known_map);
        let at = next_of(&targets, self.at, cycle).unwrap_or(self.at);
        ThrowCursor { at, ..self }
    }

    /// Returns the aimed act.
    pub fn action(self) -> Action {
        Action::Throw(self.item, self.at)
    }

    /// Returns the cells in view that the item passes, in the order of its flight, up to the first body in view or the
    /// first cell out of view. Empty if the act is refused.
    pub fn flight(self, known_map: KnownMap<'_>) -> Vec<Point> {
        if known_map.game.check(self.action()).is_err() {
            return Vec::new();
        }
        let face = known_map.game.rules().face();
        let flight = face.flight(known_map.world(), self.action()).into_iter();
        let cells = flight.map(|(over, _)| over);
        cells.take_while(|over| known_map.sees(*over)).collect()
    }

    /// Returns the body in view that the item hits; `None` if the act is refused.
    pub fn target(self, known_map: KnownMap<'_>) -> Option<ActorId> {
        known_map.body(*self.flight(known_map).last()?)
    }

    /// Describes the effect of the act, or the reason that it is refused, and then the keys to continue, in whole
    /// sentences.
    pub fn describe(self, known_map: KnownMap<'_>, keymap: &Keymap) -> String {
        let what = self.effect(known_map);
        let tab = match self.targets(known_map).len() {
            ..=1 => "",
            _ => "Tab: next target, ",
        };
        let next = self.next_key(known_map, keymap);
        let enter = self.enter_key(known_map);
        format!("{what} {enter}{tab}{next}Esc: back.")
    }

    /// Describes the act and its main keys in few words: the item and, where there is room, the effect on the target.
    pub fn describe_in_short(
        self,
        known_map: KnownMap<'_>,
        keymap: &Keymap,
        room: QuestionWidth,
    ) -> String {
        let name = capitalised(&known_map.world().item(self.item).name);
        let enter = self.enter_key(known_map);
        match room {
            QuestionWidth::Ample | QuestionWidth::Scarce => {
                let next = self.next_key(known_map, keymap);
                format!("{} {enter}{next}Esc: no", self.effect(known_map))
            }
            QuestionWidth::Tiny => format!("{name}. {enter}Esc: no"),
        }
    }

    /// Returns the words for the key that chooses the next item; empty if there is only one.
    fn next_key(self, known_map: KnownMap<'_>, keymap: &Keymap) -> String {
        match aimed(known_map.world()).count() {
            ..=1 => String::new(),
            _ => format!("{}: next item, ", keymap.key_for(Command::Throw)),
        }
    }

    /// Returns the words for the key that takes the act, or for the keys that aim if the act is refused.
    fn enter_key(self, known_map: KnownMap<'_>) -> String {
        match known_map.game.check(self.action()) {
            Ok(()) => format!("Enter: {}, ", self.verb(known_map.world())),
            Err(_) => "Move: aim, ".to_owned(),
        }
    }

    /// Returns the forecast of the act, or the reason that it is refused, as a sentence: "The acid kills the rat."
    fn effect(self, known_map: KnownMap<'_>) -> String {
        let world = known_map.world();
        let item = world.item(self.item);
        let name = capitalised(&with_article(&item.name));
        if self.at == known_map.hero() {
            let does = verb(
                &item.name,
                match item.aimed_act() {
                    Some(AimedAct::Shoot) => "shoot",
                    Some(AimedAct::Pull) => "reach",
                    Some(AimedAct::Throw) | None => "fly",
                },
            );
            let reach = number_of(item.aim_reach().into(), "cell");
            return format!("{name} {does} up to {reach}.");
        }
        if let Err(why) = known_map.game.check(self.action()) {
            let why = journey_notices::refusal_text(world, why);
            return format!("{}: {why}", capitalised(&item.name));
        }
        match self.target(known_map) {
            Some(whom) => format!("{name} {}", self.forecast(known_map, whom)),
            None => format!("{name} {} nothing in sight.", verb(&item.name, "hit")),
        }
    }

    /// Returns the effect of the act on the body that the item hits, and on those that explosions would hurt then, as
    /// sentences whose first one lacks its subject: "kills the rat. The explosion takes 4 of your 20 health."
    pub fn forecast(self, known_map: KnownMap<'_>, whom: ActorId) -> String {
        let (face, world) = (known_map.game.rules().face(), known_map.world());
        let flight = face.flight(world, self.action());
        let is_known = !world.is_unknown(self.item);
        let harm = flight
            .last()
            .map(|(_, harm)| (whom, *harm))
            .filter(|_| is_known);
        let hits: Vec<(ActorId, i32)> = harm.into_iter().collect();
        let explosions = look::describe_explosions(known_map, &hits);
        format!(
            "{}.{}",
            self.effect_on(known_map, whom),
            preceded(" ", &explosions)
        )
    }

    /// Returns the effect of the act on the body that the item hits, without a subject.
    fn effect_on(self, known_map: KnownMap<'_>, whom: ActorId) -> String {
        let world = known_map.world();
        let pulled = throwing::pulled(world, world.commanded(), self.item, self.at);
        aim_effect(world, whom, self.item, &pulled)
    }

    /// Returns the verb of the act: "throw", "shoot", "pull".
    fn verb(self, world: &World) -> &'static str {
        let act = world.item(self.item).aimed_act();
        act.unwrap_or(AimedAct::Throw).verb()
    }

    /// Moves the cursor to the nearest target, or to the hero if there is none.
    fn at_first_target(self, known_map: KnownMap<'_>) -> ThrowCursor {
        let targets = self.targets(known_map);
        let at = *targets.first().unwrap_or(&known_map.hero());
        ThrowCursor { at, ..self }
    }

    /// Returns the cells of the enemies in view that the item would hit, nearest first, equal distances in reading
    /// order. For a player with notes, an item that helps is aimed at allies.
    fn targets(self, known_map: KnownMap<'_>) -> Vec<Point> {
        let (world, hero) = (known_map.world(), known_map.hero());
        let is_target = |who: &ActorId| {
            let at = world.body(*who).at;
            known_map.sees(at) && ThrowCursor { at, ..self }.target(known_map) == Some(*who)
        };
        let is_for_allies = known_map.notes.is_some() && is_boon(world, self.item);
        let is_meant = |who: &ActorId| {
            if is_for_allies {
                world.kind(*who).prey == Prey::Foes
            } else {
                world.is_foe(*who)
            }
        };
        let meant = world
            .theirs(world.here())
            .filter(is_meant)
            .filter(is_target);
        let mut targets: Vec<Point> = meant.map(|who| world.body(who).at).collect();
        hero.sort_by_distance(&mut targets);
        targets
    }
}

/// Iterates over the items of the inventory that can be aimed now, by letter: those to throw, and the worn ones to shoot
/// or pull.
pub fn aimed(world: &World) -> impl Iterator<Item = ItemId> {
    let items = world.pack().things().iter().map(|thing| thing.item);
    items.filter(|item| throwing::is_at_hand(world, *item))
}

/// Whether an item is known to do only good to the body that it hits.
fn is_boon(world: &World, id: ItemId) -> bool {
    let item = world.item(id);
    let given = Stat::ALL.map(|stat| item.gives[stat]);
    let is_helpful = |gift: StateGift| gift.state.is_helpful();
    !world.is_unknown(id)
        && item.aimed_act() == Some(AimedAct::Throw)
        && (given.iter().any(|by| *by > 0) || item.state.is_some_and(is_helpful))
        && given.iter().all(|by| *by >= 0)
        && item.state.is_none_or(is_helpful)
}

/// Describes what each worn bow and hook would do to the body on a cell that is not beside the hero: "Your bow (t) takes
/// 3 of the ogre's 9 health." Empty if nothing reaches the body ([P-7], [P-8]).
///
/// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
/// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
pub fn describe_worn(known_map: KnownMap<'_>, keymap: &Keymap, p: Point) -> Vec<String> {
    let world = known_map.world();
    if known_map.game.outcome().is_some() || p.chebyshev(known_map.hero()) <= 1 {
        return Vec::new();
    }
    let worn = world.pack().worn().iter();
    let cursors = worn.map(|item| ThrowCursor { at: p, item: *item });
    let told = cursors.filter_map(|cursor| {
        let whom = cursor.target(known_map)?;
        let name = &world.item(cursor.item).name;
        let key = keymap.key_for(Command::Throw);
        let does = cursor.forecast(known_map, whom);
        (known_map.body(p) == Some(whom)).then(|| format!("Your {name} ({key}) {does}"))
    });
    told.collect()
}
