//! `players.wasm`, which the page loads when it first asks for a proof or a simulation.

/// Answers the current request, and returns the address of the answer.
#[cfg(target_arch = "wasm32")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    dungeon_page::c_interface::answer_by::<dungeon_page::Players>()
}

/// Does nothing: the worker calls the exports.
fn main() {}
