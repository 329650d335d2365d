//! The list query of the admin REST API: `sort=["field","ASC"]&range=[0,9]&filter={…}`.
//!
//! Every list is bounded: at most [`MAX_ROWS`] rows a page, down to [`MAX_OFFSET`] rows, and the total is counted no
//! further than that; to see more, a caller filters. Lists that are read in sequence (the choices of a panel) are
//! split into [windows](super::window) by key instead.

use axum::extract::{FromRef, FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::ctx::ReadCtx;
use super::db::{Query as Sql, ReadTx, Row};
use super::error::{Code, Error, Text};
use super::http;
use super::id::Id;
use super::state::Kernel;
pub use super::term::Term;

/// The most rows of a page.
pub const MAX_ROWS: i64 = 1000;
/// The depth to which a list can be paged and counted.
pub const MAX_OFFSET: i64 = 10_000;
/// The page size where the query gives no range (specification: default 10).
pub const DEFAULT_ROWS: i64 = 10;

/// Ends an `EXISTS` that is checked for each row in turn, until the page is full. Otherwise PostgreSQL plans a join,
/// which reads all rows of a large tenant before it returns the first. For a count, the join is faster.
#[must_use]
pub fn one_by_one(query: Sql<'_>) -> Sql<'_> {
    let rows = !query.counts;
    query.sql_if(rows, " LIMIT 1 OFFSET 0").sql(")")
}

/// The sorts of a list: the JSON name, and the SQL ascending and descending, each served by an index. The first is
/// the default.
pub type Sorts = &'static [(&'static str, &'static str, &'static str)];

/// A list query with its filter parsed.
#[derive(Debug)]
pub struct List<F> {
    /// The filter.
    pub filter: F,
    sort: Option<(String, bool)>,
    /// The first row.
    pub offset: i64,
    /// The number of rows.
    pub limit: i64,
}

impl<F> List<F> {
    /// Sorts by the field, the greatest first, where the query names no sort.
    #[must_use]
    pub fn or_descending(mut self, field: &str) -> Self {
        self.sort.get_or_insert_with(|| (field.to_owned(), true));
        self
    }

    /// Whether the query asks for this sort by its name.
    #[must_use]
    pub fn sorts_by(&self, field: &str) -> bool {
        self.sort.as_ref().is_some_and(|(name, _)| name == field)
    }

    /// The same list with another filter.
    #[must_use]
    pub fn with_filter<G>(self, f: impl FnOnce(F) -> G) -> List<G> {
        List { filter: f(self.filter), sort: self.sort, offset: self.offset, limit: self.limit }
    }

