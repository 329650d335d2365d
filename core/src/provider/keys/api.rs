//! Signing keys in the admin REST: `/api/admin/signing-keys`.

use axum::Json as Answer;
use axum::extract::State;
use serde::Deserialize;

use super::model::{Filter, SigningKey};
use super::store;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::Error;
use crate::kernel::http::Json;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::provider::jose::Alg;
use crate::provider::step_up::StepUpState;

/// The operations on signing keys.
pub(in crate::provider) fn router(state: StepUpState) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(rotate)).with_state(state)
}

/// The key to rotate.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rotate {
    /// The algorithm.
    pub alg: Alg,
}

/// Every signing key, removed ones included.
#[utoipa::path(get, path = "/api/admin/signing-keys", operation_id = "listSigningKeys", tag = "signing-keys",
    params(ListQuery), responses((status = 200, body = Vec<SigningKey>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<SigningKey>, Error> {
    cx.require(Permission::SigningKeys, Act::View)?;
    store::page(&mut cx, &list).await
}

/// Rotates the key of one algorithm. The answer is the key that signs from now on, or within seconds. Signatures of
/// the previous key stay valid. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/signing-keys/rotate", operation_id = "rotateSigningKey", tag = "signing-keys",
    request_body = Rotate, responses((status = 200, body = SigningKey)))]
async fn rotate(
    State(StepUpState { provider, proof }): State<StepUpState>,
    mut cx: Ctx,
    Json(which): Json<Rotate>,
) -> Result<Answer<SigningKey>, Error> {
    cx.require(Permission::SigningKeys, Act::Edit)?;
    proof.require(&mut cx).await?;
    // Commits.
    Ok(Answer(provider.keys().rotate(cx, which.alg).await?))
}
