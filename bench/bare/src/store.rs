//! The rows that cannot be left out, in SQLite, by the fastest way that keeps them: one thread writes, and whatever waits
//! for it is made durable by one commit with `synchronous=FULL`. Reads are done by the thread that asks, on a connection of
//! its own. Every statement stays prepared.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{iter, thread};

use rusqlite::{Connection, Error, OptionalExtension as _, Result, Row, params};
use tokio::sync::oneshot;

use super::sha256;

/// The most writes of one commit.
const TOGETHER: usize = 256;
const REFRESH_SECONDS: i64 = 86_400;
const ACCESS_SECONDS: i64 = 600;

const SCHEMA: &str = "
PRAGMA journal_mode = WAL;
CREATE TABLE codes (hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, redirect_uri TEXT NOT NULL,
    code_challenge TEXT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT);
CREATE TABLE families (id INTEGER PRIMARY KEY, client_id TEXT NOT NULL, sub TEXT NOT NULL, created_at BIGINT NOT NULL);
CREATE TABLE tokens (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, family_id BIGINT NOT NULL REFERENCES families (id),
    expires_at BIGINT NOT NULL, used_at BIGINT);
CREATE TABLE people (sub TEXT PRIMARY KEY, userinfo TEXT NOT NULL, introspection TEXT NOT NULL);
";

/// The database.
pub struct Store {
    file: PathBuf,
    writer: Sender<Waiting>,
}

/// A write, and who waits for it to be durable.
struct Waiting {
    write: Write,
    done: oneshot::Sender<Result<bool>>,
}

