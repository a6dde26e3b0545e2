//! The key bindings that several games share.
use super::terrain::{ASCEND, DESCEND};
use crate::action::Action;
use crate::ruleset_face::Binding;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Dungeon, Tile};
use dungeon_model::space::geometry::Direction::{self, *};

/// Returns the bindings for steps in eight directions, by keypad, arrows and vi keys, and for waiting ([E-10], [S-10]).
/// `walk` and `wait` are their help texts.
///
/// ```
/// use dungeon::geometry::Direction;
/// use dungeon::rule_parts::eight_ways;
/// use dungeon::session::{Command, Keymap};
/// use dungeon::{Action, Key};
///
/// let keymap = Keymap::new(&eight_ways("skate", "stand still"));
/// let north_east = Command::Act(Action::Step(Direction::NorthEast));
/// assert_eq!(keymap.meaning(Key::Char('u')), Some(north_east));
/// ```
///
/// [E-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-10
/// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
pub const fn eight_ways(walk: &'static str, wait: &'static str) -> [Binding; 9] {
    [
        step("north-west", "7 y <Home>", NorthWest, walk),
        step("north", "8 k <Up>", North, walk),
        step("north-east", "9 u <PgUp>", NorthEast, walk),
        step("west", "4 h <Left>", West, walk),
        step("east", "6 l <Right>", East, walk),
        step("south-west", "1 b <End>", SouthWest, walk),
        step("south", "2 j <Down>", South, walk),
        step("south-east", "3 n <PgDn>", SouthEast, walk),
        standing(wait),
    ]
}

/// Returns the bindings for steps in four directions, by keypad, arrows and vi keys, and for waiting ([A-3]). `walk`
/// and `wait` are their help texts.
///
/// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
pub const fn four_ways(walk: &'static str, wait: &'static str) -> [Binding; 5] {
    [
        step("north", "8 k <Up>", North, walk),
        step("west", "4 h <Left>", West, walk),
        step("east", "6 l <Right>", East, walk),
        step("south", "2 j <Down>", South, walk),
        standing(wait),
    ]
}

/// Joins several tables of bindings into one table.
///
/// ```
/// use dungeon::rule_parts::{STAIRS, four_ways, joined_keys};
/// use dungeon::rules::Binding;
///
/// const KEYS: [Binding; 7] = joined_keys(&[&four_ways("skate", "stand still"), STAIRS]);
/// assert_eq!(KEYS[4].help, "stand still");
/// ```
///
/// # Panics
///
/// If the tables do not hold `N` bindings in total; in a constant, this is a compile error.
pub const fn joined_keys<const N: usize>(tables: &[&[Binding]]) -> [Binding; N] {
    let mut joined = [standing(""); N];
    let (mut table, mut nth, mut len) = (0, 0, 0);
    while table < tables.len() {
        if nth == tables[table].len() {
            (table, nth) = (table + 1, 0);
        } else {
            joined[len] = tables[table][nth];
            (nth, len) = (nth + 1, len + 1);
        }
    }
    assert!(len == N, "the tables hold another number of bindings");
    joined
}

/// Whether a dungeon has stairs or ways out. If not, a game can omit the keys for stairs.
pub fn has_stairs(dungeon: &Dungeon) -> bool {
    let is_stairs = |tile: &Tile| TilePassage::of(tile).taken_by().is_some();
    dungeon.tiles.iter().any(is_stairs)
}

/// The bindings that take the stairs under the hero, or travel to the nearest stairs ([E-15]).
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
pub const STAIRS: &[Binding] = &[
    Binding::new("descend", ">", Action::Do(DESCEND), TAKE_STAIRS),
    Binding::new("ascend", "<lt>", Action::Do(ASCEND), TAKE_STAIRS),
];

const TAKE_STAIRS: &str = "take stairs down or up, or go to the nearest";

const fn standing(wait: &'static str) -> Binding {
    Binding::new("wait", "5 .", Action::Wait, wait)
}

const fn step(
    name: &'static str,
    keys: &'static str,
    way: Direction,
    help: &'static str,
) -> Binding {
    Binding::new(name, keys, Action::Step(way), help)
}
