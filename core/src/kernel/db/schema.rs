//! The schema: the migrations, and the word index, which each engine creates in its own way.

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _, SqliteConnection};

pub(super) fn migrations() -> Migrator {
    sqlx::migrate!("../migrations")
}

/// The word index on SQLite: a table that numbers the indexed people, because VACUUM may change the hidden rowids,
/// and a full-text index that stores lists and no texts.
const SQLITE: &str = "CREATE TABLE IF NOT EXISTS user_words (no INTEGER PRIMARY KEY, user_id TEXT NOT NULL UNIQUE); \
     CREATE VIRTUAL TABLE IF NOT EXISTS user_words_index USING fts5(words, content = '', contentless_delete = 1, \
     detail = none, tokenize = 'ascii')";

/// The word index on PostgreSQL.
const POSTGRES: &[&str] = &[
    // A text of words takes half the space of an array of them; the index splits it.
    "CREATE TABLE IF NOT EXISTS user_words (user_id TEXT PRIMARY KEY, words TEXT COLLATE \"C\" NOT NULL)",
    "CREATE INDEX IF NOT EXISTS user_words_index ON user_words USING gin \
     (array_to_tsvector(string_to_array(words, ' ')))",
];

/// Creates the word index if there is none.
pub(super) async fn prepare_sqlite(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    connection.execute(SQLITE).await.map(drop)
}

/// As [`prepare_sqlite`]. One node at a time: two that start at once would create the same table.
pub(super) async fn prepare_postgres(connection: &mut PgConnection) -> sqlx::Result<()> {
    let there: Option<(bool,)> = sqlx::query_as(
        "SELECT TRUE FROM pg_indexes WHERE schemaname = current_schema() AND indexname = 'user_words_index'",
    )
    .fetch_optional(&mut *connection)
    .await?;
    if there.is_some() {
        return Ok(());
    }
    let mut tx = connection.begin().await?;
    tx.execute("SELECT pg_advisory_xact_lock(2026011)").await?;
    for sql in POSTGRES {
        tx.execute(*sql).await?;
    }
    tx.commit().await
}
