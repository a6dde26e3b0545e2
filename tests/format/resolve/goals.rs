//! Lines `goal` and `lose`: what may be said twice, and goals for which a file has nothing (docs/format, "Goals").
use dungeon::dungeon::{Goal, Loss};
use dungeon::format::{Limits, Source, read};

/// What is told of a file whose hall holds these glyphs beside a hero and a coin: codes, each with its message.
fn told(head: &str, glyphs: &str) -> Vec<String> {
    told_of(&format!("{head}\n{}", hall(glyphs, "")))
}

fn told_of(text: &str) -> Vec<String> {
    let (_, found) = read(&Source::from_text("goals.dng", text), &Limits::default());
    let told = found
        .iter()
        .map(|found| format!("{}: {}", found.code, found.message));
    told.collect()
}

/// A hall with these glyphs, and records behind its map.
fn hall(glyphs: &str, records: &str) -> String {
    let wall = "#".repeat(glyphs.chars().count() + 5);
    format!(
        "map\n{wall}\n#@.{glyphs}$#\n#.{}.#\n{wall}\nend\n{records}",
        ".".repeat(glyphs.chars().count() + 1)
    )
}

#[test]
fn a_goal_that_is_said_twice_is_one() {
    let head = "goal kill=g\ngoal kill=g survive=9\ngoal cover=T\ngoal cover=T\ntile T \"target\"\ntile B \"rock\" push=yes";
    let text = format!("{head}\n{}", hall("g.T..B", ""));
    let source = Source::from_text("goals.dng", text);
    let (dungeon, found) = read(&source, &Limits::default());
    assert!(found.is_empty(), "{found:?}");
    let dungeon = dungeon.expect("a dungeon without findings");
    assert_eq!(dungeon.goals(), [Goal::Kill, Goal::Cover, Goal::Survive(9)]);
    let nobody = told("goal kill=jack\ngoal kill=jack", ".");
    assert_eq!(nobody.len(), 1, "{nobody:?}");
}

#[test]
fn what_counts_once_in_a_file_is_said_once() {
    let items = "item a \"relic\"\nitem b \"book\"";
    for (twice, key) in [
        ("goal survive=9\ngoal survive=12", "survive"),
        ("lose turns=90\nlose turns=90", "turns"),
        ("lose without=a\nlose without=b turns=9", "without"),
    ] {
        let expected = format!("duplicate-key: expected `{key}=` once in a file, found it again");
        assert_eq!(told(&format!("{twice}\n{items}"), "a.b"), [expected]);
    }
    let apart = format!(
        "lose turns=90\nlose without=a\n{items}\n{}",
        hall("a.b", "")
    );
    let (dungeon, _) = read(&Source::from_text("goals.dng", apart), &Limits::default());
    let dungeon = dungeon.expect("each is said once");
    assert_eq!(dungeon.losses(), [Loss::Turns(90), Loss::Without]);
}

/// G-2: those who are born later are wanted, too, whoever bears them.
#[test]
fn whoever_may_be_born_can_be_killed() {
    let kinds = "kind r \"rat\" is=wanderer\nkind n \"nest\" is=wanderer spawns=r:5\nkind m \"mound\" is=wanderer spawns=n:9";
    let head = |goal: &str| format!("goal kill={goal} survive=30\n{kinds}");
    let unwanted = |told: Vec<String>| told.iter().any(|told| told.contains("somebody to kill"));
    assert!(!unwanted(told(&head("r"), "n")));
    assert!(!unwanted(told(&head("r"), "m")));
    assert!(!unwanted(told(&head("\"nest\""), "rm")));
    assert!(unwanted(told(&head("n"), "r")));
    let bred = format!("{}\n{}", head("r"), hall("...", "scatter m 1\n"));
    assert!(!unwanted(told_of(&bred)));
    let none = format!("{}\n{}", head("r"), hall("...", "scatter m 0\n"));
    assert!(unwanted(told_of(&none)));
    let circle = format!("{}\nkind o \"ox\" is=wanderer spawns=o:3", head("r"));
    assert!(unwanted(told(&circle, "oo")), "a line without an end");
}
