//! Promise: what a player points at and chooses in tactics, by keys and by mouse alike (K-4, K-5, K-11), each snapshot read
//! before it was accepted.
mod corpus;
mod support;

use std::sync::Arc;

use corpus::{rows, scene};
use dungeon::dungeon::Stat;
use dungeon::engine::event::Outcome;
use dungeon::play::keys::Key;
use dungeon::play::session::Session;
use dungeon::play::show::Show;
use dungeon::space::geometry::{Point, at};
use dungeon::view::plan::Overlay;
use proptest::prelude::*;

/// A session of a dungeon in text.
fn session(text: &str) -> Session {
    Session::new(support::dungeon(text))
}

/// The same after keys.
fn after(text: &str, keys: &str) -> Session {
    let mut session = session(text);
    session.press(keys).expect("a script");
    session
}

/// What the line about the cell under the cursor says.
fn told(session: &Session) -> String {
    let outlook = session.outlook().expect("a game with pointing");
    outlook.plan().told.to_owned()
}

/// The cell that is pointed at, from 1.
fn cursor(session: &Session) -> (i32, i32) {
    let p = session.outlook().expect("a game").plan().cursor;
    (p.x + 1, p.y + 1)
}

fn overlay(session: &Session) -> Overlay {
    session.outlook().expect("a game").plan().overlay
}

fn aimed(session: &Session) -> Option<Point> {
    session.outlook().expect("a game").plan().aimed
}

/// The screen with its styles.
fn seen(session: &Session) -> String {
    session.frame().with_styles().to_string()
}

/// Who is commanded.
fn unit(session: &Session) -> String {
    let world = session.game().world();
    world.kind(world.commanded()).name.clone()
}

/// Where the screen shows a cell of the level, both from 0, as a person would find it: by the map's own corner, which no
/// cursor hides in the beginning.
fn on_screen(session: &Session, p: Point) -> Point {
    let world = session.game().world();
    let rows = rows(&Session::new(Arc::clone(world.dungeon())).frame());
    let width = world.size(world.here()).width as usize;
    let top = "#".repeat(width);
    let found = rows.iter().zip(0..).find_map(|(row, y)| {
        let byte = row.find(&top)?;
        Some(at(row[..byte].chars().count() as i32, y))
    });
    let corner = found.unwrap_or_else(|| panic!("no map in\n{}", session.frame()));
    at(corner.x + p.x, corner.y + p.y)
}

/// Clicks the cell of the level in this column and row, from 1.
fn click(session: &mut Session, x: i32, y: i32) {
    let p = on_screen(session, at(x - 1, y - 1));
    session.press_key(Key::Click(p));
}

/// Moves the cursor there by its keys, and chooses.
fn choose(session: &mut Session, x: i32, y: i32) {
    point(session, x, y);
    session.press_key(Key::Enter);
}

/// Moves the cursor there by its keys.
fn point(session: &mut Session, x: i32, y: i32) {
    loop {
        let (dx, dy) = match cursor(session) {
            (cx, cy) => ((x - cx).signum(), (y - cy).signum()),
        };
        session.press_key(match (dx, dy) {
            (0, 0) => return,
            (-1, -1) => Key::Char('y'),
            (0, -1) => Key::Up,
            (1, -1) => Key::Char('9'),
            (-1, 0) => Key::Char('4'),
            (1, 0) => Key::Char('l'),
            (-1, 1) => Key::End,
            (0, 1) => Key::Char('j'),
            _ => Key::PageDown,
        });
    }
}

const HALL: &str = r#"
rules tactics
level
map
####################
#...........#......#
#.A.........#......#
#...........#..G...#
#...........~......#
#.D.........#......#
#..........L#......#
####################
end
mark A @ name="Andy" glyph=A
mark D @ name="Danny" glyph=D range=3
mark G G health=6
mark L G health=30
"#;

#[test]
fn k4_choosing_the_commanded_unit_cycles_the_overlay_none_move_attack_none() {
    for key in [Key::Enter, Key::Char('5')] {
        let mut session = session(HALL);
        let mut seen = vec![overlay(&session)];
        for _ in 0..3 {
            session.press_key(key);
            seen.push(overlay(&session));
        }
        let cycle = [Overlay::None, Overlay::Move, Overlay::Attack, Overlay::None];
        assert_eq!(seen, cycle);
    }
    let mut session = session(HALL);
    let mut seen = Vec::new();
    for _ in 0..3 {
        click(&mut session, 3, 3);
        seen.push(overlay(&session));
    }
    assert_eq!(seen, [Overlay::Move, Overlay::Attack, Overlay::None]);
    assert_eq!(session.game().world().turn(), 0);
}

