//! The words behind `rules`, and which game a parameter belongs to.

/// Every game of the format, in the order in which messages list them.
pub const WORDS: [&str; 4] = ["explore", "siege", "arena", "tactics"];

/// The lines that name them, as messages list them.
pub const LINES: &str = "`rules explore`, `rules siege`, `rules arena` and `rules tactics`";

/// The parameters of siege; `tempo=` and `fog=` belong to every game.
const SIEGE: [&str; 8] = [
    "goal", "season", "profit", "cow", "fence", "year", "gold", "turn",
];

/// The parameters of arena.
const ARENA: [&str; 4] = ["lives", "sight", "quirk", "reachable"];

/// The word of the only game that has such a parameter.
pub fn of_parameter(key: &str) -> Option<&'static str> {
    let games = [("siege", &SIEGE[..]), ("arena", &ARENA[..])];
    let game = games.into_iter().find(|(_, keys)| keys.contains(&key));
    game.map(|(game, _)| game)
}
