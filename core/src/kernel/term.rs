//! What things are found by.

use serde::Deserialize;

use super::db::Query as Sql;
use super::fold::{fold, prefix_end};

/// What somebody typed into a search box, folded: finds the keys that begin with it, or have it in them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct Term(String);

impl Term {
    /// Parses what was typed; at most 100 characters, none of them a control character.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if text.chars().count() > 100 || text.chars().any(char::is_control) {
            return Err("a search term has at most 100 printable characters");
        }
        Ok(Self(fold(text)))
    }

    /// Whether everything is looked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first key that is found.
    #[must_use]
    pub fn from(&self) -> String {
        self.0.clone()
    }

    /// The key behind the last that is found.
    #[must_use]
    pub fn until(&self) -> String {
        prefix_end(&self.0)
    }

    /// Adds ` AND (… LIKE … OR …)`: one of the columns has it. Nothing, where everything is looked for.
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

    /// Adds a statement of the ids of `table` whose `key` begins with the term, of those that `left` leaves: the first
    /// thousand, so that one letter costs the same among a million as among ten thousand. Whoever has more before them
    /// than they can leaf through types another letter. An index begins with the key and the id.
    pub fn begun<'q>(
        &self,
        query: Sql<'q>,
        table: &'static str,
        key: &'static str,
        left: impl Fn(Sql<'q>) -> Sql<'q>,
    ) -> Sql<'q> {
        let query = query.sql("SELECT id FROM (SELECT id FROM ").sql(table).sql(" WHERE ").sql(key);
        let query = query.push(" >= ", self.from()).sql(" AND ").sql(key).push(" < ", self.until());
        left(query).sql(" ORDER BY ").sql(key).sql(", id LIMIT 1000) AS begun")
    }

    /// Adds a statement of the ids of `table` with the term anywhere in one of `keys`, of those that `left` leaves and
    /// that were not removed. What begins with it is found always; what has it elsewhere, among the first twenty
    /// thousand by `name_key`, which is one of the keys, so that it costs the same however many there are. Each is cut
    /// after a thousand. `left` asks of `table`'s id.
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
        // Sorted already: SQLite would sort once more, and ask `left` of all before it cuts.
        let query = left(self.in_any(query.sql(" WHERE 1 = 1"), keys)).sql(" LIMIT 1000) AS in_part");
        keys.iter()
            .fold(query, |query, key| self.begun(query.sql(" UNION "), table, key, |query| left(query.sql(THERE))))
    }

    /// The pattern of keys that have it in them, for `LIKE … ESCAPE '!'`.
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
