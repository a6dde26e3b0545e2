//! Answers requests about texts: those of an editor, and their compilation for the engine.
use dungeon_model::wire;
use serde_json::{Value, json};

use crate::answers::{Answer, Answers, read, written};
use crate::compiled::recording_of;
use crate::editing::Editing;
use crate::reading::faults_of;
use crate::request::ReaderRequest;

/// The text that the page is working with.
#[derive(Default)]
pub struct Reader {
    editing: Option<Editing>,
}

impl Answers for Reader {
    fn answer(&mut self, request: &str, _: &(dyn Fn(u64) + Sync)) -> Answer {
        Ok(match read(request)? {
            ReaderRequest::Check { name, text } => written(&self.editing(name, text).check()),
            ReaderRequest::Paint {
                name,
                text,
                from,
                to,
            } => written(&self.editing(name, text).paint(from, to)),
            ReaderRequest::Complete { name, text, at } => {
                written(&self.editing(name, text).complete(at))
            }
            ReaderRequest::Hover { name, text, at } => written(&self.editing(name, text).hover(at)),
            ReaderRequest::Format { name, text } => written(&self.editing(name, text).format()?),
            ReaderRequest::Maps { name, text } => written(&self.editing(name, text).maps()),
            ReaderRequest::Declare {
                name,
                text,
                sort,
                glyph,
                called,
            } => written(&self.editing(name, text).declare(sort, glyph, &called)?),
            ReaderRequest::Compile { name, text } => written(&self.editing(name, text).compile()?),
            ReaderRequest::CompileRecording { recording } => {
                written(&compile_recording(&recording)?)
            }
        })
    }
}

impl Reader {
    /// Returns the analysis of the edited text, which is made again only after the text has changed.
    fn editing(&mut self, name: String, text: String) -> &Editing {
        let known = self.editing.take();
        let known = known.filter(|editing| editing.is_of(&name, &text));
        let editing = known.unwrap_or_else(|| Editing::new(name, text));
        self.editing.insert(editing)
    }
}

fn compile_recording(recording: &str) -> Result<Value, String> {
    let recording = recording_of(recording)?;
    let dungeon = recording.dungeon().map_err(|report| faults_of(&report))?;
    Ok(json!({ "dungeon": wire::write(&dungeon, &recording.text) }))
}
