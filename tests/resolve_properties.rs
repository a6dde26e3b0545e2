//! Whatever the text, reading it ends without a panic, its findings lie inside it, and a dungeon without
//! errors keeps the promises that the engine relies on.
mod corpus;

use std::sync::LazyLock;

use corpus::contents;
use dungeon::dungeon::{Amount, Dungeon, Footing, Level, Side, Strewn, Through};
use dungeon::format::{Limits, Report, Source, read};
use dungeon::space::geometry::Point;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Every fixture, right and wrong.
static FIXTURES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| contents(&["fixtures/ok", "fixtures/err"]));

/// What mutations put in: pieces of the format, and what it forbids.
const PIECES: [&str; 40] = [
    "@",
    "h",
    "w",
    "g",
    "p",
    "*",
    "=",
    "$",
    "q",
    "+",
    ">",
    " ",
    "\n",
    "\t",
    "#",
    ".",
    "\"",
    "%",
    "-1",
    "0",
    "7",
    "65535",
    "99999999999",
    "via=2,2",
    "in=1,1..9,9",
    "in=9,9..1,1",
    "away=3",
    "overlap=yes",
    "health=0",
    "is=ghost",
    "level\n",
    "map\n",
    "end\n",
    "map open 9 7\n",
    "mark P p\n",
    "scatter # 30%\n",
    "kind k is=patrol\n",
    "\u{202e}",
    "\u{4e16}",
    "é",
];

/// One change: where, how many bytes go, and what comes instead.
type Change = (Index, usize, &'static str);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((any::<Index>(), 0..6usize, select(&PIECES[..])), 1..8)
}

fn mutated(bytes: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, length, piece) in changes {
        let start = at.index(bytes.len() + 1);
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, piece.bytes());
    }
    bytes
}

/// What the engine takes for granted (E-1, E-2, X-1).
fn keeps_its_promises(dungeon: &Dungeon) {
    let level = dungeon.levels.first().expect("a dungeon has a level");
    let size = level.tiles.size();
    for p in size.points().filter(|p| !size.contains_inside_rim(*p)) {
        assert_eq!(footing(dungeon, level, p), Some(Footing::Nobody), "{p}");
    }
    let mut items: Vec<_> = level.items.iter().map(|(p, _)| *p).collect();
    let is_floor = |p: &Point| footing(dungeon, level, *p) == Some(Footing::Anyone);
    assert!(items.iter().all(is_floor));
    let mut bodies: Vec<_> = level.spawns.iter().map(|spawn| spawn.at).collect();
    for places in [&mut bodies, &mut items] {
        let count = places.len();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), count, "two of a kind on one cell");
    }
    for spawn in &level.spawns {
        let drifts = dungeon.kind(spawn.kind).through == Through::Walls;
        let under = footing(dungeon, level, spawn.at);
        assert!(is_floor(&spawn.at) || drifts && under == Some(Footing::Drifters));
        let route = spawn.route.as_deref().unwrap_or(&[]);
        assert!(route.first().is_none_or(|first| *first == spawn.at));
        assert!(route.windows(2).all(|pair| pair[0].chebyshev(pair[1]) <= 1));
        assert!(route.iter().all(is_floor));
    }
    let mut regions = level.scatters.iter().map(|scatter| scatter.within);
    assert!(regions.all(|within| {
        size.contains_inside_rim(within.from) && size.contains_inside_rim(within.to)
    }));
    assert_eq!(heroes(dungeon, level), 1, "one hero");
}

fn footing(dungeon: &Dungeon, level: &Level, p: Point) -> Option<Footing> {
    let tile = level.tiles.get(p)?;
    Some(dungeon.tile(tile).footing)
}

/// How many heroes a level has, placed and scattered.
fn heroes(dungeon: &Dungeon, level: &Level) -> usize {
    let is_hero = |kind| dungeon.kind(kind).side == Side::Ours;
    let placed = level.spawns.iter().filter(|spawn| is_hero(spawn.kind));
    let strewn = level.scatters.iter();
    let strewn = strewn.filter(|s| matches!(s.what, Strewn::Body(kind, _) if is_hero(kind)));
    placed.count() + strewn.map(|s| many(s.amount)).sum::<usize>()
}

fn many(amount: Amount) -> usize {
    match amount {
        Amount::Count(count) => count as usize,
        Amount::Percent(_) => panic!("nobody knows how many heroes a chance gives"),
    }
}

fn check(bytes: Vec<u8>) {
    let limits = Limits {
        cells: 1 << 16,
        entities: 2_000,
        ..Limits::default()
    };
    let source = Source::from_bytes("mutated.dng", bytes);
    let (dungeon, diagnostics) = read(&source, &limits);
    for found in &diagnostics {
        let labels = found.labels.iter().map(|label| label.span);
        for span in labels
            .chain([found.span])
            .chain(found.fix.iter().map(|fix| fix.span))
        {
            assert!(source.text.get(span.range()).is_some(), "{found:?}");
        }
    }
    if let Some(dungeon) = &dungeon {
        keeps_its_promises(dungeon);
    }
    let printed = Report {
        source,
        diagnostics,
    }
    .to_string();
    assert!(
        !printed.contains(['\u{1b}', '\u{202e}', '\t']),
        "{printed:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_fixtures_never_panic_and_what_is_right_keeps_its_promises(which in any::<Index>(), changes in changes()) {
        let fixture = which.get(&FIXTURES);
        check(mutated(fixture, &changes));
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(bytes);
    }
}
