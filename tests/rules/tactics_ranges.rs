//! Ranges of tactics units, the units that can be commanded, and their display (K-1 to K-6, K-10): pictures and counts.
//! Points are 1-based.
use crate::scenario::tactics::{
    acts, battle, commanded, games, parse_action, pointing, refuses, stat, told, with,
};
use crate::scenario::{L, bound, game};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::{Point, at};

/// The published room: three wizards in random places, and no ghost.
const ROOM: &str = "rules tactics
map
####################
#..................#
#..................#
#..................#
#..................#
#..................#
#..................#
#..................#
#..................#
####################
end
scatter @ 1 name=\"Andy\" range=10
scatter @ 1 name=\"Danny\" range=9
scatter @ 1 name=\"Izzy\" range=12
scatter * 1
";

fn range(game: &Game) -> Vec<(i32, i32)> {
    told(&pointing(game).range(game.world()))
}

fn route(game: &Game, (x, y): (i32, i32)) -> Vec<(i32, i32)> {
    told(&pointing(game).route(game.world(), at(x - 1, y - 1)))
}

/// A unit with this range on these rows, beside a ghost that does nothing.
fn ranging(range: u32, rows: &str) -> String {
    with(&format!("hero range={range}"), rows, "")
}

// ---- K-2, K-3: cells in range -----------------------------------------------------------------------------

#[test]
fn k2_on_open_floor_9_10_and_12_are_181_and_221_and_313_cells() {
    for (range_of_unit, cells) in [(9, 181), (10, 221), (12, 313), (0, 1)] {
        let text =
            format!("rules tactics\nhero range={range_of_unit}\nmap open 41 41\n@ 21 21\n* 1 1\n");
        assert_eq!(range(&game(&text, 0)).len(), cells, "{range_of_unit}");
    }
}

