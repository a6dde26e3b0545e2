//! Convenience keys: a key does what a careful player expects. Rests and runs are journeys and recorded as their steps;
//! actions that players often regret are confirmed first. Scripts and recordings get neither.
use crate::sessions::{place, pressed, session};
use dungeon_format::source::Source;
use dungeon_model::space::geometry::{Point, at};
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::session::session::Session;
use dungeon_play::view::preview::OverlayMode;

/// A hall of explore with this hero.
fn hall(hero: &str) -> String {
    format!("hero {hero}\nlevel\nmap\n##########\n#@......$#\n##########\nend\n")
}

/// Returns a recorded game of a player at a terminal.
fn recorded(text: &str) -> Recorder {
    let session = session(text).asking_first();
    Recorder::new(session, &Source::from_text("hall.dng", text))
}

fn press(recorder: &mut Recorder, keys: &str) {
    let Script(keys) = keys.parse().expect("a script");
    for key in keys {
        recorder.press(key);
        while recorder.is_under_way() {
            recorder.go_on();
        }
    }
}

/// Asserts that the recording replays to the same game.
#[track_caller]
fn assert_replays(recorder: &Recorder) {
    let recording = recorder.recording();
    let mut again = recording.session().expect("a sound dungeon");
    let end = Playback::new(recording.clone()).finish(&mut again);
    assert!(end.is_ok(), "{end:?}");
    assert_eq!(again.checksum(), recorder.session.checksum());
}

#[test]
fn e13_a_bolt_that_is_paid_with_health_asks_first() {
    let mut game = recorded(&hall("health=20 manna=4"));
    press(&mut game, "a");
    assert_eq!(
        game.session.log_lines(),
        ["This costs 8 of your 20 health. Do it? y:\u{a0}do\u{a0}it, n:\u{a0}keep\u{a0}playing"]
    );
    press(&mut game, "aaaa<Esc>");
    assert_eq!(
        (game.session.turn(), game.recording().turn()),
        (0, 0),
        "the key alone is not an answer"
    );
    press(&mut game, "ay");
    assert_eq!(game.session.turn(), 1);
    press(&mut game, "l");
    assert_replays(&game);
    let keys: Vec<String> = game
        .recording()
        .moves
        .iter()
        .map(|one| format!("{one:?}"))
        .collect();
    assert!(!keys.concat().contains("Char('y')"), "{keys:?}");
    let free = pressed(&hall("health=20 manna=4"), "a");
    assert_eq!(free.turn(), 1, "a script gets no questions");
    let mut rich = recorded(&hall("health=20 manna=8"));
    press(&mut rich, "a");
    assert_eq!(rich.session.turn(), 1, "nothing to ask about");
}

#[test]
fn k10_points_that_would_be_thrown_away_are_asked_about_first() {
    let text = "rules tactics\nmap\n########\n#@....G#\n#@....@#\n########\nend\n";
    let mut game = recorded(text);
    press(&mut game, "<Space>");
    assert_eq!(
        game.session.log_lines(),
        [
            "6 points unspent. End the turn? y:\u{a0}end\u{a0}the\u{a0}turn, n:\u{a0}keep\u{a0}playing"
        ]
    );
    press(&mut game, "n");
    assert_eq!(game.session.turn(), 0);
    press(&mut game, "<Space><Space>");
    assert_eq!(game.session.turn(), 1, "the same key again confirms");
    assert_replays(&game);
    assert_eq!(
        pressed(text, "<Space>").turn(),
        1,
        "a script gets no questions"
    );
}

