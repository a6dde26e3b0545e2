//! Thrown items, one test per rule (P-4), and their treatment by bots, proofs and environments.
use std::collections::HashMap;

use crate::corpus::paths;
use crate::dice::Dice;
use crate::goal_proofs::verdict;
use crate::scenario::{aimed_acts, bound, game, hero, item, named_story, tell};
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::Event;
use dungeon_engine::rulesets::throwing;
use dungeon_model::dungeon::{ItemId, Stat};
use dungeon_model::space::geometry::{Point, at};
use dungeon_players::{Careful, Environment, Greedy, Planner, Random, Verdict};
use insta::assert_snapshot;

/// Acid that harms, venom that also weakens, and balm that heals.
const FLASKS: &str = "hero health=30 strength=2 manna=0 max=40 max-manna=0
item ! \"acid\" health=-6 keep=yes throw=5
item & \"venom\" health=-1 strength=-2 keep=yes throw=3
item % \"balm\" health=4 keep=yes throw=2
item ) \"sword\" wear=strength:2
kind s \"statue\" health=9 strength=3 attack=none
kind o \"ogre\" health=12 strength=3 asleep=yes
kind m \"mimic\" health=9 strength=1 looks=#
kind a \"ally\" side=hero health=4 strength=1 hunt=stand
";

fn room(rows: &str) -> String {
    format!("{FLASKS}map\n{rows}\nend\n")
}

#[test]
fn p4_a_throw_takes_the_turn_and_hits_the_first_body_in_range() {
    let mut game = game(&room("###########\n#@!!!..s.s$#\n###########"), 0);
    assert_snapshot!(
        named_story(&mut game, &["6", "6", "acid 10,2", "acid 9,2", "acid 8,2"]),
        @r"
    6: takes acid 3,2, hero to 3,2
    6: takes acid 4,2, hero to 4,2
    acid 10,2: That is out of range.
    acid 9,2: throws acid at statue, flies 5,2, flies 6,2, flies 7,2, flies 8,2, statue Health -6, hero Health +1
    acid 8,2: throws acid at statue, flies 5,2, flies 6,2, flies 7,2, flies 8,2, statue Health -6, statue dies
    "
    );
    assert_eq!(game.world().turn(), 4);
    assert!(game.world().pack().things().is_empty());
}

#[test]
fn p4_a_throw_flies_on_beyond_its_cell_and_stops_before_walls() {
    let mut game = game(
        &room("#############\n#@!!!!..s...#\n#..........$#\n#############"),
        0,
    );
    assert_snapshot!(
        named_story(&mut game, &["6", "6", "6", "6", "acid 7,2", "acid 6,3", "acid 5,1", "acid 4,3"]),
        @r"
    6: takes acid 3,2, hero to 3,2
    6: takes acid 4,2, hero to 4,2
    6: takes acid 5,2, hero to 5,2, hero Health +1
    6: takes acid 6,2, hero to 6,2
    acid 7,2: throws acid at statue, flies 7,2, flies 8,2, flies 9,2, statue Health -6
    acid 6,3: throws acid at nothing, flies 6,3, hero Health +1
    acid 5,1: You have no clear shot.
    acid 4,3: throws acid at nothing, flies 5,2, flies 4,3, flies 3,3
    "
    );
}

#[test]
fn p4_a_throw_flies_along_the_line_of_sight() {
    let mut game = game(
        &room("#########\n#@!.....#\n#...s...#\n#......$#\n#########"),
        0,
    );
    assert_snapshot!(
        named_story(&mut game, &["6", "acid 7,3"]),
        @r"
    6: takes acid 3,2, hero to 3,2
    acid 7,3: throws acid at nothing, flies 4,2, flies 5,2, flies 6,3, flies 7,3, flies 8,3
    "
    );
}

