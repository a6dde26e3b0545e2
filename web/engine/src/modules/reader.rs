//! `reader.wasm`, which the page loads when it needs findings, or a text that is not compiled: the questions of an editor.

/// Answers the current request, and returns the address of the answer.
#[cfg(target_arch = "wasm32")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    dungeon_page::c_interface::answer_by::<dungeon_page::Reader>()
}

/// Does nothing: the page calls the exports.
fn main() {}
