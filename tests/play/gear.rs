//! What the look, the inventory, messages and narration tell of slots (P-3) and of blows that hit several enemies
//! (P-5).
use crate::nonblank_rows;
use crate::sessions::pressed;
use dungeon::Session;
use dungeon_play::narration::{LineInterface, Narrator};

/// A hall in which a hero with a spear, an axe and a sword stands before three rats and a statue.
const HALL: &str = "hero health=20 strength=1 manna=0 max-manna=0
item / \"spear\" wear=strength:2 attack=line
item ) \"axe\" wear=strength:2 attack=sweep
item ( \"sword\" wear=strength:2
kind r \"rat\" health=3 attack=none
kind s \"statue\" health=9 attack=none
map
##########
#@/)(.rs$#
#####.r.##
#####.r.##
##########
end
";

#[test]
fn p5_the_look_tells_what_a_blow_does_to_each_enemy_that_it_hits() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllia l;l")), @r"
    ##########
    #....@rs$#
    #####.r.##
    #####.r.##
    ##########
    Health 21  Manna 0/0  Wealth 0  Turn 5
    In sight: r rat 3  r rat 3  s statue 9  r rat 3  $ gold
    Inventory: a spear, wielded  b axe  c sword
    You enter the dungeon. Press ? for the keys.
    You take the spear (a in your inventory).
    You take the axe (b in your inventory).
    You take the sword (c in your inventory).
    You wield the spear (+2 strength, hits two in a line).
    7,2: A rat, health 3; floor. It stands still. It can't hurt you next turn. Your
    blow kills it and takes 3 of a statue's 9 health. A bolt (d) kills it and costs
    you 16 health.
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllib lj;n")), @r"
    ##########
    #.....rs$#
    #####@r.##
    #####.r.##
    ##########
    Health 22  Manna 0/0  Wealth 0  Turn 6
    In sight: r rat 3  r rat 3  r rat 3  s statue 9  $ gold
    Inventory: b axe, wielded  a spear  c sword
    You enter the dungeon. Press ? for the keys.
    You take the spear (a in your inventory).
    You take the axe (b in your inventory).
    You take the sword (c in your inventory).
    You wield the axe (+2 strength, hits all around).
    7,4: A rat, health 3; floor. It stands still. It can't hurt you next turn. Your
    blow kills it and 2 rats. A bolt (c) kills it and costs you 16 health.
    ");
    let plain = nonblank_rows(&pressed(HALL, "lllic l;l"));
    assert!(!plain.contains("Your blow"), "{plain}");
    let far = nonblank_rows(&pressed(HALL, "lllia ;lll"));
    assert!(!far.contains("Your blow"), "{far}");
}

#[test]
fn p5_a_blow_is_told_enemy_by_enemy() {
    let mut session = pressed(HALL, "lllia l");
    session.press("l").expect("a script");
    assert_eq!(
        session.latest_messages(),
        [
            "You hit the rat for 3.",
            "The rat dies.",
            "You hit the statue for 3."
        ]
    );
    let mut session = pressed(HALL, "lllib lj");
    session.press("l").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["You hit the rat for 3.", "The rat dies."].repeat(3)
    );
}

#[test]
fn p5_the_inventory_the_look_and_wielding_tell_the_shape() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lll i")), @r"
    Inventory
    a  spear: +2 strength, hits two in a line
    b  axe: +2 strength, hits all around
    c  sword: +2 strength
    Press an item's letter to use, wield or wear it; this takes a turn.
    Health 21, manna 0 of 0, wealth 0. 1 item left to take.
    Esc: back
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, ";l")), @r"
    ##########
    #@/)(.rs$#
    #####.r.##
    #####.r.##
    ##########
    Health 20  Manna 0/0  Wealth 0  Turn 0
    In sight: r rat 3  r rat 3  r rat 3  s statue 9  / spear  ) axe  +2 more
    Inventory: empty
    3,2: Spear, +2 strength, hits two in a line when wielded; floor.
    ");
    let mut session = pressed(HALL, "llli");
    session.press("a").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["You wield the spear (+2 strength, hits two in a line)."]
    );
}

/// The hall with a helm and a ring, which are worn beside the weapon.
const DRESSED: &str = "hero health=20 strength=1 manna=0 max-manna=0
item / \"spear\" wear=strength:2 attack=line
item [ \"helm\" wear=strength:1 slot=head
item o \"ring of tin\" wear=strength:1 slot=\"left hand\" verb=\"slip on\"
map
##########
#@/[o...$#
##########
end
";

#[test]
fn p3_screen_inventory_and_narration_show_every_slot() {
    let mut session = Session::from_text(DRESSED).expect("sound");
    session.press("llliaibic").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["You slip on the ring of tin (+1 strength)."]
    );
    insta::assert_snapshot!(nonblank_rows(&session), @r"
    ##########
    #...@...$#
    ##########
    Health 22  Manna 0/0  Wealth 0  Turn 6
    In sight: $ gold
    Inventory: a spear, wielded  b helm, worn  c ring of tin, worn
    You enter the dungeon. Press ? for the keys.
    You take the spear (a in your inventory).
    You take the helm (b in your inventory).
    You take the ring of tin (c in your inventory).
    You wield the spear (+2 strength, hits two in a line).
    You wear the helm (+1 strength).
    You slip on the ring of tin (+1 strength).
    ");
    session.press("i").expect("a script");
    insta::assert_snapshot!(nonblank_rows(&session), @r"
    Inventory
    a  spear: +2 strength, hits two in a line, wielded
    b  helm: +1 strength, head slot, worn
    c  ring of tin: +1 strength, left hand slot, worn
    Press an item's letter to use, wield or wear it; this takes a turn.
    Health 22, manna 0 of 0, wealth 0. 1 item left to take.
    Esc: back
    ");
    let mut session = Session::from_text(DRESSED).expect("sound");
    session.press(";ll").expect("a script");
    insta::assert_snapshot!(nonblank_rows(&session).lines().last().unwrap_or_default(), @"4,2: Helm, +1 strength when worn, head slot; floor.");
    session.press("<Esc>llliaibic").expect("a script");
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    insta::assert_snapshot!(narrator.answer("inventory").join("\n"), @r"
    a  spear: +2 strength, hits two in a line, wielded
    b  helm: +1 strength, head slot, worn
    c  ring of tin: +1 strength, left hand slot, worn
    Type `use` and a letter or name, such as `use a`; this takes a turn.
    Health 22, manna 0 of 0, wealth 0. 1 item left to take.
    ");
}

#[test]
fn p5_narration_tells_what_a_blow_does() {
    let mut session = pressed(HALL, "lllib lj");
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    insta::assert_snapshot!(narrator.answer("look rat").join("\n"), @r"
    3 rats: 1 east, health 3; 1 northeast, health 3; 1 southeast, health 3.
    1 east: It stands still. It can't hurt you next turn. Your blow kills it and 2 rats. A bolt (d) kills it and costs you 16 health.
    1 northeast: It stands still. It can't hurt you next turn. Your blow kills it and 2 rats. A bolt (e) kills it and costs you 16 health.
    1 southeast: It stands still. It can't hurt you next turn. Your blow kills it and 2 rats. A bolt (c) kills it and costs you 16 health.
    ");
}
