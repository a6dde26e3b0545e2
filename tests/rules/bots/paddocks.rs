//! The shipped bots in siege: they fence the herd in, attack intruders, and buy cows while these pay off.
use dungeon_engine::action::Action;
use dungeon_engine::rulesets::siege::{BUILD_FENCE, BUY_COW, SKIP};
use dungeon_engine::world::World;
use dungeon_model::dungeon::games::siege::fence_strength;
use dungeon_model::space::geometry::Direction;
use dungeon_players::{Careful, Greedy, Player, SeenGame};

use crate::scenario::{L, dungeon};

/// A cow and a hero with this much gold, in the middle of a season that does not end.
fn pasture(gold: i32, more: &str) -> SeenGame {
    let text = format!(
        "rules siege goal=400 season=1000 turn=1 gold={gold}\nmap\n.........\n.........\n.........\n\
         ...@%....\n.........\n.........\n.........\nend\n{more}"
    );
    SeenGame::begin(dungeon(&text), 0)
}

/// Returns the actions of a bot until it skips the season.
fn played(seen: &mut SeenGame, player: &mut impl Player) -> Vec<Action> {
    let (mut legal, mut actions) = (Vec::new(), Vec::new());
    while actions.last() != Some(&Action::Do(SKIP)) {
        assert!(actions.len() < 500, "{actions:?}");
        seen.legal_actions(&mut legal);
        let action = player.choose(&seen.view(), &legal);
        seen.step(action).expect("it is legal");
        actions.push(action);
    }
    actions
}

/// The strengths of all fences.
fn fences(world: &World) -> Vec<u16> {
    let cells = world.size(L).points();
    let strengths = cells.filter_map(|p| fence_strength(world.cell(L, p).tile));
    strengths.collect()
}

#[test]
fn s11_the_herd_is_fenced_in_as_strong_as_each_player_wants() {
    let mut seen = pasture(150, "");
    played(&mut seen, &mut Careful::default());
    assert_eq!(fences(seen.game().world()), [4; 16]);
    let mut seen = pasture(150, "");
    played(&mut seen, &mut Greedy::default());
    assert_eq!(fences(seen.game().world()), [2; 16]);
}

#[test]
fn s11_what_is_left_after_the_fences_buys_cows_and_some_gold_is_kept() {
    let mut seen = pasture(100, "");
    let actions = played(&mut seen, &mut Greedy::default());
    let first_cow = actions
        .iter()
        .position(|action| *action == Action::Do(BUY_COW));
    let last_fence = actions
        .iter()
        .rposition(|action| *action == Action::Do(BUILD_FENCE));
    assert!(last_fence < first_cow, "{actions:?}");
    assert_eq!(seen.game().world().herd(L).len(), 1 + 2);
    // The next season's income paid for three fences.
    assert_eq!(seen.view().life(), 100 - 16 * 3 - 2 * 20 + 3 * 10);
}

#[test]
fn s10_who_is_beside_the_hero_is_struck_and_who_is_in_the_paddock_is_hunted() {
    let mut legal = Vec::new();
    for (thief, way) in [
        ("A 3 3\n", Direction::NorthWest),
        ("A 6 2\n", Direction::NorthEast),
    ] {
        let seen = pasture(9, thief);
        seen.legal_actions(&mut legal);
        let action = Careful::default().choose(&seen.view(), &legal);
        assert_eq!(action, Action::Step(way), "{thief}");
    }
}

#[test]
fn s11_who_can_do_nothing_skips_the_season() {
    let mut seen = pasture(0, "");
    assert_eq!(
        played(&mut seen, &mut Careful::default()),
        [Action::Do(SKIP)]
    );
    assert_eq!(
        played(&mut pasture(0, "A 1 1\n"), &mut Greedy::default()).len(),
        1
    );
}
