//! The screen of arena. Every snapshot was read before it was accepted.
use crate::corpus::{rows, scene, seen, shown};
use crate::support;
use dungeon_model::dungeon::Stat;
use dungeon_play::input::script::Script;
use dungeon_play::session::session::Session;
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::Frame;

/// Returns the first frame of a dungeon on a screen of this size.
fn first(text: &str, size: (i32, i32)) -> Frame {
    shown(Session::new(support::dungeon(text)), size, "")
}

/// Returns the only row of a frame that contains this text.
fn row_with(frame: &Frame, text: &str) -> String {
    let rows = rows(frame);
    let found: Vec<&String> = rows.iter().filter(|row| row.contains(text)).collect();
    assert_eq!(found.len(), 1, "{text}\n{frame}");
    found[0].clone()
}

#[test]
fn a6_board_in_the_middle_above_it_lives_and_enemies_and_below_it_one_line() {
    insta::assert_snapshot!(seen("arena", (80, 24), "").with_styles());
}

#[test]
fn a6_a_win_in_frames() {
    let film = scene("arena")
        .with_size(60, 10)
        .film("..l.")
        .expect("a script");
    insta::assert_snapshot!(film);
}

#[test]
fn a6_a_loss_in_frames() {
    let film = scene("arena")
        .with_size(40, 12)
        .film("....")
        .expect("a script");
    insta::assert_snapshot!(film);
}

#[test]
fn a6_a_run_in_frames_from_board_to_board_to_its_end() {
    let mut session = scene("arena_run").with_size(60, 9);
    let film = session.film(".l.h.l").expect("a script");
    insta::assert_snapshot!(film.only_changes());
}

#[test]
fn a6_board_is_centred_anew_when_the_screen_is_resized() {
    let keys = "l<resize 40x12><resize 80x24>j";
    let film = scene("arena_board").film(keys).expect("a script");
    let frames: Vec<&Frame> = film.frames().collect();
    assert_eq!(frames[3], frames[1], "the same screen as before");
    assert_ne!(frames[4], frames[3], "and the game goes on");
    insta::assert_snapshot!(film.only_changes());
}

#[test]
fn a6_screens_of_other_sizes() {
    insta::assert_snapshot!("120x40", seen("arena_board", (120, 40), "l"));
    insta::assert_snapshot!("30x8", seen("arena_board", (30, 8), ""));
    insta::assert_snapshot!("run_30x8", seen("arena_run", (30, 8), ".l"));
    insta::assert_snapshot!("lost_30x8", seen("arena", (30, 8), "...."));
}

#[test]
fn a6_boards_of_one_cell_and_of_one_long_hall() {
    let one = first("rules arena\nlevel\nmap\n@\nend\nscatter % 1\n", (80, 24));
    assert_eq!(one.cursor.map(|p| (p.x, p.y)), Some((39, 11)), "{one}");
    let hall = format!("@{}%", ".".repeat(63));
    let text = format!("rules arena\nlevel\nmap\n{}{hall}\nend\n", ".\n".repeat(4));
    let wide = rows(&first(&text, (80, 24)));
    assert_eq!(wide[8], "       Lives ♥♥♥  Enemies 1");
    assert_eq!(wide[13], format!("       {hall}"));
    let narrow = rows(&first(&text, (30, 8)));
    assert_eq!(narrow[0], "Lives ♥♥♥  Enemies 1");
    assert_eq!(narrow[5], hall[..30], "it scrolls to the right");
}

#[test]
fn a6_a_board_too_large_for_the_screen_scrolls_to_its_last_cell() {
    let field = ".".repeat(100) + "\n";
    let corner = |(x, y): (i32, i32), size| {
        let map = field.repeat(60);
        first(
            &format!("rules arena\nlevel\nmap\n{map}end\n@ {x} {y}\n% 50 30\n"),
            size,
        )
    };
    let cursor = |frame: &Frame| frame.cursor.map(|p| (p.x, p.y));
    let top = corner((1, 1), (80, 24));
    assert_eq!(cursor(&top), Some((0, 1)));
    assert_eq!(row_with(&top, "Lives"), "Lives ♥♥♥  Enemies 1");
    let last = corner((100, 60), (80, 24));
    assert_eq!(cursor(&last), Some((79, 22)));
    assert!(rows(&last)[23].starts_with("You enter the "), "{last}");
    let smallest = corner((100, 60), (30, 8));
    assert_eq!(cursor(&smallest), Some((29, 6)));
}

