//! The web page of `dungeon simulate --format html`: one self-contained HTML file.
use std::io;
use std::sync::Arc;

use super::contestants::{Simulated, SimulatedFile};
use super::film_strip::{MOST_FILMED, film, is_filmed};
use super::human;
use super::level_curve::{self, level_games, level_name, text};
use dungeon_format::json::to_json;
use dungeon_play::view::ansi::ColourDepth;
use dungeon_play::view::words::{self, number_of};
use dungeon_players::heat_map::{MapPaint, heat_maps};
use dungeon_players::percent::tenths;
use dungeon_players::{Interval, LifeCurve, SeenGame};

/// The start of the page.
const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><title>dungeon simulate</title>
<style>
body{background:#16161d;color:#c8c8d0;font:15px/1.5 system-ui,sans-serif;max-width:75em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse}td,th{padding:.2em 1em;text-align:left;border-bottom:1px solid #3a3a48}
svg{max-width:100%;height:auto;display:block;margin:.5em 0}h3{margin-top:2em}
.film pre{font:15px/1.1 ui-monospace,Menlo,Consolas,monospace;background:#000;padding:1em;overflow:auto}
.bar{fill:#6a9ff0}.whisker{stroke:#ffffff;stroke-width:2}.curve{fill:none;stroke:#98c379;stroke-width:2}
</style></head><body>
";

/// The end of the page, with the script that plays the films.
const FOOT: &str = "<script>
for (const film of document.querySelectorAll('.film')) {
  const shots = JSON.parse(film.querySelector('script').textContent);
  const [pre, bar, go] = ['pre', 'input', 'button'].map(name => film.querySelector(name));
  bar.max = shots.length - 1;
  const show = () => {
    const rows = [];
    for (let n = 0; n <= bar.value; n++) {
      for (const [y, row] of shots[n][1]) rows[y] = row;
      rows.length = shots[n][2];
    }
    pre.textContent = rows.join('\\n') + '\\n\\n' + shots[bar.value][0];
  };
  let timer = 0;
  go.onclick = () => {
    if (timer) { clearInterval(timer); timer = 0; return; }
    if (+bar.value === shots.length - 1) bar.value = 0;
    timer = setInterval(() => { bar.value++; show();
      if (+bar.value === shots.length - 1) { clearInterval(timer); timer = 0; } }, 80);
  };
  bar.oninput = show;
  show();
}
</script></body></html>
";

/// Returns the page for these files.
///
/// # Errors
/// Returns an error if pictures cannot be serialized, which never happens.
pub fn page(files: &[SimulatedFile]) -> io::Result<String> {
    let mut page = String::new();
    for file in files {
        let name = text(&file.name.to_string());
        page += &format!("<h1>{name}</h1>\n{}", table(file));
        if file.dungeon.levels.len() > 1 {
            page += &level_curve::chart(file);
            page += &level_tables(file);
        }
        for bot in &file.bots {
            page += &format!("<h2>{name}, {}</h2>\n", bot.contestant.name());
            page += &games(file, bot);
            page += &films(file, bot)?;
        }
    }
    Ok(document(&page))
}

/// Returns a web page with this content.
pub fn document(content: &str) -> String {
    format!("{HEAD}{content}{FOOT}")
}

fn table(file: &SimulatedFile) -> String {
    let games = file.bots.first().map_or(0, |bot| bot.tally.games);
    let row = |Simulated { contestant, tally }: &Simulated| {
        let causes = human::lost_to(tally, &file.dungeon);
        let by = causes.iter().take(3);
        let by = by.map(|(name, count)| format!("{} {count}", text(name)));
        let (by, Interval { from, to }) = (by.collect::<Vec<_>>().join(", "), tally.interval());
        let turns = tally.quantile(50);
        let turns = turns.map_or("-".to_owned(), |turns| turns.to_string());
        let (name, bar) = (contestant.name(), bar(tally.win_rate(), [from, to]));
        let (lost, open) = (tally.lost, tally.unfinished);
        format!("<tr><td>{name}<td>{tally}<td>{bar}<td>{lost}<td>{open}<td>{turns}<td>{by}</tr>\n")
    };
    let games = number_of(games as i64, "game");
    let rows: String = file.bots.iter().map(row).collect();
    format!(
        "<p>{games} per bot, at most {} actions each.</p>\n<table><tr><th>bot<th>won (95 % interval)<th>\
         <th>lost<th>unfinished<th>turns (median)<th>lost to</tr>\n{rows}</table>\n",
        file.most
    )
}

/// Returns what each level cost the games of each bot.
fn level_tables(file: &SimulatedFile) -> String {
    let mut tables = String::new();
    for Simulated { contestant, tally } in &file.bots {
        let rows = level_games(tally, &file.dungeon).into_iter().map(|games| {
            let name = text(&level_name(&file.dungeon, games.level));
            let [turns, life] = games.means().map(tenths);
            let reached = games.cost.games as f64 / tally.games.max(1) as f64;
            let Interval { from, to } = Interval::wilson(games.cost.games, tally.games);
            let (bar, lost) = (bar(reached, [from, to]), games.lost);
            format!(
                "<tr><td>{name}<td>{}<td>{bar}<td>{lost}<td>{turns}<td>{life}</tr>\n",
                games.cost.games
            )
        });
        tables += &format!(
            "<h3>{}, by level</h3>\n<table><tr><th>level<th>reached<th><th>lost there<th>turns (mean)<th>life lost (mean)</tr>\n{}</table>\n",
            contestant.name(),
            rows.collect::<String>()
        );
    }
    tables
}

/// Returns a share from 0 to 1 drawn as a bar, with its interval as a line.
fn bar(share: f64, [from, to]: [f64; 2]) -> String {
    let [share, from, to] = [share, from, to].map(|part| (part * 200.0).round());
    format!(
        "<svg width=\"200\" height=\"16\" viewBox=\"0 0 200 16\"><rect class=\"bar\" width=\"{share}\" height=\"16\"/>\
         <line class=\"whisker\" x1=\"{from}\" y1=\"8\" x2=\"{to}\" y2=\"8\"/></svg>"
    )
}

/// Returns the chart and the maps of one bot's games.
fn games(file: &SimulatedFile, Simulated { tally, .. }: &Simulated) -> String {
    let curve = curve(&tally.life);
    let mut page = format!("<h3>Life over time</h3>\n{curve}\n");
    let first = file.first_game();
    for map in heat_maps(first.game().world(), tally) {
        let picture = if map.is_drawn() {
            map.frame(MapPaint::Coloured(ColourDepth::Ansi16)).to_svg()
        } else {
            format!("<p>{}</p>", human::undrawn(&map))
        };
        let level = text(&level_name(&file.dungeon, map.level));
        page += &format!(
            "<h3>{level}</h3><p>{} of {} cells never visited. Digits on red: deaths. Blue, cyan, green, yellow: few to many visits.</p>\n{picture}\n",
            map.unvisited, map.open
        );
    }
    page
}

/// Returns the films of a bot's best game (the fastest win) and of its worst game (the fastest loss).
fn films(file: &SimulatedFile, bot: &Simulated) -> io::Result<String> {
    let mut page = String::new();
    let shown = [
        ("The best game", bot.tally.best),
        ("The worst game", bot.tally.worst),
    ];
    for (title, game) in shown {
        let Some((turns, seed)) = game else { continue };
        let turns = words::turns(turns);
        page += &format!("<h3>{title}: seed {seed}, {turns}</h3>\n");
        let begin = SeenGame::begin(Arc::clone(&file.dungeon), seed);
        if !is_filmed(begin.game().world()) {
            page += &format!("<p>No film: a level has more than {MOST_FILMED} cells.</p>\n");
            continue;
        }
        let pictures = to_json(&film(&begin, bot.contestant, file.most))?;
        // Escape `<`, so that the JSON cannot end the script element.
        let pictures = pictures.replace('<', "\\u003c");
        page += &format!(
            "<div class=\"film\"><pre></pre>\
             <button>play</button> <input type=\"range\" value=\"0\" style=\"width:60%\">\
             <script type=\"application/json\">{pictures}</script></div>\n"
        );
    }
    Ok(page)
}

/// Returns the mean life of unfinished games drawn as a line.
fn curve(life: &LifeCurve) -> String {
    let points: Vec<(u32, f64)> = life.means().collect();
    let last = points.last().map_or(1, |(turn, _)| *turn).max(1);
    let most = points.iter().map(|(_, life)| *life).fold(1.0, f64::max);
    let place = |(turn, life): &(u32, f64)| {
        let x = f64::from(*turn) * 600.0 / f64::from(last);
        format!("{x:.0},{:.0}", 150.0 - life.max(0.0) * 140.0 / most)
    };
    let line: Vec<String> = points.iter().map(place).collect();
    format!(
        "<p>Turns 0 to {last}, life 0 to {most:.0}: the mean over games still running.</p>\n\
         <svg width=\"600\" height=\"150\" viewBox=\"0 0 600 150\"><polyline class=\"curve\" points=\"{}\"/></svg>",
        line.join(" ")
    )
}
