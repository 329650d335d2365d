//! The documented operations for invited people.

use super::accept::{self, Open};
use super::model::{InvitationUser, Position, Registered, Registration, SignedIn};
use crate::authentication::Sessions;
use crate::authentication::model::KeyQuery;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::http::{Envelope, Json};
use crate::kernel::phone;
use crate::resources::dictionaries::{self, Category};
use axum::extract::{Query, State};

/// Shows an invitation. Showing it spends nothing: mail scanners open links by themselves.
#[utoipa::path(get, path = "/api/account/email/getTenantUser", operation_id = "getTenantUser", tag = "registration",
    params(KeyQuery), responses((status = 200, body = Envelope<InvitationUser>)))]
pub(crate) async fn look(mut cx: ReadCtx, Query(query): Query<KeyQuery>) -> Result<Envelope<InvitationUser>, Error> {
    let Open { invitation, owner, .. } = accept::open(&mut cx, &query.key).await?;
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
    }))
}

/// Accepts an invitation: makes the account where there is none, and the membership. Signs nobody in.
#[utoipa::path(post, path = "/api/account/email/authorization", operation_id = "emailAuthorization",
    tag = "registration", request_body = Registration, responses((status = 200, body = Envelope<Registered>)))]
pub(crate) async fn accept(
    State(sessions): State<Sessions>,
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
    let user_name = accept::carry_out(&sessions, &mut cx, &body, &early, password).await?;
    cx.commit().await?;
    Ok(Envelope::ok(Registered { user_name }))
}
