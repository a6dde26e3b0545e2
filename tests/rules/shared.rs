//! Rules that all games share, X-1 to X-10.
use crate::scenario::{L, dungeon, game, place, press};
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::Event;
use dungeon_engine::world::World;

#[test]
fn x1_terrain_item_and_body_share_a_cell_and_two_bodies_never_do() {
    let mut game = game(
        drawn! {"
            map
            #######
            #@M..$#
            #######
            end
            mark M w health=90 strength=0
            mark M $
        "},
        0,
    );
    let at = game.world().body(ActorId(1)).at;
    let cell = game.world().cell(L, at);
    assert_eq!(cell.body(), Some(ActorId(1)));
    assert_eq!(game.world().item(cell.item).name, "gold");
    assert_eq!(game.world().tile(L, at).name, "floor");
    for _ in 0..10 {
        press(&mut game, '6').expect("attacking is allowed");
        assert_ne!(place(&game, 0), place(&game, 1));
    }
}

#[test]
fn x2_a_refused_action_costs_no_turn_and_says_why() {
    let mut game = game(
        drawn! {"
            map
            #####
            #@.$#
            #####
            end
        "},
        0,
    );
    let before = game.checksum();
    for (action, why) in [
        (Action::Attack(ActorId(9)), Refusal::NobodyThere),
        (Action::Shoot(ActorId(0)), Refusal::UnknownHere),
    ] {
        assert_eq!(game.step(action), Err(why));
        assert!(why.to_string().ends_with('.'));
    }
    assert_eq!(game.checksum(), before);
}

#[test]
fn x3_one_more_monster_never_shifts_anothers_rolls() {
    let map = drawn! {"
        map
        ###########
        #@.$#######
        ###########
        #....w....#
        #.........#
        ###########
        #....{}....#
        ###########
        end
    "};
    let walk = |other: &str| {
        let mut game = game(&map.replace("{}", other), 5);
        (0..50)
            .map(|_| {
                press(&mut game, '.').expect("waiting is legal");
                place(&game, 1)
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(walk("."), walk("w"));
}

#[test]
fn x3_the_same_seed_is_the_same_game_and_another_is_another() {
    let map = "\nmap open 30 20\nscatter @ 1\nscatter w 8\nscatter $ 5\nscatter # 10%\n";
    let end = |seed| {
        let mut game = game(map, seed);
        for _ in 0..40 {
            let _ = press(&mut game, '.');
        }
        game.checksum()
    };
    assert_eq!(end(7), end(7));
    assert_ne!(end(7), end(8));
}

#[test]
fn x7_coordinates_are_one_based() {
    let dungeon = dungeon(drawn! {"
        map
        #####
        #..$#
        #####
        end
        @ 2 2
    "});
    let world = World::new(dungeon, 0);
    assert_eq!(world.body(ActorId(0)).at.to_string(), "2,2");
}

#[test]
fn x10_the_next_games_seed_is_drawn_from_this_ones() {
    let [a, b] = [7, 8].map(|seed| {
        game(
            drawn! {"
                map
                #####
                #@.$#
                #####
                end
            "},
            seed,
        )
    });
    let mut played = game(
        drawn! {"
            map
            #####
            #@.$#
            #####
            end
        "},
        7,
    );
    press(&mut played, '.').expect("waiting is legal");
    assert_eq!(a.next_seed(), played.next_seed(), "at any time");
    assert_ne!(a.next_seed(), b.next_seed());
    assert_ne!(a.next_seed(), 7);
}

/// Returns the moves of all bodies with this name, turn by turn.
fn ways(text: &str, keys: &str, name: &str) -> Vec<(u32, String)> {
    let mut game = game(text, 5);
    let mut ways = Vec::new();
    for key in keys.chars() {
        press(&mut game, key).expect("these are legal");
        let world = game.world();
        let moves = game.events().iter().filter_map(|event| match *event {
            Event::Moved { who, to, .. } if world.kind(who).name == name => Some(to),
            _ => None,
        });
        ways.extend(moves.map(|to| (world.round(), to.to_string())));
    }
    assert!(ways.len() > 5, "no rat moves: {ways:?}");
    ways
}

const RANDOM: &str = "
rules explore tempo=1000
kind n \"nest\" sense=never attack=none spawns=r:3
kind r \"rat\" sense=never roam=random
kind q \"other\" sense=never roam=random speed=3
";

#[test]
fn x3_one_more_monster_never_shifts_what_the_newborn_do() {
    let map = drawn! {"
        map
        ############
        #@.........#
        #.$.......q#
        ####+#######
        #.....n....#
        #..........#
        #..........#
        ####+#######
        #.........Q#
        ############
        end
    "};
    let rats = |first: &str, last: &str| {
        let map = map.replace('q', first).replace('Q', last);
        ways(&format!("{RANDOM}{map}"), "...~...~.....~...", "rat")
    };
    let alone = rats(".", ".");
    // The draws do not depend on other monsters before or after them in file order, or on births.
    for other in [rats("q", "."), rats(".", "q"), rats(".", "n")] {
        let theirs = |(_, to): &&(u32, String)| to.ends_with(",5") || to.ends_with(",6");
        let [alone, other] =
            [&alone, &other].map(|ways| ways.iter().filter(theirs).collect::<Vec<_>>());
        assert_eq!(alone, other);
    }
}

#[test]
fn x3_one_more_monster_never_shifts_the_rolls_on_another_level() {
    let levels = |other: &str| {
        format!(
            "{RANDOM}level
map
######
#@.>$#
##+###
#..{other}.#
######
end
level
map
########
#<.....#
#...r..#
########
end
"
        )
    };
    let keys = "66>..~.....~....";
    assert_eq!(
        ways(&levels("."), keys, "rat"),
        ways(&levels("q"), keys, "rat")
    );
}
