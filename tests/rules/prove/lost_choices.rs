//! Games that need a cause that never happens, or more than one item of a choice: refuted at once, and never wrongly.
use std::fmt::Write;

use dungeon_players::{Budget, Verdict, prove};

use super::levels::TinyLevel;
use super::read;
use super::tiny_levels::check_verdicts;
use crate::scenario::dice::Dice;

/// Small levels that are lost for a reason that is told without a search. Monsters and things make their states too
/// many to try: name, reason, level.
const LOST: [(&str, &str, &str); 21] = [
    (
        "no potion lies there",
        "NeverHappens",
        "goal take=c\nitem ! \"potion\" health=3\nitem ) \"sword\" strength=1\nitem c \"crown\"\n\
         map\n########\n#@1.2..#\n#....1.#\n#.w..2.#\n########\nend\nmark 1 )\nmark 2 )\n\
         when take=! give=c\n",
    ),
    (
        "an item of a family that is nowhere",
        "NeverHappens",
        "family \"vial\" looks=red|blue|green\ngoal take=c\nitem a \"warm vial\" family=vial health=3 keep=yes\n\
         item b \"cold vial\" family=vial health=-3 keep=yes\nitem c \"crown\"\n\
         map\n########\n#@.1.1.#\n#...w..#\n########\nend\nmark 1 a\nwhen take=b give=c\n",
    ),
    (
        "no rat drops the gem",
        "NeverHappens",
        "goal take=c\nitem c \"crown\"\nitem q \"gem\"\nkind r \"rat\" health=2 drops=q\n\
         map\n########\n#@.....#\n#..1.w.#\n########\nend\nmark 1 .\nwhen take=q give=c\n",
    ),
    (
        "two causes that wait for each other",
        "NeverHappens",
        "goal take=c\nitem c \"crown\"\nkind r \"rat\" health=3\nkind s \"snake\" health=3\n\
         map\n########\n#@.....#\n#..w...#\n########\nend\nwhen kill=r spawn=s at=5,2\n\
         when kill=s spawn=r at=5,2\nwhen all-dead=r give=c\n",
    ),
    (
        "only the last cause of a chain gives",
        "NeverHappens",
        "goal take=c\nitem c \"crown\"\nkind r \"rat\" health=3\nkind s \"snake\" health=3\n\
         map\n########\n#@.1...#\n#..w...#\n########\nend\nmark 1 .\nwhen kill=r spawn=s at=5,2\n\
         when kill=s give=c\n",
    ),
    (
        "a win that nothing brings about",
        "NeverHappens",
        "kind r \"rat\" health=3\nmap\n########\n#@..1..#\n#..w...#\n########\nend\nmark 1 .\n\
         when kill=r win=yes\nwhen step=6,2 spawn=w at=4,2\n",
    ),
    (
        "in arena",
        "NeverHappens",
        "rules arena\nkind r \"rat\" health=3\nmap\n########\n#@..1..#\n#..%...#\n########\nend\n\
         mark 1 .\nwhen kill=r win=yes\n",
    ),
    (
        "in tactics",
        "NeverHappens",
        "rules tactics\nkind r \"rat\" health=3\nmap\n########\n#@..1..#\n#....G.#\n########\nend\n\
         mark 1 .\nwhen kill=r win=yes\n",
    ),
    (
        "no door opens there",
        "NeverHappens",
        "goal take=c\nitem c \"crown\"\nmap\n########\n#@.1#..#\n#..w#..#\n########\nend\nmark 1 .\n\
         when opened=1 give=c\n",
    ),
    (
        "no boulder is pushed there",
        "NeverHappens",
        "goal take=c\nitem c \"crown\"\ntile B \"boulder\" push=yes\n\
         map\n########\n#@.1.w.#\n#....P.#\n#......#\n########\nend\nmark 1 .\nmark P .\n\
         when push=P give=c\n",
    ),
    (
        "a turn after the last one",
        "NeverHappens",
        "goal take=c\nlose turns=12\nitem c \"crown\"\nmap\n########\n#@...w.#\n#..w...#\n########\nend\n\
         when turn=13 give=c\n",
    ),
    (
        "the gift waits for a thing behind a wall",
        "NeverHappens",
        "goal take=c\nitem c \"crown\"\nitem q \"gem\"\nmap\n########\n#@..#..#\n#.w.#..#\n########\nend\n\
         scatter q 1 in=6,2..7,3\nwhen take=q give=c\n",
    ),
    (
        "a gate that waits for a death behind it",
        "OutOfReach",
        "goal leave=yes\nkind s \"statue\" health=3 attack=none hunt=stand roam=stand\n\
         map\n##########\n#@.w.D<#s#\n#....#####\n##########\nend\nmark D #\nwhen all-dead=s tile=D into=.\n",
    ),
    (
        "a gift that waits for a death behind a wall",
        "NeverHappens",
        "goal take=c\nitem c \"crown\"\nkind s \"statue\" health=3 attack=none hunt=stand roam=stand\n\
         map\n##########\n#@.w..##s#\n#....#####\n##########\nend\nwhen kill=s give=c\n",
    ),
    (
        "turns to survive after the last one",
        "TooFewTurns",
        "goal survive=30\nlose turns=12\nmap\n########\n#@...w.#\n#..w...#\n########\nend\n",
    ),
    (
        "both keys of a choice",
        "ChoiceLoses",
        "goal leave=yes\nitem k \"red key\" opens=red\nitem l \"blue key\" opens=blue\n\
         map\n###########\n#@1.2.A.B<#\n#...w.#####\n###########\nend\nmark 1 k choose=gift\n\
         mark 2 l choose=gift\nmark A + locked=red\nmark B + locked=blue\n",
    ),
    (
        "a key and a lever of a choice",
        "ChoiceLoses",
        "goal leave=yes\nitem k \"red key\" opens=red\nitem l \"lever\"\n\
         map\n############\n#@1.2.A.D.<#\n#...w.######\n############\nend\nmark 1 k choose=gift\n\
         mark 2 l choose=gift\nmark A + locked=red\nmark D #\nwhen take=l tile=D into=.\n",
    ),
    (
        "two gifts of one choice",
        "ChoiceLoses",
        "goal take=c\nitem k \"bell\"\nitem l \"lever\"\nitem c \"crown\"\n\
         map\n########\n#@1.2..#\n#...w.w#\n########\nend\nmark 1 k choose=gift\nmark 2 l choose=gift\n\
         when take=2 give=c\nwhen take=k give=c\n",
    ),
    (
        "two gifts of one choice in arena",
        "ChoiceLoses",
        "rules arena\ngoal take=c\nitem k \"bell\"\nitem l \"lever\"\nitem c \"crown\"\n\
         map\n########\n#@1.2..#\n#..%.%.#\n########\nend\nmark 1 k choose=gift\nmark 2 l choose=gift\n\
         when take=l give=c\nwhen take=k give=c\n",
    ),
    (
        "two keys of three",
        "ChoiceLoses",
        "goal leave=yes\nitem k \"red key\" opens=red\nitem l \"blue key\" opens=blue\nitem ! \"potion\" health=3\n\
         map\n###########\n#@1.2.A.B<#\n#.3.w.#####\n###########\nend\nmark 1 k choose=gift\n\
         mark 2 l choose=gift\nmark 3 ! choose=gift\nmark A + locked=red\nmark B + locked=blue\n",
    ),
    (
        "two choices, of which each leaves the other's key",
        "ChoiceLoses",
        "goal leave=yes\nitem k \"red key\" opens=red\nitem l \"blue key\" opens=blue\nitem j \"jade key\" opens=jade\n\
         map\n##############\n#@1.2.A.B.C.<#\n#.3.4w########\n##############\nend\nmark 1 k choose=gift\n\
         mark 2 l choose=gift\nmark 3 l choose=other\nmark 4 j choose=other\nmark A + locked=red\n\
         mark B + locked=blue\nmark C + locked=jade\n",
    ),
];

