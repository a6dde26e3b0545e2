//! The screen of tactics from key to key (K-4, K-5, K-6, K-11, K-12, K-14), in colors and in ASCII without colors.
//! Every snapshot was read before it was accepted.
use crate::corpus::{rows, scene, shown};
use dungeon::ColourDepth;
use dungeon_model::space::geometry::at;
use dungeon_play::replay::film::Film;
use dungeon_play::session::session::Session;
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::{Cell, Frame};

/// The size of the screens.
const SIZE: (i32, i32) = (60, 16);

fn session(name: &str, seed: u64, glyphs: Glyphs) -> Session {
    scene(name)
        .with_seed(seed)
        .with_size(SIZE.0, SIZE.1)
        .glyphs(glyphs)
}

/// Returns the frames with their styles, each after the first one below its key.
fn in_colours(name: &str, seed: u64, before: &str, keys: &str) -> String {
    printed(film(name, seed, Glyphs::Unicode, (before, keys)), |frame| {
        frame
    })
}

/// Returns the frames on a terminal with only ASCII and no colors.
fn in_ascii(name: &str, seed: u64, before: &str, keys: &str) -> String {
    let film = film(name, seed, Glyphs::Ascii, (before, keys));
    let text = printed(film, without_colours);
    assert!(text.is_ascii(), "{text}");
    text
}

/// Returns the film of some keys after others.
fn film(name: &str, seed: u64, glyphs: Glyphs, (before, keys): (&str, &str)) -> Film {
    let mut session = session(name, seed, glyphs);
    session.press(before).expect("a script");
    session.film(keys).expect("a script")
}

fn printed(film: Film, see: fn(Frame) -> Frame) -> String {
    let mut text = String::new();
    for moment in film.shots {
        if let Some(key) = moment.key {
            text += &format!("\nkey {key}\n");
        }
        text += &format!("{}\n", see(moment.frame).with_styles());
    }
    text
}

fn without_colours(mut frame: Frame) -> Frame {
    let size = frame.size();
    for p in size.points() {
        let cell = frame.get(p);
        frame.set(
            p,
            Cell::new(cell.glyph(), ColourDepth::Mono.limit(cell.style())),
        );
    }
    frame
}

/// The scene of a film, its seed, the keys before it, and the keys that it shows.
type Story = (&'static str, u64, &'static str, &'static str);

const OVERLAYS: Story = ("battle", 0, "", "<Enter><Enter><Enter>");
const POINTING: Story = ("battle", 0, "<Enter>", "jj<hover 30,8>");
const WALK: Story = ("battle", 0, "<Enter>ljj", "<Enter>");
/// Andy's first shot hits, the second one misses, and the third one ends the battle.
const HIT: Story = ("powder", 0, "f<Enter>llllll<Enter><Space>", "f<Enter>");
const MISS: Story = (
    "powder",
    0,
    "f<Enter>llllll<Enter><Space>f<Enter>",
    "f<Enter>",
);
const END: Story = (
    "powder",
    0,
    "f<Enter>llllll<Enter><Space>f<Enter>f<Enter><Space>",
    "f<Enter>",
);
/// Andy stands beside two green ghosts.
const EXPLOSION: Story = ("powder", 0, "llllll<Enter>", "f<Enter>");

macro_rules! filmed {
    ($($test:ident $story:ident)*) => {$(
        #[test]
        fn $test() {
            let (name, seed, before, keys) = $story;
            let colours = in_colours(name, seed, before, keys);
            insta::assert_snapshot!(concat!(stringify!($test), "_in_colours"), colours);
            let ascii = in_ascii(name, seed, before, keys);
            insta::assert_snapshot!(concat!(stringify!($test), "_in_ascii"), ascii);
        }
    )*};
}

filmed! {
    k5_overlays OVERLAYS
    k4_pointing POINTING
    k6_walk WALK
    k11_hit HIT
    k11_miss MISS
    k12_explosion EXPLOSION
    k14_statistics END
}

#[test]
fn k6_a_walk_shows_every_cell_of_the_way_once_and_then_rests() {
    let (name, seed, before, keys) = WALK;
    let film = film(name, seed, Glyphs::Unicode, (before, keys));
    let glyph = |frame: &Frame| {
        let rows = rows(frame);
        let found = rows.iter().zip(0..).find_map(|(row, y)| {
            let map = row.find('#')?;
            let x = row[map..].find('A')?;
            Some(at(x as i32, y))
        });
        found.expect("Andy")
    };
    let mut seen: Vec<_> = film.frames().map(glyph).collect();
    let top = seen[0].y - 1;
    seen.iter_mut().for_each(|p| p.y -= top);
    assert_eq!(seen, [at(1, 1), at(2, 2), at(2, 3), at(2, 3)]);
}

#[test]
fn x8_help_tells_how_to_point() {
    insta::assert_snapshot!("help", shown(scene("battle"), (80, 40), "?"));
}
