//! The documented calls behind the pages `/consent` and `/account/consents`.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::model::{Access, Agreement};
use super::{service, store};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Locale, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::provider::authorize::interaction::{self, Carried, Interaction};
use crate::provider::authorize::pushed;
use crate::provider::authorize::request::AuthorizationRequest;
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::state::Provider;

/// The operations on consent.
pub fn router(provider: Provider) -> OpenApiRouter {
    OpenApiRouter::default()
        .routes(routes!(consent_request, decide_consent))
        .routes(routes!(consent_list))
        .routes(routes!(withdraw_consent))
        .with_state(provider)
}

/// A client, as shown to people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClientShown {
    client_id: String,
    /// The client's name, in the caller's language if it has one in it.
    name: String,
    /// The client's home page.
    client_uri: Option<String>,
    /// The client's privacy policy.
    policy_uri: Option<String>,
    /// Terms of service.
    tos_uri: Option<String>,
    /// Whether it is a system of the catalogue, which learns the person's study roles in that system.
    is_trial_system: bool,
}

impl ClientShown {
    /// The client, with texts in the caller's language.
    #[must_use]
    pub fn of(client: &Client, locale: Locale) -> Self {
        let settings = &client.settings;
        Self {
            client_id: client.client_id.clone(),
            name: client.name_in(locale).to_owned(),
            client_uri: settings.client_uri.clone(),
            policy_uri: settings.policy_uri.clone(),
            tos_uri: settings.tos_uri.clone(),
            is_trial_system: client.software_id.is_some(),
        }
    }
}

/// A client's request for a person's consent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Question {
    client: ClientShown,
    /// Login name of the signed-in person.
    user_name: String,
    /// Full name of the signed-in person.
    full_name: String,
    /// Scopes.
    scopes: BTreeSet<String>,
    /// Claims beyond these scopes.
    claims: BTreeSet<String>,
    /// Resources.
    resources: BTreeSet<String>,
    /// The address for signing in as another person, who is then asked.
    switch_account: String,
}

/// The interaction in the address of the page.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Asked {
    /// The sealed interaction.
    interaction: String,
}

/// The request that the consent page shows.
#[utoipa::path(get, path = "/api/account/consent", operation_id = "consentRequest", tag = "consent", params(Asked),
    responses((status = 200, body = Envelope<Question>)))]
async fn consent_request(
    State(provider): State<Provider>,
    cx: ReadCtx,
    Query(asked): Query<Asked>,
) -> Result<Envelope<Question>, Error> {
    let person = cx.person()?.clone();
    let open = open(&provider, &cx, &asked.interaction).await?;
    let kernel = provider.kernel();
    let again = open.interaction.asking(kernel, Some(&person));
    let unhinted = AuthorizationRequest { login_hint: None, ..open.request.clone() };
    let switch_account = interaction::sign_in(kernel, &again, &unhinted).map_err(Error::internal)?;
    let Access { scopes, claims, resources } = Access::of(&open.request);
    Ok(Envelope::ok(Question {
        client: ClientShown::of(&open.client, cx.locale()),
        user_name: person.user_name,
        full_name: person.full_name,
        scopes,
        claims,
        resources,
        switch_account,
    }))
}

/// The person's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ConsentChoice)]
enum Choice {
    Allow,
    Deny,
}

/// The person's decision.
#[derive(Debug, Deserialize, ToSchema)]
struct Decided {
    /// The sealed interaction in the page's address.
    interaction: String,
    /// `allow` or `deny`.
    decision: Choice,
}

/// The address that the browser goes on to.
#[derive(Debug, Serialize, ToSchema)]
struct Onward {
    redirect: String,
}

/// Records the person's decision.
#[utoipa::path(post, path = "/api/account/consent", operation_id = "decideConsent", tag = "consent",
    request_body = Decided, responses((status = 200, body = Envelope<Onward>)))]
async fn decide_consent(
    State(provider): State<Provider>,
    mut cx: Ctx,
    Json(decided): Json<Decided>,
) -> Result<Envelope<Onward>, Error> {
    let person = cx.person()?.clone();
    let open = open(&provider, &cx, &decided.interaction).await?;
    let allowed = decided.decision == Choice::Allow;
    if allowed {
        service::agree(&mut cx, &person.id, &open.client, &Access::of(&open.request)).await?;
    }
    let kernel = provider.kernel();
    let interaction = open.interaction.decided(kernel, &person.session_id, allowed);
    let redirect = interaction.address(kernel).map_err(Error::internal)?;
    cx.commit().await?;
    Ok(Envelope::ok(Onward { redirect }))
}

