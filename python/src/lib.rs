//! The engine of the Python package `dungeon_gym`: games for reinforcement learning, and questions about dungeons.
//!
//! Python sees the module `dungeon_gym._engine`, whose types are in `dungeon_gym/_engine.pyi`. Long work runs without
//! the interpreter's lock and stops at Ctrl-C (`waiting`).
mod arguments;
mod waiting;

mod reading;

mod joint_space;
mod pixels;
mod questions;

mod balancing;
mod lane;

mod threads;

mod games;

use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};
use pyo3::prelude::*;

/// The bundled dungeons.
static BUNDLED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../dungeons");

/// The functions and types of the package.
#[pymodule(name = "_engine", gil_used = false)]
mod engine {
    use super::{BTreeMap, BUNDLED};
    use crate::lane::REWARDS;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::balancing::{compare, generate, sensitivity, tune};
    #[pymodule_export]
    use crate::games::{Games, Observations, State};
    #[pymodule_export]
    use crate::questions::{check, prove, render, simulate};
    #[pymodule_export]
    use crate::reading::DungeonError;
    #[pymodule_export]
    use crate::waiting::EngineError;

    /// Adds the names of the parts of a reward, and the texts of the bundled dungeons by the names of their files
    /// without the ending.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let bundled = BUNDLED.files().filter_map(|file| {
            let name = file.path().file_stem()?.to_str()?;
            Some((name, file.contents_utf8()?))
        });
        let bundled: BTreeMap<&str, &str> = bundled.collect();
        module.add("REWARDS", REWARDS)?;
        module.add("BUNDLED", bundled)
    }
}
