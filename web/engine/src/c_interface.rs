//! The C interface of a module: four functions that it exports, and two that it imports from the page. The page writes a
//! request into a buffer that the module owns. No code here dereferences a raw pointer; only the attributes are unsafe.
//!
//! ```text
//! to = request(bytes)      write the request as UTF-8 to `to`
//! from = answer()          the answer is at `from`
//! answer_length()          its length in bytes, valid until the next request
//! from = rescue()          after a panic: the recording of the game, in the form of an answer
//! ```
//!
//! An answer `{"fault": …}` is an error message. Each module defines `answer` itself, with [`answer_by`].
use std::cell::RefCell;
use std::panic;

use dungeon::recordings::SharedRecording;
use serde::Serialize;

use crate::answers::{Answers, written};

/// The current request, and the object that answers requests.
#[derive(Default)]
struct Exchange {
    request: Vec<u8>,
    answers: Option<Box<dyn Answers>>,
}

/// The answer to a request that cannot be answered.
#[derive(Serialize)]
struct Fault {
    fault: String,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
    /// The last answer. Separate from the exchange, which stays borrowed after a panic.
    static ANSWER: RefCell<String> = RefCell::default();
    /// The game's recording. Each call leaves it complete, so it can be rescued whenever its mutex is unlocked.
    static RECORDING: RefCell<Option<SharedRecording>> = RefCell::default();
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Reports how far a long answer is: the steps of a proof, or the percentage of a link's keys.
    safe fn progress(far: f64);
    /// Reports a panic's message to the page, before the module stops.
    safe fn panicked(text: *const u8, bytes: usize);
}

/// Reserves a buffer for a request of this many bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(bytes: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.request.clear();
        exchange.request.resize(bytes, 0);
        exchange.request.as_mut_ptr()
    })
}

/// Answers the request, and returns the address of the answer. Creates the answering object on the first call.
pub fn answer_by<Answering: Answers + Default + 'static>() -> *const u8 {
    panic::set_hook(Box::new(|what| {
        let text = what.to_string();
        panicked(text.as_ptr(), text.len());
    }));
    let answer = EXCHANGE.with_borrow_mut(|exchange| {
        let request = String::from_utf8_lossy(&exchange.request);
        let answers = exchange
            .answers
            .get_or_insert_with(|| Box::new(Answering::default()));
        let answer = answers.answer(&request, &|far| progress(far as f64));
        RECORDING.set(answers.recording());
        answer
    });
    hand_out(answer.unwrap_or_else(|fault| written(&Fault { fault })))
}

/// Returns the length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}

/// Provides the recording of the game after a panic, and returns its address. The text is empty if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn rescue() -> *const u8 {
    let recording = RECORDING.take();
    let text = recording.and_then(|shared| Some(shared.try_lock().ok()?.to_text()));
    hand_out(text.unwrap_or_default())
}

fn hand_out(answer: String) -> *const u8 {
    ANSWER.set(answer);
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
