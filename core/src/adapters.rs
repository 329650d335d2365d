//! Implementations of the traits by which a lower module calls a higher one; `app` passes them to the modules.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, HeaderValue, header};
use futures::future::BoxFuture;
use serde_json::{Map, Value};

use crate::authentication::{EndReason, Sessions, Witness};
use crate::authorisation::{self, EndTokens, Launch, Place};
use crate::federation::{Program, Programs};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::{Operand, Query, Rows};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::kernel::step_up::StepUp;
use crate::provider::{self, EndSession, Provider, StudyClaims, TrialClaims};
use crate::resources::domains::FollowDomain;
use crate::resources::tenants::EndTenant;
use crate::resources::users::{EndSessions, PasswordHasher, SignInLocks, TellOwner, User, VerifyEmail};

/// The provider's view of `authorisation`.
#[derive(Debug)]
pub struct Studies;

impl StudyClaims for Studies {
    fn rows(&self) -> &'static [Rows] {
        authorisation::CLAIM_ROWS
    }

    fn column<'q>(
        &self,
        query: Query<'q>,
        now: Time,
        user: Operand<'_>,
        software: Option<&Id>,
        tenant: Operand<'_>,
    ) -> Query<'q> {
        authorisation::trial_claims_column(query, now, user, software, tenant)
    }

    fn in_column(&self, column: Option<&str>) -> Result<Option<TrialClaims>, Error> {
        let found = authorisation::read_trial_claims(column)?;
        Ok(found.map(|(tenant, studies)| TrialClaims { tenant, studies }))
    }
}

/// `authorisation`'s view of the provider: a user whose authorisation ends loses their tokens.
#[derive(Debug)]
pub struct Tokens;

impl EndTokens for Tokens {
    fn end_tokens<'a>(
        &'a self,
        cx: &'a mut Ctx,
        user: &'a Id,
        tenant: &'a Id,
        software: Option<&'a Id>,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(provider::end_tokens(cx, user, tenant, software))
    }
}

/// `tenants`' view of the provider: the tokens of an archived tenant end.
impl EndTenant for Tokens {
    fn ended<'a>(&'a self, cx: &'a mut Ctx, tenant: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(provider::end_tokens_in(cx, tenant))
    }
}

/// The clients' view of their domains.
#[derive(Debug)]
pub struct BoundClients;

impl FollowDomain for BoundClients {
    fn domain_changed<'a>(&'a self, cx: &'a mut Ctx, domain: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(provider::clients::domain_changed(cx, domain))
    }
}

/// `authentication`'s view of the provider: clients are notified of sessions that end.
#[derive(Debug)]
pub struct Clients;

impl Witness for Clients {
    fn ended<'a>(&'a self, cx: &'a mut Ctx, sessions: &'a [Id]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(provider::sessions_ended(cx, sessions))
    }
}

/// The federation's view of the provider: programs are its clients.
#[derive(Debug)]
pub struct ClientPrograms(pub Provider);

impl Programs for ClientPrograms {
    fn program<'a>(
        &'a self,
        cx: &'a ReadCtx,
        headers: &'a HeaderMap,
        body: &'a Map<String, Value>,
        path: &'static str,
    ) -> BoxFuture<'a, Result<Program, Error>> {
        Box::pin(async move {
            let client = self.0.program(cx, headers, body, path).await?;
            Ok(Program { client_id: client.client_id.clone(), may_sign_in: client.settings.cardea_sso_code })
        })
    }

    fn name<'a>(&'a self, client_id: &'a str, locale: Locale) -> BoxFuture<'a, Result<String, Error>> {
        Box::pin(async move {
            let client = self.0.clients().get(client_id).await?;
            Ok(client.map_or_else(|| client_id.to_owned(), |client| client.name_in(locale).to_owned()))
        })
    }
}

/// The chooser's view of the provider: sign-ins begin at its clients.
#[derive(Debug)]
pub struct Launchers(pub Provider);

