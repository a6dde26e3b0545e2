//! A row of a drawn map that lost or gained a cell is reported at its place, and causes no other finding.
use super::diagnostics;
use dungeon_format::Code;

/// Straight walls around a room that has its own wall.
const ROOMS: [&str; 8] = [
    "####################",
    "#@..#......+.......#",
    "#...+......#..w....#",
    "#...#..*...#########",
    "#...#......#.......#",
    "#...'......#...$...#",
    "#...#......+.......#",
    "####################",
];

fn map(rows: &[String]) -> String {
    format!("map\n{}\nend\n", rows.join("\n"))
}

fn rooms() -> Vec<String> {
    ROOMS.map(String::from).to_vec()
}

/// Returns the numbers of the odd rows in a map, each with the row as its fix would make it.
fn odd(rows: &[String]) -> Vec<(usize, Option<String>)> {
    let (source, found) = diagnostics(&map(rows));
    assert!(
        found.iter().all(|found| found.code == Code::OddRow),
        "{found:?}"
    );
    let number = |found: &dungeon_format::Diagnostic| {
        let line = source.line_column(found.span.start).0;
        let mended = found.fix.as_ref().map(|fix| {
            let mut text = source.text.clone();
            text.replace_range(fix.span.range(), &fix.replacement);
            text.lines().nth(line - 1).expect("a row").to_string()
        });
        (line - 1, mended)
    };
    found.iter().map(number).collect()
}

#[test]
fn whichever_cell_a_row_lost_it_is_told_of_and_mended_to_its_width() {
    for nth in 0..ROOMS.len() {
        let wall = ROOMS[nth].trim_end_matches('#').len();
        // A final wall that loses one cell shifts no other cell.
        for x in 0..wall {
            let mut rows = rooms();
            rows[nth].remove(x);
            let [(number, mended)] = odd(&rows)
                .try_into()
                .unwrap_or_else(|all| panic!("{nth} {x}: {all:?}"));
            assert_eq!(number, nth + 1);
            if let Some(mended) = mended {
                assert_eq!(mended.len(), ROOMS[nth].len(), "{mended}");
            }
        }
    }
}

#[test]
fn a_cell_too_many_is_told_of_and_mended_to_its_width() {
    for nth in 1..ROOMS.len() - 1 {
        let wall = ROOMS[nth].trim_end_matches('#').len();
        for x in 1..wall {
            let mut rows = rooms();
            rows[nth].insert(x, '.');
            let [(number, mended)] = odd(&rows)
                .try_into()
                .unwrap_or_else(|all| panic!("{nth} {x}: {all:?}"));
            assert_eq!(number, nth + 1);
            if let Some(mended) = mended {
                assert_eq!(mended.len(), ROOMS[nth].len(), "{mended}");
            }
        }
    }
}
