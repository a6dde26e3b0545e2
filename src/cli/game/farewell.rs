//! The farewell: the lines after a game that say how it ended, and the commands to play and watch it again.
use super::dungeon_origin::DungeonOrigin;
use crate::cli::output::quoting::{game_options, option, play_command};
use crate::cli::save::auto_save::AutoSave;
use crate::cli::save::kept_files::KeptContent;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::game_profile::Farewell;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::session::session::Session;
use dungeon_play::text::standing::standing_text;
use dungeon_play::text::story::story;
use dungeon_play::view::widgets::readings_text;
use dungeon_play::view::words::{game_terms, turns};

/// The longest key script to print in a command, in bytes: 25 rows of a typical terminal.
pub const LONGEST_KEYS: usize = 2_000;

/// A game that was left or has ended, and the data for its farewell.
#[derive(Clone, Copy)]
pub struct LeftGame<'a> {
    /// The session, with the recording of its keys.
    pub recorder: &'a Recorder,
    /// The saved files of the game.
    pub auto_save: &'a AutoSave,
    /// The messages at the end of the game; `None` if the player left earlier.
    pub end: Option<&'a [String]>,
}

impl LeftGame<'_> {
    /// Returns the lines to print after the screen is restored. `dungeon` says how commands can name the dungeon.
    pub fn lines(&self, dungeon: &DungeonOrigin) -> Vec<String> {
        let mut lines = match self.end {
            Some(messages) => messages.to_vec(),
            None => self.unfinished_lines(),
        };
        let way = if self.auto_save.is_saved() {
            "Continue:       "
        } else {
            "Go back:        "
        };
        let resumption = self.auto_save.resumption();
        lines.extend(resumption.map(|command| format!("{way}{command}")));
        lines.extend(match dungeon {
            DungeonOrigin::Here(file) => self.command_lines(file),
            DungeonOrigin::Lost(why) => {
                let shown = self.auto_save.showing().into_iter();
                let shown = shown.map(|command| format!("Watch again:    {command}"));
                [why.clone()].into_iter().chain(shown).collect()
            }
        });
        if self.auto_save.named_file(KeptContent::Keys).is_some() {
            let state = self.recorder.recording().state();
            lines.push(format!("Checksum:       {state:016x}"));
        }
        lines
    }

    /// Returns the lines with the commands that play this dungeon again and replay the game.
    fn command_lines(&self, file: &str) -> Vec<String> {
        let recording = self.recorder.recording();
        let (options, size) = (game_options(&recording), recording.size);
        let again = format!("Play again:     {}", play_command(file, &recording));
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
        vec![again, format!("Watch again:    {shown}")]
    }

    /// Returns the line for a game that started with a reload, which kept the hero's place. Only a recording can replay
    /// this game, because no option sets the hero's place.
    fn moved_start_lines(&self) -> Vec<String> {
        vec![match self.auto_save.showing() {
            Some(command) => format!("Watch again:    {command}"),
            None => "To watch a game that started with a reload, record it with `--record FILE`."
                .to_owned(),
        }]
    }

    /// Returns the lines for a game with too many keys to print.
    fn many_keys_lines(&self, count: usize) -> Vec<String> {
        let many = format!("Keys:           {count}, too many to print");
        match self.auto_save.showing() {
            Some(command) => vec![
                format!("Watch again:    {command}"),
                format!("{many}; the recording has them"),
            ],
            None => vec![format!("{many}; use `--record FILE` to keep them")],
        }
    }

    /// Returns the lines for an unfinished game: the turn, and the hero's state.
    fn unfinished_lines(&self) -> Vec<String> {
        let session = &self.recorder.session;
        let turns = turns(session.turn());
        let mut lines = vec![format!("You left after {turns}. The game is not over.")];
        lines.extend(standing_text(session.seen_world()));
        lines
    }
}

/// Returns the messages of the last turn, then the story and the summary of the game.
pub fn end_messages(session: &Session) -> Vec<String> {
    let mut lines = session.latest_messages().to_vec();
    lines.extend(story(session.game().world()));
    lines.extend(summary(session.game()));
    lines
}

/// Returns the final values of the gauges, or the statistics of a battle (K-14). `None` in games whose last message
/// already contains them.
pub fn summary(game: &Game) -> Option<String> {
    let (rules, world) = (game.rules(), game.world());
    match game_terms(world).farewell {
        Farewell::Gauges => Some(readings_text(&rules.face().readings(world))),
        Farewell::Statistics => Some(readings_text(&rules.face().statistics(world))),
        Farewell::Nothing => None,
    }
}
