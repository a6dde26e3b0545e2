//! Timed states, one test per rule (B-*), and their treatment by forecasts, bots, proofs and environments.
use crate::scenario::{dungeon, game, hero, named_action, place, tell};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::threat::Threat;
use dungeon_model::dungeon::{LevelId, Stat, TimedState};
use dungeon_players::{
    Budget, Careful, Environment, Greedy, Player, SeenGame, Verdict, prove, shortest_win,
};
use insta::assert_snapshot;

/// A flask for each state, and monsters that strike, shoot or only stand.
const FLASKS: &str = "hero health=30 strength=2 manna=0 max=40 max-manna=0
item H \"haste\" gives=haste:3 keep=yes throw=5
item s \"glue\" gives=slow:4 keep=yes throw=5
item b \"fire\" gives=burning:3 keep=yes throw=5
item u \"shade\" gives=unseen:4 keep=yes throw=5
item w \"ward\" gives=warded:3 keep=yes throw=5
kind o \"ogre\" health=12 strength=3 sense=always hunt=path
kind a \"archer\" health=5 strength=1 sense=sight:9 hunt=shoot:3
kind p \"post\" health=12 strength=1 attack=none
kind f \"fairy\" side=hero health=9 strength=1 sense=within:8 hunt=path
";

fn room(rows: &str) -> String {
    format!("{FLASKS}map\n{rows}\nend\n")
}

/// Plays keys, uses of items, written `use ward`, and throws, written `glue 6,2`. Returns every event, one line an act.
fn story(game: &mut Game, acts: &[&str]) -> String {
    let lines = acts.iter().map(|act| {
        let action = named_action(game, act);
        let turn = game.world().turn();
        match game.step(action) {
            Ok(()) => {
                let passed = game.world().turn() - turn;
                format!("{act} ({passed}): {}\n", tell(game))
            }
            Err(refusal) => format!("{act}: {refusal}\n"),
        }
    });
    lines.collect()
}

fn left(game: &Game, who: u32, state: TimedState) -> u8 {
    game.world().states_of(ActorId(who))[state]
}

#[test]
fn b1_a_state_counts_the_turn_in_which_it_begins_and_the_longer_one_stays() {
    let text = "item w \"ward\" gives=warded:3 keep=yes\nitem W \"seal\" gives=warded:5 keep=yes\n\
                map\n########\n#@wwW.$#\n########\nend\n";
    let mut game = game(text, 0);
    assert_snapshot!(
        story(&mut game, &["6", "6", "6", "use ward", "use seal", "use ward", ".", ".", ".", "."]),
        @r"
    6 (1): takes ward 3,2, hero to 3,2
    6 (1): takes ward 4,2, hero to 4,2
    6 (1): takes seal 5,2, hero to 5,2, hero Health +1
    use ward (1): uses ward, hero warded for 3, hero warded has 2
    use seal (1): uses seal, hero warded for 5, hero warded has 4
    use ward (1): uses ward, hero Health +1, hero warded has 3
    . (1): hero Manna +1, hero warded has 2
    . (1): hero warded has 1
    . (1): hero Health +1, hero warded has 0
    . (1):
    "
    );
    assert!(game.world().states_of(ActorId(0)).is_empty());
}

#[test]
fn b1_haste_and_slowness_end_each_other() {
    let mut game = game(&room("########\n#@HsHp$#\n########"), 0);
    assert_snapshot!(
        story(&mut game, &["6", "6", "6", "use haste", "use glue", "use haste"]),
        @r"
    6 (1): takes haste 3,2, hero to 3,2
    6 (1): takes glue 4,2, hero to 4,2
    6 (1): takes haste 5,2, hero to 5,2, hero Health +1
    use haste (0): uses haste, hero haste for 3, hero hurries
    use glue (2): uses glue, hero haste has 0, hero slow for 4, hero lags, hero slow has 3, hero is delayed, hero slow has 2
    use haste (0): uses haste, hero slow has 0, hero haste for 3, hero hurries
    "
    );
    assert!(left(&game, 0, TimedState::Slow) == 0 && left(&game, 0, TimedState::Haste) == 3);
}

