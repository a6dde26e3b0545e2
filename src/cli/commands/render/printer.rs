//! Prints the frames of a session for `dungeon render`.
use std::io::{self, Write};

use clap::ValueEnum;

use crate::cli::output::progress::ProgressLine;
use crate::terminal::Asciicast;
use dungeon_format::json::to_json;
use dungeon_play::replay::film::FrameChange;
use dungeon_play::replay::moments::{Moment, MomentDetail, Moments};
use dungeon_play::replay::playback::{Drift, Playback};
use dungeon_play::session::session::Session;
use dungeon_play::session::state_json::StateLine;
use dungeon_play::view::animated_svg::AnimatedSvg;
use dungeon_play::view::ansi::ColourDepth;
use dungeon_play::view::film_page::FilmPage;
use dungeon_play::view::frame::Frame;

/// The output formats of frames.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FrameFormat {
    /// Rows between bars, after a header
    Text,
    /// Text plus a layer of letters for the styles
    Styled,
    /// ANSI colors for a terminal
    Ansi,
    /// A picture; animated with --every or --changes
    Svg,
    /// The state for programs, one object per line
    Json,
    /// The whole game with timing, as a file for asciinema
    Cast,
    /// The whole game with timing, as a self-contained web page
    Html,
    /// Only the keys, as a file for --keys-from
    Keys,
}

/// Which frames to print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FrameChoice {
    /// The frame after the last key.
    Last,
    /// The frame before the first key, and the frame after each key.
    Every,
    /// Every frame, including animations, but only what changes from frame to frame.
    Changes,
}

/// Why a session was not printed to its end.
pub enum PrintError {
    /// The output could not be written.
    Unwritten(io::Error),
    /// The game differs from its recording.
    Drift(Drift),
}

impl From<io::Error> for PrintError {
    fn from(error: io::Error) -> PrintError {
        PrintError::Unwritten(error)
    }
}

impl From<Drift> for PrintError {
    fn from(drift: Drift) -> PrintError {
        PrintError::Drift(drift)
    }
}

/// Prints the frames of a session in one of the formats.
pub struct Printer<W: Write> {
    /// The writer that receives the frames.
    pub out: W,
    pub format: FrameFormat,
    /// Which frames to print.
    pub which: FrameChoice,
    /// The color depth, for formats with colors.
    pub depth: ColourDepth,
}

impl<W: Write> Printer<W> {
    /// Plays the keys in a session, and prints its frames. If the game drifts from its recording, prints everything up
    /// to that turn.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written or the game drifts.
    pub fn print(&mut self, session: Session, mut playback: Playback) -> Result<(), PrintError> {
        let opening = playback.check_opening(&session);
        if opening.is_err() {
            playback.recording.moves.clear();
            playback.recording.rest.clear();
        }
        let is_film = matches!(self.format, FrameFormat::Cast | FrameFormat::Html);
        if self.which == FrameChoice::Last && !is_film {
            self.print_last(session, &mut playback)?;
            return Ok(opening?);
        }
        let detail = match (self.format, self.which) {
            _ if is_film => MomentDetail::Steps,
            (FrameFormat::Svg, FrameChoice::Changes) => MomentDetail::Steps,
            (FrameFormat::Json, _) | (_, FrameChoice::Every) => MomentDetail::Rest,
            _ => MomentDetail::Animations,
        };
        let mut moments = Moments::new(session, &mut playback, detail);
        match (self.format, self.which) {
            (FrameFormat::Cast, _) => self.print_cast(&mut moments),
            (FrameFormat::Html, _) => self.print_page(&mut moments),
            (FrameFormat::Svg, _) => self.print_picture(&mut moments),
            (FrameFormat::Json, _) => self.print_lines(&mut moments),
            (_, FrameChoice::Every) => self.print_every(&mut moments),
            (FrameFormat::Text, _) => self.print_rows(&mut moments),
            _ => self.print_film(&mut moments),
        }?;
        moments.finish()?;
        Ok(opening?)
    }

