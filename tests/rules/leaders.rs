//! Monsters with a leader, one test per rule (M-8 to M-10, B-7), and their treatment by forecasts, bots and proofs.
use crate::scenario::{game, place, places, story_of, tell};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::threat::Threat;
use dungeon_model::dungeon::TimedState;
use dungeon_model::space::geometry::Direction::{self, *};
use insta::assert_snapshot;

/// A wolf that knows nothing by itself, an alpha that sees the hero, and a hero who endures.
const WOLVES: &str = "hero health=90 strength=9 manna=0 max=90 max-manna=0
kind A \"alpha\" health=9 strength=1 sense=sight:4 hunt=path
kind w \"wolf\" health=20 strength=2 hunt=path follows=A
kind d \"dozer\" is=A asleep=yes
kind s \"cub\" health=20 strength=2 asleep=yes hunt=path follows=d
kind p \"pup\" health=20 strength=2 hunt=path follows=w
";

fn room(rows: &str) -> Game {
    game(&format!("{WOLVES}map\n{rows}\nend\n"), 0)
}

fn fleeing(game: &Game, who: u32) -> u8 {
    game.world().states_of(ActorId(who))[TimedState::Fleeing]
}

fn walk(game: &mut Game, ways: &[Direction]) {
    for way in ways {
        game.step(Action::Step(*way)).expect("a step");
    }
}

#[test]
fn m8_a_follower_comes_within_two_steps_of_its_leader_and_waits_there() {
    let rows = "###############\n#@$#A.....w...#\n###############";
    let mut near = room(rows);
    assert_eq!(
        places(&mut near, 2, 6),
        [(11, 2), (10, 2), (9, 2), (8, 2), (7, 2), (7, 2), (7, 2)]
    );
    assert_eq!(near.world().leader_of(ActorId(2)), Some(ActorId(1)));
    assert_eq!(near.world().leader_of(ActorId(1)), None);
    let led: Vec<ActorId> = near.world().led_by(ActorId(1)).collect();
    assert_eq!(led, [ActorId(2)]);
    let mut far = room("###############\n#@$#A.......w.#\n###############");
    assert_eq!(places(&mut far, 2, 2), [(13, 2); 3], "eight cells away");
    let mut walled = room("###############\n#@$#A.#...w...#\n###############");
    assert_eq!(places(&mut walled, 2, 2), [(11, 2); 3], "out of reach");
}

#[test]
fn m8_without_a_leader_a_follower_roams_as_its_own_key_says() {
    let text = "kind A \"alpha\" health=9\nkind w \"wolf\" health=9 roam=route follows=A\n\
                map\n#########\n#@$#....#\n#.#######\n#..A#...#\n#########\nend\nw 5 2 via=8,2\n";
    let mut game = game(text, 0);
    let before = places(&mut game, 2, 2);
    assert_eq!(before, [(5, 2), (6, 2), (7, 2)], "its route");
}

#[test]
fn m8_the_nearest_leader_leads_and_the_first_in_reading_order_among_equals() {
    let three = room("###########\n#.......A.#\n#@$#A..w..#\n#..#......#\n###########");
    let (first, wolf) = (ActorId(1), ActorId(3));
    assert_eq!(
        three.world().leader_of(wolf),
        Some(first),
        "one column away"
    );
    let equal = room("###########\n#....A...##\n#@$#...w.##\n#....A...##\n###########");
    assert_eq!(equal.world().leader_of(ActorId(2)), Some(ActorId(1)));
    assert_eq!(equal.world().led_by(ActorId(3)).count(), 0);
}

