//! A film as a file that asciinema plays (asciicast, version 2): a header, then an event a line, written with the very
//! bytes that a terminal would be sent. It holds no clock: whoever writes says how long each frame stands.
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use termion::{cursor, style};

use super::screen_writer::ScreenWriter;
use crate::space::geometry::Size;
use crate::view::ansi::ColourDepth;
use crate::view::frame::Frame;

/// The first line.
#[derive(Serialize)]
struct CastHeader<'a> {
    version: u8,
    width: i32,
    height: i32,
    title: &'a str,
}

/// A file that is being written.
pub struct Asciicast<W: Write> {
    out: W,
    screen: ScreenWriter<Vec<u8>>,
    size: Size,
    time: Duration,
}

impl<W: Write> Asciicast<W> {
    /// Writes the header of a film with a title that begins on a screen of this size, in so much colour.
    pub fn begin(
        mut out: W,
        size: Size,
        (title, depth): (&str, ColourDepth),
    ) -> io::Result<Asciicast<W>> {
        let header = CastHeader {
            version: 2,
            width: size.width,
            height: size.height,
            title,
        };
        writeln!(out, "{}", json(&header)?)?;
        let cursor_goes = cursor::Hide.to_string().into_bytes();
        Ok(Asciicast {
            out,
            screen: ScreenWriter::new(cursor_goes, depth, size),
            size,
            time: Duration::ZERO,
        })
    }

    /// Writes what makes the frame before into this one, which then stands for so long. A frame of another size is that of
    /// another screen.
    pub fn show(&mut self, frame: &Frame, stands: Duration) -> io::Result<()> {
        if frame.size() != self.size {
            self.size = frame.size();
            self.screen.resize(self.size);
            self.event("r", &self.size.to_string())?;
        }
        self.screen.draw(frame)?;
        let bytes = std::mem::take(self.screen.out());
        if !bytes.is_empty() {
            self.event("o", &String::from_utf8_lossy(&bytes))?;
        }
        self.time += stands;
        Ok(())
    }

    /// Lets the last frame stand for its time, and gives back to the terminal of whoever plays the file what was taken
    /// from it.
    pub fn end(mut self) -> io::Result<()> {
        let below = cursor::Goto(1, self.size.height as u16);
        let given_back = format!("{}{below}{}", style::Reset, cursor::Show);
        self.event("o", &given_back)?;
        self.out.flush()
    }

    /// Seconds are written in whole milliseconds, so that they are the same everywhere.
    fn event(&mut self, code: &str, data: &str) -> io::Result<()> {
        let (seconds, milliseconds) = (self.time.as_secs(), self.time.subsec_millis());
        let data = json(&data)?;
        writeln!(
            self.out,
            "[{seconds}.{milliseconds:03}, \"{code}\", {data}]"
        )
    }
}

fn json(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)?)
}
