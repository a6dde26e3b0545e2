//! Runs `dungeon lsp` as an editor would: a conversation over pipes, from initialization to shutdown, about files that
//! are being edited.
mod client;
mod questions;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use dungeon::diagnostics::{Limits, Severity, Source};
use dungeon::testing::tested_file::TestedFile;
use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{cases, corpus};
use client::Client;

/// Returns the file of the cheat sheet, with declarations, marks, records, a drawn level and a generated one.
fn salt() -> String {
    let page = fs::read_to_string(corpus::folder("docs/format/cheat-sheet.md")).expect("a page");
    let code = page.split("```dng\n").nth(1).expect("a file");
    code.split("```").next().expect("its end").to_owned()
}

const SALT: &str = "untitled:salt";

/// Returns an editor with the file of the cheat sheet open.
fn at_salt() -> Client {
    let mut client = Client::new();
    client.open(SALT, &salt());
    client
}

/// Returns the position of the nth occurrence of a piece in a line of ASCII text.
fn place(text: &str, line: usize, piece: &str) -> (usize, usize) {
    let line_text = text.lines().nth(line).expect("a line");
    (line, line_text.find(piece).expect("the piece"))
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.to_str().expect("UTF-8"))
}

/// Returns a folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("can be written");
    }
    folder
}

/// Formats positions as `line:column`.
fn places(locations: &Value) -> Vec<String> {
    let locations = locations.as_array().expect("a list");
    let start = |one: &Value| {
        let start = &one["range"]["start"];
        format!("{}:{}", start["line"], start["character"])
    };
    locations.iter().map(start).collect()
}

/// Returns the text of a hover.
fn words(hover: &Value) -> &str {
    hover["contents"]["value"].as_str().unwrap_or("nothing")
}

/// Formats findings as `severity code line:column-line:column`.
fn brief(findings: &[Value]) -> Vec<String> {
    let place = |place: &Value| format!("{}:{}", place["line"], place["character"]);
    let one = |one: &Value| {
        let (start, end) = (&one["range"]["start"], &one["range"]["end"]);
        let code = one["code"].as_str().expect("a code");
        format!("{} {code} {}-{}", one["severity"], place(start), place(end))
    };
    findings.iter().map(one).collect()
}

/// Returns the findings of a fresh check of a text, formatted as by `brief`.
fn checked(text: &str) -> Vec<String> {
    let source = Source::from_text("x", text);
    let findings = TestedFile::read(&source, &Limits::default()).findings;
    let place = |byte: u32| {
        let (line, column) = source.line_column(byte);
        let line_text = source.slice(source.line_span(line));
        let before = line_text.chars().take(column - 1);
        format!(
            "{}:{}",
            line - 1,
            before.map(char::len_utf16).sum::<usize>()
        )
    };
    let one = |found: &dungeon::diagnostics::Diagnostic| {
        let severity = match found.severity {
            Severity::Error => 1,
            _ => 2,
        };
        let (start, end) = (place(found.span.start), place(found.span.end));
        format!("{severity} {} {start}-{end}", found.code)
    };
    findings.iter().map(one).collect()
}

#[test]
fn a_conversation_begins_with_hello_and_ends_with_goodbye() {
    let mut client = Client::silent(&[]);
    let early = client.ask("textDocument/hover", json!({}));
    assert_eq!(early["code"], -32002, "before `initialize`");
    assert_eq!(client.code(), 1, "the pipe was closed without a message");

    let client = Client::new();
    assert_eq!(client.server["serverInfo"]["name"], "dungeon");
    assert_eq!(client.server["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(client.end(), 0);

    let mut client = Client::new();
    let unknown = client.ask("textDocument/nonsense", json!({}));
    assert_eq!(unknown["code"], -32601);
    let twice = client.ask("initialize", json!({"capabilities": {}}));
    assert_eq!(twice["code"], -32600);
    let elsewhere = client.at("hover", "untitled:nowhere", (0, 0));
    assert_eq!(elsewhere["code"], -32602, "a file that is not open");
    let senseless = client.ask("textDocument/hover", json!({"position": 7}));
    assert_eq!(senseless["code"], -32602);
    client.note("textDocument/didChange", json!({"textDocument": 3}));
    client.change("untitled:nowhere", 1, json!([{"text": "a"}]));
    client.note("$/made-up", json!(null));
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(
        client.of("codeLens", SALT)["code"],
        -32600,
        "after `shutdown`"
    );
    client.note("exit", Value::Null);
    assert_eq!(client.code(), 0);

    let mut client = Client::new();
    client.note("exit", Value::Null);
    assert_eq!(client.code(), 1, "the server exited without `shutdown`");

    let mut client = Client::new();
    client.send(b"Content-Length: 9\r\n\r\nno JSON !");
    let answer = client.hear().expect("an answer");
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&Value::Null, &json!(-32700))
    );
    assert_eq!(
        client.of("codeLens", "untitled:nowhere")["code"],
        -32602,
        "it continues"
    );
    client.send(b"no header\r\n");
    assert_eq!(client.code(), 2);
}

