//! Known sequences from terminals, each with its keys: most are one key, and a report that no key press causes is none.
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::key::Key::*;

/// A sequence, or several related ones, from the first byte to the last.
pub struct Row {
    pub bytes: Vec<u8>,
    pub keys: Vec<Key>,
}

fn row(bytes: impl AsRef<[u8]>, keys: impl Into<Vec<Key>>) -> Row {
    Row {
        bytes: bytes.as_ref().to_vec(),
        keys: keys.into(),
    }
}

/// Returns the whole table.
pub fn known() -> Vec<Row> {
    let groups = [
        characters(),
        arrows(),
        block(),
        functions(),
        keypad(),
        code_points(),
        alt_and_escape(),
        pasted(),
        mouse(),
        odd_mouse(),
        replies(),
        eight_bits(),
        nonsense(),
    ];
    groups.into_iter().flatten().collect()
}

/// Characters of one to four bytes, and control letters.
pub fn characters() -> Vec<Row> {
    vec![
        row("aZ5 ~", ['a', 'Z', '5', ' ', '~'].map(Char)),
        row("é漢😀", ['é', '漢', '😀'].map(Char)),
        row("\r\t\x7f\x08", [Enter, Tab, Backspace, Backspace]),
        row("\x03\x01\x1a\n", ['c', 'a', 'z', 'j'].map(Ctrl)),
        // NUL, Ctrl-\ and similar characters are not keys, nor are invisible characters.
        row("\0\x1c\x1d\x1e\x1f", []),
        row("\u{85}\u{202e}\u{200b}\u{301}\u{fffd}", []),
        // Invalid UTF-8: single bytes, truncated characters, an overlong form, half a surrogate pair.
        row(b"\xff\xc3(\x80\xe2\x82a", ['(', 'a'].map(Char)),
        row(b"\xe2\x82\xc3\xa9", [Char('é')]),
        row(b"\xf0\x9f\x98\r", [Enter]),
        row(b"\xc0\xafa\xed\xa0\x80b", ['a', 'b'].map(Char)),
        row(b"\xf0\x80\x9f\x98a\xf5\x9b5~", ['a', '5', '~'].map(Char)),
        // Characters with bytes that are C1 controls elsewhere.
        row("ß盛”Ѐž", ['ß', '盛', '”', 'Ѐ', 'ž'].map(Char)),
    ]
}

/// Arrows, Home and End: plain, in application mode, and with modifiers, in all dialects.
pub fn arrows() -> Vec<Row> {
    let letters = [
        ('A', Up),
        ('B', Down),
        ('C', Right),
        ('D', Left),
        ('H', Home),
        ('F', End),
    ];
    let forms = ["[", "O", "[1;5", "[1;8", "[1;6:1", "[1;5:2", "O5", "O1;2"];
    let rows = letters
        .iter()
        .flat_map(|(letter, key)| forms.map(|form| row(format!("\x1b{form}{letter}"), [*key])));
    let shifted = [
        ("A", ShiftUp),
        ("B", ShiftDown),
        ("C", ShiftRight),
        ("D", ShiftLeft),
        ("H", ShiftHome),
        ("F", ShiftEnd),
    ];
    let shifted = shifted.into_iter().flat_map(|(letter, key)| {
        ["[1;2", "[1;2:1"].map(|form| row(format!("\x1b{form}{letter}"), [key]))
    });
    // rxvt's small letters, with Shift and with Ctrl.
    let small = [('a', Up), ('b', Down), ('c', Right), ('d', Left)];
    let small = small.iter().flat_map(|(letter, key)| {
        ["[", "O"].map(|form| row(format!("\x1b{form}{letter}"), [*key]))
    });
    rows.chain(shifted).chain(small).collect()
}

/// The six keys above the arrows, by number, and Shift+Tab.
pub fn block() -> Vec<Row> {
    let keys = [Home, Insert, Delete, End, PageUp, PageDown, Home, End];
    let ends = ["~", ";3~", ";5:1~", "^", "$", "@"];
    let rows = keys
        .into_iter()
        .zip(1..)
        .flat_map(|(key, number)| ends.map(|end| row(format!("\x1b[{number}{end}"), [key])));
    let shifted = [
        (1, ShiftHome),
        (4, ShiftEnd),
        (5, ShiftPageUp),
        (6, ShiftPageDown),
    ];
    let shifted = shifted.map(|(number, key)| row(format!("\x1b[{number};2~"), [key]));
    let tabs = ["\x1b[Z", "\x1b[1;2Z"].map(|bytes| row(bytes, [BackTab]));
    rows.chain(shifted).chain(tabs).collect()
}

