//! Several levels in one file, and their connections: each test reads a small file and checks the dungeon.
use crate::corpus::paths;
use crate::reading::{codes, dungeon};
use dungeon::Session;
use dungeon_format::{Code, Limits, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{
    Dungeon, Feature, LevelId, ScatteredThing, Spawn, Stair, Stairs, Stat,
};
use dungeon_model::space::geometry::{Point, at};

/// Returns the destination of the stairs at a cell in a file's terms: the level from 1, and the cell if they name one.
fn leads(dungeon: &Dungeon, level: usize, (x, y): (i32, i32)) -> (Stair, u8, Option<(i32, i32)>) {
    let tile = dungeon.levels()[level - 1].tiles.get(at(x - 1, y - 1));
    let feature = dungeon.tile(tile.expect("a cell of the level")).feature;
    let Feature::Stairs(Stairs { way, to, at }) = feature else {
        panic!("expected stairs, found {feature:?}");
    };
    (way, to.0 + 1, at.map(|Point { x, y }| (x + 1, y + 1)))
}

/// Three levels connected in both directions, the last one without a name, with these records below the maps.
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

/// The number of a tile is hashed when a door opens, so another order would break saved games and recordings.
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

/// Two empty levels except for the rows `first` and `second`, with records below each.
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

/// Returns the frames of a game, before and after some keys.
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
