//! Siege rules for the hero, one by one: each test draws a map, presses keys and compares the events. Points are
//! 1-based.
use crate::scenario::siege::{drawn, is_on_the_ring, played, quiet};
use crate::scenario::{action, game, place, press, presses};
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::Event;
use dungeon_model::dungeon::LevelId;
use insta::assert_snapshot;

#[test]
fn s10_eight_directions_by_digits_arrows_and_letters() {
    let text = quiet(drawn! {"
        .....
        .....
        ..@..
        .....
        ....."});
    for (keys, to) in [
        ("7y", (2, 2)),
        ("8k", (3, 2)),
        ("9u", (4, 2)),
        ("4h", (2, 3)),
        ("6l", (4, 3)),
        ("1b", (2, 4)),
        ("2j", (3, 4)),
        ("3n", (4, 4)),
    ] {
        for key in keys.chars() {
            let mut game = game(&text, 0);
            presses(&mut game, &key.to_string());
            assert_eq!(place(&game, 0), to, "{key}");
        }
    }
    let game = game(&text, 0);
    let named = |name: &str| {
        let mut bindings = game.rules().face().bindings().iter();
        bindings
            .find(|binding| binding.keys.split(' ').any(|key| key == name))
            .map(|b| b.action)
    };
    for (name, key) in [
        ("<Up>", '8'),
        ("<Down>", '2'),
        ("<Left>", '4'),
        ("<Right>", '6'),
    ] {
        assert_eq!(named(name), Some(action(&game, key)));
    }
    assert_eq!(action(&game, '.'), Action::Wait);
}

#[test]
fn s10_no_ground_sends_him_to_the_ring() {
    let text = "rules siege season=1000 turn=1
level \"Field\"
map
......
.@^...
..>...
......
end
^ 3 2 trap=teleport to=1,1
> 3 3 at=5,5
level \"Cellar\"
map
.....
.<...
.....
.....
.....
end
";
    let mut game = game(text, 0);
    presses(&mut game, "6");
    assert_eq!(
        place(&game, 0),
        (2, 2),
        "the nearest cell that is not on the ring"
    );
    presses(&mut game, "3>");
    assert_eq!((game.world().here(), place(&game, 0)), (LevelId(1), (4, 4)));
    // A random teleport never ends there either.
    let anywhere = "rules siege season=1000 turn=1\nmap open 5 4\n@ 2 2\n^ 3 2 trap=teleport\n";
    for seed in 0..100 {
        let mut game = crate::scenario::game(anywhere, seed);
        presses(&mut game, "6");
        let at = game.world().body(game.world().commanded()).at;
        assert!(!is_on_the_ring(game.world(), at), "{seed}: {at}");
    }
}

#[test]
fn s11_s_skips_to_the_last_turn_of_the_season() {
    let of = |turn: u32| {
        let rules = format!("rules siege season=10 turn={turn} gold=50");
        let mut game = game(
            &drawn(
                &rules,
                drawn! {"
                    #####
                    #@..#
                    #..%#
                    #####"},
            ),
            0,
        );
        presses(&mut game, "s");
        game.world().turn()
    };
    // At a season's first turn a skip only passes that turn; the next skip works as at any other turn.
    assert_eq!(
        [0, 1, 5, 8, 9, 10, 11, 19].map(of),
        [1, 10, 10, 10, 10, 11, 20, 20]
    );
    let short = drawn(
        "rules siege season=1",
        drawn! {"
            #####
            #@..#
            #####"},
    );
    let mut game = game(&short, 0);
    presses(&mut game, "ss");
    assert_eq!(game.world().turn(), 2);
}

#[test]
fn s11_an_idle_round_is_a_turn_in_which_he_finds_nothing() {
    let calm = quiet(drawn! {"
        .....
        .@...
        ....."});
    assert_eq!(press(&mut game(&calm, 0), '~'), Err(Refusal::NoHurry));
    let text = quiet(drawn! {"
        ......
        .@X.A.
        ......"})
    .replace("gold=50", "gold=50 tempo=500");
    let text = text + "mark X ^ hidden=yes\n";
    assert_snapshot!(played(&text, "~~"), @"
    ~: hordling to 4,2
    ~: hordling to 3,2
    ......
    .@A...
    ......
    ");
    for seed in 0..20 {
        let mut game = game(&text, seed);
        presses(&mut game, "~~~~");
        assert!(
            !game
                .events()
                .iter()
                .any(|event| matches!(event, Event::Found { .. }))
        );
        assert_eq!(game.world().turn(), 5);
    }
    let finds = |seed: &u64| {
        let mut game = game(&text, *seed);
        presses(&mut game, ".");
        game.events()
            .iter()
            .any(|event| matches!(event, Event::Found { .. }))
    };
    assert!((0..20).filter(finds).count() > 2, "waiting finds it");
}
