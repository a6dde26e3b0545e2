//! Goals, one test per rule: conditions of a file that win and lose (G-*).
use crate::scenario::{game, presses};
use dungeon::{Outcome, Session};
use dungeon_play::text::standing::{goal_sentences, goal_text};
use dungeon_play::view::words::TurnLimit;

/// A hall with a ghost that never moves, a coin, and an exit at both ends.
fn hall(head: &str) -> String {
    format!(
        "{head}\nkind s \"statue\" health=1 attack=none\nmap\n########\n#<@.s$>#\n########\nend\n"
    )
}

#[test]
fn g2_a_name_wants_those_who_are_called_so_and_no_others() {
    let map = "goal kill={}
kind s \"statue\" health=1 attack=none
kind B \"王\" health=1 attack=none
map
############
#@s.K..J..B#
############
end
mark K s name=\"Ann\"
mark J s name=\"Jack\"
J 8 2 name=\"statue\"
";
    let wanted = |goal: &str| {
        let game = game(&map.replace("{}", goal), 0);
        let world = game.world();
        let theirs = world.theirs(world.here());
        let wanted = theirs.filter(|who| world.kind(*who).is_wanted);
        let mut wanted: Vec<i32> = wanted.map(|who| world.body(who).at.x).collect();
        wanted.sort_unstable();
        wanted
    };
    assert_eq!(
        wanted("\"statue\""),
        [2, 7],
        "Jack is renamed to a statue, Ann is not"
    );
    assert_eq!(wanted("\"Ann\""), [4]);
    assert_eq!(wanted("s"), [2, 4, 7], "a glyph means all of its kind");
    assert_eq!(wanted("K"), [4], "a mark is a glyph");
    assert_eq!(wanted("王"), [10], "a name of one character");
}

#[test]
fn g2_a_thing_is_wanted_by_its_glyph_its_class_or_its_name() {
    let map = "goal take={}
item A \"amulet\"
item k \"bone key\" opens=bone
item b \"book\"
class t A|b
map
##########
#@A.$.k.b#
##########
end
";
    let wanted = |goal: &str| {
        let game = game(&map.replace("{}", goal), 0);
        let world = game.world();
        let cells = world.size(world.here()).points();
        let wanted = cells.filter(|p| world.item(world.item_at(world.here(), *p)).collectable);
        wanted.map(|p| p.x).collect::<Vec<i32>>()
    };
    assert_eq!(
        wanted("yes"),
        [2, 4, 8],
        "a key opens locks, so it is not wanted"
    );
    assert_eq!(wanted("A"), [2]);
    assert_eq!(wanted("k"), [6], "but a named item is wanted");
    assert_eq!(wanted("$"), [4], "a thing of the game's own");
    assert_eq!(wanted("t"), [2, 8], "all of a class");
    assert_eq!(wanted("\"bone key\""), [6]);
    assert_eq!(
        wanted("A\ngoal take=b"),
        [2, 8],
        "another line adds to the previous ones"
    );
}

#[test]
fn g2_a_mark_says_which_items_of_a_board_are_to_be_taken() {
    let text = "rules arena\ngoal take=P cover=T\ntile B \"chest\" push=yes\ntile T \"hatch\"\nitem p \"pearl\"\n\
                level \"A\"\nmap\n######\n#@BTp#\n######\nend\n\
                level \"B\"\nmap\n#######\n#@.P.p#\n#######\nend\nmark P p\n";
    let mut game = game(text, 0);
    presses(&mut game, "6");
    assert_eq!(
        (game.world().here().0, game.outcome()),
        (1, None),
        "the chest ends the first"
    );
    presses(&mut game, "66");
    assert_eq!(
        game.outcome(),
        Some(Outcome::Won),
        "the other pearls are left"
    );
    let [help, _] = told(text);
    assert!(help.contains("Take the marked pearl"), "{help}");
}

#[test]
fn g2_whoever_is_born_later_is_wanted_too() {
    let map = "goal kill=r survive=4
kind n \"nest\" health=90 attack=none spawns=r:3
kind r \"rat\" health=1 attack=none
map
########
#@r..n.#
#......#
########
end
";
    let mut game = game(map, 0);
    presses(&mut game, "6");
    assert_eq!(game.world().wanted().count(), 0);
    presses(&mut game, "...");
    assert_eq!((game.world().wanted().count(), game.outcome()), (1, None));
}

/// A hall with a motionless monster that drops a book, a plate, and gold that no goal needs.
const BOOK: &str = "item b \"book\"
kind s \"sage\" health=1 attack=none drops=b
map
#########
#@.sP.$.#
#########
end
mark P .
";

