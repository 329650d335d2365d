//! The external accounts of a person: list, link and unlink.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::flow::Continuation;
use super::model::MOST;
use super::refusal::refused;
use super::state::Federation;
use super::store;
use crate::authentication::LinkAtSignIn;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Audited, Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;

/// An external account that a person linked.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// Id of the link.
    id: Id,
    /// The provider's id.
    provider: String,
    /// The provider's name, in the caller's language.
    provider_name: String,
    /// The person's name at the provider.
    label: String,
    /// When it was linked.
    created_at: Time,
    /// When it was last used to sign in.
    last_used_at: Option<Time>,
}

impl Identity {
    fn of(federation: &Federation, cx: &ReadCtx, row: store::Row) -> Self {
        let provider_name = federation.name_of(&row.provider, cx.locale());
        let store::Row { id, provider, label, created_at, last_used_at, .. } = row;
        Self { id, provider, provider_name, label, created_at, last_used_at }
    }
}

/// The record in the audit.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Noted<'a> {
    #[serde(skip)]
    id: &'a str,
    user_id: &'a Id,
    provider: &'a str,
    authority: &'a str,
    subject: &'a str,
    label: &'a str,
}

impl<'a> From<&'a store::Row> for Noted<'a> {
    fn from(row: &'a store::Row) -> Self {
        let store::Row { id, user_id, provider, authority, subject, label, .. } = row;
        Self { id: id.as_str(), user_id, provider, authority, subject, label }
    }
}

impl Audited for Noted<'_> {
    const RESOURCE: &'static str = "identities";
    fn audit_id(&self) -> &str {
        self.id
    }
}

/// The caller's linked external accounts, the oldest first.
#[utoipa::path(get, path = "/api/account/identities", operation_id = "identityList", tag = "account",
    responses((status = 200, body = Envelope<Vec<Identity>>)))]
pub async fn list(State(federation): State<Federation>, mut cx: ReadCtx) -> Result<Envelope<Vec<Identity>>, Error> {
    let user = cx.person()?.id.clone();
    let rows = store::of_user(&mut cx, &user).await?;
    Ok(Envelope::ok(rows.into_iter().map(|row| Identity::of(&federation, &cx, row)).collect()))
}

/// The account to link.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Linking {
    /// The `continuation` of `loginByTicket`.
    continuation: String,
}

/// Links the external account that the browser returned from to the caller's account.
///
/// Errors: 701 where the continuation is not valid any more; 409 where the external account is linked already, or the
/// caller has the most links allowed; 20012 where the caller has not authenticated recently.
#[utoipa::path(post, path = "/api/account/identities", operation_id = "linkIdentity", tag = "account",
    request_body = Linking, responses((status = 200, body = Envelope<Identity>)))]
pub async fn link(
    State(federation): State<Federation>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<Linking>,
) -> Result<(HeaderMap, Envelope<Identity>), Error> {
    federation.sessions().require_recent(&mut cx).await?;
    let row = make(&federation, &mut cx, &headers, &body.continuation).await?;
    let identity = Identity::of(&federation, &cx, row);
    cx.commit().await?;
    let mut set = HeaderMap::new();
    federation.sessions().cookies().clear_federation(&mut set);
    Ok((set, Envelope::ok(identity)))
}

/// Links, in the context's transaction, the account of a continuation to the caller.
async fn make(federation: &Federation, cx: &mut Ctx, headers: &HeaderMap, sealed: &str) -> Result<store::Row, Error> {
    let user = cx.person()?.id.clone();
    let cookies = federation.sessions().cookies();
    let it = Continuation::open(federation.kernel(), cookies, headers, sealed).ok_or_else(refused)?;
    // Only a flow of this browser: any other may be an attacker's, sent to be linked here.
    if it.mark.is_none() || federation.provider(&it.provider).is_none() || !it.spend(cx).await? {
        return Err(refused());
    }
    if i64::try_from(store::of_user(cx, &user).await?.len()).unwrap_or(MOST) >= MOST {
        let text = Text::new("关联账号数量已达上限", "There are as many linked accounts as may be");
        return Err(Error::new(Code::Conflict).message(text));
    }
    let row = store::Row {
        id: cx.new_id(),
        user_id: user,
        provider: it.provider,
        profile: it.stranger.profile.kept(),
        authority: it.stranger.authority,
        subject: it.stranger.subject,
        label: it.stranger.label,
        created_at: cx.now(),
        last_used_at: None,
    };
    if !store::insert(cx, row.clone()).await? {
        let text = Text::new("该账号已关联，不能重复关联", "This account is linked already");
        return Err(Error::new(Code::Conflict).message(text));
    }
    cx.audit("identity.linked", &Noted::from(&row))?;
    Ok(row)
}

/// Unlinks an external account: it can no longer be used to sign in.
///
/// Errors: 404 where the caller has no such link; 20012 where the caller has not authenticated recently.
#[utoipa::path(delete, path = "/api/account/identities/{id}", operation_id = "unlinkIdentity", tag = "account",
    params(("id" = String, Path, description = "The identity")), responses((status = 200, body = Envelope<Identity>)))]
pub async fn unlink(
    State(federation): State<Federation>,
    mut cx: Ctx,
    Path(id): Path<Id>,
) -> Result<Envelope<Identity>, Error> {
    federation.sessions().require_recent(&mut cx).await?;
    let user = cx.person()?.id.clone();
    let row = store::remove(&mut cx, &id, &user).await?.ok_or(Code::NotFound)?;
    cx.audit_deletion("identity.unlinked", &Noted::from(&row))?;
    let identity = Identity::of(&federation, &cx, row);
    cx.commit().await?;
    Ok(Envelope::ok(identity))
}

impl LinkAtSignIn for Federation {
    fn link<'a>(
        &'a self,
        mut cx: Ctx,
        headers: &'a HeaderMap,
        ticket: &'a str,
        login_type: Option<&'a str>,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let row = make(self, &mut cx, headers, ticket).await?;
            if login_type.is_some_and(|id| id != row.provider) {
                return Err(refused());
            }
            cx.commit().await
        })
    }
}
