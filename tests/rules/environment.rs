//! Games as programs take them: the list of what may be done, observations, and games that begin anew.
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::corpus::paths;
use dungeon::chance::DrawPurpose;
use dungeon::game::{Action, ActorId, Game, Outcome, Verb, World};
use dungeon::geometry::{Direction, Point};
use dungeon::{data::Dungeon, minds, rules};
use dungeon_players::{Environment, Vision};

/// Every shipped dungeon that can be walked over in a moment, by its path.
fn dungeons() -> Vec<Arc<Dungeon>> {
    let shipped = paths("dungeons").into_iter();
    shipped
        .map(|path| Arc::new(dungeon::load(path).expect("a dungeon")))
        .collect()
}

fn begun(dungeon: &Arc<Dungeon>, seed: u64) -> Game {
    Game::new(
        Arc::clone(dungeon),
        rules::rules_for(dungeon),
        minds::mind_for,
        seed,
    )
}

/// Every action that could ever be meant, whatever the game, but for two: an idle round is no action of a player, and a
/// blow at a body is the step onto it. What `legal_actions` chooses from is none of this function's business.
fn every_action(world: &World) -> Vec<Action> {
    let verbs = (0..=u8::MAX).map(Verb);
    let cells = || world.size(world.here()).points();
    let bodies = || (0..world.bodies().len()).map(|who| ActorId(who as u32));
    let mut actions = vec![Action::Wait];
    actions.extend(Direction::ALL.map(Action::Step));
    actions.extend(verbs.clone().map(Action::Do));
    actions.extend(verbs.flat_map(|verb| Direction::ALL.map(|way| Action::DoToward(verb, way))));
    actions.extend(cells().map(Action::Go));
    actions.extend(cells().map(Action::ShootAt));
    actions.extend(bodies().map(Action::Shoot));
    actions.extend(bodies().map(Action::Command));
    actions
}

/// A hero who begins on stairs, a wizard beside whom a ghost stands in slime, and a hero on embers amid allies and
/// neutral monsters, one of which sleeps.
const OWN: [&str; 3] = [
    "level \"up\"\nmap\n#####\n#@.$#\n#####\nend\n> 2 2\nlevel \"down\"\nmap\n#####\n#<..#\n#####\nend\n",
    "rules tactics\nlevel\nmap\n......\n.@~~.*\n......\nend\n@ 2 2 name=\"Andy\"\nG 3 2\n",
    "tile 1 \"embers\" harm=1\nkind s \"squire\" side=hero\nkind n \"nun\" side=none asleep=yes\n\
     kind d \"dog\" side=none through=walls\nmap\n######\n#s.n.#\n#.@d$#\n#..s.#\n######\nend\n1 3 3\n",
];

fn drawn_in(text: &str) -> Arc<Dungeon> {
    let session = dungeon::Session::from_text(text).unwrap_or_else(|found| panic!("{found}"));
    Arc::clone(session.game().world().dungeon())
}

#[test]
fn what_is_listed_is_what_is_allowed() {
    for dungeon in dungeons().into_iter().chain(OWN.map(drawn_in)) {
        let mut game = begun(&dungeon, 3);
        let mut listed = Vec::new();
        for _ in 0..40 {
            game.legal_actions(&mut listed);
            let set: BTreeSet<String> = listed.iter().map(|action| format!("{action:?}")).collect();
            assert_eq!(set.len(), listed.len(), "an action is listed twice");
            let allowed = every_action(game.world()).into_iter();
            let allowed = allowed.filter(|action| game.check(*action).is_ok());
            let allowed: BTreeSet<String> = allowed.map(|action| format!("{action:?}")).collect();
            assert_eq!(
                set,
                allowed,
                "{} in turn {}",
                dungeon.title(),
                game.world().turn()
            );
            if game.outcome().is_some() {
                assert!(listed.is_empty());
                break;
            }
            let action = any_of(&game, &listed);
            game.step(action).expect("an action that is listed");
        }
    }
}

/// One of these actions, by chance that hangs on the state of the game alone.
fn any_of(game: &Game, actions: &[Action]) -> Action {
    assert!(
        !actions.is_empty(),
        "nothing may be done in a game that goes on"
    );
    let mut draw = game
        .world()
        .draw(DrawPurpose::NextGame, ActorId::WORLD, actions.len() as u32);
    actions[draw.below(actions.len() as u32) as usize]
}

