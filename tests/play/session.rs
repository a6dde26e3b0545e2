//! A session without a terminal: keys in, frames and messages out (X-2, X-8, X-9, X-10, E-14).
use crate::cases;
use crate::corpus::scene;
use dungeon::session::Leaving;
use dungeon_engine::event::Outcome;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;
use dungeon_play::session::session::Session;
use proptest::prelude::*;

/// Returns the messages of a scene after a script of keys.
fn said(name: &str, keys: &str) -> Vec<String> {
    let mut session = scene(name);
    session.press(keys).expect("a script");
    session.latest_messages().to_vec()
}

fn pressed(name: &str, keys: &str) -> Session {
    let mut session = scene(name);
    session.press(keys).expect("a script");
    session
}

#[test]
fn e11_taking_bumping_and_fighting_are_told_in_words() {
    assert_eq!(
        said("hall", ""),
        ["You enter \"The Old Hall\". Press ? for the keys."]
    );
    assert_eq!(
        said("hall", "l"),
        ["You take the bread (+5 health, -2 manna). It is stale."]
    );
    assert_eq!(said("hall", "kk"), ["You bump into the outer wall."]);
    assert_eq!(said("cell", "jj")[0], "You bump into the outer wall.");
    assert_eq!(said("cell", "jl")[0], "The patrol's arrow hits you for 2.");
}

#[test]
fn words_fit_names_numbers_and_endings() {
    let arrow = "The archer's arrow hits you for 3.";
    assert_eq!(
        said("brawl", "h"),
        ["You hit Igor for 5.", "Igor dies.", arrow]
    );
    assert_eq!(said("brawl", "."), ["Igor hits you to no effect.", arrow]);
    assert_eq!(
        said("brawl", "l"),
        [
            "You take the cursed crown (-40 health, +50 wealth).",
            arrow,
            "You died on turn 1, killed by the cursed crown."
        ]
    );
    assert_eq!(said("brawl", "jh")[0], "You bump into the wall.");
    assert_eq!(
        said("brawl", "a")[..3],
        [
            "You cast a bolt.",
            "Your bolt hits Igor for 8.",
            "Igor dies."
        ]
    );
}

#[test]
fn e13_a_bolt_is_told_with_its_price_in_health() {
    let first = said("gallery", "d");
    assert_eq!(
        first[..3],
        [
            "You cast a bolt.",
            "Your bolt hits the ghost for 4.",
            "The patrol's arrow hits you for 2."
        ]
    );
    assert_eq!(said("cell", "d")[0], "You cast a bolt (-16 health).");
    assert_eq!(
        said("brawl", "w"),
        [
            "You cast a bolt.",
            "Your bolt hits nothing. A bolt does 8, 4, 2, 1 damage along four cells and stops at walls.",
            "Igor hits you to no effect.",
            "The archer's arrow hits you for 3."
        ],
        "a wall stops the run at once"
    );
    assert_eq!(
        said("hall", "a")[1],
        "Your bolt hits nothing. A bolt does 8, 4, 2, 1 damage along four cells and stops at walls."
    );
}

#[test]
fn e13_a_bolt_that_kills_is_told_on_to_its_end() {
    let told = said("queue", "d");
    assert_eq!(
        told[..5],
        [
            "You cast a bolt.",
            "Your bolt hits Igor for 8.",
            "Igor dies.",
            "Your bolt hits Hugo for 4.",
            "Hugo dies."
        ]
    );
}

#[test]
fn a_lost_game_says_what_killed_the_hero() {
    let last = |name, keys| said(name, keys).pop().unwrap_or_default();
    assert_eq!(
        last("cell", "..."),
        "You died on turn 3, killed by a patrol."
    );
    assert_eq!(
        last("cell", "w"),
        "You died on turn 1, killed by your own magic.",
        "the hero is dead when the second arrow arrives"
    );
}

