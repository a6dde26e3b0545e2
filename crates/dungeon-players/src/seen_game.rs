//! A game and what its player has seen so far.
use std::collections::BTreeMap;
use std::sync::Arc;

use super::player_view::{EnteredLevels, PlayerView};
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::game::Game;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Dungeon, Fog};
use dungeon_model::space::geometry::Point;
use dungeon_play::knowledge::known_map::KnownMap;
use dungeon_play::knowledge::seen_world::SeenWorld;

/// A game and what its player has seen so far. Sight is not part of the rules: this type computes it after each step.
///
/// ```
/// use dungeon::players::{Greedy, SeenGame, Player};
///
/// let file = dungeon::diagnostics::Source::from_text("a.dng", "map\n######\n#@..$#\n######\nend\n");
/// let mut played = SeenGame::begin(dungeon::load_source(file)?.into(), 7);
/// let (mut greedy, mut legal) = (Greedy::default(), Vec::new());
/// while played.game().outcome().is_none() {
///     played.legal_actions(&mut legal);
///     let action = greedy.choose(&played.view(), &legal);
///     assert!(played.step(action).is_ok());
/// }
/// assert_eq!(played.game().world().turn(), 3);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SeenGame {
    game: Game,
    seen: SeenWorld,
    met: BTreeMap<ActorId, Point>,
    entered: EnteredLevels,
}

impl SeenGame {
    /// Begins to watch a game in its current state, as if the player saw it for the first time.
    pub fn new(game: Game) -> SeenGame {
        let mut played = SeenGame {
            seen: SeenWorld::new(game.world()),
            met: BTreeMap::new(),
            entered: EnteredLevels::default(),
            game,
        };
        played.note();
        played
    }

    /// Begins a game of a dungeon with the rules and monster minds that the file names.
    pub fn begin(dungeon: Arc<Dungeon>, seed: u64) -> SeenGame {
        let rules = rulesets::pick(&dungeon);
        SeenGame::new(Game::new(dungeon, rules, monsters::mind_for, seed))
    }

