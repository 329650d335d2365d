//! SQL of the tenant domains, and their sealed credentials.

use std::collections::BTreeSet;

use super::model::{NewTenantDomain, TenantDomain, TenantDomainInput};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::resource::{Record as _, one_row, operations};
use crate::kernel::seal::{Before, Column};
use crate::kernel::secret::Secret;

/// The column with the sealed credentials.
pub const SEALED: Column =
    Column { table: "tenant_domains", column: "api_key", row: "id", before: Before::PurposeOfRow("tenant-domain:") };

fn there<'q>(query: Query<'q>, tenant: &Id) -> Query<'q> {
    query
        .sql(TenantDomain::SELECT)
        .sql(TenantDomain::FROM)
        .sql(TenantDomain::THERE)
        .push("tenant_id = ", tenant.clone())
}

/// A domain that is not deleted.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<TenantDomain>, Error> {
    operations::get(cx, id).await
}

/// A tenant's domains of a system, oldest first.
pub async fn of_tenant(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<Vec<TenantDomain>, Error> {
    let query = there(cx.db().await?.query(""), tenant).push(" AND software_id = ", software.clone());
    Ok(query.sql(" ORDER BY id LIMIT 1000").all().await?)
}

/// A tenant's domains, by system.
pub async fn in_tenant(cx: &mut ReadCtx, tenant: &Id) -> Result<Vec<TenantDomain>, Error> {
    Ok(there(cx.db().await?.query(""), tenant).sql(" ORDER BY software_id, id LIMIT 1000").all().await?)
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
    seal(cx, id, credential).await?;
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE tenant_domains SET version = version + 1").push(", updated_at = ", now);
    one_row(query.push(" WHERE id = ", id.clone()).execute().await?)?;
    let after = get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.audit_change("tenant_domain.credential_set", &before, &after)
}

/// Notes that the system of a domain was initialised, and audits it.
pub async fn initialised(cx: &mut Ctx, id: &Id) -> Result<TenantDomain, Error> {
    let before = get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE tenant_domains SET version = version + 1").push(", updated_at = ", now);
    let query = query.push(", init_software = ", true).push(" WHERE id = ", id.clone());
    one_row(query.execute().await?)?;
    let after = get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.audit_change("tenant_domain.initialised", &before, &after)?;
    Ok(after)
}

/// Takes over which systems can be initialised, by web code: those whose active plugin does that.
pub async fn keep_initialising(cx: &mut Ctx, web_codes: &[String]) -> Result<(), Error> {
    cx.db().await?.write("DELETE FROM initialising_systems").execute().await?;
    for code in web_codes {
        let query = cx.db().await?.write("INSERT INTO initialising_systems (web_code) VALUES ($1)");
        query.bind(code.clone()).execute().await?;
    }
    Ok(())
}

/// The systems that can be initialised, by web code.
pub async fn initialising(cx: &mut ReadCtx) -> Result<BTreeSet<String>, Error> {
    let rows: Vec<(String,)> =
        cx.db().await?.query("SELECT web_code FROM initialising_systems LIMIT 1000").all().await?;
    Ok(rows.into_iter().map(|(code,)| code).collect())
}

async fn seal(cx: &mut Ctx, id: &Id, credential: &Secret) -> Result<(), Error> {
    let sealed = cx.kernel().seal_at(&SEALED, id.as_str(), credential.expose().as_bytes())?;
    let query = cx.db().await?.write("UPDATE tenant_domains SET").push(" api_key = ", sealed);
    one_row(query.push(" WHERE id = ", id.clone()).execute().await?)
}

/// Stores the credential that the form gave. The audit says that there is a new one, and not which.
pub async fn keep_credential(cx: &mut Ctx, domain: &TenantDomain) -> Result<(), Error> {
    let Some(credential) = &domain.api_key else { return Ok(()) };
    seal(cx, &domain.id, credential).await?;
    cx.audit("tenant_domain.credential_set", domain)
}

/// Makes a domain and audits it.
pub async fn create(cx: &mut Ctx, new: NewTenantDomain) -> Result<TenantDomain, Error> {
    Box::pin(operations::make(cx, &TenantDomainInput::from(new))).await
}