/// What is written.
pub enum Write {
    /// Somebody whom tokens tell of.
    Person { sub: String, userinfo: String, introspection: String },
    /// A new code.
    Code { hash: String, code: StoredCode, expires_at: i64 },
    /// A code is used up, if it is this one, and a family with these tokens begins.
    UseCode { hash: String, code: StoredCode, kept: Vec<(&'static str, String)>, now: i64 },
    /// A refresh token is used up, and these tokens follow it.
    UseRefreshToken { hash: String, kept: Vec<(&'static str, String)>, now: i64 },
}

/// A code.
pub struct StoredCode {
    pub client_id: String,
    pub redirect_uri: String,
    pub code_challenge: String,
}

/// What is told of a person.
pub struct Person {
    pub userinfo: String,
    pub introspection: String,
}

impl Store {
    /// A new database in a folder.
    pub fn open(folder: &Path) -> Result<Self> {
        let file = folder.join("bare.db");
        let connection = connected(&file)?;
        connection.execute_batch(SCHEMA)?;
        let (writer, queue) = channel();
        thread::spawn(move || write_all(&connection, &queue));
        Ok(Self { file, writer })
    }

    /// Writes, and waits until it is durable; false where what it uses up is not there.
    pub async fn write(&self, write: Write) -> Result<bool> {
        let (done, told) = oneshot::channel();
        self.writer.send(Waiting { write, done }).map_err(|_| Error::InvalidQuery)?;
        told.await.map_err(|_| Error::InvalidQuery)?
    }

    /// A person by their subject.
    pub fn person(&self, sub: &str) -> Result<Option<Person>> {
        self.read(|on| {
            let mut found = on.prepare_cached("SELECT userinfo, introspection FROM people WHERE sub = ?1")?;
            found.query_row([sub], told).optional()
        })
    }

    /// The person of an opaque access token.
    pub fn token_holder(&self, hash: &str, now: i64) -> Result<Option<Person>> {
        self.read(|on| {
            let mut found = on.prepare_cached(
                "SELECT p.userinfo, p.introspection FROM tokens t JOIN families f ON f.id = t.family_id \
                 JOIN people p ON p.sub = f.sub WHERE t.hash = ?1 AND t.kind = 'access' AND t.expires_at > ?2",
            )?;
            found.query_row(params![hash, now], told).optional()
        })
    }

    /// Reads on this thread's connection.
    fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        thread_local! {
            static READER: RefCell<Option<Connection>> = const { RefCell::new(None) };
        }
        READER.with_borrow_mut(|reader| match reader {
            Some(connection) => read(connection),
            none => read(none.insert(connected(&self.file)?)),
        })
    }
}

fn told(row: &Row<'_>) -> Result<Person> {
    Ok(Person { userinfo: row.get(0)?, introspection: row.get(1)? })
}

fn connected(file: &Path) -> Result<Connection> {
    let connection = Connection::open(file)?;
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000")?;
    Ok(connection)
}

/// Writes what comes, until nobody can send any more.
fn write_all(on: &Connection, queue: &Receiver<Waiting>) {
    while let Ok(first) = queue.recv() {
        let some: Vec<Waiting> = iter::once(first).chain(queue.try_iter().take(TOGETHER - 1)).collect();
        let (writes, waiting): (Vec<_>, Vec<_>) = some.into_iter().map(|one| (one.write, one.done)).unzip();
        // Who waits no longer is told nothing.
        match together(on, writes) {
            Ok(done) => waiting.into_iter().zip(done).for_each(|(done, told)| drop(done.send(Ok(told)))),
            Err(error) => {
                eprintln!("cardea-bare: {error}");
                for done in waiting {
                    drop(done.send(Err(Error::InvalidQuery)));
                }
            }
        }
    }
}

/// All of it, or nothing.
fn together(on: &Connection, writes: Vec<Write>) -> Result<Vec<bool>> {
    on.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let done: Result<Vec<bool>> = writes.into_iter().map(|write| written(on, write)).collect();
    on.prepare_cached(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })?.execute([])?;
    done
}

fn written(on: &Connection, write: Write) -> Result<bool> {
    match write {
        Write::Person { sub, userinfo, introspection } => {
            on.prepare_cached("INSERT INTO people (sub, userinfo, introspection) VALUES (?1, ?2, ?3)")?.execute([
                sub,
                userinfo,
                introspection,
            ])?;
            Ok(true)
        }
        Write::Code { hash, code, expires_at } => {
            let sql = "INSERT INTO codes (hash, client_id, redirect_uri, code_challenge, expires_at) \
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            on.prepare_cached(sql)?.execute(params![
                hash,
                code.client_id,
                code.redirect_uri,
                code.code_challenge,
                expires_at
            ])?;
            Ok(true)
        }
        Write::UseCode { hash, code, kept, now } => {
            let sql = "UPDATE codes SET used_at = ?1 WHERE hash = ?2 AND used_at IS NULL AND expires_at > ?1 \
                       AND client_id = ?3 AND redirect_uri = ?4 AND code_challenge = ?5";
            let is = params![now, hash, code.client_id, code.redirect_uri, code.code_challenge];
            if on.prepare_cached(sql)?.execute(is)? == 0 {
                return Ok(false);
            }
            on.prepare_cached("INSERT INTO families (client_id, sub, created_at) VALUES (?1, ?2, ?3)")?
                .execute(params![code.client_id, super::answers::SUBJECT, now])?;
            keep(on, on.last_insert_rowid(), &kept, now)
        }
        Write::UseRefreshToken { hash, kept, now } => {
            let sql = "UPDATE tokens SET used_at = ?1 WHERE hash = ?2 AND kind = 'refresh' AND used_at IS NULL \
                       AND expires_at > ?1 RETURNING family_id";
            let family = on.prepare_cached(sql)?.query_row(params![now, hash], |row| row.get(0)).optional()?;
            family.map_or(Ok(false), |family| keep(on, family, &kept, now))
        }
    }
}

fn keep(on: &Connection, family: i64, kept: &[(&'static str, String)], now: i64) -> Result<bool> {
    let sql = "INSERT INTO tokens (hash, kind, family_id, expires_at) VALUES (?1, ?2, ?3, ?4)";
    for (kind, token) in kept {
        let lifetime = if *kind == "refresh" { REFRESH_SECONDS } else { ACCESS_SECONDS };
        on.prepare_cached(sql)?.execute(params![sha256(token), kind, family, now + lifetime])?;
    }
    Ok(true)
}