#[test]
fn b1_states_wait_on_a_level_that_the_hero_has_left() {
    let text = format!(
        "{FLASKS}level \"up\"\nmap\n########\n#@s>.p.#\n########\nend\n\
         level \"down\"\nmap\n#####\n#<.$#\n#####\nend\n"
    );
    let mut game = game(&text, 0);
    story(&mut game, &["6", "glue 6,2"]);
    assert_eq!(left(&game, 1, TimedState::Slow), 3);
    story(&mut game, &["6", ">", "6", ".", "."]);
    assert_eq!(game.world().here(), LevelId(1));
    assert_eq!(
        left(&game, 1, TimedState::Slow),
        2,
        "one turn on its level, none here"
    );
}

#[test]
fn b1_an_item_that_is_not_kept_gives_its_state_when_it_is_taken_or_given() {
    let text = "item ~ \"mist\" gives=unseen:5\nmap\n#######\n#@~.$.#\n#######\nend\n\
                when step=4,2 give=~\n";
    let mut game = game(text, 0);
    story(&mut game, &["6"]);
    assert_eq!(left(&game, 0, TimedState::Unseen), 4);
    story(&mut game, &["6"]);
    assert_eq!(left(&game, 0, TimedState::Unseen), 4, "given anew");
}

#[test]
fn b2_a_hasted_hero_acts_twice_a_turn() {
    let mut game = game(&room("##########\n#@H.....o#\n#.......$#\n##########"), 0);
    assert_snapshot!(story(&mut game, &["6", "use haste", "6", "6", "6", "6", "4"]), @r"
    6 (1): takes haste 3,2, hero to 3,2, ogre to 8,2
    use haste (0): uses haste, hero haste for 3, hero hurries
    6 (1): hero to 4,2, ogre to 7,2, hero haste has 2
    6 (0): hero to 5,2, hero hurries
    6 (1): hero to 6,2, hero Health +1, ogre strikes hero, hero Health -3, hero haste has 1
    6 (0): hero strikes ogre, ogre Health -2, hero hurries
    4 (1): hero to 5,2, ogre to 6,2, hero haste has 0
    ");
}

#[test]
fn b2_the_game_is_judged_after_the_first_act_too() {
    let mut game = game(&room("########\n#@H.$.p#\n########"), 0);
    assert_snapshot!(story(&mut game, &["6", "use haste", "6", "6"]), @r"
    6 (1): takes haste 3,2, hero to 3,2
    use haste (0): uses haste, hero haste for 3, hero hurries
    6 (1): hero to 4,2, hero haste has 2
    6 (0): takes gold 5,2, hero Wealth +10, hero to 5,2, hero hurries, Won
    ");
    assert_eq!(
        (game.outcome(), game.world().turn()),
        (Some(Outcome::Won), 2)
    );
    let ended = game.events().last();
    assert!(
        matches!(ended, Some(Event::Ended { turn: 3, .. })),
        "{ended:?}"
    );
    let text = "hero health=5 strength=1 manna=0 max=5\nitem H \"haste\" gives=haste:3\n\
                map\n#######\n#@H^.$#\n#######\nend\n^ 4 2 damage=9\n";
    let mut game = crate::scenario::game(text, 0);
    story(&mut game, &["6", "6"]);
    assert_eq!(game.outcome(), Some(Outcome::Lost), "{}", tell(&game));
}

#[test]
fn b2_mud_takes_the_second_act_of_a_hasted_hero() {
    let text = "item H \"haste\" gives=haste:5\ntile , \"mud\" slow=yes\nmap\n########\n#@H,..$#\n########\nend\n";
    let mut game = game(text, 0);
    assert_snapshot!(story(&mut game, &["6", "6", "6", "6"]), @r"
    6 (0): takes haste 3,2, hero haste for 5, hero to 3,2, hero hurries
    6 (2): hero to 4,2, mud slows hero, hero haste has 4, hero is delayed, hero haste has 3
    6 (0): hero to 5,2, hero hurries
    6 (1): hero to 6,2, hero Health +1, hero haste has 2
    ");
}

#[test]
fn b2_a_hasted_monster_acts_twice_a_turn() {
    let mut game = game(
        &room("#################\n#@H............o$#\n#################"),
        0,
    );
    story(&mut game, &["6"]);
    let before = place(&game, 1);
    let mut hasted = game.clone();
    let who = ActorId(1);
    hasted.suppose(Event::StateBegan {
        who,
        state: TimedState::Haste,
        turns: 3,
    });
    let steps = |mut game: Game| {
        let mut seen = vec![before.0];
        for _ in 0..4 {
            game.step(Action::Wait).expect("waiting is legal");
            seen.push(place(&game, 1).0);
        }
        seen
    };
    let at = |steps: [i32; 5]| steps.map(|steps| before.0 - steps);
    assert_eq!(steps(game), at([0, 1, 2, 3, 4]));
    assert_eq!(
        steps(hasted),
        at([0, 2, 4, 6, 7]),
        "three turns of two steps"
    );
}

#[test]
fn b3_a_slow_body_loses_the_act_after_each_of_its_acts() {
    let mut game = game(&room("##########\n#@s.....o#\n#.......$#\n##########"), 0);
    assert_snapshot!(story(&mut game, &["6", "glue 8,2", ".", ".", ".", "."]), @r"
    6 (1): takes glue 3,2, hero to 3,2, ogre to 8,2
    glue 8,2 (1): throws glue at ogre, flies 4,2, flies 5,2, flies 6,2, flies 7,2, flies 8,2, ogre slow for 4, ogre to 7,2, ogre lags, ogre slow has 3
    . (1): hero Health +1, ogre is delayed, ogre slow has 2
    . (1): ogre to 6,2, ogre lags, ogre slow has 1
    . (1): ogre is delayed, ogre slow has 0
    . (1): hero Health +1, ogre to 5,2
    ");
}

#[test]
fn b3_a_slow_hero_loses_turns() {
    let mut game = game(&room("##########\n#@s....p.#\n#.......$#\n##########"), 0);
    assert_snapshot!(story(&mut game, &["6", "use glue", "6", "6", "6"]), @r"
    6 (1): takes glue 3,2, hero to 3,2
    use glue (2): uses glue, hero slow for 4, hero lags, hero slow has 3, hero is delayed, hero Health +1, hero slow has 2
    6 (2): hero to 4,2, hero lags, hero slow has 1, hero is delayed, hero slow has 0
    6 (1): hero to 5,2, hero Health +1
    6 (1): hero to 6,2
    ");
}

#[test]
fn b4_a_burning_body_loses_two_life_a_turn_and_may_die_of_it() {
    let mut game = game(&room("##########\n#@bbb..p$#\n##########"), 0);
    assert_snapshot!(
        story(&mut game, &["6", "6", "6", "fire 8,2", ".", ".", ".", "fire 8,2", ".", "fire 8,2", "."]),
        @r"
    6 (1): takes fire 3,2, hero to 3,2
    6 (1): takes fire 4,2, hero to 4,2
    6 (1): takes fire 5,2, hero to 5,2, hero Health +1
    fire 8,2 (1): throws fire at post, flies 6,2, flies 7,2, flies 8,2, post burning for 3, post burns, post Health -2, post burning has 2
    . (1): post burns, post Health -2, post burning has 1
    . (1): hero Health +1, post burns, post Health -2, post burning has 0
    . (1): 
    fire 8,2 (1): throws fire at post, flies 6,2, flies 7,2, flies 8,2, post burning for 3, post burns, post Health -2, post burning has 2
    . (1): hero Health +1, post burns, post Health -2, post burning has 1
    fire 8,2 (1): throws fire at post, flies 6,2, flies 7,2, flies 8,2, post burning for 3, post burns, post Health -2, post dies
    . (1):
    "
    );
}

#[test]
fn b4_terrain_with_quench_ends_burning_before_it_hurts() {
    let text = "item b \"fire\" gives=burning:9 keep=yes throw=5\ntile ~ \"water\" quench=yes\n\
                kind p \"post\" health=12 attack=none\nkind g \"wisp\" is=ghost health=9 roam=stand sense=never\n\
                map\n##########\n#@bbb.~..#\n#.......$#\n##########\nend\np 7 2\ng 7 3\n~ 7 3\n";
    let mut game = game(text, 0);
    assert_snapshot!(
        story(&mut game, &["6", "6", "6", "fire 7,2", "fire 7,3", ".", "use fire", "6"]),
        @r"
    6 (1): takes fire 3,2, hero to 3,2
    6 (1): takes fire 4,2, hero to 4,2
    6 (1): takes fire 5,2, hero to 5,2, hero Health +1
    fire 7,2 (1): throws fire at post, flies 6,2, flies 7,2, post burning for 9, post burning has 0
    fire 7,3 (1): throws fire at wisp, flies 6,2, flies 7,3, wisp burning for 9, wisp burns, wisp Health -2, wisp burning has 8
    . (1): hero Health +1, wisp burns, wisp Health -2, wisp burning has 7
    use fire (1): uses fire, hero burning for 9, hero Manna +1, hero burns, hero Health -2, hero burning has 8, wisp burns, wisp Health -2, wisp burning has 6
    6 (1): hero to 6,2, wisp strikes hero, hero Health -2, hero burns, hero Health -2, hero burning has 7, wisp burns, wisp Health -2, wisp burning has 5
    "
    );
}

#[test]
fn b1_blows_and_shots_of_kinds_give_their_state() {
    let kinds = "hero health=30 strength=1 manna=0\nkind s \"spider\" health=9 strength=2 gives=slow:2\n\
                 kind a \"archer\" health=9 sense=sight:9 hunt=shoot:1 gives=burning:2\n";
    let spider = format!("{kinds}map\n########\n#@s...$#\n########\nend\n");
    let mut beside = game(&spider, 0);
    assert_snapshot!(story(&mut beside, &[".", "."]), @r"
    . (1): spider strikes hero, hero Health -2, hero slow for 2, hero slow has 1
    . (2): hero lags, spider strikes hero, hero Health -2, hero slow for 2, hero slow has 1, hero is delayed, hero Health +1, spider strikes hero, hero Health -2, hero slow for 2, hero slow has 1
    ");
    let archer = format!("{kinds}map\n########\n#a...@$#\n########\nend\n");
    let mut shot = game(&archer, 0);
    assert_eq!(
        threat(&shot, 1),
        3,
        "an arrow, and the fire at the end of the turn"
    );
    assert_snapshot!(story(&mut shot, &[".", "."]), @r"
    . (1): archer shoots hero, flies 3,2, flies 4,2, flies 5,2, flies 6,2, hero Health -1, hero burning for 2, hero burns, hero Health -2, hero burning has 1
    . (1): archer shoots hero, flies 3,2, flies 4,2, flies 5,2, flies 6,2, hero Health -1, hero burning for 2, hero burns, hero Health -2, hero burning has 1
    ");
    assert_eq!(threat(&shot, 1), 1, "the hero burns already");
}

#[test]
fn b4_burning_is_the_cause_of_a_loss() {
    let text = "hero health=3 max=3 manna=0\nitem b \"fire\" gives=burning:9\nmap\n######\n#@b.$#\n######\nend\n";
    let mut game = game(text, 0);
    story(&mut game, &["6", ".", "."]);
    let ending = game.world().ending();
    let cause = ending.and_then(dungeon_engine::ending::GameEnd::loss);
    assert_eq!(cause, Some(dungeon_engine::ending::LossCause::Burning));
}

#[test]
fn b4_fire_wakes_sleepers() {
    let text = "item b \"fire\" gives=burning:3 keep=yes throw=5\nkind z \"sleeper\" health=9 asleep=yes\n\
                map\n########\n#@b..z$#\n########\nend\n";
    let mut game = game(text, 0);
    story(&mut game, &["6", "fire 6,2"]);
    assert!(!game.world().body(ActorId(1)).is_asleep());
    assert_eq!(game.world().life_of(ActorId(1)), 7);
}

#[test]
fn b5_enemies_sense_an_unseen_hero_only_from_the_next_cell() {
    let mut game = game(
        &room("#############\n#@u.......o.#\n#.........a$#\n#############"),
        0,
    );
    assert_snapshot!(
        story(&mut game, &["6", ".", "use shade", ".", ".", ".", "."]),
        @r"
    6 (1): takes shade 3,2, hero to 3,2, ogre to 10,2, archer shoots hero, flies 10,3, flies 9,3, flies 8,3, flies 7,3, flies 6,2, flies 5,2, flies 4,2, flies 3,2, hero Health -3
    . (1): ogre to 9,2, archer shoots hero, flies 10,3, flies 9,3, flies 8,3, flies 7,3, flies 6,2, flies 5,2, flies 4,2, flies 3,2, hero Health -3
    use shade (1): uses shade, hero unseen for 4, hero Health +1, hero unseen has 3
    . (1): hero unseen has 2
    . (1): hero unseen has 1
    . (1): hero Health +1, hero unseen has 0
    . (1): ogre to 8,2, archer shoots hero, flies 10,3, flies 9,3, flies 8,3, flies 7,3, flies 6,2, flies 5,2, flies 4,2, flies 3,2, hero Health -3
    "
    );
    let world = game.world();
    assert!(world.states_of(ActorId(0)).is_empty());
    let mut beside = crate::scenario::game(&room("#####\n#@uo#\n#..$#\n#####"), 0);
    let told = story(&mut beside, &["6", "use shade"]);
    assert_eq!(told.matches("ogre strikes hero").count(), 2, "{told}");
}

#[test]
fn b5_hunters_go_after_seen_allies_instead() {
    let text = room("###########\n#@uf.....o#\n#........$#\n###########");
    let mut game = game(&text, 0);
    story(&mut game, &["6"]);
    let who = ActorId(1);
    assert!(game.world().body(who).follows(), "{}", tell(&game));
    story(&mut game, &["use shade", "1"]);
    assert_eq!(game.prey_of(ActorId(2)), Some(who));
}

#[test]
fn b5_allies_do_not_sense_an_unseen_monster() {
    let mut game = game(&room("##########\n#@f.....p#\n#.......$#\n##########"), 0);
    story(&mut game, &["."]);
    let mut unseen = game.clone();
    unseen.suppose(Event::StateBegan {
        who: ActorId(2),
        state: TimedState::Unseen,
        turns: 9,
    });
    assert_eq!(story(&mut game, &["."]), ". (1): fairy to 5,2\n");
    assert_eq!(
        story(&mut unseen, &["."]),
        ". (1): fairy to 3,2, post unseen has 8\n"
    );
}

#[test]
fn b6_wounds_take_half_from_a_warded_body() {
    let mut game = game(&room("######\n#@wop#\n#...$#\n######"), 0);
    assert_snapshot!(story(&mut game, &["6", "use ward", ".", ".", "."]), @r"
    6 (1): takes ward 3,2, hero to 3,2, ogre strikes hero, hero Health -3
    use ward (1): uses ward, hero warded for 3, ogre strikes hero, hero Health -2, hero warded has 2
    . (1): hero Health +1, ogre strikes hero, hero Health -2, hero warded has 1
    . (1): ogre strikes hero, hero Health -2, hero warded has 0
    . (1): ogre strikes hero, hero Health -3
    ");
    let mut monster = crate::scenario::game(&room("########\n#@w.p..#\n#.....$#\n########"), 0);
    assert_snapshot!(story(&mut monster, &["6", "ward 5,2", "6", "6", "6"]), @r"
    6 (1): takes ward 3,2, hero to 3,2
    ward 5,2 (1): throws ward at post, flies 4,2, flies 5,2, post warded for 3, post warded has 2
    6 (1): hero to 4,2, hero Health +1, post warded has 1
    6 (1): hero strikes post, post Health -1, post warded has 0
    6 (1): hero strikes post, post Health -2
    ");
}

#[test]
fn b6_a_drink_and_the_price_of_magic_are_no_wounds() {
    let text = "hero health=20 strength=1 manna=0\nitem w \"ward\" gives=warded:9\n\
                item v \"venom\" health=-5 keep=yes\nmap\n########\n#@wv..$#\n########\nend\n";
    let mut game = game(text, 0);
    story(&mut game, &["6", "6"]);
    let before = hero(&game, Stat::Health);
    story(&mut game, &["use venom"]);
    assert_eq!(hero(&game, Stat::Health), before - 5 + 1, "upkeep heals 1");
}

#[test]
fn the_state_hash_has_the_turns_left() {
    let mut now = game(&room("########\n#@p...$#\n########"), 0);
    let who = ActorId(1);
    let mut hashes = vec![now.state_hash()];
    for turns in 1..=3 {
        now.suppose(Event::StateBegan {
            who,
            state: TimedState::Slow,
            turns,
        });
        hashes.push(now.state_hash());
    }
    now.suppose(Event::StatePassed {
        who,
        state: TimedState::Slow,
        left: 0,
    });
    assert_eq!(
        now.state_hash(),
        hashes[0],
        "as if the state had never been"
    );
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 4);
}

/// Returns the threat of a monster to the hero.
fn threat(game: &Game, who: u32) -> i32 {
    let world = game.world();
    Threat::new(game.rules(), world, ActorId(who), world.commanded(), |_| {
        false
    })
    .life
}

#[test]
fn a_bomb_that_fire_kills_next_turn_threatens_whoever_stands_beside_it() {
    let threat_of = |bomb: &str, rows: &str| {
        let kind = format!("kind X \"bomb\" bursts=6 attack=none {bomb}\n");
        let mut game = game(&format!("{FLASKS}{kind}map\n{rows}\nend\n"), 0);
        let calm = threat(&game, 1);
        game.suppose(Event::StateBegan {
            who: ActorId(1),
            state: TimedState::Burning,
            turns: 3,
        });
        let told = threat(&game, 1);
        let before = hero(&game, Stat::Health);
        game.step(Action::Wait).expect("waiting is legal");
        (calm, told, before - hero(&game, Stat::Health))
    };
    let [beside, apart] = ["######\n#@X$.#\n######", "######\n#@.X$#\n######"];
    assert_eq!(threat_of("health=2", beside), (0, 6, 6));
    assert_eq!(threat_of("health=2", apart), (0, 0, 0));
    assert_eq!(
        threat_of("health=2 sense=always hunt=path", apart),
        (0, 6, 6)
    );
    assert_eq!(threat_of("health=3", beside), (0, 0, 0));
}

#[test]
fn threats_reckon_with_states() {
    let with = |game: &Game, who: u32, state| {
        let mut game = game.clone();
        game.suppose(Event::StateBegan {
            who: ActorId(who),
            state,
            turns: 5,
        });
        game
    };
    let beside = game(&room("#####\n#@.o#\n#..$#\n#####"), 0);
    let mut beside = beside;
    story(&mut beside, &["6"]);
    assert_eq!(threat(&beside, 1), 3);
    assert_eq!(threat(&with(&beside, 1, TimedState::Haste), 1), 6);
    assert_eq!(threat(&with(&beside, 0, TimedState::Warded), 1), 2);
    assert_eq!(threat(&with(&beside, 0, TimedState::Unseen), 1), 3);
    let mut slow = with(&beside, 1, TimedState::Slow);
    assert_eq!(threat(&slow, 1), 3);
    story(&mut slow, &["."]);
    assert_eq!(threat(&slow, 1), 0, "it loses its next act");
    let afar = game(&room("#########\n#@....a.#\n#......$#\n#########"), 0);
    assert_eq!(threat(&afar, 1), 3);
    assert_eq!(threat(&with(&afar, 0, TimedState::Unseen), 1), 0);
}

/// Plays a bot to the end of a game, and returns the game.
fn bot_game(text: &str, bot: &mut dyn Player) -> Game {
    let mut played = SeenGame::begin(dungeon(text), 1);
    let mut legal = Vec::new();
    bot.begin(&played.view(), 1);
    for _ in 0..300 {
        played.legal_actions(&mut legal);
        if legal.is_empty() {
            break;
        }
        let action = bot.choose(&played.view(), &legal);
        played.step(action).expect("bots choose legal actions");
    }
    played.game().clone()
}

#[test]
fn bots_use_wards_and_fire_in_fights_and_leave_curses_alone() {
    let guarded = |items: &str| {
        format!(
            "hero health=16 strength=3 manna=0 max=16 max-manna=0\n\
             item w \"ward\" gives=warded:12 keep=yes\nitem b \"fire\" gives=burning:6 keep=yes throw=6\n\
             item c \"curse\" gives=slow:9 keep=yes\nkind o \"ogre\" health=16 strength=4 sense=within:7 hunt=path\n\
             map\n############\n#@{items}.....o.$#\n############\nend\n"
        )
    };
    let with = [
        ("w", Outcome::Won),
        ("b", Outcome::Won),
        ("c", Outcome::Lost),
    ];
    for (items, end) in with {
        let text = guarded(items);
        for bot in [
            &mut Careful::default() as &mut dyn Player,
            &mut Greedy::default(),
        ] {
            let after = bot_game(&text, bot);
            assert_eq!(after.outcome(), Some(end), "{items}");
            let curses = after.world().pack().things().len();
            assert_eq!(curses, usize::from(items == "c"), "{items}");
        }
    }
}

#[test]
fn a_hurried_hero_wins_with_haste_in_time() {
    let text = |gives: &str| {
        format!(
            "lose turns=5\nitem H \"haste\" {gives}\nmap\n############\n#@H.......$#\n############\nend\n"
        )
    };
    let budget = Budget::of_steps(100_000);
    let slow = dungeon(&text("strength=1"));
    assert!(matches!(
        prove(&slow, 0, &budget).verdict,
        Verdict::Unwinnable(_)
    ));
    let quick = dungeon(&text("gives=haste:9"));
    let Verdict::Winnable(line) = prove(&quick, 0, &budget).verdict else {
        panic!("haste is enough");
    };
    assert_eq!(line.len(), 9);
    let mut played = crate::support::begun(quick, 0);
    let shortest = shortest_win(&played, &line, &budget).expect("it wins");
    assert_eq!((shortest.turns, shortest.at_least), (5, 5));
    for action in line {
        played.step(action).expect("it is legal");
    }
    assert_eq!(played.outcome(), Some(Outcome::Won));
}

#[test]
fn the_vector_of_observations_has_the_states_that_items_give() {
    let names = |text: &str| -> Vec<String> {
        let env = Environment::begin(dungeon(text), 0);
        env.observation_space()
            .vector()
            .iter()
            .map(|number| number.name.clone())
            .collect()
    };
    let all = names(&room("########\n#@H...$#\n########"));
    let ends =
        ["haste", "slow", "burning", "unseen", "warded"].map(|word| format!("state: {word}"));
    assert_eq!(all[all.len() - 6..all.len() - 1], ends);
    assert_eq!(all.last().map(String::as_str), Some("acted this turn"));
    let plain = names("map\n#####\n#@.$#\n#####\nend\n");
    assert!(
        plain.iter().all(|name| !name.starts_with("state")),
        "{plain:?}"
    );
}
