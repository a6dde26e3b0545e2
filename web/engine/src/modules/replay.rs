//! `replay.wasm`, which the page loads when a recording is watched or made into a film.

/// Answers the current request, and returns the address of the answer.
#[cfg(target_arch = "wasm32")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    dungeon_page::c_interface::answer_by::<dungeon_page::Replay>()
}

/// Does nothing: the worker calls the exports.
fn main() {}
