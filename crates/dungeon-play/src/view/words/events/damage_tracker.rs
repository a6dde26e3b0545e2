//! The damage of a step, followed event by event: the life that each of the player's bodies has left.
use crate::view::words::terms::life::Wound;
use crate::view::words::terms::perception::Perception;
use dungeon_engine::action::ActorId;
use dungeon_engine::event::Event;

/// The life of each of the player's bodies after the events added so far.
pub struct DamageTracker<'a> {
    world: Perception<'a>,
    /// The player's bodies whose life changes in this step, with their current life.
    left: Vec<(ActorId, i64)>,
}

impl<'a> DamageTracker<'a> {
    /// Makes a tracker in the state before these events; `world` is the state after all of them.
    pub fn before(world: Perception<'a>, events: &[Event]) -> DamageTracker<'a> {
        let mut tracker = DamageTracker {
            world,
            left: Vec::new(),
        };
        for event in events {
            if let Event::Changed { who, stat, by } = *event
                && world.is_ours(who)
                && world.kind(who).life == stat
            {
                *tracker.life_left(who) -= i64::from(by);
            }
        }
        tracker
    }

    /// Returns the current life of a body; for enemies, which are not tracked, their life after the step.
    pub fn left(&self, who: ActorId) -> i64 {
        let account = self.left.iter().find(|(whose, _)| *whose == who);
        account.map_or(self.world.life_of(who).into(), |(_, left)| *left)
    }

    /// Records a change of life of one of the player's bodies.
    pub fn add_damage(&mut self, who: ActorId, by: i32) {
        *self.life_left(who) += i64::from(by);
    }

    /// Returns a wound of `harm` points that was just dealt.
    pub fn wound(&self, whom: ActorId, harm: i64) -> Wound {
        Wound {
            whom,
            harm,
            left: self.left(whom),
            blows: 1,
        }
    }

    fn life_left(&mut self, who: ActorId) -> &mut i64 {
        let known = self.left.iter().position(|(whose, _)| *whose == who);
        let nth = known.unwrap_or_else(|| {
            self.left.push((who, self.world.life_of(who).into()));
            self.left.len() - 1
        });
        &mut self.left[nth].1
    }
}
