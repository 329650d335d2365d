//! Reads XML from a packed file, one event at a time. The size of an event, the depth of elements and the total
//! unpacked size are limited; entities defined by a document are not supported, so nothing expands.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::refusal::{too_large, unreadable};
use crate::kernel::error::Error;

/// The most octets of one event: a tag with its attributes, or a text.
const EVENT: usize = 256 * 1024;
/// The greatest depth of elements. Spreadsheet programs need a dozen.
const DEPTH: usize = 32;

/// The octets that may still be unpacked, over all parts of a file.
#[derive(Clone)]
pub(super) struct Budget(Rc<Cell<u64>>);

impl Budget {
    pub fn new(octets: u64) -> Self {
        Self(Rc::new(Cell::new(octets)))
    }
}

/// Counts the octets read, and stops at the limit.
struct Metered<R> {
    inner: BufReader<R>,
    left: Budget,
    event: Rc<Cell<usize>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let octets = self.fill_buf()?;
        let taken = octets.len().min(into.len());
        into[..taken].copy_from_slice(&octets[..taken]);
        self.consume(taken);
        Ok(taken)
    }
}

impl<R: Read> BufRead for Metered<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left.0.get() == 0 || self.event.get() > EVENT {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, octets: usize) {
        self.event.set(self.event.get().saturating_add(octets));
        self.left.0.set(self.left.0.get().saturating_sub(octets as u64));
        self.inner.consume(octets);
    }
}

/// A part of a file.
pub(super) struct Xml<R: Read> {
    reader: Reader<Metered<R>>,
    held: Vec<u8>,
    event: Rc<Cell<usize>>,
    depth: usize,
}

fn failed(error: quick_xml::Error) -> Error {
    match &error {
        quick_xml::Error::Io(io) if io.kind() == io::ErrorKind::FileTooLarge => too_large(),
        _ => unreadable(error),
    }
}

impl<R: Read> Xml<R> {
    pub fn new(part: R, left: Budget) -> Self {
        let event = Rc::new(Cell::new(0));
        let inner = BufReader::new(part);
        let mut reader = Reader::from_reader(Metered { inner, left, event: Rc::clone(&event) });
        reader.config_mut().expand_empty_elements = true;
        Self { reader, held: Vec::new(), event, depth: 0 }
    }

    /// The next event.
    pub fn next(&mut self) -> Result<Event<'_>, Error> {
        self.held.clear();
        self.event.set(0);
        let event = self.reader.read_event_into(&mut self.held).map_err(failed)?;
        match &event {
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.depth > DEPTH { Err(too_large()) } else { Ok(event) }
    }

    /// Reads the text of an open element to its end.
    pub fn text(&mut self, element: &str, most: usize, into: &mut String) -> Result<(), Error> {
        into.clear();
        loop {
            match self.next()? {
                Event::End(tag) if tag.local_name().as_ref() == element => return Ok(()),
                Event::Eof => return Ok(()),
                other => add(&other, most, into)?,
            }
        }
    }

    /// Reads the text of all `t` in an open element, with or without formats; its phonetic text (`rPh`) is left out
    /// (ECMA-376, part 1, section 18.4.8).
    pub fn texts(&mut self, element: &str, most: usize, into: &mut String) -> Result<(), Error> {
        into.clear();
        let (mut within, mut aside) = (false, false);
        loop {
            match self.next()? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "t" => within = true,
                    "rPh" => aside = true,
                    _ => {}
                },
                Event::End(tag) => match tag.local_name().as_ref() {
                    "t" => within = false,
                    "rPh" => aside = false,
                    name if name == element => return Ok(()),
                    _ => {}
                },
                Event::Eof => return Ok(()),
                other if within && !aside => add(&other, most, into)?,
                _ => {}
            }
        }
    }
}

/// Appends the text of an event, if it has any.
fn add(event: &Event<'_>, most: usize, into: &mut String) -> Result<(), Error> {
    match event {
        Event::Text(text) => into.push_str(&text.xml10_content()),
        Event::CData(text) => into.push_str(&text.xml10_content()),
        Event::GeneralRef(named) => match named.resolve_char_ref().map_err(failed)? {
            Some(c) => into.push(c),
            None => match &**named {
                "amp" => into.push('&'),
                "lt" => into.push('<'),
                "gt" => into.push('>'),
                "quot" => into.push('"'),
                "apos" => into.push('\''),
                _ => {}
            },
        },
        _ => {}
    }
    if into.len() > most { Err(too_large()) } else { Ok(()) }
}
