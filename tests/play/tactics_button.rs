//! A player with only a mouse can end the turn, on every screen (K-4, K-10); and a superfluous choice costs no point.
use crate::corpus::rows;
use crate::support;
use dungeon_format::source::Source;
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::session::session::Session;

const DUEL: &str = r#"
rules tactics
level
map
############
#A.........#
#..........#
#...G......#
############
end
mark A @ name="Andy" glyph=A accuracy=100 damage=9
mark G G health=1
"#;

fn session(width: i32, height: i32) -> Session {
    Session::new(support::dungeon(DUEL)).with_size(width, height)
}

/// Clicks the first cell of a text, which must be on the screen.
fn click_on(session: &mut Session, text: &str) {
    let rows = rows(&session.frame());
    let found = rows.iter().zip(0..).find_map(|(row, y)| {
        let byte = row.find(text)?;
        Some(at(row[..byte].chars().count() as i32, y))
    });
    let p = found.unwrap_or_else(|| panic!("no {text} on\n{}", session.frame()));
    session.press_key(Key::Click(p));
}

#[test]
fn k10_a_click_on_the_button_ends_the_turn_on_every_screen() {
    for (width, height) in [(30, 8), (40, 12), (60, 20), (80, 24), (120, 40), (200, 60)] {
        let mut session = session(width, height);
        assert_eq!(session.turn(), 0);
        click_on(&mut session, " Space");
        assert_eq!(session.turn(), 1, "{width}x{height}");
    }
}

#[test]
fn k10_a_click_beside_the_button_ends_nothing() {
    let mut session = session(80, 24);
    let whole = session.frame().size();
    let is_button = |session: &Session, p| {
        let frame = session.frame();
        frame.get(p).style().reverse
    };
    for p in whole.points() {
        if !is_button(&session, p) && p.y > 14 {
            session.press_key(Key::Click(p));
            assert_eq!(session.turn(), 0, "{p}");
        }
    }
}

#[test]
fn k10_the_button_is_as_wide_as_the_name_of_its_key() {
    let source = Source::from_text(
        "keys.toml",
        "[tactics]\nend-turn = \"e\"\nchoose = \"<Space>\"",
    );
    let keys = KeysFile::read(&source).expect("keys");
    let presses = |made: &dyn Fn() -> Session| {
        let frame = made().frame();
        let pressed = frame.size().points().filter(|p| {
            let mut session = made();
            session.press_key(Key::Click(*p));
            session.turn() == 1
        });
        let pressed: Vec<_> = pressed.collect();
        assert!(pressed.iter().all(|p| frame.get(*p).style().reverse));
        pressed.len()
    };
    let plain = presses(&|| session(40, 12));
    let rebound = presses(&|| session(40, 12).keymap(&keys));
    assert_eq!(plain - rebound, "Space".len() - "e".len());
}

#[test]
fn k10_the_button_is_never_a_key_without_a_word() {
    for (width, height) in (30..=120).flat_map(|width| [8, 11, 20].map(|height| (width, height))) {
        for keys in ["", "<Enter>", "fj", "fk", "h"] {
            let mut session = session(width, height);
            session.press(keys).expect("keys");
            let rows = rows(&session.frame());
            let is_alone = |row: &String| row.trim_end().ends_with(" Space");
            assert!(
                !rows.iter().any(is_alone),
                "{width}x{height}\n{}",
                session.frame()
            );
        }
    }
}

#[test]
fn k10_the_button_leaves_no_word_of_what_is_told_out_of_sight() {
    // The longest line possible: a ghost that can be shot.
    let heights = [8, 11, 20];
    for (width, height) in (30..=120).flat_map(|width| heights.map(|height| (width, height))) {
        let mut session = session(width, height);
        session.press("fj").expect("keys");
        session.press("k").expect("keys");
        let told = session
            .outlook()
            .expect("a battle")
            .view()
            .cell_text
            .to_owned();
        let text = rows(&session.frame()).join(" ");
        let words = told.split(' ').filter(|word| !word.is_empty());
        let lost: Vec<_> = words.filter(|word| !text.contains(word)).collect();
        assert!(
            lost.is_empty(),
            "{width}x{height}: {lost:?}\n{}",
            session.frame()
        );
    }
}

#[test]
fn k11_a_choice_too_many_after_the_last_shot_at_somebody_is_no_move() {
    // With a second ghost the game goes on after the death of the first.
    let two = DUEL.replace("#..........#\n#...G", "#.....G....#\n#...G");
    for seed in 0..40 {
        let mut session = Session::new(support::dungeon(&two)).with_seed(seed);
        session.press("f<Enter>").expect("keys");
        let world = session.game().world();
        let unit = world.body(world.commanded()).at;
        let left = world.theirs(world.here()).count();
        let cursor = session.outlook().expect("a battle").view().cursor;
        match left {
            1 => {
                assert_eq!(cursor, unit, "the cell is empty");
                session.press("<Enter>").expect("keys");
                let world = session.game().world();
                assert_eq!(world.body(world.commanded()).at, unit);
                return;
            }
            _ => assert_ne!(
                cursor, unit,
                "the ghost survived a miss, and can be shot again"
            ),
        }
    }
    panic!("no hit at 95 % in 40 games");
}
