//! The rules of the sites of tenants.

use super::model::{TenantSite, TenantSiteInput};
use super::{store, tenant_store};
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error, Problems, Text, given_version};
use crate::kernel::id::Id;
use crate::kernel::resource::input::required;
use crate::resources::tenants;

fn nick_name(p: &mut Problems, given: &str) -> String {
    required(p, "nickName", given, Text::new("请输入中心别名", "please enter the nickname"))
}

/// Gives a tenant a global site, under the tenant's own name for it, and notes it in the audit.
pub async fn add_to_tenant(cx: &mut Ctx, tenant: &Id, site: &Id, nick: &str) -> Result<TenantSite, Error> {
    let mut p = Problems::default();
    let nick = nick_name(&mut p, nick);
    let known = store::get(cx, site).await?.is_some();
    p.check(known, "siteId", "请选择中心", "please select a site");
    let there = tenants::get(cx, tenant).await?.is_some();
    p.check(there, "tenantId", "请选择租户", "please select a tenant");
    p.into_result()?;
    let id = tenant_store::insert(cx, tenant, site, &nick).await?;
    let made = tenant_store::get(cx, &id).await?.ok_or_else(|| Error::new(Code::Internal))?;
    cx.audit("tenant_site.created", &made)?;
    Ok(made)
}

/// The same, as its form has it.
pub async fn save(cx: &mut Ctx, input: &TenantSiteInput) -> Result<TenantSite, Error> {
    // Whoever may change no tenant's sites hears that before what is missing.
    cx.scope(Permission::TenantSites, Act::Edit)?;
    let missing = || Error::field("tenantId", Text::new("请选择租户", "please select a tenant"));
    let tenant = input.tenant_id.as_ref().ok_or_else(missing)?;
    cx.require_in(Permission::TenantSites, Act::Edit, tenant)?;
    let site = input.site_id.clone().unwrap_or_else(|| Id::from(""));
    add_to_tenant(cx, tenant, &site, input.nick_name.as_deref().unwrap_or_default()).await
}

/// A tenant's site, if the caller may do this with it.
pub async fn allowed(cx: &mut Ctx, id: &Id, act: Act) -> Result<TenantSite, Error> {
    cx.scope(Permission::TenantSites, act)?;
    let site = tenant_store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.require_in(Permission::TenantSites, act, &site.tenant_id)?;
    Ok(site)
}

/// Calls a tenant's site something else and notes it in the audit.
///
/// Errors: [`Code::NotFound`]; [`Code::Conflict`] where somebody else was faster.
pub async fn update(cx: &mut Ctx, id: &Id, input: &TenantSiteInput) -> Result<TenantSite, Error> {
    let before = allowed(cx, id, Act::Edit).await?;
    let version = given_version(input.version)?;
    let mut p = Problems::default();
    let nick_name = nick_name(&mut p, input.nick_name.as_deref().unwrap_or_default());
    p.into_result()?;
    let mut after = TenantSite { version, nick_name, ..before.clone() };
    tenant_store::rename(cx, &mut after).await?;
    cx.audit_change("tenant_site.updated", &before, &after)?;
    Ok(after)
}

/// Takes a site from a tenant and notes it in the audit.
///
/// Errors: [`Code::NotFound`]; [`Code::InUse`] where a study has it.
pub async fn remove(cx: &mut Ctx, id: &Id) -> Result<TenantSite, Error> {
    let site = allowed(cx, id, Act::Edit).await?;
    tenant_store::refuse_if_used(cx, id).await?;
    tenant_store::delete(cx, &site).await?;
    cx.audit_deletion("tenant_site.deleted", &site)?;
    Ok(site)
}
