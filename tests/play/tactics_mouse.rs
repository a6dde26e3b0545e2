//! In tactics the mouse has the same effects as the keys (K-4), scrolls a large map, and never ends an animation.
use crate::cases;
use crate::corpus::scene;
use crate::pointing::*;
use crate::sessions::session;
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;
use dungeon_play::session::session::Session;
use proptest::prelude::*;

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
    let second = session.animate().expect("it continues");
    assert_ne!(first, second);
    session.press_key(Key::Click(at(0, 0)));
    assert_eq!(session.animate(), None, "a click is a key");
    assert_eq!(cursor(&session), (7, 3));
}

#[test]
fn x9_in_fog_nothing_out_of_sight_is_waited_for() {
    // The ghost approaches by twelve cells, of which the last ones are in sight.
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
    for moment in &film.shots[1..=walk] {
        let is_seen = moment.frame.lines().any(|row| row.contains('B'));
        assert!(is_seen, "{}", moment.frame);
    }
}

/// A hall much longer than the screen, with Andy at its west end.
fn long_hall(beings: &str) -> Session {
    let hall = format!(".A{}", ".".repeat(198));
    let text = format!(
        "rules tactics\nlevel\nmap\n{hall}\nend\nmark A @ name=\"Andy\" glyph=A\n{beings}\n"
    );
    session(&text)
}

#[test]
fn k4_the_mouse_scrolls_a_large_map_at_its_edge_and_points_at_what_it_shows() {
    let mut session = long_hall("* 100 1");
    let andy = shown_at(&session, 'A').expect("Andy");
    assert_eq!(shown_at(&session, '*'), None);
    for _ in 0..2 {
        session.press_key(Key::Hover(at(79, andy.y)));
        session.press_key(Key::Hover(at(40, andy.y)));
    }
    let crystal = shown_at(&session, '*').expect("the crystal");
    session.press_key(Key::Hover(crystal));
    assert_eq!(cursor(&session), (100, 1));
    assert_eq!(shown_at(&session, '*'), Some(crystal), "it stands still");
    session.press_key(Key::Click(crystal));
    assert_eq!(session.latest_messages(), ["That is out of range."]);
    assert_eq!(cursor(&session), (100, 1));
}

#[test]
fn x9_who_acts_beyond_the_screen_is_seen_doing_it() {
    let mut session = long_hall("B 190 1");
    assert_eq!(shown_at(&session, 'B'), None);
    let film = session.film("<Space>").expect("a script");
    let walk = &film.shots[1..film.shots.len() - 1];
    assert_eq!(walk.len(), 12, "twice six steps");
    for moment in walk {
        assert!(moment.frame.lines().any(|row| row.contains('B')), "{film}");
    }
    assert!(shown_at(&session, 'A').is_some(), "and back to the unit");
}

#[test]
fn x2_in_games_without_pointing_a_moving_mouse_is_no_news() {
    let mut session = scene("hall");
    let before = session.frame();
    session.press("<hover 3,3>").expect("a script");
    assert_eq!(session.frame(), before);
    assert!(session.latest_messages().is_empty() && !session.wants_mouse());
}

/// An action that a player might take next.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Choose(i32, i32),
    Next,
    EndTurn,
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        8 => (1..=20, 1..=10).prop_map(|(x, y)| Choice::Choose(x, y)),
        1 => Just(Choice::Next),
        1 => Just(Choice::EndTurn),
    ]
}

/// Plays a battle by keys and by mouse, and compares both after each choice.
fn plays_alike(seed: u64, choices: &[Choice]) -> Result<(), TestCaseError> {
    let mut by_keys = scene("battle").with_seed(seed);
    let mut by_mouse = scene("battle").with_seed(seed);
    for choice in choices {
        match *choice {
            Choice::Choose(..) if by_keys.outcome().is_some() => {}
            Choice::Choose(x, y) => {
                choose(&mut by_keys, x, y);
                click(&mut by_mouse, x, y);
            }
            Choice::Next => {
                by_keys.press_key(Key::Tab);
                by_mouse.press_key(Key::WheelDown);
            }
            Choice::EndTurn => {
                by_keys.press_key(Key::Char(' '));
                by_mouse.press_key(Key::Char(' '));
            }
        }
        prop_assert_eq!(by_keys.checksum(), by_mouse.checksum());
        prop_assert_eq!(seen(&by_keys), seen(&by_mouse));
    }
    Ok(())
}

#[test]
fn k4_a_wall_chosen_twice_is_the_same_by_keys_and_by_mouse() -> Result<(), TestCaseError> {
    plays_alike(0, &[Choice::Choose(1, 1), Choice::Choose(1, 1)])
}

proptest! {
    #![proptest_config(cases::of(16))]

    #[test]
    fn k4_keyboard_and_mouse_play_the_same_battle(
        seed in 0_u64..1000,
        choices in prop::collection::vec(choice(), 1..30),
    ) {
        plays_alike(seed, &choices)?;
    }

    #[test]
    fn k4_stale_ranges_cannot_be_provoked(
        seed in 0_u64..1000,
        choices in prop::collection::vec(choice(), 1..30),
    ) {
        // The first session shows the overlay all the time, the second one only after each choice.
        let mut with = scene("battle").with_seed(seed);
        with.press_key(Key::Enter);
        let mut without = scene("battle").with_seed(seed);
        for choice in choices {
            for session in [&mut with, &mut without] {
                match choice {
                    Choice::Choose(..) if session.outcome().is_some() => {}
                    Choice::Choose(x, y) => choose(session, x, y),
                    Choice::Next => session.press_key(Key::Tab),
                    Choice::EndTurn => session.press_key(Key::Char(' ')),
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
