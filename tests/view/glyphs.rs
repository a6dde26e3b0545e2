//! `--glyphs ascii` shows only ASCII characters, except those that the author drew.
use crate::support;
use dungeon::Session;
use dungeon_format::Report;
use dungeon_format::source::Source;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::input::keys_listing;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::text::menu::{Menu, MenuItem};
use dungeon_play::view::frame::Frame;
use dungeon_play::view::glyphs::Glyphs;

/// ASCII dungeons of each game, with keys that show fences, hearts, shots, folded messages and ends.
const GAMES: [(&str, &str); 6] = [
    (
        include_str!("../../dungeons/crypt.dng"),
        "ww.....lllkkkjjjhhh;lll<Esc>iM<Esc>",
    ),
    (
        include_str!("../../dungeons/gallery.dng"),
        "xxxxaaaa........i",
    ),
    (
        include_str!("../../dungeons/horde.dng"),
        "flflfllhhhhhhcccccs..........s.s.s.i",
    ),
    (
        include_str!("../../dungeons/arena-run.dng"),
        "hjklhjkl..........hhhhhhhh......jjjjj",
    ),
    (
        include_str!("../../dungeons/wizards.dng"),
        "<Enter><Enter>ff<Enter><Space><Space><Space>",
    ),
    (
        include_str!("../../fixtures/scenes/cell.dng"),
        "qwertyuiop[]asdfgh",
    ),
];

#[track_caller]
fn is_ascii(frame: &Frame) {
    let text = frame.to_string();
    let others: Vec<char> = text.chars().filter(|c| !c.is_ascii()).collect();
    assert!(others.is_empty(), "{others:?}\n{text}");
}

#[test]
fn nothing_on_a_screen_of_ascii_is_anything_else() {
    for (text, keys) in GAMES {
        assert!(text.is_ascii(), "its author drew other characters");
        for (width, height) in [(80, 24), (40, 12), (24, 8), (120, 40)] {
            let session = Session::new(support::dungeon(text)).with_seed(4);
            let mut session = session.with_size(width, height).glyphs(Glyphs::Ascii);
            let Script(script) = format!("{keys}?<PgDn><Esc>M<Esc>é<A-ü>Qy")
                .parse()
                .expect("a script");
            for key in script {
                Show::press(&mut session, key);
                while let Some(frame) = session.animate() {
                    is_ascii(&frame);
                }
                // The player's own input may contain other characters.
                if key.to_string().is_ascii() && !said(&session).contains('\u{e9}') {
                    is_ascii(&session.frame());
                }
            }
        }
    }
}

fn said(session: &Session) -> String {
    session.messages().concat()
}

#[test]
fn the_menu_and_the_words_of_the_command_line_are_ascii() {
    let choice = MenuItem {
        title: "The meadow".to_owned(),
        about: "Cows and more cows, as far as the eye can see, and a fence.".to_owned(),
        best: "won in 3 turns, seed 7".to_owned(),
    };
    for width in [80, 20, 9] {
        let mut menu = Menu::new("Which dungeon?", vec![choice.clone(); 12])
            .pictured(Box::new(|_, _| None), Glyphs::Ascii);
        let size = format!("<resize {width}x12>")
            .parse::<Script>()
            .expect("a script");
        size.0.into_iter().for_each(|key| menu.press(key));
        is_ascii(&menu.frame());
    }
    assert!(keys_listing::all_games_text(&KeysFile::default()).is_ascii());
    let source = Source::from_text("keys.toml", "wset = 1\n[look]\nx = \"<Lfet>\"\nwest\n");
    let diagnostics = KeysFile::read(&source).expect_err("a wrong file");
    let report = Report {
        source,
        diagnostics,
    };
    assert!(report.to_string().is_ascii());
}
