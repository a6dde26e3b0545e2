//! `engine.wasm`, which the page loads: texts, games and recordings.

/// Answers the request that was written.
#[cfg(target_arch = "wasm32")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    dungeon_page::c_interface::answer_by::<dungeon_page::Engine>()
}

/// Nothing is done before the page asks.
fn main() {}
