//! Promise: whatever bytes a terminal sends, and however they are cut into reads, the decoder gives the keys
//! that were pressed and nothing else.
use dungeon::play::keys::Key::{self, *};
use dungeon::space::geometry::at;
use dungeon::terminal::decode::Decoder;
use proptest::prelude::*;

fn keys(bytes: &[u8]) -> Vec<Key> {
    let mut keys = Vec::new();
    Decoder::default().feed(bytes, &mut keys);
    keys
}

/// What is decoded when nothing follows for a while.
fn settled(bytes: &[u8]) -> Vec<Key> {
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    decoder.feed(bytes, &mut keys);
    decoder.timeout(&mut keys);
    keys
}

fn check(table: &[(&str, &[Key])]) {
    for (bytes, expected) in table {
        assert_eq!(keys(bytes.as_bytes()), *expected, "{bytes:?}");
        // Whatever came must be over: the next key is itself.
        let next = format!("{bytes}j");
        let mut expected = expected.to_vec();
        expected.push(Char('j'));
        assert_eq!(keys(next.as_bytes()), expected, "{next:?}");
    }
}

#[test]
fn characters_and_control_letters() {
    check(&[
        (
            "aZ5 ~",
            &[Char('a'), Char('Z'), Char('5'), Char(' '), Char('~')],
        ),
        ("é漢😀", &[Char('é'), Char('漢'), Char('😀')]),
        ("\r\t\x7f\x08", &[Enter, Tab, Backspace, Backspace]),
        (
            "\x03\x01\x1a\n",
            &[Ctrl('c'), Ctrl('a'), Ctrl('z'), Ctrl('j')],
        ),
        // Neither NUL, Ctrl-\ and their like nor invisible characters are keys.
        ("\0\x1c\x1d\x1e\x1f\u{85}\u{202e}\u{200b}\u{301}", &[]),
    ]);
    assert_eq!(keys(b"\xff\xc3(\x80\xe2\x82a"), [Char('('), Char('a')]);
}

#[test]
fn arrows_and_the_block_above_them() {
    for (letter, key) in [
        ('A', Up),
        ('B', Down),
        ('C', Right),
        ('D', Left),
        ('H', Home),
        ('F', End),
    ] {
        check(&[
            (&format!("\x1b[{letter}"), &[key]),
            (&format!("\x1bO{letter}"), &[key]),
            (&format!("\x1b[1;5{letter}"), &[key]),
            (&format!("\x1b[1;2:1{letter}"), &[key]),
            (&format!("\x1bO5{letter}"), &[key]),
            (&format!("\x1bO1;2{letter}"), &[key]),
        ]);
    }
    let numbered = [
        (1, Home),
        (2, Insert),
        (3, Delete),
        (4, End),
        (5, PageUp),
        (6, PageDown),
        (7, Home),
        (8, End),
    ];
    for (number, key) in numbered {
        check(&[
            (&format!("\x1b[{number}~"), &[key]),
            (&format!("\x1b[{number};3~"), &[key]),
            (&format!("\x1b[{number}^"), &[key]),
        ]);
    }
    check(&[
        ("\x1b[Z", &[BackTab]),
        ("\x1b[1;2Z", &[BackTab]),
        ("\x1b[a\x1b[d\x1bOa\x1bOd", &[Up, Left, Up, Left]),
    ]);
}

#[test]
fn function_keys() {
    let numbers = [
        11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34,
    ];
    for (number, f) in numbers.into_iter().zip(1..) {
        check(&[
            (&format!("\x1b[{number}~"), &[F(f)]),
            (&format!("\x1b[{number};6~"), &[F(f)]),
        ]);
    }
    for (letter, f) in "PQRS".chars().zip(1..) {
        check(&[
            (&format!("\x1bO{letter}"), &[F(f)]),
            (&format!("\x1b[{letter}"), &[F(f)]),
        ]);
    }
    for (letter, f) in "ABCDE".chars().zip(1..) {
        check(&[(&format!("\x1b[[{letter}"), &[F(f)])]);
    }
    check(&[
        ("\x1b[1;2P", &[F(1)]),
        ("\x1b[57376u", &[F(13)]),
        ("\x1b[57383u", &[F(20)]),
    ]);
}

