//! The documented calls of this room.

use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Authorisation, store};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::http::Envelope;
use crate::kernel::id::Id;

/// The documented calls.
pub fn router(room: Authorisation) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(user_software)).with_state(room)
}

/// A system that the caller can open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserSoftware {
    /// The software's id.
    id: Id,
    /// Its name.
    software_name: String,
    /// Its web code.
    web_code: String,
    /// The tenant in which the caller is authorised.
    tenant_id: Id,
    /// Its name.
    tenant_name: String,
    /// Where a browser goes; sign-in starts there.
    launch_url: String,
}

/// The systems that the caller is authorised in, through valid licences.
#[utoipa::path(get, path = "/api/sys/user/software", operation_id = "dtrialGetUserSoftwareList", tag = "sign-in",
    responses((status = 200, body = Envelope<Vec<UserSoftware>>)))]
async fn user_software(mut cx: Ctx) -> Result<Envelope<Vec<UserSoftware>>, Error> {
    let user = cx.person()?.id.clone();
    let found = store::reachable(&mut cx, &user).await?;
    Ok(Envelope::ok(
        found
            .into_iter()
            .map(|entry| UserSoftware {
                id: entry.software_id,
                software_name: entry.software_name,
                web_code: entry.web_code,
                tenant_id: entry.tenant_id,
                tenant_name: entry.tenant_name,
                launch_url: entry.website_url,
            })
            .collect(),
    ))
}
