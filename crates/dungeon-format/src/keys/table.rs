//! The keys of the format. Each row holds the word of a key, the shape of its value, the games and records that take
//! the key, its default and its meaning. The keys that the key needs or excludes follow `asks`. The help text for a
//! record that does not take the key follows `else`.
use super::spec::Beside::{Excludes, Needs};
use super::spec::RecordKind::{
    Caves, Class, Door, Family, Goal, Hero, Item, Kind, Level, Lose, Mark, OpenDoor, PlacedHero,
    PlacedItem, PlacedMonster, Rooms, Rules, Scatter, Sign, Stairs, Terrain, Test, Tile, Trap,
    Vault, When,
};
use super::spec::ValueShape::{
    BotAndShare, Bounds, BuiltInKind, Cell, Cells, Colour, Directions, Glyph, GlyphAndNumber, Name,
    Number, OneOf, Part, Percent, Point, Range, Region, Sight, Text, TuneMarks, Word, YesOrCount,
};
use super::spec::{GameSet, KeySpec, RecordKind, ValueShape};
use crate::test_case::ExpectedEnd;
use dungeon_model::dungeon::{FARTHEST, FARTHEST_THROW, LONGEST_RECHARGE, SLOWEST, Stat};

const EVERY: GameSet = GameSet::EVERY;
const UNITS: GameSet = GameSet::with_units();
const GOALS: GameSet = GameSet::with_goals();
const PUSHING: GameSet = GameSet::with_pushing();
const KEEPING: GameSet = GameSet::with_packs();
const COMPANY: GameSet = GameSet::with_company();

/// The records that can change the name, glyph and color of a thing: declarations, and records that put a thing on a
/// cell.
const LOOKS: &[RecordKind] = &[
    Hero,
    Tile,
    Item,
    Kind,
    PlacedHero,
    PlacedMonster,
    PlacedItem,
    Terrain,
    Door,
    OpenDoor,
    Stairs,
    Trap,
    Sign,
];
/// The records that can change the glyph and color of a thing: those of `LOOKS`, and families.
const DRAWN: &[RecordKind] = &[
    Hero,
    Tile,
    Item,
    Family,
    Kind,
    PlacedHero,
    PlacedMonster,
    PlacedItem,
    Terrain,
    Door,
    OpenDoor,
    Stairs,
    Trap,
    Sign,
];
/// The records that can have a message, which is shown in play.
const SPEAKERS: &[RecordKind] = &[
    Tile,
    Item,
    Kind,
    PlacedMonster,
    PlacedItem,
    Terrain,
    Door,
    OpenDoor,
    Stairs,
    Trap,
    Sign,
    When,
];
const HEROES: &[RecordKind] = &[Hero, PlacedHero];
const ITEMS: &[RecordKind] = &[Item, PlacedItem];
const MONSTERS: &[RecordKind] = &[Kind, PlacedMonster];
const HEROES_AND_ITEMS: &[RecordKind] = &[Hero, PlacedHero, Item, PlacedItem];

/// The records with numbers that `dungeon tune` can vary.
const NUMBERED: &[RecordKind] = &[
    Level,
    Class,
    Vault,
    Hero,
    Tile,
    Item,
    Kind,
    Goal,
    Lose,
    When,
    Caves,
    Rooms,
    Mark,
    Scatter,
    PlacedHero,
    PlacedMonster,
    PlacedItem,
    Trap,
    Rules,
];

const PART_OF_KINDS: &[(GameSet, &[RecordKind])] = &[(EVERY, &[Kind])];
const WEAPON: &[(GameSet, &[RecordKind])] = &[(EVERY, &[Kind]), (UNITS, HEROES)];

/// The upper limit of most numbers, such as gold, turns and damage.
pub const MOST: i64 = i32::MAX as i64;
/// The largest weight of an alternative: the sum of all weights of a record stays below 2^16.
pub const HEAVIEST: i64 = 1000;
/// The longest side of a map and the longest sight, in cells.
pub const SIDE: i64 = u16::MAX as i64;

/// The shape of the values that set stats of bodies and items.
const POINTS: ValueShape = Range {
    least: i32::MIN as i64,
    most: MOST,
};
/// The shape of the bounds that a test sets for a stat of the hero.
const ANY_POINTS: ValueShape = Bounds {
    least: i32::MIN as i64,
    most: MOST,
};
const ENDS: &[&str] = &[
    ExpectedEnd::Won.word(),
    ExpectedEnd::Lost.word(),
    ExpectedEnd::Draw.word(),
    ExpectedEnd::Unfinished.word(),
];
pub(super) const YES_NO: ValueShape = OneOf(&["yes", "no"]);

