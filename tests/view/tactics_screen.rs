//! The screen of tactics (K-5, K-10, K-14). Every snapshot was read before it was accepted.
use std::collections::BTreeSet;

use crate::battle::*;
use dungeon_engine::action::{Action, ActorId};
use dungeon_model::space::geometry::{Size, at};
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::{Frame, Style};
use dungeon_play::view::preview::OverlayMode;

#[test]
fn k5_no_overlay_only_the_cursor_and_the_way() {
    let battle = Battle::pointing_at_a_cell(OverlayMode::None);
    insta::assert_snapshot!(battle.frame(ROOMY).with_styles());
}

#[test]
fn k5_cells_in_range_of_a_move_are_blue_and_all_others_faint() {
    let battle = Battle::pointing_at_a_cell(OverlayMode::Move);
    insta::assert_snapshot!(battle.frame(ROOMY).with_styles());
}

#[test]
fn k5_cells_in_fire_are_red_and_the_aimed_one_stands_between_arrows() {
    insta::assert_snapshot!(Battle::aiming().frame(ROOMY).with_styles());
}

#[test]
fn k5_walls_are_faint_in_every_overlay() {
    for battle in [
        Battle::aiming(),
        Battle::pointing_at_a_cell(OverlayMode::Move),
    ] {
        for wall in [at(3, 0), at(0, 3), at(7, 6), at(29, 9)] {
            assert_eq!(battle.mono(wall), ('#', Style::DIM), "{wall:?}");
        }
    }
}

#[test]
fn k5_ascii_draws_the_same_with_its_own_characters() {
    let mut battle = Battle::pointing_at_a_cell(OverlayMode::Move);
    battle.glyphs = Glyphs::Ascii;
    let frame = battle.frame(ROOMY);
    assert!(frame.lines().all(|row| row.is_ascii()), "{frame}");
    assert_eq!(battle.mono(at(5, 3)).0, ':', "a step of the way");
}

#[test]
fn k5_nothing_of_it_is_drawn_while_something_flies_and_the_board_stands_still() {
    let rest = Battle::pointing_at_a_cell(OverlayMode::None);
    let flight = Battle {
        moment: Moment::Flight(at(8, 3)),
        ..Battle::pointing_at_a_cell(OverlayMode::Move)
    };
    let (resting, flying) = (rest.frame(ROOMY), flight.frame(ROOMY));
    let corner = rest.screen_of(ROOMY, at(0, 0));
    for p in Size::new(30, 10).points() {
        let screen = at(corner.x + p.x, corner.y + p.y);
        let cell = flying.get(screen);
        let is_unit = p == at(4, 2);
        let is_marked = is_unit || p.chebyshev(at(6, 4)) <= 1 || p == at(8, 3);
        assert!(is_marked || cell == resting.get(screen), "{p:?}");
        assert!(!cell.style().dim, "{p:?}");
        assert_eq!(cell.style().reverse, p == at(8, 3), "{p:?}");
    }
}

#[test]
fn k5_everything_is_told_apart_without_colour() {
    let mut battle = Battle::pointing_at_a_cell(OverlayMode::Move);
    let ways = [
        ("in range", at(2, 2)),
        ("out of range", at(12, 2)),
        ("a step of the way", at(5, 3)),
        ("pointed at", at(6, 4)),
        ("a bracket", at(7, 4)),
    ];
    let looks: BTreeSet<(char, Style)> = ways.map(|(_, p)| battle.mono(p)).into();
    assert_eq!(looks.len(), ways.len(), "{looks:?}");
    let unit = |battle: &Battle, p| battle.mono(p).1;
    assert!(unit(&battle, at(4, 2)).bold, "the commanded wizard");
    assert!(!unit(&battle, at(3, 4)).bold, "another one");
    battle = Battle::aiming();
    assert_eq!(battle.mono(at(12, 4)).0, '>');
    battle.aimed = None;
    assert_eq!(battle.mono(at(12, 4)).0, '[', "pointed at is not aimed at");
    assert_ne!(battle.mono(at(6, 2)).1, battle.mono(at(20, 2)).1);
}

#[test]
fn k5_every_body_and_item_keeps_its_glyph_in_every_overlay() {
    let things = ["A", "D", "I", "B", "R", "E", "o", "*", "~", "+"];
    let count = |frame: &Frame, thing: &str| -> usize {
        let rows = frame.lines().filter(|row| row.contains('#'));
        rows.map(|row| row.matches(thing).count()).sum()
    };
    let bare = Battle::new(ROOM).frame(ROOMY);
    for overlay in [OverlayMode::None, OverlayMode::Move, OverlayMode::Attack] {
        for cursor in Size::new(30, 10).points() {
            let frame = Battle {
                overlay,
                cursor,
                ..Battle::new(ROOM)
            }
            .frame(ROOMY);
            for thing in things {
                assert_eq!(
                    count(&frame, thing),
                    count(&bare, thing),
                    "{thing} {cursor:?}\n{frame}"
                );
            }
        }
    }
}

