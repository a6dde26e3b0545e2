//! Arena in words: every test plays small boards and reads what is said.
use dungeon_play::session::session::Session;

use super::*;

/// A session of these rules and declarations on these boards, after these keys.
fn session(rules: &str, boards: &[&str], keys: &str) -> Session {
    let board = |picture: &&str| format!("level\nmap\n{}\nend\n", picture.trim());
    let boards: String = boards.iter().map(board).collect();
    let mut session = Session::new(support::dungeon(&format!("rules arena {rules}\n{boards}")));
    session.press(keys).expect("a script");
    session
}

/// What is said to the last of these keys.
fn said(rules: &str, boards: &[&str], keys: &str) -> Vec<String> {
    session(rules, boards, keys).latest_messages().to_vec()
}

/// What is said before the first key.
fn opening(rules: &str, boards: &[&str]) -> Vec<String> {
    session(rules, boards, "").messages().to_vec()
}

/// Kinds that stand still, so that only the kind in question acts.
const STILL: &str = "
kind s \"sentry\"    is=enemy hunt=stand roam=stand attack=none
kind o \"ogre\"      is=enemy hunt=stand roam=stand attack=none health=9
kind I \"Igor\"      is=enemy hunt=stand roam=stand attack=none
kind B \"the Beast\" is=enemy hunt=stand roam=stand attack=none
kind g \"ghost\"     is=ghost hunt=stand attack=none
kind b \"bull\"      is=enemy strength=2";

/// An enemy beside the hero, and one that is shut in.
const BESIDE: &str = "
@%.#
..+s";

#[test]
fn a3_a_stomp_is_one_sentence_whomever_it_meets() {
    let stomp = |mark: &str| said(STILL, &[&BESIDE.replace('%', mark)], "l");
    assert_eq!(stomp("%"), ["You stomp the enemy."]);
    assert_eq!(stomp("s"), ["You stomp the sentry."]);
    // What health it has makes no difference.
    assert_eq!(stomp("o"), ["You stomp the ogre."]);
    assert_eq!(stomp("I"), ["You stomp Igor."]);
    assert_eq!(stomp("B"), ["You stomp the Beast."]);
}

#[test]
fn a3_a_stomp_at_who_is_in_a_wall_says_why_the_hero_stays() {
    let text = drawn! {"
        level
        map
        @#.#
        ..+s
        end
        g 2 1
    "};
    let mut session = Session::new(support::dungeon(&format!("rules arena{STILL}\n{text}")));
    session.press("l").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["You stomp the ghost in the wall."]
    );
}

#[test]
fn a3_what_the_stomped_one_drops_and_what_he_takes_follow() {
    let rules = "
item H \"heart\" health=1
kind c \"courier\" is=enemy drops=H
kind s \"sentry\"  is=enemy hunt=stand roam=stand attack=none";
    assert_eq!(
        said(rules, &[&BESIDE.replace('%', "c")], "l"),
        [
            "You stomp the courier.",
            "The courier drops the heart.",
            "You take the heart: +1 life.",
        ]
    );
}

#[test]
fn a3_what_a_rammer_drops_is_told_behind_its_ram_as_far_as_it_is_seen() {
    let rules = |fog: &str| {
        format!("{fog}\nitem H \"heart\" health=1\nkind c \"courier\" is=enemy drops=H{STILL}")
    };
    let rams = "The courier rams you: 2 lives left.";
    let drops = "The courier drops the heart.";
    let board = BESIDE.replace('%', "c");
    assert_eq!(said(&rules(""), &[&board], "."), [rams, drops]);
    assert_eq!(said(&rules("fog=5"), &[&board], "."), [rams, drops]);
    // On the next board he sees nothing of it.
    let clear = ["Board 1 is clear.", "You come to board 2."];
    let boards = ["@c", "@.s"];
    let lifted = [&[rams, drops][..], &clear[..]].concat();
    assert_eq!(said(&rules(""), &boards, "."), lifted);
    assert_eq!(
        said(&rules("fog=5"), &boards, "."),
        [&[rams][..], &clear[..]].concat()
    );
    let several = board.replace("@c", "c@c");
    let told = said(&rules(""), &[&several], ".");
    assert_eq!(told, ["2 couriers ram you: 1 life left.", drops, drops]);
}