pub(super) const fn number(least: i64, most: i64) -> ValueShape {
    count(least, most, "")
}
const fn count(least: i64, most: i64, unit: &'static str) -> ValueShape {
    Number { least, most, unit }
}

/// The placeholders in help texts, each with the games whose `rules` lines replace it.
pub(super) const GAMES_IN_MENDS: [(&str, GameSet); 5] = [
    ("{games of units}", UNITS),
    ("{games with goals}", GOALS),
    ("{games that push}", PUSHING),
    ("{games that keep}", KEEPING),
    ("{games with company}", COMPANY),
];

const IS_A_PART: &str = "write it on a kind, declared before the first level, such as `kind r \"rat\" is=wanderer speed=150%`";
const IS_A_TURN: &str = "in {games of units}, write it on `hero`, `mark`, `@ x y` or `kind`; in other games, set how often a kind acts with `speed=`";
const IS_A_WEAPON: &str =
    "write it on a kind with `hunt=skirmish`, or on a unit in {games of units}";
const IS_A_GOAL: &str = "write it on a `goal` line before the first level, such as `goal kill=D leave=yes`, in {games with goals}";
const IS_A_LOSS: &str =
    "write it on a `lose` line before the first level, such as `lose turns=300`";
const IS_A_VAULT: &str =
    "write it on a `vault` line before the first level, such as `vault \"cell\" weight=3`";
const IS_OF_VAULTS: &str = "write it on a generated map, such as `map rooms 60 20 vaults=yes`";
const IS_A_CAUSE: &str =
    "write it on a `when` line below the map, such as `when step=P tile=D into=.`";
const IS_A_WIN: &str =
    "write it on a `when` line below the map, such as `when kill=L win=yes`, in {games with goals}";
const IS_LIGHT: &str = "write `level \"name\" light=no` for a dark level, `hero light=2` for sight in the dark, and `glow=4` on terrain and items that shine";
const IS_TERRAIN: &str = "write it on terrain, declared before the first level, such as `tile ~ \"water\" walk=no see=yes`";
const IS_COVERED: &str = "write it on a `goal` line before the first level, such as `goal cover=T`, in {games that push}";
const IS_PUSHED: &str =
    "write it on terrain, such as `tile B \"boulder\" push=yes fills=~`, in {games that push}";
const IS_ACTING: &str = "write it on walkable terrain, such as `tile ~ \"lava\" harm=3`, in {games that push}; to act only on arrival, draw a trap `^`";
const IS_KEPT: &str = "write it on an item for the inventory, such as `item ! \"potion\" health=10 keep=yes` or `item ) \"sword\" wear=strength:2`, in {games that keep}";
const IS_THROWN: &str = "write it on an item with `keep=yes`, such as `item ! \"acid\" health=-6 keep=yes throw=5`, in {games that keep}";

const GIVES_A_STATE: &str = "write it on an item or a kind, such as `item ! \"potion\" gives=haste:10 keep=yes`, in {games that keep}";
const QUENCHES: &str =
    "write it on walkable terrain, such as `tile ~ \"water\" quench=yes`, in {games that keep}";
const IS_RECHARGED: &str = "write it on an item with `keep=yes`, such as `item o \"amulet\" health=6 keep=yes recharge=20`, in {games that keep}";
const IS_A_BLOW: &str = "write it on an item with `wear=`, such as `item / \"spear\" wear=strength:2 attack=line`, in {games that keep}, or on a kind";
const IS_IN_A_SLOT: &str = "write it on an item with `wear=`, such as `item [ \"helm\" wear=strength:1 slot=head`, in {games that keep}";

const IS_SHUFFLED: &str = "write it on a family of items, such as `family \"vial\" looks=red|blue shuffle=no`; marks trade places with `shuffle 1 2` below the map";
const IS_A_FAMILY: &str = "declare `family \"vial\" looks=red|blue|green` before the first level, and write `family=vial` on the items";
const IS_COMPANY: &str = "write it on a kind, declared before the first level, such as `kind o \"ogre\" is=wanderer asleep=yes`, in {games with company}";
const IS_A_FOLLOWER: &str = "write it on a kind, declared before the first level, such as `kind w \"wolf\" health=5 follows=W`, in {games with company}";
const IS_A_DISGUISE: &str = "write it on a kind, declared before the first level, such as `kind m \"mimic\" health=9 looks=$`, in {games with company}";
const IS_A_WAKING: &str = "write it on a `when` line below the map, such as `when step=P wake=o`, in {games with company}";

