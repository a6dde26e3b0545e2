//! Promise: an explorer never fights, walks into no trap that is seen, keeps away from a monster that strikes and is in
//! view, and stays in place under fire (E-15).
use super::explore::level;
use crate::sessions::{place, pressed, session};
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;

fn said(text: &str, keys: &str) -> Vec<String> {
    pressed(text, keys).latest_messages().to_vec()
}

#[test]
fn e15_it_goes_round_traps_that_are_seen_or_not_at_all() {
    let map = "\
#######
#@.^.$#
#.....#
#######
";
    let session = pressed(&level("", map), "o");
    assert!(session.outcome().is_some());
    let health = session
        .game()
        .world()
        .body(session.game().world().commanded());
    assert!(health.stat(Stat::Health) >= 40, "no dart");
    let barred = map.replace("#.....#", "#######");
    let session = pressed(&level("", &barred), "o");
    assert_eq!((place(&session), session.turn()), (at(1, 1), 0));
}

#[test]
fn e15_it_comes_beside_no_monster_that_strikes() {
    let map = "\
#########
#.......#
#.......#
#@..g..$#
#.......#
#.......#
#########
";
    let ghost = "kind g \"ghost\" sense=never roam=stand health=5 strength=3";
    let mut session = session(&level(ghost, map));
    Show::press(&mut session, Key::Char('o'));
    while session.is_under_way() {
        assert!(place(&session).chebyshev(at(4, 3)) > 1);
        session.go_on();
    }
    assert!(session.outcome().is_some(), "round it");
    let narrow = map.replace(
        drawn! {"
            #.......#
            #.......#
            #@"},
        drawn! {"
            #########
            #.......#
            #@"},
    );
    let narrow = narrow.replace(
        drawn! {"
            $#
            #.......#
            #.......#"},
        drawn! {"
            $#
            #.......#
            #########"},
    );
    let mut session = pressed(&level(ghost, &narrow), "o");
    assert_eq!(session.turn(), 0);
    assert_eq!(
        session.latest_messages(),
        ["The ghost is in the way: fight it, or walk round it."]
    );
    session.press("o").expect("a script");
    assert_eq!(session.turn(), 0, "however often it is pressed");
    let tame = ghost.to_owned() + " attack=none";
    let session = pressed(&level(&tame, &narrow), "o");
    assert!(session.outcome().is_some(), "who hurts nobody is passed by");
}

#[test]
fn e15_a_corridor_that_somebody_stands_in_is_not_fought_free() {
    let map = "\
########
#@..r.$#
########
";
    let rat = "kind r \"rat\" sense=never roam=stand attack=none health=5";
    assert_eq!(
        said(&level(rat, map), "o"),
        ["The rat is in the way: fight it, or walk round it."]
    );
    let beside = map.replace("#@..r.$#", "#@r...$#");
    assert_eq!(said(&level(rat, &beside), "o"), ["The rat is beside you."]);
}

#[test]
fn e15_who_is_out_of_view_is_no_wall_and_is_met_first() {
    let map = "\
###########
#@........#
#########.#
#$....s...#
###########
";
    let sentry = "kind s \"sentry\" sense=never roam=stand health=5 strength=3";
    let mut session = session(&level(sentry, map));
    session.press("o").expect("a script");
    assert_eq!(session.latest_messages(), ["You see a sentry."]);
    let turn = session.turn();
    assert!(turn > 0 && place(&session).chebyshev(at(6, 3)) > 1);
    session.press("o").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["The sentry is in the way: fight it, or walk round it."]
    );
    assert_eq!(session.turn(), turn, "saying so takes no turn");
    let map = "\
#########
#@.....$#
#########
#...s...#
#########
";
    let session = pressed(&level(sentry, map), "o");
    assert!(session.outcome().is_some(), "walls keep him off");
}

#[test]
fn e15_exploring_is_refused_under_fire_but_chosen_journeys_begin() {
    let map = "\
############
#@.......a.#
#.########.#
#.....$..>.#
############
";
    let archer = "kind a \"archer\" sense=sight:9 hunt=shoot:2 roam=stand health=5";
    let text = level(archer, map)
        + drawn! {"
            level
            map
            ####
            #<$#
            ####
            end
        "};
    let mut session = pressed(&text, "o");
    assert_eq!((place(&session), session.turn()), (at(1, 1), 0));
    assert_eq!(
        session.latest_messages(),
        ["Not while the archer can shoot you."]
    );
    session.press("_<Enter>").expect("a script");
    assert!(session.turn() > 0, "he chose to");
    let calm = [
        ("sense=sight:9", "sense=near:20 sight=7"),
        ("sense=sight:9", "sense=never"),
    ];
    let calm = calm.map(|(from, to)| text.replace(from, to));
    for text in calm {
        assert!(pressed(&text, "o").turn() > 0, "{text}");
    }
}

#[test]
fn e15_it_stops_for_words_wounds_and_monsters_that_come_into_view() {
    let map = "\
##########
#@.?....$#
##########
";
    let text = level("", map) + "? 4 2 \"Turn back.\"\n";
    let mut session = pressed(&text, "o");
    assert_eq!((place(&session), session.turn()), (at(3, 1), 2));
    assert_eq!(session.latest_messages(), ["Turn back."]);
    session.press("o").expect("a script");
    assert!(session.outcome().is_some());
    let corner = "\
##########
#@.......#
########.#
#r...$...#
##########
";
    let rat = "kind r \"rat\" sense=never roam=stand health=5";
    let session = pressed(&level(rat, corner), "o");
    assert_eq!(place(&session), at(7, 3));
    assert_eq!(session.latest_messages(), ["You see a rat."]);
    let thorn = level("item c \"cursed coin\" health=-1", &map.replace('?', "c"));
    assert_eq!(place(&pressed(&thorn, "o")), at(3, 1), "it hurts");
}

#[test]
fn e15_an_explorer_that_turned_eight_times_and_came_to_nothing_stops() {
    // The clerk steps out in front of him on the left and then the beadle on the right, after two steps each time.
    let text = "\
tile ~ \"bog\" walk=no see=yes
kind l \"clerk\" sense=never roam=route through=walls attack=none
kind r \"beadle\" sense=never roam=route through=walls attack=none
level
map
#########
#~~~~~~~#
#$...@.$#
#########
end
l 3 2 via=3,3
r 7 3 via=7,2
";
    let session = pressed(text, "o");
    assert_eq!((place(&session), session.turn()), (at(5, 2), 16));
    assert_eq!(
        session.latest_messages(),
        ["The clerk is in the way: fight it, or walk round it."]
    );
}
