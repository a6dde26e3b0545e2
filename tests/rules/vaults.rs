//! Vaults (docs/format, "Vaults"): their places, their orientation and their contents.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::cases;
use crate::generated_maps::picture;
use dungeon::{Session, World, load_source};
use dungeon_format::diagnostic::Code;
use dungeon_format::{Limits, Report, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{Dungeon, Feature, Footing, LevelId};
use dungeon_model::space::geometry::{Direction, Point, at};
use dungeon_players::{Budget, Verdict, proof_findings, prove};
use proptest::prelude::*;

/// Terrain used only by the vaults of these tests, which shows where a vault lies.
const MORTAR: &str =
    "tile V \"mortar\" walk=no\ntile v \"flags\"\nmark G + glyph=G name=\"gate\"\n";

fn dungeon(text: &str) -> Arc<Dungeon> {
    let source = Source::from_text("vaults.dng", text);
    let (dungeon, diagnostics) = read(&source, &Limits::default());
    let report = Report {
        source,
        diagnostics,
    };
    Arc::new(dungeon.unwrap_or_else(|| panic!("{text}{report}")))
}

fn world(text: &str, seed: u64) -> World {
    World::new(dungeon(text), seed)
}

/// Whether a cell has terrain that only vaults use.
fn is_of_a_vault(world: &World, level: LevelId, p: Point) -> bool {
    let tile = world.tile(level, p);
    matches!(tile.name.as_str(), "mortar" | "flags" | "gate")
}

fn can_walk(world: &World, level: LevelId, p: Point) -> bool {
    let tile = world.tile(level, p);
    tile.footing <= Footing::Openers || matches!(tile.feature, Feature::Door(_))
}

const FOUR: [Direction; 4] = [
    Direction::North,
    Direction::West,
    Direction::East,
    Direction::South,
];

/// Returns the cells outside of vaults that four-way steps reach from a cell, through doors, but not through vaults.
fn rest_of_level(world: &World, level: LevelId, from: Point) -> BTreeSet<Point> {
    let (mut reached, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(p) = open.pop() {
        for near in FOUR.map(|way| p + way) {
            let goes_on = world.size(level).contains(near)
                && can_walk(world, level, near)
                && !is_of_a_vault(world, level, near);
            if goes_on && reached.insert(near) {
                open.push(near);
            }
        }
    }
    reached
}

/// A vault of random size and shape, with random doors in its outer wall.
fn vault() -> impl Strategy<Value = String> {
    let shape = (3usize..=9, 3usize..=7);
    let keys = ("(| flip=yes)(| turn=yes)", 1u32..=9);
    (
        shape,
        keys,
        prop::collection::vec(0usize..40, 1..=4),
        0usize..3,
    )
        .prop_map(|((width, height), (keys, weight), doors, cut)| {
            let mut rows: Vec<Vec<char>> = (0..height)
                .map(|y| {
                    let is_wall = |x: usize| x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                    (0..width)
                        .map(|x| if is_wall(x) { 'V' } else { 'v' })
                        .collect()
                })
                .collect();
            // One corner is cut off, so that not every vault is a rectangle.
            if cut > 0 && width > cut + 3 && height > cut + 3 {
                for (y, row) in rows.iter_mut().enumerate().take(cut + 1) {
                    for (x, cell) in row.iter_mut().enumerate().take(cut + 1) {
                        *cell = if x == cut || y == cut { 'V' } else { ' ' };
                    }
                }
            }
            let is_straight = |x: usize, y: usize| {
                let (sides, ends) = (y > 0 && y + 1 < height, x > 0 && x + 1 < width);
                (x == 0 || x + 1 == width)
                    && sides
                    && rows[y][if x == 0 { 1 } else { x - 1 }] == 'v'
                    || (y == 0 || y + 1 == height)
                        && ends
                        && rows[if y == 0 { 1 } else { y - 1 }][x] == 'v'
            };
            let places: Vec<(usize, usize)> = (0..height)
                .flat_map(|y| (0..width).map(move |x| (x, y)))
                .filter(|(x, y)| is_straight(*x, *y) && rows[*y][*x] == 'V')
                .collect();
            for door in doors {
                let (x, y) = places[door % places.len()];
                rows[y][x] = 'G';
            }
            let rows = rows.iter().map(|row| row.iter().collect::<String>() + "\n");
            format!(
                "vault \"one\" weight={weight}{keys}\nmap\n{}end\n",
                rows.collect::<String>()
            )
        })
}

/// A generated level with vaults.
fn level() -> impl Strategy<Value = String> {
    let how = prop_oneof![
        (20u32..=60, 0u32..=5)
            .prop_map(|(rock, rounds)| ("caves", format!("rock={rock} rounds={rounds}"))),
        (1u32..=20, 0u32..=100)
            .prop_map(|(count, doors)| ("rooms", format!("rooms={count} doors={doors}"))),
    ];
    (
        how,
        8i32..=50,
        8i32..=30,
        prop_oneof![Just("yes"), Just("1"), Just("2")],
    )
        .prop_map(|((how, keys), width, height, most)| {
            format!("level\nmap {how} {width} {height} {keys} vaults={most}\n@ 3 3\n$ 4 3\n")
        })
}

proptest! {
    #![proptest_config(cases::of(200))]

    #[test]
    fn v1_every_door_of_a_vault_is_joined_to_the_rest_of_its_level_which_hangs_together(
        vaults in prop::collection::vec(vault(), 1..=5),
        level in level(),
        seed: u64,
    ) {
        let text = format!("{MORTAR}{}{level}", vaults.concat());
        let (world, level) = (world(&text, seed), LevelId(0));
        let rest = rest_of_level(&world, level, at(2, 2));
        for p in world.size(level).points() {
            if world.tile(level, p).name == "gate" {
                prop_assert!(FOUR.iter().any(|way| rest.contains(&(p + *way))), "{}\n{}", p, picture(&text, seed));
            }
            let is_floor = can_walk(&world, level, p) && !is_of_a_vault(&world, level, p);
            prop_assert!(!is_floor || rest.contains(&p), "{}\n{}", p, picture(&text, seed));
            let is_rim = !world.size(level).contains_inside_rim(p);
            prop_assert!(!is_rim || world.tile(level, p).footing == Footing::Nobody);
        }
    }

    #[test]
    fn v1_what_records_put_on_a_level_is_never_under_a_vault(
        vaults in prop::collection::vec(vault(), 1..=5),
        seed: u64,
        places in prop::collection::btree_set((1i32..39, 1i32..19), 1..30),
    ) {
        let mut text = format!("{MORTAR}{}level\nmap caves 40 20 vaults=yes\n", vaults.concat());
        for (nth, (x, y)) in places.iter().enumerate() {
            text += &format!("{} {} {}\n", ["@", "$", "#", "w"][nth.min(3)], x + 1, y + 1);
        }
        text += "scatter $ 1\n";
        let world = world(&text, seed);
        for (x, y) in places {
            prop_assert!(!is_of_a_vault(&world, LevelId(0), at(x, y)), "{}\n{}", text, picture(&text, seed));
        }
    }
}

/// Returns the vaults of a level as rows of glyphs, bodies above items above terrain, with spaces elsewhere.
fn shown(world: &World, level: LevelId) -> Vec<String> {
    let glyph = |p: Point| {
        let cell = world.cell(level, p);
        match cell.body() {
            Some(who) if is_of_a_vault(world, level, p) => world.glyph_of(who),
            _ if !is_of_a_vault(world, level, p) => ' ',
            _ if cell.item.0 > 0 => world.item(cell.item).glyph,
            _ => world.tile(level, p).glyph,
        }
    };
    let size = world.size(level);
    let row = |y: i32| (0..size.width).map(|x| glyph(at(x, y))).collect();
    (0..size.height).map(row).collect()
}

/// Returns a picture without its empty margins.
fn cropped(rows: &[String]) -> Vec<String> {
    let is_full = |row: &&String| !row.trim().is_empty();
    let left = rows.iter().filter(is_full);
    let left = left
        .map(|row| row.len() - row.trim_start().len())
        .min()
        .unwrap_or(0);
    let right = rows
        .iter()
        .map(|row| row.trim_end().len())
        .max()
        .unwrap_or(0);
    let top = rows.iter().position(|row| is_full(&row)).unwrap_or(0);
    let bottom = rows
        .iter()
        .rposition(|row| is_full(&row))
        .map_or(0, |y| y + 1);
    rows[top..bottom]
        .iter()
        .map(|row| row[left..right].to_string())
        .collect()
}

fn turned(rows: &[String]) -> Vec<String> {
    let width = rows[0].len();
    let column = |x: usize| {
        rows.iter()
            .rev()
            .map(|row| row.as_bytes()[x] as char)
            .collect()
    };
    (0..width).map(column).collect()
}

fn mirrored(rows: &[String]) -> Vec<String> {
    rows.iter().map(|row| row.chars().rev().collect()).collect()
}

/// A vault with a mark, records and a route, drawn as it should appear.
const CRAZY: &str = "\
map
  VVGVV
 VVvvv8V
VVvM.vvG
VvvvvpV
VVVVVVV
end
mark M w health=3
mark M v
* 3 4
p 6 4 via=6,3 via=8
mark 8 v
v 5 3
v 6 4
";
const CRAZY_SHOWN: [&str; 5] = ["  VVGVV ", " VVvvvvV", "VVvwvvvG", "Vv*vvpV ", "VVVVVVV "];

fn crazy(keys: &str) -> String {
    format!(
        "{MORTAR}vault \"crazy\"{keys}\n{CRAZY}level\nmap caves 30 24 vaults=1\n@ 3 3\nscatter $ 3\n"
    )
}

#[test]
fn v2_a_vault_keeps_its_picture_however_it_is_laid_and_lies_in_every_way_that_it_may() {
    let drawn: Vec<String> = CRAZY_SHOWN.map(str::to_string).to_vec();
    let quarters = |first: Vec<String>| {
        let mut all = vec![first];
        for _ in 0..3 {
            all.push(turned(&all[all.len() - 1]));
        }
        all
    };
    let (flipped, turns) = (mirrored(&drawn), quarters(drawn.clone()));
    let both = [turns.clone(), quarters(flipped.clone())].concat();
    for (keys, ways) in [
        ("", vec![drawn.clone()]),
        (" flip=yes", vec![drawn, flipped]),
        (" turn=yes", turns),
        (" flip=yes turn=yes", both),
    ] {
        let text = crazy(keys);
        let mut seen: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        for seed in 0..120 {
            let found = cropped(&shown(&world(&text, seed), LevelId(0)));
            let found: Vec<String> = found.iter().map(|row| row.trim_end().to_string()).collect();
            *seen.entry(found).or_default() += 1;
        }
        let trim = |way: Vec<String>| way.iter().map(|row| row.trim_end().to_string()).collect();
        let wanted: BTreeSet<Vec<String>> = ways.into_iter().map(trim).collect();
        assert_eq!(
            seen.keys().cloned().collect::<BTreeSet<_>>(),
            wanted,
            "{keys}"
        );
        let least = seen.values().min().expect("120 of them");
        assert!(
            least * wanted.len() * 3 > 120,
            "each about as often: {seen:?}"
        );
    }
}

#[test]
fn v2_a_route_is_laid_as_its_vault_is() {
    let text = crazy(" flip=yes turn=yes");
    for seed in 0..20 {
        let mut game = Session::from_text(&text)
            .expect("a dungeon")
            .with_seed(seed);
        let patrol = |game: &Session| {
            let world = game.game().world();
            let mut theirs = world.theirs(LevelId(0));
            let patrol = theirs.find(|who| world.kind(*who).name == "patrol");
            world.body(patrol.expect("it lives")).at
        };
        let begin = patrol(&game);
        game.press("..").expect("keys");
        let end = patrol(&game);
        assert_eq!(
            begin.chebyshev(end),
            2,
            "{seed}: it walks to its 8, and no wall blocks it"
        );
        assert_eq!(
            begin.manhattan(end),
            3,
            "{seed}: two cells up and one to the right, as drawn"
        );
    }
}

#[test]
fn v2_the_same_seed_lays_the_same_vaults_and_another_one_others() {
    let text = crazy(" flip=yes turn=yes");
    let pictures: BTreeSet<String> = (0..30).map(|seed| picture(&text, seed)).collect();
    assert_eq!(pictures.len(), 30);
    for seed in 0..5 {
        assert_eq!(picture(&text, seed), picture(&text, seed));
        let sums = [world(&text, seed), world(&text, seed)].map(|world| world.checksum());
        assert_eq!(sums[0], sums[1]);
    }
}

/// Returns the number of seeds out of 200 whose level has a vault with this terrain.
fn count_of(text: &str, level: u8, name: &str) -> usize {
    let dungeon = dungeon(text);
    let has_it = |seed: &u64| {
        let (world, level) = (World::new(Arc::clone(&dungeon), *seed), LevelId(level));
        let mut cells = world.size(level).points();
        cells.any(|p| world.tile(level, p).name == name)
    };
    (0..200).filter(has_it).count()
}

#[test]
fn v2_vaults_are_drawn_by_their_weights_up_to_so_many_and_each_once() {
    let two = |most: &str| {
        format!(
            "tile a \"ash\"\ntile b \"bone\"\n\
             vault \"ash\" weight=3\nmap\n###\n#a+\n###\nend\n\
             vault \"bone\"\nmap\n###\n#b+\n###\nend\n\
             level\nmap rooms 40 20 vaults={most}\nscatter @ 1\nscatter $ 1\n"
        )
    };
    let (ash, bone) = (
        count_of(&two("1"), 0, "ash"),
        count_of(&two("1"), 0, "bone"),
    );
    assert_eq!(ash + bone, 200, "one each time");
    assert!((130..170).contains(&ash), "three of four: {ash}");
    for most in ["2", "yes"] {
        assert_eq!(count_of(&two(most), 0, "ash"), 200);
        assert_eq!(count_of(&two(most), 0, "bone"), 200);
        let world = world(&two(most), 3);
        let mut cells = world.size(LevelId(0)).points();
        let ashes = cells
            .by_ref()
            .filter(|p| world.tile(LevelId(0), *p).name == "ash");
        assert_eq!(ashes.count(), 1);
    }
    assert_eq!(count_of(&two("no"), 0, "ash"), 0);
}

#[test]
fn v2_a_vault_is_only_on_levels_of_its_depth_where_it_has_room() {
    let text = |size: &str| {
        format!(
            "tile a \"ash\"\nvault \"ash\" depth=2..3 turn=yes\nmap\n######\n#aaaa+\n######\nend\n\
             level\nmap rooms {size} vaults=yes\nscatter @ 1\nscatter $ 1\nscatter > 1\n\
             level\nmap rooms {size} vaults=yes\nscatter < 1\nscatter > 1\n\
             level\nmap rooms {size} vaults=yes\nscatter < 1\nscatter > 1\n\
             level\nmap rooms {size} vaults=yes\nscatter < 1\n"
        )
    };
    let counts = [0, 1, 2, 3].map(|level| count_of(&text("20 12"), level, "ash"));
    assert_eq!(counts, [0, 200, 200, 0]);
    let counts = ["10 7", "7 10"].map(|size| count_of(&text(size), 1, "ash"));
    assert_eq!(counts, [200, 200], "it just fits, upright or turned");
    let counts = ["10 6", "9 7", "6 10"].map(|size| count_of(&text(size), 1, "ash"));
    assert_eq!(counts, [0, 0, 0]);
}

#[test]
fn v2_a_vault_more_changes_nothing_of_a_level_that_takes_none() {
    let levels = "level\nmap rooms 40 20\nscatter @ 1\nscatter w 4\nscatter $ 4\nscatter > 1\n\
                  level\nmap caves 40 20\nscatter < 1\nscatter g 4\nscatter $ 4\n\
                  level\nmap rooms 40 20 vaults=yes\nscatter g 2\n";
    let with = |vaults: &str| {
        format!("kind k \"key bearer\"\ntile a \"ash\"\nallow idle-vault\n{vaults}{levels}")
    };
    let one = "vault \"ash\"\nmap\n#####\n#a.w+\n#####\nend\nmark M +\nw 3 2 9 9\n";
    let text = [with(""), with(one), with(&one.repeat(3))];
    for seed in 0..10 {
        let games = text.iter().map(|text| {
            let mut game = Session::from_text(text).expect("a dungeon").with_seed(seed);
            game.press("ooooo").expect("keys");
            let world = game.game().world();
            let draw = |level: u8| {
                let cells = world.size(LevelId(level)).points();
                let cells = cells.map(|p| world.tile(LevelId(level), p).glyph);
                cells.collect::<String>()
            };
            let bodies = world.bodies().iter().filter(|body| body.level.0 < 2);
            let bodies: Vec<_> = bodies
                .map(|body| (body.at, body.stats, body.level))
                .collect();
            (draw(0), draw(1), bodies)
        });
        let games: BTreeSet<String> = games.map(|game| format!("{game:?}")).collect();
        assert_eq!(games.len(), 1, "seed {seed}");
    }
}

#[test]
fn v3_what_is_scattered_lies_outside_of_vaults() {
    let text = format!(
        "{MORTAR}vault \"hall\"\nmap\nVVVVVVVVV\nGvvvvvvvG\nVvvvvvvvV\nVVVVGVVVV\nend\n\
         level\nmap caves 30 20 vaults=yes\nscatter @ 1\nscatter $ 60\nscatter w 30\nscatter ^ 20%\n\
         scatter * 20 overlap=yes\n"
    );
    for seed in 0..40 {
        let game = Session::from_text(&text)
            .expect("a dungeon")
            .with_seed(seed);
        let (world, level) = (game.game().world(), LevelId(0));
        let cells = world.size(level).points();
        let cells: Vec<Point> = cells.filter(|p| is_of_a_vault(world, level, *p)).collect();
        assert_eq!(cells.len(), 36, "the vault is as drawn");
        for p in cells {
            let cell = world.cell(level, p);
            assert!(cell.body().is_none() && cell.item.0 == 0, "{seed}: {p}");
        }
    }
}

#[test]
fn v3_a_hero_is_scattered_where_the_file_says_though_a_vault_would_fill_it() {
    let text = format!(
        "{MORTAR}vault \"hall\"\nmap\nVVVVVVV\nVvvvvvG\nVvvvvvV\nVVVVVVV\nend\n\
         level\nmap caves 20 12 vaults=yes\nscatter @ 1 in=4,4..9,8\nscatter $ 3\n"
    );
    for seed in 0..60 {
        let game = Session::from_text(&text)
            .expect("a dungeon")
            .with_seed(seed);
        let world = game.game().world();
        let hero = world.body(world.commanded()).at;
        assert!(!is_of_a_vault(world, LevelId(0), hero), "{seed}");
        assert!(
            (3..9).contains(&hero.x) && (3..8).contains(&hero.y),
            "{seed}: {hero}"
        );
    }
}

#[test]
fn v3_what_stands_in_a_vault_is_of_the_game_with_its_numbers_its_words_and_its_goals() {
    let text = "goal kill=G take=yes\nlose without=k\n\
                item k \"relic\" opens=bronze\nitem b \"bread\" health=5\n\
                mark F g health=9 \"Boo!\"\n\
                vault \"crypt\" flip=yes turn=yes\nmap\n#####+##\n#FGb.D.#\n########\nend\n\
                mark G w health=4 \"Who is there?\"\nmark D + locked=bronze\nb 5 2 health=7 \"It is stale.\"\n\
                level\nmap rooms 30 16 vaults=yes\nscatter @ 1\nscatter k 1\n";
    for seed in 0..12 {
        let game = Session::from_text(text).expect("a dungeon").with_seed(seed);
        let (world, level) = (game.game().world(), LevelId(0));
        let mut bodies: Vec<(String, i32, String)> = world
            .theirs(level)
            .map(|who| {
                let name = world.kind(who).name.clone();
                (name, world.life_of(who), world.words_of(who).to_string())
            })
            .collect();
        bodies.sort();
        let expected = [("ghost", 9, "Boo!"), ("wanderer", 4, "Who is there?")];
        let expected = expected.map(|(name, life, says)| (name.into(), life, says.into()));
        assert_eq!(bodies, expected);
        let wanted: Vec<&str> = world
            .wanted()
            .map(|who| world.kind(who).name.as_str())
            .collect();
        assert_eq!(wanted, ["wanderer"]);
        assert_eq!(
            world.collectables(),
            2,
            "two loaves, and the relic is a key"
        );
        let says = |p: Point| world.item(world.cell(level, p).item).says.as_str();
        let said = world
            .size(level)
            .points()
            .filter(|p| says(*p) == "It is stale.");
        assert_eq!(said.count(), 1);
    }
}

#[test]
fn v3_monsters_of_vaults_act_behind_those_of_their_level_and_before_what_is_scattered() {
    let text = "vault \"den\"\nmap\n#####\n#p..+\n#####\nend\n\
                p 2 2 5 1 0\n\
                level\nmap rooms 30 16 vaults=yes\n@ 3 3\ng 20 10\nscatter $ 1\nscatter w 1\n";
    let game = Session::from_text(text).expect("a dungeon");
    let world = game.game().world();
    let names = world
        .theirs(LevelId(0))
        .map(|who| world.kind(who).name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["ghost", "patrol", "wanderer"]);
}

#[test]
fn v1_no_proof_says_that_a_game_with_vaults_cannot_be_won() {
    let text = "item k \"key\" opens=bronze\n\
                vault \"treasury\" flip=yes turn=yes\nmap\n#####\n#*.D#\n###.+\n  ###\nend\nmark D + locked=bronze\n\
                vault \"key room\" flip=yes turn=yes\nmap\n####\n#k.+\n####\nend\n\
                level\nmap caves 24 14 vaults=yes\nscatter @ 1\nscatter $ 2\n";
    let source = Source::from_text("vaults.dng", text);
    let dungeon = Arc::new(load_source(source).expect("a dungeon"));
    for seed in 0..5 {
        let proof = prove(&dungeon, seed, &Budget::of_steps(5_000));
        assert!(
            matches!(proof.verdict, Verdict::Winnable(_)),
            "{seed}: {:?}",
            proof.verdict
        );
    }
}

#[test]
fn levels_with_vaults_are_pinned_for_ever() {
    let text = include_str!("../../fixtures/ok/vaults.dng");
    for seed in [1, 2] {
        let game = Session::from_text(text)
            .expect("a dungeon")
            .with_seed(seed)
            .with_size(80, 24);
        insta::assert_snapshot!(format!("upper cells, seed {seed}"), game.frame());
        let below = game.game().world();
        let glyph = |p: Point| {
            let cell = below.cell(LevelId(1), p);
            match cell.body() {
                Some(who) => below.glyph_of(who),
                None if cell.item.0 > 0 => below.item(cell.item).glyph,
                None => below.tile(LevelId(1), p).glyph,
            }
        };
        let row = |y: i32| {
            (0..60)
                .map(|x| glyph(at(x, y)))
                .collect::<String>()
                .trim_end()
                .to_string()
                + "\n"
        };
        insta::assert_snapshot!(
            format!("the caves, seed {seed}"),
            (0..20).map(row).collect::<String>()
        );
    }
}

#[test]
fn v1_what_a_proof_finds_in_a_vault_is_told_at_its_place_in_the_text() {
    let text = "vault \"cell\" flip=yes turn=yes\nmap\n######\n#.$#.+\n######\nend\n\
                level\nmap caves 24 12 vaults=yes\nscatter @ 1\nscatter $ 1\n";
    for seed in 0..6 {
        let game = Session::from_text(text).expect("a dungeon").with_seed(seed);
        let game = game.game();
        let proof = prove(game.world().dungeon(), seed, &Budget::of_steps(1_000));
        let source = Source::from_text("vaults.dng", text);
        let findings = proof_findings(&proof, game, &source, &[]);
        let [found] = findings.as_slice() else {
            panic!("{seed}: {:?}", proof.verdict);
        };
        assert_eq!(source.slice(found.span), "$", "{seed}: {found:?}");
        let walls = found.labels.iter().map(|label| source.slice(label.span));
        assert_eq!(walls.collect::<Vec<_>>(), ["#"], "{seed}");
        assert_eq!(
            &text[found.span.range().end..][..2],
            "#.",
            "the gold of the vault"
        );
    }
}

/// A file with two levels that both have this vault, in which `a` is ash and `b` is brick.
fn ash_and_brick(rows: &str, marks: &str) -> String {
    let level = "level\nmap rooms 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\n";
    let below = "level\nmap rooms 40 20 vaults=yes\nscatter < 1\n";
    format!(
        "{MORTAR}tile a \"ash\"\ntile b \"brick\"\nvault \"v\"\nmap\n{rows}end\n{marks}{level}scatter > 1\n{below}"
    )
}

/// Returns the ash and the brick of a level in reading order.
fn burnt(world: &World, level: u8) -> String {
    let level = LevelId(level);
    let glyph = |p: Point| match world.tile(level, p).name.as_str() {
        "ash" => Some('a'),
        "brick" => Some('b'),
        _ => None,
    };
    world.size(level).points().filter_map(glyph).collect()
}

#[test]
fn x13_what_a_vault_leaves_to_chance_is_drawn_wherever_it_is_built_in() {
    let rows = "VVVVVVV\nV11223V\nV11224V\nVVVGVVV\n";
    let text = ash_and_brick(
        rows,
        "mark 1 a*3|b\nmark 2 a|b same=yes\nmark 3 a\nmark 4 b\nshuffle 3 4\n",
    );
    let dungeon = dungeon(&text);
    let (mut alike, mut ash) = (0, 0);
    let mut rest = BTreeSet::new();
    for seed in 0..100 {
        let world = World::new(Arc::clone(&dungeon), seed);
        let both = [0, 1].map(|level| burnt(&world, level));
        let again = World::new(Arc::clone(&dungeon), seed);
        assert_eq!(both, [0, 1].map(|level| burnt(&again, level)));
        alike += usize::from(both[0] == both[1]);
        for one in both {
            let each = [&one[..2], &one[5..7]].concat();
            ash += each.matches('a').count();
            assert!(
                one[2..4] == one[7..9] && (&one[2..4] == "aa" || &one[2..4] == "bb"),
                "{one}"
            );
            rest.insert((one[2..3].to_owned(), [&one[4..5], &one[9..]].concat()));
        }
    }
    assert!(alike < 20, "{alike} of 100 have two equal vaults");
    assert!(
        (540..660).contains(&ash),
        "{ash} of 800, expected three quarters"
    );
    let all = ["a", "b"].map(|same| ["ab", "ba"].map(|pair| (same.to_owned(), pair.to_owned())));
    assert_eq!(rest, all.into_iter().flatten().collect());
}

#[test]
fn x13_one_more_mark_in_a_vault_shifts_no_others_draw() {
    let of = |rows: &str, seed| {
        let text = ash_and_brick(rows, "mark 1 a|b\nmark 2 v|a\n");
        [0, 1].map(|level| burnt(&world(&text, seed), level))
    };
    for seed in 0..40 {
        let few = of("VVVVVV\nV1111V\nVvvvvV\nV2vvvV\nVVGVVV\n", seed);
        let more = of("VVVVVV\nV1111V\nVvvvvV\nV2222V\nVVGVVV\n", seed);
        for (few, more) in few.iter().zip(&more) {
            assert!(
                more.starts_with(few.get(..4).unwrap_or_default()),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn v2_a_way_leads_to_each_door_that_chance_gives_a_vault() {
    let rows = "VVV1VVV\nVvvvvvV\n1vvVvv1\nVvvvvvV\nVVVGVVV\n";
    let text = format!(
        "{MORTAR}mark 1 +|V\nvault \"v\" flip=yes turn=yes\nmap\n{rows}end\n\
         level\nmap caves 40 24 vaults=yes\n@ 20 2\nscatter $ 1\n"
    );
    let mut counts = BTreeSet::new();
    for seed in 0..60 {
        let world = world(&text, seed);
        let here = LevelId(0);
        let is_door = |p: &Point| matches!(world.tile(here, *p).feature, Feature::Door(_));
        let doors: Vec<Point> = world.size(here).points().filter(is_door).collect();
        counts.insert(doors.len());
        let reached = rest_of_level(&world, here, world.body(world.commanded()).at);
        for door in doors {
            let is_joined = FOUR.into_iter().any(|way| reached.contains(&(door + way)));
            assert!(
                is_joined,
                "seed {seed}: no path leads to the door at {door}"
            );
        }
    }
    assert_eq!(counts, BTreeSet::from([1, 2, 3, 4]));
}

/// A vault of one room with a single item, drawn as this glyph.
fn cell_with(name: &str, keys: &str, glyph: char) -> String {
    format!("vault \"{name}\"{keys}\nmap\nVVVVV\nVv{glyph}vG\nVVVVV\nend\n")
}

/// Three levels connected by stairs, with this `vaults=` value.
fn three_levels(vaults: &str) -> String {
    format!(
        "level\nmap rooms 40 20 vaults={vaults}\nscatter @ 1\nscatter > 1\n\
         level\nmap caves 40 20 vaults={vaults}\nscatter < 1\nscatter > 1\n\
         level\nmap rooms 40 20 vaults={vaults}\nscatter < 1\n"
    )
}

/// Returns the number of items with this glyph for each level.
fn counts(world: &World, glyph: char) -> Vec<usize> {
    let levels = world.dungeon().numbered_levels();
    let count = |id: LevelId| {
        let mut points = world.size(id).points().collect::<Vec<Point>>();
        points.retain(|p| world.item(world.item_at(id, *p)).glyph == glyph);
        points.len()
    };
    levels.map(|(id, _)| count(id)).collect()
}

#[test]
fn v4_a_needed_vault_is_built_into_every_level_that_takes_it() {
    let others: String = (0..6)
        .map(|nth| cell_with(&format!("other {nth}"), " weight=99", '='))
        .collect();
    let throne = cell_with("throne", " need=yes depth=2..3", '*');
    let text = format!("{MORTAR}{others}{throne}{}", three_levels("2"));
    let dungeon = dungeon(&text);
    for seed in 0..60 {
        let world = World::new(Arc::clone(&dungeon), seed);
        assert_eq!(counts(&world, '*'), [0, 1, 1], "seed {seed}");
        assert_eq!(counts(&world, '='), [2, 1, 1], "seed {seed}");
    }
}

#[test]
fn v4_a_vault_that_is_built_once_is_on_one_level_each_as_often_as_the_others() {
    let throne = |keys: &str| {
        let throne = cell_with("throne", keys, '*');
        let text = format!("{MORTAR}{throne}{}", three_levels("yes"));
        let dungeon = dungeon(&text);
        let mut seen = [0; 3];
        for seed in 0..300 {
            let there = counts(&World::new(Arc::clone(&dungeon), seed), '*');
            assert_eq!(there.iter().sum::<usize>(), 1, "seed {seed}: {there:?}");
            seen[there.iter().position(|count| *count == 1).expect("one")] += 1;
        }
        seen
    };
    let needed = throne(" need=yes once=yes");
    assert!(
        needed.iter().all(|count| (70..130).contains(count)),
        "{needed:?}"
    );
    assert_eq!(
        needed,
        throne(" once=yes"),
        "with enough room, nothing else matters"
    );
    assert_eq!(throne(" need=yes once=yes depth=2..2"), [0, 300, 0]);
}

#[test]
fn v4_a_vault_that_is_built_once_may_be_left_out_for_others_unless_it_is_needed() {
    let others: String = (0..4)
        .map(|nth| cell_with(&format!("other {nth}"), " weight=9", '='))
        .collect();
    let count = |keys: &str| {
        let throne = cell_with("throne", keys, '*');
        let text = format!("{MORTAR}{others}{throne}{}", three_levels("1"));
        let dungeon = dungeon(&text);
        let games = (0..80).map(|seed| counts(&World::new(Arc::clone(&dungeon), seed), '*'));
        games
            .map(|there| there.iter().sum::<usize>())
            .collect::<Vec<usize>>()
    };
    let sometimes = count(" once=yes");
    assert!(
        sometimes.contains(&0) && sometimes.contains(&1),
        "{sometimes:?}"
    );
    assert!(sometimes.iter().all(|count| *count <= 1), "{sometimes:?}");
    assert!(count(" once=yes need=yes").iter().all(|count| *count == 1));
}

proptest! {
    #![proptest_config(cases::of(120))]

    /// If `check` accepts required vaults, every seed builds them, wherever the level's records or random walls may
    /// lie.
    #[test]
    fn v4_needed_vaults_that_check_accepts_are_always_built(
        vaults in prop::collection::vec(vault(), 1..=4),
        size in (12i32..=34, 10i32..=22),
        places in prop::collection::btree_set((1i32..33, 1i32..21), 0..6),
        seed: u64,
    ) {
        let (width, height) = size;
        let vaults: Vec<String> = { vaults.iter().enumerate() }
            .map(|(nth, vault)| vault.replacen("\"one\"", &format!("\"{nth}\" need=yes"), 1))
            .collect();
        let mut text = format!("{MORTAR}{}level\nmap caves {width} {height} vaults=yes\nmark 1 #|.\nmark 2 #\n", vaults.concat());
        for (nth, (x, y)) in places.iter().filter(|(x, y)| *x < width - 1 && *y < height - 1).enumerate() {
            text += &format!("{} {} {}\n", ["1", "2", "$"][nth % 3], x + 1, y + 1);
        }
        text += "scatter @ 1\nscatter $ 1\n";
        let source = Source::from_text("vaults.dng", &text);
        let (found, diagnostics) = read(&source, &Limits::default());
        let is_refused = diagnostics.iter().any(|found| found.code == Code::BadVault);
        prop_assume!(!is_refused);
        let Some(dungeon) = found else { return Ok(()) };
        let world = World::new(Arc::new(dungeon), seed);
        let mut built = BTreeSet::new();
        for p in world.size(LevelId(0)).points() {
            built.extend(world.vault_cell(LevelId(0), p).map(|(number, _)| number));
        }
        prop_assert_eq!(built.len(), vaults.len(), "{}", text);
    }
}

#[test]
fn v4_goals_and_proofs_know_that_a_needed_vault_is_there() {
    let other = cell_with("other", "", '=');
    let file = |keys: &str| {
        let levels = three_levels("1");
        let throne = cell_with("throne", keys, 'c');
        format!("item c \"crown\"\ngoal take=c\n{MORTAR}{other}{throne}{levels}")
    };
    let found = |text: &str| {
        let (_, found) = read(&Source::from_text("vaults.dng", text), &Limits::default());
        let texts = found.iter().map(|found| found.message.to_string());
        texts.collect::<Vec<String>>()
    };
    let left_out = "expected something to take in every game, found that chance can leave it out: such a game is won on its first turn";
    assert_eq!(found(&file("")), [left_out]);
    assert_eq!(found(&file(" once=yes")), [left_out]);
    assert_eq!(found(&file(" need=yes")), [""; 0]);
    assert_eq!(found(&file(" need=yes once=yes")), [""; 0]);
}
