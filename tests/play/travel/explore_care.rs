//! Auto-explore never fights, enters no visible trap, keeps away from visible monsters that attack, and stays in place
//! under fire (E-15).
use super::explore::level;
use crate::sessions::{place, pressed, session};
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;

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
    assert!(session.outcome().is_some(), "around the trap");
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
        ["You stop exploring: the way on leads past the ghost."]
    );
    session.press("o").expect("a script");
    assert_eq!(session.turn(), 0, "however often it is pressed");
    let tame = ghost.to_owned() + " attack=none";
    let session = pressed(&level(&tame, &narrow), "o");
    assert!(
        session.outcome().is_some(),
        "a harmless monster is passed by"
    );
}
