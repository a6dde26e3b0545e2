//! Findings about pits, teleports and stairs that lead to a lost position, compared with proofs of games that begin
//! there.
use dungeon_format::{Code, Limits, Source};
use dungeon_lint::read;
use dungeon_players::{Budget, Verdict, prove};

use crate::scenario::dice::Dice;

const WIDTH: usize = 9;
const HEIGHT: usize = 7;

/// A small level with walls and doors, the hero in a corner, and gold and a teleport beside the hero.
fn map(dice: &mut Dice) -> Vec<Vec<u8>> {
    let mut rows = vec![vec![b'#'; WIDTH]; HEIGHT];
    for row in &mut rows[1..HEIGHT - 1] {
        for cell in &mut row[1..WIDTH - 1] {
            *cell = dice.one_of(b".....######+");
        }
    }
    rows[1][1] = b'@';
    rows[1][2] = b'^';
    rows[2][1] = b'$';
    rows
}

fn text(map: &[Vec<u8>], teleport: &str) -> String {
    let rows: Vec<String> = map
        .iter()
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect();
    format!("map\n{}\nend\n{teleport}", rows.join("\n"))
}

#[test]
fn who_comes_to_where_no_way_out_is_told_has_lost() {
    let (mut told, mut silent) = (0, 0);
    for nth in super::levels_tried(1_500) {
        let dice = &mut Dice::new(nth);
        let mut map = map(dice);
        let (x, y) = (3 + dice.below(WIDTH - 4), 2 + dice.below(HEIGHT - 3));
        map[y][x] = b'.';
        let teleport = format!("^ 3 2 trap=teleport to={},{}\n", x + 1, y + 1);
        let source = Source::from_text("closed.dng", text(&map, &teleport));
        let (dungeon, found) = read(&source, &Limits::default());
        if dungeon.is_none() {
            continue;
        }
        let is_told = found.iter().any(|one| one.code == Code::NoWayOut);
        if !is_told && nth % 32 > 0 {
            continue;
        }
        // A game that begins at the teleport's destination must be refused or proved unwinnable.
        (map[1][1], map[1][2], map[y][x]) = (b'.', b'^', b'@');
        let there = Source::from_text("there.dng", text(&map, &teleport));
        let may_be_won = read(&there, &Limits::default()).0.is_some_and(|there| {
            let proof = prove(&there.into(), 0, &Budget::of_steps(50_000));
            !matches!(proof.verdict, Verdict::Unwinnable(_))
        });
        assert!(!(is_told && may_be_won), "{}", source.text);
        told += u32::from(is_told);
        silent += u32::from(may_be_won);
    }
    assert!(told > 20 && silent > 5, "{told} reported, {silent} silent");
}
