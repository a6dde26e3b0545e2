//! Bots use only what a player sees: games that differ only in hidden facts get the same choices.
use std::sync::Arc;

use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::at;
use dungeon_players::{Careful, Greedy, Planner, Player, Random, SeenGame};

fn begin(text: &str, seed: u64) -> SeenGame {
    let dungeon: Arc<Dungeon> = crate::scenario::dungeon(text);
    let rules = rulesets::pick(&dungeon);
    SeenGame::new(Game::new(dungeon, rules, monsters::mind_for, seed))
}

/// Returns the first choice of each bot, all with the same random numbers.
fn choices(played: &SeenGame) -> Vec<Action> {
    let mut legal = Vec::new();
    played.legal_actions(&mut legal);
    let players: [Box<dyn Player>; 4] = [
        Box::new(Random::default()),
        Box::new(Greedy::default()),
        Box::new(Careful::default()),
        Box::new(Planner::default()),
    ];
    let choose = |mut player: Box<dyn Player>| {
        player.begin(&played.view(), 7);
        player.choose(&played.view(), &legal)
    };
    let mut chosen: Vec<Action> = players.into_iter().map(choose).collect();
    chosen.extend(legal);
    chosen
}

/// A foggy room with a wanderer in sight, and with these parts out of sight.
fn room(traps: &str, unseen: &str, cellar: &str) -> String {
    format!(
        "rules explore fog=4
level \"Hall\"
map
####################
#.@..w.............#
#..................#
####.###############
#..................#
#{unseen}.#
####################
end
> 18 2
{traps}level \"Cellar\"
map
########
#<.....#
#{cellar}#
########
end
"
    )
}

#[test]
fn nobody_knows_of_traps_monsters_things_and_levels_that_are_hidden() {
    let plain = room("", "...............$.", ".....$");
    let others = [
        room(
            "^ 4 2 damage=9 hidden=yes\n^ 3 3 trap=pit hidden=yes\n",
            "...............$.",
            ".....$",
        ),
        room("", "........pg.....$.", ".....$"),
        room("", "........$.$....$.", ".....$"),
        room("", "...############$.", ".....$"),
        room("", "...............$.", ".wgp$$"),
    ];
    let expected = choices(&begin(&plain, 1));
    for other in others {
        assert_eq!(choices(&begin(&other, 1)), expected, "{other}");
    }
}

#[test]
fn nobody_knows_what_chance_will_decide() {
    let plain = room("", "...............$.", ".....$");
    let expected = choices(&begin(&plain, 1));
    for seed in 2..6 {
        assert_eq!(choices(&begin(&plain, seed)), expected, "seed {seed}");
    }
}

#[test]
fn without_fog_a_level_is_in_sight_and_other_levels_are_not() {
    let lifted = |cellar: &str| room("", "...p...........$.", cellar).replace(" fog=4", "");
    let expected = choices(&begin(&lifted(".....$"), 1));
    assert_eq!(choices(&begin(&lifted("wgp$.$"), 1)), expected);
    let played = begin(&lifted(".....$"), 1);
    assert_eq!(played.view().monsters().count(), 2);
}

#[test]
fn a_view_names_nobody_who_is_out_of_sight() {
    let text = room("^ 4 2 damage=9 hidden=yes\n", "........pg.....$.", ".....$");
    let played = begin(&text, 1);
    let view = played.view();
    let far = played
        .game()
        .world()
        .theirs(view.level())
        .filter(|who| view.body(*who).is_none());
    let far: Vec<_> = far.collect();
    assert_eq!(far.len(), 2);
    for who in far {
        let at = played.game().world().body(who).at;
        let seen = (
            view.kind(who).is_some(),
            view.life_of(who),
            view.body_at(at),
            view.strikes(who),
        );
        assert_eq!(seen, (false, None, None, false));
    }
    assert_eq!(view.tile(at(3, 1)), view.tile(at(2, 1)));
    assert!(view.is_open(at(3, 1)) && !view.is_open(at(15, 1)));
}
