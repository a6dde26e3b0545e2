//! What stands on the screen after a game: how it ended, and the commands that play and show it again.
use std::sync::Arc;

use super::dungeon_origin::DungeonOrigin;
use crate::cli::output::quoting::quoted;
use crate::cli::save::auto_save::AutoSave;
use crate::dungeon::game_profile::Farewell;
use crate::engine::game::Game;
use crate::engine::ruleset::Reading;
use crate::format::characters::clean;
use crate::play::input::key::Key;
use crate::play::input::keymap::Command;
use crate::play::input::script::Script;
use crate::play::input::show::{Pace, Show};
use crate::play::narration::SessionShow;
use crate::play::replay::recorder::Recorder;
use crate::play::session::session::Session;
use crate::play::text::notices::{ENDED, UNPLAYED, standing};
use crate::play::text::question::Leaving;
use crate::view::frame::Frame;
use crate::view::widgets::Gauge;
use crate::view::words::{game_terms, turns};

/// A game that is played, and what is to be said of it in the end.
pub struct PlayedGame {
    /// What is played.
    pub recorder: Recorder,
    auto_save: Arc<AutoSave>,
    /// How many games the session has begun.
    games: u32,
    /// What was said when the game ended.
    end: Option<Vec<String>>,
    /// What went wrong with the files that the person named, once they were written.
    wrong: Option<Vec<String>>,
}

impl PlayedGame {
    /// A game before its end.
    pub fn new(recorder: Recorder, auto_save: Arc<AutoSave>) -> PlayedGame {
        PlayedGame {
            games: recorder.session.games(),
            recorder,
            auto_save,
            end: None,
            wrong: None,
        }
    }

    /// Writes what is not written yet of the files that the person named; the errors are lines for him.
    pub fn write_files(&mut self) -> Vec<String> {
        let mut wrong = match self.wrong.take() {
            Some(wrong) => wrong,
            None => self.auto_save.write_files(),
        };
        wrong.extend(self.auto_save.write_stream());
        wrong
    }

    /// Whether it is saved as it stands.
    fn is_saved(&self) -> bool {
        self.auto_save.resumption().is_some()
    }

    /// Whether the person left an unfinished game that he wants to go on with, and that is not saved yet.
    fn is_to_be_saved(&self) -> bool {
        let session = &self.recorder.session;
        let is_wanted = session.leaving() == Some(Leaving::Save);
        is_wanted && session.outcome().is_none() && session.is_begun() && !self.is_saved()
    }

    /// Lines to print once the screen is left, free of control characters; commands name the dungeon as it is found.
    pub fn farewell(&self, dungeon: &DungeonOrigin) -> Vec<String> {
        let mut lines = match &self.end {
            Some(said) => said.clone(),
            None => self.unfinished(),
        };
        lines.extend(
            self.auto_save
                .resumption()
                .map(|command| format!("Go on with:     {command}")),
        );
        let back = self.auto_save.way_back();
        lines.extend(back.map(|command| format!("Go back with:   {command}")));
        lines.extend(match dungeon {
            DungeonOrigin::Here(file) => self.commands(&quoted(file)),
            DungeonOrigin::Lost(why) => {
                let shown = self.auto_save.showing().into_iter();
                let shown = shown.map(|command| format!("See it again:   {command}"));
                [why.clone()].into_iter().chain(shown).collect()
            }
        });
        if self.auto_save.files().keys().is_some() {
            let state = self.recorder.recording().state();
            lines.push(format!("Checksum:       {state:016x}"));
        }
        lines.iter().map(|line| clean(line).into_owned()).collect()
    }

    /// The commands that play the dungeon in this file again, and show the game.
    fn commands(&self, file: &str) -> Vec<String> {
        let recording = self.recorder.recording();
        let (seed, size) = (recording.seed, recording.size);
        let keys = match self.auto_save.files().keys() {
            Some(path) => format!("--keys-from {}", quoted(path)),
            None => format!("--keys {}", quoted(Script(recording.keys()).to_string())),
        };
        vec![
            format!("Play it again:  dungeon {file} --seed {seed}"),
            format!("See it again:   dungeon render {file} --seed {seed} --size {size} {keys}"),
        ]
    }

    /// The end was heard when it came: only what there is to add to it is said again.
    pub fn shorten_end(&mut self) {
        let summary = summary(self.recorder.session.game());
        self.end = self.end.take().map(|_| summary.into_iter().collect());
    }

    /// What was said last, and what there is to add to it.
    fn final_words(&self) -> Vec<String> {
        let session = &self.recorder.session;
        let mut said = session.latest_messages().to_vec();
        said.extend(summary(session.game()));
        said
    }

    /// When he left, and how he stood.
    fn unfinished(&self) -> Vec<String> {
        let session = &self.recorder.session;
        let turns = turns(session.turn());
        let mut said = vec![format!("You left after {turns}; the game was not over.")];
        said.extend(standing(session.game().world()));
        said
    }

