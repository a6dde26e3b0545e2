//! The state of a session at rest, for programs: one JSON object per line.
use std::collections::BTreeMap;

use serde::Serialize;

use super::session::Session;
use crate::text::score::LostTo;
use crate::view::frame::Frame;
use crate::view::print::glyphs;
use crate::view::words::mood;
use dungeon_engine::action::ActorId;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::pack::PackedThing;
use dungeon_engine::ruleset_face::{Forecast, Pointing};
use dungeon_engine::threat::Threat;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Goal, ItemId, Stat};
use dungeon_model::space::geometry::{Point, at};

/// The object that `dungeon render --format json` prints, with its fields in this order.
///
/// ```
/// use dungeon::Session;
/// use dungeon::session::StateLine;
///
/// let game = Session::from_text("map\n######\n#@.w$#\n######\nend\n")?;
/// let state = StateLine::new(&game);
/// assert_eq!((state.hero.x, state.hero.y), (2, 2));
/// assert_eq!((state.bodies[0].name.as_str(), state.items[0].symbol), ("wanderer", '$'));
/// assert_eq!(state.map[1], "#@.w$#");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StateLine {
    /// The number of turns played: the turns that have passed, plus the turn in which the game ended.
    pub turn: u32,
    /// `won`, `lost` or `draw`; null while the game goes on.
    pub outcome: Option<&'static str>,
    /// The cause of a loss or draw; left out before the end and after a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_to: Option<LostTo>,
    /// The name of the current level in the file; may be empty.
    pub level: String,
    /// The commanded body.
    pub hero: HeroState,
    /// The hero's inventory, in the order of the letters; left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pack: Vec<PackState>,
    /// The player's units; left out in games not played by pointing.
    #[serde(flatten)]
    pub command: Option<CommandState>,
    /// The living monsters of the level in acting order.
    pub bodies: Vec<BodyState>,
    /// The items of the level in reading order.
    pub items: Vec<ItemState>,
    /// The rows of the level, one string each, without fog. Items cover terrain, and bodies cover items. The hero is
    /// `@`, except in games played by pointing.
    pub map: Vec<String>,
    /// The messages that answer the last key, oldest first; may be empty.
    pub messages: Vec<String>,
    /// The number of turns until the end of the game's countdown, including the current turn; in siege, the countdown
    /// to the next season. Left out if there is no countdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns_left: Option<u32>,
    /// The goals that the file names, in the order of `Goal`; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<GoalState>,
    /// The checksum of the whole state of play, 16 lowercase hex digits.
    pub checksum: String,
    /// The rows of the screen from the top, one string each, as wide as the screen, with trailing spaces.
    pub frame: Vec<String>,
}

/// Items of one kind in the hero's inventory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PackState {
    /// The letter that uses the item.
    pub letter: char,
    /// The name of the kind, without an article.
    pub name: String,
    /// The number of items, at least 1.
    pub count: u32,
    /// Whether the hero wears or wields one of the items.
    pub worn: bool,
    /// The number of turns until one of the items can be used again; `None` if one can be used now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready_in: Option<u32>,
}

/// A goal of the file and its progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GoalState {
    /// The key of the goal in the file: `take`, `kill`, `cover`, `survive` or `leave`; `when` if `when` lines can win
    /// the game; `none` if nothing wins.
    pub goal: &'static str,
    /// The amount left in the whole dungeon, including unseen parts: items to take, monsters to kill, cells to cover,
    /// or turns to survive. For an exit, 1 until it is taken; for `when` lines, 1 until one of them has won.
    pub left: u32,
}

/// The commanded body. `x` and `y` are the column and row of its cell, counted from 1; the other fields are points of
/// any `i32` value, and 0 for stats that the rules do not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // fields are named as in the format
#[non_exhaustive]
pub struct HeroState {
    pub x: i64,
    pub y: i64,
    pub health: i32,
    pub strength: i32,
    pub manna: i32,
    pub wealth: i32,
    /// The turns that each timed state of the hero has left, by the state's word in files; left out if there is none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub states: BTreeMap<&'static str, u8>,
}

