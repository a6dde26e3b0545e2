//! Any bytes as a terminal's, with the cuts and pauses that are in them: what holds of them is what the tests hold.
#![no_main]

#[path = "../../terminal/decoding.rs"]
mod decoding;

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoding::check(input));
