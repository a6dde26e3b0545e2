//! Compares the search for the hero's reach with a plain search over every state (cell, keys, sprung traps) of small
//! random dungeons, by the rules of every game.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::hero_reach::HeroReach;
use super::key_sources::CarriedKeys;
use super::reach_rules::{Footfall, ItemGoal, LevelOrder, ReachRules};
use super::ways::DungeonCell;
use dungeon_format::meter::LookMeter;
use dungeon_format::parse::parse;
use dungeon_format::resolve::resolve;
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::{
    ActingTerrain, Door, Dungeon, Feature, Footing, GameProfile, Guise, Harm, ItemId, ItemKind,
    Level, LevelId, LockId, Rim, Side, Stair, Stairs, Tile, TileId, Trap, UnreachablePolicy,
    builtin, games, tables_mut,
};
use dungeon_model::space::geometry::{Direction, Point, at};

/// A level whose wall encloses 28 floor cells.
const CLOSED: &str = "map\n#########\n#@.....$#\n#.......#\n#.......#\n#.......#\n#########\nend\n";
const OPEN: &str = "map\n#######\n#@...$#\n#.....#\n#######\nend\n";

/// A generator of small random numbers.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn cell(&mut self, rim: Rim) -> Point {
        let rim = i32::from(rim != Rim::Open);
        at(rim + self.below(7) as i32, rim + self.below(4) as i32)
    }
}

/// Returns the rules of a game, changed so that stairs connect the levels and every item must be taken.
fn rules_of(game: &GameProfile) -> ReachRules {
    ReachRules {
        neighbours: game.neighbours,
        rim: game.rim,
        levels: LevelOrder::ByWays,
        foes: game.foes,
        unreachable: UnreachablePolicy::Left,
        things: ItemGoal::MustBeTaken,
        footfall: game.footfall,
        us: game.terms.commanded,
    }
}

/// Returns two or three random levels of rock and floor, with two locks, their keys, stairs, pits and teleports.
fn dungeon(dice: &mut Dice, rules: ReachRules, gates: usize) -> Dungeon {
    let small = match rules.rim {
        Rim::Open => OPEN,
        Rim::Closed | Rim::Heroless => CLOSED,
    };
    let source = Source::from_text("small", small);
    let limits = Limits::default();
    let resolved = resolve(&source, &parse(&source, &limits).0, &limits).0;
    let mut dungeon = resolved.expect("a small level").dungeon;
    let small = dungeon.levels[0].clone();
    let levels = 2 + dice.below(2);
    tables_mut(&mut dungeon).locks = Arc::new(vec!["a".into(), "b".into()]);
    let key = |lock| ItemKind {
        opens: Some(LockId(lock)),
        collectable: false,
        ..dungeon.items[1].clone()
    };
    let keys = [key(0), key(1)];
    let first = dungeon.items.len() as u16;
    Arc::make_mut(&mut tables_mut(&mut dungeon).items).extend(keys);
    let mut features = features(&dungeon, dice, levels, rules);
    features.extend((0..gates).map(|_| gate(&dungeon, dice)));
    let made = (0..levels)
        .map(|n| {
            let mut level = small.clone();
            let size = level.tiles.size();
            for p in size.points().filter(|p| rules.is_the_heros(size, *p)) {
                let tile = match dice.below(20) {
                    0..9 => builtin::FLOOR,
                    9..16 => builtin::WALL,
                    _ => {
                        let tile = features[dice.below(features.len())].clone();
                        Arc::make_mut(&mut tables_mut(&mut dungeon).tiles).push(tile);
                        TileId(dungeon.tiles.len() as u16 - 1)
                    }
                };
                level.tiles.set(p, tile);
            }
            level.items.clear();
            level.spawns.retain(|_| n == 0);
            level.entrance = None;
            level
        })
        .collect();
    let all = Arc::make_mut(&mut tables_mut(&mut dungeon).levels);
    *all = made;
    let hero = dice.cell(rules.rim);
    all[0].spawns[0].at = hero;
    all[0].entrance = Some(hero);
    all[0].tiles.set(hero, builtin::FLOOR);
    for n in 0..2 {
        let (level, p) = (dice.below(levels), dice.cell(rules.rim));
        all[level].items.push((p, ItemId(first + n)));
    }
    dungeon
}

