//! Baked files: the text of a seed begins with the same level as the file with chance, and plays the same game.
use std::fs;
use std::sync::Arc;

use dungeon::baking::baked_file::{BakedFile, ChanceFile};
use dungeon::data::Dungeon;
use dungeon::diagnostics::{IncludeFolders, Limits, Source, format_text};
use dungeon::interchange::begun_level::begun;
use dungeon::players::{Budget, Careful, SeenGame, Verdict, play, prove};
use dungeon::recordings::Certificate;
use dungeon::{Session, load_source};

use crate::corpus::folder;

/// Numbers by chance, marks that belong together, classes, routes, and things that only the seed places.
const HALL: &str = "hero health=30..40 strength=5\n\
    kind r \"rat\" is=wanderer health=4..9 strength=1..2 drops=b\n\
    kind n \"nest\" health=20 attack=none spawns=r:20\n\
    item b \"loaf of bread\" health=2..6\n\
    item c \"chest\" wealth=10..90 health=-5..0\n\
    class u r*3|n \"vermin\"\n\n\
    map\n\
    ##################\n\
    #@....#...r....n.#\n\
    #.....+..........#\n\
    #..b..#.....H....#\n\
    #.Z.V.#..r.Yu..c.#\n\
    #.11..#....u.....#\n\
    ##################\n\
    end\n\
    mark H r health=10..20\n\
    mark V .\n\
    mark Z p 50% via=V health=4..9\n\
    mark Y r|b \"Hello.\" health=3..8\n\
    mark 1 $*2|b same=yes\n\
    mark 1 u 50%\n\
    r 11 2 strength=3..5 // a strong one\n\
    scatter $ 2 wealth=5..20\n\
    scatter u 2..4 health=8..9\n\
    scatter ^ 1 damage=2\n\
    when kill=H \"It is dead.\"\n\
    test \"a walk\" keys=\"l\" expect=unfinished\n";

fn read(name: &str, text: String) -> (Source, Arc<Dungeon>) {
    let source = Source::from_text(name, text);
    let dungeon = load_source(source.clone()).expect("the file is correct");
    (source, Arc::new(dungeon))
}

/// Checks one seed of a file: the baked text is canonical, begins with the same levels by the export of levels, and a
/// bot plays the same game in both.
fn check(name: &str, file: &ChanceFile, seed: u64) -> BakedFile {
    let baked = file
        .baked(seed)
        .unwrap_or_else(|why| panic!("{name} {seed}: {why}"));
    let source = Source::from_text(name, baked.text.as_str());
    let canonical = format_text(&source, &Limits::default()).expect("a correct text");
    assert_eq!(canonical, baked.text, "{name} {seed}");
    let levels: Vec<usize> = (0..baked.dungeon.levels().len()).collect();
    let begin = |dungeon: &Arc<Dungeon>| {
        let session = Session::seeded(Arc::clone(dungeon), seed);
        begun(&session, &levels).to_string()
    };
    assert_eq!(
        begin(&baked.dungeon),
        begin(file.dungeon()),
        "{name} {seed}"
    );
    let plain = ChanceFile::new(source, Arc::clone(&baked.dungeon));
    assert!(plain.is_err(), "{name} {seed}: the baked file has chance");
    let game = |dungeon: &Arc<Dungeon>| {
        let mut played = SeenGame::begin(Arc::clone(dungeon), seed);
        let record = play(&mut played, &mut Careful::default(), 400);
        (record.outcome, record.turns, record.actions)
    };
    assert_eq!(game(&baked.dungeon), game(file.dungeon()), "{name} {seed}");
    baked
}

#[test]
fn baked_seeds_of_the_bundled_dungeons_play_the_same_games() {
    let mut baked = 0;
    for entry in fs::read_dir(folder("dungeons")).expect("the bundled dungeons") {
        let path = entry.expect("a file").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let (source, dungeon) = read(&name, fs::read_to_string(&path).expect("a text"));
        let Ok(file) = ChanceFile::new(source, dungeon) else {
            continue;
        };
        let seeds = if name == "depths.dng" { 0..4 } else { 0..8 };
        seeds.for_each(|seed| drop(check(&name, &file, seed)));
        baked += 1;
    }
    assert_eq!(baked, 8, "dungeons with chance");
}

#[test]
fn baked_seeds_of_fixtures_play_the_same_games_or_are_refused_as_files_with_errors() {
    let (mut baked, mut refused) = (0, Vec::new());
    for entry in fs::read_dir(folder("fixtures/ok")).expect("fixtures") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "dng") {
            continue;
        }
        let limits = Limits::default();
        let include = IncludeFolders::of(&path, &[]);
        let source = Source::open(&path, &limits).expect("a text");
        let source = source.with_includes(&include, &limits);
        let name = source.name.to_string();
        let Ok(dungeon) = load_source(source.clone()) else {
            continue;
        };
        let Ok(file) = ChanceFile::new(source, Arc::new(dungeon)) else {
            continue;
        };
        for seed in 0..3 {
            match file.baked(seed) {
                Ok(_) => {
                    check(&name, &file, seed);
                    baked += 1;
                }
                Err(why) => refused.push(why),
            }
        }
    }
    assert!(baked > 50, "{baked}");
    let is_known =
        |why: &String| why.starts_with("the written file would have an error: expected a way");
    assert!(refused.iter().all(is_known), "{refused:#?}");
}

