//! The engine of the page: the state between requests, and the dispatch of each request.
use dungeon::recordings::SharedRecording;

use crate::answers::{Answer, Answers, read, seed_of};
use crate::editing::Editing;
use crate::playing::Playing;
use crate::request::Request;
use crate::watching::Watching;

/// The text, game and recording that the page is working with.
#[derive(Default)]
pub struct Engine {
    editing: Option<Editing>,
    playing: Option<Playing>,
    watching: Option<Watching>,
}

impl Answers for Engine {
    fn answer(&mut self, request: &str, progress: &(dyn Fn(u64) + Sync)) -> Answer {
        match read(request)? {
            Request::Check { name, text } => Ok(self.editing(name, text).check()),
            Request::Paint {
                name,
                text,
                from,
                to,
            } => Ok(self.editing(name, text).paint(from, to)),
            Request::Complete { name, text, at } => Ok(self.editing(name, text).complete(at)),
            Request::Hover { name, text, at } => Ok(self.editing(name, text).hover(at)),
            Request::Format { name, text } => self.editing(name, text).format(),
            Request::Maps { name, text } => Ok(self.editing(name, text).maps()),
            Request::Declare {
                name,
                text,
                sort,
                glyph,
                called,
            } => self.editing(name, text).declare(sort, glyph, &called),

            Request::Play {
                name,
                text,
                seed,
                keys,
                size,
                keys_size,
            } => {
                let seed = seed.as_deref().map(seed_of).transpose()?;
                let sizes = (keys_size.unwrap_or(size), size);
                self.play(Playing::begin(name, text, seed, &keys, sizes, progress)?)
            }
            Request::Resume {
                recording,
                size,
                shorter,
            } => self.play(Playing::resume(&recording, shorter, size)?),
            Request::Reload { name, text } => self.playing()?.reload(name, text),
            Request::Press { keys } => self.playing()?.press(&keys),
            Request::Animate => Ok(self.playing()?.animate()),
            Request::GoOn => Ok(self.playing()?.go_on()),
            Request::Resize { size } => Ok(self.playing()?.resize(size)),
            Request::HoverCell { cell } => Ok(self.playing()?.hover(cell)),
            Request::MapCell { cell } => Ok(self.playing()?.map_cell(cell)),
            Request::Stay => Ok(self.playing()?.stay()),
            Request::Record => Ok(self.playing()?.record()),
            Request::Share => Ok(self.playing()?.share()),

            Request::Watch { recording, size } => {
                let watching = Watching::open(&recording, size)?;
                Ok(self.watching.insert(watching).look())
            }
            Request::Seek { position } => Ok(self.watching()?.seek(position)),
            Request::GoOnSeeking => Ok(self.watching()?.go_on_seeking()),
            Request::Advance => Ok(self.watching()?.advance()),
            Request::ShowOn { size } => Ok(self.watching()?.show_on(size)),
            Request::Film { moments } => Ok(self.watching()?.film(moments)),
            Request::FilmPage => Ok(self.watching()?.film_page()),
        }
    }

    fn recording(&self) -> Option<SharedRecording> {
        self.playing.as_ref().map(Playing::shared)
    }
}

impl Engine {
    /// Returns the analysis of the edited text, which is made again only after the text has changed.
    fn editing(&mut self, name: String, text: String) -> &Editing {
        let known = self.editing.take();
        let known = known.filter(|editing| editing.is_of(&name, &text));
        let editing = known.unwrap_or_else(|| Editing::new(name, text));
        self.editing.insert(editing)
    }

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
