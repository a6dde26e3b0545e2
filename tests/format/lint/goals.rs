//! What the lints miss where a file names what wins.
use dungeon_format::{Limits, Source};
use dungeon_lint::read;

/// What is told of a text, as the codes and the places that are meant.
fn told(text: &str) -> Vec<String> {
    let source = Source::from_text("goals.dng", text);
    let findings = read(&source, &Limits::default()).1;
    let told = findings.iter().map(|found| {
        let message = found.message.to_string();
        format!("{}[{}] {message}", found.severity.word(), found.code)
    });
    told.collect()
}

#[test]
fn what_no_goal_takes_may_be_out_of_reach_unless_it_is_of_use() {
    let vault = "map\n##########\n#@...#.$.#\n#..>.#.#.#\n##########\nend\n";
    let leave = |head: &str| told(&format!("{head}{vault}"));
    assert_eq!(leave("goal leave=yes\n"), Vec::<String>::new());
    let must =
        "error[unreachable-item] expected a way from the hero to the gold at 8,2, found none";
    assert_eq!(leave("goal leave=yes take=yes\n"), [must]);
    let vital =
        "warning[unreachable-item] expected a way from the hero to the gold at 8,2, found none";
    assert_eq!(leave("goal leave=yes\nlose without=$\n"), [vital]);
}

#[test]
fn a_way_out_and_a_wanted_monster_are_missed() {
    let out = told("goal leave=yes\nmap\n##########\n#@...#...#\n#....#.>.#\n##########\nend\n");
    let missed = "warning[unreachable-stairs] expected a way from the hero to the way out at 8,3, found none";
    assert_eq!(out, [missed]);
    let lich = told("goal kill=w\nmap\n##########\n#@...#$.w#\n##########\nend\n");
    let missed =
        "warning[sealed-monster] expected a way from the hero to the wanderer at 9,2, found none";
    assert_eq!(lich, [missed]);
}

/// Whether it is told that a level with such records below its map has too few boulders: two cells are to be covered there,
/// and a boulder is drawn.
fn lacks_boulders(before: &str, records: &str) -> bool {
    let map = "map\n############\n#@..B.T.1..#\n#..P..T.1..#\n#..........#\n############\nend\n";
    let tiles = "tile T \"target\"\ntile B \"boulder\" push=yes\n";
    let told = told(&format!(
        "goal cover=T\n{tiles}{before}{map}mark P .\n{records}\n"
    ));
    let is_it = |found: &String| found.contains("as many boulders as cells to cover, 2, found");
    told.iter().any(is_it)
}

#[test]
fn boulders_that_may_come_are_counted_and_no_others() {
    let plain = "mark 1 .";
    let lacking = [
        ("", plain),
        ("", "mark 1 .\nscatter w 3"),
        ("", "mark 1 w|$"),
        ("", "mark 1 .\nwhen step=P tile=3,2 into=#"),
        (
            "",
            "mark 1 .\nwhen step=P give=$ move=3,2 open=3,2 alarm=yes",
        ),
        ("", "mark 1 .\nwhen step=P spawn=w at=P"),
        ("kind s \"snail\" trail=B\n", plain),
        (
            "kind s \"snail\" trail=~\ntile ~ \"slime\" walk=slime\n",
            "mark 1 s",
        ),
        (
            "vault \"v\"\nmap\n#+#\n#B#\n###\nend\ntile ~ \"mud\"\n",
            plain,
        ),
    ];
    for (before, records) in lacking {
        assert!(lacks_boulders(before, records), "{before}{records}");
    }
    let enough = [
        ("", "mark 1 B"),
        ("", "mark 1 B|."),
        ("", "mark 1 B 1%"),
        ("", "mark 1 .\nscatter B 0..1"),
        ("", "mark 1 .\nwhen step=P tile=3,2 into=B"),
        ("", "mark 1 .\nwhen step=P tile=7,2 into=."),
        ("", "mark 1 .\nwhen step=P again=yes tile=3,2 into=B"),
        ("", "mark 1 .\nwhen step=P win=yes"),
        ("kind s \"snail\" trail=B\n", "mark 1 s"),
        ("kind s \"snail\" trail=B\n", "mark 1 w|s"),
        (
            "kind s \"snail\" trail=B\n",
            "mark 1 .\nwhen step=P spawn=s at=P",
        ),
        (
            "kind s \"snail\" trail=B\nkind n \"nest\" spawns=s:3\n",
            "mark 1 .\nscatter n 1",
        ),
    ];
    for (before, records) in enough {
        assert!(!lacks_boulders(before, records), "{before}{records}");
    }
}