#[test]
fn m9_a_follower_hunts_the_prey_that_its_leader_senses() {
    // The wolf has no sense, and waits beside the alpha until that one sees the hero.
    let mut hunt = room("###########\n#@...w.A..#\n#$#########\n###########");
    assert_eq!(hunt.prey_of(ActorId(1)), None);
    hunt.step(Action::Wait).expect("a wait");
    assert_eq!(place(&hunt, 1), (6, 2), "it waits");
    assert_snapshot!(story_of(&mut hunt, "66."), @r"
    6: hero to 3,2
    6: hero to 4,2, wolf to 5,2, alpha to 7,2
    .: wolf strikes hero, hero Health -2, alpha to 6,2
    ");
    let mut watch = room("###########\n#@....w.A.#\n#$#########\n###########");
    assert_eq!(watch.prey_of(ActorId(1)), None);
    walk(&mut watch, &[East, East, East]);
    assert_eq!(watch.prey_of(ActorId(2)), Some(ActorId(0)));
    assert_eq!(watch.prey_of(ActorId(1)), Some(ActorId(0)));
    let mut alone =
        room("##############\n#@.....w.....#\n#.###########.\n#$############\n##############");
    walk(&mut alone, &[East, East, East]);
    assert_eq!(place(&alone, 1), (8, 2), "it has no sense of its own");
}

#[test]
fn m9_the_prey_is_passed_on_from_leader_to_leader() {
    let chain = room("##############\n#@...A.w.p...#\n#$############\n##############");
    assert_eq!(chain.prey_of(ActorId(3)), Some(ActorId(0)));
    let broken = room("##############\n#@...A...p...#\n#$############\n##############");
    assert_eq!(broken.prey_of(ActorId(2)), None, "no wolf between them");
}

#[test]
fn m9_sleepers_wake_with_their_leader_but_a_leader_not_with_them() {
    let rows = "################\n#@.d.....s.....#\n#$##############\n################";
    let mut pack = room(rows);
    walk(&mut pack, &[East, East]);
    assert_snapshot!(
        tell(&pack),
        @"hero strikes dozer, dozer wakes, cub wakes, dozer Health -9, dozer dies, cub fleeing for 10, cub to 11,2, cub fleeing has 9"
    );
    let mut cub = room("################\n#@.s..........d#\n#$##############\n################");
    walk(&mut cub, &[East, East]);
    assert!(!cub.world().body(ActorId(1)).is_asleep());
    assert!(cub.world().body(ActorId(2)).is_asleep());
}

#[test]
fn m10_the_pack_flees_when_its_leader_dies() {
    let mut pack =
        room("#################\n#@A.w...........#\n#$###############\n#################");
    assert_snapshot!(story_of(&mut pack, "6.........."), @r"
    6: hero strikes alpha, alpha Health -9, alpha dies, wolf fleeing for 10, wolf to 6,2, wolf fleeing has 9
    .: wolf to 7,2, wolf fleeing has 8
    .: wolf to 8,2, wolf fleeing has 7
    .: wolf to 9,2, wolf fleeing has 6
    .: wolf to 10,2, wolf fleeing has 5
    .: wolf to 11,2, wolf fleeing has 4
    .: wolf to 12,2, wolf fleeing has 3
    .: wolf to 13,2, wolf fleeing has 2
    .: wolf to 14,2, wolf fleeing has 1
    .: wolf to 15,2, wolf fleeing has 0
    .:
    ");
}

#[test]
fn m10_followers_of_a_leader_that_hunted_nobody_stay() {
    let text = "kind A \"alpha\" health=1\nkind w \"wolf\" health=9 follows=A\n\
                map\n#########\n#@$#A.w.#\n#..#....#\n#########\nend\n\
                when step=2,3 tile=5,2 into=#\n";
    let mut game = game(text, 0);
    walk(&mut game, &[South]);
    assert!(!game.world().body(ActorId(1)).alive, "{}", tell(&game));
    assert_eq!(fleeing(&game, 2), 0);
}

#[test]
fn m10_a_follower_with_another_leader_nearer_stays_with_it() {
    let mut two =
        room("##################\n#@A.w.A..........#\n#$################\n##################");
    walk(&mut two, &[East]);
    assert!(!two.world().body(ActorId(1)).alive);
    assert_eq!(fleeing(&two, 2), 9, "both are two cells away");
    let mut near =
        room("##################\n#@A..wA..........#\n#$################\n##################");
    walk(&mut near, &[East]);
    assert_eq!(fleeing(&near, 2), 0);
}

#[test]
fn b7_a_fleeing_body_that_is_cornered_fights() {
    let mut pack = room("########\n#@Aw####\n#$######\n########");
    walk(&mut pack, &[East]);
    assert_eq!(fleeing(&pack, 2), 9);
    assert_snapshot!(story_of(&mut pack, "66"), @r"
    6: hero to 3,2, wolf strikes hero, hero Health -2, wolf fleeing has 8
    6: hero strikes wolf, wolf Health -9, hero Health +1, wolf strikes hero, hero Health -2, wolf fleeing has 7
    ");
}

#[test]
fn b7_forecasts_know_that_a_fleeing_body_comes_no_nearer() {
    let text = format!(
        "{}map\n############\n#@A.w......#\n#$##########\n############\nend\n",
        WOLVES.replace("follows=A", "follows=A speed=200%")
    );
    let mut pack = game(&text, 0);
    let threat = |game: &Game| {
        let (wolf, hero) = (ActorId(2), ActorId(0));
        Threat::new(game.rules(), game.world(), wolf, hero, |_| false).life
    };
    walk(&mut pack, &[East]);
    assert!(fleeing(&pack, 2) > 0);
    assert_eq!(threat(&pack), 0);
    let born = pack
        .events()
        .iter()
        .filter(|event| matches!(event, Event::StateBegan { .. }));
    assert_eq!(born.count(), 1);
}
