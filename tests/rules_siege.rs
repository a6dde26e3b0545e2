//! The rules of siege, one by one: a picture, keys, and what happened. Points are 1-based.
mod support;

use std::collections::BTreeSet;
use std::fmt::Write;

use dungeon::dungeon::{LevelId, Side, Stat, siege};
use dungeon::engine::action::{Action, ActorId, Refusal};
use dungeon::engine::chance::Purpose;
use dungeon::engine::event::{Event, Outcome};
use dungeon::engine::game::Game;
use dungeon::engine::ruleset::Reading;
use dungeon::engine::world::World;
use dungeon::space::geometry::{Point, at};
use insta::assert_snapshot;
use support::{L, action, game, hero, place, press, presses, story, tell};

/// No season begins soon.
const QUIET: &str = "rules siege season=1000 turn=1 gold=50\n";

/// A board with these rows, in the middle of a season.
fn quiet(rows: &str) -> String {
    drawn(QUIET, rows)
}

/// A board with these rows and parameters.
fn drawn(rules: &str, rows: &str) -> String {
    format!("{}\nmap\n{}\nend\n", rules.trim_end(), rows.trim())
}

/// What is on the board now, as a file would draw it.
fn board(game: &Game) -> String {
    let world = game.world();
    let glyph = |p: Point| match (world.body_at(L, p), world.item(world.item_at(L, p)).glyph) {
        (Some(who), _) => world.glyph_of(who),
        (None, ' ') => world.tile(L, p).glyph,
        (None, item) => item,
    };
    let row = |y| (0..world.size(L).width).map(|x| glyph(at(x, y))).collect();
    let rows: Vec<String> = (0..world.size(L).height).map(row).collect();
    rows.join("\n")
}

/// What happened, and the board after it.
fn played(text: &str, keys: &str) -> String {
    let mut game = game(text, 0);
    let mut told = story(text, keys);
    for key in keys.chars() {
        let _ = press(&mut game, key);
    }
    write!(told, "{}", board(&game)).expect("strings can be written");
    told
}

fn gold(game: &Game) -> i32 {
    hero(game, Stat::Wealth)
}

fn cows(world: &World) -> usize {
    world.herd(L).len()
}

/// The strengths of those who came in the last step, or at the opening.
fn comers(game: &Game) -> Vec<i32> {
    let born = game.events().iter().filter_map(|event| match *event {
        Event::Born { kind, .. } if game.world().dungeon().kind(kind).side == Side::Theirs => {
            Some(game.world().dungeon().kind(kind).stats[Stat::Strength])
        }
        _ => None,
    });
    born.collect()
}

fn is_on_the_ring(world: &World, p: Point) -> bool {
    !world.size(L).contains_inside_rim(p)
}

// ---- the start and the turn ------------------------------------------------------------------------------

#[test]
fn s1_one_to_ten_cows_and_the_hero_stand_in_the_middle_square() {
    let square = |p: &Point| (8..14).contains(&p.x) && (8..14).contains(&p.y);
    let (mut counts, mut starts, mut on_a_cow) = (BTreeSet::new(), BTreeSet::new(), 0);
    for seed in 0..1000 {
        let game = game("rules siege\n", seed);
        let world = game.world();
        let hero = world.body(world.commanded()).at;
        assert_eq!((world.size(L).width, world.size(L).height), (24, 24));
        assert!(world.herd(L).iter().all(square) && square(&hero), "{seed}");
        counts.insert(cows(world));
        starts.insert(hero);
        on_a_cow += usize::from(world.herd(L).contains(&hero));
        // Nothing else is there but those who came with the first season.
        assert_eq!(world.bodies().len(), 3);
        let mut cells = world.size(L).points();
        assert!(cells.all(|p| world.tile(L, p).glyph == '.'));
    }
    assert!(
        counts.iter().all(|cows| (1..=10).contains(cows)),
        "{counts:?}"
    );
    assert!(counts.contains(&10) && counts.len() > 3, "{counts:?}");
    assert_eq!(starts.len(), 36);
    assert!((100..400).contains(&on_a_cow), "{on_a_cow} of 1000");
}

