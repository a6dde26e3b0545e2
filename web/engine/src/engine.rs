//! The engine: what lies between two requests, and who answers which.
use dungeon::recordings::SharedRecording;
use serde_json::{Value, json};

use crate::bots::{self, Simulation};
use crate::editing::Editing;
use crate::playing::Playing;
use crate::request::Request;
use crate::watching::Watching;

/// The text, game, recording and simulation that the page is busy with.
#[derive(Default)]
pub struct Engine {
    editing: Option<Editing>,
    playing: Option<Playing>,
    watching: Option<Watching>,
    simulation: Option<Simulation>,
}

/// An answer, or why there is none, as a sentence for the person.
pub type Answer = Result<Value, String>;

impl Engine {
    /// Answers a request; `{"fault": …}` says why there is no answer. `progress` is called now and then with the steps that a
    /// proof has taken.
    pub fn answer(&mut self, request: &str, progress: &(dyn Fn(u64) + Sync)) -> String {
        let read = serde_json::from_str(request).map_err(|error| error.to_string());
        let answer = read.and_then(|request| self.obey(request, progress));
        answer
            .unwrap_or_else(|fault| json!({ "fault": fault }))
            .to_string()
    }

    /// The recording of the game in play, which goes on growing with it.
    pub fn recording(&self) -> Option<SharedRecording> {
        self.playing.as_ref().map(Playing::shared)
    }

    fn obey(&mut self, request: Request, progress: &(dyn Fn(u64) + Sync)) -> Answer {
        match request {
            Request::Check { name, text } => Ok(self.editing(name, text).check()),
            Request::Paint { name, text } => Ok(self.editing(name, text).paint()),
            Request::Complete { name, text, at } => Ok(self.editing(name, text).complete(at)),
            Request::Hover { name, text, at } => Ok(self.editing(name, text).hover(at)),
            Request::Format { name, text } => self.editing(name, text).format(),

            Request::Play {
                name,
                text,
                seed,
                keys,
                size,
                keys_size,
            } => {
                let seed = seed.as_deref().map(number).transpose()?;
                let sizes = (keys_size.unwrap_or(size), size);
                self.play(Playing::begin(name, text, seed, &keys, sizes)?)
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

            Request::Prove {
                name,
                text,
                seed,
                scope,
                steps,
            } => bots::prove(name, text, number(&seed)?, scope, steps, progress),
            Request::Simulate {
                name,
                text,
                seed,
                bots,
                most,
            } => {
                let simulation = Simulation::begin(name, text, number(&seed)?, &bots, most)?;
                Ok(self.simulation.insert(simulation).tell())
            }
            Request::PlayGames { games } => Ok(self.simulation()?.play(games)),
            Request::HeatMaps => Ok(self.simulation()?.heat_maps()),
        }
    }

    /// The text that is edited: read anew where it is another one than last time.
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
        self.playing.as_mut().ok_or("No game is begun yet.".into())
    }

    fn watching(&mut self) -> Result<&mut Watching, String> {
        let watching = self.watching.as_mut();
        watching.ok_or("No recording is open yet.".into())
    }

    fn simulation(&mut self) -> Result<&mut Simulation, String> {
        let simulation = self.simulation.as_mut();
        simulation.ok_or("No simulation is begun yet.".into())
    }
}

/// A seed that a person typed.
fn number(seed: &str) -> Result<u64, String> {
    let read = seed.trim().parse();
    read.map_err(|_| format!("expected a seed from 0 to {}, found `{seed}`", u64::MAX))
}
