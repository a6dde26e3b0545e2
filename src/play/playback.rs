//! Playing a recording again, key by key, and seeing after each of its turns that the game is still the same.
use super::keys::Key;
use super::recording::Recording;
use super::session::Session;

/// The game goes otherwise than it was recorded: the dungeon, or the program, is another one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at turn {turn} the game goes otherwise than it was recorded, by dungeon {program}")]
pub struct Drift {
    /// Turns that had passed in the recording, or in the game if that is other.
    pub turn: u32,
    /// Version of the program that recorded it.
    pub program: String,
}

/// How far a recording was played again.
#[derive(Clone, Debug)]
pub struct Playback {
    /// What is played.
    pub recording: Recording,
    /// Marks that were reached.
    marks: usize,
    /// Keys that were pressed since.
    keys: usize,
}

impl Playback {
    /// From the beginning; of a session that is none of this game the drift is told at once.
    ///
    /// # Errors
    /// If already the opening is another one.
    pub fn begin(recording: Recording, session: &Session) -> Result<Playback, Drift> {
        let playback = Playback::of(recording);
        playback.check_opening(session)?;
        Ok(playback)
    }

    /// From the beginning of whatever session it will be.
    pub fn of(recording: Recording) -> Playback {
        Playback {
            recording,
            marks: 0,
            keys: 0,
        }
    }

    /// Sees what a session begins with.
    ///
    /// # Errors
    /// If that is another game.
    pub fn check_opening(&self, session: &Session) -> Result<(), Drift> {
        match session.checksum() == self.recording.opening {
            true => Ok(()),
            false => Err(self.drift(0)),
        }
    }

    /// The next key, which is then to be pressed and `checked`; none at the end.
    pub fn next(&mut self) -> Option<Key> {
        let key = self.peek()?;
        self.keys += 1;
        Some(key)
    }

    /// The key that `next` would tell.
    pub fn peek(&self) -> Option<Key> {
        let keys = match self.recording.marks.get(self.marks) {
            Some(mark) => &mark.keys,
            None => &self.recording.rest,
        };
        keys.get(self.keys).copied()
    }

    /// How many keys it has told.
    pub fn position(&self) -> usize {
        let reached = self.recording.marks.iter().take(self.marks);
        reached.map(|mark| mark.keys.len()).sum::<usize>() + self.keys
    }

    /// Begins again, for a session at its beginning.
    pub fn rewind(&mut self) {
        (self.marks, self.keys) = (0, 0);
    }

    /// Sees what that key led to.
    ///
    /// # Errors
    /// If the game was another one then.
    pub fn check(&mut self, session: &Session) -> Result<(), Drift> {
        let Some(mark) = self.recording.marks.get(self.marks) else {
            return Ok(());
        };
        if self.keys < mark.keys.len() {
            return Ok(());
        }
        if (mark.turn, mark.state) != (session.turn(), session.checksum()) {
            return Err(self.drift(mark.turn));
        }
        (self.marks, self.keys) = (self.marks + 1, 0);
        Ok(())
    }

    /// Presses all that is left.
    ///
    /// # Errors
    /// At the first turn after which the game is another one.
    pub fn finish(&mut self, session: &mut Session) -> Result<(), Drift> {
        while let Some(key) = self.next() {
            session.press_key(key);
            self.check(session)?;
        }
        Ok(())
    }

    fn drift(&self, turn: u32) -> Drift {
        let program = self.recording.program.clone();
        Drift { turn, program }
    }
}