    /// Saves and leaves; a game that cannot be saved goes on.
    fn save(&mut self) {
        let session = &mut self.recorder.session;
        if session.outcome().is_some() {
            return session.say(ENDED);
        }
        if !session.is_begun() {
            return session.say(UNPLAYED);
        }
        match self.auto_save.save() {
            Ok(_) => session.leave(Leaving::Save),
            Err(why) => session.say(format!("The game is not saved: {why}.")),
        }
    }

    /// Looks after the game when a key was obeyed.
    fn watch(&mut self) {
        // At once: when the terminal is left, signals kill.
        if self.is_to_be_saved()
            && let Err(why) = self.auto_save.save()
        {
            let session = &mut self.recorder.session;
            session.stay();
            session.say(format!("The game is not saved, and goes on: {why}."));
        }
        let games = self.recorder.session.games();
        if games != self.games {
            // A restart makes an ended game one that is not over.
            (self.games, self.end) = (games, None);
            self.auto_save.begin_another();
        }
        if self.recorder.session.outcome().is_some() && self.end.is_none() {
            self.end = Some(self.final_words());
            self.auto_save.end();
        }
        // For the same reason.
        if self.is_over() {
            self.wrong = Some(self.auto_save.write_files());
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
}

impl Show for PlayedGame {
    fn press(&mut self, key: Key) {
        match self.recorder.session.command(key) {
            Some(Command::Save) => self.save(),
            _ => self.recorder.press(key),
        }
        self.watch();
    }

    fn frame(&self) -> Frame {
        self.recorder.frame()
    }

    fn animate(&mut self) -> Option<Frame> {
        self.recorder.animate()
    }

    fn is_over(&self) -> bool {
        self.recorder.is_over()
    }

    fn wants_mouse(&self) -> bool {
        self.recorder.wants_mouse()
    }

    fn pace(&self) -> Option<Pace> {
        self.recorder.pace()
    }

    fn is_under_way(&self) -> bool {
        self.recorder.is_under_way()
    }

    fn go_on(&mut self) {
        self.recorder.go_on();
        self.watch();
    }

    fn stop(&mut self) {
        self.recorder.stop();
    }
}

/// How the hero stands, unless the last sentence tells all that he lives by; after a battle, what it came to (K-14).
fn summary(game: &Game) -> Option<String> {
    let (rules, world) = (game.rules(), game.world());
    match game_terms(world).farewell {
        Farewell::Gauges => Some(readings_told(&rules.readings(world))),
        Farewell::Statistics => Some(readings_told(&rules.statistics(world))),
        Farewell::Nothing => None,
    }
}

/// The gauges as a sentence.
fn readings_told(readings: &[Reading]) -> String {
    let told = readings
        .iter()
        .map(|reading| Gauge::new(reading).describe());
    format!("{}.", told.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::save::kept_files::OpenFiles;
    use crate::cli::save::recording_file::{fingerprint, read};
    use crate::cli::save::save_folder::SaveHandle;
    use crate::engine::action::Action;
    use crate::format;
    use crate::format::source::{Limits, Source};
    use crate::monsters;
    use crate::play::session::session::Session;
    use crate::rulesets::tactics::Tactics;
    use crate::space::geometry::{Point, at};

    /// Of whatever file it is.
    fn played(session: Session) -> PlayedGame {
        let recorder = Recorder::new(session, &Source::default());
        let auto_save = AutoSave::new(recorder.shared(), OpenFiles::default(), None);
        PlayedGame::new(recorder, Arc::new(auto_save))
    }

    #[test]
    fn who_quits_with_y_has_his_game_saved_while_signals_still_wait() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("well.save");
        fs::write(&path, "as it was").expect("a file");
        let fingerprint = fingerprint(b"as it was");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/stairs.dng");
        let text = fs::read_to_string(file).expect("a scene");
        let session = Session::open(file).expect("a sound scene");
        let recorder = Recorder::new(session, &Source::from_text("well.dng", text));
        let held = Some(SaveHandle {
            path: path.clone(),
            fingerprint,
        });
        let auto_save = AutoSave::new(recorder.shared(), OpenFiles::default(), held);
        let mut played = PlayedGame::new(recorder, Arc::new(auto_save));
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
    fn e14_whoever_leaves_has_his_files_written_while_signals_still_wait() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/stairs.dng");
        let source = Source::from_text("well.dng", fs::read_to_string(file).expect("a scene"));
        for keys in ["..<Esc>d", "..<C-c>d", "<Esc>y"] {
            let home = tempfile::tempdir().expect("a folder");
            let [written, film] = ["keys", "film"].map(|name| home.path().join(name));
            let files = OpenFiles::at(Some(&written), Some(&film)).expect("two files");
            let session = Session::open(file).expect("a sound scene");
            let recorder = Recorder::new(session, &source);
            let auto_save = AutoSave::new(recorder.shared(), files, None);
            let mut played = PlayedGame::new(recorder, Arc::new(auto_save));
            let keys: Script = keys.parse().expect("a script");
            for key in keys.0 {
                assert!(!played.is_over() && !film.exists() && !written.exists());
                played.press(key);
            }
            assert!(played.is_over());
            let recording = played.recorder.recording();
            assert_eq!(read(&film).expect("a recording").0, recording);
            let kept = fs::read_to_string(&written).expect("keys");
            assert_eq!(kept.trim_end(), Script(recording.keys()).to_string());
            assert_eq!(played.write_files(), [""; 0]);
        }
    }

    #[test]
    fn gauges_are_read_out_as_one_sentence() {
        let readings =
            [("Health", 3), ("Wealth", -10)].map(|(label, value)| Reading::points(label, value));
        assert_eq!(readings_told(&readings), "Health 3, Wealth -10.");
    }

    #[test]
    fn what_the_purse_holds_is_said_by_the_ending_alone() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/robbed.dng");
        let mut played = played(Session::open(file).expect("a sound scene"));
        played.press(Key::Char('.'));
        let said = played.final_words();
        let last = "You are bankrupt after 11 turns, 1 gold in debt, ruined by a hordling.";
        assert_eq!(said.last().map(String::as_str), Some(last));
    }

    /// What is printed after these keys on these boards.
    fn farewell(boards: &str, keys: &str) -> Vec<String> {
        let source = Source::from_text("run.dng", format!("rules arena lives=1\n{boards}"));
        let (dungeon, _) = format::read(&source, &Limits::default());
        let dungeon = dungeon.expect("sound boards");
        let mut played = played(Session::new(Arc::new(dungeon)).seed(7));
        keys.chars().for_each(|key| played.press(Key::Char(key)));
        played.farewell(&DungeonOrigin::Here("run.dng".to_owned()))
    }

    #[test]
    fn a2_who_leaves_or_loses_a_run_of_boards_is_told_how_far_he_came() {
        let boards = "level\nmap\n@%\nend\nlevel\nmap\n@..%\nend\n";
        let again = [
            "Play it again:  dungeon run.dng --seed 7",
            "See it again:   dungeon render run.dng --seed 7 --size 80x24 --keys ",
        ];
        let left = farewell(boards, "l");
        assert_eq!(
            left[..2],
            [
                "You left after 1 turn; the game was not over.",
                "You have 1 life. 1 enemy is left on board 2 of 2."
            ]
        );
        assert_eq!(left[2..], [again[0].to_owned(), format!("{}l", again[1])]);
        let lost = farewell(boards, "l...");
        assert_eq!(
            lost[..3],
            [
                "The enemy rams you: no life left.",
                "You have been stomped by an enemy after 4 turns, on board 2 of 2.",
                again[0],
            ],
            "the gauges would say it twice"
        );
        let won = farewell("level\nmap\n@%\nend\n", "l");
        assert_eq!(won[1], "You have won in 1 turn, with 1 life left.");
        assert_eq!(won[2], again[0]);
    }

    #[test]
    fn of_a_dungeon_that_is_lost_no_command_names_the_file() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/robbed.dng");
        let mut played = played(Session::open(file).expect("a sound scene"));
        played.press(Key::Char('.'));
        let why = "The dungeon was it's.dng, which is not to be found from here.";
        let said = played.farewell(&DungeonOrigin::Lost(why.to_owned()));
        assert_eq!(said.last().map(String::as_str), Some(why));
        assert!(!said.concat().contains("dungeon render"), "{said:?}");
    }

