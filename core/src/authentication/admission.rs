//! Admits a person whose proof is complete: begins or renews the session and sets the cookies.

use axum::http::HeaderMap;
use serde_json::json;

use super::entrant::{Entrant, days_left, stands};
use super::model::{self, EndReason, LoginAnswer};
use super::state::{Begun, Sessions};
use super::{device, password_continuation};
use crate::kernel::ctx::{Allowed, Ctx, Event, Person, Who};
use crate::kernel::error::Error;

/// Admits a person whose proof is complete, in the caller's transaction, and commits it. Where the password must be
/// replaced first, no session begins: the answer has the continuation for the change.
pub(crate) async fn admit(
    sessions: &Sessions,
    mut cx: Ctx,
    entrant: Entrant<'_>,
) -> Result<(HeaderMap, LoginAnswer), Error> {
    if entrant.owes_a_change(cx.now()) {
        stands(entrant.account)?;
        return password_continuation::ask(sessions, cx, &entrant).await;
    }
    let left = days_left(entrant.account, entrant.strategy, cx.now()).filter(|_| entrant.with_password());
    let begun = start(sessions, &mut cx, &entrant).await?;
    let mark = device::mark(&cx, &entrant.account.id)?;
    // A script in a page could read the answer; the token stays in the cookie, which it cannot read.
    let page = cx.request.page;
    cx.commit().await?;
    let mut set = HeaderMap::new();
    sessions.cookies().sign_in(&mut set, sessions.kernel(), begun.token.expose());
    device::remember(sessions, &mark, &mut set);
    let data = LoginAnswer {
        token: (!page).then(|| begun.token.expose().to_owned()),
        session: begun.token,
        is_overdue: left.is_some_and(|days| days <= entrant.strategy.remind_day),
        near_expired_day: left,
        pwd_reset: true,
        continuation: None,
        redirect: entrant.return_to.and_then(model::redirect),
    };
    Ok((set, data))
}

/// Begins the entrant's session. A request that already has a session of the same person renews it: a person who
/// authenticates again to sign something stays signed in at the systems they use. Either way, no token from before the
/// sign-in remains valid.
async fn start(sessions: &Sessions, cx: &mut Ctx, entrant: &Entrant<'_>) -> Result<Begun, Error> {
    let Entrant { account, amr, acr, .. } = entrant;
    stands(account)?;
    let before = cx.person().ok().map(|person| (person.id == account.id, person.session_id.clone()));
    let renewed = match &before {
        Some((true, session)) => sessions.renew(cx, session, amr, acr).await?,
        Some((false, session)) => sessions.end(cx, session, EndReason::Replaced).await.map(|_| None)?,
        None => None,
    };
    let action = if renewed.is_some() { "session.renewed" } else { "session.started" };
    let begun = match renewed {
        Some(begun) => begun,
        None => sessions.begin(cx, &account.id, amr, acr).await?,
    };
    // From here on the audit names the person; the next request resolves their permissions.
    cx.who = Who::Person(Box::new(Person {
        id: account.id.clone(),
        user_name: account.user_name.clone(),
        full_name: account.full_name.clone(),
        session_id: begun.id.clone(),
        tenant_id: None,
        auth_time: cx.now(),
        acr: (*acr).to_owned(),
        amr: amr.iter().map(|method| (*method).to_owned()).collect(),
        system: Allowed::Nothing,
        tenants: std::collections::BTreeMap::new(),
    }));
    cx.audit_event(Event {
        action,
        resource: "sessions",
        record: begun.id.to_string(),
        after: Some(json!({ "userId": account.id, "amr": amr })),
        ..Event::default()
    });
    Ok(begun)
}
