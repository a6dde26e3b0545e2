//! Traps, and searching for hidden ones (docs/format, "Traps"): each test draws a map, presses keys and compares the
//! events. Points are 1-based.
use std::collections::BTreeMap;

use crate::scenario::{L, game, place, presses, story};
use dungeon_engine::event::Event;
use dungeon_model::space::geometry::at;
use insta::assert_snapshot;

fn corridor(trap: &str) -> String {
    format!(
        "
hero health=50
map
########
#@T....#
#$######
########
end
mark T ^ {trap}
"
    )
}

/// A hero in a room, beside a teleport.
fn teleport(keys: &str) -> String {
    format!(
        "
map
##########
#@T......#
#.#####$.#
#$#####..#
##########
end
mark T ^ trap=teleport {keys}
"
    )
}

/// Returns the landing cells of a random teleport over this many seeds, with their counts.
fn landings(text: &str, seeds: u64) -> Vec<((i32, i32), u32)> {
    let mut counts = BTreeMap::new();
    for seed in 0..seeds {
        let mut game = game(text, seed);
        presses(&mut game, "6");
        let mut again = crate::scenario::game(text, seed);
        presses(&mut again, "6");
        assert_eq!(game.checksum(), again.checksum(), "the seed decides");
        *counts.entry(place(&game, 0)).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

#[test]
fn traps_teleport_without_a_cell_leads_anywhere_alike() {
    let counts = landings(&teleport(""), 1200);
    // 14 free cells, without the hero's own.
    assert_eq!(counts.len(), 13, "{counts:?}");
    assert!(
        !counts.iter().any(|(place, _)| *place == (3, 2)),
        "{counts:?}"
    );
    assert!(
        counts.iter().all(|(_, n)| (60..130).contains(n)),
        "{counts:?}"
    );
}

#[test]
fn traps_teleport_finds_the_few_free_cells_of_a_map_of_rock() {
    let rock = "#".repeat(100);
    let rows = format!("{rock}\n").repeat(60);
    let map = format!("\nmap\n{rock}\n#@T$#{rock}\n{rows}{rock}\nend\nmark T ^ trap=teleport\n");
    let counts = landings(&map, 200);
    assert_eq!(
        counts.iter().map(|(place, _)| *place).collect::<Vec<_>>(),
        [(2, 2), (4, 2)]
    );
    assert!(
        counts.iter().all(|(_, n)| (70..130).contains(n)),
        "{counts:?}"
    );
}

#[test]
fn traps_hidden_look_like_floor_until_they_are_sprung() {
    let map = corridor("hidden=yes \"Ouch!\"");
    let game = game(&map, 0);
    let (trap, floor) = (
        game.world().tile(L, at(2, 1)),
        game.world().tile(L, at(3, 1)),
    );
    assert_eq!(
        (&trap.name, trap.glyph, trap.colour),
        (&floor.name, floor.glyph, floor.colour)
    );
    assert_snapshot!(story(&map, "646"), @"
    6: hero to 3,2, springs dart trap 3,2, dart trap built 3,2, hero Health -3
    4: hero to 2,2
    6: hero to 3,2, springs dart trap 3,2, hero Health -3, hero Health +1
    ");
}

/// Returns the numbers of games in which the first wait finds 0, 1 and 2 of two hidden traps, over this many seeds.
fn found(text: &str, keys: &str, seeds: u64) -> [u32; 3] {
    let mut counts = [0; 3];
    for seed in 0..seeds {
        let mut game = game(text, seed);
        presses(&mut game, keys);
        let found = game
            .events()
            .iter()
            .filter(|event| matches!(event, Event::Found { .. }));
        counts[found.count()] += 1;
    }
    counts
}

/// Two hidden traps next to the hero, and one two cells away.
const SNARES: &str = "
map
#######
#T.T$.#
#.@.T.#
#######
end
mark T ^ hidden=yes
";

#[test]
fn traps_hidden_are_found_one_time_in_three_each_for_itself() {
    let [none, one, both] = found(SNARES, ".", 900);
    // 4/9, 4/9 and 1/9 of 900.
    assert!((350..450).contains(&none), "{none}");
    assert!((350..450).contains(&one), "{one}");
    assert!((70..130).contains(&both), "{both}");
}

#[test]
fn traps_hidden_are_not_found_by_walking_past() {
    assert_eq!(found(SNARES, "4", 50), [50, 0, 0]);
}

#[test]
fn traps_hidden_are_not_found_from_two_cells_away() {
    let map = drawn! {"
        map
        #######
        #@.T.$#
        #######
        end
        mark T ^ hidden=yes
    "};
    assert_eq!(found(map, ".", 50), [50, 0, 0]);
}
