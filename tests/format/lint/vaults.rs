//! What is told of vaults, and of levels that take them.
use std::collections::BTreeSet;

use crate::dice::Dice;
use dungeon_format::{Code, Limits, Source};
use dungeon_lint::read;

/// The findings of a text: their codes, and where each stands.
fn found(text: &str) -> Vec<(Code, String)> {
    let source = Source::from_text("vaults.dng", text);
    let (_, found) = read(&source, &Limits::default());
    let line =
        |span: dungeon_format::Span| source.text[..span.start as usize].matches('\n').count();
    let lines: Vec<&str> = source.text.lines().collect();
    let told = |one: &dungeon_format::Diagnostic| (one.code, lines[line(one.span)].to_string());
    found.iter().map(told).collect()
}

/// What is found of a vault that is drawn so, with what stands before and behind it, in a file of such rules.
fn of_vault(rules: &str, before: &str, vault: &str) -> Vec<(Code, String)> {
    found(&format!(
        "rules {rules}\n{before}vault \"v\"\nmap\n{vault}level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\n"
    ))
}

const NOTHING: [(Code, String); 0] = [];

#[test]
fn a_vault_is_judged_from_all_of_its_doors_and_from_floor_at_its_rim() {
    let fine = [
        "+.$#$.+\nend\n",
        "#######\n+.$#$..\n#######\nend\n",
        "##+####\n#.$#$.#\n####+##\nend\n",
        "  ##\n###$##\n+.*..#\n######\nend\n",
    ];
    for vault in fine {
        assert_eq!(of_vault("explore", "", vault), NOTHING, "{vault}");
    }
    let sealed = "#######\n+..#$$#\n#######\nend\n";
    let expected = [(Code::UnreachableItem, "+..#$$#".to_string())];
    assert_eq!(of_vault("explore", "", sealed), expected);
    let monster = "#######\n+..#w.#\n#######\nend\n";
    let expected = [(Code::SealedMonster, "+..#w.#".to_string())];
    assert_eq!(of_vault("explore", "", monster), expected);
}

#[test]
fn locks_and_traps_shut_nothing_off_in_a_vault_since_keys_and_ways_are_elsewhere() {
    let key = "item k \"key\" opens=iron\n";
    let with_key = |vault: &str| {
        found(&format!(
            "{key}vault \"v\"\nmap\n{vault}level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\nscatter k 1\n"
        ))
    };
    let locked = "#######\n+..D$.#\n#######\nend\nmark D + locked=iron\n";
    assert_eq!(with_key(locked), NOTHING);
    let pit = "#######\n+..^$.#\n#######\nend\n^ 4 2 trap=pit\n";
    assert_eq!(with_key(pit), NOTHING);
    let teleport = "#######\n+..^$.#\n#######\nend\n^ 4 2 trap=teleport\n";
    assert_eq!(with_key(teleport), NOTHING);
}

