//! Writes spreadsheets. No more than a few pages of rows are ever in memory: the CSV is streamed, the XLSX goes through
//! an unnamed temporary file, because its parts can be assembled only at the end.

use std::io::{self, Seek as _, Write};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use futures::stream::{self, BoxStream};
use futures::{Stream, StreamExt as _};
use rust_xlsxwriter::{Workbook, XlsxError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

use crate::files::{self, Files, NewFile, Purpose};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Permission, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;

/// A row.
pub type Cells = Vec<String>;
/// A page of rows on its way to the writer; an empty one marks the end.
type Page = Result<Vec<Cells>, Error>;

/// The most files written at once: each occupies a thread for as long as its client reads.
const AT_ONCE: usize = 4;
/// The most rows of a sheet, including its header (Excel's limit).
const SHEET_ROWS: u32 = 1_048_576;
/// Octets collected before they are sent on.
const CHUNK: usize = 64 * 1024;

/// Limits how many files are written at once, and keeps copies of them. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Exports {
    permits: Arc<Semaphore>,
    files: Files,
}

impl Exports {
    /// The files are kept in `files`.
    #[must_use]
    pub fn new(files: Files) -> Self {
        Self { permits: Arc::new(Semaphore::new(AT_ONCE)), files }
    }

    /// Where the files are kept.
    #[must_use]
    pub const fn files(&self) -> &Files {
        &self.files
    }

    /// Runs slow work on a file off the async threads, under the same limit.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let permit = permit.map_err(|_| Error::new(Code::Busy).retry_after(5))?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await.map_err(Error::internal)
    }
}

/// The name and columns of a file.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of the files in the zip, without extension.
    pub name: &'static str,
    /// The first row.
    pub header: Cells,
    /// The number of rows, for a progress display.
    pub total: i64,
    /// What one must be allowed to view in order to read the copy that is kept.
    pub permission: Permission,
    /// The tenant that all rows are of, if they are of one.
    pub tenant: Option<Id>,
}

