//! The timed states of bodies (B-1). Few bodies have any, so the world lists only those.
use super::action::ActorId;
use super::body::BodyStates;
use super::world::World;
use dungeon_model::dungeon::{TimedState, TurnsLeft};

impl World {
    /// Returns the turns that the states of a body have left ([B-1]); all 0 for most bodies.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::data::TimedState;
    ///
    /// let text = "item ! \"potion of speed\" gives=haste:9\nmap\n######\n#@!.$#\n######\nend\n";
    /// let mut game = Session::from_text(text)?;
    /// game.press("l")?;
    /// let world = game.game().world();
    /// assert_eq!(world.states_of(world.commanded())[TimedState::Haste], 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
    pub fn states_of(&self, who: ActorId) -> TurnsLeft {
        self.states_entry(who)
            .map_or_else(TurnsLeft::default, |body| body.left)
    }

    /// Whether a body has a state ([B-1]).
    ///
    /// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
    #[inline]
    pub fn has_state(&self, who: ActorId, state: TimedState) -> bool {
        !self.states.is_empty() && self.states_of(who).has(state)
    }

    /// Whether a hasted hero has already acted in the current turn, and acts once more ([B-2]).
    ///
    /// [B-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-2
    pub fn has_acted(&self, who: ActorId) -> bool {
        self.states_entry(who).is_some_and(|body| body.has_acted)
    }

    /// Returns the life that a wound of `harm` points takes from a body: half of it, rounded up, from a warded body
    /// ([B-6]).
    ///
    /// [B-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-6
    pub fn warded_harm(&self, whom: ActorId, harm: i32) -> i32 {
        if harm > 0 && self.has_state(whom, TimedState::Warded) {
            harm / 2 + harm % 2
        } else {
            harm
        }
    }

    /// Whether any body has a state.
    #[inline]
    pub(super) fn has_states(&self) -> bool {
        !self.states.is_empty()
    }

    /// Iterates over the bodies that have a state, by number.
    pub(super) fn with_states(&self) -> impl Iterator<Item = ActorId> {
        self.states.iter().map(|body| body.who)
    }

    fn states_entry(&self, who: ActorId) -> Option<&BodyStates> {
        let nth = self.states.binary_search_by_key(&who, |body| body.who);
        self.states.get(nth.ok()?)
    }

    /// Sets the turns that a state of a body has left. A body without any state is no longer listed.
    pub(super) fn set_state(&mut self, who: ActorId, state: TimedState, turns: u8) {
        let found = self.states.binary_search_by_key(&who, |body| body.who);
        let nth = found.unwrap_or_else(|nth| {
            let left = TurnsLeft::default();
            let has_acted = false;
            self.states.insert(
                nth,
                BodyStates {
                    who,
                    left,
                    has_acted,
                },
            );
            nth
        });
        let body = &mut self.states[nth];
        body.left[state] = turns;
        if body.left.is_empty() {
            self.states.remove(nth);
        }
    }

    /// Notes that a hasted hero has acted in the current turn.
    pub(super) fn set_acted(&mut self, who: ActorId) {
        let mut bodies = self.states.iter_mut();
        let body = bodies.find(|body| body.who == who);
        body.into_iter().for_each(|body| body.has_acted = true);
    }

    /// Notes that no hero has acted in the new turn.
    pub(super) fn begin_acts(&mut self) {
        let bodies = self.states.iter_mut();
        bodies.for_each(|body| body.has_acted = false);
    }

    /// Ends all states of a body that dies.
    pub(super) fn end_states(&mut self, who: ActorId) {
        self.states.retain(|body| body.who != who);
    }

    /// Hashes the states of all bodies; adds nothing if no body has any.
    pub(super) fn add_states(&self, add: &mut impl FnMut(u64)) {
        for BodyStates {
            who,
            left: TurnsLeft([a, b, c, d, e, f]),
            has_acted,
        } in &self.states
        {
            let turns = [*a, *b, *c, *d, *e, u8::from(*has_acted), *f, 1];
            add(u64::from(who.0));
            add(u64::from_le_bytes(turns));
        }
    }
}
