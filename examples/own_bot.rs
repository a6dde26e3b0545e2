//! A bot of one's own against the shipped ones: a hundred games each. `cargo run --release --example own_bot -- [FILE]`
use std::sync::Arc;

use dungeon::Action;
use dungeon::players::{Careful, Greedy, Player, PlayerView, Random, SeenGame, Tally, play};
use rayon::prelude::*;

/// Waits for who is two or three steps away to come, so as to have the first blow, and else goes about greedily. In every
/// eighth turn it waits for nobody: two that wait for each other would wait for ever.
#[derive(Default)]
struct Sentry(Greedy);

impl Player for Sentry {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let mut near = view.monsters().filter_map(|who| view.body(who));
        match near.any(|body| (2..=3).contains(&body.at.manhattan(view.at()))) {
            true if !view.turn().is_multiple_of(8) => Action::Wait,
            _ => self.0.choose(view, legal),
        }
    }
}

type MakePlayer = fn() -> Box<dyn Player>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args()
        .nth(1)
        .unwrap_or("dungeons/arena-10.dng".to_owned());
    let dungeon = Arc::new(dungeon::load(file)?);
    let bots: [(&str, MakePlayer); 4] = [
        ("random", || Box::new(Random::default())),
        ("greedy", || Box::new(Greedy::default())),
        ("careful", || Box::new(Careful::default())),
        ("sentry", || Box::new(Sentry::default())),
    ];
    for (name, bot) in bots {
        let game = |seed| {
            let mut seen = SeenGame::begin(dungeon.clone(), seed);
            (seed, play(&mut seen, &mut *bot(), 2_000))
        };
        let mut tally = Tally::default();
        let games: Vec<_> = (0..100).into_par_iter().map(game).collect();
        for (seed, record) in &games {
            tally.add(*seed, record);
        }
        let [rate, from, to] = [tally.win_rate(), tally.interval().from, tally.interval().to]
            .map(|share| share * 100.0);
        println!("{name:8} {rate:3.0} % ({from:.0} to {to:.0})");
    }
    Ok(())
}
