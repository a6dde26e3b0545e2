//! Idle rounds (docs/format, `tempo=`): each test draws a map, presses keys and compares the events; `~` is an idle
//! round.
use std::sync::{Arc, Mutex};

use crate::scenario::{dungeon, game, presses, tell};
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::chance::DrawPurpose;
use dungeon_engine::game::Game;
use dungeon_engine::monster::{Memory, Monster};
use dungeon_engine::monster_view::{Sighting, View};
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Kind, Stat};

fn hurried(text: &str) -> String {
    format!("\nrules explore tempo=500\n{text}")
}

#[test]
fn tempo_without_it_an_idle_round_is_refused() {
    let mut game = game(
        drawn! {"
            map
            ######
            #@w$.#
            ######
            end
        "},
        0,
    );
    let before = game.checksum();
    assert_eq!(game.step(Action::Idle), Err(Refusal::NoHurry));
    assert_eq!(game.checksum(), before);
}

#[test]
fn tempo_searches_nothing_and_takes_nothing() {
    let mut game = game(
        &hurried(drawn! {"
            map
            #####
            #@^$#
            #####
            end
            ^ 3 2 hidden=yes
        "}),
        0,
    );
    for _ in 0..50 {
        presses(&mut game, "~");
        assert_eq!(tell(&game), "idles");
    }
}

/// A monster that waits and records a draw of every act.
struct Dicer(Arc<Mutex<Vec<(ActorId, u32)>>>);

impl Monster for Dicer {
    fn act(&self, _: &mut Memory, view: &mut View<'_>) -> Action {
        let who = ActorId(view.stat(Stat::Health) as u32);
        let drawn = view.draw(DrawPurpose::Roam).word();
        self.0.lock().expect("one thread").push((who, drawn));
        Action::Wait
    }

    fn can_detect(&self, _: &mut View<'_>) -> Option<Sighting> {
        None
    }

    fn advance(&self, _: &mut Memory, _: &mut View<'_>, _: Sighting) -> Action {
        Action::Wait
    }
}

/// Returns the draws of all dicers while keys are played, in order, each with its body.
fn dice(speed: u32, bodies: &str, keys: &str) -> Vec<(ActorId, u32)> {
    let text = format!(
        "
rules explore tempo=500
kind d \"dicer\" is=wanderer speed={speed}
kind e \"dicer\" is=wanderer speed=3
map
#######
#@$...#
#.....#
#######
end
{bodies}"
    );
    let dungeon = dungeon(&text);
    let drawn = Arc::new(Mutex::new(Vec::new()));
    let mind_for = |kind: &Kind| -> Box<dyn Monster> {
        match kind.name.as_str() {
            "dicer" => Box::new(Dicer(Arc::clone(&drawn))),
            _ => monsters::mind_for(kind),
        }
    };
    let rules = rulesets::pick(&dungeon);
    let mut game = Game::new(dungeon, rules, mind_for, 1);
    presses(&mut game, keys);
    let drawn = drawn.lock().expect("one thread");
    drawn.clone()
}

#[test]
fn tempo_never_draws_the_same_chance_twice() {
    for speed in [1, 2, 3, 7] {
        let keys = "~~~.~.~~..~~~~.~".repeat(3);
        let mut drawn = dice(speed, "d 6 2 1 0\n", &keys);
        // A speed of N gives ⌊N·t/2⌋ acts after t rounds, whether a command or the clock began them.
        assert_eq!(drawn.len(), speed as usize * keys.len() / 2);
        drawn.sort_unstable();
        let acts = drawn.len();
        drawn.dedup();
        assert_eq!(drawn.len(), acts, "speed {speed}");
    }
}

#[test]
fn tempo_shifts_no_chance_of_later_turns() {
    let drawn = |keys: &str| dice(2, "d 6 2 1 0\n", keys);
    let (calm, hurried) = (drawn("..."), drawn("~.~~.."));
    assert_eq!(
        [hurried[1], hurried[4], hurried[5]],
        [calm[0], calm[1], calm[2]]
    );
}

#[test]
fn tempo_lets_the_slow_act_in_every_second_round() {
    let acts = |keys: &str| dice(1, "d 6 2 1 0\n", keys).len();
    assert_eq!(
        ["~", "~~", "~~~", "~.", ".~~~", "...."].map(acts),
        [0, 1, 1, 1, 2, 2]
    );
}

#[test]
fn x3_one_more_monster_never_shifts_anothers_rolls_in_idle_rounds() {
    let keys = "~.~~..~~~.";
    let only = |drawn: Vec<(ActorId, u32)>| {
        let mine = drawn.into_iter().filter(|(who, _)| *who == ActorId(1));
        mine.collect::<Vec<_>>()
    };
    let alone = only(dice(3, "d 6 2 1 0\n", keys));
    assert_eq!(alone.len(), 15);
    assert_eq!(
        alone,
        only(dice(3, "d 6 2 1 0\ne 6 3 2 0\nd 5 3 3 0\n", keys))
    );
}
