//! The budget of a proof: it never takes a step more, whatever the file contains, and never panics.
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::Dungeon;
use dungeon_players::{Budget, ProofLimit, Verdict, prove};

use super::{games, read};
use crate::corpus;
use crate::scenario::dice::Dice;
use crate::support::begun;

/// Pieces of the format that change the meaning of a file.
const WORDS: [&str; 20] = [
    "scatter # 20%\n",
    "scatter ^ 3 trap=teleport\n",
    "scatter ^ 2 trap=pit hidden=yes\n",
    "scatter $ 2\n",
    "scatter w 2\n",
    "level\nmap\n#####\n#..$#\n#####\nend\n",
    "tempo=800",
    "speed=3",
    "spawns=w:1",
    "health=-5",
    "health=2147483647",
    "strength=2147483647",
    "hunt=skirmish",
    "through=walls",
    "lives=1",
    "range=200",
    "season=1",
    "once=yes",
    "-1",
    "0",
];

/// Returns a file with a few bytes removed, repeated or replaced by pieces of the format.
fn mutated(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + dice.below(2) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(4) {
            0 => drop(bytes.drain(at..bytes.len().min(at + dice.below(9)))),
            1 => {
                let end = bytes.len().min(at + dice.below(200));
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            2 => {
                let lines: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').collect();
                let at = lines
                    .get(dice.below(lines.len().max(1)))
                    .map_or(0, |at| at + 1);
                bytes.splice(at..at, dice.one_of(&WORDS).bytes());
            }
            _ => {
                let numbers: Vec<usize> = (0..bytes.len())
                    .filter(|at| bytes[*at].is_ascii_digit())
                    .collect();
                if let Some(at) = numbers.get(dice.below(numbers.len().max(1))) {
                    bytes.splice(at..&(at + 1), dice.one_of(&WORDS).bytes());
                }
            }
        }
    }
    bytes
}

/// Whether a dungeon is so small that its steps are cheap.
fn is_small(dungeon: &Dungeon) -> bool {
    let cells = dungeon
        .levels()
        .iter()
        .map(|level| level.tiles.size().area());
    let bodies = dungeon.levels().iter().map(|level| level.spawns.len());
    cells.sum::<usize>() < 4_000 && bodies.sum::<usize>() < 60
}

/// Panics if a proof exceeds its budget or is inconsistent.
fn check(dungeon: &Arc<Dungeon>, seed: u64, budget: &Budget<'_>, place: &str) {
    let proof = prove(dungeon, seed, budget);
    assert!(
        proof.steps <= budget.steps,
        "{} steps of {place}",
        proof.steps
    );
    if let Verdict::Winnable(line) = &proof.verdict {
        let mut game = begun(Arc::clone(dungeon), seed);
        line.iter()
            .for_each(|action| game.step(*action).expect("the line was played"));
        assert_eq!(game.outcome(), Some(Outcome::Won), "{place}");
    }
}

#[test]
fn no_mutated_file_makes_a_proof_panic_or_overrun_its_budget() {
    let files = corpus::contents(&["fixtures/ok", "fixtures/scenes", "dungeons"]);
    let dice = &mut Dice::new(8);
    let mut proved = 0;
    for nth in 0..games(250) {
        let bytes = mutated(&files[dice.below(files.len())], dice);
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let Some(dungeon) = read(&text).filter(|dungeon| is_small(dungeon)) else {
            continue;
        };
        let steps = dice.one_of(&[0, 1, 50, 200]);
        let budget = Budget {
            memory: dice.one_of(&[0, 1 << 16, 1 << 30]),
            ..Budget::of_steps(steps)
        };
        check(&dungeon, nth, &budget, &text);
        proved += 1;
    }
    assert!(proved > games(250) / 12, "only {proved} can be played");
}

