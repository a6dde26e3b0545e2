//! What holds of the decoder whatever a terminal sends. The tests ask it of known sequences and of random ones, and the
//! fuzzer (tests/fuzz) of whatever it thinks of.
use dungeon::terminal::{Decoder, Timeout};
use dungeon_play::input::key::Key;
use dungeon_play::input::script::LARGEST;

/// Four bytes that stand in no UTF-8 and in no sequence. In an input the first one ends a read, the others end one that
/// is followed by a silence, each a longer one; none is fed.
pub const CUT: u8 = 0xf8;
pub const MOMENT: u8 = 0xf9;
pub const PAUSE: u8 = 0xfa;
pub const REST: u8 = 0xfb;

/// Panics unless the input is decoded as it should.
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

/// What was decoded, and the decoder after it.
struct Decoded {
    decoder: Decoder,
    keys: Vec<Key>,
}

/// Feeds each rush in the reads that it comes in, and then is silent for as long as the byte says that ends it.
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

/// The silence that follows a read which this byte ends.
fn silence(byte: u8) -> Option<Timeout> {
    match byte {
        MOMENT => Some(Timeout::Escape),
        PAUSE => Some(Timeout::Sequence),
        REST => Some(Timeout::Paste),
        _ => None,
    }
}

/// The bytes that reach the decoder.
fn fed(input: &[u8]) -> Vec<u8> {
    let bytes = input.iter().copied();
    bytes.filter(|byte| !(CUT..=REST).contains(byte)).collect()
}

/// A key is something that a keyboard or a mouse has.
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

/// However slow the line is, a moment of silence changes nothing but where the decoder says that it would.
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
    assert_eq!(keys, expected, "slowly, and at once");
}

/// Without its control characters it is text, of which each character is what it is alone: bytes that are no UTF-8 cost
/// nothing but themselves.
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

/// Ctrl-C and a moment get out of whatever is under way.
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

/// So does the Escape key, pressed twice in a string and once elsewhere; but text may be pasted that holds it.
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

/// So does a silence that is long enough, and whatever is typed then is itself.
fn check_silence(mut decoded: Decoded) {
    let Decoded { decoder, keys } = &mut decoded;
    decoder.expire(Timeout::Paste, keys);
    assert_eq!(decoder.pending_timeout(), None);
    keys.clear();
    decoder.feed(b"j", keys);
    assert_eq!(*keys, [Key::Char('j')]);
}