const IS_A_TEST: &str = "write it on a test, such as `test \"a walk\" keys=\"llj\" expect=won`";
const A_RECORDING: &str = "a recording has its own seed";
const IS_DRAWN: &str = "write it on a mark with a choice or a chance, such as `mark 1 w|r same=yes` or `mark 1 w 50% same=yes`";

const IS_A_CHOICE: &str =
    "write it on the marks of items, such as `mark 1 !|* choose=gift`, in {games with goals}";
const IS_JOINT: &str = "write it on a mark with as many alternatives as the other mark, such as `mark 2 k|. with=1` for `mark 1 w|g same=yes`";

macro_rules! keys {
    ($($name:ident: $word:literal $shape:expr, in $stands:expr, $usual:literal, $meaning:literal $(, asks $($asks:expr),+)? $(, else $help:expr)?;)+) => {
        $(
            #[doc = concat!("`", $word, "=`: ", $meaning, ".")]
            pub static $name: KeySpec = KeySpec {
                word: $word,
                shape: $shape,
                stands: $stands,
                usual: $usual,
                meaning: $meaning,
                asks: &[$($($asks),+)?],
                elsewhere: keys!(@help $($help)?),
            };
        )+
        /// The keys that belong to no single game, in the order of docs/format.
        pub(super) static SHARED_KEYS: &[&KeySpec] = &[$(&$name),+];
    };
    (@help) => { None };
    (@help $help:expr) => { Some($help) };
}

