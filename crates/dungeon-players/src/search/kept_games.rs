//! The games in a search's memory: games to continue from, and spare games whose memory will be reused. All of them are
//! counted, since they take most of a search's memory.
use dungeon_engine::game::{Game, StepBuffers};

/// The approximate bytes of allocator overhead per game, which has one allocation for each of its lists.
const ALLOCATIONS: usize = 8 * 16;

/// The games of a search. A resting game, which takes no steps at present, has no step buffers.
#[derive(Debug, Default)]
pub struct KeptGames {
    // The games are boxed, because they are large and move between lists.
    #[allow(clippy::vec_box)]
    spare: Vec<Box<Game>>,
    /// The step buffers. Only one game needs them at a time.
    buffers: StepBuffers,
    /// The bytes of all resting games that were created here, wherever they are stored.
    bytes: usize,
}

impl KeptGames {
    pub fn begin(&mut self, start: &Game) -> Box<Game> {
        let game = Box::new(start.clone());
        self.bytes += bytes(&game);
        game
    }

    /// Returns a clone with step buffers. The clone may take steps until [`rest`](KeptGames::rest) takes the buffers
    /// away.
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

    /// Takes the step buffers from a game.
    pub fn rest(&mut self, game: &mut Game) {
        game.swap_buffers(&mut self.buffers);
        self.bytes += bytes(game);
    }

    /// Stores a resting game, so that its memory can be reused.
    pub fn put(&mut self, game: Box<Game>) {
        self.spare.push(game);
    }

    /// Drops resting games and frees their memory.
    pub fn give_up(&mut self, games: impl IntoIterator<Item = Box<Game>>) {
        for game in games {
            self.bytes -= bytes(&game);
        }
    }

    /// Drops all spare games.
    pub fn give_up_spare(&mut self) {
        let spare = std::mem::take(&mut self.spare);
        self.give_up(spare);
    }

    /// Returns the bytes of all resting games.
    pub fn bytes(&self) -> usize {
        self.bytes + self.spare.capacity() * size_of::<Box<Game>>()
    }
}

fn bytes(game: &Game) -> usize {
    game.bytes() + ALLOCATIONS
}
