//! Messages of siege: every test plays a small field and compares the messages.
use dungeon_play::session::session::Session;

use super::*;

/// Returns a session of a field after these keys.
fn session(rules: &str, field: &str, keys: &str) -> Session {
    let text = format!(
        "rules siege {rules}\nlevel \"Field\"\nmap\n{}\nend\n",
        field.trim()
    );
    let mut session = Session::new(support::dungeon(&text));
    session.press(keys).expect("a script");
    session
}

/// A walled field, which no hordlings can enter.
const WALLED: &str = "
#####
#.@.#
#.%.#
#...#
#####";

/// Returns the messages of a season that begins with these events, on this field.
fn season_of(field: &str, events: &[Event]) -> Vec<String> {
    let text = format!(
        "rules siege turn=1\nlevel \"Field\"\nmap\n{}\nend\n",
        field.trim()
    );
    let mut world = World::new(support::dungeon(&text), 0);
    let mut told = vec![Event::PeriodBegan {
        number: 1,
        year: None,
        herd: 0,
    }];
    told.extend_from_slice(events);
    told.iter().for_each(|event| world.apply(event));
    tell(all_of(&world), &told)
}

#[test]
fn s3_what_newcomers_overwrite_is_told_with_them() {
    let field = "
A1.%...
...@...
.......";
    let kind = dungeon_model::dungeon::games::siege::hordling(1);
    let born = |who, x| Event::Born {
        who: ActorId(who),
        kind,
        level: L,
        at: at(x, 0),
    };
    let dead = |who, x| Event::Died {
        who: ActorId(who),
        level: L,
        at: at(x, 0),
    };
    let floor = |x| Event::Rebuilt {
        level: L,
        at: at(x, 0),
        tile: builtin::FLOOR,
    };
    let bare = Event::Removed {
        level: L,
        at: at(3, 0),
        item: dungeon_model::dungeon::games::siege::COW,
    };
    let begins = "Season 2 begins: you have no cows.";
    assert_eq!(
        season_of(field, &[dead(1, 0), born(2, 0), floor(1), born(3, 1)]),
        [
            begins,
            "2 hordlings arrive, trampling a fence and a hordling."
        ]
    );
    assert_eq!(
        season_of(field, &[bare, born(2, 3)]),
        [begins, "A hordling arrives, trampling a cow."]
    );
    // The order of events has no effect on the message, which counts them.
    let events = [
        floor(1),
        born(2, 1),
        dead(1, 0),
        born(3, 0),
        floor(2),
        born(4, 2),
        bare,
        born(5, 3),
    ];
    assert_eq!(
        season_of(&field.replace("1.", "11"), &events),
        [
            begins,
            "4 hordlings arrive, trampling a cow, 2 fences and a hordling."
        ]
    );
    // A hordling that arrives and dies at once is not counted.
    assert_eq!(
        season_of(field, &[born(2, 3), dead(2, 3), born(3, 3)]),
        [begins, "A hordling arrives."]
    );
}

#[test]
fn look_tells_strengths_and_gold() {
    let field = "
.......
.%.....
.B@5...
.......
.......";
    let look = |keys: &str| said_of_screen("turn=1 gold=7", field, &format!(";{keys}"));
    assert!(
        look("").contains("3,3: You, 7 gold; floor."),
        "{}",
        look("")
    );
    assert!(
        look("4").contains("A hordling, strength 2; floor."),
        "{}",
        look("4")
    );
    assert!(
        look("6").contains("Fence, strength 5 of 5, which hurts its attackers."),
        "{}",
        look("6")
    );
    assert!(look("7").contains("Cow; floor."), "{}", look("7"));
    let built = said_of_screen("turn=1 gold=7", WALLED, "f;");
    assert!(
        built.contains("You, 6 gold; fence, strength 1 of 5."),
        "{built}"
    );
}

/// Returns the screen after these keys.
fn said_of_screen(rules: &str, field: &str, keys: &str) -> String {
    let frame = session(rules, field, keys).frame();
    frame.lines().collect::<Vec<_>>().join("\n")
}

#[test]
fn names_of_several_are_formed_as_english_does() {
    let several = [
        ("cow", "2 cows"),
        ("imp", "2 imps"),
        ("fox", "2 foxes"),
        ("lich", "2 liches"),
        ("harpy", "2 harpies"),
        ("donkey", "2 donkeys"),
        ("wolf", "2 wolves"),
        ("thief", "2 thieves"),
        ("swordsman", "2 swordsmen"),
        ("shaman", "2 shamans"),
        ("sheep", "2 sheep"),
    ];
    for (name, two) in several {
        assert_eq!(dungeon_play::view::words::counted(2, name), two);
    }
}

#[test]
fn the_help_tells_prices_and_goal_of_the_file() {
    let goal = |rules: &str| {
        let text = format!("rules siege {rules}\n");
        let rules = dungeon_engine::rulesets::pick(&support::dungeon(&text));
        rules.face().goal().join(" ")
    };
    let told = goal("goal=301 season=51 profit=11 cow=21 fence=3 year=5");
    for fact in [
        "A season begins every 51 turns (T: left)",
        "each cow brings 11 gold",
        "A year has 5 seasons. In year 3, up to 3 pairs arrive each season",
        "A cow costs 21, a fence 3, raising it 3.",
        "Own 301 gold",
    ] {
        assert!(told.contains(fact), "{told}");
    }
}