#[test]
fn a3_a_ram_tells_the_lives_that_are_left_and_no_death_beside() {
    let ram = |rules: &str| said(&format!("{rules}{STILL}"), &[BESIDE], ".");
    assert_eq!(ram(""), ["The enemy rams you: 2 lives left."]);
    assert_eq!(ram("lives=2"), ["The enemy rams you: 1 life left."]);
    assert_eq!(ram("lives=1")[0], "The enemy rams you: no life left.");
}

#[test]
fn a3_rams_of_a_turn_are_one_sentence_for_those_of_one_name() {
    let told = |board: &str, rules: &str| said(&format!("{rules}{STILL}"), &[board], ".");
    let two = "
%@%#
..+s";
    assert_eq!(told(two, ""), ["2 enemies ram you: 1 life left."]);
    assert_eq!(told(two, "lives=2")[0], "2 enemies ram you: no life left.");
    let four = "
.%..
%@%#
.%+s";
    assert_eq!(told(four, "lives=9"), ["4 enemies ram you: 5 lives left."]);
    // Names of their own have no plural.
    let rules = "lives=9\nkind P \"Pan\" is=enemy\n";
    assert_eq!(
        said(&format!("{rules}{STILL}"), &[&two.replace('%', "P")], "."),
        ["Pan rams you: 7 lives left."]
    );
}

#[test]
fn a3_a_ram_that_takes_several_lives_says_how_many() {
    let told = |board: &str, lives: i32| said(&format!("lives={lives}{STILL}"), &[board], ".");
    let one = BESIDE.replace('%', "b");
    assert_eq!(told(&one, 3), ["The bull rams you for 2 lives: 1 left."]);
    assert_eq!(told(&one, 1)[0], "The bull rams you: no life left.");
    let two = "
b@b#
..+s";
    assert_eq!(told(two, 9), ["2 bulls ram you for 4 lives: 5 left."]);
}

#[test]
fn a3_rams_of_several_names_are_told_in_their_order() {
    let both = "
b@%#
..+s";
    let rules = format!("lives=9{STILL}");
    assert_eq!(
        said(&rules, &[both], "."),
        [
            "The bull rams you for 2 lives: 7 left.",
            "The enemy rams you: 6 lives left."
        ]
    );
    // A number that is no longer true is not gone back to.
    let mixed = "
.%..
b@%#
..+s";
    assert_eq!(
        said(&rules, &[mixed], "."),
        [
            "The enemy rams you: 8 lives left.",
            "The bull rams you for 2 lives: 6 left.",
            "The enemy rams you: 5 lives left.",
        ]
    );
}

#[test]
fn a3_who_rams_after_a_stomp_is_another_one() {
    let rammed = |board: &str| said("lives=9\nkind b \"bull\" is=enemy", &[board], "l");
    let told = |board: &str, ram: &str| {
        let said = rammed(board);
        assert_eq!(said[..2], ["You stomp the enemy.", ram], "{board}");
    };
    told("@%%", "Another enemy rams you: 8 lives left.");
    told(".%.\n@%%", "2 enemies ram you: 7 lives left.");
    told("@%b", "The bull rams you: 8 lives left.");
}

#[test]
fn a3_a_met_enemy_is_known_even_where_it_is_out_of_sight() {
    let boards = ["@%", "@.s"];
    let rules = |fog: &str| format!("{fog}\nkind s \"sentry\" is=enemy hunt=stand roam=stand");
    let clear = ["Board 1 is clear.", "You come to board 2."];
    for fog in ["", "fog=2"] {
        let (stomped, rammed) = (
            said(&rules(fog), &boards, "l"),
            said(&rules(fog), &boards, "."),
        );
        assert_eq!(stomped[0], "You stomp the enemy.");
        assert_eq!(rammed[0], "The enemy rams you: 2 lives left.");
        assert_eq!(stomped[1..], clear);
        assert_eq!(rammed[1..], clear);
    }
    let last = said("lives=1 fog=1", &boards[..1], ".");
    assert!(last[1].contains("stomped by an enemy"), "{last:?}");
}