#[test]
fn x2_an_unbound_key_passes_no_turn_and_names_the_help() {
    let mut session = scene("hall");
    let before = session.checksum();
    session.press("p").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["p does nothing; ? shows the keys."]
    );
    assert_eq!((session.turn(), session.checksum()), (0, before));
    session.press_key(Key::Char('\u{202e}'));
    assert_eq!(
        session.latest_messages(),
        ["\\u{202e} does nothing; ? shows the keys."]
    );
}

#[test]
fn x2_what_an_unbound_key_is_told_stands_until_the_next_key_and_is_kept_nowhere() {
    let hint = "p does nothing; ? shows the keys.";
    let rows = |keys: &str| pressed("hall", keys).frame().to_string();
    let kept = pressed("hall", "l").messages().to_vec();
    assert_eq!(pressed("hall", "lp").messages(), kept);
    assert!(!rows("lpM").contains(hint));
    for keys in ["p", "p<resize 80x25>", "p<C-c>n", "p<Esc>n"] {
        assert!(rows(keys).contains(hint), "{keys}");
    }
    for (keys, without) in [
        ("lp.", "l."),
        ("lp;<Esc>", "l"),
        ("lpM<Esc>", "l"),
        ("lp?<Esc>", "l"),
    ] {
        assert!(!rows(keys).contains(hint), "{keys}");
        let log = |keys: &str| pressed("hall", keys).log_lines();
        assert_eq!(log(keys), log(without), "{keys}");
    }
}

#[test]
fn x2_a_refused_action_passes_no_turn_and_says_why() {
    let mut session = pressed("cell", "lll");
    assert_eq!(session.outcome(), Some(Outcome::Won));
    let before = session.checksum();
    session.press("l").expect("a script");
    assert_eq!(session.latest_messages(), ["The game is over."]);
    assert_eq!(session.checksum(), before);
}

#[test]
fn how_the_game_ended_stays_readable_whatever_is_pressed_afterwards() {
    let log = |session: &Session| session.frame().lines().skip(7).collect::<Vec<_>>();
    let ended = log(&pressed("cell", "..."));
    assert!(ended.concat().contains("You died"), "{ended:?}");
    for (key, why) in [
        ("l", "The game is over."),
        ("p", "p does nothing; ? shows the keys."),
    ] {
        let later = pressed("cell", &format!("...{key}"));
        assert_eq!(later.latest_messages(), [why]);
        assert_eq!(log(&later), ended, "{key}");
    }
}

#[test]
fn x8_help_look_and_messages_pass_no_turn() {
    let mut session = scene("hall");
    let before = session.checksum();
    session
        .press("?<Esc>;lljj<Esc>Mjk<Esc><C-c>n")
        .expect("a script");
    assert_eq!((session.turn(), session.checksum()), (0, before));
    session.press("l").expect("a script");
    assert_eq!(session.turn(), 1, "every page was left");
}

#[test]
fn x8_what_is_carried_and_left_is_told_and_passes_no_turn() {
    let left = "1 item left to take, on other levels.";
    assert_eq!(said("stairs", "i"), [format!("You carry no keys. {left}")]);
    let one = said("stairs", "lli");
    assert_eq!(one, [format!("You carry the bronze key. {left}")]);
    let session = pressed("stairs", "lllli");
    let all = "You carry 2 bronze keys and the rusty key.";
    assert_eq!(session.latest_messages(), [format!("{all} {left}")]);
    assert_eq!(session.turn(), 4);
    let below = said("stairs", "ll>>>i");
    assert!(below[0].ends_with("1 item left to take, on this level."));
    let asked = pressed("cell", "llli");
    assert!(asked.frame().to_string().contains("You won"));
    assert_eq!(asked.latest_messages(), ["You carry no keys."]);
    assert_eq!(
        said("cell", "i"),
        ["You carry no keys. 1 item left to take."]
    );
}

#[test]
fn x8_a_script_that_cannot_be_read_presses_nothing() {
    let mut session = scene("hall");
    assert!(session.press("ll<Ecs>").is_err());
    assert_eq!(session.turn(), 0);
}

