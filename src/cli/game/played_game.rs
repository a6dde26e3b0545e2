//! A game in play: handles its keys, saves, reloads and result page, and collects the data for the farewell.
use std::sync::Arc;

use super::dungeon_file::{DungeonFile, Reread};
use super::dungeon_origin::DungeonOrigin;
use super::farewell::{LeftGame, end_messages, summary};
use crate::cli::save::auto_save::AutoSave;
use crate::cli::save::kept_files::WriteMoment;
use crate::cli::save::score_file::ScoreBoard;
use dungeon_play::input::key::Key;
use dungeon_play::input::keymap::Command;
use dungeon_play::input::show::{Pace, Show};
use dungeon_play::narration::SessionShow;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::replay::replay_screen::ReplayScreen;
use dungeon_play::replay::result_screen::{BestResults, MenuReturn, ResultKey, ResultScreen};
use dungeon_play::session::reload::{self, HeroPlace};
use dungeon_play::session::session::Session;
use dungeon_play::text::notices::{ENDED, UNPLAYED};
use dungeon_play::text::question::Leaving;
use dungeon_play::text::score::Score;
use dungeon_play::view::frame::Frame;

/// A game in play.
pub struct PlayedGame {
    /// The session, with the recording of its keys.
    pub recorder: Recorder,
    auto_save: Arc<AutoSave>,
    /// The file to reload the dungeon from; `None` if the dungeon must not be reloaded.
    file: Option<DungeonFile>,
    /// The number of games that the session had started at the last check. A higher number means that a new game has
    /// started.
    games: u32,
    /// The messages at the end of the game; `None` before the end.
    end: Option<Vec<String>>,
    /// The errors from writing the named files; `None` before they are written.
    file_errors: Option<Vec<String>>,
    /// The board that results are added to; `None` for games that do not count.
    scores: Option<ScoreBoard>,
    /// The result page; `None` before the end, and in narrated games.
    page: Option<ResultScreen>,
    /// The replay that is watched from the result page.
    replay: Option<ReplayScreen>,
    /// The best results at the end of the game.
    best: BestResults,
    ending: EndingStyle,
    way_out: WayOut,
}

/// How to show the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingStyle {
    /// A page covers the board. The page offers the way back to the menu, if the game was started from the menu.
    Page(MenuReturn),
    /// Lines of text are printed.
    Lines,
}

/// What the player wants after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOut {
    /// The player leaves the program.
    Done,
    /// The player chooses another dungeon in the menu.
    Menu,
}

impl PlayedGame {
    /// Creates a game in play from a new or resumed game.
    pub fn new(
        recorder: Recorder,
        auto_save: Arc<AutoSave>,
        file: Option<DungeonFile>,
    ) -> PlayedGame {
        PlayedGame {
            games: recorder.session.games(),
            recorder,
            auto_save,
            file,
            end: None,
            file_errors: None,
            scores: None,
            page: None,
            replay: None,
            best: BestResults::default(),
            ending: EndingStyle::Page(MenuReturn::Absent),
            way_out: WayOut::Done,
        }
    }

    /// Sets how to show the end.
    pub fn ending(mut self, ending: EndingStyle) -> PlayedGame {
        self.ending = ending;
        self
    }

    /// Sets the score board for results.
    pub fn scores(mut self, scores: ScoreBoard) -> PlayedGame {
        self.scores = Some(scores);
        self
    }

    /// Returns what the player wants after the game.
    pub fn way_out(&self) -> WayOut {
        self.way_out
    }

    /// Records the result of the finished game, and opens the result page.
    fn show_result(&mut self) {
        let score = Score::of(self.recorder.session.game());
        self.best = match (&mut self.scores, score) {
            (Some(scores), Some(score)) => {
                let title = &self.recorder.session.game().world().dungeon().title;
                scores.add(score, title, &self.recorder.recording())
            }
            _ => BestResults::default(),
        };
        if let EndingStyle::Page(menu) = self.ending {
            self.page = ResultScreen::new(&self.recorder, self.best.clone(), menu);
        }
    }

    /// Sends a key to the game, not to the result page.
    fn press_game(&mut self, key: Key) {
        match self.recorder.session.command(key) {
            Some(Command::Save) => self.save(),
            _ => self.recorder.press(key),
        }
    }