#[test]
fn the_keypad_sends_its_digits() {
    for (letter, digit) in "pqrstuvwxy".chars().zip("0123456789".chars()) {
        check(&[(&format!("\x1bO{letter}"), &[Char(digit)])]);
    }
    check(&[
        ("\x1bOM\x1bOI\x1bOX", &[Enter, Tab, Char('=')]),
        (
            "\x1bOj\x1bOk\x1bOl\x1bOm\x1bOn\x1bOo",
            &[
                Char('*'),
                Char('+'),
                Char(','),
                Char('-'),
                Char('.'),
                Char('/'),
            ],
        ),
        // Without NumLock the middle is no arrow, but still a 5.
        (
            "\x1b[E\x1bOE\x1b[57427u",
            &[Char('5'), Char('5'), Char('5')],
        ),
        (
            "\x1b[57399u\x1b[57408u\x1b[57414u\x1b[57419u",
            &[Char('0'), Char('9'), Enter, Up],
        ),
    ]);
}

#[test]
fn keys_told_by_code_point() {
    check(&[
        ("\x1b[97u", &[Char('a')]),
        (
            "\x1b[97;2u\x1b[97:65;2u\x1b[49:33;2u",
            &[Char('A'), Char('A'), Char('!')],
        ),
        (
            "\x1b[99;5u\x1b[105;5u\x1b[109;5u\x1b[67;6u",
            &[Ctrl('c'), Tab, Enter, Ctrl('c')],
        ),
        ("\x1b[97;3u\x1b[97;9u\x1b[53;5u", &[Alt('a')]),
        (
            "\x1b[27u\x1b[13;2u\x1b[9;2u\x1b[127u",
            &[Esc, Enter, BackTab, Backspace],
        ),
        (
            "\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u",
            &[Char('a'), Char('a')],
        ),
        (
            "\x1b[27;5;99~\x1b[27;2;13~\x1b[27;3;97~\x1b[27~",
            &[Ctrl('c'), Enter, Alt('a')],
        ),
        ("\x1b[65535u\x1b[99999999u\x1b[0u\x1b[u\x1b[57441u", &[]),
    ]);
}

#[test]
fn escape_alone_before_and_after_other_keys() {
    assert_eq!(settled(b"\x1b"), [Esc]);
    assert_eq!(settled(b"j\x1b"), [Char('j'), Esc]);
    assert_eq!(settled(b"\x1b\x1b"), [Esc, Esc]);
    assert_eq!(settled(b"\x1b\x1b[A"), [Esc, Up]);
    assert_eq!(settled(b"\x1b[1\x1b"), [Esc], "what it broke off is no key");
    assert_eq!(settled(b"\x1b[A"), [Up]);
    check(&[
        (
            "\x1ba\x1b5\x1bé\x1b ",
            &[Alt('a'), Alt('5'), Alt('é'), Alt(' ')],
        ),
        ("\x1b\r\x1b\x7f\x1b\x03", &[Enter, Backspace, Ctrl('c')]),
    ]);
}

#[test]
fn only_a_lone_escape_times_out() {
    for begun in [
        "\x1b[",
        "\x1bO",
        "\x1b[1;",
        "\x1b]11;rgb",
        "\x1bP1",
        "\x1b[200~x\x1b",
        "\x1b]11\x1b",
        "é",
    ] {
        let bytes = begun.as_bytes();
        let bytes = if begun == "é" { &bytes[..1] } else { bytes };
        let mut decoder = Decoder::default();
        let mut keys = Vec::new();
        decoder.feed(bytes, &mut keys);
        keys.clear();
        assert!(!decoder.pending_escape(), "{begun:?}");
        decoder.timeout(&mut keys);
        assert_eq!(keys, [], "{begun:?}");
    }
    let mut decoder = Decoder::default();
    let mut keys = Vec::new();
    decoder.feed(b"\x1b[", &mut keys);
    decoder.timeout(&mut keys);
    decoder.feed(b"A\x1b", &mut keys);
    assert!(decoder.pending_escape());
    decoder.timeout(&mut keys);
    decoder.timeout(&mut keys);
    assert_eq!(keys, [Up, Esc]);
}

