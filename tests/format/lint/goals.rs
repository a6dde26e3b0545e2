//! What the lints miss where a file names what wins.
use dungeon::format::{Limits, Source, read};

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
