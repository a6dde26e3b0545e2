//! Aiming and shooting in tactics, and the forecast of a shot (K-11).
use crate::pointing::*;
use crate::sessions::{pressed, session};
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;
use dungeon_play::session::session::Session;
use dungeon_play::view::preview::OverlayMode;

/// Andy beside a ghost that stays.
const DUEL: &str = r#"
rules tactics
level
map
############
#..........#
#.A...G....#
#........~.#
#..........#
############
end
mark A @ name="Andy" glyph=A accuracy=80 damage=2..6
mark G G health=6
"#;

#[test]
fn k11_choosing_an_enemy_shows_chance_and_damage_and_choosing_it_again_fires() {
    let ammo = |session: &Session| {
        let world = session.game().world();
        world.body(world.commanded()).stat(Stat::Ammo)
    };
    for by_mouse in [false, true] {
        let mut session = session(DUEL);
        let pick = |session: &mut Session, x, y| {
            if by_mouse {
                click(session, x, y)
            } else {
                choose(session, x, y)
            }
        };
        pick(&mut session, 7, 3);
        assert_eq!(
            told(&session),
            "A grey ghost, health 6: 71%, 2 to 6 damage. Enter: shoot."
        );
        assert_eq!((aimed(&session), ammo(&session)), (Some(at(6, 2)), 10));
        pick(&mut session, 7, 3);
        assert_eq!((aimed(&session), ammo(&session)), (None, 9));
        // Slime is aimed at in the same way; a hit removes it, whatever the damage.
        pick(&mut session, 10, 4);
        assert_eq!(told(&session), "Slime: 62%. Enter: shoot.");
        assert_eq!((aimed(&session), ammo(&session)), (Some(at(9, 3)), 9));
        pick(&mut session, 10, 4);
        assert_eq!((aimed(&session), ammo(&session)), (None, 8));
    }
}

#[test]
fn k11_an_aim_is_dropped_by_any_deed_and_by_choosing_something_else() {
    let aim = "f";
    assert_eq!(aimed(&pressed(DUEL, aim)), Some(at(6, 2)));
    for keys in ["<Space>", "<Esc>", "hhhh<Enter>"] {
        let session = pressed(DUEL, &format!("{aim}{keys}"));
        assert_eq!(aimed(&session), None, "{keys}");
    }
    // Choosing a cell out of range has no other effect, but cancels the aim.
    let mut session = pressed(DUEL, aim);
    choose(&mut session, 1, 1);
    assert_eq!(aimed(&session), None);
    let session = pressed(DUEL, "fll<hover 1,1>?<Esc>");
    assert_eq!(
        aimed(&session),
        Some(at(6, 2)),
        "to point elsewhere drops nothing"
    );
}

#[test]
fn k11_who_cannot_be_shot_is_not_aimed_at_and_the_reason_is_told() {
    let mut session = session(HALL);
    point(&mut session, 16, 4);
    assert_eq!(
        told(&session),
        "A grey ghost, health 6. That is out of reach."
    );
    session.press_key(Key::Enter);
    assert_eq!(aimed(&session), None);
    assert_eq!(session.latest_messages(), ["That is out of reach."]);
    session.press("f").expect("a script");
    assert_eq!(aimed(&session), None);
    assert_eq!(session.latest_messages(), ["You have no target from here."]);
}

/// Two ghosts in the line of fire, the farther one first in reading order.
const TWO: &str = r#"
rules tactics
level
map
############
#.......G..#
#.A........#
#.....G....#
############
end
mark A @ name="Andy" glyph=A accuracy=0
"#;

#[test]
fn k11_f_goes_from_target_to_target_the_nearest_first_and_aims() {
    let mut session = session(TWO);
    let (near, far) = (at(6, 3), at(8, 1));
    for (keys, expected) in [
        ("f", near),
        ("f", far),
        ("f", near),
        ("F", far),
        ("F", near),
    ] {
        session.press(keys).expect("a script");
        assert_eq!(aimed(&session), Some(expected), "{keys}");
    }
    // After a shot the same ghost comes first again.
    session.press("<Enter>f").expect("a script");
    assert_eq!(aimed(&session), Some(near));
    session.press("<Esc>F").expect("a script");
    assert_eq!(aimed(&session), Some(near));
    session.press("<Enter>f").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["No action points left this turn."]
    );
}

#[test]
fn k4_esc_drops_the_aim_then_the_overlay_then_asks() {
    let mut session = pressed(DUEL, "<Enter>f");
    assert_eq!(
        (overlay(&session), aimed(&session).is_some()),
        (OverlayMode::Move, true)
    );
    session.press("<Esc>").expect("a script");
    assert_eq!(
        (overlay(&session), aimed(&session)),
        (OverlayMode::Move, None)
    );
    session.press("<Esc>").expect("a script");
    assert_eq!(overlay(&session), OverlayMode::None);
    assert!(!session.frame().to_string().contains("Quit?"));
    session.press("<Esc>").expect("a script");
    assert!(session.frame().to_string().contains("Quit?"));
    session.press("y").expect("a script");
    assert!(session.is_over());
}

#[test]
fn k4_narrow_screens_leave_out_what_matters_least() {
    let at_width = |width: i32| {
        let mut session = session(DUEL).with_size(width, 24);
        session.press("f").expect("a script");
        told(&session)
    };
    let whole = "A grey ghost, health 6: 71%, 2 to 6 damage. Enter: shoot.";
    assert_eq!(at_width(80), whole);
    assert_eq!(at_width(whole.len() as i32), whole);
    let shorter = [
        "Grey ghost, health 6: 71%, 2 to 6 damage. Enter: shoot.",
        "Grey ghost, health 6: 71% for 2-6. Enter: shoot.",
        "Grey ghost: 71%, 2 to 6 damage. Enter: shoot.",
        "Grey ghost: 71% for 2-6. Enter: shoot.",
        "Grey ghost: 71% for 2-6.",
    ];
    let mut longer = whole;
    for told in shorter {
        assert_eq!(at_width(longer.len() as i32 - 1), told);
        assert_eq!(at_width(30.max(told.len() as i32)), told);
        longer = told;
    }
}
