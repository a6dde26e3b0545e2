//! Siege in words: every test plays a small field and reads what is said.
use dungeon_play::session::session::Session;

use super::*;

/// What a field says at its start and then to these keys, the welcome left out.
fn session(rules: &str, field: &str, keys: &str) -> Session {
    let text = format!(
        "rules siege {rules}\nlevel \"Field\"\nmap\n{}\nend\n",
        field.trim()
    );
    let mut session = Session::new(support::dungeon(&text));
    session.press(keys).expect("a script");
    session
}

/// What is said to the last of these keys.
fn said(rules: &str, field: &str, keys: &str) -> Vec<String> {
    session(rules, field, keys).latest_messages().to_vec()
}

/// What is said before the first key.
fn opening(rules: &str, field: &str) -> Vec<String> {
    session(rules, field, "").messages().to_vec()
}

/// Walled in, so that no season brings anybody.
const WALLED: &str = "
#####
#.@.#
#.%.#
#...#
#####";

const OPEN: &str = "
.......
.......
...@...
...%...
.......";

#[test]
fn s2_a_season_tells_its_number_what_it_pays_and_who_comes() {
    let welcome = "You enter the pasture. Press ? for the keys.";
    assert_eq!(
        opening("", OPEN),
        [
            welcome,
            "Season 1 begins: your cow brings 10 gold.",
            "2 hordlings come."
        ]
    );
    assert_eq!(opening("turn=1", OPEN), [welcome]);
    let later = |rules| opening(rules, WALLED)[1].clone();
    assert_eq!(
        later("turn=450 profit=7"),
        "Season 4 begins: your cow brings 7 gold."
    );
    assert_eq!(
        later("turn=600"),
        "Season 5 begins, and year 2 with it: your cow brings 10 gold."
    );
    assert_eq!(
        later("turn=600 year=1"),
        "Season 5 begins: your cow brings 10 gold."
    );
    assert_eq!(
        later("turn=0 profit=0"),
        "Season 1 begins: your cow brings nothing."
    );
}

#[test]
fn s2_the_herd_is_counted_in_words() {
    let herd = |cows: &str| {
        let field = WALLED.replace("#...#", cows).replace("#.%.#", "#...#");
        opening("", &field)[1].clone()
    };
    assert_eq!(herd("#...#"), "Season 1 begins: you have no cows.");
    assert_eq!(herd("#%.%#"), "Season 1 begins: your 2 cows bring 20 gold.");
}

#[test]
fn s11_a_skip_tells_the_season_it_leads_to() {
    assert_eq!(
        said("turn=1", WALLED, "s"),
        ["Season 2 begins: your cow brings 10 gold."]
    );
}

/// What a season says whose events are these; the bodies are as the picture's.
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
        [begins, "2 hordlings come, over a fence and a hordling."]
    );
    assert_eq!(
        season_of(field, &[bare, born(2, 3)]),
        [begins, "A hordling comes, over a cow."]
    );
    // Neither in the order of their coming nor one by one.
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
            "4 hordlings come, over a cow, 2 fences and a hordling."
        ]
    );
    // A hordling that comes and goes at once is not counted.
    assert_eq!(
        season_of(field, &[born(2, 3), dead(2, 3), born(3, 3)]),
        [begins, "A hordling comes."]
    );
}

#[test]
fn s3_in_fog_only_newcomers_in_view_are_told() {
    let begins = "Season 2 begins: your cow brings 10 gold.";
    assert_eq!(said("turn=149", OPEN, "."), [begins, "2 hordlings come."]);
    let text = format!(
        "rules siege turn=149 fog=1\nlevel \"Field\"\nmap\n{}\nend\n",
        OPEN.trim()
    );
    let mut session = Session::new(support::dungeon(&text));
    session.press(".").expect("a script");
    assert_eq!(session.latest_messages(), [begins]);
    session.press("i").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["You have 10 gold and a cow."],
        "nobody counts who is out of sight"
    );
}

#[test]
fn s22_stolen_coins_are_told_as_one_sum_a_turn() {
    let one = "
.......
.......
..A@...
.......
.......";
    let rules = "turn=1 gold=9";
    assert_eq!(
        said(rules, one, "."),
        ["The hordling steals a coin from you."]
    );
    let two = one.replace("A@.", "A@B");
    assert_eq!(
        said(rules, &two, "."),
        ["Hordlings steal 2 coins from you."]
    );
}

