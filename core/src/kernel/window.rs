//! Lists that are read in sequence, part by part, such as the choices of a panel.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::db::{Query as Sql, Row};
use super::error::{Code, Error};
use super::http;
use super::id::Id;
use super::page::{MAX_ROWS, Term};

/// A position in a list that is sorted by a folded key and then by id. The caller gets it as text and sends it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor(pub String, pub Id);

impl Cursor {
    /// Parses the caller's text.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|e| Error::new(Code::Malformed).source(e))?;
        let cursor: Self = http::parse(&bytes).map_err(|e| Error::new(Code::Malformed).source(e))?;
        if cursor.0.chars().any(char::is_control) { Err(Error::new(Code::Malformed)) } else { Ok(cursor) }
    }

    /// As text.
    pub fn text(&self) -> Result<String, Error> {
        Ok(URL_SAFE_NO_PAD.encode(serde_json::to_vec(self)?))
    }
}

/// The requested part of a list that is read in sequence.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The search term that keys must contain.
    pub search: Term,
    /// The position after which the part begins.
    pub after: Option<Cursor>,
    /// The number of rows, at most [`MAX_ROWS`].
    pub limit: i64,
}

impl Walk {
    /// The beginning of the whole list.
    #[must_use]
    pub fn all() -> Self {
        Self { search: Term::default(), after: None, limit: MAX_ROWS }
    }

    /// Runs a statement that ends with its conditions: adds the position, the order and the limit, and cuts the
    /// window. `behind` is ` AND (key, id) > (`, `order` is ` ORDER BY key, id`, and `place` gives the position of a
    /// row.
    pub async fn run<T: Row>(
        &self,
        query: Sql<'_>,
        behind: &'static str,
        order: &'static str,
        place: impl Fn(&T) -> Cursor,
    ) -> Result<Window<T>, Error> {
        let query = match &self.after {
            Some(Cursor(key, id)) => query.push(behind, key.clone()).push(", ", id.clone()).sql(")"),
            None => query,
        };
        let limit = self.limit.clamp(1, MAX_ROWS);
        // One row more than requested shows whether there is a next window.
        let mut rows: Vec<T> = query.sql(order).push(" LIMIT ", limit + 1).all().await?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(place);
        Ok(Window { rows, next })
    }
}

/// A part of a list that is read in sequence.
#[derive(Debug)]
pub struct Window<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// The position after which the next part begins, if there is one.
    pub next: Option<Cursor>,
}
