//! A player that wins fights by rest: the hero first heals until the health is enough for all fights, and in a fight
//! steps back before the blow that may kill.
use super::styles::Greedy;
use super::ways::beside;
use crate::player::Player;
use crate::player_view::PlayerView;
use dungeon_engine::action::Action;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Attack, Side, Stat};
use dungeon_model::space::geometry::Direction;
use dungeon_model::space::narrow::count;

/// Plays greedily, but rests and retreats.
#[derive(Debug)]
pub struct HitAndRun {
    greedy: Greedy,
    /// The health that is enough for all fights of the game.
    enough: i32,
    rests: bool,
}

impl HitAndRun {
    /// Returns the player for the games of a world; `None` if no fight costs health.
    pub fn new(world: &World) -> Option<HitAndRun> {
        let hero = world.body(world.commanded());
        let blow = hero.stat(Stat::Strength).max(1);
        let theirs = world.bodies().iter();
        let theirs =
            theirs.filter(|body| body.alive && body.side == Side::Theirs && body.prey.is_hostile());
        let cost = theirs.fold(0, |all: i32, body| {
            let harm = match world.dungeon().kind(body.kind).attack {
                Attack::Melee => body.stat(Stat::Strength).max(0),
                _ => 0,
            };
            let blows = body.stat(Stat::Health).max(0) / blow + 1;
            all.saturating_add(harm.saturating_mul(blows))
        });
        let most = world.kind(world.commanded()).most[Stat::Health];
        let enough = cost.saturating_add(hero.stat(Stat::Health)).min(most);
        (cost > 0).then(|| HitAndRun {
            greedy: Greedy::default(),
            enough,
            rests: true,
        })
    }

    /// The step to the cell with the most room among those that no monster beside the hero reaches with its next act.
    fn retreat(view: &PlayerView<'_>) -> Option<Action> {
        let foes = beside(view).filter(|(who, _)| view.strikes(*who));
        let foes: Vec<_> = foes.map(|(_, way)| view.at() + way).collect();
        let is_safe = |way: &Direction| {
            let to = view.at() + *way;
            let is_free = view.is_open(to) && view.body_at(to).is_none();
            is_free && foes.iter().all(|foe| foe.chebyshev(to) > 1)
        };
        let room = |way: &Direction| {
            let around = Direction::ALL.map(|next| view.at() + *way + next);
            count(around.into_iter().filter(|p| view.is_open(*p)).count())
        };
        let ways = view.neighbours().directions().iter().copied();
        ways.filter(is_safe).max_by_key(room).map(Action::Step)
    }
}

impl Player for HitAndRun {
    fn begin(&mut self, view: &PlayerView<'_>, luck: u64) {
        self.greedy.begin(view, luck);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let blows = beside(view).filter(|(who, _)| view.strikes(*who));
        let blows = blows.filter_map(|(who, _)| Some(view.body(who)?.stat(Stat::Strength)));
        let harm = blows.fold(0, i32::saturating_add);
        self.rests = view.life() < self.enough && (self.rests || harm > 0 && view.life() <= harm);
        let retreat = || Self::retreat(view).filter(|action| legal.contains(action));
        let rest = match harm {
            0 => Some(Action::Wait),
            _ if view.life() <= harm.saturating_mul(2) => retreat(),
            _ => None,
        };
        let rest = rest.filter(|_| self.rests);
        rest.unwrap_or_else(|| self.greedy.choose(view, legal))
    }
}
