//! The difficulty curve of a dungeon: how many games of each bot reach each level, and what a level costs those games.
use super::contestants::{Simulated, SimulatedFile};
use dungeon_format::json::Row;
use dungeon_model::dungeon::{Dungeon, LevelId};
use dungeon_players::{Interval, LevelCost, Tally};

/// The width and the height of a chart, in pixels.
const SIZE: [f64; 2] = [760.0, 300.0];

/// The corners of a chart's area for lines: left, top, right, bottom, in pixels.
const AREA: [f64; 4] = [60.0, 50.0, 740.0, 240.0];

/// The colors of the bots' lines, in their order.
const COLOURS: [&str; 4] = ["#e06c75", "#e5c07b", "#98c379", "#6a9ff0"];

/// The games of one bot on one level.
pub struct LevelGames {
    /// The level as numbered in the file.
    pub level: LevelId,
    /// The games that reached the level, with the turns and the life points that it cost them.
    pub cost: LevelCost,
    /// The games that were lost on the level.
    pub lost: u64,
}

impl LevelGames {
    /// Returns the turns and the life points that the level cost a game that reached it, on average.
    pub fn means(&self) -> [f64; 2] {
        let games = self.cost.games.max(1) as f64;
        [self.cost.turns, self.cost.life].map(|sum| sum as f64 / games)
    }

    /// Returns the fields of the output for programs.
    pub fn row(&self) -> Row {
        let [turns, life] = self.means();
        Row::default()
            .with("reached", self.cost.games)
            .with("lost", self.lost)
            .with("mean_turns", (turns * 100.0).round() / 100.0)
            .with("mean_life_lost", (life * 100.0).round() / 100.0)
    }
}

/// Returns the games of a tally on each level, in the order of the file.
pub fn level_games(tally: &Tally, dungeon: &Dungeon) -> Vec<LevelGames> {
    let games = dungeon.numbered_levels().map(|(level, _)| {
        let lost = tally.losses.iter().filter(|((_, at, _), _)| *at == level);
        LevelGames {
            level,
            cost: tally.levels.get(&level).copied().unwrap_or_default(),
            lost: lost.map(|(_, count)| count).sum(),
        }
    });
    games.collect()
}

/// Returns the difficulty curve of one bot as a table for people; empty for a dungeon of one level.
pub fn table(Simulated { contestant, tally }: &Simulated, dungeon: &Dungeon) -> String {
    if dungeon.levels.len() < 2 {
        return String::new();
    }
    let percent = |count: u64| format!("{:.1} %", count as f64 * 100.0 / tally.games.max(1) as f64);
    let head = format!("{}, by level", contestant.name());
    let mut table = format!(
        "  {head:36} {:>8} {:>8} {:>8} {:>10}\n",
        "reached", "lost", "turns", "life lost"
    );
    for games in level_games(tally, dungeon) {
        let name = level_name(dungeon, games.level);
        let [turns, life] = match games.cost.games {
            0 => ["-", "-"].map(str::to_owned),
            _ => games.means().map(|mean| format!("{mean:.1}")),
        };
        let [reached, lost] = [games.cost.games, games.lost].map(percent);
        let number = games.level.0 + 1;
        table +=
            &format!("    {number:>2} {name:31} {reached:>8} {lost:>8} {turns:>8} {life:>10}\n");
    }
    table
}

/// Returns the difficulty curves of all files as one SVG document, each in a chart of its own.
pub fn document(files: &[SimulatedFile]) -> String {
    let [width, height] = SIZE;
    let charts = files.iter().enumerate().map(|(nth, file)| {
        format!(
            "<g transform=\"translate(0 {})\">\n{}</g>\n",
            nth as f64 * height,
            shapes(file)
        )
    });
    let charts: String = charts.collect();
    svg(width, height * files.len() as f64, &charts)
}

/// Returns the difficulty curve of a file as an SVG picture.
pub fn chart(file: &SimulatedFile) -> String {
    let [width, height] = SIZE;
    svg(width, height, &shapes(file))
}

fn svg(width: f64, height: f64, shapes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#c8c8d0\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#16161d\"/>\n{shapes}</svg>\n"
    )
}

/// Returns the axes, and a line for each bot: the share of games that reached each level, and last the share that won.
fn shapes(file: &SimulatedFile) -> String {
    let [left, top, right, bottom] = AREA;
    let steps = file.dungeon.levels.len();
    let x = |step: usize| left + (right - left) * (step as f64 + 0.5) / (steps + 1) as f64;
    let y = |share: f64| bottom - (bottom - top) * share;
    let name = text(&file.name.to_string());
    let mut shapes =
        format!("<text x=\"{left}\" y=\"20\">{name}: games that reach each level</text>\n");
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        shapes += &format!(
            "<path d=\"M{left} {at}H{right}\" stroke=\"#3a3a48\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent} %</text>\n",
            left - 8.0,
            at + 4.0
        );
    }
    // Numbers that would touch each other are left out, but for the first and the last level.
    let every = steps.div_ceil(24).max(1);
    for step in (0..=steps).filter(|step| step % every == 0 || *step == steps) {
        let told = if step == steps {
            "won".to_owned()
        } else {
            (step + 1).to_string()
        };
        shapes += &format!(
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{told}</text>\n",
            x(step),
            bottom + 20.0
        );
    }
    for (nth, (bot, colour)) in file.bots.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let tally = &bot.tally;
        let levels = level_games(tally, &file.dungeon);
        let counts = levels
            .iter()
            .map(|games| games.cost.games)
            .chain([tally.won]);
        let mut line = Vec::new();
        let mut marks = String::new();
        for (step, count) in counts.enumerate() {
            let share = count as f64 / tally.games.max(1) as f64;
            let Interval { from, to } = Interval::wilson(count, tally.games);
            let at = x(step);
            line.push(format!("{at:.1},{:.1}", y(share)));
            marks += &format!(
                "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"{colour}\"/><circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>\n",
                y(from),
                y(to),
                y(share)
            );
        }
        shapes += &format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\n{marks}\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{}</text>\n",
            line.join(" "),
            left + 160.0 * nth as f64,
            SIZE[1] - 14.0,
            bot.contestant.name()
        );
    }
    shapes
}

/// Returns the name of a level, or `Level n` if it has none.
pub fn level_name(dungeon: &Dungeon, level: LevelId) -> String {
    let name = &dungeon.levels[usize::from(level.0)].name;
    if name.is_empty() {
        format!("Level {}", level.0 + 1)
    } else {
        name.clone()
    }
}

/// Escapes text for HTML and SVG.
pub fn text(printable: &str) -> String {
    printable
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
