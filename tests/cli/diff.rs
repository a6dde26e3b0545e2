//! `dungeon diff`: each sort of change in words, the pictures, equality of games, and real git.
use dungeon_model::dungeon::tables_mut;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use dungeon::Dungeon;
use dungeon::geometry::{Point, Region, at};
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::{LevelId, TileId};
use dungeon_play::view::differences::{ChangeMarks, ComparedFile, differences, inventory, picture};
use proptest::prelude::*;

use super::{cases, corpus};

/// The text that the other texts of this file change.
const OLD: &str = r#"title "Salt"
rules explore
goal take=yes
kind L "lich" is=ghost health=24
item k "bronze key" opens=bronze
tile ~ "lava" harm=3
when take=k says="It hums."
level "The ossuary"
map
################
#@..w..#...L..##
#...$..+......##
#k.~~..#...>..##
################
end
level "The well"
map
######
#<.$##
######
end
"#;

fn read(text: &str) -> (Source, Dungeon) {
    let source = Source::from_text("a.dng", text);
    let (dungeon, findings) = dungeon_lint::load::read(&source, &Limits::default());
    let report = Report {
        source: source.clone(),
        diagnostics: findings,
    };
    (source, dungeon.unwrap_or_else(|| panic!("{report}")))
}

/// Pairs a source with its own dungeon or with an edited one.
fn file<'a>((source, _): &'a (Source, Dungeon), dungeon: &'a Dungeon) -> ComparedFile<'a> {
    ComparedFile { source, dungeon }
}

#[test]
fn older_spellings_are_no_change() {
    let limits = Limits::default();
    for name in ["old-spellings.dng", "old-spellings-tactics.dng"] {
        let path = corpus::folder("fixtures/ok").join(name);
        let old = fs::read_to_string(path).expect("a fixture");
        let source = Source::from_text("a.dng", old.as_str());
        let new = dungeon_format::canonical::format_text(&source, &limits).expect("no mistakes");
        assert_ne!(old, new);
        assert_eq!(told(&old, &new), "", "{name}");
    }
}

/// Returns the changes between two texts, one a line.
fn told(old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(read);
    let changes = differences(file(&old, &old.1), file(&new, &new.1)).changes;
    let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Returns the changes that these replacements make in `OLD`.
fn edited(edits: &[(&str, &str)]) -> String {
    let new = edits.iter().fold(OLD.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    });
    told(OLD, &new)
}

