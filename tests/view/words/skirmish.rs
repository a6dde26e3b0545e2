//! What tactics brought to the other games: monsters whose shots can miss, deaths that burst, trails and slime.
use dungeon_model::dungeon::tables_mut;
use dungeon_play::session::session::Session;
use std::sync::Arc;

use super::*;

/// A session of these rules and declarations on this map, after these keys.
fn session(before: &str, rows: &str, keys: &str, seed: u64) -> Session {
    let rows = rows.trim();
    let text = format!("rules {before}\nmap\n{rows}\nend\n");
    let mut session = Session::new(support::dungeon(&text)).seed(seed);
    session.press(keys).expect("a script");
    session
}

/// What is said to the last of these keys, with the first seed in whose game something like this is said.
fn said_when(before: &str, rows: &str, keys: &str, like: &str) -> Vec<String> {
    let games = (0..1000).map(|seed| session(before, rows, keys, seed));
    let mut told = games.map(|game| game.latest_messages().to_vec());
    let is_like = |said: &Vec<String>| said.iter().any(|sentence| sentence.contains(like));
    told.find(is_like)
        .unwrap_or_else(|| panic!("never {like:?}"))
}

fn said(before: &str, rows: &str, keys: &str) -> Vec<String> {
    session(before, rows, keys, 0).latest_messages().to_vec()
}

#[test]
fn k11_a_monsters_shot_hits_the_hero_or_misses_him() {
    let shooter = "explore\nkind b \"imp\" is=blue damage=3 accuracy=90";
    let hall = drawn! {"
        ########
        #@...b$#
        ########"};
    assert_eq!(
        said_when(shooter, hall, ".", "hits"),
        ["The imp hits you for 3."]
    );
    assert_eq!(
        said_when(shooter, hall, ".", "misses"),
        ["The imp misses you."]
    );
    let two = drawn! {"
        ########
        #@...b$#
        #....b.#
        ########"};
    assert_eq!(
        said_when(shooter, two, ".", "twice"),
        ["Imps hit you twice for 6."]
    );
}

#[test]
fn k11_who_shoots_out_of_sight_is_something() {
    let shooter = "explore fog=2\nkind b \"imp\" is=wanderer sense=always hunt=skirmish attack=none damage=3 reach=9";
    let hall = drawn! {"
        ########
        #@....b#
        #$.....#
        ########"};
    let told = |like| said_when(shooter, hall, ".", like);
    assert_eq!(told("hits"), ["Something hits you for 3."]);
    assert_eq!(told("misses"), ["Something misses you."]);
}

#[test]
fn k12_slime_of_a_file_is_wiped_away_and_left() {
    let slime = "tile % \"ooze\" walk=slime\n";
    let rules = format!("explore\n{slime}kind r \"slug\" is=red trail=% damage=0");
    assert_eq!(
        said(
            &rules,
            drawn! {"
                ########
                #@%..$.#
                ########"},
            "l"
        ),
        ["You wipe the ooze away."]
    );
    let hall = drawn! {"
        ############
        #@.......r.#
        #########$.#
        ############"};
    assert_eq!(said(&rules, hall, "."), ["The slug leaves ooze."]);
}

#[test]
fn k12_slime_is_wiped_away_and_left() {
    let tile = added(0);
    let slimed = |dungeon: &mut dungeon::Dungeon| {
        Arc::make_mut(&mut tables_mut(dungeon).tiles).push(builtin::slime(builtin::FLOOR));
    };
    let (level, near, far) = (L, at(2, 1), at(6, 2));
    let wiped = Event::Wiped {
        who: HERO,
        level,
        at: near,
        tile,
    };
    assert_eq!(
        told_of(world(slimed), &[wiped]),
        ["You wipe the slime away."]
    );
    let left = |who, at| Event::Slimed {
        who,
        level,
        at,
        tile,
    };
    assert_eq!(
        told_of(world(slimed), &[left(LICH, far), left(LICH, near)]),
        ["The lich leaves slime."],
        "once a turn"
    );
    assert_eq!(
        told_of(world(slimed), &[left(LICH, far), left(IMP, near)]),
        ["The lich leaves slime.", "The imp leaves slime."]
    );
    let seen = &|_, p| p == near;
    let world = world(slimed);
    let world = Perception {
        world: &world,
        seen,
        place: None,
    };
    assert_eq!(tell(world, &[left(LICH, far)]), [""; 0], "nobody saw it");
    assert_eq!(
        tell(world, &[left(LICH, near)]),
        ["Something leaves slime."]
    );
}

#[test]
fn k12_who_bursts_when_he_dies_hurts_everybody_around() {
    let rules = "explore\nkind b \"bat\" is=wanderer health=1 hunt=stand roam=stand bursts=4\nkind r \"rat\" is=wanderer health=4 hunt=stand roam=stand attack=none";
    let hall = drawn! {"
        ########
        #@br..$#
        ########"};
    assert_eq!(
        said(rules, hall, "l"),
        [
            "You hit the bat for 5.",
            "The bat dies.",
            "The bat explodes: you lose 4 health, the rat dies.",
        ]
    );
}

#[test]
fn e13_a_bolt_is_told_to_its_end_whatever_bursts_or_is_dropped_on_its_way() {
    let rules = "explore\nitem k \"ring\"\nhero manna=9\nkind b \"bat\" is=wanderer health=1 hunt=stand roam=stand attack=none bursts=1\nkind d \"imp\" is=wanderer health=1 hunt=stand roam=stand attack=none drops=k\nkind r \"rat\" is=wanderer health=40 hunt=stand roam=stand attack=none";
    let bolt = |hall: &str| said(rules, hall, "d");
    assert_eq!(
        bolt(drawn! {"
            #########
            #@.b.r.$#
            #########"}),
        [
            "You cast a bolt.",
            "Your bolt hits the bat for 4.",
            "The bat dies.",
            "The bat explodes.",
            "Your bolt hits the rat for 1.",
        ]
    );
    assert_eq!(
        bolt(drawn! {"
            #########
            #@.d.r.$#
            #########"}),
        [
            "You cast a bolt.",
            "Your bolt hits the imp for 4.",
            "The imp dies.",
            "The imp drops the ring.",
            "Your bolt hits the rat for 1.",
        ]
    );
}

#[test]
fn a3_who_explodes_as_it_rams_does_both() {
    let rules = "explore\nhero health=30\nkind b \"bull\" is=wanderer sense=always strength=2 hunt=path attack=ram bursts=4";
    let hall = drawn! {"
        ########
        #@b...$#
        ########"};
    assert_eq!(
        said(rules, hall, "."),
        [
            "The bull explodes: you lose 4 health.",
            "The bull rams you for 2 and dies.",
        ]
    );
}
