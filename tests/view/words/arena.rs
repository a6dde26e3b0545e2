//! Messages of arena: every test plays small boards and compares the messages.
use dungeon_play::session::session::Session;

use super::*;

/// Returns a session of these boards with these rules and declarations, after these keys.
fn session(rules: &str, boards: &[&str], keys: &str) -> Session {
    let board = |picture: &&str| format!("level\nmap\n{}\nend\n", picture.trim());
    let boards: String = boards.iter().map(board).collect();
    let mut session = Session::new(support::dungeon(&format!("rules arena {rules}\n{boards}")));
    session.press(keys).expect("a script");
    session
}

/// Returns the messages after the last of these keys.
fn said(rules: &str, boards: &[&str], keys: &str) -> Vec<String> {
    session(rules, boards, keys).latest_messages().to_vec()
}

/// Kinds that stand still, so that only the tested kind acts.
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
        ["The imp rams you to no effect."]
    );
    assert_eq!(
        told(&[ram(LEECH), died, health(LEECH, -3)]),
        ["The imp rams the leech for 3 and dies."]
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
        ["You clear board 1.", "You find no room there."]
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
    let rest = "before the first turn, with 1 enemy left.";
    assert_eq!(
        end(GameEnd::Lost(LossCause::Rules)),
        format!("You lost {rest}")
    );
    assert_eq!(
        end(GameEnd::Drawn(LossCause::Rules)),
        format!("The game ended in a draw {rest}")
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
        ("h", "2,2: A bull, takes 2 lives; floor."),
        ("hj", "2,3: An ogre; floor."),
        ("ll", "5,2: An archer, takes 3 lives; floor."),
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
