//! Random arena boards (A-1, A-2): properties that hold for many seeds. Points are 1-based.
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::scenario::arena::lives;
use crate::scenario::{L, dungeon, game, presses};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Dungeon, Feature, LevelId};
use dungeon_model::space::geometry::{Neighbours, Point, at};

/// A file without a level, which opens the published board.
const PUBLISHED: &str = "rules arena\n";

/// A dense board, where a roll seldom leaves all ten enemies reachable.
const DENSE: &str =
    "rules arena reachable=yes\nmap open 20 20\n@ 2 2\nscatter # 40%\nscatter % 10 away=1\n";

fn play(dungeon: &Arc<Dungeon>, seed: u64) -> Game {
    let rules = rulesets::pick(dungeon);
    Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed)
}

/// Games of a text with the seeds `0..seeds`.
fn games(text: &str, seeds: u64) -> impl Iterator<Item = Game> {
    let dungeon = dungeon(text);
    (0..seeds).map(move |seed| play(&dungeon, seed))
}

fn walls(world: &World, board: LevelId) -> impl Iterator<Item = Point> {
    let is_wall = move |p: &Point| world.tile(board, *p).glyph == '#';
    world.size(board).points().filter(is_wall)
}

fn enemies(world: &World, board: LevelId) -> impl Iterator<Item = Point> {
    world.theirs(board).map(|who| world.body(who).at)
}

/// Returns the cells that four-way steps over floor and through doors reach, computed without the library's flood fill.
fn reach(world: &World, board: LevelId, from: Point) -> BTreeSet<Point> {
    let mut reached = BTreeSet::from([from]);
    let mut edge = vec![from];
    while let Some(here) = edge.pop() {
        for way in Neighbours::Four.directions() {
            let there = here + *way;
            let is_door = matches!(world.tile(board, there).feature, Feature::Door(_));
            let lets_in = is_door || world.is_valid(board, there);
            if lets_in && reached.insert(there) {
                edge.push(there);
            }
        }
    }
    reached
}

/// Whether the hero can reach every enemy of a board.
fn is_fair(world: &World, board: LevelId) -> bool {
    let from = world.hero_or_entrance(board).expect("a hero or a place");
    let reached = reach(world, board, from);
    enemies(world, board).all(|enemy| reached.contains(&enemy))
}

// ---- A-1: walls ------------------------------------------------------------------------------------------

#[test]
fn a1_each_cell_but_the_heros_is_a_wall_with_a_chance_of_a_fifth() {
    let mut counts = [[0; 20]; 20];
    for game in games(PUBLISHED, 1000) {
        let world = game.world();
        assert_eq!((world.size(L).width, world.size(L).height), (20, 20));
        for wall in walls(world, L) {
            counts[wall.y as usize][wall.x as usize] += 1;
        }
    }
    assert_eq!(counts[1][1], 0, "2,2 is the hero's cell");
    let all: u32 = counts.iter().flatten().sum();
    let share = f64::from(all) / f64::from(1000 * 399);
    assert!((0.19..0.21).contains(&share), "{share}");
    // Every other cell is as likely to be a wall, edge cells included.
    let mut others = counts.iter().flatten().filter(|count| **count > 0);
    assert!(others.clone().count() == 399 && others.all(|count| (140..260).contains(count)));
}

#[test]
fn a1_the_hero_begins_at_2_2_with_nothing_else_on_the_board_but_walls_and_enemies() {
    for game in games(PUBLISHED, 100) {
        let world = game.world();
        assert_eq!(world.body(world.commanded()).at, at(1, 1));
        let mut cells = world.size(L).points();
        assert!(cells.all(|p| ['.', '#'].contains(&world.tile(L, p).glyph)));
        assert_eq!((world.bodies().len(), world.collectables()), (11, 0));
    }
}

#[test]
fn a1_the_quirk_keeps_the_main_diagonal_free_and_nothing_else() {
    let mut counts = [[0; 20]; 20];
    for game in games("rules arena quirk=diagonal\n", 1000) {
        for wall in walls(game.world(), L) {
            counts[wall.y as usize][wall.x as usize] += 1;
        }
    }
    for p in game(PUBLISHED, 0).world().size(L).points() {
        let count: u32 = counts[p.y as usize][p.x as usize];
        if p.x == p.y {
            assert_eq!(count, 0, "{p}")
        } else {
            assert!((140..260).contains(&count), "{p}: {count}")
        }
    }
}

