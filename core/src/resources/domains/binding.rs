//! The binding of a study to a system: the studyUrlId of the specification. The domain's credential is sent to the
//! addresses of a binding, so the platform's administrators set them.

use cardea_macros::Record;
use serde::Serialize;

use super::model::TenantDomain;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx, Scope};
use crate::kernel::error::{Error, Problems};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::Sorts;
use crate::kernel::resource::input::is_web_address;
use crate::kernel::resource::{ByName, Kind, Operation, Reach, Record as _, Resource, operations, record};
use crate::kernel::window::{Cursor, Walk, Window};
use crate::resources::licences;
use crate::resources::studies::{self, Study};

/// A study bound to a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(
    table = "study_software",
    joins = "JOIN studies s ON s.id = study_software.study_id WHERE s.deleted_at IS NULL",
    stamped,
    tenant = tenant_id,
    unique("softwareId", "该项目已配置此软件", "the study is bound to this system")
)]
#[form(
    StudyBindingInput,
    "What the dialog of a study's system sends. Tenant and study are those of a new binding; the domain tells the \
     system, which stays."
)]
#[serde(rename_all = "camelCase")]
pub struct StudyBinding {
    /// Id (studyUrlId): selected in the panels, and referred to by grants.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant of the study and of the domain.
    #[record(from = s)]
    #[form(once)]
    pub tenant_id: Id,
    /// The study.
    #[record(once, to("studies", "软件授权", "systems"))]
    #[form(once)]
    pub study_id: Id,
    /// Its name.
    #[record(from = s)]
    pub study_name: String,
    /// Its code.
    #[record(from = s)]
    pub study_code: String,
    /// The system.
    #[record(once, to("software", "项目", "studies"))]
    pub software_id: Id,
    /// The domain of the tenant's installation.
    #[record(column = "tenant_domain_id", to("tenant_domains", "项目", "studies"))]
    #[form(kept)]
    pub tenant_url_id: Id,
    /// Base address of the role API.
    #[form(line)]
    pub role_api_request: String,
    /// Base address of the callback (provisioning) API.
    #[form(line)]
    pub role_api_response: String,
}

impl Resource for StudyBinding {
    type State = Kernel;
    type Form = StudyBindingInput;
    type Filter = ByName;

    const NOUN: &'static str = "study-software";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::Read, "getSoftUrl", "The system of a study."),
        Operation::new(Kind::Create, "saveSoftUrl", "Binds a study to the system of a domain.").by_platform(),
        Operation::new(Kind::Update, "updateSoftUrl", "Changes domain and addresses of a study's system.")
            .part_of(&["saveSoftUrl"])
            .by_platform(),
        Operation::new(Kind::Remove, "deleteSoftUrl", "Takes a system from a study in which nobody is authorised.")
            .by_platform(),
    ];
    const PERMISSION: Permission = Permission::StudySoftware;
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = &[];
    const CALLED: (&'static str, &'static str) = ("配置", "configuration");

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        _: &StudyBindingInput,
        before: Option<&Self>,
        binding: &mut Self,
    ) -> Result<(), Error> {
        for (field, address) in
            [("roleApiRequest", &binding.role_api_request), ("roleApiResponse", &binding.role_api_response)]
        {
            let fine = address.is_empty() || is_web_address(address);
            p.check(fine, field, "网址格式不正确", "this is not a web address");
        }
        if before.is_none() {
            let study = record::get_kept::<Study>(cx, &binding.study_id).await?;
            match study.filter(|study| study.tenant_id == binding.tenant_id) {
                Some(study) => (binding.study_name, binding.study_code) = (study.study_name, study.study_code),
                None => p.check(false, "studyId", "请选择一个项目", "please select a project"),
            }
        }
        let domain = record::get_kept::<TenantDomain>(cx, &binding.tenant_url_id).await?;
        let same = |domain: &TenantDomain| before.is_none_or(|before| before.software_id == domain.software_id);
        match domain.filter(|domain| domain.tenant_id == binding.tenant_id && same(domain)) {
            Some(domain) => binding.software_id = domain.software_id,
            None => p.check(false, "tenantUrlId", "请选择软件域名", "select the domain"),
        }
        if before.is_none() && p.is_empty() && !is_bound(cx, binding).await? {
            let full = licences::full_of_studies(cx, &binding.tenant_id, &binding.software_id).await?;
            if let Some(full) = full {
                p.add("tenantUrlId", full);
            }
        }
        Ok(())
    }

    /// A system that the study had before is the same again: grants refer to it.
    async fn add(cx: &mut Ctx, binding: &mut Self) -> Result<(), Error> {
        let now = cx.now();
        let query = binding.set(cx.db().await?.write(Self::UPDATE), now).sql(", deleted_at = NULL");
        let query = query.sql(" WHERE deleted_at IS NOT NULL").push(" AND study_id = ", binding.study_id.clone());
        let query = query.push(" AND software_id = ", binding.software_id.clone()).sql(" RETURNING id, version");
        match query.optional().await? {
            Some(had) => (binding.id, binding.version) = had,
            None => record::insert(cx, binding).await?,
        }
        Ok(())
    }
}

