//! Scenarios: a dungeon as text, keys, and events in short lines. Tests of rules use nothing else of the library, so
//! that a changed interface does not change every test.

pub mod arena;
pub mod chronicle;
pub mod dice;
pub mod siege;
pub mod tactics;
pub mod unit_options;
pub mod wizards;

use std::fmt::Write;

pub use crate::support::{dungeon, game};
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::{AtTerrain, Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, LevelId, Stat};
use dungeon_model::space::geometry::{Point, at};
use dungeon_players::{Player, SeenGame};

/// The only level of these dungeons.
pub const L: LevelId = LevelId(0);

/// Returns the action of a character by the rule set's own key table; `~` is an idle round.
pub fn action(game: &Game, key: char) -> Action {
    bound(game, key).unwrap_or_else(|| panic!("no binding for {key:?}"))
}

/// Returns the action of a character; `None` if the game does not bind it.
pub fn bound(game: &Game, key: char) -> Option<Action> {
    let wanted = match key {
        '~' => return Some(Action::Idle),
        '<' => "<lt>".to_owned(),
        key => key.to_string(),
    };
    let mut bindings = game.rules().face().bindings().iter();
    let found = bindings.find(|binding| binding.keys.split(' ').any(|k| k == wanted));
    found.map(|binding| binding.action)
}

/// Plays a key.
pub fn press(game: &mut Game, key: char) -> Result<(), Refusal> {
    let action = action(game, key);
    game.step(action)
}

/// Plays keys, which must all be allowed.
pub fn presses(game: &mut Game, keys: &str) {
    for key in keys.chars() {
        press(game, key).unwrap_or_else(|refusal| panic!("{key}: {refusal}"));
    }
}

/// Plays keys. Returns every event, one line a turn.
pub fn story(text: &str, keys: &str) -> String {
    story_of(&mut game(text, 0), keys)
}

/// Plays keys in a game. Returns every event, one line a turn.
pub fn story_of(game: &mut Game, keys: &str) -> String {
    let mut told = String::new();
    for key in keys.chars() {
        let events = match press(game, key) {
            Ok(()) => tell(game),
            Err(refusal) => refusal.to_string(),
        };
        writeln!(told, "{key}: {events}").expect("strings can be written");
    }
    told
}

/// Returns an action of a hero of explore: a key of one character, the name of an item to use, or an aimed act, written
/// `acid 6,2`.
pub fn named_action(game: &Game, act: &str) -> Action {
    let mut letters = act.chars();
    if let (Some(key), None) = (letters.next(), letters.next()) {
        return bound(game, key).expect("a key of explore");
    }
    let aimed = act.split_once(' ').and_then(|(name, cell)| {
        let (x, y) = cell.split_once(',')?;
        let [x, y] = [x, y].map(|number| number.parse::<i32>().expect("a number"));
        Some(Action::Throw(item(game, name), at(x - 1, y - 1)))
    });
    let used = act.strip_prefix("use ").unwrap_or(act);
    aimed.unwrap_or_else(|| Action::Use(item(game, used)))
}

/// Plays actions, written as for `named_action`. Returns every event, one line an action.
pub fn named_story(game: &mut Game, acts: &[&str]) -> String {
    let lines = acts.iter().map(|act| {
        let action = named_action(game, act);
        match game.step(action) {
            Ok(()) => format!("{act}: {}\n", tell(game)),
            Err(refusal) => format!("{act}: {refusal}\n"),
        }
    });
    lines.collect()
}

/// Returns the number of a bot's aimed acts in a game of this text, and whether it wins.
pub fn aimed_acts(text: &str, mut bot: impl Player) -> (usize, bool) {
    let mut played = SeenGame::begin(dungeon(text), 0);
    bot.begin(&played.view(), 7);
    let (mut legal, mut acts) = (Vec::new(), 0);
    for _ in 0..300 {
        played.legal_actions(&mut legal);
        if legal.is_empty() {
            break;
        }
        let action = bot.choose(&played.view(), &legal);
        acts += usize::from(matches!(action, Action::Throw(..)));
        played.step(action).expect("bots choose legal actions");
    }
    (acts, played.game().outcome() == Some(Outcome::Won))
}

