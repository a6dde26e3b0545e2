//! Writes a large file to standard output: `big-map FORMAT TERRAIN SIDE RECORDS`.
use std::env;
use std::io::{self, Write};

use dungeon_peers::big_map::{Format, Terrain, text};

fn main() -> io::Result<()> {
    let mut words = env::args().skip(1);
    let mut word = || words.next().unwrap_or_default();
    let format = match word().as_str() {
        "classic" => Format::Classic,
        _ => Format::Drawn,
    };
    let terrain = match word().as_str() {
        "open" => Terrain::Open,
        "rooms" => Terrain::Rooms,
        _ => Terrain::Pillars,
    };
    let side = word().parse().unwrap_or(4000);
    let records = word().parse().unwrap_or(100_000);
    io::stdout().write_all(text(format, terrain, side, records).as_bytes())
}
