//! What the hero of siege can do, rule by rule: a picture, keys, and what happened. Points are 1-based.
use crate::scenario::siege::{board, cows, drawn, gold, is_on_the_ring, played, quiet, with_kinds};
use crate::scenario::{action, game, place, press, presses, story, tell};
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
fn s10_the_ring_is_the_hordlings_and_a_step_toward_it_passes_the_turn() {
    // A monster, a locked door, two fences and a cow: no body is hit, nothing is refused, raised or paid.
    let things =
        "item k \"key\" opens=iron\nkind M \"milestone\" hunt=stand roam=stand attack=none";
    let text = with_kinds(
        things,
        drawn! {"
            M+2..
            1@...
            %....
            ....."},
    ) + "+ 2 1 locked=iron\nk 5 4\n";
    assert_snapshot!(played(&text, "789412"), @"
    7: hero bumps 1,1
    8: hero bumps 2,1
    9: hero bumps 3,1
    4: hero bumps 1,2
    1: hero bumps 1,3
    2: hero to 2,3
    M+2..
    1....
    %@...
    ....k
    ");
    let mut game = game(&text, 0);
    for (key, turn) in "78941".chars().zip(2..) {
        presses(&mut game, &key.to_string());
        assert_eq!((game.world().turn(), gold(&game)), (turn, 50), "{key}");
    }
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
    // A teleport to anywhere never ends there either.
    let anywhere = "rules siege season=1000 turn=1\nmap open 5 4\n@ 2 2\n^ 3 2 trap=teleport\n";
    for seed in 0..100 {
        let mut game = crate::scenario::game(anywhere, seed);
        presses(&mut game, "6");
        let at = game.world().body(game.world().commanded()).at;
        assert!(!is_on_the_ring(game.world(), at), "{seed}: {at}");
    }
}

#[test]
fn s10_an_unpaid_fence_blocks_and_passes_the_turn() {
    let text = quiet(drawn! {"
        ......
        .@1...
        ......"})
    .replace("gold=50", "gold=4 fence=2");
    assert_snapshot!(played(&text, "666"), @"
    6: hero builds fence 2 3,2, hero Wealth -2, fence built 3,2
    6: hero builds fence 3 3,2, hero Wealth -2, fence built 3,2
    6: hero bumps 3,2
    ......
    .@3...
    ......
    ");
    let mut game = game(&text, 0);
    presses(&mut game, "666");
    assert_eq!((gold(&game), game.world().turn()), (0, 4));
}

#[test]
fn s10_a_cow_blocks_and_passes_the_turn() {
    let mut game = game(
        &quiet(drawn! {"
            .....
            .@%..
            ....."}),
        0,
    );
    presses(&mut game, "6");
    assert_snapshot!(tell(&game), @"hero bumps 3,2");
    assert_eq!((cows(game.world()), game.world().turn()), (1, 2));
}

#[test]
fn s10_walls_block_doors_open_and_locks_refuse() {
    let text = quiet(drawn! {"
        ######
        #@+..#
        #D#..#
        ######"})
        + "mark D + locked=iron\nk 5 2\n";
    let text = text.replace("\nmap", "\nitem k \"key\" opens=iron\nmap");
    assert_snapshot!(played(&text, "32666"), @"
    3: hero bumps 3,3
    2: It is locked, and you have no key for it.
    6: hero opens 3,2, open door built 3,2
    6: hero to 3,2
    6: hero to 4,2
    ######
    #.'@k#
    #+#..#
    ######
    ");
}

#[test]
fn s10_he_takes_what_is_no_cow() {
    let text = quiet(drawn! {"
        ######
        #@b^.#
        ######"})
        + "b 4 2\n^ 4 2 trap=teleport to=5,2\n";
    let text = text.replace("\nmap", "\nitem b \"butter\" wealth=7\nmap");
    assert_snapshot!(played(&text, "66"), @"
    6: takes butter 3,2, hero Wealth +7, hero to 3,2
    6: takes butter 4,2, hero Wealth +7, hero to 4,2, springs teleport trap 4,2, hero travels to 1 5,2
    ######
    #..^@#
    ######
    ");
}

#[test]
fn s10_he_comes_onto_a_cow_by_a_trap_and_does_not_take_it() {
    let text = quiet(drawn! {"
        ######
        #@^%.#
        ######"})
        + "^ 3 2 trap=teleport to=4,2\n";
    assert_snapshot!(played(&text, "6"), @"
    6: hero to 3,2, springs teleport trap 3,2, hero travels to 1 4,2
    ######
    #.^@.#
    ######
    ");
    let mut game = game(&text, 0);
    presses(&mut game, "6");
    assert_eq!((place(&game, 0), cows(game.world())), ((4, 2), 1));
}

#[test]
fn s11_c_buys_a_cow_where_he_stands() {
    let mut game = game(
        &quiet(drawn! {"
            .....
            .@...
            ....."})
        .replace("gold=50", "gold=20"),
        0,
    );
    presses(&mut game, "c");
    assert_snapshot!(tell(&game), @"hero buys cow, hero Wealth -20, cow placed 2,2");
    assert_eq!(
        (gold(&game), cows(game.world()), game.world().turn()),
        (0, 1, 2)
    );
}

#[test]
fn s11_f_builds_the_weakest_fence_where_he_stands() {
    let mut game = game(
        &quiet(drawn! {"
            .....
            .@...
            ....."})
        .replace("gold=50", "gold=1"),
        0,
    );
    presses(&mut game, "f");
    assert_snapshot!(tell(&game), @"hero builds fence 1 2,2, hero Wealth -1, fence built 2,2");
    assert_eq!((gold(&game), game.world().turn()), (0, 2));
    presses(&mut game, "6");
    assert_snapshot!(board(&game), @"
    .....
    .1@..
    .....
    ");
}

#[test]
fn s11_prices_are_the_files() {
    let text = quiet(drawn! {"
        .....
        .@...
        ....."})
    .replace("gold=50", "gold=50 cow=7 fence=4");
    let mut game = game(&text, 0);
    presses(&mut game, "c6f");
    assert_eq!(gold(&game), 39);
    let free = text
        .replace("gold=50", "gold=0")
        .replace("cow=7 fence=4", "cow=0 fence=0");
    presses(&mut crate::scenario::game(&free, 0), "c6f4");
}

#[test]
fn s11_a_refusal_costs_no_turn_and_no_gold() {
    let on = |glyph: char| {
        quiet(drawn! {"
            .....
            .X...
            ....."})
            + &format!("mark X @\nmark X {glyph}\n")
    };
    let poor = |gold: i32| {
        quiet(drawn! {"
            .....
            .@...
            ....."})
        .replace("gold=50", &format!("gold={gold}"))
    };
    let trap = quiet(drawn! {"
        .....
        .@^..
        ....."})
        + "^ 3 2 damage=1\n";
    let something = Refusal::SomethingHere;
    for (text, before, key, refusal) in [
        (on('%'), "", 'c', something),
        (on('%'), "", 'f', something),
        (on('1'), "", 'c', something),
        (on('5'), "", 'f', something),
        (poor(50), "c", 'c', something),
        (poor(50), "f", 'f', Refusal::FenceHere),
        (trap.clone(), "6", 'c', something),
        (trap, "6", 'f', something),
        (poor(19), "", 'c', Refusal::NotEnoughGold(20)),
        (poor(0), "", 'f', Refusal::NotEnoughGold(1)),
    ] {
        let mut game = game(&text, 0);
        presses(&mut game, before);
        let was = (game.checksum(), game.world().turn());
        assert_eq!(press(&mut game, key), Err(refusal), "{text}{key}");
        assert_eq!((game.checksum(), game.world().turn()), was, "{text}{key}");
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
    // At a season's first turn it only passes the turn, and then as at the last one.
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
fn s11_a_skip_pays_once_and_lets_the_hordlings_act_once() {
    let text = drawn(
        "rules siege season=100 turn=7",
        drawn! {"
            ########
            #@....A#
            #......#
            ########"},
    );
    assert_snapshot!(played(&text, "s"), @"
    s: hordling to 6,2, season 1
    ########
    #@...A.#
    #......#
    ########
    ");
    let cow = drawn(
        "rules siege season=100 turn=7 gold=3",
        drawn! {"
            #####
            #@.%#
            #####"},
    );
    assert_snapshot!(story(&cow, "ss"), @"
    s: season 1, hero Wealth +10
    s:
    ");
}

#[test]
fn s11_a_dot_waits_and_passes_the_turn() {
    let mut game = game(
        &quiet(drawn! {"
            .....
            .@...
            ....."}),
        0,
    );
    presses(&mut game, ".");
    assert_eq!((tell(&game).as_str(), game.world().turn()), ("", 2));
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

#[test]
fn s10_what_the_slain_drop_lies_where_they_fell() {
    let ogre = "item t \"tooth\" wealth=30\nkind o \"ogre\" is=hordling drops=t";
    assert_snapshot!(played(&with_kinds(ogre, drawn! {"
        .....
        .@o..
        ....."}), "6"), @"
    6: hero strikes ogre, ogre Strength -1, ogre dies, tooth placed 3,2, takes tooth 3,2, hero Wealth +30, hero to 3,2
    .....
    ..@..
    .....
    ");
    // An ogre that dies at a fence leaves a cow.
    let cattle = "kind o \"ogre\" is=hordling drops=%";
    assert_snapshot!(played(&with_kinds(cattle, drawn! {"
        #######
        #@.3o.#
        #######"}), "."), @"
    .: ogre tears fence 3 4,2, fence built 4,2, ogre Strength -1, ogre dies, cow placed 5,2
    #######
    #@.2%.#
    #######
    ");
}
