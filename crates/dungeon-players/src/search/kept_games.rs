//! The games that a search keeps: those to go on from, and those that are kept for their memory. All of them are counted,
//! byte by byte, since they are most of what a search remembers.
use dungeon_engine::game::{Game, StepBuffers};

/// The bytes that an allocation takes beside its own, about: a game has one for each of its lists.
const ALLOCATIONS: usize = 8 * 16;

/// The games of a search.
#[derive(Debug, Default)]
pub struct KeptGames {
    // Games move between lists, and are large.
    #[allow(clippy::vec_box)]
    spare: Vec<Box<Game>>,
    /// What the one game needs that takes steps.
    buffers: StepBuffers,
    /// The bytes of all games that were made here and rest, wherever they are.
    bytes: usize,
}

impl KeptGames {
    /// The game that a search begins with.
    pub fn begin(&mut self, start: &Game) -> Box<Game> {
        let game = Box::new(start.clone());
        self.bytes += bytes(&game);
        game
    }

    /// A clone that may take steps until it rests.
    pub fn awake(&mut self, game: &Game) -> Box<Game> {
        let mut child = match self.spare.pop() {
            Some(mut spare) => {
                self.bytes -= bytes(&spare);
                (*spare).clone_from(game);
                spare
            }
            None => Box::new(game.clone()),
        };
        child.swap_buffers(&mut self.buffers);
        child
    }

    /// Ends the steps of a game.
    pub fn rest(&mut self, game: &mut Game) {
        game.swap_buffers(&mut self.buffers);
        self.bytes += bytes(game);
    }

    /// Keeps a game that rests for its memory alone.
    pub fn put(&mut self, game: Box<Game>) {
        self.spare.push(game);
    }

    /// Gives up games that rest, and their memory.
    pub fn give_up(&mut self, games: impl IntoIterator<Item = Box<Game>>) {
        for game in games {
            self.bytes -= bytes(&game);
        }
    }

    /// Gives up all games that are kept for their memory.
    pub fn give_up_spare(&mut self) {
        let spare = std::mem::take(&mut self.spare);
        self.give_up(spare);
    }

    /// The bytes of all games that rest.
    pub fn bytes(&self) -> usize {
        self.bytes + self.spare.capacity() * size_of::<Box<Game>>()
    }
}

fn bytes(game: &Game) -> usize {
    game.bytes() + ALLOCATIONS
}
