//! A journey is shown step by step and can be stopped at each step; however it ends, its recording replays to the same
//! game (E-15, X-9).
use crate::cases;
use crate::sessions::{place, session};
use dungeon::Session;
use dungeon::recordings::{Recorder, Recording};
use dungeon_format::source::Source;
use dungeon_model::space::geometry::{Size, at};
use dungeon_play::input::key::Key;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::input::show::Show;
use dungeon_play::replay::playback::Playback;
use proptest::prelude::*;

const HALL: &str = "\
level \"Top\"
map
###########
#@....#...#
#.###.$.#.#
#...#...#>#
###########
end
level \"Cellar\"
map
#####
#.<$#
#####
end
";

fn recorder(text: &str) -> Recorder {
    let source = Source::from_text("scenario.dng", text);
    Recorder::new(session(text), &source)
}

fn script(keys: &str) -> Vec<Key> {
    keys.parse::<dungeon::session::Script>()
        .expect("a script")
        .0
}

/// Returns the session after a recording is replayed.
fn replayed(recording: &Recording) -> Session {
    let mut session = recording.session().expect("it was played");
    let playback = Playback::begin(recording.clone(), &session);
    playback
        .expect("the same opening")
        .finish(&mut session)
        .expect("the same game");
    session
}

#[test]
fn e15_a_journey_is_gone_step_by_step_to_what_one_key_comes_to() {
    let (mut walked, mut jumped) = (session(HALL), session(HALL));
    jumped.press(">").expect("a script");
    Show::press(&mut walked, Key::Char('>'));
    let mut places = vec![place(&walked)];
    while walked.is_under_way() {
        walked.go_on();
        places.push(place(&walked));
    }
    assert_eq!(places.len(), 9, "one frame a step");
    assert!(places.windows(2).all(|two| two[0].chebyshev(two[1]) == 1));
    assert_eq!(walked.checksum(), jumped.checksum());
    assert_eq!(walked.messages(), jumped.messages());
    assert_eq!(walked.latest_messages(), jumped.latest_messages());
    assert_eq!(walked.frame(), jumped.frame(), "narrated as one turn");
}

#[test]
fn x9_a_key_completes_the_journey_that_is_under_way() {
    let mut hurried = session(HALL);
    Show::press(&mut hurried, Key::Char('>'));
    assert!(hurried.is_under_way());
    Show::press(&mut hurried, Key::Char('>'));
    assert!(!hurried.is_under_way());
    let mut patient = session(HALL);
    patient.press(">>").expect("a script");
    assert_eq!(hurried.checksum(), patient.checksum());
    assert_eq!(hurried.messages(), patient.messages());
}

#[test]
fn e15_a_journey_that_is_broken_off_leaves_him_where_he_is() {
    let mut session = session(HALL);
    Show::press(&mut session, Key::Char('>'));
    let first = session.journey_keys().map(<[Key]>::to_vec);
    session.go_on();
    let second = session.journey_keys().map(<[Key]>::to_vec);
    session.stop();
    assert!(!session.is_under_way() && session.journey_keys().is_none());
    assert_eq!(place(&session), at(3, 1));
    let step = Some(script("6"));
    assert_eq!((&first, &second), (&step, &step), "by the first key for it");
    session.go_on();
    assert_eq!(place(&session), at(3, 1), "nothing is left of it");
}

#[test]
fn e15_a_journey_is_recorded_as_its_steps_completed_or_broken_off() {
    let mut whole = recorder(HALL);
    whole.press(Key::Char('>'));
    while whole.is_under_way() {
        whole.go_on();
    }
    assert_eq!(whole.recording().keys().text(), "666639632");
    assert_eq!(whole.recording().moves.len(), 9, "each with its turn");
    let mut broken = recorder(HALL);
    broken.press(Key::Char('>'));
    broken.go_on();
    broken.stop();
    broken.press(Key::Char('4'));
    assert_eq!(broken.recording().keys().text(), "664");
    assert_eq!(broken.recording().moves.len(), 3, "each with its turn");
}

#[test]
fn e15_why_a_journey_ended_is_a_hint_until_the_next_key_and_in_no_recording() {
    let mut recorder = recorder(HALL);
    for key in script("o4o") {
        recorder.press(key);
        while recorder.is_under_way() {
            recorder.go_on();
        }
    }
    let recording = recorder.recording();
    let told = "Nothing left to take within reach.";
    assert!(recorder.frame().to_string().contains(told));
    assert!(!recorder.session.messages().concat().contains(told));
    recorder.press(Key::Char('o'));
    assert_eq!(recorder.recording(), recording, "no step was taken");
    assert!(recorder.frame().to_string().contains(told));
    recorder.session.drop_hint();
    assert_eq!(recorder.session.frame(), replayed(&recording).frame());
}

#[test]
fn a_program_killed_on_a_journey_goes_on_where_it_was() {
    let mut recorder = recorder(HALL);
    recorder.press(Key::Char('>'));
    while recorder.is_under_way() {
        let kept = recorder.recording();
        assert_eq!(kept.turn(), recorder.session.turn());
        assert_eq!(replayed(&kept).checksum(), recorder.session.checksum());
        recorder.go_on();
    }
}

