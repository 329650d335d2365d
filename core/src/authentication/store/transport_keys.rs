//! SQL of transport keys.

use sqlx::types::Json;

use crate::authentication::jwk::Jwk;
use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};
use crate::kernel::settings;

/// A transport key as stored.
#[derive(Debug, sqlx::FromRow)]
pub struct KeyRow {
    pub private_key: Vec<u8>,
    pub public_jwk: Json<Jwk>,
}

/// The transport keys in use, the newest first.
pub async fn in_use(tx: &mut ReadTx) -> sqlx::Result<Vec<KeyRow>> {
    tx.query(
        "SELECT private_key, public_jwk FROM keys WHERE purpose = 'transport' AND retired_at IS NULL \
         ORDER BY created_at DESC, kid",
    )
    .all()
    .await
}

/// Stores the key, unless another node has stored one meanwhile.
pub async fn keep_first(tx: &mut Tx, jwk: &Jwk, sealed: Vec<u8>, now: Time) -> sqlx::Result<()> {
    settings::hold(tx).await?;
    if in_use(tx).await?.is_empty() {
        tx.write(
            "INSERT INTO keys (kid, purpose, alg, private_key, public_jwk, created_at) \
             VALUES ($1, 'transport', $2, $3, $4, $5)",
        )
        .bind(jwk.kid.clone())
        .bind(jwk.alg.clone())
        .bind(sealed)
        .bind(Json(jwk.clone()))
        .bind(now)
        .execute()
        .await?;
    }
    Ok(())
}
