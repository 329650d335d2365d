//! SQL of initial access tokens.

use super::model::InitialAccessToken;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts};
use crate::provider::clients::settings::Pkce;

const COLUMNS: &str = "SELECT id, version, note, pkce, uses, used, created_by, created_at, expires_at, revoked_at";

const SORTS: Sorts = &[
    ("createdAt", " ORDER BY created_at, id", " ORDER BY created_at DESC, id DESC"),
    ("id", " ORDER BY id", " ORDER BY id DESC"),
];

/// The filter of the list.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// These ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// A page of initial access tokens.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<InitialAccessToken>, Error> {
    list.run(cx.db().await?, SORTS, COLUMNS, |query, f| {
        let query = query.sql(" FROM initial_access_tokens WHERE 1 = 1");
        query.push_in_if(" AND id", f.id.as_ref().map(Ids::each))
    })
    .await
}

/// Stores a token.
pub async fn insert(cx: &mut Ctx, token: &InitialAccessToken, hash: String) -> Result<(), Error> {
    cx.db()
        .await?
        .write(
            "INSERT INTO initial_access_tokens (id, version, token_hash, note, pkce, uses, used, created_by, created_at, \
             expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(token.id.clone())
        .bind(token.version)
        .bind(hash)
        .bind(token.note.clone())
        .bind(token.pkce.as_str())
        .bind(token.uses)
        .bind(token.used)
        .bind(token.created_by.clone())
        .bind(token.created_at)
        .bind(token.expires_at)
        .execute()
        .await?;
    Ok(())
}

/// Counts a use of a valid token.
pub async fn use_up(cx: &mut Ctx, hash: &str) -> Result<Option<InitialAccessToken>, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE initial_access_tokens SET used = used + 1, version = version + 1");
    let query = query.push(" WHERE token_hash = ", hash.to_owned()).push(" AND expires_at > ", now);
    let query = query.sql(
        " AND used < uses AND revoked_at IS NULL RETURNING id, version, note, pkce, uses, used, created_by, \
         created_at, expires_at, revoked_at",
    );
    Ok(query.optional().await?)
}

/// The PKCE policy of a valid token.
pub async fn policy(cx: &mut ReadCtx, hash: &str) -> Result<Option<Pkce>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query("SELECT pkce FROM initial_access_tokens");
    let query = query.push(" WHERE token_hash = ", hash.to_owned()).push(" AND expires_at > ", now);
    let found: Option<(String,)> = query.sql(" AND used < uses AND revoked_at IS NULL").optional().await?;
    Ok(found.map(|(pkce,)| if pkce == "optional" { Pkce::Optional } else { Pkce::Required }))
}

/// Revokes a token.
pub async fn revoke(cx: &mut Ctx, id: &Id) -> Result<Option<InitialAccessToken>, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE initial_access_tokens SET version = version + 1");
    let query = query.push(", revoked_at = ", now).push(" WHERE revoked_at IS NULL AND id = ", id.clone());
    let query =
        query.sql(" RETURNING id, version, note, pkce, uses, used, created_by, created_at, expires_at, revoked_at");
    Ok(query.optional().await?)
}