#[test]
fn pasted_text_is_one_key() {
    check(&[
        ("\x1b[200~q\ny\x03\x1b[A\x1b[201\x1b\x1b[201~", &[Paste]),
        ("\x1b[200~\x1b[<0;10;5M\x1b[M !!\x1b[201~", &[Paste]),
        (
            "\x1b[200~\x1b[201~\x1b[200~\x1b[200~\x1b[201~",
            &[Paste, Paste],
        ),
        ("\x1b[201~", &[]),
    ]);
}

#[test]
fn k4_the_mouse_clicks_moves_and_turns_its_wheel() {
    let here = at(9, 4);
    check(&[
        // The release that follows a press is not a second one.
        ("\x1b[<0;10;5M\x1b[<0;10;5m", &[Click(here)]),
        ("\x1b[<35;10;5M", &[Hover(here)]),
        // A drag, whichever button is held.
        (
            "\x1b[<32;10;5M\x1b[<33;10;5M\x1b[<34;10;5M\x1b[<160;10;5M",
            &[Hover(here), Hover(here), Hover(here), Hover(here)],
        ),
        ("\x1b[<64;10;5M\x1b[<65;10;5M", &[WheelUp, WheelDown]),
        ("\x1b[<128;10;5M\x1b[<129;10;5M", &[MouseBack, MouseForward]),
    ]);
}

#[test]
fn what_else_a_mouse_has_is_swallowed() {
    // The middle and the right button, a wheel that turns sideways, and further side buttons.
    for button in [1, 2, 3, 66, 67, 130, 131, 192, 65535] {
        check(&[(&format!("\x1b[<{button};10;5M"), &[])]);
    }
    for button in [0, 1, 2, 3, 35, 64, 128, 129] {
        check(&[(&format!("\x1b[<{button};10;5m"), &[])]);
    }
}

#[test]
fn keys_held_meanwhile_change_nothing_about_the_mouse() {
    let here = at(9, 4);
    for held in [4, 8, 16, 4 + 8, 4 + 8 + 16] {
        for (button, key) in [
            (0, Click(here)),
            (35, Hover(here)),
            (65, WheelDown),
            (128, MouseBack),
        ] {
            check(&[(&format!("\x1b[<{};10;5M", button + held), &[key])]);
        }
    }
}

#[test]
fn the_mouse_is_always_on_a_cell_of_the_largest_screen() {
    check(&[
        (
            "\x1b[<0;1;1M\x1b[<0;1000;999M",
            &[Click(at(0, 0)), Click(at(999, 998))],
        ),
        (
            "\x1b[<0;0;0M\x1b[<0;;5M",
            &[Click(at(0, 0)), Click(at(0, 4))],
        ),
        (
            "\x1b[<0;1001;65535M\x1b[<35;99999999999;5M",
            &[Click(at(999, 999)), Hover(at(999, 4))],
        ),
    ]);
}

#[test]
fn a_broken_report_of_the_mouse_is_no_key() {
    let many = format!("\x1b[<{}M", "0;".repeat(100));
    check(&[
        (
            "\x1b[<M\x1b[<0M\x1b[<0;5M\x1b[<0;5;5;5M\x1b[<0:0;5;5M\x1b[<0;5:1;5M",
            &[],
        ),
        (
            "\x1b[<32;-3;5M\x1b[<<0;5;5M\x1b[<?0;5;5M\x1b[0;5;5<M\x1b[>0;5;5M",
            &[],
        ),
        ("\x1b[<0;5;5~\x1b[<0;5;5A\x1b[<99999999999;5;5M", &[]),
        (&many, &[]),
    ]);
}

#[test]
fn a_report_of_the_mouse_may_be_cut_anywhere() {
    let bytes = b"k\x1b[<35;10;5M\x1b[<0;10;5M\x1b[<0;10;5mj";
    for cut in 0..=bytes.len() {
        let mut decoder = Decoder::default();
        let mut keys = Vec::new();
        decoder.feed(&bytes[..cut], &mut keys);
        decoder.feed(&bytes[cut..], &mut keys);
        let here = at(9, 4);
        assert_eq!(
            keys,
            [Char('k'), Hover(here), Click(here), Char('j')],
            "{cut}"
        );
    }
}

