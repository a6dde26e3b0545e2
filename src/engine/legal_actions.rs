//! The list of what may be done next, for programs that choose from it.
use super::action::Action;
use super::game::Game;

impl Game {
    /// Puts every action that `Game::check` allows the player now into `out`, which is emptied first; each once, those
    /// of the rule set's keys first, in the order of the help, then those of its cells in reading order. A step onto a
    /// monster is the attack; an idle round, which is no action of a player, is not listed. Empty once the game is over.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::game::Action;
    /// use dungeon::geometry::Direction;
    ///
    /// let session = Session::from_text("map\n#####\n#@.$#\n#####\nend\n").unwrap();
    /// let mut actions = Vec::new();
    /// session.game().legal_actions(&mut actions);
    /// assert!(actions.contains(&Action::Step(Direction::East)));
    /// ```
    pub fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.outcome().is_some() {
            return;
        }
        let bindings = self.rules().bindings().iter().copied().flatten();
        out.extend(bindings.map(|binding| binding.action));
        self.list_pointed(out);
        let mut nth = 0;
        while nth < out.len() {
            match self.check(out[nth]).is_ok() && !out[..nth].contains(&out[nth]) {
                true => nth += 1,
                false => drop(out.remove(nth)),
            }
        }
    }

    /// Adds what choosing a cell could mean in a game whose player points: a move, a shot, another unit.
    fn list_pointed(&self, out: &mut Vec<Action>) {
        let (world, Some(rules)) = (self.world(), self.rules().pointing()) else {
            return;
        };
        let ours = world
            .ours()
            .filter(|who| world.body(*who).level == world.here());
        let mut cells = rules.range(world);
        cells.extend(rules.fire(world));
        cells.extend(ours.map(|who| world.body(who).at));
        cells.sort_unstable();
        cells.dedup();
        out.extend(cells.into_iter().filter_map(|p| rules.pointed(world, p)));
    }
}