#[test]
fn p4_a_hit_changes_health_and_strength_and_nothing_below_zero() {
    let text = room("###########\n#@&&%.s.a$#\n###########");
    let mut game = game(&text, 0);
    assert_snapshot!(
        named_story(&mut game, &["6", "6", "6", "venom 6,2", "venom 7,2", "balm 6,2", "balm 6,2"]),
        @r"
    6: takes venom 3,2, hero to 3,2
    6: takes venom 4,2, hero to 4,2
    6: takes balm 5,2, hero to 5,2, hero Health +1
    venom 6,2: throws venom at statue, flies 6,2, flies 7,2, statue Health -1, statue Strength -2
    venom 7,2: throws venom at statue, flies 6,2, flies 7,2, statue Health -1, statue Strength -1
    balm 6,2: throws balm at statue, flies 6,2, flies 7,2, statue Health +4, hero Health +1
    balm 6,2: You don't have that.
    "
    );
    let statue = game.world().body(ActorId(1));
    assert_eq!(
        [Stat::Health, Stat::Strength].map(|stat| statue.stat(stat)),
        [11, 0]
    );
}

#[test]
fn p4_a_throw_wakes_and_reveals_what_it_hits_and_makes_a_noise() {
    let mut game = game(
        &room("###############\n#@&&&..m.....o#\n#............$#\n###############"),
        0,
    );
    assert_snapshot!(
        named_story(&mut game, &["6", "6", "6", "venom 8,2", "3", "venom 5,4"]),
        @r"
    6: takes venom 3,2, hero to 3,2
    6: takes venom 4,2, hero to 4,2
    6: takes venom 5,2, hero to 5,2, hero Health +1
    venom 8,2: throws venom at mimic, flies 6,2, flies 7,2, flies 8,2, mimic wakes, mimic Health -1, mimic Strength -1
    3: hero to 6,3
    venom 5,4: You have no clear shot.
    "
    );
    assert!(game.world().body(ActorId(2)).is_asleep(), "too far to hear");
    named_story(&mut game, &["6", "venom 8,3"]);
    assert!(
        !game.world().body(ActorId(2)).is_asleep(),
        "a throw is heard"
    );
}

#[test]
fn p4_a_disguise_beside_the_hero_is_refused_like_the_wall_that_it_shows() {
    for beside in ['#', 'm', '+'] {
        let row = format!("#@&{beside}...$#");
        let mut game = game(&room(&format!("#########\n{row}\n#.......#\n#########")), 0);
        let told = named_story(&mut game, &["6", "venom 4,2"]);
        assert!(
            told.ends_with("venom 4,2: You have no clear shot.\n"),
            "{told}"
        );
        assert_eq!(game.world().turn(), 1);
    }
}

#[test]
fn p4_a_closed_door_stops_a_throw_and_an_open_one_does_not() {
    let mut game = game(&room("##########\n#@&&&+..$#\n##########"), 0);
    assert_snapshot!(
        named_story(&mut game, &["6", "6", "venom 6,2", "6", "6", "venom 6,2"]),
        @r"
        6: takes venom 3,2, hero to 3,2
        6: takes venom 4,2, hero to 4,2
        venom 6,2: throws venom at nothing, flies 5,2, hero Health +1
        6: takes venom 5,2, hero to 5,2
        6: hero opens 6,2, open door built 6,2
        venom 6,2: throws venom at nothing, flies 6,2, flies 7,2, flies 8,2, hero Health +1
        "
    );
}

#[test]
fn p4_what_cannot_be_thrown_is_refused_and_costs_no_turn() {
    let mut game = game(&room("########\n#@!)..$#\n########"), 0);
    assert_snapshot!(
        named_story(&mut game, &["acid 3,2", "6", "6", "sword 5,2", "acid 4,2", "acid 9,2", "acid 5,1"]),
        @r"
    acid 3,2: You don't have that.
    6: takes acid 3,2, hero to 3,2
    6: takes sword 4,2, hero to 4,2
    sword 5,2: You can't throw that.
    acid 4,2: You stand there: choose another cell.
    acid 9,2: That is out of range.
    acid 5,1: You have no clear shot.
    "
    );
    assert_eq!(game.world().turn(), 2);
}

#[test]
fn p4_nothing_is_thrown_in_other_games() {
    let games = [
        "rules siege\nmap\n......\n..@.%.\n......\nend\n",
        "rules arena\nmap\n...\n@.%\n...\nend\n",
        "rules tactics\nmap\n#####\n#@.G#\n#####\nend\n",
    ];
    for text in games {
        let game = game(text, 0);
        let throw = Action::Throw(ItemId(1), at(1, 1));
        assert_eq!(game.check(throw), Err(Refusal::UnknownHere), "{text}");
    }
}

