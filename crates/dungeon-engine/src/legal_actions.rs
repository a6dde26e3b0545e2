//! The list of legal actions, for programs that choose among them.
use super::action::Action;
use super::game::Game;
use super::ruleset_face::Pointing;
use dungeon_model::space::geometry::Region;

impl Game {
    /// Fills `out`, which is cleared first, with the actions that `Game::check` allows now, each once. Actions that are
    /// bound to keys come first, in the order of the help. They are followed by uses of items in the pack by letter,
    /// throws, shots and pulls with these items in the same order, each at all cells in its range in reading order, moves in reading
    /// order, and finally shots and switches to other units in reading order. An attack on a neighboring monster is
    /// listed as a step onto its cell. Idle rounds are not listed, because a player does not choose them. The list is
    /// empty once the game is over.
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
        let (bindings, things) = (self.rules().face().bindings(), self.world().pack().things());
        out.reserve(bindings.len() + things.len());
        for binding in bindings {
            if self.check(binding.action).is_ok() && !out.contains(&binding.action) {
                out.push(binding.action);
            }
        }
        let uses = things.iter().map(|thing| Action::Use(thing.item));
        out.extend(uses.filter(|action| self.check(*action).is_ok()));
        let hero = self.world().body(self.world().commanded()).at;
        let throws = things.iter().flat_map(|thing| {
            let item = self.world().item(thing.item);
            let is_at_hand = item.throw_reach > 0 || self.world().pack().is_worn(thing.item);
            let reach = item.aim_reach().cast_signed();
            let cells = (reach > 0 && is_at_hand).then(|| Region::around(hero, reach).points());
            let cells = cells.into_iter().flatten();
            cells.map(|p| Action::Throw(thing.item, p))
        });
        out.extend(throws.filter(|action| self.check(*action).is_ok()));
        if let Some(rules) = self.rules().face().pointing() {
            self.list_pointed(rules, out);
        }
    }

    /// Adds the actions that players perform by choosing a cell: moves, shots and switches to other units.
    fn list_pointed(&self, rules: &dyn Pointing, out: &mut Vec<Action>) {
        let world = self.world();
        // A player who chooses a cell with a body means the body.
        let choices = rules.choices(world).into_iter();
        let shots = choices.flat_map(|p| [rules.pointed(world, p), Some(Action::ShootAt(p))]);
        let mut others: Vec<Action> = shots.flatten().collect();
        others.dedup();
        others.retain(|action| !matches!(action, Action::Go(_)) && self.check(*action).is_ok());
        // `range` has already checked its cells, except the unit's own cell.
        let own = world.body(world.commanded()).at;
        let range = rules.range(world).into_iter().filter(|p| *p != own);
        let moves = range.filter_map(|p| rules.pointed(world, p));
        out.extend(moves.filter(|action| matches!(action, Action::Go(_))));
        out.append(&mut others);
    }
}
