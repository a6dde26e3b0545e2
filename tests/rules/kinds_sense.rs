//! The table of kinds in docs/format, how it knows of its prey: a picture, keys, and what happened. Points are 1-based.
use crate::scenario::story;
use insta::assert_snapshot;

#[test]
fn kinds_sense_sight_needs_a_line_of_that_length() {
    let told = story(
        r#"
kind r "rat" sense=sight:3 hunt=line
map
##########
#@....r..#
#.######.#
#$######r#
##########
end
"#,
        ".66",
    );
    assert_snapshot!(told, @"
    .: 
    6: hero to 3,2
    6: hero to 4,2, hero Health +1, rat to 6,2
    ");
}

#[test]
fn kinds_sense_near_feels_through_walls_below_a_distance() {
    // Both are 4 columns and 3 rows away: a distance of 5, which is below 6 and not below 5.
    let told = story(
        r#"
kind a "ash" sense=near:5 hunt=drift
kind b "bat" sense=near:6 hunt=drift
map
###########
#b#######a#
#.#######.#
#.#######.#
#####@$####
###########
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: bat to 3,3");
}

#[test]
fn kinds_sense_steps_counts_rows_and_columns_through_walls() {
    // Both are 4 columns and 2 rows away.
    let told = story(
        r#"
kind a "ant" sense=steps:6 hunt=greedy
kind b "bug" sense=steps:5 hunt=greedy
map
###########
#b..###..a#
#...###...#
#####@#####
#####$#####
###########
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: ant to 9,3");
}

#[test]
fn kinds_sense_always_knows_however_far() {
    let told = story(
        r#"
kind a "ant" sense=always hunt=greedy
map
##########################
#@.###################...#
#$#####################.a#
##########################
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: ant to 24,2");
}

#[test]
fn kinds_sense_never_hunts_no_prey_and_still_strikes_adjacent_prey() {
    let told = story(
        r#"
kind n "nun" strength=2 sense=never hunt=greedy
map
#######
#@..n$#
#######
end
"#,
        ".66",
    );
    assert_snapshot!(told, @"
    .: 
    6: hero to 3,2
    6: hero to 4,2, hero Health +1, nun strikes hero, hero Health -2
    ");
}
