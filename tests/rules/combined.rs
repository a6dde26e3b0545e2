//! Random rooms that combine aimed acts, charms, blows that reach, timed states, packs, allies and ground that acts: what
//! holds for each of them (P-3 to P-8, B-1 to B-7, M-8 to M-10) holds for all at once.
use std::sync::Arc;

use crate::corpus::recorded_of;
use crate::dice::Dice;
use dungeon_engine::action::Action;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::threat::{self, Threat};
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::{BURN, Dungeon, Stat, TimedState};
use dungeon_model::wire;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::Recording;
use dungeon_play::session::session::Session;

use crate::cases;
use crate::support::begun;

/// States with a number of turns, and nothing.
const GIFTS: [&str; 8] = [
    "",
    "",
    "",
    " gives=haste:3",
    " gives=slow:3",
    " gives=burning:4",
    " gives=unseen:5",
    " gives=warded:4",
];

/// Returns a room with random items, kinds and ground that combine all these keys.
fn room(nth: u64) -> String {
    let dice = &mut Dice::new(nth ^ 0xC0B1);
    let mut text = dice
        .one(&["", "rules explore undo=yes\n", "rules explore tempo=500\n"])
        .to_owned();
    text += "hero health=60 max=70 strength=2 manna=0 max-manna=0\n\
             family \"vial\" looks=red|blue|green glyph=!\n\
             tile ~ \"lava\" harm=2\ntile , \"mud\" slow=yes\ntile q \"puddle\" quench=yes\n\
             tile / \"slope\" enter=e,n,ne\ntile B \"boulder\" push=yes\n";
    for (glyph, keys) in [
        ("a", "family=vial keep=yes throw=4"),
        ("b", "family=vial keep=yes throw=4"),
        ("c", "keep=yes recharge=3"),
        ("d", "wear=strength:1 attack=ACT"),
        ("e", "wear=strength:1 slot=hand attack=ACT"),
        ("f", "strength=1"),
    ] {
        let act = dice.one(&["line", "sweep", "shoot:4", "pull:4", "pull:5"]);
        let harm = match glyph {
            "a" | "b" | "c" => dice.one(&["", " health=3", " health=-4", " strength=-1"]),
            _ => "",
        };
        let keys = keys.replace("ACT", act) + harm + dice.one(&GIFTS);
        text += &format!("item {glyph} \"item {glyph}\" {keys}\n");
    }
    for (glyph, keys) in [
        ("L", ""),
        ("w", " follows=L"),
        ("x", " follows=w"),
        ("S", " side=hero"),
    ] {
        let own = [
            dice.one(&["sense=always", "sense=sight:5", "sense=within:4"]),
            dice.one(&[
                "hunt=path",
                "hunt=path",
                "hunt=shoot:2",
                "hunt=greedy",
                "hunt=stand",
            ]),
            dice.one(&[
                "",
                "attack=burst:3",
                "attack=ram",
                "attack=none",
                "attack=steal:4",
            ]),
            dice.one(&["", "asleep=yes", "looks=f", "looks=#"]),
            dice.one(&[
                "",
                "bursts=3",
                "spawns=w:4",
                "drops=c",
                "speed=150%",
                "through=walls",
            ]),
        ]
        .join(" ");
        // Allies neither sleep in disguise nor steal.
        let own = if glyph == "S" {
            "sense=sight:6 hunt=path".to_owned()
        } else {
            own
        };
        let (health, strength) = (1 + dice.below(9), dice.below(4));
        let gives = dice.one(&GIFTS);
        text += &format!(
            "kind {glyph} \"kind {glyph}\" health={health} strength={strength} {own}{keys}{gives}\n"
        );
    }
    text += "level \"one\"\nmap\n";
    let mut cells: Vec<char> = (0..40)
        .map(|_| dice.one(&['.', '.', '.', '.', '.', '.', '#', '~', ',', 'q', '/', 'B']))
        .collect();
    for glyph in "abcdef@LwwxS$>".chars() {
        let at = dice.below(cells.len());
        cells[at] = glyph;
    }
    // Later things may have covered the hero.
    if !cells.contains(&'@') {
        cells[0] = '@';
    }
    text += "##########\n";
    for row in cells.chunks(8) {
        text += &format!("#{}#\n", row.iter().collect::<String>());
    }
    // A room below, and gifts, so that items come to the hero at once.
    text + "##########\nend\nwhen turn=1 give=a\nwhen turn=1 give=c\nwhen turn=1 give=d\nwhen turn=1 give=e\n\
            level \"two\"\nmap\n######\n#<.$.#\n#.w..#\n######\nend\n"
}

fn read(source: &Source) -> Option<Dungeon> {
    dungeon_lint::read(source, &Limits::default()).0
}

/// Returns the maximum of life that the hero can lose in the next turn, as far as forecasts tell.
fn told(game: &Game) -> i32 {
    let world = game.world();
    let hero = world.commanded();
    let foes: Vec<_> = world.theirs(world.here()).collect();
    let acts = foes
        .iter()
        .map(|who| Threat::new(game.rules(), world, *who, hero, |_| false).life);
    let bursts = foes.iter().flat_map(|who| threat::blast(world, *who));
    let bursts = bursts.filter(|(whom, _)| *whom == hero);
    acts.sum::<i32>() + bursts.map(|(_, harm)| harm).sum::<i32>()
}