/// Returns tiles of doors, locked doors, pits, teleports and stairs. Some teleports and stairs name a target cell.
fn features(dungeon: &Dungeon, dice: &mut Dice, levels: usize, rules: ReachRules) -> Vec<Tile> {
    let tile = |id: TileId, feature| Tile {
        feature,
        ..dungeon.tile(id).clone()
    };
    let door = |lock| {
        tile(
            builtin::DOOR,
            Feature::Door(Door {
                lock,
                opened: builtin::OPEN_DOOR,
            }),
        )
    };
    let trap = |harm, sprung| {
        tile(
            builtin::TRAP,
            Feature::Trap(Trap {
                harm,
                guise: Guise::Plain,
                sprung,
            }),
        )
    };
    let mut all = vec![
        door(None),
        door(Some(LockId(0))),
        door(Some(LockId(1))),
        trap(Harm::Pit(3), builtin::TRAP),
        trap(Harm::Teleport(Some(dice.cell(rules.rim))), builtin::TRAP),
    ];
    if dice.below(3) == 0 {
        all.push(trap(
            Harm::Teleport(Some(dice.cell(rules.rim))),
            builtin::FLOOR,
        ));
        all.push(trap(Harm::Pit(3), builtin::FLOOR));
    }
    if dice.below(6) == 0 {
        all.push(trap(Harm::Teleport(None), builtin::TRAP));
    }
    for _ in 0..5 {
        let to = LevelId(dice.below(levels) as u8);
        let at = (dice.below(3) == 0).then(|| dice.cell(rules.rim));
        let way = Stair::Down;
        all.push(tile(builtin::SIGN, Feature::Stairs(Stairs { way, to, at })));
    }
    all
}

/// Floor that can be entered from some directions only.
fn gate(dungeon: &Dungeon, dice: &mut Dice) -> Tile {
    let ways = Direction::ALL.into_iter();
    let enter = ways.filter(|_| dice.below(3) > 0).collect();
    Tile {
        glyph: '%',
        feature: Feature::Acting(ActingTerrain {
            harm: 0,
            spares_monsters: false,
            is_slow: false,
            quenches: false,
            enter,
        }),
        ..dungeon.tile(builtin::FLOOR).clone()
    }
}

/// A state of the plain search: the hero's cell, a bit for each key in the inventory, and a bit for each sprung trap
/// that vanishes.
type SearchState = (DungeonCell, u8, u128);

/// The rules of movement in their simplest form: from one state to the next, cell by cell.
struct PlainRules<'a> {
    dungeon: &'a Dungeon,
    rules: ReachRules,
    /// For each cell that carries the hero elsewhere: the possible landing cells.
    ends: BTreeMap<DungeonCell, Vec<DungeonCell>>,
    /// The traps that vanish when sprung, in the order of their bits in `SearchState`.
    once: Vec<DungeonCell>,
}

impl<'a> PlainRules<'a> {
    fn new(dungeon: &'a Dungeon, rules: ReachRules) -> Self {
        let mut plain = Self {
            dungeon,
            rules,
            ends: BTreeMap::new(),
            once: Vec::new(),
        };
        for (level, n) in dungeon.levels.iter().zip(0..) {
            for p in level.tiles.size().points() {
                let cell = (LevelId(n), p);
                let ends = plain.ends(cell);
                if !ends.is_empty() {
                    plain.ends.insert(cell, ends);
                }
                if matches!(plain.tile(cell).feature, Feature::Trap(trap) if trap.sprung == builtin::FLOOR)
                {
                    plain.once.push(cell);
                }
            }
        }
        plain
    }

