//! The output of commands: answers on standard output, and the log on standard error. Neither stops a server: a full
//! disk, or a pipe whose reader has gone or does not read, costs lines of the log, and no request.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

use super::command::Done;

/// The most log lines that wait for a slow reader.
const WAITING: usize = 8192;
/// How long writing the last lines may take.
const LAST_LINES: Duration = Duration::from_secs(2);

/// A message to the writing thread.
enum Piece {
    Line(Vec<u8>),
    /// Confirms that everything before it was written or given up.
    Flush(SyncSender<()>),
}

/// The writer of the log: sends lines to a thread of its own, which alone waits for the reader. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct LogWriter {
    pieces: SyncSender<Piece>,
    lost: Arc<AtomicU64>,
}

/// Writes the last lines when it is dropped.
#[derive(Debug)]
pub(super) struct LastLines(LogWriter);

impl LogWriter {
    /// Starts the thread that writes to `out`.
    ///
    /// Errors: the system gives no thread.
    pub fn open(out: impl Write + Send + 'static) -> io::Result<(Self, LastLines)> {
        let (pieces, incoming) = sync_channel(WAITING);
        let writer = Self { pieces, lost: Arc::default() };
        let lost = Arc::clone(&writer.lost);
        std::thread::Builder::new().name("log".into()).spawn(move || write_all(&incoming, out, &lost))?;
        Ok((writer.clone(), LastLines(writer)))
    }
}

fn write_all(incoming: &Receiver<Piece>, mut out: impl Write, lost: &AtomicU64) {
    while let Ok(piece) = incoming.recv() {
        match piece {
            Piece::Line(line) => {
                let before = lost.swap(0, Ordering::Relaxed);
                let told = if before == 0 { Ok(()) } else { writeln!(out, "{before} lines of the log were lost") };
                if told.and_then(|()| out.write_all(&line)).and_then(|()| out.flush()).is_err() {
                    lost.fetch_add(before + 1, Ordering::Relaxed);
                }
            }
            // This fails if the flush is no longer waited for.
            Piece::Flush(done) => drop(done.send(())),
        }
    }
}

impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) =
            self.pieces.try_send(Piece::Line(line.to_vec()))
        {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for LogWriter {
    type Writer = Self;

    fn make_writer(&'w self) -> Self {
        self.clone()
    }
}

impl Drop for LastLines {
    fn drop(&mut self) {
        let (done, written) = sync_channel(1);
        if self.0.pieces.try_send(Piece::Flush(done)).is_ok() {
            let _ = written.recv_timeout(LAST_LINES);
        }
    }
}

/// Prints an answer for programs. A reader that closes early (`| head`) is no error.
pub(super) fn print(answer: &impl serde::Serialize) -> Done {
    print_line(&serde_json::to_string_pretty(answer)?)
}

/// As `print`, for an answer that is text already.
pub(super) fn print_line(answer: &str) -> Done {
    let mut out = io::stdout();
    match writeln!(out, "{answer}").and_then(|()| out.flush()) {
        Err(gone) if gone.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// Prints a message for people; a server serves whether it can be printed or not.
pub(super) fn say(what: fmt::Arguments<'_>) {
    let mut out = io::stdout();
    if let Err(error) = writeln!(out, "{what}").and_then(|()| out.flush()) {
        tracing::warn!(%error, "standard output cannot be written");
    }
}

/// Prints why a command failed.
pub(super) fn complain(why: &dyn fmt::Display) {
    let _ = writeln!(io::stderr(), "cardea: {why}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A file on a disk that is full until it is told otherwise.
    #[derive(Clone, Default)]
    struct Disk {
        taken: Arc<Mutex<Vec<u8>>>,
        full: Arc<Mutex<bool>>,
    }

    impl Write for Disk {
        fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
            if *self.full.lock().unwrap() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.taken.lock().unwrap().extend_from_slice(octets);
            Ok(octets.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn wait(writer: &LogWriter) {
        let (done, written) = sync_channel(1);
        writer.pieces.send(Piece::Flush(done)).unwrap();
        written.recv().unwrap();
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted_and_end_nothing() {
        let disk = Disk::default();
        let (mut writer, last) = LogWriter::open(disk.clone()).unwrap();
        writer.write_all(b"one\n").unwrap();
        wait(&writer);
        *disk.full.lock().unwrap() = true;
        for _ in 0..3 {
            writer.write_all(b"lost\n").unwrap();
        }
        wait(&writer);
        *disk.full.lock().unwrap() = false;
        writer.write_all(b"two\n").unwrap();
        drop(last);
        let taken = String::from_utf8(disk.taken.lock().unwrap().clone()).unwrap();
        assert_eq!(taken, "one\n3 lines of the log were lost\ntwo\n");
    }

    #[test]
    fn a_reader_who_does_not_read_keeps_nobody_waiting() {
        struct Stuck(Receiver<()>);
        impl Write for Stuck {
            fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
                // Until the test is over.
                let _ = self.0.recv();
                Ok(octets.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (over, waits) = sync_channel::<()>(0);
        let (mut writer, last) = LogWriter::open(Stuck(waits)).unwrap();
        for _ in 0..WAITING + 100 {
            writer.write_all(b"line\n").unwrap();
        }
        assert!(writer.lost.load(Ordering::Relaxed) >= 98);
        drop(over);
        drop(last);
    }
}
