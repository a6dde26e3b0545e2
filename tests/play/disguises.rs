//! Until it is touched, a disguised monster looks to its player like the imitated thing, on every screen, in JSON, in
//! narration and for bots (M-7).
use dungeon::geometry::{Direction, Point};
use dungeon::players::SeenGame;
use dungeon::session::StateLine;
use dungeon::{Action, Session};
use dungeon_play::narration::{LineInterface, Narrator};

/// A hall with a helm for the inventory, and with two things, `1` and `2`, among others; `1` may be gold or a mimic,
/// `2` a statue or a gargoyle.
const HALL: &str = "rules explore
hero health=60
item c \"crown\" glow=3
item $ \"gold\" wealth=4..9
item H \"helm\" wear=strength:3
tile S \"statue\" walk=no see=no
kind m \"mimic\" health=9 sense=always hunt=path looks=$
kind g \"gargoyle\" health=9 sense=always hunt=path looks=S
map
###############
#@H.1...+....$#
#...2.S.#..c..#
#.......#.....#
###############
end
";

/// Returns the hall with real things, and with monsters that look like them.
fn twins(fog: &str) -> [Session; 2] {
    let level = if fog.is_empty() {
        ""
    } else {
        "level \"Hall\" light=no\n"
    };
    let text = HALL.replace("explore\n", &format!("explore{fog}\n"));
    let text = text.replace("map\n", &format!("{level}map\n"));
    let of = |thing: &str, statue: &str| {
        let text = text.replace('1', thing).replace('2', statue);
        Session::from_text(&text).expect("a sound dungeon")
    };
    [of("$", "S"), of("m", "g")]
}

/// Returns all output of a session except the checksum.
fn shown(session: &Session) -> String {
    let mut state = StateLine::new(session);
    state.checksum.clear();
    let state = serde_json::to_string(&state).expect("a state is JSON");
    format!("{}\n{state}", session.frame().with_styles())
}

#[test]
fn m7_a_disguise_is_on_every_screen_the_thing_that_it_looks_like() {
    for fog in ["", " fog=9"] {
        let [mut real, mut disguised] = twins(fog);
        assert_eq!(shown(&real), shown(&disguised), "{fog}");
        // Steps, the pages of help and messages, the inventory, the cursor on both things, and a wait beside them.
        for key in [
            "l", ";", "l", "l", "l", "j", "<Esc>", "?", "<Esc>", "i", "<Esc>", "l", ".",
        ] {
            real.press(key).expect("a key");
            disguised.press(key).expect("a key");
            assert_eq!(shown(&real), shown(&disguised), "{fog} {key}");
        }
        let before = disguised.turn();
        disguised.press("l").expect("a key");
        assert_eq!(disguised.turn(), before + 1);
        let said = disguised.latest_messages().join(" ");
        assert!(said.contains("The gold is a mimic!"), "{said}");
        assert_ne!(shown(&real), shown(&disguised));
    }
}

#[test]
fn m7_a_disguise_is_told_as_the_thing_that_it_looks_like() {
    let [mut real, mut disguised] = twins("");
    let told = |session: &mut Session| {
        let mut narrator = Narrator::new(session);
        let mut told = narrator.opening();
        for line in [
            "look",
            "look gold",
            "list statue",
            "l",
            "inventory",
            "l",
            "look gold",
            "walls",
        ] {
            told.extend(narrator.answer(line));
        }
        told.join("\n")
    };
    let [real, disguised] = [&mut real, &mut disguised].map(told);
    assert_eq!(real, disguised);
    assert!(
        real.contains("Gold: 1 east.") && real.contains("2 statues"),
        "{real}"
    );
}

#[test]
fn m7_a_step_at_a_disguise_that_looks_like_a_wall_reveals_it_at_a_terminal_too() {
    let [_, hall] = twins("");
    let mut hall = hall.asking_first();
    hall.press("lljl").expect("keys");
    let said = hall.latest_messages().join(" ");
    assert!(said.contains("The statue is a gargoyle!"), "{said}");
}

#[test]
fn m7_a_wound_that_reveals_or_wakes_is_told_with_its_number() {
    let vault = |kind: &str, rows: &str| {
        let text = format!("kind m \"mimic\" health=30 strength=1 {kind}\nmap\n{rows}\nend\n");
        Session::from_text(text).expect("a sound dungeon")
    };
    for (kind, shown) in [
        ("looks=$", "The gold is a mimic!"),
        ("asleep=yes", "The mimic wakes up."),
    ] {
        let mut vault = vault(kind, "########\n#@.m..$#\n########");
        vault.press("d").expect("a key");
        let said = vault.latest_messages().join(" ");
        let expected = format!("You cast a bolt. {shown} Your bolt hits the mimic for 4.");
        assert!(said.starts_with(&expected), "{said}");
    }
    let mut vault = vault("asleep=yes", "########\n#@m...$#\n########");
    vault.press("l").expect("a key");
    let said = vault.latest_messages().join(" ");
    assert!(
        said.starts_with("The mimic wakes up. You hit the mimic for 5."),
        "{said}"
    );
}

#[test]
fn m7_auto_explore_goes_to_a_disguise_and_is_stopped_by_it() {
    let [_, mut hall] = twins("");
    hall.press("o").expect("a key");
    let said = hall.latest_messages().join(" ");
    assert!(said.contains("The gold is a mimic!"), "{said}");
}

#[test]
fn m7_a_disguise_is_for_bots_the_thing_that_it_looks_like() {
    for fog in ["", " fog=9"] {
        let [mut real, mut disguised] =
            twins(fog).map(|session| SeenGame::new(session.game().clone()));
        let seen = |game: &SeenGame| {
            let view = game.view();
            let cells = view.size().points();
            let cell = |p: Point| {
                (
                    view.tile(p).cloned(),
                    view.item(p).cloned(),
                    view.body_at(p),
                )
            };
            let monsters = view.monsters().count();
            (
                cells.map(cell).collect::<Vec<_>>(),
                monsters,
                view.body(dungeon::game::ActorId(1)).is_some(),
            )
        };
        assert_eq!(seen(&real), seen(&disguised), "{fog}");
        for action in [Action::Step(Direction::East), Action::Wait] {
            real.step(action).expect("a step");
            disguised.step(action).expect("a step");
            assert_eq!(seen(&real), seen(&disguised), "{fog}");
        }
        for _ in 0..2 {
            disguised
                .step(Action::Step(Direction::East))
                .expect("a step");
        }
        assert_eq!(seen(&disguised).1, 1, "the mimic is revealed");
    }
}
