//! `dungeon import` and `dungeon export`: files of other programs, and dungeons after a round trip through Tiled.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use dungeon::interchange::import::{ForeignFormat, Import, LevelChoice};
use dungeon::interchange::map_text::CutText;
use dungeon::interchange::tmx_export::{sheet_svg, tmx};
use dungeon_format::source::{Limits, Source};
use dungeon_players::{Budget, Verdict, prove};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/import")
        .join(name)
}

/// Runs the program in the folder with the files of other programs.
fn dungeon(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    let command = command.args(arguments).current_dir(fixture(""));
    command.output().expect("the program starts")
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Imports a file completely. Returns the dungeon, in which `check` finds nothing wrong, and the messages.
fn sound(arguments: &[&str]) -> (String, String) {
    made(0, arguments)
}

/// Imports a file of which a part is left out or changed. Returns the dungeon and the messages.
fn sound_in_part(arguments: &[&str]) -> (String, String) {
    made(3, arguments)
}

fn made(code: i32, arguments: &[&str]) -> (String, String) {
    let done = dungeon(&[&["import"], arguments].concat());
    assert_eq!(done.status.code(), Some(code), "{}", told(&done));
    let text = printed(&done);
    let (_, findings) = dungeon::read(
        &Source::from_text("imported", text.as_str()),
        &Limits::default(),
    );
    assert_eq!(findings, [], "{text}");
    (text, told(&done))
}

/// Imports a text as a file with this name in a folder of its own.
fn imported(name: &str, text: &str, more: &[&str]) -> Output {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join(name);
    fs::write(&file, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    let command = command
        .arg("import")
        .arg(name)
        .args(more)
        .current_dir(home.path());
    command.output().expect("the program starts")
}

/// Returns the messages about a refused file.
fn refused(name: &str, text: &str) -> String {
    let done = imported(name, text, &[]);
    assert_eq!(
        (done.status.code(), printed(&done)),
        (Some(2), String::new())
    );
    told(&done)
}

#[test]
fn a_grid_with_its_legend_is_a_dungeon_and_a_rule_for_nothing_is_told() {
    let (text, told) = sound(&["well.txt", "--from", "ascii", "--legend", "well.legend"]);
    insta::assert_snapshot!(told, @"dungeon: well.legend:4:1: the rule `'!' = nothing` matches nothing in the file");
    insta::assert_snapshot!(text, @r#"
    // Imported from well.txt.
    title "Well"
    // What the signs of well.txt are.
    tile ~ "well water" walk=no see=yes colour=blue
    kind r "rat" is=wanderer health=3 strength=1

    map
    ################
    #@....#....~~..#
    #.....+....~~..#
    #..$..#..r.....#
    ################
    end
    "#);
}

#[test]
fn a_map_of_tiled_is_one_dungeon_in_both_of_its_forms() {
    let (xml, told) = sound_in_part(&["cellar.tmx", "--legend", "cellar.legend"]);
    insta::assert_snapshot!(told, @"
    dungeon: cellar.tmx: not in the legend: tile gid 6 (5 of `cellar`) once, at 9,4; not imported
    dungeon: cellar.tmx: not in the legend: object `secret` once, at 3,2; not imported
    ");
    insta::assert_snapshot!(xml, @r#"
    // Imported from cellar.tmx.
    title "Cellar"
    tile ~ "cold water" walk=no see=yes colour=blue
    kind r "rat" is=wanderer health=3 strength=1

    // Not imported:
    //   not in the legend: tile gid 6 (5 of `cellar`) once, at 9,4; not imported
    //   not in the legend: object `secret` once, at 3,2; not imported
    //   property music = drips
    map
    ##########
    #@..#....#
    #...+.~~.#
    #.$.#..r.#
    ##########
    end
    "#);
    let (json, _) = sound_in_part(&["cellar.tmj", "--legend", "cellar.legend"]);
    assert_eq!(json.replace("cellar.tmj", "cellar.tmx"), xml);
}

#[test]
fn packed_layers_groups_and_endless_maps_are_read() {
    let (packed, told) = sound(&["packed.tmx", "--legend", "cellar.legend"]);
    assert_eq!(told, "");
    insta::assert_snapshot!(packed, @r#"
    // Imported from packed.tmx.
    title "Packed"
    tile ~ "cold water" walk=no see=yes colour=blue
    kind r "rat" is=wanderer health=3 strength=1

    map
    ##########
    #@..#....#
    #...+.~~.#
    #.$.#.r..#
    ##########
    end
    "#);
    let (endless, _) = sound(&["endless.tmx", "--legend", "cellar.legend"]);
    assert_eq!(
        endless
            .replace("endless", "packed")
            .replace("Endless", "Packed"),
        packed
    );
}

#[test]
fn a_project_of_ldtk_has_grids_tiles_and_entities() {
    let (text, told) = sound(&["cistern.ldtk", "--legend", "cistern.legend"]);
    assert_eq!(told, "");
    insta::assert_snapshot!(text, @r#"
    // Imported from cistern.ldtk.
    title "Cistern"
    tile ~ "water" walk=no see=yes colour=blue
    kind r "rat" is=wanderer health=3 strength=1

    level "Cistern"
    // Not imported:
    //   field music = drips
    map
    #########
    #@..#...#
    #.....~.#
    #..$#..r#
    #########
    end
    "#);
}

#[test]
fn puzzles_are_boards_that_can_be_won() {
    let (text, _) = sound(&["store.xsb"]);
    insta::assert_snapshot!(text, @r#"
    // Imported from store.xsb.
    title "Store"
    rules arena undo=yes
    goal cover=T
    tile T "goal" colour=green
    tile B "box"  push=yes colour=yellow
    author "the dungeon project"

    level "The narrow door"
    map
    #####
    #@BT#
    #####
    end

    level "Two corners"
    // Not imported:
    //   line 15: Comment: one box is home already
    map
      ####
    ###..#
    #TTB.#
    #..BT#
    #....#
    ######
    end
    B 3 3
    @ 5 4
    "#);
    let (boxoban, told) = sound(&["boxoban.txt", "--from", "sokoban", "--level", "2"]);
    assert_eq!(told, "");
    assert!(
        boxoban.contains("level \"1\"") && !boxoban.contains("level \"0\""),
        "{boxoban}"
    );
    for text in [text, boxoban] {
        let read = dungeon::load_source(Source::from_text("imported", text)).expect("it is sound");
        let proof = prove(&read.into(), 1, &Budget::of_steps(200_000));
        assert!(matches!(proof.verdict, Verdict::Winnable(_)));
    }
}

#[test]
fn every_spelling_of_sokoban_is_the_same_puzzle() {
    let (text, told) = sound_in_part(&["spellings.xsb"]);
    assert_eq!(
        told,
        "dungeon: spellings.xsb:10:1: numbers in the rows are read as run lengths\n"
    );
    for line in [
        "title  \"Five spellings\"",
        "author \"the dungeon project\"",
        "//   line 26: the same hall each time",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(
        text.matches("#######\n#@.B.T#\n#######").count(),
        5,
        "{text}"
    );
    let (text, told) = sound(&["store.slc"]);
    assert_eq!(
        text.matches("#######\n#@.B.T#\n#######").count(),
        2,
        "{text}"
    );
    assert_eq!(told, "");
    for line in [
        "title  \"Two halls\"",
        "level \"South hall\"",
        "//   line 14: Copyright: another hand",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn levels_of_puzzlescript_have_objects_messages_and_no_rules() {
    let (text, told) = sound_in_part(&["ferryman.ps", "--legend", "ferryman.legend"]);
    insta::assert_snapshot!(text);
    insta::assert_snapshot!("told_of_ferryman_ps", told);
    let read = dungeon::load_source(Source::from_text("imported", text)).expect("it is sound");
    let proof = prove(&read.into(), 1, &Budget::of_steps(200_000));
    assert!(matches!(proof.verdict, Verdict::Winnable(_)));
}

#[test]
fn of_crawl_s_maps_chance_is_expressed_and_the_rest_told() {
    let (text, told) = sound_in_part(&[
        "cellars.des",
        "--legend",
        "cellars.legend",
        "--name",
        "two_doors",
    ]);
    insta::assert_snapshot!(told, @"dungeon: cellars.des:13:1: Lua, which is not run");
    insta::assert_snapshot!(text, @r#"
    // Imported from cellars.des.
    title "Cellars"
    // The stairs lead out of the file: leaving wins.
    goal leave=yes
    kind r "rat"   is=wanderer health=3 strength=1
    kind J "jelly" is=wanderer health=9 strength=2 colour=green
    tile l "lava"       walk=no see=yes colour=red
    tile ~ "deep water" walk=no see=yes colour=blue

    vault "two_doors" depth=2..4 flip=yes turn=yes
    // Not imported:
    //   line 2: default-depth: D:2-5
    //   line 5: TAGS:   no_monster_gen
    //   line 6: DEPTH:  D:2-4
    //   line 13: Lua, which is not run
    map
    ############
    #..+..Ar..*#
    '..#BB.2...#
    #..C...D.$.#
    ############
    end
    mark A #*3|.
    mark B l|~ same=yes
    mark 2 J|r*2
    mark C +
    mark D #
    shuffle C D

    // Levels for the vaults: replace them by your own.
    level
    map rooms 60 30
    scatter @ 1
    scatter > 1

    level
    map rooms 60 30 vaults=yes
    scatter < 1
    scatter > 1
    "#);
    let urns = dungeon(&["import", "cellars.des", "--name", "four_urns"]);
    assert!(
        printed(&urns).contains("shuffle a 1 2 3\n"),
        "{}",
        printed(&urns)
    );
    let rats = dungeon(&["import", "cellars.des", "--name", "rats_for_doors"]);
    assert!(printed(&rats).contains("#1.1#\n"), "{}", printed(&rats));
    let (_, rim) = sound_in_part(&["cellars.des", "--name", "doors_at_the_rim"]);
    insta::assert_snapshot!(rim, @"
    dungeon: cellars.des: `doors_at_the_rim`: entries that lead nowhere: 1, drawn as floor or wall
    dungeon: cellars.des: `doors_at_the_rim`: no way leads in: a secret door in the wall at 2,4
    ");
    let lost = dungeon(&["import", "cellars.des", "--name", "two_door"]);
    insta::assert_snapshot!(told_of(&lost), @"dungeon: cellars.des: expected a level named `two_door`, found none; did you mean `two_doors`?");
}

#[test]
fn of_crawl_vaults_have_doors_names_have_meanings_and_bad_entries_are_left_out() {
    let done = dungeon(&["import", "gaol.des"]);
    assert_eq!(done.status.code(), Some(4));
    insta::assert_snapshot!(told(&done), @r#"
    dungeon: gaol.des:48:1: the level `drawn_by_lua` is left out: expected rows between `MAP` and `ENDMAP`, found none
    dungeon: gaol.des:54:3: the level `too_wide` is left out: expected characters one column wide, found `\u{6f22}`
    dungeon: gaol.des:7:1: MONS:     orc warrior ; long sword | mace, nothing / rat w:5 (only its names are imported)
    dungeon: gaol.des: `walled_garden`: a vault has no stairs: drawn as floor
    dungeon: gaol.des: `walled_garden`: the depth leaves out levels: the vault may be on all levels from the first to the last
    dungeon: gaol.des: `walled_garden`: no way leads in: a secret door in the wall at 8,5
    dungeon: gaol.des:39:1: SUBVAULT: S : islet (another map belongs here: drawn as floor)
    dungeon: gaol.des:63:5: not in the legend: `grey thing` (glyph `0`) once, at 5,2; drawn as floor
    "#);
    let text = printed(&done);
    insta::assert_snapshot!(text, @r#"
    // Imported from gaol.des.
    // Not imported:
    //   line 48: the level `drawn_by_lua` is left out: expected rows between `MAP` and `ENDMAP`, found none
    //   line 54: the level `too_wide` is left out: expected characters one column wide, found `\u{6f22}`
    title "Gaol"
    item = "ring" wealth=30
    kind o "orc warrior" is=wanderer health=19..29 strength=7 hunt=path through=doors,slime
    kind r "rat"         is=wanderer health=2..4   strength=1
    kind P "plant"       health=16..24 strength=0 attack=none
    kind B "bush"        health=24..36 strength=0 attack=none glyph=P
    tile G "statue"        walk=no see=yes
    tile T "fountain"      colour=blue
    tile t "tree"          walk=no colour=green
    tile , "shallow water" colour=cyan
    tile l "lava"          walk=no see=yes colour=red
    tile ~ "deep water"    walk=no see=yes colour=blue

    vault "guard_room" depth=3..6 weight=3 flip=yes
    // Not imported:
    //   line 2: default-depth: D:3-6
    //   line 5: TAGS:     no_rotate patrolling
    //   line 6: WEIGHT:   30
    //   line 7: MONS:     orc warrior ; long sword | mace, nothing / rat w:5 (only its names are imported)
    map
    #####+#####
    #.?.....?.#
    '..A1234..'
    #.?..T..?.#
    ###########
    end
    mark ? .|G*3
    mark A o
    mark 1 o
    mark 2 .*2|r
    mark 3 .
    mark 4 .
    shuffle A 1 2 3 4
    = 6 4

    vault "walled_garden" depth=10..11 flip=yes turn=yes
    // Not imported:
    //   a vault has no stairs: drawn as floor
    //   line 22: DEPTH:    Lair:2-3, !Lair:5
    //   the depth leaves out levels: the vault may be on all levels from the first to the last
    //   no way leads in: a secret door in the wall at 8,5
    map
      #####
     ##aaa##
    ##.b1b.##
    #.......#
     ##...##
      #####
    end
    mark a t
    mark b ,
    mark 1 B|P
    shuffle a b
    + 8 5 name="wall" glyph=#

    vault "pond" depth=3..6 turn=yes
    // Not imported:
    //   line 37: TAGS:     transparent no_hmirror no_vmirror
    //   line 39: SUBVAULT: S : islet (another map belongs here: drawn as floor)
    //   no entry is drawn: open doors at 3,1 1,4 5,4 3,5
    map
    ..'..
    .www.
    .w.w.
    'www'
    ..'..
    end
    mark w l|~ same=yes

    // Levels for the vaults: replace them by your own.
    level
    map rooms 60 30
    scatter @ 1
    scatter > 1

    level
    map rooms 60 30
    scatter < 1
    scatter > 1

    level
    map rooms 60 30 vaults=yes
    scatter < 1
    scatter > 1

    level
    map rooms 60 30 vaults=yes
    scatter < 1
    scatter > 1

    level
    map rooms 60 30 vaults=yes
    scatter < 1
    scatter > 1

    level
    map rooms 60 30 vaults=yes
    scatter < 1
    scatter > 1

    level
    map rooms 60 30
    scatter < 1
    scatter > 1

    level
    map rooms 60 30
    scatter < 1
    scatter > 1

    level
    map rooms 60 30
    scatter < 1
    scatter > 1

    level
    map rooms 60 30 vaults=yes
    scatter < 1
    scatter > 1

    level "whole_gaol"
    // Not imported:
    //   not in the legend: `grey thing` (glyph `0`) once, at 5,2; drawn as floor
    //   line 58: ORIENT:   encompass
    map
    #########
    #<.....<#
    #########
    end
    "#);
    let read = dungeon::read(&Source::from_text("gaol", text), &Limits::default());
    assert_eq!(read.1, []);
    let dungeon_of = read.0.expect("it is sound");
    assert_eq!(dungeon_of.vaults().len(), 3);
    let replaced = dungeon(&[
        "import",
        "gaol.des",
        "--legend",
        "gaol.legend",
        "--name",
        "guard_room",
    ]);
    let text = printed(&replaced);
    assert!(
        text.contains("kind O \"captain\"") && !text.contains("orc warrior\" is="),
        "{text}"
    );
    assert!(text.contains("mark A O\n"), "{text}");
}

fn told_of(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    told(output)
}

#[test]
fn a_vault_without_a_hero_says_so_and_lists_what_is_unknown() {
    let done = dungeon(&["import", "vault.txt", "--name", "Pillar room"]);
    assert_eq!(done.status.code(), Some(1));
    insta::assert_snapshot!(told(&done), @"
    dungeon: vault.txt:8:11: not in the legend: glyph `&` once, at 9,2; drawn as floor
    dungeon: vault.txt:9:11: not in the legend: glyph `4` once, at 9,3; drawn as floor
    dungeon: the result has 1 error: expected one hero, found none
    ");
    insta::assert_snapshot!(printed(&done), @r#"
    // No hero: draw an `@` where the game begins.
    // Imported from vault.txt.
    title "Vault"
    // The stairs lead out of the file: leaving wins.
    goal leave=yes

    level "Pillar room"
    // Not imported:
    //   not in the legend: glyph `&` once, at 9,2; drawn as floor
    //   not in the legend: glyph `4` once, at 9,3; drawn as floor
    //   line 3: type:Lesser vault
    //   line 4: rating:3
    map
    ###########
    #....+....#
    #.#.#.#^..#
    #....#..<.#
    ###########
    end
    "#);
    let old = dungeon(&[
        "import",
        "vault-3.txt",
        "--from",
        "angband",
        "--legend",
        "vault.legend",
    ]);
    assert!(
        printed(&old).contains("\n#########\n#..$#...#\n"),
        "{}",
        printed(&old)
    );
}

#[test]
fn what_is_wrong_with_a_file_has_its_place() {
    let tmx = fs::read_to_string(fixture("packed.tmx")).expect("a fixture");
    let told = [
        refused("a.des", "NAME: x\nMAP\nxxx\n"),
        refused("a.xsb", "only words\n"),
        refused("vault.txt", "D:###\n"),
        refused(
            "a.tmx",
            &tmx.replace("height=\"5\">\n  <data", "height=\"6\">\n  <data"),
        ),
        refused("a.tmx", &tmx.replace("zlib", "zstd")),
        refused("a.tmx", &tmx.replace("zlib", "lz4")),
        refused("a.tmx", &tmx.replace("cellar.tsx", "../cellar.tsx")),
        refused("a.tmx", &tmx[..tmx.len() / 2]),
        refused("a.tmx", "<map><map>"),
        refused("a.tmx", &tmx.replace("infinite=\"0\"", "infinite=\"00\"")),
        refused(
            "a.tmj",
            "{\"orientation\": \"orthogonal\",\n \"tilewidth\": []}",
        ),
        refused("a.ldtk", "{\"levels\": []}"),
        refused("a.xyz", "###\n"),
    ];
    insta::assert_snapshot!(told.join("\n"), @"
    dungeon: a.des:2:1: expected an `ENDMAP` after this `MAP`, found the end of the file

    dungeon: a.xsb: expected a puzzle, rows of `#@+$*. `, found none

    dungeon: vault.txt:1:1: expected a `name:` or an `N:` above the first `D:`, found none

    dungeon: a.tmx:6:46: layer `ground`: expected 60 cells, found 50

    dungeon: a.tmx:6:46: layer `ground`: expected cells packed by zstd, found others

    dungeon: a.tmx:6:45: layer `ground`: expected a layer in CSV, base64, zlib, gzip or zstd, found `lz4`: choose another tile layer format in Tiled's map properties

    dungeon: a.tmx: cannot read the tileset `../cellar.tsx`: it is outside of the folders that may be read
    dungeon: these files and the imported file are all in `..`: to read them, add `--include ..`

    dungeon: a.tmx:5:2: expected XML: syntax error: tag not closed: `>` not found before end of input

    dungeon: a.tmx:1:11: expected the end of an element, found the end of the file

    dungeon: a.tmx:2:1: expected 0 or 1 as `infinite`, found `00`

    dungeon: a.tmj:2:14: cannot read this value: invalid type: sequence, expected f64

    dungeon: a.ldtk: expected a level, found none

    dungeon: cannot tell the format of a.xyz from its name: add `--from` and one of tmx, tmj, ldtk, angband, crawl, nethack, sokoban, puzzlescript or ascii
    ");
}

#[test]
fn what_is_wrong_with_a_legend_is_told_all_at_once() {
    let home = tempfile::tempdir().expect("a folder");
    let legend = home.path().join("a.legend");
    let legend_text = "wall = #\ngid x = .\n'a' = floor\ntile \"open = .\nlayer \"top\" = #\n";
    fs::write(&legend, legend_text).expect("a file");
    let name = legend.to_str().expect("a name");
    let done = dungeon(&["import", "well.txt", "--from", "ascii", "--legend", name]);
    assert_eq!(
        (done.status.code(), printed(&done)),
        (Some(2), String::new())
    );
    insta::assert_snapshot!(told(&done).replace(name, "a.legend"), @r#"
    dungeon: a.legend:1:1: expected a character, `gid N`, `value N`, `tile "NAME"`, `tile "TILESET" N`, `object "NAME"`, `property KEY=VALUE` or `layer "NAME"` before the `=`
    dungeon: a.legend:2:1: expected a character, `gid N`, `value N`, `tile "NAME"`, `tile "TILESET" N`, `object "NAME"`, `property KEY=VALUE` or `layer "NAME"` before the `=`
    dungeon: a.legend:3:7: expected one glyph or `nothing`, found `floor`
    dungeon: a.legend:4:6: expected a closing `"`, found none
    dungeon: a.legend:5:1: expected `nothing` after a layer's `=`, found a glyph
    "#);
    fs::write(&legend, "seed x\n'~' = ~\n").expect("a file");
    let done = dungeon(&["import", "well.txt", "--from", "ascii", "--legend", name]);
    assert_eq!(
        (done.status.code(), printed(&done)),
        (Some(2), String::new())
    );
    assert!(
        told(&done).contains("nothing was written"),
        "{}",
        told(&done)
    );
}

#[test]
fn a_file_beside_the_map_is_of_its_folder_and_what_is_there_is_not_written_over() {
    let home = tempfile::tempdir().expect("a folder");
    let (inner, outer) = (home.path().join("inner"), home.path().join("cellar.tsx"));
    fs::create_dir(&inner).expect("a folder");
    fs::copy(fixture("cellar.tsx"), &outer).expect("a copy");
    fs::copy(fixture("cellar.tmx"), inner.join("cellar.tmx")).expect("a copy");
    std::os::unix::fs::symlink(&outer, inner.join("cellar.tsx")).expect("a link");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
        command
            .args(arguments)
            .current_dir(&inner)
            .output()
            .expect("the program starts")
    };
    let led_out = run(&["import", "cellar.tmx", "-o", "a.dng"]);
    assert_eq!(led_out.status.code(), Some(2));
    assert!(
        told(&led_out).contains("it is outside of the folders that may be read"),
        "{}",
        told(&led_out)
    );
    assert!(!inner.join("a.dng").exists());
    fs::write(inner.join("a.dng"), "old").expect("a file");
    let map = "#####\n#@.$#\n#####\n";
    fs::write(inner.join("map.txt"), map).expect("a file");
    let kept = run(&["import", "map.txt", "--from", "ascii", "-o", "a.dng"]);
    assert_eq!(kept.status.code(), Some(2));
    assert_eq!(
        fs::read_to_string(inner.join("a.dng")).expect("a file"),
        "old"
    );
    let written = run(&["import", "map.txt", "--from", "ascii", "-o", "b.dng"]);
    assert_eq!(
        (written.status.code(), printed(&written), told(&written)),
        (Some(0), String::new(), String::new())
    );
    let back = run(&["export", "b.dng", "--format", "txt"]);
    assert_eq!(printed(&back), map);
}

#[test]
fn a_dungeon_that_went_through_tiled_is_the_same_game() {
    let folders = [
        "dungeons",
        "fixtures/ok",
        "fixtures/ok/drawn",
        "fixtures/scenes",
    ];
    let paths = folders.into_iter().flat_map(crate::corpus::paths);
    let mut tried = 0;
    for path in paths {
        let limits = Limits::default();
        let source = Source::open(&path, &limits).expect("a file");
        let (Some(before), _) = dungeon::read(&source, &limits) else {
            continue;
        };
        let cut = CutText::of(&source);
        let map = Source::from_text("map.tmx", tmx(&cut, &before, "glyphs.svg"));
        let import = Import {
            source: &map,
            format: ForeignFormat::Tmx,
            legend: None,
            beside: &|_: &Path| panic!("the tileset is in the map"),
            choice: &LevelChoice::default(),
            title: "",
        };
        let after = import
            .run(&limits)
            .expect("an exported text can be imported");
        let after = Source::from_text("after.dng", after.text);
        assert_eq!(
            CutText::of(&after)
                .parts
                .iter()
                .map(|part| &part.rows)
                .collect::<Vec<_>>(),
            cut.parts.iter().map(|part| &part.rows).collect::<Vec<_>>(),
            "{}",
            path.display()
        );
        let (after, _) = dungeon::read(&after, &limits);
        let after = after.expect("it is sound");
        assert!(before == after, "{}", path.display());
        assert!(sheet_svg(&cut).ends_with("</svg>\n"));
        tried += 1;
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn what_is_drawn_in_tiled_comes_back_with_the_records_that_were_there() {
    let text = "title \"A & <B>\"\nmap\n#####\n#@.$#\n#####\nend\n$ 3 2 wealth=7 \"Heavy.\"\n";
    let source = Source::from_text("a.dng", text);
    let (before, _) = dungeon::read(&source, &Limits::default());
    let map = tmx(
        &CutText::of(&source),
        &before.expect("it is sound"),
        "glyphs.svg",
    );
    insta::assert_snapshot!(map, @r##"
    <?xml version="1.0" encoding="UTF-8"?>
    <map version="1.10" orientation="orthogonal" renderorder="right-down" width="5" height="3" tilewidth="16" tileheight="16" infinite="0" nextlayerid="3" nextobjectid="1">
     <properties>
      <property name="dungeon-head" value="title &quot;A &amp; &lt;B&gt;&quot;&#10;"/>
     </properties>
     <tileset firstgid="1" name="glyphs" tilewidth="16" tileheight="16" tilecount="16" columns="16">
      <image source="glyphs.svg" width="256" height="16"/>
      <tile id="0" type="solid rock">
       <properties>
        <property name="glyph" value=" "/>
       </properties>
      </tile>
      <tile id="1" type="wall">
       <properties>
        <property name="glyph" value="#"/>
       </properties>
      </tile>
      <tile id="2" type="gold">
       <properties>
        <property name="glyph" value="$"/>
       </properties>
      </tile>
      <tile id="3" type="open door">
       <properties>
        <property name="glyph" value="&apos;"/>
       </properties>
      </tile>
      <tile id="4" type="closed door">
       <properties>
        <property name="glyph" value="+"/>
       </properties>
      </tile>
      <tile id="5" type="floor">
       <properties>
        <property name="glyph" value="."/>
       </properties>
      </tile>
      <tile id="6" type="stairs up">
       <properties>
        <property name="glyph" value="&lt;"/>
       </properties>
      </tile>
      <tile id="7" type="stairs down">
       <properties>
        <property name="glyph" value="&gt;"/>
       </properties>
      </tile>
      <tile id="8" type="hero">
       <properties>
        <property name="glyph" value="@"/>
       </properties>
      </tile>
     </tileset>
     <group id="1" name="level 1" offsety="0">
      <properties>
       <property name="dungeon-above" value="map&#10;"/>
       <property name="dungeon-below" value="end&#10;$ 3 2 wealth=7 &quot;Heavy.&quot;&#10;"/>
      </properties>
      <layer id="2" name="map" width="5" height="3">
       <data encoding="csv">
    2,2,2,2,2,
    2,9,6,3,2,
    2,2,2,2,2
       </data>
      </layer>
     </group>
    </map>
    "##);
    assert_eq!(printed(&imported("a.tmx", &map, &[])), text);
    let wider = map
        .replace("2,9,6,3,2,", "2,9,6,6,3,")
        .replace("2,2,2,2,2\n", "2,2,2,2,2,2\n");
    let uneven = imported("a.tmx", &wider, &[]);
    insta::assert_snapshot!(told_of(&uneven), @"dungeon: a.tmx:60:25: layer `map`: expected 15 cells, found more");
    let drawn = map.replace("2,9,6,3,2,", "2,6,9,3,2,");
    assert_eq!(
        printed(&imported("a.tmx", &drawn, &[])),
        text.replace("#@.$#", "#.@$#")
    );
}

#[test]
fn levels_are_chosen_and_programs_read_them() {
    let json = dungeon(&[
        "export", "crypt", "--format", "json", "--level", "1", "--seed", "7",
    ]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["rules"], "explore");
    assert_eq!(json["seed"], 7);
    let level = &json["levels"][0];
    let rows = level["map"].as_array().expect("rows");
    assert_eq!(
        rows.len() as u64,
        level["height"].as_u64().expect("a number")
    );
    let hero = level["bodies"]
        .as_array()
        .expect("bodies")
        .iter()
        .find(|body| body["hero"] == true);
    let hero = hero.expect("the hero is on the first level");
    let (x, y) = (
        hero["x"].as_u64().expect("a column"),
        hero["y"].as_u64().expect("a row"),
    );
    let row = rows[y as usize - 1].as_str().expect("a row");
    assert_eq!(row.chars().nth(x as usize - 1), Some('@'));
    let drawn = dungeon(&["export", "arena-10", "--format", "txt", "--level", "7"]);
    insta::assert_snapshot!(told_of(&drawn), @"dungeon: expected a level number from 1 to 1 or a level name, found `7`");
    let made = dungeon(&["export", "arena-10", "--format", "txt", "--seed", "3"]);
    assert_eq!(printed(&made).lines().count(), 10);
    let svg = dungeon(&["export", "crypt", "--format", "svg", "--level", "1"]);
    assert!(printed(&svg).starts_with("<svg"), "{}", told(&svg));
    let seeded = dungeon(&["export", "crypt", "--format", "tmx", "--seed", "7"]);
    insta::assert_snapshot!(told_of(&seeded), @"dungeon: `--seed` cannot be used with `--format tmx`: a Tiled map holds the file, not a game");
}

#[test]
fn a_map_of_tiled_is_written_with_its_sheet() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("crypt.tmx");
    let name = file.to_str().expect("a name");
    let done = dungeon(&["export", "crypt", "--format", "tmx", "-o", name]);
    assert_eq!((done.status.code(), told(&done)), (Some(0), String::new()));
    let map = fs::read_to_string(&file).expect("the map");
    assert!(map.contains("<image source=\"crypt.glyphs.svg\""), "{map}");
    assert!(home.path().join("crypt.glyphs.svg").exists());
    let loaded = tiled::Loader::new()
        .load_tmx_map(&file)
        .expect("Tiled's own library can read it");
    assert_eq!(loaded.tilesets().len(), 1);
    let again = dungeon(&["export", "crypt", "--format", "tmx", "-o", name]);
    assert_eq!(again.status.code(), Some(2));
    assert!(
        told(&again).contains("the file already exists"),
        "{}",
        told(&again)
    );
    assert_eq!(
        printed(&dungeon(&["import", name])),
        include_str!("../../dungeons/crypt.dng")
    );
}

#[test]
fn the_page_shows_what_the_program_prints() {
    let page = include_str!("../../docs/IMPORT.md");
    let mut blocks = page
        .split("```text\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("a block"));
    let (grid, legend) = (
        blocks.next().expect("a grid"),
        blocks.next().expect("a legend"),
    );
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("well.txt"), grid).expect("a file");
    fs::write(home.path().join("well.legend"), legend).expect("a file");
    let shown = page
        .split("```console\n$ dungeon ")
        .nth(1)
        .expect("a command");
    let (command, output) = shown.split_once('\n').expect("what it prints");
    let words: Vec<&str> = command.split(' ').collect();
    let mut program = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    let done = program
        .args(words)
        .current_dir(home.path())
        .output()
        .expect("the program starts");
    assert_eq!(told(&done), "");
    assert_eq!(printed(&done), output.split("```").next().expect("the end"));
}
