//! SQL of linked external accounts, and of codes in addresses.

use sqlx::types::Json;

use super::model::{Profile, Stranger};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// A link of an external account to a local one.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    /// Id of the link.
    pub id: Id,
    /// The person.
    pub user_id: Id,
    /// Id of the provider in the settings.
    pub provider: String,
    /// The authority that vouches for the account.
    pub authority: String,
    /// The authority's identifier of the person.
    pub subject: String,
    /// The authority's name for the person.
    pub label: String,
    /// Further claims from the authority.
    pub profile: Option<Json<Profile>>,
    /// When it was linked.
    pub created_at: Time,
    /// When it was last used to sign in.
    pub last_used_at: Option<Time>,
}

const ROW: &str =
    "SELECT id, user_id, provider, authority, subject, label, profile, created_at, last_used_at FROM identities";

/// The link of an external account, if there is one.
pub async fn find(cx: &mut ReadCtx, authority: &str, subject: &str) -> Result<Option<Row>, Error> {
    let query = cx.db().await?.query(ROW).push(" WHERE authority = ", authority.to_owned());
    Ok(query.push(" AND subject = ", subject.to_owned()).optional().await?)
}

/// Stores a link; false where the external account is linked already.
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

/// Records a sign-in with the link, the provider and its present claims; false where the link was removed.
pub async fn used(cx: &mut Ctx, id: &Id, provider: &str, said: &Stranger) -> Result<bool, Error> {
    let (now, profile) = (cx.now(), said.profile.kept());
    let sql = "UPDATE identities SET last_used_at = $2, provider = $3, label = $4, profile = $5, version = version + 1 \
               WHERE id = $1";
    let query = cx.db().await?.write(sql).bind(id.clone()).bind(now).bind(provider.to_owned());
    Ok(query.bind(said.label.clone()).bind(profile).execute().await? == 1)
}

/// A user's links, the oldest first; [`super::model::MOST`] at most.
pub async fn of_user(cx: &mut ReadCtx, user: &Id) -> Result<Vec<Row>, Error> {
    let query = cx.db().await?.query(ROW).push(" WHERE user_id = ", user.clone());
    Ok(query.push(" ORDER BY created_at, id LIMIT ", super::model::MOST).all().await?)
}

/// Removes a link of its user, and returns it.
pub async fn remove(cx: &mut Ctx, id: &Id, user: &Id) -> Result<Option<Row>, Error> {
    let query = cx.db().await?.write("DELETE FROM identities").push(" WHERE id = ", id.clone());
    let query = query.push(" AND user_id = ", user.clone());
    let returning = " RETURNING id, user_id, provider, authority, subject, label, profile, created_at, last_used_at";
    Ok(query.sql(returning).optional().await?)
}

/// A sign-in code to store.
#[derive(Debug)]
pub struct NewCode {
    /// Its keyed hash.
    pub code_hash: String,
    /// The program that requested it.
    pub client_id: String,
    /// The person to sign in; `None` for an unknown login name.
    pub user_id: Option<Id>,
    /// The portal that it is for, by its issuer.
    pub audience: String,
    /// When it expires.
    pub expires_at: Time,
}

/// Stores a code.
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

/// The contents of a code.
#[derive(Debug, sqlx::FromRow)]
pub struct CodeRow {
    /// The program that requested it.
    pub client_id: String,
    /// The person to sign in.
    pub user_id: Option<Id>,
}

/// A valid code for this portal, without using it up.
pub async fn standing_code(cx: &mut ReadCtx, code_hash: &str, audience: &str) -> Result<Option<CodeRow>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query("SELECT client_id, user_id FROM sso_codes");
    let query = query.push(" WHERE code_hash = ", code_hash.to_owned()).push(" AND audience = ", audience.to_owned());
    Ok(query.push(" AND consumed_at IS NULL AND expires_at > ", now).optional().await?)
}

/// Uses a valid code up and returns its contents. Of two concurrent calls, one waits for the other and finds nothing.
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

/// Removes expired codes.
pub async fn sweep(cx: &mut Ctx) -> Result<u64, Error> {
    let now = cx.now();
    Ok(cx.db().await?.write("DELETE FROM sso_codes WHERE expires_at <= $1").bind(now).execute().await?)
}