#[test]
fn kinds_items_and_terrain_are_told_by_name_and_number() {
    let edits = [
        ("health=24", "health=30 speed=2"),
        ("opens=bronze", "opens=bronze says=\"It hums.\""),
        ("harm=3", "harm=4 slow=yes"),
    ];
    insta::assert_snapshot!(edited(&edits), @r#"
    kind lich: health 24 → 30, now speed=100%
    item bronze key: now says="It hums."
    tile lava: harm 3 → 4, now slow=yes
    "#);
}

#[test]
fn bodies_and_things_move_come_go_and_are_others() {
    insta::assert_snapshot!(edited(&[("#@..w..#", "#@....w#")]), @"the ossuary: wanderer at 5,2 moved to 7,2");
    insta::assert_snapshot!(edited(&[("#@..w..#", "#@..g..#")]), @"the ossuary: wanderer at 5,2 became ghost");
    insta::assert_snapshot!(edited(&[("#@..w..#", "#@w.w.w#")]), @"the ossuary: 2 wanderers added at 3,2 and 7,2");
    insta::assert_snapshot!(edited(&[("#...$..+", "#....$$+")]), @r"
    the ossuary: gold at 5,3 moved to 6,3
    the ossuary: gold added at 7,3
    ");
    insta::assert_snapshot!(edited(&[("#k.~", "#*.~")]), @"the ossuary: bronze key at 2,4 became healing herb");
    let own = [(
        "end\nlevel \"The well\"",
        "end\nw 5 2 9 4\nlevel \"The well\"",
    )];
    insta::assert_snapshot!(edited(&own), @"the ossuary: wanderer at 5,2 health 8 → 9, strength 3 → 4");
}

#[test]
fn terrain_opens_closes_and_does_something_else() {
    insta::assert_snapshot!(edited(&[("#k.~~..#...>..##", "#k.~~......>..##")]), @"the ossuary: wall at 8,4 became floor");
    insta::assert_snapshot!(edited(&[("#k.~~..#", "#k.##..#")]), @"the ossuary: 2 cells of lava became wall at 4,4..5,4");
    let locked = [(
        "end\nlevel \"The well\"",
        "end\n+ 8 3 locked=bronze\nlevel \"The well\"",
    )];
    insta::assert_snapshot!(edited(&locked), @"the ossuary: closed door at 8,3 now locked=bronze");
}

#[test]
fn changed_records_of_items_and_bodies_are_told() {
    let records = "end\n$ 6 3 wealth=7\nk 2 4 says=\"Hum.\"\nw 5 2 colour=red\nL 12 2 health=9\n";
    let with = |records: &str| OLD.replacen("end\n", records, 1);
    let others = records.replace("=7", "=8").replace("Hum", "Hem");
    let others = others.replace("red", "blue").replace("=9", "=7");
    insta::assert_snapshot!(told(&with(records), &with(&others)), @r#"
    the ossuary: bronze key at 2,4 says "Hum." → "Hem."
    the ossuary: gold at 6,3 wealth 7 → 8
    the ossuary: wanderer at 5,2 colour red → blue
    the ossuary: lich at 12,2 health 9 → 7
    "#);
    let classic = "8 3\n########\n#      #\n########\nh 2 2 40 5 16\ng 5 2 6 2\n$ 7 2 0 10 0\nq\n";
    let others = classic.replace("6 2\n$", "7 2\n$").replace("10", "11");
    insta::assert_snapshot!(told(classic, &others), @r"
    level 1: gold at 7,2 wealth 10 → 11
    level 1: ghost at 5,2 health 6 → 7
    ");
}

#[test]
fn a_row_more_at_the_top_moves_nothing() {
    let row = "map\n################\n#..............#\n#@..w";
    insta::assert_snapshot!(edited(&[("map\n################\n#@..w", row)]), @r"
    the ossuary: size 16x5 → 16x6, changed at the top
    the ossuary: 14 cells of wall became floor at 2,2..15,2
    ");
    let row = "#..............#\n################\nend\nlevel \"The well\"";
    insta::assert_snapshot!(edited(&[("################\nend\nlevel \"The well\"", row)]), @r"
    the ossuary: size 16x5 → 16x6
    the ossuary: 14 cells of wall became floor at 2,5..15,5
    ");
}

#[test]
fn rules_goals_causes_and_words_are_told() {
    insta::assert_snapshot!(edited(&[("title \"Salt\"", "title \"Salty\"\nabout \"Old.\"")]), @r#"
    title "Salt" → "Salty"
    now about "Old."
    "#);
    insta::assert_snapshot!(edited(&[("rules explore", "seed 7\nrules explore fog=5")]), @r"
    now seed 7
    now fog=5
    ");
    insta::assert_snapshot!(edited(&[("goal take=yes", "goal take=yes survive=20")]), @"goal: now survive=20");
    insta::assert_snapshot!(edited(&[("It hums", "It sings")]), @r#"when take=k: says "It hums." → "It sings.""#);
    insta::assert_snapshot!(edited(&[("when take=k", "when take=k again=yes alarm=yes")]), @"when take=k: now alarm=yes, now again=yes");
    insta::assert_snapshot!(edited(&[("when take=k says=\"It hums.\"\n", "")]), @r#"when take=k is gone (says="It hums.")"#);
}

#[test]
fn levels_scatters_vaults_and_chance_are_told() {
    insta::assert_snapshot!(edited(&[("\"The well\"", "\"The well\" light=no fog=5")]), @r"
    the well: now fog=5
    the well: now light=no
    ");
    let cellar = "map\n######\n#<.>$#\n######\nend\nlevel \"Cellar\"\nmap\n####\n#<.#\n####\nend\n";
    let below = OLD.replace("map\n######\n#<.$##\n######\nend\n", cellar);
    insta::assert_snapshot!(told(OLD, &below), @r"
    the well: floor at 4,2 became stairs down
    the well: wall at 5,2 became floor
    the well: gold at 4,2 moved to 5,2
    Cellar: new, 4x3
    ");
    let scatter = OLD.to_owned() + "scatter w 3\n";
    insta::assert_snapshot!(told(OLD, &scatter), @"the well: scatter wanderer is new (amount 3)");
    let more = scatter.replace("scatter w 3", "scatter w 4..6 away=5");
    insta::assert_snapshot!(told(&scatter, &more), @"the well: scatter wanderer: amount 3 → 4..6, now min-distance=6");
    let cell = "vault \"cell\" weight=3\nmap\n#####\n#$.w+\n#####\nend\n";
    let vault = cell.to_owned() + "map rooms 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\n";
    let other = vault.replace("weight=3", "weight=5").replace("$.w", ".$w");
    insta::assert_snapshot!(told(&vault, &other), @r"
    vault cell: weight 3 → 5
    vault cell: gold at 2,2 moved to 3,2
    ");
    let mark = OLD
        .replace("end\nlevel \"The", "end\nmark 1 w*3|.\nlevel \"The")
        .replace("#k.~~", "#k1~~");
    insta::assert_snapshot!(told(OLD, &mark), @r"
    the ossuary: mark 1 is new (w*3|.)
    the ossuary: place of `1` added at 3,4
    ");
    insta::assert_snapshot!(told(&mark, &mark.replace("w*3|.", "w|g")), @"the ossuary: mark 1: w*3|. → w|g");
    let joint = mark.replace("mark 1 w*3|.", "mark 1 w*3|. same=yes\nmark 1 .|$ with=1");
    insta::assert_snapshot!(told(&mark, &joint), @r"
    the ossuary: mark 1: now same=yes
    the ossuary: mark 1 is new (.|$, with=1)
    ");
    let needed = vault.replace("weight=3", "need=yes once=yes");
    insta::assert_snapshot!(told(&vault, &needed), @r"
    vault cell: no longer weight=3
    vault cell: now need=yes
    vault cell: now once=yes
    ");
}

#[test]
fn another_game_is_another_game() {
    let arena = "rules arena lives=5\nmap\n.....\n.@.%.\n.....\nend\n";
    insta::assert_snapshot!(told(arena, &arena.replace("lives=5", "lives=3")), @"lives 5 → 3");
    let explore = arena.replace("arena lives=5", "explore").replace('%', "$");
    assert!(told(arena, &explore).starts_with("rules arena → explore\n"));
}

#[test]
fn who_acts_first_is_part_of_the_game_and_comments_are_not() {
    let comments = OLD
        .replace("goal", "// no more\n\ngoal")
        .replace("harm=3", "harm = 3");
    let comments = comments.replace("harm = 3", "harm=3 // hot");
    assert_eq!(told(OLD, &comments), "");
    let listed = "map open 12 5\nr 3 2\nR 4 2\n@ 2 3\n$ 5 3\n";
    let kinds = "kind r \"rat\" is=wanderer\nkind R \"king\" is=wanderer\n";
    let old = format!("{kinds}{listed}");
    let new = old.replace("r 3 2\nR 4 2", "R 4 2\nr 3 2");
    insta::assert_snapshot!(told(&old, &new), @"level 1: bodies act in another order");
}

/// Returns the readable fixtures and dungeons of this project.
fn fixtures() -> Vec<(Source, Dungeon)> {
    let folders = [
        "fixtures/ok",
        "fixtures/ok/drawn",
        "fixtures/scenes",
        "dungeons",
    ];
    let paths = folders.into_iter().flat_map(corpus::paths);
    let read = paths.filter_map(|path| {
        let source = Source::open(path, &Limits::default()).ok()?;
        let (dungeon, _) = dungeon_lint::load::read(&source, &Limits::default());
        Some((source, dungeon?))
    });
    let read: Vec<_> = read.collect();
    assert!(read.len() > 60, "{}", read.len());
    read
}

#[test]
fn nothing_is_changed_from_a_file_to_itself() {
    for one in fixtures() {
        let (source, dungeon) = &one;
        let found = differences(file(&one, dungeon), file(&one, &dungeon.clone()));
        assert_eq!(found.changes, [], "{}", source.name);
        assert!(
            !inventory(file(&one, dungeon)).is_empty(),
            "{}",
            source.name
        );
    }
}

#[test]
fn no_two_files_are_the_same_game_unless_they_are_equal() {
    let all = fixtures();
    for (one, other) in all.iter().zip(&all[1..]) {
        let found = differences(file(one, &one.1), file(other, &other.1));
        let is_same = found.changes.is_empty();
        for (nth, width) in (0..found.boards.len()).flat_map(|nth| [(nth, 1), (nth, 80)]) {
            let both = [&one.1, &other.1];
            let drawn = picture(both, &found, nth, width, ChangeMarks::Carets);
            assert!(drawn.is_none_or(|frame| frame.size().width <= width.max(3)));
        }
        assert_eq!(is_same, one.1 == other.1, "{} {}", one.0.name, other.0.name);
    }
}

/// Whether a change covers this cell of the second dungeon.
fn names(regions: &[Region], p: Point) -> bool {
    regions.iter().any(|region| region.contains(p))
}

proptest! {
    #![proptest_config(cases::of(64))]

    #[test]
    fn a_cell_that_is_changed_is_named(
        nth in any::<prop::sample::Index>(),
        level in any::<prop::sample::Index>(),
        cell in any::<prop::sample::Index>(),
        tile in any::<prop::sample::Index>(),
    ) {
        let all = some_fixtures();
        let read = &all[nth.index(all.len())];
        let old = &read.1;
        let mut new = old.clone();
        let level = LevelId(level.index(old.levels().len()) as u8);
        let tiles = &mut Arc::make_mut(&mut tables_mut(&mut new).levels)[usize::from(level.0)].tiles;
        let size = tiles.size();
        let cell = cell.index(size.area()) as i32;
        let p = at(cell % size.width, cell / size.width);
        let tile = TileId(tile.index(old.tiles().len()) as u16);
        let was = tiles.get(p).expect("it lies inside");
        tiles.set(p, tile);
        let found = differences(file(read, old), file(read, &new));
        prop_assert_eq!(found.changes.is_empty(), was == tile);
        if old.tile(was).name != old.tile(tile).name {
            let is_named = found.changes.iter().any(|change| names(&change.after, p));
            prop_assert!(is_named, "{:?}", found.changes);
            prop_assert_eq!(found.changes.len(), 1, "{:?}", found.changes);
        }
    }

    #[test]
    fn a_body_that_is_moved_is_named(
        nth in any::<prop::sample::Index>(),
        body in any::<prop::sample::Index>(),
        cell in any::<prop::sample::Index>(),
    ) {
        let all = some_fixtures();
        let read = &all[nth.index(all.len())];
        let old = &read.1;
        let mut new = old.clone();
        let level = &mut Arc::make_mut(&mut tables_mut(&mut new).levels)[0];
        prop_assume!(!level.spawns.is_empty());
        let body = body.index(level.spawns.len());
        let size = level.tiles.size();
        let cell = cell.index(size.area()) as i32;
        let p = at(cell % size.width, cell / size.width);
        prop_assume!(level.spawns.iter().all(|spawn| spawn.at != p));
        let from = std::mem::replace(&mut level.spawns[body].at, p);
        let found = differences(file(read, old), file(read, &new)).changes;
        prop_assert!(found.iter().any(|change| names(&change.before, from)), "{:?}", found);
        prop_assert!(found.iter().any(|change| names(&change.after, p)), "{:?}", found);
    }
}

/// Returns small files of each game that use many features.
fn some_fixtures() -> Vec<(Source, Dungeon)> {
    let files = [
        "ok/marks.dng",
        "ok/levels.dng",
        "ok/fittings.dng",
        "ok/siege.dng",
        "ok/tactics.dng",
        "ok/arena-run.dng",
    ];
    let texts = files.map(|file| {
        let path = corpus::folder("fixtures").join(file);
        fs::read_to_string(path).expect("a file")
    });
    texts.map(|text| read(&text)).into()
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    let command = command.args(arguments).current_dir(folder);
    // The settings of the user who runs the tests have no effect.
    let command = command
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_WORK_TREE")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null");
    command.output().expect("the program starts")
}

fn diff(folder: &Path, arguments: &[&str]) -> Output {
    let arguments: Vec<&str> = ["diff"]
        .into_iter()
        .chain(arguments.iter().copied())
        .collect();
    run(folder, env!("CARGO_BIN_EXE_dungeon"), &arguments)
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns a folder with the old text as `a.dng` and an edited one as `b.dng`.
fn files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let new = OLD
        .replace("#@..w..#", "#@....w.")
        .replace("health=24", "health=30");
    fs::write(folder.path().join("a.dng"), OLD).expect("a file");
    fs::write(folder.path().join("b.dng"), new).expect("a file");
    folder
}

#[test]
fn a_map_that_is_too_wide_for_two_stands_above_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    for (width, at) in [(50, 45), (200, 150)] {
        let row = |column: usize| {
            let mut row = vec!['.'; width];
            (row[0], row[width - 1], row[2], row[column]) = ('#', '#', '$', 'w');
            row[1] = '@';
            row.into_iter().collect::<String>()
        };
        let rim = "#".repeat(width);
        for (name, column) in [("a.dng", at), ("b.dng", at + 2)] {
            let text = format!("map\n{rim}\n{}\n{rim}\nend\n", row(column));
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let told = printed(&diff(folder.path(), &["a.dng", "b.dng"]));
        assert!(
            told.lines().all(|line| line.chars().count() <= 80),
            "{told}"
        );
        match width {
            50 => insta::assert_snapshot!(told, @r"
            level 1: wanderer at 46,2 moved to 48,2

            level 1

            ##################################################
            #@$..........................................w...#
                                                         ^
            ##################################################

            ##################################################
            #@$............................................w.#
                                                           ^
            ##################################################
            "),
            _ => insta::assert_snapshot!(told, @r"
            level 1: wanderer at 151,2 moved to 153,2

            level 1

            ################################################################################
            ..............................w................................................#
                                          ^
            ################################################################################

            ################################################################################
            ................................w..............................................#
                                            ^
            ################################################################################
            "),
        }
    }
}

#[test]
fn the_order_of_declarations_is_told_where_nothing_else_is() {
    let kinds = [
        "kind r \"rat\" is=wanderer\n",
        "kind R \"king\" is=wanderer\n",
    ];
    let map = "map\n######\n#@rR$#\n######\nend\n";
    let [old, new] = [[0, 1], [1, 0]].map(|[one, other]| [kinds[one], kinds[other], map].concat());
    insta::assert_snapshot!(told(&old, &new), @"the same things, declared in another order or by other names");
}

#[test]
fn exit_codes_are_those_of_diff() {
    let folder = files();
    let code = |arguments: &[&str]| diff(folder.path(), arguments).status.code();
    assert_eq!(code(&["a.dng", "a.dng"]), Some(0));
    assert_eq!(code(&["a.dng", "b.dng"]), Some(1));
    assert_eq!(code(&["a.dng", "/dev/null"]), Some(1));
    assert_eq!(code(&["/dev/null", "/dev/null"]), Some(0));
    assert_eq!(code(&["a.dng", "none.dng"]), Some(2));
    assert_eq!(code(&["a.dng", "b.dng", "a.dng"]), Some(2));
    assert_eq!(code(&["-", "-"]), Some(2));
    assert_eq!(printed(&diff(folder.path(), &["a.dng", "a.dng"])), "");
    let gone = diff(folder.path(), &["a.dng", "/dev/null"]);
    insta::assert_snapshot!(printed(&gone), @"gone: explore, 2 levels, a bronze key, 2 golds, a hero, a lich and a wanderer");
}

/// Returns a repository in which the old text is committed as `a.dng`, and in which git compares by its driver
/// `dungeon`; `None` if git is not installed.
fn repository() -> Option<tempfile::TempDir> {
    if Command::new("git").arg("--version").output().is_err() {
        eprintln!("skipped: no git is here");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.dng"), OLD).expect("a file");
    fs::write(folder.path().join(".gitattributes"), "*.dng diff=dungeon\n").expect("a file");
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["config", "user.name", "Somebody"]);
    git(
        folder.path(),
        &["config", "user.email", "somebody@example.org"],
    );
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "Draw the ossuary"]);
    Some(folder)
}

/// Returns the output of git, which must succeed.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, "git", arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        errors(&output)
    );
    printed(&output)
}

/// Returns a setting of git that runs `dungeon diff`.
fn by(setting: &str) -> String {
    format!("{setting}={} diff", env!("CARGO_BIN_EXE_dungeon"))
}

#[test]
fn git_diff_tells_changes_of_the_game() {
    let Some(folder) = repository() else { return };
    let (folder, command) = (folder.path(), by("diff.dungeon.command"));
    let git_diff = |arguments: &[&str]| {
        let arguments = ["-c", &command, "diff"]
            .into_iter()
            .chain(arguments.iter().copied());
        git(folder, &arguments.collect::<Vec<_>>())
    };
    fs::write(folder.join("a.dng"), OLD.replace("#@..w..#", "#@....w#")).expect("a file");
    insta::assert_snapshot!(git_diff(&[]), @r"
    a.dng:
    the ossuary: wanderer at 5,2 moved to 7,2

    the ossuary

    ################   ################
    #@..w..#...L..##   #@....w#...L..##
        ^                    ^
    #...$..+......##   #...$..+......##
    #k.~~..#...>..##   #k.~~..#...>..##
    ");
    fs::write(folder.join("a.dng"), OLD.to_owned() + "// a word\n").expect("a file");
    insta::assert_snapshot!(git_diff(&[]), @r"
    a.dng:
    same game: only the text differs
    ");
    fs::remove_file(folder.join("a.dng")).expect("it was there");
    insta::assert_snapshot!(git_diff(&[]), @r"
    a.dng:
    gone: explore, 2 levels, a bronze key, 2 golds, a hero, a lich and a wanderer
    ");
    let renamed = OLD.replace("#@..w..#", "#@...w.#");
    fs::write(folder.join("c.dng"), renamed).expect("a file");
    git(folder, &["add", "."]);
    let told = git_diff(&["--cached", "-M"]);
    assert!(
        told.contains("\nthe ossuary: wanderer at 5,2 moved to 6,2\n"),
        "{told}"
    );
    let told = git_diff(&["--cached", "--no-renames"]);
    assert!(told.contains("c.dng:\nnew: explore, 2 levels"), "{told}");
    assert!(told.contains("a.dng:\ngone: explore, 2 levels"), "{told}");
}

#[test]
fn a_file_with_errors_does_not_end_git() {
    let Some(folder) = repository() else { return };
    let folder = folder.path();
    fs::write(folder.join("a.dng"), OLD.replace("health=24", "helth=24")).expect("a file");
    for setting in ["diff.dungeon.command", "diff.dungeon.textconv"] {
        let output = run(folder, "git", &["-c", &by(setting), "diff"]);
        assert!(output.status.success(), "{setting}: {}", errors(&output));
        assert!(
            errors(&output).contains("helth"),
            "{setting}: {}",
            errors(&output)
        );
    }
}

#[test]
fn git_compares_what_stands_in_files_line_by_line() {
    let Some(folder) = repository() else { return };
    let (folder, textconv) = (folder.path(), by("diff.dungeon.textconv"));
    let git_diff = || git(folder, &["-c", &textconv, "diff", "-U0"]);
    fs::write(folder.join("a.dng"), OLD.replace("#@..w..#", "#@....w#")).expect("a file");
    let told = git_diff();
    let told = told.lines().filter(|line| !line.starts_with("index "));
    insta::assert_snapshot!(told.collect::<Vec<_>>().join("\n"), @r"
    diff --git a/a.dng b/a.dng
    --- a/a.dng
    +++ b/a.dng
    @@ -20 +20 @@ the ossuary: hero at 2,2 (health 40, strength 5, manna 16)
    -the ossuary: wanderer at 5,2 (health 8, strength 3)
    +the ossuary: wanderer at 7,2 (health 8, strength 3)
    ");
    fs::write(folder.join("a.dng"), OLD.to_owned() + "// a word\n").expect("a file");
    assert!(!git_diff().contains('@'), "{}", git_diff());
}

#[test]
fn git_difftool_hands_over_two_files() {
    let Some(folder) = repository() else { return };
    let folder = folder.path();
    fs::write(folder.join("a.dng"), OLD.replace("#@..w..#", "#@....w#")).expect("a file");
    let tool = format!("{} diff", env!("CARGO_BIN_EXE_dungeon"));
    let told = git(folder, &["difftool", "--no-prompt", "--extcmd", &tool]);
    assert!(
        told.starts_with("the ossuary: wanderer at 5,2 moved to 7,2\n"),
        "{told}"
    );
    fs::remove_file(folder.join("a.dng")).expect("it was there");
    let told = git(folder, &["difftool", "--no-prompt", "--extcmd", &tool]);
    assert!(told.starts_with("gone: explore, 2 levels"), "{told}");
}
