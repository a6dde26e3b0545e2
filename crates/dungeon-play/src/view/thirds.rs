//! Thirds of a number with a full value, such as health: the style of a gauge in each third, and the warnings when a
//! lower third is reached.
use super::frame::Style;
use dungeon_engine::ruleset_face::Reading;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{AddressedAs, Colour, LifeUnit, Side};

/// The third of its full value that a number is in, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Third {
    /// Below one third.
    Lower,
    /// Below two thirds.
    Middle,
    /// Two thirds or more.
    Upper,
}

impl Third {
    /// Returns the third of a reading; `None` if it has no full value.
    pub fn of(reading: &Reading) -> Option<Third> {
        let full = i128::from(reading.full?);
        let value = 3 * i128::from(reading.value);
        Some(match value {
            _ if value < full => Third::Lower,
            _ if value < 2 * full => Third::Middle,
            _ => Third::Upper,
        })
    }

    /// Returns the third of the hero's health; `None` if the player commands several units, or if the hero's life is
    /// not counted in points.
    pub fn of_hero(world: &World) -> Option<Third> {
        let hero = world.commanded();
        let kind = world.kind(hero);
        let is_you = kind.side == Side::Ours && kind.addressed_as == AddressedAs::You;
        let is_counted = kind.life_unit == LifeUnit::Points;
        let reading = Reading::stat("", world, hero, kind.life);
        Third::of(&reading).filter(|_| is_you && is_counted)
    }

    /// Returns the style of a number in this third; the style of the lowest third stands out even without color.
    pub fn style(self) -> Style {
        match self {
            Third::Upper => Style::BOLD,
            Third::Middle => Style::BOLD.inked(Colour::Yellow),
            Third::Lower => Style::STRONG.inked(Colour::Red),
        }
    }

    /// Returns the warning for this third; `None` for the upper third.
    pub fn warning(self) -> Option<&'static str> {
        match self {
            Third::Upper => None,
            Third::Middle => Some("Your health is below two thirds."),
            Third::Lower => Some("Your health is below a third!"),
        }
    }
}