#[test]
fn e11_a_step_at_a_wall_in_sight_is_free_at_a_terminal_but_in_classic_dungeons() {
    let mut game = recorded(&hall("health=20"));
    press(&mut game, "kkl");
    assert_eq!(game.session.turn(), 1);
    assert_replays(&game);
    press(&mut game, "k");
    assert_eq!(
        game.session.latest_messages(),
        ["The outer wall is in your way."]
    );
    assert_eq!(
        pressed(&hall("health=20"), "kk").turn(),
        2,
        "a script takes its turns"
    );
    let classic = std::fs::read_to_string("dungeons/classic.dng").expect("it is shipped");
    let mut book = recorded(&classic);
    let ways = "hjkl".chars().map(|way| {
        press(&mut book, &way.to_string());
        book.session.turn()
    });
    assert_eq!(ways.collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn e15_a_rest_heals_and_is_recorded_as_its_waits() {
    let text = hall("health=20");
    let mut game = recorded(
        &text
            .replace("#@.", "#@T")
            .replace("end\n", "end\nmark T ^ trap=dart damage=5 once=yes\n"),
    );
    press(&mut game, "ly");
    let hurt = game.session.turn();
    press(&mut game, "Z");
    assert_eq!(
        game.session.latest_messages().last().map(String::as_str),
        Some("You are rested after 14 turns.")
    );
    assert!(game.session.turn() > hurt + 8, "{}", game.session.turn());
    assert_replays(&game);
    let turn = game.session.turn();
    press(&mut game, "Z");
    assert_eq!(game.session.turn(), turn, "the message takes no turn");
    assert_eq!(game.session.latest_messages(), ["You don't need to rest."]);
    let watched = "kind r \"rat\" sense=never roam=stand\nhero health=9\nlevel\nmap\n######\n#@..r#\n#...$#\n######\nend\n";
    let session = pressed(watched, "Z");
    assert_eq!(
        session.latest_messages(),
        ["You can't rest while a rat is in view."]
    );
    let arena = pressed(
        "rules arena\nkind S \"sleeper\" is=enemy sense=never roam=stand attack=none\nmap\n@....S\nend\n",
        "Z",
    );
    assert_eq!(arena.turn(), 0);
}

#[test]
fn e15_the_end_of_a_rest_names_its_reason() {
    let rested = |kind: &str| {
        let text = format!(
            "{kind}\nhero health=9 max=40\nlevel\nmap\n{0}\n#@.................r$#\n{0}\nend\n",
            "#".repeat(21)
        );
        let session = pressed(&text, "Z");
        (session.turn(), session.latest_messages().join(" "))
    };
    let (turn, told) = rested("kind r \"rat\" sense=always hunt=greedy roam=stand");
    assert!(turn > 5 && turn < 15, "{turn}: {told}");
    assert!(told.ends_with("You stop resting. You see a rat."), "{told}");
    let hidden = rested("kind r \"rat\" sense=never roam=stand\nwhen turn=5 \"A bell rings.\"");
    assert_eq!(hidden, (5, "A bell rings. You stop resting.".to_owned()));
}

#[test]
fn e15_who_is_well_rests_for_manna_as_far_as_there_can_be_more() {
    let mut game = recorded(&hall("health=20 manna=4 max-manna=6"));
    press(&mut game, "Z");
    assert_eq!(game.session.turn(), 14, "each seventh turn brings one");
    assert_eq!(
        game.session.latest_messages().last().map(String::as_str),
        Some("You are rested after 14 turns.")
    );
    assert_replays(&game);
    let script = pressed(&hall("health=20 manna=4 max-manna=6"), "Z");
    assert_eq!(script.turn(), 0, "scripts rest for health alone");
    let boundless = pressed(&hall("health=20 manna=4"), "Z");
    assert_eq!(
        boundless.turn(),
        0,
        "without a maximum a rest would never end"
    );
}

#[test]
fn x8_tab_looks_at_what_is_in_sight_the_nearest_first() {
    let text = "map\n########\n#@..w$.#\n#....g.#\n########\nend\n";
    let looked = |keys: &str| {
        let session = pressed(text, keys);
        let lines = session.log_lines().join(" ");
        lines.split(':').next().unwrap_or_default().to_owned()
    };
    let places = [";<Tab>", ";<Tab><Tab>", ";<Tab><Tab><Tab>", ";<S-Tab>"];
    assert_eq!(places.map(looked), ["5,2", "6,2", "6,3", "6,3"]);
}

#[test]
fn e15_a_run_stops_where_there_is_something_to_see() {
    let map = "\
##############
#@...........#
#####.##.#####
#####.##$#####
##############
";
    let text = format!("level\nmap\n{map}end\n");
    for keys in ["L", "<S-Right>"] {
        let session = pressed(&text, keys);
        assert_eq!(
            place(&session),
            at(4, 1),
            "where a passage begins after {keys}"
        );
    }
    assert_eq!(
        place(&pressed(&text, "LL")),
        at(7, 1),
        "and at the next one"
    );
    assert_eq!(
        place(&pressed(&text, "LLLL")),
        at(12, 1),
        "to the end of the hall"
    );
    let blocked = pressed(&text, "K");
    assert_eq!(blocked.latest_messages(), ["You can't run that way."]);
    assert_eq!(blocked.turn(), 0);
    let mut game = recorded(&text);
    press(&mut game, "LLJ");
    assert_replays(&game);
}

#[test]
fn e15_old_recordings_with_keys_that_did_nothing_play_the_same_game() {
    let text = hall("health=20");
    let recording =
        Recorder::new(session(&text), &Source::from_text("hall.dng", &text)).recording();
    let mut again: Session = recording.session().expect("a sound dungeon");
    for key in [Key::Char('L'), Key::Char('Z'), Key::ShiftRight] {
        again.press_key(key);
        assert_eq!(again.turn(), 0, "{key:?}");
    }
}

#[test]
fn e15_the_way_to_the_travel_cursor_is_shown() {
    let session = pressed(&hall("health=20"), "_").with_size(60, 12);
    insta::assert_snapshot!(session.frame().plain(), @r"
    ##########
    #@••••••$#
    ##########
    Health 20  Manna 16  Wealth 0  Turn 0
    In sight: $ gold
    9,2: Gold; floor. 7 steps away. Enter: go there, Esc: back.
    ");
}

#[test]
fn x8_the_mouse_is_offered_only_where_it_is_on() {
    let explore = session(&hall("health=20"));
    let tactics = session("rules tactics\nmap\n########\n#@....G#\n########\nend\n");
    for (session, has_mouse) in [(explore, false), (tactics, true)] {
        let mut session = session.with_size(80, 60);
        session.press("?").expect("a script");
        assert_eq!(session.wants_mouse(), has_mouse);
        assert_eq!(session.frame().plain().contains("<click>"), has_mouse);
    }
}

#[test]
fn k12_the_blast_that_would_hit_ones_own_is_told_before_the_shot() {
    let text = "rules tactics\nmap\n########\n#@E...G#\n########\nend\n";
    let mut session = session(text).with_size(100, 30);
    session.press("l").expect("a script");
    let preview = session
        .outlook()
        .expect("the game has a pointing interface");
    assert!(
        preview.view().cell_text.contains("its blast hits "),
        "{}",
        preview.view().cell_text
    );
}

#[test]
fn g3_who_runs_out_of_turns_is_warned_thrice_and_no_journey_stops_for_it() {
    let corridor = |turns: u32| {
        let (wall, floor) = ("#".repeat(30), ".".repeat(26));
        format!("goal take=yes\nlose turns={turns}\nmap\n{wall}\n#@{floor}$#\n{wall}\nend\n")
    };
    let told = |session: &Session| -> Vec<String> {
        let messages = session.messages().iter();
        let told =
            messages.filter(|text| text.contains("ime is running") || text.contains("ime ran"));
        told.cloned().collect()
    };
    let waited = pressed(&corridor(60), &".".repeat(60));
    assert_eq!(
        told(&waited),
        [
            "Time is running out: 6 turns left.",
            "Time is running out: 2 turns left.",
            "Time is running out: 1 turn left.",
            "You lost on turn 60: time ran out.",
        ]
    );
    assert_eq!(waited.warnings(), 3, "the bell rings");
    let explored = pressed(&corridor(29), "o");
    assert!(explored.outcome().is_some(), "the key led to the end");
    assert_eq!(told(&explored), ["Time is running out: 3 turns left."]);
}

#[test]
fn e3_health_is_told_once_when_it_falls_below_each_third() {
    let text = hall("health=30")
        .replace("#@......$#", "#@TTTT..$#")
        .replace("end\n", "end\nmark T ^ trap=dart damage=7\n");
    let session = pressed(&text, "llll");
    let told: Vec<&str> = session
        .messages()
        .iter()
        .map(String::as_str)
        .filter(|text| text.contains("third"))
        .collect();
    assert_eq!(
        told,
        [
            "Your health is below two thirds.",
            "Your health is below a third!"
        ]
    );
}

#[test]
fn x8_the_help_tells_what_the_glyphs_mean_that_are_known() {
    let raiders = std::fs::read_to_string("dungeons/raiders.dng").expect("it is shipped");
    let mut game = session(&raiders).with_size(80, 60);
    game.press("?").expect("a script");
    let help = game.frame().plain();
    let kinds = game.game().world();
    for who in kinds.theirs(kinds.here()) {
        let entry = format!("{} {}", kinds.glyph_of(who), kinds.kind(who).name);
        assert!(help.contains(&entry), "{entry}\n{help}");
    }
    let foggy =
        "rules explore fog=2\nlevel\nmap\n#########\n#@.....g#\n#......$#\n#########\nend\n";
    let mut game = session(foggy).with_size(80, 60);
    game.press("?").expect("a script");
    assert!(!game.frame().plain().contains("ghost"), "fog hides it");
}

#[test]
fn e15_an_explorer_reads_signs_once_and_goes_round_who_does_nothing() {
    let text = "\
kind n \"monk\" sense=never roam=stand attack=none
level
map
###########
#@..n....$#
#.........#
#....A....#
###########
end
mark A ? \"Beware.\"
";
    let mut game = session(text).asking_first();
    game.press("o").expect("a script");
    assert_eq!(
        game.latest_messages(),
        ["Beware."],
        "the sign comes first: it is nearer"
    );
    let mut script = session(text);
    script.press("o").expect("a script");
    assert!(script.outcome().is_some(), "a script reads no sign");
    game.press("o").expect("a script");
    assert!(
        game.outcome().is_some(),
        "past the monk, and the sign is not read again: {}",
        game.frame()
    );
}

#[test]
fn e15_what_was_read_before_a_save_is_not_read_again() {
    let text = "level\nmap\n########\n#A@...$#\n########\nend\nmark A ? \"Beware.\"\n";
    let mut game = session(text);
    game.press("hl").expect("a script");
    let mut game = game.asking_first();
    game.press("o").expect("a script");
    assert!(game.outcome().is_some(), "straight to the gold");
}

#[test]
fn e15_an_explorer_leaves_to_the_player_what_more_depends_on() {
    let text = "\
item E \"ember\" health=1
level
map
##########
#@.A...E.#
##########
end
mark A $
when take=E alarm=yes
when take=A alarm=yes
";
    let mut game = session(text).asking_first();
    game.press("o").expect("a script");
    let left = "Nothing left to take within reach. Left for you to take: the ember \
                and the gold. 2 items left to take.";
    assert_eq!(
        (game.turn(), game.latest_messages()),
        (0, &[left.to_owned()][..])
    );
    game.press("llo").expect("a script");
    assert!(
        game.latest_messages()
            .concat()
            .contains("to take: the ember."),
        "{:?}",
        game.latest_messages()
    );
    let mut script = session(text);
    script.press("ooo").expect("a script");
    assert!(script.outcome().is_some(), "a script takes all");
}

#[test]
fn e15_an_explorer_leaves_what_a_cause_waits_for_while_it_waits() {
    // The seed chooses the worth of both embers; taking the first one triggers the cause.
    let text = "\
item E \"ember\" health=1..3
map
#########
#@E...E.#
#########
end
when take=E alarm=yes
";
    let mut game = session(text).asking_first();
    game.press("o").expect("a script");
    let told = game.latest_messages().concat();
    assert!(told.contains("Left for you to take: 2 embers."), "{told}");
    game.press("lo").expect("a script");
    assert!(
        game.outcome().is_some(),
        "no cause depends on the other ember"
    );
}

#[test]
fn e15_an_explorer_leaves_what_heals_nobody_until_it_does() {
    let text = "\
goal leave=yes
hero health=10 max=10
item b \"bread\" health=4
map
##########
#<@..^.b.#
##########
end
^ 6 2 hidden=yes damage=3
";
    for health in [10, 9] {
        let text = text.replace("health=10 max", &format!("health={health} max"));
        let mut game = session(&text).asking_first();
        game.press("o").expect("a script");
        let told = game.latest_messages().concat();
        assert!(told.contains("Left until needed: the bread."), "{told}");
        assert_eq!(game.turn(), 0);
    }
    let mut game = session(&text.replace("damage=3", "damage=5")).asking_first();
    game.press("lllo").expect("a script");
    let told = game.latest_messages().concat();
    assert!(told.contains("You take the bread (+4 health)."), "{told}");
}

/// Bread in the middle of a room, on the shortest way from the hero to the gold.
const BREAD_ON_THE_WAY: &str = "\
goal leave=yes
hero health=10 max=10
item b \"bread\" health=4
item g \"gold\" wealth=1
map
###########
#...#.....#
#@..b...g<#
#...#.....#
###.#.#####
  #.#.#
  #...#
  #####
end
";

#[test]
fn e15_an_explorer_walks_around_what_would_be_lost_in_part() {
    let mut game = session(BREAD_ON_THE_WAY).asking_first();
    game.press("o").expect("a script");
    assert!(game.turn() > 8, "the way around is longer");
    let shown = game.frame().to_string();
    assert!(shown.contains("#...b"), "{shown}");
    let mut lines = game.log_lines().into_iter();
    assert!(!lines.any(|line| line.contains("the bread (+")));
    let mut script = session(BREAD_ON_THE_WAY);
    script.press("o").expect("a script");
    let told = script.latest_messages().concat();
    assert!(
        told.contains("bread"),
        "scripts find their old ways: {told}"
    );
}

#[test]
fn e15_an_explorer_says_that_the_rest_lies_beyond_what_would_be_lost_in_part() {
    let text = "\
goal leave=yes
hero health=8 max=10
item b \"bread\" health=4
item g \"gold\" wealth=1
map
##########
#<@..b..g#
##########
end
";
    let mut game = session(text).asking_first();
    game.press("o").expect("a script");
    let told = game.latest_messages().concat();
    assert!(
        told.contains("The rest lies beyond the bread. Left until needed: the bread."),
        "{told}"
    );
    assert_eq!(game.turn(), 0);
}

#[test]
fn e15_an_explorer_takes_what_a_hero_with_half_of_the_health_can_never_use_whole() {
    let text = "\
goal leave=yes
hero health=5 max=10
item b \"bread\" health=40
map
########
#<@..b.#
########
end
";
    let mut game = session(text).asking_first();
    game.press("o").expect("a script");
    let told = game.latest_messages().concat();
    assert!(told.contains("You take the bread (+5 health)."), "{told}");
}

#[test]
fn e15_an_explorer_does_not_look_again_and_again_whether_a_guard_has_gone() {
    let text = "\
rules explore fog=5
kind g \"guard\" sense=never roam=stand strength=9 health=9
map
###############################
#$..g............@.........g.$#
###############################
end
";
    let mut game = session(text).asking_first();
    let turns: Vec<u32> = (0..12)
        .map(|_| {
            game.press("o").expect("a script");
            game.turn()
        })
        .collect();
    assert_eq!(turns[11], turns[8], "it ends: {turns:?}");
    let last = game.log_lines().concat();
    assert!(last.contains("leads past the guard"), "{last}");
}

#[test]
fn e15_auto_explore_asks_before_it_leaves_a_monster_that_strikes() {
    let text = "\
hero health=30
level
map
###########
#.@......$#
#g#########
###########
end
";
    let mut game = session(text).asking_first();
    game.press("o").expect("a script");
    assert_eq!(game.turn(), 0);
    assert_eq!(game.log_lines(), [PASS_ASKED.replace("rat", "ghost")]);
    let mut script = session(text);
    script.press("o").expect("a script");
    assert!(script.turn() > 0, "a script continues as before");
}

#[test]
fn k5_pointing_at_an_enemy_shows_where_it_can_hurt_next_turn() {
    let text = "rules tactics\nmap\n####################\n#@E..........B.....#\n####################\nend\n";
    let threat = |keys: &str| {
        let mut session = session(text).with_size(100, 30);
        session.press(keys).expect("a script");
        let preview = session
            .outlook()
            .expect("the game has a pointing interface");
        let view = preview.view();
        (view.overlay, view.cells.to_vec())
    };
    let (overlay, burst) = threat("l");
    assert_eq!(overlay, OverlayMode::Threat);
    assert!(burst.contains(&at(1, 1)) && burst.contains(&at(3, 1)) && !burst.contains(&at(4, 1)));
    let (_, fire) = threat("llllllllllll");
    assert!(
        fire.contains(&at(1, 1)),
        "a walk of 6 and a shot of 7 reach this cell"
    );
    assert_eq!(
        threat("").0,
        OverlayMode::None,
        "the hero's own cell is not a threat"
    );
    assert_eq!(
        threat("<Enter>l").0,
        OverlayMode::Move,
        "the chosen one comes first"
    );
}

#[test]
fn e15_an_explorer_keeps_out_of_fire_where_another_way_leads_on() {
    let text = "\
kind a \"archer\" sense=sight:2 hunt=shoot:2 roam=stand health=5
map
###########
#.........#
#.........#
#.........#
#@...a...$#
#.........#
#.........#
#.........#
###########
end
";
    let mut script = session(text);
    script.press("o").expect("a script");
    let told = script.latest_messages().concat();
    assert!(told.contains("hits you"), "a script walks into it: {told}");
    let mut game = recorded(text);
    press(&mut game, "o");
    let world = game.session.game().world();
    assert_eq!(world.life_of(world.commanded()), 43, "{}", game.frame());
    assert!(game.session.outcome().is_some());
    assert_replays(&game);
    let narrow = text.replace("#.........#", "###########");
    let mut game = session(&narrow).asking_first();
    game.press("o").expect("a script");
    let asked = PASS_ASKED.replace("rat", "archer");
    assert_eq!((game.turn(), game.log_lines()), (0, vec![asked]));
}

#[test]
fn e15_an_explorer_on_harmful_ground_goes_on_over_it() {
    let text = "\
hero health=90
tile , \"cinders\" harm=2
map
###########
#,,,,,,,.$#
###########
end
@ 3 2
";
    let mut game = recorded(text);
    press(&mut game, "o");
    while game.session.outcome().is_none() && game.session.turn() < 20 {
        let before = game.session.turn();
        press(&mut game, "o");
        assert!(game.session.turn() > before, "{}", game.session.frame());
    }
    assert!(game.session.outcome().is_some());
    assert_replays(&game);
    let safe = text.replace("@ 3 2", "@ 2 2").replace("#,,", "#..");
    let mut game = session(&safe).asking_first();
    game.press("o").expect("a script");
    assert_eq!(game.turn(), 0, "the hero stays off the cinders");
}

/// A hall divided by a visible trap, with stairs and gold beyond it.
const DIVIDED: &str = "\
hero health=20
level
map
##########
#@.T..>.$#
##########
end
mark T ^ trap=dart damage=3
level
map
####
#<.#
####
end
";

#[test]
fn e15_stairs_and_travel_ask_before_they_cross_a_trap() {
    let asked = "The only way leads over a trap. Cross it? y:\u{a0}cross\u{a0}it, \
                 n:\u{a0}keep\u{a0}playing";
    for (keys, back) in [(">", ""), ("_hhhhhhhhlllll<Enter>", "<Esc>")] {
        let mut game = recorded(DIVIDED);
        press(&mut game, keys);
        assert_eq!(game.session.log_lines(), [asked], "{keys}");
        press(&mut game, &format!("n{back}"));
        assert_eq!(game.session.turn(), 0, "{keys}");
        press(&mut game, keys);
        press(&mut game, "y");
        assert_eq!(place(&game.session), at(3, 1), "the trap stops it: {keys}");
        press(&mut game, ">");
        assert_eq!(place(&game.session), at(6, 1), "{keys}");
        assert_replays(&game);
    }
    let script = pressed(DIVIDED, ">");
    assert_eq!(
        (script.turn(), script.latest_messages()),
        (0, &["You know of no safe way there.".to_owned()][..])
    );
}

/// A hall with a rat that reaches all three rows, and gold beyond it.
const GUARDED: &str = "\
hero health=20
kind r \"rat\" health=9 strength=6 sense=never roam=stand
map
##########
#@......$#
#....r...#
#........#
##########
end
";

const PASS_ASKED: &str = "The way on leads past the rat. Explore anyway? y:\u{a0}go\u{a0}on, \
                          n:\u{a0}keep\u{a0}playing";

#[test]
fn e15_auto_explore_asks_before_it_passes_a_monster() {
    let mut game = recorded(GUARDED);
    press(&mut game, "o");
    press(&mut game, "o");
    let here = place(&game.session);
    assert_eq!(game.session.log_lines(), [PASS_ASKED]);
    press(&mut game, "n");
    assert_eq!(place(&game.session), here);
    press(&mut game, "o");
    press(&mut game, "y");
    // A wound ends the journey, and the next one passes the rat without a question, until half of the health is lost.
    let wounded = ["The rat hits you for 6."];
    assert_eq!(game.session.latest_messages(), wounded);
    press(&mut game, "o");
    assert_eq!(game.session.latest_messages()[..1], wounded);
    press(&mut game, "o");
    assert_eq!(game.session.log_lines(), [PASS_ASKED]);
    press(&mut game, "y");
    assert_replays(&game);
    let script = pressed(GUARDED, "oo");
    let stopped = "You stop exploring: the way on leads past the rat.";
    assert_eq!(script.latest_messages(), [stopped]);
}

#[test]
fn e15_auto_explore_walks_up_to_a_monster_that_fills_the_only_way_if_the_player_agrees() {
    let filled = GUARDED.replace("#....r...#\n#........#", "##########\n##########");
    let mut game = recorded(&filled.replace("#@......$#", "#@...r..$#"));
    press(&mut game, "o");
    press(&mut game, "o");
    assert_eq!(game.session.log_lines(), [PASS_ASKED]);
    press(&mut game, "yooo");
    let last = game.session.log_lines().concat();
    assert!(last.contains("The rat is beside you."), "{last}");
    assert_replays(&game);
}

#[test]
fn e15_a_crossing_takes_the_way_that_costs_the_least_life() {
    let text = "\
hero health=200
tile , \"embers\" harm=10
level
map
##########
#@.T..>.$#
#.##,#####
#..U.#####
##########
end
mark T ^ trap=dart damage=60
mark U ^ trap=dart damage=20
level
map
####
#<.#
####
end
";
    let worse = text.replace("harm=10", "harm=50");
    for (text, tens) in [(text, 17), (&worse, 14)] {
        for keys in [">", "_hhhhhhhhlllll<Enter>"] {
            let mut game = recorded(text);
            press(&mut game, &format!("{keys}y"));
            // Each wound stops the journey.
            while place(&game.session) != at(6, 1) {
                press(&mut game, ">");
                if game.session.is_asking() {
                    press(&mut game, "y");
                }
                assert!(game.session.turn() < 20, "{}", game.frame());
            }
            let world = game.session.game().world();
            // The hero regains a few points on the way.
            assert_eq!(world.life_of(world.commanded()) / 10, tens, "{keys}");
        }
    }
}

#[test]
fn e15_an_explorer_promises_no_stairs_that_their_key_refuses() {
    let told = |game: &Session| game.latest_messages().concat();
    let mut game = session(DIVIDED).asking_first();
    game.press("o").expect("a script");
    let asks = "> goes to the stairs down, but not safely.";
    assert!(told(&game).contains(asks), "{}", told(&game));
    let script = pressed(DIVIDED, "o");
    let refuses = "You know of no safe way to the stairs down.";
    assert!(told(&script).contains(refuses), "{}", told(&script));
    let free = pressed(&DIVIDED.replace("@.T", "@.."), "o");
    assert!(!told(&free).contains("safe"), "{}", told(&free));
}

#[test]
fn e11_a_step_onto_a_visible_trap_asks_first() {
    let mut game = recorded(DIVIDED);
    press(&mut game, "ll");
    assert!(game.session.is_asking(), "{}", game.frame());
    press(&mut game, "ln");
    assert_eq!(game.session.turn(), 1);
    press(&mut game, "ly");
    assert_eq!((game.session.turn(), place(&game.session)), (2, at(3, 1)));
    press(&mut game, "l");
    assert_replays(&game);
    assert_eq!(
        place(&pressed(DIVIDED, "lll")),
        at(4, 1),
        "a script continues"
    );
    let hidden = DIVIDED.replace("trap=dart", "hidden=yes trap=dart");
    let mut game = recorded(&hidden);
    press(&mut game, "ll");
    assert!(!game.session.is_asking(), "nothing reveals it");
}

#[test]
fn p2_drinking_what_raises_nothing_asks_first() {
    let text = "\
hero health=10 max=10
item v \"vial\" health=4 keep=yes
map
##########
#@v.^...$#
##########
end
mark ^ ^ trap=dart damage=3
";
    let mut game = recorded(text);
    press(&mut game, "lia");
    assert!(game.session.is_asking(), "{}", game.frame());
    press(&mut game, "n<Esc>");
    assert_eq!(game.session.turn(), 1);
    press(&mut game, "iay");
    assert_eq!(game.session.turn(), 2);
    assert_replays(&game);
    assert_eq!(pressed(text, "lia").turn(), 2, "a script gets no questions");
    let mut hurt = recorded(text);
    press(&mut hurt, "lllyia");
    assert_eq!(hurt.session.turn(), 4, "it heals");
}

#[test]
fn e15_a_click_beyond_a_trap_asks_and_its_answer_can_be_clicked() {
    let mut game = recorded(DIVIDED);
    let stairs = at_glyph(&game, '>');
    game.press(Key::Click(stairs));
    assert!(game.session.is_asking(), "{}", game.frame());
    let answer = at_glyph(&game, 'y');
    press(
        &mut game,
        &format!("<click {},{}>", answer.x + 1, answer.y + 1),
    );
    assert!(!game.session.is_asking());
    assert_eq!(place(&game.session), at(3, 1));
    assert_replays(&game);
}

/// Returns the last cell of the screen that shows this glyph before a colon, or else the first that shows it at all.
fn at_glyph(game: &Recorder, glyph: char) -> Point {
    let frame = game.frame().plain();
    let cells = || {
        (0..).zip(frame.lines()).flat_map(|(y, row)| {
            let row: Vec<char> = row.chars().chain([' ']).collect();
            let pairs: Vec<_> = row.windows(2).map(|pair| (pair[0], pair[1])).collect();
            (0..).zip(pairs).map(move |(x, pair)| (at(x, y), pair))
        })
    };
    let answer = cells().filter(|(_, pair)| *pair == (glyph, ':')).last();
    let shown = || cells().find(|(_, pair)| pair.0 == glyph);
    answer.or_else(shown).expect("it is on the screen").0
}

#[test]
fn p4_a_throw_begins_with_a_harmful_item_aims_help_at_allies_and_replays_alike() {
    let text = "\
kind r \"rat\" health=9 strength=1 sense=never roam=stand
kind p \"page\" health=9 side=hero
item a \"warmth\" health=3 keep=yes throw=6
item b \"acid\" health=-3 keep=yes throw=6
map
###########
#@ab..r..$#
#......p..#
###########
end
";
    let mut game = recorded(text);
    press(&mut game, "llt");
    assert!(
        game.frame().plain().contains("The acid takes 3"),
        "{}",
        game.frame()
    );
    press(&mut game, "<Enter>");
    assert!(
        game.session
            .latest_messages()
            .concat()
            .contains("acid at the rat")
    );
    press(&mut game, "t");
    let shown = game.frame().plain();
    assert!(
        shown.contains("The warmth ") && shown.contains("the page"),
        "{shown}"
    );
    press(&mut game, "<Esc>");
    assert_replays(&game);
}

#[test]
fn e15_a_text_that_was_read_stops_no_journey() {
    let text = "level\nmap\n#########\n#@A...$.#\n#########\nend\nmark A ? \"Beware.\"\n";
    let mut game = session(text).asking_first();
    game.press("lh").expect("a script");
    game.press("o").expect("a script");
    assert!(game.outcome().is_some(), "over the sign to the gold");
    let mut game = session(text).asking_first();
    game.press("o").expect("a script");
    assert_eq!(game.latest_messages(), ["Beware."], "unread, it stops");
}