/// Plays so many actions by chance.
fn play(game: &mut Game, actions: usize) {
    let mut listed = Vec::new();
    for _ in 0..actions {
        game.legal_actions(&mut listed);
        if listed.is_empty() {
            return;
        }
        game.step(any_of(game, &listed))
            .expect("an action that is listed");
    }
}

#[test]
fn a_game_that_is_begun_again_is_as_new() {
    for dungeon in dungeons() {
        let mut game = begun(&dungeon, 1);
        play(&mut game, 30);
        game.reset(2);
        let mut new = begun(&dungeon, 2);
        assert_eq!(game.events(), new.events(), "{}", dungeon.title());
        for _ in 0..3 {
            assert_eq!(game.checksum(), new.checksum(), "{}", dungeon.title());
            play(&mut game, 10);
            play(&mut new, 10);
        }
    }
}

#[test]
fn other_luck_changes_what_comes_and_not_what_is() {
    let dungeon = Arc::new(dungeon::load("dungeons/crypt.dng").expect("a dungeon"));
    let game = begun(&dungeon, 7);
    let future = |seed: u64| {
        let mut game = game.clone();
        game.reseed(seed);
        assert_eq!(bodies(&game), bodies(&begun(&dungeon, 7)));
        (0..20).for_each(|_| game.step(Action::Wait).expect("a wait"));
        bodies(&game)
    };
    assert_eq!(future(1), future(1));
    assert_ne!(future(1), future(2));
}

/// Where everybody is.
fn bodies(game: &Game) -> Vec<dungeon::game::Body> {
    game.world().bodies().to_vec()
}

#[test]
fn nothing_has_happened_after_a_refusal() {
    let dungeon = Arc::new(dungeon::load("dungeons/crypt.dng").expect("a dungeon"));
    let mut game = begun(&dungeon, 7);
    game.step(Action::Wait).expect("a wait");
    assert!(!game.events().is_empty());
    let before = game.checksum();
    game.step(Action::Do(Verb(200))).expect_err("no such verb");
    assert!(game.events().is_empty());
    assert_eq!(game.checksum(), before);
}

#[test]
fn who_sees_everything_observes_the_whole_world() {
    for dungeon in dungeons() {
        let games = Environment::begin(Arc::clone(&dungeon), 5);
        let mut games = games.with_vision(Vision::Everything);
        let space = games.observation_space();
        let (width, area) = (space.width(), space.width() * space.height());
        let mut planes = vec![0; space.planes_len()];
        let mut numbers = vec![0; space.vector().len()];
        for _ in 0..20 {
            games.observe_planes(&mut planes);
            games.observe_vector(&mut numbers);
            let world = games.game().world();
            let (here, hero) = (world.here(), world.body(world.commanded()));
            let size = world.size(here);
            assert_eq!(
                numbers[..6],
                [
                    world.turn() as i32,
                    here.0.into(),
                    size.width,
                    size.height,
                    hero.at.x,
                    hero.at.y
                ]
            );
            assert_eq!(numbers[6..12], hero.stats.0);
            assert_eq!(numbers[14], 0, "the game goes on");
            let at = |plane: usize, p: Point| {
                i32::from(planes[plane * area + p.y as usize * width + p.x as usize])
            };
            for p in size.points() {
                let cell = world.cell(here, p);
                let kind = cell.body().map_or(0, |who| world.body(who).kind.0 + 1);
                let shown = [0, 1, 2, 3].map(|plane| at(plane, p));
                let is = [2, cell.tile.0 + 1, cell.item.0, kind].map(i32::from);
                assert_eq!(shown, is, "{} at {p}", dungeon.title());
            }
            assert_eq!(at(4, hero.at), 1, "the commanded body");
            let bodies = world.bodies().iter();
            let alive = bodies.filter(|body| body.alive && body.level == here);
            let standing = planes[4 * area..5 * area].iter().filter(|side| **side > 0);
            assert_eq!(standing.count(), alive.count());
            let action = any_of(games.game(), games.actions());
            if games.step(action).expect("a listed action").is_done() {
                break;
            }
        }
    }
}

