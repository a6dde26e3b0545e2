//! The file of results: the best finished games of each dungeon on this account. The file is next to the folder of
//! saves. While a process adds a result, it locks the folder that contains both.
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::folder_lock::{SHORT_WAIT, lock};
use super::recording_file::fingerprint;
use super::save_folder::SaveFolder;
use super::whole_file::{FileAccess, replace};
use crate::cli::output::errors::{ErrorText, system_message};
use dungeon_format::json::to_json;
use dungeon_format::opened_file::open_at_once;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::recording::Recording;
use dungeon_play::replay::result_screen::BestResults;
use dungeon_play::text::score::Score;

/// The version of the file format that this program writes.
const VERSION: u32 = 2;

/// The maximum number of results in a list. Only the best results are stored.
const MOST_IN_A_LIST: usize = 10;

/// The maximum number of lists of daily games, and of all other lists. Only the lists with the most recent games are
/// stored.
const MOST_LISTS: usize = 200;

/// The size limit of the file, in bytes: twice the size of a full file.
const LARGEST: u64 = 8 << 20;

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct ScoresHeader {
    /// The version of the format.
    dungeon_scores: u32,
}

/// One result: a line of the file after the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreEntry {
    /// The result of [`dungeon_id`] for the dungeon's text.
    pub dungeon: String,
    /// The name of the dungeon's file when it was played.
    pub name: String,
    /// The title of the dungeon; may be empty.
    pub title: String,
    /// When the game ended, in seconds since 1970.
    pub ended: u64,
    /// The result of the game.
    #[serde(flatten)]
    pub score: Score,
}

impl ScoreEntry {
    /// Whether two results belong to the same list: they are of the same dungeon, and of the same daily game if one of
    /// them is a daily game.
    pub fn shares_list(&self, other: &ScoreEntry) -> bool {
        self.dungeon == other.dungeon && self.score.day() == other.score.day()
    }
}

/// Returns an identifier of a dungeon: the first 16 hexadecimal digits of a hash of its whole text. A changed file is a
/// different dungeon, whose games cannot be compared.
pub fn dungeon_id(text: &str) -> String {
    let hash = fingerprint(text.as_bytes());
    let digits = hash.first_chunk().copied();
    format!("{:016x}", u64::from_be_bytes(digits.unwrap_or_default()))
}

/// The file of results, which need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreFile {
    /// The path of the file.
    pub path: PathBuf,
}

impl ScoreFile {
    /// Returns the player's file: `scores.jsonl` next to the folder of saves.
    ///
    /// # Errors
    /// Returns a sentence for the player if the home folder is unknown.
    pub fn of_person() -> Result<ScoreFile, ErrorText> {
        let saves = SaveFolder::of_person()?;
        Ok(ScoreFile {
            path: saves.path.with_file_name("scores.jsonl"),
        })
    }

    /// Returns all results by list, with the list of the most recent game last and the best result of each list first.
    /// Empty if there is no file.
    ///
    /// # Errors
    /// Returns why the file cannot be read, as part of a sentence.
    pub fn entries(&self) -> Result<Vec<ScoreEntry>, ErrorText> {
        let text = match limited_text(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            text => text.map_err(|error| system_message(&error))?,
        };
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let header = serde_json::from_str(first).map_err(|_| "it is not a file of results")?;
        let ScoresHeader { dungeon_scores } = header;
        if dungeon_scores > VERSION {
            return Err("a newer version of this program wrote it".to_owned());
        }
        let entries = (2..).zip(lines).map(|(number, line)| {
            serde_json::from_str(line).map_err(|_| format!("line {number} is not a result"))
        });
        entries.collect()
    }

