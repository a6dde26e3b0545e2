//! What is said of a whole dungeon, of a level and of a vault, beside what stands there.
use super::facts::Facts;
use dungeon_model::dungeon::game_profile::ParameterShape;
use dungeon_model::dungeon::{Dungeon, Fog, Level, Settings, TerrainGenerator, Vault};

/// The words about a dungeon.
pub fn title_facts(dungeon: &Dungeon) -> Facts {
    let mut facts = Facts::default();
    facts.quoted("title", &dungeon.title);
    facts.quoted("author", &dungeon.author);
    facts.quoted("about", &dungeon.about);
    facts
}

/// What is said of the rules of a dungeon, beside the parameters of its game.
pub fn rules_facts(dungeon: &Dungeon) -> Facts {
    let mut facts = Facts::default();
    facts.text("rules", dungeon.settings.game.word);
    facts.text(
        "seed",
        dungeon
            .seed
            .map_or("none".to_owned(), |seed| seed.to_string()),
    );
    facts.text("fog", fog_text(dungeon.fog));
    facts.text(
        "tempo",
        dungeon.tempo.map_or("none".to_owned(), |ms| ms.to_string()),
    );
    facts
}

/// The parameters of a game with their values, as a file says them.
pub fn parameter_texts(settings: &Settings) -> impl Iterator<Item = (&'static str, String)> {
    let parameters = settings.game.parameters.iter();
    parameters.map(|parameter| {
        let value = settings.value(parameter.key);
        let text = match parameter.shape {
            ParameterShape::YesNo if value == 0 => "no".to_owned(),
            ParameterShape::YesNo => "yes".to_owned(),
            ParameterShape::Word(_, words) => {
                let nth = usize::try_from(value).ok();
                let nth = nth.and_then(|nth| nth.checked_sub(1));
                let word = nth.and_then(|nth| words.get(nth)).copied();
                word.unwrap_or("none").to_owned()
            }
            ParameterShape::Number(..) | ParameterShape::Lives => value.to_string(),
        };
        (parameter.key, text)
    })
}

/// How far a hero sees, "none" where there is no fog.
pub fn fog_text(fog: Fog) -> String {
    match fog {
        Fog::Lifted => "none".to_owned(),
        Fog::Within(cells) => cells.to_string(),
    }
}

/// What is said of a level beside what stands on it.
pub fn level_facts(level: &Level) -> Facts {
    let mut facts = Facts::default();
    facts.quoted("name", &level.name);
    facts.flag("dark", level.is_dark);
    match level.generator {
        None => facts.text("map", "drawn"),
        Some(TerrainGenerator::Caves(caves)) => {
            facts.text("map", "caves");
            facts.number("rock", caves.rock);
            facts.number("rounds", caves.rounds);
        }
        Some(TerrainGenerator::Rooms(rooms)) => {
            let (least, most) = rooms.sides;
            facts.text("map", "rooms");
            facts.number("rooms", rooms.count);
            facts.text("sides", format!("{least}..{most}"));
            facts.number("doors", rooms.doors);
        }
    }
    facts.number("vaults", level.vaults);
    facts
}

/// What is said of a vault beside what stands in it.
pub fn vault_facts(vault: &Vault) -> Facts {
    let mut facts = Facts::default();
    facts.number("weight", vault.weight);
    let (first, last) = vault.depth;
    facts.text("depth", format!("{first}..{last}"));
    facts.flag("mirrored", vault.flips);
    facts.flag("turned", vault.turns);
    facts
}
