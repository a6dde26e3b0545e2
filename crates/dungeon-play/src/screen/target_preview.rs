//! The preview in games played by pointing: range, route and forecast of the commanded unit, and a line about the cell
//! under the cursor (K-4, K-5, K-11). Each frame asks the rules anew, so a preview is never stale. A preview shows
//! nothing about cells that fog hides.
use super::target_cursor::TargetCursor;
use crate::input::keymap::{Command, Keymap};
use crate::knowledge::fog::WorldTime;
use crate::text::look;
use crate::travel::observed_game::ObservedGame;
use crate::view::preview::{Button, OverlayMode, PreviewView};
use crate::view::scene::Visibility;
use crate::view::words::{capitalised, joined, number_of};
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::ruleset_face::{Forecast, Pointing};
use dungeon_engine::threat;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Feature, Side};
use dungeon_model::space::geometry::Point;

/// The preview as drawn on one frame.
///
/// ```
/// use dungeon::Session;
/// use dungeon::geometry::at;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let battle = "rules tactics\nmap\n########\n#@..G..#\n########\nend\n";
/// let mut game = Session::from_text(battle)?;
/// game.press("l")?;
/// let preview = game.outlook().expect("its player points at cells");
/// assert_eq!(preview.view().cursor, at(2, 1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct TargetPreview {
    target_cursor: TargetCursor,
    overlay: OverlayMode,
    cells: Vec<Point>,
    route: Vec<Point>,
    summary: String,
    button: (String, String),
}

impl TargetPreview {
    /// Builds the preview of a game at rest, with a text of at most `columns` columns. `None` in games not played by
    /// pointing, and after the end.
    pub(crate) fn new(
        observed: &ObservedGame,
        keymap: &Keymap,
        target_cursor: &TargetCursor,
        columns: i32,
    ) -> Option<TargetPreview> {
        let rules = observed.game.rules().face().pointing()?;
        if observed.game.outcome().is_some() {
            return None;
        }
        let world = observed.seen_world();
        let is_known = |p: &Point| observed.visibility(WorldTime::Rest, *p) != Visibility::Unseen;
        let threatened = threatened(observed, target_cursor);
        let overlay = if threatened.is_empty() {
            target_cursor.overlay
        } else {
            OverlayMode::Threat
        };
        let mut cells = match overlay {
            OverlayMode::None => Vec::new(),
            OverlayMode::Threat => threatened,
            OverlayMode::Move => rules.range(world),
            OverlayMode::Attack => rules.fire(world),
        };
        // The rules refuse friendly fire, so the player's own units are not part of the attack range.
        let is_one_of_us = |p: &Point| {
            let who = world.body_at(world.here(), *p);
            who.is_some_and(|who| world.body(who).side == Side::Ours)
        };
        cells.retain(|p| is_known(p) && !(overlay == OverlayMode::Attack && is_one_of_us(p)));
        let mut route = if is_known(&target_cursor.cell) {
            rules.route(world, target_cursor.cell)
        } else {
            Vec::new()
        };
        route.retain(is_known);
        let pointed = PointedCell {
            observed,
            keymap,
            rules,
            target_cursor,
        };
        Some(TargetPreview {
            target_cursor: *target_cursor,
            overlay,
            cells,
            route,
            summary: pointed.summary().in_columns(columns.max(1) as usize),
            button: key_help(keymap, rules.end_of_turn()).unwrap_or_default(),
        })
    }

    /// Returns the preview in the form that `view` can draw.
    pub fn view(&self) -> PreviewView<'_> {
        PreviewView {
            cursor: self.target_cursor.cell,
            overlay: self.overlay,
            cells: &self.cells,
            route: &self.route,
            aimed: self.target_cursor.aimed,
            cell_text: &self.summary,
            button: Button {
                full: &self.button.0,
                brief: &self.button.1,
            },
        }
    }
}

/// Returns the cells that the enemy pointed at can hit in its next turn, in reading order; empty if no enemy is in
/// sight on the cell pointed at, or if another overlay is selected.
fn threatened(observed: &ObservedGame, target_cursor: &TargetCursor) -> Vec<Point> {
    let known_map = observed.known_map();
    let world = known_map.world();
    let enemy = known_map.body(target_cursor.cell);
    let enemy = enemy.filter(|who| world.body(*who).side == Side::Theirs);
    match enemy.filter(|_| target_cursor.overlay == OverlayMode::None) {
        Some(who) => {
            let is_hidden = |p| !known_map.sees(p);
            threat::threatened(known_map.game.rules(), world, who, is_hidden)
        }
        None => Vec::new(),
    }
}

