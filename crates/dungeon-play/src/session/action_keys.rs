//! From actions back to keys: the keys with which a person would take a bot's actions.
use super::session::Session;
use crate::input::key::Key;
use crate::input::keymap::Command;
use crate::input::packed_keys::PackedKeys;
use crate::input::show::Show;
use crate::screen::throw_cursor::ThrowCursor;
use dungeon_engine::action::Action;

impl Session {
    /// Returns keys that perform an action now, in the default keymap; `None` if the action is refused or has no key in
    /// the game. In games played by pointing, the keys move the cursor to the cell first.
    ///
    /// ```
    /// use dungeon::geometry::at;
    /// use dungeon::session::Script;
    /// use dungeon::{Action, Session};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Session::from_text("rules tactics\nmap\n########\n#@....G#\n########\nend\n")?;
    /// let keys = Script(game.keys_for(Action::Go(at(3, 1))).expect("two cells to the east"));
    /// assert_eq!(keys.to_string(), "ll<Enter>");
    /// game.press(&keys.to_string())?;
    /// assert_eq!(game.game().world().bodies()[0].at, at(3, 1));
    /// # Ok(())
    /// # }
    /// ```
    pub fn keys_for(&self, action: Action) -> Option<Vec<Key>> {
        if self.game().check(action).is_err() {
            return None;
        }
        if action == Action::Idle {
            return Some(vec![Key::Idle]);
        }
        if let Action::Use(item) = action {
            let mut things = self.game().world().pack().things().iter();
            let thing = things.find(|thing| thing.item == item)?;
            let open = self.plain.letter(Command::Pack)?;
            return Some(vec![open, Key::Char(thing.letter)]);
        }
        if let Action::Throw(item, at) = action {
            let (to, known_map) = (ThrowCursor { at, item }, self.screen.observed.known_map());
            let mut keys = to.plain_keys(None, known_map, &self.plain)?;
            keys.push(Key::Enter);
            return Some(keys);
        }
        match self.plain.letter(Command::Act(action)) {
            Some(key) => Some(vec![key]),
            None => {
                let mut plain = self.clone();
                plain.screen.keymap = self.plain.clone();
                plain.keys_to_point(action)
            }
        }
    }

    /// Takes actions by pressing their keys, up to the first action without keys, and returns the keys.
    ///
    /// ```
    /// use dungeon::geometry::Direction;
    /// use dungeon::{Action, Session};
    ///
    /// let mut game = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
    /// let keys = game.act(&[Action::Wait, Action::Step(Direction::East)]);
    /// assert_eq!((keys.len(), game.turn()), (2, 2));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn act(&mut self, actions: &[Action]) -> PackedKeys {
        let mut all = PackedKeys::default();
        for action in actions {
            let Some(keys) = self.keys_for(*action) else {
                break;
            };
            for key in keys {
                Show::press(self, key);
                all.push(key);
            }
        }
        all
    }

    /// Returns the keys that move the cursor to an action's cell and choose it: one press, or two if the choice needs a
    /// confirmation.
    fn keys_to_point(mut self, action: Action) -> Option<Vec<Key>> {
        let world = self.game().world();
        let to = match action {
            Action::Go(at) | Action::ShootAt(at) => at,
            _ => world.body(action.target()?).at,
        };
        let mut wanted = self.game().clone();
        wanted.step(action).ok()?;
        let from = self.outlook()?.view().cursor;
        let mut keys = self.plain.moves(from, to)?;
        let choose = self.plain.first_key(Command::Choose)?;
        keys.iter().for_each(|key| Show::press(&mut self, *key));
        for _ in 0..2 {
            Show::press(&mut self, choose);
            keys.push(choose);
            if self.checksum() == wanted.checksum() {
                return Some(keys);
            }
        }
        None
    }
}
