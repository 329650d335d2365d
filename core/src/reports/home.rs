//! The home of the console: what is missing at first, and what an administrator looks for in the morning.

use axum::Json as Answer;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};

use super::first_steps::{self, Dismissal, FirstSteps, Sight};
use super::morning::{self, DeliveriesFailed, InvitationsWaiting, LicenceConcern, PeopleLately, PluginsLately};
use super::state::Reports;
use crate::audit::events::AuditEvent;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};

/// The operations. Each is for whoever may open any screen of the console, and answers what these screens show.
pub fn router() -> OpenApiRouter<Reports> {
    OpenApiRouter::new().routes(routes!(home)).routes(routes!(read_steps, dismiss_steps))
}

/// `?tenantId=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
struct OfTenant {
    /// Only what concerns this tenant; without it, all that the caller may see.
    tenant_id: Option<Id>,
}

/// The home of the console. A part is null where the caller may not open the screen behind it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Home {
    /// The first steps; without steps where the caller has put them away.
    first_steps: FirstSteps,
    /// People and sign-ins of the last 30 days.
    people: Option<PeopleLately>,
    /// Licences near their end, or full.
    licences: Option<Vec<LicenceConcern>>,
    /// Invitations that wait for an answer.
    invitations: Option<InvitationsWaiting>,
    /// Deliveries that failed.
    deliveries: Option<DeliveriesFailed>,
    /// Plugins in trouble.
    plugins: Option<PluginsLately>,
    /// The newest changes.
    changes: Option<Vec<AuditEvent>>,
}

/// Requires some menu of the console and, where a tenant is named, some menu in it.
fn allowed(cx: &ReadCtx, tenant: Option<&Id>) -> Result<(), Error> {
    let scope = cx.scope_of_any(Permission::ALL, Act::View)?;
    match tenant {
        Some(tenant) if !scope.holds(tenant) => Err(Error::new(Code::NotFound)),
        _ => Ok(()),
    }
}

/// What the caller's console begins with.
#[utoipa::path(get, path = "/api/admin/home", operation_id = "home", tag = "home", params(OfTenant),
    responses((status = 200, body = Home)))]
async fn home(
    State(reports): State<Reports>,
    mut cx: ReadCtx,
    Query(of): Query<OfTenant>,
) -> Result<Answer<Home>, Error> {
    allowed(&cx, of.tenant_id.as_ref())?;
    let (cx, sight) = (&mut cx, Sight(of.tenant_id.as_ref()));
    let dismissed = first_steps::dismissed(cx).await?;
    let steps = if dismissed { Vec::new() } else { first_steps::steps(&reports, cx, sight).await? };
    let people = morning::people(cx, sight).await?;
    let licences = morning::licences(cx, sight).await?;
    let invitations = morning::invited(cx, sight).await?;
    let deliveries = morning::deliveries(cx, sight).await?;
    let plugins = morning::plugins(&reports, cx, sight).await?;
    let changes = morning::changes(cx, sight).await?;
    let first_steps = FirstSteps { tenant_id: of.tenant_id, dismissed, steps };
    Ok(Answer(Home { first_steps, people, licences, invitations, deliveries, plugins, changes }))
}

/// What is missing until somebody can be authorised: in a tenant, or anywhere in the caller's reach.
#[utoipa::path(get, path = "/api/admin/home/first-steps", operation_id = "readFirstSteps", tag = "home",
    params(OfTenant), responses((status = 200, body = FirstSteps)))]
async fn read_steps(
    State(reports): State<Reports>,
    mut cx: ReadCtx,
    Query(of): Query<OfTenant>,
) -> Result<Answer<FirstSteps>, Error> {
    allowed(&cx, of.tenant_id.as_ref())?;
    let dismissed = first_steps::dismissed(&mut cx).await?;
    let steps = first_steps::steps(&reports, &mut cx, Sight(of.tenant_id.as_ref())).await?;
    Ok(Answer(FirstSteps { tenant_id: of.tenant_id, dismissed, steps }))
}

/// Puts the first steps away for the caller, or brings them back.
#[utoipa::path(put, path = "/api/admin/home/first-steps", operation_id = "dismissFirstSteps", tag = "home",
    request_body = Dismissal, responses((status = 200, body = FirstSteps)))]
async fn dismiss_steps(
    State(reports): State<Reports>,
    mut cx: Ctx,
    Json(Dismissal { dismissed }): Json<Dismissal>,
) -> Result<Answer<FirstSteps>, Error> {
    allowed(&cx, None)?;
    first_steps::dismiss(&mut cx, dismissed).await?;
    let steps = first_steps::steps(&reports, &mut cx, Sight(None)).await?;
    cx.commit().await?;
    Ok(Answer(FirstSteps { tenant_id: None, dismissed, steps }))
}
