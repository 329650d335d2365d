//! The target of answers: a known client, at one of its registered addresses. Until both are proven, nothing is sent
//! anywhere (RFC 6749, section 3.1.2.4).

use serde::{Deserialize, Serialize};

use super::response_mode::ResponseMode;
use crate::provider::clients::Client;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::pages::Refusal;
use crate::provider::params::Params;

/// A proven target of answers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Target {
    /// The client.
    pub client_id: String,
    /// The redirect address, one of the client's registered ones.
    pub redirect_uri: String,
    /// `state`, which the client gets back unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The response mode.
    pub response_mode: ResponseMode,
}

/// The reason why no answer can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproven {
    /// No redirect_uri, or more than one.
    Missing,
    /// The address is not registered for the client.
    NotRegistered,
}

impl Target {
    /// The target of the answer to these parameters. An unknown response_mode is a fault of the request and not of
    /// the address: the error goes in the query.
    pub fn prove(client: &Client, params: &Params) -> Result<Self, Unproven> {
        // Required even where only one is registered: RFC 9700, section 4.1.3, compares the value that was sent.
        let redirect_uri = params.get("redirect_uri").ok_or(Unproven::Missing)?;
        if !client.allows_redirect(redirect_uri) {
            return Err(Unproven::NotRegistered);
        }
        Ok(Self {
            client_id: client.client_id.clone(),
            redirect_uri: redirect_uri.to_owned(),
            state: params.get("state").map(str::to_owned),
            response_mode: params.get("response_mode").and_then(ResponseMode::parse).unwrap_or_default(),
        })
    }
}

impl From<Unproven> for Refusal {
    fn from(unproven: Unproven) -> Self {
        match unproven {
            Unproven::Missing => Self::new(
                "请求缺少 redirect_uri，或该参数重复、无效。",
                "The request has no redirect_uri, or more than one, or one that is not valid.",
            ),
            Unproven::NotRegistered => Self::new(
                "回调地址（redirect_uri）未在该客户端登记。",
                "The address to return to (redirect_uri) is not registered for this client.",
            ),
        }
    }
}

impl From<Unproven> for OAuthError {
    fn from(unproven: Unproven) -> Self {
        let why = match unproven {
            Unproven::Missing => "redirect_uri is missing, given more than once, or not valid",
            Unproven::NotRegistered => "redirect_uri is not registered for this client",
        };
        Self::new(ErrorCode::InvalidRequest, why)
    }
}
