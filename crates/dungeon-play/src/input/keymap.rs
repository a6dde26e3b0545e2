//! The keymap: the command of each key. A key belongs to the player's own bindings first, then to the rule set's, and
//! only then to the interface's. The help page and the listing of keys are generated from it.
use std::collections::BTreeMap;

use super::key::Key;
use super::script::Script;
use crate::view::preview::ControlScheme;
use dungeon_engine::action::Action;
use dungeon_engine::ruleset_face::Binding;
use dungeon_model::space::geometry::{
    Direction::{self, *},
    Point,
};

/// A command that a key gives to a session.
///
/// ```
/// use dungeon::session::Command;
/// use dungeon::{Key, Session};
///
/// let game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
/// let is_for_me = |key| matches!(game.command(key), Some(Command::Save | Command::Quit));
/// assert!(is_for_me(Key::Char('S')) && !is_for_me(Key::Char('l')));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// Makes the hero, or the commanded unit, take an action.
    Act(Action),
    /// Opens the help page.
    Help,
    /// Opens a cursor that describes the cell under it.
    Look,
    /// Opens the page of all messages so far.
    Messages,
    /// Shows the inventory and the items left to take.
    Pack,
    /// Opens a cursor for throwing an item of the inventory ([P-4]).
    ///
    /// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
    Throw,
    /// Restarts the game with the same seed.
    Restart,
    /// Starts a new game with the next seed ([X-10]).
    ///
    /// [X-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-10
    NewGame,
    /// Takes back the last command, where the dungeon has `undo=yes` ([X-18]).
    ///
    /// [X-18]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-18
    Undo,
    /// Leaves the session; asks first if the game is unfinished.
    Quit,
    /// Saves the game and leaves.
    Save,
    /// Opens a cursor for choosing a cell to walk to.
    Travel,
    /// Walks to the cell under the mouse.
    TravelThere,
    /// Explores: walks to the nearest unknown cell or the nearest item worth taking.
    Explore,
    /// Rests until the hero is healed or something happens.
    Rest,
    /// Runs in a direction until there is something to see.
    Run(Direction),
    /// Moves the target cursor one cell in a direction.
    Point(Direction),
    /// Moves the target cursor to the cell under the mouse.
    PointThere,
    /// Chooses the cell under the target cursor, or the clicked cell ([K-4]).
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    Choose,
    /// Aims at the next or previous target.
    Aim(Cycle),
    /// Cancels the aim, or else closes the overlay, or else leaves the session.
    Back,
}

impl Command {
    /// Whether the command takes its cell from the mouse, so that no other key can give it.
    pub fn is_pointed(self) -> bool {
        matches!(self, Command::TravelThere | Command::PointThere)
    }
}

/// A direction through a list that wraps around at both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // self-explanatory
pub enum Cycle {
    Next,
    Previous,
}

/// A row of the tables below: name in key files, keys as a script, command.
type DefaultBinding = (&'static str, &'static str, Command);

/// The interface's own keys (X-8). A rule set's binding of the same key takes precedence: `x` looks and `q` quits only
/// where the rule set leaves them free.
const INTERFACE_KEYS: [DefaultBinding; 9] = [
    ("help", "? <F1>", Command::Help),
    ("look", "; x", Command::Look),
    ("pack", "i", Command::Pack),
    ("messages", "M", Command::Messages),
    ("undo", "<BS>", Command::Undo),
    ("save", "S", Command::Save),
    ("restart", "R", Command::Restart),
    ("new-game", "N", Command::NewGame),
    ("quit", "Q q <Esc> <C-c>", Command::Quit),
];

/// The keys for throws, travel, auto-explore, rest and runs, in games that are not played by pointing (E-15).
const TRAVEL_KEYS: [DefaultBinding; 13] = [
    ("throw", "t", Command::Throw),
    ("travel", "_", Command::Travel),
    ("travel-there", "<click 1,1>", Command::TravelThere),
    ("auto-explore", "o", Command::Explore),
    ("rest", "Z", Command::Rest),
    ("run-north-west", "Y <S-Home>", Command::Run(NorthWest)),
    ("run-north", "K <S-Up>", Command::Run(North)),
    ("run-north-east", "U <S-PgUp>", Command::Run(NorthEast)),
    ("run-west", "H <S-Left>", Command::Run(West)),
    ("run-east", "L <S-Right>", Command::Run(East)),
    ("run-south-west", "B <S-End>", Command::Run(SouthWest)),
    ("run-south", "J <S-Down>", Command::Run(South)),
    ("run-south-east", "<S-PgDn>", Command::Run(SouthEast)),
];

