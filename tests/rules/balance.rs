//! The influence of a dungeon's numbers on a bot's wins, measured by changes of the file's text.
use std::path::PathBuf;
use std::sync::Arc;

use dungeon::analysis::file_analysis::{FileAnalysis, span};
use dungeon::balance::tune_goal::unconfirmable;
use dungeon::balance::tune_words::{WantedWins, conclusion};
use dungeon::data::Dungeon;
use dungeon::diagnostics::{IncludeFiles, Limits, Source, format_text};
use dungeon::players::{
    Alteration, Budget, Careful, DungeonText, GameRecord, Greedy, Influence, SeenGame, Sensitivity,
    TextChange, TuneEnd, TuneGoal, Tuning, Verdict, play, prove, sensitivity, tune,
};
use dungeon_format::syntax::Head;

fn text_of(file: &str) -> DungeonText {
    let own = Source::from_text("a.dng", file);
    DungeonText::new(own, Box::new(|own| own)).expect("a dungeon")
}

fn played(dungeon: &Arc<Dungeon>, seeds: &[u64]) -> Option<Vec<GameRecord>> {
    let game = |seed: &u64| {
        let mut begun = SeenGame::begin(Arc::clone(dungeon), *seed);
        play(&mut begun, &mut Greedy::default(), 500)
    };
    Some(seeds.iter().map(game).collect())
}

fn measured(text: &DungeonText) -> (Vec<TextChange>, Sensitivity) {
    let changes = text.changes();
    let found = sensitivity(text, &changes, 0, 40, &played).expect("the callback never stops it");
    (changes, found)
}

/// Returns the paths of the shipped dungeons and the valid fixtures.
fn files() -> Vec<PathBuf> {
    let folders = ["dungeons", "fixtures/ok"];
    let files = folders.iter().flat_map(|folder| {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path())
    });
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|ext| ext == "dng"))
        .collect();
    files.sort();
    files
}

/// Returns the number of lines between the first and the last that an edit changed or added.
fn changed_lines(before: &str, after: &str) -> usize {
    let [before, after] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    let pairs = before.iter().zip(&after);
    let first = pairs.take_while(|(a, b)| a == b).count();
    let pairs = before[first..]
        .iter()
        .rev()
        .zip(after[first..].iter().rev());
    let last = pairs.take_while(|(a, b)| a == b).count();
    after.len() - first - last
}

#[test]
fn a_change_of_any_dungeon_is_one_edit_that_the_reader_understands_or_refuses() {
    let mut kept = 0;
    for path in files() {
        let own = Source::open(&path, &Limits::default()).expect("a file");
        let Ok(text) = DungeonText::new(own, Box::new(|own| own)) else {
            continue; // it includes others
        };
        if text.text().len() > 3_000 {
            continue;
        }
        for change in text.changes() {
            assert_ne!(
                change.text,
                text.text(),
                "{}: {}",
                path.display(),
                change.name
            );
            let is_number = change.values.is_some();
            let is_removed = change.alteration == Alteration::Removed;
            if is_number {
                // A goal, a loss or a scatter is gone with its number.
                let lines = changed_lines(text.text(), &change.text);
                let is_line = is_removed && lines == 0;
                assert!(lines == 1 || is_line, "{}: {}", path.display(), change.name);
            }
            match text.read(change.text.clone()) {
                Ok(dungeon) => {
                    kept += 1;
                    // A removed number may have been the default.
                    assert!(
                        is_number && is_removed || dungeon != *text.dungeon(),
                        "{}: {}",
                        path.display(),
                        change.name
                    );
                }
                Err(message) => assert!(message.starts_with("expected"), "{message}"),
            }
        }
    }
    assert!(kept > 500, "{kept}");
}

