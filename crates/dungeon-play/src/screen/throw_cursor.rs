//! The cursor for throwing an item of the inventory at a cell (P-4).
use super::travel_cursor::next_of;
use crate::input::keymap::{Command, Cycle, Keymap};
use crate::knowledge::known_map::KnownMap;
use crate::text::journey_notices;
use crate::text::question::QuestionWidth;
use crate::view::words::{capitalised, number_of, throw_effect, with_article};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::world::World;
use dungeon_model::dungeon::ItemId;
use dungeon_model::dungeon::grammar::nouns::verb;
use dungeon_model::space::geometry::Point;

/// A cursor on a cell, with the item to throw there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrowCursor {
    /// The cell under the cursor.
    pub at: Point,
    /// The item, which is in the inventory.
    pub item: ItemId,
}

impl ThrowCursor {
    /// Makes a cursor for the first item that can be thrown, on its nearest target, or else on the hero; `None` if no
    /// item of the inventory can be thrown.
    pub fn first(known_map: KnownMap<'_>) -> Option<ThrowCursor> {
        let item = thrown(known_map.world()).next()?;
        let at = known_map.hero();
        Some(ThrowCursor { at, item }.at_first_target(known_map))
    }

    /// Chooses the next item of the inventory that can be thrown. A cursor that was moved stays on its cell.
    #[must_use]
    pub fn next_item(self, known_map: KnownMap<'_>) -> ThrowCursor {
        let items: Vec<ItemId> = thrown(known_map.world()).collect();
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

    /// Returns the action of the throw.
    pub fn action(self) -> Action {
        Action::Throw(self.item, self.at)
    }

    /// Returns the cells in view that the item passes, in the order of its flight, up to the first body in view or the
    /// first cell out of view. Empty if the throw is refused.
    pub fn flight(self, known_map: KnownMap<'_>) -> Vec<Point> {
        if known_map.game.check(self.action()).is_err() {
            return Vec::new();
        }
        let face = known_map.game.rules().face();
        let flight = face.flight(known_map.world(), self.action()).into_iter();
        let cells = flight.map(|(over, _)| over);
        cells.take_while(|over| known_map.sees(*over)).collect()
    }

    /// Returns the body in view that the item hits; `None` if the throw is refused.
    pub fn target(self, known_map: KnownMap<'_>) -> Option<ActorId> {
        known_map.body(*self.flight(known_map).last()?)
    }

    /// Describes the effect of the throw, or the reason that it is refused, and then the keys to continue, in whole
    /// sentences.
    pub fn describe(self, known_map: KnownMap<'_>, keymap: &Keymap) -> String {
        let what = self.effect(known_map);
        let tab = match self.targets(known_map).len() {
            ..=1 => "",
            _ => "Tab: next target, ",
        };
        let next = match thrown(known_map.world()).count() {
            ..=1 => String::new(),
            _ => format!("{}: next item, ", keymap.key_for(Command::Throw)),
        };
        let enter = match known_map.game.check(self.action()) {
            Ok(()) => "Enter: throw, ",
            Err(_) => "Move: aim, ",
        };
        format!("{what} {enter}{tab}{next}Esc: back.")
    }

    /// Describes the effect of the throw and the keys on one short line, or only the target where the effect has no room.
    pub fn describe_in_short(self, known_map: KnownMap<'_>, room: QuestionWidth) -> String {
        let world = known_map.world();
        let target = match known_map.game.check(self.action()) {
            Ok(()) => self.target(known_map),
            Err(_) => return self.effect(known_map),
        };
        match (target, room) {
            (Some(whom), QuestionWidth::Ample | QuestionWidth::Scarce) => {
                let does = capitalised(&throw_effect(world, whom, self.item));
                format!("{does}. Enter: throw, Esc: no")
            }
            (Some(whom), QuestionWidth::Tiny) => {
                format!(
                    "Throw at {}? Enter, Esc",
                    with_article(&world.kind(whom).name)
                )
            }
            (None, _) => "Hits nothing in sight. Enter, Esc".to_owned(),
        }
    }

    /// Returns the forecast of the throw, or the reason that it is refused, as a sentence: "The acid kills the rat."
    fn effect(self, known_map: KnownMap<'_>) -> String {
        let world = known_map.world();
        let item = world.item(self.item);
        let name = capitalised(&with_article(&item.name));
        if self.at == known_map.hero() {
            let reach = item.throw_reach;
            let flies = verb(&item.name, "fly");
            return format!("{name} {flies} up to {}.", number_of(reach.into(), "cell"));
        }
        if let Err(why) = known_map.game.check(self.action()) {
            return journey_notices::refusal_text(world, why);
        }
        match self.target(known_map) {
            Some(whom) => format!("{name} {}.", throw_effect(world, whom, self.item)),
            None => format!("{name} {} nothing in sight.", verb(&item.name, "hit")),
        }
    }

    /// Moves the cursor to the nearest target, or to the hero if there is none.
    fn at_first_target(self, known_map: KnownMap<'_>) -> ThrowCursor {
        let targets = self.targets(known_map);
        let at = *targets.first().unwrap_or(&known_map.hero());
        ThrowCursor { at, ..self }
    }

    /// Returns the cells of the enemies in view that the item would hit, nearest first, equal distances in reading
    /// order.
    fn targets(self, known_map: KnownMap<'_>) -> Vec<Point> {
        let (world, hero) = (known_map.world(), known_map.hero());
        let is_target = |who: &ActorId| {
            let at = world.body(*who).at;
            known_map.sees(at) && ThrowCursor { at, ..self }.target(known_map) == Some(*who)
        };
        let foes = world.foes(world.here()).filter(is_target);
        let mut targets: Vec<Point> = foes.map(|who| world.body(who).at).collect();
        targets.sort_by_key(|p| (p.chebyshev(hero), p.y, p.x));
        targets
    }
}

/// Iterates over the items of the inventory that can be thrown, by letter.
pub fn thrown(world: &World) -> impl Iterator<Item = ItemId> {
    let items = world.pack().things().iter().map(|thing| thing.item);
    items.filter(|item| world.item(*item).throw_reach > 0)
}
