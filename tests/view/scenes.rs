//! Snapshots of every screen. Each was read before it was accepted.
use std::cell::RefCell;
use std::rc::Rc;

use crate::corpus::{folder, scene, seen, shown};
use dungeon::{Frame, Glyphs, Session};
use dungeon_model::space::geometry::Size;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::text::menu::{Menu, MenuItem};
use dungeon_play::view::scene::too_small;

#[test]
fn window_scene_at_the_books_size() {
    insta::assert_snapshot!(seen("hall", (80, 24), "l"));
}

#[test]
fn window_scene_on_a_tall_screen_has_a_longer_log() {
    insta::assert_snapshot!(seen("hall", (120, 40), "lpkk"));
}

#[test]
fn window_scene_on_narrower_and_lower_screens() {
    insta::assert_snapshot!("60x20", seen("hall", (60, 20), "l"));
    insta::assert_snapshot!("40x12", seen("hall", (40, 12), "l"));
    insta::assert_snapshot!("30x8", seen("hall", (30, 8), "l"));
}

#[test]
fn window_too_small_is_a_notice() {
    insta::assert_snapshot!(seen("hall", (26, 3), "l"));
}

#[test]
fn window_notice_of_any_size_is_whole_words_and_says_first_what_is_needed() {
    for (width, height) in (1..=40).flat_map(|width| (1..=9).map(move |height| (width, height))) {
        if width >= 30 && height >= 8 {
            continue;
        }
        let frame = too_small(Size::new(width, height));
        let rows: Vec<String> = frame.lines().map(|row| row.trim_end().to_owned()).collect();
        let told = rows.join(" ").trim_end().to_owned();
        let whole = [
            format!("Needs 30x8, has {width}x{height}."),
            "Needs 30x8.".to_owned(),
            "30x8".to_owned(),
            "!".to_owned(),
        ];
        assert!(whole.contains(&told), "{width}x{height}: {told}");
        let needed = match (width, height) {
            (11.., _) | (5.., 2..) => "Needs 30x8",
            (4.., _) => "30x8",
            _ => "!",
        };
        assert!(told.starts_with(needed), "{width}x{height}: {told}");
    }
    let rows = |width, height| too_small(Size::new(width, height)).plain();
    assert_eq!(rows(20, 3), "Needs 30x8, has\n20x3.\n\n");
    assert_eq!(rows(20, 1), "Needs 30x8.\n");
}

#[test]
fn window_log_has_a_second_row_where_the_map_scrolls() {
    let is_last_row_free = |size| {
        let rows: Vec<String> = seen("plain", size, "").lines().collect();
        rows.last().is_some_and(String::is_empty)
    };
    assert!(is_last_row_free((80, 24)) && is_last_row_free((80, 12)));
    assert!(!is_last_row_free((80, 11)));
}

#[test]
fn window_scrolls_with_the_hero_and_stops_at_the_rim() {
    insta::assert_snapshot!("middle", seen("plain", (80, 24), ""));
    let corner = "7".repeat(29) + &"4".repeat(45);
    insta::assert_snapshot!("corner", seen("plain", (60, 14), &corner));
}

#[test]
fn window_frame_names_the_level_where_there_are_several() {
    insta::assert_snapshot!("named", seen("stairs", (80, 24), ""));
    insta::assert_snapshot!("nameless", seen("stairs", (40, 12), "llll>>"));
    let top = seen("hall", (80, 24), "").lines().next();
    assert!(
        top.is_some_and(|row| !row.contains("Hall")),
        "the only level"
    );
}

#[test]
fn window_of_the_pack_and_what_is_worn_on_large_and_small_screens() {
    let armoury = || {
        let path = folder("fixtures/ok").join("kept-things.dng");
        Session::open(path).expect("a fixture without errors")
    };
    let keys = "lnjhi";
    insta::assert_snapshot!("pack 80x24", shown(armoury(), (80, 24), keys));
    insta::assert_snapshot!("pack 30x10", shown(armoury(), (30, 10), keys));
    insta::assert_snapshot!("worn 80x24", shown(armoury(), (80, 24), "lnjhib"));
    insta::assert_snapshot!("worn 30x10", shown(armoury(), (30, 10), "lnjhib"));
}

