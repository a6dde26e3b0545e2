//! A random bot on siege boards: it presses bound keys until the game ends or 20,000 turns have passed. After every
//! turn the world must satisfy the rules.
//!
//! The suite plays few games; `BOT_GAMES=10000 cargo test --release --test rules bots::siege -- --nocapture` plays many
//! and prints statistics.
use std::sync::Arc;
use std::time::Instant;

use crate::scenario::dice::Dice;
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::siege::SKIP;
use dungeon_engine::world::World;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::games::siege::SiegeSettings;
use dungeon_model::dungeon::{BodyGlyph, Dungeon, Feature, ItemId, LevelId, Stat};

/// The number of turns after which a game is abandoned.
const LONGEST: u32 = 20_000;

/// The most gold that one monster of these boards steals in a turn.
const GREATEST_THEFT: i32 = 40;

/// Boards by name, from the published one to unusual ones.
const BOARDS: [(&str, &str); 6] = [
    ("published", "rules siege\n"),
    (ENDLESS, "rules siege gold=1000000 goal=2000000000 year=1\n"),
    (
        "small",
        "rules siege goal=300 season=40 gold=40\nmap open 12 12\nscatter % 5 in=5,5..8,8 overlap=yes\nscatter @ 1 in=5,5..8,8\n",
    ),
    (
        "tiny",
        "rules siege goal=2000 season=6 gold=300 year=2\nmap open 3 3\n@ 2 2\n",
    ),
    ("drawn", DRAWN),
    ("authors' kinds", KINDS),
];

/// The board on which the hordlings of all years accumulate.
const ENDLESS: &str = "endless purse";

/// Walls, gates, fences of every strength, and hordlings from the start.
const DRAWN: &str = "rules siege goal=500 season=25 gold=60 year=2 cow=9 turn=3
map
####....########....####
#......................#
#..11111.........22222.#
...1%%%1....A....2%%%2..
...1%@%+.........3%%%2..
...1%%%1....Z....2%%%2..
#..11511.........44454.#
#......................#
#########.+..+.#########
end
";

/// Two levels with kinds that an author may declare.
const KINDS: &str = "rules siege goal=900 season=20 gold=300 year=1 tempo=500
item t \"tooth\" wealth=15
item k \"key\" opens=iron
kind w \"wolf\" health=4 strength=5 sense=always hunt=path attack=melee prey=nearest
kind s \"spook\" is=ghost strength=2 drops=t
kind h \"hound\" is=hordling speed=4
kind q \"queen\" is=hordling strength=9 speed=1 spawns=g:15 drops=%
kind g \"grub\" is=hordling speed=3
kind b \"bomb\" is=hordling attack=burst:3 prey=hero
kind a \"archer\" is=patrol shot=2 health=3
kind d \"drunkard\" is=hordling sense=never roam=wander
level \"Pasture\"
map open 20 14
scatter # 8% in=3,3..18,12
scatter 3 6
scatter + 2%
scatter + 2 locked=iron
scatter ^ 2 trap=teleport
scatter ^ 2 damage=2
scatter ^ 1 trap=pit hidden=yes
scatter ^ 1 trap=alarm once=yes
scatter > 2
scatter @ 1
scatter % 9
scatter k 1
scatter w 1
scatter s 1
scatter h 1
scatter q 1
scatter b 1
scatter a 1
scatter d 2
scatter C 2
level \"Byre\"
map open 9 7
scatter < 2
scatter % 6 overlap=yes
scatter B 2
scatter g 1
";

/// The result of one game.
struct Course {
    outcome: Option<Outcome>,
    turns: u32,
    strongest: i32,
}

/// How a random bot spends its turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Temper {
    /// Skips to the next season as often as it does anything else.
    Hasty,
    /// Never skips, so that the hordlings act in every turn.
    Patient,
}

/// Returns the actions of a player: all bound ones, and an idle round.
fn actions(game: &Game, temper: Temper) -> Vec<Action> {
    let bound = game.rules().face().bindings().iter();
    let all = bound.map(|binding| binding.action).chain([Action::Idle]);
    let suits = |action: &Action| temper == Temper::Hasty || *action != Action::Do(SKIP);
    all.filter(suits).collect()
}

/// Plays one game with random keys and checks the world after each.
fn play(dungeon: &Arc<Dungeon>, temper: Temper, seed: u64) -> Course {
    let rules = rulesets::pick(dungeon);
    let mut game = Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed);
    let actions = actions(&game, temper);
    let mut dice = Dice::of_state(seed << 1 | 1);
    let start = game.world().turn();
    let mut strongest = assert_possible(&game, seed);
    while game.outcome().is_none() && game.world().turn() - start < LONGEST {
        let action = actions[dice.below(actions.len())];
        let (turn, gold) = (game.world().turn(), gold(game.world()));
        match game.step(action) {
            Ok(()) => assert!(game.world().turn() > turn, "{seed}: {action:?}"),
            Err(_) => assert_eq!(
                (game.world().turn(), self::gold(game.world())),
                (turn, gold)
            ),
        }
        strongest = strongest.max(assert_possible(&game, seed));
    }
    if game.outcome().is_some() {
        assert_eq!(game.step(Action::Wait), Err(Refusal::GameOver));
    }
    Course {
        outcome: game.outcome(),
        turns: game.world().turn() - start,
        strongest,
    }
}

