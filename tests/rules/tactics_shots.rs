//! Weapons in tactics (K-11), and the frequencies of hits: each test draws a map, gives orders and compares the events.
//! Points are 1-based.
use crate::scenario::game;
use crate::scenario::tactics::{
    act, acts, battle, games, lives, pointing, refuses, seed_telling, share, stat, tells, tells_by,
    told, with,
};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::{Event, Missile};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Stat, Weapon};
use dungeon_model::space::geometry::at;

/// A shooter with this weapon and, in the same row at this distance, a target that never moves.
fn duel(weapon: &str, distance: usize) -> String {
    let row = format!("@{}D", ".".repeat(distance - 1));
    let dummy = "kind D \"dummy\" is=grey health=1000000";
    with(&format!("hero {weapon}\n{dummy}"), &row, "")
}

/// The cells that the commanded unit can shoot at, each with the chance in percent.
fn targets(game: &Game) -> Vec<(i32, i32, u32)> {
    let targets = pointing(game).targets(game.world());
    let told =
        |p: &dungeon_engine::ruleset_face::ShotTarget| (p.at.x + 1, p.at.y + 1, p.forecast.chance);
    targets.iter().map(told).collect()
}

/// Whether the last step hit a body.
fn hit(game: &Game) -> bool {
    !game
        .events()
        .iter()
        .any(|event| matches!(event, Event::Missed { .. }))
}

fn damage(game: &Game, whom: u32) -> i32 {
    let lost = game.events().iter().filter_map(|event| match *event {
        Event::Changed {
            who,
            stat: Stat::Health,
            by,
        } if who == ActorId(whom) => Some(-by),
        _ => None,
    });
    lost.sum()
}

// ---- shots ------------------------------------------------------------------------------------------------

#[test]
fn k11_a_shot_costs_a_point_and_a_shot_of_ammo_flies_cell_by_cell_and_hits_or_misses() {
    let text = duel("damage=3 accuracy=50", 3);
    let hit = seed_telling(&text, "shoot 4,1", "Health");
    tells_by(
        hit,
        &text,
        "shoot 4,1",
        &[
            "shoot 4,1: wizard Ap -1, wizard Ammo -1, wizard shoots dummy, flies 2,1, flies 3,1, flies 4,1, \
           dummy Health -3",
        ],
    );
    let miss = seed_telling(&text, "shoot 4,1", "misses");
    tells_by(
        miss,
        &text,
        "shoot 4,1",
        &[
            "shoot 4,1: wizard Ap -1, wizard Ammo -1, wizard shoots dummy, flies 2,1, flies 3,1, flies 4,1, \
           wizard misses 4,1",
        ],
    );
    let mut game = game(&text, miss);
    acts(&mut game, "shoot 4,1");
    let is_a_shot = |event: &Event| {
        matches!(
            event,
            Event::Flew {
                missile: Missile::Shot,
                ..
            }
        ) && game.rules().face().is_shown(event)
    };
    assert_eq!(
        game.events()
            .iter()
            .filter(|event| is_a_shot(event))
            .count(),
        3
    );
}

#[test]
fn k11_without_ammo_a_unit_cannot_shoot_until_it_takes_a_crystal() {
    let text = with("hero ammo=1 ap=9 damage=0", "@*..G", "");
    let mut game = game(&text, 0);
    acts(&mut game, "shoot 5,1");
    assert_eq!(stat(&game, 0, Stat::Ammo), 0);
    assert_eq!(targets(&game), []);
    refuses(&mut game, Action::Shoot(ActorId(1)), "Out of ammo.");
    acts(&mut game, "go 2,1; shoot 5,1");
    assert_eq!(stat(&game, 0, Stat::Ammo), 9);
}