#[test]
fn window_styles_tell_things_apart() {
    insta::assert_snapshot!(seen("hall", (80, 24), "j").with_styles());
}

#[test]
fn x8_help_is_made_from_the_live_keymap() {
    insta::assert_snapshot!("help", seen("hall", (80, 24), "?"));
    insta::assert_snapshot!("help_paged", seen("hall", (40, 12), "?<Space>"));
}

#[test]
fn x8_look_names_everything_on_a_cell() {
    insta::assert_snapshot!(seen("hall", (80, 24), ";lll"));
    let told = |name, keys| {
        let frame = seen(name, (60, 20), keys);
        let below = frame.lines().skip_while(|line| !line.starts_with("Health"));
        let lines: Vec<String> = below
            .skip(1)
            .filter(|line| !line.starts_with("In sight"))
            .collect();
        lines.join(" ").trim().to_owned()
    };
    assert_eq!(
        told("hall", ";"),
        "4,3: You, health 40; floor. Move: look elsewhere, Tab: next in sight, Esc: back."
    );
    assert_eq!(told("hall", ";l"), "5,3: Bread; floor.");
    assert_eq!(told("hall", ";kkkkkhhhhh"), "1,1: Outer wall.");
    assert!(told("brawl", ";h").starts_with("3,2: Igor, health 4; floor. It "));
    let walled = told("hall", "jjjjjjll.;ll");
    assert!(walled.starts_with("8,9: A ghost in the wall, health 6. It "));
    assert!(told("brawl", ";lnjl").starts_with("7,4: An archer, health 8; floor. It "));
}

#[test]
fn x8_history_folds_repeats() {
    insta::assert_snapshot!(seen("hall", (80, 24), "kkkkklM"));
}

#[test]
fn e14_quit_asks() {
    insta::assert_snapshot!(seen("hall", (80, 24), "<Esc>"));
}

#[test]
fn the_end_says_why_in_how_many_turns_and_with_which_seed() {
    insta::assert_snapshot!("won", seen("cell", (80, 24), "ll"));
    insta::assert_snapshot!("lost", seen("cell", (80, 24), "..."));
    // A long story of the last turn is shown completely.
    insta::assert_snapshot!("lost_on_the_smallest_screen", seen("cell", (30, 8), "..."));
}

#[test]
fn x9_an_arrow_and_a_bolt_in_frames() {
    let film = scene("gallery").film("d").expect("a script");
    insta::assert_snapshot!(film.only_changes());
}

#[test]
fn a_film_prints_its_frames() {
    let film = scene("gallery")
        .with_size(30, 8)
        .film("5p")
        .expect("a script");
    insta::assert_snapshot!(film);
}

/// A menu with this many dungeons, after these keys.
fn menu(copies: usize, keys: &str) -> Menu {
    let choice = |title: &str, about: &str, best: &str| MenuItem {
        title: title.into(),
        about: about.into(),
        best: best.into(),
    };
    let choices = vec![
        choice(
            "The Sunken Crypt",
            "A dozen monsters guard what the water left.",
            "won in 513 turns, seed 1",
        ),
        choice("Classic", "The book's own dungeon.", ""),
    ];
    let mut menu = Menu::new("Dungeons", vec![choices; copies].concat());
    let Script(keys) = keys.parse().expect("a script");
    keys.into_iter().for_each(|key| menu.press(key));
    menu
}

