//! The rows that cannot be left out, in SQLite as Cardea sets it up.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Sqlite, SqlitePool, Transaction};

use super::sha256;

/// As many as Cardea has unless told otherwise.
const READERS: u32 = 16;
const REFRESH_SECONDS: i64 = 86_400;
const ACCESS_SECONDS: i64 = 600;

const SCHEMA: &str = "
CREATE TABLE codes (hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, redirect_uri TEXT NOT NULL,
    code_challenge TEXT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT);
CREATE TABLE families (id INTEGER PRIMARY KEY, client_id TEXT NOT NULL, sub TEXT NOT NULL, created_at BIGINT NOT NULL);
CREATE TABLE tokens (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, family_id BIGINT NOT NULL REFERENCES families (id),
    expires_at BIGINT NOT NULL, used_at BIGINT);
CREATE TABLE people (sub TEXT PRIMARY KEY, userinfo TEXT NOT NULL, introspection TEXT NOT NULL);
";

/// The database.
pub struct Store {
    write: SqlitePool,
    read: SqlitePool,
}

/// A transaction that writes.
pub struct Writing(Transaction<'static, Sqlite>);

/// A code.
#[derive(sqlx::FromRow)]
pub struct StoredCode {
    pub client_id: String,
    pub redirect_uri: String,
    pub code_challenge: String,
}

/// What is told of a person.
#[derive(sqlx::FromRow)]
pub struct Person {
    pub userinfo: String,
    pub introspection: String,
}

impl Store {
    /// A new database in a folder.
    pub async fn open(folder: &Path) -> sqlx::Result<Self> {
        let file = SqliteConnectOptions::new()
            .filename(folder.join("bare.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true);
        let write = SqlitePoolOptions::new().max_connections(1).connect_with(file.clone()).await?;
        sqlx::raw_sql(SCHEMA).execute(&write).await?;
        let read = SqlitePoolOptions::new().max_connections(READERS).connect_with(file).await?;
        Ok(Self { write, read })
    }

    pub async fn keep_person(&self, sub: &str, userinfo: &str, introspection: &str) -> sqlx::Result<()> {
        let sql = "INSERT INTO people (sub, userinfo, introspection) VALUES ($1, $2, $3)";
        sqlx::query(sql).bind(sub).bind(userinfo).bind(introspection).execute(&self.write).await?;
        Ok(())
    }

    pub async fn keep_code(&self, hash: &str, code: &StoredCode, expires_at: i64) -> sqlx::Result<()> {
        let sql = "INSERT INTO codes (hash, client_id, redirect_uri, code_challenge, expires_at) \
                   VALUES ($1, $2, $3, $4, $5)";
        sqlx::query(sql)
            .bind(hash)
            .bind(&code.client_id)
            .bind(&code.redirect_uri)
            .bind(&code.code_challenge)
            .bind(expires_at)
            .execute(&self.write)
            .await?;
        Ok(())
    }

    /// A person by their subject.
    pub async fn person(&self, sub: &str) -> sqlx::Result<Option<Person>> {
        let sql = "SELECT userinfo, introspection FROM people WHERE sub = $1";
        sqlx::query_as(sql).bind(sub).fetch_optional(&self.read).await
    }

    /// The person of an opaque access token.
    pub async fn token_holder(&self, hash: &str, now: i64) -> sqlx::Result<Option<Person>> {
        let sql = "SELECT p.userinfo, p.introspection FROM tokens t JOIN families f ON f.id = t.family_id \
                   JOIN people p ON p.sub = f.sub WHERE t.hash = $1 AND t.kind = 'access' AND t.expires_at > $2";
        sqlx::query_as(sql).bind(hash).bind(now).fetch_optional(&self.read).await
    }

    pub async fn begin(&self) -> sqlx::Result<Writing> {
        Ok(Writing(self.write.begin_with("BEGIN IMMEDIATE").await?))
    }
}

impl Writing {
    /// Uses a code up.
    pub async fn use_code(&mut self, hash: &str, now: i64) -> sqlx::Result<Option<StoredCode>> {
        let sql = "UPDATE codes SET used_at = $1 WHERE hash = $2 AND used_at IS NULL AND expires_at > $1 \
                   RETURNING client_id, redirect_uri, code_challenge";
        sqlx::query_as(sql).bind(now).bind(hash).fetch_optional(&mut *self.0).await
    }

    /// Uses a refresh token up; its family.
    pub async fn use_refresh_token(&mut self, hash: &str, now: i64) -> sqlx::Result<Option<i64>> {
        let sql = "UPDATE tokens SET used_at = $1 WHERE hash = $2 AND kind = 'refresh' AND used_at IS NULL \
                   AND expires_at > $1 RETURNING family_id";
        sqlx::query_scalar(sql).bind(now).bind(hash).fetch_optional(&mut *self.0).await
    }

    pub async fn keep_family(&mut self, client_id: &str, now: i64) -> sqlx::Result<i64> {
        let sql = "INSERT INTO families (client_id, sub, created_at) VALUES ($1, $2, $3)";
        let sub = super::answers::SUBJECT;
        Ok(sqlx::query(sql).bind(client_id).bind(sub).bind(now).execute(&mut *self.0).await?.last_insert_rowid())
    }

    pub async fn keep_tokens(&mut self, family: i64, kept: &[(&'static str, String)], now: i64) -> sqlx::Result<()> {
        let sql = "INSERT INTO tokens (hash, kind, family_id, expires_at) VALUES ($1, $2, $3, $4)";
        for (kind, token) in kept {
            let lifetime = if *kind == "refresh" { REFRESH_SECONDS } else { ACCESS_SECONDS };
            let hash = sha256(token);
            sqlx::query(sql).bind(hash).bind(*kind).bind(family).bind(now + lifetime).execute(&mut *self.0).await?;
        }
        Ok(())
    }

    pub async fn commit(self) -> sqlx::Result<()> {
        self.0.commit().await
    }
}