    /// Returns the game, for spectators; players get `SeenGame::view`.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns what the player sees now.
    pub fn view(&self) -> PlayerView<'_> {
        PlayerView {
            map: self.known_map(),
            entered: &self.entered,
        }
    }

    /// Fills `out` with the legal actions, as `Game::legal_actions` does. Leaves out actions that name bodies or cells
    /// that the player does not know.
    pub fn legal_actions(&self, out: &mut Vec<Action>) {
        self.game.legal_actions(out);
        let view = self.view();
        out.retain(|action| view.can_mean(*action));
    }

    /// Takes an action, and looks around.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] of `Game::check`; the game is then unchanged.
    pub fn step(&mut self, action: Action) -> Result<(), Refusal> {
        self.game.step(action)?;
        self.seen.follow(&self.game);
        self.note();
        Ok(())
    }

    /// Returns the game as a player with this view imagines it (`PlayerView::imagine`), together with everything that
    /// the player has seen so far.
    pub(super) fn imagined(view: &PlayerView<'_>, luck: u64) -> SeenGame {
        SeenGame::seen_by(view, view.imagine(luck))
    }

    /// Returns the real game with its real random results. A player that plans with this game knows the future.
    pub(super) fn foreseen(view: &PlayerView<'_>) -> SeenGame {
        SeenGame::seen_by(view, view.map.game.clone())
    }

    fn seen_by(view: &PlayerView<'_>, game: Game) -> SeenGame {
        SeenGame {
            seen: SeenWorld::imagined(game.world(), view.map.sight.clone()),
            game,
            met: view.map.met.clone(),
            entered: *view.entered,
        }
    }

    /// Changes the seed of all later random results of the game.
    pub(super) fn reseed(&mut self, luck: u64) {
        self.game.reseed(luck);
    }

    /// Copies another game into this one, reusing the memory of this one.
    pub(super) fn copy_from(&mut self, from: &SeenGame) {
        self.game.clone_from(&from.game);
        self.seen.copy_from(&from.seen);
        self.met.clone_from(&from.met);
        self.entered = from.entered;
    }

    /// Notes what the player learns from the last look: the level, its terrain, and the monsters in sight.
    fn note(&mut self) {
        self.entered.insert(self.game.world().here());
        self.seen.survey(&self.game);
        let mut levels = self.game.world().dungeon().levels.iter();
        if levels.any(|level| level.fog != Fog::Lifted) {
            let known_map = self.known_map();
            self.met = known_map.met_after_look(&known_map.in_view());
        }
    }

    pub(super) fn known_map(&self) -> KnownMap<'_> {
        KnownMap {
            game: &self.game,
            seen: self.seen.disguised(self.game.world()),
            sight: &self.seen.sight,
            met: &self.met,
            notes: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_engine::chance::mix;
    use dungeon_format::source;
    use dungeon_ground::passage::TilePassage;
    use dungeon_model::dungeon::ItemId;
    use dungeon_model::space::geometry::at;

    #[test]
    fn what_is_imagined_holds_what_is_known_and_nothing_else() {
        let text = "rules explore fog=4\nmap\n####################\n#.@..w.............#\n\
                    ####.###############\n#........pg.....$.##\n####################\nend\n\
                    ^ 4 2 damage=9 hidden=yes\n";
        let file = source::Source::from_text("a.dng", text);
        let (dungeon, _) = dungeon_lint::read(&file, &source::Limits::default());
        let played = SeenGame::begin(dungeon.expect("sound").into(), 1);
        let game = played.view().imagine(3);
        let (world, here) = (game.world(), game.world().here());
        assert_eq!(world.theirs(here).count(), 1, "the wanderer is in sight");
        assert_eq!(world.tile(here, at(3, 1)).name, "floor");
        let floor = world.tile(here, at(2, 1));
        assert_eq!(world.tile(here, at(3, 1)), floor, "no trap is known");
        assert_eq!(world.tile(here, at(15, 1)).name, "solid rock", "far away");
        assert_eq!(world.collectables(), 1, "something is left");
        assert_eq!(
            world.cell(here, at(16, 3)).item,
            ItemId::NONE,
            "its place is unknown"
        );
        assert_ne!(world.seed(), played.game().world().seed());
        let real = played.game().world().theirs(here).count();
        assert_eq!(real, 3, "the game is as it was");
    }

    /// Two levels with a door and its key, hidden and plain traps, things, stairs and a monster that drops a thing.
    const HALL: &str = "rules explore
hero health=90
item k \"key\" opens=iron
kind r \"rat\" is=wanderer health=1 strength=1 drops=$
level \"Hall\"
map
###########
#@k.^.+.$.#
#..r...#..#
#.^...>#..#
###########
end
^ 5 2 damage=1 hidden=yes once=yes
^ 3 4 damage=1
+ 7 2 locked=iron
level \"Cellar\"
map
#####
#<.$#
#####
end
";

    #[test]
    fn what_is_known_of_the_ground_is_what_is_seen_in_every_turn_of_a_game() {
        for (seed, fog) in [(1, ""), (2, ""), (3, " fog=3")] {
            let text = HALL.replace("explore", &format!("explore{fog}"));
            let file = source::Source::from_text("a.dng", &text);
            let (dungeon, _) = dungeon_lint::read(&file, &source::Limits::default());
            let mut played = SeenGame::begin(dungeon.expect("sound").into(), seed);
            let mut legal = Vec::new();
            for turn in 0..400 {
                played.legal_actions(&mut legal);
                if legal.is_empty() {
                    break;
                }
                let action = legal[mix(seed ^ mix(turn)) as usize % legal.len()];
                let view = played.view();
                let (world, here) = (view.map.world(), view.level());
                for p in view.size().points().filter(|p| view.sees(*p)) {
                    let cell = world.cell(here, p);
                    assert_eq!(view.map.tile_id(p), Some(cell.tile), "{p}");
                    assert_eq!(view.item_id(p), cell.item, "{p}");
                }
                let is_one = |p: &Point| {
                    let passage = view.passage(*p);
                    let lock = passage.and_then(TilePassage::lock);
                    let leads = passage.and_then(TilePassage::taken_by).is_some();
                    view.item(*p).is_some() || lock.is_some() || leads
                };
                let landmarks = view.landmarks().expect("a small level");
                assert!(
                    view.size()
                        .points()
                        .filter(is_one)
                        .eq(landmarks.iter().copied())
                );
                assert!(played.step(action).is_ok());
            }
        }
    }
}
