//! Reading any text ends without a panic, the findings lie inside the text, and a dungeon without errors keeps the
//! invariants of the engine.
use std::sync::{Arc, LazyLock};

use crate::cases;
use crate::corpus::{contents, named};
use dungeon_engine::world::World;
use dungeon_format::{Limits, Report, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{
    Amount, BodyGlyph, Dungeon, FARTHEST, Feature, Footing, Goal, Guise, Harm, Kind, LETTERS,
    Level, LevelId, LockId, Push, Rim, ScatteredThing, Side, Stair, Stat, Through, TileId, Vault,
    Weapon,
};
use dungeon_model::space::geometry::Point;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// All fixtures, valid and invalid.
static FIXTURES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| contents(&["fixtures/ok", "fixtures/err"]));

/// Valid fixtures for siege.
static SIEGES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| named("fixtures/ok", "siege"));

/// Valid fixtures for arena.
static ARENAS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| named("fixtures/ok", "arena"));

/// Valid fixtures for tactics, and those that use its ghosts.
static BATTLES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let ghosts = named("fixtures/ok", "ghosts");
    [named("fixtures/ok", "tactics"), ghosts].concat()
});

/// Pieces that mutations insert: words of the format, and forbidden ones.
const PIECES: [&str; 114] = [
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
    "kind K is=k\n",
    "is=K",
    "<",
    "^",
    "?",
    "'",
    "level \"x\"\n",
    "to=x",
    "to=3,2",
    "at=2,2",
    "at=@",
    "locked=b",
    "opens=b",
    "hidden=yes",
    "once=yes",
    "trap=pit",
    "trap=teleport",
    "trap=alarm",
    "mark p +\n",
    "> 3 2 ",
    "+ 4 2 ",
    "scatter ^ 2 ",
    "rules siege\n",
    "rules siege gold=5 turn=149 ",
    "season=2",
    "year=0",
    "goal=",
    "C",
    "Z",
    "3",
    "C 2 2 ",
    "% 4 2\n",
    "5 3 2\n",
    "mark X C\nmark X %\n",
    "strength=30",
    "is=hordling",
    "herd=yes",
    "rules arena\n",
    "rules arena lives=2 sight=9 ",
    "quirk=diagonal",
    "reachable=yes",
    "lives=0",
    "scatter % 2 away=1\n",
    "scatter @ 1\n",
    "@ 3 2\n",
    "@ 2 2 5\n",
    "@ 2 2 health=4\n",
    "is=enemy",
    "attack=ram",
    drawn! {"
        level
        map
        @..%
        ....
        end
    "},
    "level\nmap open 9 7\n@ 2 2\n",
    "rules tactics\n",
    "rules tactics tempo=5 fog=3 ",
    "@ 3 2 name=\"A\" range=0 ap=20 damage=6..2 ",
    "@ 4 1 name=\"A\" ammo=-1 accuracy=101 reach=200\n",
    "mark A @ name=\"A\"\n",
    "scatter @ 2 damage=0..1000000 ",
    "hero ammo=0 damage=4 ",
    "B 5 2 ",
    "G",
    "R",
    "~",
    "~ 3 2\n",
    "o",
    "is=red",
    "is=green bursts=2147483647",
    "hunt=skirmish",
    "trail=~",
    "trail=.",
    "trail=#",
    "through=slime",
    "walk=slime ",
    "damage=3..9",
    "range=201",
    "\u{202e}",
    "\u{4e16}",
    "é",
];

/// A change of a text: the place, the number of bytes to remove, and the insertion.
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

/// Asserts the invariants that the engine relies on (E-1, E-2, E-15, X-1).
fn keeps_its_promises(dungeon: &Dungeon) {
    // For random marks the invariants hold in every game.
    for seed in 0..2 {
        let world = World::new(Arc::new(dungeon.clone()), seed);
        a_game_keeps_its_promises(world.dungeon());
    }
}

fn a_game_keeps_its_promises(dungeon: &Dungeon) {
    assert!((1..=64).contains(&dungeon.levels().len()));
    for level in dungeon.levels() {
        a_level_keeps_its_promises(dungeon, level);
    }
    for vault in dungeon.vaults() {
        a_vault_keeps_its_promises(dungeon, vault);
    }
    let counted = dungeon.levels().iter().map(|level| heroes(dungeon, level));
    let heroes = counted.sum::<usize>();
    match dungeon.settings().game.word {
        "tactics" => assert!(heroes > 0, "a hero, or several"),
        _ => assert_eq!(heroes, 1, "one hero in all"),
    }
    match dungeon.settings().game.word {
        "explore" => {
            let has_goals = !dungeon.goals().is_empty();
            assert!(
                has_goals || has_collectables(dungeon),
                "something to collect"
            );
        }
        "siege" => {
            let value = |key| dungeon.settings().value(key);
            assert!(value("season") > 0 && value("year") > 0);
        }
        "arena" => {
            assert!(dungeon.settings().value("lives") > 0);
            a_run_keeps_its_promises(dungeon);
        }
        "tactics" => a_battle_keeps_its_promises(dungeon),
        other => panic!("an unknown game: {other}"),
    }
    dungeon
        .kinds()
        .iter()
        .for_each(|kind| a_kind_keeps_its_promises(dungeon, kind));
}

/// Asserts that a battle has one level, a unit, a way to win, and no clock (K-1, K-14).
fn a_battle_keeps_its_promises(dungeon: &Dungeon) {
    let [level] = dungeon.levels() else {
        panic!("expected one level");
    };
    assert!(dungeon.tempo().is_none());
    let is_ghost = |kind| dungeon.kind(kind).side == Side::Theirs;
    let mut scattered = level.scatters.iter();
    let has_ghosts = level.spawns.iter().any(|body| is_ghost(body.kind))
        || scattered.any(|s| matches!(s.what, ScatteredThing::Body(kind, _) if is_ghost(kind)));
    let has_goals = !dungeon.goals().is_empty();
    assert!(has_goals || has_ghosts || has_collectables(dungeon));
    assert!(level.stats.iter().all(|stats| stats[Stat::Ammo] >= 0));
}

/// Asserts that a kind's numbers are in the ranges of the rules (K-2, K-11, K-12).
fn a_kind_keeps_its_promises(dungeon: &Dungeon, kind: &Kind) {
    let least = u32::from(kind.side == Side::Theirs);
    assert!((least..=FARTHEST).contains(&kind.range) && (1..=20).contains(&kind.points));
    if let Some(Weapon {
        damage: (least, most),
        accuracy,
        reach,
    }) = kind.weapon
    {
        assert!(0 <= least && least <= most && (0..=100).contains(&accuracy));
        assert!((1..=FARTHEST).contains(&reach));
    }
    assert!(kind.bursts >= 0);
    assert!(
        kind.trail
            .is_none_or(|tile| usize::from(tile.0) < dungeon.tiles().len())
    );
}

fn has_collectables(dungeon: &Dungeon) -> bool {
    let mut in_vaults = taken_vaults(dungeon).flat_map(|vault| &vault.items);
    let has_some_in_a_vault = in_vaults.any(|(_, item)| dungeon.item(*item).collectable);
    has_some_in_a_vault
        || dungeon.levels().iter().any(|level| {
            let placed = level.items.iter().map(|(_, item)| *item);
            let scattered = level.scatters.iter().filter_map(|s| match s.what {
                ScatteredThing::Item(item) => Some(item),
                _ => None,
            });
            let mut items = placed.chain(scattered);
            items.any(|item| dungeon.item(item).collectable)
        })
}

/// Returns the vaults that some level may have.
fn taken_vaults(dungeon: &Dungeon) -> impl Iterator<Item = &Vault> {
    let levels = (0..).map(LevelId).zip(dungeon.levels());
    levels.flat_map(|(id, _)| dungeon.vaults_for(id).map(|(_, vault)| vault))
}

/// Asserts that a vault has doors at its edge, no units of the player, and things only on cells that admit them.
fn a_vault_keeps_its_promises(dungeon: &Dungeon, vault: &Vault) {
    assert!(!vault.entries.is_empty() && vault.weight > 0);
    assert!((1..=vault.depth.1).contains(&vault.depth.0));
    let tile = |p: Point| vault.tiles.get(p).flatten();
    for (p, out) in &vault.entries {
        assert!(tile(*p).is_some() && tile(*p + *out).is_none(), "{p}");
    }
    for (p, item) in &vault.items {
        let tile = tile(*p).expect("a part of the vault");
        assert_eq!(dungeon.tile(tile).footing, Footing::Anyone, "{p}");
        assert!(usize::from(item.0) < dungeon.items().len());
    }
    for body in &vault.spawns {
        let kind = dungeon.kind(body.kind);
        // A blank is rock, which only bodies that pass walls can enter.
        let footing = |p: Point| tile(p).map_or(Footing::Drifters, |id| dungeon.tile(id).footing);
        assert!(kind.side == Side::Theirs && footing(body.at).admits(kind.through));
        assert!((body.stats.0 as usize) < vault.stats.len());
        for p in body.route().unwrap_or_default() {
            assert!(footing(*p).admits(kind.through), "{p}");
        }
    }
}

/// Asserts that the contents and the terrain of a level are valid.
fn a_level_keeps_its_promises(dungeon: &Dungeon, level: &Level) {
    for tile in level
        .tiles
        .cells()
        .iter()
        .copied()
        .chain(scattered_tiles(level))
    {
        the_ground_keeps_its_promises(dungeon, level, tile);
    }
    the_rim_keeps_its_promises(dungeon, level);
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
        let kind = dungeon.kind(spawn.kind);
        let under = footing(dungeon, level, spawn.at).expect("inside");
        let is_fenced = under == Footing::Openers && kind.side == Side::Ours;
        let drifts = kind.through == Through::Walls && under <= Footing::Drifters;
        let wades = kind.through >= Through::Slime && under == Footing::Slime;
        assert!(is_floor(&spawn.at) || drifts || is_fenced || wades);
        let stats = level.stats_of(spawn);
        assert!(stats[kind.life] > 0 || kind.life == Stat::Wealth);
        let is_a_letter = kind.shows == BodyGlyph::Strength;
        assert!(!is_a_letter || stats[Stat::Strength] <= LETTERS);
        let route = spawn.route().unwrap_or(&[]);
        assert!(route.first().is_none_or(|first| *first == spawn.at));
        assert!(route.windows(2).all(|pair| pair[0].chebyshev(pair[1]) <= 1));
        assert!(route.iter().all(is_floor));
    }
    assert_no_monster_on_herd_items(dungeon, level);
}

