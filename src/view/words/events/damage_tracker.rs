//! What the blows of a step leave of the player and his people while its events are heard one by one, and who is to
//! blame for it.
use super::ending::CauseOfDeath;
use crate::engine::action::ActorId;
use crate::engine::event::Event;
use crate::view::words::terms::life::{Wound, is_spent};
use crate::view::words::terms::perception::Perception;

/// How much life everybody of ours has after the events heard so far.
pub struct DamageTracker<'a> {
    world: Perception<'a>,
    /// Of those whose life changes in this step; nobody else's does.
    left: Vec<(ActorId, i64)>,
    /// What spent the player's own.
    pub cause: CauseOfDeath,
}

impl<'a> DamageTracker<'a> {
    /// Before the first of these events; the world is the one after them.
    pub fn before(world: Perception<'a>, events: &[Event]) -> DamageTracker<'a> {
        let mut tracker = DamageTracker {
            world,
            left: Vec::new(),
            cause: CauseOfDeath::Unknown,
        };
        for event in events {
            if let Event::Changed { who, stat, by } = *event
                && world.is_ours(who)
                && world.kind(who).life == stat
            {
                *tracker.account(who) -= i64::from(by);
            }
        }
        tracker
    }

    /// How much life somebody has now: of ours the truth, of others what the step leaves them, which nobody counts.
    pub fn left(&self, who: ActorId) -> i64 {
        let account = self.left.iter().find(|(whose, _)| *whose == who);
        account.map_or(self.world.life_of(who).into(), |(_, left)| *left)
    }

    /// The life of one of ours changed. What spends the player's own is to blame; what comes later only finds him dead.
    pub fn suffer(&mut self, who: ActorId, by: i32, culprit: impl FnOnce() -> CauseOfDeath) {
        let life = self.world.kind(who).life;
        let left = self.account(who);
        let was_spent = is_spent(life, *left);
        *left += i64::from(by);
        if !was_spent && is_spent(life, *left) && self.world.is_you(who) {
            self.cause = culprit();
        }
    }

    /// A wound that has just been dealt.
    pub fn wound(&self, whom: ActorId, harm: i64) -> Wound {
        Wound {
            whom,
            harm,
            left: self.left(whom),
            blows: 1,
        }
    }

    fn account(&mut self, who: ActorId) -> &mut i64 {
        let known = self.left.iter().position(|(whose, _)| *whose == who);
        let nth = known.unwrap_or_else(|| {
            self.left.push((who, self.world.life_of(who).into()));
            self.left.len() - 1
        });
        &mut self.left[nth].1
    }
}
