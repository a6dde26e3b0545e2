//! The tables of kinds in docs/format, where no scenario says it: what it does about prey that it knows of and to whom it
//! reaches, how often it acts, what it bears and says: a picture, keys, and what happened. Points are 1-based.
use crate::scenario::{L, game, hero, place, places, press, story, tell};
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
fn kinds_hunt_path_waits_behind_others_and_goes_round_where_there_is_room() {
    // In a corridor they queue; in the open the second one takes the side that its number says.
    let corridor = r#"
kind d "hound" strength=0 sense=always hunt=path
map
########
#$@.dd.#
########
end
"#;
    assert_snapshot!(story(corridor, "..."), @"
    .: hound to 4,2, hound to 5,2
    .: hound strikes hero, hero Health +0
    .: hero Health +1, hound strikes hero, hero Health +0
    ");
    let mut open = game(
        r#"
kind d "hound" strength=0 sense=always hunt=path
map
###########
#.........#
#.........#
#...@.dddd#
#.........#
#$.....ddd#
###########
end
"#,
        0,
    );
    for _ in 0..12 {
        press(&mut open, '.').expect("waiting is legal");
    }
    let at = open.world().body(ActorId(0)).at;
    let ring = open.world().bodies()[1..].iter();
    let near = ring.filter(|hound| hound.at.chebyshev(at) == 1).count();
    assert_eq!(near, 7, "all of them have come round");
}

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

#[test]
fn kinds_hunt_path_stays_where_it_has_come_next_to_its_prey() {
    let text = drawn! {r#"
        kind H "hound" sense=always hunt=path attack=none
        map
        ######
        #....#
        #.@H.#
        #...$#
        ######
        end
    "#};
    assert_eq!(places(&mut game(text, 0), 1, 2), [(4, 3); 3]);
}

// ---- prey -----------------------------------------------------------------------------------------------

#[test]
fn kinds_prey_nearest_prefers_the_hero_where_both_are_as_near() {
    let first = |food: i32| {
        let text = format!(
            "kind s \"slug\" sense=always hunt=greedy prey=nearest
item m \"moss\" herd=yes
map
#########
#@.s...$#
#########
end
m {food} 2
"
        );
        places(&mut game(&text, 0), 1, 1)[1]
    };
    assert_eq!([first(6), first(5)], [(3, 2), (5, 2)]);
}

#[test]
fn kinds_prey_herd_of_equally_near_ones_is_the_first_in_reading_order() {
    let first = |moss: &str| {
        let text = format!(
            "kind s \"slug\" sense=always hunt=greedy prey=herd
item m \"moss\" herd=yes
map
########
#@$....#
#......#
#...s..#
#......#
#......#
########
end
{moss}"
        );
        places(&mut game(&text, 0), 1, 1)[1]
    };
    assert_eq!(first("m 3 4\nm 7 4\n"), (4, 4));
    assert_eq!(first("m 3 4\nm 5 2\n"), (5, 3));
    assert_eq!(first("m 7 4\nm 5 6\n"), (6, 4));
}

#[test]
fn kinds_through_doors_opens_those_that_are_not_locked() {
    let map = r#"
item k "key" opens=iron
kind d "hound" sense=always hunt=path THROUGH
map
########
#@#...$#
#.D..d.#
#k#....#
########
end
mark D + LOCK
"#;
    let play = |through: &str, lock: &str| {
        let text = map.replace("THROUGH", through).replace("LOCK", lock);
        story(&text, "......")
    };
    assert_snapshot!(play("through=doors", ""), @"
    .: hound to 5,2
    .: hound to 4,2
    .: hero Health +1, hound opens 3,3, open door built 3,3
    .: hound to 3,3
    .: hound strikes hero, hero Health -3
    .: hero Health +1, hound strikes hero, hero Health -3
    ");
    let still = play("", "");
    assert_eq!(still, play("through=doors", "locked=iron"));
    assert_snapshot!(still, @"
    .: 
    .: 
    .: hero Health +1
    .: 
    .: 
    .: hero Health +1
    ");
}

#[test]
fn kinds_through_doors_and_walls_walk_their_routes_through_them() {
    let mut game = game(
        r#"
kind g "guard" roam=route through=doors
map
########
#@######
#$######
########
#g.+...#
########
end
g 2 5 via=6,5
"#,
        0,
    );
    let xs = places(&mut game, 1, 12).into_iter().map(|(x, _)| x);
    assert_eq!(
        xs.collect::<Vec<_>>(),
        [2, 3, 3, 4, 5, 6, 6, 5, 4, 3, 2, 2, 3],
        "opening takes a turn, once"
    );
    let mut game = crate::scenario::game(
        r#"
kind g "guard" roam=route through=walls
map
########
#@######
#$######
########
#g.#...#
########
end
g 2 5 via=6,5
"#,
        0,
    );
    let xs = places(&mut game, 1, 5).into_iter().map(|(x, _)| x);
    assert_eq!(xs.collect::<Vec<_>>(), [2, 3, 4, 5, 6, 6]);
}

// ---- attack ---------------------------------------------------------------------------------------------

/// A hero with all sorts of goods beside somebody who attacks so.
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
fn kinds_speed_says_how_often_it_acts() {
    let acts = |speed: u32| {
        let text = format!(
            "\nkind s \"snail\" speed={speed} sense=always hunt=greedy strength=0\nmap\n{wall}\n#@{floor}s#\n#${wall2}\n{wall}\nend\n",
            wall = "#".repeat(53),
            floor = ".".repeat(49),
            wall2 = "#".repeat(51),
        );
        let mut game = game(&text, 0);
        let places = places(&mut game, 1, 6);
        places
            .windows(2)
            .map(|two| two[0].0 - two[1].0)
            .collect::<Vec<_>>()
    };
    assert_eq!(acts(0), [0, 0, 0, 0, 0, 0]);
    assert_eq!(acts(1), [0, 1, 0, 1, 0, 1]);
    assert_eq!(acts(2), [1, 1, 1, 1, 1, 1]);
    assert_eq!(acts(3), [1, 2, 1, 2, 1, 2]);
    assert_eq!(acts(5), [2, 3, 2, 3, 2, 3]);
}

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
    // The second act of a turn has a draw of its own: over many turns both kinds of pairs occur.
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
    // An idle round draws what the turn's next act would have drawn.
    let mut slow = game(&text.replace("SPEED", "2"), 5);
    slow.step(Action::Wait).expect("waiting is legal");
    slow.step(Action::Idle).expect("there is a tempo");
    let mut twice = game(&text.replace("SPEED", "4"), 5);
    twice.step(Action::Wait).expect("waiting is legal");
    assert_eq!(place(&slow, 1), place(&twice, 1));
}

#[test]
fn kinds_spawns_only_where_the_hero_is() {
    let mut game = game(
        r#"
kind q "queen" strength=0 spawns=q:1
level "one"
map
######
#@.>$#
######
end
level "two"
map
#####
#.<.#
#.q.#
#####
end
"#,
        0,
    );
    places(&mut game, 1, 5);
    assert_eq!(game.world().bodies().len(), 2);
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
