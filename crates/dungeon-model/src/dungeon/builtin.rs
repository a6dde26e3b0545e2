//! Declarations that every file has: the tiles, kinds and items of explore, which all other games extend, and the
//! defaults of `kind` and `tile` records.
use super::choice::Choice;
use super::colour::Colour;
use super::feature::{Door, Feature, Guise, Harm, Pool, Stair, Stairs, Trap};
use super::ids::{ItemId, KindId, TileId};
use super::item::{ItemKind, Keeping};
use super::kind::{
    AddressedAs, AtZero, Behaviour, BodyGlyph, Kind, LifeUnit, NORMAL_SPEED, Side, USUAL_LIGHT,
    USUAL_POINTS, USUAL_RANGE, USUAL_SIGHT, Weapon,
};
use super::level::{Footing, Sight, Tile};
use super::parts::{Attack, Prey, Through};
use super::stats::{Spread, Stat, Stats};

/// Solid rock: a blank in a drawn map.
pub const ROCK: TileId = TileId(0);
/// Floor, `.` in a drawn map.
pub const FLOOR: TileId = TileId(1);
/// A wall, `#`: solid, except for ghosts.
pub const WALL: TileId = TileId(2);
/// Floor in a classic map, where it is drawn as a blank.
pub const CLASSIC_FLOOR: TileId = TileId(3);
/// `+`: a closed door without a lock.
pub const DOOR: TileId = TileId(4);
/// An open door, `'`: floor that was a door.
pub const OPEN_DOOR: TileId = TileId(5);
/// `^`: a dart trap that takes `DART` points of life.
pub const TRAP: TileId = TileId(6);
/// `?`: a sign. The text is in the sign's record or mark.
pub const SIGN: TileId = TileId(7);

/// The points of life that a trap takes if its record has no keys.
pub const DART: i32 = 3;

/// The hero: `@`, and in explore also `h`.
pub const HERO: KindId = KindId(0);
/// The wanderer of explore, `w` (E-21).
pub const WANDERER: KindId = KindId(1);
/// The ghost of explore, `g` (E-20).
pub const GHOST: KindId = KindId(2);
/// The patrol of explore, `p` (E-22).
pub const PATROL: KindId = KindId(3);

/// The words after `is=` that every game understands, each with its kind.
pub const CLASSIC_KINDS: [(&str, KindId); 3] =
    [("wanderer", WANDERER), ("ghost", GHOST), ("patrol", PATROL)];

/// A healing herb, `*` in explore: +8 health.
pub const HERB: ItemId = ItemId(1);
/// A manna ring, `=` in explore: +8 manna.
pub const RING: ItemId = ItemId(2);
/// Gold, `$` in explore: +10 wealth.
pub const GOLD: ItemId = ItemId(3);

/// The default weapon of kinds with `hunt=skirmish` (K-12). It does more damage than a unit's default weapon, but has a
/// shorter reach.
pub const SPIT: Weapon = Weapon {
    damage: (3, 6),
    accuracy: 75,
    reach: 7,
};

/// Returns floor without a color. Other tiles are made from this one.
pub(super) fn floor(name: &str, glyph: char) -> Tile {
    Tile {
        name: name.into(),
        glyph,
        fine: None,
        colour: None,
        footing: Footing::Anyone,
        sight: Sight::Clear,
        feature: Feature::Plain,
        glow: 0,
        says: String::new(),
        is_target: false,
    }
}

/// Returns the tiles from `ROCK` to `SIGN`, by `TileId`.
pub fn tiles() -> Vec<Tile> {
    let solid = |name: &str, glyph| Tile {
        footing: Footing::Drifters,
        sight: Sight::Blocked,
        ..floor(name, glyph)
    };
    let dart = Trap {
        harm: Harm::Dart(DART),
        guise: Guise::Plain,
        sprung: TRAP,
    };
    vec![
        solid("solid rock", ' '),
        floor("floor", '.'),
        solid("wall", '#'),
        floor("floor", ' '),
        Tile {
            footing: Footing::Openers,
            colour: Some(Colour::Yellow),
            feature: Feature::Door(Door {
                lock: None,
                opened: OPEN_DOOR,
            }),
            ..solid("closed door", '+')
        },
        Tile {
            colour: Some(Colour::Yellow),
            ..floor("open door", '\'')
        },
        Tile {
            colour: Some(Colour::BrightRed),
            feature: Feature::Trap(dart),
            ..floor("dart trap", '^')
        },
        Tile {
            colour: Some(Colour::BrightCyan),
            ..floor("sign", '?')
        },
    ]
}