    /// Writes the named files that are not written yet. Returns one line per error.
    pub fn write_files(&mut self) -> Vec<String> {
        let now = || self.auto_save.write_files(WriteMoment::Leaving);
        let mut wrong = self.file_errors.take().unwrap_or_else(now);
        wrong.extend(self.auto_save.write_files(WriteMoment::Left));
        wrong
    }

    /// Whether the player left an unfinished game to continue later, and it is not saved yet.
    fn is_to_be_saved(&self) -> bool {
        let session = &self.recorder.session;
        let is_wanted = session.leaving() == Some(Leaving::Save);
        let is_unsaved = session.outcome().is_none() && !self.auto_save.is_saved();
        is_wanted && session.is_begun() && is_unsaved
    }

    /// Returns the lines to print after the screen is restored. `dungeon` says how commands can name the dungeon.
    pub fn farewell_lines(&self, dungeon: &DungeonOrigin) -> Vec<String> {
        let left = LeftGame {
            recorder: &self.recorder,
            auto_save: &self.auto_save,
            end: self.end.as_deref(),
        };
        left.lines(dungeon)
    }

    /// Replaces the messages in the farewell by the summary: narration has already read out the messages.
    pub fn shorten_end(&mut self) {
        let summary = summary(self.recorder.session.game());
        self.end = self.end.take().map(|_| summary.into_iter().collect());
    }

    /// Saves the game and leaves. If saving fails, the game continues.
    fn save(&mut self) {
        let session = &mut self.recorder.session;
        if session.outcome().is_some() {
            return session.say(ENDED);
        }
        if !session.is_begun() {
            return session.say(UNPLAYED);
        }
        match self.auto_save.save() {
            Ok(()) => session.leave(Leaving::Save),
            Err(why) => session.say(format!("Cannot save the game: {why}.")),
        }
    }

    /// Resets the per-game state after a new game has started.
    fn begin_another(&mut self) {
        // A restarted game is not over.
        self.games = self.recorder.session.games();
        (self.end, self.page, self.replay) = (None, None, None);
        self.auto_save.begin_another();
        if let Some(scores) = &mut self.scores {
            scores.begin_another();
        }
    }

    /// Reloads the dungeon's file after the player started a new game, and starts that game on the new text. If the new
    /// text cannot be played, the previous text is kept.
    fn read_anew(&mut self) {
        let Some(reread) = self.reread() else { return };
        let session = &mut self.recorder.session;
        match reread {
            Reread::Unchanged => reload::show_bar(session, None),
            Reread::Sound(source, next) => {
                reload::go_on_with(session, *next);
                session.say(HeroPlace::Start.words());
                self.recorder.begin_anew(&source);
            }
            Reread::Broken(bar) => {
                session.say(format!("{}. Playing the previous version.", bar.words()));
                let is_watched = self.file.as_ref().is_some_and(DungeonFile::is_watched);
                reload::show_bar(session, is_watched.then_some(bar));
            }
        }
    }

    /// Reloads the dungeon's file; `None` if there is no file, or if a deadly signal has arrived.
    fn reread(&mut self) -> Option<Reread> {
        let file = self.file.as_mut()?;
        let seed = self.recorder.session.seed();
        let goes_on = || !self.auto_save.is_ending();
        file.reread(&self.recorder.recording().text, seed, &goes_on)
    }

    /// After each key, saves the game, ends the game and writes files as needed.
    fn follow_key(&mut self) {
        // Save before the terminal is restored: from then on, signals are no longer deferred and would kill the
        // process.
        if self.is_to_be_saved()
            && let Err(why) = self.auto_save.save()
        {
            let session = &mut self.recorder.session;
            session.stay();
            session.say(format!("Cannot save, so the game continues: {why}."));
        }
        if self.recorder.session.games() != self.games {
            self.read_anew();
            self.begin_another();
        }
        if self.recorder.session.outcome().is_none() && self.end.is_some() {
            // The player took back the loss.
            (self.end, self.page) = (None, None);
            self.auto_save.begin_another();
        }
        if self.recorder.session.outcome().is_some() && self.end.is_none() {
            self.end = Some(end_messages(&self.recorder.session));
            self.auto_save.end();
            self.show_result();
        }
        if let Some(why) = self.auto_save.take_checkpoint_failure() {
            let session = &mut self.recorder.session;
            session.say(format!("Cannot write a checkpoint: {why}."));
        }
        // Write the files while signals are still deferred.
        if self.is_over() {
            self.auto_save.remove_checkpoint();
            self.file_errors = Some(self.auto_save.write_files(WriteMoment::Leaving));
        }
    }
}