#[test]
fn where_health_or_gold_is_at_stake_a_ram_says_how_much_and_that_the_rammer_dies() {
    let rammed = |head: &str, picture: &str| {
        let kind = "kind b \"bull\" is=wanderer attack=ram strength=5\n";
        let text = format!("{head}{kind}level\nmap{picture}\nend\n");
        let mut session = Session::new(support::dungeon(&text));
        session.press(".").expect("a script");
        session.latest_messages().to_vec()
    };
    let hall = "
########
#..b@..#
#.....$#
########";
    let hero = "hero health=90 strength=3\n";
    let one = "The bull rams you for 5 and dies.";
    assert_eq!(rammed(hero, hall), [one]);
    assert_eq!(
        rammed(hero, &hall.replace("@.", "@b")),
        ["2 bulls ram you for 10 and die."]
    );
    let field = "
.......
.......
..b@...
.......
.......";
    assert_eq!(
        rammed("rules siege turn=1 gold=9\n", field),
        ["The bull rams you for 5 gold and dies."]
    );
    assert_eq!(
        rammed("rules siege turn=1 gold=2\n", field)[1],
        "You are bankrupt after 2 turns, 3 gold in debt, ruined by a bull."
    );
    assert_eq!(
        rammed("hero health=5 strength=3\n", hall)[1],
        "You have died after 1 turn, killed by a bull."
    );
}

#[test]
fn a_ram_of_no_strength_is_told_too_and_so_is_one_of_others() {
    let (who, level) = (IMP, L);
    let died = Event::Died {
        who,
        level,
        at: at(3, 1),
    };
    let ram = |whom| Event::Rammed { who, whom };
    assert_eq!(
        told(&[ram(HERO), died, health(HERO, 0)]),
        ["The imp rams you without harm."]
    );
    assert_eq!(
        told(&[ram(LEECH), died, health(LEECH, -3)]),
        ["The imp rams the leech for 3 and dies."]
    );
}

#[test]
fn a3_other_wounds_are_counted_in_lives_too() {
    let by = |head: &str, board: &str, keys: &str| {
        said(&format!("lives=4\n{head}{STILL}"), &[board], keys)
    };
    let beside = |kind: &str| by(kind, &BESIDE.replace('%', "x"), ".");
    assert_eq!(
        beside("kind x \"wanderer\" is=wanderer strength=1"),
        ["The wanderer hits you: 3 lives left."]
    );
    assert_eq!(
        beside("kind x \"troll\" is=wanderer strength=3"),
        ["The troll hits you for 3 lives: 1 left."]
    );
    assert_eq!(
        beside("kind x \"imp\" is=wanderer strength=0"),
        ["The imp hits you without harm."]
    );
    assert_eq!(
        beside("kind x \"bomb\" is=wanderer attack=burst:1"),
        ["The bomb explodes: you lose a life (3 left)."]
    );
    let far = "
@..x
..+s";
    assert_eq!(
        by(
            "kind x \"archer\" is=wanderer hunt=shoot:1 attack=none",
            far,
            "."
        ),
        ["The archer's arrow hits you: 3 lives left."]
    );
}

#[test]
fn a3_who_wounds_out_of_sight_is_something() {
    let rules = "fog=2\nkind x \"archer\" is=wanderer hunt=shoot:1 attack=none";
    let shot = "Something's arrow hits you: ";
    let board = "@....x";
    assert_eq!(said(rules, &[board], "."), [format!("{shot}2 lives left.")]);
    assert_eq!(
        said(rules, &[board], "..."),
        [
            format!("{shot}no life left."),
            "You have been killed by something after 3 turns, with 1 enemy left.".to_owned()
        ]
    );
}

#[test]
fn a2_where_no_board_has_room_for_him_he_is_told_so() {
    let mut world = World::new(support::dungeon("rules arena\nlevel\nmap\n@%\nend\n"), 0);
    let stays = Event::Bumped {
        who: HERO,
        level: L,
        at: at(0, 0),
    };
    let events = [Event::Cleared { level: L }, stays];
    events.iter().for_each(|event| world.apply(event));
    assert_eq!(
        tell(all_of(&world), &events),
        ["Board 1 is clear.", "There is no room for you there."]
    );
}

