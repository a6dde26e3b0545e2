//! Pointing and choosing in tactics, and the messages and display (K-4, K-5, K-14).
use crate::pointing::*;
use crate::sessions::{pressed, session};
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;
use dungeon_play::view::preview::OverlayMode;

#[test]
fn k4_choosing_the_commanded_unit_cycles_the_overlay_none_move_attack_none() {
    for key in [Key::Enter, Key::Char('5')] {
        let mut session = session(HALL);
        let mut seen = vec![overlay(&session)];
        for _ in 0..3 {
            session.press_key(key);
            seen.push(overlay(&session));
        }
        let cycle = [
            OverlayMode::None,
            OverlayMode::Move,
            OverlayMode::Attack,
            OverlayMode::None,
        ];
        assert_eq!(seen, cycle);
    }
    let mut session = session(HALL);
    let mut seen = Vec::new();
    for _ in 0..3 {
        click(&mut session, 3, 3);
        seen.push(overlay(&session));
    }
    assert_eq!(
        seen,
        [OverlayMode::Move, OverlayMode::Attack, OverlayMode::None]
    );
    assert_eq!(session.game().world().turn(), 0);
}

#[test]
fn k4_choosing_another_unit_commands_it_and_keeps_the_overlay() {
    let mut session = pressed(HALL, "<Enter>");
    let andys = session.outlook().expect("a game").view().cells.len();
    click(&mut session, 3, 6);
    assert_eq!(
        (unit(&session).as_str(), cursor(&session)),
        ("Danny", (3, 6))
    );
    assert_eq!(overlay(&session), OverlayMode::Move);
    let danny = session.outlook().expect("a game").view().cells.len();
    assert!(danny < andys, "Danny's range is shorter: {danny}, {andys}");
    choose(&mut session, 3, 3);
    assert_eq!(unit(&session), "Andy", "the keys have the same effect");
    assert_eq!(overlay(&session), OverlayMode::Move);
}

#[test]
fn k4_units_are_cycled_by_tab_side_buttons_and_wheel_and_the_cursor_goes_with_them() {
    for (next, back) in [
        ("<Tab>", "<S-Tab>"),
        ("<mouse-forward>", "<mouse-back>"),
        ("<wheel-down>", "<wheel-up>"),
    ] {
        let mut session = pressed(HALL, "llj");
        assert_eq!(cursor(&session), (5, 4));
        for (keys, name, at) in [
            (next, "Danny", (3, 6)),
            (next, "Andy", (3, 3)),
            (back, "Danny", (3, 6)),
            (back, "Andy", (3, 3)),
        ] {
            session.press(keys).expect("a script");
            assert_eq!(
                (unit(&session).as_str(), cursor(&session)),
                (name, at),
                "{keys}"
            );
        }
    }
}

#[test]
fn k4_choosing_a_cell_in_range_goes_there_whatever_lies_over_the_board() {
    for keys in ["", "<Enter>", "<Enter><Enter>"] {
        let mut session = pressed(HALL, keys);
        let before = overlay(&session);
        choose(&mut session, 8, 5);
        let world = session.game().world();
        let andy = world.body(world.commanded());
        assert_eq!(andy.at, at(7, 4), "{keys}");
        assert_eq!(andy.stat(Stat::Ap), 1);
        assert_eq!(cursor(&session), (8, 5));
        assert_eq!(overlay(&session), before);
    }
}

