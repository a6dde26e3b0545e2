//! The C interface of a module: four functions that it exports, and two that it imports from the page. A request is written
//! into a buffer that the module owns, so nothing here reads or writes through a pointer, and the attributes are all that is
//! unsafe.
//!
//! ```text
//! to = request(bytes)      write the request as UTF-8 to `to`
//! from = answer()          the answer is at `from`,
//! answer_length()          so many bytes long, until the next request
//! from = rescue()          after a panic: the recording of the game, as an answer is read
//! ```
//!
//! An answer `{"fault": …}` says why there is none. `answer` is the one that a module adds: [`answer_by`] with who answers in it.
use std::cell::RefCell;
use std::panic;

use dungeon::recordings::SharedRecording;
use serde_json::json;

use crate::answers::Answers;

/// A request on its way in, and who answers it.
#[derive(Default)]
struct Exchange {
    request: Vec<u8>,
    answers: Option<Box<dyn Answers>>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
    /// Beside the exchange, which nobody can look into any more after a panic.
    static ANSWER: RefCell<String> = RefCell::default();
    /// The game's recording, which is whole between any two calls: a free lock means that it can be rescued.
    static RECORDING: RefCell<Option<SharedRecording>> = RefCell::default();
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Tells the page how many steps a proof has taken so far.
    safe fn progress(steps: f64);
    /// Tells the page what went wrong, before the module stops for good.
    safe fn panicked(text: *const u8, bytes: usize);
}

/// Makes room for a request of so many bytes, and returns where it is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn request(bytes: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.request.clear();
        exchange.request.resize(bytes, 0);
        exchange.request.as_mut_ptr()
    })
}

/// Has the request answered by what is made when the first one comes, and returns where the answer is.
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
        let answer = answers.answer(&request, &|steps| progress(steps as f64));
        RECORDING.set(answers.recording());
        answer
    });
    let answer = answer.unwrap_or_else(|fault| json!({ "fault": fault }));
    hand_out(answer.to_string())
}

/// Returns how many bytes the last answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}

/// Hands out the recording of the game after a panic, and returns where it is; it is empty where there is none.
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