#[test]
fn a_removed_kind_is_drawn_placed_scattered_marked_dropped_and_spawned_nowhere() {
    let file = "title \"t\" // rrr\nkind r \"rat\" is=wanderer spawns=r:9\nkind s \"snake\" is=wanderer spawns=r:20\n\
                class c r*3|s \"vermin\"\n\nmap\n#########\n#@.r.12c#\n#..r..$.#\n#########\nend\n\
                mark 1 r|s|. // one of them\nmark 2 r says=\"Squeak.\"\nr 2 3 health=4\nscatter r 3\nscatter s 1\n\
                when turn=5 spawn=r at=2,3 says=\"Hush.\"\n";
    let text = text_of(file);
    let changes = text.changes();
    let rat = changes
        .iter()
        .find(|change| change.name == "rat" && change.alteration == Alteration::Removed);
    let rat = rat.expect("it can be removed");
    insta::assert_snapshot!(rat.text, @r#"
    title "t" // rrr
    kind r "rat" is=wanderer
    kind s "snake" is=wanderer
    class c s "vermin"

    map
    #########
    #@...1.c#
    #.....$.#
    #########
    end
    mark 1 .|s|. // one of them
    scatter s 1
    when turn=5 says="Hush."
    "#);
    text.read(rat.text.clone()).expect("a dungeon without rats");
}

#[test]
fn a_removed_number_leaves_its_default_and_a_removed_count_no_scatter() {
    let file = "goal take=$\ngoal survive=9\nlose turns=50 tune=turns:40..60\n\
                hero health=20 strength=4 tune=health:9..30 // brave\n\
                kind r \"rat\" is=wanderer spawns=s:9 sense=sight:4\nkind s \"snake\" health=3 strength=1\n\
                map\n########\n#@..12$#\n########\nend\nmark 1 r*3|s tune=s*1..2\nmark 2 r 40%\nscatter s 2\n";
    let text = text_of(file);
    let changes = text.changes();
    let removed = |name: &str| {
        let mut all = changes.iter();
        let found = all.find(|one| one.name == name && one.alteration == Alteration::Removed);
        let found = found.unwrap_or_else(|| panic!("{name}"));
        text.read(found.text.clone())
            .unwrap_or_else(|why| panic!("{name}: {why}"));
        let mut lost = file
            .lines()
            .filter(|line| !found.text.lines().any(|other| other == *line));
        let mut new = found
            .text
            .lines()
            .filter(|line| !file.lines().any(|other| other == *line));
        assert_eq!(found.values.as_ref().map(|(_, after)| after), Some(&None));
        (
            lost.next().unwrap_or_default().to_owned(),
            new.next().unwrap_or_default().to_owned(),
        )
    };
    let cases = [
        ("goal survive", "goal survive=9", ""),
        ("lose turns", "lose turns=50 tune=turns:40..60", ""),
        (
            "hero health",
            "hero health=20 strength=4 tune=health:9..30 // brave",
            "hero strength=4 // brave",
        ),
        (
            "hero strength",
            "hero health=20 strength=4 tune=health:9..30 // brave",
            "hero health=20 tune=health:9..30 // brave",
        ),
        (
            "rat spawns",
            "kind r \"rat\" is=wanderer spawns=s:9 sense=sight:4",
            "kind r \"rat\" is=wanderer sense=sight:4",
        ),
        (
            "rat sense",
            "kind r \"rat\" is=wanderer spawns=s:9 sense=sight:4",
            "kind r \"rat\" is=wanderer spawns=s:9",
        ),
        (
            "rat weight",
            "mark 1 r*3|s tune=s*1..2",
            "mark 1 r|s tune=s*1..2",
        ),
        ("rat chance", "mark 2 r 40%", "mark 2 r"),
        ("snake count", "scatter s 2", ""),
    ];
    for (name, lost, new) in cases {
        assert_eq!(removed(name), (lost.to_owned(), new.to_owned()), "{name}");
    }
    // Nothing is written that could be removed.
    for name in ["rat health", "snake weight"] {
        let mut all = changes.iter().filter(|one| one.name == name);
        assert!(
            all.all(|one| one.alteration != Alteration::Removed),
            "{name}"
        );
        assert!(changes.iter().any(|one| one.name == name), "{name}");
    }
}

/// Returns the text of each number of a record, as its mark names it, with its bounds.
fn markable(analysis: &FileAnalysis, nth: usize) -> Vec<String> {
    let Some(record) = analysis.record(nth) else {
        return Vec::new();
    };
    let source = analysis.source();
    let bounds = |text: &str| {
        let text = text.strip_suffix('%').unwrap_or(text);
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let ends = [from.parse::<i64>().ok()?, to.parse().ok()?];
        Some(format!("{}..{}", ends[0], ends[1]))
    };
    let keys = analysis.keys(nth).into_iter().filter_map(|(pair, spec)| {
        let spec = spec.filter(|spec| spec.shape.has_a_number())?;
        let text = source.slice(pair.value.span);
        let number = text.rsplit_once(':').map_or(text, |(_, number)| number);
        Some(format!("{}:{}", spec.word, bounds(number)?))
    });
    let mut all: Vec<String> = keys.collect();
    match &record.head.value {
        Head::Test => all.clear(),
        Head::Scatter(_) | Head::Mark(..) => {
            let numbers = record.numbers.iter();
            all.extend(numbers.filter_map(|number| bounds(source.slice(number.span))));
        }
        _ => {}
    }
    if let Head::Mark(_, weighed) | Head::Class(_, weighed) = &record.head.value {
        let weights = weighed.0.iter().filter(|_| weighed.0.len() > 1);
        all.extend(weights.map(|one| {
            let weight = one.value.weight;
            format!("{}*{weight}..{weight}", one.value.glyph)
        }));
    }
    all
}

#[test]
fn every_number_of_a_record_can_be_marked_and_its_mark_stays_as_it_is_formatted() {
    let (mut marks, limits) = (0, Limits::default());
    for path in files() {
        let source = Source::open(&path, &limits).expect("a file");
        if source.text.len() > 3_000 || dungeon::load_source(source.clone()).is_err() {
            continue;
        }
        let analysis = FileAnalysis::new(source.clone());
        for (nth, statement) in analysis.statements().iter().enumerate() {
            let mut all = markable(&analysis, nth);
            // One glyph can have several weights, and a file may have marks already.
            all.sort_by_key(|mark| mark.split_once(['*', ':']).map(|(name, _)| name.to_owned()));
            all.dedup_by_key(|mark| mark.split_once(['*', ':']).map(|(name, _)| name.to_owned()));
            let end = span(statement).end as usize;
            if all.is_empty() || source.slice(span(statement)).contains("tune=") {
                continue;
            }
            let mark = format!(" tune={}", all.join(","));
            let text = format!("{}{mark}{}", &source.text[..end], &source.text[end..]);
            let marked = Source::from_text(source.name.clone(), text);
            let shown = || format!("{}:\n{}", path.display(), marked.text);
            if let Err(error) = dungeon::load_source(marked.clone()) {
                panic!("{}{error}", shown());
            }
            let formatted = format_text(&marked, &limits).expect("a correct text");
            assert!(formatted.contains(mark.trim_start()), "{}", shown());
            let again = Source::from_text(source.name.clone(), formatted.as_str());
            assert_eq!(format_text(&again, &limits).as_ref(), Ok(&formatted));
            marks += all.len();
        }
    }
    assert!(marks > 400, "{marks}");
}

#[test]
fn tuning_varies_marked_weights_of_marks_and_classes_alone() {
    let file = "hero health=20 strength=4\nkind r \"rat\" is=wanderer health=30 strength=9\n\
        kind m \"mouse\" is=wanderer health=1 strength=1\nclass u r*3|m tune=r*1..9,m*1..9\n\
        map\n##########\n#@..u.1.$#\n##########\nend\nmark 1 r*8|.*2 tune=r*1..20\n";
    let text = text_of(file);
    let goal = TuneGoal {
        from: 0.4,
        to: 0.7,
        play: &played,
    };
    let found = tune(&text, &[goal], 0, 512, &|_, _, _| Some(Vec::new()), &|_| {});
    let found: Tuning = found.expect("three weights vary");
    assert_eq!(found.end, TuneEnd::Reached, "{:#?}", found.trials);
    assert!(found.are_marked && !found.changed.is_empty());
    for tuned in &found.changed {
        assert!(tuned.name.ends_with(" weight"), "{tuned:?}");
    }
    let lines: Vec<&str> = found.text.lines().collect();
    assert!(lines[3].starts_with("class u r") && lines[3].ends_with(" tune=r*1..9,m*1..9"));
    assert!(found.text.contains("|.*2 tune=r*1..20"), "{}", found.text);
    text.read(found.text.clone())
        .expect("a file that check accepts");
}

#[test]
fn a_removed_thing_leaves_no_mark_for_tuning_and_no_lone_weight() {
    let file = "kind r \"rat\" is=wanderer\nkind s \"snake\" health=3 strength=1 spawns=r:9 tune=spawns:4..20\n\
                class u r*3|s*2 tune=r*1..4,s*1..4\nmap\n#########\n#@.u.1.$#\n#########\nend\n\
                mark 1 r*2|s tune=r*1..3\n";
    let text = text_of(file);
    for change in text.changes() {
        let is_thing = ["rat", "snake"].contains(&change.name.as_str());
        if is_thing {
            text.read(change.text.clone())
                .unwrap_or_else(|why| panic!("{why}\n{}", change.text));
        }
        if change.name == "rat" {
            insta::assert_snapshot!(change.text, @r#"
            kind r "rat" is=wanderer
            kind s "snake" health=3 strength=1
            class u s
            map
            #########
            #@.u.1.$#
            #########
            end
            mark 1 .*2|s
            "#);
        }
    }
}

#[test]
fn a_door_is_removed_with_its_record_and_other_doors_stay() {
    let text = text_of(
        "item k \"key\" opens=a\nmap\n#########\n#@k+.+.$#\n#########\nend\n+ 4 2 locked=a\n",
    );
    let changes = text.changes();
    let door = changes.iter().find(|change| change.name == "door at 4,2");
    let door = &door.expect("a door").text;
    assert!(
        door.contains("#@k..+.$#\n") && !door.contains("locked"),
        "{door}"
    );
}

/// The hero needs all its health for the rat; the ghost behind the wall and the gold in the moat are out of reach.
const CELLAR: &str = "hero health=9 strength=3 // brave\nkind r \"rat\" health=9 strength=5 sense=always hunt=path\n\
    kind b \"bat\" is=wanderer\nitem k \"key\"\ngoal take=$\nmap\n#########\n#@..r..$#\n#.......#\n#########\n#k..b...#\n#########\nend\n";

fn of<'a>(
    (changes, found): &'a (Vec<TextChange>, Sensitivity),
    name: &str,
    alteration: Alteration,
) -> &'a Influence {
    let is_it = |change: &TextChange| change.name == name && change.alteration == alteration;
    let nth = changes.iter().position(is_it).expect(name);
    &found.influences[nth]
}

