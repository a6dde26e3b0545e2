//! `players.wasm`, which the page loads when it first asks for a proof or a simulation.

/// Answers the request that was written.
#[cfg(target_arch = "wasm32")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    dungeon_page::c_interface::answer_by::<dungeon_page::Players>()
}

/// Nothing is done before the worker asks.
fn main() {}
