//! The film of the depths in the README: how the recorded game that was won ends.
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use dungeon::frames::AnimatedSvg;
use dungeon_play::replay::recording::Recording;

/// The turns that are shown: the ember is taken and ash stands up, the wyrm strikes at the stair of ash, at each end of that
/// stair something comes, and the town is warm; the film leaves out the ways between.
const SHOWN: [RangeInclusive<u32>; 5] =
    [947..=958, 986..=1004, 1040..=1046, 1085..=1089, 1160..=1166];

/// How long a screen stands, and the last one.
const STANDS: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(4)];

#[test]
fn the_picture_of_the_depths_is_how_the_recorded_game_ends() {
    let recording = include_str!("../../fixtures/recordings/depths-won.rec");
    let recording = Recording::from_text(recording).expect("a recording");
    let mut session = recording.session().expect("a sound dungeon");
    let mut film = AnimatedSvg::default();
    for key in recording.keys().iter() {
        if SHOWN.iter().any(|turns| turns.contains(&session.turn())) {
            film.show(&session.frame(), STANDS[0]);
        }
        session.press_key(key);
    }
    film.show(&session.frame(), STANDS[1]);
    let drawn = film.to_svg();
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/depths.svg");
    if fs::read_to_string(kept).ok().as_ref() != Some(&drawn) {
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("depths.svg");
        fs::write(&new, drawn).expect("a file");
        panic!(
            "another film than docs/depths.svg: look at {}, and keep it if it is right",
            new.display()
        );
    }
}