#[test]
fn s22_eaten_cows_are_told_as_one_number_a_turn() {
    let field = "
.........
.A.....B.
.%.....%.
.........
....@....
.........";
    assert_eq!(said("turn=1", field, "."), ["Hordlings eat 2 cows."]);
    let one = field.replace(".B.", "...");
    assert_eq!(said("turn=1", &one, "."), ["The hordling eats a cow."]);
}

#[test]
fn s22_what_becomes_of_a_fence_and_of_who_tears_at_it_is_told() {
    let torn = |fence: &str, letter: &str| {
        let field = "
.......
.......
..A1@..
.......
.......";
        let field = field.replace("A1", &format!("{letter}{fence}"));
        said("turn=1", &field, ".")
    };
    assert_eq!(torn("1", "A"), ["The hordling breaks the fence."]);
    assert_eq!(torn("2", "A"), ["The hordling weakens the fence."]);
    assert_eq!(
        torn("3", "B"),
        ["The hordling weakens the fence and is hurt."]
    );
    assert_eq!(torn("5", "A"), ["The hordling dies tearing at the fence."]);
}

#[test]
fn s22_many_who_tear_are_told_as_one() {
    let field = "
.........
.........
.B2.@.2B.
.........
.........";
    let told = |fences| said("turn=1", &field.replace('2', fences), ".");
    assert_eq!(told("1"), ["Hordlings break 2 fences."]);
    assert_eq!(told("2"), ["Hordlings weaken 2 fences."]);
    assert_eq!(told("3"), ["Hordlings weaken 2 fences and are hurt."]);
    let weak = field.replace('B', "A").replace('2', "4");
    assert_eq!(
        said("turn=1", &weak, "."),
        ["Hordlings die tearing at 2 fences."]
    );
    let same = "
.......
.......
.......
.C.....
..5.@..
.B.....
.......";
    assert_eq!(
        said("turn=1", same, "."),
        ["Hordlings weaken the fence and are hurt."]
    );
}

#[test]
fn s11_what_the_hero_buys_and_builds_is_told() {
    let rules = "turn=1 gold=30";
    assert_eq!(said(rules, WALLED, "c"), ["You buy a cow for 20 gold."]);
    assert_eq!(said(rules, WALLED, "f"), ["You build a fence."]);
    assert_eq!(
        said(rules, WALLED, "cc"),
        ["There is something here already."]
    );
    assert_eq!(
        said("turn=1 gold=19", WALLED, "c"),
        ["That costs 20 gold, and you have less."]
    );
    let raised = |keys| said(rules, &WALLED.replace('%', "1"), keys);
    assert_eq!(raised("2"), ["You raise the fence to strength 2 of 5."]);
    assert_eq!(raised("2222"), ["You raise the fence to strength 5 of 5."]);
    assert_eq!(raised("22222"), ["The fence is as strong as can be."]);
}

#[test]
fn s10_what_is_in_the_way_is_told() {
    assert_eq!(said("turn=1", WALLED, "2"), ["The cow is in your way."]);
    assert_eq!(said("turn=1", WALLED, "8"), ["You bump into the wall."]);
    assert_eq!(
        said("turn=1", &WALLED.replace('%', "3"), "2"),
        ["You have not gold enough to raise the fence."]
    );
    let ring = "
..2....
..@....
.......";
    for way in ["8", "7"] {
        assert_eq!(
            said("turn=1", ring, way),
            ["The outermost ring is not for you."]
        );
    }
}

#[test]
fn s10_what_was_in_the_way_is_told_even_if_it_is_gone_by_then() {
    let fence = "
.......
.......
...@...
...5...
...B...";
    assert_eq!(
        said("turn=1", fence, "2"),
        [
            "The fence is as strong as can be.",
            "The hordling weakens the fence and is hurt."
        ]
    );
    let cow = fence.replace('5', "%");
    assert_eq!(
        said("turn=1", &cow, "2"),
        ["The cow is in your way.", "The hordling eats a cow."]
    );
}

#[test]
fn s10_blows_that_wound_and_blows_that_slay_are_told() {
    let field = "
.......
.......
..@B...
.......
.......";
    let rules = "turn=1 gold=9";
    assert_eq!(
        said(rules, field, "6"),
        [
            "You hit the hordling for 1.",
            "The hordling steals a coin from you."
        ]
    );
    assert_eq!(said(rules, field, "66"), ["You slay the hordling."]);
}

