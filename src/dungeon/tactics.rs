//! What files of tactics can use without declaring it, beside what `builtin` holds: units, five ghosts, two items and
//! slime. The ghosts are kinds like any other, so that every game can start its own from them.
use super::builtin;
use super::feature::{Feature, Pool};
use super::ids::{ItemId, KindId, TileId};
use super::kind::{
    AddressedAs, AtZero, Behaviour, Colour, ItemKind, Kind, Stat, Stats, USUAL_SIGHT, Weapon,
};
use super::level::{Footing, Sight, Tile};
use super::parts::{Attack, Hunt, Parts, Roam, Sense, Through};

/// `~`: a pool of slime on floor (K-12).
pub const SLIME: TileId = TileId(8);

/// `G`: the grey ghost, which does nothing.
pub const GREY: KindId = KindId(4);
/// `B`: the blue ghost, which skirmishes.
pub const BLUE: KindId = KindId(5);
/// `L`: the lilac ghost, which flees.
pub const LILAC: KindId = KindId(6);
/// `E`: the green ghost, which explodes.
pub const GREEN: KindId = KindId(7);
/// `R`: the red ghost, which leaves slime behind.
pub const RED: KindId = KindId(8);

/// Makes a kind.
pub type Make = fn() -> Kind;

/// How to make each ghost, by its word in files, of every game (K-12).
pub const GHOSTS: [(&str, Make); 5] = [
    ("grey", grey),
    ("blue", blue),
    ("lilac", lilac),
    ("green", green),
    ("red", red),
];

/// `o`: +10 health (K-13).
pub const PANCAKE: ItemId = ItemId(4);
/// `*`: +10 ammo (K-13).
pub const CRYSTAL: ItemId = ItemId(5);

/// What a unit has that says nothing else: 20 health, 10 shots, 2 points a turn, a range of 10 cells.
pub const UNIT: Unit = Unit {
    health: 20,
    ammo: 10,
    points: 2,
    range: 10,
    weapon: Weapon {
        damage: (2, 6),
        accuracy: 70,
        reach: 8,
    },
};

/// More units nobody commands, and what keeps its distance from them would be long in the making.
pub const MOST_UNITS: usize = 100;

/// What a unit is called that was given no name.
pub const NAME: &str = "wizard";

/// The numbers of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its life.
    pub health: i32,
    /// Its shots.
    pub ammo: i32,
    /// Its action points a turn (K-10).
    pub points: u32,
    /// How far one of them carries it (K-2).
    pub range: u32,
    /// What it shoots with (K-11).
    pub weapon: Weapon,
}

/// What blue and red ghosts spit with, and kinds that skirmish without a weapon of their own: it hits harder than a wizard,
/// and not as far.
pub const SPIT: Weapon = Weapon {
    damage: (3, 6),
    accuracy: 75,
    reach: 7,
};

/// Health that a green ghost's death takes from everybody around.
const BANG: i32 = 10;

/// The tiles by number: those of every game, then slime.
pub fn tiles() -> Vec<Tile> {
    let mut tiles = builtin::tiles();
    tiles.push(slime(builtin::FLOOR));
    tiles
}

/// A pool of slime on such a tile.
pub fn slime(cleared: TileId) -> Tile {
    Tile {
        name: "slime".into(),
        glyph: '~',
        fine: None,
        colour: Some(Colour::Green),
        footing: Footing::Slime,
        sight: Sight::Clear,
        feature: Feature::Pool(Pool { cleared }),
        says: String::new(),
    }
}

/// The kinds by number: those of explore, whose hero is a unit here, then the ghosts.
pub fn kinds() -> Vec<Kind> {
    let mut kinds = builtin::explore_kinds();
    let hero = &mut kinds[usize::from(builtin::HERO.0)];
    let mut stats = Stats::default();
    stats[Stat::Health] = UNIT.health;
    stats[Stat::Ammo] = UNIT.ammo;
    *hero = Kind {
        name: NAME.into(),
        stats,
        at_zero: AtZero::Dies,
        points: UNIT.points,
        range: UNIT.range,
        weapon: Some(UNIT.weapon),
        addressed_as: AddressedAs::ByName,
        ..hero.clone()
    };
    kinds.extend([grey(), blue(), lilac(), green(), red()]);
    kinds
}

/// Does nothing.
pub fn grey() -> Kind {
    let parts = (Sense::Never, Hunt::Stand);
    ghost("grey ghost", 'G', Colour::Grey, 10, parts)
}

/// Shoots at whom it can, or falls back.
pub fn blue() -> Kind {
    Kind {
        weapon: Some(SPIT),
        ..ghost(
            "blue ghost",
            'B',
            Colour::BrightBlue,
            20,
            (Sense::Always, Hunt::Skirmish),
        )
    }
}

/// Flees from whom it sees.
pub fn lilac() -> Kind {
    let parts = (Sense::Sight(USUAL_SIGHT), Hunt::Flee);
    ghost("lilac ghost", 'L', Colour::BrightMagenta, 8, parts)
}

/// Walks up and stands; its death hurts everybody around.
pub fn green() -> Kind {
    Kind {
        bursts: BANG,
        ..ghost(
            "green ghost",
            'E',
            Colour::Green,
            6,
            (Sense::Always, Hunt::Path),
        )
    }
}

/// A blue one that leaves slime behind. Its pools are those of tactics: a file of another game says what its `trail=` is.
pub fn red() -> Kind {
    Kind {
        name: "red ghost".into(),
        glyph: 'R',
        colour: Some(Colour::BrightRed),
        trail: Some(SLIME),
        ..blue()
    }
}

/// A ghost: it wades through slime, and strikes nobody.
fn ghost(
    name: &str,
    glyph: char,
    colour: Colour,
    health: i32,
    (sense, hunt): (Sense, Hunt),
) -> Kind {
    let mut kinds = builtin::explore_kinds();
    let wanderer = kinds.swap_remove(usize::from(builtin::WANDERER.0));
    Kind {
        name: name.into(),
        glyph,
        colour: Some(colour),
        behaviour: Behaviour::Composed(Parts {
            sense,
            sight: USUAL_SIGHT,
            hunt,
            roam: Roam::Stand,
        }),
        stats: Stats::classic([health, 0, 0, 0]),
        through: Through::Slime,
        attack: Attack::None,
        ..wanderer
    }
}

/// The items by number: those of explore, then pancakes and crystals.
pub fn items() -> Vec<ItemKind> {
    let item = |name: &str, glyph, colour, stat, gives| {
        let mut stats = Stats::default();
        stats[stat] = gives;
        ItemKind {
            name: name.into(),
            glyph,
            colour: Some(colour),
            gives: stats,
            collectable: true,
            opens: None,
            herd: false,
            says: String::new(),
        }
    };
    let mut items = builtin::explore_items();
    items.push(item("pancake", 'o', Colour::Yellow, Stat::Health, 10));
    items.push(item("crystal", '*', Colour::Cyan, Stat::Ammo, 10));
    items
}