/// Asserts the invariants between turns. Returns the greatest strength of a hordling.
fn assert_possible(game: &Game, seed: u64) -> i32 {
    let world = game.world();
    assert_judged(game, seed);
    let hero = world.body(world.commanded());
    assert!(
        world.size(hero.level).contains_inside_rim(hero.at),
        "{seed}: {}",
        hero.at
    );
    assert_eq!(world.body_at(hero.level, hero.at), Some(world.commanded()));
    let mut strongest = 0;
    let bears = world
        .dungeon()
        .kinds()
        .iter()
        .any(|kind| kind.spawns.is_some());
    for (level, _) in world.dungeon().numbered_levels() {
        assert_one_thing_a_cell(world, level);
        for who in world.theirs(level) {
            let body = world.body(who);
            assert_eq!(world.body_at(level, body.at), Some(who), "{seed}");
            // A hordling that is born on a cow eats it one turn later.
            let is_on_a_cow = world.item(world.item_at(level, body.at)).herd;
            assert!(
                bears || !is_on_a_cow,
                "{seed}: {} shares a cow's cell",
                body.at
            );
            if world.kind(who).shows == BodyGlyph::Strength {
                let strength = body.stat(Stat::Strength);
                assert!((1..=26).contains(&strength), "{seed}: {strength}");
                strongest = strongest.max(strength);
            }
        }
    }
    strongest
}

/// Asserts that each body stands on a cell of its own and that no item lies on a fence.
fn assert_one_thing_a_cell(world: &World, level: LevelId) {
    let ours = world.ours().filter(|who| world.body(*who).level == level);
    let mut standing = ours.count() + world.theirs(level).count();
    for p in world.size(level).points() {
        let cell = world.cell(level, p);
        standing -= usize::from(cell.body().is_some());
        if cell.item != ItemId::NONE {
            let feature = world.dungeon().tile(cell.tile).feature;
            assert!(!matches!(feature, Feature::Fence(_)), "{p}");
        }
    }
    assert_eq!(standing, 0);
}

/// Asserts that the gold agrees with the outcome: from 0 to below the goal during a game, at least the goal after a
/// win, and after a loss a debt that thefts can cause.
fn assert_judged(game: &Game, seed: u64) {
    let world = game.world();
    let rules = SiegeSettings::from_settings(world.dungeon().settings());
    let gold = gold(world);
    let monsters = world.bodies().len() as i32;
    match world.outcome() {
        None => assert!((0..rules.goal).contains(&gold), "{seed}: {gold}"),
        Some(Outcome::Won) => assert!(gold >= rules.goal, "{seed}: {gold}"),
        Some(Outcome::Lost) => {
            assert!(
                (-monsters * GREATEST_THEFT..0).contains(&gold),
                "{seed}: {gold}"
            );
        }
        Some(Outcome::Drawn) => panic!("{seed}: a game cannot end in a draw"),
    }
}

fn gold(world: &World) -> i32 {
    world.body(world.commanded()).stat(Stat::Wealth)
}

#[test]
fn a_player_without_a_plan_meets_only_what_the_rules_know() {
    let asked = std::env::var("BOT_GAMES").ok();
    let games: u64 = asked.and_then(|games| games.parse().ok()).unwrap_or(40);
    for (name, text) in BOARDS {
        // Games that cannot be lost are long.
        let games = if name == ENDLESS {
            games.div_ceil(20)
        } else {
            games
        };
        let dungeon = crate::scenario::dungeon(text);
        let began = Instant::now();
        let course = |seed: u64| match seed % 2 {
            1 if name != ENDLESS => play(&dungeon, Temper::Patient, seed),
            _ => play(&dungeon, Temper::Hasty, seed),
        };
        let mut courses: Vec<Course> = (0..games).map(course).collect();
        courses.sort_by_key(|course| course.turns);
        let ended = |how| {
            courses
                .iter()
                .filter(|course| course.outcome == how)
                .count()
        };
        let strongest = courses.iter().map(|course| course.strongest).max();
        println!(
            "{name}: {games} games, {} won, {} lost, {} unfinished; turns {} (median), {} (most); strength up to {}; {:.1?}",
            ended(Some(Outcome::Won)),
            ended(Some(Outcome::Lost)),
            ended(None),
            courses[courses.len() / 2].turns,
            courses[courses.len() - 1].turns,
            strongest.unwrap_or_default(),
            began.elapsed(),
        );
        assert!(
            courses.iter().any(|course| course.turns > 20),
            "{name}: no game made progress"
        );
    }
}
