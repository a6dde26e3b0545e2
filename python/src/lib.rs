//! The engine of the Python package `dungeon_gym`: games for reinforcement learning, and questions about dungeons.
//!
//! Python sees the module `dungeon_gym._engine`, whose types are in `dungeon_gym/_engine.pyi`. Long work runs without
//! the interpreter's lock and stops at Ctrl-C (`waiting`).
mod reading;
mod waiting;

mod questions;

use pyo3::prelude::*;

/// The functions and types of the package.
#[pymodule(name = "_engine", gil_used = false)]
mod engine {
    #[pymodule_export]
    use crate::questions::{check, prove, render, simulate};
    #[pymodule_export]
    use crate::reading::DungeonError;
    #[pymodule_export]
    use crate::waiting::EngineError;
}
