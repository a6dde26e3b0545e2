//! Families: the assignment of looks, what it leaves unchanged, and how bots and observations treat unknown
//! kinds.
use std::collections::BTreeMap;
use std::sync::Arc;

use dungeon::players::{Careful, Environment, Greedy, Player, PlayerView, SeenGame, Vision};
use dungeon::{Action, Outcome};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Dungeon, ItemId};

/// Three vials and two rings, with a place for a monster.
const HALL: &str = "hero health=20 max=20 strength=4
family \"vial\" looks=red|blue|murky|clear glyph=! verb=\"drink\"
family \"ring\" looks=iron|bone glyph==
item a \"vial of warmth\" family=vial health=9 keep=yes
item b \"vial of frost\" family=vial health=-5 keep=yes
item c \"vial of the bear\" family=vial strength=1 keep=yes
item d \"ring of might\" family=ring wear=strength:2
item e \"ring of luck\" family=ring wear=strength:1
kind r \"rat\" is=wanderer health=3..9 strength=1
map
####################
#@ab.c.............#
#.de...............#
#..............M.$.#
####################
end
mark M .
";

fn dungeon(text: &str) -> Arc<Dungeon> {
    Arc::new(dungeon::load_text(text).unwrap_or_else(|error| panic!("{error}")))
}

fn begun(text: &str, seed: u64) -> Game {
    SeenGame::begin(dungeon(text), seed).game().clone()
}

/// Returns the looks of a game's kinds, in file order.
fn deal(game: &Game) -> Vec<String> {
    let world = game.world();
    let kinds = { world.dungeon().families().iter() }.flat_map(|family| &family.kinds);
    let look = |kind: &ItemId| {
        world
            .look_of(world.dungeon().item(*kind).variants)
            .name
            .clone()
    };
    kinds.map(look).collect()
}

#[test]
fn x19_looks_that_are_not_shuffled_belong_to_the_items_in_order_with_any_seed() {
    let hall = HALL.replace("clear glyph=!", "clear shuffle=no glyph=!");
    let rings: std::collections::BTreeSet<String> = (0..40)
        .map(|seed| {
            let dealt = deal(&begun(&hall, seed));
            assert_eq!(dealt[..3], ["red vial", "blue vial", "murky vial"]);
            dealt[3].clone()
        })
        .collect();
    assert_eq!(rings.len(), 2, "another family is shuffled");
    let usual = HALL.replace("clear glyph=!", "clear shuffle=yes glyph=!");
    for seed in 0..40 {
        assert_eq!(deal(&begun(&usual, seed)), deal(&begun(HALL, seed)));
    }
}

#[test]
fn x19_every_deal_of_a_family_is_equally_likely_and_families_are_dealt_apart() {
    let hall = dungeon(HALL);
    let (mut vials, mut rings, mut both) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let games = 4_800;
    for seed in 0..games {
        let dealt = deal(SeenGame::begin(Arc::clone(&hall), seed).game());
        let (vial, ring) = dealt.split_at(3);
        *vials.entry(vial.to_vec()).or_insert(0_u64) += 1;
        *rings.entry(ring.to_vec()).or_insert(0_u64) += 1;
        *both.entry(dealt.clone()).or_insert(0_u64) += 1;
    }
    // Four looks for three kinds give 24 assignments; each is expected 200 times, with a standard deviation of 14.
    for (deals, count) in [(&vials, 24), (&rings, 2), (&both, 48)] {
        assert_eq!(deals.len(), count);
        let expected = games / count as u64;
        let most = 5 * expected.isqrt();
        for (deal, times) in deals {
            assert!(
                times.abs_diff(expected) < most,
                "{deal:?}: {times} of {expected}"
            );
        }
    }
}

#[test]
fn x19_a_family_shifts_no_other_draw() {
    let text = HALL.replace("mark M .", "mark M r|.\nscatter r 4\nscatter $ 3");
    let plain = text.lines().filter(|line| !line.starts_with("family"));
    let plain: String = plain
        .map(|line| line.replace("family=vial", "").replace("family=ring", "") + "\n")
        .collect();
    for seed in 0..20 {
        let [mut with, mut without] = [&text, &plain].map(|text| begun(text, seed));
        for _ in 0..30 {
            let bodies = |game: &Game| format!("{:?}", game.world().bodies());
            assert_eq!(bodies(&with), bodies(&without), "{seed}");
            if with.step(Action::Wait).is_err() {
                break;
            }
            without.step(Action::Wait).expect("the same game");
        }
    }
}

#[test]
fn x19_a_new_seed_deals_anew_and_a_reset_deals_like_a_new_game() {
    let mut game = begun(HALL, 1);
    for seed in 2..20 {
        game.reset(seed);
        let fresh = begun(HALL, seed);
        assert_eq!(deal(&game), deal(&fresh));
        assert_eq!(game.checksum(), fresh.checksum());
        let kept = deal(&game);
        game.reseed(99);
        assert_eq!(deal(&game), kept, "later draws must not change the looks");
    }
}

/// Plays until a bot stops. Returns its actions, each with whether a kind was unknown before it.
fn play(text: &str, seed: u64, mut bot: impl Player) -> (Vec<(Action, bool)>, Option<Outcome>) {
    let mut game = SeenGame::begin(dungeon(text), seed);
    let (mut legal, mut actions) = (Vec::new(), Vec::new());
    while game.game().outcome().is_none() && actions.len() < 300 {
        game.legal_actions(&mut legal);
        let action = bot.choose(&game.view(), &legal);
        let is_trial = matches!(action, Action::Use(item) if game.view().is_unknown(item));
        if is_trial {
            let view: PlayerView<'_> = game.view();
            assert_eq!(view.monsters().count(), 0, "no trial in a fight");
            assert_eq!(view.life(), 20, "no trial by a wounded hero");
        }
        actions.push((action, is_trial));
        game.step(action).expect("a legal action");
    }
    (actions, game.game().outcome())
}

