//! The link of a client to the catalogue: its system, its tenant, and its domain.

use super::bound::Bound;
use super::metadata::Metadata;
use super::store;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::resources::{domains, software, tenants};

/// Looks up the catalogue records in the metadata, fills in the domain's system and tenant, and returns the addresses
/// that the domain contributes.
///
/// Errors: the members whose record does not exist, or a domain of another tenant or system.
pub async fn find(cx: &mut ReadCtx, given: &mut Metadata) -> Result<Bound, Error> {
    let mut problems = Problems::default();
    let mut bound = Bound::default();
    if let Some(id) = &given.cardea_tenant_domain_id {
        if let Some(domain) = domains::get(cx, id).await? {
            let software = given.cardea_software_id.get_or_insert_with(|| domain.software_id.clone());
            let tenant = given.cardea_tenant_id.get_or_insert_with(|| domain.tenant_id.clone());
            let own = *software == domain.software_id && *tenant == domain.tenant_id;
            let text = "该域名属于其他租户或系统";
            problems.check(own, "cardea_tenant_domain_id", text, "is another tenant's, or another system's");
            bound = Bound::of(&domain.website_url, &domain.mobile_url, &given.settings.cardea_redirect_paths);
        } else {
            problems.check(false, "cardea_tenant_domain_id", "域名不存在", "there is no such domain");
        }
    }
    if let Some(id) = &given.cardea_software_id {
        let there = software::get(cx, id).await?.is_some();
        problems.check(there, "cardea_software_id", "系统不存在", "there is no such software");
    }
    if let Some(id) = &given.cardea_tenant_id {
        let there = tenants::get(cx, id).await?.is_some();
        problems.check(there, "cardea_tenant_id", "租户不存在", "there is no such tenant");
    }
    problems.into_result().map(|()| bound)
}

/// Makes every node read the domain's clients again, within seconds. To be called in the transaction that changes or
/// removes the domain.
pub async fn domain_changed(cx: &mut Ctx, domain: &Id) -> Result<(), Error> {
    let revision = store::next_revision(cx).await?;
    store::touch_domain(cx, domain, revision).await
}
