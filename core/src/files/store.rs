//! The SQL of files.

use super::model::{FileRecord, Filter, NewFile, Purpose};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{List, Page, Sorts};

const COLUMNS: &str = "SELECT id, file_name, purpose, media_type, size, sha256, software_id, software_name, tenant_id, \
    created_by, created_at, expires_at, permission";

const SORTS: Sorts = &[
    ("createTime", " ORDER BY created_at, id", " ORDER BY created_at DESC, id DESC"),
    ("fileName", " ORDER BY name_key, id", " ORDER BY name_key DESC, id DESC"),
];

/// The files that one sweep takes away.
const SWEPT: i64 = 200;

/// The conditions that an index serves.
fn exactly<'q>(query: Query<'q>, f: &Filter) -> Query<'q> {
    let query = query.sql(" FROM files WHERE state = 'kept'");
    let query = match &f.id {
        Some(ids) => query.push_in(" AND id", ids.0.iter().cloned()),
        None => query,
    };
    let query = query.push_if(" AND software_id = ", f.soft_id.clone());
    let query = query.push_if(" AND purpose = ", f.purpose.map(Purpose::as_str));
    let query = query.push_if(" AND created_at >= ", f.start_time);
    query.push_if(" AND created_at <= ", f.end_time)
}

/// Adds the conditions. A part of a name is sought among the newest 10,000 that meet the others, so that the cost does not
/// grow with the table.
fn narrowed<'q>(query: Query<'q>, f: &Filter) -> Query<'q> {
    let mut terms = f.q.iter().chain(&f.file_name).peekable();
    if terms.peek().is_none() {
        return exactly(query, f);
    }
    let query = exactly(query.sql(" FROM (SELECT id, created_at, name_key"), f);
    let query = query.sql(SORTS[0].2).sql(" LIMIT 10000) AS newest WHERE 1 = 1");
    terms.fold(query, |query, term| term.in_any(query, &["name_key"])).a_few()
}

/// A page of the files that are kept.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<FileRecord>, Error> {
    let tx = cx.db().await?;
    if list.filter.q.is_none() && list.filter.file_name.is_none() {
        return list.run(tx, SORTS, COLUMNS, narrowed).await;
    }
    let rows = (&[COLUMNS, " FROM files WHERE "][..], "id");
    list.searched::<_, (Id,)>(tx, SORTS, rows, narrowed).await
}

/// A file that is kept.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<FileRecord>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" FROM files WHERE state = 'kept'");
    Ok(query.push(" AND id = ", id.clone()).optional().await?)
}

/// Adds a file that is being written.
pub async fn begin(cx: &mut Ctx, id: &Id, file: &NewFile, created_by: Option<Id>) -> Result<(), Error> {
    let now = cx.now();
    let (software, name) = file.software.clone().unzip();
    cx.db()
        .await?
        .write(
            "INSERT INTO files (id, state, purpose, file_name, name_key, media_type, size, sha256, software_id, \
             software_name, tenant_id, permission, created_by, created_at) \
             VALUES ($1, 'writing', $2, $3, $4, $5, 0, '', $6, $7, $8, $9, $10, $11)",
        )
        .bind(id.clone())
        .bind(file.purpose.as_str())
        .bind(file.file_name.clone())
        .bind(fold(&file.file_name))
        .bind(file.media_type)
        .bind(software)
        .bind(name.unwrap_or_default())
        .bind(file.tenant.clone())
        .bind(file.permission.url())
        .bind(created_by)
        .bind(now)
        .execute()
        .await?;
    Ok(())
}

/// The file is kept from now on; false if it was swept away meanwhile.
pub async fn keep(
    cx: &mut Ctx,
    id: &Id,
    (size, sha256): (i64, String),
    expires_at: Option<Time>,
) -> Result<bool, Error> {
    let query = cx.db().await?.write("UPDATE files SET state = 'kept'").push(", size = ", size);
    let query = query.push(", sha256 = ", sha256).push(", expires_at = ", expires_at);
    Ok(query.push(" WHERE state = 'writing' AND id = ", id.clone()).execute().await? == 1)
}

/// The octets of all files that are kept.
pub async fn total(cx: &mut ReadCtx) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM files WHERE state = 'kept'");
    Ok(query.one::<(i64,)>().await?.0)
}

/// Some files that were not finished before a moment, or are kept no longer.
pub async fn outdated(cx: &mut ReadCtx, begun_before: Time) -> Result<Vec<(Id,)>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query("SELECT id FROM files WHERE state = 'writing'");
    let query = query.push(" AND created_at < ", begun_before).push(" ORDER BY created_at, id LIMIT ", SWEPT);
    let mut found: Vec<(Id,)> = query.all().await?;
    let query = cx.db().await?.query("SELECT id FROM files WHERE expires_at IS NOT NULL");
    let query = query.push(" AND expires_at <= ", now).push(" ORDER BY expires_at, id LIMIT ", SWEPT);
    found.extend(query.all::<(Id,)>().await?);
    Ok(found)
}

/// Deletes the record of a file.
pub async fn delete(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let query = cx.db().await?.write("DELETE FROM files");
    query.push(" WHERE id = ", id.clone()).execute().await?;
    Ok(())
}
