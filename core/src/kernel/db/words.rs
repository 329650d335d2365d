//! An index of words: finds the people filed under given words, a handful among millions.
//!
//! Each engine has such an index of its own, which no common DDL creates: an FTS5 table on SQLite, a GIN index over
//! the words of a text on PostgreSQL. Both keep a compressed list of people for each word, so that a million people
//! take 70 to 100 MB; a table with a row for each word of each person takes one to two GB.

use std::collections::HashSet;

use super::database::Tx;
use super::query::{Conn, Mode, Query, Write};

/// A search: people filed under all words of `all`, at least one of `any` if it has some, and none of `none`. Words
/// contain no spaces and no quotes ([`crate::kernel::grams`] makes such).
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// All of these; there must be at least one.
    pub all: Vec<String>,
    /// At least one of these, if there are some.
    pub any: Vec<String>,
    /// None of these.
    pub none: Vec<String>,
}

impl Tx {
    /// Makes other transactions that file one of these people wait until this one ends: the words are computed from rows
    /// that the other may be changing. SQLite has one writer, and needs no lock.
    pub async fn hold_words(&mut self, people: &[String]) -> sqlx::Result<()> {
        if self.is_sqlite() || people.is_empty() {
            return Ok(());
        }
        let unfiled = people.iter().map(|id| (id.clone(), String::new()));
        let query = pairs(self.write("INSERT INTO user_words (user_id, words) VALUES "), unfiled);
        query.sql(" ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id").execute().await.map(drop)
    }

    /// Files people under their words, in place of the earlier ones. With `anew`, whoever is filed already keeps their
    /// words. All of them in two statements: FTS5 writes to the database at the end of each.
    pub async fn file_words(&mut self, mut people: Vec<(String, String)>, anew: bool) -> sqlx::Result<()> {
        if people.is_empty() {
            return Ok(());
        }
        if !self.is_sqlite() {
            let query = pairs(self.write("INSERT INTO user_words (user_id, words) VALUES "), people);
            let known = if anew { "NOTHING" } else { "UPDATE SET words = excluded.words" };
            return query.sql(" ON CONFLICT (user_id) DO ").sql(known).execute().await.map(drop);
        }
        let query = self.write("INSERT INTO user_words (user_id) VALUES ");
        let query = people
            .iter()
            .enumerate()
            .fold(query, |query, (nth, (id, _))| query.push(if nth > 0 { ", (" } else { "(" }, id.clone()).sql(")"));
        let added: Vec<(String,)> = query.sql(" ON CONFLICT (user_id) DO NOTHING RETURNING user_id").all().await?;
        if anew {
            let added: HashSet<String> = added.into_iter().map(|(id,)| id).collect();
            people.retain(|(id, _)| added.contains(id));
            if people.is_empty() {
                return Ok(());
            }
        }
        // In the order of their numbers: FTS5 writes to the database whenever one is smaller than the last.
        let query = pairs(self.write("WITH filed (user_id, words) AS (VALUES "), people);
        let query = query.sql(") INSERT OR REPLACE INTO user_words_index (rowid, words) SELECT w.no, filed.words ");
        query
            .sql("FROM filed CROSS JOIN user_words w ON w.user_id = filed.user_id ORDER BY w.no")
            .execute()
            .await
            .map(drop)
    }

    /// Removes a person from the index.
    pub async fn forget_words(&mut self, id: &str) -> sqlx::Result<()> {
        if self.is_sqlite() {
            let sql = "DELETE FROM user_words_index WHERE rowid = (SELECT no FROM user_words WHERE user_id = $1)";
            self.write(sql).bind(id.to_owned()).execute().await?;
        }
        self.write("DELETE FROM user_words WHERE user_id = $1").bind(id.to_owned()).execute().await.map(drop)
    }
}

/// Adds a row of values for each of these people: their id, and their words.
fn pairs(query: Query<'_, Write>, people: impl IntoIterator<Item = (String, String)>) -> Query<'_, Write> {
    people.into_iter().enumerate().fold(query, |query, (nth, (id, words))| {
        query.push(if nth > 0 { ", (" } else { "(" }, id).push(", ", words).sql(")")
    })
}

impl<M: Mode> Query<'_, M> {
    /// Adds `SELECT w.user_id FROM … WHERE …`, which the caller continues with ` AND …`: the people filed under the
    /// words. The index returns them one by one, in no meaningful order.
    #[must_use]
    pub fn filed(mut self, words: &Words) -> Self {
        let sqlite = matches!(self.conn, Conn::Sqlite(..));
        let (quote, and, or, not) = if sqlite { ('"', " AND ", " OR ", " NOT ") } else { ('\'', " & ", " | ", " & !") };
        let join = |words: &[String], between: &str| {
            let quoted = words.iter().map(|word| format!("{quote}{word}{quote}"));
            quoted.collect::<Vec<_>>().join(between)
        };
        let mut sought = format!("({})", join(&words.all, and));
        if !words.any.is_empty() {
            sought = format!("({sought}{and}({}))", join(&words.any, or));
        }
        if !words.none.is_empty() {
            sought = format!("({sought}{not}({}))", join(&words.none, or));
        }
        if sqlite {
            let from = "SELECT w.user_id FROM user_words_index i CROSS JOIN user_words w WHERE w.no = i.rowid \
                 AND i.user_words_index MATCH ";
            return self.push(from, sought);
        }
        // The list of a common word is still shorter than the table; the planner would scan the table when it expects
        // enough rows at its beginning. The setting holds until the end of this transaction, which reads one list.
        self.locally = Some("SET LOCAL enable_seqscan = off");
        let from = "SELECT w.user_id FROM user_words w WHERE array_to_tsvector(string_to_array(w.words, ' ')) @@ CAST(";
        self.push(from, sought).sql(" AS TSQUERY)")
    }

    /// The engine's plan for the statement, one step a line.
    #[cfg(test)]
    pub async fn explained(mut self) -> sqlx::Result<Vec<String>> {
        if matches!(self.conn, Conn::Sqlite(..)) {
            self.sql.insert_str(0, "EXPLAIN QUERY PLAN ");
            let steps: Vec<(i64, i64, i64, String)> = self.all().await?;
            return Ok(steps.into_iter().map(|(.., step)| step).collect());
        }
        self.sql.insert_str(0, "EXPLAIN (COSTS OFF) ");
        let steps: Vec<(String,)> = self.planned_anew().all().await?;
        Ok(steps.into_iter().map(|(step,)| step).collect())
    }
}
