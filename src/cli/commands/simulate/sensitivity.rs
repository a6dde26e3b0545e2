//! `--sensitivity`: how much the wins of each bot depend on each number and thing of a file, as a table, rows and a
//! page.

use super::against::{points, signed, signed_range};
use super::contestants::{Contestant, GamePlan};
use super::json::{rounded, rounded_range};
use super::level_curve::text;
use super::{page, run};
use crate::balance::dungeon_text::DungeonText;
use crate::balance::sensitivity::{Alteration, Influence, Sensitivity, TextChange, sensitivity};
use crate::cli::output::progress::SharedProgress;
use crate::terminal::Interrupt;
use dungeon_format::json::Row;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::view::words::number_of;
use dungeon_players::percent::tenths;
use dungeon_players::{Interval, PairedCounts};

/// The alterations, each with a column of the table.
const COLUMNS: [Alteration; 3] = [Alteration::Halved, Alteration::Doubled, Alteration::Removed];

/// The width of a bar for a change of 100 points, in pixels.
const BAR: f64 = 120.0;

/// The results of one file.
pub struct MeasuredFile {
    pub name: Untrusted,
    changes: Vec<TextChange>,
    bots: Vec<(Contestant, Sensitivity)>,
    most: u32,
}

/// The changes of one number or thing.
struct SubjectRow<'a> {
    change: &'a TextChange,
    /// The influence of each alteration, in the order of `COLUMNS`.
    cells: [Option<&'a Influence>; 3],
}

impl SubjectRow<'_> {
    /// Returns the largest change of the share of wins, up or down.
    fn weight(&self) -> f64 {
        let won = self
            .cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.won.as_ref().ok());
        won.map(|won| won.change().abs()).fold(0.0, f64::max)
    }
}

impl MeasuredFile {
    /// Plays all games of all bots, or those before Ctrl-C was pressed.
    pub fn measure(
        file: &DungeonText,
        contestants: Vec<Contestant>,
        plan: GamePlan,
        interrupt: &Interrupt,
    ) -> MeasuredFile {
        let changes = file.changes();
        let bots = contestants.into_iter().filter_map(|contestant| {
            let games = plan.games as usize * (changes.len() + 1);
            let progress = SharedProgress::counting(contestant.name(), "game", games);
            let is_over = || interrupt.is_pressed();
            let play = run::seeds(contestant, plan.most, is_over, |_| progress.count());
            let found = sensitivity(file, &changes, plan.seed, plan.games.into(), &play)?;
            Some((contestant, found))
        });
        MeasuredFile {
            bots: bots.collect(),
            name: file.name().clone(),
            changes,
            most: plan.most,
        }
    }

