//! Signing in with somebody else: codes of trusted programs, tickets of office-chat services, and OpenID
//! providers such as a sponsor's directory.
//!
//! | call | what | file |
//! |---|---|---|
//! | `GET /api/sys/federation/providers` | what the sign-in page offers | `tickets/api` |
//! | `GET /api/sys/federation/start/{id}` | sends the browser to a provider | `tickets/api`, `flow` |
//! | `POST /api/sys/loginByTicket` | what came back signs in, or asks whose it is | `tickets` |
//! | `POST /api/sys/ssoCode`, `POST /api/sys/ssoLogin` | a program's code in the address | `sso` |
//! | `/api/account/identities` | accounts elsewhere that belong to one here | `identities` |
//! | (`getPullUserInfo` of `resources::users`) | who has an e-mail or a phone in the user centre | `centre` |
//!
//! A provider is a [`Service`]: it says where to send the browser, and who somebody is by what comes back. Who
//! that is here stands in `identities` alone, under the provider's own word for them (`iss` and `sub`; service,
//! corporation and user): never under an e-mail address or a phone number, which are handed on. Somebody whom
//! nobody knows here yet keeps a sealed [`flow::Continuation`], signs in once in another way, and links.
//!
//! Two people can meet in a browser: an address with a code or ticket may be somebody else's, sent to make the
//! reader act in a stranger's account (login CSRF, RFC 9700, section 4.7). So what did not begin in this very browser
//! signs in after a question alone (`question`), a session of another person is only replaced after one, and nothing
//! is linked that began elsewhere.
//!
//! Every way in ends at [`Sessions::enter`], where locked and deleted accounts are refused and a second factor is
//! asked for. Every attempt is in the audit.

mod centre;
mod chat;
mod flow;
mod identities;
mod model;
mod openid;
mod question;
mod sso;
mod store;
#[cfg(test)]
mod tests;
mod tickets;

use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::HeaderMap;
use centre::Centre;
use futures::future::BoxFuture;
use model::Service;
use serde_json::{Map, Value};
use tokio::sync::{Semaphore, SemaphorePermit};
use url::Url;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::authentication::Sessions;
use crate::config::{Bilingual, Config};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Event, Outcome};
use crate::kernel::error::{Code, Error, Locale, Text};
use crate::kernel::outbound::{Bounds, Client, Outbound};

/// Calls to providers at once; whoever comes then hears that the server is busy.
const CALLS: usize = 32;

/// The module's state. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Federation(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    kernel: Kernel,
    sessions: Sessions,
    issuer: String,
    /// Whether a question comes before a sign-in by what stood in an address.
    asks: bool,
    providers: Vec<Provider>,
    programs: Arc<dyn Programs>,
    centre: Option<Centre>,
    calls: Semaphore,
}

/// Somebody else to sign in with.
#[derive(Debug)]
struct Provider {
    /// Its name in addresses.
    id: String,
    /// Its name on the button.
    name: Bilingual,
    /// Where it sends the browser back to.
    redirect_uri: Url,
    service: Box<dyn Service>,
}

/// A program that proved itself.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its client id.
    pub client_id: String,
    /// Whether it may ask for codes that sign people in.
    pub may_sign_in: bool,
}

/// Who knows the programs: the OpenID provider.
pub trait Programs: Send + Sync + std::fmt::Debug {
    /// The program that a request to `path` comes from, by its headers or the members of its body (RFC 6749,
    /// section 2.3; RFC 7523).
    ///
    /// Errors: [`Code::NoSession`] where it does not prove itself; [`Code::TooMany`] after too many tries.
    fn program<'a>(
        &'a self,
        cx: &'a Ctx,
        headers: &'a HeaderMap,
        body: &'a Map<String, Value>,
        path: &'static str,
    ) -> BoxFuture<'a, Result<Program, Error>>;

    /// What people know a program by, in their language; its id, where it is gone.
    fn name<'a>(&'a self, client_id: &'a str, locale: Locale) -> BoxFuture<'a, Result<String, Error>>;
}

