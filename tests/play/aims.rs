//! Charms, bows and hooks on the screen, by keys, mouse and narration (P-6, P-7, P-8).
use crate::nonblank_rows;
use crate::sessions::{assert_aimed_acts_have_keys, pressed};
use dungeon::Session;
use dungeon_play::narration::{LineInterface, Narrator};

/// A hall with an amulet, a bow and a hook, and an archer, a bomb and rats beyond lava.
const HALL: &str = "hero health=10 strength=1 manna=0 max=20 max-manna=0
item o \"amulet\" health=5 keep=yes recharge=12 verb=\"rub\"
item ) \"bow\" wear=strength:2 attack=shoot:7
item ( \"hook\" wear=strength:1 slot=hand attack=pull:7
tile ~ \"lava\" harm=3
kind r \"rat\" health=4 strength=1 hunt=stand
kind b \"bomb\" health=3 attack=none hunt=stand bursts=4
map
############
#@o)(.~.r..#
#.......b.$#
#.......r..#
############
end
";

#[test]
fn the_help_lists_all_aimed_acts_of_a_file_in_one_sentence() {
    let text = HALL.replace("map\n", "item ! \"acid\" keep=yes throw=4 health=-2\nmap\n");
    let help = nonblank_rows(&pressed(&text, "<resize 60x50>?"));
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "t throws an item, shoots with a bow that you wield and pulls with a hook that you wield: choose";
    assert!(words.contains(told), "{words}");
}

#[test]
fn p6_the_inventory_and_the_screen_tell_when_a_charm_is_ready() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lia i")), @r"
    Inventory
    a  amulet: +5 health, ready again in 12 turns
    Press an item's letter to use, wield or wear it; this takes a turn.
    Health 15 of 20, manna 0 of 0, wealth 0. 3 items left to take.
    Esc: back
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "<resize 40x16>lia .")), @r"
    ############
    #.@)(.~.r..#
    #.......b.$#
    #.......r..#
    ############
    Health 16/20  Manna 0/0  Wealth 0  T3
    In sight: r rat 4  b bomb 3  +4 more
    Inventory: a amulet, ready in 11
    You enter the dungeon. Press ? for the
    keys.
    You take the amulet (a in your
    inventory).
    You rub the amulet (+5 health).
    ");
    insta::assert_snapshot!(pressed(HALL, "lia ia").latest_messages().join("\n"), @"It is ready again in 12 turns.");
    insta::assert_snapshot!(pressed(HALL, "lia ............").latest_messages().join("\n"), @"The amulet is ready again.");
}

#[test]
fn p7_the_look_tells_what_a_bow_and_a_hook_would_do() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllib ic ;llll")), @r"
    ############
    #...@•~•r..#
    #.......b.$#
    #.......r..#
    ############
    Health 11/20  Manna 0/0  Wealth 0  Turn 5
    In sight: r rat 4  b bomb 3  r rat 4  $ gold
    Inventory: b bow, wielded  c hook, worn  a amulet
    You enter the dungeon. Press ? for the keys.
    You take the amulet (a in your inventory).
    You take the bow (b in your inventory).
    You take the hook (c in your inventory).
    You wield the bow (+2 strength, shoots up to 7 cells).
    9,2: A rat, health 4; floor. It stands still and hits for 1. It can't hurt you
    next turn. A bolt (d) takes 1 of its 4 health and costs you 16 health. Your bow
    (t) kills the rat. Your hook (t) pulls the rat next to you.
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllib ic ;llln")), @r"
    ############
    #...@.~.r..#
    #.......b.$#
    #.......r..#
    ############
    Health 11/20  Manna 0/0  Wealth 0  Turn 5
    In sight: r rat 4  b bomb 3  r rat 4  $ gold
    Inventory: b bow, wielded  c hook, worn  a amulet
    You enter the dungeon. Press ? for the keys.
    You take the amulet (a in your inventory).
    You take the bow (b in your inventory).
    You take the hook (c in your inventory).
    You wield the bow (+2 strength, shoots up to 7 cells).
    9,3: A bomb, health 3, explodes for 4 when it dies; floor. It stands still. It
    can't hurt you next turn. Your bow (t) kills the bomb. The explosion kills 2
    rats. Your hook (t) pulls the bomb next to you.
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "<resize 40x16>lllib ic ;llln")), @r"
    ############
    #...@.~.r..#
    #.......b.$#
    #.......r..#
    ############
    Health 11/20  Manna 0/0  Wealth 0  T5
    In sight: r rat 4  b bomb 3  +2 more
    Inventory: b bow, wielded  +2 more
    You wield the bow (+2 strength, shoots
    up to 7 cells).
    9,3: A bomb, health 3, explodes for 4
    when it dies; floor. It stands still. It
    can't hurt you next turn. Your bow (t)
    kills the bomb. The explosion kills 2
    rats. Your hook (t) pulls the bomb next
    to you.
    ");
}

