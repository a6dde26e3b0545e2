//! No file takes more memory than docs/format states, whether it is refused or played. The program runs in a child
//! process with a limited address space (`ulimit -v`), which kills it beyond that limit.
#![cfg(unix)]
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program within this many KiB, with a dungeon on its standard input.
fn run_within(kib: usize, arguments: &[&str], dungeon: &str) -> Output {
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kib}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_dungeon"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(dungeon.as_bytes())
        .expect("the program reads");
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// The address space of the program itself in a debug build, in KiB.
const PROGRAM: usize = 64 << 10;

#[test]
fn sixty_four_levels_of_the_largest_size_are_refused_before_they_are_made() {
    for how in ["open", "caves", "rooms"] {
        let level = format!("level\nmap {how} 4096 4096\n");
        let text = format!("level\nmap open 9 9\n@ 2 2\n$ 3 2\n{}", level.repeat(63));
        for arguments in [["check", "-"], ["render", "-"]] {
            let output = run_within(PROGRAM + (128 << 10), &arguments, &text);
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            assert_eq!(output.status.code(), Some(1), "{how}: {said}");
            assert!(said.contains("error[limit]: expected "), "{how}: {said}");
        }
    }
}

/// Three million cells, two thirds of them generated, with random bodies and walls.
#[test]
fn a_game_takes_no_more_memory_than_the_page_of_the_format_says() {
    let cells = 3_000_000;
    let (bodies, walls) = (2_000, 200_000);
    let text = format!(
        "level\nmap open 1000 1000\n@ 2 2\n$ 3 2\nscatter w {bodies}\nscatter # 20%\n\
         level\nmap caves 1000 1000\nlevel\nmap rooms 1000 1000\n"
    );
    let bytes = 18 * cells + 16 * cells / 3 + 120 * bodies + 2 * 24 * walls;
    let within = PROGRAM + bytes / 1024;
    let check = run_within(within, &["check", "-"], &text);
    assert_eq!(check.status.code(), Some(0), "{check:?}");
    let played = run_within(within, &["render", "-", "--keys", "lljj"], &text);
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    assert!(String::from_utf8_lossy(&played.stdout).contains('@'));
}
