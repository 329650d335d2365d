//! The rules of the sites of studies (study and platform administration, section 2.4).

use cardea_macros::Narrow;

use super::model::{StudySite, StudySiteInput, TenantSite};
use super::store::Names;
use super::study_store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Sorts, Term};
use crate::kernel::resource::{Change, Kind, Operation, Reach, Resource, operations, record, sorts};
use crate::resources::studies::{self, Study};

/// What a list of studies' sites is narrowed by.
#[derive(Debug, serde::Deserialize, Narrow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    tenant_id: Option<Id>,
    study_id: Option<Id>,
    /// Only where this site of the platform is chosen.
    #[narrow(sql = "tenant_site_id IN (SELECT id FROM tenant_sites WHERE site_id = {})")]
    site_id: Option<Id>,
    /// What the tenant's name for it or the code has in it.
    q: Option<Term>,
    id: Option<Ids>,
}

impl Resource for StudySite {
    type State = Kernel;
    type Form = StudySiteInput;
    type Filter = Filter;

    const NOUN: &'static str = "study-sites";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "projectSiteList", "The sites of studies; with `studyId` those of one study."),
        Operation::new(Kind::Read, "getProjectSite", "One site of a study."),
        Operation::new(Kind::Create, "saveProjectSite", "Chooses a tenant's site for one of the tenant's studies."),
        Operation::new(Kind::Update, "updateProjectSite", "Gives a study's site another code.")
            .part_of(&["saveProjectSite"]),
        Operation::new(
            Kind::Remove,
            "deleteProjectSite",
            "Takes a site from a study, unless somebody is authorised there.",
        ),
    ];
    const PERMISSION: Permission = Permission::StudySites;
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = sorts![study_sites; "nickName": name_key, id; "code": code_key, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key", "code_key"];
    const CALLED: (&'static str, &'static str) = ("中心", "site");
    const SAMPLE: &'static str =
        r#"{ "tenantId": "{tenant}", "studyId": "{studies}", "tenantSiteId": "{tenant-sites}", "code": "S01" }"#;

    async fn possible(_: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        match change {
            Change::Create(StudySiteInput { tenant_id: None, .. }) => {
                Err(Error::field("tenantId", Text::new("请选择租户", "please select a tenant")))
            }
            _ => Ok(()),
        }
    }

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        _: &StudySiteInput,
        before: Option<&Self>,
        record: &mut Self,
    ) -> Result<(), Error> {
        if before.is_some() {
            return Ok(());
        }
        let study = record::get_kept::<Study>(cx, &record.study_id).await?;
        let fits = study.is_some_and(|study| study.tenant_id == record.tenant_id);
        p.check(fits, "studyId", "请选择一个项目", "select a project");
        let site = record::get_kept::<TenantSite>(cx, &record.tenant_site_id).await?;
        match site.filter(|site| site.tenant_id == record.tenant_id) {
            None => p.check(false, "tenantSiteId", "请选择一个中心", "select a site"),
            Some(TenantSite { nick_name, site_name, place, level_id, address, remark, .. }) => {
                *record = Self { nick_name, site_name, place, level_id, address, remark, ..record.clone() };
            }
        }
        Ok(())
    }

    async fn add(cx: &mut Ctx, site: &mut Self) -> Result<(), Error> {
        study_store::add(cx, site).await
    }

    /// Names regions and levels in the caller's language.
    async fn describe(cx: &mut ReadCtx, sites: &mut [Self]) -> Result<(), Error> {
        let names = Names::of(cx, sites.iter().map(|site| (&site.place, vec![&site.level_id]))).await?;
        for site in sites {
            site.level_desc = names.item(site.level_id.as_ref());
            (site.place_names, site.area_name) = names.place(&site.place);
        }
        Ok(())
    }

    async fn removed(_: &Kernel, cx: &mut Ctx, site: &Self) -> Result<(), Error> {
        study_store::free_code(cx, &site.id).await
    }
}

/// Adds a tenant's site to one of the tenant's studies under a business code, and audits it.
///
/// Errors: [`Code::NotFound`] for a study that is not there.
pub async fn add_to_study(cx: &mut Ctx, study: &Id, site: &Id, code: &str) -> Result<StudySite, Error> {
    let tenant = studies::get(cx, study).await?.ok_or_else(|| Error::new(Code::NotFound))?.tenant_id;
    let (study_id, tenant_site_id) = (Some(study.clone()), Some(site.clone()));
    let (tenant_id, code) = (Some(tenant), Some(code.to_owned()));
    operations::make(cx, &StudySiteInput { version: None, tenant_id, study_id, tenant_site_id, code }).await
}
