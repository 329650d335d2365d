//! The documented operations for invited people.

use std::sync::Arc;

use axum::extract::{FromRef, Query, State};

use super::accept::{self, Open};
use super::joining::Awaiting;
use super::model::{InvitationUser, Position, Registered, Registration, SignedIn};
use crate::authentication::Sessions;
use crate::authentication::model::KeyQuery;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::http::{Envelope, Json};
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::{mailaddr, phone};
use crate::resources::dictionaries::{self, Category};

/// The state of the documented operations.
#[derive(Clone, Debug)]
struct Joining {
    sessions: Sessions,
    awaiting: Arc<dyn Awaiting>,
}

impl FromRef<Joining> for Kernel {
    fn from_ref(joining: &Joining) -> Self {
        Self::from_ref(&joining.sessions)
    }
}

/// The documented operations, with their full paths. `awaiting` knows what waits for whoever joins.
pub fn router(sessions: Sessions, awaiting: Arc<dyn Awaiting>) -> OpenApiRouter {
    let state = Joining { sessions, awaiting };
    OpenApiRouter::default().routes(routes!(look)).routes(routes!(accept)).with_state(state)
}

/// Shows an invitation. Showing it spends nothing: mail scanners open links by themselves.
#[utoipa::path(get, path = "/api/account/email/getTenantUser", operation_id = "getTenantUser", tag = "registration",
    params(KeyQuery), responses((status = 200, body = Envelope<InvitationUser>)))]
async fn look(
    State(Joining { awaiting, .. }): State<Joining>,
    mut cx: ReadCtx,
    Query(query): Query<KeyQuery>,
) -> Result<Envelope<InvitationUser>, Error> {
    let Open { invitation, owner, .. } = accept::open(&mut cx, &query.key).await?;
    let systems = awaiting.systems(&mut cx, &invitation.tenant_id, &mailaddr::key(&invitation.email)).await?;
    let positions = dictionaries::choices(&mut cx, Category::Positions, &invitation.tenant_id).await?;
    let signed_in = cx.person().ok().map(|person| SignedIn {
        user_name: person.user_name.clone(),
        full_name: person.full_name.clone(),
        invited: owner.as_ref().is_some_and(|owner| owner.id == person.id),
    });
    let is_user = owner.is_some();
    let (name, username, phone) = match owner {
        // A person to whom the mail was forwarded must not learn the number.
        Some(it) => (it.full_name, it.user_name, phone::mask(phone::last_four(&it.phone_key))),
        None => (invitation.full_name, String::new(), String::new()),
    };
    Ok(Envelope::ok(InvitationUser {
        tenant_name: invitation.tenant_name,
        name,
        username,
        email: invitation.email,
        position_id: invitation.position_id,
        phone,
        remark: String::new(),
        position_list: positions.into_iter().map(|(id, name)| Position { id, name }).collect(),
        is_user,
        signed_in,
        systems,
    }))
}

/// Accepts an invitation: makes the account where there is none, and the membership. Signs nobody in.
#[utoipa::path(post, path = "/api/account/email/authorization", operation_id = "emailAuthorization",
    tag = "registration", request_body = Registration, responses((status = 200, body = Envelope<Registered>)))]
async fn accept(
    State(Joining { sessions, awaiting }): State<Joining>,
    mut cx: Ctx,
    Json(body): Json<Registration>,
) -> Result<Envelope<Registered>, Error> {
    // An early check before anything costly; the check in the transaction decides.
    let early = accept::open(&mut cx, body.key.expose()).await?;
    cx.release();
    accept::nobody_else(&cx, &early).await?;
    body.check(&cx, &early.invitation.email, early.owner.is_some())?;
    let password = match &early.owner {
        None => Some(accept::first_password(&sessions, &cx, &body).await?),
        Some(_) => None,
    };
    let (user, user_name) = accept::carry_out(&sessions, &mut cx, &body, &early, password).await?;
    let Open { invitation, .. } = &early;
    let email_key = mailaddr::key(&invitation.email);
    let batches = awaiting.joined(&mut cx, &invitation.tenant_id, &email_key, &user).await?;
    cx.commit().await?;
    awaiting.begin(&batches);
    Ok(Envelope::ok(Registered { user_name }))
}
