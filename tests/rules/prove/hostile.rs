//! Files designed to be hard for the prover: no panic, and no more steps, looks and bytes than the budget allows.
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dungeon_model::dungeon::Dungeon;
use dungeon_players::{Budget, Proof, ProofLimit, prove, prove_fair, prove_layout};

use super::read;
use crate::scenario::dice::Dice;

/// The number of looks between two calls of the callback, and the looks that a budget allows at the start and for each
/// step, equal to those of `players/search/budget.rs`.
const WATCHED: u64 = 1 << 16;
const FIRST_LOOKS: u64 = 1 << 24;
const LOOKS_A_STEP: u64 = 1 << 10;

/// A function of the prover.
type Question = fn(&Arc<Dungeon>, u64, &Budget<'_>) -> Proof;

const QUESTIONS: [(&str, Question); 3] = [
    ("prove", prove),
    ("layout", prove_layout),
    ("fair", prove_fair),
];

/// Levels without drawn cells, made with these words, each with these things scattered in it.
fn scattered(rules: &str, made: &str, levels: usize, things: &str) -> String {
    let mut text = format!("rules {rules}\n");
    for level in 0..levels {
        let _ = write!(text, "level\nmap {made}\n");
        if level == 0 {
            text += "scatter @ 1\n";
        }
        text += things;
    }
    text
}

/// Rooms of nine cells with locked doors between some of them, traps in others, and keys and treasure anywhere.
fn rooms(levels: usize, side: usize, dice: &mut Dice) -> String {
    let mut text = "rules explore\n".to_owned();
    let doors = ["a", "b", "c", "d", "e", "f"];
    let traps = ["P", "T", "O", "Q", ".", "."];
    for level in 0..levels {
        text += "level\nmap\n";
        for y in 0..=4 * side {
            for x in 0..=4 * side {
                let inner = (1..4 * side).contains(&x) && (1..4 * side).contains(&y);
                let is_door = inner && (x % 4 == 0 && y % 4 == 2 || x % 4 == 2 && y % 4 == 0);
                text += match (level, x, y) {
                    (0, 2, 2) => "@",
                    _ if is_door && dice.below(2) == 0 => dice.one_of(&doors),
                    _ if x % 4 == 0 || y % 4 == 0 => "#",
                    _ if x % 4 == 1 && y % 4 == 1 => dice.one_of(&traps),
                    _ => ".",
                };
            }
            text += "\n";
        }
        text += "end\nmark P ^ trap=pit\nmark T ^ trap=teleport\nmark Q ^ trap=pit once=yes\n";
        text += "mark O ^ trap=teleport to=3,3 once=yes\n";
        let _ = writeln!(text, "scatter $ {}", 1 + side * side / 4);
        for door in doors {
            let _ = write!(
                text,
                "mark {door} + locked={door}\nscatter * 1 opens={door}\n"
            );
        }
    }
    text
}

/// Files of each kind that has ever made a proof slow, with maps of this side length.
fn hostile(side: usize) -> Vec<(String, String)> {
    let open = &format!("open {side} {side}");
    let carriers = "scatter ^ 400 trap=teleport\nscatter ^ 300 trap=pit\nscatter ^ 70 trap=teleport once=yes\n";
    let to = "scatter ^ 900 trap=teleport to=3,3\nscatter w 30\nscatter # 40%\nscatter $ 20\n";
    let hounds = "kind n \"hound\" hunt=path sense=always health=9\n";
    let nests = "kind n \"nest\" health=20 attack=none spawns=w:1\n";
    let mut files = vec![
        (
            "ways",
            scattered(
                "explore",
                open,
                4,
                &format!("{carriers}scatter # 30%\nscatter $ 9\n"),
            ),
        ),
        ("landings", scattered("explore", open, 2, to)),
        (
            "things",
            scattered("explore", open, 1, "scatter $ 4000\nscatter # 30%\n"),
        ),
        ("levels", scattered("explore", "caves 40 40", 60, carriers)),
        (
            "hounds",
            scattered(
                &format!("explore\n{hounds}"),
                open,
                1,
                "scatter n 700\nscatter $ 9\n",
            ),
        ),
        (
            "nests",
            scattered(
                &format!("explore\n{nests}"),
                open,
                1,
                "scatter n 99\nscatter $ 9\n",
            ),
        ),
        (
            "boards",
            scattered(
                "arena",
                open,
                1,
                "scatter # 45%\nscatter % 300\nscatter ^ 300 trap=teleport\n",
            ),
        ),
        (
            "ghosts",
            scattered(
                "tactics",
                open,
                1,
                "scatter # 45%\nscatter B 90\nscatter R 90\n",
            ),
        ),
        (
            "cows",
            scattered(
                "siege",
                open,
                1,
                "scatter # 20%\nscatter C 99\nscatter % 50\n",
            ),
        ),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_owned(), text))
    .collect::<Vec<_>>();
    files.extend(hostile_to_experts(side));
    let dice = &mut Dice::new(11);
    for (levels, side) in [(1, 3), (3, 5), (8, 7), (2, 20)] {
        let text = rooms(levels, side, dice);
        files.push((format!("{levels} levels of {side} rooms"), text));
    }
    files
}

