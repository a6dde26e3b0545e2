//! Messages of tactics about the player's units and about the cell under the cursor.
use dungeon_play::session::session::Session;
use dungeon_play::text::look;
use dungeon_play::view::words::bestiary;

use super::*;

/// Three wizards of three sorts, every ghost, and other things.
const FIELD: &str = "
#adi.B.R#
#E.L.G..#
#o*~.+..#
#########";

const UNITS: &str = "
mark a @ name=\"Andy\" ap=1 ammo=3
mark d @ name=\"Danny\" health=12
mark i @ name=\"Izzy\" range=12 damage=5 accuracy=80 reach=1";

fn session(before: &str, rows: &str) -> Session {
    let rows = rows.trim();
    let text = format!("{before}\n{GHOSTS}\nmap\n{rows}\nend{UNITS}\n");
    Session::new(support::dungeon(&text))
}

#[test]
fn k1_the_welcome_names_whom_the_player_commands() {
    let welcome = |before: &str, rows: &str| session(before, rows).messages()[0].clone();
    assert_eq!(
        welcome("rules tactics\ntitle \"The wizards\"", FIELD),
        "The wizards: 5 ghosts to beat. Press ? for the keys. You command Andy, Danny and Izzy."
    );
    assert_eq!(
        welcome("rules tactics", "a..G"),
        "A ghost to beat. Press ? for the keys. You command Andy."
    );
    assert_eq!(
        welcome("rules tactics", "a.**"),
        "2 crystals to take. Press ? for the keys. You command Andy."
    );
    for rows in ["a...", "a..G", "a.**"] {
        assert_eq!(
            welcome("rules tactics\ngoal none=yes\ntitle \"The hall\"", rows),
            "The hall: no goal. Press ? for the keys. You command Andy."
        );
    }
    let text = "rules tactics\nmap\n@@@G\nend\n";
    assert_eq!(
        Session::new(support::dungeon(text)).messages()[0],
        "A ghost to beat. Press ? for the keys. You command 3 wizards."
    );
    let text = text.replace("@@@", "@@@@@@@");
    assert_eq!(
        Session::new(support::dungeon(&text)).messages()[0],
        "A ghost to beat. Press ? for the keys. You command 7 wizards."
    );
}

#[test]
fn the_help_says_once_a_sort_what_each_enemy_does() {
    let kinds = "rules tactics\nkind w \"warden\" is=wanderer strength=4\nkind k \"keg\" attack=burst:7 roam=random";
    let session = session(
        kinds,
        drawn! {"
            #adi.B.R#
            #EEL.G..#
            #w.k.w..#
            #########"},
    );
    assert_eq!(
        bestiary(session.game().world()),
        "B blue ghost: shoots 6 cells for 1 to 4 at 75%. \
         R red ghost: shoots 6 cells for 1 to 4 at 75%, leaves slime. \
         E green ghost: approaches, explodes for 6 when it dies. \
         L lilac ghost: flees. \
         G grey ghost: stands still. \
         w warden: approaches, hits for 4. \
         k keg: wanders, blows up for 7."
    );
}

#[test]
fn what_is_pointed_at_is_told_in_a_few_words() {
    let session = session("rules tactics", FIELD);
    let things = |x, y| look::things(session.game().world(), at(x - 1, y - 1)).join("; ");
    let floor = |what: &str| format!("{what}; floor");
    for (place, told) in [
        ((2, 1), "Andy, health 20, 1 point, 3 ammo"),
        ((3, 1), "Danny, health 12, 2 points, 10 ammo"),
        ((6, 1), "a blue ghost, health 8, shoots 6 cells"),
        (
            (8, 1),
            "a red ghost, health 8, shoots 6 cells, leaves slime",
        ),
        ((2, 2), "a green ghost, health 4, explodes for 6"),
        ((4, 2), "a lilac ghost, health 6"),
        ((6, 2), "a grey ghost, health 6"),
        ((2, 3), "pancake, +10 health"),
        ((3, 3), "crystal, +10 ammo"),
    ] {
        assert_eq!(things(place.0, place.1), floor(told));
    }
    assert_eq!(things(4, 3), "slime");
    assert_eq!(things(6, 3), "closed door");
    assert_eq!(things(1, 1), "wall");
}

#[test]
fn x8_look_tells_of_weapons_and_ranges_too() {
    let looked = |at: &str| {
        let mut session = session("rules tactics", FIELD).with_size(80, 24);
        session.press(";").expect("a script");
        session.press(at).expect("a script");
        session.frame().to_string()
    };
    let told = |at: &str, words: &str| {
        let frame = looked(at);
        let frame: Vec<&str> = frame.split_whitespace().collect();
        let frame = frame.join(" ").replace("| |", "").replace("  ", " ");
        assert!(frame.contains(words), "{frame}");
    };
    told(
        "",
        "2,1: Andy, health 20, 1 point, 3 ammo, range 10, shoots 8 cells for 2 to 6 at 70%",
    );
}

#[test]
fn k10_who_leaves_is_told_how_everybody_is() {
    let session = session("rules tactics", "a..d.G");
    let world = session.game().world();
    assert_eq!(
        dungeon_play::text::standing::standing_text(world).as_deref(),
        Some(
            "Andy: health 20, 1 point, 3 ammo. Danny: health 12, 2 points, 10 ammo. \
             1 ghost left."
        )
    );
}

#[test]
fn the_help_says_what_is_faint_to_several() {
    let mut session = session("rules tactics fog=yes", FIELD).with_size(80, 40);
    session.press("?").expect("a script");
    let help: Vec<String> = session.frame().lines().collect();
    let help = help.join(" ");
    assert!(help.contains("your wizards see"), "{help}");
}

#[test]
fn k4_what_was_said_stays_on_the_screen_while_units_are_chosen_and_walk() {
    let text = drawn! {r#"
        rules tactics
        kind b "blue ghost" is=blue damage=1
        map
        a.d.b
        .....
        end
    "#};
    let mut session = Session::new(support::dungeon(&format!("{text}{UNITS}"))).with_size(60, 16);
    session.press("<Space>").expect("a script");
    let said = session.latest_messages().to_vec();
    assert!(!said.is_empty());
    let shown = |session: &Session| {
        let frame = session.frame();
        let mut rows = frame.rows().zip(frame.lines());
        let row = rows.find(|(_, line)| line.contains(&said[0]));
        row.map(|(cells, _)| cells.to_vec())
    };
    let before = shown(&session);
    assert!(before.is_some(), "{}", session.frame());
    session.press("<Tab>").expect("a script");
    assert!(session.latest_messages().is_empty());
    assert_eq!(shown(&session), before, "and not faint");
}