#[test]
fn a6_board_stands_still_whatever_the_log_says() {
    for size in [(30, 8), (40, 12), (60, 24), (80, 24), (200, 60)] {
        let mut session = scene("arena_board").with_size(size.0, size.1);
        let before = session.frame();
        let board = |frame: &Frame| -> Vec<String> {
            let is_board = |row: &String| row.contains('#') && !row.contains("Lives");
            rows(frame).into_iter().filter(is_board).collect()
        };
        for keys in ["y", "M<Esc>", "?<Esc>", "<Esc>", "n;", "<Esc>"] {
            session.press(keys).expect("a script");
            let frame = session.frame();
            assert_eq!(board(&frame), board(&before), "{size:?} {keys}\n{frame}");
            assert_eq!(frame.cursor, before.cursor, "{size:?} {keys}\n{frame}");
        }
        assert_eq!(session.turn(), 0);
    }
}

#[test]
fn a6_lives_are_hearts_or_asterisks_and_many_are_a_number() {
    let line = |lives: i32, glyphs| {
        let text = format!("rules arena lives={lives}\nlevel\nmap\n@....%\nend\n");
        let session = Session::new(support::dungeon(&text)).glyphs(glyphs);
        row_with(&shown(session, (60, 10), ""), "Lives")
            .trim()
            .to_owned()
    };
    assert_eq!(line(1, Glyphs::Unicode), "Lives ♥  Enemies 1");
    assert_eq!(line(10, Glyphs::Unicode), "Lives ♥♥♥♥♥♥♥♥♥♥  Enemies 1");
    assert_eq!(line(25, Glyphs::Unicode), "Lives ♥×25  Enemies 1");
    assert_eq!(line(3, Glyphs::Ascii), "Lives ***  Enemies 1");
    assert_eq!(line(25, Glyphs::Ascii), "Lives *x25  Enemies 1");
}

#[test]
fn a6_more_lives_lost_than_there_were_are_no_less_than_none() {
    let text = "rules arena lives=1\nkind R \"ram\" is=enemy strength=5\nlevel\nmap\n@R\nend\n";
    let mut session = Session::new(support::dungeon(text));
    session.press(".").expect("a script");
    let world = session.game().world();
    assert_eq!(world.body(world.commanded()).stat(Stat::Health), -4);
    let line = row_with(&session.frame(), "Lives");
    assert!(line.contains("Lives 0  Enemies 0  LOSE"), "{line}");
}

