//! The screen of siege (S-30). Every snapshot was read before it was accepted.
use std::fs;

use crate::corpus::{folder, rows, scene, seen, shown};
use crate::support;
use dungeon_model::space::geometry::at;
use dungeon_play::session::session::Session;
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::Frame;

#[test]
fn s30_board_left_beside_it_gold_and_turns_and_below_them_the_log() {
    insta::assert_snapshot!(seen("horde", (80, 24), "").with_styles());
}

#[test]
fn s30_screen_after_some_turns_of_the_published_game() {
    insta::assert_snapshot!("published_wide", seen("horde", (120, 40), "lllfkkcjs..."));
    insta::assert_snapshot!("published_narrow", seen("horde", (40, 12), "lllfkkcjs..."));
}

#[test]
fn s30_the_word_of_the_end_stands_at_half_the_height_right_of_the_board_as_published() {
    let horde = fs::read_to_string(folder("dungeons/horde.dng")).expect("a shipped dungeon");
    let lost = horde.replace("\nlevel\n", "\nlose turns=1\n\nlevel\n");
    let frame = shown(Session::from_text(&lost).expect("a dungeon"), (80, 24), ".");
    let word: String = (25..29).map(|x| frame.get(at(x, 12)).glyph()).collect();
    assert_eq!(word, "LOSE");
}

#[test]
fn s30_line_is_gold_then_turns_until_the_season() {
    let line = |name, keys| rows(&seen(name, (80, 24), keys))[0].clone();
    assert_eq!(line("payday", ""), "............ $1995/2000 T1");
    assert_eq!(line("yard", ""), "Z........... $50/2000 T140");
    assert_eq!(line("robbed", "."), "............ $-1/2000 T139");
}

#[test]
fn s30_fences_are_fine_signs_or_digits() {
    let fences = |glyphs, keys| {
        let session = scene("yard").glyphs(glyphs);
        rows(&shown(session, (80, 24), keys))[1].clone()
    };
    let next = "Next: +$20, 2 hordlings, strength 1";
    let row = |fences| format!("{fences} {next}");
    assert_eq!(fences(Glyphs::Unicode, ""), row("....┆░▒▓█..."));
    assert_eq!(fences(Glyphs::Ascii, ""), row("....12345..."));
    // From below the first fence the hero raises it.
    assert_eq!(fences(Glyphs::Unicode, "k9"), row("....░░▒▓█..."));
    assert_eq!(fences(Glyphs::Ascii, "k9"), row("....22345..."));
}

#[test]
fn s30_styles_tell_hordlings_cows_and_fences_apart_and_letters_their_strength() {
    insta::assert_snapshot!(seen("yard", (50, 12), "").with_styles());
}

#[test]
fn s30_a_season_that_makes_the_goal_wins() {
    let film = scene("payday")
        .with_size(60, 14)
        .film(".")
        .expect("a script");
    insta::assert_snapshot!(film);
}

#[test]
fn s30_an_empty_purse_robbed_once_loses() {
    let film = scene("robbed")
        .with_size(60, 12)
        .film(".")
        .expect("a script");
    insta::assert_snapshot!(film);
}

#[test]
fn s30_the_same_robbed_purse_is_filled_first_when_a_season_begins() {
    let film = scene("rescued")
        .with_size(60, 12)
        .film("..")
        .expect("a script");
    insta::assert_snapshot!(film);
}

#[test]
fn s30_verdict_has_a_place_on_every_screen_and_the_last_words_too() {
    let ended = |size| rows(&seen("robbed", size, "."));
    assert_eq!(ended((80, 24))[3], "............ LOSE");
    insta::assert_snapshot!("lost_narrow", seen("robbed", (30, 12), "."));
    insta::assert_snapshot!("won_low", seen("payday", (40, 8), "."));
    for size in [(80, 24), (40, 8), (38, 9), (37, 8), (30, 8)] {
        let screen = ended(size).join("\n");
        assert!(screen.contains(" LOSE"), "{size:?}\n{screen}");
        assert!(screen.contains("quit."), "{size:?}\n{screen}");
    }
}

#[test]
fn s30_a_board_too_large_for_the_screen_scrolls_to_its_last_ring() {
    let field = ".".repeat(100) + "\n";
    let text = |hero: (i32, i32)| {
        let map = field.repeat(60);
        let (x, y) = hero;
        format!("rules siege gold=100 turn=1\nlevel\nmap\n{map}end\nA 1 1\nZ 100 60\n@ {x} {y}\n")
    };
    let corner = |hero, size| {
        let session = Session::new(support::dungeon(&text(hero)));
        shown(session, size, "")
    };
    let glyphs = |frame: &Frame| {
        let rows = rows(frame);
        (rows[0].chars().next(), frame.cursor.map(|p| (p.x, p.y)))
    };
    assert_eq!(glyphs(&corner((2, 2), (80, 24))), (Some('A'), Some((1, 1))));
    let last = corner((99, 59), (80, 24));
    let board = &rows(&last)[20];
    assert!(
        board.ends_with("Z") && board.chars().count() == 80,
        "{last}"
    );
    assert_eq!(last.cursor.map(|p| (p.x, p.y)), Some((78, 19)));
    let beside = corner((99, 59), (130, 24));
    assert!(
        rows(&beside)[23].starts_with(&(".".repeat(99) + "Z")),
        "{beside}"
    );
    assert!(rows(&beside)[0].ends_with(". $100/2000 T149"), "{beside}");
}

