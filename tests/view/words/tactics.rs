//! Messages of tactics: every test takes a step of a small battle and compares the messages.
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::tactics::NEXT_UNIT;
use dungeon_play::view::wrap::wrap;

use super::battles::*;
use super::*;

#[test]
fn k6_a_move_says_what_came_of_it_and_no_more() {
    let text = battle(
        "",
        drawn! {"
            a....*..
            +.o.....
            dG......"},
    );
    assert_eq!(said(&text, &[go(4, 1)]), [""; 0]);
    assert_eq!(
        said(&text, &[go(6, 1)]),
        ["Andy takes the crystal (+10 ammo)."]
    );
    assert_eq!(
        said(&text, &[go(3, 2)]),
        ["Andy takes the pancake (+10 health)."]
    );
    assert_eq!(said(&text, &[Action::Do(NEXT_UNIT)]), [""; 0]);
    let text = battle(
        "",
        drawn! {"
            a+.
            ##.
            dG."},
    );
    assert_eq!(said(&text, &[go(3, 1)]), ["Andy opens the door."]);
}

#[test]
fn k11_a_shot_hits_misses_or_kills() {
    let text = battle("", "a...B\nd....");
    let shot = |is_so: fn(&[Event]) -> bool| told_when(&text, &[shoot(2)], is_so);
    assert_eq!(shot(is_hit), ["Andy hits the blue ghost for 4."]);
    assert_eq!(shot(is_miss), ["Andy misses the blue ghost."]);
    let weak = battle("kind w \"weak ghost\" is=blue health=4", "a...wG");
    assert_eq!(
        told_when(&weak, &[shoot(1)], is_hit),
        ["Andy kills the weak ghost."]
    );
    let own = battle("kind I \"Igor\" is=grey", "a...I");
    assert_eq!(
        told_when(&own, &[shoot(1)], is_hit),
        ["Andy hits Igor for 4."]
    );
}

#[test]
fn k12_a_ghosts_shot_tells_what_it_leaves() {
    let text = battle("kind b \"blue ghost\" is=blue damage=3 ap=1", "a.b");
    let hit = told_when(&text, &[END], |events| wounds(events) == 1);
    assert_eq!(hit, ["The blue ghost hits Andy for 3 (17 left)."]);
    assert_eq!(
        told_when(&text, &[END], is_miss),
        ["The blue ghost misses Andy."]
    );
}

/// Returns the number of wounds.
fn wounds(events: &[Event]) -> usize {
    let is_wound =
        |event: &&Event| matches!(event, Event::Changed { stat: Stat::Health, by, .. } if *by < 0);
    events.iter().filter(is_wound).count()
}

fn misses(events: &[Event]) -> usize {
    let is_miss = |event: &&Event| matches!(event, Event::Missed { .. });
    events.iter().filter(is_miss).count()
}

#[test]
fn k12_shots_of_a_turn_are_one_sentence_for_hits_and_one_for_misses() {
    let declared = "kind b \"blue ghost\" is=blue damage=3 ap=2";
    let text = battle(declared, "a.b");
    let so =
        |hits, missed| move |events: &[Event]| (wounds(events), misses(events)) == (hits, missed);
    assert_eq!(
        told_when(&text, &[END], so(2, 0)),
        ["The blue ghost hits Andy twice for 6 in all (14 left)."]
    );
    assert_eq!(
        told_when(&text, &[END], so(0, 2)),
        ["The blue ghost misses Andy twice."]
    );
    let several = battle(declared, "b.a.b");
    assert_eq!(
        told_when(&several, &[END], so(3, 0)),
        ["Blue ghosts hit Andy 3 times for 9 in all (11 left)."]
    );
    let mut both = told_when(&several, &[END], so(2, 2));
    both.sort();
    assert_eq!(
        both,
        [
            "Blue ghosts hit Andy twice for 6 in all (14 left).",
            "Blue ghosts miss Andy twice."
        ]
    );
}

#[test]
fn k14_who_goes_on_is_told_when_the_commanded_one_dies() {
    let text = battle(
        "kind b \"blue ghost\" is=blue damage=20 ap=1",
        drawn! {"
            d.....
            ######
            a.b..i"},
    );
    let dead = |who: u32| {
        move |events: &[Event]| {
            let is_his =
                |event: &Event| matches!(event, Event::Died { who: dead, .. } if dead.0 == who);
            events.iter().any(is_his)
        }
    };
    let rows = drawn! {"
        b.a
        ##.
        d##"};
    let first = battle("kind b \"blue ghost\" is=blue damage=20 ap=1", rows);
    assert_eq!(
        told_when(&first, &[END], dead(0)),
        ["The blue ghost kills Andy.", "You now command Danny."]
    );
    // The commanded unit does not change when another one falls.
    assert_eq!(
        told_when(&text, &[END], dead(1)),
        ["The blue ghost kills Andy."]
    );
}

#[test]
fn a_blow_at_a_wizard_tells_what_it_leaves_or_that_it_killed_him() {
    let declared = "kind r \"rat\" is=wanderer hunt=path strength=6 ap=1";
    let text = battle(declared, "ar");
    assert_eq!(said(&text, &[END]), ["The rat hits Andy for 6 (14 left)."]);
    let weak = text.replace("\"Andy\"", "\"Andy\" health=6");
    assert_eq!(said(&weak, &[END])[0], "The rat kills Andy.");
    let says = text.replace("ap=1", "ap=1 says=\"It squeaks.\"");
    assert_eq!(
        said(&says, &[END]),
        [
            "The rat stirs. It squeaks.",
            "The rat hits Andy for 6 (14 left)."
        ]
    );
}

#[test]
fn k12_slime_is_left_and_shot_away() {
    let slime = battle(
        "",
        drawn! {"
            a..~.
            ####.
            ....G"},
    );
    let shot = |is_so: fn(&[Event]) -> bool| told_when(&slime, &[Action::ShootAt(at(3, 0))], is_so);
    assert_eq!(shot(is_hit), ["Andy shoots the slime away."]);
    assert_eq!(shot(is_miss), ["Andy misses the slime."]);
    let declared = "kind r \"red ghost\" is=red hunt=path";
    let left = |rows: &str| said(&battle(declared, rows), &[END]);
    let row = "a...................r";
    assert_eq!(left(row), ["The red ghost leaves slime."]);
    assert_eq!(
        left(&format!("{row}\n{}r", ".".repeat(20))),
        ["Red ghosts leave slime."]
    );
}

#[test]
fn k14_the_last_sentence_says_how_a_battle_ended_and_why() {
    let last = |text: &str, actions: &[Action], is_so: fn(&[Event]) -> bool| {
        told_when(text, actions, is_so).pop().expect("a sentence")
    };
    let won = |rows: &str, actions: &[Action]| {
        let declared = "kind w \"weak ghost\" is=grey health=1";
        let ghost = first_ghost(rows);
        let actions = [actions, &[shoot(ghost)]].concat();
        last(&battle(declared, rows), &actions, is_hit)
    };
    assert_eq!(won("a.w", &[]), "You won on turn 1: no ghost is left.");
    assert_eq!(
        won("aw.\n.d.", &[END]),
        "You won on turn 2: no ghost is left, and both wizards survived."
    );
    assert_eq!(
        won("aw.\nid.", &[END, END]),
        "You won on turn 3: no ghost is left, and all 3 wizards survived."
    );
    let lost = |rows: &str| {
        let declared = "kind b \"blue ghost\" is=blue damage=90\nkind r \"rat\" is=grey";
        last(&battle(declared, rows), &[END], |events| {
            let last = events.last();
            matches!(
                last,
                Some(Event::Ended {
                    ending: GameEnd::Lost(_),
                    ..
                })
            )
        })
    };
    assert_eq!(
        lost("a.b"),
        "You lost on turn 1: no wizard is left, and 1 ghost remains."
    );
    assert_eq!(
        lost("a.bG"),
        "You lost on turn 1: no wizard is left, and 2 ghosts remain."
    );
    assert_eq!(
        lost("a.br"),
        "You lost on turn 1: no wizard is left, and 2 enemies remain."
    );
    let both = battle("", "aE").replace("\"Andy\"", "\"Andy\" health=6");
    assert_eq!(
        last(&both, &[shoot(1)], is_hit),
        "The battle ended in a draw on turn 1: no wizard and no ghost is left."
    );
}

#[test]
fn k14_a_victory_counts_who_lives() {
    let text = battle("kind w \"rat\" is=green health=1", "awd\n.i.\n")
        .replace("\"Danny\"", "\"Danny\" health=1");
    let told = |text: &str| told_when(text, &[shoot(3)], is_hit).pop();
    let alive = |left: &str| Some(format!("You won on turn 1: no rat is left, and {left}."));
    assert_eq!(told(&text), alive("2 of 3 wizards survived"));
    let two = text.replace("\"Izzy\"", "\"Izzy\" health=1");
    assert_eq!(told(&two), alive("1 of 3 wizards survived"));
}

#[test]
fn k14_without_ghosts_the_end_is_about_things() {
    let told = |rows: &str, actions: &[Action]| said(&battle("", rows), actions).pop();
    assert_eq!(
        told("a.*", &[go(3, 1)]).as_deref(),
        Some("You won on turn 1: you took every crystal.")
    );
    assert_eq!(
        told("a.*o", &[go(3, 1), END, go(4, 1)]).as_deref(),
        Some("You won on turn 2: you took everything.")
    );
}

#[test]
fn k14_a_wizard_can_lose_without_an_enemy() {
    let trap = "^ 2 1 damage=50\n";
    let text = battle("", "a..*") + trap;
    assert_eq!(
        said(&text, &[go(2, 1)]),
        [
            "A dart hits Andy for 50.",
            "Andy dies.",
            "You lost on turn 1: no wizard is left.",
        ]
    );
    let text = battle("", "a..*") + &trap.replace("50", "5");
    assert_eq!(
        said(&text, &[go(2, 1)]),
        ["A dart hits Andy for 5 (15 left)."]
    );
}

#[test]
fn a_usual_sentence_takes_two_rows_of_40_columns_at_most_and_ascii_alone() {
    let rows = drawn! {"
        a.#..B.o.
        d....R.#.
        i.*.#E...
        ..~..G..L"};
    let mut said = 0;
    for seed in 0..20 {
        for sentence in told_of_a_battle(&battle("", rows), seed) {
            let rows = wrap(&sentence, 40).len();
            assert!(rows <= 2 && sentence.is_ascii(), "{sentence}");
            assert!(
                !sentence.contains("you") || sentence.contains("ou have"),
                "{sentence}"
            );
            said += 1;
        }
    }
    assert!(said > 300, "{said}: too few messages for a battle");
}

/// Returns all messages of a battle in which every unit shoots while possible.
fn told_of_a_battle(text: &str, seed: u64) -> Vec<String> {
    let mut game = support::game(text, seed);
    let mut told = Vec::new();
    let mut act = |game: &mut Game, action| {
        game.step(action).expect("allowed");
        told.extend(told_of_step(game));
        game.outcome().is_none()
    };
    for _ in 0..40 {
        for _ in 0..3 {
            while let Some(shot) = first_shot(&game) {
                if !act(&mut game, shot) {
                    return told;
                }
            }
            if game.check(Action::Do(NEXT_UNIT)).is_ok() {
                act(&mut game, Action::Do(NEXT_UNIT));
            }
        }
        if !act(&mut game, END) {
            break;
        }
    }
    told
}

fn first_shot(game: &Game) -> Option<Action> {
    let rules = game
        .rules()
        .face()
        .pointing()
        .expect("the game has a pointing interface");
    let target = rules.targets(game.world()).into_iter().next()?;
    rules.pointed(game.world(), target.at)
}

#[test]
fn k10_a_refusal_says_why_in_a_sentence() {
    let text = battle(
        "",
        drawn! {"
            a.#.....G
            .....d...
            #########
            ..G......"},
    )
    .replace("\"Andy\"", "\"Andy\" range=3 reach=4 ammo=1");
    let game = after(&text, 0, &[]);
    let refused = |action| game.check(action).map_err(|why| why.to_string());
    let is = |why: &str| Err(why.to_owned());
    assert_eq!(refused(go(1, 1)), is("The wizard is already there."));
    assert_eq!(refused(go(6, 1)), is("That is out of range."));
    assert_eq!(refused(shoot(2)), is("That is out of reach."));
    assert_eq!(refused(shoot(3)), is("You have no clear shot."));
    assert_eq!(
        refused(Action::Command(ActorId(2))),
        is("You can't command that one.")
    );
    let open = text.replace('#', ".");
    let game = (0..1000)
        .map(|seed| after(&open, seed, &[shoot(3)]))
        .find(|game| is_miss(game.events()))
        .expect("a miss");
    let why = |action| game.check(action).expect_err("refused").to_string();
    assert_eq!(why(shoot(3)), "Out of ammo.");
    let tired = after(&open, 0, &[go(1, 2), go(1, 1)]);
    let why = tired.check(go(1, 2)).expect_err("refused").to_string();
    assert_eq!(why, "No action points left this turn.");
}
