//! Arena rules for enemies: each test draws a map, presses keys and compares the events. Points are 1-based;
//! `s` is a statue, which does nothing.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::scenario::arena::{board, enemies, lives, tells, with};
use crate::scenario::{dungeon, game, place, presses, story};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::monster::{Memory, Monster};
use dungeon_engine::monster_view::{Sighting, View};
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::Kind;
use dungeon_model::space::geometry::Direction;

/// A 31×31 floor with the hero in the middle and an enemy at this offset.
fn floor(rules: &str, dx: i32, dy: i32) -> String {
    format!(
        "{rules}\nmap open 31 31\n@ 16 16\n% {} {}\n",
        16 + dx,
        16 + dy
    )
}

/// Returns the offset of the only enemy from the hero after one turn of waiting.
fn offset_after_a_turn(text: &str, seed: u64) -> (i32, i32) {
    let mut game = game(text, seed);
    presses(&mut game, ".");
    let (x, y) = place(&game, 1);
    let (hero_x, hero_y) = place(&game, 0);
    (x - hero_x, y - hero_y)
}

/// Returns the offsets at this Manhattan distance.
fn ring(steps: i32) -> impl Iterator<Item = (i32, i32)> {
    let all = (-steps..=steps).flat_map(move |dx| (-steps..=steps).map(move |dy| (dx, dy)));
    all.filter(move |(dx, dy)| dx.abs() + dy.abs() == steps)
}

// ---- toward the hero, or anywhere -------------------------------------------------------------------------

#[test]
fn a5_toward_him_along_the_axis_with_the_larger_difference_and_of_equal_ones_the_row() {
    for (dx, dy) in (2..=6).flat_map(ring) {
        let expected = if dx.abs() >= dy.abs() {
            (dx - dx.signum(), dy)
        } else {
            (dx, dy - dy.signum())
        };
        let told = offset_after_a_turn(&floor("rules arena", dx, dy), 0);
        assert_eq!(told, expected, "{dx},{dy}");
    }
}

#[test]
fn a3_an_enemy_comes_from_six_steps_away_and_roams_from_seven() {
    for (dx, dy) in ring(6) {
        let text = floor("rules arena", dx, dy);
        let ends: BTreeSet<_> = (0..20)
            .map(|seed| offset_after_a_turn(&text, seed))
            .collect();
        assert_eq!(ends.len(), 1, "{dx},{dy}");
    }
    for (dx, dy) in ring(7) {
        let text = floor("rules arena", dx, dy);
        let ends: BTreeSet<_> = (0..60)
            .map(|seed| offset_after_a_turn(&text, seed))
            .collect();
        let around = [(dx, dy - 1), (dx - 1, dy), (dx + 1, dy), (dx, dy + 1)];
        assert_eq!(ends, BTreeSet::from(around), "{dx},{dy}");
    }
}

#[test]
fn a3_the_distance_counts_when_the_enemy_acts() {
    // The hero comes near first. Walls between hero and enemy do not matter.
    tells(&board("@......%"), "l", &["l: hero to 2,1, enemy to 7,1"]);
    tells(&board("@..##.%\n......."), ".", &[".: enemy to 6,1"]);
    // Seven cells away after the hero's step, the enemy roams: in a corridor it may stay.
    let roams = |seed| {
        let mut game = game(&board(".@.....%"), seed);
        presses(&mut game, "h");
        place(&game, 1)
    };
    let ends: BTreeSet<_> = (0..40).map(roams).collect();
    assert_eq!(ends, BTreeSet::from([(7, 1), (8, 1)]));
}

#[test]
fn a3_sight_says_how_far_they_know_of_him() {
    for sight in [1, 2, 5, 12] {
        let rules = format!("rules arena sight={sight}");
        let ends = |steps: i32| -> BTreeSet<_> {
            let text = floor(&rules, steps, 0);
            (0..40)
                .map(|seed| offset_after_a_turn(&text, seed))
                .collect()
        };
        if sight > 1 {
            assert_eq!(ends(sight), BTreeSet::from([(sight - 1, 0)]), "{sight}");
        }
        assert_eq!(ends(sight + 1).len(), 4, "{sight}");
    }
}

#[test]
fn a3_with_a_sight_of_one_they_ram_from_beside_him_and_only_then() {
    for seed in 0..20 {
        let mut game = game(&floor("rules arena sight=1", 0, -1), seed);
        presses(&mut game, ".");
        assert_eq!((lives(&game), enemies(game.world())), (2, 0));
    }
}

