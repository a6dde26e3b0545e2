//! The farewell: the lines after a game that say how it ended, and the commands that play and show it again.
use super::dungeon_origin::DungeonOrigin;
use crate::cli::output::quoting::{game_options, option};
use crate::cli::save::auto_save::AutoSave;
use crate::cli::save::kept_files::KeptContent;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::game_profile::Farewell;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::session::session::Session;
use dungeon_play::text::game_result::readings_text;
use dungeon_play::text::standing::standing_text;
use dungeon_play::view::words::{game_terms, turns};

/// The longest script of keys, in bytes, that stands in a command: 25 rows of a usual terminal.
pub const LONGEST_KEYS: usize = 2_000;

/// A game that was left, and what its farewell tells of.
#[derive(Clone, Copy)]
pub struct LeftGame<'a> {
    /// The session, with the recording of its keys.
    pub recorder: &'a Recorder,
    /// The files that hold the game.
    pub auto_save: &'a AutoSave,
    /// The messages of the game's end; `None` if it was left before.
    pub end: Option<&'a [String]>,
}

impl LeftGame<'_> {
    /// Returns the lines to print once the screen is left. Commands name the dungeon as `dungeon` says.
    pub fn lines(&self, dungeon: &DungeonOrigin) -> Vec<String> {
        let mut lines = match self.end {
            Some(messages) => messages.to_vec(),
            None => self.unfinished_lines(),
        };
        let way = if self.auto_save.is_saved() {
            "Go on with:     "
        } else {
            "Go back with:   "
        };
        let resumption = self.auto_save.resumption();
        lines.extend(resumption.map(|command| format!("{way}{command}")));
        lines.extend(match dungeon {
            DungeonOrigin::Here(file) => self.command_lines(file),
            DungeonOrigin::Lost(why) => {
                let shown = self.auto_save.showing().into_iter();
                let shown = shown.map(|command| format!("See it again:   {command}"));
                [why.clone()].into_iter().chain(shown).collect()
            }
        });
        if self.auto_save.named_file(KeptContent::Keys).is_some() {
            let state = self.recorder.recording().state();
            lines.push(format!("Checksum:       {state:016x}"));
        }
        lines
    }

    /// Returns the commands that play the dungeon in this file again, and show the game.
    fn command_lines(&self, file: &str) -> Vec<String> {
        let recording = self.recorder.recording();
        let (options, size) = (game_options(&recording), recording.size);
        let again = format!("Play it again:  dungeon {file} {options}");
        if recording.start.is_some() {
            return [vec![again], self.moved_start_lines()].concat();
        }
        let (keys, count) = (recording.keys().to_string(), recording.keys().len());
        let keys = match self.auto_save.named_file(KeptContent::Keys) {
            Some(path) => option("--keys-from", path),
            None if keys.len() <= LONGEST_KEYS => option("--keys", keys),
            None => return [vec![again], self.many_keys_lines(count)].concat(),
        };
        let shown = format!("dungeon render {file} {options} --size {size} {keys}");
        vec![again, format!("See it again:   {shown}")]
    }

    /// Returns how a game is seen again that began where the hero stood when its dungeon was read anew: no command begins
    /// one there.
    fn moved_start_lines(&self) -> Vec<String> {
        vec![match self.auto_save.showing() {
            Some(command) => format!("See it again:   {command}"),
            None => "It began where you stood when its file was read anew; `--record FILE` keeps such a game"
                .to_owned(),
        }]
    }

    /// Returns where the keys of a long game are to be had, in place of a command that holds them.
    fn many_keys_lines(&self, count: usize) -> Vec<String> {
        let many = format!("Keys:           {count}, too many for a line");
        match self.auto_save.showing() {
            Some(command) => vec![
                format!("See it again:   {command}"),
                format!("{many}; that recording holds them"),
            ],
            None => vec![format!("{many}; `--record FILE` keeps those of a game")],
        }
    }

    /// Describes when the player left, and how the game stood then.
    fn unfinished_lines(&self) -> Vec<String> {
        let session = &self.recorder.session;
        let turns = turns(session.turn());
        let mut lines = vec![format!("You left after {turns}; the game was not over.")];
        lines.extend(standing_text(session.game().world()));
        lines
    }
}

/// Returns the messages of the last turn, and the summary.
pub fn end_messages(session: &Session) -> Vec<String> {
    let mut lines = session.latest_messages().to_vec();
    lines.extend(summary(session.game()));
    lines
}

/// Returns the gauges after the end, or a battle's statistics (K-14); `None` in games whose last message says it all.
pub fn summary(game: &Game) -> Option<String> {
    let (rules, world) = (game.rules(), game.world());
    match game_terms(world).farewell {
        Farewell::Gauges => Some(readings_text(&rules.face().readings(world))),
        Farewell::Statistics => Some(readings_text(&rules.face().statistics(world))),
        Farewell::Nothing => None,
    }
}
