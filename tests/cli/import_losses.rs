//! `dungeon import` reports what it drops or changes, with its place and a separate exit code, and adds no errors to a
//! file.
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use dungeon::diagnostics::{Code, Severity};
use dungeon::interchange::import::{ForeignFormat, Import, ImportError, Imported, LevelChoice};
use dungeon_format::source::{Limits, Source};
use proptest::prelude::*;

use crate::cases;

/// Imports a text without other files.
fn import(format: ForeignFormat, text: &str, legend: &str) -> Result<Imported, ImportError> {
    let (source, legend) = (
        Source::from_text("file", text),
        Source::from_text("legend", legend),
    );
    let import = Import {
        source: &source,
        format,
        legend: Some(&legend),
        beside: &|_: &Path| panic!("no file lies beside the text"),
        choice: &LevelChoice::default(),
        title: "File",
    };
    import.run(&Limits::default())
}

/// Returns the drawings of an imported text, without their last line ends.
fn drawings(text: &str) -> Vec<&str> {
    let maps = text.split("\nmap\n").skip(1);
    let maps = maps.map(|map| map.split("\nend\n").next().expect("an end"));
    maps.collect()
}

/// Returns the drawing of an imported file, and the messages.
fn drawn(format: ForeignFormat, text: &str) -> (String, String) {
    let imported = import(format, text, "").expect("it is imported");
    let told: Vec<String> = imported.losses.iter().map(ToString::to_string).collect();
    (drawings(&imported.text).join("\n\n"), told.join("\n"))
}

/// Runs the program on files in a folder of its own.
pub fn run(files: &[(&str, &str)], arguments: &[&str]) -> Output {
    let home = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    let command = command
        .arg("import")
        .args(arguments)
        .current_dir(home.path());
    command.output().expect("the program starts")
}

/// The profile of the game decides whether the border can be entered, and whether stairs may be exits.
#[test]
fn an_import_asks_the_game_of_its_legend() {
    let games = [
        ("explore", 5, true),
        ("siege", 3, false),
        ("tactics", 3, false),
        ("arena", 3, true),
    ];
    for (game, rows, leads_out) in games {
        let legend = format!("rules {game}\n'<' = <\n");
        let imported = import(ForeignFormat::Ascii, "...\n.@.\n<..\n", &legend);
        let text = imported.expect("it is imported").text;
        assert_eq!(drawings(&text).concat().lines().count(), rows, "{text}");
        assert_eq!(text.contains("goal leave=yes"), leads_out, "{text}");
    }
}

#[test]
fn a_map_with_an_open_rim_keeps_every_cell() {
    let open = drawn(ForeignFormat::Ascii, "...\n.@.\n...\n.$.\n...\n");
    insta::assert_snapshot!(open.0, @r"
    #####
    #...#
    #.@.#
    #...#
    #.$.#
    #...#
    #####
    ");
    assert_eq!(open.1, "");
    for (side, map) in [
        ("north", "##+##\n#@.$#\n#####"),
        ("south", "#####\n#@.$#\n##+##"),
        ("west", "#####\n+@.$#\n#####"),
        ("east", "#####\n#@.$+\n#####"),
        ("corner", "#####\n#@.$#\n####+"),
        ("blank", "#####  \n#@.$   \n#####  "),
    ] {
        let imported = import(ForeignFormat::Ascii, map, "").expect("it is imported");
        assert_eq!(imported.findings, [], "{side}: {}", imported.text);
    }
}

/// Returns a Tiled map of 5 columns and 4 rows that shows a room, with tiles for `#`, `@`, `$` and `.`.
fn tiled(attributes: &str, more: &str) -> String {
    let mut map = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"5\" height=\"4\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\">\n\
         <tileset firstgid=\"1\" name=\"s\" tilewidth=\"16\" tileheight=\"16\" {attributes}>\n"
    );
    for (id, glyph) in ["#", "@", "$", "."].iter().enumerate() {
        let tile = format!(
            "<tile id=\"{id}\"><properties><property name=\"glyph\" value=\"{glyph}\"/></properties></tile>\n"
        );
        map += &tile;
    }
    map + "</tileset>\n<layer id=\"1\" name=\"g\" width=\"5\" height=\"4\"><data encoding=\"csv\">\n\
           1,1,1,1,1,\n1,2,4,4,1,\n1,4,4,4,1,\n1,1,1,1,1\n</data></layer>\n"
        + more
        + "</map>\n"
}

fn objects(objects: &str) -> String {
    format!("<objectgroup id=\"9\" name=\"o\">{objects}</objectgroup>")
}

#[test]
fn objects_of_tiled_lie_where_tiled_draws_them() {
    let at = |attributes: &str, object: &str| {
        let map = tiled(attributes, &objects(object));
        let (rows, told) = drawn(ForeignFormat::Tmx, &map);
        let rows: Vec<&str> = rows.lines().collect();
        let gold = (0..4).find_map(|y| Some((rows.get(y)?.find('$')? + 1, y + 1)));
        (gold, told)
    };
    let gold = |more: &str| format!("<object id=\"1\" name=\"gold\" gid=\"3\" {more}/>");
    let sized = |more: &str| gold(&format!("width=\"16\" height=\"16\" {more}"));
    let nothing = String::new();
    for (attributes, object, cell) in [
        ("", sized("x=\"32\" y=\"32\""), (3, 2)),
        ("", gold("x=\"32\" y=\"32\""), (3, 2)),
        ("", sized("x=\"48\" y=\"32\" rotation=\"90\""), (4, 3)),
        ("", sized("x=\"48\" y=\"32\" rotation=\"180\""), (3, 3)),
        ("", sized("x=\"48\" y=\"32\" rotation=\"-90\""), (3, 2)),
        (
            "objectalignment=\"topleft\"",
            sized("x=\"32\" y=\"32\""),
            (3, 3),
        ),
        (
            "objectalignment=\"center\"",
            sized("x=\"40\" y=\"40\""),
            (3, 3),
        ),
        (
            "objectalignment=\"bottomright\"",
            sized("x=\"48\" y=\"48\""),
            (3, 3),
        ),
    ] {
        assert_eq!(
            at(attributes, &object),
            (Some(cell), nothing.clone()),
            "{attributes} {object}"
        );
    }
    let (none, told) = at("", &sized("x=\"320\" y=\"32\""));
    assert_eq!(none, None);
    insta::assert_snapshot!(told, @"file: layer `o`: object `gold` at 21,2 is outside of the map: not imported");
    let (none, told) = at("", &sized("x=\"32\" y=\"32\" visible=\"0\""));
    assert_eq!(none, None);
    insta::assert_snapshot!(told, @"file: layer `o`: a hidden object is not drawn");
    let (none, told) = at("", &sized("x=\"32\" y=\"32\" opacity=\"0\""));
    assert_eq!(none, None);
    insta::assert_snapshot!(told, @"file: layer `o`: a hidden object is not drawn");
}

