//! The fields of a line of the log, as text.

use std::error::Error;
use std::fmt::{self, Debug};

use tracing::field::{Field, Visit};
use tracing::span::Record;
use tracing_subscriber::field::{RecordFields, VisitOutput as _};
use tracing_subscriber::fmt::format::{DefaultVisitor, Writer};
use tracing_subscriber::fmt::{FormatFields, FormattedFields};

/// Writes the fields as [`DefaultVisitor`] does, but without those that only an exporter of traces understands.
///
/// The fields of the span of a request are written when it begins, whether or not a line follows: text that is nothing to
/// escape is copied.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fields;

impl<'w> FormatFields<'w> for Fields {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'w>, fields: R) -> fmt::Result {
        record(writer, true, fields)
    }

    fn add_fields(&self, current: &'w mut FormattedFields<Self>, fields: &Record<'_>) -> fmt::Result {
        let is_empty = current.fields.is_empty();
        record(current.as_writer(), is_empty, fields)
    }
}

/// Writes fields, after others unless the line is still empty.
fn record(writer: Writer<'_>, is_empty: bool, fields: impl RecordFields) -> fmt::Result {
    let mut all = All { writer, is_empty, done: Ok(()) };
    fields.record(&mut all);
    all.done
}

struct All<'w> {
    writer: Writer<'w>,
    is_empty: bool,
    done: fmt::Result,
}

/// Whether only an exporter of traces understands a field: OpenTelemetry's words for the span itself, and the status,
/// which the line of the access log has as `status`.
fn is_of_traces(name: &str) -> bool {
    name.starts_with("otel.") || name == "http.response.status_code"
}

/// Whether a text is written within quotation marks as it is. Every octet is looked at, many at once: most texts are
/// plain to their end.
fn is_plain(text: &str) -> bool {
    let is_odd = |octet: u8| !matches!(octet, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~');
    !text.bytes().fold(false, |odd, octet| odd | is_odd(octet))
}

impl All<'_> {
    fn plain(&mut self, name: &str, text: &str) -> fmt::Result {
        if !self.is_empty {
            self.writer.write_char(' ')?;
        }
        self.writer.write_str(name)?;
        self.writer.write_str("=\"")?;
        self.writer.write_str(text)?;
        self.writer.write_char('"')
    }

    /// Writes a field, unless it is for traces, or another could not be written.
    fn write(&mut self, name: &str, write: impl FnOnce(&mut Self) -> fmt::Result) {
        if self.done.is_ok() && !is_of_traces(name) {
            self.done = write(self);
            self.is_empty = false;
        }
    }

    /// Writes a field as others do.
    fn usual(&mut self, name: &str, record: impl FnOnce(&mut DefaultVisitor<'_>)) {
        self.write(name, |all| {
            let mut one = DefaultVisitor::new(all.writer.by_ref(), all.is_empty);
            record(&mut one);
            one.finish()
        });
    }
}

impl Visit for All<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        let name = field.name();
        if self.writer.has_ansi_escapes() || name == "message" || name.starts_with("r#") || !is_plain(value) {
            self.usual(name, |one| one.record_str(field, value));
        } else {
            self.write(name, |all| all.plain(name, value));
        }
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.usual(field.name(), |one| one.record_error(field, value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.usual(field.name(), |one| one.record_debug(field, value));
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::fmt::format::DefaultFields;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, some: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(some)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn logged(fields: impl for<'w> FormatFields<'w> + Send + Sync + 'static, colours: bool, log: fn()) -> String {
        let lines = Lines::default();
        let kept = lines.clone();
        let writer = move || lines.clone();
        let layer = tracing_subscriber::fmt().with_ansi(colours).without_time().fmt_fields(fields).with_writer(writer);
        tracing::subscriber::with_default(layer.finish(), log);
        String::from_utf8(kept.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn lines_are_as_others_write_them() {
        let log = || {
            let span = tracing::info_span!("request", request_id = "a1", r#type = "b", late = tracing::field::Empty);
            let _entered = span.enter();
            span.record("late", "said \"so\"\n");
            let error = io::Error::other(io::Error::other("the disk is full"));
            let error: &(dyn Error + 'static) = &error;
            tracing::info!(error, count = 3, text = "two\u{1b}[31m", plain = "x y", "a message");
            tracing::info!(message = "another", empty = "", zh = "中");
        };
        for colours in [false, true] {
            let (ours, theirs) = (logged(Fields, colours, log), logged(DefaultFields::new(), colours, log));
            assert_eq!(ours, theirs);
            assert_eq!(ours.lines().count(), 2);
        }
    }

    #[test]
    fn what_is_for_traces_is_not_in_a_line() {
        let log = || {
            let late = tracing::field::Empty;
            let span = tracing::info_span!("request", otel.kind = "server", id = "a", http.response.status_code = late);
            span.record("http.response.status_code", 200);
            span.in_scope(|| tracing::info!("done"));
        };
        assert_eq!(logged(Fields, false, log), " INFO request{id=\"a\"}: cardea::cli::fields::tests: done\n");
    }
}