#[test]
fn a1_the_quirk_spares_as_many_columns_as_rows_on_any_board_from_what_is_solid() {
    let made = |records: &str| {
        let text = format!("rules arena quirk=diagonal\nmap open 7 4\n@ 7 1\n% 6 4\n{records}");
        let game = game(&text, 1);
        let all = game.world().size(L).points();
        let tiles = all.filter(|p| game.world().tile(L, *p).glyph != '.');
        tiles.collect::<BTreeSet<_>>()
    };
    let diagonal = BTreeSet::from([at(0, 0), at(1, 1), at(2, 2), at(3, 3)]);
    let held = BTreeSet::from([at(6, 0), at(5, 3)]);
    for solid in [
        "scatter # 100%",
        "scatter # 28",
        "scatter # 100% overlap=yes",
        "scatter + 100%",
    ] {
        let tiles = made(solid);
        assert!(tiles.is_disjoint(&diagonal) && tiles.is_disjoint(&held));
        assert_eq!(tiles.len(), 28 - 4 - 2, "{solid}");
    }
    // A trap, which every body may enter, may also lie on the diagonal, and a wall drawn there stays.
    assert_eq!(made("scatter ^ 100%").len(), 28);
    assert_eq!(made("# 3 3"), BTreeSet::from([at(2, 2)]));
}

// ---- A-2: enemies ----------------------------------------------------------------------------------------

#[test]
fn a2_ten_enemies_stand_on_floor_cells_of_their_own_more_than_one_step_from_the_hero() {
    for rules in [
        PUBLISHED,
        "rules arena quirk=diagonal\n",
        "rules arena reachable=yes\n",
    ] {
        for game in games(rules, 300) {
            let world = game.world();
            let places: BTreeSet<Point> = enemies(world, L).collect();
            assert_eq!(places.len(), 10);
            assert!(places.iter().all(|p| world.is_valid(L, *p)));
            assert!(places.iter().all(|p| p.manhattan(at(1, 1)) > 1));
        }
    }
}

#[test]
fn a2_enemies_may_stand_anywhere_else() {
    let seen: BTreeSet<Point> = games(PUBLISHED, 600)
        .flat_map(|game| enemies(game.world(), L).collect::<Vec<_>>())
        .collect();
    assert_eq!(seen.len(), 400 - 5);
}

#[test]
fn a2_without_the_option_some_boards_have_enemies_out_of_reach() {
    let unfair = games(PUBLISHED, 300).filter(|game| !is_fair(game.world(), L));
    let unfair = unfair.count();
    assert!((10..100).contains(&unfair), "{unfair} of 300");
}

#[test]
fn a2_reachable_lets_him_come_to_every_enemy_of_the_published_board() {
    for game in games("rules arena reachable=yes\n", 1000) {
        assert!(is_fair(game.world(), L), "{}", game.world().seed());
    }
}

#[test]
fn a2_reachable_holds_where_many_rolls_are_needed() {
    let (mut share, mut unlucky) = (0, 0);
    let plain = dungeon(&DENSE.replace(" reachable=yes", ""));
    for game in games(DENSE, 200) {
        let seed = game.world().seed();
        assert!(is_fair(game.world(), L), "{seed}");
        share += walls(game.world(), L).count();
        unlucky += usize::from(!is_fair(play(&plain, seed).world(), L));
    }
    assert!(unlucky > 180, "{unlucky} of 200 first rolls are unfair");
    // No board was given up: it would have no walls at all.
    assert!(share > 200 * 400 / 4, "{share} of {}", 200 * 400);
}

#[test]
fn a2_a_board_is_rolled_up_to_a_thousand_times() {
    // A roll is fair only if the corridor has no wall. The walls below the corridor show that a fair roll was found.
    let found = |width: usize| {
        let (corridor, wall) = (".".repeat(width - 2), "#".repeat(width));
        let rows = format!("@{corridor}%\n{wall}\n{}", ".".repeat(width));
        let text = format!("rules arena reachable=yes\nmap\n{rows}\nend\nscatter # 50%\n");
        let found = games(&text, 20).filter(|game| walls(game.world(), L).count() > width);
        found.count()
    };
    // One roll in 256 is fair: 1,000 rolls nearly always find one, and 100 rolls mostly do not.
    assert!(found(10) > 15);
    // One roll in 4,096 is fair.
    assert!((1..12).contains(&found(14)));
}