#[test]
fn a3_traps_take_lives() {
    let sprung = |trap: &str| {
        let text = format!(
            "rules arena{STILL}
level
map
@T.#
..+s
end
mark T ^ {trap}
"
        );
        let mut session = Session::new(support::dungeon(&text));
        session.press("l").expect("a script");
        session.latest_messages().to_vec()
    };
    assert_eq!(
        sprung("trap=dart damage=1"),
        ["A dart hits you: 2 lives left."]
    );
    assert_eq!(
        sprung("trap=dart damage=2"),
        ["A dart hits you for 2 lives: 1 left."]
    );
    assert_eq!(
        sprung("trap=pit damage=1"),
        ["You fall into a pit: 2 lives left."]
    );
    let worded = |damage| sprung(&format!("trap=dart damage={damage} says=\"Click.\""));
    assert_eq!(worded(1), ["Click. You lose a life: 2 left."]);
    assert_eq!(worded(2), ["Click. You lose 2 lives: 1 left."]);
    assert_eq!(worded(3)[0], "Click. You lose your last life.");
    let last = sprung("trap=dart damage=3");
    assert_eq!(last[0], "A dart hits you: no life left.");
    assert_eq!(
        last[1],
        "You have been killed by a dart trap after 1 turn, with 1 enemy left."
    );
}

#[test]
fn things_give_lives_and_signs_are_read() {
    let rules = "
item H \"heart\"  health=1
item = \"elixir\" health=2
item - \"poison\" health=-1";
    let taken = |item: &str| {
        said(
            &format!("{rules}{STILL}"),
            &[&BESIDE.replace('%', item)],
            "l",
        )
    };
    assert_eq!(taken("H"), ["You take the heart: +1 life."]);
    assert_eq!(taken("="), ["You take the elixir: +2 lives."]);
    assert_eq!(taken("-"), ["You take the poison: -1 life."]);
    let text = format!(
        "rules arena{STILL}
level
map
@T.#
..+s
end
mark T ? \"Stomp!\"
"
    );
    let mut session = Session::new(support::dungeon(&text));
    session.press("l").expect("a script");
    assert_eq!(session.latest_messages(), ["Stomp!"]);
}

#[test]
fn a3_a_step_that_is_refused_says_why() {
    let wall = BESIDE.replace('%', "#");
    for way in ["l", "h", "k"] {
        assert_eq!(said(STILL, &[&wall], way), ["There is no way through."]);
    }
}

#[test]
fn a2_a_cleared_board_and_the_next_one_are_told_behind_what_cleared_it() {
    let text = format!(
        "rules arena{STILL}\nlevel \"The yard\"\nmap\n@s\nend\nlevel \"The pit\"\nmap\n@.s\nend\n\
         level\nmap\n.@.s\nend\n"
    );
    let mut session = Session::new(support::dungeon(&text));
    session.press("l").expect("a script");
    assert_eq!(
        session.latest_messages(),
        [
            "You stomp the sentry.",
            "Board 1 is clear.",
            "You come to the pit."
        ]
    );
    session.press("ll").expect("a script");
    let clear = "You stomp the sentry. Board 2 is clear. You come to board 3.";
    assert_eq!(session.latest_messages().join(" "), clear);
}

#[test]
fn a2_boards_without_enemies_are_passed_over() {
    let empty = "@..";
    assert_eq!(
        said(STILL, &["@s", empty, empty, "@.s"], "l"),
        [
            "You stomp the sentry.",
            "Board 1 is clear.",
            "You come to board 4."
        ]
    );
    let welcome = "You enter the arena. Press ? for the keys.";
    assert_eq!(
        opening(STILL, &[empty, "@.s"]),
        [welcome, "Board 1 is clear.", "You come to board 2."]
    );
    assert_eq!(
        opening(STILL, &["@.s", empty]),
        [welcome],
        "who was drawn is there to be seen"
    );
}

