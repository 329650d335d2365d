//! Which tables this process has written: what was read from them before is read again.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Rows that something depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Those of a table that exist: a new row changes nothing.
    Existing(&'static str),
    /// All of a table: a new row counts, too.
    All(&'static str),
}

/// The watched tables of a database. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Watching(Arc<RwLock<Vec<Watched>>>);

#[derive(Debug)]
struct Watched {
    rows: Rows,
    count: Arc<AtomicU64>,
}

impl Watched {
    fn table(&self) -> &'static str {
        match self.rows {
            Rows::Existing(table) | Rows::All(table) => table,
        }
    }
}

/// Counts the changes of some rows by this process.
#[derive(Debug)]
pub struct Watch(Vec<Arc<AtomicU64>>);

impl Watch {
    /// How many transactions have changed the rows since the server started. It grows before the one that changes them
    /// says that it is committed.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.0.iter().map(|count| count.load(Ordering::Acquire)).sum()
    }
}

impl Watching {
    /// Watches rows.
    pub fn watch(&self, all: &[Rows]) -> Watch {
        let mut watched = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let counts = all.iter().map(|rows| {
            if let Some(known) = watched.iter().find(|one| one.rows == *rows) {
                return Arc::clone(&known.count);
            }
            let count = Arc::<AtomicU64>::default();
            watched.push(Watched { rows: *rows, count: Arc::clone(&count) });
            count
        });
        Watch(counts.collect())
    }
}

/// The watched rows that a transaction has written. Counted when it ends, however it ends: it may be committed although
/// nobody heard so.
#[derive(Debug, Default)]
pub(super) struct Written {
    watching: Watching,
    counts: Vec<Arc<AtomicU64>>,
}

impl Written {
    /// Nothing yet.
    pub fn to(watching: &Watching) -> Self {
        Self { watching: watching.clone(), counts: Vec::new() }
    }

    /// Notes what a statement writes.
    pub fn note(&mut self, sql: &str) {
        let watched = self.watching.0.read().unwrap_or_else(PoisonError::into_inner);
        // What begins with SELECT writes nothing, and may be one of several that are sent together.
        if watched.is_empty() || sql.starts_with("SELECT") {
            return;
        }
        each_written(sql, |table, inserts| {
            let depends =
                |one: &&Watched| one.table().as_bytes() == table && (!inserts || matches!(one.rows, Rows::All(_)));
            self.counts.extend(watched.iter().filter(depends).map(|one| Arc::clone(&one.count)));
        });
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        for count in mem::take(&mut self.counts) {
            count.fetch_add(1, Ordering::AcqRel);
        }
    }
}

/// The tables that a statement writes, each with whether rows are added only.
fn each_written(sql: &str, mut each: impl FnMut(&[u8], bool)) {
    let is_of_word = |octet: u8| octet.is_ascii_alphanumeric() || octet == b'_';
    let mut words = sql.as_bytes().split(|octet| !is_of_word(*octet)).filter(|word| !word.is_empty());
    let mut inserted: &[u8] = b"";
    let mut before: &[u8] = b"";
    while let Some(word) = words.next() {
        match word {
            // Of `INSERT … ON CONFLICT … DO UPDATE`.
            b"UPDATE" if before == b"DO" => each(inserted, false),
            // Of `SELECT … FOR UPDATE`.
            b"UPDATE" if before == b"FOR" => {}
            b"UPDATE" => each(words.next().unwrap_or_default(), false),
            b"FROM" if before == b"DELETE" => each(words.next().unwrap_or_default(), false),
            b"INTO" => {
                inserted = words.next().unwrap_or_default();
                each(inserted, true);
            }
            _ => {}
        }
        before = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sql: &str) -> Vec<(String, bool)> {
        let mut found = Vec::new();
        each_written(sql, |table, inserts| found.push((String::from_utf8_lossy(table).into_owned(), inserts)));
        found
    }

    #[test]
    fn the_tables_that_a_statement_writes() {
        let one = |table: &str, inserts| vec![(table.to_owned(), inserts)];
        assert_eq!(written("SELECT a FROM b JOIN c FOR UPDATE OF b"), []);
        assert_eq!(written("UPDATE users SET a = (SELECT b FROM c)"), one("users", false));
        assert_eq!(written("DELETE FROM users WHERE id IN (SELECT id FROM c)"), one("users", false));
        assert_eq!(written("INSERT INTO users (id) SELECT id FROM c"), one("users", true));
        let both = [("users".to_owned(), true), ("users".to_owned(), false)];
        assert_eq!(written("INSERT INTO users (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET a = 1"), both);
        let chain = "WITH s0 AS (UPDATE codes SET a = 1 RETURNING 1), s1 AS (INSERT INTO users (id) SELECT 1) SELECT 1";
        assert_eq!(written(chain), [("codes".to_owned(), false), ("users".to_owned(), true)]);
        assert_eq!(
            written("WITH due AS (SELECT id FROM m LIMIT 1 FOR UPDATE SKIP LOCKED) UPDATE m SET a = 1"),
            one("m", false)
        );
    }

    #[test]
    fn a_watch_sees_the_end_of_what_writes_its_rows() {
        let watching = Watching::default();
        let (users, roles) = (watching.watch(&[Rows::Existing("users")]), watching.watch(&[Rows::All("roles")]));
        let both = watching.watch(&[Rows::Existing("users"), Rows::All("roles")]);
        let write = |sql| {
            let mut written = Written::to(&watching);
            written.note(sql);
            written
        };
        drop(write("INSERT INTO users (id) VALUES ($1)"));
        drop(write("UPDATE others SET a = 1"));
        assert_eq!((users.changes(), roles.changes(), both.changes()), (0, 0, 0));
        let under_way = write("UPDATE users SET a = 1");
        assert_eq!(users.changes(), 0);
        drop(under_way);
        drop(write("INSERT INTO roles (id) VALUES ($1)"));
        assert_eq!((users.changes(), roles.changes(), both.changes()), (1, 1, 2));
    }
}
