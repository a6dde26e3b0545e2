//! The result of a finished game as facts: how and where it ended, the enemies that died, the items taken. The page
//! after a game shows these facts, and a narrator reads them out.
use super::score::Score;
use super::standing::possessions;
use crate::view::widgets::readings_text;
use crate::view::words::{
    capitalised, counted_list, game_terms, joined, level_name, place_in_run, with_article,
};
use dungeon_engine::body::Body;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::ruleset_face::Reading;
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::Farewell;
use dungeon_model::dungeon::{LifeUnit, Side, Stat};

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The title of the dungeon; may be empty.
    pub title: String,
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The messages of the last turn in whole sentences: the cause of the end, and the outcome of the game.
    pub last_words: String,
    /// Statistics of the game, one sentence each, the most important first.
    pub facts: Vec<String>,
    /// The game's score.
    pub score: Score,
}

impl GameResult {
    /// Collects the result of a game whose last turn produced `messages`; `None` while the game goes on. `seen` is the
    /// game's world as it looks to the player.
    pub fn of(game: &Game, seen: &World, messages: &[String]) -> Option<GameResult> {
        let world = game.world();
        let score = Score::of(game)?;
        let (turns, seed) = (score.turns, score.seed);
        let readings = match game_terms(world).farewell {
            Farewell::Gauges => game.rules().face().readings(world),
            Farewell::Statistics => game.rules().face().statistics(world),
            Farewell::Nothing => Vec::new(),
        };
        let is_new = |reading: &Reading| !ALREADY_TOLD.contains(&reading.label);
        let readings: Vec<Reading> = readings.into_iter().filter(is_new).collect();
        let things = world.ledger().items;
        let is_empty = seen.held().is_empty() && seen.pack().things().is_empty();
        let carried = joined(possessions(seen), " ");
        let facts = [
            score.story.clone().or_else(|| place_text(world)),
            Some(format!("Turns {turns}. Seed {seed}.")),
            (!is_empty).then_some(carried),
            Some(fallen_text(world)),
            Some(damage_text(world)),
            (things > 0).then(|| format!("Items taken: {things}.")),
            (!readings.is_empty()).then(|| readings_text(&readings)),
        ];
        Some(GameResult {
            title: world.dungeon().title.clone(),
            outcome: world.outcome()?,
            last_words: messages.join(" "),
            facts: facts.into_iter().flatten().collect(),
            score,
        })
    }
}

/// The labels of statistics that are left out, because other facts of every game include them.
const ALREADY_TOLD: [&str; 4] = ["Turns", "Damage dealt", "Damage taken", "Items taken"];

/// Describes where the game ended: its level, and the vault there; `None` if the dungeon has only one place.
fn place_text(world: &World) -> Option<String> {
    let hero = world.body(world.commanded());
    let vault = world.vault_cell(hero.level, hero.at);
    let vault = vault.map(|(number, _)| world.dungeon().vaults()[number].name.as_str());
    let level = &world.dungeon().levels[usize::from(hero.level.0)];
    let place = if level.name.is_empty() {
        place_in_run(world).map(|place| format!("on {place}"))
    } else {
        Some(format!("in {}", level_name(world, hero.level)))
    };
    let vault = vault.filter(|name| !name.is_empty());
    let vault = vault.map(|name| format!("in {}", with_article(name)));
    let parts: Vec<String> = vault.into_iter().chain(place).collect();
    (!parts.is_empty()).then(|| format!("The game ended {}.", parts.join(", ")))
}

/// Counts the dead enemies by kind, with any cause of death.
fn fallen_text(world: &World) -> String {
    let is_fallen =
        |body: &&Body| !body.alive && body.side == Side::Theirs && body.prey.is_hostile();
    let fallen = world.bodies().iter().filter(is_fallen);
    let names = fallen.map(|body| &world.dungeon().kind(body.kind).name);
    match counted_list(names).as_str() {
        "" => "No enemies killed.".to_owned(),
        fallen => format!("Enemies killed: {fallen}."),
    }
}

/// Describes the damage to both sides, in the unit that counts the hero's life, such as health or lives.
fn damage_text(world: &World) -> String {
    let ledger = world.ledger();
    let (given, taken) = (ledger.given, ledger.taken);
    let hero = world.kind(world.commanded());
    match (hero.life_unit, hero.life) {
        (LifeUnit::Lives, _) => format!("Lives lost {taken}."),
        (_, Stat::Wealth) => {
            let wealth = capitalised(game_terms(world).wealth);
            format!("Damage dealt {given}. {wealth} spent or stolen {taken}.")
        }
        _ => format!("Damage dealt {given}, taken {taken}."),
    }
}
