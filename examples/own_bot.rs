//! Compares a custom bot with a bundled one in a hundred games. Run with `cargo run --release --example own_bot --
//! [FILE]`.
use std::sync::Arc;

use dungeon::players::{Greedy, Player, PlayerView, Tally, play_many};
use dungeon::{Action, LoadError};
use rayon::prelude::*;

/// Waits while a monster is two or three steps away, to strike first. Otherwise plays like [`Greedy`]. The bot never
/// waits on every eighth turn, because the monster may also be waiting.
#[derive(Default)]
struct Sentry(Greedy);

impl Player for Sentry {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let mut near = view.monsters().filter_map(|who| view.body(who));
        let is_near = near.any(|body| (2..=3).contains(&body.at.manhattan(view.at())));
        if is_near && !view.turn().is_multiple_of(8) {
            Action::Wait
        } else {
            self.0.choose(view, legal)
        }
    }
}

fn tally<P: Player + Default>(file: &str) -> Result<Tally, LoadError> {
    let dungeon = Arc::new(dungeon::load(file)?);
    let game = |seed| play_many(&dungeon, [seed], 2_000, &mut P::default());
    Ok((0..100).into_par_iter().map(game).sum())
}

fn main() -> Result<(), LoadError> {
    let file = std::env::args().nth(1);
    let file = file.as_deref().unwrap_or("dungeons/arena-10.dng");
    println!("greedy {}", tally::<Greedy>(file)?);
    println!("sentry {}", tally::<Sentry>(file)?);
    Ok(())
}
