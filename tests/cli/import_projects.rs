//! `dungeon import` reads Tiled projects with tilesets and templates in other folders of the project, and nothing
//! outside of the project unless an option allows it.
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::import_losses::run;

/// A tileset whose tiles are `#`, `@`, `$` and `.`.
fn tileset(attributes: &str) -> String {
    let tiles = ["#", "@", "$", "."].iter().enumerate().map(|(id, glyph)| {
        format!(
            "<tile id=\"{id}\"><properties><property name=\"glyph\" value=\"{glyph}\"/></properties></tile>"
        )
    });
    format!(
        "<tileset {attributes}>{}</tileset>",
        tiles.collect::<String>()
    )
}

/// Returns a map of 4 columns and 3 rows with cells of 16 pixels. The only layer has a hero and room for one thing.
fn map(tilesets: &str, more: &str) -> String {
    let layer = "<layer width=\"5\" height=\"3\"><data encoding=\"csv\">1,1,1,1,1,\n1,2,3,4,1,\n1,1,1,1,1</data></layer>";
    format!(
        "<map orientation=\"orthogonal\" width=\"5\" height=\"3\" tilewidth=\"16\" tileheight=\"16\">{tilesets}{layer}{more}</map>"
    )
}

const ROOM: &str = "#####\n#@$.#\n#####";
const ROOM_WITH_GOLD: &str = "#####\n#@$$#\n#####";

/// The exit code of an import, the rows of its only map, and standard error.
type Done = (Option<i32>, String, String);

