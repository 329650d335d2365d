//! SQL of signing keys.

use serde_json::{Map, Value};
use sqlx::types::Json;

use super::model::{Filter, KeyState, SigningKey};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::page::{List, Page, Sorts};
use crate::provider::jose::{Alg, Jwk, JwkSet};

/// A key to store.
#[derive(Debug)]
pub struct NewKey {
    /// Its id.
    pub kid: String,
    /// Algorithm.
    pub alg: Alg,
    /// PKCS#8, sealed.
    pub private_key: Vec<u8>,
    /// The public key as published.
    pub public_jwk: Map<String, Value>,
}

/// A published key.
#[derive(Debug, sqlx::FromRow)]
pub struct Published {
    /// Its id.
    pub kid: String,
    /// Algorithm.
    #[sqlx(try_from = "String")]
    pub alg: Alg,
    /// State of the key.
    #[sqlx(try_from = "String")]
    pub state: KeyState,
    /// PKCS#8, sealed; absent once the key is retired.
    pub private_key: Option<Vec<u8>>,
    /// The public key.
    pub public_jwk: Json<Map<String, Value>>,
}

const COLUMNS: &str = "SELECT kid, alg, state, published_at, promote_at, current_at, retired_at, remove_at, \
     removed_at";

const SORTS: Sorts = &[
    ("publishedAt", " ORDER BY published_at, kid", " ORDER BY published_at DESC, kid DESC"),
    ("id", " ORDER BY kid", " ORDER BY kid DESC"),
];

/// The revision: the number of the latest change.
pub async fn revision(cx: &mut ReadCtx) -> Result<i64, Error> {
    let (revision,) = cx.db().await?.query("SELECT revision FROM signing_keys_head WHERE id = 1").one().await?;
    Ok(revision)
}

/// Raises the revision. Another change waits until this transaction ends.
pub async fn raise_revision(cx: &mut Ctx) -> Result<(), Error> {
    cx.db().await?.write("UPDATE signing_keys_head SET revision = revision + 1 WHERE id = 1").execute().await?;
    Ok(())
}

/// The keys of the JWK set, the signing ones first.
pub async fn published(cx: &mut ReadCtx) -> Result<Vec<Published>, Error> {
    let sql = "SELECT kid, alg, state, private_key, public_jwk FROM signing_keys WHERE state <> 'removed' \
               ORDER BY state, published_at, kid";
    Ok(cx.db().await?.query(sql).all().await?)
}

/// The public keys of all times, for verifying receipts and other signatures that never expire.
pub async fn ever(cx: &mut ReadCtx) -> Result<JwkSet, Error> {
    let rows: Vec<(Json<Map<String, Value>>,)> =
        cx.db().await?.query("SELECT public_jwk FROM signing_keys ORDER BY published_at, kid").all().await?;
    let keys: Result<Vec<_>, _> = rows.iter().map(|(key,)| Jwk::parse(&key.0)).collect();
    JwkSet::of(keys.map_err(Error::internal)?).map_err(Error::internal)
}

/// The keys of the JWK set, as administrators see them.
pub async fn records(cx: &mut ReadCtx) -> Result<Vec<SigningKey>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" FROM signing_keys WHERE state <> 'removed'");
    Ok(query.sql(" ORDER BY published_at, kid").all().await?)
}

/// A page of all keys, removed ones included.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<SigningKey>, Error> {
    list.run(cx.db().await?, SORTS, COLUMNS, |query, filter| {
        query
            .sql(" FROM signing_keys WHERE TRUE")
            .push_if(" AND alg = ", filter.alg.map(Alg::as_str))
            .push_if(" AND state = ", filter.state.map(KeyState::as_str))
    })
    .await
}

/// Stores a new key, either waiting or signing at once.
pub async fn insert(cx: &mut Ctx, key: NewKey, state: KeyState) -> Result<(), Error> {
    let now = cx.now();
    let current_at = (state == KeyState::Current).then_some(now);
    cx.db()
        .await?
        .write(
            "INSERT INTO signing_keys (kid, alg, state, private_key, public_jwk, published_at, current_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(key.kid)
        .bind(key.alg.as_str())
        .bind(state.as_str())
        .bind(key.private_key)
        .bind(Json(key.public_jwk))
        .bind(now)
        .bind(current_at)
        .execute()
        .await?;
    Ok(())
}

/// Makes the waiting key sign from `at` on.
pub async fn promote_at(cx: &mut Ctx, kid: &str, at: Time) -> Result<(), Error> {
    let sql = "UPDATE signing_keys SET promote_at = $1 WHERE state = 'next' AND kid = $2";
    cx.db().await?.write(sql).bind(at).bind(kid.to_owned()).execute().await?;
    Ok(())
}

/// Makes the waiting key the current one.
pub async fn promote(cx: &mut Ctx, kid: &str) -> Result<(), Error> {
    let now = cx.now();
    let sql = "UPDATE signing_keys SET state = 'current', current_at = $1 WHERE state = 'next' AND kid = $2";
    cx.db().await?.write(sql).bind(now).bind(kid.to_owned()).execute().await?;
    Ok(())
}

/// Stops a key from signing, and deletes its private key.
pub async fn retire(cx: &mut Ctx, kid: &str, remove_at: Time) -> Result<(), Error> {
    let now = cx.now();
    let sql = "UPDATE signing_keys SET state = 'retired', retired_at = $1, remove_at = $2, private_key = NULL \
               WHERE state = 'current' AND kid = $3";
    cx.db().await?.write(sql).bind(now).bind(remove_at).bind(kid.to_owned()).execute().await?;
    Ok(())
}

/// Removes a key from the JWK set.
pub async fn remove(cx: &mut Ctx, kid: &str) -> Result<(), Error> {
    let now = cx.now();
    let sql = "UPDATE signing_keys SET state = 'removed', removed_at = $1 WHERE state = 'retired' AND kid = $2";
    cx.db().await?.write(sql).bind(now).bind(kid.to_owned()).execute().await?;
    Ok(())
}
