//! The public API of the library: names are where a new user looks for them first.
use std::error::Error;
use std::sync::Arc;

use dungeon::{Action, ColourDepth, Event, Film, Frame, Game, Outcome, Session};
use dungeon_lint::LoadError;

const HALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/hall.dng");

#[test]
fn a_session_is_opened_driven_and_looked_at() -> Result<(), Box<dyn Error>> {
    let mut game = Session::open(HALL)?.with_seed(7).with_size(80, 24);
    game.press("llj.<Esc>n")?;
    let frame: Frame = game.frame();
    let text = frame.to_string();
    assert!(text.starts_with("80x24 turn 4\n|"), "{text}");
    assert!(text.lines().skip(1).all(|row| row.len() == 82));
    assert_eq!(text.lines().count(), 25);
    assert!(frame.with_styles().to_string().starts_with(&text));
    assert!(frame.plain().starts_with("##"));
    assert!(frame.to_ansi(ColourDepth::default()).contains('\u{1b}'));
    assert!(frame.to_svg().starts_with("<svg"));
    assert_eq!(frame.diff(&frame).count(), 0);
    let film: Film = game.film("hjkl")?;
    assert!(
        film.only_changes()
            .to_string()
            .contains("\n\nkey h, turn 5\n")
    );
    let (outcome, messages): (Option<Outcome>, &[String]) = (game.outcome(), game.messages());
    assert!(outcome.is_none() && !messages.is_empty());
    Ok(())
}

#[test]
fn the_floor_below_stays_open() -> Result<(), Box<dyn Error>> {
    let dungeon = Arc::new(dungeon_lint::load(HALL)?);
    let rules = dungeon_engine::rulesets::pick(&dungeon);
    let mut game = Game::new(dungeon, rules, dungeon_engine::monsters::mind_for, 7);
    game.step(Action::Wait)?;
    assert_eq!(game.events().first(), Some(&Event::TurnBegan { turn: 1 }));
    Ok(())
}

#[test]
fn a_file_with_errors_opens_with_every_finding_to_print() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/err");
    let refused = Session::open(format!("{folder}/several-seven-mistakes.dng")).err();
    let Some(LoadError::Report(report)) = refused else {
        panic!("it was opened, or not even read");
    };
    assert_eq!(report.diagnostics.len(), 7);
    assert!(report.to_string().ends_with(": 7 errors"), "{report}");
}
