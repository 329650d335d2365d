//! SQL of accounts elsewhere, and of codes in addresses.

use sqlx::types::Json;

use super::model::{Profile, Stranger};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// An account elsewhere that belongs to one here.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    /// Its id here.
    pub id: Id,
    /// Whose it is.
    pub user_id: Id,
    /// The provider's id in the settings.
    pub provider: String,
    /// Who vouches for it.
    pub authority: String,
    /// Whom they mean.
    pub subject: String,
    /// What they call them.
    pub label: String,
    /// What else they say of them.
    pub profile: Option<Json<Profile>>,
    /// When it was linked.
    pub created_at: Time,
    /// When somebody last signed in by it.
    pub last_used_at: Option<Time>,
}

const ROW: &str =
    "SELECT id, user_id, provider, authority, subject, label, profile, created_at, last_used_at FROM identities";

/// Whose account it is, if anybody's.
pub async fn find(cx: &mut ReadCtx, authority: &str, subject: &str) -> Result<Option<Row>, Error> {
    let query = cx.db().await?.query(ROW).push(" WHERE authority = ", authority.to_owned());
    Ok(query.push(" AND subject = ", subject.to_owned()).optional().await?)
}

/// Keeps one; false where somebody has it already.
pub async fn insert(cx: &mut Ctx, row: Row) -> Result<bool, Error> {
    let rows = cx
        .db()
        .await?
        .write(
            "INSERT INTO identities (id, version, user_id, provider, authority, subject, label, profile, created_at, \
             last_used_at) VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (authority, subject) DO NOTHING",
        )
        .bind(row.id)
        .bind(row.user_id)
        .bind(row.provider)
        .bind(row.authority)
        .bind(row.subject)
        .bind(row.label)
        .bind(row.profile)
        .bind(row.created_at)
        .bind(row.last_used_at)
        .execute()
        .await?;
    Ok(rows == 1)
}

/// Notes that somebody signed in by it, with the provider and what it says now; false where it is gone.
pub async fn used(cx: &mut Ctx, id: &Id, provider: &str, said: &Stranger) -> Result<bool, Error> {
    let (now, profile) = (cx.now(), said.profile.kept());
    let sql = "UPDATE identities SET last_used_at = $2, provider = $3, label = $4, profile = $5, version = version + 1 \
               WHERE id = $1";
    let query = cx.db().await?.write(sql).bind(id.clone()).bind(now).bind(provider.to_owned());
    Ok(query.bind(said.label.clone()).bind(profile).execute().await? == 1)
}

/// Those of a user, the oldest first; [`super::model::MOST`] at most.
pub async fn of_user(cx: &mut ReadCtx, user: &Id) -> Result<Vec<Row>, Error> {
    let query = cx.db().await?.query(ROW).push(" WHERE user_id = ", user.clone());
    Ok(query.push(" ORDER BY created_at, id LIMIT ", super::model::MOST).all().await?)
}

/// Takes one away from its user; what it was.
pub async fn remove(cx: &mut Ctx, id: &Id, user: &Id) -> Result<Option<Row>, Error> {
    let query = cx.db().await?.write("DELETE FROM identities").push(" WHERE id = ", id.clone());
    let query = query.push(" AND user_id = ", user.clone());
    let returning = " RETURNING id, user_id, provider, authority, subject, label, profile, created_at, last_used_at";
    Ok(query.sql(returning).optional().await?)
}

/// A code for an address.
#[derive(Debug)]
pub struct NewCode {
    /// Its keyed hash.
    pub code_hash: String,
    /// The program.
    pub client_id: String,
    /// Whom it signs in; none where nobody has the name.
    pub user_id: Option<Id>,
    /// For whose portal.
    pub audience: String,
    /// Its end.
    pub expires_at: Time,
}

/// Keeps a code.
pub async fn insert_code(cx: &mut Ctx, code: NewCode) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .write(
            "INSERT INTO sso_codes (code_hash, client_id, user_id, audience, created_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(code.code_hash)
        .bind(code.client_id)
        .bind(code.user_id)
        .bind(code.audience)
        .bind(now)
        .bind(code.expires_at)
        .execute()
        .await?;
    Ok(())
}

/// What a code stands for.
#[derive(Debug, sqlx::FromRow)]
pub struct CodeRow {
    /// The program that asked for it.
    pub client_id: String,
    /// Whom it signs in.
    pub user_id: Option<Id>,
}

/// A code that stands, for this portal. Does not use it up.
pub async fn standing_code(cx: &mut ReadCtx, code_hash: &str, audience: &str) -> Result<Option<CodeRow>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query("SELECT client_id, user_id FROM sso_codes");
    let query = query.push(" WHERE code_hash = ", code_hash.to_owned()).push(" AND audience = ", audience.to_owned());
    Ok(query.push(" AND consumed_at IS NULL AND expires_at > ", now).optional().await?)
}

/// Uses a code up: what it stands for, where it still stood. Of two at once, one waits for the other and finds
/// nothing.
pub async fn consume_code(cx: &mut Ctx, code_hash: &str, audience: &str) -> Result<Option<CodeRow>, Error> {
    let now = cx.now();
    Ok(cx
        .db()
        .await?
        .write(
            "UPDATE sso_codes SET consumed_at = $1 WHERE code_hash = $2 AND audience = $3 AND consumed_at IS NULL \
             AND expires_at > $1 RETURNING client_id, user_id",
        )
        .bind(now)
        .bind(code_hash.to_owned())
        .bind(audience.to_owned())
        .optional()
        .await?)
}

/// Removes codes that are over.
pub async fn sweep(cx: &mut Ctx) -> Result<u64, Error> {
    let now = cx.now();
    Ok(cx.db().await?.write("DELETE FROM sso_codes WHERE expires_at <= $1").bind(now).execute().await?)
}