#[test]
fn g2_what_a_monster_drops_counts_for_a_goal_that_names_it() {
    let text = format!("goal take=b\n{BOOK}");
    let mut game = game(&text, 0);
    assert_eq!(
        game.outcome(),
        None,
        "nothing lies there, but the sage lives"
    );
    presses(&mut game, "66");
    assert_eq!((game.world().collectables(), game.outcome()), (1, None));
    presses(&mut game, "6");
    assert_eq!(game.outcome(), Some(Outcome::Won));
    let [help, progress] = told(&text);
    let sentence = "Take the book and kill the sage to win.";
    assert!(help.contains(sentence), "{help}");
    assert!(progress.contains("Kill the sage."), "{progress}");
}

#[test]
fn g2_all_items_are_those_that_lie_there() {
    let mut game = game(&format!("goal take=yes\n{BOOK}").replace("sP.$", "PP$s"), 0);
    presses(&mut game, "6666");
    assert_eq!(game.outcome(), Some(Outcome::Won), "the sage still lives");
}

#[test]
fn g2_what_a_cause_gives_counts_for_a_goal_that_names_it() {
    let book = BOOK.replace("drops=b", "").replace("@.sP", "@.P.");
    for again in ["", " again=yes"] {
        let text = format!("goal take=b\n{book}when step=P give=b{again}\n");
        let mut game = game(&text, 0);
        presses(&mut game, "6");
        assert_eq!(game.outcome(), None);
        presses(&mut game, "6");
        assert_eq!(game.outcome(), Some(Outcome::Won), "{again}");
        let [_, progress] = told(&text);
        assert!(progress.contains("Get the book."), "{progress}");
    }
    let two = format!("goal take=b\n{book}when step=P give=b\nwhen step=7,2 give=b\n");
    let mut game = game(&two, 0);
    presses(&mut game, "66");
    assert_eq!(game.outcome(), None, "another cause still gives one");
    presses(&mut game, "666");
    assert_eq!(game.outcome(), Some(Outcome::Won));
}

#[test]
fn g2_all_monsters_are_wanted_later_births_included() {
    let text = "goal kill=all
kind s \"statue\" health=1 attack=none
kind n \"nest\" health=1 attack=none spawns=s:2
map
#########
#@s.n.$.#
#########
end
";
    let mut game = game(text, 0);
    presses(&mut game, "6.");
    assert_eq!(
        game.world().wanted().count(),
        2,
        "the nest and what it bore"
    );
    for _ in 0..12 {
        if game.outcome().is_none() {
            presses(&mut game, "6");
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::Won));
    let [help, progress] = told(text);
    assert!(help.contains("Kill every monster to win."), "{help}");
    assert!(progress.contains("Kill 2 monsters."), "{progress}");
}

/// Returns the goals of a file as the help and the key `i` show them.
fn told(map: &str) -> [String; 2] {
    let mut session = Session::from_text(map).expect("a sound file");
    let game = session.game();
    let help = goal_text(game.rules().face().goal(), game.world().dungeon());
    session.press("i").expect("keys");
    [help, session.latest_messages().join(" ")]
}

#[test]
fn g1_a_full_stop_in_a_name_ends_no_sentence() {
    let map = "goal kill=L\nkind L \"St. Agnes\" health=1 attack=none\nmap\n########\n#@..L..#\n########\nend\n";
    let session = Session::from_text(map).expect("a sound file");
    let (rules, dungeon) = (session.game().rules(), session.game().world().dungeon());
    assert_eq!(
        goal_sentences(rules.face().goal(), dungeon, TurnLimit::Told),
        ["Kill St. Agnes to win.", "You lose if you die."]
    );
}

#[test]
fn g1_a_mark_that_is_wanted_is_told_from_its_namesakes() {
    let map = "goal kill=L\nmap\n########\n#@..L.w#\n########\nend\nmark L w\n";
    let [help, carried] = told(map);
    assert!(
        help.starts_with("Kill the wanted wanderer to win."),
        "{help}"
    );
    assert!(carried.ends_with("Kill the wanted wanderer."), "{carried}");
    let mut session = Session::from_text(map).expect("a sound file");
    session.press(";lll").expect("keys");
    let looks = session.frame().to_string();
    assert!(
        looks.contains("A wanderer, health 8, your target;"),
        "{looks}"
    );
}