/// Returns the action for choosing a cell, according to the player's knowledge of the cell; `None` if there is no
/// action. A body out of sight is unknown, so the action is to walk there.
pub fn action_at(observed: &ObservedGame, rules: &dyn Pointing, p: Point) -> Option<Action> {
    match observed.visibility(WorldTime::Rest, p) {
        Visibility::Seen => rules.pointed(observed.seen_world(), p),
        Visibility::Remembered { .. } => Some(Action::Go(p)),
        Visibility::Unseen => None,
    }
}

/// The parts of the line about a cell; shortened or left out where they do not fit.
struct CellSummary {
    /// The things on the cell, from top to bottom.
    things: Vec<String>,
    /// The topmost thing, in three lengths; the last is its name alone.
    briefly: [String; 3],
    /// The forecast of a shot at the cell, in a long and a short form.
    forecast: Option<(String, String)>,
    /// The effect of choosing the cell, or the reason that choosing the cell has no effect, in a long and a short form.
    choice: (String, String),
}

impl CellSummary {
    /// Returns the longest line that fits; the shortest is the thing's name with the short forecast.
    fn in_columns(&self, columns: usize) -> String {
        let (full, short) = match &self.forecast {
            Some((full, short)) => (full.as_str(), short.as_str()),
            None => ("", ""),
        };
        let (choice, brief) = (&self.choice.0, &self.choice.1);
        let [gist, vital, name] = &self.briefly;
        let (all, upper) = (&self.things.join("; "), self.things.first().unwrap_or(name));
        let forms = [
            sentence(all, full, choice),
            sentence(all, full, brief),
            sentence(upper, full, choice),
            sentence(upper, full, brief),
            sentence(gist, full, choice),
            sentence(gist, short, choice),
            sentence(vital, full, choice),
            sentence(vital, short, choice),
            sentence(vital, short, brief),
            sentence(name, full, brief),
            sentence(name, short, choice),
            sentence(name, short, brief),
        ];
        let mut fitting = forms.into_iter();
        fitting
            .find(|form| form.chars().count() <= columns)
            .unwrap_or_else(|| sentence(name, short, ""))
    }
}

/// Joins the parts: "A blue ghost, health 8: 64%, 1 to 4 damage. Enter: shoot."
fn sentence(what: &str, forecast: &str, choice: &str) -> String {
    let what = capitalised(what);
    let first = match forecast {
        "" => format!("{what}."),
        forecast => format!("{what}: {forecast}."),
    };
    match choice {
        "" => first,
        choice => format!("{first} {choice}"),
    }
}

/// The cell under the cursor, and the facts that determine its text.
#[derive(Clone, Copy)]
struct PointedCell<'a> {
    observed: &'a ObservedGame,
    keymap: &'a Keymap,
    rules: &'a dyn Pointing,
    target_cursor: &'a TargetCursor,
}

