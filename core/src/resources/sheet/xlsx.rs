//! Reads the first sheet of an XLSX (ECMA-376, part 1) as a stream: no part is ever in memory unpacked, and everything
//! stored is counted before it is copied. A file of some kilobytes can use one long text in a million cells.

use std::collections::BTreeSet;
use std::io::Cursor;

use chrono::{Days, NaiveDate};
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::read::ZipFile;

use super::refusal::{too_large, unreadable, wrong};
use super::rows::Rows;
use super::xml::{Budget, Xml};
use crate::kernel::error::Error;

/// The most octets that all parts read may unpack into.
const UNPACKED: u64 = 64 * 1024 * 1024;
/// The most parts of a file.
const PARTS: usize = 1000;
/// The signature of an entry in a zip's directory (APPNOTE 4.3.12).
const DIRECTORY_ENTRY: &[u8; 4] = b"PK\x01\x02";
/// The most octets of all shared texts, and the most shared texts.
const SHARED: usize = 8 * 1024 * 1024;
const SHARED_TEXTS: usize = 400_000;
/// The most cell formats, and number formats defined by the book (a spreadsheet program has 65,490 and a few hundred at
/// most).
const FORMATS: usize = 100_000;
const OWN_FORMATS: usize = 10_000;
/// The most octets of one text: spreadsheet programs allow 32,767 characters.
const TEXT: usize = 4 * 32_767;
/// Days between the two epochs of spreadsheet programs: 1899-12-30 and 1904-01-01.
const SINCE_1904: f64 = 1462.0;

/// Reads the first sheet's cells.
///
/// Errors: `Code::TooLarge` beyond a limit, `Code::Invalid` on `content` where the file cannot be read.
pub(super) fn read(octets: &[u8], rows: &mut Rows) -> Result<(), Error> {
    let mut file = File::open(octets)?;
    let book = file.book()?;
    let shared = match &book.shared {
        Some(part) => file.shared(part)?,
        None => Texts::default(),
    };
    let dates = match &book.styles {
        Some(part) => file.dates(part)?,
        None => Vec::new(),
    };
    let mut xml = file.part(&book.sheet)?.ok_or_else(|| wrong("文件为空", "the file is empty"))?;
    Sheet { shared, dates, base: book.base, row: 0, column: 0, text: String::new() }.read(&mut xml, rows)
}

/// The packed file.
struct File<'f> {
    zip: ZipArchive<Cursor<&'f [u8]>>,
    left: Budget,
}

/// A part of the packed file.
type Part<'p, 'f> = Xml<ZipFile<'p, Cursor<&'f [u8]>>>;

/// The paths of the parts of a book.
struct Book {
    sheet: String,
    shared: Option<String>,
    styles: Option<String>,
    /// The offset added to the number of a day.
    base: f64,
}

impl<'f> File<'f> {
    fn open(octets: &'f [u8]) -> Result<Self, Error> {
        // The zip library parses the whole directory, and an entry takes several times its octets in memory.
        let entries = octets.windows(DIRECTORY_ENTRY.len()).filter(|four| four == DIRECTORY_ENTRY);
        if entries.take(PARTS + 1).count() > PARTS {
            return Err(too_large());
        }
        let zip = ZipArchive::new(Cursor::new(octets)).map_err(unreadable)?;
        Ok(Self { zip, left: Budget::new(UNPACKED) })
    }

    /// The part of this name, if there is one. Spreadsheet programs ignore case.
    fn part(&mut self, name: &str) -> Result<Option<Part<'_, 'f>>, Error> {
        let plain = |octet: &u8| if *octet == b'\\' { b'/' } else { octet.to_ascii_lowercase() };
        let is = |one: &[u8]| one.iter().map(plain).eq(name.as_bytes().iter().map(plain));
        let found = self.zip.file_names_raw().position(is);
        let Some(at) = found else { return Ok(None) };
        let part = self.zip.by_index(at).map_err(unreadable)?;
        Ok(Some(Xml::new(part, self.left.clone())))
    }

