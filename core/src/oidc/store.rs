//! SQL of codes and token families, and of what a token says about a person.
//!
//! Sessions and users are read here together with the code or the family: one statement decides whether
//! a token stands, so that nothing can end between two.

use sqlx::types::Json;

use super::granted::Granted;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// An authorization code to be kept.
#[derive(Debug)]
pub struct NewCode<'a> {
    /// Keyed hash of the code.
    pub code_hash: String,
    /// Whose code it is.
    pub client_id: &'a str,
    /// The person.
    pub user_id: &'a Id,
    /// Their session.
    pub session_id: &'a Id,
    /// Where the code goes.
    pub redirect_uri: &'a str,
    /// S256 challenge.
    pub code_challenge: Option<&'a str>,
    /// What was granted.
    pub granted: &'a Granted,
    /// Its end.
    pub expires_at: Time,
}

/// Keeps a code.
pub async fn insert_code(cx: &mut Ctx, code: NewCode<'_>) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .query(
            "INSERT INTO authorization_codes (code_hash, client_id, user_id, session_id, redirect_uri, \
             code_challenge, granted, created_at, expires_at) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)",
        )
        .bind(code.code_hash)
        .bind(code.client_id.to_owned())
        .bind(code.user_id.clone())
        .bind(code.session_id.clone())
        .bind(code.redirect_uri.to_owned())
        .bind(code.code_challenge.map(str::to_owned))
        .bind(Json(code.granted.clone()))
        .bind(now)
        .bind(code.expires_at)
        .execute()
        .await?;
    Ok(())
}

/// A session and its person, as far as tokens depend on them.
#[derive(Debug, sqlx::FromRow)]
pub struct Standing {
    /// The session.
    pub session_id: Id,
    /// The tenant chosen in it.
    pub session_tenant_id: Option<Id>,
    /// When the person proved who they are.
    pub auth_time: Time,
    /// How well (`acr`).
    pub acr: String,
    /// By what means (RFC 8176).
    pub amr: Json<Vec<String>>,
    session_expires_at: Time,
    session_ended_at: Option<Time>,
    user_status: i64,
    user_deleted_at: Option<Time>,
    /// The person.
    #[sqlx(flatten)]
    pub user: User,
}

impl Standing {
    /// Whether the session lasts and the person may use it.
    #[must_use]
    pub fn holds(&self, now: Time) -> bool {
        self.session_ended_at.is_none()
            && self.session_expires_at > now
            && self.user_status == 0
            && self.user_deleted_at.is_none()
    }
}

/// How somebody proved who they are in a session, and the tenant chosen there.
#[derive(Debug, sqlx::FromRow)]
pub struct SessionRow {
    /// The tenant.
    pub tenant_id: Option<Id>,
    /// When.
    pub auth_time: Time,
    /// How well (`acr`).
    pub acr: String,
    /// By what means (RFC 8176).
    pub amr: Json<Vec<String>>,
}

/// The session.
pub async fn session(cx: &mut Ctx, id: &Id) -> Result<Option<SessionRow>, Error> {
    let sql = "SELECT tenant_id, auth_time, acr, amr FROM sessions";
    Ok(cx.db().await?.query(sql).push(" WHERE id = ", id.clone()).optional().await?)
}

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
}

/// A code with the session that made it.
#[derive(Debug, sqlx::FromRow)]
pub struct CodeRow {
    /// Whose code it is.
    pub client_id: String,
    /// Where it went.
    pub redirect_uri: String,
    /// S256 challenge.
    pub code_challenge: Option<String>,
    /// What was granted.
    pub granted: Json<Granted>,
    /// Its end.
    pub expires_at: Time,
    /// When it was used.
    pub consumed_at: Option<Time>,
    /// The session and the person.
    #[sqlx(flatten)]
    pub standing: Standing,
}

