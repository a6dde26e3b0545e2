//! The decoder returns exactly the pressed keys for all bytes from a terminal, however they are split into reads.
use crate::{cases, decoding, sequences};
use dungeon::terminal::{Decoder, Timeout};
use dungeon_play::input::key::Key;
use dungeon_play::input::key::Key::*;
use proptest::prelude::*;
use sequences::Row;

fn keys(bytes: &[u8]) -> Vec<Key> {
    fed([bytes])
}

/// Returns the keys decoded from these reads.
fn fed<'a>(reads: impl IntoIterator<Item = &'a [u8]>) -> Vec<Key> {
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    for read in reads {
        decoder.feed(read, &mut keys);
    }
    keys
}

/// Returns the keys decoded if a moment of silence follows each of these bursts.
fn settled<'a>(rushes: impl IntoIterator<Item = &'a [u8]>) -> Vec<Key> {
    after(Timeout::Escape, rushes)
}

/// Returns the keys decoded if this silence follows each of these bursts.
fn after<'a>(silence: Timeout, rushes: impl IntoIterator<Item = &'a [u8]>) -> Vec<Key> {
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    for rush in rushes {
        decoder.feed(rush, &mut keys);
        decoder.expire(silence, &mut keys);
    }
    keys
}

/// Asserts that each row decodes to its keys and is complete afterwards: the following bytes decode separately.
fn check(rows: Vec<Row>) {
    for Row {
        mut bytes,
        keys: mut expected,
    } in rows
    {
        assert_eq!(keys(&bytes), expected, "{}", bytes.escape_ascii());
        bytes.push(b'j');
        expected.push(Char('j'));
        assert_eq!(keys(&bytes), expected, "{}", bytes.escape_ascii());
    }
}

#[test]
fn characters_and_control_letters() {
    check(sequences::characters());
}

#[test]
fn arrows_and_the_block_above_them() {
    check(sequences::arrows());
    check(sequences::block());
}

#[test]
fn function_keys() {
    check(sequences::functions());
}

#[test]
fn the_keypad_sends_its_digits() {
    check(sequences::keypad());
}

#[test]
fn keys_told_by_code_point() {
    check(sequences::code_points());
}

#[test]
fn alt_and_the_escape_key_before_other_keys() {
    check(sequences::alt_and_escape());
}

#[test]
fn pasted_text_is_one_key() {
    check(sequences::pasted());
}

#[test]
fn k4_the_mouse_clicks_moves_and_turns_its_wheel() {
    check(sequences::mouse());
}

#[test]
fn what_else_a_mouse_has_is_swallowed() {
    check(sequences::odd_mouse());
}

#[test]
fn sequences_that_are_no_keys_are_swallowed_whole() {
    check(sequences::replies());
    check(sequences::nonsense());
    for count in [33, 100, 10_000] {
        let parameters = format!("\x1b[{}Aj", "1;".repeat(count));
        assert_eq!(keys(parameters.as_bytes()), [Char('j')]);
        let text = format!("\x1b]52;c;{}\x07j", "é漢=".repeat(count));
        assert_eq!(keys(text.as_bytes()), [Char('j')]);
    }
}

#[test]
fn controls_of_8_bits_cost_nothing_that_follows_and_break_no_character() {
    check(sequences::eight_bits());
}

#[test]
fn every_known_sequence_decodes_alike_wherever_it_is_cut() {
    let around: [[(&[u8], &[Key]); 2]; 4] = [
        [(b"", &[]), (b"", &[])],
        [(b"k", &[Char('k')]), (b"j", &[Char('j')])],
        [
            ("é".as_bytes(), &[Char('é')]),
            ("漢".as_bytes(), &[Char('漢')]),
        ],
        [(b"\x1b[A", &[Up]), (b"\x1bx", &[Alt('x')])],
    ];
    for row in sequences::known() {
        for [before, after] in around {
            let bytes = [before.0, &row.bytes, after.0].concat();
            let expected = [before.1, &row.keys, after.1].concat();
            let shown = bytes.escape_ascii();
            assert_eq!(fed(bytes.chunks(1)), expected, "{shown}, byte by byte");
            let mut decoder = Decoder::default();
            for to in 0..=bytes.len() {
                for from in 0..=to {
                    let mut keys = Vec::new();
                    decoder.feed(&bytes[..from], &mut keys);
                    decoder.feed(&bytes[from..to], &mut keys);
                    decoder.feed(&bytes[to..], &mut keys);
                    assert_eq!(keys, expected, "{shown}, cut at {from} and {to}");
                }
            }
        }
    }
}

