//! SQL of codes, token families and revoked access tokens.
//!
//! Sessions and users are read together with the code or the family: one statement decides whether a token is valid,
//! so that nothing can end between two statements. One conditional UPDATE decides the single use of a code.

use sqlx::types::Json;

use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::{Mode, Query, Rows, Touched};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::claims::User;
use crate::provider::granted::Granted;

/// The session and person behind a code that is not used yet.
#[derive(Debug, sqlx::FromRow)]
pub struct GrantContext {
    /// The session.
    pub session_id: Id,
    /// The absolute end of the session.
    pub session_expires_at: Time,
    /// Whether the session has not ended and the person is enabled.
    pub holds: bool,
    /// The person.
    #[sqlx(flatten)]
    pub user: User,
}

/// The columns of [`GrantContext`] without `holds`, of sessions as `s` and users as `u`.
pub const GRANT_CONTEXT: &str = "s.id AS session_id, s.expires_at AS session_expires_at, u.id AS user_id, ";
/// The SQL of `holds` of [`GrantContext`], to be followed by the present time.
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
    /// The session and person.
    #[sqlx(flatten)]
    pub basis: GrantContext,
}

/// The code, if it exists.
pub async fn find_code(cx: &mut ReadCtx, code_hash: &str) -> Result<Option<CodeRow>, Error> {
    let now = cx.now();
    Ok(cx
        .db()
        .await?
        .query("SELECT c.client_id, c.redirect_uri, c.code_challenge, c.granted, c.expires_at, c.consumed_at, ")
        .sql(GRANT_CONTEXT)
        .push(GRANT_CONTEXT_HOLDS, now)
        .sql(" AS holds")
        .sql(PERSON)
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

/// Uses a code up and stores the family that it begins: both, or neither where another request used it first, the
/// code has expired (a withdrawn consent expires it), its session has ended, or its person may no longer sign in. All
/// conditions are checked here again, as one of them may have changed since the first check.
pub async fn begin_family(
    cx: &mut Ctx,
    codes: Codes,
    code_hash: &str,
    family: NewFamily<'_>,
) -> Result<Touched, Error> {
    let Codes { table, open } = codes;
    let now = cx.now();
    let (refresh_hash, refresh_expires_at) = family.refresh.unzip();
    let query = cx.db().await?.write("UPDATE ").sql(table);
    let query = query
        .push(" SET consumed_at = ", now)
        .push(", family_id = ", family.id.clone())
        .push(" WHERE consumed_at IS NULL AND code_hash = ", code_hash.to_owned())
        .push(" AND expires_at > ", now)
        .sql(" AND EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = session_id AND ")
        .push(GRANT_CONTEXT_HOLDS, now)
        .sql(")")
        .sql(open)
        .then("INSERT INTO token_families (id, client_id, user_id, session_id, offline, granted, created_at, expires_at, ")
        .push("refresh_hash, refresh_expires_at) SELECT ", family.id.clone())
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

/// The columns that decide whether a family is valid.
#[derive(Debug, sqlx::FromRow)]
pub struct FamilyStatus {
    /// The client of the grant.
    pub client_id: String,
    /// The person.
    pub user_id: Id,
    /// End of the family, which no token outlives.
    pub expires_at: Time,
    /// Whether the family is valid until its time is over: it is not revoked, the person may sign in, and the session
    /// has not ended. An offline family outlasts its session, and ends when the person's password changes.
    pub stands: bool,
    /// When the family expires, or its session if it does not outlast it.
    pub ends_at: Time,
}

impl FamilyStatus {
    /// Whether the family is valid.
    #[must_use]
    pub fn holds(&self, now: Time) -> bool {
        self.stands && self.ends_at > now
    }
}

/// A family with the columns that its access tokens need.
#[derive(Debug, sqlx::FromRow)]
pub struct TokenFamily {
    /// The grant.
    pub granted: Json<Granted>,
    /// Whether it holds.
    #[sqlx(flatten)]
    pub status: FamilyStatus,
    /// The person, for the claims.
    #[sqlx(flatten)]
    pub user: User,
}

/// A family with everything that a refresh needs.
#[derive(Debug, sqlx::FromRow)]
pub struct Family {
    /// Its id.
    #[sqlx(rename = "family_id")]
    pub id: Id,
    /// The session of the grant.
    pub session_id: Id,
    /// The grant.
    pub granted: Json<Granted>,
    /// Keyed hash of the current refresh token.
    pub refresh_hash: Option<String>,
    /// When that token expires if it is unused.
    pub refresh_expires_at: Option<Time>,
    /// Whether it holds.
    #[sqlx(flatten)]
    pub status: FamilyStatus,
    /// The person, for the claims.
    #[sqlx(flatten)]
    pub user: User,
}

/// The columns of [`FamilyStatus`], without the two of its validity.
const STATUS: &str = "SELECT f.client_id, f.user_id, f.expires_at, ";
/// Whether a family stands. It and [`ENDS_AT`] replace eight columns, as every returned column is copied twice. A family
/// without a session that does not outlast it is over.
const STANDS: &str = "COALESCE(f.revoked_at IS NULL AND u.status = 0 AND u.deleted_at IS NULL \
    AND CASE WHEN f.offline THEN u.password_changed_at IS NULL OR u.password_changed_at <= f.created_at \
    ELSE s.ended_at IS NULL END, FALSE)";
/// When a family ends, or its session if it does not outlast it.
const ENDS_AT: &str =
    "COALESCE(CASE WHEN f.offline OR s.expires_at > f.expires_at THEN f.expires_at ELSE s.expires_at END, 0)";
const FAMILY: &str = ", f.id AS family_id, f.session_id, f.granted, f.refresh_hash, f.refresh_expires_at";
const FAMILY_FROM: &str = " FROM token_families";
/// The tables beside the families of [`FAMILY_FROM`].
const FAMILY_JOINS: &str = " f JOIN users u ON u.id = f.user_id LEFT JOIN sessions s ON s.id = f.session_id";

/// The family, if it exists.
pub async fn find_family(cx: &mut ReadCtx, id: &str) -> Result<Option<Family>, Error> {
    let query = status(cx).await?.sql(FAMILY).sql(PERSON).sql(FAMILY_FROM).sql(FAMILY_JOINS);
    Ok(query.push(" WHERE f.id = ", id.to_owned()).optional().await?)
}

/// The rows that [`find_family_status`] reads.
pub const STATUS_ROWS: [Rows; 3] =
    [Rows::Existing("token_families"), Rows::Existing("users"), Rows::Existing("sessions")];
/// The rows that [`find_holder`] reads.
pub const HOLDER_ROWS: [Rows; 4] = {
    let [families, users, sessions] = STATUS_ROWS;
    [families, users, sessions, Rows::All("identities")]
};

/// The family without the columns of its refresh token.
pub async fn find_holder(cx: &mut ReadCtx, id: &str) -> Result<Option<TokenFamily>, Error> {
    let query = status(cx).await?.sql(", f.granted").sql(PERSON).sql(FAMILY_FROM).sql(FAMILY_JOINS);
    Ok(query.push(" WHERE f.id = ", id.to_owned()).optional().await?)
}

/// Only the status of the family.
pub async fn find_family_status(cx: &mut ReadCtx, id: &str) -> Result<Option<FamilyStatus>, Error> {
    let query = status(cx).await?.sql(FAMILY_FROM).sql(FAMILY_JOINS);
    Ok(query.push(" WHERE f.id = ", id.to_owned()).optional().await?)
}

/// Most of the latest families of a person at a client that are checked.
const LATEST: i64 = 100;

/// Whether the person with a login name, folded, is signed in at a client: one of their families there is valid.
pub async fn is_served(cx: &mut ReadCtx, client_id: &str, name_key: &str) -> Result<bool, Error> {
    let query =
        status(cx).await?.sql(FAMILY_FROM).sql(FAMILY_JOINS).push(" WHERE u.user_name_key = ", name_key.to_owned());
    let query = query.push(" AND f.client_id = ", client_id.to_owned());
    let latest: Vec<FamilyStatus> = query.push(" ORDER BY f.created_at DESC, f.id DESC LIMIT ", LATEST).all().await?;
    let now = cx.now();
    Ok(latest.iter().any(|status| status.holds(now)))
}

async fn status(cx: &mut ReadCtx) -> Result<Query<'_>, Error> {
    Ok(status_of(cx.db().await?.query("")))
}

/// Adds the columns of [`FamilyStatus`].
fn status_of<M: Mode>(query: Query<'_, M>) -> Query<'_, M> {
    query.sql(STATUS).sql(STANDS).sql(" AS stands, ").sql(ENDS_AT).sql(" AS ends_at")
}

/// The use of a refresh token.
#[derive(Debug)]
pub struct Rotation<'a> {
    /// The token's family.
    pub family: &'a str,
    /// The client that presents the token.
    pub client_id: &'a str,
    /// Thumbprint of the key that the client has proven to hold.
    pub jkt: Option<&'a str>,
    /// Keyed hash of the presented token.
    pub old: &'a str,
    /// Keyed hash of the token that takes its place.
    pub new: String,
    /// When that one expires if it is unused; never after its family.
    pub expires_at: Time,
}

/// Replaces the current refresh token by a new one and returns its family: all that a refresh asks of a family, checked
/// and done by one statement. `None` where any of it does not hold, and where the client was granted single claims or the
/// person's address, which are to be read before. For PostgreSQL, where a statement may cross a network: SQLite returns no
/// columns of other tables from what it writes.
pub async fn rotate_valid(cx: &mut Ctx, rotation: Rotation<'_>) -> Result<Option<Family>, Error> {
    let now = cx.now();
    let Rotation { family, client_id, jkt, old, new, expires_at } = rotation;
    let query = cx.db().await?.write("WITH rotated AS (UPDATE token_families AS f");
    let query = query
        .push(" SET refresh_hash = ", new)
        .push(", refresh_expires_at = LEAST(f.expires_at, ", expires_at)
        .push(") WHERE f.id = ", family.to_owned())
        .push(" AND f.refresh_hash = ", old.to_owned())
        .push(" AND f.client_id = ", client_id.to_owned())
        .push(" AND f.refresh_expires_at > ", now)
        .sql(" AND f.granted -> 'claims' IS NULL AND ' ' || (f.granted ->> 'scope') || ' ' NOT LIKE '% address %'")
        .push(" AND COALESCE(f.granted ->> 'dpopJkt' = ", jkt.map(str::to_owned))
        .sql(", f.granted ->> 'dpopJkt' IS NULL) AND EXISTS (SELECT 1 FROM users u LEFT JOIN sessions s")
        .sql(" ON s.id = f.session_id WHERE u.id = f.user_id AND ")
        .sql(STANDS)
        .sql(" AND ")
        .sql(ENDS_AT)
        .push(" > ", now)
        .sql(") RETURNING f.*) ");
    let query = status_of(query).sql(FAMILY).sql(PERSON);
    // The family stays valid, and no access token shows which refresh token is its current one.
    Ok(query.sql(" FROM rotated").sql(FAMILY_JOINS).unnoticed().alone().await?)
}

/// Replaces the current refresh token by a new one; changes nothing where `old` is no longer the current one.
pub async fn rotate(cx: &mut Ctx, family: &Id, old: &str, new: String, expires_at: Time) -> Result<Touched, Error> {
    Ok(cx
        .db()
        .await?
        .write(
            "UPDATE token_families SET refresh_hash = $1, refresh_expires_at = $2 \
             WHERE id = $3 AND refresh_hash = $4 AND revoked_at IS NULL",
        )
        .bind(new)
        .bind(expires_at)
        .bind(family.clone())
        .bind(old.to_owned())
        // The family stays valid, and no access token shows which refresh token is its current one.
        .unnoticed()
        .execute_later()
        .await?)
}

/// Revokes a family; false where it was revoked before.
pub async fn revoke_family(cx: &mut Ctx, id: &str) -> Result<bool, Error> {
    let now = cx.now();
    let sql = "UPDATE token_families SET revoked_at = $1 WHERE revoked_at IS NULL AND id = $2";
    Ok(cx.db().await?.write(sql).bind(now).bind(id.to_owned()).execute().await? == 1)
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
