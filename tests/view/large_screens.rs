//! Screens of 100×30 and more: the panel beside the map, the window of the documentation, walls as lines, and the
//! border of siege.
use crate::corpus::{folder, scene, seen, shown, without_colour};
use crate::support;
use dungeon::Session;
use dungeon_model::space::geometry::at;
use dungeon_play::view::ansi::ColourDepth;
use dungeon_play::view::frame::{Frame, Style};
use dungeon_play::view::glyphs::Glyphs;
use dungeon_play::view::scene::Lighting;
use dungeon_play::view::window_style::WindowStyle;

/// Returns a session of a shipped dungeon with a seed.
fn shipped(name: &str, seed: u64) -> Session {
    let path = folder("dungeons").join(name);
    Session::open(path)
        .expect("a dungeon without errors")
        .with_seed(seed)
}

fn drawn(text: &str) -> Session {
    Session::new(support::dungeon(text))
}

/// Returns the text of the panel to the right of the map.
fn panel(frame: &Frame) -> String {
    let from = frame.size().width - 28;
    let row = |y: i32| -> String {
        let glyphs = (from..frame.size().width).map(|x| frame.get(at(x, y)).glyph());
        glyphs.collect::<String>().trim_end().to_owned()
    };
    let rows = (0..frame.size().height).map(row);
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn window_panel_beside_the_map_of_each_game() {
    insta::assert_snapshot!(
        "panel explore",
        shown(shipped("crypt.dng", 7), (100, 30), "oooo")
    );
    insta::assert_snapshot!(
        "panel siege",
        shown(shipped("horde.dng", 4), (100, 30), "lfhh")
    );
    insta::assert_snapshot!(
        "panel arena",
        shown(shipped("arena-run.dng", 5), (100, 30), "l")
    );
    insta::assert_snapshot!(
        "panel tactics",
        shown(shipped("wizards.dng", 1), (100, 30), "<Enter>")
    );
}

#[test]
fn window_of_every_size_tells_its_parts_apart_with_and_without_colour() {
    let sizes = [
        ("large", (100, 30)),
        ("usual", (80, 24)),
        ("small", (40, 16)),
    ];
    for (name, size) in sizes {
        let frame = shown(shipped("depths.dng", 7), size, "oooo");
        insta::assert_snapshot!(format!("depths {name}"), frame.with_styles());
        let mono = without_colour(&frame);
        insta::assert_snapshot!(format!("depths {name} without colour"), mono.with_styles());
    }
}

#[test]
fn window_panel_lists_the_pack() {
    let path = folder("fixtures/ok").join("kept-things.dng");
    let armoury = Session::open(path).expect("a fixture without errors");
    insta::assert_snapshot!(panel(&shown(armoury, (100, 30), "lnjhib")));
}

#[test]
fn window_panel_needs_a_hundred_columns_and_thirty_rows() {
    let is_titled = |frame: Frame| frame.lines().any(|row| row.ends_with("In sight"));
    let has_panel = |size| is_titled(seen("hall", size, ""));
    let sizes = [(100, 30), (300, 90), (99, 30), (100, 29), (80, 24)];
    assert_eq!(sizes.map(has_panel), [true, true, false, false, false]);
    for style in [WindowStyle::Below, WindowStyle::Book] {
        let hall = scene("hall").window(style);
        assert!(!is_titled(shown(hall, (120, 40), "")), "{style:?}");
    }
}

#[test]
fn window_panel_tells_no_more_than_is_seen() {
    let text = "rules explore fog=2\nmap\n############\n#@...w..$..#\n############\nend\n";
    let told = |keys| panel(&shown(drawn(text), (100, 30), keys));
    assert!(told("").contains("In sight\nnothing"), "{}", told(""));
    assert!(!told("").contains("wanderer") && !told("").contains("gold"));
    let clear = text.replace(" fog=2", "");
    let told = panel(&shown(drawn(&clear), (100, 30), ""));
    assert!(
        told.contains("w wanderer") && told.contains("$ gold"),
        "{told}"
    );
}

#[test]
fn window_panel_shows_whoever_is_unhurt_with_a_full_bar() {
    let text = "kind d \"hound\" health=14..18 sense=never roam=stand\nmap\n#######\n#@.d1$#\n#######\nend\n\
                mark 1 d health=7..9 name=\"whelp\"\n";
    let told = panel(&shown(drawn(text), (100, 30), ""));
    assert_eq!(
        told.matches("████████").count(),
        3,
        "hero, hound and whelp: {told}"
    );
}

#[test]
fn window_panel_cuts_a_long_list_and_says_how_much_is_left_out() {
    let rats = "w".repeat(40);
    let text = format!("map\n{0}\n#@{rats}.$#\n{0}\nend\n", "#".repeat(45));
    let told = panel(&shown(drawn(&text), (100, 30), ""));
    let listed = told.matches("w wanderer").count();
    assert!(
        told.contains(&format!("and {} more", 41 - listed)),
        "{told}"
    );
}

#[test]
fn window_panel_and_map_share_no_cell_and_clicks_find_the_map() {
    let text = "map\n##########\n#@......$#\n##########\nend\n";
    let mut travels = drawn(text).with_size(110, 34);
    let hero = travels.frame().cursor.expect("a hero");
    travels
        .press(&format!("<click {},{}>", hero.x + 4, hero.y + 1))
        .expect("a click");
    let come = travels.frame().cursor.expect("a hero");
    assert_eq!(
        (come.x, come.y),
        (hero.x + 3, hero.y),
        "three cells to the right"
    );
}

#[test]
fn window_of_the_book_tells_that_the_map_was_read() {
    let path = folder("dungeons").join("classic.dng");
    let classic = || Session::open(&path).expect("a dungeon without errors");
    assert_eq!(
        classic().messages(),
        [
            "Read: 48 by 16 cells; 2 ghosts, 2 patrols and 3 wanderers; 3 times gold, 2 healing herbs and 2 manna rings.",
            "Dungeon map read OK. Press ? for the keys.",
        ]
    );
    for (size, told) in [
        (
            (80, 24),
            ["| … Dungeon map read OK. ", "Press ? for the keys."],
        ),
        (
            (80, 25),
            ["| Read: 48 by 16 cells; ", "Press ? for the keys."],
        ),
    ] {
        let frame = shown(classic(), size, "").to_string();
        assert!(told.iter().all(|told| frame.contains(told)), "{frame}");
    }
    let frame = shown(classic(), (40, 16), "").to_string();
    assert!(
        frame.contains("|Read: 48 by 16 cells; ") && frame.contains("Press ? for the keys."),
        "{frame}"
    );
}

#[test]
fn window_of_the_book_tells_that_a_map_without_monsters_was_read() {
    let empty = drawn("4 3\n####\n#  #\n####\nh 2 2 9 1 0\n= 3 2 0 0 4\nq\n");
    assert_eq!(
        empty.messages()[0],
        "Read: 4 by 3 cells; no monsters; a manna ring."
    );
    assert_eq!(
        scene("hall").messages().len(),
        1,
        "other files have no summary"
    );
}

#[test]
fn window_of_the_book_stands_at_the_books_places() {
    let path = folder("dungeons").join("classic.dng");
    let classic = || Session::open(&path).expect("a dungeon without errors");
    insta::assert_snapshot!("book 80x25", shown(classic(), (80, 25), "lll"));
    insta::assert_snapshot!("book 80x24", shown(classic(), (80, 24), "lll"));
    let frame = shown(classic(), (80, 25), "l");
    // The documentation counts columns and rows from 1.
    let counted = |x, y| frame.get(at(x - 1, y - 1)).glyph();
    for (x, y) in [(2, 20), (30, 20), (58, 20), (2, 22)] {
        let box_corners = [(x, y), (x + 19, y), (x, y + 2), (x + 19, y + 2)];
        assert_eq!(box_corners.map(|(x, y)| counted(x, y)), ['+'; 4], "{x},{y}");
    }
    let prompt: String = (2..22).map(|x| counted(x, 23)).collect();
    assert_eq!(prompt, "|Direction  l      |");
    let modern = scene("hall").window(WindowStyle::Book);
    assert_eq!(shown(modern, (80, 25), "").get(at(29, 19)).glyph(), '+');
}

#[test]
fn window_of_the_book_draws_items_over_monsters() {
    let text = "map\n######\n#@.w$#\n######\nend\n* 4 2\n";
    let glyph = |style| {
        let frame = shown(drawn(text).window(style), (80, 25), "");
        frame.get(at(3, 1)).glyph()
    };
    assert_eq!(
        [glyph(WindowStyle::Below), glyph(WindowStyle::Book)],
        ['w', '*']
    );
}

#[test]
fn window_of_the_book_stops_an_arrow_before_its_target() {
    let flight = |window| {
        let mut game = scene("cell").with_size(80, 24).window(window);
        let shots = game.film("l").expect("a script").shots;
        let rows: Vec<String> = shots.iter().map(|shot| shot.frame.plain()).collect();
        let is_arrow = |row: &str| row.contains(':') && !row.starts_with("In sight:");
        let board = |rows: &&String| rows.lines().any(is_arrow);
        let arrows = rows.iter().filter(board);
        arrows.count()
    };
    let [below, book] = [WindowStyle::Below, WindowStyle::Book].map(flight);
    assert_eq!(below - book, 1, "the last cell of {below}");
}

#[test]
fn window_walls_in_view_are_brighter_than_floor_and_both_than_what_is_remembered() {
    let text = "rules explore fog=3\nmap\n##########\n#@.......#\n#.#......#\n#......$.#\n##########\nend\n";
    let style = |keys, x, y| {
        let frame = shown(drawn(text), (80, 24), keys);
        frame.get(at(x, y)).style()
    };
    assert_eq!(style("", 2, 2), Style::BOLD, "a wall in view");
    assert_eq!(style("", 2, 1), Style::PLAIN, "floor in view");
    assert_eq!(style("llllll", 2, 2), Style::DIM, "a wall remembered");
    assert_eq!(style("llllll", 2, 1), Style::DIM, "floor remembered");
}

#[test]
fn glyphs_of_lines_join_walls_and_doors() {
    let text = "map\n###########\n#@........#\n#.####.#..#\n#.#..+....#\n#.####.#.$#\n#.....##..#\n###########\nend\n";
    let frame = shown(drawn(text).glyphs(Glyphs::Lines), (40, 12), "");
    insta::assert_snapshot!(frame);
}

#[test]
fn glyphs_of_lines_tell_nothing_of_walls_unseen() {
    let hall = |hidden: &str| {
        format!(
            "rules explore fog=2\nmap\n#########\n#@......#\n#.###{hidden}..#\n#......$#\n#########\nend\n"
        )
    };
    let frame = |hidden: &str| shown(drawn(&hall(hidden)).glyphs(Glyphs::Lines), (40, 12), "");
    assert_eq!(frame("#"), frame("."), "the hidden cell is out of sight");
}

#[test]
fn light_of_true_colour_falls_from_the_hero_and_from_lamps_and_no_other_colour_has_it() {
    let text = "tile T \"lamp\" glow=3\nmap\n######################\n#@..................T#\n#...................$#\n######################\nend\n";
    let session = drawn(text).lighting(Lighting::Soft);
    let frame = shown(session, (80, 24), "");
    let shade = |x| frame.get(at(x, 2)).style().shade;
    assert_eq!([1, 6, 12, 17, 19].map(shade), [0, 1, 2, 3, 1]);
    let even = shown(drawn(text), (80, 24), "");
    assert_eq!(
        frame.to_ansi(ColourDepth::Ansi256),
        even.to_ansi(ColourDepth::Ansi256)
    );
    assert_ne!(
        frame.to_ansi(ColourDepth::True),
        even.to_ansi(ColourDepth::True)
    );
}

#[test]
fn s30_the_ring_is_faint_on_all_four_sides_or_on_none() {
    let (row, hero) = ("...........\n", ".....@.....\n");
    let field = format!(
        "rules siege\nmap\n{}{hero}{}end\n",
        row.repeat(3),
        row.repeat(10)
    );
    let faint = |size: (i32, i32)| {
        let frame = shown(drawn(&field), size, "");
        let sides = [at(5, 0), at(0, 5), at(10, 5), at(5, 13)];
        sides.map(|p| frame.get(p).style().dim && frame.get(p).glyph() == '.')
    };
    assert_eq!(faint((80, 24)), [true; 4]);
    assert_eq!(faint((34, 12)), [false; 4]);
}

#[test]
fn s30_a_stronger_fence_has_more_ink() {
    let signs = ['┆', '░', '▒', '▓', '█'];
    let text = "rules siege\nmap\n.......\n.......\n.12345.\n...@...\n.......\nend\n";
    let frame = shown(drawn(text), (80, 24), "");
    assert_eq!([1, 2, 3, 4, 5].map(|x| frame.get(at(x, 2)).glyph()), signs);
}