#[test]
fn k4_choosing_another_unit_commands_it_and_keeps_the_overlay() {
    let mut session = after(HALL, "<Enter>");
    let andys = session.outlook().expect("a game").plan().cells.len();
    click(&mut session, 3, 6);
    assert_eq!(
        (unit(&session).as_str(), cursor(&session)),
        ("Danny", (3, 6))
    );
    assert_eq!(overlay(&session), Overlay::Move);
    let danny = session.outlook().expect("a game").plan().cells.len();
    assert!(danny < andys, "his range is shorter: {danny}, {andys}");
    choose(&mut session, 3, 3);
    assert_eq!(unit(&session), "Andy", "the same by keys");
    assert_eq!(overlay(&session), Overlay::Move);
}

#[test]
fn k4_units_are_cycled_by_tab_side_buttons_and_wheel_and_the_cursor_goes_with_them() {
    for (next, back) in [
        ("<Tab>", "<S-Tab>"),
        ("<mouse-forward>", "<mouse-back>"),
        ("<wheel-down>", "<wheel-up>"),
    ] {
        let mut session = after(HALL, "llj");
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
        let mut session = after(HALL, keys);
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
    let text = "rules tactics\nlevel\nmap\n#########\n#@.^...o#\n#########\nend\nmark ^ ^ trap=teleport to=7,2\n";
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
    let mut session = after(HALL, "<Enter>");
    choose(&mut session, 4, 3);
    choose(&mut session, 3, 3);
    let outlook = session.outlook().expect("a game");
    assert_eq!(outlook.plan().cells, []);
    point(&mut session, 5, 3);
    assert_eq!(
        told(&session),
        "Floor. No action points are left this turn. Tab: command the next wizard."
    );
    session.press_key(Key::Enter);
    assert_eq!(
        session.latest_messages(),
        ["No action points are left this turn."]
    );
    session.press("<Tab>").expect("a script");
    choose(&mut session, 4, 6);
    choose(&mut session, 3, 6);
    point(&mut session, 5, 6);
    assert_eq!(
        told(&session),
        "Floor. No action points are left this turn. Space: end the turn."
    );
}

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
        let pick = |session: &mut Session, x, y| match by_mouse {
            true => click(session, x, y),
            false => choose(session, x, y),
        };
        pick(&mut session, 7, 3);
        assert_eq!(
            told(&session),
            "A grey ghost, health 6: 71%, 2 to 6 damage. Enter: shoot."
        );
        assert_eq!((aimed(&session), ammo(&session)), (Some(at(6, 2)), 10));
        pick(&mut session, 7, 3);
        assert_eq!((aimed(&session), ammo(&session)), (None, 9));
        // Slime is aimed at in the same way; it takes a hit, whatever its damage.
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
    assert_eq!(aimed(&after(DUEL, aim)), Some(at(6, 2)));
    for keys in ["<Space>", "<Esc>", "hhhh<Enter>"] {
        let session = after(DUEL, &format!("{aim}{keys}"));
        assert_eq!(aimed(&session), None, "{keys}");
    }
    // Out of range, nothing is done, but it was chosen.
    let mut session = after(DUEL, aim);
    choose(&mut session, 1, 1);
    assert_eq!(aimed(&session), None);
    let session = after(DUEL, "fll<hover 1,1>?<Esc>");
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
    assert_eq!(
        session.latest_messages(),
        ["There is nobody to shoot at from here."]
    );
}

/// Two ghosts in fire, the farther one first in reading order.
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
    // After a shot at one of them the same one comes first.
    session.press("<Enter>f").expect("a script");
    assert_eq!(aimed(&session), Some(near));
    session.press("<Esc>F").expect("a script");
    assert_eq!(aimed(&session), Some(near));
    session.press("<Enter>f").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["No action points are left this turn."]
    );
}

#[test]
fn k4_esc_drops_the_aim_then_the_overlay_then_asks() {
    let mut session = after(DUEL, "<Enter>f");
    assert_eq!(
        (overlay(&session), aimed(&session).is_some()),
        (Overlay::Move, true)
    );
    session.press("<Esc>").expect("a script");
    assert_eq!((overlay(&session), aimed(&session)), (Overlay::Move, None));
    session.press("<Esc>").expect("a script");
    assert_eq!(overlay(&session), Overlay::None);
    assert!(!session.frame().to_string().contains("Quit?"));
    session.press("<Esc>").expect("a script");
    assert!(session.frame().to_string().contains("Quit?"));
    session.press("y").expect("a script");
    assert!(session.is_over());
}

