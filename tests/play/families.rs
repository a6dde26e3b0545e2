//! Until a kind of a family is identified, the player sees only its look, on every screen, in JSON, in narration and
//! for bots.
use std::sync::Arc;

use dungeon::game::LossCause;
use dungeon::players::SeenGame;
use dungeon::recordings::{Playback, Recorder};
use dungeon::session::{Script, Show, StateLine};
use dungeon::{Action, Event, Session};
use dungeon_format::source::Source;
use dungeon_model::dungeon::ItemId;
use dungeon_play::narration::{LineInterface, Narrator};

/// A hall with two vials, `1` and `2`, of warmth or frost, an identifying scroll, and a motionless ghost.
const HALL: &str = "rules explore undo=yes
goal leave=yes
hero health=30 max=30 strength=3
family \"vial\" looks=red|blue|murky glyph=! verb=\"drink\"
item a \"vial of warmth\" family=vial health=9 keep=yes glyph=! says=\"Warm.\"
item b \"vial of frost\" family=vial health=-5 strength=1 keep=yes glyph=! colour=cyan verb=\"swallow\"
item s \"scroll\" identifies=yes keep=yes verb=\"read\"
map
##################
#@12s12...+..>.$.#
#.........#......#
##################
end
";

/// Returns the text of a hall with these vials at `1` and `2`.
fn text(one: &str, other: &str) -> String {
    HALL.replace("12s12", &format!("{one}{other}s{one}{other}"))
}

fn hall(one: &str, other: &str, seed: u64) -> Session {
    let dungeon = dungeon::load_text(text(one, other)).expect("a sound dungeon");
    Session::new(Arc::new(dungeon)).with_seed(seed)
}

/// Returns all output of a session except the checksum.
fn shown(session: &Session) -> String {
    let mut state = StateLine::new(session);
    state.checksum.clear();
    let state = serde_json::to_string(&state).expect("a state is JSON");
    format!("{}\n{state}", session.frame().with_styles())
}

/// Returns two halls that look the same at the start, with swapped vials: warmth comes first in one, frost in the
/// other.
fn twins() -> [Session; 2] {
    let one = hall("a", "b", 1);
    let start = shown(&one);
    let mut others = (0..200).map(|seed| hall("b", "a", seed));
    let other = others.find(|other| shown(other) == start);
    [one, other.expect("some other seed has the same looks")]
}

fn said(session: &Session) -> String {
    session.latest_messages().join(" ")
}

#[test]
fn x19_an_unknown_item_has_nothing_but_its_look_on_every_screen() {
    let [mut one, mut other] = twins();
    // Look at a vial, take both, read help, messages and the inventory, explore, and step past them.
    for key in [
        ";", "l", "<Esc>", "l", "l", "?", "<Esc>", "m", "<Esc>", "i", "<Esc>", "o", "o", "o", ".",
    ] {
        for twin in [&mut one, &mut other] {
            twin.press(key).expect("a key");
        }
        assert_eq!(shown(&one), shown(&other), "{key}");
    }
    one.press("i").expect("a key");
    assert!(
        one.frame().plain().contains("effect unknown"),
        "{}",
        one.frame()
    );
    one.press("<Esc>ia").expect("keys");
    other.press("ia").expect("keys");
    let [one, other] = [said(&one), said(&other)];
    assert_ne!(one, other);
    assert!(
        one.contains("turns out to be a vial of warmth. Warm. You drink the vial of warmth"),
        "{one}"
    );
    assert!(
        other.contains("turns out to be a vial of frost. You swallow the vial of frost"),
        "{other}"
    );
}

#[test]
fn x19_an_unknown_item_is_told_by_its_look() {
    let told = |mut session: Session| {
        let mut narrator = Narrator::new(&mut session);
        let mut told = narrator.opening();
        for line in [
            "look",
            "l",
            "l",
            "inventory",
            "list",
            "l",
            "preview",
            "walls",
        ] {
            told.extend(narrator.answer(line));
        }
        told.join("\n")
    };
    let [one, other] = twins().map(told);
    assert_eq!(one, other);
    assert!(one.contains(" vial") && !one.contains("vial of"), "{one}");
}

#[test]
fn x19_a_used_item_makes_its_kind_known_everywhere() {
    let mut hall = hall("a", "b", 3);
    let looks = |session: &Session| session.frame().plain();
    hall.press("llia").expect("keys");
    let text = shown(&hall);
    assert!(text.contains("vial of warmth"), "{text}");
    assert!(!text.contains("vial of frost"), "{text}");
    // The other vial of warmth now has its name; undo removes the knowledge.
    let known = looks(&hall);
    let listed = shown(&hall).matches("vial of warmth").count();
    assert!(listed >= 2, "{text}");
    hall.press("<BS>").expect("a key");
    assert!(
        !shown(&hall).contains("\"name\":\"vial of"),
        "{}",
        shown(&hall)
    );
    hall.press("ia").expect("keys");
    assert_eq!(looks(&hall), known, "the same deal as before");
}

#[test]
fn x19_a_disguise_that_is_uncovered_is_told_by_its_family() {
    let mimic = "kind m \"mimic\" health=9 looks=a\nmap\n";
    let text = text("m", "b").replace("map\n", mimic);
    let mut game = Session::from_text(&text).expect("a sound dungeon");
    game.press("l").expect("a step");
    insta::assert_snapshot!(said(&game), @"The vial is a mimic! The mimic hits you for 3.");
}

