//! The program of `examples/own_show.rs`, which most tests of a terminal run.
use std::path::PathBuf;

use crate::pty::{Played, sized};
use portable_pty::CommandBuilder;
use vt100::{MouseProtocolEncoding, MouseProtocolMode};

/// The mouse modes of a terminal that reports all mouse events.
pub const REPORTED: (MouseProtocolMode, MouseProtocolEncoding) =
    (MouseProtocolMode::AnyMotion, MouseProtocolEncoding::Sgr);

/// Returns the path of the example, which cargo builds before the tests run.
pub fn own_show() -> PathBuf {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_dungeon"));
    let path = binary.with_file_name("examples").join("own_show");
    assert!(
        path.exists(),
        "run `cargo build --examples` to build {path:?}"
    );
    path
}

/// Starts the example and waits for its first frame.
pub fn started() -> Played {
    Played::with(CommandBuilder::new(own_show()), sized(80, 24)).until("q quits")
}