#[test]
fn k10_the_commanded_unit_first_and_others_as_far_as_they_fit() {
    let units = |width| {
        let frame = Battle::new(ROOM).frame((width, 15));
        let mut rows = frame.lines().map(|row| row.trim().to_owned());
        rows.find(|row| row.starts_with("Andy"))
            .expect("a line of units")
    };
    let all = "Andy  Points 2  Health 20  Ammo 10    Danny 20  Izzy 20";
    assert_eq!([units(200), units(66)], [all, all]);
    assert_eq!(units(60), all[..46], "no half of a name");
    assert_eq!(units(44), all[..34], "nor a quarter");
    assert_eq!(units(40), "Andy Points 2 Health 20 Ammo 10");
    assert_eq!(units(37), "Andy P2 H20 A10    Danny 20");
    assert_eq!(units(30), "Andy P2 H20 A10");
}

#[test]
fn k10_a_long_name_leaves_room_for_its_numbers() {
    let name = "Bartholomew the Very Old";
    let battle = Battle::new(&ROOM.replace("Andy", name));
    let rows: Vec<String> = battle.frame((30, 8)).lines().collect();
    assert_eq!(rows[5], "Bartholomew… P2 H20 A10");
}

#[test]
fn k10_a_unit_without_points_is_faint_among_the_others() {
    let mut battle = Battle::new(ROOM);
    for to in [at(5, 2), at(4, 2)] {
        battle.game.step(Action::Go(to)).expect("a move");
    }
    let danny = ActorId(1);
    battle.game.step(Action::Command(danny)).expect("a command");
    let frame = battle.frame((80, 24));
    let row = rows(&frame).position(|row| row.contains("Danny  Points 2"));
    let row = row.expect("a line of units") as i32;
    let style = |text: &str| {
        let line = rows(&frame).nth(row as usize).expect("a row");
        let x = line.find(text).expect("a unit") as i32;
        frame.get(at(x, row)).style()
    };
    let looks = [style("Danny"), style("Andy"), style("Izzy")];
    assert_eq!(looks, [Style::BOLD, Style::DIM, Style::PLAIN]);
}

fn rows(frame: &Frame) -> impl Iterator<Item = String> {
    frame
        .rows()
        .map(|row| row.iter().map(|cell| cell.glyph()).collect())
}

#[test]
fn k4_the_cell_at_a_point_of_the_screen_is_the_one_drawn_there() {
    for text in [hall(), ROOM.to_owned()] {
        let mut battle = Battle::new(&text);
        for size in [(30, 8), (40, 12), (66, 15), (80, 24), (200, 60)] {
            for follow in [at(0, 0), at(29, 5), at(150, 44), at(299, 89)] {
                battle.follow = Some(follow);
                let mut shown = 0;
                for screen in Size::new(size.0, size.1).points().step_by(83) {
                    let Some(cell) = battle.cell_at(size, screen) else {
                        continue;
                    };
                    battle.cursor = cell;
                    let cursor = battle.frame(size).cursor;
                    assert_eq!(cursor, Some(screen), "{cell:?} on {size:?}");
                    shown += 1;
                }
                assert!(shown > 1, "{size:?} {follow:?}");
            }
        }
    }
}

#[test]
fn k4_a_map_larger_than_the_screen_scrolls_with_the_cell_that_is_followed() {
    let mut battle = Battle::new(&hall());
    for size in [(30, 8), (80, 24), (200, 60)] {
        let corner = |battle: &Battle| {
            let mut screens = Size::new(size.0, size.1).points();
            screens.find_map(|screen| battle.cell_at(size, screen))
        };
        battle.follow = None;
        for cursor in [at(0, 0), at(299, 0), at(150, 50), at(299, 89)] {
            battle.cursor = cursor;
            assert!(battle.frame(size).cursor.is_some(), "{cursor:?}");
        }
        assert_ne!(corner(&battle), Some(at(0, 0)));
        battle.follow = Some(at(150, 50));
        let first = corner(&battle);
        for (cursor, moment) in [
            (at(0, 0), Moment::Rest),
            (at(299, 89), Moment::Rest),
            (at(0, 0), Moment::Flight(at(1, 0))),
        ] {
            battle.cursor = cursor;
            battle.moment = moment;
            assert_eq!(corner(&battle), first, "nothing else moves it");
        }
        battle.moment = Moment::Rest;
        assert_eq!(battle.frame(size).cursor, None, "out of what is shown");
    }
}

