//! Doors, traps, searching, signs and idle rounds (FORMAT.md, "Doors, traps, fog, time"): a picture, keys, and what
//! happened. Points are 1-based; `~` is an idle round.
mod support;

use std::sync::{Arc, Mutex};

use dungeon::dungeon::{ItemId, Kind, Stat};
use dungeon::engine::action::{Action, ActorId, Refusal};
use dungeon::engine::chance::Purpose;
use dungeon::engine::event::{Event, Outcome};
use dungeon::engine::game::Game;
use dungeon::engine::monster::{Memory, Monster, Sighting, View};
use dungeon::space::geometry::at;
use dungeon::{monsters, rulesets};
use insta::assert_snapshot;
use support::{L, dungeon, game, hero, place, press, presses, story, tell};

// ---- doors -----------------------------------------------------------------------------------------------

#[test]
fn doors_open_by_walking_into_them_which_takes_the_turn() {
    let told = story("\nmap\n#######\n#@+..$#\n#$#####\n#######\nend\n", "666");
    assert_snapshot!(told, @"
    6: hero opens 3,2, open door built 3,2
    6: hero to 3,2
    6: hero to 4,2, hero Health +1
    ");
}

/// A key on one side, a locked door on the other.
const VAULT: &str = "
item k \"bronze key\" opens=bronze
map
########
#k@D.D$#
#$######
########
end
mark D + locked=bronze
";

#[test]
fn doors_that_are_locked_are_refused_without_their_key_and_cost_no_turn() {
    let mut game = game(VAULT, 0);
    let before = game.checksum();
    assert_eq!(press(&mut game, '6'), Err(Refusal::Locked));
    assert_eq!((game.world().turn(), game.checksum()), (0, before));
}

#[test]
fn doors_that_are_locked_open_with_a_key_that_is_kept() {
    assert_snapshot!(story(VAULT, "646666666"), @"
    6: It is locked, and you have no key for it.
    4: takes bronze key 2,2, hero to 2,2
    6: hero to 3,2
    6: hero opens 4,2, open door built 4,2, hero Health +1
    6: hero to 4,2
    6: hero to 5,2
    6: hero opens 6,2, open door built 6,2, hero Health +1
    6: hero to 6,2, hero Manna +1
    6: takes gold 7,2, hero Wealth +10, hero to 7,2
    ");
}

#[test]
fn doors_want_the_key_of_their_own_lock() {
    let told = story(
        "
item k \"bronze key\" opens=bronze
item s \"silver key\" opens=silver
map
########
#k@D...#
#$.s####
########
end
mark D + locked=silver
",
        "466",
    );
    assert_snapshot!(told, @"
    4: takes bronze key 2,2, hero to 2,2
    6: hero to 3,2
    6: It is locked, and you have no key for it.
    ");
}

#[test]
fn doors_have_keys_that_are_no_collectables() {
    let mut game = game(
        "\nitem k \"key\" opens=a\nmap\n######\n#k@$D#\n######\nend\nmark D + locked=a\n",
        0,
    );
    assert_eq!(
        (game.world().collectables(), game.world().held()),
        (1, &[] as &[ItemId])
    );
    presses(&mut game, "4");
    assert_eq!(
        (game.world().collectables(), game.world().held().len()),
        (1, 1)
    );
    presses(&mut game, "66");
    assert_eq!(game.outcome(), Some(Outcome::Won));
}

#[test]
fn doors_let_ghosts_through_even_when_locked() {
    let told = story(
        "
item k \"key\" opens=a
map
########
#k@.D.g#
#$######
########
end
mark D + locked=a
",
        "...",
    );
    assert_snapshot!(told, @"
    .: ghost to 6,2
    .: ghost to 5,2
    .: hero Health +1, ghost to 4,2
    ");
}

#[test]
fn doors_with_a_ghost_in_them_are_attacked_not_opened() {
    for lock in ["", " locked=a"] {
        let map = format!(
            "\nitem k \"key\" opens=a\nmap\n#######\n#k@D.$#\n#$#####\n#######\nend\nmark D +{lock}\nmark D g health=9 strength=0\n"
        );
        let told = story(&map, "6");
        assert!(
            told.contains("hero strikes ghost") && !told.contains("opens"),
            "{told}"
        );
    }
}

/// Somebody who always knows where the hero is, behind a door.
fn guest(keys: &str, door: &str) -> String {
    format!(
        "
item k \"key\" opens=a
kind o \"orc\" is=wanderer sense=always hunt=greedy {keys}
map
########
#k@.D.o#
#$######
########
end
mark D + {door}
"
    )
}

#[test]
fn doors_are_opened_by_monsters_that_pass_doors() {
    assert_snapshot!(story(&guest("through=doors", ""), "....."), @"
    .: orc to 6,2
    .: orc opens 5,2, open door built 5,2
    .: hero Health +1, orc to 5,2
    .: orc to 4,2
    .: orc strikes hero, hero Health -3
    ");
}

#[test]
fn doors_that_are_locked_stop_monsters_that_pass_doors() {
    let mut game = game(&guest("through=doors", "locked=a"), 0);
    presses(&mut game, ".....");
    assert_eq!(place(&game, 1), (6, 2));
}

#[test]
fn doors_stop_all_other_monsters() {
    let mut game = game(&guest("", ""), 0);
    presses(&mut game, ".....");
    assert_eq!(place(&game, 1), (6, 2));
}

#[test]
fn doors_let_walkers_of_walls_through_without_being_opened() {
    let told = story(&guest("through=walls", ""), "...");
    assert!(
        told.contains("orc to 5,2") && !told.contains("opens"),
        "{told}"
    );
}

#[test]
fn doors_block_sight_and_bolts_while_they_are_closed() {
    let told = story(
        "\nmap\n#########\n#@.+...p#\n#$#######\n#########\nend\n",
        ".d66",
    );
    assert_snapshot!(told, @"
    .: 
    d: hero casts East, hero Manna -8, flies 3,2
    6: hero to 3,2, hero Health +1
    6: hero opens 4,2, open door built 4,2, patrol shoots hero, flies 7,2, flies 6,2, flies 5,2, flies 4,2, flies 3,2, hero Health -2
    ");
}

// ---- traps -----------------------------------------------------------------------------------------------

fn corridor(trap: &str) -> String {
    format!("\nhero health=50\nmap\n########\n#@T....#\n#$######\n########\nend\nmark T ^ {trap}\n")
}

#[test]
fn traps_dart_takes_three_health_from_whoever_walks_onto_it() {
    assert_snapshot!(story(&corridor(""), "6.46"), @"
    6: hero to 3,2, springs dart trap 3,2, hero Health -3
    .: 
    4: hero to 2,2, hero Health +1
    6: hero to 3,2, springs dart trap 3,2, hero Health -3
    ");
}

#[test]
fn traps_dart_takes_what_its_damage_says() {
    assert_snapshot!(story(&corridor("trap=dart damage=7"), "6"), @"6: hero to 3,2, springs dart trap 3,2, hero Health -7");
}

#[test]
fn traps_dart_may_kill_and_the_round_judges() {
    let deadly = corridor("damage=50").replace("....", "...w");
    let told = story(&deadly, "6");
    assert!(
        told.contains("hero Health -50, wanderer to 6,2, Lost"),
        "{told}"
    );
}

#[test]
fn traps_once_leave_floor() {
    assert_snapshot!(story(&corridor("once=yes"), "646"), @"
    6: hero to 3,2, springs dart trap 3,2, floor built 3,2, hero Health -3
    4: hero to 2,2
    6: hero to 3,2, hero Health +1
    ");
}

#[test]
fn traps_let_an_item_be_taken_before_they_spring() {
    let map = corridor("").replace("mark T ^", "mark T $\nmark T ^");
    assert_snapshot!(story(&map, "6"), @"6: takes gold 3,2, hero Wealth +10, hero to 3,2, springs dart trap 3,2, hero Health -3");
}

#[test]
fn traps_are_sprung_by_heroes_only() {
    let map = "
kind o \"orc\" is=wanderer sense=always hunt=greedy
map
########
#@.^^.o#
#$######
########
end
";
    assert_snapshot!(story(map, "..."), @"
    .: orc to 6,2
    .: orc to 5,2
    .: hero Health +1, orc to 4,2
    ");
}

/// A hero in a room, and a teleport beside him.
fn teleport(keys: &str) -> String {
    format!(
        "\nmap\n##########\n#@T......#\n#.#####$.#\n#$#####..#\n##########\nend\nmark T ^ trap=teleport {keys}\n"
    )
}

#[test]
fn traps_teleport_leads_to_its_cell_and_takes_what_lies_there() {
    assert_snapshot!(story(&teleport("to=8,3"), "6"), @"6: hero to 3,2, springs teleport trap 3,2, hero travels to 1 8,3, takes gold 8,3, hero Wealth +10");
}

#[test]
fn traps_teleport_into_somebody_or_into_rock_leads_to_the_nearest_free_cell() {
    let guard = "p 8 3 8 0\n";
    let told = story(&(teleport("to=8,3") + guard), "6");
    assert!(told.contains("hero travels to 1 8,2"), "{told}");
    let told = story(&teleport("to=6,3"), "6");
    assert!(told.contains("hero travels to 1 6,2"), "{told}");
}

#[test]
fn traps_teleport_onto_a_trap_or_a_sign_reads_but_springs_nothing() {
    let map = teleport("to=9,4") + "^ 9 4 trap=pit \"A pit!\"\n";
    assert_snapshot!(story(&map, "6"), @"6: hero to 3,2, springs teleport trap 3,2, hero travels to 1 9,4");
    let map = teleport("to=9,4") + "? 9 4 \"Well flown.\"\n";
    assert_snapshot!(story(&map, "6"), @"6: hero to 3,2, springs teleport trap 3,2, hero travels to 1 9,4, reads sign 9,4");
}

/// Where a random teleport leads with each of so many seeds, and how often.
fn landings(text: &str, seeds: u64) -> Vec<((i32, i32), u32)> {
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..seeds {
        let mut game = game(text, seed);
        presses(&mut game, "6");
        let mut again = support::game(text, seed);
        presses(&mut again, "6");
        assert_eq!(game.checksum(), again.checksum(), "the seed decides");
        *counts.entry(place(&game, 0)).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

#[test]
fn traps_teleport_without_a_cell_leads_anywhere_alike() {
    let counts = landings(&teleport(""), 1200);
    // 14 cells but the one that he stands on.
    assert_eq!(counts.len(), 13, "{counts:?}");
    assert!(
        !counts.iter().any(|(place, _)| *place == (3, 2)),
        "{counts:?}"
    );
    assert!(
        counts.iter().all(|(_, n)| (60..130).contains(n)),
        "{counts:?}"
    );
}

#[test]
fn traps_teleport_finds_the_few_free_cells_of_a_map_of_rock() {
    let rock = "#".repeat(100);
    let rows = format!("{rock}\n").repeat(60);
    let map = format!("\nmap\n{rock}\n#@T$#{rock}\n{rows}{rock}\nend\nmark T ^ trap=teleport\n");
    let counts = landings(&map, 200);
    assert_eq!(
        counts.iter().map(|(place, _)| *place).collect::<Vec<_>>(),
        [(2, 2), (4, 2)]
    );
    assert!(
        counts.iter().all(|(_, n)| (70..130).contains(n)),
        "{counts:?}"
    );
}

#[test]
fn traps_teleport_in_a_full_room_lead_back_to_where_he_came_from() {
    for to in ["", "to=3,2", "to=4,2"] {
        let map = format!(
            "\nmap\n######\n#@Tw.#\n#$####\n######\nend\nmark T ^ trap=teleport {to}\nw 5 2 99 0\nw 4 2 99 0\nw 2 3 99 0\n"
        );
        let mut game = game(&map, 0);
        presses(&mut game, "6");
        let travels = game
            .events()
            .iter()
            .find(|event| matches!(event, Event::Travelled { .. }));
        assert!(
            matches!(travels, Some(Event::Travelled { at: to, .. }) if *to == at(1, 1)),
            "{travels:?}"
        );
    }
}

#[test]
fn traps_alarm_wakes_every_monster_of_the_level_for_ten_rounds() {
    let map = "
hero health=500
kind t \"toad\" is=wanderer sense=never hunt=greedy roam=stand
map
####################
#@T.............t..#
#..................#
#$...............t.#
####################
end
mark T ^ trap=alarm once=yes
";
    let mut game = game(map, 0);
    let toads = |game: &Game| [place(game, 1), place(game, 2)];
    presses(&mut game, ".");
    assert_eq!(toads(&game), [(17, 2), (18, 4)]);
    presses(&mut game, "6");
    assert_snapshot!(tell(&game), @"hero to 3,2, springs alarm trap 3,2, floor built 3,2, alarm until 12, toad to 16,2, toad to 17,3");
    presses(&mut game, ".........");
    assert_eq!(toads(&game), [(7, 2), (8, 2)], "ten steps");
    presses(&mut game, "...");
    assert_eq!(toads(&game), [(7, 2), (8, 2)]);
}

#[test]
fn traps_hidden_look_like_floor_until_they_are_sprung() {
    let map = corridor("hidden=yes \"Ouch!\"");
    let game = game(&map, 0);
    let (trap, floor) = (
        game.world().tile(L, at(2, 1)),
        game.world().tile(L, at(3, 1)),
    );
    assert_eq!(
        (&trap.name, trap.glyph, trap.colour),
        (&floor.name, floor.glyph, floor.colour)
    );
    assert_snapshot!(story(&map, "646"), @"
    6: hero to 3,2, springs dart trap 3,2, dart trap built 3,2, hero Health -3
    4: hero to 2,2
    6: hero to 3,2, springs dart trap 3,2, hero Health -3, hero Health +1
    ");
}

#[test]
fn traps_hidden_that_spring_once_leave_floor_unseen() {
    assert_snapshot!(story(&corridor("hidden=yes once=yes"), "64"), @"
    6: hero to 3,2, springs dart trap 3,2, floor built 3,2, hero Health -3
    4: hero to 2,2
    ");
}

#[test]
fn traps_hidden_are_found_by_waiting_next_to_them() {
    let told = story(&corridor("hidden=yes"), "......6");
    let found = told
        .lines()
        .filter(|line| line.contains("finds 3,2, dart trap built 3,2"));
    assert_eq!(found.count(), 1, "{told}");
    assert!(
        told.ends_with("6: hero to 3,2, springs dart trap 3,2, hero Health -3, hero Manna +1\n"),
        "{told}"
    );
}

/// How many of two hidden traps the first wait finds, over so many seeds.
fn found(text: &str, keys: &str, seeds: u64) -> [u32; 3] {
    let mut counts = [0; 3];
    for seed in 0..seeds {
        let mut game = game(text, seed);
        presses(&mut game, keys);
        let found = game
            .events()
            .iter()
            .filter(|event| matches!(event, Event::Found { .. }));
        counts[found.count()] += 1;
    }
    counts
}

/// Two hidden traps next to the hero, one two cells off.
const SNARES: &str = "\nmap\n#######\n#T.T$.#\n#.@.T.#\n#######\nend\nmark T ^ hidden=yes\n";

#[test]
fn traps_hidden_are_found_one_time_in_three_each_for_itself() {
    let [none, one, both] = found(SNARES, ".", 900);
    // 4/9, 4/9 and 1/9 of 900.
    assert!((350..450).contains(&none), "{none}");
    assert!((350..450).contains(&one), "{one}");
    assert!((70..130).contains(&both), "{both}");
}

#[test]
fn traps_hidden_are_not_found_by_walking_past() {
    assert_eq!(found(SNARES, "4", 50), [50, 0, 0]);
}

#[test]
fn traps_hidden_are_not_found_from_two_cells_away() {
    let map = "\nmap\n#######\n#@.T.$#\n#######\nend\nmark T ^ hidden=yes\n";
    assert_eq!(found(map, ".", 50), [50, 0, 0]);
}

// ---- signs -----------------------------------------------------------------------------------------------

#[test]
fn signs_are_read_whenever_a_hero_steps_on_them() {
    let map =
        "\nmap\n#######\n#@?.g.#\n#$#####\n#######\nend\n? 3 2 \"Mind the ghost.\"\ng 5 2 9 0\n";
    assert_snapshot!(story(map, "6.46"), @"
    6: hero to 3,2, reads sign 3,2, ghost to 4,2
    .: ghost strikes hero, hero Health +0
    4: hero to 2,2, hero Health +1, ghost to 3,2
    6: hero strikes ghost, ghost Health -5, ghost strikes hero, hero Health +0
    ");
}

#[test]
fn signs_without_words_are_floor() {
    assert_snapshot!(story("\nmap\n#####\n#@?$#\n#####\nend\n", "6"), @"6: hero to 3,2");
}

#[test]
fn signs_may_be_any_terrain_that_is_walked_on() {
    let map = "
tile , \"grass\" see=no says=\"It rustles.\"
map
#######
#@8,.$#
#######
end
mark 8 . \"You hear water.\"
";
    assert_snapshot!(story(map, "66"), @"
    6: hero to 3,2, reads floor 3,2
    6: hero to 4,2, reads grass 4,2
    ");
}

// ---- idle rounds -----------------------------------------------------------------------------------------

fn hurried(text: &str) -> String {
    format!("\nrules explore tempo=500{text}")
}

#[test]
fn tempo_without_it_an_idle_round_is_refused() {
    let mut game = game("\nmap\n######\n#@w$.#\n######\nend\n", 0);
    let before = game.checksum();
    assert_eq!(game.step(Action::Idle), Err(Refusal::NoHurry));
    assert_eq!(game.checksum(), before);
}

#[test]
fn tempo_gives_the_monsters_a_round_without_upkeep() {
    let map = hurried("\nmap\n########\n#@...w.#\n#$######\n########\nend\n");
    let mut game = game(&map, 0);
    assert_eq!(
        story(&map, "~~~"),
        "~: idles, wanderer to 5,2\n~: idles, wanderer to 4,2\n~: idles, wanderer to 3,2\n"
    );
    presses(&mut game, "~~~~~~~");
    assert_eq!((game.world().turn(), game.world().round()), (0, 7));
    // Four blows, no upkeep; then the first command is the first turn.
    assert_eq!(hero(&game, Stat::Health), 40 - 4 * 3);
    presses(&mut game, "...");
    assert_eq!((game.world().turn(), game.world().round()), (3, 10));
    assert_eq!(hero(&game, Stat::Health), 40 - 7 * 3 + 1);
}

#[test]
fn tempo_can_lose_the_game() {
    let told = story(
        &hurried("\nhero health=3\nmap\n######\n#@w$.#\n######\nend\n"),
        "~",
    );
    assert_snapshot!(told, @"~: idles, wanderer strikes hero, hero Health -3, Lost");
}

#[test]
fn tempo_searches_nothing_and_takes_nothing() {
    let mut game = game(&hurried(SNARES), 0);
    for _ in 0..50 {
        presses(&mut game, "~");
        assert_eq!(tell(&game), "idles");
    }
}

/// Waits, and writes down a draw of every act.
struct Dicer(Arc<Mutex<Vec<(ActorId, u32)>>>);

impl Monster for Dicer {
    fn act(&self, _: &mut Memory, view: &mut View<'_>) -> Action {
        let who = ActorId(view.stat(Stat::Health) as u32);
        let drawn = view.draw(Purpose::Roam).word();
        self.0.lock().expect("one thread").push((who, drawn));
        Action::Wait
    }

    fn can_detect(&self, _: &mut View<'_>) -> Option<Sighting> {
        None
    }

    fn advance(&self, _: &mut Memory, _: &mut View<'_>, _: Sighting) -> Action {
        Action::Wait
    }
}

/// What bodies of `d` draw while keys are played, by their health.
fn dice(speed: u32, bodies: &str, keys: &str) -> Vec<(ActorId, u32)> {
    let text = format!(
        "\nrules explore tempo=500\nkind d \"dicer\" is=wanderer speed={speed}\nkind e \"dicer\" is=wanderer speed=3\nmap\n#######\n#@$...#\n#.....#\n#######\nend\n{bodies}"
    );
    let dungeon = dungeon(&text);
    let drawn = Arc::new(Mutex::new(Vec::new()));
    let hatch = |kind: &Kind| -> Box<dyn Monster> {
        match kind.name.as_str() {
            "dicer" => Box::new(Dicer(Arc::clone(&drawn))),
            _ => monsters::hatch(kind),
        }
    };
    let rules = rulesets::pick(&dungeon);
    let mut game = Game::new(dungeon, rules, hatch, 1);
    presses(&mut game, keys);
    let drawn = drawn.lock().expect("one thread");
    drawn.clone()
}

#[test]
fn tempo_never_draws_the_same_chance_twice() {
    for speed in [1, 2, 3, 7] {
        let keys = "~~~.~.~~..~~~~.~".repeat(3);
        let mut drawn = dice(speed, "d 6 2 1 0\n", &keys);
        // ⌊N·t/2⌋ acts after t rounds, whoever began them.
        assert_eq!(drawn.len(), speed as usize * keys.len() / 2);
        drawn.sort_unstable();
        let acts = drawn.len();
        drawn.dedup();
        assert_eq!(drawn.len(), acts, "speed {speed}");
    }
}

#[test]
fn tempo_lets_the_slow_act_in_every_second_round() {
    let acts = |keys: &str| dice(1, "d 6 2 1 0\n", keys).len();
    assert_eq!(
        ["~", "~~", "~~~", "~.", ".~~~", "...."].map(acts),
        [0, 1, 1, 1, 2, 2]
    );
}

#[test]
fn x3_one_more_monster_never_shifts_anothers_rolls_in_idle_rounds() {
    let keys = "~.~~..~~~.";
    let only = |drawn: Vec<(ActorId, u32)>| {
        let mine = drawn.into_iter().filter(|(who, _)| *who == ActorId(1));
        mine.collect::<Vec<_>>()
    };
    let alone = only(dice(3, "d 6 2 1 0\n", keys));
    assert_eq!(alone.len(), 15);
    assert_eq!(
        alone,
        only(dice(3, "d 6 2 1 0\ne 6 3 2 0\nd 5 3 3 0\n", keys))
    );
}
