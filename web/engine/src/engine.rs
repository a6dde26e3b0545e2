//! Answers requests about games and recordings: the state between requests, and the dispatch of each request.
use dungeon::recordings::SharedRecording;

use crate::answers::{Answer, Answers, read, seed_of};
use crate::compiled::{CompiledRecording, CompiledText};
use crate::playing::Playing;
use crate::request::Request;
use crate::watching::Watching;

/// The game that is played, and the recording that is watched.
#[derive(Default)]
pub struct Engine {
    playing: Option<Playing>,
    watching: Option<Watching>,
}

impl Answers for Engine {
    fn answer(&mut self, request: &str, progress: &(dyn Fn(u64) + Sync)) -> Answer {
        match read(request)? {
            Request::Play {
                name,
                text,
                dungeon,
                seed,
                keys,
                size,
                keys_size,
            } => {
                let seed = seed.as_deref().map(seed_of).transpose()?;
                let sizes = (keys_size.unwrap_or(size), size);
                let text = CompiledText::read(name, text, &dungeon)?;
                self.play(Playing::begin(text, seed, &keys, sizes, progress)?)
            }
            Request::Resume {
                recording,
                dungeon,
                size,
                shorter,
            } => {
                let recording = CompiledRecording::read(&recording, &dungeon)?;
                self.play(Playing::resume(recording, shorter, size)?)
            }
            Request::Reload {
                name,
                text,
                dungeon,
            } => {
                let text = CompiledText::read(name, text, &dungeon)?;
                self.playing()?.reload(text)
            }
            Request::Press(keys) => self.playing()?.press(&keys),
            Request::Animate => Ok(self.playing()?.animate()),
            Request::GoOn => Ok(self.playing()?.go_on()),
            Request::Resize(size) => Ok(self.playing()?.resize(size)),
            Request::HoverCell(cell) => Ok(self.playing()?.hover(cell)),
            Request::MapCell(cell) => Ok(self.playing()?.map_cell(cell)),
            Request::Stay => Ok(self.playing()?.stay()),
            Request::Record => Ok(self.playing()?.record()),
            Request::Share => Ok(self.playing()?.share()),

            Request::Watch {
                recording,
                dungeon,
                size,
            } => {
                let recording = CompiledRecording::read(&recording, &dungeon)?;
                let watching = Watching::open(recording, size)?;
                Ok(self.watching.insert(watching).look())
            }
            Request::Seek(position) => Ok(self.watching()?.seek(position)),
            Request::GoOnSeeking => Ok(self.watching()?.go_on_seeking()),
            Request::Advance => Ok(self.watching()?.advance()),
            Request::ShowOn(size) => Ok(self.watching()?.show_on(size)),
            Request::Film(moments) => Ok(self.watching()?.film(moments)),
            Request::FilmPage => Ok(self.watching()?.film_page()),
        }
    }

    fn recording(&self) -> Option<SharedRecording> {
        self.playing.as_ref().map(Playing::shared)
    }
}

impl Engine {
    fn play(&mut self, playing: Playing) -> Answer {
        Ok(self.playing.insert(playing).look())
    }

    fn playing(&mut self) -> Result<&mut Playing, String> {
        self.playing
            .as_mut()
            .ok_or("No game has started yet.".into())
    }

    fn watching(&mut self) -> Result<&mut Watching, String> {
        let watching = self.watching.as_mut();
        watching.ok_or("No recording is open yet.".into())
    }
}
