//! Forty seeds: the maps that they generate, and a fixed key sequence in every shipped dungeon. A changed row means
//! that old recordings replay differently; the commit must explain it.
use std::fmt::Write;

use crate::corpus::paths;
use crate::generated_maps::picture;
use dungeon_play::session::session::Session;
use sha2::{Digest, Sha256};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=40;

/// One generated map of each sort.
const MAPS: [(&str, &str); 3] = [
    (
        "caves",
        "level\nmap caves 60 20\nscatter @ 1\nscatter $ 1\n",
    ),
    (
        "rough caves",
        "level\nmap caves 33 17 rock=55 rounds=1\nscatter @ 1\nscatter $ 1\n",
    ),
    (
        "rooms",
        "level\nmap rooms 60 20 rooms=7 doors=80\nscatter @ 1\nscatter $ 1\n",
    ),
];

/// Keys that act in every game: steps, waits, a purchase, a bolt, the end of a turn.
const KEYS: &str = "lljj.uubhh.kkyynnccll.<Tab>ll<Space>jjC..kk.hhF..nn<Tab><Space>uu..bb<Tab>ll<Space>..jj.ll..<Tab><Space>hh..";

/// Returns the first eight digits of a text's SHA-256 digest.
fn digest(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest
        .iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn x3_forty_seeds_make_the_maps_and_the_games_that_they_always_made() {
    let mut catalogue = String::new();
    let paths = paths("dungeons");
    let opened = paths.iter().map(Session::open);
    let shipped: Vec<Session> = opened
        .map(|session| session.expect("shipped and sound"))
        .collect();
    for seed in SEEDS {
        write!(catalogue, "seed {seed}").expect("a string takes it");
        for (name, text) in MAPS {
            let floor = picture(text, seed).matches('.').count();
            let map = digest(&picture(text, seed));
            write!(catalogue, "; {name} {floor} {map}").expect("a string takes it");
        }
        catalogue.push('\n');
        for (path, session) in paths.iter().zip(&shipped) {
            let mut session = session.clone().with_seed(seed);
            session.press(KEYS).expect("these are keys");
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let end = session.outcome().map_or("open", |outcome| outcome.word());
            let (turn, state) = (session.turn(), session.checksum());
            writeln!(catalogue, "  {name} {turn} {state:016x} {end}").expect("a string takes it");
        }
    }
    insta::assert_snapshot!(catalogue);
}
