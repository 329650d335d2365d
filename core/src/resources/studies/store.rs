//! SQL of the studies.

use super::model::Study;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::resource::{Record as _, record};
use crate::kernel::window::{Cursor, Walk, Window};

/// A study that is not deleted. The caller checks that its tenant is the person's.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Study>, Error> {
    record::get(cx, id).await
}

/// The study of a tenant with this code, in capitals or not.
pub async fn by_code(cx: &mut ReadCtx, tenant: &Id, code: &str) -> Result<Option<Study>, Error> {
    let query = cx.db().await?.query(Study::SELECT).sql(Study::FROM).sql(Study::THERE);
    let query = query.push("studies.tenant_id = ", tenant.clone());
    Ok(query.push(" AND studies.code_key = ", fold(code)).optional().await?)
}

/// The studies of a tenant, ordered by name; the search matches parts of name or code.
pub async fn walk(cx: &mut ReadCtx, tenant: &Id, walk: &Walk) -> Result<Window<Study>, Error> {
    let query = cx.db().await?.query(Study::SELECT).sql(Study::FROM).sql(Study::THERE);
    let query = query.push("studies.tenant_id = ", tenant.clone());
    let query = walk.search.in_any(query, &["studies.name_key", "studies.code_key"]);
    let place = |s: &Study| Cursor(fold(&s.study_name), s.id.clone());
    walk.run(query, " AND (studies.name_key, studies.id) > (", " ORDER BY studies.name_key, studies.id", place).await
}

/// Lets another study of the tenant have the code of a removed one. No code that is in use begins with a space.
pub async fn free_code(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE studies SET code_key = ' ' || id");
    query.push(" WHERE id = ", id.clone()).execute().await?;
    Ok(())
}
