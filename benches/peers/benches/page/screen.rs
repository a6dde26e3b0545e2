//! Bytes sent to the terminal, and the time to compute them, compared with ratatui and its termion backend: the same
//! frames of the same walks on 80×24.
use std::io;

use dungeon::ColourDepth;
use dungeon::terminal::ScreenWriter;
use dungeon_peers::{area, buffer, cursor};
use ratatui::backend::{Backend, TermionBackend};
use ratatui::{Terminal, TerminalOptions, Viewport};

use super::counts::{SIZE, Scale, Walk, crypt};
use super::ratios::{Claim, Table};

pub fn measure(table: &mut Table) {
    time(table);
    for walk in Walk::all() {
        let (theirs, cells) = (theirs(&walk), their_cells(&walk));
        let peers = [
            ("ratatui", theirs),
            ("its backend, given the changed cells", cells),
        ];
        let ours = walk.rows(&walk.bytes());
        for (nth, (what, ours)) in ours.into_iter().enumerate() {
            for (peer, bytes) in &peers {
                let theirs = walk.rows(bytes)[nth].1;
                let goal = goal(&what, theirs).filter(|_| *peer == "ratatui");
                table.count(what.clone(), peer, [ours, theirs], goal);
            }
        }
    }
}

/// Returns the maximum for our bytes, given the number of bytes that ratatui writes.
fn goal(what: &str, theirs: f64) -> Option<f64> {
    match what {
        "bytes a step, `@` on dots, no styles" => Some(7.0),
        "bytes a step, `@` on dots, 16 colours" => Some(15.0),
        "bytes of the first frame, the crypt, a whole game, 16 colours" => Some(0.65 * theirs),
        _ => None,
    }
}

fn theirs(walk: &Walk) -> Vec<usize> {
    let scale = Scale::default();
    let viewport = Viewport::Fixed(area(&walk.frames[0]));
    let backend = TermionBackend::new(scale.clone());
    let mut terminal =
        Terminal::with_options(backend, TerminalOptions { viewport }).expect("in memory");
    terminal.backend_mut().clear().expect("in memory");
    let drawn = walk.frames.iter().map(|frame| {
        let picture = buffer(frame, walk.depth);
        let draw = |theirs: &mut ratatui::Frame| {
            theirs.buffer_mut().clone_from(&picture);
            if let Some(p) = cursor(frame) {
                theirs.set_cursor_position(p);
            }
        };
        terminal.draw(draw).expect("in memory");
        scale.take()
    });
    drawn.collect()
}

fn their_cells(walk: &Walk) -> Vec<usize> {
    let scale = Scale::default();
    let mut backend = TermionBackend::new(scale.clone());
    let mut shown = ratatui::buffer::Buffer::empty(area(&walk.frames[0]));
    let drawn = walk.frames.iter().map(|frame| {
        let next = buffer(frame, walk.depth);
        backend
            .draw(shown.diff(&next).into_iter())
            .expect("in memory");
        shown = next;
        scale.take()
    });
    drawn.collect()
}

/// Measures the time to draw a step of the crypt and a step back.
fn time(table: &mut Table) {
    let mut session = crypt();
    let before = session.frame();
    session.press("l").expect("a key");
    let after = session.frame();
    let [old, new] = [&before, &after].map(|frame| buffer(frame, ColourDepth::Ansi16));
    let mut screen = ScreenWriter::new(io::sink(), ColourDepth::Ansi16, SIZE);
    let mut backend = TermionBackend::new(io::sink());
    let claim = Claim {
        what: "two steps of the crypt, what changed and its bytes".to_owned(),
        peer: "ratatui's backend".to_owned(),
        goal: 1.0,
        limits: String::new(),
    };
    table.row(
        claim,
        || {
            screen.draw(&before).expect("a sink");
            screen.draw(&after).expect("a sink");
        },
        || {
            backend.draw(new.diff(&old).into_iter()).expect("a sink");
            backend.draw(old.diff(&new).into_iter()).expect("a sink");
        },
    );
}