#[test]
fn findings_are_those_of_a_check_of_every_fixture() {
    let mut client = Client::new();
    let files = ["fixtures/err", "fixtures/ok"]
        .into_iter()
        .flat_map(corpus::paths);
    for path in files {
        let is_dungeon = path.extension().is_some_and(|end| end == "dng");
        let Some(text) = String::from_utf8(corpus::golden::input(&path))
            .ok()
            .filter(|_| is_dungeon)
        else {
            continue; // not UTF-8, which no editor sends
        };
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("UTF-8");
        let uri = format!("untitled:{}", name.replace(' ', "-"));
        client.open(&uri, &text);
        let mark = usize::from(text.starts_with('\u{feff}'));
        if mark == 0 {
            let found = client.findings(&uri, Some(1));
            assert_eq!(brief(&found), checked(&text), "{name}");
        }
    }
    assert_eq!(client.end(), 0);
}

#[test]
fn a_request_with_any_id_is_answered_and_half_a_character_is_read() {
    let mut client = Client::new();
    client.open(SALT, "map\n");
    client.findings(SALT, Some(1));
    let edit = json!({
        "jsonrpc": "2.0",
        "method": "textDocument/didChange",
        "params": {
            "textDocument": {"uri": SALT, "version": 2},
            "contentChanges": [{"text": "HALF\nmap\n####\n#@$#\n####\nend\n"}],
        },
    });
    let edit = edit.to_string().replace("HALF", "// \\ud83d");
    client.send(format!("Content-Length: {}\r\n\r\n{edit}", edit.len()).as_bytes());
    assert_eq!(brief(&client.findings(SALT, Some(2))), [""; 0]);
    let (_, mut asked) = client.request(
        "textDocument/codeLens",
        json!({"textDocument": {"uri": SALT}}),
    );
    asked["id"] = json!(4_294_967_296_i64);
    client.send(&Client::framed(&asked));
    let answer = client.answer(4_294_967_296);
    assert!(answer["result"].is_array(), "{answer}");
    assert_eq!(client.end(), 0);
}

#[test]
fn a_file_that_is_included_and_changes_on_the_disk_is_read_anew_without_an_edit() {
    let folder = folder(&[("lib.dng", "kind r \"rat\" is=wanderer\n")]);
    let main = uri(&folder.path().join("main.dng"));
    let text = "include \"lib.dng\"\nmap\n######\n#@.r$#\n######\nend\n";
    let mut client = Client::new();
    client.open(&main, text);
    assert_eq!(brief(&client.findings(&main, Some(1))), [""; 0]);
    fs::write(
        folder.path().join("lib.dng"),
        "kind q \"rat\" is=wanderer\n",
    )
    .expect("a file");
    // The server may see a half-written file first; the last findings count.
    let mut tells = |code: &str| {
        let is_it = |found: &Value| found["code"] == code;
        while !client.findings(&main, Some(1)).iter().any(is_it) {}
    };
    tells("unknown-glyph");
    fs::remove_file(folder.path().join("lib.dng")).expect("a file");
    tells("bad-include");
    fs::write(
        folder.path().join("lib.dng"),
        "kind r \"rat\" is=wanderer\n",
    )
    .expect("a file");
    while !client.findings(&main, Some(1)).is_empty() {}
    assert_eq!(client.end(), 0);
}