/// The player's units, and the options of the commanded unit ([K-2], [K-11]).
///
/// ```
/// use dungeon::Session;
/// use dungeon::session::StateLine;
///
/// let battle = "rules tactics\nmap\n########\n#@..G..#\n########\nend\n";
/// let state = StateLine::new(&Session::from_text(battle)?);
/// let command = state.command.expect("its player points at cells");
/// assert_eq!(command.heroes.len(), 1);
/// assert!(command.range.contains(&(3, 2)) && command.targets[0].x == 5);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [K-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2
/// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CommandState {
    /// The player's living units in file order.
    pub heroes: Vec<UnitState>,
    /// The name of the commanded unit, without an article.
    pub current: String,
    /// The cells that the unit can reach in one move, as pairs of column and row counted from 1, in reading order; may
    /// be empty.
    pub range: Vec<(i64, i64)>,
    /// The bodies that the unit can shoot now, in reading order of their cells; may be empty.
    pub targets: Vec<TargetState>,
}

/// One of the player's units. `x` and `y` are the column and row of its cell, counted from 1; `health`, `ap` (action
/// points) and `ammo` (shots) are the remaining points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // fields are named as in the format
#[non_exhaustive]
pub struct UnitState {
    pub name: String,
    pub x: i64,
    pub y: i64,
    pub health: i32,
    pub ap: i32,
    pub ammo: i32,
}

/// A body that the commanded unit can shoot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TargetState {
    /// The column of the body, counted from 1.
    pub x: i64,
    /// The row of the body, counted from 1.
    pub y: i64,
    /// The chance to hit in percent, from 5 to 95.
    pub chance: u32,
    /// The minimum and maximum damage of a hit, in points of life.
    pub damage: (i32, i32),
}

/// A monster. `x` and `y` are the column and row of its cell, counted from 1; `name` has no article. `health` is the
/// monster's life in points; for a hordling, this is its strength. `knows` tells whether the monster has noticed a body
/// of the player. `threat` is the maximum life, 0 or more, that the monster can take from the hero next turn (in the
/// next two turns if the hero is slow) if the hero stays in place. `mood` is there only for a monster that sleeps or is
/// no enemy: "asleep", "follows you", "peaceful".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // fields are named as in the format
#[non_exhaustive]
pub struct BodyState {
    pub symbol: char,
    pub name: String,
    pub x: i64,
    pub y: i64,
    pub health: i32,
    pub strength: i32,
    pub knows: bool,
    pub threat: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mood: Option<&'static str>,
    /// The turns that each timed state has left, by the state's word in files; left out if there is none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub states: BTreeMap<&'static str, u8>,
}

/// An item. `x` and `y` are the column and row of its cell, counted from 1; `name` has no article; `gives` holds the
/// points that the item adds to each stat, by the stat's word in the format, if the seed has drawn them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // fields are named as in the format
#[non_exhaustive]
pub struct ItemState {
    pub symbol: char,
    pub name: String,
    pub x: i64,
    pub y: i64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub gives: BTreeMap<&'static str, i32>,
}

impl StateLine {
    /// Makes the state of a session at rest.
    pub fn new(session: &Session) -> StateLine {
        StateLine::with_frame(session, &session.frame())
    }

    /// Makes the state of a session at rest from a frame that is already drawn.
    pub fn with_frame(session: &Session, frame: &Frame) -> StateLine {
        let world = session.seen_world();
        let levels = &world.dungeon().levels;
        let level = levels.get(usize::from(world.here().0));
        let theirs = world.theirs(world.here());
        let pointing = session.game().rules().face().pointing();
        StateLine {
            turn: session.turns_played(),
            outcome: world.outcome().map(Outcome::word),
            lost_to: LostTo::of(world),
            level: level.map(|level| level.name.clone()).unwrap_or_default(),
            hero: hero(world),
            pack: pack(world),
            command: pointing.map(|rules| command(world, rules)),
            bodies: theirs.map(|who| body(session.game(), who)).collect(),
            items: items(world),
            map: map(
                world,
                match pointing {
                    Some(_) => None,
                    None => Some('@'),
                },
            ),
            messages: session.latest_messages().to_vec(),
            turns_left: session.game().rules().face().turns_left(world),
            goals: goals(world),
            checksum: format!("{:016x}", session.checksum()),
            frame: frame.rows().map(glyphs).collect(),
        }
    }
}

fn place(p: Point) -> (i64, i64) {
    (i64::from(p.x) + 1, i64::from(p.y) + 1)
}

fn pack(world: &World) -> Vec<PackState> {
    let things = world.pack().things().iter();
    let state = |thing: &PackedThing| PackState {
        letter: thing.letter,
        name: world.item(thing.item).name.clone(),
        count: thing.count,
        worn: world.pack().is_worn(thing.item),
        ready_in: Some(world.turns_to_ready(thing.item)).filter(|turns| *turns > 0),
    };
    things.map(state).collect()
}