#[test]
fn a2_a_board_that_is_fair_at_once_is_the_same_with_the_option() {
    let (plain, rerolled) = (dungeon(PUBLISHED), dungeon("rules arena reachable=yes\n"));
    let mut fair = 0;
    for seed in 0..200 {
        let (plain, rerolled) = (play(&plain, seed), play(&rerolled, seed));
        let is_fair = is_fair(plain.world(), L);
        assert_eq!(plain.events() == rerolled.events(), is_fair, "{seed}");
        fair += u32::from(is_fair);
    }
    assert!((50..190).contains(&fair), "{fair} of 200");
}

#[test]
fn a2_where_no_roll_is_fair_there_are_no_scattered_walls() {
    // The scatter fills 95 % of the cells with walls; drawn things and walkable things stay.
    let text = "rules arena reachable=yes\nmap open 12 12\n@ 2 2\n# 12 12\nscatter ' 9\nscatter # 95%\n\
                scatter % 30 away=1\n";
    for game in games(text, 3) {
        let world = game.world();
        assert_eq!(walls(world, L).collect::<Vec<_>>(), [at(11, 11)]);
        assert_eq!(enemies(world, L).count(), 30);
        let doors = world.size(L).points();
        let doors = doors.filter(|p| world.tile(L, *p).glyph == '\'');
        assert_eq!(doors.count(), 9);
        assert!(is_fair(world, L));
    }
}

