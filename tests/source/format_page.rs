//! Every row of the lists of docs/format has a test: a row without one fails, and so does a row or a test that is
//! gone. Most of them are scenarios, a picture, keys and what happened, in `tests/rules`.
use std::collections::BTreeSet;

use crate::corpus::{folder, guide};
use crate::test_names::{scenario_tests, tests_below};

/// The headings of the lists, which are the first words of their introductions, and under them the test of each row.
const ROWS: &str = r#"
rules arena
  rows_arena_the_hero_walks_four_ways_and_stomps: `@`
  rows_arena_an_enemy_comes_along_the_longer_axis_or_staggers_about: `%`
rules
  rows_arena_parameters_are_lives_sight_and_what_walls_leave_free: `lives=`
  rows_arena_parameters_are_lives_sight_and_what_walls_leave_free: `sight=`
  rows_arena_parameters_are_lives_sight_and_what_walls_leave_free: `quirk=`
  a2_no_enemy_is_shut_in_where_the_file_says_so: `reachable=`
  fog_and_tempo_are_off_unless_the_rules_say_otherwise: `fog=`
  tempo_gives_the_monsters_a_round_without_upkeep: `tempo=`
  rows_siege_parameters_are_prices_times_and_ends: `goal=`
  rows_siege_parameters_are_prices_times_and_ends: `season=`
  rows_siege_parameters_are_prices_times_and_ends: `profit=`
  rows_siege_parameters_are_prices_times_and_ends: `cow=`
  rows_siege_parameters_are_prices_times_and_ends: `fence=`
  rows_siege_parameters_are_prices_times_and_ends: `year=`
  siege_parameters_are_published_unless_they_are_said: `gold=`
  rows_siege_parameters_are_prices_times_and_ends: `turn=`
is=enemy
  rows_arena_speed_says_how_often_it_comes: `speed=150%`
  rows_arena_speed_says_how_often_it_comes: `speed=50%`
  rows_arena_who_comes_at_a_slant_stands_at_a_corner: `hunt=greedy` or `hunt=path`
  rows_arena_who_always_knows_comes_from_anywhere: `sense=always`
  rows_arena_strength_is_how_many_lives_it_costs: `strength=2`
  rows_arena_a_nest_breeds_until_it_is_stomped: `hunt=stand roam=stand attack=none spawns=%:9`
when
  c4_steps_are_the_heros_by_whatever_way: `step=`
  c3_terrain_changes_at_once_and_who_cannot_stand_there_dies: `leave=`
  c4_what_is_pushed_taken_killed_and_opened: `opened=`
  c4_what_is_pushed_taken_killed_and_opened: `take=`
  c4_a_mark_names_those_that_it_draws: `kill=`
  c4_what_is_pushed_taken_killed_and_opened: `all-dead=`
  c4_turns_are_counted_in_every_game: `turn=`
  c3_terrain_changes_at_once_and_who_cannot_stand_there_dies: `tile=`
  c3_doors_open_locked_or_not: `open=`
  c6_monsters_come_to_each_cell_or_the_nearest_free_one: `spawn=`
  c6_what_is_given_works_as_if_it_were_taken: `give=`
  c2_causes_follow_from_causes_in_file_order: `move=`
  c3_an_alarm_of_a_cause_is_as_that_of_a_trap: `alarm=`
  c4_what_is_pushed_taken_killed_and_opened: `push=`
  c5_a_cause_wins_and_nothing_else_does: `win=`
vault
  v2_vaults_are_drawn_by_their_weights_up_to_so_many_and_each_once: `weight=`
  v2_a_vault_keeps_its_picture_however_it_is_laid_and_lies_in_every_way_that_it_may: `flip=`
  v2_a_vault_keeps_its_picture_however_it_is_laid_and_lies_in_every_way_that_it_may: `turn=`
trap=
  traps_dart_takes_three_health_from_a_hero_who_walks_onto_it: `dart`
  traps_pit_leads_to_the_same_cell_of_the_next_level: `pit`
  traps_teleport_leads_to_its_cell_and_takes_what_lies_there: `teleport`
  traps_alarm_wakes_every_monster_of_the_level_for_ten_rounds: `alarm`
^
  traps_pit_leads_to_the_same_cell_of_the_next_level: `trap=`
  traps_hidden_are_found_by_waiting_next_to_them: `hidden=`
  traps_once_leave_floor: `once=`
+
  doors_that_are_locked_open_with_a_key_that_is_kept: `locked=`
>
  levels_are_named_by_stairs: `to=`
  rows_stairs_at_a_point_or_at_a_glyph_that_is_drawn_once: `at=`
