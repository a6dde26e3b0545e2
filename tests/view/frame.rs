//! Frames as values: printing, comparison, text, styles and pictures.
use crate::cases;
use dungeon_model::dungeon::Colour;
use dungeon_model::space::geometry::{Size, at};
use dungeon_play::session::session::Session;
use dungeon_play::view::frame::{Cell, Frame, Style};
use proptest::prelude::*;

const RED: Style = Style {
    ink: Some(Colour::Red),
    ..Style::BOLD
};

fn sample() -> Frame {
    let mut frame = Frame::new(Size::new(12, 3));
    let plain = Style::default();
    let reverse = Style {
        reverse: true,
        ..plain
    };
    let blue = Style {
        paper: Some(Colour::Blue),
        dim: true,
        ..plain
    };
    frame.turn = 3;
    frame.cursor = Some(at(2, 1));
    frame.write(at(0, 0), "a <b> & c", plain);
    frame.write(at(2, 1), "rat", RED);
    frame.write(at(6, 1), "x  ", reverse);
    frame.write(at(9, 2), "~~~~~", blue);
    frame
}

#[test]
fn prints_a_header_and_every_row_between_bars() {
    let expected = drawn! {"
        12x3 turn 3
        |a <b> & c   |
        |  rat x     |
        |         ~~~|"};
    assert_eq!(sample().to_string(), expected);
    assert_eq!(sample().plain(), "a <b> & c\n  rat x\n         ~~~\n");
}

#[test]
fn prints_its_styles_as_letters_with_a_legend() {
    insta::assert_snapshot!(sample().with_styles());
}

#[test]
fn becomes_a_picture() {
    insta::assert_snapshot!(sample().to_svg());
}

#[test]
fn more_styles_than_letters_are_still_printed() {
    let mut frame = Frame::new(Size::new(96, 1));
    for (x, index) in (0..).zip(0..96usize) {
        let (_, ink) = Colour::NAMES[index % 16];
        let (_, paper) = Colour::NAMES[index / 16];
        let style = Style {
            ink: Some(ink),
            paper: Some(paper),
            ..Style::default()
        };
        frame.set(at(x, 0), Cell::new('x', style));
    }
    let printed = frame.with_styles().to_string();
    assert!(printed.ends_with("* 34 more styles"), "{printed}");
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn nothing_printed_can_harm_a_terminal(text: String, width in 0..30i32) {
        let mut frame = Frame::new(Size::new(width, 1));
        frame.write(at(0, 0), &text, RED);
        let is_harmful = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        for printed in [frame.to_string(), frame.plain(), frame.to_svg(), frame.with_styles().to_string()] {
            prop_assert!(!printed.contains(is_harmful));
        }
        prop_assert!(!frame.to_svg().replace("</", "").contains("<script"));
    }

    #[test]
    fn a_diff_is_exactly_what_differs(a in ".{0,40}", b in ".{0,40}") {
        let drawn = |text: &str| {
            let mut frame = Frame::new(Size::new(7, 5));
            for (y, line) in (0..).zip(text.chars().collect::<Vec<_>>().chunks(7)) {
                frame.write(at(0, y), &line.iter().collect::<String>(), Style::default());
            }
            frame
        };
        let (mut old, new) = (drawn(&a), drawn(&b));
        let changes: Vec<_> = new.diff(&old).collect();
        prop_assert!(changes.iter().all(|(p, cell)| old.get(*p) != *cell));
        prop_assert!(changes.is_sorted_by_key(|(p, _)| *p));
        changes.into_iter().for_each(|(p, cell)| old.set(p, cell));
        prop_assert_eq!(old, new);
    }
}

/// A game without a session has no player with a limited view.
#[test]
fn a_frame_of_a_game_has_the_whole_level_of_the_hero_and_nothing_else() {
    let text = "rules explore fog=1\nlevel \"Up\"\nmap\n########\n#@>...$#\n########\nend\n\
                level \"Down\"\nmap\n#####\n#<w$#\n#####\nend\n";
    let mut session = Session::from_text(text).expect("a dungeon");
    let frame = Frame::of(session.game());
    assert_eq!(frame.plain(), "########\n#@>...$#\n########\n");
    assert_eq!((frame.cursor, frame.turn), (Some(at(1, 1)), 0));
    assert_eq!(frame.get(at(1, 1)).style(), Style::BOLD);
    session.press("l>").expect("keys");
    let frame = Frame::of(session.game());
    assert_eq!((frame.size(), frame.turn), (Size::new(5, 3), 2));
    assert_eq!(frame.plain().matches('@').count(), 1, "{frame}");
}