/// Asserts that the hero begins on the first board, that each later board has an entrance, and that some board has an
/// enemy to stomp.
fn a_run_keeps_its_promises(dungeon: &Dungeon) {
    let [first, later @ ..] = dungeon.levels() else {
        panic!("expected a board");
    };
    assert_eq!(heroes(dungeon, first), 1);
    for level in later {
        let entrance = level.entrance.expect("an entrance");
        assert_eq!(heroes(dungeon, level), 0);
        assert_eq!(footing(dungeon, level, entrance), Some(Footing::Anyone));
        assert!(level.spawns.iter().all(|body| body.at != entrance));
    }
    let is_enemy = |kind| dungeon.kind(kind).side == Side::Theirs;
    let has_enemies = |level: &Level| {
        let mut scattered = level.scatters.iter();
        level.spawns.iter().any(|body| is_enemy(body.kind))
            || scattered.any(|s| matches!(s.what, ScatteredThing::Body(kind, _) if is_enemy(kind)))
    };
    let mut in_vaults = taken_vaults(dungeon).flat_map(|vault| &vault.spawns);
    assert!(
        dungeon.levels().iter().any(has_enemies) || in_vaults.any(|body| is_enemy(body.kind)),
        "an enemy to stomp"
    );
}

/// Asserts that no body stands on the border in explore (E-1), and no hero in siege (S-10); in arena the border is
/// ordinary floor.
fn the_rim_keeps_its_promises(dungeon: &Dungeon, level: &Level) {
    let size = level.tiles.size();
    let is_ours = |kind| dungeon.kind(kind).side == Side::Ours;
    let rim = match dungeon.settings().game.word {
        "explore" => Rim::Closed,
        "siege" => Rim::Heroless,
        _ => Rim::Open,
    };
    for p in size.rim().filter(|_| !rim.is_played_on()) {
        assert_eq!(footing(dungeon, level, p), Some(Footing::Nobody), "{p}");
    }
    let may_hold = |p| rim.is_the_heros() || size.contains_inside_rim(p);
    let mut heroes = level.spawns.iter().filter(|spawn| is_ours(spawn.kind));
    assert!(heroes.all(|hero| may_hold(hero.at)));
    for scatter in &level.scatters {
        let is_heros = matches!(scatter.what, ScatteredThing::Body(kind, _) if is_ours(kind));
        let lies_in = |p| {
            if is_heros {
                may_hold(p)
            } else {
                rim.is_played_on() || size.contains_inside_rim(p)
            }
        };
        assert!(lies_in(scatter.within.from) && lies_in(scatter.within.to));
    }
}