#[test]
fn p7_the_cursor_tells_what_a_shot_does_and_what_explodes() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllib ic t<Tab>")), @r"
    ############
    #...@•~.r..#
    #......•b.$#
    #.......r..#
    ############
    Health 11/20  Manna 0/0  Wealth 0  Turn 5
    In sight: r rat 4  b bomb 3  r rat 4  $ gold
    Inventory: b bow, wielded  c hook, worn  a amulet
    You enter the dungeon. Press ? for the keys.
    You take the amulet (a in your inventory).
    You take the bow (b in your inventory).
    You take the hook (c in your inventory).
    You wield the bow (+2 strength, shoots up to 7 cells).
    9,3: A bomb, health 3, explodes for 4 when it dies; floor. The bow kills the
    bomb. The explosion kills 2 rats. Enter: shoot, Tab: next target, t: next item,
    Esc: back.
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "<resize 40x16>lllib ic t<Tab>")), @r"
    ############
    #...@•~.r..#
    #......•b.$#
    #.......r..#
    ############
    Health 11/20  Manna 0/0  Wealth 0  T5
    In sight: r rat 4  b bomb 3  +2 more
    Inventory: b bow, wielded  +2 more
    You take the hook (c in your inventory).
    You wield the bow (+2 strength, shoots
    up to 7 cells).
    9,3: A bomb, health 3, explodes for 4
    when it dies; floor. The bow kills the
    bomb. The explosion kills 2 rats. Enter:
    shoot, Tab: next target, t: next item,
    Esc: back.
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllib ic tt")), @r"
    ############
    #...@•~•r..#
    #.......b.$#
    #.......r..#
    ############
    Health 11/20  Manna 0/0  Wealth 0  Turn 5
    In sight: r rat 4  b bomb 3  r rat 4  $ gold
    Inventory: b bow, wielded  c hook, worn  a amulet
    You enter the dungeon. Press ? for the keys.
    You take the amulet (a in your inventory).
    You take the bow (b in your inventory).
    You take the hook (c in your inventory).
    You wield the bow (+2 strength, shoots up to 7 cells).
    9,2: A rat, health 4; floor. The hook pulls the rat next to you. Enter: pull,
    Tab: next target, t: next item, Esc: back.
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "<resize 30x8>lllib ic tt")), @r"
    ############
    #...@•~•r..#
    #.......b.$#
    #.......r..#
    Health 11/20  Manna 0/0
    The hook pulls the rat next to
    you. Enter: pull, t: next
    item, Esc: no
    ");
}

