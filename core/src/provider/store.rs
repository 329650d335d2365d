//! SQL of new authorization codes.

use sqlx::types::Json;

use super::granted::Granted;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
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

/// Stores a code, with the commit.
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
        .execute_later()
        .await?;
    Ok(())
}
