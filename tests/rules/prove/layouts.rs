//! Proofs from the map alone for files with causes: they detect causes that cannot open a path, and call nothing
//! impossible that a cause can bring about.
use std::collections::BTreeMap;

use dungeon_players::{Budget, Proof, Verdict, prove, prove_layout};

use super::fair::linked_level;
use super::levels::{self, TinyLevel};
use super::oracle::{Clock, Truth, judge};
use super::tiny_levels::{efforts, truth};
use super::{levels_tried, read};
use crate::support::begun;

/// Unreachable gold. The wall is scattered, so that no check of the text refuses the file.
const SHUT: &str = "item k \"key\" opens=iron\nkind z \"brute\" health=1 hunt=stand roam=stand attack=none drops=k\n\
     map\n#########\n#@P...$.#\n#########\nend\nmark P .\nscatter # 1 in=5,2..5,2\n";

/// Unreachable gold: a locked door, with its key on the other side.
const LOCKED: &str = "item k \"key\" opens=iron\nkind z \"brute\" health=1 hunt=stand roam=stand attack=none drops=k\n\
     map\n#########\n#@P..$k.#\n#########\nend\nmark P .\nscatter + 1 in=5,2..5,2 locked=iron\n";

/// A wanted brute behind a wall.
const PRISON: &str = "goal kill=z\nkind z \"brute\" health=1 hunt=stand roam=stand attack=none\n\
     map\n#########\n#@P...z.#\n#########\nend\nmark P .\nscatter # 1 in=5,2..5,2\n";

/// A teleport into a closed cell, with gold beyond its walls.
const OUBLIETTE: &str = "map\n###########\n#@P^....$.#\n###########\nend\nmark P .\nmark ^ ^ trap=teleport to=6,2\n\
     scatter # 1 in=5,2..5,2\nscatter # 1 in=7,2..7,2\n";

/// Stairs to walled-in stairs that lead back; the other level begins beyond the wall.
const CELLAR: &str = "level \"above\"\nmap\n######\n#@.>.#\n######\nend\n\
     level \"below\"\nmap\n########\n#.$...<#\n########\nend\nscatter # 1 in=5,2..5,2\n";

/// Files, each with a cause that cannot help.
const IDLE: &[(&str, &str)] = &[
    (SHUT, "when turn=1 \"A bell tolls.\""),
    (SHUT, "when step=P tile=6,2 into=#"),
    (SHUT, "when step=P tile=4,2 into=."),
    (SHUT, "when step=P open=4,2"),
    (SHUT, "when step=P spawn=z at=4,2"),
    (SHUT, "when step=P again=yes spawn=z at=8,2"),
    (SHUT, "when step=P give=k"),
    (SHUT, "when step=P alarm=yes"),
    (SHUT, "when step=P lose=yes"),
    (LOCKED, "when step=P tile=5,2 into=#"),
    (LOCKED, "when step=P tile=4,2 into=."),
    (PRISON, "when step=P spawn=z at=4,2"),
    (OUBLIETTE, "when step=P tile=9,2 into=#"),
    (CELLAR, "when turn=1 tile=6,2 into=#"),
];

/// Files, each with a cause that makes them winnable.
const HELPFUL: &[(&str, &str)] = &[
    (SHUT, "when step=P tile=5,2 into=."),
    (SHUT, "when step=P tile=5,2 into=+"),
    (
        SHUT,
        "mark T ^ trap=dart damage=0\nwhen step=P tile=5,2 into=T",
    ),
    (
        SHUT,
        "mark T ^ trap=teleport to=8,2\nwhen step=P tile=4,2 into=T",
    ),
    (SHUT, "when step=P move=6,2"),
    (SHUT, "when step=P win=yes"),
    (LOCKED, "when step=P open=5,2"),
    (LOCKED, "when step=P give=k"),
    (LOCKED, "when step=P spawn=z at=4,2"),
    (PRISON, "when step=P tile=7,2 into=#"),
    // A teleport to a cell that is no longer open leads to the nearest open cell.
    (OUBLIETTE, "when step=P tile=6,2 into=#"),
    // A teleport to a cell that monsters occupy leads to another cell, too.
    (OUBLIETTE, "when step=P spawn=w at=6,2"),
    // Without the stairs that lead back, stairs end at the start of the other level.
    (CELLAR, "when turn=1 tile=7,2 into=#"),
];

