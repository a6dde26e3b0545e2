//! Feeds arbitrary bytes, with the cuts and pauses that they encode, to the terminal decoder. Checks the same
//! properties as the tests do.
#![no_main]

#[path = "../../terminal/decoding.rs"]
mod decoding;

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoding::check(input));