    fn level(&self, id: LevelId) -> &'a Level {
        &self.dungeon.levels[usize::from(id.0)]
    }

    fn tile(&self, (level, p): DungeonCell) -> &'a Tile {
        self.dungeon
            .tile(self.level(level).tiles.get(p).unwrap_or(builtin::ROCK))
    }

    /// The bit of a trap that vanishes when sprung; 0 for other cells.
    fn bit(&self, cell: DungeonCell) -> u128 {
        let nth = self.once.iter().position(|once| *once == cell);
        nth.map_or(0, |nth| 1 << nth)
    }

    fn floor(&self, level: LevelId) -> Vec<Point> {
        let points = self.level(level).tiles.size().points();
        points
            .filter(|p| self.tile((level, *p)).footing == Footing::Anyone)
            .collect()
    }

    fn nearest(&self, level: LevelId, to: Point) -> Vec<DungeonCell> {
        let floor = self.floor(level);
        let best = floor
            .into_iter()
            .min_by_key(|p| (p.chebyshev(to), p.manhattan(to), *p));
        best.map(|p| (level, p)).into_iter().collect()
    }

    /// Returns the cells to which this cell may carry the hero; empty if the hero stays.
    fn ends(&self, cell @ (level, p): DungeonCell) -> Vec<DungeonCell> {
        match self.tile(cell).feature {
            Feature::Trap(Trap {
                harm: Harm::Pit(_), ..
            }) => {
                if usize::from(level.0) + 1 < self.dungeon.levels.len() {
                    self.nearest(LevelId(level.0 + 1), p)
                } else {
                    Vec::new()
                }
            }
            Feature::Trap(Trap {
                harm: Harm::Teleport(Some(to)),
                ..
            }) => self.nearest(level, to),
            Feature::Trap(Trap {
                harm: Harm::Teleport(None),
                ..
            }) => self.floor(level).into_iter().map(|p| (level, p)).collect(),
            Feature::Stairs(stairs) => {
                let floor = self.floor(stairs.to);
                let leads_back = |p: &&Point| {
                    (stairs.to, **p) != cell
                        && matches!(self.tile((stairs.to, **p)).feature, Feature::Stairs(back) if back.to == level)
                };
                let heroes = &self.level(stairs.to).spawns;
                let back = floor.iter().find(leads_back).copied();
                let landing = stairs.at.or(back).or(heroes.first().map(|hero| hero.at));
                let landing = landing.or(floor.first().copied());
                landing.map_or(Vec::new(), |p| self.nearest(stairs.to, p))
            }
            _ => Vec::new(),
        }
    }

    fn arrive(&self, cell @ (level, p): DungeonCell, state: SearchState) -> SearchState {
        let (_, mut keys, sprung) = state;
        for (_, item) in self.level(level).items.iter().filter(|(at, _)| *at == p) {
            let opens = self.dungeon.item(*item).opens;
            keys |= opens.map_or(0, |lock| 1 << lock.0);
        }
        (cell, keys, sprung)
    }

    /// Returns every state that one command leads to. Adds the cells stepped on to `trodden`.
    fn next(&self, state: SearchState, trodden: &mut BTreeSet<DungeonCell>) -> Vec<SearchState> {
        let (cell @ (level, p), keys, sprung) = state;
        let mut next = Vec::new();
        if matches!(self.tile(cell).feature, Feature::Stairs(_)) {
            let ends = self.ends.get(&cell).into_iter().flatten();
            next.extend(ends.map(|end| self.arrive(*end, state)));
        }
        for way in self.rules.neighbours.directions() {
            let to = (level, p + *way);
            let tile = self.tile(to);
            let may = match tile.feature {
                Feature::Door(door) => door.lock.is_none_or(|lock| keys & 1 << lock.0 != 0),
                _ => tile.footing == Footing::Anyone,
            };
            if !may {
                continue;
            }
            trodden.insert(to);
            if !tile.enter().contains(*way) {
                // The tile cannot be entered from this side. The hero stays in place, but takes the items on the tile.
                let (_, keys, _) = self.arrive(to, state);
                next.push((cell, keys, sprung));
                continue;
            }
            let bit = self.bit(to);
            let springs = matches!(tile.feature, Feature::Trap(_)) && sprung & bit == 0;
            let walked = self.arrive(to, state);
            let there = (walked.0, walked.1, sprung | bit);
            match self.ends.get(&to).filter(|_| springs) {
                None => next.push(there),
                Some(ends) => {
                    // If only the last cell of a move acts on the hero, the hero can also walk across the trap.
                    let walks_on = self.rules.footfall == Footfall::MovesEnd;
                    next.extend(walks_on.then_some(walked));
                    next.extend(ends.iter().map(|end| self.arrive(*end, there)));
                }
            }
        }
        next
    }
}

