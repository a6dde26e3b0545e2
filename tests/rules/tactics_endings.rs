//! Tactics: how a battle ends and what it came to (K-14): a picture, what is asked for, and what happened. Points are
//! 1-based.
use crate::scenario::tactics::{
    COUNTED, act, acts, after, battle, commanded, games, parse_action, pointing, refuses,
    seed_telling, seed_where, share, with,
};
use crate::scenario::{game, tell};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::ending::GameEnd;
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Side, Stat};
use dungeon_model::space::geometry::at;

/// A unit whose every hit kills.
const STRONG: &str = "hero damage=100 accuracy=100";

/// A battle in which all that was asked for has gone well.
fn where_told(text: &str, asked: &str, words: &str) -> Game {
    after(text, seed_telling(text, asked, words), asked)
}

// ---- won, lost, drawn ------------------------------------------------------------------------------------

#[test]
fn k14_the_last_ghosts_death_wins_at_once_whatever_is_left_to_take() {
    let text = with(STRONG, "@.G.G\no...*", "");
    let one = where_told(&text, "shoot 3,1", "dies");
    assert_eq!(one.outcome(), None);
    let seed = seed_where(&text, |mut game| {
        acts(&mut game, "shoot 3,1");
        tell(&game).contains("dies")
            && act(&mut game, "shoot 5,1").is_ok()
            && tell(&game).contains("dies")
    });
    let both = after(&text, seed, "shoot 3,1; shoot 5,1");
    assert!(tell(&both).ends_with("grey ghost dies, Won"));
    assert_eq!(both.world().collectables(), 2);
}

#[test]
fn k14_taking_everything_wins_nothing_while_ghosts_are_left() {
    let game = after(&battle("@o.G"), 0, "go 2,1");
    assert_eq!((game.outcome(), game.world().collectables()), (None, 0));
}

#[test]
fn k14_without_ghosts_the_last_item_wins_at_once() {
    let mut game = game(&battle("@o.*"), 0);
    acts(&mut game, "go 2,1");
    assert_eq!(game.outcome(), None);
    acts(&mut game, "go 4,1");
    assert!(tell(&game).ends_with("takes crystal 4,1, wizard Ammo +10, Won"));
    assert_eq!(game.world().turn(), 0, "before the turn's end");
}

#[test]
fn k14_a_file_of_items_is_lost_when_no_wizard_is_left() {
    let text = with("hero health=3", "@^o", "");
    let game = after(&text, 0, "go 2,1");
    assert!(tell(&game).ends_with("wizard Health -3, wizard dies, Lost"));
    let two = with("hero health=3", "@^o\n@..", "");
    let game = after(&two, 0, "go 2,1");
    assert_eq!(game.outcome(), None, "one is left");
    assert_eq!(game.world().commanded(), ActorId(1));
}

#[test]
fn k14_the_last_item_and_the_last_wizard_at_once_are_a_draw() {
    let text = with("hero health=3", "@^", "* 2 1");
    let game = after(&text, 0, "go 2,1");
    assert!(
        tell(&game).ends_with("wizard dies, Drawn"),
        "{}",
        tell(&game)
    );
    let two = with("hero health=3", "@^\n@.", "* 2 1");
    assert_eq!(
        after(&two, 0, "go 2,1").outcome(),
        Some(Outcome::Won),
        "one is left"
    );
}

