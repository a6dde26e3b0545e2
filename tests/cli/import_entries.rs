//! `dungeon import` leaves out an entry that it cannot draw, imports the others, and writes each to a file of its own.
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Two vaults around one with a tab, one without rows and one with a line without a colon.
const VAULTS: &str = "name:One Room!\nD:###\nname:odd\nD:#\t#\nname:empty\nname:torn\nD:###\n.#.\n\
                      name:one  room\nD:####\n";

fn import(home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    let command = command.arg("import").args(arguments).current_dir(home);
    command.output().expect("the program starts")
}

/// Imports a file in a folder of its own. Returns the exit code, the printed dungeon and standard error.
fn imported(name: &str, text: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join(name), text).expect("a file");
    let done = import(home.path(), &[&[name], more].concat());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

/// Returns the names and contents of all files in a folder, sorted by name.
fn files(folder: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<(String, String)> = files
        .map(|file| {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a name").to_str().expect("UTF-8");
            (name.to_owned(), fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_bad_entry_costs_only_that_entry() {
    let (code, text, told) = imported("vault.txt", VAULTS, &[]);
    assert_eq!(code, Some(4));
    insta::assert_snapshot!(told, @r"
    dungeon: vault.txt:4:4: the level `odd` is left out: expected characters one column wide, found `\t`
    dungeon: vault.txt:5:1: the level `empty` is left out: expected a vault with rows `D:`, found none
    dungeon: vault.txt:8:1: the level `torn` is left out: expected a line such as `D:###`, with a colon, found none
    dungeon: the result has 2 errors: expected one hero, found none
    ");
    insta::assert_snapshot!(text, @r#"
    // No hero: draw an `@` where the game begins.
    // Imported from vault.txt.
    // Not imported:
    //   line 4: the level `odd` is left out: expected characters one column wide, found `\t`
    //   line 5: the level `empty` is left out: expected a vault with rows `D:`, found none
    //   line 8: the level `torn` is left out: expected a line such as `D:###`, with a colon, found none
    title "Vault"
    // No stairs connect the levels: draw `>` and `<`, or import a single level.

    level "One Room!"
    map
    ###
    end

    level "one  room"
    map
    ####
    end
    "#);
    let (code, text, told) = imported("vault.txt", VAULTS, &["--name", "odd"]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    insta::assert_snapshot!(told, @r"dungeon: vault.txt:4:4: expected characters one column wide, found `\t`");
    for (choice, code) in [("1", 1), ("1..2", 4), ("3", 2), ("5", 1)] {
        let told = imported("vault.txt", VAULTS, &["--level", choice]);
        assert_eq!(told.0, Some(code), "level {choice}: {}", told.2);
    }
}

#[test]
fn every_reader_of_several_levels_leaves_out_the_bad_one() {
    let row = "{\"identifier\": \"good\", \"layerInstances\": [{\"__type\": \"IntGrid\", \"__cWid\": 1, \"__cHei\": 1, \
               \"__gridSize\": 8, \"intGridCsv\": [1]}]}";
    let ldtk = format!("{{\"levels\": [{row}, {{\"identifier\": \"bad\"}}]}}");
    for (name, text, why) in [
        (
            "a.xsb",
            "; good\n#####\n#@$.#\n#####\n\n; bad\n#####\n#@\u{301}$.#\n#####\n",
            "a.xsb:8:3: the level `bad` is left out: expected characters one column wide",
        ),
        (
            "a.des",
            "NAME: good\nORIENT: encompass\nMAP\nx.x\nENDMAP\nNAME: bad\nMAP\nx\tx\nENDMAP\n",
            "a.des:8:2: the level `bad` is left out: expected characters one column wide",
        ),
        (
            "vault.txt",
            "name:good\nD:#.#\nname:bad\nD:#\u{301}\n",
            "vault.txt:4:4: the level `bad` is left out: expected characters one column wide",
        ),
        (
            "a.ldtk",
            ldtk.as_str(),
            "a.ldtk: the level `bad` is left out: expected a level with layers",
        ),
    ] {
        let (code, dungeon, told) = imported(name, text, &[]);
        assert_eq!(code, Some(4), "{name}: {told}");
        assert!(dungeon.contains("level \"good\""), "{name}: {dungeon}");
        assert!(!dungeon.contains("level \"bad\""), "{name}: {dungeon}");
        assert!(told.contains(&format!("dungeon: {why}")), "{name}: {told}");
    }
}

#[test]
fn each_level_is_written_to_a_file_named_after_it() {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("vault.txt"), VAULTS).expect("a file");
    let done = import(home.path(), &["vault.txt", "--split", "all/of"]);
    assert_eq!(
        (done.status.code(), done.stdout.as_slice()),
        (Some(4), &[][..])
    );
    let told = String::from_utf8(done.stderr).expect("UTF-8");
    insta::assert_snapshot!(told.lines().last().expect("a line"), @"dungeon: 2 of 2 files have errors, first: expected one hero, found none");
    let made = files(&home.path().join("all/of"));
    let texts: Vec<String> = made
        .iter()
        .map(|(name, text)| format!("{name}\n{text}"))
        .collect();
    insta::assert_snapshot!(texts.join("\n"), @r#"
    one-room-2.dng
    // No hero: draw an `@` where the game begins.
    // Imported from vault.txt.
    title "one  room"

    level "one  room"
    map
    ####
    end

    one-room.dng
    // No hero: draw an `@` where the game begins.
    // Imported from vault.txt.
    // Not imported:
    //   line 4: the level `odd` is left out: expected characters one column wide, found `\t`
    //   line 5: the level `empty` is left out: expected a vault with rows `D:`, found none
    //   line 8: the level `torn` is left out: expected a line such as `D:###`, with a colon, found none
    title "One Room!"

    level "One Room!"
    map
    ###
    end
    "#);
    let again = import(home.path(), &["vault.txt", "--split", "all/of"]);
    assert_eq!(again.status.code(), Some(2), "the files exist");
    assert_eq!(files(&home.path().join("all/of")), made);
    let both = import(home.path(), &["vault.txt", "--split", "a", "-o", "b"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn more_levels_than_a_dungeon_holds_are_split() {
    let home = tempfile::tempdir().expect("a folder");
    let mut puzzles = String::new();
    for _ in 0..65 {
        let _ = write!(puzzles, "#####\n#@$.#\n#####\n\n");
    }
    fs::write(home.path().join("big.xsb"), &puzzles).expect("a file");
    let whole = import(home.path(), &["big.xsb"]);
    insta::assert_snapshot!(String::from_utf8(whole.stderr).expect("UTF-8"), @"dungeon: big.xsb: expected at most 64 levels, found 65: `--split DIR` writes a file for each level, `--level 1..64` imports the first ones");
    let split = import(home.path(), &["big.xsb", "--split", "boards"]);
    let told = String::from_utf8(split.stderr).expect("UTF-8");
    assert_eq!((split.status.code(), told.as_str()), (Some(0), ""));
    let made = files(&home.path().join("boards"));
    assert_eq!(made.len(), 65);
    assert_eq!(made[0].0, "big-01.dng");
    assert!(made[64].1.contains("title \"Big 65\""), "{}", made[64].1);
}
