//! Games as programs use them: legal actions, observations and resets.
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::corpus::paths;
use dungeon::chance::DrawPurpose;
use dungeon::data::ItemId;
use dungeon::game::{Action, ActorId, Event, Game, Outcome, Refusal, Verb, World};
use dungeon::geometry::{Direction, Point, at};
use dungeon::{data::Dungeon, minds, rules};
use dungeon_play::knowledge::fog::{PlayerSight, WorldTime};
use dungeon_play::knowledge::seen_world::SeenWorld;
use dungeon_players::{Environment, PlayerView, SeenGame, Transition, Vision};

/// Returns every shipped dungeon.
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

/// Returns every conceivable action, without the code of `legal_actions`, except two: players have no idle round, and
/// an attack on a body is a step onto it.
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

/// A hero who begins on stairs, a wizard beside a ghost in slime, and a hero on embers among allies and neutral
/// monsters, one of which sleeps.
const OWN: [&str; 3] = [
    "level \"up\"\nmap\n#####\n#@.$#\n#####\nend\n> 2 2\nlevel \"down\"\nmap\n#####\n#<..#\n#####\nend\n",
    "rules tactics\nlevel\nmap\n......\n.@~~.*\n......\nend\n@ 2 2 name=\"Andy\"\nG 3 2\n",
    "tile 1 \"embers\" harm=1\nkind s \"squire\" side=hero\nkind n \"nun\" side=none asleep=yes\n\
     kind d \"dog\" side=none through=walls\n\
     kind m \"mimic\" looks=$\nmap\n######\n#s.n.#\n#.@d$#\n#..sm#\n######\nend\n1 3 3\n",
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

/// Picks one of these actions at random, depending only on the state of the game.
fn any_of(game: &Game, actions: &[Action]) -> Action {
    assert!(
        !actions.is_empty(),
        "an unfinished game has no legal action"
    );
    let mut draw = game
        .world()
        .draw(DrawPurpose::NextGame, ActorId::WORLD, actions.len() as u32);
    actions[draw.below(actions.len() as u32) as usize]
}

/// Plays this many random actions.
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
        // The first reset may keep what the next ones need.
        for seed in [2, 3, 2] {
            play(&mut game, 30);
            game.reset(seed);
            let mut new = begun(&dungeon, seed);
            assert_eq!(game.events(), new.events(), "{}", dungeon.title());
            assert_eq!(bodies(&game), bodies(&new), "{}", dungeon.title());
            for _ in 0..3 {
                assert_eq!(game.checksum(), new.checksum(), "{}", dungeon.title());
                play(&mut game, 10);
                play(&mut new, 10);
            }
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

/// The values of an environment's planes and vector.
#[derive(Debug, PartialEq)]
struct Observation {
    width: usize,
    area: usize,
    planes: Vec<u8>,
    numbers: Vec<i32>,
}

impl Observation {
    fn of(games: &mut Environment) -> Observation {
        let space = games.observation_space();
        let mut seen = Observation {
            width: space.width(),
            area: space.width() * space.height(),
            planes: vec![0xEE; space.planes_len()],
            numbers: vec![-7; space.vector().len()],
        };
        games.observe_planes(&mut seen.planes);
        games.observe_vector(&mut seen.numbers);
        seen
    }

    fn at(&self, plane: usize, p: Point) -> u8 {
        self.planes[plane * self.area + p.y as usize * self.width + p.x as usize]
    }
}

/// Plays this many random actions in each shipped dungeon and in `OWN`, over several games, and calls `look` after each
/// step and reset.
fn play_all(steps: u32, vision: Vision, mut look: impl FnMut(&mut Environment)) {
    for dungeon in dungeons().into_iter().chain(OWN.map(drawn_in)) {
        let mut games = Environment::begin(Arc::clone(&dungeon), 1).with_vision(vision);
        for seed in 2..5 {
            look(&mut games);
            for _ in 0..steps {
                if games.actions().is_empty() {
                    break;
                }
                let action = any_of(games.game(), games.actions());
                games.step(action).expect("a listed action");
                look(&mut games);
            }
            games.reset(seed);
        }
    }
}

/// Returns the names of the values of the planes `tile`, `item` and `kind`.
fn legend(games: &Environment) -> [&[String]; 3] {
    let space = games.observation_space();
    [space.tile_names(), space.item_names(), space.kind_names()]
}

#[test]
fn a_hidden_trap_is_named_only_for_who_sees_everything() {
    let text = "map\n######\n#@..$#\n######\nend\n^ 4 2 trap=dart hidden=yes\n";
    let names = |vision| {
        let dungeon = Arc::new(dungeon::load_text(text).expect("a dungeon"));
        let mut games = Environment::begin(dungeon, 1).with_vision(vision);
        let seen = Observation::of(&mut games);
        let tiles = legend(&games)[0];
        [2, 3].map(|x| tiles[usize::from(seen.at(1, at(x, 1)))].clone())
    };
    assert_eq!(names(Vision::Player), ["floor", "floor"]);
    assert_eq!(names(Vision::Everything), ["floor", "hidden dart trap"]);
}

#[test]
fn every_value_that_a_player_sees_has_a_name() {
    play_all(20, Vision::Player, |games| {
        let seen = Observation::of(games);
        for (nth, names) in legend(games).into_iter().enumerate() {
            let plane = &seen.planes[(nth + 1) * seen.area..][..seen.area];
            let highest = games.observation_space().planes()[nth + 1].highest;
            assert_eq!(names.len(), usize::from(highest) + 1);
            for value in plane {
                assert_eq!(names[usize::from(*value)].is_empty(), *value == 0);
            }
        }
    });
}

#[test]
fn who_sees_everything_observes_the_whole_world() {
    play_all(20, Vision::Everything, |games| {
        let seen = Observation::of(games);
        let world = games.game().world();
        let (here, hero) = (world.here(), world.body(world.commanded()));
        let size = world.size(here);
        assert_eq!(
            seen.numbers[..6],
            [
                world.turn() as i32,
                here.0.into(),
                size.width,
                size.height,
                hero.at.x,
                hero.at.y
            ]
        );
        assert_eq!(seen.numbers[6..12], hero.stats.0);
        for p in size.points() {
            let cell = world.cell(here, p);
            let kind = cell.body().map_or(0, |who| world.body(who).kind.0 + 1);
            let shown = [0, 1, 2, 3].map(|plane| u16::from(seen.at(plane, p)));
            // An item of a family shows its kind, which the cell does not store.
            let item = world.kind_of(cell.item).0;
            assert_eq!(shown, [2, cell.tile.0 + 1, item, kind], "{p}");
            let [tiles, items, kinds] = legend(games).map(|names| names.to_vec());
            let dungeon = world.dungeon();
            let tile = &dungeon.tile(cell.tile).name;
            let told = &tiles[usize::from(shown[1])];
            assert!(told == tile || told.starts_with("hidden "), "{told}");
            let name = |nth: u16, names: &[String]| names[usize::from(nth)].clone();
            let carried = (item > 0).then(|| dungeon.item(world.kind_of(cell.item)).name.clone());
            assert_eq!(name(shown[2], &items), carried.unwrap_or_default());
            let body = cell.body().map(|who| world.kind(who).name.clone());
            assert_eq!(name(shown[3], &kinds), body.unwrap_or_default());
            let life = cell.body().map_or(0, |who| world.life_of(who));
            assert_eq!(seen.at(6, p) > 0, life > 0, "{p}");
        }
        let bodies = world.bodies().iter();
        let alive = bodies.filter(|body| body.alive && body.level == here);
        let sides = &seen.planes[4 * seen.area..5 * seen.area];
        assert_eq!(
            sides.iter().filter(|side| **side > 0).count(),
            alive.count()
        );
        assert_eq!(
            sides.iter().filter(|side| **side == 1).count(),
            usize::from(hero.alive)
        );
    });
}

/// Compares each observation of a player with what `SeenGame` shows bots of the same game.
#[test]
fn a_player_observes_what_a_bot_sees() {
    let all = dungeons().into_iter().chain(OWN.map(drawn_in));
    for dungeon in all.chain([drawn_in(FOGGED)]) {
        let mut games = Environment::begin(Arc::clone(&dungeon), 0);
        let mut bodies_in_sight = 0;
        for seed in 1..4 {
            games.reset(seed);
            let mut told = SeenGame::begin(Arc::clone(&dungeon), seed);
            for _ in 0..100 {
                bodies_in_sight += compare(&Observation::of(&mut games), &told.view());
                let mut legal = Vec::new();
                told.legal_actions(&mut legal);
                assert_eq!(games.actions(), legal);
                if legal.is_empty() {
                    break;
                }
                let action = any_of(games.game(), &legal);
                games.step(action).expect("a listed action");
                told.step(action).expect("a listed action");
            }
        }
        assert!(bodies_in_sight > 0, "{}", dungeon.title());
    }
}

/// Compares each incrementally updated observation with one painted from scratch, in all shipped games and fixtures:
/// after steps, throws and opened doors, on other levels, after a return to an earlier state, and after resets.
#[test]
fn what_is_kept_up_to_date_is_what_is_painted_from_scratch() {
    let drawn = OWN.into_iter().chain([FOGGED, VIALS]).map(drawn_in);
    let files = ["fixtures/ok", "fixtures/scenes"].map(paths).concat();
    let files = files
        .into_iter()
        .filter_map(|path| dungeon::load(path).ok());
    let (mut steps, mut levels) = (0, BTreeSet::new());
    let (mut thrown, mut rebuilt, mut identified) = (0, 0, 0);
    for dungeon in dungeons()
        .into_iter()
        .chain(drawn)
        .chain(files.map(Arc::new))
    {
        let mut kept = Environment::begin(Arc::clone(&dungeon), 1);
        // An environment without observations so far, so that its clone paints everything.
        let mut blind = kept.clone();
        let mut buffers = [Vec::new(), Vec::new()];
        // Seeds repeat, and so do starts.
        for seed in [2, 2, 3, 4] {
            let mut saved = None;
            for step in 0..60 {
                let (planes, fresh) = (kept.planes().to_vec(), blind.clone().planes().to_vec());
                assert!(planes == fresh, "{} {seed} {step}", dungeon.title());
                // Buffers that took turns hold the whole observation, too.
                let buffer = &mut buffers[step % 2];
                buffer.resize(planes.len(), 0xEE);
                kept.observe_planes(buffer);
                assert!(*buffer == planes, "{} {seed} {step}", dungeon.title());
                let listed = kept.actions().iter();
                let listed = listed.map(|action| kept.action_space().index(kept.game(), *action));
                let legal: BTreeSet<usize> = listed.flatten().collect();
                let masked = (0..).zip(mask(&kept)).filter(|(_, legal)| *legal == 1);
                assert!(
                    masked.map(|(index, _)| index).eq(legal),
                    "the mask and the list differ"
                );
                levels.insert((dungeon.title().to_owned(), kept.game().world().here()));
                match step {
                    10 => saved = Some((kept.clone(), blind.clone())),
                    30 => (kept, blind) = saved.take().unwrap_or((kept, blind)),
                    _ => {}
                }
                if kept.actions().is_empty() {
                    break;
                }
                let action = any_of(kept.game(), kept.actions());
                kept.step(action).expect("a listed action");
                blind.step(action).expect("a listed action");
                for event in kept.game().events() {
                    thrown += usize::from(matches!(event, Event::Thrown { .. }));
                    rebuilt += usize::from(matches!(event, Event::Rebuilt { .. }));
                    identified += usize::from(matches!(event, Event::Identified { .. }));
                }
                steps += 1;
            }
            kept.reset(seed);
            blind.reset(seed);
        }
    }
    assert!(steps > 5_000, "{steps} steps");
    let rare = [thrown, rebuilt, identified];
    assert!(rare.iter().all(|count| *count > 1), "{rare:?}");
    assert!(
        levels.iter().any(|(_, level)| level.0 > 0),
        "no stairs were taken"
    );
}

/// Follows random games step by step, and compares the player's sight and memory with those of a player who looks at
/// all of each state: after steps, on other levels, after a return to an earlier state, and after resets with the same
/// seed and with others.
#[test]
fn sight_that_follows_a_game_is_the_sight_of_a_whole_look() {
    let drawn = OWN.into_iter().chain([FOGGED]).map(drawn_in);
    let (mut steps, mut seen_cells, mut disguised) = (0, 0, 0);
    for dungeon in dungeons().into_iter().chain(drawn) {
        let mut game = begun(&dungeon, 1);
        let mut followed = SeenWorld::new(game.world());
        for seed in [2, 2, 3, 4, 4] {
            let mut looked = PlayerSight::new(followed.world(game.world()));
            let mut saved = None;
            for step in 0..50 {
                seen_cells += compare_sights(&game, &followed, &looked);
                disguised += usize::from(followed.disguised(game.world()).is_some());
                match step {
                    10 => saved = Some((game.clone(), followed.clone(), looked.clone())),
                    30 => {
                        (game, followed, looked) = saved.take().unwrap_or((game, followed, looked))
                    }
                    _ => {}
                }
                let mut legal = Vec::new();
                game.legal_actions(&mut legal);
                if legal.is_empty() {
                    break;
                }
                game.step(any_of(&game, &legal)).expect("a legal action");
                followed.follow(&game);
                let seen = game.world().as_seen();
                looked.look(seen.as_ref().unwrap_or(game.world()));
                steps += 1;
            }
            game.reset(seed);
            followed.restart(game.world());
        }
    }
    assert!(steps > 2_000 && disguised > 100, "{steps} {disguised}");
    assert!(seen_cells > 100_000, "{seen_cells}");
}

/// Compares the sight that follows a game with that of a whole look. Returns the number of cells in sight.
fn compare_sights(game: &Game, followed: &SeenWorld, looked: &PlayerSight) -> usize {
    let seen = game.world().as_seen();
    let world = seen.as_ref().unwrap_or(game.world());
    let (here, shown) = (world.here(), followed.world(game.world()));
    let turn = format!("{} in turn {}", world.dungeon().title(), world.turn());
    assert_eq!(shown.checksum(), world.checksum(), "{turn}");
    assert_eq!(shown.bodies(), world.bodies(), "{turn}");
    let sight = &followed.sight;
    assert_eq!(sight.landmarks(world), looked.landmarks(world), "{turn}");
    assert_eq!(sight.has_discovered(), looked.has_discovered(), "{turn}");
    let mut in_sight = 0;
    for p in world.size(here).points() {
        assert_eq!(shown.cell(here, p), world.cell(here, p), "{p} {turn}");
        let [now, before] = [WorldTime::Rest, WorldTime::Flight];
        let sees = |sight: &PlayerSight| sight.sees(now, here, p);
        assert_eq!(sees(sight), sees(looked), "{p} {turn}");
        let known = |sight: &PlayerSight| (sight.visibility(now, p), sight.visibility(before, p));
        assert_eq!(known(sight), known(looked), "{p} {turn}");
        let cell = |sight: &PlayerSight| sight.cell(world, here, p);
        assert_eq!(cell(sight), cell(looked), "{p} {turn}");
        let is_frontier = |sight: &PlayerSight| sight.is_frontier(world, p);
        assert_eq!(is_frontier(sight), is_frontier(looked), "{p} {turn}");
        in_sight += usize::from(sees(sight));
    }
    in_sight
}

/// Levels with fog, with darkness and a lamp, and without fog; doors, hidden traps, disguises and monsters between
/// them.
const FOGGED: &str = "rules explore fog=4\nhero health=9999\ntile & \"brazier\" walk=no see=yes glow=3\n\
    kind m \"mimic\" looks=$\nkind g \"gargoyle\" looks=&\n\
    level \"Hall\"\nmap\n##########\n#@.+..w.>#\n#..#.$...#\n##########\nend\n^ 3 3 damage=1 hidden=yes\nm 7 3\n\
    level \"Deep\" light=no\nmap\n############\n#<.+...&..w#\n#..#.....$>#\n############\nend\ng 6 3\n\
    level \"Open\" fog=no\nmap\n########\n#<.+wm$#\n########\nend\n";

/// A hero in fog among vials that are unknown at first, and among flasks to throw.
const VIALS: &str = "rules explore fog=5\nhero health=9999\nfamily \"vial\" looks=red|blue glyph=!\n\
    item a \"vial of warmth\" health=9 keep=yes family=vial glyph=!\n\
    item b \"vial of acid\" health=-9 keep=yes family=vial glyph=!\n\
    item c \"flask\" health=-5 keep=yes throw=1 glyph=&\n\
    map\n###########\n#ab.ca.b#.#\n#ba@ac.b+$#\n#ab.ca.b#.#\n###########\nend\n";

/// Compares an observation with a bot's view. Returns the number of bodies in sight.
fn compare(seen: &Observation, view: &PlayerView<'_>) -> usize {
    let mut bodies_in_sight = 0;
    let mut names: BTreeMap<u8, &str> = BTreeMap::new();
    for p in view.size().points() {
        let (tile, item, body) = (view.tile(p), view.item(p), view.body_at(p));
        let sight = match (view.sees(p), tile) {
            (true, _) => 2,
            (false, Some(_)) => 1,
            (false, None) => 0,
        };
        let here = format!("at {p} in turn {}", view.turn());
        assert_eq!(seen.at(0, p), sight, "sight {here}");
        assert_eq!(seen.at(1, p) > 0, sight > 0, "tile {here}");
        assert_eq!(seen.at(2, p) > 0, item.is_some(), "item {here}");
        assert_eq!(seen.at(3, p) > 0, body.is_some(), "kind {here}");
        assert_eq!(seen.at(4, p) > 0, body.is_some(), "side {here}");
        bodies_in_sight += usize::from(body.is_some());
        if let Some(tile) = tile {
            let name = names.entry(seen.at(1, p)).or_insert(&tile.name);
            assert_eq!(*name, &tile.name, "{here}");
        }
    }
    bodies_in_sight
}

/// Pairs of files that differ only in what a player does not see, and keys that keep it hidden.
const ALIKE: [(&str, [&str; 2], &str); 7] = [
    (
        "map\n#######\n#@....#\n#....$#\n#######\nend\n^ HERE damage=5 hidden=yes\n",
        ["5 2", "4 3"],
        "..l.",
    ),
    (
        "map\n#######\n#@.#..#\n#..#.$#\n#######\nend\n+ HERE name=\"wall\" glyph=#\n",
        ["4 2", "4 3"],
        "..jk",
    ),
    (
        "rules explore fog=yes\nmap\n#######\n#@.#..#\n#..#..#\n#.....#\n#######\nend\n$ HERE\n",
        ["6 2", "6 3"],
        "..lj",
    ),
    (
        "rules explore fog=yes\nkind z \"zombie\" sense=never roam=stand\nmap\n#######\n#@.#..#\n#$.#..#\n#.....#\n\
         #######\nend\nz HERE\n",
        ["6 2", "6 3"],
        "..l.",
    ),
    (
        "rules explore fog=yes\nkind r \"rat\" is=wanderer drops=$\nkind s \"rat\" is=wanderer glyph=r\nmap\n\
         ######\n#@..$#\n######\nend\nHERE 4 2\n",
        ["r", "s"],
        ".",
    ),
    (
        "map\n#########\n#@.HERE.$#\n#.......#\n#########\nend\nmark T ^ trap=teleport to=6,3\n\
         mark U ^ trap=teleport to=5,3\n",
        ["TUT", "TUU"],
        "..j.",
    ),
    (
        "kind m \"mimic\" looks=$\nmap\n#######\n#@....#\n#....$#\n#######\nend\nHERE 5 2\n",
        ["m", "$"],
        "..ll",
    ),
];

#[test]
fn what_is_hidden_is_in_no_observation() {
    for (text, differences, keys) in ALIKE {
        let mut games = differences.map(|here| {
            let dungeon = drawn_in(&text.replace("HERE", here));
            Environment::begin(dungeon, 0)
        });
        let mut all = games
            .clone()
            .map(|game| game.with_vision(Vision::Everything));
        let [one, other] = all.each_mut().map(Observation::of);
        assert_ne!(one, other, "both files have the same hidden facts: {text}");
        for key in keys.chars() {
            let [one, other] = games
                .each_mut()
                .map(|game| (Observation::of(game), mask(game)));
            assert_eq!(one, other, "{text} before {key}");
            let action = match key {
                'l' => Action::Step(Direction::East),
                'j' => Action::Step(Direction::South),
                'k' => Action::Step(Direction::North),
                _ => Action::Wait,
            };
            for game in &mut games {
                game.step(action).expect("a legal step");
            }
        }
    }
}

fn mask(games: &Environment) -> Vec<u8> {
    let mut mask = vec![0xEE; games.action_space().len()];
    games.mask(&mut mask);
    mask
}

#[test]
fn every_value_is_within_its_bounds() {
    for vision in [Vision::Player, Vision::Everything] {
        play_all(60, vision, |games| {
            let seen = Observation::of(games);
            let space = games.observation_space();
            assert_eq!(seen.planes.len(), space.planes().len() * seen.area);
            for (plane, values) in space.planes().iter().zip(seen.planes.chunks(seen.area)) {
                let bounds = plane.lowest..=plane.highest;
                assert!(
                    values.iter().all(|value| bounds.contains(value)),
                    "{plane:?}"
                );
            }
            for (number, value) in space.vector().iter().zip(&seen.numbers) {
                assert!(
                    (number.lowest..=number.highest).contains(value),
                    "{number:?}: {value}"
                );
            }
        });
    }
}

#[test]
fn the_space_holds_each_legal_action_once() {
    play_all(40, Vision::Everything, |games| {
        let (space, game) = (games.action_space(), games.game());
        let mask = mask(games);
        let mut listed = Vec::new();
        game.legal_actions(&mut listed);
        for action in &listed {
            let index = space
                .index(game, *action)
                .expect("a number for each legal action");
            assert_eq!(space.action(game, index), Some(*action));
        }
        for (index, is_legal) in mask.iter().enumerate() {
            let action = space.action(game, index);
            assert!(!space.name(index).is_empty());
            assert!(action.is_none_or(|action| space.index(game, action) == Some(index)));
            let is_allowed = action.is_some_and(|action| game.check(action).is_ok());
            assert_eq!(*is_legal, u8::from(is_allowed), "{}", space.name(index));
        }
        assert_eq!(
            mask.iter().filter(|legal| **legal == 1).count(),
            listed.len()
        );
    });
}

#[test]
fn the_spaces_are_the_same_for_every_seed_and_on_every_level() {
    for dungeon in dungeons() {
        let of = |games: &Environment| {
            let space = games.action_space();
            let names: Vec<String> = (0..space.len()).map(|index| space.name(index)).collect();
            let seen = games.observation_space();
            let planes = (seen.planes().to_vec(), seen.width(), seen.height());
            let legend = legend(games).map(<[String]>::to_vec);
            (names, planes, legend, seen.vector().to_vec())
        };
        let [one, other] = [1, 2].map(|seed| Environment::begin(Arc::clone(&dungeon), seed));
        assert_eq!(of(&one), of(&other), "{}", dungeon.title());
    }
}

#[test]
fn a_reset_is_as_a_new_beginning() {
    for dungeon in dungeons() {
        let mut games = Environment::begin(Arc::clone(&dungeon), 1);
        Observation::of(&mut games);
        for _ in 0..30 {
            if let Some(action) = games.actions().first().copied() {
                games.step(action).expect("a listed action");
            }
        }
        let begun = games.reset(2);
        let mut new = Environment::begin(Arc::clone(&dungeon), 2);
        assert_eq!(
            games.game().checksum(),
            new.game().checksum(),
            "{}",
            dungeon.title()
        );
        assert_eq!(Observation::of(&mut games), Observation::of(&mut new));
        assert_eq!(games.actions(), new.actions());
        assert_eq!(begun, Transition::default(), "{}", dungeon.title());
        let info = games.info();
        assert_eq!(
            (info.seed, info.turn, info.outcome, info.lost_to),
            (2, new.game().world().turn(), None, None)
        );
    }
}

#[test]
fn a_game_is_truncated_after_its_turns() {
    let dungeon = drawn_in("map\n#####\n#@.$#\n#####\nend\n");
    let mut games = Environment::begin(dungeon, 0).with_max_turns(Some(2));
    assert!(!games.reset(0).is_done());
    let first = games.step(Action::Wait).expect("a wait");
    assert!(!first.is_done());
    let last = games.step(Action::Wait).expect("a wait");
    assert!(last.is_truncated && last.is_done() && !last.is_terminated);
    assert_eq!(last.reward, 0.0);
    let mut games = games.with_max_turns(Some(2));
    games.reset(0);
    games.step(Action::Step(Direction::East)).expect("a step");
    let won = games.step(Action::Step(Direction::East)).expect("a step");
    assert!(
        won.is_terminated && !won.is_truncated,
        "a finished game was truncated"
    );
}

#[test]
fn a_game_may_be_over_at_once() {
    let dungeon = drawn_in("rules tactics\nmap\n@..\n...\nend\nscatter * 0..1\n");
    let mut games = Environment::begin(dungeon, 0);
    let over = (0..20).map(|seed| (seed, games.reset(seed)));
    let over: Vec<(u64, Transition)> = over.filter(|(_, begun)| begun.is_terminated).collect();
    assert!(!over.is_empty() && over.len() < 20, "{}", over.len());
    let (seed, begun) = over[0];
    assert_eq!(
        (begun.reward, begun.rewards.outcome),
        (1.0, Some(Outcome::Won))
    );
    games.reset(seed);
    assert!(games.actions().is_empty() && !mask(&games).contains(&1));
    Observation::of(&mut games);
    games.step(Action::Wait).expect_err("the game is over");
}

#[test]
fn bolts_paid_with_life_can_be_masked_and_are_told() {
    let dungeon = drawn_in("hero manna=8\nmap\n#####\n#@.$#\n#####\nend\n");
    let mut games = Environment::begin(dungeon, 0);
    let cast = Action::DoToward(rules::CAST, Direction::East);
    assert_eq!(games.info().price_in_life, 0);
    games.step(cast).expect("a bolt for manna");
    assert_eq!(
        games.info().price_in_life,
        16,
        "2 health for each missing point"
    );
    assert!(games.actions().contains(&cast));
    let before = mask(&games).iter().filter(|legal| **legal == 1).count();
    let mut games = games.with_prices_masked(true);
    assert!(!games.actions().contains(&cast));
    let after = mask(&games).iter().filter(|legal| **legal == 1).count();
    assert_eq!(before - after, 8, "a bolt in each direction");
    let paid = games.step(cast).expect("masked, but legal");
    assert_eq!(paid.rewards.damage_taken, 16);
}

#[test]
fn messages_are_about_the_last_step() {
    let hall = drawn_in("map\n#######\n#@$.$.#\n#######\nend\n");
    let mut games = Environment::begin(hall, 7);
    let east = Action::Step(Direction::East);
    assert!(games.messages().is_empty());
    games.step(east).expect("a free cell");
    assert_eq!(games.messages(), ["You take the gold (+10 wealth)."]);
    assert!(games.step(Action::Go(Point::default())).is_err());
    assert!(games.messages().is_empty(), "nothing happened");
    games.step(east).expect("a free cell");
    assert!(games.messages().is_empty());
    games.reset(7);
    assert!(games.messages().is_empty());
}

#[test]
fn bad_input_is_refused_and_nothing_panics() {
    let far = [i32::MIN, -1, 0, 3, i32::MAX];
    let points: Vec<Point> = far
        .iter()
        .flat_map(|x| far.map(|y| Point { x: *x, y }))
        .collect();
    let bodies = [0, 1, 99, u32::MAX].map(ActorId);
    for dungeon in dungeons().into_iter().chain(OWN.map(drawn_in)) {
        let mut games = Environment::begin(Arc::clone(&dungeon), 1);
        let before = games.game().checksum();
        let len = games.action_space().len();
        for index in [len, len + 1, usize::MAX] {
            assert_eq!(games.step_index(index), Err(Refusal::UnknownHere));
            assert_eq!(games.action_space().name(index), "");
        }
        let cells = points
            .iter()
            .flat_map(|p| [Action::Go(*p), Action::ShootAt(*p)]);
        let whom = bodies.iter().flat_map(|who| {
            [
                Action::Attack(*who),
                Action::Shoot(*who),
                Action::Command(*who),
            ]
        });
        let items = [0, 1, u16::MAX].map(|id| Action::Use(ItemId(id)));
        for action in cells.chain(whom).chain(items) {
            let index = games.action_space().index(games.game(), action);
            assert!(index.is_none_or(|index| index < len));
            if games.game().check(action).is_err() {
                games.step(action).expect_err("it was refused");
            }
        }
        assert_eq!(games.game().checksum(), before, "{}", dungeon.title());
        games.observe_planes(&mut []);
        games.observe_vector(&mut []);
        games.mask(&mut []);
        let mut long = vec![7; len + 2];
        games.mask(&mut long);
        assert_eq!(long[len..], [7, 7]);
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

/// Small dungeons without randomness.
const CERTAIN: [&str; 7] = [
    "rules arena\nmap\n@.#\n..#\n##%\nend\n",
    "rules tactics\nmap\n@.*\n...\nend\n@ 1 1 name=\"Andy\"\n",
    "map\n######\n#@..$#\n#....#\n######\nend\n^ 3 2 trap=alarm\n",
    "map\n#####\n#@.$#\n#...#\n#####\nend\n",
    "item k \"key\" opens=iron\nmap\n########\n#@k.+.$#\n########\nend\n+ 5 2 locked=iron\n",
    "kind z \"zombie\" health=9 strength=1 sense=always hunt=greedy roam=stand\nmap\n#######\n#@...z#\n#.#..$#\n#######\nend\n",
    "kind z \"zombie\" health=9 strength=1 sense=always hunt=greedy roam=stand speed=1\nmap\n######\n#@..z#\n#.##$#\n######\nend\n",
];

/// The number of states to explore, in breadth-first order.
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
        "only {joined} states occurred at several turns"
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

/// Returns each legal action of a state, with the hash and the outcome of the next state.
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
