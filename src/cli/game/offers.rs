//! The items of the menu: the latest save, the bundled dungeons, and the dungeon files of the current folder. Each item
//! has a description, the best result, and a picture of the first screen.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::shipped::{SHIPPED, quoted_after};
use crate::cli::options::include::IncludeOption;
use crate::cli::save::recording_file::read;
use crate::cli::save::save_folder::{SaveFolder, latest};
use crate::cli::save::score_file::{ScoreEntry, ScoreFile, dungeon_id};
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;
use dungeon_lint::load::read_sound;
use dungeon_model::space::geometry::Size;
use dungeon_play::session::session::Session;
use dungeon_play::text::menu::MenuItem;
use dungeon_play::view::frame::Frame;
use dungeon_play::view::glyphs::Glyphs;
use dungeon_play::view::words::turns;

/// The maximum number of files offered from the current folder.
const MOST_FILES: usize = 100;

/// The size limit of an offered file, in bytes: the menu reads all files before it opens.
const LARGEST: u64 = 256 << 10;

/// A menu item, and the game that it opens.
pub struct Offer {
    /// The title, the description and the best result.
    pub item: MenuItem,
    /// The game that the item starts or continues.
    pub game: OfferedGame,
}

/// A game that the menu offers.
pub enum OfferedGame {
    /// A new game, with its dungeon and the path of the dungeon's file; `None` for a bundled dungeon.
    New(Box<Source>, Option<PathBuf>),
    /// A saved game, with the path of the save.
    Saved(PathBuf),
}

impl Offer {
    /// Draws the first screen of a new game. Returns `None` for a saved game, which has moved past its first screen, or
    /// if the text cannot be parsed. Errors are reported only when the item is chosen.
    pub fn picture(&self, size: Size, glyphs: Glyphs) -> Option<Frame> {
        let OfferedGame::New(source, _) = &self.game else {
            return None;
        };
        let dungeon = read_sound(source, &Limits::default())?;
        let seed = dungeon.seed.unwrap_or(0);
        let session = Session::seeded(Arc::new(dungeon), seed).glyphs(glyphs);
        let mut frame = session.with_size(size.width, size.height).frame();
        frame.cursor = None;
        Some(frame)
    }
}

/// Returns the menu items, with the latest save first.
pub fn offers(include: &IncludeOption) -> Vec<Offer> {
    let best = best_results();
    let shipped = SHIPPED.iter().map(|shipped| {
        let (title, about) = shipped.words();
        new_game(
            (shipped.source(), None),
            (title.to_owned(), about.to_owned()),
            &best,
        )
    });
    let files = own_files().into_iter().filter_map(|path| {
        let source = include.open_at_once(&path, &Limits::default()).ok()?;
        let name = Untrusted::from(path.as_path());
        let said = |keyword| {
            quoted_after(&source.text, keyword).map(|said| Untrusted::from(said).to_string())
        };
        let title = match said("title").filter(|title| !title.is_empty()) {
            Some(title) => format!("{title} ({name})"),
            None => name.to_string(),
        };
        let about = said("about").unwrap_or_default();
        Some(new_game((source, Some(path)), (title, about), &best))
    });
    saved_game()
        .into_iter()
        .chain(shipped)
        .chain(files)
        .collect()
}

/// Returns the item for a new game of a dungeon with this file, title and description.
fn new_game(
    (source, file): (Source, Option<PathBuf>),
    (title, about): (String, String),
    best: &BTreeMap<String, String>,
) -> Offer {
    // Hashing a hundred files takes a while, so compute the id only if there are results.
    let id = || dungeon_id(&source.whole_text());
    let best = (!best.is_empty()).then(|| best.get(&id()));
    let best = best.flatten().cloned().unwrap_or_default();
    Offer {
        item: MenuItem { title, about, best },
        game: OfferedGame::New(Box::new(source), file),
    }
}

/// Returns the item that continues the latest save; `None` if there is none or it cannot be read.
fn saved_game() -> Option<Offer> {
    let last = latest(SaveFolder::of_person().ok()?.saves().ok()?)?;
    let (recording, _) = read(&last.path).ok()?;
    let title = quoted_after(&recording.text, "title").unwrap_or_default();
    let title = match title {
        "" => last.name.to_string(),
        title => Untrusted::from(title).to_string(),
    };
    let passed = turns(recording.turn());
    Some(Offer {
        item: MenuItem {
            title: format!("Continue: {title}"),
            about: format!("Your latest save, after {passed}."),
            best: String::new(),
        },
        game: OfferedGame::Saved(last.path),
    })
}

/// Returns the best result of each dungeon as text, by the dungeon's id. Empty if there are no results.
fn best_results() -> BTreeMap<String, String> {
    let entries = ScoreFile::of_person().and_then(|file| file.entries());
    let entries = entries.unwrap_or_default();
    let lists = entries.chunk_by(ScoreEntry::shares_list);
    let firsts = lists.filter_map(|list| list.first());
    let firsts = firsts.filter(|first| first.score.day().is_none());
    let words = firsts.map(|first| {
        let words = Untrusted::from(first.score.describe().as_str());
        (first.dungeon.clone(), words.to_string())
    });
    words.collect()
}

/// Returns the dungeon files in the current folder, sorted by name.
fn own_files() -> Vec<PathBuf> {
    let entries = fs::read_dir(".").into_iter().flatten().flatten();
    let is_dungeon = |path: &PathBuf| path.extension().is_some_and(|end| end == "dng");
    let is_small = |path: &PathBuf| {
        fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= LARGEST)
    };
    let paths = entries.map(|entry| Path::new(&entry.file_name()).to_owned());
    let mut paths: Vec<PathBuf> = paths.filter(is_dungeon).filter(is_small).collect();
    paths.sort();
    paths.truncate(MOST_FILES);
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_lint::load;

    #[test]
    fn a_saved_game_is_not_pictured_as_a_new_one() {
        let offer = Offer {
            item: MenuItem::default(),
            game: OfferedGame::Saved(PathBuf::from("a.save")),
        };
        assert_eq!(offer.picture(Size::new(42, 14), Glyphs::default()), None);
    }

    #[test]
    fn a_dungeon_is_pictured_before_it_is_judged() {
        let text = "item k \"key\" opens=iron\nmap\n#########\n#@..+.k$#\n#########\nend\n+ 5 2 locked=iron\n";
        let source = Source::from_text("a.dng", text);
        assert_eq!(load::read(&source, &Limits::default()).0, None);
        let offer = new_game((source, None), Default::default(), &BTreeMap::new());
        let picture = offer.picture(Size::new(42, 14), Glyphs::default());
        assert!(picture.is_some_and(|picture| picture.plain().contains('@')));
    }
}
