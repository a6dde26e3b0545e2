//! Every screen as a snapshot, each read before it was accepted.
use crate::corpus::{folder, scene, seen, shown};
use dungeon::Session;
use dungeon::play::input::script::Script;
use dungeon::play::input::show::Show;
use dungeon::play::text::menu::{Menu, MenuItem};

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
        let lines: Vec<String> = below.skip(1).collect();
        lines.join(" ").trim().to_owned()
    };
    assert_eq!(
        told("hall", ";"),
        "4,3: You, health 40; floor. Move to look elsewhere; Esc: back."
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
    // However long the last turn's story is, it is told whole.
    insta::assert_snapshot!("lost_on_the_smallest_screen", seen("cell", (30, 8), "..."));
}

#[test]
fn x9_an_arrow_and_a_bolt_in_frames() {
    let film = scene("gallery").film("d").expect("a script");
    insta::assert_snapshot!(film.only_changes());
}

#[test]
fn a_film_prints_its_frames() {
    let film = scene("gallery").size(30, 8).film("5p").expect("a script");
    insta::assert_snapshot!(film);
}

#[test]
fn menu_offers_its_choices() {
    let choice = |title: &str, about: &str| MenuItem {
        title: title.into(),
        about: about.into(),
    };
    let choices = vec![
        choice(
            "The Sunken Crypt",
            "A dozen monsters guard what the water left.",
        ),
        choice("Classic", "The book's own dungeon."),
    ];
    let menu = |keys: &str| {
        let mut menu = Menu::new("Dungeons", choices.clone());
        let Script(keys) = keys.parse().expect("a script");
        keys.into_iter().for_each(|key| menu.press(key));
        menu
    };
    let foot = |size: &str| {
        let frame = menu(&format!("<resize {size}>")).frame().plain();
        frame.lines().last().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(foot("40x12"), "Up, down   Enter: play   Esc: leave");
    assert_eq!(foot("30x8"), "Enter: play   Esc: leave");
    let long = |keys: &str| {
        let mut menu = Menu::new("Dungeons", vec![choices.clone(); 5].concat());
        let Script(keys) = keys.parse().expect("a script");
        keys.into_iter().for_each(|key| menu.press(key));
        menu.frame().plain()
    };
    let head = |keys: &str| long(keys).lines().next().map(|row| row.trim().to_owned());
    let low = "<resize 40x12>";
    assert_eq!(head(low).as_deref(), Some("Dungeons  1-7 of 10"));
    let lower = format!("{low}<Down><Down><Down><Down><Down><Down><Down><Down>");
    assert_eq!(head(&lower).as_deref(), Some("Dungeons  3-9 of 10"));
    assert!(long(low).contains("water left."), "{}", long(low));
    assert_eq!(head("<resize 40x24>").as_deref(), Some("Dungeons"));
    insta::assert_snapshot!(menu("<resize 60x10>j").frame());
    assert_eq!(menu("j<Enter>").chosen(), Some(1));
    assert_eq!(menu("jjjkk<CR>").chosen(), Some(0));
    assert_eq!(menu("2").chosen(), Some(1));
    assert_eq!(menu("3").chosen(), None);
    for keys in ["<Esc>", "q", "<C-c>"] {
        let menu = menu(keys);
        assert!(menu.is_over() && menu.chosen().is_none(), "{keys}");
    }
}
