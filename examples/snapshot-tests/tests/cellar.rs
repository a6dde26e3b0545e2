//! Snapshot tests of the screens that a player of the cellar sees.
use dungeon::Session;

fn cellar() -> Session {
    Session::open(concat!(env!("CARGO_MANIFEST_DIR"), "/cellar.dng"))
        .expect("the cellar is sound")
        .with_size(60, 14)
}

#[test]
fn the_cellar_as_one_enters() {
    insta::assert_snapshot!(cellar().frame());
}

#[test]
fn five_steps_into_the_cellar() {
    let film = cellar().film("njlll").expect("these are keys");
    insta::assert_snapshot!(film.only_changes());
}
