//! The table of kinds in docs/format, what it does to whom it reaches: a picture, keys, and what happened. Points are
//! 1-based.
use crate::scenario::{game, press, story, tell};
use dungeon_engine::action::{Action, ActorId};
use insta::assert_snapshot;

/// A hero with all sorts of goods beside somebody who attacks so.
fn beside(attack: &str) -> String {
    format!(
        r#"
hero health=40 manna=7 strength=0
kind t "thing" health=9 strength=4 {attack}
map
#######
#@t...#
#$....#
#...$.#
#######
end
$ 2 3 0 5 0
"#
    )
}

#[test]
fn kinds_attack_melee_takes_its_strength() {
    assert_snapshot!(story(&beside("attack=melee"), "."), @".: thing strikes hero, hero Health -4");
}

#[test]
fn kinds_attack_steal_takes_wealth_that_is_there() {
    assert_snapshot!(story(&beside("attack=steal:4"), "2.."), @"
    2: takes gold 2,3, hero Wealth +5, hero to 2,3, thing strikes hero, hero Wealth -4
    .: thing strikes hero, hero Wealth -1
    .: hero Health +1, thing strikes hero
    ");
}

#[test]
fn kinds_attack_drain_takes_manna_that_is_there() {
    assert_snapshot!(story(&beside("attack=drain:4"), "..."), @"
    .: thing strikes hero, hero Manna -4
    .: thing strikes hero, hero Manna -3
    .: hero Health +1, thing strikes hero
    ");
}

#[test]
fn kinds_attack_burst_dies_and_hurts_everybody_around() {
    let told = story(
        r#"
kind b "bomb" attack=burst:6
kind r "rat" health=5
kind t "troll" health=9 drops=*
map
#######
#@brt.#
#.t...#
#$....#
#######
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: bomb bursts 3,2, bomb dies, hero Health -6, rat Health -6, rat dies, troll Health -6, troll strikes hero, hero Health -3");
}

#[test]
fn kinds_attack_none_is_refused_and_never_wished() {
    let mut game = game(&beside("attack=none sense=always hunt=greedy"), 0);
    press(&mut game, '.').expect("waiting is legal");
    assert_snapshot!(tell(&game), @"");
    assert_eq!(game.refused_wishes(), 0);
    let world = game.world();
    let wish = game
        .rules()
        .check(world, ActorId(1), Action::Attack(ActorId(0)));
    assert!(wish.is_err());
}
