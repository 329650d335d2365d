//! SQL of the sites, with the rules that span their three levels.

use super::model::{NewSite, NewStudySite, Site, StudySite, TenantSite};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Cursor, MAX_ROWS, Walk, Window};
use crate::rooms::dictionaries::{self, Category};
use crate::rooms::input::{note, required};
use crate::rooms::{studies, taken};

const SITE: &str =
    "SELECT id, version, site_name, level_id, type_id, address, remark, created_at, updated_at FROM sites";
const TENANT_SITE: &str = "SELECT id, version, tenant_id, site_id, nick_name FROM tenant_sites";
const STUDY_SITE: &str = "SELECT ss.id, ss.version, ss.study_id, ts.tenant_id, ss.tenant_site_id, ss.code, \
     ts.nick_name, s.site_name FROM study_sites ss JOIN tenant_sites ts ON ts.id = ss.tenant_site_id \
     JOIN sites s ON s.id = ts.site_id WHERE ss.deleted_at IS NULL";

/// A global site that is not deleted.
pub async fn get(cx: &mut Ctx, id: &Id) -> Result<Option<Site>, Error> {
    let query = cx.db().await?.query(SITE).sql(" WHERE deleted_at IS NULL");
    Ok(query.push(" AND id = ", id.clone()).optional().await?)
}

/// A tenant's site that is not deleted.
pub async fn tenant_site(cx: &mut Ctx, id: &Id) -> Result<Option<TenantSite>, Error> {
    let query = cx.db().await?.query(TENANT_SITE).sql(" WHERE deleted_at IS NULL");
    Ok(query.push(" AND id = ", id.clone()).optional().await?)
}

/// The sites of a study whose name or code begins with what is searched, by name.
pub async fn of_study(cx: &mut Ctx, study: &Id, walk: &Walk) -> Result<Window<StudySite>, Error> {
    let mut query = cx.db().await?.query(STUDY_SITE).push(" AND ss.study_id = ", study.clone());
    if !walk.search.is_empty() {
        query = query
            .push(" AND ((ss.name_key >= ", walk.search.from())
            .push(" AND ss.name_key < ", walk.search.until())
            .push(") OR (ss.code_key >= ", walk.search.from())
            .push(" AND ss.code_key < ", walk.search.until())
            .sql("))");
    }
    let place = |s: &StudySite| Cursor(fold(&s.nick_name), s.id.clone());
    walk.run(query, " AND (ss.name_key, ss.id) > (", " ORDER BY ss.name_key, ss.id", place).await
}

/// Those of the ids that are sites of the study, by name. At most [`MAX_ROWS`] ids.
pub async fn of_study_by_ids(cx: &mut Ctx, study: &Id, ids: &[Id]) -> Result<Vec<StudySite>, Error> {
    if i64::try_from(ids.len()).is_ok_and(|n| n > MAX_ROWS) {
        return Err(Error::new(Code::Invalid));
    }
    let query = cx.db().await?.query(STUDY_SITE).push(" AND ss.study_id = ", study.clone());
    Ok(query.push_in(" AND ss.id", ids.iter().cloned()).sql(" ORDER BY ss.name_key, ss.id").all().await?)
}

/// Makes a global site and notes it in the audit.
pub async fn create(cx: &mut Ctx, new: NewSite) -> Result<Site, Error> {
    let mut p = Problems::default();
    let now = cx.now();
    let site = Site {
        id: cx.new_id(),
        version: 1,
        site_name: required(
            &mut p,
            "siteName",
            &new.site_name,
            Text::new("请输入中心名称", "please enter the site name"),
        ),
        level_id: Some(new.level_id.clone()),
        type_id: Some(new.type_id.clone()),
        address: note(&mut p, "address", &new.address),
        remark: note(&mut p, "remark", &new.remark),
        created_at: now,
        updated_at: now,
    };
    let level = dictionaries::exists(cx, Category::SiteLevels, &new.level_id, None).await?;
    p.check(level, "levelId", "请选择级别", "please select the level");
    let kind = dictionaries::exists(cx, Category::SiteTypes, &new.type_id, None).await?;
    p.check(kind, "typeId", "请选择类型", "please select the type");
    p.into_result()?;
    cx.db()
        .await?
        .query(
            "INSERT INTO sites (id, version, site_name, name_key, level_id, type_id, address, remark, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(site.id.clone())
        .bind(site.version)
        .bind(site.site_name.clone())
        .bind(fold(&site.site_name))
        .bind(site.level_id.clone())
        .bind(site.type_id.clone())
        .bind(site.address.clone())
        .bind(site.remark.clone())
        .bind(site.created_at)
        .bind(site.updated_at)
        .execute()
        .await?;
    cx.audit("site.created", &site)?;
    Ok(site)
}

/// Gives a tenant a global site, under the tenant's own name for it, and notes it in the audit.
pub async fn add_to_tenant(cx: &mut Ctx, tenant: &Id, site: &Id, nick_name: &str) -> Result<TenantSite, Error> {
    let mut p = Problems::default();
    let made = TenantSite {
        id: cx.new_id(),
        version: 1,
        tenant_id: tenant.clone(),
        site_id: site.clone(),
        nick_name: required(&mut p, "nickName", nick_name, Text::new("请输入中心别名", "please enter the nickname")),
    };
    let known = get(cx, site).await?.is_some();
    p.check(known, "siteId", "请选择中心", "please select a site");
    p.into_result()?;
    let now = cx.now();
    cx.db()
        .await?
        .query(
            "INSERT INTO tenant_sites (id, version, tenant_id, site_id, nick_name, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(made.id.clone())
        .bind(made.version)
        .bind(made.tenant_id.clone())
        .bind(made.site_id.clone())
        .bind(made.nick_name.clone())
        .bind(now)
        .bind(now)
        .execute()
        .await
        .map_err(|e| taken(e, "siteId", Text::new("该租户已有此中心", "the tenant has this site already")))?;
    cx.audit("tenant_site.created", &made)?;
    Ok(made)
}

/// Takes a tenant's site into one of the tenant's studies, and notes it in the audit.
pub async fn add_to_study(cx: &mut Ctx, new: NewStudySite) -> Result<StudySite, Error> {
    let mut p = Problems::default();
    let code = required(&mut p, "code", &new.code, Text::new("请输入编号", "enter the code"));
    p.into_result()?;
    let unknown = || Error::field("tenantSiteId", Text::new("请选择一个中心", "select a site"));
    let study = studies::get(cx, &new.study_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let site = tenant_site(cx, &new.tenant_site_id).await?.ok_or_else(unknown)?;
    if site.tenant_id != study.tenant_id {
        return Err(unknown());
    }
    let (id, now) = (cx.new_id(), cx.now());
    cx.db()
        .await?
        .query(
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