/// Returns a Tiled map in JSON of 3 columns and 1 row with objects on it, with tiles for `#`, `@`, `$` and `.`.
fn tiled_json(tileset: &str, layer: &str, objects: &str) -> String {
    let tiles: Vec<String> = { ["#", "@", "$", "."].iter().enumerate() }
        .map(|(id, glyph)| {
            format!("{{\"id\": {id}, \"properties\": [{{\"name\": \"glyph\", \"value\": \"{glyph}\"}}]}}")
        })
        .collect();
    format!(
        "{{\"orientation\": \"orthogonal\", \"width\": 3, \"height\": 1, \"tilewidth\": 16, \"tileheight\": 16, \
         \"tilesets\": [{{\"firstgid\": 1, \"name\": \"s\", \"tilewidth\": 16, \"tileheight\": 16, {tileset} \
         \"tiles\": [{}]}}], \"layers\": [{{\"type\": \"objectgroup\", \"name\": \"o\", {layer} \"objects\": [{objects}]}}]}}",
        tiles.join(", ")
    )
}

#[test]
fn objects_of_tiled_cover_each_other_as_tiled_draws_them() {
    // The wall comes first in the file and is lower on the map: Tiled draws it last, unless the layer sets another
    // order.
    for (order, cell) in [("", '#'), ("topdown", '#'), ("index", '.')] {
        let said = |key: &str, is: &str| match order {
            "" => String::new(),
            order => format!("{key}{is}\"{order}\""),
        };
        let group = format!(
            "<objectgroup id=\"9\" name=\"o\" {}>\
             <object id=\"1\" gid=\"1\" x=\"32\" y=\"32\" width=\"16\" height=\"16\"/>\
             <object id=\"2\" gid=\"4\" x=\"32\" y=\"28\" width=\"16\" height=\"8\"/></objectgroup>",
            said("draworder", "=")
        );
        let (rows, _) = drawn(ForeignFormat::Tmx, &tiled("", &group));
        assert_eq!(rows, format!("#####\n#@{cell}.#\n#...#\n#####"), "{order}");
        let comma = if order.is_empty() { "" } else { "," };
        let map = tiled_json(
            "",
            &(said("\"draworder\"", ": ") + comma),
            "{\"gid\": 1, \"x\": 16, \"y\": 16, \"width\": 16, \"height\": 16}, \
             {\"gid\": 4, \"x\": 16, \"y\": 12, \"width\": 16, \"height\": 8}",
        );
        let (rows, _) = drawn(ForeignFormat::Tmj, &map);
        assert_eq!(rows.contains('.'), cell == '.', "{order}");
    }
    let unseen =
        "{\"gid\": 3, \"x\": 16, \"y\": 16, \"opacity\": 0}, {\"gid\": 2, \"x\": 0, \"y\": 16}";
    let (rows, told) = drawn(ForeignFormat::Tmj, &tiled_json("", "", unseen));
    assert!(!rows.contains('$'), "{rows}");
    assert_eq!(told, "file: layer `o`: a hidden object is not drawn");
}

#[test]
fn tiles_that_tiled_draws_beside_their_cells_are_told() {
    let shifted = |offset: &str| {
        let map = tiled("", "").replacen("<tile ", &format!("<tileoffset {offset}/><tile "), 1);
        drawn(ForeignFormat::Tmx, &map)
    };
    assert_eq!(shifted("x=\"3\" y=\"-7\"").1, "");
    insta::assert_snapshot!(shifted("x=\"16\" y=\"0\"").1, @"file: tileset `s`: the offset of its tiles, 16,0 pixels, is ignored");
    let map = tiled_json(
        "\"tileoffset\": {\"x\": 0, \"y\": -8},",
        "",
        "{\"gid\": 2, \"x\": 0, \"y\": 16}",
    );
    insta::assert_snapshot!(drawn(ForeignFormat::Tmj, &map).1, @"file: tileset `s`: the offset of its tiles, 0,-8 pixels, is ignored");
}

#[test]
fn layers_of_tiled_are_drawn_as_tiled_draws_them() {
    let layer = |attributes: &str| {
        let layer = format!(
            "<layer id=\"2\" name=\"top\" width=\"5\" height=\"4\" {attributes}><data encoding=\"csv\">\n\
             0,0,0,0,0,\n0,0,1,0,0,\n0,0,0,0,0,\n0,0,0,0,0\n</data></layer>"
        );
        drawn(ForeignFormat::Tmx, &tiled("", &layer))
    };
    let hidden = layer("visible=\"0\"");
    assert_eq!(hidden.0, "#####\n#@..#\n#...#\n#####");
    assert_eq!(hidden.1, "file: layer `top` is hidden: not drawn");
    let shifted = layer("offsetx=\"16\" offsety=\"16\"");
    assert_eq!(
        shifted,
        ("#####\n#@..#\n#..##\n#####".to_owned(), String::new())
    );
    let between = layer("offsetx=\"18\"");
    assert_eq!(between.0, "#####\n#@.##\n#...#\n#####");
    assert_eq!(
        between.1,
        "file: layer `top`: its offset is not a whole number of cells: rounded"
    );
    let outside = layer("offsetx=\"-160\"");
    assert_eq!(outside.0, "#####\n#@..#\n#...#\n#####");
    insta::assert_snapshot!(outside.1, @"file: layer `top`: tile gid 1 (0 of `s`) at -7,2 is outside of the map: not imported");
    let group = "<group id=\"7\" visible=\"0\"><objectgroup id=\"8\" name=\"o\"><object id=\"1\" gid=\"3\" x=\"32\" y=\"32\"/></objectgroup></group>";
    let (rows, told) = drawn(ForeignFormat::Tmx, &tiled("", group));
    assert_eq!(
        (rows.contains('$'), told.as_str()),
        (false, "file: layer `o` is hidden: not drawn")
    );
    let legend = "layer \"o\" = nothing\n";
    let imported = import(ForeignFormat::Tmx, &tiled("", group), legend).expect("it is imported");
    assert_eq!((imported.losses, imported.unused), (vec![], vec![]));
}