    /// The ` ORDER BY …` of the requested sort, or of the first of `sorts`.
    pub fn order(&self, sorts: Sorts) -> Result<&'static str, Error> {
        let Some((name, descending)) = &self.sort else { return Ok(sorts[0].1) };
        sorts.iter().find(|(n, ..)| n == name).map(|(_, up, down)| if *descending { *down } else { *up }).ok_or_else(
            || Error::field("sort", Text::made(format!("不支持按 {name} 排序"), format!("cannot sort by {name}"))),
        )
    }

    /// The requested page, and the total. `columns` is `SELECT …`; `body` adds ` FROM … WHERE …`, once for the rows
    /// and once for the count; once for both where it [finds a few](Sql::a_few).
    pub async fn run<T: Row>(
        &self,
        tx: &mut ReadTx,
        sorts: Sorts,
        columns: &'static str,
        body: impl for<'q> Fn(Sql<'q>, &F) -> Sql<'q>,
    ) -> Result<Page<T>, Error> {
        let order = self.order(sorts)?;
        let query = body(tx.query(columns), &self.filter).sql(order);
        // Only a full page is counted: a test with few rows would not see that the count has no table.
        debug_assert!(query.text()[columns.len()..].starts_with(" FROM "), "the table is the body's: {}", query.text());
        if query.few {
            let query = tx
                .query("")
                .whole(|query| body(query.sql(columns).sql(", count(*) OVER () AS counted"), &self.filter).sql(order));
            let found: Vec<Counted<T>> = self.cut(query).planned_anew().all().await?;
            let Some(total) = self.carried(found.first().and_then(|row| row.counted)) else {
                return self.page(tx, Vec::new(), body).await;
            };
            let rows = found.into_iter().map(|row| row.row).collect();
            return Ok(Page { rows, total, offset: self.offset });
        }
        self.with_total(tx, |query| self.cut(body(query.sql(columns), &self.filter).sql(order)), &body).await
    }

    /// As [`List::run`], for rows that are joined or wide: the keys are filtered, sorted and cut first, from an index
    /// alone where one has all the columns, and only the rows of the page are read. `rows` make `SELECT … FROM …
    /// WHERE `, to which this adds that `key` is among the keys that `body` selects: ` FROM … WHERE …`. A search
    /// among a few rows runs once, for the page and the total.
    pub async fn keys_first<T: Row>(
        &self,
        tx: &mut ReadTx,
        sorts: Sorts,
        (rows, key): (&[&'static str], &'static str),
        body: impl for<'q> Fn(Sql<'q>, &F) -> Sql<'q>,
    ) -> Result<Page<T>, Error> {
        let order = self.order(sorts)?;
        if body(tx.query("SELECT ").sql(key), &self.filter).few {
            return self.searched::<T, (Id,)>(tx, sorts, (rows, key), body).await;
        }
        self.with_total(
            tx,
            |query| {
                let query = rows.iter().fold(query, |query, part| query.sql(part));
                let keys =
                    query.among(key, |query| self.cut(body(query.sql("SELECT ").sql(key), &self.filter).sql(order)));
                keys.sql(order)
            },
            &body,
        )
        .await
    }

    /// The page of a search among [a few](Sql::a_few) rows, whose keys `K` are found and counted by one statement, and
    /// its rows read by another. `rows` are as of [`List::keys_first`], `key` is the columns of `K`.
    pub async fn searched<T: Row, K: Key>(
        &self,
        tx: &mut ReadTx,
        sorts: Sorts,
        (rows, key): (&[&'static str], &'static str),
        body: impl for<'q> Fn(Sql<'q>, &F) -> Sql<'q>,
    ) -> Result<Page<T>, Error> {
        let order = self.order(sorts)?;
        let query = tx.query("").whole(|query| {
            body(query.sql("SELECT ").sql(key).sql(", count(*) OVER () AS counted"), &self.filter).sql(order)
        });
        let found: Vec<Counted<K>> = self.cut(query).planned_anew().all().await?;
        let Some(total) = self.carried(found.first().and_then(|row| row.counted)) else {
            return self.page(tx, Vec::new(), body).await;
        };
        if found.is_empty() {
            return Ok(Page { rows: Vec::new(), total, offset: self.offset });
        }
        let query = rows.iter().fold(tx.query(""), |query, part| query.sql(part));
        let query = K::among(query, key, found.into_iter().map(|row| row.row));
        Ok(Page { rows: query.sql(order).all().await?, total, offset: self.offset })
    }

    /// The total that the first row of a page carries. Behind the end there is no row to carry it: it must be counted.
    fn carried(&self, first: Option<i64>) -> Option<i64> {
        first.map(|total| total.min(MAX_OFFSET)).or((self.offset == 0).then_some(0))
    }

    fn cut<'q>(&self, query: Sql<'q>) -> Sql<'q> {
        query.push(" LIMIT ", self.limit).push(" OFFSET ", self.offset)
    }

    /// The rows that `page` selects, with their total. A database that may be a network away is asked for both at once,
    /// and counts only where the page is full.
    async fn with_total<T: Row>(
        &self,
        tx: &mut ReadTx,
        page: impl for<'q> Fn(Sql<'q>) -> Sql<'q>,
        body: &impl for<'q> Fn(Sql<'q>, &F) -> Sql<'q>,
    ) -> Result<Page<T>, Error> {
        if !tx.may_be_far() {
            let rows = page(tx.query("")).planned_anew().all().await?;
            return self.page(tx, rows, body).await;
        }
        // A materialised part is read in the order in which it was made, and its CASE counts only if it comes to it.
        let query = page(tx.query("WITH page AS MATERIALIZED ("));
        let mut count = query
            .push(") SELECT page.*, CASE WHEN (SELECT count(*) FROM page) >= ", self.limit)
            .sql(" THEN (SELECT count(*) FROM (SELECT 1");
        count.counts = true;
        let count = body(count, &self.filter).push(" LIMIT ", MAX_OFFSET);
        let query = count.sql(") AS counted) END AS counted FROM page");
        let found: Vec<Counted<T>> = query.planned_anew().all().await?;
        let counted = found.first().and_then(|row| row.counted);
        let rows: Vec<T> = found.into_iter().map(|row| row.row).collect();
        match counted {
            Some(total) => Ok(Page { rows, total, offset: self.offset }),
            None => self.page(tx, rows, body).await,
        }
    }

    /// The rows with their total.
    async fn page<T>(
        &self,
        tx: &mut ReadTx,
        rows: Vec<T>,
        body: impl for<'q> Fn(Sql<'q>, &F) -> Sql<'q>,
    ) -> Result<Page<T>, Error> {
        let found = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        // A page that is not full ends the list: no count is needed.
        let total = if found < self.limit && (found > 0 || self.offset == 0) {
            self.offset + found
        } else {
            let mut count = tx.query("SELECT count(*) FROM (SELECT 1");
            count.counts = true;
            let count = body(count, &self.filter);
            count.push(" LIMIT ", MAX_OFFSET).sql(") AS counted").planned_anew().one::<(i64,)>().await?.0
        };
        Ok(Page { rows, total, offset: self.offset })
    }
}

/// The columns that name a row: one, or several.
pub trait Key: Row {
    /// Adds that `columns` are those of one of `keys`.
    fn among<'q>(query: Sql<'q>, columns: &'static str, keys: impl Iterator<Item = Self>) -> Sql<'q>;
}

