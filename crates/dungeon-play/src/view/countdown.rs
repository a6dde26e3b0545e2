//! The countdown of a game with a turn limit: its style in a panel, and the warnings about the last turns.
use super::frame::Style;
use super::thirds::Third;
use super::words::turns;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Loss;

/// The player is warned when the turns left reach the turn limit divided by each of these numbers. For a limit of
/// 3,000, these are 300, 100 and 30 turns.
const PARTS: [u32; 3] = [10, 30, 100];

/// The turns left before a turn limit loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    left: u32,
    limit: u32,
}

impl Countdown {
    /// Returns the countdown to the shortest turn limit of the dungeon; `None` if it has none.
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

    /// Returns the number of warnings due so far, from 0 to 3.
    fn stage(self) -> usize {
        let begun = PARTS.map(|part| self.left <= self.limit.div_ceil(part));
        begun.into_iter().filter(|begun| *begun).count()
    }

    /// Returns the warning that became due since `before`; `None` if no warning became due.
    pub fn warning(self, before: Countdown) -> Option<String> {
        let text = || format!("Time is running out: {} left.", turns(self.left));
        (self.stage() > before.stage()).then(text)
    }

    /// Returns the turn limit.
    pub fn limit(self) -> u32 {
        self.limit
    }

    /// Returns the style for the turns left in a panel; `None` before the first warning.
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

    /// Returns the numbers of turns left at which the player is warned, if the turns pass one by one.
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
        assert_eq!(told.as_deref(), Some("Time is running out: 20 turns left."));
    }
}