#[test]
fn x20_an_item_that_identifies_makes_the_whole_inventory_known() {
    let mut hall = hall("a", "b", 5);
    hall.press("lll").expect("keys");
    assert!(!shown(&hall).contains("vial of"));
    hall.press("ic").expect("keys");
    let said = said(&hall);
    assert!(said.starts_with("You read the scroll. "), "{said}");
    for kind in ["a vial of warmth. Warm.", "a vial of frost."] {
        assert!(said.contains(&format!("turns out to be {kind}")), "{said}");
    }
    hall.press("i").expect("a key");
    let page = hall.frame().plain();
    assert!(page.contains("vial of warmth: +9 health"), "{page}");
    assert!(!page.contains("effect unknown"), "{page}");
}

#[test]
fn x19_an_item_that_is_not_kept_is_known_when_it_is_taken() {
    let text = "family \"berry\" looks=red|blue|sour\nitem a \"sweet berry\" family=berry health=2\n\
                item b \"bitter berry\" family=berry health=-2\nmap\n#######\n#@ab..#\n#######\nend\n";
    let mut session = Session::from_text(text).expect("sound");
    session.press(";l").expect("keys");
    let frame = session.frame().plain();
    assert!(!frame.contains("sweet"), "{frame}");
    session.press("<Esc>l").expect("keys");
    let said = said(&session);
    assert!(
        said.contains("berry turns out to be a sweet berry. You take the sweet berry (+2 health)."),
        "{said}"
    );
}

#[test]
fn x19_a_replay_deals_and_finds_out_the_same() {
    let source = Source::from_text("a.dng", text("a", "b"));
    let mut recorder = Recorder::new(hall("a", "b", 9), &source);
    let Script(keys) = "lllic<BS>ic.ia".parse().expect("a script");
    for key in keys {
        recorder.press(key);
    }
    let recording = recorder.recording();
    let mut session = recording.session().expect("a sound dungeon");
    let mut playback = Playback::begin(recording, &session).expect("the same opening");
    playback.finish(&mut session).expect("the same checksums");
    assert_eq!(shown(&session), shown(&recorder.session));
}

#[test]
fn x19_a_bot_sees_the_look_and_the_ledger_counts_the_kind() {
    let mut games = twins().map(|session| SeenGame::new(session.game().clone()));
    let seen = |game: &SeenGame| {
        let view = game.view();
        let items = view.size().points().map(|p| view.item(p).cloned());
        let packed = view
            .pack()
            .things()
            .iter()
            .map(|thing| view.packed(thing.item).clone());
        let all = items.flatten().chain(packed);
        all.filter(|item| item.family.is_some()).collect::<Vec<_>>()
    };
    for game in &mut games {
        game.step(Action::Step(dungeon::geometry::Direction::East))
            .expect("a step");
    }
    let [one, other] = &games;
    assert_eq!(seen(one), seen(other));
    assert!(
        seen(one)
            .iter()
            .all(|item| !item.name.contains(" of ") && item.gives == Default::default())
    );
    let item = one.view().pack().things()[0].item;
    assert!(one.view().is_unknown(item));
    for (game, name) in games.iter_mut().zip(["vial of warmth", "vial of frost"]) {
        game.step(Action::Use(item)).expect("a vial");
        let world = game.game().world();
        assert_eq!(world.item(item).name, name);
        assert!(
            game.game()
                .events()
                .iter()
                .any(|event| matches!(event, Event::Identified { .. }))
        );
        assert!(!game.view().is_unknown(item));
    }
}

#[test]
fn x19_a_death_by_an_unknown_item_is_told_by_its_kind() {
    let text = "family \"vial\" looks=red|blue\nhero health=5\nitem a \"vial of doom\" family=vial health=-9 keep=yes\n\
                item b \"vial of hope\" family=vial health=9 keep=yes\nmap\n#######\n#@a.b.#\n#######\nend\n";
    let mut session = Session::from_text(text).expect("sound");
    session.press("lia").expect("keys");
    let world = session.game().world();
    let cause = world.ending().and_then(|end| end.loss());
    let doom = world
        .dungeon()
        .item_named("vial of doom")
        .expect("declared");
    assert_eq!(cause, Some(LossCause::Item(doom)));
    assert_ne!(doom, ItemId::NONE);
    let told = session.frame().plain();
    assert!(told.contains("vial of doom"), "{told}");
}

#[test]
fn x20_a_scroll_that_would_make_nothing_known_asks_first() {
    let text = "family \"vial\" looks=red|blue\nitem a \"vial of hope\" family=vial health=9 keep=yes\n\
                item b \"vial of doom\" family=vial health=-9 keep=yes\n\
                item s \"scroll of names\" keep=yes identifies=yes\nmap\n########\n#@ssa.$#\n########\nend\n";
    let session = Session::from_text(text).expect("sound");
    let mut session = session.asking_first();
    session.press("llia").expect("keys");
    let asked = session.frame().plain();
    assert!(
        asked.contains("It would change nothing now. Use it?"),
        "{asked}"
    );
    session.press("n<Esc>lia").expect("keys");
    let world = session.game().world();
    assert_eq!(world.pack().things().len(), 2, "one scroll is read at once");
    assert!(
        world
            .pack()
            .things()
            .iter()
            .all(|thing| !world.is_unknown(thing.item))
    );
}