/// The cell that stands for all cells in the keymap's clicks and hovers, since the mouse has one meaning everywhere.
const ANYWHERE: Point = Point { y: 0, x: 0 };

/// The keys of games played by pointing (K-4). A click or hover in the table stands for every cell.
const POINTING_KEYS: [DefaultBinding; 13] = [
    ("north-west", "7 y <Home>", Command::Point(NorthWest)),
    ("north", "8 k <Up>", Command::Point(North)),
    ("north-east", "9 u <PgUp>", Command::Point(NorthEast)),
    ("west", "4 h <Left>", Command::Point(West)),
    ("east", "6 l <Right>", Command::Point(East)),
    ("south-west", "1 b <End>", Command::Point(SouthWest)),
    ("south", "2 j <Down>", Command::Point(South)),
    ("south-east", "3 n <PgDn>", Command::Point(SouthEast)),
    ("point-there", "<hover 1,1>", Command::PointThere),
    ("choose", "<Enter> 5 <click 1,1>", Command::Choose),
    ("aim", "f", Command::Aim(Cycle::Next)),
    ("aim-back", "F", Command::Aim(Cycle::Previous)),
    ("back", "<Esc>", Command::Back),
];

/// Returns the help text of an interface command; empty for an action, whose help text comes from the rule set.
fn interface_help(command: Command) -> &'static str {
    match command {
        Command::Act(_) => "",
        Command::Help => "show the keys",
        Command::Look => "look around",
        Command::Pack => "show your inventory and what is left",
        Command::Throw => "throw or aim an item",
        Command::Messages => "read old messages",
        Command::Undo => "take back your last command",
        Command::Save => "save and quit",
        Command::Restart => "restart with the same seed",
        Command::NewGame => "start a new game with a new seed",
        Command::Quit => "quit",
        Command::Travel | Command::TravelThere => "travel to a place you choose",
        // Three kinds of journeys share one line, because the help of every game should fit on one page.
        Command::Explore | Command::Rest | Command::Run(_) => {
            "explore and take items; rest until healed; run"
        }
        Command::Point(_) => "move the cursor",
        Command::PointThere => "move the cursor to the mouse",
        Command::Choose => "choose the cell",
        Command::Aim(Cycle::Next) => "aim at the nearest target, then the next",
        Command::Aim(Cycle::Previous) => "aim at the previous target",
        Command::Back => "cancel the aim, close the overlay, or quit",
    }
}

/// An entry of the keymap: the keys, their command, and the help text.
///
/// ```
/// use dungeon::Ruleset;
/// use dungeon::rules::Explore;
/// use dungeon::session::Keymap;
///
/// let keymap = Keymap::new(Explore.face().bindings());
/// let all = keymap.entries.iter();
/// let help: Vec<String> = all.map(|entry| format!("{}: {}", entry.name, entry.help)).collect();
/// assert!(help.contains(&"look: look around".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeymapEntry {
    /// The name in key files, words joined by hyphens such as `auto-explore`.
    pub name: &'static str,
    /// The keys in the order of their table; `None` in place of a key that an earlier entry has taken.
    pub keys: Vec<Option<Key>>,
    /// The command of the keys.
    pub command: Command,
    /// The effect of the command, as an imperative without a period, such as "look around". Empty if the command is
    /// useless in the game, so that no help lists it.
    pub help: &'static str,
}

/// A player's own keys for the verbs of one game, by verb name. A verb listed here loses its default keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebinding(pub BTreeMap<&'static str, Vec<Key>>);