#[test]
fn p4_throws_that_hit_the_same_body_have_the_same_effects() {
    let mut throws = 0;
    for nth in 0..40 {
        let dice = &mut Dice::new(nth);
        let cells: String = (0..49)
            .map(|cell| match dice.below(9) {
                _ if cell == 24 => '@',
                0 | 1 => '#',
                2 => 's',
                3 => 'o',
                4 => 'm',
                _ => '.',
            })
            .collect();
        let rows: Vec<String> = (0..7)
            .map(|row| format!("#{}#", &cells[row * 7..row * 7 + 7]))
            .collect();
        let map = format!("#########\n{}\n#.....$.#\n#########", rows.join("\n"));
        let given = "when turn=1 give=!\nwhen turn=1 give=&\n";
        let mut game = game(&(room(&map) + given), nth);
        game.step(Action::Wait).expect("a wait");
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let (world, hero) = (game.world(), game.world().commanded());
        let mut after: HashMap<(ItemId, Option<ActorId>), u64> = HashMap::new();
        for action in legal {
            let Action::Throw(item, to) = action else {
                continue;
            };
            throws += 1;
            let whom = throwing::target(world, hero, item, to);
            let mut thrown = game.clone();
            thrown.step(action).expect("it is legal");
            let told = thrown.events().iter();
            let told = told.clone().find_map(|event| match event {
                Event::Thrown { whom, .. } => Some(*whom),
                _ => None,
            });
            assert_eq!(told, Some(whom), "{action:?}\n{map}");
            let state = thrown.state_hash();
            assert_eq!(
                *after.entry((item, whom)).or_insert(state),
                state,
                "{action:?}\n{map}"
            );
        }
        for item in world.pack().things().iter().map(|thing| thing.item) {
            let distinct = throwing::distinct(world, hero, item);
            let all = after.keys().filter(|(thrown, _)| *thrown == item).count();
            assert_eq!(distinct.len(), all, "one throw for each effect\n{map}");
        }
    }
    assert!(throws > 1_000, "{throws}");
}

#[test]
fn an_action_space_has_throws_only_where_something_can_be_thrown() {
    let (plain, thrown) = (
        game(
            &room("########\n#@!)..$#\n########")
                .replace(" throw=5", "")
                .replace(" throw=3", "")
                .replace(" throw=2", ""),
            0,
        ),
        game(&room("########\n#@!)..$#\n########"), 0),
    );
    let fewer = Environment::new(plain).action_space().len();
    let mut games = Environment::new(thrown);
    let space = games.action_space().clone();
    assert_eq!(space.len(), fewer + 11 * 11 + 7 * 7 + 5 * 5);
    let mut mask = vec![0; space.len()];
    games.mask(&mut mask);
    assert!(
        mask[fewer..].iter().all(|slot| *slot == 0),
        "nothing is carried"
    );
    games
        .step(Action::Step(
            dungeon_model::space::geometry::Direction::East,
        ))
        .expect("free");
    games.mask(&mut mask);
    let listed: Vec<Action> = games.actions().to_vec();
    let mut indexes: Vec<usize> = listed
        .iter()
        .map(|action| {
            space
                .index(games.game(), *action)
                .expect("every legal action has one")
        })
        .collect();
    for (action, index) in listed.iter().zip(&indexes) {
        assert_eq!(space.action(games.game(), *index), Some(*action));
    }
    indexes.sort_unstable();
    let masked: Vec<usize> = (0..mask.len()).filter(|index| mask[*index] == 1).collect();
    assert_eq!(masked, indexes);
    let acid = Action::Throw(item(games.game(), "acid"), at(5, 1));
    let index = space.index(games.game(), acid).expect("in range");
    assert_eq!(space.name(index), "throw acid 3,0");
    assert_eq!(
        (0..space.len())
            .filter(|index| space.name(*index).is_empty())
            .count(),
        0
    );
}

#[test]
fn action_spaces_of_shipped_dungeons_have_no_throws() {
    for path in paths("dungeons") {
        let game = game(&std::fs::read_to_string(&path).expect("a file"), 0);
        if game
            .world()
            .dungeon()
            .items()
            .iter()
            .all(|item| item.throw_reach == 0)
        {
            let space = Environment::new(game).action_space().clone();
            let names: Vec<String> = (0..space.len()).map(|index| space.name(index)).collect();
            assert!(
                names.iter().all(|name| !name.starts_with("throw")),
                "{path:?}"
            );
        }
    }
}