/// Imports a file of a folder that holds these files.
fn import(files: &[(&str, &str)], arguments: &[&str]) -> Done {
    let done = run(files, arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let printed = text(done.stdout);
    let rows = printed.split("\nmap\n").nth(1).unwrap_or_default();
    let rows = rows.split("\nend\n").next().unwrap_or_default();
    (done.status.code(), rows.to_owned(), text(done.stderr))
}

fn clean(rows: &str) -> Done {
    (Some(0), rows.to_owned(), String::new())
}

#[test]
fn all_files_outside_are_told_with_the_folder_that_holds_them() {
    let set = tileset("name=\"s\"");
    let sets = "<tileset firstgid=\"1\" source=\"../sets/s.tsx\"/><tileset firstgid=\"9\" source=\"../../t.tsx\"/>";
    let map = map(sets, "");
    let files = [
        ("p/maps/a.tmx", map.as_str()),
        ("p/sets/s.tsx", &set),
        ("t.tsx", &set),
    ];
    let refused = import(&files, &["p/maps/a.tmx"]);
    assert_eq!((refused.0, refused.1.as_str()), (Some(2), ""));
    insta::assert_snapshot!(refused.2, @"
    dungeon: p/maps/a.tmx: cannot read the tileset `../sets/s.tsx`: it is outside of the folders that may be read
    dungeon: p/maps/a.tmx: cannot read the tileset `../../t.tsx`: it is outside of the folders that may be read
    dungeon: these files and the imported file are all in `.`: to read them, add `--include .`
    ");
    assert_eq!(
        import(&files, &["p/maps/a.tmx", "--include", "."]),
        clean(ROOM)
    );
    let part = import(&files, &["p/maps/a.tmx", "--include", "p"]);
    insta::assert_snapshot!(part.2, @"
    dungeon: p/maps/a.tmx: cannot read the tileset `../../t.tsx`: it is outside of the folders that may be read
    dungeon: these files and the imported file are all in `.`: to read them, add `--include .`
    ");
    let none = import(&files, &["p/maps/a.tmx", "--include", "q"]);
    insta::assert_snapshot!(none.2, @"dungeon: cannot read the folder q: No such file or directory");
    let back = map
        .replace("../sets/s.tsx", "../maps/s.tsx")
        .replace("../../t.tsx", "./s.tsx");
    let inside = [("maps/a.tmx", back.as_str()), ("maps/s.tsx", &set)];
    assert_eq!(
        import(&inside, &["maps/a.tmx"]),
        clean(ROOM),
        "the path leads back"
    );
}

#[test]
fn a_project_of_tiled_is_one_folder() {
    let set = tileset("name=\"s\"");
    let near = map("<tileset firstgid=\"1\" source=\"../../sets/s.tsx\"/>", "");
    let far = map("<tileset firstgid=\"1\" source=\"../../../s.tsx\"/>", "");
    let files = [
        ("p/game.tiled-project", "{\"folders\": [\"/\", \"..\"]}"),
        ("p/maps/town/near.tmx", near.as_str()),
        ("p/maps/town/far.tmx", &far),
        ("p/sets/s.tsx", &set),
        ("s.tsx", &set),
    ];
    assert_eq!(import(&files, &["p/maps/town/near.tmx"]), clean(ROOM));
    let refused = import(&files, &["p/maps/town/far.tmx"]);
    assert_eq!(refused.0, Some(2), "{}", refused.2);
    assert!(refused.2.contains("add `--include .`"), "{}", refused.2);
}

#[test]
fn objects_of_templates_have_what_they_do_not_set_themselves() {
    let set = tileset("name=\"s\" tilewidth=\"16\" tileheight=\"16\"");
    let xml = "<template><tileset firstgid=\"5\" source=\"../s.tsx\"/><object name=\"gold\" gid=\"7\" width=\"16\" height=\"16\">\
               <properties><property name=\"worth\" value=\"3\"/></properties></object></template>";
    let json = "{\"tileset\": {\"firstgid\": 5, \"source\": \"../s.tsx\"}, \"object\": {\"name\": \"gold\", \"gid\": 7, \
                \"width\": 16, \"height\": 16}, \"type\": \"template\"}";
    let own = "<tileset firstgid=\"1\" source=\"s.tsx\"/>";
    let objects = |object: &str| map(own, &format!("<objectgroup>{object}</objectgroup>"));
    let run = |object: &str, legend: &str| {
        let map = objects(object);
        let files = [
            ("a.tmx", map.as_str()),
            ("s.tsx", &set),
            ("t/gold.tx", xml),
            ("t/gold.tj", json),
            ("l.legend", legend),
        ];
        import(&files, &["a.tmx", "--legend", "l.legend"])
    };
    for path in ["t/gold.tx", "t/gold.tj"] {
        let object = format!("<object template=\"{path}\" x=\"48\" y=\"32\"/>");
        assert_eq!(run(&object, ""), clean(ROOM_WITH_GOLD), "{path}");
        let named = run(&object, "object \"gold\" = .\n");
        assert_eq!(named, clean(ROOM), "{path}: the name of the template");
        let numbered = run(&object, "gid 3 = .\n");
        let floor = ROOM.replace('$', ".");
        assert_eq!(numbered.1, floor, "{path}: the map has the tileset");
    }
    let own = "<object template=\"t/gold.tx\" name=\"coin\" x=\"48\" y=\"32\"/>";
    assert_eq!(run(own, "object \"coin\" = .\n"), clean(ROOM));
    assert_eq!(run(own, "property worth=3 = .\n"), clean(ROOM));
    let hidden = run(
        "<object template=\"t/gold.tx\" visible=\"0\" x=\"48\" y=\"32\"/>",
        "",
    );
    assert_eq!(hidden.1, ROOM, "{}", hidden.2);
    let none = run("<object template=\"t/none.tx\" x=\"48\" y=\"32\"/>", "");
    assert_eq!((none.0, none.1.as_str()), (Some(3), ROOM));
    insta::assert_snapshot!(none.2, @"dungeon: a.tmx: cannot read a template, so its objects are left out: t/none.tx: No such file or directory (os error 2)");
    let outside = run("<object template=\"../none.tx\" x=\"48\" y=\"32\"/>", "");
    assert_eq!(outside.0, Some(2), "{}", outside.2);
}

#[test]
fn a_tileset_that_cannot_be_read_costs_its_names() {
    let map = map("<tileset firstgid=\"1\" source=\"town.tsx\"/>", "");
    let legend = "gid 1 = #\ntile \"town\" 1 = @\ngid 3 = $\ngid 4 = .\n";
    for torn in [None, Some("<tileset"), Some("<map/>"), Some("{"), Some("")] {
        let mut files = vec![("a.tmx", map.as_str()), ("l.legend", legend)];
        files.extend(torn.map(|torn| ("town.tsx", torn)));
        let (code, rows, told) = import(&files, &["a.tmx", "--legend", "l.legend"]);
        assert_eq!((code, rows.as_str()), (Some(3), ROOM), "{torn:?}: {told}");
        let said =
            "dungeon: a.tmx: cannot read a tileset, so its tiles have numbers only: town.tsx";
        assert!(told.starts_with(said), "{torn:?}: {told}");
    }
}

#[test]
fn cells_are_packed_as_tiled_packs_them() {
    let gids = [1, 1, 1, 1, 1, 1, 2, 3, 4, 1, 1, 1, 1, 1, 1_u32];
    let bytes: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    // A zstd frame with one uncompressed block.
    let length = u8::try_from(bytes.len()).expect("a short text");
    let block = (u32::from(length) << 3 | 1).to_le_bytes();
    let mut zstd = vec![
        0x28, 0xb5, 0x2f, 0xfd, 0x20, length, block[0], block[1], block[2],
    ];
    zstd.extend(&bytes);
    let set = tileset("firstgid=\"1\" name=\"s\"");
    let with = |format: &str, cells: &str| {
        let map = map(&set, "");
        let from = map.find("<data").expect("cells");
        let to = map.find("</data>").expect("cells");
        let map = format!("{}<data {format}>{cells}{}", &map[..from], &map[to..]);
        import(&[("a.tmx", map.as_str())], &["a.tmx"])
    };
    let packed = STANDARD.encode(&zstd);
    assert_eq!(
        with("encoding=\"base64\" compression=\"zstd\"", &packed),
        clean(ROOM)
    );
    let plain = STANDARD.encode(&bytes);
    let (first, rest) = plain.split_at(10);
    let split = format!("\n  {first}\n  {}\n", rest.trim_end_matches('='));
    assert_eq!(with("encoding=\"base64\"", &split), clean(ROOM));
    let tiles: String = gids
        .iter()
        .map(|gid| format!("<tile gid=\"{gid}\"/>"))
        .collect();
    assert_eq!(with("", &tiles), clean(ROOM));
    let short = with("encoding=\"base64\" compression=\"zstd\"", &packed[..20]);
    assert_eq!((short.0, short.1.as_str()), (Some(2), ""));
    insta::assert_snapshot!(short.2, @"dungeon: a.tmx:1:511: cannot decompress the cells: Failed to parse block header: Error while reading bytes for Raw: failed to fill whole buffer");
}

#[test]
fn a_document_type_is_skipped_and_its_entities_are_not_read() {
    let map = map(&tileset("firstgid=\"1\" name=\"s\""), "");
    let doctype = "<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">";
    let skipped = format!("<?xml version=\"1.0\"?>\n{doctype}\n{map}");
    assert_eq!(import(&[("a.tmx", &skipped)], &["a.tmx"]), clean(ROOM));
    let entity = format!("<!DOCTYPE map [<!ENTITY a \"#\">]>\n{map}");
    let refused = import(&[("a.tmx", &entity)], &["a.tmx"]);
    assert_eq!(refused.0, Some(2));
    insta::assert_snapshot!(refused.2, @"dungeon: a.tmx:1:1: expected a DOCTYPE without entities, found `<!ENTITY`");
}

#[test]
fn all_wrong_attributes_and_layers_are_told_at_once() {
    let wrong = map(
        &tileset("firstgid=\"1\" name=\"s\""),
        "\n<layer name=\"low\" width=\"4\" height=\"3\"><data encoding=\"csv\">1,1</data></layer>\
         \n<layer name=\"high\" width=\"4\" height=\"3\"><data encoding=\"base64\">*</data></layer>",
    );
    let refused = import(&[("a.tmx", &wrong)], &["a.tmx"]);
    insta::assert_snapshot!(refused.2, @"
    dungeon: a.tmx:4:61: layer `low`: expected 12 cells, found 2
    dungeon: a.tmx:5:65: layer `high`: expected base64: Invalid symbol 42, offset 0.
    ");
    let wrong = wrong.replace("name=\"low\"", "opacity=\"full\" visible=\"maybe\"");
    let refused = import(&[("a.tmx", &wrong)], &["a.tmx"]);
    insta::assert_snapshot!(refused.2, @"
    dungeon: a.tmx:4:1: expected a number as `opacity`, found `full`
    dungeon: a.tmx:4:1: expected 0 or 1 as `visible`, found `maybe`
    ");
}
