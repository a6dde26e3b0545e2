//! The end of a tactics battle and its statistics (K-14): each test draws a map, gives orders and compares the events.
//! Points are 1-based.
use crate::scenario::tactics::{
    COUNTED, act, acts, after, games, parse_action, pointing, refuses, seed_telling, seed_where,
    share, with,
};
use crate::scenario::{game, tell};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::ending::GameEnd;
use dungeon_engine::event::{AtTerrain, Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Side, Stat};
use dungeon_model::space::geometry::at;

/// A unit whose every hit kills.
const STRONG: &str = "hero damage=100 accuracy=100";

/// Returns a battle with the first seed whose orders cause events with these words.
fn where_told(text: &str, asked: &str, words: &str) -> Game {
    after(text, seed_telling(text, asked, words), asked)
}

// ---- won, lost, drawn ------------------------------------------------------------------------------------

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
fn k15_a_battle_is_left_when_every_living_unit_stands_on_a_way_out() {
    let text = |goal: &str, row: &str| {
        format!("rules tactics\ngoal {goal}\n{STRONG}\nmap\n{row}\n........\nend\n")
    };
    let ends =
        |goal: &str, row: &str, asked: &str| where_told(&text(goal, row), asked, "").outcome();
    let both = "go 3,1; next; go 4,1";
    assert_eq!(ends("leave=yes", "@@>>....", both), Some(Outcome::Won));
    assert_eq!(
        ends("leave=yes", "@@>>....", "go 3,1"),
        None,
        "one wizard is still there"
    );
    assert_eq!(
        ends("leave=yes take=*", "@@>>...*", both),
        None,
        "an item is left"
    );
    assert_eq!(
        ends("leave=yes kill=G", "@@>>...G", both),
        None,
        "a ghost is left"
    );
    let after_the_ghost = "next; shoot 8,1; go 4,1; next; go 3,1";
    assert_eq!(
        ends("leave=yes kill=G", "@@>>...G", after_the_ghost),
        Some(Outcome::Won)
    );
    assert_eq!(
        ends("leave=yes survive=1", "@@>>....", both),
        None,
        "time is left"
    );
    let and_time = format!("{both}; end");
    assert_eq!(
        ends("leave=yes survive=1", "@@>>....", &and_time),
        Some(Outcome::Won)
    );
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

// ---- the statistics --------------------------------------------------------------------------------------

/// Statistics of a battle, counted from its events alone.
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
                Event::Shot { who, .. } | Event::Fired(AtTerrain { who, .. }) if is_ours(who) => {
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
            given: value("Damage dealt"),
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
