//! Search terms.

use serde::{Deserialize, Serialize};

use super::db::Query as Sql;
use super::fold::{fold, prefix_end};

/// The folded text of a search box: finds the keys that begin with it, or contain it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(try_from = "String")]
pub struct Term(String);

impl Term {
    /// Parses the text; at most 100 characters, none of them a control character or the mark of octets that were no
    /// UTF-8.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let odd = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER;
        if text.chars().count() > 100 || text.chars().any(odd) {
            return Err("a search term has at most 100 printable characters");
        }
        Ok(Self(fold(text)))
    }

    /// Whether the term is empty and finds everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first key that begins with the term.
    #[must_use]
    pub fn from(&self) -> String {
        self.0.clone()
    }

    /// The end of the range of keys that begin with the term.
    #[must_use]
    pub fn until(&self) -> String {
        prefix_end(&self.0)
    }

    /// Adds ` AND (… LIKE … OR …)`: one of the columns contains the term. Adds nothing for an empty term.
    #[must_use]
    pub fn in_any<'q>(&self, query: Sql<'q>, columns: &[&'static str]) -> Sql<'q> {
        if self.is_empty() {
            return query;
        }
        let (mut query, mut before) = (query, " AND (");
        for column in columns {
            query = query.sql(before).sql(column).push(" LIKE ", self.anywhere()).sql(" ESCAPE '!'");
            before = " OR ";
        }
        query.sql(")")
    }

    /// Adds a statement for the ids of `table` whose `key` begins with the term and that meet the conditions of
    /// `left`: the first thousand, so that one letter costs the same among a million as among ten thousand. A person
    /// who gets too many types another letter. The statement needs an index that begins with the key and the id.
    pub fn begun<'q>(
        &self,
        query: Sql<'q>,
        table: &'static str,
        key: &'static str,
        left: impl Fn(Sql<'q>) -> Sql<'q>,
    ) -> Sql<'q> {
        self.first_begun(query, table, key, 1000, left)
    }

    /// As [`Self::begun`], the first `most` of them.
    pub fn first_begun<'q>(
        &self,
        query: Sql<'q>,
        table: &'static str,
        key: &'static str,
        most: i64,
        left: impl Fn(Sql<'q>) -> Sql<'q>,
    ) -> Sql<'q> {
        let query = query.sql("SELECT id FROM (SELECT id FROM ").sql(table).sql(" WHERE ").sql(key);
        let query = query.push(" >= ", self.from()).sql(" AND ").sql(key).push(" < ", self.until());
        left(query).sql(" ORDER BY ").sql(key).push(", id LIMIT ", most).sql(") AS begun")
    }

    /// Adds a statement for the ids of `table` that contain the term in one of `keys`, meet the conditions of `left`,
    /// and were not deleted. Keys that begin with the term are always found; keys that contain it elsewhere are found
    /// among the first twenty thousand rows by `name_key`, which is one of the keys, so that the cost does not grow
    /// with the table. Each part is cut after a thousand. `left` adds conditions on `table`'s id.
    pub fn found<'q>(
        &self,
        query: Sql<'q>,
        table: &'static str,
        keys: &[&'static str],
        left: impl Fn(Sql<'q>) -> Sql<'q>,
    ) -> Sql<'q> {
        const THERE: &str = " AND deleted_at IS NULL";
        let query = query.sql("SELECT id FROM (SELECT id FROM (SELECT id");
        let query = keys.iter().fold(query, |query, key| query.sql(", ").sql(key)).sql(" FROM ").sql(table);
        let query = query.sql(" WHERE deleted_at IS NULL ORDER BY name_key, id LIMIT 20000) AS ").sql(table);
        // Sorted already: SQLite would sort once more, and check `left` for all rows before it cuts.
        let query = left(self.in_any(query.sql(" WHERE 1 = 1"), keys)).sql(" LIMIT 1000) AS in_part");
        keys.iter()
            .fold(query, |query, key| self.begun(query.sql(" UNION "), table, key, |query| left(query.sql(THERE))))
    }

    /// The pattern of keys that contain the term, for `LIKE … ESCAPE '!'`.
    #[must_use]
    pub fn anywhere(&self) -> String {
        let mut pattern = String::from("%");
        for c in self.0.chars() {
            if matches!(c, '%' | '_' | '!') {
                pattern.push('!');
            }
            pattern.push(c);
        }
        pattern.push('%');
        pattern
    }
}

impl TryFrom<String> for Term {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text)
    }
}