#[test]
fn k4_a_map_scrolls_a_quarter_where_its_edge_is_pointed_at_and_to_what_is_not_shown() {
    let mut battle = Battle::new(&hall());
    for size in [(30, 8), (80, 24)] {
        let screen = Size::new(size.0, size.1);
        battle.follow = Some(at(0, 0));
        let mut left = 0;
        for x in (0..300).chain((0..300).rev()) {
            battle.cursor = at(x, 2);
            let before = battle.frame(size).cursor.expect("it is shown").x;
            battle.follow = Some(battle.see(|scene| scene.followed_at(screen, at(x, 2))));
            let after = battle.frame(size).cursor.expect("it is shown").x;
            assert_eq!(x - before, left, "the board has not scrolled since");
            left = x - after;
            let is_at_edge = before == 0 || before == size.0 - 1;
            assert!(before == after || is_at_edge, "{x} {before} {after}");
            assert!((before - after).abs() <= size.0 / 4 + size.0 / 8 + 1);
            let is_last = left == 0 || left == 300 - size.0;
            assert!(!is_at_edge || after != before || is_last, "{x} {before}");
        }
        let far = at(150, 80);
        let followed = battle.see(|scene| scene.followed_at(screen, far));
        assert_eq!(followed, far);
    }
}

#[test]
fn k11_a_shot_looks_like_nothing_that_lies_there() {
    let flight = |over, glyphs| Battle {
        moment: Moment::Flight(over),
        glyphs,
        ..Battle::new(ROOM)
    };
    let seen = |glyphs, p| flight(at(8, 3), glyphs).mono(p);
    assert_eq!(seen(Glyphs::Unicode, at(8, 3)), ('•', Style::STRONG));
    assert_eq!(seen(Glyphs::Ascii, at(8, 3)), (':', Style::STRONG));
    assert_eq!(seen(Glyphs::Ascii, at(10, 4)), ('*', Style::PLAIN));
}

#[test]
fn k12_a_burst_is_fire_around_in_which_bodies_stay_to_be_seen() {
    let burst = Battle {
        moment: Moment::Burst(at(14, 5)),
        ..Battle::new(ROOM)
    };
    insta::assert_snapshot!(burst.frame(ROOMY).with_styles());
    let (glyph, fire) = burst.mono(at(14, 5));
    assert_eq!((glyph, fire), ('*', Style::STRONG));
    assert_eq!(burst.mono(at(13, 4)), ('B', Style::STRONG));
    assert_eq!(burst.mono(at(16, 4)), ('#', Style::BOLD), "a wall");
    assert_eq!(burst.mono(at(10, 4)), ('*', Style::PLAIN), "a crystal");
}

#[test]
fn k14_statistics_stand_over_the_middle_of_the_board() {
    let mut battle = Battle::won(&room_of_things(), at(9, 2));
    battle.latest = vec![
        "Andy takes the pancake: +10 health.".to_owned(),
        "Nothing is left to take: you won on turn 12.".to_owned(),
        "R: again, N: another, Q: quit.".to_owned(),
    ];
    insta::assert_snapshot!("won", battle.frame(ROOMY).with_styles());
    insta::assert_snapshot!("won_low", battle.frame((40, 12)));
    insta::assert_snapshot!("won_smallest", battle.frame((30, 8)));
}

#[test]
fn k14_statistics_are_told_on_every_screen_and_hide_nothing_but_the_board() {
    let hall = "rules tactics\nlevel\nmap\n..o.\nend\n@ 1 1 name=\"Andy\"\n";
    let battles = [
        Battle::won(&room_of_things(), at(9, 2)),
        Battle::won(hall, at(2, 0)),
    ];
    for battle in battles {
        for height in (8..40).step_by(3) {
            for width in [30, 33, 40, 59, 60, 80, 200] {
                tells_its_statistics(&battle, (width, height));
            }
        }
    }
}

fn tells_its_statistics(battle: &Battle, size: (i32, i32)) {
    let frame = battle.frame(size);
    for text in [
        "Turns",
        "Hits",
        "Damage dealt",
        "Items taken",
        "Andy ",
        " WIN",
    ] {
        assert!(frame.plain().contains(text), "{text}\n{frame}");
    }
    let mut rows = (0..).zip(rows(&frame));
    let numbers = rows.find_map(|(y, row)| Some(at(row.find("Hits")? as i32, y)));
    let numbers = numbers.expect("a number");
    assert_eq!(battle.cell_at(size, numbers), None, "hidden\n{frame}");
}
