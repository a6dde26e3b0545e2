//! Rows of the tables of kinds in docs/format that no scenario covers: hunting and roaming, the reach of attacks,
//! speed, births and words. Each test draws a map, presses keys and compares the events. Points are 1-based.
use crate::scenario::{L, game, hero, place, places, press, tell};
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::Event;
use dungeon_model::dungeon::Stat;
use insta::assert_snapshot;

// ---- hunt -----------------------------------------------------------------------------------------------

#[test]
fn kinds_hunt_shoot_is_refused_beyond_its_sight_to_any_mind() {
    let answer = |kind: &str| {
        let game = game(
            &format!(
                "kind a {kind}
map
#########
#@...a.$#
#########
end
"
            ),
            0,
        );
        let wish = Action::Shoot(game.world().commanded());
        game.rules().check(game.world(), ActorId(1), wish)
    };
    assert_eq!(answer("is=patrol sight=4"), Ok(()));
    assert_eq!(answer("is=patrol sight=3"), Err(Refusal::NoClearShot));
    assert_eq!(answer("hunt=shoot:1 sense=always sight=4"), Ok(()));
    assert_eq!(
        answer("hunt=shoot:1 sense=always sight=3"),
        Err(Refusal::NoClearShot)
    );
    assert_eq!(answer("is=wanderer"), Err(Refusal::UnknownHere));
}

// ---- path -----------------------------------------------------------------------------------------------

#[test]
fn kinds_hunt_path_forgets_the_ways_of_the_game_it_was() {
    let text = drawn! {r#"
        kind H "hound" sense=always hunt=path
        map
        #########
        #...@...#
        #.......#
        #.......#
        #...H...#
        #.......#
        #$......#
        #########
        end
    "#};
    let (mut east, mut west) = (game(text, 0), game(text, 0));
    press(&mut east, '6').expect("there is floor");
    press(&mut west, '4').expect("there is floor");
    east.clone_from(&west);
    assert_eq!(places(&mut east, 1, 1), [(4, 4), (4, 3)]);
    assert_eq!(places(&mut west, 1, 1), [(4, 4), (4, 3)]);
}

// ---- roam -----------------------------------------------------------------------------------------------

#[test]
fn kinds_roam_random_draws_one_of_four_directions_every_turn() {
    let mut game = game(
        r#"
kind b "bat" roam=random
map
########
#@######
#$######
########
#.b...##
#.....##
########
end
"#,
        1,
    );
    let places = places(&mut game, 1, 200);
    let steps = places.windows(2).map(|two| {
        let [(x, y), (nx, ny)] = [two[0], two[1]];
        (nx - x, ny - y)
    });
    let mut steps: Vec<_> = steps.collect();
    steps.sort_unstable();
    steps.dedup();
    assert_eq!(steps, [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]);
}

// ---- attack ---------------------------------------------------------------------------------------------

/// A hero with goods of every sort beside a monster with this attack.
fn beside(attack: &str) -> String {
    format!(
        r#"
hero health=40 manna=7 strength=0
kind t "thing" health=9 strength=4 {attack}
map
#######
#@t...#
#$....#
#...$.#
#######
end
$ 2 3 0 5 0
"#
    )
}

#[test]
fn kinds_attack_none_is_refused_and_never_wished() {
    let mut game = game(&beside("attack=none sense=always hunt=greedy"), 0);
    press(&mut game, '.').expect("waiting is legal");
    assert_snapshot!(tell(&game), @"");
    assert_eq!(game.refused_wishes(), 0);
    let world = game.world();
    let wish = game
        .rules()
        .check(world, ActorId(1), Action::Attack(ActorId(0)));
    assert!(wish.is_err());
}

// ---- life -----------------------------------------------------------------------------------------------

#[test]
fn kinds_speed_draws_afresh_for_every_act_and_goes_on_in_idle_rounds() {
    let text = r#"
rules explore tempo=200
kind f "fly" speed=SPEED roam=random
map
##########
#@########
#$########
##########
#........#
#...f....#
#........#
##########
end
"#;
    // The second act of a turn has its own draw: over many turns both sorts of pairs occur.
    let mut fast = game(&text.replace("SPEED", "4"), 5);
    let mut pairs = Vec::new();
    for _ in 0..60 {
        press(&mut fast, '.').expect("waiting is legal");
        let steps = fast.events().iter().filter_map(|event| match event {
            Event::Moved { from, to, .. } => Some((to.x - from.x, to.y - from.y)),
            _ => None,
        });
        if let [one, other] = steps.collect::<Vec<_>>()[..] {
            pairs.push(one == other);
        }
    }
    assert!(pairs.contains(&true) && pairs.contains(&false));
    // An idle round draws what the next act of the turn would have drawn.
    let mut slow = game(&text.replace("SPEED", "2"), 5);
    slow.step(Action::Wait).expect("waiting is legal");
    slow.step(Action::Idle).expect("there is a tempo");
    let mut twice = game(&text.replace("SPEED", "4"), 5);
    twice.step(Action::Wait).expect("waiting is legal");
    assert_eq!(place(&slow, 1), place(&twice, 1));
}

#[test]
fn kinds_health_strength_glyph_and_colour_are_its_own() {
    let game = game(
        drawn! {r#"
            kind r "rat" health=4 strength=2 glyph=R colour=yellow
            map
            #####
            #@r$#
            #####
            end
        "#},
        0,
    );
    let rat = game.world().body(ActorId(1));
    assert_eq!((rat.stat(Stat::Health), rat.stat(Stat::Strength)), (4, 2));
    assert_eq!(game.world().kind(ActorId(1)).glyph, 'R');
    assert_eq!(game.world().body_at(L, rat.at), Some(ActorId(1)));
    assert_eq!(hero(&game, Stat::Health), 40);
}