#[test]
fn k11_reach_is_counted_as_a_king_walks() {
    let text = with(
        "hero reach=3",
        drawn! {"
            @....
            .....
            .....
            ...G.
            ....."},
        "",
    );
    let mut near = game(&text, 0);
    assert_eq!(targets(&near), [(4, 4, 64)]);
    acts(&mut near, "shoot 4,4");
    let far = text.replace("...G.\n.....", "....G\n.....");
    let mut far = game(&far, 0);
    assert_eq!(targets(&far), []);
    refuses(&mut far, Action::Shoot(ActorId(1)), "That is out of reach.");
    let cells = pointing(&far).fire(far.world());
    assert_eq!(cells.len(), 15, "a square without its own cell");
}

#[test]
fn k11_the_reach_is_shown_up_to_the_edges_of_the_map_for_any_reach() {
    for (reach, cells) in [(1, 3), (2, 8), (200, 24)] {
        let text = format!("rules tactics\nhero reach={reach}\nmap open 5 5\n@ 1 1\nscatter G 1\n");
        let game = game(&text, 0);
        let blocked = pointing(&game).fire(game.world());
        assert!(blocked.is_sorted());
        assert!(
            blocked.len() <= cells && blocked.len() + 5 >= cells,
            "{reach}"
        );
    }
}

// ---- K-11: the line --------------------------------------------------------------------------------------

/// Whether a unit at 3,3 could hit a cell of these rows.
fn fires(rows: &str, (x, y): (i32, i32)) -> bool {
    let game = game(&battle(rows), 0);
    pointing(&game)
        .fire(game.world())
        .contains(&at(x - 1, y - 1))
}

#[test]
fn k11_walls_closed_doors_and_bodies_strictly_between_block() {
    for between in ["#", " ", "+", "G", "@"] {
        let mut game = game(&battle(&format!("@.{between}.G")), 0);
        let ghost = game
            .world()
            .theirs(crate::scenario::L)
            .last()
            .expect("a ghost");
        refuses(&mut game, Action::Shoot(ghost), "You have no clear shot.");
    }
    for between in [".", "'", "~", "*", "o", "^", "?"] {
        let game = game(&battle(&format!("@.{between}.G")), 0);
        assert_eq!(targets(&game), [(5, 1, 61)], "{between}");
    }
}

#[test]
fn k11_of_tiles_that_are_declared_only_those_that_block_sight_block() {
    for (tile, is_clear) in [
        ("walk=no see=yes", true),
        ("walk=no see=no", false),
        ("walk=yes see=no", false),
    ] {
        let text = with(&format!("tile w \"thing\" {tile}"), "@.w.G", "");
        assert_eq!(!targets(&game(&text, 0)).is_empty(), is_clear, "{tile}");
    }
}

#[test]
fn k11_what_stands_at_the_end_does_not_block_not_even_a_wall() {
    let text = with("kind H \"haunt\" is=ghost sense=never", "@..#", "H 4 1");
    let game = game(&text, 0);
    assert_eq!(targets(&game), [(4, 1, 64)], "in the wall");
}

#[test]
fn k11_the_shot_flies_from_the_shooter_and_exact_halves_do_not_shift() {
    // From 3,3 to 4,5 the line passes 3,4; in the other direction it passes 4,4 (E-23's vectors).
    let rows = |blocked: (usize, usize)| {
        let mut rows = [
            *b".......",
            *b".......",
            *b"..@....",
            *b".......",
            *b"...G...",
        ];
        rows[blocked.1 - 1][blocked.0 - 1] = b'#';
        rows.map(|row| String::from_utf8(row.into()).expect("ASCII"))
            .join("\n")
    };
    assert!(!fires(&rows((3, 4)), (4, 5)));
    assert!(fires(&rows((4, 4)), (4, 5)));
    // The line to 5,5 is diagonal and passes only 4,4. The line to 5,4 passes 4,3.
    assert!(!fires(&rows((4, 4)), (5, 5)));
    assert!(!fires(&rows((4, 3)), (5, 4)));
    assert!(fires(&rows((4, 4)), (5, 4)));
    // The line to 2,5 is the mirror image: it passes 3,4 and not 2,4.
    assert!(!fires(&rows((3, 4)), (2, 5)));
    assert!(fires(&rows((2, 4)), (2, 5)));
}

#[test]
fn k11_a_shot_that_can_be_taken_need_not_be_answered() {
    let spitter = "kind S \"spitter\" is=blue accuracy=100 health=9";
    for (rows, is_target, is_in_danger) in [
        (
            drawn! {"
                ..@..
                ..#..
                ....."},
            false,
            true,
        ),
        (
            drawn! {"
                ..@..
                ...#.
                ....."},
            true,
            false,
        ),
    ] {
        let text = with(spitter, rows, "S 4 3");
        assert_eq!(!targets(&game(&text, 0)).is_empty(), is_target);
        assert_eq!(games(&text, 20).any(fires_back), is_in_danger);
    }
}

/// Whether the first ghost shoots before it moves in its turn.
fn fires_back(mut game: Game) -> bool {
    acts(&mut game, "end");
    let first = game.events().iter().find_map(|event| match event {
        Event::Shot { .. } => Some(true),
        Event::Moved { .. } => Some(false),
        _ => None,
    });
    first == Some(true)
}

#[test]
fn k11_corners_alone_do_not_block() {
    let game = game(&battle("@#.\n#G."), 0);
    assert_eq!(targets(&game), [(2, 2, 70)]);
}

#[test]
fn k11_targets_are_in_reading_order_and_only_those_that_can_be_hit() {
    // In file order the E comes before the G above it.
    let text = with(
        "",
        drawn! {"
            G.#G.
            ..@..
            G.G..
            ....."},
        "E 5 4\nG 5 3",
    );
    let cells = [
        (1, 1, 67),
        (4, 1, 70),
        (1, 3, 67),
        (3, 3, 70),
        (5, 3, 67),
        (5, 4, 67),
    ];
    assert_eq!(targets(&game(&text, 0)), cells);
}

// ---- K-11: chance and damage -----------------------------------------------------------------------------

#[test]
fn k11_each_cell_beyond_the_first_takes_3_percent_and_chances_are_5_to_95() {
    let weapon = |accuracy| Weapon {
        damage: (1, 1),
        accuracy,
        reach: 200,
    };
    for (accuracy, distance, chance) in [
        (70, 1, 70),
        (70, 2, 67),
        (70, 8, 49),
        (70, 22, 7),
        (70, 23, 5),
        (70, 200, 5),
        (100, 1, 95),
        (100, 2, 95),
        (100, 3, 94),
        (95, 1, 95),
        (96, 1, 95),
        (6, 1, 6),
        (5, 1, 5),
        (0, 1, 5),
        (0, 150, 5),
    ] {
        assert_eq!(
            weapon(accuracy).chance(distance),
            chance,
            "{accuracy} {distance}"
        );
    }
    assert_eq!(weapon(i32::MAX).chance(u32::MAX), 5);
    assert_eq!(weapon(i32::MIN).chance(0), 5);
}

#[test]
fn k11_chance_and_damage_are_shown_before_the_shot_for_ghosts_and_slime() {
    let text = with("hero damage=2..6 accuracy=70 reach=4", "@..G~\n~....", "");
    let game = game(&text, 0);
    let forecast = |x, y| {
        let forecast = pointing(&game).forecast(game.world(), at(x - 1, y - 1));
        forecast.map(|forecast| (forecast.chance, forecast.damage))
    };
    assert_eq!(forecast(4, 1), Some((64, (2, 6))));
    assert_eq!(forecast(1, 2), Some((70, (2, 6))), "slime");
    assert_eq!(forecast(5, 1), None, "slime beyond a ghost");
    assert_eq!(forecast(2, 1), None, "nothing there");
    assert_eq!(forecast(1, 1), None, "itself");
}

#[test]
fn k11_the_chance_that_is_shown_is_the_frequency_over_100_000_shots() {
    let aslant = with(
        "hero accuracy=90 damage=0",
        drawn! {"
            @....
            .....
            .....
            ....G"},
        "",
    );
    for (text, chance) in [
        (duel("accuracy=70 damage=0", 1), 70),
        (duel("accuracy=70 damage=0", 8), 49),
        (duel("accuracy=100 reach=9", 1), 95),
        (duel("accuracy=0 reach=9", 9), 5),
        (aslant, 81),
    ] {
        let shown = targets(&game(&text, 0));
        assert_eq!(
            shown.iter().map(|target| target.2).collect::<Vec<_>>(),
            [chance]
        );
        let shoot = Action::Shoot(ActorId(1));
        let often = share(&text, 100_000, |mut game| {
            game.step(shoot).is_ok() && hit(&game)
        });
        let off = (often - f64::from(chance) / 100.0).abs();
        assert!(off < 0.01, "{chance} %: {often}");
    }
}

#[test]
fn k11_the_second_shot_of_a_turn_and_the_next_turns_have_luck_of_their_own() {
    let text = duel("accuracy=50 damage=0", 1);
    let seeds = 20_000;
    let mut both = [[0; 2]; 2];
    for mut game in games(&text, seeds) {
        let mut hits = [0; 4];
        for (nth, step) in ["shoot 2,1", "shoot 2,1", "end", "shoot 2,1"]
            .iter()
            .enumerate()
        {
            acts(&mut game, step);
            hits[nth] = usize::from(hit(&game));
        }
        both[0][usize::from(hits[0] == hits[1])] += 1;
        both[1][usize::from(hits[0] == hits[3])] += 1;
    }
    for [differ, agree] in both {
        assert!(
            (9_500..10_500).contains(&differ) && differ + agree == seeds,
            "{both:?}"
        );
    }
}

#[test]
fn k11_damage_is_any_number_from_the_least_to_the_most_alike() {
    let text = duel("damage=2..6 accuracy=100", 1);
    let mut counts = [0; 8];
    for mut game in games(&text, 20_000) {
        acts(&mut game, "shoot 2,1");
        counts[damage(&game, 1) as usize] += 1;
    }
    let misses = counts[0];
    assert!((800..1200).contains(&misses), "{counts:?}");
    assert_eq!((counts[1], counts[7]), (0, 0));
    assert!(
        counts[2..=6]
            .iter()
            .all(|count| (3600..4000).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn k11_one_number_is_always_the_damage_and_none_does_no_harm() {
    for (damage_of_weapon, least) in [
        ("damage=3", 3),
        ("damage=0", 0),
        ("damage=1000000", 1_000_000),
    ] {
        let text = duel(&format!("{damage_of_weapon} accuracy=100"), 1);
        for mut game in games(&text, 50) {
            acts(&mut game, "shoot 2,1");
            let harm = damage(&game, 1);
            assert_eq!(harm, if hit(&game) { least } else { 0 });
            assert_eq!(lives(&game, 1), harm < 1_000_000);
        }
    }
}

#[test]
fn k11_two_units_of_one_turn_have_luck_of_their_own_and_one_more_ghost_shifts_neither() {
    let text = duel("accuracy=50 damage=0", 2).replace("@.D", "@.D\n@.D");
    let alike = share(&text, 10_000, |mut game| {
        acts(&mut game, "shoot 3,1");
        let first = hit(&game);
        acts(&mut game, "next; shoot 3,2");
        first == hit(&game)
    });
    assert!((0.48..0.54).contains(&alike), "{alike}");
    let crowded = text.replace(
        "@.D\n@.D",
        drawn! {"
            @.D
            @.D
            ..D"},
    );
    let mut pairs = games(&text, 200).zip(games(&crowded, 200));
    assert!(pairs.all(|(mut few, mut many)| {
        acts(&mut few, "shoot 3,1");
        acts(&mut many, "shoot 3,1");
        hit(&few) == hit(&many)
    }));
}

#[test]
fn k11_units_do_not_shoot_each_other_nor_empty_cells() {
    let mut game = game(&battle("@@.G"), 0);
    assert!(act(&mut game, "shoot 2,1").is_err() && act(&mut game, "shoot 3,1").is_err());
    tells(
        &battle("@@.G"),
        "shoot 3,1",
        &["shoot 3,1: You have no target there."],
    );
    assert_eq!(
        told(&pointing(&game).fire(game.world())),
        [(2, 1)],
        "the other ghost is in the way"
    );
}