/// Asserts that a wait takes no more of the hero's life than was told, if nothing but monsters and fire takes any.
fn assert_told(game: &Game, text: &str) {
    let world = game.world();
    let hero = world.commanded();
    let fire = if world.has_state(hero, TimedState::Burning) {
        BURN * threat::rounds(world, hero) as i32
    } else {
        0
    };
    let told = told(game) + fire;
    let mut waited = game.clone();
    if waited.step(Action::Wait).is_err() || waited.world().here() != world.here() {
        return;
    }
    let is_other = |event: &Event| {
        matches!(
            event,
            Event::Born { .. } | Event::Given { .. } | Event::Harmed(_)
        )
    };
    let lost = waited.events().iter().filter_map(|event| match event {
        Event::Changed {
            who,
            stat: Stat::Health,
            by,
        } if *who == hero && *by < 0 => Some(-by),
        _ => None,
    });
    let lost: i32 = lost.sum();
    if !waited.events().iter().any(is_other) {
        assert!(
            lost <= told,
            "{lost} of {told}: {:?}\n{text}",
            waited.events()
        );
    }
}

/// Plays random legal actions, and returns them.
fn played(game: &mut Game, dice: &mut Dice, text: &str) -> Vec<Action> {
    let (mut legal, mut actions) = (Vec::new(), Vec::new());
    let mut copy = game.clone();
    while actions.len() < 40 && game.outcome().is_none() {
        game.legal_actions(&mut legal);
        // Rare kinds of acts are tried as often as steps.
        let kind = dice.below(3);
        let of_kind: Vec<Action> = { legal.iter().copied() }
            .filter(|action| match kind {
                0 => matches!(action, Action::Throw(..)),
                1 => matches!(action, Action::Use(_)),
                _ => true,
            })
            .collect();
        let all = if of_kind.is_empty() { &legal } else { &of_kind };
        let Some(action) = all.get(dice.below(all.len())).copied() else {
            break;
        };
        assert_told(game, text);
        copy.clone_from(game);
        let allowed = game.step(action);
        assert_eq!(allowed, Ok(()), "{action:?} is legal\n{text}");
        assert_eq!(copy.step(action), allowed);
        assert_eq!(copy.checksum(), game.checksum(), "{action:?}\n{text}");
        assert_eq!(copy.state_hash(), game.state_hash(), "{action:?}\n{text}");
        actions.push(action);
    }
    actions
}

/// Asserts that keys, a recording and the wire form reach the same state as the actions.
fn assert_same_by_keys(
    source: &Source,
    dungeon: &Arc<Dungeon>,
    game: &Game,
    actions: &[Action],
    seed: u64,
) {
    let text = &source.text;
    let mut session = Session::seeded(Arc::clone(dungeon), seed);
    let keys = session.act(actions);
    assert_eq!(
        session.checksum(),
        game.checksum(),
        "{}\n{text}",
        keys.text()
    );
    let recording = recorded_of(source, seed, keys.text());
    assert_eq!(
        recording.state(),
        game.checksum(),
        "{}\n{text}",
        keys.text()
    );
    let read = Recording::from_text(&recording.to_text()).expect("a recording");
    let mut again = read.session().expect("a sound dungeon");
    let mut playback = Playback::begin(read, &again).expect("the same game");
    assert_eq!(playback.finish(&mut again), Ok(()), "{text}");
    assert_eq!(again.checksum(), game.checksum());
    let arrived = wire::read(&wire::write(dungeon, text), text).expect("undamaged");
    assert_eq!(arrived, **dungeon);
    let mut other = begun(Arc::new(arrived), seed);
    for action in actions {
        assert_eq!(other.step(*action), Ok(()), "{text}");
    }
    assert_eq!(other.checksum(), game.checksum(), "{text}");
}

#[test]
fn acts_states_packs_and_charms_hold_together() {
    let (mut acts, mut refused) = (0, 0);
    let all = std::env::var("COMBINED_ROOMS")
        .ok()
        .and_then(|all| all.parse().ok());
    let all = all.unwrap_or_else(|| cases::share(240));
    for nth in 0..all {
        let source = Source::from_text("combined.dng", room(nth));
        let Some(dungeon) = read(&source).map(Arc::new) else {
            refused += 1;
            continue;
        };
        let mut game = begun(Arc::clone(&dungeon), nth);
        let actions = played(&mut game, &mut Dice::new(nth), &source.text);
        acts += { actions.iter() }
            .filter(|action| matches!(action, Action::Throw(..)))
            .count();
        assert_same_by_keys(&source, &dungeon, &game, &actions, nth);
    }
    println!("{acts} aimed acts, {refused} of {all} refused");
    assert!(acts > 0 && refused * 2 < all, "{acts}, {refused} of {all}");
}