impl SessionShow for PlayedGame {
    fn session(&self) -> &Session {
        &self.recorder.session
    }

    fn session_mut(&mut self) -> &mut Session {
        &mut self.recorder.session
    }

    fn best_results(&self) -> Vec<String> {
        self.best.told()
    }
}

impl Show for PlayedGame {
    fn press(&mut self, key: Key) {
        if let Some(replay) = &mut self.replay {
            replay.press(key);
            if replay.is_over() {
                self.replay = None;
            }
            // The page and the game are drawn at the new size when they are shown again.
            if !matches!(key, Key::Resize(_)) {
                return;
            }
        }
        let asked = match &mut self.page {
            Some(page) => page.press(key, &self.recorder),
            None => ResultKey::Game(key),
        };
        match asked {
            ResultKey::Taken => {}
            ResultKey::Game(key) => self.press_game(key),
            ResultKey::Watch => self.replay = ReplayScreen::of_game(&self.recorder),
            ResultKey::Menu => {
                self.way_out = WayOut::Menu;
                self.recorder.session.leave(Leaving::Discard);
            }
        }
        self.follow_key();
    }

    fn frame(&self) -> Frame {
        match (&self.replay, &self.page) {
            (Some(replay), _) => replay.frame(),
            (None, Some(page)) => page.frame(&self.recorder),
            (None, None) => self.recorder.frame(),
        }
    }

    fn animate(&mut self) -> Option<Frame> {
        self.recorder.animate()
    }

    fn is_over(&self) -> bool {
        self.recorder.is_over()
    }

    /// If the dungeon's file has changed, starts a new game on the new text with the hero in place. If the text cannot
    /// be played, shows the error in a bar, and the game continues.
    fn wake(&mut self) {
        if self.is_over() {
            return;
        }
        let Some(reread) = self.reread() else { return };
        let session = &mut self.recorder.session;
        match reread {
            Reread::Unchanged => reload::show_bar(session, None),
            Reread::Broken(bar) => reload::show_bar(session, Some(bar)),
            Reread::Sound(source, next) => {
                let place = reload::go_on_in_place(session, *next);
                session.say(place.words());
                self.recorder.begin_anew(&source);
                self.begin_another();
            }
        }
    }

    fn wants_mouse(&self) -> bool {
        self.recorder.wants_mouse()
    }

    fn warnings(&self) -> u32 {
        self.recorder.warnings()
    }

    fn pace(&self) -> Option<Pace> {
        match (&self.replay, &self.page) {
            (Some(replay), _) => replay.pace(),
            (None, Some(page)) => page.pace(&self.recorder),
            (None, None) => self.recorder.pace(),
        }
    }

    fn is_under_way(&self) -> bool {
        self.recorder.is_under_way()
    }

    fn go_on(&mut self) {
        self.recorder.go_on();
        self.follow_key();
    }

