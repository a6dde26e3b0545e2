//! Leaders and the bodies that follow them (M-8).
use super::action::ActorId;
use super::body::Body;
use super::world::World;
use dungeon_model::dungeon::KindId;
use dungeon_model::space::geometry::Region;

/// The distance (Chebyshev) within which a leader leads (M-8). The limit also bounds the cost of an act.
const LED: i32 = 7;

impl World {
    /// Returns the leader of a body: the nearest living body of the kind that its kind follows, at most 7 cells away
    /// ([M-8]); of equally near ones, the first in reading order. `None` if it has no leader. Disguised bodies do
    /// not lead.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    ///
    /// [M-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-8
    pub fn leader_of(&self, who: ActorId) -> Option<ActorId> {
        let leads = self.kind(who).follows?;
        let body = self.body(who);
        let is_leader = |body: &Body| body.kind == leads && !body.is_disguised();
        let near = self
            .bodies_around(body)
            .filter(|who| is_leader(self.body(*who)));
        near.min_by_key(|leader| self.body(*leader).at.chebyshev(body.at))
    }

    /// Iterates over the bodies that a body leads ([M-8]), in reading order. For a dead body, over those that it led
    /// when it died.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    ///
    /// [M-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-8
    pub fn led_by(&self, leader: ActorId) -> impl Iterator<Item = ActorId> {
        let body = self.body(leader);
        let kind = Some(body.kind).filter(|_| self.has_leaders);
        let around = kind.map(|kind| (kind, self.bodies_around(body)));
        let followers = around.into_iter().flat_map(move |(kind, around)| {
            around.filter(move |who| self.is_led(*who, leader, kind))
        });
        followers.filter(move |who| *who != leader)
    }

    /// Whether a body near a leader of this kind is led by it, or was when it died.
    fn is_led(&self, who: ActorId, leader: ActorId, kind: KindId) -> bool {
        if self.kind(who).follows != Some(kind) {
            return false;
        }
        let rank = |other: ActorId| {
            let at = self.body(other).at;
            (at.chebyshev(self.body(who).at), at.y, at.x)
        };
        match self.leader_of(who) {
            Some(other) if self.body(leader).alive => other == leader,
            Some(other) => rank(leader) < rank(other),
            None => !self.body(leader).alive,
        }
    }

    /// Whether bodies of any kind follow a leader.
    #[inline]
    pub(super) fn has_leaders(&self) -> bool {
        self.has_leaders
    }

    /// Iterates over the living bodies around a body, in reading order.
    fn bodies_around(&self, body: &Body) -> impl Iterator<Item = ActorId> {
        let level = body.level;
        let cells = Region::around(body.at, LED).points();
        cells.filter_map(move |p| self.body_at(level, p))
    }
}