#[test]
fn sensitivity_tells_what_decides_a_game_and_what_no_game_meets() {
    let found = measured(&text_of(CELLAR));
    assert_eq!((found.1.games, found.1.won), (40, 0));
    let change = |name, alteration| {
        let won = of(&found, name, alteration).won.as_ref();
        won.map(|won| won.change())
    };
    assert_eq!(change("hero health", Alteration::Doubled), Ok(1.0));
    assert_eq!(change("rat", Alteration::Removed), Ok(1.0));
    assert_eq!(change("bat", Alteration::Removed), Ok(0.0));
    assert_eq!(change("bat health", Alteration::Halved), Ok(0.0));
    let is_met = |name| of(&found, name, Alteration::Removed).is_met;
    assert_eq!([is_met("rat"), is_met("key")], [true, false]);
    let refused = of(&found, "gold", Alteration::Removed).won.as_ref();
    assert_eq!(
        refused.expect_err("the goal needs it"),
        "expected something to take, found nothing"
    );
}

#[test]
fn included_files_stay_as_they_are_and_edits_hit_their_lines_behind_them() {
    struct Bestiary;
    impl IncludeFiles for Bestiary {
        fn find(&self, _: &str, path: &str) -> Result<String, String> {
            Ok(path.to_owned())
        }
        fn read(&self, _: &str, _: &Limits) -> Result<Source, String> {
            let kinds = "kind r \"rat\" health=6\n// two lines\n";
            Ok(Source::from_text("bestiary.dng", kinds))
        }
    }
    let own = "include \"bestiary.dng\"\nhero health=9\nmap\n######\n#@r$.#\n######\nend\n";
    let join = |own: Source| own.with_includes(&Bestiary, &Limits::default());
    let text =
        DungeonText::new(Source::from_text("a.dng", own), Box::new(join)).expect("a dungeon");
    let names: Vec<(String, usize, String)> = { text.changes().into_iter() }
        .map(|change| (change.name, change.line, change.text))
        .collect();
    let with = |from: &str, to: &str| own.replace(from, to);
    let expected = [
        ("hero health", 2, with("health=9", "health=5")),
        ("hero health", 2, with("health=9", "health=18")),
        ("hero health", 2, with(" health=9", "")),
        ("gold", 5, with("$", ".")),
        ("rat", 5, with("@r", "@.")),
    ];
    assert_eq!(
        names,
        expected.map(|(name, line, text)| (name.to_owned(), line, text))
    );
}

