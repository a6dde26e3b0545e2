//! Whole games of shipped dungeons, stored as keys.

/// The dungeon, the seed and the keys of each game.
pub const GAMES: [(&str, u64, &str); 10] = [
    ("arena", 5, include_str!("../../fixtures/arena-seed-5.keys")),
    (
        "arena-10",
        3,
        include_str!("../../fixtures/arena-10-seed-3.keys"),
    ),
    (
        "arena-run",
        5,
        include_str!("../../fixtures/arena-run-seed-5.keys"),
    ),
    (
        "battle",
        4,
        include_str!("../../fixtures/battle-won-seed-4.keys"),
    ),
    (
        "battle",
        6,
        include_str!("../../fixtures/battle-lost-seed-6.keys"),
    ),
    ("crypt", 7, include_str!("../../fixtures/crypt-seed-7.keys")),
    ("horde", 4, include_str!("../../fixtures/horde-seed-4.keys")),
    (
        "raiders",
        12,
        include_str!("../../fixtures/raiders-seed-12.keys"),
    ),
    (
        "siege-small",
        12,
        include_str!("../../fixtures/siege-small-seed-12.keys"),
    ),
    (
        "wizards",
        1,
        include_str!("../../fixtures/wizards-seed-1.keys"),
    ),
];
