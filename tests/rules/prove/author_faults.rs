//! Errors that authors make, each in a level of 40×20 cells with 14 plain doors and three monsters: the prover names
//! the true reason and the smallest change that helps, without searching the game.
use dungeon::Session;
use dungeon::diagnostics::Source;
use dungeon_format::source::Limits;
use dungeon_players::{Budget, Reason, Verdict, proof_findings, prove};

use crate::support::dungeon;

/// Four rows of rooms behind 14 plain doors, three monsters, and three empty halls in the east.
const HALLS: [&str; 20] = [
    "########################################",
    "#......+......+......+......#..........#",
    "#.@....#......#......#......#..........#",
    "#......#..w...#......#......+..........#",
    "####+######+#####+######+####..........#",
    "#......#......#......#......#..........#",
    "#..$...+......+......+......#..........#",
    "#......#......#..g...#......############",
    "#......#......#......#......'..........#",
    "####+#######################+..........#",
    "#......#......#......#......#..........#",
    "#......#..$...#......#......#..........#",
    "#......+......'...*..'......#..........#",
    "#......#......#......#......############",
    "#......#......#......#......'..........#",
    "#......#......#......#..w...#..........#",
    "#......#......#......#......#..........#",
    "#......#......#......#......#..........#",
    "#......#......#......#......#..........#",
    "########################################",
];