says=
  signs_are_read_whenever_a_hero_steps_on_them: a sign, any floor
  signs_doors_and_found_traps_are_told: a door
  a_sprung_trap_says_its_own_words_or_a_sentence_by_its_kind: a trap
  e15_stairs_tell_their_words_before_they_are_taken: stairs
  e11_taking_bumping_and_fighting_are_told_in_words: an item
  kinds_says_its_words_once_when_it_first_knows_of_its_prey: a monster
tile
  rows_tile_walk_without_see_hides_who_is_behind_it: `walk=`
  t3_whoever_ends_a_round_on_what_harms_loses_life: `harm=`
  t4_a_hero_who_is_held_up_loses_a_turn_that_the_monsters_have: `slow=`
  t5_a_step_onto_a_one_way_cell_goes_in_its_directions_only: `enter=`
sense=
  kinds_sense_sight_needs_a_line_of_that_length: `sight:N`
  kinds_sense_near_feels_through_walls_below_a_distance: `within:N`
  kinds_sense_steps_counts_rows_and_columns_through_walls: `steps:N`
  kinds_sense_always_knows_however_far: `always`
  kinds_sense_never_hunts_no_prey_and_still_strikes_adjacent_prey: `never`
hunt=
  kinds_hunt_line_goes_along_the_line_and_without_one_roams: `line`
  kinds_hunt_drift_goes_straight_at_it_through_walls: `drift`
  kinds_hunt_greedy_steps_by_both_signs_and_roams_where_that_is_blocked: `greedy`
  kinds_hunt_axis_takes_the_longer_difference_then_the_other_one_else_stays: `axis`
  kinds_hunt_path_goes_the_shortest_way_round_obstacles: `path`
  kinds_hunt_shoot_shoots_along_a_line_and_without_one_roams: `shoot:N`
  kinds_hunt_flee_goes_to_the_farthest_free_neighbour_and_cornered_it_roams: `flee`
  rows_tactics_a_blue_ghost_comes_and_shoots: `skirmish`
  kinds_hunt_stand_does_nothing_about_it: `stand`
roam=
  kinds_roam_wander_keeps_its_direction_and_slides: `wander`
  kinds_roam_route_walks_to_and_fro_and_turning_takes_a_turn: `route`
  kinds_roam_drift_goes_through_walls_until_something_stops_it: `drift`
  kinds_roam_random_draws_one_of_four_directions_every_turn: `random`
  kinds_roam_stand_stands: `stand`
attack=
  kinds_attack_melee_takes_its_strength: `melee`
  kinds_attack_steal_takes_wealth_that_is_there: `steal:N`
  kinds_attack_drain_takes_manna_that_is_there: `drain:N`
  kinds_attack_burst_dies_and_hurts_everybody_around: `burst:N`
  rows_arena_who_rams_dies_and_takes_its_strength: `ram`
  kinds_attack_none_is_refused_and_never_wished: `none`
through=
  kinds_through_doors_opens_those_that_are_not_locked: `doors,slime`
  rows_slime_is_waded_through_and_left_behind_in_every_game: `slime`
  kinds_through_walls_hunts_by_any_means_through_walls: `walls`
  who_drifts_passes_walls: `floor`
kind
  kinds_prey_nearest_hunts_the_herd_only_where_it_is_strictly_nearer: `prey=`
  kinds_through_doors_opens_those_that_are_not_locked: `through=`
  sight_is_how_far_a_line_reaches_in_every_record: `sight=`
  kinds_speed_says_how_often_it_acts: `speed=`
  kinds_drops_lie_where_it_died_or_on_the_nearest_bare_floor_towards_the_hero: `drops=`
  kinds_spawns_bears_on_the_first_free_neighbour_every_so_many_turns: `spawns=`
  rows_bursts_hurts_all_around_in_every_game: `bursts=`
  rows_slime_is_waded_through_and_left_behind_in_every_game: `trail=`
  a_unit_is_a_wizard_unless_it_says_otherwise: `health=`
  kinds_health_strength_glyph_and_colour_are_its_own: `strength=`
  rows_tactics_range_ap_and_reach_bound_what_a_unit_can_do: `steps=`
  rows_tactics_a_shot_shows_its_chance_and_its_damage: `damage=`
  rows_tactics_a_shot_shows_its_chance_and_its_damage: `accuracy=`
  rows_tactics_range_ap_and_reach_bound_what_a_unit_can_do: `shot-range=`
goal
  g2_take_is_as_if_nothing_were_said: `take=`
  g2_kill_means_a_glyph_a_mark_or_a_name: `kill=`
  g2_survive_counts_whole_turns: `survive=`
  g2_where_nothing_wins_the_game_goes_on_when_all_is_done: `none=`
  g2_cover_wants_a_boulder_on_each_target: `cover=`
  g2_a_way_out_opens_when_all_else_is_done: `leave=`
