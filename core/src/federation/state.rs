//! The state of federation: the providers, and the resources for calling them.

use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::HeaderMap;
use futures::future::BoxFuture;
use serde_json::{Map, Value};
use tokio::sync::{Semaphore, SemaphorePermit};
use url::Url;

use super::centre::Centre;
use super::service::Service;
use super::{chat, openid, store};
use crate::authentication::Sessions;
use crate::config::{Bilingual, Config};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Locale};
use crate::kernel::outbound::{Bounds, Client, Outbound};
use crate::kernel::pages;

/// Most concurrent calls to providers; further calls are answered that the server is busy.
const CALLS: usize = 32;

/// The module's state. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Federation(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    kernel: Kernel,
    sessions: Sessions,
    issuer: String,
    /// Whether a sign-in by a code or ticket in an address needs a confirmation.
    asks: bool,
    providers: Vec<Provider>,
    programs: Arc<dyn Programs>,
    centre: Option<Centre>,
    calls: Semaphore,
}

/// An external provider.
#[derive(Debug)]
pub(super) struct Provider {
    /// Id of the provider, as in addresses.
    pub id: String,
    /// Name of the provider on the button.
    pub name: Bilingual,
    /// The address to which the provider returns the browser.
    pub redirect_uri: Url,
    pub service: Box<dyn Service>,
}

/// An authenticated program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its client id.
    pub client_id: String,
    /// Whether it may ask for codes that sign people in.
    pub may_sign_in: bool,
}

/// Knows the programs; implemented by the OpenID provider.
pub trait Programs: Send + Sync + std::fmt::Debug {
    /// Authenticates the program of a request to `path`, by its headers or the members of its body (RFC 6749, section
    /// 2.3; RFC 7523).
    ///
    /// Errors: [`Code::NoSession`] where authentication fails; [`Code::TooMany`] after too many tries.
    fn program<'a>(
        &'a self,
        cx: &'a ReadCtx,
        headers: &'a HeaderMap,
        body: &'a Map<String, Value>,
        path: &'static str,
    ) -> BoxFuture<'a, Result<Program, Error>>;

    /// The program's name in a language; its id, if the program no longer exists.
    fn name<'a>(&'a self, client_id: &'a str, locale: Locale) -> BoxFuture<'a, Result<String, Error>>;
}

impl Federation {
    /// Opens the module without calling the providers: one that is down does not affect the sign-in by others.
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

    /// Removes expired codes, in a short transaction, and returns their number. To be run now and then.
    pub async fn sweep(&self) -> Result<u64, Error> {
        let mut cx = Ctx::system(&self.0.kernel, "federation");
        let rows = store::sweep(&mut cx).await?;
        cx.commit().await?;
        Ok(rows)
    }

    /// The issuer, and audience, of codes.
    pub(super) fn issuer(&self) -> &str {
        &self.0.issuer
    }

    /// Whether a sign-in by a code or ticket in an address needs a confirmation.
    pub(super) fn asks(&self) -> bool {
        self.0.asks
    }

    /// The permits of concurrent calls.
    pub(super) fn calls(&self) -> &Semaphore {
        &self.0.calls
    }

    /// The configured providers.
    pub(super) fn providers(&self) -> &[Provider] {
        &self.0.providers
    }

    /// The registry of programs.
    pub(super) fn programs(&self) -> &dyn Programs {
        self.0.programs.as_ref()
    }

    pub(super) fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    pub(super) fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }

    pub(super) fn centre(&self) -> Option<&Centre> {
        self.0.centre.as_ref()
    }

    /// Takes a permit for a call; busy where all of them are taken.
    pub(super) fn call(&self) -> Result<SemaphorePermit<'_>, Error> {
        self.0.calls.try_acquire().map_err(|_| Error::new(Code::Busy).retry_after(1))
    }

    pub(super) fn provider(&self, id: &str) -> Option<&Provider> {
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
        url.set_path(pages::LOGIN_TICKET);
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