/// A room in which only the number of rats decides whether the hero survives.
const ROOM: &str = "hero health=20 strength=4\nkind r \"rat\" is=wanderer health=8 strength=6 // fierce\n\
    map\n########\n#@.....#\n#.....$#\n########\nend\nscatter r 2\n";

fn tuned(file: &str, [from, to]: [f64; 2], is_lost: &dyn Fn(&Dungeon) -> bool) -> Tuning {
    let goal = TuneGoal {
        from,
        to,
        play: &played,
    };
    let refute = |dungeon: &Arc<Dungeon>, seeds: &[u64], _: u64| {
        let lost = if is_lost(dungeon) { seeds } else { &[] };
        Some(lost.to_vec())
    };
    tune(&text_of(file), &[goal], 0, 512, &refute, &|_| {}).expect("rats vary")
}

#[test]
fn tune_reaches_a_range_that_some_values_reach_and_a_fresh_run_agrees() {
    let hard = ROOM.replace("health=8", "health=9");
    let found = tuned(&hard, [0.5, 0.9], &|_| false);
    assert_eq!(found.end, TuneEnd::Reached, "{:?}", found.trials);
    let names: Vec<&str> = found
        .changed
        .iter()
        .map(|tuned| tuned.name.as_str())
        .collect();
    assert!(names.contains(&"rat health"), "{names:?}");
    assert!(
        found.text.contains(" // fierce\nmap\n########\n#@.....#\n"),
        "{}",
        found.text
    );
    let dungeon = text_of(&found.text).dungeon().clone();
    let games = played(&dungeon, &Vec::from_iter(9_000_000..9_000_400))
        .expect("the callback never stops it");
    let share = games.iter().filter(|game| game.is_won()).count() as f64 / 400.0;
    assert!((0.5..=0.9).contains(&share), "{share}");
    assert_eq!(tuned(&hard, [0.5, 0.9], &|_| false).text, found.text);
}

#[test]
fn tune_leaves_a_file_that_reaches_the_range_as_it_is() {
    let found = tuned(ROOM, [0.5, 0.9], &|_| false);
    assert_eq!(
        (found.end, found.changed, found.trials.len()),
        (TuneEnd::Reached, vec![], 1)
    );
    assert_eq!(found.text, ROOM);
}

#[test]
fn tune_says_which_bound_stopped_it_and_what_came_nearest() {
    let hopeless = ROOM.replace("health=8", "health=800");
    let found = tuned(&hopeless, [0.4, 0.6], &|_| false);
    assert_eq!(found.end, TuneEnd::Bound(false));
    assert_eq!(found.wins[0].won, 0);
    // Single steps of the scale give 39 and 71 %.
    let between = tuned(ROOM, [0.45, 0.55], &|_| false);
    assert_eq!(between.end, TuneEnd::Reached, "{:?}", between.trials);
    let bot = bot_of(|dungeon| {
        if health_of(dungeon, "rat") > 8.0 {
            0.4
        } else {
            0.7
        }
    });
    let goal = TuneGoal {
        from: 0.45,
        to: 0.55,
        play: &bot,
    };
    let between = tune(&text_of(ROOM), &[goal], 0, 512, &no_seed_is_lost, &|_| {});
    let between = between.expect("rats vary");
    assert_eq!(between.end, TuneEnd::Nearest);
    let count = between.trials.len();
    let told = told(&between, [0.45, 0.55]);
    let not_found =
        format!("Not found in {count} trials: other numbers may reach the range. Nearest: ");
    assert!(told.starts_with(&not_found), "{told}");
    assert!(
        (0.3..0.45).contains(&between.wins[0].share()),
        "{:?}",
        between.wins
    );
}