fn goals(world: &World) -> Vec<GoalState> {
    let named = world.dungeon().goals.iter();
    let state = |goal: &Goal| {
        let word = match *goal {
            Goal::Take => "take",
            Goal::Kill => "kill",
            Goal::Cover => "cover",
            Goal::Survive(_) => "survive",
            Goal::Leave => "leave",
            Goal::Caused => "when",
            Goal::Never => "none",
        };
        GoalState {
            goal: word,
            left: world.left_of(*goal),
        }
    };
    named.map(state).collect()
}

fn hero(world: &World) -> HeroState {
    let body = world.body(world.commanded());
    let (x, y) = place(body.at);
    HeroState {
        x,
        y,
        health: body.stat(Stat::Health),
        strength: body.stat(Stat::Strength),
        manna: body.stat(Stat::Manna),
        wealth: body.stat(Stat::Wealth),
        states: turns_of_states(world, world.commanded()),
    }
}

/// Returns the turns that each state of a body has left, by the state's word in files.
fn turns_of_states(world: &World, who: ActorId) -> BTreeMap<&'static str, u8> {
    let left = world.states_of(who).iter();
    left.map(|(state, turns)| (state.word(), turns)).collect()
}

fn command(world: &World, rules: &dyn Pointing) -> CommandState {
    let targets = rules.targets(world).into_iter();
    CommandState {
        heroes: world.ours().map(|who| unit(world, who)).collect(),
        current: world.kind(world.commanded()).name.clone(),
        range: rules.range(world).into_iter().map(place).collect(),
        targets: targets
            .map(|target| {
                let (x, y) = place(target.at);
                let Forecast { chance, damage } = target.forecast;
                TargetState {
                    x,
                    y,
                    chance,
                    damage,
                }
            })
            .collect(),
    }
}

fn unit(world: &World, who: ActorId) -> UnitState {
    let body = world.body(who);
    let (x, y) = place(body.at);
    UnitState {
        name: world.kind(who).name.clone(),
        x,
        y,
        health: body.stat(Stat::Health),
        ap: body.stat(Stat::Ap),
        ammo: body.stat(Stat::Ammo),
    }
}

fn body(game: &Game, who: ActorId) -> BodyState {
    let world = game.world();
    let threat = match world.outcome() {
        Some(_) => Threat::default(),
        None => Threat::new(game.rules(), world, who, world.commanded(), |_| false),
    };
    let (body, kind) = (world.body(who), world.kind(who));
    let (x, y) = place(body.at);
    BodyState {
        symbol: world.glyph_of(who),
        name: kind.name.clone(),
        x,
        y,
        health: world.life_of(who),
        strength: body.stat(Stat::Strength),
        knows: world.is_foe(who) && game.prey_of(who).is_some(),
        threat: threat.life,
        mood: mood(world, who),
        states: turns_of_states(world, who),
    }
}

fn items(world: &World) -> Vec<ItemState> {
    let here = world.here();
    let cells = world.size(here).points();
    let lying = cells.map(|p| (p, world.item_at(here, p)));
    lying
        .filter(|(_, item)| *item != ItemId::NONE)
        .map(|(p, item)| {
            let (x, y) = place(p);
            let kind = world.item(item);
            ItemState {
                symbol: kind.glyph,
                name: kind.name.clone(),
                x,
                y,
                gives: drawn_gifts(world, item),
            }
        })
        .collect()
}

/// Returns the points that an item gives, by stat, if the seed has drawn them; otherwise empty.
fn drawn_gifts(world: &World, item: ItemId) -> BTreeMap<&'static str, i32> {
    if world.dungeon().variant_of(item).is_none() {
        return BTreeMap::new();
    }
    let gives = world.item(item).gives;
    let given = Stat::ALL.into_iter().filter(|stat| gives[*stat] != 0);
    given.map(|stat| (stat.word(), gives[stat])).collect()
}

/// Returns the rows of the map, with the commanded body as `hero`; `None` draws the body with its own glyph.
fn map(world: &World, hero: Option<char>) -> Vec<String> {
    let size = world.size(world.here());
    let row = |y| {
        let cells = (0..size.width).map(|x| at(x, y));
        cells.map(|p| symbol(world, hero, p)).collect()
    };
    (0..size.height).map(row).collect()
}

fn symbol(world: &World, hero: Option<char>, p: Point) -> char {
    let here = world.here();
    match (world.body_at(here, p), world.item_at(here, p)) {
        (Some(who), _) => hero
            .filter(|_| who == world.commanded())
            .unwrap_or_else(|| world.glyph_of(who)),
        (None, ItemId::NONE) => world.tile(here, p).glyph,
        (None, item) => world.item(item).glyph,
    }
}