/// Returns a pool of slime that becomes the tile `cleared` when it is cleared.
pub fn slime(cleared: TileId) -> Tile {
    Tile {
        colour: Some(Colour::Green),
        footing: Footing::Slime,
        feature: Feature::Pool(Pool { cleared }),
        ..floor("slime", '~')
    }
}

/// Returns the tile of stairs. Stairs with different target levels or cells need different tiles.
pub fn stairs(stairs: Stairs) -> Tile {
    let (name, glyph) = match stairs.way {
        Stair::Down => ("stairs down", '>'),
        Stair::Up => ("stairs up", '<'),
    };
    Tile {
        colour: Some(Colour::BrightYellow),
        feature: Feature::Stairs(stairs),
        ..floor(name, glyph)
    }
}

/// Returns the tile of a way out.
pub fn exit(way: Stair) -> Tile {
    let glyph = match way {
        Stair::Down => '>',
        Stair::Up => '<',
    };
    Tile {
        colour: Some(Colour::BrightYellow),
        feature: Feature::Exit(way),
        ..floor("way out", glyph)
    }
}

/// Returns the kinds of explore by `KindId`. Health, strength and manna: hero 40/5/16, wanderer 8/3, ghost 6/2, patrol
/// 10/3.
pub fn explore_kinds() -> Vec<Kind> {
    let monster = |name: &str, glyph, colour, [health, strength]: [i32; 2]| Kind {
        name: name.into(),
        glyph,
        shows: BodyGlyph::Kind,
        colour: Some(colour),
        side: Side::Theirs,
        behaviour: Behaviour::Wanderer { sight: USUAL_SIGHT },
        stats: Stats::classic([health, strength, 0, 0]),
        spread: Spread::default(),
        most: Stats::ENDLESS,
        life: Stat::Health,
        life_unit: LifeUnit::Points,
        at_zero: AtZero::Dies,
        through: Through::Floor,
        attack: Attack::Melee,
        prey: Prey::Hero,
        is_asleep: false,
        looks: None,
        speed: NORMAL_SPEED,
        drops: Choice::Always(ItemId::NONE),
        spawns: None,
        follows: None,
        light: USUAL_LIGHT,
        says: String::new(),
        verb: "hit".into(),
        missile: "arrow".into(),
        points: USUAL_POINTS,
        range: USUAL_RANGE,
        weapon: None,
        bursts: 0,
        state: None,
        trail: None,
        is_wanted: false,
        is_vital: false,
        addressed_as: AddressedAs::You,
    };
    let hero = Kind {
        side: Side::Ours,
        at_zero: AtZero::IsJudged,
        behaviour: Behaviour::Player,
        stats: Stats::classic([40, 5, 16, 0]),
        ..monster("hero", '@', Colour::BrightWhite, [40, 5])
    };
    let wanderer = monster("wanderer", 'w', Colour::Red, [8, 3]);
    let ghost = Kind {
        behaviour: Behaviour::Ghost { near: 7 },
        through: Through::Walls,
        ..monster("ghost", 'g', Colour::Cyan, [6, 2])
    };
    let (sight, shot) = (USUAL_SIGHT, 2);
    let patrol = Kind {
        behaviour: Behaviour::Patrol { sight, shot },
        ..monster("patrol", 'p', Colour::Magenta, [10, 3])
    };
    vec![hero, wanderer, ghost, patrol]
}

/// Returns a collectable item. Other items are made from this one.
#[doc(hidden)]
pub fn item(name: &str, glyph: char, colour: impl Into<Option<Colour>>, gives: Stats) -> ItemKind {
    ItemKind {
        name: name.into(),
        glyph,
        colour: colour.into(),
        gives,
        spread: Spread::default(),
        variants: ItemId::NONE,
        family: None,
        collectable: true,
        opens: None,
        identifies: false,
        state: None,
        keeping: Keeping::No,
        slot: String::new(),
        throw_reach: 0,
        recharge: 0,
        herd: false,
        is_vital: false,
        glow: 0,
        says: String::new(),
        verb: String::new(),
    }
}

/// Returns the items of explore by `ItemId`. Row 0, `ItemId::NONE`, is a blank that stands for no item.
pub fn explore_items() -> Vec<ItemKind> {
    let [none, health, manna, wealth] =
        [[0; 4], [8, 0, 0, 0], [0, 0, 8, 0], [0, 0, 0, 10]].map(Stats::classic);
    vec![
        ItemKind {
            collectable: false,
            colour: None,
            ..item("", ' ', Colour::Black, none)
        },
        item("healing herb", '*', Colour::Green, health),
        item("manna ring", '=', Colour::Blue, manna),
        item("gold", '$', Colour::Yellow, wealth),
    ]
}
