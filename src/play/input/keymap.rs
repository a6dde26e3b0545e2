//! What keys mean: what a person gave them first, then the rule set's bindings, then the session's where a key is free.
//! The help is made from it.
use std::collections::{BTreeMap, HashMap};

use super::key::Key;
use super::script::Script;
use crate::engine::action::Action;
use crate::engine::ruleset::Binding;
use crate::space::geometry::{
    Direction::{self, *},
    Point,
};
use crate::view::preview::ControlScheme;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// An action of the hero.
    Act(Action),
    /// The page of keys.
    Help,
    /// A cursor that names what it stands on.
    Look,
    /// All messages so far.
    Messages,
    /// What is carried, and how much is left to take.
    Pack,
    /// The same game from its beginning, with the same seed.
    Restart,
    /// A game with the next seed.
    NewGame,
    /// Leave, after a question if the game is unfinished.
    Quit,
    /// Save the game, and leave.
    Save,
    /// A cursor to choose where to walk to.
    Travel,
    /// Walk to the cell under the mouse.
    TravelThere,
    /// Walk to what is near and unknown, or worth taking.
    Explore,
    /// Point at the next cell.
    Point(Direction),
    /// Point at the cell under the mouse.
    PointThere,
    /// Choose the cell that is pointed at, or that was clicked (K-4).
    Choose,
    /// Aim at another target.
    Aim(Cycle),
    /// Drop the aim, else the overlay, else leave.
    Back,
}

impl Command {
    /// Whether only the mouse asks for it: no key says where.
    pub fn is_pointed(self) -> bool {
        matches!(self, Command::TravelThere | Command::PointThere)
    }
}

/// Which way one goes through a list that begins anew at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // they name themselves
pub enum Cycle {
    Next,
    Previous,
}

/// A line of the tables below: a name for files of keys, the keys, what they ask for, and the words for it.
type DefaultBinding = (&'static str, &'static str, Command, &'static str);

/// The interface's own keys. `x` looks and `q` quits where no rule set wants it.
const OWN: [DefaultBinding; 8] = [
    ("help", "? <F1>", Command::Help, "show the keys"),
    ("look", "; x", Command::Look, "look around"),
    (
        "pack",
        "i",
        Command::Pack,
        "see what you carry, and what is left",
    ),
    (
        "messages",
        "M",
        Command::Messages,
        "read all messages again",
    ),
    ("save", "S", Command::Save, "save, and quit"),
    (
        "restart",
        "R",
        Command::Restart,
        "start again, with the same seed",
    ),
    (
        "new-game",
        "N",
        Command::NewGame,
        "start a new game, with another seed",
    ),
    ("quit", "Q q <Esc> <C-c>", Command::Quit, "quit"),
];

/// The interface's own ways to walk, where the player does not point anyway (E-15).
const WALKING: [DefaultBinding; 3] = [
    ("travel", "_", Command::Travel, TRAVEL),
    ("travel-there", "<click 1,1>", Command::TravelThere, TRAVEL),
    (
        "auto-explore",
        "o",
        Command::Explore,
        "explore, and take what lies about",
    ),
];

const TRAVEL: &str = "go to a place that you choose";

/// Where the mouse is in a table of keys: it means the same everywhere.
const ANYWHERE: Point = Point { y: 0, x: 0 };

/// The keys of games whose player points (K-4). A click or a hover stands for those anywhere.
const POINTING: [DefaultBinding; 13] = [
    ("north-west", "7 y <Home>", Command::Point(NorthWest), POINT),
    ("north", "8 k <Up>", Command::Point(North), POINT),
    ("north-east", "9 u <PgUp>", Command::Point(NorthEast), POINT),
    ("west", "4 h <Left>", Command::Point(West), POINT),
    ("east", "6 l <Right>", Command::Point(East), POINT),
    ("south-west", "1 b <End>", Command::Point(SouthWest), POINT),
    ("south", "2 j <Down>", Command::Point(South), POINT),
    ("south-east", "3 n <PgDn>", Command::Point(SouthEast), POINT),
    (
        "point-there",
        "<hover 1,1>",
        Command::PointThere,
        "move the cursor to the mouse",
    ),
    (
        "choose",
        "<Enter> 5 <click 1,1>",
        Command::Choose,
        "choose the cell",
    ),
    (
        "aim",
        "f",
        Command::Aim(Cycle::Next),
        "aim at the nearest target, then the next",
    ),
    (
        "aim-back",
        "F",
        Command::Aim(Cycle::Previous),
        "aim at the target before",
    ),
    (
        "back",
        "<Esc>",
        Command::Back,
        "drop the aim, else the overlay, else quit",
    ),
];

const POINT: &str = "move the cursor";

/// A line of the keymap: some keys, what they ask for, and the words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeymapEntry {
    /// For a file of keys.
    pub name: &'static str,
    /// As its table writes them; none where another entry has taken the key.
    pub keys: Vec<Option<Key>>,
    /// What they ask for.
    pub command: Command,
    /// An imperative.
    pub help: &'static str,
}