#[test]
fn a_proof_ends_when_who_watches_has_had_enough() {
    let dungeon = read(include_str!("../../../dungeons/crypt.dng")).expect("a sound dungeon");
    let asked = AtomicU64::new(0);
    let budget = Budget {
        goes_on: &|_| asked.fetch_add(1, Ordering::Relaxed) < 2,
        ..Budget::of_steps(u64::MAX)
    };
    let proof = prove(&dungeon, 0, &budget);
    assert!(proof.steps <= 20_000, "{}", proof.steps);
}

/// A row of closets, each of which holds a prize and the key of another closet.
const CLOSETS: &str = "item a \"a\" opens=k0\nitem b \"b\" opens=k1\nitem d \"d\" opens=k2\nitem e \"e\" opens=k3\n\
    item f \"f\" opens=k4\nitem i \"i\" opens=k5\nitem j \"j\" opens=k6\nitem k \"k\" opens=k7\nitem l \"l\" opens=k8\n\
    item c \"c\" opens=k9\nitem m \"m\" opens=k10\n\
    mark A + locked=k0\nmark B + locked=k1\nmark D + locked=k2\nmark E + locked=k3\nmark F + locked=k4\n\
    mark I + locked=k5\nmark J + locked=k6\nmark K + locked=k7\nmark L + locked=k8\nmark C + locked=k9\n\
    mark M + locked=k10\nmap\n\
    #############################################\n\
    #@.m........................................#\n\
    ##A###B###C###D###E###F###I###J###K###L###M##\n\
    #f..#d..#k..#i..#l..#e..#a..#b..#j..#...#c..#\n\
    #..$#..$#..$#..$#..$#..$#..$#..$#..$#..$#..$#\n\
    #############################################\nend\n";

#[test]
fn a_level_that_a_bot_wins_costs_little_more_than_the_bots_game() {
    let dungeon = read(CLOSETS).expect("a sound level");
    let proof = prove(&dungeon, 0, &Budget::of_steps(100_000));
    assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
}

#[test]
fn an_unknown_game_has_spent_its_budget_or_names_what_stopped_the_search() {
    // A puzzle of twelve boxes, which has far more states than the budgets have steps. On a level with one-way floor,
    // the search over boxes proves nothing.
    let text = "rules arena\ngoal cover=T\ntile , \"ledge\" enter=n\ntile T \"goal\"\ntile B \"box\" push=yes\nmap\n\
        ##############\n#@..B.B..B.TT#\n#.B..B..B...##\n#..B...B.B.T##\n#.B.B..B..TT##\n\
        #...TTTTTT.T##\n##############\n#,#\n###\nend\n";
    let dungeon = read(text).expect("a sound level");
    for steps in [5_000, 20_000] {
        let proof = prove(&dungeon, 0, &Budget::of_steps(steps));
        assert!(matches!(proof.verdict, Verdict::Unknown(_)), "{proof:?}");
        assert_eq!(
            (proof.steps, proof.stopped_by),
            (steps, Some(ProofLimit::Budget))
        );
    }
    let little = Budget {
        memory: 1 << 20,
        ..Budget::of_steps(10_000_000)
    };
    let proof = prove(&dungeon, 0, &little);
    assert!(matches!(proof.verdict, Verdict::Unknown(_)), "{proof:?}");
    assert_eq!(proof.stopped_by, Some(ProofLimit::Memory));
}

#[test]
fn a_hero_without_a_maximum_of_health_rests_on_a_way_with_many_embers() {
    let text = "hero health=4\ntile % \"embers\" harm=3\nmap\n\
        ##################\n#@..%..%..%..%..$#\n#...%..%..%..%...#\n#...%..%..%..%...#\n#$..%.$%..%.$%...#\n\
        ##################\nend\n";
    let dungeon = read(text).expect("a sound level");
    let proof = prove(&dungeon, 0, &Budget::of_steps(60_000));
    let Verdict::Winnable(line) = &proof.verdict else {
        panic!("{proof:?}");
    };
    let mut game = begun(dungeon, 0);
    assert!(line.iter().all(|action| game.step(*action).is_ok()));
    assert_eq!(game.outcome(), Some(Outcome::Won));
}
