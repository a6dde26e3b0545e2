//! The README keeps its word: its commands are these two, and its picture is what the program draws.
use dungeon::play::session::session::Session;

const README: &str = include_str!("../../README.md");

/// The lich and its rats. After a change to the screen:
/// `dungeon render dungeons/crypt.dng --seed 7 --format svg --keys $KEYS > docs/crypt.svg`, and look at it.
const KEYS: &str = concat!(
    "jnnnjjjjnnnyyyyykkkkuuullllllllunuunnllunnnnnjjjbjkukkkuuuuunnllllllluullllnbbjnnnnjjjnllbbx",
    "xbn....................................................>>lnnnnjjjbbbbbb..................bbb",
    "bjkuujuukkkuuuulnlllllnnnulnnnnjjjbnbbnyyuuukkkuuuulnllllluulllnullnnbnccnny.y..............",
    "..........................................................>>>nnnnnjjbbbnnuulnnuuunuuulllllll",
    "luulllllllllljlblhubkuuukkullulnyhbbbbjnn",
);

#[test]
fn the_picture_is_what_the_program_draws() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/dungeons/crypt.dng");
    let mut session = Session::open(path).expect("shipped and sound").seed(7);
    session.press(KEYS).expect("these are keys");
    let drawn = session.frame().to_svg();
    assert!(README.contains("](docs/crypt.svg)"));
    assert_eq!(
        include_str!("../../docs/crypt.svg").trim_end(),
        drawn.trim_end()
    );
}

#[test]
fn one_command_plays_and_one_passes_the_tests() {
    let commands: Vec<&str> = README
        .split("```sh\n")
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next())
        .collect();
    assert_eq!(
        commands,
        ["cargo run --release -- dungeons/crypt.dng", "cargo test"]
    );
}
