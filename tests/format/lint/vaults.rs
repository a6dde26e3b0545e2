//! Findings about vaults, and about levels with vaults.
use std::collections::BTreeSet;

use crate::dice::Dice;
use dungeon_format::{Code, Limits, Source};
use dungeon_lint::read;

/// Returns the findings in a text: their codes and the text of their lines.
fn found(text: &str) -> Vec<(Code, String)> {
    let source = Source::from_text("vaults.dng", text);
    let (_, found) = read(&source, &Limits::default());
    let line =
        |span: dungeon_format::Span| source.text[..span.start as usize].matches('\n').count();
    let lines: Vec<&str> = source.text.lines().collect();
    let told = |one: &dungeon_format::Diagnostic| (one.code, lines[line(one.span)].to_string());
    found.iter().map(told).collect()
}

/// Returns the findings about this vault, with text before and after it, in a file with these rules.
fn of_vault(rules: &str, before: &str, vault: &str) -> Vec<(Code, String)> {
    found(&format!(
        "rules {rules}\n{before}vault \"v\"\nmap\n{vault}level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\n"
    ))
}

/// The options of each mark of a random vault.
const OPTIONS: [(char, &[char]); 3] = [
    ('1', &['#', '.']),
    ('2', &['$', 'w', '#']),
    ('3', &['+', '#']),
];

/// A vault of five by four cells inside its wall, with a few marks inside and in the wall.
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

/// Returns every outcome of a drawing with marks.
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

/// Returns the codes about things out of reach and wrong doors in this vault.
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