/// Returns the largest health of a kind.
fn health_of(dungeon: &Dungeon, name: &str) -> f64 {
    let kind = dungeon.kind(dungeon.kind_named(name).expect("it is declared"));
    f64::from(kind.stats.0[0]) + f64::from(kind.spread.0[0])
}

#[test]
fn tune_finds_a_pair_of_numbers_off_the_scale() {
    // A step of the rat leaves the range behind. Only smaller numbers of both others bring the share back into it.
    let file = "hero health=20\nkind r \"rat\" health=8 tune=health:8..10\n\
        kind s \"snake\" health=6 tune=health:5..7\nkind t \"toad\" health=2 tune=health:1..3\n\
        map\n##########\n#@.r.s.t$#\n##########\nend\n";
    let bot = bot_of(|dungeon| {
        let above = |name, own: f64| health_of(dungeon, name) - own;
        0.9 - above("rat", 8.0) * 0.4 - above("snake", 6.0) * 0.07 - above("toad", 2.0) * 0.08
    });
    let goal = TuneGoal {
        from: 0.62,
        to: 0.68,
        play: &bot,
    };
    let found = tune(&text_of(file), &[goal], 0, 4_000, &no_seed_is_lost, &|_| {});
    let found = found.expect("three numbers vary");
    assert_eq!(found.end, TuneEnd::Reached, "{:?}", found.trials);
    let values: Vec<&str> = { found.changed.iter() }
        .map(|tuned| tuned.values[1].as_str())
        .collect();
    assert_eq!(values, ["9", "5", "1"]);
    let pairs = found
        .trials
        .iter()
        .filter(|trial| trial.step.contains(", "));
    assert!(pairs.count() > 0, "{:?}", found.trials);
}

#[test]
fn a_search_without_success_claims_no_more_than_it_tried() {
    let told_of = |from: f64, to: f64, games, share: f64| {
        let bot = bot_of(move |_| share);
        let goal = TuneGoal {
            from,
            to,
            play: &bot,
        };
        let found = tune(&text_of(ROOM), &[goal], 0, games, &no_seed_is_lost, &|_| {});
        let found = found.expect("rats vary");
        let told = told(&found, [from, to]);
        (found, told)
    };
    // A game that was won fits 40 to 60 %, too.
    let (found, words) = told_of(0.4, 0.6, 1, 1.0);
    assert_eq!(found.end, TuneEnd::Unclear);
    assert!(words.starts_with("Not certain: "), "{words}");
    assert!(words.contains("had too few games. Raise the number of games. Nearest: "));
    let (found, words) = told_of(0.4, 0.6, 4_000, 1.0);
    assert_eq!(found.end, TuneEnd::Bound(true));
    assert!(
        words.starts_with("Out of reach: the hardest values, "),
        "{words}"
    );
    // No games show a share of exactly 0.
    let (found, _) = told_of(0.0, 0.0, 4_000, 0.0);
    assert_eq!(found.end, TuneEnd::Unconfirmed);
}

#[test]
fn ranges_that_no_games_confirm_are_known_beforehand() {
    for (shares, games) in [
        ([0.0, 0.0], 4_000),
        ([1.0, 1.0], 1),
        ([0.3, 0.3], 1_000_000),
    ] {
        let why = unconfirmable(shares, games).expect("no range");
        assert!(why.starts_with("no number of games up to 1000000"), "{why}");
    }
    for shares in [[0.0, 0.001], [0.4, 0.42], [0.999, 1.0], [0.0, 1.0]] {
        assert_eq!(unconfirmable(shares, 1), None, "{shares:?}");
    }
    let why = unconfirmable([0.5, 0.51], 4_000).expect("a narrow range");
    assert_eq!(
        why,
        "20000 games cannot confirm a range as narrow as 50 % to 51 %: widen it, or permit 68000 games"
    );
    assert_eq!(unconfirmable([0.5, 0.51], 68_000), None);
}

#[test]
fn tune_takes_no_values_that_the_prover_or_the_reader_refuses() {
    let hard = ROOM.replace("health=8", "health=9");
    let of_rats = |dungeon: &Dungeon| {
        let rat = dungeon.kind_named("rat").expect("it is declared");
        dungeon.kind(rat).stats.0[0]
    };
    let found = tuned(&hard, [0.5, 0.9], &|dungeon| of_rats(dungeon) != 9);
    assert!(
        matches!(found.end, TuneEnd::Unwinnable(1..)),
        "{:?}",
        found.end
    );
    assert_eq!(found.unwinnable, Some(0));
    let crowd = ROOM
        .replace("r 2", "r 600000")
        .replace("health=20 strength=4", "health=99999 strength=99");
    let found = tuned(&crowd, [0.0, 0.5], &|_| false);
    let TuneEnd::Refused(message) = &found.end else {
        panic!("a million rats are the maximum: {:?}", found.end);
    };
    assert!(message.contains("1000000"), "{message}");
}