    #[test]
    fn k14_a_battle_is_summed_up_in_numbers_or_by_who_is_left() {
        let text =
            "rules tactics\nmap\na*..d\nend\nmark a @ name=\"Andy\"\nmark d @ name=\"Danny\"\n";
        let (dungeon, _) = format::read(&Source::from_text("b.dng", text), &Limits::default());
        let dungeon = Arc::new(dungeon.expect("a sound battle"));
        let mut played = played(Session::new(Arc::clone(&dungeon)));
        played.press(Key::Char(' '));
        let left = played.farewell(&DungeonOrigin::Here("b.dng".to_owned()));
        assert_eq!(
            left[..2],
            [
                "You left after 1 turn; the game was not over.",
                "Andy: health 20, 2 points, 10 ammo. Danny: health 20, 2 points, 10 ammo.",
            ]
        );
        let mut game = Game::new(dungeon, Arc::new(Tactics), monsters::mind_for, 0);
        game.step(Action::Go(at(1, 0))).expect("in range");
        assert_eq!(
            summary(&game).as_deref(),
            Some("Turns 0, Shots 0, Hits 0, Damage given 0, Damage taken 0, Items taken 1.")
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
            Script(played.recorder.recording().keys()).to_string(),
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
        let (dungeon, _) = format::read(&source, &Limits::default());
        let dungeon = Arc::new(dungeon.expect("a sound plain"));
        let mut played = played(Session::new(Arc::clone(&dungeon)));
        let edge = (70..=80).chain((60..80).rev()).chain(70..=80);
        let hovers = edge.map(|x| Key::Hover(Point { x: x - 1, y: 10 }));
        hovers.for_each(|hover| played.press(hover));
        let kept = Script(played.recorder.recording().keys());
        assert_eq!(kept.to_string(), "<hover 80,11><hover 80,11>");
        let mut again = Session::new(dungeon);
        kept.0.into_iter().for_each(|key| again.press_key(key));
        assert_eq!(again.frame(), played.frame());
    }
}
