//! SQL of codes and token families, and of the person that a token is about.
//!
//! Sessions and users are read here together with the code or the family: one statement decides whether a token is
//! valid, so that nothing can end between two statements.

use sqlx::types::Json;

use super::granted::Granted;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// An authorization code to store.
#[derive(Debug)]
pub struct NewCode<'a> {
    /// Keyed hash of the code.
    pub code_hash: String,
    /// The client.
    pub client_id: &'a str,
    /// The person.
    pub user_id: &'a Id,
    /// Their session.
    pub session_id: &'a Id,
    /// The redirect address of the answer.
    pub redirect_uri: &'a str,
    /// S256 challenge.
    pub code_challenge: Option<&'a str>,
    /// The grant.
    pub granted: &'a Granted,
    /// When it expires.
    pub expires_at: Time,
}

/// Stores a code.
pub async fn insert_code(cx: &mut Ctx, code: NewCode<'_>) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .write(
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

/// The authentication of a session, and the tenant chosen there.
#[derive(Debug, sqlx::FromRow)]
pub struct SessionRow {
    /// The tenant.
    pub tenant_id: Option<Id>,
    /// When the person authenticated.
    pub auth_time: Time,
    /// The strength of the authentication (`acr`).
    pub acr: String,
    /// The authentication methods (RFC 8176).
    pub amr: Json<Vec<String>>,
}

/// The session.
pub async fn session(cx: &mut ReadCtx, id: &Id) -> Result<Option<SessionRow>, Error> {
    let sql = "SELECT tenant_id, auth_time, acr, amr FROM sessions";
    Ok(cx.db().await?.query(sql).push(" WHERE id = ", id.clone()).optional().await?)
}