/// The function keys F1 to F20.
pub fn functions() -> Vec<Row> {
    let numbers = [
        11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34,
    ];
    let numbered = numbers.into_iter().zip(1..).flat_map(|(number, f)| {
        ["~", ";6~", "^", "$"].map(|end| row(format!("\x1b[{number}{end}"), [F(f)]))
    });
    let lettered = "PQRS".chars().zip(1..).flat_map(|(letter, f)| {
        ["O", "[", "O2"].map(|form| row(format!("\x1b{form}{letter}"), [F(f)]))
    });
    // F3 with Shift has the form of a cursor position report, and is taken for one.
    let shifted = [('P', 1), ('Q', 2), ('S', 4)];
    let shifted = shifted.map(|(letter, f)| row(format!("\x1b[1;2{letter}"), [F(f)]));
    let console = "ABCDE".chars().zip(1..);
    let console = console.map(|(letter, f)| row(format!("\x1b[[{letter}"), [F(f)]));
    let kitty = (13..=20).map(|f| row(format!("\x1b[{}u", 57363 + u32::from(f)), [F(f)]));
    numbered
        .chain(lettered)
        .chain(shifted)
        .chain(console)
        .chain(kitty)
        .collect()
}

/// The keypad in application mode, and kitty's.
pub fn keypad() -> Vec<Row> {
    let digits = "0123456789".chars();
    let application = "pqrstuvwxy".chars().zip(digits.clone());
    let application =
        application.map(|(letter, digit)| row(format!("\x1bO{letter}"), [Char(digit)]));
    let kitty = (57399..).zip(digits);
    let kitty = kitty.map(|(code, digit)| row(format!("\x1b[{code}u"), [Char(digit)]));
    let others = [
        ("\x1bOM", Enter),
        ("\x1bOI", Tab),
        ("\x1bO ", Char(' ')),
        ("\x1bOX", Char('=')),
        ("\x1bOj", Char('*')),
        ("\x1bOk", Char('+')),
        ("\x1bOl", Char(',')),
        ("\x1bOm", Char('-')),
        ("\x1bOn", Char('.')),
        ("\x1bOo", Char('/')),
        // Without NumLock the middle key has no arrow, and remains a 5.
        ("\x1b[E", Char('5')),
        ("\x1bOE", Char('5')),
        ("\x1b[57427u", Char('5')),
        ("\x1b[57414u", Enter),
        ("\x1b[57419u", Up),
        ("\x1b[57426u", Delete),
    ];
    let others = others.map(|(bytes, key)| row(bytes, [key]));
    application.chain(kitty).chain(others).collect()
}

/// Keys reported by code point: kitty's protocol and xterm's `modifyOtherKeys`.
pub fn code_points() -> Vec<Row> {
    let keys = [
        ("\x1b[97u", Char('a')),
        ("\x1b[97;2u", Char('A')),
        ("\x1b[97:65;2u", Char('A')),
        ("\x1b[49:33;2u", Char('!')),
        ("\x1b[97:65:99;1;97u", Char('a')),
        ("\x1b[28450u", Char('漢')),
        ("\x1b[99;5u", Ctrl('c')),
        ("\x1b[105;5u", Tab),
        ("\x1b[109;5u", Enter),
        ("\x1b[67;6u", Ctrl('c')),
        ("\x1b[97;3u", Alt('a')),
        ("\x1b[27u", Esc),
        ("\x1b[91;5u", Esc),
        ("\x1b[27;5;91~", Esc),
        ("\x1b[13;2u", Enter),
        ("\x1b[9;2u", BackTab),
        ("\x1b[127u", Backspace),
        ("\x1b[97;1:1u", Char('a')),
        ("\x1b[97;1:2u", Char('a')),
        ("\x1b[27;5;99~", Ctrl('c')),
        ("\x1b[27;2;13~", Enter),
        ("\x1b[27;3;97~", Alt('a')),
    ];
    // Modifiers of the window system, releases, lone modifiers, and numbers that are not characters.
    let none = [
        "\x1b[97;9u",
        "\x1b[53;5u",
        "\x1b[97;1:3u",
        "\x1b[1;1:3A",
        "\x1b[3;1:3~",
        "\x1b[27~",
        "\x1b[65535u",
        "\x1b[99999999u",
        "\x1b[0u",
        "\x1b[u",
        "\x1b[57441u",
        "\x1b[55296u",
    ];
    let keys = keys.map(|(bytes, key)| row(bytes, [key]));
    keys.into_iter()
        .chain(none.map(|bytes| row(bytes, [])))
        .collect()
}

