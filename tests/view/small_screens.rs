//! Screens of all sizes: no newest message and no prompt is cut while rows are free.
use crate::corpus::folder;
use crate::support;
use dungeon::Session;
use dungeon_play::view::layout::SMALLEST;
use dungeon_play::view::window_style::WindowStyle;

/// Sizes from the smallest screen to the usual one, without a panel beside the map.
const SIZES: [(i32, i32); 5] = [
    (SMALLEST.width, SMALLEST.height),
    (40, 12),
    (40, 16),
    (60, 20),
    (80, 24),
];

/// Returns the text of a screen in one line.
fn text(session: &Session) -> String {
    let plain = session.frame().plain();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ")
}

#[test]
fn each_newest_message_is_shown_whole_or_the_cut_is_marked_and_the_last_one_stays() {
    let depths = Session::open(folder("dungeons").join("depths.dng")).expect("a sound dungeon");
    let mut long = 0;
    for (width, height) in SIZES {
        let depths = depths.clone().window(WindowStyle::Below);
        let mut game = depths.with_seed(3).with_size(width, height).asking_first();
        for key in "oooooooooooo;Esc>ooooooo>oooooot<Enter>ooooooiayoooo".chars() {
            let key = match key {
                '<' | 'E' => "<Esc>".to_owned(),
                key => key.to_string(),
            };
            game.press(&key).expect("a key");
            let shown = text(&game);
            let newest = game.latest_messages();
            long += usize::from(newest.concat().chars().count() as i32 > 2 * width);
            let is_page = shown.ends_with("Esc: back");
            let is_told = |message: &String| shown.contains(message.trim_end());
            if is_page || game.is_asking() {
                continue;
            }
            let is_cut = shown.contains('…');
            assert!(
                newest.iter().all(is_told) || is_cut,
                "{width}x{height}: {newest:?}\n{shown}"
            );
            let is_small = height < 16;
            assert!(
                newest.last().is_none_or(|last| is_told(last) || is_small),
                "{newest:?}\n{shown}"
            );
        }
    }
    assert!(long > 0, "no message is longer than two rows");
}

#[test]
fn a_prompt_names_its_item_and_its_keys_on_every_screen() {
    let cellar = "\
kind r \"cellar rat\" health=6 strength=1
item a \"vial of tar\" health=-3 keep=yes throw=6
item b \"short bow\" wear=strength:1 attack=shoot:6
item c \"long glass flask of old acid\" health=-9 keep=yes throw=5
map
###############
#@abc....r...$#
###############
end
";
    for (width, height) in SIZES {
        let cellar = Session::new(support::dungeon(cellar)).with_size(width, height);
        let mut game = cellar.window(WindowStyle::Below).asking_first();
        game.press("lllib").expect("keys");
        for _ in 0..4 {
            game.press("t").expect("a key");
            for keys in ["", "h", "<Enter>"] {
                let mut game = game.clone();
                game.press(keys).expect("keys");
                let shown = text(&game).to_lowercase();
                if keys == "<Enter>" && !shown.contains("esc") {
                    continue;
                }
                let names = ["vial of tar", "short bow", "long glass flask of old acid"];
                let is_named = names.iter().any(|name| shown.contains(name));
                let has_keys = shown.contains("enter: ") || shown.contains("move: aim");
                assert!(
                    is_named && has_keys && shown.contains("esc: "),
                    "{width}x{height}\n{shown}"
                );
            }
        }
    }
}

#[test]
fn b1_a_small_screen_shows_the_states_of_the_hero_and_what_is_in_sight_without_its_states() {
    let text = "rules explore fog=yes
goal leave=yes
lose turns=500
hero health=38 max=40 manna=11 max-manna=16
item c \"grey cloak\" gives=unseen:9 keep=yes recharge=80
item f \"fire flask\" gives=burning:9 keep=yes throw=9
item / \"boar spear\" wear=strength:1
kind r \"cellar rat\" health=90 strength=0 sense=never roam=stand
map
####################
#@cf/......rrrr..<.#
####################
end
";
    let mut game = Session::new(support::dungeon(text)).with_size(40, 16);
    game.press("lllict<Enter>ia").expect("keys");
    let shown = game.frame().plain();
    for words in [
        "  Manna 11  Unseen 8  T6/500",
        "In sight: r cellar rat 8",
        "  +3 more",
        "Inventory: c boar spear  +1 more",
    ] {
        assert!(shown.contains(words), "{words}\n{shown}");
    }
}
