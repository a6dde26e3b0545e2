//! Continuing after the author changed the dungeon during play: the session continues with a game of the new text, or
//! shows a bar with the reason that it cannot. The caller reads the text, since this module accesses no files.
use super::new_game::StartCell;
use super::session::Session;
use crate::input::show::Show;
use crate::view::status_bar::StatusBar;
use dungeon_model::dungeon::{Dungeon, LevelId};

/// The hero's place in a changed dungeon, compared to the place before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeroPlace {
    /// There was no place to keep: the game had not started, was over, or has several heroes.
    Start,
    /// The hero is in the same place.
    Kept,
    /// The cell no longer admits a hero.
    CellTaken,
    /// The level is gone.
    LevelGone,
}

impl HeroPlace {
    /// Returns the message that tells the player where the hero is.
    pub fn words(self) -> &'static str {
        match self {
            HeroPlace::Start => "The dungeon was reloaded.",
            HeroPlace::Kept => "The dungeon was reloaded; you are where you were.",
            HeroPlace::CellTaken => {
                "The dungeon was reloaded; your old cell is blocked, so you are back at the start."
            }
            HeroPlace::LevelGone => {
                "The dungeon was reloaded; your level is gone, so you are back at the start."
            }
        }
    }
}

/// Continues with the game of another session as this session's next game, on this session's screen and with its
/// setting for questions.
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

/// Continues with the game of another session, which plays a changed version of this session's dungeon. Keeps the hero
/// in place if possible: on the level with the same name, or else with the same number.
pub fn go_on_in_place(session: &mut Session, mut next: Session) -> HeroPlace {
    session.stop();
    let dungeon = &session.factory.dungeon;
    let place = match place_to_keep(session) {
        None => HeroPlace::Start,
        Some((level, at)) => match matching_level(&next.factory.dungeon, dungeon, level) {
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

/// Shows a bar over every frame until it is replaced; `None` removes it.
pub fn show_bar(session: &mut Session, bar: Option<StatusBar>) {
    session.screen.bar = bar;
}

/// Returns the cell where a changed dungeon should keep the hero; `None` if the hero must start on the cell in the new
/// text, for example because it has not moved yet.
fn place_to_keep(session: &Session) -> Option<StartCell> {
    if session.is_begun() {
        session.game().hero_place()
    } else {
        session.begun_at
    }
}

/// Returns the level of a changed dungeon that corresponds to an old level: the one with the same name, or else the one
/// with the same number. A level is not matched by number if its name belonged to another old level.
fn matching_level(changed: &Dungeon, old: &Dungeon, level: LevelId) -> Option<LevelId> {
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
