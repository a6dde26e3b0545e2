//! A dungeon that its author changed while it is played: the session goes on with a game of the new text, or says in a bar
//! why it does not. Who reads the text is another's business: no file is known here.
use super::new_game::StartCell;
use super::session::Session;
use crate::input::show::Show;
use crate::view::status_bar::StatusBar;
use dungeon_model::dungeon::{Dungeon, LevelId};

/// What became of the hero's place in a game of a changed dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeroPlace {
    /// There was none to keep: nothing was played yet, the game was over, or it has several heroes.
    Start,
    /// The hero is where he was.
    Kept,
    /// No hero may be on that cell any more.
    CellTaken,
    /// The level is gone.
    LevelGone,
}

impl HeroPlace {
    /// Returns what the player is told of a game that begins like this.
    pub fn words(self) -> &'static str {
        match self {
            HeroPlace::Start => "The dungeon was read anew.",
            HeroPlace::Kept => "The dungeon was read anew; you are where you were.",
            HeroPlace::CellTaken => {
                "The dungeon was read anew; where you were you cannot be now, so you are at the start."
            }
            HeroPlace::LevelGone => {
                "The dungeon was read anew; your level is gone, so you are at the start."
            }
        }
    }
}

/// Goes on with the game of another session, which is this session's next one, on this session's screen and with its
/// questions.
pub fn go_on_with(session: &mut Session, mut next: Session) {
    let screen = &session.screen;
    next.screen.watched = screen.watched;
    next.screen.glyphs = screen.glyphs;
    next.screen.window = screen.window;
    next.screen.lighting = screen.lighting;
    next.screen.observed.place_mention = screen.observed.place_mention;
    next.screen.resize(screen.size);
    next.games = session.games.saturating_add(1);
    *session = if session.asks_first {
        next.asking_first()
    } else {
        next
    };
}

/// Goes on with the game of another session, whose dungeon is a changed one of this session's, and leaves the hero where
/// he is if he may be there: on the level of the same name, or else of the same number.
pub fn go_on_in_place(session: &mut Session, mut next: Session) -> HeroPlace {
    session.stop();
    let dungeon = &session.factory.dungeon;
    let place = match place_to_keep(session) {
        None => HeroPlace::Start,
        Some((level, at)) => match level_in(&next.factory.dungeon, dungeon, level) {
            None => HeroPlace::LevelGone,
            Some(level) => {
                let seed = next.screen.seed;
                next.start_at(seed, Some((level, at)));
                if next.game().hero_place() == Some((level, at)) {
                    HeroPlace::Kept
                } else {
                    HeroPlace::CellTaken
                }
            }
        },
    };
    go_on_with(session, next);
    place
}

/// Shows a bar over every frame until another one or none is asked for.
pub fn show_bar(session: &mut Session, bar: Option<StatusBar>) {
    session.screen.bar = bar;
}

/// The cell that a changed dungeon is to leave the hero on: who has not moved yet goes where the new text puts him.
fn place_to_keep(session: &Session) -> Option<StartCell> {
    if session.is_begun() {
        session.game().hero_place()
    } else {
        session.begun_at
    }
}

/// The level of a changed dungeon that was this one: that of its name, or else that of its number, unless the number now
/// belongs to another of the old levels.
fn level_in(changed: &Dungeon, old: &Dungeon, level: LevelId) -> Option<LevelId> {
    let name = old
        .levels
        .get(usize::from(level.0))
        .map(|level| level.name.as_str())?;
    let mut levels = changed.numbered_levels();
    let by_name = levels.find(|(_, other)| other.name == name);
    if let Some((id, _)) = by_name.filter(|_| !name.is_empty()) {
        return Some(id);
    }
    let there = changed.levels.get(usize::from(level.0))?;
    let is_another =
        !there.name.is_empty() && old.levels.iter().any(|other| other.name == there.name);
    (!is_another).then_some(level)
}
