//! Rule sets written outside the library: the engine counts their turns, keeps their counters, and refuses impossible
//! changes.
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use dungeon::chance::DrawPurpose;
use dungeon::data::{Dungeon, KindId, LevelId};
use dungeon::game::{ActorId, GameEnd, LossCause, Outcome, Refusal, RefusedWish};
use dungeon::geometry::Direction::East;
use dungeon::geometry::at;
use dungeon::rules::{Bare, Explore, RulesetFace, Stage, TimePassed};
use dungeon::{Action, Event, Frame, Game, Ruleset, Session, World, minds};

/// What a body does in its turn.
type Deed = fn(&mut Stage<'_>, ActorId);

/// A rule set whose single action each test defines.
struct Foreign {
    hero: Deed,
    monster: Deed,
    counts_late: bool,
}

impl Ruleset for Foreign {
    fn base(&self) -> &dyn Ruleset {
        &Bare
    }

    fn check(&self, _: &World, _: ActorId, _: Action) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, _: Action) -> TimePassed {
        if who == stage.commanded() {
            (self.hero)(stage, who)
        } else {
            (self.monster)(stage, who)
        }
        TimePassed::Turn
    }

    fn counts_turns_late(&self) -> bool {
        self.counts_late
    }

    fn after_monsters(&self, stage: &mut Stage<'_>) {
        if self.counts_late {
            stage.count_turn();
        }
    }
}

/// A game with such rules, with a hero at 1,1 and a wanderer beside it that does nothing.
fn game(counts_late: bool, hero: Deed) -> Game {
    let text = "map\n######\n#@w.$#\n######\nend\n";
    let session = Session::from_text(text).expect("a dungeon");
    let dungeon = Arc::clone(session.game().world().dungeon());
    begun(dungeon, counts_late, hero, |_, _| {})
}

fn begun(dungeon: Arc<Dungeon>, counts_late: bool, hero: Deed, monster: Deed) -> Game {
    let rules = Foreign {
        hero,
        monster,
        counts_late,
    };
    Game::new(dungeon, Arc::new(rules), minds::mind_for, 1)
}

#[test]
fn a_turn_is_counted_once_whoever_counts_it() {
    for counts_late in [true, false] {
        let mut game = game(counts_late, |_, _| {});
        for turn in 1..=3 {
            game.step(Action::Wait).expect("a wait");
            assert_eq!(game.world().turn(), turn);
            let is_count = |event: &&Event| matches!(event, Event::TurnBegan { .. });
            assert_eq!(game.events().iter().filter(is_count).count(), 1);
        }
    }
}

#[test]
fn monsters_act_from_the_first_turn_on_and_by_other_dice_in_each() {
    let dungeon = Arc::clone(game(false, |_, _| {}).world().dungeon());
    let hero: Deed = |_, _| {};
    let mut game = begun(dungeon, false, hero, |stage, who| {
        stage.count(0, 1);
        let dice = stage.draw(DrawPurpose::Roam, who, 0).word();
        stage.count(1, (dice >> 4) as i32 - stage.counter(1));
    });
    let mut dice = BTreeSet::new();
    for turn in 1..=6 {
        game.step(Action::Wait).expect("a wait");
        assert_eq!(game.world().counter(0), turn);
        dice.insert(game.world().counter(1));
    }
    assert_eq!(dice.len(), 6, "{dice:?}");
}

#[test]
fn counters_are_cloned_and_part_of_the_checksum() {
    let mut one = game(false, |stage, _| stage.count(3, 2));
    let mut other = game(false, |_, _| {});
    assert_eq!(one.checksum(), other.checksum());
    one.step(Action::Wait).expect("a wait");
    other.step(Action::Wait).expect("a wait");
    assert_eq!((one.world().counter(3), one.world().counter(200)), (2, 0));
    assert_ne!(one.checksum(), other.checksum());
    let copy = one.clone();
    assert_eq!(
        (copy.world().counter(3), copy.checksum()),
        (2, one.checksum())
    );
    other.clone_from(&one);
    assert_eq!(other.checksum(), one.checksum());
    one.reset(1);
    assert_eq!(one.world().counter(3), 0);
}

#[test]
fn a_counter_that_came_back_to_0_is_as_one_that_was_never_used() {
    let mut one = game(false, |stage, _| {
        stage.count(0, 5);
        stage.count(0, -5);
    });
    let mut other = game(false, |_, _| {});
    one.step(Action::Wait).expect("a wait");
    other.step(Action::Wait).expect("a wait");
    assert_eq!(one.checksum(), other.checksum());
}

/// Changes of the world that the engine rejects, with its messages.
const IMPOSSIBLE: [(Deed, &str); 7] = [
    (
        |stage, _| {
            let tile = stage.cell(stage.here(), at(1, 1)).tile;
            stage.rebuild(stage.here(), [(at(6, 1), tile)]);
        },
        "terrain outside the map",
    ),
    (
        |stage, who| stage.walk(who, stage.body(who).at + East),
        "two bodies on one cell",
    ),
    (
        |stage, _| {
            stage.spawn(KindId(1), stage.here(), at(2, 1));
        },
        "two bodies on one cell",
    ),
    (
        |stage, who| stage.walk(who, at(-1, 1)),
        "a body outside the map",
    ),
    (
        |stage, _| stage.travel(ActorId(1), LevelId(9), at(1, 1)),
        "left its level",
    ),
    (
        |stage, _| {
            stage.kill(ActorId(1), LossCause::Rules);
            stage.kill(ActorId(1), LossCause::Rules);
        },
        "died twice",
    ),
    (
        |stage, who| {
            let (level, from) = (stage.here(), at(4, 1));
            stage.emit(Event::Moved {
                who,
                level,
                from,
                to: at(3, 1),
            });
        },
        "is elsewhere",
    ),
];

