//! Checks that it is safe to judge outcomes with equal signs (`OutcomeSign`) only once: in each outcome, a judge that
//! has already judged other outcomes must find the same as a new judge.
use std::collections::BTreeSet;

use super::brute::Dice;
use super::key_sources::CarriedKeys;
use super::level_facts::FileState;
use super::outcome_judge::OutcomeJudge;
use super::outcomes::ChanceOutcome;
use super::worst_outcomes::outcomes;
use dungeon_format::meter::LookMeter;
use dungeon_format::parse::parse;
use dungeon_format::resolve::resolve;
use dungeon_format::source::{Limits, Source};

/// The maximum number of outcomes of a file that are judged twice.
const MOST: usize = 40;

/// Checks that the outcomes of a file get the same findings from a judge of other outcomes as from a new judge. Returns
/// the number of outcomes checked.
fn judged(text: &str, sharers: usize) -> usize {
    let (source, limits) = (Source::from_text("small", text), Limits::default());
    let (syntax, mut earlier) = parse(&source, &limits);
    let (resolved, found) = resolve(&source, &syntax, &limits);
    earlier.extend(found);
    let Some(resolved) = resolved else { return 0 };
    let meter = LookMeter::new(&source, &limits, &|| true);
    let carried = CarriedKeys::new(&resolved.dungeon);
    let file = FileState::new(&source, &earlier, true);
    let found = |judge: &mut OutcomeJudge<'_>, outcome: &ChanceOutcome| {
        let parts = judge.judge(outcome, &meter);
        let found = parts.iter().flat_map(|part| part.found());
        let mut found: Vec<String> = found.map(|found| format!("{found:?}")).collect();
        found.sort();
        found
    };
    let mut shared = OutcomeJudge::new(file, &resolved, &carried, None);
    let all = outcomes(&resolved, &carried, sharers, &mut |outcome| {
        shared.met(outcome, &meter)
    });
    for (nth, outcome) in all.list.iter().take(MOST).enumerate() {
        let alone = &mut OutcomeJudge::new(file, &resolved, &carried, None);
        let (told, expected) = (found(&mut shared, outcome), found(alone, outcome));
        assert_eq!(
            told, expected,
            "{text}\noutcome {nth}: {:?}",
            outcome.changes
        );
    }
    all.list.len().min(MOST)
}