#[test]
fn k4_what_is_told_of_a_cell_says_what_choosing_it_would_do() {
    let table = [
        (
            (3, 3),
            "Andy, health 20, 2 points, 10 ammo. Enter: show the move range.",
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
fn k4_narrow_screens_leave_out_what_matters_least() {
    let at_width = |width: i32| {
        let mut session = session(DUEL).size(width, 24);
        session.press("f").expect("a script");
        told(&session)
    };
    let whole = "A grey ghost, health 6: 71%, 2 to 6 damage. Enter: shoot.";
    assert_eq!(at_width(80), whole);
    assert_eq!(at_width(whole.len() as i32), whole);
    let short = "Grey ghost: 71%, 2-6. Enter: shoot.";
    assert_eq!(at_width(whole.len() as i32 - 1), short);
    assert_eq!(at_width(short.len() as i32), short);
    assert_eq!(at_width(30), "Grey ghost: 71%, 2-6.");
}

#[test]
fn k4_hovering_points_and_clicks_beside_the_board_do_nothing() {
    let mut session = session(HALL);
    let over = on_screen(&session, at(13, 1));
    session.press_key(Key::Hover(over));
    assert_eq!(cursor(&session), (14, 2));
    let before = (session.frame(), session.checksum());
    for p in [at(0, 0), at(79, 23), at(999, 999)] {
        session.press_key(Key::Click(p));
        session.press_key(Key::Hover(p));
        assert_eq!((session.frame(), session.checksum()), before, "{p}");
        assert_eq!(session.latest_messages(), [] as [String; 0]);
    }
}

#[test]
fn x9_moving_the_mouse_ends_no_animation_but_any_key_does() {
    let start = |session: &mut Session| {
        session.press("llll<Enter>").expect("a script");
        session.animate().expect("a walk in frames")
    };
    let mut session = session(HALL);
    let first = start(&mut session);
    session.press_key(Key::Hover(at(0, 0)));
    let second = session.animate().expect("it goes on");
    assert_ne!(first, second);
    session.press_key(Key::Click(at(0, 0)));
    assert_eq!(session.animate(), None, "a click is a key");
    assert_eq!(cursor(&session), (7, 3));
}

#[test]
fn k5_nothing_lies_over_the_board_while_somebody_walks_and_the_same_as_before_afterwards() {
    let plain = session(HALL).film("llll<Enter>").expect("a script");
    let with = after(HALL, "<Enter>")
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
    let mut session = after(HALL, "<Enter>llll<Enter>");
    assert_eq!(overlay(&session), Overlay::Move);
    let plan = session.outlook().expect("a game");
    let rules = session.game().rules().pointing().expect("tactics");
    assert_eq!(plan.plan().cells, rules.range(session.game().world()));
    session.press("?").expect("a script");
    assert!(session.outlook().is_none(), "nor over a page");
}

#[test]
fn k4_a_new_game_begins_with_a_cursor_on_its_unit_and_nothing_over_the_board() {
    for keys in ["R", "N"] {
        let session = after(HALL, &format!("<Enter><Tab>jjj{keys}"));
        assert_eq!(
            (unit(&session).as_str(), cursor(&session)),
            ("Andy", (3, 3))
        );
        assert_eq!((overlay(&session), aimed(&session)), (Overlay::None, None));
    }
}

#[test]
fn k4_a_resized_screen_keeps_what_is_pointed_at() {
    let session = after(HALL, "<Enter>lll<resize 40x14>");
    assert_eq!(
        (overlay(&session), cursor(&session)),
        (Overlay::Move, (6, 3))
    );
    let session = after(HALL, "<Enter>lll<resize 2x2>ll<Enter><resize 80x24>");
    assert_eq!(cursor(&session), (6, 3), "nobody plays what he cannot see");
}

/// Andy dies of the first shot.
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
    let mut session = after(FRAIL, "<Enter>lll");
    session.press("<Space>").expect("a script");
    let world = session.game().world();
    assert_eq!(world.ours().count(), 1, "{:?}", session.latest_messages());
    assert_eq!(
        (unit(&session).as_str(), cursor(&session)),
        ("Danny", (3, 4))
    );
    assert_eq!(overlay(&session), Overlay::Move);
    let outlook = session.outlook().expect("a game");
    let rules = session.game().rules().pointing().expect("tactics");
    assert_eq!(outlook.plan().cells, rules.range(world));
    assert!(outlook.plan().cells.iter().all(|p| p.y == 3), "Danny's");
}

#[test]
fn k14_when_the_game_is_over_choosing_says_so() {
    let over = "rules tactics\nlevel\nmap\n#####\n#@.o#\n#####\nend\n";
    let mut session = after(over, "<Enter>ll<Enter>");
    assert_eq!(session.outcome(), Some(Outcome::Won));
    assert!(session.outlook().is_none());
    let checksum = session.checksum();
    for keys in ["<Enter>", "f", "<Space>", "<Tab>"] {
        session.press(keys).expect("a script");
        assert_eq!(session.latest_messages(), ["The game is over."], "{keys}");
    }
    assert_eq!(session.checksum(), checksum);
    session.press("<Esc>").expect("a script");
    assert!(session.is_over(), "nothing is asked any more");
}

/// Andy sees four cells far.
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
    let mut session = after(FOG, "<Enter>");
    point(&mut session, 9, 2);
    assert_eq!(told(&session), "You have not seen that place.");
    session.press_key(Key::Enter);
    assert_eq!(session.latest_messages(), ["You have not seen that place."]);
    assert_eq!(aimed(&session), None);
    session.press("f").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["There is nobody to shoot at from here."]
    );
    let outlook = session.outlook().expect("a game");
    let (plan, world) = (outlook.plan(), session.game().world());
    let unit = world.body(world.commanded()).at;
    assert!(
        plan.cells.iter().all(|p| p.chebyshev(unit) <= 4),
        "{:?}",
        plan.cells
    );
    assert!(plan.route.is_empty());
    let seen = after(FOG, "lll<Enter>f");
    assert_eq!(aimed(&seen), Some(at(8, 1)), "nearer he sees it");
}

