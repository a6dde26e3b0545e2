//! The countdown of a game that so many turns lose: how a panel shows what is left, and the warnings as it runs out.
use super::frame::Style;
use super::thirds::Third;
use super::words::turns;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Loss;

/// The parts of the limit of which a player is warned, the largest first: of 3,000 turns the last 300, 100 and 30.
const PARTS: [u32; 3] = [10, 30, 100];

/// The turns that are left of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    left: u32,
    limit: u32,
}

impl Countdown {
    /// Returns the countdown to the first limit of a game's file; `None` where no number of turns loses.
    pub fn of(world: &World) -> Option<Countdown> {
        let losses = world.dungeon().losses().iter();
        let limits = losses.filter_map(|loss| match loss {
            Loss::Turns(limit) => Some(*limit),
            Loss::Without => None,
        });
        let limit = limits.min()?;
        let left = limit.saturating_sub(world.turn());
        Some(Countdown { left, limit })
    }

    /// Returns how many of the parts have begun.
    fn stage(self) -> usize {
        let begun = PARTS.map(|part| self.left <= self.limit.div_ceil(part));
        begun.into_iter().filter(|begun| *begun).count()
    }

    /// Returns the sentence that warns of a part which has begun since `before`; `None` within one.
    pub fn warning(self, before: Countdown) -> Option<String> {
        let are = if self.left == 1 { "is" } else { "are" };
        let text = || format!("Time runs out: {} {are} left.", turns(self.left));
        (self.stage() > before.stage()).then(text)
    }

    /// Returns the style in which a panel tells what is left; `None` before the first part.
    pub fn style(self) -> Option<Style> {
        match self.stage() {
            0 => None,
            1 => Some(Third::Middle.style()),
            _ => Some(Third::Lower.style()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The turns left at which a player is warned, counted down from the limit one by one.
    fn warned(limit: u32) -> Vec<u32> {
        let at = |left| Countdown { left, limit };
        let steps = (1..limit).rev();
        let told = steps.filter(|left| at(*left).warning(at(left + 1)).is_some());
        told.collect()
    }

    #[test]
    fn each_part_is_warned_of_once_and_a_step_over_several_once() {
        assert_eq!(warned(3_000), [300, 100, 30]);
        assert_eq!(warned(40), [4, 2, 1]);
        assert_eq!(warned(3), [1]);
        let at = |left| Countdown { left, limit: 3_000 };
        let told = at(20).warning(at(301));
        assert_eq!(told.as_deref(), Some("Time runs out: 20 turns are left."));
    }
}