#[test]
fn k4_the_cursor_is_on_a_unit_that_was_taken_elsewhere_than_it_was_sent() {
    let text = drawn! {"
        rules tactics
        level
        map
        #########
        #@.^...o#
        #########
        end
        mark ^ ^ trap=teleport to=7,2
    "};
    let mut session = session(text);
    choose(&mut session, 4, 2);
    assert_eq!(cursor(&session), (7, 2), "{:?}", session.latest_messages());
}

#[test]
fn k2_choosing_what_is_out_of_range_is_refused_and_says_so() {
    let mut session = session(HALL);
    choose(&mut session, 15, 2);
    assert_eq!(session.latest_messages(), ["That is out of range."]);
    assert_eq!(cursor(&session), (15, 2), "the cursor stays");
    click(&mut session, 1, 1);
    assert_eq!(session.latest_messages(), ["That is out of range."]);
    assert_eq!(session.game().world().turn(), 0);
}

#[test]
fn k10_without_points_nothing_is_in_range_and_choosing_says_so() {
    let mut session = pressed(HALL, "<Enter>");
    choose(&mut session, 4, 3);
    choose(&mut session, 3, 3);
    let preview = session.outlook().expect("a game");
    assert_eq!(preview.view().cells, []);
    point(&mut session, 5, 3);
    assert_eq!(
        told(&session),
        "Floor. No points left. Tab: command the next wizard."
    );
    session.press_key(Key::Enter);
    assert_eq!(
        session.latest_messages(),
        ["No action points left this turn."]
    );
    session.press("<Tab>").expect("a script");
    choose(&mut session, 4, 6);
    choose(&mut session, 3, 6);
    point(&mut session, 5, 6);
    assert_eq!(
        told(&session),
        "Floor. No points left. Space: end the turn."
    );
}

#[test]
fn k4_what_is_told_of_a_cell_says_what_choosing_it_would_do() {
    let table = [
        (
            (3, 3),
            "Andy, health 20, 2 points, 10 ammo. Enter: move range.",
        ),
        (
            (3, 6),
            "Danny, health 20, 2 points, 10 ammo. Enter: command Danny.",
        ),
        ((4, 3), "Floor. Enter: go there, 1 step."),
        ((5, 5), "Floor. Enter: go there, 2 steps."),
        ((14, 2), "Floor. That is out of range."),
        ((13, 2), "Wall."),
        ((13, 5), "Slime. That is out of reach."),
        ((12, 7), "A grey ghost, health 30. That is out of reach."),
    ];
    let mut session = session(HALL);
    for ((x, y), expected) in table {
        point(&mut session, x, y);
        assert!(
            told(&session).ends_with(expected),
            "{x},{y}: {}, not {expected}",
            told(&session)
        );
    }
}

#[test]
fn k5_nothing_lies_over_the_board_while_somebody_walks_and_the_same_as_before_afterwards() {
    let plain = session(HALL).film("llll<Enter>").expect("a script");
    let with = pressed(HALL, "<Enter>")
        .film("llll<Enter>")
        .expect("a script");
    let (plain, with): (Vec<_>, Vec<_>) = (plain.frames().collect(), with.frames().collect());
    assert_eq!(plain.len(), with.len());
    let walk = plain.len() - 1 - 4..plain.len() - 1;
    assert_eq!(
        plain[walk.clone()],
        with[walk],
        "four steps, and no overlay"
    );
    let mut session = pressed(HALL, "<Enter>llll<Enter>");
    assert_eq!(overlay(&session), OverlayMode::Move);
    let plan = session.outlook().expect("a game");
    let rules = session.game().rules().face().pointing().expect("tactics");
    assert_eq!(plan.view().cells, rules.range(session.game().world()));
    session.press("?").expect("a script");
    assert!(session.outlook().is_none(), "nor over a page");
}

#[test]
fn k4_a_new_game_begins_with_a_cursor_on_its_unit_and_nothing_over_the_board() {
    for keys in ["R", "N"] {
        let session = pressed(HALL, &format!("<Enter><Tab>jjj{keys}y"));
        assert_eq!(
            (unit(&session).as_str(), cursor(&session)),
            ("Andy", (3, 3))
        );
        assert_eq!(
            (overlay(&session), aimed(&session)),
            (OverlayMode::None, None)
        );
    }
}

#[test]
fn k4_a_resized_screen_keeps_what_is_pointed_at() {
    let session = pressed(HALL, "<Enter>lll<resize 40x14>");
    assert_eq!(
        (overlay(&session), cursor(&session)),
        (OverlayMode::Move, (6, 3))
    );
    let session = pressed(HALL, "<Enter>lll<resize 2x2>ll<Enter><resize 80x24>");
    assert_eq!(
        cursor(&session),
        (6, 3),
        "keys have no effect on a screen that is too small"
    );
}

/// The first shot kills Andy.
const FRAIL: &str = r#"
rules tactics
kind B "sniper" is=blue accuracy=100 damage=9 reach=20 ap=20
level
map
############
#.A......B.#
############
#.D........#
############
end
mark A @ name="Andy" glyph=A health=1
mark D @ name="Danny" glyph=D
"#;

#[test]
fn k14_when_the_commanded_unit_dies_the_next_one_is_commanded_and_pointed_at() {
    let mut session = pressed(FRAIL, "<Enter>lll");
    session.press("<Space>").expect("a script");
    let world = session.game().world();
    assert_eq!(world.ours().count(), 1, "{:?}", session.latest_messages());
    assert_eq!(
        (unit(&session).as_str(), cursor(&session)),
        ("Danny", (3, 4))
    );
    assert_eq!(overlay(&session), OverlayMode::Move);
    let preview = session.outlook().expect("a game");
    let rules = session.game().rules().face().pointing().expect("tactics");
    assert_eq!(preview.view().cells, rules.range(world));
    assert!(preview.view().cells.iter().all(|p| p.y == 3), "Danny's");
}

#[test]
fn k14_when_the_game_is_over_choosing_says_so() {
    let over = drawn! {"
        rules tactics
        level
        map
        #####
        #@.o#
        #####
        end
    "};
    let mut session = pressed(over, "<Enter>ll<Enter>");
    assert_eq!(session.outcome(), Some(Outcome::Won));
    assert!(session.outlook().is_none());
    let checksum = session.checksum();
    for keys in ["<Enter>", "f", "<Space>", "<Tab>"] {
        session.press(keys).expect("a script");
        assert_eq!(session.latest_messages(), ["The game is over."], "{keys}");
    }
    assert_eq!(session.checksum(), checksum);
    session.press("<Esc>").expect("a script");
    assert!(session.is_over(), "no question is left");
}

/// Andy sees up to four cells away.
const FOG: &str = r#"
rules tactics fog=4
level
map
####################
#.A.....G..........#
#..................#
####################
end
mark A @ name="Andy" glyph=A
"#;

#[test]
fn k4_in_fog_nothing_out_of_sight_is_told_aimed_at_or_gone_to() {
    let mut session = pressed(FOG, "<Enter>");
    point(&mut session, 9, 2);
    assert_eq!(told(&session), "You haven't seen that place.");
    session.press_key(Key::Enter);
    assert_eq!(session.latest_messages(), ["You haven't seen that place."]);
    assert_eq!(aimed(&session), None);
    session.press("f").expect("a script");
    assert_eq!(session.latest_messages(), ["You have no target from here."]);
    let preview = session.outlook().expect("a game");
    let (plan, world) = (preview.view(), session.game().world());
    let unit = world.body(world.commanded()).at;
    assert!(
        plan.cells.iter().all(|p| p.chebyshev(unit) <= 4),
        "{:?}",
        plan.cells
    );
    assert!(plan.route.is_empty());
    let seen = pressed(FOG, "lll<Enter>f");
    assert_eq!(aimed(&seen), Some(at(8, 1)), "closer, Andy sees it");
}