#[test]
fn e14_quit_is_asked_once_if_the_game_is_unfinished() {
    for keys in [
        "<Esc>y",
        "<C-c>Y",
        "<C-c><C-c>",
        "Q<C-c>",
        "?<C-c>y",
        ";<C-c>y",
    ] {
        assert!(pressed("hall", keys).is_over(), "{keys}");
    }
    for keys in ["<Esc>", "<Esc>n", "<Esc><Esc>", "Qx", "q", "<C-c>"] {
        assert!(!pressed("hall", keys).is_over(), "{keys}");
    }
    let left = pressed("hall", "k<Esc>yl");
    assert_eq!((left.turn(), left.latest_messages().len()), (1, 0));
    for keys in ["lllQ", "lll<Esc>", "lll<C-c>"] {
        assert!(pressed("cell", keys).is_over(), "{keys}");
    }
}

#[test]
fn alt_and_a_character_is_escape_and_the_character_typed_fast() {
    assert!(pressed("hall", "<A-y>").is_over(), "asked and answered");
    let mut session = pressed("hall", "?<A-l>");
    assert_eq!(session.turn(), 1, "the page is left, then a step taken");
    session.press(";<A-l>").expect("a script");
    assert_eq!(session.turn(), 2);
    session.press("<A-z>").expect("a script");
    assert_eq!((session.turn(), session.is_over()), (2, false));
}

#[test]
fn x9_a_key_completes_an_animation_before_it_is_obeyed() {
    let (mut hasty, mut patient) = (scene("gallery"), scene("gallery"));
    for key in "...ddl.".chars().map(Key::Char) {
        hasty.press_key(key);
        patient.press_key(key);
        while let Some(frame) = patient.animate() {
            assert_eq!(frame.size(), patient.frame().size());
        }
        assert!(patient.animate().is_none(), "the animation has ended");
        assert_eq!(hasty.frame(), patient.frame());
    }
    assert_eq!(hasty.checksum(), patient.checksum());
    let films = [hasty.film("d."), patient.film("d.")];
    assert_eq!(
        films[0], films[1],
        "the next animation begins where the game stands"
    );
}

#[test]
fn x9_an_arrow_and_a_bolt_fly_cell_by_cell_and_wound_at_the_end() {
    let film = scene("gallery").film("d").expect("a script");
    let healths: Vec<String> = film
        .frames()
        .map(|frame| {
            frame
                .lines()
                .find(|row| row.starts_with("Health"))
                .unwrap_or_default()
                .chars()
                .take(9)
                .collect()
        })
        .collect();
    assert_eq!(healths.first(), Some(&"Health 40".to_owned()));
    assert_eq!(healths.last(), Some(&"Health 38".to_owned()));
    let in_flight = &healths[1..healths.len() - 1];
    assert_eq!(in_flight.len(), 4 + 10, "bolt, then arrow");
    assert!(
        in_flight.iter().all(|row| row.ends_with("40")),
        "the arrow wounds only on arrival"
    );
}

#[test]
fn x10_seeds_come_from_the_call_the_file_or_nothing() {
    assert_eq!(scene("hall").seed(), 0);
    assert_eq!(scene("cell").seed(), 7);
    assert_eq!(scene("cell").with_seed(9).seed(), 9);
}

#[test]
fn x10_a_new_game_draws_its_seed_from_the_one_before() {
    let (once, again) = (pressed("hall", "jjNy"), pressed("hall", "N"));
    assert_eq!(once.seed(), again.seed());
    assert_ne!(once.seed(), 0);
    assert_ne!(pressed("hall", "NN").seed(), once.seed());
    assert_eq!(once.turn(), 0);
    let mut restarted = pressed("hall", "NjjRy");
    assert_eq!(restarted.seed(), once.seed());
    assert_eq!(restarted.checksum(), again.checksum());
    restarted.restart();
    assert_eq!(restarted.messages(), again.messages());
}

#[test]
fn too_small_a_screen_takes_no_key_but_quit() {
    let mut session = scene("hall").with_size(20, 5);
    session.press("llj?").expect("a script");
    assert_eq!(session.turn(), 0);
    session.press("<Esc>y").expect("a script");
    assert!(session.is_over());
}