    fn stop(&mut self) {
        self.recorder.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::cli::game::farewell::LONGEST_KEYS;
    use crate::cli::options::include::IncludeOption;
    use crate::cli::options::tempo::TempoOption;
    use crate::cli::save::game_file::GameFile;
    use crate::cli::save::kept_files::KeptFiles;
    use crate::cli::save::recording_file::{fingerprint, read};
    use dungeon_engine::action::Action;
    use dungeon_engine::game::Game;
    use dungeon_engine::monsters;
    use dungeon_engine::ruleset_face::Reading;
    use dungeon_engine::rulesets::tactics::Tactics;
    use dungeon_format::source::{Limits, Source};
    use dungeon_model::space::geometry::{Point, Size, at};
    use dungeon_play::input::keys_file::KeysFile;
    use dungeon_play::input::script::Script;
    use dungeon_play::session::session::Session;
    use dungeon_play::view::widgets::readings_text;

    /// Returns a game in play without a file.
    fn played(session: Session) -> PlayedGame {
        let recorder = Recorder::new(session, &Source::default());
        let auto_save = AutoSave::new(recorder.shared(), Vec::new(), None);
        PlayedGame::new(recorder, Arc::new(auto_save), None)
    }

    #[test]
    fn who_quits_with_y_has_his_game_saved_while_signals_still_wait() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("well.save");
        fs::write(&path, "as it was").expect("a file");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/stairs.dng");
        let text = fs::read_to_string(file).expect("a scene");
        let session = Session::open(file).expect("a sound scene");
        let recorder = Recorder::new(session, &Source::from_text("well.dng", text));
        let held = GameFile::read(path.clone(), fingerprint(b"as it was"));
        let auto_save = AutoSave::new(recorder.shared(), Vec::new(), held);
        let mut played = PlayedGame::new(recorder, Arc::new(auto_save), None);
        for key in [Key::Char('.'), Key::Esc, Key::Char('n')] {
            played.press(key);
        }
        assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"as it was"[..]));
        for key in [Key::Esc, Key::Char('y')] {
            played.press(key);
        }
        assert!(played.is_over() && !played.is_to_be_saved());
        let saved = read(&path).expect("a save").0;
        assert_eq!(saved, played.recorder.recording());
    }

    #[test]
    fn a_file_that_is_read_when_a_deadly_signal_comes_is_given_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hall.dng");
        let hall = "map\n######\n#@..$#\n######\nend\n";
        fs::write(&path, hall.replace("@..", ".@.")).expect("a file");
        let source = Source::from_text("hall.dng", hall);
        let (dungeon, _) = dungeon_lint::read(&source, &Limits::default());
        let session = Session::seeded(Arc::new(dungeon.expect("a dungeon")), 0);
        let recorder = Recorder::new(session, &source);
        let auto_save = AutoSave::new(recorder.shared(), Vec::new(), None);
        let auto_save = Arc::new(auto_save);
        let is_ending = auto_save.hooks().is_ending;
        let (include, keys) = (IncludeOption::default(), KeysFile::default());
        let tempo = TempoOption { milliseconds: None };
        let file = DungeonFile::new(path, include, tempo, keys);
        let mut played = PlayedGame::new(recorder, auto_save, Some(file));
        is_ending.store(true, Ordering::Relaxed);
        played.wake();
        played.press(Key::Char('R'));
        assert_eq!(played.recorder.recording().text, hall);
        is_ending.store(false, Ordering::Relaxed);
        played.wake();
        assert_ne!(played.recorder.recording().text, hall);
    }

    #[test]
    fn e14_files_are_written_on_leaving_while_signals_still_wait() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/stairs.dng");
        let source = Source::from_text("well.dng", fs::read_to_string(file).expect("a scene"));
        for keys in ["..<Esc>d", "..<C-c>d", "<Esc>y"] {
            let home = tempfile::tempdir().expect("a folder");
            let [written, film] = ["keys", "film"].map(|name| home.path().join(name));
            let [keys_to, record] = [&written, &film].map(|path| Some(path.clone()));
            let files = KeptFiles { keys_to, record };
            let files = files.open().expect("two files");
            let session = Session::open(file).expect("a sound scene");
            let recorder = Recorder::new(session, &source);
            let auto_save = AutoSave::new(recorder.shared(), files, None);
            let mut played = PlayedGame::new(recorder, Arc::new(auto_save), None);
            let keys: Script = keys.parse().expect("a script");
            for key in keys.0 {
                assert!(!played.is_over() && !film.exists() && !written.exists());
                played.press(key);
            }
            assert!(played.is_over());
            let recording = played.recorder.recording();
            assert_eq!(read(&film).expect("a recording").0, recording);
            let kept = fs::read_to_string(&written).expect("keys");
            assert_eq!(kept.trim_end(), recording.keys().to_string());
            assert_eq!(played.write_files(), [""; 0]);
        }
    }

    #[test]
    fn the_game_is_watched_from_the_result_and_the_result_is_there_behind_it() {
        let hall = "map\n#####\n#@.$#\n#####\nend\n";
        let mut played = played(Session::from_text(hall).expect("a sound hall"));
        [Key::Right, Key::Right]
            .into_iter()
            .for_each(|key| played.press(key));
        let shown = played.frame();
        assert!(shown.plain().contains("w: watch the replay"), "{shown}");
        played.press(Key::Char('w'));
        assert!(played.pace().is_some(), "it plays by itself");
        assert!(
            played.frame().plain().contains("Turn 0"),
            "{}",
            played.frame()
        );
        while played.pace().is_some() {
            played.press(Key::Idle);
        }
        assert!(played.frame().plain().contains("You won on turn 2."));
        played.press(Key::Resize(Size::new(60, 20)));
        assert_eq!(played.frame().size(), Size::new(60, 20));
        played.press(Key::Char('q'));
        assert_eq!(
            (played.frame().size(), played.pace()),
            (Size::new(60, 20), None)
        );
        played.press(Key::Resize(Size::new(80, 24)));
        assert_eq!(played.frame(), shown);
    }

    #[test]
    fn gauges_are_read_out_as_one_sentence() {
        let readings =
            [("Health", 3), ("Wealth", -10)].map(|(label, value)| Reading::points(label, value));
        assert_eq!(readings_text(&readings), "Health 3, wealth -10.");
    }

    #[test]
    fn what_the_purse_holds_is_said_by_the_ending_alone() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/robbed.dng");
        let mut played = played(Session::open(file).expect("a sound scene"));
        played.press(Key::Char('.'));
        let messages = end_messages(&played.recorder.session);
        let last = "You went bankrupt on turn 11, 1 gold in debt, ruined by a hordling.";
        assert_eq!(messages.last().map(String::as_str), Some(last));
    }

    /// Returns the farewell after these keys on these maps.
    fn farewell(boards: &str, keys: &str) -> Vec<String> {
        let source = Source::from_text("run.dng", format!("rules arena lives=1\n{boards}"));
        let (dungeon, _) = dungeon_lint::read(&source, &Limits::default());
        let dungeon = dungeon.expect("sound boards");
        let mut played = played(Session::new(Arc::new(dungeon)).with_seed(7));
        keys.chars().for_each(|key| played.press(Key::Char(key)));
        played.farewell_lines(&DungeonOrigin::Here("run.dng".into()))
    }

    #[test]
    fn a2_who_leaves_or_loses_a_run_of_boards_is_told_how_far_he_came() {
        let boards = "level\nmap\n@%\nend\nlevel\nmap\n@..%\nend\n";
        let again = [
            "Play again:     dungeon run.dng --seed 7",
            "Watch again:    dungeon render run.dng --seed 7 --size 80x24 --keys ",
        ];
        let left = farewell(boards, "l");
        assert_eq!(
            left[..2],
            [
                "You left after 1 turn. The game is not over.",
                "You have 1 life. 1 enemy left on board 2 of 2."
            ]
        );
        assert_eq!(left[2..], [again[0].to_owned(), format!("{}l", again[1])]);
        let lost = farewell(boards, "l...");
        assert_eq!(
            lost[..3],
            [
                "The enemy rams you (no lives left).",
                "You were stomped by an enemy on turn 4, on board 2 of 2.",
                again[0],
            ],
            "the gauges would say it twice"
        );
        let won = farewell("level\nmap\n@%\nend\n", "l");
        assert_eq!(won[1], "You won on turn 1, with 1 life left.");
        assert_eq!(won[2], again[0]);
    }

    #[test]
    fn of_a_dungeon_that_is_lost_no_command_names_the_file() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/robbed.dng");
        let mut played = played(Session::open(file).expect("a sound scene"));
        played.press(Key::Char('.'));
        let why = "The dungeon file it's.dng is no longer here.";
        let lines = played.farewell_lines(&DungeonOrigin::Lost(why.to_owned()));
        assert_eq!(lines.last().map(String::as_str), Some(why));
        assert!(!lines.concat().contains("dungeon render"), "{lines:?}");
    }

    #[test]
    fn of_a_long_game_the_keys_are_counted_and_it_is_said_where_they_are() {
        let home = tempfile::tempdir().expect("a folder");
        let film = home.path().join("film");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/stairs.dng");
        for film in [None, Some(&*film)] {
            let files = KeptFiles {
                record: film.map(Path::to_owned),
                ..KeptFiles::default()
            };
            let files = files.open().expect("a file");
            let session = Session::open(file).expect("a sound scene");
            let recorder = Recorder::new(session, &Source::default());
            let auto_save = AutoSave::new(recorder.shared(), files, None);
            let mut played = PlayedGame::new(recorder, Arc::new(auto_save), None);
            let end = |played: &PlayedGame| {
                let lines = played.farewell_lines(&DungeonOrigin::Here("well.dng".into()));
                lines[lines.len() - 2..].to_vec()
            };
            (0..LONGEST_KEYS).for_each(|_| played.press(Key::Char('.')));
            assert!(end(&played)[1].ends_with(&format!("--keys {}", ".".repeat(LONGEST_KEYS))));
            played.press(Key::Char('.'));
            let expected = match film {
                None => [
                    "Play again:     dungeon well.dng --seed 0".to_owned(),
                    "Keys:           2001, too many to print; use `--record FILE` to keep them"
                        .to_owned(),
                ],
                Some(film) => [
                    format!("Watch again:    dungeon replay {}", film.display()),
                    "Keys:           2001, too many to print; the recording has them".to_owned(),
                ],
            };
            assert_eq!(end(&played), expected);
        }
    }

    #[test]
    fn k14_a_battle_is_summed_up_in_numbers_or_by_who_is_left() {
        let text =
            "rules tactics\nmap\na*..d\nend\nmark a @ name=\"Andy\"\nmark d @ name=\"Danny\"\n";
        let (dungeon, _) =
            dungeon_lint::read(&Source::from_text("b.dng", text), &Limits::default());
        let dungeon = Arc::new(dungeon.expect("a sound battle"));
        let mut played = played(Session::new(Arc::clone(&dungeon)));
        played.press(Key::Char(' '));
        let left = played.farewell_lines(&DungeonOrigin::Here("b.dng".into()));
        assert_eq!(
            left[..2],
            [
                "You left after 1 turn. The game is not over.",
                "Andy: health 20, 2 points, 10 ammo. Danny: health 20, 2 points, 10 ammo.",
            ]
        );
        let mut game = Game::new(dungeon, Arc::new(Tactics), monsters::mind_for, 0);
        game.step(Action::Go(at(1, 0))).expect("in range");
        assert_eq!(
            summary(&game).as_deref(),
            Some("Turns 1, shots 0, hits 0, damage dealt 0, damage taken 0, items taken 1.")
        );
    }

    #[test]
    fn k4_of_all_places_where_the_mouse_went_only_the_last_is_kept() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/battle.dng");
        let mut played = played(Session::open(file).expect("a sound scene"));
        let keys: Script =
            "<hover 35,9><hover 36,9>l<hover 40,9><click 41,9><hover 42,9><hover 43,9><hover 1,1>"
                .parse()
                .expect("a script");
        keys.0.into_iter().for_each(|key| played.press(key));
        assert_eq!(
            played.recorder.recording().keys().to_string(),
            "<hover 36,9>l<hover 40,9><click 41,9><hover 43,9>",
            "and none of them beside the board"
        );
        assert!(played.wants_mouse());
    }

    #[test]
    fn k4_where_the_mouse_scrolled_a_large_board_is_kept() {
        let row = format!("{}\n", ".".repeat(300));
        let text = format!(
            "rules tactics\nlevel\nmap\n{}o\nend\n@ 1 1\n",
            row.repeat(3)
        );
        let source = Source::from_text("plain.dng", text);
        let (dungeon, _) = dungeon_lint::read(&source, &Limits::default());
        let dungeon = Arc::new(dungeon.expect("a sound plain"));
        let mut played = played(Session::new(Arc::clone(&dungeon)));
        let edge = (70..=80).chain((60..80).rev()).chain(70..=80);
        let hovers = edge.map(|x| Key::Hover(Point { x: x - 1, y: 10 }));
        hovers.for_each(|hover| played.press(hover));
        let kept = played.recorder.recording().keys();
        assert_eq!(kept.to_string(), "<hover 80,11><hover 80,11>");
        let mut again = Session::new(dungeon);
        kept.iter().for_each(|key| again.press_key(key));
        assert_eq!(again.frame(), played.frame());
    }
}
