//! Tactics, in which wizards and ghosts fight in turns: the form of its files, its words, its units, five ghosts, two
//! items and slime. The ghosts are ordinary kinds, so files of every other game can use them.
use crate::dungeon::builtin::{self, SPIT, slime};
use crate::dungeon::colour::Colour;
use crate::dungeon::file_form::{
    BuiltinTables, FileForm, NeededThing, NumberLack, Requirement, glyphs,
};
use crate::dungeon::game_profile::{
    EndingTerms, Farewell, FoePolicy, Footfall, GameProfile, GameTerms, Heroes, StandingPart,
    TakingPolicy, Thing,
};
use crate::dungeon::games::explore::{BASE, BASE_FORM};
use crate::dungeon::ids::{ItemId, KindId, TileId};
use crate::dungeon::item::ItemKind;
use crate::dungeon::kind::{AddressedAs, AtZero, Behaviour, Kind, USUAL_SIGHT, Weapon};
use crate::dungeon::level::{Rim, Tile};
use crate::dungeon::parts::{Attack, Hunt, Parts, Roam, Sense, Through};
use crate::dungeon::stats::{Stat, Stats};

/// `~`: a pool of slime on floor (K-12).
pub const SLIME: TileId = TileId(8);

/// `G`: the grey ghost, which does nothing.
pub const GREY: KindId = KindId(4);
/// `B`: the blue ghost, which skirmishes.
pub const BLUE: KindId = KindId(5);
/// `L`: the lilac ghost, which flees from units.
pub const LILAC: KindId = KindId(6);
/// `E`: the green ghost, which explodes when it dies.
pub const GREEN: KindId = KindId(7);
/// `R`: the red ghost, which leaves slime behind.
pub const RED: KindId = KindId(8);

/// `o`: +10 health ([K-13]).
///
/// [K-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-13
pub const PANCAKE: ItemId = ItemId(4);
/// `*`: +10 ammo ([K-13]).
///
/// [K-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-13
pub const CRYSTAL: ItemId = ItemId(5);

/// A unit with default values: 20 health, 10 shots, 2 points per turn, a range of 10 cells.
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

/// The maximum number of units in a file. The limit exists because scatters with a minimum distance from heroes take
/// time for each unit.
const MOST_UNITS: usize = 100;

/// The name of a unit to which the file gives no name.
pub const NAME: &str = "wizard";

/// The starting stats and the weapon of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The points of health, which are the unit's life.
    pub health: i32,
    /// The number of shots that the unit can fire.
    pub ammo: i32,
    /// The action points per turn, 1 to 20 (K-10).
    pub points: u32,
    /// The steps per action point, 0 to `FARTHEST` (K-2).
    pub range: u32,
    /// The weapon that the unit shoots with (K-11).
    pub weapon: Weapon,
}

/// The points of life that an exploding green ghost takes from every body around it.
const BANG: i32 = 10;

/// The profile of tactics (RULES.md §4).
pub static PROFILE: GameProfile = GameProfile {
    word: "tactics",
    timeless: Some("tactics waits for the player"),

    own_items: CRYSTAL.0 as usize + 1,

    rim: Rim::Open,
    pushes: false,
    keeps: false,
    has_company: false,
    heroes: Heroes::Several(MOST_UNITS),

    foes: FoePolicy::MustBeShot,
    taking: TakingPolicy::WhereNoFoesAre,
    footfall: Footfall::MovesEnd,
    recovers: false,

    terms: GameTerms {
        hero: NAME,
        commanded: "the units",
        empty_pack: None,
        fog: "You see only what your wizards see. Faint things are remembered and may have changed.",
        pointing: "Choose the commanded wizard to see where it can go, and again to see \
            what it can hit. Choose another wizard to command it. Choose a cell in range to go there. Choose a ghost or \
            slime to aim and see chance and damage; choose it again to shoot.",
        bolt: "",
        standing: &[StandingPart::Units, StandingPart::FoesLeft],
        ending: EndingTerms {
            won: "You won {when}: {done}.",
            died: LOST,
            killed: LOST,
            rammed: LOST,
            lost: LOST,
            drawn: "The battle ended in a draw {when}: {both}.",
        },
        farewell: Farewell::Statistics,
        ..BASE.terms
    },
    ..BASE
};

