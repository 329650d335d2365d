//! SQL of codes, of the token families that they begin, and of revoked access tokens.
//!
//! Sessions and users are read together with the code or the family: one statement decides whether a token is valid,
//! so that nothing can end between two statements. One conditional UPDATE decides the single use of a code.

use sqlx::types::Json;

use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::{Query, Touched, Write};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::claims::{Trials, User};
use crate::provider::clients::Client;
use crate::provider::granted::Granted;

/// The session and person behind a code that is not used yet.
#[derive(Debug, sqlx::FromRow)]
pub struct GrantContext {
    /// The session.
    pub session_id: Id,
    /// The absolute end of the session.
    pub session_expires_at: Time,
    /// The person.
    #[sqlx(flatten)]
    pub user: User,
    /// What a trial system is told of the person's work ([`Trials::column`]).
    #[sqlx(default)]
    pub trials: Option<String>,
}

/// The columns of [`GrantContext`] without those of the person, of sessions as `s` and users as `u`.
pub const GRANT_CONTEXT: &str = "s.id AS session_id, s.expires_at AS session_expires_at, u.id AS user_id";
/// The condition that the session has not ended and the person is enabled, to be followed by the present time.
pub const GRANT_CONTEXT_HOLDS: &str =
    "u.status = 0 AND u.deleted_at IS NULL AND s.ended_at IS NULL AND s.expires_at > ";
/// The columns of a [`User`], of users as `u`, beside `user_id`.
pub const PERSON: &str = ", u.user_name, u.full_name, u.email, u.email_valid, u.phone, u.phone_valid, u.sex, \
    u.birthday, u.language, u.updated_at, (SELECT i.profile FROM identities i WHERE i.user_id = u.id \
    AND i.profile IS NOT NULL ORDER BY i.created_at DESC, i.id DESC LIMIT 1) AS profile";

// ---- Codes ------------------------------------------------------------------------------------

/// A code with its session and person.
#[derive(Debug, sqlx::FromRow)]
pub struct CodeRow {
    /// The client.
    pub client_id: String,
    /// The redirect address of the code.
    pub redirect_uri: String,
    /// S256 challenge, where the request had one.
    pub code_challenge: Option<String>,
    /// The grant.
    pub granted: Json<Granted>,
    /// When it expires.
    pub expires_at: Time,
    /// When it was used.
    pub consumed_at: Option<Time>,
    /// Whether the session has not ended and the person is enabled.
    pub holds: bool,
    /// The session and person.
    #[sqlx(flatten)]
    pub basis: GrantContext,
}

/// The code, if it exists, with what the client is told of its person.
pub async fn find_code(
    cx: &mut ReadCtx,
    code_hash: &str,
    trials: &Trials,
    client: &Client,
) -> Result<Option<CodeRow>, Error> {
    let now = cx.now();
    let query = cx
        .db()
        .await?
        .query("SELECT c.client_id, c.redirect_uri, c.code_challenge, c.granted, c.expires_at, c.consumed_at, ")
        .push(GRANT_CONTEXT_HOLDS, now)
        .sql(" AS holds, ")
        .sql(GRANT_CONTEXT)
        .sql(PERSON);
    Ok(trials
        .column(query, now, client, "u.id", "(c.granted ->> 'tenantId')")
        .sql(" FROM authorization_codes c JOIN sessions s ON s.id = c.session_id JOIN users u ON u.id = c.user_id")
        .push(" WHERE c.code_hash = ", code_hash.to_owned())
        .optional()
        .await?)
}

/// Revokes the family begun by a code; false where it was revoked before.
pub async fn revoke_family_of_code(cx: &mut Ctx, code_hash: &str) -> Result<bool, Error> {
    let now = cx.now();
    let touched = cx
        .db()
        .await?
        .write(
            "UPDATE token_families SET revoked_at = $1 WHERE revoked_at IS NULL \
             AND id = (SELECT family_id FROM authorization_codes WHERE code_hash = $2)",
        )
        .bind(now)
        .bind(code_hash.to_owned())
        .execute()
        .await?;
    Ok(touched == 1)
}

// ---- Families ---------------------------------------------------------------------------------

/// A token family to store.
#[derive(Debug)]
pub struct NewFamily<'a> {
    /// Its id.
    pub id: &'a Id,
    /// The client.
    pub client_id: &'a str,
    /// The person.
    pub user_id: &'a Id,
    /// The session of the grant.
    pub session_id: &'a Id,
    /// Whether it outlasts the session.
    pub offline: bool,
    /// The grant.
    pub granted: &'a Granted,
    /// End of the family, which no token outlives.
    pub expires_at: Time,
    /// Keyed hash and expiry of the refresh token.
    pub refresh: Option<(String, Time)>,
}