proptest! {
    #![proptest_config(cases::of(64))]

    #[test]
    fn x3_the_same_seed_and_keys_show_the_same_twice_at_every_size(
        keys in proptest::collection::vec(any_key(), 0..60), seed: u64, width in 1..130, height in 1..50,
    ) {
        let play = || scene("gallery").with_seed(seed).with_size(width, height);
        let (mut one, mut other) = (play(), play());
        let mut size = (width, height);
        for key in keys {
            one.press_key(key);
            other.press_key(key);
            if let Key::Resize(to) = key && !one.is_over() {
                size = (to.width, to.height);
            }
            while let Some(frame) = one.animate() {
                prop_assert_eq!((frame.size().width, frame.size().height), size);
            }
            let frame = one.frame();
            prop_assert_eq!((frame.size().width, frame.size().height), size);
            prop_assert_eq!(&frame, &other.frame());
            prop_assert_eq!(one.checksum(), other.checksum());
            prop_assert_eq!(one.game().checksum(), one.checksum());
        }
    }
}

fn any_key() -> impl Strategy<Value = Key> {
    let letters = "hjklyubn123456789.qweadzxc;?iMRNQyn gGfb><";
    let letters: Vec<Key> = letters.chars().map(Key::Char).collect();
    let sizes = (1..200i32, 1..80i32);
    prop_oneof![
        20 => proptest::sample::select(letters),
        2 => any::<char>().prop_map(Key::Char),
        1 => Just(Key::Esc),
        1 => Just(Key::Ctrl('c')),
        1 => Just(Key::Down),
        1 => Just(Key::PageUp),
        1 => Just(Key::Paste),
        1 => Just(Key::Idle),
        2 => sizes.prop_map(|(w, h)| Key::Resize(dungeon_model::space::geometry::Size::new(w, h))),
    ]
}

/// Returns a click on the first place of the screen with these words, as a script.
fn click(session: &Session, words: &str) -> String {
    let frame = session.frame().to_string();
    // After the line with the size, each row begins with its border.
    let rows = (1..).zip(frame.lines().skip(1));
    let mut places = rows.filter_map(|(y, row)| Some((row[..row.find(words)?].chars().count(), y)));
    let (x, y) = places
        .next()
        .unwrap_or_else(|| panic!("no {words}:\n{frame}"));
    format!("<hover {x},{y}><click {x},{y}>")
}

#[test]
fn x8_a_question_is_answered_and_the_end_left_by_the_mouse_alone() {
    let after = |name: &str, keys: &str, words: &str| {
        let mut session = pressed(name, keys);
        let click = click(&session, words);
        session.press(&click).expect("a script");
        session
    };
    for (name, keys) in [("battle", "<space>"), ("hall", "l")] {
        let left = |words: &str| after(name, &format!("{keys}Q"), words).leaving();
        assert_eq!(left("y: save and quit"), Some(Leaving::Save), "{name}");
        assert_eq!(left("d: quit without"), Some(Leaving::Discard), "{name}");
        assert_eq!(left("n: keep playing"), None, "{name}");
        assert_eq!(left("Quit?"), None, "{name}: no answer");
        let begun_anew = |key: &str, words: &str| after(name, &format!("{keys}{key}"), words);
        assert_eq!(
            begun_anew("R", "n: keep playing").games(),
            pressed(name, "").games()
        );
        assert_eq!(
            begun_anew("R", "y: restart").games(),
            pressed(name, "").games() + 1
        );
        assert_ne!(
            begun_anew("N", "y: new game").seed(),
            pressed(name, "").seed()
        );
    }
    let won = pressed("cell", "ll").outcome();
    assert!(won.is_some());
    assert_eq!(after("cell", "ll", "R: again").outcome(), None);
    assert_ne!(
        after("cell", "ll", "N: new").seed(),
        pressed("cell", "").seed()
    );
    assert!(after("cell", "ll", "Q: quit").leaving().is_some());
    assert_eq!(after("cell", "ll", "Seed ").outcome(), won);
}