#[test]
fn what_tiled_can_do_without_is_optional() {
    let map = tiled("", "");
    assert!(!map.contains("tilecount"));
    assert_eq!(
        drawn(ForeignFormat::Tmx, &map).0,
        "#####\n#@..#\n#...#\n#####"
    );
    let bare = map
        .replace("tilewidth=\"16\" tileheight=\"16\" >", ">")
        .replace("infinite=\"0\"", "")
        .replace("version=\"1.10\"", "");
    assert_eq!(
        drawn(ForeignFormat::Tmx, &bare),
        drawn(ForeignFormat::Tmx, &map)
    );
    // Tiled before 1.5 writes Wang sets without a `type`, and images may have no size.
    for more in [
        "<image source=\"s.png\"/>",
        "<wangsets><wangset name=\"w\" tile=\"5\"><wangtile tileid=\"0\" wangid=\"0x10\"/><image/></wangset></wangsets>",
        "<wangsets><wangsets><wangset/></wangsets><wangset/></wangsets><image source=\"s.png\"/>",
        "<wangsets/>",
    ] {
        let map = map.replacen("<tile ", &format!("{more}<tile "), 1);
        let read = drawn(ForeignFormat::Tmx, &map);
        assert_eq!(read.0, "#####\n#@..#\n#...#\n#####", "{more}");
    }
    for (wrong, why) in [
        (
            map.replace("firstgid=\"1\"", ""),
            "expected a number as the `firstgid` of this tileset, found nothing",
        ),
        (
            map.replace("<tileset firstgid=\"1\"", "<tileset firstgid=\"one\""),
            "expected a number as `firstgid`, found `one`",
        ),
    ] {
        let Err(ImportError::Faults(faults)) = import(ForeignFormat::Tmx, &wrong, "") else {
            panic!("{why}: it is imported");
        };
        assert_eq!(faults[0].to_string(), format!("file:2:1: {why}"));
    }
}

#[test]
fn tilesets_of_other_folders_are_read_where_an_option_says_so() {
    let tileset = "<tileset name=\"s\" tilewidth=\"16\" tileheight=\"16\"><tile id=\"0\"><properties><property name=\"glyph\" value=\"#\"/></properties></tile></tileset>";
    let map = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\">\
               <tileset firstgid=\"1\" source=\"../t/s.tsx\"/><layer id=\"1\" width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>";
    let files = [("t/s.tsx", tileset), ("maps/a.tmx", map)];
    let refused = run(&files, &["maps/a.tmx"]);
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).expect("UTF-8");
    insta::assert_snapshot!(told, @"
    dungeon: maps/a.tmx: cannot read the tileset `../t/s.tsx`: it is outside of the folders that may be read
    dungeon: these files and the imported file are all in `.`: to read them, add `--include .`
    ");
    let read = run(&files, &["maps/a.tmx", "--include", "t"]);
    let text = String::from_utf8(read.stdout).expect("UTF-8");
    assert_eq!(drawings(&text), ["#"]);
}