/// Returns the events of the last step in short words, without the turn counter and without the cause of a lost life,
/// which the previous event shows.
pub fn tell(game: &Game) -> String {
    let events = game
        .events()
        .iter()
        .filter(|event| !matches!(event, Event::TurnBegan { .. } | Event::Felled { .. }));
    events
        .map(|event| short(event, game.world()))
        .collect::<Vec<_>>()
        .join(", ")
}

fn short(event: &Event, world: &World) -> String {
    let name = |who: ActorId| &world.kind(who).name;
    match *event {
        Event::Born { who, at, .. } => format!("{} born {at}", name(who)),
        Event::Moved { who, to, .. } => format!("{} to {to}", name(who)),
        Event::Travelled { who, to, at, .. } => {
            format!("{} travels to {} {at}", name(who), to.0 + 1)
        }
        Event::Read(AtTerrain { at, tile, .. }) => {
            format!("reads {} {at}", world.dungeon().tile(tile).name)
        }
        Event::Opened(AtTerrain { who, at, .. }) => format!("{} opens {at}", name(who)),
        Event::Sprung(AtTerrain { at, tile, .. }) => {
            format!("springs {} {at}", world.dungeon().tile(tile).name)
        }
        Event::Found(AtTerrain { at, .. }) => format!("finds {at}"),
        Event::Built(AtTerrain { who, tile, at, .. }) => {
            let tile = world.dungeon().tile(tile);
            format!("{} builds {} {} {at}", name(who), tile.name, tile.glyph)
        }
        Event::Torn(AtTerrain { who, tile, at, .. }) => {
            let tile = world.dungeon().tile(tile);
            format!("{} tears {} {} {at}", name(who), tile.name, tile.glyph)
        }
        Event::Bought { who, item } => format!("{} buys {}", name(who), world.item(item).name),
        Event::PeriodBegan { number, .. } => format!("season {number}"),
        Event::Alarmed { until, .. } => format!("alarm until {until}"),
        Event::Left { who, at, .. } => format!("{} leaves {at}", name(who)),
        Event::Spoke { who } => format!("{} speaks", name(who)),
        Event::Woke { who, .. } => format!("{} wakes", name(who)),
        Event::Joined { who } => format!("{} joins", name(who)),
        Event::Swapped { who, whom, to, .. } => {
            format!("{} to {to} in place of {}", name(who), name(whom))
        }
        Event::Burst { who, at, .. } => format!("{} bursts {at}", name(who)),
        Event::Eaten { who, item, at, .. } => {
            format!("{} eats {} {at}", name(who), world.item(item).name)
        }
        Event::Idled => "idles".to_string(),
        Event::Bumped { who, at, .. } => format!("{} bumps {at}", name(who)),
        Event::Struck { who, whom } => format!("{} strikes {}", name(who), name(whom)),
        Event::Stomped { who, whom } => format!("{} stomps {}", name(who), name(whom)),
        Event::Rammed { who, whom } => format!("{} rams {}", name(who), name(whom)),
        Event::Cleared { level } => format!("level {} cleared", level.0 + 1),
        Event::Shot { who, whom } => format!("{} shoots {}", name(who), name(whom)),
        Event::Fired(AtTerrain { who, at, .. }) => format!("{} shoots at {at}", name(who)),
        Event::Missed { who, at, .. } => format!("{} misses {at}", name(who)),
        Event::Slimed(AtTerrain { who, at, .. }) => format!("{} slimes {at}", name(who)),
        Event::Pushed { who, from, to, .. } => format!("{} pushes {from} to {to}", name(who)),
        Event::Caused { cause } => format!("cause {}", cause.0),
        Event::Shifted { at, tile, .. } => {
            format!("{} shifts {at}", world.dungeon().tile(tile).name)
        }
        Event::Given { item, .. } => format!("given {}", world.item(item).name),
        Event::Harmed(AtTerrain { who, tile, .. }) => {
            format!("{} harms {}", world.dungeon().tile(tile).name, name(who))
        }
        Event::Slowed(AtTerrain { who, tile, .. }) => {
            format!("{} slows {}", world.dungeon().tile(tile).name, name(who))
        }
        Event::Delayed { who } => format!("{} is delayed", name(who)),
        Event::Lagged { who } => format!("{} lags", name(who)),
        Event::Hurried { who } => format!("{} hurries", name(who)),
        Event::Burned { who } => format!("{} burns", name(who)),
        Event::StateBegan { who, state, turns } => {
            format!("{} {} for {turns}", name(who), state.word())
        }
        Event::StatePassed { who, state, left } => {
            format!("{} {} has {left}", name(who), state.word())
        }
        Event::Wiped(AtTerrain { who, at, .. }) => format!("{} wipes {at}", name(who)),
        Event::Cast { who, toward } => format!("{} casts {toward:?}", name(who)),
        Event::Flew { over, .. } => format!("flies {over}"),
        Event::Changed { who, stat, by } => format!("{} {stat:?} {by:+}", name(who)),
        Event::Felled { who, by } => format!("{} felled by {by:?}", name(who)),
        Event::Died { who, .. } => format!("{} dies", name(who)),
        Event::Taken { item, at, .. } => format!("takes {} {at}", world.item(item).name),
        Event::Thrown { item, whom, .. } => {
            let whom = whom.map_or("nothing", |whom| name(whom));
            let act = world
                .item(item)
                .aimed_act()
                .map_or("throw", |act| act.verb());
            format!("{act}s {} at {whom}", world.item(item).name)
        }
        Event::Used { item, .. } => format!("uses {}", world.item(item).name),
        Event::Recharged { item, .. } => format!("{} ready", world.item(item).name),
        Event::Worn { item, .. } => format!("wears {}", world.item(item).name),
        Event::Identified { item, .. } => format!("finds out {}", world.item(item).name),
        Event::Removed { item, at, .. } => format!("{} gone {at}", world.item(item).name),
        Event::Placed { item, at, .. } => format!("{} placed {at}", world.item(item).name),
        Event::Rebuilt { tile, at, .. } => {
            format!("{} built {at}", world.dungeon().tile(tile).name)
        }
        Event::Commanded { who } => format!("{} commanded", name(who)),
        Event::TurnBegan { turn } => format!("turn {turn}"),
        Event::Ended { ending, .. } => format!("{:?}", ending.outcome()),
        other => panic!("an event without words: {other:?}"),
    }
}