/// Whether the study is bound to the system already, and needs no further place.
async fn is_bound(cx: &mut ReadCtx, binding: &StudyBinding) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM study_software WHERE deleted_at IS NULL");
    let query = query.push(" AND study_id = ", binding.study_id.clone());
    Ok(query.push(" AND software_id = ", binding.software_id.clone()).optional::<(i32,)>().await?.is_some())
}

/// Whether a study of the tenants in `scope` is bound to a system.
pub async fn any_bound(cx: &mut ReadCtx, scope: &Scope) -> Result<bool, Error> {
    let query = cx.db().await?.query(
        "SELECT 1 FROM study_software b JOIN studies s ON s.id = b.study_id WHERE b.deleted_at IS NULL \
         AND s.deleted_at IS NULL",
    );
    let query = query.push_in_if(" AND s.tenant_id", scope.only());
    Ok(query.sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// A binding of a study that is not deleted. The caller checks that its tenant is the person's.
pub async fn bound(cx: &mut ReadCtx, id: &Id) -> Result<Option<StudyBinding>, Error> {
    record::get(cx, id).await
}

/// The binding of a study to a system.
pub async fn of_study(cx: &mut ReadCtx, study: &Id, software: &Id) -> Result<Option<StudyBinding>, Error> {
    let query = cx.db().await?.query(StudyBinding::SELECT).sql(StudyBinding::FROM).sql(StudyBinding::THERE);
    let query = query.push("study_software.study_id = ", study.clone());
    Ok(query.push(" AND study_software.software_id = ", software.clone()).optional().await?)
}

/// As [`bound`], with the binding kept until the transaction ends: for a grant in it.
pub async fn bound_kept(cx: &mut Ctx, id: &Id) -> Result<Option<StudyBinding>, Error> {
    record::get_kept(cx, id).await
}

/// The studies of a tenant that are bound to a system, ordered by name; the search matches parts of name or code.
pub async fn bindings(
    cx: &mut ReadCtx,
    tenant: &Id,
    software: &Id,
    walk: &Walk,
) -> Result<Window<StudyBinding>, Error> {
    let query = cx.db().await?.query(StudyBinding::SELECT).sql(StudyBinding::FROM).sql(StudyBinding::THERE);
    let query = query.push("s.tenant_id = ", tenant.clone());
    let query = query.push(" AND study_software.software_id = ", software.clone());
    let query = walk.search.in_any(query, &["s.name_key", "s.code_key"]);
    let place = |b: &StudyBinding| Cursor(fold(&b.study_name), b.study_id.clone());
    walk.run(query, " AND (s.name_key, s.id) > (", " ORDER BY s.name_key, s.id", place).await
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

/// Binds a study to the system of one of its tenant's domains, and audits it.
pub async fn bind(cx: &mut Ctx, new: NewStudyBinding) -> Result<StudyBinding, Error> {
    let study = studies::get(cx, &new.study_id).await?;
    let form = StudyBindingInput {
        version: None,
        tenant_id: study.map(|study| study.tenant_id),
        study_id: Some(new.study_id),
        tenant_url_id: Some(new.tenant_domain_id),
        role_api_request: Some(new.role_api_request),
        role_api_response: Some(new.role_api_response),
    };
    Box::pin(operations::make(cx, &form)).await
}
