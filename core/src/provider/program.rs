//! Programs: clients that make documented calls.

use std::sync::Arc;

use axum::http::HeaderMap;
use serde_json::{Map, Value};

use super::caller::Caller;
use super::client_auth;
use super::clients::{AuthMethod, Client};
use super::error::OAuthError;
use super::params::Params;
use super::state::Provider;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Code, Error, Text};

impl Provider {
    /// Authenticates the client of a documented call, by its headers or the members of its body. A client without
    /// credentials (`none`) is refused.
    ///
    /// Errors: [`Code::NoSession`] where authentication fails; [`Code::TooMany`] after too many tries.
    pub async fn program(
        &self,
        cx: &ReadCtx,
        headers: &HeaderMap,
        body: &Map<String, Value>,
        path: &'static str,
    ) -> Result<Arc<Client>, Error> {
        let unproven = || {
            let text = Text::new("调用方身份验证失败", "The program did not prove itself");
            Error::new(Code::NoSession).message(text)
        };
        let params = Params::of_members(client_auth::PARAMS, body);
        let caller = Caller { who: cx.who.clone(), request: cx.request.clone() };
        let client = match client_auth::authenticate(self, &caller, headers, &params, path).await {
            Ok(client) => client,
            Err(OAuthError { source: Some(source), .. }) => {
                return Err(Arc::into_inner(source).unwrap_or_else(unproven));
            }
            Err(_) => return Err(unproven()),
        };
        if client.token_endpoint_auth_method == AuthMethod::None { Err(unproven()) } else { Ok(client) }
    }
}
