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
<<<<<<< HEAD
=======

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
    let of_vault = "expected a use of the mark `Q` in its vault, found none";
    let of_file = "expected a use of the mark `Q` on some level, found none";
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
>>>>>>> b8b8a25e (Write messages and comments of resolve in plain English)
