//! The folders from which an import may read other files: the folder of the imported file, the folders of `--include`,
//! and the folder of a Tiled project around the file.
use std::cell::{OnceCell, RefCell};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::output::errors::{refuse, system_message};
use crate::cli::output::exit::Exit;
use crate::interchange::side_file::{SideFileError, plain_path};
use dungeon_format::opened_file::open_at_once;
use dungeon_format::{Limits, Untrusted};

/// The folders, and the files outside of them that an import named.
pub struct SideFolders {
    /// The folder of the imported file as typed, and with links resolved; `None` for standard input.
    home: Option<(PathBuf, PathBuf)>,
    /// The folders of `--include`, with links resolved.
    included: Vec<PathBuf>,
    /// Whether the folder of a Tiled project may be read.
    reads_projects: bool,
    project: OnceCell<Option<PathBuf>>,
    /// The nearest folder that holds the imported file and every file outside that it named.
    common: RefCell<Option<PathBuf>>,
}

impl SideFolders {
    /// Resolves the folders. `file` is the imported file; `-` is standard input.
    ///
    /// # Errors
    /// Reports a folder that does not exist.
    pub fn new(file: &Path, included: &[PathBuf], reads_projects: bool) -> Result<Self, Exit> {
        let resolved = |folder: &Path| {
            fs::canonicalize(folder).map_err(|error| {
                let (folder, why) = (Untrusted::from(folder), system_message(&error));
                refuse(format_args!("cannot read the folder {folder}: {why}"))
            })
        };
        let parent = file.parent().filter(|_| file != Path::new("-"));
        let parent = parent.map(|parent| Path::new(".").join(parent));
        let home = parent.map(|parent| resolved(&parent).map(|real| (plain_path(&parent), real)));
        let included = included.iter().map(|folder| resolved(folder));
        Ok(SideFolders {
            home: home.transpose()?,
            included: included.collect::<Result<_, Exit>>()?,
            reads_projects,
            project: OnceCell::new(),
            common: RefCell::new(None),
        })
    }

    /// Reads a file that the imported file names. Its path, with links resolved, must be inside one of the folders.
    ///
    /// # Errors
    /// Returns [`SideFileError::Outside`] for a path outside of the folders, which is not looked at.
    pub fn read(&self, path: &Path, limits: &Limits) -> Result<Vec<u8>, SideFileError> {
        let Some((_, home)) = &self.home else {
            return Err(io::Error::other("standard input has no folder to look in").into());
        };
        let named = plain_path(&home.join(path));
        self.allow(home, &named)?;
        let file = fs::canonicalize(named)?;
        self.allow(home, &file)?;
        let mut bytes = Vec::new();
        let most = (limits.file as u64).saturating_add(1);
        open_at_once(&file)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Checks that a file is inside one of the folders. Widens the common folder for a file outside of them.
    fn allow(&self, home: &Path, file: &Path) -> Result<(), SideFileError> {
        let is_in = |folder: &PathBuf| file.starts_with(folder);
        if file.starts_with(home) || self.included.iter().any(is_in) {
            return Ok(());
        }
        let project = || Some(project_folder(home)).filter(|_| self.reads_projects);
        let project = self.project.get_or_init(|| project().flatten());
        if project.as_ref().is_some_and(is_in) {
            return Ok(());
        }
        let mut common = self.common.borrow_mut();
        let so_far = common.as_deref().unwrap_or(home);
        let wider = so_far.ancestors().find(|folder| file.starts_with(folder));
        *common = wider.map(Path::to_owned);
        Err(SideFileError::Outside)
    }

    /// Returns the option that allows all files outside of the folders that the import named; `None` if it named none.
    pub fn advice(&self) -> Option<String> {
        let common = self.common.borrow();
        let (typed, home) = self.home.as_ref()?;
        let up = home
            .strip_prefix(common.as_ref()?)
            .ok()?
            .components()
            .count();
        let shown = plain_path(&typed.join("../".repeat(up)));
        let shown = if shown.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            shown
        };
        // A link in the typed path leads elsewhere than its name.
        let is_same = fs::canonicalize(&shown).is_ok_and(|same| Some(&same) == common.as_ref());
        let shown = if is_same { shown } else { common.clone()? };
        let shown = Untrusted::from(shown.as_path());
        Some(format!(
            "these files and the imported file are all in `{shown}`: to read them, add `--include {shown}`"
        ))
    }
}

/// Returns the nearest folder with a `.tiled-project` file, from `home` upward; `None` if there is no such file.
fn project_folder(home: &Path) -> Option<PathBuf> {
    let is_project = |entry: io::Result<fs::DirEntry>| {
        let path = entry.map(|entry| entry.path()).unwrap_or_default();
        path.extension()
            .is_some_and(|ending| ending == "tiled-project")
    };
    let has_project =
        |folder: &&Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.any(is_project));
    home.ancestors().find(has_project).map(Path::to_owned)
}