    /// Adds a result, and returns the results of its list, the best first. If the list of a daily game has a result, the
    /// new one is marked as a second try.
    ///
    /// # Errors
    /// Returns why the result was not added, as part of a sentence. The file is then unchanged, unless the only step
    /// that failed was syncing the folder.
    pub fn add(&self, entry: &mut ScoreEntry) -> Result<Vec<ScoreEntry>, ErrorText> {
        let place = SaveFolder::around(&self.path);
        let system = |error: io::Error| {
            let why = system_message(&error);
            format!("{}: {why}", Untrusted::from(&self.path))
        };
        place.make().map_err(system)?;
        let Some(_lock) = lock(&place.path, SHORT_WAIT).map_err(system)? else {
            return Err("another game is saving its result".to_owned());
        };
        let unread = |why: String| format!("{} cannot be read: {why}", Untrusted::from(&self.path));
        let entries = self.entries().map_err(unread)?;
        let (mut own, mut all): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .partition(|other| other.shares_list(entry));
        entry.score.again = entry.score.day().is_some() && !own.is_empty();
        own.push(entry.clone());
        own.sort_by_key(|entry| entry.score.rank());
        own.truncate(MOST_IN_A_LIST);
        all.extend(own.clone());
        let text = text(&within_bounds(all)).map_err(system)?;
        let replaced = replace(&self.path, text.as_bytes(), FileAccess::Owner, || Ok(()));
        replaced.map_err(system)?;
        Ok(own)
    }
}

/// Reads the text of a results file.
///
/// # Errors
/// `FileTooLarge` for more than [`LARGEST`] bytes; otherwise the system's error.
fn limited_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let file = open_at_once(path)?.take(LARGEST + 1);
    if { file }.read_to_string(&mut text)? as u64 > LARGEST {
        Err(ErrorKind::FileTooLarge.into())
    } else {
        Ok(text)
    }
}

/// Drops the lists whose last game is the oldest, until at most [`MOST_LISTS`] lists of daily games and as many others
/// are left.
fn within_bounds(entries: Vec<ScoreEntry>) -> Vec<ScoreEntry> {
    let lists = entries.chunk_by(ScoreEntry::shares_list).rev();
    let mut counts = [0; 2];
    let mut lists: Vec<&[ScoreEntry]> = lists
        .filter(|list| {
            let count = &mut counts[usize::from(list[0].score.day().is_some())];
            *count += 1;
            *count <= MOST_LISTS
        })
        .collect();
    lists.reverse();
    lists.concat()
}

/// Returns the text of a results file.
fn text(entries: &[ScoreEntry]) -> io::Result<String> {
    let header = to_json(&ScoresHeader {
        dungeon_scores: VERSION,
    });
    let lines = [header].into_iter().chain(entries.iter().map(to_json));
    lines.map(|line| Ok(line? + "\n")).collect()
}

/// Adds the games of this process to the results of their dungeon.
pub struct ScoreBoard {
    file: Result<ScoreFile, ErrorText>,
    name: String,
    /// Whether the game in play was resumed from a file that is not removed when the game ends.
    is_repeatable: bool,
}

impl ScoreBoard {
    /// Creates a board that adds games of a dungeon with this name to the player's results.
    pub fn of_person(name: &Untrusted) -> ScoreBoard {
        ScoreBoard {
            file: ScoreFile::of_person(),
            name: name.raw().to_owned(),
            is_repeatable: false,
        }
    }

    /// Excludes the game in play from the results, because it was resumed from a file that is not removed when the game
    /// ends.
    pub fn repeatable(mut self) -> ScoreBoard {
        self.is_repeatable = true;
        self
    }

    /// Starts with another game, which is played from its first turn and counts.
    pub fn begin_another(&mut self) {
        self.is_repeatable = false;
    }

    /// Adds the result of the game in play, and returns the best results of its dungeon. `title` is the title of the
    /// dungeon.
    pub fn add(&mut self, score: Score, title: &str, recording: &Recording) -> BestResults {
        let file = match &self.file {
            Ok(file) => file,
            Err(why) => return unkept(Vec::new(), why),
        };
        let dungeon = dungeon_id(&recording.text);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let mut entry = ScoreEntry {
            dungeon,
            name: self.name.clone(),
            title: title.to_owned(),
            ended: now.unwrap_or_default().as_secs(),
            score,
        };
        if let Some(why) = self.uncounted(recording) {
            let mut entries = file.entries().unwrap_or_default();
            entries.retain(|other| other.shares_list(&entry));
            return unkept(scores_of(entries), why);
        }
        match file.add(&mut entry) {
            Ok(entries) => {
                let own = entries.iter().rposition(|other| *other == entry);
                BestResults {
                    scores: scores_of(entries),
                    own,
                    unkept: None,
                }
            }
            Err(why) => unkept(Vec::new(), &why),
        }
    }