#[test]
fn what_cannot_be_ends_the_program_and_is_told() {
    for (hero, told) in IMPOSSIBLE {
        let mut sound = game(false, |_, _| {});
        sound.step(Action::Wait).expect("valid changes succeed");
        let mut game = game(false, hero);
        let step = AssertUnwindSafe(|| game.step(Action::Wait));
        let panic = catch_unwind(step).expect_err(told);
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        assert!(
            text.is_some_and(|text| text.contains(told)),
            "{told}: {text:?}"
        );
    }
}

/// The checks must not be debug assertions, which a release build drops.
#[test]
fn what_changes_the_world_is_checked_in_every_build() {
    let apply = include_str!("../../crates/dungeon-engine/src/apply.rs");
    assert!(!apply.contains("debug_assert"));
    assert!(apply.matches("assert").count() >= IMPOSSIBLE.len());
}

#[test]
fn rules_say_and_refuse_in_sentences_of_their_own_making() {
    let mut game = game(false, |stage, who| {
        let name = stage.kind(who).name.clone();
        stage.say(format!("The {name} hums."));
    });
    let hums = Event::Said("The hero hums.");
    for _ in 0..2 {
        game.step(Action::Wait).expect("a wait");
        assert!(game.events().contains(&hums));
    }
    let refusal = Refusal::because(format!("You need {} oars.", 2));
    assert_eq!(refusal.to_string(), "You need 2 oars.");
}

#[test]
fn rules_rebuild_cells_and_emit_only_what_changes() {
    let mut game = game(false, |stage, _| {
        let level = stage.here();
        let tile = |name| stage.dungeon().tile_named(name).expect("it is built in");
        let (wall, floor) = (tile("wall"), tile("floor"));
        stage.rebuild(
            level,
            [(at(3, 1), wall), (at(0, 1), floor), (at(4, 1), floor)],
        );
    });
    game.step(Action::Wait).expect("a wait");
    let is_change = |event: &&Event| matches!(event, Event::Rebuilt { .. });
    assert_eq!(game.events().iter().filter(is_change).count(), 2);
    assert_eq!(Frame::of(&game).plain(), "######\n.@w#$#\n######\n");
    game.step(Action::Wait).expect("a wait");
    assert_eq!(game.events().iter().filter(is_change).count(), 0);
}

/// The rules of explore, with monsters that may do nothing.
struct Frozen;

impl Ruleset for Frozen {
    fn base(&self) -> &dyn Ruleset {
        &Explore
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        if who == world.commanded() {
            return self.base().check(world, who, action);
        }
        Err(Refusal::Because("It is too cold."))
    }
}

#[test]
fn the_refused_wishes_of_a_step_are_listed_with_their_reasons() {
    let dungeon = Arc::clone(game(false, |_, _| {}).world().dungeon());
    let mut game = Game::new(dungeon, Arc::new(Frozen), minds::mind_for, 1);
    for count in 1..=2 {
        game.step(Action::Wait).expect("a wait");
        let expected = RefusedWish {
            who: ActorId(1),
            wish: Action::Attack(ActorId(0)),
            refusal: Refusal::Because("It is too cold."),
        };
        assert_eq!(
            (game.refusals(), game.refused_wishes()),
            (&[expected][..], count)
        );
    }
    assert!(game.clone().refusals().is_empty());
    let refused = game.step(Action::Attack(ActorId(9)));
    assert!(refused.is_err() && game.refusals().is_empty());
}

/// If a file leaves its goal to the rules, the help shows the goal of the rules.
#[test]
fn a_file_without_a_goal_has_the_goal_of_its_rules() {
    struct Eastward;

    impl Ruleset for Eastward {
        fn base(&self) -> &dyn Ruleset {
            &Explore
        }

        fn after_monsters(&self, stage: &mut Stage<'_>) {
            self.base().after_monsters(stage);
            if stage.body(stage.commanded()).at.x == 4 {
                stage.end(GameEnd::Won);
            }
        }

        fn face(&self) -> &dyn RulesetFace {
            self
        }
    }

    impl RulesetFace for Eastward {
        fn base_face(&self) -> &dyn RulesetFace {
            &Explore
        }

        fn goal(&self) -> Vec<String> {
            vec!["Reach the east wall to win.".to_owned()]
        }
    }

    let text = "goal none=yes\nmap\n######\n#@...#\n######\nend\n";
    let dungeon = Arc::new(dungeon::load_text(text).expect("a dungeon"));
    let help = |mut session: Session| {
        session.press("?").expect("a key");
        session.frame().plain()
    };
    let plain = Session::new(Arc::clone(&dungeon));
    assert!(help(plain).starts_with("Keys\nThis dungeon has no goal:"));
    let mut session = Session::with(dungeon, Arc::new(Eastward), minds::mind_for);
    assert!(help(session.clone()).starts_with("Keys\nReach the east wall to win. A bolt"));
    session.press("lll").expect("keys");
    assert_eq!(session.outcome(), Some(Outcome::Won));
    assert!(
        session
            .messages()
            .contains(&"You won on turn 3.".to_owned())
    );
}
