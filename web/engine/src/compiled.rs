//! A text or a recording with its compiled dungeon. The reader compiles, so that the engine needs no parser.
use std::sync::Arc;

use dungeon::Dungeon;
use dungeon::diagnostics::Source;
use dungeon::recordings::Recording;
use dungeon_model::wire;

/// A text with its dungeon.
pub struct CompiledText {
    /// The name and the text.
    pub source: Source,
    /// The dungeon of the text.
    pub dungeon: Arc<Dungeon>,
}

impl CompiledText {
    /// Reads the compiled dungeon of a text.
    pub fn read(name: String, text: String, dungeon: &str) -> Result<CompiledText, String> {
        let dungeon = read(dungeon, &text)?;
        let source = Source::from_text(name, text);
        Ok(CompiledText { source, dungeon })
    }
}

/// A recording with its dungeon.
pub struct CompiledRecording {
    /// The recording.
    pub recording: Recording,
    /// The recorded dungeon.
    pub dungeon: Arc<Dungeon>,
}

impl CompiledRecording {
    /// Reads a recording and its compiled dungeon.
    pub fn read(recording: &str, dungeon: &str) -> Result<CompiledRecording, String> {
        let recording = recording_of(recording)?;
        let dungeon = read(dungeon, &recording.text)?;
        Ok(CompiledRecording { recording, dungeon })
    }
}

/// Parses a recording.
pub fn recording_of(text: &str) -> Result<Recording, String> {
    Recording::from_text(text).map_err(|error| error.to_string())
}

fn read(dungeon: &str, text: &str) -> Result<Arc<Dungeon>, String> {
    let dungeon = wire::read(dungeon, text);
    dungeon.map(Arc::new).map_err(|error| error.to_string())
}
