//! Changing and removing a tenant's domain, with a notice to its followers.

use futures::future::BoxFuture;

use super::model::{NewTenantDomain, TenantDomain};
use super::store::get;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::resource::{one_row, tombstone};

/// Follows changes of a domain's addresses, in the transaction that makes them.
pub trait FollowDomain: Send + Sync + std::fmt::Debug {
    /// Handles a change or removal of the domain.
    fn domain_changed<'a>(&'a self, cx: &'a mut Ctx, domain: &'a Id) -> BoxFuture<'a, Result<(), Error>>;
}

/// Changes the domain if it still has this version, and audits it. Its tenant and its system stay.
///
/// Errors: [`Code::NotFound`], [`Code::Conflict`], and the invalid fields.
pub async fn update(
    cx: &mut Ctx,
    followers: &dyn FollowDomain,
    id: &Id,
    version: i64,
    new: NewTenantDomain,
) -> Result<TenantDomain, Error> {
    let before = get(cx, id).await?.ok_or(Code::NotFound)?;
    let after = new.parse(before.id.clone(), cx.now())?;
    let query = cx.db().await?.write("UPDATE tenant_domains SET version = version + 1");
    let changed = query
        .push(", url_name = ", after.url_name)
        .push(", url = ", after.url)
        .push(", website_url = ", after.website_url)
        .push(", mobile_url = ", after.mobile_url)
        .push(", api_url = ", after.api_url)
        .push(", remark = ", after.remark)
        .push(", updated_at = ", after.updated_at)
        .push(" WHERE deleted_at IS NULL AND id = ", id.clone())
        .push(" AND version = ", version)
        .execute()
        .await?;
    one_row(changed)?;
    followers.domain_changed(cx, id).await?;
    let after = get(cx, id).await?.ok_or(Code::NotFound)?;
    cx.audit_change("tenant_domain.updated", &before, &after)?;
    Ok(after)
}

/// Removes the domain if it still has this version, leaves a tombstone, and audits it.
///
/// Errors: [`Code::NotFound`], [`Code::Conflict`].
pub async fn remove(cx: &mut Ctx, followers: &dyn FollowDomain, id: &Id, version: i64) -> Result<(), Error> {
    let before = get(cx, id).await?.ok_or(Code::NotFound)?;
    tombstone(cx, "UPDATE tenant_domains SET", id, version).await?;
    followers.domain_changed(cx, id).await?;
    cx.audit_deletion("tenant_domain.deleted", &before)
}
