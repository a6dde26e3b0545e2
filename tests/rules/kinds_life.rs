//! The table of kinds in docs/format, how often it acts, what it bears and leaves, what it says: a picture, keys, and
//! what happened. Points are 1-based.
use crate::scenario::{L, game, hero, place, places, press, story};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::Event;
use dungeon_model::dungeon::Stat;
use insta::assert_snapshot;

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
fn kinds_drops_lie_where_it_died_or_on_the_nearest_bare_floor_towards_the_hero() {
    let text = r#"
hero strength=9
kind r "rat" health=1 strength=0 drops=*
map
#######
#.....#
#@R...#
#....$#
#######
end
mark R r
"#;
    assert_snapshot!(story(text, "6."), @"
    6: hero strikes rat, rat Health -9, rat dies, healing herb placed 3,3
    .:
    ");
    // Gold lies under it: of the cells around, the hero's own is nearest to him, and he takes no step to take it.
    let buried = format!("{text}mark R $\n");
    assert_snapshot!(story(&buried, "d."), @"
    d: hero casts East, hero Manna -8, flies 3,3, rat Health -8, rat dies, healing herb placed 2,3, flies 4,3, flies 5,3, flies 6,3
    .: takes healing herb 2,3, hero Health +8
    ");
    // Gold lies there too: the next ones are north and south of him, in reading order.
    let richer = format!("{buried}$ 2 3\n");
    assert_snapshot!(story(&richer, "d"), @"d: hero casts East, hero Manna -8, flies 3,3, rat Health -8, rat dies, healing herb placed 2,2, flies 4,3, flies 5,3, flies 6,3");
}

#[test]
fn kinds_drops_of_a_ghost_in_a_wall_come_out_of_it() {
    let told = story(
        r#"
hero strength=9
kind g "ghoul" health=1 strength=0 through=walls drops=*
map
#######
#.#.###
#@#####
#$#.###
#######
end
g 3 3
"#,
        "6",
    );
    assert_snapshot!(told, @"6: hero strikes ghoul, ghoul Health -9, ghoul dies, healing herb placed 2,3");
    // Deep in the rock the nearest floor counts.
    let told = story(
        r#"
kind g "ghoul" sense=always hunt=drift attack=burst:1 speed=10 drops=*
map
###########
#$@########
######g####
###########
#.........#
###########
end
"#,
        "..",
    );
    assert_snapshot!(told, @"
    .: ghoul to 6,2, ghoul to 5,2, ghoul to 4,2, ghoul bursts 4,2, ghoul dies, hero Health -1, healing herb placed 3,2
    .: takes healing herb 3,2, hero Health +8
    ");
}

#[test]
fn kinds_drops_nothing_where_everything_is_covered() {
    let told = story(
        r#"
hero strength=9
kind r "rat" health=1 strength=0 drops=*
map
######
#@R..#
######
end
mark R r
scatter $ 100%
"#,
        "d",
    );
    assert_snapshot!(told, @"d: hero casts East, hero Manna -8, flies 3,2, rat Health -8, rat dies, flies 4,2, flies 5,2");
}

#[test]
fn kinds_spawns_bears_on_the_first_free_neighbour_every_so_many_turns() {
    let told = story(
        r#"
kind q "queen" health=9 strength=0 spawns=a:2
kind a "ant" health=1 strength=0
map
########
#@$#...#
####q..#
####...#
########
end
"#,
        ".....",
    );
    assert_snapshot!(told, @"
    .: 
    .: ant born 5,2
    .: hero Health +1
    .: ant born 6,2
    .:
    ");
}

#[test]
fn kinds_spawns_needs_room_and_the_newborn_act_from_the_next_turn() {
    let told = story(
        r#"
kind q "queen" strength=0 spawns=w:1
kind w "worker" strength=0 sense=always hunt=greedy
map
########
#@.....#
#$###q##
########
end
"#,
        "....",
    );
    assert_snapshot!(told, @"
    .: worker born 6,2
    .: worker to 5,2, worker born 6,2
    .: hero Health +1, worker to 4,2, worker to 5,2, worker born 6,2
    .: worker to 3,2, worker to 4,2, worker to 5,2, worker born 6,2
    ");
}

#[test]
fn kinds_spawns_counts_idle_rounds() {
    let told = story(
        r#"
rules explore tempo=500
kind q "queen" health=9 strength=0 spawns=a:3
kind a "ant" health=1 strength=0
map
########
#@$#...#
####q..#
########
end
"#,
        "~~~..~.",
    );
    assert_snapshot!(told, @"
    ~: idles
    ~: idles
    ~: idles, ant born 5,2
    .: 
    .: 
    ~: idles, ant born 6,2
    .: hero Health +1
    ");
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
fn kinds_says_its_words_once_when_it_first_knows_of_its_prey() {
    let told = story(
        r#"
kind l "lich" health=30 strength=0 sense=sight:3 hunt=line says="It whispers your name."
map
########
#@....l#
#$######
########
end
"#,
        ".6644",
    );
    assert_snapshot!(told, @"
    .: 
    6: hero to 3,2
    6: hero to 4,2, hero Health +1, lich speaks, lich to 6,2
    4: hero to 3,2, lich to 5,2
    4: hero to 2,2, lich to 4,2
    ");
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