#[test]
fn a_key_in_a_vault_may_be_there_and_no_key_is_missed_of_a_vault_that_no_level_takes() {
    let text = |depth: &str, lock: &str| {
        format!(
            "allow unused-declaration\nitem k \"key\" opens=iron\n\
             vault \"v\"{depth}\nmap\n#####\n#.{lock}.+\n#####\nend\nmark D + locked=iron\n\
             level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\n"
        )
    };
    let above = "item k \"key\" opens=iron\nvault \"v\"\nmap\n#####\n#.k.+\n#####\nend\n\
                 level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\nscatter > 1\n\
                 level\nmap\n########\n#<.+.$.#\n########\nend\n+ 4 2 locked=iron\n";
    assert_eq!(found(above), NOTHING);
    let codes = |text: &str| {
        found(text)
            .into_iter()
            .map(|(code, _)| code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(&text("", "D")), [Code::NoSuchKey]);
    // Two warnings are told in place of it: the vault is idle, and so is the level.
    assert_eq!(codes(&text(" depth=2", "D")), [Code::IdleVault; 2]);
}

#[test]
fn a_door_must_lead_in_by_a_step_of_the_game() {
    let corner = "####+####\n#..w#..$#\n####+####\nend\n";
    assert_eq!(of_vault("explore", "", corner), NOTHING, "at a slant");
    let arena = "rules arena\nvault \"v\"\nmap\n##+##\n#.#.#\n####+\nend\nlevel\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter % 1\n";
    let rows = ["##+##", "####+"].map(|row| (Code::BadVault, row.to_string()));
    assert_eq!(found(arena), rows, "nobody goes at a slant there");
}

#[test]
fn what_only_vaults_bring_counts_for_goals_and_rules() {
    let gold =
        "vault \"v\"\nmap\n####\n#$.+\n####\nend\nlevel\nmap caves 30 20 vaults=yes\nscatter @ 1\n";
    assert_eq!(found(gold), NOTHING);
    let untaken = found(&gold.replace(" vaults=yes", ""));
    assert_eq!(untaken.len(), 1, "nothing to collect: {untaken:?}");
    let kill = format!("goal kill=w\n{}", gold.replace('$', "w"));
    assert_eq!(found(&kill), NOTHING);
    let arena = format!("rules arena\n{}", gold.replace('$', "%"));
    // Where the rim is open there is no telling where vaults fit, and that is a warning.
    let told = found(&arena);
    assert!(
        told.iter().all(|(code, _)| *code == Code::NoEnemies),
        "{told:?}"
    );
}

#[test]
fn what_lies_in_a_vault_may_be_taken_and_what_comes_of_it_may_happen() {
    let text = "item k \"lever\" glyph=/\ngoal kill=w\nvault \"v\"\nmap\n#####\n#..k#\n#+###\nend\n\
                level\nmap caves 40 20 vaults=yes\nscatter @ 1\nscatter w 1\nwhen take=k says=\"Click.\"\n";
    assert_eq!(found(text), NOTHING);
    let untaken = found(
        &text
            .replace("vaults=yes", "")
            .replace("vault \"v\"", "vault \"v\"\nallow idle-vault"),
    );
    let expected = [(Code::IdleCause, "when take=k says=\"Click.\"".to_string())];
    assert_eq!(untaken, expected);
}

#[test]
fn a_line_allow_behind_a_vault_line_is_about_that_vault() {
    let vault = |allow: &str, items: &str| {
        format!("vault \"v\"\n{allow}map\n#######\n+..#{items}.#\n#######\nend\n")
    };
    let text = |first: &str, second: &str| {
        found(&format!(
            "{first}{second}level\nmap caves 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\n"
        ))
    };
    let allow = "allow unreachable-item\n";
    assert_eq!(text(&vault(allow, "$"), &vault("", ".")), NOTHING);
    let other = text(&vault(allow, "$"), &vault("", "*"));
    assert_eq!(other, [(Code::UnreachableItem, "+..#*.#".to_string())]);
}

#[test]
fn a_broken_vault_is_one_problem() {
    let text = |vault: &str| {
        let all = format!("{vault}level\nmap caves 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\n");
        found(&all)
            .into_iter()
            .map(|(code, _)| code)
            .collect::<Vec<_>>()
    };
    assert_eq!(text("vault \"v\"\n"), [Code::NoMap]);
    assert_eq!(
        text("vault \"v\"\nmap\n####\n#$.o\n####\nend\n"),
        [Code::UnknownGlyph]
    );
    assert_eq!(
        text("vault \"v\"\nmap classic 4 3\n####\n#  #\n####\n"),
        [Code::BadVault]
    );
    assert_eq!(
        text("vault\nmap\n####\n#$.+\n####\nend\n"),
        [Code::BadValue]
    );
    assert_eq!(
        text("vault \"v\" flip=maybe\nmap\n####\n#$.+\n####\nend\n"),
        [Code::BadValue]
    );
    assert_eq!(
        text("vault \"v\" depth=4..2\nmap\n####\n#$.+\n####\nend\n"),
        [Code::BadValue]
    );
    assert_eq!(
        text("vault \"v\"\nmap\n####\n#$.+\n####\nend\nq\nw 2 2\n"),
        [Code::TextAfterQ]
    );
}

#[test]
fn a_level_without_a_line_of_its_own_begins_with_the_second_map() {
    let text = "vault \"v\"\nmap\n####\n#$.+\n####\nend\nmap caves 40 20 vaults=yes\nscatter @ 1\n";
    assert_eq!(found(text), NOTHING);
    let declared = "vault \"v\"\nmap\n####\n#M.+\n####\nend\nkind r \"rat\"\nmark M r\nmap caves 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\nM 4 4\n";
    assert_eq!(
        found(declared),
        NOTHING,
        "a mark behind a declaration is the whole file's"
    );
}

/// What each mark of a random vault may be.
const OPTIONS: [(char, &[char]); 3] = [
    ('1', &['#', '.']),
    ('2', &['$', 'w', '#']),
    ('3', &['+', '#']),
];

/// A vault of five by four cells inside its wall, with a few marks in it and in its wall.
fn random_vault(dice: &mut Dice) -> Vec<Vec<char>> {
    let mut rows = vec![vec!['#'; 7]; 6];
    for row in &mut rows[1..5] {
        for cell in &mut row[1..6] {
            *cell = ['.', '.', '.', '#', '#', '$'][dice.below(6)];
        }
    }
    for _ in 0..1 + dice.below(4) {
        rows[1 + dice.below(4)][1 + dice.below(5)] = ['1', '1', '2'][dice.below(3)];
    }
    for door in 0..1 + dice.below(2) {
        let is_certain = dice.below(3) > 0;
        let y = if dice.below(2) == 0 { 0 } else { 5 };
        rows[y][1 + (dice.below(5) + door) % 5] = if is_certain { '+' } else { '3' };
    }
    rows
}

/// Every drawing that comes of a drawing with marks.
fn outcomes_of(rows: &[Vec<char>]) -> Vec<Vec<Vec<char>>> {
    let marked = |cell: &char| OPTIONS.iter().find(|(mark, _)| mark == cell);
    let cells = rows.iter().enumerate();
    let mut cells =
        cells.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, cell)| (x, y, cell)));
    let Some((x, y, options)) = cells.find_map(|(x, y, cell)| Some((x, y, marked(cell)?.1))) else {
        return vec![rows.to_vec()];
    };
    let with = |option: &char| {
        let mut rows = rows.to_vec();
        rows[y][x] = *option;
        outcomes_of(&rows)
    };
    options.iter().flat_map(with).collect()
}

