//! The forecast of a monster's next turn is an upper bound for every seed, and some seed reaches it. The forecast of a
//! bolt is exact.
use std::collections::BTreeMap;

use crate::cases;
use dungeon::data::Stat;
use dungeon::game::Event;
use dungeon::geometry::{Direction, Point};
use dungeon::rules::CAST;
use dungeon::session::StateLine;
use dungeon::{Action, Session};
use proptest::prelude::*;

/// Kinds with every attack, every harmful way to hunt, and several speeds.
const KINDS: [&str; 12] = [
    "is=ghost strength=3",
    "is=wanderer strength=4",
    "sense=always hunt=path strength=5",
    "sense=always hunt=path strength=2 speed=4",
    "sense=always hunt=greedy strength=2 speed=6",
    "sense=always hunt=axis attack=ram strength=4 speed=3",
    "sense=always hunt=path attack=burst:7",
    "sense=sight:9 hunt=shoot:3 roam=stand",
    "sense=sight:9 hunt=shoot:2 roam=wander strength=6 speed=4",
    "sense=always hunt=skirmish damage=1..4 accuracy=60 reach=6 speed=4 attack=none",
    "sense=always hunt=drift through=walls strength=2 speed=4",
    "sense=never roam=random attack=ram strength=3",
];

/// A room with scattered walls, the hero and one monster.
fn room(rules: &str, kind: &str, walls: u32, (width, height): (u32, u32)) -> String {
    format!(
        "rules {rules}\nhero health=1000\nkind Z \"foe\" health=9 {kind}\nlevel\nmap open {width} {height}\n\
         scatter # {walls}%\nscatter @ 1\nscatter Z 1\n{}",
        match rules {
            "explore" => "scatter $ 1\n",
            _ => "",
        }
    )
}

/// Returns the forecast of the monster's next turn, and the health that the turn took.
fn told_and_taken(text: &str, seed: u64) -> (i32, i32) {
    let mut session = Session::from_text(text).expect("a room").with_seed(seed);
    let health = |session: &Session| {
        let world = session.game().world();
        world.body(world.commanded()).stat(Stat::Health)
    };
    let (told, before) = (StateLine::new(&session).bodies[0].threat, health(&session));
    let pass = if text.contains("rules tactics") {
        "<Space>"
    } else {
        "."
    };
    session.press(pass).expect("a script");
    (told, before - health(&session))
}

proptest! {
    #![proptest_config(cases::of(512))]

    #[test]
    fn x2_no_monster_takes_more_in_a_turn_than_was_told(
        kind in prop::sample::select(&KINDS[..]),
        rules in prop::sample::select(&["explore", "tactics"][..]),
        walls in 0..40u32,
        size in (5..12u32, 5..9u32),
        seed: u64,
    ) {
        let text = room(rules, kind, walls, size);
        let (told, taken) = told_and_taken(&text, seed);
        prop_assert!(taken <= told, "{taken} of {told}\n{text}");
    }
}

#[test]
fn x2_what_was_told_of_each_kind_comes_true_with_some_seed() {
    let mut met: BTreeMap<(&str, i32), bool> = BTreeMap::new();
    // Leaves out a kind that detects nothing, and one that shoots from too far away to strike as well.
    let is_plain = |kind: &&&str| !kind.contains("sense=never") && !kind.contains("hunt=shoot:2");
    for kind in KINDS.iter().filter(is_plain) {
        for seed in 0..60 {
            let (told, taken) = told_and_taken(&room("explore", kind, 0, (7, 7)), seed);
            *met.entry((kind, told)).or_default() |= told == taken;
        }
    }
    let unmet: Vec<_> = met.iter().filter(|(_, met)| !**met).collect();
    assert!(unmet.is_empty(), "{unmet:?}");
    for kind in KINDS {
        let most = met
            .keys()
            .filter(|(of, _)| *of == kind)
            .map(|(_, told)| *told)
            .max();
        assert!(most != Some(0), "{kind} is never a danger");
    }
}

/// Kinds that a bolt kills, kinds that survive it, and some that drop something or burst.
const TARGETS: [&str; 5] = [
    "health=1",
    "health=9",
    "health=40",
    "health=3 drops=$",
    "health=2 bursts=3",
];

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn e13_a_bolt_takes_what_was_told_where_it_was_told(
        target in prop::sample::select(&TARGETS[..]),
        cell in (0..9_usize, 0..5_usize),
        walls in 0..30u32,
        way in prop::sample::select(&Direction::ALL[..]),
        seed: u64,
    ) {
        let mut rows = vec![vec!['.'; 9]; 5];
        rows[cell.1][cell.0] = 'Z';
        rows[2][4] = '@';
        let rows: Vec<String> = rows.into_iter().map(|row| format!("#{}#\n", row.iter().collect::<String>())).collect();
        let text = format!(
            "hero health=1000 manna=8\nkind Z \"foe\" {target} strength=0 sense=never roam=stand attack=none\nlevel\nmap\n\
             ###########\n{}###########\nend\nscatter # {walls}%\nscatter $ 1\n",
            rows.concat()
        );
        let mut game = Session::from_text(&text).expect("a room").with_seed(seed).game().clone();
        let (cast, world) = (Action::DoToward(CAST, way), game.world());
        let flight = game.rules().face().flight(world, cast);
        let foe = world.theirs(world.here()).next();
        let told = foe.map_or(0, |foe| {
            let hit = flight.iter().find(|(over, _)| *over == world.body(foe).at);
            hit.map_or(0, |(_, harm)| *harm)
        });
        let life = foe.map_or(0, |foe| world.life_of(foe));
        game.step(cast).expect("a bolt is never refused");
        let left = foe.map_or(0, |foe| game.world().life_of(foe));
        let flown = game.events().iter().filter_map(|event| match event {
            Event::Flew { over, .. } => Some(*over),
            _ => None,
        });
        let flown: Vec<Point> = flown.collect();
        prop_assert_eq!(told, life - left, "{}", &text);
        let cells: Vec<Point> = flight.into_iter().map(|(over, _)| over).collect();
        prop_assert_eq!(cells, flown, "{}", &text);
    }
}