/// Characters with Alt, and the Escape key right before another key.
pub fn alt_and_escape() -> Vec<Row> {
    vec![
        row("\x1ba\x1b5", ['a', '5'].map(Alt)),
        row("\x1bé\x1b漢\x1b ", ['é', '漢', ' '].map(Alt)),
        row("\x1b\r\x1b\x7f\x1b\x03", [Enter, Backspace, Ctrl('c')]),
        row("\x1b\x1b[A", [Esc, Up]),
        row("\x1b\x1bOA", [Esc, Up]),
        row("\x1b\x1ba", [Esc, Alt('a')]),
        row("\x1b\x1b\x1b[5~", [Esc, Esc, PageUp]),
    ]
}

/// Pasted text, which is one key whatever it contains.
pub fn pasted() -> Vec<Row> {
    vec![
        row("\x1b[200~\x1b[201~", [Paste]),
        row("\x1b[200~q\ny\x03\x1b[A\x1b[201\x1b\x1b[201~", [Paste]),
        row("\x1b[200~\x1b[<0;10;5M\x1b[M !!\x1b]0;é\x1b[201~", [Paste]),
        row("\x1b[200~\x03\x03\x1b\x03\x1b[201~", [Paste]),
        row(
            "\x1b[200~\x1b[201~\x1b[200~\x1b[200~\x1b[201~",
            [Paste, Paste],
        ),
        row("\x1b[200~\x1b[20\x1b[201~", [Paste]),
        // An end without a beginning.
        row("\x1b[201~", []),
    ]
}

/// Mouse events, with modifiers and without.
pub fn mouse() -> Vec<Row> {
    let here = at(9, 4);
    let buttons = [
        (0, Click(here)),
        // Movements without a button, and with each button.
        (35, Hover(here)),
        (32, Hover(here)),
        (33, Hover(here)),
        (34, Hover(here)),
        (160, Hover(here)),
        (64, WheelUp),
        (65, WheelDown),
        (128, MouseBack),
        (129, MouseForward),
    ];
    let held = [0, 4, 8, 16, 12, 28];
    let pressed = buttons.into_iter().flat_map(|(button, key)| {
        held.map(|held| row(format!("\x1b[<{};10;5M", button + held), [key]))
    });
    // A place outside the largest screen is moved to its edge.
    let places = [
        ("0;1;1", Click(at(0, 0))),
        ("0;1000;999", Click(at(999, 998))),
        ("0;0;0", Click(at(0, 0))),
        ("0;;5", Click(at(0, 4))),
        ("0;1001;65535", Click(at(999, 999))),
        ("35;99999999999;5", Hover(at(999, 4))),
    ];
    let places = places.map(|(numbers, key)| row(format!("\x1b[<{numbers}M"), [key]));
    // The release after a press is not a second event.
    let click = row("\x1b[<0;10;5M\x1b[<0;10;5m", [Click(here)]);
    pressed.chain(places).chain([click]).collect()
}

/// Other mouse reports: further buttons, releases, dialects that the program does not enable, and broken ones.
pub fn odd_mouse() -> Vec<Row> {
    let buttons = [1, 2, 3, 66, 67, 130, 131, 192, 65535];
    let buttons = buttons.map(|button| format!("\x1b[<{button};10;5M"));
    let released = [0, 1, 2, 3, 35, 64, 128, 129, 4, 28];
    let released = released.map(|button| format!("\x1b[<{button};10;5m"));
    let broken = [
        "",
        "0",
        "0;5",
        "0;5;5;5",
        "0:0;5;5",
        "0;5:1;5",
        "32;-3;5",
        "<0;5;5",
        "?0;5;5",
        "99999999999;5;5",
    ];
    let broken = broken.map(|numbers| format!("\x1b[<{numbers}M"));
    let many = format!("\x1b[<{}M", "0;".repeat(40));
    let others = [
        "\x1b[0;5;5<M",
        "\x1b[>0;5;5M",
        "\x1b[<0;5;5~",
        "\x1b[<0;5;5A",
        "\x1b[32;10;5M",
        "\x1b[35;10;5M",
        "\x1b[M !!",
        "\x1b[M#!!",
        "\x1b[M\"\u{80}\u{80}",
        "\x1b[M \u{a1}\u{a1}",
        &many,
    ];
    let others = others.map(str::to_owned);
    // Places over 95: as bytes, in UTF-8, and beyond the range of a byte.
    let old = [
        &b"\x1b[M \xff\xa0"[..],
        b"\x1b[M \x7f\x80",
        "\x1b[M \u{c1}A".as_bytes(),
        "\x1b[M \u{7ff}\u{100}".as_bytes(),
        "\x1b[M\u{a0}\u{80}\u{80}".as_bytes(),
        b"\x1b[M \0\0",
        b"\x1b[M \0A",
        b"\x1b[M \xff\0",
    ];
    let old = old.map(|bytes| row(bytes, []));
    let all = buttons
        .into_iter()
        .chain(released)
        .chain(broken)
        .chain(others);
    all.map(|bytes| row(bytes, [])).chain(old).collect()
}

