//! Random marks: the seed chooses between a mark's alternatives, and nothing else changes these choices.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dungeon::Session;
use dungeon_format::source::Source;
use dungeon_model::space::geometry::Point;
use dungeon_players::{Budget, Verdict, prove};

fn session(text: &str, seed: u64) -> Session {
    let dungeon = dungeon::load_source(Source::from_text("a.dng", text));
    Session::new(Arc::new(dungeon.unwrap_or_else(|error| panic!("{error}")))).with_seed(seed)
}

/// Returns the rows of a board as drawn at the start of a game, without the border.
fn board(text: &str, seed: u64) -> Vec<String> {
    let session = session(text, seed);
    let world = session.game().world();
    let level = world.here();
    let size = world.size(level);
    let glyph = |p: Point| {
        let cell = world.cell(level, p);
        let tile = world.dungeon().tile(cell.tile).glyph;
        let item = world.dungeon().item(cell.item).glyph;
        let thing = if cell.item.0 == 0 { tile } else { item };
        world
            .body_at(level, p)
            .map_or(thing, |who| world.glyph_of(who))
    };
    let row = |y: i32| (0..size.width).map(|x| glyph(Point { x, y })).collect();
    (0..size.height).map(row).collect()
}

/// Returns the glyphs of the cells where the picture has this character.
fn at_mark(board: &[String], picture: &str, mark: char) -> String {
    let rows = picture.lines().skip_while(|line| *line != "map").skip(1);
    let cells = rows
        .zip(board)
        .flat_map(|(drawn, now)| drawn.chars().zip(now.chars()));
    { cells.filter(|(drawn, _)| *drawn == mark) }
        .map(|(_, now)| now)
        .collect()
}

const HALL: &str = "map
############
#@.11111111#
#..11111111#
#..22222222#
#.........$#
############
end
mark 1 w*3|r
mark 2 # 25%
";

fn hall(marks: &str) -> String {
    let map = HALL.split("mark").next().expect("a map");
    format!("kind r \"rat\" is=wanderer\n{map}{marks}")
}

#[test]
fn x13_each_cell_draws_one_alternative_by_its_weight_and_a_share_leaves_floor() {
    let text = hall("mark 1 w*3|r\nmark 2 # 25%\n");
    let (mut ones, mut twos) = (String::new(), String::new());
    for seed in 0..100 {
        let board = board(&text, seed);
        ones += &at_mark(&board, &text, '1');
        twos += &at_mark(&board, &text, '2');
    }
    let count = |all: &str, glyph: char| all.chars().filter(|one| *one == glyph).count();
    assert_eq!(count(&ones, 'w') + count(&ones, 'r'), 1600);
    assert_eq!(count(&twos, '#') + count(&twos, '.'), 800);
    // Expected are 1,200 and 200, with standard deviations of about 17 and 12.
    assert!(
        (1130..1270).contains(&count(&ones, 'w')),
        "{}",
        count(&ones, 'w')
    );
    assert!(
        (150..250).contains(&count(&twos, '#')),
        "{}",
        count(&twos, '#')
    );
}

#[test]
fn x13_one_draw_decides_for_all_cells_of_a_mark_that_says_so() {
    let text = hall("mark 1 w|r|. same=yes\nmark 2 # 50% same=yes\n");
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        let board = board(&text, seed);
        let (one, two) = (at_mark(&board, &text, '1'), at_mark(&board, &text, '2'));
        assert!(one.chars().all(|glyph| one.starts_with(glyph)), "{one}");
        assert!(two.chars().all(|glyph| two.starts_with(glyph)), "{two}");
        seen.insert((one.chars().next(), two.chars().next()));
    }
    assert_eq!(seen.len(), 6, "each of three with each of two");
}