impl Federation {
    /// Opens the module. Providers are not asked anything yet: one that is down keeps nobody else from signing in.
    pub fn open(
        kernel: &Kernel,
        config: &Config,
        outbound: &Outbound,
        sessions: Sessions,
        programs: Arc<dyn Programs>,
    ) -> Result<Self, Error> {
        let client = outbound.client(Bounds::default()).map_err(Error::internal)?;
        let public_url = config.public_url().map_err(Error::internal)?;
        let issuer = config.issuer().map_err(Error::internal)?;
        let providers = providers(config, &client, &public_url)?;
        let centre = Centre::open(&config.federation.user_centre, &client)?;
        let calls = Semaphore::new(CALLS);
        let (kernel, asks) = (kernel.clone(), config.federation.ask_before_sign_in);
        Ok(Self(Arc::new(Parts { kernel, sessions, issuer, asks, providers, programs, centre, calls })))
    }

    /// Removes codes that are over, in a short transaction. To be run now and then; how many rows.
    pub async fn sweep(&self) -> Result<u64, Error> {
        let mut cx = Ctx::system(&self.0.kernel, "federation");
        let rows = store::sweep(&mut cx).await?;
        cx.commit().await?;
        Ok(rows)
    }

    fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }

    fn centre(&self) -> Option<&Centre> {
        self.0.centre.as_ref()
    }

    /// A place among the calls to others; busy where as many are under way as may be.
    fn call(&self) -> Result<SemaphorePermit<'_>, Error> {
        self.0.calls.try_acquire().map_err(|_| Error::new(Code::Busy).retry_after(1))
    }

    fn provider(&self, id: &str) -> Option<&Provider> {
        self.0.providers.iter().find(|p| p.id == id)
    }
}

impl FromRef<Federation> for Kernel {
    fn from_ref(federation: &Federation) -> Self {
        federation.kernel().clone()
    }
}

fn providers(config: &Config, client: &Client, public_url: &Url) -> Result<Vec<Provider>, Error> {
    let back = |id: &str| {
        let mut url = public_url.clone();
        url.set_path("/LoginTicket");
        url.query_pairs_mut().append_pair("loginType", id);
        url
    };
    let mut all = Vec::new();
    for chat in &config.federation.chat {
        let (id, name) = (chat.id.clone(), chat.name.clone());
        all.push(Provider { redirect_uri: back(&id), id, name, service: chat::open(chat, client)? });
    }
    for openid in &config.federation.openid {
        let (id, name) = (openid.id.clone(), openid.name.clone());
        let redirect_uri = back(&id);
        let service = Box::new(openid::Upstream::new(openid, client, &redirect_uri)?);
        all.push(Provider { id, name, redirect_uri, service });
    }
    Ok(all)
}

/// The documented calls of this module, with their whole paths.
pub fn router(federation: Federation) -> OpenApiRouter {
    OpenApiRouter::default()
        .routes(routes!(tickets::api::providers))
        .routes(routes!(tickets::api::start))
        .routes(routes!(tickets::api::login_by_ticket))
        .routes(routes!(sso::issue))
        .routes(routes!(sso::login))
        .routes(routes!(identities::list, identities::link))
        .routes(routes!(identities::unlink))
        .with_state(federation)
}

/// The one answer to a code or ticket that does not stand, whatever the reason.
fn refused() -> Error {
    let text = Text::new(
        "登录信息无效或已失效，请重新登录",
        "This sign-in is not valid, or its time is over. Please sign in again.",
    );
    Error::new(Code::BadCredentials).message(text)
}

/// Notes a refusal in a transaction of its own. Codes and tickets never enter the audit.
async fn note_refusal(cx: &Ctx, record: &str, reason: &str) -> Result<(), Error> {
    let mut apart = cx.apart();
    apart.audit_event(Event {
        action: "session.refused",
        resource: "identities",
        record: record.to_owned(),
        reason: Some(reason.to_owned()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    });
    apart.commit().await
}
