//! Baked files: the text of a seed begins with the same level as the file with chance, with any seed, and plays the same
//! game.
use std::cell::{Cell, RefCell};
use std::fs;
use std::sync::Arc;

use dungeon::baking::baked_file::{BakedFile, ChanceFile};
use dungeon::baking::generate::{FileProof, SeedOrder, UnfitSeed, generate};
use dungeon::data::{Dungeon, ItemId};
use dungeon::diagnostics::{IncludeFolders, Limits, Source, format_text};
use dungeon::interchange::begun_level::begun;
use dungeon::players::{Budget, Careful, SeenGame, TuneGoal, Verdict, play, prove};
use dungeon::recordings::Certificate;
use dungeon::{Action, Session, load_source};
use dungeon_engine::chance::each_outcome;
use dungeon_engine::game::Game;
use dungeon_engine::monsters::mind_for;
use dungeon_engine::rulesets::bare::Bare;

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

/// Checks that a dungeon begins in the same state and with the same frame for any seed, because its file leaves nothing
/// to draw before the first turn. The rules of siege let hordlings come on the first turn of a season.
fn check_without_chance(name: &str, dungeon: &Arc<Dungeon>, seed: u64) {
    let open = |seed: u64| Game::new(Arc::clone(dungeon), Arc::new(Bare), mind_for, seed);
    let outcomes = each_outcome(1, || Some(open(seed)));
    assert!(
        outcomes.is_some(),
        "{name} {seed}: a draw decides the beginning"
    );
    let is_siege = dungeon.settings().game.word == "siege";
    let begin = |seed: u64| {
        let session = Session::seeded(Arc::clone(dungeon), seed);
        let whole = (session.game().state_hash(), session.frame().plain());
        (open(seed).state_hash(), (!is_siege).then_some(whole))
    };
    for other in [seed + 1, 4_711, u64::MAX] {
        assert_eq!(
            begin(other),
            begin(seed),
            "{name} {seed}, begun with {other}"
        );
    }
}

/// Returns an action with the name of its item, because the looks of a family have other numbers in another order.
fn in_words(game: &Game, action: Action) -> String {
    let items = (0..game.world().dungeon().items().len()).map(ItemId::of);
    let said = format!("{action:?}");
    let mut named = items.filter(|item| said.contains(&format!("{item:?}")));
    let named = named
        .next()
        .map(|item| (format!("{item:?}"), &game.world().item(item).name));
    named.map_or(said.clone(), |(number, name)| said.replace(&number, name))
}

/// Checks one seed of a file: the baked text is canonical and has no findings, begins with the same levels by the export
/// of levels and without chance, and a bot plays the same game in both.
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
    check_without_chance(name, &baked.dungeon, seed);
    let (_, findings) = dungeon::read(&source, &Limits::default());
    assert!(findings.is_empty(), "{name} {seed}: {findings:?}");
    let plain = ChanceFile::new(source, Arc::clone(&baked.dungeon));
    assert!(plain.is_err(), "{name} {seed}: the baked file has chance");
    let game = |dungeon: &Arc<Dungeon>| {
        let mut played = SeenGame::begin(Arc::clone(dungeon), seed);
        let begun = played.game().clone();
        let record = play(&mut played, &mut Careful::default(), 400);
        let actions = record.actions.iter();
        let actions: Vec<String> = actions.map(|action| in_words(&begun, *action)).collect();
        (record.outcome, record.turns, actions)
    };
    assert_eq!(game(&baked.dungeon), game(file.dungeon()), "{name} {seed}");
    baked
}

#[test]
fn baked_seeds_of_the_bundled_dungeons_play_the_same_games() {
    let files = chance_files("dungeons");
    for (name, file) in &files {
        let seeds = if name.ends_with("depths.dng") {
            0..4
        } else {
            0..8
        };
        seeds.for_each(|seed| drop(check(name, file, seed)));
    }
    assert_eq!(files.len(), 8, "dungeons with chance");
}