/// Writes a small random file: levels of two rooms with stairs, doors, keys, monsters, all sorts of ground, scatters
/// and causes.
fn file(dice: &mut Dice) -> String {
    let one = |dice: &mut Dice, all: &[&str]| all[dice.below(all.len())].to_string();
    let rules = ["", "", "goal take=$\n", "goal take=t\n"];
    let mut text = one(dice, &rules)
        + "item k \"key\" opens=iron\nitem q \"pick\" opens=tin\nitem t \"token\"\n\
           kind z \"zombie\" drops=k\nkind d \"dog\" roam=wander\ntile ~ \"water\" walk=no see=yes\n\
           tile , \"grass\"\nmark L + locked=iron\nmark M + locked=tin\n";
    let levels = 1 + dice.below(3);
    let (width, height) = (5 + dice.below(4), 2 + dice.below(2));
    let things = [".", "k", "k", "q", "z", "w", "d", "t", "$"];
    for level in 0..levels {
        let rim = "#".repeat(width + 2);
        text += &format!("level \"L{level}\"\nmap\n{rim}\n");
        let down = if level + 1 < levels { ">" } else { "$" };
        let tiles = ["#", ".", ".", ",", "~", down, down, "^", "+"];
        let (wall, gap) = (2 + dice.below(2), dice.below(height));
        for y in 0..height {
            let cell = |x: usize| match (x, dice.below(16)) {
                (0, _) if y == 0 => one(dice, if level == 0 { &["@"] } else { &["<"] }),
                (x, _) if (x + 1, y + 1) == (width, height) => down.to_string(),
                (x, _) if x == wall && y == gap => one(dice, &["L", "L", "M", "1", "1", "."]),
                (x, _) if x == wall => "#".to_string(),
                (_, 0..=3) => one(dice, &["1", "2", "3"]),
                (_, 4..=5) => one(dice, &["k", "q", "w", "$", "~", "z", "t", "#", "L"]),
                _ => ".".to_string(),
            };
            let row: String = (0..width).map(cell).collect();
            text += &format!("#{row}#\n");
        }
        text += &format!("{rim}\nend\n");
        // The second and the third mark may follow the first.
        let joint = if dice.below(3) == 0 {
            2 + dice.below(2)
        } else {
            0
        };
        for mark in ["1", "2", "3"] {
            let all: &[&str] = if dice.below(3) == 0 { &tiles } else { &things };
            let is_joint = joint > 0 && (mark == "1" || dice.below(2) == 0);
            let options: Vec<String> = if is_joint {
                (0..joint).map(|_| one(dice, all)).collect()
            } else {
                let options = (0..2 + dice.below(2)).map(|_| one(dice, all));
                Vec::from_iter(BTreeSet::from_iter(options))
            };
            let has = |thing: &str| options.iter().any(|option| option == thing);
            let door = if has("+") { " locked=iron" } else { "" };
            let trap = if has("^") { " trap=pit" } else { "" };
            let share = if options.len() == 1 { " 50%" } else { "" };
            let options = options.join("|");
            let same = match (is_joint, mark) {
                (true, "1") => " same=yes".to_string(),
                (true, _) => " with=1".to_string(),
                (false, _) => one(dice, &["", "", "", " same=yes"]),
            };
            text += &format!("mark {mark} {options}{share}{same}{door}{trap}\n");
        }
        text += &one(
            dice,
            &[
                "",
                "",
                "",
                "",
                "shuffle 1 2\n",
                "scatter $ 9\n",
                "scatter w 3\n",
            ],
        );
        if dice.below(4) == 0 {
            let event = one(dice, &["take=t", "kill=w", "step=3,2"]);
            let into = one(dice, &[".", "#", "~"]);
            text += &format!("when {event} tile={},{} into={into}\n", wall + 2, gap + 2);
        }
    }
    text
}

#[test]
fn outcomes_of_equal_signs_are_judged_as_each_alone() {
    let mut dice = Dice(3);
    let of_file = |nth| judged(&file(&mut dice), if nth % 2 == 0 { 1 } else { 1 << 10 });
    let count: usize = (0..150).map(of_file).sum();
    assert!(count > 2000, "{count}");
}

#[test]
fn more_floor_is_judged_as_alone_where_it_changes_what_the_hero_reaches() {
    let hall = |before: &str, rows: &str, after: &str| {
        format!("{before}map\n##########\n{rows}\n##########\nend\n{after}")
    };
    let below = "level \"B\"\nmap\n######\n#...$#\n######\nend\n";
    let pit = "mark P ^ trap=pit once=yes\nmark 1 >|.|w\n";
    let locked = "mark 1 #|.|$|k\nmark L + locked=iron\n";
    let files = [
        // Stairs to a level from which nothing leads back.
        hall(
            "level \"A\"\n",
            "#@111111P#\n#........#",
            &(pit.to_owned() + below),
        ),
        // Files in which chance puts things into walls, behind a door or a trap, or on the rim.
        hall("", "#@.......#\n#11111111#\n#...$....#", "mark 1 #|.|$|+\n"),
        hall("", "#@111....#\n##########\n#11111111#", "mark 1 #|$\n"),
        hall(
            "item k \"key\" opens=iron\n",
            "#@k1111.L#\n#$1111...#",
            locked,
        ),
        hall(
            "",
            "#@T1111..#\n#1T1....$#",
            "mark 1 #|.|$\nmark T ^ to=8,2\n",
        ),
        "map\n1111111111\n#@.111...#\n##########\nend\nmark 1 #|.|$\n".to_owned(),
    ];
    for text in files {
        assert!(judged(&text, 1 << 13) > 5, "{text}");
    }
}