#[test]
fn a_screen_that_changes_ends_no_journey_and_is_recorded_between_its_steps() {
    let small = Key::Resize(Size::new(40, 10));
    let mut whole = recorder(HALL);
    whole.press(Key::Char('>'));
    whole.press(small);
    assert!(whole.is_under_way());
    assert_eq!(whole.recording().keys().text(), "6<resize 40x10>");
    while whole.is_under_way() {
        whole.go_on();
    }
    let steps: String = whole.recording().keys().to_string();
    assert!(steps.starts_with("6<resize 40x10>6"), "{steps}");
    let replayed = replayed(&whole.recording());
    assert_eq!(replayed.checksum(), whole.session.checksum());
    assert_eq!(replayed.size(), Size::new(40, 10));
}

#[test]
fn a_game_that_ends_on_a_journey_is_recorded_to_its_end() {
    let text = HALL.replace("#.<$#", "#.<.#");
    let mut recorder = recorder(&text);
    recorder.press(Key::Char('>'));
    while recorder.is_under_way() {
        recorder.go_on();
    }
    let recording = recorder.recording();
    assert!(recording.outcome.is_some(), "the gold was on the way");
    assert_eq!(recording.outcome, replayed(&recording).outcome());
    recorder.press(Key::Char('>'));
    assert_eq!(recorder.recording(), recording);
}

#[test]
fn e15_what_a_broken_journey_has_told_is_shown_as_its_recording_shows_it() {
    let text = HALL.replace("#@....#", "#@.?..#").replace(
        "level \"Cellar\"",
        "? 4 2 \"Beware of the dog.\"\nlevel \"Cellar\"",
    );
    let mut recorder = recorder(&text);
    recorder.press(Key::Char('>'));
    recorder.go_on();
    while recorder.is_under_way() {
        recorder.go_on();
    }
    recorder.press(Key::Char('>'));
    recorder.go_on();
    recorder.go_on();
    recorder.stop();
    let again = replayed(&recorder.recording());
    assert_eq!(again.messages(), recorder.session.messages());
    assert_eq!(again.frame(), recorder.session.frame());
}

/// Rebinds the keys of cursors and steps.
const EXCHANGED: &str =
    "west = \"a\"\nnorth = \"+ .\"\neast = \"n\"\nwait = \"w ,\"\ntravel = \"H\"\n";

#[test]
fn whatever_keys_a_person_has_his_journeys_are_recorded_in_the_plain_ones() {
    let keys = KeysFile::read(&Source::from_text("keys.toml", EXCHANGED)).expect("a file of keys");
    for typed in [
        "H<Enter>",
        "HH,",
        "HA+<Enter>",
        "H+.",
        "HNn.",
        ";NH",
        "Hw",
        ">",
        "o",
    ] {
        let source = Source::from_text("scenario.dng", HALL);
        let mut recorder = Recorder::new(session(HALL).keymap(&keys), &source);
        for key in script(typed) {
            recorder.press(key);
            recorder.go_on();
        }
        recorder.stop();
        let recording = recorder.recording();
        assert_eq!(recording.state(), recorder.session.checksum(), "{typed}");
        assert_eq!(
            replayed(&recording).checksum(),
            recording.state(),
            "{typed}"
        );
        assert_eq!(
            place(&replayed(&recording)),
            place(&recorder.session),
            "{typed}"
        );
    }
}

/// Two levels with scattered walls, doors, traps, stairs, monsters and things, with or without fog.
fn scattered() -> impl Strategy<Value = String> {
    let size = (8..34i32, 6..16i32);
    (size, 0..35u32, 0..4u32, prop_oneof!["", " fog=3", " fog=9"]).prop_map(
        |((w, h), walls, monsters, fog)| {
            let level = |name: &str, stairs: char| {
                format!(
                    "level \"{name}\"\nmap open {w} {h}\nscatter # {walls}%\nscatter + 6%\n\
                     scatter + 3% locked=bronze\nscatter {stairs} 4%\nscatter ^ 3%\n\
                     scatter ^ 2% hidden=yes trap=pit\nscatter ? 2% \"Beware.\"\nscatter k 1\n\
                     scatter $ 5\nscatter w {monsters}\nscatter p 1\nscatter g 1\n"
                )
            };
            format!(
                "rules explore{fog}\nhero health=90\nitem k \"bronze key\" opens=bronze\n{}{}",
                level("Upper", '>') + "scatter @ 1\n",
                level("Lower", '<'),
            )
        },
    )
}

/// Keys, each with the number of steps after which a journey that it begins is stopped.
fn presses() -> impl Strategy<Value = Vec<(Key, u32)>> {
    let keys = script(
        "><lt>><lt>o_<Enter>,.+-HL;<Esc>123456789<click 20,8><resize 60x20><resize 20x5><resize 90x30>",
    );
    prop::collection::vec((prop::sample::select(keys), 0..30u32), 1..40)
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn e15_however_journeys_end_the_recording_plays_the_same_game(
        text in scattered(),
        seed: u64,
        presses in presses(),
    ) {
        let source = Source::from_text("scenario.dng", &text);
        let mut recorder = Recorder::new(session(&text).with_seed(seed), &source);
        for (key, steps) in presses {
            recorder.press(key);
            for _ in 0..steps {
                recorder.go_on();
            }
            prop_assert_eq!(recorder.recording().state(), recorder.session.checksum());
            if steps % 3 > 0 {
                recorder.stop();
            }
        }
        // Close any page and any question, so that the game screen is in front.
        script("n<Esc>n0").into_iter().for_each(|key| recorder.press(key));
        let recording = recorder.recording();
        let replayed = replayed(&recording);
        prop_assert_eq!(replayed.checksum(), recording.state());
        prop_assert_eq!(replayed.messages(), recorder.session.messages());
        if replayed.outcome().is_none() {
            prop_assert_eq!(replayed.frame().to_string(), recorder.session.frame().to_string());
        }
    }
}