#[test]
fn s2_the_end_is_told_with_gold_and_turns() {
    let thief = "
.......
.......
..A@A..
.......
.......";
    let last = |said: Vec<String>| said.last().cloned().unwrap_or_default();
    assert_eq!(
        last(said("turn=1", thief, ".")),
        "You are bankrupt after 2 turns, 2 gold in debt, ruined by a hordling."
    );
    assert_eq!(
        last(opening("turn=3 gold=-5", WALLED)),
        "You are bankrupt after 3 turns, 5 gold in debt."
    );
    assert_eq!(
        said("turn=149 gold=1995", WALLED, "."),
        [
            "Season 2 begins: your cow brings 10 gold.",
            "You are rich: you have won in 150 turns, with 2005 gold."
        ]
    );
    // Ruined, but for the season that pays before it is judged.
    let saved = said("turn=149", &format!("{}\n%%%%%%%", thief.trim()), ".");
    assert!(
        saved.iter().all(|said| !said.contains("bankrupt")),
        "{saved:?}"
    );
}

#[test]
fn gold_is_lost_to_wounds_of_every_sort() {
    let meets = |head: &str, mark: &str, keys| {
        let text = format!(
            "rules siege turn=1 gold=50
{head}
level \"Field\"
map
......
......
..@X..
......
......
end
{mark}
"
        );
        let mut session = Session::new(support::dungeon(&text));
        session.press(keys).expect("a script");
        session.latest_messages().to_vec()
    };
    assert_eq!(
        meets("kind X \"wolf\" is=wanderer health=9 strength=4", "", "."),
        ["The wolf hits you for 4 gold."]
    );
    assert_eq!(
        meets("item X \"purse\" wealth=7", "", "6"),
        ["You take the purse: +7 gold."]
    );
    assert_eq!(
        meets("", "mark X ^ trap=dart damage=3", "6"),
        ["A dart hits you for 3 gold."]
    );
    assert_eq!(
        meets("", "mark X ^ trap=pit damage=3", "6"),
        ["You fall into a pit: -3 gold."]
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
        look("6").contains("Fence, strength 5 of 5, which hurts whoever tears at it."),
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

/// What the screen shows after these keys.
fn said_of_screen(rules: &str, field: &str, keys: &str) -> String {
    let frame = session(rules, field, keys).frame();
    frame.lines().collect::<Vec<_>>().join("\n")
}

#[test]
fn the_pack_tells_the_purse_the_herd_and_the_horde() {
    let field = "
.......
..A....
...@.%.
.......
A..A...";
    let rules = "turn=1 gold=9";
    assert_eq!(
        said(rules, field, "i"),
        ["You have 9 gold and a cow. 3 hordlings are about."]
    );
    let one = field.replace("A..A", "....").replace('%', ".");
    assert_eq!(
        said(rules, &one, "i"),
        ["You have 9 gold and no cows. A hordling is about."]
    );
    assert_eq!(said(rules, WALLED, "i"), ["You have 9 gold and a cow."]);
}

#[test]
fn the_pack_asks_for_no_treasure_where_nothing_must_be_taken() {
    let text = drawn! {r#"
        rules siege turn=1 gold=9
        item $ "treasure" wealth=40
        level "Field"
        map
        .......
        .@...$.
        .......
        end
    "#};
    let mut session = Session::new(support::dungeon(text));
    session.press("i").expect("a script");
    assert_eq!(session.latest_messages(), ["You have 9 gold and no cows."]);
}

#[test]
fn a_name_with_its_own_article_gets_no_other() {
    let text = drawn! {r#"
        rules siege turn=1 gold=9
        kind k "the Beast" is=hordling strength=2
        level "Field"
        map
        .......
        .@k....
        .......
        end
    "#};
    let mut session = Session::new(support::dungeon(text));
    session.press(".").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["The Beast steals a coin from you."]
    );
    session.press("l").expect("a script");
    let said = session.latest_messages();
    assert!(said[0].starts_with("You hit the Beast"), "{said:?}");
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
fn a_birth_is_told_with_beside_whom_it_was() {
    let camp = "
.......
.@.....
.......
....c..
.......";
    let kinds = "kind r \"rider\" is=hordling\nkind c \"camp\" is=hordling hunt=stand attack=none spawns=r:1\n";
    let text = format!("rules siege turn=1 gold=7\n{kinds}level\nmap{camp}\nend\n");
    let mut session = dungeon_play::session::session::Session::new(support::dungeon(&text));
    session.press(".").expect("a script");
    let said = session.latest_messages().join(" ");
    assert_eq!(said, "A rider appears beside the camp.");
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
        "Every 51 turns (T: left) a season begins",
        "each cow brings 11 gold",
        "N pairs in year N (5 seasons)",
        "A cow costs 21, a fence and each raising 3.",
        "Win with 301 gold",
    ] {
        assert!(told.contains(fact), "{told}");
    }
}
