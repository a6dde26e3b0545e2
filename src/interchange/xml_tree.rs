//! XML files of other programs: their elements as a tree, with the place of each element for errors.
use std::str::FromStr;

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::fault::{FaultText, ImportFault};
use super::text_rows::lines;
use dungeon_format::characters::{quoted, quoted_or_nothing};
use dungeon_format::source::Source;
use dungeon_model::space::narrow::{count, size};

/// The maximum depth of nested elements.
const DEEPEST: usize = 40;

/// The maximum number of attributes of an element. The check for duplicates compares each attribute with all others.
const MOST_ATTRIBUTES: usize = 64;

/// The maximum number of elements of a file, which bounds the memory of the tree.
const MOST_ELEMENTS: usize = 1 << 21;

/// An element with everything inside it.
#[derive(Debug, Default)]
pub struct XmlElement {
    pub name: String,
    attributes: Vec<(String, String)>,
    pub children: Vec<XmlElement>,
    /// All text directly inside of the element.
    pub text: String,
    /// The byte at which the element begins.
    start: usize,
    /// The byte at which the content of the element begins.
    inside: usize,
}

impl XmlElement {
    /// Returns the value of an attribute.
    pub fn attribute(&self, key: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the children with a name.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &XmlElement> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// Something that can be made from an element.
pub trait FromXml: Sized {
    /// The name of the element.
    const NAME: &'static str;

    /// Makes the value, and reports wrong attributes.
    fn from_xml(element: &XmlElement, reading: &mut XmlReading<'_>) -> Self;
}

/// Reads a whole file. Elements with names that are not in `known` are skipped with everything inside them.
///
/// # Errors
/// Returns the first error of the XML, or all wrong attributes.
pub fn read_xml<T: FromXml>(source: &Source, known: &[&str]) -> Result<T, Vec<ImportFault>> {
    lines(source)?;
    let root = tree(source, known)?;
    let mut reading = XmlReading {
        source,
        faults: Vec::new(),
    };
    if root.name != T::NAME {
        let (wanted, found) = (T::NAME, quoted(&root.name));
        reading.fault(
            root.start,
            format!("expected the element `{wanted}`, found {found}"),
        );
        return Err(reading.faults);
    }
    let read = T::from_xml(&root, &mut reading);
    if reading.faults.is_empty() {
        Ok(read)
    } else {
        Err(reading.faults)
    }
}

/// Attributes while they are read, with the errors found so far.
pub struct XmlReading<'a> {
    source: &'a Source,
    faults: Vec<ImportFault>,
}

impl XmlReading<'_> {
    fn fault(&mut self, byte: usize, why: String) {
        if self.faults.len() < 20 {
            let place = self.source.line_column(count(byte));
            let fault = ImportFault::at(&self.source.name, place, why);
            self.faults.push(fault);
        }
    }

    /// Returns the line and column of an element, from 1.
    pub fn place(&self, element: &XmlElement) -> (usize, usize) {
        self.source.line_column(count(element.start))
    }

    /// Returns the line and column of the content of an element, from 1.
    pub fn place_inside(&self, element: &XmlElement) -> (usize, usize) {
        self.source.line_column(count(element.inside))
    }

    /// Returns an attribute as a number; `None` if the attribute is missing. Reports a value that is not a number.
    pub fn number<T: FromStr>(&mut self, element: &XmlElement, key: &str) -> Option<T> {
        let said = element.attribute(key)?;
        let number = said.trim().parse().ok();
        if number.is_none() {
            let found = quoted_or_nothing(said);
            self.fault(
                element.start,
                format!("expected a number as `{key}`, found {found}"),
            );
        }
        number
    }

    /// Returns an attribute as a number. Reports a missing attribute, and a value that is not a number.
    pub fn wanted<T: FromStr + Default>(&mut self, element: &XmlElement, key: &str) -> T {
        if element.attribute(key).is_none() {
            self.fault(
                element.start,
                format!("expected a number as `{key}`, found nothing"),
            );
        }
        self.number(element, key).unwrap_or_default()
    }

    /// Returns an attribute that is 0 or 1 as a boolean; `None` if the attribute is missing.
    pub fn flag(&mut self, element: &XmlElement, key: &str) -> Option<bool> {
        match element.attribute(key)? {
            "1" | "true" => Some(true),
            "0" | "false" => Some(false),
            said => {
                let found = quoted_or_nothing(said);
                self.fault(
                    element.start,
                    format!("expected 0 or 1 as `{key}`, found {found}"),
                );
                None
            }
        }
    }

    /// Returns pairs of numbers such as `0,0 16,8`. Reports a text that is not such a list.
    pub fn points(&mut self, element: &XmlElement, key: &str) -> Vec<(f64, f64)> {
        let said = element.attribute(key).unwrap_or_default();
        let point = |pair: &str| {
            let (x, y) = pair.split_once(',')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        };
        let points: Option<Vec<(f64, f64)>> = said.split_whitespace().map(point).collect();
        if points.is_none() {
            let found = quoted(said);
            self.fault(
                element.start,
                format!("expected points such as `0,0 16,8`, found {found}"),
            );
        }
        points.unwrap_or_default()
    }
}

/// Returns the root element of a file.
fn tree(source: &Source, known: &[&str]) -> Result<XmlElement, Vec<ImportFault>> {
    let mut reader = Reader::from_str(&source.text);
    let fault = |byte: usize, why: FaultText| {
        let place = source.line_column(count(byte));
        vec![ImportFault::at(&source.name, place, why)]
    };
    // The first of the open elements holds the root.
    let mut open = vec![XmlElement::default()];
    let mut elements = 0_usize;
    loop {
        let start = size(reader.buffer_position());
        let event = reader.read_event().map_err(|why| {
            let byte = size(reader.error_position());
            fault(byte, format!("expected XML: {why}"))
        })?;
        let inside = size(reader.buffer_position());
        let (depth, last) = (open.len(), open.last_mut());
        let Some(last) = last else { continue };
        match &event {
            Event::Eof if depth > 1 => {
                let why = "expected the end of an element, found the end of the file";
                return Err(fault(start, why.to_owned()));
            }
            Event::Eof => {
                let root = open.pop().and_then(|mut file| file.children.pop());
                let why = || fault(0, "expected an XML element, found none".to_owned());
                return root.ok_or_else(why);
            }
            Event::DocType(said) if said.contains("<!ENTITY") => {
                let why = "expected a DOCTYPE without entities, found `<!ENTITY`";
                return Err(fault(start, why.to_owned()));
            }
            Event::Text(said) => last.text += &said.xml10_content(),
            Event::CData(said) => last.text += said,
            Event::GeneralRef(name) => {
                let letter = name.resolve_char_ref().ok().flatten();
                match (letter, resolve_predefined_entity(name)) {
                    (Some(letter), _) => last.text.push(letter),
                    (None, Some(said)) => last.text += said,
                    (None, None) => {
                        let found = quoted(name);
                        return Err(fault(
                            start,
                            format!("expected a known entity, found {found}"),
                        ));
                    }
                }
            }
            Event::End(_) => {
                let closed = open.pop();
                if let (Some(closed), Some(parent)) = (closed, open.last_mut()) {
                    parent.children.push(closed);
                }
            }
            Event::Start(tag) | Event::Empty(tag) => {
                let is_empty = matches!(event, Event::Empty(_));
                if !known.contains(&tag.name().as_ref()) && depth > 1 {
                    if !is_empty {
                        let skipped = reader.read_to_end(tag.name());
                        skipped.map_err(|why| fault(start, format!("expected XML: {why}")))?;
                    }
                    continue;
                }
                elements += 1;
                if elements > MOST_ELEMENTS {
                    let why = format!("expected at most {MOST_ELEMENTS} elements, found more");
                    return Err(fault(start, why));
                }
                let element = XmlElement {
                    name: tag.name().as_ref().to_owned(),
                    attributes: attributes(tag).map_err(|why| fault(start, why))?,
                    start,
                    inside,
                    ..XmlElement::default()
                };
                if is_empty {
                    last.children.push(element);
                    continue;
                }
                open.push(element);
                if depth > DEEPEST {
                    let why = format!(
                        "expected elements nested at most {DEEPEST} deep, found deeper ones"
                    );
                    return Err(fault(start, why));
                }
            }
            _ => {}
        }
    }
}

/// Returns the attributes of an element with their values.
fn attributes(tag: &BytesStart<'_>) -> Result<Vec<(String, String)>, FaultText> {
    let mut unchecked = tag.attributes();
    if unchecked.with_checks(false).nth(MOST_ATTRIBUTES).is_some() {
        return Err(format!(
            "expected at most {MOST_ATTRIBUTES} attributes, found more"
        ));
    }
    let read = tag.attributes().map(|attribute| {
        let attribute = attribute.map_err(|why| format!("cannot read the attributes: {why}"))?;
        let value = attribute.normalized_value(XmlVersion::Explicit1_0);
        let value = value.map_err(|why| format!("cannot read the value: {why}"))?;
        Ok((attribute.key.as_ref().to_owned(), value.into_owned()))
    });
    read.collect()
}