impl Rebinding {
    /// Returns the keys for a verb, in order of preference. If the key file has the verb, these are the keys written
    /// there, and then the default keys that no file can change. Otherwise, these are the default keys `own`, without
    /// the keys that the file gives to other verbs.
    fn keys_wanted(&self, name: &str, own: Vec<Key>) -> Vec<Key> {
        let Some(given) = self.0.get(name) else {
            // Keys given to verbs that this dungeon lacks are also given away.
            let is_given = |key: &Key| self.0.values().any(|keys| keys.contains(key));
            let is_left = |key: &Key| is_fixed(*key) || !is_given(key);
            return own.into_iter().filter(is_left).collect();
        };
        let is_kept = |key: &Key| is_fixed(*key) && !given.contains(key);
        let kept = own.into_iter().filter(is_kept);
        given.iter().copied().chain(kept).collect()
    }
}

/// Whether no key file can rebind the key: mouse keys need the cell under the mouse, and Ctrl-C quits every program.
pub fn is_fixed(key: Key) -> bool {
    matches!(key, Key::Click(_) | Key::Hover(_) | Key::Ctrl('c'))
}

/// The command of every bound key, and the verbs in the order of the help.
///
/// ```
/// use dungeon::rules::Explore;
/// use dungeon::session::{Command, Keymap};
/// use dungeon::{Key, Ruleset};
///
/// let keymap = Keymap::new(Explore.face().bindings());
/// assert_eq!(keymap.meaning(Key::Char('M')), Some(Command::Messages));
/// assert_eq!(keymap.key_for(Command::Help), "?");
/// ```
#[derive(Clone, Debug)]
pub struct Keymap {
    /// The command of each key that has one, in no particular order.
    meanings: Vec<(Key, Command)>,
    /// The verbs in three groups: first the verbs for pointing (only in games played by pointing), then the rule set's
    /// verbs, then the interface's verbs.
    pub entries: Vec<KeymapEntry>,
}

impl Keymap {
    /// Builds the default keymap of a rule set, for a game played by keys. A key in two entries belongs to the
    /// first.
    pub fn new(bindings: &[Binding]) -> Keymap {
        Keymap::with_rebinding(bindings, ControlScheme::Keys, &Rebinding::default())
    }

    /// Builds the default keymap of a rule set for a game played by pointing.
    pub fn with_pointing(bindings: &[Binding]) -> Keymap {
        Keymap::with_rebinding(bindings, ControlScheme::Pointing, &Rebinding::default())
    }

    /// Builds the keymap of a rule set with the player's own keys. A rebound verb loses its default keys, and a key
    /// given to a verb is taken from all other verbs.
    pub(crate) fn with_rebinding(
        bindings: &[Binding],
        control: ControlScheme,
        rebinding: &Rebinding,
    ) -> Keymap {
        let (pointing, travel): (&[DefaultBinding], &[DefaultBinding]) = match control {
            ControlScheme::Keys => (&[], &TRAVEL_KEYS),
            ControlScheme::Pointing => (&POINTING_KEYS, &[]),
        };
        let mut keymap = Keymap {
            meanings: Vec::new(),
            entries: Vec::new(),
        };
        for own in bindings {
            let row = (own.name, own.keys, Command::Act(own.action));
            keymap.add_entry(row, own.help, rebinding);
        }
        for row in pointing.iter().chain(travel).chain(&INTERFACE_KEYS) {
            keymap.add_entry(*row, interface_help(row.2), rebinding);
        }
        // Pointing verbs come first in the help. They are entered after the rule set's, so that they take none of its
        // keys.
        keymap.entries[..bindings.len() + pointing.len()].rotate_left(bindings.len());
        keymap
    }

    /// Returns the keymap with a help that omits rest and, unless `explores`, auto-explore.
    pub(crate) fn without_rest_in_help(mut self, explores: bool) -> Keymap {
        for entry in &mut self.entries {
            match entry.command {
                Command::Rest => entry.help = "",
                Command::Explore if !explores => entry.help = "",
                Command::Run(_) if !explores => entry.help = "run",
                Command::Explore | Command::Run(_) => entry.help = "explore and take items; run",
                _ => {}
            }
        }
        self
    }

