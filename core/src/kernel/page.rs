//! The list query of the admin REST: `sort=["field","ASC"]&range=[0,9]&filter={…}`.
//!
//! Every list is bounded: at most [`MAX_ROWS`] rows a page, [`MAX_OFFSET`] rows deep, and the total is
//! counted no further than that; whoever wants to look deeper filters.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::{Code, Error, Text};
use super::http;

/// Rows a page, at most.
pub const MAX_ROWS: i64 = 1000;
/// How deep a list can be paged, and counted.
pub const MAX_OFFSET: i64 = 10_000;
/// The page size where none is asked for (specification: default 10).
pub const DEFAULT_ROWS: i64 = 10;

/// Sorts of a list: JSON name and the SQL that an index serves, ascending and descending. The first is the default.
pub type Sorts = &'static [(&'static str, &'static str, &'static str)];

/// A list query with its filter parsed.
#[derive(Debug)]
pub struct List<F> {
    /// The filter.
    pub filter: F,
    sort: Option<(String, bool)>,
    /// First row.
    pub offset: i64,
    /// Number of rows.
    pub limit: i64,
}

impl<F> List<F> {
    /// ` ORDER BY …` of the sort asked for, or the first of `sorts`.
    pub fn order(&self, sorts: Sorts) -> Result<&'static str, Error> {
        let Some((name, descending)) = &self.sort else { return Ok(sorts[0].1) };
        sorts.iter().find(|(n, ..)| n == name).map(|(_, up, down)| if *descending { *down } else { *up }).ok_or_else(
            || Error::field("sort", Text::made(format!("不支持按 {name} 排序"), format!("cannot sort by {name}"))),
        )
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
        if from < 0 || from > MAX_OFFSET || !(0..=MAX_ROWS).contains(&rows) {
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
    /// How many there are in all, counted up to [`MAX_OFFSET`].
    pub total: i64,
    /// Where the page begins.
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
