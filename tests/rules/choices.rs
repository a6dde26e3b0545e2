//! Choices between items (X-22): taking one removes the others, in levels and vaults, for every rule set, proof and
//! observer.
use std::collections::BTreeSet;

use crate::scenario::{L, dungeon, game, press, presses, story_of};
use dungeon_engine::action::Action;
use dungeon_engine::world::World;
use dungeon_model::dungeon::ItemId;
use dungeon_model::space::geometry::Direction::East;
use dungeon_model::space::geometry::{Point, at};
use dungeon_players::{Budget, Environment, Verdict, Vision, prove, prove_fair};
use insta::assert_snapshot;

const GIFTS: &str = "goal leave=yes
hero health=10 strength=2 max=40 manna=0 max-manna=0
item ! \"potion\" health=9 keep=yes
item ) \"sword\" wear=strength:2
item / \"axe\" wear=strength:9
item b \"broth\" strength=1
item k \"key\" opens=iron
";

fn alcove(rows: &str, marks: &str) -> String {
    format!("{GIFTS}map\n{rows}\nend\n{marks}")
}

/// Returns the names of the items on the first level.
fn lying(world: &World) -> BTreeSet<String> {
    let points = world.size(L).points();
    let items = points.map(|p| world.item_at(L, p));
    let items = items.filter(|item| *item != ItemId::NONE);
    items.map(|item| world.item(item).name.clone()).collect()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn x22_taking_one_item_removes_the_others_of_its_choice_and_nothing_else() {
    let rows = "###########\n#@1.2.b.3<#\n#.......4.#\n###########";
    let marks = "mark 1 ! choose=gift\nmark 2 ) choose=gift\nmark 3 / choose=other\n\
                 mark 4 ! choose=other\n";
    let mut game = game(&alcove(rows, marks), 0);
    assert_snapshot!(story_of(&mut game, "666666"), @r"
    6: takes potion 3,2, sword gone 5,2, hero to 3,2
    6: hero to 4,2
    6: hero to 5,2, hero Health +1
    6: hero to 6,2
    6: takes broth 7,2, hero Strength +1, hero to 7,2
    6: hero to 8,2, hero Health +1
    ");
    assert_eq!(lying(game.world()), names(&["axe", "potion"]));
}

#[test]
fn x22_an_item_that_comes_to_a_cell_of_a_choice_belongs_to_it() {
    let rows = "##########\n#@1.r.1.<#\n##########";
    let kind = "kind r \"rat\" health=1 strength=0 drops=b\n";
    let text =
        alcove(rows, "mark 1 !|) same=yes choose=gift\n").replace("map\n", &format!("{kind}map\n"));
    let mut game = game(&text, 0);
    presses(&mut game, "66");
    assert!(lying(game.world()).is_empty(), "{:?}", lying(game.world()));
    press(&mut game, '6').expect("a hit");
    assert_eq!(
        lying(game.world()),
        names(&["broth"]),
        "the drop lies outside of the choice"
    );
}

#[test]
fn x22_what_a_goal_or_a_loss_names_is_never_removed() {
    let text = "goal take=c leave=yes\nlose without=k\nitem c \"crown\"\nitem k \"relic\"\nitem b \"broth\"\n\
                kind r \"rat\" health=1 strength=0 drops=c\nmap\n########\n#@1r1.<#\n#..kr1.#\n########\nend\n\
                mark 1 b choose=gift\n";
    let mut game = game(text, 0);
    let before = lying(game.world());
    assert_eq!(before, names(&["broth", "relic"]));
    presses(&mut game, "6");
    assert_eq!(lying(game.world()), names(&["relic"]));
    press(&mut game, '6').expect("a hit");
    assert_eq!(lying(game.world()), names(&["relic", "crown"]));
    assert_eq!(game.outcome(), None);
}

#[test]
fn x22_a_choice_in_a_vault_lies_as_the_vault_does() {
    let text = "goal leave=yes\nhero health=30 strength=3\nitem ! \"potion\" health=9 keep=yes\n\
                vault \"alcove\" need=yes flip=yes turn=yes\nmap\n#####+#\n#1.1..#\n#...1.#\n#######\nend\n\
                mark 1 !|* choose=gift\n\
                level\nmap rooms 50 24 rooms=5 vaults=yes\nscatter @ 1\nscatter < 1\nscatter * 2\n";
    let mut shapes = BTreeSet::new();
    for seed in 0..200 {
        let game = game(text, seed);
        let world = game.world();
        let chosen: Vec<Point> = world.choices(L).flatten().collect();
        assert_eq!(chosen.len(), 3, "seed {seed}");
        for p in &chosen {
            assert_ne!(world.item_at(L, *p), ItemId::NONE, "seed {seed}: {p}");
            assert_eq!(world.rivals(L, *p).len(), 2, "seed {seed}: {p}");
        }
        let others = world.size(L).points().filter(|p| !chosen.contains(p));
        let others: Vec<Point> = others
            .filter(|p| world.item_at(L, *p) != ItemId::NONE)
            .collect();
        assert_eq!(others.len(), 2, "the scattered herbs");
        assert!(others.iter().all(|p| world.rivals(L, *p).is_empty()));
        let from = chosen[0];
        shapes.insert(
            chosen
                .iter()
                .map(|p| (p.x - from.x, p.y - from.y))
                .collect::<Vec<_>>(),
        );
    }
    assert!(shapes.len() >= 8, "{shapes:?}");
}

#[test]
fn x22_choices_are_the_same_in_arena_and_tactics() {
    for rules in ["arena", "tactics"] {
        let text = format!(
            "rules {rules}\ngoal kill=all\nitem ! \"potion\"\nmap\n#########\n#@1.1..%#\n#########\nend\nmark 1 ! choose=gift\n"
        );
        let text = if rules == "tactics" {
            text.replace('%', "G")
        } else {
            text
        };
        let session = dungeon::Session::from_text(&text).expect("sound");
        let here = session.game().world().here();
        assert_eq!(
            session.game().world().rivals(here, at(2, 1)).len(),
            1,
            "{rules}"
        );
    }
}

/// Returns the verdicts of an ordinary proof and of a fair proof.
fn verdicts(text: &str) -> [Verdict; 2] {
    let dungeon = dungeon(text);
    let budget = Budget::of_steps(200_000);
    [
        prove(&dungeon, 0, &budget),
        prove_fair(&dungeon, 0, &budget),
    ]
    .map(|proof| proof.verdict)
}

#[test]
fn x22_proofs_choose_and_know_that_both_cannot_be_had() {
    let hall = |doors: &str, marks: &str| {
        let rows = format!("###########\n#@.1.{doors}<#\n#..2.######\n###########");
        let locks = "item j \"brass key\" opens=brass\n";
        let doors: String = { [('D', "iron"), ('E', "brass")].into_iter() }
            .filter(|(glyph, _)| doors.contains(*glyph))
            .map(|(glyph, lock)| format!("mark {glyph} + locked={lock}\n"))
            .collect();
        format!("{locks}{}", alcove(&rows, &format!("{marks}{doors}")))
    };
    let keys = "mark 1 k choose=key\nmark 2 j choose=key\n";
    let free = keys.replace(" choose=key", "");
    for text in [hall("D.E.", &free), hall("..D.", keys), hall("..E.", keys)] {
        for verdict in verdicts(&text) {
            assert!(matches!(verdict, Verdict::Winnable(_)), "{text}{verdict:?}");
        }
    }
    for verdict in verdicts(&hall("D.E.", keys)) {
        assert!(matches!(verdict, Verdict::Unwinnable(_)), "{verdict:?}");
    }
}

#[test]
fn x22_an_environment_sees_the_others_vanish_and_a_reset_brings_them_back() {
    let rows = "##########\n#@1.1.1.<#\n##########";
    let text = alcove(rows, "mark 1 !|)|/ choose=gift\n");
    for vision in [Vision::Player, Vision::Everything] {
        let mut games = Environment::begin(dungeon(&text), 3).with_vision(vision);
        let before = games.planes().to_vec();
        games.step(Action::Step(East)).expect("a step");
        assert!(lying(games.game().world()).is_empty());
        assert_ne!(games.planes(), before);
        games.reset(3);
        assert_eq!(games.planes(), before);
        assert_eq!(games.game().world().rivals(L, at(2, 1)).len(), 2);
    }
}