    /// Returns the keymap without the keys for throws, which then mean nothing.
    #[doc(hidden)]
    #[must_use]
    pub fn without_throws(mut self) -> Keymap {
        self.meanings
            .retain(|(_, command)| *command != Command::Throw);
        self.entries.retain(|entry| entry.command != Command::Throw);
        self
    }

    /// Returns the keymap with a help that omits undo.
    #[doc(hidden)]
    #[must_use]
    pub fn without_undo_in_help(mut self) -> Keymap {
        let is_undo = |entry: &&mut KeymapEntry| entry.command == Command::Undo;
        let undo = self.entries.iter_mut().filter(is_undo);
        undo.for_each(|entry| entry.help = "");
        self
    }

    /// Returns the entries that the help lists.
    pub(crate) fn listed(&self) -> Vec<KeymapEntry> {
        let entries = self.entries.iter();
        entries
            .filter(|entry| !entry.help.is_empty())
            .cloned()
            .collect()
    }

    /// Returns the command of a key; `None` if the key is not bound.
    ///
    /// ```
    /// use dungeon::rules::Explore;
    /// use dungeon::session::{Command, Keymap};
    /// use dungeon::{Action, Key, Ruleset};
    ///
    /// let keymap = Keymap::new(Explore.face().bindings());
    /// assert_eq!(keymap.meaning(Key::Char('5')), Some(Command::Act(Action::Wait)));
    /// assert_eq!(keymap.meaning(Key::Char('!')), None);
    /// ```
    pub fn meaning(&self, key: Key) -> Option<Command> {
        let key = match key {
            Key::Click(_) => Key::Click(ANYWHERE),
            Key::Hover(_) => Key::Hover(ANYWHERE),
            key => key,
        };
        let meaning = self.meanings.iter().find(|(own, _)| *own == key);
        meaning.map(|(_, command)| *command)
    }

    /// Returns the label of the first key for a command, as in `Key::label`; empty if other verbs have taken all its
    /// keys.
    pub fn key_for(&self, command: Command) -> String {
        self.first_key(command).map_or_else(String::new, Key::label)
    }

    /// Returns the first key for a command; `None` if other verbs have taken all its keys.
    pub fn first_key(&self, command: Command) -> Option<Key> {
        self.keys_of(command).next()
    }

    /// Returns a key for a command, preferably a letter, because scripts of letters are easy to read and type; `None` if
    /// the command has no key.
    pub(crate) fn letter(&self, command: Command) -> Option<Key> {
        let is_letter = |key: &Key| matches!(key, Key::Char(c) if c.is_ascii_alphabetic());
        let letter = self.keys_of(command).find(is_letter);
        letter.or_else(|| self.first_key(command))
    }

    /// Returns the keys that move a cursor from one cell to another, diagonally first; `None` if a direction has no key.
    pub(crate) fn moves(&self, from: Point, to: Point) -> Option<Vec<Key>> {
        let mut keys = Vec::new();
        let mut at = from;
        while let Some(way) = at.toward(to) {
            let step = Command::Act(Action::Step(way));
            let key = self.letter(Command::Point(way));
            keys.push(key.or_else(|| self.letter(step))?);
            at = at + way;
        }
        Some(keys)
    }

    /// Returns the keys bound to a command, in the order of the binding table.
    pub(crate) fn keys_of(&self, command: Command) -> impl Iterator<Item = Key> {
        let entries = self.entries.iter();
        let entries = entries.filter(move |entry| entry.command == command);
        entries.flat_map(|entry| entry.keys.iter().flatten().copied())
    }

    /// Returns the key for giving `key`'s command under the keymap `other`: `key` itself if it has the same meaning
    /// there, otherwise the command's first key outside `taken` that can be rebound. `None` if `other` has no such key,
    /// or if `key` has no meaning here but has one in `other`.
    pub fn translate(&self, key: Key, other: &Keymap, taken: &[Key]) -> Option<Key> {
        let meaning = self.meaning(key);
        if meaning == other.meaning(key) {
            return Some(key);
        }
        let mut keys = other.keys_of(meaning?);
        keys.find(|key| !is_fixed(*key) && !taken.contains(key))
    }

