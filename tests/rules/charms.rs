//! Charms, one test per rule (P-6): items that recharge, and their treatment by bots, proofs and environments.
use crate::scenario::{dungeon, game, hero, item, named_story};
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;
use dungeon_players::{Budget, Careful, Environment, Greedy, Player, SeenGame, Verdict, prove};
use insta::assert_snapshot;

/// A hall with two amulets and a stone, and a target that never comes.
const HALL: &str = "hero health=10 strength=2 manna=0 max=40 max-manna=0
item ! \"amulet\" health=5 keep=yes recharge=3
item & \"stone\" wealth=1 keep=yes recharge=1
map
########
#@!!&.$#
########
end
";

#[test]
fn p6_a_charm_stays_and_is_ready_again_after_its_turns() {
    let mut game = game(HALL, 0);
    assert_snapshot!(named_story(&mut game, &["6", "amulet", "amulet", "6", "amulet", "5", "amulet", "amulet"]), @r"
    6: takes amulet 3,2, hero to 3,2
    amulet: uses amulet, hero Health +5
    amulet: It is ready again in 3 turns.
    6: takes amulet 4,2, hero to 4,2, hero Health +1
    amulet: uses amulet, hero Health +5
    5: amulet ready
    amulet: uses amulet, hero Health +5, hero Health +1
    amulet: It is ready again in 1 turn.
    ");
    let amulet = item(&game, "amulet");
    assert_eq!(game.world().pack().things()[0].count, 2);
    assert_eq!(game.world().turns_to_ready(amulet), 1);
}

#[test]
fn p6_each_of_several_charms_recharges_by_itself() {
    let mut game = game(HALL, 0);
    assert_snapshot!(named_story(&mut game, &["6", "6", "amulet", "5", "amulet", "amulet", "5", "amulet"]), @r"
    6: takes amulet 3,2, hero to 3,2
    6: takes amulet 4,2, hero to 4,2
    amulet: uses amulet, hero Health +5, hero Health +1
    5: 
    amulet: uses amulet, hero Health +5
    amulet: It is ready again in 1 turn.
    5: hero Health +1, amulet ready
    amulet: uses amulet, hero Health +5
    ");
}

#[test]
fn p6_a_charm_that_recharges_in_a_turn_is_used_every_other_turn() {
    let mut game = game(HALL, 0);
    assert_snapshot!(named_story(&mut game, &["6", "6", "6", "stone", "stone", "5", "stone"]), @r"
    6: takes amulet 3,2, hero to 3,2
    6: takes amulet 4,2, hero to 4,2
    6: takes stone 5,2, hero to 5,2, hero Health +1
    stone: uses stone, hero Wealth +1
    stone: It is ready again in 1 turn.
    5: stone ready
    stone: uses stone, hero Wealth +1, hero Health +1
    ");
    assert_eq!(hero(&game, Stat::Wealth), 2);
}

#[test]
fn p6_searches_merge_states_that_differ_only_in_the_turn() {
    let after = |deeds: &[&str]| {
        let mut game = game(HALL, 0);
        named_story(&mut game, deeds);
        game
    };
    let waits = ["5"; 21];
    // Health and manna recover alike in turns that are 21 apart.
    let early = after(&["6", "amulet"]);
    let late = after(&[&waits[..], &["6", "amulet"]].concat());
    assert_eq!(early.world().turn() + 21, late.world().turn());
    let [early, late] = [early, late].map(|mut game| {
        let by = 1_000 - hero(&game, Stat::Health);
        let who = game.world().commanded();
        let stat = Stat::Health;
        game.suppose(dungeon_engine::event::Event::Changed { who, stat, by });
        game
    });
    assert_eq!(early.state_hash(), late.state_hash());
    assert_ne!(early.checksum(), late.checksum());
    let mut later = early.clone();
    named_story(&mut later, &["5"]);
    assert_ne!(early.state_hash(), later.state_hash());
    let turns = |game: &Game| game.world().recharging().collect::<Vec<_>>();
    assert_eq!(turns(&early), [(item(&early, "amulet"), 3)]);
    assert_eq!(turns(&later), [(item(&later, "amulet"), 2)]);
}

/// A guard at the end of a corridor, whom only a hero with a charm outlasts before the last turn.
fn guarded(charm: &str) -> String {
    format!(
        "hero health=10 strength=2 manna=0 max=10 max-manna=0\nlose turns=27\n\
         item ! \"amulet\" {charm} keep=yes\n\
         kind g \"guard\" health=30 strength=2 sense=always hunt=stand\nmap\n\
         ########\n#@!..g$#\n########\nend\n"
    )
}

#[test]
fn proofs_use_charms_where_nothing_else_wins() {
    let verdict = |text: &str| prove(&dungeon(text), 0, &Budget::of_steps(200_000)).verdict;
    let Verdict::Winnable(line) = verdict(&guarded("health=9 recharge=4")) else {
        panic!("the charm wins");
    };
    let uses = line
        .iter()
        .filter(|action| matches!(action, Action::Use(_)));
    assert!(uses.count() > 1, "{line:?}");
    let once = verdict(&guarded("health=9"));
    assert!(!matches!(once, Verdict::Winnable(_)), "{once:?}");
}

/// The uses of a bot, and whether it wins.
fn played(text: &str, mut bot: impl Player) -> (usize, bool) {
    let mut played = SeenGame::begin(dungeon(text), 0);
    bot.begin(&played.view(), 7);
    let (mut legal, mut uses) = (Vec::new(), 0);
    for _ in 0..300 {
        played.legal_actions(&mut legal);
        if legal.is_empty() {
            break;
        }
        let action = bot.choose(&played.view(), &legal);
        uses += usize::from(matches!(action, Action::Use(_)));
        played.step(action).expect("bots do what is allowed");
    }
    (uses, played.game().outcome() == Some(Outcome::Won))
}

#[test]
fn bots_use_a_charm_whenever_nothing_of_it_is_wasted() {
    let text = guarded("health=5 recharge=2").replace("lose turns=27\n", "");
    let (uses, is_won) = played(&text, Greedy::default());
    assert!(uses > 1 && is_won, "{uses}");
    let (uses, is_won) = played(&text, Careful::default());
    assert!(uses > 0 && is_won, "{uses}");
}

#[test]
fn environments_tell_the_turns_until_a_charm_is_ready() {
    let mut games = Environment::new(game(HALL, 0));
    let names: Vec<String> = { games.observation_space().vector().iter() }
        .map(|number| number.name.clone())
        .collect();
    let at = names
        .iter()
        .position(|name| name == "turns to ready: amulet");
    let at = at.expect("a number of the vector");
    let east = Action::Step(dungeon_model::space::geometry::Direction::East);
    games.step(east).expect("free");
    let amulet = Action::Use(item(games.game(), "amulet"));
    assert!(games.actions().contains(&amulet));
    games.step(amulet).expect("carried");
    assert!(!games.actions().contains(&amulet));
    let mut vector = vec![0; names.len()];
    games.observe_vector(&mut vector);
    assert_eq!(vector[at], 3);
    let plain = HALL.replace(" recharge=3", "").replace(" recharge=1", "");
    let plain = Environment::new(game(&plain, 0));
    let has_turns = |name: &str| name.starts_with("turns to ready");
    assert!(!{ plain.observation_space().vector().iter() }.any(|number| has_turns(&number.name)));
}