/// A goal about one thing says "the"; a goal about a thing that chance, a birth, a cause or a vault can add says "every".
#[test]
fn g1_goals_about_one_thing_and_about_several_are_told_apart() {
    let cases = [
        ("goal kill=g", "#@..g#", "", "Kill the ghost"),
        ("goal kill=g", "#@.gg#", "", "Kill every ghost"),
        ("goal kill=g", "#@..g#", "scatter g 1", "Kill every ghost"),
        ("goal kill=g", "#@.Mg#", "mark M g 50%", "Kill every ghost"),
        (
            "goal kill=g",
            "#@P.g#",
            "mark P .\nwhen step=P spawn=g at=P",
            "Kill every ghost",
        ),
        (
            "goal kill=n\nkind n \"nest\" health=9 spawns=n:9",
            "#@..n#",
            "",
            "Kill every nest",
        ),
        ("goal take=C\nitem C \"cup\"", "#@..C#", "", "Take the cup"),
        (
            "goal take=C\nitem C \"cup\"",
            "#@.CC#",
            "",
            "Take every cup",
        ),
        (
            "goal take=C\nitem C \"cup\"",
            "#@P.C#",
            "mark P .\nwhen step=P give=C",
            "Take every cup",
        ),
        (
            "goal take=C\nitem C \"cup\"\nkind L \"lich\" health=9 drops=C",
            "#@..L#",
            "",
            "Take the cup and kill the lich",
        ),
        (
            "goal take=C\nitem C \"cup\"\nkind L \"lich\" health=9 drops=C",
            "#@.CL#",
            "",
            "Take every cup and kill the lich",
        ),
        (
            "goal cover=T\ntile T \"altar\"\ntile B \"boulder\" push=yes",
            "#@.BT#",
            "",
            "Cover the altar",
        ),
    ];
    for (head, row, below, goal) in cases {
        let [help, _] = told(&format!(
            "{head}\nmap\n######\n{row}\n#....#\n######\nend\n{below}\n"
        ));
        assert!(
            help.starts_with(&format!("{goal} to win.")),
            "{row} {below}: {help}"
        );
    }
}

#[test]
fn g1_every_sort_of_cell_that_is_to_be_covered_is_told() {
    let map = "goal cover=T\ngoal cover=U\ntile T \"altar\"\ntile U \"plate\"\ntile B \"boulder\" push=yes
map\n#########\n#@.BT...#\n#..BU...#\n#########\nend\n";
    let [help, carried] = told(map);
    assert!(
        help.starts_with("Cover the altar and the plate to win."),
        "{help}"
    );
    assert!(carried.ends_with("Cover 2 targets."), "{carried}");
}

/// A way out is locked if no hero can start or arrive on its side of the doors, whatever chance and causes do.
#[test]
fn g1_a_way_out_behind_locked_doors_is_told_with_their_key() {
    let things = "item k \"last ember\" opens=fire\nitem j \"iron key\" opens=iron\n\
        mark F + locked=fire\nmark I + locked=iron\n";
    let plain = "leave by the way out to win.";
    let fire = "take the last ember and leave by the way out to win.";
    let cases = [
        ("leave=yes", "#@kj..F.>#", "", fire),
        ("leave=yes", "#@kj.FF.>#", "", fire),
        ("leave=yes", "#@kj.I.F>#", "", fire),
        ("leave=yes", "#@kj.I>FI#", "", plain),
        ("leave=yes", "#@kj..+.>#", "", plain),
        ("leave=yes", "#>@kj.F.>#", "", plain),
        ("leave=yes", "#@kj.D>F.#", "mark D #|.", plain),
        (
            "leave=yes",
            "#@kj..D.>#",
            "mark D + locked=fire\nwhen turn=9 tile=D into=.",
            plain,
        ),
        (
            "take=yes leave=yes",
            "#@kj$.F.>#",
            "",
            "take everything and leave by the way out to win.",
        ),
        (
            "take=C leave=yes\nitem C \"cup\"\nitem b \"book\"",
            "#@kjCbF.>#",
            "",
            "take the cup, take the last ember and leave by the way out to win.",
        ),
        ("take=k leave=yes", "#@kj$.F.>#", "", fire),
    ];
    for (goal, row, below, expected) in cases {
        let walls = "#".repeat(row.len());
        let [help, _] = told(&format!(
            "goal {goal}\n{things}map\n{walls}\n{row}\n{walls}\nend\n{below}\n"
        ));
        let first = help.split(" You lose").next().unwrap_or_default();
        assert_eq!(first.to_lowercase(), expected, "{row} {below}");
    }
}

#[test]
fn g1_help_inventory_and_the_last_sentence_tell_the_goals() {
    let map = hall("goal kill=s survive=6 leave=yes\nlose turns=40");
    let mut session = Session::from_text(&map).expect("a sound file");
    let game = session.game();
    let help = goal_text(game.rules().face().goal(), game.world().dungeon());
    assert_eq!(
        help,
        "Kill the statue, survive 6 turns and leave by the way out to win. You lose if you die or 40 turns \
         pass."
    );
    session.press("i").expect("keys");
    let told = session.latest_messages().join(" ");
    assert_eq!(
        told,
        "You carry no keys. Kill the statue. Survive 6 more turns. Leave by the way out to win. 40 turns left before you \
         lose."
    );
    session.press("llllll.>").expect("keys");
    let told = session.latest_messages().join(" ");
    assert!(
        told.starts_with("You leave. You won on turn 8: the statue is dead, you survived 6 turns and you escaped."),
        "{told}"
    );
}
