//! A bot for battles of tactics. The bot uses only the ranges and chances that the overlay shows to a person. It prints
//! the keys of its game for `dungeon render --keys-from`, one turn per line. The bots `sense`, `haste` and `whim` play
//! worse than `thought`. Run with `cargo run --release --example command_wizards dungeons/battle.dng 5 thought`.
#[path = "../tests/rules/scenario/wizards.rs"]
mod wizards;

use dungeon::game::ActorId;
use dungeon::geometry::{Direction, Point};
use dungeon::rules::END_TURN;
use dungeon::{Action, Session, World};
use wizards::{Mind, haste, next, sense, thought, whim};

/// The turn after which the bot gives up.
const LONGEST: u32 = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or("dungeons/battle.dng".to_owned());
    let seed = args.next().map_or(Ok(0), |seed| seed.parse())?;
    let mind: Mind = match args.next().as_deref() {
        Some("whim") => whim,
        Some("haste") => haste,
        Some("sense") => sense,
        _ => thought,
    };
    let mut session = Session::open(&file)?.with_seed(seed);
    while session.outcome().is_none() && session.turn() < LONGEST {
        let action = next(session.game(), mind);
        let keys = keys(&session, action).ok_or("the overlay points from the commanded wizard")?;
        session.press(&keys)?;
        print!("{keys}");
        if action == Action::Do(END_TURN) {
            println!();
        }
    }
    println!();
    let end = session
        .outcome()
        .map_or("Given up".to_owned(), |end| format!("{end:?}"));
    eprintln!("{end} in turn {}", session.turn());
    Ok(())
}

/// Returns the keys that a person would press for an action; `None` if the game has no overlay.
fn keys(session: &Session, action: Action) -> Option<String> {
    let world = session.game().world();
    let cursor = session.outlook()?.view().cursor;
    Some(match action {
        Action::Command(who) => "<Tab>".repeat(tabs(world, who)),
        Action::Go(to) => moves(cursor, to) + "<Enter>",
        Action::Shoot(whom) => moves(cursor, world.body(whom).at) + "<Enter><Enter>",
        Action::ShootAt(at) => moves(cursor, at) + "<Enter><Enter>",
        _ => "<Space>".to_owned(),
    })
}

/// Returns how often to press Tab until this wizard is commanded.
fn tabs(world: &World, who: ActorId) -> usize {
    let ours: Vec<ActorId> = world.ours().collect();
    let place = |of: ActorId| ours.iter().position(|one| *one == of).unwrap_or(0);
    (place(who) + ours.len() - place(world.commanded())) % ours.len()
}

/// Returns the keys that move the cursor from one cell to another, diagonal steps first.
fn moves(from: Point, to: Point) -> String {
    let mut keys = String::new();
    let mut at = from;
    while let Some(way) = at.toward(to) {
        keys.push(match way {
            Direction::NorthWest => 'y',
            Direction::North => 'k',
            Direction::NorthEast => 'u',
            Direction::West => 'h',
            Direction::East => 'l',
            Direction::SouthWest => 'b',
            Direction::South => 'j',
            Direction::SouthEast => 'n',
        });
        at = at + way;
    }
    keys
}