    /// The target of the first matching relationship of a part (ECMA-376, part 2, section 6.5).
    fn related(&mut self, part: &str, wanted: impl Fn(&str, &str) -> bool) -> Result<Option<String>, Error> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let rels = if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
        let Some(mut xml) = self.part(&rels)? else { return Ok(None) };
        loop {
            match xml.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "Relationship" => {
                    let (id, kind) = (attribute(&tag, "Id")?, attribute(&tag, "Type")?);
                    if wanted(&id.unwrap_or_default(), &kind.unwrap_or_default()) {
                        let target = attribute(&tag, "Target")?.unwrap_or_default();
                        return Ok(Some(match target.strip_prefix('/') {
                            Some(whole) => whole.to_owned(),
                            None if folder.is_empty() => target,
                            None => format!("{folder}/{target}"),
                        }));
                    }
                }
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    fn book(&mut self) -> Result<Book, Error> {
        let main = self.related("", |_, kind| kind.ends_with("/officeDocument"))?;
        let main = main.unwrap_or_else(|| "xl/workbook.xml".to_owned());
        let (sheet, base) = self.first_sheet(&main)?;
        let empty = || wrong("文件为空", "the file is empty");
        let sheet = self.related(&main, |id, _| id == sheet)?.ok_or_else(empty)?;
        let shared = self.related(&main, |_, kind| kind.ends_with("/sharedStrings"))?;
        let styles = self.related(&main, |_, kind| kind.ends_with("/styles"))?;
        Ok(Book { sheet, shared, styles, base })
    }

    /// The relationship id of the first sheet, and the epoch of its dates.
    fn first_sheet(&mut self, main: &str) -> Result<(String, f64), Error> {
        let mut base = 0.0;
        let mut xml = self.part(main)?.ok_or_else(|| wrong("文件为空", "the file is empty"))?;
        loop {
            match xml.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "workbookPr" => {
                    let since_1904 = attribute(&tag, "date1904")?;
                    if since_1904.is_some_and(|yes| matches!(yes.as_str(), "1" | "true")) {
                        base = SINCE_1904;
                    }
                }
                Event::Start(tag) if tag.local_name().as_ref() == "sheet" => {
                    return Ok((attribute(&tag, "r:id")?.unwrap_or_default(), base));
                }
                Event::Eof => return Err(wrong("文件为空", "the file is empty")),
                _ => {}
            }
        }
    }

    fn shared(&mut self, part: &str) -> Result<Texts, Error> {
        let mut texts = Texts::default();
        let Some(mut xml) = self.part(part)? else { return Ok(texts) };
        let mut text = String::new();
        loop {
            match xml.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "si" => {
                    xml.texts("si", TEXT, &mut text)?;
                    texts.add(&text)?;
                }
                Event::Eof => return Ok(texts),
                _ => {}
            }
        }
    }

    /// For each cell format, whether it shows a date or a time.
    fn dates(&mut self, part: &str) -> Result<Vec<bool>, Error> {
        let mut own = BTreeSet::new();
        let mut dates = Vec::new();
        let Some(mut xml) = self.part(part)? else { return Ok(dates) };
        let mut within = false;
        loop {
            match xml.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "numFmt" => {
                    let id = number(&tag, "numFmtId")?;
                    if shows_a_date(&attribute(&tag, "formatCode")?.unwrap_or_default()) && own.insert(id) {
                        bounded(own.len(), OWN_FORMATS)?;
                    }
                }
                Event::Start(tag) if tag.local_name().as_ref() == "cellXfs" => within = true,
                Event::End(tag) if tag.local_name().as_ref() == "cellXfs" => within = false,
                Event::Start(tag) if within && tag.local_name().as_ref() == "xf" => {
                    let id = number(&tag, "numFmtId")?;
                    // ECMA-376, part 1, section 18.8.30, including the East Asian formats.
                    dates.push(own.contains(&id) || matches!(id, 14..=22 | 27..=36 | 45..=47 | 50..=58));
                    bounded(dates.len(), FORMATS)?;
                }
                Event::Eof => return Ok(dates),
                _ => {}
            }
        }
    }
}

fn bounded(there: usize, most: usize) -> Result<(), Error> {
    if there > most { Err(too_large()) } else { Ok(()) }
}

/// The shared texts, concatenated.
#[derive(Default)]
struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Texts {
    fn add(&mut self, text: &str) -> Result<(), Error> {
        bounded(self.all.len() + text.len(), SHARED)?;
        bounded(self.ends.len() + 1, SHARED_TEXTS)?;
        self.all.push_str(text);
        self.ends.push(u32::try_from(self.all.len()).map_err(unreadable)?);
        Ok(())
    }

    fn get(&self, at: usize) -> Option<&str> {
        let end = *self.ends.get(at)? as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.all.get(start..end)
    }
}

/// An attribute by its full name.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, Error> {
    let Some(found) = tag.try_get_attribute(name).map_err(unreadable)? else { return Ok(None) };
    let value = found.normalized_value(quick_xml::XmlVersion::Implicit1_0).map_err(unreadable)?;
    Ok(Some(value.into_owned()))
}

fn number(tag: &BytesStart<'_>, name: &str) -> Result<u32, Error> {
    Ok(attribute(tag, name)?.and_then(|text| text.parse().ok()).unwrap_or_default())
}

