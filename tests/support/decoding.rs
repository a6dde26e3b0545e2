//! What holds of the decoder whatever a terminal sends. The tests ask it of known sequences and of random ones, and the
//! fuzzer (tests/fuzz) of whatever it thinks of.
use dungeon::play::keys::Key;
use dungeon::play::script::LARGEST;
use dungeon::terminal::decode::Decoder;

/// Two bytes that stand in no UTF-8 and in no sequence. In an input one of them ends a read, the other one a read that is
/// followed by a pause; neither is fed.
pub const CUT: u8 = 0xf8;
pub const PAUSE: u8 = 0xf9;

/// Panics unless the input is decoded as it should.
pub fn check(input: &[u8]) {
    let rushes: Vec<&[u8]> = input.split(|byte| *byte == PAUSE).collect();
    let cut = decode(&rushes, |rush| {
        rush.split(|byte| *byte == CUT)
            .map(<[u8]>::to_vec)
            .collect()
    });
    let whole = decode(&rushes, |rush| vec![fed(rush)]);
    assert_eq!(cut.keys, whole.keys, "cut, and whole");
    let single = decode(&rushes, |rush| {
        fed(rush).iter().map(|byte| vec![*byte]).collect()
    });
    assert_eq!(single.keys, whole.keys, "byte by byte, and whole");
    assert!(whole.keys.len() <= input.len(), "more keys than bytes");
    whole.keys.iter().for_each(check_key);
    check_slow(&fed(input));
    check_way_out(whole);
    check_escape(decode(&rushes, |rush| vec![fed(rush)]));
}

/// What was decoded, and the decoder after it.
struct Decoded {
    decoder: Decoder,
    keys: Vec<Key>,
}

/// Feeds each rush in the reads that it comes in, with a pause behind each but the last.
fn decode(rushes: &[&[u8]], reads: impl Fn(&[u8]) -> Vec<Vec<u8>>) -> Decoded {
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    for (index, rush) in rushes.iter().enumerate() {
        if index > 0 {
            decoder.timeout(&mut keys);
        }
        for read in reads(rush) {
            decoder.feed(&read, &mut keys);
        }
    }
    Decoded { decoder, keys }
}

/// The bytes that reach the decoder.
fn fed(input: &[u8]) -> Vec<u8> {
    let bytes = input.iter().copied();
    bytes.filter(|byte| ![CUT, PAUSE].contains(byte)).collect()
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

/// However slow the line is, a pause changes nothing but where the decoder says that it would.
fn check_slow(bytes: &[u8]) {
    let (mut fast, mut slow) = (Decoder::default(), Decoder::default());
    let (mut expected, mut keys) = (Vec::new(), Vec::new());
    for byte in bytes {
        fast.feed(&[*byte], &mut expected);
        slow.feed(&[*byte], &mut keys);
        if !slow.is_undecided() {
            slow.timeout(&mut keys);
        }
    }
    assert_eq!(keys, expected, "slowly, and at once");
}

/// Ctrl-C and a pause get out of whatever is under way.
fn check_way_out(mut decoded: Decoded) {
    let Decoded { decoder, keys } = &mut decoded;
    keys.clear();
    decoder.feed(b"\x03", keys);
    decoder.timeout(keys);
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
        decoder.timeout(keys);
    }
    decoder.feed(b"j", keys);
    if keys.is_empty() {
        decoder.feed(b"\x1b[201~j", keys);
        assert_eq!(*keys, [Key::Char('j')], "not even pasted text");
    } else {
        assert!(keys.ends_with(&[Key::Esc, Key::Char('j')]), "{keys:?}");
    }
}
