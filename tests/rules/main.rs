//! The rules, one by one, as maps, keys and events; then whole games by random keys and by bots, checked after every
//! turn. `source/rules_page.rs` checks that each rule has a test with its id.
#[macro_use]
#[path = "../support/drawn.rs"]
mod drawn;

mod acting;
mod acting_proofs;
mod aims;
mod arena;
mod arena_enemies;
mod arena_hero;
mod arena_run;
#[cfg(all(feature = "program", unix))]
mod baking;
mod balance;
mod based_rules;
mod blows;
mod bots;
mod boulders;
mod catalogue;
mod causes;
mod chance;
mod chance_goals;
mod charms;
mod choices;
mod classes;
mod combined;
mod composed;
mod darkness;
mod drawn_levels;
mod environment;
mod explore;
mod explore_proofs;
mod families;
mod field;
mod foreign_rules;
mod game_proofs;
mod generated_maps;
mod goal_proofs;
mod goals;
mod golden;
mod kinds;
mod leaders;
mod levels;
mod loss_causes;
mod number_ranges;
mod packs;
mod page;
mod properties;
mod prove;
mod salt_abbey;
mod scatter;
mod scenario;
mod shared;
mod shipped;
mod siege;
mod siege_gatehouse;
mod siege_hero;
mod siege_hordlings;
mod tactics_elsewhere;
mod tactics_endings;
mod tactics_ghosts;
mod tactics_moves;
mod tactics_ranges;
mod tactics_shots;
mod tactics_slime;
mod tempo;
mod threat;
mod throws;
mod timed_states;
mod told;
mod traps;
mod tried_mends;
mod turn_counts;
mod vaults;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/mod.rs"]
mod support;