    /// Returns the bots that have no result, since Ctrl-C was pressed before the games of the unchanged file had ended.
    pub fn unplayed<'a>(
        &'a self,
        asked: &'a [Contestant],
    ) -> impl Iterator<Item = &'static str> + 'a {
        let names = self.bots.iter().map(|(contestant, _)| contestant.name());
        let played: Vec<&str> = names.collect();
        let asked = asked.iter().map(|contestant| contestant.name());
        asked.filter(move |name| !played.contains(name))
    }

    /// Returns the numbers and things of a bot's games, the most important first.
    fn subjects<'a>(&'a self, found: &'a Sensitivity) -> Vec<SubjectRow<'a>> {
        let mut subjects: Vec<SubjectRow<'a>> = Vec::new();
        for (change, influence) in self.changes.iter().zip(&found.influences) {
            let last = subjects.last_mut();
            if let Some(subject) = last.filter(|subject| subject.change.part == change.part) {
                subject.cells[change.alteration as usize] = Some(influence);
            } else {
                let mut cells = [None; 3];
                cells[change.alteration as usize] = Some(influence);
                subjects.push(SubjectRow { change, cells });
            }
        }
        subjects.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
        subjects
    }

    /// Returns the table for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (contestant, found) in &self.bots {
            text += &self.heading(*contestant, found);
            let [halved, doubled, removed] = COLUMNS.map(Alteration::word);
            text += &format!(
                "  {:36} {:>5}  {halved:22} {doubled:22} {removed}\n",
                "", "line"
            );
            let subjects = self.subjects(found);
            for SubjectRow { change, cells } in &subjects {
                let cells = cells.map(|cell| match cell.map(|cell| &cell.won) {
                    None => "—".to_owned(),
                    Some(Ok(won)) => short_points(won),
                    Some(Err(_)) => "refused".to_owned(),
                });
                let [halved, doubled, removed] = cells;
                text += &format!(
                    "  {:36} {:>5}  {halved:22} {doubled:22} {removed}\n",
                    change.name, change.line
                );
            }
            for (change, influence) in self.changes.iter().zip(&found.influences) {
                if let Err(message) = &influence.won {
                    let (name, word) = (&change.name, change.alteration.word());
                    text += &format!("  refused: {name} {word}: {message}\n");
                }
            }
            let is_unmet = |subject: &&SubjectRow<'_>| {
                let is_thing = subject.change.values.is_none();
                is_thing && subject.cells[2].is_some_and(|cell| !cell.is_met)
            };
            let unmet = subjects.iter().filter(is_unmet);
            let unmet: Vec<&str> = unmet.map(|subject| subject.change.name.as_str()).collect();
            if !unmet.is_empty() {
                text += &format!("  never met: {}\n", unmet.join(", "));
            }
            let [measured, all] = [found.influences.len(), self.changes.len()];
            if measured < all {
                text += &format!("  stopped after {measured} of {all} changes\n");
            }
        }
        text
    }

    fn heading(&self, contestant: Contestant, found: &Sensitivity) -> String {
        let share = found.won as f64 / found.games.max(1) as f64;
        let Interval { from, to } = Interval::wilson(found.won, found.games);
        let [share, from, to] = [share, from, to].map(|share| tenths(share * 100.0));
        let games = number_of(found.games as i64, "game");
        format!(
            "{}: {} wins {share} % ({from}..{to}) of {games}, at most {} actions each; changes in points\n",
            self.name,
            contestant.name(),
            self.most
        )
    }

    /// Returns one row per bot and change, for programs.
    pub fn rows(&self) -> Vec<Row> {
        let rows = self.bots.iter().flat_map(|(contestant, found)| {
            let changes = self.changes.iter().zip(&found.influences);
            changes.map(|(change, influence)| {
                let (won, refused) = match &influence.won {
                    Ok(won) => (Some(won), None),
                    Err(message) => (None, Some(message)),
                };
                Row::default()
                    .with("file", self.name.raw())
                    .with("bot", contestant.name())
                    .with("omniscient", contestant.is_omniscient)
                    .with("games", found.games)
                    .with("most", self.most)
                    .with("won", found.won)
                    .with("what", &change.name)
                    .with("line", change.line)
                    .with("alteration", change.alteration.word())
                    .with("values", &change.values)
                    .with("met", influence.is_met)
                    .with("change", won.map(|won| rounded(won.change())))
                    .with(
                        "interval",
                        won.map(|won| rounded_range(won.change_interval())),
                    )
                    .with("refused", refused)
            })
        });
        rows.collect()
    }

    /// Returns the part of a page about the file.
    pub fn html(&self) -> String {
        let mut page = format!("<h1>{}</h1>\n", text(&self.name.to_string()));
        for (contestant, found) in &self.bots {
            page += &format!(
                "<p>{}</p>\n<table><tr><th>what<th>line",
                text(&self.heading(*contestant, found))
            );
            page.extend(COLUMNS.map(|column| format!("<th>{}<th>", column.word())));
            page += "</tr>\n";
            for SubjectRow { change, cells } in self.subjects(found) {
                page += &format!("<tr><td>{}<td>{}", text(&change.name), change.line);
                page.extend(cells.map(|cell| match cell.map(|cell| &cell.won) {
                    None => "<td><td>—".to_owned(),
                    Some(Ok(won)) => {
                        let bar = bar(won.change(), won.change_interval());
                        format!("<td>{bar}<td>{}", points(won))
                    }
                    Some(Err(message)) => format!("<td><td>refused: {}", text(message)),
                }));
                page += "</tr>\n";
            }
            page += "</table>\n";
        }
        page
    }
}

/// Returns the page about all files.
pub fn document(files: &[MeasuredFile]) -> String {
    page::document(&files.iter().map(MeasuredFile::html).collect::<String>())
}

/// Returns a change with its interval in points, without the word: "−4.5 (−6.9..−2.1)".
fn short_points(won: &PairedCounts) -> String {
    let range = signed_range(won.change_interval(), 100.0);
    format!("{} ({range})", signed(won.change() * 100.0))
}

/// Returns a change of a share, −1 to 1, drawn as a bar from the middle, with its interval as a line.
fn bar(change: f64, Interval { from, to }: Interval) -> String {
    let x = |change: f64| ((1.0 + change) * BAR).round();
    let (left, right) = (x(change.min(0.0)), x(change.max(0.0)));
    let colour = if change < 0.0 { "#e06c75" } else { "#98c379" };
    format!(
        "<svg width=\"{0}\" height=\"16\" viewBox=\"0 0 {0} 16\"><path d=\"M{BAR} 0V16\" stroke=\"#3a3a48\"/>\
         <rect x=\"{left}\" width=\"{1}\" height=\"16\" fill=\"{colour}\"/>\
         <line class=\"whisker\" x1=\"{2}\" y1=\"8\" x2=\"{3}\" y2=\"8\"/></svg>",
        2.0 * BAR,
        right - left,
        x(from),
        x(to)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::simulate::contestants::Bot;
    use dungeon_format::source::Source;

    #[test]
    fn bots_that_were_stopped_before_the_unchanged_file_are_named() {
        let file = Source::from_text("a.dng", "hero health=9\nmap\n#####\n#@.$#\n#####\nend\n");
        let file = DungeonText::new(file, Box::new(|own| own)).expect("a dungeon");
        let bots = [Bot::Greedy, Bot::Careful].map(|bot| Contestant {
            bot,
            is_omniscient: false,
        });
        let plan = GamePlan {
            games: 2,
            seed: 0,
            most: 9,
        };
        let measured = |interrupt: &Interrupt| {
            let found = MeasuredFile::measure(&file, bots.to_vec(), plan, interrupt);
            let names: Vec<&str> = found.unplayed(&bots).collect();
            (names, found.text().is_empty())
        };
        assert_eq!(
            measured(&Interrupt::pressed()),
            (vec!["greedy", "careful"], true)
        );
        assert_eq!(measured(&Interrupt::default()), (vec![], false));
    }
}
