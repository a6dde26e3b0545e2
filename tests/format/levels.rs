//! Several levels in one file, and what joins them: each test reads a small file and looks at the dungeon it gives.
use crate::corpus::paths;
use crate::reading::{codes, dungeon};
use dungeon::Session;
use dungeon_format::{Code, Limits, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{
    Dungeon, Feature, LevelId, ScatteredThing, Spawn, Stair, Stairs, Stat,
};
use dungeon_model::space::geometry::{Point, at};

/// Where the stairs at a cell lead, in a file's terms: the level from 1, and the cell if they name one.
fn leads(dungeon: &Dungeon, level: usize, (x, y): (i32, i32)) -> (Stair, u8, Option<(i32, i32)>) {
    let tile = dungeon.levels()[level - 1].tiles.get(at(x - 1, y - 1));
    let feature = dungeon.tile(tile.expect("a cell of the level")).feature;
    let Feature::Stairs(Stairs { way, to, at }) = feature else {
        panic!("expected stairs, found {feature:?}");
    };
    (way, to.0 + 1, at.map(|Point { x, y }| (x + 1, y + 1)))
}

/// Three levels, joined both ways, the last one without a name; these records stand below the maps.
fn three(first: &str, second: &str, third: &str) -> String {
    format!(
        "level \"Upper\"
map
########
#@..$.>#
########
end
{first}
level \"Middle\"
map
########
#<....>#
########
end
{second}
level
map
######
#<...#
######
end
{third}
"
    )
}

#[test]
fn every_level_is_resolved_in_file_order() {
    let dungeon = dungeon(&three("", "", ""));
    let names: Vec<&str> = dungeon
        .levels()
        .iter()
        .map(|level| level.name.as_str())
        .collect();
    assert_eq!(names, ["Upper", "Middle", ""]);
    let heroes = dungeon.levels().iter().map(|level| level.spawns.len());
    assert_eq!(heroes.collect::<Vec<_>>(), [1, 0, 0]);
}

/// A tile's number is hashed when a door opens, so another order would break kept games and recordings.
#[test]
fn the_terrain_of_all_levels_is_numbered_before_any_door() {
    let first = "+ 4 2 name=\"oak door\"";
    let second = "mark % . name=\"moss\"\n% 4 2";
    let dungeon = dungeon(&three(first, second, "+ 4 2 name=\"gate\""));
    let number = |name: &str| {
        let mut tiles = dungeon.tiles().iter();
        tiles.position(|tile| tile.name == name).expect(name)
    };
    let (moss, oak, gate) = (number("moss"), number("oak door"), number("gate"));
    assert!(moss < oak && oak < gate, "{moss} {oak} {gate}");
}

#[test]
fn stairs_without_to_lead_to_the_next_level_and_to_the_one_before() {
    let dungeon = dungeon(&three("", "", ""));
    assert_eq!(leads(&dungeon, 1, (7, 2)), (Stair::Down, 2, None));
    assert_eq!(leads(&dungeon, 2, (2, 2)), (Stair::Up, 1, None));
    assert_eq!(leads(&dungeon, 2, (7, 2)), (Stair::Down, 3, None));
    assert_eq!(leads(&dungeon, 3, (2, 2)), (Stair::Up, 2, None));
}

#[test]
fn stairs_lead_to_a_level_by_its_name_and_to_a_cell_of_it() {
    let dungeon = dungeon(&three(
        "> 7 2 to=\"Middle\" at=4,2",
        "mark > > to=Upper at=$\n^ 3 2 trap=pit",
        "< 4 2 to=\"Upper\" at=@\n> 5 2 to=Middle at=>",
    ));
    assert_eq!(leads(&dungeon, 1, (7, 2)), (Stair::Down, 2, Some((4, 2))));
    assert_eq!(leads(&dungeon, 2, (7, 2)), (Stair::Down, 1, Some((5, 2))));
    assert_eq!(leads(&dungeon, 3, (4, 2)), (Stair::Up, 1, Some((2, 2))));
    assert_eq!(
        leads(&dungeon, 3, (5, 2)),
        (Stair::Down, 2, Some((7, 2))),
        "the glyph is drawn in the level that the stairs lead to"
    );
}

#[test]
fn scattered_stairs_lead_as_drawn_ones_do() {
    let dungeon = dungeon(&three("", "", "scatter < 1 to=Upper in=3,2..5,2"));
    let scattered = dungeon.levels()[2]
        .scatters
        .iter()
        .map(|scatter| scatter.what);
    let features = scattered.map(|what| match what {
        ScatteredThing::Tile(tile) => dungeon.tile(tile).feature,
        other => panic!("expected terrain, found {other:?}"),
    });
    let up = Stairs {
        way: Stair::Up,
        to: LevelId(0),
        at: None,
    };
    assert_eq!(features.collect::<Vec<_>>(), [Feature::Stairs(up)]);
}

#[test]
<<<<<<< HEAD
=======
fn unknown_level_where_no_further_level_lies_that_way() {
    assert_eq!(codes(&three("< 2 2", "", "")), [Code::UnknownLevel]);
    assert_eq!(codes(&three("", "", "> 4 2")), [Code::UnknownLevel]);
    assert_eq!(codes(&three("", "", "> 4 2 to=Upper")), []);
}

#[test]
fn unknown_level_is_mended_by_the_name_that_is_near() {
    let text = three("> 7 2 to=Midle", "", "");
    let (_, found) = findings(&text);
    let fixes: Vec<&str> = found
        .iter()
        .filter_map(|found| Some(found.fix.as_ref()?.replacement.as_str()))
        .collect();
    assert_eq!(fixes, ["\"Middle\""]);
    let help = |text: &str| {
        findings(text).1[0]
            .help
            .clone()
            .unwrap_or_default()
            .to_string()
    };
    assert_eq!(
        help(&three("", "", "< 3 2 to=Elsewhere")),
        "the other levels are \"Upper\", \"Middle\""
    );
    assert_eq!(
        help(&three("> 7 2 to=Elsewhere", "", "")),
        "the only other level with a name is \"Middle\""
    );
    let nameless = three("> 7 2 to=Elsewhere", "", "").replace("level \"Middle\"", "level");
    assert_eq!(
        help(&nameless),
        "no other level has a name: begin one with `level \"Elsewhere\"`"
    );
}

#[test]
fn a_level_name_with_quotes_is_told_as_it_is_written() {
    let named = |text: &str| text.replace("\"Middle\"", r#""The \"Mid\"""#);
    let help = |text: &str| {
        findings(&named(text)).1[0]
            .help
            .clone()
            .unwrap_or_default()
            .to_string()
    };
    assert_eq!(
        help(&three("> 7 2 to=Elsewhere", "", "")),
        r#"the only other level with a name is "The \"Mid\"""#
    );
    assert_eq!(
        help(&three("", "", "< 3 2 to=Elsewhere")),
        r#"the other levels are "Upper", "The \"Mid\"""#
    );
    assert_eq!(
        help(&three("", "", "> 4 2").replace("\"Upper\"", "")),
        r#"write where they lead, such as `> 4 2 to="The \"Mid\""`, or begin another `level` below it"#
    );
    let unreached = three("", "", "$ 3 2")
        .replace("\"Middle\"", "")
        .replace(
            drawn! {"
                level
                map
                ######
                #<"},
            drawn! {r#"
                level "a \"b\""
                map
                ######
                #."#},
        )
        .replace("....>", ".....");
    assert_eq!(
        help(&unreached),
        r#"nothing leads to "a \"b\"": draw a `>` in level 2"#
    );
}

#[test]
fn a_mistake_in_a_mark_is_told_once_however_often_it_is_drawn() {
    let text = three("", "mark > > to=Nowhere", "").replace("#<....>#", "#<>>>>>#");
    assert_eq!(codes(&text), [Code::UnknownLevel]);
    let text = three("", "mark > > at=9,9", "").replace("#<....>#", "#<>>>>>#");
    assert_eq!(codes(&text), [Code::OutOfBounds]);
    let text = three("", "mark > > at=nowhere", "").replace("#<....>#", "#<>>>>>#");
    assert_eq!(codes(&text), [Code::BadValue]);
}

#[test]
fn nothing_is_called_an_unknown_level_where_a_level_could_not_be_read() {
    let text = three("", "", "> 4 2").replace("level \"Middle\"", "levle \"Middle\"");
    let codes = codes(&text);
    assert!(!codes.contains(&Code::UnknownLevel), "{codes:?}");
    let text = three("", "", "").replace("#<....>#", "");
    let codes = self::codes(&text);
    assert!(!codes.contains(&Code::UnknownLevel), "{codes:?}");
}

#[test]
fn a_file_has_one_hero_and_one_thing_to_collect_whatever_level_they_are_on() {
    let moved = three("", "@ 3 2", "$ 3 2");
    assert_eq!(codes(&moved), [Code::ManyHeroes]);
    let elsewhere = moved.replace("#@..$.>#", "#.....>#");
    assert_eq!(codes(&elsewhere), []);
    let nobody = three("", "", "").replace('@', ".");
    assert_eq!(codes(&nobody), [Code::NoHero]);
    let nothing = three("", "", "").replace('$', ".");
    assert_eq!(codes(&nothing), [Code::NothingToCollect]);
    assert_eq!(codes(&three("", "", "scatter @ 1")), [Code::ManyHeroes]);
}

#[test]
fn duplicate_level_names_are_told_and_levels_without_a_name_are_many() {
    let twice = three("", "", "").replace("\"Middle\"", "\"Upper\"");
    assert_eq!(codes(&twice), [Code::DuplicateLevel]);
    let nameless = three("", "", "").replace("level \"Middle\"", "level");
    assert_eq!(codes(&nameless), []);
}

#[test]
fn a_mark_belongs_to_its_level_and_a_declaration_to_all() {
    let text = three("mark x $", "", "x 3 2");
    assert_eq!(codes(&text), [Code::UnusedDeclaration, Code::UnknownGlyph]);
    let text = format!("item x \"bread\" health=2\n{}", three("", "", "x 3 2"));
    assert_eq!(codes(&text), []);
}

#[test]
fn unknown_glyph_is_told_once_a_level() {
    let text = three("", "", "").replace("....", ".xx.");
    assert_eq!(codes(&text), [Code::UnknownGlyph]);
    let text = text.replace("<...", "<xx.");
    assert_eq!(codes(&text), [Code::UnknownGlyph; 2]);
}

#[test]
>>>>>>> b8b8a25e (Write messages and comments of resolve in plain English)
fn the_first_level_may_begin_with_its_map() {
    let text = three("", "", "").replacen("level \"Upper\"\n", "", 1);
    let dungeon = dungeon(&text);
    assert_eq!(dungeon.levels().len(), 3);
    assert_eq!(leads(&dungeon, 1, (7, 2)), (Stair::Down, 2, None));
}

#[test]
fn limit_so_many_levels_have_a_number() {
    let more = "level\nmap open 4 4\n".repeat(300);
    let text = format!(
        "map
#####
#@$.#
#####
end
{more}"
    );
    let limits = Limits {
        levels: 1_000,
        ..Limits::default()
    };
    let (_, found) = read(&Source::from_text("test.dng", text), &limits);
    let told: Vec<_> = found
        .iter()
        .map(|found| (found.code, found.message.raw()))
        .collect();
    assert_eq!(
        told,
        [(Code::Limit, "expected at most 256 levels, found more")]
    );
}

#[test]
fn limit_a_map_before_the_first_level_counts_as_one() {
    let more = "level\nmap open 4 4\n".repeat(64);
    let text = format!(
        "map
#####
#@$.#
#####
end
{more}"
    );
    assert_eq!(codes(&text), [Code::Limit]);
}

#[test]
fn blanks_before_a_drawing_are_cells_and_blanks_behind_it_are_none() {
    let text = "map\n   \n  #####  \n  #@.$#   \n  #####\n     \n\nend\n";
    let framed = dungeon(text);
    let level = &framed.levels()[0];
    assert_eq!(level.tiles.size().to_string(), "7x4");
    assert_eq!(level.spawns[0].at, at(3, 2));
    let bare = dungeon("map\n#####\n#@.$#\n#####\nend\n");
    assert_eq!(bare.levels()[0].tiles.size().to_string(), "5x3");
}

#[test]
fn older_spellings_of_sight_and_shots_mean_what_they_meant() {
    let kind = |words: &str| {
        let text = format!("kind k \"k\" {words}\nmap\n#####\n#@k$#\n#####\nend\n");
        let source = Source::from_text("test.dng", text);
        let dungeon = read(&source, &Limits::default()).0.expect("no error");
        let kind = dungeon.kinds().last().expect("a kind").clone();
        kind.behaviour.parts()
    };
    assert_eq!(
        kind("is=wanderer sight=6"),
        kind("is=wanderer sense=sight:6")
    );
    assert_eq!(
        kind("is=patrol sight=8 shot=3"),
        kind("is=patrol sense=sight:8 hunt=shoot:3")
    );
}

/// Two levels without anything but what `first` and `second` draw in a row, with records below each.
fn pair(
    before: &str,
    (first, below): (&str, &str),
    (second, below_second): (&str, &str),
) -> String {
    format!(
        "{before}
level
map
############
#@..{first:.<6}>#
#..........#
############
end
{below}
level
map
############
#<..{second:.<6}$#
#..........#
############
end
{below_second}
"
    )
}

#[test]
fn marks_before_the_first_level_hold_in_every_level() {
    let marks = "mark 8 .\nmark P p health=8 via=8\nmark X $ wealth=3\nmark X w";
    let dungeon = dungeon(&pair(marks, ("P...8X", ""), ("8.PX", "X 8 3")));
    let [first, second] = dungeon.levels() else {
        panic!("two levels");
    };
    assert_eq!(first.spawns.len(), 3, "the hero, the patrol and a wanderer");
    assert_eq!(first.stats_of(&first.spawns[1])[Stat::Health], 8);
    assert_eq!((first.items.len(), second.items.len()), (1, 3));
    assert_eq!(second.spawns.len(), 3, "the patrol and two wanderers");
    let end = |spawn: &Spawn| spawn.route().and_then(|route| route.last().copied());
    let ends = [end(&first.spawns[1]), end(&second.spawns[0])];
    assert_eq!(
        ends,
        [Some(at(8, 1)), Some(at(4, 1))],
        "each at the 8 of its level"
    );
}

#[test]
fn a_mark_of_a_level_replaces_those_of_the_file_wholly() {
    let marks = "mark X $ wealth=3\nmark X w";
    let dungeon = dungeon(&pair(marks, ("X", ""), ("X", "mark X * health=2")));
    let counts = dungeon
        .levels()
        .iter()
        .map(|level| (level.spawns.len(), level.items.len()));
    assert_eq!(counts.collect::<Vec<_>>(), [(2, 1), (0, 2)]);
}

#[test]
fn marks_of_the_file_may_stand_above_what_they_name() {
    let text = pair("mark H r\nkind r \"rat\" is=wanderer", ("H", ""), ("", ""));
    assert_eq!(dungeon(&text).levels()[0].spawns.len(), 2);
    let slashes = "mark / ,\ntile , \"moss\"";
    assert_eq!(codes(&pair(slashes, ("//", ""), ("/", ""))), []);
}

/// What a person sees of a game, before and after some keys.
fn seen(text: &str) -> Vec<String> {
    let mut session = Session::from_text(text).expect("a dungeon");
    let frames = ["", "l", "j", ".", "h", "k", "y"].map(|keys| {
        session.press(keys).expect("keys");
        session.frame().to_string()
    });
    frames.into()
}

#[test]
fn marks_of_the_only_level_mean_the_same_before_it() {
    let mut moved = 0;
    for path in ["fixtures/ok", "dungeons"].into_iter().flat_map(paths) {
        let text = std::fs::read_to_string(&path).expect("a file in UTF-8");
        let is_level = |line: &&str| line.starts_with("level");
        let is_mark = |line: &&str| line.starts_with("mark ");
        let is_map = |line: &str| line.starts_with("map");
        let (marks, others): (Vec<&str>, Vec<&str>) = text.lines().partition(is_mark);
        let mut rows = others.iter().copied();
        let is_plain = others.iter().filter(|line| is_level(line)).count() <= 1
            && rows.clone().filter(|line| is_map(line)).count() == 1
            && rows.any(is_map);
        if marks.is_empty() || !is_plain || text.contains('\r') {
            continue;
        }
        moved += 1;
        let others = others.join("\n");
        let before = format!("{}\n{others}\n", marks.join("\n"));
        assert_eq!(seen(&text), seen(&before), "{}", path.display());
    }
    assert!(moved >= 4, "{moved} files with marks");
}