#[test]
fn s30_a_level_among_several_is_named_below_the_numbers() {
    let text = drawn! {r#"
        rules siege gold=100 goal=500 turn=1
        level "The upper meadow"
        map
        .....
        .@.>.
        .....
        end
        level "The stable"
        map
        .....
        .<...
        .....
        end
    "#};
    let line = |size, keys: &str, row: usize| {
        let session = Session::new(support::dungeon(text));
        rows(&shown(session, size, keys))[row].clone()
    };
    let next = "Next: +$0, 2 hordlings, strength 1";
    let named = |level| format!("{level}  {next}");
    assert_eq!(line((80, 24), "", 0), "..... $100/500 T149");
    assert_eq!(
        line((80, 24), "", 1),
        named(".@.>. The upper meadow").as_str()
    );
    assert_eq!(line((80, 24), ">>", 0), "..... $100/500 T146");
    assert_eq!(line((80, 24), ">>", 1), named(".@... The stable").as_str());
    assert_eq!(line((30, 8), "", 0), "..... $100/500 T149");
    assert_eq!(line((30, 8), "", 1), ".@.>. The upper meadow  Next:…");
}

#[test]
fn s30_what_the_hero_stands_on_is_named_below_the_numbers() {
    let text = drawn! {"
        rules siege gold=100 goal=500 turn=1
        level
        map
        .......
        ...h...
        .......
        end
        mark h %
        mark h @
    "};
    let line = |size, keys: &str, row: usize| {
        let session = Session::new(support::dungeon(text));
        rows(&shown(session, size, keys))[row].clone()
    };
    let next = "Next: +$10, 2 hordlings, strength 1";
    assert_eq!(line((80, 24), "", 0), "....... $100/500 T149");
    assert_eq!(line((80, 24), "", 1), format!("...@... on a cow  {next}"));
    assert_eq!(line((80, 24), "l", 0), "....... $100/500 T148");
    assert_eq!(line((80, 24), "l", 1), format!("...%@.. {next}"));
    let fenced = format!("...%@.. on a fence, strength 1 of 5  {next}");
    assert_eq!(line((80, 24), "lf", 0), "....... $99/500 T147");
    assert_eq!(line((80, 24), "lf", 1), fenced);
    assert_eq!(line((30, 8), "lf", 3), "$99/500 T147  on a fence, str…");
}

#[test]
fn x8_look_names_what_is_on_a_cell_of_the_board() {
    insta::assert_snapshot!(seen("yard", (60, 12), ";l"));
}

#[test]
fn x8_help_of_siege_is_a_page() {
    insta::assert_snapshot!("help", seen("horde", (80, 24), "?"));
    insta::assert_snapshot!("help_paged", seen("horde", (40, 12), "?<Space>"));
}

#[test]
fn s2_help_says_the_numbers_of_the_file() {
    let text = "rules siege goal=77 season=9 profit=3 cow=5 fence=2 year=2 gold=1\n";
    let session = Session::new(support::dungeon(text));
    let help = rows(&shown(session, (200, 40), "?")).join(" ");
    let told = [
        "Own 77 gold ($) to win;",
        "A season begins every 9 turns (T: left)",
        "each cow brings 3 gold,",
        "A year has 2 seasons. In year 3, up to 3 pairs arrive each season, of strength 1 to 3.",
        "A cow costs 5, a fence 2, raising it 2.",
    ];
    for words in told {
        assert!(help.contains(words), "{words} in {help}");
    }
}

#[test]
fn s11_q_quits_like_escape_where_no_rule_takes_it() {
    let asked = |keys: &str| rows(&seen("yard", (80, 24), keys)).join("\n");
    for keys in ["q", "Q", "<Esc>", "<C-c>"] {
        assert!(asked(keys).contains("Quit?"), "{keys}");
        assert!(!asked(&format!("{keys}n")).contains("Quit?"), "{keys}");
    }
    let explore = rows(&seen("hall", (80, 24), "q")).join("\n");
    assert!(!explore.contains("Quit?"), "`q` is a spell in explore");
}

#[test]
fn glyphs_of_ascii_draw_nothing_else() {
    let is_plain = |frame: &Frame| frame.lines().all(|row| row.is_ascii());
    let screens = [
        ("yard", (80, 24), "kkk"),
        ("yard", (80, 24), "M"),
        ("horde", (30, 8), "s."),
        ("hall", (80, 24), "kkkkklM"),
        ("hall", (80, 24), "kkkkk"),
        ("hall", (30, 8), "lpkk"),
        ("stairs", (30, 8), ""),
    ];
    let mut fine = 0;
    for (name, size, keys) in screens {
        let frame = shown(scene(name).glyphs(Glyphs::Ascii), size, keys);
        assert!(is_plain(&frame), "{name} {keys}\n{frame}");
        fine += usize::from(!is_plain(&seen(name, size, keys)));
    }
    assert!(
        fine >= 4,
        "only {fine} of these screens have finer signs at all"
    );
}
