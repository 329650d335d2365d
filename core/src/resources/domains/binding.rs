//! The binding of a study to a system: the studyUrlId of the specification.

use serde::Serialize;

use super::store::get;
use crate::kernel::ctx::{Audited, Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Cursor, Walk, Window};
use crate::kernel::resource::input::is_web_address;
use crate::kernel::resource::{record, taken};
use crate::resources::studies::Study;

/// A study bound to a system.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct StudyBinding {
    /// Id (studyUrlId): selected in the panels, and referred to by grants.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant of the study and of the domain.
    pub tenant_id: Id,
    /// The study.
    pub study_id: Id,
    /// Its name.
    pub study_name: String,
    /// Its code.
    pub study_code: String,
    /// The system.
    pub software_id: Id,
    /// The domain of the tenant's installation.
    pub tenant_domain_id: Id,
    /// Base address of the role API.
    pub role_api_request: String,
    /// Base address of the callback (provisioning) API.
    pub role_api_response: String,
}

impl Audited for StudyBinding {
    const RESOURCE: &'static str = "study-software";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// A new study binding.
#[derive(Clone, Debug)]
pub struct NewStudyBinding {
    /// The study.
    pub study_id: Id,
    /// A domain of the study's tenant; it determines the system.
    pub tenant_domain_id: Id,
    /// Base address of the role API.
    pub role_api_request: String,
    /// Base address of the callback (provisioning) API.
    pub role_api_response: String,
}

const COLUMNS: &str = "SELECT b.id, b.version, s.tenant_id, b.study_id, s.study_name, s.study_code, b.software_id, \
     b.tenant_domain_id, b.role_api_request, b.role_api_response FROM study_software b \
     JOIN studies s ON s.id = b.study_id WHERE b.deleted_at IS NULL AND s.deleted_at IS NULL";

/// A binding of a study that is not deleted. The caller checks that its tenant is the person's.
pub async fn bound(cx: &mut ReadCtx, id: &Id) -> Result<Option<StudyBinding>, Error> {
    Ok(cx.db().await?.query(COLUMNS).push(" AND b.id = ", id.clone()).optional().await?)
}

/// The studies of a tenant that are bound to a system, ordered by name; the search matches parts of name or code.
pub async fn bindings(
    cx: &mut ReadCtx,
    tenant: &Id,
    software: &Id,
    walk: &Walk,
) -> Result<Window<StudyBinding>, Error> {
    let query = cx.db().await?.query(COLUMNS).push(" AND s.tenant_id = ", tenant.clone());
    let query = query.push(" AND b.software_id = ", software.clone());
    let query = walk.search.in_any(query, &["s.name_key", "s.code_key"]);
    let place = |b: &StudyBinding| Cursor(fold(&b.study_name), b.study_id.clone());
    walk.run(query, " AND (s.name_key, s.id) > (", " ORDER BY s.name_key, s.id", place).await
}

/// Binds a study to the system of one of its tenant's domains, and audits it.
pub async fn bind(cx: &mut Ctx, new: NewStudyBinding) -> Result<StudyBinding, Error> {
    let mut p = Problems::default();
    let (request, response) = (new.role_api_request.trim().to_owned(), new.role_api_response.trim().to_owned());
    for (field, address) in [("roleApiRequest", &request), ("roleApiResponse", &response)] {
        let fine = address.is_empty() || is_web_address(address);
        p.check(fine, field, "网址格式不正确", "this is not a web address");
    }
    p.into_result()?;
    let unknown = || Error::field("tenantUrlId", Text::new("请选择软件域名", "select the domain"));
    let study = record::get_kept::<Study>(cx, &new.study_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let domain =
        get(cx, &new.tenant_domain_id).await?.filter(|d| d.tenant_id == study.tenant_id).ok_or_else(unknown)?;
    let (id, now) = (cx.new_id(), cx.now());
    cx.db()
        .await?
        .write(
            "INSERT INTO study_software (id, version, study_id, software_id, tenant_domain_id, role_api_request, \
             role_api_response, created_at, updated_at) VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(id.clone())
        .bind(study.id)
        .bind(domain.software_id)
        .bind(domain.id)
        .bind(request)
        .bind(response)
        .bind(now)
        .bind(now)
        .execute()
        .await
        .map_err(|e| taken(e, "softwareId", Text::new("该项目已配置此软件", "the study is bound to this system")))?;
    let made = bound(cx, &id).await?.ok_or_else(|| Error::new(Code::Internal))?;
    cx.audit("study_software.created", &made)?;
    Ok(made)
}
