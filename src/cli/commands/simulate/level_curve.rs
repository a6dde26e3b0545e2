//! The difficulty curve of a dungeon: how many games of each bot reach each level, and what a level costs those games.
use super::contestants::{Simulated, SimulatedFile};
use dungeon_format::json::Row;
use dungeon_model::dungeon::{Dungeon, LevelId};
use dungeon_players::percent::tenths;
use dungeon_players::{Interval, LevelCost, Tally};

/// The width and the height of a chart, in pixels.
const SIZE: [f64; 2] = [760.0, 480.0];

/// The left and the right end of the panels, in pixels.
const SIDES: [f64; 2] = [60.0, 740.0];

/// The width of a letter, in pixels.
const LETTER: f64 = 7.5;

/// The width of a level's name and of a bar in the table, in columns, so that a row has 80.
const NAME: usize = 19;
const BAR: usize = 20;

/// The colors of the bots' lines, in their order.
const COLOURS: [&str; 4] = ["#e06c75", "#e5c07b", "#98c379", "#6a9ff0"];

/// The lengths of lines and gaps by which the bots' lines differ where they meet; the first is drawn through.
const DASHES: [&str; 4] = ["", "12 5", "6 5", "2 4"];

/// A part of a chart: its top and its bottom in pixels, and the number at its top.
struct CurvePanel {
    top: f64,
    bottom: f64,
    most: f64,
}

/// A point of a bot's line: its column, its value, and the interval of the value if there is one.
struct CurvePoint {
    /// Counted from 0: a level's place in the file, and after the last one that of wins.
    step: usize,
    /// In the unit of the panel.
    value: f64,
    /// The ends of the 95 % interval, in the same unit.
    interval: Option<[f64; 2]>,
}

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
    let percent = |count: u64| {
        let share = count as f64 * 100.0 / tally.games.max(1) as f64;
        format!("{} %", tenths(share))
    };
    let mut table = format!(
        "  {}, by level\n    {:22} {:>7} {:BAR$} {:>7} {:>6} {:>9}\n",
        contestant.name(),
        "level",
        "reached",
        "",
        "lost",
        "turns",
        "life lost"
    );
    for games in level_games(tally, dungeon) {
        let name = shortened(level_name(dungeon, games.level));
        let bar = bar(games.cost.games, tally.games);
        let [turns, life] = match games.cost.games {
            0 => ["-", "-"].map(str::to_owned),
            _ => games.means().map(tenths),
        };
        let [reached, lost] = [games.cost.games, games.lost].map(percent);
        let number = games.level.0 + 1;
        table += &format!(
            "    {number:>2} {name:NAME$} {reached:>7} {bar} {lost:>7} {turns:>6} {life:>9}\n"
        );
    }
    table
}

/// Returns a name that fits into its column of the table.
fn shortened(name: String) -> String {
    if name.chars().count() <= NAME {
        return name;
    }
    let start: String = name.chars().take(NAME - 1).collect();
    format!("{}…", start.trim_end())
}