#[test]
fn what_nobody_pressed_is_swallowed_whole() {
    check(&[
        // Replies: what the terminal is, where the cursor stands, a mode, a size, a colour, a version.
        (
            "\x1b[?62;1;6;22c\x1b[>41;354;0c\x1b[24;80R\x1b[1;1R\x1b[?2026;2$y\x1b[0n\x1b[8;24;80t",
            &[],
        ),
        (
            "\x1b]11;rgb:ffff/ffff/ffff\x07\x1b]10;rgb:0/0/0\x1b\\\x1bP>|xterm(390)\x1b\\\x1bP1$r0m\x1b\\",
            &[],
        ),
        (
            "\x1b_Gi=31;OK\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\\x1b]é漢\x1b\\\x1b[?1u",
            &[],
        ),
        // Focus, the mouse in the two dialects that nobody asks for, and sequences of no terminal at all.
        (
            "\x1b[I\x1b[O\x1b[M !!\x1b[M\"\u{80}\u{80}\x1b[32;10;5M\x1b[35;10;5M",
            &[],
        ),
        (
            "\x1b[300~\x1b[99999999999~\x1b[1<2A\x1b[?1A\x1b[!p\x1b[k\x1bOz\x1b[[Z",
            &[],
        ),
    ]);
    let many = format!("\x1b[{}A", "1;".repeat(100));
    check(&[(&many, &[])]);
}

#[test]
fn a_control_character_ends_an_unfinished_sequence() {
    for begun in [
        "\x1b[",
        "\x1b[1;",
        "\x1bO",
        "\x1b]0;x",
        "\x1bPx",
        "\x1b_G",
        "\x1b[M ",
        "\x1b[[",
        "\x1b[$",
        "\x1b[<0;5;",
    ] {
        check(&[(&format!("{begun}\x03"), &[Ctrl('c')])]);
    }
}

/// Bytes that are mostly pieces of sequences, so that random strings reach the depths.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => any::<u8>().prop_map(|byte| vec![byte]),
        3 => prop::sample::select(vec!["\x1b", "\x1b[", "\x1bO", "\x1b]", "\x1bP", "\x1b_", "\x1b\\", "\x07", "é", "漢"])
            .prop_map(|text| text.as_bytes().to_vec()),
        3 => prop::sample::select(vec!["[", "1;5", "A", "~", "200~", "\x1b[201~", "27;", "u", "<0", ";7", "<35;2;3", "M", "m", "?", "$", ":3"])
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_split_of_any_bytes_decodes_alike(bytes in noise(), cuts in prop::collection::vec(0usize..160, 0..6)) {
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
        cuts.push(bytes.len());
        cuts.sort_unstable();
        let mut decoder = Decoder::default();
        let mut split = Vec::new();
        let mut start = 0;
        for cut in cuts {
            decoder.feed(&bytes[start..cut], &mut split);
            start = cut;
        }
        prop_assert_eq!(keys(&bytes), split);
    }

    #[test]
    fn no_numbers_lead_the_mouse_off_the_screen(numbers in any::<[u64; 3]>(), parts in 0usize..5) {
        let numbers: Vec<String> = numbers.iter().cycle().take(parts).map(|number| (number >> (number % 64)).to_string()).collect();
        for key in keys(format!("\x1b[<{}M", numbers.join(";")).as_bytes()) {
            if let Click(p) | Hover(p) = key {
                prop_assert!((0..1000).contains(&p.x) && (0..1000).contains(&p.y), "{}", p);
            }
        }
    }

    #[test]
    fn no_bytes_make_it_deaf(bytes in noise()) {
        let mut decoder = Decoder::default();
        let mut keys = Vec::new();
        decoder.feed(&bytes, &mut keys);
        // The end of a paste and of a string, should one be under way, and then a key.
        decoder.feed(b"\x1b[201~\x1b\\\x03", &mut keys);
        prop_assert_eq!(keys.last(), Some(&Ctrl('c')));
        for key in keys {
            if let Char(c) | Alt(c) = key {
                prop_assert!(!c.is_control());
            }
        }
    }
}
