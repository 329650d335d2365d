//! A row of a table, as its struct declares it.

use serde::de::DeserializeOwned;

use super::rows::{one_row, taken, tombstone};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::{Mode, Query, Row, Write};
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::references::Reference;

/// The names of the actions in the audit.
#[derive(Clone, Copy, Debug)]
pub struct Actions {
    /// Such as `site.created`.
    pub created: &'static str,
    /// Such as `site.updated`.
    pub updated: &'static str,
    /// Such as `site.deleted`.
    pub deleted: &'static str,
}

/// A row of a table that is changed by its version and, unless it is erased, leaves a tombstone. Derived: see
/// `cardea_macros`.
pub trait Record: Row {
    /// The table.
    const TABLE: &'static str;
    /// Its id's column: `id`, or `tenant_sites.id` where others are joined.
    const ID: &'static str;
    /// `SELECT id, …`: every column to read.
    const SELECT: &'static str;
    /// ` FROM table WHERE `, with what is joined.
    const FROM: &'static str;
    /// `deleted_at IS NULL AND `; nothing where rows leave no tombstone.
    const THERE: &'static str;
    /// Whether rows leave no tombstone.
    const ERASED: bool;
    /// The whole INSERT statement, with a placeholder for each column.
    const INSERT: &'static str;
    /// `UPDATE table SET version = version + 1`.
    const UPDATE: &'static str;
    /// `UPDATE table SET`, as a tombstone begins, or `DELETE FROM table`.
    const REMOVE: &'static str;
    /// The names of the actions in the audit.
    const ACTIONS: Actions;
    /// The references to records of other tables.
    const REFERENCES: &'static [Reference];
    /// The field that no two rows share, and the message for a value that is taken.
    const UNIQUE: Option<(&'static str, Text)>;

    /// Its id.
    fn id(&self) -> &Id;
    /// Its version.
    fn version(&self) -> i64;
    /// Sets its version.
    fn set_version(&mut self, version: i64);
    /// Sets the time of its last change, if it has one.
    fn touch(&mut self, now: Time);
    /// A row before its form is applied: version 1, and empty.
    fn blank(id: Id, now: Time) -> Self;
    /// Binds the values of [`Self::INSERT`].
    fn insert<'q>(&self, query: Query<'q, Write>, now: Time) -> Query<'q, Write>;
    /// Adds `, column = $n` for each column that can change.
    fn set<'q>(&self, query: Query<'q, Write>, now: Time) -> Query<'q, Write>;
}

/// The form that creates or changes a record.
pub trait Form<T>: DeserializeOwned + Send + Sync {
    /// The version that the change applies to; `None` for a new record.
    fn version(&self) -> Option<i64>;
    /// Checks the form's values, and sets them in a record.
    fn over(&self, p: &mut Problems, record: &mut T, new: bool);
}

/// The row with this id, unless it was deleted.
pub async fn get<T: Record>(cx: &mut ReadCtx, id: &Id) -> Result<Option<T>, Error> {
    Ok(by_id::<T, _>(cx.db().await?.query(T::SELECT), id).optional().await?)
}

/// As [`get`], with the row locked until the transaction ends: for a record that another is about to refer to.
pub async fn get_kept<T: Record>(cx: &mut Ctx, id: &Id) -> Result<Option<T>, Error> {
    Ok(by_id::<T, _>(cx.db().await?.write(T::SELECT), id).kept(T::TABLE).optional().await?)
}

fn by_id<'q, T: Record, M: Mode>(query: Query<'q, M>, id: &Id) -> Query<'q, M> {
    query.sql(T::FROM).sql(T::THERE).sql(T::ID).push(" = ", id.clone())
}

/// The row of a tenant of whose kind each tenant has one; where there is none yet, a blank one of version 0.
pub async fn get_or_blank<T: Record>(cx: &mut ReadCtx, tenant: &Id) -> Result<T, Error> {
    let found = get(cx, tenant).await?;
    Ok(found.unwrap_or_else(|| {
        let mut blank = T::blank(tenant.clone(), cx.now());
        blank.set_version(0);
        blank
    }))
}

/// Adds a row.
///
/// Errors: a [unique](Record::UNIQUE) value that is taken, on its field.
pub async fn insert<T: Record>(cx: &mut Ctx, record: &T) -> Result<(), Error> {
    let now = cx.now();
    let query = record.insert(cx.db().await?.write(T::INSERT), now);
    query.execute().await.map_err(taken_by::<T>)?;
    Ok(())
}

/// Adds the row of a record of version 0, unless somebody was faster; otherwise as [`update`].
pub async fn put<T: Record>(cx: &mut Ctx, record: &mut T) -> Result<(), Error> {
    if record.version() != 0 {
        return update(cx, record).await;
    }
    record.set_version(1);
    let now = cx.now();
    one_row(record.insert(cx.db().await?.write(T::INSERT), now).sql(" ON CONFLICT DO NOTHING").execute().await?)
}

/// Changes the row if it still has the record's version, and gives the record the next version.
///
/// Errors: [`Code::Conflict`](crate::kernel::error::Code::Conflict) for another version; those of [`insert`].
pub async fn update<T: Record>(cx: &mut Ctx, record: &mut T) -> Result<(), Error> {
    let now = cx.now();
    let query = record.set(cx.db().await?.write(T::UPDATE), now);
    let query = query.sql(" WHERE ").sql(T::THERE).sql(T::ID).push(" = ", record.id().clone());
    one_row(query.push(" AND version = ", record.version()).execute().await.map_err(taken_by::<T>)?)?;
    record.set_version(record.version() + 1);
    Ok(())
}

/// Removes the row that still has the record's version, leaving a tombstone unless such rows are erased.
pub async fn remove<T: Record>(cx: &mut Ctx, record: &T) -> Result<(), Error> {
    if T::ERASED {
        let query = cx.db().await?.write(T::REMOVE).sql(" WHERE ").sql(T::ID).push(" = ", record.id().clone());
        return one_row(query.push(" AND version = ", record.version()).execute().await?);
    }
    tombstone(cx, T::REMOVE, record.id(), record.version()).await
}

fn taken_by<T: Record>(error: sqlx::Error) -> Error {
    match T::UNIQUE {
        Some((field, text)) => taken(error, field, text),
        None => error.into(),
    }
}