/// The keys that a person gave to verbs of a game in the place of their own, by the verbs' names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebinding(pub BTreeMap<&'static str, Vec<Key>>);

impl Rebinding {
    /// Whether some verb was given the key, be it one that means nothing in this dungeon.
    fn gives(&self, key: Key) -> bool {
        self.0.values().any(|keys| keys.contains(&key))
    }

    /// The keys that a verb asks for, the first one first.
    fn wanted(&self, name: &str, own: Vec<Key>) -> Vec<Key> {
        let Some(given) = self.0.get(name) else {
            let is_left = |key: &Key| is_fixed(*key) || !self.gives(*key);
            return own.into_iter().filter(is_left).collect();
        };
        let is_kept = |key: &Key| is_fixed(*key) && !given.contains(key);
        let kept = own.into_iter().filter(is_kept);
        given.iter().copied().chain(kept).collect()
    }
}

/// Whether a key is no file's to give: the mouse means what it is over, and Ctrl-C leaves every program.
pub fn is_fixed(key: Key) -> bool {
    matches!(key, Key::Click(_) | Key::Hover(_) | Key::Ctrl('c'))
}

/// Every key that means something.
#[derive(Clone, Debug)]
pub struct Keymap {
    meanings: HashMap<Key, Command>,
    /// In groups: how one points, which may be nothing, the rule set's tables, and the interface's own.
    pub groups: Vec<Vec<KeymapEntry>>,
}

impl Keymap {
    /// The keymap of a rule set's tables. A key that two entries name is the first one's.
    pub fn of(tables: &[&[Binding]]) -> Keymap {
        Keymap::rebound(tables, ControlScheme::Keys, &Rebinding::default())
    }

    /// The same for a game whose player points at cells.
    pub fn of_pointing(tables: &[&[Binding]]) -> Keymap {
        Keymap::rebound(tables, ControlScheme::Pointing, &Rebinding::default())
    }

    /// The same with keys that a person gave to some verbs: nobody else has these then, and the verbs no others.
    pub fn rebound(tables: &[&[Binding]], control: ControlScheme, rebinding: &Rebinding) -> Keymap {
        let (pointing, own): (&[DefaultBinding], Vec<DefaultBinding>) = match control {
            ControlScheme::Keys => (&[], [&WALKING[..], &OWN].concat()),
            ControlScheme::Pointing => (&POINTING, OWN.to_vec()),
        };
        let mut keymap = Keymap {
            meanings: HashMap::new(),
            groups: Vec::new(),
        };
        for table in tables {
            let lines = table.iter();
            let lines = lines.map(|b| (b.name, b.keys, Command::Act(b.action), b.help));
            let group = lines.map(|line| keymap.enter(line, rebinding)).collect();
            keymap.groups.push(group);
        }
        // How one points stands first in the help, but takes no key that the rules want.
        let lines = pointing.iter();
        let group = lines.map(|line| keymap.enter(*line, rebinding)).collect();
        keymap.groups.insert(0, group);
        let lines = own.into_iter();
        let group = lines.map(|line| keymap.enter(line, rebinding)).collect();
        keymap.groups.push(group);
        keymap
    }

    /// What a key means.
    pub fn meaning(&self, key: Key) -> Option<Command> {
        let key = match key {
            Key::Click(_) => Key::Click(ANYWHERE),
            Key::Hover(_) => Key::Hover(ANYWHERE),
            key => key,
        };
        self.meanings.get(&key).copied()
    }