#[test]
fn tune_that_is_stopped_tells_the_best_so_far() {
    let batches = std::cell::Cell::new(0);
    let goal = TuneGoal {
        from: 0.5,
        to: 0.9,
        play: &|dungeon, seeds| {
            batches.set(batches.get() + 1);
            (batches.get() < 9).then(|| played(dungeon, seeds))?
        },
    };
    let hard = ROOM.replace("health=8", "health=9");
    let found = tune(
        &text_of(&hard),
        &[goal],
        0,
        512,
        &|_, _, _| Some(Vec::new()),
        &|_| {},
    );
    let found = found.expect("rats vary");
    assert_eq!(found.end, TuneEnd::Cut);
    assert!(!found.trials.is_empty() && !found.wins.is_empty());
}

#[test]
fn tuning_varies_marked_numbers_alone_and_within_their_marks() {
    let file = "hero health=20 strength=4 tune=health:15..40\n\
        kind r \"rat\" is=wanderer health=9 strength=6 tune=strength:4..7\n\
        map\n########\n#@.....#\n#.....$#\n########\nend\nscatter r 2\n";
    let text = text_of(file);
    let goal = TuneGoal {
        from: 0.4,
        to: 0.9,
        play: &played,
    };
    let found = tune(&text, &[goal], 0, 512, &|_, _, _| Some(Vec::new()), &|_| {});
    let found: Tuning = found.expect("two numbers vary");
    assert_eq!(found.end, TuneEnd::Reached, "{:#?}", found.trials);
    assert!(found.are_marked && !found.changed.is_empty());
    for tuned in &found.changed {
        let value: i64 = tuned.values[1].parse().expect("a number");
        let range = match tuned.name.as_str() {
            "hero health" => 15..=40,
            "rat strength" => 4..=7,
            other => panic!("{other} is not marked"),
        };
        assert!(range.contains(&value), "{tuned:?}");
    }
    assert!(found.text.contains("tune=health:15..40") && found.text.contains("tune=strength:4..7"));
}

#[test]
fn the_hard_end_of_a_marked_number_is_found_by_games() {
    // A longer limit makes the game easier, which no rule of the search says.
    let file = "lose turns=9 tune=turns:4..60\nhero health=20 strength=4\n\
        map\n###############\n#@.....#.....#\n#......+.....#\n#......#....$#\n###############\nend\n\
        scatter # 10%\n";
    let text = text_of(file);
    let goal = TuneGoal {
        from: 0.5,
        to: 1.0,
        play: &played,
    };
    let found = tune(&text, &[goal], 0, 256, &|_, _, _| Some(Vec::new()), &|_| {});
    let found: Tuning = found.expect("a number varies");
    assert_eq!(found.end, TuneEnd::Reached, "{:#?}", found.trials);
    let turns: i64 = found.changed[0].values[1].parse().expect("a number");
    assert!(turns > 9, "{:?}", found.changed);
}

/// Of these seeds, returns those that the prover calls unwinnable within a few steps.
fn refuted(dungeon: &Arc<Dungeon>, seeds: &[u64], steps: u64) -> Option<Vec<u64>> {
    let is_lost = |seed: &u64| {
        let proof = prove(dungeon, *seed, &Budget::of_steps(steps.min(10_000)));
        matches!(proof.verdict, Verdict::Unwinnable(_))
    };
    Some(seeds.iter().copied().filter(is_lost).collect())
}

fn carefully(dungeon: &Arc<Dungeon>, seeds: &[u64]) -> Option<Vec<GameRecord>> {
    let game = |seed: &u64| {
        let mut begun = SeenGame::begin(Arc::clone(dungeon), *seed);
        play(&mut begun, &mut Careful::default(), 500)
    };
    Some(seeds.iter().map(game).collect())
}

/// Returns the words for the result of a search for one range.
fn told(found: &Tuning, shares: [f64; 2]) -> String {
    let bot = "careful";
    conclusion(found, &[WantedWins { bot, shares }])
}

#[test]
fn no_result_of_tune_has_seeds_that_cannot_be_won_unless_it_says_so() {
    // In a corridor the hero fights all rats, so that numbers which bots seldom survive are lost for sure.
    let corridor = "hero health=20 strength=4\nkind r \"rat\" is=wanderer health=6..8 strength=2..3\n\
        map\n####################\n#@...........r...r$#\n####################\nend\nscatter r 1..3\n";
    let ogres = "hero health=20\n\
        kind o \"ogre\" health=30 strength=6 sense=within:8 hunt=path roam=wander\n\
        map\n####################\n#@.......o........$#\n####################\nend\nscatter o 1..2\n";
    for (file, [from, to]) in [(corridor, [0.05, 0.2]), (ogres, [0.25, 0.6])] {
        let goal = TuneGoal {
            from,
            to,
            play: &carefully,
        };
        let found = tune(&text_of(file), &[goal], 0, 256, &refuted, &|_| {}).expect("they vary");
        let dungeon = text_of(&found.text).dungeon().clone();
        let seeds: Vec<u64> = (0..100).collect();
        let lost = refuted(&dungeon, &seeds, 10_000).expect("nothing stops it");
        let told = told(&found, [from, to]);
        println!("{}{told}{} lost", found.text, lost.len());
        if found.unwinnable == Some(0) {
            assert_eq!(lost, Vec::<u64>::new(), "{told}");
        } else {
            assert_ne!(found.end, TuneEnd::Reached, "{told}");
            assert!(told.contains("of 100 seeds cannot be won"), "{told}");
            let before = refuted(text_of(file).dungeon(), &seeds, 10_000);
            assert!(
                Some(lost.len()) <= before.map(|before| before.len()),
                "{told}"
            );
        }
    }
}