#[test]
fn x19_bots_try_what_they_do_not_know_while_it_is_safe() {
    let fights = HALL.replace("mark M .", "mark M r health=4");
    for text in [HALL, &fights] {
        for seed in 0..10 {
            let tried = |(actions, end): (Vec<(Action, bool)>, Option<Outcome>)| {
                assert_eq!(end, Some(Outcome::Won));
                actions.iter().filter(|(_, is_trial)| *is_trial).count()
            };
            let [greedy, careful] = [
                tried(play(text, seed, Greedy::default())),
                tried(play(text, seed, Careful::default())),
            ];
            assert!(text != HALL || greedy > 0, "{seed}");
            assert!(careful > 0, "{seed}");
        }
    }
}

/// Swaps the two vials beside the hero.
fn swapped() -> String {
    HALL.replace("@ab", "@ba")
}

#[test]
fn x19_a_bot_chooses_the_same_in_games_that_look_the_same() {
    let mut alike = 0;
    for seed in 0..30 {
        let wanted = deal(&begun(HALL, seed));
        let twin = (0..500).find(|other| {
            let other = deal(&begun(&swapped(), *other));
            [&other[1], &other[0], &other[2], &other[3]]
                == [&wanted[0], &wanted[1], &wanted[2], &wanted[3]]
        });
        let Some(twin) = twin else { continue };
        let first = |text: &str, seed| {
            let (actions, _) = play(text, seed, Careful::default());
            let end = actions
                .iter()
                .position(|(_, is_trial)| *is_trial)
                .expect("a trial");
            actions[..=end].to_vec()
        };
        assert_eq!(first(HALL, seed), first(&swapped(), twin));
        alike += 1;
    }
    assert!(alike > 20, "{alike}");
}

/// Returns the planes, the vector and the legal actions of an environment after some steps.
fn observed(
    text: &str,
    seed: u64,
    vision: Vision,
    steps: &[Action],
) -> (Vec<u8>, Vec<i32>, Vec<String>) {
    let mut games = Environment::begin(dungeon(text), seed).with_vision(vision);
    games.planes();
    for action in steps {
        games.step(*action).expect("a step");
    }
    let mut numbers = vec![0; games.observation_space().vector().len()];
    games.observe_vector(&mut numbers);
    let space = games.action_space();
    let names = { games.actions().iter() }
        .filter_map(|action| space.index(games.game(), *action))
        .map(|index| space.name(index));
    let names = names.collect();
    (games.planes().to_vec(), numbers, names)
}

#[test]
fn x19_an_observation_has_the_look_until_the_kind_is_known() {
    use dungeon::geometry::Direction::East;
    let wanted = deal(&begun(HALL, 4));
    let mut others = 0..2_000;
    let twin = others.find(|other| {
        let other = deal(&begun(&swapped(), *other));
        [&other[1], &other[0]] == [&wanted[0], &wanted[1]] && other[2..] == wanted[2..]
    });
    let twin = twin.expect("a twin");
    let take = [Action::Step(East), Action::Step(East)];
    let one = observed(HALL, 4, Vision::Player, &take);
    let other = observed(&swapped(), twin, Vision::Player, &take);
    assert_eq!(one, other);
    assert!(one.2.contains(&format!("use {}", wanted[0])), "{:?}", one.2);
    let [one, other] = [(HALL, 4), (&swapped(), twin)]
        .map(|(text, seed)| observed(text, seed, Vision::Everything, &[]));
    assert_ne!(one.0, other.0, "an observer of everything sees the kinds");

    // The legend names looks and kinds, and is the same whatever the deal.
    let names = |text: &str, seed| {
        let games = Environment::begin(dungeon(text), seed);
        games.observation_space().item_names().to_vec()
    };
    let legend = names(HALL, 4);
    assert_eq!(legend, names(HALL, 5));
    for name in [&*wanted[0], "vial of warmth", "vial of frost"] {
        assert!(legend.iter().any(|known| known == name), "{legend:?}");
    }

    // A known kind has its own number, in the planes and in the inventory.
    let mut games = Environment::begin(dungeon(HALL), 4);
    let space = games.observation_space().clone();
    let nth = |name: &str| {
        let all = space.vector().iter();
        let found = all
            .enumerate()
            .find(|(_, number)| number.name == format!("inventory: {name}"));
        found
            .map(|(nth, _)| nth)
            .expect("an item for the inventory")
    };
    let count = |games: &mut Environment, name: &str| {
        let mut numbers = vec![0; space.vector().len()];
        games.observe_vector(&mut numbers);
        numbers[nth(name)]
    };
    let text = HALL.replace("@ab", "@aa");
    games = Environment::begin(dungeon(&text), 4);
    for action in take {
        games.step(action).expect("a step");
    }
    let look = games.game().world().pack().things()[0].item;
    assert_eq!(
        (
            count(&mut games, &wanted[0]),
            count(&mut games, "vial of warmth")
        ),
        (2, 0)
    );
    games.step(Action::Use(look)).expect("a vial");
    assert_eq!(
        (
            count(&mut games, &wanted[0]),
            count(&mut games, "vial of warmth")
        ),
        (0, 1)
    );
}
