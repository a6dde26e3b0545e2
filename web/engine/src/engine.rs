//! Answers requests about a game: the state between requests, and the dispatch of each request.
use dungeon::recordings::SharedRecording;

use serde::Serialize;

use crate::answers::{Answer, Answers, read, seed_of, written};
use crate::compiled::{CompiledRecording, CompiledText};
use crate::playing::Playing;
use crate::request::Request;

/// The text of a recording.
#[derive(Serialize)]
struct Recorded {
    recording: String,
}

/// The game that is played.
#[derive(Default)]
pub struct Engine {
    playing: Option<Playing>,
}

impl Answers for Engine {
    fn answer(&mut self, request: &str, progress: &(dyn Fn(u64) + Sync)) -> Answer {
        Ok(match read(request)? {
            Request::Play(game) => {
                let seed = match game.seed.as_str() {
                    "" => None,
                    seed => Some(seed_of(seed)?),
                };
                let keys_size = match game.keys_size {
                    (0, 0) => game.size,
                    keys_size => keys_size,
                };
                let text = CompiledText::read(game.name, game.text, &game.dungeon)?;
                let playing =
                    Playing::begin(text, seed, &game.keys, (keys_size, game.size), progress)?;
                self.play(playing, game.alone)
            }
            Request::Resume(game) => {
                let recording = CompiledRecording::read(&game.recording, &game.dungeon)?;
                let playing = Playing::resume(recording, game.shorter, game.size)?;
                self.play(playing, game.alone)
            }
            Request::Reload(game) => {
                let text = CompiledText::read(game.name, game.text, &game.dungeon)?;
                written(&self.playing()?.reload(text))
            }
            Request::Press(keys) => written(&self.playing()?.press(&keys)?),
            Request::Animate => written(&self.playing()?.animate()),
            Request::GoOn => written(&self.playing()?.go_on()),
            Request::Resize(size) => written(&self.playing()?.resize(size)),
            Request::HoverCell(cell) => written(&self.playing()?.hover(cell)),
            Request::MapCell(cell) => written(&self.playing()?.map_cell(cell)),
            Request::Stay => written(&self.playing()?.stay()),
            Request::Record => written(&Recorded {
                recording: self.playing()?.record(),
            }),
            Request::Share => written(&self.playing()?.share()),
        })
    }

    fn recording(&self) -> Option<SharedRecording> {
        self.playing.as_ref().map(Playing::shared)
    }
}

impl Engine {
    fn play(&mut self, playing: Playing, alone: bool) -> String {
        let playing = if alone { playing.alone() } else { playing };
        written(&self.playing.insert(playing).look())
    }

    fn playing(&mut self) -> Result<&mut Playing, String> {
        self.playing
            .as_mut()
            .ok_or("No game has started yet.".into())
    }
}