#[test]
fn a_certificate_of_the_template_wins_the_baked_file_and_the_other_way_round() {
    let (source, dungeon) = read(
        "gallery.dng",
        fs::read_to_string(folder("dungeons/gallery.dng")).expect("a text"),
    );
    let file = ChanceFile::new(source.clone(), dungeon).expect("it has chance");
    for seed in 0..3 {
        let baked = check("gallery.dng", &file, seed);
        let plain = Source::from_text("gallery.dng", baked.text.as_str());
        for dungeon in [file.dungeon(), &baked.dungeon] {
            let proof = prove(dungeon, seed, &Budget::of_steps(1_000_000));
            let Verdict::Winnable(line) = proof.verdict else {
                panic!("seed {seed} can be won");
            };
            for source in [&source, &plain] {
                assert!(Certificate::new(source, seed, &line).is_some(), "{seed}");
            }
            let certificate = Certificate::new(&plain, seed, &line).expect("it wins");
            let text = baked
                .with_test("By a test.", &certificate)
                .expect("it passes");
            assert!(
                text.contains(&format!("test \"seed {seed} can be won\"")),
                "{text}"
            );
        }
    }
}

#[test]
fn numbers_routes_classes_and_named_marks_are_written_as_the_seed_has_drawn_them() {
    let (source, dungeon) = read("hall.dng", HALL.to_owned());
    let file = ChanceFile::new(source, dungeon).expect("it has chance");
    for seed in 0..30 {
        let baked = check("hall.dng", &file, seed);
        let is_gone = |word: &str| !baked.text.lines().any(|line| line.starts_with(word));
        assert!(
            is_gone("scatter") && is_gone("test") && is_gone("mark Y r|b"),
            "{}",
            baked.text
        );
        assert!(baked.text.contains("when kill=H"), "{}", baked.text);
    }
    let text = file.baked(3).expect("it can be written").text;
    assert!(!text.contains("a strong one"), "{text}");
}

#[test]
fn what_cannot_be_baked_is_refused_with_the_reason() {
    let refusal = |text: &str| {
        let (source, dungeon) = read("a.dng", text.to_owned());
        match ChanceFile::new(source, dungeon) {
            Ok(file) => file.baked(0).err().unwrap_or_default(),
            Err(why) => why,
        }
    };
    let cases = [
        (
            "map\n#####\n#@.$#\n#####\nend\n",
            "every seed gives the same level",
        ),
        (
            "rules arena\n",
            "the boards of the game itself cannot be written",
        ),
        (
            "map\n#########\n#@.11...#\n#...11.$#\n#########\nend\nmark 1 .|^\nwhen step=1 \"A step.\"\n",
            "the mark `1` is named elsewhere in the file",
        ),
    ];
    for (text, expected) in cases {
        let why = refusal(text);
        assert!(why.starts_with(expected), "{why}");
    }
}

#[test]
fn marks_for_tuning_are_baked_at_any_place() {
    let file = "lose turns=300 tune=turns:200..400\n\
        hero health=30..40 strength=5 tune=health:20..50,strength:4..6\n\
        kind r \"rat\" is=wanderer health=4..9 strength=1..2 tune=health:3..9,strength:1..3\n\
        kind n \"nest\" health=20 attack=none spawns=r:20 tune=health:10..30,spawns:10..40\n\
        item b \"loaf\" health=2..6 tune=health:1..7\n\
        tile ~ \"acid\" harm=2 tune=harm:1..3\n\
        vault \"nest\" weight=3 tune=weight:1..9\nmap\n####\n#r1#\n#..'\n####\nend\n\
        mark 1 b 50% tune=20..90\nr 2 2 health=5 tune=health:4..6\n\
        level \"Hall\"\n\
        map\n\
        ##################\n\
        #@..~.#...r..>.n.#\n\
        #.....+.1........#\n\
        #..b..#...2....$.#\n\
        ##################\n\
        end\n\
        mark 1 r 50% tune=20..90\n\
        mark 2 r|b health=3..8 tune=health:3..9\n\
        r 11 2 strength=3..5 tune=strength:2..6 // a strong one\n\
        ^ 3 4 damage=3 tune=damage:1..5\n\
        scatter r 1..3 tune=1..3\n\
        scatter b 2 health=4..6 tune=1..4,health:2..8\n\
        scatter ~ 10% tune=5..20\n\
        when turn=50 spawn=r at=2,3 tune=turn:40..60\n\
        level \"Den\"\nmap rooms 40 20 rooms=4 sides=3..6 vaults=yes tune=rooms:3..7,sides:3..9\n\
        scatter < 1\nscatter n 0..2 tune=0..3\n";
    let (source, dungeon) = read("marked", file.to_owned());
    let file = ChanceFile::new(source, dungeon).expect("a file with chance");
    for seed in 0..12 {
        let baked = check("marked", &file, seed);
        assert!(!baked.text.contains("tune="), "{seed}:\n{}", baked.text);
    }
}
