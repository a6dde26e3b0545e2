//! Rule sets that are based on others inherit everything that they do not override.
use std::sync::Arc;

use crate::corpus::paths;
use crate::dice::Dice;
use dungeon::geometry::Direction;
use dungeon::rules::{Bare, Explore, RulesetFace, rules_for};
use dungeon::{Action, Game, Key, Refusal, Ruleset, Session, minds};

/// A rule set that overrides nothing.
struct Unchanged(Arc<dyn Ruleset>);

impl Ruleset for Unchanged {
    fn base(&self) -> &dyn Ruleset {
        &*self.0
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }
}

impl RulesetFace for Unchanged {
    fn base_face(&self) -> &dyn RulesetFace {
        self.0.face()
    }
}

/// Keys of all games: steps, spells, stairs, purchases, searches, shots and journeys.
const KEYS: &[u8] = b"12346789hjklyubn.qweadzxcfs<>o ";

/// The number of keys pressed in each game.
const PRESSED: usize = 60;

#[test]
fn rules_that_change_nothing_play_every_shipped_game_as_before() {
    for folder in ["dungeons", "fixtures/ok", "fixtures/scenes"] {
        for path in paths(folder) {
            let mut plain = Session::open(&path).expect("a dungeon without errors");
            let dungeon = Arc::clone(plain.game().world().dungeon());
            let rules = Unchanged(rules_for(&dungeon));
            let mut based = Session::with(dungeon, Arc::new(rules), minds::mind_for);
            let mut dice = Dice::new(7);
            for nth in 0..PRESSED {
                let key = Key::Char(char::from(dice.one(KEYS)));
                for session in [&mut plain, &mut based] {
                    session.press_key(key);
                }
                let what = format!("{}, key {nth}", path.display());
                assert_eq!(plain.game().events(), based.game().events(), "{what}");
                assert_eq!(plain.checksum(), based.checksum(), "{what}");
            }
            assert_eq!(plain.frame(), based.frame(), "{}", path.display());
        }
    }
}

fn game(rules: impl Ruleset + 'static) -> Game {
    let vault = Session::from_text("map\n#####\n#@.$#\n#####\nend\n").expect("a dungeon");
    let dungeon = Arc::clone(vault.game().world().dungeon());
    Game::new(dungeon, Arc::new(rules), minds::mind_for, 7)
}

/// Proofs rely on `draws`, `phase` and `is_of`. The additions of a derived rule set are unknown, so it does not inherit
/// these.
#[test]
fn the_promises_of_a_base_are_not_those_of_the_rules_on_it() {
    let (mut plain, mut based) = (game(Explore), game(Unchanged(Arc::new(Explore))));
    for game in [&mut plain, &mut based] {
        assert_eq!(game.step(Action::Wait), Ok(()));
    }
    assert!(!plain.is_left_to_chance() && based.is_left_to_chance());
    assert!(plain.is_as_written() && !based.is_as_written());
    let world = plain.world();
    assert_ne!(plain.rules().phase(world), Bare.phase(world));
    assert_eq!(based.rules().phase(world), Bare.phase(world));
}

#[test]
fn bare_rules_let_bodies_wait_and_end_nothing() {
    let mut game = game(Bare);
    let east = game.step(Action::Step(Direction::East));
    assert_eq!(east, Err(Refusal::UnknownHere));
    for turn in 1..=3 {
        assert_eq!(game.step(Action::Wait), Ok(()));
        assert_eq!((game.world().turn(), game.outcome()), (turn, None));
    }
    assert!(game.rules().face().bindings().is_empty());
}
