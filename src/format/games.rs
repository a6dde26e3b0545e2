//! The words behind `rules`, and which game a parameter belongs to.

/// Every game of the format, in the order in which messages list them.
pub const WORDS: [&str; 4] = ["explore", "siege", "arena", "tactics"];

/// Those that this version plays, as messages name them.
pub const PLAYED: &str = "`rules explore` and `rules siege`";

/// The parameters of siege; `tempo=` and `fog=` belong to every game.
const SIEGE: [&str; 8] = [
    "goal", "season", "profit", "cow", "fence", "year", "gold", "turn",
];

/// The word of the only game that has such a parameter.
pub fn of_parameter(key: &str) -> Option<&'static str> {
    SIEGE.contains(&key).then_some("siege")
}