#[test]
fn k14_the_last_ghost_and_the_last_wizard_in_one_explosion_are_a_draw() {
    let declared = &format!("hero damage=100 accuracy=100 health=6\n{COUNTED}");
    let drawn = where_told(&with(declared, "@E", ""), "shoot 2,1", "dies");
    assert!(tell(&drawn).ends_with("wizard Health -6, wizard dies, Drawn"));
    let chained = where_told(&with(declared, "@EEEG", ""), "shoot 2,1", "dies");
    assert!(
        tell(&chained).ends_with("grey ghost dies, Drawn"),
        "{}",
        tell(&chained)
    );
    let won = where_told(
        &with(
            declared,
            drawn! {"
                @E
                ..
                @."},
            "",
        ),
        "shoot 2,1",
        "dies",
    );
    assert_eq!(
        (won.outcome(), won.world().ours().count()),
        (Some(Outcome::Won), 1)
    );
    let lost = where_told(&with(declared, "@E.G", ""), "shoot 2,1", "dies");
    assert_eq!(lost.outcome(), Some(Outcome::Lost));
}

#[test]
fn k14_the_last_wizards_death_loses_at_once_and_the_rest_do_not_act() {
    let kinds = "hero health=1\nkind a \"archer\" is=patrol shot=1\nkind h \"hound\" is=green";
    let text = with(kinds, "@..a...h\n########", "");
    let game = after(&text, 0, "end");
    assert_eq!(
        tell(&game),
        "archer shoots wizard, flies 3,1, flies 2,1, flies 1,1, wizard Health -1, wizard dies, Lost"
    );
    assert_eq!(game.world().turn(), 1, "and the turn is counted");
}

#[test]
fn k14_ghosts_that_all_die_in_their_own_turn_lose_and_both_at_once_draw() {
    let bomb = |health: u32| {
        let kinds =
            format!("hero health={health}\nkind b \"bomb\" is=green attack=burst:3 bursts=0");
        after(&with(&kinds, "@b", ""), 0, "end")
    };
    assert_eq!(bomb(4).outcome(), Some(Outcome::Won));
    assert_eq!(bomb(3).outcome(), Some(Outcome::Drawn));
    let two = with(
        "hero health=3\nkind b \"bomb\" is=green attack=burst:3 bursts=0",
        "@b.b",
        "",
    );
    assert_eq!(after(&two, 0, "end").outcome(), Some(Outcome::Lost));
}

#[test]
fn k14_children_of_ghosts_are_ghosts() {
    let kinds = "hero damage=100 accuracy=100 ap=4\nkind m \"mother\" is=grey spawns=c:1\nkind c \"child\" is=grey";
    let text = with(kinds, "@..m.....\n#########", "");
    let seed = seed_where(&text, |mut game| {
        acts(&mut game, "end; shoot 4,1");
        tell(&game).contains("dies")
    });
    let game = after(&text, seed, "end; shoot 4,1");
    assert_eq!(
        (
            game.outcome(),
            game.world().theirs(crate::scenario::L).count()
        ),
        (None, 1)
    );
}

#[test]
fn k14_a_board_on_which_nothing_found_room_is_over_in_the_opening() {
    let text = drawn! {"
        rules tactics
        map
        @#
        ##
        end
        scatter * 50%
    "};
    let empty = seed_where(text, |game| game.world().collectables() == 0);
    let won = game(text, empty);
    assert_eq!(won.outcome(), Some(Outcome::Won));
    let ended = Event::Ended {
        ending: GameEnd::Won,
        turn: won.world().ledger().turns,
    };
    assert_eq!(won.events().last(), Some(&ended));
}

#[test]
fn k14_a_finished_battle_takes_no_orders_and_shows_nothing() {
    for (text, asked) in [
        (with(STRONG, "@@G~", ""), "shoot 3,1"),
        (with("hero health=3", "@^.G", ""), "go 2,1"),
    ] {
        let asked = if asked.starts_with("shoot") {
            "next; shoot 3,1"
        } else {
            asked
        };
        let mut over = where_told(&text, asked, "dies");
        assert!(over.outcome().is_some());
        let (world, pointing) = (over.world(), pointing(&over));
        assert!(pointing.range(world).is_empty() && pointing.fire(world).is_empty());
        assert!(pointing.targets(world).is_empty());
        for p in world.size(crate::scenario::L).points() {
            assert!(pointing.route(world, p).is_empty() && pointing.forecast(world, p).is_none());
        }
        for asked in ["end", "next", "go 1,1"] {
            let action = parse_action(&over, asked);
            refuses(&mut over, action, "The game is over.");
        }
        refuses(&mut over, Action::ShootAt(at(3, 0)), "The game is over.");
    }
}

#[test]
fn k14_while_it_goes_on_somebody_alive_is_commanded() {
    let kinds = "hero health=2\nkind a \"archer\" is=patrol shot=1";
    let records = "mark x @ name=\"Andy\"\nmark y @ name=\"Danny\" health=9";
    let text = with(
        kinds,
        drawn! {"
            x..a
            ####
            y..G"},
        records,
    );
    let mut game = game(&text, 0);
    assert_eq!(commanded(&game), "Andy");
    acts(&mut game, "end");
    assert_eq!((commanded(&game), game.outcome()), ("Danny", None));
    assert!(tell(&game).contains("Andy dies, Danny commanded"));
}

// ---- the statistics --------------------------------------------------------------------------------------

/// What a battle came to, counted from its events and from nothing else.
#[derive(Default, Debug, PartialEq)]
struct Count {
    turns: i64,
    shots: i64,
    hits: i64,
    given: i64,
    taken: i64,
    items: i64,
}

impl Count {
    fn add(&mut self, game: &Game) {
        let world = game.world();
        let is_ours = |who: ActorId| world.body(who).side == Side::Ours;
        for event in game.events() {
            match *event {
                Event::TurnBegan { turn } => self.turns = turn.into(),
                Event::Changed {
                    who,
                    stat: Stat::Ap,
                    by,
                } if by < 0 && is_ours(who) => self.turns = i64::from(world.turn()) + 1,
                Event::Shot { who, .. } | Event::Fired { who, .. } if is_ours(who) => {
                    self.shots += 1;
                    self.hits += 1;
                }
                Event::Missed { who, .. } if is_ours(who) => self.hits -= 1,
                Event::Changed {
                    who,
                    stat: Stat::Health,
                    by,
                } if by < 0 => {
                    if is_ours(who) {
                        self.taken -= i64::from(by)
                    } else {
                        self.given -= i64::from(by)
                    }
                }
                Event::Taken { .. } => self.items += 1,
                _ => {}
            }
        }
    }

    fn of_the_game(game: &Game) -> Count {
        let statistics = game.rules().face().statistics(game.world());
        let value = |label| {
            statistics
                .iter()
                .find(|r| r.label == label)
                .expect(label)
                .value
        };
        Count {
            turns: value("Turns"),
            shots: value("Shots"),
            hits: value("Hits"),
            given: value("Damage given"),
            taken: value("Damage taken"),
            items: value("Items taken"),
        }
    }
}

#[test]
fn k14_the_statistics_are_what_the_events_came_to() {
    let text = with(
        "hero health=60 ammo=40",
        drawn! {"
            @.o.*..B
            @..~..E.
            .^....R.
            ..G..L.."},
        "",
    );
    let mut sums = Count::default();
    for mut game in games(&text, 60) {
        let mut count = Count::default();
        for turn in 0..30 {
            for _ in 0..2 {
                let target = pointing(&game).targets(game.world()).first().map(|t| t.at);
                let asked = match (target, turn % 3) {
                    (Some(at), 0 | 1) => format!("shoot {at}"),
                    _ => format!("go {}", pointing(&game).range(game.world())[0]),
                };
                for asked in [asked.as_str(), "next", "shoot 4,2"] {
                    if game.outcome().is_none() && act(&mut game, asked).is_ok() {
                        count.add(&game);
                    }
                }
                if game.outcome().is_some() || pointing(&game).range(game.world()).is_empty() {
                    break;
                }
            }
            if game.outcome().is_some() {
                break;
            }
            acts(&mut game, "end");
            count.add(&game);
            if game.outcome().is_some() {
                break;
            }
        }
        assert_eq!(Count::of_the_game(&game), count);
        sums.hits += count.hits;
        sums.shots += count.shots;
        sums.taken += count.taken;
        sums.items += count.items;
        assert!(count.turns > 0 && count.given > 0);
    }
    assert!(
        sums.shots > sums.hits && sums.hits > 100 && sums.taken > 100 && sums.items > 10,
        "{sums:?}"
    );
}

#[test]
fn k14_slime_counts_as_shot_and_hit_and_explosions_and_traps_as_damage() {
    let declared = format!("hero damage=100 accuracy=100 health=50 ap=9\n{COUNTED}");
    let text = with(&declared, "@~EG\n^...", "");
    let seed = seed_where(&text, |mut game| {
        acts(&mut game, "shoot 2,1");
        let cleared = tell(&game).contains("built");
        acts(&mut game, "go 1,2; shoot 3,1");
        cleared && tell(&game).contains("dies")
    });
    let game = after(&text, seed, "shoot 2,1; go 1,2; shoot 3,1");
    let count = Count {
        turns: 1,
        shots: 2,
        hits: 2,
        given: 106,
        taken: 3,
        items: 0,
    };
    assert_eq!(Count::of_the_game(&game), count);
}

#[test]
fn k14_the_checksum_knows_of_ammo_and_points() {
    let text = with("hero damage=0 accuracy=0", "@.G", "");
    let shots = share(&text, 200, |mut game| {
        let before = game.checksum();
        acts(&mut game, "shoot 3,1");
        let shot = game.checksum();
        acts(&mut game, "shoot 3,1");
        before != shot && shot != game.checksum()
    });
    assert!((shots - 1.0).abs() < f64::EPSILON);
}