#[test]
fn s2_a_season_pays_then_musters_and_then_it_is_judged() {
    let text = drawn(
        "rules siege season=3 turn=2 gold=1980",
        "......\n.%..%.\n..@...\n......",
    );
    assert_snapshot!(played(&text, "."), @"
    .: season 1, hero Wealth +20, hordling born 6,4, hordling born 6,1, Won
    .....A
    .%..%.
    ..@...
    .....A
    ");
}

#[test]
fn s2_the_pay_comes_before_the_loss() {
    let poor = "#####\n#@A.#\n#...#\n#..%#\n#####";
    let rules = "rules siege season=3 turn=2 gold=0";
    assert_snapshot!(story(&drawn(rules, poor), ".."), @"
    .: hordling strikes hero, hero Wealth -1, season 1, hero Wealth +10
    .: hordling strikes hero, hero Wealth -1
    ");
    let without = poor.replace('%', ".");
    assert_snapshot!(story(&drawn(rules, &without), "."), @".: hordling strikes hero, hero Wealth -1, season 1, Lost");
    // In the middle of a season nothing saves him.
    assert_snapshot!(story(&drawn("rules siege season=4 turn=2 gold=0", poor), "."), @".: hordling strikes hero, hero Wealth -1, Lost");
}

#[test]
fn s2_an_empty_purse_is_not_lost() {
    let text = quiet("#####\n#@A.#\n#...#\n#####").replace("gold=50", "gold=1");
    let mut game = game(&text, 0);
    presses(&mut game, ".");
    assert_eq!((gold(&game), game.outcome()), (0, None));
    presses(&mut game, ".");
    assert_eq!((gold(&game), game.outcome()), (-1, Some(Outcome::Lost)));
    assert_eq!(press(&mut game, '.'), Err(Refusal::GameOver));
}

#[test]
fn s2_exactly_the_goal_wins_and_one_less_does_not() {
    let rows = "#####\n#@..#\n#..%#\n#####";
    for (gold, ends) in [(1990, Some(Outcome::Won)), (1989, None)] {
        let text = drawn(&format!("rules siege season=3 turn=2 gold={gold}"), rows);
        let mut game = game(&text, 0);
        assert_eq!(game.outcome(), None);
        presses(&mut game, ".");
        assert_eq!(game.outcome(), ends, "{gold}");
    }
}

#[test]
fn s2_the_first_turn_is_paid_and_judged_like_every_other() {
    let rows = "#####\n#@..#\n#..%#\n#####";
    for (rules, gold_then, ends) in [
        ("gold=2000 turn=1", 2000, Some(Outcome::Won)),
        ("gold=1999 turn=1", 1999, None),
        ("gold=1990", 2000, Some(Outcome::Won)),
        ("gold=-1 turn=1", -1, Some(Outcome::Lost)),
        ("gold=-1", 9, None),
        ("gold=-11", -1, Some(Outcome::Lost)),
        ("gold=0 turn=1", 0, None),
        ("goal=0 turn=1", 0, Some(Outcome::Won)),
    ] {
        let game = game(&drawn(&format!("rules siege {rules}"), rows), 0);
        assert_eq!((gold(&game), game.outcome()), (gold_then, ends), "{rules}");
    }
}

#[test]
fn s2_turn_150_pays_and_spawns_turn_149_does_not() {
    for (turn, pays) in [
        (0, true),
        (149, false),
        (150, true),
        (151, false),
        (300, true),
    ] {
        let rows = ".....\n.@.%.\n.....";
        let game = game(&drawn(&format!("rules siege turn={turn}"), rows), 0);
        assert_eq!(game.world().turn(), turn);
        assert_eq!(gold(&game), if pays { 10 } else { 0 }, "{turn}");
        assert_eq!(comers(&game).len(), if pays { 2 } else { 0 }, "{turn}");
    }
}

#[test]
fn s2_the_hero_then_the_hordlings_then_the_count() {
    // He steps away first: the hordling comes after him, and the season begins with both where they are then.
    let text = drawn("rules siege season=2 turn=1", "######\n#A@..#\n######");
    let mut game = game(&text, 0);
    presses(&mut game, "6");
    assert_eq!((place(&game, 0), place(&game, 1)), ((4, 2), (3, 2)));
    assert_eq!(game.world().turn(), 2);
    assert_snapshot!(tell(&game), @"hero to 4,2, hordling to 3,2, season 1");
}

#[test]
fn s2_cows_of_all_levels_pay_and_hordlings_come_to_the_hero() {
    let text = "rules siege season=5 turn=4 goal=100
level \"Pasture\"
map
.....
.@>%.
.....
end
level \"Cellar\"
map
.....
.<%%.
.....
end
";
    let mut game = game(text, 0);
    presses(&mut game, ".");
    assert_eq!(gold(&game), 30);
    let of = |level| game.world().theirs(LevelId(level)).count();
    assert_eq!((of(0), of(1)), (2, 0));
}

#[test]
fn s2_pay_beyond_all_numbers_is_as_much_as_there_is() {
    let rules = "rules siege profit=2147483647 goal=2147483647 gold=5";
    let game = game(&drawn(rules, "#####\n#@%%#\n#####"), 0);
    assert_eq!(
        (gold(&game), game.outcome()),
        (i32::MAX, Some(Outcome::Won))
    );
}

// ---- who comes -------------------------------------------------------------------------------------------

#[test]
fn s3_a_pair_for_every_year_that_has_begun() {
    for (season, year, turn, pairs) in [
        (150, 4, 0, 1),
        (150, 4, 450, 1),
        (150, 4, 600, 2),
        (150, 4, 1050, 2),
        (150, 4, 1200, 3),
        (1, 1, 3, 4),
        (7, 3, 21, 2),
        (1, 1, 25, 26),
        (1, 1, 26, 26),
        (1, 1, 2_000_000_000, 26),
        (2_000_000_000, 2_000_000_000, 2_000_000_000, 1),
    ] {
        let rules = format!("rules siege season={season} year={year} turn={turn}");
        let game = game(&drawn(&rules, ".....\n.....\n..@..\n.....\n....."), 3);
        assert_eq!(comers(&game).len(), 2 * pairs, "{rules}");
    }
}

#[test]
fn s3_letters_are_drawn_from_as_many_as_there_are_pairs_and_stop_at_z() {
    for (pairs, turn) in [(1, 0), (2, 1), (3, 2), (26, 25), (26, 1_000_000)] {
        let rules = format!("rules siege season=1 year=1 turn={turn}");
        let text = drawn(&rules, ".....\n.....\n..@..\n.....\n.....");
        let strengths: BTreeSet<i32> = (0..30)
            .flat_map(|seed| comers(&game(&text, seed)))
            .collect();
        assert!(
            strengths.iter().copied().eq(1..=pairs),
            "{turn}: {strengths:?}"
        );
    }
    let strongest = game(&drawn(QUIET, "...\n.@.\n..Z"), 0);
    assert_eq!(strongest.world().glyph_of(ActorId(1)), 'Z');
}

#[test]
fn s3_row_column_and_letter_are_drawn_in_this_order_first_north_or_south_then_east_or_west() {
    let (width, height, pairs) = (24, 24, 3);
    for seed in 0..50 {
        let game = game("rules siege season=10 turn=80\n", seed);
        let born = game.events().iter().filter_map(|event| match *event {
            Event::Born { kind, at, .. } if kind != dungeon::dungeon::builtin::HERO => {
                Some((at, kind))
            }
            _ => None,
        });
        let born: Vec<_> = born.collect();
        // The world's chance says nothing of what it was asked before.
        let mut draw = game.world().draw_on(L, Purpose::Muster, 0);
        let mut wanted = Vec::new();
        for _ in 0..pairs {
            let y = [0, height - 1][draw.below(2) as usize];
            let x = draw.below(width);
            let letter = draw.below(pairs);
            wanted.push((at(x as i32, y as i32), siege::hordling(letter as u16 + 1)));
            let y = draw.below(height);
            let x = [0, width - 1][draw.below(2) as usize];
            let letter = draw.below(pairs);
            wanted.push((at(x as i32, y as i32), siege::hordling(letter as u16 + 1)));
        }
        assert_eq!(born, wanted, "{seed}");
    }
}

#[test]
fn s3_they_come_over_cows_fences_and_each_other() {
    // Eight cells, and a fence, a cow or a hordling on each.
    let text = drawn(
        "rules siege season=1 year=1 turn=3 gold=50",
        "%2%\nZ@5\n3%Y",
    );
    let game = game(&text, 1);
    assert_snapshot!(format!("{}\n{}", tell(&game), board(&game)), @"
    hero Wealth +50, season 3, hero Wealth +30, floor built 2,1, hordling born 2,1, hordling dies, hordling born 3,3, hordling dies, hordling born 2,1, floor built 3,2, hordling born 3,2, hordling dies, hordling born 3,3, floor built 1,3, hordling born 1,3, nothing left 1,1, hordling born 1,1, hordling dies, hordling born 1,2
    BA%
    C@A
    D%C
    ");
}

#[test]
fn s3_of_two_on_one_corner_the_later_one_is_left() {
    let text = drawn("rules siege turn=600", "...\n.@.\n...");
    let mut collisions = 0;
    for seed in 0..200 {
        let game = game(&text, seed);
        let world = game.world();
        let born = &world.bodies()[1..];
        assert_eq!(born.len(), 4, "two pairs came");
        for (nth, body) in born.iter().enumerate() {
            let later = born[nth + 1..].iter().any(|other| other.at == body.at);
            assert_eq!(body.alive, !later, "{seed}: {}", body.at);
            assert!(is_on_the_ring(world, body.at));
            let is_corner = body.at.x != 1 && body.at.y != 1;
            collisions += usize::from(later && is_corner);
        }
    }
    assert!(collisions > 20, "{collisions}");
}

#[test]
fn s3_rock_walls_and_doors_let_nobody_in() {
    let text = drawn("rules siege season=1 year=1 gold=1000", "# +\n#@#\n+ #");
    let mut game = game(&text, 0);
    presses(&mut game, "......");
    assert_eq!(game.world().bodies().len(), 1);
    // Through the gate in the middle of the north they come.
    let mut game = support::game(&text.replace("# +", "#.+"), 0);
    for _ in 0..10 {
        presses(&mut game, ".");
        for who in game.world().theirs(L) {
            assert_eq!(game.world().body(who).at, at(1, 0));
        }
    }
    assert!(game.world().bodies().len() > 3);
}

#[test]
fn s3_the_smallest_boards_are_played_too() {
    for (width, height) in [(3, 3), (3, 9), (9, 3), (4, 5), (24, 3)] {
        let text = format!(
            "rules siege season=2 year=2 gold=30\nmap open {width} {height}\nscatter @ 1\n"
        );
        let mut game = game(&text, 5);
        for nth in 0..300 {
            let key = b"6f4c2.8s7193"[nth % 12] as char;
            if game.outcome().is_some() {
                break;
            }
            let _ = press(&mut game, key);
            let hero = game.world().body(game.world().commanded()).at;
            assert!(!is_on_the_ring(game.world(), hero));
        }
        assert!(game.world().turn() > 3);
    }
}

// ---- the hero --------------------------------------------------------------------------------------------

#[test]
fn s10_eight_directions_by_digits_arrows_and_letters() {
    let text = quiet(".....\n.....\n..@..\n.....\n.....");
    for (keys, to) in [
        ("7y", (2, 2)),
        ("8k", (3, 2)),
        ("9u", (4, 2)),
        ("4h", (2, 3)),
        ("6l", (4, 3)),
        ("1b", (2, 4)),
        ("2j", (3, 4)),
        ("3n", (4, 4)),
    ] {
        for key in keys.chars() {
            let mut game = game(&text, 0);
            presses(&mut game, &key.to_string());
            assert_eq!(place(&game, 0), to, "{key}");
        }
    }
    let game = game(&text, 0);
    let named = |name: &str| {
        let mut bindings = game.rules().bindings().iter().copied().flatten();
        bindings
            .find(|binding| binding.keys.split(' ').any(|key| key == name))
            .map(|b| b.action)
    };
    for (name, key) in [
        ("<Up>", '8'),
        ("<Down>", '2'),
        ("<Left>", '4'),
        ("<Right>", '6'),
    ] {
        assert_eq!(named(name), Some(action(&game, key)));
    }
    assert_eq!(action(&game, '.'), Action::Wait);
}

#[test]
fn s10_the_ring_is_the_hordlings_and_a_step_toward_it_passes_the_turn() {
    // A monster, a locked door, two fences and a cow: nobody is hit, nothing is refused, raised or paid.
    let things =
        "item k \"key\" opens=iron\nkind M \"milestone\" hunt=stand roam=stand attack=none";
    let text = with_kinds(things, "M+2..\n1@...\n%....\n.....") + "+ 2 1 locked=iron\nk 5 4\n";
    assert_snapshot!(played(&text, "789412"), @"
    7: hero bumps 1,1
    8: hero bumps 2,1
    9: hero bumps 3,1
    4: hero bumps 1,2
    1: hero bumps 1,3
    2: hero to 2,3
    M+2..
    1....
    %@...
    ....k
    ");
    let mut game = game(&text, 0);
    for (key, turn) in "78941".chars().zip(2..) {
        presses(&mut game, &key.to_string());
        assert_eq!((game.world().turn(), gold(&game)), (turn, 50), "{key}");
    }
}

#[test]
fn s10_no_ground_sends_him_to_the_ring() {
    let text = "rules siege season=1000 turn=1
level \"Field\"
map
......
.@^...
..>...
......
end
^ 3 2 trap=teleport to=1,1
> 3 3 at=5,5
level \"Cellar\"
map
.....
.<...
.....
.....
.....
end
";
    let mut game = game(text, 0);
    presses(&mut game, "6");
    assert_eq!(
        place(&game, 0),
        (2, 2),
        "the nearest cell that is not on the ring"
    );
    presses(&mut game, "3>");
    assert_eq!((game.world().here(), place(&game, 0)), (LevelId(1), (4, 4)));
    // A teleport to anywhere never ends there either.
    let anywhere = "rules siege season=1000 turn=1\nmap open 5 4\n@ 2 2\n^ 3 2 trap=teleport\n";
    for seed in 0..100 {
        let mut game = support::game(anywhere, seed);
        presses(&mut game, "6");
        let at = game.world().body(game.world().commanded()).at;
        assert!(!is_on_the_ring(game.world(), at), "{seed}: {at}");
    }
}

#[test]
fn s10_into_an_empty_cell_he_steps() {
    assert_snapshot!(played(&quiet(".....\n.@...\n....."), "6"), @"
    6: hero to 3,2
    .....
    ..@..
    .....
    ");
}

#[test]
fn s10_a_fence_is_raised_for_its_price_up_to_full_strength() {
    let text = quiet("......\n.@1...\n......").replace("gold=50", "gold=50 fence=3");
    assert_snapshot!(played(&text, "66666"), @"
    6: hero builds fence 2 3,2, hero Wealth -3, fence built 3,2
    6: hero builds fence 3 3,2, hero Wealth -3, fence built 3,2
    6: hero builds fence 4 3,2, hero Wealth -3, fence built 3,2
    6: hero builds fence 5 3,2, hero Wealth -3, fence built 3,2
    6: hero bumps 3,2
    ......
    .@5...
    ......
    ");
}

#[test]
fn s10_an_unpaid_fence_blocks_and_passes_the_turn() {
    let text = quiet("......\n.@1...\n......").replace("gold=50", "gold=4 fence=2");
    assert_snapshot!(played(&text, "666"), @"
    6: hero builds fence 2 3,2, hero Wealth -2, fence built 3,2
    6: hero builds fence 3 3,2, hero Wealth -2, fence built 3,2
    6: hero bumps 3,2
    ......
    .@3...
    ......
    ");
    let mut game = game(&text, 0);
    presses(&mut game, "666");
    assert_eq!((gold(&game), game.world().turn()), (0, 4));
}

#[test]
fn s10_a_cow_blocks_and_passes_the_turn() {
    let mut game = game(&quiet(".....\n.@%..\n....."), 0);
    presses(&mut game, "6");
    assert_snapshot!(tell(&game), @"hero bumps 3,2");
    assert_eq!((cows(game.world()), game.world().turn()), (1, 2));
}

#[test]
fn s10_walls_block_doors_open_and_locks_refuse() {
    let text = quiet("######\n#@+..#\n#D#..#\n######") + "mark D + locked=iron\nk 5 2\n";
    let text = text.replace("\nmap", "\nitem k \"key\" opens=iron\nmap");
    assert_snapshot!(played(&text, "32666"), @"
    3: hero bumps 3,3
    2: It is locked, and you have no key for it.
    6: hero opens 3,2, open door built 3,2
    6: hero to 3,2
    6: hero to 4,2
    ######
    #.'@k#
    #+#..#
    ######
    ");
}

#[test]
fn s10_he_takes_what_is_no_cow() {
    let text = quiet("######\n#@b^.#\n######") + "b 4 2\n^ 4 2 trap=teleport to=5,2\n";
    let text = text.replace("\nmap", "\nitem b \"butter\" wealth=7\nmap");
    assert_snapshot!(played(&text, "66"), @"
    6: takes butter 3,2, hero Wealth +7, hero to 3,2
    6: takes butter 4,2, hero Wealth +7, hero to 4,2, springs teleport trap 4,2, hero travels to 1 5,2
    ######
    #..^@#
    ######
    ");
}

#[test]
fn s10_he_comes_onto_a_cow_by_a_trap_and_does_not_take_it() {
    let text = quiet("######\n#@^%.#\n######") + "^ 3 2 trap=teleport to=4,2\n";
    assert_snapshot!(played(&text, "6"), @"
    6: hero to 3,2, springs teleport trap 3,2, hero travels to 1 4,2
    ######
    #.^@.#
    ######
    ");
    let mut game = game(&text, 0);
    presses(&mut game, "6");
    assert_eq!((place(&game, 0), cows(game.world())), ((4, 2), 1));
}

#[test]
fn s10_a_hordling_loses_one_strength_and_a_killed_ones_cell_is_entered_at_once() {
    // B is only wounded, and robs him.
    assert_snapshot!(played(&quiet(".....\n.@B..\n....."), "66"), @"
    6: hero strikes hordling, hordling Strength -1, hordling strikes hero, hero Wealth -1
    6: hero strikes hordling, hordling Strength -1, hordling dies, hero to 3,2
    .....
    ..@..
    .....
    ");
    assert_snapshot!(played(&quiet(".....\n.@A..\n....."), "6"), @"
    6: hero strikes hordling, hordling Strength -1, hordling dies, hero to 3,2
    .....
    ..@..
    .....
    ");
}

#[test]
fn s10_a_killed_ones_cell_is_not_entered_where_a_cow_falls() {
    let kind = "kind o \"ogre\" is=hordling drops=%\nmap";
    let text = quiet(".....\n.@o..\n.....").replace("map", kind);
    assert_snapshot!(played(&text, "6"), @"
    6: hero strikes ogre, ogre Strength -1, ogre dies, cow placed 3,2
    .....
    .@%..
    .....
    ");
}

#[test]
fn s11_c_buys_a_cow_where_he_stands() {
    let mut game = game(
        &quiet(".....\n.@...\n.....").replace("gold=50", "gold=20"),
        0,
    );
    presses(&mut game, "c");
    assert_snapshot!(tell(&game), @"hero buys cow, hero Wealth -20, cow placed 2,2");
    assert_eq!(
        (gold(&game), cows(game.world()), game.world().turn()),
        (0, 1, 2)
    );
}

#[test]
fn s11_f_builds_the_weakest_fence_where_he_stands() {
    let mut game = game(
        &quiet(".....\n.@...\n.....").replace("gold=50", "gold=1"),
        0,
    );
    presses(&mut game, "f");
    assert_snapshot!(tell(&game), @"hero builds fence 1 2,2, hero Wealth -1, fence built 2,2");
    assert_eq!((gold(&game), game.world().turn()), (0, 2));
    presses(&mut game, "6");
    assert_snapshot!(board(&game), @"
    .....
    .1@..
    .....
    ");
}

#[test]
fn s11_prices_are_the_files() {
    let text = quiet(".....\n.@...\n.....").replace("gold=50", "gold=50 cow=7 fence=4");
    let mut game = game(&text, 0);
    presses(&mut game, "c6f");
    assert_eq!(gold(&game), 39);
    let free = text
        .replace("gold=50", "gold=0")
        .replace("cow=7 fence=4", "cow=0 fence=0");
    presses(&mut support::game(&free, 0), "c6f4");
}

#[test]
fn s11_a_refusal_costs_no_turn_and_no_gold() {
    let on = |glyph: char| quiet(".....\n.X...\n.....") + &format!("mark X @\nmark X {glyph}\n");
    let poor = |gold: i32| quiet(".....\n.@...\n.....").replace("gold=50", &format!("gold={gold}"));
    let trap = quiet(".....\n.@^..\n.....") + "^ 3 2 damage=1\n";
    let something = Refusal::SomethingHere;
    for (text, before, key, refusal) in [
        (on('%'), "", 'c', something),
        (on('%'), "", 'f', something),
        (on('1'), "", 'c', something),
        (on('5'), "", 'f', something),
        (poor(50), "c", 'c', something),
        (poor(50), "f", 'f', something),
        (trap.clone(), "6", 'c', something),
        (trap, "6", 'f', something),
        (poor(19), "", 'c', Refusal::NotEnoughGold(20)),
        (poor(0), "", 'f', Refusal::NotEnoughGold(1)),
    ] {
        let mut game = game(&text, 0);
        presses(&mut game, before);
        let was = (game.checksum(), game.world().turn());
        assert_eq!(press(&mut game, key), Err(refusal), "{text}{key}");
        assert_eq!((game.checksum(), game.world().turn()), was, "{text}{key}");
    }
}

#[test]
fn s11_s_skips_to_the_last_turn_of_the_season() {
    let of = |turn: u32| {
        let rules = format!("rules siege season=10 turn={turn} gold=50");
        let mut game = game(&drawn(&rules, "#####\n#@..#\n#..%#\n#####"), 0);
        presses(&mut game, "s");
        game.world().turn()
    };
    // At a season's first turn it only passes the turn, and then as at the last one.
    assert_eq!(
        [0, 1, 5, 8, 9, 10, 11, 19].map(of),
        [1, 10, 10, 10, 10, 11, 20, 20]
    );
    let short = drawn("rules siege season=1", "#####\n#@..#\n#####");
    let mut game = game(&short, 0);
    presses(&mut game, "ss");
    assert_eq!(game.world().turn(), 2);
}

#[test]
fn s11_a_skip_pays_once_and_lets_the_hordlings_act_once() {
    let text = drawn(
        "rules siege season=100 turn=7",
        "########\n#@....A#\n#......#\n########",
    );
    assert_snapshot!(played(&text, "s"), @"
    s: hordling to 6,2, season 1
    ########
    #@...A.#
    #......#
    ########
    ");
    let cow = drawn(
        "rules siege season=100 turn=7 gold=3",
        "#####\n#@.%#\n#####",
    );
    assert_snapshot!(story(&cow, "ss"), @"
    s: season 1, hero Wealth +10
    s:
    ");
}

#[test]
fn s11_a_dot_waits_and_passes_the_turn() {
    let mut game = game(&quiet(".....\n.@...\n....."), 0);
    presses(&mut game, ".");
    assert_eq!((tell(&game).as_str(), game.world().turn()), ("", 2));
}

#[test]
fn s11_an_idle_round_is_a_turn_in_which_he_finds_nothing() {
    let calm = quiet(".....\n.@...\n.....");
    assert_eq!(press(&mut game(&calm, 0), '~'), Err(Refusal::NoHurry));
    let text = quiet("......\n.@X.A.\n......").replace("gold=50", "gold=50 tempo=500");
    let text = text + "mark X ^ hidden=yes\n";
    assert_snapshot!(played(&text, "~~"), @"
    ~: hordling to 4,2
    ~: hordling to 3,2
    ......
    .@A...
    ......
    ");
    for seed in 0..20 {
        let mut game = game(&text, seed);
        presses(&mut game, "~~~~");
        assert!(
            !game
                .events()
                .iter()
                .any(|event| matches!(event, Event::Found { .. }))
        );
        assert_eq!(game.world().turn(), 5);
    }
    let finds = |seed: &u64| {
        let mut game = game(&text, *seed);
        presses(&mut game, ".");
        game.events()
            .iter()
            .any(|event| matches!(event, Event::Found { .. }))
    };
    assert!((0..20).filter(finds).count() > 2, "waiting finds it");
}

// ---- the hordlings ---------------------------------------------------------------------------------------

#[test]
fn s20_bottom_row_to_top_and_right_to_left() {
    let text = quiet(
        "
A....B...
.........
.........
.........
....@....
.........
C...D...E
",
    );
    assert_snapshot!(played(&text, "."), @"
    .: hordling to 8,6, hordling to 5,6, hordling to 2,6, hordling to 5,2, hordling to 2,2
    .........
    .A..B....
    .........
    .........
    ....@....
    .C..D..E.
    .........
    ");
}

#[test]
fn s20_of_two_after_one_cow_the_lower_one_eats_it() {
    // The other finds nothing but the hero then, and goes the other way.
    let rows = ".......\n.A.....\n..%....\n...A...\n.......\n.......\n.@.....\n.......";
    assert_snapshot!(played(&quiet(rows), "."), @"
    .: hordling to 3,3, hordling eats cow 3,3, hordling to 2,3
    .......
    .......
    .AA....
    .......
    .......
    .......
    .@.....
    .......
    ");
}

#[test]
fn s20_of_two_in_one_row_the_right_one_eats_it() {
    let rows = "........\n........\n..A%A...\n........\n........\n........\n.@......\n........";
    assert_snapshot!(played(&quiet(rows), "."), @"
    .: hordling to 4,3, hordling eats cow 4,3, hordling to 2,4
    ........
    ........
    ...A....
    .A......
    ........
    ........
    .@......
    ........
    ");
}

#[test]
fn s20_each_acts_on_the_board_as_it_is_then() {
    // Going right, the first makes way for the second; going left, he stands in its way.
    assert_snapshot!(played(&quiet("########\n#AB...@#\n########"), "."), @"
    .: hordling to 4,2, hordling to 3,2
    ########
    #.AB..@#
    ########
    ");
    assert_snapshot!(played(&quiet("########\n#@...AB#\n########"), "."), @"
    .: hordling to 5,2
    ########
    #@..A.B#
    ########
    ");
}

#[test]
fn s20_who_comes_up_a_row_does_not_act_again() {
    let mut game = game(&quiet(".....\n.@...\n.....\n.A...\n....."), 0);
    presses(&mut game, ".");
    assert_eq!(place(&game, 1), (2, 3));
}

#[test]
fn s21_a_cow_must_be_strictly_nearer_than_the_hero() {
    // Two steps to the cow and three to him; then three to either.
    let rows = ".......\n.@..A..\n.......\n....%..\n.......";
    assert_snapshot!(played(&quiet(rows), "."), @"
    .: hordling to 5,3
    .......
    .@.....
    ....A..
    ....%..
    .......
    ");
    let rows = ".......\n.@..A..\n.......\n.......\n....%..";
    assert_snapshot!(played(&quiet(rows), "."), @"
    .: hordling to 4,2
    .......
    .@.A...
    .......
    .......
    ....%..
    ");
    // One step to a corner counts two, and the cow is no nearer.
    assert_snapshot!(played(&quiet(".....\n.A.%.\n..@..\n....."), "."), @"
    .: hordling strikes hero, hero Wealth -1
    .....
    .A.%.
    ..@..
    .....
    ");
    // A cow beside it is nearer than a hero at its corner.
    assert_snapshot!(played(&quiet(".....\n.A%..\n..@..\n....."), "."), @"
    .: hordling to 3,2, hordling eats cow 3,2
    .....
    ..A..
    ..@..
    .....
    ");
}

#[test]
fn s21_of_equally_near_cows_the_first_in_reading_order() {
    let around =
        ".......\n...%...\n..%....\n.%.A.%.\n.......\n...%...\n.......\n.......\n.....@.\n.......";
    for (gone, eaten) in [
        ("", at(3, 1)),
        ("3,1", at(2, 2)),
        ("3,1 2,2", at(1, 3)),
        ("3,1 2,2 1,3", at(5, 3)),
        ("3,1 2,2 1,3 5,3", at(3, 5)),
    ] {
        let mut rows: Vec<Vec<char>> = around.lines().map(|row| row.chars().collect()).collect();
        for cell in gone.split_whitespace() {
            let (x, y) = cell.split_once(',').expect("x,y");
            let (x, y): (usize, usize) = (x.parse().expect("x"), y.parse().expect("y"));
            rows[y][x] = '.';
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let mut game = game(&quiet(&rows.join("\n")), 0);
        presses(&mut game, ".");
        let went = game.world().body(ActorId(1)).at;
        let from = at(3, 3);
        assert_eq!(
            Some(went),
            from.toward(eaten).map(|way| from + way),
            "{gone}"
        );
    }
}

#[test]
fn s21_without_cows_it_is_the_hero_however_far() {
    let mut game = game(
        &quiet(&format!(
            ".{}\n.@{}\n.{}",
            ".".repeat(60),
            ".".repeat(58) + "A",
            ".".repeat(60)
        )),
        0,
    );
    presses(&mut game, "..........");
    assert_eq!(place(&game, 1), (51, 2));
}

#[test]
fn s22_the_step_is_by_the_signs_of_both_differences() {
    let rows = "#########\n#.......#\n#.......#\n#.......#\n#...@...#\n#.......#\n#.......#\n#.......#\n#########";
    for (from, to) in [
        ((2, 2), (3, 3)),
        ((2, 4), (3, 5)),
        ((2, 5), (3, 5)),
        ((2, 8), (3, 7)),
        ((5, 8), (5, 7)),
        ((8, 7), (7, 6)),
        ((8, 2), (7, 3)),
        ((4, 2), (5, 3)),
    ] {
        let text = quiet(rows) + &format!("A {} {}\n", from.0, from.1);
        let mut game = game(&text, 0);
        presses(&mut game, ".");
        assert_eq!(place(&game, 1), to, "{from:?}");
    }
}

/// What becomes of a fence and of the hordling that tears at it: the fence's glyph and the body's.
fn torn(fence: char, hordling: char) -> (char, Option<char>) {
    let rows = format!("#######\n#@.{fence}{hordling}.#\n#######");
    let mut game = game(&quiet(&rows), 0);
    presses(&mut game, "f"); // he shields himself, so that nothing else is of interest
    let world = game.world();
    let left = world
        .body(ActorId(1))
        .alive
        .then(|| world.glyph_of(ActorId(1)));
    assert_eq!(world.body(ActorId(1)).at, at(4, 1), "it stays");
    (world.tile(L, at(3, 1)).glyph, left)
}

#[test]
fn s22_the_table_of_fences() {
    // Glyphs are one more than the strengths 0 to 4.
    assert_eq!(torn('1', 'C'), ('.', Some('C')));
    assert_eq!(torn('2', 'C'), ('1', Some('C')));
    assert_eq!(torn('3', 'C'), ('2', Some('B')));
    assert_eq!(torn('4', 'C'), ('3', Some('B')));
    assert_eq!(torn('5', 'C'), ('4', Some('B')));
}

#[test]
fn s22_who_has_one_strength_dies_at_a_fence_of_which_enough_remains() {
    assert_eq!(torn('1', 'A'), ('.', Some('A')));
    assert_eq!(torn('2', 'A'), ('1', Some('A')));
    assert_eq!(torn('3', 'A'), ('2', None));
    assert_eq!(torn('5', 'A'), ('4', None));
    assert_snapshot!(played(&quiet("#######\n#@.3A.#\n#######"), "."), @"
    .: hordling tears fence 3 4,2, fence built 4,2, hordling Strength -1, hordling dies
    #######
    #@.2..#
    #######
    ");
}

#[test]
fn s22_it_enters_where_the_fence_was_a_turn_later() {
    assert_snapshot!(played(&quiet("########\n#@..1A.#\n########"), ".."), @"
    .: hordling tears fence 1 5,2, floor built 5,2
    .: hordling to 5,2
    ########
    #@..A..#
    ########
    ");
}

#[test]
fn s22_the_hero_loses_a_coin_and_it_stays() {
    assert_snapshot!(played(&quiet("######\n#@Z..#\n######"), "."), @"
    .: hordling strikes hero, hero Wealth -1
    ######
    #@Z..#
    ######
    ");
    let mut game = game(&quiet("#####\n#A..#\n#.@.#\n#..A#\n#####"), 0);
    presses(&mut game, "..");
    assert_eq!(gold(&game), 46);
}

#[test]
fn s22_behind_another_hordling_nothing_comes_of_it() {
    // The one in front is held up by a fence.
    assert_snapshot!(played(&quiet("########\n#@.2AB.#\n########"), "."), @"
    .: hordling tears fence 2 4,2, fence built 4,2
    ########
    #@.1AB.#
    ########
    ");
}

#[test]
fn s22_walls_stop_it_and_doors_open() {
    assert_snapshot!(played(&quiet("########\n#@.#A..#\n########"), "."), @"
    .: 
    ########
    #@.#A..#
    ########
    ");
    assert_snapshot!(played(&quiet("########\n#@..+A.#\n########"), ".."), @"
    .: hordling opens 5,2, open door built 5,2
    .: hordling to 5,2
    ########
    #@..A..#
    ########
    ");
}

#[test]
fn s23_a_fence_under_the_hero_shields_his_purse() {
    let text = quiet("######\n#@C..#\n######");
    assert_snapshot!(played(&text, "f.."), @"
    f: hero builds fence 1 2,2, hero Wealth -1, fence built 2,2, hordling tears fence 1 2,2, floor built 2,2
    .: hordling strikes hero, hero Wealth -1
    .: hordling strikes hero, hero Wealth -1
    ######
    #@C..#
    ######
    ");
}

#[test]
fn s23_a_cow_under_the_hero_cannot_be_eaten_while_he_stands_there() {
    // It robs him instead; when he goes, it eats.
    let rows = "#######\n#X.A..#\n#.....#\n#.....#\n#######";
    let text = quiet(rows) + "mark X @\nmark X %\n";
    assert_snapshot!(played(&text, "..33"), @"
    .: hordling to 3,2
    .: hordling strikes hero, hero Wealth -1
    3: hero to 3,3, hordling strikes hero, hero Wealth -1
    3: hero to 4,4, hordling to 2,2, hordling eats cow 2,2
    #######
    #A....#
    #.....#
    #..@..#
    #######
    ");
}

#[test]
fn s30_the_readings_are_gold_and_the_turns_of_the_season_that_are_left() {
    let of = |rules: &str| {
        let game = game(&drawn(rules, "#####\n#@..#\n#####"), 0);
        let readings = game.rules().readings(game.world()).into_iter();
        let told: Vec<_> = readings
            .map(|Reading { label, value }| format!("{label}{value}"))
            .collect();
        (told.join(" "), game.rules().turns_left(game.world()))
    };
    assert_eq!(of("rules siege gold=7"), ("$7 T150".into(), Some(150)));
    assert_eq!(
        of("rules siege gold=7 turn=1"),
        ("$7 T149".into(), Some(149))
    );
    assert_eq!(
        of("rules siege gold=-3 turn=149"),
        ("$-3 T1".into(), Some(1))
    );
    assert_eq!(of("rules siege turn=150"), ("$0 T150".into(), Some(150)));
    assert_eq!(
        of("rules siege season=7 turn=30"),
        ("$0 T5".into(), Some(5))
    );
}

#[test]
fn s30_fences_look_so() {
    let dungeon = support::dungeon(&quiet("...\n.@.\n..."));
    let fences = (0..siege::FENCES).map(|strength| dungeon.tile(siege::fence(strength)));
    let looks: String = fences
        .flat_map(|tile| [tile.glyph, tile.fine.unwrap_or(' ')])
        .collect();
    assert_eq!(looks, "1░2▒3▓4│5┤");
}

#[test]
fn s10_a_stronger_hero_takes_more() {
    let text = with_kinds("hero strength=2", ".....\n.@D..\n.....");
    assert_snapshot!(played(&text, "66"), @"
    6: hero strikes hordling, hordling Strength -2, hordling strikes hero, hero Wealth -1
    6: hero strikes hordling, hordling Strength -2, hordling dies, hero to 3,2
    .....
    ..@..
    .....
    ");
}

// ---- authors' kinds --------------------------------------------------------------------------------------

/// A board on which authors' kinds are drawn.
fn with_kinds(kinds: &str, rows: &str) -> String {
    quiet(rows).replace("\nmap", &format!("\n{kinds}\nmap"))
}

#[test]
fn s22_a_wolf_takes_its_strength_from_the_purse() {
    let wolf = "kind w \"wolf\" health=3 strength=4 sense=always hunt=greedy attack=melee";
    assert_snapshot!(played(&with_kinds(wolf, "######\n#@w..#\n######"), ".."), @"
    .: wolf strikes hero, hero Wealth -4
    .: wolf strikes hero, hero Wealth -4
    ######
    #@w..#
    ######
    ");
    // Arrows and darts do the same, and his blows take health.
    let more = format!("{wolf}\nkind p \"archer\" is=patrol shot=5 health=2");
    let rows = "########\n#@w..p.#\n########";
    assert_snapshot!(played(&with_kinds(&more, rows), "6666"), @"
    6: hero strikes wolf, wolf Health -1, archer shoots hero, flies 5,2, flies 4,2, flies 3,2, flies 2,2, hero Wealth -5, wolf strikes hero, hero Wealth -4
    6: hero strikes wolf, wolf Health -1, archer shoots hero, flies 5,2, flies 4,2, flies 3,2, flies 2,2, hero Wealth -5, wolf strikes hero, hero Wealth -4
    6: hero strikes wolf, wolf Health -1, wolf dies, hero to 3,2, archer shoots hero, flies 5,2, flies 4,2, flies 3,2, hero Wealth -5
    6: hero to 4,2, archer shoots hero, flies 5,2, flies 4,2, hero Wealth -5
    ########
    #..@.p.#
    ########
    ");
}

#[test]
fn s22_a_thief_takes_more_than_is_there_and_a_burst_hurts_all_around() {
    let thief = "kind t \"thief\" is=hordling attack=steal:30";
    assert_snapshot!(played(&with_kinds(thief, "#####\n#@t.#\n#####"), ".."), @"
    .: thief strikes hero, hero Wealth -30
    .: thief strikes hero, hero Wealth -30, Lost
    #####
    #@t.#
    #####
    ");
    let bomb = "kind b \"bomb\" is=hordling attack=burst:2";
    assert_snapshot!(played(&with_kinds(bomb, "######\n#@bC.#\n#.A..#\n######"), "."), @"
    .: hordling strikes hero, hero Wealth -1, bomb bursts 3,2, bomb dies, hero Wealth -2, hordling Strength -2, hordling Strength -2, hordling dies
    ######
    #@.A.#
    #....#
    ######
    ");
}

#[test]
fn s22_who_passes_floor_only_is_stopped_by_a_fence_and_s23_cannot_reach_over_it() {
    let wolf = "kind w \"wolf\" health=3 strength=4 sense=always hunt=greedy attack=melee";
    assert_snapshot!(played(&with_kinds(wolf, "#######\n#@.1w.#\n#######"), "."), @"
    .: 
    #######
    #@.1w.#
    #######
    ");
    assert_snapshot!(played(&with_kinds(wolf, "######\n#@w..#\n######"), "f.."), @"
    f: hero builds fence 1 2,2, hero Wealth -1, fence built 2,2
    .: 
    .: 
    ######
    #@w..#
    ######
    ");
}

#[test]
fn s22_a_ghost_passes_over_fences_and_strikes_who_stands_on_one() {
    let ghost = "kind g \"spook\" is=ghost strength=2";
    assert_snapshot!(played(&with_kinds(ghost, "#######\n#.@1g.#\n#######"), "f4.."), @"
    f: hero builds fence 1 3,2, hero Wealth -1, fence built 3,2, spook to 4,2
    4: hero to 2,2, spook to 3,2
    .: spook strikes hero, hero Wealth -2
    .: spook strikes hero, hero Wealth -2
    #######
    #@g1..#
    #######
    ");
    // He can strike it there, and does not follow it onto the fence.
    let weak = "kind g \"spook\" is=ghost strength=2 health=1";
    assert_snapshot!(played(&with_kinds(weak, "#######\n#.@1g.#\n#######"), ".6"), @"
    .: spook to 4,2
    6: hero strikes spook, spook Health -1, spook dies
    #######
    #.@1..#
    #######
    ");
}

#[test]
fn s22_nobody_strikes_his_fellow_on_a_fence() {
    // One ghost stands on the fence already: the other waits behind it.
    let ghosts = "kind g \"spook\" is=ghost strength=2\nkind G \"idle spook\" is=ghost sense=never roam=stand attack=none";
    let text = with_kinds(ghosts, "########\n#@..Xg.#\n########") + "mark X 2\nmark X G\n";
    assert_snapshot!(played(&text, ".."), @"
    .: 
    .: 
    ########
    #@..Gg.#
    ########
    ");
}

#[test]
fn s22_any_monster_that_enters_a_cows_cell_eats_it() {
    let wolf =
        "kind w \"wolf\" health=3 strength=4 sense=always hunt=greedy attack=melee prey=hero";
    assert_snapshot!(played(&with_kinds(wolf, "########\n#@..%w.#\n########"), "."), @"
    .: wolf to 5,2, wolf eats cow 5,2
    ########
    #@..w..#
    ########
    ");
}

#[test]
fn s22_who_is_born_on_a_cow_eats_it() {
    let queen = "kind q \"queen\" is=hordling speed=0 spawns=b:2\nkind b \"grub\" is=hordling";
    let text = with_kinds(queen, "########\n#@..#%##\n#...#q##\n########");
    assert_snapshot!(played(&text, "..."), @"
    .: 
    .: grub born 6,2
    .: grub eats cow 6,2
    ########
    #@..#b##
    #...#q##
    ########
    ");
}

#[test]
fn s20_a_fast_kind_acts_twice_side_by_side() {
    let fast = "kind h \"hound\" is=hordling speed=4";
    let text = with_kinds(fast, "##########\n#@......h#\n#...A....#\n##########");
    assert_snapshot!(played(&text, "."), @"
    .: hordling to 4,2, hound to 8,2, hound to 7,2
    ##########
    #@.A..h..#
    #........#
    ##########
    ");
}

#[test]
fn s20_the_first_turn_is_number_1_of_a_speed() {
    // Speed 3 acts ⌊3t/2⌋ − ⌊3(t−1)/2⌋ times: 1, 2, 1, 2 …; speed 1 every other turn, the second first.
    let kinds = "kind h \"hound\" is=hordling speed=3\nkind s \"snail\" is=hordling speed=1";
    let text = with_kinds(
        kinds,
        "############\n#@.......h.#\n#.........s#\n############",
    );
    let text = text.replace("turn=1 ", "turn=0 ");
    let mut game = game(&text, 0);
    let mut acts = Vec::new();
    for _ in 0..4 {
        let before = (place(&game, 1).0, place(&game, 2).0);
        presses(&mut game, ".");
        acts.push((before.0 - place(&game, 1).0, before.1 - place(&game, 2).0));
    }
    assert_eq!(acts, [(1, 0), (2, 1), (1, 0), (2, 1)]);
}

#[test]
fn s2_births_come_after_the_monsters_and_before_the_count() {
    let queen = "kind q \"queen\" is=hordling speed=0 spawns=A:3";
    let text = with_kinds(queen, "##########\n#@......q#\n#........#\n##########");
    let mut game = game(&text.replace("turn=1 ", "turn=2 "), 0);
    let mut born = Vec::new();
    for _ in 0..5 {
        let turn = game.world().turn();
        presses(&mut game, ".");
        if !comers(&game).is_empty() {
            born.push(turn);
        }
    }
    assert_eq!(born, [3, 6]);
}

#[test]
fn s10_what_the_slain_drop_lies_where_they_fell() {
    let ogre = "item t \"tooth\" wealth=30\nkind o \"ogre\" is=hordling drops=t";
    assert_snapshot!(played(&with_kinds(ogre, ".....\n.@o..\n....."), "6"), @"
    6: hero strikes ogre, ogre Strength -1, ogre dies, tooth placed 3,2, takes tooth 3,2, hero Wealth +30, hero to 3,2
    .....
    ..@..
    .....
    ");
    // One that dies at a fence leaves a cow.
    let cattle = "kind o \"ogre\" is=hordling drops=%";
    assert_snapshot!(played(&with_kinds(cattle, "#######\n#@.3o.#\n#######"), "."), @"
    .: ogre tears fence 3 4,2, fence built 4,2, ogre Strength -1, ogre dies, cow placed 5,2
    #######
    #@.2%.#
    #######
    ");
}

#[test]
fn s2_an_alarm_rings_for_ten_turns() {
    let deaf = "kind d \"sleeper\" is=hordling sense=never roam=stand";
    let text = with_kinds(
        deaf,
        "####################\n#@^...............d#\n####################",
    );
    let text = text + "^ 3 2 trap=alarm\n";
    let mut game = game(&text, 0);
    presses(&mut game, "6");
    assert_eq!(place(&game, 1), (18, 2));
    presses(&mut game, ".........");
    assert_eq!(place(&game, 1), (9, 2), "ten steps");
    presses(&mut game, "..");
    assert_eq!(place(&game, 1), (9, 2));
}