/// Asserts that no monster begins on an item of the herd, in games with that rule (S-10).
fn assert_no_monster_on_herd_items(dungeon: &Dungeon, level: &Level) {
    let theirs = |at: Point| {
        let mut spawns = level.spawns.iter();
        spawns.any(|body| body.at == at && dungeon.kind(body.kind).side == Side::Theirs)
    };
    let is_siege = dungeon.settings().game.word == "siege";
    let mut herd = level
        .items
        .iter()
        .filter(|(_, item)| dungeon.item(*item).herd);
    assert!(!is_siege || herd.all(|(p, _)| !theirs(*p)));
}

fn scattered_tiles(level: &Level) -> impl Iterator<Item = TileId> {
    level
        .scatters
        .iter()
        .filter_map(|scatter| match scatter.what {
            ScatteredThing::Tile(tile) => Some(tile),
            _ => None,
        })
}

/// Asserts that stairs lead to a cell of an existing level, that exits have a goal and are at an end of the levels,
/// that doors open, that locks have keys, and that traps become floor.
fn the_ground_keeps_its_promises(dungeon: &Dungeon, level: &Level, tile: TileId) {
    let is_floor = |tile| dungeon.tile(tile).footing == Footing::Anyone;
    let is_inside = |level: &Level, p| level.tiles.get(p).is_some();
    let here = dungeon.tile(tile);
    if here.footing == Footing::Nobody {
        return assert_eq!(here.feature, Feature::Plain, "nothing works on the rim");
    }
    match here.feature {
        Feature::Plain => {}
        Feature::Acting(acting) => {
            assert!(is_floor(tile) && acting.does_anything(), "{acting:?}");
            assert!(acting.harm >= 0, "{acting:?}");
        }
        Feature::Stairs(stairs) => {
            let to = dungeon.levels().get(usize::from(stairs.to.0));
            let to = to.expect("stairs lead to a level");
            assert!(stairs.at.is_none_or(|at| is_inside(to, at)) && is_floor(tile));
        }
        Feature::Exit(way) => {
            let end = match way {
                Stair::Up => dungeon.levels().first(),
                Stair::Down => dungeon.levels().last(),
            };
            let is_at_an_end = end.is_some_and(|end| std::ptr::eq(end, level));
            let is_wanted = dungeon.goals().contains(&Goal::Leave);
            assert!(is_wanted && is_at_an_end && is_floor(tile), "{way:?}");
        }
        Feature::Door(door) => {
            assert!(is_floor(door.opened) && !is_floor(tile));
            assert!(
                door.lock.is_none_or(|lock| has_a_key(dungeon, lock)),
                "{door:?}"
            );
        }
        Feature::Pool(pool) => assert!(!is_floor(tile) && is_floor(pool.cleared)),
        Feature::Boulder(boulder) => {
            assert!(!is_floor(tile) && is_floor(boulder.leaves));
            let sort = dungeon.tile(boulder.sort).feature;
            assert!(matches!(sort, Feature::Boulder(plain) if plain.sort == boulder.sort));
            let pushes = dungeon.pushes().iter();
            let mut pushes = pushes.filter(|push| push.sort == boulder.sort);
            let lies_here = |push: &Push| (push.onto, push.becomes) == (boulder.leaves, tile);
            assert!(
                pushes.any(lies_here),
                "a boulder can be pushed to another's cell"
            );
        }
        Feature::Fence(fence) => {
            let is_fence = |id| matches!(dungeon.tile(id).feature, Feature::Fence(_));
            assert!(!is_floor(tile) && (is_floor(fence.torn) || is_fence(fence.torn)));
            assert!(fence.raised.is_none_or(is_fence));
        }
        Feature::Trap(trap) => {
            assert!(is_floor(tile) && is_floor(trap.sprung));
            if let Harm::Teleport(Some(to)) = trap.harm {
                assert!(is_inside(level, to));
            }
            if let Guise::Hidden(found) = trap.guise {
                let Feature::Trap(seen) = dungeon.tile(found).feature else {
                    panic!(
                        "expected a trap to be found, found {:?}",
                        dungeon.tile(found)
                    );
                };
                assert_eq!((seen.guise, seen.harm), (Guise::Plain, trap.harm));
            }
        }
    }
}

