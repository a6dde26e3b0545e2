//! The layout of the tactics screen (K-10), at every size from the smallest to a very large one.
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::Rim;
use dungeon_model::space::geometry::{Region, Size, at};
use dungeon_play::view::layout::{GaugeLayout, Layout, LayoutNeeds, SMALLEST};
use dungeon_play::view::preview::ControlScheme;
use dungeon_play::view::window_style::WindowStyle;
use dungeon_play::view::wrap::wrap;

const RUNNING: LayoutNeeds<'_> = LayoutNeeds {
    window: WindowStyle::Below,
    control: ControlScheme::Pointing,
    rim: Rim::Open,
    boxes: 4,
    rows: 1,
    line: 30,
    latest: "",
    outcome: None,
};

/// Returns every height with widths near those at which the layout changes, and maps from one cell to larger than any
/// screen.
fn screens() -> impl Iterator<Item = (Size, Size)> {
    let widths = [30, 31, 59, 60, 66, 80, 81, 120, 200];
    let maps = [(1, 1), (2, 3), (65, 5), (20, 20), (70, 18), (300, 90)];
    let sizes =
        (SMALLEST.height..=60).flat_map(move |height| widths.map(|width| Size::new(width, height)));
    sizes.flat_map(move |size| maps.map(|(width, height)| (size, Size::new(width, height))))
}

fn size(region: Region) -> (i32, i32) {
    let Region { from, to } = region;
    (to.x - from.x + 1, to.y - from.y + 1)
}

/// Returns the region of the gauges.
fn line(layout: &Layout) -> Region {
    match layout.gauges {
        GaugeLayout::Line(line) => line,
        _ => panic!("{layout:?}"),
    }
}

#[test]
fn k10_board_in_the_middle_below_it_units_what_is_pointed_at_and_the_log() {
    for (screen, map) in screens() {
        let layout = Layout::new(screen, map, &RUNNING);
        let told = format!("{map} on {screen}: {layout:?}");
        let (board, units, log) = (layout.board, line(&layout), layout.log);
        let pointed = layout.cell_text.expect("the game goes on");
        assert_eq!(units.from.y, board.to.y + 1, "{told}");
        assert_eq!(pointed.from.y, units.to.y + 1, "{told}");
        assert_eq!(log.from.y, pointed.to.y + 1, "{told}");
        assert_eq!(log.to, at(screen.width - 1, screen.height - 1), "{told}");
        assert_eq!(log.from.x, units.from.x, "{told}");
        assert_eq!(pointed.from.x, units.from.x, "{told}");
        let (before, behind) = (board.from.x, screen.width - 1 - board.to.x);
        assert!((0..=1).contains(&(behind - before)), "{told}");
        assert!(board.from.y >= 0 && board.to.y >= board.from.y, "{told}");
    }
}

#[test]
fn k10_board_is_as_large_as_its_map_or_as_the_room_above_the_lines() {
    let board = |screen: (i32, i32), map: (i32, i32)| {
        let (screen, map) = (Size::new(screen.0, screen.1), Size::new(map.0, map.1));
        size(Layout::new(screen, map, &RUNNING).board)
    };
    assert_eq!(board((80, 24), (70, 20)), (70, 20));
    assert_eq!(board((80, 24), (70, 21)), (70, 20), "two rows of messages");
    assert_eq!(board((80, 11), (70, 21)), (70, 8), "one row of them");
    assert_eq!(board((40, 12), (70, 21)), (40, 7), "two rows told, too");
    assert_eq!(board((30, 8), (70, 21)), (30, 5));
    assert_eq!(board((200, 60), (300, 90)), (200, 52), "six rows of them");
}

#[test]
fn k5_everything_stands_still_whatever_is_said() {
    let said = "It is a long story. ".repeat(20);
    for (screen, map) in screens() {
        for columns in [1, 60, 300] {
            let line = columns;
            let said = &said[..columns as usize];
            let layout = Layout::new(
                screen,
                map,
                &LayoutNeeds {
                    line,
                    latest: said,
                    ..RUNNING
                },
            );
            let quiet = Layout::new(screen, map, &RUNNING);
            assert_eq!(layout, quiet, "{map} on {screen}");
        }
    }
}

#[test]
fn k14_the_end_takes_what_is_told_and_then_the_boards_last_rows() {
    let story = "It is a long story. ".repeat(20);
    for (screen, map) in screens() {
        let running = Layout::new(screen, map, &RUNNING);
        for words in [0, 10, 40, 100, story.len()] {
            let ended = Layout::new(
                screen,
                map,
                &LayoutNeeds {
                    latest: &story[..words],
                    outcome: Some(Outcome::Won),
                    ..RUNNING
                },
            );
            let told = format!("{map} on {screen}, {words}: {ended:?}");
            assert_eq!(ended.cell_text, None, "{told}");
            assert_eq!(ended.board.from, running.board.from, "{told}");
            assert_eq!(line(&ended).from.y, ended.board.to.y + 1, "{told}");
            assert_eq!(ended.log.from.y, line(&ended).to.y + 1, "{told}");
            let is_shorter = ended.board.to.y < running.board.to.y;
            let log = size(ended.log);
            let lines = wrap(&story[..words], log.0 as usize).len() as i32;
            let most = (screen.height / 2).min(screen.height - 5);
            assert!(log.1 >= lines.min(most), "{told}");
            assert!(!is_shorter || log.1 <= most, "{told}");
            assert!(ended.board.to.y >= running.board.to.y.min(3), "{told}");
        }
    }
}

#[test]
fn k5_the_overlays_word_and_the_end_have_their_place_on_every_screen() {
    for (screen, map) in screens() {
        for outcome in [None, Some(Outcome::Lost)] {
            let layout = Layout::new(screen, map, &LayoutNeeds { outcome, ..RUNNING });
            let word = layout.verdict.expect("the layout has the part");
            assert_eq!(word, at(line(&layout).to.x + 2, line(&layout).to.y));
            assert!(word.x + 6 <= screen.width, "{map} on {screen}: {layout:?}");
            assert!(size(line(&layout)).0 >= 23, "{map} on {screen}: {layout:?}");
        }
    }
}
