//! SQL of what claims tell: the person and their tenant.

use std::collections::BTreeMap;

use sqlx::types::Json;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// A person, as far as claims tell of them.
#[derive(Debug, sqlx::FromRow)]
pub struct User {
    /// The subject.
    #[sqlx(rename = "user_id")]
    pub id: Id,
    /// Login name.
    #[sqlx(rename = "user_name")]
    pub login_name: String,
    /// Full name.
    pub full_name: String,
    /// E-mail address.
    pub email: String,
    /// Whether it was verified.
    pub email_valid: bool,
    /// Phone number.
    pub phone: String,
    /// Whether it was verified.
    pub phone_valid: bool,
    /// 0 male, 1 female.
    pub sex: Option<i64>,
    /// `yyyy-MM-dd`.
    pub birthday: Option<String>,
    /// `zh` or `en`.
    pub language: String,
    /// When the record was changed.
    pub updated_at: Time,
    /// What a provider that they sign in by says of them: `given_name`, `family_name`, `zoneinfo`, `picture`.
    pub profile: Option<Json<BTreeMap<String, String>>>,
}

/// A tenant that somebody belongs to.
#[derive(Debug, sqlx::FromRow)]
pub struct Tenant {
    /// Its id.
    pub id: Id,
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Its street address, as one text.
    pub address: String,
    /// Its postal code.
    pub postcode: String,
}

/// The tenant, if the person is an enabled member of it.
pub async fn tenant_of(cx: &mut Ctx, user: &Id, tenant: &Id) -> Result<Option<Tenant>, Error> {
    Ok(cx
        .db()
        .await?
        .query(
            "SELECT t.id, t.tenant_code AS code, t.tenant_name AS name, t.address, t.postcode FROM memberships m \
             JOIN tenants t ON t.id = m.tenant_id \
             WHERE m.user_id = $1 AND m.tenant_id = $2 AND m.enabled = 0 AND t.deleted_at IS NULL",
        )
        .bind(user.clone())
        .bind(tenant.clone())
        .optional()
        .await?)
}