impl Launch for Launchers {
    fn addresses<'a>(
        &'a self,
        login_name: &'a str,
        places: Vec<Place>,
    ) -> BoxFuture<'a, Result<Vec<Option<String>>, Error>> {
        Box::pin(async move {
            let launches = self.0.launches().await?;
            let address = |place: &Place| {
                let domain = place.domain.as_ref();
                let domain = domain.map(|(id, website_url)| provider::launch::Domain { id, website_url });
                let (software_id, tenant_id) = (&place.software_id, &place.tenant_id);
                let study = place.study.as_deref();
                launches.address(&provider::launch::Place { software_id, tenant_id, domain, study }, login_name)
            };
            Ok(places.iter().map(address).collect())
        })
    }
}

/// Other modules' view of `authentication`.
#[derive(Clone, Debug)]
pub struct SessionAdapter(Sessions);

impl SessionAdapter {
    /// An adapter over the open sessions.
    #[must_use]
    pub fn new(sessions: Sessions) -> Self {
        Self(sessions)
    }
}

impl EndSession for SessionAdapter {
    fn end_session<'a>(&'a self, cx: &'a mut Ctx, id: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move { self.0.end(cx, id, EndReason::Logout).await.map(|_| ()) })
    }

    fn clearing_cookies(&self) -> Vec<HeaderValue> {
        let mut headers = HeaderMap::new();
        self.0.cookies().sign_out(&mut headers);
        headers.get_all(header::SET_COOKIE).iter().cloned().collect()
    }
}

impl EndSessions for SessionAdapter {
    fn end_all<'a>(&'a self, cx: &'a mut Ctx, user: &'a Id, reason: &'static str) -> BoxFuture<'a, Result<(), Error>> {
        let reason = match reason {
            "locked" => EndReason::Locked,
            "contact_changed" => EndReason::Revoked,
            _ => EndReason::Disabled,
        };
        Box::pin(async move { self.0.end_all(cx, user, reason).await.map(|_| ()) })
    }

    fn left<'a>(&'a self, cx: &'a mut Ctx, user: &'a Id, tenant: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move { self.0.end_in(cx, user, tenant, EndReason::Disabled).await.map(|_| ()) })
    }
}

impl TellOwner for SessionAdapter {
    fn contact_changed<'a>(
        &'a self,
        cx: &'a mut Ctx,
        before: &'a User,
        after: &'a User,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(self.0.tell_contact_changed(cx, before, after))
    }
}

impl SignInLocks for SessionAdapter {
    fn until<'a>(
        &'a self,
        cx: &'a mut ReadCtx,
        user_names: Vec<String>,
    ) -> BoxFuture<'a, Result<BTreeMap<String, Time>, Error>> {
        Box::pin(self.0.locked_until(cx, user_names))
    }

    fn lift<'a>(&'a self, cx: &'a mut Ctx, user_name: &'a str) -> BoxFuture<'a, Result<bool, Error>> {
        Box::pin(self.0.lift_locks(cx, user_name))
    }
}

impl PasswordHasher for SessionAdapter {
    fn hash<'a>(&'a self, password: &'a Secret) -> BoxFuture<'a, Result<String, Error>> {
        Box::pin(self.0.hasher().hash(password))
    }
}

impl VerifyEmail for SessionAdapter {
    fn send<'a>(&'a self, cx: &'a mut Ctx, user: &'a User) -> BoxFuture<'a, Result<Id, Error>> {
        Box::pin(self.0.send_verification(cx, user))
    }
}

impl StepUp for SessionAdapter {
    fn ask_names<'a>(&'a self, cx: &'a mut ReadCtx, names: usize) -> BoxFuture<'a, Result<(), Error>> {
        StepUp::ask_names(&self.0, cx, names)
    }

    fn require<'a>(&'a self, cx: &'a mut ReadCtx) -> BoxFuture<'a, Result<(), Error>> {
        self.0.require(cx)
    }
}