    /// The first key that asks for a command, as it is shown; empty if others have taken them all.
    pub fn key_for(&self, command: Command) -> String {
        self.first_key(command).map_or_else(String::new, Key::shown)
    }

    /// The first key that asks for a command; none if others have taken them all.
    pub fn first_key(&self, command: Command) -> Option<Key> {
        let mut entries = self.groups.iter().flatten();
        let entry = entries.find(|entry| entry.command == command)?;
        entry.keys.iter().flatten().copied().next()
    }

    /// The key that means in another keymap what this one means here, itself if it can be, and none of `taken`; none if no
    /// key does, or if it means something there alone.
    pub fn translated(&self, key: Key, other: &Keymap, taken: &[Key]) -> Option<Key> {
        let meaning = self.meaning(key);
        if meaning == other.meaning(key) {
            return Some(key);
        }
        let mut entries = other.groups.iter().flatten();
        let entry = entries.find(|entry| Some(entry.command) == meaning)?;
        let mut keys = entry.keys.iter().flatten().copied();
        keys.find(|key| !is_fixed(*key) && !taken.contains(key))
    }

    fn enter(
        &mut self,
        (name, keys, command, help): DefaultBinding,
        rebinding: &Rebinding,
    ) -> KeymapEntry {
        let own = keys.parse::<Script>().unwrap_or_default().0;
        let wanted = rebinding.wanted(name, own).into_iter();
        let taken = wanted.map(|key| {
            let is_free = !self.meanings.contains_key(&key);
            is_free.then(|| {
                self.meanings.insert(key, command);
                key
            })
        });
        KeymapEntry {
            name,
            keys: taken.collect(),
            command,
            help,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ruleset::Ruleset;
    use crate::rulesets::explore::Explore;
    use crate::rulesets::tactics::Tactics;

    #[test]
    fn x8_every_text_of_keys_can_be_read_and_every_command_reached() {
        let keymaps = [
            Keymap::of(Explore.bindings()),
            Keymap::of_pointing(Tactics.bindings()),
        ];
        let tables = [Explore.bindings(), Tactics.bindings()].concat();
        let texts = tables.iter().flat_map(|table| table.iter().map(|b| b.keys));
        let own = OWN.iter().chain(&WALKING).chain(&POINTING);
        let own = own.map(|(_, keys, ..)| *keys);
        for text in texts.chain(own) {
            assert!(
                text.parse::<Script>()
                    .is_ok_and(|script| !script.0.is_empty()),
                "{text}"
            );
        }
        for keymap in &keymaps {
            for entry in keymap.groups.iter().flatten() {
                let mut meanings = keymap.meanings.values();
                assert!(
                    meanings.any(|other| *other == entry.command),
                    "{}",
                    entry.help
                );
            }
        }
        let commands = keymaps.map(|keymap| keymap.groups.concat().len());
        assert_eq!(
            commands,
            [
                Explore.bindings().concat().len() + WALKING.len() + OWN.len(),
                Tactics.bindings().concat().len() + POINTING.len() + OWN.len(),
            ]
        );
    }

    #[test]
    fn e14_quit_is_esc_and_ctrl_c_since_q_is_a_spell() {
        let keymap = Keymap::of(Explore.bindings());
        assert_eq!(keymap.meaning(Key::Esc), Some(Command::Quit));
        assert_eq!(keymap.meaning(Key::Ctrl('c')), Some(Command::Quit));
        assert!(matches!(
            keymap.meaning(Key::Char('q')),
            Some(Command::Act(Action::DoToward(..)))
        ));
    }

    #[test]
    fn k4_the_mouse_and_esc_mean_something_only_where_one_points() {
        let pointing = Keymap::of_pointing(Tactics.bindings());
        let keys = Keymap::of(Explore.bindings());
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
        assert_eq!(Keymap::of(&[]).meaning(Key::Char('x')), Some(Command::Look));
        let explore = Keymap::of(Explore.bindings());
        assert!(matches!(
            explore.meaning(Key::Char('x')),
            Some(Command::Act(_))
        ));
        assert_eq!(explore.meaning(Key::Char(';')), Some(Command::Look));
    }
}