#[test]
fn x13_the_draw_of_a_mark_decides_the_marks_that_follow_it() {
    let marks = "mark 1 w|r*3|. same=yes\nmark 2 $|*|# with=1\n";
    let leading = hall("mark 1 w|r*3|. same=yes\nmark 2 # 50%\n");
    // Neither the order of the marks nor marks for all levels change the choices.
    let swapped = hall("mark 2 $|*|# with=1\nmark 1 w|r*3|. same=yes\n");
    let of_the_file = format!("{marks}{}", hall(""));
    let text = hall(marks);
    let mut seen = BTreeMap::new();
    for seed in 0..80 {
        let board = board(&text, seed);
        let (one, two) = (at_mark(&board, &text, '1'), at_mark(&board, &text, '2'));
        let pair = one.chars().zip(two.chars()).next().expect("cells of both");
        assert!(one.chars().all(|glyph| glyph == pair.0), "{one}");
        assert!(two.chars().all(|glyph| glyph == pair.1), "{two}");
        if seed < 8 {
            assert_eq!(board, self::board(&swapped, seed));
            assert_eq!(board, self::board(&of_the_file, seed));
            let alone = self::board(&leading, seed);
            let alone = at_mark(&alone, &leading, '1');
            assert_eq!(one, alone, "a follower changes no draw");
        }
        *seen.entry(pair).or_insert(0) += 1;
    }
    let pairs: Vec<(char, char)> = seen.keys().copied().collect();
    assert_eq!(pairs, [('.', '#'), ('r', '*'), ('w', '$')], "{seen:?}");
    assert!(
        (35..62).contains(&seen[&('r', '*')]),
        "three of five: {seen:?}"
    );
}

#[test]
fn x13_a_mark_is_drawn_for_those_that_follow_it_even_if_it_has_no_cell() {
    let text = hall("mark 1 w|r|. same=yes\nmark 3 w|r|. same=yes\nmark 2 $|*|. with=3\n");
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let board = board(&text, seed);
        let (one, two) = (at_mark(&board, &text, '1'), at_mark(&board, &text, '2'));
        seen.insert((one.chars().next(), two.chars().next()));
    }
    assert_eq!(seen.len(), 9, "each of three with each of three: {seen:?}");
}

#[test]
fn x13_marks_that_follow_are_shuffled_with_their_chances() {
    let text = "map
########
#@.1122#
#..3344#
#.....$#
########
end
mark 1 w|g same=yes
mark 2 *|= with=1
mark 3 #
mark 4 +
shuffle 1 3
shuffle 2 4
";
    let mut seen = BTreeSet::new();
    for seed in 0..80 {
        let board = board(text, seed);
        let marks = ['1', '2', '3', '4'].map(|mark| at_mark(&board, text, mark));
        let first: String = marks
            .iter()
            .filter_map(|cells| cells.chars().next())
            .collect();
        let has = |glyph| first.contains(glyph);
        assert!(has('w') == has('*') && has('g') == has('='), "{first}");
        assert!(has('#') && has('+') && has('w') != has('g'), "{first}");
        seen.insert(first);
    }
    assert_eq!(
        seen.len(),
        8,
        "two orders, two orders, two alternatives: {seen:?}"
    );
}

#[test]
fn x13_shuffled_marks_change_places_and_each_keeps_one_meaning() {
    let text = "map
########
#@.1122#
#..1.33#
#.....$#
########
end
mark 1 w
mark 2 ^ trap=alarm
mark 3 #
shuffle 1 2 3
";
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let board = board(text, seed);
        let marks = ['1', '2', '3'].map(|mark| at_mark(&board, text, mark));
        for cells in &marks {
            assert!(
                cells.chars().all(|glyph| cells.starts_with(glyph)),
                "{cells}"
            );
        }
        let order: String = marks
            .iter()
            .filter_map(|cells| cells.chars().next())
            .collect();
        let mut sorted: Vec<char> = order.chars().collect();
        sorted.sort_unstable();
        assert_eq!(sorted, ['#', '^', 'w'], "{order}");
        seen.insert(order);
    }
    assert_eq!(seen.len(), 6, "every order");
}

#[test]
fn x13_one_more_mark_or_cell_or_scatter_shifts_no_other_draw() {
    let plain = hall("mark 1 w*3|r\nmark 2 # 25%\n");
    let wider: String = plain
        .lines()
        .map(|line| match line {
            "#..22222222#" => "#..22222222#111###\n".to_string(),
            other => format!("{other}\n"),
        })
        .collect();
    let others = [
        wider,
        hall("mark 9 g|p\nmark 1 w*3|r\nmark 2 # 25%\n9 3 5\n"),
        hall("mark 1 w*3|r\nmark 2 # 25%\nscatter $ 3 in=2,5..11,5\n"),
        hall("mark 1 w*3|r\nmark 1 $ 50%\nmark 2 # 25%\n"),
    ];
    for seed in 0..10 {
        let first = board(&plain, seed);
        let cells = |board: &[String], mark| at_mark(board, &plain, mark);
        for other in &others {
            let second = board(other, seed);
            assert_eq!(cells(&second, '1'), cells(&first, '1'));
            assert_eq!(cells(&second, '2'), cells(&first, '2'));
        }
    }
}

