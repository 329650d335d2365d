//! An index of words: finds the people filed under given words, a handful among millions.
//!
//! Each engine has such an index of its own, which no common DDL creates: an FTS5 table on SQLite, a GIN index over
//! the words of a text on PostgreSQL. Both keep a compressed list of people for each word, so that a million people
//! take 70 to 100 MB; a table with a row for each word of each person takes one to two GB.

use super::database::Tx;
use super::query::{Conn, Mode, Query};

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
    /// Makes other transactions that file the same person wait until this one ends: the words are computed from rows
    /// that the other may be changing. SQLite has one writer, and needs no lock.
    pub async fn hold_words(&mut self, id: &str) -> sqlx::Result<()> {
        if self.is_sqlite() {
            return Ok(());
        }
        let sql = "INSERT INTO user_words (user_id, words) VALUES ($1, '') \
             ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id";
        self.write(sql).bind(id.to_owned()).execute().await.map(drop)
    }

    /// Files a person under these words, in place of the earlier ones. With `anew`, a person who is filed already
    /// keeps their words.
    pub async fn file_words(&mut self, id: &str, words: &[String], anew: bool) -> sqlx::Result<()> {
        let text = words.join(" ");
        if !self.is_sqlite() {
            let sql = "INSERT INTO user_words (user_id, words) VALUES ($1, $2) \
                 ON CONFLICT (user_id) DO ";
            let query = self.write(sql).sql(if anew { "NOTHING" } else { "UPDATE SET words = excluded.words" });
            return query.bind(id.to_owned()).bind(text).execute().await.map(drop);
        }
        let sql = "INSERT INTO user_words (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING";
        let added = self.write(sql).bind(id.to_owned()).execute().await?;
        if anew && added == 0 {
            return Ok(());
        }
        let sql = "INSERT OR REPLACE INTO user_words_index (rowid, words) \
             SELECT no, $2 FROM user_words WHERE user_id = $1";
        self.write(sql).bind(id.to_owned()).bind(text).execute().await.map(drop)
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
