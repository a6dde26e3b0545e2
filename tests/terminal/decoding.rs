//! Invariants of the decoder for any input. The tests check known and random sequences, and the fuzzer (tests/fuzz)
//! arbitrary ones.
use dungeon::terminal::{Decoder, Timeout};
use dungeon_play::input::key::Key;
use dungeon_play::input::script::LARGEST;

/// Four bytes that never occur in UTF-8 or in a sequence. In an input the first one ends a read, and the others end a
/// read followed by a silence of increasing length; the decoder gets none of them.
pub const CUT: u8 = 0xf8;
pub const MOMENT: u8 = 0xf9;
pub const PAUSE: u8 = 0xfa;
pub const REST: u8 = 0xfb;

/// Panics if the decoder breaks an invariant for this input.
pub fn check(input: &[u8]) {
    let cut = decode(input, |rush| {
        rush.split(|byte| *byte == CUT)
            .map(<[u8]>::to_vec)
            .collect()
    });
    let whole = decode(input, |rush| vec![fed(rush)]);
    assert_eq!(cut.keys, whole.keys, "cut, and whole");
    let single = decode(input, |rush| {
        fed(rush).iter().map(|byte| vec![*byte]).collect()
    });
    assert_eq!(single.keys, whole.keys, "byte by byte, and whole");
    assert!(whole.keys.len() <= input.len(), "more keys than bytes");
    whole.keys.iter().for_each(check_key);
    check_slow(&fed(input));
    check_text(&fed(input));
    check_way_out(whole);
    check_escape(single);
    check_silence(cut);
}

/// The decoded keys, and the decoder afterwards.
struct Decoded {
    decoder: Decoder,
    keys: Vec<Key>,
}

/// Feeds each burst in its reads, followed by the silence of its last byte.
fn decode(input: &[u8], reads: impl Fn(&[u8]) -> Vec<Vec<u8>>) -> Decoded {
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    for rush in input.split_inclusive(|byte| silence(*byte).is_some()) {
        for read in reads(rush) {
            decoder.feed(&fed(&read), &mut keys);
        }
        if let Some(lasted) = rush.last().copied().and_then(silence) {
            decoder.expire(lasted, &mut keys);
        }
    }
    Decoded { decoder, keys }
}

/// Returns the silence that follows a read with this last byte.
fn silence(byte: u8) -> Option<Timeout> {
    match byte {
        MOMENT => Some(Timeout::Escape),
        PAUSE => Some(Timeout::Sequence),
        REST => Some(Timeout::Paste),
        _ => None,
    }
}

/// Returns the bytes that reach the decoder.
fn fed(input: &[u8]) -> Vec<u8> {
    let bytes = input.iter().copied();
    bytes.filter(|byte| !(CUT..=REST).contains(byte)).collect()
}

/// Asserts that a key exists on a keyboard or a mouse.
fn check_key(key: &Key) {
    match *key {
        Key::Char(c) | Key::Alt(c) => assert!(
            !c.is_control() && c != char::REPLACEMENT_CHARACTER,
            "{key:?}"
        ),
        Key::Ctrl(c) => assert!(c.is_ascii_lowercase(), "{key:?}"),
        Key::F(number) => assert!((1..=20).contains(&number), "{key:?}"),
        Key::Click(p) | Key::Hover(p) => {
            assert!(
                (0..LARGEST).contains(&p.x) && (0..LARGEST).contains(&p.y),
                "{key:?}"
            );
        }
        Key::Resize(_) | Key::Idle => panic!("no terminal sends {key:?}"),
        _ => {}
    }
}

/// Asserts that on a slow line a moment of silence has an effect only where the decoder announces it.
fn check_slow(bytes: &[u8]) {
    let (mut fast, mut slow) = (Decoder::default(), Decoder::default());
    let (mut expected, mut keys) = (Vec::new(), Vec::new());
    for byte in bytes {
        fast.feed(&[*byte], &mut expected);
        slow.feed(&[*byte], &mut keys);
        if slow.pending_timeout() != Some(Timeout::Escape) {
            slow.expire(Timeout::Escape, &mut keys);
        }
    }
    assert_eq!(keys, expected, "slowly, and in one read");
}

/// Asserts that without control characters each character decodes as it does alone: invalid UTF-8 affects no other
/// bytes.
fn check_text(bytes: &[u8]) {
    let text = |byte: &u8| *byte >= b' ' && *byte != 0x7f;
    let bytes: Vec<u8> = bytes.iter().copied().filter(text).collect();
    let mut expected = Vec::new();
    for c in String::from_utf8_lossy(&bytes).chars() {
        Decoder::default().feed(c.to_string().as_bytes(), &mut expected);
    }
    let mut keys = Vec::new();
    Decoder::default().feed(&bytes, &mut keys);
    assert_eq!(keys, expected, "{}", bytes.escape_ascii());
}

/// Asserts that Ctrl-C and a moment of silence end any unfinished sequence.
fn check_way_out(mut decoded: Decoded) {
    let Decoded { decoder, keys } = &mut decoded;
    keys.clear();
    decoder.feed(b"\x03", keys);
    decoder.expire(Timeout::Escape, keys);
    decoder.feed(b"j", keys);
    assert!(
        keys.ends_with(&[Key::Ctrl('c'), Key::Char('j')]),
        "{keys:?}"
    );
}

/// Asserts that the Escape key ends any unfinished sequence, pressed twice in a string and once elsewhere; pasted text
/// may contain it.
fn check_escape(mut decoded: Decoded) {
    let Decoded { decoder, keys } = &mut decoded;
    keys.clear();
    for _ in 0..2 {
        decoder.feed(b"\x1b", keys);
        decoder.expire(Timeout::Escape, keys);
    }
    decoder.feed(b"j", keys);
    if keys.is_empty() {
        decoder.feed(b"\x1b[201~j", keys);
        assert_eq!(*keys, [Key::Char('j')], "not even pasted text");
    } else {
        assert!(keys.ends_with(&[Key::Esc, Key::Char('j')]), "{keys:?}");
    }
}

/// Asserts that a long silence ends any unfinished sequence, and that the next key decodes separately.
fn check_silence(mut decoded: Decoded) {
    let Decoded { decoder, keys } = &mut decoded;
    decoder.expire(Timeout::Paste, keys);
    assert_eq!(decoder.pending_timeout(), None);
    keys.clear();
    decoder.feed(b"j", keys);
    assert_eq!(*keys, [Key::Char('j')]);
}