/// What is out of reach in a vault that is drawn so, and whether its doors are wrong.
fn wrong_in(rows: &[Vec<char>], marks: &str) -> BTreeSet<Code> {
    let drawn = rows
        .iter()
        .map(|row| format!("{}\n", row.iter().collect::<String>()));
    let vault = format!("{}end\n{marks}", drawn.collect::<String>());
    let codes = of_vault("explore", "", &vault)
        .into_iter()
        .map(|(code, _)| code);
    let is_meant = |code: &Code| {
        matches!(
            code,
            Code::BadVault | Code::UnreachableItem | Code::SealedMonster
        )
    };
    codes.filter(is_meant).collect()
}

#[test]
fn what_is_wrong_in_some_outcome_of_a_vault_is_told_and_nothing_else() {
    let marks = "mark 1 #|.\nmark 2 $|w|#\nmark 3 +|#\n";
    let (mut fine, mut wrong) = (0, 0);
    for seed in 0..60 {
        let rows = random_vault(&mut Dice::counting(seed));
        let outcomes = outcomes_of(&rows).into_iter();
        let expected: BTreeSet<Code> = outcomes.flat_map(|rows| wrong_in(&rows, "")).collect();
        let used = marks.lines().filter(|mark| {
            let glyph = mark.as_bytes()[5] as char;
            rows.iter().any(|row| row.contains(&glyph))
        });
        let used: String = used.map(|mark| format!("{mark}\n")).collect();
        let found = wrong_in(&rows, &used);
        if expected.is_empty() {
            fine += 1
        } else {
            wrong += 1
        }
        assert_eq!(found, expected, "{rows:?}");
    }
    assert!(
        fine > 5 && wrong > 5,
        "{fine} are fine and {wrong} are wrong"
    );
}

#[test]
fn what_chance_puts_into_a_vault_may_be_there_for_goals_and_locks() {
    let file = |lines: &str, mark: &str| {
        found(&format!(
            "{lines}item k \"key\" opens=iron\nkind L \"lich\"\nvault \"v\"\nmap\n######\n+...1#\n######\nend\nmark 1 {mark}\n\
             level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\nscatter + 1 locked=iron\n"
        ))
    };
    // Chance may leave them out, and that is told.
    for line in ["goal kill=L", "lose without=k"] {
        let told = file(&format!("{line}\n"), "k|L");
        assert!(
            told.iter().all(|(code, _)| *code == Code::NoGoal),
            "{told:?}"
        );
    }
    assert!(
        file("goal kill=L\n", "k|w")
            .iter()
            .any(|(code, _)| *code == Code::NoGoal)
    );
    assert!(
        file("", "$|L")
            .iter()
            .any(|(code, _)| *code == Code::NoSuchKey)
    );
}

#[test]
fn a_mark_behind_a_declaration_is_the_whole_files_and_no_vaults() {
    let message = |between: &str| {
        let text = format!(
            "vault \"v\"\nmap\n#####\n#$..+\n#####\nend\n{between}mark Q $\nlevel\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\n"
        );
        let (_, found) = read(&Source::from_text("a.dng", text), &Limits::default());
        let unused = found
            .iter()
            .find(|found| found.code == Code::UnusedDeclaration);
        unused.map(|found| found.message.to_string())
    };
    let of_vault = "expected the mark `Q` somewhere in its vault, found it nowhere";
    let of_file = "expected the mark `Q` in some level, found it in none";
    assert_eq!(message("").as_deref(), Some(of_vault));
    assert_eq!(message("hero health=9\n").as_deref(), Some(of_file));
}

#[test]
fn a_vault_opens_only_locks_of_which_a_key_is_elsewhere_or_in_reach() {
    let locked_in = |vault: &str, level: &str| {
        let found = found(&format!(
            "item k \"key\" opens=iron\nitem j \"jar key\" opens=jars\nkind z \"thief\" is=wanderer drops=k\n\
             vault \"v\"\nmap\n{vault}end\nmark D + locked=iron\nmark J + locked=jars\nlevel\n\
             map rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\nscatter j 1\n{level}"
        ));
        found.iter().any(|(code, _)| *code == Code::LockedIn)
    };
    let cell = "#######\n#.k.$.#\n###D###\n";
    assert!(locked_in(cell, ""));
    assert!(!locked_in(cell, "scatter k 1\n"));
    assert!(!locked_in(cell, "scatter z 1\n"));
    assert!(!locked_in(cell, "when turn=3 give=k\n"));
    assert!(locked_in("#######\n#.z.$.#\n###D###\n", ""));
    assert!(!locked_in("#######\n#.k.$.+\n###D###\n", ""));
    assert!(!locked_in("########\n#.k.J..+\n###D####\n", ""));
    assert!(locked_in("########\n#.k#J..+\n###D####\n", ""));
}