/// Whether a number format defined by the book shows a date or a time: its first section has one of their letters,
/// outside quotes, brackets and escapes.
fn shows_a_date(format: &str) -> bool {
    let (mut quoted, mut bracketed, mut escaped) = (false, false, false);
    for c in format.chars() {
        match c {
            _ if escaped => escaped = false,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '\\' | '_' | '*' => escaped = true,
            '[' => bracketed = true,
            ']' => bracketed = false,
            ';' => return false,
            'd' | 'm' | 'y' | 'h' | 's' | 'D' | 'M' | 'Y' | 'H' | 'S' if !bracketed => return true,
            _ => {}
        }
    }
    false
}

/// A sheet being read.
struct Sheet {
    shared: Texts,
    dates: Vec<bool>,
    base: f64,
    /// The row and column of the next cell without a reference.
    row: u32,
    column: u32,
    text: String,
}

/// The attributes of a cell.
struct About {
    kind: String,
    date: bool,
}

impl Sheet {
    fn read<R: std::io::Read>(mut self, xml: &mut Xml<R>, rows: &mut Rows) -> Result<(), Error> {
        loop {
            match xml.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "row" => {
                    let named = number(&tag, "r")?;
                    self.row = if named == 0 { self.row.saturating_add(1) } else { named };
                    self.column = 0;
                }
                Event::Start(tag) if tag.local_name().as_ref() == "c" => {
                    if let Some((column, row)) = attribute(&tag, "r")?.as_deref().and_then(place) {
                        (self.column, self.row) = (column, row);
                    } else {
                        self.column = self.column.saturating_add(1);
                    }
                    let format = usize::try_from(number(&tag, "s")?).unwrap_or(usize::MAX);
                    let about = About {
                        kind: attribute(&tag, "t")?.unwrap_or_default(),
                        date: self.dates.get(format).copied().unwrap_or_default(),
                    };
                    self.cell(&about, xml, rows)?;
                }
                Event::End(tag) if tag.local_name().as_ref() == "sheetData" => return Ok(()),
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn cell<R: std::io::Read>(&mut self, about: &About, xml: &mut Xml<R>, rows: &mut Rows) -> Result<(), Error> {
        self.text.clear();
        loop {
            match xml.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "v" => xml.text("v", TEXT, &mut self.text)?,
                Event::Start(tag) if tag.local_name().as_ref() == "is" => xml.texts("is", TEXT, &mut self.text)?,
                Event::End(tag) if tag.local_name().as_ref() == "c" => break,
                Event::Eof => return Err(wrong("文件不完整", "the file ends too early")),
                _ => {}
            }
        }
        let said = self.said(about)?;
        // A cell without a reference, in a row without a number, is in the first row.
        rows.put(self.row.max(1) as usize, self.column.saturating_sub(1) as usize, &said)
    }

    /// The text of a cell (ECMA-376, part 1, section 18.18.11).
    fn said(&self, about: &About) -> Result<std::borrow::Cow<'_, str>, Error> {
        let text = self.text.as_str();
        Ok(match about.kind.as_str() {
            "s" if text.is_empty() => "".into(),
            "s" => {
                let at = text.trim().parse().map_err(unreadable)?;
                let absent = || wrong("文件无法读取", "the file names a text that it does not have");
                self.shared.get(at).ok_or_else(absent)?.into()
            }
            "b" if text.trim() == "1" => "true".into(),
            "b" => "false".into(),
            "e" => "".into(),
            "" | "n" => match text.trim().parse::<f64>() {
                Ok(number) if about.date => day(number + self.base).into(),
                // A whole number is shown without a fraction, such as a phone number typed as a number.
                Ok(number) => number.to_string().into(),
                Err(_) => text.into(),
            },
            _ => text.into(),
        })
    }
}

/// Column and row of a reference such as `B7`, counted from 1.
fn place(text: &str) -> Option<(u32, u32)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = text.split_at_checked(letters).filter(|(l, _)| (1..=3).contains(&l.len()))?;
    let column = letters.bytes().fold(0, |sum, b| sum * 26 + u32::from(b.to_ascii_uppercase() - b'A') + 1);
    Some((column, digits.parse().ok().filter(|row| *row > 0)?))
}

/// The date of a day number, counted from 1899-12-30.
fn day(days: f64) -> String {
    let first = NaiveDate::from_ymd_opt(1899, 12, 30).unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of days; others saturate")]
    let later = first.checked_add_days(Days::new(days.floor().max(0.0) as u64));
    later.map(|day| day.format("%Y-%m-%d").to_string()).unwrap_or_default()
}
