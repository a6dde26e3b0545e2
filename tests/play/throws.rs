//! The cursor for throws: opened by a key, moved by keys and clicks, narrated, and recorded as keys.
use crate::nonblank_rows;
use crate::sessions::{assert_aimed_acts_have_keys, pressed};
use dungeon::Session;
use dungeon_engine::event::{Event, Missile};
use dungeon_play::input::keymap::Command;
use dungeon_play::input::show::Show;
use dungeon_play::narration::{LineInterface, Narrator};

/// A hall with two kinds of flasks, and two guards beyond them.
const HALL: &str = "hero health=20 strength=3
item ! \"acid\" health=-6 keep=yes throw=6
item & \"venom\" health=-1 strength=-2 keep=yes throw=4
kind g \"guard\" health=6 strength=4 hunt=stand
map
############
#@!!&..g..$#
#.......g..#
############
end
";

#[test]
fn p4_the_cursor_opens_on_the_nearest_target_and_tells_what_a_throw_does() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllt")), @r"
    ############
    #...@••g..$#
    #.......g..#
    ############
    Health 21  Manna 16  Wealth 0  Turn 3
    In sight: g guard 6  g guard 6  $ gold
    Inventory: a acid ×2  b venom
    You enter the dungeon. Press ? for the keys.
    You take the acid (a in your inventory). ×2
    8,2: A guard, health 6; floor. The acid kills the guard. Enter: throw, Tab: next
    target, t: next item, Esc: back.
    ");
}

#[test]
fn p4_the_keys_of_a_throw_are_whole_on_the_smallest_screen() {
    let message = |keys: &str| {
        let session = pressed(HALL, &format!("<resize 30x8>{keys}"));
        let rows = nonblank_rows(&session);
        rows.lines().skip(5).collect::<Vec<_>>().join("\n")
    };
    let messages = ["lllt", "lllt<Tab>t", "lllt<Up>", "lllthhh"].map(message);
    insta::assert_snapshot!(messages.join("\n\n"), @r"
    The acid kills the guard.
    Enter: throw, t: next item,
    Esc: no

    You take the acid (a in your
    inventory). ×2
    Venom. Enter: throw, Esc: no

    The acid hits nothing in
    sight. Enter: throw, t: next
    item, Esc: no

    The acid flies up to 6 cells.
    Move: aim, t: next item, Esc:
    no
    ");
}

#[test]
fn p4_the_key_chooses_the_next_item_and_tab_the_next_target() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllt<Tab>t")), @r"
    ############
    #...@••g..$#
    #......•g..#
    ############
    Health 21  Manna 16  Wealth 0  Turn 3
    In sight: g guard 6  g guard 6  $ gold
    Inventory: a acid ×2  b venom
    You enter the dungeon. Press ? for the keys.
    You take the acid (a in your inventory). ×2
    9,3: A guard, health 6; floor. The venom takes 1 of the guard's 6 health and 2
    of its 4 strength. Enter: throw, Tab: next target, t: next item, Esc: back.
    ");
}

#[test]
fn p4_a_throw_is_told_and_flies_over_the_board() {
    let mut session = pressed(HALL, "lllt");
    Show::press(&mut session, dungeon::Key::Enter);
    let flights = session
        .game()
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Flew { over, missile, .. } => Some((over.to_string(), *missile)),
            _ => None,
        });
    let flights: Vec<(String, Missile)> = flights.collect();
    assert_eq!(flights.len(), 3);
    assert!(
        flights
            .iter()
            .all(|(_, missile)| matches!(missile, Missile::Thing(_)))
    );
    let mut shown = Vec::new();
    while let Some(frame) = Show::animate(&mut session) {
        shown.push(frame.lines().nth(1).expect("a row").trim_end().to_owned());
    }
    insta::assert_snapshot!(shown.join("\n"), @r"
    #...@!.g..$#
    #...@.!g..$#
    #...@..!..$#
    ");
    assert_eq!(
        session.latest_messages(),
        ["You throw the acid at the guard for 6.", "The guard dies."]
    );
}

#[test]
fn p4_a_click_throws_and_escape_costs_nothing() {
    let mut session = pressed(HALL, "lllt<Esc>");
    assert_eq!(session.turn(), 3);
    session.press("t<click 9,3>").expect("a script");
    assert_eq!(session.turn(), 4);
    assert!(session.latest_messages()[0].starts_with("You throw the acid at the guard"));
}