keys! {
    // Keys of the `rules` line.
    FOG: "fog" Sight { least: 1, most: SIDE }, in &[(EVERY, &[Rules, Level])], "no",
        "shows only what the hero sees, at most N cells away";
    TEMPO: "tempo" count(0, SLOWEST as i64, "ms"), in &[(GameSet::with_time(), &[Rules, Level])], "0",
        "real time: monsters act after N ms, at least 20, without a command; 0 waits";
    LEVEL_LIGHT: "light" YES_NO, in &[(EVERY, &[Level])], "yes",
        "in fog, `no` shows only what is near or lit", else IS_LIGHT;
    // Keys of kinds: the base of a kind, and the stats that replace those of the base.
    IS: "is" BuiltInKind, in PART_OF_KINDS, "", "starts from a `kind` of the file by its glyph, or from {built-in kinds}", else IS_A_PART;
    HEALTH: "health" POINTS, in &[(EVERY, MONSTERS), (GameSet::of_heroes_with(Stat::Health), HEROES_AND_ITEMS)], "",
        "health, more than 0; for an item, what it gives";
    MAX: "max" number(1, MOST), in &[(GameSet::of_heroes_with(Stat::Health), HEROES)], "", "limit for healing by rest and items",
        else "write it on a hero that has health";
    STRENGTH: "strength" POINTS, in &[(EVERY, MONSTERS), (GameSet::of_heroes_with(Stat::Strength), HEROES_AND_ITEMS)], "",
        "damage of a hit; for an item, what it gives";
    MANNA: "manna" POINTS, in &[(GameSet::of_heroes_with(Stat::Manna), HEROES_AND_ITEMS)], "", "pays for bolts; for an item, what it gives";
    MAX_MANNA: "max-manna" number(0, MOST), in &[(GameSet::of_heroes_with(Stat::Manna), HEROES)], "", "limit for manna from rest and items",
        else "write it on a hero that has manna";
    WEALTH: "wealth" POINTS, in &[(GameSet::of_heroes_with(Stat::Wealth), HEROES_AND_ITEMS), (GameSet::of_gifts_alone(Stat::Wealth), ITEMS)], "", "gold of a hero, or what an item gives";
    HERO_LIGHT: "light" count(0, SIDE, "cells"), in &[(EVERY, HEROES)], "2", "how far the hero sees in the dark", else IS_LIGHT;
    AMMO: "ammo" POINTS, in &[(GameSet::of_heroes_with(Stat::Ammo), HEROES_AND_ITEMS)], "", "shots of a unit, from 0, or what an item gives",
        else "write it on a unit or an item in {games of units}: monsters never run out of shots";
    AP: "ap" number(1, 20), in &[(UNITS, &[Hero, PlacedHero, Kind])], "2", "action points: actions per turn",
        else IS_A_TURN;
    UNIT_STEPS: "steps" count(0, FARTHEST as i64, "steps"), in &[(UNITS, HEROES)], "10",
        "how far from its start a move may end, in steps across plus down", else IS_A_TURN;
    KIND_STEPS: "steps" count(1, FARTHEST as i64, "steps"), in &[(UNITS, &[Kind])], "6",
        "steps per action", else IS_A_TURN;

    // Winning and losing.
    TAKE: "take" Name, in &[(GOALS, &[Goal])], "no", "take all items with this glyph, class, mark or name, also what monsters drop and causes give; `yes` for all items that lie there", else IS_A_GOAL;
    KILL: "kill" Name, in &[(GOALS, &[Goal])], "", "kill all monsters of this kind, class, mark or name; `all` for every monster", else IS_A_GOAL;
    COVER: "cover" Glyph, in &[(PUSHING, &[Goal])], "", "push a boulder onto every cell of this tile or mark", else IS_COVERED;
    SURVIVE: "survive" number(1, MOST), in &[(GOALS, &[Goal])], "", "survive N turns", else IS_A_GOAL;
    LEAVE: "leave" YES_NO, in &[(GOALS, &[Goal])], "no", "leave by `>` on the last level or `<` on the first; in a battle, every unit must stand on one", else IS_A_GOAL;
    NOTHING: "none" YES_NO, in &[(GOALS, &[Goal])], "no", "nothing wins: the game ends by death, by `lose`, or when you quit", else IS_A_GOAL;
    TURNS: "turns" number(1, MOST), in &[(EVERY, &[Lose])], "", "lose after N turns", else IS_A_LOSS;
    WITHOUT: "without" Glyph, in &[(EVERY, &[Lose])], "", "lose when no such item is left: none on a map, none held, and none that a monster may still drop; or when no such ally lives", else IS_A_LOSS;

    // Cause and effect.
    WHEN_STEP: "step" Cells, in &[(EVERY, &[When])], "", "the hero arrives there, by any means", else IS_A_CAUSE;
    WHEN_LEAVE: "leave" Cells, in &[(EVERY, &[When])], "", "the hero leaves";
    WHEN_PUSH: "push" Cells, in &[(PUSHING, &[When])], "", "a boulder is pushed there";
    WHEN_OPENED: "opened" Cells, in &[(EVERY, &[When])], "", "a door there is opened", else IS_A_CAUSE;
    WHEN_TAKE: "take" Name, in &[(EVERY, &[When])], "", "an item of this kind is taken, or anything on this mark";
    WHEN_KILL: "kill" Name, in &[(EVERY, &[When])], "", "a monster of this kind, mark or name dies";
    WHEN_ALL_DEAD: "all-dead" Name, in &[(EVERY, &[When])], "", "the last such monster dies", else IS_A_CAUSE;
    WHEN_TURN: "turn" number(1, MOST), in &[(EVERY, &[When])], "", "N turns have passed; with `again=yes`, every N turns";
    WHEN_LEVEL: "level" Name, in &[(EVERY, &[When])], "this level", "the level where the event happens";
    WHEN_TILE: "tile" Cells, in &[(EVERY, &[When])], "", "cells that become the terrain of `into=`; bodies that can't stand on it die",
        asks Needs("into=", "write what the cells become, such as `into=.`"), else IS_A_CAUSE;
    WHEN_INTO: "into" Glyph, in &[(EVERY, &[When])], "", "terrain that the cells of `tile=` become", asks Needs("tile=", "write which cells become it, such as `tile=D`"), else IS_A_CAUSE;
    WHEN_OPEN: "open" Cells, in &[(EVERY, &[When])], "", "doors that open, locked or not";
    WHEN_SPAWN: "spawn" Glyph, in &[(EVERY, &[When])], "", "a monster that appears on each cell of `at=`, or the nearest free cell",
        asks Needs("at=", "write where the monster appears, such as `at=3,4`"), else IS_A_CAUSE;
    WHEN_AT: "at" Cells, in &[(EVERY, &[When])], "", "where `spawn=` puts monsters", asks Needs("spawn=", "write which monster appears there, such as `spawn=w`");
    WHEN_GIVE: "give" Glyph, in &[(EVERY, &[When])], "", "an item that the hero gets", else IS_A_CAUSE;
    WHEN_MOVE: "move" Point, in &[(EVERY, &[When])], "", "where the hero moves, or the nearest free cell", else IS_A_CAUSE;
    WHEN_ALARM: "alarm" YES_NO, in &[(EVERY, &[When])], "no", "every monster on the level knows where you are for 10 turns", else IS_A_CAUSE;
    WHEN_WAKE: "wake" Glyph, in &[(COMPANY, &[When])], "", "monsters of this kind or mark that wake; allies among them join you", else IS_A_WAKING;
    WHEN_WIN: "win" YES_NO, in &[(GOALS, &[When])], "no", "you win", else IS_A_WIN;
    WHEN_LOSE: "lose" YES_NO, in &[(EVERY, &[When])], "no", "you lose", else IS_A_CAUSE;
    AGAIN: "again" YES_NO, in &[(EVERY, &[When])], "no", "run on every such event, not only the first", else IS_A_CAUSE;

    // Terrain and features.
    WALK: "walk" OneOf(&["yes", "no", "slime"]), in &[(EVERY, &[Tile])], "yes", "whether bodies can walk there; `slime` admits only kinds that pass slime",
        else IS_TERRAIN;
    SEE: "see" YES_NO, in &[(EVERY, &[Tile])], "as `walk`", "whether sight passes", else IS_TERRAIN;
    PUSH: "push" YES_NO, in &[(PUSHING, &[Tile])], "no", "a boulder: solid, and moves one cell when the hero steps at it", else IS_PUSHED;
    FILLS: "fills" Glyph, in &[(PUSHING, &[Tile])], "", "terrain it can be pushed into; both become floor",
        asks Needs("push=yes", "write `push=yes`: only boulders fill terrain"), else IS_PUSHED;
    TERRAIN_HARM: "harm" number(1, MOST), in &[(PUSHING, &[Tile])], "", "health lost by ending a round there", else IS_ACTING;
    HARMS: "harms" OneOf(&["all", "hero"]), in &[(PUSHING, &[Tile])], "all", "bodies that it harms", asks Needs("harm=", "write the damage per round, such as `harm=3`"), else IS_ACTING;
    SLOW: "slow" YES_NO, in &[(PUSHING, &[Tile])], "no", "stepping onto it costs the next action", else IS_ACTING;
    QUENCH: "quench" YES_NO, in &[(KEEPING, &[Tile])], "no", "ends the burning of bodies on it", else QUENCHES;
    ENTER: "enter" Directions, in &[(PUSHING, &[Tile])], "all eight", "directions of steps onto it", else IS_ACTING;
    TRAP: "trap" Word("a kind of trap", &["dart", "pit", "teleport", "alarm"]), in &[(EVERY, &[Trap])], "dart", "what it does";
    TRAP_DAMAGE: "damage" number(0, MOST), in &[(EVERY, &[Trap])], "3", "health lost to a dart, or a pit on the last level";
    TRAP_TO: "to" Point, in &[(EVERY, &[Trap])], "anywhere", "where a teleport leads";
    HIDDEN: "hidden" YES_NO, in &[(EVERY, &[Trap])], "no", "looks like floor until sprung or found",
        else "only traps hide; for a secret door, write `name=\"wall\" glyph=#` on a door";
    ONCE: "once" YES_NO, in &[(EVERY, &[Trap])], "no", "gone after it springs";
    LOCKED: "locked" Name, in &[(EVERY, &[Door])], "", "opens only with an item that has `opens=NAME`";
    STAIRS_TO: "to" Name, in &[(EVERY, &[Stairs])], "the next", "the level they lead to";
    AT: "at" Point, in &[(EVERY, &[Stairs])], "", "the cell of arrival on that level";

    // Items.
    OPENS: "opens" Name, in &[(EVERY, ITEMS)], "", "makes the item a key to this lock";
    KEEP: "keep" YES_NO, in &[(KEEPING, ITEMS)], "no", "goes into the inventory when taken, and works when used",
        asks Excludes("wear=", "worn items are kept anyway"), else IS_KEPT;
    WEAR: "wear" Part("`strength:N`", &["strength:N"]), in &[(KEEPING, ITEMS)], "",
        "adds N, at least 1, while worn; goes into the inventory; only one item of each slot is worn at a time", else IS_KEPT;
    BLOWS: "attack" Part("a shape of attacks", &["line", "sweep", "shoot:N", "pull:N"]), in &[(KEEPING, ITEMS)], "",
        "while worn, your blows also hit the enemy behind the one you attack (`line`), or all enemies around you (`sweep`), or you can shoot or pull from 1–20 cells away", else IS_A_BLOW;
    SLOT: "slot" Name, in &[(KEEPING, ITEMS)], "",
        "where it is worn; wearing it takes off the item of the same slot only; items without the key share a slot", else IS_IN_A_SLOT;
    FAMILY: "family" Name, in &[(EVERY, &[Item])], "", "the family of items that look alike until the player knows them",
        asks Excludes("opens=", "a key must be told from other keys"), Excludes("herd=", ""), Excludes("glow=", "the light would tell the items apart"), else IS_A_FAMILY;
    FAMILY_LOOKS: "looks" Name, in &[(EVERY, &[Family])], "", "looks separated by `|`, at least as many as the family has items; the seed deals them out, and the names of colors also color them",
        else IS_A_DISGUISE;
    LOOKS_SHUFFLED: "shuffle" YES_NO, in &[(EVERY, &[Family])], "yes", "whether the seed deals the looks; with `no`, the first item of the family has the first look, and so on",
        else IS_SHUFFLED;
    IDENTIFIES: "identifies" YES_NO, in &[(EVERY, ITEMS)], "no", "using it makes everything in the inventory known";
    GIVES: "gives" Part("a state", &["haste:N", "slow:N", "burning:N", "unseen:N", "warded:N"]), in &[(KEEPING, ITEMS), (KEEPING, &[Kind])], "",
        "the state that it gives, for N turns, 1–99: an item to the body on which it works, a kind to what its blows and shots hit", else GIVES_A_STATE;
    THROW: "throw" count(1, FARTHEST_THROW as i64, "cells"), in &[(KEEPING, ITEMS)], "",
        "how far it can be thrown from the inventory; it then works on the first body in its way", else IS_THROWN;
    RECHARGE: "recharge" count(1, LONGEST_RECHARGE as i64, "turns"), in &[(KEEPING, ITEMS)], "",
        "it is not used up, but ready again after N turns",
        asks Excludes("throw=", "a thrown item is gone"), else IS_RECHARGED;
    HERD: "herd" YES_NO, in &[(EVERY, ITEMS)], "no", "food for monsters with `prey=herd` or `prey=nearest`";
    GLOW: "glow" count(0, SIDE, "cells"), in &[(EVERY, &[Tile, Item, PlacedItem])], "0", "how far it shines in the dark",
        else "write it on declared terrain or an item, such as `tile & \"brazier\" glow=4`";

    // Kinds.
    SENSE: "sense" Part("a sense", &["sight:N", "within:N", "steps:N", "always", "never"]), in PART_OF_KINDS, "never",
        "when it notices its prey", else IS_A_PART;
    HUNT: "hunt" Part(
        "a way to hunt",
        &["line", "drift", "greedy", "axis", "path", "shoot:N", "flee", "skirmish", "stand"],
    ), in PART_OF_KINDS, "stand", "what it does after noticing prey", else IS_A_PART;
    ROAM: "roam" Part("a way to roam", &["wander", "route", "drift", "random", "stand"]), in PART_OF_KINDS, "stand",
        "what it does without prey", else IS_A_PART;
    ATTACK: "attack" Part("an attack", &["melee", "steal:N", "drain:N", "burst:N", "ram", "none"]), in PART_OF_KINDS, "melee",
        "what it does to prey beside it", else IS_A_PART;
    PREY: "prey" Part("a sort of prey", &["hero", "herd", "nearest"]), in PART_OF_KINDS, "hero", "its prey: you, items with `herd=yes`, or the nearer of the two", else IS_A_PART;
    KIND_SIDE: "side" Word("a side", &["hero", "none", "enemy"]), in &[(COMPANY, &[Kind])], "enemy",
        "`hero` for an ally, who follows the hero and fights; `none` for a neutral monster, which never attacks",
        asks Excludes("prey=", "allies and neutral monsters hunt neither you nor the herd"), else IS_COMPANY;
    ASLEEP: "asleep" YES_NO, in &[(COMPANY, &[Kind])], "no",
        "sleeps until noise, a wound or `wake=` wakes it", else IS_COMPANY;
    FOLLOWS: "follows" Glyph, in &[(COMPANY, &[Kind])], "",
        "its leader: it keeps near the nearest monster of this glyph within 7 cells, hunts what that one hunts, and flees when that one dies",
        else IS_A_FOLLOWER;
    LOOKS_LIKE: "looks" Glyph, in &[(COMPANY, &[Kind])], "",
        "item or terrain it looks like; it waits until the hero steps at it, or a wound or `wake=` reveals it",
        asks Excludes("asleep=", "a disguised monster waits anyway"), else IS_A_DISGUISE;
    THROUGH: "through" Part("terrain", &["walls", "doors,slime", "slime", "floor"]), in PART_OF_KINDS, "floor",
        "terrain it passes in addition to floor", else IS_A_PART;
    KIND_SIGHT: "sight" number(0, SIDE), in PART_OF_KINDS, "10",
        "how far it looks for a `line` or a shot; `sense=sight:N` sets this too",
        asks Excludes("sense=sight:N", ""), else IS_A_PART;
    SHOT: "shot" number(i32::MIN as i64, MOST), in PART_OF_KINDS, "", "older spelling of `hunt=shoot:N`, for a patrol", asks Excludes("hunt=shoot:N", ""), else IS_A_PART;
    SPEED: "speed" Percent { step: 50, most: 1000 }, in PART_OF_KINDS, "100%",
        "actions per turn: 50% acts every other turn, 150% three times in two turns, 0% never", else IS_A_PART;
    DROPS: "drops" Glyph, in PART_OF_KINDS, "", "item it leaves when it dies, there or on the nearest floor", else IS_A_PART;
    SPAWNS: "spawns" GlyphAndNumber { least: 1, most: SIDE }, in PART_OF_KINDS, "",
        "every N turns a monster of this glyph appears beside it", else IS_A_PART;
    BURSTS: "bursts" number(0, MOST), in PART_OF_KINDS, "0",
        "damage to all bodies around it when it dies", else IS_A_PART;
    TRAIL: "trail" Glyph, in PART_OF_KINDS, "", "terrain left on plain floor where its move began; `.` leaves none", else IS_A_PART;
    DAMAGE: "damage" Range { least: 0, most: 1_000_000 }, in WEAPON, "2..6, of a kind 3..6", "damage of a weapon's hit, each number equally likely", else IS_A_WEAPON;
    ACCURACY: "accuracy" count(0, 100, "percent"), in WEAPON, "70, of a kind 75",
        "chance to hit a neighbor; each further cell subtracts 3", else IS_A_WEAPON;
    SHOT_RANGE: "shot-range" count(1, FARTHEST as i64, "cells"), in WEAPON, "8, of a kind 7", "how far away a target may be, diagonals included", else IS_A_WEAPON;
    VIA: "via" Point, in &[(EVERY, &[PlacedMonster])], "",
        "the next point of its route; may repeat",
        else "write it on a patrol: a `p`, or a kind with `is=patrol` or `roam=route`";

    DEPTH: "depth" Range { least: 1, most: 64 }, in &[(EVERY, &[Class, Vault])], "all levels",
        "the levels it applies to, counted from 1",
        else "write it on a class or a vault, such as `class u w|g depth=2..4`";

    // Appearance and messages.
    MISSILE: "missile" Text, in PART_OF_KINDS, "arrow", "what the log says it shoots", else IS_A_PART;
    VERB: "verb" Text, in &[(EVERY, &[Item, PlacedItem, Family, Kind])], "", "the log's verb for using the item, such as `eat`, or for the kind's attack, such as `bite`",
        else "write it on an item or a kind, such as `item % \"bread\" health=5 verb=\"eat\"`";
    NAME: "name" Text, in &[(EVERY, LOOKS)], "", "its name";
    GLYPH: "glyph" Glyph, in &[(EVERY, DRAWN)], "", "how the screen draws it";
    COLOUR: "colour" Colour, in &[(EVERY, DRAWN)], "", "its color";
    SAYS: "says" Text, in &[(EVERY, SPEAKERS)], "",
        "text shown when you meet it";

    // Marks, scatters and generated maps.
    SAME: "same" YES_NO, in &[(EVERY, &[Mark])], "no", "one draw decides for all cells of the mark on the level",
        asks Excludes("with=", "the other mark's draw decides for all cells"), else IS_DRAWN;
    WITH: "with" Glyph, in &[(EVERY, &[Mark])], "", "another mark, with `same=yes`, whose draw decides: with its second alternative comes the second one here",
        else IS_JOINT;
    CHOOSE: "choose" Name, in &[(GOALS, &[Mark])], "", "a choice: of all items on marks with this name, you can take one",
        else IS_A_CHOICE;
    IN: "in" Region, in &[(EVERY, &[Scatter])], "the whole map", "region to place things in";
    MIN_DISTANCE: "min-distance" count(1, MOST, "steps"), in &[(EVERY, &[Scatter])], "", "at least N steps, across plus down, from the hero's start";
    MIN_FROM: "from" Point, in &[(EVERY, &[Scatter])], "the hero's start", "where `min-distance=` counts from; `>` and `<` are all such stairs, also scattered before",
        asks Needs("min-distance=", "write how many steps to keep away, such as `min-distance=9`");
    OVERLAP: "overlap" YES_NO, in &[(EVERY, &[Scatter])], "no", "replaces the thing on a cell; later things of a scatter may replace earlier ones";
    ROCK: "rock" count(0, 100, "percent"), in &[(EVERY, &[Caves])], "45", "share of cells that start as rock; more makes narrower caves";
    ROUNDS: "rounds" number(0, 20), in &[(EVERY, &[Caves])], "4", "smoothing rounds: each cell becomes what most cells around it are";
    ROOMS: "rooms" number(1, SIDE), in &[(EVERY, &[Rooms])], "9", "how many rooms, or as many as fit";
    SIDES: "sides" Range { least: 1, most: 1000 }, in &[(EVERY, &[Rooms])], "3..9", "inner sides of a room";
    DOORS: "doors" count(0, 100, "percent"), in &[(EVERY, &[Rooms])], "50", "share of room entrances with a door";
    VAULTS: "vaults" YesOrCount { least: 1, most: SIDE }, in &[(EVERY, &[Caves, Rooms])], "no",
        "build in vaults that fit, each once, at most N", else IS_OF_VAULTS;
    WEIGHT: "weight" number(1, SIDE), in &[(EVERY, &[Vault])], "1", "relative chance among the vaults that fit", else IS_A_VAULT;
    NEED: "need" YES_NO, in &[(EVERY, &[Vault])], "no", "built for certain, into every level that takes it", else IS_A_VAULT;
    ONCE_A_GAME: "once" YES_NO, in &[(EVERY, &[Vault])], "no", "built into one level at most; with `need=yes`, into exactly one";
    FLIP: "flip" YES_NO, in &[(EVERY, &[Vault])], "no", "may be mirrored", else IS_A_VAULT;
    TURN: "turn" YES_NO, in &[(EVERY, &[Vault])], "no", "may be turned by quarters", else IS_A_VAULT;
    TUNE: "tune" TuneMarks, in &[(EVERY, NUMBERED)], "",
        "what `dungeon tune` may vary: `health:4..9,strength:1..3`, `2..6` for the number of a scatter or mark, `w*1..5` for a weight; the game ignores it",
        else "write it beside a number, such as `kind r \"rat\" health=6 tune=health:4..9`";

    // Tests.
    TEST_KEYS: "keys" Text, in &[(EVERY, &[Test])], "none", "keys to press";
    TEST_REPLAY: "replay" Text, in &[(EVERY, &[Test])], "", "replay this recording, with its own seed; each turn must match", asks Excludes("keys=", ""), else IS_A_TEST;
    TEST_SEED: "seed" number(0, i64::MAX), in &[(EVERY, &[Test])], "the file's, or 0", "seed of the game", asks Excludes("replay=", A_RECORDING);
    TEST_SEEDS: "seeds" Range { least: 0, most: MOST }, in &[(EVERY, &[Test])], "", "one game per seed, at most 1,000,000; all must pass",
        asks Excludes("seed=", ""), Excludes("replay=", A_RECORDING), else IS_A_TEST;
    TEST_EXPECT: "expect" OneOf(ENDS), in &[(EVERY, &[Test])], "", "how the game ended", else IS_A_TEST;
    TEST_TURNS: "turns" Bounds { least: 0, most: MOST }, in &[(EVERY, &[Test])], "", "turns played, including the one that ended the game";
    TEST_HEALTH: "health" ANY_POINTS, in &[(EVERY, &[Test])], "", "health left to the hero or the commanded unit";
    TEST_STRENGTH: "strength" ANY_POINTS, in &[(EVERY, &[Test])], "", "strength of the hero";
    TEST_MANNA: "manna" ANY_POINTS, in &[(EVERY, &[Test])], "", "manna of the hero";
    TEST_WEALTH: "wealth" ANY_POINTS, in &[(EVERY, &[Test])], "", "wealth of the hero";
    TEST_AMMO: "ammo" ANY_POINTS, in &[(EVERY, &[Test])], "", "shots of the commanded unit";
    TEST_AT: "at" Cell, in &[(EVERY, &[Test])], "", "where the hero or commanded unit stands, on any level";
    TEST_SAYS: "says" Text, in &[(EVERY, &[Test])], "",
        "part of a message; may repeat, in the order of the messages";
    TEST_FRAME: "frame" Text, in &[(EVERY, &[Test])], "", "file with the last screen", else IS_A_TEST;
    TEST_WINNABLE: "winnable" YES_NO, in &[(EVERY, &[Test])], "", "whether `dungeon prove` finds a win", else IS_A_TEST;
    TEST_WINRATE: "winrate" BotAndShare, in &[(EVERY, &[Test])], "", "share of games the bot wins", else IS_A_TEST;
}

/// Words that authors mistake for keys, each with its help text.
pub(super) const NO_KEYS: [(&str, &str); 7] = [
    ("do", IS_A_CAUSE),
    (
        "weapon",
        "describe its hits: `damage=2..6 accuracy=70 shot-range=8`",
    ),
    ("open", "draw an open door as `'` and a closed one as `+`"),
    // A parameter of siege that authors give to heroes.
    (
        "gold",
        "write the gold at the start on the line of rules: `rules siege gold=50`",
    ),
    ("solid", IS_TERRAIN),
    ("percent", A_CHANCE),
    ("chance", A_CHANCE),
];
const A_CHANCE: &str = "write the chance after the glyph, such as `scatter w 5%` or `mark 1 w 5%`";
