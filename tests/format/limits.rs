//! Promise: each limit that docs/FORMAT.md names is kept to the unit, before anything is allocated, and told by its own
//! name. What is as large as the limit is no finding of it.
use dungeon::format::{Code, Limits, Source, read};

const MAP: &str = "\
map
######
#@..$#
######
end
";

/// What is said of the limits.
fn told(text: &str) -> Vec<String> {
    let source = Source::from_text("limits.dng", text);
    let (_, found) = read(&source, &Limits::default());
    let found = found
        .into_iter()
        .filter(|found| matches!(found.code, Code::Limit | Code::RouteTooLong));
    found
        .map(|found| format!("{}: {}", found.code, found.message))
        .collect()
}

/// What `limit` and its like say of a file that has one too many, and that they say nothing of one that has just
/// enough.
fn check(text: impl Fn(usize) -> String, most: usize, code: &str, message: &str) {
    assert_eq!(told(&text(most)), [""; 0], "{most}");
    assert_eq!(
        told(&text(most + 1)),
        [format!("{code}: {message}")],
        "{most} and one"
    );
}

#[test]
fn limit_64_levels() {
    let text = |n: usize| format!("level\n{MAP}{}", "level\nmap open 4 4\n".repeat(n - 1));
    check(text, 64, "limit", "expected at most 64 levels, found more");
}

#[test]
fn limit_256_kinds_and_as_many_items_and_tiles() {
    let glyphs: Vec<char> = ('\u{4e0}'..)
        .filter(|c| c.is_alphabetic())
        .take(257)
        .collect();
    for (keyword, name) in [
        ("kind", "kinds"),
        ("item", "declared items"),
        ("tile", "declared tiles"),
    ] {
        let text = |n: usize| {
            let declared = glyphs[..n]
                .iter()
                .map(|glyph| format!("{keyword} {glyph} \"x\"\n"));
            declared.collect::<String>() + MAP
        };
        check(
            text,
            256,
            "limit",
            &format!("expected at most 256 {name}, found more"),
        );
    }
}

#[test]
fn limit_4096_route_points_and_bytes_of_a_text() {
    let route = |n: usize| format!("{MAP}p 4 2 9 1 {n}{}\n", " 4 2".repeat(n));
    check(
        route,
        4_096,
        "route-too-long",
        "expected a route of at most 4096 points, found 4097",
    );
    let text = |n: usize| format!("title \"{}\"\n{MAP}", "x".repeat(n));
    check(
        text,
        4_096,
        "limit",
        "expected a text of at most 4096 bytes, found 4097",
    );
}

#[test]
fn limit_65535_a_side_and_16777216_cells() {
    let side = |n: usize| format!("map open {n} 3\n@ 2 2\n$ 3 2\n");
    check(
        side,
        65_535,
        "limit",
        "expected a map at most 65535 wide, found more",
    );
    // A map that is as large takes its time; one cell more is refused at once.
    let told = told("map open 4097 4096\n@ 2 2\n$ 3 2\n");
    assert_eq!(
        told,
        ["limit: expected at most 16777216 cells in a map, found 16781312"]
    );
}

#[test]
fn limit_1000000_entities() {
    let text = |n: usize| format!("map open 20 20\n@ 2 2\n$ 3 2\nscatter w {}\n", n - 2);
    check(
        text,
        1_000_000,
        "limit",
        "expected at most 1000000 bodies, items and records in a file, found more",
    );
}

/// A hero whom a limit left out is not missing as well: one problem is told once.
#[test]
fn what_a_limit_leaves_out_is_not_called_missing() {
    let codes = |text: &str| -> Vec<Code> {
        let source = Source::from_text("limits.dng", text);
        let (_, found) = read(&source, &Limits::default());
        found.into_iter().map(|found| found.code).collect()
    };
    let left_out = "scatter @ 1\nscatter * 1\n";
    let crowded = format!("map open 20 20\nscatter w 1000000 overlap=yes\n{left_out}");
    assert_eq!(codes(&crowded), [Code::Limit]);
    let wide = "scatter w 0%\n".repeat(17);
    let wide = format!("map open 65535 256\n{wide}{left_out}");
    assert_eq!(codes(&wide), [Code::Limit]);
}

#[test]
fn a_cell_has_eight_bytes_and_a_monster_fewer_than_64() {
    use dungeon::engine::ground::CellLayers;
    use dungeon::engine::{ActorId, Body, Memory};
    use std::mem::size_of;
    assert_eq!(size_of::<CellLayers>(), 8);
    let monster = size_of::<Body>() + size_of::<Memory>() + size_of::<ActorId>();
    assert!(monster < 64, "{monster} bytes");
}