#[test]
fn the_end_has_its_reward_once_and_nothing_may_be_done_after_it() {
    let text = "map\n#####\n#@.$#\n#####\nend\n";
    let dungeon = dungeon::Session::from_text(text).expect("a dungeon");
    let mut games = Environment::new(dungeon.game().clone());
    let east = Action::Step(Direction::East);
    let first = games.step(east).expect("a step");
    assert_eq!((first.reward, first.is_done()), (0.0, false));
    let last = games.step(east).expect("a step");
    assert_eq!((last.reward, last.is_done()), (1.0, true));
    assert!(games.actions().is_empty());
    games.step(east).expect_err("the game is over");
    assert_eq!(games.game().outcome(), Some(Outcome::Won));
    games.reset(9);
    assert!(games.actions().contains(&east));
}

/// Small dungeons where nothing is left to chance.
const CERTAIN: [&str; 7] = [
    "rules arena\nmap\n@.#\n..#\n##%\nend\n",
    "rules tactics\nmap\n@.*\n...\nend\n@ 1 1 name=\"Andy\"\n",
    "map\n######\n#@..$#\n#....#\n######\nend\n^ 3 2 trap=alarm\n",
    "map\n#####\n#@.$#\n#...#\n#####\nend\n",
    "item k \"key\" opens=iron\nmap\n########\n#@k.+.$#\n########\nend\n+ 5 2 locked=iron\n",
    "kind z \"zombie\" health=9 strength=1 sense=always hunt=greedy roam=stand\nmap\n#######\n#@...z#\n#.#..$#\n#######\nend\n",
    "kind z \"zombie\" health=9 strength=1 sense=always hunt=greedy roam=stand speed=1\nmap\n######\n#@..z#\n#.##$#\n######\nend\n",
];

/// The states of a dungeon that are looked at, the soonest first.
const MOST_STATES: usize = 1_000;

#[test]
fn states_of_one_hash_go_on_alike_where_nothing_is_left_to_chance() {
    let mut joined = 0;
    for text in CERTAIN {
        let session = dungeon::Session::from_text(text).unwrap_or_else(|found| panic!("{found}"));
        let mut known: BTreeMap<u64, Game> = BTreeMap::new();
        let mut edge = VecDeque::from([session.game().clone()]);
        let mut listed = Vec::new();
        while let Some(game) = edge.pop_front() {
            match known.get(&game.state_hash()) {
                Some(other) => {
                    joined += usize::from(other.checksum() != game.checksum());
                    assert_eq!(next_states(other), next_states(&game), "{text}");
                }
                None if known.len() < MOST_STATES => {
                    game.legal_actions(&mut listed);
                    for action in &listed {
                        let mut next = game.clone();
                        next.step(*action).expect("an action that is listed");
                        edge.push_back(next);
                    }
                    known.insert(game.state_hash(), game);
                }
                None => {}
            }
        }
    }
    assert!(
        joined > 100,
        "only {joined} states were met at several times"
    );
}

#[test]
fn made_terrain_is_a_part_of_every_hash() {
    let text = "map caves 20 12\nscatter @ 1\nscatter $ 1\n";
    let session = dungeon::Session::from_text(text).unwrap_or_else(|found| panic!("{found}"));
    let dungeon = Arc::clone(session.game().world().dungeon());
    let (one, other) = (begun(&dungeon, 1), begun(&dungeon, 2));
    assert_ne!(one.state_hash(), other.state_hash());
    let mut reseeded = one.clone();
    reseeded.reseed(2);
    assert_eq!(reseeded.state_hash(), one.state_hash());
    assert_ne!(reseeded.checksum(), other.checksum());
    reseeded.reseed(1);
    assert_eq!(reseeded.checksum(), one.checksum());
}

/// Each action that may be done in a state, with the hash and the outcome of what it leads to.
fn next_states(game: &Game) -> Vec<(Action, u64, Option<Outcome>)> {
    let mut listed = Vec::new();
    game.legal_actions(&mut listed);
    let next = listed.into_iter().map(|action| {
        let mut next = game.clone();
        next.step(action).expect("an action that is listed");
        (action, next.state_hash(), next.outcome())
    });
    next.collect()
}
