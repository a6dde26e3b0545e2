//! The thirds of a number that has something full to be measured by, such as health: how a gauge shows them, and the
//! warning that one of them is reached.
use super::frame::Style;
use dungeon_engine::ruleset_face::Reading;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{AddressedAs, Colour, LifeUnit, Side};

/// The third in which a number is, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Third {
    /// Below one third.
    Lower,
    /// Below two thirds.
    Middle,
    /// Two thirds and more.
    Upper,
}

impl Third {
    /// Returns the third of a reading; `None` for a number that nothing is full of.
    pub fn of(reading: &Reading) -> Option<Third> {
        let full = i128::from(reading.full?);
        let value = 3 * i128::from(reading.value);
        Some(match value {
            _ if value < full => Third::Lower,
            _ if value < 2 * full => Third::Middle,
            _ => Third::Upper,
        })
    }

    /// Returns the third of the health of the hero; `None` where the player commands several units, or where the hero
    /// lives by something else than points of health.
    pub fn of_hero(world: &World) -> Option<Third> {
        let hero = world.commanded();
        let kind = world.kind(hero);
        let is_you = kind.side == Side::Ours && kind.addressed_as == AddressedAs::You;
        let is_counted = kind.life_unit == LifeUnit::Points;
        let reading = Reading::stat("", world, hero, kind.life);
        Third::of(&reading).filter(|_| is_you && is_counted)
    }

    /// Returns the style of a number in this third: told apart by colour, and the lowest without it as well.
    pub fn style(self) -> Style {
        match self {
            Third::Upper => Style::BOLD,
            Third::Middle => Style::BOLD.inked(Colour::Yellow),
            Third::Lower => Style::STRONG.inked(Colour::Red),
        }
    }

    /// Returns the sentence that warns of this third; `None` for the upper one.
    pub fn warning(self) -> Option<&'static str> {
        match self {
            Third::Upper => None,
            Third::Middle => Some("Your health is below two thirds."),
            Third::Lower => Some("Your health is below a third!"),
        }
    }
}
