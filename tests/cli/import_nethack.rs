//! `dungeon import --from nethack`: levels of NetHack 3.6 and MiniHack.
use std::path::Path;

use dungeon::interchange::import::{ForeignFormat, Import, ImportError, Imported, LevelChoice};
use dungeon::interchange::side_file::SideFileError;
use dungeon_format::source::{Limits, Source};
use dungeon_players::{Budget, Verdict, prove};

/// Imports a text as `file`, with a legend.
fn import(text: &str, legend: &str) -> Result<Imported, ImportError> {
    import_as("file", "Title", text, legend)
}

fn import_as(name: &str, title: &str, text: &str, legend: &str) -> Result<Imported, ImportError> {
    let source = Source::from_text(name, text);
    let legend = Source::from_text("legend", legend);
    let import = Import {
        source: &source,
        format: ForeignFormat::Nethack,
        legend: Some(&legend),
        beside: &|_: &Path| Err(SideFileError::Unreadable(std::io::Error::other("none"))),
        choice: &LevelChoice::default(),
        title,
    };
    import.run(&Limits::default())
}

/// Returns the text of an import without errors, and its losses.
fn sound(text: &str, legend: &str) -> (String, String) {
    let imported = import(text, legend).expect("the file is imported");
    assert!(
        !imported.has_errors(),
        "{:?}\n{}",
        imported.findings,
        imported.text
    );
    let losses: Vec<String> = imported.losses.iter().map(ToString::to_string).collect();
    (imported.text, losses.join("\n"))
}

/// Returns the text after the remarks: the map and its records.
fn drawn(text: &str) -> String {
    let (text, _) = sound(text, "");
    let map = text.rfind("\nmap").expect("a map");
    text[map + 1..].to_owned()
}

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/import")
        .join(name);
    std::fs::read_to_string(path).expect("a fixture")
}

/// A level with a room of three by three cells, and these statements.
fn room(statements: &str) -> String {
    format!(
        "MAZE:\"room\",' '\nGEOMETRY:center,center\nMAP\n-----\n|...|\n|...|\n|...|\n-----\nENDMAP\n{statements}\n"
    )
}