/// Files with goals, boulders, lamps, weapons of long reach and distant pastures: each has made the game-specific part
/// of a proof slow.
fn hostile_to_experts(side: usize) -> Vec<(String, String)> {
    let open = &format!("open {side} {side}");
    let killers = "scatter n 200\nscatter w 30\nscatter $ 9\nscatter # 30%\n";
    let wanted = "explore\ngoal kill=n take=yes survive=40\nkind n \"imp\" health=9 drops=$\n";
    let boulders = "explore\ntile O \"boulder\" push=yes\ntile x \"target\"\ngoal cover=x\n";
    let lamps = "explore fog=yes\ntile , \"moss\" glow=9\nitem l \"lamp\" glow=30\n";
    let reaches = "tactics\nhero reach=200 ammo=9 accuracy=90\nkind n \"gunner\" is=blue reach=200\nitem = \"shells\" ammo=4\n";
    let battle = "tactics\ngoal kill=B take=yes\n";
    let dark = scattered(lamps, open, 1, "scatter , 9%\nscatter l 20\nscatter $ 9\n");
    let pasture = pasture(side);
    let rocks = format!("scatter O {}\nscatter x 40\nscatter # 9%\n", side * 2);
    [
        ("goals", scattered(wanted, open, 1, killers)),
        ("boulders", scattered(boulders, open, 1, &rocks)),
        ("lamps", dark.replace("level\n", "level light=no\n")),
        (
            "reaches",
            scattered(
                reaches,
                open,
                1,
                "scatter n 60\nscatter = 300\nscatter # 9%\n",
            ),
        ),
        (
            "battle",
            scattered(
                battle,
                open,
                1,
                "scatter B 40\nscatter * 90\nscatter # 9%\n",
            ),
        ),
        ("pasture", pasture),
    ]
    .map(|(name, text)| (name.to_owned(), text))
    .into()
}

/// A pasture with cows in its corners, and a walled yard with the hero in the middle.
fn pasture(side: usize) -> String {
    let (middle, last) = (side / 2, side - 1);
    let mut text = "rules siege gold=60\nmap\n".to_owned();
    for y in 0..side {
        for x in 0..side {
            let away = x.abs_diff(middle).max(y.abs_diff(middle));
            let is_corner = (x == 2 || x == last - 2) && (y == 2 || y == last - 2);
            text.push(match away {
                0 => '@',
                _ if is_corner => '%',
                _ if away == side / 4 && x != middle => '#',
                _ => '.',
            });
        }
        text.push('\n');
    }
    text + "end\n"
}

/// The files of a quick run: the slowest one of each game, and the doors of the largest level.
const QUICK: [&str; 11] = [
    "ways",
    "boards",
    "ghosts",
    "cows",
    "3 levels of 5 rooms",
    "goals",
    "boulders",
    "lamps",
    "reaches",
    "battle",
    "pasture",
];

