//! Messages about features of tactics in other games: shots that can miss, exploding deaths, trails and slime.
use dungeon_model::dungeon::tables_mut;
use std::sync::Arc;

use super::*;

#[test]
fn k12_slime_is_wiped_away_and_left() {
    let tile = added(0);
    let slimed = |dungeon: &mut dungeon::Dungeon| {
        Arc::make_mut(&mut tables_mut(dungeon).tiles).push(builtin::slime(builtin::FLOOR));
    };
    let (level, near, far) = (L, at(2, 1), at(6, 2));
    let wiped = Event::Wiped(AtTerrain {
        who: HERO,
        level,
        at: near,
        tile,
    });
    assert_eq!(
        told_of(world(slimed), &[wiped]),
        ["You wipe the slime away."]
    );
    let left = |who, at| {
        Event::Slimed(AtTerrain {
            who,
            level,
            at,
            tile,
        })
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
    assert_eq!(tell(world, &[left(LICH, far)]), [""; 0], "unseen");
    assert_eq!(
        tell(world, &[left(LICH, near)]),
        ["Something leaves slime."]
    );
}
