//! Each limit in docs/format is exact, checked before any allocation, and reported by its own name. A value equal to
//! its limit is accepted.
use std::sync::Arc;

use crate::cases;
use dungeon::{Dungeon, Session};
use dungeon_format::{Code, Limits, Source};
use dungeon_lint::read;

const MAP: &str = "\
map
######
#@..$#
######
end
";

/// Returns the findings about limits.
fn told(text: &str) -> Vec<String> {
    told_by(text, &Limits::default())
}

/// Returns the findings about these limits, which may be smaller than the default.
fn told_by(text: &str, limits: &Limits) -> Vec<String> {
    read_by(text, limits).1
}

/// Returns the dungeon of a text, if it is valid, and the findings about limits.
fn read_by(text: &str, limits: &Limits) -> (Option<Dungeon>, Vec<String>) {
    let source = Source::from_text("limits.dng", text);
    let (dungeon, found) = read(&source, limits);
    let found = found
        .into_iter()
        .filter(|found| matches!(found.code, Code::Limit | Code::RouteTooLong));
    let told = found.map(|found| format!("{}: {}", found.code, found.message));
    (dungeon, told.collect())
}

/// Asserts the finding about a limit in a file with one too many, and that a file at the limit has none.
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
        "expected a map at most 65535 cells wide, found more",
    );
    // A map of the allowed size is slow to make; one cell more is refused at once.
    let told = told("map open 4097 4096\n@ 2 2\n$ 3 2\n");
    assert_eq!(
        told,
        ["limit: expected at most 16777216 cells in a map, found 16781312"]
    );
}

/// Every level counts: drawn, pasted or generated, reachable or not. The test uses a smaller limit: two maps of the
/// maximum size are allowed, and nothing more.
#[test]
fn limit_33554432_cells_in_all_maps_together() {
    let usual = Limits::default();
    assert_eq!((usual.all_cells, usual.cells), (33_554_432, 16_777_216));
    let limits = Limits {
        all_cells: 36,
        ..usual
    };
    let levels = |last: &str| {
        let drawn = "level\nmap\n####\n#@$#\n####\nend\n";
        format!("{drawn}level\nmap open 4 3\nlevel\n{last}")
    };
    assert_eq!(told_by(&levels("map caves 4 3\n"), &limits), [""; 0]);
    let told = told_by(&levels("map caves 4 4\n"), &limits);
    let message = "limit: expected at most 36 cells in the maps of a file, found 40 up to here";
    assert_eq!(told, [message]);
    let told = told_by(&levels("map 4 4\n####\n####\n####\n####\n"), &limits);
    assert_eq!(told, [message]);
}

/// The cost of starting a game is the sum over all levels and scatters, as docs/format states.
#[test]
fn limit_268435456_steps_of_work_to_begin() {
    let usual = Limits::default();
    assert_eq!(usual.work, 268_435_456);
    let check = |records: &str, steps: usize| {
        let map = |how: &str| {
            if records.ends_with('\n') {
                format!("map {how}@ 2 2\n$ 3 2\n{records}")
            } else {
                format!("map {how}@ 2 2\n$ 3 2\n")
            }
        };
        // Two vaults with three things each for the first level, and one for another.
        let vault =
            |depth: u8| format!("vault \"a\" depth={depth}\nmap\n#####\n#$ww+\n#####\nend\n");
        let text = match records {
            "caves " => map("caves 100 80\n"),
            "vaults " => [
                vault(1),
                vault(1),
                vault(2),
                format!(
                    "allow idle-vault\nlevel\n{}",
                    map("caves 100 80 vaults=1\n")
                ),
            ]
            .concat(),
            _ => map("open 100 80\n"),
        };
        let just_enough = Limits {
            work: steps,
            ..usual
        };
        assert_eq!(told_by(&text, &just_enough), [""; 0], "{records}");
        let too_few = Limits {
            work: steps - 1,
            ..usual
        };
        let few = steps - 1;
        let message = format!(
            "limit: expected levels that need at most {few} steps of work, found {steps} up to here"
        );
        assert_eq!(told_by(&text, &too_few), [message], "{records}");
    };
    let floor = 5 * 100 * 80;
    let inside = 98 * 78;
    check("", floor);
    check("caves ", floor + 20 * 100 * 80);
    check("scatter w 3\n", floor + inside + 100 * 3);
    check("scatter w 10000\n", floor + inside + 100 * inside);
    check("scatter # 20%\n", floor + 2 * inside + 25 * 1529);
    check("scatter # 0%\nscatter w 0\n", floor + 3 * inside);
    check("mark 1 w 50%\n1 5 5\n1 6 5\n", floor + 2 * 100);
    check("scatter w 1 in=5,5..5,24\n", floor + 20 * 64 + 100);
    let cells = 5 * 5 * 3;
    check(
        "vaults ",
        floor + 20 * 100 * 80 + 3 * cells + 2 * (2 * 100 * 80 + 3 * 100),
    );
}

