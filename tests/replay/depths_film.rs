//! The film of the depths in the README: moments of a recorded win.
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use dungeon::frames::AnimatedSvg;
use dungeon_play::replay::recording::Recording;

/// The turns that the film shows: choosing one of three alms, pulling a bone slinger with the boat hook, taking a gift of
/// the Foundry, waking a hound mother and scattering her pack, growing unseen and fast, throwing a vial at a frost
/// spitter, taking the ember, fighting the wyrm, and opening the last gate with fire.
const SHOWN: [RangeInclusive<u32>; 9] = [
    306..=311,
    729..=732,
    832..=836,
    1142..=1146,
    1390..=1394,
    1696..=1700,
    1977..=1982,
    2006..=2015,
    2159..=2166,
];

/// The time that each screen is shown, and that of the last one.
const STANDS: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(4)];

#[test]
fn the_picture_of_the_depths_shows_moments_of_the_recorded_game() {
    let recording = include_str!("../../fixtures/recordings/depths-gear-won.rec");
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
            "the film differs from docs/depths.svg: look at {}, and keep it if it is right",
            new.display()
        );
    }
}
