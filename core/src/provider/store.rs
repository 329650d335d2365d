//! SQL of new authorization codes.

use sqlx::types::Json;

use super::authorize::consent::{self, Agreement};
use super::granted::Granted;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::db::is_without_value;
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

/// Stores a code, with the commit. `agreement` is the person's, where the code is made from one: its use is recorded,
/// and where it was withdrawn in the meantime, the commit fails ([`is_withdrawn`]).
pub async fn insert_code(cx: &mut Ctx, code: NewCode<'_>, agreement: Option<&Agreement>) -> Result<(), Error> {
    let now = cx.now();
    let tx = cx.db().await?;
    let query = match agreement {
        Some(agreement) => consent::used(tx, agreement, now).then(INSERT),
        None => tx.write(INSERT),
    };
    let query = query.push("", code.code_hash).push(", ", code.client_id.to_owned());
    let query = match agreement {
        Some(_) => query.push_if_touched(", ", code.user_id.clone()),
        None => query.push(", ", code.user_id.clone()),
    };
    let query = query
        .push(", ", code.session_id.clone())
        .push(", ", code.redirect_uri.to_owned())
        .push(", ", code.code_challenge.map(str::to_owned))
        .push(", ", Json(code.granted.clone()))
        .push(", ", now)
        .push(", ", code.expires_at)
        .sql(")");
    query.execute_later().await?;
    Ok(())
}

const INSERT: &str = "INSERT INTO authorization_codes (code_hash, client_id, user_id, session_id, redirect_uri, \
     code_challenge, granted, created_at, expires_at) VALUES (";

/// Whether a commit failed because the agreement behind the code was withdrawn. A concurrent withdrawal either comes
/// first, so that the agreement is gone, or comes later and ends the code.
pub fn is_withdrawn(error: &Error) -> bool {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<sqlx::Error>());
    cause.is_some_and(is_without_value)
}
