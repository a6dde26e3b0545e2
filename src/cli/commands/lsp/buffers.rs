//! The files that are open in the editor, with their unsaved text.
use std::collections::BTreeMap;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use super::positions::{BYTE_ORDER_MARK, ColumnUnit};
use super::uris::path_of;
use dungeon_format::source::{Limits, Source};

/// The keyword of include records.
const INCLUDE: &str = "include";

/// An open file.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The URI of the file, as sent by the editor.
    pub uri: Uri,
    /// The version of the text, counted by the editor.
    pub version: i32,
    /// The text, shared with checks that are still running.
    pub text: Arc<String>,
    /// The path of the file; `None` if it was never saved.
    pub path: Option<PathBuf>,
    /// The path with links resolved; `None` if the file does not exist yet.
    pub place: Option<PathBuf>,
    /// Whether the text may include other files.
    pub may_include: bool,
    /// Becomes true when the text is edited or the file is closed, to stop a running check.
    pub is_stale: Arc<AtomicBool>,
}

impl Buffer {
    /// Creates the buffer of a file that was just opened.
    pub fn opened(item: TextDocumentItem) -> Buffer {
        let path = path_of(&item.uri);
        Buffer {
            place: path.as_deref().and_then(|path| path.canonicalize().ok()),
            path,
            may_include: item.text.contains(INCLUDE),
            uri: item.uri,
            version: item.version,
            text: Arc::new(item.text),
            is_stale: Arc::default(),
        }
    }

    /// Applies edits in order. Each edit refers to the text after the previous edit.
    pub fn edit(&mut self, changes: Vec<TextDocumentContentChangeEvent>, unit: ColumnUnit) {
        mem::take(&mut self.is_stale).store(true, Ordering::Relaxed);
        for change in changes {
            let Some(range) = change.range else {
                self.text = Arc::new(change.text);
                continue;
            };
            let text = Arc::make_mut(&mut self.text);
            let [one, other] = [range.start, range.end].map(|place| unit.byte_of(text, place));
            text.replace_range(one.min(other)..one.max(other), &change.text);
        }
        self.may_include = self.text.contains(INCLUDE);
    }

    /// Whether two buffers hold the same text. Comparing versions is not enough: a file that was closed and opened
    /// again may repeat a version.
    pub fn is_same_text(&self, other: &Buffer) -> bool {
        self.version == other.version && Arc::ptr_eq(&self.text, &other.text)
    }

    /// Whether the text begins with a byte order mark.
    pub fn has_mark(&self) -> bool {
        self.text.starts_with(BYTE_ORDER_MARK)
    }

    /// Returns the name of the file in messages: its path, or its URI if it has no path.
    pub fn name(&self) -> &Path {
        match &self.path {
            Some(path) => path,
            None => Path::new(self.uri.as_str()),
        }
    }

    /// Returns the text as a source, without its includes. A text above the size limit is cut, as a file would be.
    pub fn source(&self, limits: &Limits) -> Source {
        if self.text.len() <= limits.file {
            Source::from_text(self.name(), self.text.as_str())
        } else {
            // Reading from memory never fails.
            Source::read(self.name(), self.text.as_bytes(), limits).unwrap_or_default()
        }
    }
}

/// All open files, by URI.
pub type Buffers = BTreeMap<String, Buffer>;

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::{Position, Range};

    use super::*;

    #[test]
    fn edits_are_taken_one_after_another_wherever_they_point() {
        let mut buffer = Buffer::opened(TextDocumentItem {
            uri: Uri::from_str("untitled:a").expect("a URI"),
            language_id: "dungeon".into(),
            version: 1,
            text: "map\n#𝄞#\n".into(),
        });
        let at = |line, character| Position { line, character };
        let change = |start, end, text: &str| TextDocumentContentChangeEvent {
            range: Some(Range { start, end }),
            range_length: None,
            text: text.into(),
        };
        let edits = vec![
            change(at(1, 1), at(1, 3), "$"),
            change(at(9, 9), at(9, 9), "end"),
            change(at(0, 3), at(0, 0), "MAP"), // the wrong way round
        ];
        buffer.edit(edits, ColumnUnit::Utf16);
        assert_eq!(buffer.text.as_str(), "MAP\n#$#\nend");
    }
}