#[test]
fn a_moment_within_a_known_sequence_changes_only_what_a_lone_escape_is() {
    for row in sequences::known() {
        for cut in 1..row.bytes.len() {
            let (before, after) = row.bytes.split_at(cut);
            let mut decoder = Decoder::default();
            let mut found = Vec::new();
            decoder.feed(before, &mut found);
            let is_undecided = decoder.pending_timeout() == Some(Timeout::Escape);
            decoder.expire(Timeout::Escape, &mut found);
            decoder.feed(after, &mut found);
            let shown = format!(
                "{}, a moment, {}",
                before.escape_ascii(),
                after.escape_ascii()
            );
            if !is_undecided {
                assert_eq!(found, row.keys, "{shown}");
                continue;
            }
            // The Escape key, the end of a string, or an attempt to leave pasted text.
            let pressed = settled([before]);
            let is_pressed = found == [&pressed, keys(after).as_slice()].concat();
            match before {
                [.., 0x1b] => assert!(
                    is_pressed && pressed.ends_with(&[Esc]) || found == row.keys,
                    "{shown}: {found:?}"
                ),
                [.., 0x03] => assert!(
                    is_pressed && pressed.ends_with(&[Ctrl('c')]),
                    "{shown}: {found:?}"
                ),
                _ => panic!("{shown}"),
            }
        }
    }
}

#[test]
fn an_escape_followed_by_nothing_is_the_escape_key() {
    let esc = &b"\x1b"[..];
    assert_eq!(settled([esc]), [Esc]);
    assert_eq!(settled([&b"j\x1b"[..]]), [Char('j'), Esc]);
    assert_eq!(settled([&b"\x1b\x1b"[..]]), [Esc, Esc]);
    assert_eq!(settled([esc, b"[A"]), [Esc, Char('['), Char('A')]);
    assert_eq!(
        settled([&b"\x1b[1\x1b"[..]]),
        [Esc],
        "the interrupted sequence is not a key"
    );
    assert_eq!(
        settled([&b"\x1b["[..], b"A\x1b", b""]),
        [Up, Esc],
        "once only"
    );
    for begun in [
        "\x1b[",
        "\x1bO",
        "\x1b[1;",
        "\x1b]11;rgb",
        "\x1bP1",
        "\x1b[200~x\x1b",
        "\x1b[200~\x03x",
    ] {
        let mut decoder = Decoder::default();
        decoder.feed(begun.as_bytes(), &mut Vec::new());
        assert!(
            decoder.pending_timeout() > Some(Timeout::Escape),
            "{begun:?}"
        );
    }
}

#[test]
fn a_reply_that_lost_its_end_is_left_by_the_escape_key() {
    let begun = &b"\x1b]11;rgb"[..];
    let esc = &b"\x1b"[..];
    // The first press of Escape may be the late end of the reply, and then it is not a key.
    assert_eq!(settled([begun, b"jj\x1b", b"\\j"]), [Char('j')]);
    assert_eq!(settled([begun, b"jj", esc, b"j"]), [Char('j')]);
    assert_eq!(settled([begun, b"jj", esc, esc, b"j"]), [Esc, Char('j')]);
    assert_eq!(settled([begun, b"jj\x1b\x1b", b"j"]), [Esc, Char('j')]);
    assert_eq!(settled([begun, b"jj", esc, b"\x1b[A"]), [Up]);
    assert_eq!(settled([begun, b"jj\x1b[A"]), [Up]);
}

#[test]
fn pasted_text_that_never_ends_is_left_by_ctrl_c() {
    let begun = &b"\x1b[200~q"[..];
    assert_eq!(
        settled([begun, b"\x03", b"j"]),
        [Paste, Ctrl('c'), Char('j')]
    );
    // Pasted text that contains Ctrl-C continues at once, and no other key ends it.
    assert_eq!(settled([begun, b"\x03j", b"j\x1b", b"\rj"]), [Paste]);
}