/// A table of codes that begin families.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// The table.
    pub table: &'static str,
    /// The condition of a row beside its being unused, from `AND` on.
    pub open: &'static str,
}

/// Authorization codes (RFC 6749).
pub const AUTHORIZATION_CODES: Codes = Codes { table: "authorization_codes", open: "" };

/// Begins the statement that stores a family.
const NEW_FAMILY: &str = "INSERT INTO token_families (id, client_id, user_id, session_id, offline, granted, created_at, \
    expires_at, refresh_hash, refresh_expires_at)";

/// Uses a code up and stores the family that it begins: both, or neither where another request used it first, the
/// code has expired (a withdrawn consent expires it), its session has ended, or its person may no longer sign in. All
/// conditions are checked here again, as one of them may have changed since the first check.
pub async fn begin_family(
    cx: &mut Ctx,
    codes: Codes,
    code_hash: &str,
    family: NewFamily<'_>,
) -> Result<Touched, Error> {
    let now = cx.now();
    let (refresh_hash, refresh_expires_at) = family.refresh.unzip();
    let query = used_up(cx.db().await?.write("UPDATE "), codes, code_hash, family.id, now)
        .then(NEW_FAMILY)
        .push(" SELECT ", family.id.clone())
        .push(", ", family.client_id.to_owned())
        .push(", ", family.user_id.clone())
        .push(", ", family.session_id.clone())
        .push(", ", family.offline)
        .push(", ", Json(family.granted))
        .push(", ", now)
        .push(", ", family.expires_at)
        .push(", ", refresh_hash)
        .push(", ", refresh_expires_at)
        .sql(" WHERE ")
        .touched();
    Ok(query.execute_later().await?)
}

/// The statement that uses a code up for a family, if the code can still begin one.
fn used_up<'q>(update: Query<'q, Write>, codes: Codes, code_hash: &str, family: &Id, now: Time) -> Query<'q, Write> {
    update
        .sql(codes.table)
        .push(" SET consumed_at = ", now)
        .push(", family_id = ", family.clone())
        .push(" WHERE consumed_at IS NULL AND code_hash = ", code_hash.to_owned())
        .push(" AND expires_at > ", now)
        .sql(" AND EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = session_id AND ")
        .push(GRANT_CONTEXT_HOLDS, now)
        .sql(")")
        .sql(codes.open)
}

/// An authorization code as a client presents it.
#[derive(Debug)]
pub struct PresentedCode<'a> {
    /// Its keyed hash.
    pub hash: &'a str,
    /// The redirect address.
    pub redirect_uri: &'a str,
    /// The S256 challenge that the verifier meets.
    pub challenge: Option<String>,
}

/// A family that begins with what a code was granted.
#[derive(Debug)]
pub struct FamilyOfCode<'a> {
    /// Its id.
    pub id: &'a Id,
    /// When it ends if it outlasts its session; `None` where the client gets no refresh tokens, and so none does.
    pub outlasting: Option<Time>,
    /// Keyed hash of its refresh token, and when that expires where the family does not end before.
    pub refresh: Option<(String, Time)>,
}

/// What a family has for tokens that say nothing of the person's own record.
#[derive(Debug, sqlx::FromRow)]
pub struct GrantRow {
    /// The grant.
    pub granted: Json<Granted>,
    /// The session.
    pub session_id: Id,
    /// The person.
    pub user_id: Id,
    /// End of the family, which no token outlives.
    pub expires_at: Time,
    /// What a trial system is told of the person's work ([`Trials::column`]).
    #[sqlx(default)]
    pub trials: Option<String>,
}

/// Whether the family of a code outlasts its session, if its client gets refresh tokens. `LIKE` would not tell capitals
/// from small letters on SQLite.
const OFFLINE: &str = "REPLACE(' ' || (granted ->> 'scope') || ' ', ' offline_access ', '') \
    <> ' ' || (granted ->> 'scope') || ' '";

