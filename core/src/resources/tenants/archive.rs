//! Tenants are archived and restored. An archived one keeps everything and gives nothing: its memberships and grants do
//! not count, its tokens end, and nothing new is made in it.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{FromRef, State};
use futures::future::BoxFuture;
use serde::Deserialize;

use super::model::Tenant;
use super::store;
use crate::kernel::Kernel;
use crate::kernel::closures::Closure;
use crate::kernel::ctx::{Act, Audited as _, Ctx, Event, Permission};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::{PathId, operations, record};
use crate::kernel::step_up::StepUpState;

/// The longest reason, in characters.
const REASON: usize = 200;

/// How an archived tenant is found, and what is said to whoever makes something in it.
pub static ARCHIVED: Closure = Closure {
    sql: "SELECT 1 FROM tenants WHERE id = $1 AND archived_at IS NOT NULL",
    text: Text::new("该租户已归档，不能新增内容", "this tenant is archived; nothing new is made in it"),
};

/// Ends the tokens of a tenant. The modules above implement it.
pub trait EndTenant: Send + Sync {
    /// Ends, in the transaction of `cx`, the tokens that the tenant's people have for it.
    fn ended<'a>(&'a self, cx: &'a mut Ctx, tenant: &'a Id) -> BoxFuture<'a, Result<(), Error>>;
}

/// The state of the operations.
#[derive(Clone)]
pub struct Archiving {
    /// The kernel, and recent proofs.
    pub step_up: StepUpState,
    /// Ends tokens.
    pub tokens: Arc<dyn EndTenant>,
}

impl FromRef<Archiving> for Kernel {
    fn from_ref(state: &Archiving) -> Self {
        state.step_up.kernel.clone()
    }
}

/// The operations.
pub fn router(state: Archiving) -> OpenApiRouter {
    state.step_up.kernel.closures().declare(ARCHIVED.clone());
    OpenApiRouter::new().routes(routes!(archive)).routes(routes!(restore)).with_state(state)
}

/// Why a tenant is archived or restored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = TenantReason)]
struct Reason {
    /// For the audit, in at most 200 characters.
    reason: Option<String>,
}

impl Reason {
    fn checked(&self) -> Result<String, Error> {
        let reason = self.reason.as_deref().unwrap_or_default().trim();
        if reason.is_empty() || reason.chars().count() > REASON || reason.chars().any(char::is_control) {
            let text = Text::new("请填写原因，不超过200个字符", "give a reason of at most 200 characters");
            return Err(Error::field("reason", text));
        }
        Ok(reason.to_owned())
    }
}

/// Archives a tenant. From then on nobody works in it, none of its authorisations counts, its tokens end, and nothing
/// new is made in it. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/tenants/{id}/archive", operation_id = "archiveTenant", tag = "tenants",
    params(("id" = String, Path)), request_body = Reason, responses((status = 200, body = Tenant)))]
async fn archive(
    State(state): State<Archiving>,
    cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<Reason>,
) -> Result<Answer<Tenant>, Error> {
    turned(&state, cx, &id, &body, true).await
}

/// Restores an archived tenant, with everything that it had. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/tenants/{id}/restore", operation_id = "restoreTenant", tag = "tenants",
    params(("id" = String, Path)), request_body = Reason, responses((status = 200, body = Tenant)))]
async fn restore(
    State(state): State<Archiving>,
    cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<Reason>,
) -> Result<Answer<Tenant>, Error> {
    turned(&state, cx, &id, &body, false).await
}

async fn turned(
    state: &Archiving,
    mut cx: Ctx,
    id: &Id,
    body: &Reason,
    archives: bool,
) -> Result<Answer<Tenant>, Error> {
    cx.require(Permission::Tenants, Act::Edit)?;
    let before = store::get(&mut cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let reason = body.checked()?;
    if before.archived_at.is_some() == archives {
        let already = Text::new("该租户已归档", "this tenant is archived already");
        let text = if archives { already } else { Text::new("该租户未归档", "this tenant is not archived") };
        return Err(Error::new(Code::Conflict).message(text));
    }
    state.step_up.step_up.require(&mut cx).await?;
    let now = cx.now();
    // The version is the one that was read: a change made meanwhile is not lost.
    let mut after = Tenant { archived_at: archives.then_some(now), updated_at: now, ..before.clone() };
    record::update(&mut cx, &mut after).await?;
    if archives {
        state.tokens.ended(&mut cx, id).await?;
    }
    cx.audit_event(Event {
        action: if archives { "tenant.archived" } else { "tenant.restored" },
        resource: Tenant::RESOURCE,
        record: id.to_string(),
        tenant: Some(id.clone()),
        before: Some(serde_json::to_value(&before)?),
        after: Some(serde_json::to_value(&after)?),
        reason: Some(reason),
        ..Event::default()
    });
    let shown = operations::get(&mut cx, id).await?.unwrap_or(after);
    cx.commit().await?;
    Ok(Answer(shown))
}