#[test]
fn p7_a_click_shoots_and_p8_a_click_pulls() {
    let mut session = pressed(HALL, "lllib ic ");
    session.press("t<click 9,3>").expect("a script");
    insta::assert_snapshot!(session.latest_messages().join("\n"), @r"
    You shoot the bomb for 4.
    The bomb dies.
    The bomb explodes: 2 rats die.
    ");
    let mut session = pressed(HALL, "lllib ic ");
    session.press("tt<click 9,2>").expect("a script");
    insta::assert_snapshot!(session.latest_messages().join("\n"), @r"
    You pull the rat 3 cells with the hook.
    The rat hits you for 1.
    ");
    insta::assert_snapshot!(nonblank_rows(&session), @r"
    ############
    #...@r~....#
    #.......b.$#
    #.......r..#
    ############
    Health 11/20  Manna 0/0  Wealth 0  Turn 6
    In sight: r rat 4  b bomb 3  r rat 4  $ gold
    Inventory: b bow, wielded  c hook, worn  a amulet
    You enter the dungeon. Press ? for the keys.
    You take the amulet (a in your inventory).
    You take the bow (b in your inventory).
    You take the hook (c in your inventory).
    You wield the bow (+2 strength, shoots up to 7 cells).
    You wear the hook (+1 strength, pulls from up to 7 cells).
    You pull the rat 3 cells with the hook. The rat hits you for 1.
    ");
}

#[test]
fn p8_a_pull_is_told_and_so_is_one_that_hits_nothing_or_moves_nothing() {
    let told = |keys: &str| pressed(HALL, keys).latest_messages().join("\n");
    insta::assert_snapshot!(told("lllic t<Enter>"), @r"
    You pull the rat 3 cells with the hook.
    The rat hits you for 1.
    ");
    insta::assert_snapshot!(told("lllic t<Enter>t<Enter>"), @r"
    You pull at the rat with the hook, but it stays in place.
    The rat hits you for 1.
    ");
    insta::assert_snapshot!(told("lllic tjhhhh<Enter>"), @"You throw the hook and hit nothing.");
    insta::assert_snapshot!(told("lllt"), @"You wield nothing to shoot or pull with. Wield the bow first.");
}

#[test]
fn every_shot_and_pull_has_keys_that_do_so() {
    assert_aimed_acts_have_keys(&pressed(HALL, "lllib ic "), 40);
}

#[test]
fn charms_shots_and_pulls_are_typed_in_words() {
    let mut session = pressed(HALL, "lll");
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    let mut told = Vec::new();
    for line in [
        "shoot rat",
        "use amulet",
        "use amulet",
        "wield bow",
        "use hook",
        "i",
        "pull rat",
        "look bomb",
        "shoot bomb",
        "shoot bomb",
        "pull 2 south",
        "help",
    ] {
        told.push(format!("> {line}"));
        let lines = narrator.answer(line);
        let is_told = |line: &&String| {
            told.last().is_some_and(|last| last != "> help") || line.contains(" rat: ")
        };
        let lines: Vec<String> = lines.iter().filter(is_told).cloned().collect();
        told.extend(lines);
    }
    insta::assert_snapshot!(told.join("\n"), @r"
    > shoot rat
    You wield nothing to shoot with.
    > use amulet
    You rub the amulet (+5 health).
    Health 16 of 20.
    > use amulet
    It is ready again in 12 turns.
    > wield bow
    You wield the bow (+2 strength, shoots up to 7 cells).
    > use hook
    You wear the hook (+1 strength, pulls from up to 7 cells).
    > i
    a  amulet: +5 health, ready again in 10 turns
    b  bow: +2 strength, shoots up to 7 cells, wielded
    c  hook: +1 strength, pulls from up to 7 cells, hand slot, worn
    Type `use` and a letter or name, such as `use a`; this takes a turn.
    Health 17 of 20, manna 0 of 0, wealth 0. 1 item left to take.
    > pull rat
    You pull the rat 3 cells with the hook.
    The rat hits you for 1.
    2 rats are now 1 east; 4 east, 2 south.
    Health 16 of 20.
    > look bomb
    A bomb: 4 east, 1 south, health 3.
    4 east, 1 south: It stands still. It can't hurt you next turn.
    > shoot bomb
    You shoot the rat for 4.
    The rat dies.
    The rat is now 4 east, 2 south.
    > shoot bomb
    You shoot the bomb for 4.
    The bomb dies.
    The bomb explodes: the rat dies.
    No bomb is in sight now.
    No rat is in sight now.
    > pull 2 south
    You throw the hook and hit nothing.
    > help
    shoot rat: shoot the nearest rat with the bow that you wield; or `shoot 3 east, 1 north`.
    pull rat: pull the nearest rat with the hook that you wield; or `pull 3 east, 1 north`.
    ");
}

#[test]
fn p5_the_look_tells_what_explodes_at_a_sweep() {
    let text = HALL.replace(
        "wear=strength:2 attack=shoot:7",
        "wear=strength:2 attack=sweep",
    );
    let mut session = Session::from_text(&text).expect("sound");
    session.press("llibjllll;l").expect("a script");
    insta::assert_snapshot!(nonblank_rows(&session), @r"
    ############
    #...(.~.r..#
    #......@b•$#
    #.......r..#
    ############
    Health 10/20  Manna 0/0  Wealth 0  Turn 8
    In sight: r rat 4  b bomb 3  r rat 4  $ gold  ( hook
    Inventory: b bow, wielded  a amulet
    You enter the dungeon. Press ? for the keys.
    You take the amulet (a in your inventory).
    You take the bow (b in your inventory).
    You wield the bow (+2 strength, hits all around).
    9,3: A bomb, health 3, explodes for 4 when it dies; floor. It stands still. It
    can't hurt you next turn. Your blow kills it, takes 3 of a rat's 4 health and
    takes 3 of a rat's 4 health. The explosion kills 2 rats and takes 4 of your 10
    health. A bolt (d) kills it and costs you 16 health. The explosion kills 2 rats
    and takes 4 of your 10 health.
    ");
}
