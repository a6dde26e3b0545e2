//! Bows and hooks, one test per rule (P-7, P-8), and their treatment by bots, proofs and environments.
use std::collections::HashMap;

use crate::dice::Dice;
use crate::goal_proofs::verdict;
use crate::scenario::{aimed_acts, game, item, named_story};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::Event;
use dungeon_engine::rulesets::throwing;
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_players::{Careful, Environment, Greedy, Planner, Random, Verdict};
use insta::assert_snapshot;

/// A bow, a hook, and bodies that only stand.
const GEAR: &str = "hero health=30 strength=2 manna=0 max=40 max-manna=0
item ) \"bow\" wear=strength:1 attack=shoot:5
item ( \"hook\" wear=strength:1 slot=hand attack=pull:5
kind s \"statue\" health=9 strength=3 attack=none
kind b \"bomb\" health=3 attack=none bursts=4
kind o \"ogre\" health=12 strength=3 asleep=yes
kind m \"mimic\" health=9 strength=1 looks=#
kind a \"ally\" side=hero health=4 strength=1 hunt=stand
tile ~ \"lava\" harm=3
tile , \"mud\" slow=yes
tile / \"slope\" enter=e
";

fn room(rows: &str) -> String {
    format!("{GEAR}map\n{rows}\nend\n")
}

#[test]
fn p7_a_shot_takes_the_heros_strength_and_the_bow_stays() {
    let mut game = game(&room("###########\n#@)....s.$#\n###########"), 0);
    assert_snapshot!(
        named_story(&mut game, &["bow 8,2", "6", "bow 8,2", "bow", "bow 8,2", "bow 9,2", "bow 4,2", "4", "bow 8,2"]),
        @r"
    bow 8,2: You don't have that.
    6: takes bow 3,2, hero to 3,2
    bow 8,2: Wield or wear it first.
    bow: wears bow, hero Strength +1
    bow 8,2: shoots bow at statue, flies 4,2, flies 5,2, flies 6,2, flies 7,2, flies 8,2, statue Health -3, hero Health +1
    bow 9,2: That is out of range.
    bow 4,2: shoots bow at statue, flies 4,2, flies 5,2, flies 6,2, flies 7,2, flies 8,2, statue Health -3
    4: hero to 2,2
    bow 8,2: That is out of range.
    "
    );
    assert!(game.world().pack().is_worn(item(&game, "bow")));
}

#[test]
fn p7_shots_hit_the_first_body_of_any_side_and_wake_it() {
    let mut game = game(
        &room("###########\n#@)..a.o.$#\n#...o.....#\n###########"),
        0,
    );
    assert_snapshot!(
        named_story(&mut game, &["6", "bow", "bow 8,2", "bow 5,3", "bow 4,1"]),
        @r"
    6: takes bow 3,2, hero to 3,2
    bow: wears bow, hero Strength +1
    bow 8,2: shoots bow at ally, flies 4,2, flies 5,2, flies 6,2, ally Health -3, ogre wakes, ogre wakes, hero Health +1
    bow 5,3: shoots bow at ogre, flies 4,2, flies 5,3, ogre Health -3
    bow 4,1: You have no clear shot.
    "
    );
}

#[test]
fn p7_a_shot_that_kills_a_bomb_sets_it_off() {
    let mut game = game(&room("#########\n#@).bs.$#\n#########"), 0);
    assert_snapshot!(named_story(&mut game, &["6", "bow", "bow 5,2"]), @r"
    6: takes bow 3,2, hero to 3,2
    bow: wears bow, hero Strength +1
    bow 5,2: shoots bow at bomb, flies 4,2, flies 5,2, bomb Health -3, bomb dies, bomb bursts 5,2, statue Health -4, hero Health +1
    ");
}

#[test]
fn p8_a_pull_brings_a_body_beside_the_hero_and_takes_no_life() {
    let mut game = game(&room("##########\n#@(...s.$#\n##########"), 0);
    assert_snapshot!(
        named_story(&mut game, &["hook 7,2", "6", "hook 7,2", "hook", "hook 7,2", "hook 7,2", "hook 3,1"]),
        @r"
    hook 7,2: You don't have that.
    6: takes hook 3,2, hero to 3,2
    hook 7,2: Wield or wear it first.
    hook: wears hook, hero Strength +1
    hook 7,2: pulls hook at statue, flies 4,2, flies 5,2, flies 6,2, flies 7,2, statue to 6,2, statue to 5,2, statue to 4,2, hero Health +1
    hook 7,2: pulls hook at statue, flies 4,2
    hook 3,1: You have no clear shot.
    "
    );
    assert!(game.world().pack().is_worn(item(&game, "hook")));
}

#[test]
fn p8_a_pull_follows_the_line_and_reveals_what_it_pulls() {
    let mut game = game(
        &room("##########\n#@(......#\n#....o...#\n#........#\n#.m.....$#\n##########"),
        0,
    );
    assert_snapshot!(
        named_story(&mut game, &["6", "hook", "hook 3,5", "hook 6,3"]),
        @r"
    6: takes hook 3,2, hero to 3,2
    hook: wears hook, hero Strength +1
    hook 3,5: pulls hook at mimic, flies 3,3, flies 3,4, flies 3,5, mimic wakes, mimic to 3,4, mimic to 3,3, ogre wakes, hero Health +1, mimic strikes hero, hero Health -1
    hook 6,3: pulls hook at ogre, flies 4,2, flies 5,3, flies 6,3, ogre to 5,3, ogre to 4,2, ogre strikes hero, hero Health -3, mimic strikes hero, hero Health -1
    "
    );
}

#[test]
fn p8_a_pull_ends_before_ground_that_cannot_be_entered_and_the_ground_acts_where_it_ends() {
    // Statues may be pulled onto lava, and lose health there; mud slows them where the pull ends.
    let lava = &mut game(&room("##########\n#@(~..s.$#\n##########"), 0);
    assert_snapshot!(named_story(lava, &["6", "hook", "hook 7,2"]), @r"
    6: takes hook 3,2, hero to 3,2
    hook: wears hook, hero Strength +1
    hook 7,2: pulls hook at statue, flies 4,2, flies 5,2, flies 6,2, flies 7,2, statue to 6,2, statue to 5,2, statue to 4,2, hero Health +1, lava harms statue, statue Health -3
    ");
    let mud = &mut game(&room("##########\n#@(,,.s.$#\n##########"), 0);
    assert_snapshot!(named_story(mud, &["6", "hook", "hook 7,2"]), @r"
    6: takes hook 3,2, hero to 3,2
    hook: wears hook, hero Strength +1
    hook 7,2: pulls hook at statue, flies 4,2, flies 5,2, flies 6,2, flies 7,2, statue to 6,2, statue to 5,2, statue to 4,2, mud slows statue, hero Health +1, statue is delayed
    ");
    let slope = &mut game(&room("##########\n#@(./.s.$#\n##########"), 0);
    assert_snapshot!(named_story(slope, &["6", "hook", "hook 7,2"]), @r"
    6: takes hook 3,2, hero to 3,2
    hook: wears hook, hero Strength +1
    hook 7,2: pulls hook at statue, flies 4,2, flies 5,2, flies 6,2, flies 7,2, statue to 6,2, hero Health +1
    ");
}

#[test]
fn p8_a_pull_over_traps_springs_none() {
    let text = room("##########\n#@(PPPs.$#\n##########") + "mark P ^ trap=pit damage=3\n";
    assert_snapshot!(named_story(&mut game(&text, 0), &["6", "hook", "hook 7,2"]), @r"
    6: takes hook 3,2, hero to 3,2
    hook: wears hook, hero Strength +1
    hook 7,2: pulls hook at statue, flies 4,2, flies 5,2, flies 6,2, flies 7,2, statue to 6,2, statue to 5,2, statue to 4,2, hero Health +1
    ");
}

#[test]
fn p8_a_pulled_patrol_leaves_its_game_to_chance() {
    let text = |act: &str| {
        format!(
            "item ( \"hook\" wear=strength:1 attack={act}\nkind g \"guard\" health=9 roam=route hunt=stand\n\
             map\n#########\n#@(....$#\n#.......#\n#########\nend\ng 6 3 via=7,3\n"
        )
    };
    assert!(game(&text("pull:5"), 0).is_left_to_chance());
    assert!(!game(&text("shoot:5"), 0).is_left_to_chance());
}

#[test]
fn p8_acts_that_hit_the_same_body_and_pull_it_alike_have_the_same_effects() {
    let mut acts = 0;
    for nth in 0..40 {
        let dice = &mut Dice::new(nth);
        let cells: String = (0..49)
            .map(|cell| match dice.below(12) {
                _ if cell == 24 => '@',
                0 | 1 => '#',
                2 => 's',
                3 => 'o',
                4 => 'm',
                5 => '~',
                6 => ',',
                7 => '/',
                _ => '.',
            })
            .collect();
        let rows: Vec<String> = (0..7)
            .map(|row| format!("#{}#", &cells[row * 7..row * 7 + 7]))
            .collect();
        let map = format!("#########\n{}\n#.....$.#\n#########", rows.join("\n"));
        let given = "when turn=1 give=)\nwhen turn=1 give=(\n";
        let mut game = game(&(room(&map) + given), nth);
        game.step(Action::Wait).expect("a wait");
        for gear in ["bow", "hook"] {
            let gear = Action::Use(item(&game, gear));
            game.step(gear).expect("given");
        }
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let (world, hero) = (game.world(), game.world().commanded());
        let mut after: HashMap<(u16, Option<ActorId>, Vec<Point>), u64> = HashMap::new();
        for action in legal {
            let Action::Throw(item, to) = action else {
                continue;
            };
            acts += 1;
            let whom = throwing::target(world, hero, item, to);
            let mut aimed = game.clone();
            aimed.step(action).expect("it is legal");
            let moved = aimed.events().iter().filter_map(|event| match event {
                Event::Moved { who, to, .. } if Some(*who) == whom => Some(*to),
                _ => None,
            });
            let pulled = throwing::pulled(world, hero, item, to);
            let moved: Vec<Point> = moved.take(pulled.len()).collect();
            assert_eq!(moved, pulled, "{action:?}\n{map}");
            let state = aimed.state_hash();
            let effect = (item.0, whom, pulled);
            let same = *after.entry(effect).or_insert(state);
            assert_eq!(same, state, "{action:?}\n{map}");
        }
        for item in world.pack().worn() {
            let distinct = throwing::distinct(world, hero, *item);
            let all = after.keys().filter(|(aimed, ..)| *aimed == item.0).count();
            assert_eq!(distinct.len(), all, "one act for each effect\n{map}");
        }
    }
    assert!(acts > 1_000, "{acts}");
}

#[test]
fn an_action_space_has_shots_and_pulls_and_masks_those_that_are_not_worn() {
    let mut games = Environment::new(game(&room("##########\n#@()..s.$#\n##########"), 0));
    let space = games.action_space().clone();
    let names: Vec<String> = (0..space.len()).map(|index| space.name(index)).collect();
    for name in ["shoot bow 3,0", "pull hook -5,5"] {
        assert!(names.iter().any(|other| other == name), "{name}");
    }
    let mut mask = vec![0; space.len()];
    let aimed = |mask: &[u8], games: &Environment| {
        let legal = (0..mask.len()).filter(|index| mask[*index] == 1);
        let acts = legal.filter_map(|index| space.action(games.game(), index));
        acts.filter(|action| matches!(action, Action::Throw(..)))
            .count()
    };
    let step = Action::Step(Direction::East);
    for _ in 0..2 {
        games.step(step).expect("free");
    }
    games.mask(&mut mask);
    assert_eq!(aimed(&mask, &games), 0, "nothing is worn");
    let hook = Action::Use(item(games.game(), "hook"));
    games.step(hook).expect("carried");
    games.mask(&mut mask);
    let listed = games.actions().iter();
    let listed = listed.filter(|action| matches!(action, Action::Throw(..)));
    assert_eq!(aimed(&mask, &games), listed.count());
    assert!(aimed(&mask, &games) > 0);
}

/// A guard that kills a hero beside it.
fn guarded(goal: &str, gear: &str) -> String {
    format!(
        "{goal}\nhero health=3 strength=1 manna=0 max=3 max-manna=0\n\
         item ) \"gear\" wear=strength:1 {gear}\n\
         kind g \"guard\" health=8 strength=9 hunt=stand\nmap\n\
         ##########\n#@)...g$##\n##########\nend\n"
    )
}

/// A weak guard behind a slope that the hero cannot climb.
fn sloped(goal: &str, gear: &str) -> String {
    let text = guarded(goal, gear)
        .replace("strength=9", "strength=0")
        .replace("#@)...g$##", "#@)./.g.##");
    text.replace("map\n", "tile / \"slope\" enter=w\nmap\n")
}

#[test]
fn proofs_shoot_and_pull_where_nothing_else_wins_and_doubt_nothing_that_they_win() {
    for (text, gear, acts) in [
        (guarded as fn(&str, &str) -> String, "attack=shoot:5", 4),
        (sloped, "attack=pull:5", 1),
    ] {
        for goal in ["goal kill=g", "goal kill=g\nlose turns=9"] {
            let won = verdict(&text(goal, gear), 200_000);
            let Verdict::Winnable(line) = &won else {
                panic!("{goal}, {gear}: {won:?}");
            };
            let aimed = line.iter();
            let aimed = aimed.filter(|action| matches!(action, Action::Throw(..)));
            assert_eq!(aimed.count(), acts, "{goal}, {gear}: {line:?}");
        }
        let plain = verdict(&text("goal kill=g", "attack=sweep"), 200_000);
        assert!(!matches!(plain, Verdict::Winnable(_)), "{plain:?}");
    }
}

#[test]
fn bots_shoot_from_afar_and_pull_what_keeps_away() {
    let bow = guarded("goal kill=g", "attack=shoot:5");
    assert_eq!(aimed_acts(&bow, Greedy::default()), (4, true));
    assert_eq!(aimed_acts(&bow, Careful::default()), (4, true));
    assert_eq!(aimed_acts(&bow, Planner::default()), (4, true));
    assert!(aimed_acts(&bow, Random::default()).0 < 300);
    let archer = "goal kill=p\nhero health=30 strength=4 manna=0 max-manna=0\n\
                  item ) \"hook\" wear=strength:1 attack=pull:6\n\
                  kind p \"archer\" health=8 strength=0 sense=sight:8 hunt=shoot:1\nmap\n\
                  ###########\n#@)....p.$#\n###########\nend\n";
    let (pulls, is_won) = aimed_acts(archer, Careful::default());
    assert!(pulls > 0 && is_won, "{pulls}");
    let (pulls, is_won) = aimed_acts(archer, Greedy::default());
    assert!(pulls > 0 && is_won, "{pulls}");
}

#[test]
fn a_shot_with_no_strength_takes_nothing() {
    let text = room("###########\n#@)....s.$#\n###########")
        .replace("strength=2 manna", "strength=-4 manna");
    let mut game = game(&text, 0);
    named_story(&mut game, &["6", "bow", "bow 8,2"]);
    assert_eq!(game.world().body(ActorId(1)).stat(Stat::Health), 9);
}
