//! The provider's state.

use std::sync::{Arc, OnceLock};

use axum::extract::FromRef;

use super::claims::{ID_TOKEN_TYPE, IdTokenHint, Trials};
use super::client_auth::Failures;
use super::clients::{AuthMethod, Client, Clients};
use super::document::Document;
use super::error::{ErrorCode, OAuthError};
use super::keys::{KeyPolicy, SigningKeys};
use super::limit::Limit;
use super::logout::EndSession;
use super::token::families::{FamilyStatus, TokenFamily};
use crate::kernel::Kernel;
use crate::kernel::error::Error;
use crate::kernel::limits::{Group, Limits};
use crate::kernel::recent::Recent;
use crate::kernel::request::Request;

/// The provider's state. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Provider(Arc<Parts>);

/// The parts of the provider.
#[derive(Debug)]
pub(super) struct Parts {
    pub kernel: Kernel,
    pub issuer: String,
    pub keys: SigningKeys,
    pub clients: Clients,
    pub failures: Failures,
    pub device_requests: Limit,
    pub limits: OnceLock<Arc<Limits>>,
    pub discovery: Document,
    pub sessions: Arc<dyn EndSession>,
    pub families: Recent<TokenFamily>,
    pub statuses: Recent<FamilyStatus>,
    pub trials: Trials,
}

impl Provider {
    /// Puts the parts together.
    pub(super) fn of(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The clients, as requests see them.
    #[must_use]
    pub fn clients(&self) -> &Clients {
        &self.0.clients
    }

    /// The same provider, with this policy for rotating the signing keys.
    #[must_use]
    pub fn with_key_policy(self, policy: KeyPolicy) -> Self {
        self.0.keys.set_policy(policy);
        self
    }

    /// The same provider, with a limit on the rows that unauthenticated clients may leave behind. Only the first call
    /// counts.
    #[must_use]
    pub fn with_limits(self, limits: Arc<Limits>) -> Self {
        drop(self.0.limits.set(limits));
        self
    }

    /// Counts a row that an unauthenticated client is about to leave: for its address, its network, and itself.
    ///
    /// Errors: [`Code::TooMany`].
    pub(super) fn stranger(&self, client: &Client, request: &Request) -> Result<(), Error> {
        let is_anonymous = client.token_endpoint_auth_method == AuthMethod::None;
        match self.0.limits.get().filter(|_| is_anonymous) {
            Some(limits) => limits.take(self.kernel().now(), Group::Pushed, request, &client.client_id),
            None => Ok(()),
        }
    }

    /// The signing keys.
    #[must_use]
    pub fn keys(&self) -> &SigningKeys {
        &self.0.keys
    }

    pub(super) fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    pub(super) fn issuer(&self) -> &str {
        &self.0.issuer
    }

    pub(super) fn failures(&self) -> &Failures {
        &self.0.failures
    }

    pub(super) fn device_requests(&self) -> &Limit {
        &self.0.device_requests
    }

    pub(super) fn discovery(&self) -> &Document {
        &self.0.discovery
    }

    /// What trial systems are told.
    pub(super) fn trials(&self) -> &Trials {
        &self.0.trials
    }

    /// Token families with their persons, as their access tokens need them.
    pub(super) fn families(&self) -> &Recent<TokenFamily> {
        &self.0.families
    }

    /// Whether token families are valid.
    pub(super) fn statuses(&self) -> &Recent<FamilyStatus> {
        &self.0.statuses
    }

    pub(super) fn sessions(&self) -> &dyn EndSession {
        self.0.sessions.as_ref()
    }

    /// Verifies an `id_token_hint`, an ID token of this server. It may have expired: it only names the person meant
    /// (OpenID Connect Core 1.0, section 3.1.2.1).
    pub(super) fn id_token_hint(&self, hint: &str) -> Result<IdTokenHint, OAuthError> {
        let wrong = OAuthError::new(ErrorCode::InvalidRequest, "id_token_hint is not an ID token of this server");
        let hint: IdTokenHint = self.keys().verify(ID_TOKEN_TYPE, hint).map_err(|_| wrong.clone())?;
        if hint.iss == self.issuer() && hint.token_use.is_none() { Ok(hint) } else { Err(wrong) }
    }
}

impl FromRef<Provider> for Kernel {
    fn from_ref(provider: &Provider) -> Self {
        provider.kernel().clone()
    }
}
