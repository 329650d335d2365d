//! SQL of the tenant domains, and their sealed credentials.

use super::model::{NewTenantDomain, TenantDomain};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::resource::one_row;
use crate::kernel::seal::{Before, Column};
use crate::kernel::secret::Secret;

const COLUMNS: &str = "SELECT id, version, tenant_id, software_id, url_name, url, website_url, mobile_url, api_url, \
     remark, init_software, api_key IS NOT NULL AS has_credential, created_at, updated_at FROM tenant_domains \
     WHERE deleted_at IS NULL";

/// The column with the sealed credentials.
pub const SEALED: Column =
    Column { table: "tenant_domains", column: "api_key", row: "id", before: Before::PurposeOfRow("tenant-domain:") };

/// A domain that is not deleted.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<TenantDomain>, Error> {
    Ok(cx.db().await?.query(COLUMNS).push(" AND id = ", id.clone()).optional().await?)
}

/// A tenant's domains of a system, oldest first.
pub async fn of_tenant(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<Vec<TenantDomain>, Error> {
    let query = cx.db().await?.query(COLUMNS).push(" AND tenant_id = ", tenant.clone());
    Ok(query.push(" AND software_id = ", software.clone()).sql(" ORDER BY id LIMIT 1000").all().await?)
}

/// A tenant's domains, by system.
pub async fn in_tenant(cx: &mut ReadCtx, tenant: &Id) -> Result<Vec<TenantDomain>, Error> {
    let query = cx.db().await?.query(COLUMNS).push(" AND tenant_id = ", tenant.clone());
    Ok(query.sql(" ORDER BY software_id, id LIMIT 1000").all().await?)
}

/// The decrypted credential for a domain's role and callback APIs.
pub async fn credential(cx: &mut ReadCtx, id: &Id) -> Result<Option<Secret>, Error> {
    let row: Option<(Option<Vec<u8>>,)> = cx
        .db()
        .await?
        .query("SELECT api_key FROM tenant_domains WHERE deleted_at IS NULL")
        .push(" AND id = ", id.clone())
        .optional()
        .await?;
    let Some(sealed) = row.and_then(|(sealed,)| sealed) else { return Ok(None) };
    let plain = cx.kernel().unseal_at(&SEALED, id.as_str(), &sealed)?;
    Ok(Some(Secret::new(String::from_utf8(plain).map_err(|_| Error::new(Code::Internal))?)))
}

/// Stores a credential, sealed. The audit records the change without the value.
pub async fn set_credential(cx: &mut Ctx, id: &Id, credential: &Secret) -> Result<(), Error> {
    let before = get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let sealed = cx.kernel().seal_at(&SEALED, id.as_str(), credential.expose().as_bytes())?;
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE tenant_domains SET version = version + 1");
    let query = query.push(", api_key = ", sealed).push(", updated_at = ", now).push(" WHERE id = ", id.clone());
    one_row(query.execute().await?)?;
    let after = get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.audit_change("tenant_domain.credential_set", &before, &after)
}

/// Makes a domain and audits it.
pub async fn create(cx: &mut Ctx, new: NewTenantDomain) -> Result<TenantDomain, Error> {
    let domain = new.parse(cx.new_id(), cx.now())?;
    cx.db()
        .await?
        .write(
            "INSERT INTO tenant_domains (id, version, tenant_id, software_id, url_name, url, website_url, mobile_url, \
             api_url, remark, init_software, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        )
        .bind(domain.id.clone())
        .bind(domain.version)
        .bind(domain.tenant_id.clone())
        .bind(domain.software_id.clone())
        .bind(domain.url_name.clone())
        .bind(domain.url.clone())
        .bind(domain.website_url.clone())
        .bind(domain.mobile_url.clone())
        .bind(domain.api_url.clone())
        .bind(domain.remark.clone())
        .bind(domain.init_software)
        .bind(domain.created_at)
        .bind(domain.updated_at)
        .execute()
        .await?;
    cx.audit("tenant_domain.created", &domain)?;
    Ok(domain)
}