    fn add_entry(
        &mut self,
        (name, keys, command): DefaultBinding,
        help: &'static str,
        rebinding: &Rebinding,
    ) {
        let own = keys.parse::<Script>().unwrap_or_default().0;
        let wanted = rebinding.keys_wanted(name, own).into_iter();
        let taken = wanted.map(|key| {
            let is_free = self.meanings.iter().all(|(other, _)| *other != key);
            is_free.then(|| {
                self.meanings.push((key, command));
                key
            })
        });
        let keys = taken.collect();
        self.entries.push(KeymapEntry {
            name,
            keys,
            command,
            help,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_engine::ruleset::Ruleset;
    use dungeon_engine::rulesets::explore::Explore;
    use dungeon_engine::rulesets::tactics::Tactics;

    #[test]
    fn x8_every_text_of_keys_can_be_read_and_every_command_reached() {
        let keymaps = [
            Keymap::new(Explore.face().bindings()),
            Keymap::with_pointing(Tactics.face().bindings()),
        ];
        let bindings = [Explore.face().bindings(), Tactics.face().bindings()].concat();
        let texts = bindings.iter().map(|binding| binding.keys);
        let own = INTERFACE_KEYS
            .iter()
            .chain(&TRAVEL_KEYS)
            .chain(&POINTING_KEYS);
        let own = own.map(|(_, keys, ..)| *keys);
        for text in texts.chain(own) {
            assert!(
                text.parse::<Script>()
                    .is_ok_and(|script| !script.0.is_empty()),
                "{text}"
            );
        }
        for keymap in &keymaps {
            for entry in keymap.entries.iter() {
                let mut meanings = keymap.meanings.iter();
                assert!(
                    meanings.any(|(_, other)| *other == entry.command),
                    "{}",
                    entry.help
                );
            }
        }
        let commands = keymaps.map(|keymap| keymap.entries.len());
        assert_eq!(
            commands,
            [
                Explore.face().bindings().len() + TRAVEL_KEYS.len() + INTERFACE_KEYS.len(),
                Tactics.face().bindings().len() + POINTING_KEYS.len() + INTERFACE_KEYS.len(),
            ]
        );
    }

    #[test]
    fn e14_quit_is_esc_and_ctrl_c_since_q_is_a_spell() {
        let keymap = Keymap::new(Explore.face().bindings());
        assert_eq!(keymap.meaning(Key::Esc), Some(Command::Quit));
        assert_eq!(keymap.meaning(Key::Ctrl('c')), Some(Command::Quit));
        assert!(matches!(
            keymap.meaning(Key::Char('q')),
            Some(Command::Act(Action::DoToward(..)))
        ));
    }

    #[test]
    fn k4_the_mouse_and_esc_mean_something_only_where_one_points() {
        let pointing = Keymap::with_pointing(Tactics.face().bindings());
        let keys = Keymap::new(Explore.face().bindings());
        let [click, hover] = [Key::Click, Key::Hover].map(|key| key(Point { y: 7, x: 30 }));
        assert_eq!(pointing.meaning(click), Some(Command::Choose));
        assert_eq!(pointing.meaning(hover), Some(Command::PointThere));
        assert_eq!(pointing.meaning(Key::Esc), Some(Command::Back));
        assert_eq!(
            pointing.meaning(Key::MouseForward),
            pointing.meaning(Key::Tab)
        );
        assert_eq!(keys.meaning(click), Some(Command::TravelThere));
        for key in [hover, Key::WheelUp, Key::MouseBack] {
            assert_eq!(keys.meaning(key), None);
        }
    }

    #[test]
    fn x8_look_is_on_x_only_where_x_is_free() {
        assert_eq!(
            Keymap::new(&[]).meaning(Key::Char('x')),
            Some(Command::Look)
        );
        let explore = Keymap::new(Explore.face().bindings());
        assert!(matches!(
            explore.meaning(Key::Char('x')),
            Some(Command::Act(_))
        ));
        assert_eq!(explore.meaning(Key::Char(';')), Some(Command::Look));
    }
}