/// Returns every cell that the hero reaches in some game, and whether the hero can return to the start from everywhere.
fn search(dungeon: &Dungeon, rules: ReachRules) -> (BTreeSet<DungeonCell>, bool) {
    let rules = PlainRules::new(dungeon, rules);
    let hero = (LevelId(0), dungeon.levels[0].spawns[0].at);
    let start = rules.arrive(hero, (hero, 0, 0));
    let mut before: BTreeMap<SearchState, Vec<SearchState>> = BTreeMap::from([(start, Vec::new())]);
    let mut trodden = BTreeSet::from([hero]);
    let mut left = vec![start];
    while let Some(state) = left.pop() {
        for next in rules.next(state, &mut trodden) {
            trodden.insert(next.0);
            let known = before.entry(next).or_insert_with(|| {
                left.push(next);
                Vec::new()
            });
            known.push(state);
        }
    }
    let mut home = BTreeSet::new();
    let mut left: Vec<SearchState> = before.keys().copied().collect();
    left.retain(|state| state.0 == hero);
    while let Some(state) = left.pop() {
        if home.insert(state) {
            left.extend(&before[&state]);
        }
    }
    (trodden, home.len() == before.len())
}

fn drawn(dungeon: &Dungeon) -> String {
    let mut text = String::new();
    for level in dungeon.levels.iter() {
        for row in level.tiles.rows() {
            for tile in row {
                let tile = dungeon.tile(*tile);
                text.push(match tile.feature {
                    Feature::Door(Door {
                        lock: Some(lock), ..
                    }) => ['a', 'b'][usize::from(lock.0)],
                    Feature::Trap(Trap {
                        harm: Harm::Pit(_), ..
                    }) => 'v',
                    Feature::Stairs(stairs) => char::from(b'0' + stairs.to.0),
                    _ => tile.glyph,
                });
            }
            text.push('\n');
        }
        text.push_str(&format!("{:?}\n", level.items));
    }
    text
}

#[test]
fn whatever_any_play_comes_to_is_in_reach_and_nothing_else_where_every_play_can_come_back() {
    for game in games::ALL {
        compare(rules_of(game), 0);
    }
}

#[test]
fn whatever_any_play_comes_to_over_one_way_cells_is_in_reach_and_nothing_else_where_it_can_come_back()
 {
    for game in games::ALL {
        compare(rules_of(game), 4);
    }
}

fn compare(rules: ReachRules, gates: usize) {
    let mut dice = Dice(1);
    let (mut compared, mut keyed) = (0, 0);
    for round in 0..600 {
        let dungeon = dungeon(&mut dice, rules, gates);
        assert_eq!(
            dungeon.kind(dungeon.levels[0].spawns[0].kind).side,
            Side::Ours
        );
        let meter = LookMeter::new(&Source::default(), &Limits::default(), &|| true);
        let reach = HeroReach::new(&dungeon, rules, &CarriedKeys::new(&dungeon), &[], &meter)
            .expect("the hero starts somewhere");
        let (trodden, comes_back) = search(&dungeon, rules);
        let once = |trap: Trap| trap.sprung == builtin::FLOOR;
        let has_once = dungeon
            .tiles
            .iter()
            .any(|tile| matches!(tile.feature, Feature::Trap(trap) if once(trap)));
        for (level, n) in dungeon.levels.iter().zip(0..) {
            for p in level.tiles.size().points() {
                let cell = (LevelId(n), p);
                let (is, may) = (trodden.contains(&cell), reach.is_reached(cell));
                assert!(
                    may || !is,
                    "round {round}: level {} at {p}\n{}",
                    n + 1,
                    drawn(&dungeon)
                );
                if comes_back && !has_once {
                    assert_eq!(
                        is,
                        may,
                        "round {round}: level {} at {p}\n{}",
                        n + 1,
                        drawn(&dungeon)
                    );
                }
            }
        }
        if comes_back && !has_once && trodden.len() > 12 {
            compared += 1;
            let is_locked = |cell: &&DungeonCell| matches!(dungeon.tile(dungeon.levels[usize::from(cell.0.0)].tiles.get(cell.1).unwrap_or(builtin::ROCK)).feature, Feature::Door(door) if door.lock.is_some());
            keyed += usize::from(trodden.iter().any(|cell| is_locked(&cell)));
        }
    }
    assert!(
        compared > 40 && keyed > 5,
        "{rules:?}: {compared} compared, {keyed} of them with a door unlocked"
    );
}