#[test]
fn boulders_of_vaults_may_come_to_the_levels_that_take_them() {
    let file = |depth: &str| {
        let told = told(&format!(
            "goal cover=T\ntile T \"target\"\ntile B \"boulder\" push=yes\n\
             vault \"v\"{depth}\nmap\n#####\n#.B.+\n#####\nend\n\
             level\nmap rooms 40 20 vaults=yes\n@ 2 2\nT 20 10\nscatter > 1\n\
             level\nmap rooms 40 20 vaults=yes\nscatter < 1\nscatter $ 1\n"
        ));
        let lacking =
            "error[no-goal] expected as many boulders as cells to cover on level 1, 1, found 0";
        told.iter().any(|found| found == lacking)
    };
    assert!(!file(""));
    assert!(!file(" depth=1"));
    assert!(file(" depth=2"));
}

/// A door that hides nothing that wins: its own key is behind it.
#[test]
fn what_no_goal_needs_may_be_locked_in() {
    let level = |head: &str, behind: &str| {
        told(&format!(
            "{head}\nitem k \"key\" opens=red\nmap\n############\n#@...>.D.k{behind}#\n############\nend\nmark D + locked=red\n"
        ))
    };
    let severity = |told: Vec<String>| {
        let of_lock = told.into_iter().find(|told| told.contains("[locked-in]"));
        of_lock.map(|told| told.split('[').next().unwrap_or_default().to_owned())
    };
    let is = |head: &str, behind: &str, expected: &str| {
        let found = severity(level(head, behind));
        assert_eq!(found.as_deref(), Some(expected), "{head} {behind}");
    };
    is("goal leave=yes", ".", "warning");
    is("goal survive=9 leave=yes", "w", "warning");
    is("goal leave=yes take=yes", ".", "warning");
    is("goal leave=yes take=yes", "$", "error");
    is("goal leave=yes kill=w", "w", "error");
    is("goal leave=yes kill=g", "g", "warning");
}

/// The same of a key that is walled off, for a door that hides nothing that wins.
#[test]
fn a_key_that_no_goal_needs_may_be_walled_off() {
    let level = |behind: &str| {
        told(&format!(
            "goal take=yes\nitem k \"key\" opens=red\nmap\n##############\n#@.$..D.{behind}#.k.#\n##############\nend\nmark D + locked=red\n"
        ))
    };
    assert!(
        level(".")[0].starts_with("warning[unreachable-item]"),
        "{:?}",
        level(".")
    );
    assert!(
        level("$")[0].starts_with("error[unreachable-item]"),
        "{:?}",
        level("$")
    );
}

#[test]
fn turns_that_lose_before_a_goal_is_met_are_told() {
    let hall = "map\n######\n#@...#\n######\nend\n";
    let both = |lose: u32| told(&format!("goal survive=20\nlose turns={lose}\n{hall}"));
    let expected =
        "warning[no-goal] expected at least 20 turns to win in, found the game lost after 10";
    assert_eq!(both(10), [expected]);
    assert_eq!(
        both(20),
        Vec::<String>::new(),
        "of a win and a loss in one turn the win counts"
    );
}

#[test]
fn scatters_that_keep_farther_away_than_any_cell_are_told() {
    let far = |away: u32, map: &str| {
        let told = told(&format!(
            "{map}\nscatter @ 1\nscatter $ 1\nscatter w 1 away={away}\n"
        ));
        told.iter()
            .any(|told| told.starts_with("warning[too-few-cells]"))
    };
    let hall = "map\n########\n#......#\n#......#\n########\nend";
    assert!(!far(5, hall), "from corner to corner there are 6 steps");
    assert!(far(6, hall));
    assert!(!far(47, "map rooms 40 14"));
    assert!(far(48, "map rooms 40 14"));
}