#[test]
fn whatever_lost_its_end_is_over_after_a_silence() {
    let unfinished: [&[u8]; 14] = [
        b"\x1b[1",
        b"\x1b[1;",
        b"\x1b[<0;5",
        b"\x1b[[",
        b"\x1b[M ",
        b"\x1b[M \xc3",
        b"\x1bO5",
        b"\x1b]11;rgb",
        b"\x1bP1$r\xe2",
        b"\x1b]0;x\x1b",
        b"\x1b\xe6",
        b"\xf0\x9f",
        b"\x1b[200~text\x1b",
        b"\x1b[200~text\x1b[201",
    ];
    for begun in unfinished {
        let pasted = keys(begun);
        for silence in [Timeout::Sequence, Timeout::Paste] {
            let found = after(silence, [begun, b"j"]);
            let shown = begun.escape_ascii();
            assert_eq!(found, [&pasted[..], &[Char('j')]].concat(), "{shown}");
        }
    }
    // Within pasted text a line may pause longer.
    let begun = &b"\x1b[200~text"[..];
    assert_eq!(after(Timeout::Sequence, [begun, b"j"]), [Paste]);
    assert_eq!(after(Timeout::Paste, [begun, b"j"]), [Paste, Char('j')]);
    assert_eq!(Decoder::default().pending_timeout(), None);
}

#[test]
fn what_only_began_a_sequence_was_a_character_with_alt_held() {
    for begins in ['[', 'O', 'P', 'X', ']', '^', '_'] {
        let pressed = format!("\x1b{begins}");
        let found = after(Timeout::Sequence, [pressed.as_bytes(), b"j"]);
        assert_eq!(found, [Alt(begins), Char('j')]);
        let found = settled([pressed.as_bytes(), b"\x1bx"]);
        assert_eq!(found.last(), Some(&Alt('x')), "{begins}");
    }
    assert_eq!(after(Timeout::Sequence, [&b"\x1b]1"[..]]), []);
    assert_eq!(after(Timeout::Sequence, [&b"\x1b[1"[..]]), []);
}

#[test]
fn a_control_character_ends_an_unfinished_sequence() {
    for begun in [
        "\x1b[",
        "\x1b[1",
        "\x1b[1;",
        "\x1bO",
        "\x1b]0;x",
        "\x1b]0;é",
        "\x1bPx",
        "\x1b_G",
        "\x1b]0;x\x1b",
        "\x1b[M ",
        "\x1b[[",
        "\x1b[$",
        "\x1b[1;1$",
        "\x1b[<0;5;",
        "\x1b[M \u{c1}",
    ] {
        assert_eq!(
            keys(format!("{begun}\x03j").as_bytes()),
            [Ctrl('c'), Char('j')],
            "{begun:?}"
        );
    }
}

/// Inputs that the fuzzer kept, and regressions that it found.
#[test]
fn the_fuzzers_corpus_decodes_as_it_should() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/decoder");
    let files = std::fs::read_dir(folder).expect("a folder of the project");
    let mut count = 0;
    for file in files {
        let path = file.expect("a file of the project").path();
        let bytes = std::fs::read(&path).expect("a file of the project");
        println!("{}", path.display());
        decoding::check(&bytes);
        count += 1;
    }
    assert!(count > 0, "an empty folder proves nothing");
}

/// Returns bytes that are mostly pieces of sequences, so that random strings reach deep states.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => any::<u8>().prop_map(|byte| vec![byte]),
        2 => (decoding::CUT..=decoding::REST).prop_map(|byte| vec![byte]),
        3 => prop::sample::select(vec!["\x1b", "\x1b[", "\x1bO", "\x1b]", "\x1bP", "\x1b_", "\x1b\\", "\x07", "é", "漢", "\x03", "\u{9b}"])
            .prop_map(|text| text.as_bytes().to_vec()),
        3 => prop::sample::select(vec!["[", "1;5", "A", "~", "200~", "\x1b[201~", "27;", "u", "<0", ";7", "<35;2;3", "M", "m", "?", "$", ":3"])
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn any_bytes_with_any_cuts_and_pauses_decode_as_they_should(input in noise()) {
        decoding::check(&input);
    }

    #[test]
    fn no_numbers_lead_the_mouse_off_the_screen(numbers in any::<[u64; 3]>(), parts in 0usize..5) {
        let numbers: Vec<String> = numbers.iter().cycle().take(parts).map(|number| (number >> (number % 64)).to_string()).collect();
        decoding::check(format!("\x1b[<{}M", numbers.join(";")).as_bytes());
    }
}