#[test]
fn menu_offers_its_choices() {
    let foot = |size: &str| {
        let frame = menu(1, &format!("<resize {size}>")).frame().plain();
        frame.lines().last().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(foot("46x12"), "Letters: search   Enter: play   Esc: leave");
    assert_eq!(foot("40x12"), "Type   Enter: play   Esc: leave");
    assert_eq!(foot("30x8"), "Enter: play   Esc: leave");
    let head = |keys: &str| {
        let frame = menu(5, keys).frame().plain();
        frame.lines().next().map(|row| row.trim().to_owned())
    };
    let low = "<resize 40x12>";
    assert_eq!(head(low).as_deref(), Some("Dungeons  1-6 of 10"));
    let lower = format!("{low}<Down><Down><Down><Down><Down><Down><Down><Down>");
    assert_eq!(head(&lower).as_deref(), Some("Dungeons  4-9 of 10"));
    assert!(menu(5, low).frame().plain().contains("water left."));
    assert_eq!(head("<resize 40x24>").as_deref(), Some("Dungeons"));
    insta::assert_snapshot!(menu(1, "<resize 60x10><Down>").frame());
    assert_eq!(menu(1, "<Down><Enter>").chosen(), Some(1));
    assert_eq!(menu(1, "<Down><Down><Down><Up><CR>").chosen(), Some(0));
    for keys in ["<Esc>", "<C-c>", "book<Esc><Esc>"] {
        let menu = menu(1, keys);
        assert!(menu.is_over() && menu.chosen().is_none(), "{keys}");
    }
}

#[test]
fn menu_is_narrowed_by_what_is_typed() {
    let chosen = |keys: &str| menu(1, &format!("{keys}<Enter>")).chosen();
    assert_eq!(chosen("cla"), Some(1));
    assert_eq!(chosen("BOOK"), Some(1), "by what it is about");
    assert_eq!(chosen("boo<BS><BS><BS>"), Some(0));
    assert_eq!(chosen("cla<Esc>"), Some(0), "all are listed again");
    assert_eq!(chosen("<Down>c"), Some(0), "the first that is left");
    for letter in ["q", "k"] {
        assert!(!menu(1, letter).is_over(), "letters only search");
    }
    let none = menu(1, "nothing<Enter>");
    assert!(!none.is_over());
    let shown = none.frame().plain();
    assert!(shown.starts_with(" Dungeons  /nothing\n"), "{shown}");
    assert!(shown.contains("No match; Esc shows all."));
}

#[test]
fn menu_shows_a_picture_beside_or_below_where_there_is_room() {
    let gallery = scene("gallery");
    let pictured = |keys: &str| {
        let gallery = gallery.clone();
        let picture =
            move |_, size: Size| Some(gallery.clone().with_size(size.width, size.height).frame());
        let mut menu = menu(5, "").pictured(Box::new(picture), Glyphs::Unicode);
        let Script(keys) = keys.parse().expect("a script");
        keys.into_iter().for_each(|key| menu.press(key));
        menu.frame()
    };
    let shown = ["<Down>", "<resize 40x19>"].map(|keys| pictured(keys).plain());
    insta::assert_snapshot!(shown.join("====\n"));
    for low in ["<resize 40x16>", "<resize 40x12>"] {
        let low = pictured(low).plain();
        assert!(!low.contains("Health"), "the list needs the room\n{low}");
    }
}

#[test]
fn menu_draws_a_picture_once_for_each_item_and_size() {
    let drawn = Rc::new(RefCell::new(Vec::new()));
    let noted = Rc::clone(&drawn);
    let picture = move |index, size: Size| {
        noted.borrow_mut().push((index, size.height));
        (index == 0).then(|| Frame::new(size))
    };
    let mut menu = menu(1, "").pictured(Box::new(picture), Glyphs::Unicode);
    let keys = "<Down><Up><Down>cla<BS><BS><BS><resize 80x20><resize 80x24><Down>";
    let Script(keys) = keys.parse().expect("a script");
    for key in keys {
        menu.press(key);
        menu.frame();
    }
    assert_eq!(*drawn.borrow(), [(1, 14), (0, 14), (0, 12)]);
}

/// Returns a frame of a drawn dungeon after these keys.
fn drawn(text: &str, (width, height): (i32, i32), keys: &str) -> Frame {
    let session = Session::from_text(text).expect("a sound dungeon");
    shown(session, (width, height), keys)
}

#[test]
fn e16_the_outermost_ring_is_drawn_on_all_four_sides() {
    let (wide, high) = (60, 30);
    let middle = format!("#{}#\n", ".".repeat(wide - 2)).repeat(high - 2);
    let ring = "#".repeat(wide);
    let text = format!("map\n{ring}\n{middle}{ring}\nend\n@ 30 15\n$ 31 15\n");
    let edges = |size, keys: &str| {
        let rows: Vec<String> = drawn(&text, size, keys).lines().take(12).collect();
        let is_wall = |line: String| line.starts_with("#####");
        let column = |nth: usize| rows.iter().filter_map(|row| row.chars().nth(nth)).collect();
        let last = size.0 as usize - 1;
        [rows[0].clone(), column(0), column(last)].map(is_wall)
    };
    // The whole map fits, or scrolls to each corner.
    let rows: Vec<String> = drawn(&text, (60, 40), "").lines().take(high).collect();
    assert!(rows[0] == ring && rows[high - 1] == ring);
    assert!(
        rows.iter()
            .all(|row| row.starts_with('#') && row.ends_with('#'))
    );
    assert_eq!(edges((40, 16), ""), [false; 3], "the map goes on");
    let northwest = "y".repeat(14) + &"h".repeat(20);
    assert_eq!(edges((40, 16), &northwest), [true, true, false]);
    let northeast = "u".repeat(14) + &"l".repeat(20);
    assert_eq!(edges((40, 16), &northeast), [true, false, true]);
}

#[test]
fn e16_the_numbers_leave_out_what_a_dungeon_does_not_have() {
    let numbers = |text: &str, width| {
        let frame = drawn(text, (width, 24), ".");
        let mut rows = frame.lines();
        rows.find(|row| row.starts_with("Health")).expect("numbers")
    };
    let bare = "item w \"wand\" keep=yes manna=3\nlevel\nmap\n#####\n#@.w#\n#####\nend\n";
    assert_eq!(numbers(bare, 80), "Health 40  Manna 16  Turn 1");
    let later = format!("{bare}level\nmap\n####\n#@$#\n####\nend\n").replace(".w", ">w");
    let later = later.replace("#@$#", "#<$#");
    let full = "Health 40  Manna 16  Wealth 0  Turn 1  Level 1 of 2";
    assert_eq!(numbers(&later, 80), full);
    let dropped = format!("kind r \"rat\" health=3 sense=never roam=stand drops=$\n{bare}");
    let dropped = dropped.replace("#@.w#", "#@rw#");
    assert!(numbers(&dropped, 80).contains("Wealth 0"));
    let limited = format!("lose turns=300\n{later}");
    assert_eq!(
        numbers(&limited, 80),
        "Health 40  Manna 16  Wealth 0  Turn 1/300  Level 1 of 2"
    );
    let short = "Health 40  Manna 16  Wealth 0  T1/300";
    assert_eq!(numbers(&limited, 40), short);
    assert_eq!(
        numbers(&limited, 36),
        "Health 40  Manna 16  T1/300  Level 1"
    );
    assert_eq!(numbers(&later, 36), "Health 40  Manna 16  Wealth 0  T1");
    assert_eq!(numbers(&later, 30), "Health 40  Manna 16  Wealth 0");
}

#[test]
fn e16_what_is_in_sight_and_the_inventory_stand_below_the_numbers() {
    let text = "item w \"wand\" keep=yes manna=3\nlevel\nmap\n########\n#@w..g.#\n#....$$#\n########\nend\n";
    let below_of = |text: &str, size, keys: &str| {
        let rows = drawn(text, size, keys);
        let rows = rows.lines().skip_while(|row| !row.starts_with("Health"));
        rows.skip(1).take(2).collect::<Vec<String>>()
    };
    let below = |size, keys: &str| below_of(text, size, keys);
    assert_eq!(
        below((80, 24), ""),
        ["In sight: g ghost 6  w wand  $ gold ×2", "Inventory: empty"]
    );
    assert_eq!(
        below((80, 24), "l"),
        ["In sight: g ghost 6  $ gold ×2", "Inventory: a wand"]
    );
    assert_eq!(
        below((36, 12), ""),
        ["In sight: g ghost 6  w wand  +1 more", "Inventory: empty"]
    );
    assert_eq!(below((30, 12), "")[0], "In sight: g ghost 6  +2 more");
    let long = text.replace("\"wand\"", "\"wand of the northern lights\"");
    assert_eq!(
        below_of(&long, (38, 12), "")[0],
        "In sight: g ghost 6  +2 more"
    );
    assert_eq!(below_of(&long, (30, 12), "l")[1], "Inventory: 1 in all");
    assert!(
        below((40, 8), "")[0].starts_with("You enter"),
        "no row is free"
    );
}