#[test]
fn layers_of_ldtk_have_offsets_and_a_level_alone_fails() {
    let layer = |name: &str, grid: i64, more: &str| {
        format!(
            "{{\"__identifier\": \"{name}\", \"__type\": \"IntGrid\", \"__cWid\": 3, \"__cHei\": 2, \"__gridSize\": {grid}, \
             \"intGridCsv\": [1, 0, 0, 0, 0, 0]{more}}}"
        )
    };
    let level = |layers: &[String]| {
        format!(
            "{{\"identifier\": \"A\", \"layerInstances\": [{}]}}",
            layers.join(", ")
        )
    };
    let project = |levels: &[String]| format!("{{\"levels\": [{}]}}", levels.join(", "));
    let legend = "value 1 = #\n";
    let rows = |text: &str| {
        let imported = import(ForeignFormat::Ldtk, text, legend).expect("it is imported");
        let told: Vec<String> = imported.losses.iter().map(ToString::to_string).collect();
        (drawings(&imported.text).join("\n\n"), told.join("\n"))
    };
    let shift = |more: &str| rows(&project(&[level(&[layer("G", 8, more)])]));
    assert_eq!(
        shift(", \"__pxTotalOffsetX\": 8, \"__pxTotalOffsetY\": 8"),
        ("\n #".to_owned(), String::new())
    );
    insta::assert_snapshot!(shift(", \"__pxTotalOffsetX\": 9").1, @"file: `A`: layer `G`: its offset is not a whole number of cells: rounded");
    insta::assert_snapshot!(shift(", \"__pxTotalOffsetX\": -8").1, @"file: `A`: layer `G`: a thing at 0,1 is outside of the level: not imported");
    insta::assert_snapshot!(shift(", \"visible\": false").1, @"file: `A`: layer `G` is hidden: not drawn");
    let empty = level(&[]).replace("\"A\"", "\"B\"");
    let two = project(&[level(&[layer("G", 8, "")]), empty]);
    assert_eq!(
        rows(&two),
        (
            "#\n".to_owned(),
            "file: the level `B` is left out: expected a level with layers, found none".to_owned()
        )
    );
    let mixed = project(&[
        level(&[layer("G", 8, "")]),
        level(&[layer("G", 8, ""), layer("H", 16, "")]),
    ]);
    let source = Source::from_text("file", mixed.as_str());
    let rules = Source::from_text("legend", legend);
    let only = |number: usize| {
        let choice = LevelChoice {
            name: None,
            numbers: Some((number, number)),
        };
        let import = Import {
            source: &source,
            format: ForeignFormat::Ldtk,
            legend: Some(&rules),
            beside: &|_: &Path| panic!("no file lies beside the text"),
            choice: &choice,
            title: "File",
        };
        import.run(&Limits::default()).is_ok()
    };
    assert_eq!((only(1), only(2)), (true, false));
    let legends = ["", "layer \"H\" = nothing\n", "layer \"G\" = nothing\n"];
    let [both, fine, coarse] = legends.map(|more| {
        let imported = import(ForeignFormat::Ldtk, &mixed, &format!("{legend}{more}"));
        let imported = imported.expect("the first level is imported");
        let told: Vec<String> = imported.losses.iter().map(ToString::to_string).collect();
        (imported.left_out, told.join("\n"))
    });
    assert_eq!((fine, coarse), ((0, String::new()), (0, String::new())));
    assert_eq!(both.0, 1);
    insta::assert_snapshot!(both.1, @r#"file: the level `A` is left out: layer `H`: expected the grid of the other layers, 8, found 16: to leave the layer out, write `layer "H" = nothing` in the legend"#);
    let hidden = mixed.replace("16, ", "16, \"visible\": false, ");
    let imported =
        import(ForeignFormat::Ldtk, &hidden, legend).expect("a hidden layer has any grid");
    assert_eq!(imported.left_out, 0);
}

#[test]
fn rows_of_sokoban_with_other_characters_are_rows_and_told() {
    let read = |text: &str| drawn(ForeignFormat::Sokoban, text);
    let (rows, told) = read("#####\n#@$.#\n##^I##\n");
    assert_eq!(rows, "#####\n#@BT#\n##..##");
    insta::assert_snapshot!(told, @r"
    file:3:3: not in the legend: glyph `^` once, at 3,3; drawn as floor
    file:3:4: not in the legend: glyph `I` once, at 4,3; drawn as floor
    file:3:1: the hero can leave the puzzle at 3,3: a row may be missing; cells outside become rock
    ");
    let (rows, told) = read("#####\n#@$.|\n#####\n");
    assert_eq!(rows, "#####\n#@BT.\n#####");
    assert!(
        told.starts_with("file:2:5: not in the legend: glyph `|` once"),
        "{told}"
    );
    let (rows, told) = read("#####\n#@$.#\n#&&&#\n#   x\n#####\n");
    assert_eq!(rows, "#####\n#@BT#\n#...#\n#....\n#####");
    assert!(
        told.starts_with("file:3:2: not in the legend: glyph `&` 3 times"),
        "{told}"
    );
    let titled = "# one #\n#####\n#@$.#\n#####\n\n#2\n#####\n#@$.#\n#####\n";
    let imported = import(ForeignFormat::Sokoban, titled, "").expect("it is imported");
    assert!(imported.text.contains("level \"# one #\""));
    assert!(imported.text.contains("level \"#2\""));
    let (rows, _) = read("#####\n#B@T#\n#####\n");
    assert_eq!(
        rows, "#####\n#.@.#\n#####",
        "letters are not Sokoban symbols"
    );
    let (rows, told) = read("#####\n#@$.#\n##\t#\n#########\n");
    assert_eq!(rows, "#####\n#@BT#\n##      #\n#########");
    insta::assert_snapshot!(told, @r"
    file:3:3: a tab is floor up to the next tab stop, every 8 cells: check the row
    file:3:1: the hero can leave the puzzle at 3,3: a row may be missing; cells outside become rock
    ");
}

#[test]
fn mixed_spellings_of_sokoban_are_decided_by_hero_and_walls() {
    let read = |text: &str| drawn(ForeignFormat::Sokoban, text);
    let first = |text: &str| read(text).0.lines().nth(1).map(str::to_owned);
    let of = |row: &str| Some(row.to_owned());
    assert_eq!(first("######\n#p$ o#\n######\n"), of("#@B.T#"));
    assert_eq!(first("######\n#@b$.#\n######\n"), of("#@.BT#"));
    assert_eq!(first("XXXXXX\nX@* .X\nXXXXXX\n"), of("#@B.T#"));
    assert_eq!(first("xxxxxx\nx@*$.x\nxxxxxx\n"), of("#@TBT#"));
    let (_, told) = read("6#|#@2b.#|6#\n");
    assert_eq!(
        told,
        "file:1:7: not in the legend: glyph `b` twice, first at 3,2; drawn as floor"
            .replace("twice", "2 times")
    );
    let (_, told) = read("#####\n#@$.#\n#####\n\nXXXX\nX@*X\n");
    insta::assert_snapshot!(told, @r"
    file:5:1: `XXXX` is not a row of a puzzle: ignored
    file:6:1: `X@*X` is not a row of a puzzle: ignored
    ");
    let titled = "XXX\n#####\n#@$.#\n#####\n";
    let imported = import(ForeignFormat::Sokoban, titled, "").expect("it is imported");
    assert!(imported.text.contains("level \"XXX\""), "a number");
}

#[test]
fn wrong_collections_of_sokoban_are_told_at_their_places() {
    let slc = |levels: &str| {
        format!(
            "<SokobanLevels>\n<LevelCollection>\n{levels}</LevelCollection>\n</SokobanLevels>\n"
        )
    };
    let good = "<Level Id=\"a\" Height=\"9\"><L>#####</L><L>#@$.#</L>\n<L>##?##</L></Level>\n";
    let empty = "<Level Id=\"b\"></Level>\n";
    let (rows, told) = drawn(ForeignFormat::Sokoban, &slc(&format!("{good}{empty}")));
    assert_eq!(rows, "#####\n#@BT#\n##.##");
    insta::assert_snapshot!(told, @r"
    file:5:1: the level `b` is left out: expected rows in elements `L`, found none
    file:4:6: not in the legend: glyph `?` once, at 3,3; drawn as floor
    file:4:1: the hero can leave the puzzle at 3,3: a row may be missing; cells outside become rock
    file:3:1: the level declares 9 rows, the drawing has 3: read as drawn
    ");
    let Err(ImportError::Faults(faults)) = import(ForeignFormat::Sokoban, "<Levels/>", "") else {
        panic!("not a collection");
    };
    assert_eq!(
        faults[0].to_string(),
        "file:1:1: expected the element `SokobanLevels`, found `Levels`"
    );
}

#[test]
fn wrong_lines_of_puzzlescript_are_told_at_their_places() {
    let Err(ImportError::Faults(faults)) = import(ForeignFormat::PuzzleScript, "title x\n", "")
    else {
        panic!("not a game");
    };
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    file: expected a section OBJECTS, found none
    file: expected a section LEVELS, found none
    ");
    let game = "OBJECTS\nBackground\nblue\n\nPlayer\nred\n\nCrate\nred\nLEGEND\n. = Background\nP = Player\n\
        c = Crat\nd\ne = Crate or Player\nCOLLISIONLAYERS\nBackground\nPlayer, Crate, Box\nLEVELS\n\
        ##ep\n .x\n\nmessage (a) b\n..\n";
    let (rows, told) = drawn(ForeignFormat::PuzzleScript, game);
    assert_eq!(rows, "...@\n..\n\n..");
    insta::assert_snapshot!(told, @r"
    file:13:5: expected the name of an object, found `Crat`: ignored; did you mean `crate`?
    file:14:1: expected a line such as `# = Wall`, found `d`: ignored
    file:18:16: expected the name of an object, found `Box`: ignored
    file:20:1: not in the legend: glyph `#` 2 times, first at 1,1; drawn as floor
    file:20:3: not in the legend: glyph `e` once, at 3,1; drawn as floor
    file:21:3: not in the legend: glyph `x` once, at 2,2; drawn as floor
    file:21:1: the row has 2 cells, the longest has 4: read as drawn
    file:23:1: a message above a level without a hero is not imported: (a) b
    ");
}

#[test]
fn run_lengths_of_sokoban_are_read_among_other_puzzles() {
    let plain = "; plain\n#####\n#@$.#\n#####\n\n";
    let packed = "; packed\n7#|#.@-#3#|#$*-$-#|7#\n";
    let (rows, told) = drawn(ForeignFormat::Sokoban, &format!("{plain}{packed}\n{plain}"));
    insta::assert_snapshot!(rows, @r"
    #####
    #@BT#
    #####

    #######
    #T@.####
    #BT.B.#
    #######

    #####
    #@BT#
    #####
    ");
    assert_eq!(told, "");
    let (rows, told) = drawn(ForeignFormat::Sokoban, "5#\n#@$.#\n5#\n");
    assert_eq!(rows, "#####\n#@BT#\n#####");
    assert_eq!(
        told,
        "file:1:1: numbers in the rows are read as run lengths"
    );
    let (_, told) = drawn(ForeignFormat::Sokoban, &format!("{plain}2(#|)|##\n"));
    assert_eq!(
        told,
        "file:6:1: `2(#|)|##` is not a row of a puzzle: ignored"
    );
    let (_, told) = drawn(ForeignFormat::Sokoban, "#####\n#@$.#\nxxxxx\n");
    insta::assert_snapshot!(told, @r"
    file:3:1: `xxxxx` is not a row of a puzzle: ignored
    file:2:1: the hero can leave the puzzle at 2,2: a row may be missing; cells outside become rock
    ");
}

#[test]
fn sides_of_angband_that_the_drawing_contradicts_are_told() {
    let vault = |rows: &str, columns: &str| {
        let text = format!("name:A\nrows:{rows}\ncolumns:{columns}\nD:####\nD:#.#\nD:####\n");
        drawn(ForeignFormat::Angband, &text).1
    };
    assert_eq!(
        vault("3", "4"),
        "file:5:1: the entry declares 4 columns, this row has 3: read as drawn"
    );
    insta::assert_snapshot!(vault("4", "9"), @r"
    file:2:1: the entry declares 4 rows, the drawing has 3: read as drawn
    file:3:1: the entry declares 9 columns, no row has that many: read as drawn
    ");
    let old = "N:1:A\nX:1:5:2:4\nD:####\nD:####\nD:####\n";
    assert_eq!(
        drawn(ForeignFormat::Angband, old).1,
        "file:2:1: the entry declares 2 rows, the drawing has 3: read as drawn"
    );
    let misspelled = "name:A\nd:####\nD:####\n";
    assert_eq!(
        drawn(ForeignFormat::Angband, misspelled).1,
        "file:2:1: d:####"
    );
}

#[test]
fn files_of_nethack_are_told_apart_from_those_of_crawl() {
    for (text, key) in [
        (
            "MAZE:\"oracle\",' '\nGEOMETRY:center,center\nMAP\n.{.\nENDMAP\n",
            "MAZE",
        ),
        ("# Sokoban\nLEVEL: \"soko4-1\"\nMAP\n.{.\nENDMAP\n", "LEVEL"),
        (
            "des.level_init({ style = \"solidfill\" });\nMAP\n.{.\nENDMAP\n",
            "des.level_init",
        ),
    ] {
        let Err(ImportError::Faults(faults)) = import(ForeignFormat::Crawl, text, "") else {
            panic!("{key} is imported");
        };
        let told = faults[0].to_string();
        assert!(
            told.ends_with(&format!(
                "found NetHack's `{key}`: import the file with `--from nethack`"
            )),
            "{told}"
        );
    }
}

#[test]
fn entries_of_crawl_without_a_map_are_told_and_give_nothing_to_the_next() {
    let text = "NAME: a\nMAP\nx@x\nx.x\nENDMAP\nNAME: b\nSUBST: . = w\nMAP\nENDMAP\nNAME: c\nNAME: d\nMAP\nx.x\nx@x\nENDMAP\n";
    let (rows, told) = drawn(ForeignFormat::Crawl, text);
    assert!(rows.starts_with("#'#\n#.#\n\n#.#\n#'#"), "{rows}");
    insta::assert_snapshot!(told, @r"
    file:6:1: the level `b` is left out: expected rows between `MAP` and `ENDMAP`, found none
    file:10:1: the level `c` is left out: expected rows between `MAP` and `ENDMAP`, found none
    ");
    for (text, told) in [
        (
            "{{\nMAP\n.\nENDMAP\n",
            "file:1:1: expected a `}}` after this `{{`, found the end of the file",
        ),
        (
            "MAP\n.\nMAP\n.\nENDMAP\n",
            "file:1:1: expected an `ENDMAP` after this `MAP`, found another `MAP`",
        ),
    ] {
        let Err(ImportError::Faults(faults)) = import(ForeignFormat::Crawl, text, "") else {
            panic!("{told}: it is imported");
        };
        assert_eq!(faults[0].to_string(), told);
    }
}

#[test]
fn marks_of_crawl_have_glyphs_of_their_own_and_stairs_lead_out() {
    let many: String = ('A'..='H')
        .map(|c| format!("NSUBST: {c} = 1:. / *:w\n"))
        .collect();
    let rows: String = ('A'..='H')
        .map(|c| format!("x{}x\n", c.to_string().repeat(10)))
        .collect();
    let text = format!(
        "ORIENT: encompass\n{many}MAP\nxxxxxxxxxxxx\n{rows}x@........$x\nxxxxxxxxxxxx\nENDMAP\n"
    );
    let imported = import(ForeignFormat::Crawl, &text, "").expect("it is imported");
    assert_eq!(imported.findings, [], "{}", imported.text);
    assert_eq!(imported.losses, []);
    // Each of the 80 cells has its own mark, and each mark another glyph.
    let marks = imported
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("mark "));
    let glyphs: BTreeSet<char> = marks.filter_map(|mark| mark.chars().next()).collect();
    assert_eq!(glyphs.len(), 80);
    let level = "ORIENT: encompass\nSUBST: 1 = {>\n";
    let stairs = format!(
        "{level}SUBST: m = .w\nMAP\nxxxxx\nx@1mx\nx..$x\nxxxxx\nENDMAP\n{level}MAP\nxxxx\nx1.x\nxxxx\nENDMAP\n"
    );
    let stairs = stairs.as_str();
    let imported = import(ForeignFormat::Crawl, stairs, "").expect("it is imported");
    assert!(
        !imported.has_errors(),
        "{}: {:?}",
        imported.text,
        imported.findings
    );
    let goal = import(ForeignFormat::Crawl, stairs, "goal survive=9\n").expect("it is imported");
    assert!(!goal.has_errors(), "{}: {:?}", goal.text, goal.findings);
    assert!(
        goal.losses[0]
            .to_string()
            .contains("stairs that lead out of the file are drawn as floor")
    );
}

#[test]
fn m7_mimics_of_crawl_look_like_what_their_lines_say() {
    let text = "ORIENT: encompass\nKITEM: d = gold mimic / ring\nKITEM: e = demonic rune of zot mimic\n\
                KFEAT: S = granite_statue mimic\nKFEAT: D = closed_door mimic\n\
                MAP\nxxxxxxxx\nx@dd.e.x\nx.S.D.>x\nxxxxxxxx\nENDMAP\n";
    let imported = import(ForeignFormat::Crawl, text, "").expect("it is imported");
    assert!(
        !imported.has_errors(),
        "{}: {:?}",
        imported.text,
        imported.findings
    );
    let lines = imported.text.lines();
    let lines: Vec<&str> = lines.skip_while(|line| line.starts_with("//")).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// Returns a Tiled map with this content.
fn bare_tiled(attributes: &str, inner: &str) -> String {
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" tilewidth=\"16\" tileheight=\"16\" {attributes}>{inner}</map>"
    )
}

#[test]
fn an_import_takes_time_in_proportion_to_its_file() {
    let numbers = || (0..30_000).map(|n| n.to_string());
    let listed = |of: fn(String) -> String, between: &str| {
        numbers().map(of).collect::<Vec<_>>().join(between)
    };
    let gids = format!(
        "<tileset firstgid=\"1\" name=\"s\" tilewidth=\"16\" tileheight=\"16\"/>\
         <layer id=\"1\" width=\"200\" height=\"150\"><data encoding=\"csv\">{}</data></layer>",
        listed(|n| n, ",")
    );
    let objects = listed(
        |n| format!("<object id=\"{n}\" name=\"n{n}\" x=\"8\" y=\"8\"/>"),
        "",
    );
    let entities = listed(
        |n| format!("{{\"__identifier\": \"e{n}\", \"__grid\": [1, 1]}}"),
        ",",
    );
    let rules = listed(|n| format!("gid {n} = ."), "\n");
    let files = [
        (
            "gids.tmx",
            bare_tiled("width=\"200\" height=\"150\"", &gids),
        ),
        (
            "names.tmx",
            bare_tiled(
                "width=\"5\" height=\"4\"",
                &format!("<objectgroup id=\"1\">{objects}</objectgroup>"),
            ),
        ),
        (
            "attributes.tmx",
            bare_tiled(&listed(|n| format!("a{n}=\"1\""), " "), "<a/>"),
        ),
        (
            "names.ldtk",
            format!(
                "{{\"levels\": [{{\"identifier\": \"A\", \"layerInstances\": [{{\"__type\": \"Entities\", \"__cWid\": 5, \"__cHei\": 4, \
                 \"__gridSize\": 8, \"entityInstances\": [{entities}]}}]}}]}}"
            ),
        ),
        (
            "ragged.xsb",
            format!("{}\n#@$.#\n{}", "#".repeat(3_000), "#\n".repeat(3_000)),
        ),
        (
            "near.xsb",
            format!("#####\n#@$.#\n#####\n\n{}", "##x\n".repeat(30_000)),
        ),
    ];
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("rules.legend"), rules).expect("a file");
    for (name, text) in files {
        fs::write(home.path().join(name), text).expect("a file");
        // Limits CPU seconds, on which other programs have no effect.
        let mut shell = Command::new("sh");
        let script = "ulimit -t 10; exec \"$0\" import \"$1\" --legend rules.legend";
        let shell = shell.args(["-c", script, env!("CARGO_BIN_EXE_dungeon"), name]);
        let done = shell.current_dir(home.path()).output().expect("a shell");
        assert!(done.status.code().is_some(), "{name}: {:?}", done.status);
    }
}

/// A random file of one format.
#[derive(Clone, Debug)]
struct RandomFile {
    format: ForeignFormat,
    text: String,
}

/// Rows of equal length, drawn from the characters of a text.
fn grid(signs: &'static str) -> impl Strategy<Value = Vec<String>> {
    let sign = prop::sample::select(signs.chars().collect::<Vec<char>>());
    (1..9_usize).prop_flat_map(move |width| {
        let row = prop::collection::vec(sign.clone(), width);
        let row = row.prop_map(|row| row.into_iter().collect::<String>());
        prop::collection::vec(row, 1..7)
    })
}

fn ascii() -> impl Strategy<Value = String> {
    grid("##..  @$+'<>^rx\u{e9}").prop_map(|rows| rows.join("\n"))
}

fn sokoban() -> impl Strategy<Value = String> {
    let puzzles = prop::collection::vec(grid("####@@$$..  *+-3|x"), 1..4);
    puzzles.prop_map(|puzzles| {
        let puzzles = puzzles
            .iter()
            .map(|rows| format!("; same\n{}\n", rows.join("\n")));
        puzzles.collect::<String>()
    })
}

fn puzzlescript() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "# = Wall",
        "@ = Crate and Target",
        "o = Target",
        "x = Crate or Target",
        "Solid = x or Wall",
        "p = Player and Lost",
        "message (a) b",
        "(",
        ")",
        "COLLISIONLAYERS",
        "Background, Solid",
    ]);
    let map = (prop::collection::vec(line, 0..6), grid("##..@@ppxo"));
    prop::collection::vec(map, 1..4).prop_map(|maps| {
        let mut text = "OBJECTS\nBackground .\nblue\n\nWall\nred\n\nPlayer\nred\n\nCrate\nred\n\nTarget\nred\n\n".to_owned();
        for (lines, rows) in &maps {
            let _ = write!(text, "LEGEND\n{}\nLEVELS\n{}\n\n", lines.join("\n"), rows.join("\n"));
        }
        text
    })
}

/// The rows of a closed puzzle with one hero.
fn puzzle() -> impl Strategy<Value = Vec<String>> {
    (
        grid("  ..$$*#"),
        any::<prop::sample::Index>(),
        any::<bool>(),
    )
        .prop_map(|(rows, at, on_goal)| {
            let width = rows[0].len();
            let mut cells: Vec<char> = rows.concat().chars().collect();
            let hero = at.index(cells.len());
            cells[hero] = if on_goal { '+' } else { '@' };
            let wall = "#".repeat(width + 2);
            let inner = cells.chunks(width);
            let inner = inner.map(|row| format!("#{}#", row.iter().collect::<String>()));
            [wall.clone()]
                .into_iter()
                .chain(inner)
                .chain([wall])
                .collect()
        })
}

/// Returns rows with each character of `from` replaced by its counterpart in `to`.
fn respelled(rows: &[String], from: &str, to: &str) -> Vec<String> {
    let spell = |c: char| {
        from.chars()
            .position(|known| known == c)
            .and_then(|nth| to.chars().nth(nth))
            .unwrap_or(c)
    };
    rows.iter()
        .map(|row| row.chars().map(spell).collect())
        .collect()
}

fn run_lengths(row: &str) -> String {
    let mut text = String::new();
    let cells: Vec<char> = row.chars().collect();
    for run in cells.chunk_by(|a, b| a == b) {
        if run.len() > 1 {
            text += &run.len().to_string();
        }
        text.push(run[0]);
    }
    text
}

/// Returns rows with tabs in place of the spaces before tab stops.
fn tabs(rows: &[String]) -> Vec<String> {
    let row = |row: &String| {
        let mut text = String::new();
        let cells: Vec<char> = row.chars().collect();
        for part in cells.chunks(8) {
            let part: String = part.iter().collect();
            let kept = part.trim_end_matches(' ');
            text += if part.len() == 8 && kept != part {
                kept
            } else {
                &part
            };
            text += if part.len() == 8 && kept != part {
                "\t"
            } else {
                ""
            };
        }
        text
    };
    rows.iter().map(row).collect()
}

/// Returns a puzzle's rows in all layouts.
fn layouts(rows: &[String]) -> Vec<String> {
    let runs: Vec<String> = rows.iter().map(|row| run_lengths(row)).collect();
    let elements = rows
        .iter()
        .map(|row| format!("<L>{}</L>\n", row.replace('&', "&amp;")));
    let elements: String = elements.collect();
    let levels = format!("<LevelCollection><Level>{elements}</Level></LevelCollection>");
    vec![
        rows.join("\n"),
        runs.join("\n"),
        runs.join("|"),
        runs.join("|\n"),
        tabs(rows).join("\n"),
        format!("<SokobanLevels>{levels}</SokobanLevels>"),
    ]
}

fn angband() -> impl Strategy<Value = String> {
    let vault = (grid("##%..  @+^<>$&1X"), 0..9_usize, any::<bool>());
    prop::collection::vec(vault, 1..4).prop_map(|vaults| {
        let mut text = String::new();
        for (rows, side, is_old) in vaults {
            let head = if is_old { "N:1:same" } else { "name:same" };
            let _ = writeln!(text, "{head}\nrows:{side}\ncolumns:{side}");
            rows.iter().for_each(|row| text += &format!("D:{row}\n"));
        }
        text
    })
}

fn crawl() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "SUBST: A = x:30 .",
        "SUBST: B : w l",
        "SUBST: 1 = {>",
        "SUBST: m = . $",
        "SUBST: C = <@",
        "NSUBST: A = 2:w / *:.",
        "NSUBST: d = 1:> / 1:{ / *:x",
        "NSUBST: . = 3:w",
        "SHUFFLE: AB",
        "SHUFFLE: x.",
        "SHUFFLE: 1Cd",
        "KFEAT: B = lava / floor",
        "KMONS: 1 = rat / orc w:5",
        "MONS: rat, jelly",
        "KITEM: d = gold",
        ": lua()",
        "TAGS: x",
        "ORIENT: encompass",
        "DEPTH: D:2-3",
        "CLEAR: .",
        "SHUFFLE: AB/1C",
        "NSUBST: .x = 2:A / B",
        "KMONS: A = plant / nothing",
        "KITEM: A = ring of fire, potion",
        "KFEAT: A : deep_water / floor",
        "SUBVAULT: C : other",
    ]);
    let map = (
        prop::collection::vec(line, 0..5),
        grid("xxx...  @@+<{>}($^wWltmGABCd1"),
    );
    prop::collection::vec(map, 1..4).prop_map(|maps| {
        let maps = maps.iter().map(|(lines, rows)| {
            format!(
                "NAME: same\n{}\nMAP\n{}\nENDMAP\n",
                lines.join("\n"),
                rows.join("\n")
            )
        });
        maps.collect::<String>()
    })
}

/// Random layers with their gids and their shift in pixels, and objects with gid, position and rotation.
type RandomLayers = (Vec<(Vec<u8>, i8, bool)>, Vec<(u8, i8, i8, i16)>);

fn layers() -> impl Strategy<Value = RandomLayers> {
    let layer = (
        prop::collection::vec(0..9_u8, 20),
        -20..20_i8,
        prop::bool::weighted(0.2),
    );
    let object = (
        1..9_u8,
        -20..100_i8,
        -20..100_i8,
        prop::sample::select(vec![0, 45, 90, 180]),
    );
    (
        prop::collection::vec(layer, 1..4),
        prop::collection::vec(object, 0..6),
    )
}

const TILES: [&str; 8] = ["#", "@", "$", ".", "+", "<", ">", "^"];

fn tmx() -> impl Strategy<Value = String> {
    layers().prop_map(|(layers, objects)| {
        let mut map = String::from(
            "<map version=\"1.10\" orientation=\"orthogonal\" width=\"5\" height=\"4\" tilewidth=\"16\" tileheight=\"16\">\n\
             <tileset firstgid=\"1\" name=\"s\" tilewidth=\"16\" tileheight=\"16\">\n",
        );
        for (id, glyph) in TILES.iter().enumerate() {
            let glyph = glyph.replace('<', "&lt;");
            let _ = writeln!(map, "<tile id=\"{id}\"><properties><property name=\"glyph\" value=\"{glyph}\"/></properties></tile>");
        }
        map += "</tileset>\n";
        for (gids, shift, is_hidden) in layers {
            let gids = gids.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
            let visible = u8::from(!is_hidden);
            let _ = writeln!(
                map,
                "<layer id=\"1\" name=\"l\" width=\"5\" height=\"4\" offsetx=\"{shift}\" visible=\"{visible}\"><data encoding=\"csv\">{gids}</data></layer>"
            );
        }
        map += "<objectgroup id=\"9\" name=\"o\">";
        for (gid, x, y, rotation) in objects {
            let _ = write!(map, "<object id=\"1\" gid=\"{gid}\" x=\"{x}\" y=\"{y}\" rotation=\"{rotation}\"/>");
        }
        map + "</objectgroup></map>"
    })
}

fn tmj() -> impl Strategy<Value = String> {
    layers().prop_map(|(layers, objects)| {
        let tiles = TILES.iter().enumerate().map(|(id, glyph)| {
            serde_json::json!({"id": id, "properties": [{"name": "glyph", "value": glyph}]})
        });
        let layers = layers.into_iter().map(|(data, shift, is_hidden)| {
            serde_json::json!({"type": "tilelayer", "name": "l", "width": 5, "height": 4, "offsety": shift, "visible": !is_hidden, "data": data})
        });
        let objects = objects.into_iter().map(|(gid, x, y, rotation)| {
            serde_json::json!({"gid": gid, "x": x, "y": y, "rotation": rotation})
        });
        let objects = serde_json::json!({"type": "objectgroup", "name": "o", "objects": objects.collect::<Vec<_>>()});
        let map = serde_json::json!({
            "orientation": "orthogonal", "width": 5, "height": 4, "tilewidth": 16, "tileheight": 16, "infinite": false,
            "layers": layers.chain([objects]).collect::<Vec<_>>(),
            "tilesets": [{"firstgid": 1, "name": "s", "tilewidth": 16, "tileheight": 16, "tiles": tiles.collect::<Vec<_>>()}],
        });
        map.to_string()
    })
}

fn ldtk() -> impl Strategy<Value = String> {
    layers().prop_map(|(layers, objects)| {
        let mut layers: Vec<serde_json::Value> = { layers.into_iter() }
            .map(|(values, shift, is_hidden)| {
                serde_json::json!({
                    "__identifier": "G", "__type": "IntGrid", "__cWid": 5, "__cHei": 4, "__gridSize": 16,
                    "__pxTotalOffsetX": shift, "visible": !is_hidden, "intGridCsv": values,
                })
            })
            .collect();
        let entities = objects.into_iter().map(|(value, x, y, _)| {
            serde_json::json!({"__identifier": format!("e{value}"), "__grid": [x / 16, y / 16]})
        });
        layers.insert(0, serde_json::json!({
            "__identifier": "E", "__type": "Entities", "__cWid": 5, "__cHei": 4, "__gridSize": 16,
            "entityInstances": entities.collect::<Vec<_>>(),
        }));
        serde_json::json!({"levels": [{"identifier": "A", "layerInstances": layers}]}).to_string()
    })
}

fn any_file() -> impl Strategy<Value = RandomFile> {
    let of = |format: ForeignFormat| move |text: String| RandomFile { format, text };
    prop_oneof![
        ascii().prop_map(of(ForeignFormat::Ascii)),
        sokoban().prop_map(of(ForeignFormat::Sokoban)),
        puzzlescript().prop_map(of(ForeignFormat::PuzzleScript)),
        angband().prop_map(of(ForeignFormat::Angband)),
        crawl().prop_map(of(ForeignFormat::Crawl)),
        tmx().prop_map(of(ForeignFormat::Tmx)),
        tmj().prop_map(of(ForeignFormat::Tmj)),
        ldtk().prop_map(of(ForeignFormat::Ldtk)),
    ]
}

/// Returns a legend for the numbers of a random LDtk project.
fn ldtk_legend() -> String {
    let rules = TILES.iter().enumerate().map(|(nth, glyph)| {
        let nth = nth + 1;
        format!("value {nth} = {glyph}\nobject \"e{nth}\" = {glyph}\n")
    });
    rules.collect()
}

/// Errors that a file of another program may have itself: no hero, no enemy, nothing to take, no goal for a box, or
/// unreachable gold.
const OWN_ERRORS: [Code; 5] = [
    Code::NoHero,
    Code::NoEnemies,
    Code::NothingToCollect,
    Code::NoGoal,
    Code::UnreachableItem,
];

proptest! {
    #![proptest_config(cases::of(256))]

    /// An imported dungeon has no errors beyond those of its file, and no explore cell on the border.
    #[test]
    fn an_import_makes_no_errors(file in any_file()) {
        let legend = if file.format == ForeignFormat::Ldtk { ldtk_legend() } else { String::new() };
        let Ok(imported) = import(file.format, &file.text, &legend) else {
            return Ok(());
        };
        for finding in &imported.findings {
            let is_own = finding.severity != Severity::Error || OWN_ERRORS.contains(&finding.code);
            prop_assert!(is_own && finding.code != Code::OpenEdge, "{finding:?}\n{}\n{}", file.text, imported.text);
        }
        if matches!(file.format, ForeignFormat::Sokoban | ForeignFormat::PuzzleScript) {
            return Ok(());
        }
        // Vaults, which come first, may be open at their edge.
        let levels = imported.text.find("\nlevel").filter(|_| imported.text.contains("\nvault "));
        for map in drawings(&imported.text[levels.unwrap_or(0)..]) {
            let rows: Vec<Vec<char>> = map.lines().map(|row| row.chars().collect()).collect();
            let width = rows.iter().map(Vec::len).max().unwrap_or(0);
            for (y, row) in rows.iter().enumerate() {
                for (x, glyph) in row.iter().enumerate() {
                    let is_rim = x == 0 || y == 0 || x + 1 == width || y + 1 == rows.len();
                    prop_assert!(!is_rim || " #".contains(*glyph), "{},{} of\n{map}", x + 1, y + 1);
                }
            }
        }
    }

    /// Every spelling of a puzzle gives the same dungeon in every layout.
    #[test]
    fn each_spelling_of_a_puzzle_is_the_same_dungeon(
        rows in puzzle(),
        floor in prop::sample::select(vec![" ", "-", "_"]),
        (from, to) in prop::sample::select(vec![
            ("", ""), ("@+$*.", "pPbBo"), ("@+$*.", "pPbBO"), ("#$*", "X*&"), ("#$*", "x*&"),
        ]),
    ) {
        let made = |text: &str| {
            let imported = import(ForeignFormat::Sokoban, text, "").expect("a puzzle");
            let lines = imported.text.lines().filter(|line| !line.starts_with("//"));
            lines.collect::<Vec<_>>().join("\n")
        };
        let plain = made(&rows.join("\n"));
        for text in layouts(&respelled(&rows, &format!("{from} "), &format!("{to}{floor}"))) {
            prop_assert_eq!(&plain, &made(&text), "{}", text);
        }
    }

    /// A plain grid keeps every open cell, wherever the import adds walls.
    #[test]
    fn a_grid_keeps_every_open_cell(text in ascii()) {
        let Ok(imported) = import(ForeignFormat::Ascii, &text, "'x' = .\n'r' = .\n'\u{e9}' = .\n") else {
            return Ok(());
        };
        let open = |text: &str| {
            let cells = text.chars().filter(|c| !c.is_whitespace() && *c != '#').map(|c| match c {
                'x' | 'r' | '\u{e9}' | '@' => '.',
                c => c,
            });
            cells.collect::<String>()
        };
        prop_assert_eq!(open(&text), open(drawings(&imported.text)[0]));
    }
}