/// A wall is suggested to be opened only where that is enough: here a locked door comes next, whose key lies behind it.
#[test]
fn a_wall_that_is_not_all_that_is_in_the_way_is_no_mend() {
    let help = |behind: &str| {
        let text = format!(
            "item k \"key\" opens=red\nmap\n###########\n#@.#.{behind}.$.#\n###########\nend\nmark D + locked=red\n"
        );
        let source = Source::from_text("goals.dng", text);
        let found = read(&source, &Limits::default()).1;
        let found = found
            .into_iter()
            .find(|found| found.code.name() == "unreachable-item");
        let found = found.expect("something is out of reach");
        (found.help.expect("a help").to_string(), found.fix.is_some())
    };
    let enough = ("the thinnest wall is at 4,2: open it".to_owned(), true);
    assert_eq!(help(".."), enough);
    assert_eq!(help("kD"), enough);
    let more = "the thinnest wall is at 4,2, but opening it is not enough";
    assert_eq!(help("Dk"), (more.to_owned(), false));
}

#[test]
fn a_key_is_not_needed_where_a_cause_wins_on_this_side_of_the_door() {
    let locked = |record: &str| {
        let before = "item k \"key\" opens=red\n";
        let map = "map\n##########\n#@..#....#\n#...D..$.#\n#...#....#\n##########\nend\n";
        let marks = "mark D + locked=red\nk 6 3\n";
        told(&format!("{before}{map}{marks}{record}\n"))
    };
    let message =
        "expected the key before the locked door at 5,3 that it opens, found it behind that door";
    let optional = [format!("warning[locked-in] {message}")];
    let needed = [format!("error[locked-in] {message}")];
    for record in [
        "when step=3,3 win=yes",
        "when leave=2,2 win=yes",
        "when turn=9 win=yes",
        "* 3 4\nwhen take=* win=yes",
    ] {
        assert_eq!(locked(record), optional, "{record}");
    }
    for record in ["when step=3,3 alarm=yes", "when opened=D win=yes"] {
        assert_eq!(locked(record), needed, "{record}");
    }
}

#[test]
fn what_a_broken_record_may_have_put_down_is_not_missing() {
    let map = "map\n##########\n#@.......#\n#........#\n##########\nend\n";
    for (head, glyph) in [
        ("goal kill=w\n", 'w'),
        ("goal leave=yes\n", '>'),
        ("goal cover=T\ntile T \"target\"\n", 'T'),
        ("lose without=$\ngoal survive=9\n", '$'),
    ] {
        let told = told(&format!("{head}{map}scatter {glyph} 1 in=1,1..1,1\n"));
        let codes: Vec<&str> = told
            .iter()
            .filter_map(|one| one.split(' ').next())
            .collect();
        assert_eq!(codes, ["error[on-perimeter]"], "{head}");
    }
}

#[test]
fn turns_of_causes_that_lose_before_others_win_are_told() {
    let map = "map\n#######\n#@....#\n#######\nend\n";
    let told = |head: &str, records: &str| told(&format!("{head}{map}{records}"));
    let late = |won: u32, lost: u32| {
        let message =
            format!("expected at least {won} turns to win in, found the game lost after {lost}");
        vec![format!("warning[no-goal] {message}")]
    };
    let lose = "when turn=10 lose=yes\n";
    assert_eq!(told("goal survive=20\n", lose), late(20, 10));
    assert_eq!(told("goal survive=10\n", lose), Vec::<String>::new());
    let win = "when turn=20 win=yes\n";
    assert_eq!(told("lose turns=10\n", win), late(20, 10));
    assert_eq!(told("lose turns=20\n", win), Vec::<String>::new());
    assert_eq!(told("", &format!("{win}{lose}")), late(20, 10));
    let sooner = format!("{win}when step=4,2 win=yes\n{lose}");
    assert_eq!(told("", &sooner), Vec::<String>::new());
}