/// The form of files of tactics.
pub static FORM: FileForm = FileForm {
    tables: |_| BuiltinTables {
        tiles: tiles(),
        kinds: kinds(),
        items: items(),
    },
    own_glyphs: || {
        vec![
            ('G', Thing::Body(GREY)),
            ('B', Thing::Body(BLUE)),
            ('L', Thing::Body(LILAC)),
            ('E', Thing::Body(GREEN)),
            ('R', Thing::Body(RED)),
            ('o', Thing::Item(PANCAKE)),
            ('*', Thing::Item(CRYSTAL)),
            ('~', Thing::Tile(SLIME)),
        ]
    },
    reserved: &['@'],
    kinds: &[
        ("blue", BLUE),
        ("grey", GREY),
        ("lilac", LILAC),
        ("green", GREEN),
        ("red", RED),
        builtin::CLASSIC_KINDS[0],
        builtin::CLASSIC_KINDS[1],
        builtin::CLASSIC_KINDS[2],
    ],
    shared_kinds: &[
        ("grey", grey),
        ("blue", blue),
        ("lilac", lilac),
        ("green", green),
        ("red", red),
    ],
    hero_numbers: &[],
    hero_keys: &[Stat::Health, Stat::Ammo],
    gifts: &[Stat::Health, Stat::Ammo],
    item_numbers: &[Stat::Health, Stat::Ammo],
    lack: Some(NumberLack {
        hero: "give a unit keys such as `health=20 ammo=10 ap=2 steps=10`, and a weapon such as `damage=2..6 accuracy=70 shot-range=8`",
        gift: "use `health=` or `ammo=`",
    }),
    items: glyphs('*', "`o` and `*` are items"),
    monsters: glyphs('B', "`G`, `B`, `L`, `E` and `R` are monsters"),
    terrain: glyphs('~', "`.`, `#` and `~` are terrain"),
    glyph_hints: &[
        ("unit", UNIT_HINT),
        ("wizard", UNIT_HINT),
        (
            "slime",
            "slime of tactics is written with its glyph, such as `~ 12 4`",
        ),
        (
            "ghost",
            "a ghost is written with its glyph: `g 12 4`, in tactics such as `B 12 4`",
        ),
    ],
    one_level: Some("a battle is fought on one level"),
    requirement: Some(Requirement {
        any_of: &[NeededThing::Item, NeededThing::Foe],
        message: "expected at least one ghost to fight or one item to take, found none: the game would be won before the first turn",
        classic: "write `scatter * 3` or `scatter B 3` below the map",
        drawn: "draw a `*` or a `B` in the map",
        recorded: "write `scatter * 3` or `scatter B 3` below the map",
    }),
    ..BASE_FORM
};

/// The last sentence of a lost battle, for every cause.
const LOST: &str = "You lost {when}: no wizard is left{outlived}.";

/// The fix for a line that begins with the word for a unit instead of a glyph.
const UNIT_HINT: &str =
    "a unit of tactics is written with its glyph, such as `@ 12 4 name=\"Andy\"`";

/// Returns the tiles by `TileId`: first the tiles that every game has, and then slime.
pub fn tiles() -> Vec<Tile> {
    let mut tiles = builtin::tiles();
    tiles.push(slime(builtin::FLOOR));
    tiles
}

/// Returns the kinds by `KindId`: first the kinds of explore, with a unit in place of the hero, and then the ghosts.
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

/// Returns the grey ghost, which does nothing.
pub fn grey() -> Kind {
    let parts = (Sense::Never, Hunt::Stand);
    ghost("grey ghost", 'G', Colour::Grey, 10, parts)
}

/// Returns the blue ghost, which shoots at units in range or falls back from them.
pub fn blue() -> Kind {
    let parts = (Sense::Always, Hunt::Skirmish);
    Kind {
        weapon: Some(SPIT),
        ..ghost("blue ghost", 'B', Colour::BrightBlue, 20, parts)
    }
}

/// Returns the lilac ghost, which flees from units that it sees.
pub fn lilac() -> Kind {
    let parts = (Sense::Sight(USUAL_SIGHT), Hunt::Flee);
    ghost("lilac ghost", 'L', Colour::BrightMagenta, 8, parts)
}

/// Returns the green ghost, which walks to the nearest unit and stays next to the unit. When the ghost dies, it
/// explodes and hurts every body around it.
pub fn green() -> Kind {
    let parts = (Sense::Always, Hunt::Path);
    Kind {
        bursts: BANG,
        ..ghost("green ghost", 'E', Colour::Green, 6, parts)
    }
}

/// Returns the red ghost, which behaves like a blue ghost and leaves slime behind.
pub fn red() -> Kind {
    Kind {
        name: "red ghost".into(),
        glyph: 'R',
        colour: Some(Colour::BrightRed),
        trail: Some(SLIME),
        ..blue()
    }
}

/// Returns a ghost with this sense and hunt. All ghosts can pass slime, and have no attack on adjacent prey.
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
        behaviour: Behaviour::Composed(Parts::new(sense, USUAL_SIGHT, hunt, Roam::Stand)),
        stats: Stats::classic([health, 0, 0, 0]),
        through: Through::Slime,
        attack: Attack::None,
        ..wanderer
    }
}

/// Returns the items by `ItemId`: the items of explore, and then the pancake and the crystal.
pub fn items() -> Vec<ItemKind> {
    let item = |name: &str, glyph, colour, stat, gives| {
        let mut stats = Stats::default();
        stats[stat] = gives;
        builtin::item(name, glyph, colour, stats)
    };
    let mut items = builtin::explore_items();
    items.push(item("pancake", 'o', Colour::Yellow, Stat::Health, 10));
    items.push(item("crystal", '*', Colour::Cyan, Stat::Ammo, 10));
    items
}