#[test]
fn a2_what_lies_where_the_next_board_begins_is_told_behind_it() {
    let text = format!(
        "rules arena\nitem H \"heart\" health=1{STILL}\nlevel\nmap\n@s\nend\nlevel\nmap\n@.s\nend\nH 1 1\n"
    );
    let mut session = Session::new(support::dungeon(&text));
    session.press("l").expect("a script");
    assert_eq!(
        session.latest_messages()[2..],
        ["You come to board 2.", "You take the heart: +1 life."]
    );
}

#[test]
fn a2_stairs_lead_to_boards() {
    let text = format!(
        "rules arena{STILL}\nlevel\nmap\n@>s\nend\nlevel \"The cellar\"\nmap\n@<s\nend\n\
         level\nmap\n@s\nend\n"
    );
    let mut session = Session::new(support::dungeon(&text));
    session.press("l>").expect("a script");
    assert_eq!(session.latest_messages(), ["You climb down to the cellar."]);
    session.press("<lt>").expect("a script");
    assert_eq!(session.latest_messages(), ["You climb up to board 1."]);
    // The hero stands on stairs, but these do not lead on.
    let mut session = Session::new(support::dungeon(&text.replace("@<s", "@<%")));
    session.press("l>").expect("a script");
    assert_eq!(
        session.latest_messages(),
        [
            "You climb down to the cellar.",
            "The enemy rams you: 2 lives left.",
            "Board 2 is clear.",
            "You come to board 3."
        ]
    );
}

#[test]
fn a3_the_end_of_one_board_tells_turns_and_lives_or_enemies() {
    let last = |said: Vec<String>| said.last().cloned().unwrap_or_default();
    let one = "@s";
    assert_eq!(
        said(STILL, &[one], "l"),
        [
            "You stomp the sentry.",
            "You have won in 1 turn, with 3 lives left."
        ]
    );
    assert_eq!(
        last(said(
            "lives=1\nkind s \"sentry\" is=enemy sense=never roam=stand",
            &["@.s"],
            "ll"
        )),
        "You have won in 2 turns, with 1 life left."
    );
    // the last one dies on him, and he has a life left.
    assert_eq!(
        said("", &["@%"], "."),
        [
            "The enemy rams you: 2 lives left.",
            "You have won in 1 turn, with 2 lives left."
        ]
    );
    // it dies on him, and he has none.
    assert_eq!(
        said("lives=1", &["@%"], "."),
        [
            "The enemy rams you: no life left.",
            "You have been stomped by an enemy after 1 turn, with no enemies left."
        ]
    );
    let lost = |board: &str| last(said(&format!("lives=1{STILL}"), &[board], "."));
    assert_eq!(
        lost("@%.s"),
        "You have been stomped by an enemy after 1 turn, with 1 enemy left."
    );
    assert_eq!(
        lost("@%.ss"),
        "You have been stomped by an enemy after 1 turn, with 2 enemies left."
    );
    // There is no room for the one that is scattered.
    let empty = support::dungeon("rules arena\nmap\n@\nend\nscatter % 1\n");
    assert_eq!(
        last(Session::new(empty).messages().to_vec()),
        "You have won in 0 turns, with 3 lives left."
    );
}

#[test]
fn a2_the_end_of_a_run_tells_how_far_one_came() {
    let last = |lives: u32, keys: &str| {
        let rules = format!("lives={lives}{STILL}");
        let said = said(&rules, &["@s", "@%", "@.I"], keys);
        said.last().cloned().unwrap_or_default()
    };
    assert_eq!(
        last(1, "l."),
        "You have been stomped by an enemy after 2 turns, on board 2 of 3."
    );
    assert_eq!(
        last(1, "llll"),
        "You have won all 3 boards in 4 turns, with 1 life left."
    );
}

#[test]
fn a3_who_is_not_stomped_is_killed() {
    let by = |kind: &str| {
        let told = said(
            &format!("lives=1\n{kind}{STILL}"),
            &[&BESIDE.replace('%', "x")],
            ".",
        );
        told.last().cloned().unwrap_or_default()
    };
    assert_eq!(
        by("kind x \"ogress\" is=wanderer"),
        "You have been killed by an ogress after 1 turn, with 2 enemies left."
    );
    assert_eq!(
        by("kind x \"bomb\" is=wanderer attack=burst:1"),
        "You have been killed by a bomb after 1 turn, with 1 enemy left."
    );
}