#[test]
fn baked_seeds_of_fixtures_play_the_same_games_or_are_refused_as_files_with_errors() {
    let (mut baked, mut refused) = (0, Vec::new());
    for (name, file) in chance_files("fixtures/ok") {
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

/// Proves a baked seed, and checks that a test in its text plays the keys to the win. Returns false without a proof.
fn check_certificate(name: &str, file: &ChanceFile, seed: u64, steps: u64) -> bool {
    let Ok(baked) = file.baked(seed) else {
        return false;
    };
    let proof = prove(&baked.dungeon, seed, &Budget::of_steps(steps));
    let Verdict::Winnable(line) = proof.verdict else {
        return false;
    };
    let plain = Source::from_text("baked.dng", baked.text.as_str());
    let certificate = Certificate::new(&plain, seed, &line);
    let certificate = certificate.unwrap_or_else(|| panic!("{name} {seed}: the keys do not win"));
    match baked.with_test("By a test.", &certificate) {
        Ok(text) => {
            let source = Source::from_text("baked.dng", text);
            let (dungeon, findings) = dungeon::read(&source, &Limits::default());
            assert!(
                dungeon.is_some() && findings.is_empty(),
                "{name} {seed}: {findings:?}"
            );
        }
        // The only certificates that no test can have.
        Err(why) => assert!(
            why.contains("4,096") || why.contains("4096"),
            "{name} {seed}: {why}"
        ),
    }
    true
}

#[test]
fn certificates_of_baked_seeds_of_the_bundled_dungeons_and_fixtures_replay_in_their_own_test() {
    let mut proved = 0;
    for (name, file) in chance_files("dungeons") {
        let won = (0..2).filter(|seed| check_certificate(&name, &file, *seed, 2_000_000));
        let won = won.count();
        assert!(won > 0, "{name}");
        proved += won;
    }
    for (name, file) in chance_files("fixtures/ok") {
        proved += usize::from(check_certificate(&name, &file, 1, 100_000));
    }
    assert!(proved > 30, "{proved}");
}

/// Returns the files of a folder whose seeds can be written, with their names.
fn chance_files(name: &str) -> Vec<(String, ChanceFile)> {
    let entries = fs::read_dir(folder(name)).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dng"));
    paths.sort();
    let files = paths.iter().filter_map(|path| {
        let limits = Limits::default();
        let include = IncludeFolders::of(path, &[]);
        let source = Source::open(path, &limits).expect("a text");
        let source = source.with_includes(&include, &limits);
        let dungeon = load_source(source.clone()).ok()?;
        let name = source.name.to_string();
        Some((name, ChanceFile::new(source, Arc::new(dungeon)).ok()?))
    });
    files.collect()
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
fn a_search_that_is_stopped_keeps_the_seeds_that_it_has_judged() {
    let (source, dungeon) = read("hall.dng", HALL.to_owned());
    let file = ChanceFile::new(source, dungeon).expect("it has chance");
    let games = Cell::new(0);
    let play = |dungeon: &Arc<Dungeon>, seeds: &[u64]| {
        games.set(games.get() + 1);
        let game = |seed: &u64| {
            let mut begun = SeenGame::begin(Arc::clone(dungeon), *seed);
            play(&mut begun, &mut Careful::default(), 10)
        };
        (games.get() <= 22).then(|| seeds.iter().map(game).collect())
    };
    let goal = || TuneGoal {
        from: 0.0,
        to: 1.0,
        play: &play,
    };
    let order = SeedOrder {
        wanted: 30,
        seeds: 0..=99,
        games: 1,
        name: "hall.dng".to_owned(),
    };
    let told = RefCell::new(Vec::new());
    let on_seed = |seed, _: &Result<(), UnfitSeed>| told.borrow_mut().push(seed);
    // Of the seeds that were played, proofs are stopped for each third.
    let prove = |files: &[(u64, &BakedFile)]| {
        let proofs = files.iter().map(|(seed, _)| match seed % 3 {
            0 => FileProof::Stopped,
            _ => FileProof::Unproved,
        });
        proofs.collect()
    };
    let found = generate(&file, &[goal()], &order, &prove, &on_seed);
    let judged: Vec<u64> = found.unfit.iter().map(|(seed, _)| *seed).collect();
    assert!(found.is_cut && found.chosen.is_empty() && found.fitting == 0);
    assert_eq!(judged, [1, 2]);
    assert_eq!(*told.borrow(), judged);
    // Without stopped proofs the games end the search, within a batch.
    games.set(0);
    let prove = |files: &[(u64, &BakedFile)]| vec![FileProof::Unproved; files.len()];
    let found = generate(&file, &[goal()], &order, &prove, &|_, _| {});
    assert!(found.is_cut);
    assert_eq!(found.unfit.len(), 22);
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

/// Each source of chance before the first turn, beside what play still draws from.
const STORE: &str = "hero health=20..26 strength=3..4\n\
    family \"vial\" looks=red|blue|green|murky\n\
    item a \"vial of warmth\" family=vial health=9 keep=yes\n\
    item c \"vial of frost\" family=vial health=-6 keep=yes\n\
    item b \"loaf\" health=2..6\n\
    item k \"pearl\" wealth=10..90\n\
    item s \"stone\" health=1..9\n\
    kind r \"rat\" health=4..9 strength=1\n\
    kind R \"big rat\" is=r strength=2..3\n\
    kind m \"mouse\" health=1..2 drops=b\n\
    kind n \"nest\" health=20 attack=none spawns=m:20\n\
    kind M \"mimic\" health=9..12 strength=1 looks=s\n\
    class u r*3|R \"vermin\"\n\
    // Beside each other.\n\
    class v r|R|n\n\
    class w k|b \"loot\"\n\
    class x r|m \"prey\"\n\
    goal kill=x\n\n\
    map\n\
    ##################\n\
    #@....#...r..u.n.#\n\
    #.....+....a..c..#\n\
    #..b..#..k..k.m..#\n\
    #..x..#..R.Mv..s.#\n\
    ##################\n\
    end\n\
    r 3 5 strength=2..4\n\
    when turn=9 give=w\n";

#[test]
fn ranges_classes_and_looks_are_settled_unless_play_still_draws_from_them() {
    let (source, dungeon) = read("store.dng", STORE.to_owned());
    let file = ChanceFile::new(source, dungeon).expect("it has chance");
    for seed in 0..30 {
        check("store.dng", &file, seed);
        check_certificate("store.dng", &file, seed, 20_000);
    }
    insta::assert_snapshot!(file.baked(3).expect("it can be written").text, @r#"
    hero health=23 strength=3
    family "vial" looks=blue|murky|red|green shuffle=no
    item a "vial of warmth" health=9  keep=yes family=vial
    item c "vial of frost"  health=-6 keep=yes family=vial
    item b "loaf"           health=2..6
    item k "pearl"          wealth=10..90
    item s "stone"          health=3
    kind r "rat"     health=7 strength=1
    kind R "big rat" is=r strength=2
    kind m "mouse"   health=1..2 drops=b
    kind n "nest"    health=20   attack=none spawns=m:20
    kind M "mimic"   health=12   strength=1 looks=s
    class w k|b "loot"
    class x r|m "prey"
    goal kill=x

    map
    ##################
    #@....#..........#
    #.....+....a..c..#
    #.....#..........#
    #.....#..........#
    ##################
    end
    r 11 2
    r 14 2
    n 16 2
    m 15 4 health=2
    m 4  5 health=1
    R 10 5 health=6
    M 12 5
    r 13 5 health=4
    r 3  5 health=5 strength=3
    b 4  4 health=6
    k 10 4 wealth=25
    k 13 4 wealth=58
    s 16 5 health=5
    when turn=9 give=w
    "#);
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