    fn print_last(
        &mut self,
        mut session: Session,
        playback: &mut Playback,
    ) -> Result<(), PrintError> {
        let mut progress = ProgressLine::new("Playing the keys", playback.length());
        let end = playback.finish_watched(&mut session, |done| progress.tell(done));
        drop(progress);
        let shown = match self.format {
            FrameFormat::Json => json(&StateLine::new(&session)),
            _ => self.picture(&session.frame()),
        };
        write!(self.out, "{shown}")?;
        Ok(end?)
    }

    /// Prints the screen before the first key and after each key, with empty lines between them.
    fn print_every(&mut self, moments: &mut Moments<'_, Session>) -> io::Result<()> {
        for moment in moments {
            let gap = if moment.key.is_some() { "\n" } else { "" };
            write!(self.out, "{gap}{}", self.picture(&moment.frame))?;
        }
        Ok(())
    }

    /// Prints the state before the first key and after each key, one line each. With `--changes`, omits a line that
    /// equals the previous one.
    fn print_lines(&mut self, moments: &mut Moments<'_, Session>) -> io::Result<()> {
        let mut before = None;
        while let Some(moment) = moments.next() {
            let line = Some(StateLine::with_frame(moments.session(), &moment.frame));
            if self.which == FrameChoice::Every || line != before {
                line.iter()
                    .try_for_each(|line| write!(self.out, "{}", json(line)))?;
            }
            before = line;
        }
        Ok(())
    }

    /// Prints the rows that change from one frame to the next.
    fn print_rows(&mut self, moments: &mut Moments<'_, Session>) -> io::Result<()> {
        let mut before: Option<Frame> = None;
        for moment in moments {
            let change = FrameChange {
                before: before.as_ref(),
                moment: &moment,
            };
            write!(self.out, "{change}")?;
            before = Some(moment.frame);
        }
        writeln!(self.out)
    }

    /// Prints whole frames, without repeated ones.
    fn print_film(&mut self, moments: &mut Moments<'_, Session>) -> io::Result<()> {
        let mut before: Option<Frame> = None;
        for Moment { frame, .. } in moments {
            if before.as_ref() != Some(&frame) {
                writeln!(self.out, "{}", self.picture(&frame))?;
            }
            before = Some(frame);
        }
        Ok(())
    }

    /// Prints an asciicast, which shows a journey step by step.
    fn print_cast(&mut self, moments: &mut Moments<'_, Session>) -> io::Result<()> {
        let title = moments.session().game().world().dungeon().title.clone();
        let size = moments.session().shown_size();
        let mut cast = Asciicast::begin(&mut self.out, size, &title, self.depth)?;
        for Moment { frame, stands, .. } in moments {
            cast.show(&frame, stands)?;
        }
        cast.end()
    }

    /// Prints a web page, which shows a journey step by step.
    fn print_page(&mut self, moments: &mut Moments<'_, Session>) -> io::Result<()> {
        let title = moments.session().game().world().dungeon().title.clone();
        let mut page = FilmPage::default();
        for Moment { frame, stands, .. } in moments {
            page.show(&frame, stands);
        }
        write!(self.out, "{}", page.to_html(&title))
    }

    /// Prints one animated SVG.
    fn print_picture(&mut self, moments: &mut Moments<'_, Session>) -> io::Result<()> {
        let mut picture = AnimatedSvg::default();
        for Moment { frame, stands, .. } in moments {
            picture.show(&frame, stands);
        }
        write!(self.out, "{}", picture.to_svg())
    }

    fn picture(&self, frame: &Frame) -> String {
        match self.format {
            FrameFormat::Styled => format!("{}\n", frame.with_styles()),
            FrameFormat::Ansi => frame.to_ansi(self.depth),
            FrameFormat::Svg => frame.to_svg(),
            _ => format!("{frame}\n"),
        }
    }
}

/// Returns the state as a line of JSON. Serializing never fails, because a line has only strings and numbers.
fn json(line: &StateLine) -> String {
    to_json(line).map_or_else(|error| format!("{error}\n"), |json| json + "\n")
}