#[test]
fn a6_fog_hides_what_the_hero_does_not_see_and_the_board_stays_where_it_is() {
    let text = drawn! {"
        rules arena fog=2
        level
        map
        ...#....
        ...#..%.
        .@......
        ...#....
        end
    "};
    let session = Session::new(support::dungeon(text));
    insta::assert_snapshot!(shown(session, (40, 10), "lh").with_styles());
}

#[test]
fn x8_look_names_what_is_on_a_cell_up_to_the_edge() {
    let told = |keys: &str| {
        let frame = seen("arena", (60, 12), keys);
        let log = rows(&frame).into_iter().skip(8);
        log.collect::<Vec<_>>().join(" ").trim().to_owned()
    };
    let here = "2,2: You, 2 lives; floor. Move: look elsewhere, Tab: next in sight, Esc: back.";
    assert_eq!(told(";"), here);
    assert_eq!(
        told(";lll"),
        "5,2: An enemy; floor. It approaches and rams you for 1 life. It has seen you, but can't hurt you next turn."
    );
    assert_eq!(told(";kkkhhh"), "1,1: Floor.", "the board ends there");
    assert_eq!(told(";llllll"), "8,2: Wall.");
    assert_eq!(
        told(";lyubn"),
        "3,2: Floor.",
        "the hero walks in four directions"
    );
}

#[test]
fn x8_a_log_of_one_short_row_keeps_what_is_looked_at_and_how_to_answer() {
    let last = |keys: &str| {
        let frame = seen("arena_board", (30, 8), keys);
        rows(&frame).pop().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(last("<Esc>"), "Quit? y: quit, n: keep playing");
    assert_eq!(last(".<Esc>"), "Quit? y/d/n");
    let here = last(";");
    assert!(here.contains(": You, ") && !here.contains("Esc"), "{here}");
}

#[test]
fn x8_questions_and_what_is_looked_at_are_whole_where_the_log_can_grow() {
    let told = |keys: &str| rows(&seen("hall", (30, 8), keys)).join(" ");
    let asked = "Quit? y: save and quit, d: quit without saving, n: keep playing";
    assert!(told(".<Esc>").ends_with(asked), "{}", told(".<Esc>"));
    let here = told(";");
    assert!(
        here.contains(": You, ") && here.ends_with("Esc: back."),
        "{here}"
    );
}

#[test]
fn x2_a_key_that_does_nothing_is_told_as_it_is_typed() {
    let told = |keys: &str| row_with(&seen("arena", (60, 12), keys), "does nothing");
    for (keys, key) in [("<lt>", "<"), ("*", "*"), ("<Tab>", "<Tab>")] {
        let told = told(keys);
        assert!(told.contains(&format!("{key} does nothing;")), "{told}");
        assert!(!told.contains("lt"), "{told}");
    }
}

#[test]
fn a6_a_name_of_a_board_that_does_not_fit_stands_whole_above_the_line() {
    let line = |columns, mark| {
        let text = "rules arena\nmap\n@..%\nend\nlevel \"The yard\"\nmap\n@..%\nend\n";
        let text = text.replacen("map", "level \"The old sandpit\"\nmap", 1);
        let session = Session::new(support::dungeon(&text));
        row_with(&shown(session, (columns, 10), ""), mark)
            .trim()
            .to_owned()
    };
    let all = "Lives ♥♥♥  Enemies 1  Board 1 of 2  The old sandpit";
    assert_eq!(line(60, "Lives"), all);
    for columns in [50, 40] {
        assert_eq!(line(columns, "Lives"), "Lives ♥♥♥  Enemies 1  Board 1 of 2");
        assert_eq!(line(columns, "old"), "The old sandpit", "in the row above");
    }
    assert_eq!(line(30, "Lives"), "Lives ♥♥♥  Enemies 1");
    assert_eq!(line(30, "old"), "Board 1 of 2  The old sandpit");
}

#[test]
fn x8_help_of_arena_is_a_page() {
    insta::assert_snapshot!("help", seen("arena", (80, 24), "?"));
    insta::assert_snapshot!("help_paged", seen("arena", (40, 12), "?<Space>"));
}

#[test]
fn x2_keys_that_mean_nothing_in_arena_say_so_and_pass_no_turn() {
    let mut session = scene("arena");
    let before = session.checksum();
    let keys = "yubn7913<Home><End><PgUp><PgDn><Space><Enter><Tab><F5><C-a>><lt>wcfe";
    let Script(keys) = keys.parse().expect("a script");
    assert_eq!(keys.len(), 23);
    for key in keys {
        session.press_key(key);
        let said = session.latest_messages().join(" ");
        assert!(
            said.ends_with(" does nothing; ? shows the keys."),
            "{key}: {said}"
        );
    }
    assert_eq!((session.turn(), session.checksum()), (0, before));
}

#[test]
fn a3_a_refused_step_says_why_and_passes_no_turn() {
    let mut session = Session::new(support::dungeon(
        "rules arena\nkind g \"ghost\" is=ghost\nlevel\nmap\n@#...g\nend\n",
    ));
    for key in ["l", "<Right>", "6", "h", "<Up>", "j"] {
        session.press(key).expect("a script");
        assert_eq!(session.latest_messages().len(), 1, "{key}");
        assert_eq!(session.turn(), 0, "{key}");
    }
}

#[test]
fn x10_n_strews_another_board_whose_seed_repeats_it_and_r_the_same_one() {
    let text = "rules arena\nlevel\nmap open 20 20\n@ 2 2\nscatter # 20%\nscatter % 10 away=1\n";
    let session = || Session::new(support::dungeon(text));
    let board = |session: &Session| {
        let rows = rows(&session.frame());
        rows[2..22].to_vec()
    };
    let mut played = session().with_seed(4);
    let scattered = board(&played);
    played.press("N").expect("a script");
    let (next, another) = (played.seed(), board(&played));
    assert_ne!(next, 4);
    assert_ne!(another, scattered);
    assert_eq!(
        board(&session().with_seed(next)),
        another,
        "the same on every machine"
    );
    played.press("llRy").expect("a script");
    assert_eq!((played.seed(), board(&played)), (next, another));
    assert_eq!(board(&session().with_seed(4)), scattered);
    played.press("N").expect("a script");
    assert_ne!(played.seed(), next, "and another new seed");
}

#[test]
fn x10_the_end_tells_the_seed() {
    let ended = |session: Session| {
        let frame = shown(session, (80, 24), "....");
        row_with(&frame, "Seed")
    };
    assert!(ended(scene("arena")).contains("Seed 7."), "the file's");
    assert!(ended(scene("arena").with_seed(99)).contains("Seed 99."));
}

#[test]
fn glyphs_of_ascii_draw_nothing_else() {
    let is_plain = |frame: &Frame| frame.lines().all(|row| row.is_ascii());
    let screens = [
        ("arena", (80, 24), "..l.l"),
        ("arena_board", (40, 12), ""),
        ("arena_run", (30, 8), ".l.h"),
    ];
    insta::assert_snapshot!(shown(scene("arena").glyphs(Glyphs::Ascii), (60, 10), "..."));
    for (name, size, keys) in screens {
        let frame = shown(scene(name).glyphs(Glyphs::Ascii), size, keys);
        assert!(is_plain(&frame), "{name} {keys}\n{frame}");
        assert!(!is_plain(&seen(name, size, keys)), "{name}");
    }
}

#[test]
fn a6_a_frame_of_hearts_is_as_wide_in_a_picture() {
    let svg = seen("arena", (60, 10), "").to_svg();
    assert!(svg.contains(">♥♥</text>"), "{svg}");
    assert!(
        svg.contains("textLength=\"18\" fill=\"#e06c75\" font-weight=\"bold\">♥♥<"),
        "{svg}"
    );
}
