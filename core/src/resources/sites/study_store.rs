//! SQL of the sites of studies, and the rules for adding one.

use super::model::{NewStudySite, StudySite, TenantSite};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Cursor, MAX_ROWS, Walk, Window};
use crate::kernel::resource::input::required;
use crate::kernel::resource::{record, taken};
use crate::resources::studies;

const STUDY_SITE: &str = "SELECT ss.id, ss.version, ss.study_id, ts.tenant_id, ss.tenant_site_id, ss.code, \
     ts.nick_name, s.site_name FROM study_sites ss JOIN tenant_sites ts ON ts.id = ss.tenant_site_id \
     JOIN sites s ON s.id = ts.site_id WHERE ss.deleted_at IS NULL";

/// The sites of a study, ordered by name; the search matches parts of name or code.
pub async fn of_study(cx: &mut ReadCtx, study: &Id, walk: &Walk) -> Result<Window<StudySite>, Error> {
    let query = cx.db().await?.query(STUDY_SITE).push(" AND ss.study_id = ", study.clone());
    let query = walk.search.in_any(query, &["ss.name_key", "ss.code_key"]);
    let place = |s: &StudySite| Cursor(fold(&s.nick_name), s.id.clone());
    walk.run(query, " AND (ss.name_key, ss.id) > (", " ORDER BY ss.name_key, ss.id", place).await
}

/// The sites of the study among the ids, ordered by name. At most [`MAX_ROWS`] ids.
pub async fn of_study_by_ids(cx: &mut ReadCtx, study: &Id, ids: &[Id]) -> Result<Vec<StudySite>, Error> {
    if i64::try_from(ids.len()).is_ok_and(|n| n > MAX_ROWS) {
        return Err(Error::new(Code::Invalid));
    }
    let query = cx.db().await?.query(STUDY_SITE).push(" AND ss.study_id = ", study.clone());
    Ok(query.push_in(" AND ss.id", ids.iter().cloned()).sql(" ORDER BY ss.name_key, ss.id").all().await?)
}

/// Adds a tenant's site to one of the tenant's studies, and audits it.
pub async fn add_to_study(cx: &mut Ctx, new: NewStudySite) -> Result<StudySite, Error> {
    let mut p = Problems::default();
    let code = required(&mut p, "code", &new.code, Text::new("请输入编号", "enter the code"));
    p.into_result()?;
    let unknown = || Error::field("tenantSiteId", Text::new("请选择一个中心", "select a site"));
    let study = studies::get(cx, &new.study_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let site = record::get_kept::<TenantSite>(cx, &new.tenant_site_id).await?.ok_or_else(unknown)?;
    if site.tenant_id != study.tenant_id {
        return Err(unknown());
    }
    let (id, now) = (cx.new_id(), cx.now());
    cx.db()
        .await?
        .write(
            "INSERT INTO study_sites (id, version, study_id, tenant_site_id, code, code_key, name_key, created_at, \
             updated_at) VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(id.clone())
        .bind(study.id.clone())
        .bind(site.id)
        .bind(code.clone())
        .bind(fold(&code))
        .bind(fold(&site.nick_name))
        .bind(now)
        .bind(now)
        .execute()
        .await
        .map_err(|e| {
            taken(e, "code", Text::new("编号或中心已在该项目中", "the study has this code or site already"))
        })?;
    let made = of_study_by_ids(cx, &study.id, &[id]).await?.pop().ok_or_else(|| Error::new(Code::Internal))?;
    cx.audit("study_site.created", &made)?;
    Ok(made)
}