/// Replies to queries, late ones and those for other programs, and focus events of the window.
pub fn replies() -> Vec<Row> {
    let replies = [
        // Device attributes, device status, the cursor's place, a mode, a size, kitty's keyboard flags.
        "\x1b[?62;1;6;22c",
        "\x1b[>41;354;0c",
        "\x1b[=1;0c",
        "\x1b[0n",
        "\x1b[24;80R",
        "\x1b[1;1R",
        "\x1b[?24;80;1R",
        "\x1b[?2026;2$y",
        "\x1b[20;2$y",
        "\x1b[8;24;80t",
        "\x1b[4;600;800t",
        "\x1b[?1u",
        "\x1b[?997;1n",
        // Colors, a clipboard, a title, a version, a setting, a capability, a picture, a number.
        "\x1b]11;rgb:ffff/ffff/ffff\x07",
        "\x1b]10;rgb:0/0/0\x1b\\",
        "\x1b]4;1;rgb:cd/0/0\x1b\\",
        "\x1b]52;c;cWpqago=\x07",
        "\x1b]lé漢✜\x1b\\",
        "\x1bP>|xterm(390)\x1b\\",
        "\x1bP1$r0m\x1b\\",
        "\x1bP1+r544e=787465726d\x1b\\",
        "\x1bP!|00000000\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
        "\x1b^pm\x1b\\",
        "\x1bXsos\x1b\\",
        "\x1b[I",
        "\x1b[O",
    ];
    replies.into_iter().map(|bytes| row(bytes, [])).collect()
}

/// C1 controls, bare and in UTF-8: they are no keys, begin nothing, and end nothing.
pub fn eight_bits() -> Vec<Row> {
    let bare = (0x80..0xa0).map(|control| row([control, b'A'], [Char('A')]));
    let encoded = ('\u{80}'..'\u{a0}').map(|control| row(format!("{control}A"), [Char('A')]));
    let rows = [
        row(b"\x9b5~", ['5', '~'].map(Char)),
        row(b"\xe7\x9b\x1b[A", [Up]),
        row(b"\x1b\x9bA", [Char('A')]),
        row(b"\x1b]0;\x9cq\xe2\x9c\x94q\x07", []),
        row("\x1bPq\u{9c}q\x1b\\", []),
        row(b"\x1b[1\x9bA", [Char('A')]),
        row("\x1b[1;5éA", ['é', 'A'].map(Char)),
    ];
    bare.chain(encoded).chain(rows).collect()
}

/// Sequences that no terminal sends.
pub fn nonsense() -> Vec<Row> {
    let rows = [
        "\x1b[300~",
        "\x1b[0~",
        "\x1b[~",
        "\x1b[10~",
        "\x1b[16~",
        "\x1b[35~",
        "\x1b[99999999999~",
        "\x1b[1<2A",
        "\x1b[?1A",
        "\x1b[!p",
        "\x1b[ q",
        "\x1b[k",
        "\x1bOz",
        "\x1bO?",
        "\x1bO5é",
        "\x1b[[Z",
        "\x1b[[9",
        "\x1b[;;;;u",
        "\x1b[::::~",
    ];
    let many = format!("\x1b[{}A", "1;".repeat(40));
    let marks = format!("\x1b[{}A", "!".repeat(40));
    let rows = rows.into_iter().chain([many.as_str(), &marks]);
    rows.map(|bytes| row(bytes, [])).collect()
}
