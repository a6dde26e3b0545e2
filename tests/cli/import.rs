//! `dungeon import` and `dungeon export`: files of other programs, and what comes back of a dungeon that went through Tiled.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use dungeon::format::source::{Limits, Source};
use dungeon::interchange::import::{ForeignFormat, Import, LevelChoice};
use dungeon::interchange::map_text::CutText;
use dungeon::interchange::tmx_export::{sheet_svg, tmx};
use dungeon::players::{Budget, Verdict, prove};
use dungeon::view::differences::differences;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/import")
        .join(name)
}

/// Runs the program in the folder of the files of other programs.
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

/// What a file of another program becomes, of which `check` finds nothing wrong, with what is told of it.
fn sound(arguments: &[&str]) -> (String, String) {
    let done = dungeon(&[&["import"], arguments].concat());
    assert_eq!(done.status.code(), Some(0), "{}", told(&done));
    let text = printed(&done);
    let (_, findings) = dungeon::read(
        &Source::from_text("imported", text.as_str()),
        &Limits::default(),
    );
    assert_eq!(findings, [], "{text}");
    (text, told(&done))
}

/// A file of a folder of its own, imported by a name that says what it is.
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

/// What is told of a file that is refused.
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
    insta::assert_snapshot!(told, @"");
    insta::assert_snapshot!(text, @"");
}

#[test]
fn a_map_of_tiled_is_one_dungeon_in_both_of_its_forms() {
    let (xml, told) = sound(&["cellar.tmx", "--legend", "cellar.legend"]);
    insta::assert_snapshot!(told, @"");
    insta::assert_snapshot!(xml, @"");
    let (json, _) = sound(&["cellar.tmj", "--legend", "cellar.legend"]);
    assert_eq!(json.replace("cellar.tmj", "cellar.tmx"), xml);
}

#[test]
fn packed_layers_groups_and_endless_maps_are_read() {
    let (packed, told) = sound(&["packed.tmx", "--legend", "cellar.legend"]);
    assert_eq!(told, "");
    insta::assert_snapshot!(packed, @"");
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
    insta::assert_snapshot!(text, @"");
}

#[test]
fn puzzles_are_boards_that_can_be_won() {
    let (text, _) = sound(&["store.xsb"]);
    insta::assert_snapshot!(text, @"");
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
fn of_crawl_s_maps_chance_is_expressed_and_the_rest_told() {
    let (text, told) = sound(&[
        "cellars.des",
        "--legend",
        "cellars.legend",
        "--name",
        "two_doors",
    ]);
    assert_eq!(told, "");
    insta::assert_snapshot!(text, @"");
    let urns = dungeon(&["import", "cellars.des", "--name", "four_urns"]);
    assert!(
        printed(&urns).contains("shuffle 1 2 3 4\n"),
        "{}",
        printed(&urns)
    );
    let lost = dungeon(&["import", "cellars.des", "--name", "two_door"]);
    insta::assert_snapshot!(told_of(&lost), @"");
}

fn told_of(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    told(output)
}

#[test]
fn a_vault_without_a_hero_says_so_and_lists_what_is_unknown() {
    let done = dungeon(&["import", "vault.txt", "--name", "Pillar room"]);
    assert_eq!(done.status.code(), Some(1));
    insta::assert_snapshot!(told(&done), @"");
    insta::assert_snapshot!(printed(&done), @"");
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
        refused("a.tmx", &tmx.replace("cellar.tsx", "../cellar.tsx")),
        refused("a.tmx", &tmx.replace("cellar.tsx", "none.tsx")),
        refused("a.tmx", &tmx[..tmx.len() / 2]),
        refused("a.tmx", "<map><map>"),
        refused(
            "a.tmj",
            "{\"orientation\": \"orthogonal\",\n \"tilewidth\": []}",
        ),
        refused("a.ldtk", "{\"levels\": []}"),
        refused("a.xyz", "###\n"),
    ];
    insta::assert_snapshot!(told.join("\n"), @"");
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
    insta::assert_snapshot!(told(&done).replace(name, "a.legend"), @"");
    fs::write(&legend, "tile ~ \"water\" walk=perhaps\n'~' = ~\n").expect("a file");
    let done = dungeon(&["import", "well.txt", "--from", "ascii", "--legend", name]);
    assert_eq!(
        (done.status.code(), printed(&done)),
        (Some(2), String::new())
    );
    assert!(
        told(&done).contains("nothing is written"),
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
        told(&led_out).contains("lies outside of the folder"),
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
        "fixtures/ok/ported",
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
        let after = import.run(&limits).expect("what was exported is imported");
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
        assert_eq!(
            differences(&before, &after).changes.len(),
            0,
            "{}",
            path.display()
        );
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
    insta::assert_snapshot!(map, @"");
    // Somebody opens the east wall's neighbour: the gold becomes floor.
    let gold = imported("a.tmx", &map, &[]);
    assert_eq!(printed(&gold), text);
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
    insta::assert_snapshot!(told_of(&drawn), @"");
    let made = dungeon(&["export", "arena-10", "--format", "txt", "--seed", "3"]);
    assert_eq!(printed(&made).lines().count(), 10);
    let svg = dungeon(&["export", "crypt", "--format", "svg", "--level", "1"]);
    assert!(printed(&svg).starts_with("<svg"), "{}", told(&svg));
    let seeded = dungeon(&["export", "crypt", "--format", "tmx", "--seed", "7"]);
    insta::assert_snapshot!(told_of(&seeded), @"");
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
        .expect("Tiled's own library reads it");
    assert_eq!(loaded.tilesets().len(), 1);
    let again = dungeon(&["export", "crypt", "--format", "tmx", "-o", name]);
    assert_eq!(again.status.code(), Some(2));
    assert!(
        told(&again).contains("not written over"),
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
