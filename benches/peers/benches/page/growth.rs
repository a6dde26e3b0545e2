//! How the time grows with the number of monsters, the size of the map, the size of the file, and the things that
//! `check` judges. Each curve is a plot and a table.
//!
//! The plots show the time for one monster, one turn or one byte, so that linear growth is a horizontal line.
use std::hint::black_box;
use std::path::Path;

use dungeon_engine::action::Action;
use dungeon_format::source::{Limits, Source};
use dungeon_peers::game;
use dungeon_play::session::session::Session;
use plotters::prelude::*;

use super::growing::{self, Growing};
use super::ratios::seconds;

type Failure = Box<dyn std::error::Error>;

/// A line of a plot: its label, and its points, each a size and the nanoseconds for one unit.
struct Curve {
    name: &'static str,
    points: Vec<(f64, f64)>,
}

/// A plot: its file, title, axis labels and lines.
struct Plot {
    file: String,
    title: String,
    along: &'static str,
    up: &'static str,
    curves: Vec<Curve>,
}

/// Prints the curves, and draws them into a folder, if one is given.
pub fn measure(folder: Option<&Path>) -> Result<(), Failure> {
    let plots = [by_monsters(), by_map(), by_file()];
    for plot in plots.into_iter().chain(by_things()) {
        println!("\n{}", plot.title);
        for Curve { name, points } in &plot.curves {
            println!("\n| {} | {}, {name} |", plot.along, plot.up);
            println!("|---|---|");
            for (size, time) in points {
                println!("| {size} | {time:.2} |");
            }
        }
        if let Some(folder) = folder {
            draw(&plot, &folder.join(&plot.file))?;
        }
    }
    Ok(())
}

/// Measures turns of 10 to 100,000 monsters on an open map with a hundred cells for each.
fn by_monsters() -> Plot {
    let ways: [(&str, &str); 3] = [
        ("all wander", "sense=never roam=wander"),
        ("all hunt by steps", "sense=always hunt=greedy"),
        ("all hunt by paths", "sense=always hunt=path"),
    ];
    let curves = ways.map(|(name, parts)| {
        let points = (1..=5).map(|power| {
            let monsters = 10_u32.pow(power);
            let side = f64::from(monsters * 100).sqrt() as u32;
            let mut game = game(&format!(
                "kind m \"monster\" health=8 attack=none {parts}\nhero health=2000000000\n\
                 map open {side} {side}\n@ {0} {0}\n$ 2 2\nscatter # 10%\nscatter m {monsters}\n",
                side / 2
            ));
            let turn = seconds(|| {
                black_box(game.step(Action::Wait).expect("waiting is legal"));
            });
            (f64::from(monsters), turn * 1e9 / f64::from(monsters))
        });
        Curve {
            name,
            points: points.collect(),
        }
    });
    Plot {
        file: "monsters.svg".into(),
        title: "A turn of many monsters, a hundred cells of the map to each".into(),
        along: "monsters",
        up: "nanoseconds a monster",
        curves: curves.into(),
    }
}

/// Measures a turn and a frame with ten monsters on maps of 80×24 to 4096².
fn by_map() -> Plot {
    let sizes = [(80, 24), (256, 256), (1024, 1024), (4096, 4096)];
    let text = |(width, height): (i32, i32)| {
        format!(
            "hero health=2000000000\nmap open {width} {height}\n@ {} {}\n$ 2 2\nscatter # 10%\nscatter w 10\n",
            width / 2,
            height / 2
        )
    };
    let cells = |(width, height): (i32, i32)| f64::from(width) * f64::from(height);
    let turns = sizes.map(|size| {
        let mut game = game(&text(size));
        let turn = seconds(|| {
            black_box(game.step(Action::Wait).expect("waiting is legal"));
        });
        (cells(size), turn * 1e9)
    });
    let frames = sizes.map(|size| {
        let session = Session::from_text(text(size)).expect("a sound dungeon");
        let session = session.with_size(80, 24);
        let frame = seconds(|| {
            black_box(session.frame());
        });
        (cells(size), frame * 1e9)
    });
    Plot {
        file: "maps.svg".into(),
        title: "Ten monsters on maps of 80×24 to 4096×4096".into(),
        along: "cells of the map",
        up: "nanoseconds",
        curves: vec![
            Curve {
                name: "a turn",
                points: turns.into(),
            },
            Curve {
                name: "a frame of 80×24",
                points: frames.into(),
            },
        ],
    }
}

