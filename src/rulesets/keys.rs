//! Keys that several games share.
use crate::engine::action::Action;
use crate::engine::ruleset::Binding;
use crate::space::geometry::Direction::{self, *};

/// Walking in eight directions by keypad, arrows and vi keys, and waiting (E-10).
pub const EIGHT_WAYS: &[Binding] = &[
    step("7 y <Home>", NorthWest),
    step("8 k <Up>", North),
    step("9 u <PgUp>", NorthEast),
    step("4 h <Left>", West),
    step("6 l <Right>", East),
    step("1 b <End>", SouthWest),
    step("2 j <Down>", South),
    step("3 n <PgDn>", SouthEast),
    Binding {
        keys: "5 .",
        action: Action::Wait,
        help: "wait and search, or take what lies here",
    },
];

const fn step(keys: &'static str, way: Direction) -> Binding {
    Binding {
        keys,
        action: Action::Step(way),
        help: "walk, take, attack",
    }
}
