//! `dungeon new` and `dungeon cheat`: the author's starting points.
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use dungeon_model::dungeon::games;
use dungeon_players::{Budget, Verdict, prove};

fn dungeon(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    let command = command.args(arguments).current_dir(folder);
    command.output().expect("the program starts")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_new_dungeon_of_each_game_has_no_problems_and_can_be_won() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in games::WORDS {
        let name = format!("salt-{game}.dng");
        let made = dungeon(folder.path(), &["new", &name, "--rules", game]);
        assert_eq!(made.status.code(), Some(0), "{game}");
        assert!(
            printed(&made).contains(&format!("dungeon {name}\n")),
            "{game}"
        );
        let checked = dungeon(folder.path(), &["check", "--deny", "warnings", &name]);
        assert_eq!(printed(&checked), format!("{name}: no problems\n"));
        let text = fs::read_to_string(folder.path().join(&name)).expect("it is written");
        assert!(text.contains(&format!("title \"Salt {game}\"\n")), "{text}");
        assert!(text.contains(&format!("dungeon check {name}\n")), "{text}");
        assert!(text.contains(&format!("\nrules {game}")), "{text}");
        let read = dungeon::load(folder.path().join(&name)).expect("it is sound");
        let proof = prove(&read.into(), 1, &Budget::of_steps(200_000));
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{game}");
    }
}

#[test]
fn a_name_that_no_title_can_hold_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "o\"dd 'name'.dng";
    assert_eq!(
        dungeon(folder.path(), &["new", name]).status.code(),
        Some(0)
    );
    let text = fs::read_to_string(folder.path().join(name)).expect("it is written");
    assert!(text.contains("title \"A new dungeon\"\n"), "{text}");
    let checked = dungeon(folder.path(), &["check", "--deny", "warnings", name]);
    assert_eq!(checked.status.code(), Some(0), "{}", printed(&checked));
}

/// Checks the page and the command's output.
#[test]
fn the_sheet_fits_a_screen_of_80_by_50() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/format/cheat-sheet.md");
    let page = fs::read_to_string(page).expect("the page");
    let sheet = printed(&dungeon(Path::new("."), &["cheat"]));
    for text in [&page, &sheet] {
        let wide: Vec<&str> = text
            .lines()
            .filter(|line| line.chars().count() > 80)
            .collect();
        assert_eq!(wide, [""; 0]);
        assert!(text.lines().count() <= 50, "{text}");
    }
    assert!(
        sheet.contains("scatter w 2..5 in=2,2..9,8 min-distance=9 from=>\n"),
        "{sheet}"
    );
    assert!(!sheet.contains('`'), "{sheet}");
}
