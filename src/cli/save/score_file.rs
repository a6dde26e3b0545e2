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
const VERSION: u32 = 1;

/// The maximum number of results per dungeon. Only the best results are stored.
const MOST_OF_A_DUNGEON: usize = 10;

/// The maximum number of dungeons with results. Only the dungeons that were played most recently are stored.
const MOST_DUNGEONS: usize = 200;

/// The size limit of the file, in bytes: twice the size of a full file.
const LARGEST: u64 = 4 << 20;

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

    /// Returns all results, grouped by dungeon, with the most recently played dungeon last and the best result of each
    /// dungeon first. Empty if there is no file.
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

    /// Adds a result, and returns the results of its dungeon, the best first.
    ///
    /// # Errors
    /// Returns why the result was not added, as part of a sentence. The file is then unchanged, unless the only step
    /// that failed was syncing the folder.
    pub fn add(&self, entry: &ScoreEntry) -> Result<Vec<ScoreEntry>, ErrorText> {
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
            .partition(|other| other.dungeon == entry.dungeon);
        own.push(entry.clone());
        own.sort_by_key(|entry| entry.score.rank());
        own.truncate(MOST_OF_A_DUNGEON);
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

/// Drops the dungeons that were played longest ago, until at most [`MOST_DUNGEONS`] are left.
fn within_bounds(entries: Vec<ScoreEntry>) -> Vec<ScoreEntry> {
    let runs = entries.chunk_by(|a, b| a.dungeon == b.dungeon);
    let runs: Vec<&[ScoreEntry]> = runs.collect();
    runs[runs.len().saturating_sub(MOST_DUNGEONS)..].concat()
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
        let of_dungeon = |entries: Vec<ScoreEntry>| {
            let own = entries.into_iter();
            let own = own.filter(|entry| entry.dungeon == dungeon);
            own.map(|entry| entry.score).collect::<Vec<_>>()
        };
        if let Some(why) = self.uncounted(recording) {
            let scores = file.entries().map(of_dungeon).unwrap_or_default();
            return unkept(scores, why);
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let entry = ScoreEntry {
            dungeon: dungeon.clone(),
            name: self.name.clone(),
            title: title.to_owned(),
            ended: now.unwrap_or_default().as_secs(),
            score,
        };
        match file.add(&entry) {
            Ok(entries) => {
                let own = entries.iter().rposition(|other| *other == entry);
                BestResults {
                    scores: of_dungeon(entries),
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
            file.add(&entry("crypt", turns)).expect("a place");
        }
        file.add(&entry("arena", 5)).expect("a place");
        for turns in 40..50 {
            file.add(&entry("crypt", turns)).expect("a place");
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
        assert_eq!(kept.len(), MOST_DUNGEONS);
        assert_eq!(kept[0].dungeon, "100");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_never_written_over() {
        let texts = [
            ("", "it is not a file of results"),
            (
                "{\"dungeon_scores\":2}\n",
                "a newer version of this program wrote it",
            ),
            ("{\"dungeon_scores\":1}\n{}\n", "line 2 is not a result"),
        ];
        for (text, why) in texts {
            let (_home, file) = file();
            fs::create_dir(folder(&file.path)).expect("a folder");
            fs::write(&file.path, text).expect("a file");
            assert_eq!(file.entries(), Err(why.to_owned()));
            let refused = file.add(&entry("crypt", 1)).expect_err("unreadable");
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
