//! After every draw the terminal shows the frame, with all styles and the cursor in its place, and the number of bytes
//! is small.
use std::cell::RefCell;
use std::io::Write;
use std::num::NonZeroU16;
use std::rc::Rc;

use crate::cases;
use dungeon::ColourDepth;
use dungeon::terminal::{ScreenWriter, entering, leaving};
use dungeon_model::dungeon::Colour;
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_play::view::frame::{Cell, Frame, Style};
use proptest::prelude::*;

const SIZE: Size = Size {
    width: 20,
    height: 6,
};

/// A terminal, and the writes to it; clones share one terminal.
#[derive(Clone)]
struct Glass(Rc<RefCell<(vt100::Parser, Vec<String>)>>);

impl std::io::Write for Glass {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let (parser, writes) = &mut *self.0.borrow_mut();
        parser.process(bytes);
        writes.push(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Glass {
    /// Returns an empty terminal, and a screen writer for it.
    fn new(size: Size, depth: ColourDepth) -> (Glass, ScreenWriter<Glass>) {
        let parser = vt100::Parser::new(cells(size.height), cells(size.width), 0);
        let glass = Glass(Rc::new(RefCell::new((parser, Vec::new()))));
        let screen = ScreenWriter::new(glass.clone(), depth, size);
        (glass, screen)
    }

    fn screen(&self) -> vt100::Screen {
        self.0.borrow().0.screen().clone()
    }

    fn writes(&self) -> Vec<String> {
        self.0.borrow().1.clone()
    }

    fn resize(&self, size: Size) {
        let (parser, _) = &mut *self.0.borrow_mut();
        parser
            .screen_mut()
            .set_size(cells(size.height), cells(size.width));
    }

    fn type_out(&mut self, text: &str) {
        self.write_all(text.as_bytes()).expect("in memory");
    }
}

fn cells(length: i32) -> NonZeroU16 {
    NonZeroU16::new(u16::try_from(length).expect("a small screen")).expect("not empty")
}

/// Returns the terminal's cell at a point, in the form of a frame's cell.
fn shown(screen: &vt100::Screen, p: Point) -> Cell {
    let cell = screen.cell(p.y as u16, p.x as u16).expect("inside");
    let colour = |colour| match colour {
        vt100::Color::Idx(index) => Some(Colour::NAMES[usize::from(index)].1),
        _ => None,
    };
    let style = Style {
        ink: colour(cell.fgcolor()),
        paper: colour(cell.bgcolor()),
        bold: cell.bold(),
        dim: cell.dim(),
        reverse: cell.inverse(),
        underline: cell.underline(),
        shade: 0,
    };
    Cell::new(cell.contents().chars().next().unwrap_or(' '), style)
}

/// Returns the visible part of a cell: a blank has no foreground color and no weight.
fn seen(cell: Cell) -> Cell {
    let style = cell.style();
    let is_unmarked = style.paper.is_none() && !style.reverse;
    if cell.glyph() == ' ' && is_unmarked {
        return Cell::default();
    }
    cell
}

/// Returns the visible part of a terminal's cell, with its colors as the terminal stores them.
fn inked(screen: &vt100::Screen, p: Point) -> (String, [vt100::Color; 2], [bool; 3]) {
    let cell = screen.cell(p.y as u16, p.x as u16).expect("inside");
    let is_blank = cell.contents().trim().is_empty();
    if is_blank && cell.bgcolor() == vt100::Color::Default && !cell.inverse() {
        return (String::new(), [vt100::Color::Default; 2], [false; 3]);
    }
    (
        cell.contents().to_owned(),
        [cell.fgcolor(), cell.bgcolor()],
        [cell.bold(), cell.dim(), cell.inverse()],
    )
}

fn points(size: Size) -> impl Iterator<Item = Point> {
    (0..size.height).flat_map(move |y| (0..size.width).map(move |x| at(x, y)))
}

#[track_caller]
fn assert_shows(glass: &Glass, frame: &Frame, depth: ColourDepth) {
    let screen = glass.screen();
    let (rows, columns) = screen.size();
    let size = Size {
        width: i32::from(columns.get()),
        height: i32::from(rows.get()),
    };
    for p in points(size) {
        let cell = frame.get(p);
        let expected = Cell::new(cell.glyph(), depth.limit(cell.style()));
        assert_eq!(seen(shown(&screen, p)), seen(expected), "at {p}");
    }
    if let Some(p) = frame.cursor {
        assert_eq!(screen.cursor_position(), (p.y as u16, p.x as u16));
    }
}

fn picture(rows: &[&str], cursor: Option<Point>) -> Frame {
    let mut frame = Frame::new(SIZE);
    for (row, y) in rows.iter().zip(0..) {
        for (glyph, x) in row.chars().zip(0..) {
            frame.set(at(x, y), Cell::new(glyph, Style::default()));
        }
    }
    frame.cursor = cursor;
    frame
}

/// Returns the bytes of each frame, drawn after the previous one.
fn costs(frames: &[Frame]) -> Vec<usize> {
    let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
    for frame in frames {
        screen.draw(frame).expect("a screen in memory");
    }
    assert_shows(&glass, &frames[frames.len() - 1], ColourDepth::Ansi16);
    glass.writes().iter().map(String::len).collect()
}

/// A frame with the hero on an open floor.
fn walker(p: Point, style: Style) -> Frame {
    let mut frame = picture(&["...................."; 6], Some(p));
    frame.set(p, Cell::new('@', style));
    frame
}

#[test]
fn a_step_costs_seven_bytes_and_fifteen_in_colour() {
    let bold = Style {
        ink: Some(Colour::BrightWhite),
        bold: true,
        ..Style::default()
    };
    for (style, goal) in [(Style::default(), 7), (bold, 15)] {
        let from = at(10, 3);
        let steps = points(SIZE).filter(|to| to.chebyshev(from) == 1);
        let costs: Vec<usize> = steps
            .map(|to| {
                let frames = [walker(from, style), walker(to, style), walker(from, style)];
                costs(&frames)[1]
            })
            .collect();
        let most = costs.iter().max().expect("eight ways");
        let sum: usize = costs.iter().sum();
        assert!(sum <= goal * costs.len(), "{costs:?}");
        assert!(*most <= goal + 4, "{costs:?}");
    }
}

#[test]
fn a_step_to_the_right_is_three_bytes() {
    let plain = Style::default();
    let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
    screen.draw(&walker(at(4, 2), plain)).expect("in memory");
    screen.draw(&walker(at(5, 2), plain)).expect("in memory");
    assert_eq!(glass.writes()[1], ".@\x08");
}

#[test]
fn the_same_frame_again_writes_nothing_and_every_other_one_once() {
    let a = picture(&["a message", "@"], Some(at(0, 1)));
    let b = picture(&["", "#####", " @"], Some(at(1, 2)));
    let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
    for frame in [&a, &a, &b, &b, &a] {
        screen.draw(frame).expect("in memory");
    }
    assert_eq!(glass.writes().len(), 3);
}

#[test]
fn a_vanished_line_is_erased_by_one_sequence() {
    let long = picture(&["Hurt: 2 points lost"], Some(at(0, 0)));
    let short = picture(&["Hm."], Some(at(0, 0)));
    let costs = costs(&[long, short]);
    assert_eq!(costs[1], "Hm.\x1b[K\r".len(), "{costs:?}");
}

#[test]
fn blanks_between_coloured_cells_cost_no_change_of_the_pen() {
    let dim = Style {
        dim: true,
        ..Style::default()
    };
    let empty = Frame::new(SIZE);
    let mut walls = empty.clone();
    for x in [0, 2, 4] {
        walls.set(at(x, 0), Cell::new('#', dim));
    }
    walls.cursor = Some(at(5, 0));
    let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
    screen.draw(&empty).expect("in memory");
    screen.draw(&walls).expect("in memory");
    assert_eq!(glass.writes()[1], "\x1b[2m# # #");
}

#[test]
fn a_border_beside_every_row_changes_the_pen_once() {
    let size = Size {
        width: 40,
        height: 8,
    };
    let mut room = Frame::new(size);
    for y in 0..size.height {
        room.write(at(0, y), &".".repeat(40), Style::PLAIN);
        for x in [0, 38] {
            room.set(at(x, y), Cell::new('|', Style::DIM));
        }
    }
    let (glass, mut screen) = Glass::new(size, ColourDepth::Ansi16);
    screen.draw(&room).expect("in memory");
    assert_shows(&glass, &room, ColourDepth::Ansi16);
    assert_eq!(glass.writes()[0].matches("\x1b[2m").count(), 1);
}

#[test]
fn a_step_upwards_is_two_bytes_to_move() {
    let [here, above] = [at(4, 2), at(4, 1)].map(|p| picture(&["....."; 4], Some(p)));
    let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
    screen.draw(&here).expect("in memory");
    screen.draw(&above).expect("in memory");
    assert_eq!(glass.writes()[1], "\x1bM");
    assert_shows(&glass, &above, ColourDepth::Ansi16);
}

#[test]
fn after_a_resize_even_the_same_frame_is_drawn_whole() {
    let frame = picture(&["#####", "#@"], Some(at(1, 1)));
    let (mut glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
    screen.draw(&frame).expect("in memory");
    glass.type_out("\x1b[41mwhat a terminal makes of it");
    screen.resize(SIZE);
    screen.draw(&frame).expect("in memory");
    assert_shows(&glass, &frame, ColourDepth::Ansi16);
}

#[test]
fn after_the_last_column_the_next_move_is_absolute() {
    // Terminals disagree about the cursor's place after the last column, and so about one step back.
    let mut frame = picture(&["", "@"], Some(at(18, 0)));
    let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
    screen.draw(&frame).expect("in memory");
    frame.set(at(19, 0), Cell::new('#', Style::default()));
    screen.draw(&frame).expect("in memory");
    assert_eq!(glass.writes()[1], " #\x1b[1;19H");
}

#[test]
fn only_large_frames_are_marked() {
    let full = picture(&["#".repeat(20).as_str(); 6], None);
    let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
    screen.draw(&full).expect("in memory");
    screen.draw(&picture(&["@"], None)).expect("in memory");
    let writes = glass.writes();
    assert!(writes[0].starts_with("\x1b[?2026h") && writes[0].ends_with("\x1b[?2026l"));
    assert!(!writes[1].contains("2026"), "{:?}", writes[1]);
}

#[test]
fn entering_and_leaving_are_each_others_undoing() {
    let over = "\x1b[?2026l";
    assert!(leaving().starts_with(over), "also in the middle of a frame");
    let mut parser = vt100::Parser::default();
    parser.process(b"$ dungeon\r\n");
    let before = parser.screen().state_formatted();
    parser.process(entering().as_bytes());
    assert!(parser.screen().alternate_screen() && parser.screen().hide_cursor());
    assert!(parser.screen().bracketed_paste());
    assert!(!parser.screen().application_keypad() && !parser.screen().application_cursor());
    parser.process(b"\x1b[1;31mhalf a fra");
    parser.process(leaving().as_bytes());
    assert_eq!(parser.screen().state_formatted(), before);
}

fn any_style() -> impl Strategy<Value = Style> {
    let colour = || {
        prop::option::of(prop::sample::select(
            Colour::NAMES.map(|named| named.1).to_vec(),
        ))
    };
    (colour(), colour(), any::<[bool; 4]>()).prop_map(
        |(ink, paper, [bold, dim, reverse, underline])| Style {
            ink,
            paper,
            bold,
            // Terminals treat bold and faint as exclusive intensities.
            dim: dim && !bold,
            reverse,
            underline,
            shade: 0,
        },
    )
}

/// A frame with long runs of blanks and of equal styles, as real ones have.
fn any_frame(size: Size) -> impl Strategy<Value = Frame> {
    let glyph = prop::sample::select(" ..#@é│".chars().collect::<Vec<_>>());
    let run = (
        prop_oneof![3 => Just(Style::default()), 1 => any_style()],
        prop::collection::vec(glyph, 1..12),
        0usize..30,
    );
    let cursor = prop::option::of((0..size.width, 0..size.height));
    (prop::collection::vec(run, 0..16), cursor).prop_map(move |(runs, cursor)| {
        let mut frame = Frame::new(size);
        let mut places = points(size);
        for (style, glyphs, blanks) in runs {
            for (glyph, p) in glyphs.into_iter().zip(&mut places) {
                frame.set(p, Cell::new(glyph, style));
            }
            places.by_ref().take(blanks).for_each(drop);
        }
        frame.cursor = cursor.map(|(x, y)| at(x, y));
        frame
    })
}

const CROWD: Size = Size {
    width: 36,
    height: 12,
};

/// Frames so full that the cells of one style may be written after all others; some columns are of one style with gaps,
/// and some cells stay unchanged.
fn crowds() -> impl Strategy<Value = Vec<Frame>> {
    let column = prop_oneof![3 => Just(Style::PLAIN), 1 => Just(Style::DIM), 1 => any_style()];
    let columns = prop::collection::vec(column, CROWD.width as usize);
    let glyph = prop::sample::select(" .#|".chars().collect::<Vec<_>>());
    let glyphs = prop::collection::vec((glyph, 0..12u8), CROWD.area());
    let frame = |(columns, glyphs): (Vec<Style>, Vec<(char, u8)>)| {
        let mut frame = Frame::new(CROWD);
        for (p, (glyph, luck)) in points(CROWD).zip(glyphs) {
            let style = match luck {
                0 => Style::PLAIN,
                1 => Style::REVERSE,
                _ => columns[p.x as usize],
            };
            frame.set(p, Cell::new(glyph, style));
        }
        frame
    };
    prop::collection::vec((columns, glyphs).prop_map(frame), 1..4)
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn the_terminal_shows_every_frame_of_a_run(
        frames in prop::collection::vec(any_frame(SIZE), 1..6),
        pokes in prop::collection::vec((0..20i32, 0..6i32, any_style()), 0..6),
        depth in prop::sample::select(vec![ColourDepth::Mono, ColourDepth::Ansi16]),
    ) {
        let mut frames = frames;
        // Single cells change on the last frame, one after another.
        for (x, y, style) in pokes {
            let mut next = frames[frames.len() - 1].clone();
            next.set(at(x, y), Cell::new('!', style));
            next.cursor = Some(at(x, y));
            frames.push(next);
        }
        let (mut glass, mut screen) = Glass::new(SIZE, depth);
        // The terminal shows other text at first.
        glass.type_out("\x1b[31mleft over\x1b[5;5H\x1b[7mmore");
        for frame in &frames {
            screen.draw(frame).expect("in memory");
            assert_shows(&glass, frame, depth);
        }
    }

    #[test]
    fn fixed_shades_are_changed_to_what_they_are_painted_as(
        frames in prop::collection::vec(any_frame(SIZE), 1..6),
        depth in prop::sample::select(vec![ColourDepth::Ansi256, ColourDepth::True]),
    ) {
        let (glass, mut screen) = Glass::new(SIZE, depth);
        for frame in &frames {
            screen.draw(frame).expect("in memory");
            let (mut painted, _) = Glass::new(SIZE, depth);
            painted.type_out(&frame.to_ansi(depth).trim_end_matches('\n').replace('\n', "\r\n"));
            let [found, expected] = [&glass, &painted].map(Glass::screen);
            for p in points(SIZE) {
                prop_assert_eq!(inked(&found, p), inked(&expected, p), "at {}", p);
            }
        }
    }

    #[test]
    fn a_resized_terminal_shows_the_next_frame_whole(
        before in any_frame(SIZE),
        after in any_frame(Size { width: 33, height: 4 }),
    ) {
        let size = after.size();
        let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
        screen.draw(&before).expect("in memory");
        glass.resize(size);
        screen.resize(size);
        screen.draw(&after).expect("in memory");
        assert_shows(&glass, &after, ColourDepth::Ansi16);
    }

    #[test]
    fn a_frame_larger_than_the_terminal_is_cut_off(
        frames in prop::collection::vec(any_frame(Size { width: 33, height: 9 }), 1..4),
    ) {
        let (glass, mut screen) = Glass::new(SIZE, ColourDepth::Ansi16);
        let mut last = Frame::new(SIZE);
        for mut frame in frames {
            frame.cursor = None;
            screen.draw(&frame).expect("in memory");
            last = frame;
        }
        assert_shows(&glass, &last, ColourDepth::Ansi16);
    }

    #[test]
    fn a_painted_frame_reads_back(frame in any_frame(SIZE), depth in prop::sample::select(vec![ColourDepth::Mono, ColourDepth::Ansi16])) {
        let text = frame.to_ansi(depth);
        prop_assert_eq!(text.lines().count(), 6);
        let (mut glass, _) = Glass::new(SIZE, depth);
        let lines: Vec<&str> = text.lines().collect();
        glass.type_out(&lines.join("\r\n"));
        let mut frame = frame;
        frame.cursor = None;
        assert_shows(&glass, &frame, depth);
    }
}

proptest! {
    #![proptest_config(cases::of(48))]

    #[test]
    fn the_terminal_shows_large_frames_with_a_style_here_and_there(
        frames in crowds(),
        depth in prop::sample::select(vec![ColourDepth::Mono, ColourDepth::Ansi16]),
    ) {
        let (glass, mut screen) = Glass::new(CROWD, depth);
        for frame in &frames {
            screen.draw(frame).expect("in memory");
            assert_shows(&glass, frame, depth);
        }
    }
}