#[test]
fn a2_what_is_not_solid_is_strewn_by_the_first_draws_where_no_roll_is_fair() {
    // Drawn walls shut the enemy in the corner in, so no roll is fair.
    let sealed = |option: &str, walls: &str| {
        let rows = drawn! {"
            @.......
            ........
            ......##
            ......#%"};
        let scattered = format!("scatter % 5 away=2\nscatter ' 3\n{walls}");
        dungeon(&format!(
            "rules arena{option}\nmap\n{rows}\nend\n{scattered}"
        ))
    };
    let hopeless = sealed(" reachable=yes", "scatter # 90%\n");
    let plain = sealed("", "");
    for seed in 0..5 {
        let sum = |dungeon| play(dungeon, seed).checksum();
        assert_eq!(sum(&hopeless), sum(&plain), "{seed}");
    }
}

/// Whether the walls that every roll places are kept.
fn stands(before: &str, rows: &str, walls: &[&str]) -> bool {
    let scatters: String = walls
        .iter()
        .map(|p| format!("scatter # 100% in={p}..{p}\n"))
        .collect();
    let (rows, marks) = rows.split_once("\n\n").unwrap_or((rows, ""));
    let text =
        format!("rules arena reachable=yes\n{before}\nmap\n{rows}\nend\n{marks}\n{scatters}");
    self::walls(game(&text, 0).world(), L).count() == walls.len()
}

#[test]
fn a2_floor_and_doors_and_locks_are_ways_and_corners_are_none() {
    assert!(stands("", "@..%\n....", &["3,1"]));
    assert!(!stands("", "@..%\n....", &["3,1", "3,2"]));
    assert!(stands("", "@..%\n..+.", &["3,1"]));
    let key = "item k \"key\" opens=iron\nlevel";
    assert!(stands(
        key,
        drawn! {"
            @..%
            k.L.

            mark L + locked=iron"},
        &["3,1"]
    ));
    // The only path goes through the corner at 3,2.
    assert!(!stands("", "@..%\n....", &["3,1", "4,2"]));
}

#[test]
fn a2_who_passes_walls_comes_to_him() {
    assert!(stands("kind g \"ghost\" is=ghost", "@..g", &["3,1"]));
    assert!(!stands("kind g \"rat\" is=wanderer", "@..g", &["3,1"]));
}

#[test]
fn a2_a_scattered_hero_is_where_the_ways_begin() {
    let text =
        "rules arena reachable=yes\nmap open 9 9\nscatter # 35%\nscatter @ 1\nscatter % 6 away=2\n";
    let mut places = BTreeSet::new();
    for mut game in games(text, 200) {
        let world = game.world();
        let hero = world.body(world.commanded()).at;
        places.insert(hero);
        assert!(is_fair(world, L), "{}", world.seed());
        assert!(enemies(world, L).all(|p| p.manhattan(hero) > 2));
        assert_eq!((enemies(world, L).count(), lives(&game)), (6, 3));
        presses(&mut game, ".");
    }
    assert!(places.len() > 40, "{}", places.len());
}

// ---- a world that follows events only ---------------------------------------------------------------------

/// Asserts that the events of the opening turn the world of the dungeon into the world of the game.
#[track_caller]
fn mirrors(text: &str, seeds: u64) {
    let dungeon = dungeon(text);
    for seed in 0..seeds {
        let game = play(&dungeon, seed);
        let mut mirror = World::new(Arc::clone(&dungeon), seed);
        game.events().iter().for_each(|event| mirror.apply(event));
        assert_eq!(mirror.checksum(), game.world().checksum(), "{seed}");
        for (board, _) in dungeon.numbered_levels() {
            let cells = game.world().size(board).points();
            for p in cells {
                assert_eq!(mirror.cell(board, p), game.world().cell(board, p));
            }
        }
    }
}

/// Three boards that are all rolled again, with everything that can be scattered and a hero placed by the seed.
const RUN: &str = "rules arena reachable=yes quirk=diagonal\nitem h \"heart\" health=1\nlevel \"A\"\nmap open 8 8\n\
    % 8 8\nscatter # 30%\nscatter @ 1\nscatter h 3\nscatter % 4 away=1\nscatter % 3 overlap=yes\n\
    level \"B\"\nmap open 9 7\n@ 5 4\nscatter + 5%\nscatter # 40% overlap=yes\nscatter ^ 3\nscatter % 5 away=1\n\
    scatter % 30 overlap=yes in=3,3..7,5\nscatter h 63\n\
    level \"C\"\nmap open 6 6\n@ 1 1\nscatter # 95%\nscatter % 9\n";

/// Drawn enemies that each roll covers.
const OVERRUN: &str = drawn! {r#"
    rules arena reachable=yes
    kind b "beast" is=enemy
    map
    @....
    ..bbb
    ..bbb
    ..bbb
    end
    scatter # 40%
    scatter % 60 overlap=yes
"#};

#[test]
fn a2_the_opening_tells_all_that_was_strewn_and_nothing_of_the_rolls_before() {
    mirrors(PUBLISHED, 20);
    mirrors("rules arena reachable=yes\n", 50);
    mirrors(DENSE, 10);
    mirrors(RUN, 10);
    // Bodies that a scatter covers are back before the next roll.
    mirrors(OVERRUN, 10);
    for game in games("rules arena reachable=yes\n", 50) {
        let born = game.events().iter();
        let born = born.filter(|event| matches!(event, Event::Born { .. }));
        assert_eq!((born.count(), game.world().bodies().len()), (10, 11));
    }
}

#[test]
fn a2_every_board_of_a_run_is_rolled_for_itself_and_counts_from_its_own_place() {
    for game in games(RUN, 15) {
        let world = game.world();
        assert_eq!(world.ours().count(), 1);
        let (b, c) = (LevelId(1), LevelId(2));
        let entrance = at(4, 3);
        assert_eq!(world.hero_or_entrance(b), Some(entrance));
        assert!((0..3).all(|board| is_fair(world, LevelId(board))));
        // Every game gives up the last board and no other.
        assert_eq!((walls(world, c).count(), enemies(world, c).count()), (0, 9));
        assert!(walls(world, L).count() > 0 && walls(world, b).count() > 0);
        // No scatter uses the hero's cell or puts anything solid there; items may lie on it.
        assert!(world.is_vacant(b, entrance));
        assert!(world.is_vacant(c, at(0, 0)));
        assert!(!world.item(world.item_at(b, entrance)).name.is_empty());
    }
}

#[test]
fn a2_away_counts_from_the_place_of_a_later_board() {
    let text = "rules arena\nlevel \"A\"\nmap\n@.%\nend\nlevel \"B\"\nmap open 7 7\n@ 4 4\nscatter % 49 away=3\n";
    for game in games(text, 5) {
        let places: BTreeSet<Point> = enemies(game.world(), LevelId(1)).collect();
        assert!(places.iter().all(|p| p.manhattan(at(3, 3)) > 3));
        assert_eq!(places.len(), 49 - 25);
    }
}
