//! Narrowing casts occur in a few known files, and ids are never counted by an open-ended range, which overflows after
//! the last id of a full table.
use super::sources::sources;

/// The files that may cast to a narrower type.
const NARROWING: [&str; 4] = [
    "interchange/tiled_map.rs",
    "model/space/grid.rs",
    "model/space/narrow.rs",
    "players/heat_map.rs",
];

/// Returns the lines that count ids by an open-ended range, `(0..).map(TileId)`.
fn open_ranges(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    lines.filter(|line| {
        let mut mapped = line.split("..).map(").skip(1);
        mapped.any(|rest| {
            rest.split(')')
                .next()
                .is_some_and(|name| name.ends_with("Id"))
        })
    })
}

#[test]
fn few_files_narrow_numbers_and_each_is_known() {
    let said = "clippy::cast_possible_truncation,";
    let mut files = sources();
    files.retain(|(_, text)| text.contains(said));
    let files: Vec<&str> = files.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(files, NARROWING);
}

#[test]
fn no_ids_are_counted_without_an_end() {
    for (file, text) in sources() {
        let open: Vec<&str> = open_ranges(&text).collect();
        assert!(open.is_empty(), "{file}: {open:?}");
    }
}