#[test]
fn a3_with_no_sight_an_enemy_stumbles_over_him_one_time_in_four() {
    let mut ends: BTreeMap<(i32, i32), u32> = BTreeMap::new();
    for seed in 0..400 {
        let mut game = game(
            &(floor("rules arena sight=0", 0, -1) + "s 1 1\n")
                .replace("map", &format!("{}map", crate::scenario::arena::STATUE)),
            seed,
        );
        presses(&mut game, ".");
        let is_dead = enemies(game.world()) == 1;
        assert_eq!(lives(&game), if is_dead { 2 } else { 3 });
        *ends.entry(place(&game, 1)).or_default() += u32::from(!is_dead);
        *ends.entry((0, 0)).or_default() += u32::from(is_dead);
    }
    // The enemy went north, west or east, or is dead; it never stayed on its cell.
    assert_eq!(ends.remove(&(16, 15)), Some(0));
    assert_eq!(ends.len(), 4, "{ends:?}");
    assert!(
        ends.values().all(|count| (70..130).contains(count)),
        "{ends:?}"
    );
}

// ---- roaming ---------------------------------------------------------------------------------------------

#[test]
fn a5_roaming_takes_each_of_four_directions_alike() {
    let text = floor("rules arena", 9, 9);
    let mut ends: BTreeMap<(i32, i32), u32> = BTreeMap::new();
    for seed in 0..800 {
        *ends.entry(offset_after_a_turn(&text, seed)).or_default() += 1;
    }
    let keys: Vec<_> = ends.keys().copied().collect();
    assert_eq!(keys, [(8, 9), (9, 8), (9, 10), (10, 9)]);
    assert!(
        ends.values().all(|count| (160..240).contains(count)),
        "{ends:?}"
    );
}

#[test]
fn a5_a_roaming_enemy_stays_where_its_way_is_blocked() {
    // One of the four directions is free; the others lead to a wall, an edge and a statue.
    let text = board("#%s.........@\n..#");
    let mut stayed = 0;
    for seed in 0..400 {
        let mut game = game(&text, seed);
        presses(&mut game, ".");
        match place(&game, 1) {
            (2, 1) => stayed += 1,
            (2, 2) => {}
            elsewhere => panic!("{elsewhere:?}"),
        }
    }
    assert!((260..340).contains(&stayed), "{stayed} of 400");
    // Enemies do not pass doors.
    let shut_in = board("#%+.........@\n.#.");
    assert_eq!(story(&shut_in, ".........."), ".: \n".repeat(10));
}

#[test]
fn x3_one_more_enemy_does_not_shift_how_another_roams() {
    let alone = floor("rules arena", 9, 9);
    let two = format!("{}\n% 1 1\n", alone.replace("% 25 25", "% 2 30\n% 25 25"));
    for seed in 0..20 {
        let (mut one, mut more) = (game(&alone, seed), game(&two, seed));
        presses(&mut one, "....");
        presses(&mut more, "....");
        assert_eq!(place(&one, 1), place(&more, 2), "{seed}");
    }
}

// ---- `attack=ram` ----------------------------------------------------------------------------------------

#[test]
fn a3_who_does_not_ram_waits_where_its_random_step_meets_him() {
    let meek = "rules arena\nkind m \"meek\" is=enemy attack=none sense=steps:0";
    for seed in 0..40 {
        let mut game = game(
            &with(
                meek,
                drawn! {"
                    #.#
                    .@m
                    #.#
                    s.."},
            ),
            seed,
        );
        presses(&mut game, "..");
        assert_eq!((lives(&game), game.refused_wishes()), (3, 0));
    }
}

/// A monster that always steps north and claims to detect every body.
struct Reckless;

impl Monster for Reckless {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.knows(|_, _| true)
    }

    fn advance(&self, _: &mut Memory, _: &mut View<'_>, _: Sighting) -> Action {
        Action::Step(Direction::North)
    }
}

#[test]
fn a3_rules_refuse_to_ram_round_a_corner_and_to_walk_where_nothing_is() {
    let mind_for = |kind: &Kind| -> Box<dyn Monster> {
        match kind.name.as_str() {
            "enemy" => Box::new(Reckless),
            _ => monsters::mind_for(kind),
        }
    };
    let lives_after = |rows: &str| {
        let dungeon = dungeon(&board(rows));
        let rules = rulesets::pick(&dungeon);
        let mut game = Game::new(Arc::clone(&dungeon), rules, mind_for, 0);
        presses(&mut game, ".");
        (lives(&game), game.refused_wishes())
    };
    assert_eq!(lives_after("@.\n.%"), (3, 1));
    assert_eq!(lives_after("@%\n.."), (2, 0));
    assert_eq!(lives_after("@..%"), (3, 1));
    assert_eq!(lives_after("..#\n@.%"), (3, 1));
}