#[test]
fn c1_x22_lost_causes_and_choices_are_told_at_once() {
    for (name, expected, text) in LOST {
        let dungeon = read(text).unwrap_or_else(|| panic!("{name} is refused:\n{text}"));
        let proof = prove(&dungeon, 0, &Budget::of_steps(10_000));
        let Verdict::Unwinnable(disproof) = &proof.verdict else {
            panic!("{name}: {:?}\n{text}", proof.verdict);
        };
        let told = format!("{:?}", disproof.reason);
        assert!(told.starts_with(expected), "{name}: {told}\n{text}");
        assert!(proof.steps < 2_000, "{name}: {} steps", proof.steps);
    }
}

/// Changes of some levels of `LOST` that leave a way to win: the level's name, the text to replace, and the new text.
const MENDED: [(&str, &str, &str); 8] = [
    ("no potion lies there", "mark 1 )", "mark 1 !"),
    (
        "two causes that wait for each other",
        "when kill=r",
        "when kill=w",
    ),
    ("a turn after the last one", "turn=13", "turn=12"),
    (
        "turns to survive after the last one",
        "survive=30",
        "survive=12",
    ),
    ("both keys of a choice", "mark 2 l choose=gift", "mark 2 l"),
    ("two keys of three", "locked=blue", "locked=red"),
    ("two gifts of one choice", "take=k", "step=3,3"),
    (
        "two choices, of which each leaves the other's key",
        "mark C + locked=jade",
        "mark C +",
    ),
];