impl<'a> PointedCell<'a> {
    fn world(self) -> &'a World {
        self.observed.seen_world()
    }

    /// Collects what the player knows of the cell.
    fn summary(self) -> CellSummary {
        let (world, p) = (self.world(), self.target_cursor.cell);
        let (things, briefly) = match self.observed.visibility(WorldTime::Rest, p) {
            Visibility::Seen => (things(world, p), look::describe_briefly(world, p)),
            Visibility::Remembered { tile, item } => {
                let [all, topmost] = look::describe_remembered(world, p, tile, item);
                (vec![all], [(); 3].map(|()| topmost.clone()))
            }
            Visibility::Unseen => {
                let unknown = look::UNSEEN.to_owned();
                (vec![unknown.clone()], [(); 3].map(|()| unknown.clone()))
            }
        };
        let action = action_at(self.observed, self.rules, p);
        let choice = action.map(|action| self.choice_text(action));
        CellSummary {
            things,
            briefly,
            forecast: self.forecast_text(action),
            choice: choice.unwrap_or_default(),
        }
    }

    /// Returns the forecast of a shot at the cell, in a long and a short form. A shot at slime shows no damage, since
    /// any hit destroys it.
    fn forecast_text(self, action: Option<Action>) -> Option<(String, String)> {
        let Forecast { chance, damage } = match action? {
            Action::Shoot(_) | Action::ShootAt(_) => {
                self.rules.forecast(self.world(), self.target_cursor.cell)?
            }
            _ => return None,
        };
        let hit = format!("{chance}%");
        let (full, short) = match (action?, damage) {
            (Action::ShootAt(_), _) => (hit.clone(), hit),
            (_, (least, most)) if least == most => {
                (format!("{hit}, {most} damage"), format!("{hit} for {most}"))
            }
            (_, (least, most)) => (
                format!("{hit}, {least} to {most} damage"),
                format!("{hit} for {least}-{most}"),
            ),
        };
        Some(match blast_text(self.world(), action?, damage.1) {
            Some(blast) => (format!("{full}; {blast}"), format!("{short}; {blast}")),
            None => (full, short),
        })
    }

    /// Returns the effect of choosing the cell, or the reason that choosing the cell has no effect, in a long and a
    /// short form.
    fn choice_text(self, action: Action) -> (String, String) {
        let world = self.world();
        match (action, self.observed.game.check(action)) {
            (Action::Command(who), _) if who == world.commanded() => self.own_cell_text(),
            (action, Ok(())) => self.action_text(action),
            // Walking into a wall is also refused, but a reason at every wall would be noise.
            (Action::Go(_), Err(Refusal::OutOfRange))
                if !world.is_valid(world.here(), self.target_cursor.cell) =>
            {
                (String::new(), String::new())
            }
            (_, Err(Refusal::NoPoints)) => {
                let instead = self.end_of_turn_text();
                (format!("No points left. {instead}"), instead)
            }
            (_, Err(why)) => (why.to_string(), why.to_string()),
        }
    }

    /// Returns the effect of choosing the commanded unit's own cell: it shows a range, or ends the turn if the unit can
    /// do nothing more.
    fn own_cell_text(self) -> (String, String) {
        if self.rules.range(self.world()).is_empty() {
            let instead = self.end_of_turn_text();
            return (instead.clone(), instead);
        }
        let choose = key_in_sentence(&self.keymap.key_for(Command::Choose));
        let (range, in_short) = match self.target_cursor.overlay.next() {
            OverlayMode::Move => ("the move range", "move range"),
            OverlayMode::Attack => ("the attack range", "attack range"),
            OverlayMode::None | OverlayMode::Threat => ("no range", "no range"),
        };
        (
            format!("{choose}: show {range}."),
            format!("{choose}: {in_short}."),
        )
    }

    /// Returns the effect of choosing another cell, if the rules allow the action.
    fn action_text(self, action: Action) -> (String, String) {
        let (world, p) = (self.world(), self.target_cursor.cell);
        let what = match action {
            Action::Command(who) => format!("command {}", world.kind(who).name),
            Action::Shoot(_) | Action::ShootAt(_) if self.target_cursor.aimed == Some(p) => {
                "shoot".to_owned()
            }
            Action::Shoot(_) | Action::ShootAt(_) => "aim".to_owned(),
            _ => "go".to_owned(),
        };
        let choose = key_in_sentence(&self.keymap.key_for(Command::Choose));
        let in_short = format!("{choose}: {what}.");
        match action {
            Action::Command(_) | Action::Shoot(_) | Action::ShootAt(_) => {
                (in_short.clone(), in_short)
            }
            _ => {
                let steps = number_of(self.rules.route(world, p).len() as i64, "step");
                (format!("{choose}: go there, {steps}."), in_short)
            }
        }
    }

    /// Returns the key that ends the turn of a unit without points, such as "Space: end the turn."; empty if no key
    /// does that.
    fn end_of_turn_text(self) -> String {
        let action = self.rules.when_spent(self.world());
        key_help(self.keymap, action).map_or_else(String::new, |(label, _)| format!("{label}."))
    }
}

/// Returns the things on a cell; leaves out plain ground below another thing.
fn things(world: &World, p: Point) -> Vec<String> {
    let mut things = look::things(world, p);
    let tile = world.tile(world.here(), p);
    if tile.feature == Feature::Plain && tile.says.is_empty() {
        things.truncate(things.len().saturating_sub(1).max(1));
    }
    things
}

/// Returns the warning that the target's explosion would hurt the player's bodies: "its blast hits Andy for 10"; `None`
/// if a hit of `most` points does not kill the target, or if no body of the player is near.
fn blast_text(world: &World, action: Action, most: i32) -> Option<String> {
    let Action::Shoot(whom) = action else {
        return None;
    };
    let blast = if most >= world.life_of(whom) {
        threat::blast(world, whom)
    } else {
        Vec::new()
    };
    let victims = blast.iter().map(|(who, harm)| {
        let name = &world.kind(*who).name;
        format!("{name} for {harm}")
    });
    (!blast.is_empty()).then(|| format!("its blast hits {}", joined(victims, ", ")))
}

/// Returns the key for an action with its help, in a long and a short form: "Space: end the turn" and "Space: end";
/// `None` if no key is bound to the action.
fn key_help(keymap: &Keymap, action: Action) -> Option<(String, String)> {
    let mut entries = keymap.entries.iter();
    let entry = entries.find(|entry| entry.command == Command::Act(action))?;
    let key = key_in_sentence(&entry.keys.iter().flatten().next()?.label());
    let gist = entry.help.split(' ').next().unwrap_or(entry.help);
    Some((format!("{key}: {}", entry.help), format!("{key}: {gist}")))
}

/// Returns a key's label for use in a sentence: `Enter` without angle brackets, but `<` as it is.
fn key_in_sentence(key: &str) -> String {
    let name = key.strip_prefix('<').and_then(|key| key.strip_suffix('>'));
    name.unwrap_or(key).to_owned()
}