#[test]
fn x13_keys_of_a_mark_are_those_of_each_alternative_that_takes_them() {
    let text = hall("mark 1 w|$|. health=77 strength=9\nmark 2 .\n");
    let session = session(&text, 3);
    let world = session.game().world();
    let theirs: Vec<i32> = world
        .theirs(world.here())
        .map(|who| world.life_of(who))
        .collect();
    assert!(
        !theirs.is_empty() && theirs.iter().all(|life| *life == 77),
        "{theirs:?}"
    );
}

/// Returns the file that an author would write after seeing the random choices: the board in place of the map.
fn written_out(text: &str, board: &[String]) -> String {
    let (before, behind) = text.split_once("map\n").expect("a map");
    let (drawn, records) = behind.split_once("end\n").expect("an end");
    let is_mark = |glyph: char| {
        records.contains(&format!("\nmark {glyph} "))
            || records.starts_with(&format!("mark {glyph} "))
    };
    let rows = drawn.lines().zip(board).map(|(drawn, now)| {
        let cells = drawn.chars().zip(now.chars());
        let row: String = cells
            .map(|(drawn, now)| if is_mark(drawn) { now } else { drawn })
            .collect();
        row + "\n"
    });
    format!("{before}map\n{}end\n", rows.collect::<String>())
}

#[test]
fn x13_a_game_goes_on_as_that_of_the_file_with_what_was_drawn() {
    let text = "kind r \"rat\" is=wanderer speed=3
map
##############
#@.1r.2..1.w.#
#..1..2......#
#..3.w2..11..#
#..3.......$.#
##############
end
mark 1 w|r|g|$|.
mark 2 #|.|+
mark 3 w|p
";
    let keys = "jjlllljlll..kklh.jyulnb";
    for seed in 0..25 {
        let plain = written_out(text, &board(text, seed));
        let mut games = [text, &plain].map(|text| session(text, seed));
        for key in keys.chars() {
            let [one, other] = games.each_mut().map(|game| {
                game.press(&key.to_string())
                    .unwrap_or_else(|error| panic!("{error}"));
                game.frame().to_string()
            });
            assert_eq!(one, other, "{plain}");
        }
    }
}

#[test]
fn x13_a_game_that_begins_again_with_another_seed_is_that_seeds_game() {
    let text = hall("mark 1 w*3|r\nmark 2 # 25%\n");
    let session = |seed| session(&text, seed);
    for seed in 1..6 {
        let mut again = session(0).game().clone();
        again.reset(seed);
        let first = session(seed);
        assert_eq!(again.checksum(), first.game().checksum());
        assert_eq!(again.world().dungeon(), first.game().world().dungeon());
        assert_ne!(again.checksum(), session(0).game().checksum());
    }
}

/// A proof about a game equals a proof about the file with the drawn board: no phantom wall blocks the way and no
/// phantom key helps.
#[test]
fn x13_a_proof_is_about_what_was_drawn() {
    let files = [
        "tile B \"boulder\" push=yes
map
##########
#@.1.1.1$#
##########
end
mark 1 B|.
",
        "lose turns=6
map
#########
#@.1....#
#.11.11.#
#.1..1.$#
#.......#
#########
end
mark 1 #|.
",
    ];
    for text in files {
        proofs_are_of_what_was_drawn(text);
    }
}

fn proofs_are_of_what_was_drawn(text: &str) {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..40 {
        let board = board(text, seed);
        let plain = written_out(text, &board);
        let proofs = [text, &plain].map(|text| {
            let dungeon = crate::support::dungeon(text);
            let proof = prove(&dungeon, seed, &Budget::of_steps(5_000));
            let verdict = match proof.verdict {
                Verdict::Winnable(_) => Some(true),
                Verdict::Unwinnable(_) => Some(false),
                _ => None,
            };
            (verdict, proof.dead_ends.len())
        });
        assert_eq!(proofs[0], proofs[1], "{plain}");
        won += u32::from(proofs[0].0 == Some(true));
        lost += u32::from(proofs[0].0 == Some(false));
    }
    assert!(won > 2 && lost > 2, "{won} and {lost}");
}

#[test]
fn x13_games_of_two_seeds_look_as_they_did() {
    let text = include_str!("../../fixtures/ok/chance.dng");
    let boards = [1, 2].map(|seed| board(text, seed).join("\n"));
    insta::assert_snapshot!(boards.join("\n\n"));
}