#[test]
fn the_ends_that_no_rule_brings_about_yet_are_told_too() {
    let end = |ending| {
        let mut world = World::new(support::dungeon("rules arena\nlevel\nmap\n@%\nend\n"), 0);
        let events = [Event::Ended { ending, turn: 0 }];
        events.iter().for_each(|event| world.apply(event));
        tell(all_of(&world), &events).concat()
    };
    let rest = "after 0 turns, with 1 enemy left.";
    assert_eq!(
        end(GameEnd::Lost(LossCause::Rules)),
        format!("You have lost {rest}")
    );
    assert_eq!(
        end(GameEnd::Drawn(LossCause::Rules)),
        format!("It is a draw {rest}")
    );
}

#[test]
fn the_pack_tells_lives_enemies_and_boards_and_keys_if_there_are_any() {
    let pack = |rules: &str, boards: &[&str], keys: &str| {
        said(&format!("{rules}{STILL}"), boards, &format!("{keys}i")).concat()
    };
    let one = "@.s";
    assert_eq!(pack("", &[one], ""), "You have 3 lives. 1 enemy is left.");
    assert_eq!(
        pack("lives=1", &["@.ss", one], ""),
        "You have 1 life. 2 enemies are left on board 1 of 2."
    );
    assert_eq!(
        pack("lives=2", &["@s", one], "l"),
        "You have 2 lives. 1 enemy is left on board 2 of 2."
    );
    assert_eq!(
        pack("fog=1", &[one], ""),
        "You have 3 lives. 1 enemy is left."
    );
    assert_eq!(
        pack("fog=1", &[one, one], ""),
        "You have 3 lives. 1 enemy is left on board 1 of 2."
    );
    assert_eq!(
        pack("lives=1", &["@%s"], "."),
        "You have no life left. 1 enemy is left."
    );
    let text = format!(
        "rules arena\nitem k \"bronze key\" opens=bronze{STILL}\nlevel\nmap\n@k+s\nend\n+ 3 1 locked=bronze\n"
    );
    let mut session = Session::new(support::dungeon(&text));
    session.press("li").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["You have 3 lives. 1 enemy is left. You carry the bronze key."]
    );
}

#[test]
fn the_welcome_names_the_arena_and_says_that_time_runs() {
    let enter = |rules: &str| opening(rules, &["@.s"])[0].clone();
    assert_eq!(enter(STILL), "You enter the arena. Press ? for the keys.");
    assert_eq!(
        enter(&format!("tempo=500{STILL}")),
        "You enter the arena, where time runs. Press ? for the keys."
    );
}

#[test]
fn look_tells_what_helps_a_player() {
    let rules =
        format!("{STILL}\nkind a \"archer\" is=wanderer hunt=shoot:3 attack=none roam=stand");
    let board = "
....#
.b@sa
.o.##";
    let look = |way: &str| {
        let frame = session(&rules, &[board], &format!(";{way}")).frame();
        frame.lines().collect::<Vec<_>>().join("\n")
    };
    for (way, told) in [
        ("", "3,2: You, 3 lives; floor."),
        ("l", "4,2: A sentry; floor."),
        ("h", "2,2: A bull, which takes 2 lives; floor."),
        ("hj", "2,3: An ogre; floor."),
        ("ll", "5,2: An archer, which takes 3 lives; floor."),
        ("llk", "5,1: Wall."),
    ] {
        assert!(look(way).contains(told), "{way}: {}", look(way));
    }
}

#[test]
fn what_is_said_every_turn_fits_a_narrow_line() {
    let rules = format!("lives=9{STILL}");
    let told = [
        said(&rules, &[BESIDE], "l"),
        said(&rules, &[BESIDE], "."),
        said(&rules, &["b@b#\n.%+s"], "."),
        said(&rules, &["@s", "@.s"], "l")[1..].to_vec(),
        said(&rules, &[BESIDE], "i"),
    ];
    assert!(told[3].join(" ").len() <= 40, "{:?}", told[3]);
    let each = told.iter().flatten();
    each.for_each(|said| assert!(said.len() <= 40, "{said}"));
}
