//! Findings of `check` about goals whose targets the seed may leave out (G-2), compared with played games: with some
//! seed a game ends on its first turn without any action.
use std::sync::Arc;

use dungeon::Session;
use dungeon_engine::action::Action;
use dungeon_format::diagnostic::{Code, Severity};
use dungeon_format::source::{Limits, Source};

/// The number of seeds to play: enough for each case here to leave something out at least once.
const SEEDS: u64 = 60;

/// Whether `check` reports that the seed may leave out what a game needs, or that it may come too late.
fn is_told(text: &str) -> bool {
    let (dungeon, found) = dungeon::read(&Source::from_text("a.dng", text), &Limits::default());
    assert!(dungeon.is_some(), "{text}\n{found:?}");
    let codes = [Code::NoGoal, Code::NothingToCollect, Code::NoEnemies];
    let is_it = |code: Code, severity| codes.contains(&code) && severity == Severity::Warning;
    found.iter().any(|one| is_it(one.code, one.severity))
}

/// Whether the game of some seed ends on the first turn without any action.
fn ends_at_once(text: &str) -> bool {
    let (dungeon, _) = dungeon::read(&Source::from_text("a.dng", text), &Limits::default());
    let dungeon = Arc::new(dungeon.expect("a dungeon"));
    (0..SEEDS).any(|seed| {
        let mut session = Session::seeded(Arc::clone(&dungeon), seed);
        session.act(&[Action::Wait]);
        session.game().outcome().is_some()
    })
}

/// A hall with these records before and after its map, and these glyphs in its corner.
fn hall(before: &str, glyphs: &str, records: &str) -> String {
    format!(
        "{before}\nkind K \"king\" is=wanderer\nitem b \"banner\"\nclass u K|w\n\
         map\n##############\n#@.........{glyphs:.>2}#\n#............#\n##############\nend\n{records}\n"
    )
}

/// A generated level with these vaults and records.
fn made(before: &str, vaults: &str, map: &str, records: &str) -> String {
    format!(
        "{before}\nkind K \"king\" is=wanderer\nitem b \"banner\"\nclass u K|w\n{vaults}{map}\nscatter @ 1\n{records}\n"
    )
}

const THRONE: &str = "vault \"throne room\"\nmap\n#####\n#K..+\n#####\nend\n";
const CELLAR: &str = "vault \"cellar\"\nmap\n#####\n#...+\n#####\nend\n";

#[test]
fn g2_goals_that_the_seed_leaves_out_are_told_and_no_others() {
    let kill = "goal kill=K";
    let rooms = "map rooms 40 14";
    let one = "map rooms 40 14 vaults=1";
    let both = format!("{THRONE}{CELLAR}");
    let cases = [
        hall(kill, "", "scatter K 0..1"),
        hall(kill, "", "scatter K 1..2"),
        hall(kill, "", "scatter K 5%"),
        hall(kill, "", "scatter K 100%"),
        hall(kill, "", "scatter u 1"),
        hall("goal kill=u", "", "scatter u 1"),
        hall("goal kill=K\ngoal kill=w", "", "scatter u 1"),
        hall(kill, "K", "scatter K 0..1"),
        hall(kill, "K", "scatter w 40 overlap=yes in=2,2..13,2"),
        hall(kill, "K", "scatter w 40 overlap=yes in=2,3..13,3"),
        hall(kill, "KK", "scatter w 1 overlap=yes in=13,2..13,2"),
        hall("goal take=b", "", "scatter b 0..1"),
        hall("goal take=b", "", "scatter b 1 in=5,2..13,3"),
        hall("goal take=yes", "", "scatter $ 0..1"),
        hall("", "", "scatter $ 0..2"),
        hall("", "", "scatter $ 1..2 in=5,2..13,3"),
        hall("goal kill=K\nlose without=b", "K", "scatter b 0..1"),
        hall("goal kill=K\nlose without=b", "K", "scatter b 1"),
        hall(
            "goal kill=K\nkind n \"nest\" health=9 attack=none spawns=K:5",
            "n",
            "",
        ),
        hall(
            "goal kill=K survive=20\nkind n \"nest\" health=9 attack=none spawns=K:5",
            "n",
            "",
        ),
        hall(kill, "", "when turn=1 spawn=K at=5,2"),
        hall(kill, "", "when turn=9 spawn=K at=5,2"),
        made(kill, "", rooms, "scatter K 0..1"),
        made(kill, "", rooms, "scatter K 1"),
        made(kill, THRONE, one, ""),
        made(kill, &both, one, ""),
        made(kill, &both, "map rooms 40 14 vaults=2", ""),
        made(kill, &both, "map rooms 40 14 vaults=yes", ""),
        made(kill, &both.replace("#...+", "#K..+"), one, ""),
        made(kill, &THRONE.replace("K", "u"), one, ""),
        made("goal kill=u", &THRONE.replace("K", "u"), one, ""),
    ];
    let wrong = cases
        .iter()
        .filter(|text| is_told(text) != ends_at_once(text));
    let wrong: Vec<String> = wrong
        .map(|text| format!("told: {}\n{text}", is_told(text)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let told = cases.iter().filter(|text| is_told(text)).count();
    assert!((8..cases.len() - 8).contains(&told), "{told} are reported");
}

#[test]
fn g2_a_chance_for_each_of_very_many_cells_leaves_nothing_out() {
    let large = |percent: u32| {
        let row = format!("#{}#\n", ".".repeat(60));
        let wall = "#".repeat(62);
        let rows = row.repeat(20);
        format!(
            "map\n{wall}\n#@{}#\n{rows}{wall}\nend\nscatter $ {percent}%\n",
            ".".repeat(59)
        )
    };
    assert!(is_told(&large(1)));
    assert!(!is_told(&large(10)));
}

/// Reports an exit that the seed may leave out, although no game ends at once without it.
#[test]
fn g2_a_way_out_that_chance_leaves_out_is_told() {
    let leave = "goal leave=yes";
    assert!(is_told(&hall(leave, "", "scatter > 0..1")));
    assert!(is_told(&made(
        leave,
        "",
        "map caves 40 14",
        "scatter > 30%"
    )));
    assert!(!is_told(&hall(leave, "", "scatter > 1")));
    assert!(!is_told(&hall(leave, ">", "scatter > 0..1")));
}