#[test]
fn x2_a_throw_that_is_refused_keeps_the_cursor_and_costs_no_turn() {
    let mut session = pressed(HALL, "lllt");
    session.press("t<click 11,2>").expect("a script");
    assert_eq!(session.turn(), 3);
    insta::assert_snapshot!(nonblank_rows(&session), @r"
    ############
    #...@..g..$#
    #.......g..#
    ############
    Health 21  Manna 16  Wealth 0  Turn 3
    In sight: g guard 6  g guard 6  $ gold
    Inventory: a acid ×2  b venom
    You enter the dungeon. Press ? for the keys.
    You take the acid (a in your inventory). ×2
    You take the venom (b in your inventory).
    11,2: Gold; floor. Venom: That is out of range. Move: aim, Tab: next target, t:
    next item, Esc: back.
    ");
    session.press("<Esc>").expect("a script");
    assert!(!nonblank_rows(&session).contains("That is out of range."));
    let here = pressed(HALL, "lllthhh<Enter>");
    let shown = nonblank_rows(&here);
    assert!(
        shown.contains("You stand there: choose another cell."),
        "{shown}"
    );
}

#[test]
fn the_key_means_nothing_without_items_to_throw() {
    let text = HALL.replace(" throw=6", "").replace(" throw=4", "");
    let mut session = Session::from_text(&text).expect("sound");
    assert_eq!(session.command(dungeon::Key::Char('t')), None);
    assert_eq!(
        pressed(HALL, "").command(dungeon::Key::Char('t')),
        Some(Command::Throw)
    );
    session.press("t").expect("a script");
    assert_eq!(session.turn(), 0);
    let mut empty = pressed(HALL, "t");
    assert_eq!(empty.latest_messages(), ["You have nothing to throw."]);
    empty.press("l").expect("a script");
    assert_eq!(empty.turn(), 1);
}

#[test]
fn every_throw_has_keys_that_throw_so() {
    assert_aimed_acts_have_keys(&pressed(HALL, "lll"), 20);
}

#[test]
fn throws_are_typed_in_words() {
    let mut session = pressed(HALL, "lll");
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    let mut told = Vec::new();
    for line in [
        "throw",
        "<Esc>",
        "throw balm",
        "throw venom at 2 east",
        "throw acid",
        "throw at guard",
        "throw acid",
    ] {
        told.push(format!("> {line}"));
        told.extend(narrator.answer(line));
    }
    insta::assert_snapshot!(told.join("\n"), @r"
    > throw
    3 east: A guard, health 6; floor.
    The acid kills the guard. Enter: throw, Tab: next target, t: next item, Esc: back.
    > <Esc>
    Nothing changes.
    > throw balm
    You have no `balm` to throw.
    > throw venom at 2 east
    You throw the venom at the guard for 1 (-2 strength).
    > throw acid
    You throw the acid at the guard for 6.
    The guard dies.
    The guard is now 4 east, 1 south.
    > throw at guard
    You throw the acid at the guard for 6.
    The guard dies.
    No guard is in sight now.
    > throw acid
    You have no `acid` to throw.
    ");
}

#[test]
fn the_help_the_look_and_the_inventory_tell_what_can_be_thrown() {
    let help = nonblank_rows(&pressed(HALL, "?"));
    assert!(help.contains("t throws an item"), "{help}");
    assert!(nonblank_rows(&pressed(HALL, ";l")).contains("throw up to 6 cells"));
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lll i")), @r"
    Inventory
    a  acid ×2: -6 health, throw up to 6 cells
    b  venom: -1 health, -2 strength, throw up to 4 cells
    Press an item's letter to use, wield or wear it; this takes a turn.
    Health 21, manna 16, wealth 0. 1 item left to take.
    Esc: back
    ");
}

#[test]
fn x19_the_cursor_tells_nothing_of_an_unknown_flask_and_the_hit_makes_it_known() {
    let family = "family \"flask\" looks=red|blue glyph=!\n";
    let text = HALL
        .replace("throw=4", "throw=6")
        .replace("throw=6", "throw=6 family=flask");
    let mut session = Session::from_text(format!("{family}{text}")).expect("sound");
    session.press("lllt").expect("a script");
    let told = nonblank_rows(&session);
    assert!(
        told.contains("flask hits the guard, with an unknown"),
        "{told}"
    );
    assert!(!told.contains("acid") && !told.contains("venom"), "{told}");
    session.press("<Enter>").expect("a script");
    let told = nonblank_rows(&session);
    insta::assert_snapshot!(told, @r"
    ############
    #...@.....$#
    #.......g..#
    ############
    Health 21  Manna 16  Wealth 0  Turn 4
    In sight: g guard 6  $ gold
    Inventory: a acid  b blue flask
    You enter the dungeon. Press ? for the keys.
    You take the red flask (a in your inventory). ×2
    You take the blue flask (b in your inventory).
    The red flask turns out to be an acid. You throw the acid at the guard for 6.
    The guard dies.
    ");
}
