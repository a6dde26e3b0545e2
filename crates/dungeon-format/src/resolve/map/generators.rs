//! The keys of `map caves` and `map rooms` (docs/format, "Made maps").
use crate::keys;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::ranges::points;
use dungeon_model::dungeon::{Caves, Rooms};

/// Reads the keys of `map caves`.
pub fn caves(fields: &mut Fields<'_, '_>) -> Caves {
    let mut caves = Caves {
        rock: 45,
        rounds: 4,
    };
    fields.set(&keys::ROCK, &mut caves.rock);
    fields.set(&keys::ROUNDS, &mut caves.rounds);
    caves
}

/// Reads the keys of `map rooms`.
pub fn rooms(fields: &mut Fields<'_, '_>) -> Rooms {
    let mut rooms = Rooms {
        count: 9,
        sides: (3, 9),
        doors: 50,
    };
    fields.set(&keys::ROOMS, &mut rooms.count);
    let sides = points(fields, &keys::SIDES);
    rooms.sides = sides.map_or(rooms.sides, |sides| sides.value);
    fields.set(&keys::DOORS, &mut rooms.doors);
    rooms
}

/// Reads `vaults=`: the maximum number of vaults on the level; 0 without the key.
pub fn vaults(fields: &mut Fields<'_, '_>) -> u32 {
    let words = ["`vaults=`", "a maximum number"];
    let most = fields.yes_or_number(&keys::VAULTS, words);
    most.unwrap_or_default()
}