impl Key for (Id,) {
    fn among<'q>(query: Sql<'q>, column: &'static str, keys: impl Iterator<Item = Self>) -> Sql<'q> {
        query.push_in(column, keys.map(|(id,)| id))
    }
}

impl Key for (Id, i64) {
    fn among<'q>(query: Sql<'q>, columns: &'static str, keys: impl Iterator<Item = Self>) -> Sql<'q> {
        let query = query.sql("(").sql(columns).sql(") IN (");
        let mut before = "VALUES (";
        let mut query = keys.fold(query, |query, (id, number)| {
            let query = query.push(std::mem::replace(&mut before, ", ("), id).push(", ", number);
            query.sql(")")
        });
        if before == "VALUES (" {
            // An empty list matches nothing.
            query = query.sql("SELECT '', 0 WHERE 1 = 0");
        }
        query.sql(")")
    }
}

/// A row with the number of all.
#[derive(sqlx::FromRow)]
struct Counted<T> {
    #[sqlx(flatten)]
    row: T,
    /// Carried by each row; `None` where a page that is not full is its own total.
    counted: Option<i64>,
}

/// The context of a list: see [`ReadCtx::listing`].
#[derive(Debug)]
pub struct Listing(pub ReadCtx);

impl<S> FromRequestParts<S> for Listing
where
    Kernel: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        Ok(Self(ReadCtx::from_request_parts(parts, state).await?.listing()))
    }
}

/// The parameters of a list, for the OpenAPI description.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; List reads them")]
pub struct ListQuery {
    /// `["field","ASC"]` or `["field","DESC"]`.
    sort: Option<String>,
    /// `[first,last]`, both counted from 0; at most 1000 rows.
    range: Option<String>,
    /// A JSON object.
    filter: Option<String>,
}

/// One id or several, as in `filter={"id":…}`. At most [`MAX_ROWS`].
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "OneOrMany")]
pub struct Ids(pub Vec<Id>);

impl Ids {
    /// Each of them.
    pub fn each(&self) -> impl Iterator<Item = Id> {
        self.0.iter().cloned()
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(Id),
    Many(Vec<Id>),
}

impl TryFrom<OneOrMany> for Ids {
    type Error = &'static str;

    fn try_from(given: OneOrMany) -> Result<Self, Self::Error> {
        let ids = match given {
            OneOrMany::One(id) => vec![id],
            OneOrMany::Many(ids) => ids,
        };
        let few = i64::try_from(ids.len()).is_ok_and(|n| n <= MAX_ROWS);
        if few { Ok(Self(ids)) } else { Err("too many ids") }
    }
}

#[derive(Deserialize)]
struct Raw {
    sort: Option<String>,
    range: Option<String>,
    filter: Option<String>,
}

impl<F: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for List<F> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Query(raw) =
            Query::<Raw>::from_request_parts(parts, state).await.map_err(|e| Error::new(Code::Malformed).source(e))?;
        let sort = raw.sort.as_deref().map(|text| http::parse::<(String, String)>(text.as_bytes())).transpose()?;
        let (from, to) = match raw.range.as_deref() {
            Some(text) => http::parse::<(i64, i64)>(text.as_bytes())?,
            None => (0, DEFAULT_ROWS - 1),
        };
        let rows = to.saturating_sub(from).saturating_add(1);
        if !(0..=MAX_OFFSET).contains(&from) || !(0..=MAX_ROWS).contains(&rows) {
            return Err(Error::field(
                "range",
                Text::new("分页范围无效，请缩小筛选范围", "the range is not valid; narrow the filter to see more"),
            ));
        }
        let filter = http::parse(raw.filter.as_deref().unwrap_or("{}").as_bytes())?;
        let sort = sort.map(|(field, way)| (field, way.eq_ignore_ascii_case("desc")));
        Ok(Self { filter, sort, offset: from, limit: rows })
    }
}

/// A page of a list with its total.
#[derive(Debug)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// The number of rows in all, counted up to [`MAX_OFFSET`].
    pub total: i64,
    /// The number of rows before the page.
    pub offset: i64,
}

impl<T> Page<T> {
    /// The same page with other rows.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page { rows: self.rows.into_iter().map(f).collect(), total: self.total, offset: self.offset }
    }
}

impl<T: Serialize> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        let last = (self.offset + i64::try_from(self.rows.len()).unwrap_or_default() - 1).max(0);
        let range = format!("items {}-{last}/{}", self.offset, self.total);
        let mut response = axum::Json(self.rows).into_response();
        let headers = response.headers_mut();
        headers.insert(HeaderName::from_static("x-total-count"), HeaderValue::from(self.total));
        if let Ok(range) = HeaderValue::from_str(&range) {
            headers.insert(header::CONTENT_RANGE, range);
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// A short list: without a range, all of it, up to [`MAX_ROWS`].
#[derive(Debug)]
pub struct Whole<F>(pub List<F>);

impl<F: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Whole<F> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let mut list = List::from_request_parts(parts, state).await?;
        let query = parts.uri.query().unwrap_or_default();
        if !url::form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "range") {
            list.limit = MAX_ROWS;
        }
        Ok(Self(list))
    }
}