/// Returns the player's current board as a file would draw it.
pub fn board(world: &World) -> String {
    let (here, size) = (world.here(), world.size(world.here()));
    let item = |p: Point| world.item(world.item_at(here, p)).glyph;
    let glyph = |p: Point| match (world.body_at(here, p), item(p)) {
        (Some(who), _) => world.glyph_of(who),
        (None, ' ') => world.tile(here, p).glyph,
        (None, item) => item,
    };
    let row = |y| (0..size.width).map(|x| glyph(at(x, y))).collect();
    let rows: Vec<String> = (0..size.height).map(row).collect();
    rows.join("\n")
}

/// Returns the cell of a body, 1-based.
pub fn place(game: &Game, who: u32) -> (i32, i32) {
    let at = game.world().body(ActorId(who)).at;
    (at.x + 1, at.y + 1)
}

/// Returns the cell of a body before each of this many turns of waiting, and after the last one.
pub fn places(game: &mut Game, who: u32, turns: u32) -> Vec<(i32, i32)> {
    let mut places = vec![place(game, who)];
    for _ in 0..turns {
        press(game, '.').expect("waiting is legal");
        places.push(place(game, who));
    }
    places
}

/// Returns a stat of the hero.
pub fn hero(game: &Game, stat: Stat) -> i32 {
    game.world().body(game.world().commanded()).stat(stat)
}

/// Returns the number of the item with this name.
pub fn item(game: &Game, name: &str) -> ItemId {
    let item = game.world().dungeon().item_named(name);
    item.expect("the dungeon declares it")
}
