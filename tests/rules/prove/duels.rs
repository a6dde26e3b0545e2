//! Fights with a wanted monster, compared with the judge: a monster is called too strong only if no line of play wins.
use dungeon_players::{Budget, Reason, Verdict, prove};

use super::oracle::{Clock, Truth, judge};
use super::{levels_tried, read};
use crate::dice::Dice;
use crate::support::begun;

/// The maximum number of states of the judge.
const STATES: usize = 60_000;

/// A random room with a monster that must die within a few turns, and with things that help or hinder.
fn duel(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut pick = |all: &[&str]| all[dice.below(all.len())].to_owned();
    let health = pick(&["1", "2", "3", "4", "6", "9 max=9"]);
    let (strength, manna) = (
        pick(&["0", "1", "2", "3"]),
        pick(&["0", "0", "0", "7", "8"]),
    );
    let turns = pick(&["2", "3", "3", "4", "4", "5"]);
    let hero = format!("health={health} strength={strength} manna={manna}");
    room(&format!("lose turns={turns}\nhero {hero}"), &mut dice)
}

/// A random room with a monster that must die at some time, and a hero who heals up to a limit.
fn standoff(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0xd0e1);
    let mut pick = |all: &[&str]| all[dice.below(all.len())].to_owned();
    let (max, strength) = (
        pick(&["2", "3", "5", "6", "9", "12", "13"]),
        pick(&["0", "1", "2", "3"]),
    );
    let health = pick(&["1", max.as_str()]);
    let manna = pick(&[
        "0 max-manna=0",
        "0 max-manna=1",
        "2 max-manna=2",
        "0 max-manna=8",
    ]);
    let hero = format!("hero health={health} max={max} strength={strength} manna={manna}");
    room(&hero, &mut dice)
}

/// A random room with a monster that must die, after these lines.
fn room(head: &str, dice: &mut Dice) -> String {
    let mut pick = |all: &[&str]| all[dice.below(all.len())].to_owned();
    let life = pick(&["1", "3", "4", "8", "9", "12", "16", "20"]);
    let blow = pick(&["1", "2", "3", "5", "9"]);
    let mind = pick(&[
        "",
        "",
        "sense=always hunt=path",
        "sense=sight:4 hunt=greedy",
        "sense=always hunt=flee",
        "sense=always hunt=shoot:1",
    ]);
    let body = pick(&[
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "speed=50%",
        "speed=150%",
        "speed=0%",
        "speed=200%",
        "asleep=yes",
        "attack=none",
        "attack=burst:2",
        "attack=steal:2",
        "drops=p",
        "through=walls",
        "bursts=1",
    ]);
    let item = pick(&[
        "health=1",
        "health=3",
        "health=9 keep=yes",
        "strength=2",
        "strength=6 wear=yes",
        "manna=8",
    ]);
    let slow = pick(&["", "", "", "", "", "", "slow=yes", "harm=2"]);
    let rows: Vec<String> = (0..2)
        .map(|_| {
            (0..4)
                .map(|_| pick(&[".", ".", ".", ".", "#", "p", "~", "*"]))
                .collect()
        })
        .collect();
    let (before, after) = (
        pick(&["@b..", "@.b.", "@..b", "b.@."]),
        pick(&["", "+ 5 3\n"]),
    );
    format!(
        "goal kill=b\n{head}\n\
         item p \"potion\" {item}\ntile ~ \"bog\" {slow}\nkind b \"boss\" health={life} strength={blow} {mind} {body}\n\
         map\n######\n#{before}#\n#{}#\n#{}#\n######\nend\n{after}",
        rows[0], rows[1],
    )
}

#[test]
fn a_monster_is_called_too_strong_only_if_no_line_of_play_kills_it() {
    let (mut strong, mut slow, mut won, mut refused) = (0, 0, 0, 0);
    for nth in levels_tried(600) {
        let text = duel(nth);
        let Some(dungeon) = read(&text) else {
            refused += 1;
            continue;
        };
        // A thousand steps do not suffice for an exhaustive search of most duels.
        let proof = prove(&dungeon, nth, &Budget::of_steps(1_000));
        match proof.verdict {
            Verdict::Unwinnable(disproof) => {
                match disproof.reason {
                    Reason::TooStrong { .. } => strong += 1,
                    Reason::TooFewTurns { .. } => slow += 1,
                    _ => {}
                }
                let truth = judge(&begun(dungeon, nth), Clock::Everything, STATES);
                let is_won = matches!(truth, Truth::Wins(_));
                assert!(
                    !is_won,
                    "{disproof:?}, but {truth:?} wins duel {nth}:\n{text}"
                );
            }
            Verdict::Winnable(_) => won += 1,
            _ => {}
        }
    }
    println!("{strong} too strong, {slow} too slow, {won} won, {refused} refused");
    assert!(strong > 5 && won > 5, "{strong}, {slow}, {won}");
    assert!(refused < strong + slow + won, "{refused} are refused");
}

#[test]
fn a_monster_is_called_too_strong_for_good_only_if_no_rest_helps() {
    let (mut strong, mut judged, mut won, mut refused) = (0, 0, 0, 0);
    for nth in levels_tried(600) {
        let text = standoff(nth);
        let Some(dungeon) = read(&text) else {
            refused += 1;
            continue;
        };
        // The limits of health and manna are at most 13.
        let clock = Clock::Healing {
            most: 13,
            period: 2,
        };
        match prove(&dungeon, nth, &Budget::of_steps(1_000)).verdict {
            Verdict::Unwinnable(disproof) => {
                let is_strong = matches!(disproof.reason, Reason::TooStrong { .. });
                strong += u32::from(is_strong);
                let truth = judge(&begun(dungeon, nth), clock, STATES);
                judged += u32::from(is_strong && truth == Truth::NoneWins);
                let is_won = matches!(truth, Truth::Wins(_));
                assert!(
                    !is_won,
                    "{disproof:?}, but {truth:?} wins standoff {nth}:\n{text}"
                );
            }
            Verdict::Winnable(_) => won += 1,
            _ => {}
        }
    }
    println!("{strong} too strong, {judged} of them judged, {won} won, {refused} refused");
    assert!(judged > 5 && won > 5, "{strong}, {judged}, {won}");
    assert!(refused < strong + won, "{refused} are refused");
}