/// Answers with a zip of both files, streamed as the pages of `rows` arrive. A page that fails aborts the response, so
/// that a partial file does not look complete. A copy is kept, by the one who asks.
///
/// Errors: [`Code::Busy`] when the limit of concurrent files is reached.
pub async fn respond(
    exports: &Exports,
    table: Table,
    asker: &ReadCtx,
    rows: BoxStream<'static, Page>,
) -> Result<Response, Error> {
    let permit = Arc::clone(&exports.permits).try_acquire_owned();
    let permit = permit.map_err(|_| Error::new(Code::Busy).retry_after(5))?;
    let (pages, incoming) = mpsc::channel(2);
    let (outgoing, octets) = mpsc::channel(4);
    let total = table.total;
    let file_name = format!("{}-{}.zip", table.name, stamp(asker.now()));
    let disposition = format!("attachment; filename=\"{file_name}\"");
    let copy = NewFile {
        file_name,
        purpose: Purpose::Export,
        media_type: "application/zip",
        software: None,
        tenant: table.tenant.clone(),
        permission: table.permission,
    };
    let keeping = exports.files.begin(asker, copy).await;
    tokio::spawn(hand_over(rows, pages));
    tokio::task::spawn_blocking(move || run(&table, incoming, &outgoing, permit));
    let parts = stream::unfold(octets, |mut octets| async { octets.recv().await.map(|part| (part, octets)) });
    let mut response = Response::new(Body::from_stream(files::copied(keeping, parts)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-total-count"), HeaderValue::from(total));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(Error::internal)?);
    Ok(response)
}

/// The rows of a file, page by page, each in a transaction of its own: a slow reader holds none open. `page` reads those
/// behind a place, the first ones behind none, and says where the next page begins; without a place there are no more.
pub fn walk<P, F>(asker: ReadCtx, page: impl Fn(ReadCtx, Option<P>) -> F + Send + 'static) -> BoxStream<'static, Page>
where
    P: Send + 'static,
    F: Future<Output = Result<(Vec<Cells>, Option<P>), Error>> + Send + 'static,
{
    let pages = stream::try_unfold((asker, Some(None::<P>)), move |(asker, place)| {
        let reading = place.map(|before| page(asker.new_read_transaction(), before));
        async move {
            let Some(reading) = reading else { return Ok(None) };
            let (rows, next) = reading.await?;
            Ok(Some((rows, (asker, next.map(Some)))))
        }
    });
    pages.boxed()
}

/// `yyyyMMddHHmmss`, in UTC.
pub(super) fn stamp(now: Time) -> String {
    now.to_string().chars().filter(char::is_ascii_digit).take(14).collect()
}

async fn hand_over(rows: impl Stream<Item = Page>, pages: mpsc::Sender<Page>) {
    let mut rows = std::pin::pin!(rows);
    while let Some(page) = rows.next().await {
        let failed = page.is_err();
        // An empty page would mark the end.
        if page.as_ref().is_ok_and(Vec::is_empty) {
            continue;
        }
        if pages.send(page).await.is_err() || failed {
            return;
        }
    }
    // A failure means that the receiver is gone.
    let _ = pages.send(Ok(Vec::new())).await;
}

fn run(
    table: &Table,
    mut incoming: mpsc::Receiver<Page>,
    outgoing: &mpsc::Sender<io::Result<Bytes>>,
    permit: OwnedSemaphorePermit,
) {
    let pipe = Pipe { to: outgoing.clone(), held: Vec::with_capacity(CHUNK) };
    if let Err(error) = write(table, &mut incoming, pipe) {
        tracing::warn!(%error, table = table.name, "an export broke off");
        // The reader is gone, or gets the error now.
        let _ = outgoing.blocking_send(Err(error));
    }
    drop(permit);
}

/// Sends octets to the response, in chunks.
struct Pipe {
    to: mpsc::Sender<io::Result<Bytes>>,
    held: Vec<u8>,
}

impl Write for Pipe {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(octets);
        if self.held.len() >= CHUNK {
            self.flush()?;
        }
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.held.is_empty() {
            return Ok(());
        }
        let full = std::mem::replace(&mut self.held, Vec::with_capacity(CHUNK));
        self.to.blocking_send(Ok(full.into())).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

fn write(table: &Table, incoming: &mut mpsc::Receiver<Page>, pipe: Pipe) -> io::Result<()> {
    let mut zip = ZipWriter::new_stream(pipe);
    let deflated = SimpleFileOptions::default();
    zip.start_file(format!("{}.csv", table.name), deflated)?;
    // Excel recognises UTF-8 by this mark.
    zip.write_all("\u{feff}".as_bytes())?;
    let mut book = Book::new(&table.header).map_err(io::Error::other)?;
    let mut lines = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(zip);
    lines.write_record(table.header.iter().map(|cell| harmless(cell)))?;
    loop {
        let gone = || io::Error::other("the rows ended before their end");
        let page = incoming.blocking_recv().ok_or_else(gone)?.map_err(io::Error::other)?;
        if page.is_empty() {
            break;
        }
        for cells in &page {
            let cells: Cells = cells.iter().map(|cell| harmless(cell)).collect();
            lines.write_record(&cells)?;
            book.add(&cells).map_err(io::Error::other)?;
        }
    }
    let mut zip: ZipWriter<StreamWriter<Pipe>> =
        lines.into_inner().map_err(|broken| io::Error::new(broken.error().kind(), broken.error().to_string()))?;
    zip.start_file(format!("{}.xlsx", table.name), deflated.compression_method(zip::CompressionMethod::Stored))?;
    io::copy(&mut book.finish().map_err(io::Error::other)?, &mut zip)?;
    let mut pipe = zip.finish()?.into_inner();
    pipe.flush()
}

/// The text of a cell that no spreadsheet program takes for a formula (OWASP, CSV injection): an apostrophe precedes a
/// text that begins like one.
pub(super) fn harmless(cell: &str) -> String {
    if is_formula(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// Whether a spreadsheet program would take a text for a formula.
pub(super) fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// An XLSX with its rows in temporary files.
struct Book {
    inner: Workbook,
    header: Cells,
    sheet: usize,
    row: u32,
}

impl Book {
    fn new(header: &Cells) -> Result<Self, XlsxError> {
        let header = header.iter().map(|cell| harmless(cell)).collect();
        let mut book = Self { inner: Workbook::new(), header, sheet: 0, row: 0 };
        book.begin()?;
        Ok(book)
    }

    fn begin(&mut self) -> Result<(), XlsxError> {
        self.inner.add_worksheet_with_constant_memory()?;
        self.row = 0;
        let header = self.header.clone();
        self.put(&header)
    }

    fn put(&mut self, cells: &Cells) -> Result<(), XlsxError> {
        let sheet = self.inner.worksheet_from_index(self.sheet)?;
        for (column, cell) in (0_u16..).zip(cells) {
            sheet.write_string(self.row, column, cell)?;
        }
        self.row += 1;
        Ok(())
    }

    fn add(&mut self, cells: &Cells) -> Result<(), XlsxError> {
        if self.row == SHEET_ROWS {
            self.sheet += 1;
            self.begin()?;
        }
        self.put(cells)
    }

    fn finish(mut self) -> Result<std::fs::File, XlsxError> {
        let mut file = tempfile::tempfile()?;
        self.inner.save_to_writer(&mut file)?;
        file.rewind()?;
        Ok(file)
    }
}