/// Measures the reading and checking of files of 1 KB to 64 MB.
fn by_file() -> Plot {
    let limits = Limits::default();
    let points = (0..=16).step_by(2).map(|power| {
        let bytes = 1024_u32 << power;
        let source = Source::from_text("growth", file(bytes));
        let (dungeon, diagnostics) = dungeon_lint::read(&source, &limits);
        assert!(dungeon.is_some(), "{diagnostics:?}");
        let time = seconds(|| {
            black_box(dungeon_lint::read(&source, &limits));
        });
        let length = source.text.len() as f64;
        (length, time * 1e9 / length)
    });
    Plot {
        file: "files.svg".into(),
        title: "A file read and checked, in this process".into(),
        along: "bytes of the file",
        up: "nanoseconds a byte",
        curves: vec![Curve {
            name: "a quarter is drawn, the rest are monsters",
            points: points.collect(),
        }],
    }
}

/// Measures `check` on growing files. Related families share a plot.
fn by_things() -> impl Iterator<Item = Plot> {
    let alike = growing::ALL.chunk_by(|one, next| one.plot == next.plot);
    alike.map(|kinds| Plot {
        file: format!("{}.svg", kinds[0].plot),
        title: format!("`check` of more and more {}", kinds[0].plot),
        along: kinds[0].plot,
        up: "microseconds for each",
        curves: kinds.iter().map(of_things).collect(),
    })
}

/// Measures one family of files at six sizes, each twice the previous one.
fn of_things(kind: &Growing) -> Curve {
    let points = (0..=5).rev().map(|halved| kind.most >> halved);
    let points = points.filter(|count| *count > 0).map(|count| {
        let source = super::check::source((kind.text)(count));
        let time = seconds(|| super::check::check(&source));
        (count as f64, time * 1e6 / count as f64)
    });
    Curve {
        name: kind.what,
        points: points.collect(),
    }
}

/// Returns a file of about this many bytes: a quarter is a drawn map, the rest are monsters with a comment on each
/// line.
fn file(bytes: u32) -> String {
    let side = (f64::from(bytes).sqrt() / 2.0) as u32;
    let is_wall = |x: u32, y: u32| {
        x == 0 || y == 0 || x == side - 1 || y == side - 1 || (x * 7 + y * 13) % 11 == 0
    };
    let mut text = String::from("map\n");
    for y in 0..side {
        let glyph = |x| match (x, y) {
            (2, 2) => '@',
            (4, 2) => '$',
            _ if is_wall(x, y) => '#',
            _ => '.',
        };
        text.extend((0..side).map(glyph));
        text.push('\n');
    }
    text.push_str("end\n");
    let rows = (6..side.saturating_sub(1)).step_by(2);
    let places = rows.flat_map(|y| (6..side - 1).step_by(11).map(move |x| (x, y)));
    for (x, y) in places.filter(|(x, y)| !is_wall(x - 1, y - 1)) {
        let record = format!("w {x} {y} health=8 strength=3");
        text.push_str(&format!("{record:<40} // one of the many of here\n"));
    }
    text
}

/// Writes the plot. Both axes are logarithmic; nanoseconds range from a tenth to ten times the measured values.
fn draw(plot: &Plot, path: &Path) -> Result<(), Failure> {
    let points = || plot.curves.iter().flat_map(|curve| &curve.points);
    let bounds = |of: fn(&(f64, f64)) -> f64| {
        let low = points().map(of).fold(f64::INFINITY, f64::min);
        (low, points().map(of).fold(0.0, f64::max))
    };
    let ((left, right), (low, high)) = (bounds(|p| p.0), bounds(|p| p.1));
    let area = SVGBackend::new(path, (720, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(&plot.title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(
            (left..right).log_scale(),
            (low / 3.0..high * 3.0).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc(plot.along)
        .y_desc(plot.up)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (number, curve) in plot.curves.iter().enumerate() {
        let colour = Palette99::pick(number).to_rgba();
        chart
            .draw_series(LineSeries::new(curve.points.iter().copied(), colour).point_size(3))?
            .label(curve.name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 12, y + 4)], colour.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