/// Covers every monster of the bundled legend, also those with combat keys, which neutral monsters must not have.
#[test]
fn every_monster_can_sleep_and_be_peaceful() {
    let legend = include_str!("../../src/interchange/nethack/nethack.legend");
    let kinds = legend.lines().filter_map(|line| line.strip_prefix("kind "));
    let mut tried = 0;
    for kind in kinds {
        let (class, rest) = kind.split_at(1);
        let name = rest.split('"').nth(1).expect("a name");
        if class == ";" {
            continue;
        }
        let (text, losses) = sound(
            &room(&format!(
                "STAIR:(1,1),up\nSTAIR:(3,3),down\nMONSTER:('{class}',\"{name}\"),(2,2),asleep,peaceful"
            )),
            "",
        );
        assert_eq!(losses, "", "{kind}");
        assert!(
            text.contains("side=none") && text.contains("asleep=yes"),
            "{text}"
        );
        tried += 1;
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn m7_mimics_look_like_what_a_level_says() {
    let (text, losses) = sound(
        &room(
            "STAIR:(1,1),up\nSTAIR:(3,3),down\nMONSTER:('m',\"giant mimic\"),(2,2),asleep,m_object \"boulder\"\n\
             MONSTER:('m',\"small mimic\"),(1,2),m_feature \"fountain\"\n\
             MONSTER:('m',\"large mimic\"),(1,3),m_object \"luckstone\"\n\
             MONSTER:('m',\"large mimic\"),(2,3),m_feature \"staircase down\"",
        ),
        "",
    );
    let kinds: Vec<&str> = text.lines().filter(|line| line.contains("mimic")).collect();
    insta::assert_snapshot!(format!("{losses}\n{}", kinds.join("\n")));
    for line in ["tile `", "tile {", "item "] {
        assert!(
            text.lines().any(|one| one.starts_with(line)),
            "{line}\n{text}"
        );
    }
}

#[test]
fn a_level_of_nethack_is_a_dungeon_that_can_be_won() {
    let (text, losses) = sound(&fixture("ferry.des"), "");
    insta::assert_snapshot!(losses);
    insta::assert_snapshot!(text);
    let (dungeon, findings) = dungeon::read(&Source::from_text("ferry", text), &Limits::default());
    assert_eq!(findings, []);
    let dungeon = std::sync::Arc::new(dungeon.expect("a dungeon"));
    for seed in 0..8 {
        let proof = prove(&dungeon, seed, &Budget::of_steps(200_000));
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{seed}");
    }
}

#[test]
fn every_part_of_the_language_is_drawn_or_reported() {
    let (text, losses) = sound(&fixture("keep.des"), "");
    insta::assert_snapshot!(losses);
    insta::assert_snapshot!(text);
}

#[test]
fn wrong_statements_cost_only_themselves_and_are_reported_at_their_line() {
    let text = room(
        "TRAP \"pit\",(1,1)\nDOOR:ajar,(2,0)\nOBJECT:('(',\"chest\",(1,1)\nMONSTER:('r',\"sewer rat\"),(99,1)\n\
         $x = $y\nFROB:3\nGOLD:5,(1,1)\nTERRAIN:(2,2),'?'\nSTAIR:(3,1),down\nIF [50%] {\nGOLD:5,(1,2)",
    );
    let (text, losses) = sound(&text, "");
    insta::assert_snapshot!(losses);
    let end = "#..>#\n#1..#\n#...#\n#####\nend\nmark 1 $|. wealth=5\n$ 2 2 wealth=5\nscatter @ 1 in=2,2..4,4\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn chance_becomes_marks_shuffles_classes_and_ranges() {
    let marks = room(
        "STAIR:(1,1),up\nSTAIR:(3,3),down\n[20%]: GOLD:5,(2,2)\nIF [50%] {\nMONSTER:'k',(3,1)\n} ELSE {\nMONSTER:'o',(3,1)\n}",
    );
    insta::assert_snapshot!(drawn(&marks));
    let shuffles = room(
        "STAIR:(1,1),up\n$p = { (3,1),(3,3),(1,3) }\nSHUFFLE:$p\nSTAIR:$p[0],down\nMONSTER:'k',$p[1]\nGOLD:7,$p[1]",
    );
    insta::assert_snapshot!(drawn(&shuffles));
    let classes = room(
        "STAIR:(1,1),up\nSTAIR:(3,3),down\nLOOP [1d3] {\nGOLD:1d6,random\n}\nIF [75%] {\nMONSTER:'k',random\n} ELSE {\nMONSTER:'o',random\n}",
    );
    insta::assert_snapshot!(drawn(&classes));
}

#[test]
fn outcomes_that_belong_together_are_drawn_together() {
    let text = room(
        "STAIR:(1,1),up\nSTAIR:(3,3),down\nIF [40%] {\nGOLD:1,(2,2)\nMONSTER:'k',(3,1)\n} ELSE {\nGOLD:2,(2,2)\nMONSTER:'o',(3,1)\n}",
    );
    let (text, losses) = sound(&text, "");
    assert_eq!(
        losses,
        "file:12:1: the outcomes of this chance belong together: the likeliest is drawn in every game"
    );
    assert!(
        text.contains("#@.o#") && text.contains("wealth=2"),
        "{text}"
    );
}

#[test]
fn a_locked_door_stays_locked_only_if_a_key_is_certain() {
    let door = "MAZE:\"a\",' '\nMAP\n-------\n|..|..|\n|..+..|\n-------\nENDMAP\nDOOR:locked,(3,2)\nSTAIR:(1,1),up\nSTAIR:(5,1),down\n";
    let (text, losses) = sound(door, "");
    assert!(!text.contains("locked="), "{text}");
    assert!(
        losses.contains("file:8:1: the door is closed, not locked"),
        "{losses}"
    );
    let (text, losses) = sound(&format!("{door}OBJECT:('(',\"skeleton key\"),(1,2)\n"), "");
    assert!(text.contains("+ 4 3 locked=iron"), "{text}");
    assert_eq!(losses, "");
    let (text, _) = sound(
        &format!("{door}[50%]: OBJECT:('(',\"skeleton key\"),(1,2)\n"),
        "",
    );
    assert!(!text.contains("locked="), "{text}");
}

#[test]
fn a_legend_replaces_bundled_monsters_and_objects() {
    let text = room(
        "STAIR:(1,1),up\nSTAIR:(3,3),down\nMONSTER:('H',\"minotaur\"),(3,1)\nOBJECT:('%',\"apple\"),(2,2)",
    );
    let legend = "object \"minotaur\" = M\nobject \"apple\" = nothing\nkind M \"calf\" health=1 strength=1\n";
    let (text, losses) = sound(&text, legend);
    assert_eq!(losses, "");
    assert!(text.contains("#@.M#\n#...#"), "{text}");
    assert!(!text.contains("minotaur"), "{text}");
}

#[test]
fn each_container_gives_its_own_contents() {
    let chest =
        |x: u32, inner: &str| format!("CONTAINER:('(',\"chest\"),({x},2) {{\nOBJECT:{inner}\n}}\n");
    let text = room("STAIR:(1,1),up\nSTAIR:(3,3),down\n")
        + &chest(1, "('%',\"apple\")")
        + &chest(3, "('*',\"ruby\")");
    insta::assert_snapshot!(drawn(&text));
}

#[test]
fn a_random_place_in_a_room_is_not_in_a_room_inside_it() {
    let text = "LEVEL:\"a\"\nROOM:\"ordinary\",lit,(3,3),(center,center),(5,5) {\n\
        SUBROOM:\"ordinary\",lit,(0,0),(2,2) {\nSTAIR:random,down\n}\n\
        OBJECT:('(',\"skeleton key\"),random\nDOOR:locked,(2,1)\n}\n";
    let (text, _) = sound(text, "");
    assert!(text.contains("scatter > 1 in=2,2..3,3"), "{text}");
    assert!(text.contains("scatter ( 1 in=4,2..6,6"), "{text}");
}

#[test]
fn a_maze_is_carved_as_nethack_carves_it() {
    let (text, _) = sound(&fixture("keep.des"), "");
    let maze = text.split("level \"Maze\"").nth(1).expect("the maze");
    let rows: Vec<&str> = maze
        .lines()
        .skip_while(|line| *line != "map")
        .skip(1)
        .take(7)
        .collect();
    // Every cell of an odd column and row of the level is part of the maze, and the wall around it is whole.
    for (y, x) in [
        (2, 2),
        (2, 4),
        (2, 6),
        (2, 8),
        (4, 2),
        (4, 4),
        (4, 6),
        (4, 8),
    ] {
        assert_ne!(rows[y].chars().nth(x), Some(' '), "{rows:?}");
    }
    assert_eq!((rows[0], rows[6]), ("###########", "###########"));
}

#[test]
fn hostile_files_are_imported_in_bounded_time() {
    let nested = "IF [50%] {\n".repeat(5_000);
    let brackets = format!("GOLD:{}1{},(1,1)\n", "(".repeat(5_000), ")".repeat(5_000));
    let sums = format!("GOLD:1{},(1,1)\n", " + 1".repeat(5_000));
    let loops = "LOOP [99999999] {\n".repeat(20) + "GOLD:1,random\n" + &"}\n".repeat(20);
    let calls = "FUNCTION f() {\nf()\nf()\n}\nf()\n".to_owned();
    let doubled =
        "$a = \"x\"\n".to_owned() + &"$a = $a . $a\n".repeat(64) + "ENGRAVING:(1,1),dust,$a\n";
    let own = "$a = $a\n$b = { $b }\nGOLD:$a,(1,1)\nSTAIR:$b[0],down\n".to_owned();
    let wide = "TERRAIN:fillrect(-9999999999,-9,9999999999,99999),'L'\n".to_owned();
    let rooms =
        "SUBROOM:\"a\",lit,(0,0),(99,99) {\n}\nROOMDOOR:false,closed,random,random\n".to_owned();
    let lines = "TERRAIN:randline (0,0),(70,18),999999,'.'\n".repeat(500);
    for hostile in [
        nested, brackets, sums, loops, calls, doubled, own, wide, rooms, lines,
    ] {
        let imported = import(&room(&hostile), "").expect("an import");
        assert!(!imported.losses.is_empty() || !imported.text.is_empty());
    }
}

#[test]
fn files_without_levels_and_levels_without_cells_are_refused() {
    let told = |text: &str| match import(text, "") {
        Err(ImportError::Faults(faults)) => faults[0].to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        told("# none\n"),
        "file: expected a level that begins with `MAZE:` or `LEVEL:`, found none"
    );
    assert_eq!(
        told("MAZE:\"a\",' '\n"),
        "file:1:1: expected a level with a map or rooms, found none"
    );
    assert_eq!(
        told("-- a level\ndes.map([[ ... ]])\n"),
        "file:2:1: expected levels of NetHack 3.6, found Lua of version 3.7, which is not run"
    );
    let imported =
        import(&(room("STAIR:(1,1),down") + "MAZE:\"empty\",' '\n"), "").expect("one level");
    assert_eq!(imported.left_out, 1);
}

#[test]
fn a_des_file_is_recognized_by_its_content() {
    let format = |text: &str| ForeignFormat::Crawl.of_content(&Source::from_text("a.des", text));
    assert_eq!(format("# a\nMAZE: \"a\",' '\n"), ForeignFormat::Nethack);
    assert_eq!(format("LEVEL:\"a\"\r\n"), ForeignFormat::Nethack);
    assert_eq!(
        format("NAME: maze\nTAGS: LEVEL\nMAP\nxx\nENDMAP\n"),
        ForeignFormat::Crawl
    );
}

#[test]
fn the_example_of_the_page_is_what_an_import_writes() {
    let page = include_str!("../../docs/IMPORT.md");
    let part = page
        .split("## NetHack and MiniHack")
        .nth(1)
        .expect("a section");
    let mut blocks = part.split("```").skip(1).step_by(2);
    let example = blocks
        .next()
        .and_then(|block| block.strip_prefix("text\n"))
        .expect("a level");
    let printed = blocks
        .next()
        .and_then(|block| block.strip_prefix("console\n$ dungeon import moat.des\n"));
    let imported = import_as("moat.des", "Moat", example, "").expect("the example is imported");
    assert_eq!(Some(imported.text.as_str()), printed);
    assert!(imported.losses.is_empty() && !imported.has_errors());
}