const STANDING: &str = "s.id AS session_id, s.tenant_id AS session_tenant_id, s.auth_time, s.acr, s.amr, \
    s.expires_at AS session_expires_at, s.ended_at AS session_ended_at, u.status AS user_status, \
    u.deleted_at AS user_deleted_at, u.id AS user_id, u.user_name, u.full_name, u.email, u.email_valid, u.phone, \
    u.phone_valid, u.sex, u.birthday, u.language, u.updated_at";

/// The code, if there is one.
pub async fn find_code(cx: &mut Ctx, code_hash: &str) -> Result<Option<CodeRow>, Error> {
    Ok(cx
        .db()
        .await?
        .query("SELECT c.client_id, c.redirect_uri, c.code_challenge, c.granted, c.expires_at, c.consumed_at, ")
        .sql(STANDING)
        .sql(" FROM authorization_codes c JOIN sessions s ON s.id = c.session_id JOIN users u ON u.id = c.user_id")
        .push(" WHERE c.code_hash = ", code_hash.to_owned())
        .optional()
        .await?)
}

/// Uses a code up and begins its token family, nothing of which lives longer than until `expires_at`; false
/// where somebody else was faster.
pub async fn consume_code(
    cx: &mut Ctx,
    code_hash: &str,
    family: &Id,
    offline: bool,
    expires_at: Time,
) -> Result<bool, Error> {
    let now = cx.now();
    let db = cx.db().await?;
    let touched = db
        .query("UPDATE authorization_codes SET consumed_at = $1, family_id = $2 WHERE code_hash = $3 AND consumed_at IS NULL")
        .bind(now)
        .bind(family.clone())
        .bind(code_hash.to_owned())
        .execute()
        .await?;
    if touched == 0 {
        return Ok(false);
    }
    db.query(
        "INSERT INTO token_families (id, client_id, user_id, session_id, offline, granted, created_at, expires_at) \
         SELECT $1, client_id, user_id, session_id, $2, granted, $3, $4 FROM authorization_codes WHERE code_hash = $5",
    )
    .bind(family.clone())
    .bind(offline)
    .bind(now)
    .bind(expires_at)
    .bind(code_hash.to_owned())
    .execute()
    .await?;
    Ok(true)
}

/// Revokes the family that a code began; false where it was revoked before.
pub async fn revoke_family_of(cx: &mut Ctx, code_hash: &str) -> Result<bool, Error> {
    let now = cx.now();
    let touched = cx
        .db()
        .await?
        .query(
            "UPDATE token_families SET revoked_at = $1 WHERE revoked_at IS NULL \
             AND id = (SELECT family_id FROM authorization_codes WHERE code_hash = $2)",
        )
        .bind(now)
        .bind(code_hash.to_owned())
        .execute()
        .await?;
    Ok(touched == 1)
}

/// What a token family rests on, unless it was revoked.
pub async fn standing(cx: &mut Ctx, family: &str, client_id: &str) -> Result<Option<Standing>, Error> {
    Ok(cx
        .db()
        .await?
        .query("SELECT ")
        .sql(STANDING)
        .sql(" FROM token_families f JOIN sessions s ON s.id = f.session_id JOIN users u ON u.id = f.user_id")
        .push(" WHERE f.revoked_at IS NULL AND f.id = ", family.to_owned())
        .push(" AND f.client_id = ", client_id.to_owned())
        .optional()
        .await?)
}

/// A tenant as a claim.
#[derive(Debug, serde::Serialize, sqlx::FromRow)]
pub struct TenantClaim {
    /// Its id.
    pub id: Id,
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
}

/// The tenant, if the person is an enabled member of it.
pub async fn tenant_of(cx: &mut Ctx, user: &Id, tenant: &Id) -> Result<Option<TenantClaim>, Error> {
    Ok(cx
        .db()
        .await?
        .query(
            "SELECT t.id, t.tenant_code AS code, t.tenant_name AS name FROM memberships m \
             JOIN tenants t ON t.id = m.tenant_id \
             WHERE m.user_id = $1 AND m.tenant_id = $2 AND m.enabled = 0 AND t.deleted_at IS NULL",
        )
        .bind(user.clone())
        .bind(tenant.clone())
        .optional()
        .await?)
}