fn has_a_key(dungeon: &Dungeon, lock: LockId) -> bool {
    assert!(usize::from(lock.0) < dungeon.locks().len());
    dungeon.items().iter().any(|item| item.opens == Some(lock))
}

fn footing(dungeon: &Dungeon, level: &Level, p: Point) -> Option<Footing> {
    let tile = level.tiles.get(p)?;
    Some(dungeon.tile(tile).footing)
}

/// Returns the number of heroes of a level, placed and scattered.
fn heroes(dungeon: &Dungeon, level: &Level) -> usize {
    let is_hero = |kind| dungeon.kind(kind).side == Side::Ours;
    let placed = level.spawns.iter().filter(|spawn| is_hero(spawn.kind));
    let scattered = level.scatters.iter();
    let scattered =
        scattered.filter(|s| matches!(s.what, ScatteredThing::Body(kind, _) if is_hero(kind)));
    placed.count() + scattered.map(|s| many(s.amount)).sum::<usize>()
}

fn many(amount: Amount) -> usize {
    match amount {
        Amount::Count(count) => count as usize,
        Amount::Percent(_) | Amount::Between(..) => {
            panic!("the number of heroes must be fixed")
        }
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

#[test]
fn every_fixture_that_is_right_keeps_its_promises() {
    for bytes in contents(&["fixtures/ok", "fixtures/scenes", "dungeons"]) {
        let source = Source::from_bytes("right.dng", bytes);
        let (dungeon, _) = read(&source, &Limits::default());
        keeps_its_promises(&dungeon.expect("a dungeon that can be played"));
    }
    // Files with warnings can be played, too.
    contents(&["fixtures/err"]).into_iter().for_each(check);
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn mutated_fixtures_never_panic_and_what_is_right_keeps_its_promises(which in any::<Index>(), changes in changes()) {
        let fixture = which.get(&FIXTURES);
        check(mutated(fixture, &changes));
    }

    #[test]
    fn mutated_sieges_never_panic_and_what_is_right_keeps_its_promises(which in any::<Index>(), changes in changes()) {
        let siege = which.get(&SIEGES);
        check(mutated(siege, &changes));
    }

    #[test]
    fn mutated_arenas_never_panic_and_what_is_right_keeps_its_promises(which in any::<Index>(), changes in changes()) {
        let arena = which.get(&ARENAS);
        check(mutated(arena, &changes));
    }

    #[test]
    fn mutated_battles_never_panic_and_what_is_right_keeps_its_promises(which in any::<Index>(), changes in changes()) {
        let battle = which.get(&BATTLES);
        check(mutated(battle, &changes));
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(bytes);
    }
}
