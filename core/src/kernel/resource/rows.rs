//! Rows: their versions, their tombstones, the references to them, and ids in paths.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::is_duplicate;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::references::Reference;

/// The id in a path. A text that cannot be an id is not found: 404.
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

/// Leaves a tombstone in place of the row if it still has this version: references to it still find its name, and no
/// other record gets its id. `update` begins the statement: `UPDATE areas SET`, with the other columns that change.
pub async fn tombstone(cx: &mut Ctx, update: &'static str, id: &Id, version: i64) -> Result<(), Error> {
    let now = cx.now();
    let query = cx.db().await?.write(update).sql(" version = version + 1").push(", deleted_at = ", now);
    let query = query.push(" WHERE deleted_at IS NULL AND id = ", id.clone()).push(" AND version = ", version);
    one_row(query.execute().await?)
}

/// The error of a duplicate row: the caller's, on the field that must be unique. Any other error is the server's.
pub fn taken(error: sqlx::Error, field: &'static str, text: Text) -> Error {
    if is_duplicate(&error) { Error::field(field, text) } else { error.into() }
}

/// Refuses unless exactly one row was changed: otherwise the caller's version is not the present one.
pub fn one_row(changed: u64) -> Result<(), Error> {
    if changed == 1 { Ok(()) } else { Err(Error::new(Code::Conflict)) }
}

/// Refuses if any record holds this record of `table`. `say` makes the message from the holders' names in both
/// languages.
///
/// Errors: [`Code::InUse`].
pub async fn refuse_if_held(
    cx: &mut ReadCtx,
    table: &str,
    id: &Id,
    say: impl Fn(&str, &str) -> Text,
) -> Result<(), Error> {
    // Without declared references nothing can be known of holders, and nothing is deleted.
    let references = cx.kernel().references().to(table).ok_or_else(|| Error::new(Code::Internal))?;
    let (mut zh, mut en) = (Vec::new(), Vec::new());
    for Reference { holders, sql, .. } in references {
        if !en.contains(&holders.1) && cx.db().await?.query(sql).bind(id.clone()).optional::<(i32,)>().await?.is_some()
        {
            zh.push(holders.0);
            en.push(holders.1);
        }
    }
    match en.split_last() {
        None => Ok(()),
        Some((last, [])) => Err(Error::new(Code::InUse).message(say(zh[0], last))),
        Some((last, others)) => {
            let en = format!("{} and {last}", others.join(", "));
            Err(Error::new(Code::InUse).message(say(&zh.join("、"), &en)))
        }
    }
}

/// The usual message: this `what` is in use by the holders.
pub fn used(what_zh: &'static str, what_en: &'static str) -> impl Fn(&str, &str) -> Text {
    move |zh, en| {
        let en = format!("this {what_en} is in use by {en} and cannot be deleted");
        Text::made(format!("该{what_zh}正被{zh}使用，不能删除"), en)
    }
}
