//! SQL of the studies.

use super::model::{NewStudy, Study};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Cursor, Walk, Window};
use crate::kernel::resource::taken;

const COLUMNS: &str =
    "SELECT id, version, tenant_id, study_name, study_code, plan_code, sponsor, created_at, updated_at";

/// A study that is not deleted. The caller checks that its tenant is the person's.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Study>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" FROM studies WHERE deleted_at IS NULL");
    Ok(query.push(" AND id = ", id.clone()).optional().await?)
}

/// The studies of a tenant, ordered by name; the search matches parts of name or code.
pub async fn walk(cx: &mut ReadCtx, tenant: &Id, walk: &Walk) -> Result<Window<Study>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" FROM studies WHERE deleted_at IS NULL");
    let query = query.push(" AND tenant_id = ", tenant.clone());
    let query = walk.search.in_any(query, &["name_key", "code_key"]);
    let place = |s: &Study| Cursor(fold(&s.study_name), s.id.clone());
    walk.run(query, " AND (name_key, id) > (", " ORDER BY name_key, id", place).await
}

/// Makes a study and audits it.
pub async fn create(cx: &mut Ctx, new: NewStudy) -> Result<Study, Error> {
    let study = new.parse(cx.new_id(), cx.now())?;
    cx.db()
        .await?
        .write(
            "INSERT INTO studies (id, version, tenant_id, study_name, name_key, study_code, code_key, plan_code, \
             sponsor, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(study.id.clone())
        .bind(study.version)
        .bind(study.tenant_id.clone())
        .bind(study.study_name.clone())
        .bind(fold(&study.study_name))
        .bind(study.study_code.clone())
        .bind(fold(&study.study_code))
        .bind(study.plan_code.clone())
        .bind(study.sponsor.clone())
        .bind(study.created_at)
        .bind(study.updated_at)
        .execute()
        .await
        .map_err(|e| taken(e, "studyCode", Text::new("项目编号已存在", "this study code is in use")))?;
    cx.audit("study.created", &study)?;
    Ok(study)
}