#[test]
fn limit_256_vaults() {
    let vault = "vault \"a\"\nmap\n###\n#.+\n###\nend\n";
    let text = |n: usize| vault.repeat(n) + "level\nmap caves 9 9 vaults=yes\n@ 2 2\n$ 3 2\n";
    let message = "expected at most 256 vaults, found more";
    check(text, 256, "limit", message);
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

#[test]
fn limit_1000_causes_that_name_32768_cells() {
    let causes = |n: usize| format!("{MAP}{}", "when step=3,2 says=\"x\"\n".repeat(n));
    let most = "expected at most 1000 causes in a file, found more";
    check(causes, 1_000, "limit", most);
    // A hall of 128 by 128 floor cells, one with the hero and one with the gold.
    let hall = format!("{}\n", ".".repeat(128)).repeat(127);
    let first = format!("@${}\n", ".".repeat(126));
    let cells = |n: usize| {
        let single = "when step=@ says=\"x\"\n".repeat(n - 2 * (128 * 128 - 2));
        format!(
            "rules arena\nmap\n{first}{hall}end\n{}{single}",
            "when step=. says=\"x\"\n".repeat(2)
        )
    };
    let most = "expected at most 32768 cells in the causes of a file, found more";
    check(cells, 32_768, "limit", most);
}

#[test]
fn limit_4194304_cells_of_a_level_that_lamps_shine_on() {
    let hall = "level\nmap open 64 64\nscatter @ 1\nscatter $ 1\n";
    let head = "rules explore fog=yes\nitem l \"lamp\" glow=64\n";
    let lamps = |light: &str, n: usize| {
        let dark = hall.replace("level", &format!("level light={light}"));
        format!("{head}{dark}scatter l {n}\n")
    };
    let most = "expected lamps that light at most 4194304 cells of a level, found more";
    check(|n| lamps("no", n), 1_024, "limit", most);
    assert_eq!(
        told(&lamps("yes", 4_000)),
        [""; 0],
        "lamps do not shine on lit levels"
    );
    assert_eq!(
        told(&lamps("no", 4_000).replace("glow=64", "glow=9")),
        [""; 0]
    );
    let moss = format!("{}\n", ",".repeat(201)).repeat(50);
    let moss = format!(
        "rules explore fog=yes\ntile , \"moss\" glow=200\nlevel light=no\nmap\n{moss}.@$\nend\n"
    );
    assert_eq!(told(&moss), [format!("limit: {most}")]);
}

/// A hero left out because of a limit is not also reported as missing.
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
    let wide = "scatter w 0%\n".repeat(6);
    let wide = format!("map open 65535 256\n{wide}{left_out}");
    assert_eq!(codes(&wide), [Code::Limit]);
    let many = "level\nmap open 9 9\n$ 3 3\n".repeat(2);
    let limits = Limits {
        all_cells: 100,
        ..Limits::default()
    };
    let source = Source::from_text("limits.dng", format!("{many}@ 2 2\n"));
    let (_, found) = read(&source, &limits);
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_cell_has_eight_bytes_and_a_monster_fewer_than_64() {
    use dungeon::game::{ActorId, Body};
    use dungeon::minds::Memory;
    use dungeon_engine::ground::CellLayers;
    use std::mem::size_of;
    assert_eq!(size_of::<CellLayers>(), 8);
    let monster = size_of::<Body>() + size_of::<Memory>() + size_of::<ActorId>();
    assert!(monster < 64, "{monster} bytes");
}

#[test]
fn limit_65536_tiles_are_those_of_boulders_on_each_floor_too() {
    let floors = |n: usize| {
        let row = format!("#{}#\n", ".".repeat(400));
        let rim = format!("{}\n", "#".repeat(402));
        let cells = (0..n).map(|nth| format!(". {} {} \"{nth}\"\n", 3 + nth % 390, 2 + nth / 390));
        let boulders =
            "tile B \"boulder\" push=yes\ntile C \"crate\" push=yes\ntile D \"drum\" push=yes\n";
        let rows = row.repeat(100).replacen("#...", "#@$B", 1);
        format!(
            "{boulders}map\n{rim}{rows}{rim}end\n{}",
            cells.collect::<String>()
        )
    };
    assert_eq!(told(&floors(10_000)), [""; 0]);
    let expected = "limit: expected at most 65536 different tiles in a file, found more";
    assert_eq!(told(&floors(20_000)), [expected]);
}

/// Tables whose indices have 16 bits: the last index is usable, and one entry more is reported.
#[test]
fn limit_65536_different_kinds_items_and_tiles() {
    const FULL: usize = 1 << 16;
    type Length = fn(&Dungeon) -> usize;
    let tables: [(&str, &str, &str, Length); 3] = [
        ("kinds", "w", "name=", |dungeon| dungeon.kinds().len()),
        ("items", "$", "name=", |dungeon| dungeon.items().len()),
        ("tiles", ".", "", |dungeon| dungeon.tiles().len()),
    ];
    // Each table takes seconds.
    let few = cases::share(3) as usize;
    for (name, glyph, key, length) in &tables[..few] {
        let record = |nth: usize| {
            let (x, y) = (2 + nth % 296, 3 + nth / 296);
            format!("{glyph} {x} {y} {key}\"{nth}\"\n")
        };
        let hall = |count: usize| {
            let records: String = (0..count).map(record).collect();
            let text = format!("map open 300 300\n@ 2 2\n$ 299 299\n{records}");
            read_by(&text, &Limits::default())
        };
        let (few, _) = hall(1);
        let others = length(&few.expect("one of each exceeds no limit")) - 1;
        for count in [FULL - 1, FULL] {
            let (dungeon, told) = hall(count - others);
            assert_eq!(told, [""; 0], "{count} {name}");
            let dungeon = dungeon.expect("a hall with a hero and gold is playable");
            assert_eq!(length(&dungeon), count, "{name}");
            let mut game = Session::new(Arc::new(dungeon));
            game.press("l.").expect("these are keys");
            let _ = (game.frame(), game.game().state_hash());
        }
        let expected =
            format!("limit: expected at most {FULL} different {name} in a file, found more");
        assert_eq!(hall(FULL + 1 - others).1, [expected]);
    }
}

/// Level numbers have 8 bits, so callers can raise the limit to 256 and no further.
#[test]
fn limit_256_levels_whatever_the_limits_of_the_caller() {
    let limits = Limits {
        levels: usize::MAX,
        kinds: usize::MAX,
        side: u32::MAX,
        route: usize::MAX,
        text: usize::MAX,
        file: usize::MAX,
        ..Limits::default()
    };
    let levels = |n: usize| {
        let upper = "level\nmap open 4 4\n> 3 3\n< 2 3\n".repeat(n - 2);
        format!("level\nmap open 4 4\n@ 2 2\n$ 3 2\n> 3 3\n{upper}level\nmap open 4 4\n< 2 3\n")
    };
    for n in [255, 256] {
        let (dungeon, told) = read_by(&levels(n), &limits);
        assert_eq!(told, [""; 0], "{n} levels");
        let dungeon = dungeon.expect("stairs join all levels");
        let last = dungeon.numbered_levels().last().map(|(id, _)| id);
        assert_eq!(last.map(|id| usize::from(id.0)), Some(n - 1));
        let mut game = Session::new(Arc::new(dungeon));
        game.press("n>").expect("these are keys");
    }
    let expected = "limit: expected at most 256 levels, found more";
    assert_eq!(told_by(&levels(257), &limits), [expected]);
}