#[test]
fn a_search_that_is_stopped_before_a_proof_says_so() {
    let hard = ROOM.replace("health=8", "health=9");
    let goal = TuneGoal {
        from: 0.5,
        to: 0.9,
        play: &played,
    };
    let found = tune(&text_of(&hard), &[goal], 0, 512, &|_, _, _| None, &|_| {});
    let found = found.expect("rats vary");
    assert_eq!((&found.end, found.unwinnable), (&TuneEnd::Cut, None));
    let told = told(&found, [0.5, 0.9]);
    assert!(
        found.changed.is_empty() || told.contains("No proof has looked for seeds"),
        "{told}"
    );
}

/// A number from 0 to 1 for a seed.
fn luck(seed: u64) -> f64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits ^ (bits >> 31)) as f64 / u64::MAX as f64
}

/// Returns a bot that wins a known share of its games, by the dungeon.
fn bot_of(
    share: impl Fn(&Dungeon) -> f64,
) -> impl Fn(&Arc<Dungeon>, &[u64]) -> Option<Vec<GameRecord>> {
    let text = text_of("map\n#####\n#@$.#\n#####\nend\n");
    let ended = |most| {
        let mut begun = SeenGame::begin(Arc::clone(text.dungeon()), 0);
        play(&mut begun, &mut Greedy::default(), most)
    };
    let [won, lost] = [9, 0].map(ended);
    assert!(won.is_won() && !lost.is_won());
    move |dungeon, seeds| {
        let share = share(dungeon);
        let game = |seed: &u64| if luck(*seed) < share { &won } else { &lost };
        Some(seeds.iter().map(|seed| game(seed).clone()).collect())
    }
}

fn no_seed_is_lost(_: &Arc<Dungeon>, _: &[u64], _: u64) -> Option<Vec<u64>> {
    Some(Vec::new())
}

#[test]
fn more_games_confirm_a_share_near_the_end_of_its_range() {
    let bot = bot_of(|_| 0.427);
    let reached = |games| {
        let found = (0..8).map(|nth| {
            let goal = TuneGoal {
                from: 0.42,
                to: 0.56,
                play: &bot,
            };
            let first = nth << 40;
            let found = tune(
                &text_of(ROOM),
                &[goal],
                first,
                games,
                &no_seed_is_lost,
                &|_| {},
            );
            found.expect("rats vary")
        });
        let reached = found.filter(|found| found.end == TuneEnd::Reached);
        reached
            .map(|found| found.wins[0].games)
            .collect::<Vec<u64>>()
    };
    let [few, many] = [1_000, 200_000].map(reached);
    println!("{few:?}, {many:?}");
    assert!(many.len() > few.len());
    assert!(many.iter().any(|games| *games > 20_000));
}

#[test]
fn a_confirmation_lets_a_share_on_a_bound_pass_less_than_5_of_100_times() {
    let bot = bot_of(|_| 0.4);
    let is_reached = |nth: &u64| {
        let goal = TuneGoal {
            from: 0.4,
            to: 0.6,
            play: &bot,
        };
        let found = tune(
            &text_of(ROOM),
            &[goal],
            nth << 40,
            4_000,
            &no_seed_is_lost,
            &|_| {},
        );
        found.expect("rats vary").end == TuneEnd::Reached
    };
    let reached = (0..100).filter(is_reached).count();
    println!("{reached} of 100");
    assert!(reached <= 5, "{reached} of 100");
}

#[test]
fn a_file_that_reaches_wide_and_narrow_ranges_stays_as_it_is() {
    let [careful, greedy] = [0.752, 0.205].map(|share| bot_of(move |_| share));
    for ranges in [[[0.15, 0.8], [0.18, 0.25]], [[0.0, 0.85], [0.15, 0.3]]] {
        let [[from, to], [low, high]] = ranges;
        let goals = [
            TuneGoal {
                from,
                to,
                play: &careful,
            },
            TuneGoal {
                from: low,
                to: high,
                play: &greedy,
            },
        ];
        let found = tune(&text_of(ROOM), &goals, 0, 4_000, &no_seed_is_lost, &|_| {});
        let found = found.expect("rats vary");
        assert_eq!(found.end, TuneEnd::Reached, "{:?}", found.trials);
        assert_eq!((found.trials.len(), found.changed.len()), (1, 0));
    }
}

/// Two rooms with walls at random.
const WALLS: &str = "hero health=20 strength=4\nmap\n###############\n#@.....#.....#\n#......+.....#\n\
    #......#....$#\n###############\nend\nscatter # 10%\n";