level
  rows_seed_pins_chance_and_title_author_and_about_change_nothing: `title "…"` `author "…"` `about "…"`
  fog_and_tempo_are_off_unless_the_rules_say_otherwise: `rules GAME`
  what_a_file_declares_is_brought_and_nothing_else: `include "FILE"`
  rows_seed_pins_chance_and_title_author_and_about_change_nothing: `seed N`
  rows_hero_says_what_a_drawn_one_is_worth: `hero`
  g2_all_goals_are_wanted_and_nothing_else_wins: `goal` `lose`
  a_tile_is_floor_unless_it_says_otherwise: `tile GLYPH "name"`
  rows_items_add_what_they_declare: `item GLYPH "name"`
  a_kind_with_is_stays_the_classic_until_a_part_is_said: `kind GLYPH "name"`
  x15_each_depth_has_things_of_its_own: `class GLYPH ALTERNATIVES "name"`
  v2_a_vault_keeps_its_picture_however_it_is_laid_and_lies_in_every_way_that_it_may: `vault "name"`
  rows_level_names_are_for_stairs_and_the_first_may_do_without_its_line: `level ["name"]`
map
  rows_map_drawn_a_blank_is_rock_and_a_row_may_read_end: `map` … `end`
  rows_map_pasted_a_blank_is_floor_and_a_mark_says_more: `map classic W H` and H rows
  rows_map_open_is_floor_walled_in: `map open W H`
  a_made_map_is_pinned_for_ever: `map caves W H` `map rooms W H`
  limit_268435456_steps_of_work_to_begin: each cell
  limit_268435456_steps_of_work_to_begin: each cell of a level with `vaults=`
  limit_268435456_steps_of_work_to_begin: each body and item of such a vault
  limit_268435456_steps_of_work_to_begin: each cell of a `scatter`'s region, rows counting as at least 64
  limit_268435456_steps_of_work_to_begin: each cell whose mark leaves something to chance
  limit_268435456_steps_of_work_to_begin: each thing a `scatter` should place, at most one a cell
x y
  rows_hero_by_its_record_whichever_glyph: `@ x y`
  rows_monsters_by_their_records: `w x y`
  rows_patrol_by_numbers_or_by_points: `p x y`
  rows_things_by_their_records: `* x y`
  rows_terrain_by_its_record_replaces_what_was_there: `# x y`
  rows_doors_by_their_records: `+ x y` `' x y` `> x y` `< x y` `^ x y` `? x y "…"`
  rows_marks_stack_and_hold_in_their_level: `mark NEW GLYPH`
  x13_each_cell_draws_one_alternative_by_its_weight_and_a_share_leaves_floor: `mark NEW w*3|r|. [50%]`
  x13_shuffled_marks_change_places_and_each_keeps_one_meaning: `shuffle NEW NEW …`
  rows_scatter_so_many_or_with_a_chance_in_a_region_away_and_overlapping: `scatter GLYPH n` (`n%`, `n..n`)
  c1_a_cause_comes_about_once_in_the_order_of_its_effects: `when`
  rows_q_ends_the_records_and_may_be_left_out: `q`
hero
  a_record_a_mark_a_scatter_and_the_hero_line_say_what_units_are: `max=`
  a_record_a_mark_a_scatter_and_the_hero_line_say_what_units_are: `name=`
  kinds_health_strength_glyph_and_colour_are_its_own: `glyph=`
  kinds_health_strength_glyph_and_colour_are_its_own: `colour=`
  a_unit_is_a_wizard_unless_it_says_otherwise: `ammo=`
  rows_tactics_range_ap_and_reach_bound_what_a_unit_can_do: `ap=`
  rows_tactics_range_ap_and_reach_bound_what_a_unit_can_do: `steps=`
rules siege
  rows_siege_cows_are_no_floor_and_bring_profit_while_they_live: `%`
  rows_siege_letters_show_the_strength_that_is_left: `A` to `Z`
  rows_siege_fences_are_raised_by_walking_at_them: `1` to `5`
  rows_siege_the_hero_hits_buys_and_builds: `@`
  rows_siege_fences_stop_some_are_torn_by_others_and_passed_by_the_rest: `floor`
  rows_siege_fences_stop_some_are_torn_by_others_and_passed_by_the_rest: `doors,slime`
  rows_siege_fences_stop_some_are_torn_by_others_and_passed_by_the_rest: `walls`
