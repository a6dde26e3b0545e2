//! What `dungeon render` prints of a session while keys are pressed.
use std::io::{self, Write};

use clap::ValueEnum;

use crate::play::replay::playback::{Drift, Playback};
use crate::play::replay::stepper::{REST, Reel};
use crate::play::session::film::{Change, Shot};
use crate::play::session::session::Session;
use crate::play::session::state_json::Line;
use crate::terminal::asciicast::Asciicast;
use crate::view::ansi::ColourDepth;
use crate::view::frame::Frame;

/// How frames are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Rows between bars under a header
    Text,
    /// The same with a layer of letters for the styles
    Styled,
    /// Colours as a terminal understands them
    Ansi,
    /// A picture; with --last only
    Svg,
    /// The state for machines, an object a line
    Json,
    /// The whole film, timed, as a file that asciinema plays
    Cast,
}

/// Which frames are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The one after the last key.
    Last,
    /// The one before the first key, and the one after each.
    Every,
    /// The film, animations included, but only what changes in it.
    Changes,
}

/// Why not all of it was printed.
pub enum Stop {
    /// It could not be written.
    Unwritten(io::Error),
    /// What was printed last is another game than the recorded one.
    Drift(Drift),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Unwritten(error)
    }
}

impl From<Drift> for Stop {
    fn from(drift: Drift) -> Stop {
        Stop::Drift(drift)
    }
}

/// Prints frames so.
pub struct Printer<W: Write> {
    /// Where they are printed.
    pub out: W,
    /// How.
    pub format: Format,
    /// Which.
    pub which: Which,
    /// In how much colour, where there is any.
    pub depth: ColourDepth,
}

impl<W: Write> Printer<W> {
    /// Prints a session while it is played; of a game that goes otherwise than it was recorded all up to there.
    pub fn print(&mut self, session: Session, mut playback: Playback) -> Result<(), Stop> {
        let opening = playback.check_opening(&session);
        if opening.is_err() {
            playback.recording.marks.clear();
            playback.recording.rest.clear();
        }
        let (session, playback) = (session, &mut playback);
        match (self.format, self.which) {
            (Format::Cast, _) => self.print_cast(session, playback),
            (_, Which::Last) => self.print_last(session, playback),
            (_, Which::Every) => self.print_every(session, playback),
            (Format::Text, Which::Changes) => self.print_changes(session, playback),
            (Format::Json, Which::Changes) => self.print_changed_lines(session, playback),
            (_, Which::Changes) => self.print_film(session, playback),
        }?;
        Ok(opening?)
    }

    fn print_last(&mut self, mut session: Session, playback: &mut Playback) -> Result<(), Stop> {
        let end = playback.finish(&mut session);
        write!(self.out, "{}", self.shown(&session))?;
        Ok(end?)
    }

    fn print_every(&mut self, mut session: Session, playback: &mut Playback) -> Result<(), Stop> {
        write!(self.out, "{}", self.shown(&session))?;
        while let Some(key) = playback.next_key() {
            session.press_key(key);
            write!(self.out, "{}{}", self.gap(), self.shown(&session))?;
            playback.check(&session)?;
        }
        Ok(())
    }

    fn print_changed_lines(
        &mut self,
        mut session: Session,
        playback: &mut Playback,
    ) -> Result<(), Stop> {
        let mut before = Line::of(&session);
        write!(self.out, "{}", json(&before))?;
        while let Some(key) = playback.next_key() {
            session.press_key(key);
            let line = Line::of(&session);
            if line != before {
                write!(self.out, "{}", json(&line))?;
            }
            before = line;
            playback.check(&session)?;
        }
        Ok(())
    }

    fn print_changes(&mut self, mut session: Session, playback: &mut Playback) -> Result<(), Stop> {
        let mut before: Option<Frame> = None;
        let end = each_shot(&mut session, playback, |shot| {
            let change = Change {
                before: before.as_ref(),
                shot: &shot,
            };
            write!(self.out, "{change}")?;
            before = Some(shot.frame);
            Ok(())
        });
        writeln!(self.out)?;
        end
    }

    fn print_film(&mut self, mut session: Session, playback: &mut Playback) -> Result<(), Stop> {
        let mut before: Option<Frame> = None;
        each_shot(&mut session, playback, |shot| {
            if before.as_ref() != Some(&shot.frame) {
                write!(self.out, "{}{}", self.picture(&shot.frame), self.gap())?;
            }
            before = Some(shot.frame);
            Ok(())
        })
    }

    /// A journey is walked step by step.
    fn print_cast(&mut self, session: Session, playback: &mut Playback) -> Result<(), Stop> {
        let title = session.game().world().dungeon().title.clone();
        let mut cast = Asciicast::begin(&mut self.out, session.shown_size(), (&title, self.depth))?;
        let mut reel = Reel::of(session);
        let mut course = Ok(());
        while let Some(key) = playback.peek().filter(|_| course.is_ok()) {
            cast.show(&reel.frame(), reel.rest_before(key))?;
            playback.next_key();
            reel.press(key);
            while let Some(stands) = reel.stands() {
                cast.show(&reel.frame(), stands)?;
                reel.go_on();
            }
            course = playback.check(reel.session());
        }
        cast.show(&reel.frame(), REST)?;
        cast.end()?;
        Ok(course?)
    }

    /// What stands between two frames.
    fn gap(&self) -> &'static str {
        match self.format {
            Format::Json => "",
            _ => "\n",
        }
    }

    /// The session now, with a line end.
    fn shown(&self, session: &Session) -> String {
        match self.format {
            Format::Json => json(&Line::of(session)),
            _ => self.picture(&session.frame()),
        }
    }

    fn picture(&self, frame: &Frame) -> String {
        match self.format {
            Format::Styled => format!("{}\n", frame.with_styles()),
            Format::Ansi => frame.to_ansi(self.depth),
            Format::Svg => frame.to_svg(),
            Format::Text | Format::Json | Format::Cast => format!("{frame}\n"),
        }
    }
}

/// Plays the session, and hands over what is seen of it one frame after another, the first of them before any key.
fn each_shot(
    session: &mut Session,
    playback: &mut Playback,
    mut see: impl FnMut(Shot) -> io::Result<()>,
) -> Result<(), Stop> {
    session.shoot([]).shots.into_iter().try_for_each(&mut see)?;
    while let Some(key) = playback.next_key() {
        session.shots(key).into_iter().try_for_each(&mut see)?;
        playback.check(session)?;
    }
    Ok(())
}

/// The line as JSON with a line end; strings and numbers alone cannot fail to be written.
fn json(line: &Line) -> String {
    serde_json::to_string(line).map_or_else(|error| format!("{error}\n"), |json| json + "\n")
}