#[test]
fn of_goals_that_contradict_each_other_as_many_as_possible_are_approached() {
    let careful = bot_of(|_| 1.0);
    let greedy = bot_of(|dungeon| 1.6 - health_of(dungeon, "rat") / 10.0);
    let goals = [
        TuneGoal {
            from: 0.6,
            to: 0.8,
            play: &careful,
        },
        TuneGoal {
            from: 0.9,
            to: 1.0,
            play: &greedy,
        },
    ];
    let file = ROOM.replace("health=8", "health=12");
    let found = tune(&text_of(&file), &goals, 0, 400, &no_seed_is_lost, &|_| {});
    let found = found.expect("rats vary");
    assert_ne!(found.end, TuneEnd::Reached);
    let best = found
        .trials
        .iter()
        .filter_map(|trial| trial.result.as_ref().ok());
    let best = best
        .map(|wins| wins[1].share().min(0.9))
        .fold(0.0, f64::max);
    assert!(found.wins[1].share() >= best, "{:?}", found.trials);
    let wanted = [("careful", [0.6, 0.8]), ("greedy", [0.9, 1.0])];
    let wanted = wanted.map(|(bot, shares)| WantedWins { bot, shares });
    let told = conclusion(&found, &wanted);
    assert!(
        told.contains("no numbers tried reach the range of careful"),
        "{told}"
    );
}

#[test]
fn no_trial_leaves_the_bounds_of_a_mark() {
    let kind = |keys: &str| ROOM.replace("health=8 strength=6", keys);
    let rooms = "kind r \"rat\" is=wanderer\nmap rooms 40 20 rooms=4 sides=3..6 tune=sides:3..9\n\
        scatter @ 1\nscatter $ 1\nscatter r 1\n";
    let files = [
        kind("health=40..60 tune=health:36..60"),
        kind("health=40..60 tune=health:30..60"),
        kind("health=4..6 strength=2..7 tune=health:4..6,strength:2..9"),
        kind("health=8 speed=100% tune=speed:60..140,health:3..9"),
        ROOM.replace("hero health=20", "hero health=20 max=30 tune=health:10..60"),
        ROOM.replace(
            "hero health=20",
            "hero health=20 max=30 tune=health:10..60,max:20..30",
        ),
        ROOM.replace("r 2", "r 2..5 tune=2..9"),
        WALLS.replace("10%", "10% tune=5..20"),
        rooms.to_owned(),
    ];
    for file in files {
        for (from, to, share) in [(0.9, 1.0, 0.0), (0.0, 0.1, 1.0), (0.45, 0.55, 0.3)] {
            let [one, other] = [share, 1.0 - share].map(|share| bot_of(move |_| share));
            let goal = |play| TuneGoal { from, to, play };
            let goals = [goal(&one as &dungeon::players::PlaySeeds<'_>), goal(&other)];
            let found = tune(&text_of(&file), &goals, 0, 256, &no_seed_is_lost, &|_| {});
            let found = found.unwrap_or_else(|| panic!("{file}"));
            for trial in &found.trials {
                assert!(trial.result.is_ok(), "{file}: {trial:?}");
            }
        }
    }
    // A measurement leaves the bounds, and deletes the mark.
    let text = text_of(&kind("health=40..60 tune=health:36..60"));
    let changes = text.changes();
    assert!(changes.len() > 4);
    for change in changes.into_iter().filter(|change| change.values.is_some()) {
        text.read(change.text)
            .unwrap_or_else(|why| panic!("{} {:?}: {why}", change.name, change.values));
    }
}

#[test]
fn a_file_that_cannot_be_tuned_says_why() {
    let goal = TuneGoal {
        from: 0.4,
        to: 0.6,
        play: &played,
    };
    for (file, why) in [
        (format!("goal none=yes\n{ROOM}"), "goal none=yes"),
        (
            "map\n#####\n#@.$#\n#####\nend\n".to_owned(),
            "no number of a monster",
        ),
        (
            ROOM.replace("strength=6", "speed=100% tune=speed:60..140"),
            "permits",
        ),
    ] {
        let text = text_of(&file);
        let goals = std::slice::from_ref(&goal);
        assert!(tune(&text, goals, 0, 256, &no_seed_is_lost, &|_| {}).is_none());
        assert!(
            text.why_untunable().contains(why),
            "{}",
            text.why_untunable()
        );
    }
}

#[test]
fn a_monster_without_sight_or_fight_is_never_met() {
    for rules in ["", "rules explore fog=yes\n"] {
        let file = format!(
            "{rules}hero health=20\nkind r \"rat\" is=wanderer health=4 strength=3\n\
             kind z \"zombie\" health=4 strength=1 sense=never hunt=path roam=stand\n\
             map\n##############\n#@..r...$#..z#\n##############\nend\n"
        );
        let found = measured(&text_of(&file));
        let is_met = |name| of(&found, name, Alteration::Removed).is_met;
        assert_eq!([is_met("rat"), is_met("zombie")], [true, false], "{file}");
    }
}

#[test]
fn a_kind_is_inserted_above_the_comment_of_the_first_level() {
    let file = "hero health=9\n\n// The hall.\n// It has a rat.\nlevel \"Hall\"\nmap\n######\n#@w$.#\n######\nend\n";
    let changes = text_of(file).changes();
    let mut changed = changes
        .iter()
        .filter(|change| change.text.contains("kind w"));
    let first = changed.next().expect("a built-in monster");
    let at = first.text.find("kind w").expect("it is there");
    assert!(
        at < first.text.find("// The hall").expect("a comment"),
        "{}",
        first.text
    );
}