#[test]
fn c1_x22_games_that_need_only_one_item_of_a_choice_are_not_refuted() {
    for (name, from, to) in MENDED {
        let (.., text) = LOST
            .iter()
            .find(|(other, ..)| *other == name)
            .expect("a level above");
        assert!(text.contains(from), "{name}");
        let text = text.replace(from, to);
        // A choice of one item is none.
        let text = if text.matches("choose=gift").count() == 1 {
            text.replace(" choose=gift", "")
        } else {
            text
        };
        let dungeon = read(&text).unwrap_or_else(|| panic!("{name} is refused:\n{text}"));
        let verdict = prove(&dungeon, 0, &Budget::of_steps(100_000)).verdict;
        assert!(
            matches!(verdict, Verdict::Winnable(_)),
            "{name}: {verdict:?}\n{text}"
        );
    }
}

/// A room for a hero and perhaps a guard, with one or two choices between keys, levers and trinkets, locked doors and
/// causes that wait for what the choices offer.
fn choosing_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth ^ 0xC405E);
    let (width, height) = (5 + dice.below(4), 1 + dice.below(2));
    let mut cells: Vec<String> = (0..width * height)
        .map(|_| dice.one_of(&[".", ".", ".", ".", "#"]).to_owned())
        .collect();
    let mut places: Vec<usize> = (0..cells.len()).collect();
    let mut place = |glyph: &str, cells: &mut Vec<String>, dice: &mut Dice| {
        let at = places.swap_remove(dice.below(places.len()));
        cells[at] = glyph.to_owned();
        format!("{},{}", 2 + at % width, 2 + at / width)
    };
    place("@", &mut cells, dice);
    let mut marks = String::new();
    let offered = 2 + dice.below(3);
    for nth in 1..=offered.min(cells.len() - 1) {
        let choice = if offered == 4 && nth > 2 {
            "other"
        } else {
            "gift"
        };
        place(&nth.to_string(), &mut cells, dice);
        let item = dice.one_of(&["k", "k", "j", "j", "l", "!", "k|j*3", "l|!"]);
        writeln!(marks, "mark {nth} {item} choose={choice}").expect("memory");
    }
    let goal = dice.one_of(&["leave=yes", "leave=yes", "take=c", "take=c leave=yes"]);
    let mut scattered = String::new();
    let mut put = |what: &str, cells: &mut Vec<String>, dice: &mut Dice| {
        if cells.iter().any(|cell| cell == "." || cell == "#") {
            let at = dice.below(cells.len());
            if matches!(cells[at].as_str(), "." | "#") {
                cells[at] = ".".to_owned();
                let (x, y) = (2 + at % width, 2 + at / width);
                let (glyph, keys) = what.split_once(' ').unwrap_or((what, ""));
                writeln!(scattered, "scatter {glyph} 1 in={x},{y}..{x},{y} {keys}")
                    .expect("memory");
            }
        }
    };
    put("<", &mut cells, dice);
    for door in ["+ locked=iron", "+ locked=jade", "+ locked=iron"] {
        if dice.below(3) > 0 {
            put(door, &mut cells, dice);
        }
    }
    let lies = goal.contains("take") && dice.below(3) == 0;
    if lies {
        put("c", &mut cells, dice);
    }
    let has_guard = dice.below(4) == 0;
    if has_guard {
        put("g", &mut cells, dice);
    }
    let mut causes = String::new();
    for nth in 0..dice.below(4) {
        let cell = format!("{},{}", 2 + dice.below(width), 2 + dice.below(height));
        let event = match dice.below(9) {
            0 | 1 => "take=k".to_owned(),
            2 => "take=j".to_owned(),
            3 | 4 => "take=l".to_owned(),
            5 => format!("take={}", 1 + dice.below(2)),
            6 => format!("step={cell}"),
            7 => "kill=g".to_owned(),
            _ => format!("opened={cell}"),
        };
        let effect = match dice.below(10) {
            0 | 1 => format!("tile={cell} into=."),
            2 => format!("tile={cell} into=#"),
            3 => format!("open={cell}"),
            4 => format!("give={}", dice.one_of(&["k", "j"])),
            5 if nth == 1 => format!("move={cell}"),
            6 if nth == 1 => format!("spawn=g at={cell}"),
            _ if goal.contains("take") => "give=c".to_owned(),
            _ => format!("tile={cell} into=+"),
        };
        writeln!(causes, "when {event} {effect}").expect("memory");
    }
    // `check` refuses a lock without a key.
    for (lock, key) in [("iron", "k"), ("jade", "j")] {
        if scattered.contains(lock) {
            writeln!(causes, "when kill=g give={key}").expect("memory");
        }
    }
    if goal.contains("take") && !lies {
        let event = dice.one_of(&["take=k", "take=j", "take=l"]);
        writeln!(causes, "when {event} give=c").expect("memory");
    }
    let rim = "#".repeat(width + 2);
    let rows: Vec<String> = { cells.chunks(width) }
        .map(|row| format!("#{}#\n", row.concat()))
        .collect();
    let drops = dice.one_of(&["", " drops=k", " drops=l"]);
    let text = |health: u32| {
        format!(
            "goal {goal}\nhero health={health}\nitem k \"iron key\" opens=iron\nitem j \"jade key\" opens=jade\n\
             item l \"lever\"\nitem ! \"potion\" health=2\nitem c \"crown\"\n\
             kind g \"guard\" health=3 strength=1 sense=sight:3 hunt=greedy roam=stand{drops}\n\
             map\n{rim}\n{}{rim}\nend\n{marks}{scattered}{causes}",
            rows.concat()
        )
    };
    TinyLevel {
        text: text(9),
        seed: nth,
        rich: Some(text(1_000_000)),
        is_peopled: has_guard || causes.contains("spawn="),
        is_chancy: false,
        is_hurried: false,
        period: 1,
    }
}

#[test]
fn no_verdict_on_a_tiny_level_with_choices_is_wrong() {
    if let Ok(dir) = std::env::var("DBG_DIR") {
        for n in 0..60 {
            std::fs::write(format!("{dir}/{n}.dng"), choosing_level(n).text).unwrap();
        }
    }
    check_verdicts(choosing_level, 400);
}