fn layout(text: &str) -> Proof {
    let dungeon = read(text).unwrap_or_else(|| panic!("refused:\n{text}"));
    prove_layout(&dungeon, 0, &Budget::of_steps(10_000))
}

#[test]
fn c1_a_cause_that_can_open_no_way_leaves_a_layout_that_cannot_be_won() {
    for (text, cause) in IDLE {
        let proof = layout(&format!("{text}{cause}\n"));
        let is_lost = matches!(proof.verdict, Verdict::Unwinnable(_));
        assert!(is_lost, "{cause}: {proof:?}\n{text}");
    }
}

#[test]
fn c1_a_cause_that_may_help_leaves_a_layout_that_may_be_won() {
    for (text, cause) in HELPFUL {
        let alone = layout(text);
        assert!(
            matches!(alone.verdict, Verdict::Unwinnable(_)),
            "{alone:?}\n{text}"
        );
        let text = format!("{text}{cause}\n");
        let proof = layout(&text);
        assert!(
            matches!(proof.verdict, Verdict::Unknown(_)),
            "{proof:?}\n{text}"
        );
        let dungeon = read(&text).expect("it was read");
        let proof = prove(&dungeon, 0, &Budget::of_steps(100_000));
        assert!(
            matches!(proof.verdict, Verdict::Winnable(_)),
            "{proof:?}\n{text}"
        );
    }
}

/// Asserts that the judge wins none of these levels whose layout is called unwinnable. Only these are judged, so that
/// many more levels can be tried than played out. Returns their number.
fn check_layouts(level_of: fn(u64) -> TinyLevel, usual: u64) -> u32 {
    let (most_states, _) = efforts();
    let (mut counts, mut judged): (BTreeMap<String, u32>, u32) = Default::default();
    for nth in levels_tried(usual) {
        let level = level_of(nth);
        let Some(dungeon) = read(&level.text).filter(|dungeon| !dungeon.causes().is_empty()) else {
            continue;
        };
        let verdict = prove_layout(&dungeon, level.seed, &Budget::of_steps(10_000)).verdict;
        let said = match &verdict {
            Verdict::Unwinnable(disproof) => {
                let truth = truth(&level, &begun(dungeon, level.seed), most_states);
                let place = format!("level {nth}, seed {}:\n{}", level.seed, level.text);
                assert!(
                    !matches!(truth, Truth::Wins(_)),
                    "{disproof:?}: {truth:?} wins {place}"
                );
                judged += 1;
                let reason = format!("{:?}", disproof.reason);
                format!("{truth:?} {}", reason.split(' ').next().unwrap_or_default())
            }
            _ => "nothing said".to_owned(),
        };
        *counts.entry(said).or_default() += 1;
    }
    println!("{counts:#?}");
    judged
}

#[test]
fn no_layout_that_causes_change_is_wrongly_said_to_be_unwinnable() {
    let judged = check_layouts(levels::shifting_level, 800)
        + check_layouts(levels::cause_level, 400)
        + check_layouts(levels::mixed_level, 400);
    assert!(judged > 0, "the judge was never asked");
}

#[test]
fn no_layout_of_marks_that_belong_together_is_wrongly_said_to_be_unwinnable() {
    let (most_states, _) = efforts();
    let mut judged = 0;
    for nth in levels_tried(200) {
        let text = linked_level(nth);
        let Some(dungeon) = read(&text) else { continue };
        for seed in 0..4 {
            let budget = Budget::of_steps(10_000);
            if let Verdict::Unwinnable(why) = prove_layout(&dungeon, seed, &budget).verdict {
                let truth = judge(
                    &begun(dungeon.clone(), seed),
                    Clock::Everything,
                    most_states,
                );
                let is_won = matches!(truth, Truth::Wins(_));
                assert!(
                    !is_won,
                    "{why:?}: {truth:?} wins level {nth}, seed {seed}:\n{text}"
                );
                judged += 1;
            }
        }
    }
    println!("{judged} layouts are unwinnable");
    assert!(judged > 0, "the judge was never asked");
}