/// Returns the share of some games as a bar of plain characters. Only no games have an empty bar, and only all games a
/// full one.
fn bar(count: u64, games: u64) -> String {
    let full = match count {
        0 => 0,
        _ if count >= games => BAR,
        _ => {
            let rounded = (count * BAR as u64 + games / 2) / games;
            usize::try_from(rounded).unwrap_or(BAR).clamp(1, BAR - 1)
        }
    };
    "#".repeat(full) + &".".repeat(BAR - full)
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

/// Returns three panels with a line for each bot: the share of games that reached each level, and last the share that
/// won; the turns on each level; and the life points lost there.
fn shapes(file: &SimulatedFile) -> String {
    let name = text(&file.name.to_string());
    let mut shapes = reached(file, &name);
    let panels = [
        (210.0, "turns on each level"),
        (320.0, "life lost on each level"),
    ];
    for (which, (top, title)) in panels.into_iter().enumerate() {
        shapes += &means(file, top, which, title);
    }
    shapes + &level_labels(file) + &legend(file)
}

/// Returns the panel with the shares of games.
fn reached(file: &SimulatedFile, name: &str) -> String {
    let panel = CurvePanel {
        top: 40.0,
        bottom: 170.0,
        most: 100.0,
    };
    let title = format!("{name}: games that reach each level");
    let mut shapes = panel.frame(&title, &[0.0, 25.0, 50.0, 75.0, 100.0], " %");
    for (nth, Simulated { tally, .. }) in file.bots.iter().enumerate() {
        let levels = level_games(tally, &file.dungeon);
        let counts = levels.iter().map(|games| games.cost.games);
        let points = counts.chain([tally.won]).enumerate().map(|(step, count)| {
            let share = count as f64 * 100.0 / tally.games.max(1) as f64;
            let Interval { from, to } = Interval::wilson(count, tally.games);
            CurvePoint {
                step,
                value: share,
                interval: Some([from * 100.0, to * 100.0]),
            }
        });
        shapes += &panel.line(file, nth, points);
    }
    shapes
}

/// Returns the panel with the means of turns or life points per game that reached a level.
fn means(file: &SimulatedFile, top: f64, which: usize, title: &str) -> String {
    let lines = file.bots.iter().map(|bot| {
        let levels = level_games(&bot.tally, &file.dungeon)
            .into_iter()
            .enumerate();
        let reached = levels.filter(|(_, games)| games.cost.games > 0);
        let point = |(step, games): (usize, LevelGames)| CurvePoint {
            step,
            value: games.means()[which],
            interval: None,
        };
        reached.map(point).collect()
    });
    let lines: Vec<Vec<CurvePoint>> = lines.collect();
    let values = lines.iter().flatten().map(|point| point.value);
    let panel = CurvePanel {
        top,
        bottom: top + 75.0,
        most: round_number_from(values.fold(1.0, f64::max)),
    };
    let mut shapes = panel.frame(title, &[0.0, panel.most / 2.0, panel.most], "");
    for (nth, points) in lines.into_iter().enumerate() {
        shapes += &panel.line(file, nth, points);
    }
    shapes
}

/// Returns the smallest of 1, 2, 5, 10, 20, 50 and so on that is not below a number.
fn round_number_from(number: f64) -> f64 {
    let mut unit = 1.0;
    loop {
        for round in [unit, unit * 2.0, unit * 5.0] {
            if round >= number {
                return round;
            }
        }
        unit *= 10.0;
    }
}

/// Returns the middle of a level's column, in pixels; the last column is that of wins.
fn column(file: &SimulatedFile, step: usize) -> f64 {
    let [left, right] = SIDES;
    left + (right - left) * (step as f64 + 0.5) / columns(file)
}

/// Returns the number of columns: one for each level, and one for wins.
fn columns(file: &SimulatedFile) -> f64 {
    (file.dungeon.levels.len() + 1) as f64
}

impl CurvePanel {
    fn y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * value / self.most
    }

    /// Returns the title and the horizontal lines at some values.
    fn frame(&self, title: &str, values: &[f64], unit: &str) -> String {
        let [left, right] = SIDES;
        let mut shapes = format!(
            "<text x=\"{left}\" y=\"{}\">{title}</text>\n",
            self.top - 18.0
        );
        for value in values {
            let at = self.y(*value);
            shapes += &format!(
                "<path d=\"M{left} {at}H{right}\" stroke=\"#3a3a48\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}{unit}</text>\n",
                left - 8.0,
                at + 4.0
            );
        }
        shapes
    }

    /// Returns a bot's line through points with a column, a value and an interval. Bots stand side by side in a column, so
    /// that equal values do not hide one another.
    fn line(
        &self,
        file: &SimulatedFile,
        nth: usize,
        points: impl IntoIterator<Item = CurvePoint>,
    ) -> String {
        let colour = COLOURS[nth % COLOURS.len()];
        let aside = (nth as f64 - (file.bots.len() as f64 - 1.0) / 2.0) * 7.0;
        let (mut line, mut marks) = (Vec::new(), String::new());
        for CurvePoint {
            step,
            value,
            interval,
        } in points
        {
            let (x, y) = (column(file, step) + aside, self.y(value));
            line.push(format!("{x:.1},{y:.1}"));
            if let Some([from, to]) = interval.map(|ends| ends.map(|end| self.y(end))) {
                marks += &format!("<path d=\"M{x:.1} {from:.1}V{to:.1}\" stroke=\"{colour}\"/>");
            }
            marks += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>\n");
        }
        format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{}\" points=\"{}\"/>\n{marks}",
            DASHES[nth % DASHES.len()],
            line.join(" ")
        )
    }
}

/// Returns the number of each level, with its name where that fits.
fn level_labels(file: &SimulatedFile) -> String {
    let [left, right] = SIDES;
    let width = (right - left) / columns(file);
    let last = file.dungeon.levels.len();
    // Numbers that would touch each other are left out, but for the first level and the wins.
    let every = last.div_ceil(24).max(1);
    let mut labels = String::new();
    for step in (0..=last).filter(|step| step % every == 0 || *step == last) {
        let level = file.dungeon.levels.get(step);
        let named = level.map(|level| match level.name.as_str() {
            "" => String::new(),
            name => format!("{} {name}", step + 1),
        });
        let told = match named {
            None => "won".to_owned(),
            Some(name) if !name.is_empty() && name.chars().count() as f64 * LETTER <= width => {
                text(&name)
            }
            Some(_) => (step + 1).to_string(),
        };
        labels += &format!(
            "<text x=\"{:.1}\" y=\"418\" text-anchor=\"middle\">{told}</text>\n",
            column(file, step)
        );
    }
    labels
}

/// Returns the names of the bots in their colors.
fn legend(file: &SimulatedFile) -> String {
    let names = file.bots.iter().enumerate().map(|(nth, bot)| {
        format!(
            "<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n",
            SIDES[0] + 160.0 * nth as f64,
            SIZE[1] - 24.0,
            COLOURS[nth % COLOURS.len()],
            bot.contestant.name()
        )
    });
    names.collect()
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
