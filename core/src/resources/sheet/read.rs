//! Reads a CSV in UTF-8, or the first sheet of an XLSX. Every upload is bounded before it is copied: a small file can
//! unpack into a large one, refer to one text a million times, and put one cell far away.

use super::refusal::{too_large, unreadable, wrong};
use super::rows::{COLUMNS, FIELDS, Line, Rows};
use super::xlsx;
use crate::kernel::error::Error;

/// The non-empty rows of a file, the header first. Slow: not for the async threads.
///
/// Errors: [`Code::Invalid`] on `content`; [`Code::TooLarge`] beyond the limits of a file.
pub fn read(octets: &[u8]) -> Result<Vec<Line>, Error> {
    let mut rows = Rows::default();
    if octets.starts_with(b"PK") {
        xlsx::read(octets, &mut rows)?;
    } else {
        csv(octets, &mut rows)?;
    }
    if rows.lines.is_empty() {
        return Err(wrong("文件为空", "the file is empty"));
    }
    Ok(rows.lines)
}

fn csv(octets: &[u8], rows: &mut Rows) -> Result<(), Error> {
    let text = std::str::from_utf8(octets).map_err(unreadable)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // The CSV parser takes eight octets for each field, and a file needs only a comma for one.
    if text.bytes().filter(|octet| *octet == b',').take(FIELDS + 1).count() > FIELDS {
        return Err(too_large());
    }
    let mut records = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut row = 0;
    while records.read_record(&mut record).map_err(unreadable)? {
        row += 1;
        for (column, cell) in record.iter().enumerate().take(COLUMNS) {
            rows.put(row, column, cell)?;
        }
    }
    Ok(())
}
