//! Rows: their versions, their tombstones, what holds them, and the ids in addresses.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::is_duplicate;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::references::Reference;

/// The id in an address. What cannot be one names nothing: 404.
#[derive(Debug)]
pub struct PathId(pub Id);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let nothing = || Error::new(Code::NotFound);
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| nothing())?;
        Id::try_from(text).map(Self).map_err(|_| nothing())
    }
}

/// Leaves a tombstone in place of the row that still has this version: what refers to it keeps its name, and nobody
/// is handed what was its own. `update` begins the statement: `UPDATE areas SET`, and what else changes with it.
pub async fn tombstone(cx: &mut Ctx, update: &'static str, id: &Id, version: i64) -> Result<(), Error> {
    let now = cx.now();
    let query = cx.db().await?.write(update).sql(" version = version + 1").push(", deleted_at = ", now);
    let query = query.push(" WHERE deleted_at IS NULL AND id = ", id.clone()).push(" AND version = ", version);
    one_row(query.execute().await?)
}

/// A row that is there already is the caller's mistake, on the field that must be unique; the rest is ours.
pub fn taken(error: sqlx::Error, field: &'static str, text: Text) -> Error {
    if is_duplicate(&error) { Error::field(field, text) } else { error.into() }
}

/// Refused unless exactly one row was changed: the caller's version is not the present one.
pub fn one_row(changed: u64) -> Result<(), Error> {
    if changed == 1 { Ok(()) } else { Err(Error::new(Code::Conflict)) }
}

/// Refuses where anything holds the record of `table`, in the words of `say`, which is told what holds it in both
/// languages.
///
/// Errors: [`Code::InUse`].
pub async fn refuse_if_held(
    cx: &mut ReadCtx,
    table: &str,
    id: &Id,
    say: impl Fn(&str, &str) -> Text,
) -> Result<(), Error> {
    // Where nobody said who refers to whom, nothing is removed.
    let references = cx.kernel().references().to(table).ok_or_else(|| Error::new(Code::Internal))?;
    for Reference { holders: (zh, en), sql, .. } in references {
        if cx.db().await?.query(sql).bind(id.clone()).optional::<(i32,)>().await?.is_some() {
            return Err(Error::new(Code::InUse).message(say(zh, en)));
        }
    }
    Ok(())
}

/// The usual words: this `what` is in use by them.
pub fn used(what_zh: &'static str, what_en: &'static str) -> impl Fn(&str, &str) -> Text {
    move |zh, en| {
        let en = format!("this {what_en} is in use by {en} and cannot be deleted");
        Text::made(format!("该{what_zh}正被{zh}使用，不能删除"), en)
    }
}