/// Returns the text of the halls with other cells: each row of cells with the column and row of its first, from 1.
fn halls(head: &str, drawn: &[(usize, usize, &str)], tail: &str) -> String {
    let mut rows: Vec<Vec<char>> = HALLS.iter().map(|row| row.chars().collect()).collect();
    for (x, y, cells) in drawn {
        for (nth, cell) in cells.chars().enumerate() {
            rows[y - 1][x - 1 + nth] = cell;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let map = rows.join("\n");
    assert_eq!(map.matches('+').count(), 14, "plain doors of\n{map}");
    format!("{head}map\n{map}\nend\n{tail}")
}

/// Asserts the reason why the halls cannot be won with seed 0, and the change that helps.
fn assert_lost(text: &str, found: &str, help: &str) {
    let dungeon = dungeon(text);
    let proof = prove(&dungeon, 0, &Budget::of_steps(20_000));
    let is_lost = matches!(proof.verdict, Verdict::Unwinnable(_));
    assert!(is_lost, "{:?}\n{text}", proof.verdict);
    let session = Session::seeded(dungeon, 0);
    let source = Source::from_text("a.dng", text);
    let findings = proof_findings(&proof, session.game(), &source, &[]);
    let [finding] = &findings[..] else {
        panic!("one finding is expected: {findings:?}");
    };
    let message = finding.message.raw();
    let start = "expected a way to win with seed 0, found ";
    assert_eq!(message.strip_prefix(start), Some(found), "{text}");
    assert_eq!(
        finding.help.as_ref().map(|help| help.raw()),
        Some(help),
        "{text}"
    );
}

/// Asserts that the halls are refused before a game begins, with this code first.
fn assert_refused(text: &str, code: &str) {
    let source = Source::from_text("a.dng", text);
    let (dungeon, findings) = dungeon_lint::read(&source, &Limits::default());
    assert!(dungeon.is_none(), "{text}");
    assert_eq!(findings[0].code.name(), code, "{text}");
}

#[test]
fn a_gate_that_shuts_when_the_crown_is_taken_cuts_off_the_way_out() {
    let text = halls(
        "goal take=c leave=yes\nitem c \"crown\" wealth=100\n",
        &[(36, 2, "c"), (2, 19, ">")],
        "when take=c tile=29,4 into=# \"The gate falls shut.\"\n",
    );
    assert_lost(
        &text,
        "no route that takes both the way out at 2,19 and the rest: 29,4 closes for good",
        "put floor at one of 29,3 and 29,5 to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_gate_that_shuts_behind_the_hero_cuts_off_the_gold() {
    let text = halls(
        "goal take=c leave=yes\nitem c \"crown\"\ntile P \"plate\"\n",
        &[
            (36, 3, "c"),
            (30, 3, "P"),
            (30, 4, "P"),
            (30, 5, "P"),
            (2, 19, ">"),
        ],
        "when step=P tile=29,4 into=# \"The gate falls shut.\"\n",
    );
    assert_lost(
        &text,
        "no route that takes both the way out at 2,19 and the rest: 29,4 closes for good",
        "put floor at one of 29,3 and 29,5 to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_cave_in_that_the_crown_sets_off_cuts_off_the_rest_of_the_gold() {
    let text = halls(
        "goal take=yes leave=yes\nitem c \"crown\"\n",
        &[(36, 17, "c"), (2, 19, ">")],
        "when take=36,17 tile=28,15 into=#\nwhen take=36,17 tile=28,14 into=#\nwhen take=36,17 tile=28,16 into=#\n",
    );
    assert_lost(
        &text,
        "no route that takes both the way out at 2,19 and the rest: 28,15 closes for good",
        "put floor at one of 29,14, 29,16 and 29,17 to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_boulder_cannot_be_pushed_onto_a_thing_in_a_corridor() {
    let text = halls(
        "tile B \"boulder\" push=yes\n",
        &[
            (29, 14, "############"),
            (29, 15, "..B$......#"),
            (29, 16, "############"),
        ],
        "",
    );
    assert_lost(
        &text,
        "no way to the gold at 32,15",
        "put floor at one of 31,15, 31,14, 32,14, 33,14, 34,14, 35,14 and 5 other cells to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_boulder_in_a_corner_never_comes_onto_the_plate() {
    let text = halls(
        "tile B \"boulder\" push=yes\n",
        &[(39, 19, "B"), (29, 4, "#"), (29, 15, "+"), (35, 3, "$")],
        "when push=33,17 tile=29,4 into=. \"A stone grates.\"\n",
    );
    assert_lost(
        &text,
        "no boulder that can be pushed onto the floor at 33,17",
        "put floor at one of 38,8, 29,2, 29,3, 29,4, 29,5, 29,6 and 11 other cells to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_boulder_in_a_corner_never_covers_the_target() {
    let text = halls(
        "goal cover=T\ntile T \"target\"\ntile B \"boulder\" push=yes\n",
        &[(39, 19, "B"), (33, 17, "T")],
        "",
    );
    assert_lost(
        &text,
        "no boulder that can be pushed onto the target at 33,17",
        "put boulder at one of 33,16 and 32,17 to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_boulder_along_the_wall_never_wins_by_a_plate() {
    let text = halls(
        "tile B \"boulder\" push=yes\n",
        &[(35, 19, "B")],
        "when push=33,17 win=yes \"The earth opens.\"\n",
    );
    assert_lost(
        &text,
        "no boulder that can be pushed onto the floor at 33,17",
        "put boulder at one of 33,16 and 32,17 to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_plate_lies_behind_the_gate_that_it_opens() {
    let text = halls(
        "tile P \"plate\"\n",
        &[(36, 3, "P$"), (29, 4, "#"), (29, 15, "+")],
        "when step=P tile=29,4 into=.\n",
    );
    assert_refused(&text, "unreachable-item");
}

#[test]
fn a_lever_lies_behind_the_gate_that_it_opens() {
    let text = halls(
        "item l \"lever\" glyph=/\n",
        &[(36, 3, "l$"), (29, 4, "#"), (29, 15, "+")],
        "when take=l tile=29,4 into=.\n",
    );
    assert_refused(&text, "unreachable-item");
}

#[test]
fn a_moat_that_no_boulder_fills_cuts_off_the_gold() {
    let text = halls(
        "tile ~ \"moat\" walk=no see=yes\ntile B \"boulder\" push=yes fills=~\n",
        &[
            (31, 15, "~"),
            (31, 16, "~"),
            (31, 17, "~"),
            (31, 18, "~"),
            (31, 19, "~"),
            (36, 17, "$"),
            (30, 19, "B"),
        ],
        "",
    );
    assert_lost(
        &text,
        "no way to the gold at 36,17",
        "put floor at one of 31,17, 31,14, 32,14, 33,14, 34,14, 35,14 and 8 other cells to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_key_lies_behind_its_own_door() {
    let text = halls(
        "item k \"key\" opens=iron\n",
        &[(29, 4, "#"), (29, 15, "+")],
        "scatter $ 1 in=35,3..35,3\n+ 29 4 locked=iron\nscatter k 1 in=33,3..33,3\n",
    );
    assert_refused(&text, "locked-in");
}

#[test]
fn two_keys_lie_behind_each_others_doors() {
    let text = halls(
        "item k \"key\" opens=iron\nitem j \"key\" opens=jade\n",
        &[(29, 4, "#"), (29, 15, "#"), (29, 9, "+"), (29, 10, "+")],
        "scatter $ 1 in=35,3..35,3\n+ 29 4 locked=iron\n+ 29 15 locked=jade\nscatter k 1 in=33,17..33,17\nscatter j 1 in=33,3..33,3\n",
    );
    assert_refused(&text, "locked-in");
}

#[test]
fn a_scattered_wall_shuts_off_the_gold() {
    let text = halls(
        "",
        &[(30, 14, "#"), (30, 16, "#"), (35, 17, "$")],
        "scatter # 1 in=30,15..30,15\n",
    );
    assert_lost(
        &text,
        "no way to the gold at 35,17",
        "put floor at one of 29,18, 30,14, 31,14, 32,14, 33,14, 34,14 and 9 other cells to open a way on the map; a win is not proved",
    );
}

#[test]
fn a_time_limit_is_below_the_straight_line() {
    let text = halls("lose turns=30\n", &[(38, 19, "$")], "");
    assert_lost(
        &text,
        "at least 37 turns to win, and only 30 before the game is lost",
        "write `turns=45`: the game can be won in 45 turns",
    );
}

#[test]
fn a_time_limit_is_below_the_way_by_the_key() {
    let text = halls(
        "lose turns=45\nitem k \"key\" opens=iron\n",
        &[(2, 19, "k"), (38, 3, "$"), (29, 4, "#"), (29, 15, "+")],
        "+ 29 4 locked=iron\n",
    );
    assert_lost(
        &text,
        "at least 58 turns to win, and only 45 before the game is lost",
        "write `turns=89`: the game can be won in 89 turns",
    );
}

#[test]
fn a_time_limit_is_below_the_way_there_and_back() {
    let text = halls(
        "goal take=c leave=yes\nlose turns=60\nitem c \"crown\"\n",
        &[(38, 19, "c"), (2, 3, ">")],
        "",
    );
    assert_lost(
        &text,
        "at least 81 turns to win, and only 60 before the game is lost",
        "write `turns=89`: the game can be won in 89 turns",
    );
}

#[test]
fn a_mouse_eats_the_cheese_key() {
    let text = halls(
        "item k \"cheese key\" herd=yes opens=cheese\nkind m \"mouse\" health=3 strength=0 prey=herd sense=steps:12 hunt=path roam=stand\n",
        &[
            (36, 16, "k"),
            (36, 18, "m"),
            (25, 16, "."),
            (29, 4, "#"),
            (29, 15, "+"),
            (35, 3, "$"),
        ],
        "+ 29 4 locked=cheese\n",
    );
    assert_lost(
        &text,
        "no way to the gold at 35,3: the mouse eats the cheese key at 36,16 on turn 2",
        "put floor at one of 38,8, 29,2, 29,3, 29,5, 29,6, 29,7 and 10 other cells to open a way on the map; a win is not proved",
    );
}

/// A hero who heals to 4 dies of two embers in a row. Beside the way are closets behind this many closed doors.
fn closets(doors: usize) -> String {
    let (door, closet) = ("#+".repeat(doors), "#.".repeat(doors));
    let (wall, way) = ("#".repeat(2 * doors + 8), ".".repeat(2 * doors));
    format!(
        "hero health=4 max=4\ntile % \"embers\" harm=3\nmap\n{wall}\n#@{way}%%%$.#\n{door}########\n{closet}########\n\
         {wall}\nend\n"
    )
}

#[test]
fn doors_do_not_double_the_states_that_have_to_be_tried() {
    let tried = |doors| {
        let dungeon = dungeon(&closets(doors));
        let proof = prove(&dungeon, 0, &Budget::of_steps(200_000));
        match proof.verdict {
            Verdict::Unwinnable(disproof) => disproof.reason,
            other => panic!("{other:?} with {doors} doors"),
        }
    };
    let states = |doors| match tried(doors) {
        Reason::AllTried { states } => states,
        other => panic!("{other:?} with {doors} doors"),
    };
    assert!(states(14) < 3 * states(7), "{} states", states(14));
}

/// The head of a file whose hero needs 25 blows for a boss that takes half of the hero's starting health with each
/// answer.
fn boss(rest: &str) -> String {
    format!(
        "goal kill=W\nhero health=30 strength=6\nkind W \"boss\" health=150 strength=15{rest}\n"
    )
}

/// Returns the reason why the halls with the boss cannot be won within a number of turns.
fn lost_to_boss(turns: u32) -> Reason {
    let text = halls(&boss(&format!("\nlose turns={turns}")), &[(36, 3, "W")], "");
    match prove(&dungeon(&text), 0, &Budget::of_steps(200_000)).verdict {
        Verdict::Unwinnable(disproof) => disproof.reason,
        other => panic!("{other:?}\n{text}"),
    }
}

#[test]
fn a_boss_is_too_strong_for_the_time_that_is_left() {
    let Reason::TooStrong {
        at,
        at_least,
        at_most,
        enough,
        ..
    } = lost_to_boss(300)
    else {
        panic!("the fight is too hard");
    };
    assert_eq!((at.to_string().as_str(), at_most), ("36,3", 138));
    // 25 blows cost 360 health, and bolts a little less.
    assert!((200..=361).contains(&at_least), "{at_least}");
    assert!(enough.is_some_and(|turns| turns > 600), "{enough:?}");
}

#[test]
fn a_boss_has_more_life_than_there_is_time_for_blows() {
    let Reason::TooFewTurns {
        at_least, enough, ..
    } = lost_to_boss(18)
    else {
        panic!("there is no time");
    };
    assert_eq!(at_least, 19, "eight points of health a turn");
    assert!(enough.is_some_and(|turns| turns > 600), "{enough:?}");
}

#[test]
fn a_hero_who_rests_first_beats_a_boss_that_waits_or_hunts_behind_doors() {
    for parts in ["", " is=wanderer", " sense=always hunt=path"] {
        let text = halls(&boss(parts), &[(36, 3, "W")], "");
        let proof = prove(&dungeon(&text), 0, &Budget::of_steps(400_000));
        let is_won = matches!(proof.verdict, Verdict::Winnable(_));
        assert!(is_won, "{:?}\n{text}", proof.verdict);
    }
}

/// Asserts that the prover wins a level.
fn assert_won(text: &str) {
    let proof = prove(&dungeon(text), 0, &Budget::of_steps(8_000_000));
    let is_won = matches!(proof.verdict, Verdict::Winnable(_));
    assert!(is_won, "{:?}\n{text}", proof.verdict);
}

/// The head of a file with a hero who heals to 30 at most, and a boss that needs 25 blows.
fn boss_and_limit(goal: &str, parts: &str) -> String {
    let hero = "hero health=30 strength=6 max=30";
    format!("goal {goal}\n{hero}\nkind W \"boss\" health=150 strength=15 {parts}\n")
}

#[test]
fn a_hero_whose_health_has_a_limit_beats_a_boss_that_waits_by_bolts_from_afar() {
    let text = halls(&boss_and_limit("kill=W", ""), &[(36, 3, "W")], "");
    assert_won(&text);
}

#[test]
fn a_hero_whose_health_has_a_limit_beats_a_boss_that_drops_the_key() {
    let head = boss_and_limit("take=c", "drops=k");
    let text = halls(
        &(head + "item k \"key\" opens=iron\nitem c \"crown\"\n"),
        &[
            (36, 3, "W"),
            (36, 17, "c"),
            (29, 9, "#"),
            (29, 10, "#"),
            (29, 15, "+"),
        ],
        "+ 29 15 locked=iron\n",
    );
    assert_won(&text);
}

#[test]
fn a_hero_whose_health_has_a_limit_runs_from_a_boss_in_circles_and_strikes_when_healed() {
    let head = boss_and_limit("kill=W", "sense=always hunt=path through=doors,slime");
    let rooms = "###########\n#....+....#\n#.@..#....#\n#....#....#\n##+#####+##\n#....#....#\n#....#..W.#\n\
                 #....+....#\n###########\n";
    assert_won(&format!("{head}map\n{rooms}end\n"));
}

#[test]
fn a_boss_is_too_strong_for_a_hero_who_cannot_survive_one_answer() {
    for (parts, needed) in [("15", 16), ("8 speed=200%", 17), ("8", 16)] {
        let head = format!(
            "goal kill=W\nhero health=15 strength=6 max=15 max-manna=0\nkind W \"boss\" health=150 strength={parts}\n"
        );
        let text = halls(&head, &[(36, 3, "W")], "");
        let Verdict::Unwinnable(disproof) =
            prove(&dungeon(&text), 0, &Budget::of_steps(20_000)).verdict
        else {
            panic!("the verdict must be `TooStrong`\n{text}");
        };
        let Reason::TooStrong {
            at_least,
            at_most,
            enough,
            ..
        } = disproof.reason
        else {
            panic!("{:?}\n{text}", disproof.reason);
        };
        assert_eq!((at_least, at_most, enough), (needed, 15, None), "{text}");
    }
}