/// An open request for consent.
struct Open {
    client: Arc<Client>,
    request: AuthorizationRequest,
    interaction: Interaction,
}

/// Opens the interaction for the person and session that it asks.
///
/// Errors: [`Code::NotFound`] where the request is no longer open; [`Code::Conflict`] where it was made in another
/// session, with the address at which it can go on in `data.redirect`.
async fn open(provider: &Provider, cx: &ReadCtx, sealed: &str) -> Result<Open, Error> {
    let gone = || {
        let text = Text::new(
            "该请求已失效，请返回原系统重新登录。",
            "This question is no longer open. Please begin again at the system that you came from.",
        );
        Error::new(Code::NotFound).message(text)
    };
    let kernel = provider.kernel();
    let interaction = Interaction::open(kernel, sealed).ok_or_else(gone)?;
    let asked = interaction.session.as_ref().ok_or_else(gone)?;
    if *asked != cx.person()?.session_id {
        let redirect = interaction.address(kernel).map_err(Error::internal)?;
        let text = Text::new("登录状态已变化，请继续。", "The session has changed meanwhile. Please go on.");
        return Err(Error::new(Code::Conflict).message(text).data(json!({ "redirect": redirect })));
    }
    let request = match &interaction.carried {
        Carried::Request(request) => AuthorizationRequest::clone(request),
        Carried::Pushed(reference) => {
            let caller = Caller { who: cx.who.clone(), request: cx.request.clone() };
            pushed::resume(provider, &caller, reference).await?.ok_or_else(gone)?
        }
    };
    let client = provider.clients().get(&request.target.client_id).await?.ok_or_else(gone)?;
    Ok(Open { client, request, interaction })
}

/// An agreement with a client.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Given {
    id: Id,
    client: ClientShown,
    /// Scopes.
    scopes: BTreeSet<String>,
    /// Claims beyond these scopes.
    claims: BTreeSet<String>,
    /// Resources.
    resources: BTreeSet<String>,
    granted_at: Time,
    /// When the client last used it.
    last_used_at: Option<Time>,
}

/// The person's agreements with clients, the newest first.
#[utoipa::path(get, path = "/api/account/consents", operation_id = "consentList", tag = "consent",
    responses((status = 200, body = Envelope<Vec<Given>>)))]
async fn consent_list(State(provider): State<Provider>, mut cx: ReadCtx) -> Result<Envelope<Vec<Given>>, Error> {
    let user = cx.person()?.id.clone();
    let locale = cx.locale();
    let rows = store::of_user(&mut cx, &user).await?;
    cx.release();
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        // A deleted client can use its agreement no more.
        let Some(client) = provider.clients().get(&row.client_id).await? else { continue };
        let last_used_at = row.last_used_at;
        let Agreement { id, given, granted_at, .. } = Agreement::from(row);
        let Access { scopes, claims, resources } = given;
        let client = ClientShown::of(&client, locale);
        all.push(Given { id, client, scopes, claims, resources, granted_at, last_used_at });
    }
    Ok(Envelope::ok(all))
}

/// The agreement to withdraw.
#[derive(Debug, Deserialize, ToSchema)]
struct Withdrawal {
    /// Id of the agreement.
    id: Id,
}

/// The result of a withdrawal.
#[derive(Debug, Serialize, ToSchema)]
struct Withdrawn {
    /// Number of sign-ins at the client whose tokens were revoked.
    revoked: u64,
}

/// Withdraws an agreement: the client's tokens stop working at once.
#[utoipa::path(post, path = "/api/account/consents/withdraw", operation_id = "withdrawConsent", tag = "consent",
    request_body = Withdrawal, responses((status = 200, body = Envelope<Withdrawn>)))]
async fn withdraw_consent(mut cx: Ctx, Json(withdrawal): Json<Withdrawal>) -> Result<Envelope<Withdrawn>, Error> {
    let user = cx.person()?.id.clone();
    let revoked = service::withdraw(&mut cx, &user, &withdrawal.id).await?;
    cx.commit().await?;
    Ok(Envelope::ok(Withdrawn { revoked }))
}
