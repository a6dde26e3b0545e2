//! `goal` and `lose` lines: repeated keys, and goals whose targets are missing in the file (docs/format, "Goals").
use dungeon_format::{Limits, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{Goal, Loss};

/// Returns the findings in a file whose hall has these glyphs beside a hero and a coin: codes, each with its message.
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

/// A hall with these glyphs, and records after its map.
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
    let dungeon = dungeon.expect("each is reported once");
    assert_eq!(dungeon.losses(), [Loss::Turns(90), Loss::Without]);
}

/// Monsters born later also count as targets of a goal, whatever kind bears them (G-2).
#[test]
fn whoever_may_be_born_can_be_killed() {
    let kinds = "kind r \"rat\" is=wanderer\nkind n \"nest\" is=wanderer spawns=r:5\nkind m \"mound\" is=wanderer spawns=n:9";
    let head = |goal: &str| format!("goal kill={goal} survive=30\n{kinds}");
    let unwanted = |told: Vec<String>| {
        told.iter()
            .any(|told| told.contains("a monster to kill, found none"))
    };
    assert!(!unwanted(told(&head("r"), "n")));
    assert!(!unwanted(told(&head("r"), "m")));
    assert!(!unwanted(told(&head("\"nest\""), "rm")));
    assert!(unwanted(told(&head("n"), "r")));
    let bred = format!("{}\n{}", head("r"), hall("...", "scatter m 1\n"));
    assert!(!unwanted(told_of(&bred)));
    let none = format!("{}\n{}", head("r"), hall("...", "scatter m 0\n"));
    assert!(unwanted(told_of(&none)));
    let cause = "mark P .\nwhen step=P spawn=n at=P\n";
    let caused = format!("{}\n{}", head("r"), hall("..P", cause));
    assert!(!unwanted(told_of(&caused)), "{:?}", told_of(&caused));
    let circle = format!("{}\nkind o \"ox\" is=wanderer spawns=o:3", head("r"));
    assert!(unwanted(told(&circle, "oo")), "a line without an end");
}

const YARD: &str = "goal cover=T\ntile T \"target\"\ntile B \"boulder\" push=yes";

/// Returns the findings about too few boulders.
fn too_few(text: &str) -> Vec<String> {
    let mut told = told_of(text);
    told.retain(|told| told.starts_with("no-goal"));
    told
}

/// Kinds that leave boulders as trails make more of them, and an invalid boulder record may stand for any number.
#[test]
fn boulders_that_may_come_are_not_missed() {
    let trail = "kind s \"stone snail\" is=wanderer trail=B";
    assert!(too_few(&format!("{YARD}\n{trail}\n{}", hall("T..s", ""))).is_empty());
    let caused = format!(
        "{YARD}\n{}",
        hall("T..P", "mark P .\nwhen step=P tile=P into=B\n")
    );
    assert!(too_few(&caused).is_empty(), "{:?}", told_of(&caused));
    let won = format!(
        "{YARD}\n{}",
        hall("T..P", "mark P .\nwhen step=P win=yes\n")
    );
    assert!(too_few(&won).is_empty(), "{:?}", told_of(&won));
    let loses = hall("T..P", "mark P .\nwhen step=P lose=yes\n");
    assert_eq!(too_few(&format!("{YARD}\n{loses}")).len(), 1);
    let broken = YARD.replace("push=yes", "push=yse");
    assert!(too_few(&format!("{broken}\n{}", hall("T..B", ""))).is_empty());
}

#[test]
fn where_nothing_wins_nothing_needs_to_be_there() {
    for head in ["", "rules arena\n", "rules tactics\n"] {
        let text = format!("{head}goal none=yes\nmap\n#####\n#@..#\n#####\nend\n");
        assert!(told_of(&text).is_empty(), "{text}");
        let (dungeon, _) = read(&Source::from_text("hall.dng", text), &Limits::default());
        let dungeon = dungeon.expect("a dungeon without findings");
        assert_eq!(dungeon.goals(), [Goal::Never]);
    }
}