/// Uses an authorization code up and begins its family, with the grant as it is, and returns what its tokens say: all that an
/// exchange asks of a code, checked and done at once. `None` where any of it does not hold, where the code is bound to a key,
/// and where the client was granted claims by name, which are to be read before.
pub async fn begin_valid(
    cx: &mut Ctx,
    code: PresentedCode<'_>,
    family: FamilyOfCode<'_>,
    trials: &Trials,
    client: &Client,
) -> Result<Option<GrantRow>, Error> {
    let now = cx.now();
    let (refresh_hash, unused_until) = family.refresh.unzip();
    let query = used_up(cx.db().await?.write("UPDATE "), AUTHORIZATION_CODES, code.hash, family.id, now)
        .push(" AND client_id = ", client.client_id.clone())
        .push(" AND redirect_uri = ", code.redirect_uri.to_owned())
        .push(" AND code_challenge IS NOT DISTINCT FROM ", code.challenge)
        .sql(" AND granted -> 'dpopJkt' IS NULL AND granted -> 'claims' IS NULL")
        .then(NEW_FAMILY)
        .push(" SELECT ", family.id.clone())
        .push(", c.client_id, c.user_id, c.session_id, c.offline, c.granted, ", now)
        .push(", CASE WHEN c.offline THEN ", family.outlasting)
        .push(" ELSE s.expires_at END, ", refresh_hash)
        // Of no refresh token nothing expires: both are NULL.
        .push(", CASE WHEN NOT c.offline AND s.expires_at < ", unused_until)
        .push(" THEN s.expires_at ELSE ", unused_until)
        .sql(" END FROM (SELECT client_id, user_id, session_id, granted, ")
        .sql(if family.outlasting.is_some() { OFFLINE } else { "FALSE" })
        .push(" AS offline FROM authorization_codes WHERE code_hash = ", code.hash.to_owned())
        .sql(") c JOIN sessions s ON s.id = c.session_id WHERE ")
        .touched()
        .sql(" RETURNING granted, session_id, user_id, expires_at")
        .reading(|query| {
            trials.column(query, now, client, "token_families.user_id", "(token_families.granted ->> 'tenantId')")
        });
    Ok(query.alone().await?)
}

// ---- Access tokens ----------------------------------------------------------------------------

/// Revokes one access token; false where it was revoked before.
pub async fn revoke_token(cx: &mut Ctx, jti: &str, expires_at: Time) -> Result<bool, Error> {
    let sql = "INSERT INTO revoked_tokens (jti, expires_at) VALUES ($1, $2) ON CONFLICT (jti) DO NOTHING";
    Ok(cx.db().await?.write(sql).bind(jti.to_owned()).bind(expires_at).execute().await? == 1)
}

/// Whether an access token was revoked.
pub async fn is_revoked(cx: &mut ReadCtx, jti: &str) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT expires_at FROM revoked_tokens");
    Ok(query.push(" WHERE jti = ", jti.to_owned()).optional::<(Time,)>().await?.is_some())
}

// ---- What is over -----------------------------------------------------------------------------

/// Most rows that one transaction removes.
const BATCH: i64 = 500;
/// Seconds for which expired rows are kept: for as long a reused code is recognised.
const KEPT_SECONDS: i64 = 86_400;

/// The expired rows, oldest first by an index, and whether they are kept for a while.
const OVER: &[(&str, bool)] = &[
    (
        "DELETE FROM authorization_codes WHERE code_hash IN \
         (SELECT code_hash FROM authorization_codes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        true,
    ),
    (
        "DELETE FROM device_codes WHERE code_hash IN \
         (SELECT code_hash FROM device_codes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        true,
    ),
    (
        "DELETE FROM token_families WHERE id IN \
         (SELECT id FROM token_families WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        true,
    ),
    (
        "DELETE FROM revoked_tokens WHERE jti IN \
         (SELECT jti FROM revoked_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        false,
    ),
    (
        "DELETE FROM device_attempts WHERE user_id IN \
         (SELECT user_id FROM device_attempts WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        false,
    ),
];

/// Removes expired rows, in short transactions, and returns their number.
pub async fn sweep(kernel: &Kernel) -> Result<u64, Error> {
    let mut removed = 0;
    for (sql, kept) in OVER {
        loop {
            let mut cx = Ctx::system(kernel, "oidc");
            let before = if *kept { cx.now().plus_seconds(-KEPT_SECONDS) } else { cx.now() };
            let rows = cx.db().await?.write(sql).bind(before).bind(BATCH).execute().await?;
            cx.commit().await?;
            removed += rows;
            if rows < BATCH.unsigned_abs() {
                break;
            }
        }
    }
    Ok(removed)
}