/// Returns the hostile dungeons: a few of them, or all with `SLOW_PROOFS` in the environment, which takes minutes
/// without optimization.
fn dungeons() -> Vec<(String, Arc<Dungeon>)> {
    let is_slow = std::env::var_os("SLOW_PROOFS").is_some();
    let side = if is_slow { 120 } else { 24 };
    let files = hostile(side).into_iter();
    let files = files.filter(|(name, _)| is_slow || QUICK.contains(&name.as_str()));
    let dungeons = files.filter_map(|(name, text)| Some((name, read(&text)?)));
    let dungeons: Vec<_> = dungeons.collect();
    assert!(
        dungeons.len() >= QUICK.len(),
        "only {} are valid",
        dungeons.len()
    );
    dungeons
}

#[test]
fn no_hostile_file_makes_a_proof_think_on_when_a_clock_has_run_out() {
    for (name, dungeon) in dungeons() {
        for (question, ask) in QUESTIONS {
            for patience in [0, 1, 20] {
                let (asked, refused) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
                let goes_on = |spent| {
                    let goes_on = asked.fetch_add(1, Ordering::Relaxed) < patience;
                    if !goes_on {
                        refused.fetch_min(spent, Ordering::Relaxed);
                    }
                    goes_on
                };
                let budget = Budget {
                    goes_on: &goes_on,
                    ..Budget::of_steps(u64::MAX)
                };
                let proof = ask(&dungeon, 1, &budget);
                let asked = asked.into_inner();
                let place = format!("{question} of {name}, patience {patience}");
                // Only a fair proof may also give up because of the number of worlds.
                let is_worlds = proof.stopped_by == Some(ProofLimit::Worlds);
                assert!(!is_worlds || question == "fair", "{place}");
                let is_limited = proof.stopped_by.is_some() && !is_worlds;
                assert_eq!(is_limited, asked > patience, "{place}");
                assert!(asked <= patience + 1, "{asked} calls: {place}");
                assert!(proof.steps <= refused.into_inner(), "{place}");
            }
        }
    }
}

#[test]
fn no_hostile_file_makes_a_proof_take_more_looks_than_its_steps_allow() {
    for (name, dungeon) in dungeons() {
        for (question, ask) in [QUESTIONS[0], QUESTIONS[1]] {
            let asked = AtomicU64::new(0);
            let budget = Budget {
                goes_on: &|_| asked.fetch_add(1, Ordering::Relaxed) < u64::MAX - 1,
                ..Budget::of_steps(20)
            };
            let proof = ask(&dungeon, 1, &budget);
            assert!(proof.steps <= 20, "{question} of {name}");
            // A step of a large level with many bodies costs this many looks.
            let most = FIRST_LOOKS + 20 * (LOOKS_A_STEP + WATCHED);
            let looks = asked.into_inner() * WATCHED;
            assert!(
                looks <= most / 10 * 11,
                "{looks} looks: {question} of {name}"
            );
        }
    }
}

#[test]
fn no_hostile_file_makes_a_proof_remember_more_bytes_than_it_may() {
    for (name, dungeon) in dungeons() {
        for memory in [0, 1 << 21, 1 << 24] {
            let budget = Budget {
                memory,
                ..Budget::of_steps(60)
            };
            let proof = prove(&dungeon, 1, &budget);
            assert!(memory < 1 << 24 || proof.memory > 0, "{name}");
            assert!(
                proof.memory <= memory,
                "{} of {memory}: {name}",
                proof.memory
            );
        }
    }
}

#[test]
fn the_thought_of_a_farmer_counts_as_looks() {
    let dungeon = read(&pasture(100)).expect("a sound pasture");
    let asked = AtomicU64::new(0);
    let budget = Budget {
        goes_on: &|_| asked.fetch_add(1, Ordering::Relaxed) < u64::MAX - 1,
        ..Budget::of_steps(300)
    };
    let proof = prove(&dungeon, 1, &budget);
    assert_eq!(proof.steps, 300);
    // Each step may search a path across the whole pasture of 100×100 cells, and this counts as looks.
    let looks = asked.into_inner() * WATCHED;
    assert!(looks >= 300 * 100 * 100 / 4, "{looks} looks");
}