rules tactics
  rows_tactics_a_unit_is_commanded_by_pointing: `@`
  rows_tactics_a_grey_ghost_does_nothing: `G`
  rows_tactics_a_blue_ghost_comes_and_shoots: `B`
  rows_tactics_a_lilac_ghost_flees_from_whom_it_sees: `L`
  rows_tactics_a_green_ghost_walks_up_and_its_death_hurts_all_around: `E`
  rows_tactics_a_red_ghost_leaves_slime_where_it_sets_out: `R`
  rows_tactics_things_give_health_and_shots: `o` `*`
  rows_tactics_slime_stops_units_and_a_shot_clears_it: `~`
test
  tests_press_keys_from_the_beginning_or_none: `keys=`
  tests_play_recordings_that_must_go_as_they_were_recorded: `replay=`
  tests_play_with_their_seed_or_with_that_of_the_file: `seed=`
  tests_of_several_seeds_name_the_first_and_the_last: `seeds=`
  tests_expect_an_end: `expect=`
  tests_bound_the_turns_with_both_ends_included: `turns=`
  tests_bound_the_numbers_of_whom_one_commands: `health=`
  tests_say_where_one_must_stand: `at=`
  tests_say_what_must_have_been_told_in_its_order: `says=`
  tests_compare_the_last_screen: `frame=`
  tests_ask_whether_a_game_can_be_won: `winnable=`
  tests_ask_how_often_a_machine_player_wins: `winrate=`
"#;

/// A list by its heading, and the first words of a row of it.
type Row = (String, String);

/// The rows of every list of a page that is introduced by a glyph, a key or a keyword, and begins with one: "* `pit`: …"
/// under "`trap=`, …:". Its heading is the first words of the introduction, in backquotes. Those of `<!-- printed … -->`
/// are rows by their keys: "`walk=`".
fn rows_of(page: &str, printed: bool) -> BTreeSet<Row> {
    let mut rows = BTreeSet::new();
    let (mut is_printed, mut heading) = (false, None::<String>);
    for line in page.lines() {
        match line.strip_prefix("<!-- ") {
            Some(mark) => (is_printed, heading) = (mark.starts_with("printed"), None),
            None if line.starts_with('`') && line.ends_with(':') => {
                heading = line.split('`').nth(1).map(str::to_string);
            }
            None if line.starts_with("* ") => {
                let row = line.trim_start_matches("* ").split(": ").next();
                let row = row.unwrap_or_default();
                let key = row.split_once('=').map(|(key, _)| format!("{key}=`"));
                let row = if is_printed {
                    key
                } else {
                    Some(row.to_string())
                };
                if let (Some(heading), Some(row)) = (&heading, row)
                    && is_printed == printed
                {
                    rows.insert((heading.clone(), row));
                }
            }
            None if line.is_empty() || line.starts_with("  ") => {}
            None => heading = None,
        }
    }
    rows
}

/// The rows that are listed above, each with the name of its test.
fn listed() -> Vec<(Row, &'static str)> {
    let mut heading = "";
    let mut listed = Vec::new();
    for line in ROWS.trim().lines() {
        match line
            .strip_prefix("  ")
            .and_then(|line| line.split_once(": "))
        {
            None => heading = line,
            Some((test, row)) => listed.push(((heading.to_string(), row.to_string()), test)),
        }
    }
    listed
}

#[test]
fn every_row_of_the_page_has_a_test() {
    // Two pages are made of rows that others tell: the list of pages, and the one that says all in short.
    let tells = |name: &String| name != "README" && name != "cheat-sheet";
    let pages: Vec<_> = guide()
        .into_iter()
        .filter(|(name, _)| tells(name))
        .collect();
    let rows = |printed| -> BTreeSet<Row> {
        let pages = pages.iter();
        pages.flat_map(|(_, text)| rows_of(text, printed)).collect()
    };
    let page = rows(false);
    let listed: BTreeSet<Row> = listed().into_iter().map(|(row, _)| row).collect();
    let untested: Vec<_> = page.difference(&listed).collect();
    assert!(untested.is_empty(), "no test for {untested:#?}");
    // `keys` goes over the whole table of keys, so a printed row needs no test of its own.
    let page: BTreeSet<Row> = page.union(&rows(true)).cloned().collect();
    let gone: Vec<_> = listed.difference(&page).collect();
    assert!(gone.is_empty(), "the page has no {gone:#?}");
}

#[test]
fn every_test_of_a_row_is_there() {
    let mut names = tests_below(&folder("tests"));
    names.extend(scenario_tests());
    let listed = listed();
    let lacking = listed.iter().filter(|(_, test)| !names.contains(*test));
    let lacking: Vec<_> = lacking.collect();
    assert!(lacking.is_empty(), "{lacking:#?}");
}
