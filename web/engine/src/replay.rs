//! Answers requests about the watched recording: the state between requests, and the dispatch of each request.
use serde::Serialize;

use crate::answers::{Answer, Answers, read, written};
use crate::compiled::CompiledRecording;
use crate::request::ReplayRequest;
use crate::watching::Watching;

/// The recording that is watched.
#[derive(Default)]
pub struct Replay {
    watching: Option<Watching>,
}

/// A film as a page.
#[derive(Serialize)]
struct FilmHtml {
    html: String,
}

impl Answers for Replay {
    fn answer(&mut self, request: &str, _: &(dyn Fn(u64) + Sync)) -> Answer {
        Ok(match read(request)? {
            ReplayRequest::Watch {
                recording,
                dungeon,
                size,
            } => {
                let recording = CompiledRecording::read(&recording, &dungeon)?;
                let watching = Watching::open(recording, size)?;
                written(&self.watching.insert(watching).look())
            }
            ReplayRequest::Seek(position) => written(&self.watching()?.seek(position)),
            ReplayRequest::GoOnSeeking => written(&self.watching()?.go_on_seeking()),
            ReplayRequest::Advance => written(&self.watching()?.advance()),
            ReplayRequest::ShowOn(size) => written(&self.watching()?.show_on(size)),
            ReplayRequest::Film(moments) => written(&self.watching()?.film(moments)),
            ReplayRequest::FilmPage => written(&FilmHtml {
                html: self.watching()?.film_page(),
            }),
        })
    }
}

impl Replay {
    fn watching(&mut self) -> Result<&mut Watching, String> {
        let watching = self.watching.as_mut();
        watching.ok_or("No recording is open yet.".into())
    }
}