#[test]
fn x9_in_fog_nothing_out_of_sight_is_waited_for() {
    // It comes nearer by twelve cells, of which the last ones are in sight.
    let hall = format!("#.A{}B.#", ".".repeat(12));
    let rim = "#".repeat(hall.len());
    let text = format!(
        "rules tactics fog=4\nkind B \"blue ghost\" is=blue reach=1\nlevel\nmap\n{rim}\n{hall}\n{rim}\nend\n\
         mark A @ name=\"Andy\" glyph=A\n"
    );
    let mut session = session(&text);
    let film = session.film("<Space>").expect("a script");
    let walk = film.shots.len() - 2;
    assert!((1..=5).contains(&walk), "{film}");
    for shot in &film.shots[1..=walk] {
        let is_seen = shot.frame.lines().any(|row| row.contains('B'));
        assert!(is_seen, "{}", shot.frame);
    }
}

#[test]
fn x2_where_nobody_points_a_click_does_nothing_and_a_moving_mouse_is_no_news() {
    let mut session = scene("hall");
    let before = session.frame();
    session.press("<hover 3,3>").expect("a script");
    assert_eq!(session.frame(), before);
    assert!(session.latest_messages().is_empty() && !session.wants_mouse());
    session.press("<click 3,3>").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["<click 3,3> does nothing; ? shows the keys."]
    );
}

/// What a player might do next.
#[derive(Clone, Copy, Debug)]
enum Wish {
    Choose(i32, i32),
    Next,
    EndTurn,
}

fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        8 => (1..=20, 1..=10).prop_map(|(x, y)| Wish::Choose(x, y)),
        1 => Just(Wish::Next),
        1 => Just(Wish::EndTurn),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn k4_keyboard_and_mouse_play_the_same_battle(
        seed in 0_u64..1000,
        wishes in prop::collection::vec(wish(), 1..30),
    ) {
        let mut by_keys = scene("battle").seed(seed);
        let mut by_mouse = scene("battle").seed(seed);
        for wish in wishes {
            match wish {
                Wish::Choose(..) if by_keys.outcome().is_some() => {}
                Wish::Choose(x, y) => {
                    choose(&mut by_keys, x, y);
                    click(&mut by_mouse, x, y);
                }
                Wish::Next => {
                    by_keys.press_key(Key::Tab);
                    by_mouse.press_key(Key::WheelDown);
                }
                Wish::EndTurn => {
                    by_keys.press_key(Key::Char(' '));
                    by_mouse.press_key(Key::Char(' '));
                }
            }
            prop_assert_eq!(by_keys.checksum(), by_mouse.checksum());
            prop_assert_eq!(seen(&by_keys), seen(&by_mouse));
        }
    }

    #[test]
    fn k4_stale_ranges_cannot_be_provoked(
        seed in 0_u64..1000,
        wishes in prop::collection::vec(wish(), 1..30),
    ) {
        // One has the overlay on all the while, the other puts it on afterwards.
        let mut with = scene("battle").seed(seed);
        with.press_key(Key::Enter);
        let mut without = scene("battle").seed(seed);
        for wish in wishes {
            for session in [&mut with, &mut without] {
                match wish {
                    Wish::Choose(..) if session.outcome().is_some() => {}
                    Wish::Choose(x, y) => choose(session, x, y),
                    Wish::Next => session.press_key(Key::Tab),
                    Wish::EndTurn => session.press_key(Key::Char(' ')),
                }
            }
            prop_assert_eq!(with.checksum(), without.checksum());
        }
        with.press("<Tab>").expect("a script");
        without.press("<Tab>").expect("a script");
        if with.outcome().is_none() {
            while overlay(&without) != overlay(&with) {
                without.press_key(Key::Enter);
            }
        }
        prop_assert_eq!(seen(&with), seen(&without));
    }
}