/// A level with a statue that the hero cannot kill in time, or that kills a hero beside it.
fn guarded(goal: &str, life: i32, flasks: &str) -> String {
    format!(
        "{goal}\nhero health=3 strength=1 manna=0 max=3 max-manna=0\n\
         item ! \"acid\" health=-6 keep=yes throw=5\n\
         kind g \"guard\" health={life} strength=9 hunt=stand\nmap\n\
         ##########\n#@{flasks}..g$##\n##########\nend\n"
    )
}

#[test]
fn proofs_throw_where_nothing_else_wins_and_doubt_nothing_that_a_throw_wins() {
    for goal in ["goal kill=g", "goal take=$", "goal kill=g\nlose turns=6"] {
        let won = verdict(&guarded(goal, 12, "!!"), 200_000);
        let Verdict::Winnable(line) = &won else {
            panic!("{goal}: {won:?}");
        };
        let throws = line
            .iter()
            .filter(|action| matches!(action, Action::Throw(..)));
        assert_eq!(throws.count(), 2, "{goal}");
        let few = verdict(&guarded(goal, 12, "!."), 200_000);
        assert!(!matches!(few, Verdict::Winnable(_)), "{goal}");
    }
}

#[test]
fn bots_throw_what_harms_at_what_a_blow_would_not_kill() {
    let guarded = guarded("goal take=$", 12, "!!");
    assert_eq!(aimed_acts(&guarded, Greedy::default()), (2, true));
    assert_eq!(aimed_acts(&guarded, Careful::default()), (2, true));
    assert_eq!(aimed_acts(&guarded, Planner::default()), (2, true));
    let weak = guarded.replace("health=12 strength=9", "health=1 strength=0");
    assert_eq!(aimed_acts(&weak, Careful::default()), (0, true));
    let asleep = guarded.replace("hunt=stand", "hunt=stand asleep=yes");
    assert_eq!(aimed_acts(&asleep, Greedy::default()).0, 0);
    assert!(aimed_acts(&guarded, Random::default()).0 <= 2);
}

#[test]
fn a_point_far_away_is_no_trouble() {
    let mut game = game(&room("########\n#@!)..$#\n########"), 0);
    named_story(&mut game, &["6"]);
    let far = Point {
        x: i32::MAX,
        y: i32::MIN,
    };
    let throw = Action::Throw(item(&game, "acid"), far);
    assert_eq!(game.check(throw), Err(Refusal::OutOfRange));
    assert_eq!(game.rules().face().flight(game.world(), throw).len(), 0);
    assert_eq!(hero(&game, Stat::Health), 30);
}

/// Two unknown vials that can be thrown, a guard in range, and a wall beside the hero.
const UNKNOWN_VIALS: &str = "hero health=30 strength=2
family \"vial\" looks=red|blue|murky glyph=! verb=\"drink\"
item a \"vial of acid\" health=-6 keep=yes throw=6 family=vial
item b \"vial of balm\" health=6 keep=yes throw=6 family=vial
kind g \"guard\" health=20 strength=3 attack=none hunt=stand roam=stand
map
############
#@a...g....#
#.b........#
#.........$#
############
end
";

#[test]
fn x19_a_thrown_vial_becomes_known_where_it_hits_a_body_and_stays_unknown_where_it_hits_nothing() {
    let acid = |seed: u64| {
        let mut game = game(UNKNOWN_VIALS, seed);
        game.step(bound(&game, 'l').expect("a key"))
            .expect("a step");
        let look = game.world().pack().things()[0].item;
        (game, look)
    };
    let mut known = Vec::new();
    for seed in 0..6 {
        for (cell, hits) in [(at(6, 1), true), (at(2, 2), false)] {
            let (mut game, look) = acid(seed);
            assert!(game.world().is_unknown(look));
            game.step(Action::Throw(look, cell)).expect("a throw");
            assert_eq!(game.world().is_unknown(look), !hits, "{cell:?}");
            let told = tell(&game);
            assert_eq!(told.contains("finds out"), hits, "{told}");
            known.extend(hits.then_some(told));
        }
    }
    // The vial of acid has its effect under every look.
    let guard = |told: &String| told.contains("-6");
    assert!(known.iter().all(guard), "{known:?}");
}
