//! The rules of the sites of tenants.

use cardea_macros::Narrow;

use super::model::{Site, TenantSite, TenantSiteInput};
use super::store::Names;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx, Scope};
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts, Term, one_by_one};
use crate::kernel::resource::{Change, Kind, Operation, Reach, Resource, operations, record, sorts};
use crate::resources::studies::Study;
use crate::resources::tenants::Tenant;

/// What a list of tenants' sites is narrowed by.
#[derive(Debug, serde::Deserialize, Narrow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    tenant_id: Option<Id>,
    /// What the nickname or the name on the platform has in it.
    q: Option<Term>,
    /// What the nickname has in it.
    #[narrow(within = "name_key")]
    nick_name: Option<Term>,
    /// Only this site of the platform.
    site_id: Option<Id>,
    id: Option<Ids>,
}

impl Resource for TenantSite {
    type State = Kernel;
    type Form = TenantSiteInput;
    type Filter = Filter;

    const NOUN: &'static str = "tenant-sites";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(
            Kind::List,
            "tenantSiteList",
            "The sites of the tenants that the caller administers, or of one of these.",
        ),
        Operation::new(Kind::Read, "getTenantSiteById", "One site of a tenant."),
        Operation::new(Kind::Create, "saveTenantSite", "Gives a tenant a global site."),
        Operation::new(Kind::Update, "updateTenantSite", "Calls a tenant's site something else.")
            .part_of(&["saveTenantSite"]),
        Operation::new(
            Kind::Remove,
            "deleteTenantSite",
            "Takes a site from a tenant, unless a study of the tenant has it.",
        ),
    ];
    const PERMISSION: Permission = Permission::TenantSites;
    /// The tenants' own menu, and the menu that chooses among their sites.
    const READERS: &'static [Permission] = &[Permission::TenantSites, Permission::StudySites];
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = sorts![tenant_sites; "nickName": name_key, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key", "site_name_key"];
    const CALLED: (&'static str, &'static str) = ("中心", "site");
    const SAMPLE: &'static str = r#"{ "tenantId": "{tenant}", "siteId": "{sites}", "nickName": "Ours" }"#;

    async fn possible(_: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        match change {
            Change::Create(TenantSiteInput { tenant_id: None, .. }) => {
                Err(Error::field("tenantId", Text::new("请选择租户", "please select a tenant")))
            }
            _ => Ok(()),
        }
    }

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        _: &TenantSiteInput,
        before: Option<&Self>,
        record: &mut Self,
    ) -> Result<(), Error> {
        if before.is_some() {
            return Ok(());
        }
        match record::get_kept::<Site>(cx, &record.site_id).await? {
            None => p.check(false, "siteId", "请选择中心", "please select a site"),
            Some(Site { site_name, place, level_id, address, remark, .. }) => {
                *record = Self { site_name, place, level_id, address, remark, ..record.clone() };
            }
        }
        match record::get_kept::<Tenant>(cx, &record.tenant_id).await? {
            None => p.check(false, "tenantId", "请选择租户", "please select a tenant"),
            Some(tenant) => record.tenant_name = tenant.tenant_name,
        }
        Ok(())
    }

    /// One that the tenant had before and gave back is the same again, under its new nickname.
    async fn add(cx: &mut Ctx, site: &mut Self) -> Result<(), Error> {
        let now = cx.now();
        let query = cx.db().await?.write("UPDATE tenant_sites SET version = version + 1, deleted_at = NULL");
        let query = query.push(", nick_name = ", site.nick_name.clone()).push(", name_key = ", fold(&site.nick_name));
        let query = query.push(", updated_at = ", now).sql(" WHERE deleted_at IS NOT NULL");
        let query = query.push(" AND tenant_id = ", site.tenant_id.clone());
        let query = query.push(" AND site_id = ", site.site_id.clone()).sql(" RETURNING id, version");
        match query.optional().await? {
            Some(had) => (site.id, site.version) = had,
            None => record::insert(cx, site).await?,
        }
        Ok(())
    }

    /// Names regions and levels in the caller's language.
    async fn describe(cx: &mut ReadCtx, sites: &mut [Self]) -> Result<(), Error> {
        let names = Names::of(cx, sites.iter().map(|site| (&site.place, vec![&site.level_id]))).await?;
        for site in sites {
            site.level_desc = names.item(site.level_id.as_ref());
            (_, site.area_name) = names.place(&site.place);
        }
        Ok(())
    }

    /// Studies keep the folded name, to be searched and sorted by it.
    async fn changed(_: &Self::State, cx: &mut Ctx, _: &Self, after: &Self) -> Result<(), Error> {
        let query = cx.db().await?.write("UPDATE study_sites SET").push(" name_key = ", fold(&after.nick_name));
        query.push(" WHERE tenant_site_id = ", after.id.clone()).execute().await?;
        Ok(())
    }
}

/// A page of the sites of a study's tenant that the study has not chosen.
pub async fn not_of(cx: &mut ReadCtx, study: &Study, list: &List<Filter>) -> Result<Page<TenantSite>, Error> {
    let tenant = Scope::Only([study.tenant_id.clone()].into());
    let mut page: Page<TenantSite> = operations::rows(cx, list, &tenant, |query| {
        let query = query.push(" AND NOT EXISTS (SELECT 1 FROM study_sites c WHERE c.study_id = ", study.id.clone());
        one_by_one(query.sql(" AND c.tenant_site_id = tenant_sites.id AND c.deleted_at IS NULL"))
    })
    .await?;
    TenantSite::describe(cx, &mut page.rows).await?;
    Ok(page)
}

/// Gives a tenant a global site, under the tenant's own name for it, and notes it in the audit.
pub async fn add_to_tenant(cx: &mut Ctx, tenant: &Id, site: &Id, nick: &str) -> Result<TenantSite, Error> {
    let (tenant_id, site_id, nick_name) = (Some(tenant.clone()), Some(site.clone()), Some(nick.to_owned()));
    operations::make(cx, &TenantSiteInput { tenant_id, site_id, nick_name, version: None }).await
}