#[test]
fn k2_the_drawn_maps_have_12_and_14_and_23_and_27_cells_and_corners_are_cut() {
    let rows = "
#########
#...#...#
#.@.#...#
#...#...#
#..##...#
#.......#
#########G";
    for (range_of_unit, cells) in [(3, 12), (4, 14), (5, 23), (6, 27)] {
        let game = game(&ranging(range_of_unit, rows), 0);
        assert_eq!(range(&game).len(), cells, "{range_of_unit}");
        let is_there = range(&game).contains(&(7, 2));
        assert_eq!(is_there, range_of_unit >= 5, "{range_of_unit}");
    }
    let corners = drawn! {"
        #####
        #@#.#
        ##..#
        #####G"};
    let game = game(&ranging(9, corners), 0);
    assert_eq!(range(&game), [(2, 2), (4, 2), (3, 3), (4, 3)]);
}

#[test]
fn k2_what_is_in_the_diamond_but_only_reached_from_outside_is_out_of_range() {
    let rows = drawn! {"
        @.#.
        ..#.
        ..#.
        ...G"};
    assert!(!range(&game(&ranging(3, rows), 0)).contains(&(4, 1)));
    let wide = drawn! {"
        @.#.
        ..#.
        ..#.
        ....
        G..."};
    assert!(!range(&game(&ranging(4, wide), 0)).contains(&(4, 1)));
    assert!(range(&game(&ranging(5, wide), 0)).contains(&(4, 1)));
}

#[test]
fn k2_its_own_cell_is_in_range_and_it_does_not_block_itself() {
    let text = ranging(2, "..@..G");
    assert_eq!(
        range(&game(&text, 0)),
        [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]
    );
}

#[test]
fn k3_walls_and_bodies_of_both_sides_block() {
    for blocker in ["#", "@", "G", "~", " "] {
        let text = ranging(5, &format!(".@.{blocker}.G"));
        assert_eq!(
            range(&game(&text, 0)),
            [(1, 1), (2, 1), (3, 1)],
            "{blocker:?}"
        );
    }
    for opener in [".", "+", "'", "*", "o", "^", "?"] {
        let text = ranging(5, &format!(".@.{opener}.G"));
        let cells = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)];
        assert_eq!(range(&game(&text, 0)), cells, "{opener:?}");
    }
}

#[test]
fn k3_a_locked_door_blocks_until_its_key_is_held() {
    let text = with("item k \"key\" opens=iron", ".@.k+..*", "+ 5 1 locked=iron");
    let mut game = game(&text, 0);
    assert_eq!(range(&game), [(1, 1), (2, 1), (3, 1), (4, 1)]);
    acts(&mut game, "go 4,1");
    assert_eq!(range(&game).len(), 8);
}

#[test]
fn k3_a_closed_door_in_which_somebody_stands_blocks() {
    let text = with(
        "hero range=9\nkind g \"ghost\" is=ghost sense=never",
        "..+..@...",
        "g 3 1",
    );
    let game = game(&text, 0);
    let door = at(2, 0);
    assert_eq!(game.world().body_at(L, door), Some(ActorId(1)));
    assert_eq!(range(&game).first(), Some(&(4, 1)));
    assert_eq!(route(&game, (2, 1)), []);
}

#[test]
fn k2_a_tile_that_only_blocks_the_way_blocks_and_one_that_only_blocks_sight_does_not() {
    for (tile, cells) in [("walk=no see=yes", 3), ("walk=yes see=no", 5)] {
        let declared = format!("hero range=5\ntile w \"thing\" {tile}");
        let text = with(&declared, ".@.w.G", "");
        assert_eq!(range(&game(&text, 0)).len(), cells, "{tile}");
    }
}

// ---- K-6: every cell in range has a route ----------------------------------------------------------------

#[test]
fn k6_a_route_is_shown_cell_by_cell_and_only_in_range() {
    let game = game(
        &ranging(
            6,
            drawn! {"
                @.#..
                ..#..
                .....
                G...."},
        ),
        0,
    );
    assert_eq!(route(&game, (4, 1)), [(2, 2), (3, 3), (4, 2), (4, 1)]);
    assert_eq!(route(&game, (1, 1)), [], "it is there");
    assert_eq!(route(&game, (3, 1)), [], "a wall");
    assert_eq!(route(&game, (1, 4)), [], "a ghost");
    assert_eq!(route(&game, (5, 4)), [], "too far");
    assert_eq!(route(&game, (9, 9)), [], "off the map");
}

#[test]
fn k6_a_route_may_be_shorter_outside_the_diamond() {
    // Within range 4 of 3,3 the route to 3,1 is winding; the walked route may leave that range and be shorter.
    let rows = drawn! {"
        .......
        #####..
        ..@#...
        ..#....
        .......
        G......"};
    let game = game(&ranging(4, rows), 0);
    for cell in range(&game).into_iter().filter(|cell| *cell != (3, 3)) {
        assert_eq!(route(&game, cell).last(), Some(&cell));
    }
}

#[test]
fn k6_every_cell_in_range_has_a_route_on_1000_random_maps() {
    let text = "rules tactics\nhero range=5\nmap open 12 8\nscatter @ 2\nscatter # 35%\nscatter + 6\nscatter ~ 6\n\
                scatter G 4\nscatter * 1\n";
    let mut cells = 0;
    for game in games(text, 1000) {
        let (world, pointing) = (game.world(), pointing(&game));
        let from = world.body(world.commanded()).at;
        let range = pointing.range(world);
        assert!(range.is_sorted() && range.contains(&from));
        for to in range.into_iter().filter(|p| *p != from) {
            let route = pointing.route(world, to);
            assert_eq!(route.last(), Some(&to));
            let steps = [from].into_iter().chain(route.iter().copied());
            let steps: Vec<(Point, Point)> = steps.zip(route.iter().copied()).collect();
            assert!(steps.iter().all(|(a, b)| a.chebyshev(*b) == 1));
            assert!(route.iter().all(|p| is_open_for_a_unit(&game, *p)));
            assert_eq!(game.check(Action::Go(to)), Ok(()));
            cells += 1;
        }
    }
    assert!(cells > 10_000, "{cells}");
}

fn is_open_for_a_unit(game: &Game, p: Point) -> bool {
    let glyph = game.world().tile(L, p).glyph;
    game.world().body_at(L, p).is_none() && ['.', '+', '\''].contains(&glyph)
}

// ---- K-1, K-4: the commanded unit -------------------------------------------------------------------------

#[test]
fn k1_three_wizards_stand_somewhere_in_the_room_and_the_first_is_commanded() {
    let mut places = std::collections::BTreeSet::new();
    for game in games(ROOM, 100) {
        let world = game.world();
        let names: Vec<&str> = world.ours().map(|who| &*world.kind(who).name).collect();
        assert_eq!(names, ["Andy", "Danny", "Izzy"]);
        assert_eq!(commanded(&game), "Andy");
        assert!(
            world
                .ours()
                .all(|who| world.tile(L, world.body(who).at).glyph == '.')
        );
        assert!(range(&game).len() > 1, "ranges are known immediately");
        places.extend(world.ours().map(|who| (who, world.body(who).at)));
    }
    assert!(places.len() > 150, "{}", places.len());
}

#[test]
fn k4_units_are_cycled_by_tab_side_buttons_and_wheel_and_space_ends_the_turn() {
    let game = game(&battle("@@G"), 0);
    let bindings = game.rules().face().bindings().iter();
    let keys: Vec<_> = bindings
        .map(|binding| (binding.keys, binding.action))
        .collect();
    assert_eq!(
        keys,
        [
            (
                "<Tab> <mouse-forward> <wheel-down>",
                parse_action(&game, "next")
            ),
            (
                "<S-Tab> <mouse-back> <wheel-up>",
                parse_action(&game, "back")
            ),
            ("<Space>", parse_action(&game, "end")),
        ]
    );
    assert!(
        "12346789hjklyubn.5"
            .chars()
            .all(|key| bound(&game, key).is_none())
    );
}

#[test]
fn k4_what_pointing_at_a_cell_means() {
    let game = game(&battle("@@G~.#"), 0);
    let meant = |x: i32| pointing(&game).pointed(game.world(), at(x - 1, 0));
    assert_eq!(meant(1), Some(Action::Command(ActorId(0))));
    assert_eq!(meant(2), Some(Action::Command(ActorId(1))));
    assert_eq!(meant(3), Some(Action::Shoot(ActorId(2))));
    assert_eq!(meant(4), Some(Action::ShootAt(at(3, 0))));
    assert_eq!(meant(5), Some(Action::Go(at(4, 0))));
    assert_eq!(meant(6), Some(Action::Go(at(5, 0))), "and it is refused");
}

#[test]
fn k4_ranges_are_the_commanded_ones_at_once() {
    let text = with("", "..a......b..G", "mark a @ range=2\nmark b @ range=1");
    let mut game = game(&text, 0);
    assert_eq!(range(&game).len(), 5);
    acts(&mut game, "next");
    assert_eq!(range(&game), [(9, 1), (10, 1), (11, 1)]);
    acts(&mut game, "go 9,1; back");
    assert_eq!(range(&game).len(), 5);
    acts(&mut game, "go 5,1; next");
    assert_eq!(range(&game), [(8, 1), (9, 1), (10, 1)]);
}

// ---- refusals --------------------------------------------------------------------------------------------

#[test]
fn k4_orders_that_cannot_be_given_are_refused_with_their_reason() {
    let mut lone = game(&battle("@.G.#"), 0);
    for (action, sentence) in [
        (
            parse_action(&lone, "next"),
            "You have no other unit to command.",
        ),
        (
            parse_action(&lone, "back"),
            "You have no other unit to command.",
        ),
        (Action::Command(ActorId(1)), "You can't command that one."),
        (Action::Command(ActorId(9)), "You have no target there."),
        (Action::Go(at(0, 0)), "The wizard is already there."),
        (Action::Go(at(3, 0)), "That is out of range."),
        (Action::Go(at(4, 0)), "That is out of range."),
        (Action::Go(at(-1, 70)), "That is out of range."),
        (Action::Shoot(ActorId(0)), "You can't do that here."),
        (Action::Shoot(ActorId(7)), "You have no target there."),
        (Action::ShootAt(at(1, 0)), "You have no target there."),
        (Action::Attack(ActorId(1)), "You can't do that here."),
        (Action::Wait, "You can't do that here."),
        (Action::Idle, "Time stands still until you act."),
    ] {
        refuses(&mut lone, action, sentence);
    }
}

// ---- K-10: points ----------------------------------------------------------------------------------------

#[test]
fn k10_without_points_nothing_is_in_range_and_nothing_is_offered() {
    let mut game = game(&ranging(2, "@...G\n~...."), 0);
    acts(&mut game, "go 2,1; go 1,1");
    assert_eq!(stat(&game, 0, Stat::Ap), 0);
    let (world, pointing) = (game.world(), pointing(&game));
    assert_eq!(pointing.range(world), []);
    assert_eq!(pointing.targets(world), []);
    assert_eq!(pointing.route(world, at(1, 0)), []);
    assert_eq!(pointing.forecast(world, at(4, 0)), None);
    assert!(
        !pointing.fire(world).is_empty(),
        "the weapon's range does not depend on points"
    );
    refuses(
        &mut game,
        Action::Go(at(1, 0)),
        "No action points left this turn.",
    );
    for target in [Action::Shoot(ActorId(1)), Action::ShootAt(at(0, 1))] {
        refuses(&mut game, target, "No action points left this turn.");
    }
}
