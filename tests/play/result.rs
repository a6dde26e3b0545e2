//! The page after a game: won and lost in each rule set, on two screens, and the effects of its keys.
use std::fmt::Write;

use dungeon::recordings::Recorder;
use dungeon::session::{Script, Show};
use dungeon::{ColourDepth, Glyphs, Key, Outcome, Session};
use dungeon_format::source::Source;
use dungeon_model::space::geometry::{Size, at};
use dungeon_play::replay::result_screen::{BestResults, MenuReturn, ResultKey, ResultScreen};
use dungeon_play::text::score::Score;

/// Returns the text of a shipped dungeon.
fn shipped(name: &str) -> String {
    let path = format!("{}/dungeons/{name}.dng", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a shipped dungeon")
}

/// Returns a recorded game of a text, played by these keys.
fn played(text: &str, seed: u64, keys: &str) -> Recorder {
    let session = Session::from_text(text)
        .expect("a sound dungeon")
        .with_seed(seed);
    let mut recorder = Recorder::new(session, &Source::from_text("game.dng", text));
    let Script(keys) = keys.parse().expect("a script");
    for key in keys {
        if recorder.session.outcome().is_some() {
            break;
        }
        recorder.press(key);
        while recorder.is_under_way() {
            recorder.go_on();
        }
    }
    recorder
}

/// Returns the best results of a dungeon, with this game in second place.
fn best(game: &Recorder) -> BestResults {
    let own = Score::of(game.session.game()).expect("a game that is over");
    let first = Score {
        outcome: "won".to_owned(),
        turns: 2,
        level: 1,
        seed: 99,
        lost_to: None,
        story: None,
        again: false,
    };
    let last = Score {
        outcome: "lost".to_owned(),
        turns: 1,
        level: 1,
        seed: 3,
        lost_to: None,
        story: None,
        again: false,
    };
    BestResults {
        scores: vec![first, own, last],
        own: Some(1),
        unkept: None,
    }
}

fn page(game: &Recorder, menu: MenuReturn) -> ResultScreen {
    ResultScreen::new(game, best(game), menu).expect("a game that is over")
}

/// Returns the page of a game at 80×24 and at 40×16, without colors.
fn pages(text: &str, seed: u64, keys: &str, outcome: Outcome) -> String {
    let game = played(text, seed, keys);
    assert_eq!(game.session.outcome(), Some(outcome));
    let mut page = page(&game, MenuReturn::Offered);
    let mut pages = String::new();
    for (width, height) in [(80, 24), (40, 16)] {
        page.press(Key::Resize(Size::new(width, height)), &game);
        write!(pages, "{width}x{height}\n{}", page.frame(&game).plain()).expect("a string");
    }
    pages
}

/// Returns the keys of a whole game in the fixtures.
fn kept(name: &str) -> String {
    let path = format!("{}/fixtures/{name}.keys", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("kept keys")
}

#[test]
fn explore_won() {
    let (text, keys) = (shipped("crypt"), kept("crypt-seed-7"));
    insta::assert_snapshot!(pages(&text, 7, &keys, Outcome::Won));
}

#[test]
fn explore_lost() {
    let text = "title \"The Last Corner\"\nhero health=6\nlevel \"The nave\"\nmap\n#########\n#@gg...$#\n#########\nend\n";
    let keys = ".".repeat(40);
    insta::assert_snapshot!(pages(text, 1, &keys, Outcome::Lost));
}

/// Two levels in fog, with unknown vials, a weapon, and a stair that has a name.
const MINE: &str = "\
title \"The Flooded Mine\"
rules explore fog=yes
goal take=$
hero health=9 strength=1
family \"vial\" looks=red|blue verb=\"drink\" glyph=!
item a \"vial of warmth\" health=9 keep=yes family=vial
item b \"vial of frost\" health=-99 keep=yes family=vial
item / \"miner's pick\" wear=strength:1
item Z \"rope\" health=1 keep=yes
kind o \"ogre\" health=90 strength=4 sense=always hunt=path roam=stand
level \"The Adit\"
map
##############################################
#@abZ/>..#...................................#
#........#...................................#
##########...................................#
##############################################
end
level \"The Gallery\"
map
###########
#<..o....>#
###########
end
> 10 2 to=\"The Sump\" name=\"winding shaft\"
level \"The Sump\"
map
#######
#<...$#
#######
end
";

#[test]
fn explore_lost_in_fog_with_unknown_items() {
    let keys = format!("lllllid>{}", ".".repeat(20));
    insta::assert_snapshot!(pages(MINE, 1, &keys, Outcome::Lost));
}

#[test]
fn the_story_of_a_game_tells_its_end_its_place_and_its_items() {
    let told = |text: &str, keys: &str| {
        let game = played(text, 1, keys);
        Score::of(game.session.game())
            .expect("a game that is over")
            .story
    };
    let story = |text: &str, keys: &str| told(text, keys).expect("a story");
    let wait = ".".repeat(40);
    insta::assert_snapshot!(story(MINE, &format!("lllllid>{wait}")), @"Fell to an ogre in the Gallery (level 2 of 3), with the miner's pick, 2 unknown vials and a rope.");
    let deep = MINE
        .replace("<..o....>", "<......>.")
        .replace("> 10 2", "> 9 2");
    insta::assert_snapshot!(story(&deep, "lllll>lllllll>llll"), @"Won on turn 18, in the Sump (level 3 of 3), with 2 unknown vials, a miner's pick and a rope.");
    let back = deep
        .replace("goal take=$", "goal take=$ leave=yes")
        .replace("#@abZ", "#<@bZ");
    insta::assert_snapshot!(story(&back, "llll>lllllll>llllhhhh<lt>hhhhhhh<lt>hhhhh<lt>"), @"Won on turn 36, back from level 3 of 3, with an unknown vial, a miner's pick and a rope.");
    insta::assert_snapshot!(story(&format!("lose turns=3\n{MINE}"), "..."), @"Ran out of turns in the Adit (level 1 of 3), 1 level from the winding shaft.");
    let burnt = "hero health=2\ntile , \"cinders\" harm=2\nmap\n#####\n#@,$#\n#####\nend\n";
    insta::assert_snapshot!(story(burnt, "ll"), @"Fell to the cinders on turn 1.");
    assert_eq!(told(HALL, "ll"), None, "nothing to tell of");
    assert_eq!(
        told(&shipped("horde"), &".".repeat(900)),
        None,
        "no items to carry"
    );
}

#[test]
fn siege_won() {
    let (text, keys) = (shipped("siege-small"), kept("siege-small-seed-12"));
    insta::assert_snapshot!(pages(&text, 12, &keys, Outcome::Won));
}

#[test]
fn siege_lost() {
    let keys = ".".repeat(900);
    insta::assert_snapshot!(pages(&shipped("horde"), 4, &keys, Outcome::Lost));
}

#[test]
fn arena_won() {
    let (text, keys) = (shipped("arena"), kept("arena-seed-5"));
    insta::assert_snapshot!(pages(&text, 5, &keys, Outcome::Won));
}

#[test]
fn arena_lost() {
    let keys = "llllkkkkhhhhjjjj".repeat(50);
    insta::assert_snapshot!(pages(&shipped("arena-run"), 5, &keys, Outcome::Lost));
}

#[test]
fn tactics_won() {
    let (text, keys) = (shipped("battle"), kept("battle-won-seed-4"));
    insta::assert_snapshot!(pages(&text, 4, &keys, Outcome::Won));
}

#[test]
fn tactics_lost() {
    let (text, keys) = (shipped("battle"), kept("battle-lost-seed-6"));
    insta::assert_snapshot!(pages(&text, 6, &keys, Outcome::Lost));
}

/// A hall that two steps win.
const HALL: &str = "title \"A hall\"\nmap\n#####\n#@.$#\n#####\nend\n";

#[test]
fn the_page_in_colours_and_in_ascii() {
    let mut game = played(HALL, 0, "ll");
    let shown = |game: &Recorder| {
        let mut page = page(game, MenuReturn::Absent);
        page.press(Key::Resize(Size::new(60, 18)), game);
        page.frame(game)
    };
    let coloured = shown(&game).to_ansi(ColourDepth::Ansi16);
    game.session = game.session.clone().glyphs(Glyphs::Ascii);
    let ascii = shown(&game).plain();
    assert!(ascii.is_ascii(), "{ascii}");
    insta::assert_snapshot!(format!("{}{ascii}", coloured.replace('\x1b', "<Esc>")));
}

#[test]
fn a_page_on_any_screen_keeps_its_keys_and_its_frame() {
    let (text, keys) = (shipped("battle"), kept("battle-won-seed-4"));
    let game = played(&text, 4, &keys);
    let mut page = page(&game, MenuReturn::Offered);
    for (width, height) in [(30, 8), (30, 12), (200, 60), (40, 9)] {
        page.press(Key::Resize(Size::new(width, height)), &game);
        let shown = page.frame(&game).plain();
        assert!(
            shown.contains("R: again") && shown.contains("m: menu"),
            "{shown}"
        );
        assert!(
            shown.contains("W O N") || shown.contains('█') || shown.contains("WON"),
            "{shown}"
        );
    }
}

#[test]
fn keys_act_close_the_page_and_bring_it_back() {
    let game = played(HALL, 0, "ll");
    let mut page = page(&game, MenuReturn::Absent);
    for key in ['R', 'N', 'Q'].map(Key::Char) {
        assert_eq!(page.press(key, &game), ResultKey::Game(key));
        assert!(page.is_open());
    }
    assert_eq!(
        page.press(Key::Char('m'), &game),
        ResultKey::Taken,
        "no menu"
    );
    for key in [Key::Esc, Key::Left, Key::Char('j')] {
        assert_eq!(page.press(key, &game), ResultKey::Taken);
        assert!(!page.is_open(), "the board is seen");
        assert_eq!(
            page.press(Key::Char('j'), &game),
            ResultKey::Game(Key::Char('j'))
        );
        assert_eq!(page.press(Key::Enter, &game), ResultKey::Taken);
        assert!(page.is_open());
    }
    assert_eq!(page.press(Key::F(1), &game), ResultKey::Game(Key::F(1)));
    assert!(!page.is_open(), "the help is seen");
}

#[test]
fn a_screen_too_small_for_the_page_leaves_its_keys_to_the_game() {
    let mut game = played(HALL, 0, "ll");
    let mut page = page(&game, MenuReturn::Absent);
    let size = Key::Resize(Size::new(10, 3));
    assert_eq!(page.press(size, &game), ResultKey::Game(size));
    game.press(size);
    assert!(!page.is_open());
    assert_eq!(page.frame(&game), game.frame());
    assert_eq!(page.press(Key::Esc, &game), ResultKey::Game(Key::Esc));
    page.press(Key::Resize(Size::new(80, 24)), &game);
    assert!(page.is_open(), "it was not closed");
}

#[test]
fn who_does_not_see_the_page_is_told_of_it() {
    let game = played(HALL, 0, "ll");
    insta::assert_snapshot!(page(&game, MenuReturn::Offered).told().join("\n"), @r"
    Turns 2. Seed 0.
    No enemies killed.
    Damage dealt 0, taken 0.
    Items taken: 1.
    Health 40, manna 16, wealth 10.
    Results so far:
    1. won in 2 turns, seed 99.
    2. won in 2 turns, seed 0, this game.
    3. lost in 1 turn, seed 3.
    R: again, N: new, w: watch the replay, m: menu, Q: quit, Enter: show the board.
    ");
}

#[test]
fn a_click_on_an_offer_is_its_key() {
    let game = played(HALL, 0, "ll");
    let mut page = page(&game, MenuReturn::Offered);
    let place_of = |words: &str, page: &ResultScreen| {
        let lines: Vec<String> = page.frame(&game).lines().collect();
        let found = (0..)
            .zip(&lines)
            .find_map(|(y, line)| Some((line.find(words)?, y)));
        let (x, y) = found.expect("an offer");
        let before = lines[y as usize][..x].chars().count() as i32;
        at(before, y)
    };
    let again = place_of("R: again", &page);
    assert_eq!(
        page.press(Key::Click(again), &game),
        ResultKey::Game(Key::Char('R'))
    );
    let menu = place_of("m: menu", &page);
    assert_eq!(page.press(Key::Click(menu), &game), ResultKey::Menu);
    let nowhere = at(0, 0);
    assert_eq!(page.press(Key::Click(nowhere), &game), ResultKey::Taken);
    assert!(page.is_open());
}

#[test]
fn the_caller_shows_the_replay_or_the_page_offers_none() {
    let game = played(HALL, 0, "ll");
    let mut with = page(&game, MenuReturn::Absent);
    assert_eq!(with.press(Key::Char('w'), &game), ResultKey::Watch);
    let mut without = page(&game, MenuReturn::Absent).without_replay();
    assert_eq!(without.press(Key::Char('w'), &game), ResultKey::Taken);
    let shown = with.frame(&game).plain();
    assert!(shown.contains("w: watch the replay"), "{shown}");
    let shown = without.frame(&game).plain();
    assert!(!shown.contains("watch"), "{shown}");
    assert!(!without.told().join("\n").contains("watch"));
}

#[test]
fn long_last_words_are_whole_where_lines_are_free() {
    let tale = "The bells of the valley ring for three days and nights. ".repeat(7);
    let text = format!(
        "level\nmap\n#####\n#@$.#\n#####\nend\nwhen take=$ win=yes \"{}\"\n",
        tale.trim()
    );
    let game = played(&text, 0, "l");
    let mut page = page(&game, MenuReturn::Offered);
    for (width, height) in [(80, 24), (60, 20)] {
        page.press(Key::Resize(Size::new(width, height)), &game);
        let shown = page.frame(&game).plain();
        assert_eq!(shown.matches("valley").count(), 7, "{shown}");
    }
}

#[test]
fn what_does_not_fit_on_the_page_is_marked() {
    let tale = "Bells. ".repeat(90);
    let text = format!(
        "level\nmap\n#####\n#@$.#\n#####\nend\nwhen take=$ win=yes \"{}\"\n",
        tale.trim()
    );
    let game = played(&text, 0, "l");
    let mut page = page(&game, MenuReturn::Offered);
    page.press(Key::Resize(Size::new(30, 8)), &game);
    insta::assert_snapshot!(page.frame(&game).plain(), @r"
    +----------------------------+
    |  Y O U   W O N             |
    | … Bells. You won on turn … |
    | R: again, N: new,          |
    | w: watch the replay,       |
    | m: menu, Q: quit,          |
    | Enter: show the board      |
    +----------------------------+
    ");
}