    /// Returns why the game in play cannot be compared with other games of its dungeon; `None` if it can.
    fn uncounted(&self, recording: &Recording) -> Option<&'static str> {
        if self.is_repeatable {
            Some(REPEATABLE)
        } else if recording.start.is_some() {
            Some(MOVED)
        } else {
            recording.tempo.map(|_| OTHER_TEMPO)
        }
    }
}

/// The reason not to count a game resumed from a recording: unlike a save, the file is not removed at the end.
const REPEATABLE: &str = "its recording can be resumed again";

/// The reason not to count a game that started with a reload of its dungeon.
const MOVED: &str = "the game started with a reload";

/// The reason not to count a game with `--tempo`.
const OTHER_TEMPO: &str = "games with `--tempo` are not comparable";

fn scores_of(entries: Vec<ScoreEntry>) -> Vec<Score> {
    entries.into_iter().map(|entry| entry.score).collect()
}

/// Returns the best results for a game whose own result is not among them. `why` is the reason.
fn unkept(scores: Vec<Score>, why: &str) -> BestResults {
    BestResults {
        scores,
        own: None,
        unkept: Some(why.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, slice};

    use super::*;
    use crate::cli::save::whole_file::folder;
    use dungeon_format::source::Source;
    use dungeon_play::session::session::Session;

    fn entry(dungeon: &str, turns: u32) -> ScoreEntry {
        ScoreEntry {
            dungeon: dungeon.to_owned(),
            name: format!("{dungeon}.dng"),
            title: String::new(),
            ended: 0,
            score: Score {
                outcome: "won".to_owned(),
                turns,
                level: 1,
                seed: turns.into(),
                lost_to: None,
                story: None,
                again: false,
            },
        }
    }

    fn file() -> (tempfile::TempDir, ScoreFile) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("dungeon").join("scores.jsonl");
        (home, ScoreFile { path })
    }

    #[test]
    fn the_ten_best_results_of_a_dungeon_are_kept_the_best_first() {
        let (_home, file) = file();
        assert_eq!(file.entries(), Ok(Vec::new()));
        for turns in [30, 10, 20] {
            file.add(&mut entry("crypt", turns)).expect("a place");
        }
        file.add(&mut entry("arena", 5)).expect("a place");
        for turns in 40..50 {
            file.add(&mut entry("crypt", turns)).expect("a place");
        }
        let entries = file.entries().expect("sound");
        let turns: Vec<u32> = entries.iter().map(|entry| entry.score.turns).collect();
        assert_eq!(turns, [5, 10, 20, 30, 40, 41, 42, 43, 44, 45, 46]);
        assert_eq!(entries[0].dungeon, "arena", "played longest ago");
    }

    #[test]
    fn the_results_of_dungeons_played_longest_ago_make_room() {
        let entries: Vec<_> = (0..300).map(|nth| entry(&nth.to_string(), 1)).collect();
        let kept = within_bounds(entries);
        assert_eq!(kept.len(), MOST_LISTS);
        assert_eq!(kept[0].dungeon, "100");
    }

    /// A result of the daily game of 2026-11-28.
    fn daily(turns: u32) -> ScoreEntry {
        let mut daily = entry("crypt", turns);
        daily.score.seed = 20_261_128;
        daily
    }

    #[test]
    fn a_daily_game_has_a_list_of_its_own_in_which_the_first_try_stays_first() {
        let (_home, file) = file();
        file.add(&mut entry("crypt", 9)).expect("a place");
        let list = |file: &ScoreFile, turns| {
            let list = file.add(&mut daily(turns)).expect("a place");
            let list = list
                .into_iter()
                .map(|entry| (entry.score.turns, entry.score.again));
            list.collect::<Vec<_>>()
        };
        assert_eq!(list(&file, 50), [(50, false)]);
        assert_eq!(list(&file, 7), [(50, false), (7, true)]);
        assert_eq!(list(&file, 3), [(50, false), (3, true), (7, true)]);
        for turns in 100..120 {
            list(&file, turns);
        }
        let mut next_day = daily(1);
        next_day.score.seed += 1;
        assert_eq!(file.add(&mut next_day).map(|list| list.len()), Ok(1));
        let mut other = entry("crypt", 10);
        assert_eq!(file.add(&mut other).map(|list| list.len()), Ok(2));
        let entries = file.entries().expect("sound");
        let lists = entries.chunk_by(ScoreEntry::shares_list);
        let lists: Vec<(usize, u32)> = lists
            .map(|list| (list.len(), list[0].score.turns))
            .collect();
        assert_eq!(lists, [(MOST_IN_A_LIST, 50), (1, 1), (2, 9)]);
    }

    #[test]
    fn daily_games_do_not_displace_the_results_of_other_games() {
        let days = (0..400).map(|nth| {
            let mut entry = daily(1);
            entry.score.seed = 20_000_101 + 10_000 * nth;
            entry
        });
        let entries: Vec<_> = [entry("crypt", 1)].into_iter().chain(days).collect();
        let kept = within_bounds(entries);
        assert_eq!(kept.len(), 1 + MOST_LISTS);
        assert_eq!(kept[0], entry("crypt", 1));
        assert_eq!(kept[1].score.seed, 22_000_101);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_never_written_over() {
        let texts = [
            ("", "it is not a file of results"),
            (
                "{\"dungeon_scores\":3}\n",
                "a newer version of this program wrote it",
            ),
            ("{\"dungeon_scores\":1}\n{}\n", "line 2 is not a result"),
        ];
        for (text, why) in texts {
            let (_home, file) = file();
            fs::create_dir(folder(&file.path)).expect("a folder");
            fs::write(&file.path, text).expect("a file");
            assert_eq!(file.entries(), Err(why.to_owned()));
            let refused = file.add(&mut entry("crypt", 1)).expect_err("unreadable");
            assert!(
                refused.ends_with(&format!("cannot be read: {why}")),
                "{refused}"
            );
            assert_eq!(fs::read_to_string(&file.path).ok().as_deref(), Some(text));
        }
    }

    #[test]
    fn a_game_whose_save_stays_has_no_place_and_the_one_that_follows_it_has() {
        let (_home, file) = file();
        let mut board = ScoreBoard {
            file: Ok(file),
            ..ScoreBoard::of_person(&"a.dng".into()).repeatable()
        };
        let source = Source::from_text("a.dng", "map\n####\n#@$#\n####\nend\n");
        let session = Session::from_text(source.text.as_str()).expect("sound");
        let mut recording = Recording::begin(&session, &source);
        let score = entry("", 7).score;
        let best = board.add(score.clone(), "A", &recording);
        assert_eq!((best.own, best.unkept.as_deref()), (None, Some(REPEATABLE)));
        board.begin_another();
        let best = board.add(score.clone(), "A", &recording);
        assert_eq!((best.own, best.unkept), (Some(0), None));
        assert_eq!(best.scores, slice::from_ref(&score));
        recording.tempo = Some(0);
        let best = board.add(score.clone(), "A", &recording);
        assert_eq!(
            (best.own, best.unkept.as_deref()),
            (None, Some(OTHER_TEMPO))
        );
        assert_eq!(best.scores, [score]);
    }

    #[test]
    fn a_changed_dungeon_is_another_one() {
        assert_eq!(dungeon_id("map\n"), dungeon_id("map\n"));
        assert_ne!(dungeon_id("map\n"), dungeon_id("map \n"));
        assert_eq!(dungeon_id("").len(), 16);
    }
}