#[test]
fn a_finding_has_its_mend_its_labels_and_its_page() {
    let mut client = Client::new();
    let text = "titel \"Cellar\"\nkind r \"rat\"\nitem r \"rag\"\nmap\n#####\n#@.$#\n#####\nend\n";
    client.open(SALT, text);
    let found = client.findings(SALT, Some(1));
    let duplicate = found
        .iter()
        .find(|one| one["code"] == "duplicate-glyph")
        .expect("found");
    assert_eq!(
        duplicate["relatedInformation"][0]["message"],
        "the first meaning"
    );
    assert_eq!(duplicate["source"], "dungeon");
    let actions = json!({
        "textDocument": {"uri": SALT},
        "range": {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 2}},
        "context": {"diagnostics": []},
    });
    let fixes = client.ask("textDocument/codeAction", actions);
    assert_eq!(fixes.as_array().map(Vec::len), Some(1));
    assert_eq!(fixes[0]["title"], "did you mean `title`?");
    let edit = &fixes[0]["edit"]["changes"][SALT][0];
    assert_eq!(edit["newText"], "title");
    // The edit fixes the error.
    client.change(
        SALT,
        2,
        json!([{"range": edit["range"], "text": edit["newText"]}]),
    );
    let found = client.findings(SALT, Some(2));
    assert!(found.iter().all(|one| one["code"] != "unknown-record"));
    let told = client.at("hover", SALT, (2, 5));
    assert!(
        words(&told).contains("# duplicate-glyph"),
        "{}",
        words(&told)
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn hover_tells_what_the_game_tells() {
    let (mut client, text) = (at_salt(), salt());
    let asked = [
        (1, "hero"),
        (1, "max="),
        (4, "r \"rat"),
        (5, "L \"lich"),
        (5, "within"),
        (6, "~"),
        (11, "@"),
        (11, "r"),
        (11, "+"),
        (12, "~"),
        (13, "$"),
        (14, "D"),
        (14, ">"),
        (17, "r"),
        (17, "It"),
        (18, "D"),
        (18, "salt"),
        (20, "scatter"),
        (22, "\"The"),
        (23, "map"),
        (7, ""),
    ];
    let told = asked.map(|(line, piece)| {
        let hover = client.at("hover", SALT, place(&text, line, piece));
        format!("=== {} {piece:?}\n{}\n", line + 1, words(&hover))
    });
    insta::assert_snapshot!("lsp_hover", told.concat());
    assert_eq!(client.end(), 0);
}

/// Returns the labels offered at the end of a line.
fn offered(client: &mut Client, version: i64, line: &str, above: usize) -> Vec<String> {
    let mut lines: Vec<String> = salt().lines().map(str::to_owned).collect();
    lines.insert(above, line.to_owned());
    client.change(SALT, version, json!([{"text": lines.join("\n")}]));
    let items = client.at("completion", SALT, (above, line.encode_utf16().count()));
    let items = items.as_array().expect("a list");
    items
        .iter()
        .map(|item| item["label"].as_str().expect("a label").to_owned())
        .collect()
}

#[test]
fn completion_offers_what_may_stand_there() {
    let mut client = at_salt();
    let lines = [
        (7, ""),
        (7, "ru"),
        (7, "rules "),
        (7, "rules siege pro"),
        (7, "kind q \"qua\" he"),
        (7, "kind q is="),
        (7, "kind q sense=ne"),
        (7, "kind q drops="),
        (7, "kind q spawns="),
        (7, "kind q follows="),
        (7, "kind q colour=bright-"),
        (7, "tile q enter=n,"),
        (7, "item q "),
        (7, "lose "),
        (7, "goal take="),
        (7, "class q r|"),
        (7, "tile q"),
        (7, "seed 7 // he"),
        (7, "title \"he"),
        (18, "mark Z "),
        (18, "mark Z D|"),
        (18, "mark Z r|. with="),
        (18, "mark Z r|. wi"),
        (8, "vault \"cell\" "),
        (18, "mark D + lo"),
        (18, "scatter "),
        (18, "+ 3 4 locked="),
        (18, "+ 3 4 locked=sa"),
        (18, "> 3 4 to="),
        (18, "> 3 4 to=\"The s"),
        (18, "shuffle "),
        (18, "when step="),
        (18, "when all-dead="),
        (18, "^ 3 4 trap="),
        (18, "r 10 2 via=3,4 "),
        (18, "allow "),
        (18, "map "),
        (18, "map rooms 9 9 "),
        (12, "#..."),
        (12, "#..w"),
    ];
    let told = lines.iter().zip(2..).map(|((above, line), version)| {
        let offered = offered(&mut client, version, line, *above);
        format!("{line}‸\n    {}\n", offered.join("  "))
    });
    let told: String = told.collect();
    insta::assert_snapshot!("lsp_completion", told);
    assert_eq!(client.end(), 0);
}

#[test]
fn a_completion_replaces_what_is_typed() {
    let mut client = at_salt();
    let line = "> 3 4 to=\"The s";
    client.change(
        SALT,
        2,
        json!([{"text": salt().replace("? 10 5 \"Mind the brine.\"", line)}]),
    );
    let items = client.at("completion", SALT, (19, line.len()));
    let range =
        json!({"start": {"line": 19, "character": 9}, "end": {"line": 19, "character": 15}});
    assert_eq!(
        items[1]["textEdit"],
        json!({"range": range, "newText": "\"The stair\""})
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn glyphs_levels_and_locks_lead_to_where_they_are_declared_and_named() {
    let (mut client, text) = (at_salt(), salt());
    let text = text.replace("? 10 5 \"Mind the brine.\"", "> 14 5 to=\"The stair\"");
    client.change(SALT, 2, json!([{"text": text}]));
    let mut told = String::new();
    for (line, piece) in [
        (4, "r \"rat"),
        (11, "r"),
        (17, "r"),
        (20, "r 2"),
        (2, "L "),
        (12, "~"),
        (14, "D"),
        (18, "D"),
        (18, "salt"),
        (3, "salt c"),
        (19, "\"The"),
        (22, "\"The"),
        (13, "$"),
        (7, ""),
    ] {
        let place = place(&text, line, piece);
        let declared = places(&client.at("definition", SALT, place));
        let named = places(&client.at("references", SALT, place));
        let (declared, named) = (declared.join(" "), named.join(" "));
        told += &format!(
            "{}:{} {piece:?} declared {declared}; named {named}\n",
            line, place.1
        );
    }
    insta::assert_snapshot!("lsp_definitions", told);
    assert_eq!(client.end(), 0);
}

fn rename(client: &mut Client, at: (usize, usize), new: &str) -> Value {
    let params = json!({
        "textDocument": {"uri": SALT},
        "position": {"line": at.0, "character": at.1},
        "newName": new,
    });
    client.ask("textDocument/rename", params)
}

#[test]
fn a_glyph_is_renamed_wherever_it_stands_and_takes_no_other_ones_character() {
    let (mut client, text) = (at_salt(), salt());
    let rat = place(&text, 11, "r");
    let edits = rename(&mut client, rat, "x")["changes"][SALT].take();
    assert_eq!(places(&edits), ["4:5", "11:9", "17:0", "20:8"]);
    let lich = place(&text, 2, "L");
    let edits = rename(&mut client, lich, "é")["changes"][SALT].take();
    assert_eq!(places(&edits), ["2:19", "5:5", "26:8"]);

    let mut refusals = String::new();
    for new in ["k", "D", "#", "@", " ", "", "xy", "世", "\u{200b}"] {
        let error = rename(&mut client, rat, new);
        assert_eq!(error["code"], -32803, "{new:?}");
        refusals += &format!("{new:?}: {}\n", error["message"].as_str().expect("why"));
    }
    for at in [place(&text, 10, "#"), place(&text, 17, "health"), (7, 0)] {
        let error = client.at("prepareRename", SALT, at);
        refusals += &format!("{at:?}: {}\n", error["message"].as_str().expect("why"));
    }
    // A goal names items in the same way as monsters.
    let wanted = text.replace("take=yes", "take=k");
    client.change(SALT, 2, json!([{"text": wanted}]));
    let edits = rename(&mut client, place(&wanted, 3, "k"), "q")["changes"][SALT].take();
    assert_eq!(places(&edits)[..2], ["2:10", "3:5"]);
    client.change(SALT, 3, json!([{"text": text}]));
    // With a quote as its glyph, the lich could not be named by the goal.
    let error = rename(&mut client, lich, "\"");
    refusals += &format!("\"\\\"\": {}\n", error["message"].as_str().expect("why"));
    insta::assert_snapshot!("lsp_rename_refused", refusals);
    assert_eq!(client.end(), 0);
}

/// Formats tokens as `text sort`, one a line.
fn tokens(client: &Client, text: &str, data: &Value) -> String {
    let legend = &client.server["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let numbers: Vec<usize> = data
        .as_array()
        .expect("a list")
        .iter()
        .map(|number| number.as_u64().expect("a number") as usize)
        .collect();
    let lines: Vec<Vec<u16>> = text
        .lines()
        .map(|line| line.encode_utf16().collect())
        .collect();
    let (mut line, mut column, mut told) = (0, 0, String::new());
    for token in numbers.chunks(5) {
        line += token[0];
        column = if token[0] > 0 {
            token[1]
        } else {
            column + token[1]
        };
        let piece = String::from_utf16_lossy(&lines[line][column..column + token[2]]);
        told += &format!(
            "{line}:{column} {} {piece}\n",
            legend[token[3]].as_str().expect("a name")
        );
    }
    told
}

#[test]
fn every_piece_of_a_file_is_painted_by_its_sort() {
    let mut client = at_salt();
    let data = client.of("semanticTokens/full", SALT)["data"].take();
    insta::assert_snapshot!("lsp_tokens", tokens(&client, &salt(), &data));
    let part = json!({
        "textDocument": {"uri": SALT},
        "range": {"start": {"line": 12, "character": 0}, "end": {"line": 13, "character": 0}},
    });
    let part = client.ask("textDocument/semanticTokens/range", part)["data"].take();
    let part = tokens(&client, &salt(), &part);
    let all = tokens(&client, &salt(), &data);
    let is_here = |line: &&str| line.starts_with("12:");
    assert_eq!(
        part.lines().filter(is_here).collect::<Vec<_>>(),
        all.lines().filter(is_here).collect::<Vec<_>>()
    );
    let classic = "5 3\n#####\n#   #\n#####\nh 2 2 40 5 16 // you\n* 4 2 1 0 0\nq\n";
    client.open("untitled:classic", classic);
    let data = client.of("semanticTokens/full", "untitled:classic")["data"].take();
    insta::assert_snapshot!("lsp_tokens_classic", tokens(&client, classic, &data));
    assert_eq!(client.end(), 0);
}

#[test]
fn levels_and_records_are_listed_folded_and_run() {
    let text = salt() + "test \"a walk\" keys=\"ll\"\n";
    let folder = folder(&[("salt.dng", &text)]);
    let (path, mut client) = (folder.path().join("salt.dng"), Client::new());
    let uri = uri(&path);
    client.open(&uri, &text);
    fn list(symbols: &Value, depth: usize, told: &mut String) {
        for one in symbols.as_array().into_iter().flatten() {
            let lines = (&one["range"]["start"]["line"], &one["range"]["end"]["line"]);
            let name = one["name"].as_str().expect("a name");
            *told += &format!(
                "{}{} {name} {}..{}\n",
                "  ".repeat(depth),
                one["kind"],
                lines.0,
                lines.1
            );
            list(&one["children"], depth + 1, told);
        }
    }
    let mut told = String::new();
    list(&client.of("documentSymbol", &uri), 0, &mut told);
    told += "folds";
    for fold in client.of("foldingRange", &uri).as_array().expect("a list") {
        told += &format!(" {}..{}", fold["startLine"], fold["endLine"]);
    }
    told += "\n";
    for lens in client.of("codeLens", &uri).as_array().expect("a list") {
        let (command, line) = (&lens["command"], &lens["range"]["start"]["line"]);
        assert_eq!(command["arguments"][0], path.to_str().expect("UTF-8"));
        told += &format!(
            "{line} {} {} {}\n",
            command["title"], command["command"], command["arguments"][1]
        );
    }
    insta::assert_snapshot!("lsp_outline", told);
    // A file that was never saved cannot be run.
    client.open(SALT, &text);
    assert_eq!(client.of("codeLens", SALT), json!([]));
    assert_eq!(client.end(), 0);
}

#[test]
fn a_file_is_laid_out_as_fmt_lays_it_out() {
    let mut client = Client::new();
    let text = "title   \"Hall\"\nkind r \"rat\"   is=wanderer\nmap\n######\n#@.r$#\n######\nend\n";
    client.open(SALT, text);
    let edits = client.of("formatting", SALT);
    let source = Source::from_text("x", text);
    let laid_out =
        dungeon::diagnostics::format_text(&source, &Limits::default()).expect("it reads");
    assert_ne!(laid_out, text);
    client.change(
        SALT,
        2,
        json!([{"range": edits[0]["range"], "text": edits[0]["newText"]}]),
    );
    assert_eq!(
        client.of("formatting", SALT),
        json!([]),
        "the file is canonical now"
    );
    let mut mended = text.to_owned();
    let (start, end) = (&edits[0]["range"]["start"], &edits[0]["range"]["end"]);
    let byte = |place: &Value| {
        let line = place["line"].as_u64().expect("a line") as usize;
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + place["character"].as_u64().expect("a column") as usize
    };
    mended.replace_range(
        byte(start)..byte(end),
        edits[0]["newText"].as_str().expect("a text"),
    );
    assert_eq!(mended, laid_out);
    client.change(SALT, 3, json!([{"text": "kind r \"rat\nmap\n#@$#\nend\n"}]));
    let refused = client.of("formatting", SALT);
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|why| why.starts_with("fix line 1 first"))
    );
    assert_eq!(client.end(), 0);
}

const ROOM: &str = "level\nmap\n##########\n#@...r..$#\n##########\nend\n";

#[test]
fn a_file_that_is_included_is_read_from_the_editor_and_judged_where_it_is_included() {
    let beasts = "kind r \"rat\" is=wanderer\n";
    let main = format!("include \"beasts.dng\"\n{ROOM}");
    let folder = folder(&[("beasts.dng", beasts), ("main.dng", &main)]);
    let (main_uri, beasts_uri) = (
        uri(&folder.path().join("main.dng")),
        uri(&folder
            .path()
            .canonicalize()
            .expect("it is there")
            .join("beasts.dng")),
    );
    let mut client = Client::new();
    client.open(&main_uri, &main);
    assert_eq!(client.findings(&main_uri, Some(1)), [Value::Null; 0]);
    // Goes from a cell to its declaration in the other file, and back.
    let declared = client.at("definition", &main_uri, (4, 5));
    assert_eq!(declared[0]["uri"], beasts_uri);
    assert_eq!(places(&declared), ["0:5"]);
    assert_eq!(
        places(&client.at("references", &main_uri, (4, 5))),
        ["0:5", "4:5"]
    );
    assert_eq!(
        client.at("definition", &main_uri, (0, 12))[0]["uri"],
        beasts_uri
    );
    // Unsaved edits of the other file count for positions in it.
    client.open(&beasts_uri, beasts);
    client.change(
        &beasts_uri,
        2,
        json!([{"text": "kind r \"rat\" is=wanderer helth=3\n"}]),
    );
    let found = loop {
        let found = client.findings(&beasts_uri, Some(2));
        if brief(&found) == ["1 unknown-key 0:25-0:30"] {
            break found;
        }
    };
    let related = &found[0]["relatedInformation"];
    let related = related
        .as_array()
        .and_then(|all| all.last())
        .expect("the place of the include");
    assert_eq!(related["message"], "included here");
    assert_eq!(related["location"]["uri"], main_uri);
    // Renames a declaration in both files, whichever file the request is about.
    for (file, line) in [(&main_uri, 4), (&beasts_uri, 0)] {
        let params = json!({
            "textDocument": {"uri": file},
            "position": {"line": line, "character": 5},
            "newName": "x",
        });
        let edits = client.ask("textDocument/rename", params)["changes"].take();
        assert_eq!(places(&edits[&main_uri]), ["4:5"], "{file}");
        assert_eq!(places(&edits[&beasts_uri]), ["0:5"], "{file}");
    }
    let named = client.at("references", &beasts_uri, (0, 5));
    assert_eq!(places(&named), ["0:5", "4:5"]);
    // After the editor closes a file, its content on disk counts.
    client.note(
        "textDocument/didClose",
        json!({"textDocument": {"uri": beasts_uri}}),
    );
    while !client.findings(&beasts_uri, None).is_empty() {}
    let offered = client.at("completion", &main_uri, (0, 9));
    assert_eq!(offered[0]["label"], "\"beasts.dng\"");
    assert_eq!(client.end(), 0);
}

#[test]
fn a_buffer_without_a_folder_includes_nothing() {
    let mut client = Client::new();
    client.open(SALT, &format!("include \"beasts.dng\"\n{ROOM}"));
    let found = client.findings(SALT, Some(1));
    assert!(
        brief(&found)
            .iter()
            .any(|one| one.starts_with("1 bad-include 0:8")),
        "{found:?}"
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn columns_count_what_the_editor_offers() {
    let text = "title \"𝄞é\" helth=3\nmap\n#####\n#@.$#\n#####\nend\n";
    let mut client = Client::new();
    client.open(SALT, text);
    let found = brief(&client.findings(SALT, Some(1)));
    assert_eq!(found, checked(text));
    assert!(found[0].contains(" 0:12-"), "{found:?}");
    assert_eq!(client.end(), 0);
    let offers = json!({"general": {"positionEncodings": ["utf-32", "utf-8", "utf-16"]}});
    let mut client = Client::with(&[], offers);
    assert_eq!(client.server["capabilities"]["positionEncoding"], "utf-8");
    client.open(SALT, text);
    let found = brief(&client.findings(SALT, Some(1)));
    assert!(found[0].contains(" 0:15-"), "{found:?}");
    // A byte order mark counts as a character of the first line.
    client.open("untitled:marked", &format!("\u{feff}{text}"));
    let found = brief(&client.findings("untitled:marked", Some(1)));
    assert!(found[0].contains(" 0:18-"), "{found:?}");
    assert_eq!(client.end(), 0);
}

#[test]
fn what_was_taken_back_or_is_stale_is_not_answered() {
    let mut client = at_salt();
    client.findings(SALT, Some(1));
    let params = json!({"textDocument": {"uri": SALT}, "position": {"line": 1, "character": 0}});
    let edit = json!({
        "jsonrpc": "2.0",
        "method": "textDocument/didChange",
        "params": {"textDocument": {"uri": SALT, "version": 2}, "contentChanges": [{"text": ROOM}]},
    });
    let (cancelled, first) = client.request("textDocument/hover", params.clone());
    let cancel =
        json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": cancelled}});
    let (stale, second) = client.request("textDocument/hover", params);
    let said = [&first, &cancel, &second, &edit]
        .map(Client::framed)
        .concat();
    client.send(&said);
    // The server may read ahead before it answers, but each request gets exactly one answer.
    for (id, code) in [(cancelled, -32800), (stale, -32801)] {
        let answer = client.answer(id);
        let is_told = answer["error"]["code"] == code;
        assert!(is_told || answer.get("result").is_some(), "{answer}");
    }
    assert_eq!(brief(&client.findings(SALT, Some(2))), checked(ROOM));
    assert_eq!(client.end(), 0);
}

#[test]
fn many_files_are_open_at_once() {
    let mut client = Client::new();
    let texts = |nth: usize| {
        format!(
            "seed {nth} {}\n{ROOM}",
            if nth.is_multiple_of(2) { "" } else { "x" }
        )
    };
    for nth in 0..100 {
        client.open(&format!("untitled:{nth}"), &texts(nth));
    }
    for nth in (0..100).rev() {
        let found = client.findings(&format!("untitled:{nth}"), Some(1));
        assert_eq!(brief(&found), checked(&texts(nth)));
    }
    assert_eq!(client.end(), 0);
}

#[test]
fn the_check_of_the_program_says_the_same() {
    let folder = folder(&[(
        "wrong.dng",
        "titel \"a\"\nmap\n#####\n#@o$#\n#####\nend\ntest \"t\" keys=\"l<Ecs>\" expect=won\n",
    )]);
    let path = folder.path().join("wrong.dng");
    let mut check = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    let check = check
        .args(["check", "--format", "json"])
        .arg(&path)
        .stdin(Stdio::null());
    let printed = check.output().expect("the program runs").stdout;
    let lines = String::from_utf8(printed).expect("UTF-8");
    let codes = lines.lines().map(|line| {
        let found: Value = serde_json::from_str(line).expect("JSON");
        found["code"].as_str().expect("a code").to_owned()
    });
    let codes: Vec<String> = codes.collect();
    let mut client = Client::new();
    client.open(
        &uri(&path),
        &fs::read_to_string(&path).expect("it is there"),
    );
    let found = client.findings(&uri(&path), Some(1));
    let told: Vec<&str> = found
        .iter()
        .filter_map(|one| one["code"].as_str())
        .collect();
    assert_eq!(told, codes);
    assert!(!told.is_empty());
    assert_eq!(client.end(), 0);
}

/// An edit of some characters, at positions that may be outside of the text.
fn edit() -> impl Strategy<Value = ((usize, usize), (usize, usize), String)> {
    let place = || (0_usize..34, 0_usize..40);
    let piece = prop_oneof![
        4 => "[a-zA-Z0-9=\"#@.|~ ]{0,6}",
        1 => "(\r\n|\r|\n|//|end\n|map\n|𝄞|é|\u{200b}|\t|\\\\)",
        1 => Just(String::new()),
    ];
    (place(), place(), piece)
}

/// Applies an edit by the rules of the protocol.
fn edited(text: &str, (start, end, piece): &((usize, usize), (usize, usize), String)) -> String {
    let byte = |(line, column): (usize, usize)| {
        let mut lines = vec![0];
        let bytes = text.as_bytes();
        for (nth, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || *byte == b'\r' && bytes.get(nth + 1) != Some(&b'\n') {
                lines.push(nth + 1);
            }
        }
        let Some(start) = lines.get(line).copied() else {
            return text.len();
        };
        let end = lines.get(line + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        let mut left = column;
        let mut at = start;
        for c in line.chars() {
            match left.checked_sub(c.len_utf16()) {
                Some(rest) => left = rest,
                None => return at,
            }
            at += c.len_utf8();
        }
        at
    };
    let (one, other) = (byte(*start), byte(*end));
    format!(
        "{}{piece}{}",
        &text[..one.min(other)],
        &text[one.max(other)..]
    )
}

proptest! {
    #![proptest_config(cases::of(24))]

    /// Editing a file causes no panic, and the findings equal those of a fresh check.
    #[test]
    fn edits_in_the_middle_of_words_are_judged_as_if_the_file_were_new(
        edits in prop::collection::vec(edit(), 1..8),
        asked in prop::collection::vec((0_usize..34, 0_usize..40), 1..4),
    ) {
        let mut client = at_salt();
        let mut text = salt();
        for (version, one) in (2..).zip(&edits) {
            let (start, end, piece) = one;
            let at = |place: &(usize, usize)| json!({"line": place.0, "character": place.1});
            let range = json!({"start": at(start), "end": at(end)});
            client.change(SALT, version, json!([{"range": range, "text": piece}]));
            text = edited(&text, one);
            for place in &asked {
                for method in ["hover", "completion", "definition", "references", "documentHighlight"] {
                    let answer = client.at(method, SALT, *place);
                    prop_assert!(answer.get("code").is_none(), "{method}: {answer}");
                }
            }
            for method in ["documentSymbol", "foldingRange", "codeLens", "semanticTokens/full"] {
                let answer = client.of(method, SALT);
                prop_assert!(answer.get("code").is_none(), "{method}: {answer}");
            }
            client.of("formatting", SALT);
            rename(&mut client, asked[0], "x");
            let found = client.findings(SALT, Some(version));
            prop_assert_eq!(brief(&found), checked(&text), "{}", text);
        }
        prop_assert_eq!(client.end(), 0);
    }
}
